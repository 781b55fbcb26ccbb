//! Ends of games without progress: repetition, perpetual chase, the move count, counting against a bare side.

use super::keys::Key;
use super::parameters::ParameterReader;
use super::roster::Bang;
use super::source::Text;
use super::{Chase, CountLimit, Counting, Ending, PieceType, Repeated, Variant};
use crate::notation::legs::{Initial, Movement};

/// Highest move limit of a count.
const MAX_COUNTED: u16 = 10_000;

/// Reads `repetitionResult`: `loss` for the side to move, `first loss` for the side that moved first in the game,
/// `points`: the points decide.
pub(super) fn repeated(reader: &mut ParameterReader<'_>) -> Repeated {
    let words = [
        ("draw", Repeated::ToMove(Ending::Draw)),
        ("loss", Repeated::ToMove(Ending::Loss)),
        ("win", Repeated::ToMove(Ending::Win)),
        ("first loss", Repeated::First(Ending::Loss)),
        ("first win", Repeated::First(Ending::Win)),
        ("points", Repeated::Points),
    ];
    let Some(text) = reader.value(Key::RepetitionResult) else { return Repeated::default() };
    let found = reader.word_in(text, Key::RepetitionResult, &words).unwrap_or_default();
    require_points(reader, text, Key::RepetitionResult, found == Repeated::Points);
    found
}

/// Reads `moveRuleResult`. Returns true if points decide.
pub(super) fn quiet_points(reader: &mut ParameterReader<'_>) -> bool {
    let Some(text) = reader.value(Key::MoveRuleResult) else { return false };
    let words = [("draw", false), ("points", true)];
    let decide = reader.word_in(text, Key::MoveRuleResult, &words).unwrap_or(false);
    require_points(reader, text, Key::MoveRuleResult, decide);
    decide
}

/// Reports an error if points decide and no piece has any.
fn require_points(reader: &mut ParameterReader<'_>, text: Text<'_>, key: Key, decide: bool) {
    if decide && reader.value(Key::Points).is_none() {
        let help = "also write `points=`, as in `points=R13,C7`";
        reader.error_with_help(text, format!("{key}: no piece has points"), help);
    }
}

/// Reads `moveRulePieces=P`: the types whose moves reset the count; 0: none.
pub(super) fn resets(reader: &mut ParameterReader<'_>) -> Option<Vec<bool>> {
    let text = reader.value(Key::MoveRulePieces)?;
    let none = || vec![false; reader.roster.len()];
    Some(if text.text == "0" { none() } else { reader.set(text, Key::MoveRulePieces) })
}

impl Variant {
    /// Whether the moves of a type reset the count of `moveRule`: as `moveRulePieces` says, or else if the type promotes or
    /// is the first one, and apart from initial moves never moves backward.
    pub fn resets_count(&self, piece: PieceType) -> bool {
        if let Some(resets) = &self.ends.resets {
            return resets[piece.index()];
        }
        let is_initial =
            |movement: &&Movement| matches!(movement.initial, Initial::Unmoved | Initial::StartSquare);
        let board = self.promotion.morph_of(piece);
        let by_square = board.is_some_and(|board| board.iter().any(|morph| morph.promotes()));
        let mut lasting = self.movements(piece).iter().filter(|movement| !is_initial(movement));
        self.moves_as_pawn(piece, by_square) && lasting.all(|movement| movement.advances(0))
    }

    /// Whether no move of a type can be reversed: each leads forward, and the type promotes in the zone or is the first
    /// one.
    pub fn is_irreversible(&self, piece: PieceType) -> bool {
        self.moves_as_pawn(piece, false) && self.movements(piece).iter().all(|movement| movement.advances(1))
    }

    /// Whether a type has moves and promotes: in the zone, or on squares if `by_square`; or is the first type.
    fn moves_as_pawn(&self, piece: PieceType, by_square: bool) -> bool {
        let moves = self.movements(piece).iter().any(|movement| !movement.legs().is_empty());
        moves && (by_square || piece.0 < self.promotion.types.max(1))
    }
}

