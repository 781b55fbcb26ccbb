//! Finds the learned evaluation of a variant.

use super::file::NetFile;
use super::network::{Evaluation, with_learned};
use super::shipped::shipped;
use super::transfer::transferred;
use crate::rules::GameRules;
use crate::values::{self, Weights};
use crate::variant::catalogue;
use std::borrow::Cow;
use std::path::PathBuf;

/// File extension of learned evaluations.
pub const EXTENSION: &str = "gnn";

/// Added to the message about a file that is not used.
pub const IGNORED: &str = " (the file is ignored)";

/// Where learned evaluations are looked for.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct NetFolders {
    /// The file that the user names.
    pub file: Option<PathBuf>,
    /// Folders with files called after their variants: the first file that fits counts.
    pub folders: Vec<PathBuf>,
}

impl NetFolders {
    /// Returns the files for a variant: the one that the user names, or those in the folders.
    fn files(&self, name: &str) -> Vec<PathBuf> {
        if let Some(file) = &self.file {
            return vec![file.clone()];
        }
        let in_folder = |folder: &PathBuf| folder.join(format!("{name}.{EXTENSION}"));
        let there = self.folders.iter().map(in_folder).filter(|path| path.is_file());
        if catalogue::is_file_name(name) { there.collect() } else { Vec::new() }
    }
}

/// Returns what the program itself knows of a game: its net for these rules, or else one made from that of a similar game.
pub fn of_program(game: GameRules<'_>, estimate: &Weights) -> Option<Cow<'static, NetFile>> {
    shipped(game).map(Cow::Borrowed).or_else(|| transferred(game, estimate).map(Cow::Owned))
}

/// Returns the evaluation of a game: learned, from the folders or else from the program; else estimated. The message says
/// why files are not used.
pub fn learned(game: GameRules<'_>, folders: &NetFolders) -> (Evaluation, Option<String>) {
    let estimate = values::estimate(game);
    let learned = |file: &NetFile| with_learned(game, &estimate, file);
    let mut faults = Vec::new();
    let found = folders.files(&game.variant.name).into_iter().find_map(|path| {
        let opened = NetFile::open(&path).and_then(|file| learned(&file));
        opened.map_err(|error| faults.push(format!("{}: {error}", path.display()))).ok()
    });
    let found = found.or_else(|| learned(&*of_program(game, &estimate)?).ok());
    let fault = (!faults.is_empty()).then(|| faults.join("; "));
    (found.unwrap_or(Evaluation { weights: estimate, net: None }), fault)
}

#[cfg(test)]
mod tests {
    use super::super::{FeatureSet, LearnedWeights, rules_hash};
    use super::*;
    use crate::position::Game;

    #[test]
    fn a_file_that_does_not_fit_hides_no_other() {
        let variant = catalogue::find("microchess").expect("in the catalogue").variant.clone();
        let game = Game::new(variant).expect("tables");
        let game_rules = game.game_rules();
        let features = FeatureSet::new(game_rules);
        let mut own = NetFile { weights: LearnedWeights::of(&game.weights), ..NetFile::default() };
        own.weights.square[0].0 += 7;
        own.header.rules_hash = rules_hash(game_rules, &features);
        own.header.features = features.count() as u32;
        let place = tempfile::tempdir().expect("a folder");
        let folders = ["first", "second"].map(|name| place.path().join(name));
        folders.iter().for_each(|folder| std::fs::create_dir(folder).expect("a folder"));
        let files = folders.each_ref().map(|folder| folder.join("microchess.gnn"));
        std::fs::write(&files[0], "no net").expect("writes");
        std::fs::write(&files[1], own.write()).expect("writes");
        let (found, fault) = learned(game_rules, &NetFolders { file: None, folders: folders.to_vec() });
        assert_eq!(found.weights.square, own.weights.square);
        assert!(fault.is_some_and(|fault| fault.contains("first") && !fault.contains("second")));
        let (found, _) =
            learned(game_rules, &NetFolders { file: Some(files[0].clone()), folders: folders.to_vec() });
        assert_eq!(found.weights.square, game.weights.square);
    }
}
