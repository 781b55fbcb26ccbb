//! Which counters beside the board a game needs.

use super::{Assumptions, Endings, enters};
use crate::board::{Color, Kind};
use crate::tables::Tables;
use crate::tables::rules::form_after;
use crate::variant::{Captured, PieceType, Variant, all_kinds};

/// Which of the `RuleCounters` of a position a game uses.
#[derive(Clone, Copy, Debug)]
pub struct CounterUse {
    /// Whether goals reached, checks given, castlings or passes are counted, by which a game can end.
    pub for_endings: bool,
    /// Whether the moves of a weak side are counted towards a draw.
    pub for_weak_sides: bool,
    /// Whether moves that reset the quiet-ply counter can be reversed by later moves, as drops of captured pieces and
    /// changes of type back and forth can. Repetitions are then searched beyond the reset.
    pub resets_recur: bool,
}

impl CounterUse {
    pub(super) fn new(variant: &Variant, tables: &Tables, endings: &Endings) -> Self {
        let moves_recur = tables.kinds.iter().any(|info| info.restarts && !info.irreversible);
        let recur = moves_recur
            // Pieces that others move may get back to a square that they left.
            || tables.kinds.iter().any(|info| info.unloads || info.induces || info.dynamic)
            || hands_recur(variant, tables)
            || types_recur(variant, tables);
        Self {
            for_endings: endings.iter().any(|rule| rule.counts(variant)),
            for_weak_sides: variant.ends.counting.is_some(),
            resets_recur: recur,
        }
    }
    pub(super) fn leaves(&self) -> Assumptions {
        Assumptions { won_by_mate: !self.for_endings, ..Assumptions::ALL }
    }
}

/// Whether pieces that left the hand can return to it and leave it again.
fn hands_recur(variant: &Variant, tables: &Tables) -> bool {
    match variant.captured {
        Captured::Discarded => variant.hand_rules.swap,
        Captured::ToOwner => all_kinds(variant).any(|kind| enters(variant, tables, kind)),
        Captured::ToCaptor => true,
    }
}

/// Whether some type can turn into another and, by further changes, back, without capturing.
fn types_recur(variant: &Variant, tables: &Tables) -> bool {
    let next = |piece: PieceType| -> Vec<PieceType> {
        let arrivals = Color::BOTH.map(|color| tables.new_types(variant, Kind::new(piece, color))).concat();
        let quiet = variant.captures.quiet_forms(piece).into_iter();
        let quiet = quiet.filter_map(|form| form_after(variant, piece, form)).filter(|&form| form != piece);
        arrivals.into_iter().chain(quiet).collect()
    };
    let next: Vec<Vec<PieceType>> = variant.types().map(next).collect();
    let mut sources = vec![0; next.len()];
    next.iter().flatten().for_each(|piece| sources[piece.index()] += 1);
    // Take away types that no type left turns into. Types that turn into each other remain.
    let mut removable: Vec<PieceType> = variant.types().filter(|piece| sources[piece.index()] == 0).collect();
    let mut left = next.len();
    while let Some(piece) = removable.pop() {
        left -= 1;
        for form in &next[piece.index()] {
            sources[form.index()] -= 1;
            removable.extend((sources[form.index()] == 0).then_some(*form));
        }
    }
    left > 0
}
