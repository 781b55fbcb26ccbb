//! Boards of a section: regions and start positions.

use std::collections::BTreeSet;
use std::fmt::Display;

/// The text of a region of whole ranks.
pub fn whole_ranks(ranks: impl IntoIterator<Item = impl Display>) -> String {
    ranks.into_iter().map(|rank| format!("*{rank}")).collect::<Vec<_>>().join(" ")
}

/// A set of squares of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    files: usize,
    ranks: usize,
    /// Rank and file, from 0.
    squares: BTreeSet<(usize, usize)>,
}

impl Region {
    /// Returns the squares (file, rank) of a board that `has` selects.
    pub fn of(files: usize, ranks: usize, has: impl Fn(usize, usize) -> bool) -> Self {
        let all = (0..ranks).flat_map(|rank| (0..files).map(move |file| (rank, file)));
        Self { files, ranks, squares: all.filter(|&(rank, file)| has(file, rank)).collect() }
    }

    /// Whether it has no squares.
    pub fn is_empty(&self) -> bool {
        self.squares.is_empty()
    }

    /// Reads `d4 *8 a*`: squares, ranks, files; those off the board are ignored.
    pub fn read(text: &str, files: usize, ranks: usize) -> Self {
        let all = (0..ranks).flat_map(|rank| (0..files).map(move |file| (rank, file)));
        let words: Vec<_> = words(text).filter_map(square).collect();
        let has = |&(rank, file): &(usize, usize)| {
            words.iter().any(|&(f, r)| f.is_none_or(|f| f == file) && r.is_none_or(|r| r == rank))
        };
        Self { files, ranks, squares: all.filter(has).collect() }
    }

    /// Returns the first word that is no square, rank or file of the board or of the largest that Fairy-Stockfish has.
    pub fn unread(text: &str, files: usize, ranks: usize) -> Option<&str> {
        let on = |(file, rank): (Option<usize>, Option<usize>)| {
            file.is_none_or(|file| file < files.max(LARGEST.0))
                && rank.is_none_or(|rank| rank < ranks.max(LARGEST.1))
        };
        words(text).find(|word| !square(word).is_some_and(on))
    }

    /// Returns the same squares from the other side's view.
    pub fn mirrored(&self) -> Self {
        let squares = self.squares.iter().map(|&(rank, file)| (self.ranks - 1 - rank, file)).collect();
        Self { squares, ..*self }
    }

    /// Returns its number of ranks if it consists of the highest ranks, else `None`.
    pub fn depth(&self) -> Option<usize> {
        let full = |&rank: &usize| (0..self.files).all(|file| self.has(file, rank));
        let depth = (0..self.ranks).rev().take_while(full).count();
        (self.squares.len() == depth * self.files).then_some(depth)
    }

    /// Returns the highest rank with a square, from 0.
    pub fn highest(&self) -> Option<usize> {
        self.squares.last().map(|&(rank, _)| rank)
    }

    /// Returns the names of the squares.
    pub fn names(&self) -> Vec<String> {
        self.squares.iter().map(|&(rank, file)| name(file, rank)).collect()
    }

    /// Returns the squares: file, rank.
    pub fn squares(&self) -> impl Iterator<Item = (usize, usize)> {
        self.squares.iter().map(|&(rank, file)| (file, rank))
    }

    /// Whether it contains a square.
    pub fn has(&self, file: usize, rank: usize) -> bool {
        self.squares.contains(&(rank, file))
    }
}

/// Files and ranks of Fairy-Stockfish's largest board.
const LARGEST: (usize, usize) = (12, 10);

/// The words of a region; a dash ends it.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().take_while(|&word| word != "-")
}

/// Reads `d4`, `*8` or `a*`: file and rank from 0, each if it has one.
fn square(word: &str) -> Option<(Option<usize>, Option<usize>)> {
    let letter = word.chars().next()?.to_ascii_lowercase();
    let file = letter.is_ascii_lowercase().then(|| letter as usize - 'a' as usize);
    let rank = match word.get(letter.len_utf8()..)? {
        "*" if file.is_some() => return Some((file, None)),
        rank => rank.parse::<usize>().ok().filter(|&rank| rank > 0)?,
    };
    (file.is_some() || letter == '*').then_some((file, Some(rank - 1)))
}

/// Returns the name of a square; file and rank from 0.
pub fn name(file: usize, rank: usize) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

