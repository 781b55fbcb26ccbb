//! `griffon eval`: evaluates a position, term by term.

use super::output::CliResult;
use super::position_args::PositionArgs;
use crate::board::Color;
use crate::values::FULL_PHASE;
use crate::{eval, movegen};
use std::io::Write;

/// Prints the terms from White's point of view and the evaluation from that of the side to move, in centipawns.
pub fn run(options: &PositionArgs, out: &mut dyn Write) -> CliResult {
    let game = options.learned_game()?;
    let pos = options.position(&game)?;
    options.draw(&game, &pos, out)?;
    let ((mg, eg), phase) = pos.weights();
    let sign = if pos.side() == Color::White { 1 } else { -1 };
    writeln!(out, "{:<20} {:>12} {:>9}", "White's - Black's", "middle game", "endgame")?;
    writeln!(out, "{:<20} {mg:>+12} {eg:>+9}", "pieces and squares")?;
    if let Some(net) = &game.net {
        let output = eval::net_output(net, &pos) * sign;
        writeln!(out, "{:<20} {output:>+12} {output:>+9}", "net")?;
        writeln!(out, "{} the terms:", if net.keeps_terms { "added to" } else { "in place of" })?;
    }
    let [white, black] = eval::terms::sides(&game, &pos).map(|terms| terms.named());
    for ((name, own), (_, other)) in white.into_iter().zip(black) {
        writeln!(out, "{name:<20} {:>+12} {:>+9}", own.mg - other.mg, own.eg - other.eg)?;
    }
    let [white, black] = Color::BOTH.map(|color| eval::terms::drive(&game, &pos, color));
    writeln!(out, "{:<20} {:>+12} {:>+9}", "lone royal", 0, white - black)?;
    let checks = eval::checks(&game, &pos);
    writeln!(out, "{:<20} {checks:>+12} {checks:>+9}", "checks given")?;
    let tempo = game.weights.params.tempo * sign;
    writeln!(out, "{:<20} {tempo:>+12} {tempo:>+9}", "side to move")?;
    let [white, black] = Color::BOTH.map(|color| eval::scale::endgame_percent(&game, &pos, color));
    writeln!(out, "endgame counts       White's {white} %, Black's {black} %")?;
    let share = |color| 100 * eval::scale::factor(&game, &pos, color) / eval::scale::FULL;
    let [white, black] = Color::BOTH.map(share);
    writeln!(out, "advantage counts     White's {white} %, Black's {black} %")?;
    writeln!(out, "phase                {phase} of {FULL_PHASE}")?;
    writeln!(out, "side to move         {:?}", pos.side())?;
    if let Some(end) = movegen::end(&game, &mut pos.clone()) {
        writeln!(out, "the game is over     {}", end.words(pos.side()))?;
    }
    Ok(writeln!(out, "evaluation           {:+}", eval::evaluate(&game, &pos))?)
}
