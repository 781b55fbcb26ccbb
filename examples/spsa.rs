//! Tunes parameters of the search and the evaluation by games of the engine against itself.
//!
//! `spsa STATE PAIRS NODES VARIANT,... NAME=LOW..HIGH:STEP ...` plays pairs of games at fixed nodes, the variants in
//! turn, one pair per core at a time. Both engines of a pair have all parameters moved by about `STEP`, in opposite
//! random directions; the result moves the parameters towards the winner. `STATE` gets a line per pair; the same
//! command continues from its last line. A `STEP` should be worth a few Elo: a twentieth of the plausible range.
//!
//! CITE: J. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient approximation"
//! (1992); gain sequences as usual in chess programming, with `alpha` 0.602 and `gamma` 0.101.

use griffon::arena::contest::{Contest, Finished, MatchScore, MatchVariant, Observer, Openings};
use griffon::arena::engine::spec::EngineSpec;
use griffon::arena::openings::Generator;
use griffon::arena::referee::{Adjudication, Threshold};
use griffon::arena::time_limits::TimeLimits;
use griffon::position::Game;
use griffon::random::{Rng, mix};
use griffon::search::SearchParams;
use griffon::values::EvalParams;
use griffon::variant::catalogue;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Exponent of the decay of the gain.
const ALPHA: f64 = 0.602;
/// Exponent of the decay of the step.
const GAMMA: f64 = 0.101;
/// Stability constant, as a share of all pairs.
const STABILITY: f64 = 0.1;
/// Change of a parameter by a won game at the end, in steps. Three times as much as for tunings of a hundred thousand
/// games.
const LAST_GAIN: f64 = 0.006;
/// Random plies of an opening and its largest score (cp) in a short search.
const OPENING_PLIES: usize = 6;
const OPENING_CP: i32 = 100;
const OPENING_NODES: u64 = 1000;

/// A tuned parameter.
#[derive(Clone)]
struct Tuned {
    name: String,
    value: f64,
    low: f64,
    high: f64,
    /// Step of the last pair.
    step: f64,
}

/// The parameters and the number of pairs played.
struct State {
    pair: usize,
    tuned: Vec<Tuned>,
    file: File,
}

struct Silent;

impl Observer for Silent {
    fn finished(&mut self, _: &Finished<'_>, _: &MatchScore) -> io::Result<()> {
        Ok(())
    }
}

fn main() {
    if let Err(why) = run() {
        eprintln!("{why}");
        eprintln!("spsa STATE PAIRS NODES VARIANT,... NAME=LOW..HIGH:STEP ...");
        std::process::exit(1);
    }
}

fn run() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, pairs, nodes, variants, tuned @ ..] = arguments.as_slice() else {
        return Err(String::from("too few arguments"));
    };
    let number = |text: &str| text.parse::<u64>().map_err(|_| format!("`{text}` is not a number"));
    let (pairs, nodes) = (number(pairs)? as usize, number(nodes)?);
    let games = variants.split(',').map(load).collect::<Result<Vec<_>, _>>()?;
    let mut tuned = tuned.iter().map(|text| read_tuned(text)).collect::<Result<Vec<_>, _>>()?;
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let pair = text.lines().last().map_or(Ok(0), |line| restore(line, &mut tuned))?;
    let file = OpenOptions::new().create(true).append(true).open(path).map_err(|e| format!("{path}: {e}"))?;
    let state = Mutex::new(State { pair, tuned, file });
    thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> =
            (0..cores).map(|_| scope.spawn(|| work(&state, &games, pairs, nodes))).collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().unwrap_or_else(|_| Err(String::from("a game failed"))))
    })
}

fn load(name: &str) -> Result<(String, Game), String> {
    let entry = catalogue::load(name).map_err(|error| format!("{name}: {error}"))?;
    let game = Game::new(entry.variant).map_err(|error| format!("{name}: {error:?}"))?;
    Ok((name.to_owned(), game))
}

/// Returns the standard value of a parameter.
fn standard(name: &str) -> Option<i32> {
    let (mut search, mut eval) = (SearchParams::STANDARD, EvalParams::STANDARD);
    search.field(name).or_else(|| eval.field(name)).copied()
}

