//! Arrivals of the pieces on the board by their moves: their own, borrowed, imitated and mirrored ones.

use crate::board::{Color, Kind, PieceType, Square};
use crate::notation::Movement;
use crate::notation::legs::{Imitate, Initial, Landing, MovementKind, Occupancy, TypeChange, UniversalLeap};
use crate::oracle::trajectory::{WalkGround, WalkPath};
use crate::oracle::view::{View, seen_by};
use crate::oracle::zones::{confines, is_in_zone};
use crate::oracle::{effects, trajectory};
use crate::position::Cell;
use crate::variant::captures::Spell;

/// A path that a piece has taken to its end square, before it becomes moves.
pub struct ReferenceArrival {
    /// The path.
    pub path: WalkPath,
    /// Whether the movement is quoted.
    pub quoted: bool,
    /// The change of type that the movement makes, if any.
    pub change: Option<TypeChange>,
    /// Squares on which a royal must not be attacked before the move.
    pub must_be_safe: Vec<Square>,
}

/// Every arrival that the piece's movements allow.
pub fn piece_arrivals(view: View<'_>, kind: Kind, from: Square) -> Vec<ReferenceArrival> {
    let mut arrivals = Vec::new();
    for movement in view.variant.movements(kind.piece()) {
        arrivals.extend(movement_arrivals(view, (kind, kind.piece()), from, kind.color(), movement));
        match &movement.kind {
            MovementKind::Imitate(imitate) => arrivals.extend(imitations(view, kind, from, imitate)),
            MovementKind::Mirror(modes) => arrivals.extend(mirrored(view, kind, from, *modes)),
            _ => {}
        }
    }
    let mut lenders: Vec<(Square, PieceType)> = Vec::new();
    arrivals.retain(|ReferenceArrival { path, .. }| {
        lenders.extend(path.borrows.then(|| lender(view, path)).flatten().map(|lender| (path.mover, lender)));
        !path.borrows
    });
    lenders.sort_unstable_by_key(|&(square, lender)| (square, lender.0));
    lenders.dedup();
    // SPEC: XBetza readings 21: not from its own type, and no borrowed final-x moves.
    for (from, lender) in lenders {
        let Some(kind) = view.cell(from).kind().filter(|kind| kind.piece() != lender) else { continue };
        for movement in view.variant.movements(lender).iter().filter(|m| is_lent(m)) {
            arrivals.extend(movement_arrivals(view, (kind, lender), from, kind.color(), movement));
        }
    }
    arrivals
}

/// Captures of the mirror: the pieces that could capture it, "with the same modes". SPEC: XBetza, "Ideas for the
/// future".
fn mirrored(view: View<'_>, kind: Kind, from: Square, modes: Option<Landing>) -> Vec<ReferenceArrival> {
    let mut arrivals = Vec::new();
    for to in view.variant.board.squares().filter(|&to| to != from) {
        let Some(other) = view.cell(to).kind() else { continue };
        let itself = seen_by(view.variant, other.color(), kind);
        let back = seen_by(view.variant, kind.color(), other);
        if modes.is_some_and(|modes| !modes.take.intersects(back)) {
            continue;
        }
        // Whether either piece could capture the other with this landing.
        let mutual = |landing: Landing| landing.take.intersects(itself) && landing.take.intersects(back);
        // Whether the `morph` board lets a path of the type's own movements end there.
        let may_end = |movement: &Movement, to: Square, on_friend: bool| {
            movement.quoted || !confines(view.variant, other, to, on_friend)
        };
        let targets = |movement: &Movement| match &movement.kind {
            _ if !is_available(view, (other, other.piece()), to, movement) => false,
            MovementKind::Walk(legs) => {
                let ground = WalkGround::of(view, movement.quoted);
                let paths = trajectory::paths(ground, (other.color(), other.color()), to, legs);
                let landing = legs.last().map_or_else(Landing::default, |leg| leg.landing);
                let hits = |path: &WalkPath| {
                    let direct = path.mover == to && !path.borrows && path.gate.is_none();
                    let ends = path.to == from && direct && path.on_victim;
                    ends && may_end(movement, path.to, path.on_friend)
                };
                mutual(landing) && paths.iter().any(hits)
            }
            MovementKind::Universal(leap) => {
                let open = may_end(movement, from, itself == Occupancy::FRIEND);
                let open = open && !(leap.unload && view.variant.board.is_fleeting(to));
                mutual(leap.landing) && open && brake_allows(view, other, to, from)
            }
            _ => false,
        };
        if view.variant.movements(other.piece()).iter().any(targets) {
            let on_friend = back == Occupancy::FRIEND;
            let path = WalkPath { victims: vec![to], on_friend, on_victim: true, ..WalkPath::new(from, to) };
            arrivals.push(ReferenceArrival { path, quoted: false, change: None, must_be_safe: Vec::new() });
        }
    }
    arrivals
}

