//! Endings that most games do not have.

use crate::board::{Color, Kind, Square};
use crate::movegen::outcome::goal::by_goal;
use crate::movegen::outcome::types::{Outcome, by_points, outcome_of};
use crate::position::phases::facing;
use crate::position::{Game, Position};
use crate::rules::EndingRule;
use crate::variant::Ending;

/// The rule by which the game has ended, if it has, and the outcome.
#[cold]
pub(crate) fn ended_by(game: &Game, pos: &Position) -> Option<(EndingRule, Outcome)> {
    let outcome = |rule: EndingRule| match rule {
        EndingRule::Baring => by_baring(game, pos),
        EndingRule::Extinction => by_extinction(game, pos),
        EndingRule::Checks => by_checks(game, pos),
        EndingRule::Goal => by_goal(game, pos),
        EndingRule::Passes => by_passes(game, pos),
        EndingRule::Castling => by_castling(game, pos),
        EndingRule::Impasse => by_impasse(game, pos),
        EndingRule::Connection => by_connection(game, pos),
    };
    game.rules.endings.iter().find_map(|rule| Some((rule, outcome(rule)?)))
}

/// SPEC: Interactive diagrams, "Artificial Intelligence" (baring), and the readings: a delayed win; the bared side
/// gets one more move, which here is offered only when it could bare back.
fn by_baring(game: &Game, pos: &Position) -> Option<Outcome> {
    let (own, others) = (pos.baring_pieces(game, pos.side()), pos.baring_pieces(game, pos.side().other()));
    match (own, others) {
        (0, 0) => match game.variant.ends.counterbare {
            Ending::Draw => None,
            // The side to move was bared last, its opponent first.
            Ending::Loss => Some(Outcome::Won),
            Ending::Win => Some(Outcome::Lost),
            Ending::Fewer => Some(outcome_of(game, pos, pos.side().other(), Ending::Fewer)),
        },
        (_, 0) => Some(Outcome::Won),
        (0, others) if !may_save_itself(game, pos, others) => Some(Outcome::Lost),
        _ => None,
    }
}

/// Whether one move of a bared side might prevent its defeat: it takes all `others`, gets a piece that counts by
/// promotion, or decides the game by another rule.
fn may_save_itself(game: &Game, pos: &Position, others: u32) -> bool {
    let rules = &game.rules;
    let takes_all = others <= u32::from(rules.captures.most_victims) || rules.captures.has_tables;
    let has_pieces = || pos.usable_where(game, pos.side(), |kind| !game.tables.kind(kind).royal) > 0;
    takes_all || rules.endings.has_others(EndingRule::Baring) || has_pieces()
}

/// Outcome if a side has too few pieces of some types; first for the side that moved last.
fn by_extinction(game: &Game, pos: &Position) -> Option<Outcome> {
    [pos.side().other(), pos.side()].into_iter().find_map(|color| {
        let mut rules = game.rules.endings.extinct[color.index()].iter();
        let rule = rules.find(|rule| pos.owned_of(&rule.kinds) <= rule.most)?;
        Some(outcome_of(game, pos, color, rule.ending))
    })
}

/// Outcome if a side has given all its checks; in a position that was set up, it may be the side to move.
fn by_checks(game: &Game, pos: &Position) -> Option<Outcome> {
    let (all, left) = (game.variant.ends.checks, pos.counters().checks);
    let gave_all = |color: &Color| all[color.index()] > 0 && left[color.index()] == 0;
    let winner = [pos.side().other(), pos.side()].into_iter().find(gave_all)?;
    Some(outcome_of(game, pos, winner.other(), Ending::Loss))
}

/// Outcome if passing has ended the game.
fn by_passes(game: &Game, pos: &Position) -> Option<Outcome> {
    let (rules, passes) = (&game.variant.pass, u16::from(pos.counters().passes));
    let enough = rules.end > 0 && passes >= rules.end;
    let answered = passes > 0 && facing(game, pos);
    (enough || answered).then(|| by_points(game, pos))
}

/// Outcome if a side has lost the right to a castling that would win.
fn by_castling(game: &Game, pos: &Position) -> Option<Outcome> {
    let board = &game.variant.board;
    let held = |&wing: &(Color, bool)| {
        pos.castles().iter().any(|rule| rule.wing(board) == wing && pos.holds_right(rule))
    };
    let &(loser, _) = game.variant.ends.castle_wins.iter().find(|wing| !held(wing))?;
    Some(outcome_of(game, pos, loser, Ending::Loss))
}

/// Outcome by points once the royals of both sides have reached their promotion zones.
fn by_impasse(game: &Game, pos: &Position) -> Option<Outcome> {
    let rule = game.variant.ends.impasse.as_ref()?;
    let through = |color: Color| {
        let royals = pos.royals(color);
        !royals.is_empty() && royals.iter().all(|&square| game.tables.in_zone(color, square))
    };
    if !Color::BOTH.into_iter().all(through) {
        return None;
    }
    let enough = |color: Color| {
        let worth = |kind: Kind| pos.owned(kind).saturating_mul(rule.points[kind.piece().index()].into());
        game.tables.kinds_of(color).map(worth).sum::<u32>() >= u32::from(rule.least)
    };
    let loser = Color::BOTH.into_iter().find(|&color| !enough(color) && enough(color.other()));
    Some(loser.map_or(Outcome::Drawn, |color| outcome_of(game, pos, color, Ending::Loss)))
}

/// One of each two opposite directions of a row: files, ranks.
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Outcome if the side that moved last has enough pieces in a row.
fn by_connection(game: &Game, pos: &Position) -> Option<Outcome> {
    let mover = pos.side().other();
    let is_own = |square: Square| pos.cell(square).kind().is_some_and(|kind| kind.color() == mover);
    pos.pieces(mover).any(|square| is_in_row(game, square, is_own)).then_some(Outcome::Lost)
}

/// Whether a piece on `square` is in a row that is long enough to win, with pieces on the squares that are `filled`.
pub(crate) fn is_in_row(game: &Game, square: Square, filled: impl Fn(Square) -> bool) -> bool {
    let (board, wanted) = (&game.variant.board, usize::from(game.variant.ends.connect));
    let (file, rank) = (i32::from(board.file(square)), i32::from(board.rank(square)));
    DIRECTIONS.into_iter().any(|(files, ranks)| {
        let is_filled = |n: i32| board.at(file + n * files, rank + n * ranks).is_some_and(&filled);
        let ahead = (1..).take_while(|&n| is_filled(n)).take(wanted).count();
        let behind = (1..).take_while(|&n| is_filled(-n)).take(wanted).count();
        ahead + 1 + behind >= wanted
    })
}
