//! Promotion: by choice, or with `+`.
//!
//! SPEC: `xboard.md` 3.7. `+` in a move works for slots 0 to 10 with the promoted form eleven slots on; under parent chu
//! for any slot with a partner (tested with XBoard 4.9.1: other parents silently drop the `+` then). In a position `+X`
//! is read under every parent, wherever both forms stand, if the table marks the slot as the partner of `X`'s.

use super::dialect::Plus;
use super::plan::{CHU, DROPS_ON_EDGES, DialectPlan, Promotes, SlotStyle};
use super::slots::{self, Couple, Partner};
use crate::board::{Color, Kind};
use crate::tables::rules;
use crate::variant::{Morph, PieceType};
use std::collections::{BTreeMap, BTreeSet};

/// Slots for types that promote with `+`. Left out: those whose partners are the Lance's and the Lion's.
const PROMOTABLE: &[u8] = &[1, 2, 3, 4, 5, 6, 8, 9];
/// Those of them under the parent shogi for other types than Shogi's own. Left out: those of
/// Shogi's Knight and Lance, and slot 9, which does not promote there.
const SHOGI_PROMOTABLE: &[u8] = &[2, 3, 5, 6, 8];
/// Slots for the promotion choices of pawns that become pawns again when captured: the partner slot then holds `~`.
/// SPEC: `xboard.md` 2.3. Left out: those whose partners are the Lance's, which captures en passant, and the Lion's.
const DEMOTABLE: &[u8] = PROMOTABLE;
/// The last slot whose piece promotes with `+` under parents other than chu.
const LAST_PROMOTING: u8 = slots::PROMOTED - 1;
/// XBoard's own slots for Shogi pieces; it knows where these must promote.
const SHOGI: &[(&str, u8)] = &[("P", slots::PAWN), ("N", 1), ("B", 2), ("R", 3), ("L", 4), ("S", 5)];

