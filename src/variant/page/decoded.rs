//! Text taken out of a page, each character with its place there.

use std::ops::Range;

/// A stretch of the text and where it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TextRun {
    /// Byte of the text at which it begins.
    at: usize,
    /// Byte of the source at which it begins.
    source: usize,
    /// Bytes in the source; as many in the text where it stands there as it is.
    length: usize,
}

/// Text taken out of a source with some of it left out or replaced.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Decoded {
    text: String,
    stretches: Vec<TextRun>,
}

impl Decoded {
    /// The text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Appends `text`, which stands at `source` as it is.
    pub(super) fn keep(&mut self, text: &str, source: usize) {
        let length = text.len();
        match self.stretches.last_mut() {
            Some(last) if last.source + last.length == source && self.text.len() - last.at == last.length => {
                last.length += length;
            }
            _ => self.stretches.push(TextRun { at: self.text.len(), source, length }),
        }
        self.text.push_str(text);
    }

    /// Appends a character that stands for `source`.
    pub(super) fn replace(&mut self, with: char, source: Range<usize>) {
        self.stretches.push(TextRun { at: self.text.len(), source: source.start, length: source.len() });
        self.text.push(with);
    }

    /// Where a range of the text stands in the source.
    pub(crate) fn source(&self, range: Range<usize>) -> Range<usize> {
        let start = self.place(range.start, false);
        if range.is_empty() {
            return start..start;
        }
        start..self.place(range.end - 1, true).max(start)
    }

    /// Where a byte of the text begins or ends in the source.
    fn place(&self, at: usize, end: bool) -> usize {
        let next = self.stretches.partition_point(|stretch| stretch.at <= at);
        let Some(stretch) = next.checked_sub(1).and_then(|index| self.stretches.get(index)) else { return 0 };
        let until = self.stretches.get(next).map_or(self.text.len(), |after| after.at);
        if until - stretch.at == stretch.length {
            return stretch.source + (at - stretch.at + usize::from(end)).min(stretch.length);
        }
        // Behind the text or in the midst of a replacement: its edges.
        stretch.source + if end || at > stretch.at { stretch.length } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_lead_back_to_the_source() {
        // a&amp;b<i>c
        let mut text = Decoded::default();
        text.keep("a", 0);
        text.replace('&', 1..6);
        text.keep("b", 6);
        text.keep("c", 10);
        assert_eq!(text.text(), "a&bc");
        assert_eq!(text.source(0..1), 0..1);
        assert_eq!(text.source(1..2), 1..6);
        assert_eq!(text.source(1..3), 1..7);
        assert_eq!(text.source(2..4), 6..11);
        assert_eq!(text.source(3..3), 10..10);
        assert_eq!(text.source(4..4), 11..11);
        assert_eq!(Decoded::default().source(0..0), 0..0);
    }
}
