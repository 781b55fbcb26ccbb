//! Piece values from the tables alone.
//!
//! A piece is worth what it can do: expected targets on a board filled at random, through the value law that
//! play-testing found for short leapers. SPEC: field notes, "Published rules about piece values".

use super::mobility::{Mobility, Walker};
use crate::board::{Color, Square};
use crate::position::Game;
use crate::position::cell::Kind;
use crate::tables::rules::Arrival;
use crate::variant::{Captured, PieceType};

/// Share of the squares that are occupied in the middle game.
const DENSITY_MG: f64 = 0.30;
/// Share of the squares that are occupied in the endgame.
const DENSITY_EG: f64 = 0.16;
/// Mixture of mean and best squares to the nominal number of targets that the value law counts: a Knight has
/// 5.25 on average and 8 at best.
const NOMINAL: f64 = 1.205;
/// Weight of the best squares against the mean: pieces are not placed at random.
const BEST_SHARE: f64 = 0.5;
/// Exponent of the share of the board that a bound piece can ever reach.
const BINDING: f64 = 0.18;
/// Share of the gain by promotion that counts right before the zone, and its factor for each move more.
const PROMOTION: [(f64, f64); 2] = [(0.45, 0.62), (0.45, 0.70)];

/// What the estimator found out about one kind.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    /// `[square]`: mobility in the middle game.
    pub mg: Vec<Mobility>,
    /// `[square]`: mobility in the endgame.
    pub eg: Vec<Mobility>,
    /// `[square]`: can it ever stand there?
    pub domain: Vec<bool>,
    /// Share of the board's squares that one piece can reach.
    pub coverage: f64,
    /// Value, centipawns: middle game, endgame; promotion included.
    pub value: [f64; 2],
    /// Value without promotion.
    pub plain: [f64; 2],
    /// Gain by promoting (0: it does not promote).
    pub gain: [f64; 2],
    /// `[square]`: expected number of moves to the nearest promotion square; infinite if there is none.
    pub distance: Vec<f64>,
}

/// The profiles of all kinds, `[kind]`.
pub fn profiles(game: &Game) -> Vec<Profile> {
    let board = &game.variant.board;
    let mut walkers = [DENSITY_MG, DENSITY_EG].map(|d| Walker::new(&game.tables, board, d));
    let kinds = game.variant.pieces.len() * 2;
    let mut profiles: Vec<Profile> = Vec::with_capacity(kinds);
    for kind in (0..kinds as u16).map(Kind) {
        let [mg, eg] =
            walkers.each_mut().map(|walker| board.squares().map(|s| walker.mobility(kind, s)).collect());
        let mut profile = Profile { mg, eg, ..Profile::default() };
        survey(game, kind, &mut profile);
        profile.plain = [&profile.mg, &profile.eg].map(|mobility| law(targets(mobility, &profile)));
        profile.distance = distances(game, kind, &profile);
        profile.value = profile.plain;
        profiles.push(profile);
    }
    add_promotion(game, &mut profiles);
    profiles
}

/// Value of a piece with `n` targets, centipawns.
/// CITE: H. G. Muller's rule for short leapers, see the field notes.
fn law(n: f64) -> f64 {
    1.1 * n * (30.0 + 0.625 * n)
}

/// Nominal number of targets of a kind.
fn targets(mobility: &[Mobility], profile: &Profile) -> f64 {
    let mut counts: Vec<f64> = mobility
        .iter()
        .zip(&profile.domain)
        .filter(|(_, inside)| **inside)
        .map(|(m, _)| m.targets())
        .collect();
    if counts.is_empty() {
        return 0.0;
    }
    counts.sort_by(|a, b| b.total_cmp(a));
    let mean = counts.iter().sum::<f64>() / counts.len() as f64;
    let top = counts.len().div_ceil(4);
    let best = counts[..top].iter().sum::<f64>() / top as f64;
    NOMINAL * (mean + BEST_SHARE * (best - mean)) * profile.coverage.powf(BINDING)
}

/// Squares that the moves of a kind from a square may end on.
fn ends(game: &Game, kind: Kind, from: Square) -> impl Iterator<Item = Square> + '_ {
    let range = game.tables.tree(kind, from);
    game.tables.nodes()[range].iter().filter(|node| !node.emit.is_empty()).map(|node| Square(node.square))
}

