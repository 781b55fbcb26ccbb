//! The squares that a piece reaches by its compiled moves, as bitboards.

use crate::board::{Bits, Color, Kind, Square};
use crate::moves::Mover;
use crate::position::Position;
use crate::tables::bans::Bans;
use crate::tables::bitboards::{BitboardMoves, Conditional, Conditionals, RayCondition, Ride, Rides};
use crate::variant::captures::Column;

/// Occupancy as seen by the side that moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene<const W: usize> {
    /// All pieces.
    pub occupied: Bits<W>,
    /// The mover's pieces.
    pub own: Bits<W>,
    /// The opponent's pieces.
    pub enemies: Bits<W>,
}

impl<const W: usize> Scene<W> {
    /// Occupancy as seen by a given side.
    #[inline(always)]
    pub fn of(pos: &Position, color: Color) -> Self {
        let own = pos.side_set(color);
        let enemies = pos.side_set(color.other());
        Self { occupied: own | enemies, own, enemies }
    }
}

/// Where a piece can go: empty squares, and enemies it can capture.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Targets<const W: usize> {
    pub quiet: Bits<W>,
    pub takes: Bits<W>,
}

impl<const W: usize> Targets<W> {
    /// All of them.
    #[inline(always)]
    pub fn both(self) -> Bits<W> {
        self.quiet | self.takes
    }
    /// Those among the squares.
    #[inline(always)]
    #[must_use]
    pub fn within(self, squares: Bits<W>) -> Self {
        Self { quiet: self.quiet & squares, takes: self.takes & squares }
    }
}

/// The order in which a rider passes the squares of its ray.
trait RayOrder {
    /// Squares up to and including the first of `blockers`; all if there is none.
    fn up_to_first<const W: usize>(blockers: Bits<W>) -> Bits<W>;
}

/// Towards higher square numbers.
struct Ascending;
/// Towards lower square numbers.
struct Descending;

impl RayOrder for Ascending {
    #[inline(always)]
    fn up_to_first<const W: usize>(blockers: Bits<W>) -> Bits<W> {
        blockers.up_to_lowest()
    }
}

impl RayOrder for Descending {
    #[inline(always)]
    fn up_to_first<const W: usize>(blockers: Bits<W>) -> Bits<W> {
        blockers.from_highest()
    }
}

#[inline(always)]
fn slide<H: RayOrder, const W: usize>(ray: Bits<W>, occupied: Bits<W>) -> Bits<W> {
    ray & H::up_to_first(ray & occupied)
}

/// Squares reached over one piece, which must not stand on one of the `obstacles`.
#[inline(always)]
fn hop<H: RayOrder, const W: usize>(
    ride: &Ride,
    ray: Bits<W>,
    occupied: Bits<W>,
    obstacles: Bits<W>,
) -> Bits<W> {
    let before = H::up_to_first(ray & occupied);
    let beyond = ray.without(before).when(!(ray & before).meets(obstacles));
    let blockers = if ride.way == RayCondition::HopBehind { beyond } else { beyond & occupied };
    beyond & H::up_to_first(blockers)
}

