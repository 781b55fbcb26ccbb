//! Phases with special rules, read from the variant: setup by drops, facing royals, passing.

use crate::board::{Color, Kind, Square};
use crate::notation::legs::Drop;
use crate::oracle::checks::can_be_deprived;
use crate::oracle::drops::{drop_atoms, is_in_depth};
use crate::oracle::passes::rest;
use crate::oracle::reference_move::ReferenceMove;
use crate::oracle::view::View;
use crate::oracle::zones;
use crate::tables::rules::Goal;
use crate::variant::{Morph, Variant};

/// Whether the side to move must drop its pieces in hand, if it can (key `setupDrops`).
pub fn sets_up(view: View<'_>) -> bool {
    view.variant.hand_rules.drops_first && view.variant.types().any(|piece| view.holds(piece))
}

/// Whether the drop leaves room for pieces in hand that must spread over the shades (`s@`).
pub fn leaves_room(view: View<'_>, mv: &ReferenceMove) -> bool {
    let board = &view.variant.board;
    view.variant.types().all(|piece| {
        let kind = Kind::new(piece, view.side);
        let mut drops = drop_atoms(view.variant, piece);
        let Some(drop) = drops.find(|drop| drop.limits.per_shade > 0) else { return true };
        let room = [0, 1].map(|shade| {
            let squares = || board.squares().filter(|&square| board.shade(square) == shade);
            let there = squares().filter(|&square| mv.after.cell(square).kind() == Some(kind)).count();
            let free = squares().filter(|&square| {
                mv.after.cell(square).is_empty() && within(view.variant, kind, drop, square)
            });
            free.count().min(usize::from(drop.limits.per_shade).saturating_sub(there))
        });
        mv.after.hand(kind) as usize <= room[0] + room[1]
    })
}

/// Whether the square is within the range of the drop.
fn within(variant: &Variant, kind: Kind, drop: &Drop, square: Square) -> bool {
    let morph = zones::morph(variant, kind.piece(), kind.color(), square);
    is_in_depth(variant, kind, drop, square) && !variant.board.is_hole(square) && morph != Morph::Forbidden
}

/// Whether opposing royals face each other on an open file or rank.
pub fn facing(view: View<'_>) -> bool {
    let board = &view.variant.board;
    let lines = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    let others = view.royals(Color::Black);
    view.royals(Color::White).into_iter().any(|from| {
        lines.into_iter().any(|(x, y)| {
            let at =
                |n: i32| board.at(i32::from(board.file(from)) + n * x, i32::from(board.rank(from)) + n * y);
            let seen = (1..).map_while(at).find(|&square| !view.cell(square).is_empty());
            seen.is_some_and(|square| others.contains(&square))
        })
    })
}

/// The pass, if the side to move may pass.
pub fn pass(view: View<'_>) -> Option<ReferenceMove> {
    let (rules, side) = (&view.variant.pass, view.side);
    let square = rest(view).filter(|_| rules.allowed && !view.frozen && !sets_up(view))?;
    let mut after = view.passed();
    after.counters.goal = Goal::None;
    if rules.end > 0 || rules.bikjang {
        after.counters.passes = view.counters.passes.saturating_add(1);
    }
    let answers = rules.bikjang && facing(view);
    let safe = answers || !can_be_deprived(view.at(&after), side);
    safe.then(|| ReferenceMove::new(square, square, after))
}
