//! Self-play games at a fixed number of nodes, from random openings.

use super::games::{GameRecord, PlayedPly};
use crate::arena::referee::{self, OCCURRENCES};
use crate::board::Color;
use crate::load;
use crate::movegen;
use crate::position::{Game, Position};
use crate::random::Rng;
use crate::search::{Limits, Score, Searcher};
use std::sync::atomic::{AtomicBool, Ordering};

/// Hash table of a self-play search, MiB.
pub const HASH_MB: usize = 4;
/// Shortest and longest random opening, plies.
const RANDOM_PLIES: (usize, usize) = (4, 9);
/// An opening with a larger score for either side is drawn again.
const MOST_OPENING_CP: Score = 400;
/// Openings drawn until the last is taken as it is.
const ATTEMPTS: usize = 20;
/// A score (cp) that decides a game once it has held for [`DECIDED_PLIES`].
const DECIDED_CP: Score = 1500;
const DECIDED_PLIES: u32 = 6;
/// Maximum length of a game, plies; it is then a draw.
const LONGEST: usize = 400;

/// Plays a game and returns it; `None` if it was stopped.
pub fn game(
    game: &Game,
    searcher: &mut Searcher,
    nodes: u64,
    rng: &mut Rng,
    stop: &AtomicBool,
) -> Option<GameRecord> {
    searcher.clear();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let (mut record, mut pos) = (GameRecord::default(), Position::start(game));
    for attempt in 1..=ATTEMPTS {
        (record, pos) = opening(game, rng);
        if movegen::result(game, &mut pos).is_some() {
            continue;
        }
        let found = searcher.search(game, &pos, &limits, stop, &mut |_| ());
        if found.score.abs() <= MOST_OPENING_CP || attempt == ATTEMPTS {
            break;
        }
    }
    let mut lead = 0_u32;
    loop {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if let Some(winner) = referee::winner(game, &mut pos, OCCURRENCES) {
            record.result = winner.map_or(1, |winner| 2 * u8::from(winner == Color::White));
            break;
        }
        if record.plies.len() >= LONGEST {
            record.result = 1;
            break;
        }
        let found = searcher.search(game, &pos, &limits, stop, &mut |_| ());
        let list = movegen::legal_moves(game, &mut pos);
        let number = list.iter().position(|&mv| Some(mv) == found.best)?;
        let score = found.score.clamp(-32_000, 32_000);
        lead = if score.abs() >= DECIDED_CP { lead + 1 } else { 0 };
        if lead >= DECIDED_PLIES {
            record.result = if (score > 0) == (pos.side() == Color::White) { 2 } else { 0 };
            break;
        }
        record.plies.push(PlayedPly { number: number as u16, score: Some(score as i16) });
        pos.make(game, list[number]);
    }
    record.key = pos.key();
    Some(record)
}

/// Draws a random opening.
fn opening(game: &Game, rng: &mut Rng) -> (GameRecord, Position) {
    let mut record = GameRecord::default();
    let mut pos = load::shuffled_start(game, rng.next_number());
    if game.variant.shuffles() {
        record.fen = pos.fen(game);
        // The game continues from the text, as it will be read.
        pos = Position::from_fen(game, &record.fen).unwrap_or(pos);
    }
    let plies = RANDOM_PLIES.0 + rng.below(RANDOM_PLIES.1 - RANDOM_PLIES.0 + 1);
    for _ in 0..plies {
        let list = movegen::legal_moves(game, &mut pos);
        let number = rng.below(list.len());
        let Some(&mv) = list.get(number) else { break };
        record.plies.push(PlayedPly { number: number as u16, score: None });
        pos.make(game, mv);
    }
    (record, pos)
}
