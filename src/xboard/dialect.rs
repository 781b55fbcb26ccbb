//! How moves and positions are written to XBoard and read from it.

use super::replay::Replay;
use crate::board::{Color, Kind, Square};
use crate::movegen;
use crate::moves;
use crate::movetext::{self, Numbering};
use crate::position::{Game, Move, MoveList, Position, names};
use crate::variant::castling::CastleRule;
use crate::variant::{PieceType, Variant};

/// Description of a variant for XBoard, and the notation of its moves there.
#[derive(Clone, Debug, Default)]
pub struct Dialect {
    /// `setup ...`, unless XBoard knows the variant by itself.
    pub setup: Option<String>,
    /// `piece ...` lines, to be sent after `setup`.
    pub pieces: Vec<String>,
    /// Features that XBoard does not support, one sentence each.
    pub notes: Vec<String>,
    /// Whether XBoard overlooks some checks, so that it takes some mates for stalemates.
    pub overlooks_checks: bool,
    /// Names of the pieces whose moves are completely described; empty if XBoard knows the variant by itself.
    pub told: Vec<String>,
    /// Names of the pieces that people can move only with the highlight protocol.
    pub highlighted: Vec<String>,
    /// Names of the pieces of which XBoard knows all moves except those that its board cannot execute.
    pub partly: Vec<String>,
    /// Warnings for the player, one clause each.
    pub warnings: Vec<String>,
    /// Simulation of XBoard's board; `None` if XBoard knows the variant by itself.
    pub(super) replay: Option<Replay>,
    pub(super) plus: Vec<Plus>,
    /// Types whose en passant captures must name the victim (`e5d5,d5d6`): XBoard knows the right but leaves the
    /// victim on the board unless the captor is in a pawn slot, and under the berolina parent even then.
    pub(super) naming_passed: Vec<PieceType>,
    /// Types that XBoard does not let be captured en passant.
    pub(super) never_passed: Vec<PieceType>,
    /// Types that XBoard does not drop on the first and the last rank, where they may be dropped.
    pub(super) never_on_edges: Vec<PieceType>,
    /// Types that promote by a letter: only on the last rank, and always there.
    pub(super) by_letter: Vec<PieceType>,
    /// Types that promote with `+`, and on the last rank always.
    pub(super) plus_pawns: Vec<PieceType>,
    /// Types that cannot be written as a promotion letter.
    pub(super) nameless: Vec<PieceType>,
    /// Types that XBoard cannot hold in hand, and promoted forms, which it never drops.
    pub(super) not_held: Vec<PieceType>,
    /// Pieces that count as unmoved on squares where XBoard does not know that.
    pub(super) late_homes: Vec<(Square, Color, PieceType)>,
    /// Types in the order of XBoard's holdings lines.
    pub(super) lines: Vec<PieceType>,
    /// Types in the king's slot; castling of other types is written with both legs.
    pub(super) kings: Vec<PieceType>,
    /// Types whose move to their own square XBoard knows as a pass.
    pub(super) passers: Vec<PieceType>,
    /// True if the castling field of XBoard's FENs carries no castling rights.
    pub(super) rights_unsent: bool,
    /// True if the castling field names the files of unmoved pieces two too far to the right.
    pub(super) unmoved_shifted: bool,
    /// Whether castling is written `O-O`.
    pub(super) castles_by_zeros: bool,
    /// Whether XBoard promotes every piece that can promote.
    pub(super) no_declining: bool,
    /// The type whose straight steps from the fourth-last rank XBoard treats as e.p. captures of an adjacent piece.
    pub(super) beside_passed: Option<PieceType>,
}

/// A promotion that XBoard writes as `+`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Plus {
    /// The promoting type.
    pub(super) piece: PieceType,
    /// The type it becomes.
    pub(super) target: PieceType,
    /// XBoard's ID of the promoted piece.
    pub(super) id: String,
    /// Whether XBoard has a copy of the target in a separate slot for it.
    pub(super) copied: bool,
}

/// A pass as text. XBoard always accepts it from an engine, but sends the opponent the position instead. SPEC:
/// `xboard.md` 4.6.
pub const PASS: &str = "@@@@";

impl Dialect {
    /// All lines in the order in which they have to be sent.
    pub fn lines(&self) -> Vec<String> {
        self.setup.iter().chain(&self.pieces).cloned().collect()
    }

