//! Pawn structure. Pawn-like pieces are recognised by their moves: forward only, with promotion.

use super::army::{EvalContext, SideAttacks};
use super::cache::Cache;
use super::tapered::Tapered;
use crate::board::bits::Bits;
use crate::board::{Color, Kind, Square};
use crate::position::{Game, Position};
use crate::tables::bitboards::BatchStep;
use crate::values::EvalRole;

/// Distances beyond this count as equal.
const FAR: i32 = 5;

/// The pawn structure of one side, as far as it depends on the pawn-like pieces alone, so that it can be cached.
#[derive(Clone, Copy, Default, Debug)]
pub struct PawnStructure<const W: usize> {
    /// Number of those that can leave their file by capturing and have a friend ahead on it.
    doubled: i32,
    /// Number of those that can leave their file by capturing and have no friend on an adjacent one.
    isolated: i32,
    /// Those without an enemy ahead on the same or an adjacent file.
    passed: Bits<W>,
}

/// Pawn structures of recent positions, `[colour]`, by the key of the pawn-like pieces.
pub type PawnCache<const W: usize> = Cache<[PawnStructure<W>; 2]>;

/// The pawn structures of both sides, `[colour]`.
pub(super) fn structures<const W: usize>(
    context: &EvalContext<'_, W>,
    sides: [&SideAttacks<W>; 2],
) -> [PawnStructure<W>; 2] {
    Color::BOTH.map(|color| structure(context, color, [sides[color.index()], sides[color.other().index()]]))
}

fn structure<const W: usize>(
    context: &EvalContext<'_, W>,
    color: Color,
    [own, enemy]: [&SideAttacks<W>; 2],
) -> PawnStructure<W> {
    let EvalContext { game, pos, .. } = *context;
    let weights = &game.weights;
    let row = |square: Square| color.index() * weights.squares + square.index();
    let mut structure = PawnStructure::default();
    for kind in pawn_kinds(game, pos, color).filter(|kind| weights.traits[kind.index()].captures_off_file) {
        for square in pos.kind_set::<W>(kind) {
            structure.doubled += i32::from(own.pawns.meets(Bits::of(&weights.files_ahead, row(square))));
            structure.isolated +=
                i32::from(!own.pawns.meets(Bits::of(&weights.files_beside, square.index())));
        }
    }
    for square in own.pawns {
        structure.passed.insert_if(square, !enemy.pawns.meets(Bits::of(&weights.spans, row(square))));
    }
    structure
}

/// The pawn-like kinds of a side on the board.
fn pawn_kinds(game: &Game, pos: &Position, color: Color) -> impl Iterator<Item = Kind> {
    let is_pawn =
        |kind: &Kind| game.weights.traits[kind.index()].role == EvalRole::Pawn && pos.count(*kind) > 0;
    game.tables.kinds_of(color).filter(is_pawn)
}

/// Value of a side's pawn-like pieces.
pub(super) fn value<const W: usize>(
    context: &EvalContext<'_, W>,
    color: Color,
    [own, enemy]: [&SideAttacks<W>; 2],
    structure: &PawnStructure<W>,
) -> Tapered {
    let mut sum = Tapered::default();
    if own.pawns.is_empty() {
        return sum;
    }
    let EvalContext { game, pos, .. } = *context;
    let params = &game.weights.params;
    let connected = (own.pawns & own.by_pawns).count() as i32;
    let PawnStructure { doubled, isolated, passed } = *structure;
    let mut backward = 0;
    for kind in pawn_kinds(game, pos, color) {
        add_passed(context, (kind, passed), [own, enemy], &mut sum);
        backward += count_backward(context, kind, own, enemy);
    }
    sum.add(
        params.connected_mg * connected + params.doubled_mg * doubled + params.isolated_mg * isolated,
        params.connected_eg * connected
            + params.doubled_eg * doubled
            + params.isolated_eg * isolated
            + params.backward * backward,
    );
    sum
}

/// Adds the bonuses of the passed pawns of a kind.
fn add_passed<const W: usize>(
    context: &EvalContext<'_, W>,
    (kind, passed): (Kind, Bits<W>),
    [own, enemy]: [&SideAttacks<W>; 2],
    sum: &mut Tapered,
) {
    let EvalContext { game, pos, occupied } = *context;
    let weights = &game.weights;
    let params = &weights.params;
    let color = kind.color();
    for square in passed & pos.kind_set(kind) {
        let row = color.index() * weights.squares + square.index();
        let ahead = game.tables.forms().reach(kind, square, occupied).quiet;
        let blocked = !ahead.is_empty() && ahead.without(occupied).is_empty();
        let free = !blocked && !ahead.meets(enemy.guarded | enemy.by_royals);
        let escorted = ahead.meets(own.guarded | own.by_royals);
        let open = !(occupied | enemy.guarded | enemy.by_royals).meets(Bits::of(&weights.files_ahead, row));
        let share = if blocked { params.passed_blocked } else { 100 }
            + if free { params.passed_free } else { 0 }
            + if open { params.passed_path } else { 0 }
            + if escorted { params.passed_escorted } else { 0 };
        let (mg, eg) = weights.passed[kind.index() * weights.squares + square.index()];
        let mg = i32::from(mg) * params.passed_mg * share / 100;
        let eg = i32::from(eg) * params.passed_eg * share / 100;
        let nearer = distance(context, color.other(), square) - distance(context, color, square);
        sum.add(mg / 100, (eg + eg * nearer * params.passed_royal / 100) / 100);
    }
}

/// Counts the pawns that enemy pawns keep from advancing, where no friendly pawn guards them or the squares
/// ahead.
fn count_backward<const W: usize>(
    context: &EvalContext<'_, W>,
    kind: Kind,
    own: &SideAttacks<W>,
    enemy: &SideAttacks<W>,
) -> i32 {
    let EvalContext { game, pos, occupied } = *context;
    let stops = enemy.by_pawns.without(own.by_pawns);
    let pawns = pos.kind_set::<W>(kind).without(own.by_pawns);
    // PERF: `griffon search shogi`: few pawns can step towards enemy ones at all.
    let steps = &game.tables.forms().steps[kind.index()];
    let stopped = |step: &BatchStep| step.quiet && step.lead(pawns, occupied).meets(stops);
    if stops.is_empty() || !steps.is_empty() && !steps.iter().any(stopped) {
        return 0;
    }
    let kept = |&square: &Square| {
        let ahead = game.tables.forms().reach(kind, square, occupied).quiet.without(occupied);
        !ahead.is_empty() && ahead.without(stops).is_empty()
    };
    pawns.filter(kept).count() as i32
}

/// Steps from a side's king to a square, at most [`FAR`]; [`FAR`] if there is none.
fn distance<const W: usize>(context: &EvalContext<'_, W>, color: Color, to: Square) -> i32 {
    let Some(king) = context.king(color) else { return FAR };
    i32::from(context.game.variant.board.distance(king, to)).min(FAR)
}
