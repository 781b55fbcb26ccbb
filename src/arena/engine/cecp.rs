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
use crate::position::fen::RIGHTS_UNKNOWN;
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

/// Time without output after which an engine without `ping` counts as ready, and the longest wait for it.
const QUIET: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(2)];

/// Time for an engine without features to show that it speaks UCI.
const UCI_ANSWER: Duration = Duration::from_secs(1);

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
        let (features, options) = read_features(&mut process, PATIENCE)?;
        let is_listed = |name: &String| options.iter().any(|option| option.eq_ignore_ascii_case(name));
        if let Some((name, _)) = spec.options.iter().find(|(name, _)| !is_listed(name)) {
            return Err(EngineError::no_such_option(name, options.iter().map(String::as_str)));
        }
        for (name, value) in spec.common_options.iter().chain(&spec.options) {
            if is_listed(name) {
                process.send(&format!("option {name}={value}"))?;
            }
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
    ///
    /// # Errors
    /// The engine refuses the position, or there is no command for it.
    fn send_position(&mut self, start: GameStart<'_>, theirs: Option<&str>) -> Result<(), EngineError> {
        let game = start.game;
        let array = Position::start(game);
        let is_set_up = self.spec.is_set_up(&game.variant.name);
        let differs = || theirs.is_some_and(|fen| is_other_start(game, fen));
        let pos = match start.from {
            Some(pos) => pos,
            None if is_set_up || differs() => &array,
            None => return Ok(()),
        };
        if self.has("setboard") {
            self.process.send(&format!("setboard {}", pos.fen(game)))?;
        } else if pos.side() != Color::White {
            return Err(EngineError::Unable("set up a position with Black to move (no feature setboard)"));
        } else if !is_editable(game, pos) {
            return Err(EngineError::Unable(
                "set up pieces in hand, promoted pieces, or fewer rights than the squares imply (no feature setboard)",
            ));
        } else {
            let text = edit(game, pos);
            self.process.send(&text)?;
        }
        let mut is_refused = false;
        self.synchronise(|line| is_refused |= is_refusal(line))?;
        if is_refused { Err(EngineError::Unable("set up the position")) } else { Ok(()) }
    }
    /// Waits until the engine has processed all commands. The lines written meanwhile are passed to `each`.
    fn synchronise(&mut self, mut each: impl FnMut(&str)) -> Result<(), EngineError> {
        if self.has("ping") {
            self.ping(PATIENCE, each)
        } else {
            self.process.drain(QUIET[0], QUIET[1], &mut each)
        }
    }
    fn ping(&mut self, limit: Duration, mut each: impl FnMut(&str)) -> Result<(), EngineError> {
        self.pings += 1;
        self.process.send(&format!("ping {}", self.pings))?;
        let pong = format!("pong {}", self.pings);
        self.process.wait_for(limit, "ping", |line| {
            each(line);
            line == pong
        })
    }
}

