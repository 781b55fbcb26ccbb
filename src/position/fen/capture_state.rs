//! The FEN field for effects of the last capture.

use crate::position::Position;
use crate::position::game::Game;
use crate::position::names;
use crate::variant::PieceType;

/// Names and bits of the types with `counterStrike`.
fn strikers(game: &Game) -> impl Iterator<Item = (String, u64)> {
    let bit = |piece: PieceType| game.tables.events().map_or(0, |events| events.striker(piece));
    game.variant
        .types()
        .filter(move |&piece| bit(piece) != 0)
        .map(move |piece| (names::fen_name(&game.variant, piece), bit(piece)))
}

impl Position {
    /// Effects of the last move on the side to move, written after the en passant field: `:` if it must pass, `!` and
    /// the `counterStrike` types captured.
    pub(crate) fn capture_state_field(&self, game: &Game) -> String {
        let mut text = String::from(if self.frozen { ":" } else { "" });
        if self.struck != 0 {
            text.push('!');
            strikers(game).filter(|(_, bit)| self.struck & bit != 0).for_each(|(name, _)| text += &name);
        }
        text
    }
    /// Reads the output of [`Self::capture_state_field`] and returns the en passant field before it.
    pub(crate) fn read_capture_state<'a>(&mut self, game: &Game, field: &'a str) -> &'a str {
        let (rest, mut struck) = field.split_once('!').unwrap_or((field, ""));
        while let Some((name, bit)) = strikers(game).find(|(name, _)| struck.starts_with(name.as_str())) {
            self.struck |= bit;
            struck = &struck[name.len()..];
        }
        let left = rest.strip_suffix(':');
        self.frozen = left.is_some();
        left.unwrap_or(rest)
    }
}
