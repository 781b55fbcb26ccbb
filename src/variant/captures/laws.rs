//! Shorthand parameters for cells of the capture matrix: `iron`, `antiTrade`, `protected`, `contageous`.

use super::super::keys::Key;
use super::super::parameters::ParameterReader;
use super::super::roster::{Bang, Roster};
use super::{CaptureActions, CaptureEffect, Column, Form, PieceType};

/// Returns the cells set by these parameters: `[mover * columns + column]`; none without such a parameter.
pub(super) fn read(reader: &mut ParameterReader<'_>) -> Vec<CaptureEffect> {
    let keys = [Key::Iron, Key::AntiTrade, Key::Protected, Key::Contageous];
    if keys.into_iter().all(|key| reader.value(key).is_none()) {
        return Vec::new();
    }
    let types = reader.roster.len();
    let mut effects = vec![CaptureEffect::NONE; types * (1 + 2 * types)];
    let mut add = |mover: PieceType, column: Column, actions: CaptureActions| {
        let effect = &mut effects[mover.index() * (1 + 2 * types) + column.index(types)];
        effect.actions |= actions;
    };
    let all = || (0..types as u16).map(PieceType);
    // SPEC: "The property iron means that the piece cannot be captured at all".
    for victim in reader.marked(Key::Iron) {
        for mover in all() {
            add(mover, Column::Enemy(victim), CaptureActions::FORBIDDEN);
            add(mover, Column::Friend(victim), CaptureActions::FORBIDDEN);
        }
    }
    // SPEC: "antiTrade, which forbids pieces that both have the property to capture each other"; protected: "not
    // allowed to capture each other when the victim is protected".
    let mutual = [(Key::AntiTrade, CaptureActions::FORBIDDEN), (Key::Protected, CaptureActions::UNPROTECTED)];
    for (key, actions) in mutual {
        let set = reader.marked(key);
        if key == Key::AntiTrade {
            warn_of_lone_number(reader, &set);
        }
        for &mover in &set {
            set.iter().for_each(|&victim| add(mover, Column::Enemy(victim), actions));
        }
    }
    let (spreading, immune) = contagion(reader);
    for mover in all().filter(|mover| !immune.contains(mover)) {
        for &victim in &spreading {
            for column in [Column::Enemy(victim), Column::Friend(victim)] {
                effects[mover.index() * (1 + 2 * types) + column.index(types)].form = Form::Into(victim);
            }
        }
    }
    effects
}

/// Warns about `antiTrade=N` directly below another piece than N, if N is the only piece named.
///
/// SPEC: diagram, section Artificial Intelligence: "N represents the number of the piece type that gets the mentioned
/// property". Diagram readings: "per-piece `antiTrade=` refer to the piece line just before them": there the number names
/// no piece, but pages that use it this way cannot be told apart from others.
fn warn_of_lone_number(reader: &mut ParameterReader<'_>, set: &[PieceType]) {
    let &[named] = set else { return };
    let (definition, number) = (reader.definition, (named.index() + 1).to_string());
    for &(above, text) in &definition.anti_trades {
        if text.text == number && above != named.index() {
            let name = |index: usize| definition.pieces.get(index).map_or("", |line| line.name.text);
            let (named, other) = (name(named.index()), name(above));
            let message = format!(
                "`antiTrade={number}` names piece number {number}, `{named}`, not the `{other}` above it"
            );
            let help = format!(
                "alone it only bars `{named}` from capturing `{named}`; for `{other}` write {} or its ID",
                above + 1
            );
            reader.report.push(text.warning(message).with_help(help));
        }
    }
}

/// How to write `contageous`.
const CONTAGION_HELP: &str = "write IDs of pieces, as in `contageous=W,!K`; `!` before an ID: immune";

/// Returns the contagious types and the immune ones.
///
/// SPEC: "make any piece that captures them instantly change to that type (but keep their color)"; "the (concatenated
/// or comma-separated) IDs"; "prefixed by a ! it will not be contageous itself, but be immune".
fn contagion(reader: &mut ParameterReader<'_>) -> (Vec<PieceType>, Vec<PieceType>) {
    let (mut spreading, mut immune) = (Vec::new(), Vec::new());
    for text in reader.definition.values(Key::Contageous).filter(|text| text.text != "0") {
        let mut rest = text;
        while !rest.is_empty() {
            let (item, length) = next_id(rest.text, reader.roster);
            let at;
            (at, rest) = rest.split_at(length);
            match item {
                Some((id, _)) if reader.roster.latest(&id).is_none() => {
                    let message = format!("`contageous`: no piece has the ID `{id}`");
                    reader.error_with_help(at, message, CONTAGION_HELP);
                }
                Some((id, true)) => immune.extend(reader.roster.all(&id)),
                Some((id, false)) => spreading.extend(reader.roster.all(&id)),
                None if matches!(at.text, "," | " " | "\t") => {}
                None => {
                    let message = format!("`contageous`: expected piece IDs, found `{}`", at.text);
                    reader.error_with_help(at, message, CONTAGION_HELP);
                }
            }
        }
    }
    (spreading, immune)
}

/// Returns the next ID, whether it is preceded by `!`, and the number of bytes read.
fn next_id(text: &str, roster: &Roster) -> (Option<(String, bool)>, usize) {
    let spared = usize::from(text.starts_with('!'));
    if let Some(id) = roster.first_id(&text[spared..], Bang::Mark) {
        let length = spared + id.len();
        return (Some((id, spared > 0)), length);
    }
    let start = spared + usize::from(text[spared..].starts_with('+'));
    let other = text[start..].chars().next();
    (None, (start + other.map_or(0, char::len_utf8)).max(1).min(text.len()))
}