/// A start position.
#[derive(Clone, Default, Debug)]
pub struct StartPosition {
    /// File, rank, letter with `+` before it if promoted; upper case for White.
    pub pieces: Vec<(usize, usize, String)>,
    /// Number of ranks.
    pub rows: usize,
    /// Number of files of each rank on the board.
    pub widths: Vec<usize>,
    /// Holes.
    pub holes: Vec<(usize, usize)>,
    /// Letters of the pieces in hand.
    pub hand: String,
    /// Whether Black moves first.
    pub black_first: bool,
    /// The castling field.
    pub castling: String,
    /// Checks needed to win, White's and Black's.
    pub checks: Option<(u32, u32)>,
}

impl StartPosition {
    /// Reads a FEN.
    pub fn read(fen: &str, ranks: usize) -> Self {
        let mut fields = fen.split_whitespace();
        let field = fields.next().unwrap_or_default();
        let (board, hand) = field.split_once('[').unwrap_or((field, ""));
        let hand = hand.chars().filter(char::is_ascii_alphabetic).collect();
        let black_first = fields.next() == Some("b");
        let castling = fields.clone().next().filter(|text| !text.starts_with(|c: char| c.is_ascii_digit()));
        let castling = castling.unwrap_or("-").to_owned();
        let pair = |text: &str| {
            let (white, black) = text.split_once('+')?;
            Some((white.parse().ok()?, black.parse().ok()?))
        };
        let checks = fields.find_map(pair);
        let rows = board.split('/').count();
        let mut start = Self { rows, hand, black_first, castling, checks, ..Self::default() };
        for (down, row) in board.split('/').enumerate().take(ranks) {
            let width = start.read_rank(row, ranks - 1 - down);
            start.widths.push(width);
        }
        start
    }

    /// Reads a rank and returns its number of files.
    fn read_rank(&mut self, row: &str, rank: usize) -> usize {
        let (mut file, mut run, mut plus) = (0, 0, "");
        for letter in row.chars() {
            if let Some(digit) = letter.to_digit(10) {
                run = run * 10 + digit as usize;
                continue;
            }
            file += std::mem::take(&mut run);
            match letter {
                '+' => plus = "+",
                '*' => {
                    self.holes.push((file, rank));
                    file += 1;
                }
                _ if letter.is_ascii_alphabetic() => {
                    self.pieces.push((file, rank, format!("{plus}{letter}")));
                    (file, plus) = (file + 1, "");
                }
                _ => {}
            }
        }
        file + run
    }

    /// Returns the letters of the pieces on the board and in hand.
    pub fn letters(&self) -> impl Iterator<Item = char> {
        self.pieces.iter().filter_map(|piece| piece.2.chars().last()).chain(self.hand.chars())
    }

    /// Returns the start squares of the pieces with an ID (`P`, `+P`), White's or Black's.
    pub fn squares(&self, id: &str, white: bool) -> Vec<(usize, usize)> {
        let wanted = if white { id.to_ascii_uppercase() } else { id.to_ascii_lowercase() };
        self.pieces.iter().filter(|piece| piece.2 == wanted).map(|&(file, rank, _)| (file, rank)).collect()
    }

    /// Returns the number of pieces with a letter in hand, White's or Black's.
    pub fn in_hand(&self, letter: char, white: bool) -> usize {
        let wanted = if white { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
        self.hand.chars().filter(|&other| other == wanted).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_squares_and_ranks() {
        let region = Region::read("*8 *7 a3 z9 x -", 8, 8);
        assert_eq!(region.names().len(), 17);
        assert_eq!(Region::read("a* - *8", 8, 8).names().len(), 8);
        assert_eq!(Region::unread("*8 a* a10 l1 -", 8, 8), None);
        assert_eq!(
            ["z1", "a", "**", "*0", "é4"].map(|text| Region::unread(text, 8, 8)),
            ["z1", "a", "**", "*0", "é4"].map(Some)
        );
        assert_eq!(region.depth(), None);
        assert_eq!(Region::read("*8 *7", 8, 8).depth(), Some(2));
        assert_eq!(Region::read("*1", 8, 8).mirrored().depth(), Some(1));
        assert_eq!(Region::read("", 8, 8).depth(), Some(0));
    }

    #[test]
    fn start_positions_are_read() {
        let start = StartPosition::read("rn+b10k/13/P*K[Pn-] b KQ - 3+2 0 1", 3);
        assert_eq!(start.squares("+B", false), [(2, 2)]);
        assert_eq!(start.squares("K", false), [(13, 2)]);
        assert_eq!(start.squares("K", true), [(2, 0)]);
        assert_eq!(start.widths, [14, 13, 3]);
        assert_eq!((start.holes.as_slice(), start.in_hand('N', false)), (&[(1, 0)][..], 1));
        assert_eq!((start.black_first, start.castling.as_str(), start.checks), (true, "KQ", Some((3, 2))));
    }
}
