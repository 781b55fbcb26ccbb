//! Static exchange evaluation: the result of a capture if both sides go on capturing on its square.
//!
//! Works for any piece: the reverse tables give the next attackers. Pieces already used are taken off the board,
//! which uncovers further attackers. Each step counts the full value of a capture: with drops, the piece also
//! goes to a hand.

use super::piece_values::PieceValues;
use crate::board::bits::Bits;
use crate::board::{Color, Kind, Square};
use crate::moves;
use crate::moves::passable;
use crate::notation::legs::Occupancy;
use crate::position::{Game, Move, Position};
use crate::tables::attack_tables::Attack;
use crate::tables::tree::{Flags, Node};
use crate::variant::captures::{CaptureActions, Column};
use arrayvec::ArrayVec;

/// Maximum number of capturing paths tried for one piece; further paths count as closed.
const MAX_PATHS: usize = 32;

/// Longest exchange; further captures do not change the verdict.
const LONGEST: usize = 24;

/// An exchange in progress.
#[derive(Clone, Copy)]
struct Exchange<'a, const W: usize> {
    game: &'a Game,
    pos: &'a Position,
    values: &'a PieceValues<'a>,
    target: Square,
    /// Squares of the pieces already used.
    gone: Bits<W>,
    /// Remaining pieces, apart from the one on the target.
    left: Bits<W>,
}

impl PieceValues<'_> {
    /// Material that a move loses in the exchanges after it: 0 or negative (cp). `gain` is its immediate gain.
    pub fn loss<const W: usize>(&self, pos: &Position, mv: Move, gain: i32) -> i32 {
        let mover = Self::mover(pos, mv);
        if self.game.rules.captures.effects && moves::vanishes(self.game, pos, mv) {
            // The mover is gone and cannot be recaptured.
            return gain.min(0);
        }
        if self.game.rules.captures.explode
            && let Some(cost) = self.cost_of_explosion::<W>(pos, mv, mover)
        {
            return (gain - cost).min(0);
        }
        // Capturing a more valuable piece loses nothing, whatever follows.
        if gain >= self.exchange(mover) { 0 } else { see::<W>(self, pos, mv, mover, gain).min(0) }
    }
    /// Material that a move loses if the opponent then captures the piece that moved and that explodes (cp); 0 if the
    /// opponent would lose more. `None` if its cheapest capture does not explode.
    #[cold]
    fn cost_of_explosion<const W: usize>(&self, pos: &Position, mv: Move, mover: Kind) -> Option<i32> {
        let (side, target) = (mover.color(), mv.to());
        let standing = mv.promotion().map_or(mover, |piece| Kind::new(piece, side));
        let exchange = Exchange::<W>::after_move(self, pos, mv);
        let (from, captor) = exchange.cheapest(side.other())?;
        let rules = &self.game.variant.captures;
        let effect = rules.effect(false, captor.piece(), Column::Enemy(standing.piece()));
        if !effect.actions.intersects(CaptureActions::BLAST) {
            return None;
        }
        let blast = self.game.tables.effect_tables().map_or(&[][..], |effects| effects.blast(target));
        let around = blast.iter().map(|&square| Square(square));
        let others = around.filter(|&square| exchange.left.has(square) && square != from);
        let kinds = others.filter_map(|square| pos.cell(square).kind());
        let destroyed = kinds.filter(|&kind| moves::is_blown_up(self.game, kind, captor.color()));
        let change: i32 =
            destroyed.map(|kind| if kind.color() == side { self.of(kind) } else { -self.of(kind) }).sum();
        let captor = if moves::is_lost_capturing(self.game, captor) { self.of(captor) } else { 0 };
        Some((self.exchange(standing) + change - captor).max(0))
    }
}

