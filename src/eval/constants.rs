//! The constants of the estimator: everything about values that is not computed from the tables.
//!
//! Density, sideways, lame, nearness, beyond and waiting were fitted to published values of pieces on 8x8 squares
//! (`examples/fit_values.rs`) and rounded; the others have the reasons given.

/// Numbers that hold for every piece of every variant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Constants {
    /// Share of the squares that are occupied: middle game, endgame, in a game that starts as full as chess. The second is
    /// a mean over endgames as they are played, not that of a bare board.
    pub density: [f64; 2],
    /// Centipawns for a target. It makes a Knight 300.
    pub per_target: f64,
    /// Weight of a capture, where that of a quiet move is one minus this.
    /// SPEC: published rules: capture only : move only : both = 2 : 1 : 3.
    pub capture: f64,
    /// What a forward target counts more than the mean, and a backward one less. The enemy is ahead; a Silver and a Gold
    /// differ by it.
    pub forward: f64,
    /// What a sideways target counts less.
    pub sideways: f64,
    /// What remains of a target that depends on a square which the piece can neither go to nor clear: beyond the chance
    /// that something stands there, the enemy can put it there.
    /// SPEC: published rules: a lame Knight is half a Knight.
    pub lame: f64,
    /// Weight of initial moves: they are there only once in a piece's life.
    pub initial: f64,
    /// Extra for a second victim in one move, targets per expected pair: the Lion of Chu Shogi.
    pub second_victim: f64,
    /// Exponent of the nearness of the squares of the board: a piece is worth what it can do where it gets in time.
    pub nearness: f64,
    /// Nearness that each square has at least, however far or out of reach: to pieces that stay what and where they are; to
    /// those that promote; to those that come back by drops, which take them anywhere in about three moves.
    pub beyond: [f64; 3],
    /// Centipawns for staying with a royal that cannot flee: the defenders of Xiangqi are worth more than their moves.
    pub guard: f64,
    /// Exponent of the chance that a way is open, for the moves that it costs: who may choose his way waits less.
    pub waiting: f64,
}

impl Constants {
    /// Those of the estimator.
    pub const STANDARD: Self = Self {
        density: [0.29, 0.27],
        per_target: 57.0,
        capture: 2.0 / 3.0,
        forward: 0.3,
        sideways: 0.4,
        lame: 0.65,
        initial: 0.15,
        second_victim: 0.3,
        nearness: 0.5,
        beyond: [0.12, 0.2, 0.35],
        guard: 33.0,
        waiting: 0.12,
    };

    /// Weight of a target that is so many ranks ahead.
    pub fn direction(&self, gained: i32) -> f64 {
        match gained.signum() {
            1 => 1.0 + self.forward,
            0 => 1.0 - self.sideways,
            _ => 1.0 - self.forward,
        }
    }
}
