//! Terms of the evaluation that are not sums over squares.

use crate::board::{Color, Square};
use crate::movegen::passable;
use crate::notation::legs::Occupancy;
use crate::position::cell::Kind;
use crate::position::game::Role;
use crate::position::{Game, Position};
use crate::tables::tree::Flags;

/// Attacks on the royal's surroundings are worth their square over this (cp).
const DANGER_DIVISOR: i32 = 1700;
/// No attack is worth more than this (cp).
const DANGER_LIMIT_CP: i32 = 400;
/// A friend beside the royal (cp, middle game).
const SHELTER_CP: i32 = 7;
/// The last royal alone: a rank or file nearer the edge, a step nearer to the other royal (cp).
const DRIVE_TO_EDGE_CP: i32 = 12;
const APPROACH_CP: i32 = 5;
/// More files than any board has, with one more at both ends.
const FILES: usize = 28;

/// Middle game and endgame.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pair {
    /// Middle game, centipawns.
    pub mg: i32,
    /// Endgame, centipawns.
    pub eg: i32,
}

/// What both sides have on each file of pawn-like pieces: the greatest rank, counted from the owner's opponent;
/// -1 where there is none.
struct PawnFiles([[i16; FILES]; 2]);

/// All terms of one side, from its own view.
pub fn side(game: &Game, pos: &Position, color: Color) -> Pair {
    let weights = &game.weights;
    let mut sum = Pair::default();
    let (mut danger, mut attackers) = (0, 0);
    let target = royal_place(game, pos, color.other());
    let home = royal_place(game, pos, color);
    let mut enemy_pawns: Option<PawnFiles> = None;
    for &square in pos.pieces(color) {
        let Some(kind) = pos.cell(square).kind() else { continue };
        let traits = weights.traits[kind.index()];
        match traits.role {
            Role::Royal => continue,
            Role::Pawn => {
                let pawns = enemy_pawns.get_or_insert_with(|| PawnFiles::new(game, pos));
                if pawns.is_passed(game, color, square) {
                    let (mg, eg) = weights.passed[kind.index() * weights.squares + square.index()];
                    sum.mg += i32::from(mg);
                    sum.eg += i32::from(eg);
                }
            }
            Role::Piece => {
                let (moves, hits) = activity(game, pos, kind, square, target);
                let more = 16 * moves - i32::from(traits.mean_moves);
                sum.mg += more * i32::from(traits.per_move.0) / 256;
                sum.eg += more * i32::from(traits.per_move.1) / 256;
                danger += hits * i32::from(traits.attack);
                attackers += i32::from(hits > 0);
                if traits.pair != 0 && pos.count(kind) > 1 {
                    sum.mg += i32::from(traits.pair) / i32::from(pos.count(kind));
                    sum.eg += i32::from(traits.pair) / i32::from(pos.count(kind));
                }
            }
            Role::Plain => {}
        }
        if near(weights.places[square.index()], home) {
            sum.mg += SHELTER_CP;
        }
    }
    if attackers > 1 {
        sum.mg += (danger * danger / DANGER_DIVISOR).min(DANGER_LIMIT_CP);
    }
    sum
}

/// File and rank of the royal of a side; far off the board when it has none, or several.
fn royal_place(game: &Game, pos: &Position, color: Color) -> (u8, u8) {
    match pos.royals(color) {
        [square] => game.weights.places[square.index()],
        _ => (u8::MAX - 4, u8::MAX - 4),
    }
}

/// Are two places at most one step apart?
#[inline]
fn near(a: (u8, u8), b: (u8, u8)) -> bool {
    a.0.abs_diff(b.0) <= 1 && a.1.abs_diff(b.1) <= 1
}

/// The number of moves of a piece, and how many of its attacks fall beside `target`.
fn activity(game: &Game, pos: &Position, kind: Kind, from: Square, target: (u8, u8)) -> (i32, i32) {
    let nodes = game.tables.nodes();
    let occupancy = game.tables.occupancy(kind.color());
    let places = &game.weights.places;
    let (mut moves, mut hits) = (0, 0);
    let tree = game.tables.tree(kind, from);
    let (mut at, end) = (tree.start, tree.end);
    while at < end {
        let node = &nodes[at];
        let mut content = occupancy[pos.at(node.square).slot()];
        if node.flags.has(SPECIAL) {
            // Initial moves are soon gone: they do not count.
            if node.flags.has(Flags::GUARD) {
                at = node.skip as usize;
                continue;
            }
            if node.flags.has(Flags::VACATED) {
                content = Occupancy::EMPTY;
            }
            if node.flags.has(Flags::EXTRA)
                && !passable(game.tables.extra(node), |square| square == from.0 || pos.at(square).is_empty())
            {
                at = node.skip as usize;
                continue;
            }
        }
        if node.emit.meets(content) {
            moves += 1;
            hits += i32::from(near(places[usize::from(node.square)], target));
        }
        at = if node.go.meets(content) { at + 1 } else { node.skip as usize };
    }
    (moves, hits)
}

const SPECIAL: Flags = Flags::GUARD.with(Flags::VACATED).with(Flags::EXTRA);

impl PawnFiles {
    fn new(game: &Game, pos: &Position) -> Self {
        let mut files = Self([[-1; FILES]; 2]);
        for color in Color::BOTH {
            for &square in pos.pieces(color) {
                let pawn =
                    pos.cell(square).kind().filter(|k| game.weights.traits[k.index()].role == Role::Pawn);
                if pawn.is_some() {
                    let (file, _) = game.weights.places[square.index()];
                    let rank = game.variant.board.relative_rank(color.other(), square) as i16;
                    let entry = &mut files.0[color.index()][usize::from(file) + 1];
                    *entry = rank.max(*entry);
                }
            }
        }
        files
    }
    /// Is no enemy pawn-like piece ahead, on the same file or beside it?
    fn is_passed(&self, game: &Game, color: Color, square: Square) -> bool {
        let file = usize::from(game.weights.places[square.index()].0);
        let rank = game.variant.board.relative_rank(color, square) as i16;
        self.0[color.other().index()][file..file + 3].iter().all(|&enemy| enemy <= rank)
    }
}

/// Helps to mate a lone royal: towards the edge, and the other royal towards it.
pub fn drive(game: &Game, pos: &Position, strong: Color) -> i32 {
    let ([weak], [own]) = (pos.royals(strong.other()), pos.royals(strong)) else { return 0 };
    if pos.pieces(strong.other()).len() > 1 || pos.pieces(strong).len() < 2 {
        return 0;
    }
    let board = &game.variant.board;
    let (files, ranks) = (i32::from(board.files()), i32::from(board.ranks()));
    let place = |square: &Square| {
        let (file, rank) = game.weights.places[square.index()];
        (i32::from(file), i32::from(rank))
    };
    let (weak, own) = (place(weak), place(own));
    let from_centre = (2 * weak.0 - files + 1).abs() / 2 + (2 * weak.1 - ranks + 1).abs() / 2;
    let apart = (weak.0 - own.0).abs() + (weak.1 - own.1).abs();
    DRIVE_TO_EDGE_CP * from_centre - APPROACH_CP * apart
}
