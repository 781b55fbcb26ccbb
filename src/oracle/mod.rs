//! The slow reference generator: reads the legs of a piece directly, square by square.
//!
//! It states the rules as simply as possible, as a reference for readers and for tests of the compiled generator. From
//! [`crate::tables`] it takes the squares of an en passant right and the piece values for `tradeThreshold`; it shares
//! [`crate::movegen::outcome`] with the compiled generator. It tests legality by making the move and all replies.

mod arrive;
mod board_state;
mod castling_and_drops;
mod events;
mod pieces;
mod promotion;
mod ranges;
mod restrictions;
mod setup_phase;
mod threats;
mod trajectory;

use crate::board::{Color, Square};
use crate::movegen::outcome;
use crate::oracle::arrive::arrive;
pub use crate::oracle::board_state::{Marks, ReferenceState};
use crate::oracle::pieces::piece_moves;
use crate::oracle::threats::Threats;
use crate::position::{Cell, Game, Move, Position};
use crate::tables::Kind;
use crate::tables::rules::Goal;
use crate::variant::{PieceType, Variant};

/// A move and its effects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReferenceMove {
    /// Start square; for a drop, the square of the drop.
    pub from: Square,
    /// End square (the king's, in castling).
    pub to: Square,
    /// The type that the piece turns into.
    pub promotion: Option<PieceType>,
    /// The type dropped.
    pub dropped: Option<PieceType>,
    /// The type put down from the hand on the way.
    pub gated: Option<PieceType>,
    /// Where it is put, if a piece of the move left that square.
    gate: Option<Square>,
    /// Squares of captured pieces.
    pub victims: Vec<Square>,
    /// Whether a piece is captured en passant.
    pub in_passing: bool,
    /// The position after the move.
    pub after: ReferenceState,
    /// Squares of all pieces that disappear, possibly the mover.
    gone: Vec<Square>,
    /// Whether the piece must not be capturable where it arrives.
    needs_safety: bool,
    /// Whether the move takes priority over all others.
    goes_first: bool,
    /// For castling, whether it is towards the highest file.
    castled: Option<bool>,
    /// Whether `morph` does not apply to it.
    quoted: bool,
    /// Whether the changed piece must attack nothing and the move must not give check.
    keeps_calm: bool,
    /// Squares on which a royal must not be attacked before the move: castling, initial moves.
    must_be_safe: Vec<Square>,
}

/// How well a move of the compiled generator agrees with a reference move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreement {
    /// Another move, or another position after it.
    None,
    /// The same, except for an en passant right dropped as unusable.
    UpToUselessRights,
    /// The same.
    Full,
}

impl ReferenceMove {
    /// A move that captures nothing and is subject to no condition.
    fn new(from: Square, to: Square, after: ReferenceState) -> Self {
        Self {
            from,
            to,
            promotion: None,
            dropped: None,
            gated: None,
            gate: None,
            victims: Vec::new(),
            in_passing: false,
            after,
            gone: Vec::new(),
            needs_safety: false,
            goes_first: false,
            castled: None,
            quoted: false,
            keeps_calm: false,
            must_be_safe: Vec::new(),
        }
    }
    /// Compares with `mv`, which leads to `after`.
    pub fn agreement(&self, game: &Game, mv: Move, after: &Position) -> Agreement {
        let same_move = self.to == mv.to()
            && self.from == mv.from()
            && self.promotion == mv.promotion()
            && self.dropped == mv.dropped()
            && self.gated == mv.gated();
        if !same_move {
            return Agreement::None;
        }
        if self.after.is(game, after) {
            return Agreement::Full;
        }
        let forgotten = after.passing().is_none() && self.after.is_but_for_passing(game, after);
        if forgotten && !captures_in_passing(game, &self.after) {
            Agreement::UpToUselessRights
        } else {
            Agreement::None
        }
    }
}

