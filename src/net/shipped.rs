//! The learned evaluations that are part of the program.

use super::features::FeatureSet;
use super::file::NetFile;
use super::rules_hash::rules_hash;
use crate::position::Game;
use once_cell::sync::Lazy;

macro_rules! embed {
    ($($name:literal)*) => {
        &[$(($name, include_bytes!(concat!("../../variants/nets/", $name, ".gnn")))),*]
    };
}

/// Variants and files. `docs/learning.md` says how each was made.
const FILES: &[(&str, &[u8])] =
    embed!["atomic" "capablanca" "chess" "crazyhouse" "janggi" "makruk" "shogi" "xiangqi"];

static NETS: Lazy<Vec<NetFile>> =
    Lazy::new(|| FILES.iter().filter_map(|(_, bytes)| NetFile::read(bytes).ok()).collect());

/// Names of the variants whose evaluation is part of the program. It serves all games with the same rules.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|&(name, _)| name)
}

/// Returns the evaluation that is part of the program for the rules of a game with weights, if there is one.
pub fn shipped(game: &Game) -> Option<&'static NetFile> {
    let weights = &game.weights;
    let fits = |file: &&NetFile| {
        file.weights.square.len() == weights.square.len() && file.weights.hand.len() == weights.hand.len()
    };
    let mut candidates = NETS.iter().filter(fits).peekable();
    candidates.peek()?;
    let hash = rules_hash(game, &FeatureSet::new(game));
    candidates.find(|file| file.header.rules_hash == hash)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{eval, variant};

    fn game(name: &str) -> Game {
        let variant = variant::catalogue::find(name).expect(name).variant.clone();
        eval::weighed(Game::new(variant).expect("tables"))
    }

    /// Every file is intact and fits the present rules of its variant.
    #[test]
    fn files_fit_their_variants() {
        assert_eq!(NETS.len(), FILES.len());
        for name in names() {
            let game = game(name);
            let file = shipped(&game).expect(name);
            assert!(file.header.elo > 0, "{name}");
            let weights = super::super::learned_weights(&game, file).expect(name);
            assert_eq!(weights.net.is_some(), file.layers.is_some(), "{name}");
        }
    }

    /// Games that differ in their array and castling share one; others have none.
    #[test]
    fn rules_decide() {
        assert!(shipped(&game("fischerandom")).is_some());
        assert!(shipped(&game("knightmate")).is_none());
    }
}
