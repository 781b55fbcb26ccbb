//! The evaluation of a game by the net of a similar one.
//!
//! A definition for which nothing has been learned often has the board, the rules and most pieces of a game with a net:
//! chess with another queen or other pawns. Each of its types takes what was learned for its counterpart, the type
//! of that game that moves most like it. Types without a counterpart keep their estimate.

use super::counterparts::{ComparedGame, Counterparts, Steps, steps};
use super::features::{FeatureSet, NO_FEATURE, flipped};
use super::file::{LearnedWeights, NetFile, NetHeader};
use super::layer::LayerWeights;
use super::rules_hash::rules_hash;
use super::shipped::{self, ShippedNet};
use crate::board::{Color, Kind, Square};
use crate::rules::{EndingRule, GameRules, RuleSet};
use crate::tables::Tables;
use crate::values::{self, Weights};
use crate::variant::{Variant, all_kinds, catalogue};
use once_cell::sync::{Lazy, OnceCell};

/// Fewest positions of a net that other games may take.
const MIN_POSITIONS: u64 = 1_000_000;
/// Least [`Counterparts::similarity`] of a game to take a net that is added to its terms.
///
/// PERF: docs/experiments.md, "Evaluation made from the net of a similar game" and the rows after it.
const MIN_SIMILARITY: f64 = 0.9;
/// Least similarity to take a net in place of the terms, which must know every piece.
const MIN_WITHOUT_TERMS: f64 = 0.99;
/// Least [`Counterparts::common_army`].
const MIN_COMMON_ARMY: f64 = 0.6;

/// Returns a net for a game, made from that of the most similar game of the program; `None` if none is similar enough.
pub(super) fn transferred(game: GameRules<'_>, estimate: &Weights) -> Option<NetFile> {
    let traits = std::cell::OnceCell::new();
    // Nets that are added to the terms come first: what they do not know, the terms do.
    [true, false].into_iter().find_map(|keeps_terms| {
        let sources = SOURCES.iter().filter_map(|source| source.built_for(game, keeps_terms));
        let transfers = sources.filter_map(|source| {
            let compared = traits.get_or_init(|| Traits::new(game)).of(game, estimate);
            Transfer::new(compared, source).filter(Transfer::is_similar)
        });
        let best = transfers.max_by(|a, b| a.rank().partial_cmp(&b.rank()).expect("numbers"))?;
        Some(best.net())
    })
}

/// Returns a net for a game, made from one that was learned for another game of the catalogue, however similar; `None` if
/// that game has another board or is not known.
pub fn adapted(game: GameRules<'_>, estimate: &Weights, file: &NetFile) -> Option<NetFile> {
    let variant = catalogue::definition(&file.header.name)?;
    let source = BuiltSource::new(&variant, file)?;
    let is_of_source = file.header.rules_hash == rules_hash(source.game_rules(), &source.traits.features);
    let fits = is_of_source && have_board_of(game.variant, &variant);
    let traits = Traits::new(game);
    Some(fits.then(|| Transfer::new(traits.of(game, estimate), &source))??.net())
}

/// Whether boards and the view of Black are the same.
fn have_board_of(variant: &Variant, other: &Variant) -> bool {
    variant.board.has_squares_of(&other.board) && variant.rotated == other.rotated
}

/// What is computed of a game to compare it with others.
struct Traits {
    features: FeatureSet,
    steps: Vec<Steps>,
}

impl Traits {
    fn new(game: GameRules<'_>) -> Self {
        Self { features: FeatureSet::new(game), steps: steps(game) }
    }
    fn of<'a>(&'a self, game_rules: GameRules<'a>, estimate: &'a Weights) -> ComparedGame<'a> {
        ComparedGame { game_rules, estimate, features: &self.features, steps: &self.steps }
    }
}

/// A game of the program whose net can serve others.
struct Source {
    net: &'static ShippedNet,
    variant: Variant,
    built: OnceCell<Option<BuiltSource<'static>>>,
}

/// A source with its tables, built when a game has its board.
struct BuiltSource<'a> {
    variant: &'a Variant,
    tables: Tables,
    rules: RuleSet,
    estimate: Weights,
    traits: Traits,
    file: &'a NetFile,
    layers: &'a LayerWeights,
}

static SOURCES: Lazy<Vec<Source>> = Lazy::new(|| shipped::all().filter_map(Source::new).collect());

