//! Text to moves.

use super::format::{
    change, format_all, gated_letter, gates_on_partner, partner_squares, relays, suffix, zeros,
};
use super::numbering::Numbering;
use crate::board::Square;
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

/// A parsed text of a move on the board, not yet checked against the position.
struct TextShape {
    from: Square,
    to: Square,
    relays: Vec<Square>,
    /// Whether a comma joins the legs, as in XBoard, which may also name empty squares on the way.
    has_legs: bool,
    suffix: String,
}

/// Finds the legal move that a text stands for.
///
/// # Errors
/// The reason why there is none, or the texts of several.
pub fn parse_as(numbering: Numbering, game: &Game, pos: &mut Position, text: &str) -> Result<Move, String> {
    let mut legal = MoveList::new();
    // The game may be over by a rule that the GUI does not know; its moves are still accepted.
    movegen::continuations(game, pos, &mut legal);
    let text = text.trim();
    let texts = format_all(numbering, game, pos, &legal);
    if let Some(at) = texts.iter().position(|other| other == text) {
        return Ok(legal[at]);
    }
    MoveReader { numbering, game, pos, legal: &legal, texts: &texts }.read(text)
}

/// Reads texts that are not in the form in which moves are written.
struct MoveReader<'a> {
    numbering: Numbering,
    game: &'a Game,
    pos: &'a Position,
    legal: &'a [Move],
    /// The texts of the legal moves.
    texts: &'a [String],
}

impl MoveReader<'_> {
    fn read(&self, text: &str) -> Result<Move, String> {
        if let Some(mv) = self.castling_by_zeros(text) {
            return mv;
        }
        if matches!(text, "@@@@" | "--" | "pass" | "null") {
            return self.pass().ok_or_else(|| String::from("passing is not possible here"));
        }
        match text.split_once('@') {
            Some((name, rest)) => self.drop(name, rest),
            None => self.find(&self.shape(text)?),
        }
    }

    fn pass(&self) -> Option<Move> {
        let pass = |&&mv: &&Move| {
            mv.from() == mv.to()
                && !mv.is_drop()
                && mv.promotion().is_none()
                && !moves::is_capture(self.game, self.pos, mv)
        };
        self.legal.iter().find(pass).copied()
    }

    fn castling_by_zeros(&self, text: &str) -> Option<Result<Move, String>> {
        let normal = text.replace(['0', 'o'], "O");
        let wanted =
            Some(normal.trim_end_matches(['+', '#'])).filter(|text| matches!(*text, "O-O" | "O-O-O"))?;
        let is_wanted = |rule: usize| zeros(&self.pos.castles()[rule]) == wanted;
        let fits = |mv: &Move| mv.gated().is_none() && mv.castling().is_some_and(is_wanted);
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
        let (to, length) =
            self.numbering.read(&self.game.variant.board, rest).ok_or_else(|| no_square(rest))?;
        let line = match rest[length..].strip_prefix('#').map(str::parse::<usize>) {
            Some(Ok(line)) => Some(line),
            None if rest.len() == length => None,
            _ => return Err(format!("unexpected `{}` after the move", &rest[length..])),
        };
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
        let is_meant =
            |piece: PieceType| types.contains(&piece) && line.is_none_or(|line| line == piece.index() + 1);
        let fits = |mv: &Move| mv.to() == to && mv.dropped().is_some_and(is_meant);
        self.only(fits, || String::from("that drop is not possible here"))
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
        let suffix = rest.trim_matches(['(', ')']).trim_start_matches('/').to_owned();
        Ok(TextShape { from, to, relays, has_legs, suffix })
    }

    fn find(&self, shape: &TextShape) -> Result<Move, String> {
        let (game, pos) = (self.game, self.pos);
        // Castling with a piece put on the partner's square is written with the partner's way to the king.
        let by_partner =
            |mv: &Move| mv.castling().is_some_and(|rule| gates_on_partner(*mv, &pos.castles()[rule]));
        let same =
            |mv: &Move| shape.to == mv.to() && !mv.is_drop() && shape.from == mv.from() && !by_partner(mv);
        let mut candidates: Vec<Move> = self.legal.iter().copied().filter(same).collect();
        if candidates.is_empty() {
            // Castling written as the king capturing its partner, or the partner the king.
            let takes_partner = |mv: &Move| {
                mv.castling().is_some_and(|rule| {
                    partner_squares(*mv, &pos.castles()[rule]) == (shape.from, shape.to)
                        && gated_letter(game, *mv) == shape.suffix.to_lowercase()
                })
            };
            return self.only(takes_partner, || why_not(pos, shape));
        }
        let mut named = shape.relays.clone();
        if shape.has_legs {
            named.retain(|&s| !pos.cell(s).is_empty() && s != shape.to && s != shape.from);
        }
        named.sort_unstable();
        let by_relays = |mv: &Move| match mv.castling().map(|rule| pos.castles()[rule].partner) {
            Some(partner) => named.is_empty() || named == [partner],
            None => {
                let mut taken = relays(game, pos, *mv);
                taken.sort_unstable();
                taken == named
            }
        };
        candidates.retain(by_relays);
        // A king's step and castling may share their squares: castling only if the text names its partner.
        if named.is_empty() && candidates.iter().any(|mv| mv.castling().is_none()) {
            candidates.retain(|mv| mv.castling().is_none());
        }
        self.by_suffix(&candidates, &shape.suffix)
    }

    fn by_suffix(&self, candidates: &[Move], suffix_text: &str) -> Result<Move, String> {
        let (game, pos) = (self.game, self.pos);
        let wanted = suffix_text.trim_start_matches('=').trim_start_matches('(').to_lowercase();
        let declined = suffix_text == "=";
        let matching: Vec<Move> =
            candidates.iter().copied().filter(|&mv| suffix(game, pos, mv) == wanted).collect();
        // Other programs also write automatic promotions.
        let by_itself = |mv: &&Move| {
            let name = mv.promotion().map(|piece| names::fen_name(&game.variant, piece).to_lowercase());
            name.is_some_and(|name| name == wanted)
                || change(game, pos, **mv).is_some_and(|text| text == wanted)
        };
        match (&matching[..], candidates) {
            ([first, _, ..], _) if first.castling().is_some() => Err(self.ambiguous(&matching)),
            (&[mv, ..], _) => Ok(mv),
            _ if let Some(&mv) = candidates.iter().find(by_itself) => Ok(mv),
            (_, []) => Err(String::from("the piece cannot take that path")),
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
