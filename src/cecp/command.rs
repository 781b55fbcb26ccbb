//! CECP command parser: text to [`Command`].

use crate::board::Color;
use crate::engine::options::whole_number;
use crate::search::clock::{LONGEST_TIME, TimeControl};
use std::time::Duration;

/// A command from the GUI. Texts are kept as sent, trimmed.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    XBoard,
    /// `protover N`; the reply lists the features.
    Protover,
    Accepted(String),
    New,
    Variant(String),
    Quit,
    /// `force`: play neither side.
    Force,
    /// `go`: play the side to move.
    Go,
    /// `playother`: play the side that is not to move.
    PlayOther,
    /// `white` or `black` of protocol 1: sets the side to move; the engine takes the other side.
    SideToMove(Color),
    /// `level MPS BASE INC` or `st N`.
    Level(TimeControl),
    /// `sd N`: depth limit in plies; 0: none.
    Depth(u16),
    /// `nps N`: number of nodes that counts as one second; 0: real time.
    NodeRate(u64),
    /// `time N`: the engine's clock.
    Time(Duration),
    /// `usermove M` or a bare move.
    Move(String),
    /// `?`: move now.
    MoveNow,
    Ping(String),
    /// `draw`: the opponent offers a draw.
    Draw,
    Result,
    SetBoard(String),
    /// `edit`: the old way to set up a position; ends with a line `.`.
    Edit,
    /// `undo` (1) or `remove` (2): take back that many plies.
    TakeBack(usize),
    Hint,
    /// `bk`: the book's moves.
    Book,
    /// `hard` (true) or `easy`: pondering.
    Ponder(bool),
    /// `post` (true) or `nopost`: thinking output.
    Post(bool),
    Analyze,
    /// `exit`: leave analysis.
    Exit,
    /// `.`: status of the analysis.
    Status,
    /// `exclude M` (true) or `include M`; `None` is `all`.
    Exclude(bool, Option<String>),
    /// `pause` (true) or `resume`.
    Pause(bool),
    /// `option NAME=VALUE`; buttons have no value. Also `memory N` and `cores N`.
    Option(String, Option<String>),
    /// `setscore SCORE DEPTH`: the score of the position, centipawns for the side to move.
    SetScore(i32, u16),
    /// `holding [WHITE] [BLACK]`: the pieces in hand.
    Holding(String),
    /// `computer`: the opponent is an engine.
    Computer,
    /// `lift SQ`: the user grabs a piece with the mouse.
    Lift(String),
    /// `put SQ`: the user puts it down.
    Put(String),
    /// `hover SQ`: the user points at a target.
    Hover(String),
    /// Known but not used: `random`, `name`, `rating`, `ics`, `egtpath` and the like.
    Ignored,
}

/// Longest bare word accepted as a move, bytes.
const LONGEST_WORD: usize = 100;

