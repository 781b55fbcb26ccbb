//! What has to be asked of a move before it is known to be legal.
//!
//! A royal's safety depends on the contents of few squares: those on the stored paths of the enemy pieces that
//! could reach it. A move of another piece that changes none of them cannot expose the royal, whatever kinds of
//! piece there are: sliders, hoppers, lame leapers, locusts.

use super::attacks::in_check;
use super::legality::make_if_legal;
use crate::board::{Geometry, Square};
use crate::notation::legs::Occupancy;
use crate::position::cell::Kind;
use crate::position::{Game, Move, Position};
use crate::tables::tree::{Flags, Node};

/// Node contents with which a move captures on another square, or a friend.
const ELSEWHERE: Occupancy = Occupancy(Occupancy::EN_PASSANT.0 | Occupancy::FRIEND.0);

const WORDS: usize = (Geometry::MAX_FILES as usize * Geometry::MAX_RANKS as usize).div_ceil(64);

const ELABORATE: Flags = Flags::LOCUST
    .with(Flags::INITIAL)
    .with(Flags::UNLOADS)
    .with(Flags::INDUCED)
    .with(Flags::GATES)
    .with(Flags::BURNS);

/// Does a move that ends at the node change its two squares only, and take no friend?
#[inline]
pub(super) fn changes_two_squares(node: &Node) -> bool {
    !node.flags.has(ELABORATE) && !node.emit.meets(ELSEWHERE)
}

/// Facts about the royals of the side to move that hold for all moves of one position.
#[derive(Clone, Debug)]
pub struct Safety {
    /// Is the side to move in check?
    pub in_check: bool,
    /// Must every move be made to know?
    wary: bool,
    /// Bit set of squares whose change could expose a royal.
    sensitive: [u64; WORDS],
}

impl Safety {
    /// Looks at a position.
    pub fn new(game: &Game, pos: &Position) -> Self {
        let color = pos.side();
        let mut safety = Self { in_check: in_check(game, pos, color), wary: false, sensitive: [0; WORDS] };
        safety.wary = super::loans::has_dynamic(game, pos, color.other());
        if safety.in_check || safety.wary {
            return safety;
        }
        let reverse = game.tables.reverse();
        for &royal in pos.royals(color) {
            for &from in pos.pieces(color.other()) {
                let Some(kind) = pos.cell(from).kind() else { continue };
                if reverse.reaches(kind, from, royal) {
                    let depends = reverse.depends(kind, from, royal);
                    safety.sensitive.iter_mut().zip(depends).for_each(|(word, bits)| *word |= bits);
                }
            }
        }
        safety
    }
    #[inline]
    fn is_sensitive(&self, square: Square) -> bool {
        self.sensitive[square.index() / 64] >> (square.index() % 64) & 1 != 0
    }
    /// Is the pseudo-legal move certain to be legal, without making it?
    #[inline]
    pub fn vouches_for(&self, game: &Game, pos: &Position, mv: Move) -> bool {
        if self.in_check || self.wary || self.is_sensitive(mv.to()) || mv.castling().is_some() {
            return false;
        }
        let royal = |kind: Kind| game.tables.kind(kind).royal;
        if let Some(piece) = mv.dropped() {
            return !royal(Kind::new(piece, pos.side())) && pos.cell(mv.to()).is_empty();
        }
        let nodes = game.tables.nodes();
        let plain =
            mv.is_plain() || mv.node().is_some_and(|index| changes_two_squares(&nodes[index as usize]));
        plain
            && !self.is_sensitive(mv.from())
            && !pos.cell(mv.from()).kind().is_some_and(royal)
            && !mv.promotion().is_some_and(|piece| royal(Kind::new(piece, pos.side())))
    }
    /// Makes the pseudo-legal move if it is legal; says whether it did.
    #[inline]
    pub fn make_if_legal(&self, game: &Game, pos: &mut Position, mv: Move) -> bool {
        if self.vouches_for(game, pos, mv) {
            pos.make(game, mv);
            return true;
        }
        make_if_legal(game, pos, mv)
    }
    /// Is the pseudo-legal move legal?
    #[inline]
    pub fn is_legal(&self, game: &Game, pos: &mut Position, mv: Move) -> bool {
        self.vouches_for(game, pos, mv) || super::legality::is_legal(game, pos, mv)
    }
}
