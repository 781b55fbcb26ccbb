//! One leg in the dialect: all ways to make it, each a list of links.
//!
//! Moves that the dialect has no word for are built from king's steps: leaps without an atom, leaps combined with
//! other legs, lame leaps, bent and limited slides.

use super::compass;
use super::link::{ChainPart, Link, Range, Refusal, Room};
use crate::notation::legs::{Bend, Leg, Occupancy, PathRule, Reach, Step, Wrap};

/// Longest lame leap for which all paths of steps are generated.
const LONGEST_LEAP: i16 = 6;
/// Maximum number of ways to make one leg.
const MAX_PATHS: usize = 400;

/// Context of a leg in its movement.
#[derive(Clone, Copy)]
pub(super) struct LegPosition {
    /// True if it is the only leg.
    alone: bool,
    /// True if all legs run along a king's lines with steps of the same length: only then can the dialect write them
    /// with one atom.
    uniform: bool,
    /// True if legs have different ranges.
    mixed: bool,
    /// True if a later leg copies its length.
    copied: bool,
}

impl LegPosition {
    /// The context of `legs[index]`.
    pub(super) fn of(legs: &[Leg], index: usize, room: Room) -> Self {
        let lines: Option<Vec<(u8, i16)>> = legs.iter().map(line).collect();
        let same = |w: &[(u8, i16)]| w[0].1 == w[1].1 && (w[0].1 == 1 || (w[0].0 + w[1].0) % 2 == 0);
        let uniform = lines.filter(|lines| lines.windows(2).all(same)).is_some_and(|lines| {
            // If one leap of two or three squares has to be built from steps, all have to.
            let whole = |i: usize| {
                let place = Self::among(legs, i, true);
                let path = Paths { leg: &legs[i], place, room };
                path.range().is_ok_and(|range| path.slide(range).is_some())
            };
            lines[0].1 == 1 || (0..legs.len()).all(whole)
        });
        Self::among(legs, index, uniform || legs.len() == 1)
    }

    fn among(legs: &[Leg], index: usize, uniform: bool) -> Self {
        Self {
            alone: legs.len() == 1,
            uniform,
            mixed: legs.iter().any(|leg| leg.max != legs[index].max && !leg.iso),
            copied: legs[index + 1..].iter().any(|leg| leg.iso),
        }
    }
}

/// Direction and length of a straight leg along a king's line.
fn line(leg: &Leg) -> Option<(u8, i16)> {
    compass::direction(leg.step).filter(|_| leg.bend == Bend::Straight)
}

/// A leg to be split into links.
#[derive(Clone, Copy)]
pub(super) struct Paths<'a> {
    pub(super) leg: &'a Leg,
    pub(super) place: LegPosition,
    pub(super) room: Room,
}

