//! Ends of games: what to claim, what to concede, when to stay silent.
//!
//! SPEC: `xboard.md` 1.7. XBoard verifies an engine's claims of wins and draws, and a false one loses the game;
//! that one has lost is always believed. So losses are conceded, wins are claimed from people only.

use super::Session;
use crate::board::Color;
use crate::movegen::{self, Outcome};
use crate::position::Move;

impl Session {
    /// Is the game over for the engine on move? Says what has to be said.
    pub(super) fn has_ended(&mut self) -> bool {
        let Some(outcome) = movegen::result(&self.ready.game, &mut self.position) else { return false };
        match outcome {
            Outcome::Lost => self.concede(),
            // Against an engine the GUI has the last word: a win that it does not see has to be played out.
            Outcome::Won if self.opponent_is_engine && self.can_move() => return false,
            Outcome::Won => self.claim_win(),
            // A draw by repetition or by count is offered with the next move: play goes on until somebody agrees.
            Outcome::Drawn if self.can_move() => return false,
            // What both sides offer is a draw, whether the GUI sees a stalemate or not.
            Outcome::Drawn if self.opponent_is_engine && self.draw_offered => self.out.line("offer draw"),
            Outcome::Drawn => self.claim_draw(),
        }
        self.over = true;
        self.answer_pings();
        true
    }

    /// After the engine's own move: has it ended the game?
    pub(super) fn engine_has_lost_or_won(&mut self) -> bool {
        let Some(outcome) = movegen::result(&self.ready.game, &mut self.position) else { return false };
        match outcome {
            Outcome::Won => self.concede(),
            Outcome::Lost if self.opponent_is_engine && self.can_move() => return false,
            Outcome::Lost => self.claim_win(),
            Outcome::Drawn if self.can_move() => return false,
            Outcome::Drawn if self.opponent_is_engine => {}
            Outcome::Drawn => self.claim_draw(),
        }
        self.over = true;
        true
    }

    fn can_move(&mut self) -> bool {
        !self.playable().is_empty()
    }

    fn side(&self) -> Color {
        self.engine.unwrap_or(self.position.side())
    }

    fn concede(&mut self) {
        let (result, loser) = match self.side() {
            Color::White => ("0-1", "White"),
            Color::Black => ("1-0", "Black"),
        };
        let mated = self.position.side() == self.side()
            && movegen::in_check(&self.ready.game, &self.position, self.side())
            && !self.can_move();
        let how = if mated { "is mated" } else { "has lost" };
        self.out.line(&format!("{result} {{{loser} {how}}}"));
    }

    fn claim_win(&mut self) {
        if self.opponent_is_engine {
            return;
        }
        let (result, winner) = match self.side() {
            Color::White => ("1-0", "White"),
            Color::Black => ("0-1", "Black"),
        };
        self.out.line(&format!("{result} {{{winner} has won}}"));
    }

    fn claim_draw(&mut self) {
        self.out.line("1/2-1/2 {Stalemate}");
    }

    /// `draw`: the opponent offers one. On move the answer comes with the move.
    pub(super) fn draw(&mut self) {
        self.draw_offered = true;
        if !self.is_thinking() && !self.over && self.likes_a_draw() {
            self.draw_offered = false;
            self.out.line("offer draw");
        }
    }

    fn likes_a_draw(&self) -> bool {
        self.last_score.is_some_and(|score| score <= -self.settings.contempt)
    }

    /// Is a draw to be offered with this move: because the opponent has offered one, or because the move makes one?
    /// With the move XBoard takes an offer for a claim where it agrees, and for an offer where it does not.
    pub(super) fn offers_draw(&mut self, mv: Move) -> bool {
        if self.draw_offered && self.likes_a_draw() || self.seems_drawn() {
            return true;
        }
        let game = &self.ready.game;
        self.position.make(game, mv);
        let drawn = movegen::is_drawn(game, &mut self.position);
        self.position.unmake(game);
        drawn
    }

    /// `result`: the game is over.
    pub(super) fn result(&mut self) {
        self.abort();
        self.engine = None;
        self.over = true;
    }
}