    /// The warnings for a player of the variant, the advice first, in lines that a window shows well.
    pub fn warning(&self, variant: &Variant) -> Option<String> {
        /// Most lines of the text.
        const MOST_LINES: usize = 12;
        let advice = "play it with -testLegality false (Options, General, Test Legality).";
        let clauses = self.warnings.iter().map(|clause| format!("{clause}."));
        let mut clauses: Vec<String> =
            (!self.is_tested()).then(|| advice.to_owned()).into_iter().chain(clauses).collect();
        let first = clauses.first_mut()?;
        *first = format!("{}: {first}", variant.name);
        let mut lines: Vec<String> = clauses.iter().flat_map(|clause| wrapped(clause)).collect();
        if lines.len() > MOST_LINES {
            lines.truncate(MOST_LINES);
            lines.push(String::from("..."));
        }
        Some(lines.join("\n"))
    }

    /// Whether the variant can be played with XBoard's legality testing.
    pub(crate) fn is_tested(&self) -> bool {
        self.replay.as_ref().is_none_or(|replay| replay.tested)
    }

    /// Writes a move in the form that XBoard reads.
    pub fn outgoing(&self, game: &Game, pos: &Position, mv: Move, text: String) -> String {
        let text = self.rewritten(game, pos, mv, text);
        // XBoard takes a final `x` for the sign of a capture.
        match text.strip_suffix('x').filter(|bare| bare.ends_with(|c: char| c.is_ascii_digit())) {
            Some(bare) => format!("{bare}=X"),
            None => text,
        }
    }

    fn rewritten(&self, game: &Game, pos: &Position, mv: Move, text: String) -> String {
        if let Some(rule) = mv.castling().filter(|_| self.castles_by_zeros).map(|rule| &pos.castles()[rule]) {
            // The side towards the highest file is the short one for both colours.
            return String::from(if rule.partner > rule.from { "O-O" } else { "O-O-O" });
        }
        if self.writes_pass(game, pos, mv) {
            return String::from(PASS);
        }
        // XBoard does not read the number of a piece's line.
        let text = if text.contains('#') { movetext::format_short(game, pos, mv) } else { text };
        let Some(mover) = pos.cell(mv.from()).kind() else { return text };
        if let Some(rule) = mv.castling().map(|rule| &pos.castles()[rule]).filter(|_| self.setup.is_some()) {
            let [from, to, partner, next] = [rule.from, rule.to, rule.partner, rule.partner_to]
                .map(|square| Numbering::Cecp.name(&game.variant.board, square));
            if self.writes_both_legs(game, mover.piece(), rule) {
                return format!("{from}{to},{partner}{next}");
            } else if self.replay.as_ref().is_some_and(|replay| replay.castles(mover)) {
                // Our own text is longer if the partner has several possible target squares.
                return format!("{from}{to}");
            }
        }
        // XBoard executes a pawn's e.p. capture only from the enemy's half.
        let board = &game.variant.board;
        let near = board.relative_rank(mover.color(), mv.from()) < board.ranks() / 2;
        let names = self.naming_passed.contains(&mover.piece()) || near && self.setup.is_some();
        let text = if names { with_passed_piece(game, pos, mv, text) } else { text };
        let Some(target) = mv.promotion() else { return text };
        let letter = names::fen_name(&game.variant, target).to_lowercase();
        let bare = text.trim_end_matches(|c: char| !c.is_ascii_digit());
        // Without legality testing XBoard believes every letter. A copy would go to the hand as the unpromoted piece.
        let by_letter = !self.is_tested()
            && game.variant.captures_to_hand()
            && names_suffix(&letter)
            && self.shows_copy(mover.piece());
        if self.promotes_by_plus(mover.piece(), target) && !by_letter {
            return format!("{bare}+");
        } else if !self.is_tested() {
            return format!("{bare}{letter}");
        }
        let lacks_letter = self.by_letter.contains(&mover.piece()) && bare == text;
        if lacks_letter && !self.same(mover.piece(), target) { text + &letter } else { text }
    }

    /// Whether XBoard has a copy of the type that a piece promotes to, in a slot of its own.
    fn shows_copy(&self, piece: PieceType) -> bool {
        self.plus.iter().any(|plus| plus.piece == piece && plus.copied)
    }

