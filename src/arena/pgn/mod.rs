//! Writes games as PGN, and reads them back to resume a match.
//!
//! SPEC: the PGN standard of 1994, sections 8 and 9; moves in SAN where GUIs know the variant, else as CECP writes
//! them; `Variant` as XBoard has it. The tag `Fault` is ours: the side whose engine broke the rules, and how.

mod reader;

pub use reader::{Read, ReadGames, decode, read};

use super::record::{Ended, EngineFault, Record};
use crate::board::Color;
use crate::system::files;
use reader::FIRST_TAG;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Longest line of movetext. SPEC: PGN, 8.2.1: "less than 80 columns".
const COLUMNS: usize = 79;

/// Start of the names of Griffon's matches, by which their games are recognised in a file.
pub const EVENT: &str = "griffon match ";

/// Data of a game other than its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header<'a> {
    /// Name of the match.
    pub event: &'a str,
    /// Date in UTC, such as `2026.01.31`.
    pub date: &'a str,
    /// Number of the game in the match.
    pub round: &'a str,
    pub variant: &'a str,
    /// Names of White and Black.
    pub names: [&'a str; 2],
    /// Time controls of White and Black.
    pub times: [&'a str; 2],
}

/// Formats a game as PGN, ending with an empty line.
pub fn write(header: &Header<'_>, record: &Record) -> String {
    let ended = &record.ended;
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Event", header.event);
    tag("Site", "?");
    tag("Date", header.date);
    tag("Round", header.round);
    tag("White", header.names[0]);
    tag("Black", header.names[1]);
    tag("Result", ended.score());
    tag("Variant", header.variant);
    if let Some(fen) = &record.fen {
        tag("SetUp", "1");
        tag("FEN", fen);
    }
    tag("TimeControl", header.times[0]);
    if header.times[0] != header.times[1] {
        tag("BlackTimeControl", header.times[1]);
    }
    tag("PlyCount", &record.moves.len().to_string());
    tag("Termination", termination(ended));
    if let Some((side, fault)) = ended.fault {
        tag("Fault", &format!("{} {}", side_name(side), fault.word()));
    }
    text.push('\n');
    write_moves(record, &mut text);
    text
}

/// Formats a time as a UTC date, such as `2026.01.31`.
pub fn date(time: SystemTime) -> String {
    let seconds = time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (mut year, mut day) = (1970, seconds / 86_400);
    let is_leap = |year: u64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let mut month = 1;
    for length in [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    format!("{year}.{month:02}.{:02}", day + 1)
}

fn write_moves(record: &Record, text: &mut String) {
    let mut tokens = Vec::with_capacity(record.moves.len() * 3 + 2);
    for (ply, played) in (record.first_ply..).zip(&record.moves) {
        let (number, black) = (ply / 2 + 1, ply % 2 == 1);
        if !black {
            tokens.push(format!("{number}."));
        } else if ply == record.first_ply {
            tokens.push(format!("{number}..."));
        }
        tokens.push(played.text.clone());
        tokens.push(format!("{{{}}}", played.comment()));
    }
    tokens.push(format!("{{{}}}", record.ended.reason.replace(['{', '}', '\n', '\r'], " ")));
    tokens.push(record.ended.score().to_owned());
    let mut column = 0;
    for token in tokens {
        if column > 0 && column + 1 + token.len() > COLUMNS {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        column += token.len();
        *text += &token;
    }
    *text += "\n\n";
}

/// Name of a side in the tag `Fault`.
pub const fn side_name(side: Color) -> &'static str {
    match side {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// SPEC: PGN, 9.8.1: `Termination`.
fn termination(ended: &Ended) -> &'static str {
    match ended.fault {
        _ if ended.adjudicated => "adjudication",
        None => "normal",
        Some((_, EngineFault::Time | EngineFault::Hang)) => "time forfeit",
        Some((_, EngineFault::Crash)) => "abandoned",
        Some(_) => "rules infraction",
    }
}

/// A file to which each game is appended with a single write. A killed match leaves complete games and at most one
/// partial game at the end, which [`PgnFile::open`] removes. Everything else in the file is kept.
#[derive(Debug)]
pub struct PgnFile {
    file: File,
    path: PathBuf,
    /// Whether it is a device or a pipe, which cannot be synced.
    is_device: bool,
    /// Line ends between the text of the file and the first game appended to it.
    gap: &'static str,
}

impl PgnFile {
    /// Opens or creates a file, and returns the games in it.
    ///
    /// # Errors
    /// The file cannot be read or written, another match writes to it, or it holds something else.
    pub fn open(path: &Path) -> io::Result<(Self, Vec<Read>)> {
        // Devices and pipes hold no games, and may have no end.
        let is_device = std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        if !is_device {
            lock(&file)?;
        }
        let text = match (!is_device).then(|| std::fs::read(path)) {
            None => String::new(),
            Some(bytes) => decode(&bytes?),
        };
        let ReadGames { games, whole, .. } = read(&text);
        let own = format!("{FIRST_TAG}{EVENT}");
        let rest = &text[whole..];
        let is_partial = !rest.is_empty() && (rest.starts_with(&own) || own.starts_with(rest));
        if games.is_empty() && !text.trim_start().is_empty() && !text.contains(FIRST_TAG) && !is_partial {
            return Err(io::Error::other("not a PGN file: games are appended to those only"));
        }
        let kept = if is_partial { &text[..whole] } else { &text };
        if is_partial {
            files::truncate(path, kept.len() as u64)?;
        }
        let gap = match kept {
            text if text.is_empty() || text.ends_with("\n\n") || text.ends_with("\n\r\n") => "",
            text if text.ends_with('\n') => "\n",
            _ => "\n\n",
        };
        Ok((Self { file, path: path.to_owned(), is_device, gap }, games))
    }
    /// Appends a game and syncs it to disk.
    ///
    /// # Errors
    /// The file, which the error names, cannot be written.
    pub fn append(&mut self, game: &str) -> io::Result<()> {
        let text = [self.gap, game].concat();
        self.gap = "";
        let written = self.file.write_all(text.as_bytes());
        let kept = written.and_then(|()| if self.is_device { Ok(()) } else { self.file.sync_data() });
        kept.map_err(files::named(&self.path))
    }
}

/// Keeps other matches from writing to the file until it is closed, however the program ends.
fn lock(file: &File) -> io::Result<()> {
    // On Windows no other program could read a locked file.
    if cfg!(windows) {
        return Ok(());
    }
    match fs4::FileExt::try_lock(file) {
        Err(fs4::TryLockError::WouldBlock) => Err(io::Error::other("another match writes to this file")),
        // Some network file systems have no locks.
        Ok(()) | Err(fs4::TryLockError::Error(_)) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::engine::EngineInfo;
    use crate::arena::record::Played;
    use std::time::Duration;

    fn record(plies: usize, ended: Ended) -> Record {
        let thought = EngineInfo { score: Some(-12), depth: 7, ..EngineInfo::default() };
        let played = |ply| Played {
            text: String::from(["e2e4", "e7e5", "g1f3", "b8c6"][ply % 4]),
            thought: (ply > 1).then_some((thought, Duration::from_millis(40))),
        };
        Record { fen: None, first_ply: 0, moves: (0..plies).map(played).collect(), ended }
    }

    const HEADER: Header<'_> = Header {
        event: "griffon match 1",
        date: "2026.01.31",
        round: "2.1",
        variant: "normal",
        names: ["A \"quoted\" \\ name", "B"],
        times: ["5+0.05", "-"],
    };

    #[test]
    fn games_are_read_as_they_were_written() {
        let forfeit = Ended::forfeit(Color::Black, EngineFault::Time, "time {late}");
        let first = record(23, forfeit);
        let mut second = record(4, Ended::draw("by the rules"));
        second.fen = Some("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1".to_owned());
        let text = write(&HEADER, &first) + &write(&HEADER, &second);
        assert!(text.lines().all(|line| line.len() < 80 || line.starts_with('[')), "{text}");
        let ReadGames { games, whole, .. } = read(&text);
        assert_eq!((games.len(), whole), (2, text.len()));
        assert_eq!(games[0].tag("White"), Some(HEADER.names[0]));
        assert_eq!(games[0].tag("Termination"), Some("time forfeit"));
        assert_eq!(games[0].fault(), Some((Color::Black, EngineFault::Time)));
        assert_eq!(games[0].winner(), Some(Some(Color::White)));
        let moves: Vec<_> = first.moves.iter().map(|played| played.text.clone()).collect();
        assert_eq!(games[0].moves, moves);
        assert_eq!(games[0].comments[1..3], ["book", "-0.12/7 0.04s"]);
        assert_eq!((games[1].tag("FEN"), games[1].winner()), (second.fen.as_deref(), Some(None)));
    }

    #[test]
    fn dates_follow_the_calendar() {
        for (days, wanted) in [
            (0, "1970.01.01"),
            (59, "1970.03.01"),
            (11_016, "2000.02.29"),
            (19_722, "2023.12.31"),
            (20_454, "2026.01.01"),
        ] {
            assert_eq!(date(SystemTime::UNIX_EPOCH + Duration::from_secs(days * 86_400 + 5)), wanted);
        }
    }

    #[test]
    fn moves_are_numbered_from_the_first_position() {
        for (first_ply, expected) in [(1, "\n1... e2e4 {book} 2. e7e5"), (18, "\n10. e2e4 {book} e7e5")] {
            let text = write(&HEADER, &Record { first_ply, ..record(3, Ended::draw("x")) });
            assert!(text.contains(expected), "{text}");
        }
    }

    #[test]
    fn a_truncated_game_is_not_read() {
        let whole = write(&HEADER, &record(6, Ended::win(Color::White, "by the rules")));
        let text = whole.clone() + &whole;
        for length in whole.len() + 1..text.len() - 1 {
            let ReadGames { games, whole: end, .. } = read(&text[..length]);
            let complete = length >= text.len() - "\n\n".len();
            assert_eq!((games.len(), end), if complete { (2, length) } else { (1, whole.len()) }, "{length}");
        }
    }

    /// Returns a file's bytes and the number of complete games in it after it has been opened and a game appended.
    fn appended(name: &str, bytes: &[u8], game: &str) -> (Vec<u8>, usize) {
        let place = tempfile::tempdir().expect("a folder");
        let path = place.path().join(name);
        std::fs::write(&path, bytes).expect("writes");
        let (mut file, games) = PgnFile::open(&path).expect("opens");
        file.append(game).expect("appends");
        (std::fs::read(&path).expect("reads"), games.len())
    }

    #[test]
    fn games_are_appended_after_the_last_complete_game() {
        let header = Header { names: ["Müller", "B"], ..HEADER };
        let game = write(&header, &record(6, Ended::win(Color::White, "by the rules")));
        let twice = game.repeat(2);
        // Cut off anywhere, even inside a letter of two bytes.
        for length in 0..=game.len() {
            let bytes = [game.as_bytes(), &game.as_bytes()[..length]].concat();
            let (after, games) = appended("own.pgn", &bytes, &game);
            let complete = length >= game.len() - "\n\n".len();
            let expected = if complete { (game.repeat(3), 2) } else { (twice.clone(), 1) };
            assert_eq!((String::from_utf8_lossy(&after).as_ref(), games), (expected.0.as_str(), expected.1));
        }
    }

    #[test]
    fn other_files_and_those_of_running_matches_are_refused() {
        let place = tempfile::tempdir().expect("a folder");
        let path = |name| place.path().join(name);
        std::fs::write(path("mine.txt"), "files=8\nranks=8\n").expect("writes");
        assert!(PgnFile::open(&path("mine.txt")).is_err());
        assert_eq!(std::fs::read_to_string(path("mine.txt")).expect("reads"), "files=8\nranks=8\n");
        let first = PgnFile::open(&path("games.pgn")).expect("opens");
        if cfg!(unix) {
            assert!(PgnFile::open(&path("games.pgn")).is_err(), "another match writes to it");
        }
        drop(first);
        assert!(PgnFile::open(&path("games.pgn")).is_ok());
    }

    #[test]
    fn a_byte_order_mark_hides_no_game() {
        let game = write(&HEADER, &record(6, Ended::win(Color::White, "by the rules")));
        let marked = format!("\u{feff}{game}");
        let ReadGames { games, whole: end, .. } = read(&marked);
        assert_eq!((games[0].tag("Event"), end), (Some("griffon match 1"), marked.len()));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_are_files_too() {
        let open = |path| PgnFile::open(Path::new(path)).expect(path).0;
        assert!(open("/dev/null").append("x").is_ok());
        let error = open("/dev/full").append("x").expect_err("no space");
        assert!(error.to_string().starts_with("/dev/full: "), "{error}");
    }

    /// Games of others stay as they are, whether they are complete, end in a blank line, or are UTF-8.
    #[test]
    fn games_of_others_are_kept() {
        let game = write(&HEADER, &record(6, Ended::win(Color::White, "by the rules")));
        for (text, gap, count) in [
            (&b"[Event \"A\"]\n\n1. e4 1-0\n\n[Event \"B\"]\n\n1. e4 e5 1-0"[..], "\n\n", 2),
            (b"[Event \"A\"]\n\n1. e4 1-0\n\n[Event \"B\"]\n\n1. e4 e5\n", "\n", 1),
            (b"[Event \"A\"]\r\n\r\n1. e4 1-0\r\n\r\n", "", 1),
            (b"[Event \"A\"]\n[White \"M\xFCller, J\xF6rg\"]\n\n1. e4 {an open comment\n\n", "", 0),
            (b"[Event \"M\xFCnchen\"]\n\n1. e4 1-0\n\n", "", 1),
            (b"1. e4 e5 1-0 1. d4 1-0\n", "\n", 2),
        ] {
            let own = [gap.as_bytes(), game.as_bytes()].concat();
            let (after, games) = appended("foreign.pgn", text, &game);
            let shown = String::from_utf8_lossy(text);
            assert_eq!((after.as_slice(), games), ([text, &own].concat().as_slice(), count), "{shown}");
            // The next match finds the game, and removes only its own partial one.
            let cut = [&after[..], &game.as_bytes()[..50]].concat();
            let (again, games) = appended("again.pgn", &cut, &game);
            assert_eq!((again, games), ([&after[..], game.as_bytes()].concat(), count + 1), "{shown}");
        }
    }
}
