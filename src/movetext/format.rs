//! Moves to text.

use super::numbering::Numbering;
use crate::board::Square;
use crate::movegen;
use crate::moves;
use crate::position::{Game, Move, MoveList, Position, before, names};
use crate::tables::rules::promoted_form;
use crate::tables::tree::Flags;
use crate::variant::PieceType;
use crate::variant::castling::CastleRule;
use std::collections::{HashMap, HashSet};

/// Writes a legal move with CECP's rank numbers.
pub fn format(game: &Game, pos: &Position, mv: Move) -> String {
    format_as(Numbering::Cecp, game, pos, mv)
}

/// Writes a legal move. If the short form would also fit another move of the position, writes out everything that the
/// move does.
pub fn format_as(numbering: Numbering, game: &Game, pos: &Position, mv: Move) -> String {
    let writer = MoveWriter { numbering, game, pos };
    if mv.is_drop() || mv.is_plain_only() {
        return writer.short(mv);
    }
    writer.unambiguous(mv, &all_moves(game, pos))
}

/// Writes legal moves, each as [`format_as`] does, generating the list of all moves only once.
pub fn format_all(numbering: Numbering, game: &Game, pos: &Position, moves: &[Move]) -> Vec<String> {
    let writer = MoveWriter { numbering, game, pos };
    let mut others = all_moves(game, pos);
    others.retain(|mv| !mv.is_drop());
    others.sort_by_key(squares);
    let shared = writer.shared_texts(&others);
    let text = |&mv: &Move| {
        let text = writer.short(mv);
        if shared.is_empty() || !shared.contains(&(squares(&mv), text.clone())) {
            return text;
        }
        // Only the few moves between the same squares can have the same text.
        let start = others.partition_point(|other| squares(other) < squares(&mv));
        let length = others[start..].partition_point(|other| squares(other) == squares(&mv));
        writer.unambiguous(mv, &others[start..start + length])
    };
    moves.iter().map(text).collect()
}

fn squares(mv: &Move) -> (Square, Square) {
    (mv.from(), mv.to())
}

fn all_moves(game: &Game, pos: &Position) -> MoveList {
    let mut moves = MoveList::new();
    movegen::pseudo_legal(game, pos, movegen::Filter::All, &mut moves);
    moves
}

/// Writes moves of a position.
#[derive(Clone, Copy)]
struct MoveWriter<'a> {
    numbering: Numbering,
    game: &'a Game,
    pos: &'a Position,
}

impl<'a> MoveWriter<'a> {
    fn name(self, square: Square) -> String {
        self.numbering.name(&self.game.variant.board, square)
    }

    fn names<const N: usize>(self, squares: [Square; N]) -> [String; N] {
        squares.map(|square| self.name(square))
    }

    fn fen_name(self, piece: PieceType) -> String {
        names::fen_name(&self.game.variant, piece)
    }

