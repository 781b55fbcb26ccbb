//! Loans: movements a kind takes from other types, by borrowing (final `x`) or imitation (`I`); also trees
//! used only for lookup, by mirrors (`M`) and flames (`:`).

use super::info::mirrored;
use super::rules;
use super::trie::FlameSets;
use crate::board::{Color, Kind};
use crate::notation::legs::{Imitate, Movement, MovementKind};
use crate::variant::all_kinds;
use crate::variant::{Piece, PieceType, Variant};
use std::sync::Arc;

/// Purpose of a tree that does not hold a kind's own moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TreePurpose {
    /// Final `x`.
    Borrow,
    /// `I`.
    Imitate,
    /// The kind's movements, for `M` to look up.
    Mirrored,
    /// `:`.
    Flames,
}

/// Movements of one type that a kind can make, or that are looked up for it.
#[derive(Debug)]
pub(super) struct LentTree {
    /// The kind that moves.
    pub kind: Kind,
    /// The type that has the movements.
    pub lender: PieceType,
    /// The colour the movements are laid out for.
    pub heading: Color,
    /// Their purpose.
    pub purpose: TreePurpose,
    /// The movements.
    pub movements: Arc<[Movement]>,
}

/// Returns all loans of a variant.
///
/// SPEC: XBetza readings 21: a borrower does not borrow from its own type.
pub(super) fn all(variant: &Variant, flames: &FlameSets) -> Vec<LentTree> {
    let any = |test: fn(&Movement) -> bool| variant.pieces.iter().any(|p| p.movements.iter().any(test));
    let all_borrow = any(rules::induces_borrower);
    let borrows = |kind: &Kind| variant.movements(kind.piece()).iter().any(Movement::borrows);
    let borrowers = all_kinds(variant).filter(|kind| all_borrow || borrows(kind));
    let lent = |piece: &Piece| -> Arc<[Movement]> {
        piece.movements.iter().filter(|m| rules::can_be_lent(m)).cloned().collect()
    };
    let lent: Vec<Arc<[Movement]>> = if all_borrow || any(Movement::borrows) {
        variant.pieces.iter().map(lent).collect()
    } else {
        Vec::new()
    };
    let of = |kind: Kind| {
        let lenders = variant.types().filter(move |&l| l != kind.piece());
        let lent = &lent;
        lenders.map(move |lender| {
            let movements = lent[lender.index()].clone();
            LentTree { kind, lender, heading: kind.color(), purpose: TreePurpose::Borrow, movements }
        })
    };
    let mut loans: Vec<LentTree> = borrowers.flat_map(of).collect();
    for kind in all_kinds(variant) {
        for movement in variant.movements(kind.piece()) {
            if let MovementKind::Imitate(imitate) = &movement.kind {
                loans.extend(imitations(variant, kind, imitate));
            }
        }
    }
    if any(|movement| mirrored(movement).is_some()) {
        loans.extend(all_kinds(variant).map(|kind| own(variant, kind)));
    }
    loans.extend(flames.sets().iter().flat_map(|set| of_flames(set)));
    loans
}

/// All movements of a kind, for mirrors.
fn own(variant: &Variant, kind: Kind) -> LentTree {
    let movements = variant.movements(kind.piece()).into();
    LentTree { kind, lender: kind.piece(), heading: kind.color(), purpose: TreePurpose::Mirrored, movements }
}

/// Captures of a set of flames, for each colour.
fn of_flames(set: &[Movement]) -> [LentTree; 2] {
    // Squares forbidden to a type are open to its flames.
    let free = |movement: &Movement| Movement { quoted: true, ..movement.clone() };
    let movements: Arc<[Movement]> = set.iter().map(free).collect();
    Color::BOTH.map(|heading| {
        let (kind, movements) = (Kind::new(PieceType(0), heading), movements.clone());
        LentTree { kind, lender: kind.piece(), heading, purpose: TreePurpose::Flames, movements }
    })
}

/// Loans of an imitator.
///
/// SPEC: XBetza, "The Imitator": "all moves of the most recently moved (or imitated) piece type"; with `b`
/// they are flipped, "like the opponent would move it".
fn imitations(variant: &Variant, kind: Kind, imitate: &Imitate) -> Vec<LentTree> {
    let of = |lender: PieceType| {
        let movements = variant.movements(lender).iter().filter(|m| rules::can_be_lent(m));
        let movements = movements.filter_map(|m| imitate.restrict(m)).collect();
        let heading = if imitate.backward { kind.color().other() } else { kind.color() };
        LentTree { kind, lender, heading, purpose: TreePurpose::Imitate, movements }
    };
    variant.types().filter(|&lender| !rules::is_imitator(variant, lender)).map(of).collect()
}
