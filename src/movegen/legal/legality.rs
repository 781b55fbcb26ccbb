//! Whether a single move is legal, found by making it; the rules about drops that need such tests in turn.

use crate::board::{Color, Kind, Square};
use crate::movegen::attack::attacks::{attacked, in_check};
use crate::movegen::attack::capture_checks;
use crate::movegen::filter::Filter;
use crate::movegen::legal::move_restrictions;
use crate::movegen::pseudo::compiled::list_pseudo_legal;
use crate::movegen::pseudo::drops::{Dropper, all_drops};
use crate::moves::trades;
use crate::position::phases::{facing, sets_up};
use crate::position::royals::{can_lose_several, royals_lost};
use crate::position::{Game, Move, MoveList, Position};
use crate::tables::rules::Goal;
use crate::tables::tree::Flags;
use crate::variant::PieceType;

/// Whether a pseudo-legal move is legal by itself; the list of legal moves may still omit it if others are mandatory.
pub fn is_legal(game: &Game, pos: &mut Position, mv: Move) -> bool {
    let legal = make_if_legal(game, pos, mv);
    if legal {
        pos.unmake(game);
    }
    legal
}

/// Whether a move from another source, such as a TT move, is generated and legal here, ignoring mandatory moves.
pub fn can_play(game: &Game, pos: &mut Position, mv: Move) -> bool {
    let mut list = MoveList::new();
    list_pseudo_legal(game, pos, Filter::All, &mut list);
    list.contains(&mv) && is_legal(game, pos, mv)
}

/// Makes a pseudo-legal move if it is legal, and returns whether it did.
pub fn make_if_legal(game: &Game, pos: &mut Position, mv: Move) -> bool {
    if mv.is_pass() && !pos.is_frozen() {
        let may = may_pass(game, pos);
        may.then(|| pos.make(game, mv));
        return may;
    }
    if sets_up(game, pos) && !may_set_up(game, pos, mv) {
        return false;
    }
    let faced = facing(game, pos);
    if game.rules.restrictions.any && !move_restrictions::before(game, pos, mv)
        || !safe_on_the_way(game, pos, mv)
    {
        return false;
    }
    let effects = game.rules.captures.effects;
    let trade = game.rules.captures.trades && trades::takes_contested(game, pos, mv);
    if trade && trades::is_barred(game, pos, mv) {
        return false;
    }
    let must_be_safe = (effects || trade) && capture_checks::must_be_safe(game, pos, mv);
    pos.make(game, mv);
    // Losing one's own royals never wins, whatever the move captured.
    let suicide = (effects || game.rules.captures.trades) && royals_lost(game, pos, pos.side().other());
    let mut legal = !suicide
        && match mv.gated() {
            Some(_) if game.variant.hand_rules.gates_open => legal_but_for_gate(game, pos, mv),
            _ => after(game, pos, mv),
        }
        && !(faced && facing(game, pos));
    if must_be_safe && legal && !royals_lost(game, pos, pos.side()) {
        legal = !capture_checks::can_be_taken(game, pos, mv.to());
    }
    legal = legal && !(game.rules.restrictions.drop_mates && drop_mates(game, pos, mv));
    if !legal {
        pos.unmake(game);
    }
    legal
}

/// Whether the move just made was legal, except for attacks on squares that a royal crossed.
#[inline]
fn after(game: &Game, pos: &mut Position, mv: Move) -> bool {
    if game.rules.restrictions.any {
        move_restrictions::after(game, pos, mv)
    } else {
        legal_after_make(game, pos)
    }
}

/// Like [`after`] for a move that put a piece on the square it left: that piece does not shield.
///
/// SPEC: the rules of Seirawan Chess (`gateBlocks=0`): the move must be legal as if the square stayed empty.
#[cold]
fn legal_but_for_gate(game: &Game, pos: &mut Position, mv: Move) -> bool {
    let by_walk = |end| game.tables.extra(end).gate.map_or(mv.from(), Square);
    let gate = match mv.castling() {
        Some(rule) => pos.castles()[rule].gate,
        None if mv.is_plain() => Some(mv.from()),
        None => game.tables.end_of(mv).map(by_walk).filter(|&gate| gate == mv.from() && gate != mv.to()),
    };
    // A goal that wins at once is reached even in check.
    let wins = || game.rules.restrictions.any && pos.counters().goal == Goal::Now;
    let shields = gate.filter(|_| !wins()).is_some_and(|square| match game.is_royal(pos.cell(square)) {
        true => !legal_after_make(game, &pos.emptied(game, square)),
        false => pos.without(square, |pos| !legal_after_make(game, pos)),
    });
    !shields && after(game, pos, mv)
}

/// Whether the move just made won or left no royal to be captured, ignoring squares that a royal crossed.
fn legal_after_make(game: &Game, pos: &Position) -> bool {
    let (mover, enemy) = (pos.side().other(), pos.side());
    if royals_lost(game, pos, enemy) {
        return true;
    }
    !royals_lost(game, pos, mover) && !in_check(game, pos, mover)
}

