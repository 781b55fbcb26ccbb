//! How pieces promote: by choice, or with a `+`.
//!
//! SPEC: `xboard.md` 3.7. `+` works for slots 0 to 10 with the promoted form eleven slots on; under parent chu for
//! any slot with a partner (tried with XBoard 4.9.1: elsewhere it is then dropped in silence).

use super::plan::Plan;
use super::{Plus, Style, slots};
use crate::board::Color;
use crate::tables::rules;
use crate::variant::{Captured, Morph, PieceType};
use std::collections::BTreeMap;

/// Distance from the slot of what promotes to that of its promoted form.
const PROMOTED: u8 = 11;
/// Parent in which a promoted form may stand in any slot.
const CHU: &str = "chu";
/// Slots for what promotes with `+`. Left out: those whose partners are the Lance's and the Lion's.
const PROMOTABLE: &[u8] = &[3, 8, 4, 6, 9, 5, 2, 1];
/// Slots for what pawns become by choice where it goes to the hand as a pawn when it is captured: the partner slot
/// holds `~` then. SPEC: `xboard.md` 2.3. Left out: those whose partners are the Lance's, which captures in passing, and
/// the Lion's.
const DEMOTABLE: &[u8] = &[4, 3, 8, 1, 2, 5, 6, 9];
/// XBoard's own slots of Shogi pieces, of which it knows where they must promote.
const SHOGI: &[(&str, u8)] = &[("P", slots::PAWN), ("N", 1), ("B", 2), ("R", 3), ("L", 4), ("S", 5)];
/// Where Shogi has the Gold.
const SHOGI_GOLD: u8 = 9;

/// How a type promotes, seen from XBoard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Promotes {
    /// It does not.
    No,
    /// To one of several, on the last rank only.
    Choice(Vec<PieceType>),
    /// To one type: `+`.
    Plus(PieceType),
}

