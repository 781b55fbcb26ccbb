//! Promotion: zones and choices.

use super::keys::Key;
use super::morph;
use super::parameters::ParameterReader;
use super::roster::{Bang, Roster};
use super::source::Text;
use super::{Choice, PieceType, Promotion};
use crate::board::Geometry;

/// IDs of the default choices. SPEC: diagram readings: "Q N R B as far as they exist".
const DEFAULT_CHOICES: [&str; 4] = ["Q", "N", "R", "B"];

/// Reads the promotion parameters and the `morph` boards; `royal` is `[type]`.
pub(super) fn read(reader: &mut ParameterReader<'_>, board: &Geometry, royal: &[bool]) -> Promotion {
    let roster = reader.roster;
    // A zone deeper than the board is an error.
    let zone = reader.number(Key::PromoZone, 0..=board.ranks(), 1);
    let types = reader.number(Key::MaxPromote, 0..=u16::MAX, 1);
    if let Some(text) = reader.value(Key::MaxPromote).filter(|_| usize::from(types) > roster.len()) {
        reader.warn(text, format!("there are only {} piece types: all promote", roster.len()));
    }
    let types = types.min(u16::try_from(roster.len()).unwrap_or(u16::MAX));
    let offset = reader.number(Key::PromoOffset, 0..=u16::MAX, 0);
    let beyond = usize::from(offset) >= roster.len().max(1);
    if let Some(text) = reader.value(Key::PromoOffset).filter(|_| beyond) {
        let message = format!("`promoOffset` leads beyond the {} pieces of the list", roster.len());
        reader.error_with_help(
            text,
            message,
            "it is the distance in piece lines from a type to its promoted form",
        );
    }
    let inside = reader.switch(Key::PromoInside, false);
    let choices = choices(reader, royal, offset);
    let limits = limits(reader);
    let mut promotion = Promotion { zone, types, offset, inside, choices, morph: Vec::new(), limits };
    let lines = (0..).map(PieceType).zip(&reader.definition.pieces).take(roster.len());
    promotion.morph = lines
        .map(|(piece, line)| line.morph.map(|text| morph::read(reader, text, piece, board, &promotion)))
        .collect();
    promotion
}

/// Reads the choice sets. SPEC: "With promoChoice you can define multiple choice sets, separated by slashes."
fn choices(reader: &mut ParameterReader<'_>, royal: &[bool], offset: u16) -> Vec<Vec<Choice>> {
    let roster = reader.roster;
    let mut sets: Vec<Vec<Choice>> = match reader.value(Key::PromoChoice) {
        Some(text) => {
            let read = |set: Text<'_>| {
                let found = read_set(set, offset, reader);
                if found.is_empty() && !set.trim().is_empty() && offset == 0 {
                    let message = "no choice of this set is left: any piece but the first and the royals";
                    reader.warn(set, message);
                }
                found
            };
            text.split('/').map(read).collect()
        }
        None if reader.definition.mentions(Key::PromoChoice) => vec![Vec::new()],
        None => vec![DEFAULT_CHOICES.iter().filter_map(|id| roster.latest(id)).map(plain).collect()],
    };
    for set in sets.iter_mut().filter(|set| set.is_empty()) {
        // SPEC: diagram readings: "when empty: any piece but the first type and royals".
        let types = (0..).map(PieceType).zip(royal).skip(1);
        *set = types.filter(|(_, royal)| !**royal).map(|(piece, _)| plain(piece)).collect();
    }
    sets
}

/// Reads `promoLimit=Q1,C2`: IDs, each with the number of such pieces on the board at which promotion to it stops.
fn limits(reader: &mut ParameterReader<'_>) -> Vec<Option<u16>> {
    let Some(text) = reader.value(Key::PromoLimit) else { return vec![None; reader.roster.len()] };
    let count = |reader: &mut ParameterReader<'_>, number: Text<'_>| {
        reader.number_in(number, Key::PromoLimit, 0..=u16::MAX)
    };
    reader.counts(text, Key::PromoLimit, None, count)
}

