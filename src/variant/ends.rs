//! Ends of games: royals, extinction, stalemate, baring, draws.

use super::diagnostic::Diagnostic;
use super::draws;
use super::keys::Key;
use super::parameters::ParameterReader;
use super::roster::Bang;
use super::source::Text;
use super::{EndRules, Ending, Extinct, GoalRule, Impasse, Piece, PieceType};
use crate::board::Color;
use crate::notation::legs::{Leg, MovementKind, Reach};

/// Default number of occurrences of a position that make a draw.
const REPETITION: u16 = 3;
/// Default number of moves without progress by each side that make a draw.
const QUIET_MOVES: u16 = 50;
/// Further words for a loss that need no warning.
const LOSS: [&str; 2] = ["lose", "lost"];

/// Reads the parameters for the end of the game.
pub(super) fn read(reader: &mut ParameterReader<'_>, pieces: &[Piece]) -> EndRules {
    let royal = royals(reader, pieces);
    let quiet_moves = reader.number(Key::MoveRule, 0..=u16::MAX / 2, QUIET_MOVES);
    EndRules {
        baring: baring(reader, &royal),
        all_royals_must_fall: reader.colors(Key::Extinction, 3),
        repetition: reader.number(Key::Repetition, 0..=u16::MAX, REPETITION),
        impasse: impasse(reader, &royal),
        stalemate: ending(reader, Key::Stalemate),
        // `checkmate=win`: the result for the mated side.
        checkmate: reader.word(Key::Checkmate, &ENDINGS).unwrap_or(Ending::Loss),
        goal: goal(reader),
        castle_wins: castle_wins(reader),
        extinct: extinct(reader),
        checks: checks(reader),
        connect: reader.number(Key::Connect, 0..=u8::MAX, 0),
        counterbare: ending(reader, Key::Counterbare),
        repeated: draws::repeated(reader),
        perpetual: reader.switch(Key::Perpetual, false),
        chases: draws::chases(reader, &royal),
        quiet_points: draws::quiet_points(reader),
        resets: draws::resets(reader),
        counting: draws::counting(reader, &royal),
        quiet_plies: quiet_moves * 2,
        royal,
    }
}

/// Reads `royal`. `[type]`: whether it is royal.
fn royals(reader: &mut ParameterReader<'_>, pieces: &[Piece]) -> Vec<bool> {
    // SPEC: diagram readings: "`royal=0` says that no piece is royal".
    let mut royal = reader.marked_set(Key::Royal);
    let definition = reader.definition;
    if definition.value(Key::Royal).is_some() {
        return royal;
    }
    // SPEC: diagram readings, royal when none is named: "the last piece type of the list".
    let Some(last) = royal.last_mut() else { return royal };
    *last = true;
    let (Some(piece), Some(line)) = (pieces.last(), definition.pieces.last()) else { return royal };
    let is_king = |other: &&Piece| other.name.eq_ignore_ascii_case("king");
    let candidate = || pieces.iter().find(|other| looks_royal(other)).filter(|_| !looks_royal(piece));
    let likelier = pieces.iter().find(is_king).or_else(candidate).filter(|other| other.id != piece.id);
    let (id, doubt, purpose) = match likelier {
        Some(king) => (&king.id, "", format!("if you mean `{}`", king.name)),
        None if looks_royal(piece) => return royal,
        None => (&piece.id, "no piece looks royal: ", "to confirm it".to_owned()),
    };
    let reason = "is taken as royal, since it is the last piece and `royal` is not given";
    let warning = Diagnostic::warning(line.span(), format!("{doubt}`{}` {reason}", piece.name));
    let help = format!("write `royal={id}` {purpose}, `royal=0` if no piece is royal");
    reader.report.push(warning.with_help(help));
    royal
}

/// Words in the names of royal pieces.
const ROYAL_WORDS: &[&str] =
    &["king", "royal", "emperor", "general", "prince", "khan", "shah", "monarch", "tsar", "lord", "chief"];

/// Whether the piece may be intended as royal: by its name, or because it steps ahead and back like a king, and all its
/// other moves are king steps or castling.
fn looks_royal(piece: &Piece) -> bool {
    let name = piece.name.to_lowercase();
    let step = |leg: &Leg| leg.step.dx.abs() <= 1 && leg.step.dy.abs() <= 1 && leg.max == Reach::Steps(1);
    let mut retreats = false;
    let kingly = piece.movements.iter().all(|movement| match &movement.kind {
        MovementKind::Walk(legs) => {
            retreats |= legs.iter().any(|leg| leg.step.dy < 0);
            legs.iter().all(step)
        }
        kind => matches!(kind, MovementKind::Castle(_)),
    });
    ROYAL_WORDS.iter().any(|word| name.contains(word)) || kingly && retreats
}

/// Reads `baring`. `[type]`: whether it counts for baring. SPEC: "When you specify baring=0 all non-royal pieces will
/// get this property."
fn baring(reader: &mut ParameterReader<'_>, royal: &[bool]) -> Vec<bool> {
    let mut baring = vec![false; royal.len()];
    for text in reader.definition.values(Key::Baring) {
        if text.text == "0" {
            baring = royal.iter().map(|royal| !royal).collect();
        } else {
            reader.pieces(text, Key::Baring).iter().for_each(|piece| baring[piece.index()] = true);
        }
    }
    baring
}

/// SPEC: diagram readings: "draw; any other value: the stalemated side loses".
fn ending(reader: &mut ParameterReader<'_>, key: Key) -> Ending {
    let Some(text) = reader.value(key) else { return Ending::Draw };
    let is = |word: &str| text.text.eq_ignore_ascii_case(word);
    if let Some(&(_, ending)) = ENDINGS.iter().find(|(word, _)| is(word)) {
        return ending;
    }
    if !LOSS.into_iter().any(is) {
        let warning = text.warning(format!("{key}: `{}` is read as a loss for that side", text.text));
        reader.report.push(warning.with_help("write `draw`, `loss`, `win` or `fewer`"));
    }
    Ending::Loss
}

