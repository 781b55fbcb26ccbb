//! A variant unrolled into trajectory trees, with the reverse tables that find attacks.

pub mod forms;
pub mod kind;
pub mod leap;
pub mod reverse;
pub mod rules;
pub mod setwise;
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
use unroll::{Forest, Unroller};

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
    /// Can it turn into a royal type?
    pub becomes_royal: bool,
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
        refuse_unsupported(variant)?;
        let squares = variant.board.len();
        refuse_too_many(variant)?;
        let kinds: Vec<Kind> = all_kinds(variant).collect();
        let royal = |kind: Kind| variant.ends.royal.get(kind.piece().index()).copied().unwrap_or(false);
        let budget = AtomicUsize::new(Self::MAX_NODES);
        let whole =
            |&kind: &Kind| forest(variant, kind, &variant.pieces[kind.piece().index()].movements, &budget);
        let mut forests: Vec<Forest> = kinds.par_iter().map(whole).collect::<Result<_, _>>()?;
        let rest = |&kind: &Kind| {
            let movements = forms::residual(&variant.pieces[kind.piece().index()].movements, royal(kind));
            forest(variant, kind, &movements, &budget)
        };
        forests.extend(kinds.par_iter().map(rest).collect::<Result<Vec<_>, _>>()?);
        let loans = all_loans(variant);
        let lent = |loan: &Loan| forest_towards(variant, loan.kind, loan.heading, &loan.movements, &budget);
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
        tables.forms.zone = Color::BOTH.into_iter().flat_map(|color| tables.zone_set(color)).collect();
        let access = kinds.iter().flat_map(|kind| rules::access(variant, kind.piece(), kind.color()));
        tables.access = access.collect();
        for &kind in &kinds {
            let trees =
                (0..squares).any(|square| !tables.residual_tree(kind, Square(square as u16)).is_empty());
            let dynamic = tables.kinds[kind.index()].dynamic;
            tables.kinds[kind.index()].trees = trees || dynamic;
            tables.kinds[kind.index()].duplicates &= trees || dynamic;
            tables.kinds[kind.index()].becomes_royal = tables.becomes_royal(variant, kind);
        }
        tables.forms.steps = setwise::steps(&tables.forms, &kinds, |kind| !tables.kind(kind).trees);
        Ok(tables)
    }
    /// The promotion zone of a colour as a set.
    fn zone_set(&self, color: Color) -> Vec<u64> {
        let mut set = vec![0; self.forms.width];
        for square in (0..self.squares as u16).map(Square).filter(|&square| self.in_zone(color, square)) {
            set[square.index() / 64] |= 1 << (square.index() % 64);
        }
        set
    }
    /// Can a move of the kind turn it into another, royal one?
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
        !self.kind(kind).royal && arrivals.copied().any(|arrival| becomes(&arrival))
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
        for (number, loan) in loans.iter().enumerate() {
            if loan.imitates {
                let imitates = &mut self.kinds[loan.kind.index()].imitates;
                imitates.resize(variant.pieces.len(), Vec::new());
                imitates[loan.lender.index()].push(number as u32);
                continue;
            }
            let borrows = &mut self.kinds[loan.kind.index()].borrows;
            borrows.resize(variant.pieces.len(), None);
            borrows[loan.lender.index()] = Some(number as u32);
        }
        self.has_imitators = self.kinds.iter().any(|info| !info.imitates.is_empty());
        self.has_dynamic = self.kinds.iter().any(|info| info.dynamic);
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
    /// Square whose content, before the move, decides at a node.
    #[inline]
    pub fn read_at(&self, node: &Node) -> u16 {
        if node.flags.has(Flags::DISPLACED) {
            self.extra(node).stands_in.unwrap_or(node.square)
        } else {
            node.square
        }
    }
    /// Where pieces stand before and after a move that ends at the node, those apart that it captures.
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
    /// The kinds of a colour, in order.
    #[inline]
    pub fn kinds_of(&self, color: Color) -> impl Iterator<Item = Kind> + use<> {
        (color.index() as u16..self.kinds.len() as u16).step_by(2).map(Kind)
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
            becomes_royal: false,
            minds_virginity: rules::minds_virginity(variant, piece),
            castles: rules::castles(variant, piece),
            initial_moves: movements.iter().any(|m| m.initial == crate::notation::legs::Initial::Virgin),
            trees: false,
            multiple: self.captures_several(kind),
            unloads: unloads(movements),
            excites: movements.iter().any(rules::excites),
            dynamic: rules::is_dynamic(variant, piece),
            borrows: Vec::new(),
            imitates: Vec::new(),
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

fn unloads(movements: &[Movement]) -> bool {
    let unloads = |m: &Movement| matches!(&m.kind, MovementKind::Walk(legs) if legs.iter().any(|l| l.unload));
    movements.iter().any(unloads)
}

/// Every kind of a variant, in order.
pub fn all_kinds(variant: &Variant) -> impl Iterator<Item = Kind> + use<> {
    (0..variant.pieces.len() as u16 * 2).map(Kind)
}

/// Movements of one type that a kind can make.
struct Loan {
    kind: Kind,
    lender: PieceType,
    /// The colour for which the movements are laid out.
    heading: Color,
    imitates: bool,
    movements: Vec<Movement>,
}

/// SPEC: XBetza readings 21: a borrower does not borrow from its own type.
fn all_loans(variant: &Variant) -> Vec<Loan> {
    let borrowers = all_kinds(variant)
        .filter(|kind| variant.pieces[kind.piece().index()].movements.iter().any(rules::borrows));
    let of = |kind: Kind| {
        let lenders = (0..variant.pieces.len() as u16).map(PieceType).filter(move |&l| l != kind.piece());
        lenders.map(move |lender| {
            let movements = variant.pieces[lender.index()].movements.iter();
            let movements = movements.filter(|m| rules::can_be_lent(m)).cloned().collect();
            Loan { kind, lender, heading: kind.color(), imitates: false, movements }
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
        Loan { kind, lender, heading, imitates: true, movements }
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

fn refuse_unsupported(variant: &Variant) -> Result<(), TableError> {
    for (piece, definition) in variant.pieces.iter().enumerate() {
        for movement in &definition.movements {
            let refuse = |message: &str| {
                Err(TableError { piece, span: movement.span.clone(), message: message.to_owned() })
            };
            match &movement.kind {
                MovementKind::Walk(legs) => {
                    let passing = |leg: &Leg| leg.landing.take.meets(Occupancy::EN_PASSANT);
                    if legs.iter().any(|leg| leg.unload) && legs.iter().any(passing) {
                        return refuse("`u` and `e` in one move are not supported yet");
                    }
                    let (last, inner) = legs.split_last().expect("a walk has a leg");
                    if inner.iter().any(|leg| leg.landing.take.meets(Occupancy::EN_PASSANT)) {
                        return refuse("`e` on a non-final leg is not supported yet");
                    }
                    let odd = |leg: &Leg| leg.excite || leg.unload || leg.landing.take != Occupancy::NONE;
                    if last.excite && (last.unload || inner.iter().any(odd)) {
                        return refuse(
                            "a final `x` behind captures, `u` or another `x` is not supported yet",
                        );
                    }
                    if last.off_board {
                        return refuse("a move cannot end off the board");
                    }
                }
                MovementKind::Castle(castle) if castle.fast => {
                    return refuse("fast castling `pO` is not supported yet");
                }
                kind if !rules::drop_is_supported(kind) => {
                    return refuse("drops that capture are not supported yet");
                }
                _ => {}
            }
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
    budget: &AtomicUsize,
) -> Result<Forest, TableError> {
    forest_towards(variant, kind, kind.color(), movements, budget)
}

/// The trees of a kind whose movements are laid out as for a given colour.
fn forest_towards(
    variant: &Variant,
    kind: Kind,
    heading: Color,
    movements: &[Movement],
    budget: &AtomicUsize,
) -> Result<Forest, TableError> {
    let piece = kind.piece();
    let access = rules::access(variant, piece, kind.color());
    let starts = starts(variant, kind);
    let bundles = trie::bundles(movements);
    let universal: Vec<Landing> = movements
        .iter()
        .filter_map(|m| match m.kind {
            MovementKind::Universal(landing) => Some(landing),
            _ => None,
        })
        .collect();
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
