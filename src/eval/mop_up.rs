//! Mop-up: a lone royal, or a lone piece whose loss loses, is driven to the edge and confined.
//!
//! CITE: Slate and Atkin, "Chess 4.5" (1977): the mop-up evaluation.

use super::army::{EvalContext, SideAttacks, targets};
use super::terms::is_bare;
use crate::board::bits::Bits;
use crate::board::{Color, Square};
use crate::position::{Game, Position};

/// Sum of the files and ranks of chess, to which the parameters refer.
const CHESS_SIZE: i32 = 8 + 8;

/// A smaller room is worth no more: it leads to stalemate.
const MIN_ROOM: u32 = 5;
/// A larger room is worth no less, so that it need not be explored.
const MAX_ROOM: u32 = 100;

/// Bonus for driving the last piece of the other side to the edge, confining it, and bringing the own king closer, or the
/// nearest piece if there is no king. `None` if the other side has more pieces, or does not lose with its last one.
pub(super) fn mop_up<const W: usize>(
    context: &EvalContext<'_, W>,
    strong: Color,
    own: &SideAttacks<W>,
) -> Option<i32> {
    let EvalContext { game, pos, .. } = *context;
    if !is_bare(game, pos, strong.other()) || is_bare(game, pos, strong) {
        return None;
    }
    let hunted = hunted(context, strong.other())?;
    let board = &game.variant.board;
    let (files, ranks) = (i32::from(board.files()), i32::from(board.ranks()));
    let place = |square: Square| (i32::from(board.file(square)), i32::from(board.rank(square)));
    let weak = place(hunted);
    let from_centre = (2 * weak.0 - files + 1).abs() / 2 + (2 * weak.1 - ranks + 1).abs() / 2;
    let apart = |square: Square| {
        let other = place(square);
        (weak.0 - other.0).abs() + (weak.1 - other.1).abs()
    };
    let kings = pos.royals(strong).iter().copied().chain(context.king(strong));
    let nearest = kings.map(apart).min().or_else(|| pos.pieces(strong).map(apart).min()).unwrap_or(0);
    let params = &game.weights.params;
    let near =
        params.mop_up_edge * from_centre + params.mop_up_approach * (2 * (files + ranks) / 3 - nearest);
    let room = room(context, hunted, own.guarded | own.by_royals).max(MIN_ROOM);
    let closed = MAX_ROOM.min(board.len() as u32).saturating_sub(room) as i32;
    Some((near + params.mop_up_room * closed) * CHESS_SIZE / (files + ranks))
}

/// Whether the bonus may apply in a game that is not won by mate alone; a quick test.
pub fn mop_up_may_apply(game: &Game, pos: &Position) -> bool {
    !game.rules.assumptions.won_by_mate && Color::BOTH.into_iter().any(|color| is_bare(game, pos, color))
}

/// The square of the last piece of a side, if its loss loses the game: by mate, or by extinction.
fn hunted<const W: usize>(context: &EvalContext<'_, W>, color: Color) -> Option<Square> {
    let EvalContext { game, pos, .. } = *context;
    let last = pos.pieces(color).next()?;
    let is_mated = game.rules.endings.mate_wins && pos.royals(color) == [last];
    (is_mated || loses_all(game, pos, color, last)).then_some(last)
}

/// Whether the loss of the last piece of a side loses by an extinction rule.
fn loses_all(game: &Game, pos: &Position, color: Color, last: Square) -> bool {
    let Some(kind) = pos.cell(last).kind() else { return false };
    game.rules.endings.losing(color).any(|rule| rule.most == 0 && rule.counts(kind))
}

/// Number of squares that a piece can reach, in any number of moves, without entering a guarded one; not exact from
/// [`MAX_ROOM`] on.
fn room<const W: usize>(context: &EvalContext<'_, W>, from: Square, guarded: Bits<W>) -> u32 {
    let Some(kind) = context.pos.cell(from).kind() else { return 0 };
    let mut reached = Bits::square(from);
    let mut last = reached;
    while !last.is_empty() && reached.count() < MAX_ROOM {
        let mut next = Bits::EMPTY;
        last.for_each(|square| next |= targets(context, kind, square).quiet);
        last = next.without(guarded | reached);
        reached |= last;
    }
    reached.count()
}
