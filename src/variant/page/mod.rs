//! Diagrams in web pages.
//!
//! SPEC: Interactive diagrams, "Embedding a Diagram": the definition stands "between a HTML tag pair that has the
//! attribute class=\"idiagram\"".

mod decoded;
mod markup;
mod unread;

pub(crate) use decoded::Decoded;
pub(crate) use unread::warnings;

use super::source::{self, SourceLine};
use markup::Tag;
use std::ops::Range;

/// The class of elements that hold a definition.
const CLASS: &str = "idiagram";
/// SPEC: "'piece' is merely the default value of the satellite parameter" (Satellites).
const DEFAULT_SATELLITE: &str = "piece";
/// Tags that end a line.
#[rustfmt::skip]
const BLOCKS: [&str; 16] = [
    "br", "p", "div", "li", "ul", "ol", "tr", "td", "th", "table", "tbody", "pre", "hr", "blockquote", "center", "dd",
];
/// Maximum number of diagrams read from a page, and of satellite elements of each.
const MAX_DIAGRAMS: usize = 100;
const MAX_SATELLITES: usize = 100;
/// Zero-width characters left behind by editors.
const INVISIBLE: [char; 5] = ['\u{feff}', '\u{200b}', '\u{200c}', '\u{200d}', '\u{ad}'];

/// Selects a diagram of a page.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Pick {
    /// The first one.
    #[default]
    First,
    /// The one with that number, from 1.
    Number(usize),
    /// The one with that `satellite`.
    Satellite(String),
}

impl Pick {
    /// Parses the part after the `#` of `page.html#2` or `page.html#name`.
    pub fn parse(text: &str) -> Self {
        match text.parse() {
            Ok(number) => Self::Number(number),
            Err(_) => Self::Satellite(text.to_owned()),
        }
    }
}

/// A diagram of a page.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Diagram {
    /// Byte range of its start tag.
    pub span: Range<usize>,
    /// Its `satellite` parameter, or the default, `piece`.
    pub satellite: String,
    /// IDs of the page's elements that belong to it: `pieceList`, `pieceTable` etc.
    pub satellites: Vec<String>,
    /// The definition.
    pub(crate) definition: Decoded,
    /// Byte range of the first tag inside it that the diagram's script writes in place of a definition.
    pub(crate) drawing: Option<Range<usize>>,
    /// Byte ranges of the comments inside it.
    comments: Vec<Range<usize>>,
    /// Byte ranges of the names of the page's functions that change its rules.
    functions: Vec<Range<usize>>,
}

/// The contents of a text that may be a page.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Page {
    /// Its title.
    pub title: Option<String>,
    /// Its diagrams; empty for a bare definition.
    pub diagrams: Vec<Diagram>,
}

impl Page {
    /// Finds the diagrams of a page.
    ///
    /// ```
    /// let page = griffon::variant::page::Page::read("<p>Mine:</p><div class=\"idiagram\">king::::e1</div>");
    /// assert_eq!(page.diagrams.len(), 1);
    /// ```
    pub fn read(source: &str) -> Self {
        let mut page = Self::default();
        // A quick check for bare definitions.
        if !contains_ignoring_case(source, CLASS) {
            return page;
        }
        let (mut elements, mut tags) = (Elements::default(), markup::tags(source));
        while let Some(mut tag) = tags.next() {
            elements.add(source, &mut tag);
            if tag.name == "title" && !tag.closes && page.title.is_none() {
                let title = content(source, &mut tags, &tag, &mut elements);
                let words: Vec<&str> = title.text().split_whitespace().collect();
                page.title = Some(words.join(" ")).filter(|title| !title.is_empty());
            } else if tag.has_class(CLASS) && page.diagrams.len() < MAX_DIAGRAMS {
                let before = elements.ids.len();
                elements.comments.clear();
                let definition = content(source, &mut tags, &tag, &mut elements);
                let drawing = elements.ids[before..].iter().find(|(id, _)| is_of_drawing(id));
                page.diagrams.push(Diagram {
                    span: tag.span,
                    satellite: satellite(definition.text()),
                    definition,
                    drawing: drawing.map(|(_, span)| span.clone()),
                    comments: std::mem::take(&mut elements.comments),
                    ..Diagram::default()
                });
            }
        }
        for diagram in &mut page.diagrams {
            let belongs = |id: &&String| {
                let rest = id.strip_prefix(diagram.satellite.as_str());
                rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
            };
            let ids = elements.ids.iter().map(|(id, _)| id);
            diagram.satellites = ids.filter(belongs).take(MAX_SATELLITES).cloned().collect();
            let concerns =
                |name: &&Range<usize>| unread::concerns(&source[(*name).clone()], &diagram.satellite);
            diagram.functions = elements.functions.iter().filter(concerns).cloned().collect();
        }
        page
    }

