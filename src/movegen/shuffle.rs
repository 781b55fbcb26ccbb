//! Start positions of games with shuffled arrays.
//!
//! Where a royal could be captured on the first move, another array is drawn: no GUI plays on from there.

use super::in_check;
use crate::position::{Game, Position};
use crate::random::mix;
use crate::tables::TableError;
use crate::variant::Variant;

/// Arrays drawn at most; the last one is used even if a royal can be captured at once.
const ATTEMPTS: u64 = 1000;

/// The game of a variant with its array shuffled; the same `seed` gives the same array.
///
/// # Errors
/// As [`Game::new`].
pub fn shuffled_game(variant: &Variant, seed: u64) -> Result<Game, TableError> {
    let game = Game::new(variant.shuffled(seed))?;
    if is_playable(&game, &Position::start(&game)) {
        return Ok(game);
    }
    Game::new(variant.shuffled(playable_seed(&game, variant, seed)))
}

/// A start position of a game with shuffled arrays; the same `seed` gives the same. In other games the start position.
pub fn shuffled_start(game: &Game, seed: u64) -> Position {
    let variant = &game.variant;
    if !variant.shuffles() {
        return Position::start(game);
    }
    Position::start_from(game, &variant.shuffled(playable_seed(game, variant, seed)))
}

/// The first of the seeds that follow from `seed` whose array is playable. `game` may have any array of the variant.
fn playable_seed(game: &Game, variant: &Variant, seed: u64) -> u64 {
    let seeds =
        (0..ATTEMPTS).map(|attempt| if attempt == 0 { seed } else { mix(seed.wrapping_add(attempt)) });
    let is_playable = |&seed: &u64| is_playable(game, &Position::start_from(game, &variant.shuffled(seed)));
    seeds.clone().find(is_playable).or(seeds.last()).unwrap_or(seed)
}

/// Checks that no royal can be captured on the first move.
fn is_playable(game: &Game, start: &Position) -> bool {
    !in_check(game, start, start.side().other())
}
