//! All tables of a variant together.

use super::attack_tables::Reverse;
use super::bans::Bans;
use super::bitboards::BitboardMoves;
use super::capture_forms::CaptureForms;
use super::capture_rules::EffectTables;
use super::explosions::Explosions;
use super::info::KindInfo;
use super::rules::{self, Arrival};
use super::trees::Trees;
use super::unroll::Access;
use crate::board::{Color, Kind, KindsOf, Square};
use crate::notation::legs::Occupancy;
use crate::variant::{PieceType, Variant};
use std::ops::{Deref, Range};

/// Trees and reverse tables of every piece type, colour and square. Immutable after loading.
#[derive(Default, Debug)]
pub struct Tables {
    pub(super) trees: Trees,
    /// `[kind * squares + square]`.
    pub(super) access: Box<[Access]>,
    /// `[flames * 2 + colour]`: number of the loan with their trees.
    pub(super) flames: Box<[u32]>,
    pub(super) reverse: Reverse,
    pub(super) forms: BitboardMoves,
    /// `[kind * squares + square]`.
    pub(super) arrivals: Box<[Arrival]>,
    /// Same for movements to which `morph` does not apply.
    pub(super) quoted_arrivals: Box<[Arrival]>,
    /// `[colour * squares + square]`: whether it is in the promotion zone.
    pub(super) zone: Box<[bool]>,
    /// `[kind]`: facts about each.
    pub(crate) kinds: Box<[KindInfo]>,
    /// `[kind * squares + square]`: whether the kind must promote there if it may. Empty without capture
    /// rules.
    pub(super) stuck: Box<[bool]>,
    pub(crate) captures: CaptureTables,
    /// `[colour][slot of a cell]`: the cell as seen by a mover of that colour.
    pub(super) occupancy: [Box<[Occupancy]>; 2],
}

/// Tables of the capture rules, by what the rules can do.
#[derive(Default, Debug)]
pub(crate) enum CaptureTables {
    /// There are no capture rules.
    #[default]
    None,
    /// Rules that only forbid.
    Bans(Bans),
    /// Rules that only turn captors.
    Forms(CaptureForms),
    /// Rules that only bar captures of protected pieces and of pieces that strike back.
    Trades(Box<EffectTables>),
    /// Rules that only make captures explode and forbid some.
    Explosions(Box<EffectTables>, Explosions),
    /// Other rules: each move must be judged by them.
    Judged(Box<EffectTables>),
}

/// Table sizes, for `check --stats`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stats {
    /// Nodes of all trees.
    pub nodes: usize,
    /// Bytes of all tables together.
    pub bytes: usize,
}

impl Deref for Tables {
    type Target = Trees;

    #[inline(always)]
    fn deref(&self) -> &Trees {
        &self.trees
    }
}

