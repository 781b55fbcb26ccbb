//! The result of a repeated position: perpetual check and chase lose, other repetitions are draws or as the rules say.

use crate::board::{Color, Square};
use crate::movegen::attack::attacks::in_check;
use crate::movegen::legal::list::list_continuations;
use crate::movegen::outcome::types::{Outcome, by_points, outcome_of};
use crate::moves::{PieceAt, takes, victims};
use crate::position::{Cell, Game, Move, MoveList, Position};
use crate::variant::{Chase, Ending, Repeated};

/// Outcome of a repetition for the side to move.
///
/// A side that has given check, or chased one piece, with every move since the first occurrence is at fault and loses;
/// if both are, it is a draw. Checks come before chases.
pub fn repeated(game: &Game, pos: &Position) -> Outcome {
    let ends = &game.variant.ends;
    if ends.perpetual || !ends.chases.is_empty() {
        match at_fault(game, pos).sides {
            [false, false] => {}
            [true, true] => return Outcome::Drawn,
            [white, _] => {
                let loser = if white { Color::White } else { Color::Black };
                return outcome_of(game, pos, loser, Ending::Loss);
            }
        }
    }
    match ends.repeated {
        Repeated::ToMove(ending) => outcome_of(game, pos, pos.side(), ending),
        Repeated::First(ending) => outcome_of(game, pos, game.variant.first, ending),
        Repeated::Points => by_points(game, pos),
    }
}

/// Name of the fault by which a repetition loses; `None` if no side is at fault.
pub(crate) fn fault(game: &Game, pos: &Position) -> Option<&'static str> {
    if !game.variant.ends.perpetual && game.variant.ends.chases.is_empty() {
        return None;
    }
    let fault = at_fault(game, pos);
    (fault.sides != [false; 2]).then_some(if fault.checks { "perpetual check" } else { "perpetual chase" })
}

/// Sides that may not repeat.
struct RepetitionFault {
    /// `[colour]`: whether the side is at fault.
    sides: [bool; 2],
    /// Whether the fault is checking rather than chasing.
    checks: bool,
}

/// Squares of the pieces that all examined moves of a side have chased; `None` before the first move. Moves are examined
/// from the last one backwards.
type Chased = Option<Vec<Square>>;

fn is_hopeless(chased: &Chased) -> bool {
    chased.as_ref().is_some_and(Vec::is_empty)
}

fn holds(chased: &Chased) -> bool {
    chased.as_ref().is_some_and(|squares| !squares.is_empty())
}

/// Takes back a move: the square where the piece on `square` came from.
fn origin(square: Square, later: &[Cell], earlier: &[Cell]) -> Option<Square> {
    let kind = later[square.index()].kind();
    if earlier[square.index()].kind() == kind {
        return Some(square);
    }
    let mut squares = (0..).map(Square).zip(earlier);
    let came =
        |&(from, before): &(Square, &Cell)| before.kind() == kind && later[from.index()].kind() != kind;
    squares.find(came).map(|(from, _)| from)
}

/// Sides that have checked, or else chased, with every move since the first occurrence.
#[cold]
fn at_fault(game: &Game, pos: &Position) -> RepetitionFault {
    let ends = &game.variant.ends;
    let mut walk = pos.clone();
    let mut checks = [ends.perpetual; 2];
    let mut chased: [Chased; 2] = [(); 2].map(|()| ends.chases.is_empty().then(Vec::new));
    let mut left = pos.occurrences(game) - 1;
    while left > 0 {
        let (mover, other) = (walk.side().other(), walk.side());
        checks[mover.index()] &= checks[mover.index()] && in_check(game, &walk, other);
        if checks == [false; 2] && chased.iter().all(is_hopeless) || walk.plies() == 0 {
            return RepetitionFault { sides: [false; 2], checks: false };
        }
        let chasing = !is_hopeless(&chased[mover.index()]);
        let threats = if chasing { threats_of(game, &mut walk, mover) } else { Vec::new() };
        let later = if holds(&chased[other.index()]) { walk.cells().to_vec() } else { Vec::new() };
        walk.unmake(game);
        if chasing {
            let known = if threats.is_empty() { Vec::new() } else { threats_of(game, &mut walk, mover) };
            let new: Vec<Square> = threats.into_iter().filter(|square| !known.contains(square)).collect();
            match &mut chased[mover.index()] {
                Some(squares) => squares.retain(|square| new.contains(square)),
                unknown => *unknown = Some(new),
            }
        }
        if let (Some(squares), false) = (&mut chased[other.index()], later.is_empty()) {
            *squares = squares.iter().filter_map(|&square| origin(square, &later, walk.cells())).collect();
        }
        left -= u16::from(walk.key() == pos.key());
    }
    match checks {
        [false, false] => RepetitionFault { sides: chased.map(|chased| holds(&chased)), checks: false },
        sides => RepetitionFault { sides, checks: true },
    }
}

/// Squares of the pieces that a side chases: it threatens to capture them in a way listed in `chases`.
///
/// SPEC: Asian rules of Xiangqi: a chase is an attack on a piece that is not protected, or on a stronger one; kings and
/// soldiers may chase. An attack on a piece of the same type that can take back offers an exchange.
fn threats_of(game: &Game, pos: &mut Position, side: Color) -> Vec<Square> {
    let waits = pos.side() != side;
    if waits {
        pos.make_null(game);
    }
    let mut list = MoveList::new();
    list_continuations(game, pos, &mut list);
    let mut threatened = Vec::new();
    for mv in list {
        let Some(attacker) = pos.cell(mv.from()).kind().filter(|_| !mv.is_drop()) else { continue };
        let mut taken = Vec::new();
        victims(game, pos, mv, |kind, square| taken.push((kind, square)));
        for (victim, square) in taken {
            let names = |rule: &&Chase| {
                victim.color() != side
                    && rule.attackers[attacker.piece().index()]
                    && rule.victims[victim.piece().index()]
            };
            let rules = game.variant.ends.chases.iter().filter(names);
            let Some(protected) = rules.map(|rule| rule.protected).max() else { continue };
            if !threatened.contains(&square)
                && (protected || !is_protected(game, pos, mv))
                && !is_exchange(game, pos, attacker.at(mv.from()), victim.at(square))
            {
                threatened.push(square);
            }
        }
    }
    if waits {
        pos.unmake(game);
    }
    threatened
}

/// Whether the capturing piece could be recaptured.
fn is_protected(game: &Game, pos: &mut Position, mv: Move) -> bool {
    pos.after(game, mv, |pos| can_capture(game, pos, |_, square| square == mv.to()))
}

/// Whether both pieces are of the same type and the victim could capture the attacker in turn.
fn is_exchange(game: &Game, pos: &mut Position, attacker: PieceAt, victim: PieceAt) -> bool {
    if attacker.kind.piece() != victim.kind.piece() {
        return false;
    }
    pos.make_null(game);
    let takes = can_capture(game, pos, |by, target| by == victim.from && target == attacker.from);
    pos.unmake(game);
    takes
}

/// Whether the side to move has a legal capture with `wanted` start and victim squares.
fn can_capture(game: &Game, pos: &mut Position, wanted: impl Fn(Square, Square) -> bool) -> bool {
    let mut list = MoveList::new();
    list_continuations(game, pos, &mut list);
    list.into_iter().any(|mv| takes(game, pos, mv, |_, square| wanted(mv.from(), square)))
}
