//! Lists the pseudo-legal moves of a piece or side from compiled moves and trees, monomorphic in the board width.

use crate::board::{Bits, Color, Move, MoveList, Square};
use crate::movegen::filter::{ArrivalContext, Filter, append};
use crate::movegen::pseudo::arrival::retain_admitted;
use crate::movegen::pseudo::drops::drops;
use crate::movegen::pseudo::passes::{pass, remove_idle_moves};
use crate::movegen::pseudo::targets::{Scene, Targets};
use crate::movegen::pseudo::trees::castlings;
use crate::moves::distinct::remove_duplicates;
use crate::moves::{Mover, is_capture};
use crate::position::{Game, Position};
use crate::with_width;

/// Appends the pseudo-legal moves of the side to move to `list`, regardless of royal safety.
pub fn list_pseudo_legal(game: &Game, pos: &Position, filter: Filter, list: &mut MoveList) {
    with_width!(game.tables.forms().width, pseudo_legal_of_width(game, pos, filter, list));
}

fn pseudo_legal_of_width<const W: usize>(game: &Game, pos: &Position, filter: Filter, list: &mut MoveList) {
    if pos.is_frozen() {
        list.extend(pass(pos).filter(|_| filter != Filter::Tactical));
        return;
    }
    let begin = list.len();
    list_pseudo_legal_of::<W>(game, pos, pos.side(), filter, list);
    moves_beside_walks::<W>(game, pos, (true, Bits::ALL), filter, list);
    if game.rules.captures.judged {
        retain_admitted(game, pos, begin, list);
    }
    if game.rules.sharing.any {
        remove_duplicates(game, pos, begin, list);
    }
}

/// Appends castling, if `castles`, passes, and drops on `droppable`.
#[inline]
pub(crate) fn moves_beside_walks<const W: usize>(
    game: &Game,
    pos: &Position,
    (castles, droppable): (bool, Bits<W>),
    filter: Filter,
    list: &mut MoveList,
) {
    if filter != Filter::Tactical {
        if castles {
            castlings::<W>(game, pos, list);
        }
        if game.rules.turns.passes {
            list.extend(pass(pos));
        }
    }
    if filter != Filter::Tactical || game.rules.hands.capturing_drops {
        drops::<W>(game, pos, droppable, filter, list);
    }
}

/// Appends the moves of a side's pieces, without castling and drops. Compiled en passant captures are included only if
/// the side is to move.
pub(crate) fn list_pseudo_legal_of<const W: usize>(
    game: &Game,
    pos: &Position,
    color: Color,
    filter: Filter,
    list: &mut MoveList,
) {
    let scene = Scene::<W>::of(pos, color);
    for kind in game.tables.kinds_of(color) {
        for from in pos.kind_set::<W>(kind) {
            Mover::new(game, pos, kind.at(from)).piece_moves(&scene, filter, list);
        }
    }
    if color == pos.side() {
        en_passant_captures(game, pos, filter, list);
    }
}

