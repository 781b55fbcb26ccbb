//! Chooses the parent variant, and the slot and promotion style of each piece.

use super::betza::{LONGEST, describe};
use super::dialect::{Dialect, names_suffix};
use super::plan::{
    BEROLINA, CASTLE_BY_ZEROS, CHU, Castling, DialectPlan, GATING, NULL_MOVE, Promotes, RETURNING, SPARTAN,
    SWAP_PARENT, SlotStyle, TypePlan,
};
use super::replay::Replay;
use super::{array, pictures, sides, slots};
use crate::board::Color;
use crate::notation::legs::Reach;
use crate::position::names;
use crate::variant::captures::CaptureActions;
use crate::variant::{Ending, PieceType, Variant};
use crate::variant_names::known_as;
use std::collections::BTreeMap;

/// Description of a piece without moves: a lame step never ends.
const IMMOBILE: &str = "nW";
/// Parents with built-in moves for the slots of wildcards.
const WITHOUT_WILDCARDS: [&str; 2] = [CHU, "shogi"];
/// The longest FEN that XBoard keeps, bytes.
const LONGEST_FEN: usize = 480;

impl Dialect {
    /// Builds the description of a variant.
    pub fn new(variant: &Variant) -> Self {
        match known_as(variant) {
            Some(known) => Self::of_known(variant, known.name),
            None => DialectPlan::new(variant).dialect(),
        }
    }

    /// Builds the description of a variant that XBoard knows: as little as possible, since repeating its rules only
    /// does harm.
    fn of_known(variant: &Variant, name: &str) -> Self {
        let mut dialect = Self {
            castles_by_zeros: CASTLE_BY_ZEROS.contains(&name),
            no_declining: NO_DECLINING.contains(&name),
            naming_passed: if name == BEROLINA { variant.types().collect() } else { Vec::new() },
            lines: own_lines(variant),
            ..Self::default()
        };
        let Some((_, only)) = DESCRIBED.iter().find(|d| d.0 == name) else { return dialect };
        for piece in variant.pieces.iter().filter(|p| only.is_none_or(|id| p.id == id)) {
            let description = describe(&piece.movements, &variant.board);
            if description.is_complete() {
                dialect.pieces.push(format!("piece {}& {}", piece.id, description.text));
            }
        }
        dialect
    }
}

impl<'v> DialectPlan<'v> {
    /// Makes all decisions.
    pub fn new(variant: &'v Variant) -> Self {
        let sides = sides::colors(variant).into_iter().zip(sides::namesakes(variant));
        let own = |(colors, namesake)| TypePlan { colors, namesake, ..TypePlan::default() };
        let mut plan = Self {
            variant,
            types: sides.map(own).collect(),
            kings: None,
            swaps: false,
            gates: false,
            castling: Castling::BuiltIn,
            copies: Vec::new(),
            tildes: Vec::new(),
            parent: String::new(),
            notes: Vec::new(),
            warnings: Vec::new(),
            is_tested: true,
        };
        plan.kings = plan.find_kings();
        plan.swaps = plan.has_swaps();
        plan.gates = plan.has_gates();
        for piece in variant.types() {
            let (movements, unmade) = plan.makeable(piece);
            let told = describe(&movements, &variant.board);
            let told = if plan.kings.is_some() { told.without_royal_captures() } else { told };
            plan[piece].description = told;
            plan[piece].unmade = unmade.into_iter().map(String::from).collect();
        }
        plan.limit_twins();
        // A king whose moves cannot be described completely does not get the king's slot.
        plan.kings =
            plan.kings.filter(|kings| kings.iter().all(|king| plan[*king].description.is_complete()));
        plan.choose_promotions();
        plan.castling = plan.choose_castling();
        plan.describe_castling();
        plan.choose_styles();
        plan.choose_parent();
        plan.choose_slots();
        plan.settle_pawn_slots();
        plan.bring_hands_forward();
        plan.note_rules();
        plan
    }

