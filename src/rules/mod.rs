//! The rules that most games do not have, resolved once per game, so that absent rules cost nothing.
//!
//! Each family of rules is one struct in one file: what it needs of a position, what it forbids, ends or changes, and
//! which shortcuts it leaves valid. Nothing else stores whether a game has a rule.

mod assumptions;
mod captures;
mod counter_use;
mod endings;
mod forced;
mod goals;
mod hands;
mod restrictions;
mod sharing;
mod turns;
mod unmoved;

use crate::board::Kind;
use crate::tables::Tables;
use crate::variant::{Piece, Variant};
pub use assumptions::Assumptions;
pub use captures::Captures;
pub use counter_use::CounterUse;
pub use endings::{EndingRule, Endings};
pub use forced::ForcedMoves;
pub use goals::Goals;
pub use hands::Hands;
pub use restrictions::Restrictions;
pub use sharing::Sharing;
pub use turns::Turns;
pub use unmoved::UnmovedMarks;

/// A variant with its tables and rules: all that values and nets are computed from.
#[derive(Clone, Copy, Debug)]
pub struct GameRules<'a> {
    /// The definition.
    pub variant: &'a Variant,
    /// Trajectory trees and reverse tables.
    pub tables: &'a Tables,
    /// Optional rules.
    pub rules: &'a RuleSet,
}

impl GameRules<'_> {
    /// Whether a piece of the kind can enter the board from the hand by a drop, gating or a swap. In some games the
    /// hand only supplies pieces for promotion.
    pub(crate) fn enters(self, kind: Kind) -> bool {
        enters(self.variant, self.tables, kind)
    }
}

/// The optional rules of a game, by family.
#[derive(Clone, Debug)]
pub struct RuleSet {
    /// Pieces whose moves depend on other pieces.
    pub sharing: Sharing,
    /// Effects and restrictions of captures.
    pub captures: Captures,
    /// Drops and gates.
    pub hands: Hands,
    /// Marks of unmoved pieces.
    pub unmoved: UnmovedMarks,
    /// Goal squares.
    pub goals: Goals,
    /// Ways in which the game can end other than by loss of royals, mate or a draw.
    pub endings: Endings,
    /// Counters beside the board.
    pub counter_use: CounterUse,
    /// Passes and phases.
    pub turns: Turns,
    /// Moves that are illegal even if the royals are safe.
    pub restrictions: Restrictions,
    /// Moves that must be played if they are legal.
    pub forced: ForcedMoves,
    /// Shortcuts that all these rules leave valid.
    pub assumptions: Assumptions,
}

impl RuleSet {
    /// Resolves the rules of a variant.
    pub(crate) fn new(variant: &Variant, tables: &Tables) -> Self {
        let hands = Hands::new(variant, tables);
        let sharing = Sharing::new(variant, tables, &hands);
        let captures = Captures::new(variant, tables);
        let goals = Goals::new(variant, tables);
        let endings = Endings::new(variant, tables, &goals);
        let counter_use = CounterUse::new(variant, tables, &endings);
        let turns = Turns::new(variant);
        let restrictions = Restrictions::new(variant, tables, &goals, &sharing, &captures);
        let forced = ForcedMoves::new(variant, &sharing, &captures, &hands, &turns);
        let left = [
            hands.leaves(),
            sharing.leaves(),
            captures.leaves(tables),
            endings.leaves(variant),
            counter_use.leaves(),
            turns.leaves(),
            restrictions.leaves(variant),
            forced.leaves(),
        ];
        let assumptions = left.into_iter().fold(Assumptions::ALL, Assumptions::and);
        let unmoved = UnmovedMarks::new(variant, tables);
        Self {
            sharing,
            captures,
            hands,
            unmoved,
            goals,
            endings,
            counter_use,
            turns,
            restrictions,
            forced,
            assumptions,
        }
    }
}

/// Whether a piece of the kind can enter the board from the hand.
fn enters(variant: &Variant, tables: &Tables, kind: Kind) -> bool {
    !tables.kind(kind).drops.is_empty() || variant.hand_rules.swap || variant.pieces.iter().any(Piece::gates)
}
