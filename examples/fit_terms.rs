//! Fits the parameters of the evaluation terms to games of the engine against itself.
//!
//! `fit_terms play VARIANT GAMES NODES SEED` plays games and prints their quiet positions, each with the result and the
//! search score; `fit_terms fit FILE...` fits all parameters to such files together and prints the changes. A file name
//! begins with the name of its variant (`shogi.txt`, `shogi-2.txt`).
//!
//! CITE: P. Österlund, "Texel's tuning method" (2014); CITE: Levenberg-Marquardt steps on linearized scores.

use griffon::board::Color;
use griffon::eval;
use griffon::movegen::{self, Outcome};
use griffon::net::Evaluation;
use griffon::position::{Game, Move, Position};
use griffon::random::{Rng, mix};
use griffon::rules::GameRules;
use griffon::search::{Limits, Searcher};
use griffon::values::{EvalParams, estimate_with};
use griffon::variant::catalogue;
use rayon::prelude::*;
use std::fmt::Write;
use std::sync::atomic::AtomicBool;

/// Random plies at the start.
const RANDOM: usize = 8;
/// Maximum length of a game in plies.
const LONGEST: usize = 400;
/// A score (cp) that decides a game once it has held for [`DECIDED_PLIES`].
const DECIDED_CP: i32 = 1200;
const DECIDED_PLIES: u32 = 6;
/// Every n-th position is kept.
const SAMPLED: usize = 3;
/// Share of the search score in the fitted target; the rest is the result.
const SCORE_SHARE: f64 = 0.25;
/// Regularisation: pull towards the original parameters, relative to the curvature of the mean error.
const INERTIA: f64 = 3e-6;
const ROUNDS: usize = 3;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let texts: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match texts.as_slice() {
        ["play", variant, games, nodes, seed] => {
            let number = |text: &str| text.parse::<u64>().expect("a number");
            play(variant, number(games), number(nodes), number(seed));
        }
        ["fit", files @ ..] if !files.is_empty() => fit(files),
        _ => eprintln!("fit_terms play VARIANT GAMES NODES SEED | fit FILE..."),
    }
}

fn load(variant: &str) -> Game {
    let variant = catalogue::load(variant).expect("a variant of the catalogue").variant;
    Game::new(variant).expect("tables")
}

/// Returns the game with other parameters.
fn weighed(game: &Game, params: EvalParams) -> Game {
    let evaluation = |game: GameRules<'_>| Evaluation { weights: estimate_with(game, params), net: None };
    Game::with_evaluation(game.variant.clone(), evaluation).expect("tables")
}

fn play(variant: &str, games: u64, nodes: u64, seed: u64) {
    let game = load(variant);
    (0..games).into_par_iter().for_each(|number| {
        let text = play_one(&game, nodes, &mut Rng(mix(seed ^ mix(number))));
        print!("{text}");
    });
}

/// Plays a game and returns its quiet positions, one per line: FEN, White's points, White's score.
fn play_one(game: &Game, nodes: u64, rng: &mut Rng) -> String {
    let mut pos = Position::start(game);
    let mut searcher = Searcher::new(2);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let (mut lines, mut lead) = (Vec::new(), 0_u32);
    let mut points = 0.5;
    for ply in 0..LONGEST {
        if let Some(outcome) = movegen::result(game, &mut pos) {
            let white = |won: bool| f64::from(u8::from((pos.side() == Color::White) == won));
            match outcome {
                Outcome::Won => points = white(true),
                Outcome::Lost => points = white(false),
                Outcome::Drawn => {}
            }
            break;
        }
        if pos.occurrences(game) >= 3 {
            break;
        }
        if ply < RANDOM {
            let list = movegen::legal_moves(game, &mut pos);
            pos.make(game, list[rng.below(list.len())]);
            continue;
        }
        let found = searcher.search(game, &pos, &limits, &AtomicBool::new(false), &mut |_| ());
        let Some(best) = found.best else { break };
        let sign = if pos.side() == Color::White { 1 } else { -1 };
        if found.score.abs() < DECIDED_CP && rng.one_in(SAMPLED) {
            lines.extend(leaf(game, &pos, &found.pv).map(|fen| (fen, sign * found.score)));
        }
        lead = if found.score.abs() >= DECIDED_CP { lead + 1 } else { 0 };
        if lead >= DECIDED_PLIES {
            points = if sign * found.score > 0 { 1.0 } else { 0.0 };
            break;
        }
        pos.make(game, best);
    }
    let mut text = String::new();
    for (fen, score) in lines {
        let _ = writeln!(text, "{fen}\t{points}\t{score}");
    }
    text
}

