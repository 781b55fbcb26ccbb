//! The transposition table: results of earlier searches by position.
//!
//! Entries are two words, the second stored XORed with the first, so that threads can share the table without locks:
//! an entry torn by two writers fails its key check.
//! CITE: Hyatt and Mann, "A lock-less transposition table implementation" (2002).

use super::prefetch::prefetch;
use super::score::{Bound, Score, Window, is_mate};
use crate::board::Square;
use crate::position::Move;
use memmap2::MmapMut;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use zerocopy::FromBytes;

/// Encoding of a move in 32 bits, which in practice distinguish it from the others of its position.
///
/// Compiled moves and drops are readable: bit 31 is set, bits 19-30 are the start, 7-18 the end, 0-6 the type after
/// the move. Other moves are stored as 31 bits of a hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TtMove(NonZeroU32);

impl TtMove {
    const READABLE: u32 = 1 << 31;
    const SQUARE: u32 = 0xFFF;
    const BECOMES: u32 = 0x7F;

    /// The encoding of a move.
    #[inline]
    pub fn of(mv: Move) -> Self {
        let (from, to, becomes) = (u32::from(mv.from), u32::from(mv.to), u32::from(mv.becomes));
        let plain = mv.is_plain() && (from != to || becomes == 0) || mv.is_drop();
        if plain && mv.gated == 0 && from.max(to) <= Self::SQUARE && becomes <= Self::BECOMES {
            return Self::of_bits(Self::READABLE | from << 19 | to << 7 | becomes);
        }
        let squares = u64::from(mv.from) | u64::from(mv.to) << 16 | u64::from(mv.path) << 32;
        let mixed = (squares ^ u64::from(mv.becomes) << 24 ^ u64::from(mv.gated) << 44)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Self::of_bits((mixed >> 33) as u32)
    }
    #[inline]
    fn of_bits(bits: u32) -> Self {
        Self(NonZeroU32::new(bits).unwrap_or(NonZeroU32::MIN))
    }
    /// The move, if it is a compiled one without promotion.
    #[inline]
    pub fn plain(self) -> Option<Move> {
        let bits = self.0.get();
        let square = |shift: u32| Square((bits >> shift & Self::SQUARE) as u16);
        let readable = bits & Self::READABLE != 0 && bits & Self::BECOMES == 0;
        readable.then(|| Move::plain(square(19), square(7)))
    }
}

/// Stored result for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TtEntry {
    /// Best move.
    pub mv: Option<TtMove>,
    /// Score, with mates counted from the root; in the table from the position.
    pub score: Score,
    /// Static evaluation, if it is known.
    pub eval: Option<Score>,
    /// Depth of the search in plies; 0 or less: quiescence.
    pub depth: i32,
    /// Type of the score.
    pub bound: Bound,
    /// Whether the position was on a principal variation.
    pub pv: bool,
}

impl TtEntry {
    /// Returns the score if the entry is deep enough and the score is exact or outside the window.
    pub fn cutoff(&self, window: Window, depth: i32) -> Option<Score> {
        let score = self.score;
        let decides = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        (self.depth >= depth && decides).then_some(score)
    }
    /// Returns the score if its bound makes it a better estimate than `eval`, otherwise `eval`.
    pub fn refine(&self, eval: Score) -> Score {
        let score = self.score;
        let better = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score > eval,
            Bound::Upper => score < eval,
        };
        if better && !is_mate(score) { score } else { eval }
    }
}

/// Stored in place of an unknown evaluation.
const NO_EVAL: i16 = i16::MIN;

/// Entries of a bucket.
const WAYS: usize = 3;
/// Offset of stored depths, since depths in quiescence may be negative.
const DEPTH_OFFSET: i32 = 8;
/// Searches are numbered modulo 2^5.
const AGE_MASK: u64 = 0x1F;
/// Bit of an entry for a position on a principal variation.
const PV_BIT: u64 = 1 << 63;

