//! Castling rules: which king castles with which partner, from where to where.

use super::{Array, Morph, PieceType, Variant};
use crate::board::{Color, Geometry, Kind, Square};
use crate::notation::legs::{Castle, MovementKind, Side};

/// One way to castle. It is available while king and partner stand unmoved on their squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CastleRule {
    /// King.
    pub king: Kind,
    /// The movement that defines it.
    pub by: Castle,
    /// Square of the king.
    pub from: Square,
    /// Square of the partner.
    pub partner: Square,
    /// Where the king lands.
    pub to: Square,
    /// Where the partner lands.
    pub partner_to: Square,
    /// Where a piece from the hand is put down, if the castling gates one.
    pub gate: Option<Square>,
    /// Squares that must be empty, apart from those of king and partner.
    pub empty: Vec<Square>,
    /// Squares that may not be attacked if the king is royal: from its origin to its destination.
    pub safe: Vec<Square>,
}

/// Squares of a castling, by which two are the same: king from and to, partner from and to, and the square of a gated
/// piece.
pub type CastlingWay = (Square, Square, Square, Square, Option<Square>);

impl CastleRule {
    /// Its squares.
    pub fn way(&self) -> CastlingWay {
        (self.from, self.to, self.partner, self.partner_to, self.gate)
    }
    /// Whether the partner stands on a higher file than the king.
    pub fn to_highest_file(&self, board: &Geometry) -> bool {
        board.file(self.partner) > board.file(self.from)
    }
    /// The side that castles, and whether towards the highest file, as in `EndRules::castle_wins`.
    pub fn wing(&self, board: &Geometry) -> (Color, bool) {
        (self.king.color(), self.to_highest_file(board))
    }
    /// Whether king and partner may arrive on their squares according to their `morph` boards.
    ///
    /// SPEC: Interactive diagrams, "Making use of Board Zones": "the piece would not be allowed to move to the square";
    /// moves with a quote after the atom are exempt.
    fn is_open(&self, variant: &Variant, partner: Option<PieceType>) -> bool {
        let own = |kind: &MovementKind| matches!(kind, MovementKind::Castle(castle) if *castle == self.by);
        let mut movements = variant.movements(self.king.piece()).iter();
        let partner = partner.map(|piece| (Kind::new(piece, self.king.color()), self.partner_to));
        let mut arrivals = [Some((self.king, self.to)), partner].into_iter().flatten();
        movements.any(|movement| movement.quoted && own(&movement.kind))
            || arrivals.all(|(kind, square)| variant.morph(kind, square) != Morph::Forbidden)
    }
}

/// A castling movement of a king.
#[derive(Clone, Copy)]
struct KingCastle<'a> {
    variant: &'a Variant,
    king: Kind,
    castle: &'a Castle,
}

/// The ways to castle for a king on `from` with a partner, given with its type if that is known; empty if none fits the
/// board, or `morph` forbids them.
fn rules(
    variant: &Variant,
    king: Kind,
    castle: &Castle,
    from: Square,
    (partner, piece): (Square, Option<PieceType>),
) -> Vec<CastleRule> {
    let mut ways = ways(variant, king, castle, from, partner);
    ways.retain(|rule| rule.is_open(variant, piece));
    ways
}

/// The ways to castle that fit the board.
///
/// SPEC: XBetza readings 34: fast castling takes the king any number of squares up to the range towards the partner,
/// or onto or past it, the partner to any square that the king left or crossed.
fn ways(variant: &Variant, king: Kind, castle: &Castle, from: Square, partner: Square) -> Vec<CastleRule> {
    let by = KingCastle { variant, king, castle };
    let beside = |steps: u16| by.beside(from, i32::from(steps));
    let ways: Vec<CastleRule> = if castle.fast {
        let ways = (1..=castle.distance).flat_map(|steps| (0..steps).map(move |left| (steps, left)));
        let way = |(steps, left)| by.way((from, beside(steps)?), (partner, beside(left)?));
        ways.filter_map(way).collect()
    } else {
        by.ordinary(from, partner).into_iter().collect()
    };
    ways.into_iter().flat_map(|rule| gates(variant, rule)).collect()
}

