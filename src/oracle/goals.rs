//! Notes the goal that a move reaches.

use crate::oracle::board_state::ReferenceState;
use crate::oracle::reference_move::ReferenceMove;
use crate::oracle::zones::morph;
use crate::variant::{Morph, Variant};

/// Records the goal that a move reaches.
///
/// SPEC: Interactive diagrams, "Making use of Board Zones": "If it contains a + or #, the game would be won when the
/// piece reaches the square"; a quote after the atom switches it off.
pub fn note_goal(variant: &Variant, before: &ReferenceState, mv: &mut ReferenceMove) {
    mv.after.tally.reached = 0;
    if mv.castled.is_some_and(|right| variant.ends.castle_wins.contains(&(before.side, right))) {
        mv.after.tally.reached = 1;
        return;
    }
    let goals = variant.promotion.morph.iter().any(Option::is_some);
    if mv.quoted || !goals || variant.ends.goal.stands() {
        return;
    }
    for square in variant.board.squares() {
        let Some(kind) = mv.after.cell(square).kind() else { continue };
        if kind.color() != before.side || mv.after.cell(square) == before.cell(square) {
            continue;
        }
        let reached = match morph(variant, kind.piece(), kind.color(), square) {
            Morph::WinLater => 1,
            Morph::WinNow => 2,
            _ => 0,
        };
        mv.after.tally.reached = mv.after.tally.reached.max(reached);
    }
}