impl BitboardMoves {
    /// Squares that the compiled forms of a kind reach, without conditional leaps, hopping over none of the `obstacles`.
    #[inline(always)]
    fn targets<const W: usize>(
        &self,
        kind: Kind,
        from: Square,
        scene: &Scene<W>,
        obstacles: Bits<W>,
    ) -> Targets<W> {
        let reached = self.reach_avoiding(kind, from, scene.occupied, obstacles);
        let open: Bits<W> = Bits::of(&self.enterable, kind.index());
        Targets {
            quiet: reached.quiet & open.without(scene.occupied),
            takes: reached.takes & open & scene.enemies,
        }
    }
    /// Squares that the compiled forms of a kind would reach if empty, and if held by an enemy, without conditional
    /// leaps. Restrictions of the squares are ignored.
    #[inline(always)]
    pub(crate) fn reach<const W: usize>(&self, kind: Kind, from: Square, occupied: Bits<W>) -> Targets<W> {
        self.reach_avoiding(kind, from, occupied, Bits::EMPTY)
    }
    /// Like [`Self::reach`], hopping over none of the `obstacles`.
    #[inline(always)]
    fn reach_avoiding<const W: usize>(
        &self,
        kind: Kind,
        from: Square,
        occupied: Bits<W>,
        obstacles: Bits<W>,
    ) -> Targets<W> {
        let slot = self.slot(kind, from);
        let rides = &self.rides[kind.index()];
        let slides = self.slides(rides, from, occupied);
        let mut quiet = slides | Bits::of(&self.quiet_leaps, slot);
        if rides.uniform {
            return Targets { quiet, takes: quiet };
        }
        let mut takes = slides | Bits::of(&self.taking_leaps, slot);
        let mut add = |entry: &Ride, reached: Bits<W>| {
            quiet |= reached.when(entry.quiet);
            takes |= reached.when(entry.takes);
        };
        let rides = &rides.others;
        // Loops, because iterator bodies are not always inlined here.
        for entry in &rides.ascending {
            add(entry, slide::<Ascending, W>(self.ray(entry, from), occupied));
        }
        for entry in &rides.descending {
            add(entry, slide::<Descending, W>(self.ray(entry, from), occupied));
        }
        for entry in &rides.hops_up {
            add(entry, hop::<Ascending, W>(entry, self.ray(entry, from), occupied, obstacles));
        }
        for entry in &rides.hops_down {
            add(entry, hop::<Descending, W>(entry, self.ray(entry, from), occupied, obstacles));
        }
        Targets { quiet, takes }
    }
    /// Like [`Self::reach`], for a kind whose compiled moves both move and capture ([`Rides::uniform`]).
    #[inline(always)]
    pub(crate) fn reach_uniform<const W: usize>(
        &self,
        kind: Kind,
        from: Square,
        occupied: Bits<W>,
    ) -> Bits<W> {
        let leaps = Bits::of(&self.quiet_leaps, self.slot(kind, from));
        self.slides(&self.rides[kind.index()], from, occupied) | leaps
    }
    /// Squares reached by rides that both move and capture, own pieces included.
    #[inline(always)]
    fn slides<const W: usize>(&self, rides: &Rides, from: Square, occupied: Bits<W>) -> Bits<W> {
        let mut reached = Bits::EMPTY;
        for &number in &rides.fans {
            reached |= self.fan(number as usize * self.squares + from.index(), occupied);
        }
        reached
    }
    /// Squares that the compiled moves of a kind depend on: a superset.
    pub(crate) fn sight<const W: usize>(&self, kind: Kind, from: Square, occupied: Bits<W>) -> Bits<W> {
        let rides = &self.rides[kind.index()];
        let mut seen = self.slides(rides, from, occupied) | self.leaps(kind, from);
        if !rides.uniform {
            let rides = &rides.others;
            let ray = |ride: &Ride| self.ray(ride, from);
            rides.ascending.iter().for_each(|ride| seen |= slide::<Ascending, W>(ray(ride), occupied));
            rides.descending.iter().for_each(|ride| seen |= slide::<Descending, W>(ray(ride), occupied));
            rides.hops_up.iter().for_each(|ride| seen |= hop_sight::<Ascending, W>(ray(ride), occupied));
            rides.hops_down.iter().for_each(|ride| seen |= hop_sight::<Descending, W>(ray(ride), occupied));
        }
        for entry in self.conditionals(kind, from) {
            seen |= Bits::square(Square(entry.to));
            self.ways_of(entry).for_each(|way: Bits<W>| seen |= way);
        }
        seen
    }
    /// Squares that a kind leaps to or captures on by leaps.
    #[inline(always)]
    pub(crate) fn leaps<const W: usize>(&self, kind: Kind, from: Square) -> Bits<W> {
        let slot = self.slot(kind, from);
        Bits::of(&self.quiet_leaps, slot) | Bits::of(&self.taking_leaps, slot)
    }
    /// The squares of a ride on an empty board.
    #[inline(always)]
    fn ray<const W: usize>(&self, ride: &Ride, from: Square) -> Bits<W> {
        Bits::of(&self.rays, ride.ray as usize + from.index())
    }
    /// Squares reached on the four rays of a row of [`BitboardMoves::fans`].
    #[inline(always)]
    pub(crate) fn fan<const W: usize>(&self, row: usize, occupied: Bits<W>) -> Bits<W> {
        let rays = &self.fans[row * 4 * W..(row + 1) * 4 * W];
        // PERF: `griffon search kingofthehill`: an array of the four would be stored and loaded again.
        let (a, b) = (Bits::<W>::of(rays, 0), Bits::<W>::of(rays, 1));
        let (c, d) = (Bits::<W>::of(rays, 2), Bits::<W>::of(rays, 3));
        let up = a & (a & occupied).up_to_lowest() | b & (b & occupied).up_to_lowest();
        up | c & (c & occupied).from_highest() | d & (d & occupied).from_highest()
    }
    /// Squares that a kind may go to by its compiled moves if they are empty, and if an enemy stands there, initial
    /// moves left out.
    #[inline(always)]
    pub(crate) fn enters<const W: usize>(&self, kind: Kind, from: Square, occupied: Bits<W>) -> Targets<W> {
        let enterable = Bits::of(&self.enterable, kind.index());
        let mut reached = self.reach(kind, from, occupied).within(enterable);
        if self.conditional_kinds[kind.index()] != Conditionals::Always {
            return reached;
        }
        for entry in self.conditionals(kind, from).iter().filter(|entry| !entry.unmoved) {
            if self.is_open(entry, occupied) {
                let to = Bits::square(Square(entry.to));
                reached.quiet |= to.when(entry.quiet);
                reached.takes |= to.when(entry.takes);
            }
        }
        reached
    }
    /// Squares that a kind can go to in some position without capturing, by its compiled moves, initial ones left out:
    /// a superset.
    ///
    /// On an empty board nothing is in the way, and only hops need other pieces.
    pub(crate) fn quiet_range<const W: usize>(&self, kind: Kind, from: Square) -> Bits<W> {
        let rides = &self.rides[kind.index()].others;
        let hops = rides.hops_up.iter().chain(&rides.hops_down).filter(|ride| ride.quiet);
        let over = hops.fold(Bits::EMPTY, |all, ride| all | self.ray(ride, from));
        self.enters(kind, from, Bits::square(from)).quiet | over & Bits::of(&self.enterable, kind.index())
    }
    /// The sets of squares one of which must be empty for a conditional leap, if there are any.
    #[inline(always)]
    fn ways_of<const W: usize>(&self, entry: &Conditional) -> impl ExactSizeIterator<Item = Bits<W>> {
        let (first, count) = (entry.ways.0 as usize, entry.ways.1 as usize);
        (first..first + count).map(|n| Bits::of(&self.ways, n))
    }
    /// Whether the squares that a conditional leap passes let it pass.
    #[inline(always)]
    fn is_open<const W: usize>(&self, entry: &Conditional, occupied: Bits<W>) -> bool {
        match entry.passed {
            Some(square) => !occupied.has(square),
            None => entry.ways.1 == 0 || self.ways_of(entry).any(|way: Bits<W>| !way.meets(occupied)),
        }
    }
}

