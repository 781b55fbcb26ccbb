//! Start positions of games with shuffled arrays.
//!
//! Arrays with a royal en prise on the first move are redrawn: no GUI plays on from there.

use crate::movegen::in_check;
use crate::net::Evaluation;
use crate::position::{Game, Position};
use crate::random::mix;
use crate::rules::GameRules;
use crate::tables::TableError;
use crate::variant::Variant;

/// Maximum number of arrays drawn; if none of them is playable, the first one is used.
const MAX_ATTEMPTS: u64 = 1000;

/// Minimum number of arrays drawn, however many pieces they have.
const MIN_ATTEMPTS: u64 = 10;

/// Bound on attempts times squared pieces of the array: 1000 attempts for 64 pieces.
const WORK: u64 = 4_096_000;

/// Returns the game, with its array shuffled if there is a seed; equal seeds give equal arrays.
///
/// # Errors
/// As [`Game::with_evaluation`].
pub fn shuffled_game(
    variant: &Variant,
    seed: Option<u64>,
    mut evaluation: impl FnMut(GameRules<'_>) -> Evaluation,
) -> Result<Game, TableError> {
    let Some(seed) = seed else { return Game::with_evaluation(variant.clone(), evaluation) };
    let game = Game::with_evaluation(variant.shuffled(seed), &mut evaluation)?;
    if is_playable(&game, &Position::start(&game)) {
        return Ok(game);
    }
    Game::with_evaluation(variant.shuffled(playable_seed(&game, variant, seed)), evaluation)
}

/// Returns the start position, with a shuffled array if the variant shuffles; equal seeds give equal arrays.
pub fn shuffled_start(game: &Game, seed: u64) -> Position {
    let variant = &game.variant;
    if !variant.shuffles() {
        return Position::start(game);
    }
    Position::start_from(game, &variant.shuffled(playable_seed(game, variant, seed)))
}

/// Returns the first seed derived from `seed` with a playable array. `game` may have any array of the variant.
fn playable_seed(game: &Game, variant: &Variant, seed: u64) -> u64 {
    let pieces = variant.setup.len() as u64;
    let attempts = (WORK / pieces.pow(2).max(1)).clamp(MIN_ATTEMPTS, MAX_ATTEMPTS);
    let mut seeds =
        (0..attempts).map(|attempt| if attempt == 0 { seed } else { mix(seed.wrapping_add(attempt)) });
    let is_playable = |&seed: &u64| is_playable(game, &Position::start_from(game, &variant.shuffled(seed)));
    seeds.find(is_playable).unwrap_or(seed)
}

/// Checks that no royal can be captured on the first move.
fn is_playable(game: &Game, start: &Position) -> bool {
    !in_check(game, start, start.side().other())
}
