//! The lines of a definition, each with its position in the text.

use super::diagnostic::Diagnostic;
use super::keys;
use std::borrow::Cow;
use std::ops::Range;

/// The byte order mark that some editors put before the first line.
pub(super) const BOM: char = '\u{feff}';

/// Returns a text without the byte order mark with which some editors begin files.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix(BOM).unwrap_or(text)
}

/// A part of the source and its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Text<'a> {
    /// The characters.
    pub(super) text: &'a str,
    /// Byte offset in the source.
    pub(super) at: usize,
}

impl<'a> Text<'a> {
    /// Returns its byte range in the source.
    pub(super) fn span(self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }

    pub(super) fn is_empty(self) -> bool {
        self.text.is_empty()
    }

    /// Returns the bytes from `start` to `end`, both on character boundaries.
    pub(super) fn slice(self, start: usize, end: usize) -> Self {
        Self { text: &self.text[start..end], at: self.at + start }
    }

    pub(super) fn trim(self) -> Self {
        let start = self.text.len() - self.text.trim_start().len();
        Self { text: self.text.trim(), at: self.at + start }
    }

    /// Splits it at every `separator`; empty parts are kept.
    pub(super) fn split(self, separator: char) -> impl Iterator<Item = Self> {
        let mut start = 0;
        self.text.split(separator).map(move |part| {
            let text = Self { text: part, at: self.at + start };
            start += part.len() + separator.len_utf8();
            text
        })
    }

    /// Returns its items, separated by `,`, without blanks around them; empty ones are left out.
    pub(super) fn items(self) -> impl Iterator<Item = Self> {
        self.split(',').map(Text::trim).filter(|item| !item.is_empty())
    }

    /// Splits it at every `/`; one after the last part is ignored.
    pub(super) fn rows(self) -> impl Iterator<Item = Self> {
        let text = self.text.strip_suffix('/').unwrap_or(self.text);
        Self { text, ..self }.split('/').map(Text::trim)
    }

    /// Splits it at a character boundary.
    pub(super) fn split_at(self, at: usize) -> (Self, Self) {
        (self.slice(0, at), self.slice(at, self.text.len()))
    }

    /// Returns the part before the first `separator` and, if there is one, the part after it, both trimmed.
    pub(super) fn cut(self, separator: char) -> (Self, Option<Self>) {
        self.split_once(separator).map_or((self, None), |(before, after)| (before, Some(after)))
    }

    /// Splits it at the first `separator` and trims both parts.
    pub(super) fn split_once(self, separator: char) -> Option<(Self, Self)> {
        let at = self.text.find(separator)?;
        let after = self.slice(at + separator.len_utf8(), self.text.len());
        Some((self.slice(0, at).trim(), after.trim()))
    }

    /// Returns its characters, each with its text.
    pub(super) fn chars(self) -> impl Iterator<Item = (char, Self)> {
        self.text.char_indices().map(move |(at, c)| (c, self.slice(at, at + c.len_utf8())))
    }

    /// Creates an error about it.
    pub(super) fn error(self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(self.span(), message)
    }

    /// Creates a warning about it.
    pub(super) fn warning(self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::warning(self.span(), message)
    }
}

/// A line of a definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum SourceLine<'a> {
    /// `key=value`.
    Parameter {
        /// Before the first `=`.
        key: Text<'a>,
        /// The rest; may contain further `=` and `:`.
        value: Text<'a>,
    },
    /// At least five fields separated by colons.
    Piece(Vec<Text<'a>>),
    /// Anything else.
    Prose(Text<'a>),
}

/// Replaces control characters other than line breaks and tabs, which a terminal would interpret, by characters of the
/// same length, so that offsets stay valid. Reports a warning for the first one of each line.
pub(crate) fn without_controls<'a>(source: &'a str, report: &mut Vec<Diagnostic>) -> Cow<'a, str> {
    let harmful = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    if !source.contains(harmful) {
        return Cow::Borrowed(source);
    }
    let mut at = 0;
    for line in source.split_inclusive('\n') {
        if let Some((column, c)) = line.char_indices().find(|(_, c)| harmful(*c)) {
            let message = format!("control character U+{:04X}: read as `{}`", u32::from(c), harmless(c));
            report.push(Diagnostic::warning(at + column..at + column + c.len_utf8(), message));
        }
        at += line.len();
    }
    source.chars().map(|c| if harmful(c) { harmless(c) } else { c }).collect::<String>().into()
}

