//! Hash keys.
//!
//! Every fact of a position has a key that is computed: a bijective mix of what the fact is. `Game` tabulates those
//! that the inner loop needs.

use crate::board::Color;
use crate::random::mix;
use crate::tables::Kind;

const PIECE: u64 = 1 << 56;
const UNMOVED: u64 = 2 << 56;
const ORIGIN: u64 = 3 << 56;
const HAND: u64 = 4 << 56;
const PASSING: u64 = 5 << 56;
const SIDE: u64 = 6 << 56;
const LAST: u64 = 7 << 56;
const TALLY: u64 = 8 << 56;
const STRUCK: u64 = 9 << 56;
const FROZEN: u64 = 10 << 56;

/// A piece of that kind on that square.
pub fn piece(kind: Kind, square: u16) -> u64 {
    mix(PIECE | u64::from(kind.0) << 16 | u64::from(square))
}

/// The piece on that square is virgin, and that matters.
#[inline]
pub fn unmoved(square: u16) -> u64 {
    mix(UNMOVED | u64::from(square))
}

/// The piece on that square was another type before it promoted.
#[inline]
pub fn origin(origin: u16, square: u16) -> u64 {
    mix(ORIGIN | u64::from(origin) << 16 | u64::from(square))
}

/// The `n`-th piece of a kind in hand.
#[inline]
pub fn hand(kind: Kind, n: u32) -> u64 {
    mix(HAND | u64::from(kind.0) << 32 | u64::from(n))
}

/// A trail of squares, and the piece that may be taken there.
#[inline]
pub fn passing(trail: u32, victim: u16) -> u64 {
    mix(PASSING | u64::from(trail) << 16 | u64::from(victim))
}

/// A piece of that type moved last.
#[inline]
pub fn last_moved(piece: u16) -> u64 {
    mix(LAST | u64::from(piece))
}

/// Pieces of these types were struck by the last move.
#[inline]
pub fn struck(set: u64) -> u64 {
    if set == 0 { 0 } else { mix(STRUCK ^ mix(set)) }
}

/// The side to move must pass.
#[inline]
pub fn frozen(passes: bool) -> u64 {
    if passes { mix(FROZEN) } else { 0 }
}

/// Checks still to give, the goal that was reached, passes in a row.
pub fn tally([white, black]: [u8; 2], reached: u8, passes: u8) -> u64 {
    mix(TALLY | u64::from(passes) << 24 | u64::from(reached) << 16 | u64::from(white) << 8 | u64::from(black))
}

/// Black is to move.
#[inline]
pub fn side(color: Color) -> u64 {
    const BLACK: u64 = mix(SIDE);
    if color == Color::White { 0 } else { BLACK }
}
