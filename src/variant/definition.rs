//! A definition sorted into parameters and piece lines, not yet interpreted.

use super::diagnostic::Diagnostic;
use super::keys::{self, Key, KeyRole};
use super::source::{self, SourceLine, Text};

/// Minimum number of colons in a piece line.
const PIECE_COLONS: usize = 4;

/// The name of the piece line that removes squares from the board.
const HOLE: &str = "hole";

/// A piece line. SPEC: section Pieces: name, ID, move, image, squares, number in hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceLine<'a> {
    pub(super) name: Text<'a>,
    pub(super) id: Text<'a>,
    pub(super) betza: Text<'a>,
    pub(super) image: Text<'a>,
    pub(super) squares: Text<'a>,
    pub(super) hand: Text<'a>,
    /// The `morph` parameter that follows it.
    pub(super) morph: Option<Text<'a>>,
    /// The `dropZone` parameter that follows it.
    pub(super) drop_zone: Option<Text<'a>>,
    /// The `zoneMoves` parameter that follows it.
    pub(super) zone_moves: Option<Text<'a>>,
}

impl PieceLine<'_> {
    /// Returns the span for diagnostics about the whole piece: its name, or the start of its line if it has none.
    pub(super) fn span(&self) -> std::ops::Range<usize> {
        if self.name.is_empty() { self.id.span() } else { self.name.span() }
    }
}

/// A `captureMatrix` and its position.
#[derive(Clone, Copy, Debug)]
pub(super) struct MatrixText<'a> {
    /// Its value.
    pub(super) text: Text<'a>,
    /// Number of piece lines before it.
    pub(super) pieces: usize,
}

/// The lines of a definition by kind.
#[derive(Default, Debug)]
pub(super) struct Definition<'a> {
    parameters: Vec<(Key, Text<'a>)>,
    /// In order, holes left out.
    pub(super) pieces: Vec<PieceLine<'a>>,
    /// The squares of the `hole` lines.
    pub(super) holes: Vec<Text<'a>>,
    /// The `captureMatrix` parameters.
    pub(super) matrices: Vec<MatrixText<'a>>,
}

/// The line that a parameter about "the piece line just before" refers to.
#[derive(Clone, Copy)]
enum Subject {
    Nothing,
    Hole,
    Piece,
}

impl<'a> Definition<'a> {
    /// Sorts the lines of `source` and reports those of no known kind. A text that has lost its line breaks gives a
    /// single error.
    pub(super) fn parse(source: &'a str, report: &mut Vec<Diagnostic>) -> Self {
        let mut definition = Self::default();
        let mut lines = source::lines(source);
        let only = lines.next().filter(|_| lines.next().is_none());
        if let Some(second) = only.and_then(second_on_line) {
            let message = "more than one parameter or piece on a line";
            let help = "each parameter and each piece needs its own line: the text was probably pasted without \
                        its line breaks";
            report.push(Diagnostic::error(second.span(), message).with_help(help));
            return definition;
        }
        let mut subject = Subject::Nothing;
        for line in source::lines(source) {
            match line {
                SourceLine::Prose(text) => report.push(prose(text)),
                SourceLine::Piece(fields) => subject = definition.add_piece(&fields, report),
                SourceLine::Parameter { key, value } => definition.add_parameter(key, value, subject, report),
            }
        }
        definition
    }

    /// Whether it has neither parameters nor pieces.
    pub(super) fn is_empty(&self) -> bool {
        self.parameters.is_empty() && self.pieces.is_empty()
    }

