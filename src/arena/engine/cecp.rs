//! CECP engines.
//!
//! SPEC: xboard notes, section 1: the commands of XBoard, in its order.

use super::error::EngineError;
use super::player::{
    Answer, EngineInfo, GameStart, LAST_CHANCE, LOADING, PATIENCE, Player, Reply, is_other_start,
};
use super::process::{EngineLine, Process};
use super::spec::EngineSpec;
use crate::arena::time_limits::{SideClock, TimeLimits};
use crate::board::Color;
use crate::movetext;
use crate::position::{Game, Move, Position, names};
use crate::search::clock::TimeControl;
use crate::xboard::Dialect;
use std::collections::BTreeMap;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

/// Default hash table of an engine, MiB; XBoard always sends a size too.
const HASH_MB: u32 = 64;
/// Time control sent to an engine with a depth limit and no clock.
const NO_HURRY: &str = "level 0 600 0";

/// Features reported by an engine: names and values.
type Features = BTreeMap<String, String>;

/// A running engine.
pub(super) struct Cecp {
    process: Process,
    features: Features,
    spec: EngineSpec,
    pings: u32,
    /// Whether `go` was sent in this game.
    playing: bool,
    /// The opponent's move, to be sent with the clocks.
    pending: Option<String>,
    /// Move formats of the variant as described to XBoard, which the engine may use.
    dialect: Option<Dialect>,
}

impl Cecp {
    pub(super) fn start(spec: &EngineSpec, variant: &str) -> Result<Self, EngineError> {
        let mut process = Process::start(&spec.command_for(variant), spec.dir.as_deref())?;
        process.send("xboard\nprotover 2")?;
        let features = read_features(&mut process)?;
        for (name, value) in &spec.options {
            process.send(&format!("option {name}={value}"))?;
        }
        let spec = spec.clone();
        Ok(Self { process, features, spec, pings: 0, playing: false, pending: None, dialect: None })
    }
    /// Whether a feature is on.
    fn has(&self, feature: &str) -> bool {
        self.features.get(feature).is_some_and(|value| value == "1")
    }
    fn send_move(&mut self, text: &str) -> Result<(), EngineError> {
        let command = if self.has("usermove") { "usermove " } else { "" };
        self.process.send(&format!("{command}{text}"))
    }
    /// Returns the engine's name for the variant.
    fn variant(&self, game: &Game) -> Result<String, EngineError> {
        let names = self.spec.names_of(&game.variant);
        let listed = |name: &&String| match self.features.get("variants") {
            Some(list) => list.split(',').any(|other| other.trim() == name.as_str()),
            None => name.as_str() == "normal",
        };
        let found = names.iter().find(listed).cloned();
        found.ok_or_else(|| EngineError::NoSuchVariant(game.variant.name.clone()))
    }
    fn send_pace(&mut self, pace: &TimeLimits) -> Result<(), EngineError> {
        match pace.control {
            Some(TimeControl::PerMove(time)) => self.process.send(&format!("st {}", time.as_secs_f64()))?,
            Some(TimeControl::Level { moves, base, increment }) => {
                let (seconds, increment) = (base.as_secs().max(1), increment.as_secs_f64());
                let line = format!("level {moves} {}:{:02} {increment}", seconds / 60, seconds % 60);
                self.process.send(&line)?;
            }
            None if pace.nodes.is_some() => {}
            None => self.process.send(NO_HURRY)?,
        }
        if let Some(depth) = pace.depth {
            self.process.send(&format!("sd {depth}"))?;
        }
        if let Some(nodes) = pace.nodes {
            if !self.has("nps") {
                return Err(EngineError::Unable("limit its nodes (no feature nps)"));
            }
            // One second per move, and `nodes` nodes per second.
            self.process.send(&format!("st 1\nnps {nodes}"))?;
        }
        Ok(())
    }
    /// Sends the position if the engine would start from another one. `theirs` is the start position it reported.
    fn send_position(&mut self, beginning: GameStart<'_>, theirs: Option<&str>) -> Result<(), EngineError> {
        let game = beginning.game;
        let start = Position::start(game);
        let is_set_up = self.spec.is_set_up(&game.variant.name);
        let differs = || theirs.is_some_and(|fen| is_other_start(game, fen));
        let pos = match beginning.from {
            Some(pos) => pos,
            None if is_set_up || differs() => &start,
            None => return Ok(()),
        };
        if self.has("setboard") {
            return self.process.send(&format!("setboard {}", pos.fen(game)));
        }
        if pos.side() != Color::White {
            return Err(EngineError::Unable("set up a position with Black to move (no feature setboard)"));
        }
        let text = edit(game, pos);
        self.process.send(&text)
    }
    /// Waits until the engine has processed all commands. Returns the array of the last `setup` it sent meanwhile.
    fn synchronise(&mut self) -> Result<Option<String>, EngineError> {
        if self.has("ping") { self.ping(PATIENCE) } else { Ok(None) }
    }
    fn ping(&mut self, limit: Duration) -> Result<Option<String>, EngineError> {
        self.pings += 1;
        self.process.send(&format!("ping {}", self.pings))?;
        let pong = format!("pong {}", self.pings);
        let mut array = None;
        self.process.wait_for(limit, "ping", |line| {
            if let Some(setup) = line.strip_prefix("setup ") {
                array = array_of(setup);
            }
            line == pong
        })?;
        Ok(array)
    }
}

