//! Effects and restrictions of captures: `captureMatrix`, its shorthand parameters, explosions, spells.

mod laws;
mod matrix;
mod read;

pub(super) use read::read;

use crate::board::{Geometry, PieceType, Square};
use bitflags::bitflags;
use std::fmt;

/// A set of side effects and conditions of a move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CaptureActions(u8);

bitflags! {
    impl CaptureActions: u8 {
        /// `!`, `?`, `$`: the move is illegal.
        const FORBIDDEN = 1;
        /// `%`: the move is illegal if the piece could be captured on its target square.
        const UNPROTECTED = 2;
        /// `~`: the move has priority over all others.
        const MANDATORY = 4;
        /// `^`, `$`: paths do not cross such a piece.
        const NO_HOP = 8;
        /// `0`: the mover disappears.
        const KAMIKAZE = 16;
        /// `@`: the pieces around the target square disappear.
        const BLAST = 32;
        /// `:`: the opponent passes.
        const FREEZE = 64;
    }
}

/// The type of the moving piece after the move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Form {
    /// As determined by square and zone.
    #[default]
    Same,
    /// Upper-case letter: it turns into that type.
    Into(PieceType),
    /// Lower-case letter: it turns into that type and changes sides.
    Defector(PieceType),
    /// `|`: it may promote by `promoOffset`.
    Shogi,
}

/// One cell of the capture matrix.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CaptureEffect {
    /// The side effects and conditions.
    pub actions: CaptureActions,
    /// The new form of the mover.
    pub form: Form,
}

impl CaptureEffect {
    /// `.`: nothing special.
    pub const NONE: Self = Self { actions: CaptureActions(0), form: Form::Same };
}

/// The target of a move: a column of the capture matrix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    /// A quiet move.
    Empty,
    /// An enemy piece.
    Enemy(PieceType),
    /// A friendly piece.
    Friend(PieceType),
}

impl Column {
    /// Returns the column of a victim.
    #[inline]
    pub const fn of(victim: PieceType, friend: bool) -> Self {
        if friend { Self::Friend(victim) } else { Self::Enemy(victim) }
    }
    /// Returns its index among the columns of a variant with `types` types: the empty square, enemies, friends.
    #[inline]
    pub const fn index(self, types: usize) -> usize {
        match self {
            Self::Empty => 0,
            Self::Enemy(piece) => 1 + piece.index(),
            Self::Friend(piece) => 1 + types + piece.index(),
        }
    }
}

/// The neighbourhood of a square. SPEC: "the values K (the default), W, F or N".
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Zone {
    /// King steps.
    #[default]
    K,
    /// Wazir steps.
    W,
    /// Ferz steps.
    F,
    /// Knight leaps.
    N,
}

impl Zone {
    /// Returns the squares of the zone around `center`, without `center` and holes.
    pub fn around(self, board: &Geometry, center: Square) -> impl Iterator<Item = Square> {
        let inside = move |dx: i32, dy: i32| match self {
            Self::K => dx.abs().max(dy.abs()) == 1,
            Self::W => dx.abs() + dy.abs() == 1,
            Self::F => dx.abs() == 1 && dy.abs() == 1,
            Self::N => dx * dx + dy * dy == 5,
        };
        let (file, rank) = (i32::from(board.file(center)), i32::from(board.rank(center)));
        let steps = (-2..=2).flat_map(|dy| (-2..=2).map(move |dx| (dx, dy)));
        let squares = steps.filter(|&(dx, dy)| inside(dx, dy));
        let squares = squares.filter_map(|(dx, dy)| board.at(file + dx, rank + dy));
        squares.filter(|&square| !board.is_hole(square)).collect::<Vec<_>>().into_iter()
    }
}

/// The extent of an explosion (`@`), apart from the captured piece.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Blast {
    /// The affected squares.
    pub zone: Zone,
    /// True for `atomicCapture=0`: only enemies are destroyed and the mover stays. Otherwise everything is, including
    /// the mover.
    pub enemies_only: bool,
    /// `[type]`: whether it is spared on the surrounding squares (`atomicCapture=N`: the first N types).
    pub spared: Vec<bool>,
    /// `[type]`: whether it survives explosions even as the mover (key `blastProof`).
    pub proof: Vec<bool>,
}

