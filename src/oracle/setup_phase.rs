//! Phases with special rules, read from the variant: setup by drops, facing royals, passing.

use crate::board::{Color, Kind, Square};
use crate::notation::legs::{Drop, MovementKind, Reach};
use crate::oracle::board_state::ReferenceState;
use crate::oracle::checks::can_be_deprived;
use crate::oracle::reference_move::ReferenceMove;
use crate::oracle::zones;
use crate::position::{Game, Position};
use crate::variant::{Morph, Variant};

/// Whether the side to move must drop its pieces in hand, if it can (key `setupDrops`).
pub(crate) fn sets_up(variant: &Variant, state: &ReferenceState) -> bool {
    variant.hand_rules.drops_first
        && variant.types().any(|piece| state.hand(Kind::new(piece, state.side)) > 0)
}

/// Whether the drop leaves room for pieces in hand that must spread over the shades (`s@`).
pub(crate) fn leaves_room(variant: &Variant, state: &ReferenceState, mv: &ReferenceMove) -> bool {
    let board = &variant.board;
    variant.types().all(|piece| {
        let kind = Kind::new(piece, state.side);
        let drops =
            variant.pieces[piece.index()].movements.iter().filter_map(|movement| match &movement.kind {
                MovementKind::Drop(drop) if drop.limits.per_shade > 0 => Some(drop),
                _ => None,
            });
        let Some(drop) = drops.into_iter().next() else { return true };
        let room = [0, 1].map(|shade| {
            let of_shade = |square: &Square| board.shade(*square) == shade;
            let squares: Vec<Square> = board.squares().filter(of_shade).collect();
            let there = squares.iter().filter(|&&square| mv.after.cell(square).kind() == Some(kind)).count();
            let free = squares
                .iter()
                .filter(|&&square| mv.after.cell(square).is_empty() && within(variant, kind, drop, square));
            free.count().min(usize::from(drop.limits.per_shade).saturating_sub(there))
        });
        mv.after.hand(kind) as usize <= room[0] + room[1]
    })
}

/// Whether the square is within the range of the drop.
fn within(variant: &Variant, kind: Kind, drop: &Drop, square: Square) -> bool {
    let rank = variant.board.relative_rank(kind.color(), square);
    let depth = match drop.depth {
        Reach::Steps(ranks) => rank < ranks,
        Reach::Unlimited | Reach::EnemyHalf => true,
    };
    let morph = zones::morph(variant, kind.piece(), kind.color(), square);
    depth && rank >= drop.skip && !variant.board.is_hole(square) && morph != Morph::Forbidden
}

/// Whether opposing royals face each other on an open file or rank.
pub fn facing(variant: &Variant, state: &ReferenceState) -> bool {
    let board = &variant.board;
    let lines = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    let others = state.royals(variant, Color::Black);
    state.royals(variant, Color::White).into_iter().any(|from| {
        lines.into_iter().any(|(x, y)| {
            let at =
                |n: i32| board.at(i32::from(board.file(from)) + n * x, i32::from(board.rank(from)) + n * y);
            let seen = (1..).map_while(at).find(|&square| !state.cell(square).is_empty());
            seen.is_some_and(|square| others.contains(&square))
        })
    })
}

/// The pass, if the side to move may pass.
pub fn pass(game: &Game, pos: &Position, state: &ReferenceState) -> Option<ReferenceMove> {
    let variant = &game.variant;
    let mut own = variant
        .board
        .squares()
        .filter(|&square| state.cell(square).kind().is_some_and(|kind| kind.color() == state.side));
    let royal = state.royals(variant, state.side).into_iter().min();
    let square = royal
        .or_else(|| own.next())
        .filter(|_| variant.pass.allowed && !state.frozen && !sets_up(variant, state))?;
    let mut after = state.clone();
    after.passing = None;
    after.tally.reached = 0;
    if variant.pass.end > 0 || variant.pass.bikjang {
        after.tally.passes = state.tally.passes.saturating_add(1);
    }
    after.turn();
    let answers = variant.pass.bikjang && facing(variant, state);
    if !answers && can_be_deprived(game, pos, &after, state.side) {
        return None;
    }
    Some(ReferenceMove::new(square, square, after))
}
