//! The reader: parameters to [`CaptureRules`].

use super::super::keys::Key;
use super::super::parameters::ParameterReader;
use super::{CaptureActions, CaptureEffect, CaptureRules, Form, PieceType, influence, laws, matrix};

/// Maximum number of types with `counterStrike`: a position has one bit for each.
const MOST_STRIKERS: usize = 64;

/// Reads all parameters about captures; `offset` is `promoOffset`.
pub(in super::super) fn read(reader: &mut ParameterReader<'_>, offset: u16) -> CaptureRules {
    let types = reader.roster.len();
    let columns = 1 + 2 * types;
    let quoted = laws::read(reader);
    let mut events = quoted.clone();
    for (piece, row) in rows(reader, offset) {
        let cells = &mut events[piece.index() * columns..(piece.index() + 1) * columns];
        cells.iter_mut().zip(row).for_each(|(cell, event)| *cell = merged(*cell, event));
    }
    let explodes = events.iter().any(|event| event.actions.has(CaptureActions::BLAST));
    let strikers = reader.marked(Key::CounterStrike);
    if let Some(text) = reader.value(Key::CounterStrike).filter(|_| strikers.len() > MOST_STRIKERS) {
        reader.error(text, format!("`counterStrike`: more than {MOST_STRIKERS} types"));
    }
    let threshold = reader.active(Key::TradeThreshold);
    let threshold = threshold.and_then(|text| reader.pieces(text, Key::TradeThreshold).first().copied());
    let mut captures = CaptureRules {
        types,
        any: false,
        events,
        quoted,
        blast: influence::blast(reader, explodes),
        counter_strike: reader.roster.set(&strikers),
        threshold,
        protected_range: reader.number(Key::ProtectedRange, 1..=16, 1),
        conversion: reader.marked_set(Key::Conversion),
        influence: influence::influence(reader),
    };
    captures.any = captures.have_laws() || captures.cells().any(|&event| event != CaptureEffect::NONE);
    captures
}

/// Reads the rows of the matrix. SPEC: "the rows (separated by slashes) correspond to the moving pieces (in order of
/// their definition lines)"; if there are several matrices, each begins with the piece line just before it (diagram
/// readings).
fn rows(reader: &mut ParameterReader<'_>, offset: u16) -> Vec<(PieceType, Vec<CaptureEffect>)> {
    let matrices = &reader.definition.matrices;
    let given: Vec<_> = matrices.iter().filter(|(_, text)| !text.is_empty()).collect();
    let first = |before: usize| if given.len() > 1 { before.saturating_sub(1) } else { 0 };
    given.iter().flat_map(|&&(before, text)| matrix::read(reader, text, first(before), offset)).collect()
}

/// Combines the effect of another parameter with that of the matrix cell.
fn merged(law: CaptureEffect, cell: CaptureEffect) -> CaptureEffect {
    let form = if cell.form == Form::Same { law.form } else { cell.form };
    CaptureEffect { actions: law.actions.with(cell.actions), form }
}
