//! Text extracted from a page, with a mapping back to its position there.

use std::ops::Range;

/// A run of the text and its origin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TextRun {
    /// Byte offset in the text.
    at: usize,
    /// Byte offset in the source.
    source: usize,
    /// Bytes in the source; equal to the bytes in the text if it was copied unchanged.
    length: usize,
}

/// Text extracted from a source, with parts left out or replaced.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Decoded {
    text: String,
    runs: Vec<TextRun>,
}

impl Decoded {
    /// Returns the text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Appends `text`, copied unchanged from `source`.
    pub(super) fn keep(&mut self, text: &str, source: usize) {
        let length = text.len();
        if length == 0 {
            return;
        }
        match self.runs.last_mut() {
            Some(last) if last.source + last.length == source && self.text.len() - last.at == last.length => {
                last.length += length;
            }
            _ => self.runs.push(TextRun { at: self.text.len(), source, length }),
        }
        self.text.push_str(text);
    }

    /// Appends a character that replaces the range `source`.
    pub(super) fn replace(&mut self, with: char, source: Range<usize>) {
        self.runs.push(TextRun { at: self.text.len(), source: source.start, length: source.len() });
        self.text.push(with);
    }

    /// Maps a range of the text to the source.
    pub(crate) fn source(&self, range: Range<usize>) -> Range<usize> {
        let start = self.place(range.start, false);
        let end = if range.is_empty() { start } else { self.place(range.end - 1, true) };
        start..end.max(start)
    }

    /// Maps the start or end of a byte of the text to the source.
    fn place(&self, at: usize, end: bool) -> usize {
        let next = self.runs.partition_point(|run| run.at <= at);
        let Some(run) = next.checked_sub(1).and_then(|index| self.runs.get(index)) else { return 0 };
        let until = self.runs.get(next).map_or(self.text.len(), |after| after.at);
        if until - run.at == run.length {
            return run.source + (at - run.at + usize::from(end)).min(run.length);
        }
        // Beyond the text or within a replacement: use its edges.
        run.source + if end || at > run.at { run.length } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_map_back_to_the_source() {
        // a&amp;b<i>c
        let mut text = Decoded::default();
        text.keep("a", 0);
        text.replace('&', 1..6);
        text.keep("b", 6);
        text.keep("c", 10);
        assert_eq!(text.text(), "a&bc");
        for (range, source) in
            [(0..1, 0..1), (1..2, 1..6), (1..3, 1..7), (2..4, 6..11), (3..3, 10..10), (4..4, 11..11)]
        {
            assert_eq!(text.source(range), source);
        }
        assert_eq!(Decoded::default().source(0..0), 0..0);
    }
}
