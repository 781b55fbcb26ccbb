//! Piece values from the tables alone.
//!
//! A piece is worth what it can do: expected targets on a board filled at random, weighed by how fast and how far
//! the piece gets about, through the value law that play-testing found for short leapers. SPEC: field notes,
//! "Published rules about piece values".

use super::constants::Constants;
use super::mobility::{Mobility, MobilityWalk};
use super::promotion;
use super::reach::MoveGraph;
use crate::board::Square;
use crate::notation::legs::{DropLimits, Occupancy};
use crate::position::Game;
use crate::position::cell::Kind;
use crate::tables::rules::DropRule;
use crate::tables::tree::Node;
use crate::variant::Captured;
use rayon::prelude::*;

/// What makes up the value of a kind in one phase of the game, promotion apart.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Terms {
    /// Means over the squares where it can stand.
    pub mean: Mobility,
    /// Mean of one over the number of moves to the other squares.
    pub nearness: f64,
    /// The number of targets that the value law counts.
    pub nominal: f64,
}

/// What frees a kind from the squares that it can reach by its moves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Freedom {
    /// Nothing.
    #[default]
    Bound,
    /// It becomes something else, or comes back where the rules let it.
    Promotes,
    /// It comes back from a hand, anywhere.
    Drops,
}

/// What the estimator found out about one kind.
#[derive(Clone, Debug, Default)]
pub struct PieceProfile {
    /// `[square]`: mobility in the middle game.
    pub mg: Vec<Mobility>,
    /// `[square]`: mobility in the endgame.
    pub eg: Vec<Mobility>,
    /// `[square]`: can it ever stand there?
    pub domain: Vec<bool>,
    /// Share of the board's squares that one piece can reach.
    pub coverage: f64,
    /// What frees it from what it can reach.
    pub freedom: Freedom,
    /// Value, centipawns: middle game, endgame; promotion included.
    pub value: [f64; 2],
    /// Value without promotion.
    pub plain: [f64; 2],
    /// What the plain value is made of: middle game, endgame.
    pub terms: [Terms; 2],
    /// Part of the plain value that it has for staying with a royal that cannot flee.
    pub guard: f64,
    /// Gain by promoting (0: it does not promote).
    pub gain: [f64; 2],
    /// `[square]`: expected number of moves to the nearest promotion square; infinite if there is none.
    pub distance: Vec<f64>,
}

/// The profiles of all kinds, `[kind]`.
pub fn profiles(game: &Game) -> Vec<PieceProfile> {
    profiles_with(game, &Constants::STANDARD)
}

/// The same with other constants.
pub fn profiles_with(game: &Game, constants: &Constants) -> Vec<PieceProfile> {
    let kinds = game.variant.pieces.len() as u16 * 2;
    let density = densities(game, constants);
    let mut profiles: Vec<PieceProfile> =
        (0..kinds).into_par_iter().map(|kind| profile(game, Kind(kind), density, constants)).collect();
    promotion::add(game, &mut profiles);
    profiles
}

/// Share of the squares that is occupied when a game of chess begins: that for which the densities are given.
const START_DENSITY: f64 = 0.5;
/// No game is so much emptier or fuller than chess that its densities are beyond these multiples.
const DENSITY_RANGE: (f64, f64) = (0.6, 1.4);

/// Share of the squares that are occupied in the middle game and in the endgame.
pub(super) fn densities(game: &Game, constants: &Constants) -> [f64; 2] {
    let board = &game.variant.board;
    let squares = board.squares().filter(|&square| !board.is_hole(square)).count().max(1);
    let start = game.variant.setup.len() as f64 / squares as f64;
    // Who sets nothing up wants to know what the pieces are worth in general.
    let fill =
        if start == 0.0 { 1.0 } else { (start / START_DENSITY).clamp(DENSITY_RANGE.0, DENSITY_RANGE.1) };
    let [mg, eg] = constants.density.map(|density| density * fill);
    // Where captured pieces come back the board never empties.
    if game.variant.captured == Captured::ToCapturer { [mg; 2] } else { [mg, eg] }
}

/// The profile of a kind, promotion apart.
fn profile(game: &Game, kind: Kind, density: [f64; 2], constants: &Constants) -> PieceProfile {
    let board = &game.variant.board;
    let mut profile = PieceProfile::default();
    survey(game, kind, &mut profile);
    for phase in 0..2 {
        let mut walker = MobilityWalk::new(&game.tables, board, constants, density[phase]);
        let mut graph = MoveGraph::default();
        let mut on_each = Vec::with_capacity(board.len());
        for square in board.squares() {
            on_each.push(walker.mobility(kind, square));
            graph.push(walker.ends(), constants.waiting);
        }
        let beyond = constants.beyond[profile.freedom as usize];
        let nearness = graph.nearness(board, &profile.domain, beyond);
        let terms = terms(&on_each, nearness, &profile, constants);
        profile.terms[phase] = terms;
        profile.plain[phase] = constants.per_target * terms.nominal;
        *[&mut profile.mg, &mut profile.eg][phase] = on_each;
    }
    if guards(game, kind, &profile) {
        profile.guard = constants.guard;
        profile.plain.iter_mut().for_each(|value| *value += constants.guard);
    }
    profile.distance = promotion::distances(game, kind, &profile);
    profile.value = profile.plain;
    profile
}

