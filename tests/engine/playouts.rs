//! Random playouts of the catalogue: games to their end or 400 plies; compares both generators and checks the position
//! at every node.
//!
//! SPEC: STYLE, "Properties": the running key is the fresh key, unmake restores every field; DESIGN, "Two generators".
//!
//! `GRIFFON_PLAYOUTS` is the number of games per variant (if unset, one, and a short one), `GRIFFON_PLAYOUTS_ONLY`
//! selects variants, `GRIFFON_PLAYOUTS_SEED` is the number of the first game. Prints a line of statistics per variant.

use crate::support::agreement::{check_fen, check_text, compare};
use crate::support::{game_of, setting};
use griffon::load;
use griffon::movegen::{self, Outcome};
use griffon::net::Evaluation;
use griffon::position::{Game, Position};
use griffon::random::Rng;
use griffon::variant::catalogue::{self, CatalogueEntry};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

/// Maximum length of a game, plies.
const LONGEST: usize = 400;
/// The same for a quick run, on boards of up to 100 squares and on larger ones, where the reference generator is slow.
const GLANCE: [usize; 2] = [60, 24];
/// Games per array.
const GAMES_PER_ARRAY: u64 = 20;

/// Statistics of games.
#[derive(Default)]
struct Figures {
    plies: u64,
    moves: u64,
    /// Games by result.
    ends: BTreeMap<&'static str, u64>,
    failures: Vec<String>,
}

impl Figures {
    fn with(mut self, other: Self) -> Self {
        self.plies += other.plies;
        self.moves += other.moves;
        for (end, games) in other.ends {
            *self.ends.entry(end).or_default() += games;
        }
        self.failures.extend(other.failures);
        self
    }
}

/// Returns the result of the game, if it has ended; `moves` is the number of legal moves.
fn end(game: &Game, pos: &mut Position, moves: usize) -> Option<&'static str> {
    let ended_by_rule = movegen::outcome(game, pos).is_some();
    let outcome = movegen::result(game, pos)?;
    let check = movegen::in_check(game, pos, pos.side());
    Some(match (outcome, moves) {
        (_, 0) if ended_by_rule => "goal",
        (Outcome::Lost, 0) if check => "mate",
        (Outcome::Drawn, 0) => "stalemate",
        (_, 0) => "no moves",
        (Outcome::Drawn, _) => "draw",
        _ => "repetition",
    })
}

fn play(game: &Game, seed: u64, longest: usize, what: &str) -> Figures {
    let mut random = Rng(seed);
    let mut pos = Position::start(game);
    let mut figures = Figures::default();
    for ply in 0..=longest {
        let what = || format!("{what}, game {seed}, ply {ply}");
        let list = compare(game, &mut pos, what);
        check_fen(game, &mut pos, what);
        if !list.is_empty() {
            check_text(game, &mut pos, &list, &mut random, what);
        }
        figures.plies += 1;
        figures.moves += list.len() as u64;
        if let Some(end) = end(game, &mut pos, list.len()) {
            figures.ends.insert(end, 1);
            return figures;
        }
        pos.make(game, random.pick(&list).0);
    }
    figures.ends.insert("unfinished", 1);
    figures
}

/// Plays the game with that number; counts a failure in the statistics.
fn played(game: &Game, seed: u64, longest: usize, what: &str) -> Figures {
    catch_unwind(AssertUnwindSafe(|| play(game, seed, longest, what))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let failure = text.unwrap_or_else(|| format!("{what}, game {seed}: a panic"));
        Figures { failures: vec![failure], ..Figures::default() }
    })
}

fn ready(entry: &'static CatalogueEntry, array: u64) -> Arc<Game> {
    if !entry.variant.shuffles() {
        return game_of(entry);
    }
    let game = load::shuffled_game(&entry.variant, Some(array), Evaluation::estimate);
    Arc::new(game.unwrap_or_else(|error| panic!("{}: {error:?}", entry.file)))
}

fn name(entry: &CatalogueEntry) -> &str {
    entry.file.trim_start_matches("variants/").trim_end_matches(".txt")
}

fn games(entry: &'static CatalogueEntry, seeds: std::ops::Range<u64>, longest: usize) -> Figures {
    let start = Instant::now();
    let count = seeds.end - seeds.start;
    let per_array = if entry.variant.shuffles() { GAMES_PER_ARRAY } else { count.max(1) };
    let arrays: Vec<u64> = (0..count.div_ceil(per_array)).collect();
    let figures = arrays
        .into_par_iter()
        .map(|array| {
            let first = seeds.start + array * per_array;
            let game = ready(entry, first);
            (first..seeds.end.min(first + per_array))
                .into_par_iter()
                .map(|seed| played(&game, seed, longest, name(entry)))
                .reduce(Figures::default, Figures::with)
        })
        .reduce(Figures::default, Figures::with);
    let ends: Vec<String> = figures.ends.iter().map(|(end, games)| format!("{end} {games}")).collect();
    let (Figures { plies, moves, failures, .. }, seconds) = (&figures, start.elapsed().as_secs_f64());
    println!(
        "{}: {count} games, {plies} nodes, {moves} moves, {seconds:.1} s, {:.0} nodes/s, {} failures; {}",
        name(entry),
        *plies as f64 / seconds,
        failures.len(),
        ends.join(", ")
    );
    failures.iter().take(2).for_each(|failure| println!("  {failure}"));
    figures
}

#[test]
fn random_playouts_of_the_catalogue() {
    let wanted = setting::<u64>("GRIFFON_PLAYOUTS");
    let count = wanted.unwrap_or(1);
    let first = setting::<u64>("GRIFFON_PLAYOUTS_SEED").unwrap_or(1);
    let only = std::env::var("GRIFFON_PLAYOUTS_ONLY").ok();
    let chosen = |entry: &&CatalogueEntry| {
        only.as_ref().is_none_or(|only| only.split(',').any(|it| it == name(entry)))
    };
    let entries: Vec<&CatalogueEntry> = catalogue::every().filter(chosen).collect();
    assert!(!entries.is_empty(), "no variant has such a name");
    let all = entries
        .into_par_iter()
        .map(|entry| {
            let glance = GLANCE[usize::from(entry.variant.board.len() > 100)];
            games(entry, first..first + count, if wanted.is_some() { LONGEST } else { glance })
        })
        .reduce(Figures::default, Figures::with);
    assert!(all.failures.is_empty(), "{} failures, the first: {}", all.failures.len(), all.failures[0]);
}
