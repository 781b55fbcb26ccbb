//! `griffon gauntlet`: engines against opponents in several variants.

use super::files::{self, FileMode};
use super::load;
use super::match_args::{self, Keeping, Playing};
use super::match_cmd::{self, MatchLine};
use super::output::{self, CliError, CliResult};
use super::selection::{self, VariantSelection};
use super::tournament::Tournament;
use crate::arena::contest::{Contest, ContestError, Finished, MatchScore, Observer};
use crate::arena::engine::spec::{self, EngineSpec};
use crate::arena::gauntlet::{self, GauntletRow};
use crate::arena::pgn::PgnFile;
use crate::position::Game;
use crate::variant::catalogue;
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
pub struct Options {
    /// Tournament file in TOML: `games`, `variants`, `[each]`, `[[engine]]`, `[[opponent]]`
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// An engine, as in `match`; may be repeated
    #[arg(long, value_name = "ENGINE")]
    engine: Vec<String>,
    /// An opponent, as in `match`; may be repeated
    #[arg(long, value_name = "ENGINE")]
    opponent: Vec<String>,
    /// Variants to play, or to select from the file; `all` is the catalogue
    #[arg(long, value_name = "VARIANT,...", value_delimiter = ',')]
    variants: Vec<String>,
    /// Games per match
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    #[command(flatten)]
    playing: Playing,
    #[command(flatten)]
    keeping: Keeping,
    /// Write the table to this file after each match
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Print one JSON object per match instead of the table
    #[arg(long)]
    json: bool,
    /// Exit with code 1 if one of these engines is at fault
    #[arg(long, value_name = "WHO")]
    strict: Option<Watched>,
    /// Exit with code 1 if the memory of a process grows by more than this after its second game, MiB; opponents count
    /// with `--strict all`
    #[arg(long, value_name = "MIB")]
    growth: Option<u64>,
}

/// Engines whose faults count.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Watched {
    /// The engines only
    Engines,
    /// The engines and their opponents
    All,
}

impl Options {
    /// Whether a result passes `--strict` and `--growth`.
    fn is_met(&self, tally: &MatchScore) -> bool {
        let watched = if self.strict == Some(Watched::All) { 2 } else { 1 };
        let faulty = tally.faults[..watched].iter().any(|faults| faults.total() > 0);
        let grown = tally.memory[..watched].iter().map(|memory| memory.growth).max().unwrap_or(0);
        !(self.strict.is_some() && faulty) && self.growth.is_none_or(|most| grown <= most << 10)
    }
}

/// Name for all variants of the catalogue.
const ALL: &str = "all";

/// Replaces `all` by the names of the catalogue, and removes variants named before.
fn expanded(names: &[String]) -> Vec<String> {
    let names = selection::distinct(names);
    let named = VariantSelection::new(&names);
    let others = || catalogue::every().map(|entry| &entry.variant.name).filter(|name| !named.holds(name));
    let each = |name: &String| match name.as_str() {
        ALL => others().cloned().collect(),
        _ => vec![name.clone()],
    };
    names.iter().flat_map(each).collect()
}

/// Default number of games per match.
const GAMES: usize = 10;

/// Matches to play.
struct GauntletPlan {
    games: usize,
    engines: Vec<EngineSpec>,
    /// Each opponent with its variants.
    opponents: Vec<(EngineSpec, Vec<String>)>,
}

/// Checks names, files and openings, then plays the matches. Prints the table at the end.
pub fn run(options: &Options, out: &mut (dyn Write + Send)) -> CliResult {
    if options.keeping.prints() {
        return Err(CliError::input("`--pgn -`: a gauntlet prints its table; give a file for the games"));
    }
    let plan = plan(options)?;
    let games = plan.load_games()?;
    // Before books are made, which may take long.
    if let Some(path) = &options.markdown {
        files::check_overwrite(path, "a table of a gauntlet", |text| text.starts_with("### "))?;
        files::try_write(path)?;
    }
    let (file, saved) = options.keeping.open()?;
    let contests = plan.contests(&options.playing, &games)?;
    let mut matches = Vec::new();
    for contest in contests {
        let tally = contest.resume(&saved);
        matches.push((contest, tally));
    }
    let known = matches.iter().map(|(_, tally)| tally.len()).sum();
    options.keeping.check_resume("gauntlet", saved.len(), known)?;
    let mut rows = Vec::new();
    let played = play(options, matches, file, &mut rows, out);
    // The results so far count even if a game or the table could not be saved.
    if !options.json && !rows.is_empty() {
        write!(out, "\n{}", gauntlet::markdown(&rows))?;
    }
    played
}