/// The nearness of the board to a Knight on 8x8 squares: the unit.
const NEARNESS_UNIT: f64 = 0.4;

/// What the value in one phase is made of.
fn terms(on_each: &[Mobility], nearness: f64, profile: &PieceProfile, constants: &Constants) -> Terms {
    let inside = on_each.iter().zip(&profile.domain).filter(|(_, inside)| **inside);
    let inside: Vec<Mobility> = inside.map(|(mobility, _)| *mobility).collect();
    if inside.is_empty() {
        return Terms::default();
    }
    let over = |of: fn(&Mobility) -> f64| inside.iter().map(of).sum::<f64>() / inside.len() as f64;
    let mean = Mobility {
        attack: over(|m| m.attack),
        quiet: over(|m| m.quiet),
        lost: over(|m| m.lost),
        forward: over(|m| m.forward),
        moves: over(|m| m.moves),
        targets: over(|m| m.targets),
    };
    let nominal = mean.targets * (nearness / NEARNESS_UNIT).powf(constants.nearness);
    Terms { mean, nearness, nominal }
}

/// A royal that can reach no more than this share of the board cannot flee.
const CONFINED: f64 = 0.25;

/// Does the kind stay in its own half, where a royal of its side has to stay too?
fn guards(game: &Game, kind: Kind, profile: &PieceProfile) -> bool {
    let board = &game.variant.board;
    let at_home = |square: Square| 2 * board.relative_rank(kind.color(), square) < board.ranks();
    let stays = || board.squares().filter(|s| profile.domain[s.index()]).all(at_home);
    let confined = |royal: Kind| {
        let mut reach = PieceProfile::default();
        survey(game, royal, &mut reach);
        reach.coverage <= CONFINED
    };
    let royals = || game.tables.kinds_of(kind.color()).filter(|&kind| game.tables.kind(kind).royal);
    !game.tables.kind(kind).royal && profile.freedom == Freedom::Bound && stays() && royals().any(confined)
}

/// Squares that the moves of a kind from a square may end on, unless they end the game.
fn ends(game: &Game, kind: Kind, from: Square) -> impl Iterator<Item = Square> + '_ {
    let range = game.tables.tree(kind, from);
    let goes_on = |node: &&Node| !node.emit.without(Occupancy::ENEMY_ROYAL).is_empty();
    game.tables.nodes()[range].iter().filter(goes_on).map(|node| Square(node.square))
}

/// Where a kind can stand at all, and how much of the board a single one can reach.
fn survey(game: &Game, kind: Kind, profile: &mut PieceProfile) {
    let variant = &game.variant;
    let board = &variant.board;
    let squares = board.squares().filter(|&s| !board.is_hole(s)).count().max(1);
    let mut starts: Vec<Square> =
        variant.setup.iter().filter(|s| Kind::new(s.2, s.1) == kind).map(|s| s.0).collect();
    let droppable =
        variant.captured == Captured::ToCapturer || variant.hands.iter().any(|h| h[kind.piece().index()] > 0);
    let anywhere = starts.is_empty() || droppable;
    if anywhere {
        starts = board.squares().filter(|&s| !board.is_hole(s)).collect();
    }
    profile.domain = vec![false; board.len()];
    let mut most = 0;
    let mut seen = vec![false; board.len()];
    let mut queue = Vec::new();
    for &start in &starts {
        if anywhere && seen[start.index()] {
            continue;
        }
        seen.fill(false);
        seen[start.index()] = true;
        queue.clear();
        queue.push(start);
        while let Some(square) = queue.pop() {
            profile.domain[square.index()] = true;
            for end in ends(game, kind, square) {
                if !std::mem::replace(&mut seen[end.index()], true) {
                    queue.push(end);
                }
            }
        }
        most = most.max(seen.iter().filter(|&&s| s).count());
    }
    // Pieces that promote, or that are dropped again and again, are not bound for long.
    let info = game.tables.kind(kind);
    // Where there may be only so many of a kind it does not come back at will.
    let limited = |rule: &DropRule| rule.limits != DropLimits::default();
    let at_will = info.drops.is_empty() || !info.drops.iter().all(limited);
    profile.freedom = match (droppable, info.promotes) {
        (true, _) if at_will => Freedom::Drops,
        (false, false) => Freedom::Bound,
        _ => Freedom::Promotes,
    };
    let bound = profile.freedom == Freedom::Bound;
    profile.coverage = if bound { most as f64 / squares as f64 } else { 1.0 };
}
