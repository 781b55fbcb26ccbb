//! Selects the trees to unroll and lays them end to end.
//!
//! Trees refer to friends and enemies, not to colours. Kinds with the same movements on the board share their
//! trees: a rook of both colours, for example, and any other type that moves like one.

use super::bans::Bans;
use super::borrowed::LentTree;
use super::support::TableError;
use super::tree::Extra;
use super::trees::{Tree, Trees};
use super::trie::FlameSets;
use super::unroll::{Access, Budget, Forest, Unroller};
use super::{bitboards, rules, trie};
use crate::board::{Color, Kind, PieceType};
use crate::notation::legs::{Initial, Movement, MovementKind, Reach};
use crate::variant::Variant;
use fxhash::{FxHashMap, hash64};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::sync::Arc;

/// Movements to unroll for a kind.
struct TreePlan {
    kind: Kind,
    /// The type whose zones they are bound to.
    lender: PieceType,
    /// The colour they are laid out for.
    heading: Color,
    /// Movements that are not compiled.
    residual: Arc<[Movement]>,
    compiled: Vec<Movement>,
    /// Whether there are pieces that it may not hop over: the attack tables depend on that, too.
    wary: bool,
}

/// Movements as they lie on the board, by where the list is stored and the colour: loans share their lists.
type TurnedLists = FxHashMap<(*const Movement, Color), Arc<[Movement]>>;

/// Plans with the same key have the same trees.
#[derive(PartialEq, Eq, Hash)]
struct TreeKey {
    /// Movements as they lie on the board, in canonical order.
    residual: Arc<[Movement]>,
    compiled: Vec<Movement>,
    wary: bool,
    access: Vec<Access>,
    /// Start squares, only if they matter.
    starts: Option<Vec<bool>>,
    /// The zones that movements are bound to, if any.
    zones: Vec<Vec<bool>>,
    /// Only if a leg depends on its owner's side of the board.
    heading: Option<Color>,
}

impl Trees {
    /// Unrolls the movements of all kinds and loans.
    ///
    /// # Errors
    /// The budget is exhausted.
    pub(super) fn new(
        variant: &Variant,
        kinds: &[Kind],
        loans: &[LentTree],
        flames: &FlameSets,
        bans: Option<&Bans>,
        budget: &Budget,
    ) -> Result<Self, TableError> {
        let plans = plans(variant, kinds, loans, bans);
        let mut known: FxHashMap<TreeKey, usize> = FxHashMap::default();
        let mut turned = TurnedLists::default();
        let mut distinct: Vec<&TreePlan> = Vec::new();
        let mut forest_of = Vec::with_capacity(plans.len());
        for plan in &plans {
            let forest = *known.entry(plan.key(variant, &mut turned)).or_insert(distinct.len());
            if forest == distinct.len() {
                distinct.push(plan);
            }
            forest_of.push(forest);
        }
        // Largest first, so that no thread is left working alone at the end.
        let mut order: Vec<usize> = (0..distinct.len()).collect();
        order.sort_by_key(|&forest| Reverse(distinct[forest].legs()));
        let unroll = |forest: usize| Ok((forest, distinct[forest].unroll(variant, flames, budget)?));
        let unrolled = order.into_par_iter().with_max_len(1).map(unroll);
        let mut forests: Vec<(usize, Forest)> = unrolled.collect::<Result<_, _>>()?;
        forests.sort_by_key(|&(forest, _)| forest);
        let mut trees = Self { squares: variant.board.len(), ..Self::default() };
        let rows = trees.join(forests);
        let squares = variant.board.len();
        let rows_of = |&forest: &usize| rows[forest * squares..(forest + 1) * squares].iter().copied();
        let tree_rows = |forests: &[usize]| -> Vec<Tree> { forests.iter().flat_map(rows_of).collect() };
        let (of_kinds, of_loans) = forest_of.split_at(kinds.len());
        (trees.trees, trees.loans) = (tree_rows(of_kinds), tree_rows(of_loans));
        let mut first = vec![None; rows.len() / squares.max(1)];
        let twins = of_kinds.iter().zip(kinds).map(|(&forest, &kind)| *first[forest].get_or_insert(kind));
        trees.twins = twins.collect();
        Ok(trees)
    }
    /// Lays the forests end to end, adjusting indices; returns `[forest * squares + square]`.
    fn join(&mut self, forests: Vec<(usize, Forest)>) -> Vec<Tree> {
        // Trails with the same squares are one trail: positions do not differ by the move that left it.
        let mut known: FxHashMap<Vec<u16>, u32> = FxHashMap::default();
        self.nodes.reserve_exact(forests.iter().map(|(_, forest)| forest.nodes.len()).sum());
        let mut rows = Vec::new();
        // Each forest is freed as soon as its nodes are copied.
        for (_, forest) in forests {
            let (node_base, extra_base) = (self.nodes.len() as u32, self.extras.len() as u32);
            let number = |trail| {
                let next = known.len() as u32;
                *known.entry(trail).or_insert_with_key(|trail| {
                    self.trails.push(trail.clone().into_boxed_slice());
                    next
                })
            };
            let trails: Vec<u32> = forest.trails.into_iter().map(number).collect();
            let bounds = forest.first.windows(2).zip(&forest.residual);
            rows.extend(bounds.map(|(bounds, residual_end)| Tree {
                start: node_base + bounds[0],
                residual_end: node_base + residual_end,
                end: node_base + bounds[1],
            }));
            self.nodes.extend(forest.nodes.into_iter().map(|node| node.shifted(node_base, extra_base)));
            let joined =
                |extra: Extra| Extra { trail: extra.trail.map(|index| trails[index as usize]), ..extra };
            self.extras.extend(forest.extras.into_iter().map(joined));
        }
        rows
    }
}

