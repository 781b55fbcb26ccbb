//! The evaluation of a game by the net of a similar one.
//!
//! A definition for which nothing has been learned often has the board, the rules and most pieces of a game with a net:
//! chess with another queen or other pawns. Each of its types takes what was learned for its counterpart, the type
//! of that game that moves most like it. Types without a counterpart keep their estimate.

use super::counterparts::{Counterparts, EstimatedGame, Steps, steps};
use super::features::{FeatureSet, NO_FEATURE};
use super::file::{LearnedWeights, NetFile, NetHeader};
use super::layer::LayerWeights;
use super::rules_hash::rules_hash;
use super::shipped::{self, ShippedNet};
use crate::board::Kind;
use crate::rules::{EndingRule, GameRules, RuleSet};
use crate::tables::Tables;
use crate::values::{self, Weights};
use crate::variant::{Variant, all_kinds, catalogue};
use once_cell::sync::{Lazy, OnceCell};

/// Least number of positions that a net was learned from to be of use in other games.
const LEAST_POSITIONS: u64 = 1_000_000;
/// Least [`Counterparts::similarity`] of a game to take a net that is added to its terms.
///
/// PERF: docs/experiments.md; between 0.75 and 0.9, 22 games gained nothing.
const LEAST_SIMILARITY: f64 = 0.9;
/// Least [`Counterparts::common_army`].
///
/// PERF: with less, four games gained +108, +53, -35 and -61 Elo; with more, 40 of 42 gained.
const LEAST_COMMON_ARMY: f64 = 0.6;
/// Least similarity to take a net in place of the terms: such a net must know every piece.
const LEAST_WITHOUT_TERMS: f64 = 0.99;

/// Returns a net for a game, made from that of the most similar game of the program; `None` if none is similar enough.
pub fn transferred(rules: GameRules<'_>, estimate: &Weights) -> Option<NetFile> {
    let game = EstimatedGame { rules, estimate };
    let transfers = SOURCES.iter().filter_map(|source| Transfer::new(game, source.built_for(rules)?));
    transfers.max_by(|a, b| a.rank().partial_cmp(&b.rank()).expect("numbers"))?.net()
}

/// A game of the program whose net can serve others.
struct Source {
    net: &'static ShippedNet,
    variant: Variant,
    built: OnceCell<Option<BuiltSource>>,
}

/// What a source is compared by, built when a game has its board.
struct BuiltSource {
    variant: &'static Variant,
    tables: Tables,
    rules: RuleSet,
    estimate: Weights,
    features: FeatureSet,
    steps: Vec<Steps>,
    file: &'static NetFile,
    layers: &'static LayerWeights,
}

static SOURCES: Lazy<Vec<Source>> = Lazy::new(|| shipped::all().filter_map(Source::new).collect());

impl Source {
    fn new(net: &'static ShippedNet) -> Option<Self> {
        let header = net.header();
        let definition = || catalogue::definition(&header.name);
        let variant = (header.positions >= LEAST_POSITIONS).then(definition)??;
        Some(Self { net, variant, built: OnceCell::new() })
    }
    /// The source, if a game has its board and may be similar.
    fn built_for(&'static self, game: GameRules<'_>) -> Option<&'static BuiltSource> {
        let (variant, own) = (game.variant, &self.variant);
        let alike = variant.board == own.board
            && variant.rotated == own.rotated
            && variant.captured == own.captured
            && variant.rules.royal_stays == own.rules.royal_stays
            && (variant.captures == own.captures || variant.captures.is_empty() && own.captures.is_empty());
        let built = || self.built.get_or_init(|| BuiltSource::new(self)).as_ref();
        alike.then(built)?.filter(|built| are_won_alike(game, built.rules()))
    }
}

impl BuiltSource {
    fn new(source: &'static Source) -> Option<Self> {
        let (variant, file) = (&source.variant, source.net.file()?);
        let tables = Tables::new(variant).ok()?;
        let rules = RuleSet::new(variant, &tables);
        let game = GameRules { variant, tables: &tables, rules: &rules };
        let (estimate, features, steps) = (values::estimate(game), FeatureSet::new(game), steps(game));
        Some(Self { variant, estimate, features, steps, file, layers: file.layers.as_ref()?, tables, rules })
    }
    fn rules(&self) -> GameRules<'_> {
        GameRules { variant: self.variant, tables: &self.tables, rules: &self.rules }
    }
}

