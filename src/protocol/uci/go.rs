//! `go`, `stop`, `ponderhit`: searches and perft counts.

use super::UciState;
use super::command::Go;
use super::info;
use crate::movegen::{self, Outcome};
use crate::movetext::{self, score};
use crate::position::{Move, MoveList};
use crate::protocol::search_thread::SessionEvent;
use crate::protocol::session::{Flow, GuiClock, RunningSearch, SearchPurpose, Session};
use crate::search::clock::TimeControl;
use crate::search::{Bound, Found, Limits, Report};
use std::time::Instant;

impl UciState {
    /// Whether the report shows the mate that `go mate` searches for.
    pub fn is_mate_found(&self, report: &Report) -> bool {
        let Some(most) = self.mate else { return false };
        report.bound == Bound::Exact
            && score::moves_to_mate(report.score).is_some_and(|moves| (1..=i64::from(most)).contains(&moves))
    }
}

impl Session {
    /// `go`.
    pub(super) fn uci_go(&mut self, go: &Go) {
        self.uci_stop();
        let refused = self.uci_complain_of_position();
        if let Some(depth) = go.perft {
            return if refused { self.out.line("Nodes searched: 0") } else { self.uci_count(depth) };
        }
        if refused {
            return self.out.line("bestmove (none)");
        }
        let legal = self.legal_moves();
        let allowed = self.uci_allowed(&legal, &go.search_moves);
        if legal.is_empty() {
            let drawn = movegen::result(&self.ready.game, &mut self.position) == Some(Outcome::Drawn);
            self.out.line(&format!("info depth 0 score {}", if drawn { "cp 0" } else { "mate 0" }));
            return self.out.line("bestmove (none)");
        }
        if !go.infinite && !go.ponder {
            if let Some(mv) = self.book_move(&allowed) {
                let text = self.uci_text(mv);
                self.out.line("info string book");
                return self.out.line(&format!("bestmove {text}"));
            }
        }
        let exclude = legal.into_iter().filter(|mv| !allowed.contains(mv)).collect();
        let timed = self.uci_set_clock(go);
        let time = if timed && !go.ponder { self.limits() } else { Limits::default() };
        let limits = Limits { depth: go.depth, nodes: go.nodes, exclude, ..time };
        self.uci.mate = go.mate;
        let purpose = match (go.ponder, go.infinite) {
            (true, _) => SearchPurpose::Ponder,
            (_, true) => SearchPurpose::Analyze,
            _ => SearchPurpose::Move,
        };
        self.start(purpose, self.position.clone(), limits);
    }

    /// Reports the last `position` command if it was refused, which leaves no position. Returns true in that case.
    pub(super) fn uci_complain_of_position(&mut self) -> bool {
        let Some(why) = &self.uci.refused else { return false };
        let text = format!("there is no position; the last one was refused: {why}");
        self.complain(&text);
        true
    }

    /// The legal moves that `searchmoves` names; all if it names none.
    fn uci_allowed(&mut self, legal: &MoveList, texts: &[String]) -> MoveList {
        let game = self.ready.game.clone();
        let style = self.uci.style();
        let read = |text: &String| movetext::parse_as(style, &game, &mut self.position, text).ok();
        let named: MoveList = texts.iter().filter_map(read).collect();
        if named.is_empty() { legal.clone() } else { named }
    }

    /// Stores the clock of the side to move. Returns whether there is one.
    fn uci_set_clock(&mut self, go: &Go) -> bool {
        let side = self.position.side().index();
        let (control, remaining) = match (go.move_time, go.time[side]) {
            (Some(time), _) => (TimeControl::PerMove(time), None),
            (None, Some(left)) => {
                let (moves, increment) = (go.moves_to_go, go.increment[side]);
                (TimeControl::Level { moves, base: left, increment }, Some(left))
            }
            (None, None) => return false,
        };
        self.clock = GuiClock { control, remaining, depth: go.depth, ..GuiClock::default() };
        true
    }

