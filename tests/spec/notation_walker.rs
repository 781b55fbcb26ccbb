//! A slow walk over legs on an 8x8 board with given pieces, for tests of the notation alone.
use griffon::notation::compile;
use griffon::notation::legs::{
    Bend, Landing, Leg, MovementKind, Occupancy, PathRule, Reach, Step, Turn, Wrap,
};
use std::collections::{BTreeMap, BTreeSet};

/// File and rank from 0.
pub type At = (i16, i16);

/// Contents of the board apart from the piece under test: `e` enemy, `k` enemy royal, `f` friend, `p` a square marked
/// for en passant.
#[derive(Clone, Default)]
pub struct Scene {
    held: BTreeMap<At, char>,
}

impl Scene {
    /// Reads `e:e5,d4 f:c3`.
    pub fn new(text: &str) -> Self {
        let mut held = BTreeMap::new();
        for (what, squares) in text.split_whitespace().map(|part| part.split_once(':').unwrap()) {
            let what = what.chars().next().unwrap();
            held.extend(squares.split(',').map(|name| (square(name), what)));
        }
        Self { held }
    }
    fn content(&self, at: At) -> Occupancy {
        match self.held.get(&at) {
            Some('e') => Occupancy::ENEMY,
            Some('k') => Occupancy::ENEMY_ROYAL,
            Some('f') => Occupancy::FRIEND,
            Some('p') => Occupancy::EMPTY | Occupancy::EN_PASSANT,
            _ => Occupancy::EMPTY,
        }
    }
    fn is_empty(&self, at: At) -> bool {
        on_board(at) && self.content(at).intersects(Occupancy::EMPTY)
    }
}

pub fn square(name: &str) -> At {
    let bytes = name.as_bytes();
    (i16::from(bytes[0] - b'a'), i16::from(bytes[1] - b'1'))
}

fn name(at: At) -> String {
    format!("{}{}", char::from(b'a' + at.0 as u8), at.1 + 1)
}

fn on_board(at: At) -> bool {
    (0..8).contains(&at.0) && (0..8).contains(&at.1)
}

/// Returns the results of all walks of a description from a square: target squares, followed by `x` and the victims.
pub fn results(betza: &str, from: &str, scene: &str) -> BTreeSet<String> {
    let movements = compile(betza).unwrap_or_else(|error| panic!("{betza}: {error}"));
    let mut found = BTreeSet::new();
    for movement in movements {
        if let MovementKind::Walk(legs) = movement.kind {
            let start = square(from);
            let walk = Walk {
                scene: Scene::new(scene),
                at: start,
                visited: vec![start],
                victims: Vec::new(),
                length: 0,
            };
            walk.go(&legs, &mut found);
        }
    }
    found
}

/// Returns [`results`] as one line.
pub fn line(betza: &str, from: &str, scene: &str) -> String {
    results(betza, from, scene).into_iter().collect::<Vec<_>>().join(" ")
}

/// Sorts a list of results for comparison.
pub fn sorted(list: &str) -> String {
    list.split_whitespace().collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(" ")
}

/// Asserts for each row of (description, results) that the walks from `from` give exactly these results.
pub fn check(from: &str, scene: &str, table: &[(&str, &str)]) {
    for (betza, wanted) in table {
        assert_eq!(line(betza, from, scene), sorted(wanted), "{betza} from {from}, board {scene:?}");
    }
}

/// Asserts for each row of (description, description) that both expand to the same movements.
pub fn same(table: &[(&str, &str)]) {
    let set = |text: &str| -> BTreeSet<String> {
        compile(text).unwrap_or_else(|e| panic!("{text}: {e}")).iter().map(ToString::to_string).collect()
    };
    for (one, other) in table {
        assert_eq!(set(one), set(other), "{one} = {other}");
    }
}

#[derive(Clone)]
struct Walk {
    scene: Scene,
    at: At,
    visited: Vec<At>,
    victims: Vec<At>,
    length: u16,
}

