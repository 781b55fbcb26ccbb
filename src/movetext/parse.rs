//! Text to moves.

use super::format::{change, format_all, gated_letter, partner_squares, relays, suffix, zeros};
use super::numbering::Numbering;
use crate::board::{Color, Square};
use crate::movegen;
use crate::moves;
use crate::position::{Game, Move, MoveList, Position, names};
use crate::variant::PieceType;

/// Finds the legal move that a text stands for, with CECP's rank numbers.
///
/// # Errors
/// The reason why there is none.
pub fn parse(game: &Game, pos: &mut Position, text: &str) -> Result<Move, String> {
    parse_as(Numbering::Cecp, game, pos, text)
}

/// A parsed move text, not yet checked against the position.
struct TextShape {
    from: Option<Square>,
    /// Type dropped; `from` is empty then.
    dropped: Option<PieceType>,
    to: Square,
    relays: Vec<Square>,
    suffix: String,
}

/// Finds the legal move that a text stands for.
///
/// # Errors
/// The reason why there is none.
pub fn parse_as(numbering: Numbering, game: &Game, pos: &mut Position, text: &str) -> Result<Move, String> {
    let mut legal = MoveList::new();
    // The game may be over by a rule that the GUI does not know; its moves are still accepted.
    movegen::continuations(game, pos, &mut legal);
    let text = text.trim();
    let texts = format_all(numbering, game, pos, &legal);
    if let Some(at) = texts.iter().position(|other| other == text) {
        return Ok(legal[at]);
    }
    if let Some(mv) = castling_by_zeros(pos, &legal, text) {
        return mv;
    }
    if matches!(text, "@@@@" | "--" | "pass" | "null") {
        let pass = |&&mv: &&Move| {
            mv.from() == mv.to()
                && !mv.is_drop()
                && mv.promotion().is_none()
                && !moves::is_capture(game, pos, mv)
        };
        return legal.iter().find(pass).copied().ok_or_else(|| String::from("passing is not possible here"));
    }
    let shape = read(numbering, game, text)?;
    find(game, pos, &legal, &shape)
}

fn castling_by_zeros(pos: &Position, legal: &[Move], text: &str) -> Option<Result<Move, String>> {
    let normal = text.replace(['0', 'o'], "O");
    let wanted = Some(normal.trim_end_matches(['+', '#'])).filter(|text| matches!(*text, "O-O" | "O-O-O"))?;
    let fits = |mv: &&Move| mv.castling().is_some_and(|rule| zeros(&pos.castles()[rule]) == wanted);
    let found = legal.iter().find(fits).copied();
    Some(found.ok_or_else(|| String::from("castling to that side is not possible here")))
}

/// Parses the text: squares and their separators, then the promotion suffix.
fn read(numbering: Numbering, game: &Game, text: &str) -> Result<TextShape, String> {
    let board = &game.variant.board;
    if let Some((name, square)) = text.split_once('@') {
        let piece = names::find(game, &name.to_ascii_uppercase(), Color::White, None);
        let dropped = Some(piece.ok_or_else(|| format!("no piece is called `{name}`"))?);
        let (to, length) = numbering.read(board, square).ok_or_else(|| no_square(square))?;
        if square.len() > length {
            return Err(format!("unexpected `{}` after the move", &square[length..]));
        }
        return Ok(TextShape { from: None, dropped, to, relays: Vec::new(), suffix: String::new() });
    }
    let (mut squares, mut rest) = (Vec::new(), text);
    while let Some((square, length)) = numbering.read(board, rest) {
        squares.push(square);
        rest = &rest[length..];
        let joined = rest.trim_start_matches([',', '-', 'x']);
        if numbering.read(board, joined).is_some() {
            rest = joined;
        }
    }
    let [from, ref inner @ .., last] = squares[..] else { return Err(no_square(rest)) };
    let (to, relays) = match *inner {
        // XBoard's notation for moves like castling: the piece goes from A to B, the partner or victim is on C.
        [to, relay] if text.contains(',') && to != relay => (to, vec![relay]),
        _ => {
            let mut relays = inner.to_vec();
            relays.dedup();
            (last, relays)
        }
    };
    let suffix = rest.trim_matches(['(', ')']).trim_start_matches('/').to_owned();
    Ok(TextShape { from: Some(from), dropped: None, to, relays, suffix })
}

