//! The reader: parameters to [`CaptureRules`].

use super::super::diagnostic::Diagnostic;
use super::super::keys::Key;
use super::super::parameters::ParameterReader;
use super::super::source::Text;
use super::{
    Blast, CaptureActions, CaptureEffect, CaptureRules, Form, Influence, PieceType, Spell, Zone, laws, matrix,
};

/// Maximum number of types with `counterStrike`: a position has one bit for each.
const MAX_STRIKERS: usize = 64;

/// Value of `atomicCapture` for explosions that spare nothing.
const SPARES_NOTHING: i32 = -1;

/// Reads all parameters about captures; `offset` is `promoOffset`.
pub(in super::super) fn read(reader: &mut ParameterReader<'_>, offset: u16) -> CaptureRules {
    let types = reader.roster.len();
    let columns = 1 + 2 * types;
    let quoted = laws::read(reader);
    let mut effects = quoted.clone();
    let known = reader.report.len();
    let rows = rows(reader, offset);
    let is_unread = reader.report[known..].iter().any(Diagnostic::is_error)
        || reader.definition.misspells(Key::CaptureMatrix);
    if !rows.is_empty() {
        effects.resize(types * columns, CaptureEffect::NONE);
    }
    for (piece, row) in rows {
        let cells = &mut effects[piece.index() * columns..(piece.index() + 1) * columns];
        cells.iter_mut().zip(row).for_each(|(cell, effect)| *cell = merged(*cell, effect));
    }
    // An error in the matrix may hide the `@`.
    let explodes = is_unread || effects.iter().any(|effect| effect.actions.intersects(CaptureActions::BLAST));
    let strikers = reader.marked(Key::CounterStrike);
    if let Some(text) = reader.value(Key::CounterStrike).filter(|_| strikers.len() > MAX_STRIKERS) {
        reader.error(text, format!("`counterStrike`: more than {MAX_STRIKERS} types"));
    }
    let threshold = reader.active(Key::TradeThreshold);
    let threshold = threshold.and_then(|text| reader.pieces(text, Key::TradeThreshold).first().copied());
    let mut captures = CaptureRules {
        types,
        any: false,
        effects: unless_idle(effects),
        quoted: unless_idle(quoted),
        blast: blast(reader, explodes),
        counter_strike: reader.roster.set(&strikers),
        threshold,
        protected_range: reader.number(Key::ProtectedRange, 1..=16, 1),
        conversion: reader.marked_set(Key::Conversion),
        influence: influence(reader),
    };
    captures.any = captures.have_laws() || captures.cells().any(|&effect| effect != CaptureEffect::NONE);
    captures
}

/// Empties a table without effects, which is large if there are many types.
fn unless_idle(table: Vec<CaptureEffect>) -> Vec<CaptureEffect> {
    if table.iter().all(|&effect| effect == CaptureEffect::NONE) { Vec::new() } else { table }
}

