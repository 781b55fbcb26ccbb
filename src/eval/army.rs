//! Attacks of one side's pieces: their moves and the squares they guard.

use super::explosions;
use super::tapered::Tapered;
use crate::board::bits::Bits;
use crate::board::{Color, Kind, Square};
use crate::movegen::Targets;
use crate::moves::{Mover, passable};
use crate::notation::legs::Occupancy;
use crate::position::{Game, Position};
use crate::tables::attack_tables::KindForm;
use crate::tables::bitboards::Conditionals;
use crate::tables::tree::Flags;
use crate::values::{CLASSES, EvalRole};

/// The value class of minor pieces.
const MINOR: u8 = 1;

/// A position as seen by the evaluation terms.
#[derive(Clone, Copy, Debug)]
pub struct EvalContext<'a, const W: usize> {
    /// The rules and weights.
    pub game: &'a Game,
    /// The position.
    pub pos: &'a Position,
    /// All pieces.
    pub occupied: Bits<W>,
}

/// Pieces and attacks of one side.
#[derive(Clone, Copy, Default, Debug)]
pub struct SideAttacks<const W: usize> {
    /// All its pieces.
    pub all: Bits<W>,
    /// Its pieces that are never captured: kings, and those that no enemy may capture.
    pub immune: Bits<W>,
    /// Its pawn-like pieces.
    pub pawns: Bits<W>,
    /// Its pawn-like pieces that can leave their file by capturing.
    pub captures_off_file: Bits<W>,
    /// Its minor and lighter pieces.
    pub minors: Bits<W>,
    /// Squares its pawn-like pieces guard.
    pub by_pawns: Bits<W>,
    /// Squares its pieces guard, royals excluded.
    pub guarded: Bits<W>,
    /// Those that at least two of its pieces guard.
    pub twice: Bits<W>,
    /// Squares its royals guard.
    pub by_royals: Bits<W>,
    /// `[class]`: its pieces of heavier classes.
    above: [Bits<W>; CLASSES],
    /// `[class]`: squares from which its pieces could check the enemy royal after one move.
    pub checking: [Bits<W>; CLASSES],
    /// Enemy pieces attacked by pieces of a lighter class.
    pub attacked_by_lesser: Bits<W>,
    /// Attacks on the squares around the enemy royal, times the attack weights of the pieces.
    pub hits: i32,
    /// Number of pieces that attack there.
    pub attackers: i32,
    /// Sum of the attack weights of these pieces.
    pub attackers_weight: i32,
    /// Sum of the attack weights of all its pieces on the board.
    pub weight: i32,
    /// Mobility and pair bonuses.
    pub mobility: Tapered,
}

/// The enemy as a target of attacks.
struct EnemyTarget<'a, const W: usize> {
    /// The enemy's pieces.
    enemy: &'a SideAttacks<W>,
    /// Squares around the enemy royal.
    target: Bits<W>,
    /// Square of the enemy royal, if there is exactly one.
    royal: Option<Square>,
}

impl<'a, const W: usize> EvalContext<'a, W> {
    /// Creates the context of a position.
    pub fn new(game: &'a Game, pos: &'a Position) -> Self {
        Self { game, pos, occupied: pos.occupied() }
    }
    /// The square of a side's king, the piece that it must not lose: its only royal, the weakest of several if the loss
    /// of any loses, or a vital piece ([`Weights::vital`](crate::values::Weights::vital)).
    #[inline(always)]
    pub fn king(&self, color: Color) -> Option<Square> {
        match self.pos.royals(color) {
            [square] => Some(*square),
            [] => self.vital(color),
            several => self.weakest(color, several),
        }
    }
    #[cold]
    fn weakest(&self, color: Color, royals: &[Square]) -> Option<Square> {
        if self.game.variant.ends.all_must_fall(color) {
            return None;
        }
        let board = &self.game.variant.board;
        let value = |kind: Kind| self.game.weights.endgame_value[kind.index()];
        // Of equal ones, both sides count the one closest to their own edge.
        let order = |&square: &Square| {
            (self.pos.cell(square).kind().map(value), board.relative_rank(color, square), board.file(square))
        };
        royals.iter().copied().min_by_key(order)
    }
    #[cold]
    fn vital(&self, color: Color) -> Option<Square> {
        let kind = self.game.weights.vital[color.index()]?;
        let mut squares = self.pos.kind_set::<W>(kind).into_iter();
        squares.next().filter(|_| squares.next().is_none())
    }
    /// Whether a piece of the kind on this square would attack the royal.
    #[inline]
    pub fn gives_check(&self, kind: Kind, from: Square, royal: Square) -> bool {
        Mover::new(self.game, self.pos, kind.at(from)).attacks_over(royal, self.occupied)
    }
    /// Those of the squares, all within reach of the royal on an empty board, from which a piece of the kind would attack
    /// it.
    #[inline(always)]
    pub(super) fn checking(&self, kind: Kind, squares: Bits<W>, royal: Square) -> Bits<W> {
        if self.game.tables.reverse().kind_form(kind) == KindForm::Leap {
            return squares;
        }
        let checks = squares.filter(|&from| self.gives_check(kind, from, royal));
        checks.fold(Bits::EMPTY, |all, from| all | Bits::square(from))
    }
}

