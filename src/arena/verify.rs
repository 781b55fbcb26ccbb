//! Runs a perft suite: compares each row's count with the move generator's.

use super::perft;
use super::suite::SuiteRow;
use crate::position::{Game, Position};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Result of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RowVerdict {
    /// The counts agree.
    Passed,
    /// The counts differ; the value is our count.
    Wrong(u64),
    /// The variant or the position is invalid.
    Error(String),
    /// The variant is not in the catalogue.
    Skipped,
    /// The row has more nodes than the limit.
    OverLimit,
}

/// Games of a suite by variant name. A missing entry is not in the catalogue; `Err` is the reason why it cannot be
/// played.
pub type Games = BTreeMap<String, Result<Game, String>>;

/// Loads each variant of the rows once. `load` returns `None` for a name that is not in the catalogue.
pub fn games(rows: &[SuiteRow], load: impl Fn(&str) -> Option<Result<Game, String>>) -> Games {
    let mut games = Games::new();
    for SuiteRow { variant, .. } in rows {
        if !games.contains_key(variant) {
            games.extend(load(variant).map(|game| (variant.clone(), game)));
        }
    }
    games
}

/// Checks the rows with at most `max_nodes` nodes on the current thread pool. Returns the verdicts in the order of the
/// rows; calls `done` once per row.
pub fn run(
    rows: &[SuiteRow],
    games: &Games,
    max_nodes: Option<u64>,
    done: &(dyn Fn() + Sync),
) -> Vec<RowVerdict> {
    // Long rows first, so that no thread is left with one at the end.
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_key(|&index| Reverse(rows[index].nodes));
    let verdict = |index: usize| {
        let verdict = check(&rows[index], games, max_nodes);
        done();
        (index, verdict)
    };
    let verdicts: BTreeMap<_, _> = order.into_par_iter().with_max_len(1).map(verdict).collect();
    verdicts.into_values().collect()
}

fn check(row: &SuiteRow, games: &Games, max_nodes: Option<u64>) -> RowVerdict {
    let game = match games.get(&row.variant) {
        None => return RowVerdict::Skipped,
        Some(Err(message)) => return RowVerdict::Error(message.clone()),
        Some(Ok(game)) => game,
    };
    if max_nodes.is_some_and(|most| row.nodes > most) {
        return RowVerdict::OverLimit;
    }
    let read = |fen: &String| Position::from_fen(game, fen);
    let pos = match row.fen.as_ref().map_or_else(|| Ok(Position::start(game)), read) {
        Ok(pos) => pos,
        Err(error) => {
            return RowVerdict::Error(format!("{} (column {})", error.message, error.span.start + 1));
        }
    };
    match perft::count(game, &pos, row.depth, None) {
        nodes if nodes == row.nodes => RowVerdict::Passed,
        nodes => RowVerdict::Wrong(nodes),
    }
}