    fn choose_styles(&mut self) {
        let mut inexpressible: Vec<PieceType> = self.variant.types().collect();
        inexpressible.retain(|p| !self[*p].description.is_complete());
        for piece in self.variant.types() {
            let style = if self.is_king(piece) {
                SlotStyle::King
            } else if self.twins(piece).any(|twin| inexpressible.contains(&twin))
                // The slot of a promoted form depends on that of its base.
                && !self.id(piece).starts_with('+')
            {
                SlotStyle::Wildcard
            } else if self.chooses(piece) {
                SlotStyle::Pawn
            } else {
                SlotStyle::Piece
            };
            self[piece].style = style;
        }
        // With more wildcards than slots that accept every move, legality testing has to be off anyway; then each gets
        // its own picture. So it has to be for gating, of which XBoard's own rules differ, and under parents that have
        // built-in moves for these slots.
        let occupied =
            self.variant.parent.as_deref().is_some_and(|parent| WITHOUT_WILDCARDS.contains(&parent));
        if self.gates
            || occupied
            || self.firsts().filter(|p| self.is_wild(*p)).count() > slots::WILDCARDS.len()
        {
            self.limit(SlotStyle::Wildcard, 0);
        }
        self.limit(SlotStyle::Pawn, 2);
        // Pawns beyond the two slots with promotion by choice, and wildcards, promote with `+` or not at all.
        for piece in self.variant.types() {
            if let Promotes::Choice(choices) = &self[piece].promotes
                && self[piece].style != SlotStyle::Pawn
            {
                self[piece].promotes = Promotes::Plus(choices[0]);
                self.note(piece, "XBoard only knows promotion to one type");
            }
        }
        self.choose_queen();
        for piece in inexpressible {
            self.note_piece(piece);
        }
        self.note_unmade();
        for piece in self.variant.types() {
            let excess = self[piece].description.excess.join(", ");
            if !excess.is_empty() {
                self.note(piece, &excess);
            }
        }
    }

    /// Keeps a style only for its first `most` types.
    fn limit(&mut self, style: SlotStyle, most: usize) {
        let firsts = self.firsts().filter(|p| self[*p].style == style);
        let late: Vec<PieceType> = firsts.skip(most).flat_map(|first| self.twins(first)).collect();
        for piece in late {
            self[piece].style = SlotStyle::Piece;
        }
    }

    /// Fills the Queen's slot, which must not be empty if pawns promote: with the Queen, or else the best choice.
    fn choose_queen(&mut self) {
        let plain = |p: &PieceType| self[*p].style == SlotStyle::Piece && !self.is_partner(*p);
        let queen = |p: &PieceType| self[*p].description.text == "Q";
        let best = self.chosen().filter(plain).find(queen).or_else(|| self.chosen().find(plain));
        let twins: Vec<PieceType> = best.into_iter().flat_map(|best| self.twins(best)).collect();
        for piece in twins {
            self[piece].style = SlotStyle::Queen;
        }
    }

