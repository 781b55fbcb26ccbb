//! Exports a variant as a section of a `variants.ini`.

use super::convert::import;
use super::draws::{self, COUNTING, CountingRule, Signature};
use super::pieces::NAMED;
use crate::board::Color;
use crate::variant::captures::{CaptureActions, Column};
use crate::variant::{self, Captured, Ending, Morph, NoCheck, PieceType, Repeated, Variant};
use std::collections::BTreeSet;
use std::fmt::Write;

/// A section being written.
struct Writer<'a> {
    variant: &'a Variant,
    text: String,
    /// `[type]`: its letter in the file, if it has one.
    letters: Vec<Option<char>>,
    customs: usize,
    lost: Vec<String>,
}

/// Writes the section of a variant whose start position is `fen`. Also returns the properties that it does not express.
///
/// The section is not guaranteed to be the same game: callers that need this must read it back and compare.
pub fn export(variant: &Variant, fen: &str) -> (String, Vec<String>) {
    let letters = vec![None; variant.pieces.len()];
    let mut writer = Writer { variant, text: String::new(), letters, customs: 0, lost: Vec::new() };
    let _ = writeln!(writer.text, "[{}]", variant.name);
    writer.pieces();
    writer.board(fen);
    writer.promotion();
    writer.hands();
    writer.ends();
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

/// Returns a move without the parts expressed by keys: castling, drops, double steps, the flying general.
fn core(betza: &str) -> String {
    let text = at_drop(betza).0.replacen("iifmnD", "", 1).replacen("ifmnD", "", 1);
    let castling = text.find("isO").or_else(|| text.find("iisO"));
    text[..castling.unwrap_or(text.len())].replacen("fkR'", "", 1).replacen("fkR", "", 1)
}

fn value(ending: Ending) -> &'static str {
    match ending {
        Ending::Draw | Ending::Fewer => "draw",
        Ending::Loss => "loss",
        Ending::Win => "win",
    }
}

/// Returns a region of whole ranks.
fn whole_ranks(ranks: impl IntoIterator<Item = u16>) -> String {
    ranks.into_iter().map(|rank| format!("*{rank}")).collect::<Vec<_>>().join(" ")
}

impl<'a> Writer<'a> {
    fn set(&mut self, key: &str, value: impl std::fmt::Display) {
        let _ = writeln!(self.text, "{key} = {value}");
    }

    fn on(&mut self, key: &str, condition: bool) {
        if condition {
            self.set(key, "true");
        }
    }

