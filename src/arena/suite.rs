//! Perft suite files.
//!
//! `*.jsonl`: one JSON object per line, `{"variant":"chess","fen":"...","depth":3,"nodes":8902,"source":"..."}`.
//!
//! `*.perft`: one keyword with its value per line. `source`, `variant`, `id` and `fen` hold until they are set again;
//! `variant` clears `id` and `fen`, `id` clears `fen`. Without `fen`, the count is for the start position. Lines that
//! begin with `#` are comments.
//!
//! ```text
//! source unverified
//! variant chess
//! id kiwipete
//! fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1
//! perft 1 48
//! perft 2 2039
//! ```

use crate::perft::MAX_DEPTH;
use crate::variant::without_mark;
use serde::Deserialize;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

/// One perft count.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuiteRow {
    /// Catalogue name of the variant.
    pub variant: String,
    /// FEN; `None` is the start position.
    pub fen: Option<String>,
    /// Depth, plies.
    pub depth: u32,
    /// Leaf nodes.
    pub nodes: u64,
    /// Origin of the count.
    pub source: String,
    /// File of this row.
    #[serde(skip)]
    pub file: PathBuf,
    /// Line number, from 1.
    #[serde(skip)]
    pub line: usize,
}

/// Reads a suite file, or all `*.jsonl` and `*.perft` files below a directory, sorted by path.
///
/// # Errors
/// An unreadable path, a directory without suite files, or the first malformed line.
pub fn read(path: &Path) -> Result<Vec<SuiteRow>, String> {
    let mut files = Vec::new();
    if path.is_dir() {
        collect(path, &mut files)?;
        files.sort();
        if files.is_empty() {
            return Err(fault(path)("no *.jsonl or *.perft file in this directory"));
        }
    } else {
        files.push(path.to_owned());
    }
    let mut rows = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).map_err(fault(&file))?;
        let text = without_mark(&text);
        match extension(&file) {
            "perft" => read_perft(&file, text, &mut rows)?,
            "jsonl" => read_jsonl(&file, text, &mut rows)?,
            _ => return Err(fault(&file)("the name of a suite file must end in .jsonl or .perft")),
        }
    }
    Ok(rows)
}

fn extension(path: &Path) -> &str {
    path.extension().and_then(|extension| extension.to_str()).unwrap_or("")
}

/// Returns a function that adds the name of the file to an error.
fn fault<E: Display>(file: &Path) -> impl Fn(E) -> String {
    move |error| format!("{}: {error}", file.display())
}

/// Adds the file and the line to an error.
fn at_line(file: &Path, line: usize, error: impl Display) -> String {
    format!("{}:{line}: {error}", file.display())
}

/// Collects the suite files below a directory. Links to directories, which may lead in a circle, are not followed.
fn collect(directory: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    for entry in fs::read_dir(directory).map_err(fault(directory))? {
        let path = entry.map_err(fault(directory))?.path();
        if path.is_dir() {
            if !path.is_symlink() {
                collect(&path, files)?;
            }
        } else if matches!(extension(&path), "jsonl" | "perft") {
            files.push(path);
        }
    }
    Ok(())
}

fn read_jsonl(file: &Path, text: &str, rows: &mut Vec<SuiteRow>) -> Result<(), String> {
    for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        let row: SuiteRow = serde_json::from_str(text).map_err(|error| at_line(file, line, error))?;
        check_depth(row.depth).map_err(|why| at_line(file, line, why))?;
        rows.push(SuiteRow { file: file.to_owned(), line, ..row });
    }
    Ok(())
}

