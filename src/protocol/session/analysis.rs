//! Analysis, hints and other queries of the user.

use super::{SearchPurpose, Session};
use crate::movegen;
use crate::position::MoveList;
use crate::search::{Found, Limits};
use std::time::Duration;

/// Search time for a hint when no reply is expected yet.
const HINT_TIME: Duration = Duration::from_millis(150);

impl Session {
    pub(super) fn analyze(&mut self) {
        self.abort();
        self.engine = None;
        self.paused = None;
        self.analyzing = true;
        self.restart_analysis();
    }

    /// Leaves analyze mode and clears its excluded moves. Moves excluded later apply to the next analysis.
    pub(super) fn leave_analysis(&mut self) {
        if self.analyzing {
            self.abort();
            self.analyzing = false;
            self.excluded.clear();
        }
    }

    /// In analyze mode, restarts the analysis of the current position.
    pub(super) fn restart_analysis(&mut self) {
        if !self.analyzing {
            return;
        }
        self.abort();
        let legal = self.legal_moves();
        if legal.iter().all(|mv| self.excluded.contains(mv)) {
            return;
        }
        let limits = Limits { exclude: self.excluded.clone(), ..Limits::default() };
        self.start(SearchPurpose::Analyze, self.position.clone(), limits);
    }

    pub(in crate::protocol) fn legal_moves(&mut self) -> MoveList {
        let mut legal = MoveList::new();
        movegen::legal(&self.ready.game, &mut self.position, &mut legal);
        legal
    }

    /// Legal moves, even if the game is over by a rule that the GUI may not know.
    pub(in crate::protocol) fn playable(&mut self) -> MoveList {
        let mut moves = MoveList::new();
        movegen::continuations(&self.ready.game, &mut self.position, &mut moves);
        moves
    }

    /// `.`: `stat01: TIME NODES PLY LEFT TOTAL MOVE`. The number of root moves left is unknown and sent as 0.
    pub(super) fn status(&mut self) {
        let Some(search) = self.search.as_ref().filter(|s| s.purpose == SearchPurpose::Analyze) else {
            return;
        };
        let time = search.started.elapsed().as_millis() / 10;
        let (nodes, depth, best) = match &search.last {
            Some(report) => (report.nodes, report.depth, report.pv.first().copied()),
            None => (0, 1, None),
        };
        let legal = self.legal_moves();
        let best = best.or_else(|| legal.first().copied()).map(|mv| self.write_move(mv)).unwrap_or_default();
        self.out.line(&format!("stat01: {time} {nodes} {depth} 0 {} {best}", legal.len()));
    }

    /// `exclude` and `include`: the root moves of the analysis.
    pub(super) fn exclude(&mut self, out: bool, text: Option<&str>) {
        let moves = match text {
            None => self.legal_moves(),
            Some(text) => match self.read_move(text) {
                Ok(mv) => vec![mv],
                Err(_) => {
                    let word = if out { "exclude" } else { "include" };
                    self.out.line(&format!("Error (no such move): {word} {}", super::quoted(text)));
                    return;
                }
            },
        };
        self.excluded.retain(|mv| !moves.contains(mv));
        if out {
            self.excluded.extend(moves);
        }
        self.restart_analysis();
    }

    /// `setscore`: the user's score for this position, used when analysing earlier positions.
    pub(super) fn set_score(&mut self, score: i32, depth: u16) {
        self.search_thread.assume(&self.position, score, depth);
        self.restart_analysis();
    }

    /// `hint`: the expected reply, or the result of a short search.
    pub(super) fn hint(&mut self) {
        let expected = self.expected.or_else(|| {
            let search = self.search.as_ref().filter(|s| s.purpose == SearchPurpose::Analyze)?;
            search.last.as_ref()?.pv.first().copied()
        });
        if let Some(mv) = expected {
            let text = self.write_move(mv);
            self.out.line(&format!("Hint: {text}"));
        } else if self.search.is_none() && !self.legal_moves().is_empty() {
            let limits = Limits { soft: Some(HINT_TIME), hard: Some(HINT_TIME), ..Limits::default() };
            self.start(SearchPurpose::Hint, self.position.clone(), limits);
        }
    }

    pub(super) fn finish_hint(&mut self, found: &Found) {
        self.search = None;
        let legal = self.legal_moves();
        if let Some(mv) = found.best.filter(|mv| legal.contains(mv)).or_else(|| legal.first().copied()) {
            let text = self.write_move(mv);
            self.out.line(&format!("Hint: {text}"));
        }
    }

    /// `bk`: lines that start with a blank, then an empty line.
    pub(super) fn book(&mut self) {
        let moves = self.book.moves(&self.position);
        for &(mv, weight) in &moves {
            let text = self.write_move(mv);
            self.out.line(&format!(" {text} {weight}"));
        }
        if moves.is_empty() {
            self.out.line(" no book moves");
        }
        self.out.line("");
    }
}
