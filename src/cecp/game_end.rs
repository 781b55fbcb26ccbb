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
    /// Announces the result if the game is over, with the engine on move or after its own move. Returns whether it is.
    pub(super) fn has_ended(&mut self, on_move: bool) -> bool {
        let Engine { ready, position, .. } = &mut self.engine;
        let Some(outcome) = movegen::result(&ready.game, position) else { return false };
        let against_engine = self.opponent.is_engine;
        match (outcome, on_move) {
            (Outcome::Lost, true) | (Outcome::Won, false) => self.concede(),
            // A draw by repetition or move count is offered with the next move; play goes on until the opponent
            // agrees.
            (Outcome::Drawn, _) if self.can_move() => return false,
            // A draw that both sides offer counts, whether or not the GUI sees a stalemate.
            (Outcome::Drawn, true) if against_engine && self.opponent.offers_draw => {
                self.gui.out.line("offer draw");
            }
            (Outcome::Drawn, false) if against_engine => {}
            (Outcome::Drawn, _) => self.gui.out.line("1/2-1/2 {Stalemate}"),
            // Against an engine the GUI decides: a win that it does not see has to be played out.
            _ if against_engine && self.can_move() => return false,
            _ if against_engine => {}
            _ => self.announce_by_rule(self.own_side(), self.own_side(), "has won"),
        }
        self.over = true;
        self.answer_pings();
        true
    }

    fn can_move(&mut self) -> bool {
        !self.engine.playable().is_empty()
    }

    fn own_side(&self) -> Color {
        self.side.unwrap_or(self.engine.position.side())
    }

    fn concede(&mut self) {
        let loser = self.own_side();
        let mated = self.engine.position.side() == loser
            && movegen::in_check(&self.engine.ready.game, &self.engine.position, loser)
            && !self.can_move();
        if mated {
            self.announce(loser.other(), loser, "is mated");
        } else {
            self.announce_by_rule(loser.other(), loser, "has lost");
        }
    }

    /// Like [`Self::announce`], with the rule: `Black has lost: goal reached`.
    fn announce_by_rule(&mut self, winner: Color, side: Color, what: &str) {
        let Engine { ready, position, .. } = &mut self.engine;
        match movegen::end(&ready.game, position) {
            Some(end) => self.announce(winner, side, &format!("{what}: {}", end.text)),
            None => self.announce(winner, side, what),
        }
    }

    /// Sends the result with what has happened to one of the sides.
    fn announce(&mut self, winner: Color, side: Color, what: &str) {
        let result = if winner == Color::White { "1-0" } else { "0-1" };
        self.gui.out.line(&format!("{result} {{{side:?} {what}}}"));
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
    pub(super) fn offers_draw(&self, mv: Move) -> bool {
        self.opponent.offers_draw && self.likes_a_draw()
            || self.seems_drawn()
            || movegen::is_drawn(&self.engine.ready.game, &mut self.engine.after(mv))
    }

    /// `result`: the game is over.
    pub(super) fn result(&mut self) {
        self.abort();
        self.side = None;
        self.over = true;
        self.restart_analysis();
    }
}
