//! Types that a piece may turn into where it arrives.

use crate::board::{Color, Kind, PieceType, Square};
use crate::notation::Movement;
use crate::notation::legs::{Initial, MovementKind};
use crate::oracle::trajectory::{self, WalkGround, WalkPath};
use crate::oracle::view::View;
use crate::oracle::zones::{confines, is_in_zone, morph, promoted};
use crate::variant::{Captured, Morph, Variant};

/// Whether the type must promote wherever it may. SPEC: XBetza of 2020: "a + suffix behind the entire description".
fn must_promote(variant: &Variant, piece: PieceType) -> bool {
    variant.movements(piece).iter().any(|movement| movement.must_promote)
}

/// All types that a piece can have after a move; none if the move is impossible.
///
/// SPEC: Interactive diagrams, "Making use of Board Zones" and "Rules"; a quoted move ignores `morph`.
pub fn forms(view: View<'_>, kind: Kind, path: &WalkPath, quoted: bool) -> Vec<PieceType> {
    let (variant, from) = (view.variant, path.mover);
    let (piece, color) = (kind.piece(), kind.color());
    let said = if quoted { Morph::Normal } else { morph(variant, piece, color, path.to) };
    let must = must_promote(variant, piece);
    let form = promoted(variant, piece).filter(|&form| has_room(view, color, form));
    let forced = || form.map_or(vec![piece], |form| vec![form]);
    let optional = || match form {
        Some(form) if !must && !is_stuck(variant, kind, path.to) => vec![form, piece],
        _ => forced(),
    };
    match said {
        Morph::Forbidden => return Vec::new(),
        Morph::NoFriend if path.on_friend => return Vec::new(),
        Morph::NoFriend | Morph::Normal | Morph::WinLater | Morph::WinNow => {}
        Morph::Into(target) => return vec![target],
        Morph::Choose(set) => return choices(view, kind, path.to, set),
        Morph::MayPromote => return optional(),
        Morph::MustPromote => return forced(),
    }
    if piece.0 >= variant.promotion.types || quoted && morph(variant, piece, color, path.to).promotes() {
        return vec![piece];
    }
    let in_zone = |square| variant.board.rank_from_end(color, square) <= variant.promotion.zone;
    if variant.promotion.offset == 0 {
        return if in_zone(path.to) { choices(view, kind, path.to, 0) } else { vec![piece] };
    }
    let concerned = match variant.captured {
        Captured::ToCaptor => in_zone(from) || in_zone(path.to),
        _ if variant.promotion.inside => in_zone(from) || in_zone(path.to),
        _ => in_zone(path.to) && (!in_zone(from) || !path.victims.is_empty()),
    };
    let set = variant.promotion.choices.first();
    let may_not_defer =
        must || set.is_some_and(|set| set.iter().any(|choice| choice.piece == piece && choice.not_last));
    match (concerned, may_not_defer) {
        (false, _) if in_zone(path.to) && is_stuck(variant, kind, path.to) => forced(),
        (false, _) => vec![piece],
        (true, true) => forced(),
        (true, false) => optional(),
    }
}

/// The types that `|` in the capture matrix offers: the promoted form, and its own unless it must promote.
pub fn shogi(variant: &Variant, kind: Kind, to: Square) -> Vec<PieceType> {
    let piece = kind.piece();
    let must = must_promote(variant, piece) || is_stuck(variant, kind, to);
    match promoted(variant, piece) {
        Some(form) if must => vec![form],
        Some(form) => vec![form, piece],
        None => vec![piece],
    }
}

/// Whether the side has fewer pieces of the type than `promoLimit`.
pub fn has_room(view: View<'_>, color: Color, piece: PieceType) -> bool {
    let count = view.squares_of(Kind::new(piece, color)).count();
    view.variant.promotion.limits[piece.index()].is_none_or(|limit| count < usize::from(limit))
}

