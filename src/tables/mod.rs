//! A variant unrolled into trajectory trees, with the reverse tables that find attacks.

pub mod forms;
pub mod kind;
pub mod leap;
pub mod reverse;
pub mod rules;
pub mod tree;
pub mod trie;
pub mod unroll;

use crate::board::{Color, Square};
use crate::notation::legs::{Imitate, Kind as MovementKind, Landing, Leg, Movement, Occupancy};
use crate::variant::{PieceType, Variant};
use forms::{FormBuilder, Forms, KindFacts};
pub use kind::Kind;
use rayon::prelude::*;
use reverse::Reverse;
use rules::{Arrival, DropRule};
use std::sync::atomic::AtomicUsize;
use tree::{Extra, Flags, Node};
use trie::Flames;
use unroll::{Forest, Universal, Unroller};

/// Trees and reverse tables of every piece type, colour and square. Nothing in it changes after loading.
#[derive(Debug)]
pub struct Tables {
    squares: usize,
    nodes: Box<[Node]>,
    /// `[kind * (squares + 1) + square]`.
    first: Box<[u32]>,
    /// The same for the trees of what is not compiled.
    residual: Box<[u32]>,
    /// `[loan * (squares + 1) + square]`.
    loans: Box<[u32]>,
    /// `[kind * squares + square]`.
    access: Box<[unroll::Access]>,
    /// Are there kinds whose moves depend on other pieces?
    has_dynamic: bool,
    /// Are there imitators?
    has_imitators: bool,
    /// Are there kinds that make others move, or move as others do?
    has_sharing: bool,
    /// Are there drops that capture?
    has_capturing_drops: bool,
    /// `[flames * 2 + colour]`: number of the loan that holds their trees.
    flames: Box<[u32]>,
    extras: Box<[Extra]>,
    trails: Box<[Box<[u16]>]>,
    reverse: Reverse,
    forms: Forms,
    /// `[kind * squares + square]`.
    arrivals: Box<[Arrival]>,
    /// The same for movements to which `morph` does not apply.
    quoted_arrivals: Box<[Arrival]>,
    /// `[colour * squares + square]`: is it in the promotion zone?
    zone: Box<[bool]>,
    kinds: Box<[KindInfo]>,
    /// `[colour][slot of a cell]`: what the cell is to a mover of that colour.
    occupancy: [Box<[Occupancy]>; 2],
}

/// What the rules say of one kind.
#[derive(Clone, Debug, Default)]
pub struct KindInfo {
    /// Is it royal?
    pub royal: bool,
    /// Does any square change it on arrival?
    pub promotes: bool,
    /// Does it matter whether it has moved, for its own moves?
    pub minds_virginity: bool,
    /// Can it castle?
    pub castles: bool,
    /// Has it initial moves that a royal may not use to leave check?
    pub initial_moves: bool,
    /// Can two paths of it have the same effect?
    pub duplicates: bool,
    /// Has it movements that are not compiled?
    pub trees: bool,
    /// Can one move of it capture several pieces?
    pub multiple: bool,
    /// Do moves of it put other pieces on new squares?
    pub unloads: bool,
    /// Can it make other pieces move?
    pub excites: bool,
    /// Does it depend on other pieces what moves it has?
    pub dynamic: bool,
    /// `[type]`: number of the loan by which it moves as that type; empty if it borrows nothing.
    pub borrows: Vec<Option<u32>>,
    /// `[type]`: numbers of the loans by which it imitates that type; empty if it imitates nothing.
    pub imitates: Vec<Vec<u32>>,
    /// What its movements of the atom `M` may capture.
    pub mirrors: Vec<Landing>,
    /// Number of the loan that holds all its own movements, for mirrors to look at.
    pub own: Option<u32>,
    /// Have its moves flames?
    pub burns: bool,
    /// Must it promote wherever it may?
    pub must_promote: bool,
    /// Does it count for baring?
    pub baring: bool,
    /// Does a quiet move of it restart the move count (pawns: types that promote and never move backward)?
    pub irreversible: bool,
    /// How it may be dropped.
    pub drops: Vec<DropRule>,
    /// Type that goes to the hand when it is captured there.
    pub demoted: PieceType,
}

