//! A variant unrolled into trajectory trees, with the reverse tables that find attacks.

pub mod attack_tables;
pub mod bans;
pub mod batch;
pub mod bitboards;
mod borrowed;
pub mod capture_forms;
pub mod capture_rules;
mod captures;
mod duplicates;
pub mod explosions;
mod info;
mod layout;
pub mod leap;
mod lines;
pub mod profile;
pub mod rules;
mod squares;
mod support;
pub mod tree;
pub mod trie;
pub mod unroll;

use crate::board::{Color, Square};
pub use crate::board::{Kind, KindsOf};
use crate::notation::legs::{Occupancy, TypeChange};
pub use crate::variant::all_kinds;
use crate::variant::{PieceType, Variant};
use attack_tables::Reverse;
use bans::Bans;
use bitboards::{BitboardMoves, Conditional, FormBuilder, KindFacts};
use borrowed::{LentTree, TreePurpose};
use capture_forms::CaptureForms;
use capture_rules::Events;
use explosions::Explosions;
pub use info::KindInfo;
use layout::{Layout, Tree};
use rules::{Arrival, DropRule};
use tree::{Extra, Flags, Node};
use trie::FlameSets;
use unroll::Budget;

/// Trees and reverse tables of every piece type, colour and square. Immutable after loading.
#[derive(Debug)]
pub struct Tables {
    squares: usize,
    nodes: Box<[Node]>,
    /// `[kind * squares + square]`.
    trees: Box<[Tree]>,
    /// `[kind]`: the first kind with the same trees.
    twins: Box<[Kind]>,
    /// `[loan * squares + square]`.
    loans: Box<[Tree]>,
    /// `[kind * squares + square]`.
    access: Box<[unroll::Access]>,
    /// Whether there are kinds whose moves depend on other pieces.
    has_dynamic: bool,
    /// Whether there are imitators.
    has_imitators: bool,
    /// Whether there are kinds that make others move, or move as others do.
    has_sharing: bool,
    /// Whether there are drops that capture.
    has_capturing_drops: bool,
    /// `[flames * 2 + colour]`: number of the loan with their trees.
    flames: Box<[u32]>,
    extras: Box<[Extra]>,
    trails: Box<[Box<[u16]>]>,
    reverse: Reverse,
    forms: BitboardMoves,
    /// `[kind * squares + square]`.
    arrivals: Box<[Arrival]>,
    /// Same for movements to which `morph` does not apply.
    quoted_arrivals: Box<[Arrival]>,
    /// `[colour * squares + square]`: whether it is in the promotion zone.
    zone: Box<[bool]>,
    kinds: Box<[KindInfo]>,
    /// `[kind * squares + square]`: whether the kind must promote there if it may. Empty without capture
    /// rules.
    stuck: Box<[bool]>,
    /// Capture bans, if the capture rules do nothing else.
    bans: Option<Bans>,
    /// Explosive captures, if the capture rules do nothing else but forbid.
    explosions: Option<Explosions>,
    /// Types that turn by captures, if the capture rules do nothing else.
    capture_forms: Option<CaptureForms>,
    /// Capture rules, if the variant has any that neither bans nor capture forms cover.
    events: Option<Box<Events>>,
    /// `[colour][slot of a cell]`: the cell as seen by a mover of that colour.
    occupancy: [Box<[Occupancy]>; 2],
}

/// For royals with more leaps than this, every piece counts as a possible attacker of their target squares.
const MOST_LEAPS_AROUND: usize = 64;

/// Error in building the tables of a variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableError {
    /// Index of the piece.
    pub piece: usize,
    /// Byte range of its move description.
    pub span: std::ops::Range<usize>,
    /// What is wrong.
    pub message: String,
}

/// Table sizes, for `check --stats`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stats {
    /// Nodes of all trees.
    pub nodes: usize,
    /// Bytes of all tables together.
    pub bytes: usize,
}

impl Tables {
    /// Maximum number of nodes in the trees of all kinds together.
    pub const MAX_NODES: usize = 12_000_000;

    /// Maximum number of steps to unroll all kinds together, including steps on dead-end paths, which leave
    /// no node.
    pub const MAX_STEPS: usize = 2 * Self::MAX_NODES;

