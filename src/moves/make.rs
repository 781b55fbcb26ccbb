//! Carries out moves on the board: `Position::apply` and its parts for walks, drops, castling and passes.
//!
//! [`Position::make`] also counts the check that the move gives.

use crate::board::{Color, Kind, Square};
use crate::moves::flames;
use crate::notation::legs::Occupancy;
use crate::position::{Cell, EnPassantRight, Game, Move, Position, RuleCounters, resolve_square, zobrist};
use crate::tables::rules::Goal;
use crate::tables::tree::{Flags, Node};
use crate::variant::castling::CastleRule;
use crate::variant::{Captured, PieceType, all_kinds};

impl Position {
    /// Like `make`, but counts no checks.
    #[inline(always)]
    pub(crate) fn apply(&mut self, game: &Game, mv: Move) {
        self.open_ply();
        // PERF: `griffon perft normal 6`: a saturating sum takes 8 % more time.
        self.state.quiet_plies = self.state.quiet_plies.wrapping_add(1);
        let quiet = mv.is_plain() && self.cell(mv.to()).is_empty() && game.tables.explosions().is_some();
        let effects = game.rules.captures.effects && !quiet;
        let previewed = if effects { self.preview_effects(game, mv) } else { None };
        if previewed.is_some() {
            self.clear_capture_state();
        }
        if game.rules.captures.trades {
            self.trade(game, mv);
        }
        self.state.key ^= self.en_passant_key();
        let rights = self.state.en_passant.take();
        if game.rules.sharing.imitators {
            self.remember_mover(game, mv);
        }
        match (mv.castling(), mv.dropped()) {
            _ if mv.is_plain() && mv.promotion().is_none() => {
                self.make_plain(game, mv);
                self.put_down(game, mv, mv.from().0);
            }
            (Some(rule), _) => {
                let gate = self.castles[rule].gate;
                self.make_castling(game, rule);
                self.put_down(game, mv, gate.unwrap_or(mv.from()).0);
            }
            _ if mv.is_pass() => {}
            (_, Some(piece)) => self.make_drop(game, piece, mv.to()),
            _ => self.make_walk(game, mv, rights, previewed.is_some_and(|effects| effects.converts())),
        }
        if let Some(previewed) = previewed {
            self.apply_capture_effects(game, mv, previewed);
        }
        if game.rules.unmoved.exposed {
            self.expose(game, mv);
        }
        self.switch_side();
        if game.rules.counter_use.for_endings {
            self.update_counters(game, mv);
        }
        if game.rules.counter_use.for_weak_sides {
            self.count_up(game);
        }
        // Last, because the goal check reads the squares that the move itself changed.
        if std::mem::take(&mut self.unsettled) && game.rules.unmoved.lapse {
            self.lapse(game);
        }
    }
    /// Remembers the type that moves. Without imitators, and if none may come, there is nothing to remember.
    ///
    /// SPEC: XBetza, "The Imitator": "the most recently moved (or imitated) piece type". A promoting piece has moved
    /// as its old type, a castling king as a king. A drop counts; a pass does not.
    fn remember_mover(&mut self, game: &Game, mv: Move) {
        if mv.is_pass() {
            return;
        }
        let imitates = |kind: Kind| !game.tables.kind(kind).imitates.is_empty();
        let has_imitators = || all_kinds(&game.variant).any(|kind| imitates(kind) && self.owned(kind) > 0);
        let last = if game.rules.sharing.imitators_come || has_imitators() {
            let moved = self.mover(mv).filter(|&piece| !imitates(Kind::new(piece, self.side)));
            moved.or(self.state.last_moved)
        } else {
            None
        };
        let key = |piece: Option<PieceType>| piece.map_or(0, |piece| zobrist::last_moved(piece.0));
        self.state.key ^= key(self.state.last_moved) ^ key(last);
        self.state.last_moved = last;
    }
    /// Makes a null move: no piece moves, and the turn passes to the opponent. Undone by [`Self::unmake`].
    ///
    /// The en passant right, the effects of the last capture and the goal reached last lapse. Quiet plies and the moves
    /// of a weak side are counted.
    pub fn make_null(&mut self, game: &Game) {
        self.open_ply();
        self.state.quiet_plies = self.state.quiet_plies.wrapping_add(1);
        self.state.key ^= self.en_passant_key();
        self.state.en_passant = None;
        if game.rules.captures.has_tables {
            self.clear_capture_state();
        }
        self.switch_side();
        if game.rules.counter_use.for_endings {
            // Names every field, so that each says what a null move does to it.
            let RuleCounters { checks, goal: _, passes, count } = self.state.counters;
            self.set_counters(RuleCounters { checks, goal: Goal::None, passes, count });
        }
        if game.rules.counter_use.for_weak_sides {
            self.count_up(game);
        }
    }
    pub(crate) fn switch_side(&mut self) {
        self.state.key ^= zobrist::side(self.side) ^ zobrist::side(self.side.other());
        self.side = self.side.other();
    }
    /// Drops a piece from the hand; a piece of the same side on the square goes into the hand in exchange.
    fn make_drop(&mut self, game: &Game, piece: PieceType, to: Square) {
        let kind = Kind::new(piece, self.side);
        let held = Kind::new(self.held_as(game, kind), self.side);
        self.take_from_hand(game, held);
        match self.cell(to).kind() {
            Some(own) if own.color() == self.side => {
                self.set_hand(game, own, self.hands[own.index()] + 1);
            }
            _ => self.capture(game, to),
        }
        let home = game.variant.home.as_ref().is_some_and(|home| home.contains(&(to, self.side, piece)));
        self.set(game, to, Cell::new(kind));
        if home && self.minds_unmoved(game, kind, to) {
            self.set(game, to, Cell::new(kind).with_unmoved(true));
        }
        self.state.quiet_plies = 0;
        if game.variant.move_rules.drop_mate_loses {
            self.state.dropped = Some(piece);
        }
    }
    /// Takes a piece from the hand. A castling right of a piece that is yet to be dropped may depend on it.
    fn take_from_hand(&mut self, game: &Game, held: Kind) {
        self.set_hand(game, held, self.hands[held.index()] - 1);
        self.unsettled |= game.variant.home.is_some();
    }
    /// Revokes the initial moves of enemy royals on the file or rank where the mover arrives, if its type is in
    /// `exposed_to`.
    #[cold]
    pub(crate) fn expose(&mut self, game: &Game, mv: Move) {
        let enemy = self.side.other();
        let comes = mv.dropped().is_none() && !mv.is_pass();
        let mover = self.cell(mv.to()).kind().filter(|_| comes).map(Kind::piece);
        if !mover.is_some_and(|piece| game.variant.castling.exposed_to[piece.index()]) {
            return;
        }
        let board = &game.variant.board;
        let line = |square: Square| {
            board.file(square) == board.file(mv.to()) || board.rank(square) == board.rank(mv.to())
        };
        for square in self.royals[enemy.index()].clone() {
            let cell = self.cell(square);
            if cell.is_unmoved() && line(square) {
                self.set(game, square, cell.with_unmoved(false));
            }
        }
    }
    fn make_castling(&mut self, game: &Game, rule: usize) {
        let rule = &std::sync::Arc::clone(&self.castles)[rule];
        let king = self.cell(rule.from).with_unmoved(false);
        let partner = self.cell(rule.partner).with_unmoved(false);
        self.set(game, rule.from, Cell::EMPTY);
        self.set(game, rule.partner, Cell::EMPTY);
        self.set(game, rule.to, king);
        self.set(game, rule.partner_to, partner);
        if game.variant.castling.bars {
            self.bar_castling(game, rule.partner > rule.from);
        }
    }
    /// Revokes the opponent's right to castle to the same side: its partner there counts as moved.
    #[cold]
    fn bar_castling(&mut self, game: &Game, to_the_right: bool) {
        let enemy = self.side.other();
        let barred = |rule: &&CastleRule| {
            rule.king.color() == enemy && (rule.partner > rule.from) == to_the_right && self.holds_right(rule)
        };
        let partners: Vec<Square> = self.castles.iter().filter(barred).map(|rule| rule.partner).collect();
        for square in partners {
            self.set(game, square, self.cell(square).with_unmoved(false));
        }
    }
    /// Makes a compiled move without promotion, by far the most frequent kind.
    #[inline(always)]
    fn make_plain(&mut self, game: &Game, mv: Move) {
        let cell = self.cell(mv.from());
        let Some(kind) = cell.kind() else { return };
        self.set(game, mv.from(), Cell::EMPTY);
        self.account_for(game, mv.to(), self.side);
        self.set(game, mv.to(), cell.with_unmoved(false));
        if game.tables.kind(kind).restarts {
            self.state.quiet_plies = 0;
        }
    }
    /// Makes a move along a tree, or one with a promotion. `converts`: the capture matrix changes the mover's type.
    fn make_walk(&mut self, game: &Game, mv: Move, rights: Option<EnPassantRight>, converts: bool) {
        let cell = self.cell(mv.from());
        let Some(kind) = cell.kind() else { return };
        let node = game.tables.end_of(mv);
        let burnt = match node {
            Some(node) if node.flags.intersects(Flags::BURNS) => flames::burnt(game, self, mv, None),
            _ => Vec::new(),
        };
        self.set(game, mv.from(), Cell::EMPTY);
        let unloads = node.map_or(&[][..], |node| game.tables.unloads(node));
        let unloaded = self.lift_cargo(game, unloads, rights);
        if let Some(node) = node.filter(|node| node.flags.intersects(Flags::LOCUST)) {
            let victims = game.tables.ancestors(node).filter(|node| node.is_victim());
            victims.for_each(|victim| self.capture(game, Square(victim.square)));
        }
        let en_passant =
            mv.is_en_passant() || node.is_some_and(|node| node.emit.intersects(Occupancy::EN_PASSANT));
        let passed = en_passant || node.is_some_and(|node| node.flags.intersects(Flags::PASSED));
        if let Some(rights) = rights.filter(|_| passed) {
            self.capture(game, rights.victim);
        }
        match en_passant {
            true => {}
            // With nothing to unload or burn, the mover's arrival overwrites the captured piece.
            false if unloads.is_empty() && burnt.is_empty() => self.account_for(game, mv.to(), self.side),
            false => self.capture(game, mv.to()),
        }
        burnt.into_iter().for_each(|square| self.capture(game, square));
        for (square, cell) in unloaded {
            self.set(game, square, cell);
        }
        let moved = self.arrived(game, cell, mv, converts);
        self.set(game, mv.to(), moved);
        // SPEC: docs/definitions.md, `moveRulePieces`: the pieces that it names, and no promotion of others.
        let promotes = mv.promotion().is_some() && game.variant.ends.resets.is_none();
        if game.tables.kind(kind).restarts || promotes {
            self.state.quiet_plies = 0;
        }
        if let Some(node) = node {
            if node.flags.intersects(Flags::GATES) {
                self.put_down(game, mv, game.tables.extra(node).gate.unwrap_or(mv.from().0));
            }
            self.leave_trail(game, node, mv.to());
        } else {
            self.put_down(game, mv, mv.from().0);
        }
    }
    /// Puts down the piece from the hand, if the move gates one.
    ///
    /// SPEC: drops.txt: "uO unloads a piece on the square of origin".
    #[inline(always)]
    pub(crate) fn put_down(&mut self, game: &Game, mv: Move, square: u16) {
        let Some(piece) = mv.gated() else { return };
        let kind = Kind::new(piece, self.side);
        self.take_from_hand(game, kind);
        self.set(game, Square(square), Cell::new(kind));
        self.state.quiet_plies = 0;
    }
    /// Lifts the pieces that will be unloaded and marks them as moved.
    fn lift_cargo(
        &mut self,
        game: &Game,
        unloads: &[(u16, u16)],
        rights: Option<EnPassantRight>,
    ) -> Vec<(Square, Cell)> {
        let mut cargo = Vec::new();
        for &(from, to) in unloads {
            let Some(from) = resolve_square(from, rights) else { continue };
            let cell = self.cell(from).with_unmoved(false);
            self.set(game, from, Cell::EMPTY);
            cargo.push((Square(to), cell));
        }
        cargo
    }
    /// Returns the piece as it stands on its new square.
    fn arrived(&mut self, game: &Game, cell: Cell, mv: Move, converts: bool) -> Cell {
        let (Some(piece), Some(kind)) = (mv.promotion(), cell.kind()) else {
            return cell.with_unmoved(false);
        };
        let new = Kind::new(piece, self.side);
        // A conversion by the capture matrix takes nothing from the hand.
        let by_choice = !converts && game.tables.type_change(mv).is_none();
        if by_choice && game.takes_promotion_from_hand(kind, piece, mv.to()) && self.hands[new.index()] > 0 {
            self.take_from_hand(game, new);
        }
        let origin = game.variant.capture_demotes.then(|| cell.origin().unwrap_or(kind.piece()));
        Cell::new(new).with_origin(origin)
    }
    /// Removes the piece on a square, into a hand if the rules say so.
    fn capture(&mut self, game: &Game, square: Square) {
        if !self.cell(square).is_empty() {
            self.account_for(game, square, self.side);
            self.set(game, square, Cell::EMPTY);
        }
    }
    /// Applies all consequences of a capture by a side except the change on the board.
    #[inline]
    pub(crate) fn account_for(&mut self, game: &Game, square: Square, captor: Color) {
        let cell = self.cell(square);
        let Some(kind) = cell.kind() else { return };
        self.state.quiet_plies = 0;
        self.state.fallen[kind.color().index()] |= game.is_royal(cell);
        let holder = match game.variant.captured {
            Captured::Discarded => return,
            Captured::ToOwner => kind.color(),
            Captured::ToCaptor => captor,
        };
        let piece = cell.origin().unwrap_or(game.tables.kind(kind).demoted);
        let held = Kind::new(piece, holder);
        self.set_hand(game, held, self.hands[held.index()] + 1);
    }
    /// Marks the trail if an enemy piece could use it.
    fn leave_trail(&mut self, game: &Game, node: &Node, victim: Square) {
        let Some(trail) = game.tables.trail_of(node) else { return };
        if self.trail_matters(game, self.side, trail) {
            self.state.en_passant = Some(EnPassantRight { trail, victim });
            self.state.key ^= self.en_passant_key();
        }
    }
}
