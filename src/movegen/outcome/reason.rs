//! Names the rule that ended a game, for the user.

use crate::board::{Color, Kind};
use crate::movegen::outcome::repetition;
use crate::movegen::outcome::results::decided;
use crate::movegen::outcome::types::Outcome;
use crate::position::{Game, Position};
use crate::rules::EndingRule;

/// The kind of rule that ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndReason {
    /// A side has lost the royals that it must keep.
    RoyalLost,
    /// A rule that few games have.
    Rule(EndingRule),
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// The side to move has no piece left.
    NoPieces,
    /// The position has occurred too often.
    Repetition,
    /// Too many moves without progress.
    QuietMoves,
    /// The count of a weak side is over.
    Counting,
    /// Both sides are bare.
    BareKings,
}

impl EndReason {
    /// The reason if there is no legal move.
    pub(super) fn without_moves(pos: &Position, in_check: bool) -> Self {
        let is_empty = || pos.pieces(pos.side()).next().is_none() && !pos.holds_any(pos.side());
        match in_check {
            true => Self::Checkmate,
            false if is_empty() => Self::NoPieces,
            false => Self::Stalemate,
        }
    }
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// The outcome for the side to move.
    pub outcome: Outcome,
    /// The kind of rule.
    pub reason: EndReason,
    /// The reason for the user: `checkmate`, `perpetual check`, `50-move rule`.
    pub text: String,
}

impl End {
    /// Result and reason if `side` is to move: `Black has won: checkmate`.
    pub fn words(&self, side: Color) -> String {
        match self.outcome.winner(side) {
            Some(winner) => format!("{winner:?} has won: {}", self.text),
            None => format!("draw: {}", self.text),
        }
    }
}

/// Like [`result`](super::results::result), with the reason.
pub fn end(game: &Game, pos: &mut Position) -> Option<End> {
    let (outcome, reason) = decided(game, pos)?;
    let text = match reason {
        EndReason::RoyalLost => {
            royal_lost(game, pos, if outcome == Outcome::Won { pos.side().other() } else { pos.side() })
        }
        EndReason::Rule(rule) => rule.name().into(),
        EndReason::Checkmate => "checkmate".into(),
        EndReason::Stalemate => "stalemate".into(),
        EndReason::NoPieces => "no pieces left".into(),
        EndReason::Repetition => repetition::fault(game, pos).unwrap_or("repetition").into(),
        EndReason::QuietMoves => format!("{}-move rule", game.variant.ends.quiet_plies / 2),
        EndReason::Counting => "counting rule".into(),
        EndReason::BareKings => "bare kings".into(),
    };
    Some(End { outcome, reason, text })
}

/// `king captured`: names a royal type of which a side has none left.
fn royal_lost(game: &Game, pos: &Position, loser: Color) -> String {
    let gone = |kind: &Kind| game.variant.is_royal(kind.piece()) && pos.count(*kind) == 0;
    let name =
        game.tables.kinds_of(loser).find(gone).map(|kind| &game.variant.pieces[kind.piece().index()].name);
    format!("{} captured", name.map_or("royal piece", String::as_str))
}
