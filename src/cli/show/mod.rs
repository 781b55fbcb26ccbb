//! `griffon show`: draws how pieces move, or prints a stage of the compiler.

mod glyphs;
mod marks;
mod notes;
mod path;
mod reach_map;
mod stage;
mod svg;
mod text;

use super::board::{self, grid::Paint};
use super::files::{self, FileMode};
use super::load;
use super::output::{CliError, CliResult};
use crate::net::Evaluation;
use crate::notation;
use crate::position::{Game, Position};
use crate::variant::{PieceType, Variant, catalogue, named};
use reach_map::Survey;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Stage of the compiler.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum ShowStage {
    /// Syntax tree of the text
    Ast,
    /// Movements with all legs and defaults written out
    Legs,
    /// Trajectories from one square of the board
    Rays,
}

#[derive(clap::Args, Debug)]
pub struct Options {
    /// A move description (`FyafsF`), a variant (catalogue name, alias, file, or `-` for standard input), or the name
    /// of a piece in the catalogue (`archbishop`)
    #[arg(value_name = "BETZA|VARIANT", allow_hyphen_values = true)]
    what: String,
    /// Size of the board for a move description, files x ranks [default: 9x9]
    #[arg(long, value_name = "WxH", value_parser = size)]
    board: Option<(u16, u16)>,
    /// Show only this piece of the variant, by name or ID
    #[arg(long, value_name = "NAME")]
    piece: Option<String>,
    /// Write an SVG picture; for a variant, of the start position, with its pieces in FILE-1, FILE-2, ...
    #[arg(long, value_name = "FILE", conflicts_with = "stage")]
    svg: Option<PathBuf>,
    /// Print this stage of the compiler instead
    #[arg(long)]
    stage: Option<ShowStage>,
}

/// Reads `8x10`.
pub fn size(text: &str) -> Result<(u16, u16), String> {
    let numbers = text.split_once(['x', 'X']).and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    let (w, h) = numbers.ok_or("expected FILESxRANKS, such as 8x10")?;
    match crate::board::Geometry::new(w, h) {
        Some(_) => Ok((w, h)),
        None => Err("a board has 1 to 26 files and 1 to 99 ranks".to_owned()),
    }
}

/// Prints a piece, or the start position of a variant and all its pieces.
pub fn run(options: &Options, out: &mut dyn Write) -> CliResult {
    let Some(variant) = load::find(&options.what)? else {
        if options.piece.is_some() {
            return Err(CliError::Diagnostic(catalogue::unknown(&options.what).to_string()));
        }
        return show_single(options, out);
    };
    if options.board.is_some() {
        return Err(CliError::input(format_args!(
            "`--board` is for move descriptions: the variant `{}` has its own board",
            variant.name
        )));
    }
    let game = load::build_with(variant, None, Evaluation::none)?;
    check_overwrite(options, game.variant.pieces.len())?;
    if let Some(name) = &options.piece {
        return show_piece(options, &game, piece_called(&game.variant, name)?, options.svg.as_deref(), out);
    }
    let pos = Position::start(&game);
    if let Some(file) = &options.svg {
        let picture = board::svg::draw(&game, &pos, &game.variant.title);
        files::write(file, picture.as_bytes(), FileMode::Data)?;
    } else if options.stage.is_none() {
        writeln!(out, "{}\n{}", game.variant.title, board::draw(&game, &pos, Paint::of_stdout()))?;
    }
    for index in 0..game.variant.pieces.len() {
        let file = options.svg.as_ref().map(|file| numbered(file, index));
        if index > 0 && file.is_none() {
            writeln!(out)?;
        }
        show_piece(options, &game, index, file.as_deref(), out)?;
    }
    if let Some(piece) = named::meanings(&options.what).first().filter(|_| options.svg.is_none()) {
        writeln!(out, "\n`{}` is also a piece: `griffon show {}`", options.what, piece.betza)?;
    }
    Ok(())
}

