//! `griffon mates`: finds positions with forced wins, or tests the search on them.

use super::output::{self, CliError, CliResult};
use super::{files, load};
use crate::arena::mates::{MateVerdict, Puzzle, Seeker, solve};
use crate::position::Game;
use crate::search::Limits;
use crate::search::proof::Prover;
use crate::variant::catalogue;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(clap::Args, Debug)]
pub struct Options {
    /// Catalogue names, aliases or files [default: the whole catalogue]
    #[arg(value_name = "VARIANT", conflicts_with = "solve")]
    variants: Vec<String>,
    /// Solve the positions of a file instead; the file is output of this command
    #[arg(long, value_name = "FILE")]
    pub(super) solve: Option<PathBuf>,
    /// Lengths of the wins, in moves of the winner
    #[arg(long, value_name = "N,...", value_delimiter = ',', default_value = "2,3,4", conflicts_with = "solve", value_parser = clap::value_parser!(u32).range(1..=i64::from(Prover::LONGEST)))]
    moves: Vec<u32>,
    /// Positions per length and variant
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "solve")]
    each: usize,
    /// Games to search for positions, per variant
    #[arg(long, value_name = "N", default_value_t = 20, conflicts_with = "solve")]
    games: u64,
    /// Random seed; the same seed gives the same positions
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "solve")]
    seed: u64,
    /// With `--solve`: time per position, milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000, requires = "solve", conflicts_with_all = ["nodes", "variants"])]
    time: u64,
    /// With `--solve`: nodes per position instead
    #[arg(long, value_name = "N", requires = "solve", conflicts_with = "variants")]
    nodes: Option<u64>,
}

/// Finds positions, or solves those of a file.
pub fn run(options: &Options, out: &mut dyn Write) -> CliResult {
    match &options.solve {
        Some(file) => solve_all(file, &options.limits(), out),
        None => seek(options, out),
    }
}

impl Options {
    fn limits(&self) -> Limits {
        let time = self.nodes.is_none().then_some(Duration::from_millis(self.time));
        Limits { nodes: self.nodes, soft: time, hard: time, ..Limits::default() }
    }
}

fn seek(options: &Options, out: &mut dyn Write) -> CliResult {
    let mut names = options.variants.clone();
    if names.is_empty() {
        names = catalogue::every().map(|entry| entry.variant.name.clone()).collect();
    }
    let bar = output::progress_bar(names.len() as u64, "{bar:40} {pos}/{len} variants, {elapsed}, {msg}");
    for name in &names {
        bar.set_message(name.clone());
        let game = load::game(name)?;
        for puzzle in Seeker::new(&game, name).seek(&options.moves, options.each, options.games, options.seed)
        {
            output::json(out, &puzzle)?;
        }
        out.flush()?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}

/// Solves the positions of a file; fails if any is not solved.
fn solve_all(file: &Path, limits: &Limits, out: &mut dyn Write) -> CliResult {
    let text = fs::read_to_string(file).map_err(files::fault(file))?;
    let refuse = |line: usize, why: &dyn std::fmt::Display| {
        CliError::input(format_args!("{}:{}: {why}", file.display(), line + 1))
    };
    let lines: Vec<(usize, &str)> =
        text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).collect();
    if lines.is_empty() {
        return Err(CliError::input(format_args!("no positions to solve in {}", file.display())));
    }
    let bar = output::progress_bar(lines.len() as u64, "{bar:40} {pos}/{len}, {elapsed}, {eta} left");
    let mut game: Option<(String, Game)> = None;
    let mut solved = 0_usize;
    for &(number, line) in &lines {
        let puzzle: Puzzle = serde_json::from_str(line).map_err(|error| refuse(number, &error))?;
        if game.as_ref().is_none_or(|(name, _)| *name != puzzle.variant) {
            game = Some((puzzle.variant.clone(), load::game(&puzzle.variant)?));
        }
        let Some((_, game)) = &game else { continue };
        let (answer, verdict) = solve(game, &puzzle, limits).map_err(|why| refuse(number, &why))?;
        let Puzzle { variant, fen, moves, first } = &puzzle;
        let mut tell =
            |what| writeln!(out, "{what}: {variant}, {moves} moves, {fen}: {answer}; {first} wins");
        match verdict {
            MateVerdict::Solved => solved += 1,
            MateVerdict::Wrong => tell("wrong")?,
            MateVerdict::FalsePuzzle => {
                writeln!(out, "{variant}, {moves} moves, {fen}: {first} does not win")?
            }
            MateVerdict::Unproved => tell("unproved")?,
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let share = 100.0 * solved as f64 / lines.len() as f64;
    writeln!(out, "{solved} of {} solved, {share:.1} %", lines.len())?;
    if solved == lines.len() { Ok(()) } else { Err(CliError::Failed) }
}
