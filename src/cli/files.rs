//! Files that commands read and write: errors name them.

use super::output::{CliError, CliResult};
use crate::system::files;
pub use crate::system::files::FileMode;
use std::path::Path;

/// Writes a file atomically. A running program keeps its old file.
pub fn write(path: &Path, content: &[u8], mode: FileMode) -> CliResult {
    files::write(path, content, mode).map_err(fault(path))
}

/// Checks that a file may be replaced: there is none, or its text is what the command writes, such as "a picture".
pub fn check_overwrite(path: &Path, what: &str, is_such: impl Fn(&str) -> bool) -> CliResult {
    files::check_overwrite(path, what, |old| is_such(&String::from_utf8_lossy(old))).map_err(fault(path))
}

/// Tests whether a file could be written.
pub fn try_write(path: &Path) -> CliResult {
    files::try_write(path).map_err(fault(path))
}

/// Like [`write()`], but creates the folder if necessary.
pub fn write_with_folder(path: &Path, content: &[u8], mode: FileMode) -> CliResult {
    std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).map_err(fault(path))?;
    write(path, content, mode)
}

/// Removes a file. On Windows a running program is moved instead.
pub fn remove(path: &Path) -> CliResult {
    files::remove(path).map_err(fault(path))
}

/// Returns a function that adds the name of the file to an error.
pub fn fault<E: std::fmt::Display>(path: &Path) -> impl Fn(E) -> CliError {
    move |error| CliError::input(format_args!("{}: {error}", path.display()))
}
