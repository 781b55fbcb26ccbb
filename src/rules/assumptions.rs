//! Shortcuts that rules can make invalid.

/// Which shortcuts are valid in a game.
#[derive(Clone, Copy, Debug)]
pub struct Assumptions {
    /// Plain moves that capture no royal and do not explode change only their two squares, the side to move, the en
    /// passant right, and the hand of the side that moves.
    pub local_moves: bool,
    /// The number of moves of each piece depends only on the squares that it sees and on the safety of the royal.
    pub pieces_count_alone: bool,
    /// The drops of the setup phase can be found as sets of squares.
    pub setup_by_sets: bool,
    /// It is never good to have no move, no side that has moves may pass, and no move is forced: a null move proves
    /// something.
    pub null_move: bool,
    /// The game is won by mating a lone royal, and no piece can return to the board.
    pub won_by_mate: bool,
}

impl Assumptions {
    /// All of them.
    pub(super) const ALL: Self = Self {
        local_moves: true,
        pieces_count_alone: true,
        setup_by_sets: true,
        null_move: true,
        won_by_mate: true,
    };
    /// Those that both families leave valid.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            local_moves: self.local_moves && other.local_moves,
            pieces_count_alone: self.pieces_count_alone && other.pieces_count_alone,
            setup_by_sets: self.setup_by_sets && other.setup_by_sets,
            null_move: self.null_move && other.null_move,
            won_by_mate: self.won_by_mate && other.won_by_mate,
        }
    }
}
