//! Scores as the protocols write them.

use crate::search::{MATE, MAX_PLY, Score};

/// Number of moves to a forced mate, negative for the side being mated; `None` for other scores.
pub fn moves_to_mate(score: Score) -> Option<i64> {
    let plies = i64::from(MATE) - i64::from(score).abs();
    (plies <= 2 * MAX_PLY as i64).then(|| (plies.max(0) + 1) / 2 * i64::from(score.signum()))
}

/// CECP writes a forced win in N moves as 100000 + N.
const MATE_BASE: i64 = 100_000;

/// Returns a score as CECP writes it.
pub fn in_cecp(score: Score) -> i64 {
    moves_to_mate(score).map_or(score.into(), |moves| moves + MATE_BASE * i64::from(score.signum()))
}

/// Returns `cp N`, or `mate N` in moves, negative for the side being mated.
pub fn in_uci(score: Score) -> String {
    moves_to_mate(score).map_or_else(|| format!("cp {score}"), |moves| format!("mate {moves}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_moves() {
        // "Mate in N: 100000+N; mated in N: -100000-N"
        assert_eq!(in_cecp(MATE - 1), 100_001);
        assert_eq!(in_cecp(MATE - 3), 100_002);
        assert_eq!(in_cecp(-(MATE - 2)), -100_001);
        assert_eq!(in_cecp(-(MATE - 4)), -100_002);
        assert_eq!(in_cecp(-123), -123);
        assert_eq!([MATE - 3, 1 - MATE, -123].map(in_uci), ["mate 2", "mate -1", "cp -123"]);
    }
}
