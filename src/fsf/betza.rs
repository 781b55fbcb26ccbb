//! Fairy-Stockfish's Betza notation and XBetza: mostly identical.
//!
//! Lame knights and zebras step along a fixed path there, `K` and `Q` are `WF` and `RB`, whose directions are read for
//! each of them, some directions of diagonal and oblique moves mean nothing, hoppers are riders, and initial moves
//! capture nothing.

use crate::notation::{self, Movement};
use std::collections::{BTreeSet, HashSet};

/// Splits a move into its atoms, each with the modifiers before it.
pub fn atoms(text: &str) -> Result<Vec<(&str, &str)>, &'static str> {
    let (mut found, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let end = rest.find(|c: char| c.is_ascii_uppercase()).ok_or("an atom is missing")?;
        let (modifiers, atom) = rest.split_at(end);
        let letter = &atom[..1];
        let length = atom.find(|c: char| !c.is_ascii_digit() && !letter.contains(c)).unwrap_or(atom.len());
        found.push((modifiers, &atom[..length]));
        rest = &atom[length..];
    }
    Ok(found)
}

/// Appends moves to others. An atom without modifiers gets those that it has by default if it follows the same atom: together
/// they would be a rider.
pub fn append(moves: &mut String, more: &str) {
    let last = moves.trim_end_matches(|c: char| c.is_ascii_digit()).chars().last();
    if last.is_some_and(|atom| atom.is_ascii_uppercase() && more.starts_with(atom)) {
        moves.push_str("mc");
    }
    moves.push_str(more);
}

/// The letters of the notation, atoms and modifiers.
const ATOMS: &str = "WFDNAHLCJZGKRBQ";
const MODIFIERS: &str = "mcpgniefbvhrls";
/// Atoms that only ride, and atoms that ride if repeated or with a range.
const RIDERS: &str = "RBQ";
const RIDING: &str = "WFNKRBQ";
/// Atoms with hops.
const HOPPING: &str = "WFKRBQ";
/// Atoms that go straight, so that each direction stands for itself.
const ORTHOGONAL: &str = "WRDH";
const DIAGONAL: &str = "FBAG";
const DIRECTIONS: &str = "fbvhrls";

/// Translates Fairy-Stockfish's Betza to XBetza.
///
/// # Errors
/// Why the move means something else, or nothing.
pub fn translate(text: &str) -> Result<String, String> {
    let (moves, faults) = translate_known(text);
    faults.into_iter().next().map_or(Ok(moves), Err)
}

/// Translates the moves that mean the same in XBetza, and says why the others do not.
pub fn translate_known(text: &str) -> (String, Vec<String>) {
    let (mut moves, mut faults) = (String::new(), Vec::new());
    let parts = atoms(text).unwrap_or_else(|why| {
        faults.push(why.to_owned());
        Vec::new()
    });
    // Initial moves depend on a region, not on unmoved pieces; it is the region of the start squares.
    for (modifiers, atom) in parts {
        match part(modifiers, atom) {
            Ok(known) => append(&mut moves, &known),
            Err(why) => faults.push(format!("`{modifiers}{atom}`: {why}")),
        }
    }
    (moves, faults)
}

