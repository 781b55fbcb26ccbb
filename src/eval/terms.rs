//! Evaluation terms other than the piece-square score.

use super::army::{EvalContext, SideAttacks};
use super::checks;
use super::danger;
use super::goals;
use super::mop_up::mop_up;
use super::pawns::{self, PawnCache, PawnStructure};
use super::tapered::Tapered;
use crate::board::bits::Bits;
use crate::board::{Color, Kind, Square};
use crate::position::{Game, PAWN_GROUP, Position};
use crate::values::Weights;
use crate::with_width;

/// Terms of one side, from its own point of view.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SideTerms {
    /// Mobility and pair bonuses.
    pub mobility: Tapered,
    /// Friends and pawns that shelter the royal.
    pub shelter: Tapered,
    /// Attack on the enemy royal.
    pub danger: Tapered,
    /// Attacks on enemy pieces.
    pub threats: Tapered,
    /// Minor pieces that no pawn can drive away.
    pub outposts: Tapered,
    /// Pawn structure.
    pub pawns: Tapered,
    /// Checks with the next move, where a number of checks wins.
    pub checks: Tapered,
    /// Ways to squares where pieces win.
    pub goals: Tapered,
    /// Endgame bonus for driving the last piece of the other side to the edge; `None` unless that wins.
    pub mop_up: Option<i32>,
}