/// Why the tables of a variant cannot be built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableError {
    /// Index of the piece.
    pub piece: usize,
    /// Byte range of its move description.
    pub span: std::ops::Range<usize>,
    /// What is wrong.
    pub message: String,
}

/// Numbers about tables, for `check --stats`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stats {
    /// Nodes of all trees.
    pub nodes: usize,
    /// Bytes of all tables together.
    pub bytes: usize,
}

impl Tables {
    /// Most nodes that the trees of all kinds together may have.
    pub const MAX_NODES: usize = 12_000_000;

    /// Most bytes that the tables of pairs of squares may take.
    pub const MAX_BYTES: usize = 1 << 30;

    /// Unrolls all pieces of a variant.
    ///
    /// # Errors
    /// A movement that the tables cannot hold yet, or that unrolls beyond [`Self::MAX_NODES`]; more types than fit
    /// into [`Self::MAX_BYTES`] on this board.
    pub fn new(variant: &Variant) -> Result<Self, TableError> {
        refuse_undefined(variant)?;
        let squares = variant.board.len();
        refuse_too_many(variant)?;
        let kinds: Vec<Kind> = all_kinds(variant).collect();
        let royal = |kind: Kind| variant.ends.royal.get(kind.piece().index()).copied().unwrap_or(false);
        let budget = AtomicUsize::new(Self::MAX_NODES);
        let flames = Flames::of(variant.pieces.iter().flat_map(|piece| &piece.movements));
        let whole = |&kind: &Kind| {
            forest(variant, kind, &variant.pieces[kind.piece().index()].movements, &flames, &budget)
        };
        let mut forests: Vec<Forest> = kinds.par_iter().map(whole).collect::<Result<_, _>>()?;
        let rest = |&kind: &Kind| {
            let movements = forms::residual(&variant.pieces[kind.piece().index()].movements, royal(kind));
            forest(variant, kind, &movements, &flames, &budget)
        };
        forests.extend(kinds.par_iter().map(rest).collect::<Result<Vec<_>, _>>()?);
        let loans = all_loans(variant, &flames);
        let lent =
            |loan: &Loan| forest_towards(variant, loan.kind, loan.heading, &loan.movements, &flames, &budget);
        forests.extend(loans.par_iter().map(lent).collect::<Result<Vec<_>, _>>()?);
        let mut tables = join(forests, squares, kinds.len());
        let infos = kinds.iter().map(|&kind| tables.kind_info(variant, kind));
        tables.kinds = infos.collect();
        tables.lend(variant, &loans);
        let (mut arrivals, mut quoted) = (Vec::new(), Vec::new());
        for &kind in &kinds {
            let dead = tables.dead_squares(kind);
            arrivals.extend(rules::arrivals(variant, kind.piece(), kind.color(), &dead));
            quoted.extend(rules::zone_arrivals(variant, kind.piece(), kind.color(), &dead));
        }
        (tables.arrivals, tables.quoted_arrivals) = (arrivals.into(), quoted.into());
        for &kind in &kinds {
            let slots = kind.index() * squares..(kind.index() + 1) * squares;
            let changes = |arrivals: &[Arrival]| arrivals[slots.clone()].iter().any(|&a| a != Arrival::Plain);
            tables.kinds[kind.index()].promotes =
                changes(&tables.arrivals) || changes(&tables.quoted_arrivals);
        }
        tables.zone = zone(variant);
        tables.occupancy = Color::BOTH.map(|color| occupancy(&tables.kinds, color));
        tables.reverse = Reverse::new(&tables, kinds.len());
        tables.forms = tables.compile(variant, &kinds);
        tables.forms.single = tables.single_arrivals(&kinds);
        let access = kinds.iter().flat_map(|kind| rules::access(variant, kind.piece(), kind.color()));
        tables.access = access.collect();
        for &kind in &kinds {
            let trees =
                (0..squares).any(|square| !tables.residual_tree(kind, Square(square as u16)).is_empty());
            let dynamic = tables.kinds[kind.index()].dynamic;
            tables.kinds[kind.index()].trees = trees || dynamic;
            tables.kinds[kind.index()].duplicates &= trees || dynamic;
        }
        Ok(tables)
    }
    /// `[kind]`: bit set of the squares where arriving from outside the zone means one move.
    fn single_arrivals(&self, kinds: &[Kind]) -> Box<[u64]> {
        let width = self.forms.width;
        let mut sets = vec![0; kinds.len() * width];
        for &kind in kinds {
            for square in (0..self.squares as u16).map(Square) {
                let single = match self.arrival(kind, square) {
                    Arrival::Plain | Arrival::Into(_) | Arrival::Must(_) | Arrival::ZoneForced(_) => true,
                    Arrival::Zone(_) => !self.in_zone(kind.color(), square),
                    Arrival::May(_) | Arrival::Choose(_) => false,
                };
                sets[kind.index() * width + square.index() / 64] |=
                    u64::from(single) << (square.index() % 64);
            }
        }
        sets.into()
    }
    fn compile(&self, variant: &Variant, kinds: &[Kind]) -> Forms {
        let open: Vec<Vec<bool>> = kinds
            .iter()
            .map(|kind| rules::access(variant, kind.piece(), kind.color()))
            .map(|access| access.iter().map(|&a| a != unroll::Access::Forbidden).collect())
            .collect();
        let starts: Vec<Vec<bool>> = kinds.iter().map(|&kind| starts(variant, kind)).collect();
        let facts = |&kind: &Kind| KindFacts {
            kind,
            royal: self.kind(kind).royal,
            open: &open[kind.index()],
            starts: &starts[kind.index()],
        };
        let facts: Vec<KindFacts<'_>> = kinds.iter().map(facts).collect();
        FormBuilder::new(variant).build(&facts, |kind, from, to| {
            let leaves_trail = |&index: &usize| {
                let node = &self.nodes[index];
                node.square == to
                    && node.emit.meets(Occupancy::EMPTY)
                    && node.flags.has(Flags::EXTRA)
                    && self.extra(node).trail.is_some()
            };
            self.tree(kind, from).find(leaves_trail).unwrap_or_default() as u32
        })
    }
    /// The tree of what is not compiled of a kind on a square.
    #[inline]
    pub fn residual_tree(&self, kind: Kind, square: Square) -> std::ops::Range<usize> {
        let slot = kind.index() * (self.squares + 1) + square.index();
        self.residual[slot] as usize..self.residual[slot + 1] as usize
    }
    /// Are there kinds whose moves depend on other pieces?
    #[inline]
    pub fn has_dynamic(&self) -> bool {
        self.has_dynamic
    }
    /// Are there imitators: does it matter which type moved last?
    #[inline]
    pub fn has_imitators(&self) -> bool {
        self.has_imitators
    }
    /// Are there kinds that make others move, or move as others do? Then pieces can share moves.
    #[inline]
    pub fn has_sharing(&self) -> bool {
        self.has_sharing
    }
    /// Are there drops that capture?
    #[inline]
    pub fn has_capturing_drops(&self) -> bool {
        self.has_capturing_drops
    }
    /// The tree of flames of a colour from a square.
    pub fn flame_tree(&self, burn: u16, color: Color, square: Square) -> std::ops::Range<usize> {
        self.loan_tree(self.flames[usize::from(burn) * 2 + color.index()], square)
    }
    /// The tree of a loan on a square.
    pub fn loan_tree(&self, loan: u32, square: Square) -> std::ops::Range<usize> {
        let slot = loan as usize * (self.squares + 1) + square.index();
        self.loans[slot] as usize..self.loans[slot + 1] as usize
    }
    /// What the `morph` board of a kind forbids on a square.
    pub fn access(&self, kind: Kind, square: Square) -> unroll::Access {
        self.access[kind.index() * self.squares + square.index()]
    }
    /// Square of the piece that moves where it is not the owner of the tree.
    pub fn induced(&self, node: &Node) -> Option<Square> {
        if !node.flags.has(Flags::INDUCED) {
            return None;
        }
        let mut at = node.parent;
        while at != Node::NO_PARENT {
            let passed = &self.nodes[at as usize];
            if passed.flags.has(Flags::EXCITES) {
                return Some(Square(passed.square));
            }
            at = passed.parent;
        }
        None
    }
    fn lend(&mut self, variant: &Variant, loans: &[Loan]) {
        let mut flames = Vec::new();
        for (number, loan) in loans.iter().enumerate() {
            match loan.purpose {
                Purpose::Flames => flames.push(number as u32),
                Purpose::Mirrored => self.kinds[loan.kind.index()].own = Some(number as u32),
                Purpose::Borrow | Purpose::Imitate => {}
            }
            if matches!(loan.purpose, Purpose::Flames | Purpose::Mirrored) {
                continue;
            }
            if loan.purpose == Purpose::Imitate {
                let imitates = &mut self.kinds[loan.kind.index()].imitates;
                imitates.resize(variant.pieces.len(), Vec::new());
                imitates[loan.lender.index()].push(number as u32);
                continue;
            }
            let borrows = &mut self.kinds[loan.kind.index()].borrows;
            borrows.resize(variant.pieces.len(), None);
            borrows[loan.lender.index()] = Some(number as u32);
        }
        self.flames = flames.into();
        let takes = |rule: &DropRule| rule.landing.take != Occupancy::NONE;
        self.has_capturing_drops = self.kinds.iter().any(|info| info.drops.iter().any(takes));
        self.has_imitators = self.kinds.iter().any(|info| !info.imitates.is_empty());
        self.has_dynamic = self.has_capturing_drops || self.kinds.iter().any(|info| info.dynamic);
        self.has_sharing = self.has_dynamic || self.kinds.iter().any(|info| info.excites);
    }
    /// Bit sets of what is compiled.
    #[inline]
    pub fn forms(&self) -> &Forms {
        &self.forms
    }
    /// The trajectory tree of a kind on a square: range of node indices.
    #[inline]
    pub fn tree(&self, kind: Kind, square: Square) -> std::ops::Range<usize> {
        let slot = kind.index() * (self.squares + 1) + square.index();
        self.first[slot] as usize..self.first[slot + 1] as usize
    }
    /// All nodes.
    #[inline]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }
    /// Extra data of a node that has the flag for it.
    #[inline]
    pub fn extra(&self, node: &Node) -> &Extra {
        &self.extras[node.extra as usize]
    }
    /// Square whose content, before the move, decides at a node; [`Extra::PASSING`] for that of the piece that may be
    /// captured in passing.
    #[inline]
    pub fn read_at(&self, node: &Node) -> u16 {
        if node.flags.has(Flags::DISPLACED) {
            self.extra(node).stands_in.unwrap_or(node.square)
        } else {
            node.square
        }
    }
    /// Where pieces stand before (or [`Extra::PASSING`]) and after a move that ends at the node, those apart that it
    /// captures.
    #[inline]
    pub fn unloads(&self, node: &Node) -> &[(u16, u16)] {
        if node.flags.has(Flags::UNLOADS) { &self.extra(node).unloads } else { &[] }
    }
    /// Does a move that ends at the node put what stood on `square` somewhere else?
    #[inline]
    pub fn displaces(&self, node: &Node, square: u16) -> bool {
        self.unloads(node).iter().any(|&(from, _)| from == square)
    }
    /// Squares that a trail marks.
    #[inline]
    pub fn trail(&self, index: u32) -> &[u16] {
        &self.trails[index as usize]
    }
    /// Number of trails.
    pub fn trail_count(&self) -> usize {
        self.trails.len()
    }
    /// What a cell is to a mover of that colour.
    #[inline]
    pub fn occupancy(&self, mover: Color) -> &[Occupancy] {
        &self.occupancy[mover.index()]
    }
    /// What arriving on a square does to a kind.
    #[inline]
    pub fn arrival(&self, kind: Kind, square: Square) -> Arrival {
        self.arrivals[kind.index() * self.squares + square.index()]
    }
    /// What arriving on a square by a quoted movement does to a kind.
    #[inline]
    pub fn quoted_arrival(&self, kind: Kind, square: Square) -> Arrival {
        self.quoted_arrivals[kind.index() * self.squares + square.index()]
    }
    /// Is the square in the promotion zone of the colour?
    #[inline]
    pub fn in_zone(&self, color: Color, square: Square) -> bool {
        self.zone[color.index() * self.squares + square.index()]
    }
    /// What the rules say of a kind.
    #[inline]
    pub fn kind(&self, kind: Kind) -> &KindInfo {
        &self.kinds[kind.index()]
    }
    /// Number of kinds.
    pub fn kind_count(&self) -> usize {
        self.kinds.len()
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
            + (self.first.len() + self.residual.len()) * 4
            + self.forms.bytes()
            + self.extras.len() * size_of::<Extra>()
            + self.arrivals.len() * size_of::<Arrival>()
            + self.reverse.bytes();
        Stats { nodes, bytes }
    }
    /// `[square]`: has a piece of the kind no move from there on an otherwise empty board?
    fn dead_squares(&self, kind: Kind) -> Vec<bool> {
        let moves = |node: &Node| !node.emit.is_empty() && !node.flags.has(Flags::INITIAL);
        let imitates = !self.kind(kind).imitates.is_empty();
        let dead = |square: u16| !imitates && !self.nodes[self.tree(kind, Square(square))].iter().any(moves);
        (0..self.squares as u16).map(dead).collect()
    }
    fn captures_several(&self, kind: Kind) -> bool {
        let trees = (0..self.squares as u16).map(|square| self.tree(kind, Square(square)));
        trees.flat_map(|tree| &self.nodes[tree]).any(|node| node.flags.has(Flags::LOCUST))
    }
    fn kind_info(&self, variant: &Variant, kind: Kind) -> KindInfo {
        let (piece, color) = (kind.piece(), kind.color());
        let flag = |flags: &[bool]| flags.get(piece.index()).copied().unwrap_or(false);
        let movements = &variant.pieces[piece.index()].movements;
        KindInfo {
            royal: flag(&variant.ends.royal),
            promotes: false,
            minds_virginity: rules::minds_virginity(variant, piece),
            castles: rules::castles(variant, piece),
            initial_moves: movements.iter().any(|m| m.initial == crate::notation::legs::Initial::Virgin),
            trees: false,
            multiple: self.captures_several(kind) || movements.iter().any(|m| !m.flames.is_empty()),
            unloads: unloads(movements),
            excites: movements.iter().any(rules::excites),
            dynamic: rules::is_dynamic(variant, piece),
            borrows: Vec::new(),
            imitates: Vec::new(),
            mirrors: movements.iter().filter_map(mirrored).collect(),
            own: None,
            burns: movements.iter().any(|m| !m.flames.is_empty()),
            must_promote: rules::must_promote(variant, piece),
            duplicates: unloads(movements)
                || movements.iter().any(rules::excites)
                || rules::is_dynamic(variant, piece)
                || reverse::has_duplicates(self, kind),
            baring: flag(&variant.ends.baring),
            irreversible: is_irreversible(variant, piece),
            drops: rules::drops(variant, piece, color),
            demoted: rules::demoted_form(variant, piece),
        }
    }
}

