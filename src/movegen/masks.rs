//! Bit masks that keep a side's royal safe.
//!
//! Each enemy piece in reach of the royal constrains the defender's moves: a clear line must stay blocked, a hopper's
//! line must not have exactly one mount. The number of pieces on the line determines where a move from each square may
//! end.
//! Only royal moves and moves that change more than two squares must be made and tested.

use super::attacks::{attacked, can_lose_all_at_once, some_path_is_open};
use super::calm::CalmSquares;
use super::check_masks::CheckMasks;
use super::explosions::without_suicides;
use crate::board::bits::Bits;
use crate::board::{Color, Square};
use crate::position::cell::Kind;
use crate::position::{Game, Position};
use crate::tables::attack_tables::PairForm;
use crate::variant::NoCheck;
use crate::variant::castling::CastleRule;
use arrayvec::ArrayVec;

/// A line from an enemy piece to the royal that one move could open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constraint<const W: usize> {
    /// Squares between them.
    line: Bits<W>,
    /// The pieces on the line.
    pieces: Bits<W>,
    /// Square of the attacker.
    pub attacker: Square,
    /// The royal at its other end.
    royal: Square,
    /// When it gives check; never [`PairForm::General`].
    form: PairForm,
}

impl<const W: usize> Constraint<W> {
    /// The line from an attacker to a royal.
    pub fn new(line: Bits<W>, [attacker, royal]: [Square; 2], occupied: Bits<W>, form: PairForm) -> Self {
        Self { line, pieces: line & occupied, attacker, royal, form }
    }
    /// Number of pieces of which one move must remove all but one before the line can give check.
    #[inline(always)]
    fn blockers(&self) -> u32 {
        match self.form {
            PairForm::Mount(mount) => self.pieces.without(Bits::square(mount)).count(),
            PairForm::Hop => self.pieces.count().saturating_sub(1),
            _ => self.pieces.count(),
        }
    }
    /// Squares where a move from `from` may end without the line giving check.
    pub fn allows(&self, from: Option<Square>, occupied: Bits<W>) -> Bits<W> {
        let attacker = Bits::square(self.attacker);
        let leaves = from.is_some_and(|from| self.line.has(from));
        let left = self.pieces.count() - u32::from(leaves);
        let vacated = from.map_or(Bits::EMPTY, Bits::square);
        let free = self.line.without(occupied.without(vacated));
        let others = Bits::ALL.without(self.line);
        match (self.form, left) {
            (PairForm::Hop, 0) => others | (self.line.without(free)),
            // Captures on the line keep the count; landing on a free square adds a piece.
            (PairForm::Hop, 1) => free | attacker,
            (PairForm::Mount(mount), 0) => Bits::ALL.without(Bits::square(mount)),
            (PairForm::Mount(mount), 1) if !free.has(mount) => free | attacker,
            (PairForm::Clear | PairForm::General, 0) => self.line | attacker,
            _ => Bits::ALL,
        }
    }
}

/// An enemy that does not attack the royal now and has no simple line to it: only its paths can tell whether a move
/// exposes the royal to it.
#[derive(Clone, Copy, Debug)]
struct HiddenAttacker {
    kind: Kind,
    from: Square,
    royal: Square,
    pair: usize,
}

const MAX_CONSTRAINTS: usize = 24;
const MAX_HIDDEN_ATTACKERS: usize = 16;
/// With more royals that must all survive, every move is tested.
const MAX_ROYALS: usize = 4;

/// Royal safety in one position, for all moves of the side to move.
#[derive(Clone, Debug)]
pub(super) struct Masks<const W: usize> {
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Squares where drops, and moves from non-special squares, may end.
    pub common: Bits<W>,
    /// Start squares for which [`Self::allowed`] differs from `common`.
    pub special: Bits<W>,
    constraints: ArrayVec<Constraint<W>, MAX_CONSTRAINTS>,
    hidden_attackers: ArrayVec<HiddenAttacker, MAX_HIDDEN_ATTACKERS>,
    occupied: Bits<W>,
    /// The royals that must not be left attacked.
    pub royals: Bits<W>,
    /// Squares of the lines of [`Constraint`]s, open or not, and of the attackers at their ends. Explosions elsewhere
    /// expose no royal.
    pub exposed: Bits<W>,
    /// Squares whose change requires a test.
    pub suspicious: Bits<W>,
    /// Squares whose change requires that the move be made and judged by all rules.
    pub decisive: Bits<W>,
    /// Which moves give check, where that is forbidden.
    pub checks: CheckMasks<W>,
    /// Whether every move must be tested.
    pub test_all: bool,
    /// Squares whose change needs no test although [`Self::test_all`] is set.
    pub calm: CalmSquares<W>,
}

