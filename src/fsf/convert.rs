//! Converts a section to a definition: pieces with their moves, squares, promotions.

use super::board::{Region, StartPosition, name};
use super::draft::{Loss, SectionDraft, file};
use super::ini::{self, Config};
use super::pieces::{self, FsfPiece};
use super::rules;
use crate::variant::source;
use std::fmt::Write;

/// The properties of a piece that depend on its colour.
#[derive(Clone, PartialEq, Eq, Default)]
struct ColorTraits {
    betza: String,
    /// `[rank from the top][file]`, from White's view; empty: nothing special.
    morph: Vec<String>,
    zone_moves: String,
    drop_zone: Vec<String>,
}

/// A piece line.
struct FsfPieceLine {
    name: String,
    id: String,
    traits: ColorTraits,
    squares: [Vec<(usize, usize)>; 2],
    hand: [usize; 2],
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Converts a section; returns the definition and the lost settings.
fn convert(title: &str, config: &Config) -> (String, Vec<Loss>) {
    let mut lost = Vec::new();
    let files = file(config.text("maxFile", "8")).unwrap_or(8).clamp(1, 26);
    let ranks = config.number("maxRank", 8).clamp(1, 99) as usize;
    let kinds = pieces::read(config, &mut lost);
    let start = StartPosition::read(config.text("startFen", START), ranks);
    let letters =
        |text: &str| text.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_uppercase()).collect();
    let pawn: String = kinds.iter().filter(|kind| kind.key == "pawn").map(|kind| kind.letter).collect();
    let pawns: Vec<char> = letters(config.text("promotionPawnTypes", config.text("pawnTypes", &pawn)));
    let mut promoted: Vec<(char, char)> = Vec::new();
    for pair in config.text("promotedPieceType", "").split_whitespace() {
        let Some((Some(from), Some(to))) =
            pair.split_once(':').map(|(a, b)| (a.chars().next(), b.chars().next()))
        else {
            continue;
        };
        // A later pair replaces an earlier one.
        promoted.retain(|pair| pair.0 != from.to_ascii_uppercase());
        promoted.push((from.to_ascii_uppercase(), to.to_ascii_uppercase()));
    }
    let mut draft = SectionDraft { config, files, ranks, start, kinds, pawns, promoted, lost };
    let has = |letter: &char| draft.kinds.iter().any(|kind| kind.letter == *letter);
    let promoted = draft.promoted.iter().copied().filter(|(from, to)| has(from) && has(to)).collect();
    let pawns = draft.pawns.iter().copied().filter(has).collect();
    (draft.promoted, draft.pawns) = (promoted, pawns);
    if config.text("promotionPieceTypes", "nbrq") == "-" {
        draft.pawns.clear();
    }
    let text = draft.text(title);
    (text, draft.lost)
}

