//! `griffon match`: plays a match between two engines.

use super::board::{self, grid::Paint};
use super::load;
use super::match_args::{self, Keeping, Playing};
use super::output::{self, CliError, CliResult};
use super::selection;
use crate::arena::contest::{Contest, Finished, MatchScore, MatchVariant, Moved, Observer};
use crate::arena::engine::spec::EngineSpec;
use crate::arena::pgn::{PgnFile, side_name};
use crate::arena::sprt::{Sprt, SprtVerdict};
use crate::arena::stats::Estimate;
use indicatif::ProgressBar;
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;
use std::slice;

#[derive(clap::Args, Debug)]
pub struct Options {
    /// An engine: a command, or settings such as `cmd=COMMAND proto=uci nodes=2000 name=NAME`; required twice
    #[arg(long, required = true, value_name = "ENGINE")]
    engine: Vec<String>,
    /// Catalogue name, alias or file
    #[arg(long, default_value = "normal", conflicts_with = "variants")]
    variant: String,
    /// Several variants, played in turn pair by pair; their results are pooled
    #[arg(long, value_name = "VARIANT,...", value_delimiter = ',')]
    variants: Vec<String>,
    /// Number of games; colours alternate
    #[arg(long, default_value_t = 2, value_name = "N")]
    games: usize,
    /// Stop when the results decide between two Elo differences; error rates default to 0.05
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", value_parser = match_args::sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Stop a match of several variants when the first engine loses one by more than this; 0 never stops
    #[arg(long, default_value_t = 25.0, value_name = "ELO", value_parser = guard)]
    guard: f64,
    #[command(flatten)]
    playing: Playing,
    #[command(flatten)]
    pub(super) keeping: Keeping,
    /// Draw the board after each move
    #[arg(long, conflicts_with = "json")]
    show: bool,
    /// Also print the memory of the engines
    #[arg(long)]
    verbose: bool,
    /// Write the openings of the match to this file or, with several variants, to VARIANT.txt in this folder
    #[arg(long, value_name = "PATH")]
    save_openings: Option<PathBuf>,
    /// Print one JSON object per game and one for the match
    #[arg(long)]
    json: bool,
}

/// Reads an Elo difference that is not negative.
fn guard(text: &str) -> Result<f64, String> {
    let elo = text.parse().ok().filter(|elo: &f64| (0.0..f64::INFINITY).contains(elo));
    elo.ok_or_else(|| String::from("expected an Elo difference, such as 25, or 0"))
}

/// Plays the games. Prints one line per finished game, and the score at the end.
pub fn run(options: &Options, out: &mut (dyn Write + Send)) -> CliResult {
    let [first, second] = options.engine.as_slice() else {
        return Err(CliError::input("give `--engine` exactly twice"));
    };
    if options.json && options.keeping.prints() {
        return Err(CliError::input("`--pgn -` conflicts with `--json`; give a file for the games"));
    }
    let engines = [options.playing.engine(first)?, options.playing.engine(second)?];
    let several = selection::distinct(&options.variants);
    let names = if several.is_empty() { slice::from_ref(&options.variant) } else { &several };
    let games = names.iter().map(|name| load::match_game(name)).collect::<CliResult<Vec<_>>>()?;
    let variants = names.iter().zip(&games).map(|(name, game)| options.playing.variant(name, game));
    let mut contest = options.playing.contest(variants.collect::<CliResult<_>>()?, engines, options.games);
    contest.sprt = options.sprt;
    contest.guard = (options.guard > 0.0).then_some(options.guard);
    contest.watched = options.show;
    match_args::warn_of_openings(&contest.variants, contest.games);
    if let Some(path) = &options.save_openings {
        match_args::save_openings(&contest, path)?;
    }
    let (tally, file) = saved_games(&options.keeping, &contest)?;
    let bar = progress(&contest, &tally);
    let (json, prints) = (options.json, options.keeping.prints());
    let mut reporter = Reporter { contest: &contest, file, json, prints, bar, out };
    let ended = match_args::play(&contest, tally, &mut reporter);
    reporter.bar.finish_and_clear();
    let ended = ended.map_err(|error| match_args::failure(error, &contest))?;
    if options.json {
        output::json(out, &MatchLine::new(&contest, &ended.tally))?;
    } else {
        write_score(&contest, &ended.tally, options.verbose, out)?;
    }
    options.keeping.check_end(ended.is_interrupted)
}

/// Returns the score of the games saved earlier, and the file for new games.
fn saved_games(keeping: &Keeping, contest: &Contest<'_>) -> CliResult<(MatchScore, Option<PgnFile>)> {
    let (file, games) = keeping.open()?;
    let tally = contest.resume(&games);
    keeping.check_resume("match", games.len(), tally.len())?;
    if tally.len() > contest.games {
        let (saved, wanted) = (tally.len(), contest.games);
        output::complain(format_args!(
            "warning: the file has {saved} games of this match instead of {wanted}; all count"
        ));
    }
    Ok((tally, file))
}

