//! Atomic writing of files.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Permissions of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileMode {
    /// Not executable.
    Data,
    /// Executable by everyone.
    Program,
}

/// Writes a file so that it is whole at every moment, even if the power fails. A running program keeps its old file.
/// Writes directly to anything but a regular file, such as `/dev/stdout`.
///
/// # Errors
/// It cannot be written; its old content is then unchanged.
pub fn write(path: &Path, content: &[u8], mode: FileMode) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|file| !file.is_file()) {
        return fs::write(path, content);
    }
    let draft = draft_of(path);
    let write_draft = || {
        let mut file = File::create(&draft)?;
        file.write_all(content)?;
        file.sync_data()
    };
    let written = write_draft().and_then(|()| permit(&draft, path, mode));
    written.and_then(|()| replace(&draft, path, mode)).inspect_err(|_| {
        // Removes the partial file; only the first error is reported.
        let _ = fs::remove_file(&draft);
    })
}

/// Tests whether a file could be written, and leaves everything as it is.
///
/// # Errors
/// Why it could not.
pub fn try_write(path: &Path) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|file| !file.is_file()) {
        return Ok(());
    }
    let draft = draft_of(path);
    File::create(&draft)?;
    fs::remove_file(draft)
}

/// The file that is written before it takes the place of another.
fn draft_of(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}", std::process::id()))
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

/// Shortens a file. Windows denies this to those who opened it only to append.
///
/// # Errors
/// It cannot be written.
pub fn truncate(path: &Path, length: u64) -> io::Result<()> {
    fs::OpenOptions::new().write(true).open(path)?.set_len(length)
}

/// Removes a file. On Windows a running program is moved instead.
///
/// # Errors
/// It cannot be removed.
pub fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path).or_else(|error| {
        let is_in_use = cfg!(windows) && error.kind() == io::ErrorKind::PermissionDenied;
        if is_in_use { set_aside(path).map(|_| ()).map_err(|_| error) } else { Err(error) }
    })
}

/// Moves a file to the folder for temporary files. Returns its new path.
fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let aside = std::env::temp_dir().join(format!("{name}.{}", std::process::id()));
    fs::rename(path, &aside).map(|()| aside)
}

/// Adds the name of a file to an error.
pub fn named(path: &Path) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
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
