//! Running a suite: each row's count against the move generator's.

use super::perft;
use super::suite::SuiteRow;
use crate::position::{Game, Position};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// What came of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RowVerdict {
    /// The counts agree.
    Passed,
    /// They differ; the value is what was counted here.
    Wrong(u64),
    /// The variant or the position could not be set up.
    Error(String),
    /// The variant is not in the catalogue.
    Skipped,
    /// More nodes than the limit.
    OverLimit,
}

/// Which rows to leave out.
#[derive(Clone, Copy, Default, Debug)]
pub struct VerifyLimits {
    /// Rows with more nodes than this.
    pub max_nodes: Option<u64>,
}

/// The games of a suite by variant name. No entry: not in the catalogue. `Err`: why it cannot be played.
pub type Games = BTreeMap<String, Result<Game, String>>;

/// Loads each variant that the rows name once. `load` gives `None` for a name that the catalogue does not have.
pub fn games(rows: &[SuiteRow], load: impl Fn(&str) -> Option<Result<Game, String>>) -> Games {
    let mut games = Games::new();
    for row in rows {
        if games.contains_key(&row.variant) {
            continue;
        }
        if let Some(game) = load(&row.variant) {
            games.insert(row.variant.clone(), game);
        }
    }
    games
}

/// Checks all rows on the threads of the current pool; verdicts come in the order of the rows. `done` is called
/// once for every row.
pub fn run(
    rows: &[SuiteRow],
    games: &Games,
    limits: VerifyLimits,
    done: &(dyn Fn() + Sync),
) -> Vec<RowVerdict> {
    // The long rows first, so that no thread is left alone with one at the end.
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_key(|&index| Reverse(rows[index].nodes));
    let mut verdicts: Vec<(usize, RowVerdict)> = order
        .into_par_iter()
        .with_max_len(1)
        .map(|index| {
            let verdict = check(&rows[index], games, limits);
            done();
            (index, verdict)
        })
        .collect();
    verdicts.sort_by_key(|&(index, _)| index);
    verdicts.into_iter().map(|(_, verdict)| verdict).collect()
}

fn check(row: &SuiteRow, games: &Games, limits: VerifyLimits) -> RowVerdict {
    let game = match games.get(&row.variant) {
        None => return RowVerdict::Skipped,
        Some(Err(message)) => return RowVerdict::Error(message.clone()),
        Some(Ok(game)) => game,
    };
    if limits.max_nodes.is_some_and(|most| row.nodes > most) {
        return RowVerdict::OverLimit;
    }
    let pos = match &row.fen {
        None => Position::start(game),
        Some(fen) => match Position::from_fen(game, fen) {
            Ok(pos) => pos,
            Err(error) => {
                return RowVerdict::Error(format!("{} (column {})", error.message, error.span.start + 1));
            }
        },
    };
    match perft::count(game, &pos, row.depth, None) {
        nodes if nodes == row.nodes => RowVerdict::Passed,
        nodes => RowVerdict::Wrong(nodes),
    }
}