fn part(modifiers: &str, atom: &str) -> Result<String, String> {
    let (letter, range) = atom.split_at(1);
    if !ATOMS.contains(letter) {
        return Err(format!("Fairy-Stockfish has no atom `{letter}`"));
    }
    if let Some(unknown) = modifiers.chars().find(|&c| !MODIFIERS.contains(c)) {
        return Err(format!("Fairy-Stockfish ignores `{unknown}`"));
    }
    if range.len() > 1 {
        return Err(String::from("ranges have one digit"));
    }
    let (rides, hops) = (RIDERS.contains(letter) || !range.is_empty(), modifiers.contains(['p', 'g']));
    if rides && !RIDING.contains(letter) || hops && !HOPPING.contains(letter) {
        return Err(String::from("there are no such riders and hoppers"));
    }
    let mut modifiers = modifiers.to_owned();
    if modifiers.contains('i') && !modifiers.contains('m') {
        // Initial moves capture nothing.
        if modifiers.contains('c') {
            return Ok(String::new());
        }
        modifiers.push('m');
    }
    if modifiers.contains('i') {
        modifiers = modifiers.replace(['c', 'e'], "");
    }
    if rides {
        // Riders are blocked anyway.
        modifiers = modifiers.replace('n', "");
    }
    if modifiers.contains('n') {
        return lame(&modifiers, letter);
    }
    let digit = range.chars().next().filter(char::is_ascii_digit);
    if hops && digit.is_some() {
        modifiers = modifiers.replace('g', "p");
    }
    // A hop has no end of its own.
    let (letter, range) = match letter {
        "W" if hops && digit.is_none() => ("R", ""),
        "F" if hops && digit.is_none() => ("B", ""),
        _ => (letter, range),
    };
    let tokens = directions(&modifiers);
    let modes: String = modifiers.chars().filter(|&c| !DIRECTIONS.contains(c)).collect();
    let digit = digit.map(String::from).unwrap_or_default();
    if "KQ".contains(letter) && (!tokens.is_empty() || hops && letter == "K") {
        let [straight, diagonal] = if rides || hops { ["R", "B"] } else { ["W", "F"] };
        let written = [(&straights(&tokens), straight), (&diagonals(&tokens), diagonal)];
        return Ok(written.map(|(found, atom)| limited(&modes, found, &format!("{atom}{digit}"))).concat());
    }
    let atom = format!("{letter}{range}");
    let known = tokens.iter().all(|token| !token.contains(&'h') && is_direction(token));
    if ORTHOGONAL.contains(letter) && modifiers.contains('h') {
        let single: Vec<[char; 2]> = tokens.iter().flatten().map(|&letter| [letter, letter]).collect();
        return Ok(limited(&modes, &straights(&single), &atom));
    }
    if DIAGONAL.contains(letter) && !known {
        return Ok(limited(&modes, &diagonals(&tokens), &atom));
    }
    let (meant, all) = (tokens.iter().filter(|token| is_direction(token)).count(), tokens.len());
    match (ORTHOGONAL.contains(letter) || meant == all, meant) {
        (true, _) => Ok(format!("{modifiers}{atom}")),
        (false, 0) => Ok(String::new()),
        (false, _) => Err(String::from("some of the directions mean nothing")),
    }
}

/// The atoms of lame leaps.
const LAME: [&str; 7] = ["N", "C", "L", "Z", "J", "A", "D"];

/// Lame leaps: oblique ones follow a path, straight along the longer way, then diagonally.
fn lame(modifiers: &str, letter: &str) -> Result<String, String> {
    let path = match letter {
        "N" => "mafs",
        "C" | "L" => "mafmafs",
        "Z" | "J" => "mafsmaf",
        "A" | "D" => return Ok(format!("{modifiers}{letter}")),
        _ => return Err(String::from("there are no such lame leaps")),
    };
    let modes = modifiers.replace('n', "");
    if modes.chars().any(|c| !"mc".contains(c)) {
        return Err(String::from("lame leaps in only some directions are not supported"));
    }
    Ok(format!("{path}{modes}W"))
}

/// Splits the directions into pairs of letters, as far as they combine; a single letter is doubled.
fn directions(modifiers: &str) -> Vec<[char; 2]> {
    let letters: Vec<char> = modifiers.chars().collect();
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(&one) = letters.get(at) {
        at += 1;
        if !DIRECTIONS.contains(one) {
            continue;
        }
        let pairs = |other: char| {
            let is = |group: &str, c: char| group.contains(c);
            other == one || is("fbvh", one) && is("rlsh", other) || is("rlsh", one) && is("fbvh", other)
        };
        let other = letters.get(at).copied().filter(|&other| pairs(other));
        at += usize::from(other.is_some());
        found.push([one, other.unwrap_or(one)]);
    }
    found
}