/// Whether the brake of the enemy lets a leap of the piece pass.
fn brake_allows(view: View<'_>, kind: Kind, from: Square, to: Square) -> bool {
    let braked = |square| effects::enchanted(view, Spell::Brake, square, kind.color().other());
    !braked(from) || braked(to)
}

/// Whether the piece may make a movement of the type `owner` from the square: its own or a borrowed one.
fn is_available(view: View<'_>, (kind, owner): (Kind, PieceType), from: Square, movement: &Movement) -> bool {
    let in_zone = |zone| is_in_zone(view.variant, Kind::new(owner, kind.color()), from, zone);
    match movement.initial {
        Initial::Any => true,
        Initial::Unmoved => view.cell(from).is_unmoved(),
        Initial::StartSquare => view.variant.home().contains(&(from, kind.color(), kind.piece())),
        Initial::Zone(zone) => in_zone(zone),
        Initial::Change(change) => {
            let alone = || view.squares_of(kind).count() == 1;
            in_zone(change.zone) && (!change.last || alone())
        }
    }
}

/// SPEC: XBetza, "The Imitator".
fn imitations(view: View<'_>, kind: Kind, from: Square, imitate: &Imitate) -> Vec<ReferenceArrival> {
    let heading = if imitate.backward { kind.color().other() } else { kind.color() };
    let Some(model) = view.last_moved else { return Vec::new() };
    let models = view.variant.movements(model).iter().filter(|m| is_lent(m));
    let imitated = models.filter_map(|movement| imitate.restrict(movement));
    imitated.flat_map(|movement| movement_arrivals(view, (kind, model), from, heading, &movement)).collect()
}

/// Whether the movement, or one that it borrows, may capture en passant.
pub fn may_capture_en_passant(movement: &Movement) -> bool {
    match &movement.kind {
        MovementKind::Walk(legs) => {
            legs.iter().any(|leg| leg.induce || leg.landing.take.intersects(Occupancy::EN_PASSANT))
        }
        MovementKind::Universal(leap) => leap.induce || leap.landing.take.intersects(Occupancy::EN_PASSANT),
        MovementKind::Imitate(_) | MovementKind::Mirror(_) => true,
        MovementKind::Castle(_) | MovementKind::Drop(_) => false,
    }
}

/// Whether others may borrow or imitate the movement. SPEC: XBetza readings 21: no borrowed final-x moves; nor changes
/// of type.
fn is_lent(movement: &Movement) -> bool {
    !movement.borrows() && !matches!(movement.initial, Initial::Change(_))
}

/// The arrivals of one movement of the type `owner`, and the paths that lead to a lender.
fn movement_arrivals(
    view: View<'_>,
    (kind, owner): (Kind, PieceType),
    from: Square,
    heading: Color,
    movement: &Movement,
) -> Vec<ReferenceArrival> {
    if !is_available(view, (kind, owner), from, movement) {
        return Vec::new();
    }
    let mut paths =
        walks(WalkGround::of(view, movement.quoted), view, (kind.color(), heading), from, movement);
    if matches!(movement.kind, MovementKind::Universal(_)) {
        paths.retain(|path| brake_allows(view, kind, from, path.to));
    }
    let initial_royal = movement.initial == Initial::Unmoved && view.variant.is_royal(kind.piece());
    let arrival = |mut path: WalkPath| {
        if !path.borrows {
            path.victims.extend(burnt(view, kind, movement, &path));
        }
        let mut must_be_safe = Vec::new();
        if initial_royal && path.mover == from && path.gate.is_none() {
            // SPEC: diagram readings, "Initial moves of a royal".
            must_be_safe.push(from);
            must_be_safe.extend(&path.trail);
        }
        ReferenceArrival { path, quoted: movement.quoted, change: movement.initial.change(), must_be_safe }
    };
    paths.into_iter().map(arrival).collect()
}