impl SideTerms {
    /// The terms with their names.
    pub fn named(&self) -> [(&'static str, Tapered); 9] {
        // Names every field, so that none is forgotten.
        let Self { mobility, shelter, danger, threats, outposts, pawns, checks, goals, mop_up } = *self;
        [
            ("mobility", mobility),
            ("shelter", shelter),
            ("attack on the royal", danger),
            ("threats", threats),
            ("outposts", outposts),
            ("pawns", pawns),
            ("next check", checks),
            ("ways to goals", goals),
            ("last piece", Tapered { mg: 0, eg: mop_up.unwrap_or(0) }),
        ]
    }
    /// Their sum.
    #[inline]
    pub fn sum(&self) -> Tapered {
        self.named()
            .into_iter()
            .fold(Tapered::default(), |sum, (_, term)| Tapered { mg: sum.mg + term.mg, eg: sum.eg + term.eg })
    }
}

/// All terms, `[colour]`.
pub fn sides(game: &Game, pos: &Position) -> [SideTerms; 2] {
    with_width!(game.tables.forms().width, sides_of_width(game, pos, None))
}

/// All terms, `[colour]`, with the pawn structures of recent positions.
pub(super) fn sides_of_width<const W: usize>(
    game: &Game,
    pos: &Position,
    cache: Option<&mut PawnCache<W>>,
) -> [SideTerms; 2] {
    let context = &EvalContext::new(game, pos);
    let rings = [ring(context, Color::White), ring(context, Color::Black)];
    // PERF: `griffon search janus`: neither a copy of these nor a closure that returns them; both cost more than some
    // of the terms.
    let (mut white, mut black) =
        (SideAttacks::new(context, Color::White), SideAttacks::new(context, Color::Black));
    white.add_attacks(context, Color::White, &black, rings[1]);
    black.add_attacks(context, Color::Black, &white, rings[0]);
    let compute = || pawns::structures(context, [&white, &black]);
    let structures = match cache {
        Some(cache) => cache.get(pos.group_keys()[PAWN_GROUP], compute),
        None => compute(),
    };
    [
        side(context, Color::White, [&white, &black], rings, &structures[0]),
        side(context, Color::Black, [&black, &white], [rings[1], rings[0]], &structures[1]),
    ]
}

/// The terms of a side; `rings` holds the squares around its own royal and those around the enemy's.
#[inline]
fn side<const W: usize>(
    context: &EvalContext<'_, W>,
    color: Color,
    both: [&SideAttacks<W>; 2],
    rings: [Bits<W>; 2],
    structure: &PawnStructure<W>,
) -> SideTerms {
    let EvalContext { game, .. } = *context;
    let params = &game.weights.params;
    let beside = rings[0] & both[0].all;
    let pawns = (beside & both[0].pawns).count() as i32;
    let shelter =
        params.shelter * beside.count() as i32 + params.shelter_pawn * pawns + lines(context, color, both);
    SideTerms {
        mobility: both[0].mobility,
        shelter: Tapered { mg: shelter, eg: 0 },
        danger: danger::attack(context, color, both, rings[1]),
        threats: threats(&game.weights, both),
        outposts: outposts(game, color, both),
        pawns: pawns::value(context, color, both, structure),
        checks: checks::next_check(context, color, both),
        goals: goals::approach(context, color, both),
        mop_up: mop_up(context, color, both[0]),
    }
}

/// Squares around a side's king; empty if it has none.
#[inline]
fn ring<const W: usize>(context: &EvalContext<'_, W>, color: Color) -> Bits<W> {
    context.king(color).map_or(Bits::EMPTY, |square| Bits::of(&context.game.weights.rings, square.index()))
}

/// Value of a side's attacks on enemy pieces.
fn threats<const W: usize>(weights: &Weights, [own, enemy]: [&SideAttacks<W>; 2]) -> Tapered {
    let params = &weights.params;
    let capturable = enemy.all.without(enemy.immune);
    let attacked = capturable & (own.guarded | own.by_royals);
    let hanging = attacked.without(enemy.guarded | enemy.by_royals).count() as i32;
    let by_pawns = (capturable.without(enemy.pawns) & own.by_pawns).count() as i32;
    let by_lesser = own.attacked_by_lesser.without(own.by_pawns).count() as i32;
    let mg =
        params.hanging_mg * hanging + params.pawn_threat_mg * by_pawns + params.minor_threat_mg * by_lesser;
    let eg =
        params.hanging_eg * hanging + params.pawn_threat_eg * by_pawns + params.minor_threat_eg * by_lesser;
    Tapered { mg: mg * weights.threat_percent / 100, eg: eg * weights.threat_percent / 100 }
}

/// Value of the pawn-like pieces of both sides ahead of a king.
fn lines<const W: usize>(
    context: &EvalContext<'_, W>,
    color: Color,
    [own, enemy]: [&SideAttacks<W>; 2],
) -> i32 {
    let Some(king) = context.king(color) else { return 0 };
    let weights = &context.game.weights;
    let span = Bits::<W>::of(&weights.spans, color.index() * weights.squares + king.index());
    weights.params.shelter_ahead * (span & own.pawns).count() as i32
        + weights.params.storm * (span & enemy.pawns).count() as i32
}

/// Value of minor pieces that no pawn can drive away.
fn outposts<const W: usize>(game: &Game, color: Color, [own, enemy]: [&SideAttacks<W>; 2]) -> Tapered {
    let weights = &game.weights;
    let safe = |&square: &Square| {
        let row = color.index() * weights.squares + square.index();
        let beside = Bits::<W>::of(&weights.spans, row).without(Bits::of(&weights.files_ahead, row));
        !beside.meets(enemy.captures_off_file)
    };
    let count = (own.minors & own.by_pawns).without(enemy.by_pawns).filter(safe).count() as i32;
    Tapered { mg: weights.params.outpost * count, eg: 0 }
}

/// Whether a side has at most one piece on the board, and none in hand that may enter.
pub fn is_bare(game: &Game, pos: &Position, color: Color) -> bool {
    let mut left = 1;
    let bare_on_board = game.tables.kinds_of(color).all(|kind| {
        left -= i32::from(pos.count(kind));
        left >= 0
    });
    let enters = |kind: Kind| pos.hand(color, kind.piece()) > 0 && game.game_rules().enters(kind);
    bare_on_board && !(pos.holds_any(color) && game.tables.kinds_of(color).any(enters))
}
