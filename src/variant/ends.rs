//! Ends of games: royals, extinction, stalemate, baring, draws.

use super::definition::Definition;
use super::diagnostic::Diagnostic;
use super::draws;
use super::keys::Key;
use super::roster::Roster;
use super::source::Text;
use super::values;
use super::{EndRules, Ending, Extinct, GoalRule, Impasse, Piece, PieceType};
use crate::board::Color;
use crate::notation::legs::{Leg, Movement, MovementKind, Reach};

/// Default number of occurrences of a position that make a draw.
const REPETITION: u16 = 3;
/// Default number of moves without progress by each side that make a draw.
const QUIET_MOVES: u16 = 50;
/// Words for a loss that need no warning.
const LOSS: [&str; 3] = ["loss", "lose", "lost"];

/// Reads the parameters for the end of the game.
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
    let impasse = impasse(definition, &royal, roster, report);
    EndRules {
        // SPEC: diagram readings: "a bit mask: 1 white, 2 black have this rule".
        extinction: [extinction & 1 != 0, extinction & 2 != 0],
        stalemate: ending(definition, Key::Stalemate, "`stalemate`", report),
        checkmate: mate(definition, report),
        goal: goal(definition, report),
        castle_wins: castle_wins(definition, report),
        impasse,
        extinct: extinct(definition, pieces.len(), roster, report),
        checks: checks(definition, report),
        baring,
        counterbare: ending(definition, Key::Counterbare, "`counterbare`", report),
        repetition,
        repeated: draws::repeated(definition, report),
        perpetual: switch(definition, Key::Perpetual, "`perpetual`", report),
        chases: draws::chases(definition, &royal, roster, report),
        quiet_points: draws::quiet_points(definition, report),
        resets: draws::resets(definition, roster, report),
        counting: draws::counting(definition, &royal, roster, report),
        quiet_plies: quiet_moves * 2,
        royal,
    }
}

/// Reads `royal`. `[type]`: whether it is royal.
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
        let message = format!(
            "`{}` is taken as royal, since it is the last piece and `royal` is not given",
            line.name.text
        );
        let help =
            format!("write `royal={}` if you mean `{}`, `royal=0` if no piece is royal", king.id, king.name);
        report.push(Diagnostic::warning(line.span(), message).with_help(help));
    } else if let (Some(piece), Some(line)) = (pieces.last(), definition.pieces.last())
        && !looks_royal(piece)
    {
        let message = format!(
            "no piece looks royal: `{}` is taken as royal, since it is the last one and `royal` is not given",
            piece.name
        );
        let help = format!("write `royal={}` to confirm it, `royal=0` if no piece is royal", piece.id);
        report.push(Diagnostic::warning(line.span(), message).with_help(help));
    }
    royal
}

/// Words in the names of royal pieces.
const ROYAL_WORDS: &[&str] =
    &["king", "royal", "emperor", "general", "prince", "khan", "shah", "monarch", "tsar", "lord", "chief"];

/// Whether the piece may be intended as royal: by its name, or because all its moves are king steps and castling.
fn looks_royal(piece: &Piece) -> bool {
    let name = piece.name.to_lowercase();
    let step = |leg: &Leg| leg.step.dx.abs() <= 1 && leg.step.dy.abs() <= 1 && leg.max == Reach::Steps(1);
    let kingly = |movement: &Movement| match &movement.kind {
        MovementKind::Walk(legs) => legs.iter().all(step),
        MovementKind::Castle(_) => true,
        _ => false,
    };
    ROYAL_WORDS.iter().any(|word| name.contains(word)) || piece.movements.iter().all(kingly)
}

/// Reads `baring`. `[type]`: whether it counts for baring. SPEC: "When you specify baring=0 all non-royal pieces will
/// get this property."
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

pub(super) fn mark(set: &mut [bool], types: &[PieceType]) {
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
    if is("win") {
        return Ending::Win;
    }
    if is("fewer") {
        return Ending::Fewer;
    }
    if !LOSS.into_iter().any(is) {
        report.push(unusual(text, what));
    }
    Ending::Loss
}

fn unusual(text: Text<'_>, what: &str) -> Diagnostic {
    let message = format!("{what}: `{}` is read as a loss for that side", text.text);
    Diagnostic::warning(text.span(), message).with_help("write `draw`, `loss`, `win` or `fewer`")
}

const ENDINGS: [(&str, Ending); 4] =
    [("loss", Ending::Loss), ("draw", Ending::Draw), ("win", Ending::Win), ("fewer", Ending::Fewer)];

/// Reads `checkmate=win`: the result for the mated side; by default a loss.
fn mate(definition: &Definition<'_>, report: &mut Vec<Diagnostic>) -> Ending {
    let value = definition.value(Key::Checkmate);
    value.and_then(|text| values::word(text, "`checkmate`", &ENDINGS, report)).unwrap_or(Ending::Loss)
}

pub(super) fn switch(
    definition: &Definition<'_>,
    key: Key,
    what: &str,
    report: &mut Vec<Diagnostic>,
) -> bool {
    definition.value(key).and_then(|text| values::switch(text, what, report)).unwrap_or(false)
}

