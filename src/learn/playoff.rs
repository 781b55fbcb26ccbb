//! The playoff: a match that decides which of the nets of a round is the candidate.

use super::session::{CANDIDATE, Learning, PLAYOFF, RIVAL};
use super::state::{LearningRound, write_atomically};
use crate::net::{LayerWeights, LearnedWeights};
use crate::random::mix;
use std::io;
use std::sync::atomic::Ordering;

/// The games and the time of a gate are this many times those of a playoff.
const GATE_PER_PLAYOFF: u32 = 3;

/// A net and how its training went.
pub(super) struct TrainedNet {
    pub(super) layers: LayerWeights,
    /// `[epoch]`: error on the training games and on the held-out games.
    pub(super) curve: Vec<[f32; 2]>,
}

impl TrainedNet {
    /// The error of the best epoch on the held-out games.
    pub(super) fn error(&self) -> f32 {
        self.curve.iter().map(|losses| losses[1]).fold(f32::INFINITY, f32::min)
    }
}

impl Learning<'_> {
    /// Chooses among nets with the same `weights`; `None` if there are none, or if it was stopped.
    ///
    /// Nets in place of the terms, or added to them, are compared among themselves by their errors. A match at equal time
    /// decides between the best of each kind: a net that imitates the scores of the self-play games better does not play
    /// better than one that adds to what the terms know (docs/learning.md).
    pub(super) fn choose(
        &mut self,
        nets: Vec<TrainedNet>,
        weights: &LearnedWeights,
        round: &LearningRound,
    ) -> io::Result<Option<TrainedNet>> {
        let (added, replacing): (Vec<_>, Vec<_>) = nets.into_iter().partition(|net| net.layers.keeps_terms);
        let best = |nets: Vec<TrainedNet>| {
            nets.into_iter().min_by(|one, other| one.error().total_cmp(&other.error()))
        };
        let (added, replacing) = match (best(added), best(replacing)) {
            (Some(added), Some(replacing)) => (added, replacing),
            (added, replacing) => return Ok(added.or(replacing)),
        };
        let paths = [CANDIDATE, RIVAL].map(|name| self.path(name));
        for (path, net) in paths.iter().zip([&added, &replacing]) {
            let file = self.file_of(round, weights.clone(), Some(net.layers.clone()));
            write_atomically(path, &file.write())?;
        }
        // Games of an earlier playoff.
        let _ = std::fs::remove_file(self.path(PLAYOFF));
        let mut playoff = LearningRound::default();
        self.set_odds(&mut playoff, [Some(&paths[0]), Some(&paths[1])])?;
        let seed = mix(self.rules_hash ^ self.state.rounds.len() as u64);
        let gate = self.gate(&paths[0], Some(&paths[1]), (PLAYOFF, seed), GATE_PER_PLAYOFF);
        gate.run(&mut playoff, self.stop, &mut |_| ())?;
        if self.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let LearningRound { speed, gate_games, elo, error, .. } = playoff;
        let chosen = if elo > 0.0 { "added to the terms" } else { "in place of the terms" };
        self.say(&format!(
            "playoff: added to the terms against in place of them, {speed:.2} times the nodes a second: {gate_games} games, \
             {elo:+.0} ±{error:.0} Elo; the net {chosen} is the candidate"
        ));
        Ok(Some(if elo > 0.0 { added } else { replacing }))
    }
}
