//! The user options. [`Settings`] holds their values.

use super::level;
use crate::variant::nearest::suggestion;
use std::num::{IntErrorKind, ParseIntError};

/// Type of an option's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// On or off, with the default.
    Check(bool),
    /// A number: default, minimum and maximum.
    Spin(i64, i64, i64),
    /// A path to a file; none by default.
    File,
    /// A path to a folder; none by default.
    Folder,
    /// One of these words, the first by default.
    Choice(&'static [&'static str]),
    Variant,
    Button,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    pub id: Id,
    pub name: &'static str,
    pub kind: OptionKind,
}

/// Default size of the hash table, MiB.
pub const DEFAULT_HASH_MB: usize = 64;
/// Maximum number of search threads.
pub const MAX_THREADS: i64 = 256;
/// Maximum number of lines shown.
const MAX_LINES: i64 = 64;
/// Log levels, most verbose first; the first is the default.
const LEVELS: &[&str] = &["debug", "info", "warn", "error"];

/// Defines [`Id`] and [`TABLE`].
macro_rules! options {
    ($($(#[$doc:meta])* $id:ident $name:literal $kind:expr;)*) => {
        /// An option.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Id {
            $($(#[$doc])* $id,)*
        }

        /// All options, in the order in which GUIs show them.
        pub const TABLE: &[OptionSpec] = {
            use OptionKind::{Button, Check, Choice, File, Folder, Spin};
            &[$(OptionSpec { id: Id::$id, name: $name, kind: $kind }),*]
        };
    };
}

options! {
    /// Size of the transposition table, MiB.
    Hash "Hash" Spin(DEFAULT_HASH_MB as i64, 1, 64 * 1024);
    Threads "Threads" Spin(1, 1, MAX_THREADS);
    /// Thinking on the opponent's time; the GUI decides when, so the option does nothing.
    Ponder "Ponder" Check(false);
    /// Number of lines to show.
    MultiPv "MultiPV" Spin(1, 1, MAX_LINES);
    Variant "UCI_Variant" OptionKind::Variant;
    /// Castling rights with any rook; castling is written as the king capturing it.
    Chess960 "UCI_Chess960" Check(false);
    /// A file with definitions, or with sections of a `variants.ini`.
    VariantPath "Variant Path" File;
    /// A folder of definitions.
    VariantFolder "Variant Folder" Folder;
    /// Whether the engine resigns lost games.
    Resign "Resign" Check(false);
    /// Score from which a game counts as lost, centipawns.
    ResignScore "Resign Score" Spin(1000, 100, 30_000);
    /// The engine offers a draw when scores stay this close to 0 for long; 0: never.
    DrawScore "Draw Score" Spin(0, 0, 200);
    /// The engine accepts a draw if its score is at most minus this, centipawns.
    Contempt "Contempt" Spin(0, -200, 200);
    SkillLevel "Skill Level" Spin(level::HIGHEST, 0, level::HIGHEST);
    /// Whether `UCI_Elo` sets the level.
    LimitStrength "UCI_LimitStrength" Check(false);
    /// Elo of the level.
    Elo "UCI_Elo" Spin(level::DEFAULT_ELO, level::MIN_ELO, level::MAX_ELO);
    /// Nodes per move; 0: limited by time only.
    LimitNodes "Limit Nodes" Spin(0, 0, 1_000_000_000);
    /// Maximum loss of an intentionally inferior move, centipawns.
    Noise "Noise" Spin(0, 0, 1000);
    /// Number of moves at the start of a game that are chosen randomly among good ones.
    OpeningMoves "Opening Moves" Spin(0, 0, 40);
    /// Maximum loss of such a move, centipawns.
    OpeningSpread "Opening Spread" Spin(30, 0, 500);
    /// Whether the engine evaluates by what it has learned of the variant.
    UseNet "Use Net" Check(true);
    /// Whether the engine plays book moves.
    OwnBook "Own Book" Check(false);
    BookFile "Book File" File;
    /// Seed for shuffled arrays; 0: a different array each game.
    ShuffleSeed "Shuffle Seed" Spin(0, 0, 1_000_000_000);
    /// Time reserved for each move, milliseconds.
    MoveOverhead "Move Overhead" Spin(10, 0, 5000);
    LogFile "Log File" File;
    LogLevel "Log Level" Choice(LEVELS);
    ShowValues "Show Piece Values" Button;
    ShowMoves "Show Moves" Button;
    /// Empties the transposition table.
    ClearHash "Clear Hash" Button;
}

/// The value of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Of [`OptionKind::Check`].
    Switch(bool),
    /// Of [`OptionKind::Spin`], within its range.
    Number(i64),
    /// Of [`OptionKind::Variant`] and of paths: trimmed; may be empty.
    Text(String),
    /// Of [`OptionKind::Choice`]: the index of the word.
    Word(usize),
    /// Of [`OptionKind::Button`].
    Pressed,
}

/// Whether two names differ only in blanks and case.
fn is_spelling(name: &str, other: &str) -> bool {
    let letters = |text: &str| text.to_ascii_lowercase().replace(char::is_whitespace, "");
    letters(name) == letters(other)
}

/// Parses a whole number of any length; one beyond the range of the type becomes its limit.
pub fn whole_number(text: &str) -> Option<i128> {
    let read = text.parse::<i128>();
    match read.as_ref().map_err(ParseIntError::kind) {
        Ok(&number) => Some(number),
        Err(IntErrorKind::PosOverflow) => Some(i128::MAX),
        Err(IntErrorKind::NegOverflow) => Some(i128::MIN),
        Err(_) => None,
    }
}

/// Finds an option by name, ignoring case and blanks, and parses its value. Numbers out of range are clamped.
///
/// # Errors
/// A message if there is no such option or the value is invalid.
pub fn read(name: &str, value: Option<&str>) -> Result<(Id, Value), String> {
    let found = TABLE.iter().find(|spec| is_spelling(spec.name, name));
    let Some(spec) = found else {
        let names = TABLE.iter().map(|spec| spec.name);
        return Err(format!("no such option{}", suggestion(name, names)));
    };
    let text = value.map(str::trim);
    let value = match (spec.kind, text) {
        (OptionKind::Button, _) => Value::Pressed,
        (_, None) => return Err("the value is missing".into()),
        (OptionKind::Check(_), Some(text)) => match text.to_ascii_lowercase().as_str() {
            "1" | "true" | "on" => Value::Switch(true),
            "0" | "false" | "off" => Value::Switch(false),
            _ => return Err("the value must be on or off".into()),
        },
        (OptionKind::Spin(_, least, most), Some(text)) => {
            let number = whole_number(text).ok_or("the value must be a number")?;
            Value::Number(number.clamp(least.into(), most.into()) as i64)
        }
        (OptionKind::Choice(words), Some(text)) => {
            let at = words.iter().position(|word| word.eq_ignore_ascii_case(text));
            Value::Word(at.ok_or_else(|| format!("the value must be one of {}", words.join(", ")))?)
        }
        (OptionKind::File | OptionKind::Folder, Some("<empty>")) => Value::Text(String::new()),
        (OptionKind::File | OptionKind::Folder | OptionKind::Variant, Some(text)) => {
            Value::Text(text.to_owned())
        }
    };
    Ok((spec.id, value))
}

/// Values of the options, by [`Id`]: numbers, and 0 or 1 for switches.
#[derive(Clone, Debug)]
pub struct Settings([i64; TABLE.len()]);

impl Default for Settings {
    fn default() -> Self {
        let mut values = [0; TABLE.len()];
        for spec in TABLE {
            values[spec.id as usize] = match spec.kind {
                OptionKind::Check(on) => on.into(),
                OptionKind::Spin(default, ..) => default,
                _ => 0,
            };
        }
        Self(values)
    }
}

impl Settings {
    /// Stores a value; ignores texts and actions.
    pub fn set(&mut self, id: Id, value: &Value) {
        match *value {
            Value::Switch(on) => self.0[id as usize] = on.into(),
            Value::Number(number) => self.0[id as usize] = number,
            _ => {}
        }
    }

    /// The value of a number.
    pub fn number(&self, id: Id) -> i64 {
        self.0[id as usize]
    }

    /// The value of a switch.
    pub fn is_on(&self, id: Id) -> bool {
        self.number(id) != 0
    }

    /// Nodes per move; `None`: limited by time only.
    pub fn nodes(&self) -> Option<u64> {
        Some(self.number(Id::LimitNodes) as u64).filter(|&nodes| nodes > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_found_by_its_name_and_set() {
        for spec in TABLE {
            let value = match spec.kind {
                OptionKind::Check(_) => Some("true"),
                OptionKind::Spin(..) => Some("1"),
                OptionKind::File | OptionKind::Folder | OptionKind::Variant => Some(" a b "),
                OptionKind::Choice(words) => Some(words[0]),
                OptionKind::Button => None,
            };
            let (id, value) = read(&spec.name.to_ascii_uppercase(), value).unwrap();
            assert_eq!(id, spec.id);
            Settings::default().set(id, &value);
        }
        for old in ["VariantPath", "OwnBook", "Shuffle seed", "multi pv"] {
            assert!(read(old, Some("1")).is_ok(), "{old}");
        }
        let unknown = |name| read(name, Some("1")).unwrap_err();
        assert_eq!(unknown("Hush"), "no such option; did you mean `Hash`?");
        assert_eq!(unknown("Xyzzy"), "no such option");
        assert!(read("Hash", None).is_err());
        assert!(read("Hash", Some("much")).is_err());
    }

    #[test]
    fn numbers_stay_within_their_range() {
        assert_eq!(read("MultiPV", Some("999999999999")), Ok((Id::MultiPv, Value::Number(MAX_LINES))));
        assert_eq!(read("MultiPV", Some(&"9".repeat(50))), Ok((Id::MultiPv, Value::Number(MAX_LINES))));
        assert_eq!(read("Hash", Some("-5")), Ok((Id::Hash, Value::Number(1))));
        let defaults = Settings::default();
        let numbers = [Id::MultiPv, Id::ResignScore].map(|id| defaults.number(id));
        assert_eq!((numbers, defaults.nodes()), ([1, 1000], None));
    }
}