impl std::fmt::Display for ReferenceMove {
    /// Square numbers: `12-28x28`, `@5`, `=3` for a promotion to type 3.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.dropped {
            Some(piece) => return write!(f, "{}@{}", piece.0, self.to.0),
            None => write!(f, "{}-{}", self.from.0, self.to.0)?,
        }
        self.victims.iter().try_for_each(|victim| write!(f, "x{}", victim.0))?;
        self.gated.map_or(Ok(()), |piece| write!(f, "/{}", piece.0))?;
        self.promotion.map_or(Ok(()), |piece| write!(f, "={}", piece.0))
    }
}

/// Returns the legal moves, each effect once; none if the game is over.
pub fn legal(game: &Game, pos: &Position) -> Vec<ReferenceMove> {
    if outcome(game, pos).is_some() {
        return Vec::new();
    }
    let state = ReferenceState::of(game, pos);
    let threats = Threats::of(game, &state);
    let mut moves = pseudo_legal_of(game, pos, &state);
    moves.retain(|mv| is_legal_given(game, pos, &state, mv, threats.as_ref()));
    let pass = setup_phase::pass(game, pos, &state);
    moves.extend(pass.clone());
    restrictions::keep_urgent(game, &state, &mut moves);
    // A pass is not a duplicate of a piece's move to its own square. It comes last, unless removed as not urgent.
    let pass = pass.filter(|pass| moves.last() == Some(pass));
    moves.truncate(moves.len() - usize::from(pass.is_some()));
    let mut moves = distinct(moves, |_, _| true);
    moves.extend(pass);
    for mv in &mut moves {
        restrictions::count_check(game, pos, mv);
        restrictions::count_for_draw(game, mv);
    }
    moves
}

/// Returns the pseudo-legal moves, each effect once.
pub fn pseudo_legal(game: &Game, pos: &Position) -> Vec<ReferenceMove> {
    pseudo_legal_of(game, pos, &ReferenceState::of(game, pos))
}

/// Like [`pseudo_legal`], for a state with the castling rules of `pos`. Versions of a move with different demands
/// (priority, safety) stay separate.
fn pseudo_legal_of(game: &Game, pos: &Position, state: &ReferenceState) -> Vec<ReferenceMove> {
    distinct(ways(game, pos, state), |a, b| a.goes_first == b.goes_first && a.needs_safety == b.needs_safety)
}

/// Keeps one of several moves that have the same effect and are `alike`.
fn distinct(
    moves: Vec<ReferenceMove>,
    alike: impl Fn(&ReferenceMove, &ReferenceMove) -> bool,
) -> Vec<ReferenceMove> {
    let mut distinct: Vec<ReferenceMove> = Vec::new();
    for mv in moves {
        let same = |other: &ReferenceMove| {
            other.from == mv.from
                && other.to == mv.to
                && other.promotion == mv.promotion
                && other.dropped == mv.dropped
                && other.gated == mv.gated
                && other.castled == mv.castled
                && other.after.is_but_for_goal(&mv.after)
                && alike(other, &mv)
        };
        match distinct.iter_mut().find(|other| same(other)) {
            Some(known) => {
                // A quoted version does not win; one without a quote does.
                let reached = known.after.tally.reached.max(mv.after.tally.reached);
                known.after.tally.reached = reached;
                // A requirement of one version does not bind the other.
                if mv.must_be_safe.is_empty() {
                    known.must_be_safe.clear();
                }
            }
            None => distinct.push(mv),
        }
    }
    distinct
}

