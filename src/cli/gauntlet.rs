//! `griffon gauntlet`: engines against opponents in several variants.

use super::files::{self, FileMode};
use super::load;
use super::match_args::{self, Keeping, Playing};
use super::match_cmd::{self, MatchLine};
use super::output::{self, CliError, CliResult};
use crate::arena::contest::{Contest, ContestError, Finished, MatchScore, Observer};
use crate::arena::engine::spec::{self, EngineSpec};
use crate::arena::gauntlet::{self, GauntletRow};
use crate::arena::pgn::PgnFile;
use crate::position::Game;
use crate::variant::catalogue;
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::fs;
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

/// Replaces `all` by the names of the catalogue.
fn expanded(names: &[String]) -> Vec<String> {
    let catalogue =
        || catalogue::all().iter().chain(catalogue::more()).map(|entry| entry.variant.name.clone());
    let each = |name: &String| if name == ALL { catalogue().collect() } else { vec![name.clone()] };
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

/// Settings of an engine, and its own list of variants, if any.
type OpponentEntry = (Vec<(String, String)>, Option<Vec<String>>);

/// A tournament file.
#[derive(Default)]
struct Tournament {
    games: Option<usize>,
    variants: Vec<String>,
    each: Vec<(String, String)>,
    engines: Vec<OpponentEntry>,
    opponents: Vec<OpponentEntry>,
}

/// Plays the matches; prints the table at the end.
pub fn run(options: &Options, out: &mut (dyn Write + Send)) -> CliResult {
    let plan = plan(options)?;
    // Reports an unknown variant before the first game.
    let mut prepared: BTreeMap<&str, Game> = BTreeMap::new();
    for name in plan.opponents.iter().flat_map(|(_, variants)| variants) {
        if !prepared.contains_key(name.as_str()) {
            prepared.insert(name, load::match_game(name)?);
        }
    }
    if options.keeping.prints() {
        return Err(CliError::input("`--pgn -` conflicts with the printed table; give a file for the games"));
    }
    let (mut file, games) = options.keeping.open()?;
    let mut rows = Vec::new();
    let mut failed = false;
    for engine in &plan.engines {
        for (opponent, variants) in &plan.opponents {
            for variant in variants {
                let engines = [engine.clone(), opponent.clone()];
                let Some(game) = prepared.get(variant.as_str()) else { continue };
                let contest = options.playing.contest([(variant.as_str(), game)], engines, plan.games)?;
                let tally = contest.resume(&games);
                refuse_repetition(&options.keeping, &tally)?;
                let bar = match_cmd::progress(&contest, &tally);
                bar.set_message(format!("{variant}: {} - {}", engine.label(), opponent.label()));
                let outcome = contest.run(tally, &mut Keeper { file: &mut file, bar: &bar });
                bar.finish_and_clear();
                failed |= print_result(&contest, &outcome, options.json, out)?;
                failed |= outcome.as_ref().is_ok_and(|tally| !options.is_met(tally));
                rows.push(row(&contest, outcome)?);
                if let Some(path) = &options.markdown {
                    files::write(path, gauntlet::markdown(&rows).as_bytes(), FileMode::Data)?;
                }
            }
        }
    }
    if !options.json {
        write!(out, "\n{}", gauntlet::markdown(&rows))?;
    }
    if failed { Err(CliError::Failed) } else { Ok(()) }
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
    let EngineSpec { command, pace, .. } = &contest.engines[1];
    let ladder = pace.nodes.map(|nodes| (command.join(" "), nodes));
    Ok(GauntletRow { engine, opponent, variant, ladder, outcome })
}

fn refuse_repetition(keeping: &Keeping, tally: &MatchScore) -> CliResult {
    if keeping.resume || tally.is_empty() {
        return Ok(());
    }
    Err(CliError::input(
        "the file already contains games of this gauntlet; continue with `--resume` or use another file",
    ))
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
    let mut tournament = Tournament::default();
    if let Some(path) = &options.file {
        let text = fs::read_to_string(path).map_err(files::fault(path))?;
        tournament = read(&text).map_err(files::fault(path))?;
    }
    // Time limits on the command line override the common ones of the file.
    let replaced = |key: &str| options.playing.is_paced() && spec::is_pace(key);
    let each = tournament.each.iter().filter(|(key, _)| !replaced(key));
    let common: Vec<_> = each.chain(&options.playing.each).cloned().collect();
    let spec = |entry: &OpponentEntry| EngineSpec::new(&common, &entry.0).map_err(CliError::input);
    let given = |text: &String| EngineSpec::read(text, &common).map_err(CliError::input);
    let mut engines: Vec<EngineSpec> = tournament.engines.iter().map(spec).collect::<CliResult<_>>()?;
    if !options.engine.is_empty() {
        // Engines on the command line replace those of the file.
        engines = options.engine.iter().map(given).collect::<CliResult<_>>()?;
    }
    let chosen = expanded(&options.variants);
    let everywhere = expanded(&tournament.variants);
    let everywhere = if everywhere.is_empty() { &chosen } else { &everywhere };
    let wanted = |name: &&String| chosen.is_empty() || chosen.contains(name);
    let mut opponents = Vec::new();
    for entry in &tournament.opponents {
        let variants = entry.1.as_ref().map_or_else(|| everywhere.clone(), |own| expanded(own));
        opponents.push((spec(entry)?, variants.iter().filter(wanted).cloned().collect()));
    }
    for text in &options.opponent {
        opponents.push((given(text)?, everywhere.iter().filter(wanted).cloned().collect()));
    }
    let games = options.games.or(tournament.games).unwrap_or(GAMES);
    let missing = [
        (engines.is_empty(), "an engine: `--engine`, or `[[engine]]` in the file"),
        (opponents.is_empty(), "an opponent: `--opponent`, or `[[opponent]]` in the file"),
        (
            opponents.iter().all(|(_, variants): &(EngineSpec, Vec<String>)| variants.is_empty()),
            "a variant: `--variants`, or `variants` in the file",
        ),
    ];
    if let Some((_, what)) = missing.iter().find(|(absent, _)| *absent) {
        return Err(CliError::input(format_args!("a gauntlet needs {what}")));
    }
    Ok(GauntletPlan { games, engines, opponents })
}

/// Reads a tournament file.
fn read(text: &str) -> Result<Tournament, String> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
    let mut tournament = Tournament::default();
    for (key, value) in table {
        match (key.as_str(), value) {
            ("games", toml::Value::Integer(games)) => {
                let wrong = |_| format!("games = {games}: expected a number of games");
                tournament.games = Some(usize::try_from(games).map_err(wrong)?);
            }
            ("variants", value) => tournament.variants = names(&value)?,
            ("each", toml::Value::Table(table)) => tournament.each = settings(table)?,
            ("engine", toml::Value::Array(list)) => tournament.engines = entries(list)?,
            ("opponent", toml::Value::Array(list)) => tournament.opponents = entries(list)?,
            (key, _) => {
                let known = "`games`, `variants`, `[each]`, `[[engine]]` and `[[opponent]]`";
                return Err(format!("`{key}`: unknown key or wrong type; a tournament has {known}"));
            }
        }
    }
    Ok(tournament)
}

