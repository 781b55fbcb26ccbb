//! Arrivals of the pieces on the board by their moves: their own, borrowed, imitated and mirrored ones.

use crate::board::{Color, Kind, PieceType, Square};
use crate::notation::Movement;
use crate::notation::legs::{Imitate, Initial, Landing, MovementKind, Occupancy};
use crate::oracle::arrival::ReferenceArrival;
use crate::oracle::board_state::ReferenceState;
use crate::oracle::seen_squares::SeenSquares;
use crate::oracle::trajectory::{WalkGround, WalkPath, WalkView};
use crate::oracle::zones::{confines, is_in_zone};
use crate::oracle::{events, trajectory};
use crate::position::{Cell, Game};
use crate::variant::Variant;
use crate::variant::captures::Spell;

/// Receives the arrivals of a piece.
pub type Sink<'a> = dyn FnMut(ReferenceArrival) + 'a;

/// Calls `found` with every arrival that the piece's movements allow.
pub fn piece_moves(game: &Game, state: &ReferenceState, kind: Kind, from: Square, found: &mut Sink<'_>) {
    let variant = &game.variant;
    let mut lenders: Vec<(Square, PieceType)> = Vec::new();
    for movement in &variant.pieces[kind.piece().index()].movements {
        let own = kind.color();
        movement_moves(game, state, (kind, from, own), movement, None, found, &mut lenders);
        match &movement.kind {
            MovementKind::Imitate(imitate) => imitations(game, state, kind, from, imitate, found),
            MovementKind::Mirror(modes) => mirrored(game, state, kind, from, *modes, found),
            _ => {}
        }
    }
    lenders.sort_unstable_by_key(|&(square, lender)| (square, lender.0));
    lenders.dedup();
    // SPEC: XBetza readings 21: not from its own type, and no borrowed final-x moves.
    for (from, lender) in lenders {
        let Some(kind) = state.cell(from).kind().filter(|kind| kind.piece() != lender) else { continue };
        for movement in variant.pieces[lender.index()].movements.iter().filter(|m| is_lent(m)) {
            movement_moves(game, state, (kind, from, kind.color()), movement, None, found, &mut Vec::new());
        }
    }
}

/// Captures of the mirror: the pieces that could capture it, "with the same modes". SPEC: XBetza, "Ideas for the
/// future".
fn mirrored(
    game: &Game,
    state: &ReferenceState,
    kind: Kind,
    from: Square,
    modes: Option<Landing>,
    found: &mut Sink<'_>,
) {
    let variant = &game.variant;
    let seen_by = |color: Color, other: Kind| match (other.color() == color, variant.is_royal(other.piece()))
    {
        (true, _) => Occupancy::FRIEND,
        (false, true) => Occupancy::ENEMY_ROYAL,
        (false, false) => Occupancy::ENEMY,
    };
    for to in variant.board.squares().filter(|&to| to != from) {
        let Some(other) = state.cell(to).kind() else { continue };
        let (itself, back) = (seen_by(other.color(), kind), seen_by(kind.color(), other));
        if modes.is_some_and(|modes| !modes.take.meets(back)) {
            continue;
        }
        // Whether either piece could capture the other with this landing.
        let mutual = |landing: Landing| landing.take.meets(itself) && landing.take.meets(back);
        let targets = |movement: &Movement| match &movement.kind {
            _ if !is_available(variant, state, other, to, movement) => false,
            MovementKind::Walk(legs) => {
                let colors = (other.color(), other.color());
                let ground = WalkGround::of(variant, movement.quoted);
                let paths = trajectory::paths(ground, WalkView::Real(state), colors, to, legs);
                let landing = legs.last().map_or_else(Landing::default, |leg| leg.landing);
                let hits = |path: &WalkPath| {
                    let direct = path.mover == to && !path.borrows && path.gate.is_none();
                    path.to == from && direct && path.on_victim && may_end(variant, other, path, movement)
                };
                mutual(landing) && paths.iter().any(hits)
            }
            MovementKind::Universal(landing) => {
                let open = movement.quoted || !confines(variant, other, from, itself == Occupancy::FRIEND);
                mutual(*landing) && open && brake_allows(variant, state, other, to, from)
            }
            _ => false,
        };
        if !variant.pieces[other.piece().index()].movements.iter().any(targets) {
            continue;
        }
        let path = WalkPath::capture(from, to, back == Occupancy::FRIEND);
        let arrival = ReferenceArrival { path, quoted: false, change: None, must_be_safe: Vec::new() };
        found(arrival);
    }
}

