//! Candidates of a learning run: the linear fit and the nets.

use super::fit;
use super::folder::{CANDIDATE, GAMES, GATE, remove};
use super::games;
use super::playoff::TrainedNet;
use super::samples::{LearningTarget, SampleSets, logistic_scale};
use super::session::Learning;
use super::state::{self, LearningRound};
use super::train::{self, Epoch, TrainingPlan};
use crate::net::{LayerWeights, LearnedWeights, NetFile, NetHeader};
use crate::position::Game;
use crate::random::mix;
use crate::system::files::named;
use std::io;

/// Games with fewer positions to learn from than this keep what they have.
const MIN_POSITIONS: usize = 2000;
/// Largest number of weights of a net.
const MAX_WEIGHTS: usize = 16 << 20;
/// Positions from which on a net has 32, 64 and 128 hidden values.
///
/// PERF: chess, added to the terms, Elo at 5,000 nodes against 32: 64 +27 ± 33, 128 +2 ± 32 from 2.5 million positions;
/// from 10 million 128 against 64 +8 ± 26, and against an older net of 64 +75 ± 28 where the new one of 64 has +23 ± 31.
const POSITIONS: [usize; 3] = [1_000_000, 2_500_000, 8_000_000];
/// Share of the score in the targets: fit, nets. The positions of a game share its result, so that a net with few games
/// would learn the games by heart.
const SCORE_SHARE: [f32; 2] = [0.4, 0.9];
/// Learning rate at the start.
const RATE: f32 = 0.001;
/// The same where the net in use is trained on.
const IMPROVING_RATE: f32 = 0.0005;
/// Maximum size of a batch, samples.
const MAX_BATCH: usize = 4096;
/// Maximum number of epochs.
const MAX_EPOCHS: usize = 16;
/// Weight decay of a whole training, as the logarithm of the ratio.
///
/// PERF: chess, 6.9 million positions, error on held-out games with decay 0.02, 0.3, 1, 3 per step: 0.01741, 0.01722,
/// 0.01737, 0.01818; with batches of 16,384 at decay 0.1: 0.01740.
const WEIGHT_DECAY: f32 = 4.0;
/// Maximum weight decay, relative to the learning rate.
const MAX_DECAY: f32 = 1.0;
/// A net that replaces the terms of the evaluation.
pub(super) const IN_PLACE: &str = "in place of the terms";
/// A net that is added to the terms.
pub(super) const ADDED: &str = "added to the terms";
/// Maximum memory of the games to learn from, bytes.
const MAX_BYTES: usize = 160_000_000;

/// What a candidate is made from.
struct CandidateMaterial {
    pool: rayon::ThreadPool,
    /// The game with the evaluation in use, without its net.
    base: Game,
    sets: SampleSets,
    /// Argument of the logistic function per centipawn.
    scale: f32,
}

