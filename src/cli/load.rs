//! Loads the variants and positions named on the command line.

use super::output::{CliError, CliResult, complain};
use crate::engine::folder;
use crate::load;
use crate::net::{self, Evaluation};
use crate::notation::{self, NotationError};
use crate::position::{Game, Position};
use crate::rules::GameRules;
use crate::tables::TableError;
use crate::variant::catalogue::{self, LoadError, Loaded};
use crate::variant::named::{self, Meaning};
use crate::variant::{self, Diagnostic, Variant};
use std::io::Write;
use std::path::Path;

/// Loads a variant by catalogue name, alias or file name; `-` is standard input. Warnings go to standard error.
pub fn variant(name: &str) -> CliResult<Variant> {
    with_source(name).map(|loaded| loaded.variant)
}

/// Like [`variant()`], with its source.
pub fn with_source(name: &str) -> CliResult<Loaded> {
    catalogue::load(name).inspect(warn).map_err(refuse)
}

/// Like [`variant()`], but returns `None` for an unknown name.
pub fn find(name: &str) -> CliResult<Option<Variant>> {
    match catalogue::load(name) {
        Ok(loaded) => {
            warn(&loaded);
            Ok(Some(loaded.variant))
        }
        Err(LoadError::Unknown { .. }) => Ok(None),
        Err(error) => Err(refuse(error)),
    }
}

/// Prints the warnings.
fn warn(loaded: &Loaded) {
    let warnings = variant::diagnostic::render(&loaded.warnings, &loaded.file, &loaded.source);
    // If standard error is closed, the warnings are lost.
    let _ = write!(std::io::stderr(), "{warnings}");
}

fn refuse(error: LoadError) -> CliError {
    let mut message = error.to_string();
    if let LoadError::Unknown { spec, .. } = &error
        && let Some(meaning) = named::meanings(spec).first()
    {
        message += &format!("\nhelp: `{spec}` is a piece: `griffon show {}`", meaning.betza);
    }
    CliError::Diagnostic(message)
}

/// Loads a variant and builds its tables.
pub fn game(name: &str) -> CliResult<Game> {
    build(variant(name)?)
}

/// Whether the argument of `--net` asks for the estimate.
pub fn is_no_net(net: &Path) -> bool {
    net == Path::new("-")
}

/// Builds a variant that is called `spec` with what was learned of it, and with its array shuffled if there is a seed.
/// `net` names a file instead of the standard ones, or none (`-`).
pub fn learned_game(variant: Variant, spec: &str, seed: Option<u64>, net: Option<&Path>) -> CliResult<Game> {
    if net.is_some_and(is_no_net) {
        return build_with(variant, seed, Evaluation::estimate);
    }
    let folders = folder::net_folders(net.map(Path::to_path_buf), Some(Path::new(spec)), None);
    let mut fault = None;
    let evaluation = |game: GameRules<'_>| {
        let evaluation;
        (evaluation, fault) = net::learned(game, &folders);
        evaluation
    };
    let game = build_with(variant, seed, evaluation)?;
    match fault {
        Some(fault) if net.is_some() => return Err(CliError::Input(fault)),
        Some(fault) => complain(format_args!("warning: {fault}{}", net::IGNORED)),
        None => {}
    }
    Ok(game)
}

/// Loads a catalogue variant with its tables, without an evaluation. The error is the reason why they cannot be built;
/// `None` for an unknown name.
pub fn catalogue_game(name: &str) -> Option<Result<Game, String>> {
    let entry = catalogue::find(name)?;
    let game = Game::with_evaluation(entry.variant.clone(), Evaluation::none);
    Some(game.map_err(|error| format!("{}: {}", entry.file, error.message)))
}

/// Builds the tables of a variant.
pub fn build(variant: Variant) -> CliResult<Game> {
    build_with(variant, None, Evaluation::estimate)
}

