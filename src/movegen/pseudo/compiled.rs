//! Lists the pseudo-legal moves of a piece or side from compiled moves and trees, monomorphic in the board width.

use crate::board::bits::Bits;
use crate::board::{Color, Kind, Move, MoveList, Square};
use crate::movegen::filter::{ArrivalContext, Filter, append};
use crate::movegen::pseudo::arrival::arrive;
use crate::movegen::pseudo::drops::drops;
use crate::movegen::pseudo::gates::gates;
use crate::movegen::pseudo::mirror::list_moves;
use crate::movegen::pseudo::passes::pass;
use crate::movegen::pseudo::targets::{Scene, Targets, conditional, targets};
use crate::movegen::pseudo::trees::{castlings, tree_moves};
use crate::movegen::pseudo::{borrowed, capture_arrival, passes};
use crate::moves;
use crate::moves::distinct::drop_duplicates;
use crate::moves::is_capture;
use crate::position::{Game, Position};

/// Appends the pseudo-legal moves of the side to move to `list`.
pub(crate) fn pseudo_legal<const W: usize>(game: &Game, pos: &Position, filter: Filter, list: &mut MoveList) {
    if pos.is_frozen() {
        list.extend(pass(pos).filter(|_| filter != Filter::Tactical));
        return;
    }
    let begin = list.len();
    pseudo_legal_of::<W>(game, pos, pos.side(), filter, list);
    if filter != Filter::Tactical {
        castlings::<W>(game, pos, list);
        if game.rules.turns.passes {
            list.extend(pass(pos));
        }
    }
    if filter != Filter::Tactical || game.rules.hands.capturing_drops {
        drops::<W>(game, pos, Bits::ALL, filter, list);
    }
    if game.rules.captures.judged {
        capture_arrival::retain_admitted(game, pos, begin, list);
    }
    if game.rules.sharing.any {
        drop_duplicates(game, pos, begin, list);
    }
}

/// Appends the moves of a side's pieces, without castling and drops. Compiled en passant captures are included only if
/// the side is to move.
pub(crate) fn pseudo_legal_of<const W: usize>(
    game: &Game,
    pos: &Position,
    color: Color,
    filter: Filter,
    list: &mut MoveList,
) {
    let scene = Scene::<W>::of(pos, color);
    for kind in game.tables.kinds_of(color) {
        for from in pos.kind_set::<W>(kind) {
            piece_moves(game, pos, kind, from, &scene, filter, list);
        }
    }
    if color == pos.side() {
        passing_moves(game, pos, filter, list);
    }
}

/// Appends all moves of one piece.
#[inline(always)]
pub(crate) fn piece_moves<const W: usize>(
    game: &Game,
    pos: &Position,
    kind: Kind,
    from: Square,
    scene: &Scene<W>,
    filter: Filter,
    list: &mut MoveList,
) {
    let start = list.len();
    let reached = targets(game.tables.forms(), kind, from, scene);
    plain_moves(game, pos, kind, from, reached, filter, list);
    uncompiled_moves(game, pos, kind, from, scene, reached, (filter, start), list);
    gates(game, pos, kind, from, reached, filter, list);
}

/// Appends the moves of one piece; several may have the same effect.
pub(crate) fn all_moves_of<const W: usize>(
    game: &Game,
    pos: &Position,
    kind: Kind,
    from: Square,
    scene: &Scene<W>,
    list: &mut MoveList,
) {
    let reached = targets(game.tables.forms(), kind, from, scene);
    plain_moves(game, pos, kind, from, reached, Filter::All, list);
    conditional_and_tree_moves(game, pos, kind, from, scene, reached, Filter::All, list);
    gates(game, pos, kind, from, reached, Filter::All, list);
}

/// Appends the compiled moves to given squares.
#[inline(always)]
pub(crate) fn plain_moves<const W: usize>(
    game: &Game,
    pos: &Position,
    kind: Kind,
    from: Square,
    reached: Targets<W>,
    filter: Filter,
    list: &mut MoveList,
) {
    if !game.tables.kind(kind).promotes || end_plainly(game, kind, from, reached.quiet | reached.takes) {
        if filter != Filter::Quiet {
            append(list, reached.takes, |to| Move::plain(from, to));
        }
        if filter != Filter::Tactical {
            append(list, reached.quiet, |to| Move::plain(from, to));
        }
        return;
    }
    for (squares, quiet) in [(reached.takes, false), (reached.quiet, true)] {
        for to in squares {
            arrive(
                game,
                pos,
                kind,
                Move::plain(from, to),
                ArrivalContext { quiet, quoted: false, filter },
                list,
            );
        }
    }
}

/// Whether a piece keeps its type by moves between these squares.
#[inline(always)]
fn end_plainly<const W: usize>(game: &Game, kind: Kind, from: Square, to: Bits<W>) -> bool {
    let tables = &game.tables;
    !game.rules.captures.judged
        && tables.bans().is_none()
        && !tables.explosions().is_some_and(|explosions| explosions.binds(kind.piece()))
        && !tables.turns(kind)
        && !tables.in_zone(kind.color(), from)
        && to.without(Bits::of(&tables.forms().plain, kind.index())).is_empty()
}