/// Replaces control characters in a name, as `without_controls` does, and line breaks and tabs by blanks.
pub fn printable(text: &str) -> String {
    without_controls(text, &mut Vec::new()).replace(['\n', '\r', '\t'], " ")
}

/// Returns a visible character with the same number of bytes.
fn harmless(c: char) -> char {
    if c.len_utf8() == 1 { '?' } else { '\u{b7}' }
}

/// Splits a definition into its lines, without empty lines and `#` comments.
///
/// SPEC: diagram readings, "Reading": leading blanks, a trailing `<br>` and `\r` are dropped, a line with `=` before
/// any `:` is a parameter, otherwise one with at least four `:` is a piece, anything else is prose.
pub(super) fn lines(source: &str) -> impl Iterator<Item = SourceLine<'_>> {
    let whole = Text { text: source, at: 0 };
    whole.split('\n').map(strip).filter(|line| !line.is_empty() && !line.text.starts_with('#')).map(classify)
}

/// Strips blanks, a byte order mark and trailing `<br>` tags.
fn strip(line: Text<'_>) -> Text<'_> {
    let mut line = line.trim();
    if line.at == 0 && line.text.starts_with(BOM) {
        line = line.slice(BOM.len_utf8(), line.text.len()).trim();
    }
    while let Some(rest) = without_break(line.text) {
        line = line.slice(0, rest).trim();
    }
    line
}

/// Returns the length of a line without the `<br>` (or `<br/>`, `<BR />`) at its end; `None` if it has none.
fn without_break(line: &str) -> Option<usize> {
    let inner = line.strip_suffix('>')?.trim_end();
    let inner = inner.strip_suffix('/').unwrap_or(inner).trim_end();
    let start = inner.len().checked_sub(3)?;
    inner.get(start..).filter(|tag| tag.eq_ignore_ascii_case("<br")).map(|_| start)
}

fn classify(line: Text<'_>) -> SourceLine<'_> {
    if line.text.starts_with('<') {
        return SourceLine::Prose(line);
    }
    let head = line.text.split(':').next().unwrap_or("");
    if head.contains('=') {
        return match line.split_once('=') {
            Some((key, value)) if is_name(key.text) || is_misspelt(key.text) => {
                SourceLine::Parameter { key, value }
            }
            _ => SourceLine::Prose(line),
        };
    }
    let fields = unescaped(line, line.split(':').map(Text::trim).collect());
    if fields.len() < 5 { SourceLine::Prose(line) } else { SourceLine::Piece(mend_address(line, fields)) }
}

/// Whether this may be the name of a parameter. Prose with a `=` has blanks or punctuation before it.
fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Whether this is the name of a parameter but for blanks, punctuation and case: `promo zone`. The parameter is then an
/// error like any other unknown name, not prose.
fn is_misspelt(text: &str) -> bool {
    keys::known(&keys::joined(text)).is_some()
}

/// The description of a move as a field of a piece line, where a bare colon would end it.
pub fn escaped(description: &str) -> String {
    description.replace("\\:", ":").replace(':', "\\:")
}

/// Joins fields split at an escaped colon: `Q\:cK` is one field. (Our own extension: in a move, a colon starts flames.)
fn unescaped<'a>(line: Text<'a>, fields: Vec<Text<'a>>) -> Vec<Text<'a>> {
    let mut joined: Vec<Text<'a>> = Vec::with_capacity(fields.len());
    for field in fields {
        match joined.last_mut() {
            Some(last) if last.text.ends_with('\\') => {
                *last = line.slice(last.at - line.at, field.span().end - line.at);
            }
            _ => joined.push(field),
        }
    }
    joined
}

/// Joins an image field that was split at the colon of a web address (`https://…`). A line that ends with the address
/// gets an empty field for its squares.
fn mend_address<'a>(line: Text<'a>, mut fields: Vec<Text<'a>>) -> Vec<Text<'a>> {
    let scheme = fields[3].text.eq_ignore_ascii_case("http") || fields[3].text.eq_ignore_ascii_case("https");
    if scheme && fields[4].text.starts_with("//") {
        let end = fields.remove(4).span().end;
        let start = fields[3].at;
        fields[3] = line.slice(start - line.at, end - line.at);
        if fields.len() == 4 {
            fields.push(line.slice(end - line.at, end - line.at));
        }
    }
    fields
}

/// Whether it is the header of a section, and not a tag of a game record, `[Event "?"]`.
fn is_section(line: &str) -> bool {
    line.starts_with('[') && line.ends_with(']') && !line.contains('"')
}

/// Returns the span of the first section header if the text is a `variants.ini` and not a definition.
pub(super) fn first_section(text: &str) -> Option<Range<usize>> {
    let mut first = None;
    for line in lines(text) {
        match (line, &first) {
            // In such a file `;` also begins a comment.
            (SourceLine::Prose(comment), None) if comment.text.starts_with(';') => {}
            (SourceLine::Prose(head), None) if is_section(head.text) => {
                first = Some(head.span());
            }
            (_, None) | (SourceLine::Piece(_), _) => return None,
            _ => {}
        }
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(source: &str) -> Vec<String> {
        lines(source)
            .map(|line| match line {
                SourceLine::Parameter { key, value } => format!("{}={}", key.text, value.text),
                SourceLine::Piece(fields) => {
                    fields.iter().map(|field| field.text).collect::<Vec<_>>().join("|")
                }
                SourceLine::Prose(text) => format!("prose {}", text.text),
            })
            .collect()
    }

    #[test]
    fn leading_blanks_and_trailing_breaks_are_dropped() {
        // "Leading blanks and a trailing `<br>` are dropped, `\r` too."
        assert_eq!(shown("\u{feff}files=9<br>\r\n\t ranks = 10 <BR />\r\n\r\n"), ["files=9", "ranks=10"]);
    }

    #[test]
    fn a_value_may_hold_further_equals_signs_and_colons() {
        let url = "graphicsDir=https://host/a=b:c/";
        assert_eq!(shown(url), [url]);
    }

    #[test]
    fn a_line_with_five_fields_is_a_piece() {
        // "Names may contain spaces. Trailing empty fields are common."
        assert_eq!(shown("Silver General:S::a%20b/s:c1::"), ["Silver General|S||a%20b/s|c1||"]);
        assert_eq!(shown("rook:R::x.png?a=1:a1"), ["rook|R||x.png?a=1|a1"]);
        assert_eq!(shown("rook:R::https://h/r.png:a1:2"), ["rook|R||https://h/r.png|a1|2"]);
        assert_eq!(shown("rook:R::https://h/r.png"), ["rook|R||https://h/r.png|"]);
    }

    #[test]
    fn anything_else_is_prose() {
        let page = "<div class=\"idiagram\" style=\"float: left\">\nrook:R::a1\nthe sum = 3\nplain";
        assert!(lines(page).all(|line| matches!(line, SourceLine::Prose(_))));
        for prose in ["The promotion zone of this game = 3 ranks", "1 royal = K", "x + y = 3"] {
            assert_eq!(shown(prose), [format!("prose {prose}")]);
        }
    }

    #[test]
    fn a_misspelt_name_may_have_blanks_and_punctuation() {
        assert_eq!(shown("promo zone = 3\nMax-Promote=2"), ["promo zone=3", "Max-Promote=2"]);
        assert_eq!(shown("_promoZone=3\nex?tinct=P:draw"), ["_promoZone=3", "ex?tinct=P:draw"]);
    }

    #[test]
    fn comments_start_the_line() {
        assert_eq!(shown("# a=b\nlightShade=#FFFFFF\n  # c:d:e:f:g"), ["lightShade=#FFFFFF"]);
    }
}