    /// Returns the selected diagram.
    pub fn pick(&self, pick: &Pick) -> Option<&Diagram> {
        match pick {
            Pick::First => self.diagrams.first(),
            Pick::Number(number) => self.diagrams.get(number.checked_sub(1)?),
            Pick::Satellite(name) => self.diagrams.iter().find(|diagram| diagram.satellite == *name),
        }
    }
}

/// Parts of a page that are not text, found so far.
#[derive(Default)]
struct Elements {
    /// IDs, each with the byte range of its tag.
    ids: Vec<(String, Range<usize>)>,
    /// Byte ranges of the names of functions that change the rules of diagrams.
    functions: Vec<Range<usize>>,
    /// Byte ranges of the comments.
    comments: Vec<Range<usize>>,
}

impl Elements {
    fn add(&mut self, source: &str, tag: &mut Tag) {
        self.ids.extend(tag.id.take().map(|id| (id, tag.span.clone())));
        if tag.closes && tag.name == "script" {
            unread::functions(source, tag.span.clone(), &mut self.functions);
        }
        if tag.name.is_empty() {
            self.comments.push(tag.span.clone());
        }
    }
}

/// Whether the diagram's script gives this ID to an element that it writes in place of a definition.
fn is_of_drawing(id: &str) -> bool {
    let number = id.strip_prefix("board").or_else(|| id.strip_prefix("message"));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

fn contains_ignoring_case(text: &str, word: &str) -> bool {
    text.as_bytes().windows(word.len()).any(|part| part.eq_ignore_ascii_case(word.as_bytes()))
}

/// Reads the text of the element whose start tag was just read, up to its end tag or the end of the page.
fn content(
    source: &str,
    tags: &mut impl Iterator<Item = Tag>,
    start: &Tag,
    elements: &mut Elements,
) -> Decoded {
    let (mut text, mut depth, mut at) = (Decoded::default(), 1, start.span.end);
    for mut tag in tags {
        decode(&mut text, source, at..tag.span.start);
        at = tag.span.end;
        elements.add(source, &mut tag);
        if tag.name == start.name {
            depth = if tag.closes { depth - 1 } else { depth + 1 };
        }
        if depth == 0 {
            return text;
        }
        if BLOCKS.contains(&tag.name.as_str()) {
            text.replace('\n', tag.span);
        }
    }
    decode(&mut text, source, at..source.len());
    text
}

/// Appends text without invisible characters; a lone carriage return also ends a line.
fn keep_visible(text: &mut Decoded, source: &str, range: Range<usize>) {
    let part = &source[range.clone()];
    let mut kept = 0;
    for (at, c) in part.char_indices() {
        let end = at + c.len_utf8();
        let line_end = c == '\r' && !part[end..].starts_with('\n');
        if line_end || INVISIBLE.contains(&c) {
            text.keep(&part[kept..at], range.start + kept);
            if line_end {
                text.keep("\n", range.start + at);
            }
            kept = end;
        }
    }
    text.keep(&part[kept..], range.start + kept);
}

/// Reads a bare definition: resolves line break tags and character references, and drops invisible characters.
pub(crate) fn bare(source: &str) -> Decoded {
    let mut text = Decoded::default();
    decode(&mut text, source, 0..source.len());
    text
}

/// Appends text with character references and line break tags resolved, and without invisible characters.
fn decode(text: &mut Decoded, source: &str, range: Range<usize>) {
    let mut kept = range.start;
    for (at, _) in source[range.clone()].match_indices(['<', '&']) {
        let at = range.start + at;
        if at < kept {
            continue;
        }
        let rest = &source[at..range.end];
        let found = markup::reference(rest).or_else(|| break_tag(rest).map(|length| ('\n', length)));
        if let Some((with, length)) = found {
            keep_visible(text, source, kept..at);
            if !INVISIBLE.contains(&with) {
                text.replace(with, at..at + length);
            }
            kept = at + length;
        }
    }
    keep_visible(text, source, kept..range.end);
}

/// Returns the length of the `<br>` (or `<br/>`, `<BR />`) at the start of the text, if there is one.
fn break_tag(text: &str) -> Option<usize> {
    let end = text.bytes().take(12).position(|byte| byte == b'>')?;
    let inner = text[1..end].trim_end_matches(|c: char| c.is_ascii_whitespace() || c == '/');
    inner.trim_start_matches('/').eq_ignore_ascii_case("br").then_some(end + 1)
}

/// Returns the last `satellite` parameter of a definition.
fn satellite(definition: &str) -> String {
    let names = source::lines(definition).filter_map(|line| match line {
        SourceLine::Parameter { key, value } if key.text == "satellite" && !value.is_empty() => {
            Some(value.text)
        }
        _ => None,
    });
    names.last().unwrap_or(DEFAULT_SATELLITE).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_and_references_are_resolved_and_blocks_end_lines() {
        let source = "<div class=idiagram><p>files&equals;9</p>king:&nbsp;K<b>:K</b>::e1<br>rook::::a1<!-- x --></div>z";
        let page = Page::read(source);
        assert_eq!(page.diagrams.len(), 1);
        let text = page.diagrams[0].definition.text();
        assert_eq!(text, "\nfiles=9\nking:\u{a0}K:K::e1\nrook::::a1");
        let at = text.find("rook").map(|at| page.diagrams[0].definition.source(at..at + 4));
        assert_eq!(at.map(|range| &source[range]), Some("rook"));
    }

    #[test]
    fn nested_elements_of_the_same_name_do_not_end_a_diagram() {
        let page =
            Page::read("<div CLASS='x idiagram'>a=1<div>b=2</div>c=3</div>d=4<div class=\"idiagram\">e=5");
        let texts: Vec<_> = page.diagrams.iter().map(|it| it.definition.text()).collect();
        assert_eq!(texts, ["a=1\nb=2\nc=3", "e=5"]);
    }

    #[test]
    fn satellites_are_found_by_their_ids() {
        let source = "<ul id=pieceList></ul><table id='exTable'></table><div class=idiagram>files=8</div>\
                      <div class=idiagram>satellite=ex</div><p id=\"exList\">";
        let page = Page::read(source);
        let found: Vec<_> =
            page.diagrams.iter().map(|it| (it.satellite.as_str(), it.satellites.join(" "))).collect();
        assert_eq!(found, [("piece", "pieceList".to_owned()), ("ex", "exTable exList".to_owned())]);
        assert_eq!(page.pick(&Pick::parse("ex")), page.diagrams.get(1));
        assert_eq!(page.pick(&Pick::parse("2")), page.diagrams.get(1));
        assert_eq!(page.pick(&Pick::First), page.diagrams.first());
        assert_eq!(page.pick(&Pick::Number(0)), None);
    }

    #[test]
    fn diagrams_and_satellites_of_a_page_are_limited() {
        let diagrams = "<div class=idiagram>files=8</div>".repeat(20_000);
        let page = Page::read(&(diagrams + &"<p id=pieceA>".repeat(100_000)));
        assert_eq!(page.diagrams.len(), MAX_DIAGRAMS);
        assert!(page.diagrams.iter().all(|diagram| diagram.satellites.len() == MAX_SATELLITES));
    }

    #[test]
    fn a_bare_text_loses_only_breaks_and_invisible_characters() {
        let text = bare("\u{feff}files=9<br>ranks=8<BR />\r\nking:K:\u{200b}K::e1\rrook::::a1 & <b>&amp;");
        assert_eq!(text.text(), "files=9\nranks=8\n\r\nking:K:K::e1\nrook::::a1 & <b>&");
    }
}