/// Like [`pseudo_legal_of`], with every version of a move.
fn ways(game: &Game, pos: &Position, state: &ReferenceState) -> Vec<ReferenceMove> {
    let variant = &game.variant;
    if state.frozen {
        return castling_and_drops::pass(variant, state).into_iter().collect();
    }
    let mut moves = Vec::new();
    for from in variant.board.squares() {
        if let Some(kind) = state.cell(from).kind().filter(|kind| kind.color() == state.side) {
            piece_moves(game, state, kind, from, &mut |arrival| arrive(game, state, &arrival, &mut moves));
        }
    }
    if variant.pass.allowed {
        // A move that changes nothing is a pass, if passes are written as moves of the same piece.
        let rest = castling_and_drops::rest(variant, state);
        moves.retain(|mv| {
            Some(mv.from) != rest || mv.to != mv.from || !castling_and_drops::is_null(state, mv)
        });
    }
    castling_and_drops::castlings(variant, pos.castles(), state, &mut moves);
    castling_and_drops::drops(variant, pos.castles(), state, &mut moves);
    for mv in &mut moves {
        mv.after.tally.passes = 0;
        castling_and_drops::expose(variant, state, mv);
        restrictions::note_goal(variant, state, mv);
        castling_and_drops::lapse(variant, pos.castles(), &mut mv.after);
    }
    moves
}

/// SPEC: diagram readings, "Rules as the diagram's AI plays them": a move that takes the last royal wins; else
/// no reply may do that.
fn is_legal(game: &Game, pos: &Position, state: &ReferenceState, mv: &ReferenceMove) -> bool {
    is_legal_given(game, pos, state, mv, None)
}

/// Like [`is_legal`], given the threats before the move.
fn is_legal_given(
    game: &Game,
    pos: &Position,
    state: &ReferenceState,
    mv: &ReferenceMove,
    threats: Option<&Threats>,
) -> bool {
    let mover = state.side;
    if !mv.must_be_safe.is_empty() && !crosses_safely(game, pos, state, mv) {
        return false;
    }
    // If losing any royal loses the game, the number of royals does not matter.
    let takes_royal_of = |color: Color| {
        let victims = mv.victims.iter().filter_map(|&victim| state.cell(victim).kind());
        let royal = |kind: Kind| kind.color() == color && game.variant.is_royal(kind.piece());
        !game.variant.ends.extinction[color.index()] && victims.into_iter().any(royal)
    };
    if !setup_phase::allows_in_setup(game, pos, state, mv) {
        return false;
    }
    let enemy = mover.other();
    let events = !game.variant.captures.is_empty();
    if events && mv.after.has_lost_royals(game, mover) {
        return false;
    }
    let wins = mv.after.tally.goal() == Goal::Now;
    if mv.after.has_lost_royals(game, enemy) || takes_royal_of(enemy) || wins {
        return true;
    }
    if mv.needs_safety && can_be_taken(game, pos, &mv.after, mv.to) {
        return false;
    }
    !takes_royal_of(mover)
        && !is_shielded(game, pos, mv, mover)
        && !mv.after.has_lost_royals(game, mover)
        && !can_be_deprived_given(game, pos, &mv.after, mover, threats)
        && restrictions::obeys_restrictions(game, pos, state, mv)
}

/// SPEC: "make the capture illegal if recapture on the destination would be possible"; the recapture must not lose
/// royals.
fn can_be_taken(game: &Game, pos: &Position, state: &ReferenceState, square: Square) -> bool {
    let by = state.side;
    let enemy = state.cell(square).kind().is_some_and(|kind| kind.color() != by);
    let loses = |reply: &ReferenceMove| reply.after.has_lost_royals(game, by);
    let takes = |reply: &ReferenceMove| captured(&game.variant, reply).contains(&square) && !loses(reply);
    enemy && ways(game, pos, state).iter().any(takes)
}

/// Whether the side to move can capture en passant.
fn captures_in_passing(game: &Game, state: &ReferenceState) -> bool {
    let mut replies = Vec::new();
    for from in game.variant.board.squares().filter(|_| !state.frozen) {
        let kind = state.cell(from).kind().filter(|kind| kind.color() == state.side);
        let able = |kind: &Kind| {
            let movements = &game.variant.pieces[kind.piece().index()].movements;
            movements.iter().any(pieces::may_capture_in_passing)
        };
        if let Some(kind) = kind.filter(able) {
            piece_moves(game, state, kind, from, &mut |way| {
                if way.path.in_passing {
                    arrive(game, state, &way, &mut replies);
                }
            });
        }
    }
    !replies.is_empty()
}

