//! Fits the constants of the value estimator to published values, and reports how well they predict held-out values.
//!
//! `fit_values` prints estimates next to published values; `fit_values fit` fits the constants to the pieces on 8x8
//! boards and prints them; `fit_values leave-one-out` fits them with each row of the first table left out in turn.

#[path = "../tests/support/published.rs"]
mod published;

use griffon::values::constants::Constants;
use published::{Estimate, Estimates, Row, elsewhere, on_chess_board, rms};

/// The fit ends when its relative step falls to this size.
const FINEST_STEP: f64 = 0.01;
/// Weight of estimates outside the published range, relative to the squared error.
const OUTSIDE: f64 = 2.0;

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("fit") => {
            let fitted = fit(&Estimates::new(small_boards()), None);
            println!("{fitted:#?}");
            report(&fitted);
        }
        Some("leave-one-out") => leave_one_out(),
        _ => report(&Constants::STANDARD),
    }
}

/// Returns all rows for 8x8 boards.
fn small_boards() -> Vec<Row> {
    let others = elsewhere().into_iter().filter(|row| row.context == "8x8");
    on_chess_board().into_iter().chain(others).collect()
}

/// Returns the constants to fit: those that symmetric pieces on 8x8 boards determine.
fn free(constants: &mut Constants) -> [&mut f64; 6] {
    let Constants { density: [density, _], sideways, lame, nearness, beyond: [beyond, ..], waiting, .. } =
        constants;
    [density, sideways, lame, nearness, beyond, waiting]
}

/// Returns the mean squared middlegame error plus the range penalty, leaving out row `without`.
fn loss(lab: &Estimates, constants: &Constants, without: Option<usize>) -> f64 {
    let estimates = lab.estimates(constants);
    let cost = |(row, estimate): (&Row, &Estimate)| {
        let value = estimate.values[0];
        let outside = (row.low / value).ln().max(0.0) + (value / row.high).ln().max(0.0);
        estimate.errors[0].powi(2) + OUTSIDE * outside.powi(2)
    };
    let rows = lab.rows.iter().zip(&estimates).enumerate();
    rows.filter(|(index, _)| Some(*index) != without).map(|(_, row)| cost(row)).sum::<f64>()
        / lab.rows.len() as f64
}

/// Fits the constants by coordinate descent from the standard ones.
fn fit(lab: &Estimates, without: Option<usize>) -> Constants {
    let mut best = Constants::STANDARD;
    let mut least = loss(lab, &best, without);
    let mut step = 0.16;
    while step > FINEST_STEP {
        let mut moved = false;
        for index in 0..free(&mut best).len() {
            for factor in [1.0 + step, 1.0 / (1.0 + step)] {
                let mut tried = best;
                *free(&mut tried)[index] *= factor;
                let loss = loss(lab, &tried, without);
                if loss < least {
                    (best, least, moved) = (tried, loss, true);
                    break;
                }
            }
        }
        if !moved {
            step /= 2.0;
        }
    }
    best
}

fn leave_one_out() {
    let lab = Estimates::new(small_boards());
    let first = on_chess_board();
    let mut held = Vec::new();
    for (index, row) in first.iter().enumerate() {
        let estimate = lab.estimates(&fit(&lab, Some(index)))[index];
        println!("{:8} {:5.2} {:5.2} {:+.3}", row.piece, row.value, estimate.values[0], estimate.errors[0]);
        held.push(estimate);
    }
    println!("rms of the rows held out: {:.4}", rms(&first, &held, 0));
}

fn report(constants: &Constants) {
    for (name, rows) in [("on 8x8", on_chess_board()), ("elsewhere", elsewhere())] {
        let lab = Estimates::new(rows);
        let estimates = lab.estimates(constants);
        for (row, estimate) in lab.rows.iter().zip(&estimates) {
            let [mg, eg] = estimate.values.map(|value| {
                let inside = (row.low / 1.1..=row.high * 1.1).contains(&value);
                format!("{value:6.2}{}", if inside { ' ' } else { '!' })
            });
            let Row { context, piece, value, low, high, .. } = row;
            println!(
                "{context:11}{piece:8}{value:6.2} [{low:.2} {high:.2}]  mg {mg} eg {eg} {:+.2}",
                estimate.errors[0]
            );
        }
        let [mg, eg] = [0, 1].map(|phase| rms(&lab.rows, &estimates, phase));
        println!("{name}: rms of ln(estimate/published): middle game {mg:.4}, endgame {eg:.4}");
    }
}
