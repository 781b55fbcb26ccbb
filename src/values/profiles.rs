//! Piece values from the tables alone.
//!
//! A piece is worth what it can do: expected targets on a randomly filled board, weighted by how fast and how
//! far the piece gets around, through the value law that playtesting found for short leapers. SPEC: field
//! notes, "Published rules about piece values".

use super::constants::Constants;
use super::mobility::{Mobility, MobilityWalk};
use super::nearness::MoveGraph;
use super::profile::{Freedom, PieceProfile, Terms};
use super::promotion;
use crate::board::{Kind, Square};
use crate::notation::legs::{DropLimits, Occupancy};
use crate::rules::GameRules;
use crate::tables::rules::DropRule;
use crate::tables::tree::Node;
use crate::variant::all_kinds;
use rayon::prelude::*;

/// Returns the profiles of all kinds, `[kind]`.
pub fn profiles(game: GameRules<'_>) -> Vec<PieceProfile> {
    profiles_with(game, &Constants::STANDARD)
}

/// Like [`profiles`], with other constants.
pub fn profiles_with(game: GameRules<'_>, constants: &Constants) -> Vec<PieceProfile> {
    let density = densities(game, constants);
    let kinds: Vec<Kind> = all_kinds(game.variant).collect();
    let mut profiles: Vec<PieceProfile> =
        kinds.into_par_iter().map(|kind| profile(game, kind, density, constants)).collect();
    promotion::add(game, &mut profiles);
    profiles
}

/// Returns the squares where each kind can ever stand, `[kind][square]`.
pub fn domains(game: GameRules<'_>) -> Vec<Vec<bool>> {
    all_kinds(game.variant).map(|kind| survey(game, kind).domain).collect()
}

/// Share of occupied squares at the start of a chess game, to which the densities refer.
const START_DENSITY: f64 = 0.5;
/// Range of the densities relative to chess.
const DENSITY_RANGE: (f64, f64) = (0.6, 1.4);

/// Share of occupied squares in the middle game and in the endgame.
pub(super) fn densities(game: GameRules<'_>, constants: &Constants) -> [f64; 2] {
    let board = &game.variant.board;
    let squares = board.squares().filter(|&square| !board.is_hole(square)).count().max(1);
    let start = game.variant.setup.len() as f64 / squares as f64;
    // Without a setup, assume that the board starts as full as in chess.
    let fill =
        if start == 0.0 { 1.0 } else { (start / START_DENSITY).clamp(DENSITY_RANGE.0, DENSITY_RANGE.1) };
    let [mg, eg] = constants.density.map(|density| density * fill);
    // If captured pieces come back, the board never empties.
    if game.variant.captures_to_hand() { [mg; 2] } else { [mg, eg] }
}

/// Computes the profile of a kind, promotion excluded.
fn profile(game: GameRules<'_>, kind: Kind, density: [f64; 2], constants: &Constants) -> PieceProfile {
    let board = &game.variant.board;
    let mut profile = survey(game, kind);
    let phases = if density[0] == density[1] { 1 } else { 2 };
    let mut walk = MobilityWalk::new(game.tables, board, constants, density);
    let mut graphs = [MoveGraph::default(), MoveGraph::default()];
    for square in board.squares() {
        let mobility = walk.mobility(kind, square);
        for phase in 0..phases {
            [&mut profile.mg, &mut profile.eg][phase].push(mobility[phase]);
            graphs[phase].push(walk.ends(), phase, constants.waiting);
        }
    }
    for phase in 0..phases {
        let beyond = constants.beyond[profile.freedom as usize];
        let nearness = graphs[phase].nearness(board, &profile.domain, beyond);
        let terms = terms([&profile.mg, &profile.eg][phase], nearness, &profile, constants);
        profile.terms[phase] = terms;
        profile.plain[phase] = constants.per_target * terms.nominal;
    }
    if phases == 1 {
        profile.eg = profile.mg.clone();
        (profile.terms[1], profile.plain[1]) = (profile.terms[0], profile.plain[0]);
    }
    if guards(game, kind, &profile) {
        profile.guard = constants.guard;
        profile.plain.iter_mut().for_each(|value| *value += constants.guard);
    }
    profile.distance = promotion::distances(game, kind, &profile);
    profile.value = profile.plain;
    profile
}

