//! The engine's turn: thinking, moving, pondering.

use super::{RunningSearch, SearchPurpose, Session};
use crate::movegen;
use crate::position::{Move, Position};
use crate::protocol::move_choice::Variety;
use crate::protocol::output;
use crate::search::clock::{self, TimeControl};
use crate::search::{Found, Limits};
use std::time::Instant;

/// Number of consecutive moves with a hopeless score after which the engine resigns.
const HOPELESS_MOVES: u32 = 4;
/// Number of consecutive moves with a nearly even score after which the engine offers a draw, but not before
/// [`EARLIEST_DRAW`].
const EVEN_MOVES: u32 = 8;
/// Earliest draw offer, in plies from the start of the game.
const EARLIEST_DRAW: usize = 60;

impl Session {
    pub(super) fn force(&mut self) {
        self.abort();
        self.engine = None;
        self.leave_analysis();
        self.paused = None;
    }

    pub(super) fn go(&mut self) {
        self.abort();
        self.leave_analysis();
        self.paused = None;
        self.engine = Some(self.position.side());
        self.take_turn();
    }

    pub(super) fn play_other(&mut self) {
        self.abort();
        self.leave_analysis();
        self.engine = Some(self.position.side().other());
    }

    /// Called when the engine is on move: announces the result if the game is over, otherwise starts thinking.
    pub(super) fn take_turn(&mut self) {
        if !self.over && !self.has_ended() {
            self.think();
        }
    }

    fn think(&mut self) {
        let mut legal = self.legal_moves();
        let exclude = self.ready.dialect.unsendable(&self.ready.game, &self.position, &legal);
        legal.retain(|mv| !exclude.contains(mv));
        if legal.is_empty() && !exclude.is_empty() {
            // XBoard's board cannot execute any legal move.
            return self.resign();
        }
        if let Some(mv) = self.book_move(&legal) {
            let text = self.write_move(mv);
            if self.post {
                // SPEC: `xboard.md` 1.6: "`(` anywhere in the PV marks a book line".
                self.out.line(&format!("1 0 0 0 1 0 0\t(book) {text}"));
            }
            return self.play(mv, Instant::now(), None);
        }
        let limits = Limits { exclude, ..self.limits() };
        self.start(SearchPurpose::Move, self.position.clone(), limits);
    }

    fn resign(&mut self) {
        self.over = true;
        self.out.line("resign");
        self.answer_pings();
    }

    /// Picks one of the book's legal moves if the book is in use.
    pub(in crate::protocol) fn book_move(&mut self, legal: &[Move]) -> Option<Move> {
        if self.settings.own_book { self.book.choose(&self.position, legal, &mut self.rng) } else { None }
    }

    /// Starts a search. The strength settings apply if it is to end with a move of the engine.
    pub(in crate::protocol) fn start(&mut self, purpose: SearchPurpose, root: Position, limits: Limits) {
        let lines = if purpose == SearchPurpose::Hint { 1 } else { self.settings.lines };
        let (mut limits, mut variety) = (Limits { lines, ..limits }, Variety::NONE);
        if matches!(purpose, SearchPurpose::Move | SearchPurpose::Ponder) {
            let strength = self.strength();
            limits.nodes = [limits.nodes, strength.nodes].into_iter().flatten().min();
            limits.lines = limits.lines.max(strength.variety.lines());
            variety = strength.variety;
        }
        let excluded = limits.exclude.clone();
        let handle = self.search_thread.search(&self.ready.game, &root, limits);
        self.search = Some(RunningSearch {
            variety,
            excluded,
            ..RunningSearch::new(handle, purpose, root, Instant::now())
        });
    }

    /// Limits for the engine's next move.
    pub(in crate::protocol) fn limits(&self) -> Limits {
        let remaining = self.clock.remaining.unwrap_or(match self.clock.control {
            TimeControl::Level { base, .. } => base,
            TimeControl::PerMove(time) => time,
        });
        let time = clock::limits(self.clock.control, remaining, self.clock.played, self.settings.overhead);
        let limits = Limits { depth: self.clock.depth, ..time };
        match self.clock.rate {
            0 => limits,
            // SPEC: `nps`: this many nodes stand for a second of the engine's time.
            rate => {
                let nodes = limits.soft.unwrap_or_default().as_secs_f64() * rate as f64;
                Limits { nodes: Some((nodes as u64).max(1)), soft: None, hard: None, ..limits }
            }
        }
    }

