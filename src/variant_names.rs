//! Variant names as XBoard knows them.
//!
//! SPEC: `xboard.md` 2.1 and 2.2.

use crate::variant::known::KNOWN;
pub use crate::variant::known::{Known, builtin};
use crate::variant::{Variant, catalogue};
use std::collections::BTreeSet;

/// Names that XBoard recognises anywhere in a longer one, ignoring case.
const FOUND_ANYWHERE: &str = "wildcastle nocastle fischerandom bughouse crazyhouse losers suicide giveaway twokings kriegspiel atomic 3check shatranj \
    wild29 wild30 wild31 wild32 wild33 wild34 wild35 wild36 unknown frc 960 twilight";

/// XBoard's limits for a board without holdings: 16 files, 15 ranks.
const MAX_FILES: u16 = 16;
/// The limit with holdings, which take two files on each side.
const MAX_FILES_WITH_HAND: u16 = 12;
const MAX_RANKS: u16 = 15;
/// Number of piece types that XBoard has for each side.
const MAX_TYPES: usize = 66;

/// Built-in variants that XBoard plays by rules other than the catalogue's; they are offered under another name, with
/// our rules. Chu: XBoard forbids trading lions. Great: it refuses moves of the high priestess.
const DIFFERENT_IN_XBOARD: &[&str] = &["chu", "great"];

/// The built-in variant that matches this one in name, board and, as far as the catalogue has them, rules.
pub fn known_as(variant: &Variant) -> Option<&'static Known> {
    named_as(variant).filter(|known| {
        !DIFFERENT_IN_XBOARD.contains(&known.name) && (variant.built_in || has_rules(variant, known.name))
    })
}

/// The built-in variant that matches a definition in name and board, but has other rules; see [`offered`].
pub fn namesake(variant: &Variant) -> Option<&'static Known> {
    named_as(variant).filter(|known| !variant.built_in && !has_rules(variant, known.name))
}

fn named_as(variant: &Variant) -> Option<&'static Known> {
    let names = std::iter::once(&variant.name).chain(&variant.aliases);
    let board = (variant.board.files(), variant.board.ranks());
    names.filter_map(|name| builtin(name)).find(|known| known.board == board)
}

/// Whether the rules are those of the catalogue's variant of that name.
fn has_rules(variant: &Variant, name: &str) -> bool {
    catalogue::find(name).is_some_and(|entry| variant.has_rules_of(&entry.variant))
}

/// Whether XBoard would mistake an engine-defined name for one of its own variants (or for a button that it does not
/// show).
pub fn is_misread(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let anywhere = FOUND_ANYWHERE.split(' ').any(|name| lower.contains(name))
        || lower.contains("fischer") && lower.contains("random");
    let from_shogi_on = KNOWN.iter().skip_while(|k| k.name != "shogi");
    let head = |n: &str| {
        lower.strip_prefix(n).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()))
    };
    let w_number = lower.as_bytes().windows(2).any(|w| w[0] == b'w' && w[1].is_ascii_digit());
    anywhere || from_shogi_on.into_iter().any(|k| head(k.name)) || lower == "normal" || w_number
}

/// Whether XBoard can show the board and pieces at all.
pub fn is_shown(variant: &Variant) -> bool {
    why_not_shown(variant).is_none()
}

/// Returns the reason why XBoard cannot show the board or the pieces, if it cannot.
pub fn why_not_shown(variant: &Variant) -> Option<&'static str> {
    let most_files = if variant.has_hands() { MAX_FILES_WITH_HAND } else { MAX_FILES };
    let (files, ranks) = (variant.board.files(), variant.board.ranks());
    if files > most_files || ranks > MAX_RANKS {
        return Some("the board is larger than XBoard's (16x15 squares, 12x15 with pieces in hand)");
    }
    if files == 1 {
        return Some("XBoard shows no board with one file");
    }
    let ids: BTreeSet<&str> = variant.pieces.iter().map(|piece| piece.id.as_str()).collect();
    (ids.len() > MAX_TYPES).then_some("it has more piece types than XBoard (66)")
}

/// Ways to choose a variant in XBoard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum XBoardMenu {
    /// With a button in the New Variant dialog.
    Menu,
    /// By name on the command line only: no button is left for it.
    Name,
    /// Not at all: XBoard cannot show it.
    TooLarge,
}

/// Number of buttons that XBoard has for unknown variants.
const BUTTONS: usize = 22;
/// Names that get no button.
const WITHOUT_BUTTON: &[&str] = &[
    "tenjiku", "dai", "dada", "maka", "tai", "kyoku", "checkers", "go", "reversi", "dark", "alien", "multi",
    "amazons",
];

/// The ways to choose each of `variants`, if they are offered in that order and the user has no definitions.
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

/// The name under which a variant is offered: XBoard's own if it knows the variant, else one of the variant's names
/// that XBoard does not misread, else its name with dashes inserted.
pub fn offered(variant: &Variant) -> String {
    if let Some(known) = known_as(variant) {
        return known.name.into();
    }
    let names: Vec<String> =
        std::iter::once(&variant.name).chain(&variant.aliases).map(|n| plain(n)).collect();
    names.iter().find(|name| !is_misread(name)).cloned().unwrap_or_else(|| disguised(&names[0]))
}

/// The name of a variant in UCI: `chess` for chess, as in all tools, else its own name.
pub fn in_uci(variant: &Variant) -> String {
    if known_as(variant).is_some_and(|known| known.name == "normal") {
        "chess".into()
    } else {
        plain(&variant.name)
    }
}

/// Whether a GUI that knows the variant shuffles its array itself.
pub fn is_shuffled_by_guis(variant: &Variant) -> bool {
    known_as(variant).is_some_and(|known| ["fischerandom", "caparandom"].contains(&known.name))
}

/// Replaces the characters that would end a name in a list or a command.
fn plain(name: &str) -> String {
    const LONGEST: usize = 60;
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_.+".contains(c);
    let text: String = name.chars().map(|c| if fits(c) { c } else { '-' }).take(LONGEST).collect();
    if text.is_empty() { "variant".into() } else { text }
}

/// Changes a name so that XBoard does not recognise it: inserts a dash into each recognised part, and prefixes `x-`
/// to a recognised start.
fn disguised(name: &str) -> String {
    let mut text = name.to_ascii_lowercase();
    for part in FOUND_ANYWHERE.split(' ') {
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

    #[test]
    fn games_with_more_types_than_xboard_are_not_shown() {
        let line = |id: String| format!("piece:{id}:W::\n");
        let ids = |suffixes: &'static [&str]| {
            ('A'..='Z').flat_map(move |letter| suffixes.iter().map(move |suffix| format!("{letter}{suffix}")))
        };
        let reason = |suffixes| {
            let lines: String = ids(suffixes).filter(|id| id != "K").map(line).collect();
            let text = format!("files=16\nranks=15\nroyal=K\nking:K:K::e1,,e15\n{lines}");
            why_not_shown(&crate::variant::read("many", &text).expect("a definition").0)
        };
        assert_eq!(reason(&["", "'"]), None);
        assert!(reason(&["", "'", "!"]).is_some_and(|reason| reason.contains("66")));
    }
}
