//! Distinct IDs for pieces without one in the definition, from the letters of their names.
//!
//! SPEC: "By default the first letter of the piece name would be taken for this." An ID given by the definition is
//! kept; pieces of the same name share one. FENs and moves need distinct IDs; promotions know a piece by the first
//! letter of its name all the same (`Roster`).

use super::Piece;
use super::definition::Definition;
use super::diagnostic::Diagnostic;
use super::keys::Key;

/// Suffixes of the letter, in order of preference.
const SUFFIXES: [&str; 3] = ["", "'", "!"];

/// Replaces default IDs that would clash with those of other pieces.
pub(super) fn distinguish(definition: &Definition<'_>, pieces: &mut [Piece], report: &mut Vec<Diagnostic>) {
    let lines = &definition.pieces;
    let is_chosen = |i: usize| lines[i].id.is_empty() && !pieces[i].id.is_empty();
    let chosen: Vec<usize> = (0..pieces.len()).filter(|&i| is_chosen(i)).collect();
    let mut taken: Vec<(String, usize)> =
        (0..pieces.len()).filter(|i| !chosen.contains(i)).map(|i| (pieces[i].id.clone(), i)).collect();
    // Pieces whose first letter is free keep it: assign those first.
    let mut late = Vec::new();
    for i in chosen {
        match taken.iter().find(|entry| entry.0 == pieces[i].id) {
            None => taken.push((pieces[i].id.clone(), i)),
            Some(&(_, owner)) if pieces[owner].name == pieces[i].name => {}
            Some(&(_, owner)) => late.push((i, owner)),
        }
    }
    let offset = definition.value(Key::PromoOffset).and_then(|text| text.text.trim().parse::<usize>().ok());
    for (i, owner) in late {
        let twin = taken.iter().find(|entry| pieces[entry.1].name == pieces[i].name);
        let twin = twin.map(|(id, _)| id.clone());
        let is_free = |id: &String| taken.iter().all(|entry| entry.0 != *id);
        let base = offset.filter(|&n| n > 0).and_then(|n| pieces.get(i.checked_sub(n)?));
        let promoted = base.map(|base| format!("+{}", base.id)).filter(|id| id.len() == 2);
        let id = twin.or_else(|| promoted.into_iter().chain(candidates(&pieces[i].name)).find(is_free));
        let (name, taken_id, owner) = (&pieces[i].name, &pieces[i].id, &pieces[owner].name);
        let message = format!("`{name}` has no ID, and `{taken_id}` is the ID of `{owner}`");
        let Some(id) = id else {
            let help = format!(
                "no other ID is left: write one with a `+`, as in `+{taken_id}`, in the second field"
            );
            report.push(Diagnostic::warning(lines[i].span(), message).with_help(help));
            continue;
        };
        let help = format!("to choose another ID for `{name}`, write it in the second field");
        report.push(Diagnostic::warning(lines[i].span(), format!("{message}: using `{id}`")).with_help(help));
        taken.push((id.clone(), i));
        pieces[i].id = id;
    }
}

/// Returns the possible IDs for a name, the best first: its letters, the other letters, letters with a suffix.
fn candidates(name: &str) -> impl Iterator<Item = String> {
    let own = name.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_uppercase());
    let letters: Vec<char> = own.chain('A'..='Z').collect();
    SUFFIXES.iter().flat_map(move |suffix| letters.clone().into_iter().map(move |c| format!("{c}{suffix}")))
}
