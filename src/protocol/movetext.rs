//! Moves in the notation of XBoard.
//!
//! SPEC: xboard notes, section 4: coordinates with lower-case files, a promotion letter or `+`, `N@f3` for drops, two
//! legs joined by a comma (`e4e5,e5d6`: to the victim, then on), three in the form `e4xe5xf5-g5`.

use crate::board::{Geometry, Square};
use crate::movegen;
use crate::moves;
use crate::position::{Game, Move, MoveList, Position, before, names};
use crate::tables::rules::promoted_form;
use crate::tables::tree::Flags;
use crate::variant::PieceType;
use std::collections::{HashMap, HashSet};

/// Rank numbering and castling notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbering {
    /// As in CECP: from 1, but from 0 on boards of exactly ten ranks.
    Cecp,
    /// As in the definition: from `firstRank`, 1 by default.
    Plain,
    /// As in UCI: from 1; castling is written as the king's move.
    Uci,
    /// As in UCI with shuffled arrays: from 1; castling is written as the king taking its partner.
    UciFischer,
}

impl Numbering {
    fn first(self, board: &Geometry) -> i32 {
        match self {
            Self::Cecp if board.ranks() == 10 => 0,
            Self::Cecp | Self::Uci | Self::UciFischer => 1,
            Self::Plain => board.first_rank(),
        }
    }
    /// The square's name.
    pub(crate) fn name(self, board: &Geometry, square: Square) -> String {
        board.name_from(self.first(board), square)
    }
    /// Reads a square at the start of the text. Returns the square and the number of bytes read.
    pub(crate) fn read(self, board: &Geometry, text: &str) -> Option<(Square, usize)> {
        board.read_name_from(self.first(board), text)
    }
}

/// Writes a legal move with CECP's rank numbers.
pub fn format(game: &Game, pos: &Position, mv: Move) -> String {
    format_as(Numbering::Cecp, game, pos, mv)
}

/// Finds the legal move that a text stands for, with CECP's rank numbers.
///
/// # Errors
/// The reason why there is none.
pub fn parse(game: &Game, pos: &mut Position, text: &str) -> Result<Move, String> {
    parse_as(Numbering::Cecp, game, pos, text)
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

pub(super) fn zeros(pos: &Position, rule: usize) -> &'static str {
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
    let victims = game.tables.ancestors(node).filter(|node| crate::position::is_victim(node));
    let squares = victims.map(|node| Square(node.square)).filter(|&square| !pos.cell(square).is_empty());
    let mut squares: Vec<Square> = squares.collect();
    squares.reverse();
    squares
}

/// The gated piece in XBoard's notation: a lower-case letter.
///
/// SPEC: xboard notes, 4.2: "seirawan gating `b1c3h`".
fn gated_letter(game: &Game, mv: Move) -> String {
    mv.gated().map_or_else(String::new, |piece| names::fen_name(&game.variant, piece).to_lowercase())
}

/// The promotion, then the gated piece.
fn suffix(game: &Game, pos: &Position, mv: Move) -> String {
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
fn change(game: &Game, pos: &Position, mv: Move) -> Option<String> {
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
pub(super) fn becomes(game: &Game, pos: &Position, mv: Move) -> String {
    let (Some(piece), Some(kind)) = (mv.promotion(), pos.cell(mv.from()).kind()) else {
        return String::new();
    };
    if !game.choices(kind, mv.to()).is_empty() || crate::position::nodes::type_change(game, mv).is_some() {
        return names::fen_name(&game.variant, piece).to_lowercase();
    }
    let by_offset = promoted_form(&game.variant, kind.piece()) == Some(piece);
    let by_square = matches!(game.tables.arrival(kind, mv.to()), crate::tables::rules::Arrival::Into(_));
    if by_offset && !by_square { String::from("+") } else { String::new() }
}

/// A parsed move text, not yet checked against the position.
#[derive(Debug, Default, PartialEq, Eq)]
struct TextShape {
    from: Option<Square>,
    /// Type dropped; `from` is empty then.
    dropped: Option<PieceType>,
    to: Option<Square>,
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
    let wanted = match normal.trim_end_matches(['+', '#']) {
        "O-O" => "O-O",
        "O-O-O" => "O-O-O",
        _ => return None,
    };
    let mut castlings =
        legal.iter().filter(|mv| mv.castling().is_some_and(|rule| zeros(pos, rule) == wanted));
    Some(castlings.next().copied().ok_or_else(|| String::from("castling to that side is not possible here")))
}

/// Parses the text: squares and their separators, then the promotion suffix.
fn read(numbering: Numbering, game: &Game, text: &str) -> Result<TextShape, String> {
    let board = &game.variant.board;
    let mut shape = TextShape::default();
    let mut rest = text;
    if let Some((name, square)) = text.split_once('@') {
        let color = crate::board::Color::White;
        let piece = names::find(game, &name.to_ascii_uppercase(), color, None);
        shape.dropped = Some(piece.ok_or_else(|| format!("no piece is called `{name}`"))?);
        let (to, length) = numbering.read(board, square).ok_or_else(|| no_square(square))?;
        if square.len() > length {
            return Err(format!("unexpected `{}` after the move", &square[length..]));
        }
        shape.to = Some(to);
        return Ok(shape);
    }
    let mut squares = Vec::new();
    while let Some((square, length)) = numbering.read(board, rest) {
        squares.push(square);
        rest = &rest[length..];
        let joined = rest.trim_start_matches([',', '-', 'x']);
        if numbering.read(board, joined).is_some() {
            rest = joined;
        }
    }
    let comma = text.contains(',');
    let [from, ..] = squares[..] else { return Err(no_square(rest)) };
    if squares.len() < 2 {
        return Err(no_square(rest));
    }
    shape.from = Some(from);
    let last = squares[squares.len() - 1];
    shape.to = Some(last);
    if comma && squares.len() == 4 && squares[1] != squares[2] {
        // XBoard's notation for moves like castling: the piece goes from A to B, the partner or victim is on C.
        shape.to = Some(squares[1]);
        shape.relays = vec![squares[2]];
    } else {
        let mut inner = squares[1..squares.len() - 1].to_vec();
        inner.dedup();
        shape.relays = inner;
    }
    shape.suffix = rest.trim_matches(['(', ')']).trim_start_matches('/').to_owned();
    Ok(shape)
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
        shape.to == Some(mv.to())
            && shape.dropped == mv.dropped()
            && (mv.is_drop() || shape.from == Some(mv.from()))
    };
    let mut candidates: Vec<Move> = legal.iter().copied().filter(|mv| same(mv)).collect();
    if candidates.is_empty() {
        // Castling written as the king capturing its partner.
        let takes_partner = |mv: &&Move| {
            mv.castling().is_some_and(|rule| {
                shape.from == Some(mv.from())
                    && shape.to == Some(pos.castles()[rule].partner)
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
            named.retain(|&s| Some(s) != shape.to && Some(s) != shape.from);
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