/// What a movement of the atom `M` may capture.
fn mirrored(movement: &Movement) -> Option<Landing> {
    let all = Landing { pass: Occupancy::NONE, take: Occupancy::OCCUPIED };
    match &movement.kind {
        MovementKind::Mirror(modes) => Some(modes.unwrap_or(all)),
        _ => None,
    }
}

fn unloads(movements: &[Movement]) -> bool {
    let puts = |leg: &Leg| leg.unload || leg.gate;
    let unloads = |m: &Movement| matches!(&m.kind, MovementKind::Walk(legs) if legs.iter().any(puts));
    movements.iter().any(unloads)
}

/// Every kind of a variant, in order.
pub fn all_kinds(variant: &Variant) -> impl Iterator<Item = Kind> + use<> {
    (0..variant.pieces.len() as u16 * 2).map(Kind)
}

/// What trees are for that are no kind's own moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// Final `x`.
    Borrow,
    /// `I`.
    Imitate,
    /// The kind's movements, for `M` to look at.
    Mirrored,
    /// `:`.
    Flames,
}

/// Movements of one type that a kind can make.
struct Loan {
    kind: Kind,
    lender: PieceType,
    /// The colour for which the movements are laid out.
    heading: Color,
    purpose: Purpose,
    movements: Vec<Movement>,
}