/// Whether both games are won by mate, and by the same other rules.
fn are_won_alike(game: GameRules<'_>, other: GameRules<'_>) -> bool {
    let mates = |game: GameRules<'_>| {
        game.rules.endings.mate_wins && game.rules.endings.royals_at_start.iter().all(|&royals| royals > 0)
    };
    // A net knows nothing of goals or pieces that must not be lost. Terms know what checks are worth where they are counted.
    let others = |game: GameRules<'_>| -> Vec<EndingRule> {
        let matters = |rule: &EndingRule| {
            !matches!(rule, EndingRule::Checks | EndingRule::Baring | EndingRule::Impasse)
        };
        game.rules.endings.rules.iter().copied().filter(matters).collect()
    };
    let others_of_game = others(game);
    mates(game)
        && mates(other)
        && others_of_game == others(other)
        && others_of_game.iter().all(|rule| *rule == EndingRule::Passing)
        && game.rules.forced.any == other.rules.forced.any
}

/// A game, and the source from which it takes what was learned.
struct Transfer<'a> {
    game: EstimatedGame<'a>,
    source: &'static BuiltSource,
    features: FeatureSet,
    counterparts: Counterparts,
}

impl<'a> Transfer<'a> {
    /// Compares a game with a source; `None` if they are not similar enough.
    fn new(game: EstimatedGame<'a>, source: &'static BuiltSource) -> Option<Self> {
        let other = EstimatedGame { rules: source.rules(), estimate: &source.estimate };
        let counterparts = Counterparts::new(game, other, &source.steps);
        let keeps_terms = source.layers.keeps_terms;
        let least = if keeps_terms { LEAST_SIMILARITY } else { LEAST_WITHOUT_TERMS };
        let loses_terms = !keeps_terms && game.rules.rules.endings.has(EndingRule::Checks);
        if loses_terms
            || counterparts.similarity < least
            || counterparts.common_army < LEAST_COMMON_ARMY
            || !source.features.is_colour_symmetric()
        {
            return None;
        }
        let features = FeatureSet::new(game.rules);
        (features.mirrors == source.features.mirrors).then_some(Self { game, source, features, counterparts })
    }
    /// The greater, the better the net fits.
    fn rank(&self) -> (bool, f64, u64) {
        (self.source.layers.keeps_terms, self.counterparts.similarity, self.source.file.header.positions)
    }
    fn net(&self) -> Option<NetFile> {
        let header = NetHeader {
            name: self.game.rules.variant.name.clone(),
            rules_hash: rules_hash(self.game.rules, &self.features),
            features: self.features.count() as u32,
            ..NetHeader::default()
        };
        let layers = LayerWeights { rows: self.rows(), ..self.source.layers.clone() };
        Some(NetFile { header, weights: self.weights(), layers: Some(layers) })
    }
    /// The kinds of the game that have a counterpart, with it.
    fn kinds(&self) -> impl Iterator<Item = (Kind, Kind)> {
        all_kinds(self.game.rules.variant).filter_map(|kind| Some((kind, self.counterparts.of(kind)?)))
    }
    /// The estimate with the changes that the source has learned.
    fn weights(&self) -> LearnedWeights {
        let (learned, estimated) = (&self.source.file.weights, &self.source.estimate);
        let mut weights = LearnedWeights::of(self.game.estimate);
        let squares = self.features.squares;
        for (kind, other) in self.kinds() {
            for square in 0..squares {
                let (to, from) = (kind.index() * squares + square, other.index() * squares + square);
                add_change(&mut weights.square[to], learned.square[from], estimated.square[from]);
            }
            let (to, from) = (kind.index(), other.index());
            add_change(&mut weights.hand[to], learned.hand[from], estimated.hand[from]);
        }
        weights
    }
    /// The rows of the features: those of the counterparts, else zeros.
    fn rows(&self) -> Vec<i16> {
        let (own, theirs, layers) = (&self.features, &self.source.features, self.source.layers);
        let mut rows = vec![0; own.count() * layers.hidden];
        let row = |feature: u32| feature as usize * layers.hidden..(feature as usize + 1) * layers.hidden;
        let mut copy = |to: u32, from: u32| {
            if to != NO_FEATURE && from != NO_FEATURE {
                rows[row(to)].copy_from_slice(&layers.rows[row(from)]);
            }
        };
        for view in 0..own.pieces.len() {
            for (kind, other) in self.kinds() {
                for square in 0..own.squares {
                    let on =
                        |set: &FeatureSet, kind: Kind| set.pieces[view][kind.index() * set.squares + square];
                    copy(on(own, kind), on(theirs, other));
                }
                let held = |set: &FeatureSet, kind: Kind| set.hands[view / 2][kind.index()];
                let (to, from) = (held(own, kind), held(theirs, other));
                if to != NO_FEATURE && from != NO_FEATURE {
                    (0..FeatureSet::MOST_IN_HAND).for_each(|n| copy(to + n, from + n));
                }
            }
            let marks = own.marks[view].iter().zip(&theirs.marks[view]);
            marks.for_each(|(&to, &from)| copy(to, from));
        }
        rows
    }
}

