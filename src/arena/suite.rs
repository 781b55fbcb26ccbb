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

use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// One perft count.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    pub file: PathBuf,
    /// Line number, from 1.
    pub line: usize,
}

/// Error in a suite file.
#[derive(Debug, Error)]
#[error("{}{}: {message}", file.display(), line.map_or_else(String::new, |line| format!(":{line}")))]
pub struct SuiteError {
    /// The file.
    pub file: PathBuf,
    /// Line number, from 1; `None` if the error concerns the whole file.
    pub line: Option<usize>,
    /// Message.
    pub message: String,
}

/// Reads a suite file, or all `*.jsonl` and `*.perft` files below a directory, sorted by path.
///
/// # Errors
/// An unreadable path, a directory without suite files, or the first malformed line.
pub fn read(path: &Path) -> Result<Vec<SuiteRow>, SuiteError> {
    let mut files = Vec::new();
    if path.is_dir() {
        collect(path, &mut files)?;
        files.sort();
        if files.is_empty() {
            return Err(whole(path, "no *.jsonl or *.perft file in this directory"));
        }
    } else {
        files.push(path.to_owned());
    }
    let mut rows = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).map_err(|error| whole(&file, &error.to_string()))?;
        match extension(&file) {
            "perft" => read_perft(&file, &text, &mut rows)?,
            "jsonl" => read_jsonl(&file, &text, &mut rows)?,
            _ => return Err(whole(&file, "the name of a suite file must end in .jsonl or .perft")),
        }
    }
    Ok(rows)
}

fn extension(path: &Path) -> &str {
    path.extension().and_then(|extension| extension.to_str()).unwrap_or("")
}

fn whole(file: &Path, message: &str) -> SuiteError {
    SuiteError { file: file.to_owned(), line: None, message: message.to_owned() }
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) -> Result<(), SuiteError> {
    let failed = |error: std::io::Error| whole(directory, &error.to_string());
    for entry in fs::read_dir(directory).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if matches!(extension(&path), "jsonl" | "perft") {
            files.push(path);
        }
    }
    Ok(())
}

/// A line of a `*.jsonl` file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonRow {
    variant: String,
    fen: Option<String>,
    depth: u32,
    nodes: u64,
    source: String,
}

fn read_jsonl(file: &Path, text: &str, rows: &mut Vec<SuiteRow>) -> Result<(), SuiteError> {
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let row: JsonRow = serde_json::from_str(line).map_err(|error| SuiteError {
            file: file.to_owned(),
            line: Some(index + 1),
            message: error.to_string(),
        })?;
        let JsonRow { variant, fen, depth, nodes, source } = row;
        rows.push(SuiteRow { variant, fen, depth, nodes, source, file: file.to_owned(), line: index + 1 });
    }
    Ok(())
}

fn read_perft(file: &Path, text: &str, rows: &mut Vec<SuiteRow>) -> Result<(), SuiteError> {
    let (mut source, mut variant, mut fen) = (None, None, None);
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let refuse = |message: String| SuiteError { file: file.to_owned(), line: Some(index + 1), message };
        let (word, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let value = value.trim();
        if value.is_empty() {
            return Err(refuse(format!("`{word}` needs a value")));
        }
        match word {
            "source" => source = Some(value.to_owned()),
            "variant" => (variant, fen) = (Some(value.to_owned()), None),
            "id" => fen = None,
            "fen" => fen = Some(value.to_owned()),
            "perft" => {
                let (depth, nodes) = depth_and_count(value)
                    .ok_or_else(|| refuse(format!("expected `perft DEPTH COUNT`, not `{line}`")))?;
                let variant =
                    variant.clone().ok_or_else(|| refuse("no `variant` line before this one".into()))?;
                let source = source.clone().ok_or_else(|| {
                    refuse(
                        "no `source` line before this one; write `source unverified` if there is none".into(),
                    )
                })?;
                rows.push(SuiteRow {
                    variant,
                    fen: fen.clone(),
                    depth,
                    nodes,
                    source,
                    file: file.into(),
                    line: index + 1,
                });
            }
            _ => {
                return Err(refuse(format!(
                    "unknown keyword `{word}`: expected source, variant, id, fen or perft"
                )));
            }
        }
    }
    Ok(())
}

fn depth_and_count(value: &str) -> Option<(u32, u64)> {
    let (depth, nodes) = value.split_once(char::is_whitespace)?;
    Some((depth.parse().ok()?, nodes.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn perft(text: &str) -> Result<Vec<SuiteRow>, SuiteError> {
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
            ("sauce a\n", "t.perft:1: unknown keyword `sauce`"),
            ("source\n", "t.perft:1: `source` needs a value"),
        ] {
            let error = perft(text).expect_err(text).to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }

    #[test]
    fn json_errors_name_file_and_line() {
        let good = r#"{"variant":"chess","fen":"f","depth":1,"nodes":20,"source":"s"}"#;
        let bad = r#"{"variant":"chess","depth":"one","nodes":20,"source":"s"}"#;
        let mut rows = Vec::new();
        let error =
            read_jsonl(Path::new("t.jsonl"), &format!("{good}\n\n{bad}\n"), &mut rows).expect_err("refused");
        assert_eq!(rows.len(), 1);
        assert!(error.to_string().starts_with("t.jsonl:3: invalid type"), "{error}");
    }
}
