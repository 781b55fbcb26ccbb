//! Direction letters of the XBoard dialect.
//!
//! Only combinations with the same meaning in XBetza and in XBoard 4.9.1 are written: no directions on K and Q atoms,
//! no doubled letters.

use crate::notation::legs::Step;

/// Letter of a leap in the dialect; K for all king's steps. `None` if the dialect has none.
pub fn atom(step: Step) -> Option<&'static str> {
    Some(match step.size() {
        (0 | 1, 1) => "K",
        (0, 2) => "D",
        (2, 2) => "A",
        (0, 3) => "H",
        (3, 3) => "G",
        (1, 2) => "N",
        (1, 3) => "C",
        (2, 3) => "Z",
        _ => return None,
    })
}

/// Direction (0 to 7, clockwise from straight ahead) of a leap along a king's line and its length; `None` for an
/// oblique one.
pub fn direction(step: Step) -> Option<(u8, i16)> {
    let length = step.dx.abs().max(step.dy.abs());
    let straight = step.dx == 0 || step.dy == 0 || step.dx.abs() == step.dy.abs();
    (length > 0 && straight).then(|| (step.heading(), length))
}

/// A set of directions, bit `n` for direction `n`.
pub type Directions = u8;

/// Direction letters with their directions.
pub type DirectionSet = &'static [(&'static str, Directions)];

/// Prefixes of W, R, D and H: letters are additive, so a prefix lists the directions.
#[rustfmt::skip]
pub const ORTHOGONAL: DirectionSet = &[
    ("", 0b0101_0101), ("fbl", 0b0101_0001), ("fbr", 0b0001_0101), ("fs", 0b0100_0101), ("bs", 0b0101_0100),
    ("v", 0b0001_0001), ("s", 0b0100_0100), ("fl", 0b0100_0001), ("fr", 0b0000_0101), ("bl", 0b0101_0000),
    ("br", 0b0001_0100), ("f", 1), ("b", 1 << 4), ("l", 1 << 6), ("r", 1 << 2),
];

/// Prefixes of F, B, A and G: one letter means a pair of directions, two crossing letters a single one.
#[rustfmt::skip]
pub const DIAGONAL: DirectionSet = &[
    ("", 0b1010_1010), ("f", 0b1000_0010), ("b", 0b0010_1000), ("l", 0b1010_0000), ("r", 0b0000_1010),
    ("fl", 1 << 7), ("fr", 1 << 1), ("bl", 1 << 5), ("br", 1 << 3),
];

/// Prefixes of N, C and Z, numbered as by [`Step::heading`]. SPEC: `frN` = (2,1), `rfN` = (1,2).
#[rustfmt::skip]
pub const OBLIQUE: DirectionSet = &[
    ("", 0xFF), ("fh", 0b1100_0011), ("v", 0b1001_1001), ("s", 0b0110_0110), ("hr", 0b0101_0101),
    ("hl", 0b1010_1010), ("f", 0b1000_0001), ("b", 0b0001_1000), ("l", 0b0110_0000), ("r", 0b0000_0110),
    ("fs", 0b0100_0010), ("rf", 1), ("fr", 1 << 1), ("br", 1 << 2), ("rb", 1 << 3), ("lb", 1 << 4),
    ("bl", 1 << 5), ("fl", 1 << 6), ("lf", 1 << 7),
];

/// Prefixes of continuation legs: the eight directions relative to the previous leg.
#[rustfmt::skip]
const RELATIVE: DirectionSet = &[
    ("fs", 0b1000_0010), ("bs", 0b0010_1000), ("s", 0b0100_0100), ("f", 1), ("fr", 1 << 1), ("r", 1 << 2),
    ("br", 1 << 3), ("b", 1 << 4), ("bl", 1 << 5), ("l", 1 << 6), ("fl", 1 << 7),
];

/// The directions of a continuation leg without letters after K or Q.
/// SPEC: `xboard.md` 3.4, "default = all but straight back for 8-fold, forward/left/right for W F R B".
const DEFAULT_AFTER_KING: Directions = 0b1110_1111;

/// Bits of the four orthogonal directions.
pub const ORTHOGONALS: Directions = 0b0101_0101;
/// Bits of the four diagonal directions.
pub const DIAGONALS: Directions = 0b1010_1010;

/// Covers a set with few non-overlapping prefixes of a table, largest first.
pub fn cover(mut set: Directions, table: DirectionSet) -> Vec<&'static str> {
    let mut prefixes = Vec::new();
    for &(letters, meaning) in table {
        if meaning != 0 && set & meaning == meaning {
            prefixes.push(letters);
            set &= !meaning;
        }
    }
    prefixes
}

/// Prefixes for a continuation leg; `king`: whether the whole move starts as K or Q.
pub fn relative(set: Directions, king: bool) -> Vec<&'static str> {
    let is_default = king && set & DEFAULT_AFTER_KING == DEFAULT_AFTER_KING;
    let rest = if is_default { set & !DEFAULT_AFTER_KING } else { set };
    is_default.then_some("").into_iter().chain(cover(rest, RELATIVE)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_is_covered_once() {
        for set in 0..=255u8 {
            for (table, part) in [
                (ORTHOGONAL, set & ORTHOGONALS),
                (DIAGONAL, set & DIAGONALS),
                (OBLIQUE, set),
                (RELATIVE, set),
            ] {
                let meaning = |p: &str| table.iter().find(|e| e.0 == p).unwrap().1;
                let mut seen = 0;
                for prefix in cover(part, table) {
                    assert_eq!(seen & meaning(prefix), 0, "{part:08b} {prefix}");
                    seen |= meaning(prefix);
                }
                assert_eq!(seen, part);
            }
        }
    }

    #[test]
    fn knight_letters_follow_the_readings() {
        // Reading 7: "`frN` = (2,1), `rfN` = (1,2); `fsN` = (±2,1)"
        let index = |dx, dy| 1u8 << Step::new(dx, dy).heading();
        assert_eq!(cover(index(2, 1), OBLIQUE), ["fr"]);
        assert_eq!(cover(index(1, 2), OBLIQUE), ["rf"]);
        assert_eq!(cover(index(2, 1) | index(-2, 1), OBLIQUE), ["fs"]);
        // "a hrN on e4 has moves to f6, g3, d2 and c5"
        assert_eq!(cover(index(1, 2) | index(2, -1) | index(-1, -2) | index(-2, 1), OBLIQUE), ["hr"]);
    }
}
