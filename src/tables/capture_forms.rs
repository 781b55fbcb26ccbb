//! Capture rules that only turn the captor into another type of its side.
//!
//! They do not change which pieces a move removes, so masks, bit sets and counting remain valid: only the generator has
//! to name the new type. Rules that do not fit are left to [`super::capture_rules`].

use super::rules::Arrival;
use super::{Kind, Tables, all_kinds};
use crate::variant::captures::{CaptureRules, Column, Form};
use crate::variant::{PieceType, Variant};

/// The types that turn by captures, in a variant whose capture rules do nothing else.
#[derive(Clone, Debug)]
pub struct CaptureForms {
    /// `[type]`: whether it turns by some capture.
    turning: Box<[bool]>,
}

impl CaptureForms {
    /// Returns the types of a variant; `None` if its rules do more than turn captors, or there are none.
    ///
    /// The rules must not concern royals, moves along trees, or pieces whose forms square and zone may offer too.
    pub(super) fn of(variant: &Variant, tables: &Tables) -> Option<Self> {
        let rules = &variant.captures;
        let odd = variant.board.has_fleeting() || tables.has_dynamic || tables.has_sharing;
        if rules.is_empty() || odd || !rules.only_turn_captors() {
            return None;
        }
        let form =
            |mover: PieceType, victim: PieceType| match rules.event(false, mover, Column::Enemy(victim)).form
            {
                Form::Into(form) => Some(form),
                _ => None,
            };
        let forms = |mover: PieceType| variant.types().filter_map(move |victim| form(mover, victim));
        let royal = |piece: PieceType| {
            all_kinds(variant).any(|kind| kind.piece() == piece && tables.kind(kind).royal)
        };
        let turning: Box<[bool]> = variant.types().map(|piece| forms(piece).next().is_some()).collect();
        let certain = |arrival: &Arrival| match arrival {
            Arrival::Plain | Arrival::Into(_) | Arrival::Must(_) => true,
            Arrival::Zone(_) | Arrival::ZoneForced(_) => variant.promotion.zone == 0,
            Arrival::May(_) | Arrival::Choose(_) => false,
        };
        let fits = |kind: Kind| {
            let slots = kind.index() * tables.squares..(kind.index() + 1) * tables.squares;
            let simple = !tables.kind(kind).trees && !tables.forms.hunts[kind.index()];
            simple && tables.arrivals[slots].iter().all(certain)
        };
        let lawful = |piece: PieceType| !royal(piece) && !forms(piece).any(royal);
        let turns = |piece: PieceType| CaptureRules::marks(&turning, piece);
        let all_lawful = variant.types().filter(|&piece| turns(piece)).all(lawful);
        let all_fit = all_kinds(variant).filter(|kind| turns(kind.piece())).all(fits);
        (all_lawful && all_fit).then_some(Self { turning })
    }
    /// Whether the type turns by some capture.
    #[inline]
    pub fn turn(&self, piece: PieceType) -> bool {
        CaptureRules::marks(&self.turning, piece)
    }
}