/// Returns the position at the end of the principal variation, where the static evaluation was taken and
/// pending exchanges are over. `None` if it is in check or the game is over.
fn leaf(game: &Game, pos: &Position, line: &[Move]) -> Option<String> {
    let mut pos = pos.clone();
    line.iter().for_each(|&mv| pos.make(game, mv));
    let settled = !movegen::in_check(game, &pos, pos.side()) && movegen::result(game, &mut pos).is_none();
    settled.then(|| pos.fen(game))
}

/// The positions of one variant.
struct Sample {
    name: String,
    game: Game,
    fens: Vec<String>,
    /// White's points, mixed with those expected by the search.
    points: Vec<f64>,
    /// Scale from centipawns to the argument of the logistic function.
    scale: f64,
}

impl Sample {
    fn read(file: &str) -> Self {
        let stem = std::path::Path::new(file).file_stem().expect("a file").to_string_lossy().into_owned();
        let variant = stem.split('-').next().unwrap_or(&stem);
        let text = std::fs::read_to_string(file).expect("a readable file");
        let (mut fens, mut results, mut scores) = (Vec::new(), Vec::new(), Vec::new());
        for line in text.lines() {
            let mut fields = line.split('\t');
            fens.push(fields.next().expect("a FEN").to_owned());
            results.push(fields.next().and_then(|f| f.parse::<f64>().ok()).expect("points"));
            scores.push(fields.next().and_then(|f| f.parse::<f64>().ok()).expect("a score"));
        }
        let scale = best_scale(&scores, &results);
        let mixed = results
            .iter()
            .zip(&scores)
            .map(|(result, score)| (1.0 - SCORE_SHARE) * result + SCORE_SHARE * logistic(scale * score));
        let points = mixed.collect();
        println!("{file}: {} positions, {scale:.5} per centipawn", fens.len());
        Self { name: stem.clone(), game: load(variant), fens, points, scale }
    }
    /// Returns White's static evaluations with these parameters, and their derivatives by each parameter.
    fn scores(&mut self, params: EvalParams) -> (Vec<f32>, Vec<Vec<f32>>) {
        self.game = weighed(&self.game, params);
        let read = |game: &Game| -> Vec<Position> {
            self.fens.par_iter().map(|fen| Position::from_fen(game, fen).expect("a position")).collect()
        };
        let positions = read(&self.game);
        let base = evaluations(&self.game, &positions);
        let mut derivatives = Vec::with_capacity(EvalParams::NAMES.len());
        for name in EvalParams::NAMES {
            let mut changed = params;
            let field = changed.field(name).expect("its name");
            let delta = (field.abs() / 4).max(8);
            *field += delta;
            let moved = if in_tables(name) {
                let game = weighed(&self.game, changed);
                evaluations(&game, &read(&game))
            } else {
                self.game.weights.params = changed;
                evaluations(&self.game, &positions)
            };
            self.game.weights.params = params;
            derivatives.push(moved.iter().zip(&base).map(|(a, b)| (a - b) / delta as f32).collect());
        }
        (base, derivatives)
    }
}

/// Whether a parameter enters the square tables, rather than the terms.
fn in_tables(name: &str) -> bool {
    ["value", "square", "centre", "advance", "mobility", "royal", "hand", "pair"]
        .iter()
        .any(|start| name.starts_with(start))
}