/// Whether the brake of the enemy lets a leap of the piece pass.
fn brake_allows(variant: &Variant, state: &ReferenceState, kind: Kind, from: Square, to: Square) -> bool {
    let braked = |square| events::enchanted(variant, state, Spell::Brake, square, kind.color().other());
    !braked(from) || braked(to)
}

/// Whether the `morph` board lets a path of the type's own movements end there.
fn may_end(variant: &Variant, kind: Kind, path: &WalkPath, movement: &Movement) -> bool {
    movement.quoted || !confines(variant, kind, path.to, path.on_friend)
}

fn is_available(
    variant: &Variant,
    state: &ReferenceState,
    kind: Kind,
    from: Square,
    movement: &Movement,
) -> bool {
    match movement.initial {
        Initial::Any => true,
        Initial::Unmoved => state.cell(from).is_unmoved(),
        Initial::StartSquare => variant.home().contains(&(from, kind.color(), kind.piece())),
        Initial::Zone(zone) => is_in_zone(variant, kind, from, zone),
        Initial::Change(change) => {
            let like = |square: &Square| state.cell(*square).kind() == Some(kind);
            let alone = || variant.board.squares().filter(like).count() == 1;
            is_in_zone(variant, kind, from, change.zone) && (!change.last || alone())
        }
    }
}

/// SPEC: XBetza, "The Imitator".
fn imitations(
    game: &Game,
    state: &ReferenceState,
    kind: Kind,
    from: Square,
    imitate: &Imitate,
    found: &mut Sink<'_>,
) {
    let variant = &game.variant;
    let Some(model) = state.last_moved else { return };
    let heading = if imitate.backward { kind.color().other() } else { kind.color() };
    for movement in variant.pieces[model.index()].movements.iter().filter(|m| is_lent(m)) {
        if let Some(movement) = imitate.restrict(movement) {
            movement_moves(game, state, (kind, from, heading), &movement, None, found, &mut Vec::new());
        }
    }
}

/// Whether the movement, or one that it borrows, may capture en passant.
pub fn may_capture_in_passing(movement: &Movement) -> bool {
    match &movement.kind {
        MovementKind::Walk(legs) => {
            legs.iter().any(|leg| leg.excite || leg.landing.take.meets(Occupancy::EN_PASSANT))
        }
        MovementKind::Universal(landing) => landing.take.meets(Occupancy::EN_PASSANT),
        MovementKind::Imitate(_) | MovementKind::Mirror(_) => true,
        MovementKind::Castle(_) | MovementKind::Drop(_) => false,
    }
}

/// Whether others may borrow or imitate the movement. SPEC: XBetza readings 21: no borrowed final-x moves; nor changes
/// of type.
fn is_lent(movement: &Movement) -> bool {
    !borrows(movement) && !matches!(movement.initial, Initial::Change(_))
}

fn borrows(movement: &Movement) -> bool {
    matches!(&movement.kind, MovementKind::Walk(legs) if legs.last().is_some_and(|leg| leg.excite))
}

