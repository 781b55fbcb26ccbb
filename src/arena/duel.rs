//! One game between two engines, with Griffon's rules as the referee.

use super::engine::{Answer, Engine, EngineError, TimeControl};
use crate::board::Color;
use crate::movegen::{self, Outcome};
use crate::position::{Game, MoveList, Position};
use crate::protocol::movetext;
use std::time::{Duration, Instant};

/// Overstepping the clock by less than this is forgiven: the message has to travel.
const LAG: Duration = Duration::from_millis(100);
/// A game of more plies than this is a draw.
const MAX_PLIES: usize = 800;
/// A position that occurs this often ends the game as a draw where the variant has no rule.
const OCCURRENCES: u16 = 4;

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// Why.
    pub reason: String,
    /// The side whose engine broke the rules: an illegal move, a false claim, time, the end of its process.
    pub fault: Option<Color>,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Record {
    /// The moves, opening included.
    pub moves: Vec<String>,
    /// How it ended.
    pub ended: Ended,
}

impl Ended {
    fn draw(reason: impl Into<String>) -> Self {
        Self { winner: None, reason: reason.into(), fault: None }
    }
    fn win(winner: Color, reason: impl Into<String>) -> Self {
        Self { winner: Some(winner), reason: reason.into(), fault: None }
    }
    fn forfeit(loser: Color, reason: impl Into<String>) -> Self {
        Self { winner: Some(loser.other()), reason: reason.into(), fault: Some(loser) }
    }
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub fn score(&self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

/// Plays a game. `engines` are White's and Black's; `opening` is `plies` random moves from `seed`, the same for
/// the same seed.
///
/// # Errors
/// An engine that does not get as far as the first move.
pub fn play(
    game: &Game,
    engines: [&mut Engine; 2],
    clock: TimeControl,
    opening: &[String],
) -> Result<Record, EngineError> {
    let mut table = Table::new(game, engines, clock);
    table.set_up(opening)?;
    let ended = loop {
        if let Some(ended) = table.adjudicate() {
            break ended;
        }
        if let Some(ended) = table.turn() {
            break ended;
        }
    };
    let words = format!("result {} {{{}}}", ended.score(), ended.reason);
    for engine in table.engines {
        // An engine that has ended needs no result.
        let _ = engine.send(&words);
    }
    Ok(Record { moves: table.moves, ended })
}

/// Random moves from the start: the same ones for the same seed. Shorter when the game ends on the way.
pub fn opening(game: &Game, plies: usize, seed: u64) -> Vec<String> {
    let mut pos = Position::start(game);
    let mut state = seed;
    let mut moves = Vec::new();
    for _ in 0..plies {
        let mut list = MoveList::new();
        movegen::legal(game, &mut pos, &mut list);
        if list.is_empty() {
            break;
        }
        let mv = list[(next_random(&mut state) % list.len() as u64) as usize];
        moves.push(movetext::format(game, &pos, mv));
        pos.make(game, mv);
    }
    moves
}

/// CITE: Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators (2014), SplitMix64.
pub(super) fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The board between two engines.
struct Table<'a> {
    game: &'a Game,
    pos: Position,
    engines: [&'a mut Engine; 2],
    clock: TimeControl,
    left: [Duration; 2],
    /// Has the engine been told to play?
    playing: [bool; 2],
    moves: Vec<String>,
}

impl<'a> Table<'a> {
    fn new(game: &'a Game, engines: [&'a mut Engine; 2], clock: TimeControl) -> Self {
        let left = [clock.base; 2];
        Self {
            game,
            pos: Position::start(game),
            engines,
            clock,
            left,
            playing: [false; 2],
            moves: Vec::new(),
        }
    }
    fn set_up(&mut self, opening: &[String]) -> Result<(), EngineError> {
        for engine in &mut self.engines {
            engine.new_game(&self.game.variant.name, self.clock)?;
            for text in opening {
                engine.send_move(text)?;
            }
        }
        for text in opening {
            // The moves were made by the generator; one that cannot be read back ends the opening early for all.
            let Ok(mv) = movetext::parse(self.game, &mut self.pos, text) else {
                return Err(EngineError::Silent("an opening move that cannot be read back"));
            };
            self.pos.make(self.game, mv);
            self.moves.push(text.clone());
        }
        Ok(())
    }
    /// What the rules say of the position.
    fn adjudicate(&mut self) -> Option<Ended> {
        let mover = self.pos.side();
        if let Some(outcome) = movegen::result(self.game, &mut self.pos) {
            return Some(match outcome {
                Outcome::Won => Ended::win(mover, "by the rules"),
                Outcome::Lost => Ended::win(mover.other(), "by the rules"),
                Outcome::Drawn => Ended::draw("by the rules"),
            });
        }
        if self.pos.occurrences() >= OCCURRENCES {
            return Some(Ended::draw("repetition"));
        }
        (self.moves.len() >= MAX_PLIES).then(|| Ended::draw("too many moves"))
    }
    /// Lets the side to move answer; `Some` if that ends the game.
    fn turn(&mut self) -> Option<Ended> {
        let mover = self.pos.side();
        let start = Instant::now();
        if self.ask(mover).is_err() {
            return Some(Ended::forfeit(mover, "the engine ended"));
        }
        let answer = self.engines[mover.index()].answer(self.left[mover.index()] + LAG);
        let used = start.elapsed();
        let text = match answer {
            Answer::Move(text) => text,
            Answer::Resigns => return Some(Ended::win(mover.other(), "resignation")),
            Answer::Claims(words) => return Some(self.claim(mover, &words)),
            Answer::Complains(words) => return Some(Ended::forfeit(mover, words)),
            Answer::Timeout => return Some(Ended::forfeit(mover, "time")),
            Answer::Died => return Some(Ended::forfeit(mover, "the engine ended")),
        };
        let Some(rest) = (self.left[mover.index()] + LAG).checked_sub(used) else {
            return Some(Ended::forfeit(mover, "time"));
        };
        self.left[mover.index()] = rest.saturating_sub(LAG) + self.clock.increment;
        match movetext::parse(self.game, &mut self.pos, &text) {
            Ok(mv) => {
                self.moves.push(movetext::format(self.game, &self.pos, mv));
                self.pos.make(self.game, mv);
                None
            }
            Err(reason) => Some(Ended::forfeit(mover, format!("illegal move {text}: {reason}"))),
        }
    }
    /// Tells the side to move the clocks and the last move.
    fn ask(&mut self, mover: Color) -> Result<(), EngineError> {
        let (own, other) = (mover.index(), mover.other().index());
        let engine = &mut self.engines[own];
        let centiseconds = |time: Duration| (time.as_millis() / 10).max(1);
        engine.send(&format!("time {}", centiseconds(self.left[own])))?;
        engine.send(&format!("otim {}", centiseconds(self.left[other])))?;
        // The moves of the opening have been sent to both.
        let last = self.moves.last().filter(|_| self.playing[other]);
        if let Some(last) = last {
            engine.send_move(last)?;
        }
        if !self.playing[own] {
            engine.send("go")?;
            self.playing[own] = true;
        }
        Ok(())
    }
    /// An engine may give up, and may claim a draw that the rules leave to the players.
    fn claim(&mut self, mover: Color, words: &str) -> Ended {
        let claimed = match words.get(..3) {
            Some("1-0") => Some(Color::White),
            Some("0-1") => Some(Color::Black),
            _ => None,
        };
        match claimed {
            Some(winner) if winner != mover => Ended::win(winner, words),
            None if self.pos.occurrences() >= 3 || self.pos.quiet_plies() >= 100 => Ended::draw(words),
            _ => Ended::forfeit(mover, format!("false claim: {words}")),
        }
    }
}
