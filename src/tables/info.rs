//! Facts about each kind from the rules and the trees.

use super::tree::{Flags, Node};
use super::trees::Trees;
use super::{duplicates, rules};
use crate::board::{Kind, Square};
use crate::notation::legs::{Initial, Landing, Movement, MovementKind, Occupancy};
use crate::variant::{CaptureRules, PieceType, Variant};
use rules::{DropRule, UnmovedUse};
use std::ops::Range;

/// Facts about one kind.
#[derive(Clone, Debug, Default)]
pub struct KindInfo {
    /// Whether it is royal.
    pub royal: bool,
    /// Whether a move can change its type: by the square where it ends, by the movement, or by what it captures.
    pub changes_type: bool,
    /// Whether it can change back after every change of type by a quiet move.
    pub changes_back: bool,
    /// Whether its arrivals must be checked: a move can change its type, or the capture rules forbid some of its moves
    /// or give them effects.
    pub checks_arrivals: bool,
    /// Whether it can turn into a royal type.
    pub becomes_royal: bool,
    /// Whether its own moves depend on its being unmoved.
    pub minds_unmoved: bool,
    /// Uses of its unmoved state, except castling.
    pub unmoved_use: UnmovedUse,
    /// Whether it can castle.
    pub castles: bool,
    /// Whether it has initial moves, which a royal may not use to leave check.
    pub initial_moves: bool,
    /// Whether two of its paths can have the same effect.
    pub duplicates: bool,
    /// Whether it has movements that are not compiled.
    pub trees: bool,
    /// Maximum number of pieces one of its moves can capture.
    pub most_victims: u16,
    /// Whether its moves put other pieces on new squares.
    pub unloads: bool,
    /// Whether it can induce moves of other pieces (mode `x`).
    pub induces: bool,
    /// Whether its moves depend on other pieces.
    pub dynamic: bool,
    /// `[type]`: number of the loan for moving as that type; empty if it borrows nothing.
    pub borrows: Vec<Option<u32>>,
    /// `[type]`: numbers of the loans for imitating that type; empty if it imitates nothing.
    pub imitates: Vec<Vec<u32>>,
    /// What its movements with the atom `M` may capture.
    pub mirrors: Vec<Landing>,
    /// Number of the loan with all its own movements, for mirrors to look up.
    pub own: Option<u32>,
    /// Whether its moves have flames.
    pub burns: bool,
    /// Whether it must promote wherever it may.
    pub must_promote: bool,
    /// Whether it counts for baring.
    pub baring: bool,
    /// Whether its quiet moves are irreversible (pawns: types that promote and never move backward).
    pub irreversible: bool,
    /// Whether its moves reset the move count (key `moveRulePieces`).
    pub restarts: bool,
    /// How it may be dropped.
    pub drops: Vec<DropRule>,
    /// Type it becomes when captured into a hand.
    pub demoted: PieceType,
}

impl KindInfo {
    /// Whether one move might capture this many pieces; always true if the moves depend on other pieces.
    pub fn can_capture(&self, pieces: usize) -> bool {
        self.dynamic || usize::from(self.most_victims) >= pieces
    }
    /// Whether its drops can capture.
    pub(crate) fn drops_capture(&self) -> bool {
        self.drops.iter().any(|rule| !rule.landing.take.is_empty())
    }
}

/// Facts from the trees of a kind.
#[derive(Clone, Copy, Default)]
struct TreeFacts {
    /// Whether some square has movements that are not compiled.
    residual: bool,
    /// Maximum number of pieces one move can capture.
    most_victims: u16,
    /// Whether two paths from one square can have the same effect.
    duplicates: bool,
}

/// Returns the facts about each kind, except promotion and loans.
pub(super) fn kind_infos(variant: &Variant, trees: &Trees, kinds: &[Kind]) -> Box<[KindInfo]> {
    let facts = trees.of_each_forest(|kind| trees.tree_facts(kind));
    let facts = |kind: Kind| facts[trees.twin(kind).index()].unwrap_or_default();
    kinds.iter().map(|&kind| kind_info(variant, kind, facts(kind))).collect()
}

impl Trees {
    fn tree_facts(&self, kind: Kind) -> TreeFacts {
        let squares = || (0..self.squares() as u16).map(Square);
        let residual = squares().any(|square| !self.residual_tree(kind, square).is_empty());
        let most_victims = squares().map(|square| self.most_victims(self.tree(kind, square))).max();
        // Compiled movements need no check for duplicates here.
        TreeFacts {
            residual,
            most_victims: most_victims.unwrap_or(1),
            duplicates: residual && duplicates::any(self, kind),
        }
    }
    /// Maximum number of pieces one path of a tree can capture.
    fn most_victims(&self, tree: Range<usize>) -> u16 {
        let nodes = &self.nodes()[tree.clone()];
        if !nodes.iter().any(|node| node.flags.intersects(Flags::LOCUST)) {
            return 1;
        }
        // Parents precede their children.
        let mut victims: Vec<u16> = Vec::with_capacity(nodes.len());
        for node in nodes {
            let before = node.parent_index().map_or(0, |parent| victims[parent - tree.start]);
            victims.push(before.saturating_add(u16::from(node.flags.intersects(Flags::TAKES))));
        }
        // The node where a path captures en passant does not take the piece on its square.
        let passed = |node: &Node| u16::from(node.flags.intersects(Flags::PASSED));
        let of_paths = victims.iter().zip(nodes).map(|(&taken, node)| taken.saturating_add(passed(node)));
        of_paths.max().unwrap_or(1)
    }
}

fn kind_info(variant: &Variant, kind: Kind, facts: TreeFacts) -> KindInfo {
    let piece = kind.piece();
    let baring = CaptureRules::marks(&variant.ends.baring, piece);
    let movements = variant.movements(piece);
    let (dynamic, unloads) = (rules::is_dynamic(variant, piece), movements.iter().any(Movement::unloads));
    let induces = movements.iter().any(rules::induces);
    let burns = movements.iter().any(|m| !m.flames.is_empty());
    let trees = facts.residual || dynamic;
    KindInfo {
        royal: variant.is_royal(piece),
        minds_unmoved: rules::minds_unmoved(variant, piece),
        unmoved_use: rules::unmoved_use(variant, piece),
        castles: variant.pieces[piece.index()].castlings().next().is_some(),
        initial_moves: movements.iter().any(|m| m.initial == Initial::Unmoved),
        trees,
        most_victims: if burns || induces { u16::MAX } else { facts.most_victims },
        unloads,
        induces,
        dynamic,
        mirrors: movements.iter().filter_map(mirrored).collect(),
        burns,
        must_promote: rules::must_promote(variant, piece),
        duplicates: trees && (unloads || induces || dynamic || facts.duplicates),
        baring,
        irreversible: variant.is_irreversible(piece),
        restarts: variant.resets_count(piece),
        drops: rules::drops(variant, kind),
        demoted: rules::demoted_form(variant, piece),
        ..KindInfo::default()
    }
}

/// What a movement with the atom `M` may capture; `None` for other movements.
pub(super) fn mirrored(movement: &Movement) -> Option<Landing> {
    let all = Landing { pass: Occupancy::empty(), take: Occupancy::OCCUPIED };
    match &movement.kind {
        MovementKind::Mirror(modes) => Some(modes.unwrap_or(all)),
        _ => None,
    }
}
