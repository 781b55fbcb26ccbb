//! The types of one game that move like those of another.

use crate::board::{Color, Geometry, Kind, Square};
use crate::rules::GameRules;
use crate::values::{self, EvalRole, ReachedSquare, Weights};
use crate::variant::{PieceType, Variant, all_kinds};
use fxhash::FxHashMap;

/// Least similarity of a type and its counterpart, 0 to 1.
const LEAST_SIMILARITY: f64 = 0.3;

/// Greatest value of the counterpart of a piece, relative to that of the piece. It may be worth less.
///
/// PERF: with the Queen as the counterpart of a piece of half its value, a game lost 64 Elo.
const MOST_VALUE: f64 = 1.7;

/// A game with its estimate.
#[derive(Clone, Copy, Debug)]
pub(super) struct EstimatedGame<'a> {
    /// The rules.
    pub rules: GameRules<'a>,
    /// The estimate.
    pub estimate: &'a Weights,
}

impl EstimatedGame<'_> {
    fn role(self, piece: PieceType, color: Color) -> EvalRole {
        self.estimate.traits[Kind::new(piece, color).index()].role
    }
    fn value(self, kind: Kind) -> f64 {
        f64::from(self.estimate.endgame_value[kind.index()])
    }
    /// Whether the type has the same role for both sides as a type of another game, which is not worth much more.
    fn is_like(self, piece: PieceType, other: EstimatedGame<'_>, theirs: PieceType) -> bool {
        Color::BOTH.iter().all(|&color| {
            let role = self.role(piece, color);
            let value = self.value(Kind::new(piece, color));
            let worth_more = MOST_VALUE * value < other.value(Kind::new(theirs, color));
            role == other.role(theirs, color) && !(role == EvalRole::Piece && worth_more)
        })
    }
}

/// The counterpart of each type of a game: the type of another game that moves most like it.
#[derive(Clone, Debug)]
pub(super) struct Counterparts {
    /// `[type]`
    types: Vec<Option<PieceType>>,
    /// Mean similarity of the pieces of the setup to their counterparts, weighted by value, 0 to 1; 0 if a royal has no
    /// counterpart.
    pub similarity: f64,
    /// Value of the pieces that both setups have, relative to that of the pieces that one of them has, 0 to 1.
    pub common_army: f64,
}

impl Counterparts {
    /// Finds the counterparts of a game in another one, whose steps are `theirs`.
    pub fn new(game: EstimatedGame<'_>, other: EstimatedGame<'_>, theirs: &[Steps]) -> Self {
        let own = steps(game.rules);
        let best = |piece: PieceType| {
            let types = other.rules.variant.types().filter(|&image| game.is_like(piece, other, image));
            let similar = types.map(|image| (image, similarity([&own, theirs], [piece, image])));
            let best = similar.max_by(|a, b| a.1.total_cmp(&b.1));
            best.filter(|&(_, similarity)| similarity >= LEAST_SIMILARITY)
        };
        let found: Vec<Option<(PieceType, f64)>> = game.rules.variant.types().map(best).collect();
        let similarity = mean_similarity(game, &found);
        let types = found.into_iter().map(|found| Some(found?.0)).collect();
        let mut counterparts = Self { types, similarity, common_army: 0.0 };
        counterparts.common_army = counterparts.compare_armies(game, other);
        counterparts
    }
    /// Computes [`Self::common_army`].
    fn compare_armies(&self, game: EstimatedGame<'_>, other: EstimatedGame<'_>) -> f64 {
        let mut counts = vec![0.0; other.rules.tables.kind_count()];
        let mut all = 0.0;
        for kind in all_kinds(game.rules.variant) {
            let count = count(game.rules.variant, kind);
            match self.of(kind) {
                Some(image) => counts[image.index()] += count,
                None => all += count * game.value(kind),
            }
        }
        let mut common = 0.0;
        for kind in all_kinds(other.rules.variant) {
            let (own, theirs) = (counts[kind.index()], count(other.rules.variant, kind));
            common += own.min(theirs) * other.value(kind);
            all += own.max(theirs) * other.value(kind);
        }
        if all > 0.0 { common / all } else { 0.0 }
    }
    /// The counterpart of a kind.
    pub fn of(&self, kind: Kind) -> Option<Kind> {
        self.types[kind.piece().index()].map(|piece| Kind::new(piece, kind.color()))
    }
}

/// Number of pieces of a kind at the start, on the board and in hand.
fn count(variant: &Variant, kind: Kind) -> f64 {
    let (color, piece) = (kind.color(), kind.piece());
    let standing = variant.setup.iter().filter(|place| (place.1, place.2) == (color, piece)).count();
    (standing + usize::from(variant.hands[color.index()][piece.index()])) as f64
}

/// Computes [`Counterparts::similarity`].
fn mean_similarity(game: EstimatedGame<'_>, counterparts: &[Option<(PieceType, f64)>]) -> f64 {
    let variant = game.rules.variant;
    let (mut all, mut similar) = (0.0, 0.0);
    for kind in all_kinds(variant) {
        let (count, counterpart) = (count(variant, kind), counterparts[kind.piece().index()]);
        if game.role(kind.piece(), kind.color()) != EvalRole::Royal {
            let value = count * game.value(kind);
            all += value;
            similar += counterpart.map_or(0.0, |(_, similarity)| value * similarity);
        } else if count > 0.0 && counterpart.is_none() {
            return 0.0;
        }
    }
    if all > 0.0 { similar / all } else { 0.0 }
}

/// The steps of a kind, in files and ranks: how likely each is a move on a board filled at random, per square from which
/// the kind can move.
pub(super) type Steps = FxHashMap<(i32, i32), f64>;

/// `[kind]`: the steps of all kinds.
pub(super) fn steps(game: GameRules<'_>) -> Vec<Steps> {
    let board = &game.variant.board;
    let reach = values::reach(game);
    all_kinds(game.variant)
        .map(|kind| {
            let reach = &reach[kind.index()];
            let origins = reach.iter().filter(|ends| !ends.is_empty()).count().max(1) as f64;
            let mut steps = Steps::default();
            for (from, ends) in board.squares().zip(reach) {
                for end in ends {
                    *steps.entry(step(board, from, end)).or_default() += end.chance[0] / origins;
                }
            }
            steps
        })
        .collect()
}

fn step(board: &Geometry, from: Square, end: &ReachedSquare) -> (i32, i32) {
    let to = Square(end.square);
    let along = |at: fn(&Geometry, Square) -> u16| i32::from(at(board, to)) - i32::from(at(board, from));
    (along(Geometry::file), along(Geometry::rank))
}

/// Similarity of the moves of two types, the first of one game, the second of another: the expected number of moves that
/// both have, relative to those that one of them has.
fn similarity([own, theirs]: [&[Steps]; 2], [piece, image]: [PieceType; 2]) -> f64 {
    let (mut common, mut all) = (0.0, 0.0);
    for color in Color::BOTH {
        let (own, theirs) = (&own[Kind::new(piece, color).index()], &theirs[Kind::new(image, color).index()]);
        let chance = |step| theirs.get(step).copied().unwrap_or(0.0);
        let both: f64 = own.iter().map(|(step, own)| own.min(chance(step))).sum();
        common += both;
        all += own.values().sum::<f64>() + theirs.values().sum::<f64>() - both;
    }
    if all > 0.0 { common / all } else { 0.0 }
}
