//! Game phases with special rules: setup by drops, facing royals, passing.

use super::attacks::in_check;
use super::drops::{drops, room_for};
use super::legality::is_legal;
use super::{Filter, Outcome, retain};
use crate::board::bits::Bits;
use crate::board::{Color, Square};
use crate::position::cell::Kind;
use crate::position::{Game, Move, MoveList, Position};
use crate::variant::PieceType;
use crate::with_width;

/// Whether the phase requires every move to be tested.
#[cold]
pub(super) fn now(game: &Game, pos: &Position) -> bool {
    sets_up(game, pos) || game.variant.pass.bikjang && facing(game, pos)
}

/// Whether the side to move must drop its pieces in hand, if it can.
pub(crate) fn sets_up(game: &Game, pos: &Position) -> bool {
    game.variant.hand_rules.drops_first && pos.holds_any(pos.side())
}

/// Whether the phase allows a move, judged before it is made.
#[cold]
pub(super) fn before(game: &Game, pos: &mut Position, mv: Move) -> bool {
    if !sets_up(game, pos) {
        return true;
    }
    match mv.dropped() {
        Some(piece) => leaves_room(game, pos, piece, mv.to()),
        None => !can_drop(game, pos),
    }
}

/// Whether the phase allows the move just made. `faced`: royals faced each other before it.
#[cold]
pub(super) fn after(game: &Game, pos: &Position, faced: bool) -> bool {
    !faced || !facing(game, pos)
}

/// Whether the side to move has a legal drop.
fn can_drop(game: &Game, pos: &mut Position) -> bool {
    let mut list = MoveList::new();
    with_width!(game.tables.forms().width, list_drops(game, pos, &mut list));
    list.into_iter().any(|mv| is_legal(game, pos, mv))
}

fn list_drops<const W: usize>(game: &Game, pos: &Position, list: &mut MoveList) {
    drops::<W>(game, pos, Bits::ALL, Filter::All, list);
}

/// Whether a drop leaves room for pieces in hand that must spread over the shades.
fn leaves_room(game: &Game, pos: &Position, dropped: PieceType, square: Square) -> bool {
    let side = pos.side();
    game.variant.types().all(|piece| {
        let left = pos.hand(side, piece) - u32::from(piece == dropped && pos.hand(side, piece) > 0);
        left == 0
            || room_for(game, pos, Kind::new(piece, side), (dropped, square))
                .is_none_or(|room| left <= u32::from(room))
    })
}

/// Whether opposing royals face each other on an open file or rank.
pub fn facing(game: &Game, pos: &Position) -> bool {
    let pairs =
        pos.royals(Color::White).iter().flat_map(|&a| pos.royals(Color::Black).iter().map(move |&b| (a, b)));
    let board = &game.variant.board;
    pairs.into_iter().any(|(a, b)| {
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        let step = match (board.file(a) == board.file(b), board.rank(a) == board.rank(b)) {
            (true, _) => board.files(),
            (_, true) => 1,
            _ => return false,
        };
        (a.0 + step..b.0).step_by(usize::from(step)).all(|square| pos.at(square).is_empty())
    })
}

/// Appends the pass: a move of the first royal to its own square.
#[cold]
pub(super) fn pass(game: &Game, pos: &Position, list: &mut MoveList) {
    if !game.variant.pass.allowed {
        return;
    }
    list.extend(at_rest(pos).map(Move::pass));
}

/// The square that a pass names: that of the first royal, else of the first piece.
pub(super) fn at_rest(pos: &Position) -> Option<Square> {
    let royal = pos.royals(pos.side()).iter().min().copied();
    royal.or_else(|| pos.pieces(pos.side()).next())
}

/// Removes moves of the piece on `from` that change nothing, if a pass names that piece: they duplicate it.
#[cold]
pub(super) fn drop_null_moves(game: &Game, pos: &Position, from: Square, start: usize, list: &mut MoveList) {
    if at_rest(pos) != Some(from) {
        return;
    }
    let does_something = |mv: Move| {
        let unloads = |index: u32| !game.tables.unloads(&game.tables.nodes()[index as usize]).is_empty();
        mv.from() != mv.to()
            || mv.from() != from
            || mv.promotion().is_some()
            || mv.gated().is_some()
            || mv.node().is_some_and(unloads)
            || super::is_capture(game, pos, mv)
    };
    retain(start, list, does_something);
}

/// Whether the side to move may pass: out of check, or in reply to facing royals.
#[cold]
pub(super) fn may_pass(game: &Game, pos: &Position) -> bool {
    let answers = game.variant.pass.bikjang && facing(game, pos);
    !sets_up(game, pos) && (answers || !in_check(game, pos, pos.side()))
}

/// Outcome if passing has ended the game.
#[cold]
pub(super) fn outcome(game: &Game, pos: &Position) -> Option<Outcome> {
    let (rules, passes) = (&game.variant.pass, u16::from(pos.tally().passes));
    let enough = rules.end > 0 && passes >= rules.end;
    let answered = rules.bikjang && passes > 0 && facing(game, pos);
    (enough || answered).then(|| by_points(game, pos))
}

/// Outcome by points.
pub(super) fn by_points(game: &Game, pos: &Position) -> Outcome {
    let rules = &game.variant.pass;
    let Some(points) = &rules.points else { return Outcome::Drawn };
    let of = |color: Color| -> i32 {
        let standing = pos.pieces(color).filter_map(|square| pos.cell(square).kind());
        let komi = if color == game.variant.first { 0 } else { rules.komi };
        standing.map(|kind| points[kind.piece().index()]).sum::<i32>() + komi
    };
    match of(pos.side()).cmp(&of(pos.side().other())) {
        std::cmp::Ordering::Less => Outcome::Lost,
        std::cmp::Ordering::Equal => Outcome::Drawn,
        std::cmp::Ordering::Greater => Outcome::Won,
    }
}