impl<const W: usize> Masks<W> {
    /// Masks without a royal to protect.
    #[inline(always)]
    pub fn unrestricted() -> Self {
        Self {
            in_check: false,
            common: Bits::ALL,
            special: Bits::EMPTY,
            constraints: ArrayVec::new(),
            hidden_attackers: ArrayVec::new(),
            occupied: Bits::EMPTY,
            royals: Bits::EMPTY,
            exposed: Bits::EMPTY,
            suspicious: Bits::EMPTY,
            decisive: Bits::EMPTY,
            checks: CheckMasks::none(),
            test_all: false,
            calm: CalmSquares::NONE,
        }
    }
    /// Resets to [`Self::unrestricted`], in place.
    #[inline(always)]
    pub fn reset(&mut self) {
        // Names every field, so that none is forgotten.
        let Self {
            in_check,
            common,
            special,
            constraints,
            hidden_attackers,
            occupied,
            royals,
            exposed,
            suspicious,
            decisive,
            checks: _,
            test_all,
            calm,
        } = self;
        *calm = CalmSquares::NONE;
        (*in_check, *test_all) = (false, false);
        (*royals, *exposed) = (Bits::EMPTY, Bits::EMPTY);
        (*common, *special) = (Bits::ALL, Bits::EMPTY);
        (*occupied, *suspicious, *decisive) = (Bits::EMPTY, Bits::EMPTY, Bits::EMPTY);
        constraints.clear();
        hidden_attackers.clear();
    }
    /// Whether the masks are complete and restrict at most moves from special squares.
    #[inline(always)]
    pub fn are_loose(&self) -> bool {
        !self.test_all && (self.suspicious | self.decisive).is_empty() && self.common == Bits::ALL
    }
    /// Computes the masks for the side to move, from unrestricted ones.
    #[inline(always)]
    pub fn look(&mut self, game: &Game, pos: &Position) {
        let phase = game.rule_flags.phases && super::setup_phase::now(game, pos);
        if game.rule_flags.tests_all || game.tables.has_events() || phase {
            return self.test_everything(game, pos);
        }
        self.look_at_royals(game, pos);
        let rules = &game.variant.rules;
        // In check the royal may capture the only checker at most.
        self.test_all |= rules.royal_stays && self.in_check;
        if rules.no_check == NoCheck::All {
            self.checks.look(game, pos);
        }
    }
    /// Like [`Self::look`] where no rule but the safety of royals concerns the moves in question.
    #[inline(always)]
    pub fn look_at_royals(&mut self, game: &Game, pos: &Position) {
        let color = pos.side();
        let royals = pos.royals(color);
        let all_must_fall = game.variant.ends.extinction[color.index()];
        match royals {
            [] => {}
            [_, _, ..] if all_must_fall && game.variant.rules.duple_check[color.index()] => {
                self.protect_one(game, pos, royals);
            }
            [_, _, ..] if all_must_fall && !can_lose_all_at_once(game, royals) => {}
            [_, _, ..] if all_must_fall || royals.len() > MAX_ROYALS => self.test_everything(game, pos),
            _ if super::borrowed::has_dynamic(game, pos, color.other()) => self.test_everything(game, pos),
            _ => {
                self.occupied = pos.side_set::<W>(Color::White) | pos.side_set(Color::Black);
                for &royal in royals {
                    self.royals |= Bits::square(royal);
                    self.protect(game, pos, royal, color.other());
                }
            }
        }
    }
    /// Protects royals of which one must stay safe: a move leaves a safe one as it is unless it is a move of that royal
    /// or touches a line to it.
    #[cold]
    fn protect_one(&mut self, game: &Game, pos: &Position, royals: &[Square]) {
        let (enemy, reverse) = (pos.side().other(), game.tables.reverse());
        let Some(&safe) = royals.iter().find(|&&royal| !attacked(game, pos, royal, enemy)) else {
            return self.test_everything(game, pos);
        };
        if game.tables.has_dynamic() || pos.passing().is_some() {
            return self.test_everything(game, pos);
        }
        self.decisive = Bits::square(safe);
        for kind in game.tables.kinds_of(enemy) {
            for from in reverse.origins::<W>(kind, safe) & pos.kind_set(kind) {
                let line = reverse.pair(kind, from, safe).map_or(Bits::EMPTY, |pair| reverse.line(pair));
                self.decisive |= line;
            }
        }
    }
    /// The royal that must not be left attacked, if there is exactly one.
    #[inline(always)]
    pub fn only_royal(&self) -> Option<Square> {
        if self.royals.count() == 1 { self.royals.lowest() } else { None }
    }
    /// Gives up on masks: every move must be tested.
    fn test_everything(&mut self, game: &Game, pos: &Position) {
        self.calm = CalmSquares::of(game, pos);
        self.in_check = self.calm.in_check(game, pos);
        self.test_all = true;
    }
    #[inline(always)]
    fn protect(&mut self, game: &Game, pos: &Position, royal: Square, enemy: Color) {
        let reverse = game.tables.reverse();
        for kind in game.tables.kinds_of(enemy) {
            let mut attackers = reverse.origins::<W>(kind, royal) & pos.kind_set(kind);
            if attackers.is_empty() {
                continue;
            }
            if game.tables.explosions().is_some() {
                attackers = without_suicides(game, pos, kind, royal, attackers);
            }
            if reverse.is_straight(kind) {
                attackers.for_each(|from| {
                    self.constrain(reverse.between(from, royal), [from, royal], PairForm::Clear)
                });
                continue;
            }
            for from in attackers {
                let Some(pair) = reverse.pair(kind, from, royal) else { continue };
                let line: Bits<W> = reverse.line(pair);
                match reverse.form(pair) {
                    PairForm::General => {
                        let paths = reverse.attacks_of(pair);
                        let open = some_path_is_open(game, pos, kind, from, royal, paths);
                        self.in_check |= open;
                        self.suspicious |= line;
                        self.exposed |= line | Bits::square(from);
                        let full = self
                            .hidden_attackers
                            .try_push(HiddenAttacker { kind, from, royal, pair })
                            .is_err();
                        self.test_all |= open || full;
                    }
                    form => self.constrain(line, [from, royal], form),
                }
            }
        }
    }
    #[inline]
    fn constrain(&mut self, line: Bits<W>, [attacker, royal]: [Square; 2], form: PairForm) {
        self.exposed |= line | Bits::square(attacker);
        let constraint = Constraint::new(line, [attacker, royal], self.occupied, form);
        if constraint.blockers() > 1 {
            return;
        }
        if self.constraints.try_push(constraint).is_err() {
            self.test_all = true;
            return;
        }
        self.in_check |= form.holds(constraint.pieces) == Some(true);
        self.common &= constraint.allows(None, self.occupied);
        self.special |= constraint.pieces;
    }
    /// Squares where a move of a non-royal piece from `from` may end.
    #[inline(always)]
    pub fn allowed(&self, from: Square) -> Bits<W> {
        if !self.special.has(from) {
            return self.common;
        }
        self.special_mask(from)
    }
    /// Squares where the royal on `from` may go without exposing another one.
    #[inline(always)]
    pub fn allowed_royal(&self, from: Square) -> Bits<W> {
        if self.royals.count() == 1 {
            return Bits::ALL;
        }
        let others = self.constraints.iter().filter(|c| c.royal != from);
        others.map(|c| c.allows(Some(from), self.occupied)).fold(Bits::ALL, |sum, mask| sum & mask)
    }
    /// Whether a hidden attacker attacks a royal after a move, admitted by [`Self::allowed`], that changed only the
    /// squares `moved`.
    pub fn is_attacked_since(&self, game: &Game, pos: &Position, moved: [Square; 2]) -> bool {
        let reverse = game.tables.reverse();
        self.hidden_attackers.iter().any(|&HiddenAttacker { kind, from, royal, pair }| {
            let line: Bits<W> = reverse.line(pair);
            from != moved[1]
                && moved.iter().any(|&square| line.has(square))
                && some_path_is_open(game, pos, kind, from, royal, reverse.attacks_of(pair))
        })
    }
    fn special_mask(&self, from: Square) -> Bits<W> {
        let masks = self.constraints.iter().map(|c| c.allows(Some(from), self.occupied));
        masks.fold(Bits::ALL, |sum, mask| sum & mask)
    }
}

