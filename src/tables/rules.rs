//! What happens to a piece of each kind on each square: promotion, drops, virginity.

use super::unroll::Access;
use crate::board::{Color, Geometry, Square};
use crate::notation::legs::{
    DropLimits, Initial, Landing, Movement, MovementKind, Occupancy, Reach, TypeChange,
};
use crate::variant::{Captured, Morph, Piece, PieceType, Variant};

/// What arriving on a square does to a piece.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Arrival {
    /// Nothing.
    #[default]
    Plain,
    /// It turns into that type.
    Into(PieceType),
    /// It promotes by choice from that set.
    Choose(u16),
    /// It may take its promoted form.
    May(PieceType),
    /// It must take its promoted form.
    Must(PieceType),
    /// It may take its promoted form if the move has to do with the promotion zone.
    Zone(PieceType),
    /// It must take its promoted form if the move has to do with the promotion zone.
    ZoneForced(PieceType),
}

/// What reaching a square means for a piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Goal {
    /// Nothing.
    #[default]
    None,
    /// It wins, if its royals are safe.
    Later,
    /// It wins, whatever becomes of its royals.
    Now,
}

/// Where and under which limits a kind may be dropped.
#[derive(Clone, Debug)]
pub struct DropRule {
    /// Squares within reach of the drop atom.
    pub squares: Vec<u16>,
    /// Limits per file, shade and board.
    pub limits: DropLimits,
    /// Must every square between the home edge and the square be empty?
    pub blocked: bool,
    /// What the square may hold.
    pub landing: Landing,
}

/// White's square for White, the mirrored or turned one for Black: what a table made from White's view says.
pub fn from_white(variant: &Variant, color: Color, square: Square) -> Square {
    match color {
        Color::White => square,
        Color::Black if variant.rotated => variant.board.turned(square),
        Color::Black => variant.board.mirrored(square),
    }
}

/// The promoted form of a type.
///
/// SPEC: diagram readings, "Shogi promotion": past the end of the list it is that of the first type.
pub fn promoted_form(variant: &Variant, piece: PieceType) -> Option<PieceType> {
    let offset = variant.promotion.offset;
    if offset == 0 || variant.pieces.is_empty() {
        return None;
    }
    let exists = |n: u16| usize::from(n) < variant.pieces.len();
    let form = if exists(piece.0 + offset) { piece.0 + offset } else { offset };
    (exists(form) && form != piece.0).then_some(PieceType(form))
}

/// The type that goes to the hand when a piece of `piece` is captured there.
///
/// SPEC: diagram readings, "Capture into the hand demotes".
pub fn demoted_form(variant: &Variant, piece: PieceType) -> PieceType {
    let bases = (0..variant.promotion.types).map(PieceType);
    let mut bases = bases.filter(|&base| base != piece && promoted_form(variant, base) == Some(piece));
    bases.next().unwrap_or(piece)
}

/// What the `morph` board of a type says about winning on a square.
pub fn goal(variant: &Variant, piece: PieceType, color: Color, square: Square) -> Goal {
    match morph(variant, piece, color, square) {
        Morph::WinLater => Goal::Later,
        Morph::WinNow => Goal::Now,
        _ => Goal::None,
    }
}

fn morph(variant: &Variant, piece: PieceType, color: Color, square: Square) -> Morph {
    let boards = variant.promotion.morph.get(piece.index()).and_then(Option::as_ref);
    boards.map_or(Morph::Normal, |board| board[from_white(variant, color, square).index()])
}

/// Must the type promote wherever it may?
///
/// SPEC: XBetza of 2020, "Ideas for the future": "It could be indicated that a move must promote (e.g. as a + suffix
/// behind the entire description)".
pub fn must_promote(variant: &Variant, piece: PieceType) -> bool {
    variant.pieces[piece.index()].movements.iter().any(|movement| movement.must_promote)
}

/// Which squares a kind may enter.
pub fn access(variant: &Variant, piece: PieceType, color: Color) -> Vec<Access> {
    let of = |square| match morph(variant, piece, color, square) {
        Morph::Forbidden => Access::Forbidden,
        Morph::NoFriend => Access::NoFriend,
        _ => Access::Open,
    };
    variant.board.squares().map(of).collect()
}

/// What arriving does to a kind, `[square]`, by its morph board and else by the zone. `dead[square]`: from there the
/// piece would have no move.
///
/// SPEC: Interactive diagrams, "Rules" and "Making use of Board Zones".
pub fn arrivals(variant: &Variant, piece: PieceType, color: Color, dead: &[bool]) -> Vec<Arrival> {
    let form = promoted_form(variant, piece);
    let of = |square: Square| {
        let shogi = |arrival: fn(PieceType) -> Arrival| match form {
            Some(form) if stuck(variant, piece, color, square, dead) => Arrival::Must(form),
            Some(form) => arrival(form),
            None => Arrival::Plain,
        };
        match morph(variant, piece, color, square) {
            Morph::Into(target) => Arrival::Into(target),
            Morph::Choose(set) => Arrival::Choose(set as u16),
            Morph::MayPromote if must_promote(variant, piece) => shogi(Arrival::Must),
            Morph::MayPromote => shogi(Arrival::May),
            Morph::MustPromote => shogi(Arrival::Must),
            Morph::Normal | Morph::Forbidden | Morph::NoFriend | Morph::WinLater | Morph::WinNow => {
                zone_arrival(variant, piece, color, square, dead)
            }
        }
    };
    variant.board.squares().map(of).collect()
}