/// Whether the piece, now moved, could never move again. The first type on the last rank counts as stuck too.
fn is_stuck(variant: &Variant, kind: Kind, square: Square) -> bool {
    if kind.piece().0 == 0 && variant.board.rank_from_end(kind.color(), square) == 1 {
        return true;
    }
    let starts_here = variant.home().contains(&(square, kind.color(), kind.piece()));
    let available = |movement: &&Movement| match movement.initial {
        Initial::Any => true,
        Initial::Unmoved => false,
        Initial::StartSquare => starts_here,
        Initial::Zone(zone) => is_in_zone(variant, kind, square, zone),
        Initial::Change(change) => is_in_zone(variant, kind, square, change.zone),
    };
    !variant.movements(kind.piece()).iter().filter(available).any(|movement| match &movement.kind {
        MovementKind::Walk(legs) => {
            let ground = WalkGround::anything(variant);
            let paths = trajectory::paths(ground, (kind.color(), kind.color()), square, legs);
            let may_end = |path: WalkPath| {
                let own = !movement.quoted && path.mover == square && !path.borrows;
                !own || !confines(variant, kind, path.to, path.on_friend)
            };
            paths.into_iter().any(may_end)
        }
        MovementKind::Universal(_) | MovementKind::Imitate(_) => true,
        // On an otherwise empty board nothing can capture a mirror.
        MovementKind::Mirror(_) | MovementKind::Castle(_) | MovementKind::Drop(_) => false,
    })
}

/// Promotion by choice: the types of a set that are available here.
fn choices(view: View<'_>, kind: Kind, to: Square, set: usize) -> Vec<PieceType> {
    let variant = view.variant;
    let rank = variant.board.rank_from_end(kind.color(), to);
    let set = variant.promotion.choices_of(set);
    let available = set.iter().filter(|choice| {
        let in_stock = !choice.from_hand || view.hand(Kind::new(choice.piece, kind.color())) > 0;
        let room = choice.piece == kind.piece() || has_room(view, kind.color(), choice.piece);
        in_stock && room && !(choice.not_last && rank == 1) && choice.ranks.is_none_or(|ranks| rank <= ranks)
    });
    let settled = available.filter_map(|choice| {
        let changes = choice.piece != kind.piece();
        match namesake(variant, choice.piece, kind.color(), to).filter(|_| changes) {
            None => Some(choice.piece),
            Some(other) if !choice.from_hand && namesake(variant, other, kind.color(), to).is_none() => {
                Some(other)
            }
            Some(_) => None,
        }
    });
    let mut found: Vec<PieceType> = Vec::new();
    for piece in settled {
        if !found.contains(&piece) {
            found.push(piece);
        }
    }
    if must_promote(variant, kind.piece()) && found.iter().any(|&piece| piece != kind.piece()) {
        found.retain(|&piece| piece != kind.piece());
    }
    found
}

/// The other type with the same ID that a piece turns into where it arrives.
///
/// SPEC: "it won't let you promote to a piece that itself would change into another type on the promotion square if
/// that has the same ID".
fn namesake(variant: &Variant, piece: PieceType, color: Color, to: Square) -> Option<PieceType> {
    let Morph::Into(other) = morph(variant, piece, color, to) else { return None };
    let id = |piece: PieceType| &variant.pieces[piece.index()].id;
    (other != piece && id(other) == id(piece)).then_some(other)
}

/// Whether promoting to `form` there uses up a piece in hand.
pub fn comes_from_hand(variant: &Variant, kind: Kind, to: Square, form: PieceType, quoted: bool) -> bool {
    let set = match morph(variant, kind.piece(), kind.color(), to) {
        morph if quoted && morph.promotes() => return false,
        Morph::Choose(set) if !quoted => set,
        Morph::Into(_) | Morph::MayPromote | Morph::MustPromote if !quoted => return false,
        _ if variant.promotion.offset == 0 => 0,
        _ => return false,
    };
    let mut set = variant.promotion.choices_of(set).iter();
    set.any(|choice| choice.piece == form && choice.from_hand)
}
