//! Whether squares are attacked, sides are in check and royals can be captured; making a move, which needs that.

pub(crate) mod attacks;
pub(crate) mod calm;
pub(crate) mod capture_checks;
pub(crate) mod dynamic;
pub(crate) mod explosive;
pub(crate) mod royals;
