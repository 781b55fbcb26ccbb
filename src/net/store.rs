//! Finds the learned evaluation of a variant.

use super::file::{NetError, NetFile};
use crate::position::Game;
use std::path::{Path, PathBuf};

/// File extension of learned evaluations.
pub const ENDING: &str = "gnn";

/// Where learned evaluations are looked for.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct NetFolders {
    /// The file that the user names.
    pub file: Option<PathBuf>,
    /// Folders with files called after their variants, the first that has one wins.
    pub folders: Vec<PathBuf>,
}

impl NetFolders {
    /// Returns the file for a variant, if there is one.
    pub fn find(&self, name: &str) -> Option<PathBuf> {
        let plain = !name.is_empty() && !name.contains(['/', '\\', '\0']);
        let in_folder = |folder: &PathBuf| folder.join(format!("{name}.{ENDING}"));
        let found = || self.folders.iter().map(in_folder).find(|path| path.is_file());
        self.file.clone().or_else(|| found().filter(|_| plain))
    }
}

/// Returns the game with its learned evaluation, if there is one, and a message if there is one that is not used.
pub fn learned(game: Game, folders: &NetFolders) -> (Game, Option<String>) {
    let Some(path) = folders.find(&game.variant.name) else { return (game, None) };
    match read(&game, &path) {
        Ok(weights) => {
            let mut game = game;
            game.set_weights(weights);
            (game, None)
        }
        Err(error) => (game, Some(format!("{}: {error}", path.display()))),
    }
}

fn read(game: &Game, path: &Path) -> Result<crate::position::game::Weights, NetError> {
    super::learned_weights(game, &NetFile::open(path)?)
}
