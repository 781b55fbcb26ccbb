//! What captures do and forbid: `captureMatrix`, the parameters that are shorthand for it, explosions, spells.

mod influence;
mod laws;
mod matrix;
mod read;

pub(super) use read::{MatrixText, read};

use super::PieceType;
use crate::board::{Geometry, Square};

/// What a move does or needs beyond going where it goes: a set.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CaptureActions(u8);

impl CaptureActions {
    /// `!`, `?`, `$`: there is no such move.
    pub const FORBIDDEN: Self = Self(1);
    /// `%`: there is no such move if the piece could be taken where it arrives.
    pub const UNPROTECTED: Self = Self(2);
    /// `~`: such moves go before all others.
    pub const MANDATORY: Self = Self(4);
    /// `^`, `$`: paths do not lead over such a piece.
    pub const NO_HOP: Self = Self(8);
    /// `0`: the mover disappears.
    pub const KAMIKAZE: Self = Self(16);
    /// `@`: what surrounds the last square disappears.
    pub const BLAST: Self = Self(32);
    /// `:`: the opponent passes.
    pub const FREEZE: Self = Self(64);

    /// Both sets together.
    #[inline]
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    /// The set without the deeds of `other`.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
    /// Is some deed of `other` in the set?
    #[inline]
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
    /// Is the set empty?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// What becomes of the piece that moves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Form {
    /// What square and zone make of it.
    #[default]
    Same,
    /// A capital: it turns into that type.
    Into(PieceType),
    /// A small letter: it turns into that type and changes sides.
    Defector(PieceType),
    /// `|`: it may take its promoted form.
    Shogi,
}

/// One cell of the capture matrix.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CaptureEffect {
    /// What happens.
    pub actions: CaptureActions,
    /// What the mover turns into.
    pub form: Form,
}

impl CaptureEffect {
    /// `.`: nothing special.
    pub const NONE: Self = Self { actions: CaptureActions(0), form: Form::Same };
}

/// What a move meets: a column of the capture matrix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    /// It captures nothing.
    Empty,
    /// An enemy piece.
    Enemy(PieceType),
    /// A friend.
    Friend(PieceType),
}

impl Column {
    /// That of a victim.
    #[inline]
    pub const fn of(victim: PieceType, friend: bool) -> Self {
        if friend { Self::Friend(victim) } else { Self::Enemy(victim) }
    }
    /// Its number among the columns of a variant with so many types: the empty square, enemies, friends.
    #[inline]
    pub const fn index(self, types: usize) -> usize {
        match self {
            Self::Empty => 0,
            Self::Enemy(piece) => 1 + piece.index(),
            Self::Friend(piece) => 1 + types + piece.index(),
        }
    }
}

/// Squares around one. SPEC: "the values K (the default), W, F or N".
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Zone {
    /// Those of a king.
    #[default]
    K,
    /// Those of a wazir.
    W,
    /// Those of a ferz.
    F,
    /// Those of a knight.
    N,
}

impl Zone {
    /// The squares of the zone around `center`, itself and holes left out.
    pub fn around(self, board: &Geometry, center: Square) -> impl Iterator<Item = Square> {
        let inside = move |dx: i32, dy: i32| match self {
            Self::K => dx.abs().max(dy.abs()) == 1,
            Self::W => dx.abs() + dy.abs() == 1,
            Self::F => dx.abs() == 1 && dy.abs() == 1,
            Self::N => dx * dx + dy * dy == 5,
        };
        let (file, rank) = (i32::from(board.file(center)), i32::from(board.rank(center)));
        let steps = (-2..=2).flat_map(|dy| (-2..=2).map(move |dx| (dx, dy)));
        steps
            .filter(move |&(dx, dy)| inside(dx, dy))
            .filter_map(move |(dx, dy)| board.at(file + dx, rank + dy))
            .filter(|&square| !board.is_hole(square))
            .collect::<Vec<_>>()
            .into_iter()
    }
}

/// What an explosion (`@`) destroys, besides what the move captures.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Blast {
    /// Where.
    pub zone: Zone,
    /// `atomicCapture=0`: enemies only, and the mover stays. Else everything, the mover included.
    pub enemies_only: bool,
    /// `[type]`: is it spared on the squares around (`atomicCapture=N`: the first N types)?
    pub spared: Vec<bool>,
    /// `[type]`: does it survive explosions even as the mover (key `blastProof`)?
    pub proof: Vec<bool>,
}

/// What pieces cast on the squares around them. SPEC: section Pieces with Influence.
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
    /// What it does.
    pub spell: Spell,
    /// `[type]`: does it cast the spell?
    pub casters: Vec<bool>,
    /// Where it works.
    pub zone: Zone,
}

