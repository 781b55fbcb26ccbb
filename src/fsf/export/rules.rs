//! Writes rules of moves: hands and drops, confinement, captures, passing, checks.

use super::{Writer, at_drop};
use crate::board::Color;
use crate::fsf::keys::FsfKey;
use crate::variant::captures::{CaptureActions, CaptureEffect, Column, Form, Zone};
use crate::variant::{
    Captured, CastleRules, HandRules, Morph, MoveRules, NoCheck, PassRules, Piece, PieceType,
};

impl Writer<'_> {
    pub(super) fn hands(&mut self) {
        let any = self.variant.hands.iter().flatten().any(|&count| count > 0);
        match self.variant.captured {
            Captured::ToOwner => self.lose("captured pieces that return to their owner"),
            Captured::ToCaptor => {
                self.set(FsfKey::CapturesToHand, "true");
                self.on(
                    FsfKey::DropLoop,
                    !self.variant.capture_demotes && self.variant.promotion.offset == 0,
                );
            }
            Captured::Discarded if !any => return,
            Captured::Discarded => {}
        }
        let variant = self.variant;
        let gates = variant.pieces.iter().any(Piece::gates);
        self.on(FsfKey::Gating, gates);
        self.on(FsfKey::SeirawanGating, gates);
        let has_drop = |piece: &Piece| at_drop(&piece.betza).1.is_some();
        if !gates || variant.pieces.iter().any(has_drop) {
            self.set(FsfKey::PieceDrops, "true");
        }
        let drop = |piece: PieceType| Some((piece, at_drop(&variant.pieces[piece.index()].betza).1?));
        let drops: Vec<(PieceType, &str)> = variant.types().filter_map(drop).collect();
        let single = drops.iter().filter(|(_, modifiers)| modifiers.contains('f')).map(|drop| drop.0);
        let single = self.letters_of(single);
        if !single.is_empty() {
            self.set(FsfKey::DropNoDoubled, single);
        }
        let pawn = self.variant.promotion.offset == 0 && self.variant.promotion.types > 0;
        self.on(
            FsfKey::FirstRankPawnDrops,
            pawn && !drops.iter().any(|(_, modifiers)| modifiers.contains('j')),
        );
        self.on(FsfKey::PromotionZonePawnDrops, pawn && drops.is_empty());
        self.on(FsfKey::ImmobilityIllegal, !pawn && self.variant.promotion.offset == 0);
        // These name every field, so that none is forgotten.
        let HandRules { drops_first, drop_forms, swap, gates_open } = self.variant.hand_rules;
        self.on(FsfKey::DropPromoted, drop_forms);
        self.on(FsfKey::MustDrop, drops_first);
        if swap {
            self.lose("pieces in hand that change places with pieces on the board");
        }
        if gates && !gates_open {
            self.lose("gated pieces that block checks");
        }
        if self.variant.drop_zones.iter().any(Option::is_some) {
            self.lose("squares for the drops of certain pieces");
        }
    }

    /// Writes the squares to which pieces are confined.
    pub(super) fn mobility(&mut self) {
        for piece in self.variant.types() {
            let (Some(morph), Some(letter)) = (self.morph(piece), self.letters[piece.index()]) else {
                continue;
            };
            let free: Vec<bool> = morph.iter().map(|&symbol| symbol != Morph::Forbidden).collect();
            if free.contains(&false) {
                let (first, rest) = self.key(letter).map_or(("", ""), |key| key.split_at(1));
                let key = first.to_ascii_uppercase() + rest;
                self.set(format!("mobilityRegionWhite{key}"), self.region(&free, Color::White));
                self.set(format!("mobilityRegionBlack{key}"), self.region(&free, Color::Black));
            }
        }
    }

    /// Writes explosions: every capture destroys the mover and everything around but the type `pawn` and immune types.
    pub(super) fn captures(&mut self) {
        let (variant, captures) = (self.variant, &self.variant.captures);
        if !self.explodes {
            if !captures.is_empty() {
                self.lose("effects and restrictions of captures");
            }
            return;
        }
        self.set(FsfKey::BlastOnCapture, "true");
        let blasts = CaptureEffect { actions: CaptureActions::BLAST, form: Form::Same };
        let blasts = |mover, victim| captures.effect(false, mover, Column::Enemy(victim)) == blasts;
        let always = |mover| variant.types().all(|victim| blasts(mover, victim));
        let blast = &captures.blast;
        let immune = |piece: PieceType| blast.proof.get(piece.index()) == Some(&true);
        let spared = |piece: PieceType| blast.spared.get(piece.index()) == Some(&true) || immune(piece);
        let is_pawn = |letter: Option<char>| letter.and_then(|letter| self.key(letter)) == Some("pawn");
        let spares =
            |piece: PieceType| spared(piece) == is_pawn(self.letters[piece.index()]) || immune(piece);
        if !captures.only_explode()
            || !variant.types().all(|piece| always(piece) && spares(piece))
            || blast.enemies_only
            || blast.zone != Zone::K
        {
            self.lose("explosions with another extent, or of only some captures");
        }
        let proof = self.letters_of(variant.types().filter(|&piece| immune(piece)));
        if !proof.is_empty() {
            self.set(FsfKey::BlastImmuneTypes, proof);
        }
    }

    pub(super) fn rules(&mut self) {
        // These name every field, so that none is forgotten.
        let MoveRules { must_capture, no_check, no_drop_mate, drop_mate_loses, royal_stays, duple_check } =
            &self.variant.move_rules;
        let CastleRules { bars, exposed_to, chess960 } = &self.variant.castling;
        let PassRules { allowed, last_resort, end, bikjang, points, komi: _ } = &self.variant.pass;
        self.on(FsfKey::MustCapture, *must_capture);
        self.on(FsfKey::MakpongRule, *royal_stays);
        self.on(FsfKey::DupleCheck, *duple_check != [false; 2]);
        self.on(FsfKey::OppositeCastling, *bars);
        self.on(FsfKey::Chess960, *chess960 || self.variant.castles_anywhere());
        if self.variant.shuffles() {
            self.lose("the shuffled array");
        }
        if exposed_to.contains(&true) {
            self.lose("initial moves lost when an enemy piece faces the royal");
        }
        self.on(FsfKey::Pass, *allowed && !last_resort);
        self.on(FsfKey::PassOnStalemate, *last_resort);
        if *allowed && *end != 2 {
            self.lose("passing without a draw after two passes");
        }
        self.on(FsfKey::BikjangRule, *bikjang);
        if points.is_some() && (*end > 0 || *bikjang) {
            self.lose("points that decide when the sides pass");
        }
        self.on(FsfKey::FlyingGeneral, self.variant.pieces.iter().any(|piece| piece.betza.contains("kR")));
        let bans_mates = no_drop_mate.contains(&true);
        self.on(FsfKey::ShogiPawnDropMateIllegal, bans_mates);
        if bans_mates && !drop_mate_loses {
            self.lose("illegal mates by a drop, which Fairy-Stockfish lets lose");
        }
        match no_check {
            NoCheck::Free => {}
            NoCheck::Drops => self.set(FsfKey::DropChecks, "false"),
            NoCheck::All => self.set(FsfKey::Checking, "false"),
        }
    }
}