/// The eight directions of an oblique leap: that of the longer and that of the shorter component.
const EIGHT: [[char; 2]; 8] =
    [['f', 'r'], ['f', 'l'], ['r', 'f'], ['r', 'b'], ['b', 'r'], ['b', 'l'], ['l', 'b'], ['l', 'f']];

/// Whether two letters stand for one of the eight directions.
fn covers([one, other]: [char; 2], [long, short]: [char; 2]) -> bool {
    let axis = if "fb".contains(long) { 'v' } else { 's' };
    let hand = if ["fr", "rb", "bl", "lf"].contains(&format!("{long}{short}").as_str()) { 'r' } else { 'l' };
    let names =
        [[long, long], [axis, axis], [short, long], [short, axis], [long, 'h'], [short, 'h'], ['h', hand]];
    names.contains(&[one, other])
}

/// Whether two letters stand for any direction of a diagonal or oblique move.
fn is_direction(token: &[char; 2]) -> bool {
    EIGHT.into_iter().any(|leap| covers(*token, leap))
}

/// The directions of the eight that some pairs of letters stand for; all without pairs.
fn leaps(tokens: &[[char; 2]]) -> impl Iterator<Item = [char; 2]> {
    EIGHT.into_iter().filter(|&leap| tokens.is_empty() || tokens.iter().any(|&token| covers(token, leap)))
}

/// The straight directions that the letters stand for.
fn straights(tokens: &[[char; 2]]) -> Vec<String> {
    let mut found: Vec<String> = leaps(tokens).map(|[long, _]| String::from(long)).collect();
    found.dedup();
    found
}

/// The diagonal directions that the letters stand for.
fn diagonals(tokens: &[[char; 2]]) -> Vec<String> {
    let pair = |[one, other]: [char; 2]| if "fb".contains(one) { [one, other] } else { [other, one] };
    let found: BTreeSet<String> = leaps(tokens).map(|leap| pair(leap).iter().collect()).collect();
    found.into_iter().collect()
}

/// Writes an atom with some of four directions; nothing without directions.
fn limited(modes: &str, directions: &[String], atom: &str) -> String {
    match directions.len() {
        0 => String::new(),
        4 => format!("{modes}{atom}"),
        _ => format!("{modes}{}{atom}", directions.concat()),
    }
}

/// Whether two texts in XBetza describe the same moves, as `mafsW` and `afsW` do.
pub fn same_moves(one: &str, other: &str) -> bool {
    let moves = |text: &str| -> Option<HashSet<Movement>> {
        let all = notation::compile(text).ok()?;
        Some(all.iter().map(Movement::unplaced).collect())
    };
    one == other || moves(one).is_some_and(|moves_of_one| Some(moves_of_one) == moves(other))
}

/// Finds the lame leap of Fairy-Stockfish that has the same moves as a text in XBetza.
fn as_lame_leap(text: &str) -> Option<String> {
    let mut all = ["", "m", "c"].into_iter().flat_map(|modes| LAME.map(|letter| format!("{modes}n{letter}")));
    all.find(|leap| translate(leap).is_ok_and(|moves| same_moves(&moves, text)))
}

