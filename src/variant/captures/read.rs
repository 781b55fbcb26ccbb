//! The reader: parameters to [`CaptureRules`].

use super::super::definition::Definition;
use super::super::diagnostic::Diagnostic;
use super::super::keys::Key;
use super::super::roster::Roster;
use super::super::source::Text;
use super::super::values;
use super::laws::marked;
use super::{CaptureActions, CaptureEffect, CaptureRules, Form, PieceType, influence, laws, matrix};

/// Maximum number of types with `counterStrike`: a position has one bit for each.
const MOST_STRIKERS: usize = 64;

/// A `captureMatrix` and its position.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct MatrixText<'a> {
    /// Its value.
    pub text: Text<'a>,
    /// Number of piece lines before it.
    pub pieces: usize,
}

/// Reads all parameters about captures; `offset` is `promoOffset`.
pub(in super::super) fn read(
    definition: &Definition<'_>,
    roster: &Roster,
    offset: u16,
    report: &mut Vec<Diagnostic>,
) -> CaptureRules {
    let types = roster.len();
    let columns = 1 + 2 * types;
    let quoted = laws::read(definition, roster, report);
    let mut events = quoted.clone();
    for (piece, row) in rows(definition, roster, offset, report) {
        let cells = &mut events[piece.index() * columns..(piece.index() + 1) * columns];
        cells.iter_mut().zip(row).for_each(|(cell, event)| *cell = merged(*cell, event));
    }
    let explodes = events.iter().any(|event| event.actions.has(CaptureActions::BLAST));
    let mut set = |key, what| {
        let mut set = vec![false; types];
        marked(definition, key, what, roster, report).iter().for_each(|piece| set[piece.index()] = true);
        set
    };
    let counter_strike = set(Key::CounterStrike, "`counterStrike`");
    let conversion = set(Key::Conversion, "`conversion`");
    if counter_strike.iter().filter(|&&strikes| strikes).count() > MOST_STRIKERS {
        if let Some(text) = definition.value(Key::CounterStrike) {
            let message = format!("`counterStrike`: more than {MOST_STRIKERS} types");
            report.push(Diagnostic::error(text.span(), message));
        }
    }
    let threshold = definition.value(Key::TradeThreshold).filter(|text| text.text != "0");
    let threshold =
        threshold.and_then(|text| values::pieces(text, "`tradeThreshold`", roster, report).first().copied());
    let range = definition.value(Key::ProtectedRange);
    let range = range.and_then(|text| values::number(text, "`protectedRange`", 1..=16, report)).unwrap_or(1);
    let captures = CaptureRules {
        types,
        any: false,
        events,
        quoted,
        blast: influence::blast(definition, roster, explodes, report),
        counter_strike,
        threshold,
        protected_range: range,
        conversion,
        influence: influence::influence(definition, roster, report),
    };
    captures.summed_up()
}

/// Reads the rows of the matrix. SPEC: "the rows (separated by slashes) correspond to the moving pieces (in order of
/// their definition lines)"; if there are several matrices, each begins with the piece line just before it (diagram
/// readings).
fn rows(
    definition: &Definition<'_>,
    roster: &Roster,
    offset: u16,
    report: &mut Vec<Diagnostic>,
) -> Vec<(PieceType, Vec<CaptureEffect>)> {
    let given: Vec<_> = definition.matrices.iter().filter(|matrix| !matrix.text.is_empty()).collect();
    let several = given.len() > 1;
    let mut found = Vec::new();
    for matrix in given {
        let first = if several { matrix.pieces.saturating_sub(1) } else { 0 };
        found.extend(matrix::read(matrix.text, first, roster, offset, report));
    }
    found
}

/// Combines the effect of another parameter with that of the matrix cell.
fn merged(law: CaptureEffect, cell: CaptureEffect) -> CaptureEffect {
    let form = if cell.form == Form::Same { law.form } else { cell.form };
    CaptureEffect { actions: law.actions.with(cell.actions), form }
}
