//! What several tests use; this module runs the program as a separate process.

#![allow(dead_code, reason = "each test program uses some of it")]

pub mod agreement;
pub mod gui;
pub mod mutation;
pub mod pipes;
pub mod published;
pub mod random_pieces;
pub mod wide_definitions;

use std::ffi::OsStr;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

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

/// Returns a path for a file or folder of one test, which does not exist yet.
pub fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path).or_else(|_| std::fs::remove_dir_all(&path));
    path
}

/// Writes a file for one test and returns its path.
pub fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the directory can be written");
    path
}
