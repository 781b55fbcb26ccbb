//! Reference and compiled generators agree on random cases (piece, board, colour): a piece generated from the grammar
//! of the notation, boards of 5x5 to 16x16 with holes, with other random pieces and hands, before and after making and
//! unmaking moves. Low coverage fails the test.
//!
//! `GRIFFON_CASES` is the number of cases (1,000), `GRIFFON_CASES_SEED` the first seed (1). If coverage is too low
//! after that, adds up to half as many cases.

use crate::support::agreement::pairs;
use crate::support::random_pieces::{DOUBLES, MODIFIERS, OTHERS, WALKERS, description, features, size};
use crate::support::setting;
use griffon::board::{Color, Kind, Square};
use griffon::movegen;
use griffon::oracle::{ReferenceMove, ReferenceState};
use griffon::position::{Game, Move, MoveList, Position};
use griffon::random::Rng;
use griffon::variant::{PieceType, read};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Random piece types of one definition; `T` leaves trails, `K` may castle.
const DRAWN: usize = 4;
/// Definitions that are tested at the same time.
const BATCH: u64 = 16;
/// Maximum size of the tables for one side's pieces, in squares visited.
const LARGEST: u64 = 300_000;
/// Kings, some of which castle.
const KINGS: &[&str] = &["K", "K", "KisO2", "KisO3", "KisjO2", "KiO1", "KirO2ilO3", "KimN"];
/// Pieces whose moves can be captured en passant.
const TRACKERS: &[&str] = &["fmnnD", "nR", "nnNK", "fnafsmW", "ifmnDfmWfceF", "nB3", "mnaK", "innA"];

/// Walking atoms.
const WALKING: &str = "WFDNAHCLZJGKBRQST";

/// How often each feature was reached.
#[derive(Default)]
struct Coverage {
    features: BTreeMap<String, u64>,
    events: BTreeMap<&'static str, u64>,
    boards: BTreeSet<(u16, u16)>,
    cases: u64,
    moves: u64,
    /// Definitions whose tables would be too large.
    refused: u64,
}

impl Coverage {
    /// Returns the sum of both.
    fn with(mut self, other: Self) -> Self {
        other.features.into_iter().for_each(|(name, count)| *self.features.entry(name).or_default() += count);
        other.events.into_iter().for_each(|(name, count)| *self.events.entry(name).or_default() += count);
        self.boards.extend(other.boards);
        self.cases += other.cases;
        self.moves += other.moves;
        self.refused += other.refused;
        self
    }
    fn event(&mut self, name: &'static str, happened: bool) {
        *self.events.entry(name).or_default() += u64::from(happened);
    }
    /// Returns the number of modifiers reached before walking atoms.
    fn pairs(&self) -> u64 {
        let met =
            |atom: char, modifier: char| self.features.contains_key(&format!("{modifier} before {atom}"));
        WALKING
            .chars()
            .map(|atom| MODIFIERS.chars().filter(|&modifier| met(atom, modifier)).count() as u64)
            .sum()
    }
    /// Returns the number of all such pairs.
    fn possible_pairs(&self) -> u64 {
        (WALKING.len() * MODIFIERS.len()) as u64
    }
}

/// Returns random pieces, for each atom and modifier in turn; `drawn` is the number of those drawn before.
fn draw(random: &mut Rng, drawn: u64) -> Vec<String> {
    let mut next = |number: u64| {
        let atom = (number % (WALKERS.len() + OTHERS.len()) as u64) as usize;
        let atom = WALKERS.get(atom).copied().unwrap_or_else(|| OTHERS[atom - WALKERS.len()]);
        let letters = random.below(MODIFIERS.len() + DOUBLES.len());
        let letters = MODIFIERS.get(letters..=letters).unwrap_or_else(|| DOUBLES[letters - MODIFIERS.len()]);
        loop {
            let text = description(random, atom, letters);
            if size(&text, 5) * 25 < LARGEST / DRAWN as u64 {
                return text;
            }
        }
    };
    (1..=DRAWN as u64).map(|number| next(drawn + number)).collect()
}