/// Reads `goal=safe,answer`: the rules for goal squares.
fn goal(definition: &Definition<'_>, report: &mut Vec<Diagnostic>) -> GoalRule {
    let mut rule = GoalRule::default();
    let Some(text) = definition.value(Key::Goal) else { return rule };
    for item in text.split(',').map(Text::trim).filter(|item| !item.is_empty()) {
        let words = [("safe", 0), ("answer", 1), ("equal", 2)];
        match values::word(item, "`goal`", &words, report) {
            Some(0) => rule.safe = true,
            Some(1) => rule.answer = true,
            Some(_) => rule.equal = true,
            None => {}
        }
    }
    if rule.equal && (rule.safe || rule.answer) {
        let message = "`goal`: `equal` cannot be combined with `safe` or `answer`";
        report.push(Diagnostic::error(text.span(), message));
    }
    rule
}

/// Reads `checks=3`, or `checks=3,5` for White and Black.
fn checks(definition: &Definition<'_>, report: &mut Vec<Diagnostic>) -> [u8; 2] {
    let Some(text) = definition.value(Key::Checks) else { return [0; 2] };
    let (white, black) = text.split_once(',').unwrap_or((text, text));
    [white, black].map(|text| values::number(text.trim(), "`checks`", 0..=u8::MAX, report).unwrap_or(0))
}

/// Reads `extinct=P,N,K2:loss`. Each item is a separate rule: IDs (or `*`) that count together, and the maximum number
/// of pieces left for the rule to apply. The ending applies to all items.
fn extinct(
    definition: &Definition<'_>,
    types: usize,
    roster: &Roster,
    report: &mut Vec<Diagnostic>,
) -> Vec<Extinct> {
    let mut rules = Vec::new();
    for text in definition.values(Key::Extinct) {
        let (items, ending) = match text.split_once(':') {
            Some((items, word)) => (items, values::word(word.trim(), "`extinct`", &ENDINGS, report)),
            None => (text, Some(Ending::Loss)),
        };
        for item in items.split(',').map(Text::trim).filter(|item| !item.is_empty()) {
            rules.extend(
                few(item, types, roster, report).zip(ending).map(|((types, most), ending)| Extinct {
                    types,
                    most,
                    ending,
                }),
            );
        }
    }
    rules
}

/// Reads one item of `extinct`: the types, and the maximum number of pieces left.
fn few(
    item: Text<'_>,
    types: usize,
    roster: &Roster,
    report: &mut Vec<Diagnostic>,
) -> Option<(Vec<bool>, u16)> {
    let ids = item.text.trim_end_matches(|c: char| c.is_ascii_digit());
    let most = match &item.text[ids.len()..] {
        "" => 0,
        _ => values::number(item.slice(ids.len(), item.text.len()), "`extinct`", 0..=u16::MAX, report)?,
    };
    if ids.is_empty() {
        let message = "`extinct`: expected piece IDs";
        report.push(Diagnostic::error(item.span(), message).with_help("`*` stands for all pieces"));
        return None;
    }
    if ids == "*" {
        return Some((vec![true; types], most));
    }
    let mut counted = vec![false; types];
    let mut at = 0;
    while at < ids.len() {
        let name = super::roster::first_id(&ids[at..]);
        let found: Vec<PieceType> = name.iter().flat_map(|name| roster.all(name)).collect();
        if found.is_empty() {
            let message = format!("`extinct`: expected piece IDs or `*`, found `{}`", &ids[at..]);
            let help = "as in `extinct=K`, `extinct=*1:win` or `extinct=P,N,K2`";
            report.push(Diagnostic::error(item.slice(at, item.text.len()).span(), message).with_help(help));
            return None;
        }
        mark(&mut counted, &found);
        at += name.map_or(1, |name| name.len());
    }
    Some((counted, most))
}

/// Reads `castleWins=Qq`: castlings by FEN letter.
fn castle_wins(definition: &Definition<'_>, report: &mut Vec<Diagnostic>) -> Vec<(Color, bool)> {
    let Some(text) = definition.value(Key::CastleWins) else { return Vec::new() };
    let mut wins = Vec::new();
    for (letter, at) in text.chars() {
        match letter {
            'K' => wins.push((Color::White, true)),
            'Q' => wins.push((Color::White, false)),
            'k' => wins.push((Color::Black, true)),
            'q' => wins.push((Color::Black, false)),
            _ => {
                let message = format!("`castleWins`: expected letters of KQkq, found `{letter}`");
                report.push(Diagnostic::error(at.span(), message));
            }
        }
    }
    wins
}

/// Points of a piece that `impasse` lists by ID.
const HEAVY_POINTS: u16 = 5;

/// Reads `impasse=24,R,B,+R,+B`: the points needed, then the pieces worth five; royals are worth nothing, all others
/// one.
fn impasse(
    definition: &Definition<'_>,
    royal: &[bool],
    roster: &Roster,
    report: &mut Vec<Diagnostic>,
) -> Option<Impasse> {
    let text = definition.value(Key::Impasse)?;
    let (least, heavy) = text.split_once(',').map_or((text, None), |(least, heavy)| (least, Some(heavy)));
    let least = values::number(least.trim(), "`impasse`", 0..=u16::MAX, report)?;
    let mut points: Vec<u16> = royal.iter().map(|&royal| u16::from(!royal)).collect();
    for piece in heavy.map_or_else(Vec::new, |ids| values::pieces(ids, "`impasse`", roster, report)) {
        points[piece.index()] = HEAVY_POINTS;
    }
    Some(Impasse { least, points })
}
