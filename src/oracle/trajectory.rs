//! Walks the legs of one movement over a board, one square at a time.

use crate::board::{Color, Geometry, Kind, Square};
use crate::notation::heading::{Bend, Step};
use crate::notation::legs::{Leg, Occupancy, PathRule, Reach};
use crate::oracle::board_state::ReferenceState;
use crate::oracle::events::enchanted;
use crate::oracle::plane::{WalkPoint, between, eighth, stepped};
use crate::oracle::seen_squares::SeenSquares;
use crate::variant::Variant;
use crate::variant::captures::{CaptureActions, Column, Spell};

/// One way to make a movement.
#[derive(Clone, Debug)]
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
    pub in_passing: bool,
    /// Start of the moving piece, which may be an induced one.
    pub mover: Square,
    /// True if it only leads to a friend on `to` whose moves are borrowed.
    pub borrows: bool,
}

impl WalkPath {
    /// A plain capture of the piece on a square.
    pub fn capture(from: Square, to: Square, on_friend: bool) -> Self {
        let (unloaded, trail) = (Vec::new(), Vec::new());
        let victims = vec![to];
        Self {
            to,
            victims,
            unloaded,
            gate: None,
            trail,
            on_friend,
            on_victim: true,
            in_passing: false,
            mover: from,
            borrows: false,
        }
    }
}

/// The board as a walk sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WalkView<'a> {
    /// The actual contents.
    Real(&'a ReferenceState),
    /// Any contents: all that the piece could ever do from here.
    Anything,
}

/// The variant, and the conditions on a walk other than occupancy.
#[derive(Clone, Copy)]
pub struct WalkGround<'a> {
    variant: &'a Variant,
    /// Whether spells apply.
    spells: bool,
    /// Whether the capture matrix applies.
    matrix: bool,
}

impl<'a> WalkGround<'a> {
    /// Only the board.
    pub fn bare(variant: &'a Variant) -> Self {
        Self { variant, spells: false, matrix: false }
    }
    /// Conditions for movements of pieces. SPEC: a quoted one ignores the capture matrix.
    pub fn of(variant: &'a Variant, quoted: bool) -> Self {
        Self { variant, spells: true, matrix: !quoted }
    }
}

/// All walks of `legs` by a piece of `color` on `from`, in the direction of `heading`.
pub fn paths(
    ground: WalkGround<'_>,
    view: WalkView<'_>,
    (color, heading): (Color, Color),
    from: Square,
    legs: &[Leg],
) -> Vec<WalkPath> {
    paths_seen(ground, view, (color, heading), from, legs, None)
}

/// Like [`paths`]; the contents of squares not in `seen` afterwards do not affect the result.
pub fn paths_seen(
    ground: WalkGround<'_>,
    view: WalkView<'_>,
    (color, heading): (Color, Color),
    from: Square,
    legs: &[Leg],
    seen: Option<&SeenSquares>,
) -> Vec<WalkPath> {
    let (board, royal) = (&ground.variant.board, &ground.variant.ends.royal[..]);
    let fresh = legs.iter().any(|leg| leg.fresh);
    let mut walker =
        ReferenceWalker { ground, board, royal, view, color, heading, fresh, seen, found: Vec::new() };
    let way = WalkProgress {
        at: (i32::from(board.file(from)), i32::from(board.rank(from))),
        visited: if fresh { vec![from] } else { Vec::new() },
        victims: Vec::new(),
        unloaded: Vec::new(),
        waiting: Vec::new(),
        gate: None,
        trail: Vec::new(),
        last_slide: 1,
        on_friend: false,
        on_victim: false,
        in_passing: false,
        mover: from,
        stood: from,
    };
    walker.run(legs, way);
    walker.found
}

struct ReferenceWalker<'a> {
    ground: WalkGround<'a>,
    board: &'a Geometry,
    /// `[type]`: whether it is royal.
    royal: &'a [bool],
    view: WalkView<'a>,
    color: Color,
    heading: Color,
    /// Whether the visited squares matter.
    fresh: bool,
    seen: Option<&'a SeenSquares>,
    found: Vec<WalkPath>,
}

/// Progress of a walk.
#[derive(Clone)]
struct WalkProgress {
    at: WalkPoint,
    visited: Vec<Square>,
    /// Squares, before the move, of captured pieces that are not put down.
    victims: Vec<Square>,
    /// Captured pieces put down again: square now, square before the move.
    unloaded: Vec<(Square, Square)>,
    /// Starts of `u` legs on which nothing has been put down yet; `None`: off the board.
    waiting: Vec<Option<Square>>,
    /// Square where a piece from the hand was put down.
    gate: Option<Square>,
    trail: Vec<Square>,
    last_slide: u16,
    on_friend: bool,
    on_victim: bool,
    in_passing: bool,
    mover: Square,
    /// The last square that it passed.
    stood: Square,
}