/// Adds what was learned to a weight: the difference between the learned weight of the counterpart and its estimate.
fn add_change(weight: &mut (i16, i16), learned: (i16, i16), estimated: (i16, i16)) {
    weight.0 = weight.0.saturating_add(learned.0.saturating_sub(estimated.0));
    weight.1 = weight.1.saturating_add(learned.1.saturating_sub(estimated.1));
}

#[cfg(test)]
mod tests {
    use super::super::with_learned;
    use super::*;
    use crate::position::Game;

    fn game(name: &str) -> Game {
        Game::new(catalogue::find(name).expect(name).variant.clone()).expect("tables")
    }

    fn of(game: &Game) -> Option<NetFile> {
        transferred(game.game_rules(), &game.weights)
    }

    /// Where all types have counterparts that move alike, everything that was learned is taken over.
    #[test]
    fn nothing_is_lost_between_games_with_the_same_pieces() {
        let chess = shipped::shipped(game("normal").game_rules()).expect("a net");
        for name in ["stalematewin", "selfcapture", "centaurking"] {
            let net = of(&game(name)).expect(name);
            assert_eq!(net.layers, chess.layers, "{name}");
            assert_eq!(net.weights.square, chess.weights.square, "{name}");
        }
    }

    /// A stronger queen is worth its estimate, changed as that of the queen.
    #[test]
    fn types_without_an_equal_take_the_most_similar_one() {
        let (chess, amazon) = (game("normal"), game("amazon"));
        let net = of(&amazon).expect("a net");
        let evaluation = with_learned(amazon.game_rules(), &amazon.weights, &net).expect("the same rules");
        assert!(evaluation.net.is_some_and(|net| net.keeps_terms));
        let queen =
            chess.variant.types().find(|t| chess.variant.pieces[t.index()].id == "Q").expect("a queen");
        let learned = &shipped::shipped(chess.game_rules()).expect("a net").weights.square;
        let kind = Kind::new(queen, crate::board::Color::White);
        for square in 0..64 {
            let at = kind.index() * 64 + square;
            let gained = i32::from(net.weights.square[at].0) - i32::from(amazon.weights.square[at].0);
            let change = i32::from(learned[at].0) - i32::from(chess.weights.square[at].0);
            assert_eq!(gained, change, "square {square}");
        }
    }

    /// Goals, forced captures, royals that may not flee, other boards, pieces that must be lost or kept, and armies unlike
    /// any other.
    #[test]
    fn other_games_take_nothing() {
        for name in [
            "sixthrank",
            "antichess",
            "losalamos",
            "elimination",
            "grasshopper",
            "knightmate",
            "massacre",
            "weak",
            "makpong",
        ] {
            assert!(of(&game(name)).is_none(), "{name}");
        }
    }
}
