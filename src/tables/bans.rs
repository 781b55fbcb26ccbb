//! Rules on captures that only forbid: no capture of some types by others, no hop of some over others.
//!
//! They change nothing that a move does, so what is said of moves elsewhere holds: masks, bit sets, counting. The pieces
//! that a rule holds for keep their trees, and the paths of those that may not hop over everything are looked at square by
//! square. All other pieces are compiled as ever. What cannot be had in this way is left to [`super::capture_rules`].

use super::info::is_royal;
use super::rules::{excites, is_dynamic};
use crate::notation::legs::{Leg, Movement, MovementKind};
use crate::variant::captures::{CaptureActions, CaptureEffect, CaptureRules, Column};
use crate::variant::{PieceType, Variant};

/// What the rules forbid, if they do nothing else.
#[derive(Clone, Debug)]
pub struct Bans {
    /// `[type]`: does some rule hold for the type as the one that moves?
    bound: Box<[bool]>,
    /// `[type]`: are there pieces that the type may not hop over?
    wary: Box<[bool]>,
}

impl Bans {
    /// Those of a variant; `None` where its rules do more than forbid, or there are none.
    pub fn of(variant: &Variant) -> Option<Self> {
        let rules = &variant.captures;
        if rules.is_empty() || !rules.only_forbid() || variant.board.has_fleeting() {
            return None;
        }
        let types = || (0..variant.pieces.len() as u16).map(PieceType);
        let has = |piece: PieceType, actions: CaptureActions| {
            events(variant, piece).any(|event| event.actions.has(actions))
        };
        let bound: Box<[bool]> =
            types().map(|p| has(p, CaptureActions::FORBIDDEN.with(CaptureActions::NO_HOP))).collect();
        let wary = types().map(|p| has(p, CaptureActions::NO_HOP)).collect();
        let ordinary = |piece: PieceType| {
            let movements = &variant.pieces[piece.index()].movements;
            let drops =
                |m: &Movement| matches!(&m.kind, MovementKind::Drop(drop) if !drop.landing.take.is_empty());
            let odd = |m: &Movement| drops(m) || excites(m);
            let fine = !is_dynamic(variant, piece) && !movements.iter().any(odd);
            fine && (!bound[piece.index()] || takes_royals(variant, piece) && movements.iter().all(is_single))
        };
        types().all(ordinary).then_some(Self { bound, wary })
    }
    /// Does some rule hold for the type as the one that moves?
    pub fn bind(&self, piece: PieceType) -> bool {
        CaptureRules::marks(&self.bound, piece)
    }
    /// Are there pieces that the type may not hop over?
    pub fn watch(&self, piece: PieceType) -> bool {
        CaptureRules::marks(&self.wary, piece)
    }
}

/// What the rules say of a type as the one that moves.
fn events(variant: &Variant, piece: PieceType) -> impl Iterator<Item = CaptureEffect> {
    let types = || (0..variant.pieces.len() as u16).map(PieceType);
    let columns = types().flat_map(|victim| [Column::Enemy(victim), Column::Friend(victim)]);
    let event = move |column, quoted| variant.captures.event(quoted, piece, column);
    columns.flat_map(move |column| [event(column, false), event(column, true)])
}

/// May it take every royal?
fn takes_royals(variant: &Variant, piece: PieceType) -> bool {
    let royals = (0..variant.pieces.len() as u16).map(PieceType).filter(|&piece| is_royal(variant, piece));
    let forbidden = |royal, quoted| {
        variant.captures.event(quoted, piece, Column::Enemy(royal)).actions.has(CaptureActions::FORBIDDEN)
    };
    royals.into_iter().all(|royal| !forbidden(royal, false) && !forbidden(royal, true))
}

/// Can the movement capture only where it ends, and displaces nothing?
fn is_single(movement: &Movement) -> bool {
    let legs = match &movement.kind {
        MovementKind::Walk(legs) => legs,
        MovementKind::Castle(_) | MovementKind::Drop(_) => return true,
        _ => return false,
    };
    let displaces = |leg: &Leg| leg.unload || leg.gate || leg.excite;
    let Some((_, before)) = legs.split_last() else { return true };
    !legs.iter().any(displaces) && before.iter().all(|leg| leg.landing.take.is_empty())
}
