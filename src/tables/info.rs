//! What the rules and the trees say of each kind.

use super::tree::{Flags, Node};
use super::{Kind, Tables, duplicates, rules};
use crate::board::Square;
use crate::notation::legs::{Initial, Landing, Movement, MovementKind, Occupancy};
use crate::variant::{PieceType, Variant};
use rayon::prelude::*;
use rules::{DropRule, UnmovedUse};
use std::ops::Range;

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
    pub minds_unmoved: bool,
    /// What that matters for, castling apart.
    pub unmoved_use: UnmovedUse,
    /// Can it castle?
    pub castles: bool,
    /// Has it initial moves that a royal may not use to leave check?
    pub initial_moves: bool,
    /// Can two paths of it have the same effect?
    pub duplicates: bool,
    /// Has it movements that are not compiled?
    pub trees: bool,
    /// Pieces that one move of it can capture, at most.
    pub most_victims: u16,
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
    /// Do its moves begin the move count anew (key `moveRulePieces`)?
    pub restarts: bool,
    /// How it may be dropped.
    pub drops: Vec<DropRule>,
    /// Type that goes to the hand when it is captured there.
    pub demoted: PieceType,
}

/// What the trees of a kind tell.
#[derive(Clone, Copy, Default)]
struct TreeFacts {
    /// Is there something on some square that is not compiled?
    residual: bool,
    /// Pieces that one move can capture, at most.
    most_victims: u16,
    /// Can two paths from one square have the same effect?
    duplicates: bool,
}

impl Tables {
    /// What there is to say of each kind, promotion and loans apart.
    pub(super) fn kind_infos(&self, variant: &Variant, kinds: &[Kind]) -> Box<[KindInfo]> {
        let facts = self.of_each_forest(|kind| self.tree_facts(kind));
        let facts = |kind: Kind| facts[self.twin(kind).index()].unwrap_or_default();
        kinds.iter().map(|&kind| kind_info(variant, kind, facts(kind))).collect()
    }
    /// `[kind]`: what there is to say of each kind with trees of its own, found in parallel, the largest first.
    pub(super) fn of_each_forest<T: Send>(&self, of: impl Fn(Kind) -> T + Sync) -> Vec<Option<T>> {
        let kinds = (0..self.twins.len() as u16).map(Kind);
        let mut own: Vec<Kind> = kinds.filter(|&kind| self.twin(kind) == kind).collect();
        let tree = |kind: Kind, square: u16| self.tree(kind, Square(square)).len();
        let nodes = |kind: Kind| (0..self.squares() as u16).map(|square| tree(kind, square)).sum::<usize>();
        own.sort_by_cached_key(|&kind| std::cmp::Reverse(nodes(kind)));
        let found: Vec<(Kind, T)> =
            own.into_par_iter().with_max_len(1).map(|kind| (kind, of(kind))).collect();
        let mut by_kind: Vec<Option<T>> = std::iter::repeat_with(|| None).take(self.twins.len()).collect();
        found.into_iter().for_each(|(kind, what)| by_kind[kind.index()] = Some(what));
        by_kind
    }
    fn tree_facts(&self, kind: Kind) -> TreeFacts {
        let squares = || (0..self.squares() as u16).map(Square);
        let residual = squares().any(|square| !self.residual_tree(kind, square).is_empty());
        let most_victims = squares().map(|square| self.most_victims(self.tree(kind, square))).max();
        // What is compiled needs no list to be compared with.
        TreeFacts {
            residual,
            most_victims: most_victims.unwrap_or(1),
            duplicates: residual && duplicates::any(self, kind),
        }
    }
    /// Pieces that one path of a tree can capture, at most.
    fn most_victims(&self, tree: Range<usize>) -> u16 {
        let nodes = &self.nodes()[tree.clone()];
        if !nodes.iter().any(|node| node.flags.has(Flags::LOCUST)) {
            return 1;
        }
        // Parents come before their children.
        let mut victims: Vec<u16> = Vec::with_capacity(nodes.len());
        for node in nodes {
            let before = (node.parent as usize).checked_sub(tree.start).and_then(|at| victims.get(at));
            let own = u16::from(node.flags.has(Flags::TAKES));
            victims.push(before.copied().unwrap_or(0).saturating_add(own));
        }
        victims.into_iter().max().unwrap_or(1)
    }
    /// `[square]`: has a piece of the kind no move from there on an otherwise empty board?
    pub(super) fn dead_squares(&self, kind: Kind) -> Vec<bool> {
        let moves = |node: &Node| !node.emit.is_empty() && !node.flags.has(Flags::INITIAL);
        let imitates = !self.kind(kind).imitates.is_empty();
        let dead =
            |square: u16| !imitates && !self.nodes()[self.tree(kind, Square(square))].iter().any(moves);
        (0..self.squares() as u16).map(dead).collect()
    }
}

/// Is the type royal?
pub(super) fn is_royal(variant: &Variant, piece: PieceType) -> bool {
    variant.ends.royal.get(piece.index()).copied().unwrap_or(false)
}

fn kind_info(variant: &Variant, kind: Kind, facts: TreeFacts) -> KindInfo {
    let (piece, color) = (kind.piece(), kind.color());
    let baring = variant.ends.baring.get(piece.index()).copied().unwrap_or(false);
    let movements = &variant.pieces[piece.index()].movements;
    let (dynamic, unloads) = (rules::is_dynamic(variant, piece), movements.iter().any(unloads));
    let excites = movements.iter().any(rules::excites);
    let burns = movements.iter().any(|m| !m.flames.is_empty());
    let trees = facts.residual || dynamic;
    KindInfo {
        royal: is_royal(variant, piece),
        promotes: false,
        becomes_royal: false,
        minds_unmoved: rules::minds_unmoved(variant, piece),
        unmoved_use: rules::unmoved_use(variant, piece),
        castles: rules::castles(variant, piece),
        initial_moves: movements.iter().any(|m| m.initial == Initial::Unmoved),
        trees,
        most_victims: if burns || excites { u16::MAX } else { facts.most_victims },
        unloads,
        excites,
        dynamic,
        borrows: Vec::new(),
        imitates: Vec::new(),
        mirrors: movements.iter().filter_map(mirrored).collect(),
        own: None,
        burns,
        must_promote: rules::must_promote(variant, piece),
        duplicates: trees && (unloads || excites || dynamic || facts.duplicates),
        baring,
        irreversible: is_irreversible(variant, piece),
        restarts: match &variant.ends.resets {
            Some(resets) => resets[piece.index()],
            None => is_irreversible(variant, piece),
        },
        drops: rules::drops(variant, piece, color),
        demoted: rules::demoted_form(variant, piece),
    }
}

/// What a movement of the atom `M` may capture.
pub(super) fn mirrored(movement: &Movement) -> Option<Landing> {
    let all = Landing { pass: Occupancy::NONE, take: Occupancy::OCCUPIED };
    match &movement.kind {
        MovementKind::Mirror(modes) => Some(modes.unwrap_or(all)),
        _ => None,
    }
}

fn unloads(movement: &Movement) -> bool {
    matches!(&movement.kind, MovementKind::Walk(legs) if legs.iter().any(|leg| leg.unload || leg.gate))
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
