//! Rules by kind and square: promotion, drops, unmoved pieces.

use super::unroll::Access;
use crate::board::bits::{Bits, insert};
use crate::board::{Geometry, Kind, Square};
use crate::notation::legs::{
    DropLimits, Initial, Landing, Movement, MovementKind, Occupancy, Reach, TypeChange,
};
use crate::variant::captures::Form;
use crate::variant::{CaptureRules, Captured, Morph, Piece, PieceType, Variant};

/// Effect of arriving on a square.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Arrival {
    /// Nothing.
    #[default]
    Plain,
    /// It turns into that type.
    Into(PieceType),
    /// It promotes to a piece chosen from that set.
    Choose(u16),
    /// It may take its promoted form.
    May(PieceType),
    /// It must take its promoted form.
    Must(PieceType),
    /// It may take its promoted form if the move touches the promotion zone.
    Zone(PieceType),
    /// It must take its promoted form if the move touches the promotion zone.
    ZoneForced(PieceType),
}

/// Effect of reaching a goal square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum Goal {
    /// Nothing.
    #[default]
    None,
    /// It wins if its royals are safe.
    Later,
    /// It wins regardless of its royals.
    Now,
}

impl Goal {
    /// All of them, each at its number.
    pub const ALL: [Self; 3] = [Self::None, Self::Later, Self::Now];
}

/// Where a kind may be dropped, and under which limits.
#[derive(Clone, Debug)]
pub struct DropRule {
    /// Squares within range of the drop atom.
    pub squares: Vec<u16>,
    /// Limits per file, shade and board.
    pub limits: DropLimits,
    /// Whether every square between the home edge and the square must be empty.
    pub blocked: bool,
    /// What the square may hold.
    pub landing: Landing,
    /// The squares as a set, if only their being empty and the limits matter.
    pub area: Option<Box<[u64]>>,
    /// The limits as sets of squares, if there is an area.
    pub regions: Vec<DropRegion>,
}

/// Squares that can take a limited number of pieces of a kind by drops.
#[derive(Clone, Debug)]
pub struct DropRegion {
    /// Maximum number of pieces of the kind there.
    pub most: u8,
    /// The squares.
    pub squares: Box<[u64]>,
}