/// Whether one of the pieces of `by` on `occupied` squares could capture a royal on `target`, ignoring any piece on it. `None` if
/// only making the move can tell.
#[inline]
pub(super) fn royal_could_be_taken<const W: usize>(
    game: &Game,
    pos: &Position,
    target: Square,
    occupied: Bits<W>,
    by: Color,
) -> Option<bool> {
    let mut sure = true;
    let taken = takes_royal(game, pos, target, occupied, by, |_, _, _| {
        sure = false;
        false
    });
    (taken || sure).then_some(taken)
}

/// Like [`royal_could_be_taken`]; `by_paths` decides for general pairs: kind, origin, pair number.
#[inline(always)]
pub(super) fn takes_royal<const W: usize>(
    game: &Game,
    pos: &Position,
    target: Square,
    occupied: Bits<W>,
    by: Color,
    mut by_paths: impl FnMut(Kind, Square, usize) -> bool,
) -> bool {
    let reverse = game.tables.reverse();
    let taken = Bits::square(target);
    for kind in game.tables.kinds_of(by) {
        let origins: Bits<W> = reverse.origins(kind, target);
        let mut attackers = (origins & pos.kind_set(kind) & occupied).without(taken);
        if attackers.is_empty() {
            continue;
        }
        if game.tables.explosions().is_some() {
            attackers = without_suicides(game, pos, kind, target, attackers);
        }
        if reverse.is_straight(kind) {
            if attackers.any(|origin| !reverse.between::<W>(origin, target).meets(occupied)) {
                return true;
            }
            continue;
        }
        for origin in attackers {
            let Some(pair) = reverse.pair(kind, origin, target) else { continue };
            let line: Bits<W> = reverse.line(pair);
            let known = reverse.form(pair).holds(line & occupied);
            if known.unwrap_or_else(|| by_paths(kind, origin, pair)) {
                return true;
            }
        }
    }
    false
}