/// Returns one plan per kind, then one per loan.
fn plans(variant: &Variant, kinds: &[Kind], loans: &[LentTree], bans: Option<&Bans>) -> Vec<TreePlan> {
    let classifier = bitboards::Classifier::new(variant, bans);
    let of_kind = |&kind: &Kind| {
        let piece = kind.piece().index();
        let movements = &variant.pieces[piece].movements;
        let (mut residual, mut compiled) = (Vec::new(), Vec::new());
        for (movement, form) in movements.iter().zip(classifier.forms(kind.piece())) {
            // What such moves capture, the movements that they repeat capture too.
            if unrolls(movement) && !matches!(form, bitboards::Form::Gate(_)) {
                let list = if form.is_residual() { &mut residual } else { &mut compiled };
                list.push(movement.clone());
            }
        }
        let wary = bans.is_some_and(|bans| bans.watch(kind.piece()));
        let (lender, heading) = (kind.piece(), kind.color());
        TreePlan { kind, lender, heading, residual: residual.into(), compiled, wary }
    };
    let of_loan = |loan: &LentTree| {
        let residual = match loan.movements.iter().all(unrolls) {
            true => loan.movements.clone(),
            false => loan.movements.iter().filter(|m| unrolls(m)).cloned().collect(),
        };
        let LentTree { kind, lender, heading, .. } = *loan;
        TreePlan { kind, lender, heading, residual, compiled: Vec::new(), wary: false }
    };
    kinds.iter().map(of_kind).chain(loans.iter().map(of_loan)).collect()
}

fn unrolls(movement: &Movement) -> bool {
    matches!(movement.kind, MovementKind::Walk(_) | MovementKind::Universal(_))
}

impl TreePlan {
    fn movements(&self) -> impl Iterator<Item = &Movement> {
        self.residual.iter().chain(&self.compiled)
    }
    /// Approximate amount of work to unroll it.
    fn legs(&self) -> usize {
        self.movements().map(|movement| movement.legs().len().max(1)).sum()
    }
    fn key(&self, variant: &Variant, turned: &mut TurnedLists) -> TreeKey {
        let minds_starts = self.movements().any(|m| m.initial == Initial::StartSquare);
        let looks = |m: &Movement| m.legs().iter().any(|leg| leg.max == Reach::EnemyHalf);
        TreeKey {
            residual: turned
                .entry((self.residual.as_ptr(), self.heading))
                .or_insert_with(|| on_board(&self.residual, self.heading).into())
                .clone(),
            compiled: on_board(&self.compiled, self.heading),
            wary: self.wary,
            access: rules::access(variant, self.kind),
            starts: minds_starts.then(|| starts(variant, self.kind)),
            zones: self.zones(variant),
            heading: self.movements().any(looks).then_some(self.heading),
        }
    }
    /// `[zone][square]`: the zones that movements are bound to, if any: for borrowed ones those of the lender, seen from
    /// the borrower's side.
    fn zones(&self, variant: &Variant) -> Vec<Vec<bool>> {
        if !self.movements().any(in_zone) {
            return Vec::new();
        }
        let seen = |zone: &Vec<bool>| {
            let squares = variant.board.squares();
            squares.map(|square| zone[variant.as_white_sees(self.kind.color(), square).index()]).collect()
        };
        variant.pieces[self.lender.index()].zones.iter().map(seen).collect()
    }
    fn unroll(&self, variant: &Variant, flames: &FlameSets, budget: &Budget) -> Result<Forest, TableError> {
        let bundles = [trie::bundles(&self.residual, flames), trie::bundles(&self.compiled, flames)];
        let mut unroller = Unroller::new(variant, self.kind, self.heading, self.zones(variant), budget);
        variant.board.squares().for_each(|square| unroller.add_square(square, &bundles));
        unroller.finish().map_err(|excess| excess.with(variant, self.kind))
    }
}

/// Movements as they lie on the board for a colour, in canonical order.
fn on_board(movements: &[Movement], heading: Color) -> Vec<Movement> {
    let turned = |movement: &Movement| {
        let mut movement = movement.unplaced();
        if let (MovementKind::Walk(legs), Color::Black) = (&mut movement.kind, heading) {
            legs.iter_mut().for_each(|leg| leg.step = leg.step.turned());
        }
        movement
    };
    let mut turned: Vec<Movement> = movements.iter().map(turned).collect();
    turned.sort_by_cached_key(hash64);
    turned
}

/// `[square]`: whether a piece of the kind starts there.
pub(super) fn starts(variant: &Variant, kind: Kind) -> Vec<bool> {
    let mut starts = vec![false; variant.board.len()];
    for &(square, owner, what) in variant.home().iter() {
        starts[square.index()] |= Kind::new(what, owner) == kind;
    }
    starts
}

fn in_zone(movement: &Movement) -> bool {
    movement.initial.zone().is_some()
}
