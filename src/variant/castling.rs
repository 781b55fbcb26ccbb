//! Castling rules: which king castles with which partner, from where to where.

use super::{Array, PieceType, Variant};
use crate::board::{Color, Geometry, Kind, Square};
use crate::notation::legs::{Castle, Side};

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

impl CastleRule {
    /// Whether both rules lead to the same position.
    fn leads_like(&self, other: &Self) -> bool {
        let squares = |rule: &Self| (rule.from, rule.to, rule.partner, rule.partner_to, rule.gate);
        squares(self) == squares(other)
    }
}

/// File step towards a side, as seen by its owner.
fn direction(color: Color, side: Side) -> i32 {
    let right = if color == Color::White { 1 } else { -1 };
    if side == Side::Right { right } else { -right }
}

/// The ways to castle for a king on `from` with a partner on `partner`; empty if none fits the board.
///
/// SPEC: XBetza readings 34: fast castling takes the king any number of squares up to the range towards the partner,
/// or onto or past it, the partner to any square that the king left or crossed.
pub fn rules(
    variant: &Variant,
    king: Kind,
    castle: &Castle,
    from: Square,
    partner: Square,
) -> Vec<CastleRule> {
    let (board, step) = (&variant.board, direction(king.color(), castle.side));
    let beside =
        |steps: u16| board.at(i32::from(board.file(from)) + step * i32::from(steps), board.rank(from).into());
    if !castle.fast {
        return rule(variant, king, castle, from, partner)
            .into_iter()
            .flat_map(|rule| gates(variant, rule))
            .collect();
    }
    let ways = (1..=castle.distance).flat_map(|steps| (0..steps).map(move |left| (steps, left)));
    let way = |(steps, left)| way(variant, king, castle, (from, beside(steps)?), (partner, beside(left)?));
    ways.filter_map(way).flat_map(|rule| gates(variant, rule)).collect()
}

/// Expands a rule by the squares where a piece from the hand can be gated: the king's square, and the partner's if
/// the partner gates in its own moves too.
fn gates(variant: &Variant, rule: CastleRule) -> Vec<CastleRule> {
    if !rule.by.gate {
        return vec![rule];
    }
    let home = variant.home();
    let partners = home.iter().filter(|&&(square, ..)| square == rule.partner);
    let partner_gates = partners.into_iter().any(|&(.., piece)| variant.pieces[piece.index()].gates());
    let squares = [Some(rule.from), partner_gates.then_some(rule.partner)];
    let stays = |square: &Square| !variant.board.is_fleeting(*square);
    let free = |square: &Square| stays(square) && *square != rule.to && *square != rule.partner_to;
    let with = |square| CastleRule { gate: Some(square), ..rule.clone() };
    squares.into_iter().flatten().filter(free).map(with).collect()
}

/// The rule of ordinary castling.
///
/// SPEC: diagram readings, "Castling"; with `castleFiles` the king's destination file is given.
fn rule(variant: &Variant, king: Kind, castle: &Castle, from: Square, partner: Square) -> Option<CastleRule> {
    let board = &variant.board;
    let step = direction(king.color(), castle.side);
    let rank = i32::from(board.rank(from));
    let file = match variant.castle_files {
        Some((left, right)) => i32::from(if step < 0 { left } else { right }),
        None => i32::from(board.file(from)) + step * i32::from(castle.distance),
    };
    let (to, partner_to) = (board.at(file, rank)?, board.at(file - step, rank)?);
    way(variant, king, castle, (from, to), (partner, partner_to))
}

/// Builds the rule by which king and partner go from the first of their squares to the second; `None` if holes are in
/// the way.
fn way(
    variant: &Variant,
    king: Kind,
    castle: &Castle,
    (from, to): (Square, Square),
    (partner, partner_to): (Square, Square),
) -> Option<CastleRule> {
    let board = &variant.board;
    let rank = i32::from(board.rank(from));
    let span = |a: Square, b: Square| {
        let (low, high) = (board.file(a).min(board.file(b)), board.file(a).max(board.file(b)));
        (low..=high).filter_map(move |f| board.at(i32::from(f), rank))
    };
    let mut empty: Vec<Square> =
        span(from, to).chain(span(partner, partner_to)).chain(span(from, partner)).collect();
    if variant.castle_files.is_some() && !castle.fast {
        // SPEC: Chess960: only the squares that king and partner cross.
        empty = span(from, to).chain(span(partner, partner_to)).collect();
    }
    empty.retain(|&square| square != from && square != partner);
    empty.sort_unstable();
    empty.dedup();
    let missing = |square: &Square| board.is_hole(*square) || board.is_fleeting(*square);
    let holes = empty.iter().any(missing);
    (!holes).then(|| CastleRule {
        king,
        by: castle.clone(),
        from,
        partner,
        to,
        partner_to,
        gate: None,
        empty,
        safe: span(from, to).collect(),
    })
}

/// The partner's square in the setup; in a shuffled array, that of the outermost piece of the partner's type.
fn setup_partner(variant: &Variant, king: Kind, castle: &Castle, from: Square) -> Option<Square> {
    if variant.nominal.is_none() {
        return partner_in(variant.array(), &variant.board, king, castle, from).map(|(square, _)| square);
    }
    let piece = partner_type(variant, king, castle)?;
    let step = direction(king.color(), castle.side);
    ray(&variant.board, from, step)
        .filter(|&square| variant.array().contains(&(square, king.color(), piece)))
        .last()
}

