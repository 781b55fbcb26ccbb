//! Training of nets: AdamW on sparse inputs, on all cores.
//!
//! CITE: I. Loshchilov, F. Hutter, "Decoupled Weight Decay Regularization" (2019); "SGDR" (2017) for the cosine schedule.

use super::samples::{Sample, Samples, Target, logistic};
use crate::net::{BUCKETS, FeatureSet, LayerWeights, QA, QB};
use crate::random::Rng;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// Settings of a training run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainingPlan {
    /// Number of hidden values per side.
    pub hidden: usize,
    /// Passes over the samples.
    pub epochs: usize,
    /// Step size at the start.
    pub rate: f32,
    /// What to predict.
    pub target: Target,
    /// Seed of the first weights and of the order.
    pub seed: u64,
}

/// Progress of a training run after a pass.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Number of the pass, from 1.
    pub number: usize,
    /// Mean square error on the training games.
    pub training: f32,
    /// Mean square error on the held-out games.
    pub held_out: f32,
}

/// Largest absolute weight, so that weights fit their integers.
const MOST_WEIGHT: f32 = 1.98;
const WEIGHT_DECAY: f32 = 0.02;
const BETAS: (f32, f32) = (0.9, 0.999);

/// Trains a net of the size in the plan, and returns the weights of its best epoch; `None` if the size is not supported
/// or it was stopped.
pub fn train(
    features: &FeatureSet,
    sets: [&Samples; 2],
    plan: TrainingPlan,
    stop: &AtomicBool,
    done: &mut dyn FnMut(Epoch),
) -> Option<LayerWeights> {
    match plan.hidden {
        16 => Trainer::<16>::new(features, plan).run(sets, stop, done),
        32 => Trainer::<32>::new(features, plan).run(sets, stop, done),
        64 => Trainer::<64>::new(features, plan).run(sets, stop, done),
        128 => Trainer::<128>::new(features, plan).run(sets, stop, done),
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
        let features = self.rows.len();
        self.rows.fill([0.0; H]);
        let rows = std::mem::take(&mut self.rows);
        *self = Self { rows, ..Self::zero(0) };
        debug_assert_eq!(features, self.rows.len());
    }
    /// The weights other than the rows.
    fn small(&mut self) -> impl Iterator<Item = &mut f32> {
        self.bias.iter_mut().chain(self.output.iter_mut().flatten().flatten()).chain(&mut self.output_bias)
    }
}

/// Moments of a gradient.
struct Moments<const H: usize> {
    first: FloatLayers<H>,
    second: FloatLayers<H>,
}

/// A step of AdamW.
#[derive(Clone, Copy)]
struct Step {
    rate: f32,
    /// Corrections for the moments at the start.
    corrections: (f32, f32),
}

impl Step {
    #[inline(always)]
    fn take(self, weight: &mut f32, slope: f32, first: &mut f32, second: &mut f32) {
        *first += (1.0 - BETAS.0) * (slope - *first);
        *second += (1.0 - BETAS.1) * (slope * slope - *second);
        let (mean, square) = (*first * self.corrections.0, *second * self.corrections.1);
        let change = self.rate * (mean / (square.sqrt() + 1e-8) + WEIGHT_DECAY * *weight);
        *weight = (*weight - change).clamp(-MOST_WEIGHT, MOST_WEIGHT);
    }
}

