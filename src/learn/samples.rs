//! Training positions: the quiet positions of self-play games, with result and score.

use super::games::{GameRecord, PlayedPly};
use crate::board::Color;
use crate::net::FeatureSet;
use crate::position::{Game, MoveList, Position};
use crate::values::FULL_PHASE;
use crate::{eval, movegen, moves};
use rayon::prelude::*;

/// Maximum memory of the samples, bytes.
pub const MAX_BYTES: usize = 1 << 30;
/// Positions with a larger score are left out (cp).
const MAX_SCORE: i16 = 3000;
/// Larger evaluations are cut (cp).
const EVALUATION_LIMIT: i32 = 32_000;
/// Share of the next position's score in the score of a position.
const NEXT_SHARE: f32 = 0.7;
/// One game in this number is held out to judge by, at least one.
const HELD_OUT: u64 = 16;
/// Games replayed at a time.
const PORTION: usize = 1024;

/// A position, apart from its atoms.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Index of the first atom.
    first: u32,
    /// `[side to move, opponent]`: their views, see [`FeatureSet`].
    pub views: [u8; 2],
    /// The set of output weights.
    pub bucket: u8,
    /// Points of the side to move, in halves.
    pub result: u8,
    /// Phase of the game, 0 to [`FULL_PHASE`].
    phase: u16,
    /// Score of the searches from here on for the side to move (cp), see [`smoothed_scores`].
    score: i16,
    /// Piece-square score for the side to move (cp).
    sums: i16,
    /// Evaluation by terms for the side to move (cp).
    terms: i16,
}

impl Sample {
    /// Phase of the game, 0 to 1.
    #[inline]
    pub fn phase(&self) -> f32 {
        f32::from(self.phase) / FULL_PHASE as f32
    }
    /// What a net adds to (cp): the evaluation by terms, or only its piece-square score.
    #[inline]
    pub fn base(&self, keeps_terms: bool) -> f32 {
        f32::from(if keeps_terms { self.terms } else { self.sums })
    }
}

/// The number of an atom in three bytes, since memory limits how many positions can be learned from.
#[derive(Clone, Copy, Debug)]
pub struct PackedAtom([u8; 3]);

impl PackedAtom {
    fn new(number: u32) -> Self {
        let [low, middle, high, top] = number.to_le_bytes();
        debug_assert_eq!(top, 0, "more than 16 million atoms");
        Self([low, middle, high])
    }
    /// Its number, see [`FeatureSet::atoms`].
    #[inline]
    pub fn index(self) -> usize {
        let [low, middle, high] = self.0;
        u32::from_le_bytes([low, middle, high, 0]) as usize
    }
}

/// Positions with their atoms.
#[derive(Clone, Default, Debug)]
pub struct Samples {
    list: Vec<Sample>,
    atoms: Vec<PackedAtom>,
}

/// Samples to learn from, and samples of other games to judge by.
#[derive(Clone, Default, Debug)]
pub struct SampleSets {
    /// To learn from.
    pub training: Samples,
    /// Held out.
    pub held_out: Samples,
    /// Games that could not be replayed, because the program lists moves in another order than when they were played.
    pub unreadable: usize,
}

impl Samples {
    /// Number of positions.
    pub fn len(&self) -> usize {
        self.list.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
    /// A position and its atoms.
    #[inline]
    pub fn get(&self, index: usize) -> (&Sample, &[PackedAtom]) {
        let sample = &self.list[index];
        let end = self.list.get(index + 1).map_or(self.atoms.len(), |next| next.first as usize);
        (sample, &self.atoms[sample.first as usize..end])
    }
    /// Mean square error of predictions; `argument` returns that of the logistic function.
    pub fn loss(
        &self,
        target: LearningTarget,
        argument: impl Fn(&Sample, &[PackedAtom]) -> f32 + Sync,
    ) -> f32 {
        let one = |index: usize| {
            let (sample, atoms) = self.get(index);
            let error = logistic(argument(sample, atoms)) - target.of(sample);
            f64::from(error * error)
        };
        ((0..self.len()).into_par_iter().map(one).sum::<f64>() / self.len().max(1) as f64) as f32
    }
    fn bytes(&self) -> usize {
        self.list.len() * size_of::<Sample>() + self.atoms.len() * size_of::<PackedAtom>()
    }
    fn join(&mut self, mut other: Self) {
        let shift = self.atoms.len() as u32;
        other.list.iter_mut().for_each(|sample| sample.first += shift);
        self.list.append(&mut other.list);
        self.atoms.append(&mut other.atoms);
    }
    fn push(&mut self, game: &Game, features: &FeatureSet, pos: &Position, result: u8, score: i16) {
        let side = pos.side();
        let own = if side == Color::White { result } else { 2 - result };
        let (_, phase) = pos.weights();
        let limited = |score: i32| score.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT) as i16;
        self.list.push(Sample {
            first: self.atoms.len() as u32,
            views: [side, side.other()].map(|side| features.view(pos, side) as u8),
            bucket: eval::bucket(pos) as u8,
            result: own,
            phase: phase.clamp(0, FULL_PHASE) as u16,
            score,
            sums: limited(eval::lazy_evaluate(game, pos)),
            terms: limited(eval::evaluate_by_terms(game, pos)),
        });
        features.atoms(pos, |atom| self.atoms.push(PackedAtom::new(atom)));
    }
}

