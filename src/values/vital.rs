//! Pieces that are not royal, but whose loss loses the game.

use crate::board::{Color, Kind};
use crate::rules::GameRules;
use crate::variant::Morph;

/// The kind of the one piece that a side without royals must not lose, like a king that is captured instead of mated;
/// `None` if there are several, or if other pieces can replace it.
pub(super) fn vital_kind(game: GameRules<'_>, color: Color) -> Option<Kind> {
    let variant = &game.variant;
    let own =
        || variant.setup.iter().filter(move |&&(_, owner, _)| owner == color).map(|&(_, _, piece)| piece);
    if own().any(|piece| variant.is_royal(piece)) {
        return None;
    }
    let counts = |piece| {
        let mut rules = game.rules.endings.losing(color).filter(|rule| rule.most == 0);
        rules.any(|rule| rule.counts(Kind::new(piece, color)))
    };
    let mut kinds = own().filter(|&piece| counts(piece));
    let (Some(vital), None) = (kinds.next(), kinds.next()) else { return None };
    let promotion = &variant.promotion;
    let is_chosen = promotion.choices.iter().flatten().any(|choice| choice.piece == vital);
    let is_form =
        promotion.offset > 0 && vital.0 >= promotion.offset && vital.0 - promotion.offset < promotion.types;
    let is_morph = promotion.morph.iter().flatten().flatten().any(|symbol| *symbol == Morph::Into(vital));
    (!is_chosen && !is_form && !is_morph).then_some(Kind::new(vital, color))
}
