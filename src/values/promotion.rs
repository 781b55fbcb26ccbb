//! Value added by the prospect of promotion.

use super::journey::moves_to;
use super::profile::PieceProfile;
use crate::board::{Color, Kind, Square};
use crate::notation::legs::Occupancy;
use crate::rules::GameRules;
use crate::tables::rules::{Arrival, Goal};
use crate::tables::unroll::Access;
use crate::variant::PieceType;

/// Share of the promotion gain that counts, and its factor per move to the zone.
const PROMOTION: [(f64, f64); 2] = [(0.45, 0.62), (0.45, 0.70)];

/// Value of a promotion to a piece that wins on the square (cp).
const WINNING_CP: f64 = 900.0;

/// Squares that a kind may enter at all.
pub(super) fn enterable(game: GameRules<'_>, kind: Kind) -> impl Iterator<Item = Square> {
    let board = &game.variant.board;
    let open = move |&s: &Square| !board.is_hole(s) && game.tables.access(kind, s) != Access::Forbidden;
    board.squares().filter(open)
}

/// The type a kind becomes on a square; the best one if there is a choice.
fn promoted(
    game: GameRules<'_>,
    kind: Kind,
    square: Square,
    value: &dyn Fn(PieceType, Square) -> f64,
) -> Option<PieceType> {
    let variant = &game.variant;
    match game.tables.arrival(kind, square) {
        Arrival::Plain => None,
        Arrival::Into(piece) | Arrival::May(piece) | Arrival::Must(piece) => Some(piece),
        Arrival::Zone(piece) | Arrival::ZoneForced(piece) => {
            game.tables.in_zone(kind.color(), square).then_some(piece)
        }
        Arrival::Choose(set) => {
            let from_end = variant.board.rank_from_end(kind.color(), square);
            let choices = variant.promotion.choices_of(set).iter();
            let open = choices
                .filter(|c| c.ranks.is_none_or(|ranks| from_end <= ranks) && !(c.not_last && from_end == 1));
            open.map(|c| c.piece).max_by(|&a, &b| value(a, square).total_cmp(&value(b, square)))
        }
    }
}

/// Whether a kind may keep its type on a square.
fn may_stay(game: GameRules<'_>, kind: Kind, square: Square) -> bool {
    match game.tables.arrival(kind, square) {
        Arrival::Plain | Arrival::May(_) | Arrival::Zone(_) => true,
        Arrival::Into(_) | Arrival::Must(_) | Arrival::ZoneForced(_) => false,
        Arrival::Choose(set) => {
            game.variant.promotion.choices_of(set).iter().any(|choice| choice.piece == kind.piece())
        }
    }
}

/// `[square]`: expected number of moves to a promotion square, estimated from ranks; at least those that it takes on an empty
/// board, where each may be blocked as often as a step forward.
pub(super) fn distances(game: GameRules<'_>, kind: Kind, profile: &PieceProfile) -> Vec<f64> {
    let board = &game.variant.board;
    let nothing = |_, _| 0.0;
    let rank = |square| board.relative_rank(kind.color(), square);
    let promoting = enterable(game, kind).filter(|&s| promoted(game, kind, s, &nothing).is_some());
    let Some(nearest) = promoting.map(rank).min() else {
        return vec![f64::INFINITY; board.len()];
    };
    let inside: Vec<f64> = profile.inside(&profile.mg).map(|m| m.forward).filter(|&f| f > 0.0).collect();
    let speed = (inside.iter().sum::<f64>() / inside.len().max(1) as f64).max(0.25);
    // Some ranks have only a few promotion squares.
    let promotes = |square| promoted(game, kind, square, &nothing).is_some();
    let [quiet, any] = [Occupancy::EMPTY, Occupancy::EMPTY | Occupancy::ENEMIES]
        .map(|contents| moves_to(game, kind, promotes, contents));
    let journeys =
        quiet.into_iter().zip(any).map(|(quiet, any)| f64::from(quiet.or(any).unwrap_or(0)) / speed.min(1.0));
    let by_rank = |square| (f64::from(nearest.saturating_sub(rank(square))) / speed).max(1.0);
    board.squares().zip(journeys).map(|(square, journey)| by_rank(square).max(journey)).collect()
}

/// Adds a share of the promotion gain to each value. Chains of promotion need a few rounds.
pub(super) fn add(game: GameRules<'_>, profiles: &mut [PieceProfile]) {
    for _ in 0..3 {
        let before: Vec<[f64; 2]> = profiles.iter().map(|p| p.value).collect();
        for (index, profile) in profiles.iter_mut().enumerate() {
            let kind = Kind(index as u16);
            let color: Color = kind.color();
            let worth = |phase: usize, piece: PieceType, square: Square| {
                let target = Kind::new(piece, color);
                let value = before[target.index()][phase];
                if game.rules.goals.on(target, square) == Goal::None { value } else { value.max(WINNING_CP) }
            };
            let value = |piece, square| worth(0, piece, square);
            let targets = enterable(game, kind).filter_map(|s| Some((promoted(game, kind, s, &value)?, s)));
            let Some(best) = targets.max_by(|a, b| value(a.0, a.1).total_cmp(&value(b.0, b.1))) else {
                continue;
            };
            let optional = enterable(game, kind).all(|square| may_stay(game, kind, square));
            let typical = typical_squares(game, kind, profile);
            for (phase, (share, factor)) in PROMOTION.into_iter().enumerate() {
                let gain = worth(phase, best.0, best.1) - profile.plain[phase];
                let gain = if optional { gain.max(0.0) } else { gain };
                let chance = typical.iter().map(|s| share * factor.powf(profile.distance[s.index()]));
                let ease = chance.sum::<f64>() / typical.len().max(1) as f64;
                profile.gain[phase] = gain.max(0.0);
                profile.value[phase] = profile.plain[phase] + gain * ease;
            }
        }
    }
}

/// Usual squares of a kind: its squares in the setup, else all squares where it can stand.
fn typical_squares(game: GameRules<'_>, kind: Kind, profile: &PieceProfile) -> Vec<Square> {
    let setup = game.variant.setup.iter().filter(|s| Kind::new(s.2, s.1) == kind).map(|s| s.0);
    let starts: Vec<Square> = setup.collect();
    if !starts.is_empty() {
        return starts;
    }
    game.variant.board.squares().filter(|s| profile.domain[s.index()]).collect()
}
