//! `griffon check`: reads definitions and says what is wrong with them.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use serde_json::{Value, json};

use crate::notation::legs::Kind;
use crate::tables::Tables;
use crate::variant::catalogue::{self, LoadError, Loaded};
use crate::variant::{Diagnostic, Severity, Variant, diagnostic, move_field};

/// Reads each definition and prints its diagnostics with line, column and caret, then one line of result; `-` is
/// standard input. With `json`, one object a file. With `stats`, numbers about the variant and its tables too.
///
/// The exit code is 2 when a definition is refused or cannot be read, else 0.
pub fn run(files: &[PathBuf], stats: bool, json: bool) -> ExitCode {
    let mut refused = false;
    let mut out = std::io::stdout().lock();
    for file in files {
        let checked = Checked::read(file, stats);
        refused |= checked.is_refused();
        let text = if json { format!("{}\n", checked.to_json()) } else { checked.to_text() };
        if out.write_all(text.as_bytes()).is_err() {
            break;
        }
    }
    if refused { ExitCode::from(2) } else { ExitCode::SUCCESS }
}

/// What there is to say about one definition.
struct Checked {
    file: String,
    source: String,
    diagnostics: Vec<Diagnostic>,
    /// Why it could not be read at all.
    unreadable: Option<String>,
    variant: Option<Variant>,
    /// Names and values.
    stats: Vec<(&'static str, usize)>,
}

impl Checked {
    fn read(path: &Path, stats: bool) -> Self {
        let start = Instant::now();
        let mut checked = match catalogue::load_file(path) {
            Ok(Loaded { variant, warnings, file, source }) => {
                let variant = Some(variant);
                Self { file, source, diagnostics: warnings, unreadable: None, variant, stats: Vec::new() }
            }
            Err(LoadError::Refused { file, source, diagnostics }) => {
                Self { file, source, diagnostics, unreadable: None, variant: None, stats: Vec::new() }
            }
            Err(error) => {
                let (file, unreadable) = (path.display().to_string(), Some(error.to_string()));
                let (source, diagnostics) = (String::new(), Vec::new());
                Self { file, source, diagnostics, unreadable, variant: None, stats: Vec::new() }
            }
        };
        checked.build_tables(stats);
        if !checked.stats.is_empty() {
            checked.stats.push(("milliseconds to load", start.elapsed().as_millis() as usize));
            checked.stats.extend(peak_bytes().map(|bytes| ("bytes of the process at its peak", bytes)));
        }
        checked
    }

    /// A movement may be too much for the tables; nobody would learn of it before the game otherwise.
    fn build_tables(&mut self, stats: bool) {
        let Some(variant) = &self.variant else { return };
        match Tables::new(variant) {
            Ok(tables) if stats => self.stats = numbers(variant, &tables),
            Ok(_) => {}
            Err(error) => {
                let field = move_field(&self.source, error.piece).unwrap_or(0..0);
                let at = |byte: usize| (field.start + byte).min(field.end);
                self.diagnostics
                    .push(Diagnostic::error(at(error.span.start)..at(error.span.end), error.message));
                self.variant = None;
            }
        }
    }

    fn is_refused(&self) -> bool {
        self.variant.is_none()
    }

    fn to_text(&self) -> String {
        let mut text = diagnostic::render(&self.diagnostics, &self.file, &self.source);
        if let Some(reason) = &self.unreadable {
            let _ = writeln!(text, "{reason}");
            return text;
        }
        let _ = write!(text, "{}: ", self.file);
        let _ = match &self.variant {
            Some(variant) => {
                let (files, ranks) = (variant.board.files(), variant.board.ranks());
                let types = match variant.pieces.len() {
                    1 => "1 piece type".to_owned(),
                    count => format!("{count} piece types"),
                };
                writeln!(text, "{}, {files}x{ranks}, {types}", variant.title)
            }
            None => writeln!(text, "refused"),
        };
        for (what, value) in &self.stats {
            let _ = writeln!(text, "{value:>12} {what}");
        }
        text
    }

    fn to_json(&self) -> Value {
        let diagnostics: Vec<_> =
            self.diagnostics.iter().map(|it| diagnostic_json(it, &self.source)).collect();
        let mut object = json!({ "file": self.file, "ok": !self.is_refused(), "diagnostics": diagnostics });
        if let Some(reason) = &self.unreadable {
            object["error"] = json!(reason);
        }
        if let Some(variant) = &self.variant {
            object["name"] = json!(variant.name);
        }
        if !self.stats.is_empty() {
            object["stats"] =
                self.stats.iter().map(|&(what, value)| (what.replace(' ', "_"), json!(value))).collect();
        }
        object
    }
}

fn diagnostic_json(diagnostic: &Diagnostic, source: &str) -> Value {
    let (line, column) = diagnostic.position(source);
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    json!({
        "severity": severity, "line": line, "column": column,
        "start": diagnostic.span.start, "end": diagnostic.span.end,
        "message": diagnostic.message, "help": diagnostic.help,
    })
}

/// The most memory that the process has had so far, all files checked before included; only Linux tells.
fn peak_bytes() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: usize = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

/// Sizes of a variant and its tables.
fn numbers(variant: &Variant, tables: &Tables) -> Vec<(&'static str, usize)> {
    let movements = || variant.pieces.iter().flat_map(|piece| &piece.movements);
    let legs = movements().map(|movement| match &movement.kind {
        Kind::Walk(legs) => legs.len(),
        _ => 0,
    });
    let holes = variant.board.squares().filter(|&square| variant.board.is_hole(square)).count();
    let size = tables.stats();
    vec![
        ("squares", variant.board.len() - holes),
        ("piece types", variant.pieces.len()),
        ("pieces at the start", variant.setup.len()),
        ("movements", movements().count()),
        ("legs", legs.sum()),
        ("tree nodes", size.nodes),
        ("table bytes", size.bytes),
    ]
}
