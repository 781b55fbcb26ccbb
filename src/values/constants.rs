//! Constants of the piece value estimator: everything that is not computed from the tables.
//!
//! Density, sideways, lame, nearness, beyond and waiting were fitted to published piece values on 8x8
//! (`examples/fit_values.rs`) and rounded; the others are explained below.

/// Constants that hold for every piece of every variant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Constants {
    /// Share of occupied squares in the middle game and in the endgame, for a game that starts as full as
    /// chess. The endgame share is a mean over endgames as played, not that of a bare board.
    pub density: [f64; 2],
    /// Centipawns per target. It makes a Knight worth 300.
    pub per_target: f64,
    /// Weight of a capture; a quiet move has one minus this.
    /// SPEC: published rules: capture only : move only : both = 2 : 1 : 3.
    pub capture: f64,
    /// Maximum number of targets of quiet moves beyond those of captures: a piece that goes everywhere but captures little
    /// soon has all the moves it needs. A Queen that cannot capture has 13 on 8x8.
    pub most_quiet: f64,
    /// Bonus for a forward target and deduction for a backward one, since the enemy is ahead. It accounts for the
    /// difference between a Silver and a Gold.
    pub forward: f64,
    /// Deduction for a sideways target.
    pub sideways: f64,
    /// Factor for a target that depends on a square the piece can neither enter nor clear: the enemy can
    /// block it on purpose, in addition to the probability that something stands there.
    /// SPEC: published rules: a lame Knight is half a Knight.
    pub lame: f64,
    /// Weight of initial moves, which a piece can make only once.
    pub initial: f64,
    /// Bonus for a second victim in one move, in targets per expected pair, as for the Lion of Chu Shogi.
    pub second_victim: f64,
    /// Weight of a third victim and of each further one, relative to the one before: several rarely stand in one path.
    /// By play the long leaper `mQ(caf)cafmQ` in place of the Queens of chess gains 0.73 times what it would with 1.
    pub further_victim: f64,
    /// Exponent of nearness, which multiplies the number of targets: a piece that takes long to get around is
    /// worth less.
    pub nearness: f64,
    /// Minimum nearness of any square, however far or unreachable: for pieces that never change, for pieces
    /// that promote, and for pieces that return by drops, which go anywhere in about three moves.
    pub beyond: [f64; 3],
    /// Centipawns for staying with a royal that cannot flee: the defenders of Xiangqi are worth more than
    /// their mobility.
    pub guard: f64,
    /// Exponent of the probability that a path is open, in the cost of a move: a piece with a choice of paths
    /// waits less.
    pub waiting: f64,
}

impl Constants {
    /// The standard constants.
    pub const STANDARD: Self = Self {
        density: [0.29, 0.27],
        per_target: 57.0,
        capture: 2.0 / 3.0,
        most_quiet: 18.0,
        forward: 0.3,
        sideways: 0.4,
        lame: 0.65,
        initial: 0.15,
        second_victim: 0.3,
        further_victim: 0.8,
        nearness: 0.5,
        beyond: [0.12, 0.2, 0.35],
        guard: 33.0,
        waiting: 0.12,
    };

    /// Weight of a target by the number of ranks gained.
    pub fn direction(&self, gained: i32) -> f64 {
        match gained.signum() {
            1 => 1.0 + self.forward,
            0 => 1.0 - self.sideways,
            _ => 1.0 - self.forward,
        }
    }
}