impl Player for Cecp {
    fn name(&self) -> &str {
        self.spec.shown_name(self.features.get("myname"))
    }
    fn new_game(&mut self, beginning: GameStart<'_>) -> Result<(), EngineError> {
        let variant = self.variant(beginning.game)?;
        (self.playing, self.pending) = (false, None);
        // A process plays one variant.
        self.dialect.get_or_insert_with(|| Dialect::new(&beginning.game.variant));
        // Some engines have no hash table, and no legal moves, until they receive its size.
        if self.has("memory") {
            self.process.send(&format!("memory {}", self.spec.hash.unwrap_or(HASH_MB)))?;
        }
        if self.has("smp") {
            self.process.send(&format!("cores {}", self.spec.threads.unwrap_or(1)))?;
        }
        self.process.send("new")?;
        if variant != "normal" {
            self.process.send(&format!("variant {variant}"))?;
        }
        self.send_pace(&beginning.pace)?;
        self.process.send("post\neasy\nforce\ncomputer")?;
        let theirs = self.synchronise()?;
        self.send_position(beginning, theirs.as_deref())?;
        self.synchronise().map(|_| ())
    }
    fn learn(&mut self, game: &Game, pos: &Position, mv: Move, own: Option<&str>) -> Result<(), EngineError> {
        if own.is_some() {
            return Ok(());
        }
        let text = movetext::format(game, pos, mv);
        if !self.playing {
            return self.send_move(&text);
        }
        self.pending = Some(text);
        Ok(())
    }
    fn draw_offered(&mut self) -> Result<(), EngineError> {
        self.process.send("draw")
    }
    fn think(&mut self, _: &Game, pos: &Position, clocks: &[SideClock; 2]) -> Result<(), EngineError> {
        let side = pos.side();
        let centiseconds = |clock: &SideClock| clock.left().map(|left| (left.as_millis() / 10).max(1));
        let own = centiseconds(&clocks[side.index()]);
        if let Some(own) = own {
            let other = centiseconds(&clocks[side.other().index()]).unwrap_or(own);
            self.process.send(&format!("time {own}\notim {other}"))?;
        }
        match self.pending.take() {
            Some(text) => self.send_move(&text)?,
            None => self.process.send("go")?,
        }
        self.playing = true;
        Ok(())
    }
    fn answer(&mut self, asked: Instant, end: Instant) -> Reply {
        let mut legs = String::new();
        self.process.answer(end, |line, thought| understand(line, asked, &mut legs, thought))
    }
    fn read(&self, game: &Game, pos: &mut Position, text: &str) -> Result<Move, String> {
        let dialect = self.dialect.as_ref();
        let readings =
            dialect.map_or_else(|| vec![text.to_owned()], |dialect| dialect.incoming(game, pos, text));
        let mut meanings = readings.iter().map(|reading| movetext::parse(game, pos, reading));
        // The error of the first reading, unless another one is legal.
        let first = meanings.next().unwrap_or_else(|| Err(String::new()));
        first.or_else(|why| meanings.find_map(Result::ok).ok_or(why))
    }
    fn is_alive(&mut self) -> bool {
        self.has("ping") && self.process.send("force").is_ok() && self.ping(LAST_CHANCE).is_ok()
    }
    fn over(&mut self, score: &str, reason: &str) {
        // A dead engine needs no result.
        let _ = self.process.send(&format!("force\nresult {score} {{{reason}}}"));
    }
    fn is_reusable(&self) -> bool {
        self.spec.reuse.unwrap_or_else(|| !self.features.contains_key("reuse") || self.has("reuse"))
    }
    fn memory(&self) -> Option<u64> {
        self.process.memory()
    }
}

/// Reads a line of output. Returns the answer if the line ends the engine's turn.
fn understand(
    line: &EngineLine,
    asked: Instant,
    legs: &mut String,
    thought: &mut EngineInfo,
) -> Option<Answer> {
    let text = line.text.as_str();
    if let Some(part) = text.strip_prefix("move ") {
        legs.push_str(part.trim());
        // Some engines send each leg of a move in a separate line.
        return (!legs.ends_with(',')).then(|| Answer::Move(std::mem::take(legs)));
    }
    if text == "resign" || text.starts_with("tellics resign") {
        return Some(Answer::Resigns);
    }
    if ["1-0", "0-1", "1/2-1/2"].iter().any(|result| text.starts_with(result)) {
        return Some(Answer::Claims { words: text.to_owned(), early: line.at < asked });
    }
    if is_complaint(text) {
        return Some(Answer::Complains(text.to_owned()));
    }
    if text == "offer draw" {
        thought.offers_draw = true;
    } else if let Some((depth, score, nodes)) = thinking(text) {
        (thought.depth, thought.score, thought.nodes) = (depth, Some(score), nodes);
    }
    None
}