fn read_perft(file: &Path, text: &str, rows: &mut Vec<SuiteRow>) -> Result<(), String> {
    let (mut source, mut variant, mut fen) = (None, None, None);
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let refuse = |message: &str| at_line(file, number, message);
        let (word, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let value = value.trim();
        if value.is_empty() {
            return Err(refuse(&format!("`{word}` needs a value")));
        }
        match word {
            "source" => source = Some(value.to_owned()),
            "variant" => (variant, fen) = (Some(value.to_owned()), None),
            "id" => fen = None,
            "fen" => fen = Some(value.to_owned()),
            "perft" => {
                let (depth, nodes) = depth_and_count(value)
                    .ok_or_else(|| refuse(&format!("expected `perft DEPTH COUNT`, not `{line}`")))?;
                check_depth(depth).map_err(|why| refuse(&why))?;
                let variant = variant.clone().ok_or_else(|| refuse("no `variant` line before this one"))?;
                let no_source =
                    "no `source` line before this one; write `source unverified` if there is none";
                let source = source.clone().ok_or_else(|| refuse(no_source))?;
                let (fen, file, line) = (fen.clone(), file.to_owned(), number);
                rows.push(SuiteRow { variant, fen, depth, nodes, source, file, line });
            }
            _ => {
                let expected = "expected source, variant, id, fen or perft";
                return Err(refuse(&format!("unknown keyword `{word}`: {expected}")));
            }
        }
    }
    Ok(())
}

fn check_depth(depth: u32) -> Result<(), String> {
    if depth <= MAX_DEPTH { Ok(()) } else { Err(format!("depth {depth}: expected at most {MAX_DEPTH}")) }
}

fn depth_and_count(value: &str) -> Option<(u32, u64)> {
    let (depth, nodes) = value.split_once(char::is_whitespace)?;
    Some((depth.parse().ok()?, nodes.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn perft(text: &str) -> Result<Vec<SuiteRow>, String> {
        let mut rows = Vec::new();
        read_perft(Path::new("t.perft"), text, &mut rows).map(|()| rows)
    }

    #[test]
    fn values_hold_until_set_again() {
        let text = "source me\nvariant chess\nfen F1\nperft 1 20\nperft 2 400\nid b\nperft 1 3\n\nvariant x\nperft 1 4\n";
        let rows = perft(text).expect("reads");
        let seen: Vec<_> =
            rows.iter().map(|r| (r.variant.as_str(), r.fen.as_deref(), r.nodes, r.line)).collect();
        let expected = [
            ("chess", Some("F1"), 20, 4),
            ("chess", Some("F1"), 400, 5),
            ("chess", None, 3, 7),
            ("x", None, 4, 10),
        ];
        assert_eq!(seen, expected);
    }

    #[test]
    fn errors_name_file_and_line() {
        for (text, message) in [
            ("source a\nvariant b\nperft 1\n", "t.perft:3: expected `perft DEPTH COUNT`"),
            ("variant b\nperft 1 20\n", "t.perft:2: no `source`"),
            ("source a\n# c\nperft 1 20\n", "t.perft:3: no `variant`"),
            ("source a\nvariant b\nperft 1001 20\n", "t.perft:3: depth 1001: expected at most 1000"),
            ("sauce a\n", "t.perft:1: unknown keyword `sauce`"),
            ("source\n", "t.perft:1: `source` needs a value"),
        ] {
            let error = perft(text).expect_err(text);
            assert!(error.starts_with(message), "{error}");
        }
    }

    /// A byte order mark and a link to the folder itself do no harm.
    #[cfg(unix)]
    #[test]
    fn folders_may_contain_links() {
        let place = tempfile::tempdir().expect("a folder");
        let text = "\u{feff}source me\nvariant chess\nperft 1 20\n";
        fs::write(place.path().join("a.perft"), text).expect("writes");
        std::os::unix::fs::symlink(place.path(), place.path().join("again")).expect("links");
        assert_eq!(read(place.path()).expect("reads").len(), 1);
    }

    #[test]
    fn json_errors_name_file_and_line() {
        let good = r#"{"variant":"chess","fen":"f","depth":1,"nodes":20,"source":"s"}"#;
        let bad = r#"{"variant":"chess","depth":"one","nodes":20,"source":"s"}"#;
        let mut rows = Vec::new();
        let error =
            read_jsonl(Path::new("t.jsonl"), &format!("{good}\n\n{bad}\n"), &mut rows).expect_err("refused");
        assert_eq!(rows.len(), 1);
        assert!(error.starts_with("t.jsonl:3: invalid type"), "{error}");
    }
}
