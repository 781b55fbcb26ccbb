//! Hash keys.
//!
//! Every fact of a position has a key that is computed, not stored: a bijective mix of what the fact is. Only
//! piece-on-square keys are tabulated, for the inner loop.

use crate::board::Color;
use crate::tables::Kind;
use once_cell::sync::Lazy;

const PIECE: u64 = 1 << 56;
const VIRGIN: u64 = 2 << 56;
const ORIGIN: u64 = 3 << 56;
const HAND: u64 = 4 << 56;
const PASSING: u64 = 5 << 56;
const SIDE: u64 = 6 << 56;

/// CITE: the finaliser of SplitMix64 (Steele, Lea, Flood 2014), a bijection with good avalanche.
const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

const TABLE_KINDS: usize = 128;
const TABLE_SQUARES: usize = 512;

static PIECES: Lazy<Box<[u64]>> = Lazy::new(|| {
    let entry = |n: usize| mix(PIECE | ((n / TABLE_SQUARES) as u64) << 16 | (n % TABLE_SQUARES) as u64);
    (0..TABLE_KINDS * TABLE_SQUARES).map(entry).collect()
});

/// A piece of that kind on that square.
#[inline]
pub fn piece(kind: Kind, square: u16) -> u64 {
    let (kind, square) = (kind.index(), usize::from(square));
    if kind < TABLE_KINDS && square < TABLE_SQUARES {
        PIECES[kind * TABLE_SQUARES + square]
    } else {
        mix(PIECE | (kind as u64) << 16 | square as u64)
    }
}

/// The piece on that square is virgin, and that matters.
#[inline]
pub fn virgin(square: u16) -> u64 {
    mix(VIRGIN | u64::from(square))
}

/// The piece on that square was another type before it promoted.
#[inline]
pub fn origin(origin: u16, square: u16) -> u64 {
    mix(ORIGIN | u64::from(origin) << 16 | u64::from(square))
}

/// The `n`-th piece of a kind in hand.
#[inline]
pub fn hand(kind: Kind, n: u16) -> u64 {
    mix(HAND | u64::from(kind.0) << 16 | u64::from(n))
}

/// A trail of squares, and the piece that may be taken there.
#[inline]
pub fn passing(trail: u32, victim: u16) -> u64 {
    mix(PASSING | u64::from(trail) << 16 | u64::from(victim))
}

/// Black is to move.
#[inline]
pub fn side(color: Color) -> u64 {
    if color == Color::White { 0 } else { mix(SIDE) }
}
