//! Text to moves.

use super::algebraic::{self, Algebraic};
use super::format::{
    change, format_all, gate_square, gates_on_partner, partner_squares, relays, suffix, zeros,
};
use super::numbering::Numbering;
use super::san::PAWN;
use crate::board::Square;
use crate::movegen;
use crate::moves;
use crate::position::{Game, Move, MoveList, Position, names};
use crate::variant::castling::CastleRule;
use crate::variant::{ID_SUFFIXES, PieceType};

/// Finds the legal move that a text stands for, with CECP's rank numbers.
///
/// # Errors
/// The reason why there is none.
pub fn parse(game: &Game, pos: &mut Position, text: &str) -> Result<Move, String> {
    parse_as(Numbering::Cecp, game, pos, text)
}

/// A parsed text of a move on the board, not yet checked against the position.
struct TextShape {
    from: Square,
    to: Square,
    relays: Vec<Square>,
    /// Whether a comma joins the legs, as in XBoard, which may also name empty squares on the way.
    has_legs: bool,
    suffix: TextSuffix,
}

/// What follows the squares of a move on the board.
struct TextSuffix {
    /// The promotion or the gated piece.
    name: String,
    /// The square of the gated piece (`/H@b1`).
    gate: Option<Square>,
    /// The types that the name means, if the number of a line says which (`#2`).
    types: Option<Vec<PieceType>>,
}

/// Finds the legal move that a text stands for: the first one if other programs write several alike.
///
/// # Errors
/// The reason why there is none, or the texts of several.
pub fn parse_as(numbering: Numbering, game: &Game, pos: &mut Position, text: &str) -> Result<Move, String> {
    parse_choosing(numbering, game, pos, text, &|_, fitting| fitting[0])
}

/// Like [`parse_as`]; `choose` picks one of several legal moves that other programs write alike.
///
/// # Errors
/// As [`parse_as`].
pub(crate) fn parse_choosing(
    numbering: Numbering,
    game: &Game,
    pos: &mut Position,
    text: &str,
    choose: &dyn Fn(&Position, &[Move]) -> Move,
) -> Result<Move, String> {
    let mut legal = MoveList::new();
    // The game may be over by a rule that the GUI does not know; its moves are still accepted.
    movegen::list_continuations(game, pos, &mut legal);
    let text = text.trim();
    let texts = format_all(numbering, game, pos, &legal);
    if let Some(at) = texts.iter().position(|other| other == text) {
        return Ok(legal[at]);
    }
    MoveReader { numbering, game, pos, legal: &legal, texts: &texts, choose }.read(text)
}

/// Reads texts that are not in the form in which moves are written.
struct MoveReader<'a> {
    numbering: Numbering,
    game: &'a Game,
    pos: &'a Position,
    legal: &'a [Move],
    /// The texts of the legal moves.
    texts: &'a [String],
    /// Picks one of several moves that other programs write alike.
    choose: &'a dyn Fn(&Position, &[Move]) -> Move,
}

