//! FEN in the dialects of XBoard and other variant engines.
//!
//! `BOARD[HAND] SIDE CASTLING EP ... HALFMOVES MOVE`: two-digit runs of empty squares, `*` holes, `+X` promoted, `X~`
//! promoted by choice, `KQkq` or file letters, optional counters. Variants without castling may omit the castling and
//! en passant fields. A field in braces may hold the rest of the state (`extra.rs`).

mod board;
mod extra;
mod field;
mod passing;
mod read;
mod rights;
mod write;

pub use field::FenError;
pub(crate) use write::board_field;
