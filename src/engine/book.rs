//! The user's opening book: lines of moves in a text file.
//!
//! The format is described in `docs/protocol.md`.

use crate::movetext::{self, Numbering};
use crate::position::{Game, Move, Position};
use crate::random::Rng;
use crate::variant::catalogue::{open_regular, read_at_most};
use fxhash::FxHashMap;

/// Maximum size of a book file, bytes.
const LARGEST: u64 = 16 << 20;
/// Maximum number of faults reported.
const MOST_FAULTS: usize = 20;

/// A book, indexed for a variant.
#[derive(Debug, Default)]
pub struct Book {
    /// The whole text.
    text: String,
    /// `[position key]`: moves with their weights.
    moves: FxHashMap<u64, Vec<(Move, u32)>>,
}

/// A parsed line of the book.
#[derive(Debug, PartialEq, Eq)]
enum BookEntry<'a> {
    /// `[NAME]`: the variant of the following lines.
    Variant(&'a str),
    /// `fen FEN` or `start`: the start position of the following lines.
    From(Option<&'a str>),
    /// Moves, and their relative weight.
    Moves(Vec<&'a str>, u32),
}

fn entry(line: &str) -> Option<BookEntry<'_>> {
    let line = line.split('#').next().unwrap_or_default().trim();
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
    // A star without a number belongs to a move, such as a drop, or is reported as one that cannot be read.
    let weighted =
        line.rsplit_once('*').and_then(|(moves, weight)| Some((moves, weight.trim().parse().ok()?)));
    let (line, weight) = weighted.unwrap_or((line, 1));
    // Skips move numbers.
    let is_move = |word: &&str| !word.trim_end_matches('.').bytes().all(|b| b.is_ascii_digit());
    Some(BookEntry::Moves(line.split_whitespace().filter(is_move).collect(), weight))
}

impl Book {
    /// Reads a book file. Call [`Self::turn_to`] to index it for a variant.
    ///
    /// # Errors
    /// If the file cannot be read or is too large.
    pub fn open(path: &std::path::Path) -> std::io::Result<Self> {
        let bytes = read_at_most(open_regular(path)?, LARGEST)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok(Self { text, moves: FxHashMap::default() })
    }

    /// Whether the book has no text.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Indexes the lines for a variant. Returns their faults, one per line.
    pub fn turn_to(&mut self, game: &Game) -> Vec<String> {
        self.moves.clear();
        let (mut faults, mut wanted, mut from) = (Vec::new(), game.variant.is_called("normal"), None);
        for (number, line) in self.text.lines().enumerate() {
            match entry(line) {
                Some(BookEntry::Variant(name)) => (wanted, from) = (game.variant.is_called(name), None),
                Some(BookEntry::From(fen)) if wanted => from = fen,
                Some(BookEntry::Moves(moves, weight)) if wanted => {
                    if let Err(why) = learn(&mut self.moves, game, from, &moves, weight)
                        && faults.len() < MOST_FAULTS
                    {
                        faults.push(format!("book, line {}: {why}", number + 1));
                    }
                }
                _ => {}
            }
        }
        faults
    }

    /// The book moves of a position with their weights, heaviest first.
    pub fn moves(&self, pos: &Position) -> Vec<(Move, u32)> {
        let mut moves = self.moves.get(&pos.key()).cloned().unwrap_or_default();
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

fn learn(
    known: &mut FxHashMap<u64, Vec<(Move, u32)>>,
    game: &Game,
    fen: Option<&str>,
    moves: &[&str],
    weight: u32,
) -> Result<(), String> {
    let mut pos = match fen {
        Some(fen) => Position::from_fen(game, fen).map_err(|error| error.message)?,
        None => Position::start(game),
    };
    for text in moves {
        let mv = movetext::parse_as(Numbering::Plain, game, &mut pos, text)
            .map_err(|why| format!("`{text}`: {why}"))?;
        let here = known.entry(pos.key()).or_default();
        match here.iter_mut().find(|(other, _)| *other == mv) {
            Some((_, sum)) => *sum = sum.saturating_add(weight),
            None => here.push((mv, weight)),
        }
        pos.make(game, mv);
    }
    Ok(())
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

    #[test]
    fn lines_are_read_with_their_weights() {
        let (game, book, faults) = book("chess");
        let mut pos = Position::start(&game);
        let text = |pos: &Position, mv| movetext::format_as(Numbering::Plain, &game, pos, mv);
        let moves: Vec<_> = book.moves(&pos).into_iter().map(|(mv, n)| (text(&pos, mv), n)).collect();
        assert_eq!(moves, [("e2e4".to_owned(), 3), ("d2d4".to_owned(), 1)]);
        assert_eq!(faults, ["book, line 4: `e2e5`: the piece cannot go there"]);
        let mut legal = Vec::new();
        crate::movegen::legal(&game, &mut pos, &mut legal);
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
        assert_eq!(entry("a b *x"), Some(BookEntry::Moves(vec!["a", "b", "*x"], 1)));
        assert_eq!(entry("a P*b *2"), Some(BookEntry::Moves(vec!["a", "P*b"], 2)));
    }
}