/// Squares that a move captures. Explosions do not capture, so they give no check. SPEC: "With N=0 (the default) this
/// would capture all enemy pieces".
fn captured<'a>(variant: &Variant, mv: &'a ReferenceMove) -> &'a [Square] {
    if variant.captures.blast.enemies_only { &mv.gone } else { &mv.victims }
}

/// Whether a move captures enough royals of `color` for that side to lose the game.
fn loses_royals(game: &Game, state: &ReferenceState, mv: &ReferenceMove, color: Color) -> bool {
    let variant = &game.variant;
    let royals = state.royals(variant, color);
    let lost = royals.iter().filter(|royal| captured(variant, mv).contains(royal)).count();
    if variant.ends.extinction[color.index()] { lost > 0 && lost == royals.len() } else { lost > 0 }
}

/// Whether the royals are safe only because of a piece put on the square that the move left.
fn is_shielded(game: &Game, pos: &Position, mv: &ReferenceMove, mover: Color) -> bool {
    mv.gate.filter(|_| game.variant.hand_rules.gates_open).is_some_and(|square| {
        let mut open = mv.after.clone();
        open.put(square, Cell::EMPTY);
        can_lose_royals(game, pos, &open, mover)
    })
}

/// Whether `color` has lost its royals, or the opponent can capture them. The opponent is to move.
///
/// SPEC: diagram readings, `extinction`: all must fall, or the loss of any one (promoted ones, too) loses.
fn can_lose_royals(game: &Game, pos: &Position, state: &ReferenceState, color: Color) -> bool {
    state.has_lost_royals(game, color) || can_be_deprived(game, pos, state, color)
}

/// Whether the opponent can win by capturing royals of `color`. The opponent is to move.
fn can_be_deprived(game: &Game, pos: &Position, state: &ReferenceState, color: Color) -> bool {
    can_be_deprived_given(game, pos, state, color, None)
}

/// Like [`can_be_deprived`], given the threats before the move.
fn can_be_deprived_given(
    game: &Game,
    pos: &Position,
    state: &ReferenceState,
    color: Color,
    threats: Option<&Threats>,
) -> bool {
    if game.variant.captures.blast.enemies_only {
        // Pieces beside the capture square are captured with it.
        return ways(game, pos, state).iter().any(|reply| takes_king_for_free(game, state, reply, color));
    }
    threats::can_take(game, pos, state, color, threats) || restrictions::all_attacked(game, pos, state, color)
}

/// Whether the reply wins by capturing royals of `color` without losing its own.
fn takes_king_for_free(game: &Game, state: &ReferenceState, reply: &ReferenceMove, color: Color) -> bool {
    loses_royals(game, state, reply, color) && !reply.after.has_lost_royals(game, state.side)
}

/// Whether the royal is safe from capture on all squares that it leaves or crosses.
fn crosses_safely(game: &Game, pos: &Position, state: &ReferenceState, mv: &ReferenceMove) -> bool {
    let royal = state.cell(mv.from);
    let all_must_fall = game.variant.ends.extinction[state.side.index()];
    mv.must_be_safe.iter().all(|&square| {
        let other = state.cell(square).kind().filter(|_| square != mv.from);
        if all_must_fall && other.is_some_and(|kind| game.variant.is_royal(kind.piece())) {
            // A royal partner: with two royals that must both be captured, neither is in check.
            return true;
        }
        let mut crossing = state.clone();
        crossing.put(mv.from, Cell::EMPTY);
        crossing.put(square, royal);
        crossing.turn();
        (crossing.struck, crossing.frozen) = (Vec::new(), false);
        !can_be_deprived(game, pos, &crossing, state.side)
    })
}