/// What arriving does to a kind by the promotion zone alone, `[square]`: for movements that are quoted. Where a type has a
/// morph board that is what says how it promotes, and quoted movements do not.
///
/// SPEC: Interactive diagrams, "Making use of Board Zones": "a piece that moves as A'D'fW for which the morph board specifies
/// last-rank promotion will only be allowed to promote with the W move".
pub fn zone_arrivals(variant: &Variant, piece: PieceType, color: Color, dead: &[bool]) -> Vec<Arrival> {
    let by_square = variant.promotion.morph.get(piece.index()).is_some_and(Option::is_some);
    let of =
        |square| if by_square { Arrival::Plain } else { zone_arrival(variant, piece, color, square, dead) };
    variant.board.squares().map(of).collect()
}

/// SPEC: diagram readings, "Shogi promotion": the first type must promote on the last rank, as must any piece that
/// would never move again.
pub(super) fn stuck(
    variant: &Variant,
    piece: PieceType,
    color: Color,
    square: Square,
    dead: &[bool],
) -> bool {
    dead[square.index()] || piece.0 == 0 && ranks_from_end(variant, color, square) == 1
}

fn ranks_from_end(variant: &Variant, color: Color, square: Square) -> u16 {
    variant.board.ranks() - variant.board.relative_rank(color, square)
}

fn zone_arrival(variant: &Variant, piece: PieceType, color: Color, square: Square, dead: &[bool]) -> Arrival {
    let promotion = &variant.promotion;
    if piece.0 >= promotion.types {
        return Arrival::Plain;
    }
    if promotion.offset == 0 {
        let inside = ranks_from_end(variant, color, square) <= promotion.zone;
        return if inside { Arrival::Choose(0) } else { Arrival::Plain };
    }
    let never_defers = must_promote(variant, piece)
        || promotion.choices.first().is_some_and(|set| set.iter().any(|c| c.piece == piece && c.not_last));
    match promoted_form(variant, piece) {
        Some(form) if stuck(variant, piece, color, square, dead) => {
            let inside = ranks_from_end(variant, color, square) <= promotion.zone;
            if inside { Arrival::Must(form) } else { Arrival::ZoneForced(form) }
        }
        Some(form) if never_defers => Arrival::ZoneForced(form),
        Some(form) => Arrival::Zone(form),
        None => Arrival::Plain,
    }
}

/// The rules by which a kind is dropped; none if it cannot be.
///
/// SPEC: drops.txt. A type without the atom `@` may be dropped anywhere in a game whose hands are for dropping, but not
/// where moves put pieces down: "No need to involve the drop atom here."
pub fn drops(variant: &Variant, piece: PieceType, color: Color) -> Vec<DropRule> {
    let board = &variant.board;
    let movements = variant.pieces[piece.index()].movements.iter();
    let allowed = access(variant, piece, color);
    let zone = variant.drop_zones.get(piece.index()).and_then(Option::as_ref);
    let in_zone = |square: Square| zone.is_none_or(|zone| zone[from_white(variant, color, square).index()]);
    let mut rules: Vec<DropRule> = Vec::new();
    for movement in movements {
        let MovementKind::Drop(drop) = &movement.kind else { continue };
        let depth = match drop.depth {
            Reach::Steps(n) => n,
            Reach::Unlimited | Reach::EnemyHalf => u16::MAX,
        };
        let fits = |square: &Square| {
            let rank = board.relative_rank(color, *square);
            drop.skip <= rank && rank < depth && open(board, &allowed, *square) && in_zone(*square)
        };
        let squares = board.squares().filter(fits).map(|s| s.0).collect();
        rules.push(DropRule { squares, limits: drop.limits, blocked: drop.blocked, landing: drop.landing });
    }
    if rules.is_empty() && variant.captured != Captured::ToOwner && !variant.pieces.iter().any(gates) {
        let squares =
            board.squares().filter(|&s| open(board, &allowed, s) && in_zone(s)).map(|s| s.0).collect();
        let landing = Landing { pass: Occupancy::EMPTY, take: Occupancy::NONE };
        rules.push(DropRule { squares, limits: DropLimits::default(), blocked: false, landing });
    }
    rules
}

fn open(board: &Geometry, allowed: &[Access], square: Square) -> bool {
    !board.is_hole(square) && allowed[square.index()] != Access::Forbidden
}

/// Does it matter for pieces of this type whether they have moved?
pub fn minds_unmoved(variant: &Variant, piece: PieceType) -> bool {
    let castles = |kind: &MovementKind| matches!(kind, MovementKind::Castle(_));
    let minds = |piece: usize| {
        variant.pieces[piece].movements.iter().any(|m| m.initial == Initial::Unmoved || castles(&m.kind))
    };
    // SPEC: XBetza readings 21: borrowed initial moves ask whether the borrower has moved.
    let lent = is_lent(variant, piece);
    let converts = variant.captures.conversion.get(piece.index()).copied().unwrap_or(false);
    converts || minds(piece.index()) || lent && (0..variant.pieces.len()).any(minds)
}