/// Where a kind can stand at all, and how much of the board a single one can reach.
fn survey(game: &Game, kind: Kind, profile: &mut Profile) {
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
    let free = game.tables.kind(kind).promotes || droppable;
    profile.coverage = if free { 1.0 } else { most as f64 / squares as f64 };
}

/// The type that a kind becomes on a square, the best one where there is a choice.
fn promoted(game: &Game, kind: Kind, square: Square, value: &dyn Fn(PieceType) -> f64) -> Option<PieceType> {
    let variant = &game.variant;
    match game.tables.arrival(kind, square) {
        Arrival::Plain => None,
        Arrival::Into(piece) | Arrival::May(piece) | Arrival::Must(piece) => Some(piece),
        Arrival::Zone(piece) | Arrival::ZoneForced(piece) => {
            game.tables.in_zone(kind.color(), square).then_some(piece)
        }
        Arrival::Choose(set) => {
            let from_end = variant.board.ranks() - variant.board.relative_rank(kind.color(), square);
            let choices = variant.promotion.choices.get(usize::from(set))?.iter();
            let open = choices
                .filter(|c| c.ranks.is_none_or(|ranks| from_end <= ranks) && !(c.not_last && from_end == 1));
            open.map(|c| c.piece).max_by(|&a, &b| value(a).total_cmp(&value(b)))
        }
    }
}

/// `[square]`: expected number of moves to a square that promotes, as far as ranks tell.
fn distances(game: &Game, kind: Kind, profile: &Profile) -> Vec<f64> {
    let board = &game.variant.board;
    let nothing = |_| 0.0;
    let rank = |square| board.relative_rank(kind.color(), square);
    let promoting = board.squares().filter(|&s| promoted(game, kind, s, &nothing).is_some());
    let Some(nearest) = promoting.map(rank).min() else {
        return vec![f64::INFINITY; board.len()];
    };
    let inside: Vec<f64> = profile
        .mg
        .iter()
        .zip(&profile.domain)
        .filter(|(_, d)| **d)
        .map(|(m, _)| m.forward)
        .filter(|&f| f > 0.0)
        .collect();
    let speed = (inside.iter().sum::<f64>() / inside.len().max(1) as f64).max(0.25);
    let moves = |square| (f64::from(nearest.saturating_sub(rank(square))) / speed).max(1.0);
    board.squares().map(moves).collect()
}

/// Adds to each value the share of what the piece may become. Chains of promotion need a few rounds.
fn add_promotion(game: &Game, profiles: &mut [Profile]) {
    for _ in 0..3 {
        let before: Vec<[f64; 2]> = profiles.iter().map(|p| p.value).collect();
        for (index, profile) in profiles.iter_mut().enumerate() {
            let kind = Kind(index as u16);
            let color: Color = kind.color();
            let value = |piece: PieceType| before[Kind::new(piece, color).index()][0];
            let targets = game.variant.board.squares().filter_map(|s| promoted(game, kind, s, &value));
            let Some(best) = targets.max_by(|&a, &b| value(a).total_cmp(&value(b))) else {
                continue;
            };
            let goal = before[Kind::new(best, color).index()];
            let typical = typical_squares(game, kind, profile);
            for phase in 0..2 {
                let gain = goal[phase] - profile.plain[phase];
                let (share, factor) = PROMOTION[phase];
                let chance = typical.iter().map(|s| share * factor.powf(profile.distance[s.index()]));
                let ease = chance.sum::<f64>() / typical.len().max(1) as f64;
                profile.gain[phase] = gain.max(0.0);
                profile.value[phase] = profile.plain[phase] + gain * ease;
            }
        }
    }
}

/// Where a piece of the kind is mostly found: where it starts, or anywhere.
fn typical_squares(game: &Game, kind: Kind, profile: &Profile) -> Vec<Square> {
    let setup = game.variant.setup.iter().filter(|s| Kind::new(s.2, s.1) == kind).map(|s| s.0);
    let starts: Vec<Square> = setup.collect();
    if !starts.is_empty() {
        return starts;
    }
    game.variant.board.squares().filter(|s| profile.domain[s.index()]).collect()
}
