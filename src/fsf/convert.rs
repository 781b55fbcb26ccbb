//! Converts a section to a definition: pieces with their moves, squares, promotions.

use super::betza::stuck;
use super::board::{StartPosition, name};
use super::draft::{Loss, SectionDraft};
use super::inherit;
use super::ini::{self, Config};
use super::piece_lines::{ColorTraits, FsfPieceLine, cannon_rows};
use super::pieces::{self, FsfPiece};
use super::rules;
use super::values::{self, file};
use crate::variant::source;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Converts a section; returns the definition and the lost settings, to which it adds.
fn convert(title: &str, config: &Config, mut lost: Vec<Loss>) -> (String, Vec<Loss>) {
    let files = file(config.text("maxFile", "8")).unwrap_or(8).clamp(1, 26);
    let ranks = config.number("maxRank", 8).clamp(1, 99) as usize;
    let kinds = pieces::read(config, &mut lost);
    let start = StartPosition::read(config.text("startFen", START), ranks);
    let has = |letter: char| kinds.iter().any(|kind| kind.letter == letter);
    let chooses =
        |kind: &&FsfPiece| pieces::is_pawn(config, kind) && config.text("promotionPieceTypes", "-") != "-";
    let pawns = kinds.iter().filter(chooses).map(|kind| kind.letter).collect();
    let mut promoted: Vec<(char, char)> = Vec::new();
    for pair in config.text("promotedPieceType", "").to_ascii_uppercase().split_whitespace() {
        let letters = pair.split_once(':').map(|(from, to)| (from.chars().next(), to.chars().next()));
        let Some((Some(from), Some(to))) = letters else { continue };
        // A later pair replaces an earlier one.
        promoted.retain(|pair| pair.0 != from);
        promoted.push((from, to));
    }
    promoted.retain(|&(from, to)| has(from) && has(to));
    // The first type must promote on the last rank: one that could not move from there.
    let stays = |letter: char| !kinds.iter().any(|kind| kind.letter == letter && stuck(&kind.betza) > 0);
    promoted.sort_by_key(|&(from, _)| stays(from));
    let (ids, header) = (Vec::new(), Vec::new());
    let mut draft = SectionDraft { config, files, ranks, start, kinds, pawns, promoted, ids, header, lost };
    values::check(&mut draft);
    let text = draft.text(title);
    (text, draft.lost)
}