impl SectionDraft<'_> {
    fn text(&mut self, title: &str) -> String {
        let lines = self.lines();
        let ids: Vec<String> = lines.iter().map(|line| line.id.clone()).collect();
        let mut text = format!("name={title}\ntitle={title}\n");
        let mut header = vec![
            format!("files={}", self.files),
            format!("ranks={}", self.ranks),
            String::from("symmetry=none"),
        ];
        header.extend(self.promotion(&lines));
        header.extend(rules::header(self, &ids));
        header.extend(cannon_rows(&lines).map(|rows| format!("captureMatrix={rows}")));
        for line in header {
            let _ = writeln!(text, "{line}");
        }
        for &(file, rank) in &self.start.holes {
            let _ = writeln!(text, "hole::::{}", name(file, rank));
        }
        for line in &lines {
            text += &line.text();
        }
        text
    }

    /// Returns the piece lines, promoting pieces first.
    fn lines(&mut self) -> Vec<FsfPieceLine> {
        let mut order: Vec<(String, FsfPiece)> = Vec::new();
        let of = |letter: char| self.kinds.iter().find(|kind| kind.letter == letter).cloned();
        if self.promoted.is_empty() {
            order.extend(self.pawns.iter().filter_map(|&letter| Some((letter.to_string(), of(letter)?))));
        } else {
            order.extend(self.promoted.iter().filter_map(|&(from, _)| Some((from.to_string(), of(from)?))));
            for &(from, to) in &self.promoted {
                order.extend(of(to).map(|kind| (format!("+{from}"), kind)));
            }
        }
        for kind in &self.kinds {
            let listed = order.iter().any(|(id, _)| *id == kind.letter.to_string());
            if !listed && !self.is_only_promoted(kind.letter) {
                order.push((kind.letter.to_string(), kind.clone()));
            }
        }
        let mut lines = Vec::new();
        for (id, kind) in order {
            lines.extend(self.lines_of(&id, &kind));
        }
        // Pieces that promote by rank come first; the others keep their order.
        let by_choice = self.promoted.is_empty();
        let promotes =
            |line: &FsfPieceLine| by_choice && self.pawns.iter().any(|pawn| line.id == pawn.to_string());
        lines.sort_by_key(|line| !promotes(line));
        lines
    }

    /// Whether a type only occurs as the promoted form of others.
    fn is_only_promoted(&self, letter: char) -> bool {
        let starts = |white| {
            !self.start.squares(&letter.to_string(), white).is_empty()
                || self.start.in_hand(letter, white) > 0
        };
        let choices = self.config.text("promotionPieceTypes", "nbrq").to_ascii_uppercase();
        let chosen = !self.pawns.is_empty() && choices.contains(letter);
        self.promoted.iter().any(|&(_, to)| to == letter) && !starts(true) && !starts(false) && !chosen
    }

    /// Returns the lines of a type: one, or one for each colour, or more if they depend on the start square.
    fn lines_of(&mut self, id: &str, kind: &FsfPiece) -> Vec<FsfPieceLine> {
        let squares = [true, false].map(|white| self.start.squares(id, white));
        let hand = match id.starts_with('+') {
            true => [0, 0],
            false => [true, false].map(|white| self.start.in_hand(kind.letter, white)),
        };
        if kind.key == "soldier" && !id.starts_with('+') && self.config.number("soldierPromotionRank", 1) > 1
        {
            return self.soldiers(id, kind, squares, hand);
        }
        let [white, black] = [true, false].map(|white| self.traits(id, kind, white));
        let line = |traits: &ColorTraits, squares, hand| FsfPieceLine {
            name: kind.key.clone(),
            id: id.to_owned(),
            traits: traits.clone(),
            squares,
            hand,
        };
        let absent = |at: usize| squares[at].is_empty() && hand[at] == 0;
        let whole = match (white == black, absent(0), absent(1)) {
            (false, true, _) => vec![line(&black, squares, hand)],
            (true, ..) | (false, _, true) => vec![line(&white, squares, hand)],
            (false, false, false) => vec![
                line(&white, [squares[0].clone(), Vec::new()], [hand[0], 0]),
                line(&black, [Vec::new(), squares[1].clone()], [0, hand[1]]),
            ],
        };
        whole.into_iter().flat_map(|line| self.with_double_step(line, kind)).collect()
    }

    /// Returns the lines of soldiers that move sideways from a certain rank on.
    fn soldiers(
        &mut self,
        id: &str,
        kind: &FsfPiece,
        squares: [Vec<(usize, usize)>; 2],
        hand: [usize; 2],
    ) -> Vec<FsfPieceLine> {
        let rank = self.config.number("soldierPromotionRank", 1) as usize;
        let rows = (self.ranks + 1).saturating_sub(rank);
        let morph = vec![id.repeat(self.files); rows];
        let young = ColorTraits { betza: "fW".into(), morph, ..ColorTraits::default() };
        let old = self.traits(id, kind, true);
        let line = |name: &str, traits, squares, hand| FsfPieceLine {
            name: name.into(),
            id: id.into(),
            traits,
            squares,
            hand,
        };
        vec![line("soldier", young, squares, hand), line("crossed soldier", old, [vec![], vec![]], [0, 0])]
    }

    fn traits(&mut self, id: &str, kind: &FsfPiece, white: bool) -> ColorTraits {
        let mut betza = kind.betza.clone();
        if self.castles(kind, white) {
            betza += &self.castling(white);
        }
        if kind.key == "king" && self.config.on("flyingGeneral", false) {
            betza += "fkR'";
        }
        if !id.starts_with('+') {
            betza += &self.drop_atom(kind);
        }
        if betza.is_empty() {
            // Its only move is a drop, if it is ever in hand.
            betza = format!("@{}", self.ranks);
        }
        let drop_zone = match self.drop_region(white) {
            Some(region) if self.config.on("pieceDrops", false) => {
                let region = if white { region } else { region.mirrored() };
                self.rows(|file, rank| if region.has(file, rank) { '.' } else { '!' })
            }
            _ => Vec::new(),
        };
        ColorTraits { betza, morph: self.morph(id, kind, white), zone_moves: String::new(), drop_zone }
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
            && (zone.depth().is_none() || !self.promoted.is_empty());
        self.rows(|file, rank| {
            if mobility.as_ref().is_some_and(|region| !region.has(file, rank)) {
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

    /// Returns the drop atom with the restrictions on drops of a type.
    fn drop_atom(&self, kind: &FsfPiece) -> String {
        if !self.config.on("pieceDrops", false) {
            return String::new();
        }
        let pawn = kind.key == "pawn" || self.pawns.contains(&kind.letter);
        let mut limit = self.ranks;
        if pawn && !self.config.on("promotionZonePawnDrops", false) {
            limit -= self.promotion_zone(true).depth().unwrap_or(0).min(limit - 1);
        }
        if self.config.on("immobilityIllegal", false) {
            limit = limit.min(self.ranks - stuck(&kind.betza).min(self.ranks - 1));
        }
        let single = self.config.text("dropNoDoubled", "-").to_ascii_uppercase().contains(kind.letter);
        let not_first_rank = pawn && !self.config.on("firstRankPawnDrops", false);
        let modifiers = format!("{}{}", if single { "f" } else { "" }, if not_first_rank { "j" } else { "" });
        match (modifiers.is_empty(), limit == self.ranks) {
            (true, true) => String::new(),
            _ => format!("{modifiers}@{limit}"),
        }
    }

    /// Adds the double step to a line: from start squares, or from a region. A custom piece has it in its move, as an
    /// initial move.
    fn with_double_step(&mut self, mut line: FsfPieceLine, kind: &FsfPiece) -> Vec<FsfPieceLine> {
        let own = kind.key.starts_with("customPiece") && kind.betza.contains('i');
        if line.id.starts_with('+') || !self.config.on("doubleStep", true) || kind.key != "pawn" && !own {
            return vec![line];
        }
        let default = Region::read("*2", self.files, self.ranks);
        let [white, black] = [true, false]
            .map(|white| self.region("doubleStepRegion", white).unwrap_or_else(|| default.clone()));
        let single = line.traits.betza.clone();
        let double = if own { single.replacen('i', "ii", 1) } else { format!("iifmnD{single}") };
        let starts = |at: usize, region: &Region, rank: usize, file: usize| {
            region.has(file, if at == 0 { rank } else { self.ranks - 1 - rank })
        };
        let regions = [&white, &black];
        let (mut home, mut away) = (line.squares.clone(), line.squares.clone());
        for at in 0..2 {
            home[at].retain(|&(file, rank)| starts(at, regions[at], rank, file));
            away[at].retain(|&(file, rank)| !starts(at, regions[at], rank, file));
        }
        let covers = |at: usize| home[at].len() == regions[at].names().len() || line.squares[at].is_empty();
        let drops = self.config.on("pieceDrops", false);
        let forward = !single.contains(['b', 's', 'v', 'l', 'r', 'K', 'Q', 'N']);
        let behind = |at: usize| {
            let low = regions[at].lowest().unwrap_or(0);
            away[at].iter().any(|&(_, rank)| (if at == 0 { rank } else { self.ranks - 1 - rank }) < low)
        };
        let none_away = away.iter().all(Vec::is_empty);
        // Forward-moving pawns reach no square of the region on or behind their own rank.
        let first_rank = |at: usize| {
            let own =
                line.squares[at].iter().map(|&(_, rank)| if at == 0 { rank } else { self.ranks - 1 - rank });
            own.min().unwrap_or(self.ranks)
        };
        let forward =
            forward && (0..2).all(|at| regions[at].highest().is_none_or(|rank| rank <= first_rank(at)));
        if none_away && (0..2).all(covers) || none_away && forward && !drops {
            line.traits.betza = double;
            return vec![line];
        }
        if forward && !drops && !behind(0) && !behind(1) && !own {
            let hand = std::mem::take(&mut line.hand);
            let traits = ColorTraits { betza: double, ..line.traits.clone() };
            let first =
                FsfPieceLine { name: line.name.clone(), id: line.id.clone(), traits, squares: home, hand };
            line.squares = away;
            line.name = format!("advanced {}", line.name);
            return vec![first, line];
        }
        if white != black || own {
            self.lost.push((0, String::from("double steps of pawns from exactly these squares")));
        }
        line.traits.zone_moves = format!("fmnnD:{}", white.names().join(","));
        vec![line]
    }

    fn promotion(&mut self, lines: &[FsfPieceLine]) -> Vec<String> {
        let config = self.config;
        let mut header = Vec::new();
        let zone = self.promotion_zone(true);
        if zone != self.promotion_zone(false) && zone.depth().is_some() {
            self.lost.push((0, String::from("promotion regions that are not images of each other")));
        }
        let depth = zone.depth().unwrap_or(1);
        if self.promoted.is_empty() {
            let by_rank = zone.depth().is_some();
            let promoting = |line: &&FsfPieceLine| self.pawns.iter().any(|pawn| line.id == pawn.to_string());
            let count = if by_rank { lines.iter().filter(promoting).count() } else { 0 };
            header.push(format!("maxPromote={count}"));
            header.push(format!("promoZone={depth}"));
        } else {
            let count = self.promoted.len();
            header.extend([format!("maxPromote={count}"), format!("promoOffset={count}")]);
            header.extend([format!("promoZone={depth}"), String::from("promoInside=1")]);
        }
        let mut choices = match self.pawns.is_empty() {
            true => String::new(),
            false => config.text("promotionPieceTypes", "nbrq").to_ascii_uppercase(),
        };
        if !self.pawns.is_empty() && !config.on("mandatoryPawnPromotion", true) {
            choices.extend(&self.pawns);
        }
        if config.on("mandatoryPiecePromotion", false) {
            choices.extend(self.promoted.iter().map(|(from, _)| format!("!{from}")));
        }
        if !choices.is_empty() {
            header.push(format!("promoChoice={choices}"));
        }
        let limits: Vec<String> = config
            .text("promotionLimit", "")
            .split_whitespace()
            .filter_map(|pair| {
                pair.split_once(':').map(|(piece, n)| format!("{}{n}", piece.to_ascii_uppercase()))
            })
            .collect();
        if !limits.is_empty() {
            header.push(format!("promoLimit={}", limits.join(",")));
        }
        header
    }
}

/// Returns the number of last ranks on which a piece with only forward moves would be stuck.
fn stuck(betza: &str) -> usize {
    let mut most = usize::MAX;
    let mut start = 0;
    for (at, atom) in betza.char_indices().filter(|(_, c)| c.is_ascii_uppercase()) {
        let forward = betza[start..at].contains('f') && !betza[start..at].contains(['b', 's', 'v', 'l', 'r']);
        let advance = match (forward, atom) {
            (true, 'N') => 2,
            (true, 'W' | 'R' | 'F' | 'B') => 1,
            _ => 0,
        };
        most = most.min(advance);
        start = at + 1;
    }
    if most == usize::MAX { 0 } else { most }
}

/// Returns `captureMatrix` if there are cannons that neither capture nor hop over each other.
///
/// SPEC: the rules of Janggi, which the piece `janggiCannon` is of.
fn cannon_rows(lines: &[FsfPieceLine]) -> Option<String> {
    // The first cell is for quiet moves; friends are treated like enemies.
    let cells = lines.iter().map(|line| if line.is_janggi_cannon() { '$' } else { '.' });
    let row: String = ['.'].into_iter().chain(cells).chain(['=']).collect();
    let rows: Vec<&str> =
        lines.iter().map(|line| if line.is_janggi_cannon() { &row[..] } else { "" }).collect();
    lines.iter().any(FsfPieceLine::is_janggi_cannon).then(|| rows.join("/"))
}

impl FsfPieceLine {
    /// Whether it is a Janggi cannon, which neither captures nor hops over its own kind.
    fn is_janggi_cannon(&self) -> bool {
        self.name == "janggiCannon"
    }
    fn text(&self) -> String {
        let list = |squares: &[(usize, usize)]| {
            squares.iter().map(|&(file, rank)| name(file, rank)).collect::<Vec<_>>().join(",")
        };
        let squares = match self.squares[1].is_empty() {
            true => list(&self.squares[0]),
            false => format!("{},,{}", list(&self.squares[0]), list(&self.squares[1])),
        };
        let hand = match self.hand {
            [0, 0] => String::new(),
            [white, black] => format!(":{white},{black}"),
        };
        let mut text = format!("{}:{}:{}::{squares}{hand}\n", self.name, self.id, self.traits.betza);
        let rows = |rows: &[String]| {
            let row = |row: &String| if row.chars().all(|c| c == '.') { String::new() } else { row.clone() };
            rows.iter().map(row).collect::<Vec<_>>().join("/")
        };
        if !self.traits.morph.is_empty() {
            text += &format!("morph={}\n", rows(&self.traits.morph));
        }
        if !self.traits.drop_zone.is_empty() {
            text += &format!("dropZone={}\n", rows(&self.traits.drop_zone));
        }
        if !self.traits.zone_moves.is_empty() {
            text += &format!("zoneMoves={}\n", self.traits.zone_moves);
        }
        text
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

/// Converts all sections of a file. Also returns, with their lines, stray lines and sections with an unknown parent.
pub fn import(text: &str) -> (Vec<Imported>, Vec<(usize, String)>) {
    let mut controls = Vec::new();
    let clean = source::without_controls(text, &mut controls);
    let (sections, stray) = ini::sections(&clean);
    let mut faults: Vec<(usize, String)> =
        controls.into_iter().map(|warning| (warning.position(text).0, warning.message)).collect();
    faults.extend(stray.into_iter().map(|line| (line, String::from("neither a section nor `key = value`"))));
    let mut imported = Vec::new();
    for (at, section) in sections.iter().enumerate() {
        match ini::resolve(&sections, at) {
            Ok(config) => {
                let (definition, lost) = convert(&section.name, &config);
                let (name, line) = (section.name.clone(), section.line);
                imported.push(Imported { name, line, definition, lost });
            }
            Err(why) => faults.push((section.line, format!("[{}]: {why}", section.name))),
        }
    }
    (imported, faults)
}
