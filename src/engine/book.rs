//! The user's opening book: lines of moves in a text file.
//!
//! The format is described in `docs/protocol.md`.

use crate::movetext::{self, Numbering};
use crate::position::{Game, Move, Position};
use crate::random::Rng;
use crate::variant::catalogue::{open_regular, read_at_most};
use crate::variant::without_mark;
use fxhash::FxHashMap;

/// Maximum size of a book file, bytes.
const LARGEST: u64 = 16 << 20;
/// Maximum number of faults reported.
const MAX_FAULTS: usize = 20;
/// Number of indexes kept: XBoard sets up chess before each game of another variant.
const KEPT: usize = 2;

/// A book, indexed for a variant.
#[derive(Debug, Default)]
pub struct Book {
    /// The whole text.
    text: String,
    /// The last one is in use.
    indexes: Vec<BookIndex>,
}

/// `[position key]`: moves with their weights.
type BookMoves = FxHashMap<u64, Vec<(Move, u32)>>;

/// The lines of a book for a variant.
#[derive(Debug)]
struct BookIndex {
    /// Hash of the variant.
    variant: u64,
    moves: BookMoves,
}

/// A parsed line of the book.
#[derive(Debug, PartialEq, Eq)]
enum BookEntry<'a> {
    /// `[NAME]`: the variant of the following lines.
    Variant(&'a str),
    /// `fen FEN` or `start`: the start position of the following lines.
    From(Option<&'a str>),
    /// Moves, and their relative weight or what is wrong with it.
    Moves(Vec<&'a str>, Result<u32, String>),
}

fn entry(line: &str) -> Option<BookEntry<'_>> {
    let line = without_comment(line).trim();
    if line.is_empty() {
        return None;
    }
    if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return Some(BookEntry::Variant(name.trim()));
    }
    if line == "start" {
        return Some(BookEntry::From(None));
    }
    if let Some(fen) = line.strip_prefix("fen ") {
        return Some(BookEntry::From(Some(fen.trim())));
    }
    let (line, weight) = weighted(line);
    Some(BookEntry::Moves(line.split_whitespace().filter_map(without_number).collect(), weight))
}

/// Returns a line without its comment. A `#` within a word belongs to a move (`a5-a6=q#2`).
fn without_comment(line: &str) -> &str {
    let begins = |&(at, _): &(usize, &str)| !line[..at].ends_with(|c: char| !c.is_whitespace());
    line.match_indices('#').find(begins).map_or(line, |(at, _)| &line[..at])
}

/// Splits a line into moves and their weight.
fn weighted(line: &str) -> (&str, Result<u32, String>) {
    let Some((moves, weight)) = line.rsplit_once('*') else { return (line, Ok(1)) };
    match weight.trim().parse() {
        Ok(weight) => (moves, Ok(weight)),
        // A star after a letter belongs to a move, such as a drop, which is reported if it cannot be read.
        Err(_) if moves.ends_with(char::is_alphabetic) => (line, Ok(1)),
        Err(_) => {
            let why = format!("the weight `*{weight}` is not a whole number up to {}", u32::MAX);
            (moves, Err(why))
        }
    }
}

/// Returns a word without the move number that it begins with; `None` if nothing is left.
fn without_number(word: &str) -> Option<&str> {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = rest.is_empty() || rest.starts_with('.');
    let mv = if is_numbered { rest.trim_start_matches('.') } else { word };
    (!mv.is_empty()).then_some(mv)
}

impl Book {
    /// Reads a book file. Call [`Self::turn_to`] to index it for a variant.
    ///
    /// # Errors
    /// If the file cannot be read or is too large.
    pub fn open(path: &std::path::Path) -> std::io::Result<Self> {
        let bytes = read_at_most(open_regular(path)?, LARGEST)?;
        let text = without_mark(&String::from_utf8_lossy(&bytes)).to_owned();
        Ok(Self { text, indexes: Vec::new() })
    }