impl SampleSets {
    /// Takes the samples from games, the newest first, within [`MAX_BYTES`]. `game` must have the weights to learn
    /// from.
    pub fn new(game: &Game, features: &FeatureSet, games: &[GameRecord]) -> Self {
        let mut sets = Self::default();
        let hash = |record: &GameRecord| crate::random::mix(record.key);
        let mut limit = u64::MAX / HELD_OUT;
        // In portions, so that memory stays bounded.
        for records in games.rchunks(PORTION) {
            let replayed: Vec<Option<Samples>> =
                records.par_iter().map(|record| replay(game, features, record)).collect();
            if sets.held_out.is_empty() {
                let games = replayed.iter().zip(records);
                let useful =
                    games.filter(|(samples, _)| samples.as_ref().is_some_and(|samples| !samples.is_empty()));
                limit = useful.map(|(_, record)| hash(record)).min().map_or(limit, |least| limit.max(least));
            }
            for (samples, record) in replayed.into_iter().zip(records) {
                match samples {
                    None => sets.unreadable += 1,
                    Some(samples) if hash(record) <= limit => sets.held_out.join(samples),
                    Some(samples) => sets.training.join(samples),
                }
            }
            if sets.training.bytes() + sets.held_out.bytes() > MAX_BYTES {
                break;
            }
        }
        sets
    }
}

/// Returns the samples of a game; `None` if it cannot be replayed.
fn replay(game: &Game, features: &FeatureSet, record: &GameRecord) -> Option<Samples> {
    let mut samples = Samples::default();
    let mut pos = match record.fen.as_str() {
        "" => Position::start(game),
        fen => Position::from_fen(game, fen).ok()?,
    };
    let mut list = MoveList::new();
    for (ply, score) in record.plies.iter().zip(smoothed_scores(&record.plies)) {
        list.clear();
        movegen::list_legal(game, &mut pos, &mut list);
        let mv = *list.get(usize::from(ply.number))?;
        let quiet = || {
            mv.promotion().is_none()
                && !movegen::in_check(game, &pos, pos.side())
                && !moves::is_capture(game, &pos, mv)
        };
        if ply.score.is_some_and(|score| score.abs() <= MAX_SCORE) && quiet() {
            samples.push(game, features, &pos, record.result, score);
        }
        pos.make(game, mv);
    }
    (pos.key() == record.key).then_some(samples)
}

/// Returns the scores of the positions of a game for the side to move, each averaged with those that follow: they
/// correct a shallow search. 0 where neither is known.
///
/// CITE: temporal differences (Sutton 1988).
fn smoothed_scores(plies: &[PlayedPly]) -> Vec<i16> {
    let mut following: Option<f32> = None;
    let smoothed = plies.iter().rev().map(|ply| {
        let next = following.map(|score| -score);
        let own = ply.score.map(|score| f32::from(score.clamp(-MAX_SCORE, MAX_SCORE)));
        following = match (own, next) {
            (Some(own), Some(next)) => Some(NEXT_SHARE * next + (1.0 - NEXT_SHARE) * own),
            _ => own.or(next),
        };
        following.map_or(0, |score| score as i16)
    });
    let mut scores: Vec<i16> = smoothed.collect();
    scores.reverse();
    scores
}

/// Returns the scale with which scores best predict results: the argument of the logistic function per centipawn.
pub fn logistic_scale(samples: &Samples) -> f32 {
    let loss = |scale: f32| -> f64 {
        let one = |sample: &Sample| {
            let error = logistic(scale * f32::from(sample.score)) - f32::from(sample.result) / 2.0;
            f64::from(error * error)
        };
        samples.list.par_iter().map(one).sum()
    };
    let (mut low, mut high) = (0.001_f32, 0.02_f32);
    for _ in 0..24 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if loss(a) < loss(b) { high = b } else { low = a }
    }
    f32::midpoint(low, high)
}

/// The logistic function.
#[inline]
pub fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// What the evaluation should predict: a mix of the score and the result.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LearningTarget {
    /// Argument of the logistic function per centipawn.
    pub scale: f32,
    /// Share of the score; the rest is the result.
    pub share: f32,
}

impl LearningTarget {
    /// The expected points of the side to move, 0 to 1.
    #[inline]
    pub fn of(self, sample: &Sample) -> f32 {
        self.share * logistic(self.scale * f32::from(sample.score))
            + (1.0 - self.share) * f32::from(sample.result) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_averaged_with_those_that_follow() {
        let plies = |scores: &[Option<i16>]| -> Vec<PlayedPly> {
            scores.iter().map(|&score| PlayedPly { number: 0, score }).collect()
        };
        assert_eq!(
            smoothed_scores(&plies(&[None, Some(100), Some(-100), Some(100)])),
            [-100, 100, -100, 100]
        );
        // Each passes on 70 %.
        assert_eq!(smoothed_scores(&plies(&[Some(0), Some(0), Some(1000)])), [490, -700, 1000]);
        assert_eq!(smoothed_scores(&plies(&[None, None])), [0, 0]);
    }
}