fn entries(list: Vec<toml::Value>) -> Result<Vec<OpponentEntry>, String> {
    let entry = |value| match value {
        toml::Value::Table(mut table) => {
            let variants = table.remove("variants").map(|value| names(&value)).transpose()?;
            Ok((settings(table)?, variants))
        }
        other => Err(format!("`{other}` is not an engine: expected a table")),
    };
    list.into_iter().map(entry).collect()
}

fn names(value: &toml::Value) -> Result<Vec<String>, String> {
    let wrong = || format!("variants = {value}: expected a list of names");
    let list = value.as_array().ok_or_else(wrong)?;
    list.iter().map(|name| name.as_str().map(str::to_owned).ok_or_else(wrong)).collect()
}

/// Converts settings to text. Keys of nested tables get a prefix, as in `option.Hash`.
fn settings(table: toml::Table) -> Result<Vec<(String, String)>, String> {
    let mut found = Vec::new();
    for (key, value) in table {
        match value {
            toml::Value::Table(inner) => {
                let nested = |(name, value)| (format!("{key}.{name}"), value);
                found.extend(settings(inner)?.into_iter().map(nested));
            }
            toml::Value::Array(_) => found.push((key, names(&value)?.join(","))),
            toml::Value::String(text) => found.push((key, text)),
            other => found.push((key, other.to_string())),
        }
    }
    Ok(found)
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

    #[test]
    fn a_tournament_file() {
        let text = r#"
            games = 30
            variants = ["normal", "shogi"]
            [each]
            tc = "5+0.05"
            hash = 64
            [[engine]]
            cmd = "griffon"
            [[opponent]]
            cmd = "fairy-stockfish"
            proto = "uci"
            nodes = 2000
            option = { Contempt = 0, "Skill Level" = 20 }
            setup = ["courier", "lion"]
            variants = ["shogi"]
        "#;
        let tournament = read(text).expect("reads");
        assert_eq!((tournament.games, tournament.engines.len()), (Some(30), 1));
        let (settings, variants) = &tournament.opponents[0];
        assert_eq!(variants.as_deref(), Some(&["shogi".to_owned()][..]));
        let spec = EngineSpec::new(&tournament.each, settings).expect("an engine");
        assert_eq!((spec.pace.nodes, spec.pace.control, spec.hash), (Some(2000), None, Some(64)));
        assert!(spec.options.contains(&("Skill Level".to_owned(), "20".to_owned())));
        assert!(spec.is_set_up("lion") && !spec.is_set_up("normal"));
    }

    #[test]
    fn wrong_tournaments_are_refused() {
        for (text, expected) in [
            ("speed = 3", "`speed`: unknown key or wrong type; a tournament has `games`"),
            ("variants = 3", "variants = 3: expected a list"),
            ("engine = [3]", "`3` is not an engine"),
            ("games = -1", "games = -1: expected"),
            ("games", "TOML parse error"),
        ] {
            let why = read(text).map(|_| ()).expect_err(text);
            assert!(why.starts_with(expected), "{text}: {why}");
        }
    }
}
