//! List of installed files, so that `--uninstall` removes nothing else.

use crate::cli::files::{FileMode, fault, write_with_folder};
use crate::cli::output::CliResult;
use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

/// Path of the list, relative to the prefix. Each line is the hash of a file, a space, and its path relative to the
/// prefix.
const LIST: &str = "share/griffon/installed";

/// Writes the list for the program and its files.
pub fn write(prefix: &Path, command: &Path, program: &[u8], data: &[(String, Vec<u8>)]) -> CliResult {
    let command = command.strip_prefix(prefix).unwrap_or(command);
    let mut text = format!("{:016x} {}\n", fxhash::hash64(program), command.display());
    for (file, content) in data {
        text += &format!("{:016x} {file}\n", fxhash::hash64(content));
    }
    write_with_folder(&prefix.join(LIST), text.as_bytes(), FileMode::Data)
}

/// Returns the installed files that still exist, and whether each is unchanged. The list itself comes last.
///
/// Without a list, checks the files that this program would install.
pub fn installed(
    prefix: &Path,
    command: &Path,
    data: &[(String, Vec<u8>)],
) -> CliResult<Vec<(PathBuf, bool)>> {
    let path = prefix.join(LIST);
    let list = match fs::read_to_string(&path) {
        Ok(list) => list,
        Err(error) if error.kind() == ErrorKind::NotFound => return without_list(prefix, command, data),
        Err(error) => return Err(fault(&path, &error)),
    };
    let mut found = Vec::new();
    for line in list.lines() {
        let Some((hash, file)) = line.split_once(' ') else { continue };
        // Nothing outside the prefix was installed.
        if !Path::new(file).components().all(|part| matches!(part, Component::Normal(_))) {
            continue;
        }
        if let Some(content) = content(&prefix.join(file))? {
            found.push((prefix.join(file), format!("{:016x}", fxhash::hash64(&content)) == hash));
        }
    }
    found.push((path, true));
    Ok(found)
}

/// Compares the existing files with the ones that this program would install.
fn without_list(
    prefix: &Path,
    command: &Path,
    data: &[(String, Vec<u8>)],
) -> CliResult<Vec<(PathBuf, bool)>> {
    let mut found = Vec::new();
    for (file, wanted) in data {
        if let Some(content) = content(&prefix.join(file))? {
            found.push((prefix.join(file), content == *wanted));
        }
    }
    if let Some(there) = content(command)? {
        let own = std::env::current_exe().and_then(fs::read);
        found.push((command.to_owned(), own.is_ok_and(|own| own == there)));
    }
    Ok(found)
}

/// Reads a file; `None` if it does not exist.
fn content(path: &Path) -> CliResult<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(content) => Ok(Some(content)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(fault(path, &error)),
    }
}