/// A cache line: entries of two words each, and an unused word.
///
/// The first word is data: bits 0-31 move, 32-47 score, 48-55 depth, 56-57 bound (0: the slot is free), 58-62 age, 63
/// PV. The second is the key XOR data: bits 0-15 evaluation, the rest the key's lower 48 bits.
type Bucket = [AtomicU64; 8];

/// Number of words of a bucket that hold entries.
const USED_WORDS: usize = 2 * WAYS;

/// The two words of an entry.
type TtSlot = [AtomicU64];

/// Memory of the table, kept between searches.
#[derive(Debug)]
pub struct TtMemory {
    buckets: Buckets,
    age: u64,
    /// Whether the table is still unused.
    fresh: bool,
}

/// Tables above this size (bytes) are cleared by mapping new memory instead of overwriting.
const LARGE: usize = 256 << 20;

/// Tables above this size (bytes) are mapped without huge pages.
#[cfg(target_os = "linux")]
const VAST: usize = 8 << 30;

#[derive(Debug)]
enum Buckets {
    /// Memory mapped from the system and zeroed; huge pages if available, since nearly every probe is on a different
    /// page.
    Mapped(MmapMut),
    /// Heap memory, if mapping fails.
    Heap(Vec<Bucket>),
}

impl Buckets {
    /// Allocates `count` buckets, or fewer if memory is short.
    fn new(mut count: usize) -> Self {
        loop {
            match Self::mapped(count).or_else(|| Self::heap(count)) {
                Some(buckets) => return buckets,
                None => count = (count / 2).max(1),
            }
        }
    }
    fn heap(count: usize) -> Option<Self> {
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).ok()?;
        buckets.resize_with(count, Bucket::default);
        Some(Self::Heap(buckets))
    }
    fn mapped(count: usize) -> Option<Self> {
        let map = MmapMut::map_anon(count * size_of::<Bucket>()).ok()?;
        // PERF: `griffon bench`: a quarter more nodes a second; failure is harmless. In a vast table the first probes
        // would clear a huge page each, up to a millisecond, so that a short search searches hardly anything.
        #[cfg(target_os = "linux")]
        if map.len() <= VAST {
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Some(Self::Mapped(map))
    }
    /// Zeroes all entries. A large table is remapped, which costs time only for the pages used again.
    fn clear(&mut self) {
        if let Self::Mapped(map) = self
            && map.len() > LARGE
            && let Some(fresh) = Self::mapped(map.len() / size_of::<Bucket>())
        {
            *self = fresh;
            return;
        }
        for word in self.words().iter_mut().flatten() {
            *word.get_mut() = 0;
        }
    }
    fn words(&mut self) -> &mut [Bucket] {
        match self {
            Self::Mapped(map) => <[Bucket]>::mut_from_bytes(map).unwrap_or_default(),
            Self::Heap(buckets) => buckets,
        }
    }
}

impl TtMemory {
    /// Allocates `mb` MiB, or less if memory is short; at least one bucket.
    pub fn new(mb: usize) -> Self {
        let count = (mb.saturating_mul(1 << 20) / size_of::<Bucket>()).max(1);
        Self { buckets: Buckets::new(count), age: 0, fresh: true }
    }
    /// Clears the table.
    pub fn clear(&mut self) {
        if !self.fresh {
            self.buckets.clear();
        }
        (self.age, self.fresh) = (0, true);
    }
    /// Returns the table for a new search; existing entries age by one search.
    pub fn next_search(&mut self) -> TtTable<'_> {
        (self.age, self.fresh) = ((self.age + 1) & AGE_MASK, false);
        TtTable { age: self.age, buckets: self.buckets.words() }
    }
}

/// The table during a search.
#[derive(Clone, Copy, Debug)]
pub struct TtTable<'a> {
    buckets: &'a [Bucket],
    age: u64,
}

