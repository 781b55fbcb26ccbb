//! Piece types by their ID.

use super::PieceType;

/// The IDs of all piece types, in the order of their lines.
#[derive(Clone, Default, Debug)]
pub(super) struct Roster {
    /// As the definition gives them: written, or the first letter of the name.
    given: Vec<String>,
    /// As FENs and moves show them: given, or another one if a default ID clashes.
    shown: Vec<String>,
}

impl Roster {
    /// Creates the roster of types with these IDs, given and shown.
    pub(super) fn new(given: Vec<String>, shown: Vec<String>) -> Self {
        Self { given, shown }
    }

    /// Returns the number of piece types.
    pub(super) fn len(&self) -> usize {
        self.given.len()
    }

    /// Returns the set of these types: `[type]`.
    pub(super) fn set(&self, types: &[PieceType]) -> Vec<bool> {
        let mut set = vec![false; self.given.len()];
        types.iter().for_each(|piece| set[piece.index()] = true);
        set
    }

    /// Returns all types with that given ID, ignoring case; without any, those with that shown ID.
    ///
    /// SPEC: "By default the first letter of the piece name would be taken for this" (section Pieces): types with one
    /// default letter share it in the parameters of the diagram.
    pub(super) fn all(&self, id: &str) -> impl DoubleEndedIterator<Item = PieceType> {
        first_match([&self.given, &self.shown], id)
    }

    /// Returns all types with that shown ID, ignoring case; without any, those with that given ID.
    pub(super) fn shown(&self, id: &str) -> impl DoubleEndedIterator<Item = PieceType> {
        first_match([&self.shown, &self.given], id)
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

/// Returns the types whose ID in the first list is this one; without any, those in the second.
fn first_match(lists: [&Vec<String>; 2], id: &str) -> impl DoubleEndedIterator<Item = PieceType> + use<> {
    let find = |list: &Vec<String>| -> Vec<PieceType> {
        let types = (0..).map(PieceType).zip(list);
        types.filter(|(_, known)| known.eq_ignore_ascii_case(id)).map(|(piece, _)| piece).collect()
    };
    let found = lists.into_iter().map(find).find(|found| !found.is_empty());
    found.unwrap_or_default().into_iter()
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
        let ids = ["P", "N", "P"].map(str::to_owned).to_vec();
        let roster = Roster::new(ids.clone(), ids);
        assert_eq!(roster.latest("p"), Some(PieceType(2)));
        assert_eq!(roster.latest_but("P", PieceType(2)), Some(PieceType(0)));
        assert_eq!(roster.latest_but("N", PieceType(1)), None);
    }

    #[test]
    fn an_id_that_clashes_is_known_as_given_and_as_shown() {
        let [given, shown] = [["P", "P", "R"], ["P", "I", "R"]].map(|ids| ids.map(str::to_owned).to_vec());
        let roster = Roster::new(given, shown);
        let types =
            |found: &mut dyn Iterator<Item = PieceType>| found.map(|piece| piece.0).collect::<Vec<_>>();
        for (id, all, of_shown) in [
            ("p", vec![0, 1], vec![0]),
            ("I", vec![1], vec![1]),
            ("R", vec![2], vec![2]),
            ("X", vec![], vec![]),
        ] {
            assert_eq!((types(&mut roster.all(id)), types(&mut roster.shown(id))), (all, of_shown), "{id}");
        }
    }
}