/// An influence on the squares around a piece. SPEC: section Pieces with Influence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spell {
    /// "an enemy piece landing in the spell zone disappears instantly"
    Burn,
    /// "an enemy piece standing in the spell zone cannot move at all"
    Freeze,
    /// "an enemy piece standing in the spell zone cannot capture"
    Charm,
    /// "sliders can hop over friendly pieces in the spell zone"
    Hide,
    /// "a friendly piece in the spell zone cannot be captured by the opponent"
    Protect,
    /// "enemy pieces cannot move through or out of the spell zone"
    Brake,
}

/// The spell of a variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Influence {
    /// Its effect.
    pub spell: Spell,
    /// `[type]`: whether it casts the spell.
    pub casters: Vec<bool>,
    /// The affected squares.
    pub zone: Zone,
}

/// Effects and restrictions of captures. A table is empty if it has no effects.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct CaptureRules {
    /// Number of piece types.
    types: usize,
    /// Whether any cell, spell or law has an effect.
    any: bool,
    /// `[mover type * columns + column]`: for movements without a quote.
    effects: Vec<CaptureEffect>,
    /// The same for quoted movements: only the effects of parameters other than `captureMatrix`.
    quoted: Vec<CaptureEffect>,
    /// The extent of explosions.
    pub blast: Blast,
    /// `[type]`: whether it cannot be captured for one ply after a piece of the type was captured (`counterStrike`).
    pub counter_strike: Vec<bool>,
    /// A capture that gains at least the value of this type needs no unprotected victim (`tradeThreshold`).
    pub threshold: Option<PieceType>,
    /// Captures from a distance of at least this many squares, diagonally or straight, need an unprotected victim
    /// (`protectedRange`, our own extension: in Chu Shogi a lion may always take an adjacent lion).
    pub protected_range: u16,
    /// `[type]`: whether the pieces of a side must make their first moves to squares of different colours
    /// (`conversion`).
    pub conversion: Vec<bool>,
    /// The spell that pieces cast.
    pub influence: Option<Influence>,
}

impl fmt::Debug for CaptureRules {
    /// Writes empty tables cell by cell: the hashes of rules are made from this text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = self.types * (1 + 2 * self.types);
        f.debug_struct("CaptureRules")
            .field("types", &self.types)
            .field("any", &self.any)
            .field("events", &WholeTable { table: &self.effects, cells })
            .field("quoted", &WholeTable { table: &self.quoted, cells })
            .field("blast", &self.blast)
            .field("counter_strike", &self.counter_strike)
            .field("threshold", &self.threshold)
            .field("protected_range", &self.protected_range)
            .field("conversion", &self.conversion)
            .field("influence", &self.influence)
            .finish()
    }
}

/// A table of cells, written out even if it is empty.
struct WholeTable<'a> {
    table: &'a [CaptureEffect],
    cells: usize,
}

impl fmt::Debug for WholeTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = |at| self.table.get(at).unwrap_or(&CaptureEffect::NONE);
        f.debug_list().entries((0..self.cells).map(cell)).finish()
    }
}

