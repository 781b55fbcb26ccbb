//! Legal moves and attacks.
//!
//! Moves come from compiled bit sets, else from one pass over a trajectory tree. Attacks are found through reverse
//! tables. Legality follows from masks where simple lines determine the attackers of the royal; otherwise the move is
//! made and the royals are checked.

mod attacks;
mod batch;
mod borrowed;
mod calm;
mod captors;
mod capture_rules;
mod check_masks;
mod compiled;
mod count;
mod distinct;
mod drops;
mod end_threats;
mod endings;
mod excess;
mod explosions;
mod flames;
mod forced_captures;
mod gates;
mod generate;
mod guard;
mod legal_moves;
mod legality;
mod masks;
mod mirror;
mod move_restrictions;
mod path_context;
mod promotion_choices;
mod reason;
pub mod reference;
mod repetition;
mod reply_counter;
mod setup_drops;
pub(crate) mod setup_phase;
mod shuffle;
mod square_view;
mod targets;
mod trades;
pub(crate) mod zone_moves;

pub use attacks::{attacked, attacks, attacks_over, in_check};
pub(crate) use borrowed::has_dynamic;
pub(crate) use capture_rules::{event, is_blown_up, is_under, removals, vanishes};
pub(crate) use distinct::same_effect;
pub use endings::without_moves;
pub(crate) use excess::excess;
pub(crate) use flames::burnt;
use generate::ArrivalContext;
pub(crate) use generate::passable;
pub(crate) use guard::Guard;
pub use legality::{
    by_count, can_follow, continuations, is_drawn, is_legal, legal, make_if_legal, outcome,
    outcome_by_royals, perft, perft_after, perft_until, pseudo_legal, result,
};
pub(crate) use move_restrictions::{has_forced_moves, is_forced};
pub(crate) use promotion_choices::FixedChoices;
pub use reason::{End, end};
pub use repetition::repeated;
pub(crate) use setup_drops::setup_by_sets;
pub use shuffle::{shuffled_game, shuffled_start};
pub(crate) use targets::{Scene, Targets, reach, reach_conditional, reach_uniform};

use crate::board::Square;
use crate::position::cell::Kind;
use crate::position::{Game, Move, MoveList, Position};
use crate::tables::tree::{Extra, Flags, Node};

/// Keeps the moves from `start` on that satisfy the test.
#[inline(always)]
fn retain(start: usize, list: &mut MoveList, mut test: impl FnMut(Move) -> bool) {
    let mut kept = start;
    for index in start..list.len() {
        let mv = list[index];
        if test(mv) {
            list[kept] = mv;
            kept += 1;
        }
    }
    list.truncate(kept);
}

/// Which moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Filter {
    /// All moves.
    All,
    /// Captures and promotions.
    Tactical,
    /// All moves but those of [`Self::Tactical`].
    Quiet,
}

impl Filter {
    /// Whether the filter accepts a move without promotion.
    #[inline(always)]
    pub(crate) fn wants(self, quiet: bool) -> bool {
        match self {
            Self::All => true,
            Self::Tactical => !quiet,
            Self::Quiet => quiet,
        }
    }
}

/// How a game has ended, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The side to move has won.
    Won,
    /// The side to move has lost.
    Lost,
    /// The game is drawn.
    Drawn,
}

/// Calls `each` with kind and square of every captured piece, the one on the end square first.
pub fn victims(game: &Game, pos: &Position, mv: Move, mut each: impl FnMut(Kind, Square)) {
    direct_victims(game, pos, mv, &mut each);
    let burns = |index: u32| game.tables.nodes()[index as usize].flags.has(Flags::BURNS);
    if mv.node().is_some_and(burns) {
        for square in burnt(game, pos, mv, None) {
            pos.cell(square).kind().into_iter().for_each(|kind| each(kind, square));
        }
    }
}

/// Like [`victims`], without captures by flames.
fn direct_victims(game: &Game, pos: &Position, mv: Move, mut each: impl FnMut(Kind, Square)) {
    if mv.is_pass() {
        return;
    }
    let mut report = |square: Square| {
        if let Some(kind) = pos.cell(square).kind() {
            each(kind, square);
        }
    };
    if mv.is_plain() {
        return report(mv.to());
    }
    if mv.is_drop() {
        // A friend there goes back into the hand.
        let enemy = pos.cell(mv.to()).kind().is_some_and(|kind| kind.color() != pos.side());
        return if enemy {
            report(mv.to())
        };
    }
    if mv.is_passing() {
        return pos.passing().into_iter().for_each(|passing| report(passing.victim));
    }
    let Some(index) = mv.node() else { return };
    let nodes = game.tables.nodes();
    let node = &nodes[index as usize];
    let displaced = |square: Square| game.tables.displaces(node, square.0);
    let ends_passing = node.emit.meets(crate::notation::legs::Occupancy::EN_PASSANT);
    if ends_passing || node.flags.has(Flags::PASSED) {
        let unloaded = game.tables.displaces(node, Extra::PASSING);
        if let Some(passing) = pos.passing().filter(|_| !unloaded) {
            report(passing.victim);
        }
    }
    if !ends_passing
        && !node.flags.has(Flags::VACATED.with(Flags::DISPLACED))
        && !displaced(mv.to())
        && !victim_left(pos, node, mv.to())
    {
        report(mv.to());
    }
    if node.flags.has(Flags::LOCUST) {
        for passed in node.ancestors(nodes) {
            let square = Square(passed.square);
            if crate::position::is_victim(passed) && !displaced(square) && !victim_left(pos, passed, square) {
                report(square);
            }
        }
    }
}

/// Whether the piece was captured en passant before the path came there.
fn victim_left(pos: &Position, node: &Node, square: Square) -> bool {
    node.flags.has(Flags::PASSED) && pos.passing().is_some_and(|passing| passing.victim == square)
}

/// Whether the move captures anything.
pub fn is_capture(game: &Game, pos: &Position, mv: Move) -> bool {
    let mut any = false;
    victims(game, pos, mv, |_, _| any = true);
    any
}