fn no_square(text: &str) -> String {
    if text.is_empty() {
        String::from("a square is missing")
    } else {
        format!("`{text}` is not a square of this board")
    }
}

fn find(game: &Game, pos: &Position, legal: &[Move], shape: &TextShape) -> Result<Move, String> {
    let same = |mv: &Move| {
        shape.to == mv.to()
            && shape.dropped == mv.dropped()
            && (mv.is_drop() || shape.from == Some(mv.from()))
    };
    let mut candidates: Vec<Move> = legal.iter().copied().filter(|mv| same(mv)).collect();
    if candidates.is_empty() {
        // Castling written as the king capturing its partner, or the partner the king.
        let takes_partner = |mv: &&Move| {
            mv.castling().is_some_and(|rule| {
                let (from, to) = partner_squares(**mv, &pos.castles()[rule]);
                (shape.from, shape.to) == (Some(from), to)
                    && gated_letter(game, **mv) == shape.suffix.to_lowercase()
            })
        };
        return legal.iter().find(takes_partner).copied().ok_or_else(|| why_not(pos, shape));
    }
    let partner = |mv: &Move| mv.castling().map(|rule| pos.castles()[rule].partner);
    let occupied: Vec<Square> = shape.relays.iter().copied().filter(|&s| !pos.cell(s).is_empty()).collect();
    let by_relays = |mv: &Move| match partner(mv) {
        Some(partner) => occupied.is_empty() || occupied == [partner],
        None => {
            let mut taken = relays(game, pos, *mv);
            let mut named = occupied.clone();
            taken.sort_unstable();
            named.retain(|&s| s != shape.to && Some(s) != shape.from);
            named.sort_unstable();
            taken == named
        }
    };
    candidates.retain(by_relays);
    // A king's step and castling may share their squares: prefer castling only if the text names its partner.
    candidates.sort_by_key(|mv| mv.castling().is_some() && occupied.is_empty());
    by_suffix(game, pos, &candidates, &shape.suffix)
}

fn by_suffix(game: &Game, pos: &Position, candidates: &[Move], suffix_text: &str) -> Result<Move, String> {
    let wanted = suffix_text.trim_start_matches('=').trim_start_matches('(').to_lowercase();
    let declined = suffix_text == "=";
    let matching = candidates.iter().find(|&&mv| suffix(game, pos, mv) == wanted);
    // Other programs also write automatic promotions.
    let by_itself = |mv: &&Move| {
        let name = mv.promotion().map(|piece| names::fen_name(&game.variant, piece).to_lowercase());
        name.is_some_and(|name| name == wanted) || change(game, pos, **mv).is_some_and(|text| text == wanted)
    };
    match (matching.or_else(|| candidates.iter().find(by_itself)), candidates) {
        (Some(&mv), _) => Ok(mv),
        (None, []) => Err(String::from("the piece cannot take that path")),
        (None, &[only]) if wanted.is_empty() && !declined => Ok(only),
        (None, _) if wanted.is_empty() => Err(String::from("the promotion piece is missing")),
        (None, _) => Err(format!("the piece cannot become `{wanted}` there")),
    }
}

fn why_not(pos: &Position, shape: &TextShape) -> String {
    let Some(from) = shape.from else { return String::from("that drop is not possible here") };
    match pos.cell(from).kind() {
        None => String::from("no piece stands there"),
        Some(kind) if kind.color() != pos.side() => String::from("it is the other side's turn"),
        Some(_) => String::from("the piece cannot go there"),
    }
}
