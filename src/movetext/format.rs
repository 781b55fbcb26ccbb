//! Moves to text.

use super::numbering::Numbering;
use crate::board::Square;
use crate::movegen;
use crate::moves;
use crate::position::{Game, Move, MoveList, Position, before, names};
use crate::tables::rules::promoted_form;
use crate::tables::tree::Flags;
use crate::variant::PieceType;
use std::collections::{HashMap, HashSet};

/// Writes a legal move with CECP's rank numbers.
pub fn format(game: &Game, pos: &Position, mv: Move) -> String {
    format_as(Numbering::Cecp, game, pos, mv)
}

/// Writes a legal move. If the short form would also fit another move of the position, writes out everything that the
/// move does.
pub fn format_as(numbering: Numbering, game: &Game, pos: &Position, mv: Move) -> String {
    let text = short(numbering, game, pos, mv);
    if mv.is_drop() || mv.is_bare() {
        return text;
    }
    unambiguous(numbering, game, pos, mv, &all_moves(game, pos))
}

/// Writes legal moves, each as [`format_as`] does, generating the list of all moves only once.
pub fn format_all(numbering: Numbering, game: &Game, pos: &Position, moves: &[Move]) -> Vec<String> {
    let mut others = all_moves(game, pos);
    others.retain(|mv| !mv.is_drop());
    others.sort_by_key(squares);
    let shared = shared_texts(numbering, game, pos, &others);
    let text = |&mv: &Move| {
        let text = short(numbering, game, pos, mv);
        if shared.is_empty() || !shared.contains(&(squares(&mv), text.clone())) {
            return text;
        }
        // Only the few moves between the same squares can have the same text.
        let start = others.partition_point(|other| squares(other) < squares(&mv));
        let length = others[start..].partition_point(|other| squares(other) == squares(&mv));
        unambiguous(numbering, game, pos, mv, &others[start..start + length])
    };
    moves.iter().map(text).collect()
}

fn squares(mv: &Move) -> (Square, Square) {
    (mv.from(), mv.to())
}

/// Short texts shared by moves with different effects; `moves` are sorted by their squares.
///
/// Each move is compared with the first one of the same text: if none differs from that one, all are equivalent.
fn shared_texts(
    numbering: Numbering,
    game: &Game,
    pos: &Position,
    moves: &[Move],
) -> HashSet<((Square, Square), String)> {
    let (mut shared, mut first) = (HashSet::new(), HashMap::new());
    for alike in moves.chunk_by(|a, b| squares(a) == squares(b)).filter(|alike| alike.len() > 1) {
        first.clear();
        for &mv in alike {
            let text = short(numbering, game, pos, mv);
            let other = *first.entry(text.clone()).or_insert(mv);
            if other != mv && !moves::same_effect(game, pos, mv, other) {
                shared.insert((squares(&mv), text));
            }
        }
    }
    shared
}

fn all_moves(game: &Game, pos: &Position) -> MoveList {
    let mut moves = MoveList::new();
    movegen::pseudo_legal(game, pos, movegen::Filter::All, &mut moves);
    moves
}

/// Writes a move so that its text fits none of the others.
fn unambiguous(numbering: Numbering, game: &Game, pos: &Position, mv: Move, others: &[Move]) -> String {
    let text = short(numbering, game, pos, mv);
    if mv.is_drop() || mv.is_bare() {
        return text;
    }
    let alike = |&other: &Move| {
        other != mv
            && other.from() == mv.from()
            && other.to() == mv.to()
            && !other.is_drop()
            && short(numbering, game, pos, other) == text
            && !moves::same_effect(game, pos, mv, other)
    };
    if !others.iter().any(alike) {
        return text;
    }
    // As in other UCI engines, castling that could be a king's step is written as in shuffled games.
    match numbering {
        Numbering::Uci if mv.castling().is_some() => {
            unambiguous(Numbering::UciFischer, game, pos, mv, others)
        }
        _ => long(numbering, game, pos, mv),
    }
}

