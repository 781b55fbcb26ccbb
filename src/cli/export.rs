//! `griffon export`: a variant in another program's format.

use super::load;
use super::output::{self, CliResult};
use crate::notation;
use crate::position::Game;
use crate::protocol::dialect::Dialect;
use crate::protocol::names;
use std::io::Write;
use std::process::ExitCode;

/// The formats.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// The `setup` and `piece` commands of CECP, as XBoard reads them
    Xboard,
    /// The moves of the pieces in XBetza, whatever notation they are written in
    Xbetza,
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