/// Checks that pictures replace nothing but pictures.
fn check_overwrite(options: &Options, pieces: usize) -> CliResult {
    let Some(file) = &options.svg else { return Ok(()) };
    let mut pictures = std::iter::once(file.clone()).chain((0..pieces).map(|index| numbered(file, index)));
    pictures.try_for_each(|path| files::check_overwrite(&path, "a picture", |text| text.starts_with("<svg")))
}

/// Default size of the board for a move description, files and ranks.
const BOARD: (u16, u16) = (9, 9);

/// Most other meanings of a piece name listed.
const MAX_MEANINGS: usize = 8;

/// Prints a single piece, given by its move description or its name in the catalogue.
fn show_single(options: &Options, out: &mut dyn Write) -> CliResult {
    let (betza, others) = load::piece_moves(&options.what)?;
    let game = load::single_piece(&betza, options.board.unwrap_or(BOARD))?;
    if betza != options.what && options.svg.is_none() {
        write!(out, "{}: ", options.what)?;
    }
    show_piece(options, &game, 0, options.svg.as_deref(), out)?;
    if options.svg.is_none() {
        for other in others.iter().take(MAX_MEANINGS) {
            writeln!(out, "in {}: {}", some_of(&other.variants), other.betza)?;
        }
        if let Some(more) = others.len().checked_sub(MAX_MEANINGS).filter(|&more| more > 0) {
            writeln!(out, "and {more} more")?;
        }
    }
    Ok(())
}

/// Lists the first few names.
fn some_of(names: &[&str]) -> String {
    const MOST: usize = 4;
    let more = if names.len() > MOST { " and others" } else { "" };
    names.iter().take(MOST).copied().collect::<Vec<_>>().join(", ") + more
}

/// Finds a piece of a variant by name or ID.
fn piece_called(variant: &Variant, name: &str) -> CliResult<usize> {
    let by_name = variant.pieces.iter().position(|piece| piece.name.eq_ignore_ascii_case(name));
    let by_id = || variant.pieces.iter().position(|piece| piece.id.eq_ignore_ascii_case(name));
    by_name.or_else(by_id).ok_or_else(|| {
        let names: Vec<&str> = variant.pieces.iter().map(|piece| piece.name.as_str()).collect();
        CliError::input(format_args!(
            "{} has no piece called `{name}`\nhelp: its pieces are {}",
            variant.name,
            names.join(", ")
        ))
    })
}

fn show_piece(
    options: &Options,
    game: &Game,
    index: usize,
    svg: Option<&Path>,
    out: &mut dyn Write,
) -> CliResult {
    let piece = &game.variant.pieces[index];
    // A piece given by its move description has no name.
    let title = match piece.name.as_str() {
        "" => piece.betza.clone(),
        name => format!("{} {name} {}", piece.id, piece.betza),
    };
    let kind = PieceType(index as u16);
    let survey = Survey::new(game, kind);
    if let Some(file) = svg {
        return files::write(file, svg::draw(&survey, &title).as_bytes(), FileMode::Data);
    }
    writeln!(out, "{title}")?;
    let text = match options.stage {
        None => text::draw(&survey, Paint::of_stdout()),
        Some(ShowStage::Ast) if piece.betza.is_empty() => "no moves\n".to_owned(),
        Some(ShowStage::Ast) => match notation::parse(&piece.betza) {
            Ok(ast) => format!("{ast:#?}\n"),
            // A definition may use another notation.
            Err(_) if !piece.movements.is_empty() => "no syntax tree: not XBetza\n".to_owned(),
            Err(error) => return Err(load::notation_fault(&error, &piece.betza)),
        },
        Some(ShowStage::Legs) => stage::legs(&piece.betza, &piece.movements),
        Some(ShowStage::Rays) => stage::rays(game, kind, survey.start),
    };
    Ok(write!(out, "{text}")?)
}

/// Returns `board-1.svg`, `board-2.svg`, ... for `board.svg`.
fn numbered(file: &Path, index: usize) -> PathBuf {
    let stem = file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let extension = file.extension().map_or_else(String::new, |e| format!(".{}", e.to_string_lossy()));
    file.with_file_name(format!("{stem}-{}{extension}", index + 1))
}
