//! Pieces in hand: the types that XBoard can hold.
//!
//! SPEC: `xboard.md` 2.3: "S = holdings size = number of piece types that fit, counted over non-`.`/non-`+` slots in
//! table order". "A larger S makes the internal board S ranks high", which shifts the last rank of White's pawns, and
//! ten ranks are numbered from 0.

use super::plan::{BEROLINA, DialectPlan, SlotStyle};
use super::slots;
use crate::board::Color;
use crate::notation::legs::{Leg, Occupancy, Reach};
use crate::variant::{Choice, ID_SUFFIXES, PieceType};

/// Boards with this many ranks are numbered from 0.
const NUMBERED_FROM_ZERO: usize = 10;

/// From this number of ranks on, a pawn that has made a double step from its second rank can be captured en passant only
/// from the captor's far half.
const ENOUGH_RANKS: u16 = 7;

impl DialectPlan<'_> {
    /// Whether a side starts with a piece of the type in hand.
    pub(super) fn starts_in_hand(&self, piece: PieceType, color: Color) -> bool {
        self.variant.count_held(color, piece) > 0
    }

    /// Whether a piece of the type can be in hand.
    pub(super) fn comes_to_hand(&self, piece: PieceType) -> bool {
        let starts = Color::BOTH.iter().any(|&color| self.starts_in_hand(piece, color));
        starts || self.variant.keeps_captured() && self[piece].style != SlotStyle::King
    }

    /// Whether captured pieces go to their owner's hand, from which all promotion choices come: then XBoard shows the
    /// hands if the parent is [`RETURNING`].
    ///
    /// [`RETURNING`]: super::plan::RETURNING
    pub(super) fn returns_captures(&self) -> bool {
        let promotion = &self.variant.promotion;
        let from_hand = |choice: &Choice| choice.from_hand || choice.piece.0 < promotion.types;
        let plain = self.variant.types().all(|piece| self.plus_target(piece).is_none());
        self.variant.captures_to_owner() && plain && promotion.choices.iter().flatten().all(from_hand)
    }

    /// Whether moves of the type name victims on the way, or the piece that they capture en passant from the enemy half.
    pub(super) fn names_victims(&self, piece: PieceType) -> bool {
        let is_pawn = matches!(self[piece].slot, Some(slots::PAWN | slots::LANCE));
        let passes = self.passed().next().is_some();
        self.variant.movements(piece).iter().any(|movement| {
            let legs = movement.legs();
            let last = legs.len().saturating_sub(1);
            let on_way = legs[..last].iter().any(|leg| !leg.landing.take.is_empty());
            on_way
                || passes
                    && !is_pawn
                    && legs.iter().any(|leg| leg.landing.take.intersects(Occupancy::EN_PASSANT))
        })
    }

    /// Types that can be captured en passant. Where XBoard allows it for none, these captures are never played.
    fn passed(&self) -> impl Iterator<Item = PieceType> {
        self.variant.types().filter(|&p| self.can_be_passed(p) && self.trails(p))
    }

    /// Whether pawns name what they capture en passant: under the berolina parent, or where they may do so from their own
    /// half, as on few ranks and after initial moves of more than two steps.
    pub(super) fn pawns_name_victims(&self) -> bool {
        let is_far = |leg: &Leg| !matches!(leg.max, Reach::Steps(..=2));
        let goes_far = |p: PieceType| {
            self.variant.movements(p).iter().any(|movement| {
                let legs = movement.legs();
                legs.iter().any(|leg| leg.trail) && (legs.len() > 2 || legs.iter().any(is_far))
            })
        };
        let near = self.variant.board.ranks() < ENOUGH_RANKS;
        self.passed().any(|p| self.parent == BEROLINA || near || goes_far(p))
    }

    /// Types that can be in hand beside another one with the same ID.
    pub(super) fn alike_in_hand(&self) -> Vec<PieceType> {
        let held = |piece: &PieceType| self.comes_to_hand(*piece);
        let is_alike = |&piece: &PieceType| {
            let id = self.id(piece);
            self.variant.types().filter(held).any(|other| other != piece && self.id(other) == id)
        };
        self.variant.types().filter(held).filter(is_alike).collect()
    }

    /// The types with a line in the holdings, in slot order: one per ID.
    pub(super) fn lines_of_holdings(&self) -> Vec<PieceType> {
        let is_line = |p: &PieceType| {
            let slot = self[*p].slot;
            !self.id(*p).starts_with('+') && slot.is_some_and(|slot| slot != slots::KING)
        };
        let mut lines: Vec<PieceType> = self.firsts().filter(is_line).collect();
        lines.sort_unstable_by_key(|p| self[*p].slot);
        lines
    }

    /// Maximum number of holdings lines in XBoard. A captured piece without a line goes to the hand as a pawn. The mark `~`
    /// uses that, so the lines must end before the first mark. (Tested with XBoard 4.9.1.)
    fn most_lines(&self) -> usize {
        let before =
            |first: &u8| self.lines_of_holdings().iter().filter(|p| self[**p].slot < Some(*first)).count();
        let unmarked = self.tildes.iter().min().map_or(usize::MAX, before);
        let ranks = usize::from(self.variant.board.ranks());
        let choose = self.chosen().next().is_some();
        // Castling by rights and e.p. captures also depend on the number of ranks.
        let counts = choose || self.castles_by_rights() || self.variant.types().any(|p| self.trails(p));
        let most = if counts || self.parent == "shogi" || ranks == NUMBERED_FROM_ZERO {
            ranks
        } else {
            usize::from(slots::KING)
        };
        most.min(unmarked)
    }

    /// If there are too many types, moves those that can be in hand to the first lines, except the very first: XBoard
    /// counts types without a line on that one. (Tested with XBoard 4.9.1.)
    pub(super) fn bring_hands_forward(&mut self) {
        let most = self.most_lines();
        loop {
            let lines = self.lines_of_holdings();
            let movable = |p: &PieceType| {
                let castles = self.castles_by_rights() && self[*p].slot == Some(slots::ROOK);
                let promotes = self.plus_target(*p).is_some();
                self[*p].style == SlotStyle::Piece && !castles && !promotes && !self.is_marked(*p)
            };
            let mut movable = lines.iter().copied().enumerate().filter(|(_, p)| movable(p));
            let early = movable.clone().find(|&(at, p)| (1..most).contains(&at) && !self.comes_to_hand(p));
            let late = movable.find(|&(at, p)| at >= most && self.comes_to_hand(p));
            let (Some((_, early)), Some((_, late))) = (early, late) else { return };
            let [first, second] = [early, late].map(|p| self[p].slot);
            self.set_slot(early, second);
            self.set_slot(late, first);
        }
    }

    /// Returns the size of the holdings and notes the types that do not fit.
    pub(super) fn holdings(&mut self) -> usize {
        if !self.variant.has_hands() {
            return 0;
        }
        let needed = self.lines_of_holdings().len();
        let most = self.most_lines();
        let late = format!("XBoard holds only {} types of pieces in hand", self.reliable_lines().len());
        let promoted = String::from("XBoard does not drop promoted pieces");
        let notes = [(self.not_held(), late), (self.dropped_promoted(), promoted)];
        for (types, note) in notes.into_iter().filter(|(types, _)| !types.is_empty()) {
            self.notes.push(format!("{}: {note}", self.names(types)));
        }
        let size = needed.min(most);
        let taller = size > usize::from(self.variant.board.ranks());
        if taller && size == NUMBERED_FROM_ZERO { size + 1 } else { size }
    }

    /// Promoted forms that may be dropped: XBoard only drops pieces with their first side up.
    pub(super) fn dropped_promoted(&self) -> Vec<PieceType> {
        let forms = self.variant.hand_rules.drop_forms;
        let is_form = |p: &PieceType| forms && self.id(*p).starts_with('+') && self.comes_to_hand(*p);
        self.variant.types().filter(is_form).collect()
    }

    /// The types of the lines that show what is in hand: the first one does not if types without a line come to the hand,
    /// since XBoard counts them there as another piece.
    fn reliable_lines(&self) -> Vec<PieceType> {
        let lines = self.lines_of_holdings();
        let (held, late) = lines.split_at(self.most_lines().min(lines.len()));
        let is_miscounted = |&piece: &PieceType| self.twins(piece).any(|twin| self.comes_to_hand(twin));
        held[usize::from(late.iter().any(is_miscounted))..].to_vec()
    }

    /// Whether XBoard reads the type's ID in the hands of the start position: at the first other letter it stops.
    pub(super) fn is_read_in_hand(&self, piece: PieceType) -> bool {
        self.lines_of_holdings().iter().take(self.most_lines()).any(|&line| line == self.first_of(piece))
    }

    /// Types that XBoard cannot hold in hand or cannot drop: those without a reliable line, and those whose ID has a
    /// suffix.
    pub(super) fn not_held(&self) -> Vec<PieceType> {
        let (lines, reliable) = (self.lines_of_holdings(), self.reliable_lines());
        let lacks_line = |first: PieceType| lines.contains(&first) && !reliable.contains(&first);
        let unheld = |p: PieceType| lacks_line(self.first_of(p)) || self.id(p).ends_with(ID_SUFFIXES);
        self.variant.types().filter(|&p| self.comes_to_hand(p) && unheld(p)).collect()
    }
}