struct Trainer<const H: usize> {
    plan: TrainingPlan,
    weights: FloatLayers<H>,
    moments: Moments<H>,
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

impl<const H: usize> Trainer<H> {
    fn new(features: &FeatureSet, plan: TrainingPlan) -> Self {
        let count = features.count();
        let rows = [0, 1, 2, 3].map(|view| features.rows(view));
        let mut rng = Rng(plan.seed);
        let weights = Self::first_weights(&rows, features, &mut rng);
        let moments = Moments { first: FloatLayers::zero(count), second: FloatLayers::zero(count) };
        let gradients = vec![FloatLayers::zero(count); rayon::current_num_threads().max(1)];
        let constants = [0, 1, 2, 3].map(|view| features.constant(view));
        Self { plan, weights, moments, gradients, rows, constants, rng }
    }
    /// Random weights, alike for all squares of a kind, since pieces mean much the same on all of them.
    fn first_weights(rows: &[Vec<Option<u32>>; 4], features: &FeatureSet, rng: &mut Rng) -> FloatLayers<H> {
        let mut weights = FloatLayers::zero(features.count());
        let mut seen = vec![false; features.count()];
        let squares = features.squares();
        let mut random = |size: f32| (rng.fraction() as f32 * 2.0 - 1.0) * size;
        for group in rows[0].chunks(squares) {
            let common: [f32; H] = std::array::from_fn(|_| random(0.12));
            for row in group.iter().flatten() {
                seen[*row as usize] = true;
                weights.rows[*row as usize] = common.map(|value| value + random(0.04));
            }
        }
        for (row, _) in weights.rows.iter_mut().zip(seen).filter(|(_, seen)| !seen) {
            *row = std::array::from_fn(|_| random(0.1));
        }
        weights.bias = [0.3; H];
        weights.output.iter_mut().flatten().flatten().for_each(|weight| *weight = random(0.1));
        // All sets of output weights start alike.
        weights.output = [weights.output[0]; BUCKETS];
        weights
    }
    fn run(
        mut self,
        [training, held_out]: [&Samples; 2],
        stop: &AtomicBool,
        done: &mut dyn FnMut(Epoch),
    ) -> Option<LayerWeights> {
        let batch = (training.len() / 64).clamp(512, 16_384);
        let mut order: Vec<u32> = (0..training.len() as u32).collect();
        let steps = self.plan.epochs * training.len().div_ceil(batch);
        let (mut step, mut best) = (0, (f32::INFINITY, None));
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
        for side in 0..2 {
            self.each_row(sample, atoms, side, |row| {
                let sums = &mut gradient.rows[row];
                for i in 0..H {
                    sums[i] += slopes[side][i];
                }
            });
        }
        f64::from(error * error)
    }
    #[inline(always)]
    fn each_row(&self, sample: &Sample, atoms: &[u32], side: usize, mut each: impl FnMut(usize)) {
        let view = usize::from(sample.views[side]);
        let rows = &self.rows[view];
        for row in atoms.iter().filter_map(|&atom| rows[atom as usize]) {
            each(row as usize);
        }
        if let Some(row) = self.constants[view] {
            each(row as usize);
        }
    }
    fn hidden(&self, sample: &Sample, atoms: &[u32]) -> Pair<H> {
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
        let mut sum = self.weights.output_bias[bucket] + self.plan.target.scale * sample.sums;
        for side in 0..2 {
            let weights = &self.weights.output[bucket][side];
            let mut part = 0.0;
            for i in 0..H {
                let value = hidden[side][i].clamp(0.0, 1.0);
                part += value * value * weights[i];
            }
            sum += part;
        }
        sum
    }
    fn loss(&self, samples: &Samples) -> f32 {
        let one = |index: usize| {
            let (sample, atoms) = samples.get(index);
            let error = logistic(self.output(sample, &self.hidden(sample, atoms))) - self.plan.target.of(sample);
            f64::from(error * error)
        };
        ((0..samples.len()).into_par_iter().map(one).sum::<f64>() / samples.len().max(1) as f64) as f32
    }
    /// Makes a step against the sum of the gradients.
    fn update(&mut self, gradients: &mut [FloatLayers<H>], share: f32, step: usize, steps: usize) {
        let cosine = (std::f32::consts::PI * step as f32 / steps.max(1) as f32).cos();
        let warm = (step as f32 / 50.0).min(1.0);
        let corrections = (1.0 / (1.0 - BETAS.0.powi(step as i32)), 1.0 / (1.0 - BETAS.1.powi(step as i32)));
        let step = Step { rate: self.plan.rate * warm * (0.51 + 0.49 * cosine), corrections };
        let Some((total, others)) = gradients.split_first_mut() else { return };
        for other in others.iter_mut() {
            total.small().zip(other.small()).for_each(|(sum, part)| *sum += *part);
        }
        let Moments { first, second } = &mut self.moments;
        for (((weight, slope), first), second) in
            self.weights.small().zip(total.small()).zip(first.small()).zip(second.small())
        {
            step.take(weight, *slope * share, first, second);
        }
        let others: &[FloatLayers<H>] = others;
        let rows = self.weights.rows.par_iter_mut().zip(&total.rows).zip(&mut first.rows).zip(&mut second.rows);
        rows.with_min_len(256).enumerate().for_each(|(index, (((weights, slopes), first), second))| {
            for i in 0..H {
                let slope: f32 = slopes[i] + others.iter().map(|other| other.rows[index][i]).sum::<f32>();
                step.take(&mut weights[i], slope * share, &mut first[i], &mut second[i]);
            }
        });
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
            output_bias: self.weights.output_bias.iter().map(|bias| (bias * qa * qa * qb).round() as i32).collect(),
            scale: (256.0 / self.plan.target.scale).round() as i32,
        }
    }
}
