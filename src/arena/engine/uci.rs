//! UCI engines.
//!
//! SPEC: the UCI protocol of 2006, with the option `UCI_Variant` as Fairy-Stockfish and others have it.

use super::error::EngineError;
use super::player::{
    Answer, ENGINE_MATE, EngineInfo, GameStart, LAST_CHANCE, LOADING, PATIENCE, Player, Reply, is_other_start,
};
use super::process::Process;
use super::spec::EngineSpec;
use super::ucitext;
use crate::arena::time_limits::{SideClock, TimeLimits};
use crate::board::Color;
use crate::position::{Game, Move, Position};
use crate::search::clock::TimeControl;
use std::fmt::Display;
use std::time::{Duration, Instant};

/// The option that chooses the variant.
const VARIANT: &str = "UCI_Variant";
/// The option for shuffled games.
const SHUFFLED: &str = "UCI_Chess960";

/// An option listed by the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
struct EngineOption {
    name: String,
    /// `spin`, `check`, `combo`, `string` or `button`.
    kind: String,
    /// Values of a combo option.
    values: Vec<String>,
    /// Least and greatest value of a spin option, where the engine lists them.
    range: [Option<i64>; 2],
}

impl EngineOption {
    /// Checks a value.
    ///
    /// # Errors
    /// What is expected instead.
    fn check(&self, value: &str) -> Result<(), String> {
        let [least, most] = self.range.map(|end| end.map_or_else(String::new, |end| end.to_string()));
        let fits = |number: i64| {
            self.range[0].is_none_or(|least| number >= least)
                && self.range[1].is_none_or(|most| number <= most)
        };
        let is_value = |other: &String| other.eq_ignore_ascii_case(value);
        match self.kind.as_str() {
            "spin" if !value.parse().is_ok_and(fits) => Err(format!("a number in {least}..={most}")),
            "check" if !["true", "false"].contains(&value) => Err(String::from("true or false")),
            // The list of variants grows when the engine reads a file of them.
            "combo" if self.name != VARIANT && !self.values.iter().any(is_value) => {
                Err(format!("one of {}", self.values.join(", ")))
            }
            _ => Ok(()),
        }
    }
}

/// A running engine.
pub(super) struct Uci {
    process: Process,
    spec: EngineSpec,
    own_name: Option<String>,
    options: Vec<EngineOption>,
    /// `startpos` or `fen FEN`.
    start: String,
    /// Moves since then, each preceded by a blank.
    moves: String,
    pace: TimeLimits,
    /// Whether its start position differs from ours; `None` if not checked yet.
    differs: Option<bool>,
}

impl Uci {
    pub(super) fn start(spec: &EngineSpec, variant: &str) -> Result<Self, EngineError> {
        let mut process = Process::start(&spec.command_for(variant), spec.dir.as_deref())?;
        let (own_name, options) = introduce(&mut process)?;
        let (start, moves, pace) = (String::from("startpos"), String::new(), TimeLimits::default());
        let mut engine =
            Self { process, spec: spec.clone(), own_name, options, start, moves, pace, differs: None };
        for (name, number) in [("Hash", spec.hash), ("Threads", spec.threads)] {
            if let Some(number) = number.filter(|_| engine.option(name).is_some()) {
                engine.set(name, number)?;
            }
        }
        if let Some((name, _)) = spec.options.iter().find(|(name, _)| engine.option(name).is_none()) {
            let names = engine.options.iter().map(|option| option.name.as_str());
            return Err(EngineError::no_such_option(name, names));
        }
        for (name, value) in spec.common_options.iter().chain(&spec.options) {
            if let Some(option) = engine.option(name) {
                let wrong = |expected| EngineError::WrongValue(name.clone(), value.clone(), expected);
                option.check(value).map_err(wrong)?;
                engine.set(name, value)?;
            }
        }
        Ok(engine)
    }
    /// Sets an option.
    fn set(&mut self, name: &str, value: impl Display) -> Result<(), EngineError> {
        self.process.send(&format!("setoption name {name} value {value}"))
    }
    fn option(&self, name: &str) -> Option<&EngineOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }
    /// Chooses the variant. If the engine does not list it, asks for its list once more: an option set since the start,
    /// such as a path, may have added it.
    fn choose_variant(&mut self, game: &Game) -> Result<(), EngineError> {
        let mut variant = self.variant(game);
        if variant.is_err() && !self.spec.options.is_empty() {
            self.options = introduce(&mut self.process)?.1;
            variant = self.variant(game);
        }
        variant?.map_or(Ok(()), |name| self.set(VARIANT, name))
    }
    /// Returns the engine's name for the variant; `None` for chess in an engine without a list of variants.
    fn variant(&self, game: &Game) -> Result<Option<String>, EngineError> {
        let names = self.spec.names_of(&game.variant);
        let chess = |name: &String| name == "chess" || name == "normal" || name == "fischerandom";
        let found = match self.option(VARIANT) {
            Some(list) => {
                let listed = names.iter().find(|name| list.values.contains(name));
                let shuffled = names.iter().any(|name| name == "fischerandom").then(|| String::from("chess"));
                listed.cloned().or(shuffled).map(Some)
            }
            None => names.iter().any(chess).then_some(None),
        };
        found.ok_or_else(|| EngineError::NoSuchVariant(game.variant.name.clone()))
    }
    /// Whether its start position differs from ours, according to the command `d` of many engines.
    fn start_differs(&mut self, game: &Game) -> Result<bool, EngineError> {
        if let Some(differs) = self.differs {
            return Ok(differs);
        }
        self.process.send("position startpos\nd\nisready")?;
        let mut differs = false;
        self.process.wait_for(PATIENCE, "isready", |line| {
            differs |= line.strip_prefix("Fen: ").is_some_and(|fen| is_other_start(game, fen.trim()));
            line == "readyok"
        })?;
        Ok(*self.differs.insert(differs))
    }
    fn synchronise(&mut self, limit: Duration) -> Result<(), EngineError> {
        self.process.send("isready")?;
        self.process.wait_for(limit, "isready", |line| line == "readyok")
    }
}

