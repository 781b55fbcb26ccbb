//! `griffon moves`: lists the legal moves of a position.

use super::output::{self, CliResult};
use super::position_args::PositionArgs;
use crate::{movegen, movetext};
use serde::Serialize;
use std::io::Write;

#[derive(clap::Args, Debug)]
pub struct Options {
    #[command(flatten)]
    position: PositionArgs,
    /// Print one JSON object per line: `move`, `from` (null for a drop), `to`, `fen` (after the move)
    #[arg(long)]
    json: bool,
}

/// A legal move.
#[derive(Serialize)]
struct MoveRow {
    #[serde(rename = "move")]
    text: String,
    from: Option<String>,
    to: String,
    fen: String,
}

/// Prints one move per line, in the order of the generator.
pub fn run(options: &Options, out: &mut dyn Write) -> CliResult {
    let game = options.position.game()?;
    let mut pos = options.position.position(&game)?;
    if !options.json {
        options.position.draw(&game, &pos, out)?;
    }
    let list = movegen::legal_moves(&game, &mut pos);
    let texts = movetext::format_all(movetext::Numbering::Plain, &game, &pos, &list);
    for (mv, text) in list.into_iter().zip(texts) {
        if !options.json {
            writeln!(out, "{text}")?;
            continue;
        }
        let board = &game.variant.board;
        let from = (!mv.is_drop()).then(|| board.name(mv.from()));
        let to = board.name(mv.to());
        let fen = pos.after(&game, mv, |pos| pos.fen(&game));
        output::json(out, &MoveRow { text, from, to, fen })?;
    }
    Ok(())
}
