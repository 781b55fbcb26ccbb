//! What XBoard takes for e.p. captures. Only pieces in its two pawn slots make them.
//!
//! SPEC: `xboard.md` 3.6.

use super::plan::{BEROLINA, BEROLINA_LIKE, DialectPlan, NO_LANCE};
use super::slots;
use crate::board::{Color, Geometry, Square};
use crate::notation::Movement;
use crate::notation::legs::{Leg, Occupancy, Reach};
use crate::position::{Move, Position};
use crate::variant::PieceType;

/// Whether XBoard has an e.p. square where the move ends, after the last move to `victim`. Its e.p. square is directly
/// behind the victim, on the file halfway between the victim and where it came from. After an advance of more than two
/// ranks, captures forward may also end on the square behind that one. Assumes one if the history has no such move.
pub(super) fn allows(board: &Geometry, pos: &Position, victim: Square, mv: Move) -> bool {
    let (Some(from), Some(kind)) = (pos.left_by_last_move(victim), pos.cell(victim).kind()) else {
        return true;
    };
    let forward = if kind.color() == Color::White { 1 } else { -1 };
    let [file, from_file] = [victim, from].map(|square| i32::from(board.file(square)));
    let [rank, from_rank, start, end] =
        [victim, from, mv.from(), mv.to()].map(|square| i32::from(board.rank(square)));
    let advance = (rank - from_rank) * forward;
    let behind = (rank - end) * forward;
    let approaches = (start - end) * forward > 0;
    i32::from(board.file(mv.to())) == (file + from_file) / 2
        && (behind == 1 && advance >= 2 || behind == 2 && advance > 2 && approaches)
}

/// Whether XBoard has an e.p. square for every square that the movement, from the second of `ranks`, leaves for en
/// passant captures.
fn leaves_known_squares(movement: &Movement, ranks: u16) -> bool {
    let known = |leg: &Leg| {
        let (dx, dy) = (leg.step.dx.abs(), leg.step.dy);
        let steps = match leg.max {
            Reach::Steps(steps) => steps,
            Reach::EnemyHalf => (ranks / 2).saturating_sub(2),
            Reach::Unlimited => ranks,
        };
        let advance = dy.saturating_mul(steps as i16);
        if dx == 0 { (1..=3).contains(&advance) } else { dx == dy && advance <= 2 }
    };
    match movement.legs() {
        [leg] => !leg.trail || known(leg),
        legs => legs.iter().all(|leg| !leg.trail),
    }
}

impl DialectPlan<'_> {
    /// Whether XBoard lets the type capture and be captured en passant.
    pub(super) fn can_be_passed(&self, piece: PieceType) -> bool {
        match self[piece].slot {
            Some(slots::PAWN) => true,
            Some(slots::LANCE) => !NO_LANCE.contains(&self.parent.as_str()),
            _ => false,
        }
    }

    /// Whether the type can be captured en passant on squares where XBoard does not allow that.
    pub(super) fn passes_unknown_squares(&self, piece: PieceType) -> bool {
        let ranks = self.variant.board.ranks();
        let known = |movement| leaves_known_squares(movement, ranks);
        self.can_be_passed(piece) && !self.variant.movements(piece).iter().all(known)
    }

    /// Whether the piece has quiet sideways or diagonal moves. In a pawn slot XBoard executes them as e.p. captures.
    pub(super) fn sidesteps(&self, piece: PieceType) -> bool {
        self.has_quiet_move(piece, |across| across != 0)
    }

    /// Whether the piece has a quiet move by a number of files that passes the test.
    fn has_quiet_move(&self, piece: PieceType, test: impl Fn(i16) -> bool) -> bool {
        let quiet =
            |m: &&Movement| m.legs().last().is_some_and(|l| l.landing.pass.intersects(Occupancy::EMPTY));
        let mut moves = self.variant.movements(piece).iter().filter(quiet);
        moves.any(|m| test(m.legs().iter().map(|l| l.step.dx).sum()))
    }

    /// Moves a type out of the first pawn slot if XBoard would misread its moves there, and notes the moves that it
    /// misreads.
    pub(super) fn settle_pawn_slots(&mut self) {
        if let Some(pawn) = self.beside_passed() {
            // Only the first pawn slot has this problem.
            let lance = self.variant.types().find(|&piece| self[piece].slot == Some(slots::LANCE));
            self.set_slot(pawn, Some(slots::LANCE));
            if let Some(lance) = lance {
                self.set_slot(lance, Some(slots::PAWN));
            }
        }
        if let Some(pawn) = self.beside_passed() {
            let rank = self.variant.board.ranks().saturating_sub(3);
            self.note(pawn, &format!("XBoard treats steps ahead from rank {rank} as e.p. captures"));
        }
        let sidesteppers = self.variant.types().filter(|&p| self.can_be_passed(p) && self.sidesteps(p));
        let names = self.names(sidesteppers);
        if !BEROLINA_LIKE.contains(&self.parent.as_str()) && !names.is_empty() {
            self.notes.push(format!(
                "{names}: XBoard treats quiet steps to the side on the enemy half as e.p. captures; those that would \
                 remove a piece are never played"
            ));
        }
    }

    /// The type in the first pawn slot of the berolina parent, if it has quiet moves straight ahead: from the
    /// fourth-last rank XBoard executes them as e.p. captures of an adjacent piece. (Tested with XBoard 4.9.1.)
    pub(super) fn beside_passed(&self) -> Option<PieceType> {
        let ahead = |p: &PieceType| self.has_quiet_move(*p, |across| across == 0);
        let in_slot = |p: &PieceType| self[*p].slot == Some(slots::PAWN);
        self.variant.types().find(in_slot).filter(|p| self.parent == BEROLINA && ahead(p))
    }
}