impl Source {
    fn new(net: &'static ShippedNet) -> Option<Self> {
        let header = net.header();
        let definition = || catalogue::definition(&header.name);
        let variant = (header.positions >= MIN_POSITIONS).then(definition)??;
        Some(Self { net, variant, built: OnceCell::new() })
    }
    /// The source, if its net is of the given kind and a game has its board and rules.
    fn built_for(
        &'static self,
        game: GameRules<'_>,
        keeps_terms: bool,
    ) -> Option<&'static BuiltSource<'static>> {
        let (variant, other) = (game.variant, &self.variant);
        let alike = have_board_of(variant, other)
            && variant.captured == other.captured
            && variant.move_rules.royal_stays == other.move_rules.royal_stays
            && (variant.captures == other.captures
                || variant.captures.is_empty() && other.captures.is_empty());
        let file = alike.then(|| self.net.file())??;
        if file.layers.as_ref()?.keeps_terms != keeps_terms {
            return None;
        }
        // Not `get_or_init`: others might wait for the threads that build.
        if self.built.get().is_none() {
            let _ = self.built.set(BuiltSource::new(other, file));
        }
        self.built.get()?.as_ref().filter(|built| are_won_alike(game, built.game_rules()))
    }
}

impl<'a> BuiltSource<'a> {
    fn new(variant: &'a Variant, file: &'a NetFile) -> Option<Self> {
        let tables = Tables::new(variant).ok()?;
        let rules = RuleSet::new(variant, &tables);
        let game = GameRules { variant, tables: &tables, rules: &rules };
        let (estimate, traits) = (values::estimate(game), Traits::new(game));
        Some(Self { variant, estimate, traits, file, layers: file.layers.as_ref()?, tables, rules })
    }
    fn game_rules(&self) -> GameRules<'_> {
        GameRules { variant: self.variant, tables: &self.tables, rules: &self.rules }
    }
    fn compared(&self) -> ComparedGame<'_> {
        self.traits.of(self.game_rules(), &self.estimate)
    }
}

/// Whether both games are won by mate and, apart from passing, by no other rule that a net would have to know.
fn are_won_alike(game: GameRules<'_>, other: GameRules<'_>) -> bool {
    // Royals may be in hand until they are set up.
    let has_royal = |game: GameRules<'_>, color: Color| {
        let starts = |kind: Kind| game.variant.count_at_start(color, kind.piece()) > 0;
        game.tables.kinds_of(color).any(|kind| game.tables.kind(kind).royal && starts(kind))
    };
    let mates = |game: GameRules<'_>| {
        let royals = Color::BOTH.into_iter().all(|color| has_royal(game, color));
        game.rules.endings.mate_wins && royals && !game.rules.sharing.any
    };
    // The terms count checks, but where the first one wins, little else matters.
    let first_check_wins = game.variant.ends.checks.contains(&1);
    let allows = |rule: EndingRule| match rule {
        EndingRule::Checks | EndingRule::Baring | EndingRule::Impasse => true,
        EndingRule::Passes => [game, other].iter().all(|game| game.rules.endings.has(EndingRule::Passes)),
        EndingRule::Extinction | EndingRule::Goal | EndingRule::Castling | EndingRule::Connection => false,
    };
    let mut endings = [game, other].into_iter().flat_map(|game| game.rules.endings.iter());
    !first_check_wins
        && mates(game)
        && mates(other)
        && endings.all(allows)
        && game.rules.forced.any == other.rules.forced.any
}

/// A game, and the source from which it takes what was learned.
struct Transfer<'a> {
    game: ComparedGame<'a>,
    source: &'a BuiltSource<'a>,
    counterparts: Counterparts,
}

