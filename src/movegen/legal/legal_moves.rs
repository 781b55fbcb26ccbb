//! Legal moves, found without making them where masks can tell, monomorphic in the board width.

use crate::board::{Bits, Color, Kind, Move, MoveList, PieceType, Square};
use crate::movegen::attack::royals::Attackers;
use crate::movegen::filter::{Filter, retain};
use crate::movegen::legal::explosions::ExplosionVerdict;
use crate::movegen::legal::legality::is_legal;
use crate::movegen::legal::masks::Masks;
use crate::movegen::legal::move_restrictions::may_drop_mate;
use crate::movegen::pseudo::drops::drops;
use crate::movegen::pseudo::passes::pass;
use crate::movegen::pseudo::targets::{Scene, Targets};
use crate::movegen::pseudo::trees::castlings;
use crate::moves::changes::{changes_two_squares, is_ordinary};
use crate::moves::{Mover, PieceAt, trades};
use crate::position::royals::is_fatal;
use crate::position::{Game, Position};
use crate::tables::tree::Flags;

/// Safety of the side to move in one position, for generation, counting and search: masks and winning captures.
#[derive(Clone, Debug)]
pub(crate) struct Guard<'a, const W: usize> {
    pub game: &'a Game,
    /// The occupied squares, as the side to move sees them.
    pub scene: Scene<W>,
    /// What keeps its royals safe.
    pub masks: Masks<W>,
    /// Enemy royals whose capture wins immediately, whatever it exposes.
    pub king_captures: Bits<W>,
    /// Enemies whose capture may be barred now, or may save others from capture
    /// ([`crate::rules::Captures::trades`]): moves to them must be tested.
    pub contested: Bits<W>,
}

