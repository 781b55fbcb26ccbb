//! Capture rules that only turn the captor into another type of its side.
//!
//! They do not change which pieces a move removes, so masks, bit sets and counting remain valid: only the generator has
//! to name the new type. Rules that do not fit are left to [`super::capture_rules`].

use super::info::KindInfo;
use super::rules::Arrival;
use crate::board::Kind;
use crate::variant::captures::{CaptureRules, Column, Form};
use crate::variant::{PieceType, Variant, all_kinds};

/// The types that turn by captures, in a variant whose capture rules do nothing else.
#[derive(Clone, Debug)]
pub struct CaptureForms {
    /// `[type]`: whether it turns by some capture.
    turning: Box<[bool]>,
}

impl CaptureForms {
    /// Returns the types of a variant; `None` if its rules do more than turn captors, or there are none.
    ///
    /// `infos`, `royal_captures` and `arrivals` are those of all kinds. The rules must not concern royals, moves along trees, or pieces that
    /// squares or zones can also promote.
    pub(super) fn of(
        variant: &Variant,
        infos: &[KindInfo],
        royal_captures: &[bool],
        arrivals: &[Arrival],
    ) -> Option<Self> {
        let rules = &variant.captures;
        let shares = |info: &KindInfo| info.dynamic || info.induces || info.drops_capture();
        let unsupported = variant.board.has_fleeting() || infos.iter().any(shares);
        if rules.is_empty() || unsupported || !rules.only_turn_captors() {
            return None;
        }
        let form = |mover: PieceType, victim: PieceType| match rules
            .effect(false, mover, Column::Enemy(victim))
            .form
        {
            Form::Into(form) => Some(form),
            _ => None,
        };
        let forms = |mover: PieceType| variant.types().filter_map(move |victim| form(mover, victim));
        let royal = |piece: PieceType| {
            all_kinds(variant).any(|kind| kind.piece() == piece && infos[kind.index()].royal)
        };
        let turning: Box<[bool]> = variant.types().map(|piece| forms(piece).next().is_some()).collect();
        let certain = |arrival: &Arrival| match arrival {
            Arrival::Plain | Arrival::Into(_) | Arrival::Must(_) => true,
            Arrival::Zone(_) | Arrival::ZoneForced(_) => variant.promotion.zone == 0,
            Arrival::May(_) | Arrival::Choose(_) => false,
        };
        let squares = variant.board.len();
        let fits = |kind: Kind| {
            let slots = kind.index() * squares..(kind.index() + 1) * squares;
            let simple = !infos[kind.index()].trees && !royal_captures[kind.index()];
            simple && arrivals[slots].iter().all(certain)
        };
        let lawful = |piece: PieceType| !royal(piece) && !forms(piece).any(royal);
        let turns = |piece: PieceType| CaptureRules::marks(&turning, piece);
        let all_lawful = variant.types().filter(|&piece| turns(piece)).all(lawful);
        let all_fit = all_kinds(variant).filter(|kind| turns(kind.piece())).all(fits);
        (all_lawful && all_fit).then_some(Self { turning })
    }
    /// Whether the type turns by some capture.
    #[inline]
    pub fn changes_form(&self, piece: PieceType) -> bool {
        CaptureRules::marks(&self.turning, piece)
    }
}
