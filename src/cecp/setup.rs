//! New games, variants, options, messages.

use super::state::CecpSession;
use super::{features, lines};
use crate::board::Color;
use crate::engine::Notice;
use crate::engine::library::{Convention, Ready};
use crate::engine::options::{self, Id, Value};
use crate::search::clock::TimeControl;
use crate::session::quoted;

impl CecpSession {
    pub(super) fn send_features(&mut self) {
        features::lines(self.engine.library.offered()).iter().for_each(|line| self.gui.out.line(line));
        self.engine.complain_of_start();
        self.show_notices();
    }

    /// `new`: start position, no depth limit, full clocks of real time. The engine plays Black, except in analyze mode.
    ///
    /// SPEC: the protocol, "Analyze Mode": "`new` Reset position to start of game but stay in analyze mode."
    pub(super) fn new_game(&mut self) {
        self.abort();
        self.engine.begin_game();
        self.show_notices();
        self.leave_array();
        match self.engine.library.home(Convention::XBoard) {
            Ok(ready) => self.set_up(ready),
            Err(why) => self.gui.out.line(&format!("tellusererror {why}")),
        }
        self.side = (!self.analysis.on).then_some(Color::Black);
        self.paused = None;
        self.opponent.is_engine = false;
        (self.engine.clock.depth, self.engine.clock.rate) = (None, 0);
        self.level(self.engine.clock.control);
        self.restart_analysis();
    }

    /// Requests a new array for the next game if moves were made in this one. XBoard requests it twice before its first
    /// game and keeps the first reply.
    fn leave_array(&mut self) {
        if !self.engine.record.is_empty() {
            self.engine.library.new_game();
        }
    }

    /// `variant NAME`, answered with the setup of the variant.
    pub(super) fn variant(&mut self, name: &str, line: &str) {
        self.leave_array();
        match self.engine.library.find(name, Convention::XBoard) {
            Ok(ready) => {
                self.abort();
                self.set_up(ready);
                self.engine.ready.dialect.lines().iter().for_each(|line| self.gui.out.line(line));
                self.is_setup_unread = self.engine.ready.dialect.setup.is_some();
                self.warn_player();
                self.restart_analysis();
            }
            Err(why) => {
                log::warn!("{why}");
                self.gui.out.line(&format!("Error (unsupported): {}", quoted(line)));
                if self.engine.library.knows(name) {
                    self.gui.out.line(&format!("telluser {name}: {why}"));
                }
            }
        }
    }

    fn set_up(&mut self, ready: Ready) {
        self.engine.set_up(ready);
        self.show_notices();
        self.jumped();
    }

    /// Warns of features that the GUI does not support, once per session: matches set up a variant repeatedly.
    fn warn_player(&mut self) {
        let ready = &self.engine.ready;
        let warning = ready.dialect.warning(&ready.game.variant);
        if let Some(text) = warning.filter(|text| !self.warned.contains(text)) {
            self.gui.out.line(&lines::popup("telluser", &text));
            self.warned.push(text);
        }
    }

    pub(super) fn level(&mut self, control: TimeControl) {
        self.engine.clock.control = control;
        self.engine.clock.remaining = match control {
            TimeControl::Level { base, .. } => Some(base),
            TimeControl::PerMove(_) => None,
        };
    }

    /// `option NAME=VALUE`: sets an option or runs its action; `line` is the command.
    pub(super) fn option(&mut self, name: &str, value: Option<&str>, line: &str) {
        let (id, value) = match options::read(name, value) {
            Ok(option) => option,
            Err(why) => {
                log::warn!("option {name}: {why}");
                return self.gui.out.line(&format!("Error (bad option): {}", quoted(line)));
            }
        };
        match (id, &value) {
            (Id::Variant, Value::Text(name)) => self.variant(name, line),
            (Id::ShowMoves, _) => {
                let legal = self.engine.legal_moves();
                let texts: Vec<String> = legal.into_iter().map(|mv| self.write_move(mv)).collect();
                self.engine.show_moves(&texts);
            }
            _ => self.engine.set(id, &value),
        }
        self.show_notices();
        // These buttons only show something.
        if !matches!(id, Id::ShowValues | Id::ShowMoves) {
            self.restart_analysis();
        }
    }

    /// Sends the engine's messages.
    fn show_notices(&mut self) {
        for notice in std::mem::take(&mut self.engine.notices) {
            match notice {
                Notice::Info(text) => self.tell("telluser", &text),
                Notice::Fault(text) => self.tell("tellusererror", &text),
                // GUIs send the sizes before each game; a window every time would be a nuisance.
                Notice::Limited(text) => log::warn!("{text}"),
                Notice::Variants => {
                    self.gui.out.line(&features::offer(self.engine.library.offered()));
                    let left_out = self.engine.library.left_out();
                    left_out.iter().for_each(|line| self.tell("telluser", line));
                }
            }
        }
    }

    /// Shows a text in a window.
    fn tell(&mut self, command: &str, text: &str) {
        self.gui.out.line(&lines::popup(command, text));
    }
}
