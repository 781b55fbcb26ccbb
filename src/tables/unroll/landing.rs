//! Squares where a leg may end.

use super::path::UnrollPath;
use super::state::{Access, Stop, Unroller};
use crate::board::Square;
use crate::notation::legs::{Landing, Occupancy, PathRule, Reach, Step, Wrap};
use crate::tables::leap::{PlanePoint, paths};
use crate::tables::squares::Squares;
use crate::tables::tree::{Extra, Flags, Passage};
use crate::tables::trie::Stem;
use arrayvec::ArrayVec;

/// Contents over which a slide continues, if it does, and the node's flag for it.
fn going_on(goes_on: bool) -> (Occupancy, Flags) {
    if goes_on { (Occupancy::EMPTY, Flags::SLIDES) } else { (Occupancy::empty(), Flags::default()) }
}

impl Unroller<'_> {
    /// Last leg: the move ends on the square, or slides on over it if empty. One node serves both and is
    /// returned open if the leg continues.
    pub(super) fn finish_or_slide(&mut self, stem: &Stem<'_>, path: &UnrollPath, stop: Stop) -> Option<u32> {
        if stem.leg.induce {
            return self.borrow_or_slide(path, stop);
        }
        self.end_or_slide(path.landing(stem), path, stop)
    }
    /// Ends the move on the square with this landing, or slides on.
    pub(super) fn end_or_slide(&mut self, landing: Landing, path: &UnrollPath, stop: Stop) -> Option<u32> {
        let Landing { pass, take } = landing;
        let emit = if stop.ends { self.allowed(stop.square, pass | take, path) } else { Occupancy::empty() };
        let trail = self.intern_trail(path, stop.square);
        let (passage, unloads, gate) = (stop.passage, path.unloads(), path.cargo.gate);
        let extra = Extra { passage, trail, unloads, gate, ..self.end_extra() };
        // On an empty square marked for e.p., the plain move and the capture are two moves.
        let mut plain = emit - Occupancy::EN_PASSANT;
        let marked = emit - plain;
        if path.carries() {
            let (takes, mut after) = (plain - Occupancy::EMPTY, path.clone());
            if !takes.is_empty() && after.capture(stop.square) {
                self.capture_last((path, &after), stop.square, takes, extra.clone());
            }
            plain -= Occupancy::OCCUPIED;
        }
        if !marked.is_empty() {
            let mut after = path.clone();
            if after.capture_passing() {
                self.capture_last((path, &after), stop.square, marked, extra.clone());
            }
        }
        let (go, slides) = going_on(stop.goes_on);
        let node = self.open(stop.square, plain, go, Flags::TAKES | slides, path, extra);
        self.leave(node, stop.goes_on)
    }
    /// Closes the node unless the leg continues through it.
    fn leave(&mut self, node: u32, goes_on: bool) -> Option<u32> {
        if !goes_on {
            self.close(node);
        }
        goes_on.then_some(node)
    }
    /// Last leg with `x`: it ends on a friend whose moves are borrowed, or slides on.
    pub(super) fn borrow_or_slide(&mut self, path: &UnrollPath, stop: Stop) -> Option<u32> {
        let emit = if stop.ends { Occupancy::FRIEND } else { Occupancy::empty() };
        let (go, slides) = going_on(stop.goes_on);
        let extra = Extra { passage: stop.passage, ..Extra::default() };
        let node = self.open(stop.square, emit, go, Flags::BORROWS | slides, path, extra);
        self.leave(node, stop.goes_on)
    }
    /// Leg with `x`: it ends on a friend, which makes the rest of the path.
    ///
    /// SPEC: XBetza, "Move induction": "the second part the move that the piece at the x target will now be
    /// able to make"; XBetza readings 22: the inducer stays, only the friend's own start counts as visited.
    pub(super) fn induce(&mut self, stem: &Stem<'_>, path: &UnrollPath, stop: &Stop) {
        let mut inner = path.clone();
        inner.vacated.remove(path.mover);
        inner.cargo.occupied.push(path.mover);
        inner.cargo.occupied.retain(|&square| square != stop.square);
        inner.vacated.insert(stop.square);
        inner.visited = Squares::of(stop.square);
        inner.trail.clear();
        inner.mover = stop.square;
        inner.flags |= Flags::INDUCED;
        self.go_on(stem, (path, inner), stop, Occupancy::FRIEND, Flags::INDUCES);
    }
    /// Adds the node of a leg that ends on the square with these contents, and the legs after it; `inner` is the path
    /// after the leg, except for its length.
    fn go_on(
        &mut self,
        stem: &Stem<'_>,
        (path, mut inner): (&UnrollPath, UnrollPath),
        stop: &Stop,
        go: Occupancy,
        flags: Flags,
    ) {
        let extra = Extra { passage: stop.passage.clone(), ..Extra::default() };
        let node = self.open(stop.square, Occupancy::empty(), go, flags, path, extra);
        inner.parent = node;
        if stem.leg.max != Reach::Steps(1) {
            inner.last_slide = stop.n;
        }
        self.add_stems(&stem.next, inner);
        self.close(node);
    }
    /// What all end nodes of the bundle have in common: flames and changes of type.
    pub(super) fn end_extra(&self) -> Extra {
        Extra { burn: self.key.burn, change: self.key.initial.change(), ..Extra::default() }
    }
    /// Adds a capture that ends the path, given before and after it, unless something would be unloaded on its square:
    /// the mover stands there.
    fn capture_last(
        &mut self,
        (path, after): (&UnrollPath, &UnrollPath),
        square: u16,
        emit: Occupancy,
        extra: Extra,
    ) {
        let unloads = after.unloads();
        if unloads.iter().all(|&(_, at)| at != square) {
            let extra = Extra { unloads, ..extra };
            let node = self.open(square, emit, Occupancy::empty(), Flags::TAKES, path, extra);
            self.close(node);
        }
    }
    /// Ends a leg on the square and continues with the legs after it.
    pub(super) fn land(&mut self, stem: &Stem<'_>, path: &UnrollPath, stop: &Stop) {
        if stem.last {
            let once = Stop { goes_on: false, passage: stop.passage.clone(), ..*stop };
            self.finish_or_slide(stem, path, once);
        }
        if stem.leg.induce {
            return self.induce(stem, path, stop);
        }
        let Landing { pass, take } = path.landing(stem);
        let marked = take & Occupancy::EN_PASSANT;
        let take = take - Occupancy::EN_PASSANT;
        let mut ways = ArrayVec::<(Occupancy, bool), 3>::from_iter([(pass, false), (take, true)]);
        if self.key.unloads {
            // Unloading needs to know whether something is captured here, or stands in the way later.
            let empty = pass - Occupancy::OCCUPIED;
            ways = [(empty, false), (pass - Occupancy::EMPTY, false), (take, true)].into();
        } else if pass.difference(Occupancy::EMPTY).is_empty() {
            ways = ArrayVec::from_iter([(pass | take, !take.is_empty())]);
        }
        for (go, takes) in ways {
            if go.is_empty() {
                continue;
            }
            let flags = if takes { Flags::TAKES } else { Flags::default() };
            let mut inner = path.clone();
            if self.key.unloads && takes && !inner.capture(stop.square) {
                continue;
            }
            if self.key.unloads && !takes && !go.intersects(Occupancy::EMPTY) {
                inner.cargo.occupied.push(stop.square);
            }
            if takes {
                if !self.key.unloads {
                    inner.vacated.insert(stop.square);
                }
                inner.flags |= Flags::LOCUST;
            }
            self.go_on(stem, (path, inner), stop, go, flags);
        }
        let mut inner = path.clone();
        if !marked.is_empty() && inner.capture_passing() {
            self.go_on(stem, (path, inner), stop, marked, Flags::default());
        }
    }
    /// Contents with which a move may end on the square. The type made to move by an inducer is not known
    /// here.
    pub(super) fn allowed(&self, square: u16, contents: Occupancy, path: &UnrollPath) -> Occupancy {
        match self.access[usize::from(square)] {
            _ if self.key.quoted || path.flags.intersects(Flags::INDUCED) => contents,
            Access::Open => contents,
            Access::Forbidden => Occupancy::empty(),
            Access::NoFriend => contents - Occupancy::FRIEND,
        }
    }
    /// The condition set by a leap's path rule; `Err` if it can never hold.
    pub(super) fn passage(
        &self,
        rule: PathRule,
        before: PlanePoint,
        vector: Step,
        wrap: Wrap,
        path: &UnrollPath,
    ) -> Result<Option<Passage>, ()> {
        if rule == PathRule::Any || vector.dx.abs() <= 1 && vector.dy.abs() <= 1 {
            return if rule == PathRule::Blocked { Err(()) } else { Ok(None) };
        }
        let ways = paths(self.board, before, vector, wrap);
        let on_board = |way: &[PlanePoint]| -> Option<Vec<u16>> {
            let stays = |square: &Square| !self.board.is_fleeting(*square);
            way.iter().map(|point| point.square(self.board).filter(stays).map(|s| s.0)).collect()
        };
        let occupied = |square: &u16| !path.vacated.contains(*square);
        let mut free: Vec<Vec<u16>> = ways.iter().filter_map(|way| on_board(way)).collect();
        let unloaded = |way: &Vec<u16>| way.iter().any(|&square| path.holds_unloaded(square));
        if rule == PathRule::Blocked {
            // SPEC: XBetza readings 24: holes count as occupied.
            if free.len() < ways.len() || free.iter().any(unloaded) {
                return Ok(None);
            }
            let mut squares: Vec<u16> = free.into_iter().flatten().filter(occupied).collect();
            squares.sort_unstable();
            squares.dedup();
            return if squares.is_empty() { Err(()) } else { Ok(Some(Passage::Blocked(squares))) };
        }
        free.retain(|way| !unloaded(way));
        free.iter_mut().for_each(|way| way.retain(occupied));
        if free.is_empty() {
            return Err(());
        }
        Ok((!free.iter().any(Vec::is_empty)).then_some(Passage::Free(free)))
    }
    /// Adds a step to the trail.
    ///
    /// SPEC: XBetza readings 32: steppers mark the squares they step to, leaps all squares on all shortest
    /// paths.
    pub(super) fn extend_trail(
        &self,
        stem: &Stem<'_>,
        before: PlanePoint,
        vector: Step,
        square: u16,
        path: &mut UnrollPath,
    ) {
        if !stem.leg.trail {
            return;
        }
        if vector.dx.abs() > 1 || vector.dy.abs() > 1 {
            let ways = paths(self.board, before, vector, stem.leg.wrap);
            let squares = ways.iter().flatten().filter_map(|point| point.square(self.board));
            path.trail.extend(squares.map(|s| s.0));
        }
        path.trail.push(square);
    }
}