impl Command {
    /// Parses one line. Returns `Ok(None)` for an empty one.
    ///
    /// # Errors
    /// Why the line is refused, without the words that XBoard scans error messages for.
    pub fn parse(line: &str) -> Result<Option<Self>, &'static str> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let command = match word {
            "" => return Ok(None),
            "xboard" => Self::XBoard,
            "protover" => count(rest, u64::MAX).map(|_| Self::Protover)?,
            "accepted" => Self::Accepted(rest.into()),
            "new" => Self::New,
            "variant" => Self::Variant(text(rest)?),
            "quit" => Self::Quit,
            "force" => Self::Force,
            "go" => Self::Go,
            "playother" => Self::PlayOther,
            "white" => Self::SideToMove(Color::White),
            "black" => Self::SideToMove(Color::Black),
            "usermove" => Self::Move(text(rest)?),
            "?" => Self::MoveNow,
            "ping" => Self::Ping(rest.into()),
            "draw" => Self::Draw,
            "result" => Self::Result,
            "setboard" => Self::SetBoard(text(rest)?),
            "edit" => Self::Edit,
            "undo" => Self::TakeBack(1),
            "remove" => Self::TakeBack(2),
            "hint" => Self::Hint,
            "bk" => Self::Book,
            "analyze" => Self::Analyze,
            "exit" => Self::Exit,
            "." => Self::Status,
            "computer" => Self::Computer,
            "hard" | "easy" => Self::Ponder(word == "hard"),
            "post" | "nopost" => Self::Post(word == "post"),
            "pause" | "resume" => Self::Pause(word == "pause"),
            "exclude" | "include" => {
                Self::Exclude(word == "exclude", Some(text(rest)?).filter(|mv| mv != "all"))
            }
            "level" => level(rest)?,
            "st" => Self::Level(TimeControl::PerMove(period(rest)?)),
            "sd" => Self::Depth(count(rest, u16::MAX.into())? as u16),
            "nps" => Self::NodeRate(count(rest, u64::MAX)?),
            "time" => Self::Time(centiseconds(rest)?),
            "otim" => centiseconds(rest).map(|_| Self::Ignored)?,
            "memory" => Self::Option("Hash".into(), Some(count(rest, u32::MAX.into())?.to_string())),
            "cores" => Self::Option("Threads".into(), Some(count(rest, u32::MAX.into())?.to_string())),
            "option" => option(rest)?,
            "lift" => Self::Lift(rest.into()),
            "put" => Self::Put(rest.into()),
            "hover" => Self::Hover(rest.into()),
            "setscore" => set_score(rest)?,
            "holding" => Self::Holding(text(rest)?),
            "rejected" | "random" | "name" | "rating" | "ics" | "egtpath" | "partner" | "ptell"
            | "bookmode" | "xedit" => Self::Ignored,
            _ => return bare_move(line).map(Some),
        };
        Ok(Some(command))
    }
}

/// Parses a single word that could be a move (without `usermove`); anything else is an unknown command.
///
/// All moves contain a digit except castling, `@@@@`, `--` and the like.
fn bare_move(line: &str) -> Result<Command, &'static str> {
    let one_word = !line.contains(char::is_whitespace) && line.len() <= LONGEST_WORD;
    let squares = line.starts_with(|c: char| c.is_ascii_alphabetic() || "+@".contains(c))
        && line.contains(|c: char| c.is_ascii_digit())
        && line.chars().all(|c| c.is_ascii_alphanumeric() || "@+-=,x:()!?/'*#".contains(c));
    let castles = ["O-O", "0-0", "o-o"].iter().any(|castling| line.starts_with(castling));
    let passes = ["@@@@", "--", "pass", "null"].contains(&line);
    if one_word && (squares || castles || passes) {
        Ok(Command::Move(line.into()))
    } else {
        Err("unknown command")
    }
}

fn text(rest: &str) -> Result<String, &'static str> {
    if rest.is_empty() { Err("argument missing") } else { Ok(rest.into()) }
}

fn first_word(rest: &str) -> &str {
    rest.split_whitespace().next().unwrap_or_default()
}

fn real_number(rest: &str) -> Result<f64, &'static str> {
    first_word(rest).parse().ok().filter(|n: &f64| !n.is_nan()).ok_or("bad number")
}

/// Parses a number and limits it to `most`.
fn count(rest: &str, most: u64) -> Result<u64, &'static str> {
    let word = first_word(rest);
    let is_number = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    if is_number { Ok(word.parse().unwrap_or(most).min(most)) } else { Err("bad number") }
}

/// Parses seconds, possibly fractional, or `min:sec`. SPEC: XBoard prints them with `%g`.
fn period(rest: &str) -> Result<Duration, &'static str> {
    let word = first_word(rest);
    let (min, sec) = word.split_once(':').unwrap_or(("0", word));
    let number = |text: &str| text.parse::<f64>().map_err(|_| "bad time");
    duration(number(min)? * 60.0 + number(sec)?)
}

