//! How games end: royals, extinction, stalemate, baring, draws.

use super::definition::Definition;
use super::diagnostic::Diagnostic;
use super::keys::Key;
use super::roster::Roster;
use super::source::Text;
use super::values;
use super::{EndRules, Ending, Piece, PieceType};

/// Occurrences of a position that make a draw, unless said otherwise.
const REPETITION: u16 = 3;
/// Moves of both sides without progress that make a draw, unless said otherwise.
const QUIET_MOVES: u16 = 50;
/// Words for a loss that need no remark.
const LOSS: [&str; 3] = ["loss", "lose", "lost"];

/// Reads the parameters that say how games end.
pub(super) fn read(
    definition: &Definition<'_>,
    pieces: &[Piece],
    roster: &Roster,
    report: &mut Vec<Diagnostic>,
) -> EndRules {
    let royal = royals(definition, pieces, roster, report);
    let baring = baring(definition, &royal, roster, report);
    let extinction = match definition.value(Key::Extinction) {
        Some(text) => values::number(text, "`extinction`", 0..=3, report).unwrap_or(3),
        None => 3,
    };
    let mut number = |key, what, default, most| match definition.value(key) {
        Some(text) => values::number(text, what, 0..=most, report).unwrap_or(default),
        None => default,
    };
    let repetition = number(Key::Repetition, "`repetition`", REPETITION, u16::MAX);
    let quiet_moves = number(Key::MoveRule, "`moveRule`", QUIET_MOVES, u16::MAX / 2);
    EndRules {
        royal,
        // SPEC: diagram readings: "a bit mask: 1 white, 2 black have this rule".
        extinction: [extinction & 1 != 0, extinction & 2 != 0],
        stalemate: ending(definition, Key::Stalemate, "`stalemate`", report),
        baring,
        counterbare: ending(definition, Key::Counterbare, "`counterbare`", report),
        repetition,
        quiet_plies: quiet_moves * 2,
    }
}

/// `[type]`: is it royal?
fn royals(
    definition: &Definition<'_>,
    pieces: &[Piece],
    roster: &Roster,
    report: &mut Vec<Diagnostic>,
) -> Vec<bool> {
    let mut royal = vec![false; pieces.len()];
    let mut given = false;
    for text in definition.values(Key::Royal) {
        given = true;
        // SPEC: diagram readings: "`royal=0` says that no piece is royal".
        if text.text != "0" {
            mark(&mut royal, &values::pieces(text, "`royal`", roster, report));
        }
    }
    if given {
        return royal;
    }
    // SPEC: diagram readings, royal when none is named: "the last piece type of the list".
    let Some(last) = royal.last_mut() else { return royal };
    *last = true;
    let is_king = |piece: &&Piece| piece.name.eq_ignore_ascii_case("king");
    let named =
        pieces.iter().find(is_king).filter(|king| pieces.last().is_some_and(|last| last.id != king.id));
    if let (Some(king), Some(line)) = (named, definition.pieces.last()) {
        let message =
            format!("`{}` is royal, since it is the last piece and `royal` is not given", line.name.text);
        let help =
            format!("write `royal={}` if you mean `{}`, `royal=0` if no piece is royal", king.id, king.name);
        report.push(Diagnostic::warning(line.span(), message).with_help(help));
    }
    royal
}

/// `[type]`: does it count for baring? SPEC: "When you specify baring=0 all non-royal pieces will get this property."
fn baring(
    definition: &Definition<'_>,
    royal: &[bool],
    roster: &Roster,
    report: &mut Vec<Diagnostic>,
) -> Vec<bool> {
    let mut baring = vec![false; royal.len()];
    for text in definition.values(Key::Baring) {
        if text.text == "0" {
            baring = royal.iter().map(|royal| !royal).collect();
        } else {
            mark(&mut baring, &values::pieces(text, "`baring`", roster, report));
        }
    }
    baring
}

fn mark(set: &mut [bool], types: &[PieceType]) {
    for piece in types {
        set[piece.index()] = true;
    }
}

/// SPEC: diagram readings: "draw; any other value: the stalemated side loses".
fn ending(definition: &Definition<'_>, key: Key, what: &str, report: &mut Vec<Diagnostic>) -> Ending {
    let Some(text) = definition.value(key) else { return Ending::Draw };
    let is = |word: &str| text.text.eq_ignore_ascii_case(word);
    if is("draw") {
        return Ending::Draw;
    }
    if !LOSS.into_iter().any(is) {
        report.push(unusual(text, what));
    }
    Ending::Loss
}

fn unusual(text: Text<'_>, what: &str) -> Diagnostic {
    let message = format!("{what}: `{}` is read as a loss for the side that it befalls", text.text);
    Diagnostic::warning(text.span(), message).with_help("write `draw` or `loss`")
}
