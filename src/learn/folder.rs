//! The files of a learning run.

use super::games;
use super::state::LearningState;
use crate::net::{NetError, NetFile};
use crate::system::files::{self, named};
use fs4::FileExt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// Games of self-play.
pub const GAMES: &str = "games.bin";
/// The evaluation in use.
pub const BEST: &str = "best.gnn";
/// The candidate, or the net of a playoff that is added to the terms.
pub(super) const CANDIDATE: &str = "candidate.gnn";
/// The games of its gate.
pub(super) const GATE: &str = "gate.pgn";
/// The net of a playoff in place of the terms.
pub(super) const RIVAL: &str = "rival.gnn";
/// The games of the playoff.
pub(super) const PLAYOFF: &str = "playoff.pgn";
/// Locked while a run uses the folder.
const LOCK: &str = "lock";

/// Checks that a folder holds nothing that was learned with other rules.
///
/// # Errors
/// It does.
pub fn check_rules(folder: &Path, rules_hash: u64) -> io::Result<()> {
    if !is_of_other_rules(folder, rules_hash) {
        return Ok(());
    }
    let why = "this folder holds what was learned with other rules\n\
               help: choose another folder with `--data`, or remove this one";
    Err(named(folder)(io::Error::new(io::ErrorKind::InvalidData, why)))
}

fn is_of_other_rules(folder: &Path, rules_hash: u64) -> bool {
    let state = LearningState::read(folder).ok().flatten();
    // States of earlier versions do not name the rules.
    let known = state.map(|state| state.rules_hash).filter(|&hash| hash != 0);
    known.or_else(|| games::rules_hash(&folder.join(GAMES))).is_some_and(|hash| hash != rules_hash)
}

/// Returns the standard folder, or one beside it if that holds what was learned with other rules.
pub fn folder_for(standard: PathBuf, rules_hash: u64) -> PathBuf {
    if !is_of_other_rules(&standard, rules_hash) {
        return standard;
    }
    let name = standard.file_name().unwrap_or_default().to_string_lossy();
    standard.with_file_name(format!("{name}-{rules_hash:016x}"))
}

/// Locks the folder of a run until the file is closed, however the program ends.
pub(super) fn lock(folder: &Path) -> io::Result<File> {
    let path = folder.join(LOCK);
    let file = File::create(&path).map_err(named(&path))?;
    match FileExt::try_lock(&file) {
        Ok(()) => Ok(file),
        Err(fs4::TryLockError::WouldBlock) => {
            Err(named(folder)(io::Error::other("another run of `griffon learn` uses this folder")))
        }
        // Some network file systems have no locks.
        Err(fs4::TryLockError::Error(_)) => Ok(file),
    }
}

/// Checks that a net can be written to `path`, and that it would overwrite nothing but a net.
pub(super) fn check_out(path: &Path) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(named(folder))?;
    }
    if path.is_dir() {
        return Err(named(path)(io::Error::other("this is a folder")));
    }
    let is_net = |old: &[u8]| !matches!(NetFile::read(old), Err(NetError::NotANet));
    files::check_overwrite(path, "a net of Griffon", is_net).map_err(named(path))?;
    files::try_write(path).map_err(named(path))
}

/// Removes a file if it exists.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(named(path)(error)),
        _ => Ok(()),
    }
}
