//! `griffon values`: what the estimator thinks the pieces are worth.

use super::load;
use super::output::{self, CliResult};
use crate::board::Color;
use crate::position::Game;
use crate::position::cell::Kind;
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
        let (mg, eg) = mean(&game, PieceType(index as u16));
        if options.json {
            output::json(out, &Line { piece: &piece.id, name: &piece.name, betza: &piece.betza, mg, eg })?;
        } else {
            writeln!(out, "{:<4} {mg:>6} {eg:>6}  {} ({})", piece.id, piece.betza, piece.name)?;
        }
    }
    Ok(())
}

/// Mean over the squares of the board, (middle game, endgame), centipawns.
fn mean(game: &Game, piece: PieceType) -> (i32, i32) {
    let board = &game.variant.board;
    let kind = Kind::new(piece, Color::White);
    let (mut mg, mut eg, mut squares) = (0, 0, 0);
    for square in board.squares().filter(|&square| !board.is_hole(square)) {
        let (m, e) = game.weights.on(kind, square);
        mg += i32::from(m);
        eg += i32::from(e);
        squares += 1;
    }
    match squares {
        0 => (0, 0),
        n => (mg / n, eg / n),
    }
}
