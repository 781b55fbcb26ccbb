//! Entry of the engine in XBoard's settings `~/.xboardrc`, for prefixes where XBoard does not search for plugins.

use crate::cli::files::{FileMode, fault, write_with_folder};
use crate::cli::output::CliResult;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Prefixes where XBoard searches for plugins.
const SEARCHED: &[&str] = &["/usr", "/usr/local"];
/// XBoard's settings, which hold its list of engines.
const SETTINGS: &str = ".xboardrc";
/// Start of the list of engines in the settings.
const LIST: &str = "-firstChessProgramNames {";
/// System-wide settings, which the user's settings replace.
const SYSTEM_SETTINGS: &[&str] =
    &["/etc/xboard/xboard.conf", "/etc/xboard.conf", "/usr/local/etc/xboard.conf"];

/// Whether XBoard finds plugins below a prefix by itself.
pub fn finds_plugins(prefix: &Path) -> bool {
    SEARCHED.iter().any(|&known| prefix == Path::new(known))
}

/// Removes the engine from the list in XBoard's settings. Removes settings that installing created.
pub fn unregister(command: &Path, out: &mut dyn Write) -> CliResult {
    let Some(settings) = settings() else { return Ok(()) };
    let Ok(text) = fs::read_to_string(&settings) else { return Ok(()) };
    let Some(line) = engine_line(command) else { return Ok(()) };
    if text == first_settings(&line) {
        fs::remove_file(&settings).map_err(fault(&settings))?;
        writeln!(out, "removed {}", settings.display())?;
    } else if text.contains(&line) {
        write_settings(&settings, &text.replace(&line, ""))?;
        writeln!(out, "removed from the engines of XBoard in {}", settings.display())?;
    }
    Ok(())
}

fn settings() -> Option<PathBuf> {
    let path = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(SETTINGS))?;
    // Resolves a symbolic link, so that the link is not replaced.
    Some(fs::canonicalize(&path).unwrap_or(path))
}

/// Name of the engine in XBoard's list. XBoard remembers the last engines by the last part of their commands, and looks
/// them up by that name, case-sensitively.
pub const NICKNAME: &str = "griffon";

/// Formats the line of the engine in XBoard's list; the first line starts right after the opening brace.
///
/// `None` for a path that the list cannot hold: braces end it, and XBoard has no escape for quotes within quotes. A
/// path with blanks gets its own quotes.
fn engine_line(command: &Path) -> Option<String> {
    let path = words_of_xboard(command)?;
    Some(format!("\"{NICKNAME}\" -fcp \"{path}\" -fd \"\"\n"))
}

/// Formats a path as the first word of a command in XBoard; `None` if XBoard cannot quote it.
pub fn words_of_xboard(command: &Path) -> Option<String> {
    let path =
        command.to_str().filter(|path| !path.contains(|c: char| "\"'{}\\;".contains(c) || c.is_control()))?;
    Some(if path.contains(' ') { format!("'{path}'") } else { path.to_owned() })
}

/// Quotes a path for a shell.
pub fn quoted_for_shell(command: &Path) -> String {
    let inner = words_of_xboard(command).unwrap_or_else(|| command.display().to_string());
    format!("'{}'", inner.replace('\'', "'\\''"))
}

/// Adds the engine to the list in XBoard's settings. Returns whether it is in the list.
pub fn register(command: &Path, out: &mut dyn Write) -> CliResult<bool> {
    let Some(path) = settings() else { return Ok(false) };
    let Some(line) = engine_line(command) else {
        let command = command.display();
        writeln!(out, "{}: cannot hold the path {command}, because XBoard cannot quote it", path.display())?;
        return Ok(false);
    };
    let text = match fs::read_to_string(&path) {
        Ok(text) if text.contains(&line) => return Ok(true),
        Ok(text) => match text.split_once(LIST) {
            Some((before, after)) => format!("{before}{LIST}{line}{after}"),
            None => {
                writeln!(out, "{}: has no list of engines", path.display())?;
                return Ok(false);
            }
        },
        Err(error) if error.kind() == ErrorKind::NotFound => first_settings(&line),
        Err(error) => {
            writeln!(out, "{}: {error}", path.display())?;
            return Ok(false);
        }
    };
    write_settings(&path, &text)?;
    writeln!(out, "added to the engines of XBoard in {}", path.display())?;
    Ok(true)
}

/// Returns settings for an XBoard that has never run: only the list, including the engines of the system-wide settings.
/// XBoard adds the rest when it exits.
fn first_settings(line: &str) -> String {
    let system = SYSTEM_SETTINGS.iter().find_map(|file| fs::read_to_string(file).ok()).unwrap_or_default();
    let others =
        system.split_once(LIST).and_then(|(_, rest)| rest.split_once('}')).map_or("", |(list, _)| list);
    format!("{LIST}{line}{others}}}\n")
}

/// Writes XBoard's settings and keeps their modification time, because XBoard adds plugins newer than its settings. A
/// new settings file gets a time older than any plugin.
fn write_settings(path: &Path, text: &str) -> CliResult {
    let never = SystemTime::UNIX_EPOCH + Duration::from_secs(1);
    let time = fs::metadata(path).and_then(|data| data.modified()).unwrap_or(never);
    write_with_folder(path, text.as_bytes(), FileMode::Data)?;
    let file = fs::File::options().write(true).open(path).map_err(fault(path))?;
    file.set_modified(time).map_err(fault(path))
}