impl<'a> Transfer<'a> {
    /// Compares a game with a source that has its board; `None` if their sides see the board in other ways.
    fn new(game: ComparedGame<'a>, source: &'a BuiltSource<'a>) -> Option<Self> {
        let features = &source.traits.features;
        let fits = game.features.mirrors == features.mirrors && features.is_colour_symmetric();
        fits.then(|| Self { game, source, counterparts: Counterparts::new(game, source.compared()) })
    }
    /// Whether the pieces are similar enough.
    fn is_similar(&self) -> bool {
        let Self { game, counterparts, .. } = self;
        let alike = if self.source.layers.keeps_terms {
            counterparts.similarity >= MIN_SIMILARITY
        } else {
            counterparts.similarity >= MIN_WITHOUT_TERMS
                && counterparts.are_complete()
                && !game.game_rules.rules.endings.has(EndingRule::Checks)
        };
        alike
            && counterparts.common_army >= MIN_COMMON_ARMY
            && (game.game_rules.variant.captures.is_empty() || counterparts.keep_order())
    }
    /// The greater, the better the net fits.
    fn rank(&self) -> (f64, u64) {
        (self.counterparts.similarity, self.source.file.header.positions)
    }
    fn net(&self) -> NetFile {
        let header = NetHeader {
            name: self.source.file.header.name.clone(),
            rules_hash: rules_hash(self.game.game_rules, self.game.features),
            features: self.game.features.count() as u32,
            ..NetHeader::default()
        };
        let source = self.source.layers;
        let layers = LayerWeights {
            hidden: source.hidden,
            rows: self.rows(),
            bias: source.bias.clone(),
            output: source.output.clone(),
            output_bias: source.output_bias.clone(),
            scale: source.scale,
            keeps_terms: source.keeps_terms,
        };
        NetFile { header, weights: self.weights(), layers: Some(layers) }
    }
    /// The kinds of the game that have a counterpart, with it.
    fn kinds(&self) -> impl Iterator<Item = (Kind, Kind)> {
        all_kinds(self.game.game_rules.variant).filter_map(|kind| Some((kind, self.counterparts.of(kind)?)))
    }
    /// The estimate with the changes that the source has learned.
    fn weights(&self) -> LearnedWeights {
        let (learned, estimated) = (&self.source.file.weights, &self.source.estimate);
        let mut weights = LearnedWeights::of(self.game.estimate);
        let squares = self.game.features.squares;
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
        let (own, theirs, layers) = (self.game.features, &self.source.traits.features, self.source.layers);
        let mut rows = vec![0; own.count() * layers.hidden];
        let row = |feature: u32| feature as usize * layers.hidden..(feature as usize + 1) * layers.hidden;
        let mut copy = |to: u32, from: u32| {
            if to != NO_FEATURE && from != NO_FEATURE {
                rows[row(to)].copy_from_slice(&layers.rows[row(from)]);
            }
        };
        for view in 0..own.pieces.len() {
            for (kind, other) in self.kinds() {
                for square in self.game.game_rules.variant.board.squares() {
                    let trained = self.trained_square(view, kind, square);
                    let to = own.pieces[view][kind.index() * own.squares + square.index()];
                    copy(to, theirs.pieces[view][other.index() * theirs.squares + trained.index()]);
                }
            }
            let marks = own.marks[view].iter().zip(&theirs.marks[view]);
            marks.for_each(|(&to, &from)| copy(to, from));
        }
        for (own, theirs) in own.hands.iter().zip(&theirs.hands) {
            for (kind, other) in self.kinds() {
                let (to, from) = (own[kind.index()], theirs[other.index()]);
                if to != NO_FEATURE && from != NO_FEATURE {
                    (0..FeatureSet::MAX_IN_HAND).for_each(|n| copy(to + n, from + n));
                }
            }
        }
        rows
    }
    /// The square whose feature a piece takes. A side sees its only royal in the left half, so nothing was learned for own
    /// royals in the right half: where there are several, they take what was learned for the mirrored square.
    fn trained_square(&self, view: usize, kind: Kind, square: Square) -> Square {
        let ComparedGame { game_rules, features, .. } = self.game;
        let flipped = flipped(&game_rules.variant.board, square);
        let seen = if view % 2 == 1 { flipped } else { square };
        let is_own_royal = game_rules.tables.kind(kind).royal && kind.color().index() == view / 2;
        let untrained = features.mirrors && is_own_royal && features.is_in_right_half(seen);
        if untrained { flipped } else { square }
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
            let (rows, learned) = (net.layers.expect(name).rows, &chess.layers.as_ref().expect("a net").rows);
            let same = rows.iter().zip(learned).filter(|(own, learned)| own == learned).count();
            // Only the rows of own royals in the right half are other ones: 32 of 768 and the marks.
            assert!(same >= rows.len() * 95 / 100, "{name}: {same} of {} weights", rows.len());
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

    /// Only on request.
    #[test]
    fn nets_of_dissimilar_games_can_be_adapted() {
        let chess = shipped::shipped(game("normal").game_rules()).expect("a net");
        for (name, fits) in
            [("kingofthehill", true), ("grasshopper", true), ("gardner", false), ("falcon", false)]
        {
            let game = game(name);
            assert_eq!(adapted(game.game_rules(), &game.weights, chess).is_some(), fits, "{name}");
        }
    }

    /// Goals, forced captures, royals that may not flee, other boards, pieces that must be lost or kept, and armies unlike
    /// any other.
    #[test]
    fn other_games_take_nothing() {
        for name in [
            "sixthrank",
            "antichess",
            "gardner",
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