    /// Maximum size in bytes of the trees and the tables built from them. Some exist twice during
    /// construction.
    pub const MAX_BYTES: usize = 576 << 20;

    /// Unrolls all pieces of a variant.
    ///
    /// # Errors
    /// A movement that the tables do not support, or a variant that exceeds [`Self::MAX_NODES`],
    /// [`Self::MAX_STEPS`] or [`Self::MAX_BYTES`]. Too many types can exceed the last by themselves.
    pub fn new(variant: &Variant) -> Result<Self, TableError> {
        let budget = Budget::default();
        support::check(variant, &budget)?;
        let kinds: Vec<Kind> = all_kinds(variant).collect();
        let flames = FlameSets::of(variant.pieces.iter().flat_map(|piece| &piece.movements));
        let loans = borrowed::all(variant, &flames);
        let bans = Bans::of(variant);
        let layout = Layout::new(variant, &kinds, &loans, &flames, bans.as_ref(), &budget)?;
        let mut tables = Self::of_layout(layout, variant.board.len());
        tables.bans = bans;
        // The three are independent, and each may have one kind that takes longer than all others.
        let (reverse, (infos, forms)) = rayon::join(
            || Reverse::new(&tables, kinds.len(), &budget),
            || rayon::join(|| tables.kind_infos(variant, &kinds), || tables.compile(variant, &kinds)),
        );
        tables.reverse = reverse.map_err(|(kind, excess)| excess.with(variant, kind))?;
        (tables.kinds, tables.forms) = (infos, forms);
        for (info, &clashing) in tables.kinds.iter_mut().zip(&tables.forms.clashing) {
            info.duplicates |= clashing;
        }
        tables.lend(variant, &loans);
        tables.find_arrivals(variant, &kinds);
        let mut checked: Vec<Kind> = Vec::new();
        if let Some(bans) = &tables.bans {
            checked.extend(kinds.iter().filter(|kind| bans.bind(kind.piece())));
        } else if let Some(forms) = CaptureForms::of(variant, &tables) {
            checked.extend(kinds.iter().filter(|kind| forms.turn(kind.piece())));
            tables.capture_forms = Some(forms);
        } else {
            tables.events = Events::new(variant, &tables);
        }
        for &kind in &kinds {
            tables.kinds[kind.index()].becomes_royal = tables.becomes_royal(variant, kind);
        }
        tables.explosions =
            tables.events().and_then(|events| Explosions::new(variant, events, &tables.kinds));
        if let Some(explosions) = &tables.explosions {
            checked.extend(kinds.iter().filter(|kind| explosions.binds(kind.piece())));
        }
        // Every arrival of a piece bound by a capture rule must be checked.
        checked.iter().for_each(|kind| tables.kinds[kind.index()].promotes = true);
        if tables.has_events() {
            // Every arrival must be checked, and moves with different victims may have the same effect.
            tables.kinds.iter_mut().for_each(|info| {
                info.promotes = true;
                info.duplicates |= info.trees;
            });
            let stuck = |&kind: &Kind| {
                let dead = tables.dead_squares(kind);
                let squares = variant.board.squares();
                let stuck = |square| rules::stuck(variant, kind.piece(), kind.color(), square, &dead);
                squares.map(stuck).collect::<Vec<_>>()
            };
            tables.stuck = kinds.iter().flat_map(stuck).collect();
        }
        tables.zone = zone(variant);
        tables.occupancy = Color::BOTH.map(|color| occupancy(&tables.kinds, color));
        tables.forms.single = tables.arrival_sets(&kinds, |arrival, in_zone| match arrival {
            Arrival::Plain | Arrival::Into(_) | Arrival::Must(_) | Arrival::ZoneForced(_) => true,
            Arrival::Zone(_) => !in_zone,
            Arrival::May(_) | Arrival::Choose(_) => false,
        });
        tables.forms.plain = tables.arrival_sets(&kinds, |arrival, in_zone| match arrival {
            Arrival::Plain => true,
            Arrival::Zone(_) | Arrival::ZoneForced(_) => !in_zone,
            Arrival::Into(_) | Arrival::Must(_) | Arrival::May(_) | Arrival::Choose(_) => false,
        });
        tables.forms.around = tables.attackers_around(&kinds);
        tables.forms.zone = Color::BOTH.into_iter().flat_map(|color| tables.zone_set(color)).collect();
        let access = kinds.iter().flat_map(|kind| rules::access(variant, kind.piece(), kind.color()));
        tables.access = access.collect();
        tables.forms.steps = batch::steps(&tables.forms, &kinds, |kind| !tables.kind(kind).trees);
        tables.forms.profiles = profile::profiles(&tables.forms, &tables.kinds, tables.explosions.is_some());
        Ok(tables)
    }
    /// See [`BitboardMoves::around`].
    fn attackers_around(&self, kinds: &[Kind]) -> Box<[u64]> {
        let (width, forms) = (self.forms.width, &self.forms);
        let mut around = vec![0; kinds.len() * self.squares * width];
        for &royal in kinds.iter().filter(|&&kind| self.kind(kind).royal) {
            for square in (0..self.squares as u16).map(Square) {
                let slot = forms.slot(royal, square) * width;
                let leaps: Vec<usize> = (0..self.squares)
                    .filter(|to| {
                        let word = slot + to / 64;
                        (forms.quiet_leaps[word] | forms.taking_leaps[word]) >> (to % 64) & 1 != 0
                    })
                    .collect();
                for kind in self.kinds_of(royal.color().other()) {
                    let row = forms.slot(kind, square) * width;
                    if leaps.len() > MOST_LEAPS_AROUND {
                        around[row..row + width].fill(u64::MAX);
                        continue;
                    }
                    for &to in &leaps {
                        let origins = self.reverse.origin_words(kind, to);
                        around[row..].iter_mut().zip(origins).for_each(|(word, &more)| *word |= more);
                    }
                }
            }
        }
        around.into()
    }
    /// The promotion zone of a colour as a set.
    fn zone_set(&self, color: Color) -> Vec<u64> {
        let mut set = vec![0; self.forms.width];
        for square in (0..self.squares as u16).map(Square).filter(|&square| self.in_zone(color, square)) {
            set[square.index() / 64] |= 1 << (square.index() % 64);
        }
        set
    }
    /// Whether a move of the kind, itself not royal, can turn it into a royal one.
    fn becomes_royal(&self, variant: &Variant, kind: Kind) -> bool {
        let royal = |piece: PieceType| self.kind(Kind::new(piece, kind.color())).royal;
        let slots = kind.index() * self.squares..(kind.index() + 1) * self.squares;
        let arrivals = self.arrivals[slots.clone()].iter().chain(&self.quoted_arrivals[slots]);
        let becomes = |arrival: &Arrival| match *arrival {
            Arrival::Plain => false,
            Arrival::Into(form)
            | Arrival::May(form)
            | Arrival::Must(form)
            | Arrival::Zone(form)
            | Arrival::ZoneForced(form) => royal(form),
            Arrival::Choose(set) => {
                let choices = variant.promotion.choices.get(usize::from(set));
                choices.is_some_and(|choices| choices.iter().any(|choice| royal(choice.piece)))
            }
        };
        let turns = || rules::changes(variant, kind.piece()).any(|change| royal(PieceType(change.form)));
        !self.kind(kind).royal && (arrivals.copied().any(|arrival| becomes(&arrival)) || turns())
    }
    /// Creates tables with nothing but trees.
    fn of_layout(layout: Layout, squares: usize) -> Self {
        Self {
            squares,
            nodes: layout.nodes.into(),
            trees: layout.trees.into(),
            twins: layout.twins.into(),
            loans: layout.loans.into(),
            access: Box::default(),
            has_dynamic: false,
            has_imitators: false,
            has_sharing: false,
            has_capturing_drops: false,
            flames: Box::default(),
            forms: BitboardMoves::default(),
            extras: layout.extras.into(),
            trails: layout.trails.into(),
            reverse: Reverse::default(),
            arrivals: Box::default(),
            quoted_arrivals: Box::default(),
            zone: Box::default(),
            kinds: Box::default(),
            bans: None,
            explosions: None,
            capture_forms: None,
            events: None,
            stuck: Box::default(),
            occupancy: Default::default(),
        }
    }
    fn find_arrivals(&mut self, variant: &Variant, kinds: &[Kind]) {
        let (mut arrivals, mut quoted) = (Vec::new(), Vec::new());
        for &kind in kinds {
            let dead = self.dead_squares(kind);
            let plain = rules::arrivals(variant, kind.piece(), kind.color(), &dead);
            let by_zone = rules::zone_arrivals(variant, kind.piece(), kind.color(), &dead);
            self.kinds[kind.index()].promotes = plain.iter().chain(&by_zone).any(|&a| a != Arrival::Plain)
                || rules::changes(variant, kind.piece()).next().is_some();
            arrivals.extend(plain);
            quoted.extend(by_zone);
        }
        (self.arrivals, self.quoted_arrivals) = (arrivals.into(), quoted.into());
    }
    /// `[kind]`: bit set of the squares that `accepts` holds for, given the arrival there and whether the
    /// square is in the promotion zone.
    fn arrival_sets(&self, kinds: &[Kind], accepts: impl Fn(Arrival, bool) -> bool) -> Box<[u64]> {
        let width = self.forms.width;
        let mut sets = vec![0; kinds.len() * width];
        for &kind in kinds {
            for square in (0..self.squares as u16).map(Square) {
                let fits = accepts(self.arrival(kind, square), self.in_zone(kind.color(), square));
                sets[kind.index() * width + square.index() / 64] |= u64::from(fits) << (square.index() % 64);
            }
        }
        sets.into()
    }
    fn compile(&self, variant: &Variant, kinds: &[Kind]) -> BitboardMoves {
        let open: Vec<Vec<bool>> = kinds
            .iter()
            .map(|kind| rules::access(variant, kind.piece(), kind.color()))
            .map(|access| access.iter().map(|&a| a != unroll::Access::Forbidden).collect())
            .collect();
        let starts: Vec<Vec<bool>> = kinds.iter().map(|&kind| layout::starts(variant, kind)).collect();
        let facts =
            |&kind: &Kind| KindFacts { kind, open: &open[kind.index()], starts: &starts[kind.index()] };
        let facts: Vec<KindFacts<'_>> = kinds.iter().map(facts).collect();
        FormBuilder::new(variant, self.bans())
            .build(&facts, |kind, from, entry| self.trailing_leap(kind, from, entry))
    }
    /// The node of the full tree where a compiled leap that leaves a trail ends; `None` if it passes no square. Other
    /// paths of the piece may end there, too, and leave other trails.
    fn trailing_leap(&self, kind: Kind, from: Square, entry: &Conditional) -> Option<u32> {
        let content = if entry.quiet { Occupancy::EMPTY } else { Occupancy::ENEMIES };
        let ends_leap = |&index: &usize| {
            let node = &self.nodes[index];
            node.square == entry.to
                && node.emit.meets(content)
                && node.flags.has(Flags::EXTRA)
                && self.extra(node).trail.is_some()
                && node.flags.has(Flags::INITIAL) == entry.unmoved
                && self.ancestors(node).all(|ancestor| ancestor.flags.has(Flags::GUARD))
        };
        let compiled = self.residual_tree(kind, from).end..self.tree(kind, from).end;
        compiled.into_iter().find(ends_leap).map(|index| index as u32)
    }
    /// The residual tree of a kind on a square: movements that are not compiled.
    #[inline]
    pub fn residual_tree(&self, kind: Kind, square: Square) -> std::ops::Range<usize> {
        self.trees[kind.index() * self.squares + square.index()].residual()
    }
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
        self.events.as_deref()
    }
    /// Whether a piece that arrives there must take its promoted form.
    pub fn is_stuck(&self, kind: Kind, square: Square) -> bool {
        self.stuck.get(kind.index() * self.squares + square.index()).copied().unwrap_or(false)
    }
    /// Capture bans, if the capture rules do nothing else.
    #[inline(always)]
    pub fn bans(&self) -> Option<&Bans> {
        self.bans.as_ref()
    }
    /// Whether the contents of squares that paths of the kind pass matter, not only whether they are
    /// occupied.
    #[inline(always)]
    pub fn minds_paths(&self, kind: Kind) -> bool {
        self.is_wary(kind) || self.events.as_ref().is_some_and(|events| events.minds_paths)
    }
    /// Whether there are pieces the kind may not hop over, in a variant with capture bans only.
    #[inline(always)]
    pub(crate) fn is_wary(&self, kind: Kind) -> bool {
        self.bans.as_ref().is_some_and(|bans| bans.watch(kind.piece()))
    }
    /// Whether captures may change the type of a kind, in a variant whose capture rules do nothing else.
    #[inline(always)]
    pub fn turns(&self, kind: Kind) -> bool {
        self.capture_forms.as_ref().is_some_and(|forms| forms.turn(kind.piece()))
    }
    /// Whether the variant has capture rules beyond [`Self::has_trades`] and [`Self::explosions`], so that each move
    /// must be judged by them.
    #[inline(always)]
    pub fn has_events(&self) -> bool {
        self.has_effects() && self.explosions.is_none()
    }
    /// Whether moves can have effects by the capture rules, beyond [`Self::has_trades`].
    #[inline(always)]
    pub fn has_effects(&self) -> bool {
        self.events.as_ref().is_some_and(|events| !events.only_bar_trades)
    }
    /// Explosive captures, if the capture rules do nothing else but forbid.
    #[inline(always)]
    pub fn explosions(&self) -> Option<&Explosions> {
        self.explosions.as_ref()
    }
    /// Whether the capture rules only bar captures of protected pieces and of pieces that strike back. Then
    /// only moves that capture such a piece must be tested.
    #[inline(always)]
    pub fn has_trades(&self) -> bool {
        self.events.as_ref().is_some_and(|events| events.only_bar_trades)
    }
    /// Whether it matters what the last move captured.
    #[inline(always)]
    pub fn has_capture_state(&self) -> bool {
        self.events.is_some()
    }
    /// The flame tree of a colour from a square.
    pub fn flame_tree(&self, burn: u16, color: Color, square: Square) -> std::ops::Range<usize> {
        self.loan_tree(self.flames[usize::from(burn) * 2 + color.index()], square)
    }
    /// The tree of a loan on a square.
    pub fn loan_tree(&self, loan: u32, square: Square) -> std::ops::Range<usize> {
        self.loans[loan as usize * self.squares + square.index()].all()
    }
    /// What the `morph` board of a kind forbids on a square.
    pub fn access(&self, kind: Kind, square: Square) -> unroll::Access {
        self.access[kind.index() * self.squares + square.index()]
    }
    /// Square of the piece that moves, if it is not the owner of the tree.
    pub fn induced(&self, node: &Node) -> Option<Square> {
        if !node.flags.has(Flags::INDUCED) {
            return None;
        }
        self.ancestors(node).find(|passed| passed.flags.has(Flags::EXCITES)).map(|n| Square(n.square))
    }
    fn lend(&mut self, variant: &Variant, loans: &[LentTree]) {
        let mut flames = Vec::new();
        for (number, loan) in (0_u32..).zip(loans) {
            let info = &mut self.kinds[loan.kind.index()];
            match loan.purpose {
                TreePurpose::Flames => flames.push(number),
                TreePurpose::Mirrored => info.own = Some(number),
                TreePurpose::Imitate => {
                    info.imitates.resize(variant.pieces.len(), Vec::new());
                    info.imitates[loan.lender.index()].push(number);
                }
                TreePurpose::Borrow => {
                    info.borrows.resize(variant.pieces.len(), None);
                    info.borrows[loan.lender.index()] = Some(number);
                }
            }
        }
        self.flames = flames.into();
        let takes = |rule: &DropRule| !rule.landing.take.is_empty();
        self.has_capturing_drops = self.kinds.iter().any(|info| info.drops.iter().any(takes));
        self.has_imitators = self.kinds.iter().any(|info| !info.imitates.is_empty());
        self.has_dynamic = self.has_capturing_drops || self.kinds.iter().any(|info| info.dynamic);
        self.has_sharing = self.has_dynamic || self.kinds.iter().any(|info| info.excites);
    }
    /// Bit sets of the compiled movements.
    #[inline]
    pub fn forms(&self) -> &BitboardMoves {
        &self.forms
    }
    /// The trajectory tree of a kind on a square, as a range of node indices.
    #[inline]
    pub fn tree(&self, kind: Kind, square: Square) -> std::ops::Range<usize> {
        self.trees[kind.index() * self.squares + square.index()].all()
    }
    /// The first kind with the same trees; their facts hold for both.
    pub fn twin(&self, kind: Kind) -> Kind {
        self.twins[kind.index()]
    }
    /// All nodes.
    #[inline]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }
    /// Extra data of a node with [`Flags::EXTRA`].
    #[inline]
    pub fn extra(&self, node: &Node) -> &Extra {
        &self.extras[node.extra as usize]
    }
    /// Square whose content, before the move, decides at a node; [`Extra::PASSING`] for that of the en
    /// passant victim.
    #[inline]
    pub fn read_at(&self, node: &Node) -> u16 {
        if node.flags.has(Flags::DISPLACED) {
            self.extra(node).stands_in.unwrap_or(node.square)
        } else {
            node.square
        }
    }
    /// Squares of pieces before (or [`Extra::PASSING`]) and after a move that ends at the node, captured
    /// pieces excluded.
    #[inline]
    pub fn unloads(&self, node: &Node) -> &[(u16, u16)] {
        if node.flags.has(Flags::UNLOADS) { &self.extra(node).unloads } else { &[] }
    }
    /// Whether a move that ends at the node puts the piece from `square` elsewhere.
    #[inline]
    pub fn displaces(&self, node: &Node, square: u16) -> bool {
        self.unloads(node).iter().any(|&(from, _)| from == square)
    }
    /// Type change by a move that ends at the node.
    #[inline]
    pub fn change(&self, node: &Node) -> Option<TypeChange> {
        if node.flags.has(Flags::EXTRA) { self.extra(node).change } else { None }
    }
    /// Squares marked by a trail.
    #[inline]
    pub fn trail(&self, index: u32) -> &[u16] {
        &self.trails[index as usize]
    }
    /// Number of trails.
    pub fn trail_count(&self) -> usize {
        self.trails.len()
    }
    /// `[slot of a cell]`: the cell as seen by a mover of that colour.
    #[inline]
    pub fn occupancy(&self, mover: Color) -> &[Occupancy] {
        &self.occupancy[mover.index()]
    }
    /// Effect of arriving on a square for a kind.
    #[inline]
    pub fn arrival(&self, kind: Kind, square: Square) -> Arrival {
        self.arrivals[kind.index() * self.squares + square.index()]
    }
    /// Effect of arriving on a square by a quoted movement for a kind.
    #[inline]
    pub fn quoted_arrival(&self, kind: Kind, square: Square) -> Arrival {
        self.quoted_arrivals[kind.index() * self.squares + square.index()]
    }
    /// Whether the square is in the promotion zone of the colour.
    #[inline]
    pub fn in_zone(&self, color: Color, square: Square) -> bool {
        self.zone[color.index() * self.squares + square.index()]
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
    /// Ancestors of a node, nearest first.
    #[inline]
    pub fn ancestors<'t>(&'t self, node: &Node) -> impl Iterator<Item = &'t Node> + use<'t> {
        node.ancestors(&self.nodes)
    }
    /// Number of squares, holes included.
    #[inline]
    pub fn squares(&self) -> usize {
        self.squares
    }
    /// Tables that find attacks.
    #[inline]
    pub fn reverse(&self) -> &Reverse {
        &self.reverse
    }
    /// Size of the tables.
    pub fn stats(&self) -> Stats {
        let nodes = self.nodes.len();
        let bytes = nodes * size_of::<Node>()
            + (self.trees.len() + self.loans.len()) * size_of::<Tree>()
            + self.forms.bytes()
            + self.extras.len() * size_of::<Extra>()
            + self.arrivals.len() * size_of::<Arrival>()
            + self.reverse.bytes();
        Stats { nodes, bytes }
    }
}

fn zone(variant: &Variant) -> Box<[bool]> {
    let board = &variant.board;
    let inside = |color| {
        board.squares().map(move |square| board.rank_from_end(color, square) <= variant.promotion.zone)
    };
    Color::BOTH.into_iter().flat_map(inside).collect()
}

fn occupancy(kinds: &[KindInfo], mover: Color) -> Box<[Occupancy]> {
    let of = |(index, info): (usize, &KindInfo)| {
        let owner = Kind(index as u16).color();
        match (owner == mover, info.royal) {
            (true, _) => Occupancy::FRIEND,
            (false, true) => Occupancy::ENEMY_ROYAL,
            (false, false) => Occupancy::ENEMY,
        }
    };
    std::iter::once(Occupancy::EMPTY).chain(kinds.iter().enumerate().map(of)).collect()
}
