//! Boards of a section: regions and start positions.

/// A set of squares: `[rank][file]`, from the lowest rank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region(pub Vec<Vec<bool>>);

impl Region {
    /// Returns the empty region of a board.
    pub fn none(files: usize, ranks: usize) -> Self {
        Self(vec![vec![false; files]; ranks])
    }

    /// Reads `d4 e4 *8`; squares off the board are ignored.
    pub fn read(text: &str, files: usize, ranks: usize) -> Self {
        let mut region = Self::none(files, ranks);
        for word in text.split_whitespace() {
            let mut letters = word.chars();
            let file = letters.next().unwrap_or('-');
            let Some(rank) = letters.as_str().parse::<usize>().ok().filter(|&n| n > 0 && n <= ranks) else {
                continue;
            };
            for (at, square) in region.0[rank - 1].iter_mut().enumerate() {
                *square |= file == '*' || file.to_ascii_lowercase() as usize == at + 'a' as usize;
            }
        }
        region
    }

    /// Returns the same squares from the other side's view.
    pub fn mirrored(&self) -> Self {
        Self(self.0.iter().rev().cloned().collect())
    }

    /// Whether it has no squares.
    pub fn is_empty(&self) -> bool {
        !self.0.iter().flatten().any(|&square| square)
    }

    /// Returns its number of ranks if it consists of the highest ranks, else `None`.
    pub fn depth(&self) -> Option<usize> {
        let full = |rank: &Vec<bool>| rank.iter().all(|&square| square);
        let depth = self.0.iter().rev().take_while(|rank| full(rank)).count();
        let below = self.0[..self.0.len() - depth].iter().flatten().any(|&square| square);
        (!below).then_some(depth)
    }

    /// Returns the lowest rank with a square, from 0.
    pub fn lowest(&self) -> Option<usize> {
        self.0.iter().position(|rank| rank.contains(&true))
    }

    /// Returns the highest rank with a square, from 0.
    pub fn highest(&self) -> Option<usize> {
        self.0.iter().rposition(|rank| rank.contains(&true))
    }

    /// Returns the names of the squares.
    pub fn names(&self) -> Vec<String> {
        let ranks = self.0.iter().enumerate();
        let of = |(rank, files): (usize, &Vec<bool>)| {
            let squares = files.iter().enumerate().filter(|(_, set)| **set);
            squares.map(|(file, _)| name(file, rank)).collect::<Vec<_>>()
        };
        ranks.flat_map(of).collect()
    }

    /// Whether it contains a square.
    pub fn has(&self, file: usize, rank: usize) -> bool {
        self.0.get(rank).and_then(|files| files.get(file)).copied().unwrap_or(false)
    }
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
        let mut start = Self {
            hand: hand.chars().filter(char::is_ascii_alphabetic).collect(),
            black_first: fields.next() == Some("b"),
            ..Self::default()
        };
        start.castling = fields
            .clone()
            .next()
            .filter(|text| !text.starts_with(|c: char| c.is_ascii_digit()))
            .unwrap_or("-")
            .to_owned();
        let pair = |text: &str| {
            let (white, black) = text.split_once('+')?;
            Some((white.parse().ok()?, black.parse().ok()?))
        };
        start.checks = fields.find_map(pair);
        for (down, row) in board.split('/').enumerate().take(ranks) {
            start.read_rank(row, ranks - 1 - down);
        }
        start
    }

    fn read_rank(&mut self, row: &str, rank: usize) {
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
        assert_eq!(region.depth(), None);
        assert_eq!(Region::read("*8 *7", 8, 8).depth(), Some(2));
        assert_eq!(Region::read("*1", 8, 8).mirrored().depth(), Some(1));
        assert_eq!(Region::none(8, 8).depth(), Some(0));
    }

    #[test]
    fn start_positions_are_read() {
        let start = StartPosition::read("rn+b10k/13/P*K[Pn-] b KQ - 3+2 0 1", 3);
        assert_eq!(start.squares("+B", false), [(2, 2)]);
        assert_eq!(start.squares("K", false), [(13, 2)]);
        assert_eq!(start.squares("K", true), [(2, 0)]);
        assert_eq!((start.holes.as_slice(), start.in_hand('N', false)), (&[(1, 0)][..], 1));
        assert_eq!((start.black_first, start.castling.as_str(), start.checks), (true, "KQ", Some((3, 2))));
    }
}