/// Returns files and ranks of a random board on which the tables of these pieces stay small.
fn board(random: &mut Rng, pieces: &[String]) -> (usize, usize) {
    let (mut files, mut ranks) = (5 + random.below(12), 5 + random.below(12));
    let nodes = |files: usize, ranks: usize| {
        let of_one = |text: &String| size(text, files.max(ranks) as u64) * (files * ranks) as u64;
        pieces.iter().map(of_one).sum::<u64>()
    };
    while files.max(ranks) > 5 && nodes(files, ranks) > LARGEST {
        (files, ranks) = ((files - 1).max(5), (ranks - 1).max(5));
    }
    (files, ranks)
}

/// Returns a definition with random pieces on a random board, and the pieces' descriptions.
pub(crate) fn definition(random: &mut Rng, drawn: u64) -> (String, Vec<String>) {
    let pieces = draw(random, drawn);
    let (files, ranks) = board(random, &pieces);
    let hands = random.pick(&["", "", "holdingsType=-1\n", "holdingsType=1\n"]);
    let zone = random.pick(&[
        "maxPromote=0\n",
        "maxPromote=0\n",
        "promoZone=2\npromoChoice=BCD\n",
        "maxPromote=3\npromoOffset=2\n",
    ]);
    let royal = random.pick(&["royal=0\n", "royal=0\n", "royal=6\n", "royal=6\nroyal=4\nextinction=0\n"]);
    let mut text = format!("files={files}\nranks={ranks}\nsymmetry=none\n{hands}{zone}{royal}");
    let mut squares: Vec<String> = (0..files)
        .flat_map(|file| (1..=ranks).map(move |rank| format!("{}{rank}", char::from(b'a' + file as u8))))
        .collect();
    let castling = random.percent(40);
    let king_ranks = [1 + random.below(ranks), 1 + random.below(ranks)];
    let mut take = |random: &mut Rng, count: usize, wanted: &dyn Fn(&str) -> bool| -> String {
        let mut taken = Vec::new();
        for _ in 0..count {
            let free: Vec<usize> = (0..squares.len()).filter(|&index| wanted(&squares[index])).collect();
            if !free.is_empty() {
                taken.push(squares.swap_remove(*random.pick(&free)));
            }
        }
        taken.join(",")
    };
    let file_of = |name: &str| usize::from(name.as_bytes()[0] - b'a');
    let rank_of = |name: &str| name[1..].parse::<usize>().unwrap_or(0);
    let at_edge = |name: &str| file_of(name) == 0 || file_of(name) == files - 1;
    // The ranks of castling kings hold partners and few other pieces.
    let apart = |name: &str| !castling || !king_ranks.contains(&rank_of(name)) || at_edge(name);
    let kings = king_ranks.map(|rank| {
        let beside = |name: &str| rank_of(name) == rank && !at_edge(name);
        take(random, 1, &beside)
    });
    let mut lines = String::new();
    for (index, piece) in pieces.iter().enumerate().take(DRAWN) {
        let id = char::from(b'A' + index as u8);
        let places = [(); 2].map(|()| {
            let count = 1 + random.below(3);
            take(random, count, &apart)
        });
        lines += &format!("piece{index}:{id}:{piece}::{},,{}\n", places[0], places[1]);
        if index < 2 {
            lines +=
                random.pick::<&str>(&["", "", "", "morph=*/CCC..\n", "morph=.*/DDC..\n", "morph==/!.!.\n"]);
        }
    }
    let trails = [(); 2].map(|()| take(random, 1, &apart));
    lines += &format!("tracker:T:{}::{},,{}\n", random.pick(TRACKERS), trails[0], trails[1]);
    lines += &format!("monarch:K:{}::{},,{}\n", random.pick(KINGS), kings[0], kings[1]);
    if random.percent(35) {
        let count = 1 + random.below(1 + files * ranks / 16);
        lines += &format!("hole::::{}\n", take(random, count, &apart));
    }
    text += &lines;
    (text, pieces)
}

