//! UCI command parser: text to [`Command`].

use crate::engine::options::whole_number;
use crate::perft::MAX_DEPTH;
use crate::search::clock::LONGEST_TIME;
use crate::session::quoted;
use crate::variant::nearest::suggestion;
use std::time::Duration;

/// A command from the GUI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    Uci,
    IsReady,
    /// `setoption name NAME [value VALUE]`.
    SetOption(String, Option<String>),
    NewGame,
    /// `position startpos|fen FEN [moves M...]`; no FEN: the variant's start.
    Position {
        fen: Option<String>,
        moves: Vec<String>,
    },
    /// `position` with neither `startpos` nor `fen`.
    NoPosition,
    Go(Box<Go>),
    Stop,
    PonderHit,
    Quit,
    /// `d`: show the position.
    Display,
    /// `eval`: show the evaluation.
    Eval,
    /// `bench`: the fixed workload.
    Bench,
    /// Known but not used: `debug`, `register`.
    Ignored,
    /// No command has this name.
    Unknown,
}

/// The limits of a search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Go {
    /// `wtime`, `btime`: time left, by colour.
    pub time: [Option<Duration>; 2],
    /// `winc`, `binc`: increment per move, by colour.
    pub increment: [Duration; 2],
    /// `movestogo`: moves to the next time control; 0: the time is for the whole game.
    pub moves_to_go: u32,
    /// `movetime`: exactly this long.
    pub move_time: Option<Duration>,
    pub depth: Option<u16>,
    pub nodes: Option<u64>,
    /// `mate`: until a mate in at most this many moves is found.
    pub mate: Option<u32>,
    pub infinite: bool,
    /// `ponder`: until `stop` or `ponderhit`.
    pub ponder: bool,
    /// `searchmoves`: only these; empty: all.
    pub search_moves: Vec<String>,
    /// `perft`: counts the legal move tree to this depth instead of searching.
    pub perft: Option<u32>,
    /// Whether `perft` was there, with a depth that can be read or not.
    pub is_count: bool,
    /// Why words were not read.
    pub faults: Vec<String>,
}

impl Command {
    /// Parses one line. Returns `None` for an empty one.
    pub fn parse(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        let command = match words.next()? {
            "uci" => Self::Uci,
            "isready" => Self::IsReady,
            "setoption" => option(words),
            "ucinewgame" => Self::NewGame,
            "position" => position(words),
            "go" => Self::Go(Box::new(go(words))),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "quit" => Self::Quit,
            "d" => Self::Display,
            "eval" => Self::Eval,
            "bench" => Self::Bench,
            "debug" | "register" => Self::Ignored,
            _ => Self::Unknown,
        };
        Some(command)
    }

    /// Whether it concerns the search in progress or can be answered at any time.
    pub fn is_urgent(&self) -> bool {
        matches!(self, Self::Stop | Self::IsReady | Self::PonderHit | Self::Ignored | Self::Unknown)
    }
}

/// Parses `setoption`. Names and values may contain blanks.
fn option<'a>(words: impl Iterator<Item = &'a str>) -> Command {
    let (mut name, mut value): (Vec<&str>, Option<Vec<&str>>) = (Vec::new(), None);
    for (at, word) in words.enumerate() {
        match (&mut value, word) {
            (None, "name") if at == 0 => {}
            (None, "value") => value = Some(Vec::new()),
            (None, _) => name.push(word),
            (Some(value), _) => value.push(word),
        }
    }
    Command::SetOption(name.join(" "), value.map(|words| words.join(" ")))
}

fn position<'a>(words: impl Iterator<Item = &'a str>) -> Command {
    let mut words = words.peekable();
    let fen: Option<Vec<&str>> = match words.next() {
        Some("startpos") => None,
        Some("fen") => Some(std::iter::from_fn(|| words.next_if(|&word| word != "moves")).collect()),
        _ => return Command::NoPosition,
    };
    let moves = words.skip_while(|&word| word == "moves").map(str::to_owned).collect();
    Command::Position { fen: fen.map(|fields| fields.join(" ")), moves }
}

/// Words of `go` that are not moves.
const KEYWORDS: &str =
    "searchmoves ponder wtime btime winc binc movestogo depth nodes mate movetime infinite perft";

