//! Moves to text.

use super::numbering::Numbering;
use crate::board::Square;
use crate::movegen;
use crate::moves;
use crate::position::{Game, Move, MoveList, Position, names, resolve_square};
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

/// Writes a legal move with CECP's rank numbers in the short form, which may also fit another move.
pub(crate) fn format_short(game: &Game, pos: &Position, mv: Move) -> String {
    MoveWriter { numbering: Numbering::Cecp, game, pos }.short_unnumbered(mv)
}

/// Writes legal moves, each as [`format_as`] does, generating the list of all moves only once.
pub fn format_all(numbering: Numbering, game: &Game, pos: &Position, moves: &[Move]) -> Vec<String> {
    let writer = MoveWriter { numbering, game, pos };
    let mut others = all_moves(game, pos);
    others.retain(|mv| !mv.is_drop());
    others.sort_by_key(|mv| writer.squares(mv));
    let shared = writer.shared_texts(&others);
    let text = |&mv: &Move| {
        let (text, squares) = (writer.short(mv), writer.squares(&mv));
        if shared.is_empty() || !shared.contains(&(squares, text.clone())) {
            return text;
        }
        // Castling may be written by other squares.
        if mv.castling().is_some() {
            return writer.unambiguous(mv, &others);
        }
        // Only the few moves that name the same squares can have the same text.
        let start = others.partition_point(|other| writer.squares(other) < squares);
        let length = others[start..].partition_point(|other| writer.squares(other) == squares);
        writer.unambiguous(mv, &others[start..start + length])
    };
    let texts: Vec<String> = moves.iter().map(text).collect();
    debug_assert!(writer.tells_apart(moves, &texts), "{texts:?}");
    texts
}

/// The two squares that a short text names, in order; `None` for `O-O`. Moves with the same text have the same squares.
type NamedSquares = Option<(Square, Square)>;

