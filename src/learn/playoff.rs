//! The playoff: a match that decides which of the nets of a round is the candidate.

use super::candidate::{ADDED, IN_PLACE};
use super::folder::{CANDIDATE, PLAYOFF, RIVAL, remove};
use super::session::Learning;
use super::state::{self, LearningRound};
use crate::net::{LayerWeights, LearnedWeights};
use crate::random::mix;
use crate::system::files::named;
use std::io;

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
    /// Chooses among nets with the same `weights`: makes one the candidate, or prepares a playoff.
    ///
    /// Nets in place of the terms, or added to them, are compared among themselves by their errors. A match at equal time
    /// decides between the best of each kind: a net that imitates the scores of the self-play games better does not play
    /// better than one that adds to what the terms know (docs/learning.md).
    pub(super) fn choose(
        &mut self,
        nets: Vec<TrainedNet>,
        weights: &LearnedWeights,
        round: &LearningRound,
    ) -> io::Result<()> {
        let (added, replacing): (Vec<_>, Vec<_>) = nets.into_iter().partition(|net| net.layers.keeps_terms);
        let best = |nets: Vec<TrainedNet>| {
            nets.into_iter().min_by(|one, other| one.error().total_cmp(&other.error()))
        };
        let keep = |net: TrainedNet, name: &str| {
            let first = net.curve.first().map_or(0.0, |losses| losses[1]);
            let (hidden, loss) = (net.layers.hidden, [first, net.error()]);
            let file = self.file_of(round, weights.clone(), Some(net.layers));
            state::write(&self.path(name), &file.write())?;
            io::Result::Ok(LearningRound { hidden, loss, curve: net.curve, ..round.clone() })
        };
        match (best(added), best(replacing)) {
            (None, None) => Ok(()),
            (Some(only), None) | (None, Some(only)) => {
                let round = keep(only, CANDIDATE)?;
                self.nominate(round)
            }
            (Some(added), Some(replacing)) => {
                let mut rounds = [keep(added, CANDIDATE)?, keep(replacing, RIVAL)?];
                let paths = [CANDIDATE, RIVAL].map(|name| self.path(name));
                if !self.set_odds(&mut rounds[0], [Some(&paths[0]), Some(&paths[1])])? {
                    return Ok(());
                }
                // Games of an earlier playoff.
                remove(&self.path(PLAYOFF))?;
                self.state.playoff = Some(rounds);
                self.save()
            }
        }
    }
    /// Plays the playoff, or the rest of one that was interrupted, and makes the winner the candidate. It stays open if it
    /// is stopped.
    pub(super) fn play_off(&mut self) -> io::Result<()> {
        let Some([added, replacing]) = self.state.playoff.clone() else { return Ok(()) };
        let paths = [CANDIDATE, RIVAL].map(|name| self.path(name));
        let mut playoff = added.clone();
        let seed = mix(self.rules_hash ^ self.state.rounds.len() as u64);
        let gate = self.gate(&added, &paths[0], Some(&paths[1]), (PLAYOFF, seed), GATE_PER_PLAYOFF);
        if !gate.run(&mut playoff, self.stop, &mut |_| ())? {
            return self.save();
        }
        let LearningRound { speed, gate_games, elo, error, .. } = playoff;
        let keeps_terms = elo > 0.0;
        let (chosen, round) = if keeps_terms { (ADDED, added) } else { (IN_PLACE, replacing) };
        self.say(&format!(
            "playoff: added to the terms against in place of them, {speed:.2} times the nodes a second: {gate_games} games, \
             {elo:+.0} ±{error:.0} Elo; the net {chosen} is the candidate"
        ));
        if !keeps_terms {
            let net = std::fs::read(&paths[1]).map_err(named(&paths[1]))?;
            state::write(&paths[0], &net)?;
        }
        // The odds of the gate are others.
        self.nominate(LearningRound { speed: 0.0, nodes: [0; 2], ..round })
    }
}
