//! The linear fit: values, squares and hands, starting from the estimate.
//!
//! Each weight of the piece-square score is its estimate plus a value for its type, for its rank and its file and for
//! the square. All of them are pulled to 0, the less so the more is known about them beforehand; the terms stay.

use super::samples::{LearningTarget, PackedAtom, Sample, Samples, logistic};
use crate::board::{Color, Kind};
use crate::net::{FeatureSet, LearnedWeights};
use crate::position::Game;
use crate::values::EvalRole;
use crate::variant::all_kinds;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// Expected change of a value, on the board or in hand (cp).
const VALUE_CP: f32 = 120.0;
/// Expected change for a rank or file (cp).
const LINE_CP: f32 = 16.0;
/// Expected change for a square (cp).
const SQUARE_CP: f32 = 8.0;
/// Positions of a game are so alike that they count as one in this number.
const ALIKE: f32 = 30.0;
/// Number of steps.
const STEPS: usize = 240;
/// Size of the first steps (cp).
const FIRST_STEP_CP: f32 = 3.0;
/// Number of times that changes are halved if they do not improve the error on held-out games.
const HALVINGS: usize = 5;

/// A parameter: its deviation (cp), and the sign of its effect for White.
#[derive(Clone, Copy)]
struct Effect {
    parameter: u32,
    sign: f32,
}

/// Parameters, and which of them act on each atom.
struct Model {
    /// `[parameter]`: expected size of a change (cp).
    sizes: Vec<f32>,
    /// `[atom]`
    effects: Vec<Vec<Effect>>,
}

impl Model {
    fn new(game: &Game, features: &FeatureSet) -> Self {
        let (symmetric, mirrors) = (features.is_colour_symmetric(), features.mirrors);
        let board = &game.variant.board;
        let (squares, kinds) = (board.len(), game.tables.kind_count());
        let (files, ranks) = (usize::from(board.files()), usize::from(board.ranks()));
        // Per kind: value, ranks, files, squares, hand.
        let per_kind = 1 + ranks + files + squares + 1;
        let mut sizes = vec![0.0; kinds * per_kind];
        let mut effects = vec![Vec::new(); features.atom_count()];
        for kind in all_kinds(&game.variant) {
            let shared = if symmetric { Kind::new(kind.piece(), Color::White) } else { kind };
            let base = shared.index() * per_kind;
            let sign = if kind.color() == Color::White { 1.0 } else { -1.0 };
            let effect = |parameter: usize| Effect { parameter: parameter as u32, sign };
            let royal = game.weights.traits[kind.index()].role == EvalRole::Royal;
            sizes[base] = if royal { 0.0 } else { VALUE_CP };
            sizes[base + 1..base + 1 + ranks + files].fill(LINE_CP);
            sizes[base + 1 + ranks + files..base + per_kind - 1].fill(SQUARE_CP);
            sizes[base + per_kind - 1] = if game.weights.hand[kind.index()].0 == 0 { 0.0 } else { VALUE_CP };
            for square in board.squares() {
                let seen = if symmetric { game.variant.as_white_sees(kind.color(), square) } else { square };
                let (mut file, rank) = (usize::from(board.file(seen)), usize::from(board.rank(seen)));
                if mirrors {
                    file = file.min(files - 1 - file);
                }
                let parts = [0, 1 + rank, 1 + ranks + file, 1 + ranks + files + rank * files + file];
                effects[features.piece_atom(kind, square)] = parts.map(|part| effect(base + part)).to_vec();
            }
            for number in 0..FeatureSet::MAX_IN_HAND {
                effects[features.hand_atom(kind, number)] = vec![effect(base + per_kind - 1)];
            }
        }
        Self { sizes, effects }
    }
    /// The score for the side to move (cp) with deviations of the parameters: middle game, endgame.
    fn score(&self, values: &[f32], sample: &Sample, atoms: &[PackedAtom]) -> f32 {
        let (middle, end) = values.split_at(self.sizes.len());
        let mut sum = 0.0;
        for effect in atoms.iter().flat_map(|&atom| &self.effects[atom.index()]) {
            let at = effect.parameter as usize;
            sum += effect.sign * (sample.phase() * middle[at] + (1.0 - sample.phase()) * end[at]);
        }
        sample.base(true) + if sample.views[0] < 2 { sum } else { -sum }
    }
}

/// Result of a fit.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The weights.
    pub weights: LearnedWeights,
    /// Mean square error on the held-out games: of the estimate, of the fit.
    pub loss: [f32; 2],
}