impl CaptureRules {
    /// Returns the effect of a move of `mover` to a target in `column`.
    #[inline]
    pub fn effect(&self, quoted: bool, mover: PieceType, column: Column) -> CaptureEffect {
        let table = if quoted { &self.quoted } else { &self.effects };
        let columns = 1 + 2 * self.types;
        table.get(mover.index() * columns + column.index(self.types)).copied().unwrap_or_default()
    }
    /// Whether `mover` and its victim are both restricted by `protected`. No piece is immune after such an exchange.
    pub fn is_exchange(&self, mover: PieceType, column: Column) -> bool {
        self.effect(true, mover, column).actions.intersects(CaptureActions::UNPROTECTED)
    }
    /// Whether some captures are barred where the mover could be captured in return.
    pub fn bars_protected(&self) -> bool {
        self.have(CaptureActions::UNPROTECTED)
    }
    /// Whether there are no such rules.
    pub fn is_empty(&self) -> bool {
        !self.any
    }
    /// The cells of both tables.
    fn cells(&self) -> impl Iterator<Item = &CaptureEffect> {
        self.effects.iter().chain(&self.quoted)
    }
    /// The cells for quiet moves.
    fn quiet(&self) -> impl Iterator<Item = &CaptureEffect> {
        let row = 1 + 2 * self.types;
        self.effects.iter().step_by(row).chain(self.quoted.iter().step_by(row))
    }
    /// Whether there is a rule outside the matrix.
    fn have_laws(&self) -> bool {
        let marked = self.counter_strike.iter().chain(&self.conversion).any(|&marked| marked);
        marked || self.influence.is_some()
    }
    /// Whether the rules only restrict trades: captures of protected pieces and of pieces that strike back.
    pub fn only_bar_trades(&self) -> bool {
        let others = self.influence.is_some() || self.conversion.iter().any(|&marked| marked);
        self.any && !others && self.effects == self.quoted && self.only_do(CaptureActions::UNPROTECTED)
    }
    /// Whether the rules only forbid captures and hops.
    pub fn only_forbid(&self) -> bool {
        !self.have_laws() && self.only_do(CaptureActions::FORBIDDEN | CaptureActions::NO_HOP)
    }
    /// Whether the rules only make captures explode and forbid some.
    pub fn only_explode(&self) -> bool {
        !self.have_laws() && self.only_do(CaptureActions::BLAST | CaptureActions::FORBIDDEN)
    }
    /// Whether the rules do nothing but turn captors of enemies into other types of their side.
    pub fn only_turn_captors(&self) -> bool {
        let same = |effect: &CaptureEffect| *effect == CaptureEffect::NONE;
        let turns = |effect: &CaptureEffect| {
            effect.actions.is_empty() && matches!(effect.form, Form::Same | Form::Into(_))
        };
        let row = 1 + 2 * self.types;
        let fits = |cells: &[CaptureEffect]| {
            let (enemies, friends) = cells[1..].split_at(self.types);
            same(&cells[0]) && enemies.iter().all(turns) && friends.iter().all(same)
        };
        !self.have_laws() && self.quoted.iter().all(same) && self.effects.chunks_exact(row).all(fits)
    }
    /// What `mover` becomes by moves that capture nothing, without and with a quote.
    pub fn quiet_forms(&self, mover: PieceType) -> [Form; 2] {
        [false, true].map(|quoted| self.effect(quoted, mover, Column::Empty).form)
    }
    /// What moves of `mover` turn it into.
    pub fn forms(&self, mover: PieceType) -> impl Iterator<Item = Form> {
        self.row(mover).map(|effect| effect.form)
    }
    /// Whether a move of `mover` can change its type or its side.
    pub fn changes_form(&self, mover: PieceType) -> bool {
        self.forms(mover).any(|form| ![Form::Same, Form::Into(mover)].contains(&form))
    }
    /// Whether a move of `mover` can promote it by `promoOffset`.
    pub fn promote(&self, mover: PieceType) -> bool {
        self.forms(mover).any(|form| form == Form::Shogi)
    }
    /// The cells of a mover in both tables.
    fn row(&self, mover: PieceType) -> impl Iterator<Item = &CaptureEffect> {
        let columns = 1 + 2 * self.types;
        let row = mover.index() * columns..(mover.index() + 1) * columns;
        [&self.effects, &self.quoted].into_iter().filter_map(move |table| table.get(row.clone())).flatten()
    }
    /// Whether a capture is judged by the pieces on its path, whatever stands elsewhere and happened before.
    pub fn look_only_at_pieces(&self) -> bool {
        !self.have_laws() && !self.have(CaptureActions::UNPROTECTED) && !self.mind_paths()
    }
    /// Whether captures have no effects other than `actions` and quiet moves have none.
    fn only_do(&self, actions: CaptureActions) -> bool {
        self.quiet().all(|&effect| effect == CaptureEffect::NONE)
            && self
                .cells()
                .all(|effect| effect.form == Form::Same && effect.actions.difference(actions).is_empty())
    }
    /// Whether any cell has one of these effects.
    pub fn have(&self, actions: CaptureActions) -> bool {
        self.cells().any(|effect| effect.actions.intersects(actions))
    }
    /// Whether quiet moves can destroy pieces.
    pub fn burn_quietly(&self) -> bool {
        self.quiet().any(|effect| effect.actions.intersects(CaptureActions::BLAST | CaptureActions::KAMIKAZE))
    }
    /// Returns the spell if it is this one.
    pub fn casts(&self, spell: Spell) -> Option<&Influence> {
        self.influence.as_ref().filter(|influence| influence.spell == spell)
    }
    /// Whether the squares on a path matter: their pieces, or the spells that reach them.
    pub fn mind_paths(&self) -> bool {
        let matters = |influence: &Influence| matches!(influence.spell, Spell::Hide | Spell::Brake);
        self.have(CaptureActions::NO_HOP) || self.influence.as_ref().is_some_and(matters)
    }
    /// Whether the type is in the set.
    pub(crate) fn marks(set: &[bool], piece: PieceType) -> bool {
        set.get(piece.index()).copied().unwrap_or(false)
    }
}
