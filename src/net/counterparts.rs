//! The types of one game that move like those of another.

use super::features::FeatureSet;
use crate::board::{Color, Geometry, Kind, Square};
use crate::rules::GameRules;
use crate::values::{self, EvalRole, ReachedSquare, Weights};
use crate::variant::{PieceType, all_kinds};
use fxhash::FxHashMap;

/// Least similarity of a type and its counterpart, 0 to 1.
const MIN_ALIKE: f64 = 0.3;
/// Least similarity of a royal and its counterpart. A King is 0.5 similar to one that also moves as a Knight.
const MIN_ALIKE_ROYAL: f64 = 0.45;
/// Greatest value of the counterpart of a piece, relative to that of the piece. It may be worth less.
///
/// PERF: docs/experiments.md, "With the Queen as the counterpart".
const MAX_VALUE: f64 = 1.7;

/// A game with all by which it is compared with others.
#[derive(Clone, Copy, Debug)]
pub(super) struct ComparedGame<'a> {
    /// Its rules.
    pub game_rules: GameRules<'a>,
    /// The estimate.
    pub estimate: &'a Weights,
    /// The features.
    pub features: &'a FeatureSet,
    /// `[kind]`
    pub steps: &'a [Steps],
}

impl ComparedGame<'_> {
    fn role(self, kind: Kind) -> EvalRole {
        self.estimate.traits[kind.index()].role
    }
    fn value(self, kind: Kind) -> f64 {
        f64::from(self.estimate.endgame_value[kind.index()])
    }
    /// Number of pieces of the kind at the start, on the board and in hand.
    fn count(self, kind: Kind) -> f64 {
        self.game_rules.variant.count_at_start(kind.color(), kind.piece()) as f64
    }
    /// Whether a type of another game can be the counterpart of a type, apart from its moves: it has the same role and,
    /// if it is a piece, is not worth much more.
    fn admits(self, piece: PieceType, other: ComparedGame<'_>, theirs: PieceType) -> bool {
        Color::BOTH.iter().all(|&color| {
            let [own, theirs] = [piece, theirs].map(|piece| Kind::new(piece, color));
            let role = self.role(own);
            let is_worth_more = MAX_VALUE * self.value(own) < other.value(theirs);
            role == other.role(theirs) && !(role == EvalRole::Piece && is_worth_more)
        })
    }
    /// The counterpart of a type and its similarity.
    fn counterpart(self, piece: PieceType, other: ComparedGame<'_>) -> Option<(PieceType, f64)> {
        let types = other.game_rules.variant.types().filter(|&theirs| self.admits(piece, other, theirs));
        let compared = types.map(|theirs| (theirs, similarity([self.steps, other.steps], [piece, theirs])));
        let best = compared.max_by(|a, b| a.1.total_cmp(&b.1));
        let royal = Color::BOTH.iter().any(|&color| self.role(Kind::new(piece, color)) == EvalRole::Royal);
        best.filter(|best| best.1 >= if royal { MIN_ALIKE_ROYAL } else { MIN_ALIKE })
    }
}

/// The counterpart of each type of a game: the type of another game that moves most like it.
#[derive(Clone, Debug)]
pub(super) struct Counterparts {
    /// `[type]`
    types: Vec<Option<PieceType>>,
    /// Mean similarity of the pieces at the start to their counterparts, weighted by value, 0 to 1; 0 if a royal has no
    /// counterpart.
    pub similarity: f64,
    /// Value of the pieces that both games have at the start, relative to that of the pieces that one of them has, 0 to 1.
    pub common_army: f64,
}

impl Counterparts {
    /// Finds the counterparts of a game in another one.
    pub fn new(game: ComparedGame<'_>, other: ComparedGame<'_>) -> Self {
        let types = game.game_rules.variant.types();
        let found: Vec<Option<(PieceType, f64)>> =
            types.map(|piece| game.counterpart(piece, other)).collect();
        Self {
            similarity: mean_similarity(game, &found),
            common_army: common_army(game, other, &found),
            types: found.into_iter().map(|found| Some(found?.0)).collect(),
        }
    }
    /// The counterpart of a kind.
    pub fn of(&self, kind: Kind) -> Option<Kind> {
        self.types[kind.piece().index()].map(|piece| Kind::new(piece, kind.color()))
    }
    /// Whether every type has a counterpart.
    pub fn are_complete(&self) -> bool {
        self.types.iter().all(Option::is_some)
    }
    /// Whether the counterpart of each type stands in the same place of the list, as tables by type expect.
    pub fn keep_order(&self) -> bool {
        (0..).zip(&self.types).all(|(index, &counterpart)| counterpart == Some(PieceType(index)))
    }
}

/// Computes [`Counterparts::similarity`].
fn mean_similarity(game: ComparedGame<'_>, found: &[Option<(PieceType, f64)>]) -> f64 {
    let (mut all, mut similar) = (0.0, 0.0);
    for kind in all_kinds(game.game_rules.variant) {
        let counterpart = found[kind.piece().index()];
        if game.role(kind) != EvalRole::Royal {
            let value = game.count(kind) * game.value(kind);
            all += value;
            similar += counterpart.map_or(0.0, |(_, similarity)| value * similarity);
        } else if game.count(kind) > 0.0 && counterpart.is_none() {
            return 0.0;
        }
    }
    if all > 0.0 { similar / all } else { 0.0 }
}

/// Computes [`Counterparts::common_army`].
fn common_army(game: ComparedGame<'_>, other: ComparedGame<'_>, found: &[Option<(PieceType, f64)>]) -> f64 {
    let mut counts = vec![0.0; other.game_rules.tables.kind_count()];
    let (mut common, mut all) = (0.0, 0.0);
    for kind in all_kinds(game.game_rules.variant) {
        match found[kind.piece().index()] {
            Some((piece, _)) => counts[Kind::new(piece, kind.color()).index()] += game.count(kind),
            None => all += game.count(kind) * game.value(kind),
        }
    }
    for kind in all_kinds(other.game_rules.variant) {
        let (own, theirs) = (counts[kind.index()], other.count(kind));
        common += own.min(theirs) * other.value(kind);
        all += own.max(theirs) * other.value(kind);
    }
    if all > 0.0 { common / all } else { 0.0 }
}

/// The steps of a kind, in files and ranks: how likely each is a move on a board filled at random, per square from which
/// the kind can move.
pub(super) type Steps = FxHashMap<(i32, i32), f64>;

/// `[kind]`: the steps of all kinds.
pub(super) fn steps(game: GameRules<'_>) -> Vec<Steps> {
    let board = &game.variant.board;
    let of_kind = |reach: Vec<Vec<ReachedSquare>>| {
        let origins = reach.iter().filter(|ends| !ends.is_empty()).count().max(1) as f64;
        let mut steps = Steps::default();
        for (from, ends) in board.squares().zip(&reach) {
            for end in ends {
                *steps.entry(step(board, from, end)).or_default() += end.chance[0] / origins;
            }
        }
        steps
    };
    values::reach(game).into_iter().map(of_kind).collect()
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
