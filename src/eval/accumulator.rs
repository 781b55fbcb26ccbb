//! Accumulators along the current line of a search, updated only where a position is evaluated.
//!
//! Each entry holds the hidden values of both sides for one ply, with the key of the position. An entry is valid if its
//! key is that of the same ply of the line. The update takes the cells changed since the nearest valid entry from the
//! position's log, so that every kind of move is covered, however many pieces it touches.

use crate::board::{Color, Square};
use crate::net::{BUCKETS, FeatureSet, HiddenLayer, Layers, Net};
use crate::position::Position;
use crate::position::cell::Cell;
use crate::values::FULL_PHASE;
use arrayvec::ArrayVec;

/// Plies to look back for a valid entry.
const MAX_PLIES_BACK: usize = 6;
/// Changed features beyond which a new sum is cheaper.
const MAX_CHANGES: usize = 16;

/// A list of changed features.
type Rows = ArrayVec<u32, MAX_CHANGES>;

/// Hidden values at one ply.
#[derive(Clone, Debug)]
struct Accumulator<const H: usize> {
    /// Key of the position; `None` until it is computed.
    key: Option<u64>,
    /// `[colour]`: the view of the side.
    views: [usize; 2],
    /// `[colour]`
    values: [[i16; H]; 2],
}

/// Accumulators of a line.
#[derive(Clone, Debug)]
pub(super) struct AccumulatorStack<const H: usize> {
    /// Plies of the history at the root.
    root: usize,
    entries: Vec<Accumulator<H>>,
    /// `[square]`: the stamp of the update that has seen the square.
    seen: Vec<u32>,
    stamp: u32,
}

/// The features that differ between an entry and the position, for one side.
#[derive(Default)]
struct Difference {
    added: Rows,
    removed: Rows,
    /// There are too many.
    overflows: bool,
}

impl Difference {
    fn push(&mut self, list: fn(&mut Self) -> &mut Rows, row: u32) {
        self.overflows |= list(self).try_push(row).is_err();
    }
}

impl<const H: usize> AccumulatorStack<H> {
    fn new(root: &Position) -> Self {
        Self { root: root.plies(), entries: Vec::new(), seen: vec![0; root.cells().len()], stamp: 0 }
    }
    /// Returns the output for the side to move, in centipawns.
    fn evaluate(&mut self, layer: &HiddenLayer<H>, features: &FeatureSet, pos: &Position) -> i32 {
        let at = pos.plies().saturating_sub(self.root);
        while self.entries.len() <= at {
            self.entries.push(Accumulator { key: None, views: [0; 2], values: [layer.bias; 2] });
        }
        if self.entries[at].key != Some(pos.key()) {
            self.update(layer, features, pos, at);
        }
        let entry = &self.entries[at];
        let side = pos.side().index();
        layer.output([&entry.values[side], &entry.values[1 - side]], bucket(pos))
    }
    /// Computes entry `at`.
    fn update(&mut self, layer: &HiddenLayer<H>, features: &FeatureSet, pos: &Position, at: usize) {
        let views = Color::BOTH.map(|side| features.view(pos, side));
        let valid = |&back: &usize| self.entries[back].key == Some(pos.key_after(self.root + back));
        let base = (at.saturating_sub(MAX_PLIES_BACK)..at).rev().find(valid);
        let mut differences = base.map(|base| self.differences(features, pos, base, views));
        let (before, rest) = self.entries.split_at_mut(at);
        let entry = &mut rest[0];
        (entry.key, entry.views) = (Some(pos.key()), views);
        for side in 0..2 {
            let values = &mut entry.values[side];
            let from = base.map(|base| &before[base]).filter(|from| from.views[side] == views[side]);
            let difference = differences.as_mut().map(|both| &both[side]).filter(|d| !d.overflows);
            match (from, difference) {
                (Some(from), Some(difference)) => apply(layer, values, &from.values[side], difference),
                _ => {
                    *values = layer.bias;
                    features.active(pos, views[side], |row| layer.add(values, row));
                }
            }
        }
    }
    /// Collects the features changed since entry `base`, for both sides.
    fn differences(
        &mut self,
        features: &FeatureSet,
        pos: &Position,
        base: usize,
        views: [usize; 2],
    ) -> [Difference; 2] {
        let mut both = [Difference::default(), Difference::default()];
        self.stamp = self.stamp.wrapping_add(1);
        let mut change = |square: Square, old: Cell, new: Cell| {
            for (difference, view) in both.iter_mut().zip(views) {
                features.of_cell(view, old, square, |row| difference.push(|d| &mut d.removed, row));
                features.of_cell(view, new, square, |row| difference.push(|d| &mut d.added, row));
            }
        };
        for (square, old) in pos.cells_changed_after(self.root + base) {
            // The first change of a square has its content at the base.
            if std::mem::replace(&mut self.seen[square.index()], self.stamp) != self.stamp {
                change(square, old, pos.cell(square));
            }
        }
        let mut kinds = ArrayVec::<_, MAX_CHANGES>::new();
        for (kind, old) in pos.hands_changed_after(self.root + base) {
            if kinds.contains(&kind) {
                continue;
            }
            let full = kinds.try_push(kind).is_err();
            let new = pos.hands()[kind.index()];
            for (difference, view) in both.iter_mut().zip(views) {
                difference.overflows |= full;
                features.of_hand(view, kind, new, old, |row| difference.push(|d| &mut d.removed, row));
                features.of_hand(view, kind, old, new, |row| difference.push(|d| &mut d.added, row));
            }
        }
        both
    }
}

