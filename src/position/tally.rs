//! Updates the [`RuleCounters`] of a position.

use crate::board::{Kind, Move};
use crate::position::Position;
use crate::position::game::Game;
use crate::position::rule_counters::RuleCounters;
use crate::tables::rules::Goal;
use crate::tables::tree::Flags;
use crate::variant::castling::CastleRule;

impl Position {
    /// State of rules that the pieces do not show.
    pub fn tally(&self) -> RuleCounters {
        self.tally
    }
    /// Updates the counters after a move: counts passes, and records the goal reached.
    #[cold]
    pub(crate) fn tally_up(&mut self, game: &Game, mv: Move) {
        let rules = &game.variant.pass;
        let counts = mv.is_pass() && (rules.end > 0 || rules.bikjang);
        let passes = if counts { self.tally.passes.saturating_add(1) } else { 0 };
        let tally = RuleCounters { reached: self.goal_reached(game, mv) as u8, passes, ..self.tally };
        self.set_tally(tally);
    }
    /// SPEC: Interactive diagrams, "Making use of Board Zones": "the game would be won when the piece reaches the
    /// square"; "the moves that don't can be marked ... by writing a quote".
    fn goal_reached(&self, game: &Game, mv: Move) -> Goal {
        if let Some(rule) = mv.castling().map(|index| &self.castles[index]) {
            let board = &game.variant.board;
            let right = board.file(rule.partner) > board.file(rule.from);
            if game.variant.ends.castle_wins.contains(&(rule.king.color(), right)) {
                return Goal::Later;
            }
        }
        let quoted = |index: u32| game.tables.nodes()[index as usize].flags.has(Flags::QUOTED);
        if !game.rules.goals.any || game.variant.ends.goal.stands() || mv.node().is_some_and(quoted) {
            return Goal::None;
        }
        let mover = self.side.other();
        let first = self.plies.last().map_or(0, |ply| ply.first_change as usize);
        let squares = self.changes[first..].iter().map(|change| change.square);
        let arrived = squares.filter_map(|square| {
            let kind = self.cell(square).kind().filter(|kind| kind.color() == mover)?;
            Some(game.rules.goals.on(kind, square))
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
        let reached = self.pieces(mover).filter_map(on).max().unwrap_or_default();
        self.tally.reached = reached as u8;
    }
    /// Whether king and partner of a castling rule stand unmoved on their squares.
    pub(crate) fn holds_right(&self, rule: &CastleRule) -> bool {
        let (king, partner) = (self.cell(rule.from), self.cell(rule.partner));
        king.is_unmoved() && king.kind() == Some(rule.king) && partner.is_unmoved()
    }
    pub(crate) fn set_tally(&mut self, tally: RuleCounters) {
        self.key ^= self.tally.key() ^ tally.key();
        self.tally = tally;
    }
}
