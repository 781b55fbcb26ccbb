//! Legal moves, found without making them where masks can tell, monomorphic in the board width.

use crate::board::bits::Bits;
use crate::board::{Color, Kind, Move, MoveList, PieceType, Square};
use crate::movegen::attack::royals::{castling_is_safe, royal_could_be_taken, safe_beside};
use crate::movegen::filter::{Filter, retain};
use crate::movegen::legal::explosions::ExplosionVerdict;
use crate::movegen::legal::legality::is_legal;
use crate::movegen::legal::masks::Masks;
use crate::movegen::legal::move_restrictions::may_drop_mate;
use crate::movegen::pseudo::compiled::passing_moves;
use crate::movegen::pseudo::drops::drops;
use crate::movegen::pseudo::passes::pass;
use crate::movegen::pseudo::targets::{Scene, Targets, targets};
use crate::movegen::pseudo::trees::castlings;
use crate::moves::changes::{changes_two_squares, is_ordinary};
use crate::moves::trades;
use crate::position::royals::royals_lost_after_losing_one;
use crate::position::{Game, Position};
use crate::tables::tree::Flags;
use crate::variant::NoCheck;

/// State shared by legal generation and counting: position, masks, winning captures.
#[derive(Clone, Debug)]
pub(crate) struct Legal<'a, const W: usize> {
    pub(crate) game: &'a Game,
    pub(crate) scene: Scene<W>,
    pub(crate) masks: Masks<W>,
    /// Enemy royals whose capture wins immediately, whatever it exposes.
    pub(crate) king_captures: Bits<W>,
    /// Enemies whose capture may be barred now, or may save others from capture
    /// ([`crate::rules::Captures::trades`]): moves to them must be tested.
    pub(crate) contested: Bits<W>,
}

