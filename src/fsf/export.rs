//! Exports a variant as a section of a `variants.ini`.

use super::convert::import;
use super::draws::Signature;
use super::pieces::NAMED;
use crate::board::Color;
use crate::variant::captures::{CaptureActions, Column};
use crate::variant::{self, Captured, Ending, Morph, NoCheck, PieceType, Repeated, Variant};
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

/// Returns a move without the parts expressed by keys: castling, drops, double steps, the flying general.
fn core(betza: &str) -> String {
    let mut text = betza.split('@').next().unwrap_or_default().to_owned();
    if betza.contains('@') {
        text.truncate(text.trim_end_matches(|c: char| c.is_ascii_lowercase()).len());
    }
    for double in ["iifmnD", "ifmnD"] {
        text = text.replacen(double, "", 1);
    }
    let castling = text.find("isO").or_else(|| text.find("iisO"));
    if let Some(at) = castling {
        text.truncate(at);
    }
    for facing in ["fkR'", "fkR"] {
        text = text.replacen(facing, "", 1);
    }
    text
}

fn value(ending: Ending) -> &'static str {
    match ending {
        Ending::Draw | Ending::Fewer => "draw",
        Ending::Loss => "loss",
        Ending::Win => "win",
    }
}

impl Writer<'_> {
    fn set(&mut self, key: &str, value: impl std::fmt::Display) {
        let _ = writeln!(self.text, "{key} = {value}");
    }

    fn on(&mut self, key: &str, condition: bool) {
        if condition {
            self.set(key, "true");
        }
    }

    fn lose(&mut self, what: impl Into<String>) {
        self.lost.push(what.into());
    }

    /// Writes the types, each with its own letter; promoted forms get the letter of a type with the same moves, if
    /// there is one.
    fn pieces(&mut self) {
        let forms = |id: &str| id.starts_with('+');
        for piece in self.variant.types().filter(|p| !forms(&self.variant.pieces[p.index()].id)) {
            let id = self.variant.pieces[piece.index()].id.clone();
            let letter = id.chars().next().filter(|_| id.len() == 1).map(|c| c.to_ascii_lowercase());
            match letter {
                Some(letter) if !self.letters.contains(&Some(letter)) => self.first_of_letter(piece, letter),
                Some(letter) => self.letters[piece.index()] = Some(letter),
                None => self.lose(format!("the ID {id}: only letters are supported")),
            }
        }
        for piece in self.variant.types().filter(|p| forms(&self.variant.pieces[p.index()].id)) {
            let same = |other: &PieceType| {
                let (a, b) = (&self.variant.pieces[other.index()], &self.variant.pieces[piece.index()]);
                self.letters[other.index()].is_some()
                    && !self.variant.is_royal(*other)
                    && core(&a.betza) == core(&b.betza)
            };
            if let Some(twin) = self.variant.types().find(same) {
                self.letters[piece.index()] = self.letters[twin.index()];
            } else if let Some(letter) = ('a'..='z').find(|&c| !self.letters.contains(&Some(c))) {
                self.piece(piece, letter);
            }
        }
    }

    /// Writes the first type with its letter. A second type with the same letter is supported for a soldier, which
    /// moves sideways from a certain rank on.
    fn first_of_letter(&mut self, piece: PieceType, letter: char) {
        let (pieces, morph) = (&self.variant.pieces, &self.variant.promotion.morph);
        let moves = |piece: PieceType| core(&pieces[piece.index()].betza);
        let ranks_of = |old: PieceType| {
            let morph = morph.get(piece.index())?.as_ref()?;
            let turns = |rank: u16| {
                let on = |file: u16| self.variant.board.at(file.into(), rank.into());
                let mut squares = (0..self.variant.board.files()).filter_map(on);
                squares.all(|square| morph[square.index()] == Morph::Into(old))
            };
            (0..self.variant.board.ranks()).find(|&rank| turns(rank))
        };
        let old = self
            .variant
            .types()
            .find(|&other| other > piece && pieces[other.index()].id == pieces[piece.index()].id);
        let soldier = old.filter(|&old| moves(piece) == "fW" && moves(old) == "fsW");
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
        let core = core(&self.variant.pieces[piece.index()].betza);
        let no_passing = core == "fmWfcF";
        if self.variant.is_royal(piece) && !self.text.contains("\nking = ") {
            let own = if core == "K" { String::new() } else { format!(":{core}") };
            return self.set("king", format!("{letter}{own}"));
        }
        if self.variant.is_royal(piece) {
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
        let kings = self
            .variant
            .pieces
            .iter()
            .map(|piece| piece.betza.find('O').map(|at| piece.betza[at + 1..].to_owned()));
        let range = kings.flatten().next();
        let start = self.variant.setup.iter().find(|(_, color, piece)| {
            *color == Color::White && self.variant.pieces[piece.index()].betza.contains('O')
        });
        match (range, start) {
            (Some(range), Some(&(square, _, piece))) => {
                let distance: u16 =
                    range.chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap_or(2);
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
        let doubles = |piece: &PieceType| self.variant.pieces[piece.index()].betza.contains("fmnD");
        let starts = |color: Color| {
            let own =
                self.variant.setup.iter().filter(move |(_, owner, piece)| *owner == color && doubles(piece));
            let mut ranks: Vec<u16> = own.map(|&(square, ..)| self.variant.board.rank(square) + 1).collect();
            ranks.sort_unstable();
            ranks.dedup();
            ranks.iter().map(|rank| format!("*{rank}")).collect::<Vec<_>>().join(" ")
        };
        let any = self.variant.types().any(|piece| doubles(&piece));
        let regions = Color::BOTH.map(starts);
        if !any {
            return self.set("doubleStep", "false");
        }
        for (region, side) in regions.iter().zip(["White", "Black"]).filter(|(region, _)| !region.is_empty())
        {
            self.set(&format!("doubleStepRegion{side}"), region);
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
        let rank = |n: u16| format!("*{n}");
        let zone = promotion.zone.min(ranks);
        self.set("promotionRegionWhite", (ranks - zone + 1..=ranks).map(rank).collect::<Vec<_>>().join(" "));
        self.set("promotionRegionBlack", (1..=zone).map(rank).collect::<Vec<_>>().join(" "));
        let movers = self.variant.types().take(promotion.types.into());
        let choices = promotion.choices.first().cloned().unwrap_or_default();
        if promotion.offset > 0 {
            let pairs = movers.filter_map(|piece| {
                let to =
                    self.letters.get(piece.index() + usize::from(promotion.offset)).copied().flatten()?;
                Some(format!("{}:{to}", self.letters[piece.index()]?))
            });
            let pairs = pairs.collect::<Vec<_>>().join(" ");
            self.set("promotedPieceType", pairs);
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
        let drops = self.variant.types().filter_map(|piece| {
            let betza = &self.variant.pieces[piece.index()].betza;
            let head = betza.split('@').next().filter(|_| betza.contains('@'))?;
            Some((piece, head[head.trim_end_matches(|c: char| c.is_ascii_lowercase()).len()..].to_owned()))
        });
        let drops: Vec<(PieceType, String)> = drops.collect();
        let single =
            self.letters_of(drops.iter().filter(|(_, modifiers)| modifiers.contains('f')).map(|drop| drop.0));
        if !single.is_empty() {
            self.set("dropNoDoubled", single);
        }
        let pawn = self.variant.promotion.offset == 0 && self.variant.promotion.types > 0;
        let first = drops.iter().any(|(_, modifiers)| modifiers.contains('j'));
        self.on("firstRankPawnDrops", pawn && !first);
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
        for (given, what) in [(ends.quiet_points, "points that decide when the move count ends the game")] {
            if given {
                self.lose(what);
            }
        }
        if let Some(resets) = &ends.resets {
            let types: Vec<PieceType> = self.variant.types().filter(|piece| resets[piece.index()]).collect();
            let letters = self.letters_of(types.into_iter());
            self.set("nMoveRuleTypes", if letters.is_empty() { String::from("-") } else { letters });
        }
        self.on("checkCounting", ends.checks != [0, 0]);
        if ends.connect > 0 {
            self.set("connectN", ends.connect);
        }
        self.on("flagPieceSafe", ends.goal.safe);
        self.on("flagMove", ends.goal.equal);
        if ends.baring.contains(&true) {
            let keys =
                [("extinctionValue", "loss"), ("extinctionPieceTypes", "*"), ("extinctionPieceCount", "1")];
            keys.iter().for_each(|(key, value)| self.set(key, value));
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
        let wanted = Signature::new(self.variant, |piece| self.letters[piece.index()]);
        let read = |setting: &str| signature(&format!("{}{setting}\n", self.text));
        let counts = |name: &&&str| {
            read(&format!("countingRule = {name}")).is_some_and(|read| read.counting == wanted.counting)
        };
        let counting = Signature::RULES.iter().find(counts).filter(|_| wanted.counting.is_some());
        let chases = !wanted.chases.is_empty()
            && read("chasingRule = axf").is_some_and(|read| read.chases == wanted.chases);
        match counting {
            Some(name) => self.set("countingRule", name),
            None if wanted.counting.is_some() => self.lose("counting against a weak side"),
            None => {}
        }
        if chases {
            self.set("chasingRule", "axf");
        } else if !wanted.chases.is_empty() {
            self.lose("perpetual chase");
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
            let Some(morph) = self.variant.promotion.morph.get(piece.index()).cloned().flatten() else {
                continue;
            };
            let Some(letter) = self.letters[piece.index()] else { continue };
            let on =
                |wanted: &[Morph]| morph.iter().map(|symbol| wanted.contains(symbol)).collect::<Vec<bool>>();
            let wins = on(&[Morph::WinLater, Morph::WinNow]);
            if wins.contains(&true) {
                flags.push(letter);
                // A type may belong to one side only, and another type with the same letter to the other.
                for color in Color::BOTH.into_iter().filter(|&color| self.starts(piece, color)) {
                    regions[color.index()] = self.region(&wins, color);
                }
            }
            let free: Vec<bool> = on(&[Morph::Forbidden]).iter().map(|banned| !banned).collect();
            if free.contains(&false) {
                let line = self.text.lines().find(|line| {
                    line.split(" = ").nth(1).is_some_and(|v| v.split(':').next() == Some(&letter.to_string()))
                });
                let key = line.and_then(|line| line.split(" = ").next()).unwrap_or_default().to_owned();
                let key = key[..1.min(key.len())].to_ascii_uppercase() + &key[1.min(key.len())..];
                self.set(&format!("mobilityRegionWhite{key}"), self.region(&free, Color::White));
                self.set(&format!("mobilityRegionBlack{key}"), self.region(&free, Color::Black));
            }
        }
        flags.dedup();
        if !flags.is_empty() {
            let [white, black] = regions;
            self.set("flagPiece", flags.into_iter().collect::<String>());
            self.set("flagRegionWhite", white);
            self.set("flagRegionBlack", black);
        }
    }

    /// Whether a side starts with a piece of the type.
    fn starts(&self, piece: PieceType, color: Color) -> bool {
        let on_board = self.variant.setup.iter().any(|&(_, owner, other)| (owner, other) == (color, piece));
        on_board || self.variant.hands[color.index()].get(piece.index()).is_some_and(|&count| count > 0)
    }

    fn rules(&mut self) {
        let rules = &self.variant.rules;
        let captures = &self.variant.captures;
        let (mover, victim) = (PieceType(0), Column::Enemy(PieceType(0)));
        let explodes = captures.event(false, mover, victim).actions.has(CaptureActions::BLAST);
        if !explodes && !captures.is_empty() {
            self.lose("effects and restrictions of captures");
        }
        self.on("blastOnCapture", explodes);
        self.on("mustCapture", rules.priority.is_some());
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
    Some(Signature::new(&variant, letter))
}