impl Walk {
    fn go(self, legs: &[Leg], found: &mut BTreeSet<String>) {
        let Some((leg, rest)) = legs.split_first() else {
            let mut text = name(self.at);
            self.victims.iter().for_each(|victim| text += &format!("x{}", name(*victim)));
            found.insert(text);
            return;
        };
        let mut walk = self.clone();
        let mut step = leg.step;
        let mut bends = 0;
        for count in 1.. {
            if matches!(leg.max, Reach::Steps(most) if count > most) || count > 64 {
                return;
            }
            let before = walk.at;
            walk.at = wrapped((before.0 + step.dx, before.1 + step.dy), leg.wrap);
            step = bent(step, leg.bend, &mut bends);
            let long_enough = count >= leg.min && (!leg.iso || count == self.length);
            if !on_board(walk.at) {
                if leg.off_board && long_enough {
                    walk.finish_leg(leg, count).go(rest, found);
                }
                return;
            }
            if count <= leg.skip {
                continue;
            }
            if !path_allows(&walk.scene, before, leg, walk.at) || leg.fresh && walk.visited.contains(&walk.at)
            {
                return;
            }
            if long_enough && !leg.off_board {
                walk.land(leg, count, rest, found);
            }
            if !walk.scene.is_empty(walk.at) || walk.at == self.visited[0] && leg.bend != Bend::Straight {
                return;
            }
            walk.visited.push(walk.at);
        }
    }

    fn land(&self, leg: &Leg, count: u16, rest: &[Leg], found: &mut BTreeSet<String>) {
        let content = self.scene.content(self.at);
        let Landing { pass, take } = leg.landing;
        if pass.intersects(content) {
            self.finish_leg(leg, count).go(rest, found);
        }
        if take.intersects(content) {
            let mut walk = self.finish_leg(leg, count);
            walk.victims.push(walk.at);
            walk.scene.held.remove(&walk.at);
            walk.go(rest, found);
        }
    }

    fn finish_leg(&self, leg: &Leg, count: u16) -> Self {
        let mut walk = self.clone();
        walk.visited.push(walk.at);
        if leg.max != Reach::Steps(1) {
            walk.length = count;
        }
        walk
    }
}

fn wrapped(at: At, wrap: Wrap) -> At {
    match wrap {
        Wrap::None => at,
        Wrap::Files => (at.0.rem_euclid(8), at.1),
        Wrap::Torus => (at.0.rem_euclid(8), at.1.rem_euclid(8)),
    }
}

/// Returns the step after this one.
fn bent(step: Step, bend: Bend, bends: &mut u32) -> Step {
    *bends += 1;
    match bend {
        Bend::Straight => step,
        Bend::Circular(turn) => eighth(step, turn),
        Bend::Zigzag(turn) => {
            let turn = if *bends % 2 == 1 { turn } else { turn.other() };
            eighth(eighth(step, turn), turn)
        }
    }
}

fn eighth(step: Step, turn: Turn) -> Step {
    let Step { dx, dy } = step;
    if dx == 0 || dy == 0 || dx.abs() == dy.abs() {
        let sign = if turn == Turn::Right { 1 } else { -1 };
        let size = dx.abs().max(dy.abs());
        let (x, y) = (dx + sign * dy, dy - sign * dx);
        return Step::new(x.signum() * size, y.signum() * size);
    }
    // Oblique: reflects in the line between it and its neighbour, an axis or a diagonal.
    let by_axis = Step::new(-dx, dy);
    let images = [by_axis, by_axis.turned(), Step::new(dy, dx), Step::new(-dy, -dx)];
    let cross = |other: &Step| i32::from(dx) * i32::from(other.dy) - i32::from(dy) * i32::from(other.dx);
    let dot = |other: &Step| i32::from(dx) * i32::from(other.dx) + i32::from(dy) * i32::from(other.dy);
    let side = |other: &Step| (cross(other) < 0) == (turn == Turn::Right);
    images.into_iter().filter(|image| side(image)).max_by_key(dot).unwrap()
}

fn path_allows(scene: &Scene, from: At, leg: &Leg, to: At) -> bool {
    let paths = || paths(from, (to.0 - from.0, to.1 - from.1));
    match leg.path {
        PathRule::Any => true,
        PathRule::Free => paths().iter().any(|path| path.iter().all(|at| scene.is_empty(*at))),
        PathRule::Blocked => paths().iter().any(|path| path.iter().any(|at| !scene.is_empty(*at))),
    }
}

/// Returns the intermediate squares of every shortest king-step path.
fn paths(from: At, (dx, dy): At) -> Vec<Vec<At>> {
    let diagonals = dx.abs().min(dy.abs());
    let straights = dx.abs().max(dy.abs()) - diagonals;
    if diagonals + straights == 1 {
        return vec![Vec::new()];
    }
    let along = if dx.abs() > dy.abs() { (dx.signum(), 0) } else { (0, dy.signum()) };
    let mut result = Vec::new();
    let options = [(diagonals > 0, (dx.signum(), dy.signum())), (straights > 0, along)];
    for (_, (x, y)) in options.into_iter().filter(|(possible, _)| *possible) {
        let next = (from.0 + x, from.1 + y);
        for mut path in paths(next, (dx - x, dy - y)) {
            path.insert(0, next);
            result.push(path);
        }
    }
    result
}
