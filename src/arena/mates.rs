//! Mate puzzles: finds positions with forced wins in random games, and tests the search on them.

use crate::position::{Game, Move, Position};
use crate::random::{Rng, mix};
use crate::search::proof::Prover;
use crate::search::{Limits, Searcher};
use crate::{movegen, movetext};
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;

/// Nodes of a search for a non-random move.
const SENSIBLE_NODES: u64 = 200;
/// After the opening, one move in this many is random.
const RANDOM_ONE_IN: usize = 3;
/// Random plies before the first position is tried.
const OPENING: usize = 4;
/// Longest game, plies.
const LONGEST_GAME: usize = 160;
/// Maximum number of moves made to prove that a position has a forced win.
const SEEK_BUDGET: u64 = 200_000;
/// Maximum number of moves made to prove that there is no shorter win.
const SHORTER_BUDGET: u64 = 2_000_000;
/// Maximum number of moves made to prove that an answer wins.
const CHECK_BUDGET: u64 = 50_000_000;
/// Hash table of the searches, MiB.
const HASH_MB: usize = 16;

/// A position with a forced win.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// Variant: catalogue name or file.
    pub variant: String,
    /// Position.
    pub fen: String,
    /// Length of the shortest win, in moves of the winner.
    pub moves: u32,
    /// A first move that wins in `moves` moves.
    #[serde(rename = "move")]
    pub first: String,
}

/// Verdict on an answer to a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MateVerdict {
    /// The move wins in time against any defence.
    Solved,
    /// It does not win in time.
    Wrong,
    /// Nor does the move of the puzzle.
    FalsePuzzle,
    /// There are too many replies for a proof.
    Unproved,
}

/// Finds puzzles in games of a variant.
#[derive(Debug)]
pub struct Seeker<'a> {
    game: &'a Game,
    name: &'a str,
    searcher: Searcher,
}

impl<'a> Seeker<'a> {
    /// Creates a seeker. `game` must have evaluation weights; `name` is the variant name written to the puzzles.
    pub fn new(game: &'a Game, name: &'a str) -> Self {
        Self { game, name, searcher: Searcher::new(HASH_MB) }
    }
    /// Plays up to `games` games until it has `each` puzzles of every length in `lengths`. A game yields at most one
    /// puzzle of each length.
    pub fn seek(&mut self, lengths: &[u32], each: usize, games: u64, seed: u64) -> Vec<Puzzle> {
        let mut found: Vec<Puzzle> = Vec::new();
        for number in 0..games {
            let lacks = |moves: &u32| found.iter().filter(|puzzle| puzzle.moves == *moves).count() < each;
            let wanted: Vec<u32> = lengths.iter().copied().filter(lacks).collect();
            if wanted.is_empty() {
                break;
            }
            found.extend(self.play(wanted, &mut Rng(mix(seed ^ mix(number)))));
        }
        found.sort_by_key(|puzzle| puzzle.moves);
        found
    }
    /// Plays one game and returns its puzzles.
    fn play(&mut self, mut wanted: Vec<u32>, rng: &mut Rng) -> Vec<Puzzle> {
        let mut found = Vec::new();
        let mut pos = Position::start(self.game);
        for ply in 0..LONGEST_GAME {
            if wanted.is_empty() || movegen::result(self.game, &mut pos).is_some() {
                break;
            }
            if ply >= OPENING
                && let Some(puzzle) = self.puzzle(&pos, &wanted)
            {
                wanted.retain(|&moves| moves != puzzle.moves);
                found.push(puzzle);
            }
            let Some(mv) = self.next_move(&mut pos, ply, rng) else { break };
            pos.make(self.game, mv);
        }
        found
    }
    fn next_move(&mut self, pos: &mut Position, ply: usize, rng: &mut Rng) -> Option<Move> {
        if ply < OPENING || rng.below(RANDOM_ONE_IN) == 0 {
            return movegen::random_move(self.game, pos, rng).map(|(_, mv)| mv);
        }
        let limits = Limits { nodes: Some(SENSIBLE_NODES), ..Limits::default() };
        self.searcher.search(self.game, pos, &limits, &AtomicBool::new(false), &mut |_| ()).best
    }
    /// Returns the puzzle of a position if it has one of the wanted lengths. The position is read back from its FEN,
    /// because a puzzle has no game history.
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
        // A quiet first move may win faster than the checks.
        let shorter = || Prover::new(self.game, SHORTER_BUDGET).winner(&mut pos.clone(), moves - 1);
        if !wanted.contains(&moves) || moves > 2 && shorter() != Ok(None) {
            return None;
        }
        let first = movetext::format(self.game, &pos, first);
        Some(Puzzle { variant: self.name.to_owned(), fen, moves, first })
    }
}

/// Solves a puzzle by a search within `limits`. Returns the move and the verdict.
///
/// # Errors
/// The position or the move cannot be read, the game is over in it, or the number of moves is out of range.
pub fn solve(game: &Game, puzzle: &Puzzle, limits: &Limits) -> Result<(String, MateVerdict), String> {
    let longest = Prover::LONGEST;
    if !(1..=longest).contains(&puzzle.moves) {
        return Err(format!("`moves` is {}: expected 1 to {longest}", puzzle.moves));
    }
    let mut pos = Position::from_fen(game, &puzzle.fen).map_err(|error| error.message)?;
    let found = Searcher::new(HASH_MB).search(game, &pos, limits, &AtomicBool::new(false), &mut |_| ());
    let best = found.best.ok_or("the game is over")?;
    let first = movetext::parse(game, &mut pos, &puzzle.first);
    let first = first.map_err(|why| format!("{}: {why}", puzzle.first))?;
    let mut wins = |mv| Prover::new(game, CHECK_BUDGET).wins(&mut pos, mv, puzzle.moves);
    let verdict = match wins(best) {
        Ok(true) => MateVerdict::Solved,
        Ok(false) if wins(first) == Ok(false) => MateVerdict::FalsePuzzle,
        Ok(false) => MateVerdict::Wrong,
        Err(_) => MateVerdict::Unproved,
    };
    Ok((movetext::format(game, &pos, best), verdict))
}
