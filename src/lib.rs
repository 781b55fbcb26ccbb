//! Griffon, a chess-variant engine: definition text in, moves out.
//!
//! The modules stand in the order in which data flows, and each uses those before it. A few ask something of a later one:
//! the tables for the set-up's castling rules, a set-up that is shuffled and a position that has been moved in for attacks.
//!
//! * [`notation`]: XBetza text to syntax tree to legs; knows nothing of boards
//! * [`board`]: squares, colours, geometry; no rules
//! * [`random`]: numbers by chance
//! * [`variant`]: definition text to a checked [`variant::Variant`]; the catalogue
//! * [`tables`]: a variant unrolled into trajectory trees, one per piece, colour and square
//! * [`position`]: the state of a game: make, unmake, hash, FEN
//! * [`movegen`]: legal moves and attacks, with a slow reference twin
//! * [`eval`]: piece values and evaluation
//! * [`search`]: alpha-beta, transposition table, clock
//! * [`protocol`]: CECP, UCI, move text, what GUIs are told
//! * [`arena`]: matches, gauntlets, measured values, perft suites, positions with forced wins
//! * [`cli`]: one file a subcommand

pub mod arena;
pub mod board;
pub mod cli;
pub mod eval;
pub mod movegen;
pub mod notation;
pub mod position;
pub mod protocol;
pub mod random;
pub mod search;
pub mod tables;
pub mod variant;
