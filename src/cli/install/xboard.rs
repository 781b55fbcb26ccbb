//! Entry of the engine in XBoard's settings `~/.xboardrc`, for prefixes where XBoard does not search for plugins.

use super::engine_list;
use crate::cli::files::{FileMode, fault, write_with_folder};
use crate::cli::output::CliResult;
use crate::system::folders;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Prefixes where XBoard searches for plugins.
const SEARCHED: &[&str] = &["/usr", "/usr/local"];
/// XBoard's settings, which hold its list of engines.
const SETTINGS: &str = ".xboardrc";
/// System-wide settings, which the user's settings replace.
const SYSTEM_SETTINGS: &[&str] =
    &["/etc/xboard/xboard.conf", "/etc/xboard.conf", "/usr/local/etc/xboard.conf"];

/// Whether XBoard finds plugins below a prefix by itself.
pub fn finds_plugins(prefix: &Path) -> bool {
    SEARCHED.iter().any(|&known| prefix == Path::new(known))
}

/// Removes the engine from the list in XBoard's settings. Removes settings that installing created.
pub fn unregister(command: &Path, out: &mut dyn Write) -> CliResult {
    let (Some(settings), Some(line)) = (settings(), engine_line(command)) else { return Ok(()) };
    let shown = settings.display();
    let old = match fs::read(&settings) {
        Ok(old) => old,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Ok(writeln!(out, "not removed from the engines of XBoard: {shown}: {error}")?),
    };
    if old == first_settings(&line) {
        fs::remove_file(&settings).map_err(fault(&settings))?;
        return Ok(writeln!(out, "removed {shown}")?);
    }
    let new = engine_list::without_line(&old, &line);
    if new != old {
        write_settings(&settings, &new)?;
        writeln!(out, "removed from the engines of XBoard in {shown}")?;
    }
    // Entered by hand, or by another program.
    if mentions(&new, command.as_os_str().as_encoded_bytes()) {
        writeln!(out, "{shown}: still names the program, in a line that `griffon install` did not write")?;
    }
    Ok(())
}

/// Whether a text contains a path that is not the beginning of another.
fn mentions(text: &[u8], path: &[u8]) -> bool {
    let continues = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_./".contains(byte);
    let ends = |at: usize| !text.get(at + path.len()).is_some_and(continues);
    (0..text.len()).any(|at| text[at..].starts_with(path) && ends(at))
}

fn settings() -> Option<PathBuf> {
    let path = folders::home()?.join(SETTINGS);
    // Resolves a symbolic link, so that the link is not removed.
    Some(fs::canonicalize(&path).unwrap_or(path))
}

/// Name of the engine in XBoard's list. XBoard remembers the last engines by the last part of their commands, and looks
/// them up by that name, case-sensitively.
pub const NICKNAME: &str = "griffon";

/// Formats the line of the engine in XBoard's list, without its end.
///
/// `None` for a path that the list cannot hold: braces end it, and XBoard has no escape for quotes within quotes. A
/// path with blanks gets its own quotes.
fn engine_line(command: &Path) -> Option<String> {
    let path = words_of_xboard(command)?;
    Some(format!("\"{NICKNAME}\" -fcp \"{path}\" -fd \"\""))
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
    let text = match fs::read(&path) {
        Ok(old) => match engine_list::with_line(&old, &line) {
            Some(new) if new == old => return Ok(true),
            Some(new) => new,
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
fn first_settings(line: &str) -> Vec<u8> {
    let system = SYSTEM_SETTINGS.iter().find_map(|file| fs::read(file).ok()).unwrap_or_default();
    engine_list::first_of_xboard(line, &system)
}

/// Writes XBoard's settings and keeps their modification time, because XBoard adds plugins newer than its settings. A
/// new settings file gets a time older than any plugin.
fn write_settings(path: &Path, text: &[u8]) -> CliResult {
    let never = SystemTime::UNIX_EPOCH + Duration::from_secs(1);
    let time = fs::metadata(path).and_then(|data| data.modified()).unwrap_or(never);
    write_with_folder(path, text, FileMode::Data)?;
    let file = fs::File::options().write(true).open(path).map_err(fault(path))?;
    file.set_modified(time).map_err(fault(path))
}