impl MoveReader<'_> {
    fn read(&self, text: &str) -> Result<Move, String> {
        if let Some(mv) = self.castling_by_zeros(text) {
            return mv;
        }
        if matches!(text, "@@@@" | "--" | "pass" | "null") {
            return self.pass().ok_or_else(|| String::from("passing is not possible here"));
        }
        let starts_on_board = self.numbering.read(&self.game.variant.board, text).is_some();
        let found = match text.split_once('@') {
            Some((name, rest)) if !starts_on_board => self.drop(name, rest),
            _ => self.shape(text).and_then(|shape| self.find(&shape)),
        };
        found.or_else(|why| self.algebraic(text).unwrap_or(Err(why)))
    }

    /// Reads standard algebraic notation; `None` for another text.
    fn algebraic(&self, text: &str) -> Option<Result<Move, String>> {
        let parts = Algebraic::split(text)?;
        if let Some(to) = parts.drop() {
            return Some(self.drop(parts.name, to));
        }
        // XBoard tells types with one letter apart by suffixes.
        let plain = parts.name.trim_end_matches(ID_SUFFIXES);
        let types = [if plain.is_empty() { PAWN } else { parts.name }, plain];
        let types = types.iter().find_map(|name| self.types(name, None).ok())?;
        let fits_path = |mv, path: &[Square]| self.fits_path(mv, path);
        match parts.fitting((self.game, self.pos), self.numbering, self.legal, &types, fits_path)[..] {
            [] => {
                let mut targets = parts.targets(&self.game.variant.board, self.numbering);
                let why = "no such piece can go there, or its promotion is missing";
                targets.next().filter(|_| self.shape(text).is_err()).map(|_| Err(why.to_owned()))
            }
            [only] => Some(Ok(only)),
            ref several => Some(Err(self.ambiguous(several))),
        }
    }

    /// The pass, or in games without passes the first move that changes nothing.
    fn pass(&self) -> Option<Move> {
        let rests = |mv: &&Move| {
            mv.from() == mv.to()
                && !mv.is_drop()
                && mv.promotion().is_none()
                && !moves::is_capture(self.game, self.pos, **mv)
        };
        let pass = self.legal.iter().find(|mv| mv.is_pass());
        pass.or_else(|| self.legal.iter().find(rests)).copied()
    }

    fn castling_by_zeros(&self, text: &str) -> Option<Result<Move, String>> {
        let text = text.trim_end_matches(algebraic::SIGNS);
        let (text, gated) = text.split_once('/').map_or((text, None), |(text, name)| (text, Some(name)));
        let normal = text.replace(['0', 'o'], "O");
        let wanted = Some(normal.as_str()).filter(|text| matches!(*text, "O-O" | "O-O-O"))?;
        let gated = match gated.map(|name| self.types(name, None)).transpose() {
            Ok(types) => types,
            Err(why) => return Some(Err(why)),
        };
        let has_gated = |mv: &Move| match (mv.gated(), &gated) {
            (Some(piece), Some(types)) => types.contains(&piece),
            (piece, types) => piece.is_none() && types.is_none(),
        };
        let is_wanted = |mv: &Move, rule: &CastleRule| zeros(rule) == wanted && !gates_on_partner(*mv, rule);
        let fits = |mv: &Move| {
            has_gated(mv) && mv.castling().is_some_and(|rule| is_wanted(mv, &self.pos.castles()[rule]))
        };
        Some(self.only(fits, || String::from("castling to that side is not possible here")))
    }

    /// The only legal move that fits.
    fn only(&self, fits: impl Fn(&Move) -> bool, why_none: impl Fn() -> String) -> Result<Move, String> {
        let fitting: Vec<Move> = self.legal.iter().copied().filter(fits).collect();
        match fitting[..] {
            [] => Err(why_none()),
            [mv] => Ok(mv),
            _ => Err(self.ambiguous(&fitting)),
        }
    }

    fn ambiguous(&self, moves: &[Move]) -> String {
        let named = self.legal.iter().zip(self.texts).filter(|(mv, _)| moves.contains(mv));
        let texts: Vec<String> = named.map(|(_, text)| format!("`{text}`")).collect();
        format!("ambiguous: {}", texts.join(" or "))
    }

    /// Finds a drop by the name of the piece, and the square with the number of the type's line if types share the name.
    fn drop(&self, name: &str, rest: &str) -> Result<Move, String> {
        let (square, line) = split_line(rest)?;
        let to = self.square(square)?;
        let types = self.types(if name.is_empty() { PAWN } else { name }, line)?;
        let fits = |mv: &Move| mv.to() == to && mv.dropped().is_some_and(|piece| types.contains(&piece));
        self.only(fits, || String::from("that drop is not possible here"))
    }

    /// Reads a text that is only a square.
    fn square(&self, text: &str) -> Result<Square, String> {
        match self.numbering.read(&self.game.variant.board, text) {
            None => Err(no_square(text)),
            Some((square, length)) if length == text.len() => Ok(square),
            Some((_, length)) => Err(unexpected(&text[length..])),
        }
    }

    /// The types that a name may mean: only the one on piece line `line`, if that is given.
    fn types(&self, name: &str, line: Option<usize>) -> Result<Vec<PieceType>, String> {
        let (variant, wanted) = (&self.game.variant, name.to_ascii_uppercase());
        let mut types = names::called(variant, &wanted);
        if types.is_empty() {
            return Err(format!("no piece is called `{name}`"));
        }
        // A promoted form may share the ID of its base, but is written with `+`.
        let is_written_so = |&piece: &PieceType| names::fen_name(variant, piece) == wanted;
        if types.iter().any(is_written_so) {
            types.retain(is_written_so);
        }
        let Some(line) = line else { return Ok(types) };
        match types.iter().find(|piece| piece.index() + 1 == line) {
            Some(&piece) => Ok(vec![piece]),
            None => {
                let lines: Vec<String> =
                    types.iter().map(|piece| format!("`#{}`", piece.index() + 1)).collect();
                Err(format!("piece line {line} is no `{name}`; write {}", lines.join(" or ")))
            }
        }
    }

    /// Parses the text: squares and their separators, then the promotion suffix.
    fn shape(&self, text: &str) -> Result<TextShape, String> {
        let (board, numbering) = (&self.game.variant.board, self.numbering);
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
        let has_legs = text.contains(',');
        let (to, relays) = match *inner {
            // XBoard's notation for moves like castling: the piece goes from A to B, the partner or victim is on C.
            [to, relay] if has_legs && to != relay => (to, vec![relay]),
            _ => {
                let mut relays = inner.to_vec();
                relays.dedup();
                (last, relays)
            }
        };
        Ok(TextShape { from, to, relays, has_legs, suffix: self.suffix(rest)? })
    }

    /// Parses what follows the squares: a promotion or a gated piece with its square, then the number of its line.
    fn suffix(&self, text: &str) -> Result<TextSuffix, String> {
        let (text, line) = split_line(text)?;
        let (name, gate) = match text.split_once('@') {
            Some((name, square)) => (name, Some(self.square(square)?)),
            None => (text, None),
        };
        let name = name.trim_matches(['(', ')']).trim_start_matches('/');
        let types = line.map(|line| self.types(bare_name(name), Some(line))).transpose()?;
        Ok(TextSuffix { name: name.to_owned(), gate, types })
    }

    fn find(&self, shape: &TextShape) -> Result<Move, String> {
        let pos = self.pos;
        // Castling with a piece put on the partner's square is written with the partner's way to the king.
        let by_partner =
            |mv: &Move| mv.castling().is_some_and(|rule| gates_on_partner(*mv, &pos.castles()[rule]));
        let same =
            |mv: &Move| shape.to == mv.to() && !mv.is_drop() && shape.from == mv.from() && !by_partner(mv);
        let mut candidates: Vec<Move> = self.legal.iter().copied().filter(same).collect();
        if candidates.is_empty() {
            // Castling written as the king capturing its partner, or the partner the king.
            let takes_partner = |mv: &Move| {
                let squares = mv.castling().map(|rule| partner_squares(*mv, &pos.castles()[rule]));
                squares == Some((shape.from, shape.to))
            };
            candidates.extend(self.legal.iter().filter(|mv| takes_partner(mv)));
            return match candidates[..] {
                [] => Err(why_not(pos, shape)),
                _ => self.by_suffix(&candidates, &shape.suffix),
            };
        }
        let mut named = shape.relays.clone();
        if shape.has_legs {
            named.retain(|&square| square != shape.to && square != shape.from);
        }
        let fitting: Vec<Move> =
            candidates.iter().copied().filter(|mv| self.fits_path(*mv, &named)).collect();
        if fitting.is_empty() {
            return Err(self.why_no_path(&candidates, &named));
        }
        candidates = fitting;
        // A king's step and castling may share their squares: castling only if the text names its partner.
        if named.is_empty() && candidates.iter().any(|mv| mv.castling().is_none()) {
            candidates.retain(|mv| mv.castling().is_none());
        }
        self.by_suffix(&candidates, &shape.suffix)
    }

    /// Why none of the moves fits the named squares.
    fn why_no_path(&self, candidates: &[Move], named: &[Square]) -> String {
        let captures = |mv: &Move, square| {
            self.necessary(*mv).contains(square) || captures_beside(self.game, self.pos, *mv, *square)
        };
        match named.iter().find(|square| !candidates.iter().any(|mv| captures(mv, square))) {
            Some(&square) => {
                format!("nothing is captured on `{}`", self.numbering.name(&self.game.variant.board, square))
            }
            None => String::from("the piece cannot take that path"),
        }
    }

    /// The squares between the first and the last that the text of a move must name: those of its locust captures, or of the
    /// partner in castling.
    fn necessary(&self, mv: Move) -> Vec<Square> {
        match mv.castling() {
            Some(rule) => vec![self.pos.castles()[rule].partner],
            None => relays(self.game, self.pos, mv),
        }
    }

    /// Whether a move captures on the named squares in between and passes the empty ones.
    fn fits_path(&self, mv: Move, named: &[Square]) -> bool {
        if named.is_empty() && mv.castling().is_some() {
            return true;
        }
        let necessary = self.necessary(mv);
        let is_complete = necessary.iter().all(|square| named.contains(square));
        let is_left = |square: &Square| self.pos.cell(*square).is_empty() || *square == mv.from();
        let is_taken =
            |square| necessary.contains(square) || captures_beside(self.game, self.pos, mv, *square);
        let mut passed = named.iter().filter(|square| !is_taken(square)).peekable();
        is_complete && (passed.peek().is_none() || passed.all(is_left) && self.has_path(mv, named))
    }

    /// Whether a path of the mover to the same end, with whatever it may capture, leads over these squares.
    fn has_path(&self, mv: Move, squares: &[Square]) -> bool {
        let Some(kind) = self.pos.cell(mv.from()).kind() else { return false };
        let tables = &self.game.tables;
        let mut ends = tables.nodes()[tables.tree(kind, mv.from())].iter();
        ends.any(|end| {
            let passes = |square: &Square| tables.ancestors(end).any(|node| Square(node.square) == *square);
            Square(end.square) == mv.to() && squares.iter().all(passes)
        })
    }

    /// Whether the move has the gate and the type, if the suffix tells them.
    fn fits(&self, mv: Move, suffix: &TextSuffix) -> bool {
        let has_gate = suffix.gate.is_none_or(|gate| gate_square(self.game, self.pos, mv) == Some(gate));
        let mut pieces = mv.promotion().into_iter().chain(mv.gated());
        has_gate && suffix.types.as_ref().is_none_or(|types| pieces.any(|piece| types.contains(&piece)))
    }

    fn by_suffix(&self, candidates: &[Move], suffix_text: &TextSuffix) -> Result<Move, String> {
        let (game, pos) = (self.game, self.pos);
        let wanted = bare_name(&suffix_text.name).to_lowercase();
        let declined = suffix_text.name == "=";
        let fitting = || candidates.iter().copied().filter(|&mv| self.fits(mv, suffix_text));
        let matching: Vec<Move> = fitting().filter(|&mv| suffix(game, pos, mv) == wanted).collect();
        // Other programs also write automatic promotions; synonyms are names too.
        let is_called = |piece| names::called(&game.variant, &wanted.to_uppercase()).contains(&piece);
        let by_itself = |mv: &Move| {
            mv.promotion().or(mv.gated()).is_some_and(is_called)
                || change(game, pos, *mv).is_some_and(|text| text == wanted)
        };
        match (&matching[..], candidates) {
            ([first, rest @ ..], _) if rest.iter().any(|mv| mv.castling() != first.castling()) => {
                Err(self.ambiguous(&matching))
            }
            // Other programs do not tell apart types with one letter, nor captures and other moves.
            (fitting @ [_, ..], _) => Ok((self.choose)(pos, fitting)),
            _ if let Some(mv) = fitting().find(by_itself) => Ok(mv),
            (_, &[only]) if wanted.is_empty() && !declined && only.gated().is_none() => Ok(only),
            (_, candidates) if wanted.is_empty() => {
                Err(String::from(if candidates.iter().all(|mv| mv.gated().is_some()) {
                    "the piece to put down is missing"
                } else {
                    "the promotion piece is missing"
                }))
            }
            _ => Err(format!("the piece cannot become `{wanted}` there")),
        }
    }
}

