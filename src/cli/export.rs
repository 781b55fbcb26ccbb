//! `griffon export`: a variant in another program's format.

use super::load;
use super::output::{self, CliResult};
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
    let Format::Xboard = options.to;
    output::exit_code(xboard(&options.variant, &mut std::io::stdout().lock()))
}

fn xboard(variant: &str, out: &mut dyn Write) -> CliResult {
    let game: Game = load::game(variant)?;
    let variant = &game.variant;
    let dialect = Dialect::new(variant);
    writeln!(out, "# variant {}", names::offered(variant))?;
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
