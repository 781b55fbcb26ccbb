//! Finds values of settings that cannot be read.

use super::board::Region;
use super::draft::{Loss, SectionDraft};
use super::keys::{self, FsfKey, ValueForm};

/// Largest board that a definition can have.
const MAX_FILES: usize = 26;
const MAX_RANKS: u32 = 99;

/// Parses a file by letter or number, from 1.
pub fn file(text: &str) -> Option<usize> {
    let letter = text.chars().next().filter(char::is_ascii_alphabetic);
    letter.map(|c| c.to_ascii_lowercase() as usize - 'a' as usize + 1).or_else(|| text.parse().ok())
}

/// Notes every value that cannot be read, and start positions that do not fit the board and the pieces.
pub fn check(draft: &mut SectionDraft<'_>) {
    let form_fault = |key: &str, value: &str| {
        let is_file = |value| file(value).is_some_and(|file| (1..=MAX_FILES).contains(&file));
        match keys::row(key)?.form {
            ValueForm::Switch => (!matches!(value, "true" | "false")).then_some("neither `true` nor `false`"),
            ValueForm::Number => value.parse::<u32>().is_err().then_some("not a number"),
            ValueForm::Result => (!matches!(value, "win" | "loss" | "draw" | "none"))
                .then_some("not one of `win`, `loss`, `draw`, `none`"),
            ValueForm::File => (!is_file(value)).then_some("not a file"),
            ValueForm::Types | ValueForm::Pairs | ValueForm::Text => None,
        }
    };
    let fault = |key: &str, value: &str| {
        if key == FsfKey::MaxRank.name() {
            let fits = value.parse().is_ok_and(|n: u32| (1..=MAX_RANKS).contains(&n));
            return (!fits).then(|| format!("not a number from 1 to {MAX_RANKS}"));
        }
        // There is a key of a region for each type too.
        if key.contains("Region") {
            let unread = Region::unread(value, draft.files, draft.ranks);
            return unread.map(|word| format!("`{word}` is no square, rank or file"));
        }
        form_fault(key, value).map(String::from)
    };
    let faults = draft.config.all().filter_map(|(key, setting)| {
        let why = fault(key, &setting.value)?;
        Some((setting.line, format!("{key} = {}: {why}", setting.value)))
    });
    let mut faults: Vec<Loss> = faults.collect();
    let (rows, ranks) = (draft.start.rows, draft.ranks);
    let line = draft.config.get(FsfKey::StartFen).map_or(0, |setting| setting.line);
    if rows != ranks {
        faults.push((line, format!("startFen: {rows} ranks on a board of {ranks}")));
    }
    if let Some(width) = draft.start.widths.iter().find(|&&width| width != draft.files) {
        faults.push((line, format!("startFen: a rank of {width} files on a board of {}", draft.files)));
    }
    let known = |c: char| draft.kinds.iter().any(|kind| kind.letter == c.to_ascii_uppercase());
    let unknown: String = draft.start.letters().filter(|&c| !known(c)).collect();
    if !unknown.is_empty() {
        faults.push((line, format!("startFen: no piece has the letter of `{unknown}`")));
    }
    draft.lost.extend(faults);
}
