//! The evaluation of a position from its parts.

use super::accumulator::net_output;
use super::pawns::PawnCache;
use super::rule_terms::RuleTerms;
use super::terms::SideTerms;
use super::{scale, terms};
use crate::board::Color;
use crate::net::Net;
use crate::position::{Game, Position};
use crate::values::FULL_PHASE;

/// Every evaluation lies strictly between `-LIMIT` and `LIMIT` (cp): scores beyond are forced wins.
pub const LIMIT: i32 = 30_000;
/// Up to this value an evaluation is the sum of its terms; the excess is compressed (cp).
const LINEAR_CP: i32 = 15_000;

/// Piece-square score, checks given and nearness to extinction, in centipawns for the side to move: the evaluation without
/// the expensive terms.
pub fn lazy_evaluate(game: &Game, pos: &Position) -> i32 {
    let ((mg, eg), phase) = pos.weights();
    bounded(for_mover(pos, taper(mg, eg, phase).saturating_add(RuleTerms::new(game, pos).sum())))
}

/// Compresses a score to stay within [`LIMIT`]; the order of scores is kept.
fn bounded(score: i32) -> i32 {
    let (linear, excess) = (i64::from(LINEAR_CP), i64::from(score.saturating_abs()) - i64::from(LINEAR_CP));
    if excess <= 0 {
        return score;
    }
    let room = i64::from(LIMIT) - linear;
    let sum = excess + room;
    let beyond = ((excess * room + sum - 1) / sum).min(room - 1);
    (linear + beyond) as i32 * score.signum()
}

fn for_mover(pos: &Position, score: i32) -> i32 {
    if pos.side() == Color::White { score } else { -score }
}

/// What the evaluation of a position is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EvalMethod {
    /// All terms, without a net.
    Terms,
    /// All terms, and the output of the net.
    TermsAndNet,
    /// The piece-square score, the output of the net, and the checks given.
    SquaresAndNet,
}

impl EvalMethod {
    /// The method for a position of a game with this net. Against a lone royal the terms know how to win.
    pub fn of(game: &Game, pos: &Position, net: &Net) -> Self {
        let is_lone = |color| game.rules.assumptions.won_by_mate && terms::is_bare(game, pos, color);
        if is_lone(Color::White) || is_lone(Color::Black) {
            Self::Terms
        } else if net.keeps_terms {
            Self::TermsAndNet
        } else {
            Self::SquaresAndNet
        }
    }
}

/// Evaluates a position, in centipawns for the side to move.
///
/// If the game has a net, see [`evaluate_with`].
pub fn evaluate(game: &Game, pos: &Position) -> i32 {
    match &game.net {
        Some(net) => evaluate_with(game, pos, net, || evaluate_by_terms(game, pos), || net_output(net, pos)),
        None => evaluate_by_terms(game, pos),
    }
}

/// Evaluates a position of a game with a net by its [`EvalMethod`]. `residual` is the output of the net for the side to
/// move, `by_terms` the evaluation by the terms.
pub fn evaluate_with(
    game: &Game,
    pos: &Position,
    net: &Net,
    by_terms: impl FnOnce() -> i32,
    residual: impl FnOnce() -> i32,
) -> i32 {
    let method = EvalMethod::of(game, pos, net);
    if method == EvalMethod::Terms {
        return by_terms();
    }
    let residual = for_mover(pos, residual());
    let scaled = |score: i32, part: i32| {
        let strong = leader(score);
        share(part, scale::factor(game, pos, strong), scale::FULL)
    };
    if method == EvalMethod::TermsAndNet {
        let terms = for_mover(pos, by_terms());
        return bounded(for_mover(pos, terms + scaled(terms.saturating_add(residual), residual)));
    }
    let ((mg, eg), phase) = pos.weights();
    let score = taper(mg, eg, phase).saturating_add(residual);
    let by_rules = RuleTerms::beside_net(game, pos).sum();
    bounded(for_mover(pos, scaled(score, score).saturating_add(by_rules)))
}

/// Evaluates a position by the sum of its terms.
pub fn evaluate_by_terms(game: &Game, pos: &Position) -> i32 {
    sum_of_terms(game, pos, terms::sides(game, pos))
}

