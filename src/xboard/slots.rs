//! Piece slots: XBoard's hard-wired piece types, assigned to our types.
//!
//! A slot fixes the picture and hidden behaviour, whatever the `piece` command says. Each type has a cost in each
//! slot: how badly the picture fits ([`pictures`]), and much more if the behaviour would break a rule. The cheapest
//! assignment is used.
//!
//! SPEC: `xboard.md` 2.3.

use super::matching;
use super::pictures::{self, Theme, Wish};
use super::plan::{CHU, SPARTAN, SlotStyle};
use std::collections::BTreeMap;

/// Slot of a side's pawns: promotes by choice and creates e.p. rights.
pub const PAWN: u8 = 0;
/// Slot of the partners in XBoard's own castling.
pub const ROOK: u8 = 3;
/// Slot of the default promotion, for moves without a suffix.
pub const QUEEN: u8 = 4;
/// The second pawn-like slot.
pub const LANCE: u8 = 18;
/// Slot of the royal piece: the last one of a table.
pub const KING: u8 = 65;
/// Slots that accept every move if there is no description.
pub const WILDCARDS: [u8; 2] = [17, 19];
/// Slot of the lion, which may not be traded.
const LION: u8 = 21;
/// Slots that count as minor pieces when XBoard judges the material.
const MINORS: [u8; 5] = [1, 2, 5, 6, 9];
/// Descriptions of pieces that cannot mate alone and so may stand in one of [`MINORS`].
const CANNOT_MATE: [&str; 5] = ["N", "B", "F", "A", "W"];
/// Slots that are royal under a parent. (50 tested with XBoard 4.9.1.)
const ROYAL: &[(&str, u8)] = &[("chu", 50), ("xiangqi", 9), ("knightmate", 20)];
/// Slots of Shogi's Knight and Lance: pieces in them must promote on the last ranks, and are not dropped there.
const SHOGI_FORWARD: [u8; 2] = [1, 4];
/// First slot without built-in moves.
const FIRST_MOVELESS: u8 = 22;
/// Distance from the slot of a type that promotes with `+` to that of its promoted form.
pub const PROMOTED: u8 = 11;

/// Cost of a slot that breaks a rule.
const FORBIDDEN: i64 = 1_000_000_000;
/// Cost of having no slot.
const NO_SLOT: i64 = 1_000_000;
/// Cost of a slot that may end a game too early, or that refuses some drops.
const RISKY: i64 = 5_000;
/// Cost of a slot after the first mark `~` for a type that can be in hand: the lines of the holdings end before the mark.
const AFTER_MARK: i64 = 50_000;
/// Weight of the misfit of a type that is present at the start.
const AT_START: i64 = 3;

/// Content of the slot [`PROMOTED`] after that of another type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Partner {
    /// Another type.
    Type(usize),
    /// A copy of a type that also has its own slot.
    Copy(usize),
    /// The mark that the piece becomes a pawn when captured.
    Mark,
}

/// A type that needs two slots.
#[derive(Clone, Debug)]
pub struct Couple {
    /// The type, as an index of the wishes.
    pub base: usize,
    /// Content of its partner slot.
    pub partner: Partner,
    /// Possible slots; empty: any, for the partner too.
    pub slots: Vec<u8>,
}

/// The types of a variant under a parent.
pub struct Wishes<'a> {
    /// One per type.
    types: Vec<Wish<'a>>,
    parent: &'a str,
    /// Whether XBoard ends games by material.
    judged: bool,
    /// `[type][slot]`: how badly the picture fits.
    misfits: Vec<Vec<i64>>,
}

impl<'a> Wishes<'a> {
    /// Creates the wishes of `types` under a parent; `judged`: whether XBoard ends games by material.
    pub fn new(types: Vec<Wish<'a>>, parent: &'a str, judged: bool) -> Self {
        let misfits = |wish: &Wish| {
            let weight = if wish.at_start { AT_START } else { 1 };
            (0..=KING).map(|slot| weight * pictures::misfit(wish, slot, parent, Theme::OF_SYSTEM)).collect()
        };
        let misfits = types.iter().map(misfits).collect();
        Self { types, parent, judged, misfits }
    }

