//! The start position: squares, holes, hands.

use std::ops::Range;

use super::diagnostic::Diagnostic;
use super::parameters::ParameterReader;
use super::source::Text;
use super::{Array, Piece, PieceType};
use crate::board::{Color, Geometry, Square, bits};

/// Relation of Black's side of the board to White's (`symmetry`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Symmetry {
    /// Mirrored top to bottom.
    #[default]
    Mirror,
    /// Rotated by 180 degrees.
    Rotate,
    /// None: both colours are listed.
    None,
}

impl Symmetry {
    /// Returns Black's counterpart of White's `square`; `None` without symmetry.
    pub(super) fn image(self, board: &Geometry, square: Square) -> Option<Square> {
        match self {
            Self::Mirror => Some(board.mirrored(square)),
            Self::Rotate => Some(board.turned(square)),
            Self::None => None,
        }
    }
}

/// Maximum number of warnings, and of errors, about the squares of one item: a range can have thousands.
const MAX_REPORTED: usize = 4;

/// A piece on a square and its place in the definition.
#[derive(Clone, Debug)]
struct Occupant {
    color: Color,
    piece: PieceType,
    /// Whether it is the image of a white piece; otherwise it is in the list of its colour.
    is_image: bool,
    span: Range<usize>,
}

/// The start position while it is read.
struct Setup<'a> {
    board: Geometry,
    symmetry: Symmetry,
    pieces: &'a [Piece],
    squares: Vec<Option<Occupant>>,
    /// `[square]`: byte of the definition where it is last listed as a hole.
    holes: Vec<Option<usize>>,
    /// The start of the last item with warnings, and their number; then the same for errors.
    reported: [(usize, usize); 2],
    report: &'a mut Vec<Diagnostic>,
}

/// Removes the holes from the board and places the pieces. Returns the board, and the pieces in square order.
///
/// The order of the lines matters: a piece listed after a hole stands on it, a hole listed after a piece takes its
/// square.
///
/// SPEC: Interactive diagrams, "Irregular boards": "specify pieces to be put on squares that you earlier defined as
/// holes"; the pages rely on the reverse too, listing a row of pawns first and covering its ends with holes.
pub(super) fn read(
    reader: &mut ParameterReader<'_>,
    mut board: Geometry,
    symmetry: Symmetry,
    pieces: &[Piece],
) -> (Geometry, Array) {
    let (definition, report) = (reader.definition, &mut *reader.report);
    let mut holes: Vec<Option<usize>> = vec![None; board.len()];
    // The last lines first: only the last place counts where a square is listed.
    let mut known = KnownSquares::new(&board);
    for &squares in definition.holes.iter().rev() {
        for (square, color, span) in known.extend(squares, &board, report) {
            // Holes are listed like pieces: the images of White's holes are holes too.
            let image = symmetry.image(&board, square).filter(|_| color == Color::White);
            for square in std::iter::once(square).chain(image) {
                board.make_hole(square);
                holes[square.index()] = holes[square.index()].max(Some(span.start));
            }
        }
    }
    warn_of_squares_in_images(&definition.images_without_squares, &board, report);
    let squares = vec![None; board.len()];
    let mut setup = Setup { board, symmetry, pieces, squares, holes, reported: [(0, 0); 2], report };
    // One line at a time: the squares of thousands of lines would fill the memory.
    for (piece, line) in (0..).map(PieceType).zip(&definition.pieces).take(pieces.len()) {
        for (square, color, span) in squares_of(line.squares, &setup.board, setup.report) {
            setup.list(square, Occupant { color, piece, is_image: false, span });
        }
    }
    for square in setup.board.squares() {
        setup.reflect(square);
    }
    let squares = setup.board.squares().zip(setup.squares);
    let array = squares.filter_map(|(square, found)| found.map(|it| (square, it.color, it.piece))).collect();
    (setup.board, array)
}

/// Warns about image fields that read as squares of the board, in lines without squares.
fn warn_of_squares_in_images(images: &[Text<'_>], board: &Geometry, report: &mut Vec<Diagnostic>) {
    let is_square =
        |text: Text<'_>| names_square(text.text) && square(text, board, &mut Vec::new()).is_some();
    let are_squares = |image: &&Text<'_>| {
        let mut squares = image.items().flat_map(|item| item.split('-')).peekable();
        squares.peek().is_some() && squares.all(is_square)
    };
    for image in images.iter().filter(are_squares) {
        let warning = image.warning("these squares stand in the field of the image: they have no effect");
        report.push(warning.with_help("squares go in the fifth field, as in `rook::::a1,h1`"));
    }
}

