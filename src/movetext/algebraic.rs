//! Reads moves in standard algebraic notation.
//!
//! SPEC: the PGN standard of 1994, 8.2.3, read as leniently as its import format allows: `+`, `#`, `!`, `?`, `x` and `=` may be
//! missing, and more of the origin may be given than is needed.

use super::format::{becomes, partner_squares, relays};
use super::numbering::Numbering;
use crate::board::{Geometry, Square};
use crate::moves;
use crate::position::{Game, Move, Position, names};
use crate::variant::PieceType;

/// The signs at the end of a move that do not change what it is.
pub(super) const SIGNS: [char; 4] = ['+', '#', '!', '?'];

/// The parts of a text such as `Nbxd7+`, `exd8=Q` or `N@f3#`.
pub(super) struct Algebraic<'a> {
    /// The name of the piece; empty for a pawn.
    pub name: &'a str,
    /// The origin, `x` and the target; `@` and the target for a drop.
    squares: &'a str,
    /// What the piece becomes or puts on the square that it leaves.
    suffix: &'a str,
    /// Whether `+` ends the text: a promotion in the manner of Shogi if there is one, else a check, as in XBoard.
    is_check: bool,
}

impl<'a> Algebraic<'a> {
    /// Splits a text; `None` if it has no target.
    pub fn split(text: &'a str) -> Option<Self> {
        let bare = text.trim_end_matches(SIGNS);
        let has_plus = text[bare.len()..].starts_with('+');
        let promotes = has_plus && bare.ends_with('=');
        let is_name = |c: char| c.is_uppercase() || matches!(c, '+' | '\'' | '!');
        let squares = bare.trim_start_matches(is_name);
        let end = 1 + squares.rfind(|c: char| c.is_ascii_digit())?;
        let (squares, rest) = squares.split_at(end);
        let suffix = if promotes { "+" } else { rest.trim_matches(['=', '/', '(', ')', '.']) };
        let is_check = has_plus && !promotes;
        Some(Self { name: &bare[..bare.len() - squares.len() - rest.len()], squares, suffix, is_check })
    }
    /// The target of a drop with its separator removed.
    pub fn drop(&self) -> Option<&'a str> {
        self.squares.strip_prefix('@').filter(|_| self.suffix.is_empty())
    }
    /// The moves that the text may stand for, those of pieces of these types. `fits_path` tells whether a move leads over
    /// squares.
    pub fn fitting(
        &self,
        (game, pos): (&Game, &Position),
        numbering: Numbering,
        legal: &[Move],
        types: &[PieceType],
        fits_path: impl Fn(Move, &[Square]) -> bool,
    ) -> Vec<Move> {
        let board = &game.variant.board;
        let fitting = |(before, to): (&str, Square)| {
            let (origin, path) = split_path(before, |text| numbering.read_whole(board, text));
            let takes = before[origin.len()..].contains(['x', ':']);
            let is_square = numbering.read_whole(board, origin).is_some();
            let promotes = |from: Square| {
                let same = |mv: &&Move| mv.from() == from && mv.to() == to && !mv.is_drop();
                legal.iter().filter(same).any(|mv| mv.promotion().is_some())
            };
            // After coordinates `+` is no check where the piece can promote: XBoard writes promotions so.
            let is_promotion =
                |mv: &Move| is_square && self.name.is_empty() && self.is_check && promotes(mv.from());
            let goes_there = |mv: &Move| match mv.castling() {
                Some(rule) => takes && partner_squares(*mv, &pos.castles()[rule]).1 == to,
                None => mv.to() == to && !mv.is_drop(),
            };
            let fits = |mv: &Move| {
                goes_there(mv)
                    && (mv.promotion().is_some() || !is_promotion(mv))
                    && pos.cell(mv.from()).kind().is_some_and(|kind| types.contains(&kind.piece()))
                    && has_part(&numbering.name(board, mv.from()), origin)
                    && (path.is_empty() || fits_path(*mv, &path))
            };
            let moves: Vec<Move> = legal.iter().copied().filter(fits).collect();
            let mut fitting = moves.clone();
            fitting.retain(|&mv| self.has_suffix(game, pos, mv));
            // XBoard does not name the type of some promotions.
            if fitting.is_empty() && matches!(self.suffix, "" | "+") && moves.len() == 1 {
                fitting = moves;
            }
            if path.is_empty() {
                fitting = preferred(fitting, |mv| relays(game, pos, mv).is_empty());
            }
            if self.is_check {
                fitting = preferred(fitting, |mv| becomes(game, pos, mv) == "+");
            }
            preferred(fitting, |mv| moves::is_capture(game, pos, mv) == takes)
        };
        self.targets(board, numbering).map(fitting).find(|fitting| !fitting.is_empty()).unwrap_or_default()
    }
    /// What may be the text before the target, and the target. A file may have two letters, and an origin may precede it: the
    /// shortest name comes first.
    pub fn targets(&self, board: &Geometry, numbering: Numbering) -> impl Iterator<Item = (&'a str, Square)> {
        let squares = self.squares;
        let is_plain =
            move |at| squares[..at].chars().all(|c: char| c.is_alphanumeric() || matches!(c, ':' | '-'));
        let starts = squares.char_indices().rev().map(|(at, _)| at).filter(move |&at| is_plain(at));
        starts.filter_map(move |at| {
            let (square, length) = numbering.read(board, &squares[at..])?;
            (at + length == squares.len()).then_some((&squares[..at], square))
        })
    }
    /// Whether the end of the text says what the move does. `+` may be a check or a promotion.
    fn has_suffix(&self, game: &Game, pos: &Position, mv: Move) -> bool {
        let promotion = becomes(game, pos, mv);
        let gated = mv.gated().map(|piece| names::fen_name(&game.variant, piece).to_lowercase());
        let done = gated.unwrap_or(promotion);
        done == self.suffix.to_lowercase() || self.is_check && self.suffix.is_empty() && done == "+"
    }
}