fn pack(entry: &TtEntry, age: u64) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 3,
        Bound::Lower => 2,
        Bound::Upper => 1u64,
    };
    let depth = (entry.depth + DEPTH_OFFSET).clamp(0, 255) as u64;
    u64::from(entry.mv.map_or(0, |mv| mv.0.get()))
        | u64::from(entry.score as i16 as u16) << 32
        | depth << 48
        | bound << 56
        | age << 58
        | if entry.pv { PV_BIT } else { 0 }
}

/// The data of an entry, and its key and evaluation.
#[inline(always)]
fn load(slot: &TtSlot) -> (u64, u64) {
    let data = slot[0].load(Relaxed);
    (data, slot[1].load(Relaxed) ^ data)
}

fn stored_move(data: u64) -> Option<TtMove> {
    NonZeroU32::new(data as u32).map(TtMove)
}

fn unpack(data: u64, eval: i16) -> Option<TtEntry> {
    let bound = match data >> 56 & 3 {
        3 => Bound::Exact,
        2 => Bound::Lower,
        1 => Bound::Upper,
        _ => return None,
    };
    Some(TtEntry {
        mv: stored_move(data),
        score: Score::from((data >> 32) as u16 as i16),
        eval: (eval != NO_EVAL).then_some(Score::from(eval)),
        depth: (data >> 48 & 0xFF) as i32 - DEPTH_OFFSET,
        bound,
        pv: data & PV_BIT != 0,
    })
}

/// Value of keeping an entry: deep and recent ones are worth more.
fn worth(data: u64, age: u64) -> i64 {
    if data >> 56 & 3 == 0 {
        return i64::MIN;
    }
    let old = age.wrapping_sub(data >> 58) & AGE_MASK;
    (data >> 48 & 0xFF) as i64 - 8 * old as i64
}

impl TtTable<'_> {
    /// The bucket of a key. The upper half of the product spreads keys evenly over any table size.
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
    /// The part of a key verified in a slot: the lower bits, since the bucket index uses the upper ones.
    const fn check(key: u64) -> u64 {
        key << 16
    }
    /// Starts to load the bucket of a key into the cache for [`Self::probe`].
    #[inline]
    pub fn touch(&self, key: u64) {
        prefetch(self.bucket(key));
    }
    /// Returns the entry of a position at a ply.
    pub fn probe(&self, key: u64, ply: usize) -> Option<TtEntry> {
        let mut slots = self.bucket(key)[..USED_WORDS].chunks_exact(2).map(load);
        let (data, word) = slots.find(|(_, word)| word & !0xFFFF == Self::check(key))?;
        let entry = unpack(data, word as i16)?;
        Some(TtEntry { score: from_table(entry.score, ply), ..entry })
    }
    /// Stores the result of a search at a ply. An entry without a move keeps the stored move.
    pub fn store(&self, key: u64, ply: usize, mut entry: TtEntry) {
        entry.score = to_table(entry.score, ply);
        let bucket = self.bucket(key);
        let mut target: &TtSlot = &bucket[..2];
        let mut least = i64::MAX;
        for slot in bucket[..USED_WORDS].chunks_exact(2) {
            let (data, word) = load(slot);
            if word & !0xFFFF == Self::check(key) && data >> 56 & 3 != 0 {
                entry.mv = entry.mv.or(stored_move(data));
                let current = data >> 58 & AGE_MASK == self.age;
                let stored = (data >> 48 & 0xFF) as i32 - DEPTH_OFFSET;
                if current && entry.bound != Bound::Exact && stored > entry.depth + 3 {
                    return;
                }
                target = slot;
                break;
            }
            let worth = worth(data, self.age);
            if worth < least {
                (least, target) = (worth, slot);
            }
        }
        let data = pack(&entry, self.age);
        target[0].store(data, Relaxed);
        let eval = entry.eval.map_or(NO_EVAL, |eval| eval as i16);
        target[1].store((Self::check(key) | u64::from(eval as u16)) ^ data, Relaxed);
    }
    /// Share of the table filled by this search, per mille, from a sample.
    pub fn fill(&self) -> u32 {
        let slots = self.buckets.iter().take(250).flat_map(|bucket| bucket[..USED_WORDS].chunks_exact(2));
        let data = slots.clone().map(|slot| slot[0].load(Relaxed));
        let used = data.filter(|data| data >> 56 & 3 != 0 && data >> 58 & AGE_MASK == self.age).count();
        (used * 1000 / slots.count().max(1)) as u32
    }
}

