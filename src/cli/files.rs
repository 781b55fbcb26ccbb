//! Files that are there as a whole or not at all.

use super::output::{CliError, CliResult};
use std::fs;
use std::path::Path;

/// Who may run a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileMode {
    /// Nobody.
    Data,
    /// Everybody.
    Program,
}

/// Writes a file that is there as a whole or not at all; a program that runs meanwhile keeps its old one.
pub fn write(path: &Path, content: &[u8], mode: FileMode) -> CliResult {
    let folder = path.parent().unwrap_or(Path::new("."));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let draft = folder.join(format!(".{name}.{}", std::process::id()));
    let written = fs::write(&draft, content).and_then(|()| permit(&draft, path, mode));
    written.and_then(|()| fs::rename(&draft, path)).map_err(|error| {
        // What is left of the attempt is of no use; the error is told.
        let _ = fs::remove_file(&draft);
        fault(path, &error)
    })
}

/// The same; its folder is made if there is none.
pub fn write_with_folder(path: &Path, content: &[u8], mode: FileMode) -> CliResult {
    fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).map_err(|error| fault(path, &error))?;
    write(path, content, mode)
}

/// Gives a new file the rights that it should have: those of the file that it replaces, or by its kind.
#[cfg(unix)]
fn permit(draft: &Path, old: &Path, mode: FileMode) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let bits = match (fs::metadata(old), mode) {
        (Ok(data), FileMode::Data) => data.permissions().mode(),
        (Err(_), FileMode::Data) => 0o644,
        (_, FileMode::Program) => 0o755,
    };
    fs::set_permissions(draft, fs::Permissions::from_mode(bits))
}

#[cfg(not(unix))]
fn permit(_: &Path, _: &Path, _: Mode) -> std::io::Result<()> {
    Ok(())
}

/// The error with the file that it is about.
pub fn fault(path: &Path, error: &std::io::Error) -> CliError {
    CliError::input(format!("{}: {error}", path.display()))
}
