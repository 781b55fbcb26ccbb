//! Piece values from the tables alone.
//!
//! A piece is worth what it can do: expected targets on a randomly filled board, weighted by how fast and how
//! far the piece gets around, through the value law that playtesting found for short leapers. SPEC: field
//! notes, "Published rules about piece values".

use super::constants::Constants;
use super::mobility::{Mobility, MobilityWalk};
use super::nearness::MoveGraph;
use super::profile::{Freedom, PieceProfile, Terms};
use super::promotion::{self, enterable};
use crate::board::{Color, Kind, Square};
use crate::notation::legs::{DropLimits, Occupancy};
use crate::rules::GameRules;
use crate::tables::rules::{Arrival, DropRule};
use crate::tables::tree::Node;
use crate::variant::captures::{CaptureActions, Column};
use crate::variant::{PieceType, all_kinds};
use fxhash::FxHashSet;
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
    lend(game, &mut profiles);
    protect(game, &mut profiles);
    promotion::add(game, &mut profiles);
    profiles
}

/// Share of the mean value of the types that a kind borrows from or imitates, which are not always at hand.
const LENT: f64 = 0.5;

/// Adds to each value a share of the mean value of the types whose moves the kind borrows or imitates, as often as they
/// are in the setup.
fn lend(game: GameRules<'_>, profiles: &mut [PieceProfile]) {
    let plain: Vec<[f64; 2]> = profiles.iter().map(|profile| profile.plain).collect();
    for kind in all_kinds(game.variant) {
        let info = game.tables.kind(kind);
        let lends = |piece: PieceType| {
            info.borrows.get(piece.index()).is_some_and(Option::is_some)
                || info.imitates.get(piece.index()).is_some_and(|loans| !loans.is_empty())
        };
        let lenders = game.variant.setup.iter().map(|place| place.2).filter(|&piece| lends(piece));
        let values: Vec<[f64; 2]> = lenders.map(|p| plain[Kind::new(p, kind.color()).index()]).collect();
        let profile = &mut profiles[kind.index()];
        for phase in 0..2 {
            let sum: f64 = values.iter().map(|value| value[phase]).sum();
            profile.plain[phase] += LENT * sum / values.len().max(1) as f64;
        }
        profile.value = profile.plain;
    }
}

/// How much more a piece is worth that cannot be captured.
const IMMUNE: f64 = 0.5;

/// Raises the values of types that some types of the enemy's array may not capture. Types that may capture nothing do not
/// count.
fn protect(game: GameRules<'_>, profiles: &mut [PieceProfile]) {
    if game.variant.captures.is_empty() {
        return;
    }
    let may_take = |mover: PieceType, victim: PieceType| {
        let effect = game.variant.captures.effect(false, mover, Column::Enemy(victim));
        !effect.actions.intersects(CaptureActions::FORBIDDEN)
    };
    let takes = |&mover: &PieceType| game.variant.types().any(|piece| may_take(mover, piece));
    let takers = Color::BOTH.map(|color| -> Vec<PieceType> {
        game.variant.types().filter(|&mover| game.variant.starts_with(color, mover)).filter(takes).collect()
    });
    for kind in all_kinds(game.variant) {
        let takers = &takers[kind.color().other().index()];
        let barred = takers.iter().filter(|&&mover| !may_take(mover, kind.piece())).count();
        let profile = &mut profiles[kind.index()];
        profile.immunity = barred as f64 / takers.len().max(1) as f64;
        profile.plain.iter_mut().for_each(|value| *value *= 1.0 + IMMUNE * profile.immunity);
        profile.value = profile.plain;
    }
}

/// Returns the squares where each kind can ever stand, `[kind][square]`.
pub fn domains(game: GameRules<'_>) -> Vec<Vec<bool>> {
    let births = births(game);
    all_kinds(game.variant).map(|kind| survey(game, kind, &births[kind.index()]).domain).collect()
}

/// `[kind]`: squares where pieces of other kinds turn into it.
fn births(game: GameRules<'_>) -> Vec<Vec<Square>> {
    let mut births = vec![Vec::new(); game.tables.kind_count()];
    // `[colour]`: squares where a piece is chosen from a set, each once.
    let mut choices = [FxHashSet::default(), FxHashSet::default()];
    for kind in all_kinds(game.variant) {
        let color = kind.color();
        for square in enterable(game, kind) {
            let zone = game.tables.in_zone(color, square);
            match game.tables.arrival(kind, square) {
                Arrival::Choose(set) => {
                    choices[color.index()].insert((set, square));
                }
                Arrival::Into(piece) | Arrival::May(piece) | Arrival::Must(piece) => {
                    births[Kind::new(piece, color).index()].push(square);
                }
                Arrival::Zone(piece) | Arrival::ZoneForced(piece) if zone => {
                    births[Kind::new(piece, color).index()].push(square);
                }
                Arrival::Plain | Arrival::Zone(_) | Arrival::ZoneForced(_) => {}
            }
        }
    }
    for color in Color::BOTH {
        for &(set, square) in &choices[color.index()] {
            let set = game.variant.promotion.choices_of(set).iter();
            set.for_each(|choice| births[Kind::new(choice.piece, color).index()].push(square));
        }
    }
    births
}

