//! Tokens of an HTML page.

use super::entities;
use std::ops::Range;

/// Elements whose content is not text of the page.
const OPAQUE: [&str; 5] = ["script", "style", "textarea", "template", "noscript"];

/// A part of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum MarkupToken<'a> {
    /// Plain text.
    Text(Range<usize>),
    /// A character reference.
    Reference(char, Range<usize>),
    /// A start or end tag.
    Tag(Tag<'a>),
}

/// A start or end tag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tag<'a> {
    /// Its name as written.
    pub name: &'a str,
    /// Whether it is an end tag.
    pub closes: bool,
    /// The text after the name.
    attributes: &'a str,
    /// Its bytes in the page.
    pub span: Range<usize>,
}

impl<'a> Tag<'a> {
    /// Whether it has that name, ignoring case.
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Returns the value of an attribute, as written.
    pub fn attribute(&self, wanted: &str) -> Option<&'a str> {
        let mut rest = self.attributes;
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
            let end = rest.find(|c: char| c.is_ascii_whitespace() || matches!(c, '=' | '/'));
            let (name, rest_of_tag) = rest.split_at(end.unwrap_or(rest.len()));
            let rest_of_tag = rest_of_tag.trim_start();
            let (value, after) = match rest_of_tag.strip_prefix('=') {
                Some(value) => attribute_value(value.trim_start()),
                None => ("", rest_of_tag),
            };
            if name.eq_ignore_ascii_case(wanted) && !name.is_empty() {
                return Some(value);
            }
            if after.len() >= rest.len() {
                return None;
            }
            rest = after;
        }
    }

    /// Whether `class` is one of its classes.
    pub fn has_class(&self, class: &str) -> bool {
        let classes = self.attribute("class").unwrap_or_default();
        classes.split_ascii_whitespace().any(|one| one.eq_ignore_ascii_case(class))
    }
}

/// Splits the value at the start of the text, quoted or not, from the rest.
fn attribute_value(text: &str) -> (&str, &str) {
    match text.chars().next() {
        Some(quote @ ('"' | '\'')) => {
            let inner = &text[1..];
            inner.find(quote).map_or((inner, ""), |end| (&inner[..end], &inner[end + 1..]))
        }
        _ => text.split_at(text.find(|c: char| c.is_ascii_whitespace()).unwrap_or(text.len())),
    }
}

/// The tokens of a page, without comments, declarations and the content of scripts.
pub(super) struct Tokens<'a> {
    source: &'a str,
    at: usize,
    /// True if no tag ends after this point.
    plain: bool,
    /// The open element whose content is not text, if any.
    opaque: Option<&'a str>,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(source: &'a str) -> Self {
        Self { source, at: 0, plain: false, opaque: None }
    }

    /// Reads the comment, declaration or tag at the current `<`.
    fn markup(&mut self) -> Option<MarkupToken<'a>> {
        let (source, start) = (self.source, self.at);
        let rest = &source[start..];
        if rest.starts_with("<!--") {
            self.at =
                rest.get(4..).and_then(|inner| inner.find("-->")).map_or(source.len(), |end| start + end + 7);
            return None;
        }
        if rest.starts_with("<!") || rest.starts_with("<?") {
            self.at = rest.find('>').map_or(source.len(), |end| start + end + 1);
            return None;
        }
        let inner = rest[1..].strip_prefix('/');
        let closes = inner.is_some();
        let inner = inner.unwrap_or(&rest[1..]);
        let named = inner.starts_with(|c: char| c.is_ascii_alphabetic());
        let end = if named && !self.plain { tag_end(inner) } else { None };
        self.plain |= named && end.is_none();
        let Some(end) = end else {
            self.at += 1;
            return Some(MarkupToken::Text(start..start + 1));
        };
        let name_end = inner.find(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>')).unwrap_or(end);
        let (name, attributes) = inner[..end].split_at(name_end);
        self.at = start + rest.len() - inner.len() + end + 1;
        let tag = Tag { name, closes, attributes, span: start..self.at };
        self.opaque = OPAQUE.into_iter().find(|known| !closes && tag.is(known)).map(|_| name);
        Some(MarkupToken::Tag(tag))
    }

    /// Skips to the end tag of an element whose content is not text.
    fn leave(&mut self, element: &str) {
        let mut at = self.at;
        while let Some(found) = self.source[at..].find("</") {
            at += found;
            let name = self.source.get(at + 2..at + 2 + element.len());
            if name.is_some_and(|name| name.eq_ignore_ascii_case(element)) {
                self.at = at;
                return;
            }
            at += 2;
        }
        self.at = self.source.len();
    }
}

/// Returns the end of the tag whose name begins the text: the first `>` outside quotes.
fn tag_end(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), _) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'>') => return Some(at),
            // A quote not preceded by `=` is stray.
            (None, b'"' | b'\'') if text[..at].trim_end().ends_with('=') => quote = Some(byte),
            (None, _) => {}
        }
    }
    None
}

impl<'a> Iterator for Tokens<'a> {
    type Item = MarkupToken<'a>;

    fn next(&mut self) -> Option<MarkupToken<'a>> {
        if let Some(element) = self.opaque.take() {
            self.leave(element);
        }
        while self.at < self.source.len() {
            let rest = &self.source[self.at..];
            if rest.starts_with('<') {
                match self.markup() {
                    Some(token) => return Some(token),
                    None => continue,
                }
            }
            if let Some((found, length)) = entities::read(rest) {
                self.at += length;
                return Some(MarkupToken::Reference(found, self.at - length..self.at));
            }
            let skipped = usize::from(rest.starts_with('&'));
            let length = rest[skipped..].find(['<', '&']).map_or(rest.len(), |end| skipped + end);
            self.at += length;
            return Some(MarkupToken::Text(self.at - length..self.at));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(source: &str) -> Vec<String> {
        let one = |token| match token {
            MarkupToken::Text(range) => source[range].to_owned(),
            MarkupToken::Reference(c, _) => format!("[{c}]"),
            MarkupToken::Tag(tag) => format!("{}{}", if tag.closes { "/" } else { "" }, tag.name),
        };
        Tokens::new(source).map(one).collect()
    }

    #[test]
    fn a_page_is_tags_text_and_references() {
        assert_eq!(shown("<p class='a>b'>1&amp;2</P >"), ["p", "1", "[&]", "2", "/P"]);
        assert_eq!(shown("a<!-- <p> -->b<!DOCTYPE x>c"), ["a", "b", "c"]);
        assert_eq!(shown("<script>if (a<b) '<p>'</script>z"), ["script", "/script", "z"]);
        assert_eq!(shown("a < b & c"), ["a ", "<", " b ", "& c"]);
        assert_eq!(shown("<p <!-- x"), ["<", "p "]);
        assert_eq!(shown("<style>never closed <p>"), ["style"]);
    }

    #[test]
    fn attributes_are_quoted_or_not() {
        let source = "<div style=\"a: b\" data-x class = 'left idiagram' id=q/>";
        let Some(MarkupToken::Tag(tag)) = Tokens::new(source).next() else { panic!("a tag") };
        assert!(tag.has_class("idiagram") && !tag.has_class("idia"));
        assert_eq!(tag.attribute("ID"), Some("q/"));
        assert_eq!(tag.attribute("data-x"), Some(""));
        assert_eq!(tag.attribute("a"), None);
    }
}