impl<const W: usize> SideAttacks<W> {
    /// Squares where this side could capture a piece that comes there. Its royals may not if two of `attacker`'s pieces
    /// guard the square.
    #[inline(always)]
    pub fn recaptures(&self, attacker: &Self) -> Bits<W> {
        self.guarded | self.by_royals.without(attacker.twice)
    }
    /// Finds the pieces of a side and the squares its pawn-like pieces guard.
    pub fn new(context: &EvalContext<'_, W>, color: Color) -> Self {
        let EvalContext { game, pos, .. } = *context;
        let mut side = Self { all: pos.side_set(color), ..Self::default() };
        for kind in game.tables.kinds_of(color) {
            let set: Bits<W> = pos.kind_set(kind);
            let traits = game.weights.traits[kind.index()];
            match traits.role {
                EvalRole::Pawn => {
                    side.pawns |= set;
                    side.by_pawns |= guards(context, kind, set);
                    side.captures_off_file |= set.when(traits.captures_off_file);
                }
                EvalRole::Piece => {
                    side.minors |= set.when(traits.class <= MINOR);
                    side.immune |= set.when(traits.is_immune);
                    let attackable = set.when(!traits.is_immune);
                    for (class, above) in side.above.iter_mut().enumerate() {
                        *above |= attackable.when(class < usize::from(traits.class));
                    }
                }
                EvalRole::Royal => side.immune |= set,
                EvalRole::Plain => (),
            }
        }
        side.guarded = side.by_pawns;
        side
    }
    /// Adds the attacks of the other pieces. Of `enemy`, only the sets of pieces and the squares that its pawn-like
    /// pieces guard are read; `target` holds the squares around its royal.
    pub fn add_attacks(&mut self, context: &EvalContext<'_, W>, color: Color, enemy: &Self, target: Bits<W>) {
        let EvalContext { game, pos, .. } = *context;
        let royal = context.king(color.other());
        let against = EnemyTarget { enemy, target, royal };
        for kind in game.tables.kinds_of(color) {
            let count = i32::from(pos.count(kind));
            if count == 0 {
                continue;
            }
            let traits = game.weights.traits[kind.index()];
            match traits.role {
                EvalRole::Pawn => (),
                EvalRole::Piece => self.add_pieces(context, &against, kind, count),
                EvalRole::Plain | EvalRole::Royal => {
                    let guarded =
                        if traits.role == EvalRole::Royal { &mut self.by_royals } else { &mut self.guarded };
                    *guarded |= guards(context, kind, pos.kind_set(kind));
                }
            }
        }
    }
    fn add_pieces(
        &mut self,
        context: &EvalContext<'_, W>,
        against: &EnemyTarget<'_, W>,
        kind: Kind,
        count: i32,
    ) {
        let EvalContext { game, pos, occupied } = *context;
        let traits = game.weights.traits[kind.index()];
        let (weight, class) = (i32::from(traits.attack), usize::from(traits.class));
        let mut checks: Bits<W> =
            against.royal.map_or(Bits::EMPTY, |royal| game.tables.reverse().origins(kind, royal));
        let mut explosive = Bits::EMPTY;
        if game.rules.captures.explode {
            explosive = explosions::beside(context, kind, against.royal);
            checks |= explosions::origins(context, kind, explosive);
        }
        let heavier = against.enemy.above[class];
        let (mut moves, mut hits) = (0, 0);
        let mut checking = Bits::EMPTY;
        let mut add = |Targets { quiet, takes }: Targets<W>| {
            let free = quiet.without(occupied) | takes & against.enemy.all;
            moves += free.without(against.enemy.by_pawns).count() as i32;
            let near = (takes & against.target).count() as i32;
            hits += near;
            self.attackers += i32::from(near > 0);
            self.attackers_weight += weight * i32::from(near > 0);
            self.twice |= self.guarded & takes;
            self.guarded |= takes;
            self.attacked_by_lesser |= takes & heavier;
            checking |= free & checks;
        };
        let pieces = pos.kind_set::<W>(kind);
        match moves_as_it_takes(game, kind) {
            // PERF: `griffon search janus`: most kinds; what depends on the kind alone is read once.
            true => {
                let open: Bits<W> = Bits::of(&game.tables.forms().enterable, kind.index());
                pieces.for_each(|from| {
                    let reached = game.tables.forms().reach_uniform(kind, from, occupied) & open;
                    add(Targets { quiet: reached, takes: reached });
                });
            }
            false => pieces.for_each(|from| add(targets(context, kind, from))),
        }
        self.hits += hits * weight;
        self.weight += count * weight;
        if let Some(royal) = against.royal {
            self.checking[class] |= match game.rules.captures.explode {
                true => explosions::checking(context, kind, checking, explosive | Bits::square(royal)),
                false => context.checking(kind, checking, royal),
            };
        }
        let more = 16 * moves - count * i32::from(traits.mean_moves);
        self.mobility
            .add(more * i32::from(traits.per_move.0) / 256, more * i32::from(traits.per_move.1) / 256);
        if count > 1 {
            self.mobility.add(i32::from(traits.pair), i32::from(traits.pair));
        }
    }
}

