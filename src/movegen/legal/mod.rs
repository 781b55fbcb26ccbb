//! Legal moves: masks that keep royals safe, tests of single moves, lists, and the queries of the search.

pub(crate) mod batch;
pub(crate) mod check_masks;
pub(crate) mod end_threats;
pub(crate) mod explosions;
pub(crate) mod forced_captures;
pub(crate) mod gates;
pub(crate) mod guard;
pub(crate) mod legal_moves;
pub(crate) mod legality;
pub(crate) mod list;
pub(crate) mod masks;
pub(crate) mod move_restrictions;
pub(crate) mod setup_drops;
