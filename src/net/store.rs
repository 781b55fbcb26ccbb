//! Finds the learned evaluation of a variant.

use super::file::NetFile;
use super::learned_weights;
use super::shipped::shipped;
use crate::position::Game;
use std::path::PathBuf;

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

/// Returns the game with its learned evaluation: from the folders, else from the program, else none. The message says why
/// a file in the folders is not used.
pub fn learned(mut game: Game, folders: &NetFolders) -> (Game, Option<String>) {
    let (found, fault) = match folders.find(&game.variant.name) {
        None => (None, None),
        Some(path) => match NetFile::open(&path).and_then(|file| learned_weights(&game, &file)) {
            Ok(weights) => (Some(weights), None),
            Err(error) => (None, Some(format!("{}: {error}", path.display()))),
        },
    };
    if let Some(weights) = found.or_else(|| learned_weights(&game, shipped(&game)?).ok()) {
        game.set_weights(weights);
    }
    (game, fault)
}
