//! Finds the learned evaluation of a variant.

use super::file::NetFile;
use super::network::{Evaluation, with_learned};
use super::shipped::shipped;
use crate::rules::GameRules;
use crate::values;
use crate::variant::catalogue;
use std::path::PathBuf;

/// File extension of learned evaluations.
pub const ENDING: &str = "gnn";

/// Added to the message about a file that is not used.
pub const IGNORED: &str = " (the file is ignored)";

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
        let plain = catalogue::is_file_name(name);
        let in_folder = |folder: &PathBuf| folder.join(format!("{name}.{ENDING}"));
        let found = || self.folders.iter().map(in_folder).find(|path| path.is_file());
        self.file.clone().or_else(|| found().filter(|_| plain))
    }
}

/// Returns the evaluation of a game: learned, from the folders, else from the program; else estimated. The message says
/// why a file is not used.
pub fn learned(rules: GameRules<'_>, folders: &NetFolders) -> (Evaluation, Option<String>) {
    let estimate = values::estimate(rules);
    let learned = |file: &NetFile| with_learned(rules, &estimate, file);
    let (found, fault) = match folders.find(&rules.variant.name) {
        None => (None, None),
        Some(path) => match NetFile::open(&path).and_then(|file| learned(&file)) {
            Ok(evaluation) => (Some(evaluation), None),
            Err(error) => (None, Some(format!("{}: {error}", path.display()))),
        },
    };
    let found = found.or_else(|| learned(shipped(rules)?).ok());
    (found.unwrap_or(Evaluation { weights: estimate, net: None }), fault)
}
