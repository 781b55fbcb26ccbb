//! `griffon search`: searches a position for the best move.

use super::output::{self, CliError, CliResult};
use super::position_args::{NetArgs, PositionArgs};
use super::threads;
use crate::movegen::{self, Outcome};
use crate::movetext::{self, score::moves_to_mate};
use crate::position::{Game, Move, Position};
use crate::search::{Bound, Limits, Report, Score, Searcher};
use serde::Serialize;
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Transposition table of `search` and `bench`, MiB.
pub const HASH_MB: usize = 64;
/// Default time limit.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

#[derive(clap::Args, Debug)]
pub struct Options {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    evaluation: NetArgs,
    /// Depth limit, plies
    #[arg(long, value_name = "N", group = "limit", value_parser = clap::value_parser!(u16).range(1..))]
    depth: Option<u16>,
    /// Time limit, milliseconds [default without any limit: 5000]
    #[arg(long, value_name = "MS", group = "limit", value_parser = milliseconds)]
    time: Option<u64>,
    /// Node limit, which the first iteration may exceed
    #[arg(long, value_name = "N", group = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Threads; with one thread, a search to a fixed depth or node count is reproducible
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads::parser())]
    threads: u16,
    /// Print only one JSON object: `move`, `score`, `mate`, `depth`, `nodes`, `seconds`, `pv`
    #[arg(long)]
    json: bool,
}

/// Reads a whole number of milliseconds.
fn milliseconds(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| String::from("expected milliseconds, such as 1500 for a second and a half"))
}

impl Options {
    fn limits(&self) -> Limits {
        let time = match (self.time, self.depth, self.nodes) {
            (Some(ms), ..) => Some(Duration::from_millis(ms)),
            (None, None, None) => Some(DEFAULT_TIME),
            _ => None,
        };
        Limits { depth: self.depth, nodes: self.nodes, soft: time, hard: time, ..Limits::default() }
    }
}

/// Search result as JSON.
#[derive(Serialize)]
struct SearchRow<'a> {
    #[serde(rename = "move")]
    best: &'a str,
    /// Centipawns.
    score: Score,
    /// Moves to mate, negative if the side to move is mated.
    mate: Option<i64>,
    depth: u16,
    nodes: u64,
    seconds: f64,
    pv: Vec<String>,
}

/// Searches a position. Prints one line per iteration and the best move in the last line.
pub fn run(options: &Options, out: &mut dyn Write) -> CliResult {
    let game = options.position.learned_game(&options.evaluation)?;
    let mut pos = options.position.position(&game)?;
    if let Some(end) = movegen::end(&game, &mut pos)
        && (end.outcome != Outcome::Drawn || movegen::legal_moves(&game, &mut pos).is_empty())
    {
        // A position drawn by repetition or by a move count can still be searched.
        return Err(CliError::input(format_args!("the game is over: {}", end.words(pos.side()))));
    }
    if !options.json {
        options.position.draw(&game, &pos, out)?;
        writeln!(out, "depth {:>8} {:>8} {:>12}  line of play", "score", "seconds", "nodes")?;
    }
    let start = Instant::now();
    let mut written = Ok(());
    let stop = AtomicBool::new(false);
    let mut report = |report: &Report| {
        if !options.json && written.is_ok() {
            written = write_report(&game, &pos, report, out);
            if written.is_err() {
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
            }
        }
    };
    let mut searcher = Searcher::new(HASH_MB);
    searcher.set_threads(usize::from(options.threads));
    let found = searcher.search(&game, &pos, &options.limits(), &stop, &mut report);
    written?;
    let Some(best) = found.best else {
        return Err(CliError::input("the side to move has no legal move: the game is over"));
    };
    let text = movetext::format_as(movetext::Numbering::Plain, &game, &pos, best);
    if options.json {
        let (score, depth, nodes) = (found.score, found.depth, found.nodes);
        let (mate, seconds) = (moves_to_mate(score), start.elapsed().as_secs_f64());
        let pv = line_of_play(&game, &pos, &found.pv);
        output::json(out, &SearchRow { best: &text, score, mate, depth, nodes, seconds, pv })?;
    } else {
        let (score, depth, nodes) = (score(found.score), found.depth, found.nodes);
        writeln!(out, "best {text}  score {score}  depth {depth}  nodes {nodes}")?;
    }
    Ok(())
}

fn write_report(game: &Game, pos: &Position, report: &Report, out: &mut dyn Write) -> std::io::Result<()> {
    let bound = match report.bound {
        Bound::Exact => "",
        Bound::Lower => "+",
        Bound::Upper => "-",
    };
    let line = line_of_play(game, pos, &report.pv).join(" ");
    let seconds = report.time.as_secs_f64();
    let score = format!("{}{bound}", score(report.score));
    writeln!(out, "{:>5} {score:>8} {seconds:>8.2} {:>12}  {line}", report.depth, report.nodes)
}

/// Formats the moves of a line.
fn line_of_play(game: &Game, pos: &Position, line: &[Move]) -> Vec<String> {
    let mut pos = pos.clone();
    let text_and_make = |&mv: &Move| {
        let text = movetext::format_as(movetext::Numbering::Plain, game, &pos, mv);
        pos.make(game, mv);
        text
    };
    line.iter().map(text_and_make).collect()
}

/// Formats a score in pawns or moves to mate.
fn score(score: Score) -> String {
    match moves_to_mate(score) {
        Some(moves) => format!("#{moves}"),
        None => format!("{:+.2}", f64::from(score) / 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::MATE;

    #[test]
    fn scores_are_pawns_or_mates() {
        let table = [
            (35, "+0.35"),
            (-120, "-1.20"),
            (MATE - 1, "#1"),
            (MATE - 3, "#2"),
            (-(MATE - 2), "#-1"),
            (0, "+0.00"),
        ];
        for (value, text) in table {
            assert_eq!(score(value), text);
        }
    }
}
