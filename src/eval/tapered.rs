//! A score by phase of the game.

/// Middle game and endgame.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tapered {
    /// Middle game, centipawns.
    pub mg: i32,
    /// Endgame, centipawns.
    pub eg: i32,
}

impl Tapered {
    pub(super) fn add(&mut self, mg: i32, eg: i32) {
        self.mg += mg;
        self.eg += eg;
    }
}