/// Builds the tables of a variant, with its array shuffled if there is a seed.
pub fn build_with(
    variant: Variant,
    seed: Option<u64>,
    evaluation: impl FnMut(GameRules<'_>) -> Evaluation,
) -> CliResult<Game> {
    load::shuffled_game(&variant, seed, evaluation).map_err(|error| table_error(&variant, error))
}

/// Loads a variant as engines play it, with the array that XBoard sets up and what was learned of it.
pub fn match_game(name: &str) -> CliResult<Game> {
    learned_game(variant(name)?.in_xboard(), name, None, None)
}

/// Reads the FEN of `--fen`; without one, returns the start position.
pub fn position(game: &Game, fen: Option<&str>) -> CliResult<Position> {
    let Some(fen) = fen else { return Ok(Position::start(game)) };
    Position::from_fen(game, fen).map_err(|error| {
        let diagnostic = Diagnostic::error(error.span, error.message);
        CliError::Diagnostic(diagnostic.render("--fen", fen))
    })
}

fn table_error(variant: &Variant, error: TableError) -> CliError {
    let piece = variant.pieces.get(error.piece);
    let (name, betza) = piece.map_or(("piece", ""), |piece| (&piece.name, &piece.betza));
    let diagnostic = Diagnostic::error(error.span, error.message);
    CliError::Diagnostic(diagnostic.render(name, betza))
}

/// Reads a variant from a text. `name` is the file name for diagnostics.
pub fn text(name: &str, text: &str) -> CliResult<Variant> {
    let refuse = |faults: Vec<_>| CliError::Diagnostic(variant::diagnostic::render(&faults, name, text));
    variant::read(name, text).map(|(variant, _)| variant).map_err(refuse)
}

/// Creates a game with one piece type, given by its move description, on a board of `files` x `ranks`.
pub fn single_piece(betza: &str, (files, ranks): (u16, u16)) -> CliResult<Game> {
    let movements = notation::compile(betza).map_err(|error| notation_fault(&error, betza))?;
    let definition = format!("files={files}\nranks={ranks}\nroyal=0\nmaxPromote=0\npiece:O:W::\n");
    let mut variant = text("piece", &definition)?;
    if let Some(piece) = variant.pieces.first_mut() {
        piece.name.clear();
        piece.betza = betza.to_owned();
        piece.movements = movements;
    }
    build(variant)
}

/// Returns the move description given by a text or by a piece name, and the other meanings of the name.
pub fn piece_moves(text: &str) -> CliResult<(String, Vec<Meaning>)> {
    let error = match notation::compile(text) {
        Ok(_) => return Ok((text.to_owned(), Vec::new())),
        Err(error) => error,
    };
    let mut meanings = named::meanings(text);
    if !meanings.is_empty() {
        let found = meanings.remove(0);
        return Ok((found.betza, meanings));
    }
    let is_word = text.len() > 2 && text.chars().all(|c| c.is_ascii_alphabetic() || c == ' ');
    let nearest = if is_word { named::nearest_name(text) } else { None };
    // Every move description has an atom: a capital or `@`.
    if text.is_empty() || !text.chars().all(|c| c.is_ascii_lowercase() || c == ' ') {
        return Err(match (nearest, notation_fault(&error, text)) {
            (Some(name), CliError::Diagnostic(message)) => CliError::Diagnostic(format!(
                "{}\nhelp: or did you mean the piece `{name}`?",
                message.trim_end()
            )),
            (_, fault) => fault,
        });
    }
    let variants = match catalogue::unknown(text) {
        LoadError::Unknown { nearest, .. } => nearest,
        _ => Vec::new(),
    };
    // A variant that begins with the word is likelier than a piece that resembles it.
    let begins = |name: &&str| name.starts_with(text);
    let nearest = nearest.filter(|_| !variants.iter().any(begins));
    let help = match (nearest, variants.as_slice()) {
        (Some(name), _) => format!("did you mean the piece `{name}`?"),
        (None, [name]) => format!("did you mean the variant `{name}`?"),
        (None, names @ [_, ..]) => {
            format!("did you mean one of the variants {}?", variant::nearest::list(names))
        }
        (None, []) => {
            format!("an atom is a capital, as in `{text}W`; `griffon variants` lists the variants")
        }
    };
    Err(CliError::input(format_args!(
        "no variant or file is called `{text}`, and it is not a move description, which needs an atom\nhelp: {help}"
    )))
}

/// Renders an error in a move description from the command line.
pub fn notation_fault(error: &NotationError, betza: &str) -> CliError {
    CliError::Diagnostic(Diagnostic::in_move(error, 0..betza.len()).render("move description", betza))
}
