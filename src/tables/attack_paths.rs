//! Captures as paths of a tree, and the squares that they depend on.

use super::tree::{Flags, Node, Passage};
use super::trees::Trees;
use crate::board::Square;
use crate::board::bits::{Bits, contains, insert};
use crate::notation::legs::Occupancy;

/// A capture as a path of a tree: the node where the move ends and the node of the victim (the same node or
/// an ancestor).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attack {
    /// Node where the move ends.
    pub end: u32,
    /// Node where the victim stands.
    pub victim: u32,
}

/// Condition for one piece to capture a royal, apart from the two squares themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PairForm {
    /// All squares it depends on must be empty.
    Clear,
    /// Exactly one of them must be occupied.
    Hop,
    /// This one must be occupied, all others empty.
    Mount(Square),
    /// Decided by the stored paths.
    General,
}

/// Condition for the captures of a kind, apart from origin and target.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum KindForm {
    /// None: leaps.
    Leap,
    /// The squares between them must be empty: [`Reverse::between`](super::attack_tables::Reverse::between).
    Straight,
    /// Each pair of squares has a [`PairForm`].
    #[default]
    ByPair,
}

impl PairForm {
    /// Whether the capture is possible with `pieces` on the squares that decide; `None` if only the paths can tell.
    #[inline(always)]
    pub fn holds<const W: usize>(self, pieces: Bits<W>) -> Option<bool> {
        match self {
            Self::Clear => Some(pieces.is_empty()),
            Self::Hop => Some(pieces.count() == 1),
            Self::Mount(mount) => Some(pieces == Bits::square(mount)),
            Self::General => None,
        }
    }
}

/// Derives the form of a pair from its paths.
pub(super) fn pair_form(trees: &Trees, attacks: &[Attack], depends: &[u64]) -> PairForm {
    let mounts = |attack: &Attack| mounts(trees, *attack);
    let squares: u32 = depends.iter().map(|word| word.count_ones()).sum();
    let target = trees.nodes()[attacks[0].victim as usize].square;
    if contains(depends, target.into()) {
        return PairForm::General;
    }
    // A line over one mount: each path depends on all squares of the line, not only on the mount's.
    let whole_line = |attack: &Attack| {
        let mut own = vec![0; depends.len()];
        mark_squares(trees, *attack, &mut own);
        own == depends
    };
    // Every square must be the mount of a path: two paths could share one.
    let every_mount = || {
        let mut own = vec![0; depends.len()];
        let ends = attacks.iter().map(|attack| &trees.nodes()[attack.end as usize]);
        let mounts = ends.flat_map(|end| trees.ancestors(end)).filter(|node| node.go == Occupancy::OCCUPIED);
        mounts.for_each(|mount| insert(&mut own, mount.square.into()));
        own == depends
    };
    match attacks {
        [only] if mounts(only) == Some(0) => PairForm::Clear,
        _ if attacks.len() as u32 == squares
            && attacks.iter().all(|a| mounts(a) == Some(1) && whole_line(a))
            && every_mount() =>
        {
            PairForm::Hop
        }
        [only] if mounts(only) == Some(1) && whole_line(only) => {
            let end = &trees.nodes()[only.end as usize];
            // A path that reads a square twice may need it both empty and occupied.
            let once = trees.ancestors(end).count() as u32 == squares;
            let mount = trees.ancestors(end).find(|node| node.go == Occupancy::OCCUPIED);
            mount.filter(|_| once).map_or(PairForm::General, |node| PairForm::Mount(Square(node.square)))
        }
        _ => PairForm::General,
    }
}

/// Number of squares on a path that must be occupied, the others being empty; `None` if it is not that
/// simple.
fn mounts(trees: &Trees, attack: Attack) -> Option<u32> {
    if attack.end != attack.victim {
        return None;
    }
    let simple = |node: &Node| {
        let special = Flags::GUARD | Flags::VACATED | Flags::LOCUST | Flags::DISPLACED | Flags::GATES;
        let passage = trees.extra_of(node).and_then(|extra| extra.passage.as_ref());
        let one_way = |passage: &Passage| matches!(passage, Passage::Free(ways) if ways.len() <= 1);
        !node.flags.intersects(special) && passage.is_none_or(one_way)
    };
    let end = &trees.nodes()[attack.end as usize];
    if !simple(end) {
        return None;
    }
    let mounts = trees.ancestors(end).map(|node| match node.go {
        _ if !simple(node) => None,
        Occupancy::EMPTY => Some(0),
        Occupancy::OCCUPIED => Some(1),
        _ => None,
    });
    mounts.sum()
}

/// Whether the path that captures the victim also captures en passant.
pub(super) fn takes_in_passing(trees: &Trees, attack: Attack) -> bool {
    let end = &trees.nodes()[attack.end as usize];
    let at_the_end = attack.end != attack.victim && end.emit.intersects(Occupancy::EN_PASSANT);
    end.flags.intersects(Flags::PASSED) || at_the_end
}

/// Adds the squares that a capture depends on, except the victim's.
pub(super) fn mark_squares(trees: &Trees, attack: Attack, bits: &mut [u64]) {
    if takes_in_passing(trees, attack) {
        // An en passant victim may stand anywhere; its square depends on the last move.
        return (0..trees.squares()).for_each(|square| insert(bits, square));
    }
    let mut mark = |square: u16| insert(bits, square.into());
    let [end, victim] = [attack.end, attack.victim].map(|index| &trees.nodes()[index as usize]);
    for node in std::iter::once(end).chain(trees.ancestors(end)) {
        if !std::ptr::eq(node, victim) && !node.flags.intersects(Flags::VACATED | Flags::GUARD) {
            mark(trees.read_at(node));
        }
        let passage = trees.extra_of(node).and_then(|extra| extra.passage.as_ref());
        passage.into_iter().flat_map(Passage::squares).for_each(&mut mark);
    }
}