/// Returns a random position: pieces of the setup on their squares, unmoved, and others anywhere.
fn position(game: &Game, random: &mut Rng, kind: Kind) -> Option<Position> {
    let variant = &game.variant;
    let board = &variant.board;
    let types = variant.pieces.len();
    let mut cells: Vec<Option<Kind>> = vec![None; board.len()];
    let stay = *random.pick(&[20, 50, 80, 100]);
    let mut kings = [false; 2];
    for &(square, color, piece) in &variant.setup {
        let king = piece.index() + 1 == types;
        if king || random.percent(stay) {
            cells[square.index()] = Some(Kind::new(piece, color));
            kings[color.index()] |= king;
        }
    }
    let sparse = *random.pick(&[2, 4, 8]);
    let more = random.below(1 + board.len().min(60) / sparse);
    let empty = |cells: &[Option<Kind>], random: &mut Rng| {
        let free = |square: &Square| cells[square.index()].is_none() && !board.is_hole(*square);
        let free: Vec<Square> = board.squares().filter(free).collect();
        (!free.is_empty()).then(|| *random.pick(&free))
    };
    for _ in 0..more {
        let piece = PieceType(random.below(types - 1) as u16);
        let square = empty(&cells, random)?;
        // Ranks of castling kings usually stay as in the setup.
        let rank_of_king = variant
            .setup
            .iter()
            .any(|&(at, _, piece)| piece.index() + 1 == types && board.rank(at) == board.rank(square));
        if !rank_of_king || random.percent(40) {
            cells[square.index()] = Some(Kind::new(piece, *random.pick(&Color::BOTH)));
        }
    }
    if !cells.contains(&Some(kind)) {
        let square = empty(&cells, random)?;
        cells[square.index()] = Some(kind);
    }
    let side = kind.color();
    Position::from_fen(game, &fen(game, random, &cells, side)).ok()
}

fn letter(kind: Kind, types: usize) -> char {
    let piece = kind.piece().index();
    let name = match types - piece {
        1 => 'K',
        2 => 'T',
        _ => char::from(b'A' + piece as u8),
    };
    if kind.color() == Color::White { name } else { name.to_ascii_lowercase() }
}

fn fen(game: &Game, random: &mut Rng, cells: &[Option<Kind>], side: Color) -> String {
    let board = &game.variant.board;
    let types = game.variant.pieces.len();
    let mut text = String::new();
    for rank in (0..i32::from(board.ranks())).rev() {
        let mut run = 0;
        for file in 0..i32::from(board.files()) {
            let Some(square) = board.at(file, rank) else { continue };
            let shown = match cells[square.index()] {
                Some(kind) => letter(kind, types),
                None if board.is_hole(square) => '*',
                None => {
                    run += 1;
                    continue;
                }
            };
            text += &if run > 0 { format!("{run}{shown}") } else { shown.to_string() };
            run = 0;
        }
        if run > 0 {
            text += &run.to_string();
        }
        if rank > 0 {
            text.push('/');
        }
    }
    let hand: String = (0..random.below(4))
        .map(|_| letter(Kind::new(PieceType(random.below(DRAWN) as u16), *random.pick(&Color::BOTH)), types))
        .collect();
    let holds = game.variant.captured != griffon::variant::Captured::Discarded;
    if holds {
        text += &format!("[{hand}]");
    }
    text + if side == Color::White { " w" } else { " b" }
}

