//! Ends of games without progress: repetition, perpetual chase, the move count, counting against a bare side.

use super::definition::Definition;
use super::diagnostic::Diagnostic;
use super::ends::{mark, switch};
use super::keys::Key;
use super::roster::{Roster, first_id};
use super::source::Text;
use super::values;
use super::{Chase, CountLimit, Counting, Ending, Repeated};

/// Highest move limit of a count.
const MOST_COUNTED: u16 = 10_000;

/// Reads `repetitionResult`: `loss` for the side to move, `first loss` for the side that moved first in the game,
/// `points`: the points decide.
pub(super) fn repeated(definition: &Definition<'_>, report: &mut Vec<Diagnostic>) -> Repeated {
    let words = [
        ("draw", Repeated::ToMove(Ending::Draw)),
        ("loss", Repeated::ToMove(Ending::Loss)),
        ("win", Repeated::ToMove(Ending::Win)),
        ("first loss", Repeated::First(Ending::Loss)),
        ("first win", Repeated::First(Ending::Win)),
        ("points", Repeated::Points),
    ];
    let Some(text) = definition.value(Key::RepetitionResult) else { return Repeated::default() };
    let found = values::word(text, "`repetitionResult`", &words, report).unwrap_or_default();
    if found == Repeated::Points {
        require_points(definition, text, "`repetitionResult`", report);
    }
    found
}

/// Reads `moveRuleResult`. Returns true if points decide.
pub(super) fn quiet_points(definition: &Definition<'_>, report: &mut Vec<Diagnostic>) -> bool {
    let Some(text) = definition.value(Key::MoveRuleResult) else { return false };
    let words = [("draw", false), ("points", true)];
    let decide = values::word(text, "`moveRuleResult`", &words, report).unwrap_or(false);
    if decide {
        require_points(definition, text, "`moveRuleResult`", report);
    }
    decide
}

/// Reports an error if no piece has points.
fn require_points(definition: &Definition<'_>, text: Text<'_>, what: &str, report: &mut Vec<Diagnostic>) {
    if definition.value(Key::Points).is_none() {
        let error = Diagnostic::error(text.span(), format!("{what}: no piece has points"));
        report.push(error.with_help("also write `points=`, as in `points=R13,C7`"));
    }
}

/// Reads `moveRulePieces=P`: the types whose moves reset the count; 0: none.
pub(super) fn resets(
    definition: &Definition<'_>,
    roster: &Roster,
    report: &mut Vec<Diagnostic>,
) -> Option<Vec<bool>> {
    let text = definition.value(Key::MoveRulePieces)?;
    let mut resets = vec![false; roster.len()];
    if text.text != "0" {
        mark(&mut resets, &values::pieces(text, "`moveRulePieces`", roster, report));
    }
    Some(resets)
}

/// Reads `chase=N,C>R:protected`: attackers, their forbidden victims, and whether attacks on protected victims count.
pub(super) fn chases(
    definition: &Definition<'_>,
    royal: &[bool],
    roster: &Roster,
    report: &mut Vec<Diagnostic>,
) -> Vec<Chase> {
    let mut chases = Vec::new();
    for text in definition.values(Key::Chase) {
        let (pair, word) =
            text.split_once(':').map_or((text, None), |(pair, word)| (pair, Some(word.trim())));
        let Some((attackers, victims)) = pair.split_once('>') else {
            let message = format!("`chase`: expected attackers, `>` and victims, found `{}`", text.text);
            report.push(Diagnostic::error(text.span(), message).with_help("as in `chase=N,C>R:protected`"));
            continue;
        };
        let protected = word.map(|word| values::word(word, "`chase`", &[("protected", true)], report));
        let mut set = |ids: Text<'_>| {
            let mut set = vec![false; royal.len()];
            mark(&mut set, &values::pieces(ids, "`chase`", roster, report));
            set
        };
        let (attackers, chased) = (set(attackers), set(victims));
        if chased.iter().zip(royal).any(|(&chased, &royal)| chased && royal) {
            let error = Diagnostic::error(victims.span(), "`chase`: an attack on a royal piece is a check");
            report.push(error.with_help("write `perpetual=1` to forbid perpetual check"));
        }
        chases.push(Chase { attackers, victims: chased, protected: protected.is_some() });
    }
    if let Some(text) = definition.values(Key::Chase).next().filter(|_| ends_never(definition)) {
        let warning = Diagnostic::warning(text.span(), "this changes nothing: `repetition` ends no game");
        report.push(warning);
    }
    chases
}

