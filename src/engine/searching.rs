//! Searches of the engine.

use super::level::Strength;
use super::move_choice::Variety;
use super::options::Id;
use super::search_thread::SearchEvent;
use super::state::{Engine, RunningSearch, SearchPurpose};
use crate::movegen;
use crate::position::{Move, Position};
use crate::search::{Found, Limits, Score};
use std::time::{Duration, Instant};

impl Engine {
    /// The purpose of the search in progress.
    pub fn purpose(&self) -> Option<SearchPurpose> {
        self.search.as_ref().map(|search| search.purpose)
    }

    /// The search in progress if it has this purpose.
    pub fn search_for(&self, purpose: SearchPurpose) -> Option<&RunningSearch> {
        self.search.as_ref().filter(|search| search.purpose == purpose)
    }

    /// Starts a search instead of the one in progress, if any. The strength settings apply if it is to end with a move of
    /// the engine.
    pub fn start(&mut self, purpose: SearchPurpose, root: Position, limits: Limits) {
        self.abort();
        let lines = if purpose == SearchPurpose::Hint { 1 } else { self.settings.number(Id::MultiPv) as u16 };
        let (mut limits, mut variety) = (Limits { lines, ..limits }, Variety::NONE);
        if matches!(purpose, SearchPurpose::Move | SearchPurpose::Ponder) {
            let strength = self.strength();
            limits.nodes = [limits.nodes, strength.nodes].into_iter().flatten().min();
            limits.lines = limits.lines.max(strength.variety.lines());
            variety = strength.variety;
        }
        let (excluded, is_limited, depth) = (limits.exclude.clone(), limits.any(), limits.depth);
        let handle = self.search_thread.search(&self.ready.game, &root, limits);
        self.search = Some(RunningSearch {
            variety,
            excluded,
            is_limited,
            depth,
            ..RunningSearch::new(handle, purpose, root)
        });
    }

    /// Starts counting the leaves of the legal move tree instead of the search in progress, if any.
    pub fn start_count(&mut self, depth: u32) {
        self.abort();
        let handle = self.search_thread.count(&self.ready.game, &self.position, depth);
        self.search = Some(RunningSearch::new(handle, SearchPurpose::Count, self.position.clone()));
    }

    /// Stops and forgets the search in progress, if any.
    pub fn abort(&mut self) {
        if let Some(search) = self.search.take() {
            search.handle.stop();
        }
    }

    /// Takes an event of the search with the number `id`. Returns it if the GUI has to be told.
    pub fn receive(&mut self, id: u64, event: SearchEvent) -> Option<SearchEvent> {
        let search = self.search.as_mut().filter(|search| search.handle.id == id)?;
        match event {
            SearchEvent::Report(report) => {
                if search.soft.is_some_and(|end| Instant::now() >= end) {
                    search.handle.stop();
                }
                if report.rank == 1 {
                    search.last = Some(report.clone());
                }
                // Lines searched only for move choice are not shown.
                (i64::from(report.rank) <= self.settings.number(Id::MultiPv))
                    .then_some(SearchEvent::Report(report))
            }
            // Nothing more to find: wait for the opponent or the user.
            SearchEvent::Done(found)
                if matches!(search.purpose, SearchPurpose::Ponder | SearchPurpose::Analyze) =>
            {
                search.finished = Some(found);
                None
            }
            event => Some(event),
        }
    }

    /// When the search in progress has to end, after a ponder hit.
    pub fn deadline(&self) -> Option<Instant> {
        self.search.as_ref()?.hard
    }

    /// Ends the search in progress at its deadline.
    pub fn time_is_up(&mut self) {
        if let Some(search) = self.search.as_mut() {
            search.hard = None;
            search.handle.stop();
        }
    }

    /// Limits for the engine's next move, if it has made `played` moves since the first session of its clock began.
    pub fn limits(&self, played: u32) -> Limits {
        let overhead = Duration::from_millis(self.settings.number(Id::MoveOverhead) as u64);
        self.clock.limits(played, overhead)
    }

    /// Turns the search into one for the engine's own move, with its own time. Returns the result if it has already
    /// ended.
    pub fn put_on_clock(&mut self, limits: &Limits) -> Option<Found> {
        let search = self.search.as_mut()?;
        search.purpose = SearchPurpose::Move;
        search.on_clock = Instant::now();
        if let (Some(soft), Some(hard)) = (limits.soft, limits.hard) {
            search.is_limited = true;
            let pondered = search.started.elapsed();
            let now = Instant::now();
            // Pondering time counts as used. The iteration in progress may run past the soft limit, up to the hard one.
            search.soft = Some(now + soft.saturating_sub(pondered));
            search.hard = Some(now + if pondered >= soft { soft / 4 } else { (soft * 2).min(hard) });
        }
        search.finished.take()
    }

    /// The engine's strength at this point of the game.
    fn strength(&mut self) -> Strength {
        let moves = self.playable().len();
        let strength = Strength::of(&self.settings, self.scale, moves);
        if self.position.plies() / 2 >= self.settings.number(Id::OpeningMoves) as usize {
            return strength;
        }
        let opening = Variety::within(self.settings.number(Id::OpeningSpread) as Score);
        Strength { variety: strength.variety.or(opening), ..strength }
    }

    /// Picks one of the book's legal moves if the book is in use.
    pub fn book_move(&mut self, legal: &[Move]) -> Option<Move> {
        let book = self.settings.is_on(Id::OwnBook).then_some(&self.book)?;
        book.choose(&self.position, legal, &mut self.rng)
    }

    /// Chooses the final move of a search: a random one of its lines if the settings require that, else its best move,
    /// else the move of its last report if it failed, else any playable move; `None` if there is none.
    pub fn choose(&mut self, search: &RunningSearch, found: &Found) -> Option<Move> {
        let last = search.last.as_ref().and_then(|report| report.pv.first().copied());
        let varied = search.variety.choose(&found.lines, &mut self.rng);
        let allowed = |mv: &Move| !search.excluded.contains(mv);
        // Checking these few moves for legality is enough: listing all moves may be slow.
        let mut known = [varied, found.best, last].into_iter().flatten().filter(allowed);
        let known = known.find(|&mv| movegen::can_play(&self.ready.game, &mut self.position, mv));
        known.or_else(|| self.playable().into_iter().find(allowed))
    }
}
