//! The compass: steps, turns, and the eight headings of a step.

use bitflags::bitflags;

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
    /// Returns the step turned by 180 degrees, as Black makes it.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self { dx: -self.dx, dy: -self.dy }
    }
    /// Returns its absolute coordinates, the smaller one first.
    pub fn size(self) -> (i16, i16) {
        let (x, y) = (self.dx.abs(), self.dy.abs());
        (x.min(y), x.max(y))
    }
    /// Returns the eight steps of its symmetry class, clockwise: orthogonal and diagonal ones from straight ahead, the
    /// diagonal ones with coordinates of the same length; oblique ones from the narrow one forward right.
    ///
    /// SPEC: `xbetza-readings` 10, 27.
    pub fn wheel(self) -> [Self; 8] {
        let (near, far) = self.size();
        // The first two; the others are quarter turns of these.
        let first =
            if near == 0 || near == far { [(0, far), (far, far)] } else { [(near, far), (far, near)] };
        std::array::from_fn(|n| {
            let (dx, dy) = (0..n / 2).fold(first[n % 2], |(dx, dy), _| (dy, -dx));
            Self::new(dx, dy)
        })
    }
    /// Returns its index in its [`Self::wheel`].
    pub fn heading(self) -> u8 {
        self.wheel().iter().position(|&step| step == self).unwrap_or(0) as u8
    }
    /// Returns the step turned clockwise by eighths of a circle within its [`Self::wheel`].
    #[must_use]
    pub fn rotated(self, eighths: i32) -> Self {
        if eighths % 8 == 0 {
            return self;
        }
        self.wheel()[(i32::from(self.heading()) + eighths).rem_euclid(8) as usize]
    }
    /// Returns every geometrically shortest path of king steps: diagonal steps towards the target and orthogonal steps
    /// along the longer coordinate, in any order; those that begin diagonally first. SPEC: `xbetza-readings` 24.
    pub fn routes(self) -> Vec<Vec<Self>> {
        let (near, far) = self.size();
        let diagonal = Self::new(self.dx.signum(), self.dy.signum());
        let straight =
            if self.dx.abs() > self.dy.abs() { Self::new(diagonal.dx, 0) } else { Self::new(0, diagonal.dy) };
        let mut routes = Vec::new();
        let left = [(diagonal, near), (straight, far - near)];
        extend_route(left, &mut Vec::new(), &mut routes);
        routes
    }
    /// Returns the number of these paths, or another very large number if it exceeds `usize`.
    pub fn count_routes(self) -> usize {
        let (near, far) = self.size();
        let (few, far) = (near.min(far - near).unsigned_abs(), usize::from(far.unsigned_abs()));
        (0..usize::from(few)).fold(1_usize, |count, taken| count.saturating_mul(far - taken) / (taken + 1))
    }
}

/// Appends every order of the steps left, each with its number, after the steps of `route`.
fn extend_route(left: [(Step, i16); 2], route: &mut Vec<Step>, routes: &mut Vec<Vec<Step>>) {
    if left.iter().all(|&(_, count)| count == 0) {
        return routes.push(route.clone());
    }
    for (index, &(step, _)) in left.iter().enumerate().filter(|(_, (_, count))| *count > 0) {
        let mut rest = left;
        rest[index].1 -= 1;
        route.push(step);
        extend_route(rest, route, routes);
        route.pop();
    }
}

/// Direction of a turn, seen from the piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// Counter-clockwise.
    Left,
    /// Clockwise.
    Right,
}

impl Turn {
    /// Returns the opposite turn.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
    /// Returns a turn by 45 degrees, in eighths of a circle clockwise.
    pub const fn eighths(self) -> i32 {
        match self {
            Self::Left => -1,
            Self::Right => 1,
        }
    }
}

/// How the direction of a leg changes from step to step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bend {
    /// It does not change.
    Straight,
    /// `q`: by 45 degrees (to the next of the eight leaps) at each step, always to the same side.
    Circular(Turn),
    /// `z`: by 90 degrees (two of the eight leaps), to alternating sides; the first turn is given.
    Zigzag(Turn),
}

impl Bend {
    /// Returns the angle from the first step to the `n`-th (from 0), in eighths of a circle clockwise.
    pub const fn eighths(self, n: i32) -> i32 {
        match self {
            Self::Straight => 0,
            Self::Circular(turn) => turn.eighths() * n,
            Self::Zigzag(turn) => 2 * turn.eighths() * n.rem_euclid(2),
        }
    }
}

/// One of eight headings, clockwise. For orthogonal and diagonal leaps 0 is forward, 1 forward right, and so on;
/// for oblique leaps 0 is the narrow leap forward right, 1 the wide one, and so on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Heading(pub(super) u8);

impl Heading {
    pub(super) const fn new(index: u8) -> Self {
        Self(index % 8)
    }
    /// Returns the heading turned clockwise by eighths of a circle.
    pub(super) const fn turned(self, eighths: i32) -> Self {
        Self((self.0 as i32 + eighths).rem_euclid(8) as u8)
    }
    /// Returns the angle from `other` to this heading, as a relative heading.
    pub(super) fn relative_to(self, other: Self) -> Self {
        self.turned(-i32::from(other.0))
    }
    /// Whether the leap is diagonal; for an oblique leap, whether it deviates to the left.
    pub(super) const fn is_odd(self) -> bool {
        self.0 % 2 == 1
    }
    /// Returns the direction of a turn by this relative heading.
    pub(super) const fn sense(self) -> Option<Turn> {
        match self.0 {
            1..=3 => Some(Turn::Right),
            5..=7 => Some(Turn::Left),
            _ => None,
        }
    }
}

/// A set of headings, absolute or relative to a leg.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Headings(pub(super) u8);

bitflags! {
    impl Headings: u8 {
        const ORTHOGONAL = 0x55;
        const DIAGONAL = 0xAA;
    }
}

impl Headings {
    /// Returns the headings turned clockwise by eighths of a circle.
    pub(super) const fn turned(self, eighths: i32) -> Self {
        Self(self.0.rotate_left(eighths.rem_euclid(8) as u32))
    }
    /// Returns the headings turned by each of these angles.
    pub(super) fn spread(self, eighths: &[i32]) -> Self {
        eighths.iter().map(|by| self.turned(*by)).collect()
    }
    /// Lists the headings clockwise.
    pub(super) fn each(self) -> impl Iterator<Item = Heading> {
        (0..8).filter(move |i| self.0 & 1 << i != 0).map(Heading)
    }
}

impl FromIterator<Heading> for Headings {
    fn from_iter<T: IntoIterator<Item = Heading>>(headings: T) -> Self {
        headings.into_iter().map(|heading| Self(1 << heading.0)).collect()
    }
}
