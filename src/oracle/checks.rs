//! Whether the royals of a side can be captured, by generating the captures.

use crate::board::{Color, Square};
use crate::oracle::arrive::take;
use crate::oracle::drops::drops;
use crate::oracle::generate::{arrivals, pseudo_legal_moves_of, ways};
use crate::oracle::reference_move::ReferenceMove;
use crate::oracle::view::View;

/// Whether `color` has lost its royals, or the opponent can capture them. The opponent is to move.
///
/// SPEC: diagram readings, `extinction`: all must fall, or the loss of any one (promoted ones, too) loses.
pub fn can_lose_royals(view: View<'_>, color: Color) -> bool {
    view.has_lost_royals(color) || can_be_deprived(view, color)
}

/// Whether the opponent can win by capturing royals of `color`. The opponent is to move.
pub fn can_be_deprived(view: View<'_>, color: Color) -> bool {
    let wins = |reply: &ReferenceMove| takes_king_for_free(view, reply, color);
    if view.variant.captures.blast.enemies_only {
        // Pieces beside the capture square are captured with it.
        return ways(view).iter().any(wins);
    }
    let royals = view.royals(color);
    let mut replies = Vec::new();
    for arrival in arrivals(view).filter(|way| way.path.victims.iter().any(|victim| royals.contains(victim)))
    {
        take(view, &arrival, &mut replies);
    }
    if !view.frozen {
        drops(view, &mut replies);
    }
    replies.iter().any(wins) || all_attacked(view, color)
}

/// Whether the royals of `color` could be captured if the opponent were to move.
pub fn is_in_check(view: View<'_>, color: Color) -> bool {
    let passed = if view.side == color { view.passed() } else { view.state.clone() };
    can_be_deprived(view.at(&passed), color)
}

/// Squares that a move captures. Explosions do not capture, so they give no check. SPEC: "With N=0 (the default) this
/// would capture all enemy pieces".
pub fn captured<'a>(view: View<'_>, mv: &'a ReferenceMove) -> &'a [Square] {
    if view.variant.captures.blast.enemies_only { &mv.gone } else { &mv.victims }
}

/// Whether the reply wins by capturing royals of `color` without losing its own.
fn takes_king_for_free(view: View<'_>, reply: &ReferenceMove, color: Color) -> bool {
    let royals = view.royals(color);
    let lost = royals.iter().filter(|royal| captured(view, reply).contains(royal)).count();
    let enough = !view.variant.ends.all_must_fall(color) || lost == royals.len();
    // Without capture rules, a piece that captures a royal ends the game at once.
    let ends = view.variant.captures.is_empty() && reply.dropped.is_none();
    lost > 0 && enough && (ends || !view.at(&reply.after).has_lost_royals(view.side))
}

/// Whether all royals are left attacked where the rules forbid that. The opponent is to move.
fn all_attacked(view: View<'_>, color: Color) -> bool {
    let royals = view.royals(color);
    let ruled = view.variant.move_rules.duple_check[color.index()] && view.variant.ends.all_must_fall(color);
    if !ruled || royals.len() < 2 {
        return false;
    }
    let replies = pseudo_legal_moves_of(view);
    royals.iter().all(|royal| replies.iter().any(|reply| reply.victims.contains(royal)))
}