/// Returns the gain of a move after all exchanges on its target square (cp). `gain` is its immediate gain.
fn see<const W: usize>(values: &PieceValues<'_>, pos: &Position, mv: Move, mover: Kind, gain: i32) -> i32 {
    let mut exchange = Exchange::<W>::after_move(values, pos, mv);
    // Each capture wins the piece that the previous one left on the square.
    let mut balance: ArrayVec<i32, LONGEST> = ArrayVec::new();
    let mut last = gain;
    let mut standing = mv
        .promotion()
        .map_or(values.exchange(mover), |piece| values.exchange(Kind::new(piece, mover.color())));
    let mut side = mover.color().other();
    balance.push(gain);
    while !balance.is_full() {
        let Some((from, kind)) = exchange.cheapest(side) else { break };
        // A royal does not capture if it could be recaptured.
        if values.game.tables.kind(kind).royal && exchange.after(from).cheapest(side.other()).is_some() {
            break;
        }
        last = standing - last;
        balance.push(last);
        exchange = exchange.after(from);
        standing = values.exchange(kind);
        side = side.other();
    }
    // Each side may stop instead of capturing.
    while balance.len() > 1 {
        let reply = balance.pop().unwrap_or(0);
        if let Some(last) = balance.last_mut() {
            *last = -reply.max(-*last);
        }
    }
    balance[0]
}

impl<'a, const W: usize> Exchange<'a, W> {
    /// The exchange on the square where a move ends.
    #[inline(always)]
    fn after_move(values: &'a PieceValues<'a>, pos: &'a Position, mv: Move) -> Self {
        let gone = Bits::square(mv.from());
        let left = pos.occupied::<W>().without(gone | Bits::square(mv.to()));
        Self { game: values.game, pos, values, target: mv.to(), gone, left }
    }
    /// The exchange with one more piece used.
    #[inline]
    fn after(&self, from: Square) -> Self {
        let used = Bits::square(from);
        Self { gone: self.gone | used, left: self.left.without(used), ..*self }
    }
    /// The least valuable piece of a side that can capture on the target.
    #[inline]
    fn cheapest(&self, side: Color) -> Option<(Square, Kind)> {
        let reverse = self.game.tables.reverse();
        for &kind in self.values.ascending(side) {
            let pieces = self.pos.kind_set::<W>(kind) & self.left;
            if pieces.is_empty() {
                continue;
            }
            let attackers = pieces & reverse.origins(kind, self.target);
            if attackers.is_empty() {
                continue;
            }
            let by_paths = |from| {
                let mut paths = reverse.attacks(kind, from, self.target).iter().take(MAX_PATHS);
                paths.any(|&attack| self.is_open(kind, from, attack))
            };
            let is_open = |&from: &Square| {
                let known = reverse.is_open(kind, [from, self.target], self.left);
                known.unwrap_or_else(|| by_paths(from))
            };
            if let Some(from) = { attackers }.find(is_open) {
                return Some((from, kind));
            }
        }
        None
    }
    fn empty(&self, from: Square, square: u16) -> bool {
        let square = Square(square);
        square == from || square != self.target && (self.pos.cell(square).is_empty() || self.gone.has(square))
    }
    /// Whether a capturing path is open.
    fn is_open(&self, kind: Kind, from: Square, attack: Attack) -> bool {
        let nodes = self.game.tables.nodes();
        let end = &nodes[attack.end as usize];
        let passes =
            |node: &Node| node.flags.intersects(Flags::GUARD) || node.go.intersects(self.content(kind, node));
        end.emit.intersects(self.content(kind, end))
            && self.holds(from, end)
            && end.ancestors(nodes).all(|node| passes(node) && self.holds(from, node))
    }
    fn content(&self, kind: Kind, node: &Node) -> Occupancy {
        if node.square == self.target.0 && !node.flags.intersects(Flags::VACATED) {
            return Occupancy::ENEMY_ROYAL;
        }
        if node.flags.intersects(Flags::VACATED) || self.gone.has(Square(node.square)) {
            return Occupancy::EMPTY;
        }
        self.game.tables.occupancy(kind.color())[self.pos.cell(Square(node.square)).slot()]
    }
    fn holds(&self, from: Square, node: &Node) -> bool {
        if node.flags.intersects(Flags::GUARD) {
            return self.pos.cell(from).is_unmoved();
        }
        if !node.flags.intersects(Flags::EXTRA) {
            return true;
        }
        passable(self.game.tables.extra(node), |square| self.empty(from, square))
    }
}
