//! Walks the legs of one movement over a board, one square at a time.

use crate::board::{Color, Geometry, Kind, Square};
use crate::notation::heading::{Bend, Step};
use crate::notation::legs::{Leg, Occupancy, PathRule, Reach, Wrap};
use crate::oracle::effects::enchanted;
use crate::oracle::plane::{WalkPoint, between, eighth, stepped};
use crate::oracle::view::{View, seen_by};
use crate::variant::Variant;
use crate::variant::captures::{CaptureActions, Column, Spell};

/// One way to make a movement.
#[derive(Clone, Default, Debug)]
pub struct WalkPath {
    /// Square where the piece ends.
    pub to: Square,
    /// Squares of its captures, in order.
    pub victims: Vec<Square>,
    /// Captured pieces put down again: square after the move, square before.
    pub unloaded: Vec<(Square, Square)>,
    /// Square where it puts down a piece from the hand.
    pub gate: Option<Square>,
    /// Squares that it marks for en passant.
    pub trail: Vec<Square>,
    /// Whether it ends on a friend that it captures there.
    pub on_friend: bool,
    /// Whether the piece on its end square is captured there.
    pub on_victim: bool,
    /// Whether it captures en passant.
    pub en_passant: bool,
    /// Start of the moving piece, which may be an induced one.
    pub mover: Square,
    /// True if it only leads to a friend on `to` whose moves are borrowed.
    pub borrows: bool,
}

impl WalkPath {
    /// A path without effects.
    pub fn new(mover: Square, to: Square) -> Self {
        Self { mover, to, ..Self::default() }
    }
    /// The square, before the move, of the piece put down on `at`.
    pub fn unloaded_from(&self, at: Square) -> Option<Square> {
        self.unloaded.iter().find(|&&(square, _)| square == at).map(|&(_, before)| before)
    }
    /// Whether the piece that stood on the square has been captured.
    fn has_taken(&self, square: Square) -> bool {
        self.victims.contains(&square) || self.unloaded.iter().any(|&(_, before)| before == square)
    }
}

/// The board as a walk sees it, and the conditions on the walk other than occupancy.
#[derive(Clone, Copy)]
pub struct WalkGround<'a> {
    variant: &'a Variant,
    /// The actual contents; `None`: any contents, for all that the piece could ever do.
    view: Option<View<'a>>,
    /// Whether spells apply.
    spells: bool,
    /// Whether the capture matrix applies.
    matrix: bool,
}

impl<'a> WalkGround<'a> {
    /// A board with any contents.
    pub fn anything(variant: &'a Variant) -> Self {
        Self { variant, view: None, spells: false, matrix: false }
    }
    /// Only the pieces on the board.
    pub fn bare(view: View<'a>) -> Self {
        Self { view: Some(view), ..Self::anything(view.variant) }
    }
    /// Conditions for movements of pieces. SPEC: a quoted one ignores the capture matrix.
    pub fn of(view: View<'a>, quoted: bool) -> Self {
        Self { spells: true, matrix: !quoted, ..Self::bare(view) }
    }
}

/// All walks of `legs` by a piece of `color` on `from`, in the direction of `heading`.
pub fn paths(
    ground: WalkGround<'_>,
    (color, heading): (Color, Color),
    from: Square,
    legs: &[Leg],
) -> Vec<WalkPath> {
    let board = &ground.variant.board;
    let fresh = legs.iter().any(|leg| leg.fresh);
    let mut walker = ReferenceWalker { ground, board, color, heading, fresh, found: Vec::new() };
    let way = WalkProgress {
        at: (i32::from(board.file(from)), i32::from(board.rank(from))),
        visited: if fresh { vec![from] } else { Vec::new() },
        waiting: Vec::new(),
        last_slide: 1,
        stood: from,
        path: WalkPath::new(from, from),
    };
    walker.run(legs, way);
    walker.found
}

struct ReferenceWalker<'a> {
    ground: WalkGround<'a>,
    board: &'a Geometry,
    color: Color,
    heading: Color,
    /// Whether the visited squares matter.
    fresh: bool,
    found: Vec<WalkPath>,
}