/// Unit of nearness: that of a Knight on 8x8 squares.
const NEARNESS_UNIT: f64 = 0.4;

/// Components of the value in one phase.
fn terms(on_each: &[Mobility], nearness: f64, profile: &PieceProfile, constants: &Constants) -> Terms {
    let inside: Vec<Mobility> = profile.inside(on_each).copied().collect();
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

/// A royal that can reach at most this share of the board cannot flee.
const CONFINED: f64 = 0.25;

/// Whether the kind stays in its own half, together with a royal that cannot flee.
fn guards(game: GameRules<'_>, kind: Kind, profile: &PieceProfile) -> bool {
    let board = &game.variant.board;
    let at_home = |square: Square| 2 * board.relative_rank(kind.color(), square) < board.ranks();
    let stays = || board.squares().filter(|s| profile.domain[s.index()]).all(at_home);
    let confined = |royal: Kind| survey(game, royal).coverage <= CONFINED;
    let royals = || game.tables.kinds_of(kind.color()).filter(|&kind| game.tables.kind(kind).royal);
    !game.tables.kind(kind).royal && profile.freedom == Freedom::Bound && stays() && royals().any(confined)
}

/// Squares where moves of a kind may end, except moves that only capture a royal.
fn ends(game: GameRules<'_>, kind: Kind, from: Square) -> impl Iterator<Item = Square> {
    let range = game.tables.tree(kind, from);
    let goes_on = |node: &&Node| !node.emit.difference(Occupancy::ENEMY_ROYAL).is_empty();
    game.tables.nodes()[range].iter().filter(goes_on).map(|node| Square(node.square))
}

/// Finds where a kind can stand at all, and how much of the board a single piece can reach.
fn survey(game: GameRules<'_>, kind: Kind) -> PieceProfile {
    let variant = &game.variant;
    let board = &variant.board;
    let squares = board.squares().filter(|&s| !board.is_hole(s)).count().max(1);
    // Both arrays, so that what is learned with one serves the other.
    let arrays = variant.setup.iter().chain(variant.xboard_array.iter().flatten());
    let mut starts: Vec<Square> = arrays.filter(|s| Kind::new(s.2, s.1) == kind).map(|s| s.0).collect();
    let droppable = variant.captures_to_hand() || variant.hands.iter().any(|h| h[kind.piece().index()] > 0);
    let anywhere = starts.is_empty() || droppable;
    if anywhere {
        starts = board.squares().filter(|&s| !board.is_hole(s)).collect();
    }
    let mut profile = PieceProfile { domain: vec![false; board.len()], ..PieceProfile::default() };
    let mut most = 0;
    let mut seen = vec![false; board.len()];
    let mut queue = Vec::new();
    for &start in &starts {
        // Already reached from another start, which therefore reaches at least as much.
        if profile.domain[start.index()] {
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
    // Pieces that promote, or that are dropped repeatedly, are not bound for long.
    let info = game.tables.kind(kind);
    // A kind with drop limits does not come back at will.
    let limited = |rule: &DropRule| rule.limits != DropLimits::default();
    let at_will = info.drops.is_empty() || !info.drops.iter().all(limited);
    profile.freedom = match (droppable, info.changes_type) {
        (true, _) if at_will => Freedom::Drops,
        (false, false) => Freedom::Bound,
        _ => Freedom::Promotes,
    };
    let bound = profile.freedom == Freedom::Bound;
    profile.coverage = if bound { most as f64 / squares as f64 } else { 1.0 };
    profile
}
