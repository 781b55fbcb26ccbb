//! Positions with forced wins: found in random games, and put to the search.

use crate::movegen;
use crate::position::{Game, Move, MoveList, Position};
use crate::protocol::movetext;
use crate::random::{Rng, mix};
use crate::search::proof::Prover;
use crate::search::{Limits, Searcher};
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;

/// Nodes of the searches that play on where a game is not played at random.
const SENSIBLE_NODES: u64 = 200;
/// One move of so many is played at random after the opening.
const RANDOM_ONE_IN: usize = 3;
/// Plies at random before any position is looked at.
const OPENING: usize = 4;
/// Longest game, plies.
const LONGEST_GAME: usize = 160;
/// Moves to make in a proof that a puzzle exists, that it has no shorter solution, and that an answer is right.
const SEEK_BUDGET: u64 = 200_000;
const SHORTER_BUDGET: u64 = 2_000_000;
const CHECK_BUDGET: u64 = 50_000_000;
/// Hash table of the searches, MiB.
const HASH_MB: usize = 16;

/// A position with a forced win.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// Variant, by its name in the catalogue or a file.
    pub variant: String,
    /// The position.
    pub fen: String,
    /// The side to move wins in so many of its moves, and not in fewer.
    pub moves: u32,
    /// One first move that does.
    #[serde(rename = "move")]
    pub first: String,
}

/// How an answer to a puzzle came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MateVerdict {
    /// The move wins in time, whatever the opponent does.
    Solved,
    /// It does not.
    Wrong,
    /// There are too many replies to prove either.
    Untold,
}

/// Finds puzzles in games of a variant.
#[derive(Debug)]
pub struct Seeker<'a> {
    game: &'a Game,
    name: &'a str,
    searcher: Searcher,
}

impl<'a> Seeker<'a> {
    /// A seeker; `name` is what the puzzles call the variant, the game has weights.
    pub fn new(game: &'a Game, name: &'a str) -> Self {
        Self { game, name, searcher: Searcher::new(HASH_MB) }
    }
    /// Plays games until there are `each` puzzles of every length of `lengths`, or until the positions of `games` games
    /// were looked at. One game gives no more than one puzzle of a length.
    pub fn seek(&mut self, lengths: &[u32], each: usize, games: u64, seed: u64) -> Vec<Puzzle> {
        let mut found: Vec<Puzzle> = Vec::new();
        for number in 0..games {
            let wanted: Vec<u32> = lengths
                .iter()
                .copied()
                .filter(|&moves| found.iter().filter(|puzzle| puzzle.moves == moves).count() < each)
                .collect();
            if wanted.is_empty() {
                break;
            }
            found.extend(self.play(wanted, &mut Rng(mix(seed ^ mix(number)))));
        }
        found.sort_by_key(|puzzle| puzzle.moves);
        found
    }
    /// The puzzles of one game.
    fn play(&mut self, mut wanted: Vec<u32>, rng: &mut Rng) -> Vec<Puzzle> {
        let mut found = Vec::new();
        let mut pos = Position::start(self.game);
        for ply in 0..LONGEST_GAME {
            if wanted.is_empty() || movegen::result(self.game, &mut pos).is_some() {
                break;
            }
            if ply >= OPENING {
                if let Some(puzzle) = self.puzzle(&pos, &wanted) {
                    wanted.retain(|&moves| moves != puzzle.moves);
                    found.push(puzzle);
                }
            }
            let Some(mv) = self.next_move(&mut pos, ply, rng) else { break };
            pos.make(self.game, mv);
        }
        found
    }
    fn next_move(&mut self, pos: &mut Position, ply: usize, rng: &mut Rng) -> Option<Move> {
        if ply < OPENING || rng.below(RANDOM_ONE_IN) == 0 {
            let mut list = MoveList::new();
            movegen::legal(self.game, pos, &mut list);
            return list.get(rng.below(list.len())).copied();
        }
        let limits = Limits { nodes: Some(SENSIBLE_NODES), ..Limits::default() };
        self.searcher.search(self.game, pos, &limits, &AtomicBool::new(false), &mut |_| ()).best
    }
    /// The puzzle that a position is, if it is one of the wanted lengths. What is played later does not know what came
    /// before, so the position is read back from its FEN.
    fn puzzle(&self, pos: &Position, wanted: &[u32]) -> Option<Puzzle> {
        let fen = pos.fen(self.game);
        let mut pos = Position::from_fen(self.game, &fen).ok()?;
        let longest = wanted.iter().copied().max()?;
        let mut moves = 1;
        let first = loop {
            let mut prover = Prover::new(self.game, SEEK_BUDGET);
            if moves > 2 {
                prover = prover.with_checks_only();
            }
            match prover.winner(&mut pos, moves) {
                Ok(Some(first)) => break first,
                Ok(None) if moves < longest => moves += 1,
                _ => return None,
            }
        };
        // A quiet first move may win sooner than the checks do.
        let shorter = || Prover::new(self.game, SHORTER_BUDGET).winner(&mut pos.clone(), moves - 1);
        if !wanted.contains(&moves) || moves > 2 && shorter() != Ok(None) {
            return None;
        }
        let first = movetext::format(self.game, &pos, first);
        Some(Puzzle { variant: self.name.to_owned(), fen, moves, first })
    }
}

/// Lets the search answer a puzzle in a given time, or number of nodes; the answer and how it came out.
///
/// # Errors
/// A position that cannot be read, or in which the game is over.
pub fn solve(game: &Game, puzzle: &Puzzle, limits: &Limits) -> Result<(String, MateVerdict), String> {
    let mut pos = Position::from_fen(game, &puzzle.fen).map_err(|error| error.message)?;
    let found = Searcher::new(HASH_MB).search(game, &pos, limits, &AtomicBool::new(false), &mut |_| ());
    let best = found.best.ok_or("the game is over")?;
    let verdict = match Prover::new(game, CHECK_BUDGET).wins(&mut pos, best, puzzle.moves) {
        Ok(true) => MateVerdict::Solved,
        Ok(false) => MateVerdict::Wrong,
        Err(_) => MateVerdict::Untold,
    };
    Ok((movetext::format(game, &pos, best), verdict))
}