impl Tables {
    /// Whether a kind has tree moves from a square, borrowed ones included.
    #[inline]
    pub fn has_tree_moves(&self, kind: Kind, square: Square) -> bool {
        let info = self.kind(kind);
        info.trees && (info.dynamic || !self.residual_tree(kind, square).is_empty())
    }
    /// Capture rules, if the variant has any that [`Bans`] does not cover.
    #[inline]
    pub fn effect_tables(&self) -> Option<&EffectTables> {
        match &self.captures {
            CaptureTables::Trades(effects)
            | CaptureTables::Explosions(effects, _)
            | CaptureTables::Judged(effects) => Some(effects),
            _ => None,
        }
    }
    /// Whether a piece that arrives there must take its promoted form.
    pub fn is_stuck(&self, kind: Kind, square: Square) -> bool {
        self.stuck.get(kind.index() * self.trees.squares + square.index()).copied().unwrap_or(false)
    }
    /// Capture bans, if the capture rules do nothing else.
    #[inline(always)]
    pub fn bans(&self) -> Option<&Bans> {
        match &self.captures {
            CaptureTables::Bans(bans) => Some(bans),
            _ => None,
        }
    }
    /// Whether there are pieces the kind may not hop over, in a variant with capture bans only.
    #[inline(always)]
    pub(crate) fn is_wary(&self, kind: Kind) -> bool {
        self.bans().is_some_and(|bans| bans.watch(kind.piece()))
    }
    /// Whether captures may change the type of a kind, in a variant whose capture rules do nothing else.
    #[inline(always)]
    pub fn changes_by_capture(&self, kind: Kind) -> bool {
        matches!(&self.captures, CaptureTables::Forms(forms) if forms.changes_form(kind.piece()))
    }
    /// Types that a kind can turn into by a movement or by the square where it ends, each once.
    pub(crate) fn new_types(&self, variant: &Variant, kind: Kind) -> Vec<PieceType> {
        let slots = kind.index() * self.trees.squares..(kind.index() + 1) * self.trees.squares;
        let arrivals = [&self.arrivals[slots.clone()], &self.quoted_arrivals[slots]].concat();
        let changes = rules::changes(variant, kind.piece()).map(|change| PieceType(change.form));
        let mut types: Vec<PieceType> = changes.collect();
        // Neighbouring squares mostly have the same effect.
        for same in arrivals.chunk_by(PartialEq::eq) {
            match same[0] {
                Arrival::Plain => {}
                Arrival::Into(form)
                | Arrival::May(form)
                | Arrival::Must(form)
                | Arrival::Zone(form)
                | Arrival::ZoneForced(form) => types.push(form),
                Arrival::Choose(set) => {
                    types.extend(variant.promotion.choices_of(set).iter().map(|choice| choice.piece));
                }
            }
        }
        types.retain(|&piece| piece != kind.piece());
        types.sort_unstable();
        types.dedup();
        types
    }
    /// Explosive captures, if the capture rules do nothing else but forbid.
    #[inline(always)]
    pub fn explosions(&self) -> Option<&Explosions> {
        match &self.captures {
            CaptureTables::Explosions(_, explosions) => Some(explosions),
            _ => None,
        }
    }
    /// The flame tree of a colour from a square.
    pub fn flame_tree(&self, burn: u16, color: Color, square: Square) -> Range<usize> {
        self.loan_tree(self.flames[usize::from(burn) * 2 + color.index()], square)
    }
    /// What the `morph` board of a kind forbids on a square.
    pub fn access(&self, kind: Kind, square: Square) -> Access {
        self.access[kind.index() * self.trees.squares + square.index()]
    }
    /// Bit sets of the compiled movements.
    #[inline]
    pub fn forms(&self) -> &BitboardMoves {
        &self.forms
    }
    /// `[slot of a cell]`: the cell as seen by a mover of that colour.
    #[inline]
    pub fn occupancy(&self, mover: Color) -> &[Occupancy] {
        &self.occupancy[mover.index()]
    }
    /// Effect of arriving on a square for a kind.
    #[inline]
    pub fn arrival(&self, kind: Kind, square: Square) -> Arrival {
        self.arrivals[kind.index() * self.trees.squares + square.index()]
    }
    /// Effect of arriving on a square by a quoted movement for a kind.
    #[inline]
    pub fn quoted_arrival(&self, kind: Kind, square: Square) -> Arrival {
        self.quoted_arrivals[kind.index() * self.trees.squares + square.index()]
    }
    /// Whether the square is in the promotion zone of the colour.
    #[inline]
    pub fn in_zone(&self, color: Color, square: Square) -> bool {
        self.zone[color.index() * self.trees.squares + square.index()]
    }
    /// Facts about a kind.
    #[inline]
    pub fn kind(&self, kind: Kind) -> &KindInfo {
        &self.kinds[kind.index()]
    }
    /// Number of kinds.
    pub fn kind_count(&self) -> usize {
        self.kinds.len()
    }
    /// The kinds of a colour, in order.
    #[inline]
    pub fn kinds_of(&self, color: Color) -> KindsOf {
        KindsOf::new(color, self.kinds.len())
    }
    /// Tables that find attacks.
    #[inline]
    pub fn reverse(&self) -> &Reverse {
        &self.reverse
    }
    /// Size of the tables.
    pub fn stats(&self) -> Stats {
        let nodes = self.trees.nodes.len();
        let bytes = self.trees.bytes()
            + self.forms.bytes()
            + self.arrivals.len() * size_of::<Arrival>()
            + self.reverse.bytes();
        Stats { nodes, bytes }
    }
}
