//! The state of rules that the pieces on the board do not show: checks given, goals, passes, counted moves.

use crate::board::{Kind, Move};
use crate::position::{Game, Position, zobrist};
use crate::rules::EndingRule;
use crate::tables::rules::Goal;
use crate::tables::tree::Flags;
use crate::variant::castling::CastleRule;

/// State of rules that the pieces on the board do not show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct RuleCounters {
    /// `[colour]`: checks that the side still has to give; 0 if checks are not counted.
    pub checks: [u8; 2],
    /// The goal reached by the last move.
    pub goal: Goal,
    /// Consecutive passes so far, where they end the game.
    pub passes: u8,
    /// Count of a side that plays for a draw.
    pub count: DrawCount,
}

/// A count that ends in a draw (key `counting`). Repetition ignores it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct DrawCount {
    /// Plies counted.
    pub plies: u16,
    /// The game is drawn when `plies` exceeds this; 0: no count is running.
    pub limit: u16,
    /// Whether a bare side counts. That count does not restart.
    pub bare: bool,
}

impl DrawCount {
    /// Whether the count has passed its limit.
    pub fn is_full(self) -> bool {
        self.limit > 0 && self.plies > self.limit
    }
}

impl RuleCounters {
    pub(crate) fn key(self) -> u64 {
        // Names every field, so that none is forgotten.
        let Self { checks, goal, passes, count: _ } = self;
        if (checks, goal, passes) == ([0, 0], Goal::None, 0) {
            0
        } else {
            zobrist::counters(checks, goal as u8, passes)
        }
    }
}

impl Position {
    /// State of rules that the pieces do not show.
    pub fn counters(&self) -> RuleCounters {
        self.state.counters
    }
    /// Updates the counters after a move: counts passes, and records the goal reached.
    #[cold]
    pub(crate) fn update_counters(&mut self, game: &Game, mv: Move) {
        let counts = mv.is_pass() && game.rules.endings.has(EndingRule::Passes);
        let passes = if counts { self.state.counters.passes.saturating_add(1) } else { 0 };
        let counters = RuleCounters { goal: self.goal_reached(game, mv), passes, ..self.state.counters };
        self.set_counters(counters);
    }
    /// SPEC: Interactive diagrams, "Making use of Board Zones": "the game would be won when the piece reaches the
    /// square"; "the moves that don't can be marked ... by writing a quote".
    fn goal_reached(&self, game: &Game, mv: Move) -> Goal {
        if let Some(rule) = mv.castling().map(|index| &self.castles[index]) {
            if game.variant.ends.castle_wins.contains(&rule.wing(&game.variant.board)) {
                return Goal::Later;
            }
        }
        let quoted = game.tables.end_flags(mv).intersects(Flags::QUOTED);
        if !game.rules.goals.any || game.variant.ends.goal.stands() || quoted {
            return Goal::None;
        }
        let mover = self.side.other();
        let first = self.plies.last().map_or(0, |ply| ply.first_change as usize);
        let changes = &self.changes[first..];
        // The first change of a square logs what stood there before the move.
        let before = |square| changes.iter().find(|change| change.square == square)?.old.kind();
        let ends_on = |square| square == mv.to() && (mv.is_drop() || mv.from() != square);
        let arrived = changes.iter().map(|change| change.square).filter_map(|square| {
            let kind = self.cell(square).kind().filter(|kind| kind.color() == mover)?;
            let comes = ends_on(square) || before(square) != Some(kind);
            comes.then(|| game.rules.goals.on(kind, square))
        });
        arrived.max().unwrap_or_default()
    }
    /// For the first position of a history: the side that moved last has reached a goal if one of its pieces stands
    /// on one.
    pub(crate) fn infer_goal(&mut self, game: &Game) {
        if !game.rules.goals.any || game.variant.ends.goal.stands() {
            return;
        }
        let mover = self.side.other();
        // A piece on its start square has not arrived there.
        let home = game.variant.home();
        let starts = |square, kind: Kind| home.contains(&(square, kind.color(), kind.piece()));
        let came = |square| self.cell(square).kind().filter(|&kind| !starts(square, kind));
        let on = |square| came(square).map(|kind| game.rules.goals.on(kind, square));
        self.state.counters.goal = self.pieces(mover).filter_map(on).max().unwrap_or_default();
    }
    /// Whether king and partner of a castling rule stand unmoved on their squares.
    pub(crate) fn holds_right(&self, rule: &CastleRule) -> bool {
        let (king, partner) = (self.cell(rule.from), self.cell(rule.partner));
        king.is_unmoved() && king.kind() == Some(rule.king) && partner.is_unmoved()
    }
    pub(crate) fn set_counters(&mut self, counters: RuleCounters) {
        self.state.key ^= self.state.counters.key() ^ counters.key();
        self.state.counters = counters;
    }
}