    fn choose_slots(&mut self) {
        let drops = self.variant.captures_to_hand();
        // If a lone knight draws anyway, it may stand in the knight's slot.
        let chess_like = !drops && self.variant.ends.stalemate == Ending::Draw;
        let firsts: Vec<PieceType> = self.firsts().collect();
        let couples = self.couples(&firsts);
        let starts = |p| Color::BOTH.iter().any(|&c| self.count(p, c) > 0 || self.starts_in_hand(p, c));
        let can_turn_all = self.can_turn_all();
        let marks = self.marks_promoted();
        let types = firsts.iter().map(|&p| pictures::Wish {
            style: self[p].style,
            is_partner: self.twins(p).any(|twin| self.is_partner(twin)),
            is_castled_onto: self.twins(p).any(|twin| self.is_castled_onto(twin)),
            on_edges: self.drops_on_edges(p),
            marks: marks && self.chooses(p),
            like_pawn: self.plus_pawn() == Some(p),
            is_held: self.twins(p).any(|twin| self.comes_to_hand(twin)),
            is_turned: can_turn_all && self.turns_over(p),
            is_black: self.twins(p).any(|twin| self[twin].colors[Color::Black.index()]),
            at_start: self.twins(p).any(starts),
            text: &self[p].description.text,
            betza: &self.variant.pieces[p.index()].betza,
            name: &self.variant.pieces[p.index()].name,
            image: &self.variant.pieces[p.index()].image,
            minor: chess_like && self.plus_target(p).is_none(),
        });
        let judged = self.has_style(SlotStyle::King)
            && !(drops && matches!(self.parent.as_str(), "crazyhouse" | "shogi"));
        let wishes = slots::Wishes::new(types.collect(), &self.parent, judged);
        let (given, partners) = wishes.assign(&couples);
        self.note_partners(&firsts, &couples, &partners);
        let slot = |p| firsts.iter().position(|&first| first == self.first_of(p)).and_then(|i| given[i]);
        let slots: Vec<Option<u8>> = self.variant.types().map(slot).collect();
        for (piece, slot) in self.variant.types().zip(slots) {
            self[piece].slot = slot;
            if slot.is_none() {
                let note = self.untested("XBoard has no slot left for it");
                self.note(piece, &note);
            }
        }
    }

    /// Chooses the parent variant. SPEC: `xboard.md` 2.3, "Parents".
    fn choose_parent(&mut self) {
        let in_pawn_slot = |p: &PieceType| self[*p].style == SlotStyle::Pawn;
        let ends = &self.variant.ends;
        let castles = self.variant.types().any(|p| self.castles(p).next().is_some());
        let bares = !ends.baring.is_empty()
            && self.variant.types().all(|p| self.variant.is_royal(p) || ends.baring[p.index()]);
        let demotes = self.variant.capture_demotes || self.chosen().next().is_none();
        let anywhere = |parent: &&str| !CASTLE_BY_ZEROS.contains(parent) || self.castles_from_anywhere();
        let named = self.variant.parent.as_deref().filter(anywhere);
        let contradicted = named.filter(|parent| self.contradicts(parent));
        let named = named.filter(|_| contradicted.is_none());
        let parent = if let Some(parent) = named.filter(|p| !matches!(*p, "fairy" | "normal")) {
            parent
        } else if self.swaps {
            SWAP_PARENT
        } else if self.gates {
            GATING
        } else if self.variant.types().any(|p| in_pawn_slot(&p))
            && self.variant.types().filter(in_pawn_slot).all(|p| self.sidesteps(p))
        {
            // Under other parents quiet sidesteps from a pawn slot are executed as e.p. captures; under this one, steps
            // straight ahead are.
            BEROLINA
        } else if let Some(parent) = named {
            parent
        } else if self.returns_captures() {
            RETURNING
        } else if self.variant.captures_to_hand() && demotes {
            // Under other parents XBoard ignores pieces in hand when it adjudicates material draws.
            "crazyhouse"
        } else if !castles && ends.stalemate == Ending::Loss && bares && !self.destroys_friends() {
            "shatranj"
        } else {
            "fairy"
        };
        self.notes.extend(contradicted.map(|parent| {
            format!("parent: XBoard's own rules of `{parent}` contradict this game, so it is not used")
        }));
        // Under chu a piece that promotes with `+` may stand in any slot, and so have its own picture; but there are no
        // wildcards.
        let wild = self.has_style(SlotStyle::Wildcard);
        let plain = matches!(parent, "fairy" | "shatranj")
            && !wild
            && !castles
            && !self.variant.has_hands()
            && !self.has_style(SlotStyle::Pawn)
            && !self.plus_bases().is_empty();
        let full = matches!(parent, "fairy" | "crazyhouse" | "shatranj") && !wild && self.has_many_plus();
        self.parent = if plain || full { CHU } else { parent }.into();
    }