/// Reads depth, score and nodes of `PLY SCORE TIME NODES PV`. SPEC: xboard notes, 1.6: "PLY int directly followed by a
/// blank (another char there means TIME is in seconds)".
fn thinking(line: &str) -> Option<(u32, i32, u64)> {
    let mut words = line.split_ascii_whitespace();
    let depth = words.next()?.trim_end_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
    let score = words.next()?.parse().ok()?;
    let _time: f64 = words.next()?.parse().ok()?;
    Some((depth, score, words.next()?.parse().ok()?))
}

/// Recognises `Illegal move (why): MOVE`, and `Error (Illegal move or unknown command): MOVE` of Sjaak II.
fn is_complaint(line: &str) -> bool {
    line.starts_with("Illegal move") || line.starts_with("Error (Illegal move")
}

/// Returns the FEN of `(TABLE) 8x8+0_fairy FEN`.
fn array_of(setup: &str) -> Option<String> {
    let words = setup.split_ascii_whitespace().skip_while(|word| !word.contains('/'));
    Some(words.collect::<Vec<_>>().join(" ")).filter(|fen| !fen.is_empty())
}

/// Formats the commands that set up a position in an engine without `setboard`. SPEC: CECP, `edit`: `#` clears the
/// board, `Pa4` places a piece, `c` changes the colour, `.` ends.
fn edit(game: &Game, pos: &Position) -> String {
    let mut text = String::from("edit\n#\n");
    for color in Color::BOTH {
        for square in pos.pieces(color) {
            let Some(kind) = pos.cell(square).kind() else { continue };
            let name = movetext::Numbering::Cecp.name(&game.variant.board, square);
            text += &format!("{}{name}\n", names::fen_name(&game.variant, kind.piece()));
        }
        text += if color == Color::White { "c\n" } else { "." };
    }
    text
}

fn read_features(process: &mut Process) -> Result<Features, EngineError> {
    let mut features = Features::default();
    let mut end = Instant::now() + PATIENCE;
    loop {
        let line = match process.line_before(end) {
            Ok(line) => line.text,
            // Engines of protocol version 1 send no features.
            Err(RecvTimeoutError::Timeout) => return Ok(features),
            Err(RecvTimeoutError::Disconnected) => return Err(process.explain(EngineError::Died)),
        };
        let Some(list) = line.strip_prefix("feature ") else { continue };
        for (name, value) in pairs(list) {
            match (name, value) {
                // We use coordinate notation.
                ("san", "1") => process.send("rejected san")?,
                ("done", "0") => end = Instant::now() + LOADING,
                ("done", _) => return Ok(features),
                (name, value) => {
                    features.insert(name.to_owned(), value.to_owned());
                    process.send(&format!("accepted {name}"))?;
                }
            }
        }
    }
}

/// Splits `a=1 b="two words" c=3` into names and values.
fn pairs(mut list: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    while let Some((name, rest)) = list.split_once('=') {
        let (value, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        found.push((name.trim(), value));
        list = after;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_may_be_quoted() {
        let list = "ping=1 myname=\"Fairy-Max 5.0b\"  variants=\"normal,shatranj\" done=1";
        let expected =
            [("ping", "1"), ("myname", "Fairy-Max 5.0b"), ("variants", "normal,shatranj"), ("done", "1")];
        assert_eq!(pairs(list), expected);
        assert_eq!(pairs("option=\"A -check 0\" x"), [("option", "A -check 0")]);
        assert_eq!(pairs("open=\"never closed"), [("open", "never closed")]);
    }

    #[test]
    fn thinking_lines() {
        // xboard.md 1.6: "`PLY SCORE TIME NODES PV`: PLY int directly followed by a blank (another char there means
        // ...)".
        assert_eq!(thinking("12 -35 204 123456 e2e4 e7e5"), Some((12, -35, 123_456)));
        assert_eq!(thinking(" 9. 100003 1.24 77 e2e4"), Some((9, 100_003, 77)));
        for other in ["", "12", "# 1 2 3 4", "tellics whisper 1 2 3", "12 x 3 4"] {
            assert_eq!(thinking(other), None, "{other}");
        }
    }

    #[test]
    fn the_array_of_a_setup() {
        let setup = "(PNBRQKpnbrqk) 8x8+0_fairy rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert!(array_of(setup).is_some_and(|fen| fen.starts_with("rnbqkbnr/") && fen.ends_with(" 0 1")));
        assert_eq!(array_of("(PNBRQKpnbrqk)"), None);
    }

    #[test]
    fn positions_for_engines_without_setboard() {
        let entry = crate::variant::catalogue::find("xiangqi").expect("in the catalogue");
        let game = Game::new(entry.variant.clone()).expect("tables");
        let text = edit(&game, &Position::start(&game));
        // Boards of ten ranks count from 0.
        assert!(
            text.starts_with("edit\n#\n") && text.contains("\nKe0\n") && text.ends_with("\nRi9\n."),
            "{text}"
        );
    }
}
