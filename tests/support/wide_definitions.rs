//! Random definitions of any size: every combination of parameters of the diagram format, boards up to 26x99, armies of
//! up to hundreds of types, moves that follow the grammar.
use super::random_pieces::{OTHERS, WALKERS, description};
use griffon::random::Rng;

/// Parameters with values. `$` stands for a piece of the definition, `#` for a square.
const PARAMETERS: &[(&str, &[&str])] = &[
    ("firstRank", &["0", "1"]),
    ("symmetry", &["mirror", "rotate", "none"]),
    ("holdingsType", &["0", "1", "-1", "2"]),
    ("promoZone", &["0", "1", "2", "3", "6"]),
    ("maxPromote", &["0", "1", "2", "3", "12"]),
    ("promoOffset", &["0", "1", "2"]),
    ("promoChoice", &["$", "!$*$", "*$", "$$N", "$2"]),
    ("royal", &["0", "1", "2", "$"]),
    ("extinction", &["0", "1", "2", "3"]),
    ("stalemate", &["draw", "loss", "win", "fewer"]),
    ("baring", &["0", "$"]),
    ("counterbare", &["draw", "loss", "win", "fewer"]),
    ("morph", &["!", "*", "//!/=", "*/.*", "..../!..", "+"]),
    ("shuffle", &["$$", "!$$", "$,$", ":$$"]),
    ("handSwap", &["0", "1"]),
    ("setupDrops", &["1"]),
    ("gateBlocks", &["1", "0"]),
    ("dropForms", &["1"]),
    ("promoLimit", &["$1", "$0", "$0,$2"]),
    ("zoneMoves", &["mK:#", "R:#=$", "mF:last=$"]),
    ("pass", &["1", "2"]),
    ("passEnd", &["1", "2"]),
    ("bikjang", &["1"]),
    ("points", &["$9$5", "$1.5"]),
    ("komi", &["0.5"]),
    ("castleBars", &["1"]),
    ("exposedTo", &["$"]),
    ("captureDemotes", &["1"]),
    ("repetition", &["0", "2", "3"]),
    ("moveRule", &["0", "2", "5", "50"]),
    ("toMove", &["black", "white"]),
    ("checkmate", &["win", "draw", "loss"]),
    ("goal", &["safe", "2", "2,answer"]),
    ("extinct", &["$", "$1:win", "*:win", "*2:fewer"]),
    ("checks", &["3", "2,1", "0,3"]),
    ("connect", &["2", "5"]),
    ("repetitionResult", &["win", "loss", "draw", "first win"]),
    ("perpetual", &["1"]),
    ("mustCapture", &["1"]),
    ("noCheck", &["1", "drops"]),
    ("dropMate", &["$"]),
    ("royalStays", &["1"]),
    ("dupleCheck", &["1", "2", "3"]),
    ("castleWins", &["1", "q"]),
    ("promoInside", &["1"]),
    ("impasse", &["0", "2"]),
    ("dropZone", &["..!", "!..!/!", "..!..!//"]),
    ("captureMatrix", &["..!/!", ".+/+", "@..", "..=/.", "^../!"]),
    ("trackPieces", &["$"]),
    ("trackedTypes", &["1", "2"]),
    ("spell", &["freeze", "hide", "burn", "brake", "charm", "protect"]),
    ("spellZone", &["K", "W", "D"]),
    ("atomicCapture", &["1", "2"]),
    ("blastZone", &["W", "K", "N"]),
    ("blastProof", &["$"]),
    ("iron", &["$"]),
    ("antiTrade", &["$"]),
    ("counterStrike", &["$"]),
    ("protected", &["$"]),
    ("tradeThreshold", &["$"]),
    ("protectedRange", &["2"]),
    ("contageous", &["$", "$$"]),
    ("conversion", &["$"]),
    ("parent", &["shogi", "great", "crazyhouse"]),
];