impl Player for Uci {
    fn name(&self) -> &str {
        self.spec.shown_name(self.own_name.as_ref())
    }
    fn new_game(&mut self, start: GameStart<'_>) -> Result<(), EngineError> {
        let game = start.game;
        self.choose_variant(game)?;
        let shuffled = ucitext::castles_by_capture(game);
        if self.option(SHUFFLED).is_some() {
            self.set(SHUFFLED, shuffled)?;
        } else if shuffled {
            return Err(EngineError::Unable("castle in shuffled games (option UCI_Chess960)"));
        }
        self.process.send("ucinewgame")?;
        let needs_fen = shuffled || self.spec.is_set_up(&game.variant.name) || self.start_differs(game)?;
        self.start = match start.from {
            Some(pos) => format!("fen {}", pos.fen(game)),
            None if needs_fen => format!("fen {}", Position::start(game).fen(game)),
            None => String::from("startpos"),
        };
        self.moves.clear();
        self.pace = start.pace;
        self.synchronise(PATIENCE)
    }
    fn record_move(
        &mut self,
        game: &Game,
        pos: &Position,
        mv: Move,
        own: Option<&str>,
    ) -> Result<(), EngineError> {
        let text = own.map_or_else(|| ucitext::write(game, pos, mv), str::to_owned);
        self.moves += &format!(" {text}");
        Ok(())
    }
    fn think(&mut self, _: &Game, pos: &Position, clocks: &[SideClock; 2]) -> Result<(), EngineError> {
        let side = pos.side();
        let moves = if self.moves.is_empty() { String::new() } else { format!(" moves{}", self.moves) };
        self.process.send(&format!("position {}{moves}", self.start))?;
        self.process.send(&go(&self.pace, side, clocks))
    }
    fn answer(&mut self, _asked: Instant, end: Instant) -> Reply {
        self.process.answer(end, |line, thought| {
            if let Some(rest) = line.text.strip_prefix("info ") {
                note(rest, thought);
            }
            let text = line.text.strip_prefix("bestmove")?.split_ascii_whitespace().next();
            Some(Answer::Move(text.unwrap_or("").to_owned()))
        })
    }
    fn read(&self, game: &Game, pos: &mut Position, text: &str) -> Result<Move, String> {
        ucitext::read(game, pos, text)
    }
    fn is_alive(&mut self) -> bool {
        self.process.send("stop").and_then(|()| self.synchronise(LAST_CHANCE)).is_ok()
    }
    fn is_reusable(&self) -> bool {
        self.spec.reuse.unwrap_or(true)
    }
    fn memory(&self) -> Option<u64> {
        self.process.memory()
    }
}

/// Sends `uci` and returns the engine's name and options.
fn introduce(process: &mut Process) -> Result<(Option<String>, Vec<EngineOption>), EngineError> {
    let (mut name, mut options) = (None, Vec::new());
    process.send("uci")?;
    process.wait_for(LOADING, "uci", |line| {
        if let Some(own) = line.strip_prefix("id name ") {
            name = Some(own.to_owned());
        }
        options.extend(line.strip_prefix("option ").and_then(choice));
        line == "uciok"
    })?;
    Ok((name, options))
}

