//! The result of a repeated position: perpetual check and chase lose, other repetitions are draws or as the rules say.

use crate::board::{Color, Square};
use crate::movegen::attack::attacks::in_check;
use crate::movegen::legal::list::continuations;
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

/// State of one side's chase, from the last move backwards.
enum Chased {
    /// None of its moves has been examined yet.
    Unknown,
    /// Squares of the pieces that all its moves so far have chased.
    Pieces(Vec<Square>),
}

impl Chased {
    fn is_hopeless(&self) -> bool {
        matches!(self, Self::Pieces(squares) if squares.is_empty())
    }
    fn holds(&self) -> bool {
        matches!(self, Self::Pieces(squares) if !squares.is_empty())
    }
    /// Adds a move that chases `also`.
    fn keep(&mut self, also: Vec<Square>) {
        *self = match std::mem::replace(self, Self::Unknown) {
            Self::Unknown => Self::Pieces(also),
            Self::Pieces(mut squares) => {
                squares.retain(|square| also.contains(square));
                Self::Pieces(squares)
            }
        };
    }
    /// Takes back a move of the chased side: maps squares to where their pieces came from.
    fn go_back(&mut self, later: &[Cell], earlier: &[Cell]) {
        let Self::Pieces(squares) = self else { return };
        let origin = |&square: &Square| {
            let cell = later[square.index()];
            if earlier[square.index()].kind() == cell.kind() {
                return Some(square);
            }
            let came = (0..).map(Square).zip(earlier).find(|&(from, before)| {
                before.kind() == cell.kind() && later[from.index()].kind() != cell.kind()
            });
            came.map(|(from, _)| from)
        };
        *squares = squares.iter().filter_map(origin).collect();
    }
}

/// Sides that have checked, or else chased, with every move since the first occurrence.
#[cold]
fn at_fault(game: &Game, pos: &Position) -> RepetitionFault {
    let ends = &game.variant.ends;
    let mut walk = pos.clone();
    let mut checks = [ends.perpetual; 2];
    let chase = || if ends.chases.is_empty() { Chased::Pieces(Vec::new()) } else { Chased::Unknown };
    let mut chased = [chase(), chase()];
    let mut left = pos.occurrences(game) - 1;
    while left > 0 {
        let (mover, other) = (walk.side().other(), walk.side());
        checks[mover.index()] &= checks[mover.index()] && in_check(game, &walk, other);
        if checks == [false; 2] && chased.iter().all(Chased::is_hopeless) || walk.plies() == 0 {
            return RepetitionFault { sides: [false; 2], checks: false };
        }
        let chasing = !chased[mover.index()].is_hopeless();
        let threats = if chasing { threats_of(game, &mut walk, mover) } else { Vec::new() };
        let later = if chased[other.index()].holds() { walk.cells().to_vec() } else { Vec::new() };
        walk.unmake(game);
        if chasing {
            let known = if threats.is_empty() { Vec::new() } else { threats_of(game, &mut walk, mover) };
            let new = threats.into_iter().filter(|square| !known.contains(square)).collect();
            chased[mover.index()].keep(new);
        }
        if !later.is_empty() {
            chased[other.index()].go_back(&later, walk.cells());
        }
        left -= u16::from(walk.key() == pos.key());
    }
    match checks {
        [false, false] => RepetitionFault { sides: chased.map(|chased| chased.holds()), checks: false },
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
    continuations(game, pos, &mut list);
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
    pos.make(game, mv);
    let protected = can_capture(game, pos, |_, square| square == mv.to());
    pos.unmake(game);
    protected
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
    continuations(game, pos, &mut list);
    list.into_iter().any(|mv| takes(game, pos, mv, |_, square| wanted(mv.from(), square)))
}