/// The ray of a hop up to the second piece on it.
#[inline(always)]
fn hop_sight<H: RayOrder, const W: usize>(ray: Bits<W>, occupied: Bits<W>) -> Bits<W> {
    let first = slide::<H, W>(ray, occupied);
    let beyond = ray.without(first);
    first | beyond & H::up_to_first(beyond & occupied)
}

impl Mover<'_> {
    /// Squares that the compiled moves reach and may capture on, conditional leaps left out.
    #[inline(always)]
    pub fn targets<const W: usize>(&self, scene: &Scene<W>) -> Targets<W> {
        let tables = &self.game.tables;
        match tables.bans().filter(|bans| bans.bind(self.kind.piece())) {
            None => tables.forms().targets(self.kind, self.from, scene, Bits::EMPTY),
            Some(bans) => self.targets_under(bans, scene),
        }
    }
    /// Like [`Self::targets`], for a kind bound by capture bans.
    #[inline(never)]
    fn targets_under<const W: usize>(&self, bans: &Bans, scene: &Scene<W>) -> Targets<W> {
        let (piece, color) = (self.kind.piece(), self.kind.color());
        let mut obstacles = Bits::EMPTY;
        for column in bans.obstacles(piece) {
            obstacles |= match *column {
                Column::Empty => Bits::EMPTY,
                Column::Enemy(piece) => self.pos.kind_set(Kind::new(piece, color.other())),
                Column::Friend(piece) => self.pos.kind_set(Kind::new(piece, color)),
            };
        }
        let mut reached = self.game.tables.forms().targets(self.kind, self.from, scene, obstacles);
        for &victim in bans.spared(piece) {
            reached.takes = reached.takes.without(self.pos.kind_set(Kind::new(victim, color.other())));
        }
        reached
    }
    /// Calls `each` with every conditional leap to `squares` open now and whether it captures.
    #[inline(always)]
    pub fn conditional<const W: usize>(
        &self,
        scene: &Scene<W>,
        squares: Bits<W>,
        mut each: impl FnMut(&Conditional, bool),
    ) {
        let (forms, open) = (self.game.tables.forms(), squares.without(scene.own));
        let unmoved = || self.pos.cell(self.from).is_unmoved();
        let unmoved = match forms.conditional_kinds[self.kind.index()] {
            Conditionals::None => return,
            Conditionals::Initial if !unmoved() => return,
            _ => unmoved(),
        };
        for entry in
            forms.conditionals(self.kind, self.from).iter().filter(|entry| open.has(Square(entry.to)))
        {
            let captures = scene.enemies.has(Square(entry.to));
            let lands = if captures { entry.takes } else { entry.quiet };
            if lands && (unmoved || !entry.unmoved) && forms.is_open(entry, scene.occupied) {
                each(entry, captures);
            }
        }
    }
}
