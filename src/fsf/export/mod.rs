//! Exports a variant as a section of a `variants.ini`.

mod ends;
mod rules;

use super::betza::{append, atoms, same_moves, untranslate};
use super::board::whole_ranks;
use super::gating::without_gating;
use super::keys::{DOUBLE_STEP_REGION, FsfKey};
use super::pieces::{NAMED, adapted};
use crate::board::Color;
use crate::variant::captures::CaptureActions;
use crate::variant::castling::setup_rules;
use crate::variant::{Morph, PieceType, Variant};
use std::collections::BTreeSet;
use std::fmt::Write;

/// A section being written.
struct Writer<'a> {
    variant: &'a Variant,
    text: String,
    /// `[type]`: its letter in the file, if it has one.
    letters: Vec<Option<char>>,
    customs: usize,
    /// Whether captures explode. There can be no `king` then.
    explodes: bool,
    lost: Vec<String>,
}

/// Writes the section of a variant whose start position is `fen`. Also returns the properties that it does not express.
///
/// The section is not guaranteed to be the same game: callers that need this must read it back and compare.
pub fn export(variant: &Variant, fen: &str) -> (String, Vec<String>) {
    let letters = vec![None; variant.pieces.len()];
    let explodes = variant.captures.have(CaptureActions::BLAST);
    let mut writer = Writer { variant, text: String::new(), letters, customs: 0, explodes, lost: Vec::new() };
    let _ = writeln!(writer.text, "[{}]", variant.name);
    writer.pieces();
    writer.board(fen);
    writer.promotion();
    writer.hands();
    writer.mobility();
    writer.ends();
    writer.captures();
    writer.rules();
    writer.draws();
    (writer.text, writer.lost)
}

/// Splits a move into the part before its drop, and the modifiers of the drop if it has one.
fn at_drop(betza: &str) -> (&str, Option<&str>) {
    let Some((head, _)) = betza.split_once('@') else { return (betza, None) };
    let (moves, modifiers) = head.split_at(head.trim_end_matches(|c: char| c.is_ascii_lowercase()).len());
    (moves, Some(modifiers))
}

/// Returns a move without the parts expressed by keys: castling, drops, gating, double steps, the flying general.
fn core(betza: &str) -> String {
    let lower = |c: char| c.is_ascii_lowercase();
    let mut text = without_gating(at_drop(betza).0);
    for double_step in ["iifmnD", "ifmnD", "fmnnD"] {
        if let Some((before, after)) = text.split_once(double_step) {
            let mut rest = before.to_owned();
            append(&mut rest, after);
            text = rest;
        }
    }
    let moves = text.split_once('O').map_or(text.as_str(), |(head, _)| head.trim_end_matches(lower));
    let Some((before, after)) = moves.split_once("kR") else { return moves.to_owned() };
    let mut rest = before.trim_end_matches(lower).to_owned();
    append(&mut rest, after.trim_start_matches('\''));
    rest
}

impl<'a> Writer<'a> {
    fn set(&mut self, key: impl AsRef<str>, value: impl std::fmt::Display) {
        let _ = writeln!(self.text, "{} = {value}", key.as_ref());
    }

    fn on(&mut self, key: FsfKey, condition: bool) {
        if condition {
            self.set(key, "true");
        }
    }

