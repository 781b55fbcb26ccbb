//! Atomic writing of files.

use super::output::{CliError, CliResult};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Permissions of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileMode {
    /// Not executable.
    Data,
    /// Executable by everyone.
    Program,
}

/// Writes a file atomically. A running program keeps its old file.
pub fn write(path: &Path, content: &[u8], mode: FileMode) -> CliResult {
    let folder = path.parent().unwrap_or(Path::new("."));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let draft = folder.join(format!(".{name}.{}", std::process::id()));
    let written = fs::write(&draft, content).and_then(|()| permit(&draft, path, mode));
    written.and_then(|()| replace(&draft, path, mode)).map_err(|error| {
        // Removes the partial file; only the first error is reported.
        let _ = fs::remove_file(&draft);
        fault(path)(error)
    })
}

/// Moves a file to the place of another. Windows does not replace a running program, but moves it.
fn replace(draft: &Path, path: &Path, mode: FileMode) -> io::Result<()> {
    let moved = fs::rename(draft, path);
    if moved.is_ok() || !cfg!(windows) || mode != FileMode::Program {
        return moved;
    }
    let Ok(aside) = set_aside(path) else { return moved };
    fs::rename(draft, path).inspect_err(|_| {
        // Restores the old program; only the first error is reported.
        let _ = fs::rename(aside, path);
    })
}

/// Removes a file. On Windows a running program is moved instead.
pub fn remove(path: &Path) -> CliResult {
    let removed = fs::remove_file(path).or_else(|error| {
        let is_in_use = cfg!(windows) && error.kind() == io::ErrorKind::PermissionDenied;
        if is_in_use { set_aside(path).map(|_| ()).map_err(|_| error) } else { Err(error) }
    });
    removed.map_err(fault(path))
}

/// Moves a file to the folder for temporary files. Returns its new path.
fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let aside = std::env::temp_dir().join(format!("{name}.{}", std::process::id()));
    fs::rename(path, &aside).map(|()| aside)
}

/// Like [`write()`], but creates the folder if necessary.
pub fn write_with_folder(path: &Path, content: &[u8], mode: FileMode) -> CliResult {
    fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).map_err(fault(path))?;
    write(path, content, mode)
}

/// Sets the permissions of a new file: those of the file it replaces, or the default for its mode.
#[cfg(unix)]
fn permit(draft: &Path, old: &Path, mode: FileMode) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let bits = match (fs::metadata(old), mode) {
        (Ok(data), FileMode::Data) => data.permissions().mode(),
        (Err(_), FileMode::Data) => 0o644,
        (_, FileMode::Program) => 0o755,
    };
    fs::set_permissions(draft, fs::Permissions::from_mode(bits))
}

#[cfg(not(unix))]
fn permit(_: &Path, _: &Path, _: FileMode) -> io::Result<()> {
    Ok(())
}

/// Returns a function that adds the name of the file to an error.
pub fn fault<E: std::fmt::Display>(path: &Path) -> impl Fn(E) -> CliError {
    move |error| CliError::input(format_args!("{}: {error}", path.display()))
}
