//! Notes for the user on features that XBoard does not support, with the XBoard options that help.
//!
//! SPEC: `xboard.md` 1.7.

use super::plan::{DialectPlan, RETURNING, SlotStyle};
use super::sides::alike_when_shuffled;
use crate::board::{Color, Kind};
use crate::notation::legs::{Leg, Movement, Occupancy, Reach};
use crate::tables::capture_rules::EffectTables;
use crate::tables::rules;
use crate::variant::{
    CastleRules, EndRules, Ending, HandRules, Morph, MoveRules, PassRules, PieceType, Promotion, Repeated,
    Variant,
};
use std::collections::HashSet;

/// A number that no game reaches.
const NEVER: u16 = 1000;
/// Repetitions for a draw by default.
const REPEATS: u16 = 3;
/// Plies without progress for a draw by default.
const QUIET_PLIES: u16 = 100;

/// What XBoard is told of each rule, or why it needs no note. Names every field, so that none is forgotten.
const _: fn(&Variant) = |variant| {
    let Variant {
        // What the `setup` and `piece` commands describe.
        name: _,
        aliases: _,
        title: _,
        board: _,
        rotated: _,
        pieces: _,
        setup: _,
        xboard_array: _,
        hands: _,
        synonyms: _,
        home: _,
        nominal: _,
        parent: _,
        built_in: _,
        // White moves first: other games are turned.
        first: _,
        // `alike_when_shuffled`.
        shuffle: _,
        // `choose_castling`; Griffon sends and reads castling as XBoard writes it.
        castle_files: _,
        // XBoard allows drops that Griffon refuses.
        drop_zones: _,
        // `note_captures_to_hand`, `held_otherwise`, `note_captures`.
        captured: _,
        capture_demotes: _,
        captures: _,
        promotion,
        ends,
        move_rules,
        hand_rules,
        pass,
        castling,
    } = variant;
    // `choose_promotions`, `note_promoted` and `checks_on_forbidden`; Griffon refuses promotions beyond a limit.
    let Promotion { zone: _, types: _, offset: _, inside: _, choices: _, morph: _, limits: _ } = promotion;
    let EndRules {
        // `note_losses` and `note_mates`.
        royal: _,
        all_royals_must_fall: _,
        stalemate: _,
        checkmate: _,
        // `EndRules::can_win_alone` and `has_goals`; the loser concedes.
        goal: _,
        extinct: _,
        castle_wins: _,
        checks: _,
        connect: _,
        // The loser concedes; draws are offered.
        baring: _,
        counterbare: _,
        impasse: _,
        chases: _,
        quiet_points: _,
        counting: _,
        // `note_counts`.
        repetition: _,
        repeated: _,
        perpetual: _,
        quiet_plies: _,
        resets: _,
    } = ends;
    // XBoard allows moves that Griffon refuses; a side that loses by its drop concedes.
    let MoveRules {
        must_capture: _,
        no_check: _,
        no_drop_mate: _,
        drop_mate_loses: _,
        royal_stays: _,
        duple_check: _,
    } = move_rules;
    // `note_hands` and `alike_in_hand`; XBoard allows moves in place of drops, and gates that Griffon refuses.
    let HandRules { drops_first: _, drop_forms: _, swap: _, gates_open: _ } = hand_rules;
    // The description of a royal has the pass; a side that loses by points concedes.
    let PassRules { allowed: _, last_resort: _, end: _, bikjang: _, points: _, komi: _ } = pass;
    // XBoard allows castling that Griffon refuses.
    let CastleRules { bars: _, chess960: _, exposed_to: _ } = castling;
};

