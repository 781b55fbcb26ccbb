//! Forbidden and mandatory moves, apart from royal safety.

use crate::board::Square;
use crate::oracle::checks::{captured, is_in_check};
use crate::oracle::generate::pseudo_legal_moves_of;
use crate::oracle::reference_move::ReferenceMove;
use crate::oracle::view::View;

/// Whether the move gives check, or its piece now attacks an enemy.
///
/// SPEC: the rules of Sittuyin: the promoted piece may neither capture nor give check at once.
pub fn disturbs(view: View<'_>, mv: &ReferenceMove) -> bool {
    let enemy = mv.after.side;
    let mut again = mv.after.passed();
    again.frozen = false;
    let hostile = |square: &Square| again.cell(*square).kind().is_some_and(|kind| kind.color() == enemy);
    let attacks = |reply: &ReferenceMove| {
        reply.dropped.is_none() && reply.from == mv.to && reply.victims.iter().any(hostile)
    };
    is_in_check(view.at(&mv.after), enemy) || pseudo_legal_moves_of(view.at(&again)).iter().any(attacks)
}

/// Whether the move is by a royal in check and does not capture the only checker.
pub fn flees(view: View<'_>, mv: &ReferenceMove) -> bool {
    let royals = view.royals(view.side);
    if mv.dropped.is_some() || !royals.contains(&mv.from) || !is_in_check(view, view.side) {
        return false;
    }
    let captures = pseudo_legal_moves_of(view.at(&view.passed()));
    let takes =
        |capture: &&ReferenceMove| captured(view, capture).iter().any(|square| royals.contains(square));
    let mut checkers: Vec<Square> = captures.iter().filter(takes).map(|capture| capture.from).collect();
    checkers.sort_unstable();
    checkers.dedup();
    !matches!(checkers[..], [only] if mv.victims.contains(&only))
}

/// If a move has priority, removes those that have none.
pub fn keep_forced(view: View<'_>, moves: &mut Vec<ReferenceMove>) {
    let captures = |mv: &ReferenceMove| mv.victims.iter().any(|&victim| view.cell(victim).kind().is_some());
    // SPEC: Interactive diagrams, captureMatrix: "it is then mandatory to play one of those".
    let forced = |mv: &ReferenceMove| mv.goes_first || view.variant.move_rules.must_capture && captures(mv);
    if moves.iter().any(forced) {
        moves.retain(forced);
    }
}
