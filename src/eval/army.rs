//! What the pieces of one side reach: their moves, and the squares that they guard.

use super::params;
use super::terms::Pair;
use crate::board::bits::Bits;
use crate::board::{Color, Square};
use crate::movegen::{Targets, passable, reach, reach_conditional};
use crate::notation::legs::Occupancy;
use crate::position::cell::Kind;
use crate::position::game::{Role, Traits};
use crate::position::{Game, Position};
use crate::tables::tree::Flags;

/// Classes of pieces by their worth: [`Traits::class`].
pub const CLASSES: usize = 4;

/// One side's pieces.
#[derive(Clone, Copy, Debug)]
pub struct Army<const W: usize> {
    /// Its pawn-like pieces.
    pub pawns: Bits<W>,
    /// Squares that those guard.
    pub by_pawns: Bits<W>,
    /// Squares that its pieces guard, royals apart.
    pub guarded: Bits<W>,
    /// Squares that its royals guard.
    pub by_royals: Bits<W>,
    /// `[class]`: its pieces that are worth more than those of the class.
    above: [Bits<W>; CLASSES],
    /// Squares from where its pieces could check the enemy's royal after one move.
    pub checking: Bits<W>,
    /// Enemy pieces attacked by pieces worth less.
    pub outweighed: Bits<W>,
    /// Attacks on the surroundings of the enemy's royal, weighed.
    pub danger: i32,
    /// Pieces that attack there.
    pub attackers: i32,
    /// What its pieces can do, and pairs of those that are bound.
    pub mobility: Pair,
}

/// The surroundings that a side's pieces move in.
struct Scene<'a, const W: usize> {
    game: &'a Game,
    pos: &'a Position,
    occupied: Bits<W>,
    enemies: Bits<W>,
    /// Squares beside the enemy's royal.
    target: Bits<W>,
    /// Where the enemy's royal stands, if it is one.
    royal: Option<Square>,
    /// The enemy's.
    enemy: &'a Army<W>,
}

impl<const W: usize> Army<W> {
    /// The pawn-like pieces and what they guard.
    pub fn new(game: &Game, pos: &Position, color: Color) -> Self {
        let mut army = Self {
            pawns: Bits::EMPTY,
            by_pawns: Bits::EMPTY,
            guarded: Bits::EMPTY,
            by_royals: Bits::EMPTY,
            above: [Bits::EMPTY; CLASSES],
            checking: Bits::EMPTY,
            outweighed: Bits::EMPTY,
            danger: 0,
            attackers: 0,
            mobility: Pair::default(),
        };
        let occupied = pos.side_set(Color::White) | pos.side_set(Color::Black);
        for kind in game.tables.kinds_of(color) {
            let set: Bits<W> = pos.kind_set(kind);
            let traits = game.weights.traits[kind.index()];
            match traits.role {
                Role::Pawn => {
                    army.pawns |= set;
                    for from in set {
                        army.by_pawns |= sight(game, pos, kind, from, occupied).takes;
                    }
                }
                Role::Piece => army.above[..usize::from(traits.class)].iter_mut().for_each(|all| *all |= set),
                Role::Plain | Role::Royal => (),
            }
        }
        army.guarded = army.by_pawns;
        army
    }
    /// Looks at the other pieces. `enemy` is new, `target` is what lies around its royal.
    pub fn look(&mut self, game: &Game, pos: &Position, color: Color, enemy: &Self, target: Bits<W>) {
        let enemies = pos.side_set(color.other());
        let scene = Scene {
            game,
            pos,
            occupied: enemies | pos.side_set(color),
            enemies,
            target,
            royal: match pos.royals(color.other()) {
                [square] => Some(*square),
                _ => None,
            },
            enemy,
        };
        for kind in game.tables.kinds_of(color) {
            let count = i32::from(pos.count(kind));
            if count == 0 {
                continue;
            }
            let traits = game.weights.traits[kind.index()];
            match traits.role {
                Role::Pawn => (),
                Role::Piece => self.add_pieces(&scene, kind, traits, count),
                Role::Plain | Role::Royal => {
                    let guarded =
                        if traits.role == Role::Royal { &mut self.by_royals } else { &mut self.guarded };
                    for from in pos.kind_set::<W>(kind) {
                        *guarded |= sight(game, pos, kind, from, scene.occupied).takes;
                    }
                }
            }
        }
    }
    fn add_pieces(&mut self, scene: &Scene<'_, W>, kind: Kind, traits: Traits, count: i32) {
        let Scene { game, pos, occupied, enemies, .. } = *scene;
        let checks: Bits<W> =
            scene.royal.map_or(Bits::EMPTY, |royal| game.tables.reverse().origins(kind, royal));
        let heavier = scene.enemy.above[usize::from(traits.class)];
        let (mut moves, mut hits) = (0, 0);
        let mut checking = Bits::EMPTY;
        for from in pos.kind_set::<W>(kind) {
            let Targets { quiet, takes } = sight(game, pos, kind, from, occupied);
            let free = quiet.without(occupied) | takes & enemies;
            moves += free.without(scene.enemy.by_pawns).count() as i32;
            let near = (takes & scene.target).count() as i32;
            hits += near;
            self.attackers += i32::from(near > 0);
            self.guarded |= takes;
            self.outweighed |= takes & heavier;
            checking |= free & checks;
        }
        self.danger += hits * i32::from(traits.attack) * params::danger_attack() / 100;
        self.checking |= checking;
        let more = 16 * moves - count * i32::from(traits.mean_moves);
        self.mobility.add(
            more * i32::from(traits.per_move.0) * params::mobility_mg() / 25_600,
            more * i32::from(traits.per_move.1) * params::mobility_eg() / 25_600,
        );
        if count > 1 {
            self.mobility.add(i32::from(traits.pair), i32::from(traits.pair));
        }
    }
}

