//! Score of a match, by games and by pairs.

use super::EngineMemory;
use crate::arena::record::{EngineFault, Faults};
use crate::arena::sprt::SprtVerdict;
use crate::arena::stats::{Estimate, Pentanomial, Trinomial};
use crate::board::Color;
use std::collections::BTreeMap;

/// Minimum number of games for an Elo estimate; with fewer, the error exceeds any plausible difference.
const FEWEST: usize = 10;

/// Result of a game for the first engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// Half points: 0, 1 or 2.
    half_points: u8,
    /// Index of the engine that broke the rules, and how.
    fault: Option<(usize, EngineFault)>,
}

impl GameResult {
    /// Creates the result of a game; `first_is_white` gives the colour of the first engine.
    pub fn new(first_is_white: bool, winner: Option<Color>, fault: Option<(Color, EngineFault)>) -> Self {
        let first = if first_is_white { Color::White } else { Color::Black };
        let half_points = match winner {
            None => 1,
            Some(winner) if winner == first => 2,
            Some(_) => 0,
        };
        Self { half_points, fault: fault.map(|(side, fault)| (usize::from(side != first), fault)) }
    }
}

/// The stopping rules of a match when the first of them applied. The games then in progress are finished, but do not
/// change the decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchDecision {
    /// Verdict of the sequential test.
    pub verdict: SprtVerdict,
    /// Index of a variant that the first engine loses.
    pub lost: Option<usize>,
}

/// Results of a match so far.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct MatchScore {
    results: BTreeMap<usize, GameResult>,
    /// Games of the first engine: lost, drawn, won.
    pub games: Trinomial,
    /// Pairs with both games finished.
    pub pairs: Pentanomial,
    /// Faults of the engines.
    pub faults: [Faults; 2],
    /// Memory of the engines in the games of this run.
    pub memory: [EngineMemory; 2],
    /// Why the match ends before its last game.
    pub decision: Option<MatchDecision>,
}

impl MatchScore {
    /// Adds the result of a game. An existing result is kept.
    pub fn add(&mut self, number: usize, result: GameResult) {
        if self.holds(number) {
            return;
        }
        self.results.insert(number, result);
        self.games.0[usize::from(result.half_points)] += 1;
        if let Some((engine, fault)) = result.fault {
            self.faults[engine].add(fault);
        }
        if let Some(other) = self.results.get(&(number ^ 1)) {
            self.pairs.0[usize::from(result.half_points + other.half_points)] += 1;
        }
    }
    /// Splits the results into `parts` scores; `part` returns the index of a game's part.
    pub fn split(&self, parts: usize, part: impl Fn(usize) -> usize) -> Vec<Self> {
        let mut scores = vec![Self::default(); parts];
        self.results.iter().for_each(|(&number, &result)| scores[part(number)].add(number, result));
        scores
    }
    /// Records the memory of the engines after a game.
    pub fn measure(&mut self, memory: [EngineMemory; 2]) {
        self.memory.iter_mut().zip(memory).for_each(|(all, one)| all.join(one));
    }
    /// Whether the game is finished.
    pub fn holds(&self, number: usize) -> bool {
        self.results.contains_key(&number)
    }
    /// Returns the number of finished games.
    pub fn len(&self) -> usize {
        self.results.len()
    }
    /// Whether no game is finished.
    pub fn is_empty(&self) -> bool {
        self.results.is_empty()
    }
    /// Estimates the strength from the pairs, or from the games while no pair is complete.
    pub fn estimate(&self) -> Option<Estimate> {
        self.pairs.estimate().or_else(|| self.games.estimate())
    }
    /// Returns the estimate if it is meaningful.
    ///
    /// # Errors
    /// The reason why it is not.
    pub fn fair_estimate(&self) -> Result<Estimate, &'static str> {
        let most = self.games.0.iter().max().map_or(0, |&most| most as usize);
        match self.estimate() {
            _ if self.len() < FEWEST => Err("too few games for an estimate"),
            // One side won every game: the difference is unbounded.
            _ if most == self.len() && self.games.0[1] == 0 => Err("too one-sided for an estimate"),
            Some(estimate) => Ok(estimate),
            None => Err("no estimate"),
        }
    }
    /// Returns the verdict of the sequential test.
    pub fn verdict(&self) -> SprtVerdict {
        self.decision.map_or(SprtVerdict::Open, |decision| decision.verdict)
    }
    /// Returns the first engine's share of the points, 0 to 1.
    pub fn score(&self) -> Option<f64> {
        self.games.moments().map(|(mean, _)| mean)
    }
    /// Adds the results of another match to a total.
    pub fn join(&mut self, other: &Self) {
        let shift = self.results.keys().next_back().map_or(0, |last| (last | 1) + 1);
        for (&number, &result) in &other.results {
            self.add(number + shift, result);
        }
        self.measure(other.memory);
    }
    /// Formats wins, draws and losses, score, Elo with its 95 % interval, likelihood of superiority and faults.
    pub fn words(&self) -> String {
        let [losses, draws, wins] = self.games.0;
        let mut text = format!("{wins}-{draws}-{losses} (W-D-L)");
        if let Some(score) = self.score() {
            text += &format!(", {:.1}%", 100.0 * score);
        }
        match self.fair_estimate() {
            Err(_) if self.is_empty() => {}
            Err(why) => text += &format!(", {why}"),
            Ok(estimate) => {
                text += &format!(
                    ", Elo {:+.0} [{:+.0}, {:+.0}], nElo {:+.0}, LOS {:.1}%",
                    estimate.elo,
                    estimate.low,
                    estimate.high,
                    estimate.normalized,
                    100.0 * estimate.los
                )
            }
        }
        let faults = self.faults.map(|faults| faults.total());
        if faults != [0, 0] {
            text += &format!(", faults {}-{}", faults[0], faults[1]);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_count_when_both_games_are_finished() {
        let mut tally = MatchScore::default();
        let won = |number: usize| GameResult::new(number % 2 == 0, Some(Color::White), None);
        tally.add(3, won(3));
        tally.add(0, won(0));
        assert_eq!((tally.games.0, tally.pairs.total()), ([1, 0, 1], 0));
        tally.add(1, GameResult::new(false, None, Some((Color::White, EngineFault::Crash))));
        // A win and a draw; adding game 1 again changes nothing.
        tally.add(1, won(1));
        assert_eq!((tally.games.0, tally.pairs.0), ([1, 1, 1], [0, 0, 0, 1, 0]));
        // White was the second engine.
        assert_eq!(tally.faults.map(|faults| faults.total()), [0, 1]);
    }

    #[test]
    fn totals_keep_pairs_together() {
        let mut one = MatchScore::default();
        one.add(0, GameResult::new(true, None, None));
        let mut two = MatchScore::default();
        for number in 0..2 {
            two.add(number, GameResult::new(number == 0, Some(Color::White), None));
        }
        one.join(&two);
        assert_eq!((one.len(), one.games.0, one.pairs.0), (3, [1, 1, 1], [0, 0, 1, 0, 0]));
    }
}
