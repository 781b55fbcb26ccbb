//! Movements: what a piece description means once every convenience is written out.
//!
//! After expansion nothing is implied: no default modes or directions, no shorthand atoms, no
//! range toggling. Vectors are White's (x to the right, y forward); Black's are turned by
//! 180 degrees (`xbetza-readings` 9). Boards are unknown here.

use super::flames::Flames;
use std::ops::{BitOr, BitOrAssign, Range};

/// A step vector from White's side of the board: `dx` to the right, `dy` forward.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Step {
    /// Files to the right.
    pub dx: i16,
    /// Ranks forward.
    pub dy: i16,
}

impl Step {
    /// The step `(dx, dy)`.
    pub const fn new(dx: i16, dy: i16) -> Self {
        Self { dx, dy }
    }
    /// The same step turned by 180 degrees: Black's view of it.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self { dx: -self.dx, dy: -self.dy }
    }
}

/// A set of things that a square may hold, seen by the piece that moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Occupancy(pub u8);

impl Occupancy {
    /// Nothing.
    pub const NONE: Self = Self(0);
    /// An empty square.
    pub const EMPTY: Self = Self(1);
    /// An enemy that is not royal.
    pub const ENEMY: Self = Self(2);
    /// An enemy royal.
    pub const ENEMY_ROYAL: Self = Self(4);
    /// A friend, royal or not.
    pub const FRIEND: Self = Self(8);
    /// An empty square that the opponent's last move marked for capture in passing.
    pub const EN_PASSANT: Self = Self(16);
    /// Any enemy.
    pub const ENEMIES: Self = Self(2 | 4);
    /// Anything but an empty square.
    pub const OCCUPIED: Self = Self(2 | 4 | 8);
    /// Is some member of `other` in the set?
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
    /// Has the set no member?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// The members of the set that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl BitOr for Occupancy {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
impl BitOrAssign for Occupancy {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// What a leg may end on, and what happens to what stands there.
///
/// `m` is `EMPTY` in `pass`, `p` is `OCCUPIED` in `pass`; `c` is `ENEMIES` in `take`, `d` `FRIEND`,
/// `k` `ENEMY_ROYAL`, `kc` `ENEMY`, `e` `EN_PASSANT` in `take`. The two sets may overlap (`cp`): the leg can
/// then do one as well as the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Landing {
    /// Contents that the leg may end on and that stay as they are.
    pub pass: Occupancy,
    /// Contents that the leg may end on and that it captures.
    pub take: Occupancy,
}

/// The highest number of repeats of a leg's step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reach {
    /// At most this many steps (1: a leap or single step).
    Steps(u16),
    /// No limit but the board.
    Unlimited,
    /// `*`: the number of ranks between the square and the enemy half, at least 1.
    EnemyHalf,
}

/// Which way a bent leg turns first, seen from the piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// Counter-clockwise.
    Left,
    /// Clockwise.
    Right,
}

impl Turn {
    /// The opposite way.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// How the direction of a leg changes from step to step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bend {
    /// Never.
    Straight,
    /// `q`: 45 degrees (the next of the eight leaps) each step, always the same way.
    Circular(Turn),
    /// `z`: 90 degrees alternately (two of the eight leaps); the first turn is given.
    Zigzag(Turn),
}

/// What may stand on the squares that a leap passes (`n`, `j`; `xbetza-readings` 24, 25).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PathRule {
    /// Anything.
    Any,
    /// `n`: on at least one geometrically shortest king-step path all squares are empty.
    Free,
    /// `j`: on at least one such path at least one square is occupied.
    Blocked,
}

/// Which edges of the board a leg goes round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wrap {
    /// None.
    None,
    /// `o`: left and right.
    Files,
    /// `oo`: left and right, top and bottom.
    Torus,
}

/// One leg of a move with everything written out.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Leg {
    /// The (first) step.
    pub step: Step,
    /// Least number of steps, 1 or more (2 for a ski slider).
    pub min: u16,
    /// Most steps.
    pub max: Reach,
    /// Every how many steps from the least on the leg may end: 1, or 2 where what follows depends on odd and even.
    pub every: u16,
    /// Steps at the start whose landing squares are not looked at (`j` on a slider: 1; else 0).
    pub skip: u16,
    /// Change of direction on the way.
    pub bend: Bend,
    /// Rule for what each single leap passes.
    pub path: PathRule,
    /// Edges that do not stop the leg.
    pub wrap: Wrap,
    /// Contents of the final square, and what becomes of them. A leg of several steps goes on only over
    /// empty squares.
    pub landing: Landing,
    /// `u`: what the move captures re-appears on this leg's start.
    pub unload: bool,
    /// `uO-` and `uW-` before it: a piece from the hand is put on this leg's start.
    pub gate: bool,
    /// `i` on a continuation leg: as many steps as the last slider leg before it.
    pub iso: bool,
    /// A continuation leg without direction letters: visits no square visited before.
    pub fresh: bool,
    /// The leg marks the squares it passes for capture in passing (`xbetza-readings` 32).
    pub trail: bool,
    /// `o` on a non-final leg: must end off the board.
    pub off_board: bool,
    /// `x`: on a non-final leg the friend at its end makes the legs that follow; on a final one the piece on its
    /// own square may move as that friend.
    pub excite: bool,
}