    /// Whether XBoard writes the promotion as `+`.
    pub(super) fn promotes_by_plus(&self, piece: PieceType, target: PieceType) -> bool {
        self.plus.iter().any(|plus| plus.piece == piece && self.same(plus.target, target))
    }

    /// Whether a move that changes nothing has to be written as [`PASS`]. XBoard accepts a move to the own square only
    /// with legality testing, and only from pieces whose description contains it.
    pub(super) fn writes_pass(&self, game: &Game, pos: &Position, mv: Move) -> bool {
        let known = |piece| self.is_tested() && (!mv.is_pass() || self.passers.contains(&piece));
        changes_nothing(game, pos, mv) && !pos.cell(mv.from()).kind().is_some_and(|kind| known(kind.piece()))
    }

    /// Whether XBoard shows both positions alike, apart from castling and en passant rights.
    pub fn shows_alike(&self, game: &Game, one: &Position, other: &Position) -> bool {
        one.side() == other.side() && stand_alike(game, one, other, |a, b| self.same(a, b))
    }

    /// Whether any piece promotes to one of several types.
    pub fn chooses_promotions(&self) -> bool {
        !self.by_letter.is_empty()
    }

    /// The type on a line of XBoard's holdings, counted from the side's own edge.
    pub fn held_on(&self, line: usize) -> Option<PieceType> {
        self.lines.get(line).copied()
    }

    /// Whether two types are the same to XBoard.
    pub(super) fn same(&self, one: PieceType, other: PieceType) -> bool {
        self.replay.as_ref().map_or(one == other, |replay| replay.first(one) == replay.first(other))
    }

    /// Whether castling is entered as two moves: for a piece that is not a king to XBoard, or by one square. SPEC:
    /// `xboard.md` 3.5.
    fn writes_both_legs(&self, game: &Game, piece: PieceType, rule: &CastleRule) -> bool {
        let file = |square| game.variant.board.file(square);
        self.setup.is_some() && (!self.kings.contains(&piece) || file(rule.from).abs_diff(file(rule.to)) < 2)
    }

    /// The partner of a castling that is entered as two moves.
    pub(crate) fn partner_to_name(&self, game: &Game, pos: &Position, mv: Move) -> Option<Square> {
        let rule = &pos.castles()[mv.castling()?];
        let mover = pos.cell(mv.from()).kind()?;
        let both_legs = !self.castles_by_zeros && self.writes_both_legs(game, mover.piece(), rule);
        both_legs.then_some(rule.partner)
    }

    /// The square on which the mover is put down to enter a move in XBoard: where it lands, but the partner's in
    /// castling from shuffled arrays.
    pub(crate) fn entry_square(&self, pos: &Position, mv: Move) -> Square {
        let rule = mv.castling().filter(|_| self.castles_by_zeros);
        rule.map_or(mv.to(), |rule| pos.castles()[rule].partner)
    }

