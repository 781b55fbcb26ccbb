//! List of installed files, so that `--uninstall` removes nothing else.

use crate::cli::files::{FileMode, fault, remove, write_with_folder};
use crate::cli::output::CliResult;
use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

/// File name of the program.
pub const PROGRAM_NAME: &str = if cfg!(windows) { "griffon.exe" } else { "griffon" };
/// Path of the list of installed files, relative to the prefix.
const INSTALLED: &str = if cfg!(windows) { "installed.txt" } else { "share/griffon/installed" };
/// Begins a line with a settings file of WinBoard. Other lines are the hash of a file, a space, and its path relative
/// to the prefix.
const SETTINGS: &str = "winboard ";

/// A file other than the program: path relative to the prefix, content.
pub type DataFile = (String, Vec<u8>);

/// Writes the list for the program, its files, and the settings of WinBoard that name it.
pub fn write(
    prefix: &Path,
    command: &Path,
    program: &[u8],
    data: &[DataFile],
    settings: &[PathBuf],
) -> CliResult {
    let command = command.strip_prefix(prefix).unwrap_or(command);
    let mut text = format!("{:016x} {}\n", fxhash::hash64(program), command.display());
    for (file, content) in data {
        text += &format!("{:016x} {file}\n", fxhash::hash64(content));
    }
    for file in settings {
        text += &format!("{SETTINGS}{}\n", file.display());
    }
    write_with_folder(&prefix.join(INSTALLED), text.as_bytes(), FileMode::Data)
}

/// Returns the settings files of WinBoard in the list.
pub fn winboard_settings(prefix: &Path) -> CliResult<Vec<PathBuf>> {
    let list = content(&prefix.join(INSTALLED))?.unwrap_or_default();
    let list = String::from_utf8_lossy(&list);
    Ok(list.lines().filter_map(|line| line.strip_prefix(SETTINGS)).map(PathBuf::from).collect())
}

/// Removes the unchanged files of the list that are not among the new ones. Returns their paths.
pub fn remove_others(prefix: &Path, command: &Path, data: &[DataFile]) -> CliResult<Vec<PathBuf>> {
    let mut old = installed(prefix, command, data)?;
    let is_new = |path: &Path| path == command || data.iter().any(|(file, _)| path == prefix.join(file));
    old.retain(|(path, is_ours)| *is_ours && *path != prefix.join(INSTALLED) && !is_new(path));
    old.into_iter().map(|(path, _)| remove(&path).map(|()| path)).collect()
}

/// Returns the installed files that still exist, and whether each is unchanged. The list itself comes last.
///
/// Without a list, checks the files that this program would install.
pub fn installed(prefix: &Path, command: &Path, data: &[DataFile]) -> CliResult<Vec<(PathBuf, bool)>> {
    let path = prefix.join(INSTALLED);
    let list = match fs::read_to_string(&path) {
        Ok(list) => list,
        Err(error) if error.kind() == ErrorKind::NotFound => return without_list(prefix, command, data),
        Err(error) => return Err(fault(&path)(error)),
    };
    let mut found = Vec::new();
    for line in list.lines() {
        let Some((hash, file)) = line.split_once(' ') else { continue };
        // Nothing outside the prefix was installed.
        if Path::new(file).components().all(|part| matches!(part, Component::Normal(_))) {
            let is_same = |content: &[u8]| format!("{:016x}", fxhash::hash64(content)) == hash;
            found.extend(compare(prefix.join(file), is_same)?);
        }
    }
    found.push((path, true));
    Ok(found)
}

/// Compares the existing files with the ones that this program would install.
fn without_list(prefix: &Path, command: &Path, data: &[DataFile]) -> CliResult<Vec<(PathBuf, bool)>> {
    let mut found = Vec::new();
    for (file, wanted) in data {
        found.extend(compare(prefix.join(file), |content| content == *wanted)?);
    }
    let own = || std::env::current_exe().and_then(fs::read);
    found.extend(compare(command.to_owned(), |content| own().is_ok_and(|own| own == content))?);
    Ok(found)
}

/// Returns a file and whether its content is ours; `None` if it does not exist.
fn compare(path: PathBuf, is_ours: impl Fn(&[u8]) -> bool) -> CliResult<Option<(PathBuf, bool)>> {
    let content = content(&path)?;
    Ok(content.map(|content| (path, is_ours(&content))))
}

/// Reads a file; `None` if it does not exist.
fn content(path: &Path) -> CliResult<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(content) => Ok(Some(content)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(fault(path)(error)),
    }
}