/// All paths of a movement that walks or leaps over the board.
fn walks(
    ground: WalkGround<'_>,
    view: View<'_>,
    colors: (Color, Color),
    from: Square,
    movement: &Movement,
) -> Vec<WalkPath> {
    match &movement.kind {
        MovementKind::Walk(legs) => trajectory::paths(ground, colors, from, legs),
        MovementKind::Universal(leap) => universal(view, from, *leap),
        MovementKind::Castle(_)
        | MovementKind::Drop(_)
        | MovementKind::Imitate(_)
        | MovementKind::Mirror(_) => Vec::new(),
    }
}

/// The type whose moves a path borrows.
fn lender(view: View<'_>, path: &WalkPath) -> Option<PieceType> {
    view.cell(path.unloaded_from(path.to).unwrap_or(path.to)).kind().map(Kind::piece)
}

/// Squares that the flames of a movement capture, on the board after the move.
///
/// SPEC: XBetza, "Ideas for the future": "burning would occur through all allowed moves at once".
fn burnt(view: View<'_>, mover: Kind, movement: &Movement, path: &WalkPath) -> Vec<Square> {
    if movement.flames.is_empty() {
        return Vec::new();
    }
    let mut after = view.state.clone();
    after.put(path.mover, Cell::EMPTY);
    path.victims.iter().for_each(|&victim| after.put(victim, Cell::EMPTY));
    after.put(path.to, view.cell(path.mover));
    after.en_passant = None;
    let after = view.at(&after);
    let (color, flames) = (mover.color(), movement.flames.iter());
    let burns =
        flames.flat_map(|flame| walks(WalkGround::bare(after), after, (color, color), path.to, flame));
    let mut burnt: Vec<Square> = burns.flat_map(|path| path.victims).collect();
    burnt.sort_unstable();
    burnt.dedup();
    burnt.retain(|&victim| effects::may_capture(view, (mover, path.mover), movement.quoted, victim));
    burnt
}

/// SPEC: XBetza, "U Universal Leaper, can teleport to every square except the one it is on".
fn universal(view: View<'_>, from: Square, leap: UniversalLeap) -> Vec<WalkPath> {
    let (board, landing) = (&view.variant.board, leap.landing);
    // SPEC: XBetza, "Displacing pieces": "anything captured by the move must reappear there". Nothing can on a square
    // that "will revert to a hole" (diagram, "Irregular boards").
    let capture = |victim: Square, path: WalkPath| match leap.unload {
        false => Some(WalkPath { victims: vec![victim], ..path }),
        true => (!board.is_fleeting(from)).then(|| WalkPath { unloaded: vec![(from, victim)], ..path }),
    };
    let mut paths = Vec::new();
    for to in board.squares().filter(|&to| to != from && !board.is_hole(to)) {
        let path = WalkPath::new(from, to);
        if let Some(kind) = view.cell(to).kind() {
            let seen = seen_by(view.variant, view.side, kind);
            let on_friend = seen == Occupancy::FRIEND;
            if leap.induce && on_friend {
                paths.push(WalkPath { borrows: true, ..path });
            } else if landing.take.intersects(seen) {
                paths.extend(capture(to, WalkPath { on_friend, ..path }));
            }
            continue;
        }
        if board.is_fleeting(to) {
            continue;
        }
        let marks = view.en_passant.as_ref().filter(|marks| marks.squares.contains(&to));
        let marks = marks.filter(|_| landing.take.intersects(Occupancy::EN_PASSANT));
        paths.extend(landing.pass.intersects(Occupancy::EMPTY).then(|| path.clone()));
        paths.extend(marks.and_then(|marks| capture(marks.victim, WalkPath { en_passant: true, ..path })));
    }
    paths
}
