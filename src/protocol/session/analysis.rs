//! Analysis, hints and what else a user asks for.

use super::{SearchPurpose, Session};
use crate::movegen;
use crate::position::MoveList;
use crate::search::{Found, Limits};
use std::time::Duration;

/// Time for a hint when nothing is known of the position.
const HINT_TIME: Duration = Duration::from_millis(150);

impl Session {
    pub(super) fn analyze(&mut self) {
        self.abort();
        self.engine = None;
        self.paused = None;
        self.analyzing = true;
        self.restart_analysis();
    }

    /// Ends analyze mode. What was excluded ends with it; what is excluded afterwards is for the next analysis.
    pub(super) fn leave_analysis(&mut self) {
        if self.analyzing {
            self.abort();
            self.analyzing = false;
            self.excluded.clear();
        }
    }

    /// Analyses the present position from the beginning, in analyze mode.
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

    /// Moves by which play can go on, even if the game is over by a rule that the GUI may not know.
    pub(in crate::protocol) fn playable(&mut self) -> MoveList {
        let mut moves = MoveList::new();
        movegen::continuations(&self.ready.game, &mut self.position, &mut moves);
        moves
    }

    /// `.`: `stat01: TIME NODES PLY LEFT TOTAL MOVE`. How many root moves are left is not known.
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

    /// `setscore`: what the user knows of the position counts in the analysis of those before it.
    pub(super) fn set_score(&mut self, score: i32, depth: u16) {
        self.search_thread.assume(&self.position, score, depth);
        self.restart_analysis();
    }

    /// `hint`: the reply that the engine expects, or what a short search finds.
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

    /// `bk`: lines that start with a blank, then an empty one.
    pub(super) fn book(&mut self) {
        let moves = self.book.moves(&self.position);
        for &(mv, weight) in &moves {
            let text = self.write_move(mv);
            self.out.line(&format!(" {text} {weight}"));
        }
        if moves.is_empty() {
            self.out.line(" no move of the book");
        }
        self.out.line("");
    }
}