impl Plan<'_> {
    pub(super) fn choose_promotions(&mut self) {
        let promotion = &self.variant.promotion;
        let types = self.variant.pieces.len();
        for piece in self.types() {
            let mut promotes = Promotes::No;
            if piece.0 < promotion.types && promotion.zone > 0 {
                promotes = if promotion.offset > 0 {
                    let target = piece.index() + usize::from(promotion.offset);
                    let target = if target < types { target } else { usize::from(promotion.offset) };
                    if target < types { Promotes::Plus(PieceType(target as u16)) } else { Promotes::No }
                } else {
                    self.choice(piece, 0, promotion.zone == 1)
                };
            }
            if let Some(Some(morph)) = promotion.morph.get(piece.index()) {
                promotes = self.morph(piece, morph).unwrap_or(promotes);
            }
            self.promotes.push(promotes);
        }
    }

    /// Promotion by choice; away from the last rank XBoard only knows `+`, to one type.
    fn choice(&mut self, piece: PieceType, set: usize, last_rank: bool) -> Promotes {
        let choices = self.variant.promotion.choices.get(set);
        let choices: Vec<PieceType> =
            choices.into_iter().flatten().map(|c| c.piece).filter(|&c| c != piece).collect();
        match choices.first() {
            None => Promotes::No,
            Some(_) if last_rank => Promotes::Choice(choices),
            Some(&best) => {
                if choices.len() > 1 {
                    let name = &self.variant.pieces[piece.index()].name;
                    self.notes
                        .push(format!("{name}: promotion before the last rank is known for one choice only"));
                }
                Promotes::Plus(best)
            }
        }
    }

    /// What the morph board of a type makes of it, if it makes anything.
    fn morph(&mut self, piece: PieceType, morph: &[Morph]) -> Option<Promotes> {
        let board = &self.variant.board;
        let mut sets = Vec::new();
        let mut targets = Vec::new();
        let mut last_rank = true;
        for (square, morph) in board.squares().zip(morph) {
            match *morph {
                // What has the same ID is the same to XBoard.
                Morph::Into(target) if self.first_of(target) == self.first_of(piece) => continue,
                Morph::Into(target) => targets.push(target),
                Morph::Choose(set) => sets.push(set),
                _ => continue,
            }
            last_rank &= board.rank(square) + 1 == board.ranks();
        }
        targets.sort_unstable_by_key(|target| target.0);
        targets.dedup();
        match (targets.first(), sets.first()) {
            // The square decides, and XBoard is told by letter what it is.
            (Some(_), None) if last_rank && targets.len() > 1 => Some(Promotes::Choice(targets)),
            (Some(&target), _) => {
                if targets.iter().any(|&t| t != target) || !sets.is_empty() {
                    let name = &self.variant.pieces[piece.index()].name;
                    self.notes.push(format!("{name}: XBoard knows one of its promotions only"));
                }
                Some(Promotes::Plus(target))
            }
            (None, Some(&set)) => Some(self.choice(piece, set, last_rank)),
            (None, None) => None,
        }
    }

    /// Puts what promotes with `+` where XBoard lets it, and its promoted form beside it.
    pub(super) fn choose_promotion_slots(&mut self) {
        let promoting: Vec<PieceType> =
            self.types().filter(|p| matches!(self.promotes[p.index()], Promotes::Plus(_))).collect();
        // What is promoted twice has no second `+`.
        // A wildcard is none in any other slot.
        let is_base = |p: &PieceType| {
            !self.id(*p).starts_with('+')
                && self.styles[p.index()] != Style::Wildcard
                && self.first_of(*p) == *p
        };
        let bases: Vec<PieceType> = promoting.into_iter().filter(is_base).collect();
        let like_pawn = |p: &PieceType| {
            !self.styles.contains(&Style::Pawn) && !self.sidesteps(*p) && !self.drops_on_edges(*p)
        };
        let pawn = bases.iter().copied().find(like_pawn);
        if bases.len() > PROMOTABLE.len() + usize::from(pawn.is_some()) && self.parent != "shogi" {
            self.parent = CHU.into();
        }
        for piece in bases {
            let Promotes::Plus(target) = self.promotes[piece.index()] else { continue };
            let slot =
                if self.parent == CHU { None } else { self.promotable_slot(piece, pawn == Some(piece)) };
            if let Some(slot) = slot {
                self.take_slot(piece, slot);
            }
            if self.id(target) == format!("+{}", self.id(piece)) {
                if let Some(slot) = slot {
                    self.take_slot(target, slot + PROMOTED);
                }
            } else if let Some(copy) = slot.map(|s| s + PROMOTED).or_else(|| self.free_slot()) {
                self.vacate(copy);
                self.copies.push((piece, copy));
            }
        }
        self.choose_demotable_slots();
        if self.parent == "shogi"
            && let Some(gold) = self.types().find(|&p| self.id(p) == "G")
        {
            self.take_slot(gold, SHOGI_GOLD);
        }
    }

    /// What pawns become stands where XBoard can mark it as promoted, if captures demote it.
    fn choose_demotable_slots(&mut self) {
        if !self.variant.capture_demotes || self.variant.captured != Captured::ToCapturer {
            return;
        }
        let mut targets: Vec<PieceType> = Vec::new();
        for promotes in &self.promotes {
            if let Promotes::Choice(choices) = promotes {
                targets.extend(choices);
            }
        }
        targets.sort_unstable_by_key(|target| target.0);
        targets.dedup();
        let is_target = |plan: &Self, slot: u8| targets.iter().any(|t| plan.slots[t.index()] == Some(slot));
        let partner = |slot: u8| slot + PROMOTED;
        for &target in &targets {
            let own = self.slots[target.index()].filter(|slot| DEMOTABLE.contains(slot));
            let free = || DEMOTABLE.iter().copied().find(|&slot| !is_target(self, slot));
            let Some(slot) = own.or_else(free) else {
                let name = &self.variant.pieces[target.index()].name;
                self.notes.push(format!("{name}: XBoard does not know that it was a pawn"));
                continue;
            };
            self.take_slot(target, slot);
            self.tildes.push(partner(slot));
            self.vacate(partner(slot));
        }
    }

    /// May pieces of the type be dropped on the first or last rank? XBoard lets nothing in the first pawn slot.
    pub(super) fn drops_on_edges(&self, piece: PieceType) -> bool {
        let board = &self.variant.board;
        let last = board.ranks() - 1;
        let on_edge = |&square: &u16| [0, last].contains(&board.rank(crate::board::Square(square)));
        let drops = || rules::drops(self.variant, piece, Color::White);
        super::has_hands(self.variant) && drops().iter().any(|rule| rule.squares.iter().any(on_edge))
    }

    fn promotable_slot(&self, piece: PieceType, pawn: bool) -> Option<u8> {
        let id = self.id(piece);
        let letter = SHOGI.iter().find(|s| self.parent == "shogi" && s.0 == id).map(|s| s.1);
        let kept = |slot: &u8| {
            // A Queen's slot keeps the default promotion, XBoard's own castling its partners, and those who promote
            // keep theirs.
            if *slot == slots::ROOK
                && self.castles_by_rights()
                && self.slots[piece.index()] != Some(slots::ROOK)
            {
                return false;
            }
            let owner = self.slots.iter().position(|s| *s == Some(*slot));
            owner.is_none_or(|i| {
                self.styles[i] == Style::Piece && !matches!(self.promotes[i], Promotes::Plus(_))
            }) || owner == Some(piece.index())
        };
        let partner_is_free = |slot: &u8| !self.copies.iter().any(|c| c.1 == slot + PROMOTED);
        let any = || PROMOTABLE.iter().copied().filter(partner_is_free).find(kept);
        letter.or_else(|| pawn.then_some(slots::PAWN)).or_else(any)
    }

    /// Gives a type a slot; what stood there moves to a free one.
    fn take_slot(&mut self, piece: PieceType, slot: u8) {
        if self.slots[piece.index()] != Some(slot) {
            self.vacate(slot);
            self.set_slot(piece, Some(slot));
        }
    }

    pub(super) fn vacate(&mut self, slot: u8) {
        if let Some(other) = self.slots.iter().position(|s| *s == Some(slot)) {
            let free = self.free_slot();
            self.set_slot(PieceType(other as u16), free);
        }
    }

    fn free_slot(&self) -> Option<u8> {
        let taken = |slot: &u8| {
            *slot == slots::PRINCE
                || self.slots.contains(&Some(*slot))
                || self.copies.iter().any(|c| c.1 == *slot)
                || self.tildes.contains(slot)
        };
        (slots::FIRST_MOVELESS..slots::KING).find(|slot| !taken(slot))
    }

    /// What stands in the table for the promoted form of a piece with that ID.
    pub(super) fn promoted_entry(&self, id: &str) -> String {
        if self.parent == CHU { format!("^{id}") } else { "+".into() }
    }

    /// Adds the promoted form, if it is a copy of the target, to the table and the `piece` lines.
    pub(super) fn promoted(
        &mut self,
        piece: PieceType,
        target: PieceType,
        entries: &mut BTreeMap<u8, String>,
        pieces: &mut Vec<String>,
    ) -> Option<Plus> {
        let id = self.id(piece);
        let promoted = format!("+{id}");
        let copied = self.id(target) != promoted;
        if copied {
            let Some(&(_, slot)) = self.copies.iter().find(|c| c.0 == piece) else {
                let name = &self.variant.pieces[piece.index()].name;
                self.notes.push(format!("{name}: XBoard does not know its promotion"));
                return None;
            };
            entries.insert(slot, self.promoted_entry(&id));
            pieces.push(format!("piece {promoted}& {}", self.descriptions[target.index()].text));
        }
        Some(Plus { piece, target, id: promoted, copied })
    }
}
