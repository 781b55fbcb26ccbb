//! What several tests use; this module makes games and runs the program as a separate process.

#![allow(dead_code, reason = "each test program uses some of it")]

pub mod agreement;
pub mod gui;
pub mod mutation;
pub mod pipes;
pub mod published;
pub mod random_pieces;
pub mod wide_definitions;

use griffon::engine::library::Library;
use griffon::position::Game;
use griffon::variant::catalogue::{self, CatalogueEntry};
use griffon::variant::diagnostic::render;
use griffon::variant::{Variant, read};
use std::collections::HashMap;
use std::ffi::OsStr;
use std::fmt::Display;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::sync::{Arc, LazyLock, Mutex, OnceLock};
use std::time::Duration;

/// Returns an entry of the catalogue.
#[track_caller]
pub fn entry(name: &str) -> &'static CatalogueEntry {
    catalogue::find(name).unwrap_or_else(|| panic!("no variant {name}"))
}

/// Returns a variant of the catalogue.
#[track_caller]
pub fn variant(name: &str) -> &'static Variant {
    &entry(name).variant
}

/// Returns variants of the catalogue that an engine may offer.
#[track_caller]
pub fn library(names: &[&str]) -> Library {
    Library::all(names.iter().map(|name| variant(name).clone()).collect())
}

/// Returns a game of the catalogue, ready to search. It is built once for all tests of the program.
#[track_caller]
pub fn game(name: &str) -> Arc<Game> {
    game_of(entry(name))
}

/// A game, once a test has asked for it.
type GameSlot = Arc<OnceLock<Arc<Game>>>;

/// Like [`game`], for an entry of the catalogue.
pub fn game_of(entry: &'static CatalogueEntry) -> Arc<Game> {
    static GAMES: LazyLock<Mutex<HashMap<&str, GameSlot>>> = LazyLock::new(Mutex::default);
    let once = GAMES.lock().expect("no panic").entry(entry.file).or_default().clone();
    let build =
        || Game::new(entry.variant.clone()).unwrap_or_else(|error| panic!("{}: {error:?}", entry.file));
    once.get_or_init(|| Arc::new(build())).clone()
}

/// Returns the game of a definition.
pub fn defined(text: &str) -> Game {
    let (variant, _) =
        read("test", text).unwrap_or_else(|errors| panic!("{}", render(&errors, "test", text)));
    Game::new(variant).unwrap_or_else(|error| panic!("{text}\n{error:?}"))
}

/// Returns the files of a folder and its subfolders with one of the extensions.
pub fn files(folder: impl Into<PathBuf>, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let folder = folder.into();
    let mut folders = vec![folder.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("an entry").path();
            let extension = path.extension().and_then(|extension| extension.to_str());
            if path.is_dir() {
                folders.push(path);
            } else if extension.is_some_and(|extension| extensions.contains(&extension)) {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "{} is empty", folder.display());
    found
}

/// Output and exit code of the program.
#[derive(Debug)]
pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// Runs `griffon` with these arguments and nothing on standard input.
pub fn griffon<S: AsRef<OsStr>>(arguments: &[S]) -> Ran {
    griffon_reading(arguments, "")
}

/// Runs `griffon` with these arguments and this text on standard input.
pub fn griffon_reading<S: AsRef<OsStr>>(arguments: &[S], input: &str) -> Ran {
    let mut process = Command::new(env!("CARGO_BIN_EXE_griffon"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that does not read its input may have ended already.
    let _ = process.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = process.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

impl Ran {
    /// Returns standard output; the run must have succeeded with nothing on standard error.
    #[track_caller]
    pub fn ok(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{}", self.out);
        self.out
    }
    /// Returns standard error; the run must have refused its input.
    #[track_caller]
    pub fn refused(self) -> String {
        assert_eq!(self.code, Some(2), "{}{}", self.out, self.err);
        assert!(self.err.starts_with("error: "), "{}", self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self.err
    }
    /// Returns the lines of a successful run as JSON objects.
    #[track_caller]
    pub fn json(self) -> Vec<serde_json::Value> {
        self.ok().lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    }
}

/// Reads a setting from the environment.
pub fn setting<T: FromStr>(name: &str) -> Option<T> {
    std::env::var(name).ok()?.parse().ok()
}

/// Returns a path for a file or folder of one test, which does not exist yet.
pub fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path).or_else(|_| std::fs::remove_dir_all(&path));
    path
}

/// Makes an empty folder for one test and returns its path.
pub fn folder(name: &str) -> PathBuf {
    let path = fresh(name);
    std::fs::create_dir_all(&path).expect("the directory can be written");
    path
}

/// Writes a file for one test and returns its path.
pub fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the directory can be written");
    path
}

/// Returns the resident memory of a process, KiB; 0 if the system does not report it.
pub fn memory(id: u32) -> u64 {
    griffon::system::resident_kib(id).unwrap_or(0) as u64
}

/// Returns the processor time of a process by its number, or of this thread (`thread-self`); 0 if the system does not
/// report it.
pub fn processor_time(id: impl Display) -> Duration {
    /// Ticks per second.
    const TICKS: u64 = 100;
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    // The name in brackets may contain blanks; after it, user time is the 12th field and system time the 13th.
    let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks: u64 = fields.split_whitespace().skip(11).take(2).filter_map(|n| n.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 1000 / TICKS)
}