impl Player for Cecp {
    fn name(&self) -> &str {
        self.spec.shown_name(self.features.get("myname"))
    }
    fn new_game(&mut self, start: GameStart<'_>) -> Result<(), EngineError> {
        let variant = self.variant(start.game)?;
        (self.playing, self.pending) = (false, None);
        // A process plays one variant.
        self.dialect.get_or_insert_with(|| Dialect::new(&start.game.variant));
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
        self.send_pace(&start.pace)?;
        self.process.send("post\neasy\nforce\ncomputer")?;
        let mut theirs = None;
        self.synchronise(|line| theirs = line.strip_prefix("setup ").and_then(array_of).or(theirs.take()))?;
        self.send_position(start, theirs.as_deref())
    }
    fn record_move(
        &mut self,
        game: &Game,
        pos: &Position,
        mv: Move,
        own: Option<&str>,
    ) -> Result<(), EngineError> {
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
        match &self.dialect {
            Some(dialect) => dialect.read(game, pos, text),
            None => movetext::parse(game, pos, text),
        }
    }
    fn is_alive(&mut self) -> bool {
        let is_running = self.process.send("force").is_ok();
        // Without `ping`, nothing tells a hanging engine from a slow one.
        is_running && (!self.has("ping") || self.ping(LAST_CHANCE, |_| {}).is_ok())
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

/// Recognises the refusal of a position. SPEC: CECP, `setboard`: "tellusererror Illegal position".
fn is_refusal(line: &str) -> bool {
    let is_error = ["tellusererror", "Illegal", "Error"].iter().any(|start| line.starts_with(start));
    is_error && ["position", "setboard"].iter().any(|word| line.contains(word))
}

/// Returns the FEN of `(TABLE) 8x8+0_fairy FEN`.
fn array_of(setup: &str) -> Option<String> {
    let words = setup.split_ascii_whitespace().skip_while(|word| !word.contains('/'));
    Some(words.collect::<Vec<_>>().join(" ")).filter(|fen| !fen.is_empty())
}

/// Whether the commands of `edit` describe a position completely: pieces on squares, White to move, all rights that
/// the squares allow.
fn is_editable(game: &Game, pos: &Position) -> bool {
    let fen = pos.fen(game);
    let field = fen.split_ascii_whitespace().next().unwrap_or("").replace('~', "");
    let (board, hands) = field.split_once('[').map_or((field.as_str(), ""), |(board, _)| (board, "[]"));
    let implied = Position::from_fen(game, &format!("{board}{hands} w {RIGHTS_UNKNOWN}"));
    implied.is_ok_and(|implied| implied.key() == pos.key() && implied.cells() == pos.cells())
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

/// Waits up to `limit` for the features. Returns them and the names of the engine's options.
fn read_features(process: &mut Process, limit: Duration) -> Result<(Features, Vec<String>), EngineError> {
    let (mut features, mut options) = (Features::default(), Vec::new());
    let mut end = Instant::now() + limit;
    loop {
        let line = match process.line_before(end) {
            Ok(line) => line.text,
            Err(RecvTimeoutError::Timeout) if features.is_empty() && answers_as_uci(process) => {
                return Err(EngineError::OtherProtocol);
            }
            // Engines of protocol version 1 send no features.
            Err(RecvTimeoutError::Timeout) => return Ok((features, options)),
            Err(RecvTimeoutError::Disconnected) => return Err(process.explain(EngineError::Died)),
        };
        let Some(list) = line.strip_prefix("feature ") else { continue };
        for (name, value) in pairs(list) {
            match (name, value) {
                // We use coordinate notation.
                ("san", "1") => process.send("rejected san")?,
                ("done", "0") => end = Instant::now() + LOADING,
                ("done", _) => return Ok((features, options)),
                (name, value) => {
                    if name == "option" {
                        // `NAME -TYPE VALUES`.
                        options.push(value.split(" -").next().unwrap_or(value).to_owned());
                    }
                    features.insert(name.to_owned(), value.to_owned());
                    process.send(&format!("accepted {name}"))?;
                }
            }
        }
    }
}

/// Whether the engine answers as UCI demands.
fn answers_as_uci(process: &mut Process) -> bool {
    process.send("uci").is_ok() && process.wait_for(UCI_ANSWER, "uci", |line| line == "uciok").is_ok()
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
    fn refusals_concern_the_position() {
        for (line, expected) in [
            ("tellusererror Illegal position", true),
            ("Error (unknown command): setboard 8/8 w - - 0 1", true),
            ("tellusererror no book", false),
            ("Illegal move: e2e5", false),
        ] {
            assert_eq!(is_refusal(line), expected, "{line}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn engines_of_the_other_protocol_are_recognised() {
        let start = |script: &str| {
            let command = ["sh", "-c", script].map(str::to_owned);
            let mut process = Process::start(&command, None).expect("starts");
            read_features(&mut process, Duration::from_millis(20)).map(|_| ())
        };
        let uci = "while read -r x; do if [ $x = uci ]; then echo uciok; else exit; fi; done";
        assert!(matches!(start(uci), Err(EngineError::OtherProtocol)));
        assert!(start("read -r x; echo 'Error (unknown command)'").is_ok());
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

    fn game(name: &str) -> Game {
        Game::new(crate::variant::catalogue::find(name).expect(name).variant.clone()).expect("tables")
    }

    #[test]
    fn positions_that_edit_cannot_describe() {
        for (name, fen, expected) in [
            ("normal", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", true),
            ("normal", "r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1", false),
            ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", true),
            ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Nq] w - - 0 1", false),
            ("crazyhouse", "4k3/8/8/8/8/8/8/Q~3K3[] w - - 0 1", false),
        ] {
            let game = game(name);
            let pos = Position::from_fen(&game, fen).expect(fen);
            assert_eq!(is_editable(&game, &pos), expected, "{fen}");
        }
        for name in ["normal", "xiangqi", "shogi", "crazyhouse", "capablanca", "courier", "makruk"] {
            let game = game(name);
            assert!(is_editable(&game, &Position::start(&game)), "{name}");
        }
    }

    #[test]
    fn positions_for_engines_without_setboard() {
        let game = game("xiangqi");
        let text = edit(&game, &Position::start(&game));
        // Boards of ten ranks count from 0.
        assert!(
            text.starts_with("edit\n#\n") && text.contains("\nKe0\n") && text.ends_with("\nRi9\n."),
            "{text}"
        );
    }
}