impl DropRule {
    fn new(board: &Geometry, squares: Vec<u16>, limits: DropLimits, blocked: bool, landing: Landing) -> Self {
        let set = |wanted: &dyn Fn(Square) -> bool| {
            let mut words = vec![0; crate::board::bits::width(board.len())];
            let squares = board.squares().filter(|&square| wanted(square));
            squares.for_each(|square| insert(&mut words, square.index()));
            words.into_boxed_slice()
        };
        let plain = !blocked && landing.pass == Occupancy::EMPTY && landing.take.is_empty();
        let area = plain.then(|| set(&|s| squares.contains(&s.0) && !board.is_fleeting(s)));
        let mut regions = Vec::new();
        let mut limit = |most: u8, count: u16, part: &dyn Fn(Square) -> u16| {
            for number in (0..count).filter(|_| most > 0 && plain) {
                regions.push(DropRegion { most, squares: set(&|square| part(square) == number) });
            }
        };
        limit(limits.per_file, board.files(), &|square| board.file(square));
        limit(limits.per_shade, 2, &|square| board.shade(square));
        limit(limits.per_board, 1, &|_| 0);
        Self { squares, limits, blocked, landing, area, regions }
    }
    /// Squares of `empty` where a piece may be dropped, given the pieces of its kind; `None` if the sets cannot tell.
    #[inline]
    pub fn open<const W: usize>(&self, pieces: Bits<W>, empty: Bits<W>) -> Option<Bits<W>> {
        let mut open = Bits::of(self.area.as_ref()?, 0) & empty;
        for region in &self.regions {
            let squares = Bits::of(&region.squares, 0);
            if (pieces & squares).count() >= u32::from(region.most) {
                open = open.without(squares);
            }
        }
        Some(open)
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

/// The type of a piece of type `piece` after a move with this effect; `None` if the squares of the move determine it.
pub fn form_after(variant: &Variant, piece: PieceType, form: Form) -> Option<PieceType> {
    match form {
        Form::Same => None,
        Form::Into(form) | Form::Defector(form) => Some(form),
        Form::Shogi => promoted_form(variant, piece),
    }
}

/// The type a captured piece of type `piece` becomes in a hand.
///
/// SPEC: diagram readings, "Capture into the hand demotes".
pub fn demoted_form(variant: &Variant, piece: PieceType) -> PieceType {
    base(variant, piece).unwrap_or(piece)
}

/// The type whose promoted form this is by `promoOffset`: in the zone, on a square or by a capture.
pub fn base(variant: &Variant, piece: PieceType) -> Option<PieceType> {
    let by_square = |base: PieceType| {
        let board = variant.promotion.morph_of(base);
        board.is_some_and(|board| board.iter().any(|m| matches!(m, Morph::MayPromote | Morph::MustPromote)))
    };
    let promotes = |base: PieceType| {
        base.0 < variant.promotion.types || by_square(base) || variant.captures.promote(base)
    };
    variant.types().find(|&base| promoted_form(variant, base) == Some(piece) && promotes(base))
}

/// The goal on a square of a type's `morph` board.
pub fn goal(variant: &Variant, kind: Kind, square: Square) -> Goal {
    match variant.morph(kind, square) {
        Morph::WinLater => Goal::Later,
        Morph::WinNow => Goal::Now,
        _ => Goal::None,
    }
}

/// Whether the type must promote wherever it may.
///
/// SPEC: XBetza of 2020, "Ideas for the future": "It could be indicated that a move must promote (e.g. as a +
/// suffix behind the entire description)".
pub fn must_promote(variant: &Variant, piece: PieceType) -> bool {
    variant.movements(piece).iter().any(|movement| movement.must_promote)
}

/// Access of a kind to each square.
pub fn access(variant: &Variant, kind: Kind) -> Vec<Access> {
    let of = |square| match variant.morph(kind, square) {
        Morph::Forbidden => Access::Forbidden,
        Morph::NoFriend => Access::NoFriend,
        _ => Access::Open,
    };
    variant.board.squares().map(of).collect()
}

/// `[square]`: effect for a kind of arriving there, by its morph board or else by the promotion zone.
/// `dead[square]`: the piece would have no move from there.
///
/// SPEC: Interactive diagrams, "Rules" and "Making use of Board Zones".
pub fn arrivals(variant: &Variant, kind: Kind, dead: &[bool]) -> Vec<Arrival> {
    let piece = kind.piece();
    let form = promoted_form(variant, piece);
    let of = |square: Square| {
        let shogi = |arrival: fn(PieceType) -> Arrival| match form {
            Some(form) if stuck(variant, kind, square, dead) => Arrival::Must(form),
            Some(form) => arrival(form),
            None => Arrival::Plain,
        };
        match variant.morph(kind, square) {
            Morph::Into(target) => Arrival::Into(target),
            Morph::Choose(set) => Arrival::Choose(set as u16),
            Morph::MayPromote if must_promote(variant, piece) => shogi(Arrival::Must),
            Morph::MayPromote => shogi(Arrival::May),
            Morph::MustPromote => shogi(Arrival::Must),
            Morph::Normal | Morph::Forbidden | Morph::NoFriend | Morph::WinLater | Morph::WinNow => {
                zone_arrival(variant, kind, square, dead)
            }
        }
    };
    variant.board.squares().map(of).collect()
}

/// `[square]`: effect for a kind of arriving there by a quoted movement: by the promotion zone, except where its morph
/// board specifies a promotion.
///
/// SPEC: Interactive diagrams, "Making use of Board Zones": "a piece that moves as A'D'fW for which the morph
/// board specifies last-rank promotion will only be allowed to promote with the W move".
pub fn zone_arrivals(variant: &Variant, kind: Kind, dead: &[bool]) -> Vec<Arrival> {
    let of = |square| match variant.morph(kind, square).promotes() {
        true => Arrival::Plain,
        false => zone_arrival(variant, kind, square, dead),
    };
    variant.board.squares().map(of).collect()
}

/// Whether a piece must promote on the square.
///
/// SPEC: diagram readings, "Shogi promotion": the first type must promote on the last rank, as must any piece
/// that would never move again.
pub(super) fn stuck(variant: &Variant, kind: Kind, square: Square, dead: &[bool]) -> bool {
    dead[square.index()] || kind.piece().0 == 0 && variant.board.rank_from_end(kind.color(), square) == 1
}

fn zone_arrival(variant: &Variant, kind: Kind, square: Square, dead: &[bool]) -> Arrival {
    let (promotion, piece) = (&variant.promotion, kind.piece());
    let inside = variant.board.rank_from_end(kind.color(), square) <= promotion.zone;
    if piece.0 >= promotion.types {
        return Arrival::Plain;
    }
    if promotion.offset == 0 {
        return if inside { Arrival::Choose(0) } else { Arrival::Plain };
    }
    let never_defers = must_promote(variant, piece)
        || promotion.choices.first().is_some_and(|set| set.iter().any(|c| c.piece == piece && c.not_last));
    match promoted_form(variant, piece) {
        Some(form) if inside && stuck(variant, kind, square, dead) => Arrival::Must(form),
        Some(form) if never_defers || stuck(variant, kind, square, dead) => Arrival::ZoneForced(form),
        Some(form) => Arrival::Zone(form),
        None => Arrival::Plain,
    }
}

/// Returns the drop rules of a kind; none if it cannot be dropped.
///
/// SPEC: drops.txt. A type without the atom `@` may be dropped anywhere in a game whose hands are for
/// dropping, but not where moves put pieces down: "No need to involve the drop atom here."
pub fn drops(variant: &Variant, kind: Kind) -> Vec<DropRule> {
    let (board, piece, color) = (&variant.board, kind.piece(), kind.color());
    let movements = variant.movements(piece).iter();
    let allowed = access(variant, kind);
    let open = |square: Square| {
        let accessible = allowed[square.index()] != Access::Forbidden;
        !board.is_hole(square) && accessible && in_drop_zone(variant, kind, square)
    };
    let mut rules: Vec<DropRule> = Vec::new();
    for movement in movements {
        let MovementKind::Drop(drop) = &movement.kind else { continue };
        let depth = match drop.depth {
            Reach::Steps(n) => n,
            Reach::Unlimited | Reach::EnemyHalf => u16::MAX,
        };
        let fits = |square: &Square| {
            let rank = board.relative_rank(color, *square);
            drop.skip <= rank && rank < depth && open(*square)
        };
        let squares = board.squares().filter(fits).map(|s| s.0).collect();
        rules.push(DropRule::new(board, squares, drop.limits, drop.blocked, drop.landing));
    }
    if rules.is_empty() && variant.captured != Captured::ToOwner && !variant.pieces.iter().any(Piece::gates) {
        let squares = board.squares().filter(|&square| open(square)).map(|s| s.0).collect();
        rules.push(DropRule::new(board, squares, DropLimits::default(), false, Landing::MOVE));
    }
    rules
}

/// Whether the kind may be dropped on the square according to its `dropZone`.
pub fn in_drop_zone(variant: &Variant, kind: Kind, square: Square) -> bool {
    let zone = variant.drop_zones.get(kind.piece().index()).and_then(Option::as_ref);
    zone.is_none_or(|zone| zone[variant.as_white_sees(kind.color(), square).index()])
}

/// Whether it matters that pieces of this type are unmoved.
pub fn minds_unmoved(variant: &Variant, piece: PieceType) -> bool {
    let castles = |kind: &MovementKind| matches!(kind, MovementKind::Castle(_));
    let minds = |piece: usize| {
        variant.pieces[piece].movements.iter().any(|m| m.initial == Initial::Unmoved || castles(&m.kind))
    };
    // SPEC: XBetza readings 21: borrowed initial moves ask whether the borrower has moved.
    let lent = is_lent(variant, piece);
    let converts = CaptureRules::marks(&variant.captures.conversion, piece);
    converts || minds(piece.index()) || lent && (0..variant.pieces.len()).any(minds)
}

/// Uses of the unmoved state, except castling.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct UnmovedUse {
    /// For the type's own moves, as long as the piece stays on its square.
    pub moves: bool,
    /// For moves that put a piece from the hand on the board, as long as the hand can have one.
    pub gates: bool,
}

/// Returns the uses of the unmoved state of a type.
pub fn unmoved_use(variant: &Variant, piece: PieceType) -> UnmovedUse {
    let initial = |gating: bool| {
        let fits = move |m: &Movement| {
            m.initial == Initial::Unmoved
                && !matches!(m.kind, MovementKind::Castle(_))
                && m.puts_down() == gating
        };
        move |piece: &Piece| piece.movements.iter().any(fits)
    };
    let own = &variant.pieces[piece.index()];
    let lends = |piece: &Piece| initial(false)(piece) || initial(true)(piece);
    let converts = CaptureRules::marks(&variant.captures.conversion, piece);
    let borrowed = is_lent(variant, piece) && variant.pieces.iter().any(lends);
    UnmovedUse { moves: converts || borrowed || initial(false)(own), gates: initial(true)(own) }
}

/// Whether the type can make moves of others.
fn is_lent(variant: &Variant, piece: PieceType) -> bool {
    has_moves_of_others(variant, piece)
        || variant.pieces.iter().any(|p| p.movements.iter().any(induces_borrower))
}

/// Whether the type borrows or imitates moves of others.
pub fn has_moves_of_others(variant: &Variant, piece: PieceType) -> bool {
    variant.movements(piece).iter().any(Movement::borrows) || is_imitator(variant, piece)
}

/// Whether the captures of the type depend on the position: by moves of others, as a mirror, or with flames.
pub fn is_dynamic(variant: &Variant, piece: PieceType) -> bool {
    let depends = |m: &Movement| matches!(m.kind, MovementKind::Mirror(_)) || !m.flames.is_empty();
    // A capture may give its victim's side the piece it needs for such a move.
    let fed = variant.captured == Captured::ToOwner && variant.pieces[piece.index()].gates();
    fed || has_moves_of_others(variant, piece) || variant.movements(piece).iter().any(depends)
}

/// Whether a friend made to move by the movement borrows moves.
pub fn induces_borrower(movement: &Movement) -> bool {
    movement.borrows() && induces(movement)
}

/// Whether the type has the atom `I`.
pub fn is_imitator(variant: &Variant, piece: PieceType) -> bool {
    variant.movements(piece).iter().any(|m| matches!(m.kind, MovementKind::Imitate(_)))
}

/// Whether the movement makes another piece move (`x` on a non-final leg).
pub fn induces(movement: &Movement) -> bool {
    movement.legs().split_last().is_some_and(|(_, inner)| inner.iter().any(|leg| leg.induce))
}

/// Whether another piece can make the movement.
///
/// SPEC: XBetza readings 21: borrowed final-x moves are not borrowed in turn. Castling and drops are not
/// moves of the piece alone; type changes are bound to their own type.
pub fn can_be_lent(movement: &Movement) -> bool {
    let walks = matches!(movement.kind, MovementKind::Walk(_) | MovementKind::Universal(_));
    walks && !movement.borrows() && movement.initial.change().is_none()
}

/// Type changes by movements of the type.
pub fn changes(variant: &Variant, piece: PieceType) -> impl Iterator<Item = TypeChange> + '_ {
    variant.movements(piece).iter().filter_map(|movement| movement.initial.change())
}

/// Type changes by movements of any type.
pub fn all_changes(variant: &Variant) -> impl Iterator<Item = TypeChange> + '_ {
    variant.types().flat_map(|piece| changes(variant, piece))
}