/// Expands a rule by the squares where a piece from the hand can be gated: the king's square, and the partner's if
/// the partner gates in its own moves too.
fn gates(variant: &Variant, rule: CastleRule) -> Vec<CastleRule> {
    if !rule.by.gate {
        return vec![rule];
    }
    let home = variant.home();
    let mut partners = home.iter().filter(|&&(square, ..)| square == rule.partner);
    let partner_gates = partners.any(|&(.., piece)| variant.pieces[piece.index()].gates());
    let squares = [Some(rule.from), partner_gates.then_some(rule.partner)];
    let free =
        |square: &Square| !variant.board.is_fleeting(*square) && ![rule.to, rule.partner_to].contains(square);
    let with = |square| CastleRule { gate: Some(square), ..rule.clone() };
    squares.into_iter().flatten().filter(free).map(with).collect()
}

impl KingCastle<'_> {
    /// File step towards its side, as seen by the king's owner.
    fn step(self) -> i32 {
        let right = if self.king.color() == Color::White { 1 } else { -1 };
        if self.castle.side == Side::Right { right } else { -right }
    }

    /// The square that many files from another, towards its side.
    fn beside(self, from: Square, steps: i32) -> Option<Square> {
        let board = &self.variant.board;
        board.at(i32::from(board.file(from)) + steps * self.step(), board.rank(from).into())
    }

    /// Squares from `from` towards its side, up to the edge or a hole.
    fn ray(self, from: Square) -> impl Iterator<Item = Square> {
        let squares = (1..).map_while(move |steps| self.beside(from, steps));
        squares.take_while(move |&square| !self.variant.board.is_hole(square))
    }

    /// The rule of ordinary castling.
    ///
    /// SPEC: diagram readings, "Castling"; with `castleFiles` the king's destination file is given.
    fn ordinary(self, from: Square, partner: Square) -> Option<CastleRule> {
        let (board, step) = (&self.variant.board, self.step());
        let to = match self.variant.castle_files {
            Some(files) => {
                let (left, right) = files[self.king.color().index()];
                let file = if step < 0 { left } else { right };
                board.at(file.into(), board.rank(from).into())?
            }
            None => self.beside(from, self.castle.distance.into())?,
        };
        self.way((from, to), (partner, self.beside(to, -1)?))
    }

    /// Builds the rule by which king and partner go from the first of their squares to the second; `None` if holes are
    /// in the way.
    fn way(
        self,
        (from, to): (Square, Square),
        (partner, partner_to): (Square, Square),
    ) -> Option<CastleRule> {
        let board = &self.variant.board;
        let span = |a: Square, b: Square| {
            let (low, high) = (board.file(a).min(board.file(b)), board.file(a).max(board.file(b)));
            (low..=high).filter_map(move |file| board.at(file.into(), board.rank(from).into()))
        };
        let mut empty: Vec<Square> = span(from, to).chain(span(partner, partner_to)).collect();
        // SPEC: Chess960: only the squares that king and partner cross.
        if self.variant.castle_files.is_none() || self.castle.fast {
            empty.extend(span(from, partner));
        }
        empty.retain(|&square| square != from && square != partner);
        empty.sort_unstable();
        empty.dedup();
        let (king, by, safe) = (self.king, self.castle.clone(), span(from, to).collect());
        let holes = empty.iter().any(|&square| board.is_hole(square) || board.is_fleeting(square));
        (!holes).then_some(CastleRule { king, by, from, partner, to, partner_to, gate: None, empty, safe })
    }

    /// The partner's square in the setup; in a shuffled array, that of the outermost piece of the partner's type.
    fn setup_partner(self, from: Square) -> Option<Square> {
        let array = self.variant.array();
        if self.variant.nominal.is_none() {
            return self.partner_in(array, from).map(|(square, _)| square);
        }
        let piece = partner_type(self.variant, self.king, self.castle)?;
        self.ray(from).filter(|&square| array.contains(&(square, self.king.color(), piece))).last()
    }

    /// The partner in an array, with its type: the outermost piece on the king's rank, or the `j`-th piece nearer.
    ///
    /// SPEC: XBetza, "Castling": "j on castling means the castling partner is not the farthest piece, but the next
    /// closer one."
    fn partner_in(self, array: &Array, from: Square) -> Option<(Square, PieceType)> {
        let at = |square: Square| array.iter().find(|&&(s, ..)| s == square);
        let pieces: Vec<_> = self.ray(from).filter_map(at).collect();
        let &&(square, color, piece) = pieces.iter().rev().nth(self.castle.inner.into())?;
        (color == self.king.color()).then_some((square, piece))
    }
}