/// Fits the weights of a game to samples; `None` if the error on the held-out games does not fall or `stop` is set.
pub fn fit(
    game: &Game,
    features: &FeatureSet,
    sets: [&Samples; 2],
    target: LearningTarget,
    stop: &AtomicBool,
) -> Option<Fit> {
    let model = Model::new(game, features);
    let count = model.sizes.len();
    let (mut values, mut first, mut second) =
        (vec![0.0_f32; 2 * count], vec![0.0_f32; 2 * count], vec![0.0_f32; 2 * count]);
    let before = loss(&model, &values, sets[1], target);
    for step in 1..=STEPS {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut slopes = gradient(&model, &values, sets[0], target);
        let pull = ALIKE / sets[0].len().max(1) as f32;
        let rate = FIRST_STEP_CP * 0.5 * (1.0 + (std::f32::consts::PI * step as f32 / STEPS as f32).cos());
        for at in 0..2 * count {
            let size = model.sizes[at % count];
            if size == 0.0 {
                continue;
            }
            // CITE: D. Kingma, J. Ba, "Adam: A Method for Stochastic Optimization" (2015).
            slopes[at] += pull * values[at] / (size * size);
            first[at] = 0.9 * first[at] + 0.1 * slopes[at];
            second[at] = 0.99 * second[at] + 0.01 * slopes[at] * slopes[at];
            let mean = first[at] / (1.0 - 0.9_f32.powi(step as i32));
            let deviation = (second[at] / (1.0 - 0.99_f32.powi(step as i32))).sqrt();
            values[at] -= rate * (size / VALUE_CP).max(0.1) * mean / (deviation + 1e-9);
        }
    }
    for _ in 0..=HALVINGS {
        let after = loss(&model, &values, sets[1], target);
        if after < before {
            return Some(Fit { weights: changed(game, features, &model, &values), loss: [before, after] });
        }
        values.iter_mut().for_each(|value| *value /= 2.0);
    }
    None
}

/// Returns the gradient of the mean cross entropy.
fn gradient(model: &Model, values: &[f32], samples: &Samples, target: LearningTarget) -> Vec<f32> {
    let count = model.sizes.len();
    let portion = samples.len().div_ceil(rayon::current_num_threads().max(1)).max(1);
    let starts: Vec<usize> = (0..samples.len()).step_by(portion).collect();
    let part = |&start: &usize| {
        let mut slopes = vec![0.0_f32; 2 * count];
        for index in start..(start + portion).min(samples.len()) {
            let (sample, atoms) = samples.get(index);
            let error = logistic(target.scale * model.score(values, sample, atoms)) - target.of(sample);
            let slope = error * target.scale * if sample.views[0] < 2 { 1.0 } else { -1.0 };
            for effect in atoms.iter().flat_map(|&atom| &model.effects[atom.index()]) {
                let at = effect.parameter as usize;
                slopes[at] += slope * effect.sign * sample.phase();
                slopes[count + at] += slope * effect.sign * (1.0 - sample.phase());
            }
        }
        slopes
    };
    let parts: Vec<Vec<f32>> = starts.par_iter().map(part).collect();
    let share = 1.0 / samples.len().max(1) as f32;
    (0..2 * count).map(|at| parts.iter().map(|part| part[at]).sum::<f32>() * share).collect()
}

/// Returns the mean square error.
fn loss(model: &Model, values: &[f32], samples: &Samples, target: LearningTarget) -> f32 {
    samples.loss(target, |sample, atoms| target.scale * model.score(values, sample, atoms))
}

/// Returns the weights of the game with the changes.
fn changed(game: &Game, features: &FeatureSet, model: &Model, values: &[f32]) -> LearnedWeights {
    let count = model.sizes.len();
    let mut weights = LearnedWeights::of(&game.weights);
    let round = |old: i16, change: f32| (f32::from(old) + change).round().clamp(-15_000.0, 15_000.0) as i16;
    let sum = |atom: usize, phase: usize| -> f32 {
        model.effects[atom].iter().map(|effect| values[phase * count + effect.parameter as usize]).sum()
    };
    let board = &game.variant.board;
    for kind in all_kinds(&game.variant) {
        for square in board.squares().filter(|&square| !board.is_hole(square)) {
            let atom = features.piece_atom(kind, square);
            let (middle, end) = &mut weights.square[kind.index() * board.len() + square.index()];
            *middle = round(*middle, sum(atom, 0));
            *end = round(*end, sum(atom, 1));
        }
        let atom = features.hand_atom(kind, 0);
        let (middle, end) = &mut weights.hand[kind.index()];
        if *middle != 0 {
            *middle = round(*middle, sum(atom, 0));
            *end = round(*end, sum(atom, 1));
        }
    }
    weights
}
