//! Identifies definitions that are not part of the program.

use super::{Variant, catalogue};
use std::hash::Hasher;

/// Returns a hash of the rules and the array of a variant loaded by [`catalogue::load`]; `None` for a built-in one,
/// which its name identifies. Names, titles and pictures do not count.
pub fn definition_hash(spec: &str, variant: &Variant) -> Option<u64> {
    if catalogue::find(spec).is_some() {
        return None;
    }
    let mut hasher = fxhash::FxHasher64::default();
    hasher.write(format!("{:?}", variant.without_names()).as_bytes());
    Some(hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::read;

    #[test]
    fn rules_and_array_identify_a_definition() {
        let print = |text: &str| {
            let (variant, _) = read("mine.txt", text).expect(text);
            definition_hash("mine.txt", &variant)
        };
        let first = print("royal=K\nrook:R:R::a1\nking:K:K::e1\n");
        assert!(first.is_some());
        assert_eq!(first, print("# The same.\ntitle=Mine\nroyal=K\nTower:R:R:rook:a1\nking:K:K::e1\n"));
        for other in [
            "royal=K\nrook:R:WD::a1\nking:K:K::e1\n",
            "royal=K\nrook:R:R::b1\nking:K:K::e1\n",
            "royal=K\nstalemate=win\nrook:R:R::a1\nking:K:K::e1\n",
        ] {
            assert_ne!(first, print(other), "{other}");
        }
        let chess = &catalogue::find("chess").expect("chess").variant;
        assert_eq!(definition_hash("chess", chess), None);
        assert!(definition_hash("chess.txt", chess).is_some());
    }
}
