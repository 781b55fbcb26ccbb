//! Comparing the compiled generator with the reference twin.
#![allow(dead_code, reason = "not every test file uses every helper")]

use griffon::board::Color;
use griffon::movegen;
use griffon::movegen::reference::{self, Agreement, ReferenceMove, State};
use griffon::position::{Game, Move, MoveList, Position};

/// A small generator of random numbers (xorshift), so that a failure names its seed.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }
    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }
    pub fn pick<'t, T>(&mut self, from: &'t [T]) -> &'t T {
        &from[self.below(from.len())]
    }
    /// True in so many of a hundred cases.
    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }
}

/// Compares all legal moves of a position, and the number of answers with the sum over the moves; gives each compiled one
/// with its twin.
pub fn pairs(game: &Game, pos: &mut Position, what: &str) -> Vec<(Move, ReferenceMove)> {
    let mut unmatched = MoveList::new();
    movegen::legal(game, pos, &mut unmatched);
    let counted = movegen::perft(game, pos, 1);
    assert_eq!(counted, unmatched.len() as u64, "{what}: counted and listed in {}", pos.fen(game));
    let (answers, mut counted_one_by_one) = (movegen::perft(game, pos, 2), 0);
    let mut expected = reference::legal(game, pos);
    let mut pairs = Vec::with_capacity(unmatched.len());
    for wanted in [Agreement::Full, Agreement::UpToUselessRights] {
        unmatched.retain(|&mv| {
            pos.make(game, mv);
            if wanted == Agreement::Full {
                counted_one_by_one += movegen::perft(game, pos, 1);
            }
            let found = expected.iter().position(|other| other.agreement(game, mv, pos) == wanted);
            pos.unmake(game);
            pairs.extend(found.map(|index| (mv, expected.swap_remove(index))));
            found.is_none()
        });
    }
    assert_eq!(answers, counted_one_by_one, "{what}: answers in {}", pos.fen(game));
    let rest: Vec<String> = expected.iter().map(ToString::to_string).collect();
    let fen = pos.fen(game);
    assert!(unmatched.is_empty(), "{what}: only compiled: {unmatched:?}, only reference: {rest:?} in {fen}");
    assert!(rest.is_empty(), "{what}: only reference: {rest:?} in {fen}");
    pairs
}

/// Makes every move and takes it back: the running key is the key counted afresh, and unmake restores everything.
pub fn make_and_unmake(game: &Game, pos: &mut Position, moves: &[(Move, ReferenceMove)], what: &str) {
    let facts = |pos: &Position| {
        let fallen = Color::BOTH.map(|color| pos.has_lost_royal(color));
        (pos.key(), pos.weights(), pos.quiet_plies(), pos.plies(), fallen)
    };
    let before = (State::of(game, pos), pos.fen(game), facts(pos));
    for (mv, twin) in moves {
        pos.make(game, *mv);
        assert_eq!(pos.key(), pos.fresh_key(), "{what}: the key after {twin} from {}", before.1);
        assert_eq!(pos.side(), before.0.side.other(), "{what}: the side to move after {twin}");
        pos.unmake(game);
        assert_eq!(State::of(game, pos), before.0, "{what}: {twin} taken back in {}", before.1);
        assert_eq!(facts(pos), before.2, "{what}: {twin} taken back in {}", before.1);
    }
    assert_eq!((pos.fen(game), pos.fresh_key()), (before.1, pos.key()), "{what}: after all moves");
}
