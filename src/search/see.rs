//! Static exchange evaluation: what a capture wins when both sides go on capturing on its square.
//!
//! Works for any piece: who can capture next is asked of the reverse tables, with the pieces already used up
//! taken off the board, so that attackers behind them appear.

use super::worth::Worth;
use crate::board::{Color, Square};
use crate::movegen::passable;
use crate::notation::legs::Occupancy;
use crate::position::cell::Kind;
use crate::position::{Game, Move, Position};
use crate::tables::reverse::Attack;
use crate::tables::tree::{Flags, Node};
use arrayvec::ArrayVec;

/// Captures on one square beyond this number do not change the verdict.
const LONGEST: usize = 24;

/// An exchange in progress.
struct Exchange<'a> {
    game: &'a Game,
    pos: &'a Position,
    worth: &'a Worth<'a>,
    target: Square,
    /// Squares whose pieces have taken part.
    gone: ArrayVec<u16, LONGEST>,
}

/// What a move wins after all exchanges on its target square (cp). `gain` is what it wins before them.
pub fn see(worth: &Worth<'_>, pos: &Position, mv: Move, mover: Kind, gain: i32) -> i32 {
    let mut exchange = Exchange {
        game: worth.game(),
        pos,
        worth,
        target: mv.to(),
        gone: ArrayVec::from_iter([mv.from().0]),
    };
    // What stands on the square after each capture decides what the next one wins.
    let mut balance: ArrayVec<i32, LONGEST> = ArrayVec::from_iter([gain]);
    let mut standing =
        mv.promotion().map_or(worth.of(mover), |piece| worth.of(Kind::new(piece, mover.color())));
    let mut side = mover.color().other();
    while balance.len() < LONGEST - 1 {
        let Some((from, kind)) = exchange.cheapest(side) else { break };
        // A royal does not capture where it could be taken back.
        if worth.is_royal(kind) && exchange.after(from).cheapest(side.other()).is_some() {
            break;
        }
        let last = balance.last().copied().unwrap_or(0);
        balance.push(standing - last);
        if exchange.gone.try_push(from.0).is_err() {
            break;
        }
        standing = worth.of(kind);
        side = side.other();
    }
    // Each side may stop instead.
    while balance.len() > 1 {
        let reply = balance.pop().unwrap_or(0);
        if let Some(last) = balance.last_mut() {
            *last = -reply.max(-*last);
        }
    }
    balance[0]
}

impl Exchange<'_> {
    /// The same exchange with one more piece used up.
    fn after(&self, from: Square) -> Self {
        let mut next = Exchange { gone: self.gone.clone(), ..*self };
        let _ = next.gone.try_push(from.0);
        next
    }
    /// The least valuable piece of a side that can capture on the square.
    fn cheapest(&self, side: Color) -> Option<(Square, Kind)> {
        let reverse = self.game.tables.reverse();
        let mut found: Option<(i32, Square, Kind)> = None;
        for from in self.pos.pieces(side) {
            let Some(kind) = self.pos.cell(from).kind() else { continue };
            if !reverse.reaches(kind, from, self.target) {
                continue;
            }
            let value = self.worth.of(kind);
            if found.is_some_and(|(least, ..)| least <= value) || self.gone.contains(&from.0) {
                continue;
            }
            if reverse.attacks(kind, from, self.target).iter().any(|&attack| self.open(kind, from, attack)) {
                found = Some((value, from, kind));
            }
        }
        found.map(|(_, from, kind)| (from, kind))
    }
    fn empty(&self, from: Square, square: u16) -> bool {
        square == from.0
            || square != self.target.0
                && (self.pos.cell(Square(square)).is_empty() || self.gone.contains(&square))
    }
    /// Is a capturing path open?
    fn open(&self, kind: Kind, from: Square, attack: Attack) -> bool {
        let nodes = self.game.tables.nodes();
        let end = &nodes[attack.end as usize];
        if !end.emit.meets(self.content(kind, end)) || !self.holds(from, end) {
            return false;
        }
        let mut at = end.parent;
        while at != Node::NO_PARENT {
            let node = &nodes[at as usize];
            let passes = node.flags.has(Flags::GUARD) || node.go.meets(self.content(kind, node));
            if !passes || !self.holds(from, node) {
                return false;
            }
            at = node.parent;
        }
        true
    }
    fn content(&self, kind: Kind, node: &Node) -> Occupancy {
        if node.square == self.target.0 && !node.flags.has(Flags::VACATED) {
            return Occupancy::ENEMY_ROYAL;
        }
        if node.flags.has(Flags::VACATED) || self.gone.contains(&node.square) {
            return Occupancy::EMPTY;
        }
        self.game.tables.occupancy(kind.color())[self.pos.cell(Square(node.square)).slot()]
    }
    fn holds(&self, from: Square, node: &Node) -> bool {
        if node.flags.has(Flags::GUARD) {
            return self.pos.cell(from).is_virgin();
        }
        if !node.flags.has(Flags::EXTRA) {
            return true;
        }
        passable(self.game.tables.extra(node), |square| self.empty(from, square))
    }
}