fn is_keyword(word: &str) -> bool {
    KEYWORDS.split(' ').any(|keyword| keyword == word)
}

fn go<'a>(words: impl Iterator<Item = &'a str>) -> Go {
    let mut go = Go::default();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                let moves = std::iter::from_fn(|| words.next_if(|text| !is_keyword(text)));
                go.search_moves.extend(moves.map(str::to_owned));
            }
            _ if is_keyword(word) => {
                go.is_count |= word == "perft";
                match words.next_if(|text| !is_keyword(text)) {
                    Some(value) if number(&mut go, word, value).is_some() => {}
                    Some(value) => go.faults.push(format!("{word}: not a number: {}", quoted(value))),
                    None => go.faults.push(format!("{word} needs a number")),
                }
            }
            _ => {
                let meant = suggestion(word, KEYWORDS.split(' '));
                go.faults.push(format!("unknown word {}{meant}", quoted(word)));
            }
        }
    }
    go
}

/// Sets a limit; `None` if the value is not a number.
fn number(go: &mut Go, word: &str, value: &str) -> Option<()> {
    let n = whole_number(value)?;
    // A flag may have fallen: no time left.
    let time = Duration::from_millis(n.clamp(0, i128::from(u64::MAX)) as u64).min(LONGEST_TIME);
    let (count, positive) = (n.clamp(0, i128::from(u32::MAX)) as u32, n > 0);
    match word {
        "wtime" => go.time[0] = Some(time),
        "btime" => go.time[1] = Some(time),
        "winc" => go.increment[0] = time,
        "binc" => go.increment[1] = time,
        "movestogo" => go.moves_to_go = count,
        "movetime" => go.move_time = Some(time),
        "depth" => go.depth = positive.then_some(n.min(1000) as u16),
        "nodes" => go.nodes = positive.then_some(n.min(i128::from(u64::MAX)) as u64),
        "mate" => go.mate = positive.then_some(count),
        "perft" => go.perft = Some(count.min(MAX_DEPTH)),
        _ => {}
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_of_options_may_have_blanks() {
        let read = |line| Command::parse(line).unwrap();
        let set = |name: &str, value: Option<&str>| Command::SetOption(name.into(), value.map(str::to_owned));
        assert_eq!(read("setoption name Clear Hash"), set("Clear Hash", None));
        assert_eq!(read("setoption name Book File value /a b/c"), set("Book File", Some("/a b/c")));
        assert_eq!(read("setoption name VariantPath value"), set("VariantPath", Some("")));
    }

    #[test]
    fn a_position_is_a_fen_and_moves() {
        let read = |line: &str| Command::parse(line).unwrap();
        let position = |fen: Option<&str>, moves: &[&str]| Command::Position {
            fen: fen.map(str::to_owned),
            moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
        };
        assert_eq!(read("position startpos"), position(None, &[]));
        assert_eq!(read("position startpos moves e2e4 e7e5"), position(None, &["e2e4", "e7e5"]));
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        assert_eq!(read(&format!("position fen {fen}  moves e1g1")), position(Some(fen), &["e1g1"]));
        // An empty FEN is refused, not taken for the start.
        assert_eq!(read("position fen moves e2e4"), position(Some(""), &["e2e4"]));
        for line in ["position", "position e2e4", "position moves e2e4"] {
            assert_eq!(read(line), Command::NoPosition, "{line}");
        }
    }

    #[test]
    fn go_takes_its_limits_in_any_order() {
        let Some(Command::Go(go)) = Command::parse(
            "go searchmoves e2e4 d2d4 wtime 1000 btime -5 winc x binc 7 movestogo 3 ponder depth 0",
        ) else {
            panic!("no go");
        };
        let ms = Duration::from_millis;
        let expected = Go {
            search_moves: vec!["e2e4".into(), "d2d4".into()],
            time: [Some(ms(1000)), Some(ms(0))],
            increment: [ms(0), ms(7)],
            moves_to_go: 3,
            ponder: true,
            faults: vec!["winc: not a number: x".into()],
            ..Go::default()
        };
        assert_eq!(*go, expected);
        assert_eq!(Command::parse("go"), Some(Command::Go(Box::default())));
    }
}
