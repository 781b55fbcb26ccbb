//! Training of nets: AdamW on sparse inputs, on all cores.
//!
//! CITE: I. Loshchilov, F. Hutter, "Decoupled Weight Decay Regularization" (2019); "SGDR" (2017) for the cosine
//! schedule.

use super::factors::Factors;
use super::samples::{LearningTarget, PackedAtom, Sample, Samples, logistic};
use crate::net::{BUCKETS, FeatureSet, LayerWeights, QA, QB};
use crate::position::Game;
use crate::random::Rng;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// Settings of a training run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainingPlan<'a> {
    /// The net to go on from, of the same size; random weights if there is none.
    pub start: Option<&'a LayerWeights>,
    /// Number of hidden values per side.
    pub hidden: usize,
    /// Passes over the samples.
    pub epochs: usize,
    /// Samples for each step.
    pub batch: usize,
    /// Size of the steps at the start.
    pub rate: f32,
    /// Weight decay per step, relative to the size of the steps.
    pub decay: f32,
    /// Whether the net is added to the terms instead of replacing them.
    pub keeps_terms: bool,
    /// What to predict.
    pub target: LearningTarget,
    /// Seed of the first weights and of the order.
    pub seed: u64,
}

/// Progress of a training run after an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: usize,
    /// Mean square error on the training games.
    pub training: f32,
    /// Mean square error on the held-out games.
    pub held_out: f32,
}

/// Largest absolute weight, so that weights fit their integers.
const MAX_WEIGHT: f32 = 1.98;
/// Step size of what a row does not share, relative to the others.
///
/// PERF: error on held-out games with 1 and random first values, with 0.2 and zeros: Shogi, 131,000 positions, 0.0327 ->
/// 0.0323; chess, 2.1 million, 0.01764 -> 0.01750.
const OWN_RATE: f32 = 0.2;
const BETAS: (f32, f32) = (0.9, 0.999);

/// Trains a net of the size in the plan, and returns the weights of its best epoch; `None` if the size is not supported
/// or it was stopped, or if it never became better than the net it started from.
pub fn train(
    game: &Game,
    features: &FeatureSet,
    sets: [&Samples; 2],
    plan: TrainingPlan<'_>,
    stop: &AtomicBool,
    done: &mut dyn FnMut(Epoch),
) -> Option<LayerWeights> {
    match plan.hidden {
        16 => Trainer::<16>::new(game, features, plan).run(sets, stop, done),
        32 => Trainer::<32>::new(game, features, plan).run(sets, stop, done),
        64 => Trainer::<64>::new(game, features, plan).run(sets, stop, done),
        128 => Trainer::<128>::new(game, features, plan).run(sets, stop, done),
        _ => None,
    }
}

/// The weights of a net, or their gradient.
#[derive(Clone)]
struct FloatLayers<const H: usize> {
    rows: Vec<[f32; H]>,
    bias: [f32; H],
    output: [[[f32; H]; 2]; BUCKETS],
    output_bias: [f32; BUCKETS],
}

impl<const H: usize> FloatLayers<H> {
    fn zero(features: usize) -> Self {
        let output = [[[0.0; H]; 2]; BUCKETS];
        Self { rows: vec![[0.0; H]; features], bias: [0.0; H], output, output_bias: [0.0; BUCKETS] }
    }
    fn clear(&mut self) {
        self.rows.fill([0.0; H]);
        *self = Self { rows: std::mem::take(&mut self.rows), ..Self::zero(0) };
    }
    /// The weights other than the rows.
    fn small(&mut self) -> impl Iterator<Item = &mut f32> {
        self.bias.iter_mut().chain(self.output.iter_mut().flatten().flatten()).chain(&mut self.output_bias)
    }
}

/// A step of AdamW.
#[derive(Clone, Copy)]
struct AdamStep {
    rate: f32,
    decay: f32,
    /// Corrections for the moments at the start.
    corrections: (f32, f32),
}

