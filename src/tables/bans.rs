//! Capture rules that only forbid: some types may not capture, or not hop over, some others.
//!
//! They do not change what moves do, so masks, bit sets and counting remain valid. Leaps and rides of a type bound by a
//! rule are compiled, and the sets of pieces that it must spare or may not hop over are taken from what they reach. Its
//! other movements keep their trees, whose paths are checked square by square. Rules that do not fit are left to
//! [`super::capture_rules`].

use super::rules::{induces, is_dynamic};
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
    /// `[type]`: enemies that the type may not capture.
    spared: Box<[Box<[PieceType]>]>,
    /// `[type]`: pieces the type may not hop over.
    obstacles: Box<[Box<[Column]>]>,
}

impl Bans {
    /// Returns the bans of a variant; `None` if its rules do more than forbid, or there are none.
    pub fn of(variant: &Variant) -> Option<Self> {
        let rules = &variant.captures;
        if rules.is_empty() || !rules.only_forbid() || variant.board.has_fleeting() {
            return None;
        }
        let has = |piece: PieceType, actions: CaptureActions| {
            effects(variant, piece).any(|effect| effect.actions.intersects(actions))
        };
        let bound: Box<[bool]> =
            variant.types().map(|p| has(p, CaptureActions::FORBIDDEN | CaptureActions::NO_HOP)).collect();
        let wary = variant.types().map(|p| has(p, CaptureActions::NO_HOP)).collect();
        let ordinary = |piece: PieceType| {
            let movements = variant.movements(piece);
            let drops =
                |m: &Movement| matches!(&m.kind, MovementKind::Drop(drop) if !drop.landing.take.is_empty());
            let unsupported = |m: &Movement| drops(m) || induces(m);
            let fine = !is_dynamic(variant, piece) && !movements.iter().any(unsupported);
            fine && (!bound[piece.index()] || takes_royals(variant, piece) && movements.iter().all(is_single))
        };
        // The compiled moves are not quoted.
        let forbids = |piece, column: Column, actions| {
            variant.captures.effect(false, piece, column).actions.intersects(actions)
        };
        let spared = |piece| {
            let spared =
                |&victim: &PieceType| forbids(piece, Column::Enemy(victim), CaptureActions::FORBIDDEN);
            variant.types().filter(spared).collect()
        };
        let obstacles = |piece| {
            let blocks = |&column: &Column| forbids(piece, column, CaptureActions::NO_HOP);
            columns(variant).filter(blocks).collect()
        };
        let (spared, obstacles) =
            (variant.types().map(spared).collect(), variant.types().map(obstacles).collect());
        variant.types().all(ordinary).then_some(Self { bound, wary, spared, obstacles })
    }
    /// Whether some rule binds the type as the mover.
    pub fn bind(&self, piece: PieceType) -> bool {
        CaptureRules::marks(&self.bound, piece)
    }
    /// The enemies that the compiled moves of the type may not capture.
    pub fn spared(&self, piece: PieceType) -> &[PieceType] {
        &self.spared[piece.index()]
    }
    /// The pieces that the compiled moves of the type may not hop over.
    pub fn obstacles(&self, piece: PieceType) -> &[Column] {
        &self.obstacles[piece.index()]
    }
    /// Whether there are pieces the type may not hop over.
    pub fn watch(&self, piece: PieceType) -> bool {
        CaptureRules::marks(&self.wary, piece)
    }
}

/// All pieces that a move may meet.
fn columns(variant: &Variant) -> impl Iterator<Item = Column> {
    variant.types().flat_map(|piece| [Column::Enemy(piece), Column::Friend(piece)])
}

/// Capture rules for a type as the mover.
pub(super) fn effects(variant: &Variant, piece: PieceType) -> impl Iterator<Item = CaptureEffect> {
    let effect = move |column, quoted| variant.captures.effect(quoted, piece, column);
    columns(variant).flat_map(move |column| [effect(column, false), effect(column, true)])
}

/// Whether the type may capture every royal.
fn takes_royals(variant: &Variant, piece: PieceType) -> bool {
    let royals = variant.types().filter(|&piece| variant.is_royal(piece));
    let forbidden = |royal, quoted| {
        variant
            .captures
            .effect(quoted, piece, Column::Enemy(royal))
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
    let displaces = |leg: &Leg| leg.unload || leg.gate || leg.induce;
    let Some((_, before)) = legs.split_last() else { return true };
    !legs.iter().any(displaces) && before.iter().all(|leg| leg.landing.take.is_empty())
}