/// Whether a move captures on a square other than its last.
fn captures_beside(game: &Game, pos: &Position, mv: Move, square: Square) -> bool {
    let mut captures = false;
    moves::victims(game, pos, mv, |_, victim| captures |= victim == square);
    captures && square != mv.to()
}

/// Splits the number of a piece's line (`#2`) from the end of a text.
fn split_line(text: &str) -> Result<(&str, Option<usize>), String> {
    let Some((rest, line)) = text.split_once('#') else { return Ok((text, None)) };
    let line = line.parse().ok().filter(|_| !rest.is_empty());
    line.map(|line| (rest, Some(line))).ok_or_else(|| unexpected(&text[rest.len()..]))
}

/// The name of a promotion without the signs before it.
fn bare_name(text: &str) -> &str {
    text.trim_start_matches('=').trim_start_matches('(')
}

fn unexpected(text: &str) -> String {
    format!("unexpected `{text}` after the move")
}

fn no_square(text: &str) -> String {
    if text.is_empty() {
        String::from("a square is missing")
    } else {
        format!("`{text}` is not a square of this board")
    }
}

fn why_not(pos: &Position, shape: &TextShape) -> String {
    String::from(match pos.cell(shape.from).kind() {
        None => "no piece stands there",
        Some(kind) if kind.color() != pos.side() => "it is the other side's turn",
        Some(_) => "the piece cannot go there",
    })
}