/// Splits the text before the target into the origin and the squares in between, as in `xf6-` (XBoard: `Nxf6-g7`).
fn split_path(before: &str, read: impl Fn(&str) -> Option<Square>) -> (&str, Vec<Square>) {
    const SEPARATORS: [char; 3] = ['x', ':', '-'];
    let (mut origin, mut path) = (before.trim_end_matches(SEPARATORS), Vec::new());
    while let Some(at) = origin.rfind(SEPARATORS)
        && let Some(square) = read(&origin[at + 1..])
    {
        path.insert(0, square);
        origin = origin[..at].trim_end_matches(SEPARATORS);
    }
    (origin, path)
}

/// The moves that have a property, or all if none has it.
fn preferred(moves: Vec<Move>, has: impl Fn(Move) -> bool) -> Vec<Move> {
    let having: Vec<Move> = moves.iter().copied().filter(|&mv| has(mv)).collect();
    if having.is_empty() { moves } else { having }
}

/// Whether the origin of a text is nothing, the file, the rank or all of a square's name.
fn has_part(square: &str, origin: &str) -> bool {
    let (file, rank) = square.split_at(square.find(|c: char| c.is_ascii_digit()).unwrap_or(square.len()));
    origin.is_empty() || [file, rank, square].contains(&origin)
}

#[cfg(test)]
mod tests {
    use crate::movegen;
    use crate::movetext::{self, san};
    use crate::position::{Game, Position};
    use crate::random::Rng;
    use crate::variant::catalogue;

    const NONE: &str = "no such piece can go there, or its promotion is missing";

    fn game(name: &str) -> Game {
        Game::new(catalogue::find(name).expect(name).variant.clone()).expect("tables")
    }

