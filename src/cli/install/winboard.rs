//! Entry of the engine in the settings of each WinBoard on a Windows machine.

use super::below;
use super::engine_list::{self, ListedEngine};
use super::manifest::PROGRAM_NAME;
use crate::cli::files::{FileMode, fault, write_with_folder};
use crate::cli::output::{CliError, CliResult};
use crate::system::code_page;
use std::ffi::OsString;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// WinBoard's program and its settings, in one folder.
const PROGRAM: &str = "winboard.exe";
const SETTINGS: &str = "winboard.ini";
/// Most settings files that name another one.
const MAX_FILES: usize = 4;

/// Looks up an environment variable.
pub type Environment<'a> = &'a dyn Fn(&str) -> Option<OsString>;

/// Returns the folders of WinBoard: `Winboard*` in the folders where programs are installed or unpacked, or a folder in
/// one of these, and those in `PATH`.
pub fn folders(environment: Environment<'_>) -> Vec<PathBuf> {
    let folder = |name: &str| environment(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let mut roots: Vec<PathBuf> =
        ["ProgramFiles", "ProgramFiles(x86)", "ProgramW6432"].into_iter().filter_map(folder).collect();
    roots.extend(folder("LOCALAPPDATA").into_iter().flat_map(|local| [local.join("Programs"), local]));
    roots.extend(environment("SystemDrive").map(|mut drive| {
        drive.push("\\");
        PathBuf::from(drive)
    }));
    roots.extend(folder("USERPROFILE").into_iter().flat_map(|home| {
        ["Desktop", "Downloads", "Documents"].map(|name| home.join(name)).into_iter().chain([home.clone()])
    }));
    let mut found: Vec<PathBuf> =
        roots.iter().flat_map(|root| subfolders(root)).filter(|path| is_called_winboard(path)).collect();
    let inner: Vec<PathBuf> = found.iter().flat_map(|folder| subfolders(folder)).collect();
    found.extend(inner);
    found.extend(environment("PATH").iter().flat_map(std::env::split_paths));
    let mut folders = Vec::new();
    for folder in found {
        if folder.join(PROGRAM).is_file() && !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    folders
}

fn subfolders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}

fn is_called_winboard(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.and_then(|name| name.get(.."winboard".len()))
        .is_some_and(|name| name.eq_ignore_ascii_case("winboard"))
}

/// Returns the file with the settings of the WinBoard in a folder. It may not exist yet.
///
/// Windows redirects a program's writes below `Program Files` to the user's `VirtualStore`.
pub fn settings(folder: &Path, environment: Environment<'_>) -> PathBuf {
    let redirected = environment("LOCALAPPDATA")
        .map(|local| below(&Path::new(&local).join("VirtualStore"), folder).join(SETTINGS));
    let mut path = redirected.filter(|path| path.is_file()).unwrap_or_else(|| folder.join(SETTINGS));
    for _ in 0..MAX_FILES {
        let text = fs::read(&path).unwrap_or_default();
        let Some(name) = engine_list::settings_file(&text) else { break };
        let next = folder.join(expand(&code_page::decode(&code_page::SYSTEM, &name), environment));
        if next == path || !next.is_file() {
            break;
        }
        path = next;
    }
    path
}

/// Replaces `%NAME%` at the beginning of a path.
fn expand(path: &str, environment: Environment<'_>) -> PathBuf {
    let value = path.strip_prefix('%').and_then(|rest| rest.split_once('%'));
    match value.and_then(|(name, rest)| Some((environment(name)?, rest))) {
        Some((mut value, rest)) => {
            value.push(rest);
            PathBuf::from(value)
        }
        None => PathBuf::from(path),
    }
}

/// Returns the engine in a folder; `None` if WinBoard cannot name the folder.
fn engine(folder: &Path) -> Option<ListedEngine> {
    ListedEngine::new(PROGRAM_NAME, &code_page::encode(&code_page::SYSTEM, folder.to_str()?)?)
}

/// Adds the engine in a folder to the lists in WinBoard's settings. Returns whether it is in them.
pub fn register(folder: &Path, settings: &Path, out: &mut dyn Write) -> CliResult<bool> {
    let shown = settings.display();
    let Some(engine) = engine(folder) else {
        let folder = folder.display();
        writeln!(out, "{shown}: cannot hold the path {folder}, because WinBoard cannot read it")?;
        return Ok(false);
    };
    let (old, new) = match fs::read(settings) {
        Ok(old) => (old.clone(), engine.add_to(&old)),
        Err(error) if error.kind() == ErrorKind::NotFound => (Vec::new(), Some(engine.first_settings())),
        Err(error) => {
            writeln!(out, "{shown}: {error}")?;
            return Ok(false);
        }
    };
    let Some(new) = new else {
        writeln!(out, "{shown}: its list of engines is not quoted as WinBoard does")?;
        return Ok(false);
    };
    if new == old {
        writeln!(out, "is already among the engines of WinBoard in {shown}")?;
        return Ok(true);
    }
    let written = write_with_folder(settings, &new, FileMode::Data);
    match &written {
        Ok(()) => writeln!(out, "added to the engines of WinBoard in {shown}")?,
        Err(CliError::Input(why)) => writeln!(out, "not added to the engines of WinBoard: {why}")?,
        Err(_) => return written.map(|()| true),
    }
    Ok(written.is_ok())
}

/// Removes the engine in a folder from the lists in WinBoard's settings. Removes settings that installing created.
pub fn unregister(folder: &Path, settings: &Path, out: &mut dyn Write) -> CliResult {
    let Some(engine) = engine(folder) else { return Ok(()) };
    let Ok(old) = fs::read(settings) else { return Ok(()) };
    if old == engine.first_settings() {
        fs::remove_file(settings).map_err(fault(settings))?;
        return Ok(writeln!(out, "removed {}", settings.display())?);
    }
    let new = engine.remove_from(&old);
    if new != old {
        write_with_folder(settings, &new, FileMode::Data)?;
        writeln!(out, "removed from the engines of WinBoard in {}", settings.display())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Component;

    fn put(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[test]
    fn winboard_is_found_in_the_usual_folders() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path();
        let expected = [
            root.join("Program Files/WinBoard"),
            root.join("Local/Programs/winboard-4.9.1"),
            root.join("Program Files/WinBoard-4.8.0/WinBoard"),
            root.join("tools"),
        ];
        for folder in &expected {
            put(&folder.join(PROGRAM), "");
        }
        put(&root.join("Program Files/Other").join(PROGRAM), "");
        let environment = |name: &str| match name {
            "ProgramFiles" | "ProgramW6432" => Some(root.join("Program Files").into_os_string()),
            "LOCALAPPDATA" => Some(root.join("Local").into_os_string()),
            "PATH" => Some(root.join("tools").into_os_string()),
            _ => None,
        };
        let mut found = folders(&environment);
        found.sort();
        let mut wanted = expected.to_vec();
        wanted.sort();
        assert_eq!(found, wanted);
    }

    #[test]
    fn settings_are_those_that_winboard_reads() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path();
        let folder = root.join("WinBoard");
        let environment = |name: &str| match name {
            "LOCALAPPDATA" => Some(root.join("Local").into_os_string()),
            "APPDATA" => Some(root.join("Roaming").into_os_string()),
            _ => None,
        };
        assert_eq!(settings(&folder, &environment), folder.join(SETTINGS));
        put(&folder.join(SETTINGS), "/settingsFile=\"%APPDATA%/mine.ini\"\r\n");
        assert_eq!(settings(&folder, &environment), folder.join(SETTINGS));
        put(&root.join("Roaming/mine.ini"), "/size=49\r\n");
        assert_eq!(settings(&folder, &environment), root.join("Roaming/mine.ini"));
        let below: PathBuf =
            folder.components().filter(|part| matches!(part, Component::Normal(_))).collect();
        let redirected = root.join("Local/VirtualStore").join(below).join(SETTINGS);
        put(&redirected, "/size=49\r\n");
        assert_eq!(settings(&folder, &environment), redirected);
    }

    #[test]
    fn the_engine_is_entered_and_taken_out() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path();
        let (file, prefix) = (root.join(SETTINGS), root.join("Griffon Müller"));
        let said = |action: &dyn Fn(&mut dyn Write)| {
            let mut out = Vec::new();
            action(&mut out);
            String::from_utf8(out).unwrap()
        };
        let add = |out: &mut dyn Write| assert!(register(&prefix, &file, out).unwrap());
        let take_out = |out: &mut dyn Write| unregister(&prefix, &file, out).unwrap();
        assert!(said(&add).starts_with("added to"));
        assert!(said(&add).starts_with("is already"));
        assert!(said(&take_out).starts_with("removed /"));
        assert!(!file.exists());
        for own in ["", "/size=49\r\n", "/firstChessProgramNames={a\n}\n/secondChessProgramNames={}\n"] {
            put(&file, own);
            said(&add);
            assert_ne!(fs::read_to_string(&file).unwrap(), own);
            assert!(said(&take_out).starts_with("removed from"));
            assert_eq!(fs::read_to_string(&file).unwrap(), own);
        }
        put(&file, "/firstChessProgramNames=a\n");
        let mut out = Vec::new();
        assert!(!register(&prefix, &file, &mut out).unwrap());
        assert_eq!(fs::read_to_string(&file).unwrap(), "/firstChessProgramNames=a\n");
    }
}
