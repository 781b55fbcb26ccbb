//! Griffon, a chess-variant engine: definition text in, moves out.
//!
//! The modules are listed in the order of the data flow; each uses only those above it.
//!
//! * [`random`]: pseudorandom numbers
//! * [`board`]: squares, colours, geometry, bitboards, moves as numbers; no rules
//! * [`notation`]: XBetza text to syntax tree to legs; knows nothing of boards
//! * [`variant`]: definition text to a checked [`variant::Variant`]; the catalogue
//! * [`tables`]: a variant unrolled into trajectory trees, one per piece, colour and square
//! * [`rules`]: the rules that most games do not have, by family
//! * [`values`]: piece values and square weights, estimated from the tables
//! * [`net`]: learned evaluation: network, file format
//! * [`position`]: the state of a game: board, rights, hash, FEN
//! * [`moves`]: paths and effects of single moves, and carrying them out
//! * [`movegen`]: pseudo-legal moves, attacks, legal moves, results
//! * [`perft`]: counts of move trees
//! * [`load`]: builds games from variants; shuffled start positions
//! * [`eval`]: evaluation of a position
//! * [`search`]: alpha-beta, transposition table, clock
//! * [`system`]: memory, processors, files, folders, signals, the log
//! * [`movetext`]: text of moves and scores
//! * [`variant_names`]: names of variants for GUIs
//! * [`fsf`]: Fairy-Stockfish's `variants.ini`
//! * [`xboard`]: variants described to XBoard
//! * [`engine`]: a game, its settings and the search in the background
//! * `session`: lines from a GUI and the choice of the protocol
//! * `cecp`, `uci`: the two protocols over the engine
//! * [`arena`]: matches, gauntlets, measured values, perft suites, positions with forced wins
//! * [`learn`]: self-play, linear fit, training of nets, gates
//! * [`cli`]: one file per subcommand
//! * [`oracle`]: a slow reference generator, used by tests and benchmarks alone

pub mod arena;
pub mod board;
mod cecp;
pub mod cli;
mod declare_params;
pub mod engine;
pub mod eval;
pub mod fsf;
pub mod learn;
pub mod load;
pub mod movegen;
pub mod moves;
pub mod movetext;
pub mod net;
pub mod notation;
pub mod oracle;
pub mod perft;
pub mod position;
pub mod random;
pub mod rules;
pub mod search;
mod session;
pub mod system;
pub mod tables;
mod uci;
pub mod values;
pub mod variant;
pub mod variant_names;
pub mod xboard;