impl Learning<'_> {
    /// Learns a candidate from the games so far, or nets that play a playoff; neither if there is too little data.
    pub(super) fn learn(&mut self) -> io::Result<()> {
        let earlier = self.state.rounds_of_run();
        let is_fit = self.state.fits && !earlier.iter().any(|round| round.hidden == 0 || round.passed);
        let best = self.best();
        let base = self.game_of(best.as_deref(), false)?;
        let games = self.path(GAMES);
        let records = games::read(&games, self.rules_hash, MAX_BYTES).map_err(named(&games))?;
        let pool = self.pool()?;
        let sets = pool.install(|| SampleSets::new(&base, &self.features, &records));
        if sets.unreadable > 0 {
            let games = sets.unreadable;
            self.say(&format!(
                "{games} games are left out: they are from another start position or another version of the program"
            ));
        }
        let positions = sets.training.len();
        if positions < MIN_POSITIONS {
            self.say(&format!(
                "only {positions} positions to learn from, fewer than {MIN_POSITIONS}: the evaluation in use is kept"
            ));
            return Ok(());
        }
        if sets.held_out.is_empty() {
            self.say("no game to judge by: the evaluation in use is kept");
            return Ok(());
        }
        let mut round = LearningRound {
            games: (records.len() - sets.unreadable) as u64,
            positions: (positions + sets.held_out.len()) as u64,
            ..LearningRound::default()
        };
        let scale = logistic_scale(&sets.training);
        let material = CandidateMaterial { pool, base, sets, scale };
        if is_fit && let Some(file) = self.fit(&material, &mut round) {
            state::write(&self.path(CANDIDATE), &file.write())?;
            return self.nominate(round);
        }
        self.train(&material, round)
    }
    /// Makes the net or fit of a round, which is in its file, the candidate.
    pub(super) fn nominate(&mut self, round: LearningRound) -> io::Result<()> {
        // A file of games of an earlier gate would be taken for this one's.
        remove(&self.path(GATE))?;
        self.state.pending = Some(round);
        self.state.playoff = None;
        self.save()
    }
    /// The file of a candidate that was learned in a round.
    pub(super) fn file_of(
        &self,
        round: &LearningRound,
        weights: LearnedWeights,
        layers: Option<LayerWeights>,
    ) -> NetFile {
        let header = NetHeader {
            name: self.plan.name.clone(),
            rules_hash: self.rules_hash,
            features: self.features.count() as u32,
            games: round.games,
            positions: round.positions,
            elo: 0,
            elo_error: 0,
        };
        NetFile { header, weights, layers }
    }
    /// Makes a linear fit and reports its errors; `None` if it is stopped or does not improve.
    fn fit(&mut self, material: &CandidateMaterial, round: &mut LearningRound) -> Option<NetFile> {
        let CandidateMaterial { pool, base, sets, scale } = material;
        let target = LearningTarget { scale: *scale, share: SCORE_SHARE[0] };
        let both = [&sets.training, &sets.held_out];
        let fit = pool.install(|| fit::fit(base, &self.features, both, target, self.stop));
        if fit.is_none() && !self.is_stopped() {
            self.say("linear fit of values, squares and hands: no improvement on held-out games");
        }
        let fit = fit?;
        round.loss = fit.loss;
        let [before, after] = fit.loss;
        let text = format!(
            "linear fit of values, squares and hands to {} positions: error on held-out games {before:.5} -> {after:.5}",
            round.positions
        );
        self.say(&text);
        Some(self.file_of(round, fit.weights, None))
    }
    /// Trains nets. The better one of each kind plays a playoff, if there are both. Returns nothing if stopped, or if the
    /// game is too large for a net.
    fn train(&mut self, material: &CandidateMaterial, round: LearningRound) -> io::Result<()> {
        let positions = material.sets.training.len();
        let hidden = 16 << POSITIONS.iter().filter(|&&most| positions >= most).count();
        let count = self.features.count();
        if count * hidden > MAX_WEIGHTS {
            self.say(&format!("{count} features are too many for a net: the evaluation in use is kept"));
            return Ok(());
        }
        self.say(&format!("net of {count} features and 2 x {hidden} hidden values: {positions} positions"));
        let mut nets = Vec::new();
        for (keeps_terms, name) in [(false, IN_PLACE), (true, ADDED)] {
            let plan = self.training_plan(material, hidden, keeps_terms);
            nets.extend(self.train_net(material, plan, name));
        }
        if let Some(layers) = self.net_in_use() {
            // Smaller steps improve the net in use.
            let plan = self.training_plan(material, layers.hidden, layers.keeps_terms);
            let plan = TrainingPlan { start: Some(&layers), rate: IMPROVING_RATE, decay: 0.0, ..plan };
            nets.extend(self.train_net(material, plan, "the net in use, trained on"));
        }
        if self.is_stopped() {
            return Ok(());
        }
        let weights = LearnedWeights::of(&material.base.weights);
        self.choose(nets, &weights, &round)
    }
    /// The net of the evaluation in use, if there is one.
    fn net_in_use(&self) -> Option<LayerWeights> {
        let layers = NetFile::open(&self.best()?).ok()?.layers?;
        layers.fits(self.features.count()).then_some(layers)
    }
    fn training_plan(
        &self,
        of: &CandidateMaterial,
        hidden: usize,
        keeps_terms: bool,
    ) -> TrainingPlan<'static> {
        let positions = of.sets.training.len();
        // Little data is soon learned by heart.
        let epochs = (4 + positions / 100_000).min(MAX_EPOCHS);
        let batch = (positions / 64).clamp(512, MAX_BATCH);
        let steps = epochs * positions.div_ceil(batch);
        TrainingPlan {
            start: None,
            hidden,
            epochs,
            batch,
            rate: RATE,
            // The mean rate is half of that at the start.
            decay: (WEIGHT_DECAY / (steps as f32 * RATE / 2.0)).min(MAX_DECAY),
            keeps_terms,
            target: LearningTarget { scale: of.scale, share: SCORE_SHARE[1] },
            seed: mix(self.rules_hash ^ self.state.rounds.len() as u64),
        }
    }
    /// Carries out a training and reports its errors; `None` if it is stopped or does not improve.
    fn train_net(
        &mut self,
        of: &CandidateMaterial,
        plan: TrainingPlan<'_>,
        name: &str,
    ) -> Option<TrainedNet> {
        let CandidateMaterial { pool, base, sets, .. } = of;
        let mut curve = Vec::new();
        let (features, stop) = (&self.features, self.stop);
        let both = [&sets.training, &sets.held_out];
        let mut done = |epoch: Epoch| curve.push([epoch.training, epoch.held_out]);
        let layers = pool.install(|| train::train(base, features, both, plan, stop, &mut done));
        if let (None, false, Some(last)) = (&layers, self.is_stopped(), curve.last()) {
            self.say(&format!("  {name}: no improvement, error on held-out games {:.5}", last[1]));
        }
        let made = TrainedNet { layers: layers?, curve };
        let error = made.error();
        self.say(&format!("  {name}: error on held-out games {error:.5} after {} epochs", plan.epochs));
        Some(made)
    }
}
