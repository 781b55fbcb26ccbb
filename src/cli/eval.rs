//! `griffon eval`: the evaluation of a position, term by term.

use super::PositionArgs;
use super::output::CliResult;
use crate::eval;
use std::io::Write;

/// Prints the terms, centipawns from White's view, and the evaluation from the view of the side to move.
pub fn run(options: &PositionArgs, out: &mut dyn Write) -> CliResult {
    let game = options.weighted_game()?;
    let pos = options.position(&game)?;
    let ((mg, eg), phase) = pos.weights();
    writeln!(out, "pieces and squares  middle game {mg:+}  endgame {eg:+}")?;
    writeln!(out, "phase               {phase}")?;
    writeln!(out, "side to move        {:?}", pos.side())?;
    writeln!(out, "evaluation          {:+}", eval::evaluate(&game, &pos))?;
    Ok(())
}
