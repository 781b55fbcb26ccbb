//! Choosing among good moves by chance: for varied openings, and for weaker play.

use crate::position::Move;
use crate::random::Dice;
use crate::search::{Line, Score};

/// How many lines are searched when one of them is to be chosen.
const LINES: u16 = 6;

/// How far the engine strays from the best move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Variety {
    /// What is added to each score at most, by chance, before the best is chosen (centipawns).
    pub noise: Score,
    /// Any move is as good as another when it is worse than the best by this much at most (centipawns).
    pub spread: Option<Score>,
}

impl Variety {
    /// How many lines the search has to find.
    pub fn lines(self) -> u16 {
        if self == Self::default() { 1 } else { LINES }
    }

    /// The first move of one of the lines, which are sorted, the best first; `None` without any choice.
    pub fn choose(self, lines: &[Line], dice: &mut Dice) -> Option<Move> {
        let best = lines.first()?.score;
        if self == Self::default() {
            return None;
        }
        let near = |line: &&Line| self.spread.is_some_and(|spread| line.score >= best - spread);
        let chosen = match self.noise {
            0 => {
                let good: Vec<&Line> = lines.iter().filter(near).collect();
                good.get(dice.below(good.len())).copied()
            }
            noise => {
                let mut noisy = |line: &Line| line.score + dice.below(noise as usize + 1) as Score;
                let rated: Vec<(Score, &Line)> = lines.iter().map(|line| (noisy(line), line)).collect();
                rated.into_iter().max_by_key(|rated| rated.0).map(|rated| rated.1)
            }
        };
        chosen?.pv.first().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;

    fn lines() -> Vec<Line> {
        let line = |(at, score)| Line { score, pv: vec![Move::plain(Square(0), Square(at))] };
        [(1, 50), (2, 40), (3, 10), (4, -300)].map(line).to_vec()
    }

    fn chosen(variety: Variety) -> Vec<u16> {
        let mut dice = Dice(1);
        let picks = (0..500).filter_map(|_| variety.choose(&lines(), &mut dice)).map(|mv| mv.to().0);
        let mut picks: Vec<u16> = picks.collect();
        picks.sort_unstable();
        picks.dedup();
        picks
    }

    #[test]
    fn every_move_within_the_spread_is_played_and_no_other() {
        assert_eq!(chosen(Variety { noise: 0, spread: Some(40) }), [1, 2, 3]);
        assert_eq!(chosen(Variety { noise: 0, spread: Some(0) }), [1]);
        assert!(chosen(Variety::default()).is_empty());
    }

    #[test]
    fn noise_plays_worse_moves_within_its_range() {
        assert_eq!(chosen(Variety { noise: 100, spread: None }), [1, 2, 3]);
        assert_eq!(chosen(Variety { noise: 5, spread: None }), [1]);
    }
}