/// Converts a score for the table: mates count from the position instead of the root.
fn to_table(score: Score, ply: usize) -> Score {
    score + mate_shift(score, ply)
}

/// The inverse of [`to_table`].
fn from_table(score: Score, ply: usize) -> Score {
    score - mate_shift(score, ply)
}

fn mate_shift(score: Score, ply: usize) -> Score {
    if is_mate(score) { ply as Score * score.signum() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::super::score::{MATE, MAX_PLY};
    use super::*;
    use crate::variant::PieceType;
    use proptest::prelude::*;

    fn bound() -> impl Strategy<Value = Bound> {
        prop_oneof![Just(Bound::Exact), Just(Bound::Lower), Just(Bound::Upper)]
    }

    proptest! {
        #[test]
        fn stored_entries_are_found(
            key: u64, mv in 1u32.., score in -MATE..=MATE, eval in -20_000..20_000, depth in -4..120, bound in bound(), pv: bool,
        ) {
            let mut memory = TtMemory::new(1);
            let table = memory.next_search();
            let entry = TtEntry { mv: Some(TtMove::of_bits(mv)), score, eval: Some(eval), depth, bound, pv };
            table.store(key, 0, entry);
            prop_assert_eq!(table.probe(key, 0), Some(entry));
        }

        #[test]
        fn mate_scores_round_trip(score in -MATE..=MATE, ply in 0usize..MAX_PLY) {
            let reachable = score.abs() <= MATE - ply as Score;
            prop_assume!(reachable);
            prop_assert_eq!(from_table(to_table(score, ply), ply), score);
        }
    }

    #[test]
    fn compiled_moves_are_readable() {
        for mv in [Move::plain(Square(0), Square(63)), Move::plain(Square(4000), Square(1))] {
            assert_eq!(TtMove::of(mv).plain(), Some(mv));
        }
        let promotion = Move::plain(Square(8), Square(0)).into(PieceType(3));
        let others = [promotion, Move::drop(PieceType(3), Square(5)), Move::walk(Square(8), Square(16), 7)];
        for mv in others {
            assert_eq!(TtMove::of(mv).plain(), None);
        }
    }

    fn sample() -> TtEntry {
        let mv = Some(TtMove::of_bits(7));
        TtEntry { mv, score: 1, eval: Some(2), depth: 3, bound: Bound::Lower, pv: false }
    }

    #[test]
    fn storing_without_a_move_keeps_the_move() {
        let mut memory = TtMemory::new(1);
        let table = memory.next_search();
        let entry = sample();
        table.store(99, 0, entry);
        table.store(99, 0, TtEntry { mv: None, depth: 4, ..entry });
        assert_eq!(table.probe(99, 0).map(|e| (e.mv, e.depth)), Some((Some(TtMove::of_bits(7)), 4)));
    }

    #[test]
    fn small_and_large_tables_are_cleared() {
        for mb in [1, (LARGE >> 20) + 1] {
            let mut memory = TtMemory::new(mb);
            let entry = sample();
            memory.next_search().store(5, 0, entry);
            memory.clear();
            assert_eq!(memory.next_search().probe(5, 0), None, "{mb}");
        }
    }

    #[test]
    fn an_oversized_request_gives_a_smaller_table() {
        let mut memory = TtMemory::new(usize::MAX >> 20);
        let entry = sample();
        let table = memory.next_search();
        table.store(5, 0, entry);
        assert_eq!(table.probe(5, 0), Some(entry));
    }

    #[test]
    fn an_empty_table_finds_nothing() {
        assert_eq!(TtMemory::new(0).next_search().probe(0, 0), None);
    }
}