    /// Whether the book has no text.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Indexes the lines for a variant, unless the index is kept from before. Returns their faults, one per line.
    pub fn turn_to(&mut self, game: &Game) -> Vec<String> {
        if self.is_empty() {
            return Vec::new();
        }
        let variant = fxhash::hash64(&format!("{:?}", game.variant));
        if let Some(at) = self.indexes.iter().position(|index| index.variant == variant) {
            self.indexes[at..].rotate_left(1);
            return Vec::new();
        }
        if self.indexes.len() == KEPT {
            self.indexes.remove(0);
        }
        let (moves, faults) = self.index(game);
        self.indexes.push(BookIndex { variant, moves });
        faults
    }

    /// Reads the lines for a variant. Returns their moves, and their faults.
    fn index(&self, game: &Game) -> (BookMoves, Vec<String>) {
        let mut reader = LineReader { game, moves: BookMoves::default(), parsed: FxHashMap::default() };
        let (mut faults, mut wanted, mut from) = (Vec::new(), game.variant.is_called("normal"), None);
        for (number, line) in self.text.lines().enumerate() {
            match entry(line) {
                Some(BookEntry::Variant(name)) => (wanted, from) = (game.variant.is_called(name), None),
                Some(BookEntry::From(fen)) if wanted => from = fen,
                Some(BookEntry::Moves(moves, weight)) if wanted => {
                    let read = weight.and_then(|weight| reader.read(from, &moves, weight));
                    if let Err(why) = read
                        && faults.len() < MAX_FAULTS
                    {
                        faults.push(format!("book, line {}: {why}", number + 1));
                    }
                }
                _ => {}
            }
        }
        (reader.moves, faults)
    }

    /// The book moves of a position with their weights, heaviest first.
    pub fn moves(&self, pos: &Position) -> Vec<(Move, u32)> {
        let index = self.indexes.last();
        let mut moves = index.and_then(|index| index.moves.get(&pos.key())).cloned().unwrap_or_default();
        moves.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
        moves
    }

    /// Picks one of the `legal` moves that the book has for a position, randomly by weight.
    pub fn choose(&self, pos: &Position, legal: &[Move], rng: &mut Rng) -> Option<Move> {
        let mut moves = self.moves(pos);
        moves.retain(|(mv, _)| legal.contains(mv));
        let total: u64 = moves.iter().map(|&(_, weight)| u64::from(weight)).sum();
        let mut left = rng.next_number() % total.max(1);
        for (mv, weight) in moves {
            match left.checked_sub(weight.into()) {
                Some(rest) => left = rest,
                None => return Some(mv),
            }
        }
        None
    }
}

/// Reads lines of moves.
struct LineReader<'a> {
    game: &'a Game,
    moves: BookMoves,
    /// `[position key, text]`: moves that have been parsed, as most lines begin like others.
    parsed: FxHashMap<(u64, &'a str), Move>,
}

