//! Search: alpha-beta, transposition table, clock.

mod alphabeta;
pub mod clock;
mod correction;
mod history;
mod limits;
mod node;
mod params;
mod picker;
mod piece_values;
mod pool;
mod prefetch;
pub mod proof;
mod prune;
mod quiescence;
mod report;
mod rewards;
mod root;
mod score;
mod searcher;
mod see;
mod task;
mod threats;
pub mod tt;
mod wins;
mod worker;

pub use limits::Limits;
pub use params::SearchParams;
pub use report::{Found, PvLine, Report};
pub use score::{Bound, MATE, MAX_PLY, Score, is_mate};
pub use searcher::Searcher;
