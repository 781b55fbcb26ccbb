//! Capture rules that only forbid: some types may not capture, or not hop over, some others.
//!
//! They do not change what moves do, so masks, bit sets and counting remain valid. Types bound by a rule keep
//! their trees, and paths of types that may not hop over everything are checked square by square. All other
//! types are compiled as usual. Rules that do not fit are left to [`super::capture_rules`].

use super::rules::{excites, is_dynamic};
use crate::notation::legs::{Leg, Movement, MovementKind};
use crate::variant::captures::{CaptureActions, CaptureEffect, CaptureRules, Column};
use crate::variant::{PieceType, Variant};

/// The capture bans of a variant whose capture rules do nothing else.
#[derive(Clone, Debug)]
pub struct Bans {
    /// `[type]`: whether some rule binds the type as the mover.
    bound: Box<[bool]>,
    /// `[type]`: whether there are pieces the type may not hop over.
    wary: Box<[bool]>,
}

impl Bans {
    /// Returns the bans of a variant; `None` if its rules do more than forbid, or there are none.
    pub fn of(variant: &Variant) -> Option<Self> {
        let rules = &variant.captures;
        if rules.is_empty() || !rules.only_forbid() || variant.board.has_fleeting() {
            return None;
        }
        let has = |piece: PieceType, actions: CaptureActions| {
            events(variant, piece).any(|event| event.actions.intersects(actions))
        };
        let bound: Box<[bool]> =
            variant.types().map(|p| has(p, CaptureActions::FORBIDDEN | CaptureActions::NO_HOP)).collect();
        let wary = variant.types().map(|p| has(p, CaptureActions::NO_HOP)).collect();
        let ordinary = |piece: PieceType| {
            let movements = variant.movements(piece);
            let drops =
                |m: &Movement| matches!(&m.kind, MovementKind::Drop(drop) if !drop.landing.take.is_empty());
            let odd = |m: &Movement| drops(m) || excites(m);
            let fine = !is_dynamic(variant, piece) && !movements.iter().any(odd);
            fine && (!bound[piece.index()] || takes_royals(variant, piece) && movements.iter().all(is_single))
        };
        variant.types().all(ordinary).then_some(Self { bound, wary })
    }
    /// Whether some rule binds the type as the mover.
    pub fn bind(&self, piece: PieceType) -> bool {
        CaptureRules::marks(&self.bound, piece)
    }
    /// Whether there are pieces the type may not hop over.
    pub fn watch(&self, piece: PieceType) -> bool {
        CaptureRules::marks(&self.wary, piece)
    }
}

/// Capture rules for a type as the mover.
pub(super) fn events(variant: &Variant, piece: PieceType) -> impl Iterator<Item = CaptureEffect> {
    let columns = variant.types().flat_map(|victim| [Column::Enemy(victim), Column::Friend(victim)]);
    let event = move |column, quoted| variant.captures.event(quoted, piece, column);
    columns.flat_map(move |column| [event(column, false), event(column, true)])
}

/// Whether the type may capture every royal.
fn takes_royals(variant: &Variant, piece: PieceType) -> bool {
    let royals = variant.types().filter(|&piece| variant.is_royal(piece));
    let forbidden = |royal, quoted| {
        variant
            .captures
            .event(quoted, piece, Column::Enemy(royal))
            .actions
            .intersects(CaptureActions::FORBIDDEN)
    };
    royals.into_iter().all(|royal| !forbidden(royal, false) && !forbidden(royal, true))
}

/// Whether the movement captures only where it ends and displaces nothing.
fn is_single(movement: &Movement) -> bool {
    if !matches!(movement.kind, MovementKind::Walk(_) | MovementKind::Castle(_) | MovementKind::Drop(_)) {
        return false;
    }
    let legs = movement.legs();
    let displaces = |leg: &Leg| leg.unload || leg.gate || leg.excite;
    let Some((_, before)) = legs.split_last() else { return true };
    !legs.iter().any(displaces) && before.iter().all(|leg| leg.landing.take.is_empty())
}
