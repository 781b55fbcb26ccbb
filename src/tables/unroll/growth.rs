//! Adds nodes to a forest.

use super::budget::{Budget, Excess};
use super::path::UnrollPath;
use super::state::{Forest, Unroller};
use crate::board::Square;
use crate::notation::legs::Occupancy;
use crate::tables::tree::{Extra, Flags, Node};
use fxhash::hash64;

/// Bytes of extras taken from the budget at a time.
const CHUNK_BYTES: usize = 1 << 16;

/// Contents impossible on a square that is a hole without a piece.
const VANISHED: Occupancy = Occupancy::EMPTY.union(Occupancy::EN_PASSANT);

impl Unroller<'_> {
    pub(super) fn intern_trail(&mut self, path: &UnrollPath, end: u16) -> Option<u32> {
        if path.trail.is_empty() {
            return None;
        }
        let mut squares = path.trail.clone();
        squares.retain(|&square| square != end && square != path.mover);
        squares.sort_unstable();
        squares.dedup();
        if squares.is_empty() {
            return None;
        }
        let Forest { trails, known_trails, bytes, .. } = &mut self.forest;
        let hash = hash64(&squares);
        let known = known_trails.get(&hash).filter(|&&known| trails[known as usize] == squares);
        Some(known.copied().unwrap_or_else(|| {
            *bytes += size_of::<Vec<u16>>() + size_of_val(&squares[..]);
            trails.push(squares);
            known_trails.insert(hash, trails.len() as u32 - 1);
            trails.len() as u32 - 1
        }))
    }
    /// Opens a node; everything pushed until [`Self::close`] is its subtree.
    pub(super) fn open(
        &mut self,
        square: u16,
        emit: Occupancy,
        go: Occupancy,
        flags: Flags,
        path: &UnrollPath,
        mut extra: Extra,
    ) -> u32 {
        // Without a piece on it, such a square is a hole.
        let gone = if self.board.is_fleeting(Square(square)) { VANISHED } else { Occupancy::empty() };
        let (emit, go) = (emit - gone, go - gone);
        if let Some(&(_, from)) = path.cargo.standing.iter().find(|&&(at, _)| at == square) {
            extra.stands_in = Some(from);
        }
        if path.cargo.gate == Some(square) {
            // A friend, like the moving piece.
            extra.stands_in = Some(path.mover);
        }
        let is_extra = extra != Extra::default();
        let more = [
            (path.vacated.contains(square), Flags::VACATED),
            (extra.stands_in.is_some(), Flags::DISPLACED),
            (extra.gate.is_some(), Flags::GATES),
            (extra.burn.is_some(), Flags::BURNS),
            (!extra.unloads.is_empty(), Flags::UNLOADS),
            (is_extra, Flags::EXTRA),
        ];
        let more = more.iter().filter(|(holds, _)| *holds);
        let flags = more.fold(flags | path.flags, |all, &(_, flag)| all | flag);
        let index = if is_extra { self.intern_extra(extra) } else { 0 };
        let id = self.forest.nodes.len() as u32;
        self.forest.nodes.push(Node { square, emit, go, flags, skip: 0, parent: path.parent, extra: index });
        if self.forest.nodes.len() > Budget::MAX_NODES {
            self.excess = Some(Excess::Nodes);
        }
        if self.forest.bytes > self.taken_bytes + CHUNK_BYTES {
            self.take_bytes(0);
        }
        id
    }
    /// Takes the memory of new extras, and `more` bytes, from the budget.
    pub(super) fn take_bytes(&mut self, more: usize) {
        if !self.budget.take_bytes(self.forest.bytes - self.taken_bytes + more) {
            self.excess = Some(Excess::Bytes);
        }
        self.taken_bytes = self.forest.bytes;
    }
    pub(super) fn intern_extra(&mut self, extra: Extra) -> u32 {
        // Equal extras come from neighbouring nodes of the same tree: checking the last few finds them.
        let extras = &mut self.forest.extras;
        let start = extras.len().saturating_sub(16);
        let index = extras[start..].iter().position(|e| *e == extra).map_or_else(
            || {
                self.forest.bytes += extra.bytes();
                extras.push(extra);
                extras.len() - 1
            },
            |offset| start + offset,
        );
        index as u32
    }
    /// Closes a node: sets its `skip`, or removes it if no move can end in its subtree.
    pub(super) fn close(&mut self, id: u32) {
        let nodes = &mut self.forest.nodes;
        let end = nodes.len() as u32;
        let node = &mut nodes[id as usize];
        let possible = if node.flags.intersects(Flags::VACATED) && !node.flags.intersects(Flags::GUARD) {
            Occupancy::EMPTY | Occupancy::EN_PASSANT
        } else if node.flags.intersects(Flags::DISPLACED) && !node.flags.intersects(Flags::GUARD) {
            Occupancy::OCCUPIED
        } else {
            Occupancy::all()
        };
        node.emit &= possible;
        node.go &= possible;
        node.skip = end;
        let barren = node.go.is_empty() || end == id + 1;
        if barren && node.emit.is_empty() {
            nodes.truncate(id as usize);
        }
    }
}