impl SectionDraft<'_> {
    fn text(&mut self, title: &str) -> String {
        let lines = self.lines();
        self.ids = lines.iter().map(|line| line.id.clone()).collect();
        self.set("files", self.files);
        self.set("ranks", self.ranks);
        self.set("symmetry", "none");
        self.promotion();
        rules::write(self);
        if let Some(rows) = cannon_rows(&lines) {
            self.set("captureMatrix", rows);
        }
        let holes = self.start.holes.iter().map(|&(file, rank)| format!("hole::::{}", name(file, rank)));
        let header: String = self.header.iter().cloned().chain(holes).map(|line| line + "\n").collect();
        let pieces: String = lines.iter().map(FsfPieceLine::text).collect();
        // The name of a variant must not contain blanks or commas.
        let words = title.split([' ', '\t', ',']).filter(|word| !word.is_empty());
        let name = words.collect::<Vec<_>>().join("-");
        format!("name={name}\ntitle={title}\n{header}{pieces}")
    }

    /// Returns the piece lines, promoting pieces first.
    fn lines(&mut self) -> Vec<FsfPieceLine> {
        let of = |letter: char| self.kinds.iter().find(|kind| kind.letter == letter).cloned();
        let forms: Vec<char> = self.promoted.iter().map(|pair| pair.0).collect();
        let promoting = if forms.is_empty() { self.pawns.clone() } else { forms };
        let mut order: Vec<(String, FsfPiece)> =
            promoting.into_iter().filter_map(|letter| Some((letter.to_string(), of(letter)?))).collect();
        order.extend(self.promoted.iter().filter_map(|&(from, to)| Some((format!("+{from}"), of(to)?))));
        for kind in &self.kinds {
            let id = kind.letter.to_string();
            if !order.iter().any(|(known, _)| *known == id) && !self.is_only_promoted(kind.letter) {
                order.push((id, kind.clone()));
            }
        }
        let mut lines: Vec<_> = order.iter().flat_map(|(id, kind)| self.lines_of(id, kind)).collect();
        // Pieces that promote by rank come first; the others keep their order.
        lines.sort_by_key(|line| !(self.promoted.is_empty() && self.is_pawn(&line.id)));
        lines
    }

    /// Whether pieces with this ID promote by choice.
    fn is_pawn(&self, id: &str) -> bool {
        self.pawns.iter().any(|pawn| id == pawn.to_string())
    }

    /// Whether a type only occurs as the promoted form of others.
    fn is_only_promoted(&self, letter: char) -> bool {
        self.is_form(letter) && !self.starts(letter) && !self.is_choice(letter)
    }

    /// Whether there may be pieces of a type.
    fn occurs(&self, letter: char) -> bool {
        self.starts(letter) || self.is_choice(letter) || self.is_form(letter)
    }

    /// Whether there are pieces of a type at the start.
    fn starts(&self, letter: char) -> bool {
        self.start.letters().any(|other| other.to_ascii_uppercase() == letter)
    }

    /// Returns the lines of a type: one, or one for each colour, or more if they depend on the start square.
    fn lines_of(&mut self, id: &str, kind: &FsfPiece) -> Vec<FsfPieceLine> {
        let is_form = id.starts_with('+');
        let squares = [true, false].map(|white| self.start.squares(id, white));
        let hand =
            [true, false].map(|white| if is_form { 0 } else { self.start.in_hand(kind.letter, white) });
        let [traits, black] = [true, false].map(|white| self.traits(id, kind, white));
        let mut line = FsfPieceLine { name: kind.key.clone(), id: id.to_owned(), traits, squares, hand };
        if kind.key == "soldier" && !is_form && self.config.number("soldierPromotionRank", 1) > 1 {
            if line.traits != black {
                self.lose("soldierPromotionRank", "different squares of White's and Black's soldiers");
            }
            return self.soldiers(line);
        }
        let regions = [true, false].map(|white| self.double_step_region(white));
        let differ = line.traits != black || self.steps_twice(id, kind) && regions[0] != regions[1];
        let absent = |at: usize| line.squares[at].is_empty() && line.hand[at] == 0;
        // Lines of promoting types correspond to those of their forms.
        let has_form = self.promoted.iter().any(|pair| pair.0 == kind.letter) && !absent(0) && !absent(1);
        if differ && (has_form || self.can_gain(id, kind)) {
            self.lost.push((0, format!("{id}: different squares or moves of White and Black")));
        }
        let lines = match (differ, absent(0), absent(1)) {
            (true, true, _) => vec![FsfPieceLine { traits: black, ..line }],
            (false, ..) | (true, _, true) => vec![line],
            (true, false, false) => {
                let mut other = FsfPieceLine { traits: black, ..line.clone() };
                (line.squares[1], line.hand[1]) = (Vec::new(), 0);
                (other.squares[0], other.hand[0]) = (Vec::new(), 0);
                vec![line, other]
            }
        };
        lines.into_iter().flat_map(|line| self.with_double_step(line, kind)).collect()
    }

    /// Whether a side can gain pieces of the type, by captures or promotion.
    fn can_gain(&self, id: &str, kind: &FsfPiece) -> bool {
        let mut choices = self.config.text("promotionPieceTypes", "-").to_ascii_uppercase();
        if !self.config.on("mandatoryPawnPromotion", true) {
            choices.extend(&self.pawns);
        }
        id.starts_with('+')
            || self.captures_to_hand() && kind.key != "king"
            || !self.pawns.is_empty() && choices.contains(kind.letter)
    }

    /// Returns the lines of soldiers that move sideways from a certain rank on.
    fn soldiers(&mut self, old: FsfPieceLine) -> Vec<FsfPieceLine> {
        if self.captures_to_hand() {
            self.lose("soldierPromotionRank", "soldiers that are dropped");
        }
        let crossed = self.config.number("soldierPromotionRank", 1) as usize - 1;
        let letter = old.id.chars().next().unwrap_or('.');
        let symbol = |file: usize, rank: usize| {
            let row = old.traits.morph.get(self.ranks - 1 - rank);
            match row.and_then(|row| row.chars().nth(file)).unwrap_or('.') {
                '.' if rank >= crossed => letter,
                symbol => symbol,
            }
        };
        let (betza, morph) = (old.traits.betza.replacen("fsW", "fW", 1), self.rows(symbol));
        let traits = ColorTraits { betza, morph, ..old.traits.clone() };
        let young = FsfPieceLine { name: "soldier".into(), traits, ..old.clone() };
        let name = "crossed soldier".into();
        vec![young, FsfPieceLine { name, squares: [vec![], vec![]], hand: [0, 0], ..old }]
    }

    fn traits(&self, id: &str, kind: &FsfPiece, white: bool) -> ColorTraits {
        let mut betza = kind.betza.clone();
        if self.castles(kind, white) {
            betza += &self.castling(white);
        }
        if kind.key == "king" && self.config.on("flyingGeneral", false) {
            betza += "kR'";
        }
        if !id.starts_with('+') {
            betza += &self.drop_atom(kind, white);
        }
        if betza.is_empty() {
            // Its only move is a drop, if it is ever in hand.
            betza = format!("@{}", self.ranks);
        }
        let drop_zone = self.drop_zone(id, kind, white);
        ColorTraits { betza, morph: self.morph(id, kind, white), zone_moves: String::new(), drop_zone }
    }

    /// Draws the squares where a type may not be dropped, apart from the limits in its drop atom.
    fn drop_zone(&self, id: &str, kind: &FsfPiece, white: bool) -> Vec<String> {
        let starts = !id.starts_with('+') && self.start.in_hand(kind.letter, white) > 0;
        let held = starts || self.captures_to_hand();
        if !held || !self.config.on("pieceDrops", false) {
            return Vec::new();
        }
        let region = self.drop_region(white).map(|region| if white { region } else { region.mirrored() });
        let zone = self.promotion_zone(white);
        let barred = zone.depth().is_none() && self.bars_pawn(kind, "promotionZonePawnDrops");
        self.rows(|file, rank| {
            let outside = region.as_ref().is_some_and(|region| !region.has(file, rank));
            if outside || barred && zone.has(file, rank) { '!' } else { '.' }
        })
    }

    /// Whether the type is the built-in pawn and the switch that allows its drops on certain ranks is off.
    fn bars_pawn(&self, kind: &FsfPiece, switch: &str) -> bool {
        kind.key == "pawn" && !self.config.on(switch, false)
    }

    /// Draws the board from White's view, the highest rank first; trailing ranks of dots are omitted.
    fn rows(&self, symbol: impl Fn(usize, usize) -> char) -> Vec<String> {
        let row = |rank: usize| (0..self.files).map(|file| symbol(file, rank)).collect::<String>();
        let mut rows: Vec<String> = (0..self.ranks).rev().map(row).collect();
        let plain = |row: &String| row.chars().all(|c| c == '.');
        while rows.last().is_some_and(plain) {
            rows.pop();
        }
        rows
    }

    fn morph(&self, id: &str, kind: &FsfPiece, white: bool) -> Vec<String> {
        let key = format!("mobilityRegion{}{}", if white { "White" } else { "Black" }, kind.capital_key());
        let mobility = self.region(&key, true).map(|region| if white { region } else { region.mirrored() });
        let flag = rules::flag(self, kind.letter, white);
        let zone = self.promotion_zone(white);
        let by_square = self.pawns.contains(&kind.letter)
            && !id.starts_with('+')
            && (self.promotes_by_square() || !self.promoted.is_empty());
        let dead_end = self.must_promote(kind) && !id.starts_with('+') && !self.promotes(kind.letter);
        self.rows(|file, rank| {
            if mobility.as_ref().is_some_and(|region| !region.has(file, rank))
                || dead_end && zone.has(file, rank)
            {
                '!'
            } else if flag.as_ref().is_some_and(|region| region.has(file, rank)) {
                '+'
            } else if by_square && zone.has(file, rank) {
                '*'
            } else {
                '.'
            }
        })
    }

    /// Whether a type may enter the promotion zone only by promoting.
    fn must_promote(&self, kind: &FsfPiece) -> bool {
        self.config.on("mandatoryPawnPromotion", true) && pieces::is_pawn(self.config, kind)
    }

    /// Whether a type promotes at all.
    fn promotes(&self, letter: char) -> bool {
        self.pawns.contains(&letter) || self.promoted.iter().any(|&(from, _)| from == letter)
    }

    /// Whether the promotion zones are not the same number of last ranks for both sides.
    pub(super) fn promotes_by_square(&self) -> bool {
        let zone = self.promotion_zone(true);
        zone != self.promotion_zone(false) || zone.depth().is_none_or(|depth| depth == 0)
    }

    /// Returns the drop atom with the restrictions on drops of a type.
    fn drop_atom(&self, kind: &FsfPiece, white: bool) -> String {
        if !self.config.on("pieceDrops", false) {
            return String::new();
        }
        let mut limit = self.ranks;
        if self.bars_pawn(kind, "promotionZonePawnDrops") {
            limit -= self.promotion_zone(white).depth().unwrap_or(0).min(limit - 1);
        }
        if self.config.on("immobilityIllegal", false) {
            limit = limit.min(self.ranks - stuck(&kind.betza).min(self.ranks - 1));
        }
        let single = self.config.text("dropNoDoubled", "-").to_ascii_uppercase().contains(kind.letter);
        let not_first_rank = self.bars_pawn(kind, "firstRankPawnDrops");
        let modifiers = format!("{}{}", if single { "f" } else { "" }, if not_first_rank { "j" } else { "" });
        if modifiers.is_empty() && limit == self.ranks {
            String::new()
        } else {
            format!("{modifiers}@{limit}")
        }
    }

    /// Whether a type has a double step, or another initial move of its own.
    fn steps_twice(&self, id: &str, kind: &FsfPiece) -> bool {
        let own = kind.key == "pawn" || kind.betza.contains('i');
        own && !id.starts_with('+') && self.config.on("doubleStep", true)
    }

    /// Adds the double step to a line: from start squares, or from a region. A custom piece has it in its move, as an
    /// initial move.
    fn with_double_step(&mut self, mut line: FsfPieceLine, kind: &FsfPiece) -> Vec<FsfPieceLine> {
        if !self.steps_twice(&line.id, kind) {
            return vec![line];
        }
        let own = kind.key != "pawn";
        let regions = [true, false].map(|white| self.double_step_region(white));
        let single = line.traits.betza.clone();
        let double = if own { single.replace('i', "ii") } else { format!("iifmnD{single}") };
        // Ranks are counted from the own side.
        let own_rank = |at: usize, rank: usize| if at == 0 { rank } else { self.ranks - 1 - rank };
        let (mut home, mut away) = (line.squares.clone(), line.squares.clone());
        for at in 0..2 {
            let starts = |&(file, rank): &(usize, usize)| regions[at].has(file, own_rank(at, rank));
            home[at].retain(starts);
            away[at].retain(|square| !starts(square));
        }
        let covers = |at: usize| home[at].len() == regions[at].names().len() || line.squares[at].is_empty();
        let drops = self.config.on("pieceDrops", false);
        let behind = |at: usize| {
            let low = regions[at].lowest().unwrap_or(0);
            away[at].iter().any(|&(_, rank)| own_rank(at, rank) < low)
        };
        let none_away = away.iter().all(Vec::is_empty);
        // Forward-moving pawns reach no square of the region on or behind their own rank.
        let first_rank = |at: usize| {
            line.squares[at].iter().map(|&(_, rank)| own_rank(at, rank)).min().unwrap_or(self.ranks)
        };
        let forward = !single.contains(['b', 's', 'v', 'l', 'r', 'K', 'Q', 'N'])
            && (0..2).all(|at| regions[at].highest().is_none_or(|rank| rank <= first_rank(at)));
        if none_away && ((0..2).all(covers) || forward && !drops) {
            line.traits.betza = double;
            return vec![line];
        }
        if forward && !drops && !behind(0) && !behind(1) && !own {
            let traits = ColorTraits { betza: double, ..line.traits.clone() };
            let first = FsfPieceLine { traits, squares: home, ..line.clone() };
            let name = format!("advanced {}", line.name);
            return vec![first, FsfPieceLine { name, squares: away, hand: [0, 0], ..line }];
        }
        if own {
            self.lost.push((0, String::from("initial moves from exactly these squares")));
        }
        // A line with pieces of both sides has the same region for both.
        let white = !line.squares[0].is_empty() || line.hand[0] > 0;
        let names = regions[usize::from(!white)].names();
        if !names.is_empty() {
            line.traits.zone_moves = format!("fmnnD:{}", names.join(","));
        }
        vec![line]
    }

    fn promotion(&mut self) {
        let config = self.config;
        let by_square = self.promotes_by_square();
        if by_square && !self.promoted.is_empty() {
            self.lost.push((0, String::from("promotion regions that are not the last ranks")));
        }
        let promotes = |letter: char| self.promoted.iter().any(|&(from, _)| from == letter);
        if self.promoted.iter().any(|&(_, to)| promotes(to)) {
            self.lose("promotedPieceType", "promoted pieces that promote again");
        }
        let depth = self.promotion_zone(true).depth().filter(|_| !by_square).unwrap_or(1);
        if self.promoted.is_empty() {
            let promoting = self.ids.iter().filter(|id| !by_square && self.is_pawn(id)).count();
            self.set("maxPromote", promoting);
            self.set("promoZone", depth);
        } else {
            self.set("maxPromote", self.promoted.len());
            self.set("promoOffset", self.promoted.len());
            self.set("promoZone", depth);
            self.set("promoInside", 1);
        }
        let mut choices = String::new();
        if !self.pawns.is_empty() {
            choices += &config.text("promotionPieceTypes", "-").to_ascii_uppercase();
            if !config.on("mandatoryPawnPromotion", true) {
                // A pawn that could not move from the last rank may not stay one there.
                let bars = |pawn: char| if self.is_immobile(pawn) { "!" } else { "" };
                choices +=
                    &self.pawns.iter().map(|&pawn| format!("{}{pawn}", bars(pawn))).collect::<String>();
            }
        }
        let all = config.on("mandatoryPiecePromotion", false);
        let must = |from: char| self.kinds.iter().any(|kind| kind.letter == from && self.must_promote(kind));
        let forced =
            self.promoted.iter().filter(|&&(from, _)| all || must(from) && !self.pawns.contains(&from));
        choices.extend(forced.map(|(from, _)| format!("!{from}")));
        if !choices.is_empty() {
            self.set("promoChoice", choices);
        }
        self.deferrals();
        let limits = config.text("promotionLimit", "").split_whitespace();
        let limits = limits.filter_map(|pair| pair.split_once(':'));
        let mut ids: Vec<String> = Vec::new();
        for (piece, n) in limits {
            let (of, forms) = (|id: &String| self.letter_of(id) == piece.chars().next(), ids.len());
            ids.extend(self.ids.iter().filter(|id| of(id)).map(|id| format!("{id}{n}")));
            ids.dedup();
            if ids.len() > forms + 1 {
                self.lose("promotionLimit", "types to which several others promote");
            }
        }
        if !ids.is_empty() {
            self.set("promoLimit", ids.join(","));
        }
    }

    /// Returns the letter of the type with an ID: that of the promoted form for `+P`.
    fn letter_of(&self, id: &str) -> Option<char> {
        let letter = id.chars().last();
        let form = self.promoted.iter().find(|&&(from, _)| id.starts_with('+') && Some(from) == letter);
        form.map_or(letter, |&(_, to)| Some(to))
    }

    /// Whether pieces of a type may not go where they could never move again.
    fn is_immobile(&self, letter: char) -> bool {
        let kind = self.kinds.iter().find(|kind| kind.letter == letter);
        self.config.on("immobilityIllegal", false) && kind.is_some_and(|kind| stuck(&kind.betza) > 0)
    }

    /// Notes where pieces may go without promoting in only one of the two programs.
    fn deferrals(&mut self) {
        let all = self.config.on("mandatoryPiecePromotion", false);
        let of = |letter: char| self.kinds.iter().find(|kind| kind.letter == letter);
        let must = |letter: char| all || of(letter).is_some_and(|kind| self.must_promote(kind));
        // In a definition the first type must promote on the last rank, as must those that could never move again.
        let forced = self.promoted.iter().enumerate().filter(|&(at, &(from, _))| {
            let forced = at == 0 || of(from).is_some_and(|kind| stuck(&kind.betza) > 0);
            forced && !must(from) && !self.is_immobile(from)
        });
        let forced: String = forced.map(|(_, pair)| pair.0).collect();
        let bound =
            |letter: &char| self.is_immobile(*letter) && !self.promotes(*letter) && self.occurs(*letter);
        let barred: String = self.kinds.iter().map(|kind| kind.letter).filter(bound).collect();
        if !forced.is_empty() {
            self.lose("promotedPieceType", &format!("{forced} must promote on the last rank"));
        }
        if !barred.is_empty() {
            self.lose("immobilityIllegal", &format!("{barred} may not go where it could never move again"));
        }
    }
}

