//! FENs that XBoard sends.

use super::dialect::{Dialect, Plus};
use crate::board::Color;
use crate::position::fen::{Field, RIGHTS_UNKNOWN};
use crate::position::{Game, Position, names};
use crate::variant::{ID_SUFFIXES, PieceType};
use std::collections::HashMap;

impl Dialect {
    /// Like [`Self::incoming_fen`]; empty for the array that XBoard was sent, whose FEN lacks some rights.
    pub fn incoming_start(&self, game: &Game, fen: &str) -> String {
        let sent = self.setup.as_ref().and_then(|line| line.splitn(4, ' ').nth(3));
        if sent == Some(fen) { String::new() } else { self.incoming_fen(game, fen) }
    }

    /// Translates a FEN sent by XBoard into our notation.
    pub fn incoming_fen(&self, game: &Game, fen: &str) -> String {
        let mut text = fen.to_owned();
        if self.rights_unsent {
            text = without_rights(&text);
        } else if self.unmoved_shifted {
            text = shifted_back(&text);
        }
        let text = self.with_hands(game, &text);
        let copies: Vec<&Plus> = self.plus.iter().filter(|plus| plus.copied).collect();
        if copies.is_empty() {
            return text;
        }
        with_promoted_ids(&text, |id| {
            let plus = copies.iter().find(|plus| plus.id.eq_ignore_ascii_case(id))?;
            let color =
                if id.contains(|c: char| c.is_ascii_uppercase()) { Color::White } else { Color::Black };
            Some(names::colored(&names::fen_name(&game.variant, plus.target), color))
        })
    }

    /// Replaces the pieces in hand by those that can be there. XBoard omits the suffixes of IDs, and also puts captured
    /// pieces into hands from which they are never dropped.
    fn with_hands(&self, game: &Game, fen: &str) -> String {
        let variant = &game.variant;
        let Some((board, rest)) = fen.split_once('[').filter(|_| variant.has_hands()) else {
            return fen.to_owned();
        };
        let Some((hands, rest)) = rest.split_once(']') else { return fen.to_owned() };
        let is_set_up =
            || Position::from_fen(game, &format!("{board}[]{rest}")).is_ok_and(|pos| has_moved(game, &pos));
        if variant.hand_rules.drops_first && is_set_up() {
            return format!("{board}[]{rest}");
        }
        let (mut kept, mut counts) = (String::new(), HashMap::new());
        let mut left = Field { text: hands, start: 0 };
        // What is no name stays, for the error.
        while let Ok((name, color, length)) = left.piece_name("") {
            let (name, types) = self.held_as(game, name);
            let most: u16 = types.iter().map(|&piece| variant.count_held(color, piece)).sum();
            let name = names::colored(&name, color);
            let count = counts.entry(name.clone()).or_insert(0);
            *count += 1;
            if variant.keeps_captured() || *count <= most || types.is_empty() {
                kept += &name;
            }
            left = left.after(length);
        }
        format!("{board}[{kept}{}]{rest}", left.text)
    }

    /// The types that a name in hand means, with their name here; none for an unknown name.
    fn held_as(&self, game: &Game, name: String) -> (String, Vec<PieceType>) {
        let variant = &game.variant;
        let types = names::called(variant, &name);
        let is_meant =
            |piece: &&PieceType| names::fen_name(variant, **piece).trim_end_matches(ID_SUFFIXES) == name;
        match self.lines.iter().find(is_meant) {
            Some(&piece) if types.is_empty() => (names::fen_name(variant, piece), vec![piece]),
            _ => (name, types),
        }
    }
}

/// Whether a piece of the array is no longer on its square.
fn has_moved(game: &Game, pos: &Position) -> bool {
    let stands = |square, color, piece| {
        pos.cell(square).kind().is_some_and(|kind| (kind.color(), kind.piece()) == (color, piece))
    };
    game.variant.array().iter().any(|&(square, color, piece)| !stands(square, color, piece))
}