/// Writes start, victims (`x`), end (`-`, or `x` for a capture there), unloaded pieces (`/`, from and to), the
/// squares left for en passant (`~`), promotion.
fn long(numbering: Numbering, game: &Game, pos: &Position, mv: Move) -> String {
    let name = |square| numbering.name(&game.variant.board, square);
    if let Some(rule) = mv.castling().map(|rule| &pos.castles()[rule]) {
        let squares = [rule.from, rule.to, rule.partner, rule.partner_to].map(name);
        let gated = gated_letter(game, mv);
        let gate = rule
            .gate
            .filter(|_| mv.gated().is_some())
            .map_or_else(String::new, |gate| format!("@{}", name(gate)));
        return format!("{}{},{}{}{gated}{gate}", squares[0], squares[1], squares[2], squares[3]);
    }
    let mut victims = Vec::new();
    moves::victims(game, pos, mv, |_, square| victims.push(square));
    let ends_on_victim = victims.contains(&mv.to());
    victims.retain(|&square| square != mv.to());
    victims.sort_unstable();
    let mut text = name(mv.from());
    victims.into_iter().for_each(|square| text += &format!("x{}", name(square)));
    text += if ends_on_victim { "x" } else { "-" };
    text += &name(mv.to());
    if let Some(node) = mv.node().map(|index| &game.tables.nodes()[index as usize]) {
        for &(from, to) in game.tables.unloads(node) {
            let from = before(from, pos.passing()).unwrap_or(mv.from());
            text += &format!("/{}{}", name(from), name(Square(to)));
        }
        let trail = if node.flags.has(Flags::EXTRA) { game.tables.extra(node).trail } else { None };
        let squares = trail.iter().flat_map(|&trail| game.tables.trail(trail));
        squares.for_each(|&square| text += &format!("~{}", name(Square(square))));
    }
    if let Some(piece) = mv.gated() {
        let by_walk = |index: u32| game.tables.extra(&game.tables.nodes()[index as usize]).gate;
        let gate = mv.node().and_then(by_walk).map_or(mv.from(), Square);
        text += &format!("/{}@{}", names::fen_name(&game.variant, piece), name(gate));
    }
    match mv.promotion() {
        Some(piece) => text + "=" + &names::fen_name(&game.variant, piece).to_lowercase(),
        None => text,
    }
}

fn short(numbering: Numbering, game: &Game, pos: &Position, mv: Move) -> String {
    let board = &game.variant.board;
    let name = |square| numbering.name(board, square);
    if let Some(piece) = mv.dropped() {
        return format!(
            "{}@{}{}",
            names::fen_name(&game.variant, piece),
            name(mv.to()),
            line(game, pos, piece)
        );
    }
    match (mv.castling(), numbering) {
        (Some(rule), Numbering::UciFischer) => {
            let rule = &pos.castles()[rule];
            return format!("{}{}{}", name(rule.from), name(rule.partner), gated_letter(game, mv));
        }
        (Some(rule), Numbering::Cecp | Numbering::Plain) if castles_by_zeros(game) => {
            return String::from(zeros(pos, rule)) + &gated_letter(game, mv);
        }
        _ => {}
    }
    // SPEC: xboard notes, 2.4: gating on the partner's square is written with the partner's way to the king.
    if let Some(rule) = mv
        .castling()
        .map(|rule| &pos.castles()[rule])
        .filter(|rule| mv.gated().is_some() && rule.gate == Some(rule.partner))
    {
        return format!("{}{}{}", name(rule.partner), name(rule.from), gated_letter(game, mv));
    }
    let suffix = match numbering {
        Numbering::Uci | Numbering::UciFischer => suffix_in_uci(game, pos, mv),
        Numbering::Cecp | Numbering::Plain => suffix(game, pos, mv),
    };
    let relays = relays(game, pos, mv);
    let (from, to) = (name(mv.from()), name(mv.to()));
    match relays[..] {
        [] => format!("{from}{to}{suffix}"),
        [relay] => format!("{from}{0},{0}{to}{suffix}", name(relay)),
        _ => {
            let taken: String = relays.iter().map(|&r| format!("x{}", name(r))).collect();
            format!("{from}{taken}-{to}{suffix}")
        }
    }
}

