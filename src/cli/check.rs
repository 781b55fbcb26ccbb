//! `griffon check`: checks definitions.

use std::fmt::{self, Write as _};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Instant;

use serde::Serialize;
use serde_json::{Value, json};

use super::output::{CliError, CliResult};
use crate::net::Evaluation;
use crate::position::{Game, Position};
use crate::system::files::has_extension;
use crate::tables::Tables;
use crate::variant::catalogue::{LoadError, VariantSource};
use crate::variant::page::{Diagram, Page, Pick};
use crate::variant::{
    Diagnostic, Severity, Variant, catalogue, diagnostic, move_field, printable, read_diagram,
};
use crate::{movegen, system, variant_names};

/// Checks definitions; `-` is standard input. For each, prints diagnostics with line, column and caret, then a line
/// with the result. All diagrams of a page are checked, unless the file name ends in `#` and a number or satellite.
/// With `json`, prints one object per definition; with `stats`, also sizes of the variant and its tables.
///
/// # Errors
/// [`CliError::Refused`] if a definition is refused or cannot be read.
pub fn run(files: &[PathBuf], stats: bool, json: bool, out: &mut dyn Write) -> CliResult {
    let mut refused = false;
    for file in files.iter().flat_map(|path| sources(path)) {
        for checked in file.map_or_else(|error| vec![error], |file| Checked::all(&file, stats)) {
            refused |= checked.is_refused();
            let text = if json { format!("{}\n", checked.to_json()) } else { checked.to_text() };
            out.write_all(text.as_bytes())?;
        }
    }
    if refused { Err(CliError::Refused) } else { Ok(()) }
}

/// Extensions of definition files in a folder.
const EXTENSIONS: &[&str] = &["txt", "html", "htm"];

/// Returns the definition files of a path: the file, or the files of a folder, sorted by name.
fn sources(path: &Path) -> Vec<Result<PathBuf, Checked>> {
    let is_built_in = |spec: &str| matches!(catalogue::resolve(spec), Ok(VariantSource::BuiltIn(_)));
    if !path.is_dir() || path.to_str().is_some_and(is_built_in) {
        return vec![Ok(path.to_owned())];
    }
    let name = path.display().to_string();
    let entries = match std::fs::read_dir(path) {
        Ok(entries) => entries,
        Err(error) => return vec![Err(Checked::unreadable(name.clone(), format!("error: {name}: {error}")))],
    };
    let paths = entries.flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = paths.filter(|path| has_extension(path, EXTENSIONS)).collect();
    paths.sort();
    if paths.is_empty() {
        let message = format!("error: {name}: no definitions (.txt, .html) in this folder");
        return vec![Err(Checked::unreadable(name, message))];
    }
    paths.into_iter().map(Ok).collect()
}

/// Returns the name and text of a definition, and the diagram that is selected.
fn text_of(path: &Path) -> Result<(String, String, Pick), LoadError> {
    let (path, pick) = match path.to_str().map(catalogue::resolve).transpose()? {
        Some(VariantSource::BuiltIn(entry)) => {
            return Ok((entry.file.to_owned(), entry.text.to_owned(), Pick::First));
        }
        Some(VariantSource::File(path, pick)) => (path, pick),
        None => (path, Pick::First),
    };
    catalogue::read_source(path).map(|(file, text)| (file, text, pick))
}

/// Result of checking one definition.
#[derive(Default)]
struct Checked {
    file: String,
    /// The whole text; the diagrams of a page share it.
    source: Rc<str>,
    /// The diagrams of the text, shared as well.
    page: Rc<Page>,
    diagnostics: Vec<Diagnostic>,
    /// Reason why the file could not be read.
    unreadable: Option<String>,
    variant: Option<Variant>,
    /// Place of the diagram, if the text is a page.
    place: Option<FoundAt>,
    pick: Pick,
    /// Statistics: name and value.
    stats: Vec<(&'static str, usize)>,
}

/// Place of a diagram in a page.
#[derive(Serialize)]
struct FoundAt {
    /// Number of the diagram, from 1.
    number: usize,
    count: usize,
    satellite: String,
    satellites: Vec<String>,
}

impl Checked {
    /// Checks the definition in a file, or all diagrams of a page unless one is selected.
    fn all(path: &Path, stats: bool) -> Vec<Self> {
        let (file, source, pick) = match text_of(path) {
            Ok(read) => read,
            Err(error) => return vec![Self::unreadable(path.display().to_string(), error.to_string())],
        };
        let source: Rc<str> = source.into();
        let page = Rc::new(Page::read(&source));
        let count = page.diagrams.len();
        let numbers: Vec<usize> = match pick {
            Pick::First => (0..count).collect(),
            _ => page.diagrams.iter().position(|it| Some(it) == page.pick(&pick)).into_iter().collect(),
        };
        if numbers.is_empty() {
            return vec![Self::read(file, source, page, pick, None, stats)];
        }
        let one = |index: usize| {
            let Diagram { satellite, satellites, .. } = page.diagrams[index].clone();
            let place = FoundAt { number: index + 1, count, satellite, satellites };
            let pick = Pick::Number(index + 1);
            Self::read(file.clone(), source.clone(), page.clone(), pick, Some(place), stats)
        };
        numbers.into_iter().map(one).collect()
    }

