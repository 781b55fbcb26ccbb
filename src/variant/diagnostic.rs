//! Diagnostics: problems in a definition, with their position.

use super::source::BOM;
use crate::notation::NotationError;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// Maximum number of diagnostics shown for one source; a text that is not a definition has one per line.
const MAX_SHOWN: usize = 100;

/// Severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// The definition can be played, but perhaps not as its author intended.
    Warning,
    /// The definition is refused.
    Error,
}

/// A warning or an error about a definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Its severity.
    pub severity: Severity,
    /// Byte range in the definition text; may be empty, never splits a character.
    pub span: Range<usize>,
    /// The problem, in one line.
    pub message: String,
    /// A suggested remedy.
    pub help: Option<String>,
}

impl Diagnostic {
    /// Creates an error at `span`.
    pub fn error(span: Range<usize>, message: impl Into<String>) -> Self {
        Self { severity: Severity::Error, span, message: message.into(), help: None }
    }

    /// Creates the error of a move description that stands at `field`.
    pub fn in_move(error: &NotationError, field: Range<usize>) -> Self {
        let at = |byte: usize| (field.start + byte).min(field.end);
        let diagnostic = Self::error(at(error.span.start)..at(error.span.end), error.to_string());
        Self { help: error.help(), ..diagnostic }
    }

    /// Creates a warning at `span`.
    pub fn warning(span: Range<usize>, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, span, message: message.into(), help: None }
    }

    /// Adds a help line.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Whether it is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Returns the line and column of its start in `source`, both from 1; the column counts characters.
    pub fn position(&self, source: &str) -> (usize, usize) {
        let (_, start, number) = line_of(source, &self.span);
        let column = source.get(start..self.span.start).map_or(0, |before| before.chars().count());
        (number, column + 1)
    }

    /// Renders it with file, line, column, caret and help; `name` is the name of the file.
    ///
    /// ```
    /// let text = "files=8\npawn::fxmW::a2-h2\nking::K::e9\n";
    /// let diagnostics = griffon::variant::read("mine.txt", text).unwrap_err();
    /// let shown = diagnostics.last().unwrap().render("mine.txt", text);
    /// assert!(shown.contains("mine.txt:3:10"), "{shown}");
    /// ```
    pub fn render(&self, name: &str, source: &str) -> String {
        let level = match self.severity {
            Severity::Warning => Level::WARNING,
            Severity::Error => Level::ERROR,
        };
        let (line, start, number) = line_of(source, &self.span);
        // Spans of texts other than definitions are rendered too, and may end inside a character.
        let [from, to] = [self.span.start, self.span.end].map(|at| {
            let at = at.clamp(start, start + line.len()) - start;
            (at..line.len()).find(|&at| line.is_char_boundary(at)).unwrap_or(line.len())
        });
        let mark = AnnotationKind::Primary.span(from..to.max(from));
        let snippet = Snippet::source(line).line_start(number).path(name).annotation(mark);
        let main = Group::with_title(level.primary_title(self.message.as_str())).element(snippet);
        let help = self.help.iter().map(|help| Group::with_title(Level::HELP.secondary_title(help.as_str())));
        Renderer::plain().render(&std::iter::once(main).chain(help).collect::<Vec<_>>())
    }
}

/// Renders several diagnostics, separated by empty lines; see [`Diagnostic::render`].
pub fn render(diagnostics: &[Diagnostic], name: &str, source: &str) -> String {
    let one = |diagnostic: &Diagnostic| diagnostic.render(name, source).trim_end().to_owned() + "\n";
    let (shown, omitted) = first(diagnostics);
    let mut texts: Vec<_> = shown.into_iter().map(one).collect();
    if omitted > 0 {
        texts.push(format!("and {omitted} more\n"));
    }
    texts.join("\n")
}

/// Returns the diagnostics that are shown, and the number of the others.
pub fn first(diagnostics: &[Diagnostic]) -> (Vec<&Diagnostic>, usize) {
    // Warnings are omitted before errors, which are the reason for a refusal.
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
    let mut room = MAX_SHOWN.saturating_sub(errors);
    let fits = |diagnostic: &&Diagnostic| {
        let fits = diagnostic.is_error() || room > 0;
        room -= usize::from(fits && !diagnostic.is_error());
        fits
    };
    let shown: Vec<_> = diagnostics.iter().filter(fits).take(MAX_SHOWN).collect();
    let omitted = diagnostics.len() - shown.len();
    (shown, omitted)
}

/// Returns the line in which a span begins: its text, byte offset and number, from 1.
fn line_of<'a>(source: &'a str, span: &Range<usize>) -> (&'a str, usize, usize) {
    let before = source.get(..span.start).unwrap_or(source);
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let start = start + if source[start..].starts_with(BOM) { BOM.len_utf8() } else { 0 };
    (source[start..].lines().next().unwrap_or(""), start, 1 + before.matches('\n').count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters_from_one() {
        let text = "a\r\nœuf:x\n";
        let at = text.find('x').unwrap_or(0);
        assert_eq!(Diagnostic::error(at..at + 1, "").position(text), (2, 5));
        assert_eq!(Diagnostic::error(0..0, "").position(""), (1, 1));
    }

    #[test]
    fn a_diagnostic_shows_the_line_with_a_caret_under_the_character() {
        let text = "files=8\nranks=x8\n";
        let shown =
            Diagnostic::error(14..15, "expected a number").with_help("write digits").render("v.txt", text);
        insta::assert_snapshot!(shown, @r"
        error: expected a number
         --> v.txt:2:7
          |
        2 | ranks=x8
          |       ^
          |
        help: write digits
        ");
    }
}