fn duration(seconds: f64) -> Result<Duration, &'static str> {
    Duration::try_from_secs_f64(seconds.clamp(f64::MIN, LONGEST_TIME.as_secs_f64())).map_err(|_| "bad time")
}

/// Parses a clock reading. Negative times (the flag has fallen) become zero.
fn centiseconds(rest: &str) -> Result<Duration, &'static str> {
    duration(real_number(rest)?.max(0.0) / 100.0)
}

fn level(rest: &str) -> Result<Command, &'static str> {
    let mut words = rest.split_whitespace();
    let (Some(moves), Some(base), Some(increment)) = (words.next(), words.next(), words.next()) else {
        return Err("level needs MPS BASE INC");
    };
    // BASE is in minutes unless it has a colon.
    let base = if base.contains(':') { period(base)? } else { duration(real_number(base)? * 60.0)? };
    let (moves, increment) = (count(moves, u32::MAX.into())? as u32, period(increment)?);
    Ok(Command::Level(TimeControl::Level { moves, base, increment }))
}

fn set_score(rest: &str) -> Result<Command, &'static str> {
    let depth = rest.split_once(char::is_whitespace).map_or("1", |(_, depth)| depth);
    let score = whole_number(first_word(rest)).ok_or("bad number")?;
    let score = score.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    Ok(Command::SetScore(score, count(depth, u16::MAX.into())? as u16))
}

fn option(rest: &str) -> Result<Command, &'static str> {
    let (name, value) = rest.split_once('=').map_or((rest, None), |(name, value)| (name, Some(value.into())));
    Ok(Command::Option(text(name.trim_end())?, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Command {
        Command::parse(line).unwrap().unwrap()
    }

    #[test]
    fn level_takes_minutes_min_sec_and_fractional_increments() {
        // "BASE = `min` or `min:sec`; INC in seconds, printed with %g so may be fractional"
        let level = |moves, base, increment| {
            let [base, increment] = [base, increment].map(Duration::from_secs_f64);
            Command::Level(TimeControl::Level { moves, base, increment })
        };
        assert_eq!(read("level 40 5 0"), level(40, 300.0, 0.0));
        assert_eq!(read("level 0 0:05 0.5"), level(0, 5.0, 0.5));
        assert_eq!(read("level 0 2:30 12"), level(0, 150.0, 12.0));
        assert!(Command::parse("level 40 5").is_err());
        assert!(Command::parse("level 40 -5 0").is_err());
        assert!(Command::parse("level 40 1e300 nan").is_err());
    }

    #[test]
    fn moves_come_bare_or_with_usermove() {
        for text in
            "e2e4 a7a8q N@f3 O-O e4e5,e5d6 a9b10 @@@@ b1c3h e7e8=Q +Pa4a5 @e4 e4!? O-O-O+ Nc3/H".split(' ')
        {
            assert_eq!(read(text), Command::Move(text.into()), "{text}");
            assert_eq!(read(&format!("usermove {text}")), Command::Move(text.into()), "{text}");
        }
        assert_eq!(Command::parse("foo"), Err("unknown command"));
        assert_eq!(Command::parse("e2e4 x"), Err("unknown command"));
    }

    #[test]
    fn clocks_never_fail_on_fallen_flags() {
        assert_eq!(read("time -30"), Command::Time(Duration::ZERO));
        assert_eq!(read("time 12345"), Command::Time(Duration::from_millis(123_450)));
        assert_eq!(read("otim -30"), Command::Ignored);
    }

    #[test]
    fn options_with_and_without_value() {
        assert_eq!(read("option Clear Hash"), Command::Option("Clear Hash".into(), None));
        assert_eq!(read("option Log File=a=b"), Command::Option("Log File".into(), Some("a=b".into())));
    }

    #[test]
    fn errors_name_the_fault() {
        assert_eq!(Command::parse("fly me"), Err("unknown command"));
        assert_eq!(Command::parse("sd deep"), Err("bad number"));
    }
}
