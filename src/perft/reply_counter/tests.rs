//! The reply counter against counting anew.

use super::*;
use crate::movegen::legal::list::list_continuations_of_width;
use crate::variant::catalogue;

fn game(name: &str) -> Game {
    Game::new(catalogue::find(name).expect(name).variant.clone()).expect(name)
}

/// Checks the counted replies to every local move against the listed ones; returns the number of local moves and
/// of all replies.
fn replies<const W: usize>(name: &str, fen: &str) -> (usize, u64) {
    let game = game(name);
    let mut pos = Position::from_fen(&game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let (mut moves, mut scratch) = (MoveList::new(), MoveList::new());
    list_continuations_of_width::<W>(&game, &mut pos, &mut moves);
    let mut counter = ReplyCounter::<W>::new(&game, &pos);
    assert!(counter.look(&mut pos, moves.len(), &mut scratch), "{fen}");
    let (mut local, mut total) = (0, 0);
    for &mv in &moves {
        let known = game.is_local(&pos, mv);
        pos.make(&game, mv);
        let mut listed = MoveList::new();
        list_continuations_of_width::<W>(&game, &mut pos, &mut listed);
        let counted = match known {
            true => counter.count(&mut pos, mv.from(), mv.to(), &mut scratch),
            false => counter.count_anew(&mut pos, &mut scratch),
        };
        assert_eq!(counted, listed.len() as u64, "{mv:?} in {fen}");
        assert!(scratch.is_empty(), "{mv:?} in {fen}");
        pos.unmake(&game);
        (local, total) = (local + usize::from(known), total + counted);
    }
    (local, total)
}

/// Counts of the second ply that are published.
#[test]
fn replies_to_each_move_are_counted() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(replies::<1>("normal", start).1, 400);
    let pins_and_castling = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let (local, total) = replies::<1>("normal", pins_and_castling);
    assert_eq!(total, 2039);
    assert!(local > 40, "{local}");
}

#[test]
fn few_moves_are_not_worth_it() {
    let game = game("normal");
    let mut pos = Position::start(&game);
    let mut counter = ReplyCounter::<1>::new(&game, &pos);
    assert!(!counter.look(&mut pos, MOVES - 1, &mut MoveList::new()));
    assert!(counter.look(&mut pos, MOVES, &mut MoveList::new()));
}
