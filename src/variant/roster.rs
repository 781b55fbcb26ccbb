//! Piece types by their ID.

use super::PieceType;

/// The IDs of all piece types, in the order of their lines.
#[derive(Clone, Default, Debug)]
pub(super) struct Roster {
    ids: Vec<String>,
}

impl Roster {
    /// Creates the roster of types with these IDs.
    pub(super) fn new(ids: Vec<String>) -> Self {
        Self { ids }
    }

    /// Returns the number of piece types.
    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    /// Returns the set of these types: `[type]`.
    pub(super) fn set(&self, types: &[PieceType]) -> Vec<bool> {
        let mut set = vec![false; self.ids.len()];
        types.iter().for_each(|piece| set[piece.index()] = true);
        set
    }

    /// Returns all types with that ID, ignoring case.
    pub(super) fn all(&self, id: &str) -> impl DoubleEndedIterator<Item = PieceType> {
        let types = (0..).map(PieceType).zip(&self.ids);
        let found = types.filter(|(_, known)| known.eq_ignore_ascii_case(id)).map(|(piece, _)| piece);
        found.collect::<Vec<_>>().into_iter()
    }

    /// Returns the type that an ID stands for.
    ///
    /// SPEC: "If multiple piece types have the same ID, the one latest in the table will be promoted to" (Making use
    /// of Board Zones).
    pub(super) fn latest(&self, id: &str) -> Option<PieceType> {
        self.all(id).next_back()
    }

    /// Returns the type that an ID stands for when `piece` turns into it: "but never the type itself".
    pub(super) fn latest_but(&self, id: &str, piece: PieceType) -> Option<PieceType> {
        self.all(id).rfind(|&found| found != piece)
    }
}

/// Reads an ID: a letter, optionally with `+` before it or `'` or `!` after it; converted to upper case.
pub(super) fn read_id(text: &str) -> Option<String> {
    let letter = text.strip_prefix('+').unwrap_or(text);
    let letter = letter.strip_suffix(['\'', '!']).unwrap_or(letter);
    let one = letter.len() == 1 && letter.bytes().all(|byte| byte.is_ascii_alphabetic());
    one.then(|| text.to_ascii_uppercase())
}

/// Returns the ID at the start of a list of IDs without commas, in upper case.
pub(super) fn first_id(text: &str) -> Option<String> {
    let plus = usize::from(text.starts_with('+'));
    let marked = text[plus..].chars().nth(1).is_some_and(|c| matches!(c, '\'' | '!'));
    read_id(text.get(..plus + 1 + usize::from(marked))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_a_letter_with_a_plus_or_a_mark() {
        for (text, id) in [("p", "P"), ("+P", "+P"), ("P'", "P'"), ("x!", "X!"), ("+n'", "+N'")] {
            assert_eq!(read_id(text).as_deref(), Some(id));
        }
        for text in ["", "+", "PP", "1", "P'!", "++P", "É", "P+"] {
            assert_eq!(read_id(text), None, "{text}");
        }
    }

    #[test]
    fn an_id_stands_for_its_latest_type_but_never_for_the_type_itself() {
        let roster = Roster::new(["P", "N", "P"].map(str::to_owned).to_vec());
        assert_eq!(roster.latest("p"), Some(PieceType(2)));
        assert_eq!(roster.latest_but("P", PieceType(2)), Some(PieceType(0)));
        assert_eq!(roster.latest_but("N", PieceType(1)), None);
    }
}
