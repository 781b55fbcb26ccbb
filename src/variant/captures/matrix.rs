//! Reads `captureMatrix`.

use super::super::parameters::ParameterReader;
use super::super::roster::{Bang, Roster};
use super::super::source::Text;
use super::{CaptureActions, CaptureEffect, Form, PieceType};
use std::collections::HashSet;
use std::rc::Rc;

const SYMBOLS: &str = "cells are `.` normal, A-Z turn into, a-z turn into the enemy's, `|` may promote, `!` `?` forbidden, `%` only if unprotected, `~` mandatory, `^` no hop, `$` no hop and no capture, `0` kamikaze, `@` explodes, `:` opponent passes; `=` copies to friends, a number repeats";

/// A cell as written. The meaning of a letter depends on the row.
#[derive(Clone, Debug)]
struct MatrixCell<'a> {
    at: Text<'a>,
    symbol: Symbol,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Symbol {
    Effect(CaptureEffect),
    /// A piece ID in upper case, and whether it is an enemy's.
    Piece(String, bool),
}

/// Columns of a row: the empty square and captures, then friendly captures. Repeated rows share it.
type MatrixRow<'a> = Rc<Vec<MatrixCell<'a>>>;

/// Reads a matrix, `[mover][column]`, with rows from `first`; omitted cells are normal.
pub(super) fn read(
    reader: &mut ParameterReader<'_>,
    text: Text<'_>,
    first: usize,
    offset: u16,
) -> Vec<(PieceType, Vec<CaptureEffect>)> {
    let types = reader.roster.len();
    let mut rows: Vec<MatrixRow<'_>> = Vec::new();
    for row in text.rows() {
        match repeated(row, rows.last(), reader) {
            Some((last, times)) => rows.extend(std::iter::repeat_n(last, times.min(types + 1))),
            None => rows.push(Rc::new(read_row(row, types, reader))),
        }
        if first + rows.len() > types {
            let left = types.saturating_sub(first);
            let message = format!("`captureMatrix` has more than {left} rows");
            reader.error_with_help(row, message, "one row for each piece line");
            break;
        }
    }
    let mut cells = CellReader { reader, offset, faulty: HashSet::new() };
    let row_effects = |(mover, row): (u16, MatrixRow<'_>)| {
        let piece = PieceType(mover);
        (piece, cells.effects(&row, piece))
    };
    (first as u16..).zip(rows).take(types.saturating_sub(first)).map(row_effects).collect()
}

/// Returns the preceding row and the number of repetitions if the row is a `"`.
///
/// SPEC: "A double quote can be used as a shortcut for repeating a row"; "followed by a number means the previous row
/// should be repeated that many times".
fn repeated<'a>(
    row: Text<'a>,
    last: Option<&MatrixRow<'a>>,
    reader: &mut ParameterReader<'_>,
) -> Option<(MatrixRow<'a>, usize)> {
    let count = row.text.strip_prefix('"')?;
    let times = if count.is_empty() { Some(1) } else { count.parse().ok().filter(|&times| times > 0) };
    if times.is_none() {
        let message = format!("`\"` stands for a whole row; only a number may follow it, found `{count}`");
        reader.error(row, message);
    }
    if last.is_none() {
        reader.error(row, "`\"` repeats the row before it, but there is none");
    }
    Some((last.cloned().unwrap_or_default(), times.unwrap_or(1)))
}

fn read_row<'a>(row: Text<'a>, types: usize, reader: &mut ParameterReader<'_>) -> Vec<MatrixCell<'a>> {
    let (captures, columns) = (1 + types, 1 + 2 * types);
    let mut cells: Vec<MatrixCell<'a>> = Vec::new();
    let mut copied = false;
    let mut rest = row;
    while !rest.is_empty() && cells.len() <= columns {
        let (token, length) = next(rest.text, reader.roster);
        let at;
        (at, rest) = rest.split_at(length);
        match token {
            MatrixToken::Cell(symbol) => cells.push(MatrixCell { at, symbol }),
            MatrixToken::Repeat(times) => {
                let normal = MatrixCell { at, symbol: Symbol::Effect(CaptureEffect::NONE) };
                let start = if copied { captures } else { 0 };
                let last = cells[start..].last().cloned().unwrap_or(normal);
                cells.extend(std::iter::repeat_n(last, times.min(columns + 1)));
            }
            MatrixToken::Friends if copied || cells.len() > captures => {
                let help = "it copies the preceding captures, once";
                reader.error_with_help(at, "`=` after friendly captures have begun", help);
                break;
            }
            MatrixToken::Friends => {
                copied = true;
                cells.resize(captures, MatrixCell { at, symbol: Symbol::Effect(CaptureEffect::NONE) });
            }
            MatrixToken::Blank => {}
            MatrixToken::Unknown => {
                reader.error_with_help(
                    at,
                    format!("`{}` means nothing in `captureMatrix`", at.text),
                    SYMBOLS,
                );
                break;
            }
        }
    }
    // SPEC: "An = anywhere in the row would skip to the friendly-captures part, and set those to a copy of the normal
    // captures. You could still continue after it the row for overruling that copy, though."
    if copied && cells.len() < columns {
        cells.extend_from_within(cells.len() - types..captures);
    }
    if cells.len() > columns {
        let message = format!("this row of `captureMatrix` has more than {columns} cells");
        let help = format!("one for the empty square, {types} for enemies, {types} for friends");
        reader.error_with_help(row, message, &help);
        cells.truncate(columns);
    }
    cells
}