/// Splits the squares `wanted` by a royal into certainly safe ones and those that need [`royal_could_be_taken`],
/// dropping attacked ones. `occupied` excludes the royal.
#[inline(always)]
pub(super) fn safe_beside<const W: usize>(
    game: &Game,
    pos: &Position,
    (royal, from): (Kind, Square),
    wanted: Bits<W>,
    occupied: Bits<W>,
) -> (Bits<W>, Bits<W>) {
    let (forms, reverse) = (game.tables.forms(), game.tables.reverse());
    let slot = forms.slot(royal, from);
    let beside = Bits::of(&forms.quiet_leaps, slot) | Bits::of(&forms.taking_leaps, slot);
    let mut safe = wanted & beside;
    let mut uncertain = wanted.without(beside);
    if safe.is_empty() {
        return (safe, uncertain);
    }
    for kind in game.tables.kinds_of(royal.color().other()) {
        let attackers: Bits<W> = Bits::of(&forms.around, forms.slot(kind, from)) & pos.kind_set(kind);
        if attackers.is_empty() {
            continue;
        }
        if !reverse.is_straight(kind) {
            uncertain |= safe;
            safe = Bits::EMPTY;
            continue;
        }
        for origin in attackers {
            for to in reverse.reach::<W>(kind, origin) & safe {
                if !reverse.between::<W>(origin, to).meets(occupied) {
                    safe = safe.without(Bits::square(to));
                }
            }
        }
    }
    (safe, uncertain)
}

/// Whether castling is safe for a royal not in check; `None` if only making the move can tell.
pub(super) fn castling_is_safe<const W: usize>(
    game: &Game,
    pos: &Position,
    rule: &CastleRule,
    occupied: Bits<W>,
) -> Option<bool> {
    let by = rule.king.color().other();
    let without_king = occupied.without(Bits::square(rule.from));
    let after = without_king.without(Bits::square(rule.partner)) | Bits::square(rule.partner_to);
    for &square in rule.safe.iter().filter(|&&square| square != rule.from && square != rule.to) {
        if royal_could_be_taken(game, pos, square, without_king, by)? {
            return Some(false);
        }
    }
    // The king must be safe on its destination both before and after the partner moves.
    let taken = |occupied: Bits<W>| royal_could_be_taken(game, pos, rule.to, occupied, by);
    let arriving = taken(without_king)?;
    let Some(gate) = rule.gate else { return Some(!arriving && !taken(after)?) };
    let open = !game.variant.hand_rules.gates_open || !taken(after)?;
    Some(!arriving && open && !taken(after | Bits::square(gate))?)
}
