//! The files of a learning run.

use crate::net::{NetError, NetFile};
use crate::system::files::{self, named};
use fs4::FileExt;
use std::fs::File;
use std::io;
use std::path::Path;

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
    if path.is_file() && matches!(NetFile::open(path), Err(NetError::NotANet)) {
        return Err(named(path)(io::Error::other("not a net of Griffon: it would be overwritten")));
    }
    files::try_write(path).map_err(named(path))
}

/// Removes a file if it exists.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(named(path)(error)),
        _ => Ok(()),
    }
}