/// SPEC: XBetza readings 21: a borrower does not borrow from its own type.
fn all_loans(variant: &Variant, flames: &Flames) -> Vec<Loan> {
    let any = |test: fn(&Movement) -> bool| variant.pieces.iter().any(|p| p.movements.iter().any(test));
    let everybody = any(rules::excites_borrower);
    let borrows = |kind: &Kind| variant.pieces[kind.piece().index()].movements.iter().any(rules::borrows);
    let borrowers = all_kinds(variant).filter(|kind| everybody || borrows(kind));
    let of = |kind: Kind| {
        let lenders = (0..variant.pieces.len() as u16).map(PieceType).filter(move |&l| l != kind.piece());
        lenders.map(move |lender| {
            let movements = variant.pieces[lender.index()].movements.iter();
            let movements = movements.filter(|m| rules::can_be_lent(m)).cloned().collect();
            Loan { kind, lender, heading: kind.color(), purpose: Purpose::Borrow, movements }
        })
    };
    let mut loans: Vec<Loan> = borrowers.flat_map(of).collect();
    for kind in all_kinds(variant) {
        for movement in &variant.pieces[kind.piece().index()].movements {
            if let MovementKind::Imitate(imitate) = &movement.kind {
                loans.extend(imitations(variant, kind, imitate));
            }
        }
    }
    let own = |kind: Kind| {
        let movements = variant.pieces[kind.piece().index()].movements.clone();
        Loan { kind, lender: kind.piece(), heading: kind.color(), purpose: Purpose::Mirrored, movements }
    };
    if any(|movement| mirrored(movement).is_some()) {
        loans.extend(all_kinds(variant).map(own));
    }
    for set in flames.sets() {
        // Where a type may go does not bind its flames.
        let free = |movement: &Movement| Movement { quoted: true, ..movement.clone() };
        let movements: Vec<Movement> = set.iter().map(free).collect();
        loans.extend(Color::BOTH.map(|heading| {
            let (kind, movements) = (Kind::new(PieceType(0), heading), movements.clone());
            Loan { kind, lender: kind.piece(), heading, purpose: Purpose::Flames, movements }
        }));
    }
    loans
}