/// Type of the partner on that side in the array of the definition, unshuffled, whether the king could castle there or
/// not.
pub fn partner_type(variant: &Variant, king: Kind, castle: &Castle) -> Option<PieceType> {
    let start = nominal_square(variant, king)?;
    partner_in(nominal(variant), &variant.board, king, castle, start).map(|(_, piece)| piece)
}

/// The array of the definition, unshuffled.
fn nominal(variant: &Variant) -> &Array {
    variant.nominal.as_ref().unwrap_or_else(|| variant.array())
}

/// Square of the first piece of a kind in the array of the definition, unshuffled.
fn nominal_square(variant: &Variant, kind: Kind) -> Option<Square> {
    let same = |&&(_, color, piece): &&(Square, Color, PieceType)| Kind::new(piece, color) == kind;
    nominal(variant).iter().find(same).map(|&(square, ..)| square)
}

/// The partner in an array, with its type: the outermost piece on the king's rank, or the `j`-th piece nearer.
///
/// SPEC: XBetza, "Castling": "j on castling means the castling partner is not the farthest piece, but the next closer
/// one."
fn partner_in(
    array: &Array,
    board: &Geometry,
    king: Kind,
    castle: &Castle,
    from: Square,
) -> Option<(Square, PieceType)> {
    let at = |square: Square| array.iter().find(|&&(s, ..)| s == square);
    let pieces: Vec<_> = ray(board, from, direction(king.color(), castle.side)).filter_map(at).collect();
    let &&(square, color, piece) = pieces.iter().rev().nth(usize::from(castle.inner))?;
    (color == king.color()).then_some((square, piece))
}

/// Squares from `from` in one direction along its rank, up to the edge or a hole.
fn ray(board: &Geometry, from: Square, step: i32) -> impl Iterator<Item = Square> {
    let (file, rank) = (i32::from(board.file(from)), i32::from(board.rank(from)));
    let squares = (1..).map_while(move |n| board.at(file + n * step, rank));
    squares.take_while(|&square| !board.is_hole(square))
}

/// Adds a castling rule unless one leads to the same position: two movements of a king, or two letters of a FEN, may
/// mean the same castling.
pub fn add(rules: &mut Vec<CastleRule>, rule: CastleRule) {
    if !rules.iter().any(|known| known.leads_like(&rule)) {
        rules.push(rule);
    }
}

/// All castling rules of the setup, each once.
pub fn setup_rules(variant: &Variant) -> Vec<CastleRule> {
    let mut found = Vec::new();
    for &(from, color, piece) in variant.array() {
        let king = Kind::new(piece, color);
        for castle in variant.pieces[piece.index()].castlings() {
            let partner = setup_partner(variant, king, castle, from);
            let ways = partner.map_or_else(Vec::new, |partner| rules(variant, king, castle, from, partner));
            ways.into_iter().for_each(|rule| add(&mut found, rule));
        }
    }
    found
}

/// The rules that match a FEN letter: the king castles to a side, or with the partner on a file.
///
/// The partner must stand on the king's rank in the direction of the movement and be of a type that castles to that
/// side in the setup. The king must stand on the rank where kings castle in the setup or, in a shuffled game, on a
/// rank where some array places it.
pub fn rules_for(
    variant: &Variant,
    king: Kind,
    from: Square,
    wanted: Wanted,
    cell: impl Fn(Square) -> Option<Kind>,
) -> Vec<CastleRule> {
    let board = &variant.board;
    // If kings or partners are shuffled, no array determines where they stand.
    let anywhere = variant.castles_anywhere();
    let mut by_setup = if anywhere { Vec::new() } else { setup_rules(variant) };
    by_setup.retain(|rule| rule.king == king && board.rank(rule.from) == board.rank(from));
    let places = |square: Square, color, piece| {
        Kind::new(piece, color) == king && board.rank(square) == board.rank(from)
    };
    let on_rank = || variant.home().iter().any(|&(square, color, piece)| places(square, color, piece));
    let at_setup = |square: Square| variant.array().iter().find(|s| s.0 == square).map(|s| s.2);
    let of = |castle: &Castle| {
        let same = by_setup.iter().filter(|rule| rule.by == *castle);
        let mut partner_types: Vec<PieceType> = same.filter_map(|rule| at_setup(rule.partner)).collect();
        if anywhere && on_rank() {
            partner_types.extend(partner_type(variant, king, castle));
        }
        let suits = |square: &Square| {
            let fits = |kind: Kind| kind.color() == king.color() && partner_types.contains(&kind.piece());
            cell(*square).is_some_and(fits)
        };
        let step = direction(king.color(), castle.side);
        let fixed = by_setup.iter().find(|rule| rule.from == from && rule.by == *castle);
        // The letters K and Q mean the board's right and left for both colours.
        let partner = match wanted {
            Wanted::Right if step < 0 => None,
            Wanted::Left if step > 0 => None,
            Wanted::File(file) => ray(board, from, step).find(|&square| board.file(square) == file),
            Wanted::Right | Wanted::Left => {
                let fixed = fixed.map(|rule| rule.partner).filter(suits);
                fixed.or_else(|| ray(board, from, step).filter(suits).last())
            }
        };
        let partner = partner.filter(suits);
        partner.map_or_else(Vec::new, |partner| rules(variant, king, castle, from, partner))
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