/// Formats the command `go` with all limits of the search.
fn go(pace: &TimeLimits, side: Color, clocks: &[SideClock; 2]) -> String {
    let mut text = String::from("go");
    match pace.control {
        None => {}
        Some(TimeControl::PerMove(time)) => text += &format!(" movetime {}", time.as_millis().max(1)),
        Some(TimeControl::Level { .. }) => {
            let own = &clocks[side.index()];
            let [white, black] = clocks
                .each_ref()
                .map(|clock| clock.left().or(own.left()).unwrap_or_default().as_millis().max(1));
            let [white_gain, black_gain] = clocks.each_ref().map(|clock| clock.increment().as_millis());
            text += &format!(" wtime {white} btime {black} winc {white_gain} binc {black_gain}");
            if let Some(moves) = own.moves_to_go() {
                text += &format!(" movestogo {moves}");
            }
        }
    }
    if let Some(depth) = pace.depth {
        text += &format!(" depth {depth}");
    }
    if let Some(nodes) = pace.nodes {
        text += &format!(" nodes {nodes}");
    }
    text
}

/// Reads depth, nodes and score of an `info` line.
fn note(line: &str, thought: &mut EngineInfo) {
    let mut words = line.split_ascii_whitespace();
    while let Some(word) = words.next() {
        match word {
            "string" | "pv" => return,
            "depth" => thought.depth = words.next().and_then(|n| n.parse().ok()).unwrap_or(thought.depth),
            "nodes" => thought.nodes = words.next().and_then(|n| n.parse().ok()).unwrap_or(thought.nodes),
            "score" => match (words.next(), words.next().and_then(|n| n.parse::<i32>().ok())) {
                (Some("cp"), Some(value)) => thought.score = Some(value),
                (Some("mate"), Some(value @ 1..)) => thought.score = Some(ENGINE_MATE.saturating_add(value)),
                (Some("mate"), Some(value)) => thought.score = Some(value.saturating_sub(ENGINE_MATE)),
                _ => {}
            },
            _ => {}
        }
    }
}

/// Reads `name NAME type TYPE default VALUE var VALUE var VALUE`.
fn choice(line: &str) -> Option<EngineOption> {
    let rest = line.strip_prefix("name ")?;
    let (name, rest) = rest.split_once(" type ")?;
    let values = rest.split(" var ").skip(1).map(|value| value.trim().to_owned()).collect();
    let words: Vec<&str> = rest.split_whitespace().collect();
    let after =
        |key: &str| words.windows(2).find(|pair| pair[0] == key).and_then(|pair| pair[1].parse().ok());
    let kind = words.first().copied().unwrap_or_default().to_owned();
    Some(EngineOption { name: name.to_owned(), kind, values, range: [after("min"), after("max")] })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::time_limits::time_control;

    #[test]
    fn options_with_blanks_in_their_names() {
        let found = choice("name Clear Hash type button").expect("an option");
        assert_eq!((found.name.as_str(), found.values.len()), ("Clear Hash", 0));
        let found =
            choice("name UCI_Variant type combo default chess var 3check var chess").expect("an option");
        assert_eq!(found.values, ["3check", "chess"]);
    }

    #[test]
    fn values_of_options_are_checked() {
        let accepts = |line, value: &str| choice(line).expect("an option").check(value).is_ok();
        let spin = "name Threads type spin default 1 min 1 max 512";
        assert_eq!(
            ["1", "512", "0", "-3", "many"].map(|value| accepts(spin, value)),
            [true, true, false, false, false]
        );
        let combo = "name Mode type combo default Slow var Slow var Very Fast";
        assert_eq!(["very fast", "slow", "fast"].map(|value| accepts(combo, value)), [true, true, false]);
        assert_eq!(
            ["true", "1"].map(|value| accepts("name Ponder type check default false", value)),
            [true, false]
        );
        assert!(accepts("name Path type string default <empty>", "anything"));
    }

    #[test]
    fn scores_of_info_lines() {
        let mut thought = EngineInfo::default();
        note("depth 7 seldepth 9 multipv 1 score cp -31 nodes 2000 nps 1 pv e2e4 depth", &mut thought);
        assert_eq!((thought.depth, thought.score, thought.nodes), (7, Some(-31), 2000));
        note("depth 8 score mate -2 upperbound", &mut thought);
        assert_eq!((thought.depth, thought.score), (8, Some(-ENGINE_MATE - 2)));
        note("string score cp 5", &mut thought);
        assert_eq!(thought.score, Some(-ENGINE_MATE - 2));
    }

    #[test]
    fn go_contains_every_limit() {
        let pace = TimeLimits { control: time_control("40/5+0.05").ok(), depth: Some(9), nodes: Some(100) };
        let clocks = [SideClock::new(&pace), SideClock::new(&pace)];
        let text = go(&pace, Color::White, &clocks);
        assert_eq!(text, "go wtime 5000 btime 5000 winc 50 binc 50 movestogo 40 depth 9 nodes 100");
        assert_eq!(
            go(&TimeLimits { nodes: Some(5), ..TimeLimits::default() }, Color::Black, &clocks),
            "go nodes 5"
        );
    }
}
