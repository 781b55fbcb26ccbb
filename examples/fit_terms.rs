//! Fits the parameters of the evaluation terms to games of the engine against itself.
//!
//! `fit_terms play VARIANT GAMES NODES SEED` plays games and prints their quiet positions, each with the result and the
//! search score; `fit_terms fit FILE...` fits all parameters to such files together and prints the changes. A file name
//! begins with the name of its variant (`shogi.txt`, `shogi-2.txt`). Needs the feature `tune`.
//!
//! CITE: P. Österlund, "Texel's tuning method" (2014); CITE: Levenberg-Marquardt steps on linearized scores.

use griffon::board::Color;
use griffon::eval::{self, params};
use griffon::movegen::{self, Outcome};
use griffon::position::{Game, MoveList, Position};
use griffon::random::{Rng, mix};
use griffon::search::{Limits, Searcher};
use griffon::variant::catalogue;
use rayon::prelude::*;
use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// Random plies at the start.
const RANDOM: usize = 8;
/// Maximum length of a game in plies.
const LONGEST: usize = 400;
/// A score (cp) that decides a game once it has held for [`DECIDED_PLIES`].
const DECIDED_CP: i32 = 1200;
const DECIDED_PLIES: u32 = 6;
/// Share of the search score in the fitted target; the rest is the result.
const SCORE_SHARE: f64 = 0.4;
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
    eval::weighed(Game::new(variant).expect("tables"))
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
        if pos.occurrences() >= 3 {
            break;
        }
        if ply < RANDOM {
            let mut list = MoveList::new();
            movegen::legal(game, &mut pos, &mut list);
            pos.make(game, list[rng.below(list.len())]);
            continue;
        }
        let found = searcher.search(game, &pos, &limits, &AtomicBool::new(false), &mut |_| ());
        let Some(best) = found.best else { break };
        let sign = if pos.side() == Color::White { 1 } else { -1 };
        let quiet = pos.cell(best.to()).is_empty() && best.promotion().is_none();
        if quiet
            && !movegen::in_check(game, &pos, pos.side())
            && found.score.abs() < DECIDED_CP
            && rng.one_in(2)
        {
            lines.push((pos.fen(game), sign * found.score));
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

/// The positions of one variant.
struct Sample {
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
        Self { game: load(variant), fens, points, scale }
    }
    /// Returns White's static evaluations with the current parameters.
    fn scores(&self) -> Vec<f32> {
        let game = &self.game;
        let of = |fen: &String| {
            let pos = Position::from_fen(game, fen).expect("a position");
            let score = eval::evaluate(game, &pos) as f32;
            if pos.side() == Color::White { score } else { -score }
        };
        self.fens.par_iter().map(of).collect()
    }
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

fn fit(files: &[&str]) {
    let samples: Vec<Sample> = files.iter().map(|file| Sample::read(file)).collect();
    let first: Vec<i32> = params::ALL.iter().map(|(_, cell)| cell.load(Relaxed)).collect();
    for round in 0..ROUNDS {
        step(&samples, &first, round);
    }
    println!("\nparameter: before -> after");
    for ((name, cell), first) in params::ALL.iter().zip(first) {
        println!("{name}: {first} -> {}", cell.load(Relaxed));
    }
}

/// Makes a Gauss-Newton step of all parameters, from numerical derivatives.
fn step(samples: &[Sample], first: &[i32], round: usize) {
    let count = params::ALL.len();
    let mut hessian = vec![0.0_f64; count * count];
    let mut gradient = vec![0.0_f64; count];
    let mut total = 0.0;
    for sample in samples {
        let base = sample.scores();
        let derivatives: Vec<Vec<f32>> = params::ALL
            .iter()
            .map(|(_, cell)| {
                let value = cell.load(Relaxed);
                let delta = (value.abs() / 4).max(8);
                cell.store(value + delta, Relaxed);
                let moved = sample.scores();
                cell.store(value, Relaxed);
                moved.iter().zip(&base).map(|(a, b)| (a - b) / delta as f32).collect()
            })
            .collect();
        let share = 1.0 / (samples.len() * base.len()) as f64;
        for (at, &score) in base.iter().enumerate() {
            let expected = logistic(sample.scale * f64::from(score));
            let error = sample.points[at] - expected;
            total += share * error * error;
            let slope = expected * (1.0 - expected) * sample.scale;
            let row: Vec<f64> = derivatives.iter().map(|d| slope * f64::from(d[at])).collect();
            for i in (0..count).filter(|&i| row[i] != 0.0) {
                gradient[i] += share * row[i] * error;
                for j in 0..count {
                    hessian[i * count + j] += share * row[i] * row[j];
                }
            }
        }
    }
    println!("round {round}: mean square error {total:.6}");
    for (i, (name, cell)) in params::ALL.iter().enumerate() {
        let percent = ["mobility", "passed", "danger"].iter().any(|word| name.starts_with(word));
        let size = f64::from(first[i].abs().max(if percent { 60 } else { 10 }));
        let inertia = INERTIA / (size * size);
        hessian[i * count + i] += inertia;
        gradient[i] -= inertia * f64::from(cell.load(Relaxed) - first[i]);
    }
    let change = solve(hessian, gradient);
    for ((_, cell), change) in params::ALL.iter().zip(change) {
        cell.store(cell.load(Relaxed) + change.round() as i32, Relaxed);
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
