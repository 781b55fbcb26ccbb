//! Game ends: claims, concessions and silence.
//!
//! SPEC: `xboard.md` 1.7. XBoard verifies an engine's claims of wins and draws, and a false claim loses the game; a
//! concession is always believed. So the engine concedes losses, and claims wins against people only.

use super::state::CecpSession;
use crate::board::Color;
use crate::engine::Engine;
use crate::engine::options::Id;
use crate::movegen::{self, Outcome};
use crate::position::Move;

impl CecpSession {
    /// Announces the result if the game is over with the engine on move. Returns whether it is over.
    pub(super) fn has_ended(&mut self) -> bool {
        let Some(outcome) = movegen::result(&self.engine.ready.game, &mut self.engine.position) else {
            return false;
        };
        match outcome {
            Outcome::Lost => self.concede(),
            // Against an engine the GUI decides: a win that it does not see has to be played out.
            Outcome::Won if self.opponent.is_engine && self.can_move() => return false,
            Outcome::Won => self.claim_win(),
            // A draw by repetition or move count is offered with the next move; play goes on until the opponent
            // agrees.
            Outcome::Drawn if self.can_move() => return false,
            // A draw that both sides offer counts, whether or not the GUI sees a stalemate.
            Outcome::Drawn if self.opponent.is_engine && self.opponent.offers_draw => {
                self.gui.out.line("offer draw")
            }
            Outcome::Drawn => self.claim_draw(),
        }
        self.over = true;
        self.answer_pings();
        true
    }

    /// Announces the result if the engine's own move has ended the game. Returns whether it has.
    pub(super) fn engine_has_lost_or_won(&mut self) -> bool {
        let Some(outcome) = movegen::result(&self.engine.ready.game, &mut self.engine.position) else {
            return false;
        };
        match outcome {
            Outcome::Won => self.concede(),
            Outcome::Lost if self.opponent.is_engine && self.can_move() => return false,
            Outcome::Lost => self.claim_win(),
            Outcome::Drawn if self.can_move() => return false,
            Outcome::Drawn if self.opponent.is_engine => {}
            Outcome::Drawn => self.claim_draw(),
        }
        self.over = true;
        true
    }

    fn can_move(&mut self) -> bool {
        !self.engine.playable().is_empty()
    }

    fn own_side(&self) -> Color {
        self.side.unwrap_or(self.engine.position.side())
    }

    fn concede(&mut self) {
        let (result, loser) = match self.own_side() {
            Color::White => ("0-1", "White"),
            Color::Black => ("1-0", "Black"),
        };
        let mated = self.engine.position.side() == self.own_side()
            && movegen::in_check(&self.engine.ready.game, &self.engine.position, self.own_side())
            && !self.can_move();
        let how = if mated { "is mated" } else { "has lost" };
        self.gui.out.line(&format!("{result} {{{loser} {how}}}"));
    }

    fn claim_win(&mut self) {
        if self.opponent.is_engine {
            return;
        }
        let (result, winner) = match self.own_side() {
            Color::White => ("1-0", "White"),
            Color::Black => ("0-1", "Black"),
        };
        self.gui.out.line(&format!("{result} {{{winner} has won}}"));
    }

    fn claim_draw(&mut self) {
        self.gui.out.line("1/2-1/2 {Stalemate}");
    }

    /// `draw`: the opponent offers a draw. If the engine is on move, the answer comes with its move.
    pub(super) fn draw(&mut self) {
        self.opponent.offers_draw = true;
        if !self.is_thinking() && !self.over && self.likes_a_draw() {
            self.opponent.offers_draw = false;
            self.gui.out.line("offer draw");
        }
    }

    fn likes_a_draw(&self) -> bool {
        self.trend.last.is_some_and(|score| i64::from(score) <= -self.engine.settings.number(Id::Contempt))
    }

    /// Whether to offer a draw with this move, because the opponent has offered one or because the move makes one.
    /// XBoard treats an offer sent with a move as a claim if the claim is correct, and as an offer otherwise.
    pub(super) fn offers_draw(&mut self, mv: Move) -> bool {
        if self.opponent.offers_draw && self.likes_a_draw() || self.seems_drawn() {
            return true;
        }
        let Engine { ready, position, .. } = &mut self.engine;
        position.make(&ready.game, mv);
        let drawn = movegen::is_drawn(&ready.game, position);
        position.unmake(&ready.game);
        drawn
    }

    /// `result`: the game is over.
    pub(super) fn result(&mut self) {
        self.abort();
        self.side = None;
        self.over = true;
    }
}
