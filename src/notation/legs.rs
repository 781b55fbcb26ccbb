//! Movements: piece descriptions with every shorthand written out.
//!
//! After expansion nothing is implied: no default modes or directions, no shorthand atoms, no range toggling. Vectors
//! are White's (x to the right, y forward); Black's are turned by 180 degrees (`xbetza-readings` 9). The board is not
//! known here.

use super::flames::Flames;
pub use super::heading::{Bend, Step, Turn};
use bitflags::bitflags;
use std::ops::Range;

/// Maximum number of legs of one move. A repeat group without a number is expanded up to this length.
pub const MAX_LEGS: usize = 64;
/// Maximum number of movements of one description, duplicates not counted, and of captures of all its flames.
pub const MAX_MOVEMENTS: usize = 4096;

/// A set of possible square contents, seen by the moving piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Occupancy(pub u8);

bitflags! {
    impl Occupancy: u8 {
        /// An empty square.
        const EMPTY = 1;
        /// An enemy that is not royal.
        const ENEMY = 2;
        /// An enemy royal.
        const ENEMY_ROYAL = 4;
        /// A friend, royal or not.
        const FRIEND = 8;
        /// An empty square that the opponent's last move marked for en passant.
        const EN_PASSANT = 16;
        /// Any enemy.
        const ENEMIES = 2 | 4;
        /// Anything but an empty square.
        const OCCUPIED = 2 | 4 | 8;
    }
}

/// Square contents on which a leg may end, and those it captures.
///
/// `m` is `EMPTY` in `pass`, `p` is `OCCUPIED` in `pass`; `c` is `ENEMIES` in `take`, `d` `FRIEND`, `k` `ENEMY_ROYAL`,
/// `kc` `ENEMY`, `e` `EN_PASSANT` in `take`. The two sets may overlap (`cp`): the leg can then do either.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Landing {
    /// Contents that the leg may end on and leaves in place.
    pub pass: Occupancy,
    /// Contents that the leg may end on and captures.
    pub take: Occupancy,
}

impl Landing {
    /// Whether no content is permitted.
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }
    /// `m`, the default of a non-final leg.
    pub(crate) const MOVE: Self = Self { pass: Occupancy::EMPTY, take: Occupancy::empty() };
    /// `c`.
    pub(super) const CAPTURE: Self = Self { pass: Occupancy::empty(), take: Occupancy::ENEMIES };
    /// `mc`, the default of a final leg.
    pub(super) const MOVE_OR_CAPTURE: Self = Self { pass: Occupancy::EMPTY, take: Occupancy::ENEMIES };
    /// `p`.
    pub(crate) const HOP: Self = Self { pass: Occupancy::OCCUPIED, take: Occupancy::empty() };
}

/// Maximum number of steps of a leg.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reach {
    /// At most this many steps (1: a leap or single step).
    Steps(u16),
    /// Limited only by the board.
    Unlimited,
    /// `*`: the number of ranks between the square and the enemy half, at least 1.
    EnemyHalf,
}

impl Reach {
    /// Returns the maximum with a limit in steps, if any.
    pub(super) fn at_most(self, limit: Option<u16>) -> Self {
        match (self, limit) {
            (Self::Steps(most), Some(limit)) => Self::Steps(most.min(limit)),
            (_, Some(limit)) => Self::Steps(limit),
            (reach, None) => reach,
        }
    }
}

/// Rule for the squares that a leap passes (`n`, `j`; `xbetza-readings` 24, 25).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PathRule {
    /// Anything.
    Any,
    /// `n`: on at least one geometrically shortest king-step path all squares are empty.
    Free,
    /// `j`: on at least one such path at least one square is occupied.
    Blocked,
}

/// Board edges around which a leg wraps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wrap {
    /// None.
    None,
    /// `o`: left and right.
    Files,
    /// `oo`: left and right, top and bottom.
    Torus,
}

