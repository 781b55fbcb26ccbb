//! Lists the legal moves of a position that is not over, in the cheapest way that its rules allow.

use crate::board::MoveList;
use crate::movegen::attack::calm::CalmSquares;
use crate::movegen::filter::{Filter, retain, retain_some};
use crate::movegen::legal::legal_moves::Guard;
use crate::movegen::legal::legality::is_legal;
use crate::movegen::legal::move_restrictions::is_forced;
use crate::movegen::legal::setup_drops;
use crate::movegen::pseudo::compiled::list_pseudo_legal;
use crate::moves::distinct::{remove_duplicates, remove_equal_effects};
use crate::position::phases::sets_up;
use crate::position::{Game, Position};
use crate::with_width;

/// Appends to `list` the moves that would be legal without [`outcome`](fn@crate::movegen::outcome). A GUI that does
/// not know the rule plays on, and so may its engines.
pub fn list_continuations(game: &Game, pos: &mut Position, list: &mut MoveList) {
    with_width!(game.tables.forms().width, list_continuations_of_width(game, pos, list));
}

/// Appends the legal drops of the setup phase and returns whether there are any.
#[cold]
fn only_drops<const W: usize>(guard: &Guard<'_, W>, pos: &mut Position, list: &mut MoveList) -> bool {
    let start = list.len();
    if !setup_drops::list::<W>(guard.game, pos, list) {
        guard.legal_drops(pos, list);
    }
    list.len() > start
}

/// Like [`list_continuations`]; returns whether the side to move is in check.
pub(crate) fn list_continuations_of_width<const W: usize>(
    game: &Game,
    pos: &mut Position,
    list: &mut MoveList,
) -> bool {
    if game.rules.captures.judged {
        let begin = list.len();
        let calm = CalmSquares::<W>::of(game, pos);
        list_by_capture_rules(game, pos, &calm, list);
        if game.rules.captures.duplicates_differ {
            remove_equal_effects(game, pos, begin, list);
        }
        return calm.in_check(game, pos);
    }
    let mut guard = Guard::<W>::unrestricted(game, pos);
    guard.masks.compute(game, pos);
    let begin = list.len();
    if game.rules.forced.captures_first {
        guard.list_captures(pos, list);
        if list.len() > begin {
            return guard.masks.in_check;
        }
    }
    if sets_up(game, pos) && only_drops(&guard, pos, list) {
        return guard.masks.in_check;
    }
    for kind in game.tables.kinds_of(pos.side()) {
        let pieces = pos.kind_set::<W>(kind);
        if pieces.is_empty() {
            continue;
        }
        let batch = guard.batch(kind, pieces);
        if !batch.is_empty() {
            guard.list_batch(pos, kind, batch, Filter::All, list);
        }
        for from in pieces.without(batch) {
            let (start, piece) = (list.len(), kind.at(from));
            let (reached, test) = guard.targets(pos, piece);
            guard.mover(pos, piece).plain_moves(reached, Filter::All, list);
            if test.meets(reached.both()) {
                guard.keep_legal(pos, start, list);
            }
            if guard.has_uncompiled_moves(pos, piece) {
                guard.list_uncompiled(pos, piece, reached, start, list);
            }
        }
    }
    if guard.may_gate(pos) {
        guard.for_each_gate(pos, |pos, piece| guard.list_gates_of(pos, piece, list));
    }
    guard.side_moves(pos, list);
    guard.legal_drops(pos, list);
    if game.rules.sharing.any {
        remove_duplicates(game, pos, begin, list);
    }
    if game.rules.forced.by_list() {
        retain_some(begin, list, |mv| is_forced(game, pos, mv));
    }
    guard.masks.in_check
}

/// Appends the legal moves where captures have consequences; if some are mandatory, only those.
fn list_by_capture_rules<const W: usize>(
    game: &Game,
    pos: &mut Position,
    calm: &CalmSquares<W>,
    list: &mut MoveList,
) {
    let start = list.len();
    list_pseudo_legal(game, pos, Filter::All, list);
    let lists = game.rules.forced.any;
    if lists && retain_some(start, list, |mv| is_forced(game, pos, mv) && is_legal(game, pos, mv)) {
        return;
    }
    retain(start, list, |mv| {
        !(lists && is_forced(game, pos, mv))
            && calm.judge(game, pos, mv).unwrap_or_else(|| is_legal(game, pos, mv))
    });
}