/// Sets `values` to `before` with the changes.
#[inline]
fn apply<const H: usize>(
    layer: &HiddenLayer<H>,
    values: &mut [i16; H],
    before: &[i16; H],
    changes: &Difference,
) {
    let (mut added, mut removed) = (&changes.added[..], &changes.removed[..]);
    match (added.split_first(), removed.split_first()) {
        (Some((&plus, more)), Some((&minus, others))) => {
            layer.replace(values, before, plus, minus);
            (added, removed) = (more, others);
        }
        _ => *values = *before,
    }
    added.iter().for_each(|&row| layer.add(values, row));
    removed.iter().for_each(|&row| layer.subtract(values, row));
}

/// The set of output weights for a position.
#[inline]
pub fn bucket(pos: &Position) -> usize {
    let phase = pos.weights().1.clamp(0, FULL_PHASE - 1) as usize;
    phase * BUCKETS / FULL_PHASE as usize
}

/// Accumulators of a line, for a net of any size.
#[derive(Clone, Debug)]
pub struct NetState(Stacks);

#[derive(Clone, Debug)]
enum Stacks {
    H16(AccumulatorStack<16>),
    H32(AccumulatorStack<32>),
    H64(AccumulatorStack<64>),
    H128(AccumulatorStack<128>),
}

impl NetState {
    /// The state for evaluations along lines from a position.
    pub fn new(net: &Net, root: &Position) -> Self {
        Self(match net.layers {
            Layers::H16(_) => Stacks::H16(AccumulatorStack::new(root)),
            Layers::H32(_) => Stacks::H32(AccumulatorStack::new(root)),
            Layers::H64(_) => Stacks::H64(AccumulatorStack::new(root)),
            Layers::H128(_) => Stacks::H128(AccumulatorStack::new(root)),
        })
    }
    /// Returns the output for the side to move (cp), updating the state of an earlier position.
    #[inline]
    pub fn evaluate(&mut self, net: &Net, pos: &Position) -> i32 {
        let features = &net.features;
        match (&mut self.0, &net.layers) {
            (Stacks::H16(stack), Layers::H16(layer)) => stack.evaluate(layer, features, pos),
            (Stacks::H32(stack), Layers::H32(layer)) => stack.evaluate(layer, features, pos),
            (Stacks::H64(stack), Layers::H64(layer)) => stack.evaluate(layer, features, pos),
            (Stacks::H128(stack), Layers::H128(layer)) => stack.evaluate(layer, features, pos),
            // The state of another net.
            _ => 0,
        }
    }
}

/// Returns the output of a net for the side to move (cp), computed from scratch.
pub fn net_output(net: &Net, pos: &Position) -> i32 {
    NetState::new(net, pos).evaluate(net, pos)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::LayerWeights;
    use crate::position::Game;
    use crate::random::Rng;
    use crate::variant::catalogue;

    fn weights(features: usize) -> LayerWeights {
        let mut rng = Rng(1);
        let mut numbers = |count: usize| (0..count).map(|_| rng.below(201) as i16 - 100).collect();
        LayerWeights {
            hidden: 16,
            rows: numbers(features * 16),
            bias: numbers(16),
            output: numbers(2 * BUCKETS * 16),
            output_bias: vec![0; BUCKETS],
            scale: 256 * 300,
            keeps_terms: false,
        }
    }

    #[test]
    fn changes_are_applied_in_any_number() {
        let Some(Layers::H16(layer)) = Layers::new(&weights(4), 4) else { panic!("sixteen hidden values") };
        let sum = |rows: &[u32]| {
            let mut values = layer.bias;
            rows.iter().for_each(|&row| layer.add(&mut values, row));
            values
        };
        for (added, removed, after) in [
            (&[][..], &[][..], &[0, 1][..]),
            (&[2], &[], &[0, 1, 2]),
            (&[], &[0], &[1]),
            (&[2], &[0], &[1, 2]),
            (&[2, 3], &[0, 1], &[2, 3]),
        ] {
            let mut difference = Difference::default();
            added.iter().for_each(|&row| difference.push(|d| &mut d.added, row));
            removed.iter().for_each(|&row| difference.push(|d| &mut d.removed, row));
            let mut values = [0; 16];
            apply(&layer, &mut values, &sum(&[0, 1]), &difference);
            assert_eq!(values, sum(after), "{added:?} {removed:?}");
        }
        let mut difference = Difference::default();
        (0..=MAX_CHANGES).for_each(|_| difference.push(|d| &mut d.added, 0));
        assert!(difference.overflows);
    }

    /// Entries skipped on the way, a step back and another move: the output is that of a new sum.
    #[test]
    fn entries_follow_the_line() {
        let game = Game::new(catalogue::find("normal").expect("chess").variant.clone()).expect("tables");
        let features = FeatureSet::new(game.game_rules());
        let net = Net::new(features.clone(), &weights(features.count())).expect("fits");
        let mut pos = Position::start(&game);
        assert_eq!(bucket(&pos), BUCKETS - 1);
        let bare = Position::from_fen(&game, "4k3/8/8/8/8/8/8/4K3 w - - 0 1").expect("a position");
        assert_eq!(bucket(&bare), 0);
        let mut state = NetState::new(&net, &pos);
        let play = |pos: &mut Position, number: usize| {
            let list = crate::movegen::legal_moves(&game, pos);
            pos.make(&game, list[number]);
        };
        for (number, evaluates) in [(3, true), (5, false), (0, true), (7, false), (2, false), (1, true)] {
            play(&mut pos, number);
            if evaluates {
                assert_eq!(state.evaluate(&net, &pos), net_output(&net, &pos), "{}", pos.fen(&game));
            }
        }
        pos.unmake(&game);
        play(&mut pos, 4);
        assert_eq!(state.evaluate(&net, &pos), net_output(&net, &pos));
    }
}
