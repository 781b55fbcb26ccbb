//! Which shortcuts the rules of a game allow.

use crate::board::Kind;
use crate::position::Game;
use crate::tables::rules::all_changes;
use crate::variant::{Captured, NoCheck, all_kinds};

/// Whether the rules of a game allow finding setup drops as sets.
pub(crate) fn setup_by_sets(game: &Game) -> bool {
    let (tables, rules, flags) = (&game.tables, &game.variant.hand_rules, &game.rule_flags);
    let plain = |kind: Kind| match &tables.kind(kind).drops[..] {
        [] => true,
        [rule] => rule.area.is_some(),
        _ => false,
    };
    let ruled = flags.drop_mates || flags.tests_drops || game.variant.pass.bikjang || flags.lists;
    let shared = tables.has_sharing() || tables.has_dynamic() || tables.has_events() || tables.has_trades();
    rules.drops_first
        && !(ruled || shared || rules.swap || rules.drop_forms || tables.has_capturing_drops())
        && all_kinds(&game.variant).all(plain)
}

impl Game {
    /// Whether plain moves that capture no royal and do not explode change only their two squares, the side to move, the
    /// en passant right, and the hand of the side that moves.
    pub(crate) fn moves_are_local(&self) -> bool {
        !self.remembers_moves() && self.variant.captured != Captured::ToOwner
    }
    /// Whether moves change anything apart from piece placement, en passant rights, hands and rule counters.
    fn remembers_moves(&self) -> bool {
        let tables = &self.tables;
        let state = tables.has_capture_state() && tables.explosions().is_none();
        tables.has_imitators() || state
    }
    /// Whether the number of moves of each piece depends only on the squares that it sees and on the safety of the
    /// royal.
    pub(crate) fn pieces_count_alone(&self) -> bool {
        let (tables, rule_flags) = (&self.tables, &self.rule_flags);
        let promotion = &self.variant.promotion;
        let from_hand = promotion.choices.iter().flatten().any(|choice| choice.from_hand);
        let last_only = all_changes(&self.variant).any(|change| change.last);
        let limited = promotion.limits.iter().any(Option::is_some) || last_only;
        let elsewhere = from_hand || limited;
        let shared = tables.has_sharing() || tables.has_dynamic() || tables.has_capturing_drops();
        // Moves that may end the game are counted apart.
        let lists = rule_flags.lists && !rule_flags.captures_first;
        // A reply cannot begin a setup phase, unless captured pieces go back to their owner. Facing royals are noticed
        // after each move.
        let phases = self.variant.hand_rules.drops_first && self.variant.captured == Captured::ToOwner;
        let checks = self.variant.rules.no_check != NoCheck::Free;
        let ruled = lists || phases || rule_flags.tests_all || checks;
        !(self.remembers_moves() || elsewhere || shared || ruled)
    }
}
