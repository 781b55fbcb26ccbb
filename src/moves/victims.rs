//! All pieces that a move captures, by itself and by flames, and whether it captures any.

use crate::board::{Kind, Square};
use crate::moves::changes::direct_victims;
use crate::moves::flames::burnt;
use crate::position::{Game, Move, Position};
use crate::tables::tree::Flags;

/// Calls `each` with kind and square of every captured piece: first those captured at the end of the move, then those on
/// the way, then those of flames.
pub fn victims(game: &Game, pos: &Position, mv: Move, mut each: impl FnMut(Kind, Square)) {
    direct_victims(game, pos, mv, &mut each);
    if game.tables.end_flags(mv).intersects(Flags::BURNS) {
        for square in burnt(game, pos, mv, None) {
            pos.cell(square).kind().into_iter().for_each(|kind| each(kind, square));
        }
    }
}

/// Whether the move captures anything.
pub fn is_capture(game: &Game, pos: &Position, mv: Move) -> bool {
    takes(game, pos, mv, |_, _| true)
}

/// Whether the move captures a piece accepted by `wanted`, given its kind and square.
#[inline]
pub(crate) fn takes(game: &Game, pos: &Position, mv: Move, wanted: impl Fn(Kind, Square) -> bool) -> bool {
    let mut any = false;
    victims(game, pos, mv, |kind, square| any |= wanted(kind, square));
    any
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant;

    /// Squares that the move between these squares captures, in order.
    fn captured(text: &str, fen: &str, [from, to]: [&str; 2]) -> Vec<String> {
        let game = Game::new(variant::read("test", text).expect("a variant").0).expect("tables");
        let mut pos = Position::from_fen(&game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let square = |name: &str| game.variant.board.read_name(name).expect(name).0;
        let list = crate::movegen::legal_moves(&game, &mut pos);
        let found = list.iter().find(|mv| (mv.from(), mv.to()) == (square(from), square(to)));
        let mv = *found.unwrap_or_else(|| panic!("{from}{to} in {fen}"));
        let mut squares = Vec::new();
        victims(&game, &pos, mv, |kind, at| {
            assert_eq!(Some(kind), pos.cell(at).kind());
            squares.push(at);
        });
        assert_eq!(is_capture(&game, &pos, mv), !squares.is_empty());
        let names = ["a", "b", "c", "d", "e"];
        squares.iter().map(|at| format!("{}{}", names[at.index() % 5], at.index() / 5 + 1)).collect()
    }

    const PIECES: &str = "files=5\nranks=5\nroyal=K\npawn:P:fmWfcF::a2,,a4\nlion:L:KcafK::b1,,b5\ndemon:D:Q\\:cK::c1,,c5\n\
         king:K:K::e1,,e5\n";

    #[test]
    fn moves_capture_where_they_say() {
        let lion = |to| captured(PIECES, "4k/1p3/1p3/1L3/4K w - - 0 1", ["b2", to]);
        assert_eq!(lion("a1"), [""; 0]);
        assert_eq!(lion("b3"), ["b3"]);
        assert_eq!(lion("b4"), ["b4", "b3"]);
    }

    /// The demon on c3 burns its neighbours after the captured piece, but no friend.
    #[test]
    fn flames_capture_after_the_end_square() {
        let demon = |fen| captured(PIECES, fen, ["c1", "c3"]);
        assert_eq!(demon("4k/1p1p1/2p2/1L3/2D1K w - - 0 1"), ["c3", "b4", "d4"]);
        assert_eq!(demon("4k/1p1p1/5/1p3/2D1K w - - 0 1"), ["b2", "b4", "d4"]);
        assert_eq!(demon("4k/5/5/5/2D1K w - - 0 1"), [""; 0]);
    }
}