impl Setup<'_> {
    /// Places a piece on a square that the definition lists for it.
    fn list(&mut self, square: Square, new: Occupant) {
        if self.is_covered(square, &new.span) {
            return;
        }
        if self.board.is_hole(square) {
            // SPEC: "or even specify pieces to be put on squares that you earlier defined as holes ... I.e. it acts
            // like a brouhaha square" (Irregular boards).
            let name = self.board.name(square);
            let message = format!("{name} is a hole: it becomes one again when the piece leaves");
            self.report_square(Diagnostic::warning(new.span.clone(), message));
        }
        match &self.squares[square.index()] {
            Some(old) if (old.color, old.piece) == (new.color, new.piece) => {}
            Some(old) => self.report_square(self.clash(square, old, &new)),
            None => self.squares[square.index()] = Some(new),
        }
    }

    /// Reports a warning or an error about a square, unless its item already has enough of them.
    fn report_square(&mut self, diagnostic: Diagnostic) {
        let (item, count) = &mut self.reported[usize::from(diagnostic.is_error())];
        if *item != diagnostic.span.start {
            (*item, *count) = (diagnostic.span.start, 0);
        }
        *count += 1;
        if *count <= MAX_REPORTED {
            self.report.push(diagnostic);
        }
    }

    /// Places the black image of the white piece that is listed for `square`, if there is one.
    ///
    /// SPEC: "When symmetry=mirror or symmetry=rotate, only white pieces have to be listed" (section Pieces). Diagram
    /// readings: both colours listed all the same: "a listed black square then simply is that piece: no clash".
    fn reflect(&mut self, square: Square) {
        let Some(image) = self.symmetry.image(&self.board, square) else { return };
        let listed = self.squares[square.index()].as_ref().filter(|listed| listed.color == Color::White);
        let Some(new) =
            listed.map(|listed| Occupant { color: Color::Black, is_image: true, ..listed.clone() })
        else {
            return;
        };
        let (piece, span) = (new.piece, &new.span);
        if self.is_covered(image, span) {
            return;
        }
        match &self.squares[image.index()] {
            None => self.squares[image.index()] = Some(new),
            Some(old) if old.color == Color::Black && old.piece == piece => {}
            Some(old) if old.color == Color::Black => {
                let (name, origin) = (self.board.name(image), self.board.name(square));
                let message = format!("{name} is listed for a piece other than the image of {origin}");
                let help = format!("Black's `{}` stands there", self.pieces[old.piece.index()].name);
                self.report.push(Diagnostic::warning(span.clone(), message).with_help(help));
            }
            // The list covers both halves of the board: the square nearer to Black's edge is Black's.
            Some(old) if old.piece == piece && self.board.rank(image) != self.board.rank(square) => {
                let upper = if self.board.rank(image) > self.board.rank(square) { image } else { square };
                self.squares[upper.index()] = Some(new);
            }
            Some(old) => self.report.push(self.clash(image, old, &new)),
        }
    }

    /// Whether a hole is listed on the square after this piece.
    fn is_covered(&self, square: Square, span: &Range<usize>) -> bool {
        self.holes[square.index()].is_some_and(|hole| hole > span.start)
    }

    fn clash(&self, square: Square, old: &Occupant, new: &Occupant) -> Diagnostic {
        let (name, side) = (&self.pieces[old.piece.index()].name, old.color);
        let image = if new.is_image { "the image of this square, " } else { "" };
        let place = self.board.name(square);
        let message = format!("{image}{place} is taken: {side:?}'s `{name}` stands there");
        let error = Diagnostic::error(new.span.clone(), message);
        let remedy = "write `symmetry=none` and put `,,` between White's and Black's squares";
        if new.is_image { error.with_help(format!("to list both colours, {remedy}")) } else { error }
    }
}

/// Turns each hole on which a piece starts into a square that exists until the piece leaves.
pub(super) fn make_fleeting(board: &mut Geometry, setup: &Array) {
    for &(square, ..) in setup {
        if board.is_hole(square) {
            board.make_fleeting(square);
        }
    }
}

/// Reads a list of squares with their colour and place. SPEC: "a2-h2 would mean all squares on 2nd rank, and d4-e5 the
/// four central squares"; "an extra comma separates the white from the black pieces".
///
/// Each square is returned once for each colour.
pub(super) fn squares_of(
    list: Text<'_>,
    board: &Geometry,
    report: &mut Vec<Diagnostic>,
) -> Vec<(Square, Color, Range<usize>)> {
    KnownSquares::new(board).extend(list, board, report)
}