/// SPEC: XBetza, "The Imitator": "all moves of the most recently moved (or imitated) piece type"; with `b` they are
/// flipped, "like the opponent would move it".
fn imitations(variant: &Variant, kind: Kind, imitate: &Imitate) -> Vec<Loan> {
    let lenders = (0..variant.pieces.len() as u16).map(PieceType);
    let of = |lender: PieceType| {
        let movements = variant.pieces[lender.index()].movements.iter().filter(|m| rules::can_be_lent(m));
        let movements = movements.filter_map(|m| imitate.restrict(m)).collect();
        let heading = if imitate.backward { kind.color().other() } else { kind.color() };
        Loan { kind, lender, heading, purpose: Purpose::Imitate, movements }
    };
    lenders.filter(|&lender| !rules::is_imitator(variant, lender)).map(of).collect()
}

/// Pawn-like: promotes in the zone, never moves backward.
fn is_irreversible(variant: &Variant, piece: PieceType) -> bool {
    let walks = variant.pieces[piece.index()].movements.iter().filter_map(|m| match &m.kind {
        MovementKind::Walk(legs) => Some(legs),
        _ => None,
    });
    let mut steps = walks.flatten().map(|leg| leg.step.dy).peekable();
    steps.peek().is_some() && piece.0 < variant.promotion.types.max(1) && steps.all(|dy| dy > 0)
}