/// When a movement is available.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Initial {
    /// Always.
    Any,
    /// `i`: before the piece has moved.
    Unmoved,
    /// `ii`: on a square where a piece of the same type and colour started.
    StartSquare,
    /// On the squares of that zone of the piece: no notation says this, a definition does.
    Zone(u16),
    /// The same, and the piece becomes another type by it.
    Change(TypeChange),
}

/// A movement that turns its piece into another type. It captures nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TypeChange {
    /// The zone of the piece on whose squares it is available.
    pub zone: u16,
    /// Number of the type.
    pub form: u16,
    /// Is it available to the last piece of its type only?
    pub last: bool,
    /// May the new piece attack no enemy, and the move give no check?
    pub calm: bool,
}

impl Initial {
    /// The zone of the piece to which the movement is bound.
    pub fn zone(self) -> Option<u16> {
        match self {
            Self::Any | Self::Unmoved | Self::StartSquare => None,
            Self::Zone(zone) | Self::Change(TypeChange { zone, .. }) => Some(zone),
        }
    }
    /// What the piece becomes, if it becomes something.
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
    /// Direction in which the king goes.
    pub side: Side,
    /// Squares that the king travels.
    pub distance: u16,
    /// How many of the pieces farther out are passed over for the partner (`j`: 1).
    pub inner: u16,
    /// `pO`: fast castling.
    pub fast: bool,
    /// `uO-` before it: a piece from the hand is put on the king's start.
    pub gate: bool,
}

/// A limit on how many pieces of the same type and colour share an area after a drop.
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
    /// Ranks from the owner's home rank on which the piece may be dropped.
    pub depth: Reach,
    /// Ranks at home that are excluded (`j`, repeated).
    pub skip: u16,
    /// What the square may hold.
    pub landing: Landing,
    /// Limits per area.
    pub limits: DropLimits,
    /// `n`: no piece may stand between the home edge and the square.
    pub blocked: bool,
}

/// The imitator `I`: the movements of the type that moved last (`xbetza-readings` 35).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Imitate {
    /// `b`: the movements are turned round, as the opponent would make them.
    pub backward: bool,
    /// What the last leg may do; none: whatever it can.
    pub modes: Option<Landing>,
}

impl Imitate {
    /// A movement as it is imitated; none where the modes leave nothing of it.
    pub fn restrict(&self, movement: &Movement) -> Option<Movement> {
        let mut movement = movement.clone();
        let landing = match &mut movement.kind {
            MovementKind::Walk(legs) => &mut legs.last_mut()?.landing,
            MovementKind::Universal(landing) => landing,
            MovementKind::Castle(_)
            | MovementKind::Drop(_)
            | MovementKind::Imitate(_)
            | MovementKind::Mirror(_) => return None,
        };
        if let Some(modes) = self.modes {
            landing.pass = Occupancy(landing.pass.0 & modes.pass.0);
            landing.take = Occupancy(landing.take.0 & modes.take.0);
        }
        (*landing != Landing::default()).then_some(movement)
    }
}

/// What kind of movement it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MovementKind {
    /// Legs made one after the other; never empty.
    Walk(Vec<Leg>),
    /// `U`: any other square.
    Universal(Landing),
    /// `O`.
    Castle(Castle),
    /// `@`.
    Drop(Drop),
    /// `I`.
    Imitate(Imitate),
    /// `M`: captures what could capture it; what the mode letters leave of that.
    Mirror(Option<Landing>),
}

/// One fully specified movement of a piece.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Movement {
    /// What it does.
    pub kind: MovementKind,
    /// When it is available.
    pub initial: Initial,
    /// `'`: morph and capture matrix do not apply to it.
    pub quoted: bool,
    /// `+` behind the description: the piece must promote where it may.
    pub must_promote: bool,
    /// `:`: captures that flames make from the square where the move ends; all are made at once.
    pub flames: Flames,
    /// Bytes of the description that it comes from.
    pub span: Range<usize>,
}