/// The squares of the lists read so far: each counts once, so that lists of any length cost little memory and time.
struct KnownSquares {
    /// `[colour][rank]`: a set of files.
    files: [Vec<u64>; 2],
}

impl KnownSquares {
    fn new(board: &Geometry) -> Self {
        Self { files: Color::BOTH.map(|_| vec![0; board.ranks().into()]) }
    }

    /// Reads a list like [`squares_of`] and returns the squares that are new.
    fn extend(
        &mut self,
        list: Text<'_>,
        board: &Geometry,
        report: &mut Vec<Diagnostic>,
    ) -> Vec<(Square, Color, Range<usize>)> {
        let mut found = Vec::new();
        if list.is_empty() {
            return found;
        }
        let mut color = Color::White;
        for item in list.split(',').map(Text::trim) {
            if item.is_empty() {
                color = Color::Black;
                continue;
            }
            let corners = match item.split_once('-') {
                Some((from, to)) => square(from, board, report).zip(square(to, board, report)),
                None => square(item, board, report).map(|square| (square, square)),
            };
            let Some((from, to)) = corners else { continue };
            let span = |a: u16, b: u16| a.min(b)..=a.max(b);
            let files = span(board.file(from), board.file(to)).fold(0, |files, file| files | 1_u64 << file);
            for rank in span(board.rank(from), board.rank(to)) {
                let known = &mut self.files[color.index()][usize::from(rank)];
                let new = [files & !std::mem::replace(known, *known | files)];
                let squares = bits::squares_of(&new).filter_map(|file| board.at(file as i32, rank.into()));
                found.extend(squares.map(|square| (square, color, item.span())));
            }
        }
        found
    }
}

fn square(text: Text<'_>, board: &Geometry, report: &mut Vec<Diagnostic>) -> Option<Square> {
    if let Some((square, _)) = board.read_name(text.text).filter(|(_, length)| *length == text.text.len()) {
        return Some(square);
    }
    report.push(if names_square(text.text) {
        let (files, ranks) = (board.files(), board.ranks());
        let [first, last] = [0, files * ranks - 1].map(|square| board.name(Square(square)));
        let help = format!("the board has {files} files and {ranks} ranks: squares {first} to {last}");
        text.error(format!("`{}` is not on the board", text.text)).with_help(help)
    } else {
        let help = "a square is a lower-case file letter and a rank number, as in `e4`; `a2-h2` is a range";
        text.error(format!("`{}` is not a square", text.text)).with_help(help)
    });
    None
}

/// Whether a text is the name of a square on some board.
fn names_square(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_lowercase())
        && (1..=2).contains(&bytes.len())
        && bytes.all(|b| b.is_ascii_digit())
}

/// Maximum number of pieces in a side's hand at the start.
pub(crate) const MAX_HELD_AT_START: u16 = 1000;

/// Reads the pieces in hand at the start: `[colour][type]`. SPEC: diagram readings: "`n` for both sides or `w,b`".
pub(super) fn hands(reader: &mut ParameterReader<'_>) -> [Vec<u16>; 2] {
    let (mut hands, mut left) = ([Vec::new(), Vec::new()], [MAX_HELD_AT_START; 2]);
    for line in &reader.definition.pieces {
        let squares = line.hand.split(',').flat_map(|item| item.split('-'));
        if squares.map(Text::trim).any(|item| names_square(item.text)) {
            let message =
                format!("number in hand: expected a number, found the squares `{}`", line.hand.text);
            let help = "squares go in the fifth field; a colon inside a move is written `\\:`";
            reader.error_with_help(line.hand, message, help);
            hands.iter_mut().for_each(|hand| hand.push(0));
            continue;
        }
        let mut count = |text: Text<'_>, left: u16| {
            if text.is_empty() {
                return 0;
            }
            let found = reader.number_in(text, "number in hand", 0..=left);
            let given = MAX_HELD_AT_START - left;
            if let (None, Some(error)) = (found, reader.report.last_mut()) {
                error.help.get_or_insert_with(|| hand_limit(given));
            }
            found.unwrap_or(0)
        };
        let counts = match line.hand.split_once(',') {
            Some((white, black)) => [count(white, left[0]), count(black, left[1])],
            None => [count(line.hand, left[0].min(left[1])); 2],
        };
        for (side, count) in counts.into_iter().enumerate() {
            hands[side].push(count);
            left[side] -= count;
        }
    }
    hands
}

/// Explains the limit of a number in hand, where the lines above it give the side `given` pieces.
fn hand_limit(given: u16) -> String {
    let limit = format!("a side starts with at most {MAX_HELD_AT_START} pieces in hand");
    if given == 0 { limit } else { format!("{limit}; the lines above give it {given} already") }
}