    /// Finds the legal move that XBoard means by a text. Of several that it writes alike, it means one that it executes.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn read(&self, game: &Game, pos: &mut Position, text: &str) -> Result<Move, String> {
        let choose = |pos: &Position, fitting: &[Move]| {
            let unsendable = if fitting.len() > 1 { self.unsendable(game, pos, fitting) } else { Vec::new() };
            fitting.iter().copied().find(|mv| !unsendable.contains(mv)).unwrap_or(fitting[0])
        };
        let readings = self.incoming(game, pos, text);
        let read = |text: &String| movetext::parse_choosing(Numbering::Cecp, game, pos, text, &choose);
        let mut meanings = readings.iter().map(read);
        let first = meanings.next().unwrap_or_else(|| Err(String::new()));
        first.or_else(|why| meanings.find_map(Result::ok).ok_or(why))
    }

    /// Possible readings of a move sent by XBoard, in our notation, likeliest first.
    pub fn incoming(&self, game: &Game, pos: &Position, text: &str) -> Vec<String> {
        let mut readings = Vec::from_iter(self.castling_of(game, pos, text));
        readings.push(text.to_owned());
        // The piece on the square at which the move starts.
        let start = Numbering::Cecp.read(&game.variant.board, text).map(|(square, _)| square);
        let mover = start.and_then(|square| pos.cell(square).kind()).map(Kind::piece);
        if let Some(bare) = text.strip_suffix('+').map(|t| t.trim_end_matches('='))
            && let Some(plus) = mover.and_then(|piece| self.plus.iter().find(|p| p.piece == piece))
        {
            readings.push(format!("{bare}{}", names::fen_name(&game.variant, plus.target).to_lowercase()));
            readings.push(bare.to_owned());
        }
        // Without legality testing the text also says what a capture makes of the mover.
        if !self.is_tested()
            && let Some((end, _)) = text.char_indices().rfind(|(_, c)| c.is_ascii_digit())
            && end + 1 < text.len()
        {
            readings.push(text[..=end].to_owned());
        }
        // If the square decides the promotion, the letter adds nothing.
        if mover.is_some_and(|piece| self.by_letter.contains(&piece))
            && let Some(bare) = text.strip_suffix(|c: char| c.is_ascii_alphabetic())
        {
            readings.push(bare.to_owned());
        }
        // XBoard leaves out a final `x`.
        if text.ends_with(|c: char| c.is_ascii_digit()) {
            readings.push(format!("{text}x"));
        }
        // The text may name the victim of an e.p. capture on the way.
        if let Some((first, second)) = text.split_once(',')
            && let (Some(from), Some(relay)) = (leading_square(first), leading_square(second))
            && first.len() == from + relay
        {
            let (from, relay, to) = (&first[..from], &first[from..], &second[relay..]);
            // So we write the capture if a quiet move has the same squares.
            readings.push(format!("{from}x{relay}-{to}"));
            readings.push(format!("{from}{to}"));
        }
        // XBoard writes drops of pieces with one ID alike; the first one that it knows in hand is meant.
        if let Some((name, _)) = text.split_once('@') {
            let types = names::called(&game.variant, &name.to_ascii_uppercase());
            let held = types.into_iter().filter(|piece| !self.not_held.contains(piece));
            readings.extend(held.map(|piece| format!("{text}#{}", piece.index() + 1)));
        }
        // XBoard lets every royal pass; here the first one does.
        if names_royal_twice(game, pos, text) {
            readings.push(String::from(PASS));
        }
        readings
    }

    /// Our notation for the castling move that XBoard writes as `text`.
    fn castling_of(&self, game: &Game, pos: &Position, text: &str) -> Option<String> {
        if self.replay.is_none() || pos.castles().is_empty() {
            return None;
        }
        let (mut pos, mut legal) = (pos.clone(), MoveList::new());
        movegen::list_legal(game, &mut pos, &mut legal);
        legal.retain(|mv| mv.castling().is_some());
        let told = |mv: &Move| self.outgoing(game, &pos, *mv, movetext::format(game, &pos, *mv)) == text;
        let meant: Vec<Move> = legal.iter().copied().filter(told).collect();
        let unsendable = if meant.len() > 1 { self.unsendable(game, &pos, &legal) } else { Vec::new() };
        let mv = meant.iter().find(|mv| !unsendable.contains(mv)).or(meant.first()).copied()?;
        Some(movetext::format(game, &pos, mv))
    }

    /// Translates the name of a promoted piece at the start of a move that XBoard wrote in algebraic notation.
    pub fn incoming_algebraic(&self, game: &Game, text: &str) -> String {
        let mut copies = self.plus.iter().filter(|plus| plus.copied);
        let named = copies.find_map(|plus| Some((plus, text.strip_prefix(plus.id.as_str())?)));
        named.map_or_else(
            || text.to_owned(),
            |(plus, rest)| names::fen_name(&game.variant, plus.target) + rest,
        )
    }
}