    /// `stop`; also used by commands that cannot run during a search. Ends the search with its best move.
    pub(in crate::protocol) fn uci_stop(&mut self) {
        let Some(search) = self.search.as_mut() else { return };
        search.handle.stop();
        if search.purpose == SearchPurpose::Count {
            self.search = None;
            self.out.line("info string stopped");
            return self.uci_go_on();
        }
        search.purpose = SearchPurpose::Move;
        if let Some(found) = search.finished.take() {
            return self.uci_best_move(&found);
        }
        let id = search.handle.id;
        // Other events received in the meantime are queued.
        while self.uci_is_searching() {
            match self.events.recv() {
                Ok(SessionEvent::Report(id, report)) => drop(self.on_report(id, report)),
                Ok(SessionEvent::Done(other, found)) if other == id => drop(self.done(other, found)),
                Ok(event @ (SessionEvent::Line(_) | SessionEvent::Overlong(_) | SessionEvent::Closed)) => {
                    self.queued.push_back(event)
                }
                Ok(_) => {}
                Err(_) => return,
            }
        }
    }

    /// `ponderhit`: the expected move has been played.
    pub(super) fn uci_ponder_hit(&mut self) {
        if self.search.as_ref().is_none_or(|s| s.purpose != SearchPurpose::Ponder) {
            return;
        }
        let timed = self.clock.remaining.is_some() || matches!(self.clock.control, TimeControl::PerMove(_));
        let limits = if timed { self.limits() } else { Limits::default() };
        if let Some(found) = self.put_on_clock(&limits) {
            self.uci_best_move(&found);
        }
    }

    /// Ends a search: `bestmove`.
    pub(in crate::protocol) fn uci_best_move(&mut self, found: &Found) {
        let Some(search) = self.search.take() else { return };
        self.uci.mate = None;
        self.uci_go_on();
        let Some(mv) = self.choose(&search, found) else {
            return self.out.line("bestmove (none)");
        };
        self.uci_last_word(&search, found, mv);
        let text = self.uci_text(mv);
        let ponder =
            found.ponder.filter(|_| found.best == Some(mv)).and_then(|reply| self.uci_reply(mv, reply));
        let ponder = ponder.map_or_else(String::new, |reply| format!(" ponder {reply}"));
        self.out.line(&format!("bestmove {text}{ponder}"));
    }

    /// Sends an `info` line if the search has sent none.
    fn uci_last_word(&mut self, search: &RunningSearch, found: &Found, mv: Move) {
        if search.last().is_some() {
            return;
        }
        let report = search.summary(found, vec![mv]);
        let line = info::info(&self.ready.game, &search.root, self.uci.style(), &report);
        self.out.line(&line);
    }

    /// The expected reply as text; `None` if the game ends before it.
    fn uci_reply(&mut self, mv: Move, reply: Move) -> Option<String> {
        let game = self.ready.game.clone();
        self.position.make(&game, mv);
        let follows = movegen::outcome(&game, &self.position).is_none()
            && movegen::can_follow(&game, &mut self.position, reply);
        let text = follows.then(|| self.uci_text(reply));
        self.position.unmake(&game);
        text
    }

    /// `go perft`: one line per root move, then the sum.
    fn uci_count(&mut self, depth: u32) {
        let legal = self.legal_moves();
        let texts = movetext::format_all(self.uci.style(), &self.ready.game, &self.position, &legal);
        self.uci.counted = legal.into_iter().zip(texts).collect();
        let handle = self.search_thread.count(&self.ready.game, &self.position, depth);
        self.search =
            Some(RunningSearch::new(handle, SearchPurpose::Count, self.position.clone(), Instant::now()));
    }

    /// Reports the count of a root move.
    pub(in crate::protocol) fn uci_counted(&mut self, id: u64, mv: Move, nodes: u64) -> Flow {
        if self.search.as_ref().is_some_and(|search| search.handle.id == id) {
            if let Some((_, text)) = self.uci.counted.iter().find(|counted| counted.0 == mv) {
                self.out.line(&format!("{text}: {nodes}"));
            }
        }
        Flow::Continue
    }

    /// Ends the count.
    pub(in crate::protocol) fn uci_end_of_count(&mut self, found: &Found) {
        self.search = None;
        self.uci_go_on();
        self.out.line("");
        self.out.line(&format!("Nodes searched: {}", found.nodes));
    }
}
