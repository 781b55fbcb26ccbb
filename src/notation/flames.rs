//! The flames of a move: captures shared by all its movements.

use super::legs::{Movement, MovementKind};
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// Captures made by flames from the square where a movement ends, all simultaneously; empty if it burns nothing.
///
/// One move may expand to thousands of movements with the same thousands of captures, so these are stored once.
/// Equality compares the captures in order, but not their place in the text.
#[derive(Clone, Default, Debug)]
pub struct Flames(Option<Arc<Lit>>);

#[derive(Debug)]
struct Lit {
    captures: Vec<Movement>,
    /// Hash of the kinds of the captures.
    hash: u64,
}

impl Lit {
    fn kinds(&self) -> impl Iterator<Item = &MovementKind> {
        self.captures.iter().map(|capture| &capture.kind)
    }
}

impl From<Vec<Movement>> for Flames {
    fn from(captures: Vec<Movement>) -> Self {
        let hash = fxhash::hash64(&captures.iter().map(|capture| &capture.kind).collect::<Vec<_>>());
        Self((!captures.is_empty()).then(|| Arc::new(Lit { captures, hash })))
    }
}

impl Deref for Flames {
    type Target = [Movement];

    fn deref(&self) -> &[Movement] {
        self.0.as_ref().map_or(&[], |lit| &lit.captures)
    }
}

impl PartialEq for Flames {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(a), Some(b)) => Arc::ptr_eq(a, b) || a.hash == b.hash && a.kinds().eq(b.kinds()),
            _ => false,
        }
    }
}

impl Eq for Flames {}

impl Hash for Flames {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.as_ref().map(|lit| lit.hash).hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{ErrorKind, compile};

    fn captures(text: &str) -> Flames {
        compile(text).expect("a description").into()
    }

    #[test]
    fn equal_captures_make_equal_flames() {
        assert_eq!(captures("cK"), compile("Q:cK").expect("a description")[0].flames);
        assert_eq!(Flames::from(Vec::new()), Flames::default());
        assert_ne!(captures("cK"), captures("cW"));
        assert_ne!(captures("cK"), Flames::default());
        assert_eq!(captures("cK").len(), 8);
    }

    #[test]
    fn movements_of_one_move_share_its_flames() {
        let movements = compile("Q:cK").expect("a description");
        let lit = |at: usize| movements[at].flames.0.clone().expect("flames");
        assert!(movements.len() > 1 && (1..movements.len()).all(|at| Arc::ptr_eq(&lit(0), &lit(at))));
    }

    #[test]
    fn the_limit_counts_flames_of_all_moves() {
        let text = "K:caaaaaaaDK".repeat(190);
        let error = compile(&text).expect_err("too many captures");
        assert!(matches!(error.kind, ErrorKind::TooManyMovements { limit: 4096, count } if count > 4096));
        assert!(text[error.span].starts_with(":caaa"));
    }
}