/// Whether all moves of a kind, initial ones left out, are compiled ones that both move and capture.
#[inline(always)]
fn moves_as_it_takes(game: &Game, kind: Kind) -> bool {
    let forms = game.tables.forms();
    forms.rides[kind.index()].uniform
        && forms.conditional_kinds[kind.index()] != Conditionals::Always
        && !game.tables.kind(kind).trees
}

/// Squares that pieces of a kind guard, computed set-wise where that is faster.
#[inline(always)]
fn guards<const W: usize>(context: &EvalContext<'_, W>, kind: Kind, pieces: Bits<W>) -> Bits<W> {
    let steps = &context.game.tables.forms().steps[kind.index()];
    let mut guarded = Bits::EMPTY;
    if steps.is_empty() || (pieces.count() as usize) < steps.len() {
        pieces.for_each(|from| guarded |= targets(context, kind, from).takes);
        return guarded;
    }
    for step in steps {
        if step.takes && !step.unmoved {
            guarded |= step.lead(pieces, context.occupied);
        }
    }
    guarded
}

/// Squares a piece could move to if empty, or capture on if an enemy stood there. Initial moves, available
/// only briefly, do not count.
#[inline(always)]
pub(super) fn targets<const W: usize>(context: &EvalContext<'_, W>, kind: Kind, from: Square) -> Targets<W> {
    let EvalContext { game, pos, occupied } = *context;
    let mut reached = game.tables.forms().enters(kind, from, occupied);
    if game.tables.kind(kind).trees {
        add_tree(game, pos, kind, from, &mut reached);
    }
    reached
}

/// Adds the squares where the trajectories of a piece may end, and the squares of their victims.
fn add_tree<const W: usize>(game: &Game, pos: &Position, kind: Kind, from: Square, reached: &mut Targets<W>) {
    let nodes = game.tables.nodes();
    let occupancy = game.tables.occupancy(kind.color());
    let tree = game.tables.residual_tree(kind, from);
    let (mut at, end) = (tree.start, tree.end);
    while at < end {
        let node = &nodes[at];
        let mut content = occupancy[pos.at(node.square).slot()];
        if node.flags.intersects(CONDITIONAL) {
            let open = |square: u16| square == from.0 || pos.at(square).is_empty();
            let closed = node.flags.intersects(Flags::GUARD)
                || node.flags.intersects(Flags::EXTRA) && !passable(game.tables.extra(node), open);
            if closed {
                at = node.skip as usize;
                continue;
            }
            if node.flags.intersects(Flags::VACATED) {
                content = Occupancy::EMPTY;
            }
        }
        let here = Square(node.square);
        let victim = content.intersects(Occupancy::ENEMIES) && node.go.intersects(content);
        reached.takes.insert_if(here, victim || node.emit.intersects(Occupancy::ENEMIES));
        reached.quiet.insert_if(here, node.emit.intersects(Occupancy::EMPTY));
        at = if node.go.intersects(content) { at + 1 } else { node.skip as usize };
    }
}

const CONDITIONAL: Flags = Flags::GUARD.union(Flags::VACATED).union(Flags::EXTRA);
