//! Benchmarks of the inner loops: `cargo bench`, or `cargo bench -- make` for some of them.
//!
//! Each runs on the positions of the same short random game, so that pieces have left their initial squares.

use divan::{Bencher, black_box};
use griffon::board::Square;
use griffon::movegen::{self, Filter};
use griffon::oracle;
use griffon::position::{Game, MoveList, Position};
use griffon::tables::Tables;
use griffon::variant::{self, Variant, catalogue};
use griffon::{eval, notation, values};

fn main() {
    divan::main();
}

/// Bitboards of 1 to 4 words; leapers, riders, hoppers, multi-leg moves, drops.
const VARIANTS: &[&str] = &["normal", "crazyhouse", "xiangqi", "shogi", "chu", "metamachy", "large"];

/// Number of positions measured.
const PLIES: usize = 40;

fn definition(name: &str) -> Variant {
    match catalogue::find(name) {
        Some(entry) => entry.variant.clone(),
        None => variant::read(name, include_str!("sets/large.txt")).expect("a good definition").0,
    }
}

/// Returns a game and the first [`PLIES`] positions of a random playout.
fn positions(name: &str) -> (Game, Vec<Position>) {
    let game = Game::new(definition(name)).expect("tables");
    let mut pos = Position::start(&game);
    let mut positions = vec![pos.clone()];
    let mut seed = 0x9E37_79B9_7F4A_7C15_u64;
    let mut list = MoveList::new();
    while positions.len() < PLIES {
        list.clear();
        movegen::list_legal(&game, &mut pos, &mut list);
        // CITE: Marsaglia, "Xorshift RNGs" (2003).
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        let Some(&mv) = list.get(seed as usize % list.len().max(1)) else { break };
        pos.make(&game, mv);
        positions.push(pos.clone());
    }
    (game, positions)
}

#[divan::bench(args = VARIANTS)]
fn generate_legal(bencher: Bencher, name: &str) {
    let (game, mut positions) = positions(name);
    let mut list = MoveList::new();
    bencher.bench_local(|| {
        for pos in &mut positions {
            list.clear();
            movegen::list_legal(&game, pos, &mut list);
            black_box(&list);
        }
    });
}

/// The reference generator, which generates the same legal moves.
#[divan::bench(args = VARIANTS, sample_count = 3)]
fn generate_legal_by_reference(bencher: Bencher, name: &str) {
    let (game, positions) = positions(name);
    bencher.bench_local(|| {
        for pos in &positions {
            black_box(oracle::legal_moves(&game, pos));
        }
    });
}

#[divan::bench(args = VARIANTS)]
fn generate_captures(bencher: Bencher, name: &str) {
    let (game, positions) = positions(name);
    let mut list = MoveList::new();
    bencher.bench_local(|| {
        for pos in &positions {
            list.clear();
            movegen::list_pseudo_legal(&game, pos, Filter::Tactical, &mut list);
            black_box(&list);
        }
    });
}

/// Makes and unmakes every legal move of every position.
#[divan::bench(args = VARIANTS)]
fn make_unmake(bencher: Bencher, name: &str) {
    let (game, positions) = positions(name);
    let legal = |mut pos: Position| {
        let list = movegen::legal_moves(&game, &mut pos);
        (pos, list)
    };
    let mut work: Vec<(Position, MoveList)> = positions.into_iter().map(legal).collect();
    bencher.bench_local(|| {
        for (pos, list) in &mut work {
            for &mv in list.iter() {
                pos.make(&game, mv);
                black_box(pos.key());
                pos.unmake(&game);
            }
        }
    });
}

/// Tests every square of every position for attacks by both sides.
#[divan::bench(args = VARIANTS)]
fn is_attacked(bencher: Bencher, name: &str) {
    let (game, positions) = positions(name);
    let squares = game.tables.squares() as u16;
    bencher.bench_local(|| {
        for pos in &positions {
            for by in griffon::board::Color::BOTH {
                for square in (0..squares).map(Square) {
                    black_box(movegen::attacked(&game, pos, square, by));
                }
            }
        }
    });
}

#[divan::bench(args = VARIANTS)]
fn evaluate(bencher: Bencher, name: &str) {
    let (game, positions) = positions(name);
    bencher.bench_local(|| {
        for pos in &positions {
            black_box(eval::evaluate(&game, pos));
        }
    });
}

#[divan::bench(args = VARIANTS, sample_count = 10)]
fn build_tables(bencher: Bencher, name: &str) {
    let variant = definition(name);
    bencher.bench_local(|| Tables::new(&variant));
}

#[divan::bench(args = VARIANTS, sample_count = 10)]
fn weigh_pieces(bencher: Bencher, name: &str) {
    let game = Game::new(definition(name)).expect("tables");
    bencher.bench_local(|| values::estimate(game.game_rules()));
}

#[divan::bench(args = ["fmWfceFifmnD", "KNADcaKcabKmabK", "(caf)4R"])]
fn compile_notation(bencher: Bencher, betza: &str) {
    bencher.bench_local(|| notation::compile(black_box(betza)));
}