/// Plays the matches, each with the score of the games saved earlier, and adds a row to the table after each.
fn play(
    options: &Options,
    matches: Vec<(Contest<'_>, MatchScore)>,
    mut file: Option<PgnFile>,
    rows: &mut Vec<GauntletRow>,
    out: &mut dyn Write,
) -> CliResult {
    let mut failed = false;
    for (contest, tally) in matches {
        let [first, second] = contest.engines.each_ref().map(EngineSpec::label);
        let bar = match_cmd::progress(&contest, &tally);
        bar.set_message(format!("{}: {first} - {second}", contest.variants[0].name));
        let ended = match_args::play(&contest, tally, &mut Keeper { file: &mut file, bar: &bar });
        bar.finish_and_clear();
        let is_interrupted = ended.as_ref().is_ok_and(|ended| ended.is_interrupted);
        let outcome = ended.map(|ended| ended.tally);
        failed |= print_result(&contest, &outcome, options.json, out)?;
        failed |= outcome.as_ref().is_ok_and(|tally| !options.is_met(tally));
        rows.push(row(&contest, outcome)?);
        if let Some(path) = &options.markdown {
            files::write(path, gauntlet::markdown(rows).as_bytes(), FileMode::Data)?;
        }
        options.keeping.check_end(is_interrupted)?;
    }
    if failed { Err(CliError::Failed) } else { Ok(()) }
}

impl GauntletPlan {
    /// Loads the variants, by name.
    fn load_games(&self) -> CliResult<BTreeMap<&str, Game>> {
        let mut games = BTreeMap::new();
        for name in self.opponents.iter().flat_map(|(_, variants)| variants) {
            if !games.contains_key(name.as_str()) {
                games.insert(name.as_str(), load::match_game(name)?);
            }
        }
        Ok(games)
    }
    /// Sets up the matches.
    fn contests<'a>(
        &self,
        playing: &Playing,
        games: &'a BTreeMap<&'a str, Game>,
    ) -> CliResult<Vec<Contest<'a>>> {
        let mut variants = BTreeMap::new();
        for (name, game) in games {
            let variant = playing.variant(name, game)?;
            match_args::warn_of_openings(std::slice::from_ref(&variant), self.games);
            variants.insert(*name, variant);
        }
        let mut contests = Vec::new();
        for engine in &self.engines {
            for (opponent, names) in &self.opponents {
                for variant in names.iter().filter_map(|name| variants.get(name.as_str())) {
                    let engines = [engine.clone(), opponent.clone()];
                    contests.push(playing.contest(vec![variant.clone()], engines, self.games));
                }
            }
        }
        Ok(contests)
    }
}

/// Prints the result of a match. Returns true if an engine failed; an engine that cannot play the match does not count
/// as failed.
fn print_result(
    contest: &Contest<'_>,
    outcome: &Result<MatchScore, ContestError>,
    json: bool,
    out: &mut dyn Write,
) -> io::Result<bool> {
    let [first, second] = contest.engines.each_ref().map(EngineSpec::label);
    let variant = contest.variants[0].name;
    match outcome {
        Ok(tally) if json => output::json(out, &MatchLine::new(contest, tally))?,
        Ok(tally) => writeln!(out, "{variant}: {first} - {second}: {}", tally.words())?,
        Err(error) => {
            // Standard error, so that standard output stays valid JSON.
            output::complain(format_args!("{variant}: {first} - {second}: not played: {error}"));
        }
    }
    out.flush()?;
    Ok(matches!(outcome, Err(ContestError::Engine(_, error)) if !error.is_inability()))
}