    /// The expected move was played: the search continues on the engine's own clock.
    pub(super) fn ponder_hit(&mut self) {
        if self.over || self.has_ended() {
            self.abort();
            return;
        }
        if self.search.is_none() {
            return self.take_turn();
        }
        if let Some(found) = self.put_on_clock(&self.limits()) {
            self.finish_move(found);
        }
    }

    /// Turns the search into one for the engine's own move, with its own time. Returns the result if it has already
    /// ended.
    pub(in crate::protocol) fn put_on_clock(&mut self, limits: &Limits) -> Option<Found> {
        let search = self.search.as_mut()?;
        search.purpose = SearchPurpose::Move;
        if let (Some(soft), Some(hard)) = (limits.soft, limits.hard) {
            let pondered = search.started.elapsed();
            let now = Instant::now();
            // Pondering time counts as used. The iteration in progress may run past the soft limit, up to the hard one.
            search.soft = Some(now + soft.saturating_sub(pondered));
            search.hard = Some(now + if pondered >= soft { soft / 4 } else { (soft * 2).min(hard) });
        }
        search.finished.take()
    }

    /// `?`.
    pub(super) fn move_now(&mut self) {
        if let Some(search) = self.search.as_ref().filter(|s| s.purpose == SearchPurpose::Move) {
            search.handle.stop();
        }
    }

    /// Plays the move that the search found.
    pub(super) fn finish_move(&mut self, found: Found) {
        let Some(search) = self.search.take() else { return };
        let Some(mv) = self.choose(&search, &found) else {
            self.over = true;
            self.answer_pings();
            return;
        };
        self.show_once(&search, &found, mv);
        let score = match found.lines.iter().find(|line| line.pv.first() == Some(&mv)) {
            Some(line) => line.score,
            None => found.score,
        };
        self.last_score = Some(score);
        if self.gives_up(score) {
            return self.resign();
        }
        let expected = if found.best == Some(mv) { found.ponder } else { None };
        self.play(mv, search.started, expected);
    }

    /// Makes and announces the engine's move; `expected` is the reply to ponder on.
    fn play(&mut self, mv: Move, started: Instant, expected: Option<Move>) {
        if self.offers_draw(mv) {
            self.out.line("offer draw");
        }
        self.draw_offered = false;
        let text = self.write_move(mv);
        self.out.line(&format!("move {text}"));
        self.apply(mv);
        self.settle_clock(started);
        self.answer_pings();
        if self.engine_has_lost_or_won() {
            return;
        }
        self.start_pondering(expected);
    }

    /// Sends a thinking line if the search has sent none. SPEC: `xboard.md` 1.6.
    fn show_once(&mut self, search: &RunningSearch, found: &Found, mv: Move) {
        if !self.post || search.last().is_some() {
            return;
        }
        let pv = if found.pv.first() == Some(&mv) { found.pv.clone() } else { vec![mv] };
        let report = search.summary(found, pv);
        self.out.line(&output::thinking(&self.ready.game, &self.ready.dialect, &search.root, &report));
    }

    fn gives_up(&mut self, score: i32) -> bool {
        let settings = &self.settings;
        self.hopeless = if score <= -settings.resign_score { self.hopeless + 1 } else { 0 };
        self.even = if score.abs() <= settings.draw_score { self.even + 1 } else { 0 };
        settings.resign && self.hopeless >= HOPELESS_MOVES
    }

    /// Whether the game has been even for so long that a draw is likely.
    pub(super) fn seems_drawn(&self) -> bool {
        self.settings.draw_score > 0 && self.even >= EVEN_MOVES && self.position.plies() >= EARLIEST_DRAW
    }

    /// Updates the engine's own copy of its clock, for GUIs that do not send `time`.
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

    /// Ponders on the expected reply.
    fn start_pondering(&mut self, expected: Option<Move>) {
        let Some(expected) = expected else { return };
        let mut legal = self.legal_moves();
        self.expected = Some(expected).filter(|mv| legal.contains(mv));
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
        self.start(SearchPurpose::Ponder, root, limits);
    }

    pub(super) fn set_ponder(&mut self, on: bool) {
        self.ponder = on;
        if !on && self.search.as_ref().is_some_and(|s| s.purpose == SearchPurpose::Ponder) {
            self.abort();
        }
    }

    /// `pause` and `resume`: the clocks stop in between.
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