    /// Finds the cheapest assignment: the slots by wish, `None` if XBoard has none left, and by couple the slot of its
    /// partner.
    pub fn assign(&self, couples: &[Couple]) -> (Vec<Option<u8>>, Vec<Option<u8>>) {
        let mut slots = vec![None; self.types.len()];
        let mut partners = vec![None; couples.len()];
        let mut taken = Vec::new();
        let bound: Vec<usize> = (0..couples.len()).filter(|&i| !couples[i].slots.is_empty()).collect();
        let is_bound = |piece: usize| {
            let holds = |c: &Couple| c.base == piece || c.partner == Partner::Type(piece);
            bound.iter().any(|&i| holds(&couples[i]))
        };
        let others: Vec<usize> = (0..self.types.len()).filter(|&piece| !is_bound(piece)).collect();
        // First the couples with two slots at a fixed distance, placed where they obstruct others least.
        let regrets: Vec<i64> =
            (0..=KING).map(|slot| others.iter().map(|&t| self.regret(t, slot)).sum()).collect();
        let columns = usize::from(PROMOTED);
        let found = matching::cheapest(bound.len(), columns + bound.len(), |row, column| {
            if column >= columns {
                NO_SLOT
            } else {
                self.couple_cost(&couples[bound[row]], column as u8, &regrets)
            }
        });
        for (&i, &column) in bound.iter().zip(&found).filter(|found| *found.1 < columns) {
            let slot = column as u8;
            slots[couples[i].base] = Some(slot);
            partners[i] = Some(slot + PROMOTED);
            taken.extend([slot, slot + PROMOTED]);
            if let Partner::Type(partner) = couples[i].partner {
                slots[partner] = Some(slot + PROMOTED);
            }
        }
        let marked = couples.iter().zip(&partners).filter(|(couple, _)| couple.partner == Partner::Mark);
        let first_mark = marked.filter_map(|(_, &slot)| slot).min();
        // Then the rest, and copies that may stand anywhere.
        let copy = |i: usize| match couples[i].partner {
            Partner::Copy(piece) if couples[i].slots.is_empty() => Some((piece, Some(i))),
            _ => None,
        };
        let left = (0..self.types.len()).filter(|&piece| slots[piece].is_none()).map(|piece| (piece, None));
        let mut rows: Vec<(usize, Option<usize>)> = left.chain((0..couples.len()).filter_map(copy)).collect();
        for shared in [false, true] {
            let wanted: Vec<usize> = rows.iter().map(|row| row.0).collect();
            let given = self.assign_single(&wanted, &taken, first_mark, shared);
            for (&(piece, couple), slot) in rows.iter().zip(&given) {
                match couple {
                    None => slots[piece] = *slot,
                    Some(i) => partners[i] = *slot,
                }
            }
            taken.extend(given.iter().flatten());
            rows = rows.into_iter().zip(given).filter(|row| row.1.is_none()).map(|row| row.0).collect();
        }
        for (couple, place) in couples.iter().zip(&mut partners) {
            if let (Partner::Type(piece), None) = (couple.partner, &place) {
                *place = slots[piece];
            }
        }
        (slots, partners)
    }

    /// Assigns slots to single types, given the slot of the first mark `~`. Unless `shared`, no two get slots with the same
    /// picture.
    fn assign_single(
        &self,
        types: &[usize],
        taken: &[u8],
        first_mark: Option<u8>,
        shared: bool,
    ) -> Vec<Option<u8>> {
        let mark_cost = |piece: usize, slot: u8| {
            let is_after = self.types[piece].is_held && first_mark.is_some_and(|mark| slot > mark);
            if is_after { AFTER_MARK } else { 0 }
        };
        let picture = |slot: u8| if shared { slot } else { pictures::same(slot, Theme::OF_SYSTEM) };
        let is_free = |slot: &u8| !taken.iter().any(|&t| picture(t) == picture(*slot) || t == *slot);
        let best = |piece: usize, column: usize| {
            let slots = (0..=KING).filter(|&slot| usize::from(picture(slot)) == column);
            slots.filter(is_free).map(|slot| (self.cost(piece, slot) + mark_cost(piece, slot), slot)).min()
        };
        let columns = usize::from(KING) + 1;
        let costs: Vec<Vec<Option<(i64, u8)>>> =
            types.iter().map(|&piece| (0..columns).map(|column| best(piece, column)).collect()).collect();
        let found = matching::cheapest(types.len(), columns + types.len(), |row, column| {
            let alone = if self.types[types[row]].at_start { NO_SLOT * AT_START } else { NO_SLOT };
            costs[row].get(column).map_or(alone, |best| best.map_or(FORBIDDEN, |best| best.0))
        });
        let slot = |(row, &column): (usize, &usize)| {
            let best = costs[row].get(column).copied().flatten();
            best.filter(|best| best.0 < FORBIDDEN).map(|best| best.1)
        };
        found.iter().enumerate().map(slot).collect()
    }