/// Descriptions of every kind, as people write them.
const MOVES: &[&str] = &[
    "fmWfceFifmnD",
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
    "N0",
    "FyafsF",
    "KNADcaKcabKmabK",
    "fW",
    "vWfF",
    "R3",
    "jR",
    "D",
    "mNcB",
    "f@4",
    "U",
    "dN",
    "uK",
    "oR",
    "zF",
    "qN",
    "K'",
    "xK",
    "I",
    "ooB",
    "ooN0",
    "WX0",
    "cdfQ",
    "QNN",
    "BNF",
    "asR",
    "mpafR",
    "udQ",
    "yafsR",
];

/// Returns the definition for a seed.
pub fn definition(seed: u64) -> String {
    let mut random = Rng(seed);
    let random = &mut random;
    let (files, ranks) = size(random);
    let types = match random.below(100) {
        0..=1 => 100 + random.below(400),
        2..=9 => 20 + random.below(60),
        _ => 2 + random.below(10),
    };
    let ids = ids(random, types);
    let squares = files * ranks;
    let crowd = match random.below(20) {
        0 => squares,
        1..=3 => squares / 2,
        _ => squares.min(40),
    };
    let mut lines = vec![format!("files={files}"), format!("ranks={ranks}")];
    let each = (crowd / types).max(1);
    // Each square once, in White's half; the others are its images.
    let mut free: Vec<String> = (0..files * (ranks / 2)).map(|at| name(at % files, at / files)).collect();
    random.shuffle(&mut free);
    for id in &ids {
        let count = random.below(2 * each + 1).min(free.len());
        let squares = free.split_off(free.len() - count);
        lines.push(piece(random, id, &squares));
    }
    let count = PARAMETERS.len();
    // Every pair of parameters in turn, and some more.
    let pair = seed as usize % (count * count);
    let mut keys = vec![pair / count, pair % count];
    keys.extend((0..random.below(6)).map(|_| random.below(count)));
    for key in keys {
        let (name, values) = PARAMETERS[key];
        let value = *random.pick(values);
        let value = filled(random, value, &ids, (files, ranks));
        let line = format!("{name}={value}");
        // Some belong to the piece in the previous line.
        let at = if random.percent(50) { lines.len() } else { 2 + random.below(lines.len() - 1) };
        lines.insert(at, line);
    }
    if !lines.iter().any(|line| line.starts_with("royal=")) && random.percent(80) {
        lines.push(format!("royal={}", ids[0]));
    }
    lines.join("\n") + "\n"
}

fn size(random: &mut Rng) -> (usize, usize) {
    match random.below(20) {
        0 => (26, 99),
        1 => (17 + random.below(10), 20 + random.below(80)),
        2..=4 => (9 + random.below(8), 9 + random.below(8)),
        _ => (4 + random.below(6), 4 + random.below(7)),
    }
}

fn ids(random: &mut Rng, types: usize) -> Vec<String> {
    let letters = || ('A'..='Z').map(String::from);
    let all = ["", "'", "!"].into_iter().flat_map(|suffix| letters().map(move |letter| letter + suffix));
    let mut ids: Vec<String> = all.collect();
    random.shuffle(&mut ids);
    ids.into_iter().cycle().take(types).collect()
}

fn name(file: usize, rank: usize) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

fn square(random: &mut Rng, (files, ranks): (usize, usize)) -> String {
    name(random.below(files), random.below(ranks.div_ceil(2)))
}

fn piece(random: &mut Rng, id: &str, squares: &[String]) -> String {
    let moves = match random.percent(50) {
        true => (*random.pick(MOVES)).to_owned(),
        false => {
            let atoms = if random.percent(95) { WALKERS } else { OTHERS };
            let atom = *random.pick(atoms);
            description(random, atom, "")
        }
    };
    let hand = if random.percent(20) { *random.pick(&["1", "2", "9", "0,3", "200"]) } else { "" };
    format!("piece:{id}:{moves}::{}:{hand}", squares.join(","))
}

fn filled(random: &mut Rng, value: &str, ids: &[String], board: (usize, usize)) -> String {
    let fill = |sign: char, random: &mut Rng| match sign {
        '$' => random.pick(ids).clone(),
        '#' => square(random, board),
        other => other.to_string(),
    };
    value.chars().map(|sign| fill(sign, random)).collect()
}