/// Whether the move is safe if it is a castling or initial move of a royal: it does not start in check and crosses no
/// attacked square.
///
/// SPEC: diagram readings, "Castling" and "Initial moves of a royal".
fn safe_on_the_way(game: &Game, pos: &mut Position, mv: Move) -> bool {
    let color = pos.side();
    if let Some(rule) = mv.castling() {
        let rule = &pos.castles()[rule];
        if !game.tables.kind(rule.king).royal {
            return true;
        }
        let (from, safe) = (rule.from, rule.safe.clone());
        return crosses_safely(game, pos, color, from, &safe);
    }
    let Some(node) = game.tables.end_of(mv) else { return true };
    // A move that puts down a piece from the hand counts as ordinary.
    if !node.flags.intersects(Flags::INITIAL)
        || node.flags.intersects(Flags::INDUCED)
        || node.flags.intersects(Flags::GATES)
    {
        return true;
    }
    let royal = pos.cell(mv.from()).kind().is_some_and(|kind| game.tables.kind(kind).royal);
    if !royal {
        return true;
    }
    let trail = game.tables.trail_of(node);
    let mut squares = vec![mv.from()];
    squares.extend(trail.iter().flat_map(|&t| game.tables.trail(t)).map(|&s| Square(s)));
    crosses_safely(game, pos, color, mv.from(), &squares)
}

/// Whether the side is not in check and no square is attacked, with the royal removed.
fn crosses_safely(game: &Game, pos: &mut Position, color: Color, from: Square, squares: &[Square]) -> bool {
    if in_check(game, pos, color) {
        return false;
    }
    let royals = pos.royals(color);
    let all_must_fall = game.variant.ends.all_must_fall(color) && royals.len() > 1;
    if all_must_fall && !game.rules.captures.effects && !can_lose_several(game, color, royals) {
        return true;
    }
    if all_must_fall || game.rules.captures.effects {
        // A royal partner: with two royals that must both be captured, neither is in check.
        let two = |s: Square| game.variant.ends.all_must_fall(color) && game.is_royal(pos.cell(s));
        let safe = |&s: &Square| s == from || two(s) || !in_check(game, &pos.relocated(game, from, s), color);
        return squares.iter().all(safe);
    }
    let by = color.other();
    if game.rules.sharing.dynamic {
        // Attacks there may depend on the type of the piece.
        let safe = |&s: &Square| s == from || !pos.displaced(from, s, |pos| attacked(game, pos, s, by));
        return squares.iter().all(safe);
    }
    pos.without(from, |pos| squares.iter().all(|&s| s == from || !attacked(game, pos, s, by)))
}

/// Whether the drop just made gave a forbidden mate.
#[cold]
pub(crate) fn drop_mates(game: &Game, pos: &mut Position, mv: Move) -> bool {
    let enemy = pos.side();
    mv.dropped().is_some_and(|piece| game.variant.move_rules.bars_drop_mate(piece))
        && !royals_lost(game, pos, enemy)
        && pos.counters().goal != Goal::Now
        && in_check(game, pos, enemy)
        && is_mate(game, pos)
}

/// Whether the side to move, which is in check, has no legal move.
fn is_mate(game: &Game, pos: &mut Position) -> bool {
    !has_move(game, pos, |_| true)
}

/// Whether the side to move has a legal move of those wanted.
fn has_move(game: &Game, pos: &mut Position, is_wanted: impl Fn(Move) -> bool) -> bool {
    let mut list = MoveList::new();
    list_pseudo_legal(game, pos, Filter::All, &mut list);
    list.into_iter().any(|mv| is_wanted(mv) && is_legal(game, pos, mv))
}

/// Whether the side to move may pass: out of check, or in reply to facing royals; where passing is the last resort, only
/// if it has no other move.
#[cold]
fn may_pass(game: &Game, pos: &mut Position) -> bool {
    let out_of_check = || facing(game, pos) || !in_check(game, pos, pos.side());
    !sets_up(game, pos)
        && out_of_check()
        && !(game.variant.pass.last_resort && has_move(game, pos, |mv| !mv.is_pass()))
}

/// Whether the setup phase allows a move, judged before it is made.
#[cold]
fn may_set_up(game: &Game, pos: &mut Position, mv: Move) -> bool {
    let side = pos.side();
    let Some(piece) = mv.dropped() else { return !can_drop(game, pos) };
    if pos.cell(mv.to()).is_empty() {
        return leaves_room(game, pos, side, Some((piece, mv.to())));
    }
    // The piece there may come to the hand.
    pos.make(game, mv);
    let leaves = leaves_room(game, pos, side, None);
    pos.unmake(game);
    leaves
}

/// Whether the side to move has a legal drop.
fn can_drop(game: &Game, pos: &mut Position) -> bool {
    let mut list = MoveList::new();
    all_drops(game, pos, Filter::All, &mut list);
    list.into_iter().any(|mv| is_legal(game, pos, mv))
}

/// Whether the pieces in hand that must spread over the shades have room, after a drop of `dropped` that is not yet made.
fn leaves_room(game: &Game, pos: &Position, side: Color, dropped: Option<(PieceType, Square)>) -> bool {
    game.variant.types().all(|piece| {
        let comes = dropped.is_some_and(|(other, _)| other == piece);
        let left = pos.hand(side, piece) - u32::from(comes && pos.hand(side, piece) > 0);
        left == 0
            || Dropper::new(game, pos, Kind::new(piece, side))
                .room_after(dropped)
                .is_none_or(|room| left <= u32::from(room))
    })
}