impl ReferenceWalker<'_> {
    fn run(&mut self, legs: &[Leg], mut way: WalkProgress) {
        let Some((leg, rest)) = legs.split_first() else {
            return self.finish(way, false);
        };
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
            let barred = leg.fresh && way.visited.contains(&square) || n > 1 && way.at == start;
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
            if !self.content(square, &way).meets(Occupancy::EMPTY) && !self.hidden(square, &way) {
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
        match self.view {
            WalkView::Real(state) => {
                self.ground.spells && enchanted(self.ground.variant, state, spell, square, by)
            }
            WalkView::Anything => false,
        }
    }

    /// Whether the moving piece may pass over the piece on a square.
    ///
    /// SPEC: "The capture matrix can also be used to exclude hopping of one specific piece type over another."
    fn may_hop(&self, square: Square, way: &WalkProgress) -> bool {
        let WalkView::Real(state) = self.view else { return true };
        let unloaded = way.unloaded.iter().find(|&&(at, _)| at == square);
        let stood =
            if way.gate == Some(square) { way.mover } else { unloaded.map_or(square, |&(_, was)| was) };
        let (Some(over), Some(mover)) = (state.cell(stood).kind(), state.cell(way.mover).kind()) else {
            return true;
        };
        let column = Column::of(over.piece(), over.color() == mover.color());
        let event = self.ground.variant.captures.event(false, mover.piece(), column);
        !self.ground.matrix || !event.actions.has(CaptureActions::NO_HOP)
    }

    fn finish(&mut self, way: WalkProgress, borrows: bool) {
        let Some(to) = self.square(way.at) else { return };
        let WalkProgress {
            victims, unloaded, gate, mut trail, on_friend, on_victim, in_passing, mover, ..
        } = way;
        // The start is not a passed square, even if the walk returned over it.
        trail.retain(|&square| square != to && square != mover);
        trail.sort_unstable();
        trail.dedup();
        self.found.push(WalkPath {
            to,
            victims,
            unloaded,
            gate,
            trail,
            on_friend,
            on_victim,
            in_passing,
            mover,
            borrows,
        });
    }

    /// Ends the leg on `square`, in each way that its landing allows.
    fn land(&mut self, leg: &Leg, rest: &[Leg], n: u16, square: Square, way: &WalkProgress) {
        let content = self.content(square, way);
        let after = WalkProgress { on_friend: false, on_victim: false, ..ended(leg, n, way) };
        match (leg.excite, leg.landing.pass.meets(content)) {
            (_, false) => {}
            (false, true) if content.meets(Occupancy::OCCUPIED) && !self.may_hop(square, way) => {}
            (false, true) => self.run(rest, after.clone()),
            (true, true) if rest.is_empty() => self.finish(after.clone(), true),
            (true, true) => {
                // SPEC: readings 22.
                let visited = if self.fresh { vec![square] } else { Vec::new() };
                self.run(rest, WalkProgress { mover: square, visited, trail: Vec::new(), ..after.clone() });
            }
        }
        let taken = Occupancy(leg.landing.take.0 & content.0);
        if !taken.without(Occupancy::EN_PASSANT).is_empty() {
            let mut after = WalkProgress { on_friend: taken == Occupancy::FRIEND, ..after.clone() };
            if self.capture(square, rest.is_empty(), &mut after) {
                self.run(rest, after);
            }
        }
        if taken.meets(Occupancy::EN_PASSANT) {
            let mut after = WalkProgress { in_passing: true, ..after };
            after.victims.extend(self.passing_victim());
            let stays =
                |way: &WalkProgress| rest.is_empty() && way.unloaded.iter().any(|&(at, _)| at == square);
            if self.unload(&mut after) && !stays(&after) {
                self.run(rest, after);
            }
        }
    }

    /// Captures the piece on `square`; returns whether the move can go on (`last`: the mover stays there).
    fn capture(&self, square: Square, last: bool, way: &mut WalkProgress) -> bool {
        // A piece just put down from the hand stays.
        if way.gate == Some(square) {
            return false;
        }
        let unloaded = way.unloaded.iter().position(|&(at, _)| at == square);
        way.on_victim = unloaded.is_none();
        way.victims.push(unloaded.map_or(square, |index| way.unloaded.remove(index).1));
        self.unload(way) && !(last && way.unloaded.iter().any(|&(at, _)| at == square))
    }

    /// Begins a leg that puts down the piece captured last, else one from the hand. Returns whether the move can go on.
    ///
    /// SPEC: drops.txt: "to unload something (from the hand, as it did not capture anything before in that move)".
    fn put_down(&self, start: WalkPoint, way: &mut WalkProgress) -> bool {
        if !way.victims.is_empty() {
            way.waiting.push(self.square(start));
            return self.unload(way);
        }
        let empty = |square: &Square| self.content(*square, way).meets(Occupancy::EMPTY);
        let square = self.square(start).filter(empty);
        way.gate = square;
        square.is_some()
    }

    /// Puts down the piece captured last, if a square is waiting for one. Returns whether the move can go on.
    ///
    /// SPEC: XBetza, "Displacing pieces": "anything captured by the move must reappear there"; readings 23.
    fn unload(&self, way: &mut WalkProgress) -> bool {
        if way.waiting.is_empty() {
            return true;
        }
        let Some(victim) = way.victims.pop() else { return true };
        let Some(square) = way.waiting.remove(0) else { return false };
        way.unloaded.push((square, victim));
        // Apart from the piece just put down, the square must be empty.
        let (_, others) = way.unloaded.split_last().expect("just pushed");
        let others = WalkProgress { unloaded: others.to_vec(), ..way.clone() };
        let left = WalkProgress { victims: [&way.victims[..], &[victim]].concat(), ..others };
        self.content(square, &left).meets(Occupancy::EMPTY)
    }

    fn passing_victim(&self) -> Option<Square> {
        match self.view {
            WalkView::Real(state) => state.passing.as_ref().map(|passing| passing.victim),
            WalkView::Anything => None,
        }
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
        if self.board.is_fleeting(square) { content.without(vanishing) } else { content }
    }

    fn content_of_board(&self, square: Square, way: &WalkProgress) -> Occupancy {
        self.seen.into_iter().for_each(|seen| seen.note(square));
        if way.gate == Some(square) {
            return Occupancy::FRIEND;
        }
        if let Some(&(_, before)) = way.unloaded.iter().find(|&&(at, _)| at == square) {
            return match self.view {
                WalkView::Anything => Occupancy::OCCUPIED,
                WalkView::Real(state) => {
                    state.cell(before).kind().map_or(Occupancy::NONE, |kind| self.seen(kind))
                }
            };
        }
        let gone = square == way.mover
            || way.victims.contains(&square)
            || way.unloaded.iter().any(|&(_, before)| before == square);
        match self.view {
            WalkView::Anything if gone && way.in_passing => Occupancy::EMPTY,
            WalkView::Anything if way.in_passing => Occupancy(u8::MAX).without(Occupancy::EN_PASSANT),
            WalkView::Anything if gone => Occupancy::EMPTY | Occupancy::EN_PASSANT,
            WalkView::Anything => Occupancy(u8::MAX),
            WalkView::Real(state) => {
                let marked = state.passing.as_ref().is_some_and(|passing| {
                    let victim = state.cell(passing.victim).kind();
                    passing.squares.contains(&square)
                        && victim.is_some_and(|kind| kind.color() != self.color)
                        && !way.victims.contains(&passing.victim)
                        && !way.unloaded.iter().any(|&(_, before)| before == passing.victim)
                });
                match state.cell(square).kind() {
                    Some(kind) if !gone => self.seen(kind),
                    _ if marked => Occupancy::EMPTY | Occupancy::EN_PASSANT,
                    _ => Occupancy::EMPTY,
                }
            }
        }
    }

    fn seen(&self, kind: Kind) -> Occupancy {
        let royal = self.royal.get(kind.piece().index()).copied().unwrap_or(false);
        match (kind.color() == self.color, royal) {
            (true, _) => Occupancy::FRIEND,
            (false, true) => Occupancy::ENEMY_ROYAL,
            (false, false) => Occupancy::ENEMY,
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
        let free = |point: &WalkPoint| content(point).is_some_and(|content| content.meets(Occupancy::EMPTY));
        let mount = |square: Square| {
            let unloaded = way.unloaded.iter().any(|&(at, _)| at == square);
            unloaded || way.gate == Some(square) || self.may_hop(square, way)
        };
        let occupied = |point: &WalkPoint| {
            content(point).is_none_or(|content| content.meets(Occupancy::OCCUPIED) || content.is_empty())
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
        way.trail.extend(passed.into_iter().filter_map(|point| self.square(point)));
        way.trail.push(square);
    }
}

fn may_end(leg: &Leg, n: u16, least: u16) -> bool {
    n >= least && (n - least) % leg.every == 0
}

fn ended(leg: &Leg, n: u16, way: &WalkProgress) -> WalkProgress {
    let last_slide = if leg.max == Reach::Steps(1) { way.last_slide } else { n };
    WalkProgress { last_slide, ..way.clone() }
}
