//! `griffon values`: what the estimator thinks the pieces are worth.

use super::load;
use super::output::{self, CliResult};
use crate::variant::PieceType;
use serde::Serialize;
use std::io::Write;

/// Arguments.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// Catalogue name, alias, file, or `-` for standard input
    variant: String,
    /// One JSON object a line: `piece`, `betza`, `mg`, `eg`
    #[arg(long)]
    json: bool,
}

/// A piece type.
#[derive(Serialize)]
struct Line<'a> {
    piece: &'a str,
    name: &'a str,
    betza: &'a str,
    mg: i32,
    eg: i32,
}

/// Prints a line for each piece type, in the order of the definition.
pub fn run(options: &Options, out: &mut dyn Write) -> CliResult {
    let game = load::weighted_game(&options.variant)?;
    if !options.json {
        writeln!(out, "{:<4} {:>6} {:>6}  description", "id", "mg", "eg")?;
    }
    for (index, piece) in game.variant.pieces.iter().enumerate() {
        let (mg, eg) = game.mean_value(PieceType(index as u16));
        if options.json {
            output::json(out, &Line { piece: &piece.id, name: &piece.name, betza: &piece.betza, mg, eg })?;
        } else {
            writeln!(out, "{:<4} {mg:>6} {eg:>6}  {} ({})", piece.id, piece.betza, piece.name)?;
        }
    }
    Ok(())
}
