//! `griffon eval`: evaluates a position, term by term.

use super::output::CliResult;
use super::position_args::{NetArgs, PositionArgs};
use crate::board::Color;
use crate::eval::{EvalMethod, RuleTerms};
use crate::position::{Game, Position};
use crate::values::FULL_PHASE;
use crate::{eval, movegen};
use std::io::Write;

#[derive(clap::Args, Debug)]
pub struct Options {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    evaluation: NetArgs,
}

/// Prints what counts, in centipawns: the terms from White's point of view, the evaluation from that of the side to move.
pub fn run(options: &Options, out: &mut dyn Write) -> CliResult {
    let game = options.position.learned_game(&options.evaluation)?;
    let pos = options.position.position(&game)?;
    options.position.draw(&game, &pos, out)?;
    let ((mg, eg), phase) = pos.weights();
    let sign = if pos.side() == Color::White { 1 } else { -1 };
    writeln!(out, "{:<20} {:>12} {:>9}", "White's - Black's", "middle game", "endgame")?;
    row(out, "pieces and squares", [mg, eg])?;
    let method = game.net.as_ref().map(|net| EvalMethod::of(&game, &pos, net));
    if let (Some(net), Some(method)) = (&game.net, method) {
        if method != EvalMethod::Terms {
            let label = net.other_game(&game.variant).map_or("net".into(), |name| format!("net of {name}"));
            row(out, &label, [eval::net_output(net, &pos) * sign; 2])?;
        }
        let words = match method {
            EvalMethod::Terms => "the net is not used against a lone royal",
            EvalMethod::TermsAndNet => "added to the terms:",
            EvalMethod::SquaresAndNet => "in place of the terms, except:",
        };
        writeln!(out, "{words}")?;
    }
    let has_terms = method != Some(EvalMethod::SquaresAndNet);
    if has_terms {
        write_terms(&game, &pos, out)?;
    }
    let by_rules = if has_terms { RuleTerms::new } else { RuleTerms::beside_net };
    for (name, term) in by_rules(&game, &pos).named() {
        term.map_or(Ok(()), |term| row(out, name, [term; 2]))?;
    }
    if has_terms {
        row(out, "side to move", [eval::tempo(&game) * sign; 2])?;
        let [white, black] = Color::BOTH.map(|color| eval::scale::endgame_percent(&game, &pos, color));
        writeln!(out, "endgame counts       White's {white} %, Black's {black} %")?;
    }
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

/// Prints the terms that a net may replace.
fn write_terms(game: &Game, pos: &Position, out: &mut dyn Write) -> CliResult {
    let [white, black] = eval::terms::sides(game, pos);
    for ((name, own), (_, other)) in white.named().into_iter().zip(black.named()) {
        row(out, name, [own.mg - other.mg, own.eg - other.eg])?;
    }
    Ok(())
}

/// Prints a term in the middle game and in the endgame.
fn row(out: &mut dyn Write, name: &str, [mg, eg]: [i32; 2]) -> CliResult {
    Ok(writeln!(out, "{name:<20} {mg:>+12} {eg:>+9}")?)
}
