//! Parallel perft, optionally with a hash table of counts.
//!
//! Each thread takes one root move at a time or, if there are few root moves, one pair of moves.

use crate::board::Color;
use crate::position::{Game, Move, MoveList, Position};
use crate::{movegen, perft};
use arrayvec::ArrayVec;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// With fewer root moves per thread than this, the tasks are pairs of moves, so that the threads finish at about the
/// same time.
const MOVES_A_THREAD: usize = 64;

/// With at least this number of moves, two plies are worth dividing.
const MANY_MOVES: usize = 256;

/// Counts the leaf nodes `depth` plies below a position; 1 for depth 0.
pub fn count(game: &Game, pos: &Position, depth: u32, table: Option<&PerftTable>) -> u64 {
    match depth {
        // Too small to divide.
        0..=1 => perft::perft(game, &mut pos.clone(), depth),
        2 => count_two_plies(game, pos),
        _ => divide(game, pos, depth, table).iter().map(|&(_, nodes)| nodes).sum(),
    }
}

/// Counts the leaf nodes two plies below a position, by all threads if it has many moves.
fn count_two_plies(game: &Game, pos: &Position) -> u64 {
    let whole = || perft::perft(game, &mut pos.clone(), 2);
    let threads = rayon::current_num_threads();
    if threads == 1 {
        return whole();
    }
    let list = movegen::legal_moves(game, &mut pos.clone());
    if list.len() < MANY_MOVES {
        return whole();
    }
    let portion = list.len().div_ceil(4 * threads);
    let portions: Vec<usize> = (0..list.len()).step_by(portion).collect();
    let count = |first| perft::perft_after(game, &mut pos.clone(), first..first + portion);
    portions.into_par_iter().with_max_len(1).map(count).sum()
}

/// Returns the legal moves in the generator's order, each with the number of leaf nodes `depth - 1` plies below it.
/// Empty for depth 0.
pub fn divide(game: &Game, pos: &Position, depth: u32, table: Option<&PerftTable>) -> Vec<(Move, u64)> {
    let Some(below) = depth.checked_sub(1) else { return Vec::new() };
    let mut root = pos.clone();
    let list = movegen::legal_moves(game, &mut root);
    let threads = rayon::current_num_threads();
    let pairs = threads > 1 && below >= 3 && list.len() < MOVES_A_THREAD * threads;
    // Each with the index of the root move.
    let mut tasks: Vec<(usize, PerftTask)> = Vec::new();
    for (index, &mv) in list.iter().enumerate() {
        if !pairs {
            tasks.push((index, PerftTask::from_iter([mv])));
            continue;
        }
        let replies = root.after(game, mv, |pos| movegen::legal_moves(game, pos));
        tasks.extend(replies.iter().map(|&reply| (index, PerftTask::from([mv, reply]))));
    }
    let state = || (pos.clone(), MoveList::new());
    let count = |(pos, list): &mut (Position, MoveList), (index, task): (usize, PerftTask)| {
        task.iter().for_each(|&mv| pos.make(game, mv));
        let nodes = descend(game, pos, depth - task.len() as u32, table, list);
        task.iter().for_each(|_| pos.unmake(game));
        (index, nodes)
    };
    let counts: Vec<(usize, u64)> = tasks.into_par_iter().with_max_len(1).map_init(state, count).collect();
    let mut parts: Vec<(Move, u64)> = list.iter().map(|&mv| (mv, 0)).collect();
    counts.into_iter().for_each(|(index, nodes)| parts[index].1 += nodes);
    parts
}

/// Unit of work: the tree below a root move, or below a reply to it.
type PerftTask = ArrayVec<Move, 2>;

/// Counts the leaf nodes below a position. `list` is a buffer; its length is restored.
fn descend(
    game: &Game,
    pos: &mut Position,
    depth: u32,
    table: Option<&PerftTable>,
    list: &mut MoveList,
) -> u64 {
    let Some(table) = table.filter(|_| depth >= 2) else {
        return perft::perft_until(game, pos, depth, list, &|| false);
    };
    let key = key(pos);
    if let Some(nodes) = table.probe(key, depth) {
        return nodes;
    }
    let start = list.len();
    movegen::list_legal(game, pos, list);
    let mut nodes = 0;
    for index in start..list.len() {
        pos.make(game, list[index]);
        nodes += descend(game, pos, depth - 1, Some(table), list);
        pos.unmake(game);
    }
    list.truncate(start);
    table.store(key, depth, nodes);
    nodes
}