fn ends_never(definition: &Definition<'_>) -> bool {
    definition.value(Key::Repetition).is_some_and(|text| text.text == "0")
}

/// Reads `counting=R2:8,R:16,*:64` and the keys that go with it.
pub(super) fn counting(
    definition: &Definition<'_>,
    royal: &[bool],
    roster: &Roster,
    report: &mut Vec<Diagnostic>,
) -> Option<Counting> {
    let (limits, board) = (definition.value(Key::Counting), definition.value(Key::CountingBoard));
    let start = switch(definition, Key::CountingStart, "`countingStart`", report);
    let Some(first) = limits.or(board) else {
        for key in [Key::CountingStart, Key::CountingPawns] {
            if let Some(text) = definition.value(key) {
                report
                    .push(Diagnostic::warning(text.span(), "this changes nothing: `counting` is not given"));
            }
        }
        return None;
    };
    if !royal.contains(&true) {
        let error = Diagnostic::error(first.span(), "counting needs a royal piece, and no piece is royal");
        report.push(error.with_help("write `royal=` with the ID of a piece"));
    }
    let items = limits.map_or_else(Vec::new, |text| text.split(',').map(Text::trim).collect());
    let limits = items.into_iter().filter_map(|item| count_limit(item, royal, roster, report)).collect();
    let (board, most) = board.map_or((None, None), |text| board_count(text, report));
    let pawns = definition.value(Key::CountingPawns).map(|text| {
        let mut pawns = vec![false; royal.len()];
        mark(&mut pawns, &values::pieces(text, "`countingPawns`", roster, report));
        pawns
    });
    // By default the first type is the pawn, as elsewhere in diagrams.
    let pawns = pawns.unwrap_or_else(|| (0..royal.len()).map(|n| n == 0 && !royal[n]).collect());
    Some(Counting { limits, board: board.unwrap_or(0), most, from_pieces: start, pawns })
}

/// Reads a limit such as `R2:8`: against two rooks, eight moves.
fn count_limit(
    item: Text<'_>,
    royal: &[bool],
    roster: &Roster,
    report: &mut Vec<Diagnostic>,
) -> Option<CountLimit> {
    let Some((who, moves)) = item.split_once(':') else {
        let message =
            format!("`counting`: expected a piece, a colon and a number of moves, found `{}`", item.text);
        report.push(Diagnostic::error(item.span(), message).with_help("as in `counting=R2:8,R:16,*:64`"));
        return None;
    };
    let (who, moves) = (who.trim(), moves.trim());
    let moves = values::number(moves, "`counting`", 1..=MOST_COUNTED, report)?;
    if who.text == "*" {
        return Some(CountLimit { types: vec![true; royal.len()], least: 0, moves });
    }
    let id = first_id(who.text).unwrap_or_default();
    let found: Vec<_> = roster.all(&id).collect();
    if id.is_empty() || found.is_empty() {
        let message = format!("`counting`: expected a piece ID or `*`, found `{}`", who.text);
        report.push(Diagnostic::error(who.span(), message).with_help("as in `counting=R2:8,R:16,*:64`"));
        return None;
    }
    let least = match &who.text[id.len()..] {
        "" => 1,
        _ => values::number(who.slice(id.len(), who.text.len()), "`counting`", 1..=u16::MAX, report)?,
    };
    let mut types = vec![false; royal.len()];
    mark(&mut types, &found);
    Some(CountLimit { types, least, moves })
}

/// Reads `64` or `63,3`: the moves, and the number of pieces at which a side begins to count.
fn board_count(text: Text<'_>, report: &mut Vec<Diagnostic>) -> (Option<u16>, Option<u16>) {
    let mut number = |text: Text<'_>, most| values::number(text.trim(), "`countingBoard`", 1..=most, report);
    match text.split_once(',') {
        Some((moves, pieces)) => (number(moves, MOST_COUNTED), number(pieces, u16::MAX)),
        None => (number(text, MOST_COUNTED), None),
    }
}
