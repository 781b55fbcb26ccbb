//! Terms of the evaluation that are not sums over squares.

use crate::board::bits::Bits;
use crate::board::{Color, Square};
use crate::movegen::{Scene, conditional, passable, targets};
use crate::notation::legs::Occupancy;
use crate::position::cell::Kind;
use crate::position::game::Role;
use crate::position::{Game, Position};
use crate::tables::forms::Conditionals;
use crate::tables::tree::Flags;
use crate::with_width;

/// Attacks on the royal's surroundings are worth their square over this (cp).
const DANGER_DIVISOR: i32 = 1700;
/// No attack is worth more than this (cp).
const DANGER_LIMIT_CP: i32 = 400;
/// A friend beside the royal (cp, middle game).
const SHELTER_CP: i32 = 7;
/// The last royal alone: a rank or file nearer the edge, a step nearer to the other royal (cp).
const DRIVE_TO_EDGE_CP: i32 = 25;
const APPROACH_CP: i32 = 16;

/// Middle game and endgame.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pair {
    /// Middle game, centipawns.
    pub mg: i32,
    /// Endgame, centipawns.
    pub eg: i32,
}

impl Pair {
    fn add(&mut self, mg: i32, eg: i32) {
        self.mg += mg;
        self.eg += eg;
    }
}

/// All terms of one side, from its own view.
pub fn side(game: &Game, pos: &Position, color: Color) -> Pair {
    with_width!(game.tables.forms().width, side_of_width(game, pos, color))
}

fn side_of_width<const W: usize>(game: &Game, pos: &Position, color: Color) -> Pair {
    let weights = &game.weights;
    let scene = Scene::<W>::of(pos, color);
    let target = ring(game, pos, color.other());
    let shelter = ring::<W>(game, pos, color) & scene.own;
    let mut sum = Pair { mg: SHELTER_CP * shelter.count() as i32, eg: 0 };
    let (mut danger, mut attackers) = (0, 0);
    for kind in game.tables.kinds_of(color) {
        let (traits, count) = (weights.traits[kind.index()], i32::from(pos.count(kind)));
        if traits.role == Role::Pawn && count > 0 {
            passed::<W>(game, pos, kind, &mut sum);
        }
        if traits.role == Role::Piece && count > 0 {
            let (total, hits, attacking) = activity(game, pos, kind, &scene, target);
            danger += hits * i32::from(traits.attack);
            attackers += attacking;
            let more = 16 * total - count * i32::from(traits.mean_moves);
            sum.add(more * i32::from(traits.per_move.0) / 256, more * i32::from(traits.per_move.1) / 256);
            if count > 1 {
                sum.add(i32::from(traits.pair), i32::from(traits.pair));
            }
        }
    }
    if attackers > 1 {
        sum.mg += (danger * danger / DANGER_DIVISOR).min(DANGER_LIMIT_CP);
    }
    sum
}

/// The surroundings of the royal of a side; nothing when it has none, or several.
#[inline]
fn ring<const W: usize>(game: &Game, pos: &Position, color: Color) -> Bits<W> {
    match pos.royals(color) {
        [square] => Bits::of(&game.weights.rings, square.index()),
        _ => Bits::EMPTY,
    }
}

/// The number of moves of all pieces of a kind, those of them that go into `target`, and the pieces that have any.
#[inline(always)]
fn activity<const W: usize>(
    game: &Game,
    pos: &Position,
    kind: Kind,
    scene: &Scene<W>,
    target: Bits<W>,
) -> (i32, i32, i32) {
    let forms = game.tables.forms();
    let trees = game.tables.kind(kind).trees;
    // Initial moves are soon gone: they do not count.
    let conditions = forms.conditional_kinds[kind.index()] == Conditionals::Always;
    let (mut moves, mut hits, mut attackers) = (0, 0, 0);
    for from in pos.kind_set::<W>(kind) {
        let reached = targets(forms, kind, from, scene);
        let mut all = reached.quiet | reached.takes;
        if conditions {
            conditional(forms, pos, kind, from, scene, |entry, _| {
                if !entry.virgin {
                    all |= Bits::square(Square(entry.to));
                }
            });
        }
        if trees {
            add_tree(game, pos, kind, from, &mut all);
        }
        let near = (all & target).count();
        moves += all.count();
        hits += near;
        attackers += u32::from(near > 0);
    }
    (moves as i32, hits as i32, attackers as i32)
}

/// Adds the squares where the trajectories of a piece may end, and those of their victims.
fn add_tree<const W: usize>(game: &Game, pos: &Position, kind: Kind, from: Square, all: &mut Bits<W>) {
    let nodes = game.tables.nodes();
    let occupancy = game.tables.occupancy(kind.color());
    let tree = game.tables.residual_tree(kind, from);
    let (mut at, end) = (tree.start, tree.end);
    while at < end {
        let node = &nodes[at];
        let mut content = occupancy[pos.at(node.square).slot()];
        if node.flags.has(SPECIAL) {
            let open = |square: u16| square == from.0 || pos.at(square).is_empty();
            let closed = node.flags.has(Flags::GUARD)
                || node.flags.has(Flags::EXTRA) && !passable(game.tables.extra(node), open);
            if closed {
                at = node.skip as usize;
                continue;
            }
            if node.flags.has(Flags::VACATED) {
                content = Occupancy::EMPTY;
            }
        }
        if node.emit.meets(content) || content.meets(Occupancy::ENEMIES) && node.go.meets(content) {
            *all |= Bits::square(Square(node.square));
        }
        at = if node.go.meets(content) { at + 1 } else { node.skip as usize };
    }
}

const SPECIAL: Flags = Flags::GUARD.with(Flags::VACATED).with(Flags::EXTRA);

/// Adds the bonuses of passed pawn-like pieces: no enemy one ahead on the same file or beside it.
fn passed<const W: usize>(game: &Game, pos: &Position, kind: Kind, sum: &mut Pair) {
    let weights = &game.weights;
    let color = kind.color();
    let mut enemies = Bits::<W>::EMPTY;
    for other in game.tables.kinds_of(color.other()) {
        if weights.traits[other.index()].role == Role::Pawn {
            enemies |= pos.kind_set(other);
        }
    }
    for square in pos.kind_set::<W>(kind) {
        let span = Bits::<W>::of(&weights.spans, color.index() * weights.squares + square.index());
        if !span.meets(enemies) {
            let (mg, eg) = weights.passed[kind.index() * weights.squares + square.index()];
            sum.add(i32::from(mg), i32::from(eg));
        }
    }
}

/// Helps to mate a lone royal: towards the edge, and the other royal towards it.
pub fn drive(game: &Game, pos: &Position, strong: Color) -> i32 {
    let ([weak], [own]) = (pos.royals(strong.other()), pos.royals(strong)) else { return 0 };
    let counts =
        |color: Color| -> u32 { game.tables.kinds_of(color).map(|kind| u32::from(pos.count(kind))).sum() };
    if counts(strong.other()) > 1 || counts(strong) < 2 {
        return 0;
    }
    let board = &game.variant.board;
    let (files, ranks) = (i32::from(board.files()), i32::from(board.ranks()));
    let place = |square: &Square| (i32::from(board.file(*square)), i32::from(board.rank(*square)));
    let (weak, own) = (place(weak), place(own));
    let from_centre = (2 * weak.0 - files + 1).abs() / 2 + (2 * weak.1 - ranks + 1).abs() / 2;
    let apart = (weak.0 - own.0).abs() + (weak.1 - own.1).abs();
    DRIVE_TO_EDGE_CP * from_centre - APPROACH_CP * apart
}