/// Returns the suffix that distinguishes a piece in hand from others with the same letter: the number of its line.
fn line(game: &Game, pos: &Position, piece: PieceType) -> String {
    let letter = names::fen_name(&game.variant, piece);
    let like = |other: &PieceType| {
        *other != piece
            && pos.hand(pos.side(), *other) > 0
            && names::fen_name(&game.variant, *other) == letter
    };
    let others = game.variant.types().filter(like);
    if others.count() == 0 { String::new() } else { format!("#{}", piece.0 + 1) }
}

/// Whether castling is written `O-O`, as in games with shuffled arrays, where coordinates could mean a king's step.
pub(crate) fn castles_by_zeros(game: &Game) -> bool {
    game.variant.parent.as_deref() == Some("fischerandom")
}

pub(crate) fn zeros(pos: &Position, rule: usize) -> &'static str {
    let rule = &pos.castles()[rule];
    // XBoard calls the side towards the highest file the short one, for both colours.
    if rule.partner > rule.from { "O-O" } else { "O-O-O" }
}

/// Squares of the locust captures of a move, in order.
pub(crate) fn relays(game: &Game, pos: &Position, mv: Move) -> Vec<Square> {
    let Some(index) = mv.node() else { return Vec::new() };
    let node = &game.tables.nodes()[index as usize];
    if !node.flags.has(Flags::LOCUST) {
        return Vec::new();
    }
    let victims = game.tables.ancestors(node).filter(|node| node.is_victim());
    let squares = victims.map(|node| Square(node.square)).filter(|&square| !pos.cell(square).is_empty());
    let mut squares: Vec<Square> = squares.collect();
    squares.reverse();
    squares
}

/// The gated piece in XBoard's notation: a lower-case letter.
///
/// SPEC: xboard notes, 4.2: "seirawan gating `b1c3h`".
pub(super) fn gated_letter(game: &Game, mv: Move) -> String {
    mv.gated().map_or_else(String::new, |piece| names::fen_name(&game.variant, piece).to_lowercase())
}

/// The promotion, then the gated piece.
pub(super) fn suffix(game: &Game, pos: &Position, mv: Move) -> String {
    becomes(game, pos, mv) + &gated_letter(game, mv)
}

/// Like [`suffix`], but for UCI, where automatic promotions are written too.
fn suffix_in_uci(game: &Game, pos: &Position, mv: Move) -> String {
    let mut text = becomes(game, pos, mv);
    if text.is_empty() {
        text = change(game, pos, mv).unwrap_or_default();
    }
    text + &gated_letter(game, mv)
}

/// Text of an automatic promotion: `+` or `-` between the two sides of a Shogi piece, else the lower-case letter of
/// the new piece; nothing if both have the same letter.
pub(super) fn change(game: &Game, pos: &Position, mv: Move) -> Option<String> {
    let name = |piece| names::fen_name(&game.variant, piece);
    let (before, after) = (name(pos.cell(mv.from()).kind()?.piece()), name(mv.promotion()?));
    match () {
        () if before == after || mv.castling().is_some() => None,
        () if after.starts_with('+') => Some(String::from("+")),
        () if before.strip_prefix('+') == Some(after.as_str()) => Some(String::from("-")),
        () => Some(after.to_lowercase()),
    }
}

/// `+` for a Shogi promotion, a lower-case letter for a choice, nothing for an automatic promotion.
pub(crate) fn becomes(game: &Game, pos: &Position, mv: Move) -> String {
    let (Some(piece), Some(kind)) = (mv.promotion(), pos.cell(mv.from()).kind()) else {
        return String::new();
    };
    if !game.choices(kind, mv.to()).is_empty() || game.tables.type_change(mv).is_some() {
        return names::fen_name(&game.variant, piece).to_lowercase();
    }
    let by_offset = promoted_form(&game.variant, kind.piece()) == Some(piece);
    let by_square = matches!(game.tables.arrival(kind, mv.to()), crate::tables::rules::Arrival::Into(_));
    if by_offset && !by_square { String::from("+") } else { String::new() }
}