    /// Returns the value of a parameter; `None` if it is missing or empty.
    pub(super) fn value(&self, key: Key) -> Option<Text<'a>> {
        self.values(key).next_back()
    }

    /// Returns all non-empty values of a parameter.
    pub(super) fn values(&self, key: Key) -> impl DoubleEndedIterator<Item = Text<'a>> {
        self.parameters
            .iter()
            .filter(move |(known, value)| *known == key && !value.is_empty())
            .map(|&(_, value)| value)
    }

    /// Whether the parameter is present, even with an empty value.
    pub(super) fn mentions(&self, key: Key) -> bool {
        self.parameters.iter().any(|(known, _)| *known == key)
    }

    fn add_piece(&mut self, fields: &[Text<'a>], report: &mut Vec<Diagnostic>) -> Subject {
        let &[name, id, betza, image, squares, ref rest @ ..] = fields else { return Subject::Nothing };
        if name.text.eq_ignore_ascii_case(HOLE) {
            self.holes.push(squares);
            return Subject::Hole;
        }
        if let Some(extra) = rest.iter().skip(1).find(|field| !field.is_empty()) {
            let help = "a piece line reads name:ID:move:image:squares:number in hand";
            report
                .push(Diagnostic::warning(extra.span(), "field beyond the sixth is ignored").with_help(help));
        }
        let nothing = squares.slice(squares.text.len(), squares.text.len());
        let hand = rest.first().copied().unwrap_or(nothing);
        self.pieces.push(PieceLine {
            name,
            id,
            betza,
            image,
            squares,
            hand,
            morph: None,
            drop_zone: None,
            zone_moves: None,
        });
        Subject::Piece
    }

    fn add_parameter(
        &mut self,
        name: Text<'a>,
        value: Text<'a>,
        subject: Subject,
        report: &mut Vec<Diagnostic>,
    ) {
        match keys::role(name.text) {
            None if keys::is_colour(name.text) => {
                let message = format!("`{}` looks like a colour of the diagram: ignored", name.text);
                report.push(Diagnostic::warning(name.span(), message));
            }
            None => report.push(unknown(name)),
            Some(KeyRole::Ignored) => {}
            Some(KeyRole::Undocumented) => {
                if !value.is_empty() && value.text != "0" {
                    let message =
                        format!("`{}` may change the rules, but its effect is undocumented", name.text);
                    let help = "express the rule with documented parameters";
                    report.push(Diagnostic::error(name.span(), message).with_help(help));
                }
            }
            Some(KeyRole::Read(key @ (Key::Morph | Key::DropZone))) => {
                self.add_board(key, name, value, subject, report);
            }
            Some(KeyRole::Read(Key::CaptureMatrix)) => {
                self.matrices.push(MatrixText { text: value, pieces: self.pieces.len() });
            }
            Some(KeyRole::Read(Key::ZoneMoves)) => match (subject, self.pieces.last_mut()) {
                (Subject::Piece, Some(piece)) => piece.zone_moves = Some(value),
                _ => {
                    let help = "`zoneMoves` belongs below the line of its piece";
                    report
                        .push(Diagnostic::error(name.span(), "`zoneMoves` without a piece").with_help(help));
                }
            },
            Some(KeyRole::Read(key)) => {
                if !key.repeats() && self.value(key).is_some_and(|earlier| earlier.text != value.text) {
                    let message = format!("`{}` is given more than once", name.text);
                    report.push(Diagnostic::warning(name.span(), message).with_help("the last value counts"));
                }
                self.parameters.push((key, value));
            }
        }
    }

    /// Adds a board to the piece of the preceding line.
    fn add_board(
        &mut self,
        key: Key,
        name: Text<'a>,
        value: Text<'a>,
        subject: Subject,
        report: &mut Vec<Diagnostic>,
    ) {
        let help = format!("`{}` belongs below the line of its piece", name.text);
        let what = name.text;
        match (subject, self.pieces.last_mut()) {
            (Subject::Piece, Some(piece)) => {
                let board = if key == Key::Morph { &mut piece.morph } else { &mut piece.drop_zone };
                if board.is_some() {
                    let message = format!("second `{what}` for `{}`", piece.name.text);
                    report.push(Diagnostic::warning(name.span(), message).with_help("the last one counts"));
                }
                *board = Some(value);
            }
            (Subject::Hole, _) => {
                let message = format!("a hole cannot have a `{what}`");
                report.push(Diagnostic::error(name.span(), message).with_help(help));
            }
            _ => {
                let message = format!("`{what}` before any piece line");
                report.push(Diagnostic::error(name.span(), message).with_help(help));
            }
        }
    }
}

/// Returns the words of a text after the first.
fn later_words(text: Text<'_>) -> impl Iterator<Item = Text<'_>> {
    text.split(' ').skip(1).map(Text::trim).filter(|word| !word.is_empty())
}

/// Finds a second parameter or piece on a line.
fn second_on_line(line: SourceLine<'_>) -> Option<Text<'_>> {
    let is_parameter =
        |word: &Text<'_>| word.text.split_once('=').is_some_and(|(name, _)| keys::role(name).is_some());
    match line {
        SourceLine::Parameter { value, .. } => {
            let is_piece = |word: &Text<'_>| word.text.matches(':').count() >= PIECE_COLONS;
            later_words(value).find(|word| is_parameter(word) || is_piece(word))
        }
        // Squares and the number in hand contain no blanks followed by words; a second piece adds at least four colons.
        SourceLine::Piece(fields) => {
            let starts_piece = |at: usize| fields.len() > at + PIECE_COLONS;
            let late = fields.iter().enumerate().skip(PIECE_COLONS);
            late.flat_map(|(at, field)| later_words(*field).map(move |word| (at, word)))
                .find(|(at, word)| {
                    is_parameter(word) || starts_piece(*at) && word.text.starts_with(char::is_alphabetic)
                })
                .map(|(_, word)| word)
        }
        SourceLine::Prose(_) => None,
    }
}

/// SPEC: diagram readings, "Anything else is prose: ... Report it as a warning, go on."
fn prose(text: Text<'_>) -> Diagnostic {
    let warning = Diagnostic::warning(text.span(), "this line is neither a parameter nor a piece: ignored");
    let colons = text.text.matches(':').count();
    if (2..4).contains(&colons) && !text.text.starts_with('<') {
        let fields = colons + 1;
        return warning.with_help(format!(
            "a piece line has five fields, name:ID:move:image:squares; this one has {fields}"
        ));
    }
    warning
}

fn unknown(name: Text<'_>) -> Diagnostic {
    let error = Diagnostic::error(name.span(), format!("unknown parameter `{}`", name.text));
    match keys::nearest(name.text) {
        Some(known) => error.with_help(format!("did you mean `{known}`?")),
        None => error.with_help("a line that starts with `#` is a comment"),
    }
}