    fn betza(&self, piece: PieceType) -> &'a str {
        &self.variant.pieces[piece.index()].betza
    }

    fn morph(&self, piece: PieceType) -> Option<&'a [Morph]> {
        self.variant.promotion.morph_of(piece)
    }

    fn lose(&mut self, what: impl Into<String>) {
        let what = what.into();
        if !self.lost.contains(&what) {
            self.lost.push(what);
        }
    }

    /// Writes the types, each with its own letter; promoted forms get the letter of a type with the same moves, if
    /// there is one.
    fn pieces(&mut self) {
        let variant = self.variant;
        let id = |piece: PieceType| &variant.pieces[piece.index()].id;
        let (forms, types): (Vec<_>, Vec<_>) = variant.types().partition(|&piece| id(piece).starts_with('+'));
        for piece in types {
            let id = id(piece);
            let letter = id.chars().next().filter(|_| id.len() == 1).map(|c| c.to_ascii_lowercase());
            match letter {
                Some(letter) if !self.letters.contains(&Some(letter)) => self.first_of_letter(piece, letter),
                Some(letter) => self.letters[piece.index()] = Some(letter),
                None => self.lose(format!("the ID {id}: only letters are supported")),
            }
        }
        for piece in forms {
            let same = |other: &PieceType| {
                self.letters[other.index()].is_some()
                    && !variant.is_royal(*other)
                    && same_moves(&core(self.betza(*other)), &core(self.betza(piece)))
            };
            if let Some(twin) = variant.types().find(same) {
                self.letters[piece.index()] = self.letters[twin.index()];
            } else if let Some(letter) = ('a'..='z').find(|&c| !self.letters.contains(&Some(c))) {
                self.piece(piece, letter);
            }
        }
    }

    /// Writes the first type with its letter. A second type with the same letter is supported for a soldier, which
    /// moves sideways from a certain rank on.
    fn first_of_letter(&mut self, piece: PieceType, letter: char) {
        let (variant, board) = (self.variant, &self.variant.board);
        let ranks_of = |old: PieceType| {
            let morph = self.morph(piece)?;
            let turns = |&rank: &u16| {
                let mut squares = (0..board.files()).filter_map(|file| board.at(file.into(), rank.into()));
                squares.all(|square| morph[square.index()] == Morph::Into(old))
            };
            (0..board.ranks()).find(turns)
        };
        let id = |piece: PieceType| &variant.pieces[piece.index()].id;
        let old = variant.types().find(|&other| other > piece && id(other) == id(piece));
        let soldier = old.filter(|&old| core(self.betza(piece)) == "fW" && core(self.betza(old)) == "fsW");
        match soldier.and_then(|old| Some((old, ranks_of(old)?))) {
            Some((old, rank)) => {
                self.letters[old.index()] = Some(letter);
                self.letters[piece.index()] = Some(letter);
                self.set("soldier", letter);
                self.set(FsfKey::SoldierPromotionRank, rank + 1);
            }
            None => self.piece(piece, letter),
        }
    }

    fn piece(&mut self, piece: PieceType, letter: char) {
        self.letters[piece.index()] = Some(letter);
        let core = core(self.betza(piece));
        let no_passing = core == "fmWfcF";
        if self.variant.is_royal(piece) && !self.explodes {
            if !self.text.contains("\nking = ") {
                let betza = untranslate(&core);
                if betza.is_none() {
                    self.lose(format!("the move {core} of {letter}"));
                }
                let own = if core == "K" { String::new() } else { format!(":{}", betza.unwrap_or(core)) };
                return self.set("king", format!("{letter}{own}"));
            }
            self.lose(format!("a second royal type, {letter}"));
        }
        let other = |name: &str| name == "pawn" && no_passing || name == "elephant" && core == "nA";
        let named =
            NAMED.iter().find(|&&(name, betza)| name != "king" && (same_moves(betza, &core) || other(name)));
        match named {
            Some(&(name, _)) if !self.text.contains(&format!("\n{name} = ")) => self.set(name, letter),
            _ if core.is_empty() => self.set("immobile", letter),
            _ => {
                self.customs += 1;
                // Either all captures are also en passant or none.
                let passing = !core.contains('e') || adapted(&core, true, true) == core;
                let betza = untranslate(&core).filter(|_| passing);
                if betza.is_none() {
                    self.lose(format!("the move {core} of {letter}"));
                }
                let betza = betza.unwrap_or(core);
                self.set(format!("customPiece{}", self.customs), format!("{letter}:{betza}"));
            }
        }
    }

    fn board(&mut self, fen: &str) {
        let board = &self.variant.board;
        let (files, ranks) = (board.files(), board.ranks());
        if files > 12 || ranks > 10 {
            self.lose("a board of more than 12 files or 10 ranks");
        }
        self.set(FsfKey::MaxFile, files);
        self.set(FsfKey::MaxRank, ranks);
        self.set(FsfKey::StartFen, fen);
        self.castling();
        self.double_steps();
    }

    fn castling(&mut self) {
        let (variant, board) = (self.variant, &self.variant.board);
        let rules = setup_rules(variant);
        if rules.is_empty() {
            return self.set(FsfKey::Castling, "false");
        }
        let letter = |file: u16| char::from(b'a' + file.min(25) as u8);
        for (key, partner_key, right) in [
            (FsfKey::CastlingQueensideFile, FsfKey::CastlingRookQueensideFile, false),
            (FsfKey::CastlingKingsideFile, FsfKey::CastlingRookKingsideFile, true),
        ] {
            let side = rules.iter().filter(|rule| rule.to_highest_file(board) == right);
            let files: BTreeSet<u16> = side.clone().map(|rule| board.file(rule.to)).collect();
            if let Some(&file) = files.first() {
                self.set(key, letter(file));
            }
            // The partner is found from this file inward.
            let partners = side.map(|rule| board.file(rule.partner));
            let (outermost, corner) =
                if right { (partners.max(), board.files() - 1) } else { (partners.min(), 0) };
            if let Some(file) = outermost.filter(|&file| file != corner) {
                self.set(partner_key, letter(file));
            }
            if files.len() > 1 {
                self.lose("castling by several distances to one side");
            }
        }
        let partner = |square| variant.array().iter().find(|piece| piece.0 == square).map(|piece| piece.2);
        let kings = self.letters_of(rules.iter().map(|rule| rule.king.piece()));
        let partners = self.letters_of(rules.iter().filter_map(|rule| partner(rule.partner)));
        // Without these keys, the types `king` and `rook` castle.
        for (key, name, letters) in
            [(FsfKey::CastlingKingPiece, "king", &kings), (FsfKey::CastlingRookPieces, "rook", &partners)]
        {
            if letters.chars().map(|letter| self.key(letter)).ne([Some(name)]) {
                self.set(key, letters);
            }
        }
        let rank = |color: Color, rank| if color == Color::White { rank } else { board.ranks() - 1 - rank };
        let ranks: BTreeSet<u16> =
            rules.iter().map(|rule| rank(rule.king.color(), board.rank(rule.from))).collect();
        if kings.len() > 1 || ranks.len() > 1 {
            self.lose("castling of several types or on several ranks");
        }
        if let Some(rank) = ranks.first().filter(|&&rank| rank > 0) {
            self.set(FsfKey::CastlingRank, rank + 1);
        }
    }

    /// Returns the key of the type with a letter.
    fn key(&self, letter: char) -> Option<&str> {
        let mut settings = self.text.lines().filter_map(|line| line.split_once(" = "));
        let is_type = |value: &str| value.split(':').next().is_some_and(|first| first.chars().eq([letter]));
        settings.find(|(_, value)| is_type(value)).map(|(key, _)| key)
    }

    /// Writes the regions of double steps: whole ranks.
    fn double_steps(&mut self) {
        let (variant, board) = (self.variant, &self.variant.board);
        let doubles = |piece: PieceType| {
            let betza = &variant.pieces[piece.index()].betza;
            betza.contains("fmnD") || betza.contains("fmnnD") || core(betza).contains('i')
        };
        self.trails();
        if !variant.types().any(doubles) {
            return self.set(FsfKey::DoubleStep, "false");
        }
        for color in Color::BOTH {
            let own = variant.setup.iter().filter(|&&(_, owner, piece)| owner == color && doubles(piece));
            let mut ranks: BTreeSet<u16> = own.clone().map(|&(square, ..)| board.rank(square) + 1).collect();
            // Some pawns may step twice from everywhere.
            if own.clone().any(|&(.., piece)| variant.pieces[piece.index()].betza.contains("fmnnD")) {
                ranks = (1..=board.ranks()).collect();
            }
            if !ranks.is_empty() {
                self.set(DOUBLE_STEP_REGION.each[color.index()], whole_ranks(ranks));
            }
        }
        self.en_passant();
    }

    /// Notes moves after which a piece can be captured en passant, but which are not initial.
    fn trails(&mut self) {
        let cores: Vec<String> = self.variant.types().map(|piece| core(self.betza(piece))).collect();
        let trail = |modifiers: &str| modifiers.contains('n') && !modifiers.contains('i');
        let trails =
            |core: &String| atoms(core).unwrap_or_default().iter().any(|(modifiers, _)| trail(modifiers));
        if cores.iter().any(|core| core.contains('e')) && cores.iter().any(trails) {
            self.lose("en passant captures of pieces after moves that are not initial");
        }
    }

    /// Writes which types capture en passant: by default those that promote by choice.
    fn en_passant(&mut self) {
        let (variant, promotion) = (self.variant, &self.variant.promotion);
        let letters =
            |by: &dyn Fn(PieceType) -> bool| self.letters_of(variant.types().filter(|&piece| by(piece)));
        let passing = letters(&|piece| core(self.betza(piece)).contains('e'));
        let promoting = letters(&|piece| promotion.offset == 0 && piece.0 < promotion.types);
        if passing.is_empty() {
            return self.set(FsfKey::EnPassantRegion, "-");
        }
        if passing != promoting {
            self.set(FsfKey::EnPassantTypes, &passing);
        }
        let pawn = self.letters.iter().flatten().find(|&&letter| self.key(letter) == Some("pawn"));
        if pawn.is_some_and(|&pawn| !passing.contains(pawn)) {
            self.lose("pawns that do not capture en passant");
        }
    }

    fn region(&self, squares: &[bool], color: Color) -> String {
        let board = &self.variant.board;
        let named =
            board.squares().filter(|&square| squares[self.variant.as_white_sees(color, square).index()]);
        named.map(|square| board.name_from(1, square)).collect::<Vec<_>>().join(" ")
    }

    fn letters_of(&self, types: impl Iterator<Item = PieceType>) -> String {
        let mut letters: Vec<char> = Vec::new();
        for letter in types.filter_map(|piece| self.letters[piece.index()]) {
            if !letters.contains(&letter) {
                letters.push(letter);
            }
        }
        letters.into_iter().collect()
    }

    fn promotion(&mut self) {
        let (promotion, ranks) = (&self.variant.promotion, self.variant.board.ranks());
        self.morphs();
        let has_pawn = self.letters.iter().flatten().any(|&letter| self.key(letter) == Some("pawn"));
        if promotion.types == 0 || promotion.offset > 0 {
            self.set(FsfKey::PromotionPieceTypes, "-");
            // The built-in pawn could not enter the zone.
            if has_pawn {
                self.set(FsfKey::MandatoryPawnPromotion, "false");
            }
        }
        if promotion.types == 0 {
            return;
        }
        let zone = promotion.zone.min(ranks);
        self.set(FsfKey::PromotionRegionWhite, whole_ranks(ranks - zone + 1..=ranks));
        self.set(FsfKey::PromotionRegionBlack, whole_ranks(1..=zone));
        let movers = self.variant.types().take(promotion.types.into());
        let choices = promotion.choices.first().cloned().unwrap_or_default();
        if promotion.offset > 0 {
            let pair = |piece: PieceType| {
                let to = (*self.letters.get(piece.index() + usize::from(promotion.offset))?)?;
                Some(format!("{}:{to}", self.letters[piece.index()]?))
            };
            let pairs = movers.filter_map(pair).collect::<Vec<_>>().join(" ");
            self.set(FsfKey::PromotedPieceType, pairs);
            // A piece that could never move again must promote.
            self.set(FsfKey::ImmobilityIllegal, "true");
            self.on(FsfKey::MandatoryPiecePromotion, choices.iter().any(|choice| choice.not_last));
            return;
        }
        let pawns = self.letters_of(movers);
        self.set(FsfKey::PawnTypes, &pawns);
        let own = |choice: &&crate::variant::Choice| choice.piece.0 < promotion.types;
        let into = self.letters_of(choices.iter().filter(|choice| !own(choice)).map(|choice| choice.piece));
        self.set(FsfKey::PromotionPieceTypes, into);
        if choices.iter().any(|choice| own(&choice)) {
            self.set(FsfKey::MandatoryPawnPromotion, "false");
        }
        if choices.iter().any(|choice| choice.from_hand || choice.not_last || choice.ranks.is_some()) {
            self.lose("promotion that depends on the rank or on pieces in hand");
        }
        let limit = |piece: PieceType| {
            let limit = promotion.limit_of(piece)?;
            Some(format!("{}:{limit}", self.letters[piece.index()]?))
        };
        let limits: Vec<String> = self.variant.types().filter_map(limit).collect();
        if !limits.is_empty() {
            self.set(FsfKey::PromotionLimit, limits.join(" "));
        }
    }

    /// Notes promotion on certain squares, apart from that of soldiers.
    fn morphs(&mut self) {
        let promotes = |symbol: &Morph| match symbol {
            Morph::Into(old) => {
                self.letters[old.index()].and_then(|letter| self.key(letter)) != Some("soldier")
            }
            Morph::Choose(_) | Morph::MayPromote | Morph::MustPromote => true,
            _ => false,
        };
        if self.variant.types().any(|piece| self.morph(piece).is_some_and(|morph| morph.iter().any(promotes)))
        {
            self.lose("promotion on certain squares");
        }
    }
}