enum MatrixToken {
    Cell(Symbol),
    Repeat(usize),
    Friends,
    Blank,
    Unknown,
}

/// Returns the next token of a row and its length in bytes.
fn next(text: &str, roster: &Roster) -> (MatrixToken, usize) {
    let Some(first) = text.chars().next() else { return (MatrixToken::Blank, 0) };
    let symbol = |effect| (MatrixToken::Cell(Symbol::Effect(effect)), 1);
    let cell = |actions| symbol(CaptureEffect { actions, form: Form::Same });
    match first {
        '.' => cell(CaptureActions::default()),
        '!' | '?' => cell(CaptureActions::FORBIDDEN),
        '%' => cell(CaptureActions::UNPROTECTED),
        '~' => cell(CaptureActions::MANDATORY),
        '^' => cell(CaptureActions::NO_HOP),
        '$' => cell(CaptureActions::NO_HOP | CaptureActions::FORBIDDEN),
        '0' => cell(CaptureActions::KAMIKAZE),
        '@' => cell(CaptureActions::BLAST),
        ':' => cell(CaptureActions::FREEZE),
        '|' => symbol(CaptureEffect { form: Form::Shogi, ..CaptureEffect::NONE }),
        '=' => (MatrixToken::Friends, 1),
        ' ' | '\t' => (MatrixToken::Blank, 1),
        '1'..='9' => {
            let digits = text.bytes().take_while(u8::is_ascii_digit).count();
            (MatrixToken::Repeat(text[..digits].parse().unwrap_or(usize::MAX)), digits)
        }
        _ => {
            let Some(id) = roster.first_id(text, Bang::Suffix) else {
                return (MatrixToken::Unknown, first.len_utf8());
            };
            let length = id.len();
            let is_enemy = text[..length].contains(|c: char| c.is_ascii_lowercase());
            (MatrixToken::Cell(Symbol::Piece(id, is_enemy)), length)
        }
    }
}

/// Finds the meaning of cells. A faulty cell is reported once, however often it or its row is repeated.
struct CellReader<'r, 'd> {
    reader: &'r mut ParameterReader<'d>,
    /// The value of `promoOffset`.
    offset: u16,
    /// Where the reported cells start in the text.
    faulty: HashSet<usize>,
}

impl CellReader<'_, '_> {
    /// Returns the effects of the cells in the row of `mover`. Those of a symbol and its repetitions are found once.
    fn effects(&mut self, row: &[MatrixCell<'_>], mover: PieceType) -> Vec<CaptureEffect> {
        let mut effects: Vec<CaptureEffect> = Vec::with_capacity(row.len());
        for (column, cell) in row.iter().enumerate() {
            let before = column.checked_sub(1).filter(|&before| before > 0 && row[before].at == cell.at);
            effects.push(match before {
                Some(before) => effects[before],
                None => self.effect(cell, column, mover),
            });
        }
        effects
    }

    /// Returns the meaning of a cell in the row of `mover`.
    fn effect(&mut self, cell: &MatrixCell<'_>, column: usize, mover: PieceType) -> CaptureEffect {
        if self.faulty.contains(&cell.at.span().start) {
            return CaptureEffect::NONE;
        }
        let (message, help) = match &cell.symbol {
            Symbol::Effect(effect) if effect.form == Form::Shogi && self.offset == 0 => (
                "`|` promotes by `promoOffset`, which is 0".to_owned(),
                "set `promoOffset`, or write a piece ID in the cell",
            ),
            Symbol::Effect(effect) if effect.actions.intersects(CaptureActions::NO_HOP) && column == 0 => (
                format!("`{}` for the empty square: there is nothing to hop over", cell.at.text),
                "the first cell of a row is for moves to empty squares",
            ),
            Symbol::Effect(effect) => return *effect,
            Symbol::Piece(id, is_enemy) => match form(self.reader.roster, id, *is_enemy, mover) {
                Some(form) => return CaptureEffect { form, ..CaptureEffect::NONE },
                None if *is_enemy => (
                    format!("no piece has the ID `{id}`"),
                    "a lower-case letter is the ID of the enemy piece to turn into",
                ),
                None => {
                    (format!("no piece has the ID `{id}`"), "a letter is the ID of the piece to turn into")
                }
            },
        };
        self.faulty.insert(cell.at.span().start);
        self.reader.error_with_help(cell.at, message, help);
        CaptureEffect::NONE
    }
}

/// Returns what the letter of a cell turns `mover` into; `None` if no piece has the ID.
fn form(roster: &Roster, id: &str, is_enemy: bool, mover: PieceType) -> Option<Form> {
    if is_enemy {
        return roster.latest(id).map(Form::Defector);
    }
    // SPEC: "the one latest in the table will be promoted to, but never the type itself". A piece that already has that
    // type stays as it is: a row for many types may include it, so there is no warning.
    roster.latest_but(id, mover).or_else(|| roster.latest(id)).map(Form::Into)
}
