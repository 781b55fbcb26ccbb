//! The user's folders.

use std::path::PathBuf;

/// The user's settings folder for this program: `$XDG_CONFIG_HOME/griffon`, `~/.config/griffon`, or
/// `%APPDATA%\griffon` on Windows.
pub fn settings_folder() -> Option<PathBuf> {
    user_folder("XDG_CONFIG_HOME", "APPDATA", ".config")
}

/// Returns the path of a user's file. On Windows a relative path is one in the user's settings folder: the current
/// folder of an engine is that of its program there.
pub fn user_file(name: &str) -> PathBuf {
    let path = PathBuf::from(name);
    match settings_folder() {
        Some(folder) if cfg!(windows) && !name.is_empty() && path.is_relative() => folder.join(path),
        _ => path,
    }
}

/// The folder for the program's own data: `$XDG_DATA_HOME/griffon`, `~/.local/share/griffon`, or
/// `%LOCALAPPDATA%\griffon` on Windows.
pub fn data_folder() -> Option<PathBuf> {
    user_folder("XDG_DATA_HOME", "LOCALAPPDATA", ".local/share")
}

/// The folder for files that can be made again: `$XDG_CACHE_HOME/griffon`, `~/.cache/griffon`, or
/// `%LOCALAPPDATA%\griffon` on Windows.
pub fn cache_folder() -> Option<PathBuf> {
    user_folder("XDG_CACHE_HOME", "LOCALAPPDATA", ".cache")
}

/// The user's home folder; an empty variable is none.
pub fn home() -> Option<PathBuf> {
    path_in("HOME").or_else(|| path_in("USERPROFILE"))
}

/// The path that a variable names, unless it is empty.
pub fn path_in(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// This program's folder in the one that a variable names, or in a folder at home.
fn user_folder(variable: &str, on_windows: &str, at_home: &str) -> Option<PathBuf> {
    let base = path_in(variable).filter(|path| path.is_absolute());
    let base = base.or_else(|| path_in(on_windows)).or_else(|| Some(home()?.join(at_home)));
    Some(base?.join("griffon"))
}
