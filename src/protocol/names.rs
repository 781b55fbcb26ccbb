//! Variant names as XBoard knows them.
//!
//! SPEC: `xboard.md` 2.1 and 2.2.

use crate::variant::Variant;

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

/// The built-in names, in XBoard's order, with the standard board. Left out: the names that only chess
/// servers use.
const KNOWN: &[Known] = &[
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

/// Names that the recogniser finds anywhere in a longer one, case ignored.
const FOUND_ANYWHERE: &[&str] = &[
    "wildcastle",
    "nocastle",
    "fischerandom",
    "bughouse",
    "crazyhouse",
    "losers",
    "suicide",
    "giveaway",
    "twokings",
    "kriegspiel",
    "atomic",
    "3check",
    "shatranj",
    "wild29",
    "wild30",
    "wild31",
    "wild32",
    "wild33",
    "wild34",
    "wild35",
    "wild36",
    "unknown",
    "frc",
    "960",
    "twilight",
];

/// XBoard's limits for a board without holdings: 16 files, 15 ranks.
const MOST_FILES: u16 = 16;
/// With holdings, which take two files on each side.
const MOST_FILES_WITH_HAND: u16 = 12;
const MOST_RANKS: u16 = 15;

/// Built-in variants that XBoard plays by other rules than our definitions: they are offered under a name of our
/// own, with our rules. Chu: XBoard forbids lions to be traded. Great: it refuses moves of the high priestess.
const DIFFERENT_IN_XBOARD: &[&str] = &["chu", "great"];

/// The built-in variant of that name.
pub fn builtin(name: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|k| k.name == name)
}

/// The built-in variant that this one is: one of its names is XBoard's, and the board is the standard one.
pub fn known_as(variant: &Variant) -> Option<&'static Known> {
    let names = std::iter::once(&variant.name).chain(&variant.aliases);
    let board = (variant.board.files(), variant.board.ranks());
    let known = names.filter_map(|name| builtin(name)).find(|known| known.board == board);
    known.filter(|known| !DIFFERENT_IN_XBOARD.contains(&known.name))
}

/// Would XBoard take an engine-defined name for one of its own variants (or for a button that it does not show)?
pub fn is_misread(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let anywhere = FOUND_ANYWHERE.iter().any(|n| lower.contains(n))
        || lower.contains("fischer") && lower.contains("random");
    let from_shogi_on = KNOWN.iter().skip_while(|k| k.name != "shogi");
    let head = |n: &str| {
        lower.strip_prefix(n).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()))
    };
    let w_number = lower.as_bytes().windows(2).any(|w| w[0] == b'w' && w[1].is_ascii_digit());
    anywhere || from_shogi_on.into_iter().any(|k| head(k.name)) || lower == "normal" || w_number
}

/// What keeps a variant that can be played out of XBoard's list; see [`is_shown`].
pub const NOT_SHOWN: &str = "the board is larger than XBoard's (16x15 squares, 12x15 with pieces in hand)";

/// Can XBoard show the board at all?
pub fn is_shown(variant: &Variant) -> bool {
    let files = if super::dialect::has_hands(variant) { MOST_FILES_WITH_HAND } else { MOST_FILES };
    variant.board.files() <= files && variant.board.ranks() <= MOST_RANKS && variant.board.files() > 1
}

/// How a variant is chosen in XBoard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum XBoardMenu {
    /// By a button of its dialog New Variant.
    Menu,
    /// By its name on the command line only: there is no button left for it.
    Name,
    /// Not at all: XBoard cannot show it.
    TooLarge,
}

/// Number of buttons that XBoard has for variants that it does not know.
const BUTTONS: usize = 22;
/// Names that get none.
const WITHOUT_BUTTON: &[&str] = &[
    "tenjiku", "dai", "dada", "maka", "tai", "kyoku", "checkers", "go", "reversi", "dark", "alien", "multi",
    "amazons",
];

/// How each of `variants` is chosen, if they are offered in that order and the user has no definitions.
pub fn places<'v>(variants: impl Iterator<Item = &'v Variant>) -> Vec<XBoardMenu> {
    let mut buttons = 0;
    let place = |variant: &Variant| {
        if !is_shown(variant) {
            return XBoardMenu::TooLarge;
        }
        if known_as(variant).is_some() {
            return XBoardMenu::Menu;
        }
        if WITHOUT_BUTTON.contains(&offered(variant).as_str()) {
            return XBoardMenu::Name;
        }
        buttons += 1;
        if buttons > BUTTONS { XBoardMenu::Name } else { XBoardMenu::Menu }
    };
    variants.map(place).collect()
}

/// The name under which a variant is offered: XBoard's own for what it knows, else one of the variant's that
/// XBoard does not misread, else its name with dashes in it.
pub fn offered(variant: &Variant) -> String {
    if let Some(known) = known_as(variant) {
        return known.name.into();
    }
    let names: Vec<String> =
        std::iter::once(&variant.name).chain(&variant.aliases).map(|n| plain(n)).collect();
    names.iter().find(|name| !is_misread(name)).cloned().unwrap_or_else(|| disguised(&names[0]))
}

/// The name of a variant in UCI: `chess` for chess, as all tools have it, else its own.
pub fn in_uci(variant: &Variant) -> String {
    if known_as(variant).is_some_and(|known| known.name == "normal") {
        "chess".into()
    } else {
        plain(&variant.name)
    }
}

/// Does a GUI that knows the variant shuffle its array itself?
pub fn is_shuffled_by_guis(variant: &Variant) -> bool {
    known_as(variant).is_some_and(|known| ["fischerandom", "caparandom"].contains(&known.name))
}

/// A name without the characters that end it in a list or a command.
fn plain(name: &str) -> String {
    const LONGEST: usize = 60;
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_.+".contains(c);
    let text: String = name.chars().map(|c| if fits(c) { c } else { '-' }).take(LONGEST).collect();
    if text.is_empty() { "variant".into() } else { text }
}

/// Breaks up what XBoard would recognise: a dash in the middle of each recognised part, an `x-` in front of a
/// recognised start.
fn disguised(name: &str) -> String {
    let mut text = name.to_ascii_lowercase();
    for part in FOUND_ANYWHERE {
        let (head, tail) = part.split_at(part.len() / 2);
        text = text.replace(part, &format!("{head}-{tail}"));
    }
    text = text.replace("fischer", "fisch-er");
    let w_digit =
        |i: usize| text.as_bytes()[i] == b'w' && text.as_bytes().get(i + 1).is_some_and(u8::is_ascii_digit);
    text =
        (0..text.len()).map(|i| if w_digit(i) { "w-".to_owned() } else { text[i..=i].to_owned() }).collect();
    if is_misread(&text) { format!("x-{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_recogniser_is_avoided() {
        // xboard.md 2.2: "`grand-x`, `lion2`, `great!` fail; `grandx`, `superb` are fine"
        for bad in
            ["grand-x", "lion2", "great!", "antiatomic", "Crazyhouse2", "my960", "crow9", "raw77", "normal"]
        {
            assert!(is_misread(bad), "{bad}");
            assert!(!is_misread(&disguised(&plain(bad))), "{bad}: {}", disguised(&plain(bad)));
        }
        for good in ["grandx", "superb", "abnormal", "foo.bar", "metamachy", "los-alamos"] {
            assert!(!is_misread(good), "{good}");
        }
    }
}