/// Share of occupied squares at the start of a chess game, to which the densities refer.
const START_DENSITY: f64 = 0.5;
/// Range of the densities relative to chess.
const DENSITY_RANGE: (f64, f64) = (0.6, 1.4);

/// Share of occupied squares in the middle game and in the endgame.
pub(super) fn densities(game: GameRules<'_>, constants: &Constants) -> [f64; 2] {
    let board = &game.variant.board;
    let squares = board.squares().filter(|&square| !board.is_hole(square)).count().max(1);
    // Pieces that start in hand fill the board, too.
    let held = |kind: Kind| game.variant.count_held(kind.color(), kind.piece());
    let entering = all_kinds(game.variant)
        .filter(|&kind| held(kind) > 0 && game.enters(kind))
        .map(|kind| usize::from(held(kind)));
    let start = (game.variant.setup.len() + entering.sum::<usize>()) as f64 / squares as f64;
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
    let mut profile = survey(game, kind, &[]);
    let phases = if density[0] == density[1] { 1 } else { 2 };
    let mut walk = MobilityWalk::new(game.tables, board, constants, density);
    walk.restrict(may_capture(game, kind), !is_forbidden(game, kind, Column::Empty));
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

/// Whether the capture rules forbid a kind moves to targets in a column.
fn is_forbidden(game: GameRules<'_>, kind: Kind, column: Column) -> bool {
    game.variant.captures.effect(false, kind.piece(), column).actions.intersects(CaptureActions::FORBIDDEN)
}

/// Share of the enemy's pieces in the setup, royals excluded, that a kind may capture.
fn may_capture(game: GameRules<'_>, kind: Kind) -> f64 {
    let enemies = game.variant.setup.iter().filter(|place| place.1 != kind.color());
    let pieces: Vec<PieceType> =
        enemies.map(|place| place.2).filter(|&p| !game.variant.is_royal(p)).collect();
    let open = pieces.iter().filter(|&&piece| !is_forbidden(game, kind, Column::Enemy(piece))).count();
    if pieces.is_empty() { 1.0 } else { open as f64 / pieces.len() as f64 }
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
    let confined = |royal: Kind| survey(game, royal, &[]).coverage <= CONFINED;
    let royals = || game.tables.kinds_of(kind.color()).filter(|&kind| game.tables.kind(kind).royal);
    !game.tables.kind(kind).royal && profile.freedom == Freedom::Bound && stays() && royals().any(confined)
}

/// Squares where moves of a kind may end, except moves that only capture a royal.
fn ends(game: GameRules<'_>, kind: Kind, from: Square) -> impl Iterator<Item = Square> {
    let range = game.tables.tree(kind, from);
    let goes_on = |node: &&Node| !node.emit.difference(Occupancy::ENEMY_ROYAL).is_empty();
    game.tables.nodes()[range].iter().filter(goes_on).map(|node| Square(node.square))
}

/// Finds where a kind can stand at all, from its squares in the arrays and in `births`, and how much of the board a single
/// piece can reach.
fn survey(game: GameRules<'_>, kind: Kind, births: &[Square]) -> PieceProfile {
    let variant = &game.variant;
    let board = &variant.board;
    let squares = board.squares().filter(|&s| !board.is_hole(s)).count().max(1);
    // Both arrays, so that what is learned with one serves the other.
    let arrays = variant.setup.iter().chain(variant.xboard_array.iter().flatten());
    let mut starts: Vec<Square> = arrays.filter(|s| Kind::new(s.2, s.1) == kind).map(|s| s.0).collect();
    let droppable = variant.captures_to_hand() || variant.hands.iter().any(|h| h[kind.piece().index()] > 0);
    let info = game.tables.kind(kind);
    let lent = !info.borrows.is_empty() || !info.imitates.is_empty();
    let anywhere = starts.is_empty() || droppable || lent;
    if anywhere {
        starts = enterable(game, kind).collect();
    }
    starts.extend(births);
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
    // A kind with drop limits does not come back at will.
    let limited = |rule: &DropRule| rule.limits != DropLimits::default();
    let at_will = info.drops.is_empty() || !info.drops.iter().all(limited);
    profile.freedom = match (variant.captures_to_hand(), info.changes_type) {
        (true, _) if at_will => Freedom::Drops,
        (false, false) => Freedom::Bound,
        _ => Freedom::Promotes,
    };
    let bound = profile.freedom == Freedom::Bound;
    profile.coverage = if bound && !lent { most as f64 / squares as f64 } else { 1.0 };
    profile
}
