//! Rules other than royal safety that forbid or force moves, in games that have them.

use crate::board::{Color, Kind, Square};
use crate::movegen::attack::attacks::in_check;
use crate::movegen::attack::capture_checks;
use crate::movegen::filter::Filter;
use crate::movegen::pseudo::compiled::list_pseudo_legal_of;
use crate::movegen::pseudo::drops;
use crate::moves::{Mover, effect, takes, victims};
use crate::position::royals::royals_lost;
use crate::position::{Game, Move, MoveList, Position};
use crate::tables::rules::Goal;
use crate::variant::NoCheck;
use crate::variant::captures::CaptureActions;
use crate::with_width;

/// Whether the rules judged in the position before the move allow it.
#[cold]
pub(crate) fn before(game: &Game, pos: &Position, mv: Move) -> bool {
    !game.variant.move_rules.royal_stays || !flees(game, pos, mv)
}

/// Whether the move is by a royal in check and does not capture the only checker.
fn flees(game: &Game, pos: &Position, mv: Move) -> bool {
    let side = pos.side();
    let royal = |kind: Kind| game.tables.kind(kind).royal;
    if mv.is_drop() || !pos.cell(mv.from()).kind().is_some_and(royal) || !in_check(game, pos, side) {
        return false;
    }
    !matches!(checkers(game, pos)[..], [Some(only)] if takes(game, pos, mv, |_, square| square == only))
}

/// Squares of the pieces that give check to the side to move; `None` for pieces in hand.
fn checkers(game: &Game, pos: &Position) -> Vec<Option<Square>> {
    let (royals, enemy) = (pos.royals(pos.side()), pos.side().other());
    if game.rules.captures.judged {
        return capture_checks::captors(game, pos, enemy, royals);
    }
    let by_drop = |&royal: &Square| drops::attack(game, pos, royal, enemy);
    let dropped = game.rules.hands.capturing_drops && royals.iter().any(by_drop);
    let standing = pos.pieces(enemy).filter(|&from| gives_check(game, pos, from));
    standing.map(Some).chain(dropped.then_some(None)).collect()
}

fn gives_check(game: &Game, pos: &Position, from: Square) -> bool {
    let Some(kind) = pos.cell(from).kind() else { return false };
    let mover = Mover::new(game, pos, kind.at(from));
    pos.royals(pos.side()).iter().any(|&royal| mover.attacks(royal) || mover.attacks_dynamically(royal))
}

/// Whether the move just made was legal, royal safety included.
#[cold]
pub(crate) fn after(game: &Game, pos: &mut Position, mv: Move) -> bool {
    let (mover, enemy) = (pos.side().other(), pos.side());
    if royals_lost(game, pos, enemy) || pos.counters().goal == Goal::Now {
        return true;
    }
    if royals_lost(game, pos, mover) || in_check(game, pos, mover) {
        return false;
    }
    if disturbs(game, pos, mv) {
        return false;
    }
    let rules = &game.variant.move_rules;
    let barred = match rules.no_check {
        NoCheck::Free => false,
        NoCheck::Drops => mv.is_drop(),
        NoCheck::All => true,
    };
    !barred || !in_check(game, pos, enemy)
}

/// Whether the move drops a piece that may not mate and could give check.
#[inline]
pub(crate) fn may_drop_mate(game: &Game, pos: &Position, mv: Move) -> bool {
    let Some(piece) = mv.dropped().filter(|_| game.rules.restrictions.drop_mates) else { return false };
    let kind = Kind::new(piece, pos.side());
    let checks = |&royal: &Square| Mover::new(game, pos, kind.at(mv.to())).attacks(royal);
    game.variant.move_rules.bars_drop_mate(piece)
        && (game.rules.restrictions.indirect_checks || pos.royals(pos.side().other()).iter().any(checks))
}

/// Whether the move has priority over others.
///
/// SPEC: Interactive diagrams, "Promotion on Capture": "In a position where any such prioritized move would be legal it
/// is then mandatory to play one of those."
pub fn is_forced(game: &Game, pos: &Position, mv: Move) -> bool {
    if game.rules.captures.judged && effect(game, pos, mv).actions.intersects(CaptureActions::MANDATORY) {
        return true;
    }
    let mut captures = false;
    if game.variant.move_rules.must_capture {
        victims(game, pos, mv, |_, _| captures = true);
    }
    captures
}

/// Whether the move just made gives check or attacks an enemy though its change of type forbids it.
fn disturbs(game: &Game, pos: &Position, mv: Move) -> bool {
    if !game.tables.type_change(mv).is_some_and(|change| change.without_threats) {
        return false;
    }
    in_check(game, pos, pos.side()) || attacks_something(game, pos, mv.to(), pos.side().other())
}

/// Whether the piece could capture an enemy if `by` were to move.
fn attacks_something(game: &Game, pos: &Position, square: Square, by: Color) -> bool {
    let mut list = MoveList::new();
    with_width!(game.tables.forms().width, list_pseudo_legal_of(game, pos, by, Filter::Tactical, &mut list));
    list.into_iter().any(|mv| mv.from() == square && takes(game, pos, mv, |kind, _| kind.color() != by))
}
