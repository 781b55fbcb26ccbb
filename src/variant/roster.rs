//! Piece types by their ID.

use super::PieceType;
use fxhash::FxHashMap;

/// The types with each ID, in the order of their lines.
type TypesById = FxHashMap<String, Vec<PieceType>>;

/// The IDs of all piece types.
#[derive(Clone, Default, Debug)]
pub(super) struct Roster {
    /// Number of types.
    types: usize,
    /// By their IDs as the definition gives them: written, or the first letter of the name.
    given: TypesById,
    /// By their IDs as FENs and moves show them: given, or another one if a default ID clashes.
    shown: TypesById,
}

/// Meaning of a `!` after an ID.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bang {
    /// It belongs to the ID if a piece has that ID.
    Suffix,
    /// It belongs to the ID if a piece has that ID and no other ID follows; otherwise it marks the next ID.
    Mark,
}

impl Roster {
    /// Creates the roster of types with these IDs, given and shown.
    pub(super) fn new(given: &[String], shown: &[String]) -> Self {
        Self { types: given.len(), given: by_id(given), shown: by_id(shown) }
    }

    /// Returns the number of piece types.
    pub(super) fn len(&self) -> usize {
        self.types
    }

    /// Returns the set of these types: `[type]`.
    pub(super) fn set(&self, types: &[PieceType]) -> Vec<bool> {
        let mut set = vec![false; self.types];
        types.iter().for_each(|piece| set[piece.index()] = true);
        set
    }

    /// Returns all types with that given ID, ignoring case; without any, those with that shown ID.
    ///
    /// SPEC: "By default the first letter of the piece name would be taken for this" (section Pieces): types with one
    /// default letter share it in the parameters of the diagram.
    pub(super) fn all(&self, id: &str) -> impl DoubleEndedIterator<Item = PieceType> + use<'_> {
        first_match([&self.given, &self.shown], id)
    }

    /// Returns all types with that shown ID, ignoring case; without any, those with that given ID.
    pub(super) fn shown(&self, id: &str) -> impl DoubleEndedIterator<Item = PieceType> + use<'_> {
        first_match([&self.shown, &self.given], id)
    }

    /// Returns the ID at the start of a list of IDs without commas, in upper case; a piece need not have it.
    pub(super) fn first_id(&self, text: &str, bang: Bang) -> Option<String> {
        let plus = usize::from(text.starts_with('+'));
        let mut id = read_id(text.get(..=plus)?)?;
        let mut rest = text[plus + 1..].chars();
        match rest.next() {
            Some('\'') => id.push('\''),
            Some('!') => {
                let starts_id = |c: char| c.is_ascii_alphabetic() || matches!(c, '+' | '*' | '!' | ':');
                let is_suffix = bang == Bang::Suffix || !rest.next().is_some_and(starts_id);
                let marked = format!("{id}!");
                return Some(if is_suffix && self.latest(&marked).is_some() { marked } else { id });
            }
            _ => {}
        }
        Some(id)
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

fn by_id(ids: &[String]) -> TypesById {
    let mut types = TypesById::default();
    for (piece, id) in (0..).map(PieceType).zip(ids) {
        types.entry(id.to_ascii_uppercase()).or_default().push(piece);
    }
    types
}

/// Returns the types with this ID in the first map; without any, those in the second.
fn first_match<'a>(
    maps: [&'a TypesById; 2],
    id: &str,
) -> impl DoubleEndedIterator<Item = PieceType> + use<'a> {
    let id = id.to_ascii_uppercase();
    maps.into_iter().find_map(|map| map.get(&id)).into_iter().flatten().copied()
}

/// What may follow the letter of an ID.
pub const ID_SUFFIXES: [char; 2] = ['\'', '!'];

/// Reads an ID: a letter, optionally with `+` before it or a suffix after it; converted to upper case.
pub(super) fn read_id(text: &str) -> Option<String> {
    let letter = text.strip_prefix('+').unwrap_or(text);
    let letter = letter.strip_suffix(ID_SUFFIXES).unwrap_or(letter);
    let one = letter.len() == 1 && letter.bytes().all(|byte| byte.is_ascii_alphabetic());
    one.then(|| text.to_ascii_uppercase())
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
        let roster = Roster::new(&ids, &ids);
        assert_eq!(roster.latest("p"), Some(PieceType(2)));
        assert_eq!(roster.latest_but("P", PieceType(2)), Some(PieceType(0)));
        assert_eq!(roster.latest_but("N", PieceType(1)), None);
    }

    #[test]
    fn a_bang_belongs_to_an_id_that_a_piece_has() {
        let ids = ["R", "R!", "+N", "Q"].map(str::to_owned);
        let roster = Roster::new(&ids, &ids);
        for (text, suffix, mark) in [
            ("r'N", "R'", "R'"),
            ("R!", "R!", "R!"),
            ("R!Q", "R!", "R"),
            ("R!,Q", "R!", "R!"),
            ("Q!", "Q", "Q"),
            ("+n!", "+N", "+N"),
        ] {
            let read = [Bang::Suffix, Bang::Mark].map(|bang| roster.first_id(text, bang).unwrap_or_default());
            assert_eq!(read, [suffix, mark], "{text}");
        }
        assert_eq!(
            ["", "+", "1", "É", "!R"].map(|text| roster.first_id(text, Bang::Mark)),
            [const { None }; 5]
        );
    }

    #[test]
    fn an_id_that_clashes_is_known_as_given_and_as_shown() {
        let [given, shown] = [["P", "P", "R"], ["P", "I", "R"]].map(|ids| ids.map(str::to_owned).to_vec());
        let roster = Roster::new(&given, &shown);
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