const ENDINGS: [(&str, Ending); 4] =
    [("loss", Ending::Loss), ("draw", Ending::Draw), ("win", Ending::Win), ("fewer", Ending::Fewer)];

/// Highest number of pieces that must stand on goals.
const MAX_NEEDED: u16 = 1000;

/// Reads `goal=3,safe,answer`: the rules for goal squares.
fn goal(reader: &mut ParameterReader<'_>) -> GoalRule {
    let Some(text) = reader.value(Key::Goal) else { return GoalRule::default() };
    let words = [("safe", 0), ("answer", 1), ("equal", 2)];
    let (mut set, mut needed) = ([false; 3], 1);
    for item in text.items() {
        if item.text.starts_with(|c: char| c.is_ascii_digit()) {
            needed = reader.number_in(item, Key::Goal, 1..=MAX_NEEDED).unwrap_or(1);
        } else if let Some(word) = reader.word_in(item, Key::Goal, &words) {
            set[word] = true;
        }
    }
    let [safe, answer, equal] = set;
    if equal && (safe || answer) {
        reader.error(text, "`goal`: `equal` cannot be combined with `safe` or `answer`");
    }
    GoalRule { safe, answer, equal, needed }
}

/// Reads `checks=3`, or `checks=3,5` for White and Black.
fn checks(reader: &mut ParameterReader<'_>) -> [u8; 2] {
    let Some(text) = reader.value(Key::Checks) else { return [0; 2] };
    let (white, black) = text.split_once(',').unwrap_or((text, text));
    [white, black].map(|text| reader.number_in(text.trim(), Key::Checks, 0..=u8::MAX).unwrap_or(0))
}

/// Reads `extinct=P,N,K2:win`. Each item is a rule of its own: IDs (or `*`) that count together, the maximum number of
/// pieces left for it to apply, and its result.
fn extinct(reader: &mut ParameterReader<'_>) -> Vec<Extinct> {
    let mut rules = Vec::new();
    for text in reader.definition.values(Key::Extinct) {
        if text.items().next().is_none() {
            reader.error_with_help(text, "`extinct`: expected piece IDs", "`*` stands for all pieces");
        }
        for item in text.items() {
            let (counted, ending) = match item.split_once(':') {
                Some((counted, word)) => {
                    (counted.trim(), reader.word_in(word.trim(), Key::Extinct, &ENDINGS))
                }
                None => (item, Some(Ending::Loss)),
            };
            let rule = few(counted, reader).zip(ending);
            rules.extend(rule.map(|((types, most), ending)| Extinct { types, most, ending }));
        }
    }
    rules
}

/// Reads one item of `extinct`: the types, and the maximum number of pieces left.
fn few(item: Text<'_>, reader: &mut ParameterReader<'_>) -> Option<(Vec<bool>, u16)> {
    let ids = item.text.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = item.split_at(ids.len()).1;
    let most = if number.is_empty() { 0 } else { reader.number_in(number, Key::Extinct, 0..=u16::MAX)? };
    if ids.is_empty() {
        reader.error_with_help(item, "`extinct`: expected piece IDs", "`*` stands for all pieces");
        return None;
    }
    if ids == "*" {
        return Some((vec![true; reader.roster.len()], most));
    }
    let (mut counted, mut at) = (Vec::new(), 0);
    while at < ids.len() {
        let name = reader.roster.first_id(&ids[at..], Bang::Suffix);
        let found: Vec<PieceType> = name.iter().flat_map(|name| reader.roster.shown(name)).collect();
        if found.is_empty() {
            let message = format!("`extinct`: no piece has the ID `{}`", &ids[at..]);
            let help = "name pieces by their IDs, as in `extinct=K`, `extinct=*1:win` or `extinct=P,N,K2`";
            reader.error_with_help(item.split_at(at).1, message, help);
            return None;
        }
        counted.extend(found);
        at += name.map_or(1, |name| name.len());
    }
    Some((reader.roster.set(&counted), most))
}

/// Reads `castleWins=Qq`: castlings by FEN letter.
fn castle_wins(reader: &mut ParameterReader<'_>) -> Vec<(Color, bool)> {
    let Some(text) = reader.value(Key::CastleWins) else { return Vec::new() };
    let win = |(letter, at): (char, Text<'_>)| match letter {
        'K' | 'k' | 'Q' | 'q' => {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            Some((color, letter.eq_ignore_ascii_case(&'k')))
        }
        _ => {
            reader.error(at, format!("`castleWins`: expected letters of KQkq, found `{letter}`"));
            None
        }
    };
    text.chars().filter_map(win).collect()
}

/// Points of a piece that `impasse` lists by ID.
const HEAVY_POINTS: u16 = 5;

/// Reads `impasse=24,R,B,+R,+B`: the points needed, then the pieces worth five; royals are worth nothing, all others
/// one.
fn impasse(reader: &mut ParameterReader<'_>, royal: &[bool]) -> Option<Impasse> {
    let text = reader.value(Key::Impasse)?;
    let (least, heavy) = text.cut(',');
    let least = reader.number_in(least.trim(), Key::Impasse, 0..=u16::MAX)?;
    let mut points: Vec<u16> = royal.iter().map(|&royal| u16::from(!royal)).collect();
    for piece in heavy.map_or_else(Vec::new, |ids| reader.pieces(ids, Key::Impasse)) {
        points[piece.index()] = HEAVY_POINTS;
    }
    Some(Impasse { least, points })
}