/// Refuses what would not fit into memory: the first type beyond the limit is named.
fn refuse_too_many(variant: &Variant) -> Result<(), TableError> {
    let squares = variant.board.len();
    // Two kinds a type: a number for each pair of squares, and about as much for sets.
    let bytes_a_type = 2 * squares * squares * 4 + 64 * squares * crate::board::bits::width(squares);
    let most = Tables::MAX_BYTES / bytes_a_type;
    if variant.pieces.len() <= most {
        return Ok(());
    }
    let message =
        format!("more than {most} piece types do not fit into memory on a board of {squares} squares");
    Err(TableError { piece: most, span: 0..0, message })
}

/// Refuses movements that are well formed but whose meaning nobody says.
fn refuse_undefined(variant: &Variant) -> Result<(), TableError> {
    for (piece, definition) in variant.pieces.iter().enumerate() {
        for movement in &definition.movements {
            let MovementKind::Walk(legs) = &movement.kind else { continue };
            let any = |test: fn(&Leg) -> bool| legs.iter().any(test);
            let message = if legs.last().is_some_and(|leg| leg.off_board) {
                "a move cannot end off the board"
            } else if any(|leg| leg.unload)
                && any(|leg| leg.landing.take.meets(Occupancy::EN_PASSANT))
                && any(|leg| leg.landing.pass.meets(Occupancy::OCCUPIED))
            {
                // Whether a piece that is hopped over is the one captured later decides where it can be unloaded.
                "`p`, `e` and `u` in one move contradict each other: `u` needs to know what was captured"
            } else {
                continue;
            };
            return Err(TableError { piece, span: movement.span.clone(), message: message.to_owned() });
        }
    }
    Ok(())
}

