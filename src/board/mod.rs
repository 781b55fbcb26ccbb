//! Squares, colours, the shape of the board and sets of squares.

pub mod bits;
mod kind;
mod mv;

pub use bits::Bits;
pub use kind::{Kind, KindsOf, PieceType};
pub use mv::{Move, MoveList};

/// Index into a `files * ranks` board, row by row from a1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct Square(pub u16);

impl Square {
    /// The index as `usize`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The colour of a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Color {
    /// Moves up the board.
    White,
    /// Moves down the board.
    Black,
}

impl Color {
    /// Both colours, White first.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];
    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
    /// The opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// The shape of a board: a rectangle with holes, and its rank numbering.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Geometry {
    files: u16,
    ranks: u16,
    first_rank: i32,
    holes: Vec<bool>,
    /// Squares that are holes when nothing stands on them.
    fleeting: Vec<bool>,
}

impl Geometry {
    /// Maximum number of files: letters a to z.
    pub const MAX_FILES: u16 = 26;
    /// Maximum number of ranks: two digits.
    pub const MAX_RANKS: u16 = 99;

    /// Creates a rectangle without holes; `None` if a side exceeds the limits.
    pub fn new(files: u16, ranks: u16) -> Option<Self> {
        let fits = (1..=Self::MAX_FILES).contains(&files) && (1..=Self::MAX_RANKS).contains(&ranks);
        let none = || vec![false; usize::from(files * ranks)];
        fits.then(|| Self { files, ranks, first_rank: 1, holes: none(), fleeting: none() })
    }
    /// Sets the number of the lowest rank in square names (`firstRank`, 1 by default).
    #[must_use]
    pub fn with_first_rank(mut self, first_rank: i32) -> Self {
        self.first_rank = first_rank;
        self
    }
    /// Number of the lowest rank in square names.
    pub fn first_rank(&self) -> i32 {
        self.first_rank
    }
    /// Makes a square a hole.
    pub fn make_hole(&mut self, square: Square) {
        self.holes[square.index()] = true;
    }
    /// Makes a square a hole whenever nothing stands on it.
    pub fn make_fleeting(&mut self, square: Square) {
        self.holes[square.index()] = false;
        self.fleeting[square.index()] = true;
    }
    /// Makes a square a hole or not, like a square of another board.
    pub fn copy_square(&mut self, square: Square, other: &Self, like: Square) {
        self.holes[square.index()] = other.holes[like.index()];
        self.fleeting[square.index()] = other.fleeting[like.index()];
    }
    /// Whether the square is a hole when nothing stands on it.
    pub fn is_fleeting(&self, square: Square) -> bool {
        self.fleeting[square.index()]
    }
    /// Whether the board has squares that are holes when nothing stands on them.
    pub fn has_fleeting(&self) -> bool {
        self.fleeting.contains(&true)
    }
    /// Whether the square is a hole.
    pub fn is_hole(&self, square: Square) -> bool {
        self.holes[square.index()]
    }
    /// Number of files.
    pub fn files(&self) -> u16 {
        self.files
    }
    /// Number of ranks.
    pub fn ranks(&self) -> u16 {
        self.ranks
    }
    /// Number of squares of the rectangle, holes included.
    pub fn len(&self) -> usize {
        self.holes.len()
    }
    /// Always `false`: a board has at least one square.
    pub fn is_empty(&self) -> bool {
        self.holes.is_empty()
    }
    /// All squares of the rectangle, a1 first.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.files * self.ranks).map(Square)
    }
    /// The square at a file and rank (both from 0), if inside the rectangle.
    pub fn at(&self, file: i32, rank: i32) -> Option<Square> {
        let inside = (0..i32::from(self.files)).contains(&file) && (0..i32::from(self.ranks)).contains(&rank);
        inside.then(|| Square((rank * i32::from(self.files) + file) as u16))
    }
    /// File of a square, from 0.
    pub fn file(&self, square: Square) -> u16 {
        square.0 % self.files
    }
    /// Whether another board has the same squares, whatever they are called.
    pub fn has_squares_of(&self, other: &Self) -> bool {
        (self.files, self.ranks) == (other.files, other.ranks)
            && self.squares().all(|square| self.is_hole(square) == other.is_hole(square))
    }
    /// Shade of a square: 0 for that of a1, otherwise 1.
    pub fn shade(&self, square: Square) -> u16 {
        (self.file(square) + self.rank(square)) % 2
    }
    /// King steps between two squares, ignoring holes and wrapping.
    pub fn distance(&self, a: Square, b: Square) -> u16 {
        self.file(a).abs_diff(self.file(b)).max(self.rank(a).abs_diff(self.rank(b)))
    }
    /// Rank of a square, from 0.
    pub fn rank(&self, square: Square) -> u16 {
        square.0 / self.files
    }
    /// Rank of a square from `color`'s own edge, from 0.
    pub fn relative_rank(&self, color: Color, square: Square) -> u16 {
        match color {
            Color::White => self.rank(square),
            Color::Black => self.ranks - 1 - self.rank(square),
        }
    }
    /// Rank of a square from the edge opposite to `color`'s own, from 1.
    pub fn rank_from_end(&self, color: Color, square: Square) -> u16 {
        self.ranks - self.relative_rank(color, square)
    }
    /// The square mirrored top to bottom.
    pub fn mirrored(&self, square: Square) -> Square {
        Square((self.ranks - 1 - self.rank(square)) * self.files + self.file(square))
    }
    /// The square rotated by 180 degrees.
    pub fn turned(&self, square: Square) -> Square {
        Square(self.files * self.ranks - 1 - square.0)
    }
    /// Name of a square: file letter and rank number (from [`Self::first_rank`]).
    pub fn name(&self, square: Square) -> String {
        self.name_from(self.first_rank, square)
    }
    /// Like [`Self::name`], but with ranks counted from `first`.
    pub fn name_from(&self, first: i32, square: Square) -> String {
        let file = char::from(b'a' + self.file(square) as u8);
        format!("{file}{}", i32::from(self.rank(square)) + first)
    }
    /// Reads a square name at the start of `text`; returns the square and the number of bytes read.
    pub fn read_name(&self, text: &str) -> Option<(Square, usize)> {
        self.read_name_from(self.first_rank, text)
    }
    /// Like [`Self::read_name`], but with ranks counted from `first`.
    pub fn read_name_from(&self, first: i32, text: &str) -> Option<(Square, usize)> {
        let bytes = text.as_bytes();
        let file = bytes.first().filter(|b| b.is_ascii_lowercase())? - b'a';
        let digits = bytes[1..].iter().take(2).take_while(|b| b.is_ascii_digit()).count();
        let number: i32 = text[1..=digits].parse().ok()?;
        let square = self.at(i32::from(file), number - first)?;
        Some((square, 1 + digits))
    }
}
