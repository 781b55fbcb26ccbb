//! State of the unroller of one kind.

use super::budget::{Budget, Excess};
use crate::board::{Color, Geometry, Square};
use crate::tables::tree::{Extra, Node, Passage};
use crate::tables::trie::BundleKey;
use fxhash::FxHashMap;

/// Restriction of a kind by `morph` on a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Access {
    /// Nothing.
    Open,
    /// Moves may not end there.
    Forbidden,
    /// Moves may not end there by capturing a friend.
    NoFriend,
}

impl Access {
    /// Whether a move may end there; `friend` if it captures a friend.
    pub fn admits(self, friend: bool) -> bool {
        match self {
            Self::Open => true,
            Self::Forbidden => false,
            Self::NoFriend => !friend,
        }
    }
}

/// One landing square of a leg.
pub(super) struct Stop {
    pub(super) square: u16,
    /// Steps made so far.
    pub(super) n: u16,
    /// Whether the leg may end here.
    pub(super) ends: bool,
    /// Whether it may continue.
    pub(super) goes_on: bool,
    /// Condition to get here.
    pub(super) passage: Option<Passage>,
}

/// Trees of one kind under construction, with local indices.
#[derive(Debug, Default)]
pub struct Forest {
    /// All nodes.
    pub nodes: Vec<Node>,
    /// `[square]`: first node of the square's tree; one extra entry at the end.
    pub first: Vec<u32>,
    /// `[square]`: end of its residual nodes, which come first.
    pub residual: Vec<u32>,
    /// Extras that nodes refer to.
    pub extras: Vec<Extra>,
    /// Trails that extras refer to.
    pub trails: Vec<Vec<u16>>,
    /// Trails by hash.
    pub(super) known_trails: FxHashMap<u64, u32>,
    /// Bytes of extras and trails.
    pub bytes: usize,
}

/// Unrolls one kind.
#[derive(Debug)]
pub struct Unroller<'a> {
    pub(super) board: &'a Geometry,
    pub(super) color: Color,
    pub(super) access: Vec<Access>,
    /// `[square]`: whether the kind starts there (`ii`).
    pub(super) starts: Vec<bool>,
    /// `[zone][square]`: the zones that movements may be bound to.
    pub(super) zones: Vec<Vec<bool>>,
    pub(super) forest: Forest,
    pub(super) budget: &'a Budget,
    /// Steps taken so far.
    pub(super) steps: usize,
    /// Bytes of the forest's extras and trails already taken from the budget.
    pub(super) taken_bytes: usize,
    pub(super) excess: Option<Excess>,
    pub(super) origin: Square,
    /// What the movements have in common.
    pub(super) key: BundleKey,
    /// Whether some movement may not revisit squares.
    pub(super) fresh: bool,
}