/// Records the effects of the tested piece's moves.
fn note(
    coverage: &mut Coverage,
    before: &ReferenceState,
    kind: Kind,
    game: &Game,
    moves: &[(Move, ReferenceMove)],
) {
    let royal = |square: &Square| {
        before.cell(*square).kind().is_some_and(|kind| game.variant.ends.royal[kind.piece().index()])
    };
    let mut moved = false;
    for (mv, twin) in moves {
        let mover = if mv.is_drop() { None } else { before.cell(twin.from).kind() };
        coverage.moves += 1;
        coverage.event("drop", mv.is_drop());
        coverage.event("castling", mv.castling().is_some());
        moved |= mover == Some(kind) || mv.is_drop();
        let captured = |square: &&Square| before.cell(**square).kind();
        let friends =
            twin.victims.iter().filter(|square| captured(square).is_some_and(|k| k.color() == before.side));
        let friends = friends.count();
        let elsewhere = twin.victims.iter().filter(|&&square| square != twin.to).count();
        coverage.event("quiet move", twin.victims.is_empty() && !mv.is_drop());
        coverage.event("capture", twin.victims.len() > friends);
        coverage.event("capture of a friend", friends > 0);
        coverage.event("locust capture", elsewhere > 0 && !twin.en_passant);
        coverage.event("two victims", twin.victims.len() == 2);
        coverage.event("three victims", twin.victims.len() > 2);
        coverage.event("capture of a royal", twin.victims.iter().any(royal));
        coverage.event("back to its start", twin.from == twin.to && !mv.is_drop());
        coverage.event("capture in passing", twin.en_passant);
        coverage.event("trail", twin.after.en_passant.is_some());
        coverage.event("promotion", twin.promotion.is_some());
        let pieces = |state: &ReferenceState| state.cells.iter().filter(|cell| !cell.is_empty()).count();
        let shifted = game.variant.board.squares().any(|square| {
            let (old, new) = (before.cell(square).kind(), twin.after.cell(square).kind());
            new.is_some() && new != old && square != twin.to
        });
        coverage.event("unloading", shifted && mv.castling().is_none() && pieces(&twin.after) > 0);
        let walk = mover.map(|mover| &game.variant.pieces[mover.piece().index()].movements);
        coverage.event("move by a piece without moves of its own", walk.is_some_and(Vec::is_empty));
    }
    coverage.event("the piece can move", moved);
}

/// Tests one case: the moves in this position, and after one and two of them.
fn case(game: &Game, kind: Kind, text: &str, random: &mut Rng, coverage: &mut Coverage) -> bool {
    let Some(mut pos) = position(game, random, kind) else { return false };
    let mut what = format!("{text}\n(type {}, {:?})", kind.piece().0, kind.color());
    // En passant needs a move to capture, so sometimes the opponent has just made one.
    let plies = if random.percent(30) { 3 } else { 2 };
    if plies == 3 {
        let fen = pos.fen(game);
        let turned = if kind.color() == Color::White { " b" } else { " w" };
        let side = if kind.color() == Color::White { " w" } else { " b" };
        match Position::from_fen(game, &fen.replacen(side, turned, 1)) {
            Ok(other) => pos = other,
            Err(_) => return false,
        }
    }
    what += &format!(" from {}", pos.fen(game));
    let mut made = 0;
    let mut trees = Vec::new();
    for ply in 0..=plies {
        let before = ReferenceState::of(game, &pos);
        let moves = pairs(game, &mut pos, &what);
        if before.side == kind.color() {
            note(coverage, &before, kind, game, &moves);
        }
        trees.push((pos.fen(game), legal(game, &mut pos)));
        if ply == plies || moves.is_empty() {
            break;
        }
        let (mv, twin) = choose(random, &before, kind, &moves);
        what += &format!(" {twin}");
        pos.make(game, *mv);
        made += 1;
    }
    // After unmake, every position on the path has the same moves as before.
    while made > 0 {
        pos.unmake(game);
        made -= 1;
        let (fen, moves) = &trees[made];
        assert_eq!((&pos.fen(game), &legal(game, &mut pos)), (fen, moves), "{what}: after unmake");
        assert_eq!(pos.key(), pos.fresh_key(), "{what}: after unmake");
    }
    true
}

fn legal(game: &Game, pos: &mut Position) -> MoveList {
    movegen::legal_moves(game, pos)
}

/// Prefers a move of the tested piece, or one that allows en passant.
fn choose<'m>(
    random: &mut Rng,
    before: &ReferenceState,
    kind: Kind,
    moves: &'m [(Move, ReferenceMove)],
) -> &'m (Move, ReferenceMove) {
    let wanted = |(mv, twin): &&(Move, ReferenceMove)| {
        if before.side == kind.color() {
            mv.is_drop() || before.cell(twin.from).kind() == Some(kind)
        } else {
            twin.after.en_passant.is_some()
        }
    };
    let wanted: Vec<_> = moves.iter().filter(wanted).collect();
    if wanted.is_empty() || random.percent(15) {
        return random.pick(moves);
    }
    let chosen: &&_ = random.pick(&wanted);
    chosen
}