/// One fully specified leg of a move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Leg {
    /// The (first) step.
    pub step: Step,
    /// Minimum number of steps, 1 or more (2 for a ski slider).
    pub min: u16,
    /// Maximum number of steps.
    pub max: Reach,
    /// The leg may end after `min` steps and every `every` steps from there: 1, or 2 if later legs depend on parity.
    pub every: u16,
    /// Initial steps whose squares are not checked (one for each `j` on a slider, else 0).
    pub skip: u16,
    /// Change of direction along the leg.
    pub bend: Bend,
    /// Rule for the squares that each leap passes.
    pub path: PathRule,
    /// Edges that do not stop the leg.
    pub wrap: Wrap,
    /// Permitted contents of the final square, and those captured. All squares before it must be empty.
    pub landing: Landing,
    /// `u`: the captured piece reappears on this leg's start.
    pub unload: bool,
    /// `uO-` or `uW-` before it: a piece from the hand is put on this leg's start.
    pub gate: bool,
    /// `i` on a continuation leg: takes as many steps as the last slider leg before it.
    pub iso: bool,
    /// A continuation leg without direction letters: it revisits no square.
    pub fresh: bool,
    /// The leg marks the squares it passes for en passant (`xbetza-readings` 32).
    pub trail: bool,
    /// `o` on a non-final leg: must end off the board.
    pub off_board: bool,
    /// `x`: on a non-final leg the friend at its end makes the remaining legs; on a final leg the piece may move from
    /// its own square like that friend.
    pub induce: bool,
}

/// Condition under which a movement is available.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Initial {
    /// Always.
    Any,
    /// `i`: while the piece is unmoved.
    Unmoved,
    /// `ii`: on a square where a piece of the same type and colour started.
    StartSquare,
    /// In this zone of the piece; set by a definition, not by any notation.
    Zone(u16),
    /// Like `Zone`, and the piece changes its type.
    Change(TypeChange),
}

/// A non-capturing movement that changes the type of its piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TypeChange {
    /// Zone of the piece in which it is available.
    pub zone: u16,
    /// Number of the new type.
    pub form: u16,
    /// Whether only the last piece of its type may make it.
    pub last: bool,
    /// Whether the new piece must attack no enemy and the move must not give check.
    pub without_threats: bool,
}

impl Initial {
    /// Returns the zone to which the movement is restricted, if any.
    pub fn zone(self) -> Option<u16> {
        match self {
            Self::Any | Self::Unmoved | Self::StartSquare => None,
            Self::Zone(zone) | Self::Change(TypeChange { zone, .. }) => Some(zone),
        }
    }
    /// Returns the change of type, if any.
    pub fn change(self) -> Option<TypeChange> {
        if let Self::Change(change) = self { Some(change) } else { None }
    }
}

/// The side to which a king castles, from its owner's view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// To the left (White's a-file side).
    Left,
    /// To the right.
    Right,
}

/// Castling to one side, the atom `O` (`diagram-readings`, "Castling").
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Castle {
    /// Direction of the king's move.
    pub side: Side,
    /// Number of squares the king moves.
    pub distance: u16,
    /// Number of pieces farther out than the castling partner (one for each `j`).
    pub inner: u16,
    /// `pO`: fast castling.
    pub fast: bool,
    /// `uO-` before it: a piece from the hand is put on the king's start.
    pub gate: bool,
}

/// Limits on pieces of the same type and colour in one area after a drop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct DropLimits {
    /// `f`: at most this many on a file; 0 is no limit.
    pub per_file: u8,
    /// `s`: at most this many on squares of one binding; 0 is no limit.
    pub per_shade: u8,
    /// `b`: at most this many on the board; 0 is no limit.
    pub per_board: u8,
}

/// The drop atom `@` (`drops.txt`).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Drop {
    /// Number of ranks, from the owner's home rank, on which the piece may be dropped.
    pub depth: Reach,
    /// Number of home ranks excluded (one for each `j`).
    pub skip: u16,
    /// What the square may hold.
    pub landing: Landing,
    /// Limits per area.
    pub limits: DropLimits,
    /// `n`: no piece may stand between the home edge and the square.
    pub blocked: bool,
}