impl<'a> LineReader<'a> {
    fn read(&mut self, fen: Option<&str>, moves: &[&'a str], weight: u32) -> Result<(), String> {
        let mut pos = match fen {
            Some(fen) => Position::from_fen(self.game, fen).map_err(|error| error.message)?,
            None => Position::start(self.game),
        };
        for text in moves {
            let mv = self.parse(&mut pos, text)?;
            let here = self.moves.entry(pos.key()).or_default();
            match here.iter_mut().find(|(other, _)| *other == mv) {
                Some((_, sum)) => *sum = sum.saturating_add(weight),
                None => here.push((mv, weight)),
            }
            pos.make(self.game, mv);
        }
        Ok(())
    }

    fn parse(&mut self, pos: &mut Position, text: &'a str) -> Result<Move, String> {
        let key = (pos.key(), text);
        if let Some(&mv) = self.parsed.get(&key) {
            return Ok(mv);
        }
        let mv = movetext::parse_as(Numbering::Plain, self.game, pos, text)
            .map_err(|why| format!("`{text}`: {why}"))?;
        self.parsed.insert(key, mv);
        Ok(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::catalogue;

    const TEXT: &str = "\
# Mine
1. e2e4 e7e5 2. g1f3 *3   # three times as often
d2d4
e2e5
[shogi]
g3g4 c7c6
[chess]
fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1
e2e3
";

    fn book(name: &str) -> (Game, Book, Vec<String>) {
        let game = Game::new(catalogue::find(name).unwrap().variant.clone()).unwrap();
        let mut book = Book { text: TEXT.into(), ..Book::default() };
        let faults = book.turn_to(&game);
        (game, book, faults)
    }

    fn faults(text: &str) -> Vec<String> {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("book.txt");
        std::fs::write(&path, text).unwrap();
        let game = Game::new(catalogue::find("chess").unwrap().variant.clone()).unwrap();
        Book::open(&path).unwrap().turn_to(&game)
    }

    #[test]
    fn numbers_and_a_byte_order_mark_are_skipped() {
        assert!(faults("\u{feff}[chess]\n1.e2e4 e7e5 2. g1f3 2...b8c6 3 f1b5\n[shogi]\ng3g4\n").is_empty());
        assert_eq!(
            faults("\u{feff}[shogi]\ng3g4\n[chess]\n1.e2e5"),
            ["book, line 4: `e2e5`: the piece cannot go there"]
        );
    }

    #[test]
    fn weights_are_named_in_faults() {
        for weight in ["*-1", "*1.5", "*99999999999", "*x", "*"] {
            let why = format!("book, line 1: the weight `{weight}` is not a whole number up to 4294967295");
            assert_eq!(faults(&format!("e2e4 {weight}")), [why]);
        }
        assert_eq!(faults("e2e4 P*e5"), ["book, line 1: `P*e5`: `P*e5` is not a square of this board"]);
    }

    #[test]
    fn indexes_are_kept() {
        let [chess, shogi, xiangqi] = ["chess", "shogi", "xiangqi"]
            .map(|name| Game::new(catalogue::find(name).unwrap().variant.clone()).unwrap());
        let mut book = Book { text: TEXT.into(), ..Book::default() };
        // Lines that are read again are reported again.
        for (game, faults) in [(&chess, 1), (&shogi, 0), (&chess, 0), (&shogi, 0), (&xiangqi, 0), (&chess, 1)]
        {
            assert_eq!(book.turn_to(game).len(), faults, "{}", game.variant.name);
            let moves = book.moves(&Position::start(game)).len();
            assert_eq!(
                moves,
                match game.variant.name.as_str() {
                    "normal" => 2,
                    "shogi" => 1,
                    _ => 0,
                }
            );
        }
    }

    #[test]
    fn lines_are_read_with_their_weights() {
        let (game, book, faults) = book("chess");
        let mut pos = Position::start(&game);
        let text = |pos: &Position, mv| movetext::format_as(Numbering::Plain, &game, pos, mv);
        let moves: Vec<_> = book.moves(&pos).into_iter().map(|(mv, n)| (text(&pos, mv), n)).collect();
        assert_eq!(moves, [("e2e4".to_owned(), 3), ("d2d4".to_owned(), 1)]);
        assert_eq!(faults, ["book, line 4: `e2e5`: the piece cannot go there"]);
        let mut legal = Vec::new();
        crate::movegen::list_legal(&game, &mut pos, &mut legal);
        let mut rng = Rng(3);
        let picks: Vec<String> =
            (0..400).filter_map(|_| book.choose(&pos, &legal, &mut rng)).map(|mv| text(&pos, mv)).collect();
        let often = picks.iter().filter(|mv| *mv == "e2e4").count();
        assert!(picks.len() == 400 && (240..360).contains(&often), "{often}");
        let end = Position::from_fen(&game, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        assert_eq!(book.moves(&end).len(), 1);
    }

    #[test]
    fn each_variant_has_its_own_lines() {
        let (game, book, faults) = book("shogi");
        assert_eq!(book.moves(&Position::start(&game)).len(), 1);
        assert!(faults.is_empty());
        assert_eq!(entry("  # nothing"), None);
        assert_eq!(entry("#a"), None);
        assert_eq!(entry("a=q#3 G@a3#1\t#b"), Some(BookEntry::Moves(vec!["a=q#3", "G@a3#1"], Ok(1))));
        assert_eq!(entry("a P*b *2"), Some(BookEntry::Moves(vec!["a", "P*b"], Ok(2))));
    }
}