/// Creates a progress bar on standard error, if that is a terminal.
pub fn progress(contest: &Contest<'_>, tally: &MatchScore) -> ProgressBar {
    let bar = output::progress_bar(contest.games as u64, "{pos}/{len} {wide_bar} {eta} {msg}");
    bar.set_position(tally.len() as u64);
    bar
}

/// Prints and saves games as they end.
struct Reporter<'a> {
    contest: &'a Contest<'a>,
    file: Option<PgnFile>,
    json: bool,
    /// Whether to print the games as PGN.
    prints: bool,
    bar: ProgressBar,
    out: &'a mut (dyn Write + Send),
}

impl Observer for Reporter<'_> {
    fn finished(&mut self, game: &Finished<'_>, tally: &MatchScore) -> io::Result<()> {
        if let Some(file) = &mut self.file {
            file.append(game.pgn)?;
        }
        self.bar.set_message(brief(self.contest, tally));
        self.bar.set_position(tally.len() as u64);
        self.bar.suspend(|| {
            if self.json {
                output::json(&mut self.out, &GameLine::new(game))
            } else if self.prints {
                write!(self.out, "{}", game.pgn)
            } else {
                let ended = &game.record.ended;
                let [white, black] = game.names;
                let (number, score, plies) = (game.number + 1, ended.score(), game.record.moves.len());
                let line = format!("{number}. {white} - {black} {score} {{{}}} {plies} plies", ended.reason);
                writeln!(self.out, "{line}; {}", brief(self.contest, tally))
            }
        })?;
        self.out.flush()
    }
    fn moved(&mut self, moved: &Moved<'_>) -> io::Result<()> {
        let suffix = moved
            .played
            .map_or_else(String::new, |played| format!(" {} {{{}}}", played.text, played.comment()));
        let board = board::draw(moved.game, moved.pos, Paint::of_stdout());
        self.bar.suspend(|| writeln!(self.out, "game {}{suffix}\n{board}", moved.number + 1))?;
        self.out.flush()
    }
}

/// Formats the score so far, briefly.
fn brief(contest: &Contest<'_>, tally: &MatchScore) -> String {
    let [losses, draws, wins] = tally.games.0;
    let mut text = format!("{wins}-{draws}-{losses}");
    if let Ok(estimate) = tally.fair_estimate() {
        text += &format!(" {:+.0} ± {:.0}", estimate.elo, estimate.error());
    }
    if let Some(sprt) = &contest.sprt {
        text += &format!(" LLR {:.2}", sprt.llr(&tally.pairs));
    }
    text
}

fn write_score(
    contest: &Contest<'_>,
    tally: &MatchScore,
    verbose: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (engine, faults) in contest.engines.iter().zip(&tally.faults) {
        if faults.total() > 0 {
            writeln!(out, "faults of {}: {faults}", engine.label())?;
        }
    }
    if tally.pairs.total() > 0 {
        let counts: Vec<String> = tally.pairs.0.iter().map(u32::to_string).collect();
        writeln!(out, "pairs by points (0, 1/2, 1, 3/2, 2): {}", counts.join(" "))?;
    }
    for (engine, memory) in contest.engines.iter().zip(tally.memory) {
        if verbose && memory.is_known() {
            writeln!(out, "memory of {}: {memory}", engine.label())?;
        }
    }
    if let Some(sprt) = &contest.sprt {
        let (low, high) = sprt.bounds();
        let (elo0, elo1, llr) = (sprt.elo0, sprt.elo1, sprt.llr(&tally.pairs));
        let verdict = verdict_words(tally.verdict());
        writeln!(out, "SPRT [{elo0}, {elo1}]: LLR {llr:.2} ({low:.2}, {high:.2}), {verdict}")?;
    }
    let scores = contest.by_variant(tally);
    if contest.variants.len() > 1 {
        for (variant, score) in contest.variants.iter().zip(&scores) {
            writeln!(out, "{}: {}", variant.name, score.words())?;
        }
    }
    if let Some(lost) = tally.decision.and_then(|decision| decision.lost) {
        let name = contest.variants[lost].name;
        writeln!(
            out,
            "warning: stopped: the first engine is losing in `{name}`; `--guard 0` turns this off"
        )?;
    }
    let [first, second] = contest.engines.each_ref().map(EngineSpec::label);
    writeln!(out, "{first} - {second}: {}", tally.words())
}

