//! Notes the goal that a move reaches.

use crate::board::Square;
use crate::oracle::reference_move::ReferenceMove;
use crate::oracle::view::View;
use crate::oracle::zones::morph;
use crate::tables::rules::Goal;
use crate::variant::Morph;

/// Records the goal that a move reaches.
///
/// SPEC: Interactive diagrams, "Making use of Board Zones": "If it contains a + or #, the game would be won when the
/// piece reaches the square"; a quote after the atom switches it off.
pub fn note_goal(view: View<'_>, mv: &mut ReferenceMove) {
    let (variant, side) = (view.variant, view.side);
    mv.after.counters.goal = Goal::None;
    if mv.castled.is_some_and(|right| variant.ends.castle_wins.contains(&(side, right))) {
        mv.after.counters.goal = Goal::Later;
        return;
    }
    let goals = variant.promotion.morph.iter().any(Option::is_some);
    if mv.quoted || !goals || variant.ends.goal.stands() {
        return;
    }
    let ends_on = |square: Square| square == mv.to && (mv.dropped.is_some() || mv.from != square);
    let arrived =
        |&square: &Square| ends_on(square) || mv.after.cell(square).kind() != view.cell(square).kind();
    let own =
        |square: Square| Some((mv.after.cell(square).kind().filter(|kind| kind.color() == side)?, square));
    let reached = variant.board.squares().filter(arrived).filter_map(own).map(|(kind, square)| {
        match morph(variant, kind.piece(), side, square) {
            Morph::WinLater => Goal::Later,
            Morph::WinNow => Goal::Now,
            _ => Goal::None,
        }
    });
    mv.after.counters.goal = reached.max().unwrap_or_default();
}