impl Paths<'_> {
    /// All ways to make the leg; the modes of the last link are not set yet.
    ///
    /// # Errors
    /// The feature that the dialect lacks.
    pub(super) fn all(self) -> Result<Vec<Vec<ChainPart>>, Refusal> {
        let leg = self.leg;
        let range = self.range()?;
        if let Some(path) = self.slide(range) {
            return Ok(vec![path]);
        }
        if leg.iso || self.place.copied && range != Range::ONE {
            return Err("legs of the same length that are not plain slides");
        }
        self.unrolled(range)
    }

    fn range(self) -> Result<Range, Refusal> {
        match self.leg.max {
            Reach::Steps(n) => Ok(Range::Steps(n)),
            Reach::Unlimited => Ok(Range::Unlimited),
            // Extra quiet moves do no harm: XBoard refuses no legal move and sees no mate where there is none.
            Reach::EnemyHalf if self.leg.landing.take == Occupancy::empty() && self.place.alone => {
                Ok(Range::Steps(self.room.ranks.unsigned_abs() / 2))
            }
            Reach::EnemyHalf => Err("a range up to the enemy half (*)"),
        }
    }

    /// The leg as a single word, if the dialect has one.
    fn slide(self, range: Range) -> Option<Vec<ChainPart>> {
        let Self { leg, place, .. } = self;
        let atom = compass::atom(leg.step).filter(|_| leg.bend == Bend::Straight)?;
        let (king, two) = (atom == "K", matches!(atom, "D" | "A"));
        let single = range == Range::ONE;
        // Oblique atoms can neither continue a move nor be continued, and do not support `n` and `j` at all.
        if "NCZ".contains(atom) && !place.alone || !place.uniform && !king {
            return None;
        }
        let middle = match leg.path {
            path if king || path == PathRule::Any => None,
            PathRule::Free if two => Some('n'),
            PathRule::Blocked if two && single => Some('j'),
            _ => return None,
        };
        // XBoard does not find the middle square of a leap over the edge.
        if middle.is_some() && leg.wrap != Wrap::None {
            return None;
        }
        let unlimited = range == Range::Unlimited;
        let skips = leg.skip > 0;
        if skips && (!unlimited || leg.skip > 2 || !king || leg.min > leg.skip + 1 || leg.iso) {
            return None;
        }
        // XBoard also skips holes.
        if skips && self.room.holes {
            return None;
        }
        if place.mixed && !single && !unlimited && !leg.iso {
            return None;
        }
        // A ski slider's minimum range is implied by the squares that it skips.
        let least = if skips || leg.iso { 1 } else { leg.min.max(1) };
        if least > 1 && !(unlimited && king) {
            return None;
        }
        let slide = Link { range, skip: leg.skip, middle, iso: leg.iso, ..self.step(leg.step) };
        let lead = vec![self.stretch(self.step(leg.step)); usize::from(least - 1)];
        Some([lead, vec![self.stretch(slide)]].concat())
    }

    /// A link that passes over an empty square.
    fn step(self, step: Step) -> Link {
        Link {
            step,
            range: Range::ONE,
            skip: 0,
            middle: None,
            modes: "m".into(),
            wraps: self.leg.wrap == Wrap::Files,
            iso: false,
        }
    }

    fn stretch(self, link: Link) -> ChainPart {
        ChainPart { link, fresh: self.leg.fresh, visits: true }
    }

    /// The leg as single leaps, once for each length that fits on the board.
    fn unrolled(self, range: Range) -> Result<Vec<Vec<ChainPart>>, Refusal> {
        let mut all: Vec<Vec<ChainPart>> = Vec::new();
        let mut heads: Vec<Vec<ChainPart>> = vec![Vec::new()];
        let mut points = vec![(0i16, 0i16)];
        let longest = match (range, self.leg.bend) {
            (Range::Steps(n), Bend::Circular(_)) => n.min(7),
            (Range::Steps(n), _) => n,
            // A circle of eight leaps ends before it returns to its first square.
            (Range::Unlimited, Bend::Circular(_)) => 7,
            (Range::Unlimited, _) => 4 * self.room.longest(),
        };
        if range == Range::Unlimited && self.leg.wrap != Wrap::None && self.leg.step.dy == 0 {
            return Err("a slide round the edge that is not a plain slide");
        }
        for n in 1..=longest {
            let step = self.nth(n);
            let (x, y) = points[points.len() - 1];
            points.push((x + step.dx, y + step.dy));
            if !self.room.holds(&points, self.leg.wrap != Wrap::None) {
                break;
            }
            let mut leaps = self.leap(step)?;
            if n <= self.leg.skip {
                // The squares skipped may be empty or occupied.
                leaps.iter_mut().filter_map(|leap| leap.last_mut()).for_each(|s| s.link.modes = "mp".into());
            }
            heads = heads.iter().flat_map(|h| leaps.iter().map(|l| [h.as_slice(), l].concat())).collect();
            if n >= self.leg.min.max(1) {
                all.extend(heads.iter().cloned());
            }
            if all.len() + heads.len() > MAX_PATHS {
                return Err("too many cases");
            }
        }
        Ok(all)
    }

    /// The `n`-th leap. SPEC: readings 27.
    fn nth(self, n: u16) -> Step {
        self.leg.step.rotated(self.leg.bend.eighths(i32::from(n) - 1))
    }

    /// A leap as king's steps: lame leaps along each shortest path, others along one path over any squares.
    fn leap(self, step: Step) -> Result<Vec<Vec<ChainPart>>, Refusal> {
        let length = step.dx.abs().max(step.dy.abs());
        if length > LONGEST_LEAP && self.leg.path != PathRule::Any {
            return Err("a leap that is too long to be made of steps");
        }
        let routes = match self.leg.path {
            PathRule::Any => vec![route(step)],
            // Those that begin straight first.
            PathRule::Free | PathRule::Blocked => step.routes().into_iter().rev().collect(),
        };
        let inner = routes[0].len() - 1;
        let holes = inner > 0 && self.room.holes;
        let passed = |route: &[Step], mode: &dyn Fn(usize) -> &'static str| -> Vec<ChainPart> {
            let stretch = |(i, &step): (usize, &Step)| {
                let last = i == inner;
                let modes = if last { "m" } else { mode(i) }.to_owned();
                let link = Link { modes, ..self.step(step) };
                ChainPart { fresh: self.leg.fresh && last, visits: last, link }
            };
            route.iter().enumerate().map(stretch).collect()
        };
        match self.leg.path {
            PathRule::Any | PathRule::Blocked if holes => Err("a leap over holes that is made of steps"),
            PathRule::Any => Ok(vec![passed(&routes[0], &|_| "mp")]),
            PathRule::Free => Ok(routes.iter().map(|route| passed(route, &|_| "m")).collect()),
            PathRule::Blocked => {
                let at = |jump: usize| move |i: usize| if i == jump { "p" } else { "mp" };
                let ways = routes.iter().flat_map(|route| (0..inner).map(move |jump| (route, jump)));
                Ok(ways.map(|(route, jump)| passed(route, &at(jump))).collect())
            }
        }
    }
}

/// One shortest king's path of a leap: straight steps first.
fn route(step: Step) -> Vec<Step> {
    let (x, y) = (step.dx.abs(), step.dy.abs());
    let diagonal = Step::new(step.dx.signum(), step.dy.signum());
    let along = if x > y { Step::new(diagonal.dx, 0) } else { Step::new(0, diagonal.dy) };
    let diagonals = x.min(y).unsigned_abs().into();
    [vec![along; x.abs_diff(y).into()], vec![diagonal; diagonals]].concat()
}