    /// Whether the rules that a parent brings along are not those of the game.
    fn contradicts(&self, parent: &str) -> bool {
        match parent {
            // Captured pieces return to their owner, who promotes to them.
            "grand" | "super" | RETURNING => !self.returns_captures(),
            // It brings no captured pieces to a hand, and takes a suffix for the piece that is put down.
            GATING => self.variant.keeps_captured() || !self.plus_bases().is_empty(),
            // Captured pieces change sides, promotion is with `+` in the last third of the board, and two pawns may not
            // stand on a file.
            "shogi" => {
                !self.variant.captures_to_hand()
                    || self.chosen().next().is_some()
                    || self.plus_bases().is_empty()
                    || self.variant.promotion.zone != self.variant.board.ranks() / 3
                    || self.shogi_pawn().is_some_and(|pawn| self.drops_doubled(pawn))
            }
            // It promotes nothing.
            "xiangqi" => self.chosen().next().is_some(),
            // Its castling is that of another royal.
            "knightmate" => self.variant.types().any(|piece| self.castles(piece).next().is_some()),
            // It has a pawn slot for each side.
            SPARTAN => {
                let is_blacks =
                    |&piece: &PieceType| self.chooses(piece) && self[piece].colors[Color::Black.index()];
                self.firsts().filter(is_blacks).count() > 1
            }
            "giveaway" | "suicide" | "losers" => !self.variant.move_rules.must_capture,
            "atomic" => !self.variant.captures.have(CaptureActions::BLAST),
            "3check" => self.variant.ends.checks != [3; 2],
            _ => false,
        }
    }

    /// Assigns a slot to a type and its twins.
    pub(super) fn set_slot(&mut self, piece: PieceType, slot: Option<u8>) {
        let twins: Vec<PieceType> = self.twins(piece).collect();
        twins.into_iter().for_each(|twin| self[twin].slot = slot);
    }

    /// Builds the dialect.
    pub fn dialect(mut self) -> Dialect {
        let ids: Vec<String> = self.variant.types().map(|p| self.id(p)).collect();
        let mut entries: BTreeMap<u8, String> = BTreeMap::new();
        let mut plus = Vec::new();
        for (id, slot) in ids.iter().zip(&self.types).filter_map(|(id, own)| Some((id, own.slot?))) {
            let promoted = id.strip_prefix('+').map(|base| self.promoted_entry(base, slot));
            entries.insert(slot, promoted.unwrap_or_else(|| id.clone()));
        }
        // The kings of both sides share a slot.
        entries.extend(self.kings.map(|kings| (slots::KING, self.id(kings[0]))));
        entries.extend(self.tildes.iter().map(|&slot| (slot, "~".to_owned())));
        let mut pieces = self.piece_lines();
        for piece in self.variant.types() {
            if let Some(target) = self.plus_target(piece) {
                plus.extend(self.promoted(piece, target, &mut entries, &mut pieces));
            }
        }
        plus.extend(self.turning());
        self.add_bases(&ids, &mut entries);
        let setup = self.setup(&ids, &entries);
        let (known, highlighted) = self.variant.types().partition::<Vec<_>, _>(|p| self.is_described(*p));
        let (told, partly) = known.into_iter().partition(|p| self[*p].unmade.is_empty());
        let names = |types: Vec<PieceType>| -> Vec<String> {
            types.into_iter().map(|p| self.name(p).to_owned()).collect()
        };
        let those = |is: &dyn Fn(PieceType) -> bool| self.variant.types().filter(|&p| is(p)).collect();
        let in_pawn_slot = |p: PieceType| matches!(self[p].slot, Some(slots::PAWN | slots::LANCE));
        let has_rights = self.castling_field() != "-";
        Dialect {
            setup: Some(setup),
            pieces,
            overlooks_checks: self.overlooks_checks(),
            told: names(told),
            partly: names(partly),
            highlighted: names(highlighted),
            replay: Some(Replay::of(&self)),
            plus,
            naming_passed: those(&|p| self.parent == BEROLINA || !in_pawn_slot(p)),
            never_passed: those(&|p| !self.can_be_passed(p)),
            beside_passed: self.beside_passed(),
            castles_by_zeros: self.castles_from_anywhere(),
            never_on_edges: those(&|p| self.never_drops_on_edges(p)),
            by_letter: those(&|p| in_pawn_slot(p) && self.chooses(p)),
            plus_pawns: those(&|p| {
                in_pawn_slot(p)
                    && self.plus_target(p).is_some()
                    && !FREE_PAWNS.contains(&self.parent.as_str())
            }),
            nameless: those(&|p| self.has_no_letter(p)),
            late_homes: self.late_homes().copied().collect(),
            lines: self.lines_of_holdings(),
            not_held: [self.not_held(), self.dropped_promoted()].concat(),
            kings: self.kings.map(Vec::from).unwrap_or_default(),
            passers: those(&|p| self.passes(p)),
            unmoved_shifted: self.field_tells_unmoved() && self.variant.has_hands(),
            rights_unsent: self.parent == SWAP_PARENT
                || has_rights == self.field_tells_unmoved()
                || self.field_tells_unmoved() && self.field_is_partial(),
            no_declining: false,
            notes: self.notes,
            warnings: self.warnings,
        }
    }