    fn unreadable(file: String, why: String) -> Self {
        Self { file, unreadable: Some(why), ..Self::default() }
    }

    fn read(
        file: String,
        source: Rc<str>,
        page: Rc<Page>,
        pick: Pick,
        place: Option<FoundAt>,
        stats: bool,
    ) -> Self {
        let start = Instant::now();
        let (variant, diagnostics) = match read_diagram(&file, &source, &page, &pick) {
            Ok((variant, warnings)) => (Some(variant), warnings),
            Err(diagnostics) => (None, diagnostics),
        };
        let mut checked = Self { file, source, page, diagnostics, variant, place, pick, ..Self::default() };
        checked.build_tables(stats);
        if !checked.stats.is_empty() {
            checked.stats.push(("milliseconds to load", start.elapsed().as_millis() as usize));
            let peak = system::peak_kib().map(|kib| ("bytes of the process at its peak", kib * 1024));
            checked.stats.extend(peak);
        }
        // Loads the catalogue if the names are the same, so it comes last.
        checked.diagnostics.extend(checked.variant.as_ref().and_then(namesake));
        checked
    }

    /// Builds the tables, which fails for movements that are too large.
    fn build_tables(&mut self, stats: bool) {
        let Some(variant) = &self.variant else { return };
        match Game::with_evaluation(variant.clone(), Evaluation::none) {
            Ok(game) => {
                if stats {
                    self.stats = numbers(variant, &game.tables);
                }
                self.diagnostics.extend(start_fault(&game));
            }
            Err(error) => {
                let span =
                    move_field(&self.source, &self.page, &self.pick, error.piece, error.span).unwrap_or(0..0);
                self.diagnostics.push(Diagnostic::error(span, error.message));
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
        let _ = match &self.place {
            Some(place) => write!(text, "{}#{}: {place}: ", printable(&self.file), place.number),
            None => write!(text, "{}: ", printable(&self.file)),
        };
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
        let (shown, omitted) = diagnostic::first(&self.diagnostics);
        let diagnostics: Vec<_> = shown.into_iter().map(|it| diagnostic_json(it, &self.source)).collect();
        let mut object = json!({ "file": self.file, "ok": !self.is_refused(), "diagnostics": diagnostics });
        let name = self.variant.as_ref().map(|variant| &variant.name);
        let known = [
            ("omitted", json!(Some(omitted).filter(|&omitted| omitted > 0))),
            ("error", json!(self.unreadable)),
            ("diagram", json!(self.place)),
            ("name", json!(name)),
        ];
        for (key, value) in known.into_iter().filter(|(_, value)| !value.is_null()) {
            object[key] = value;
        }
        if !self.stats.is_empty() {
            object["stats"] =
                self.stats.iter().map(|&(what, value)| (what.replace(' ', "_"), json!(value))).collect();
        }
        object
    }
}

impl fmt::Display for FoundAt {
    /// Formats `diagram 2 of 3, satellite demo (demoList, demoTable)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "diagram {} of {}, satellite {}", self.number, self.count, printable(&self.satellite))?;
        if self.satellites.is_empty() {
            return Ok(());
        }
        write!(f, " ({})", printable(&self.satellites.join(", ")))
    }
}

/// Returns a warning if XBoard has another game with the name of the variant.
fn namesake(variant: &Variant) -> Option<Diagnostic> {
    let known = variant_names::namesake(variant)?;
    let warning = Diagnostic::warning(0..0, format!("XBoard has a game `{}` with other rules", known.name));
    Some(warning.with_help(format!("this one is called `{}` there", variant_names::offered(variant))))
}

/// Returns a warning if the start position is not playable.
fn start_fault(game: &Game) -> Option<Diagnostic> {
    let mut start = Position::start(game);
    let (side, waiting) = (start.side(), start.side().other());
    if let Some(end) = movegen::end(game, &mut start) {
        let message = format!("the game is over before the first move: {}", end.words(side));
        let help = "change the start position, or the rule that ends the game there";
        return Some(Diagnostic::warning(0..0, message).with_help(help));
    }
    // A shuffled variant rejects such arrays.
    let in_check = !game.variant.shuffles() && movegen::in_check(game, &start, waiting);
    let fault = || format!("{waiting:?}'s royal piece can be captured on the first move");
    in_check.then(|| Diagnostic::warning(0..0, fault()))
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

/// Returns the sizes of a variant and its tables.
fn numbers(variant: &Variant, tables: &Tables) -> Vec<(&'static str, usize)> {
    let movements = || variant.pieces.iter().flat_map(|piece| &piece.movements);
    let holes = variant.board.squares().filter(|&square| variant.board.is_hole(square)).count();
    let size = tables.stats();
    vec![
        ("squares", variant.board.len() - holes),
        ("piece types", variant.pieces.len()),
        ("pieces at the start", variant.setup.len()),
        ("movements", movements().count()),
        ("legs", movements().map(|movement| movement.legs().len()).sum()),
        ("tree nodes", size.nodes),
        ("table bytes", size.bytes),
    ]
}
