//! Lists the legal moves in games where captures have consequences.

use crate::movegen::attack::calm::CalmSquares;
use crate::movegen::filter::Filter;
use crate::movegen::legal::legality::is_legal;
use crate::movegen::legal::move_restrictions::is_forced;
use crate::movegen::pseudo::dispatch::pseudo_legal;
use crate::position::{Game, Move, MoveList, Position};

/// Appends the legal moves of the side to move to `list`; if some are mandatory, only those.
pub(crate) fn legal<const W: usize>(
    game: &Game,
    pos: &mut Position,
    calm: &CalmSquares<W>,
    list: &mut MoveList,
) {
    let start = list.len();
    pseudo_legal(game, pos, Filter::All, list);
    let forced = |pos: &Position, mv| is_forced(game, pos, mv);
    if game.rules.forced.any && keep(pos, start, list, |pos, mv| forced(pos, mv) && is_legal(game, pos, mv)) {
        return;
    }
    let lists = game.rules.forced.any;
    let legal = |pos: &mut Position, mv| {
        !(lists && forced(pos, mv)) && calm.judge(game, pos, mv).unwrap_or_else(|| is_legal(game, pos, mv))
    };
    if !keep(pos, start, list, legal) {
        list.truncate(start);
    }
}

/// Keeps the moves from `start` on that satisfy the test; if none does, leaves the list unchanged and returns false.
fn keep(
    pos: &mut Position,
    start: usize,
    list: &mut MoveList,
    mut test: impl FnMut(&mut Position, Move) -> bool,
) -> bool {
    let mut kept = start;
    for index in start..list.len() {
        let mv = list[index];
        if test(pos, mv) {
            list[kept] = mv;
            kept += 1;
        }
    }
    if kept > start {
        list.truncate(kept);
    }
    kept > start
}
