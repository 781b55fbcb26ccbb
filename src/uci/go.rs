//! `go`, `stop`, `ponderhit`: searches and perft counts.

use super::command::Go;
use super::lines;
use super::state::UciSession;
use crate::engine::{GuiClock, RunningSearch, SearchPurpose};
use crate::movegen::{self, Outcome};
use crate::movetext::{self, score};
use crate::position::{Move, MoveList};
use crate::search::clock::TimeControl;
use crate::search::{Bound, Found, Limits, Report};
use crate::session::SessionEvent;

impl UciSession {
    /// `go`.
    pub(super) fn go(&mut self, go: &Go) {
        self.stop();
        go.faults.iter().for_each(|why| self.complain(&format!("go: {why}")));
        let refused = self.complain_of_position();
        if go.is_count {
            return match go.perft.filter(|_| !refused) {
                Some(depth) => self.start_count(depth),
                None => self.gui.out.line("Nodes searched: 0"),
            };
        }
        if refused {
            return self.gui.out.line("bestmove (none)");
        }
        let legal = self.engine.legal_moves();
        if legal.is_empty() {
            let drawn =
                movegen::result(&self.engine.ready.game, &mut self.engine.position) == Some(Outcome::Drawn);
            self.gui.out.line(&format!("info depth 0 score {}", if drawn { "cp 0" } else { "mate 0" }));
            // SPEC: `infinite`, `ponder`: "Do not exit the search without being told so in this mode", "even if it's mate!"
            if !go.infinite && !go.ponder {
                return self.gui.out.line("bestmove (none)");
            }
        }
        let allowed = self.allowed(&legal, &go.search_moves);
        if !go.infinite && !go.ponder {
            if let Some(mv) = self.engine.book_move(&allowed) {
                let text = self.text(mv);
                self.gui.out.line("info string book");
                return self.gui.out.line(&format!("bestmove {text}"));
            }
        }
        let exclude = legal.into_iter().filter(|mv| !allowed.contains(mv)).collect();
        let timed = self.set_clock(go);
        let time = if timed && !go.ponder { self.engine.limits(0) } else { Limits::default() };
        let limits = Limits { depth: go.depth, nodes: go.nodes, exclude, ..time };
        self.mate = go.mate;
        let purpose = match (go.ponder, go.infinite) {
            (true, _) => SearchPurpose::Ponder,
            (_, true) => SearchPurpose::Analyze,
            _ => SearchPurpose::Move,
        };
        self.engine.start(purpose, self.engine.position.clone(), limits);
    }

    /// Reports the last `position` command if it was refused, which leaves no position. Returns true in that case.
    pub(super) fn complain_of_position(&mut self) -> bool {
        let Some(why) = &self.refused else { return false };
        let text = format!("there is no position; the last one was refused: {why}");
        self.complain(&text);
        true
    }

    /// The legal moves that `searchmoves` names; all if it names none. Reports the other texts.
    fn allowed(&mut self, legal: &MoveList, texts: &[String]) -> MoveList {
        let game = self.engine.ready.game.clone();
        let style = self.style();
        let (mut named, mut faults) = (MoveList::new(), Vec::new());
        for text in texts {
            match movetext::parse_as(style, &game, &mut self.engine.position, text) {
                Ok(mv) => named.push(mv),
                Err(why) => faults.push(format!("searchmoves: illegal move {text}: {why}")),
            }
        }
        if !faults.is_empty() {
            self.complain(&faults.join("\n"));
        }
        if named.is_empty() { legal.clone() } else { named }
    }

    /// Stores the clock of the side to move, or that there is none. Returns whether there is one.
    fn set_clock(&mut self, go: &Go) -> bool {
        let side = self.engine.position.side().index();
        let (moves, increment) = (go.moves_to_go, go.increment[side]);
        let (control, remaining) = match (go.move_time, go.time[side]) {
            (Some(time), _) => (TimeControl::PerMove(time), None),
            (None, Some(base)) => (TimeControl::Level { moves, base, increment }, Some(base)),
            (None, None) => (TimeControl::default(), None),
        };
        self.engine.clock = GuiClock { control, remaining, depth: go.depth, ..GuiClock::default() };
        self.is_timed()
    }

