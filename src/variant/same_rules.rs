//! Whether two definitions are the same game.

use super::Variant;

impl Variant {
    /// Whether another variant has the same rules, stated in the same order; names, images and a shuffled array do not
    /// matter.
    pub fn has_rules_of(&self, other: &Self) -> bool {
        let alike = self.board == other.board && self.pieces.len() == other.pieces.len();
        alike && format!("{:?}", self.rules_only()) == format!("{:?}", other.rules_only())
    }

    fn rules_only(&self) -> Self {
        let mut rules = self.clone();
        rules.setup.clone_from(self.unshuffled());
        rules = rules.in_xboard();
        (rules.nominal, rules.parent, rules.built_in) = (None, None, false);
        (rules.name, rules.title, rules.aliases) = (String::new(), String::new(), Vec::new());
        for piece in &mut rules.pieces {
            (piece.name, piece.image, piece.betza) = (String::new(), String::new(), String::new());
            piece.movements.iter_mut().for_each(|movement| movement.span = 0..0);
        }
        rules
    }
}
