//! The descriptions sent to XBoard, read with XBoard's own rules, give the same moves: for all pieces of the catalogue
//! and random ones, on random boards.
//!
//! `GRIFFON_DIALECT_PIECES` is the number of random pieces (2000).

use crate::support::setting;
use crate::xboard_reader;
use crate::xboard_reader::random;
use crate::xboard_reader::{At, Board, Content, Effect};
use griffon::board::{Color, Geometry, Square};
use griffon::notation::legs::MovementKind;
use griffon::notation::{Movement, compile};
use griffon::oracle;
use griffon::position::{Game, Move, MoveList, Position};
use griffon::random::Rng;
use griffon::variant::{Variant, catalogue, read};
use griffon::xboard::{Description, Dialect, describe};
use std::collections::{BTreeMap, BTreeSet};

/// Positions per piece and board.
const POSITIONS: usize = 12;

/// XBoard counts an entry `~` of the table as a line of the holdings, and stops reading hands at a type without a line.
#[test]
fn pieces_in_hand_have_lines() {
    let setup = |name: &str| {
        let path = format!("{}/tests/xboard/games/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("a definition");
        let (variant, _) = read(name, &text).expect("a definition");
        Dialect::new(&variant).setup.expect("a setup")
    };
    let marked = setup("marked-promoted");
    let lines = marked.split('~').next().unwrap_or_default();
    assert!(lines.contains('X') && marked.contains("6x6+3_"), "{marked}");
    let many = setup("many-in-hand");
    assert!(many.contains("[RQNWrqnw]"), "{many}");
}

fn pieces() -> usize {
    setting("GRIFFON_DIALECT_PIECES").unwrap_or(2000)
}

/// Returns a board for piece `A` and others: `B` is in the way, `K` is royal, `P` can be captured en passant.
fn stage(random: &mut Rng, files: u16, ranks: u16, holes: bool, movements: &[Movement]) -> Variant {
    let mut names: Vec<String> = (0..files)
        .flat_map(|file| (0..ranks).map(move |rank| format!("{}{}", char::from(b'a' + file as u8), rank + 1)))
        .collect();
    let mut take = |count: usize| -> String {
        let taken = (0..count).map(|_| names.swap_remove(random.below(names.len())));
        taken.collect::<Vec<_>>().join(",")
    };
    let (a, b, king, other_king) = (take(4), take(4), take(1), take(1));
    let hole = if holes { format!("hole::::{}\n", take(3)) } else { String::new() };
    let text = format!(
        "files={files}\nranks={ranks}\nsymmetry=none\nmaxPromote=0\nroyal=4\n\
         piece0:A:W::{a},,{b}\npiece1:B:W::\npiece2:P:fmWfcFfmnD::\npiece3:K:K::{king},,{other_king}\n{hole}"
    );
    let (mut variant, _) = read("stage", &text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    variant.pieces[0].movements = movements.to_vec();
    variant
}

/// Returns a board field with `A` in both colours, the kings and random other pieces.
fn random_fen(random: &mut Rng, game: &Game) -> String {
    let board = &game.variant.board;
    let mut cells: Vec<char> =
        board.squares().map(|square| if board.is_hole(square) { '*' } else { '1' }).collect();
    let (density, foes) = (random.below(60), [20, 50, 80][random.below(3)]);
    for cell in cells.iter_mut().filter(|cell| **cell == '1') {
        if random.below(100) < density {
            let piece = if random.one_in(4) { 'p' } else { 'b' };
            *cell = if random.below(100) < foes { piece } else { piece.to_ascii_uppercase() };
        }
    }
    let mut put = |random: &mut Rng, piece: char, square: Option<Square>| {
        let square = square.map(Square::index).filter(|&at| !"*Kk".contains(cells[at]));
        let free: Vec<usize> = (0..cells.len()).filter(|&at| !"*KkAap".contains(cells[at])).collect();
        let at = square.unwrap_or_else(|| *random.pick(&free));
        cells[at] = piece;
    };
    for (king, color, piece) in [('K', Color::White, 'A'), ('k', Color::Black, 'a')] {
        put(random, king, None);
        let starts: Vec<Square> =
            game.variant.setup.iter().filter(|e| (e.1, e.2.0) == (color, 0)).map(|e| e.0).collect();
        let start = random.one_in(2).then(|| *random.pick(&starts));
        put(random, piece, start);
    }
    let rows = cells.chunks(usize::from(board.files())).rev();
    rows.map(row_text).collect::<Vec<_>>().join("/")
}

/// Formats a rank with its runs of empty squares as numbers.
fn row_text(row: &[char]) -> String {
    let mut text = String::new();
    for run in row.chunk_by(|one, other| (*one, *other) == ('1', '1')) {
        text += &if run[0] == '1' { run.len().to_string() } else { run[0].to_string() };
    }
    text
}

fn at(board: &Geometry, square: Square) -> At {
    (i32::from(board.file(square)), i32::from(board.rank(square)))
}

/// Returns the board as XBoard sees it.
fn seen_by_xboard(game: &Game, pos: &Position) -> Board {
    let board = &game.variant.board;
    let content = |square: Square| match pos.cell(square).kind() {
        _ if board.is_hole(square) => Content::Hole,
        None => Content::Empty,
        Some(kind) => Content::Piece { white: kind.color() == Color::White, king: kind.piece().0 == 3 },
    };
    let marks = oracle::ReferenceState::of(game, pos).en_passant;
    Board {
        files: board.files().into(),
        ranks: board.ranks().into(),
        cells: board.squares().map(content).collect(),
        en_passant: marks.map(|marks| (at(board, marks.squares[0]), at(board, marks.victim))),
    }
}

/// Returns the moves of the piece on `from` by Griffon's rules.
fn own_moves(game: &Game, pos: &Position, from: Square) -> BTreeSet<Effect> {
    let board = &game.variant.board;
    let all = oracle::pseudo_legal_moves(game, pos);
    let of_piece = all.into_iter().filter(|mv| mv.from == from && mv.dropped.is_none());
    let effect = |mv: oracle::ReferenceMove| {
        let mut victims: Vec<At> = mv.victims.iter().map(|&square| at(board, square)).collect();
        victims.sort_unstable();
        (at(board, mv.to), victims)
    };
    of_piece.map(effect).collect()
}

/// Returns random positions; in some, the last move was a pawn's double step past the piece.
fn positions(random: &mut Rng, game: &Game) -> Vec<Position> {
    let mut all = Vec::new();
    while all.len() < POSITIONS {
        let fen = format!("{} {}", random_fen(random, game), random.pick(&["w", "b"]));
        let mut pos = Position::from_fen(game, &fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        if random.one_in(3) {
            let mut moves = MoveList::new();
            griffon::movegen::list_pseudo_legal(game, &pos, griffon::movegen::Filter::All, &mut moves);
            let doubles: Vec<Move> = moves
                .into_iter()
                .filter(|&mv| {
                    let pawn = pos.cell(mv.from()).kind().is_some_and(|kind| kind.piece().0 == 2);
                    let rank = |square| i32::from(game.variant.board.rank(square));
                    pawn && (rank(mv.from()) - rank(mv.to())).abs() == 2
                })
                .collect();
            if !doubles.is_empty() {
                pos.make(game, *random.pick(&doubles));
            }
        }
        all.push(pos);
    }
    all
}

/// Result of translating a piece, and whether the moves are the same.
enum Outcome {
    Same,
    Refused(String),
}

/// Compares a piece on one board.
fn compare(
    random: &mut Rng,
    movements: &[Movement],
    size: (u16, u16),
    holes: bool,
) -> Result<Outcome, String> {
    let movements: Vec<Movement> = movements
        .iter()
        .filter(|m| !matches!(m.kind, MovementKind::Castle(_) | MovementKind::Drop(_)))
        .cloned()
        .collect();
    let variant = stage(random, size.0, size.1, holes, &movements);
    let Description { text, mut refusals, excess, too_long } = describe(&movements, &variant.board);
    refusals.extend(excess);
    if !refusals.is_empty() || too_long {
        let reason = if too_long { "too long" } else { "" };
        return Ok(Outcome::Refused([refusals.join(", "), reason.into()].concat()));
    }
    let description = xboard_reader::read(&text).map_err(|error| format!("{text}: {error}"))?;
    let Ok(game) = Game::new(variant) else { return Ok(Outcome::Refused("no tables".into())) };
    for pos in positions(random, &game) {
        let board = seen_by_xboard(&game, &pos);
        let movers = game.variant.board.squares().filter(|&square| {
            pos.cell(square).kind().is_some_and(|kind| kind.color() == pos.side() && kind.piece().0 == 0)
        });
        for from in movers {
            let unmoved = game.variant.setup.iter().any(|e| e.0 == from && (e.1, e.2.0) == (pos.side(), 0));
            let theirs = xboard_reader::moves(&description, &board, at(&game.variant.board, from), unmoved);
            let theirs = theirs.map_err(|error| format!("{text}: {error}"))?;
            let ours = own_moves(&game, &pos, from);
            if ours != theirs {
                let name = game.variant.board.name(from);
                return Err(format!(
                    "`{text}` {name} in {}\n  only own: {:?}\n  only XBoard: {:?}",
                    pos.fen(&game),
                    ours.difference(&theirs).collect::<Vec<_>>(),
                    theirs.difference(&ours).collect::<Vec<_>>()
                ));
            }
        }
    }
    Ok(Outcome::Same)
}

/// Counts of pieces: expressible, and inexpressible by reason.
#[derive(Default)]
struct Tally {
    said: usize,
    refused: BTreeMap<String, (usize, String)>,
    wrong: Vec<String>,
}

impl Tally {
    fn add(&mut self, name: &str, outcome: Result<Outcome, String>) {
        match outcome {
            Ok(Outcome::Same) => self.said += 1,
            Ok(Outcome::Refused(why)) => {
                self.refused.entry(why).or_insert_with(|| (0, name.to_owned())).0 += 1;
            }
            Err(error) => self.wrong.push(format!("{name}: {error}")),
        }
    }
    fn check(&self, what: &str) {
        let refused: usize = self.refused.values().map(|reason| reason.0).sum();
        println!("{what}: {} translated with the same moves, {refused} not expressible", self.said);
        let mut reasons: Vec<_> = self.refused.iter().collect();
        reasons.sort_by_key(|reason| std::cmp::Reverse(reason.1.0));
        reasons.iter().take(25).for_each(|(why, (count, first))| println!("{count:6} {why}: {first}"));
        let first: Vec<&String> = self.wrong.iter().take(12).collect();
        assert!(first.is_empty(), "{} wrong: {first:#?}", self.wrong.len());
    }
}

#[test]
fn expressible_catalogue_pieces_move_the_same_in_xboard() {
    let mut random = Rng(1);
    let mut tally = Tally::default();
    let mut seen = BTreeSet::new();
    for entry in catalogue::every() {
        let board = &entry.variant.board;
        let own = (board.files().clamp(3, 16), board.ranks().clamp(4, 16));
        for piece in entry.variant.pieces.iter().filter(|piece| seen.insert((own, piece.betza.clone()))) {
            let name = format!("{}, {} ({})", entry.variant.name, piece.name, piece.betza);
            for size in [own, (8, 8), (10, 7)] {
                tally.add(&name, compare(&mut random, &piece.movements, size, false));
            }
        }
    }
    tally.check("catalogue pieces on three boards each");
}

#[test]
fn expressible_random_pieces_move_the_same_in_xboard() {
    let mut tally = Tally::default();
    let (mut seed, mut tried) = (0, 0);
    while tried < pieces() {
        seed += 1;
        let mut random = Rng(seed);
        let betza = random::description(&mut random);
        let Ok(movements) = compile(&betza) else { continue };
        if movements.len() > 200 {
            continue;
        }
        tried += 1;
        let size = (5 + random.below(6) as u16, 6 + random.below(5) as u16);
        let holes = random.one_in(6);
        tally.add(&format!("{betza} (seed {seed})"), compare(&mut random, &movements, size, holes));
    }
    tally.check("random pieces");
}