/// Translates XBetza to Fairy-Stockfish's Betza; `None` if that is not possible.
pub fn untranslate(text: &str) -> Option<String> {
    let of = |(modifiers, atom): (&str, &str)| {
        let whole = format!("{modifiers}{atom}");
        if translate(&whole).is_ok_and(|same| same == whole) {
            return Some(whole);
        }
        if modifiers.contains('a') {
            return as_lame_leap(&whole);
        }
        // Single letters are straight directions of `K` and `Q`, pairs diagonal ones.
        let (letter, range) = atom.split_at(1);
        let atoms = match letter {
            "K" if range.is_empty() => ["W", "F"],
            "K" | "Q" => ["R", "B"],
            _ => return None,
        };
        let modes: String = modifiers.chars().filter(|&c| !DIRECTIONS.contains(c)).collect();
        let tokens = directions(modifiers);
        let digit = range.trim_start_matches(letter);
        let written = |diagonal: bool| {
            let chosen = tokens.iter().filter(|[one, other]| (one != other) == diagonal);
            let letters: String =
                chosen.flat_map(|&[one, other]| [Some(one), diagonal.then_some(other)]).flatten().collect();
            if letters.is_empty() {
                String::new()
            } else {
                format!("{modes}{letters}{}{digit}", atoms[usize::from(diagonal)])
            }
        };
        let out = written(false) + &written(true);
        let plain = tokens
            .iter()
            .all(|[one, other]| one == other || "fblr".contains(*one) && "fblr".contains(*other));
        (plain && !tokens.is_empty() && translate(&out).is_ok_and(|same| same == out)).then_some(out)
    };
    atoms(text).ok()?.into_iter().map(of).try_fold(String::new(), |mut moves, part| {
        append(&mut moves, &part?);
        Some(moves)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lame_leaps_follow_their_path() {
        assert_eq!(translate("fmWfceFifmnD").unwrap(), "fmWfceFifmnD");
        assert_eq!(translate("nNmR3").unwrap(), "mafsWmR3");
        assert_eq!(translate("nC").unwrap(), "mafmafsW");
        assert_eq!(translate("cnNmnZNN").unwrap(), "mafscWmafsmafmWNN");
        assert!(translate("fnN").is_err());
        assert!(translate("f").is_err());
        assert_eq!(translate_known("FAA").0, "F");
    }

    #[test]
    fn neighbours_never_become_riders() {
        for (fsf, xbetza) in [("vWhNW", "vWmcW"), ("nNW", "mafsWmcW"), ("R3nR", "R3mcR"), ("WFW", "WFW")] {
            assert_eq!(translate(fsf).as_deref(), Ok(xbetza), "{fsf}");
        }
        assert_eq!(untranslate("sKWW").as_deref(), Some("sWmcWW"));
        assert_eq!(untranslate("mafsWN").as_deref(), Some("nNmcN"));
    }

    #[test]
    fn directions_of_kings_and_queens_are_read_twice() {
        for (fsf, xbetza) in [
            ("fK", "fWflfrF"),
            ("fQ2", "fR2flfrB2"),
            ("frQ", "rRfrB"),
            ("KK", "KK"),
            ("mfQcK", "mfRmflfrBcK"),
            ("pK", "pRpB"),
            ("fhW", "fW"),
            ("hrB", "B"),
            ("hW", ""),
            ("gR3gW", "pR3gR"),
            ("ifcFifmcRiDfW", "ifmRimDfW"),
        ] {
            assert_eq!(translate(fsf).as_deref(), Ok(xbetza), "{fsf}");
        }
    }

    #[test]
    fn moves_that_mean_nothing_are_refused() {
        // Directions without a meaning leave no move.
        assert_eq!(translate("sfNvsBW").as_deref(), Ok("W"));
        for text in ["DD", "R10", "nH", "pN", "jD", "mafsW", "X", "ffsfN"] {
            assert!(translate(text).is_err(), "{text}");
        }
        assert_eq!(translate("fsWsfRvlDnWW").as_deref(), Ok("fsWsfRvlDWW"));
    }

    #[test]
    fn moves_are_written_as_they_are_read() {
        assert_eq!(untranslate("fmWfcFcpR").as_deref(), Some("fmWfcFcpR"));
        assert_eq!(untranslate("mfKfrQ2").as_deref(), Some("mfWfrB2"));
        for (xbetza, fsf) in [("mafsW", "nN"), ("afsWK", "nNK"), ("mafsmWcQ", "mnNcQ"), ("mafmafscW", "cnC")]
        {
            assert_eq!(untranslate(xbetza).as_deref(), Some(fsf), "{xbetza}");
        }
        for text in ["sfN", "vlB", "fsQ", "DD", "R10", "nH", "gR3", "nC", "pN", "fafsW", "mafW"] {
            assert_eq!(untranslate(text), None, "{text}");
        }
    }
}