impl<'a, const W: usize> Legal<'a, W> {
    #[inline(always)]
    pub(crate) fn new(game: &'a Game, pos: &Position) -> Self {
        let mut legal = Self {
            game,
            scene: Scene::new(pos),
            masks: Masks::unrestricted(),
            king_captures: Bits::EMPTY,
            contested: Bits::EMPTY,
        };
        legal.find_king_captures(pos);
        legal
    }
    /// Switches to another position with unrestricted masks.
    #[inline(always)]
    pub(crate) fn update(&mut self, pos: &Position) {
        self.turn(pos);
        self.masks.reset();
    }
    /// Switches to another position with the same masks.
    #[inline(always)]
    pub(crate) fn turn(&mut self, pos: &Position) {
        self.scene = Scene::new(pos);
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
        if self.game.tables.explosions().is_none() && royals_lost_after_losing_one(self.game, pos, enemy) {
            pos.royals(enemy).iter().for_each(|&square| self.king_captures |= Bits::square(square));
        }
    }
    /// Squares where moves of a non-royal piece may end, as far as the masks can tell.
    #[inline(always)]
    pub(crate) fn allowed(&self, from: Square) -> Bits<W> {
        self.masks.allowed(from) | self.king_captures | self.contested
    }
    /// Squares where only making a move can tell whether it is legal.
    #[inline(always)]
    pub(crate) fn uncertain(&self) -> Bits<W> {
        self.masks.suspicious | self.masks.decisive | self.contested
    }
    /// Targets of a piece that are not certainly illegal, and the squares where a move must be tested.
    #[inline(always)]
    pub(crate) fn targets(&self, pos: &mut Position, kind: Kind, from: Square) -> (Targets<W>, Bits<W>) {
        let reached = targets(self.game.tables.forms(), kind, from, &self.scene);
        let masks = &self.masks;
        if masks.test_all {
            return (reached, Bits::ALL);
        }
        let (mut targets, mut test) = match masks.royals.has(from) {
            true => self.royal_targets(pos, kind, from, reached),
            false => self.ordinary_targets(kind, from, reached),
        };
        let wins = self.game.rules.goals.winning::<W>(kind) & (reached.quiet | reached.takes);
        if self.game.variant.rules.no_check == NoCheck::All {
            let (quiet, unknown) = masks.checks.split(self.game, kind, from, targets.quiet | targets.takes);
            let unknown = unknown | self.changing(kind, from);
            targets.quiet &= quiet | unknown;
            targets.takes &= quiet | unknown;
            test |= unknown;
        }
        if !wins.is_empty() {
            targets.quiet |= reached.quiet & wins;
            targets.takes |= reached.takes & wins;
            test |= wins;
        }
        if self.game.tables.explosions().is_some() && !reached.takes.is_empty() {
            let (kept, unknown) = self.explosive_captures(pos, from, reached.takes, targets.takes);
            targets.takes = kept;
            test |= unknown;
        }
        (targets, test)
    }
    #[inline(always)]
    fn ordinary_targets(&self, kind: Kind, from: Square, reached: Targets<W>) -> (Targets<W>, Bits<W>) {
        let (color, info) = (kind.color(), self.game.tables.kind(kind));
        let promoting = if info.becomes_royal { self.promoting(kind, from) } else { Bits::EMPTY };
        // If all royals must be captured, gaining another one removes any check.
        let saving = promoting.when(self.game.variant.ends.extinction[color.index()]);
        let allowed = self.allowed(from) | saving;
        // If one of several royals ceases to be royal, the only one left may be attacked.
        let ceases = self.may_cease_to_be_royal(kind);
        let touches = (self.masks.suspicious | self.masks.decisive).has(from);
        let test = match touches || ceases {
            true => Bits::ALL,
            false => self.uncertain() | promoting,
        };
        (Targets { quiet: reached.quiet & allowed, takes: reached.takes & allowed }, test)
    }
    /// Squares where a move from `from` may change the type of a piece, by the square or by a capture there.
    fn changing(&self, kind: Kind, from: Square) -> Bits<W> {
        let tables = &self.game.tables;
        let by_square = if tables.kind(kind).promotes { self.promoting(kind, from) } else { Bits::EMPTY };
        by_square | self.scene.enemies.when(tables.turns(kind))
    }
    /// Squares where a move from `from` may change the type of a piece by promotion.
    pub(crate) fn promoting(&self, kind: Kind, from: Square) -> Bits<W> {
        if self.game.tables.in_zone(kind.color(), from) {
            return Bits::ALL;
        }
        Bits::ALL.without(Bits::of(&self.game.tables.forms().plain, kind.index()))
    }
    #[inline(always)]
    fn royal_targets(
        &self,
        pos: &Position,
        kind: Kind,
        from: Square,
        reached: Targets<W>,
    ) -> (Targets<W>, Bits<W>) {
        let (mut safe, mut test) = (self.king_captures, self.contested);
        let occupied = self.scene.occupied.without(Bits::square(from));
        let wanted = (reached.quiet | reached.takes) & (self.masks.allowed_royal(from) | self.king_captures);
        let (open, far) = match self.game.tables.explosions() {
            Some(_) => (Bits::EMPTY, wanted),
            None => safe_beside(self.game, pos, (kind, from), wanted, occupied),
        };
        safe |= open;
        // Its move may expose another royal to a hidden attacker.
        if self.masks.royals.count() > 1 && !self.masks.suspicious.is_empty() {
            test |= wanted;
        }
        for to in far {
            match royal_could_be_taken(self.game, pos, to, occupied, pos.side().other()) {
                Some(false) => safe |= Bits::square(to),
                Some(true) => {}
                None => test |= Bits::square(to),
            }
        }
        // A change of type may lose the royal, or leave none to be captured.
        if self.game.tables.kind(kind).promotes {
            test |= wanted & self.promoting(kind, from);
        }
        let kept = safe | test;
        (Targets { quiet: reached.quiet & kept, takes: reached.takes & kept }, test)
    }
    /// Whether the piece has moves other than plain ones.
    #[inline(always)]
    pub(crate) fn is_odd(&self, pos: &Position, kind: Kind, from: Square) -> bool {
        use crate::tables::bitboards::Conditionals;
        let forms = self.game.tables.forms();
        let conditional = match forms.conditional_kinds[kind.index()] {
            Conditionals::None => false,
            Conditionals::Initial => pos.cell(from).is_unmoved(),
            Conditionals::Always => true,
        };
        conditional || forms.hunts[kind.index()] || self.game.tables.has_tree_moves(kind, from)
    }
    /// Keeps only the legal moves from `start` on.
    pub(crate) fn keep_legal(&self, pos: &mut Position, start: usize, list: &mut MoveList) {
        retain(start, list, |mv| self.is_legal(pos, mv));
    }
    /// Whether a listed move is legal; makes it where the masks cannot tell.
    #[inline(always)]
    pub(crate) fn is_legal(&self, pos: &mut Position, mv: Move) -> bool {
        let Some(lines_are_safe) = self.judge(pos, mv) else { return is_legal(self.game, pos, mv) };
        let suspicious = self.masks.suspicious;
        let moved = [mv.from(), mv.to()];
        let exposes = !self.masks.royals.is_empty() && moved.iter().any(|&square| suspicious.has(square));
        if !exposes || !lines_are_safe || self.king_captures.has(mv.to()) || self.explodes(pos, mv) {
            return lines_are_safe;
        }
        pos.make(self.game, mv);
        let attacked = self.masks.is_attacked_since(self.game, pos, moved);
        pos.unmake(self.game);
        !attacked
    }
    /// Whether the lines to the royal allow a listed move; `None` if they cannot tell, e.g. if more than two squares
    /// change.
    #[inline(always)]
    pub(crate) fn judge(&self, pos: &Position, mv: Move) -> Option<bool> {
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
            return self.judge_pass(pos);
        }
        let walks = mv.node().is_some() && !self.contested.is_empty();
        if mv.is_drop()
            || walks
            || self.contested.has(mv.to())
            || masks.test_all
            || mv.castling().is_some()
            || mv.is_passing()
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
        if masks.royals.is_empty() && !mv.promotion().is_some_and(|p| self.is_royal(p, pos.side())) {
            // Nothing to lose, unless the move captures a friend.
            return (!self.scene.own.has(mv.to())).then_some(true);
        }
        let simple = match mv.node() {
            None => true,
            Some(index) => changes_two_squares(&self.game.tables.nodes()[index as usize]),
        };
        let known = simple
            && !self.scene.own.has(mv.to())
            && !mv.promotion().is_some_and(|piece| self.is_royal(piece, pos.side()));
        known.then(|| self.king_captures.has(mv.to()) || masks.allowed(mv.from()).has(mv.to()))
    }
    /// Whether the only royal is safe after a tree move that changes only its two squares; `None` for other moves, or if
    /// only making the move can tell.
    fn judge_royal_step(&self, pos: &Position, mv: Move) -> Option<bool> {
        let (game, masks, touched) = (self.game, &self.masks, [mv.from(), mv.to()]);
        let node = &game.tables.nodes()[mv.node()? as usize];
        let drops = game.rules.hands.capturing_drops;
        let ruled = drops || game.rules.restrictions.any || game.tables.explosions().is_some();
        // A royal that leaves a trail may be captured en passant.
        let silent = is_ordinary(node) && !node.flags.has(Flags::EXTRA);
        let simple = silent && mv.promotion().is_none() && !self.scene.own.has(mv.to());
        let hidden = touched.iter().any(|&square| masks.suspicious.has(square));
        if !simple || ruled || hidden || masks.only_royal().is_none() || self.king_captures.has(mv.to()) {
            return None;
        }
        let occupied = self.scene.occupied.without(Bits::square(mv.from()));
        royal_could_be_taken(game, pos, mv.to(), occupied, pos.side().other()).map(|taken| !taken)
    }
    /// Whether the side may pass, in a position where some moves need no test; `None` if the masks cannot tell.
    fn judge_pass(&self, pos: &Position) -> Option<bool> {
        let known = !self.masks.test_all && !self.masks.royals.is_empty() && !pos.is_frozen();
        known.then_some(!self.masks.in_check)
    }
    /// Whether rules about goals and checks decide about each move of a kind by itself.
    #[inline(always)]
    pub(crate) fn is_judged_singly(&self, kind: Kind) -> bool {
        let game = self.game;
        let ruled = || game.variant.rules.no_check == NoCheck::All;
        game.rules.restrictions.any && (ruled() || !game.rules.goals.winning::<W>(kind).is_empty())
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
        wins || self.game.variant.rules.no_check == NoCheck::All && {
            let (quiet, unknown) = self.masks.checks.split(self.game, kind, mv.from(), Bits::square(mv.to()));
            mv.promotion().is_some() || quiet.is_empty() || !unknown.is_empty()
        }
    }
    /// Whether the move is an explosive capture on its end square.
    #[inline(always)]
    pub(crate) fn explodes(&self, pos: &Position, mv: Move) -> bool {
        self.game.tables.explosions().is_some_and(|explosions| {
            let kinds = (pos.cell(mv.from()).kind(), pos.cell(mv.to()).kind());
            matches!(kinds, (Some(mover), Some(victim)) if explosions.explodes(mover.piece(), victim.piece()))
        })
    }
    /// Whether it is a royal kind that can change type.
    #[inline(always)]
    pub(crate) fn may_cease_to_be_royal(&self, kind: Kind) -> bool {
        let info = self.game.tables.kind(kind);
        info.royal && info.promotes
    }
    pub(crate) fn is_royal(&self, piece: PieceType, color: Color) -> bool {
        self.game.tables.kind(Kind::new(piece, color)).royal
    }
    /// Whether the side to move has a royal in hand.
    pub(crate) fn holds_royal(&self, pos: &Position) -> bool {
        self.game.royal_types.iter().any(|&piece| pos.hand(pos.side(), pos.held_as(self.game, piece)) > 0)
    }
    /// Squares where drops may end, as far as the masks can tell. If all royals must be captured, dropping another one
    /// removes check.
    pub(crate) fn droppable(&self, pos: &Position) -> Bits<W> {
        let wins = || self.game.rules.restrictions.any;
        let saves = || self.game.variant.ends.extinction[pos.side().index()] && self.holds_royal(pos);
        if self.masks.test_all || wins() || saves() { Bits::ALL } else { self.masks.common }
    }
    /// Appends the legal drops, restricted like other moves unless something must be tested.
    pub(crate) fn legal_drops(&self, pos: &mut Position, list: &mut MoveList) {
        let start = list.len();
        drops::<W>(self.game, pos, self.droppable(pos), Filter::All, list);
        let captures = self.game.rules.hands.capturing_drops;
        let odd = captures
            || self.game.rules.restrictions.any
            || self.game.variant.hand_rules.swap
            || self.game.rules.restrictions.drop_mates;
        if odd || self.masks.test_all || !self.masks.suspicious.is_empty() || self.holds_royal(pos) {
            retain(start, list, |mv| {
                let royal = mv.dropped().is_some_and(|piece| self.is_royal(piece, pos.side()));
                let quiet = pos.cell(mv.to()).is_empty() && !royal;
                let unseen = self.masks.common.has(mv.to()) && !self.masks.suspicious.has(mv.to());
                let sure = quiet
                    && unseen
                    && !self.masks.test_all
                    && !self.game.rules.restrictions.any
                    && !may_drop_mate(self.game, pos, mv);
                let calm = || self.masks.calm.judge(self.game, pos, mv);
                sure || calm().unwrap_or_else(|| is_legal(self.game, pos, mv))
            });
        }
    }
    pub(crate) fn side_moves(&self, pos: &mut Position, list: &mut MoveList) {
        if pos.passing().is_some() {
            let start = list.len();
            passing_moves(self.game, pos, Filter::All, list);
            self.keep_legal(pos, start, list);
        }
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
                _ => castling_is_safe(self.game, pos, rule, self.scene.occupied),
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
