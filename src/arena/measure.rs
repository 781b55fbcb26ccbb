//! Piece values by play: compares games with changed pieces on one side to games with an extra pawn.
//!
//! The *measured side* has the changed pieces or the extra pawn.

use super::referee;
use super::stats::Pentanomial;
use crate::board::{Color, Square};
use crate::movegen;
use crate::position::{Game, Position};
use crate::random::{Rng, mix};
use crate::search::{Limits, Searcher};
use crate::variant::{Array, PieceType, Variant};
use rayon::prelude::*;
use std::sync::atomic::AtomicBool;

/// Maximum length of a game, plies; a longer game is a draw.
const MAX_PLIES: usize = 400;
/// Occurrences of a position that end the game; see [`referee::winner`].
const OCCURRENCES: u16 = 3;
/// Transposition table of a side, MiB; enough for searches of a few thousand nodes.
const HASH_MB: usize = 1;

/// Replacement of pieces of one side in the array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Substitution {
    /// Squares concerned.
    pub at: ArmyPlace,
    /// New piece; `None` leaves the squares empty.
    pub becomes: Option<PieceType>,
}

/// Squares of the array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArmyPlace {
    /// All squares with a piece of this type.
    Type(PieceType),
    /// One square from White's side of the board; for Black, its mirror image.
    Square(Square),
}

impl Substitution {
    /// Whether it replaces this piece.
    fn applies_to(&self, variant: &Variant, (square, color, piece): (Square, Color, PieceType)) -> bool {
        match self.at {
            ArmyPlace::Type(own) => own == piece,
            ArmyPlace::Square(own) => variant.as_white_sees(color, own) == square,
        }
    }
}

/// Returns the array with the substitutions made for one side.
pub fn changed(variant: &Variant, side: Color, changes: &[Substitution]) -> Array {
    let piece_of = |&(square, color, piece)| {
        let change = changes.iter().find(|c| color == side && c.applies_to(variant, (square, color, piece)));
        let piece = change.map_or(Some(piece), |change| change.becomes)?;
        Some((square, color, piece))
    };
    variant.setup.iter().filter_map(piece_of).collect()
}

/// Settings of the games.
#[derive(clap::Args, Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeasureLimits {
    /// Nodes per search
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Random plies at the start
    #[arg(long, default_value_t = 4, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(..=1000))]
    pub random: u16,
    /// Seed of the random moves; the same seed gives the same games
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
}

/// Pairs of games: the measured side is White in the first game of a pair and Black in the second. Both games start
/// with random moves from the same seed.
#[derive(Debug)]
pub struct MeasuringMatch<'a> {
    /// `[colour of the measured side]`.
    pub games: [&'a Game; 2],
    /// Settings of the games.
    pub pace: MeasureLimits,
}

impl MeasuringMatch<'_> {
    /// Returns the seed of the random moves of a pair. Mixed, so that matches with other seeds share no games.
    const fn seed(&self, number: u64) -> u64 {
        mix(self.pace.seed ^ mix(number))
    }
    /// Plays a pair. Returns the points of the measured side in halves, 0 to 4.
    fn pair(&self, number: u64) -> usize {
        let points = |side: Color| match play(self.games[side.index()], self.pace, self.seed(number)) {
            None => 1,
            Some(winner) => 2 * usize::from(winner == side),
        };
        Color::BOTH.map(points).iter().sum()
    }
    /// Plays pairs in parallel. The result does not depend on the number of threads.
    pub fn pairs(&self, numbers: &[u64], done: impl Fn() + Sync) -> Pentanomial {
        let of = |&number: &u64| {
            let pair = Pentanomial::of_pair(self.pair(number));
            done();
            pair
        };
        numbers.par_iter().map(of).reduce(Pentanomial::default, Pentanomial::and)
    }
}

/// Plays a game of the program against itself. Returns the winner; `None` for a draw.
fn play(game: &Game, pace: MeasureLimits, seed: u64) -> Option<Color> {
    let mut pos = Position::start(game);
    let mut rng = Rng(seed);
    for _ in 0..pace.random {
        let Some((_, mv)) = movegen::random_move(game, &mut pos, &mut rng) else { break };
        pos.make(game, mv);
    }
    // A separate table for each side, so that neither profits from the other's searches.
    let mut sides = [Searcher::new(HASH_MB), Searcher::new(HASH_MB)];
    let limits = Limits { nodes: Some(pace.nodes), ..Limits::default() };
    let never = AtomicBool::new(false);
    for _ in 0..MAX_PLIES {
        let mover = pos.side();
        if let Some(winner) = referee::winner(game, &mut pos, OCCURRENCES) {
            return winner;
        }
        let best = sides[mover.index()].search(game, &pos, &limits, &never, &mut |_| {}).best?;
        pos.make(game, best);
    }
    None
}

