//! Expected mobility: what a piece can do from a square of a randomly filled board.
//!
//! Nothing is sampled: the probability that a path is open is the product of those of its squares, so one
//! pass over a trajectory tree gives the expectation, for the middle game and the endgame at once.

use super::constants::Constants;
use crate::board::{Color, Geometry, Kind, Square, bits};
use crate::notation::legs::Occupancy;
use crate::rules::GameRules;
use crate::tables::Tables;
use crate::tables::tree::{Flags, Node, Passage};
use crate::variant::all_kinds;

/// A number for the middle game and one for the endgame.
type ByPhase = [f64; 2];

/// Computes a number for each phase.
#[inline(always)]
fn by_phase(number: impl Fn(usize) -> f64) -> ByPhase {
    [number(0), number(1)]
}

/// Mobility of a piece on a square, in expected numbers of squares.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Mobility {
    /// Squares where it could capture an enemy, weighted by direction.
    pub attack: f64,
    /// Squares it could move to if empty, weighted by direction; at most [`Constants::most_quiet`] more than `attack`.
    pub quiet: f64,
    /// Targets lost to lame paths, on the scale of [`Constants::capture`].
    pub lost: f64,
    /// Ranks gained by its best forward move.
    pub forward: f64,
    /// Number of moves.
    pub moves: f64,
    /// Equivalent number of targets for a piece that captures as it moves.
    pub targets: f64,
}

/// A square where moves may end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReachedSquare {
    /// The square.
    pub square: u16,
    /// Probability that the piece can go there, whatever stands on it, by phase.
    pub chance: ByPhase,
}

/// Walks trees, reusing its buffers.
#[derive(Debug)]
pub struct MobilityWalk<'a> {
    tables: &'a Tables,
    board: &'a Geometry,
    constants: &'a Constants,
    /// Share of occupied squares.
    density: ByPhase,
    /// `[node of the tree]`: probability that the path continues below it.
    open: Vec<ByPhase>,
    /// `[node of the tree]`: whether the path depends on a square the piece cannot clear.
    lame: Vec<bool>,
    /// `[node of the tree of flames]`: as `open`.
    burning: Vec<ByPhase>,
    /// `[square]`: probability that no path captures there, with and without the lameness factor.
    spared: Vec<[ByPhase; 2]>,
    /// `[square]`: probability that no path ends there quietly, likewise.
    unmoved: Vec<[ByPhase; 2]>,
    /// Bit set of the squares where moves of the current tree end or capture.
    touched: Vec<u64>,
    /// `[square]`: whether the piece can go there by some path.
    visited: Vec<bool>,
    pairs: ByPhase,
    ends: Vec<ReachedSquare>,
    /// Share of the enemies that the piece may capture.
    may_capture: f64,
    /// 1 if it may move without capturing, else 0.
    may_move: f64,
}

/// Returns where each kind can go from each square in the middle game of chess, `[kind][square]`. Moves that a piece borrows or
/// imitates do not count.
pub(crate) fn reach(game: GameRules<'_>) -> Vec<Vec<Vec<ReachedSquare>>> {
    let (board, constants) = (&game.variant.board, &Constants::STANDARD);
    let mut walk = MobilityWalk::new(game.tables, board, constants, constants.density);
    let mut from = |kind, square| {
        walk.mobility(kind, square);
        walk.ends().to_vec()
    };
    let kinds = all_kinds(game.variant);
    kinds.map(|kind| board.squares().map(|square| from(kind, square)).collect()).collect()
}