    fn castling(self, mv: Move) -> Option<&'a CastleRule> {
        mv.castling().map(|rule| &self.pos.castles()[rule])
    }

    /// Short texts shared by moves with different effects; `moves` are sorted by their squares.
    ///
    /// Each move is compared with the first one of the same text: if none differs from that one, all are equivalent.
    fn shared_texts(self, moves: &[Move]) -> HashSet<((Square, Square), String)> {
        let (mut shared, mut first) = (HashSet::new(), HashMap::new());
        for alike in moves.chunk_by(|a, b| squares(a) == squares(b)).filter(|alike| alike.len() > 1) {
            first.clear();
            for &mv in alike {
                let text = self.short(mv);
                let other = *first.entry(text.clone()).or_insert(mv);
                if other != mv && !moves::same_effect(self.game, self.pos, mv, other) {
                    shared.insert((squares(&mv), text));
                }
            }
        }
        shared
    }

    /// Writes a move so that its text fits none of the others.
    fn unambiguous(self, mv: Move, others: &[Move]) -> String {
        let text = self.short(mv);
        if mv.is_drop() || mv.is_plain_only() {
            return text;
        }
        let alike = |&other: &Move| {
            other != mv
                && squares(&other) == squares(&mv)
                && !other.is_drop()
                && self.short(other) == text
                && !moves::same_effect(self.game, self.pos, mv, other)
        };
        if !others.iter().any(alike) {
            return text;
        }
        // As in other UCI engines, castling that could be a king's step is written as in shuffled games.
        match self.numbering {
            Numbering::Uci if mv.castling().is_some() => {
                Self { numbering: Numbering::UciFischer, ..self }.unambiguous(mv, others)
            }
            _ => self.long(mv),
        }
    }

    /// Writes start, victims (`x`), end (`-`, or `x` for a capture there), unloaded pieces (`/`, from and to), the
    /// squares left for en passant (`~`), promotion.
    fn long(self, mv: Move) -> String {
        let tables = &self.game.tables;
        if let Some(rule) = self.castling(mv) {
            let [from, to, partner, partner_to] =
                self.names([rule.from, rule.to, rule.partner, rule.partner_to]);
            let gate = rule.gate.filter(|_| mv.gated().is_some());
            let gate = gate.map_or_else(String::new, |gate| format!("@{}", self.name(gate)));
            return format!("{from}{to},{partner}{partner_to}{}{gate}", gated_letter(self.game, mv));
        }
        let mut victims = Vec::new();
        moves::victims(self.game, self.pos, mv, |_, square| victims.push(square));
        let ends_on_victim = victims.contains(&mv.to());
        victims.retain(|&square| square != mv.to());
        victims.sort_unstable();
        let mut text = self.name(mv.from());
        victims.into_iter().for_each(|square| text += &format!("x{}", self.name(square)));
        text += if ends_on_victim { "x" } else { "-" };
        text += &self.name(mv.to());
        let node = mv.node().map(|index| &tables.nodes()[index as usize]);
        if let Some(node) = node {
            for &(from, to) in tables.unloads(node) {
                let from = before(from, self.pos.passing()).unwrap_or(mv.from());
                text += &format!("/{}{}", self.name(from), self.name(Square(to)));
            }
            let trail = if node.flags.intersects(Flags::EXTRA) { tables.extra(node).trail } else { None };
            let squares = trail.iter().flat_map(|&trail| tables.trail(trail));
            squares.for_each(|&square| text += &format!("~{}", self.name(Square(square))));
        }
        if let Some(piece) = mv.gated() {
            let gate = node.and_then(|node| tables.extra(node).gate).map_or(mv.from(), Square);
            text += &format!("/{}@{}", self.fen_name(piece), self.name(gate));
        }
        match mv.promotion() {
            Some(piece) => text + "=" + &self.fen_name(piece).to_lowercase(),
            None => text,
        }
    }

    fn short(self, mv: Move) -> String {
        let (game, pos) = (self.game, self.pos);
        if let Some(piece) = mv.dropped() {
            return format!("{}@{}{}", self.fen_name(piece), self.name(mv.to()), self.line(piece));
        }
        let uci = matches!(self.numbering, Numbering::Uci | Numbering::UciFischer);
        if let Some(rule) = self.castling(mv) {
            let [from, partner] = self.names([rule.from, rule.partner]);
            let gated = gated_letter(game, mv);
            if self.numbering == Numbering::UciFischer {
                return from + &partner + &gated;
            }
            if !uci && castles_by_zeros(game) {
                return String::from(zeros(rule)) + &gated;
            }
            // SPEC: xboard notes, 2.4: gating on the partner's square is written with the partner's way to the king.
            if mv.gated().is_some() && rule.gate == Some(rule.partner) {
                return partner + &from + &gated;
            }
        }
        let mut suffix = becomes(game, pos, mv);
        // Automatic promotions are written in UCI too.
        if uci && suffix.is_empty() {
            suffix = change(game, pos, mv).unwrap_or_default();
        }
        suffix += &gated_letter(game, mv);
        let relays = relays(game, pos, mv);
        let [from, to] = self.names([mv.from(), mv.to()]);
        match relays[..] {
            [] => format!("{from}{to}{suffix}"),
            [relay] => format!("{from}{0},{0}{to}{suffix}", self.name(relay)),
            _ => {
                let taken: String = relays.iter().map(|&relay| format!("x{}", self.name(relay))).collect();
                format!("{from}{taken}-{to}{suffix}")
            }
        }
    }

    /// Returns the suffix that distinguishes a piece in hand from others with the same letter: the number of its line.
    fn line(self, piece: PieceType) -> String {
        let letter = self.fen_name(piece);
        let like = |other: PieceType| {
            other != piece && self.pos.hand(self.pos.side(), other) > 0 && self.fen_name(other) == letter
        };
        if self.game.variant.types().any(like) { format!("#{}", piece.0 + 1) } else { String::new() }
    }
}

/// Whether castling is written `O-O`, as in games with shuffled arrays, where coordinates could mean a king's step.
pub(crate) fn castles_by_zeros(game: &Game) -> bool {
    game.variant.parent.as_deref() == Some("fischerandom")
}

pub(crate) fn zeros(rule: &CastleRule) -> &'static str {
    // XBoard calls the side towards the highest file the short one, for both colours.
    if rule.partner > rule.from { "O-O" } else { "O-O-O" }
}

/// Squares of the locust captures of a move, in order.
pub(crate) fn relays(game: &Game, pos: &Position, mv: Move) -> Vec<Square> {
    let Some(index) = mv.node() else { return Vec::new() };
    let node = &game.tables.nodes()[index as usize];
    if !node.flags.intersects(Flags::LOCUST) {
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
