//! Analysis, hints and other queries of the user.

use super::state::CecpSession;
use crate::engine::SearchPurpose;
use crate::position::Move;
use crate::search::{Found, Limits};
use crate::session::quoted;
use crate::xboard;
use std::time::Duration;

/// Search time for a hint when no reply is expected yet.
const HINT_TIME: Duration = Duration::from_millis(150);

impl CecpSession {
    pub(super) fn analyze(&mut self) {
        self.abort();
        self.side = None;
        self.paused = None;
        self.analysis.on = true;
        self.restart_analysis();
    }

    /// Leaves analyze mode and clears its excluded moves. Moves excluded later apply to the next analysis.
    pub(super) fn leave_analysis(&mut self) {
        if self.analysis.on {
            self.abort();
            self.analysis.on = false;
            self.analysis.excluded.clear();
        }
    }

    /// In analyze mode, restarts the analysis of the current position unless it is paused.
    pub(super) fn restart_analysis(&mut self) {
        if !self.analysis.on || self.paused.is_some() {
            return;
        }
        self.abort();
        let legal = self.engine.legal_moves();
        if legal.iter().all(|mv| self.analysis.excluded.contains(mv)) {
            return;
        }
        let limits = Limits { exclude: self.analysis.excluded.clone(), ..Limits::default() };
        self.engine.start(SearchPurpose::Analyze, self.engine.position.clone(), limits);
    }

    /// `.`: `stat01: TIME NODES PLY LEFT TOTAL MOVE`. The number of root moves left is unknown and sent as 0.
    pub(super) fn status(&mut self) {
        let Some(search) = self.engine.search_for(SearchPurpose::Analyze) else { return };
        let time = search.started.elapsed().as_millis() / 10;
        let (nodes, depth, best) = match &search.last {
            Some(report) => (report.nodes, report.depth, report.pv.first().copied()),
            None => (0, 1, None),
        };
        let mut legal = self.engine.legal_moves();
        legal.retain(|mv| !self.analysis.excluded.contains(mv));
        let best = best.or_else(|| legal.first().copied()).map(|mv| self.write_move(mv)).unwrap_or_default();
        self.gui.out.line(&format!("stat01: {time} {nodes} {depth} 0 {} {best}", legal.len()));
    }

    /// `exclude` and `include`: the root moves of the analysis.
    pub(super) fn exclude(&mut self, out: bool, text: Option<&str>) {
        let moves = match text.map(|text| (text, self.read_root_move(text))) {
            None => self.engine.legal_moves(),
            Some((_, Ok(mv))) => vec![mv],
            Some((text, Err(_))) => {
                let word = if out { "exclude" } else { "include" };
                return self.gui.out.line(&format!("Error (no such move): {word} {}", quoted(text)));
            }
        };
        self.analysis.excluded.retain(|mv| !moves.contains(mv));
        if out {
            self.analysis.excluded.extend(moves);
        }
        self.restart_analysis();
    }

    /// Reads a move as text, or in XBoard's internal form.
    fn read_root_move(&mut self, text: &str) -> Result<Move, String> {
        let read = self.read_move(text);
        let internal = || xboard::from_internal(text);
        read.or_else(|why| internal().and_then(|text| self.read_move(&text).ok()).ok_or(why))
    }

    /// `setscore`: the user's score for this position, used when analysing earlier positions.
    pub(super) fn set_score(&mut self, score: i32, depth: u16) {
        self.engine.search_thread.assume(&self.engine.position, score, depth);
        self.restart_analysis();
    }

    /// `hint`: the expected reply, or the result of a short search.
    pub(super) fn hint(&mut self) {
        let expected = self
            .pondering
            .expected
            .or_else(|| self.engine.search_for(SearchPurpose::Analyze)?.last.as_ref()?.pv.first().copied());
        if let Some(mv) = expected {
            self.show_hint(mv);
        } else if self.engine.search.is_none() && !self.engine.legal_moves().is_empty() {
            let limits = Limits { soft: Some(HINT_TIME), hard: Some(HINT_TIME), ..Limits::default() };
            self.engine.start(SearchPurpose::Hint, self.engine.position.clone(), limits);
        }
    }

    pub(super) fn finish_hint(&mut self, found: &Found) {
        self.engine.search = None;
        let legal = self.engine.legal_moves();
        if let Some(mv) = found.best.filter(|mv| legal.contains(mv)).or_else(|| legal.first().copied()) {
            self.show_hint(mv);
        }
        self.answer_pings();
    }

    pub(super) fn show_hint(&mut self, mv: Move) {
        let text = self.write_move(mv);
        self.gui.out.line(&format!("Hint: {text}"));
    }

    /// `bk`: lines that start with a blank, then an empty line.
    pub(super) fn book(&mut self) {
        let moves = self.engine.book.moves(&self.engine.position);
        for &(mv, weight) in &moves {
            let text = self.write_move(mv);
            self.gui.out.line(&format!(" {text} {weight}"));
        }
        if moves.is_empty() {
            self.gui.out.line(" no book moves");
        }
        self.gui.out.line("");
    }
}
