//! Games, variants and options.

use super::{Session, quoted};
use crate::board::Color;
use crate::position::Position;
use crate::protocol::library::Ready;
use crate::protocol::{features, logger};
use crate::search::clock::TimeControl;

impl Session {
    pub(super) fn send_features(&mut self) {
        for line in features::lines(self.library.offered()) {
            self.out.line(&line);
        }
    }

    pub(super) fn accepted(&mut self, feature: &str) {
        if feature == "debug" {
            logger::allow_comments();
        }
    }

    /// `new`: start position, the engine plays Black, no depth limit.
    pub(super) fn new_game(&mut self) {
        self.abort();
        match self.library.home() {
            Ok(ready) => self.set_up(ready),
            Err(why) => self.out.line(&format!("tellusererror {why}")),
        }
        self.engine = Some(Color::Black);
        self.analyzing = false;
        self.paused = None;
        self.opponent_is_engine = false;
        self.clock.depth = None;
        self.clock.played = 0;
        self.thinker.clear();
    }

    /// `variant NAME`, answered with what the GUI has to know about it.
    pub(super) fn variant(&mut self, name: &str, line: &str) {
        self.abort();
        match self.library.find(name) {
            Ok(ready) => {
                self.set_up(ready);
                for line in self.ready.dialect.lines() {
                    self.out.line(&line);
                }
            }
            Err(why) => {
                log::warn!("{why}");
                self.out.line(&format!("Error (unsupported): {}", quoted(line)));
            }
        }
    }

    fn set_up(&mut self, ready: Ready) {
        self.ready = ready;
        let start = Position::start(&self.ready.game);
        self.set_position(start);
        self.last_score = None;
        self.hopeless = 0;
    }

    pub(super) fn level(&mut self, control: TimeControl) {
        self.clock.control = control;
        self.clock.remaining = match control {
            TimeControl::Level { base, .. } => Some(base),
            TimeControl::PerMove(_) => None,
        };
    }

    pub(super) fn memory(&mut self, mb: usize) {
        self.options.hash_mb = mb.clamp(1, features::MOST_HASH_MB);
        self.thinker.resize(self.options.hash_mb);
        // The table is changed between two searches only.
        self.restart_analysis();
    }

    pub(super) fn cores(&mut self, threads: usize) {
        self.thinker.set_threads(threads.clamp(1, features::MOST_THREADS));
        self.restart_analysis();
    }

    pub(super) fn option(&mut self, name: &str, value: Option<&str>, line: &str) {
        let known = match (name, value) {
            (features::CLEAR_HASH, _) => {
                self.thinker.clear();
                true
            }
            (features::LOG_FILE, Some(path)) => {
                if let Err(error) = logger::to_file(path.trim()) {
                    self.out.line(&format!("tellusererror log file: {error}"));
                }
                true
            }
            (features::RESIGN, Some(value @ ("0" | "1"))) => {
                self.options.resign = value == "1";
                true
            }
            (features::SHUFFLE_SEED, Some(value)) => match value.trim().parse::<u64>() {
                Ok(seed) => {
                    self.library.set_seed(seed.min(features::MOST_SEED));
                    true
                }
                Err(_) => false,
            },
            (features::CONTEMPT, Some(value)) => match value.trim().parse::<i32>() {
                Ok(n) => {
                    self.options.contempt = n.clamp(-features::MOST_CONTEMPT, features::MOST_CONTEMPT);
                    true
                }
                Err(_) => false,
            },
            _ => false,
        };
        if !known {
            self.out.line(&format!("Error (bad option): {}", quoted(line)));
        }
    }
}
