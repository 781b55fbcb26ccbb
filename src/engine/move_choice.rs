//! Random choice among good moves, for varied openings and weaker play.

use crate::position::Move;
use crate::random::Rng;
use crate::search::{PvLine, Score, is_mate};

/// Lines searched when one of them is to be chosen.
const LINES: u16 = 6;

/// How far the engine may deviate from the best move. Implements levels, noise and varied openings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Variety {
    /// Centipawns by which a move must be worse than the best to be chosen e times less often. 0: always the best
    /// move; infinite: all moves within `reach` are equally likely.
    pub temperature: f64,
    /// Moves that are worse than the best by more than this are never chosen (centipawns).
    pub reach: Score,
}

/// `reach` as a multiple of the temperature: moves beyond it would be chosen at most once in fifty times.
const REACH: f64 = 4.0;

impl Variety {
    /// Always the best move.
    pub const NONE: Self = Self { temperature: 0.0, reach: 0 };

    /// Returns the variety of a temperature.
    pub fn at(temperature: f64) -> Self {
        Self { temperature, reach: (temperature * REACH).ceil() as Score }
    }

    /// Allows losses of up to `reach`, small ones more often than large ones.
    pub fn up_to(reach: Score) -> Self {
        Self { temperature: f64::from(reach) / REACH, reach }
    }

    /// Treats all moves within `spread` of the best as equally good.
    pub fn within(spread: Score) -> Self {
        Self { temperature: f64::INFINITY, reach: spread }
    }

    /// Returns whichever of the two deviates further.
    pub fn or(self, other: Self) -> Self {
        if other.reach > self.reach || !self.is_random() { other } else { self }
    }

    /// Whether moves worse than the best are ever chosen.
    fn is_random(self) -> bool {
        self.temperature > 0.0
    }

    /// Number of lines that the search has to find.
    pub fn lines(self) -> u16 {
        if self.is_random() { LINES } else { 1 }
    }

    /// Picks the first move of one of `lines`, which are sorted best first; `None` if there is no choice to make.
    /// Never gives away a forced win or picks a forced loss.
    pub fn choose(self, lines: &[PvLine], rng: &mut Rng) -> Option<Move> {
        let best = lines.first()?;
        if !self.is_random() {
            return None;
        }
        if is_mate(best.score) {
            return best.pv.first().copied();
        }
        let chance = |line: &&PvLine| {
            let loss = best.score - line.score;
            let open = loss <= self.reach && !is_mate(line.score);
            if open { (-f64::from(loss) / self.temperature).exp() } else { 0.0 }
        };
        let all: f64 = lines.iter().map(|line| chance(&line)).sum();
        let mut left = rng.fraction() * all;
        let chosen = lines.iter().find(|line| {
            left -= chance(line);
            left < 0.0
        });
        chosen.unwrap_or(best).pv.first().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use crate::search::MATE;
    use std::collections::BTreeSet;

    fn line((at, score): (u16, Score)) -> PvLine {
        PvLine { score, pv: vec![Move::plain(Square(0), Square(at))] }
    }

    fn lines() -> Vec<PvLine> {
        [(1, 50), (2, 40), (3, 10), (4, -300)].map(line).to_vec()
    }

    fn chosen(variety: Variety) -> Vec<u16> {
        let mut rng = Rng(1);
        let picks = (0..500).filter_map(|_| variety.choose(&lines(), &mut rng)).map(|mv| mv.to().0);
        picks.collect::<BTreeSet<u16>>().into_iter().collect()
    }

    #[test]
    fn every_move_within_the_spread_is_played_and_no_other() {
        assert_eq!(chosen(Variety::within(40)), [1, 2, 3]);
        assert_eq!(chosen(Variety::within(0)), [1]);
        assert!(chosen(Variety::NONE).is_empty());
    }

    #[test]
    fn noise_plays_worse_moves_within_its_range() {
        assert_eq!(chosen(Variety::up_to(100)), [1, 2, 3]);
        assert_eq!(chosen(Variety::up_to(5)), [1]);
    }

    #[test]
    fn small_mistakes_are_made_more_often_than_large_ones() {
        let (mut rng, variety) = (Rng(1), Variety { temperature: 30.0, reach: 120 });
        let mut counts = [0; 5];
        for _ in 0..1000 {
            counts[usize::from(variety.choose(&lines(), &mut rng).unwrap().to().0)] += 1;
        }
        assert!(
            counts[1] > counts[2] && counts[2] > counts[3] && counts[3] > 50 && counts[4] == 0,
            "{counts:?}"
        );
    }

    #[test]
    fn wins_are_not_given_away_and_losses_not_chosen() {
        let wild = Variety { temperature: f64::INFINITY, reach: Score::MAX };
        let (won, lost) = ([(1, MATE - 1), (2, 900)].map(line), [(1, -900), (2, 2 - MATE)].map(line));
        for seed in 0..100 {
            assert_eq!(wild.choose(&won, &mut Rng(seed)).unwrap().to().0, 1);
            assert_eq!(wild.choose(&lost, &mut Rng(seed)).unwrap().to().0, 1);
        }
    }
}