fn all_moves(game: &Game, pos: &Position) -> MoveList {
    let mut moves = MoveList::new();
    movegen::list_pseudo_legal(game, pos, movegen::Filter::All, &mut moves);
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

    /// The squares that the short text of a move on the board names.
    fn squares(self, mv: &Move) -> NamedSquares {
        match (self.castling(*mv), self.numbering) {
            (Some(_), Numbering::Cecp | Numbering::Plain) if castles_by_zeros(self.game) => None,
            (Some(rule), Numbering::UciFischer) => Some(partner_squares(*mv, rule)),
            // SPEC: xboard notes, 2.4: gating on the partner's square is written with the partner's way to the king.
            (Some(rule), _) if gates_on_partner(*mv, rule) => Some(partner_squares(*mv, rule)),
            _ => Some((mv.from(), mv.to())),
        }
    }

    /// Short texts shared by moves with different effects; `moves` are sorted by their squares.
    ///
    /// Each move is compared with the first one of the same text: if none differs from that one, all are equivalent.
    fn shared_texts(self, moves: &[Move]) -> HashSet<(NamedSquares, String)> {
        let (mut shared, mut first) = (HashSet::new(), HashMap::new());
        let chunks = moves.chunk_by(|a, b| self.squares(a) == self.squares(b));
        for alike in chunks.filter(|alike| alike.len() > 1) {
            first.clear();
            for &mv in alike {
                let text = self.short(mv);
                let other = *first.entry(text.clone()).or_insert(mv);
                if other != mv && !moves::same_effect(self.game, self.pos, mv, other) {
                    shared.insert((self.squares(&mv), text));
                }
            }
        }
        shared
    }

    /// Writes a move so that its text fits none of the others.
    fn unambiguous(self, mv: Move, others: &[Move]) -> String {
        let text = self.short(mv);
        if mv.is_drop() || mv.is_plain_only() || !self.fits_another(self.squares(&mv), &text, mv, others) {
            return text;
        }
        // As in other UCI engines, castling that could be a king's step is written as in shuffled games.
        if self.numbering == Numbering::Uci && mv.castling().is_some() {
            let by_partner = Self { numbering: Numbering::UciFischer, ..self };
            let (squares, text) = (by_partner.squares(&mv), by_partner.short(mv));
            let fits = |writer: Self| writer.fits_another(squares, &text, mv, others);
            if ![self, by_partner].into_iter().any(fits) {
                return text;
            }
        }
        self.long(mv)
    }

    /// Whether a text, which names `squares`, is also the short text of a move with a different effect.
    fn fits_another(self, squares: NamedSquares, text: &str, mv: Move, others: &[Move]) -> bool {
        others.iter().any(|&other| {
            other != mv
                && self.squares(&other) == squares
                && !other.is_drop()
                && self.short(other) == text
                && !moves::same_effect(self.game, self.pos, mv, other)
        })
    }

    /// Writes start, victims (`x`), end (`-`, or `x` for a capture there), unloaded pieces (`/`, from and to), the
    /// squares left for en passant (`~`), the gated piece, promotion. The number of its line follows a piece that shares
    /// its letter (`#`).
    fn long(self, mv: Move) -> String {
        let tables = &self.game.tables;
        if let Some(rule) = self.castling(mv) {
            let [from, to, partner, partner_to] =
                self.names([rule.from, rule.to, rule.partner, rule.partner_to]);
            let gate = gate_square(self.game, self.pos, mv);
            let gate = gate.map_or_else(String::new, |gate| format!("@{}", self.name(gate)));
            let gated = gated_letter(self.game, mv) + &gate + &self.held_line(mv.gated());
            return format!("{from}{to},{partner}{partner_to}{gated}");
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
                let from = resolve_square(from, self.pos.en_passant()).unwrap_or(mv.from());
                text += &format!("/{}{}", self.name(from), self.name(Square(to)));
            }
            let trail = if node.flags.intersects(Flags::EXTRA) { tables.extra(node).trail } else { None };
            let squares = trail.iter().flat_map(|&trail| tables.trail(trail));
            squares.for_each(|&square| text += &format!("~{}", self.name(Square(square))));
        }
        if let Some((piece, gate)) = mv.gated().zip(gate_square(self.game, self.pos, mv)) {
            let line = self.held_line(Some(piece));
            text += &format!("/{}@{}{line}", self.fen_name(piece), self.name(gate));
        }
        match mv.promotion() {
            Some(piece) => text + "=" + &self.fen_name(piece).to_lowercase() + &self.line(piece, |_| true),
            None => text,
        }
    }

    fn short(self, mv: Move) -> String {
        let line = if mv.is_drop() { self.held_line(mv.dropped()) } else { String::new() };
        self.short_unnumbered(mv) + &line
    }

    /// Writes the short form without the number of a line.
    fn short_unnumbered(self, mv: Move) -> String {
        let (game, pos) = (self.game, self.pos);
        if let Some(piece) = mv.dropped() {
            return format!("{}@{}", self.fen_name(piece), self.name(mv.to()));
        }
        let uci = matches!(self.numbering, Numbering::Uci | Numbering::UciFischer);
        if let Some(rule) = self.castling(mv) {
            let text = self.squares(&mv).map(|(from, to)| self.name(from) + &self.name(to));
            return text.unwrap_or_else(|| String::from(zeros(rule))) + &gated_letter(game, mv);
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

    /// Returns the suffix that distinguishes a piece in hand from others there with the same letter.
    fn held_line(self, piece: Option<PieceType>) -> String {
        let is_held = |other| self.pos.hand(self.pos.side(), other) > 0;
        piece.map_or_else(String::new, |piece| self.line(piece, is_held))
    }

    /// Returns the suffix that distinguishes a type from others with the same letter: the number of its line.
    fn line(self, piece: PieceType, is_possible: impl Fn(PieceType) -> bool) -> String {
        let letter = self.fen_name(piece);
        let like = |other| other != piece && is_possible(other) && self.fen_name(other) == letter;
        if self.game.variant.types().any(like) { format!("#{}", piece.0 + 1) } else { String::new() }
    }

    /// Whether moves with different effects have different texts.
    fn tells_apart(self, moves: &[Move], texts: &[String]) -> bool {
        let mut first = HashMap::new();
        moves
            .iter()
            .zip(texts)
            .all(|(&mv, text)| moves::same_effect(self.game, self.pos, mv, *first.entry(text).or_insert(mv)))
    }
}

/// Whether castling is written `O-O`, as in games with shuffled arrays, where coordinates could mean a king's step.
pub(crate) fn castles_by_zeros(game: &Game) -> bool {
    game.variant.parent.as_deref() == Some("fischerandom")
}

/// Whether castling puts a piece from the hand on the square that the partner leaves.
pub(crate) fn gates_on_partner(mv: Move, rule: &CastleRule) -> bool {
    mv.gated().is_some() && rule.gate == Some(rule.partner)
}

/// The squares of castling written as the king taking its partner, or as the partner taking the king if a piece is put
/// on the square of the partner.
pub(super) fn partner_squares(mv: Move, rule: &CastleRule) -> (Square, Square) {
    if gates_on_partner(mv, rule) { (rule.partner, rule.from) } else { (rule.from, rule.partner) }
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

/// The square on which the move puts a piece from the hand.
pub(super) fn gate_square(game: &Game, pos: &Position, mv: Move) -> Option<Square> {
    mv.gated()?;
    if let Some(rule) = mv.castling() {
        return pos.castles()[rule].gate;
    }
    let node = mv.node().map(|index| &game.tables.nodes()[index as usize]);
    Some(node.and_then(|node| game.tables.extra(node).gate).map_or(mv.from(), Square))
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
    if before == after || mv.castling().is_some() {
        None
    } else if after.starts_with('+') {
        Some(String::from("+"))
    } else if before.strip_prefix('+') == Some(after.as_str()) {
        Some(String::from("-"))
    } else {
        Some(after.to_lowercase())
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