/// `[square]`: does a piece of the kind start there?
fn starts(variant: &Variant, kind: Kind) -> Vec<bool> {
    let mut starts = vec![false; variant.board.len()];
    for &(square, owner, what) in &variant.setup {
        starts[square.index()] |= Kind::new(what, owner) == kind;
    }
    starts
}

fn forest(
    variant: &Variant,
    kind: Kind,
    movements: &[Movement],
    flames: &Flames,
    budget: &AtomicUsize,
) -> Result<Forest, TableError> {
    forest_towards(variant, kind, kind.color(), movements, flames, budget)
}

/// The trees of a kind whose movements are laid out as for a given colour.
fn forest_towards(
    variant: &Variant,
    kind: Kind,
    heading: Color,
    movements: &[Movement],
    flames: &Flames,
    budget: &AtomicUsize,
) -> Result<Forest, TableError> {
    let piece = kind.piece();
    let access = rules::access(variant, piece, kind.color());
    let starts = starts(variant, kind);
    let bundles = trie::bundles(movements, flames);
    let universal = |m: &Movement| match m.kind {
        MovementKind::Universal(landing) => {
            let (initial, quoted, burn) = (m.initial, m.quoted, flames.number(m));
            Some(Universal { landing, initial, quoted, burn })
        }
        _ => None,
    };
    let universal: Vec<Universal> = movements.iter().filter_map(universal).collect();
    let mut unroller = Unroller::new(&variant.board, heading, &access, &starts, budget);
    for square in variant.board.squares() {
        unroller.add_square(square, &bundles, &universal);
    }
    unroller.finish().ok_or_else(|| TableError {
        piece: piece.index(),
        span: 0..variant.pieces[piece.index()].betza.len(),
        message: format!(
            "with this piece the variant unrolls to more than {} squares of trajectories on this board",
            Tables::MAX_NODES
        ),
    })
}

/// Lays the forests of all kinds, then those of what is not compiled, then those of loans end to end, indices
/// adjusted.
fn join(forests: Vec<Forest>, squares: usize, kinds: usize) -> Tables {
    let mut nodes = Vec::with_capacity(forests.iter().map(|f| f.nodes.len()).sum());
    let (mut first, mut extras, mut trails) = (Vec::new(), Vec::new(), Vec::<Box<[u16]>>::new());
    for forest in forests {
        let (node_base, extra_base, trail_base) =
            (nodes.len() as u32, extras.len() as u32, trails.len() as u32);
        first.extend(forest.first.iter().map(|index| index + node_base));
        nodes.extend(forest.nodes.into_iter().map(|mut node| {
            node.skip += node_base;
            if node.parent != Node::NO_PARENT {
                node.parent += node_base;
            }
            node.extra += extra_base;
            node
        }));
        extras.extend(forest.extras.into_iter().map(|mut extra| {
            extra.trail = extra.trail.map(|index| index + trail_base);
            extra
        }));
        trails.extend(forest.trails.into_iter().map(Vec::into_boxed_slice));
    }
    let mut residual = first.split_off(kinds * (squares + 1));
    let loans = residual.split_off(kinds * (squares + 1));
    Tables {
        squares,
        nodes: nodes.into(),
        first: first.into(),
        residual: residual.into(),
        loans: loans.into(),
        access: Box::default(),
        has_dynamic: false,
        has_imitators: false,
        has_sharing: false,
        has_capturing_drops: false,
        flames: Box::default(),
        forms: Forms::default(),
        extras: extras.into(),
        trails: trails.into(),
        reverse: Reverse::default(),
        arrivals: Box::default(),
        quoted_arrivals: Box::default(),
        zone: Box::default(),
        kinds: Box::default(),
        occupancy: Default::default(),
    }
}

fn zone(variant: &Variant) -> Box<[bool]> {
    let board = &variant.board;
    let inside = |color| {
        board
            .squares()
            .map(move |square| board.ranks() - board.relative_rank(color, square) <= variant.promotion.zone)
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