impl Mover<'_> {
    /// Appends all moves of the piece.
    #[inline(always)]
    pub fn piece_moves<const W: usize>(&self, scene: &Scene<W>, filter: Filter, list: &mut MoveList) {
        let start = list.len();
        let reached = self.targets(scene);
        self.plain_moves(reached, filter, list);
        self.uncompiled_moves(scene, reached, (filter, start), list);
        if self.can_gate() {
            self.gates(reached, filter, list);
        }
    }
    /// Appends the moves of the piece; several may have the same effect.
    pub fn all_moves<const W: usize>(&self, scene: &Scene<W>, list: &mut MoveList) {
        let reached = self.targets(scene);
        self.plain_moves(reached, Filter::All, list);
        self.conditional_moves(scene, (reached, Bits::ALL), Filter::All, list);
        self.all_tree_moves(Filter::All, list);
        if self.can_gate() {
            self.gates(reached, Filter::All, list);
        }
    }
    /// Appends the compiled moves to given squares.
    #[inline(always)]
    pub fn plain_moves<const W: usize>(&self, reached: Targets<W>, filter: Filter, list: &mut MoveList) {
        let plain = |to: Square| Move::plain(self.from, to);
        if !self.game.tables.kind(self.kind).checks_arrivals || self.ends_plainly(reached.both()) {
            if filter != Filter::Quiet {
                append(list, reached.takes, plain);
            }
            if filter != Filter::Tactical {
                append(list, reached.quiet, plain);
            }
            return;
        }
        for (squares, quiet) in [(reached.takes, false), (reached.quiet, true)] {
            for to in squares {
                self.arrive(plain(to), ArrivalContext { quiet, quoted: false, filter }, list);
            }
        }
    }
    /// Whether the piece keeps its type by moves to these squares.
    #[inline(always)]
    fn ends_plainly<const W: usize>(&self, to: Bits<W>) -> bool {
        let (tables, kind) = (&self.game.tables, self.kind);
        !self.game.rules.captures.judged
            && tables.bans().is_none()
            && !tables.explosions().is_some_and(|explosions| explosions.binds(kind.piece()))
            && !tables.changes_by_capture(kind)
            && !tables.in_zone(kind.color(), self.from)
            && to.without(Bits::of(&tables.forms().plain, kind.index())).is_empty()
    }
    /// Appends conditional leaps, tree moves and captures of royals only, each once. The moves of the piece are listed
    /// from `start` on.
    #[inline(always)]
    pub fn uncompiled_moves<const W: usize>(
        &self,
        scene: &Scene<W>,
        reached: Targets<W>,
        (filter, start): (Filter, usize),
        list: &mut MoveList,
    ) {
        self.conditional_moves(scene, (reached, Bits::ALL), filter, list);
        self.all_tree_moves(filter, list);
        let info = self.game.tables.kind(self.kind);
        if info.duplicates {
            remove_duplicates(self.game, self.pos, start, list);
        }
        if info.trees && self.game.rules.turns.passes_at_will {
            remove_idle_moves(self.game, self.pos, self.from, start, list);
        }
        self.royal_captures((filter, start), list);
    }
    /// Appends the conditional leaps to given squares that are not among the compiled moves `reached`; several may have
    /// the same effect.
    #[inline(always)]
    pub fn conditional_moves<const W: usize>(
        &self,
        scene: &Scene<W>,
        (reached, squares): (Targets<W>, Bits<W>),
        filter: Filter,
        list: &mut MoveList,
    ) {
        // PERF: `griffon search xiangqi`: leaps that the filter refuses are not looked at.
        let plain = !self.game.tables.kind(self.kind).checks_arrivals && !self.game.rules.captures.judged;
        let squares = if plain { squares & filter.ends(scene.enemies) } else { squares };
        self.conditional(scene, squares, |entry, captures| {
            let to = Square(entry.to);
            if reached.both().has(to) && !entry.trail {
                return;
            }
            let mv =
                if entry.trail { Move::walk(self.from, to, entry.node) } else { Move::plain(self.from, to) };
            let landing = ArrivalContext { quiet: !captures, quoted: false, filter };
            if plain { list.push(mv) } else { self.arrive(mv, landing, list) }
        });
    }
    /// Appends the tree moves, borrowed ones included; several may have the same effect.
    #[inline(always)]
    pub fn all_tree_moves(&self, filter: Filter, list: &mut MoveList) {
        let (tables, info) = (&self.game.tables, self.game.tables.kind(self.kind));
        if !info.trees {
            return;
        }
        self.tree_moves(filter, tables.residual_tree(self.kind, self.from), list);
        if info.dynamic {
            for (piece, tree) in self.loans(None).into_iter().map(|loan| loan.follow(tables)) {
                Mover::new(self.game, self.pos, piece).tree_moves(filter, tree, list);
            }
            if !info.mirrors.is_empty() {
                self.mirror_moves(ArrivalContext::capture(filter), list);
            }
        }
    }
    /// Appends the captures that only royals have to fear, unless listed from `start` on.
    #[inline(always)]
    pub fn royal_captures(&self, (filter, start): (Filter, usize), list: &mut MoveList) {
        if !self.game.tables.forms().royal_captures[self.kind.index()] {
            return;
        }
        let info = self.game.tables.kind(self.kind);
        for &royal in self.pos.royals(self.kind.color().other()) {
            let takes = |mv: Move| !(info.unloads || info.dynamic) || is_capture(self.game, self.pos, mv);
            let listed = list[start..].iter().any(|mv| mv.to() == royal && takes(*mv));
            if !listed && self.attacks(royal) {
                self.arrive(Move::plain(self.from, royal), ArrivalContext::capture(filter), list);
            }
        }
    }
    /// Whether the piece may put another one on the square that it leaves, if its side holds one.
    #[inline(always)]
    pub fn can_gate(&self) -> bool {
        self.game.tables.forms().gates[self.kind.index()].may_hold(|| self.pos.cell(self.from).is_unmoved())
    }
    /// Appends the gates among the moves to given squares of a piece that can gate.
    pub fn gates<const W: usize>(&self, reached: Targets<W>, filter: Filter, list: &mut MoveList) {
        let mut types = self.pos.gateable(self.game, self.kind.color(), self.from);
        let Some(first) = types.next() else { return };
        let start = list.len();
        self.plain_moves(reached, filter, list);
        let end = list.len();
        for piece in types {
            (start..end).for_each(|index| list.push(list[index].gating(piece)));
        }
        list[start..end].iter_mut().for_each(|mv| *mv = mv.gating(first));
    }
}

/// Appends the compiled en passant captures.
pub(crate) fn en_passant_captures(game: &Game, pos: &Position, filter: Filter, list: &mut MoveList) {
    let Some(right) = pos.en_passant() else { return };
    let trail = game.tables.trail(right.trail).iter().map(|&square| Square(square));
    for to in trail.filter(|&to| pos.cell(to).is_empty()) {
        for &(kind, from) in &game.tables.forms().passing[pos.side().index()][to.index()] {
            if pos.cell(from).kind() == Some(kind) {
                let (mover, landing) =
                    (Mover::new(game, pos, kind.at(from)), ArrivalContext::capture(filter));
                mover.arrive(Move::en_passant(from, to), landing, list);
            }
        }
    }
}