impl AdamStep {
    #[inline(always)]
    fn take(self, weight: &mut f32, slope: f32, first: &mut f32, second: &mut f32) {
        *first += (1.0 - BETAS.0) * (slope - *first);
        *second += (1.0 - BETAS.1) * (slope * slope - *second);
        let (mean, square) = (*first * self.corrections.0, *second * self.corrections.1);
        let change = self.rate * (mean / (square.sqrt() + 1e-8) + self.decay * *weight);
        *weight = (*weight - change).clamp(-MAX_WEIGHT, MAX_WEIGHT);
    }
}

/// A weight vector and the moments of its gradient.
#[derive(Clone)]
struct SharedPart<const H: usize> {
    values: [f32; H],
    first: [f32; H],
    second: [f32; H],
}

impl<const H: usize> SharedPart<H> {
    fn new(values: [f32; H]) -> Self {
        Self { values, first: [0.0; H], second: [0.0; H] }
    }
    fn take(&mut self, step: AdamStep, slopes: &[f32; H]) {
        let moments = self.first.iter_mut().zip(&mut self.second);
        for ((value, slope), (first, second)) in self.values.iter_mut().zip(slopes).zip(moments) {
            step.take(value, *slope, first, second);
        }
    }
}

struct Trainer<'a, const H: usize> {
    plan: TrainingPlan<'a>,
    /// The rows are sums of parts.
    weights: FloatLayers<H>,
    /// `[row]`: what a row does not share.
    own: Vec<SharedPart<H>>,
    /// `[part]`
    shared: Vec<SharedPart<H>>,
    factors: Factors,
    /// Both moments of the gradients of the other weights.
    moments: [FloatLayers<H>; 2],
    /// `[thread]`
    gradients: Vec<FloatLayers<H>>,
    /// `[view][atom]`
    rows: [Vec<Option<u32>>; 4],
    /// `[view]`
    constants: [Option<u32>; 4],
    rng: Rng,
}

/// Hidden values of a sample.
type Pair<const H: usize> = [[f32; H]; 2];