/// A section converted to a definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// Its name.
    pub name: String,
    /// Line of its header, from 1.
    pub line: usize,
    /// The definition.
    pub definition: String,
    /// Settings that were lost: line (0: of a built-in Fairy-Stockfish game) and description.
    pub lost: Vec<(usize, String)>,
}

/// Converts all sections of a file. Also returns, with their lines, stray lines and sections without a name or with an
/// unknown parent.
pub fn import(text: &str) -> (Vec<Imported>, Vec<(usize, String)>) {
    let mut controls = Vec::new();
    let text = source::without_mark(text);
    let clean = source::without_controls(text, &mut controls);
    let (sections, stray) = ini::sections(&clean);
    let controls = controls.into_iter().map(|warning| (warning.position(text).0, warning.message));
    let stray = stray.into_iter().map(|line| (line, String::from("neither a section nor `key = value`")));
    let mut faults: Vec<(usize, String)> = controls.chain(stray).collect();
    let mut imported = Vec::new();
    for (at, section) in sections.iter().enumerate() {
        match inherit::resolve(&sections, at) {
            _ if section.name.is_empty() => {
                faults.push((section.line, String::from("[]: the section has no name")))
            }
            Ok((config, faults)) => {
                let (definition, lost) = convert(&section.name, &config, faults);
                imported.push(Imported { name: section.name.clone(), line: section.line, definition, lost });
            }
            Err(why) => faults.push((section.line, format!("[{}]: {why}", section.name))),
        }
    }
    (imported, faults)
}

/// Returns the names of all sections of a file, converted or not.
pub fn section_names(text: &str) -> Vec<String> {
    let clean = source::without_controls(source::without_mark(text), &mut Vec::new());
    ini::sections(&clean).0.into_iter().map(|section| section.name).collect()
}