/// Progress of a walk.
#[derive(Clone)]
struct WalkProgress {
    at: WalkPoint,
    visited: Vec<Square>,
    /// Starts of `u` legs on which nothing has been put down yet; `None`: off the board.
    waiting: Vec<Option<Square>>,
    last_slide: u16,
    /// The last square that it passed.
    stood: Square,
    /// The effects so far; the end square and the marks are final only at the end.
    path: WalkPath,
}

impl ReferenceWalker<'_> {
    fn run(&mut self, legs: &[Leg], mut way: WalkProgress) {
        let Some((leg, rest)) = legs.split_first() else { return self.finish(way, false) };
        let start = way.at;
        let (least, most) = self.range(leg, &way);
        if leg.unload {
            way.waiting.push(self.square(start));
            if !self.unload(&mut way) {
                return;
            }
        }
        if leg.gate && !self.put_down(start, &mut way) {
            return;
        }
        for n in 1..=most {
            let before = way.at;
            let step = self.nth_step(leg, n);
            way.at = stepped(self.board, before, step, leg.wrap);
            let Some(square) = self.square(way.at) else {
                if leg.off_board && may_end(leg, n, least) {
                    self.run(rest, ended(leg, n, &way));
                }
                return;
            };
            let barred = leg.fresh && way.visited.contains(&square)
                || (n > 1 || leg.wrap != Wrap::None) && way.at == start;
            if barred || !self.may_pass(leg, before, step, &way) {
                return;
            }
            if leg.trail {
                self.mark(leg, before, step, square, &mut way);
            }
            if self.fresh {
                way.visited.push(square);
            }
            if n <= leg.skip {
                continue;
            }
            if self.braked(way.stood) && !self.braked(square) {
                return;
            }
            way.stood = square;
            if may_end(leg, n, least) && !leg.off_board {
                self.land(leg, rest, n, square, &way);
            }
            if !self.content(square, &way).intersects(Occupancy::EMPTY) && !self.hidden(square, &way) {
                return;
            }
        }
    }

    /// SPEC: "enemy pieces cannot move through or out of the spell zone".
    fn braked(&self, square: Square) -> bool {
        self.enchanted(Spell::Brake, square, self.color.other())
    }

    /// SPEC: "sliders can hop over friendly pieces in the spell zone".
    fn hidden(&self, square: Square, way: &WalkProgress) -> bool {
        self.content(square, way) == Occupancy::FRIEND && self.enchanted(Spell::Hide, square, self.color)
    }

    fn enchanted(&self, spell: Spell, square: Square, by: Color) -> bool {
        self.ground.spells && self.ground.view.is_some_and(|view| enchanted(view, spell, square, by))
    }

    /// Whether the moving piece may pass over the piece on a square.
    ///
    /// SPEC: "The capture matrix can also be used to exclude hopping of one specific piece type over another."
    fn may_hop(&self, square: Square, way: &WalkProgress) -> bool {
        let (Some(view), path) = (self.ground.view, &way.path) else { return true };
        let gated = path.gate == Some(square);
        let stood = if gated { path.mover } else { path.unloaded_from(square).unwrap_or(square) };
        let (Some(over), Some(mover)) = (view.cell(stood).kind(), view.cell(path.mover).kind()) else {
            return true;
        };
        let column = Column::of(over.piece(), over.color() == mover.color());
        let effect = self.ground.variant.captures.effect(false, mover.piece(), column);
        !self.ground.matrix || !effect.actions.intersects(CaptureActions::NO_HOP)
    }

    fn finish(&mut self, way: WalkProgress, borrows: bool) {
        let Some(to) = self.square(way.at) else { return };
        let mut path = WalkPath { to, borrows, ..way.path };
        // The start is not a passed square, even if the walk returned over it.
        path.trail.retain(|&square| square != to && square != path.mover);
        path.trail.sort_unstable();
        path.trail.dedup();
        self.found.push(path);
    }

    /// Ends the leg on `square`, in each way that its landing allows.
    fn land(&mut self, leg: &Leg, rest: &[Leg], n: u16, square: Square, way: &WalkProgress) {
        let content = self.content(square, way);
        let after = || ended(leg, n, way);
        match (leg.induce, leg.landing.pass.intersects(content)) {
            (_, false) => {}
            (false, true) if content.intersects(Occupancy::OCCUPIED) && !self.may_hop(square, way) => {}
            (false, true) => self.run(rest, after()),
            (true, true) if rest.is_empty() => self.finish(after(), true),
            (true, true) => {
                // SPEC: readings 22.
                let visited = if self.fresh { vec![square] } else { Vec::new() };
                let path = WalkPath { mover: square, trail: Vec::new(), ..after().path };
                self.run(rest, WalkProgress { visited, path, ..after() });
            }
        }
        let stays = |way: &WalkProgress| rest.is_empty() && way.path.unloaded_from(square).is_some();
        let taken = leg.landing.take & content;
        if !taken.difference(Occupancy::EN_PASSANT).is_empty() {
            let mut after = after();
            after.path.on_friend = taken == Occupancy::FRIEND;
            if self.capture(square, &mut after) && !stays(&after) {
                self.run(rest, after);
            }
        }
        if taken.intersects(Occupancy::EN_PASSANT) {
            let mut after = after();
            after.path.en_passant = true;
            let en_passant = self.ground.view.and_then(|view| view.state.en_passant.as_ref());
            after.path.victims.extend(en_passant.map(|marks| marks.victim));
            if self.unload(&mut after) && !stays(&after) {
                self.run(rest, after);
            }
        }
    }

    /// Captures the piece on `square`; returns whether the move can go on.
    fn capture(&self, square: Square, way: &mut WalkProgress) -> bool {
        let path = &mut way.path;
        // A piece just put down from the hand stays.
        if path.gate == Some(square) {
            return false;
        }
        let unloaded = path.unloaded.iter().position(|&(at, _)| at == square);
        path.on_victim = unloaded.is_none();
        path.victims.push(unloaded.map_or(square, |index| path.unloaded.remove(index).1));
        self.unload(way)
    }

    /// Begins a leg that puts down the piece captured last, else one from the hand. Returns whether the move can go on.
    ///
    /// SPEC: drops.txt: "to unload something (from the hand, as it did not capture anything before in that move)".
    fn put_down(&self, start: WalkPoint, way: &mut WalkProgress) -> bool {
        if !way.path.victims.is_empty() {
            way.waiting.push(self.square(start));
            return self.unload(way);
        }
        let empty = |square: &Square| self.content(*square, way).intersects(Occupancy::EMPTY);
        let square = self.square(start).filter(empty);
        way.path.gate = square;
        square.is_some()
    }

    /// Puts down the piece captured last, if a square is waiting for one. Returns whether the move can go on.
    ///
    /// SPEC: XBetza, "Displacing pieces": "anything captured by the move must reappear there"; readings 23.
    fn unload(&self, way: &mut WalkProgress) -> bool {
        if way.waiting.is_empty() {
            return true;
        }
        let Some(&victim) = way.path.victims.last() else { return true };
        let Some(square) = way.waiting.remove(0) else { return false };
        // Apart from the piece put down, the square must be empty.
        let empty = self.content(square, way).intersects(Occupancy::EMPTY);
        way.path.victims.pop();
        way.path.unloaded.push((square, victim));
        empty
    }

    /// Minimum and maximum number of steps. SPEC: XBetza readings 20, 31.
    fn range(&self, leg: &Leg, way: &WalkProgress) -> (u16, u16) {
        if leg.iso {
            return (way.last_slide, way.last_slide);
        }
        let most = match leg.max {
            Reach::Steps(most) => most,
            // More than any path that does not return to its start.
            Reach::Unlimited => 4 * self.board.len() as u16,
            // Off the board there is no rank to count from: the minimum.
            Reach::EnemyHalf => self.square(way.at).map_or(1, |square| {
                let own_half_and_middle = self.board.ranks().div_ceil(2);
                let rank = self.board.relative_rank(self.heading, square);
                own_half_and_middle.saturating_sub(rank + 1).max(1)
            }),
        };
        (leg.min, most)
    }

    /// Possible contents of a square at this point. SPEC: readings 14, 17: what was left or captured is gone.
    fn content(&self, square: Square, way: &WalkProgress) -> Occupancy {
        let content = self.content_of_board(square, way);
        // SPEC: Interactive diagrams, "Irregular boards": "the square will revert to a hole, rather than an empty
        // square".
        let vanishing = Occupancy::EMPTY | Occupancy::EN_PASSANT;
        if self.board.is_fleeting(square) { content - vanishing } else { content }
    }

    fn content_of_board(&self, square: Square, WalkProgress { path, .. }: &WalkProgress) -> Occupancy {
        if path.gate == Some(square) {
            return Occupancy::FRIEND;
        }
        let unloaded = path.unloaded_from(square);
        let gone = square == path.mover || path.has_taken(square);
        let Some(view) = self.ground.view else {
            return match (unloaded.is_some(), gone, path.en_passant) {
                (true, ..) => Occupancy::OCCUPIED,
                (_, true, true) => Occupancy::EMPTY,
                (_, true, false) => Occupancy::EMPTY | Occupancy::EN_PASSANT,
                (_, false, true) => Occupancy::all().difference(Occupancy::EN_PASSANT),
                (_, false, false) => Occupancy::all(),
            };
        };
        let seen = |kind: Kind| seen_by(view.variant, self.color, kind);
        if let Some(before) = unloaded {
            return view.cell(before).kind().map_or(Occupancy::empty(), seen);
        }
        let marked = view.en_passant.as_ref().is_some_and(|marks| {
            let victim = view.cell(marks.victim).kind();
            marks.squares.contains(&square)
                && victim.is_some_and(|kind| kind.color() != self.color)
                && !path.has_taken(marks.victim)
        });
        match view.cell(square).kind() {
            Some(kind) if !gone => seen(kind),
            _ if marked => Occupancy::EMPTY | Occupancy::EN_PASSANT,
            _ => Occupancy::EMPTY,
        }
    }

    fn square(&self, (file, rank): WalkPoint) -> Option<Square> {
        self.board.at(file, rank).filter(|&square| !self.board.is_hole(square))
    }

    /// The vector of the `n`-th step (from 1), turned for Black. SPEC: readings 9, 27.
    fn nth_step(&self, leg: &Leg, n: u16) -> Step {
        let step = match leg.bend {
            Bend::Straight => leg.step,
            Bend::Circular(turn) => (1..n).fold(leg.step, |step, _| eighth(step, turn)),
            Bend::Zigzag(_) if n % 2 == 1 => leg.step,
            Bend::Zigzag(turn) => eighth(eighth(leg.step, turn), turn),
        };
        if self.heading == Color::White { step } else { step.turned() }
    }

    /// Whether the squares that a leap passes allow it. SPEC: readings 24, 25.
    fn may_pass(&self, leg: &Leg, before: WalkPoint, step: Step, way: &WalkProgress) -> bool {
        let content = |point: &WalkPoint| self.square(*point).map(|square| self.content(square, way));
        let free =
            |point: &WalkPoint| content(point).is_some_and(|content| content.intersects(Occupancy::EMPTY));
        let mount = |square: Square| {
            let put_down = way.path.unloaded_from(square).is_some() || way.path.gate == Some(square);
            put_down || self.may_hop(square, way)
        };
        let occupied = |point: &WalkPoint| {
            content(point).is_none_or(|content| content.intersects(Occupancy::OCCUPIED) || content.is_empty())
                && self.square(*point).is_none_or(mount)
        };
        let ways = || between(self.board, before, (step.dx, step.dy), leg.wrap);
        match leg.path {
            PathRule::Any => true,
            PathRule::Free => ways().iter().any(|way| way.iter().all(free)),
            PathRule::Blocked => ways().iter().any(|way| way.iter().any(occupied)),
        }
    }

    /// SPEC: readings 32.
    fn mark(&self, leg: &Leg, before: WalkPoint, step: Step, square: Square, way: &mut WalkProgress) {
        let passed = between(self.board, before, (step.dx, step.dy), leg.wrap).concat();
        way.path.trail.extend(passed.into_iter().filter_map(|point| self.square(point)));
        way.path.trail.push(square);
    }
}

fn may_end(leg: &Leg, n: u16, least: u16) -> bool {
    n >= least && (n - least) % leg.every == 0
}

fn ended(leg: &Leg, n: u16, way: &WalkProgress) -> WalkProgress {
    let last_slide = if leg.max == Reach::Steps(1) { way.last_slide } else { n };
    let mut after = WalkProgress { last_slide, ..way.clone() };
    (after.path.on_friend, after.path.on_victim) = (false, false);
    after
}
