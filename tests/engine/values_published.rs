//! The estimator against published values: play-testing, the literature, other programs.

use crate::support::published::{Estimates, elsewhere, on_chess_board, rms};
use griffon::values::constants::Constants;

/// Limit of the first table for the root mean square of ln(estimate/published).
const BAR: f64 = 0.12;
/// Factor by which ranges of the first table are widened.
const MARGIN: f64 = 1.1;
/// The same for other boards, whose sources disagree more.
const BAR_ELSEWHERE: f64 = 0.25;
const MARGIN_ELSEWHERE: f64 = 1.5;

/// SPEC: `tests/data/published-values.csv` cites its source in each row; N is the unit.
#[test]
fn pieces_on_the_chess_board() {
    check(Estimates::new(on_chess_board()), BAR, MARGIN);
}

/// SPEC: `tests/data/published-elsewhere.csv` cites its source in each row. The constants were not fitted to the
/// variants' rows, but the constants for drops, guards of a confined royal, second victims and directions were chosen
/// with them in mind.
#[test]
fn pieces_elsewhere() {
    check(Estimates::new(elsewhere()), BAR_ELSEWHERE, MARGIN_ELSEWHERE);
}

/// Asserts that both columns are below the limit and each row is within its range.
fn check(lab: Estimates, bar: f64, margin: f64) {
    let estimates = lab.estimates(&Constants::STANDARD);
    let mut wrong = Vec::new();
    for (row, estimate) in lab.rows.iter().zip(&estimates) {
        let range = row.low / margin..=row.high * margin;
        if !estimate.values.iter().all(|value| range.contains(value)) {
            wrong.push(format!("{} {}: {:.2?} not in {range:.2?}", row.context, row.piece, estimate.values));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for phase in 0..2 {
        let rms = rms(&lab.rows, &estimates, phase);
        assert!(rms <= bar, "phase {phase}: {rms:.4}");
    }
}
