//! Plays one game between two engines and enforces the rules.

use super::engine::{Answer, EngineError, GameStart, Player, Reply};
use super::openings::Opening;
use super::record::{Ended, EngineFault, Played, Record};
use super::time_limits::{self, SideClock, TimeLimits};
use crate::board::Color;
use crate::movegen::{self, Outcome};
use crate::movetext::{self, san};
use crate::position::{Game, Move, Position};
use crate::variant_names;
use std::time::{Duration, Instant};

/// Occurrences of a position that end the game as a draw, unless the rules of the variant end it earlier.
pub const OCCURRENCES: u16 = 4;
/// An engine may claim a draw after this many occurrences of a position or plies without progress, whatever the rules
/// of the variant, as is customary among engines.
const CUSTOM: (u16, u16) = (3, 100);

/// Condition on the engines' scores for adjudication.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threshold {
    /// Centipawns.
    pub score: i32,
    /// Consecutive moves of each side.
    pub moves: u32,
}

/// Settings of the referee.
#[derive(clap::Args, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Adjudication {
    /// Tolerated clock overrun, milliseconds
    #[arg(long, default_value = "100", value_name = "MS", value_parser = milliseconds)]
    pub margin: Duration,
    /// Time limit of a move for engines without a clock, seconds
    #[arg(long, default_value = "120", value_name = "S", value_parser = time_limits::seconds)]
    pub patience: Duration,
    /// Adjudicate a win when both engines agree on this score or more for this many moves
    #[arg(long, value_name = "CP:MOVES", value_parser = threshold)]
    pub resign: Option<Threshold>,
    /// Adjudicate a draw when both engines' scores stay within this limit for this many moves
    #[arg(long, value_name = "CP:MOVES", value_parser = threshold)]
    pub draw: Option<Threshold>,
    /// First move at which a draw can be adjudicated by score
    #[arg(long, default_value_t = 40, value_name = "MOVE", requires = "draw")]
    pub draw_from: u32,
    /// Length at which a game is a draw, plies
    #[arg(long = "max-plies", default_value_t = 800, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub most_plies: u32,
}

impl Default for Adjudication {
    fn default() -> Self {
        Self {
            margin: Duration::from_millis(100),
            patience: Duration::from_secs(120),
            resign: None,
            draw: None,
            draw_from: 40,
            most_plies: 800,
        }
    }
}

/// Maximum margin, ms.
const MAX_MARGIN: u64 = 1_000_000;

/// Reads milliseconds.
fn milliseconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().filter(|&number| number <= MAX_MARGIN);
    let wrong = || format!("expected a whole number of milliseconds, at most {MAX_MARGIN}");
    number.map(Duration::from_millis).ok_or_else(wrong)
}

/// Reads `CP:MOVES`.
fn threshold(text: &str) -> Result<Threshold, String> {
    let numbers =
        text.split_once(':').and_then(|(score, moves)| Some((score.parse().ok()?, moves.parse().ok()?)));
    let valid = numbers.filter(|&(score, moves): &(i32, u32)| score >= 0 && (1..=1000).contains(&moves));
    let (score, moves) = valid.ok_or("expected CP:MOVES (centipawns and moves), such as 600:4")?;
    Ok(Threshold { score, moves })
}

/// The winner, `None` for a draw, if the game is over by its rules or the position has occurred this many times.
pub fn winner(game: &Game, pos: &mut Position, occurrences: u16) -> Option<Option<Color>> {
    let repeats = pos.occurrences(game) >= occurrences;
    let outcome = movegen::result(game, pos).or(repeats.then_some(Outcome::Drawn))?;
    Some(outcome.winner(pos.side()))
}

/// Called with the position in which the engines start, and after each of their moves.
pub type MoveObserver<'a> = &'a mut dyn FnMut(&Position, Option<&Played>);

/// Plays a game. `players` and `paces` are White's and Black's.
///
/// # Errors
/// An engine fails before the first move; its side and the error.
pub fn play<'a>(
    game: &'a Game,
    players: [&'a mut (dyn Player + 'a); 2],
    paces: [TimeLimits; 2],
    opening: &Opening,
    adjudication: &'a Adjudication,
    watcher: MoveObserver<'a>,
) -> Result<Record, (Color, EngineError)> {
    let mut table = GameBoard {
        game,
        pos: opening.from.clone().unwrap_or_else(|| Position::start(game)),
        players,
        paces,
        clocks: paces.each_ref().map(SideClock::new),
        adjudication,
        watcher,
        moves: Vec::new(),
        lopsided: [0; 2],
        level: [0; 2],
        offered: [false; 2],
    };
    // Readers of the PGN cannot know the array of a shuffled game.
    let needs_fen = opening.from.is_some() || game.variant.shuffles() || movetext::castles_by_zeros(game);
    let fen = needs_fen.then(|| table.pos.fen(game));
    let first_ply = table.pos.game_ply();
    table.set_up(opening)?;
    (table.watcher)(&table.pos, None);
    let ended = loop {
        if let Some(ended) = table.by_rules().or_else(|| table.adjudicate()) {
            break ended;
        }
        if let Some(ended) = table.turn() {
            break ended;
        }
    };
    for player in &mut table.players {
        player.over(ended.score(), &ended.reason);
    }
    Ok(Record { fen, first_ply, moves: table.moves, ended })
}

