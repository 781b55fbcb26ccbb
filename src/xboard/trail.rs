//! Chains that return to squares visited before.
//!
//! XBoard excludes only the exact reverse of a leg, and leaves captured pieces on the board until the move is over.
//! A chain that may not visit a square twice, or that crosses a square on which it has captured, therefore differs in
//! XBoard if it can return at all. The test tries slides of all lengths.

use super::link::{ChainPart, Range, Refusal, Room, captures};

/// Maximum number of slides per chain: all combinations of their lengths are tried.
const MAX_SLIDES: usize = 3;

/// Whether the chain is the same for XBoard. False if it cannot be made at all.
///
/// # Errors
/// If it differs in some positions.
pub(super) fn is_free(stretches: &[ChainPart], room: Room) -> Result<bool, Refusal> {
    let passing = stretches.len().saturating_sub(1);
    let captures = stretches[..passing].iter().any(|s| captures(&s.link));
    let around = stretches.iter().any(|s| s.link.wraps).then_some(room.files);
    if passing == 0 || !captures && around.is_none() && stretches.iter().all(|s| !s.fresh) {
        return Ok(true);
    }
    if stretches.iter().filter(|s| slides(s)).count() > MAX_SLIDES {
        return Err("many slides that may not cross their own trail");
    }
    let mut tries =
        Tries { room, around, free: false, barred: false, over_captured: false, came_round: false };
    tries
        .go(stretches, &Trail { at: (0, 0), visited: vec![(0, 0)], captured: Vec::new(), slide: 1, legs: 0 });
    match tries {
        Tries { came_round: true, .. } => Err("a way round the edge back to the start"),
        Tries { over_captured: true, .. } => Err("a leg over the square of a captured piece"),
        Tries { free: true, barred: true, .. } => Err("slides that may not cross their own trail"),
        _ => Ok(tries.free),
    }
}

fn slides(stretch: &ChainPart) -> bool {
    stretch.link.range != Range::ONE
}

/// The part of a chain made so far.
#[derive(Clone)]
struct Trail {
    at: (i16, i16),
    visited: Vec<(i16, i16)>,
    captured: Vec<(i16, i16)>,
    slide: u16,
    /// Number of legs made.
    legs: usize,
}

/// Outcomes of all ways to make a chain.
struct Tries {
    room: Room,
    /// Number of files if the board has no left and right edge.
    around: Option<i16>,
    free: bool,
    barred: bool,
    over_captured: bool,
    /// Whether it returned to its start round the edge. XBoard may or may not treat the start as empty.
    came_round: bool,
}

impl Tries {
    fn go(&mut self, stretches: &[ChainPart], trail: &Trail) {
        let Some((stretch, rest)) = stretches.split_first() else {
            self.free = true;
            return;
        };
        let link = &stretch.link;
        let (least, most) = match link.range {
            _ if link.iso => (trail.slide, trail.slide),
            Range::Steps(n) => (1, n.min(self.room.longest())),
            Range::Unlimited => (1 + link.skip, self.room.longest()),
        };
        let mut trail = trail.clone();
        for length in 1..=most {
            trail.at = (trail.at.0 + link.step.dx, trail.at.1 + link.step.dy);
            let here = self.place(trail.at);
            if stretch.fresh && trail.visited.contains(&here) {
                self.barred = true;
                return;
            }
            let squares = [&trail.visited[..], &[trail.at]].concat();
            if !self.room.holds(&squares, self.around.is_some()) {
                return;
            }
            if here == (0, 0) && trail.at.0 != 0 {
                // The first leg stops before its start.
                self.came_round |= trail.legs > 0;
                return;
            }
            self.over_captured |= trail.captured.contains(&here);
            if stretch.visits {
                trail.visited.push(here);
            }
            if length >= least {
                let mut next = Trail { legs: trail.legs + 1, ..trail.clone() };
                if captures(link) {
                    next.captured.push(here);
                }
                next.slide = if slides(stretch) { length } else { trail.slide };
                self.go(rest, &next);
            }
        }
    }

    fn place(&self, (x, y): (i16, i16)) -> (i16, i16) {
        (self.around.map_or(x, |files| x.rem_euclid(files)), y)
    }
}