impl DialectPlan<'_> {
    pub(super) fn note_piece(&mut self, piece: PieceType) {
        let description = &self[piece].description;
        let too_long = description.too_long.then_some("too long");
        let why = description.refusals.iter().copied().chain(too_long).collect::<Vec<_>>().join(", ");
        let effect = if self.is_wild(piece) {
            "XBoard accepts any move of it and sees no check by it"
        } else {
            self.warn_of_moves(piece);
            &self.untested("XBoard only knows its other moves")
        };
        self.note(piece, &format!("{why}; {effect}"));
    }

    /// Warns that XBoard does not know all moves of the piece: one warning for all such pieces.
    fn warn_of_moves(&mut self, piece: PieceType) {
        const UNKNOWN: &str = "XBoard does not know all moves of the ";
        let name = self.name(piece);
        match self.warnings.iter_mut().find(|warning| warning.starts_with(UNKNOWN)) {
            Some(warning) => *warning += &format!(", {name}"),
            None => self.warnings.push(format!("{UNKNOWN}{name}")),
        }
    }

    /// Notes moves that XBoard's board cannot execute; they are never played there.
    pub(super) fn note_unmade(&mut self) {
        // Types that share their unmade moves share a warning.
        let mut warned: Vec<(String, Vec<&str>)> = Vec::new();
        for piece in self.variant.types() {
            let what = self[piece].unmade.join(", ");
            if what.is_empty() {
                continue;
            }
            self.note(piece, &format!("{what}: XBoard's board cannot do that, so it is never played"));
            match warned.iter_mut().find(|(other, _)| *other == what) {
                Some((_, names)) => names.push(self.name(piece)),
                None => warned.push((what, vec![self.name(piece)])),
            }
        }
        let warning = |(what, names): (String, Vec<&str>)| {
            format!("no {} makes these moves here: {what}", names.join(" or "))
        };
        self.warnings.extend(warned.into_iter().map(warning));
    }

    /// Whether all capture rules only forbid captures of some non-royal pieces. XBoard then allows more moves than
    /// are legal, but sees no check where there is none.
    fn only_bars_trades(&self) -> bool {
        self.variant.captures.only_bar_trades()
            && !EffectTables::barred_types(self.variant).any(|piece| self.variant.is_royal(piece))
    }

    /// Notes rules of the whole game that no XBoard command expresses.
    pub(super) fn note_rules(&mut self) {
        let mut notes = self.note_losses();
        notes.extend(self.note_twins());
        notes.extend(self.note_mates());
        let names = self.names(alike_when_shuffled(self.variant));
        if !names.is_empty() {
            notes.push(format!("{names}: XBoard cannot tell them apart, so the array is not shuffled"));
        }
        notes.extend(self.note_hands());
        let names = self.names(self.variant.types().filter(|&p| self.checks_on_forbidden(p)));
        if !names.is_empty() {
            notes.push(format!("{names}: XBoard sees checks on squares where `morph` forbids it to move"));
        }
        notes.extend(self.note_captures());
        if self.variant.board.has_fleeting() {
            notes
                .push(self.untested("XBoard does not know that a square is a hole once a piece has left it"));
            self.warnings.push("XBoard does not know the holes under pieces of the array".to_owned());
        }
        notes.extend(self.note_promoted());
        notes.extend(self.note_choices());
        let lone_wins = self.variant.ends.can_win_alone() || self.has_goals();
        if lone_wins && !self.variant.captures_to_hand() {
            notes.push(
                "a win by a side with one piece is a draw to XBoard; play with -testClaims false".to_owned(),
            );
        }
        if lone_wins && self.kings.is_some() {
            notes.push("few pieces can win; play with -materialDraws false".to_owned());
        }
        notes.extend(self.note_counts());
        notes.extend(self.note_passed());
        self.notes.extend(notes);
    }

    /// Notes losses of royals and of all pieces, and stalemates, that XBoard does not know.
    fn note_losses(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if !self.has_style(SlotStyle::King) {
            notes.push("royalty: XBoard sees no check and no mate; the loser concedes".to_owned());
        }
        let stalemate = self.variant.ends.stalemate;
        let stalemate_known = matches!(self.parent.as_str(), "shatranj" | "xiangqi" | "shogi");
        if matches!(stalemate, Ending::Win | Ending::Fewer) || (stalemate == Ending::Loss) != stalemate_known
        {
            notes.push("stalemate: XBoard judges it by its own rule; play with -checkMates false".to_owned());
        } else if self.can_lose_all() {
            notes.push(
                "XBoard treats a side without pieces as stalemated; play with -checkMates false".to_owned(),
            );
        }
        notes
    }

    /// Notes and warns of capture rules, none of which XBoard knows.
    fn note_captures(&mut self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.only_bars_trades() {
            notes.push("captures that `protected` and `counterStrike` forbid: XBoard allows them".to_owned());
        } else if !self.variant.captures.is_empty() {
            notes.push(self.untested("XBoard does not know the capture rules"));
            self.warnings.push("XBoard does not know the capture rules of this game".to_owned());
        }
        notes
    }

    /// Notes captures en passant that XBoard does not allow.
    fn note_passed(&mut self) -> Vec<String> {
        let mut notes = Vec::new();
        let passing = self.variant.types().filter(|&p| !self.can_be_passed(p) && self.trails(p));
        let names = self.names(passing);
        if !names.is_empty() {
            let what = format!("{names}: XBoard does not allow capturing it en passant");
            // The capture may be the only legal move.
            let is_forced = self.variant.move_rules.must_capture;
            notes.push(if is_forced { self.untested(&what) } else { what });
        }
        let names = self.names(self.variant.types().filter(|&p| self.passes_unknown_squares(p)));
        if !names.is_empty() {
            notes.push(format!(
                "{names}: XBoard allows capturing it en passant only behind it, on the file halfway along its move; \
                 other captures en passant are never played"
            ));
        }
        notes
    }

    /// Notes types with one ID and other captures: to XBoard each has the moves of all, so that it sees more checks.
    fn note_twins(&self) -> Option<String> {
        let captures = |piece| -> HashSet<Movement> {
            let takes = |movement: &&Movement| movement.legs().iter().any(|leg| !leg.landing.take.is_empty());
            let movements = self.variant.movements(piece).iter().filter(takes);
            movements.map(Movement::unplaced).collect()
        };
        let differs = |&p: &PieceType| self.unlike_twins(p).any(|twin| captures(twin) != captures(p));
        let names = self.names(self.variant.types().filter(differs));
        (!names.is_empty()).then(|| {
            format!("{names}: to XBoard each has the moves of all with its ID; play with -checkMates false")
        })
    }

    /// Notes and warns of results of a mate that XBoard does not know.
    fn note_mates(&mut self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.variant.ends.checkmate != Ending::Loss && self.has_style(SlotStyle::King) {
            notes.push("checkmate: XBoard takes it for a win; play with -checkMates false".to_owned());
            self.warnings.push("XBoard takes a mate for a win: play it with -checkMates false".to_owned());
        }
        notes
    }

    /// Notes and warns of changes of promoted pieces that XBoard does not know.
    fn note_promoted(&mut self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.variant.types().any(|piece| self.turns_back(piece)) {
            notes.push(self.untested("XBoard does not turn promoted pieces back"));
            self.warnings.push("XBoard does not turn promoted pieces back".to_owned());
        }
        let names = self.names(self.variant.types().filter(|&piece| self.promotes_again(piece)));
        if !names.is_empty() {
            notes.push(self.untested(&format!("{names}: XBoard does not promote it again")));
            self.warnings.push(format!("XBoard does not promote a promoted {names} again"));
        }
        notes
    }

    /// Notes and warns of promotions by choice that XBoard cannot name.
    fn note_choices(&mut self) -> Option<String> {
        let chosen: Vec<PieceType> = self.chosen().collect();
        let is_nameless = |&p: &PieceType| chosen.contains(&p) && self.has_no_letter(p) && !self.chooses(p);
        let names = self.names(self.variant.types().filter(is_nameless));
        if names.is_empty() {
            return None;
        }
        self.warnings.push(format!("no piece promotes to {names} here"));
        Some(format!("{names}: XBoard has no letter for a promotion to it, so it is never chosen"))
    }

    /// Notes differences in hands and drops.
    fn note_hands(&mut self) -> Vec<String> {
        let mut notes = Vec::new();
        let names = self.names(self.held_otherwise());
        if !names.is_empty() {
            let what = format!("{names}: XBoard does not know what the promoted piece is in hand");
            notes.push(self.untested(&what));
            self.warnings.push(format!("XBoard does not know what a promoted {names} is in hand"));
        }
        let names = self.names(self.variant.types().filter(|&p| self.changes_in_hand(p)));
        if !names.is_empty() {
            notes.push(format!(
                "{names}: XBoard does not know that it is another type in hand, which is never dropped"
            ));
        }
        let edges = self.variant.types().filter(|&p| self.never_drops_on_edges(p));
        let names = self.names(edges);
        if !names.is_empty() {
            notes.push(format!("{names}: XBoard does not drop it on the first or the last rank"));
        }
        let names = self.names(self.alike_in_hand());
        if !names.is_empty() {
            notes.push(format!(
                "{names}: XBoard cannot tell them apart in hand, so a side that holds several of them drops none"
            ));
        }
        let drops = |p: PieceType| !rules::drops(self.variant, Kind::new(p, Color::White)).is_empty();
        if self.variant.types().any(drops) {
            notes.extend(self.note_captures_to_hand());
        }
        if self.variant.hand_rules.swap {
            notes.push(
                "XBoard does not drop pieces on occupied squares, so they never change places".to_owned(),
            );
        }
        notes
    }

    /// Notes captured pieces that are not dropped because XBoard does not bring them to the same hand.
    fn note_captures_to_hand(&self) -> Option<String> {
        if !self.variant.keeps_captured() {
            return None;
        } else if self.variant.captures_to_owner() && self.parent != RETURNING {
            return Some(
                "XBoard brings captured pieces to the captor's hand: they are never dropped".to_owned(),
            );
        }
        let names = self.names(self.variant.types().filter(|&piece| self.names_victims(piece)));
        (!names.is_empty()).then(|| {
            format!("{names}: what it captures on the way comes to no hand of XBoard's, and is never dropped")
        })
    }

    /// Whether XBoard knows the kings, but overlooks some checks: it looks for them among the moves that it knows, and
    /// there at the last square only.
    pub(super) fn overlooks_checks(&self) -> bool {
        let hides = |piece| self.is_wild(piece) || takes_royals_on_the_way(self.variant.movements(piece));
        self.has_style(SlotStyle::King) && self.variant.types().any(hides)
    }

    /// Whether a side that starts without a royal piece may lose or win by losing its last piece.
    fn can_lose_all(&self) -> bool {
        let all = self.variant.ends.extinct.iter().any(|rule| rule.most == 0);
        let has_royal = |color: Color| {
            self.variant.array().iter().any(|&(_, own, piece)| own == color && self.variant.is_royal(piece))
        };
        all && !Color::BOTH.into_iter().all(has_royal)
    }

    /// Notes the options for XBoard's adjudication of draws by repetition and by quiet moves.
    fn note_counts(&self) -> Vec<String> {
        let ends = &self.variant.ends;
        let mut notes = Vec::new();
        if ends.repetition == 0 || ends.perpetual || ends.repeated != Repeated::ToMove(Ending::Draw) {
            notes.push(format!("repetition is not always a draw; play with -repeatsToDraw {NEVER}"));
        } else if ends.repetition != REPEATS {
            let times = ends.repetition;
            notes.push(format!("a draw by {times} repetitions; play with -repeatsToDraw {times}"));
        }
        let names = self.names(self.variant.types().filter(|&p| self.resets_unknown_count(p)));
        if ends.quiet_plies == 0 {
            notes.push(format!("quiet moves are not counted; play with -ruleMoves {NEVER}"));
        } else if !names.is_empty() {
            notes.push(format!("{names}: XBoard counts its moves as quiet; play with -ruleMoves {NEVER}"));
        } else if ends.quiet_plies != QUIET_PLIES {
            let moves = ends.quiet_plies / 2;
            notes.push(format!("a draw after {moves} quiet moves; play with -ruleMoves {}", moves + 1));
        }
        notes
    }

    /// Whether the moves of the type reset the count of quiet moves, but not XBoard's, which those of pawns reset.
    fn resets_unknown_count(&self, piece: PieceType) -> bool {
        self.variant.resets_count(piece) && !self.can_be_passed(piece)
    }

    fn has_goals(&self) -> bool {
        self.variant.promotion.morph.iter().flatten().flatten().any(Morph::is_goal)
    }

    pub(super) fn trails(&self, piece: PieceType) -> bool {
        self.variant.movements(piece).iter().any(|m| m.legs().iter().any(|l| l.trail))
    }
}

/// Whether a piece can capture royals on other squares than the last of a move, apart from first squares where a move can
/// also end.
fn takes_royals_on_the_way(movements: &[Movement]) -> bool {
    let walks = || movements.iter().map(Movement::legs);
    let takes = |leg: &Leg| leg.landing.take.intersects(Occupancy::ENEMY_ROYAL);
    let reaches = |only: &Leg, first: &Leg| only.max == Reach::Unlimited || only.max == first.max;
    let ends_there = |first: &Leg| {
        walks().any(|legs| {
            matches!(legs, [only] if only.step == first.step && only.min == 1 && reaches(only, first) && takes(only))
        })
    };
    let hidden = |legs: &[Leg]| match legs.split_last() {
        Some((_, [first, rest @ ..])) => rest.iter().any(takes) || takes(first) && !ends_there(first),
        _ => false,
    };
    walks().any(hidden)
}
