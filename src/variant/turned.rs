//! The same game with White and Black exchanged.

use super::{EndRules, Variant};

impl Variant {
    /// Returns the game with White and Black exchanged and the board turned by 180 degrees: Black's moves are White's
    /// turned so, so all rules stay the same.
    #[must_use]
    pub fn turned(mut self) -> Self {
        let old = self.board.clone();
        for square in old.squares() {
            self.board.copy_square(square, &old, old.turned(square));
        }
        let arrays = [&mut self.xboard_array, &mut self.home, &mut self.nominal];
        for array in arrays.into_iter().flatten().chain([&mut self.setup]) {
            array.iter_mut().for_each(|entry| *entry = (old.turned(entry.0), entry.1.other(), entry.2));
            array.sort_unstable_by_key(|entry| entry.0);
        }
        self.first = self.first.other();
        self.hands.reverse();
        self.ends.turn();
        self.move_rules.duple_check.reverse();
        let last = old.files() - 1;
        let turned = |(left, right)| (last - right, last - left);
        self.castle_files = self.castle_files.map(|[white, black]| [turned(black), turned(white)]);
        // Black sees these boards turned only with that symmetry, otherwise mirrored top to bottom.
        if !self.rotated {
            let files = usize::from(old.files());
            let zones = self.pieces.iter_mut().flat_map(|piece| &mut piece.zones);
            zones.chain(self.drop_zones.iter_mut().flatten()).for_each(|zone| flip(zone, files));
            self.promotion.morph.iter_mut().flatten().for_each(|morph| flip(morph, files));
        }
        self
    }
}

impl EndRules {
    /// Exchanges the sides.
    fn turn(&mut self) {
        // Names every field, so that none is forgotten.
        let Self {
            all_royals_must_fall,
            checks,
            castle_wins,
            royal: _,
            stalemate: _,
            baring: _,
            counterbare: _,
            checkmate: _,
            goal: _,
            extinct: _,
            impasse: _,
            connect: _,
            repetition: _,
            repeated: _,
            perpetual: _,
            chases: _,
            quiet_points: _,
            resets: _,
            counting: _,
            quiet_plies: _,
        } = self;
        all_royals_must_fall.reverse();
        checks.reverse();
        for (color, to_highest_file) in castle_wins {
            (*color, *to_highest_file) = (color.other(), !*to_highest_file);
        }
    }
}

/// Mirrors a table of all squares left to right.
fn flip<T>(table: &mut [T], files: usize) {
    table.chunks_mut(files).for_each(<[T]>::reverse);
}
