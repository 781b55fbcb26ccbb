//! Reports of a learning run.

use super::state::{LearningRound, LearningState, ROUNDS, duration};
use crate::board::{Color, Kind};
use crate::net::{LearnedWeights, NetFile};
use crate::position::Game;
use std::fmt::Write;

/// Returns how far a run is, with this number of games in its file, and its rounds.
pub fn status(state: &LearningState, games: u64) -> String {
    let done = match state.stage {
        0..ROUNDS => format!("{:.0} % of {}", 100.0 * state.share(games, 0.0), state.goal()),
        _ => format!("run of {} complete", state.goal()),
    };
    let next = match (&state.playoff, &state.pending) {
        (Some(_), _) => ", a playoff is not over",
        (_, Some(_)) => ", a gate is not over",
        _ => "",
    };
    let mut text = format!(
        "{done}: {} spent, {games} games in all; {} of {ROUNDS} rounds complete{next}\n",
        duration(state.seconds),
        state.stage
    );
    for (number, round) in state.rounds.iter().enumerate() {
        let _ = writeln!(text, "{:2}  {}", number + 1, line(round));
    }
    let (elo, error) = state.gained();
    let _ = writeln!(text, "gained over the estimate: {elo:+.0} ±{error:.0} Elo");
    text
}

fn line(round: &LearningRound) -> String {
    let what = match round.hidden {
        0 => String::from("linear fit"),
        hidden => format!("net of {hidden}"),
    };
    let [before, after] = round.loss;
    format!(
        "{what:<11} {:>7} games {:>9} positions  error {before:.5} -> {after:.5}  speed {:.2}  {:+.1} ±{:.1} Elo in {} games: {}",
        round.games,
        round.positions,
        round.speed,
        round.elo,
        round.error,
        round.gate_games,
        if round.passed { "passed" } else { "not passed" }
    )
}

/// Returns a report as Markdown or HTML: rounds, curves of the error, values, square tables.
/// `learned` has weights for this game.
pub fn write(
    game: &Game,
    (state, games): (&LearningState, u64),
    learned: Option<&NetFile>,
    is_html: bool,
) -> String {
    let status = status(state, games);
    let mut text = format!("# What was learned of {}\n\n```text\n{status}```\n", game.variant.name);
    for (number, round) in state.rounds.iter().enumerate().filter(|(_, round)| !round.curve.is_empty()) {
        let _ = write!(text, "\n## Error of round {}\n\n", number + 1);
        match is_html {
            true => text += &curve(&round.curve),
            false => {
                text += "| pass | training | held-out games |\n|--:|--:|--:|\n";
                for (pass, [training, held_out]) in round.curve.iter().enumerate() {
                    let _ = writeln!(text, "| {} | {training:.5} | {held_out:.5} |", pass + 1);
                }
            }
        }
    }
    if let Some(file) = learned {
        values(game, &file.weights, &mut text);
        if is_html {
            squares(game, &file.weights, &mut text);
        }
    }
    if is_html { html(&text) } else { text }
}

/// Mean value of a kind over the squares where it is worth something: middle game, endgame.
pub fn mean_value(game: &Game, square: &[(i16, i16)], kind: Kind) -> [f64; 2] {
    let board = &game.variant.board;
    let own = &square[kind.index() * board.len()..];
    let inside = || board.squares().filter(|&s| !board.is_hole(s)).map(|s| own[s.index()]);
    let sum = |of: fn((i16, i16)) -> i16| inside().map(|weight| f64::from(of(weight))).sum::<f64>();
    [sum(|weight| weight.0), sum(|weight| weight.1)].map(|sum| sum / inside().count().max(1) as f64)
}

fn values(game: &Game, weights: &LearnedWeights, text: &mut String) {
    *text += "\n## Values\n\nCentipawns, mean over the board: middle game, endgame, in hand; estimated and learned.\n\n";
    *text += "| piece | estimated | | | learned | | |\n|---|--:|--:|--:|--:|--:|--:|\n";
    for (kind, piece) in game.tables.kinds_of(Color::White).zip(&game.variant.pieces) {
        let [old_middle, old_end] = mean_value(game, &game.weights.square, kind);
        let [middle, end] = mean_value(game, &weights.square, kind);
        let (old_hand, hand) = (game.weights.hand[kind.index()].0, weights.hand[kind.index()].0);
        let _ = writeln!(
            text,
            "| {} {} | {old_middle:.0} | {old_end:.0} | {old_hand} | {middle:.0} | {end:.0} | {hand} |",
            cell(&piece.id),
            cell(&piece.name)
        );
    }
}