/// Replaces the IDs of promoted pieces in a FEN, suffixes included, where `real` returns another one.
fn with_promoted_ids(fen: &str, real: impl Fn(&str) -> Option<String>) -> String {
    let (mut text, mut rest) = (String::new(), fen);
    while let Some(at) = rest.find('+') {
        let letters = 1 + rest[at + 1..].bytes().take_while(u8::is_ascii_alphabetic).take(1).count();
        let end = at
            + letters
            + rest[at + letters..]
                .bytes()
                .take_while(|b| ID_SUFFIXES.contains(&char::from(*b)))
                .take(1)
                .count();
        text += &rest[..at];
        text += &real(&rest[at..end]).unwrap_or_else(|| rest[at..end].to_owned());
        rest = &rest[end..];
    }
    text + rest
}

/// Replaces the castling field of a FEN, which carries no rights, or adds one before the e.p. field if XBoard omits it,
/// as it does under some parents.
fn without_rights(fen: &str) -> String {
    let mut fields: Vec<&str> = fen.split_whitespace().collect();
    let is_counter = |field: &&&str| !field.starts_with(|c: char| c == '-' || c.is_ascii_alphabetic());
    match fields.iter().skip(2).take_while(|field| !is_counter(field)).count() {
        0 => {}
        1 => fields.insert(2, RIGHTS_UNKNOWN),
        _ => fields[2] = RIGHTS_UNKNOWN,
    }
    fields.join(" ")
}

/// Moves the files in the castling field of a FEN two to the left.
fn shifted_back(fen: &str) -> String {
    let mut fields: Vec<String> = fen.split_whitespace().map(String::from).collect();
    if let Some(files) = fields.get_mut(2) {
        let back = |c: char| if c.is_ascii_alphabetic() { char::from((c as u8).wrapping_sub(2)) } else { c };
        *files = files.chars().map(back).collect();
    }
    fields.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::catalogue;

    fn game_of(text: &str) -> Game {
        let variant = match catalogue::find(text) {
            Some(entry) => entry.variant.clone(),
            None => crate::variant::read("test", text).expect("a definition").0,
        };
        Game::new(variant).expect("tables")
    }

    #[track_caller]
    fn incoming(text: &str, fen: &str) -> String {
        let game = game_of(text);
        Dialect::new(&game.variant).incoming_fen(&game, fen)
    }

    #[track_caller]
    fn has_hands(text: &str, board: &str, [sent, wanted]: [&str; 2]) {
        let fen = incoming(text, &format!("{board}[{sent}] w - - 0 1"));
        assert!(fen.starts_with(&format!("{board}[{wanted}]")), "{fen}");
    }

    /// XBoard holds captured pieces where none are dropped, too.
    #[test]
    fn captured_pieces_are_not_in_hand() {
        let board = "rnb1kb1r/ppp1pppp/5n2/8/3N4/8/PPPP1PPP/RNBQKB1R";
        has_hands("pocketknight", board, ["PNQpn", "Nn"]);
        has_hands("pocketknight", board, ["-", "-"]);
        has_hands("crazyhouse", "4k3/8/8/8/8/8/8/4K3", ["PNQQpn", "PNQQpn"]);
        // The setup is over: pieces of the array have moved.
        has_hands("sittuyin", "8/2r5/8/8/3NK2P/8/2pS4/1k6", ["NNRSSPPPFnrrsppp", ""]);
        let held = "NNSSRRFKnnssrrfk";
        has_hands("sittuyin", "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8", [held, held]);
    }

    /// XBoard omits the suffixes of IDs.
    #[test]
    fn suffixes_are_omitted_in_hand() {
        let text = "royal=K\nholdingsType=1\nhorse:H':N::b1,,b8\nking:K:K::e1,,e8\nqueen:Q:Q::d1,,d8\n";
        has_hands(text, "4k3/8/8/8/8/8/8/4K3", ["QHHh", "QH'H'h'"]);
        has_hands(text, "4k3/8/8/8/8/8/8/4K3", ["QH'qh'", "QH'qh'"]);
    }
}