/// What captures do and forbid. All tables are empty where the variant has no such rule.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CaptureRules {
    /// Number of piece types.
    types: usize,
    /// Does some event, spell or law do anything?
    any: bool,
    /// `[mover type * columns + column]`: for movements without a quote.
    events: Vec<CaptureEffect>,
    /// The same for quoted movements: what stems from other parameters than `captureMatrix`.
    quoted: Vec<CaptureEffect>,
    /// What `@` destroys.
    pub blast: Blast,
    /// `[type]`: is it iron for a half-move when one of its type was taken (`counterStrike`)?
    pub counter_strike: Vec<bool>,
    /// A capture that gains as much as this type is worth needs no unprotected victim (`tradeThreshold`).
    pub threshold: Option<PieceType>,
    /// Only captures from so many squares away, diagonally or straight, need an unprotected victim (`protectedRange`, our
    /// own: in Chu Shogi a lion may always take an adjacent lion).
    pub protected_range: u16,
    /// `[type]`: must the pieces of a side make their first moves to different shades (`conversion`)?
    pub conversion: Vec<bool>,
    /// The spell that pieces cast.
    pub influence: Option<Influence>,
}

impl CaptureRules {
    /// What a move of `mover` does when it meets `column`.
    #[inline]
    pub fn event(&self, quoted: bool, mover: PieceType, column: Column) -> CaptureEffect {
        let table = if quoted { &self.quoted } else { &self.events };
        let columns = 1 + 2 * self.types;
        table.get(mover.index() * columns + column.index(self.types)).copied().unwrap_or_default()
    }
    /// Has `mover` taken a protected piece as one itself? Then it stands for it: nothing is immune after that.
    pub fn is_exchange(&self, mover: PieceType, column: Column) -> bool {
        self.event(true, mover, column).actions.has(CaptureActions::UNPROTECTED)
    }
    /// Is there no such rule?
    pub fn is_empty(&self) -> bool {
        !self.any
    }
    /// The same with what [`Self::is_empty`] answers looked up.
    fn summed_up(self) -> Self {
        let events = self.events.iter().chain(&self.quoted).any(|&event| event != CaptureEffect::NONE);
        Self { any: events || self.have_laws(), ..self }
    }
    /// Is there a rule that the matrix cannot hold?
    fn have_laws(&self) -> bool {
        let marked = self.counter_strike.iter().chain(&self.conversion).any(|&marked| marked);
        marked || self.influence.is_some()
    }
    /// Do the rules do no more than forbid some captures, those of protected pieces and of pieces that strike back?
    pub fn only_bar_trades(&self) -> bool {
        let others = self.influence.is_some() || self.conversion.iter().any(|&marked| marked);
        self.any && !others && self.events == self.quoted && self.only_do(CaptureActions::UNPROTECTED)
    }
    /// Do the rules forbid captures and hops, and nothing else?
    pub fn only_forbid(&self) -> bool {
        !self.have_laws() && self.only_do(CaptureActions::FORBIDDEN.with(CaptureActions::NO_HOP))
    }
    /// Do captures do none but these deeds, and moves that capture nothing none at all?
    fn only_do(&self, actions: CaptureActions) -> bool {
        let fits =
            |event: &CaptureEffect| event.form == Form::Same && event.actions.without(actions).is_empty();
        let row = 1 + 2 * self.types;
        [&self.events, &self.quoted].into_iter().all(|events| {
            let mut quiet = events.chunks(row).filter_map(<[CaptureEffect]>::first);
            events.iter().all(fits) && quiet.all(|&event| event == CaptureEffect::NONE)
        })
    }
    /// Is there an event with one of these deeds?
    pub fn have(&self, actions: CaptureActions) -> bool {
        self.events.iter().chain(&self.quoted).any(|event| event.actions.has(actions))
    }
    /// Can moves that capture nothing destroy something?
    pub fn burn_quietly(&self) -> bool {
        let row = (1 + 2 * self.types).max(1);
        let rows = self.events.chunks(row).chain(self.quoted.chunks(row));
        rows.filter_map(<[CaptureEffect]>::first).any(|event| event.actions.has(CaptureActions::BLAST))
    }
    /// The spell, if it is this one.
    pub fn casts(&self, spell: Spell) -> Option<&Influence> {
        self.influence.as_ref().filter(|influence| influence.spell == spell)
    }
    /// Does it matter which squares a path comes by: what stands there, and whose influence reaches there?
    pub fn mind_paths(&self) -> bool {
        self.have(CaptureActions::NO_HOP)
            || self.casts(Spell::Hide).is_some()
            || self.casts(Spell::Brake).is_some()
    }
    /// Is the type among those?
    pub(crate) fn marks(set: &[bool], piece: PieceType) -> bool {
        set.get(piece.index()).copied().unwrap_or(false)
    }
}