/// Reads `chase=N,C>R:protected`: attackers, their forbidden victims, and whether attacks on protected victims count.
pub(super) fn chases(reader: &mut ParameterReader<'_>, royal: &[bool]) -> Vec<Chase> {
    let mut chases = Vec::new();
    for text in reader.definition.values(Key::Chase) {
        let (pair, word) = text.cut(':');
        let Some((attackers, victims)) = pair.split_once('>') else {
            let message = format!("`chase`: expected attackers, `>` and victims, found `{}`", text.text);
            reader.error_with_help(text, message, "as in `chase=N,C>R:protected`");
            continue;
        };
        for (side, who) in [(attackers, "attackers before"), (victims, "victims after")] {
            if side.items().next().is_none() {
                reader.error_with_help(
                    text,
                    format!("`chase`: no {who} `>`"),
                    "as in `chase=N,C>R:protected`",
                );
            }
        }
        let protected = word.map(|word| reader.word_in(word, Key::Chase, &[("protected", true)]));
        let (attackers, chased) = (reader.set(attackers, Key::Chase), reader.set(victims, Key::Chase));
        if chased.iter().zip(royal).any(|(&chased, &royal)| chased && royal) {
            let message = "`chase`: an attack on a royal piece is a check";
            reader.error_with_help(victims, message, "write `perpetual=1` to forbid perpetual check");
        }
        chases.push(Chase { attackers, victims: chased, protected: protected.is_some() });
    }
    let ends_never = reader.value(Key::Repetition).is_some_and(|text| text.text == "0");
    if let Some(text) = reader.definition.values(Key::Chase).next().filter(|_| ends_never) {
        reader.warn(text, "no effect: with `repetition=0` no repetition ends the game");
    }
    chases
}

/// Reads `counting=R2:8,R:16,*:64` and the keys that go with it.
pub(super) fn counting(reader: &mut ParameterReader<'_>, royal: &[bool]) -> Option<Counting> {
    let (limits, board) = (reader.value(Key::Counting), reader.value(Key::CountingBoard));
    let start = reader.switch(Key::CountingStart, false);
    let Some(first) = limits.or(board) else {
        for key in [Key::CountingStart, Key::CountingPawns] {
            if let Some(text) = reader.value(key) {
                reader.warn(text, "no effect: `counting` is not given");
            }
        }
        return None;
    };
    if !royal.contains(&true) {
        let message = "counting needs a royal piece, and no piece is royal";
        reader.error_with_help(first, message, "write `royal=` with the ID of a piece");
    }
    let items = limits.map_or_else(Vec::new, |text| text.split(',').map(Text::trim).collect());
    let limits = items.into_iter().filter_map(|item| count_limit(item, reader)).collect();
    // `64` or `63,3`: the moves, and the number of pieces at which a side begins to count.
    let (board, most) = board.map_or((None, None), |text| (Some(text.cut(',').0), text.cut(',').1));
    let board = board.and_then(|text| reader.number_in(text, Key::CountingBoard, 1..=MAX_COUNTED));
    let most = most.and_then(|text| reader.number_in(text, Key::CountingBoard, 1..=u16::MAX));
    let pawns = reader.value(Key::CountingPawns).map(|text| reader.set(text, Key::CountingPawns));
    // By default the first type is the pawn, as elsewhere in diagrams.
    let pawns = pawns.unwrap_or_else(|| (0..royal.len()).map(|n| n == 0 && !royal[n]).collect());
    Some(Counting { limits, board: board.unwrap_or(0), most, from_pieces: start, pawns })
}

/// Reads a limit such as `R2:8`: against two rooks, eight moves.
fn count_limit(item: Text<'_>, reader: &mut ParameterReader<'_>) -> Option<CountLimit> {
    let Some((who, moves)) = item.split_once(':') else {
        let wanted = "expected a piece, a colon and a number of moves";
        let message = format!("`counting`: {wanted}, found `{}`", item.text);
        reader.error_with_help(item, message, "as in `counting=R2:8,R:16,*:64`");
        return None;
    };
    let moves = reader.number_in(moves, Key::Counting, 1..=MAX_COUNTED)?;
    if who.text == "*" {
        return Some(CountLimit { types: vec![true; reader.roster.len()], least: 0, moves });
    }
    let id = reader.roster.first_id(who.text, Bang::Suffix).unwrap_or_default();
    let found: Vec<_> = reader.roster.shown(&id).collect();
    if id.is_empty() || found.is_empty() {
        let message = format!("`counting`: expected a piece ID or `*`, found `{}`", who.text);
        reader.error_with_help(who, message, "as in `counting=R2:8,R:16,*:64`");
        return None;
    }
    let number = who.split_at(id.len()).1;
    let least = if number.is_empty() { 1 } else { reader.number_in(number, Key::Counting, 1..=u16::MAX)? };
    Some(CountLimit { types: reader.roster.set(&found), least, moves })
}
