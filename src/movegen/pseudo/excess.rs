//! Whether a position has more moves than the program supports, and the type responsible.

use crate::board::Bits;
use crate::movegen::filter::Filter;
use crate::movegen::pseudo::drops::drops;
use crate::movegen::pseudo::targets::Scene;
use crate::moves::Mover;
use crate::position::{Game, MoveList, Position};
use crate::variant::PieceType;
use crate::with_width;

/// The type with whose moves the side to move exceeds `most` pseudo-legal moves, castling and passes not counted;
/// `None` if it does not. Lists the moves of one piece at a time and stops as soon as there are too many.
pub(crate) fn excess(game: &Game, pos: &Position, most: usize) -> Option<PieceType> {
    with_width!(game.tables.forms().width, excess_of_width(game, pos, most))
}

fn excess_of_width<const W: usize>(game: &Game, pos: &Position, most: usize) -> Option<PieceType> {
    let scene = Scene::<W>::of(pos, pos.side());
    let sum = |distinct: bool| {
        let (mut list, mut total) = (MoveList::new(), 0);
        for kind in game.tables.kinds_of(pos.side()) {
            for from in pos.kind_set::<W>(kind) {
                list.clear();
                let mover = Mover::new(game, pos, kind.at(from));
                match distinct {
                    true => mover.piece_moves(&scene, Filter::All, &mut list),
                    false => mover.all_moves(&scene, &mut list),
                }
                total += list.len();
                if total > most {
                    return Some(kind.piece());
                }
            }
        }
        list.clear();
        drops::<W>(game, pos, Bits::ALL, Filter::All, &mut list);
        list.get(most - total).and_then(|mv| mv.dropped())
    };
    // To find the moves with the same effect takes longer, and is rarely needed.
    sum(false)?;
    sum(true)
}
