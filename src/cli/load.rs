//! Loads the variants and positions named on the command line.

use super::PositionArgs;
use super::board::{self, grid::Paint};
use super::output::{CliError, CliResult};
use crate::eval;
use crate::movegen;
use crate::notation::{self, NotationError};
use crate::position::{Game, Position};
use crate::protocol::folder;
use crate::tables::TableError;
use crate::variant::catalogue::{self, LoadError, Loaded};
use crate::variant::named::{self, Meaning};
use crate::variant::{self, Diagnostic, Variant};
use std::io::Write;
use std::path::Path;

/// Loads a variant by catalogue name, alias or file name; `-` is standard input. Warnings go to standard error.
pub fn variant(name: &str) -> CliResult<Variant> {
    catalogue::load(name).map(accept).map_err(refuse)
}

/// Like [`variant()`], but returns `None` for an unknown name.
pub fn find(name: &str) -> CliResult<Option<Variant>> {
    match catalogue::load(name) {
        Ok(loaded) => Ok(Some(accept(loaded))),
        Err(LoadError::Unknown { .. }) => Ok(None),
        Err(error) => Err(refuse(error)),
    }
}

fn accept(loaded: Loaded) -> Variant {
    let warnings = variant::diagnostic::render(&loaded.warnings, &loaded.file, &loaded.source);
    // If standard error is closed, the warnings are lost.
    let _ = write!(std::io::stderr(), "{warnings}");
    loaded.variant
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

/// Loads a variant and builds its tables; evaluation weights are zero.
pub fn game(name: &str) -> CliResult<Game> {
    build(variant(name)?)
}

/// Loads a variant with tables and evaluation weights.
pub fn weighted_game(name: &str) -> CliResult<Game> {
    Ok(eval::weighed(game(name)?))
}

/// Adds weights to a game, and what was learned of it. `net` names a file instead of the standard ones, or none (`-`).
pub fn learned(game: Game, spec: &str, net: Option<&Path>) -> Game {
    let game = eval::weighed(game);
    if net == Some(Path::new("-")) {
        return game;
    }
    let folders = folder::net_folders(net.map(Path::to_path_buf), Some(Path::new(spec)), None);
    let (game, fault) = crate::net::learned(game, &folders);
    if let Some(fault) = fault {
        // If standard error is closed, the message is lost.
        let _ = writeln!(std::io::stderr(), "{fault}");
    }
    game
}

/// Loads a catalogue variant with its tables. The error is the reason why they cannot be built; `None` for an unknown
/// name.
pub fn catalogue_game(name: &str) -> Option<Result<Game, String>> {
    let entry = catalogue::find(name)?;
    Some(Game::new(entry.variant.clone()).map_err(|error| format!("{}: {}", entry.file, error.message)))
}

/// Builds the tables of a variant.
pub fn build(variant: Variant) -> CliResult<Game> {
    let pieces = pieces(&variant);
    Game::new(variant).map_err(|error| table_error(&pieces, error))
}

/// Returns names and move descriptions of the pieces.
fn pieces(variant: &Variant) -> Vec<(String, String)> {
    variant.pieces.iter().map(|piece| (piece.name.clone(), piece.betza.clone())).collect()
}

fn table_error(pieces: &[(String, String)], error: TableError) -> CliError {
    let (name, betza) = pieces.get(error.piece).map_or(("piece", ""), |(name, betza)| (name, betza));
    let diagnostic = Diagnostic::error(error.span, error.message);
    CliError::Diagnostic(diagnostic.render(name, betza))
}

/// Reads a variant from a text. `name` is the file name for diagnostics.
pub fn text(name: &str, text: &str) -> CliResult<Variant> {
    let read = variant::read(name, text);
    let (variant, _) = read
        .map_err(|diagnostics| CliError::Diagnostic(variant::diagnostic::render(&diagnostics, name, text)))?;
    Ok(variant)
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
        let mut message = match notation_fault(&error, text) {
            CliError::Diagnostic(message) => message,
            other => return Err(other),
        };
        if let Some(name) = nearest {
            message = format!("{}\nhelp: or did you mean the piece `{name}`?", message.trim_end());
        }
        return Err(CliError::Diagnostic(message));
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

impl PositionArgs {
    /// Loads the variant with its tables; shuffles the array if requested.
    pub fn game(&self) -> CliResult<Game> {
        let variant = variant(&self.variant)?;
        match self.shuffle {
            Some(seed) => {
                movegen::shuffled_game(&variant, seed).map_err(|error| table_error(&pieces(&variant), error))
            }
            None => build(variant),
        }
    }
    /// Like [`PositionArgs::game`], with evaluation weights and what was learned.
    pub fn weighted_game(&self) -> CliResult<Game> {
        Ok(learned(self.game()?, &self.variant, self.net.as_deref()))
    }
    /// Returns the position in `game`.
    pub fn position(&self, game: &Game) -> CliResult<Position> {
        let Some(fen) = &self.fen else { return Ok(Position::start(game)) };
        Position::from_fen(game, fen).map_err(|error| {
            let diagnostic = Diagnostic::error(error.span, error.message);
            CliError::Diagnostic(diagnostic.render("--fen", fen))
        })
    }
    /// Draws the position if requested.
    pub fn draw(&self, game: &Game, pos: &Position, out: &mut dyn Write) -> CliResult {
        if self.draw.holds() {
            writeln!(out, "{}", board::draw(game, pos, Paint::of_stdout()))?;
        }
        Ok(())
    }
}