    /// Whether the last `go` set a time limit.
    fn is_timed(&self) -> bool {
        let clock = &self.engine.clock;
        clock.remaining.is_some() || matches!(clock.control, TimeControl::PerMove(_))
    }

    /// `stop`; also used by commands that cannot run during a search. Ends the search with its best move.
    pub(super) fn stop(&mut self) {
        let Some(search) = self.engine.search.as_mut() else { return };
        search.handle.stop();
        if search.purpose == SearchPurpose::Count {
            self.engine.search = None;
            self.gui.out.line("info string stopped");
            return self.go_on();
        }
        search.purpose = SearchPurpose::Move;
        if let Some(found) = search.finished.take() {
            return self.best_move(&found);
        }
        // Other events received in the meantime are queued.
        while self.engine.purpose().is_some_and(|purpose| purpose != SearchPurpose::Count) {
            match self.gui.events.recv() {
                Ok(SessionEvent::Search(id, event)) => self.search_event(id, event),
                Ok(event) => self.gui.queued.push_back(event),
                Err(_) => return,
            }
        }
    }

    /// `ponderhit`: the expected move has been played.
    pub(super) fn ponder_hit(&mut self) {
        if self.engine.purpose() != Some(SearchPurpose::Ponder) {
            return;
        }
        let limits = if self.is_timed() { self.engine.limits(0) } else { Limits::default() };
        if let Some(found) = self.engine.put_on_clock(&limits) {
            self.best_move(&found);
        }
    }

    /// Ends a search: `bestmove`.
    pub(super) fn best_move(&mut self, found: &Found) {
        let Some(search) = self.engine.search.take() else { return };
        self.mate = None;
        self.go_on();
        let Some(mv) = self.engine.choose(&search, found) else {
            return self.gui.out.line("bestmove (none)");
        };
        self.show_once(&search, found, mv);
        let mut text = format!("bestmove {}", self.text(mv));
        let ponder = found.ponder.filter(|_| found.best == Some(mv)).and_then(|reply| self.reply(mv, reply));
        text.extend(ponder.map(|reply| format!(" ponder {reply}")));
        self.gui.out.line(&text);
    }

    /// Sends an `info` line if the search has sent none.
    fn show_once(&mut self, search: &RunningSearch, found: &Found, mv: Move) {
        if search.last.is_none() {
            let report = search.summary(found, vec![mv]);
            self.gui.out.line(&lines::info(&self.engine.ready.game, &search.root, self.style(), &report));
        }
    }

    /// The expected reply as text; `None` if the game ends before it.
    fn reply(&mut self, mv: Move, reply: Move) -> Option<String> {
        let (game, mut position) = (&self.engine.ready.game, self.engine.after(mv));
        let follows =
            movegen::outcome(game, &position).is_none() && movegen::can_play(game, &mut position, reply);
        follows.then(|| movetext::format_as(self.style(), game, &position, reply))
    }

    /// `go perft`: one line per root move, then the sum.
    fn start_count(&mut self, depth: u32) {
        let legal = self.engine.legal_moves();
        self.counted = self.texts(&legal).into_iter().zip(legal).collect();
        self.engine.start_count(depth);
    }

    /// Sends a report; ends a search for a mate that has been found.
    pub(super) fn show(&mut self, report: &Report) {
        let Some(search) = &self.engine.search else { return };
        let found = score::moves_to_mate(report.score).filter(|_| report.bound == Bound::Exact);
        if self.mate.is_some_and(|most| found.is_some_and(|moves| (1..=i64::from(most)).contains(&moves))) {
            search.handle.stop();
        }
        if !report.pv.is_empty() {
            self.gui.out.line(&lines::info(&self.engine.ready.game, &search.root, self.style(), report));
        }
    }

    /// Sends the count of a root move.
    pub(super) fn show_count(&mut self, mv: Move, nodes: u64) {
        if let Some((text, _)) = self.counted.iter().find(|counted| counted.1 == mv) {
            self.gui.out.line(&format!("{text}: {nodes}"));
        }
    }

    /// Ends the count.
    pub(super) fn end_count(&mut self, found: &Found) {
        self.engine.search = None;
        self.go_on();
        self.gui.out.line("");
        self.gui.out.line(&format!("Nodes searched: {}", found.nodes));
    }
}
