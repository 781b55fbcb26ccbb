//! Loans: the movements that a kind has from other types, by borrowing (final `x`) or imitation (`I`).

use super::{Kind, all_kinds, rules};
use crate::board::Color;
use crate::notation::legs::{Imitate, Kind as MovementKind, Movement};
use crate::variant::{PieceType, Variant};

/// Movements of one type that a kind can make.
#[derive(Debug)]
pub(super) struct Loan {
    /// The kind that moves.
    pub kind: Kind,
    /// The type whose movements they are.
    pub lender: PieceType,
    /// The colour for which the movements are laid out.
    pub heading: Color,
    /// Are they imitated, not borrowed?
    pub imitates: bool,
    /// The movements.
    pub movements: Vec<Movement>,
}

/// SPEC: XBetza readings 21: a borrower does not borrow from its own type.
pub(super) fn all(variant: &Variant) -> Vec<Loan> {
    let borrowers = all_kinds(variant)
        .filter(|kind| variant.pieces[kind.piece().index()].movements.iter().any(rules::borrows));
    let of = |kind: Kind| {
        let lenders = (0..variant.pieces.len() as u16).map(PieceType).filter(move |&l| l != kind.piece());
        lenders.map(move |lender| {
            let movements = variant.pieces[lender.index()].movements.iter();
            let movements = movements.filter(|m| rules::can_be_lent(m)).cloned().collect();
            Loan { kind, lender, heading: kind.color(), imitates: false, movements }
        })
    };
    let mut loans: Vec<Loan> = borrowers.flat_map(of).collect();
    for kind in all_kinds(variant) {
        for movement in &variant.pieces[kind.piece().index()].movements {
            if let MovementKind::Imitate(imitate) = &movement.kind {
                loans.extend(imitations(variant, kind, imitate));
            }
        }
    }
    loans
}

/// SPEC: XBetza, "The Imitator": "all moves of the most recently moved (or imitated) piece type"; with `b` they are
/// flipped, "like the opponent would move it".
fn imitations(variant: &Variant, kind: Kind, imitate: &Imitate) -> Vec<Loan> {
    let lenders = (0..variant.pieces.len() as u16).map(PieceType);
    let of = |lender: PieceType| {
        let movements = variant.pieces[lender.index()].movements.iter().filter(|m| rules::can_be_lent(m));
        let movements = movements.filter_map(|m| imitate.restrict(m)).collect();
        let heading = if imitate.backward { kind.color().other() } else { kind.color() };
        Loan { kind, lender, heading, imitates: true, movements }
    };
    lenders.filter(|&lender| !rules::is_imitator(variant, lender)).map(of).collect()
}
