//! The engine's turn: thinking, moving, pondering.

use super::lines;
use super::state::{CecpSession, ScoreTrend};
use crate::board::Color;
use crate::engine::library::Ready;
use crate::engine::options::Id;
use crate::engine::{RunningSearch, SearchPurpose};
use crate::movegen;
use crate::position::Move;
use crate::search::{Found, Limits, Score};
use std::time::Instant;

/// Number of consecutive moves with a hopeless score after which the engine resigns.
const HOPELESS_MOVES: u32 = 4;
/// Number of consecutive moves with a nearly even score after which the engine offers a draw, but not before
/// [`EARLIEST_DRAW`].
const EVEN_MOVES: u32 = 8;
/// Earliest draw offer, in plies from the start of the game.
const EARLIEST_DRAW: usize = 60;

impl CecpSession {
    pub(super) fn force(&mut self) {
        self.abort();
        self.side = None;
        self.leave_analysis();
        self.paused = None;
    }

    pub(super) fn go(&mut self) {
        self.abort();
        self.leave_analysis();
        self.paused = None;
        self.take_side(self.engine.position.side());
        self.take_turn();
    }

    pub(super) fn play_other(&mut self) {
        self.abort();
        self.leave_analysis();
        self.take_side(self.engine.position.side().other());
    }

    /// Plays a side from now on.
    fn take_side(&mut self, color: Color) {
        self.over = false;
        if self.side != Some(color) {
            self.trend = ScoreTrend::default();
        }
        self.side = Some(color);
    }

    /// Continues in a new position: with the analysis, or thinking if the engine is on move. While paused, it only notes
    /// whether it is.
    pub(super) fn go_on(&mut self) {
        let is_on_move = self.side == Some(self.engine.position.side());
        if let Some(was_on_move) = &mut self.paused {
            *was_on_move = is_on_move;
        } else if self.analysis.on {
            self.restart_analysis();
        } else if is_on_move {
            self.take_turn();
        }
    }

    /// Called when the engine is on move: announces the result if the game is over, otherwise starts thinking.
    fn take_turn(&mut self) {
        if !self.over && !self.has_ended(true) {
            self.think();
        }
    }

    fn think(&mut self) {
        // The GUI may not know the rule by which the game is over.
        let mut legal = self.engine.playable();
        let (ready, position) = (&self.engine.ready, &self.engine.position);
        let exclude = ready.dialect.unsendable(&ready.game, position, &legal);
        legal.retain(|mv| !exclude.contains(mv));
        if legal.is_empty() && !exclude.is_empty() {
            // XBoard's board cannot execute any legal move.
            return self.resign();
        }
        if let Some(mv) = self.engine.book_move(&legal) {
            let text = self.write_move(mv);
            if self.post {
                // SPEC: `xboard.md` 1.6: "`(` anywhere in the PV marks a book line".
                self.gui.out.line(&format!("1 0 0 0\t(book) {text}"));
            }
            return self.play(mv, Instant::now(), None);
        }
        let limits = Limits { exclude, ..self.engine.limits(self.engine.moves_made()) };
        self.engine.start(SearchPurpose::Move, self.engine.position.clone(), limits);
    }

    fn resign(&mut self) {
        self.over = true;
        self.gui.out.line("resign");
        self.answer_pings();
    }

    /// The expected move was played: the search continues on the engine's own clock.
    pub(super) fn ponder_hit(&mut self) {
        if self.over || self.has_ended(true) {
            self.abort();
            return;
        }
        let limits = self.engine.limits(self.engine.moves_made());
        let fits = |search: &RunningSearch| limits.nodes.is_none() && search.depth == limits.depth;
        if !self.engine.search.as_ref().is_some_and(fits) {
            // The nodes and the depth of a running search cannot be limited: another one uses what it has stored.
            self.engine.abort();
            return self.take_turn();
        }
        if let Some(found) = self.engine.put_on_clock(&limits) {
            self.finish_move(found);
        }
    }

    /// `?`.
    pub(super) fn move_now(&mut self) {
        if let Some(search) = self.engine.search_for(SearchPurpose::Move) {
            search.handle.stop();
        }
    }

    /// Plays the move that the search found.
    pub(super) fn finish_move(&mut self, found: Found) {
        let Some(search) = self.engine.search.take() else { return };
        let Some(mv) = self.engine.choose(&search, &found) else {
            self.over = true;
            self.answer_pings();
            return;
        };
        self.show_once(&search, &found, mv);
        self.trend.last = score_of(&found, mv);
        if self.trend.last.is_some_and(|score| self.gives_up(score)) {
            return self.resign();
        }
        self.play(mv, search.on_clock, found.ponder.filter(|_| found.best == Some(mv)));
    }

