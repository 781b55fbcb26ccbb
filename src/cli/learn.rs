//! `griffon learn`: learns the evaluation of a variant from self-play.

use super::files::{self, FileMode};
use super::output::{CliError, CliResult};
use super::{load, threads};
use crate::learn::state::LearningState;
use crate::learn::{
    BEST, GAMES, Learning, LearningPlan, LearningStart, check_rules, folder_for, games, report,
};
use crate::net::{self, EXTENSION, FeatureSet, NetFile};
use crate::position::Game;
use crate::system::files::has_extension;
use crate::system::{folders, stop};
use crate::variant::catalogue;
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(clap::Args, Debug)]
pub struct Options {
    /// Catalogue name, alias, file, or `-` for standard input (with `--data` and `--out`)
    variant: String,
    /// Time to spend, hours [default: 4]
    #[arg(long, value_name = "H", value_parser = hours, conflicts_with = "games")]
    hours: Option<f64>,
    /// Number of games to play, instead of a time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads::parser())]
    threads: Option<u16>,
    /// Nodes per move of self-play [default: 150]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    nodes: Option<u64>,
    /// File for what is learned [default: VARIANT.gnn beside the definition, or in ~/.config/griffon/variants]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Start from what this file has learned, or from the program's net of a game; `-`: from the estimate
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Folder for games and state [default: ~/.local/share/griffon/learn/VARIANT]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Only print how far the run is
    #[arg(long, conflicts_with = "report")]
    status: bool,
    /// Only write a report: `.md` or `.html`
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

fn hours(text: &str) -> Result<f64, String> {
    let hours = text.parse().ok().filter(|hours: &f64| *hours > 0.0 && *hours <= 10_000.0);
    hours.ok_or_else(|| String::from("expected hours, such as 4 or 0.5"))
}

/// Learns, or prints the state of a run.
pub fn run(options: &Options, out: &mut (dyn Write + Send)) -> CliResult {
    let game = load::build(load::variant(&options.variant)?.in_xboard())?;
    let plan = plan(options, &game)?;
    if options.status || options.report.is_some() {
        return show(options, &game, &plan, out);
    }
    if options.data.is_none() && !plan.folder.ends_with(&plan.name) {
        let folder = plan.folder.display();
        writeln!(
            out,
            "the usual folder holds what was learned with other rules: games and state are in {folder}"
        )?;
    }
    let stop = stop::flag();
    let mut failure = Ok(());
    let mut say = |text: &str| {
        if failure.is_ok() {
            failure = writeln!(out, "{text}").and_then(|()| out.flush());
        }
    };
    let learned = Learning::open(&plan, &game, &stop, &mut say).and_then(|mut learning| learning.run());
    learned.map_err(CliError::input)?;
    failure?;
    show(options, &game, &plan, out)
}

/// Prints how far a run is, or writes a report.
fn show(options: &Options, game: &Game, plan: &LearningPlan, out: &mut dyn Write) -> CliResult {
    let game_rules = game.game_rules();
    let games = plan.folder.join(GAMES);
    let rules_hash = net::rules_hash(game_rules, &FeatureSet::new(game_rules));
    check_rules(&plan.folder, rules_hash).map_err(CliError::input)?;
    let count = games::count(&games, rules_hash).map_err(files::fault(&games))?;
    let state = LearningState::read(&plan.folder).map_err(CliError::input)?;
    let nothing = || {
        let (folder, variant) = (plan.folder.display(), &options.variant);
        let help = format!("`griffon learn {variant}` starts a run; `--data` names another folder");
        CliError::input(format_args!("{folder}: nothing has been learned yet\nhelp: {help}"))
    };
    let state = state.ok_or_else(nothing)?;
    let Some(path) = &options.report else {
        return Ok(write!(out, "{}", report::status(&state, count))?);
    };
    let best = plan.folder.join(BEST);
    let learned = if best.is_file() {
        let file = NetFile::open(&best).map_err(files::fault(&best))?;
        net::with_learned(game_rules, &game.weights, &file).map_err(files::fault(&best))?;
        Some(file)
    } else {
        None
    };
    if !has_extension(path, &["html", "md"]) {
        return Err(CliError::input(format_args!(
            "{}: the name of a report must end in `.md` or `.html`",
            path.display()
        )));
    }
    let is_report = |text: &str| text.starts_with(if has_extension(path, &["html"]) { "<!" } else { "# " });
    files::check_overwrite(path, "a report", is_report)?;
    let text = report::write(game, (&state, count), learned.as_ref(), has_extension(path, &["html"]));
    files::write(path, text.as_bytes(), FileMode::Data)
}

fn plan(options: &Options, game: &Game) -> CliResult<LearningPlan> {
    let name = game.variant.name.clone();
    let lacking = || CliError::input("no home folder: name a folder with `--data` and a file with `--out`");
    if !catalogue::is_file_name(&name) && (options.data.is_none() || options.out.is_none()) {
        return Err(CliError::input(format_args!(
            "the variant name `{name}` cannot be used as a file name: name a folder with `--data` and a file with `--out`"
        )));
    }
    if catalogue::is_stdin(&options.variant) && (options.data.is_none() || options.out.is_none()) {
        let help = "name a folder with `--data` and a file with `--out`";
        return Err(CliError::input(format_args!(
            "a definition from standard input has no folder of its own\nhelp: {help}"
        )));
    }
    let rules_hash = net::rules_hash(game.game_rules(), &FeatureSet::new(game.game_rules()));
    let in_standard = |folder: PathBuf| folder_for(folder.join("learn").join(&name), rules_hash);
    let standard = || folders::data_folder().map(in_standard);
    let folder = options.data.clone().or_else(standard).ok_or_else(lacking)?;
    let beside =
        catalogue::definition_file(Path::new(&options.variant)).and_then(Path::parent).map(Path::to_path_buf);
    let settings = || folders::settings_folder().map(|folder| folder.join("variants"));
    let out = match &options.out {
        Some(path) => path.clone(),
        // Where engines look for it.
        None => beside.or_else(settings).ok_or_else(lacking)?.join(format!("{name}.{EXTENSION}")),
    };
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    Ok(LearningPlan {
        name,
        folder,
        out,
        start: match &options.from {
            None => LearningStart::Default,
            Some(path) if path.as_os_str() == "-" => LearningStart::Estimate,
            Some(path) => LearningStart::File(path.clone()),
        },
        hours: options.hours,
        games: options.games,
        threads: options.threads.map_or_else(cores, usize::from),
        nodes: options.nodes,
    })
}
