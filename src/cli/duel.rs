//! `griffon match`: engine against engine.

use super::load;
use super::output::{CliError, CliResult};
use crate::arena::duel::{self, Record};
use crate::arena::engine::{Engine, TimeControl};
use crate::board::Color;
use crate::position::Game;
use rayon::prelude::*;
use std::io::Write;
use std::sync::Mutex;
use std::time::Duration;

/// Arguments.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// Command of a CECP engine; given twice
    #[arg(long, required = true, value_name = "COMMAND")]
    engine: Vec<String>,
    /// Catalogue name, alias, or file
    #[arg(long, default_value = "normal")]
    variant: String,
    /// Number of games; colours alternate
    #[arg(long, default_value_t = 2, value_name = "N")]
    games: usize,
    /// Time for the game and increment a move, seconds
    #[arg(long, default_value = "5+0.05", value_name = "S+INC", value_parser = time_control)]
    tc: TimeControl,
    /// Random moves at the start, the same for both games of a pair
    #[arg(long, default_value_t = 6, value_name = "PLIES")]
    random: usize,
    /// Chooses the random moves
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Games at a time
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
}

/// Reads `5+0.05` or `5`.
fn time_control(text: &str) -> Result<TimeControl, String> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let seconds = |text: &str| text.parse().ok().and_then(|s: f64| Duration::try_from_secs_f64(s).ok());
    match (seconds(base), seconds(increment)) {
        (Some(base), Some(increment)) if base.as_secs() > 0 => Ok(TimeControl { base, increment }),
        _ => Err("expected SECONDS+INCREMENT, such as 5+0.05, at least one second".to_owned()),
    }
}

/// Results from the view of the first engine.
#[derive(Clone, Copy, Default)]
struct Score {
    wins: u32,
    draws: u32,
    losses: u32,
    /// Faults of the engines.
    faults: [u32; 2],
}

/// Plays the games; prints each when it is over, and the score in the last lines.
pub fn run(options: &Options, out: &mut (dyn Write + Send)) -> CliResult {
    let [first, second] = options.engine.as_slice() else {
        return Err(CliError::input("`--engine COMMAND` is needed twice"));
    };
    let game = load::build(load::variant(&options.variant)?.in_xboard())?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(usize::from(options.concurrency))
        .build()
        .map_err(CliError::input)?;
    let sheet = Mutex::new((Score::default(), out));
    pool.install(|| {
        (0..options.games).into_par_iter().try_for_each(|number| -> CliResult {
            let names_and_record = play(&game, options, [first, second], number)?;
            // A poisoned lock means that printing failed in another thread, which ends the match anyway.
            let mut sheet = sheet.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let (score, out) = &mut *sheet;
            score.add(number, &names_and_record.1);
            write_game(&game, number, &names_and_record, out)
        })
    })?;
    let (score, out) = sheet.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    writeln!(out, "{first} - {second}: {}", score.words())?;
    Ok(())
}

/// Is it a game in which the first engine has White?
const fn first_is_white(number: usize) -> bool {
    number % 2 == 0
}

fn play(
    game: &Game,
    options: &Options,
    commands: [&String; 2],
    number: usize,
) -> CliResult<([String; 2], Record)> {
    let start = |command: &String| {
        Engine::start(command).map_err(|error| CliError::input(format_args!("{command}: {error}")))
    };
    let (mut first, mut second) = (start(commands[0])?, start(commands[1])?);
    let opening = duel::opening(game, options.random, options.seed.wrapping_add(number as u64 / 2));
    let (white, black) =
        if first_is_white(number) { (&mut first, &mut second) } else { (&mut second, &mut first) };
    let names = [white.name().to_owned(), black.name().to_owned()];
    let record = duel::play(game, [white, black], options.tc, &opening)
        .map_err(|error| CliError::input(format_args!("{} - {}: {error}", names[0], names[1])))?;
    Ok((names, record))
}

fn write_game(
    game: &Game,
    number: usize,
    (names, record): &([String; 2], Record),
    out: &mut (dyn Write + Send),
) -> CliResult {
    let ended = &record.ended;
    writeln!(out, "[Round \"{}\"]\n[Variant \"{}\"]", number + 1, game.variant.name)?;
    writeln!(out, "[White \"{}\"]\n[Black \"{}\"]\n[Result \"{}\"]", names[0], names[1], ended.score())?;
    let mut text = String::new();
    for (ply, mv) in record.moves.iter().enumerate() {
        if ply % 2 == 0 {
            text += &format!("{}. ", ply / 2 + 1);
        }
        text += mv;
        text.push(' ');
    }
    writeln!(out, "\n{text}{{{}}} {}\n", ended.reason, ended.score())?;
    Ok(())
}

impl Score {
    fn add(&mut self, number: usize, record: &Record) {
        let first = if first_is_white(number) { Color::White } else { Color::Black };
        match record.ended.winner {
            None => self.draws += 1,
            Some(winner) if winner == first => self.wins += 1,
            Some(_) => self.losses += 1,
        }
        if let Some(fault) = record.ended.fault {
            self.faults[usize::from(fault != first)] += 1;
        }
    }
    /// `W-D-L`, points, difference in Elo with its standard error, faults.
    fn words(&self) -> String {
        let [wins, draws, losses] = [self.wins, self.draws, self.losses].map(f64::from);
        let games = wins + draws + losses;
        let mut text = format!("{}-{}-{} (W-D-L)", self.wins, self.draws, self.losses);
        if games > 0.0 {
            let mean = (wins + draws / 2.0) / games;
            let variance =
                (wins * (1.0 - mean).powi(2) + draws * (0.5 - mean).powi(2) + losses * mean.powi(2)) / games;
            let deviation = (variance / games).sqrt();
            text += &format!(", {:.1}%, Elo {:+.0}", 100.0 * mean, elo(mean));
            text += &format!(" [{:+.0}, {:+.0}]", elo(mean - deviation), elo(mean + deviation));
        }
        if self.faults != [0, 0] {
            text += &format!(", faults {}-{}", self.faults[0], self.faults[1]);
        }
        text
    }
}

/// Difference in rating for an expected score; kept finite at its ends.
fn elo(mean: f64) -> f64 {
    let mean = mean.clamp(0.001, 0.999);
    400.0 * (mean / (1.0 - mean)).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_seconds() {
        let tc = time_control("5+0.05").expect("reads");
        assert_eq!((tc.base, tc.increment), (Duration::from_secs(5), Duration::from_millis(50)));
        for bad in ["", "x", "0+1", "5+", "-1", "5+x", "nan", "1e99"] {
            assert!(time_control(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_level_score_is_no_difference() {
        assert_eq!(elo(0.5), 0.0);
        assert!((elo(0.64) - 100.0).abs() < 1.0);
    }
}