/// The board between two engines.
struct GameBoard<'a> {
    game: &'a Game,
    pos: Position,
    players: [&'a mut (dyn Player + 'a); 2],
    paces: [TimeLimits; 2],
    clocks: [SideClock; 2],
    adjudication: &'a Adjudication,
    watcher: MoveObserver<'a>,
    moves: Vec<Played>,
    /// Number of consecutive scores of each side beyond the resign threshold; negative if they favour Black.
    lopsided: [i32; 2],
    /// Number of consecutive scores of each side within the draw threshold.
    level: [u32; 2],
    /// Whether the side offered a draw with its last move.
    offered: [bool; 2],
}

impl GameBoard<'_> {
    fn set_up(&mut self, opening: &Opening) -> Result<(), (Color, EngineError)> {
        for color in Color::BOTH {
            let pace = self.paces[color.index()];
            let patience = self.adjudication.patience;
            let beginning = GameStart { game: self.game, from: opening.from.as_ref(), pace, patience };
            self.players[color.index()].new_game(beginning).map_err(|error| (color, error))?;
        }
        for &mv in &opening.moves {
            for color in Color::BOTH {
                let sent = self.players[color.index()].record_move(self.game, &self.pos, mv, None);
                sent.map_err(|error| (color, error))?;
            }
            let text = self.san(mv);
            self.moves.push(Played { text, thought: None });
            self.pos.make(self.game, mv);
        }
        Ok(())
    }
    /// Returns the end of the game if it is over by the rules.
    fn by_rules(&mut self) -> Option<Ended> {
        let mover = self.pos.side();
        if let Some(end) = movegen::end(self.game, &mut self.pos) {
            let winner = end.outcome.winner(mover);
            return Some(Ended { winner, ..Ended::draw(end.text) });
        }
        (self.pos.occurrences(self.game) >= OCCURRENCES).then(|| Ended::draw("repetition"))
    }
    /// Adjudicates the game by its length or the engines' scores, as configured.
    fn adjudicate(&self) -> Option<Ended> {
        if self.moves.len() >= self.adjudication.most_plies as usize {
            return Some(Ended::draw("too many moves").adjudicated());
        }
        if let Some(threshold) = self.adjudication.resign {
            let enough = |sign: i32| self.lopsided.iter().all(|&n| n * sign >= threshold.moves as i32);
            if enough(1) || enough(-1) {
                let winner = if enough(1) { Color::White } else { Color::Black };
                return Some(Ended::win(winner, "adjudicated by score").adjudicated());
            }
        }
        let threshold = self.adjudication.draw?;
        let late = self.moves.len() / 2 >= self.adjudication.draw_from as usize;
        let level = self.level.iter().all(|&n| n >= threshold.moves);
        (late && level).then(|| Ended::draw("adjudicated by score").adjudicated())
    }
    /// Gets a move from the side to move and makes it; `Some` if the game ends.
    fn turn(&mut self) -> Option<Ended> {
        let mover = self.pos.side();
        let clock = &self.clocks[mover.index()];
        let limit = clock.left().map_or(self.adjudication.patience, |left| left + self.adjudication.margin);
        let asked = Instant::now();
        if self.players[mover.index()].think(self.game, &self.pos, &self.clocks).is_err() {
            return Some(Ended::forfeit(mover, EngineFault::Crash, "the engine ended"));
        }
        let reply = self.players[mover.index()].answer(asked, asked + limit);
        let used = reply.at.saturating_duration_since(asked);
        let text = match &reply.answer {
            Answer::Move(text) => text,
            Answer::Resigns => return Some(Ended::win(mover.other(), "resignation")),
            Answer::Claims { words, early } => return Some(self.claim(mover, words, *early)),
            Answer::Complains(words) => {
                return Some(Ended::forfeit(mover, EngineFault::Complaint, words.clone()));
            }
            Answer::Timeout => return Some(self.late(mover)),
            Answer::Died => return Some(Ended::forfeit(mover, EngineFault::Crash, "the engine ended")),
        };
        if !self.clocks[mover.index()].press(used, self.adjudication.margin) {
            return Some(Ended::forfeit(mover, EngineFault::Time, "time"));
        }
        let ended = self.agreed(mover, &reply);
        match self.players[mover.index()].read(self.game, &mut self.pos, text) {
            Ok(mv) => self.make(mover, mv, &reply, used).err().or(ended),
            Err(why) => {
                let words = match text.as_str() {
                    "" | "(none)" | "0000" => String::from("no move, although there are legal moves"),
                    _ => format!("illegal move {text}: {why}"),
                };
                Some(Ended::forfeit(mover, EngineFault::Illegal, words))
            }
        }
    }
    /// Writes a move in algebraic notation.
    fn san(&mut self, mv: Move) -> String {
        let is_known = variant_names::known_as(&self.game.variant).is_some();
        san::format(self.game, &mut self.pos, mv, is_known)
    }
    /// Makes the move and sends it to the engines.
    fn make(&mut self, mover: Color, mv: Move, reply: &Reply, used: Duration) -> Result<(), Ended> {
        let Answer::Move(words) = &reply.answer else { return Ok(()) };
        for color in Color::BOTH {
            let own = (color == mover).then_some(words.as_str());
            let sent = self.players[color.index()].record_move(self.game, &self.pos, mv, own);
            sent.map_err(|_| Ended::forfeit(color, EngineFault::Crash, "the engine ended"))?;
        }
        self.note_score(mover, reply.thought.score);
        let text = self.san(mv);
        self.moves.push(Played { text, thought: Some((reply.thought, used)) });
        self.pos.make(self.game, mv);
        (self.watcher)(&self.pos, self.moves.last());
        Ok(())
    }
    /// Ends the game if both sides offered a draw in successive moves; otherwise passes an offer on.
    fn agreed(&mut self, mover: Color, reply: &Reply) -> Option<Ended> {
        let offers = reply.thought.offers_draw;
        self.offered[mover.index()] = offers;
        if offers && self.offered[mover.other().index()] {
            return Some(Ended::draw("agreement"));
        }
        if offers && self.players[mover.other().index()].draw_offered().is_err() {
            return Some(Ended::forfeit(mover.other(), EngineFault::Crash, "the engine ended"));
        }
        None
    }
    fn note_score(&mut self, mover: Color, score: Option<i32>) {
        let sign = if mover == Color::White { 1 } else { -1 };
        let lopsided = &mut self.lopsided[mover.index()];
        let level = &mut self.level[mover.index()];
        let beyond =
            |score: &i32| self.adjudication.resign.is_some_and(|t| score.saturating_abs() >= t.score);
        *lopsided = match score.filter(beyond).map(|score| score.signum() * sign) {
            Some(side) if lopsided.signum() == -side => side,
            Some(side) => *lopsided + side,
            None => 0,
        };
        let near = |score: i32| self.adjudication.draw.is_some_and(|t| score.saturating_abs() <= t.score);
        *level = if score.is_some_and(near) { *level + 1 } else { 0 };
    }
    /// Distinguishes a loss on time from a hanging engine.
    fn late(&mut self, mover: Color) -> Ended {
        let clocked = self.clocks[mover.index()].left().is_some();
        match self.players[mover.index()].is_alive() {
            true if clocked => Ended::forfeit(mover, EngineFault::Time, "time"),
            _ => Ended::forfeit(mover, EngineFault::Hang, "the engine does not answer"),
        }
    }
    /// Ends the game by a claim: a resignation, a correct result, or a fault.
    fn claim(&mut self, mover: Color, words: &str, early: bool) -> Ended {
        let winner = match words.get(..3) {
            Some("1-0") => Some(Color::White),
            Some("0-1") => Some(Color::Black),
            _ => None,
        };
        if winner == Some(mover.other()) {
            return Ended::win(mover.other(), words);
        }
        if early && self.moves.last().is_some_and(|mv| mv.thought.is_some()) {
            // The claim concerns the position before the opponent's last move.
            self.pos.unmake(self.game);
        }
        match winner {
            None if self.is_drawn() => Ended::draw(words),
            Some(winner) if self.is_won(winner) => Ended::win(winner, words),
            _ => Ended::forfeit(mover, EngineFault::Claim, format!("false claim: {words}")),
        }
    }
    fn is_drawn(&mut self) -> bool {
        let by_rules = movegen::result(self.game, &mut self.pos) == Some(Outcome::Drawn);
        by_rules || self.pos.occurrences(self.game) >= CUSTOM.0 || self.pos.quiet_plies() >= CUSTOM.1
    }
    /// Whether the side has won, or wins after every reply. Engines differ in rules that wait for a reply (a bared king
    /// may bare the other king).
    fn is_won(&mut self, winner: Color) -> bool {
        let game = self.game;
        let won = |pos: &mut Position| {
            movegen::result(game, pos).is_some_and(|end| end.winner(pos.side()) == Some(winner))
        };
        let now = won(&mut self.pos);
        if now || self.pos.side() == winner {
            return now;
        }
        let replies = movegen::legal_moves(self.game, &mut self.pos);
        let mut pos = self.pos.clone();
        !replies.is_empty() && replies.into_iter().all(|mv| pos.after(game, mv, won))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins() {
        assert_eq!(milliseconds("100"), Ok(Duration::from_millis(100)));
        for bad in ["1.5", "-1", "1000001", ""] {
            assert!(milliseconds(bad).is_err_and(|why| why.starts_with("expected a whole number")), "{bad}");
        }
    }

    #[test]
    fn thresholds() {
        assert_eq!(threshold("600:4"), Ok(Threshold { score: 600, moves: 4 }));
        for bad in ["600", "600:0", "-1:3", "a:b", "9:-1"] {
            assert!(threshold(bad).is_err(), "{bad}");
        }
    }
}