/// Returns White's static evaluations.
fn evaluations(game: &Game, positions: &[Position]) -> Vec<f32> {
    let of = |pos: &Position| {
        let score = eval::evaluate(game, pos) as f32;
        if pos.side() == Color::White { score } else { -score }
    };
    positions.par_iter().map(of).collect()
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Returns the scale with which the scores best predict the results.
fn best_scale(scores: &[f64], results: &[f64]) -> f64 {
    let loss = |scale: f64| -> f64 {
        scores.iter().zip(results).map(|(score, result)| (logistic(scale * score) - result).powi(2)).sum()
    };
    let (mut low, mut high) = (0.0005, 0.02);
    for _ in 0..40 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if loss(a) < loss(b) { high = b } else { low = a }
    }
    (low + high) / 2.0
}

/// Fits the parameters for games like that of the first file: with or without drops.
fn fit(files: &[&str]) {
    let mut samples: Vec<Sample> = files.iter().map(|file| Sample::read(file)).collect();
    let first = samples[0].game.weights.params;
    let mut params = first;
    for round in 0..ROUNDS {
        step(&mut samples, first, &mut params, round);
        println!("\nround {round}: parameter: before -> after");
        for name in EvalParams::NAMES {
            println!("{name}: {} -> {}", value(first, name), value(params, name));
        }
    }
}

fn value(mut params: EvalParams, name: &str) -> i32 {
    *params.field(name).expect("its name")
}

/// Makes a Gauss-Newton step of all parameters, from numerical derivatives.
fn step(samples: &mut [Sample], first: EvalParams, params: &mut EvalParams, round: usize) {
    let count = EvalParams::NAMES.len();
    let mut hessian = vec![0.0_f64; count * count];
    let mut gradient = vec![0.0_f64; count];
    let mut total = 0.0;
    let files = samples.len();
    let drops = samples[0].game.variant.captures_to_hand();
    for sample in samples {
        let (base, derivatives) = sample.scores(*params);
        let share = 1.0 / (files * base.len()) as f64;
        let mut own = 0.0;
        for (at, &score) in base.iter().enumerate() {
            let expected = logistic(sample.scale * f64::from(score));
            let error = sample.points[at] - expected;
            own += share * error * error;
            let slope = expected * (1.0 - expected) * sample.scale;
            let row: Vec<f64> = derivatives.iter().map(|d| slope * f64::from(d[at])).collect();
            for i in (0..count).filter(|&i| row[i] != 0.0) {
                gradient[i] += share * row[i] * error;
                for j in 0..count {
                    hessian[i * count + j] += share * row[i] * row[j];
                }
            }
        }
        println!("round {round}: {}: mean square error {:.6}", sample.name, own * files as f64);
        total += own;
    }
    println!("round {round}: mean square error {total:.6}");
    for (i, name) in EvalParams::NAMES.iter().enumerate() {
        let first = value(first, name);
        let percent = ["mobility", "passed", "danger", "value"].iter().any(|word| name.starts_with(word));
        let size = f64::from(first.abs().max(if percent { 60 } else { 10 }));
        // Games with drops have no endgame, and decided positions are not sampled.
        let frozen = name.starts_with("mop_up") || drops && name.ends_with("_eg");
        let inertia = if frozen { 1.0 } else { INERTIA / (size * size) };
        hessian[i * count + i] += inertia;
        gradient[i] -= inertia * f64::from(value(*params, name) - first);
    }
    let change = solve(hessian, gradient);
    for (name, change) in EvalParams::NAMES.iter().zip(change) {
        *params.field(name).expect("its name") += change.round() as i32;
    }
}

/// Solves a symmetric positive definite system by elimination.
fn solve(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for pivot in 0..n {
        for row in pivot + 1..n {
            let factor = matrix[row * n + pivot] / matrix[pivot * n + pivot];
            for column in pivot..n {
                matrix[row * n + column] -= factor * matrix[pivot * n + column];
            }
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|column| matrix[row * n + column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row * n + row];
    }
    right
}