/// Appends conditional leaps, tree moves and captures of royals only, each once.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "everything a piece needs, passed in registers")]
pub(crate) fn uncompiled_moves<const W: usize>(
    game: &Game,
    pos: &Position,
    kind: Kind,
    from: Square,
    scene: &Scene<W>,
    reached: Targets<W>,
    (filter, start): (Filter, usize),
    list: &mut MoveList,
) {
    conditional_and_tree_moves(game, pos, kind, from, scene, reached, filter, list);
    let info = game.tables.kind(kind);
    if info.duplicates {
        drop_duplicates(game, pos, start, list);
    }
    if info.trees && game.rules.turns.passes {
        passes::drop_null_moves(game, pos, from, start, list);
    }
    royal_captures(game, pos, kind, from, (filter, start), list);
}

/// Appends conditional leaps and tree moves; several may have the same effect.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "everything a piece needs, passed in registers")]
fn conditional_and_tree_moves<const W: usize>(
    game: &Game,
    pos: &Position,
    kind: Kind,
    from: Square,
    scene: &Scene<W>,
    reached: Targets<W>,
    filter: Filter,
    list: &mut MoveList,
) {
    conditional_moves(game, pos, kind, from, scene, (reached, Bits::ALL), filter, list);
    all_tree_moves(game, pos, kind, from, filter, list);
}

/// Appends the conditional leaps to given squares that are not among the compiled moves `reached`.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "everything a piece needs, passed in registers")]
pub(crate) fn conditional_moves<const W: usize>(
    game: &Game,
    pos: &Position,
    kind: Kind,
    from: Square,
    scene: &Scene<W>,
    (reached, squares): (Targets<W>, Bits<W>),
    filter: Filter,
    list: &mut MoveList,
) {
    conditional(game.tables.forms(), pos, kind, from, scene, |entry, captures| {
        let to = Square(entry.to);
        if !squares.has(to) || (reached.quiet | reached.takes).has(to) && !entry.trail {
            return;
        }
        let mv = if entry.trail { Move::walk(from, to, entry.node) } else { Move::plain(from, to) };
        arrive(game, pos, kind, mv, ArrivalContext { quiet: !captures, quoted: false, filter }, list);
    });
}

/// Appends the tree moves, borrowed ones included.
#[inline(always)]
pub(crate) fn all_tree_moves(
    game: &Game,
    pos: &Position,
    kind: Kind,
    from: Square,
    filter: Filter,
    list: &mut MoveList,
) {
    let info = game.tables.kind(kind);
    if info.trees {
        tree_moves(game, pos, kind, from, filter, game.tables.residual_tree(kind, from), list);
        if info.dynamic {
            for loan in borrowed::open(game, pos, kind, from, None) {
                let tree = game.tables.loan_tree(loan.tree, loan.from);
                tree_moves(game, pos, loan.kind, loan.from, filter, tree, list);
            }
            if !info.mirrors.is_empty() {
                let landing = ArrivalContext { quiet: false, quoted: false, filter };
                list_moves(game, pos, kind, from, landing, list);
            }
        }
    }
}

/// Appends the captures that only royals have to fear, unless listed from `start` on.
#[inline(always)]
pub(crate) fn royal_captures(
    game: &Game,
    pos: &Position,
    kind: Kind,
    from: Square,
    (filter, start): (Filter, usize),
    list: &mut MoveList,
) {
    if !game.tables.forms().hunts[kind.index()] {
        return;
    }
    let info = game.tables.kind(kind);
    for &royal in pos.royals(kind.color().other()) {
        let takes = |mv: Move| !(info.unloads || info.dynamic) || is_capture(game, pos, mv);
        let listed = list[start..].iter().any(|mv| mv.to() == royal && takes(*mv));
        if !listed && moves::attacks(game, pos, kind, from, royal) {
            let landing = ArrivalContext { quiet: false, quoted: false, filter };
            arrive(game, pos, kind, Move::plain(from, royal), landing, list);
        }
    }
}

/// Appends the compiled en passant captures.
pub(crate) fn passing_moves(game: &Game, pos: &Position, filter: Filter, list: &mut MoveList) {
    let Some(passing) = pos.passing() else { return };
    for &square in game.tables.trail(passing.trail) {
        let to = Square(square);
        if !pos.cell(to).is_empty() {
            continue;
        }
        for &(kind, from) in &game.tables.forms().passing[pos.side().index()][to.index()] {
            if pos.cell(from).kind() == Some(kind) {
                let landing = ArrivalContext { quiet: false, quoted: false, filter };
                arrive(game, pos, kind, Move::passing(from, to), landing, list);
            }
        }
    }
}
