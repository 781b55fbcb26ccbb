//! Random definitions: nothing panics, both generators agree on every accepted definition, and unmake is exact.
//!
//! Half are mutations of the catalogue, half are generated from the grammar. `GRIFFON_RANDOM_DEFINITIONS` is their
//! number, with 200 random plies each; if unset, a few definitions with fewer plies.

use crate::support::agreement::{check_fen, pairs};
use crate::support::setting;
use crate::support::wide_definitions;
use griffon::movegen::{self, Outcome};
use griffon::movetext::{self, Numbering};
use griffon::perft;
use griffon::position::{Game, MoveList, Position};
use griffon::random::Rng;
use griffon::search::{Limits, Searcher};
use griffon::variant::{catalogue, read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Parameters with values, some of them invalid.
const PARAMETERS: &[(&str, &[&str])] = &[
    ("files", &["5", "7", "8", "0", "x"]),
    ("ranks", &["5", "6", "8", "99"]),
    ("firstRank", &["0", "1", "3"]),
    ("symmetry", &["mirror", "rotate", "none"]),
    ("holdingsType", &["0", "1", "-1", "2"]),
    ("promoZone", &["0", "1", "3", "9"]),
    ("maxPromote", &["0", "1", "2", "3"]),
    ("promoOffset", &["0", "1", "2"]),
    ("promoChoice", &["Q", "!P*Q*N", "QN/RB", "P", "", "N2", "*R"]),
    ("promoLimit", &["Q1", "N0R2", "Z1", "Q"]),
    ("royal", &["K", "0", "1", "2", "77", "Q"]),
    ("extinction", &["0", "1", "2", "3"]),
    ("stalemate", &["draw", "loss", "win"]),
    ("baring", &["0", "N", "R"]),
    ("counterbare", &["draw", "loss"]),
    ("shuffle", &["NBR", ":NR", "N!B", "!", "KQ,NB"]),
    ("handSwap", &["0", "1"]),
    ("setupDrops", &["1"]),
    ("dropForms", &["1"]),
    ("pass", &["1", "2"]),
    ("passEnd", &["2"]),
    ("bikjang", &["1"]),
    ("points", &["Q9R5N3", "R1.5"]),
    ("komi", &["0.5"]),
    ("castleBars", &["1"]),
    ("exposedTo", &["R", "Q"]),
    ("captureDemotes", &["1"]),
    ("mustCapture", &["1"]),
    ("noCheck", &["1", "drops"]),
    ("repetition", &["0", "3"]),
    ("moveRule", &["0", "5"]),
    ("toMove", &["black"]),
    ("checks", &["3"]),
    ("extinct", &["N", "Q1:win", "*:win"]),
    ("castleFiles", &["c,g", "b,f", "d"]),
    ("chess960", &["1"]),
    ("chase", &["R>Q,N", "R,N>Q:protected", "Q>Z"]),
    ("dropMateResult", &["loss"]),
    ("moveRuleResult", &["points"]),
    ("moveRulePieces", &["P", "0", "N,R"]),
    ("counting", &["R2:8,R:16,*:64", "*:5", "R"]),
    ("countingBoard", &["64", "63,3", "2,9"]),
    ("countingStart", &["1"]),
    ("countingPawns", &["P", "N"]),
];

/// Move descriptions: every kind of movement.
const MOVES: &[&str] = &[
    "ifmnDfmWfceF",
    "iifmnDfmWfceF",
    "N",
    "B",
    "R",
    "Q",
    "K",
    "KisO2",
    "F",
    "W",
    "mafsW",
    "nA",
    "mRcpR",
    "gQ",
    "pR",
    "N0",
    "FyafsF",
    "KNADcaKcabKmabK",
    "fW",
    "fR",
    "vWfF",
    "R3",
    "jR",
    "D",
    "C",
    "fmWfcF",
    "mNcB",
    "N(iuO-N)",
    "f@4",
    "s@3K",
    "N@",
    "Bj@5",
    "c@2W",
    "isO2",
    "U",
    "dN",
    "uK",
    "oR",
    "zF",
    "qN",
    "K'",
    "xK",
    "I",
];

const MORPHS: &[&str] = &["Q", "*", "!", "|", "^", "//!/=", "\"", "N/\"", "*/.*", "+", "#", "1", "!!"];

/// Returns a definition of a common army with random parameters.
pub(crate) fn definition(random: &mut Rng) -> String {
    let mut lines = Vec::new();
    for _ in 0..random.below(6) {
        let (key, values) = random.pick(PARAMETERS);
        lines.push(format!("{key}={}", random.pick(values)));
    }
    let files = 4 + random.below(5);
    lines.push(format!("files={files}"));
    lines.push(format!("ranks={}", 5 + random.below(4)));
    if random.percent(20) {
        lines.push(format!("hole::::{}", square(random, files)));
    }
    let names = ["pawn:P", "knight:N", "rook:R", "queen:Q", "queen aside:Q", "bishop:B", "king:K"];
    for name in names {
        if !name.starts_with("king") && random.percent(25) {
            continue;
        }
        let moves = if name.starts_with("king") && random.percent(70) { "K" } else { *random.pick(MOVES) };
        let squares = match random.below(5) {
            0 => String::new(),
            1 => format!("{},{}", square(random, files), square(random, files)),
            _ => square(random, files),
        };
        let hand = if random.percent(20) { "1" } else { "" };
        lines.push(format!("{name}:{moves}::{squares}:{hand}"));
        if random.percent(20) {
            lines.push(format!("morph={}", random.pick(MORPHS)));
        }
        if random.percent(10) {
            lines.push(format!("zoneMoves={}:{}", random.pick(MOVES), square(random, files)));
        }
        if random.percent(5) {
            let place = if random.percent(30) { "last".to_owned() } else { square(random, files) };
            let becomes = random.pick(&["Q", "!Q", "N", "!R", "K"]);
            let moves = random.pick(&["mF", "mR", "bmpabmW", "mKbmpabmW", "mN"]);
            lines.push(format!("zoneMoves={moves}:{place}={becomes}"));
        }
    }
    lines.join("\n")
}

fn square(random: &mut Rng, files: usize) -> String {
    format!("{}{}", (b'a' + random.below(files) as u8) as char, 1 + random.below(3))
}

/// Returns a catalogue definition with some lines or characters changed.
fn mutation(random: &mut Rng) -> String {
    let entries: Vec<_> = catalogue::every().collect();
    let entry = random.pick(&entries);
    let other = random.pick(&entries);
    let mut lines: Vec<String> = entry.text.lines().map(str::to_owned).collect();
    let foreign: Vec<&str> = other.text.lines().filter(|line| !line.starts_with('#')).collect();
    for _ in 0..1 + random.below(4) {
        let at = random.below(lines.len());
        match random.below(7) {
            0 => {
                lines.remove(at);
            }
            1 => lines.insert(at, (*random.pick(&foreign)).to_owned()),
            2 => {
                let to = random.below(lines.len());
                lines.swap(at, to);
            }
            3 => {
                let (key, values) = random.pick(PARAMETERS);
                lines.push(format!("{key}={}", random.pick(values)));
            }
            4 => {
                // Replaces a character.
                let mut chars: Vec<char> = lines[at].chars().collect();
                if !chars.is_empty() {
                    let place = random.below(chars.len());
                    chars[place] =
                        *random.pick(&['a', 'K', '1', ':', '=', '!', '*', '/', ',', '(', '@', '\u{e9}', '-']);
                }
                lines[at] = chars.into_iter().collect();
            }
            5 => {
                let fields: Vec<String> = lines[at].split(':').map(str::to_owned).collect();
                if fields.len() > 4 {
                    let mut fields = fields;
                    (*random.pick(MOVES)).clone_into(&mut fields[2]);
                    lines[at] = fields.join(":");
                }
            }
            _ => lines[at] = lines[at].replacen(['2', '8', 'e'], "3", 1),
        }
        if lines.is_empty() {
            break;
        }
    }
    lines.join("\n")
}

/// The reference generator is slow, so large or complex games are played for fewer plies.
fn plies(game: &Game, most: usize) -> usize {
    let size = game.variant.board.len() * game.variant.setup.len().max(8);
    (most * 500 / size.max(500)).max(4)
}

fn examine(text: &str, seed: u64, most: usize) -> bool {
    let Ok((variant, _)) = read("random.txt", text) else { return false };
    if variant.board.len() > 150 {
        return false;
    }
    let Ok(game) = Game::new(variant) else { return false };
    let mut random = Rng(seed);
    let mut pos = Position::start(&game);
    let what = format!("seed {seed}:\n{text}\n");
    for _ in 0..plies(&game, most) {
        let list = pairs(&game, &mut pos, &what);
        check_fen(&game, &mut pos, || what.clone());
        if list.is_empty() {
            break;
        }
        pos.make(&game, random.pick(&list).0);
    }
    true
}

#[test]
fn random_definitions_are_refused_or_played() {
    let wanted = setting("GRIFFON_RANDOM_DEFINITIONS");
    let (count, most) = wanted.map_or((400, 16), |count: u64| (count, 200));
    let first = setting("GRIFFON_RANDOM_FIRST").unwrap_or(1);
    let mut played = 0;
    for seed in first..first + count {
        let mut random = Rng(seed);
        let text = if seed % 2 == 0 { mutation(&mut random) } else { definition(&mut random) };
        played += u64::from(examine(&text, seed, most));
    }
    assert!(played * 5 > count, "only {played} of {count} were accepted");
}

/// Move texts, key and result of a position.
type Facts = (Vec<String>, u64, Option<Outcome>);

fn facts(game: &Game, pos: &mut Position, legal: &MoveList) -> Facts {
    let mut texts = movetext::format_all(Numbering::Plain, game, pos, legal);
    texts.sort_unstable();
    (texts, pos.key(), movegen::result(game, pos))
}

fn legal(game: &Game, pos: &mut Position) -> MoveList {
    movegen::legal_moves(game, pos)
}

/// Returns the information of a position that its FEN loses, if any.
fn lost_in_fen(game: &Game, pos: &mut Position, listed: &MoveList) -> Option<String> {
    let fen = pos.fen(game);
    let mut again = match Position::from_fen(game, &fen) {
        Ok(again) => again,
        Err(error) => return Some(format!("{fen}: {}", error.message)),
    };
    let moves = legal(game, &mut again);
    let (here, there) = (facts(game, pos, listed), facts(game, &mut again, &moves));
    let what = if here.0 != there.0 {
        let differ = here.0.iter().filter(|text| !there.0.contains(text));
        let more = there.0.iter().filter(|text| !here.0.contains(text));
        format!("moves, of {} {:?}", here.0.len(), differ.chain(more).take(4).collect::<Vec<_>>())
    } else if here.1 != there.1 {
        String::from("key")
    } else {
        // FENs do not hold repetitions.
        return (here.2 != there.2 && pos.occurrences(game) < 2).then(|| format!("{fen}: result"));
    };
    Some(format!("{fen}: {what}"))
}

/// Plays random plies of a definition. Returns the information lost in FENs and, if `times`, the longest time a search
/// took to stop.
fn play(game: &Game, seed: u64, plies: usize, times: bool) -> (Vec<String>, Duration) {
    let mut random = Rng(seed);
    let (mut pos, mut lost, mut longest) = (Position::start(game), Vec::new(), Duration::ZERO);
    let mut searcher = Searcher::new(1);
    for ply in 0..plies {
        let listed = legal(game, &mut pos);
        assert_eq!(perft::perft(game, &mut pos, 1), listed.len() as u64, "{seed}: {}", pos.fen(game));
        lost.extend(lost_in_fen(game, &mut pos, &listed));
        if listed.is_empty() {
            break;
        }
        if ply % 40 == 0 {
            let (stop, limits) = (AtomicBool::new(false), Limits { nodes: Some(500), ..Limits::default() });
            let found = searcher.search(game, &pos, &limits, &stop, &mut |_| ());
            assert!(found.best.is_some_and(|mv| listed.contains(&mv)), "{seed}: {:?}", found.best);
            assert!(found.nodes <= 1002 + listed.len() as u64, "{seed}: {} nodes", found.nodes);
            if times {
                longest = longest.max(time_to_stop(&mut searcher, game, &pos));
            }
        }
        let mv = *random.pick(&listed);
        pos.make(game, mv);
        assert_eq!(pos.key(), pos.fresh_key(), "{seed}: {mv:?}");
    }
    (lost, longest)
}

/// Returns how long an unlimited search continues after the stop flag is set.
fn time_to_stop(searcher: &mut Searcher, game: &Game, pos: &Position) -> Duration {
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let told = scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(150));
            stop.store(true, Ordering::Relaxed);
            Instant::now()
        });
        searcher.search(game, pos, &Limits::default(), &stop, &mut |_| ());
        let ended = Instant::now();
        told.join().map_or(Duration::ZERO, |told| ended.saturating_duration_since(told))
    })
}

