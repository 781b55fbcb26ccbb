//! The file of self-play games: compact, only ever appended to, readable after the program was killed.
//!
//! A header, then one record per game: length, content, checksum. A torn record at the end is cut off when the file is
//! opened again; damaged bytes between records are skipped. A move is its number in the list of legal moves; the key of
//! the last position tells whether the lists have changed since.

use crate::net::{self, Input};
use crate::system::files;
use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

/// The first bytes of a file.
const MAGIC: &[u8; 8] = b"GRIFGAME";
/// Version of the format.
const VERSION: u32 = 1;
/// Size of the header: magic, version, rules_hash.
const HEADER: usize = 20;
/// Size of the length and the checksum of a record.
const FRAME: usize = 8;
/// Longest content of a record, bytes.
const LONGEST: usize = 1 << 20;
/// Bytes read at a time.
const READ: usize = 4 << 20;

/// A ply of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedPly {
    /// Number of the move in the list of legal moves.
    pub number: u16,
    /// Score of the search for the side to move (cp); `None` for a random move.
    pub score: Option<i16>,
}

/// A game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GameRecord {
    /// The first position; empty for the start position of the variant.
    pub fen: String,
    /// White's points, in halves.
    pub result: u8,
    /// The moves.
    pub plies: Vec<PlayedPly>,
    /// Key of the last position.
    pub key: u64,
}

impl GameRecord {
    /// Memory that it takes.
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.fen.capacity() + self.plies.capacity() * size_of::<PlayedPly>()
    }
}

/// An open file of games.
#[derive(Debug)]
pub struct GameFile {
    file: File,
    /// Number of games.
    pub games: u64,
    /// Number of plies.
    pub plies: u64,
    /// Bytes of a torn record that were cut off.
    pub cut: u64,
    /// Damaged bytes between records, which are skipped.
    pub damaged: u64,
}

/// What a file of games consists of.
struct Scanned {
    /// End of the last whole record.
    end: u64,
    /// Bytes before it that are no records.
    damaged: u64,
}

impl GameFile {
    /// Opens or creates a file for a game with this rules hash, and cuts off a torn record at its end.
    ///
    /// # Errors
    /// It cannot be read or written, or belongs to other rules.
    pub fn open(path: &Path, rules_hash: u64) -> io::Result<Self> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let length = file.metadata()?.len();
        if length < HEADER as u64 {
            files::truncate(path, 0)?;
            file.write_all(&header(rules_hash))?;
            return Ok(Self { file, games: 0, plies: 0, cut: length, damaged: 0 });
        }
        let (mut games, mut plies) = (0, 0);
        let scanned = scan(&file, rules_hash, |record| {
            games += 1;
            plies += record.plies.len() as u64;
        })?;
        if scanned.end < length {
            files::truncate(path, scanned.end)?;
        }
        Ok(Self { file, games, plies, cut: length - scanned.end, damaged: scanned.damaged })
    }
    /// Appends a game.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn append(&mut self, record: &GameRecord) -> io::Result<()> {
        self.file.write_all(&encode(record))?;
        self.games += 1;
        self.plies += record.plies.len() as u64;
        Ok(())
    }
}

/// Number of games in a file; 0 if there is none.
///
/// # Errors
/// It cannot be read, or belongs to other rules.
pub fn count(path: &Path, rules_hash: u64) -> io::Result<u64> {
    let mut games = 0;
    match File::open(path) {
        Ok(file) => scan(&file, rules_hash, |_| games += 1).map(|_| games),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
        Err(error) => Err(error),
    }
}

/// Returns the hash of the rules of a file; `None` if there is none, or if it is not of this format.
pub fn rules_hash(path: &Path) -> Option<u64> {
    let mut first = [0; HEADER];
    File::open(path).ok()?.read_exact(&mut first).ok()?;
    let hash = u64::from_le_bytes(*first.last_chunk()?);
    (first[..] == header(hash)).then_some(hash)
}

/// Reads the whole games of a file, the newest ones if they take more than this number of bytes in memory.
///
/// # Errors
/// It cannot be read, or belongs to other rules.
pub fn read(path: &Path, rules_hash: u64, most_bytes: usize) -> io::Result<Vec<GameRecord>> {
    let (mut games, mut bytes) = (VecDeque::new(), 0);
    scan(&File::open(path)?, rules_hash, |record: GameRecord| {
        bytes += record.bytes();
        games.push_back(record);
        while bytes > most_bytes {
            bytes -= games.pop_front().map_or(bytes, |oldest: GameRecord| oldest.bytes());
        }
    })?;
    Ok(games.into())
}

fn header(rules_hash: u64) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(rules_hash.to_le_bytes());
    bytes
}

/// Calls `each` with the games of a file.
fn scan(file: &File, rules_hash: u64, mut each: impl FnMut(GameRecord)) -> io::Result<Scanned> {
    let mut ended = false;
    let mut first = Vec::with_capacity(HEADER);
    file.take(HEADER as u64).read_to_end(&mut first)?;
    if first != header(rules_hash) {
        let why = "the games are of other rules or of another version of the program\n\
                   help: choose another folder with `--data`, or remove this file to start again";
        return Err(io::Error::new(io::ErrorKind::InvalidData, why));
    }
    let mut scanned = Scanned { end: HEADER as u64, damaged: 0 };
    // The bytes from `from` on are not examined yet.
    let (mut window, mut from, mut at) = (Vec::new(), 0, HEADER as u64);
    loop {
        if window.len() - from < LONGEST + FRAME && !ended {
            window.drain(..from);
            from = 0;
            ended = file.take(READ as u64).read_to_end(&mut window)? == 0;
        }
        let rest = &window[from..];
        if rest.is_empty() {
            return Ok(scanned);
        }
        let step = match record_at(rest) {
            Some((record, length)) => {
                each(record);
                scanned.damaged += at - scanned.end;
                scanned.end = at + length as u64;
                length
            }
            // Damaged: the next byte may begin a record.
            None => 1,
        };
        from += step;
        at += step as u64;
    }
}