impl<'a, const H: usize> Trainer<'a, H> {
    fn new(game: &Game, features: &FeatureSet, plan: TrainingPlan<'a>) -> Self {
        let count = features.count();
        let rows = [0, 1, 2, 3].map(|view| features.rows(view));
        let mut rng = Rng(plan.seed);
        let factors = Factors::new(game, features);
        let mut random = |size: f32| std::array::from_fn(|_| (rng.fraction() as f32 * 2.0 - 1.0) * size);
        // Pieces mean much the same on all squares.
        let is_first = |part: usize| factors.of_row.iter().any(|parts| parts[0] == Some(part as u32));
        let size = |part: usize| if is_first(part) { 0.12 } else { 0.0 };
        let shared: Vec<_> = (0..factors.count).map(|part| SharedPart::new(random(size(part)))).collect();
        let own = vec![SharedPart::new([0.0; H]); count];
        let mut weights = FloatLayers::zero(count);
        weights.bias = [0.3; H];
        // All sets of output weights start alike.
        weights.output = [[random(0.1), random(0.1)]; BUCKETS];
        let moments = [FloatLayers::zero(0), FloatLayers::zero(0)];
        let gradients = vec![FloatLayers::zero(count); rayon::current_num_threads().max(1)];
        let constants = [0, 1, 2, 3].map(|view| features.constant(view));
        let mut trainer =
            Self { plan, weights, own, shared, factors, moments, gradients, rows, constants, rng };
        if let Some(start) = plan.start {
            trainer.go_on_from(start);
        }
        trainer.add_parts();
        trainer
    }
    /// Sets the weights to those of a net of this size: what rows share begins at zero.
    fn go_on_from(&mut self, start: &LayerWeights) {
        let (qa, qb) = (f32::from(QA), f32::from(QB));
        // Of the net's output to an argument of the logistic function.
        let scale = start.scale as f32 / 256.0 * self.plan.target.scale;
        self.shared.fill(SharedPart::new([0.0; H]));
        for (own, row) in self.own.iter_mut().zip(start.rows.chunks_exact(H)) {
            own.values = std::array::from_fn(|i| f32::from(row[i]) / qa);
        }
        let output = start.output.iter().map(|&weight| f32::from(weight) / qb * scale);
        let output_bias = start.output_bias.iter().map(|&bias| bias as f32 / (qa * qa * qb) * scale);
        let small = start.bias.iter().map(|&bias| f32::from(bias) / qa).chain(output).chain(output_bias);
        self.weights.small().zip(small).for_each(|(weight, first)| *weight = first);
    }
    /// Computes the rows from their parts.
    fn add_parts(&mut self) {
        let (own, shared) = (&self.own, &self.shared);
        let parts = self.factors.of_row.par_iter();
        self.weights.rows.par_iter_mut().zip(own).zip(parts).with_min_len(256).for_each(
            |((row, own), parts)| {
                *row = own.values;
                for part in parts.iter().flatten() {
                    let values = &shared[*part as usize].values;
                    for i in 0..H {
                        row[i] += values[i];
                    }
                }
                *row = row.map(|value| value.clamp(-MAX_WEIGHT, MAX_WEIGHT));
            },
        );
    }
    fn run(
        mut self,
        [training, held_out]: [&Samples; 2],
        stop: &AtomicBool,
        done: &mut dyn FnMut(Epoch),
    ) -> Option<LayerWeights> {
        let batch = self.plan.batch.max(1);
        let mut order: Vec<u32> = (0..training.len() as u32).collect();
        let steps = self.plan.epochs * training.len().div_ceil(batch);
        let first = if self.plan.start.is_some() { self.loss(held_out) } else { f32::INFINITY };
        let (mut step, mut best) = (0, (first, None));
        for number in 1..=self.plan.epochs {
            self.rng.shuffle(&mut order);
            let mut error = 0.0;
            for part in order.chunks(batch) {
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                step += 1;
                error += self.descend(training, part, step, steps);
            }
            let loss = self.loss(held_out);
            done(Epoch { number, training: (error / training.len() as f64) as f32, held_out: loss });
            if loss < best.0 {
                best = (loss, Some(self.quantised()));
            }
        }
        best.1
    }
    /// Makes a step with the samples of a batch. Returns the sum of their square errors.
    fn descend(&mut self, samples: &Samples, batch: &[u32], step: usize, steps: usize) -> f64 {
        let mut gradients = std::mem::take(&mut self.gradients);
        let portion = batch.len().div_ceil(gradients.len()).max(1);
        let part = |(gradient, part): (&mut FloatLayers<H>, &[u32])| -> f64 {
            gradient.clear();
            part.iter().map(|&index| self.learn(samples, index as usize, gradient)).sum()
        };
        let error = gradients.par_iter_mut().zip(batch.par_chunks(portion)).map(part).sum();
        let used = batch.len().div_ceil(portion);
        self.update(&mut gradients[..used], 1.0 / batch.len() as f32, step, steps);
        self.gradients = gradients;
        error
    }
    /// Adds the gradient of a sample. Returns its square error.
    fn learn(&self, samples: &Samples, index: usize, gradient: &mut FloatLayers<H>) -> f64 {
        let (sample, atoms) = samples.get(index);
        let hidden = self.hidden(sample, atoms);
        let error = logistic(self.output(sample, &hidden)) - self.plan.target.of(sample);
        // Of the cross entropy, which has the simplest gradient.
        let bucket = usize::from(sample.bucket);
        gradient.output_bias[bucket] += error;
        let mut slopes = [[0.0; H]; 2];
        for side in 0..2 {
            for i in 0..H {
                let value = hidden[side][i].clamp(0.0, 1.0);
                gradient.output[bucket][side][i] += error * value * value;
                let inside = if hidden[side][i] > 0.0 && hidden[side][i] < 1.0 { 2.0 * value } else { 0.0 };
                slopes[side][i] = error * self.weights.output[bucket][side][i] * inside;
                gradient.bias[i] += slopes[side][i];
            }
        }
        for (side, slopes) in slopes.iter().enumerate() {
            self.each_row(sample, atoms, side, |row| {
                gradient.rows[row].iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
            });
        }
        f64::from(error * error)
    }
    #[inline(always)]
    fn each_row(&self, sample: &Sample, atoms: &[PackedAtom], side: usize, mut each: impl FnMut(usize)) {
        let view = usize::from(sample.views[side]);
        let rows = &self.rows[view];
        for row in atoms.iter().filter_map(|&atom| rows[atom.index()]) {
            each(row as usize);
        }
        if let Some(row) = self.constants[view] {
            each(row as usize);
        }
    }
    fn hidden(&self, sample: &Sample, atoms: &[PackedAtom]) -> Pair<H> {
        let mut hidden = [self.weights.bias; 2];
        for (side, values) in hidden.iter_mut().enumerate() {
            self.each_row(sample, atoms, side, |row| {
                let row = &self.weights.rows[row];
                for i in 0..H {
                    values[i] += row[i];
                }
            });
        }
        hidden
    }
    /// The argument of the logistic function.
    fn output(&self, sample: &Sample, hidden: &Pair<H>) -> f32 {
        let bucket = usize::from(sample.bucket);
        let base = sample.base(self.plan.keeps_terms);
        let mut sum = self.weights.output_bias[bucket] + self.plan.target.scale * base;
        for (values, weights) in hidden.iter().zip(&self.weights.output[bucket]) {
            let mut part = 0.0;
            for i in 0..H {
                let value = values[i].clamp(0.0, 1.0);
                part += value * value * weights[i];
            }
            sum += part;
        }
        sum
    }
    fn loss(&self, samples: &Samples) -> f32 {
        samples.loss(self.plan.target, |sample, atoms| self.output(sample, &self.hidden(sample, atoms)))
    }
    /// Makes a step against the sum of the gradients.
    fn update(&mut self, gradients: &mut [FloatLayers<H>], share: f32, step: usize, steps: usize) {
        let cosine = (std::f32::consts::PI * step as f32 / steps.max(1) as f32).cos();
        let warm = (step as f32 / 50.0).min(1.0);
        let corrections = (1.0 / (1.0 - BETAS.0.powi(step as i32)), 1.0 / (1.0 - BETAS.1.powi(step as i32)));
        let step = AdamStep {
            rate: self.plan.rate * warm * (0.51 + 0.49 * cosine),
            decay: self.plan.decay,
            corrections,
        };
        let Some((total, others)) = gradients.split_first_mut() else { return };
        for other in others.iter_mut() {
            total.small().zip(other.small()).for_each(|(sum, part)| *sum += *part);
        }
        let [first, second] = &mut self.moments;
        for (((weight, slope), first), second) in
            self.weights.small().zip(total.small()).zip(first.small()).zip(second.small())
        {
            step.take(weight, *slope * share, first, second);
        }
        let others: &[FloatLayers<H>] = others;
        total.rows.par_iter_mut().with_min_len(256).enumerate().for_each(|(index, slopes)| {
            for other in others {
                slopes.iter_mut().zip(&other.rows[index]).for_each(|(sum, slope)| *sum += slope);
            }
            *slopes = slopes.map(|slope| slope * share);
        });
        let mut slopes = vec![[0.0; H]; self.shared.len()];
        for (row, parts) in total.rows.iter().zip(&self.factors.of_row) {
            for part in parts.iter().flatten() {
                for i in 0..H {
                    slopes[*part as usize][i] += row[i];
                }
            }
        }
        self.shared.iter_mut().zip(&slopes).for_each(|(part, slopes)| part.take(step, slopes));
        let own = self.own.par_iter_mut().zip(&total.rows).with_min_len(256);
        let own_step = AdamStep { rate: step.rate * OWN_RATE, ..step };
        own.for_each(|(part, slopes)| part.take(own_step, slopes));
        self.add_parts();
    }
    fn quantised(&self) -> LayerWeights {
        let (qa, qb) = (f32::from(QA), f32::from(QB));
        let hidden = |values: &[f32; H]| values.map(|value| (value * qa).round() as i16);
        let output = |values: &[f32; H]| values.map(|value| (value * qb).round() as i16);
        LayerWeights {
            hidden: H,
            rows: self.weights.rows.iter().flat_map(hidden).collect(),
            bias: hidden(&self.weights.bias).to_vec(),
            output: self.weights.output.iter().flatten().flat_map(output).collect(),
            output_bias: self
                .weights
                .output_bias
                .iter()
                .map(|bias| (bias * qa * qa * qb).round() as i32)
                .collect(),
            scale: (256.0 / self.plan.target.scale).round() as i32,
            keeps_terms: self.plan.keeps_terms,
        }
    }
}
