//! FEN in the dialects of XBoard and other variant engines.
//!
//! `BOARD[HAND] SIDE CASTLING EP ... HALFMOVES MOVE`: two-digit runs of empty squares, `*` holes, `+X` promoted, `X~`
//! of another original type, `KQkq` or file letters or `?`, optional counters. Variants without castling may omit the
//! castling and en passant fields. A field in braces may hold the rest of the state (`extra.rs`).

mod board;
mod en_passant;
mod extra;
mod field;
mod read;
mod rights;
mod write;

use crate::board::Geometry;
use crate::variant::MAX_HELD_AT_START;

pub use field::FenError;
pub(crate) use field::Field;
pub(crate) use write::board_field;

/// Castling field of a FEN that says nothing about rights: those of the array that the pieces allow.
pub(crate) const RIGHTS_UNKNOWN: &str = "?";

/// Maximum number of pieces in a side's hand: all pieces of a game, even from a full board of the largest size.
const MAX_HELD: u32 = 2 * MAX_HELD_AT_START as u32 + Geometry::MAX_FILES as u32 * Geometry::MAX_RANKS as u32;

/// Maximum number of quiet or counted plies in a FEN; a game may go on from there.
const MAX_PLIES: u16 = 60_000;

/// Largest move number in a FEN.
const LAST_MOVE: u32 = 1_000_000_000;