/// What it matters for, castling apart, whether a piece has not moved.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct UnmovedUse {
    /// For moves of its own, as long as it stands where it is.
    pub moves: bool,
    /// For moves that put a piece from the hand on the board, as long as there can be one.
    pub gates: bool,
}

/// What it matters for whether a piece of this type has not moved.
pub fn unmoved_use(variant: &Variant, piece: PieceType) -> UnmovedUse {
    let initial = |gating: bool| {
        let puts_down = move |m: &Movement| match &m.kind {
            MovementKind::Walk(legs) => Some(legs.iter().any(|leg| leg.gate)),
            MovementKind::Castle(_) => None,
            _ => Some(false),
        };
        move |piece: &Piece| {
            let mut movements = piece.movements.iter().filter(|m| m.initial == Initial::Unmoved);
            movements.any(|m| puts_down(m) == Some(gating))
        }
    };
    let own = &variant.pieces[piece.index()];
    let lends = |piece: &Piece| initial(false)(piece) || initial(true)(piece);
    let converts = variant.captures.conversion.get(piece.index()).copied().unwrap_or(false);
    let borrowed = is_lent(variant, piece) && variant.pieces.iter().any(lends);
    UnmovedUse { moves: converts || borrowed || initial(false)(own), gates: initial(true)(own) }
}

/// Can the type make moves of others as its own?
fn is_lent(variant: &Variant, piece: PieceType) -> bool {
    has_moves_of_others(variant, piece)
        || variant.pieces.iter().any(|p| p.movements.iter().any(excites_borrower))
}

/// Do moves of the type put pieces from the hand on the board?
pub fn gates(piece: &Piece) -> bool {
    piece.movements.iter().any(|movement| match &movement.kind {
        MovementKind::Walk(legs) => legs.iter().any(|leg| leg.gate),
        MovementKind::Castle(castle) => castle.gate,
        _ => false,
    })
}

/// Has the type moves of others: does it borrow or imitate them?
pub fn has_moves_of_others(variant: &Variant, piece: PieceType) -> bool {
    variant.pieces[piece.index()].movements.iter().any(borrows) || is_imitator(variant, piece)
}

/// Must the position be looked at to know what the type can capture: by moves of others, as a mirror, with flames?
pub fn is_dynamic(variant: &Variant, piece: PieceType) -> bool {
    let odd = |m: &Movement| matches!(m.kind, MovementKind::Mirror(_)) || !m.flames.is_empty();
    // A capture may give its victim's side what it needs to make such a move.
    let fed = variant.captured == Captured::ToOwner && gates(&variant.pieces[piece.index()]);
    fed || has_moves_of_others(variant, piece) || variant.pieces[piece.index()].movements.iter().any(odd)
}

/// Does a friend that the movement sets in motion borrow moves?
pub fn excites_borrower(movement: &Movement) -> bool {
    borrows(movement) && excites(movement)
}

/// Has the type the atom `I`?
pub fn is_imitator(variant: &Variant, piece: PieceType) -> bool {
    variant.pieces[piece.index()].movements.iter().any(|m| matches!(m.kind, MovementKind::Imitate(_)))
}

/// Does the movement borrow those of another piece (final `x`)?
pub fn borrows(movement: &Movement) -> bool {
    matches!(&movement.kind, MovementKind::Walk(legs) if legs.last().is_some_and(|leg| leg.excite))
}

/// Does the movement make another piece move (`x` on a non-final leg)?
pub fn excites(movement: &Movement) -> bool {
    let MovementKind::Walk(legs) = &movement.kind else { return false };
    legs.split_last().is_some_and(|(_, inner)| inner.iter().any(|leg| leg.excite))
}

/// Can another piece make the movement its own?
///
/// SPEC: XBetza readings 21: borrowed final-x moves are not borrowed in turn. Castling and drops are no moves of the
/// piece alone; what turns a piece is bound to its own type.
pub fn can_be_lent(movement: &Movement) -> bool {
    let walks = matches!(movement.kind, MovementKind::Walk(_) | MovementKind::Universal(_));
    walks && !borrows(movement) && movement.initial.change().is_none()
}

/// What movements of the type turn it into.
pub fn changes(variant: &Variant, piece: PieceType) -> impl Iterator<Item = TypeChange> + '_ {
    variant.pieces[piece.index()].movements.iter().filter_map(|movement| movement.initial.change())
}

/// What movements of any type turn it into.
pub fn all_changes(variant: &Variant) -> impl Iterator<Item = TypeChange> + '_ {
    (0..variant.pieces.len() as u16).flat_map(|piece| changes(variant, PieceType(piece)))
}

/// Can the type castle?
pub fn castles(variant: &Variant, piece: PieceType) -> bool {
    variant.pieces[piece.index()].movements.iter().any(|m| matches!(m.kind, MovementKind::Castle(_)))
}
