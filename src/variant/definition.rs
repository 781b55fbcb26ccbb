//! A definition sorted into parameters and piece lines, not yet interpreted.

use super::diagnostic::Diagnostic;
use super::keys::{self, Key, KeyRole};
use super::source::{self, SourceLine, Text};

/// Minimum number of colons in a piece line.
const PIECE_COLONS: usize = 4;

/// The name of the piece line that removes squares from the board.
const HOLE: &str = "hole";
const HOLE_LINE: &str = "the line of a hole reads hole::::squares";

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

/// After this many diagnostics no similar names are sought, which takes longer than all the rest.
const HINTED: usize = 1000;

/// The lines of a definition by kind.
#[derive(Default, Debug)]
pub(super) struct Definition<'a> {
    parameters: Vec<(Key, Text<'a>)>,
    /// In order, holes left out.
    pub(super) pieces: Vec<PieceLine<'a>>,
    /// The squares of the `hole` lines.
    pub(super) holes: Vec<Text<'a>>,
    /// The image fields of lines without squares.
    pub(super) images_without_squares: Vec<Text<'a>>,
    /// Parameters that unknown names resemble.
    misspelt: Vec<Key>,
    /// The `captureMatrix` parameters, each with the number of piece lines before it.
    pub(super) matrices: Vec<(usize, Text<'a>)>,
    /// The `antiTrade` parameters directly below a piece line, each with the index of that piece.
    pub(super) anti_trades: Vec<(usize, Text<'a>)>,
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
        let mut lines = source::lines(source);
        let only = lines.next().filter(|_| lines.next().is_none());
        if let Some(second) = only.and_then(second_on_line) {
            let message = "more than one parameter or piece on a line";
            let help = "each parameter and each piece needs its own line: the text was probably pasted without \
                        its line breaks";
            report.push(second.error(message).with_help(help));
            return Self::default();
        }
        let (definition, subject) = (Self::default(), Subject::Nothing);
        let mut sorter = LineSorter { definition, subject, above: None, report };
        for line in source::lines(source) {
            match line {
                SourceLine::Prose(text) => sorter.report.push(prose(text)),
                SourceLine::Piece(fields) => sorter.piece(&fields),
                SourceLine::Parameter { key, value } => sorter.parameter(key, value),
            }
        }
        sorter.definition
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
        let given = self.parameters.iter().filter(move |(known, value)| *known == key && !value.is_empty());
        given.map(|&(_, value)| value)
    }

    /// Whether an unknown name resembles that of the parameter.
    pub(super) fn misspells(&self, key: Key) -> bool {
        self.misspelt.contains(&key)
    }

    /// Whether the parameter is present, even with an empty value.
    pub(super) fn mentions(&self, key: Key) -> bool {
        self.parameters.iter().any(|(known, _)| *known == key)
    }
}

/// Sorts lines in their order.
struct LineSorter<'a, 'r> {
    definition: Definition<'a>,
    subject: Subject,
    /// The piece of the line just read, if it was a piece line.
    above: Option<usize>,
    report: &'r mut Vec<Diagnostic>,
}

impl<'a> LineSorter<'a, '_> {
    fn piece(&mut self, fields: &[Text<'a>]) {
        let &[name, id, betza, image, squares, ref rest @ ..] = fields else { return };
        if squares.is_empty() && !image.is_empty() {
            self.definition.images_without_squares.push(image);
        }
        if name.text.eq_ignore_ascii_case(HOLE) {
            self.definition.holes.push(squares);
            (self.subject, self.above) = (Subject::Hole, None);
            if let Some(extra) = rest.iter().find(|field| !field.is_empty()) {
                let warning = extra.warning("field beyond the squares of a hole is ignored");
                self.report.push(warning.with_help(HOLE_LINE));
            }
            return;
        }
        if let Some(extra) = rest.iter().skip(1).find(|field| !field.is_empty()) {
            let help = "a piece line reads name:ID:move:image:squares:number in hand";
            self.report.push(extra.warning("field beyond the sixth is ignored").with_help(help));
        }
        let hand = rest.first().copied().unwrap_or(squares.split_at(squares.text.len()).1);
        let (morph, drop_zone, zone_moves) = (None, None, None);
        let line = PieceLine { name, id, betza, image, squares, hand, morph, drop_zone, zone_moves };
        self.above = Some(self.definition.pieces.len());
        self.definition.pieces.push(line);
        self.subject = Subject::Piece;
    }

    fn parameter(&mut self, name: Text<'a>, value: Text<'a>) {
        let role = keys::role(name.text);
        if role.is_none_or(KeyRole::is_free)
            && let Some(second) = later_words(value).find(is_parameter)
        {
            let message = format!("this is part of the value of `{}`", name.text);
            self.report.push(second.warning(message).with_help("write one parameter per line"));
        }
        if let Some(KeyRole::Read(key)) = role
            && key.is_list()
            && is_bare(value)
        {
            let message = format!("{key}: `{}` names nothing", value.text);
            self.report.push(value.error(message).with_help("leave the value empty, or remove the line"));
        }
        let definition = &mut self.definition;
        if let (Some(piece), Some(KeyRole::Read(Key::AntiTrade))) = (self.above.take(), role) {
            definition.anti_trades.push((piece, value));
        }
        match role {
            None => {
                let may_hint = self.report.len() < HINTED;
                let near = may_hint.then(|| keys::nearest(name.text)).flatten();
                self.report.push(unknown(name, near));
                if let Some(KeyRole::Read(key)) = near.and_then(keys::role) {
                    definition.misspelt.push(key);
                }
            }
            Some(KeyRole::Undocumented) if !value.is_empty() && value.text != "0" => {
                let message = format!("`{}` may change the rules, but its effect is undocumented", name.text);
                let help = "express the rule with documented parameters";
                self.report.push(name.error(message).with_help(help));
            }
            Some(KeyRole::Ignored | KeyRole::Undocumented) => {}
            Some(KeyRole::Read(key @ (Key::Morph | Key::DropZone | Key::ZoneMoves))) => {
                self.piece_parameter(key, name, value);
            }
            Some(KeyRole::Read(Key::CaptureMatrix)) => {
                definition.matrices.push((definition.pieces.len(), value));
            }
            Some(KeyRole::Read(key)) => {
                let differs = definition.value(key).is_some_and(|earlier| earlier.text != value.text);
                if differs && !key.repeats() {
                    let message = format!("`{}` is given more than once", name.text);
                    self.report.push(name.warning(message).with_help("the last value counts"));
                }
                definition.parameters.push((key, value));
            }
        }
    }

    /// Adds a parameter to the piece of the preceding line.
    fn piece_parameter(&mut self, key: Key, name: Text<'a>, value: Text<'a>) {
        let what = name.text;
        let message = match (self.subject, self.definition.pieces.last_mut()) {
            (Subject::Piece, Some(piece)) => {
                let field = match key {
                    Key::Morph => &mut piece.morph,
                    Key::DropZone => &mut piece.drop_zone,
                    _ => &mut piece.zone_moves,
                };
                // An empty value counts as missing.
                if !value.is_empty() && field.replace(value).is_some() {
                    let message = format!("second `{what}` for `{}`", piece.name.text);
                    self.report.push(name.warning(message).with_help("the last one counts"));
                }
                return;
            }
            _ if key == Key::ZoneMoves => format!("`{what}` without a piece"),
            (Subject::Hole, _) => format!("a hole cannot have a `{what}`"),
            _ => format!("`{what}` before any piece line"),
        };
        let help = format!("`{what}` belongs below the line of its piece");
        self.report.push(name.error(message).with_help(help));
    }
}

/// Returns the words of a text after the first.
fn later_words(text: Text<'_>) -> impl Iterator<Item = Text<'_>> {
    text.split(' ').skip(1).map(Text::trim).filter(|word| !word.is_empty())
}

/// Whether a value consists of separators.
fn is_bare(value: Text<'_>) -> bool {
    !value.is_empty() && value.text.chars().all(|c| matches!(c, ',' | ';' | ' ' | '\t'))
}

/// Whether a word looks like a parameter.
fn is_parameter(word: &Text<'_>) -> bool {
    word.text.split_once('=').is_some_and(|(name, _)| keys::role(name).is_some())
}

/// Finds a second parameter or piece on a line.
fn second_on_line(line: SourceLine<'_>) -> Option<Text<'_>> {
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
    let warning = text.warning("this line is neither a parameter nor a piece: ignored");
    let Some((name, value)) = text.split_once(':') else { return warning };
    match text.text.matches(':').count() + 1 {
        2 => match keys::known(name.text) {
            Some(known) => {
                warning.with_help(format!("a parameter reads name=value: `{known}={}`", value.text))
            }
            None if name.text.eq_ignore_ascii_case(HOLE) => warning.with_help(HOLE_LINE),
            None => warning,
        },
        _ if name.text.eq_ignore_ascii_case(HOLE) => warning.with_help(HOLE_LINE),
        fields @ 3..=4 if !text.text.starts_with('<') => warning.with_help(format!(
            "a piece line has five fields, name:ID:move:image:squares; this one has {fields}"
        )),
        _ => warning,
    }
}

/// The error for an unknown parameter; `near` is a known one with a similar name.
fn unknown(name: Text<'_>, near: Option<&str>) -> Diagnostic {
    if keys::is_colour(name.text) {
        return name.warning(format!("`{}` looks like a colour of the diagram: ignored", name.text));
    }
    let help = near.map(|known| format!("did you mean `{known}`?"));
    let help = help.unwrap_or_else(|| {
        "if it does not change the rules, remove the line or put `#` before it".to_owned()
    });
    name.error(format!("unknown parameter `{}`", name.text)).with_help(help)
}
