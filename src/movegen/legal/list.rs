//! Lists the legal moves of a position that is not over, in the cheapest way that its rules allow.

use crate::board::MoveList;
use crate::movegen::attack::calm::CalmSquares;
use crate::movegen::filter::Filter;
use crate::movegen::legal::legal_moves::Legal;
use crate::movegen::legal::move_restrictions::keep_urgent;
use crate::movegen::legal::{setup_drops, with_capture_rules};
use crate::movegen::pseudo::compiled::{plain_moves, uncompiled_moves};
use crate::moves::distinct::{drop_duplicates, drop_twins};
use crate::position::phases::sets_up;
use crate::position::{Game, Position};

/// Appends the legal drops of the setup phase and returns whether there are any.
#[cold]
fn only_drops<const W: usize>(legal: &Legal<'_, W>, pos: &mut Position, list: &mut MoveList) -> bool {
    let start = list.len();
    if !setup_drops::list::<W>(legal.game, pos, list) {
        legal.legal_drops(pos, list);
    }
    list.len() > start
}

/// Appends the legal moves of a game that is not over to `list`; returns whether the side to move is in check.
pub(crate) fn legal<const W: usize>(game: &Game, pos: &mut Position, list: &mut MoveList) -> bool {
    if game.rules.captures.judged {
        let begin = list.len();
        let calm = CalmSquares::<W>::of(game, pos);
        with_capture_rules::legal(game, pos, &calm, list);
        if game.rules.captures.duplicates_differ {
            drop_twins(game, pos, begin, list);
        }
        return calm.in_check(game, pos);
    }
    let mut legal = Legal::<W>::new(game, pos);
    legal.masks.look(game, pos);
    let begin = list.len();
    if game.rules.forced.captures_first {
        legal.list_captures(pos, list);
        if list.len() > begin {
            return legal.masks.in_check;
        }
    }
    if sets_up(game, pos) && only_drops(&legal, pos, list) {
        return legal.masks.in_check;
    }
    for kind in game.tables.kinds_of(pos.side()) {
        let pieces = pos.kind_set::<W>(kind);
        if pieces.is_empty() {
            continue;
        }
        let together = legal.together(kind, pieces);
        if !together.is_empty() {
            legal.list_together(pos, kind, together, Filter::All, list);
        }
        for from in pieces.without(together) {
            let start = list.len();
            let (reached, test) = legal.targets(pos, kind, from);
            plain_moves(game, pos, kind, from, reached, Filter::All, list);
            if test.meets(reached.quiet | reached.takes) {
                legal.keep_legal(pos, start, list);
            }
            if legal.is_odd(pos, kind, from) {
                let odd = list.len();
                uncompiled_moves(game, pos, kind, from, &legal.scene, reached, (Filter::All, start), list);
                legal.keep_legal(pos, odd.min(list.len()), list);
            }
        }
    }
    if legal.may_gate(pos) {
        legal.list_legal_gates(pos, list);
    }
    legal.side_moves(pos, list);
    legal.legal_drops(pos, list);
    if game.rules.sharing.any {
        drop_duplicates(game, pos, begin, list);
    }
    if game.rules.forced.by_list() {
        keep_urgent(game, pos, begin, list);
    }
    legal.masks.in_check
}