/// Reads the record at the start of some bytes, and its length; `None` if there is no whole one.
fn record_at(bytes: &[u8]) -> Option<(GameRecord, usize)> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let length = u32::from_le_bytes(*length) as usize;
    if length > LONGEST {
        return None;
    }
    Some((decode(rest.get(..length + 4)?)?, length + FRAME))
}

fn checksum(bytes: &[u8]) -> u32 {
    net::checksum(bytes) as u32
}

/// White's points for a win, in halves.
const MAX_POINTS: u8 = 2;
/// Score that stands for none.
const NO_SCORE: i16 = i16::MIN;

fn encode(record: &GameRecord) -> Vec<u8> {
    let mut body = Vec::with_capacity(32 + record.fen.len() + 4 * record.plies.len());
    body.extend((record.fen.len() as u16).to_le_bytes());
    body.extend(record.fen.as_bytes());
    body.push(record.result);
    body.extend(record.key.to_le_bytes());
    body.extend((record.plies.len() as u16).to_le_bytes());
    for ply in &record.plies {
        // One byte for most moves.
        match u8::try_from(ply.number) {
            Ok(small) if small < u8::MAX => body.push(small),
            _ => {
                body.push(u8::MAX);
                body.extend(ply.number.to_le_bytes());
            }
        }
        body.extend(ply.score.unwrap_or(NO_SCORE).to_le_bytes());
    }
    let mut bytes = (body.len() as u32).to_le_bytes().to_vec();
    bytes.extend(&body);
    bytes.extend(checksum(&body).to_le_bytes());
    bytes
}

/// Reads a record with its checksum; `None` if it is damaged.
fn decode(bytes: &[u8]) -> Option<GameRecord> {
    let (body, sum) = bytes.split_last_chunk::<4>()?;
    // PERF: nearly all bytes inside a damaged record fail here, so that no checksum is computed from there.
    let fen = usize::from(u16::from_le_bytes(*body.first_chunk()?));
    if body.get(2 + fen).is_none_or(|&result| result > MAX_POINTS) {
        return None;
    }
    if *sum != checksum(body).to_le_bytes() {
        return None;
    }
    let mut input = Input(body);
    let length = usize::from(input.u16().ok()?);
    let fen = String::from_utf8(input.take(length).ok()?.to_vec()).ok()?;
    let (result, key, count) = (input.u8().ok()?, input.u64().ok()?, input.u16().ok()?);
    let mut plies = Vec::with_capacity(usize::from(count));
    for _ in 0..count {
        let number = match input.u8().ok()? {
            u8::MAX => input.u16().ok()?,
            small => u16::from(small),
        };
        let score = input.u16().ok()? as i16;
        plies.push(PlayedPly { number, score: (score != NO_SCORE).then_some(score) });
    }
    input.0.is_empty().then_some(GameRecord { fen, result, plies, key })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn record(number: u16) -> GameRecord {
        let ply = |n: u16| PlayedPly { number: n * 40, score: (n > 2).then_some(-7 * n as i16) };
        GameRecord { fen: "4k3/8 w".into(), result: 2, plies: (0..number).map(ply).collect(), key: 99 }
    }

    /// A file of games in a folder of its own: the folder, the path, the content.
    fn file_of(games: u16) -> (tempfile::TempDir, PathBuf, Vec<u8>) {
        let place = tempfile::tempdir().expect("a folder");
        let path = place.path().join("games");
        let mut file = GameFile::open(&path, 5).expect("creates");
        for number in 0..games {
            file.append(&record(number)).expect("writes");
        }
        let whole = std::fs::read(&path).expect("reads");
        (place, path, whole)
    }

    #[test]
    fn torn_records_are_cut_off() {
        let (_place, path, whole) = file_of(9);
        assert_eq!(read(&path, 5, 1 << 20).expect("reads").last(), Some(&record(8)));
        let most = 3 * record(8).bytes();
        assert_eq!(read(&path, 5, most).expect("reads"), [record(6), record(7), record(8)], "the newest");
        for lost in 1..40 {
            std::fs::write(&path, &whole[..whole.len() - lost]).expect("writes");
            let mut file = GameFile::open(&path, 5).expect("opens");
            assert!(file.games < 9 && file.cut > 0 || file.games == 8, "{lost}");
            file.append(&record(20)).expect("writes");
            let games = read(&path, 5, 1 << 20).expect("reads");
            assert_eq!(games.len() as u64, file.games);
            assert_eq!(games.last(), Some(&record(20)));
        }
        assert!(GameFile::open(&path, 6).is_err(), "other rules");
    }

    #[test]
    fn damage_costs_only_the_games_it_hits() {
        let (_place, path, whole) = file_of(20);
        for at in HEADER..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x55;
            std::fs::write(&path, &bytes).expect("writes");
            let mut file = GameFile::open(&path, 5).expect("opens");
            assert_eq!(file.games, 19, "{at}");
            assert!((file.cut > 0) != (file.damaged > 0), "{at}");
            file.append(&record(30)).expect("writes");
            let games = read(&path, 5, 1 << 20).expect("reads");
            assert_eq!((games.len(), games.last()), (20, Some(&record(30))), "{at}");
        }
    }
}
