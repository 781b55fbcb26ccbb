//! Weights from the rules about game ends: attraction to goal squares, negative values for pieces that must be lost.

use super::journey::moves_to;
use super::weights::Weights;
use crate::board::{Color, Kind};
use crate::notation::legs::Occupancy;
use crate::rules::GameRules;
use crate::tables::rules::Goal;
use crate::variant::{Ending, all_kinds};

/// Bonus for a piece one move from its goal (cp): middle game, endgame; and the factor per further move.
const GOAL_CP: [f64; 2] = [70.0, 130.0];
const GOAL_FACTOR: f64 = 0.6;
/// Where a side needs several pieces on goals: value of each move towards them, near or far (cp). The second is for games
/// without captures, which are races.
const GOAL_STEP_CP: f64 = 60.0;
const RACE_STEP_CP: f64 = 250.0;
/// Where losing pieces wins, pieces and attacks on them are worth this share of what they are worth elsewhere.
const BURDEN: f64 = -0.35;

/// Value of attacks where a royal wins by reaching a square, percent.
///
/// PERF: King of the Hill lost 110 Elo with the whole value.
const WITH_GOALS: i32 = 33;

/// Adjusts the weights to the rules about game ends.
pub(super) fn adjust(game: GameRules<'_>, weights: &mut Weights) {
    if game.rules.goals.any {
        attract(game, weights);
    }
    if game.rules.endings.suicidal {
        burden(game, weights);
    }
}

/// Adds the bonuses for squares near the goals.
fn attract(game: GameRules<'_>, weights: &mut Weights) {
    let several = game.variant.ends.goal.needs_several();
    let is_race = several && !all_kinds(game.variant).any(|kind| captures(game, kind));
    let step = if is_race { RACE_STEP_CP } else { GOAL_STEP_CP };
    for kind in all_kinds(game.variant) {
        let is_goal = |square| game.rules.goals.on(kind, square) != Goal::None;
        for (square, moves) in moves_to(game, kind, is_goal, Occupancy::EMPTY).into_iter().enumerate() {
            let Some(moves) = moves else { continue };
            let share = GOAL_FACTOR.powi(moves.saturating_sub(1));
            let value = |cp: f64| if several { -step * f64::from(moves) } else { cp * share };
            let (mg, eg) = &mut weights.square[kind.index() * weights.squares + square];
            *mg = mg.saturating_add(value(GOAL_CP[0]).round() as i16);
            *eg = eg.saturating_add(value(GOAL_CP[1]).round() as i16);
        }
    }
}

/// Whether the kind captures anything from any square.
fn captures(game: GameRules<'_>, kind: Kind) -> bool {
    let takes = |square| {
        let nodes = &game.tables.nodes()[game.tables.tree(kind, square)];
        nodes.iter().any(|node| node.emit.intersects(Occupancy::ENEMIES | Occupancy::EN_PASSANT))
    };
    game.tables.kind(kind).dynamic || game.variant.board.squares().any(takes)
}

/// Makes pieces whose loss wins worth less than nothing.
fn burden(game: GameRules<'_>, weights: &mut Weights) {
    let lighten = |(mg, eg): &mut (i16, i16)| {
        let share = |value: i16| (f64::from(value) * BURDEN).round() as i16;
        (*mg, *eg) = (share(*mg), share(*eg));
    };
    let wins = |color: Color, kind: Kind| {
        let mut rules = game.rules.endings.extinct[color.index()].iter();
        rules.any(|rule| rule.ending == Ending::Win && rule.counts(kind))
    };
    for kind in all_kinds(game.variant).filter(|&kind| wins(kind.color(), kind)) {
        let row = kind.index() * weights.squares;
        weights.square[row..row + weights.squares].iter_mut().for_each(lighten);
        lighten(&mut weights.hand[kind.index()]);
    }
}

/// Returns the percentage that attacks on enemy pieces count in a game; less than nothing where it can be good to lose
/// pieces, as for the pieces themselves.
pub(super) fn threat_percent(game: GameRules<'_>) -> i32 {
    if game.rules.endings.suicidal { (100.0 * BURDEN).round() as i32 } else { 100 }
}

/// Returns the percentage that attacks on royals count in a game: nothing where mate does not win.
pub(super) fn danger_percent(game: GameRules<'_>) -> i32 {
    if !game.rules.endings.mate_wins {
        return 0;
    }
    let has_goal = |kind| game.variant.board.squares().any(|to| game.rules.goals.on(kind, to) != Goal::None);
    let mut royals = all_kinds(game.variant).filter(|&kind| game.tables.kind(kind).royal);
    if game.rules.goals.any && royals.any(has_goal) { WITH_GOALS } else { 100 }
}