impl Pentanomial {
    /// Returns the result of one pair, in half points: 0 to 4.
    fn of_pair(half_points: usize) -> Self {
        Self(std::array::from_fn(|points| u32::from(points == half_points)))
    }
    /// Adds another result.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
        self
    }
    /// Returns the points per game, 0 to 1.
    pub fn score(&self) -> f64 {
        self.moments().map_or(0.5, |(mean, _)| mean)
    }
    /// Returns the standard error of the score, from the variance between pairs: not less than that of half a game.
    pub fn standard_error(&self) -> f64 {
        let pairs = f64::from(self.total());
        match self.moments() {
            Some((_, variance)) if pairs > 1.0 => {
                (variance / (pairs - 1.0)).sqrt().max(0.5 / (2.0 * pairs + 1.0))
            }
            _ => 0.5,
        }
    }
    /// Returns the log odds of the score and their standard error. Each side gets an extra half point, so that both are
    /// finite.
    fn log_odds(&self) -> (f64, f64) {
        let games = 2.0 * f64::from(self.total());
        let score = (self.score() * games + 0.5) / (games + 1.0);
        ((score / (1.0 - score)).ln(), self.standard_error() / (score * (1.0 - score)))
    }
}

/// Converts an advantage to pawns, with its standard error: its log odds divided by the log odds of an extra pawn.
/// `None` if the advantage of a pawn is less than twice its error.
pub fn in_pawns(tally: &Pentanomial, pawn: &Pentanomial) -> Option<(f64, f64)> {
    let ((odds, odds_error), (unit, unit_error)) = (tally.log_odds(), pawn.log_odds());
    if unit < 2.0 * unit_error {
        return None;
    }
    let value = odds / unit;
    Some((value, (odds_error.powi(2) + (value * unit_error).powi(2)).sqrt() / unit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::catalogue;

    fn tally(half_points: &[usize]) -> Pentanomial {
        half_points.iter().fold(Pentanomial::default(), |tally, &pair| tally.and(Pentanomial::of_pair(pair)))
    }

    #[test]
    fn level_games_are_worth_no_pawns() {
        let pawn = tally(&[4, 3, 2, 3, 4, 2, 3, 3]);
        let (value, error) = in_pawns(&tally(&[2, 1, 3, 2]), &pawn).expect("a pawn counts");
        assert!(value.abs() < 1e-9 && error > 0.0);
        let (value, _) = in_pawns(&pawn, &pawn).expect("a pawn counts");
        assert!((value - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_pawn_without_effect_gives_no_unit() {
        assert_eq!(in_pawns(&tally(&[4; 4]), &tally(&[2, 2, 1, 3])), None);
    }

    #[test]
    fn matches_with_neighbouring_seeds_share_no_games() {
        let game = Game::new(catalogue::load("normal").expect("chess").variant).expect("tables");
        let seeds = |seed| {
            let pace = MeasureLimits { nodes: 1, random: 4, seed };
            let pairs = MeasuringMatch { games: [&game; 2], pace };
            (0..100).map(move |number| pairs.seed(number)).collect::<Vec<_>>()
        };
        assert!(seeds(1).iter().all(|seed| !seeds(2).contains(seed)));
    }

    #[test]
    fn only_one_side_is_changed() {
        let variant = catalogue::load("normal").expect("chess").variant;
        let find = |id: &str| PieceType(variant.pieces.iter().position(|p| p.id == id).expect(id) as u16);
        let (knight, bishop) = (find("N"), find("B"));
        let change = Substitution { at: ArmyPlace::Type(knight), becomes: Some(bishop) };
        let array = changed(&variant, Color::Black, &[change]);
        let count = |color, piece| array.iter().filter(|s| s.1 == color && s.2 == piece).count();
        assert_eq!((count(Color::Black, bishop), count(Color::Black, knight)), (4, 0));
        assert_eq!((count(Color::White, bishop), count(Color::White, knight)), (2, 2));
        // f2 for Black: f7.
        let f2 = variant.board.at(5, 1).expect("f2");
        let array =
            changed(&variant, Color::Black, &[Substitution { at: ArmyPlace::Square(f2), becomes: None }]);
        assert_eq!(array.len(), 31);
        assert!(array.iter().all(|s| s.0 != variant.board.at(5, 6).expect("f7")));
    }
}