/// Reads the rows of the matrix. SPEC: "the rows (separated by slashes) correspond to the moving pieces (in order of
/// their definition lines)"; if there are several matrices, each begins with the piece line just before it (diagram
/// readings).
fn rows(reader: &mut ParameterReader<'_>, offset: u16) -> Vec<(PieceType, Vec<CaptureEffect>)> {
    let matrices = &reader.definition.matrices;
    let mut given: Vec<(usize, Text<'_>)> = Vec::new();
    for &(before, text) in matrices.iter().filter(|(_, text)| !text.is_empty()) {
        // One below the same piece line as another replaces it.
        match given.last_mut().filter(|earlier| earlier.0 == before) {
            Some(earlier) => {
                let warning = earlier.1.warning("`captureMatrix` is given more than once");
                reader.report.push(warning.with_help("the last one below a piece line counts"));
                earlier.1 = text;
            }
            None => given.push((before, text)),
        }
    }
    let first = |before: usize| if given.len() > 1 { before.saturating_sub(1) } else { 0 };
    if let [(before, text)] = given[..] {
        warn_of_place(reader, before, text);
    }
    given.iter().flat_map(|&(before, text)| matrix::read(reader, text, first(before), offset)).collect()
}

/// Warns about a single matrix that stands below a piece line as if it began with that row. It begins with the first.
fn warn_of_place(reader: &mut ParameterReader<'_>, before: usize, text: Text<'_>) {
    let rows = text.rows().count();
    let lines = &reader.definition.pieces;
    // A matrix at the end, or with more rows than follow, cannot be meant that way.
    if before < 2 || before == lines.len() || before - 1 + rows > lines.len() {
        return;
    }
    let (first, above) = (lines[0].name.text, lines[before - 1].name.text);
    let rows = if before == 2 { "1 empty row".to_owned() } else { format!("{} empty rows", before - 1) };
    let help = format!(
        "rows are in the order of the piece lines: put {rows} (`/`) before that of `{above}`, or move the matrix below \
         the last piece line"
    );
    let message = format!("the first row of this `captureMatrix` is that of `{first}`, not of `{above}`");
    reader.report.push(text.warning(message).with_help(help));
}

/// Combines the effect of another parameter with that of the matrix cell.
fn merged(law: CaptureEffect, cell: CaptureEffect) -> CaptureEffect {
    let form = if cell.form == Form::Same { law.form } else { cell.form };
    CaptureEffect { actions: law.actions | cell.actions, form }
}

fn zone(reader: &mut ParameterReader<'_>, key: Key) -> Zone {
    let words = [("K", Zone::K), ("W", Zone::W), ("F", Zone::F), ("N", Zone::N)];
    reader.word(key, &words).unwrap_or_default()
}

/// Reads the extent of explosions. `explodes`: whether the matrix has an `@`.
///
/// SPEC: "With N=0 (the default) this would capture all enemy pieces in the 3x3 area ... For larger values of N it
/// would destroy all adjacent pieces of either color, except the first N in the piece table, while the capturing piece
/// would always disappear."
fn blast(reader: &mut ParameterReader<'_>, explodes: bool) -> Blast {
    let most = i32::try_from(reader.roster.len()).unwrap_or(i32::MAX);
    let spares = reader.number(Key::AtomicCapture, SPARES_NOTHING..=most, 0);
    for key in [Key::AtomicCapture, Key::BlastZone, Key::BlastProof] {
        if let Some(text) = reader.active(key).filter(|_| !explodes) {
            reader.warn(text, "nothing explodes: `captureMatrix` has no `@`");
        }
    }
    Blast {
        zone: zone(reader, Key::BlastZone),
        enemies_only: explodes && spares == 0,
        spared: (0..most).map(|piece| piece < spares).collect(),
        proof: reader.marked_set(Key::BlastProof),
    }
}

/// Reads the spell. SPEC: "N here indicates which the first piece type that should cast such a spell on its
/// surroundings, and M (which by default is 1) how many subsequent piece types (all in piece-table order)".
fn influence(reader: &mut ParameterReader<'_>) -> Option<Influence> {
    let words = [
        ("burn", Spell::Burn),
        ("freeze", Spell::Freeze),
        ("charm", Spell::Charm),
        ("hide", Spell::Hide),
        ("protect", Spell::Protect),
        ("brake", Spell::Brake),
    ];
    let spell = reader.value(Key::Spell).map(|text| (text, reader.word_in(text, Key::Spell, &words)));
    let zone = zone(reader, Key::SpellZone);
    let Some(tracked) = reader.active(Key::TrackPieces) else {
        if let Some((text, _)) = spell {
            let help = "`trackPieces=N` names the first piece that casts it";
            reader.report.push(text.warning("no piece casts the spell").with_help(help));
        }
        if let Some(text) = reader.value(Key::TrackedTypes) {
            reader.warn(text, "no effect: `trackPieces` is not given");
        }
        return None;
    };
    let Some((_, spell)) = spell else {
        reader.warn(tracked, "no effect: `spell` is not given");
        return None;
    };
    let first = reader.pieces(tracked, Key::TrackPieces).first().copied()?.index();
    let types = reader.roster.len();
    let many = reader.number(Key::TrackedTypes, 1..=types - first, 1);
    let casters = (0..types).map(|piece| (first..first + many).contains(&piece)).collect();
    Some(Influence { spell: spell?, casters, zone })
}