    fn cost(&self, piece: usize, slot: u8) -> i64 {
        self.hidden(&self.types[piece], slot) + self.misfit(piece, slot)
    }

    fn misfit(&self, piece: usize, slot: u8) -> i64 {
        self.misfits[piece][usize::from(slot)]
    }

    /// The cost of the slot's hidden behaviour.
    fn hidden(&self, wish: &Wish, slot: u8) -> i64 {
        let only = |slots: &[u8]| if slots.contains(&slot) { 0 } else { FORBIDDEN };
        match wish.style {
            SlotStyle::King => return only(&[KING]),
            SlotStyle::Queen => return only(&[QUEEN]),
            SlotStyle::Wildcard => return only(&WILDCARDS),
            SlotStyle::Pawn if self.parent == SPARTAN && wish.is_black => return only(&[LANCE]),
            // Under chu no piece of the second slot promotes by choice.
            SlotStyle::Pawn if slot == LANCE && self.parent == CHU => return FORBIDDEN,
            SlotStyle::Pawn if wish.marks && slot == LANCE => return RISKY,
            SlotStyle::Pawn if wish.on_edges && slot == PAWN && !wish.marks => return RISKY,
            SlotStyle::Pawn => return only(&[PAWN, LANCE]),
            SlotStyle::Piece if wish.is_partner => return only(&[ROOK]),
            SlotStyle::Piece if wish.is_castled_onto && slot == ROOK => return FORBIDDEN,
            SlotStyle::Piece if wish.is_turned && slot >= PROMOTED => return FORBIDDEN,
            SlotStyle::Piece => {}
        }
        let undescribed = wish.text.is_empty() && slot < FIRST_MOVELESS;
        if wish.like_pawn && slot == PAWN {
            return 0;
        }
        if [PAWN, LANCE, LION, KING].contains(&slot) || self.is_royal(slot) || undescribed {
            return FORBIDDEN;
        }
        if self.parent == "shogi" && SHOGI_FORWARD.contains(&slot) {
            return RISKY;
        }
        self.early_end(wish, slot)
    }

    /// Whether the slot is royal under the parent.
    fn is_royal(&self, slot: u8) -> bool {
        ROYAL.contains(&(self.parent, slot))
    }

    /// The cost of XBoard's judgement that a lone piece in the slot cannot win.
    fn early_end(&self, wish: &Wish, slot: u8) -> i64 {
        let harmless = !self.judged || wish.minor && CANNOT_MATE.contains(&wish.text);
        if MINORS.contains(&slot) && !harmless { RISKY } else { 0 }
    }

    /// The extra cost of a type if it cannot have this slot.
    fn regret(&self, piece: usize, slot: u8) -> i64 {
        let best = (0..=KING).map(|s| self.cost(piece, s)).min().unwrap_or(0);
        let without = (0..=KING).filter(|s| *s != slot).map(|s| self.cost(piece, s)).min();
        without.unwrap_or(FORBIDDEN) - best
    }

    fn couple_cost(&self, couple: &Couple, slot: u8, regrets: &[i64]) -> i64 {
        let beside = slot + PROMOTED;
        if !couple.slots.contains(&slot) || self.is_royal(slot) || self.is_royal(beside) {
            return FORBIDDEN;
        }
        let partner = match couple.partner {
            Partner::Type(piece) | Partner::Copy(piece) => self.misfit(piece, beside),
            Partner::Mark => 0,
        };
        let wish = &self.types[couple.base];
        let hidden =
            if wish.style == SlotStyle::Piece { self.early_end(wish, slot) } else { self.hidden(wish, slot) };
        let others = regrets[usize::from(slot)] + regrets[usize::from(beside)];
        hidden + self.misfit(couple.base, slot) + partner + others
    }
}

/// The table of a `setup` command: one entry per slot, White's, then Black's, the king's slot last. `entries` maps
/// slots to White's IDs; Black's king may have another one.
pub fn table(entries: &BTreeMap<u8, String>, black_king: Option<&str>) -> String {
    // The shortest table that XBoard accepts has twelve entries.
    const SHORTEST: u8 = 5;
    let used =
        entries.keys().filter(|&&slot| slot != KING).max().map_or(SHORTEST, |&slot| (slot + 1).max(SHORTEST));
    let entry = |slot: &u8| entries.get(slot).map_or(".", String::as_str);
    let common: String = (0..used).map(|slot| entry(&slot).to_owned()).collect();
    let black = format!("{common}{}", black_king.unwrap_or(entry(&KING)));
    common + entry(&KING) + &black.to_ascii_lowercase()
}
