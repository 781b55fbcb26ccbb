//! The possible results of a game for the side to move, by an ending or by points.

use crate::board::Color;
use crate::position::{Game, Position};
use crate::variant::Ending;
use std::cmp::Ordering;

/// How a game has ended, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The side to move has won.
    Won,
    /// The side to move has lost.
    Lost,
    /// The game is drawn.
    Drawn,
}

impl Outcome {
    /// The winner if `side` is to move; `None` for a draw.
    pub fn winner(self, side: Color) -> Option<Color> {
        match self {
            Self::Won => Some(side),
            Self::Lost => Some(side.other()),
            Self::Drawn => None,
        }
    }
}

/// The result of a game as in PGN: `1-0`, `0-1` or `1/2-1/2`.
pub fn pgn_result(winner: Option<Color>) -> &'static str {
    match winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    }
}

/// Outcome for the side to move if `ending` applies to `color`.
pub(crate) fn outcome_of(game: &Game, pos: &Position, color: Color, ending: Ending) -> Outcome {
    if ending == Ending::Fewer {
        let men = |color| game.tables.kinds_of(color).map(|kind| u32::from(pos.count(kind))).sum::<u32>();
        let ending = match men(color).cmp(&men(color.other())) {
            Ordering::Less => Ending::Win,
            Ordering::Equal => Ending::Draw,
            Ordering::Greater => Ending::Loss,
        };
        return outcome_of(game, pos, color, ending);
    }
    match (ending, color == pos.side()) {
        (Ending::Draw | Ending::Fewer, _) => Outcome::Drawn,
        (Ending::Loss, true) | (Ending::Win, false) => Outcome::Lost,
        (Ending::Win, true) | (Ending::Loss, false) => Outcome::Won,
    }
}

/// Outcome by points.
pub(crate) fn by_points(game: &Game, pos: &Position) -> Outcome {
    let rules = &game.variant.pass;
    let Some(points) = &rules.points else { return Outcome::Drawn };
    let of = |color: Color| -> i32 {
        let standing = pos.pieces(color).filter_map(|square| pos.cell(square).kind());
        let komi = if color == game.variant.first { 0 } else { rules.komi };
        standing.map(|kind| points[kind.piece().index()]).sum::<i32>() + komi
    };
    match of(pos.side()).cmp(&of(pos.side().other())) {
        Ordering::Less => Outcome::Lost,
        Ordering::Equal => Outcome::Drawn,
        Ordering::Greater => Outcome::Won,
    }
}