/// Reads `NAME=LOW..HIGH:STEP`.
fn read_tuned(text: &str) -> Result<Tuned, String> {
    let parts = || {
        let (name, rest) = text.split_once('=')?;
        let (range, step) = rest.split_once(':')?;
        let (low, high) = range.split_once("..")?;
        Some((name, low.parse().ok()?, high.parse().ok()?, step.parse().ok()?))
    };
    let (name, low, high, step) = parts().ok_or_else(|| format!("`{text}`: expected NAME=LOW..HIGH:STEP"))?;
    let value = standard(name).ok_or_else(|| format!("no parameter is called `{name}`"))?;
    Ok(Tuned { name: name.to_owned(), value: f64::from(value), low, high, step })
}

/// Takes the values of a line of the state and returns the number of pairs played.
fn restore(line: &str, tuned: &mut [Tuned]) -> Result<usize, String> {
    let mut words = line.split_whitespace();
    let pair =
        words.next().and_then(|word| word.parse().ok()).ok_or("the state does not begin with a number")?;
    for word in words {
        let (name, value) = word.split_once('=').ok_or_else(|| format!("state: `{word}`"))?;
        let known = tuned
            .iter_mut()
            .find(|t| t.name == name)
            .ok_or_else(|| format!("state: `{name}` is not tuned"))?;
        known.value = value.parse().map_err(|_| format!("state: `{word}`"))?;
    }
    Ok(pair)
}

/// Plays pairs until all are played.
fn work(state: &Mutex<State>, games: &[(String, Game)], pairs: usize, nodes: u64) -> Result<(), String> {
    let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let (pair, tuned) = {
            let mut state = lock();
            if state.pair >= pairs {
                return Ok(());
            }
            state.pair += 1;
            (state.pair, state.tuned.clone())
        };
        let left = (pairs as f64 / pair as f64).powf(GAMMA);
        let mut rng = Rng(mix(pair as u64));
        let steps: Vec<f64> =
            tuned.iter().map(|t| t.step * left * if rng.one_in(2) { 1.0 } else { -1.0 }).collect();
        let engines = [1.0, -1.0].map(|sign| engine(&tuned, &steps, sign, &mut rng));
        let score = play(&games[pair % games.len()], engines, pair as u64, nodes)?;
        let stable = STABILITY * pairs as f64;
        let gain = LAST_GAIN * ((stable + pairs as f64) / (stable + pair as f64)).powf(ALPHA) / (left * left);
        let mut state = lock();
        for (tuned, step) in state.tuned.iter_mut().zip(&steps) {
            tuned.value = (tuned.value + gain * step * score).clamp(tuned.low, tuned.high);
        }
        let mut line = pair.to_string();
        state.tuned.iter().for_each(|t| _ = write!(line, " {}={:.2}", t.name, t.value));
        writeln!(state.file, "{line}").map_err(|error| error.to_string())?;
    }
}

/// Returns an engine with the parameters moved by their steps, rounded randomly in proportion.
fn engine(tuned: &[Tuned], steps: &[f64], sign: f64, rng: &mut Rng) -> EngineSpec {
    let mut text = format!("proto=internal name={}", if sign > 0.0 { "plus" } else { "minus" });
    for (t, step) in tuned.iter().zip(steps) {
        let value = (t.value + sign * step).clamp(t.low, t.high);
        let dither = rng.below(1024) as f64 / 1024.0;
        let _ = write!(text, " param.{}={}", t.name, (value + dither).floor() as i32);
    }
    EngineSpec::read(&text, &[]).expect("settings as documented")
}

/// Plays two games from one opening and returns the points of the first engine above those of the second.
fn play(
    (name, game): &(String, Game),
    engines: [EngineSpec; 2],
    seed: u64,
    nodes: u64,
) -> Result<f64, String> {
    let generator = Generator {
        plies: (OPENING_PLIES, OPENING_PLIES),
        seed,
        window: Some((0, OPENING_CP)),
        nodes: OPENING_NODES,
    };
    let pace = TimeLimits { nodes: Some(nodes), ..TimeLimits::default() };
    let contest = Contest {
        variants: vec![MatchVariant { game, name, openings: Openings::Random(generator).into() }],
        engines,
        paces: [pace, pace],
        games: 2,
        concurrency: 1,
        adjudication: Adjudication {
            resign: Some(Threshold { score: 1000, moves: 4 }),
            draw: Some(Threshold { score: 10, moves: 10 }),
            ..Adjudication::default()
        },
        sprt: None,
        guard: None,
        watched: false,
    };
    let score = contest.run(MatchScore::default(), &mut Silent).map_err(|error| error.to_string())?;
    let [losses, _, wins] = score.games.0;
    Ok(f64::from(wins) - f64::from(losses))
}