/// Draws the learned square tables of the middle game: green is better than the mean.
fn squares(game: &Game, weights: &LearnedWeights, text: &mut String) {
    let board = &game.variant.board;
    *text += "\n## Squares in the middle game\n\n";
    for (kind, piece) in game.tables.kinds_of(Color::White).zip(&game.variant.pieces) {
        let mean = mean_value(game, &weights.square, kind)[0];
        let (width, height) = (board.files() * 16, board.ranks() * 16);
        let _ = write!(text, "<figure><svg width='{width}' height='{height}'>");
        for square in board.squares().filter(|&square| !board.is_hole(square)) {
            let (x, y) = (board.file(square) * 16, (board.ranks() - 1 - board.rank(square)) * 16);
            let value = f64::from(weights.square[kind.index() * board.len() + square.index()].0) - mean;
            let hue = if value > 0.0 { 120 } else { 0 };
            let light = 95.0 - value.abs().min(60.0);
            let _ = write!(
                text,
                "<rect x='{x}' y='{y}' width='15' height='15' fill='hsl({hue},70%,{light:.0}%)'>\
                 <title>{} {value:+.0}</title></rect>",
                board.name(square)
            );
        }
        let _ = writeln!(text, "</svg><figcaption>{}</figcaption></figure>", escaped(&piece.name));
    }
}

/// Draws the error on the training games (grey) and on the held-out games.
fn curve(losses: &[[f32; 2]]) -> String {
    let all = || losses.iter().flatten();
    let (low, high) =
        all().fold((f32::INFINITY, 0.0_f32), |(low, high), &loss| (low.min(loss), high.max(loss)));
    let mut text = String::from("<svg width='520' height='220' style='border:1px solid #999'>");
    for (which, colour) in [(0, "#999"), (1, "#06c")] {
        let point = |(pass, both): (usize, &[f32; 2])| {
            let x = 10.0 + 500.0 * pass as f32 / (losses.len().max(2) - 1) as f32;
            let y = 210.0 - 200.0 * (both[which] - low) / (high - low).max(1e-9);
            format!("{x:.1},{y:.1}")
        };
        let points: Vec<String> = losses.iter().enumerate().map(point).collect();
        let _ = write!(text, "<polyline fill='none' stroke='{colour}' points='{}'/>", points.join(" "));
    }
    text + &format!("</svg>\n\nfrom {high:.5} to {low:.5}\n")
}

/// Text that does not end the cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "¦")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Turns the Markdown of this module into a page.
fn html(text: &str) -> String {
    let mut page = String::from("<!doctype html><meta charset='utf-8'><title>Griffon</title><body>\n");
    let (mut in_text, mut in_table) = (false, false);
    for line in text.lines() {
        if line.starts_with("```") {
            page += if in_text { "</pre>\n" } else { "<pre>\n" };
            in_text = !in_text;
            continue;
        }
        if in_table != line.starts_with('|') {
            page += if in_table { "</table>\n" } else { "<table>\n" };
            in_table = !in_table;
        }
        let _ = match line {
            _ if in_text => writeln!(page, "{}", escaped(line)),
            _ if line.starts_with("|-") => Ok(()),
            _ if in_table => {
                let cells: String = line
                    .trim_matches('|')
                    .split('|')
                    .map(|cell| format!("<td>{}</td>", escaped(cell)))
                    .collect();
                writeln!(page, "<tr>{cells}</tr>")
            }
            _ if line.starts_with("## ") => writeln!(page, "<h2>{}</h2>", escaped(&line[3..])),
            _ if line.starts_with("# ") => writeln!(page, "<h1>{}</h1>", escaped(&line[2..])),
            _ if line.starts_with('<') => writeln!(page, "{line}"),
            _ => writeln!(page, "<p>{}</p>", escaped(line)),
        };
    }
    page
}