    #[test]
    fn texts_of_other_programs_are_read() {
        let table = [
            ("normal", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O-O!?", "e1c1"),
            ("normal", "4k3/8/8/8/8/2N3N1/8/2N1K3 w - - 0 1", "N3e2", "ambiguous: `c3e2` or `g3e2`"),
            ("normal", "4k3/8/8/8/8/2N3N1/8/2N1K3 w - - 0 1", "Nce2", "ambiguous: `c1e2` or `c3e2`"),
            ("normal", "4k3/8/8/8/8/2N3N1/8/2N1K3 w - - 0 1", "Nge2", "g3e2"),
            ("normal", "4k3/8/8/8/8/2N3N1/8/2N1K3 w - - 0 1", "Nc1-e2", "c1e2"),
            ("normal", "3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd8=Q+", "e7d8q"),
            ("normal", "3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "ed8(N)", "e7d8n"),
            ("normal", "3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd8", NONE),
            ("normal", "3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "Qd4", NONE),
            ("normal", "4k3/8/8/8/1b6/2P5/1B6/4K3 w - - 0 1", "bxb4", NONE),
            ("normal", "4k3/8/8/8/1b6/2P5/1B6/4K3 w - - 0 1", "cxb4", "c3b4"),
            ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1", "N@f6+", "N@f6"),
            ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1", "@e4", "P@e4"),
            ("normal", "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", "d2d4+", "d2d4"),
            (
                "wildebeest",
                "5k5/P10/11/11/11/11/11/11/11/5K5 w - - 0 1",
                "a8a9+",
                "the piece cannot become `+` there",
            ),
            ("wildebeest", "5k5/P10/11/11/11/11/11/11/11/5K5 w - - 0 1", "a9", "a8a9"),
            ("shogi", "4k4/9/9/4S4/9/9/9/9/4K4[] w 0 1", "Se7+", "e6e7+"),
            ("shogi", "4k4/9/9/4S4/9/9/9/9/4K4[] w 0 1", "Se7=+", "e6e7+"),
            ("shogi", "4k4/9/9/4S4/9/9/9/9/4K4[] w 0 1", "Se7=", "e6e7"),
            ("shogi", "4k4/9/4S4/9/9/9/9/9/3GK4[] w 0 1", "Ge2+", "d1e2"),
            ("seirawan", "4k3/8/8/8/8/8/8/4K2R[EH] w K - 0 1", "O-O/E", "e1g1e"),
            ("seirawan", "4k3/8/8/8/8/8/8/4K2R[EH] w K - 0 1", "O-O", "e1g1"),
            (
                "seirawan",
                "4k3/8/8/8/8/8/8/4K2R[EH] w K - 0 1",
                "O-O/Q",
                "castling to that side is not possible here",
            ),
        ];
        for (variant, fen, text, wanted) in table {
            let game = game(variant);
            let mut pos = Position::from_fen(&game, fen).expect(fen);
            let found = movetext::parse(&game, &mut pos, text);
            let found = found.map_or_else(|why| why, |mv| movetext::format(&game, &pos, mv));
            assert_eq!(found, wanted, "{variant}: {text}");
        }
    }

    /// Reading the text of a move gives the same move.
    #[test]
    fn written_moves_are_read() {
        for entry in catalogue::every().filter(|entry| entry.variant.board.squares().count() <= 144) {
            let game = Game::new(entry.variant.clone()).expect("tables");
            let mut rng = Rng(5);
            let mut pos = Position::start(&game);
            for _ in 0..12 {
                let legal = movegen::legal_moves(&game, &mut pos);
                let Some(&next) = legal.get(rng.below(legal.len().max(1))) else { break };
                for &mv in &legal {
                    let text = san::format(&game, &mut pos, mv, true);
                    let read = movetext::parse(&game, &mut pos, &text);
                    assert_eq!(read, Ok(mv), "{}: {text}", entry.variant.name);
                }
                pos.make(&game, next);
            }
        }
    }
}
