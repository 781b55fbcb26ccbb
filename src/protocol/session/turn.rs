//! The engine's turn: thinking, moving, pondering.

use super::{Purpose, Search, Session};
use crate::movegen;
use crate::position::{Move, MoveList, Position};
use crate::protocol::output;
use crate::search::clock::{self, TimeControl};
use crate::search::{Bound, Found, Limits, Report};
use std::time::Instant;

/// A game is given up after this many moves in a row with a score of [`HOPELESS`] or worse.
const HOPELESS_MOVES: u32 = 4;
/// Centipawns.
const HOPELESS: i32 = -1000;

impl Session {
    pub(super) fn force(&mut self) {
        self.abort();
        self.engine = None;
        self.analyzing = false;
        self.paused = None;
    }

    pub(super) fn go(&mut self) {
        self.abort();
        self.analyzing = false;
        self.paused = None;
        self.engine = Some(self.position.side());
        self.take_turn();
    }

    pub(super) fn play_other(&mut self) {
        self.abort();
        self.analyzing = false;
        self.engine = Some(self.position.side().other());
    }

    /// The engine is on move: says so if the game is over, else thinks.
    pub(super) fn take_turn(&mut self) {
        if !self.over && !self.has_ended() {
            self.think();
        }
    }

    fn think(&mut self) {
        let legal = self.legal_moves();
        let exclude = self.ready.dialect.unsendable(&self.ready.game, &self.position, &legal);
        let limits = Limits { exclude, ..self.limits() };
        self.start(Purpose::Move, self.position.clone(), limits);
    }

    pub(super) fn start(&mut self, purpose: Purpose, root: Position, limits: Limits) {
        let handle = self.thinker.search(&self.ready.game, &root, limits);
        self.search = Some(Search {
            handle,
            purpose,
            root,
            started: Instant::now(),
            soft: None,
            hard: None,
            last: None,
            finished: None,
        });
    }

    /// Limits for the engine's next move.
    fn limits(&self) -> Limits {
        let remaining = self.clock.remaining.unwrap_or(match self.clock.control {
            TimeControl::Level { base, .. } => base,
            TimeControl::PerMove(time) => time,
        });
        Limits { depth: self.clock.depth, ..clock::limits(self.clock.control, remaining, self.clock.played) }
    }

    /// The expected move was played: the search goes on, on the engine's own clock.
    pub(super) fn ponder_hit(&mut self) {
        if self.over || self.has_ended() {
            self.abort();
            return;
        }
        let limits = self.limits();
        let Some(search) = self.search.as_mut() else { return self.take_turn() };
        search.purpose = Purpose::Move;
        let (soft, hard) = (limits.soft.unwrap_or_default(), limits.hard.unwrap_or_default());
        let pondered = search.started.elapsed();
        let now = Instant::now();
        // Time that the opponent paid for counts. An iteration under way may take as long again as it was given.
        search.soft = Some(now + soft.saturating_sub(pondered));
        search.hard = Some(now + if pondered >= soft { soft / 4 } else { (soft * 2).min(hard) });
        if let Some(found) = search.finished.take() {
            self.finish_move(found);
        }
    }

    /// `?`.
    pub(super) fn move_now(&mut self) {
        if let Some(search) = self.search.as_ref().filter(|s| s.purpose == Purpose::Move) {
            search.handle.stop();
        }
    }

    /// Plays what the search has found.
    pub(super) fn finish_move(&mut self, found: Found) {
        let Some(search) = self.search.take() else { return };
        let mut legal = MoveList::new();
        movegen::continuations(&self.ready.game, &mut self.position, &mut legal);
        // A search that failed leaves its last word, or any move.
        let last = search.last.as_ref().and_then(|report| report.pv.first().copied());
        let unsendable = self.ready.dialect.unsendable(&self.ready.game, &self.position, &legal);
        legal.retain(|mv| !unsendable.contains(mv));
        let candidates = [found.best, last, legal.first().copied()];
        let Some(mv) = candidates.into_iter().flatten().find(|mv| legal.contains(mv)) else {
            self.over = true;
            self.answer_pings();
            return;
        };
        self.show_once(&search, &found, mv);
        self.last_score = Some(found.score);
        if self.gives_up(found.score) {
            self.over = true;
            self.out.line("resign");
            self.answer_pings();
            return;
        }
        if self.offers_draw(mv) {
            self.out.line("offer draw");
        }
        self.draw_offered = false;
        let text = self.write_move(mv);
        self.out.line(&format!("move {text}"));
        self.apply(mv);
        self.settle_clock(search.started);
        self.answer_pings();
        if self.engine_has_lost_or_won() {
            return;
        }
        self.start_pondering(found.ponder);
    }

    /// One thinking line at least for each move. SPEC: `xboard.md` 1.6.
    fn show_once(&mut self, search: &Search, found: &Found, mv: Move) {
        if !self.post || search.last.is_some() {
            return;
        }
        let report = Report {
            depth: found.depth,
            seldepth: found.depth,
            score: found.score,
            bound: Bound::Exact,
            time: search.started.elapsed(),
            nodes: found.nodes,
            pv: if found.pv.first() == Some(&mv) { found.pv.clone() } else { vec![mv] },
        };
        self.out.line(&output::thinking(&self.ready.game, &self.ready.dialect, &search.root, &report));
    }

    fn gives_up(&mut self, score: i32) -> bool {
        self.hopeless = if score <= HOPELESS { self.hopeless + 1 } else { 0 };
        self.options.resign && self.hopeless >= HOPELESS_MOVES
    }

    /// Keeps the engine's own account of its clock, for GUIs that do not send `time`.
    fn settle_clock(&mut self, started: Instant) {
        self.clock.played += 1;
        if let (TimeControl::Level { moves, base, increment }, Some(left)) =
            (self.clock.control, self.clock.remaining.as_mut())
        {
            *left = left.saturating_sub(started.elapsed()) + increment;
            if moves > 0 && self.clock.played % moves == 0 {
                *left += base;
            }
        }
    }

    /// Thinks on the opponent's time about the reply that is expected.
    fn start_pondering(&mut self, expected: Option<Move>) {
        let mut legal = MoveList::new();
        movegen::legal(&self.ready.game, &mut self.position, &mut legal);
        self.expected = expected.filter(|mv| legal.contains(mv));
        let Some(mv) = self.expected.filter(|_| self.ponder && !self.over && self.engine.is_some()) else {
            return;
        };
        let text = self.write_move(mv);
        let mut root = self.position.clone();
        root.make(&self.ready.game, mv);
        if movegen::result(&self.ready.game, &mut root).is_some() {
            return;
        }
        legal.clear();
        movegen::legal(&self.ready.game, &mut root, &mut legal);
        let exclude = self.ready.dialect.unsendable(&self.ready.game, &root, &legal);
        self.out.line(&format!("Hint: {text}"));
        let limits = Limits { depth: self.clock.depth, exclude, ..Limits::default() };
        self.start(Purpose::Ponder(mv), root, limits);
    }

    pub(super) fn set_ponder(&mut self, on: bool) {
        self.ponder = on;
        if !on && self.search.as_ref().is_some_and(|s| matches!(s.purpose, Purpose::Ponder(_))) {
            self.abort();
        }
    }

    /// `pause` and `resume`: the clocks stand still in between.
    pub(super) fn pause(&mut self, on: bool) {
        if on {
            self.paused = Some(self.is_thinking());
            self.abort();
            return;
        }
        let was_thinking = self.paused.take().unwrap_or(false);
        if was_thinking && self.engine == Some(self.position.side()) {
            self.take_turn();
        } else {
            self.restart_analysis();
        }
    }
}