/// Calls `found` with the moves of one movement. Collects in `lenders` the types it borrows from, and in `seen` the
/// squares that its walk reads.
pub fn movement_moves(
    game: &Game,
    state: &ReferenceState,
    (kind, from, heading): (Kind, Square, Color),
    movement: &Movement,
    seen: Option<&SeenSquares>,
    found: &mut Sink<'_>,
    lenders: &mut Vec<(Square, PieceType)>,
) {
    let variant = &game.variant;
    let available = is_available(variant, state, kind, from, movement);
    let paths = match &movement.kind {
        _ if !available => return,
        MovementKind::Walk(legs) => {
            let colors = (kind.color(), heading);
            let ground = WalkGround::of(variant, movement.quoted);
            trajectory::paths_seen(ground, WalkView::Real(state), colors, from, legs, seen)
        }
        MovementKind::Universal(landing) => {
            let mut paths = universal(variant, state, from, *landing);
            paths.retain(|path| brake_allows(variant, state, kind, from, path.to));
            paths
        }
        MovementKind::Castle(_)
        | MovementKind::Drop(_)
        | MovementKind::Imitate(_)
        | MovementKind::Mirror(_) => return,
    };
    let initial_royal = movement.initial == Initial::Unmoved && variant.is_royal(kind.piece());
    for mut path in paths {
        if path.borrows {
            lenders.extend(lender(state, &path).map(|lender| (path.mover, lender)));
            continue;
        }
        path.victims.extend(burnt(variant, state, kind.color(), movement, &path));
        let from_square = path.mover;
        let mut must_be_safe = Vec::new();
        if initial_royal && from_square == from && path.gate.is_none() {
            // SPEC: diagram readings, "Initial moves of a royal".
            must_be_safe.push(from);
            must_be_safe.extend(&path.trail);
        }
        found(ReferenceArrival {
            path,
            quoted: movement.quoted,
            change: movement.initial.change(),
            must_be_safe,
        });
    }
}

/// The type whose moves a path borrows.
fn lender(state: &ReferenceState, path: &WalkPath) -> Option<PieceType> {
    let before = path.unloaded.iter().find(|&&(at, _)| at == path.to).map_or(path.to, |&(_, before)| before);
    state.cell(before).kind().map(Kind::piece)
}

/// Squares that the flames of a movement capture, on the board after the move.
///
/// SPEC: XBetza, "Ideas for the future": "burning would occur through all allowed moves at once".
fn burnt(
    variant: &Variant,
    state: &ReferenceState,
    color: Color,
    movement: &Movement,
    path: &WalkPath,
) -> Vec<Square> {
    if movement.flames.is_empty() {
        return Vec::new();
    }
    let mut after = state.clone();
    after.put(path.mover, Cell::EMPTY);
    path.victims.iter().for_each(|&victim| after.put(victim, Cell::EMPTY));
    after.put(path.to, state.cell(path.mover));
    after.passing = None;
    let mut burnt = Vec::new();
    for flame in movement.flames.iter() {
        let paths = match &flame.kind {
            MovementKind::Walk(legs) => {
                let view = WalkView::Real(&after);
                trajectory::paths(WalkGround::bare(variant), view, (color, color), path.to, legs)
            }
            MovementKind::Universal(landing) => universal(variant, &after, path.to, *landing),
            _ => Vec::new(),
        };
        burnt.extend(paths.into_iter().flat_map(|path| path.victims));
    }
    burnt.sort_unstable();
    burnt.dedup();
    burnt
}

/// SPEC: XBetza, "U Universal Leaper, can teleport to every square except the one it is on".
fn universal(variant: &Variant, state: &ReferenceState, from: Square, landing: Landing) -> Vec<WalkPath> {
    let mut paths = Vec::new();
    for to in variant.board.squares().filter(|&to| to != from && !variant.board.is_hole(to)) {
        let path = |victims, on_friend, in_passing| WalkPath {
            to,
            victims,
            unloaded: Vec::new(),
            gate: None,
            trail: Vec::new(),
            on_friend,
            on_victim: false,
            in_passing,
            mover: from,
            borrows: false,
        };
        let Some(kind) = state.cell(to).kind() else {
            if variant.board.is_fleeting(to) {
                continue;
            }
            if landing.pass.meets(Occupancy::EMPTY) {
                paths.push(path(Vec::new(), false, false));
            }
            let marks = state.passing.as_ref().filter(|marks| marks.squares.contains(&to));
            if let Some(marks) = marks.filter(|_| landing.take.meets(Occupancy::EN_PASSANT)) {
                paths.push(path(vec![marks.victim], false, true));
            }
            continue;
        };
        let seen = match (kind.color() == state.side, variant.is_royal(kind.piece())) {
            (true, _) => Occupancy::FRIEND,
            (false, true) => Occupancy::ENEMY_ROYAL,
            (false, false) => Occupancy::ENEMY,
        };
        if landing.take.meets(seen) {
            paths.push(path(vec![to], seen == Occupancy::FRIEND, false));
        }
    }
    paths
}
