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
const MAX_OPENING_CP: Score = 400;
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
        if found.score.abs() <= MAX_OPENING_CP || attempt == ATTEMPTS {
            break;
        }
    }
    let mut lead = Lead::default();
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
        if let Some(winner) = lead.note(pos.side(), score) {
            record.result = if winner == Color::White { 2 } else { 0 };
            break;
        }
        record.plies.push(PlayedPly { number: number as u16, score: Some(score as i16) });
        pos.make(game, list[number]);
    }
    record.key = pos.key();
    Some(record)
}

/// A side whose lead decides the game, and for how many plies both sides have agreed on it.
#[derive(Default)]
struct Lead {
    winner: Option<Color>,
    plies: u32,
}

impl Lead {
    /// Counts the score of a search for the side to move. Returns the winner of a game that is decided.
    fn note(&mut self, side: Color, score: Score) -> Option<Color> {
        let winner = (score.abs() >= DECIDED_CP).then(|| if score > 0 { side } else { side.other() });
        self.plies = if winner == self.winner { self.plies + 1 } else { 1 };
        self.winner = winner;
        winner.filter(|_| self.plies >= DECIDED_PLIES)
    }
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
        let Some((number, mv)) = movegen::random_move(game, &mut pos, rng) else { break };
        record.plies.push(PlayedPly { number: number as u16, score: None });
        pos.make(game, mv);
    }
    (record, pos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_decided_once_both_sides_agree() {
        let decided = |scores: [Score; 8]| {
            let mut lead = Lead::default();
            let noted = (0..8).map(|ply| lead.note(Color::BOTH[ply % 2], scores[ply]));
            noted.collect::<Vec<_>>().into_iter().position(|winner| winner == Some(Color::White))
        };
        assert_eq!(decided([0, -1600, 1600, -1600, 1600, -1600, 1600, -1600]), Some(6));
        assert_eq!(decided([1600, -1600, 1600, 0, 1600, -1600, 1600, -1600]), None);
        // Each side believes that it wins.
        assert_eq!(decided([1600; 8]), None);
    }
}