/// The imitator `I`: moves like the type that moved last (`xbetza-readings` 35).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Imitate {
    /// `b`: the movements are turned by 180 degrees, as the opponent would make them.
    pub backward: bool,
    /// Restricts the landing of the last leg; `None`: no restriction.
    pub modes: Option<Landing>,
}

impl Imitate {
    /// Returns the imitated movement; `None` if it cannot be imitated or the modes rule it out.
    pub fn restrict(&self, movement: &Movement) -> Option<Movement> {
        let mut movement = movement.clone();
        let landing = match &mut movement.kind {
            MovementKind::Walk(legs) => &mut legs.last_mut()?.landing,
            MovementKind::Universal(leap) => &mut leap.landing,
            _ => return None,
        };
        if let Some(Landing { pass, take }) = self.modes {
            *landing = Landing { pass: landing.pass & pass, take: landing.take & take };
        }
        (!landing.is_empty()).then_some(movement)
    }
}

/// The universal leap `U`: to any other square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UniversalLeap {
    /// What it may meet there; empty if it borrows.
    pub landing: Landing,
    /// `u`: the captured piece re-appears on the square that the leap leaves.
    pub unload: bool,
    /// `x`: it leads to a friend, whose moves are borrowed.
    pub induce: bool,
}

/// The kind of a movement.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MovementKind {
    /// Legs made one after the other; never empty.
    Walk(Vec<Leg>),
    /// `U`: any other square.
    Universal(UniversalLeap),
    /// `O`: castling.
    Castle(Castle),
    /// `@`: a drop.
    Drop(Drop),
    /// `I`: the imitator.
    Imitate(Imitate),
    /// `M`, the mirror: captures pieces that could capture it, restricted by the mode letters if there are any.
    Mirror(Option<Landing>),
}

/// One fully specified movement of a piece.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Movement {
    /// The kind of movement.
    pub kind: MovementKind,
    /// When it is available.
    pub initial: Initial,
    /// `'`: morph and capture matrix do not apply to it.
    pub quoted: bool,
    /// `+` after the description: the piece must promote where it can.
    pub must_promote: bool,
    /// `:`: captures made by flames from the square where the move ends, all simultaneously.
    pub flames: Flames,
    /// Byte range of the description it was read from.
    pub span: Range<usize>,
}

impl Movement {
    /// Returns the same movement without its place in the description, for comparisons.
    pub fn unplaced(&self) -> Self {
        Self { span: 0..0, ..self.clone() }
    }
    /// Returns its legs; empty if it does not walk.
    pub fn legs(&self) -> &[Leg] {
        if let MovementKind::Walk(legs) = &self.kind { legs } else { &[] }
    }
    /// Whether it borrows the moves of another piece (final `x`).
    pub fn borrows(&self) -> bool {
        match &self.kind {
            MovementKind::Universal(leap) => leap.induce,
            _ => self.legs().last().is_some_and(|leg| leg.induce),
        }
    }
    /// Whether each of its steps leads at least `ranks` ranks forward: not around the edges of a torus, by steps that
    /// bend, or by moves of others.
    pub fn advances(&self, ranks: i16) -> bool {
        let ahead = |leg: &Leg| leg.step.dy >= ranks && leg.wrap != Wrap::Torus && leg.bend == Bend::Straight;
        match &self.kind {
            MovementKind::Walk(legs) => legs.iter().all(ahead) && !self.borrows(),
            MovementKind::Drop(_) => true,
            _ => false,
        }
    }
    /// Whether it puts a captured piece, or one from the hand, on a square that it leaves.
    pub fn unloads(&self) -> bool {
        match &self.kind {
            MovementKind::Universal(leap) => leap.unload,
            _ => self.legs().iter().any(|leg| leg.unload || leg.gate),
        }
    }
    /// Whether it puts a piece from the hand on the board.
    pub fn puts_down(&self) -> bool {
        self.legs().iter().any(|leg| leg.gate)
            || matches!(&self.kind, MovementKind::Castle(castle) if castle.gate)
    }
}
