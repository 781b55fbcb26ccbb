//! The variants that XBoard knows by itself.
//!
//! SPEC: `xboard.md` 2.1.

/// A variant that XBoard knows by itself, on its standard board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// XBoard's name.
    pub name: &'static str,
    /// Files and ranks of its board.
    pub board: (u16, u16),
}

const fn known(name: &'static str, files: u16, ranks: u16) -> Known {
    Known { name, board: (files, ranks) }
}

/// The built-in names, in XBoard's order, with the standard board. Names used only by chess servers are left out.
pub(crate) const KNOWN: &[Known] = &[
    known("normal", 8, 8),
    known("wildcastle", 8, 8),
    known("nocastle", 8, 8),
    known("fischerandom", 8, 8),
    known("crazyhouse", 8, 8),
    known("losers", 8, 8),
    known("suicide", 8, 8),
    known("giveaway", 8, 8),
    known("twokings", 8, 8),
    known("atomic", 8, 8),
    known("3check", 8, 8),
    known("shatranj", 8, 8),
    known("shogi", 9, 9),
    known("chu", 12, 12),
    known("courier", 12, 8),
    known("gothic", 10, 8),
    known("capablanca", 10, 8),
    known("knightmate", 8, 8),
    known("fairy", 8, 8),
    known("cylinder", 8, 8),
    known("falcon", 10, 8),
    known("caparandom", 10, 8),
    known("berolina", 8, 8),
    known("janus", 10, 8),
    known("super", 8, 8),
    known("great", 10, 8),
    known("makruk", 8, 8),
    known("seirawan", 8, 8),
    known("grand", 10, 10),
    known("spartan", 8, 8),
    known("xiangqi", 9, 10),
    known("asean", 8, 8),
    known("lion", 8, 8),
    known("elven", 10, 10),
];

/// The built-in variant of that name.
pub fn builtin(name: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|k| k.name == name)
}