fn plain(piece: PieceType) -> Choice {
    Choice { piece, from_hand: false, not_last: false, ranks: None }
}

/// Reads a set of choices: IDs, each optionally with `*` or `!` before it and a number of ranks after it, with or
/// without commas.
fn read_set(set: Text<'_>, offset: u16, reader: &mut ParameterReader<'_>) -> Vec<Choice> {
    let roster = reader.roster;
    let mut found: Vec<Choice> = Vec::new();
    let mut rest = set.trim();
    while !rest.is_empty() {
        let (item, length) = PromotionItem::read(rest.text, roster);
        let (whole, after) = rest.split_at(length);
        rest = after;
        let Some(PromotionItem { from_hand, not_last, id, ranks }) = item else {
            if !matches!(whole.text, "," | " " | "\t") {
                let message = format!("`{}` is not a promotion choice", whole.text);
                let help = "a choice is a piece ID; `*` before it: from the hand, `!`: not on the last rank; a number after it: only on that many last ranks";
                reader.error_with_help(whole, message, help);
            }
            continue;
        };
        let Some(piece) = roster.latest(&id) else {
            // SPEC: diagram readings: "promoChoice letters that no piece has (ignore, warn)".
            reader.warn(whole, format!("no piece has the ID `{id}`: choice ignored"));
            continue;
        };
        if ranks == Some(0) {
            reader.error(whole, "the number of ranks of a choice must not be 0");
            continue;
        }
        let choice = Choice { piece, from_hand, not_last, ranks };
        // SPEC: "a piece ID in it that is prefixed with ! will not be allowed to defer": all types with that ID.
        if not_last && offset > 0 {
            let others = roster.all(&id).filter(|&other| other != piece);
            found.extend(others.map(|piece| Choice { piece, ..choice }));
        }
        if found.iter().any(|other| other.covers(&choice, offset)) {
            reader.warn(whole, format!("`{}` adds nothing to the choices before it", whole.text));
        } else {
            found.retain(|other| !choice.covers(other, offset));
            found.push(choice);
        }
    }
    found
}

impl Choice {
    /// Whether it is available wherever the other one is. With `promoOffset` the mark `!` is not a restriction but a
    /// separate rule.
    fn covers(&self, other: &Self, offset: u16) -> bool {
        self.piece == other.piece
            && (self.not_last == other.not_last || !self.not_last && offset == 0)
            && (!self.from_hand || other.from_hand)
            && self.ranks.is_none_or(|ranks| other.ranks.is_some_and(|others| others <= ranks))
    }
}

/// One promotion choice as written.
struct PromotionItem {
    from_hand: bool,
    not_last: bool,
    id: String,
    ranks: Option<u16>,
}

impl PromotionItem {
    /// Reads the choice at the start of the text; `None` if there is none. Also returns the number of bytes read, at
    /// least one.
    fn read(text: &str, roster: &Roster) -> (Option<Self>, usize) {
        let prefix = text.len() - text.trim_start_matches(['*', '!']).len();
        let (marks, mut length) = (&text[..prefix], prefix);
        let Some(id) = roster.first_id(&text[length..], Bang::Mark) else {
            // The unexpected character is skipped whole so that the error shows all of it.
            length += usize::from(text[length..].starts_with('+'));
            return (None, length + text[length..].chars().next().map_or(0, char::len_utf8));
        };
        length += id.len();
        let digits = text[length..].bytes().take_while(u8::is_ascii_digit).count();
        let ranks = (digits > 0).then(|| text[length..length + digits].parse().unwrap_or(u16::MAX));
        let (from_hand, not_last) = (marks.contains('*'), marks.contains('!'));
        (Some(Self { from_hand, not_last, id, ranks }), length + digits)
    }
}