impl DialectPlan<'_> {
    pub(super) fn choose_promotions(&mut self) {
        let promotion = &self.variant.promotion;
        for piece in self.variant.types() {
            let mut promotes = Promotes::No;
            if piece.0 < promotion.types && promotion.zone > 0 {
                promotes = if promotion.offset > 0 {
                    rules::promoted_form(self.variant, piece).map_or(Promotes::No, Promotes::Plus)
                } else {
                    self.choice(piece, 0, promotion.zone == 1)
                };
            }
            if let Some(morph) = promotion.morph_of(piece) {
                promotes = self.morph(piece, morph).unwrap_or(promotes);
            }
            self[piece].promotes = promotes;
        }
    }

    /// Promotion by choice. Before the last rank XBoard only knows `+`, to one type.
    fn choice(&mut self, piece: PieceType, set: usize, last_rank: bool) -> Promotes {
        let choices = self.variant.promotion.choices_of(set).iter();
        let choices: Vec<PieceType> = choices.map(|c| c.piece).filter(|&c| c != piece).collect();
        match choices.first() {
            None => Promotes::No,
            Some(_) if last_rank => Promotes::Choice(choices),
            Some(&best) => {
                if choices.len() > 1 {
                    self.note(piece, "XBoard knows only one choice before the last rank");
                }
                Promotes::Plus(best)
            }
        }
    }

    /// Promotion by the morph board of a type, if any.
    fn morph(&mut self, piece: PieceType, morph: &[Morph]) -> Option<Promotes> {
        let board = &self.variant.board;
        let mut sets = Vec::new();
        let mut targets = Vec::new();
        let mut last_rank = true;
        for (square, morph) in board.squares().zip(morph) {
            match *morph {
                // Types with the same ID are one type to XBoard.
                Morph::Into(target) if self.first_of(target) == self.first_of(piece) => continue,
                Morph::Into(target) => targets.push(target),
                Morph::Choose(set) => sets.push(set),
                _ => continue,
            }
            last_rank &= board.rank(square) + 1 == board.ranks();
        }
        targets.sort_unstable();
        targets.dedup();
        match (targets.first(), sets.first()) {
            // The square decides, and the letter says which type it is.
            (Some(_), None) if last_rank && targets.len() > 1 => Some(Promotes::Choice(targets)),
            (Some(&target), _) => {
                if targets.iter().any(|&t| t != target) || !sets.is_empty() {
                    self.note(piece, "XBoard knows only one of its promotions");
                }
                Some(Promotes::Plus(target))
            }
            (None, Some(&set)) => Some(self.choice(piece, set, last_rank)),
            (None, None) => None,
        }
    }

    /// The types that need two slots: types that promote with `+`, for the promoted form, and types that become pawns
    /// when captured, for the mark. `firsts` are the types that need slots.
    pub(super) fn couples(&mut self, firsts: &[PieceType]) -> Vec<Couple> {
        let index = |piece: PieceType| firsts.iter().position(|&first| first == piece);
        let pawn = self.plus_pawn();
        let mut couples = Vec::new();
        for piece in self.plus_bases() {
            let Some(target) = self.plus_target(piece) else { continue };
            let own = self.id(target) == format!("+{}", self.id(piece));
            if own && self.turns_over(piece) {
                continue;
            }
            let (Some(base), Some(target)) = (index(piece), index(self.first_of(target))) else { continue };
            let slots =
                if self.parent == CHU { Vec::new() } else { self.plus_slots(piece, pawn == Some(piece)) };
            if !own && self.is_wild(firsts[target]) {
                continue;
            }
            let partner = if own { Partner::Type(target) } else { Partner::Copy(target) };
            couples.push(Couple { base, partner, slots });
        }
        for target in self.demotable() {
            let Some(base) = index(self.first_of(target)) else { continue };
            if couples.iter().all(|couple| couple.base != base) {
                let is_queen = self[target].style == SlotStyle::Queen;
                let slots = if is_queen { vec![slots::QUEEN] } else { self.beside_wildcards(DEMOTABLE) };
                couples.push(Couple { base, partner: Partner::Mark, slots });
            }
        }
        couples
    }

    /// Types that promote with `+`, except promoted forms and wildcards, which need slots of their own.
    pub(super) fn plus_bases(&self) -> Vec<PieceType> {
        let is_base = |&p: &PieceType| {
            let promotes =
                self.plus_target(p).is_some() && !self.becomes_another(p) && !self.promotes_again(p);
            promotes && !self.id(p).starts_with('+') && !self.is_wild(p)
        };
        self.firsts().filter(is_base).collect()
    }

    /// The type that XBoard takes for the promoted form of this one, because of its ID.
    fn plus_form(&self, piece: PieceType) -> Option<PieceType> {
        let id = format!("+{}", self.id(piece));
        self.variant.types().find(|&other| self.id(other) == id)
    }

    /// Whether a type promotes to another type than the one that XBoard takes for its promoted form.
    fn becomes_another(&self, piece: PieceType) -> bool {
        let target = self.plus_target(piece).map(|target| self.first_of(target));
        target.is_some_and(|target| self.plus_form(piece).is_some_and(|form| self.first_of(form) != target))
    }

    /// Whether a type promotes with `+` to another one that also promotes. XBoard would show a copy of that one, which it
    /// does not promote.
    pub(super) fn promotes_again(&self, piece: PieceType) -> bool {
        let target = self.plus_target(piece).filter(|&target| self.first_of(target) != self.first_of(piece));
        let is_copied = self.plus_form(piece).is_none() && !self.turns_back(piece);
        target.is_some_and(|target| is_copied && self.twins(target).any(|p| self[p].promotes != Promotes::No))
    }

    /// Whether a type is the promoted form of the one that it promotes to. XBoard turns pieces back only without
    /// legality testing.
    pub(super) fn turns_back(&self, piece: PieceType) -> bool {
        self.plus_target(piece).is_some_and(|target| self.id(piece) == format!("+{}", self.id(target)))
    }

    /// Whether pieces of the type turn over and back, in a game without legality testing: then the promoted form may
    /// stand in any slot.
    pub(super) fn turns_over(&self, piece: PieceType) -> bool {
        let both_ways = |form| self.turns_back(form) || !self.variant.captures.is_empty();
        self.parent != CHU && self.plus_form(piece).is_some_and(both_ways)
    }

    /// Whether XBoard promotes pieces of the type with `+`, given its slot.
    fn promotes_by_plus(&self, piece: PieceType) -> bool {
        let slot = self[piece].slot;
        !self.becomes_another(piece)
            && !self.promotes_again(piece)
            && (self.parent == CHU || slot.is_some_and(|slot| slot <= LAST_PROMOTING))
    }

    /// The type that promotes with `+` and may stand in the pawn slot.
    pub(super) fn plus_pawn(&self) -> Option<PieceType> {
        let bases = self.plus_bases();
        let like_pawn = |p: &PieceType| {
            !self.has_style(SlotStyle::Pawn) && !self.sidesteps(*p) && !self.drops_on_edges(*p)
        };
        let mut fitting = bases.into_iter().filter(like_pawn);
        let called = |p: &PieceType| self.name(*p).to_ascii_lowercase().contains("pawn");
        fitting.clone().find(called).or_else(|| fitting.next())
    }

    /// The type that promotes with `+` and stands in the pawn slot under the parent shogi.
    pub(super) fn shogi_pawn(&self) -> Option<PieceType> {
        let is_shogis = |&p: &PieceType| self.shogi_slot(p) == Some(slots::PAWN);
        self.plus_bases().into_iter().find(is_shogis).or_else(|| self.plus_pawn())
    }

    /// The slot that Shogi's piece with the ID of this type has.
    fn shogi_slot(&self, piece: PieceType) -> Option<u8> {
        SHOGI.iter().find(|&&(id, _)| id == self.id(piece)).map(|&(_, slot)| slot)
    }

    /// Whether there are more types that promote with `+` than XBoard has slots for them.
    pub(super) fn has_many_plus(&self) -> bool {
        self.plus_bases().len() > PROMOTABLE.len() + usize::from(self.plus_pawn().is_some())
    }

    /// The slots in which a type can promote with `+`.
    fn plus_slots(&self, piece: PieceType, pawn: bool) -> Vec<u8> {
        match self.shogi_slot(piece).filter(|_| self.parent == "shogi") {
            Some(own) => vec![own],
            None if pawn => vec![slots::PAWN],
            // Partners in XBoard's own castling have to stay in the rook slot.
            None if self.is_partner(piece) => vec![slots::ROOK],
            None if self.parent == "shogi" => self.beside_wildcards(SHOGI_PROMOTABLE),
            None => self.beside_wildcards(PROMOTABLE),
        }
    }

    /// The slots that, like their partners, no wildcard may need.
    fn beside_wildcards(&self, slots: &[u8]) -> Vec<u8> {
        let wild = self.has_style(SlotStyle::Wildcard);
        let needed = |slot: u8| wild && slots::WILDCARDS.contains(&(slot + slots::PROMOTED));
        slots.iter().copied().filter(|&slot| !needed(slot)).collect()
    }

    /// Whether promoted pieces become pawns again when captured. With the mark `~` XBoard turns them into the piece in
    /// the first pawn slot, so there must be no other pawns that promote by choice.
    pub(super) fn marks_promoted(&self) -> bool {
        let demotes = self.variant.capture_demotes && self.variant.captures_to_hand();
        demotes && self.firsts().filter(|&p| self.chooses(p)).count() == 1
    }

    /// The promotion choices of pawns that become pawns again when captured.
    fn demotable(&self) -> Vec<PieceType> {
        if !self.marks_promoted() {
            return Vec::new();
        }
        self.chosen().collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Types whose promoted pieces go to the hand as another type than in XBoard, which demotes those promoted with `+`
    /// and those marked `~`.
    pub(super) fn held_otherwise(&self) -> Vec<PieceType> {
        let ours = |piece, target| {
            if self.variant.capture_demotes { piece } else { rules::demoted_form(self.variant, target) }
        };
        let pawn = self.firsts().find(|&p| self[p].slot == Some(slots::PAWN));
        let differs = |&piece: &PieceType| {
            let same =
                |theirs: PieceType, target| self.first_of(theirs) == self.first_of(ours(piece, target));
            match &self[piece].promotes {
                Promotes::No => false,
                Promotes::Plus(target) => self.promotes_by_plus(piece) && !same(piece, *target),
                Promotes::Choice(targets) => targets.iter().any(|&target| {
                    let theirs = if self.is_marked(target) { pawn } else { Some(target) };
                    !theirs.is_some_and(|theirs| same(theirs, target))
                }),
            }
        };
        if !self.variant.captures_to_hand() {
            return Vec::new();
        }
        self.variant.types().filter(|p| !self.turns_back(*p) && differs(p)).collect()
    }

    /// Whether a captured piece of the type is another type in hand than in XBoard, though it did not promote: the type is the
    /// promoted form of another one, under an ID of its own.
    pub(super) fn changes_in_hand(&self, piece: PieceType) -> bool {
        let is_there = |color: &Color| {
            self.count(piece, *color) > 0 || self.variant.hands[color.index()][piece.index()] > 0
        };
        let appears = Color::BOTH.iter().any(is_there) || self.chosen().any(|chosen| chosen == piece);
        appears && self.is_other_in_hand(piece)
    }

    /// The same where XBoard's legality testing is off, too: XBoard then takes the piece as promoted by a letter, and so
    /// shows it under its own ID.
    pub(super) fn is_doubtful_in_hand(&self, piece: PieceType) -> bool {
        self.changes_in_hand(piece) || !self.is_tested && self.is_other_in_hand(piece)
    }

    /// Whether a captured piece of the type is another type in hand than in XBoard, unless XBoard has promoted it with `+`.
    fn is_other_in_hand(&self, piece: PieceType) -> bool {
        let demoted = rules::demoted_form(self.variant, piece);
        self.variant.captures_to_hand()
            && !self.id(piece).starts_with('+')
            && self.plus_form(piece).is_none()
            && self.first_of(demoted) != self.first_of(piece)
    }

    /// Whether XBoard turns captured pieces that promoted to the type into pawns, by the mark `~`.
    pub(super) fn is_marked(&self, target: PieceType) -> bool {
        self[target].slot.is_some_and(|slot| self.tildes.contains(&(slot + slots::PROMOTED)))
    }

    /// Records the slots of the couples' partners.
    pub(super) fn note_partners(&mut self, firsts: &[PieceType], couples: &[Couple], places: &[Option<u8>]) {
        for (couple, &place) in couples.iter().zip(places) {
            let piece = firsts[couple.base];
            match (couple.partner, place) {
                (Partner::Copy(_), Some(slot)) => self.copies.push((piece, slot)),
                (Partner::Mark, Some(slot)) => self.tildes.push(slot),
                _ => {}
            }
        }
    }

    /// Whether pieces of the type may be dropped on the first or last rank. XBoard refuses that for the first pawn
    /// slot.
    pub(super) fn drops_on_edges(&self, piece: PieceType) -> bool {
        let board = &self.variant.board;
        let last = board.ranks() - 1;
        let on_edge = |&square: &u16| [0, last].contains(&board.rank(crate::board::Square(square)));
        let drops = || rules::drops(self.variant, Kind::new(piece, Color::White));
        self.comes_to_hand(piece) && drops().iter().any(|rule| rule.squares.iter().any(on_edge))
    }

    /// Whether a piece of the type may be dropped on a file where another one stands.
    pub(super) fn drops_doubled(&self, piece: PieceType) -> bool {
        let drops = rules::drops(self.variant, Kind::new(piece, Color::White));
        self.comes_to_hand(piece) && drops.iter().any(|rule| rule.limits.per_file != 1)
    }

    /// Whether the type may be dropped on the first or last rank, but not in XBoard.
    pub(super) fn never_drops_on_edges(&self, piece: PieceType) -> bool {
        let refused =
            self[piece].slot == Some(slots::PAWN) && !DROPS_ON_EDGES.contains(&self.parent.as_str());
        refused && self.drops_on_edges(piece)
    }

    /// Whether XBoard has slots for all types that turn over.
    pub(super) fn can_turn_all(&self) -> bool {
        self.firsts().filter(|&piece| self.turns_over(piece)).count() <= PROMOTABLE.len()
    }

    /// The types that turn over by capturing: XBoard is told with `+`.
    pub(super) fn turning(&self) -> Vec<Plus> {
        let turns = |&piece: &PieceType| {
            self.turns_over(piece) && self.promotes_by_plus(piece) && self.plus_target(piece).is_none()
        };
        let plus = |piece| {
            let target = self.plus_form(piece)?;
            Some(Plus { piece, target, id: self.id(target), copied: false })
        };
        self.variant.types().filter(turns).filter_map(plus).collect()
    }

    /// The table entry of the promoted form, in this slot, of the piece with this ID. `+` alone stands for the slot
    /// [`slots::PROMOTED`] before it.
    pub(super) fn promoted_entry(&self, id: &str, slot: u8) -> String {
        let of_id = |p: &PieceType| self.id(*p) == id;
        let base = self.variant.types().find(of_id).and_then(|p| self[p].slot);
        let beside = base.is_some_and(|base| base + slots::PROMOTED == slot);
        if beside && self.parent != CHU { "+".into() } else { format!("^{id}") }
    }

    /// Adds table entries for pieces that exist only in their promoted form: XBoard reads `+X` only if there is `X`.
    pub(super) fn add_bases(&mut self, ids: &[String], entries: &mut BTreeMap<u8, String>) {
        let bases: BTreeSet<&str> = ids.iter().filter_map(|id| id.strip_prefix('+')).collect();
        for base in bases {
            if entries.values().any(|entry| entry == base) {
                continue;
            }
            // After all other slots, so that the lines of the holdings stay the same.
            let Some(slot) = (0..slots::KING).rev().find(|slot| !entries.contains_key(slot)) else {
                self.notes.push(format!("+{base}: XBoard has no slot left for its unpromoted form"));
                continue;
            };
            entries.insert(slot, base.to_owned());
        }
    }

    /// Notes a promotion that XBoard does not know. With legality testing the piece would never be moved where it must
    /// promote.
    fn note_unknown_promotion(&mut self, piece: PieceType) {
        let unknown = "XBoard does not know its promotion";
        if self.must_promote(piece) {
            let note = self.untested(unknown);
            self.note(piece, &note);
            self.warnings.push(format!("XBoard does not know the promotion of the {}", self.name(piece)));
        } else {
            self.note(piece, unknown);
        }
    }

    /// Whether a type must promote somewhere.
    fn must_promote(&self, piece: PieceType) -> bool {
        let promotion = &self.variant.promotion;
        let declines = |set: usize| {
            promotion.choices.get(set).is_none_or(|set| set.iter().any(|choice| choice.piece == piece))
        };
        match promotion.morph_of(piece) {
            Some(morph) => morph.iter().any(|morph| match *morph {
                Morph::Into(target) => self.first_of(target) != self.first_of(piece),
                Morph::Choose(set) => !declines(set),
                _ => false,
            }),
            None => promotion.offset == 0 && !declines(0),
        }
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
        if self.turns_back(piece) {
            return None;
        }
        let copied = self.id(target) != promoted;
        let copy = self.copies.iter().find(|copy| copy.0 == piece).map(|copy| copy.1);
        // XBoard would know only some moves of a copy of a wildcard.
        if !self.promotes_by_plus(piece) || copied && (copy.is_none() || self.is_wild(target)) {
            self.note_unknown_promotion(piece);
            return None;
        }
        if let Some(slot) = copy.filter(|_| copied) {
            entries.insert(slot, self.promoted_entry(&id, slot));
            pieces.push(format!("piece {promoted}& {}", self[target].description.text));
        }
        Some(Plus { piece, target, id: promoted, copied })
    }
}