/// Breaks a text at blanks into lines that a window shows well.
fn wrapped(text: &str) -> Vec<String> {
    /// Longest line, characters.
    const COLUMNS: usize = 72;
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().filter(|line| line.chars().count() + word.chars().count() < COLUMNS);
        match line {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) => *line += &format!(" {word}"),
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Translates a move in XBoard's internal form, as `exclude` has it: ranks are characters from `0` on, and the squares of
/// captures on the way follow `;`, the last one first (`g6f8;g7`, and `a;c9` on boards of more than ten ranks).
pub fn from_internal(text: &str) -> Option<String> {
    let square = |at: usize| {
        let (&file, &rank) = (text.as_bytes().get(at)?, text.as_bytes().get(at + 1)?);
        let is_square = file.is_ascii_lowercase() && (b'0'..=b'?').contains(&rank);
        is_square.then(|| format!("{}{}", char::from(file), rank - b'0'))
    };
    if let Some((name, _)) = text.split_once('@') {
        return Some(format!("{name}@{}", square(name.len() + 1)?));
    }
    let (from, to, mut end) = (square(0)?, square(2)?, 4);
    let mut victims = Vec::new();
    if text[end..].starts_with(';') {
        victims.push(square(end + 1)?);
        end += 3;
        if let Some(first) = square(end) {
            victims.push(first);
            end += 2;
        }
    }
    victims.reverse();
    let ends = victims.iter().chain([&to]);
    let legs = [&from].into_iter().chain(&victims).zip(ends).map(|(from, to)| format!("{from}{to}"));
    Some(legs.collect::<Vec<_>>().join(",") + &text[end..])
}

/// Writes an e.p. capture in two legs, the first one to the victim.
fn with_passed_piece(game: &Game, pos: &Position, mv: Move, text: String) -> String {
    let mut squares = Vec::new();
    moves::victims(game, pos, mv, |_, square| squares.push(square));
    match (squares.as_slice(), leading_square(&text)) {
        (&[victim], Some(from)) if victim != mv.to() && !mv.is_drop() && !text.contains([',', 'x']) => {
            let relay = Numbering::Cecp.name(&game.variant.board, victim);
            format!("{}{relay},{relay}{}", &text[..from], &text[from..])
        }
        _ => text,
    }
}

/// Length of the square name at the start of a text.
fn leading_square(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let digits = bytes.iter().skip(1).take_while(|b| b.is_ascii_digit()).count();
    (bytes.first().is_some_and(u8::is_ascii_lowercase) && digits > 0).then_some(1 + digits)
}

/// Whether both positions have the same pieces on the board, except for types that are the `same`, and in hand.
fn stand_alike(
    game: &Game,
    one: &Position,
    other: &Position,
    same: impl Fn(PieceType, PieceType) -> bool,
) -> bool {
    let alike = |square: Square| match (one.cell(square).kind(), other.cell(square).kind()) {
        (Some(a), Some(b)) => a.color() == b.color() && same(a.piece(), b.piece()),
        (a, b) => a == b,
    };
    let held =
        |piece| Color::BOTH.into_iter().all(|color| one.hand(color, piece) == other.hand(color, piece));
    game.variant.board.squares().all(alike) && game.variant.types().all(held)
}

/// Whether an ID is a single letter: XBoard reads no other IDs as the suffix of a move or in hand.
pub(super) fn names_suffix(id: &str) -> bool {
    id.len() == 1 && id.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// Whether a move leaves all pieces as they are.
pub(super) fn changes_nothing(game: &Game, pos: &Position, mv: Move) -> bool {
    if mv.from() != mv.to() || mv.is_drop() {
        return false;
    }
    let mut after = pos.clone();
    after.make(game, mv);
    stand_alike(game, pos, &after, |a, b| a == b)
}

/// Whether a text names the square of an own royal twice.
fn names_royal_twice(game: &Game, pos: &Position, text: &str) -> bool {
    let half = text.len() / 2;
    let Some((from, to)) = text.is_char_boundary(half).then(|| text.split_at(half)) else { return false };
    let square = Numbering::Cecp.read(&game.variant.board, from).filter(|(_, length)| *length == from.len());
    let kind = square.and_then(|(square, _)| pos.cell(square).kind());
    from == to && kind.is_some_and(|kind| kind.color() == pos.side() && game.variant.is_royal(kind.piece()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn internal_moves_are_translated() {
        for (text, moves) in [
            ("e2e4", Some("e2e4")),
            ("a7a8q", Some("a7a8q")),
            ("a;c9", Some("a11c9")),
            ("f:f9+", Some("f10f9+")),
            ("P@a<", Some("P@a12")),
            ("g6f8;g7", Some("g6g7,g7f8")),
            ("g6f8;g7q", Some("g6g7,g7f8q")),
            ("g6f8;g7h:", Some("g6h10,h10g7,g7f8")),
            ("g6f8;", None),
            ("e2", None),
            ("\u{e9}2e4", None),
        ] {
            assert_eq!(from_internal(text).as_deref(), moves, "{text}");
        }
    }

    #[test]
    fn warnings_are_broken_into_lines() {
        assert_eq!(wrapped("a short text"), ["a short text"]);
        let long = wrapped(&"word ".repeat(40));
        assert!(long.len() == 3 && long.iter().all(|line| line.len() <= 72), "{long:?}");
    }
}
