//! The log: standard error for commands; for sessions a file, or `#` lines to the GUI.
//!
//! XBoard reads standard error as protocol, so nothing may be written there; lines that start with `#` are safe once
//! it has accepted `feature debug=1`.

use super::files::named;
use env_logger::Logger;
use log::{LevelFilter, Log, Metadata, Record};
use once_cell::sync::OnceCell;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Environment variable with the path of a log file.
pub const FILE_VARIABLE: &str = "GRIFFON_LOG";

struct ProgramLog {
    file: Mutex<Option<File>>,
    /// Of a command: writes to standard error.
    commands: OnceCell<Logger>,
    comments: AtomicBool,
    /// See [`set_level`].
    level: AtomicUsize,
}

static LOG: ProgramLog = ProgramLog {
    file: Mutex::new(None),
    commands: OnceCell::new(),
    comments: AtomicBool::new(false),
    level: AtomicUsize::new(0),
};

/// Starts logging to standard error, as the environment variable `RUST_LOG` says; errors by default.
pub fn start_for_command() {
    let logger = LOG.commands.get_or_init(|| env_logger::Builder::from_default_env().build());
    if log::set_logger(&LOG).is_ok() {
        log::set_max_level(logger.filter());
    }
}

/// Starts the log of a session, to the file that [`FILE_VARIABLE`] names, if any. Also logs panics, which would otherwise be
/// written to standard error.
///
/// # Errors
/// If the file cannot be opened; the error names it.
pub fn start_for_session() -> std::io::Result<()> {
    if log::set_logger(&LOG).is_ok() {
        log::set_max_level(LevelFilter::Warn);
    }
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    let Some(path) = std::env::var_os(FILE_VARIABLE).map(PathBuf::from) else { return Ok(()) };
    to_file(&path).map_err(|error| named(&path)(error))
}

/// Logs to a file from now on, appending to it; an empty path closes the log file.
///
/// # Errors
/// If the file cannot be opened, or is a named pipe.
pub fn to_file(path: &Path) -> std::io::Result<()> {
    if is_pipe(path) {
        return Err(std::io::Error::other("this is a pipe, which may have no reader"));
    }
    let open = || File::options().create(true).append(true).open(path);
    let file = (!path.as_os_str().is_empty()).then(open).transpose()?;
    if let Ok(mut slot) = LOG.file.lock() {
        *slot = file;
    }
    apply_level();
    Ok(())
}

/// Whether the path is a named pipe; opening it would block until there is a reader.
#[cfg(unix)]
fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    std::fs::metadata(path).is_ok_and(|data| data.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_pipe(_: &Path) -> bool {
    false
}

/// Log level: 0 protocol traffic, 1 info, 2 warnings, 3 errors.
pub fn set_level(level: usize) {
    LOG.level.store(level, Ordering::Relaxed);
    apply_level();
}

fn apply_level() {
    let to_file = LOG.file.lock().is_ok_and(|slot| slot.is_some());
    log::set_max_level(match (to_file, LOG.level.load(Ordering::Relaxed)) {
        (true, 0) => LevelFilter::Debug,
        (true, 1) => LevelFilter::Info,
        (_, 3) => LevelFilter::Error,
        _ => LevelFilter::Warn,
    });
}

/// Allows warnings to be sent as comments; called when the GUI has accepted `debug=1`.
pub fn allow_comments() {
    LOG.comments.store(true, Ordering::Relaxed);
}

impl Log for ProgramLog {
    fn enabled(&self, _: &Metadata) -> bool {
        true
    }

    fn log(&self, record: &Record) {
        let text = record.args().to_string().replace(['\n', '\r'], " ");
        if let Ok(mut slot) = self.file.lock()
            && let Some(file) = slot.as_mut()
        {
            let _ = writeln!(file, "{} {text}", record.level());
        }
        if let Some(logger) = self.commands.get() {
            logger.log(record);
        }
        if record.level() <= log::Level::Warn && self.comments.load(Ordering::Relaxed) {
            // One write per line: the search thread logs too.
            let _ = std::io::stdout().lock().write_all(format!("# {text}\n").as_bytes());
        }
    }

    fn flush(&self) {}
}