/// Tests the cases of the definition with this seed.
fn cases(seed: u64) -> Coverage {
    let mut random = Rng(seed);
    let (text, pieces) = definition(&mut random, (seed - 1) * DRAWN as u64);
    let what = format!("seed {seed}\n{text}");
    let variant = match read("random", &text) {
        Ok((variant, _)) => variant,
        Err(report) => panic!("{what}{report:?}"),
    };
    let mut coverage = Coverage::default();
    let Ok(game) = Game::new(variant) else {
        coverage.refused += 1;
        return coverage;
    };
    coverage.boards.insert((game.variant.board.files(), game.variant.board.ranks()));
    for (index, piece) in pieces.iter().enumerate() {
        for color in Color::BOTH {
            let kind = Kind::new(PieceType(index as u16), color);
            if !case(&game, kind, &what, &mut random, &mut coverage) {
                continue;
            }
            coverage.cases += 1;
            for feature in features(piece) {
                *coverage.features.entry(feature).or_default() += 1;
            }
        }
    }
    coverage
}

#[test]
fn random_cases() {
    let wanted = setting("GRIFFON_CASES").unwrap_or(1000);
    let first = setting("GRIFFON_CASES_SEED").unwrap_or(1);
    let (mut coverage, mut seed) = (Coverage::default(), first);
    while coverage.cases < wanted
        || coverage.cases < wanted * 3 / 2 && !rarities(&coverage, wanted).is_empty()
    {
        let seeds = seed..seed + BATCH;
        seed = seeds.end;
        let batch = seeds.into_par_iter().map(cases).reduce(Coverage::default, Coverage::with);
        coverage = coverage.with(batch);
    }
    let refused = coverage.refused;
    println!("{} cases, {} moves, {refused} definitions refused", coverage.cases, coverage.moves);
    println!("boards: {} sizes; events: {:?}", coverage.boards.len(), coverage.events);
    println!("grammar: {:?}", coverage.features);
    assert!(refused * 10 < seed - first, "{refused} definitions of {} are refused", seed - first);
    println!("modifiers before atoms: {} of {}", coverage.pairs(), coverage.possible_pairs());
    let rare = rarities(&coverage, wanted);
    assert!(rare.is_empty(), "reached too rarely: {rare:#?}");
}

/// Returns the features of the grammar or of moves that were reached too rarely for this many cases.
fn rarities(coverage: &Coverage, cases: u64) -> Vec<String> {
    let mut rare = Vec::new();
    let mut ask = |name: String, count: u64, least: u64| {
        if count < least {
            rare.push(format!("{name}: {count} of {least}"));
        }
    };
    let reached = |name: &str| coverage.features.get(name).copied().unwrap_or(0);
    for atom in "WFDNAHCLZJGKBRQSTUIO@".chars() {
        ask(format!("atom {atom}"), reached(&format!("atom {atom}")), cases / 200);
    }
    for modifier in MODIFIERS.chars() {
        for place in ["only", "inner", "last"] {
            let name = format!("{modifier} {place}");
            ask(name.clone(), reached(&name), cases / 250);
        }
    }
    for double in DOUBLES {
        ask((*double).to_owned(), reached(double), cases / 250);
    }
    for name in [
        "suffix X",
        "suffix Y",
        "doubled atom",
        "quote",
        "range",
        "range 0",
        "range *",
        "legs 1",
        "legs 2",
        "legs 3",
        "legs 4",
        "number after a",
        "group with a limit",
        "group without a limit",
    ] {
        ask(name.to_owned(), reached(name), cases / 250);
    }
    // A small run reaches only part of them.
    ask("modifiers before atoms".to_owned(), coverage.pairs(), coverage.possible_pairs().min(cases / 4));
    for (name, per_thousand) in [
        ("the piece can move", 600),
        ("quiet move", 5000),
        ("capture", 3000),
        ("capture of a friend", 200),
        ("locust capture", 200),
        ("two victims", 50),
        ("three victims", 2),
        ("capture of a royal", 20),
        ("back to its start", 30),
        ("capture in passing", 5),
        ("trail", 200),
        ("promotion", 100),
        ("unloading", 30),
        ("drop", 500),
        ("castling", 5),
    ] {
        let count = coverage.events.get(name).copied().unwrap_or(0);
        ask(name.to_owned(), count, cases * per_thousand / 1000);
    }
    ask("sizes of boards".to_owned(), coverage.boards.len() as u64, 144.min(cases / 16));
    rare
}