    fn betza(&self, piece: PieceType) -> &'a str {
        &self.variant.pieces[piece.index()].betza
    }

    fn morph(&self, piece: PieceType) -> Option<&'a [Morph]> {
        self.variant.promotion.morph.get(piece.index())?.as_deref()
    }

    fn lose(&mut self, what: impl Into<String>) {
        self.lost.push(what.into());
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
                    && core(self.betza(*other)) == core(self.betza(piece))
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
                self.set("soldierPromotionRank", rank + 1);
            }
            None => self.piece(piece, letter),
        }
    }

    fn piece(&mut self, piece: PieceType, letter: char) {
        self.letters[piece.index()] = Some(letter);
        let core = core(self.betza(piece));
        let no_passing = core == "fmWfcF";
        if self.variant.is_royal(piece) {
            if !self.text.contains("\nking = ") {
                let own = if core == "K" { String::new() } else { format!(":{core}") };
                return self.set("king", format!("{letter}{own}"));
            }
            self.lose(format!("a second royal type, {letter}"));
        }
        let other = |name: &str| name == "pawn" && no_passing || name == "elephant" && core == "nA";
        let named = NAMED.iter().find(|&&(name, betza)| name != "king" && (betza == core || other(name)));
        match named {
            Some(&(name, _)) if !self.text.contains(&format!("\n{name} = ")) => self.set(name, letter),
            _ if core.is_empty() => self.set("immobile", letter),
            _ => {
                self.customs += 1;
                let simple = |c: char| c.is_ascii_digit() || "mcfbrlsvhpgniWFDANHCZGRBQK".contains(c);
                if !core.chars().all(simple) {
                    self.lose(format!("the move {core} of {letter}"));
                }
                self.set(&format!("customPiece{}", self.customs), format!("{letter}:{core}"));
            }
        }
    }

    fn board(&mut self, fen: &str) {
        let board = &self.variant.board;
        let (files, ranks) = (board.files(), board.ranks());
        if files > 12 || ranks > 10 {
            self.lose("a board of more than 12 files or 10 ranks");
        }
        self.set("maxFile", files);
        self.set("maxRank", ranks);
        self.set("startFen", fen);
        let range = self.variant.pieces.iter().find_map(|piece| Some(piece.betza.split_once('O')?.1));
        let castles = |piece| self.betza(piece).contains('O');
        let mut setup = self.variant.setup.iter();
        let start = setup.find(|&&(_, color, piece)| color == Color::White && castles(piece));
        match (range, start) {
            (Some(range), Some(&(square, _, piece))) => {
                let digits = range.find(|c: char| !c.is_ascii_digit()).unwrap_or(range.len());
                let distance: u16 = range[..digits].parse().unwrap_or(2);
                let file = board.file(square);
                let by_range = (file.saturating_sub(distance), file + distance);
                let (left, right) = self.variant.castle_files.unwrap_or(by_range);
                let letter = |file: u16| char::from(b'a' + file.min(25) as u8);
                self.set("castlingQueensideFile", letter(left));
                self.set("castlingKingsideFile", letter(right));
                if let Some(king) = self.letters[piece.index()].filter(|&king| king != 'k') {
                    self.set("castlingKingPiece", king);
                }
            }
            _ => self.set("castling", "false"),
        }
        self.double_steps();
    }

    /// Writes the regions of double steps: whole ranks.
    fn double_steps(&mut self) {
        let variant = self.variant;
        let doubles = |piece: PieceType| variant.pieces[piece.index()].betza.contains("fmnD");
        if !variant.types().any(doubles) {
            return self.set("doubleStep", "false");
        }
        for color in Color::BOTH {
            let own = variant.setup.iter().filter(|&&(_, owner, piece)| owner == color && doubles(piece));
            let ranks: BTreeSet<u16> = own.map(|&(square, ..)| variant.board.rank(square) + 1).collect();
            if !ranks.is_empty() {
                self.set(&format!("doubleStepRegion{color:?}"), whole_ranks(ranks));
            }
        }
    }

    fn region(&self, squares: &[bool], color: Color) -> String {
        let board = &self.variant.board;
        let named =
            board.squares().filter(|&square| squares[self.variant.as_white_sees(color, square).index()]);
        named.map(|square| board.name_from(1, square)).collect::<Vec<_>>().join(" ")
    }

    fn letters_of(&self, types: impl Iterator<Item = PieceType>) -> String {
        let mut letters: Vec<char> = types.filter_map(|piece| self.letters[piece.index()]).collect();
        letters.dedup();
        letters.into_iter().collect()
    }

    fn promotion(&mut self) {
        let (promotion, ranks) = (&self.variant.promotion, self.variant.board.ranks());
        if promotion.types == 0 {
            return self.set("promotionPieceTypes", "-");
        }
        let zone = promotion.zone.min(ranks);
        self.set("promotionRegionWhite", whole_ranks(ranks - zone + 1..=ranks));
        self.set("promotionRegionBlack", whole_ranks(1..=zone));
        let movers = self.variant.types().take(promotion.types.into());
        let choices = promotion.choices.first().cloned().unwrap_or_default();
        if promotion.offset > 0 {
            let pair = |piece: PieceType| {
                let to = (*self.letters.get(piece.index() + usize::from(promotion.offset))?)?;
                Some(format!("{}:{to}", self.letters[piece.index()]?))
            };
            self.set("promotedPieceType", movers.filter_map(pair).collect::<Vec<_>>().join(" "));
            self.set("promotionPieceTypes", "-");
            self.on("mandatoryPiecePromotion", choices.iter().any(|choice| choice.not_last));
            return;
        }
        let pawns = self.letters_of(movers);
        self.set("pawnTypes", &pawns);
        let own = |choice: &&crate::variant::Choice| choice.piece.0 < promotion.types;
        let into = self.letters_of(choices.iter().filter(|choice| !own(choice)).map(|choice| choice.piece));
        self.set("promotionPieceTypes", into);
        if choices.iter().any(|choice| own(&choice)) {
            self.set("mandatoryPawnPromotion", "false");
        }
        if choices.iter().any(|choice| choice.from_hand || choice.not_last || choice.ranks.is_some()) {
            self.lose("promotion that depends on the rank or on pieces in hand");
        }
        let limit = |piece: PieceType| {
            let limit = promotion.limits.get(piece.index()).copied().flatten()?;
            Some(format!("{}:{limit}", self.letters[piece.index()]?))
        };
        let limits: Vec<String> = self.variant.types().filter_map(limit).collect();
        if !limits.is_empty() {
            self.set("promotionLimit", limits.join(" "));
        }
    }

    fn hands(&mut self) {
        let any = self.variant.hands.iter().flatten().any(|&count| count > 0);
        match self.variant.captured {
            Captured::ToOwner => self.lose("captured pieces that return to their owner"),
            Captured::ToCapturer => {
                self.set("capturesToHand", "true");
                self.on("dropLoop", !self.variant.capture_demotes && self.variant.promotion.offset == 0);
            }
            Captured::Discarded if !any => return,
            Captured::Discarded => {}
        }
        self.set("pieceDrops", "true");
        let variant = self.variant;
        let drop = |piece: PieceType| Some((piece, at_drop(&variant.pieces[piece.index()].betza).1?));
        let drops: Vec<(PieceType, &str)> = variant.types().filter_map(drop).collect();
        let single = drops.iter().filter(|(_, modifiers)| modifiers.contains('f')).map(|drop| drop.0);
        let single = self.letters_of(single);
        if !single.is_empty() {
            self.set("dropNoDoubled", single);
        }
        let pawn = self.variant.promotion.offset == 0 && self.variant.promotion.types > 0;
        self.on("firstRankPawnDrops", pawn && !drops.iter().any(|(_, modifiers)| modifiers.contains('j')));
        self.on("promotionZonePawnDrops", pawn && drops.is_empty());
        self.on("immobilityIllegal", !pawn);
        self.on("dropPromoted", self.variant.hand_rules.drop_forms);
        self.on("mustDrop", self.variant.hand_rules.drops_first);
    }

    fn ends(&mut self) {
        let ends = &self.variant.ends;
        if ends.stalemate != Ending::Draw {
            self.set("stalemateValue", value(ends.stalemate));
            self.on("stalematePieceCount", ends.stalemate == Ending::Fewer);
        }
        if ends.checkmate != Ending::Loss {
            self.set("checkmateValue", value(ends.checkmate));
        }
        self.set("nMoveRule", ends.quiet_plies / 2);
        self.set("nFoldRule", ends.repetition);
        match ends.repeated {
            Repeated::ToMove(Ending::Draw) | Repeated::First(Ending::Draw) => {}
            Repeated::Points => self.lose("points that decide a repetition"),
            Repeated::ToMove(ending) => self.set("nFoldValue", value(ending)),
            Repeated::First(ending) => {
                self.set("nFoldValue", value(ending));
                self.set("nFoldValueAbsolute", "true");
            }
        }
        self.on("perpetualCheckIllegal", ends.perpetual);
        if ends.quiet_points {
            self.lose("points that decide when the move count ends the game");
        }
        if let Some(resets) = &ends.resets {
            let letters = self.letters_of(self.variant.types().filter(|piece| resets[piece.index()]));
            self.set("nMoveRuleTypes", if letters.is_empty() { String::from("-") } else { letters });
        }
        self.on("checkCounting", ends.checks != [0, 0]);
        if ends.connect > 0 {
            self.set("connectN", ends.connect);
        }
        self.on("flagPieceSafe", ends.goal.safe);
        self.on("flagMove", ends.goal.equal);
        if ends.baring.contains(&true) {
            self.set("extinctionValue", "loss");
            self.set("extinctionPieceTypes", "*");
            self.set("extinctionPieceCount", 1);
            self.set("extinctionOpponentPieceCount", 2);
            self.set("extinctionClaim", "true");
        }
        self.extinction();
        if ends.impasse.is_some() || !ends.castle_wins.is_empty() {
            self.lose("impasse, or castling that wins");
        }
        self.squares();
    }

    /// Writes the named counting and chasing rules that match when read back.
    fn draws(&mut self) {
        let (counting, chases) = draws::signature(self.variant, |piece| self.letters[piece.index()]);
        let read = |setting: &str| signature(&format!("{}{setting}\n", self.text));
        let counts = |rule: &&CountingRule| {
            read(&format!("countingRule = {}", rule.name)).is_some_and(|read| read.0 == counting)
        };
        let matches = || read("chasingRule = axf").is_some_and(|read| read.1 == chases);
        let counting = counting.as_ref().map(|_| COUNTING.iter().find(counts));
        let chasing = (!chases.is_empty()).then(matches);
        match counting {
            Some(Some(rule)) => self.set("countingRule", rule.name),
            Some(None) => self.lose("counting against a weak side"),
            None => {}
        }
        match chasing {
            Some(true) => self.set("chasingRule", "axf"),
            Some(false) => self.lose("perpetual chase"),
            None => {}
        }
    }

    fn extinction(&mut self) {
        let rules = &self.variant.ends.extinct;
        let Some(first) = rules.first() else { return };
        if rules.iter().any(|rule| (rule.most, rule.ending) != (first.most, first.ending)) {
            self.lose("several kinds of extinction");
        }
        let all = first.types.iter().all(|&counts| counts);
        let listed = self.variant.types().filter(|p| rules.iter().any(|rule| rule.types[p.index()]));
        let types = if all { String::from("*") } else { self.letters_of(listed) };
        self.set("extinctionValue", value(first.ending));
        self.set("extinctionPieceTypes", types);
        self.set("extinctionPieceCount", first.most);
    }

    /// Writes the squares where pieces win or may not move.
    fn squares(&mut self) {
        let mut flags: Vec<char> = Vec::new();
        let mut regions = [const { String::new() }; 2];
        for piece in self.variant.types() {
            let (Some(morph), Some(letter)) = (self.morph(piece), self.letters[piece.index()]) else {
                continue;
            };
            let wins: Vec<bool> =
                morph.iter().map(|m| matches!(m, Morph::WinLater | Morph::WinNow)).collect();
            if wins.contains(&true) {
                flags.push(letter);
                // A type may belong to one side only, and another type with the same letter to the other.
                for color in Color::BOTH.into_iter().filter(|&color| self.variant.starts_with(color, piece)) {
                    regions[color.index()] = self.region(&wins, color);
                }
            }
            let free: Vec<bool> = morph.iter().map(|&symbol| symbol != Morph::Forbidden).collect();
            if free.contains(&false) {
                let letter = letter.to_string();
                let mut settings = self.text.lines().filter_map(|line| line.split_once(" = "));
                let setting = settings.find(|(_, value)| value.split(':').next() == Some(&letter));
                let (first, rest) = setting.map_or(("", ""), |(key, _)| key.split_at(1));
                let key = first.to_ascii_uppercase() + rest;
                self.set(&format!("mobilityRegionWhite{key}"), self.region(&free, Color::White));
                self.set(&format!("mobilityRegionBlack{key}"), self.region(&free, Color::Black));
            }
        }
        flags.dedup();
        if !flags.is_empty() {
            self.set("flagPiece", flags.into_iter().collect::<String>());
            self.set("flagRegionWhite", &regions[0]);
            self.set("flagRegionBlack", &regions[1]);
        }
    }

    fn rules(&mut self) {
        let rules = &self.variant.rules;
        let captures = &self.variant.captures;
        let capture = captures.event(false, PieceType(0), Column::Enemy(PieceType(0)));
        let explodes = capture.actions.intersects(CaptureActions::BLAST);
        if !explodes && !captures.is_empty() {
            self.lose("effects and restrictions of captures");
        }
        self.on("blastOnCapture", explodes);
        self.on("mustCapture", rules.must_capture);
        self.on("makpongRule", rules.royal_stays);
        self.on("dupleCheck", rules.duple_check != [false; 2]);
        self.on("oppositeCastling", self.variant.castling.bars);
        self.on("pass", self.variant.pass.allowed);
        self.on("bikjangRule", self.variant.pass.bikjang);
        self.on("flyingGeneral", self.variant.pieces.iter().any(|piece| piece.betza.contains("fkR")));
        self.on("shogiPawnDropMateIllegal", rules.no_drop_mate.contains(&true));
        match rules.no_check {
            NoCheck::Free => {}
            NoCheck::Drops => self.set("dropChecks", "false"),
            NoCheck::All => self.set("checking", "false"),
        }
    }
}

/// Creates the signature of the section of a text.
fn signature(text: &str) -> Option<Signature> {
    let section = import(text).0.pop()?;
    let (variant, _) = variant::read(&section.name, &section.definition).ok()?;
    let letter = |piece: PieceType| {
        let id = variant.pieces[piece.index()].id.trim_start_matches('+');
        id.chars().next().map(|letter| letter.to_ascii_lowercase())
    };
    Some(draws::signature(&variant, letter))
}