const fn verdict_words(verdict: SprtVerdict) -> &'static str {
    match verdict {
        SprtVerdict::H0 => "H0 accepted",
        SprtVerdict::H1 => "H1 accepted",
        SprtVerdict::Open => "undecided",
    }
}

/// A game as JSON.
#[derive(Serialize)]
struct GameLine<'a> {
    game: usize,
    white: &'a str,
    black: &'a str,
    result: &'static str,
    reason: &'a str,
    plies: usize,
    fault: Option<FaultLine>,
}

/// A fault as JSON.
#[derive(Serialize)]
struct FaultLine {
    side: &'static str,
    kind: &'static str,
}

impl<'a> GameLine<'a> {
    fn new(game: &Finished<'a>) -> Self {
        let ended = &game.record.ended;
        Self {
            game: game.number + 1,
            white: game.names[0],
            black: game.names[1],
            result: ended.score(),
            reason: &ended.reason,
            plies: game.record.moves.len(),
            fault: ended.fault.map(|(color, fault)| FaultLine { side: side_name(color), kind: fault.word() }),
        }
    }
}

/// A match as JSON.
#[derive(Serialize)]
pub struct MatchLine {
    first: String,
    second: String,
    variant: String,
    /// Results in each variant, if there are several.
    variants: Vec<VariantLine>,
    limits: [String; 2],
    games: usize,
    wins: u32,
    draws: u32,
    losses: u32,
    /// Pairs by points: 0, 1/2, 1, 3/2, 2.
    pairs: [u32; 5],
    score: Option<f64>,
    #[serde(flatten)]
    elo: EloLine,
    elo_normalized: Option<f64>,
    los: Option<f64>,
    llr: Option<f64>,
    sprt: Option<&'static str>,
    /// Faults by kind.
    faults: [Vec<(&'static str, u32)>; 2],
    /// Peak memory of a process after a game, KiB; `null` if unknown.
    memory_kib: [Option<u64>; 2],
    /// Largest memory growth of a process after its second game, KiB; `null` if unknown.
    growth_kib: [Option<u64>; 2],
}

/// The result of a match in one of its variants, as JSON.
#[derive(Serialize)]
struct VariantLine {
    variant: String,
    games: usize,
    pairs: [u32; 5],
    #[serde(flatten)]
    elo: EloLine,
}

/// An Elo difference as JSON.
#[derive(Serialize)]
struct EloLine {
    elo: Option<f64>,
    /// Bounds of the 95 % confidence interval.
    elo_low: Option<f64>,
    elo_high: Option<f64>,
}

impl From<Option<Estimate>> for EloLine {
    fn from(estimate: Option<Estimate>) -> Self {
        let [elo, elo_low, elo_high] =
            estimate.map_or([None; 3], |estimate| [estimate.elo, estimate.low, estimate.high].map(Some));
        Self { elo, elo_low, elo_high }
    }
}

impl VariantLine {
    /// Returns the results by variant; none if there is one variant only.
    fn all(contest: &Contest<'_>, tally: &MatchScore) -> Vec<Self> {
        let line = |(variant, score): (&MatchVariant<'_>, MatchScore)| Self {
            variant: variant.game.variant.name.clone(),
            games: score.len(),
            pairs: score.pairs.0,
            elo: score.estimate().into(),
        };
        let several = contest.variants.len() > 1;
        contest.variants.iter().zip(contest.by_variant(tally)).filter(|_| several).map(line).collect()
    }
}

impl MatchLine {
    /// Creates the JSON summary of a match.
    pub fn new(contest: &Contest<'_>, tally: &MatchScore) -> Self {
        let [losses, draws, wins] = tally.games.0;
        let estimate = tally.estimate();
        let names: Vec<&str> = contest.variants.iter().map(|v| v.game.variant.name.as_str()).collect();
        let [first, second] = contest.engines.each_ref().map(EngineSpec::label);
        Self {
            first,
            second,
            variant: names.join(","),
            variants: VariantLine::all(contest, tally),
            limits: contest.paces.map(|pace| pace.to_string()),
            games: tally.len(),
            wins,
            draws,
            losses,
            pairs: tally.pairs.0,
            score: tally.score(),
            elo: estimate.into(),
            elo_normalized: estimate.map(|e| e.normalized),
            los: estimate.map(|e| e.los),
            llr: contest.sprt.map(|sprt| sprt.llr(&tally.pairs)),
            sprt: contest.sprt.map(|_| verdict_words(tally.verdict())),
            faults: tally.faults.map(|faults| faults.counts().collect()),
            memory_kib: tally.memory.map(|memory| memory.is_known().then_some(memory.peak)),
            growth_kib: tally.memory.map(|memory| memory.is_known().then_some(memory.growth)),
        }
    }
}
