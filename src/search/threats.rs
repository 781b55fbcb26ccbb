//! Quiet moves that threaten to win with the next move, as checks do in chess. They are not pruned by their place in the
//! order.

use super::piece_values::PieceValues;
use crate::board::bits::Bits;
use crate::board::{Color, Kind, Square};
use crate::movegen::explosive_neighbours;
use crate::moves::Mover;
use crate::position::{Game, Move, Position};
use arrayvec::ArrayVec;

/// Maximum number of pieces of a side that are looked at as targets of threats.
const MAX_AIMS: usize = 32;

impl PieceValues<'_> {
    /// Whether a quiet move or drop attacks an enemy royal from its target square. Ignores discovered checks.
    #[inline]
    pub fn checks<const W: usize>(&self, pos: &Position, mv: Move) -> bool {
        let attacks = Attacks::<W>::of(self.game, pos, mv);
        pos.royals(pos.side().other()).iter().any(|&royal| attacks.reach(royal))
    }
    /// Whether a quiet move or drop attacks, from its target square, an enemy piece whose capture would win: a royal, a
    /// piece that would explode beside one, or one of the last pieces of types that the opponent must keep. Ignores
    /// discovered attacks.
    #[inline]
    pub fn threatens_to_win<const W: usize>(&self, pos: &Position, mv: Move) -> bool {
        let rules = &self.game.rules;
        let others = rules.captures.explode || !rules.endings.extinct[pos.side().other().index()].is_empty();
        self.checks::<W>(pos, mv) || others && self.attacks_decisive_piece::<W>(pos, mv)
    }
    #[cold]
    fn attacks_decisive_piece<const W: usize>(&self, pos: &Position, mv: Move) -> bool {
        let (attacks, enemy) = (Attacks::<W>::of(self.game, pos, mv), pos.side().other());
        let last = self.last_pieces::<W>(pos, enemy);
        let aims: ArrayVec<Square, MAX_AIMS> =
            pos.royals(enemy).iter().copied().chain(last).take(MAX_AIMS).collect();
        let mut explosive = explosive_neighbours(self.game, pos, attacks.kind, &aims);
        explosive.any(|square| attacks.reach(square)) || aims.iter().any(|&square| attacks.reach(square))
    }
    /// Squares of the pieces of a side that it must keep, if the loss of any of them loses.
    fn last_pieces<const W: usize>(&self, pos: &Position, side: Color) -> Bits<W> {
        let mut last = Bits::EMPTY;
        for rule in self.game.rules.endings.losing(side) {
            if pos.owned_of(&rule.kinds) <= rule.most + 1 {
                rule.kinds.iter().for_each(|&kind| last |= pos.kind_set(kind));
            }
        }
        last
    }
}

/// What a piece attacks from the square where a move brings it.
struct Attacks<'a, const W: usize> {
    game: &'a Game,
    pos: &'a Position,
    kind: Kind,
    from: Square,
}

impl<'a, const W: usize> Attacks<'a, W> {
    #[inline]
    fn of(game: &'a Game, pos: &'a Position, mv: Move) -> Self {
        Self { game, pos, kind: PieceValues::mover(pos, mv), from: mv.to() }
    }
    #[inline]
    fn reach(&self, target: Square) -> bool {
        self.game.tables.reverse().is_origin::<W>(self.kind, self.from, target)
            && Mover::new(self.game, self.pos, self.kind.at(self.from))
                .attacks_over(target, self.pos.occupied::<W>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::catalogue;
    use crate::{movegen, movetext};

    fn game(name: &str) -> Game {
        Game::new(catalogue::find(name).expect(name).variant.clone()).expect(name)
    }

    /// The position and the move in it.
    fn play(game: &Game, fen: &str, text: &str) -> (Position, Move) {
        let mut pos = Position::from_fen(game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let list = movegen::legal_moves(game, &mut pos);
        let found = list.iter().find(|&&mv| movetext::format(game, &pos, mv) == text);
        (pos.clone(), *found.unwrap_or_else(|| panic!("{fen} {text}")))
    }

    #[test]
    fn moves_threaten_to_win_by_the_rules_of_the_game() {
        for (name, fen, text, expected) in [
            ("normal", "7k/6p1/8/8/8/8/8/K2R4 w - - 0 1", "d1d8", true),
            ("normal", "7k/6p1/8/8/8/8/8/K2R4 w - - 0 1", "d1d7", false),
            // The pawn would explode beside the king.
            ("atomic", "7k/6p1/8/8/8/8/8/K2R4 w - - 0 1", "d1d7", true),
            ("atomic", "7k/5p2/8/8/8/8/8/K2R4 w - - 0 1", "d1d7", false),
            // So would the white king.
            ("atomic", "7k/6pK/8/8/8/8/8/3R4 w - - 0 1", "d1d7", false),
            ("nocheckatomic", "7k/6p1/8/8/8/8/8/K2R4 w - - 0 1", "d1d7", true),
            ("extinction", "rrbbqqkk/pp6/8/5n2/8/8/1P6/RNBQK3 w - - 0 1", "b2b3", false),
            ("extinction", "rrbbqqkk/pp6/8/5n2/8/8/1P6/RNBQK3 w - - 0 1", "d1d3", true),
            ("extinction", "rrbbqqkk/pp4n1/8/5n2/8/8/1P6/RNBQK3 w - - 0 1", "d1d3", false),
        ] {
            let game = game(name);
            let (pos, mv) = play(&game, fen, text);
            assert_eq!(
                PieceValues::new(&game).threatens_to_win::<1>(&pos, mv),
                expected,
                "{name} {fen} {text}"
            );
        }
    }

    /// A captor that would blow up its own king is no danger; one that blows up the other king wins.
    #[test]
    fn exchanges_end_with_explosions() {
        let loss = |name: &str, fen: &str, text: &str| {
            let game = game(name);
            let (pos, mv) = play(&game, fen, text);
            let values = PieceValues::new(&game);
            let queen = values.of(pos.cell(mv.from()).kind().unwrap_or(Kind(0)));
            (values.loss::<1>(&pos, mv, 0), queen)
        };
        let guarded = "5rk1/8/8/8/8/8/8/K4Q2 w - - 0 1";
        let (lost, queen) = loss("normal", guarded, "f1f7");
        assert_eq!(lost, -queen);
        assert_eq!(loss("atomic", guarded, "f1f7").0, 0);
        let (lost, queen) = loss("atomic", "3r2k1/8/8/8/8/8/8/K5Q1 w - - 0 1", "g1d4");
        assert!(lost < 0 && lost > -queen, "the rook goes with the queen: {lost}");
        assert!(loss("atomic", "3r2k1/8/8/8/8/8/8/K2R4 w - - 0 1", "d1b1").0 == 0);
        assert!(loss("atomic", "1r4k1/8/8/8/8/8/8/K2R4 w - - 0 1", "d1b1").0 <= -1000);
    }
}