impl<'a> MobilityWalk<'a> {
    /// Creates a walker for a board filled to `density` (0 to 1, by phase), half of it enemies.
    pub fn new(tables: &'a Tables, board: &'a Geometry, constants: &'a Constants, density: ByPhase) -> Self {
        let ones = vec![[[1.0; 2]; 2]; board.len()];
        Self {
            tables,
            board,
            constants,
            density,
            open: Vec::new(),
            lame: Vec::new(),
            burning: Vec::new(),
            spared: ones.clone(),
            unmoved: ones,
            touched: vec![0; bits::width(board.len())],
            visited: vec![false; board.len()],
            pairs: [0.0; 2],
            ends: Vec::new(),
            may_capture: 1.0,
            may_move: 1.0,
        }
    }
    /// Sets how much of what the moves reach the rules about captures allow: the share of the enemies, and whether moves
    /// without a capture are legal.
    pub fn restrict(&mut self, may_capture: f64, may_move: bool) {
        (self.may_capture, self.may_move) = (may_capture, f64::from(may_move));
    }
    /// Computes the mobility of a kind on a square, by phase.
    pub fn mobility(&mut self, kind: Kind, from: Square) -> [Mobility; 2] {
        let range = self.tables.tree(kind, from);
        let base = range.start;
        self.open.clear();
        self.lame.clear();
        self.ends.clear();
        self.pairs = [0.0; 2];
        let nodes = &self.tables.nodes()[range];
        for node in nodes.iter().filter(|node| !node.emit.is_empty()) {
            self.visited[usize::from(node.square)] = true;
        }
        for node in nodes {
            let (before, lame) = match node.parent_index() {
                None => ([1.0; 2], false),
                Some(parent) => (self.open[parent - base], self.lame[parent - base]),
            };
            let (passes, hampered) = self.passage(node);
            let (arrives, lame) = (by_phase(|n| before[n] * passes[n]), lame || hampered);
            let goes_on = match node.flags.intersects(Flags::GUARD) {
                true => [self.constants.initial; 2],
                false => self.holds(node, node.go),
            };
            self.open.push(by_phase(|n| arrives[n] * goes_on[n]));
            self.lame.push(lame || self.hampers(node));
            if !node.emit.is_empty() && arrives != [0.0; 2] {
                bits::insert(&mut self.touched, usize::from(node.square));
                self.end(node, arrives, lame);
                if node.flags.intersects(Flags::BURNS) {
                    self.burn(node, kind.color(), arrives);
                }
            }
        }
        for node in nodes {
            self.visited[usize::from(node.square)] = false;
        }
        self.sum_up(kind, from)
    }
    /// End squares of the moves in the last result of [`Self::mobility`].
    pub fn ends(&self) -> &[ReachedSquare] {
        &self.ends
    }
    /// Whether the path needs the node's square empty and the piece can do nothing about a blocker there.
    fn hampers(&self, node: &Node) -> bool {
        let real = !node.flags.intersects(Flags::GUARD) && !node.flags.intersects(Flags::VACATED);
        real && node.go == Occupancy::EMPTY && !self.visited[usize::from(node.square)]
    }
    /// Probability that a node's square holds something in `set`.
    #[inline(always)]
    fn holds(&self, node: &Node, set: Occupancy) -> ByPhase {
        let has = |what: Occupancy, chance: f64| if set.intersects(what) { chance } else { 0.0 };
        if node.flags.intersects(Flags::VACATED) {
            return [has(Occupancy::EMPTY, 1.0); 2];
        }
        by_phase(|n| {
            let half = self.density[n] / 2.0;
            let empty = has(Occupancy::EMPTY, 1.0 - self.density[n]);
            empty + has(Occupancy::ENEMY, half) + has(Occupancy::FRIEND, half)
        })
    }
    /// Probability that the squares a leap passes allow it, and whether the enemy can block it for good.
    #[inline(always)]
    fn passage(&self, node: &Node) -> (ByPhase, bool) {
        if !node.flags.intersects(Flags::EXTRA) {
            return ([1.0; 2], false);
        }
        let all_empty = |n: usize, squares: &[u16]| (1.0 - self.density[n]).powi(squares.len() as i32);
        match &self.tables.extra(node).passage {
            None => ([1.0; 2], false),
            Some(Passage::Free(ways)) => {
                let closed = |n| ways.iter().map(|way| 1.0 - all_empty(n, way)).product::<f64>();
                let hampered = |way: &Vec<u16>| way.iter().any(|&square| !self.visited[usize::from(square)]);
                (by_phase(|n| 1.0 - closed(n)), ways.iter().all(hampered))
            }
            Some(Passage::Blocked(squares)) => (by_phase(|n| 1.0 - all_empty(n, squares)), false),
        }
    }
    /// Adds a move that ends at the node.
    #[inline(always)]
    fn end(&mut self, node: &Node, arrives: ByPhase, lame: bool) {
        let at = usize::from(node.square);
        let chances =
            [by_phase(|n| if lame { arrives[n] * self.constants.lame } else { arrives[n] }), arrives];
        if node.flags.intersects(Flags::LOCUST) && !self.returns_victims(node) {
            return self.end_after_victims(node, chances[0]);
        }
        if self.tables.displaces(node, node.square) {
            // Quiet moves refer to an empty square; a swap needs a piece there.
            let holds = self.holds(node, node.emit);
            let swaps = by_phase(|n| holds[n] / (1.0 - self.density[n]));
            return scale(&mut self.unmoved[at], &chances.map(|chance| by_phase(|n| chance[n] * swaps[n])));
        }
        if node.emit.intersects(Occupancy::EMPTY) {
            scale(&mut self.unmoved[at], &chances);
        }
        if node.emit.intersects(Occupancy::ENEMY) {
            scale(&mut self.spared[at], &chances);
        }
    }
    /// Whether the move that ends at the node puts all victims on its way back on the board.
    ///
    /// SPEC: XBetza, the modifier `u`: "the piece captured by the move will re-appear": nothing is won.
    fn returns_victims(&self, node: &Node) -> bool {
        let mut victims = node.ancestors(self.tables.nodes()).filter(|inner| inner.is_victim());
        node.flags.intersects(Flags::UNLOADS)
            && victims.all(|inner| self.tables.displaces(node, inner.square))
    }
    /// Adds what the flames of a move that ends at the node capture: the probability that counts is conditional on an enemy
    /// standing there.
    fn burn(&mut self, node: &Node, color: Color, arrives: ByPhase) {
        let tables = self.tables;
        let Some(burn) = tables.extra_of(node).and_then(|extra| extra.burn) else { return };
        let holds = self.holds(node, node.emit);
        let ends = by_phase(|n| arrives[n] * holds[n]);
        let range = tables.flame_tree(burn, color, Square(node.square));
        let base = range.start;
        let (mut targets, mut enemies) = (0.0, [0.0; 2]);
        self.burning.clear();
        for flame in &tables.nodes()[range] {
            let before = flame.parent_index().map_or([1.0; 2], |parent| self.burning[parent - base]);
            let (passes, _) = self.passage(flame);
            let reaches = by_phase(|n| before[n] * passes[n]);
            if flame.emit.intersects(Occupancy::ENEMY) {
                let at = usize::from(flame.square);
                for spared in &mut self.spared[at] {
                    (0..2).for_each(|n| spared[n] = spared[n].min(1.0 - ends[n] * reaches[n]));
                }
                bits::insert(&mut self.touched, at);
                targets += 1.0;
                (0..2).for_each(|n| enemies[n] += reaches[n] * self.density[n] / 2.0);
            }
            let goes_on = match flame.flags.intersects(Flags::GUARD) {
                true => [1.0; 2],
                false => self.holds(flame, flame.go),
            };
            self.burning.push(by_phase(|n| reaches[n] * goes_on[n]));
        }
        if targets > 1.0 {
            // The expected number of others beside one of them.
            (0..2).for_each(|n| self.pairs[n] += ends[n] * enemies[n] * (1.0 - 1.0 / targets));
        }
    }
    /// Adds a move with victims on the way: the probability that counts is conditional on an enemy standing there. Those
    /// that re-appear do not count.
    fn end_after_victims(&mut self, node: &Node, chance: ByPhase) {
        let tables = self.tables;
        let holds = self.holds(node, node.emit);
        let ends = by_phase(|n| chance[n] * holds[n]);
        let takes_last = node.emit.intersects(Occupancy::ENEMY)
            && !node.flags.intersects(Flags::VACATED)
            && !tables.displaces(node, node.square);
        let mut victims = u32::from(takes_last);
        let mut given = [1.0; 2];
        let takes = |inner: &&Node| {
            inner.flags.intersects(Flags::TAKES)
                && inner.go.intersects(Occupancy::ENEMIES)
                && !tables.displaces(node, inner.square)
        };
        for inner in node.ancestors(tables.nodes()).filter(takes) {
            let stands = self.holds(inner, inner.go);
            if stands[0] > 0.0 || stands[1] > 0.0 {
                for spared in &mut self.spared[usize::from(inner.square)] {
                    (0..2).for_each(|n| spared[n] = spared[n].min(1.0 - ends[n] / stands[n]));
                }
                bits::insert(&mut self.touched, usize::from(inner.square));
                victims += 1;
                (0..2).for_each(|n| given[n] *= stands[n]);
            }
        }
        if victims >= 2 {
            let weight = self.constants.further_victim.powi(victims as i32 - 2);
            (0..2).filter(|&n| given[n] > 0.0).for_each(|n| self.pairs[n] += weight * chance[n] / given[n]);
        }
    }
    fn sum_up(&mut self, kind: Kind, from: Square) -> [Mobility; 2] {
        let mut sums = [Mobility::default(); 2];
        let rank = i32::from(self.board.relative_rank(kind.color(), from));
        for at in bits::squares_of(&self.touched) {
            let square = at as u16;
            let gained = i32::from(self.board.relative_rank(kind.color(), Square(square))) - rank;
            let (spared, unmoved) = (self.spared[at], self.unmoved[at]);
            let mut chance = [0.0; 2];
            for (phase, sum) in sums.iter_mut().enumerate() {
                let moves = self.add(sum, phase, [&spared, &unmoved], gained);
                chance[phase] = moves / (1.0 - self.density[phase] / 2.0);
            }
            (self.spared[at], self.unmoved[at]) = ([[1.0; 2]; 2], [[1.0; 2]; 2]);
            self.ends.push(ReachedSquare { square, chance });
        }
        for (sum, pairs) in sums.iter_mut().zip(self.pairs) {
            sum.attack += self.constants.second_victim * pairs;
            sum.quiet = sum.quiet.min(sum.attack + self.constants.most_quiet);
            sum.targets = self.targets(sum.attack, sum.quiet);
        }
        self.touched.fill(0);
        sums
    }
    /// Adds a square to the sum of a phase and returns the expected number of moves there. `gained`: ranks.
    #[inline(always)]
    fn add(
        &self,
        sum: &mut Mobility,
        phase: usize,
        [spared, unmoved]: [&[ByPhase; 2]; 2],
        gained: i32,
    ) -> f64 {
        let [attack, attack_sound] =
            [0, 1].map(|sound: usize| self.may_capture * (1.0 - spared[sound][phase]));
        let [quiet, quiet_sound] = [0, 1].map(|sound: usize| self.may_move * (1.0 - unmoved[sound][phase]));
        let weight = self.constants.direction(gained);
        let moves = quiet * (1.0 - self.density[phase]) + attack * self.density[phase] / 2.0;
        sum.moves += moves;
        sum.attack += weight * attack;
        sum.quiet += weight * quiet;
        sum.lost += weight * (self.targets(attack_sound, quiet_sound) - self.targets(attack, quiet));
        sum.forward = sum.forward.max(quiet.max(attack / 2.0) * f64::from(gained.max(0)));
        moves
    }
    /// Equivalent number of targets for a piece that captures as it moves.
    fn targets(&self, attack: f64, quiet: f64) -> f64 {
        self.constants.capture * attack + (1.0 - self.constants.capture) * quiet
    }
}

/// Multiplies the probabilities that no path leads to a square by that of one more path.
#[inline(always)]
fn scale(none: &mut [ByPhase; 2], chances: &[ByPhase; 2]) {
    for (none, chance) in none.iter_mut().zip(chances) {
        (0..2).for_each(|n| none[n] *= 1.0 - chance[n]);
    }
}
