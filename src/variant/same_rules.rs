//! Whether two definitions are the same game.

use super::Variant;

impl Variant {
    /// Whether another variant has the same rules, stated in the same order; names, images and a shuffled array do not
    /// matter.
    pub fn has_rules_of(&self, other: &Self) -> bool {
        let alike = self.board == other.board && self.pieces.len() == other.pieces.len();
        alike && format!("{:?}", self.rules_only()) == format!("{:?}", other.rules_only())
    }

    /// Returns the variant without names, titles, pictures and the text of moves.
    pub(super) fn without_names(&self) -> Self {
        let mut rules = self.clone();
        (rules.name, rules.title, rules.aliases) = (String::new(), String::new(), Vec::new());
        rules.castling.chess960 = false;
        for piece in &mut rules.pieces {
            (piece.name, piece.image, piece.betza) = (String::new(), String::new(), String::new());
        }
        rules
    }

    fn rules_only(&self) -> Self {
        let mut rules = self.without_names();
        rules.setup.clone_from(self.unshuffled());
        rules = rules.in_xboard();
        (rules.nominal, rules.parent, rules.built_in) = (None, None, false);
        let movements = rules.pieces.iter_mut().flat_map(|piece| &mut piece.movements);
        movements.for_each(|movement| movement.span = 0..0);
        rules
    }
}