    pub(super) fn chooses(&self, piece: PieceType) -> bool {
        self.twins(piece).any(|p| matches!(self[p].promotes, Promotes::Choice(_)))
    }

    /// SPEC: `xboard.md` 3.7: "any non-King, non-Pawn ID without suffix".
    pub(super) fn has_no_letter(&self, piece: PieceType) -> bool {
        let hidden = matches!(self[piece].slot, None | Some(slots::PAWN | slots::LANCE | slots::KING));
        hidden || !names_suffix(&self.id(piece))
    }

    /// Whether the piece's description contains the pass.
    pub(super) fn passes(&self, piece: PieceType) -> bool {
        self.variant.pass.allowed
            && self.variant.is_royal(piece)
            && self.is_described(piece)
            && !self.is_wild(piece)
            && self.longest_text(piece) + NULL_MOVE.len() <= LONGEST
    }

    /// Whether XBoard knows all moves of the piece.
    fn is_described(&self, piece: PieceType) -> bool {
        self[piece].description.is_complete() && self[piece].slot.is_some()
    }

    /// The `piece` lines. A piece without moves gets a description, too: in some slots XBoard would use built-in moves. One
    /// that neither side can have in play may still be set up.
    fn piece_lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for piece in self.firsts().filter(|&p| self[p].slot.is_some() && !self.is_wild(p)) {
            let id = self.id(piece);
            let sides =
                Color::BOTH.map(|color| (self.text_of(piece, color), self.id_of(piece, color), color));
            let [white, black] = &sides;
            // A side without a description does not contradict the other one.
            if (white.0 == black.0 || white.0.is_empty() || black.0.is_empty()) && white.1 == black.1 {
                let unseen = self.twins(piece).all(|twin| self[twin].colors == [false; 2]);
                let own = &self[piece].description;
                let own = if unseen && own.is_complete() { own.text.as_str() } else { "" };
                let told = [&white.0, &black.0, own].into_iter().find(|text| !text.is_empty());
                lines.push(format!("piece {id}& {}", told.unwrap_or(IMMOBILE)));
                continue;
            }
            for (text, id, color) in sides.iter().filter(|side| !side.0.is_empty()) {
                lines.push(format!("piece {} {text}", names::colored(id, *color)));
            }
        }
        lines
    }

    /// XBoard's ID of a side's pieces of a type: the kings share one slot and may have two IDs.
    fn id_of(&self, piece: PieceType, color: Color) -> String {
        let king = self.kings.filter(|kings| kings.contains(&piece)).map(|kings| kings[color.index()]);
        self.id(king.unwrap_or(piece))
    }

    /// Returns the text that keeps a king with sideways moves of two files from dragging a piece along, as in
    /// castling. XBoard does not drag if the king has an initial move and no `O`, so its first move is repeated with
    /// `i`. SPEC: `xboard.md` 2.6.
    pub(super) fn drag_guard(&self, piece: PieceType) -> String {
        let sideways = self.variant.movements(piece).iter().any(|m| {
            let (dx, dy) = m.legs().iter().fold((0, 0), |(x, y), l| (x + l.step.dx, y + l.step.dy));
            let slides = matches!(m.legs(), [leg] if leg.max != Reach::Steps(1));
            dy == 0 && (dx.abs() >= 2 || dx != 0 && slides)
        });
        let text = &self[piece].description.text;
        // The guard would also keep it from castling by its rights.
        let castles_by_rights = self.castling == Castling::BuiltIn && self.castles(piece).next().is_some();
        if self[piece].style != SlotStyle::King
            || self.swaps
            || !sideways
            || text.contains('i')
            || castles_by_rights
            || self[piece].castling_atoms.iter().any(|text| !text.is_empty())
        {
            return String::new();
        }
        let end = text.find(|c: char| c.is_ascii_uppercase()).map_or(0, |i| i + 1);
        let digits = text[end..].bytes().take_while(u8::is_ascii_digit).count();
        format!("i{}", &text[..end + digits])
    }

    fn setup(&mut self, ids: &[String], entries: &BTreeMap<u8, String>) -> String {
        let board = &self.variant.board;
        let size = self.holdings();
        let mut fen = array::board(self.variant, ids);
        if self.variant.has_hands() {
            fen += &array::hands(self.variant, ids, |piece| self.is_read_in_hand(piece));
        }
        fen += " w ";
        match self.parent.as_str() {
            "shatranj" | "courier" | "makruk" | "asean" | "shogi" | "xiangqi" => {}
            SWAP_PARENT => fen += "- ",
            _ => fen += &format!("{} - ", self.castling_field()),
        }
        fen += "0 1";
        if fen.len() > LONGEST_FEN {
            self.notes.push("the FEN is longer than XBoard keeps".into());
        }
        let black_king = self.kings.map(|kings| self.id(kings[1]));
        let table = slots::table(entries, black_king.as_deref());
        format!("setup ({table}) {}x{}+{size}_{} {fen}", board.files(), board.ranks(), self.parent)
    }
}

/// Variants that XBoard knows but still accepts `piece` commands for, and whose pieces need one: its own Falcon has
/// no moves, its Berolina pawns lack the double step, and its cylinder has edges for some pieces. SPEC: `xboard.md`
/// 2.5.
const DESCRIBED: &[(&str, Option<&str>)] =
    &[("falcon", Some("F")), (BEROLINA, Some("P")), ("cylinder", None)];

/// Parents under which a piece in a pawn slot need not promote on the last rank.
const FREE_PAWNS: [&str; 2] = [CHU, "shogi"];

/// Variants in which XBoard promotes every piece that can promote. SPEC: `xboard.md` 2.3, grand: "no way to decline".
const NO_DECLINING: &[&str] = &["grand"];

/// IDs in the order of the holdings of XBoard's own variants.
const ORDER_OF_HOLDINGS: &str = "PNBRLQSG";

/// The types on the holdings lines of a variant that XBoard knows, in XBoard's order.
fn own_lines(variant: &Variant) -> Vec<PieceType> {
    let line = |id: char| variant.pieces.iter().position(|piece| piece.id == id.to_string());
    ORDER_OF_HOLDINGS.chars().filter_map(line).map(|at| PieceType(at as u16)).collect()
}