impl<'a, const W: usize> Guard<'a, W> {
    /// Creates a guard with unrestricted masks.
    #[inline(always)]
    pub fn unrestricted(game: &'a Game, pos: &Position) -> Self {
        let mut guard = Self {
            game,
            scene: Scene::of(pos, pos.side()),
            masks: Masks::unrestricted(),
            king_captures: Bits::EMPTY,
            contested: Bits::EMPTY,
        };
        guard.find_king_captures(pos);
        guard
    }
    /// Switches to another position with unrestricted masks.
    #[inline(always)]
    pub fn switch_unrestricted(&mut self, pos: &Position) {
        self.switch_keeping_masks(pos);
        self.masks.reset();
    }
    /// Switches to another position with the same masks.
    #[inline(always)]
    pub fn switch_keeping_masks(&mut self, pos: &Position) {
        self.scene = Scene::of(pos, pos.side());
        self.king_captures = Bits::EMPTY;
        self.find_king_captures(pos);
    }
    #[inline(always)]
    fn find_king_captures(&mut self, pos: &Position) {
        let enemy = pos.side().other();
        if self.game.rules.captures.trades {
            self.contested = trades::contested(self.game, pos, enemy);
        }
        // Where captures explode, that may cost the mover its own royal.
        if self.game.tables.explosions().is_none() && is_fatal(self.game, pos, enemy, 1) {
            pos.royals(enemy).iter().for_each(|&square| self.king_captures |= Bits::square(square));
        }
    }
    /// Squares where moves of a non-royal piece may end, as far as the masks can tell.
    #[inline(always)]
    pub fn allowed(&self, from: Square) -> Bits<W> {
        self.masks.allowed(from) | self.king_captures | self.contested
    }
    /// Squares where only making a move can tell whether it is legal.
    #[inline(always)]
    pub fn uncertain(&self) -> Bits<W> {
        self.masks.suspicious | self.masks.decisive | self.contested
    }
    /// A piece of a position of the game.
    #[inline(always)]
    pub fn mover<'p>(&self, pos: &'p Position, piece: PieceAt) -> Mover<'p>
    where
        'a: 'p,
    {
        Mover::new(self.game, pos, piece)
    }
    /// Targets of a piece that are not certainly illegal, and the squares where a move must be tested.
    #[inline(always)]
    pub fn targets(&self, pos: &Position, piece: PieceAt) -> (Targets<W>, Bits<W>) {
        let PieceAt { kind, from } = piece;
        let reached = self.mover(pos, piece).targets(&self.scene);
        let masks = &self.masks;
        if masks.test_all {
            return (reached, Bits::ALL);
        }
        let (mut targets, mut test) = match masks.royals.has(from) {
            true => self.royal_targets(pos, piece, reached),
            false => self.ordinary_targets(piece, reached),
        };
        let wins = self.game.rules.goals.winning::<W>(kind) & reached.both();
        if self.game.rules.restrictions.no_checks {
            let (quiet, unknown) = masks.checks.split(self.game, piece, targets.both());
            let unknown = unknown | self.changing(piece);
            targets = targets.within(quiet | unknown);
            test |= unknown;
        }
        if !wins.is_empty() {
            targets.quiet |= reached.quiet & wins;
            targets.takes |= reached.takes & wins;
            test |= wins;
        }
        if self.game.tables.explosions().is_some() && !reached.takes.is_empty() {
            let unknown;
            (targets.takes, unknown) = self.explosive_captures(pos, from, (reached.takes, targets.takes));
            test |= unknown;
        }
        (targets, test)
    }
    #[inline(always)]
    fn ordinary_targets(&self, piece: PieceAt, reached: Targets<W>) -> (Targets<W>, Bits<W>) {
        let PieceAt { kind, from } = piece;
        let (color, info) = (kind.color(), self.game.tables.kind(kind));
        let promoting = if info.becomes_royal { self.promoting(piece) } else { Bits::EMPTY };
        // If all royals must be captured, gaining another one removes any check.
        let saving = promoting.when(self.game.variant.ends.all_must_fall(color));
        let allowed = self.allowed(from) | saving;
        // If one of several royals ceases to be royal, the only one left may be attacked.
        let ceases = self.may_cease_to_be_royal(kind);
        let touches = (self.masks.suspicious | self.masks.decisive).has(from);
        let test = if touches || ceases { Bits::ALL } else { self.uncertain() | promoting };
        (reached.within(allowed), test)
    }
    /// Squares where a move may change the type of the piece, by the square or by a capture there.
    fn changing(&self, piece: PieceAt) -> Bits<W> {
        let tables = &self.game.tables;
        let by_square =
            if tables.kind(piece.kind).changes_type { self.promoting(piece) } else { Bits::EMPTY };
        by_square | self.scene.enemies.when(tables.changes_by_capture(piece.kind))
    }
    /// Squares where a move may change the type of the piece by promotion.
    pub fn promoting(&self, PieceAt { kind, from }: PieceAt) -> Bits<W> {
        if self.game.tables.in_zone(kind.color(), from) {
            return Bits::ALL;
        }
        Bits::ALL.without(Bits::of(&self.game.tables.forms().plain, kind.index()))
    }
    #[inline(always)]
    fn royal_targets(&self, pos: &Position, piece: PieceAt, reached: Targets<W>) -> (Targets<W>, Bits<W>) {
        let PieceAt { kind, from } = piece;
        let (mut safe, mut test) = (self.king_captures, self.contested);
        let (enemies, occupied) = self.enemies_without(pos, from);
        let wanted = reached.both() & (self.masks.allowed_royal(from) | self.king_captures);
        let (open, far) = match self.game.tables.explosions() {
            Some(_) => (Bits::EMPTY, wanted),
            None => enemies.split_adjacent((kind, from), wanted, occupied),
        };
        safe |= open;
        // Its move may expose another royal to a hidden attacker.
        if self.masks.royals.count() > 1 && !self.masks.suspicious.is_empty() {
            test |= wanted;
        }
        for to in far {
            match enemies.could_take(to, occupied) {
                Some(false) => safe |= Bits::square(to),
                Some(true) => {}
                None => test |= Bits::square(to),
            }
        }
        // A change of type may lose the royal, or leave none to be captured.
        if self.game.tables.kind(kind).changes_type {
            test |= wanted & self.promoting(piece);
        }
        (reached.within(safe | test), test)
    }
    /// The enemies, and the occupied squares once the royal has left its square.
    #[inline(always)]
    pub fn enemies_without<'p>(&self, pos: &'p Position, from: Square) -> (Attackers<'p>, Bits<W>)
    where
        'a: 'p,
    {
        (Attackers::of_mover(self.game, pos), self.scene.occupied.without(Bits::square(from)))
    }
    /// Whether the piece has moves other than plain ones.
    #[inline(always)]
    pub fn has_uncompiled_moves(&self, pos: &Position, PieceAt { kind, from }: PieceAt) -> bool {
        let forms = self.game.tables.forms();
        let conditional = forms.conditional_kinds[kind.index()].may_hold(|| pos.cell(from).is_unmoved());
        conditional || forms.royal_captures[kind.index()] || self.game.tables.has_tree_moves(kind, from)
    }
    /// Appends the legal moves of a piece other than plain ones, whose moves are listed from `start` on.
    #[inline(always)]
    pub fn list_uncompiled(
        &self,
        pos: &mut Position,
        piece: PieceAt,
        reached: Targets<W>,
        start: usize,
        list: &mut MoveList,
    ) {
        let uncompiled = list.len();
        self.mover(pos, piece).uncompiled_moves(&self.scene, reached, (Filter::All, start), list);
        self.keep_legal(pos, uncompiled.min(list.len()), list);
    }
    /// Keeps only the legal moves from `start` on.
    pub fn keep_legal(&self, pos: &mut Position, start: usize, list: &mut MoveList) {
        retain(start, list, |mv| self.is_legal(pos, mv));
    }
    /// Whether a listed move is legal; makes it where the masks cannot tell.
    #[inline(always)]
    pub fn is_legal(&self, pos: &mut Position, mv: Move) -> bool {
        let Some(lines_are_safe) = self.judge(pos, mv) else { return is_legal(self.game, pos, mv) };
        let suspicious = self.masks.suspicious;
        let moved = [mv.from(), mv.to()];
        let exposes = !self.masks.royals.is_empty() && moved.iter().any(|&square| suspicious.has(square));
        if !exposes || !lines_are_safe || self.king_captures.has(mv.to()) || self.explodes(pos, mv) {
            return lines_are_safe;
        }
        !pos.after(self.game, mv, |pos| self.masks.is_attacked_since(self.game, pos, moved))
    }
    /// Whether the lines to the royal allow a listed move; `None` if they cannot tell, e.g. if more than two squares
    /// change.
    #[inline(always)]
    pub fn judge(&self, pos: &Position, mv: Move) -> Option<bool> {
        let masks = &self.masks;
        if masks.test_all
            && let Some(legal) = masks.calm.judge(self.game, pos, mv)
        {
            return Some(legal);
        }
        if mv.gated().is_some() {
            return self.judge_gate(pos, mv);
        }
        if mv.is_pass() {
            let at_will = self.game.rules.turns.passes_at_will && !pos.is_frozen();
            let known = at_will && !masks.test_all && !masks.royals.is_empty();
            return known.then_some(!masks.in_check);
        }
        let walks = mv.node().is_some() && !self.contested.is_empty();
        if mv.is_drop()
            || walks
            || self.contested.has(mv.to())
            || masks.test_all
            || mv.castling().is_some()
            || mv.is_en_passant()
            || masks.decisive.has(mv.from())
            || masks.decisive.has(mv.to())
            || self.wins_or_checks(pos, mv)
        {
            return None;
        }
        if self.game.tables.explosions().is_some() && !pos.cell(mv.to()).is_empty() {
            match self.judge_explosion(pos, mv.from(), mv.to()) {
                ExplosionVerdict::Ordinary => {}
                ExplosionVerdict::Known(legal) => return Some(legal),
                ExplosionVerdict::Unknown => return None,
            }
        }
        if masks.royals.has(mv.from()) {
            return self.judge_royal_step(pos, mv);
        }
        let ceases = || pos.cell(mv.from()).kind().is_some_and(|kind| self.may_cease_to_be_royal(kind));
        if mv.promotion().is_some() && ceases() {
            return None;
        }
        let simple = self.game.tables.end_of(mv).is_none_or(changes_two_squares);
        let known = (simple || pos.royals(pos.side()).is_empty())
            && !self.scene.own.has(mv.to())
            && !mv.promotion().is_some_and(|piece| self.is_royal(piece, pos.side()));
        if masks.royals.is_empty() {
            // Nothing to lose by a change of the two squares.
            return known.then_some(true);
        }
        known.then(|| self.king_captures.has(mv.to()) || masks.allowed(mv.from()).has(mv.to()))
    }
    /// Whether the only royal is safe after a tree move that changes only its two squares; `None` for other moves, or if
    /// only making the move can tell.
    fn judge_royal_step(&self, pos: &Position, mv: Move) -> Option<bool> {
        let (game, masks, touched) = (self.game, &self.masks, [mv.from(), mv.to()]);
        let node = game.tables.end_of(mv)?;
        let drops = game.rules.hands.capturing_drops;
        let ruled = drops || game.rules.restrictions.any || game.tables.explosions().is_some();
        // A royal that leaves a trail may be captured en passant.
        let silent = is_ordinary(node) && !node.flags.intersects(Flags::EXTRA);
        let simple = silent && mv.promotion().is_none() && !self.scene.own.has(mv.to());
        let hidden = touched.iter().any(|&square| masks.suspicious.has(square));
        if !simple || ruled || hidden || masks.only_royal().is_none() || self.king_captures.has(mv.to()) {
            return None;
        }
        let (enemies, occupied) = self.enemies_without(pos, mv.from());
        enemies.could_take(mv.to(), occupied).map(|taken| !taken)
    }
    /// Whether rules about goals and checks decide about each move of a kind by itself.
    #[inline(always)]
    pub fn is_judged_singly(&self, kind: Kind) -> bool {
        let game = self.game;
        let restrictions = &game.rules.restrictions;
        restrictions.any && (restrictions.no_checks || !game.rules.goals.winning::<W>(kind).is_empty())
    }
    /// Whether rules about goals and checks decide about a move between two squares: it may reach a goal that wins at
    /// once, or give a check that is forbidden.
    #[inline(always)]
    fn wins_or_checks(&self, pos: &Position, mv: Move) -> bool {
        if !self.game.rules.restrictions.any {
            return false;
        }
        let Some(kind) = pos.cell(mv.from()).kind() else { return true };
        let wins = self.game.rules.goals.winning::<W>(kind).has(mv.to());
        wins || self.game.rules.restrictions.no_checks && {
            let (quiet, unknown) =
                self.masks.checks.split(self.game, kind.at(mv.from()), Bits::square(mv.to()));
            mv.promotion().is_some() || quiet.is_empty() || !unknown.is_empty()
        }
    }
    /// Whether the move is an explosive capture on its end square.
    #[inline(always)]
    pub fn explodes(&self, pos: &Position, mv: Move) -> bool {
        self.game.tables.explosions().is_some_and(|explosions| {
            let kinds = (pos.cell(mv.from()).kind(), pos.cell(mv.to()).kind());
            matches!(kinds, (Some(mover), Some(victim)) if explosions.explodes(mover.piece(), victim.piece()))
        })
    }
    /// Whether it is a royal kind that can change type.
    #[inline(always)]
    pub fn may_cease_to_be_royal(&self, kind: Kind) -> bool {
        let info = self.game.tables.kind(kind);
        info.royal && info.changes_type
    }
    pub fn is_royal(&self, piece: PieceType, color: Color) -> bool {
        self.game.tables.kind(Kind::new(piece, color)).royal
    }
    /// Whether the side to move has a royal in hand.
    pub fn holds_royal(&self, pos: &Position) -> bool {
        let royals = self.game.royal_types.iter();
        royals.map(|&piece| Kind::new(piece, pos.side())).any(|kind| pos.can_drop(self.game, kind))
    }
    /// Squares where drops may end, as far as the masks can tell. If all royals must be captured, dropping another one
    /// removes check.
    pub fn droppable(&self, pos: &Position) -> Bits<W> {
        let wins = || self.game.rules.restrictions.any;
        let saves = || self.game.variant.ends.all_must_fall(pos.side()) && self.holds_royal(pos);
        if self.masks.test_all || wins() || saves() { Bits::ALL } else { self.masks.common }
    }
    /// Appends the legal drops, restricted like other moves unless something must be tested.
    pub fn legal_drops(&self, pos: &mut Position, list: &mut MoveList) {
        let start = list.len();
        drops::<W>(self.game, pos, self.droppable(pos), Filter::All, list);
        let captures = self.game.rules.hands.capturing_drops;
        let must_test = captures
            || self.game.rules.restrictions.any
            || self.game.variant.hand_rules.swap
            || self.game.rules.restrictions.drop_mates;
        if must_test || self.masks.test_all || !self.masks.suspicious.is_empty() || self.holds_royal(pos) {
            retain(start, list, |mv| {
                let known = mv.dropped().and_then(|piece| self.judge_drop(pos, piece, mv));
                known.unwrap_or_else(|| is_legal(self.game, pos, mv))
            });
        }
    }
    /// Legality of the drop of a piece according to the masks; `None` if only making it can tell.
    #[inline]
    pub fn judge_drop(&self, pos: &Position, piece: PieceType, mv: Move) -> Option<bool> {
        let (game, masks, to) = (self.game, &self.masks, mv.to());
        let quiet = pos.cell(to).is_empty() && !self.is_royal(piece, pos.side());
        let ruled = masks.test_all || game.rules.restrictions.any || masks.decisive.has(to);
        let sure = quiet && !ruled && !masks.suspicious.has(to) && !may_drop_mate(game, pos, mv);
        let by_masks = || sure.then(|| masks.common.has(to));
        masks.calm.judge(game, pos, mv).or_else(by_masks)
    }
    /// Appends the legal en passant captures, passes and castlings.
    pub fn side_moves(&self, pos: &mut Position, list: &mut MoveList) {
        self.list_en_passant(pos, list);
        if self.game.rules.turns.passes {
            let start = list.len();
            list.extend(pass(pos));
            self.keep_legal(pos, start, list);
        }
        let in_check = self.masks.in_check && !self.masks.royals.is_empty();
        if pos.castles().is_empty() || in_check && royals_castle(self.game, pos) {
            return;
        }
        let start = list.len();
        castlings::<W>(self.game, pos, list);
        retain(start, list, |mv| self.castling_is_legal(pos, mv));
    }
    fn castling_is_legal(&self, pos: &mut Position, mv: Move) -> bool {
        let rule = mv.castling().map(|index| &pos.castles()[index]);
        let by_masks = match rule {
            _ if self.masks.test_all
                || self.game.rules.restrictions.any
                || self.game.tables.explosions().is_some() =>
            {
                None
            }
            Some(rule) if self.masks.only_royal() == Some(rule.from) && self.masks.in_check => Some(false),
            Some(rule) if self.masks.only_royal() == Some(rule.from) => match mv.gated() {
                Some(piece) if self.is_royal(piece, pos.side()) => None,
                _ => Attackers::of_mover(self.game, pos).castling_is_safe(rule, self.scene.occupied),
            },
            _ => None,
        };
        by_masks.unwrap_or_else(|| is_legal(self.game, pos, mv))
    }
}

/// Whether all castling kings are royal, so that castling out of check is impossible.
#[cold]
pub(crate) fn royals_castle(game: &Game, pos: &Position) -> bool {
    pos.castles().iter().all(|rule| game.tables.kind(rule.king).royal)
}