/// Hashes everything the tree below a position depends on: the position key and lost royals.
fn key(pos: &Position) -> u64 {
    let lost = |color: Color| u64::from(pos.has_lost_royal(color));
    pos.key() ^ (lost(Color::White) | lost(Color::Black) << 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Low bits of an entry, which hold the depth; the other bits hold the count.
const DEPTH_BITS: u32 = 8;

/// An entry: count and depth, then the key XORed with them.
type PerftSlot = [AtomicU64; 2];

/// Hash table of counts, shared by all threads. Use one table per root: keys leave out whatever is constant below a
/// root (the variant, castling partners).
///
/// An entry must match the 64-bit key and the depth, so a table does not change any count. The first of two slots keeps
/// the larger tree, the second the newer one. An entry torn by two writers fails the key check.
/// CITE: Hyatt and Mann, "A lock-less transposition table implementation" (2002).
#[derive(Debug)]
pub struct PerftTable {
    buckets: Vec<[PerftSlot; 2]>,
}

impl PerftTable {
    /// Creates a table of `mb` MiB, at least one bucket.
    ///
    /// # Errors
    /// There is not enough memory.
    pub fn new(mb: usize) -> Result<Self, std::collections::TryReserveError> {
        let count = (mb.saturating_mul(1 << 20) / size_of::<[PerftSlot; 2]>()).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count)?;
        buckets.resize_with(count, Default::default);
        Ok(Self { buckets })
    }
    fn bucket(&self, key: u64, depth: u32) -> &[PerftSlot; 2] {
        let mixed = (key ^ u64::from(depth) << 57).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let index = (u128::from(mixed) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
    fn probe(&self, key: u64, depth: u32) -> Option<u64> {
        let mut slots = self.bucket(key, depth).iter();
        slots.find_map(|[data, check]| {
            let (data, check) = (data.load(Relaxed), check.load(Relaxed));
            let same = check ^ data == key && data & ((1 << DEPTH_BITS) - 1) == u64::from(depth);
            same.then_some(data >> DEPTH_BITS)
        })
    }
    fn store(&self, key: u64, depth: u32, nodes: u64) {
        // Counts that do not fit are not stored.
        if depth >> DEPTH_BITS != 0 || nodes >> (64 - DEPTH_BITS) != 0 {
            return;
        }
        let data = nodes << DEPTH_BITS | u64::from(depth);
        let [larger, newer] = self.bucket(key, depth);
        let slot = if nodes >= larger[0].load(Relaxed) >> DEPTH_BITS { larger } else { newer };
        slot[0].store(data, Relaxed);
        slot[1].store(key ^ data, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant;

    /// Two plies divided among threads count as much as in one piece, also where both sides have many moves and the
    /// number of moves is no multiple of the portions.
    #[test]
    fn divided_plies_count_the_same() {
        let queens: Vec<String> = ('a'..='p').map(|file| format!("{file}1")).collect();
        let text = format!("files=16\nranks=16\nroyal=K\nqueen:Q:Q::{}\nking:K:K::h2\n", queens.join(","));
        let game = Game::new(variant::read("test", &text).expect("a variant").0).expect("tables");
        let pos = Position::start(&game);
        let list = movegen::legal_moves(&game, &mut pos.clone());
        assert!(list.len() >= MANY_MOVES, "{} moves", list.len());
        let whole = perft::perft(&game, &mut pos.clone(), 2);
        for threads in [1, 2, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            assert_eq!(pool.install(|| count(&game, &pos, 2, None)), whole, "{threads} threads");
        }
    }

    /// An empty slot has depth 0, which is never probed.
    #[test]
    fn an_entry_is_found_only_by_its_key_and_depth() {
        let table = PerftTable::new(0).expect("a bucket");
        assert_eq!(table.probe(0, 2), None);
        table.store(7, 3, 100);
        assert_eq!((table.probe(7, 3), table.probe(7, 2), table.probe(8, 3)), (Some(100), None, None));
        table.store(8, 3, 50);
        assert_eq!((table.probe(7, 3), table.probe(8, 3)), (Some(100), Some(50)));
        table.store(9, 3, 100);
        assert_eq!((table.probe(7, 3), table.probe(9, 3)), (None, Some(100)));
        table.store(10, 256, 1);
        table.store(10, 3, 1 << 56);
        assert_eq!((table.probe(10, 256), table.probe(10, 3)), (None, None));
    }
}
