//! Endings by the position alone, other than lost royals: goals, counted checks, extinct types, castling, impasse; and
//! the result where a side has no moves.

use crate::board::{Color, Square};
use crate::movegen::attack::attacks::{attacked, in_check};
use crate::movegen::legal::dispatch::continuations;
use crate::movegen::outcome::passing;
use crate::movegen::outcome::types::Outcome;
use crate::position::cell::Kind;
use crate::position::{Game, MoveList, Position};
use crate::tables::rules::Goal;
use crate::variant::castling::CastleRule;
use crate::variant::{Ending, PieceType};
use std::cmp::Ordering;

/// Outcome by one of these rules, if the game has ended.
#[cold]
pub(crate) fn outcome(game: &Game, pos: &Position) -> Option<Outcome> {
    by_extinction(game, pos)
        .or_else(|| by_checks(game, pos))
        .or_else(|| by_goal(game, pos))
        .or_else(|| passing::outcome(game, pos))
        .or_else(|| by_castling(game, pos))
        .or_else(|| by_impasse(game, pos))
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

/// Outcome if a side has too few pieces of some types; first for the side that moved last.
pub(crate) fn by_extinction(game: &Game, pos: &Position) -> Option<Outcome> {
    let rules = game.variant.ends.extinct.iter().zip(&game.rule_flags.extinct);
    for color in [pos.side().other(), pos.side()] {
        for (rule, _) in rules.clone().filter(|(_, holds)| holds[color.index()]) {
            let left = |kind: Kind| u32::from(pos.count(kind)) + pos.hand(color, kind.piece());
            let kinds = game.tables.kinds_of(color).filter(|kind| rule.types[kind.piece().index()]);
            if kinds.map(left).sum::<u32>() <= u32::from(rule.most) {
                return Some(outcome_of(game, pos, color, rule.ending));
            }
        }
    }
    None
}

/// Outcome if the side that moved last has given all its checks.
pub(crate) fn by_checks(game: &Game, pos: &Position) -> Option<Outcome> {
    let mover = pos.side().other().index();
    (game.variant.ends.checks[mover] > 0 && pos.tally().checks[mover] == 0).then_some(Outcome::Lost)
}

pub(crate) fn by_goal(game: &Game, pos: &Position) -> Option<Outcome> {
    let rule = game.variant.ends.goal;
    if pos.tally().goal() != Goal::None {
        return Some(Outcome::Lost);
    }
    if !game.rule_flags.goals || !rule.stands() {
        return None;
    }
    let (side, other) = (pos.side(), pos.side().other());
    if rule.equal {
        return by_race(game, pos);
    }
    if rule.safe {
        let sides = if rule.answer { vec![other] } else { vec![other, side] };
        if let Some(color) = sides.into_iter().find(|&color| stands_safely(game, pos, color)) {
            return Some(outcome_of(game, pos, color, Ending::Win));
        }
    }
    (rule.answer && on_goal(game, pos, side).next().is_some()).then_some(Outcome::Won)
}

/// Squares of a side's pieces that stand on their goals.
fn on_goal<'a>(game: &'a Game, pos: &'a Position, color: Color) -> impl Iterator<Item = Square> + 'a {
    pos.pieces(color).filter(|&square| {
        pos.cell(square).kind().is_some_and(|kind| game.rule_flags.goal(kind, square) != Goal::None)
    })
}

/// Whether the side has a piece on a goal that cannot be captured, or several on goals.
fn stands_safely(game: &Game, pos: &Position, color: Color) -> bool {
    let mut standing = on_goal(game, pos, color);
    match (standing.next(), standing.next()) {
        (Some(square), None) => !attacked(game, pos, square, color.other()),
        (first, _) => first.is_some(),
    }
}

/// Outcome of a race: the side that moved second draws by following to the goal.
fn by_race(game: &Game, pos: &Position) -> Option<Outcome> {
    let there = |color| on_goal(game, pos, color).next().is_some();
    let side = pos.side();
    match (there(side), there(side.other())) {
        (true, true) => Some(Outcome::Drawn),
        (true, false) => Some(Outcome::Won),
        (false, false) => None,
        (false, true) if side != game.variant.first && can_follow(game, pos) => None,
        (false, true) => Some(Outcome::Lost),
    }
}

/// Whether the side to move is not in check and has a move to a goal.
fn can_follow(game: &Game, pos: &Position) -> bool {
    let side = pos.side();
    if in_check(game, pos, side) {
        return false;
    }
    let mut pos = pos.clone();
    let mut list = MoveList::new();
    continuations(game, &mut pos, &mut list);
    list.into_iter().any(|mv| {
        pos.make(game, mv);
        let arrives = on_goal(game, &pos, side).next().is_some();
        pos.unmake(game);
        arrives
    })
}

/// Outcome if a side has lost the right to a castling that would win.
pub(crate) fn by_castling(game: &Game, pos: &Position) -> Option<Outcome> {
    let board = &game.variant.board;
    let lost = |&&(color, right): &&(Color, bool)| {
        let matches = |rule: &&CastleRule| {
            rule.king.color() == color && (board.file(rule.partner) > board.file(rule.from)) == right
        };
        let alive = |rule: &CastleRule| {
            let (king, partner) = (pos.cell(rule.from), pos.cell(rule.partner));
            king.kind() == Some(rule.king) && king.is_unmoved() && partner.is_unmoved()
        };
        !pos.castles().iter().filter(matches).any(alive)
    };
    let loser = game.variant.ends.castle_wins.iter().find(lost)?.0;
    Some(outcome_of(game, pos, loser, Ending::Loss))
}

/// Outcome by points once the royals of both sides have reached their promotion zones.
pub(crate) fn by_impasse(game: &Game, pos: &Position) -> Option<Outcome> {
    let rule = game.variant.ends.impasse.as_ref()?;
    let through = |color: Color| {
        let royals = pos.royals(color);
        !royals.is_empty() && royals.iter().all(|&square| game.tables.in_zone(color, square))
    };
    if !Color::BOTH.into_iter().all(through) {
        return None;
    }
    let enough = |color: Color| {
        let worth = |kind: Kind| {
            let count = u32::from(pos.count(kind)) + pos.hand(color, kind.piece());
            count.saturating_mul(u32::from(rule.points[kind.piece().index()]))
        };
        game.tables.kinds_of(color).map(worth).sum::<u32>() >= u32::from(rule.least)
    };
    let loser = Color::BOTH.into_iter().find(|&color| !enough(color) && enough(color.other()));
    Some(loser.map_or(Outcome::Drawn, |color| outcome_of(game, pos, color, Ending::Loss)))
}

/// Outcome of having no legal move.
pub fn without_moves(game: &Game, pos: &Position, in_check: bool) -> Outcome {
    let (ends, rules) = (&game.variant.ends, &game.variant.rules);
    let wrongly = |piece: PieceType| rules.no_drop_mate[piece.index()];
    if in_check && rules.drop_mate_loses && pos.dropped_last().is_some_and(wrongly) {
        return Outcome::Won;
    }
    outcome_of(game, pos, pos.side(), if in_check { ends.checkmate } else { ends.stalemate })
}
