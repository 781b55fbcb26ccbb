//! Tags and character references of HTML.

use html5gum::{DefaultEmitter, HtmlString, Span, StartTag, Token, Tokenizer};
use std::ops::Range;

/// Elements whose content is not text of the page.
const OPAQUE: [&str; 5] = ["script", "style", "textarea", "template", "noscript"];

/// A tag, or something else that is not text (without a name).
#[derive(Default, Debug)]
pub(super) struct Tag {
    /// Its name in lower case.
    pub name: String,
    /// Whether it is an end tag.
    pub closes: bool,
    pub id: Option<String>,
    pub class: String,
    /// Its bytes in the page; those of an end tag include content that is not text.
    pub span: Range<usize>,
}

impl Tag {
    fn new(token: Token<usize>) -> Option<Self> {
        let text = |text: &HtmlString| String::from_utf8_lossy(text).into_owned();
        let range = |span: Span| span.start..span.end;
        Some(match token {
            Token::StartTag(StartTag { name, attributes, span, .. }) => {
                let attribute = |name: &[u8]| attributes.get(name).map(|value| text(value));
                let (id, class) = (attribute(b"id"), attribute(b"class").unwrap_or_default());
                Self { name: text(&name), closes: false, id, class, span: range(span) }
            }
            Token::EndTag(tag) => {
                Self { name: text(&tag.name), closes: true, span: range(tag.span), ..Self::default() }
            }
            Token::Comment(comment) => Self { span: range(comment.span), ..Self::default() },
            Token::Doctype(doctype) => Self { span: range(doctype.span), ..Self::default() },
            Token::String(_) | Token::Error(_) => return None,
        })
    }
    /// Whether it starts an element of the class.
    pub(super) fn has_class(&self, class: &str) -> bool {
        self.class.split_ascii_whitespace().any(|one| one.eq_ignore_ascii_case(class))
    }
}

/// Returns everything that is not text.
pub(super) fn tags(source: &str) -> impl Iterator<Item = Tag> {
    let mut emitter = DefaultEmitter::new_with_span();
    emitter.naively_switch_states(true);
    let mut tags = Tokenizer::new_with_emitter(source, emitter).flatten().filter_map(Tag::new);
    let mut opaque: Option<(String, usize)> = None;
    let end = source.len();
    std::iter::from_fn(move || {
        if let Some((name, start)) = opaque.take() {
            let found = tags.find(|tag| tag.closes && tag.name == name).map_or(end, |tag| tag.span.end);
            return Some(Tag { name, closes: true, span: start..found, ..Tag::default() });
        }
        let tag = tags.next()?;
        let hides = !tag.closes && OPAQUE.contains(&tag.name.as_str());
        opaque = hides.then(|| (tag.name.clone(), tag.span.end));
        Some(tag)
    })
}

/// Reads the character reference at the start of the text: returns its character and its length in bytes.
///
/// ```text
/// &amp;  &#58;  &#x3A;
/// ```
pub(super) fn reference(text: &str) -> Option<(char, usize)> {
    let name = text.strip_prefix('&')?;
    let length = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '#')?;
    let whole = name[length..].starts_with(';').then(|| &text[..length + 2])?;
    let Token::String(decoded) = Tokenizer::new(whole).flatten().find(|it| matches!(it, Token::String(_)))?
    else {
        return None;
    };
    let decoded = String::from_utf8_lossy(&decoded);
    let mut chars = decoded.chars();
    // Control characters are not valid.
    let is_valid =
        |&c: &char| ['\n', '\r', '\t'].contains(&c) || c >= ' ' && c != char::REPLACEMENT_CHARACTER;
    chars.next().filter(is_valid).filter(|_| chars.next().is_none()).map(|c| (c, whole.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(source: &str) -> String {
        tags(source).map(|tag| format!("{}{} ", if tag.closes { "/" } else { "" }, tag.name)).collect()
    }

    #[test]
    fn the_content_of_scripts_is_part_of_their_end_tag() {
        assert_eq!(shown("a<p class='a>b'>1 < 2</P >"), "p /p ");
        assert_eq!(shown("<script>if (a<b) '<p>'</script>z"), "script /script ");
        let source = "<style>never closed <p>";
        assert_eq!(tags(source).last().map(|tag| tag.span), Some(7..source.len()));
    }

    #[test]
    fn references_are_names_and_numbers() {
        for (text, found) in [
            ("&amp;", Some(('&', 5))),
            ("&nbsp;x", Some(('\u{a0}', 6))),
            ("&#58;", Some((':', 5))),
            ("&#x3a;", Some((':', 6))),
            ("&colon;", Some((':', 7))),
            ("&#13;", Some(('\r', 5))),
            ("&#1;", None),
            ("&b=2;", None),
            ("&amp", None),
            ("&ampx;", None),
            ("&<b;", None),
            ("&#0;", None),
            ("&#xD800;", None),
            ("&é;", None),
            ("", None),
        ] {
            assert_eq!(reference(text), found, "{text}");
        }
    }
}