fn row(contest: &Contest<'_>, outcome: Result<MatchScore, ContestError>) -> CliResult<GauntletRow> {
    let outcome = match outcome.map_err(|error| match_args::failure(error, contest)) {
        Ok(tally) => Ok(tally),
        Err(CliError::Input(why)) => Err(why),
        Err(error) => return Err(error),
    };
    let [engine, opponent] = contest.engines.each_ref().map(EngineSpec::label);
    let variant = contest.variants[0].game.variant.name.clone();
    let ladder = contest.engines[1].ladder();
    Ok(GauntletRow { engine, opponent, variant, ladder, outcome })
}

/// Saves games as they end.
struct Keeper<'a> {
    file: &'a mut Option<PgnFile>,
    bar: &'a ProgressBar,
}

impl Observer for Keeper<'_> {
    fn finished(&mut self, game: &Finished<'_>, tally: &MatchScore) -> io::Result<()> {
        self.bar.set_position(tally.len() as u64);
        self.file.as_mut().map_or(Ok(()), |file| file.append(game.pgn))
    }
}

fn plan(options: &Options) -> CliResult<GauntletPlan> {
    let tournament = options.file.as_deref().map(Tournament::open).transpose()?.unwrap_or_default();
    // Time limits on the command line override the common ones of the file.
    let replaced = |key: &str| options.playing.is_paced() && spec::is_pace(key);
    let each = tournament.each.iter().filter(|(key, _)| !replaced(key));
    let common: Vec<_> = each.chain(&options.playing.each).cloned().collect();
    let given = |option: &str, text: &String| {
        EngineSpec::read(text, &common).map_err(|why| CliError::input(format_args!("{option}: {why}")))
    };
    let mut engines = tournament.engines(&common)?;
    if !options.engine.is_empty() {
        // Engines on the command line replace those of the file.
        engines = options.engine.iter().map(|text| given("--engine", text)).collect::<CliResult<_>>()?;
    }
    let chosen = expanded(&options.variants);
    let listed = expanded(&tournament.variants);
    let everywhere = if listed.is_empty() { &chosen } else { &listed };
    let mut opponents = Vec::new();
    for (spec, own) in tournament.opponents(&common)? {
        opponents.push((spec, own.map_or_else(|| everywhere.clone(), expanded)));
    }
    for text in &options.opponent {
        opponents.push((given("--opponent", text)?, everywhere.clone()));
    }
    spec::distinguish(engines.iter_mut().chain(opponents.iter_mut().map(|(opponent, _)| opponent)));
    let games = options.games.or(tournament.games).unwrap_or(GAMES);
    GauntletPlan { games, engines, opponents }.select(&options.variants, &chosen)
}

impl GauntletPlan {
    /// Keeps the chosen variants. `named` are the names from which they come.
    ///
    /// # Errors
    /// Nothing is left to play, or a name selects nothing.
    fn select(mut self, named: &[String], chosen: &[String]) -> CliResult<Self> {
        let lacks = |what: &str| Err(CliError::input(format_args!("a gauntlet needs {what}")));
        if self.engines.is_empty() {
            return lacks("an engine: `--engine`, or `[[engine]]` in the file");
        }
        if self.opponents.is_empty() {
            return lacks("an opponent: `--opponent`, or `[[opponent]]` in the file");
        }
        let offered = self.opponents.iter().flat_map(|(_, variants)| variants).map(String::as_str);
        VariantSelection::new(named.iter().filter(|name| *name != ALL)).check(offered, "the tournament")?;
        let selection = VariantSelection::new(chosen);
        for (_, variants) in &mut self.opponents {
            variants.retain(|name| selection.holds(name));
        }
        if self.opponents.iter().all(|(_, variants)| variants.is_empty()) {
            return lacks("a variant: `--variants`, or `variants` in the file");
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_stands_for_the_catalogue() {
        let names = expanded(&["mine.txt".to_owned(), ALL.to_owned()]);
        assert!(names.len() > 200 && names[0] == "mine.txt" && names.contains(&"chu".to_owned()));
        assert_eq!(expanded(&["shogi".to_owned()]), ["shogi"]);
    }
}