/// Where a piece reaches, were the square empty, and were an enemy there; initial moves are soon gone and do not count.
#[inline(always)]
fn sight<const W: usize>(
    game: &Game,
    pos: &Position,
    kind: Kind,
    from: Square,
    occupied: Bits<W>,
) -> Targets<W> {
    let forms = game.tables.forms();
    let mut reached = reach(forms, kind, from, occupied);
    let open: Bits<W> = Bits::of(&forms.enterable, kind.index());
    reached = Targets { quiet: reached.quiet & open, takes: reached.takes & open };
    reach_conditional(forms, kind, from, occupied, &mut reached);
    if game.tables.kind(kind).trees {
        add_tree(game, pos, kind, from, &mut reached);
    }
    reached
}

/// Adds the squares where the trajectories of a piece may end, and those of their victims.
fn add_tree<const W: usize>(game: &Game, pos: &Position, kind: Kind, from: Square, reached: &mut Targets<W>) {
    let nodes = game.tables.nodes();
    let occupancy = game.tables.occupancy(kind.color());
    let tree = game.tables.residual_tree(kind, from);
    let (mut at, end) = (tree.start, tree.end);
    while at < end {
        let node = &nodes[at];
        let mut content = occupancy[pos.at(node.square).slot()];
        if node.flags.has(SPECIAL) {
            let open = |square: u16| square == from.0 || pos.at(square).is_empty();
            let closed = node.flags.has(Flags::GUARD)
                || node.flags.has(Flags::EXTRA) && !passable(game.tables.extra(node), open);
            if closed {
                at = node.skip as usize;
                continue;
            }
            if node.flags.has(Flags::VACATED) {
                content = Occupancy::EMPTY;
            }
        }
        let here = Bits::square(Square(node.square));
        let victim = content.meets(Occupancy::ENEMIES) && node.go.meets(content);
        reached.takes |= here.when(victim || node.emit.meets(Occupancy::ENEMIES));
        reached.quiet |= here.when(node.emit.meets(Occupancy::EMPTY));
        at = if node.go.meets(content) { at + 1 } else { node.skip as usize };
    }
}

const SPECIAL: Flags = Flags::GUARD.with(Flags::VACATED).with(Flags::EXTRA);