/// Type of the partner on that side in the array of the definition, unshuffled, whether the king could castle there or
/// not.
pub fn partner_type(variant: &Variant, king: Kind, castle: &Castle) -> Option<PieceType> {
    let array = variant.unshuffled();
    let &(from, ..) = array.iter().find(|&&(_, color, piece)| Kind::new(piece, color) == king)?;
    KingCastle { variant, king, castle }.partner_in(array, from).map(|(_, piece)| piece)
}

/// Adds a castling rule unless one leads to the same position: two movements of a king, or two letters of a FEN, may
/// mean the same castling.
pub fn add(rules: &mut Vec<CastleRule>, rule: CastleRule) {
    if rules.iter().all(|known| known.way() != rule.way()) {
        rules.push(rule);
    }
}

/// All castling rules of the setup, each once.
pub fn setup_rules(variant: &Variant) -> Vec<CastleRule> {
    let mut rules = setup_ways(variant);
    rules.retain(|rule| rule.is_open(variant, setup_type(variant, rule.partner)));
    rules
}

/// The type that stands on a square of the array.
fn setup_type(variant: &Variant, square: Square) -> Option<PieceType> {
    variant.array().iter().find(|entry| entry.0 == square).map(|entry| entry.2)
}

/// Like [`setup_ways`], but none if kings or partners are shuffled: then no array determines where they stand.
fn fixed_ways(variant: &Variant) -> Vec<CastleRule> {
    if variant.castles_anywhere() { Vec::new() } else { setup_ways(variant) }
}

/// All rules by which a king on `from` may castle with a partner, given with its type if that is known.
pub fn all_of_pair(
    variant: &Variant,
    king: Kind,
    from: Square,
    (partner, piece): (Square, Option<PieceType>),
) -> Vec<CastleRule> {
    let mut found = Vec::new();
    for castle in variant.pieces[king.piece().index()].castlings() {
        if (KingCastle { variant, king, castle }).ray(from).any(|square| square == partner) {
            let rules = rules(variant, king, castle, from, (partner, piece));
            rules.into_iter().for_each(|rule| add(&mut found, rule));
        }
    }
    found
}

/// The rules that a pair of squares means: those of the setup if king and partner stand there as in the setup, otherwise
/// all.
pub fn of_pair(
    variant: &Variant,
    king: Kind,
    from: Square,
    (partner, piece): (Square, Option<PieceType>),
) -> Vec<CastleRule> {
    let mut fixed = fixed_ways(variant);
    fixed.retain(|rule| (rule.king, rule.from, rule.partner) == (king, from, partner));
    if fixed.is_empty() {
        return all_of_pair(variant, king, from, (partner, piece));
    }
    fixed.retain(|rule| rule.is_open(variant, piece));
    fixed
}

/// Like [`setup_rules`], with those that `morph` forbids.
fn setup_ways(variant: &Variant) -> Vec<CastleRule> {
    let mut found = Vec::new();
    for &(from, color, piece) in variant.array() {
        let king = Kind::new(piece, color);
        for castle in variant.pieces[piece.index()].castlings() {
            if let Some(partner) = (KingCastle { variant, king, castle }).setup_partner(from) {
                let ways = ways(variant, king, castle, from, partner);
                ways.into_iter().for_each(|rule| add(&mut found, rule));
            }
        }
    }
    found
}

/// Types and sides for which no king of the array has room to castle, though it has a partner there: the king or the
/// partner would leave the board or cross a hole. Shuffled kings are left out.
pub fn impossible(variant: &Variant) -> Vec<(PieceType, Side)> {
    let mut found: Vec<((PieceType, Side), bool)> = Vec::new();
    for &(from, color, piece) in variant.array().iter().filter(|entry| !variant.is_shuffled(entry.2)) {
        let king = Kind::new(piece, color);
        for castle in variant.pieces[piece.index()].castlings() {
            let partner = (KingCastle { variant, king, castle }).partner_in(variant.array(), from);
            let Some((partner, _)) = partner else { continue };
            let has_room = !ways(variant, king, castle, from, partner).is_empty();
            match found.iter_mut().find(|(known, _)| *known == (piece, castle.side)) {
                Some((_, any)) => *any |= has_room,
                None => found.push(((piece, castle.side), has_room)),
            }
        }
    }
    found.into_iter().filter(|&(_, has_room)| !has_room).map(|(castling, _)| castling).collect()
}