    /// Makes and announces the engine's move; `expected` is the reply to ponder on.
    fn play(&mut self, mv: Move, started: Instant, expected: Option<Move>) {
        if self.offers_draw(mv) {
            self.gui.out.line("offer draw");
        }
        self.opponent.offers_draw = false;
        let text = self.write_move(mv);
        self.gui.out.line(&format!("move {text}"));
        self.engine.clock.charge(started, self.engine.moves_made() + 1);
        self.make(mv);
        self.answer_pings();
        if self.has_ended(false) {
            return;
        }
        self.start_pondering(expected);
    }

    /// Sends a thinking line if the search has sent none. SPEC: `xboard.md` 1.6.
    fn show_once(&mut self, search: &RunningSearch, found: &Found, mv: Move) {
        if !self.post || search.last.is_some() {
            return;
        }
        let pv = if found.pv.first() == Some(&mv) { found.pv.clone() } else { vec![mv] };
        let report = search.summary(found, pv);
        self.gui.out.line(&lines::thinking(&self.engine.ready, &search.root, &report));
    }

    fn gives_up(&mut self, score: Score) -> bool {
        let (settings, score, trend) = (&self.engine.settings, i64::from(score), &mut self.trend);
        trend.hopeless = if score <= -settings.number(Id::ResignScore) { trend.hopeless + 1 } else { 0 };
        trend.even = if score.abs() <= settings.number(Id::DrawScore) { trend.even + 1 } else { 0 };
        settings.is_on(Id::Resign) && self.trend.hopeless >= HOPELESS_MOVES
    }

    /// Whether the game has been even for so long that a draw is likely.
    pub(super) fn seems_drawn(&self) -> bool {
        self.engine.settings.number(Id::DrawScore) > 0
            && self.trend.even >= EVEN_MOVES
            && self.engine.position.plies() >= EARLIEST_DRAW
    }

    /// Ponders on the expected reply.
    fn start_pondering(&mut self, expected: Option<Move>) {
        let Some(mv) = expected else { return };
        let mut legal = self.engine.legal_moves();
        if !legal.contains(&mv) {
            return;
        }
        self.pondering.expected = Some(mv);
        if !self.pondering.on || self.over || self.side.is_none() {
            return;
        }
        let (Ready { game, dialect }, mut root) = (&self.engine.ready, self.engine.after(mv));
        if movegen::result(game, &mut root).is_some() {
            return;
        }
        legal.clear();
        movegen::list_legal(game, &mut root, &mut legal);
        let exclude = dialect.unsendable(game, &root, &legal);
        self.show_hint(mv);
        if exclude.len() == legal.len() {
            return;
        }
        let limits = Limits { depth: self.engine.clock.depth, exclude, ..Limits::default() };
        self.engine.start(SearchPurpose::Ponder, root, limits);
    }

    pub(super) fn set_ponder(&mut self, on: bool) {
        self.pondering.on = on;
        if !on && self.engine.purpose() == Some(SearchPurpose::Ponder) {
            self.abort();
        }
    }

    /// `pause` and `resume`: the clocks stop in between. SPEC: `resume`: "The paused thinking or pondering (if any) resumes
    /// from exactly where it left off".
    pub(super) fn pause(&mut self, on: bool) {
        if on {
            let thinking = self.engine.search_for(SearchPurpose::Move);
            let used = thinking.map(|search| search.on_clock.elapsed());
            self.paused.get_or_insert(used.is_some());
            self.engine.clock.spent += used.unwrap_or_default();
            self.abort();
            return;
        }
        let Some(was_on_move) = self.paused.take() else { return };
        if was_on_move && self.side == Some(self.engine.position.side()) {
            self.take_turn();
        } else {
            self.start_pondering(self.pondering.expected);
            self.restart_analysis();
        }
    }
}

/// Score that the search found for a move; `None` if it ended before it had one.
fn score_of(found: &Found, mv: Move) -> Option<Score> {
    let line = found.lines.iter().find(|line| line.pv.first() == Some(&mv));
    let best = (found.depth > 0 && found.best == Some(mv)).then_some(found.score);
    line.map(|line| line.score).or(best)
}