/// `GRIFFON_WIDE_DEFINITIONS` is the number of definitions with 100 plies each, `GRIFFON_RANDOM_FIRST` the first one.
/// If set, prints the information lost in FENs and how long searches take to stop. `limits::definitions` runs the commands
/// on the same definitions.
#[test]
fn wide_definitions_are_refused_or_played() {
    let wanted = setting::<u64>("GRIFFON_WIDE_DEFINITIONS");
    let (count, plies) = wanted.map_or((60, 6), |count| (count, 100));
    let first = setting::<u64>("GRIFFON_RANDOM_FIRST").unwrap_or(1);
    let mut played = 0;
    for seed in first..first + count {
        let text = wide_definitions::definition(seed);
        let Ok((variant, _)) = read("wide.txt", &text) else { continue };
        // The short run skips definitions that are slow to compile; the long run covers them.
        let large = variant.board.len() * variant.pieces.len() > 2000;
        if wanted.is_none() && large {
            continue;
        }
        let Ok(game) = Game::new(variant) else { continue };
        let (lost, longest) = play(&game, seed, plies, wanted.is_some());
        played += 1;
        if wanted.is_some() {
            lost.iter().take(2).for_each(|what| println!("{seed}: FEN {what}"));
            println!("{seed}: played, {} FENs lose something, stopped within {longest:?}", lost.len());
        }
    }
    assert!(played * 4 > count, "only {played} of {count} were played");
}
