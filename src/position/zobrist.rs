//! Hash keys.
//!
//! Keys are computed, not drawn from a table: each is a bijective mix of the feature that it stands for. `Game` caches
//! the keys needed in the inner loop.

use crate::board::{Color, Kind};
use crate::random::mix;

/// The sorts of features that have keys.
#[derive(Clone, Copy)]
enum HashedFeature {
    Piece = 1,
    Unmoved,
    Origin,
    Hand,
    EnPassant,
    Side,
    LastMoved,
    Counters,
    Struck,
    Frozen,
}

/// Key of a feature.
const fn feature(sort: HashedFeature, what: u64) -> u64 {
    mix(((sort as u64) << 56) ^ what)
}

/// Key of a piece of a kind on a square.
pub fn piece(kind: Kind, square: u16) -> u64 {
    feature(HashedFeature::Piece, u64::from(kind.0) << 16 | u64::from(square))
}

/// Key of the unmoved mark of the piece on a square.
#[inline]
pub fn unmoved(square: u16) -> u64 {
    feature(HashedFeature::Unmoved, u64::from(square))
}

/// Key of the type that the piece on a square had before promotion.
#[inline]
pub fn origin(origin: u16, square: u16) -> u64 {
    feature(HashedFeature::Origin, u64::from(origin) << 16 | u64::from(square))
}

/// Key of the `n`-th piece of a kind in hand.
#[inline]
pub fn hand(kind: Kind, n: u32) -> u64 {
    feature(HashedFeature::Hand, u64::from(kind.0) << 32 | u64::from(n))
}

/// Key of an en passant right: the trail and the victim's square.
#[inline]
pub fn en_passant(trail: u32, victim: u16) -> u64 {
    feature(HashedFeature::EnPassant, u64::from(trail) << 16 | u64::from(victim))
}

/// Key of the type that moved last.
#[inline]
pub fn last_moved(piece: u16) -> u64 {
    feature(HashedFeature::LastMoved, u64::from(piece))
}

/// Key of the set of `counterStrike` types captured by the last move.
#[inline]
pub fn struck(set: u64) -> u64 {
    if set == 0 { 0 } else { feature(HashedFeature::Struck, mix(set)) }
}

/// Key of the obligation to pass.
#[inline]
pub fn frozen(passes: bool) -> u64 {
    if passes { feature(HashedFeature::Frozen, 0) } else { 0 }
}

/// Key of the remaining checks, the number of the goal reached and the consecutive passes.
pub fn counters([white, black]: [u8; 2], goal: u8, passes: u8) -> u64 {
    feature(
        HashedFeature::Counters,
        u64::from(passes) << 24 | u64::from(goal) << 16 | u64::from(white) << 8 | u64::from(black),
    )
}

/// Key of the side to move.
#[inline]
pub fn side(color: Color) -> u64 {
    const BLACK: u64 = feature(HashedFeature::Side, 0);
    if color == Color::White { 0 } else { BLACK }
}