/// Types that castle, but have no partner on the rank of any of their kings in the array. Shuffled kings are left out.
pub fn without_partner(variant: &Variant) -> impl Iterator<Item = PieceType> {
    variant.types().filter(|&piece| {
        let castles = || variant.pieces[piece.index()].castlings();
        let mut kings = variant.array().iter().filter(|entry| entry.2 == piece).peekable();
        let has_partner = |&&(from, color, piece): &&_| {
            let king = Kind::new(piece, color);
            castles().any(|castle| {
                KingCastle { variant, king, castle }.partner_in(variant.array(), from).is_some()
            })
        };
        castles().next().is_some()
            && !variant.is_shuffled(piece)
            && kings.peek().is_some()
            && !kings.any(|entry| has_partner(&entry))
    })
}

/// The rules that match a FEN letter: the king castles to a side, or with the partner on a file.
///
/// The partner must stand on the king's rank in the direction of the movement and be of a type that castles to that
/// side in the setup. The king must stand on the rank where kings castle in the setup or, in a shuffled game, on a
/// rank where some array places it. If both stand as in the setup, they castle as there.
pub fn rules_for(
    variant: &Variant,
    king: Kind,
    from: Square,
    wanted: Wanted,
    cell: impl Fn(Square) -> Option<Kind>,
) -> Vec<CastleRule> {
    let board = &variant.board;
    let on_rank = |square: Square| board.rank(square) == board.rank(from);
    let anywhere = variant.castles_anywhere();
    let mut by_setup = fixed_ways(variant);
    by_setup.retain(|rule| rule.king == king && on_rank(rule.from));
    let places = |square: Square, color, piece| Kind::new(piece, color) == king && on_rank(square);
    let may_start = || variant.home().iter().any(|&(square, color, piece)| places(square, color, piece));
    let of = |castle: &Castle| {
        let same = by_setup.iter().filter(|rule| rule.by == *castle);
        let mut partner_types: Vec<PieceType> =
            same.filter_map(|rule| setup_type(variant, rule.partner)).collect();
        if anywhere && may_start() {
            partner_types.extend(partner_type(variant, king, castle));
        }
        let suits = |square: &Square| {
            let fits = |kind: Kind| kind.color() == king.color() && partner_types.contains(&kind.piece());
            cell(*square).is_some_and(fits)
        };
        let by = KingCastle { variant, king, castle };
        let fixed = by_setup.iter().find(|rule| rule.from == from && rule.by == *castle);
        // The letters K and Q mean the board's right and left for both colours.
        let partner = match wanted {
            Wanted::Right if by.step() < 0 => None,
            Wanted::Left if by.step() > 0 => None,
            Wanted::File(file) => by.ray(from).find(|&square| board.file(square) == file),
            Wanted::Right | Wanted::Left => {
                let fixed = fixed.map(|rule| rule.partner).filter(suits);
                fixed.or_else(|| by.ray(from).filter(suits).last())
            }
        };
        let rules = |partner| {
            let pair = |rule: &&CastleRule| (rule.from, rule.partner) == (from, partner);
            let mut known = by_setup.iter().filter(pair).peekable();
            if known.peek().is_some() && known.all(|rule| rule.by != *castle) {
                return Vec::new();
            }
            let piece = cell(partner).map(Kind::piece);
            rules(variant, king, castle, from, (partner, piece))
        };
        partner.filter(suits).map_or_else(Vec::new, rules)
    };
    variant.pieces[king.piece().index()].castlings().flat_map(of).collect()
}

/// Meaning of a castling letter in a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// `K`: towards the highest file.
    Right,
    /// `Q`: towards the a-file.
    Left,
    /// The partner stands on this file.
    File(u16),
}
