//! `griffon export`: a variant in another program's format.

use super::load;
use super::output::{self, CliResult};
use crate::movegen;
use crate::notation;
use crate::position::{Game, Position};
use crate::protocol::dialect::Dialect;
use crate::protocol::names;
use crate::variant::{self, fsf};
use std::io::Write;
use std::process::ExitCode;

/// The formats.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// The `setup` and `piece` commands of CECP, as XBoard reads them
    Xboard,
    /// The moves of the pieces in XBetza, whatever notation they are written in
    Xbetza,
    /// A section of Fairy-Stockfish's `variants.ini`
    Fsf,
}

/// Arguments.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// Catalogue name, alias, file, or `-` for standard input
    variant: String,
    /// Format to write
    #[arg(long, value_enum)]
    to: Format,
}

/// Prints the variant. What the format cannot express is listed in `#` lines.
pub fn run(options: &Options) -> ExitCode {
    let out = &mut std::io::stdout().lock();
    output::exit_code(match options.to {
        Format::Xboard => xboard(&options.variant, out),
        Format::Xbetza => xbetza(&options.variant, out),
        Format::Fsf => fsf(&options.variant, out),
    })
}

/// Piece lines as a definition has them; what XBetza cannot say is listed in `#` lines.
fn xbetza(variant: &str, out: &mut dyn Write) -> CliResult {
    let variant = load::variant(variant)?;
    for piece in variant.pieces.iter().filter(|piece| !piece.movements.is_empty()) {
        let written = notation::xbetza(&piece.movements);
        // A bare colon ends the field.
        writeln!(out, "{}:{}:{}", piece.name, piece.id, written.text.replace(':', "\\:"))?;
        for &unsaid in &written.unsaid {
            writeln!(out, "# not expressible: {}: {}", piece.name, piece.movements[unsaid])?;
        }
    }
    Ok(())
}

/// Depth to which the section is compared with the variant, plies.
const COMPARED: u32 = 3;

/// A section, with what it does not say in `#` lines. It is read again and its moves are counted, so that what nobody
/// thought of is noticed too.
fn fsf(variant: &str, out: &mut dyn Write) -> CliResult {
    let game = load::game(variant)?;
    let start = Position::start(&game);
    let (text, mut lost) = fsf::export(&game.variant, &start.fen(&game));
    let (sections, _) = fsf::import(&text);
    let again = sections.first().and_then(|section| {
        let (variant, _) = variant::read(&section.name, &section.definition).ok()?;
        Game::new(variant).ok()
    });
    let count = |game: &Game, depth| movegen::perft(game, &mut Position::start(game), depth);
    let differs = |again: &Game| (1..=COMPARED).find(|&depth| count(&game, depth) != count(again, depth));
    match again.as_ref().map(differs) {
        None => lost.push(String::from("the section cannot be read again")),
        Some(Some(depth)) => lost.push(format!("moves: the section has others within {depth} plies")),
        Some(None) => {}
    }
    for what in lost {
        writeln!(out, "# not expressible: {what}")?;
    }
    write!(out, "{text}")?;
    Ok(())
}

fn xboard(variant: &str, out: &mut dyn Write) -> CliResult {
    let game: Game = load::game(variant)?;
    let variant = &game.variant;
    let dialect = Dialect::new(variant);
    writeln!(out, "# variant {}", names::offered(variant))?;
    writeln!(out, "# board {}x{}", variant.board.files(), variant.board.ranks())?;
    if !names::is_shown(variant) {
        writeln!(out, "# not expressible: the board is larger than XBoard's")?;
    }
    if let (Some(known), None) = (names::known_as(variant), &dialect.setup) {
        writeln!(out, "# XBoard knows the rules of {}", known.name)?;
    }
    for line in dialect.lines() {
        writeln!(out, "{line}")?;
    }
    for (what, names) in [("expressible", &dialect.told), ("entered by highlight only", &dialect.highlighted)]
    {
        if !names.is_empty() {
            writeln!(out, "# {what}: {}", names.join(", "))?;
        }
    }
    for note in &dialect.notes {
        writeln!(out, "# not expressible: {note}")?;
    }
    Ok(())
}
