//! Counts the leaves of the move tree below a position: moves are made down to the last plies, which are counted.

use crate::board::MoveList;
use crate::movegen::legal::end_threats::EndThreats;
use crate::movegen::legal::legal_moves::Guard;
use crate::movegen::legal::list::list_continuations_of_width;
use crate::movegen::{in_check, outcome, outcome_by_royals};
use crate::perft::reply_counter::ReplyCounter;
use crate::position::{Game, Position};
use crate::with_width;
use std::ops::Range;

/// Maximum depth, plies: each takes stack.
pub const MAX_DEPTH: u32 = 1000;
/// Stack of a thread that counts to this depth, bytes.
pub const STACK: usize = 16 << 20;

/// Number of leaf nodes of the legal move tree.
pub fn perft(game: &Game, pos: &mut Position, depth: u32) -> u64 {
    perft_until(game, pos, depth, &mut MoveList::new(), &|| false)
}

/// Like [`perft`], until `halt` returns true; the number is then meaningless. `list` is a buffer, restored on return.
pub fn perft_until(
    game: &Game,
    pos: &mut Position,
    depth: u32,
    list: &mut MoveList,
    halt: &dyn Fn() -> bool,
) -> u64 {
    if outcome(game, pos).is_some() {
        return u64::from(depth == 0);
    }
    let all = 0..usize::MAX;
    pos.untracked(|pos| {
        with_width!(game.tables.forms().width, count_below(game, pos, (depth, all), list, halt))
    })
}

/// Number of leaf nodes two plies below a position, after those of its legal moves, numbered in the generator's order.
pub fn perft_after(game: &Game, pos: &mut Position, moves: Range<usize>) -> u64 {
    if outcome(game, pos).is_some() {
        return 0;
    }
    let (mut list, below) = (MoveList::new(), (2, moves));
    pos.untracked(|pos| {
        with_width!(game.tables.forms().width, count_below(game, pos, below, &mut list, &|| false))
    })
}

/// Leaf nodes below a position that is not over; from two plies on, only those after the moves of these numbers.
fn count_below<const W: usize>(
    game: &Game,
    pos: &mut Position,
    (depth, numbers): (u32, Range<usize>),
    list: &mut MoveList,
    halt: &dyn Fn() -> bool,
) -> u64 {
    match depth {
        0 => 1,
        1 => Guard::<W>::unrestricted(game, pos).count_in(pos, list),
        _ => Descent { game, list, halt, reply_counter: ReplyCounter::<W>::new(game, pos) }
            .descend(pos, depth, numbers),
    }
}

/// Counts the tree below a position.
struct Descent<'a, const W: usize> {
    game: &'a Game,
    /// Moves of all plies above the leaves.
    list: &'a mut MoveList,
    /// Reply counts one ply above the leaves.
    reply_counter: ReplyCounter<'a, W>,
    /// Returns true once the number is no longer wanted.
    halt: &'a dyn Fn() -> bool,
}

impl<const W: usize> Descent<'_, W> {
    /// Leaf nodes at least two plies below a position that is not over, after the legal moves of these numbers.
    fn descend(&mut self, pos: &mut Position, depth: u32, numbers: Range<usize>) -> u64 {
        let start = self.list.len();
        list_continuations_of_width::<W>(self.game, pos, self.list);
        let moves = self.list.len() - start;
        let previewed = depth == 2 && self.reply_counter.look(pos, moves, self.list);
        let threats = EndThreats::<W>::of(self.game, pos);
        // A move by `make_local` leaves the rule counters as they are. Only endings and moves further down read them.
        let counts = self.game.rules.counter_use.for_endings;
        let mut nodes = 0;
        for index in start + numbers.start..start + numbers.end.min(moves) {
            // PERF: `griffon perft normal 7`: one move in eight one ply above the leaves, 2 % faster than at each.
            if (depth > 2 || index % 8 == 0) && (self.halt)() {
                break;
            }
            let mv = self.list[index];
            let victim = pos.cell(mv.to());
            let may_end = threats.may_follow(self.game, pos, mv);
            let is_local = !counts || depth == 2 && !may_end;
            let undo = if is_local { pos.make_local::<W>(self.game, mv) } else { None };
            // Such moves are local.
            let mut known = previewed;
            if undo.is_none() {
                let explodes = !victim.is_empty() && self.game.tables.explosions().is_some();
                known &= self.game.is_local(pos, mv) && !explodes && !self.game.is_royal(victim);
                pos.make(self.game, mv);
            }
            let over = match known {
                _ if threats.checks && in_check(self.game, pos, pos.side()) => true,
                _ if may_end => outcome(self.game, pos).is_some(),
                true => false,
                false => outcome_by_royals(self.game, pos).is_some(),
            };
            nodes += match known {
                _ if over => 0,
                true => self.reply_counter.count(pos, mv.from(), mv.to(), self.list),
                false => self.below(pos, depth - 1),
            };
            match undo {
                Some(undo) => pos.unmake_local::<W>(self.game, undo),
                None => pos.unmake(self.game),
            }
        }
        self.list.truncate(start);
        nodes
    }
    /// Leaf nodes at least one ply below a position that is not over.
    #[inline(always)]
    fn below(&mut self, pos: &mut Position, depth: u32) -> u64 {
        match depth {
            1 => self.reply_counter.count_anew(pos, self.list),
            _ => self.descend(pos, depth, 0..usize::MAX),
        }
    }
}
