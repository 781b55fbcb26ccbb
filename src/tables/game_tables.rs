//! All tables of a variant together.

use super::attack_tables::Reverse;
use super::bans::Bans;
use super::bitboards::BitboardMoves;
use super::capture_forms::CaptureForms;
use super::capture_rules::Events;
use super::explosions::Explosions;
use super::info::KindInfo;
use super::rules::Arrival;
use super::trees::Trees;
use super::unroll::Access;
use crate::board::{Color, Kind, KindsOf, Square};
use crate::notation::legs::Occupancy;
use std::ops::{Deref, Range};

/// Trees and reverse tables of every piece type, colour and square. Immutable after loading.
#[derive(Debug)]
pub struct Tables {
    pub(super) trees: Trees,
    /// `[kind * squares + square]`.
    pub(super) access: Box<[Access]>,
    pub(super) has_dynamic: bool,
    pub(super) has_imitators: bool,
    pub(super) has_sharing: bool,
    pub(super) has_capturing_drops: bool,
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
    pub(super) kinds: Box<[KindInfo]>,
    /// `[kind * squares + square]`: whether the kind must promote there if it may. Empty without capture
    /// rules.
    pub(super) stuck: Box<[bool]>,
    pub(super) captures: CaptureTables,
    /// `[colour][slot of a cell]`: the cell as seen by a mover of that colour.
    pub(super) occupancy: [Box<[Occupancy]>; 2],
}

/// Tables of the capture rules, by what the rules can do. At most one of the first, the third and the fourth is set.
#[derive(Default, Debug)]
pub(super) struct CaptureTables {
    /// Capture bans, if the capture rules do nothing else.
    pub(super) bans: Option<Bans>,
    /// Explosive captures, if the capture rules do nothing else but forbid.
    pub(super) explosions: Option<Explosions>,
    /// Types that turn by captures, if the capture rules do nothing else.
    pub(super) capture_forms: Option<CaptureForms>,
    /// Capture rules, if the variant has any that neither bans nor capture forms cover.
    pub(super) events: Option<Box<Events>>,
}

impl CaptureTables {
    #[inline(always)]
    pub fn has_effects(&self) -> bool {
        self.events.as_ref().is_some_and(|events| !events.only_bar_trades)
    }
    #[inline(always)]
    pub fn has_events(&self) -> bool {
        self.has_effects() && self.explosions.is_none()
    }
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
    /// Whether there are kinds whose moves depend on other pieces.
    #[inline]
    pub fn has_dynamic(&self) -> bool {
        self.has_dynamic
    }
    /// Whether there are imitators, for which the type that moved last matters.
    #[inline]
    pub fn has_imitators(&self) -> bool {
        self.has_imitators
    }
    /// Whether there are kinds that make others move, or move as others do. Then pieces can share moves.
    #[inline]
    pub fn has_sharing(&self) -> bool {
        self.has_sharing
    }
    /// Whether there are drops that capture.
    #[inline]
    pub fn has_capturing_drops(&self) -> bool {
        self.has_capturing_drops
    }
    /// Capture rules, if the variant has any that [`Bans`] does not cover.
    #[inline]
    pub fn events(&self) -> Option<&Events> {
        self.captures.events.as_deref()
    }
    /// Whether a piece that arrives there must take its promoted form.
    pub fn is_stuck(&self, kind: Kind, square: Square) -> bool {
        self.stuck.get(kind.index() * self.trees.squares + square.index()).copied().unwrap_or(false)
    }
    /// Capture bans, if the capture rules do nothing else.
    #[inline(always)]
    pub fn bans(&self) -> Option<&Bans> {
        self.captures.bans.as_ref()
    }
    /// Whether the contents of squares that paths of the kind pass matter, not only whether they are
    /// occupied.
    #[inline(always)]
    pub fn minds_paths(&self, kind: Kind) -> bool {
        self.is_wary(kind) || self.captures.events.as_ref().is_some_and(|events| events.minds_paths)
    }
    /// Whether there are pieces the kind may not hop over, in a variant with capture bans only.
    #[inline(always)]
    pub(crate) fn is_wary(&self, kind: Kind) -> bool {
        self.captures.bans.as_ref().is_some_and(|bans| bans.watch(kind.piece()))
    }
    /// Whether captures may change the type of a kind, in a variant whose capture rules do nothing else.
    #[inline(always)]
    pub fn turns(&self, kind: Kind) -> bool {
        self.captures.capture_forms.as_ref().is_some_and(|forms| forms.turn(kind.piece()))
    }
    /// Whether the variant has capture rules beyond [`Self::has_trades`] and [`Self::explosions`], so that each move
    /// must be judged by them.
    #[inline(always)]
    pub fn has_events(&self) -> bool {
        self.captures.has_events()
    }
    /// Whether moves can have effects by the capture rules, beyond [`Self::has_trades`].
    #[inline(always)]
    pub fn has_effects(&self) -> bool {
        self.captures.has_effects()
    }
    /// Explosive captures, if the capture rules do nothing else but forbid.
    #[inline(always)]
    pub fn explosions(&self) -> Option<&Explosions> {
        self.captures.explosions.as_ref()
    }
    /// Whether the capture rules only bar captures of protected pieces and of pieces that strike back. Then
    /// only moves that capture such a piece must be tested.
    #[inline(always)]
    pub fn has_trades(&self) -> bool {
        self.captures.events.as_ref().is_some_and(|events| events.only_bar_trades)
    }
    /// Whether it matters what the last move captured.
    #[inline(always)]
    pub fn has_capture_state(&self) -> bool {
        self.captures.events.is_some()
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
