//! Converts a section to a definition: pieces with their moves, squares, promotions.

use super::board::{StartPosition, name};
use super::draft::{Loss, SectionDraft};
use super::inherit;
use super::ini::{self, Config};
use super::keys::FsfKey;
use super::piece_lines::{FsfPieceLine, capture_matrix};
use super::pieces::{self, FsfPiece};
use super::rules;
use super::values::{self, file};
use crate::variant::source;

/// Converts a section; returns the definition and the lost settings, to which it adds.
fn convert(title: &str, config: &Config, mut lost: Vec<Loss>) -> (String, Vec<Loss>) {
    let files = file(config.text(FsfKey::MaxFile)).unwrap_or(8).clamp(1, 26);
    let ranks = config.number(FsfKey::MaxRank).clamp(1, 99) as usize;
    let mut kinds = pieces::read(config, &mut lost);
    let start = StartPosition::read(config.text(FsfKey::StartFen), ranks);
    let has = |letter: char| kinds.iter().any(|kind| kind.letter == letter);
    let chooses =
        |kind: &&FsfPiece| pieces::is_pawn(config, kind) && config.text(FsfKey::PromotionPieceTypes) != "-";
    let has_letter = |kind: &&FsfPiece| ini::marked(kind.letter).is_none();
    let pawns = kinds.iter().filter(chooses).filter(has_letter).map(|kind| kind.letter).collect();
    let mut promoted: Vec<(char, char)> = Vec::new();
    for pair in config.text(FsfKey::PromotedPieceType).to_ascii_uppercase().split_whitespace() {
        let letters = pair.split_once(':').map(|(from, to)| (from.chars().next(), to.chars().next()));
        let Some((Some(from), Some(to))) = letters else { continue };
        // A later pair replaces an earlier one.
        promoted.retain(|pair| pair.0 != from);
        promoted.push((from, to));
    }
    promoted.retain(|&(from, to)| has(from) && has(to));
    // A type without a letter is at most a promoted form.
    kinds.retain(|kind| {
        ini::marked(kind.letter).is_none() || promoted.iter().any(|&(_, to)| to == kind.letter)
    });
    let (ids, header) = (Vec::new(), Vec::new());
    let mut draft = SectionDraft { config, files, ranks, start, kinds, pawns, promoted, ids, header, lost };
    draft.sort_promoted();
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
        self.note_drops();
        self.write_gating();
        if let Some(rows) = capture_matrix(&lines, self.config.on(FsfKey::BlastOnCapture)) {
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