/// Like [`evaluate_by_terms`], with the pawn structures of recent positions of the game.
pub fn evaluate_by_cached_terms<const W: usize>(
    game: &Game,
    pos: &Position,
    pawns: &mut PawnCache<W>,
) -> i32 {
    sum_of_terms(game, pos, terms::sides_of_width(game, pos, Some(pawns)))
}

/// The evaluation for the side to move, given the terms, `[colour]`.
#[inline]
fn sum_of_terms(game: &Game, pos: &Position, sides: [SideTerms; 2]) -> i32 {
    let ((mut mg, mut eg), mut phase) = pos.weights();
    for color in Color::BOTH {
        let sign = if color == Color::White { 1 } else { -1 };
        let sum = sides[color.index()].sum();
        mg += sign * sum.mg;
        eg += sign * sum.eg;
        // A last piece is to be driven to the edge, wherever the other pieces would attack it best in a middle game.
        if sides[color.index()].mop_up.is_some() {
            phase = 0;
        }
    }
    eg = share(eg, scale::endgame_percent(game, pos, leader(eg)), 100);
    let score = taper(mg, eg, phase);
    let strong = leader(score);
    let score = share(score, scale::factor(game, pos, strong), scale::FULL);
    let by_rules = RuleTerms::new(game, pos).sum();
    bounded(for_mover(pos, score.saturating_add(by_rules)).saturating_add(tempo(game)))
}

/// Bonus for the side to move, in centipawns.
#[inline]
pub fn tempo(game: &Game) -> i32 {
    let params = &game.weights.params;
    if game.rules.endings.suicidal { params.tempo_losing } else { params.tempo }
}

/// The side that a score for White favours.
fn leader(score: i32) -> Color {
    if score > 0 { Color::White } else { Color::Black }
}

/// Interpolates between middle game and endgame by phase; symmetric in sign.
fn taper(mg: i32, eg: i32, phase: i32) -> i32 {
    let phase = phase.clamp(0, FULL_PHASE);
    let sum = i64::from(mg) * i64::from(phase) + i64::from(eg) * i64::from(FULL_PHASE - phase);
    (sum / i64::from(FULL_PHASE)) as i32
}

/// Scales a score by `parts / all`.
fn share(score: i32, parts: i32, all: i32) -> i32 {
    (i64::from(score) * i64::from(parts) / i64::from(all)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Rng;
    use crate::variant::catalogue;
    use crate::{movegen, with_width};

    fn compare_with_cached<const W: usize>(game: &Game) {
        let (mut pos, mut rng, mut pawns) = (Position::start(game), Rng(3), PawnCache::<W>::new(16));
        for _ in 0..200 {
            let cached = evaluate_by_cached_terms(game, &pos, &mut pawns);
            assert_eq!(cached, evaluate_by_terms(game, &pos), "{}", game.variant.name);
            let list = movegen::legal_moves(game, &mut pos);
            if list.is_empty() {
                break;
            }
            pos.make(game, *rng.pick(&list));
        }
    }

    #[test]
    fn cached_pawn_structures_are_those_of_the_position() {
        for name in ["normal", "crazyhouse", "berolina", "torpedo", "spartan", "xiangqi", "shogi", "chu"] {
            let entry = catalogue::find(name).unwrap_or_else(|| panic!("{name}"));
            let game = Game::new(entry.variant.clone()).expect(name);
            with_width!(game.tables.forms().width, compare_with_cached(&game));
        }
    }

    #[test]
    fn bounded_scores_keep_their_order() {
        let scores = [0, 1, 14_999, 15_000, 15_001, 16_000, 34_687, 100_000, 1_000_000];
        assert_eq!(scores[..5].iter().map(|&s| bounded(s)).collect::<Vec<_>>(), scores[..5]);
        assert!(scores.windows(2).all(|pair| bounded(pair[0]) < bounded(pair[1])));
        assert!(scores.iter().all(|&score| bounded(-score) == -bounded(score)));
        assert!(bounded(i32::MAX) < LIMIT && bounded(i32::MIN) > -LIMIT);
    }
}
