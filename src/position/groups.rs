//! Groups of pieces that have keys of their own: pawn-like pieces of both sides, White's other pieces, Black's other
//! pieces, hands. See [`Position::group_keys`](super::Position::group_keys).

/// Number of groups.
pub const GROUPS: usize = 4;
/// Index of the group of pawn-like pieces.
pub const PAWN_GROUP: usize = 0;
/// Index of the group of pieces in hand.
pub(super) const HAND_GROUP: usize = 3;
