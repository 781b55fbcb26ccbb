//! Piece values by play: compares games with changed pieces on one side to games with an extra pawn.
//!
//! The *measured side* has the changed pieces or the extra pawn.

use super::stats::Pentanomial;
use crate::board::{Color, Square};
use crate::movegen::{self, Outcome};
use crate::position::{Game, MoveList, Position};
use crate::random::Rng;
use crate::search::{Limits, Searcher};
use crate::variant::{Array, PieceType, Variant};
use rayon::prelude::*;
use std::sync::atomic::AtomicBool;

/// Maximum length of a game, plies; a longer game is a draw.
const MAX_PLIES: usize = 400;
/// Occurrences of a position that end the game as a draw, unless the rules of the variant end it earlier.
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
    let mut array = Array::with_capacity(variant.setup.len());
    for &(square, color, piece) in &variant.setup {
        let change = changes.iter().find(|c| color == side && c.applies_to(variant, (square, color, piece)));
        match change {
            None => array.push((square, color, piece)),
            Some(Substitution { becomes: Some(other), .. }) => array.push((square, color, *other)),
            Some(Substitution { becomes: None, .. }) => {}
        }
    }
    array
}

/// Settings of the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeasureLimits {
    /// Nodes per search.
    pub nodes: u64,
    /// Random plies at the start.
    pub random: usize,
    /// Seed of the random moves.
    pub seed: u64,
}

/// Pairs of games: the measured side is White in the first game of a pair and Black in the second. Both games start
/// with random moves from the same seed.
#[derive(Debug)]
pub struct Match<'a> {
    /// `[colour of the measured side]`.
    pub games: [&'a Game; 2],
    /// Settings of the games.
    pub pace: MeasureLimits,
}

impl Match<'_> {
    /// Plays a pair. Returns the points of the measured side, 0 to 2.
    pub fn pair(&self, number: u64) -> f64 {
        let seed = self.pace.seed.wrapping_add(number);
        Color::BOTH
            .into_iter()
            .map(|side| points(play(self.games[side.index()], self.pace, seed), side))
            .sum()
    }
    /// Plays pairs in parallel. The result does not depend on the number of threads.
    pub fn pairs(&self, numbers: &[u64], done: impl Fn() + Sync) -> PairScore {
        let of = |&number: &u64| {
            let points = self.pair(number);
            done();
            points
        };
        let all: Vec<f64> = numbers.par_iter().map(of).collect();
        all.into_iter().fold(PairScore::default(), PairScore::with)
    }
}

fn points(winner: Option<Color>, side: Color) -> f64 {
    match winner {
        None => 0.5,
        Some(winner) => f64::from(u8::from(winner == side)),
    }
}

/// Plays a game of the program against itself. Returns the winner; `None` for a draw.
fn play(game: &Game, pace: MeasureLimits, seed: u64) -> Option<Color> {
    let mut pos = Position::start(game);
    let mut rng = Rng(seed);
    for _ in 0..pace.random {
        let mut list = MoveList::new();
        movegen::legal(game, &mut pos, &mut list);
        if list.is_empty() {
            break;
        }
        pos.make(game, list[rng.below(list.len())]);
    }
    // A separate table for each side, so that neither profits from the other's searches.
    let mut sides = [Searcher::new(HASH_MB), Searcher::new(HASH_MB)];
    let limits = Limits { nodes: Some(pace.nodes), ..Limits::default() };
    let never = AtomicBool::new(false);
    for _ in 0..MAX_PLIES {
        let mover = pos.side();
        match movegen::result(game, &mut pos) {
            Some(Outcome::Won) => return Some(mover),
            Some(Outcome::Lost) => return Some(mover.other()),
            Some(Outcome::Drawn) => return None,
            None if pos.occurrences() >= OCCURRENCES => return None,
            None => {}
        }
        let best = sides[mover.index()].search(game, &pos, &limits, &never, &mut |_| {}).best?;
        pos.make(game, best);
    }
    None
}

/// Score of pairs of games.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct PairScore(Pentanomial);

impl PairScore {
    /// Adds a pair with 0 to 2 points.
    #[must_use]
    pub fn with(mut self, points: f64) -> Self {
        let outcome = (2.0 * points).round().clamp(0.0, 4.0);
        self.0.0[outcome as usize] += 1;
        self
    }
    /// Adds another score.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.0.0.iter_mut().zip(other.0.0).for_each(|(count, more)| *count += more);
        self
    }
    /// Returns the number of pairs played.
    pub fn pairs(&self) -> u32 {
        self.0.total()
    }
    /// Returns the points per game, 0 to 1.
    pub fn score(&self) -> f64 {
        self.0.moments().map_or(0.5, |(mean, _)| mean)
    }
    /// Returns the standard error of the score, from the variance between pairs.
    pub fn error(&self) -> f64 {
        let pairs = f64::from(self.pairs());
        match self.0.moments() {
            Some((_, variance)) if pairs > 1.0 => (variance / (pairs - 1.0)).sqrt(),
            _ => 0.5,
        }
    }
    /// Returns the log odds of the score and their standard error. Each side gets an extra half point, so that both are
    /// finite.
    pub fn log_odds(&self) -> (f64, f64) {
        let games = 2.0 * f64::from(self.pairs());
        let score = (self.score() * games + 0.5) / (games + 1.0);
        let error = self.error().max(0.5 / (games + 1.0));
        ((score / (1.0 - score)).ln(), error / (score * (1.0 - score)))
    }
}

/// Converts an advantage to pawns, with its standard error: its log odds divided by the log odds of an extra pawn.
/// `None` if the advantage of a pawn is less than twice its error.
pub fn in_pawns(tally: &PairScore, pawn: &PairScore) -> Option<(f64, f64)> {
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

    fn tally(points: &[f64]) -> PairScore {
        points.iter().fold(PairScore::default(), |tally, &points| tally.with(points))
    }

    #[test]
    fn level_games_are_worth_no_pawns() {
        let pawn = tally(&[2.0, 1.5, 1.0, 1.5, 2.0, 1.0, 1.5, 1.5]);
        let (value, error) = in_pawns(&tally(&[1.0, 0.5, 1.5, 1.0]), &pawn).expect("a pawn counts");
        assert!(value.abs() < 1e-9 && error > 0.0);
        let (value, _) = in_pawns(&pawn, &pawn).expect("a pawn counts");
        assert!((value - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_pawn_without_effect_gives_no_unit() {
        assert_eq!(in_pawns(&tally(&[2.0; 4]), &tally(&[1.0, 1.0, 0.5, 1.5])), None);
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
