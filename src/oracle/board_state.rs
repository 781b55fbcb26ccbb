//! A position as the reference generator sees it: plain fields, copied for every move.

use crate::board::{Color, Kind, PieceType, Square};
use crate::notation::legs::MovementKind;
use crate::oracle::zones;
use crate::position::{Cell, EnPassantRight, Game, Position, RuleCounters};
use crate::variant::{Captured, Variant, all_kinds};

/// Squares on which a piece may be captured en passant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Marks {
    /// The squares, ascending.
    pub squares: Vec<Square>,
    /// Square of that piece.
    pub victim: Square,
}

/// Board, hands, side to move, en passant right. Castling rights follow from unmoved pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReferenceState {
    /// `[square]`: contents.
    pub cells: Vec<Cell>,
    /// `[kind]`: pieces in hand.
    pub hands: Vec<u32>,
    /// Side to move.
    pub side: Color,
    /// En passant right.
    pub en_passant: Option<Marks>,
    /// The type that moved last, imitators excluded; kept only in variants with imitators.
    pub last_moved: Option<PieceType>,
    /// `[colour]`: whether a royal of that side has been captured.
    pub fallen: [bool; 2],
    /// Types with `counterStrike` captured by the last move, ascending.
    pub struck: Vec<PieceType>,
    /// Whether the side to move must pass.
    pub frozen: bool,
    /// Rule state that the pieces do not show.
    pub counters: RuleCounters,
}

impl ReferenceState {
    /// The state of a position.
    pub fn of(game: &Game, pos: &Position) -> Self {
        Self {
            cells: pos.cells().to_vec(),
            hands: pos.hands().to_vec(),
            side: pos.side(),
            en_passant: pos.en_passant().map(|right| marks_of(game, right)),
            last_moved: pos.last_moved(),
            fallen: Color::BOTH.map(|color| pos.has_lost_royal(color)),
            struck: struck(&game.variant, pos.struck()),
            frozen: pos.is_frozen(),
            counters: pos.counters(),
        }
    }
    /// Whether this is the state of `pos`.
    pub fn is(&self, game: &Game, pos: &Position) -> bool {
        *self == Self::of(game, pos)
    }
    /// Whether this is the state of `pos`, ignoring the en passant right.
    pub fn is_but_for_en_passant(&self, game: &Game, pos: &Position) -> bool {
        *self == Self { en_passant: self.en_passant.clone(), ..Self::of(game, pos) }
    }
    /// Content of a square.
    pub fn cell(&self, square: Square) -> Cell {
        self.cells[square.index()]
    }
    /// Sets the content of a square.
    pub fn put(&mut self, square: Square, cell: Cell) {
        self.cells[square.index()] = cell;
    }
    /// Number of pieces of a kind in hand.
    pub fn hand(&self, kind: Kind) -> u32 {
        self.hands[kind.index()]
    }
    /// Removes the piece on a square by capture, into a hand if the rules say so.
    ///
    /// SPEC: diagram readings, "Capture into the hand".
    pub fn capture(&mut self, variant: &Variant, square: Square) {
        let side = self.side;
        self.remove(variant, square, |_| side);
    }
    /// Destroys the piece on a square; it goes to its opponent's hand where captures go to the captor.
    pub fn destroy(&mut self, variant: &Variant, square: Square) {
        self.remove(variant, square, Color::other);
    }
    /// Removes the piece on a square; `captor` says, by its colour, who gets it where captures go to the captor.
    fn remove(&mut self, variant: &Variant, square: Square, captor: impl Fn(Color) -> Color) {
        let cell = self.cell(square);
        let Some(kind) = cell.kind() else { return };
        self.put(square, Cell::EMPTY);
        self.fallen[kind.color().index()] |= variant.is_royal(kind.piece());
        let holder = match variant.captured {
            Captured::Discarded => return,
            Captured::ToOwner => kind.color(),
            Captured::ToCaptor => captor(kind.color()),
        };
        let piece = cell.origin().unwrap_or_else(|| zones::demoted(variant, kind.piece()));
        self.hands[Kind::new(piece, holder).index()] += 1;
    }
    /// Puts a piece from the hand on a square.
    pub fn put_down(&mut self, kind: Kind, square: Square) {
        self.hands[kind.index()] -= 1;
        self.put(square, Cell::new(kind));
    }
    /// Records that a piece of the type has moved. SPEC: XBetza, "The Imitator".
    pub fn moved(&mut self, variant: &Variant, piece: PieceType) {
        let imitates = |piece: PieceType| {
            let movements = variant.movements(piece);
            movements.iter().any(|movement| matches!(movement.kind, MovementKind::Imitate(_)))
        };
        if !imitates(piece) && variant.types().any(imitates) {
            self.last_moved = Some(piece);
        }
    }
    /// Whether there are imitators on the board or in hand, or may be later.
    pub fn may_imitate(&self, game: &Game) -> bool {
        let imitates = |kind: &Kind| !game.tables.kind(*kind).imitates.is_empty();
        let stands = || self.cells.iter().filter_map(|cell| cell.kind()).any(|kind| imitates(&kind));
        let is_held = |kind: Kind| self.hand(kind) > 0;
        game.rules.sharing.imitators_come
            || stands()
            || all_kinds(&game.variant).filter(imitates).any(is_held)
    }
    /// Whether the states are equal, apart from goals reached.
    pub fn is_but_for_goal(&self, other: &Self) -> bool {
        if self.counters.goal == other.counters.goal {
            return self == other;
        }
        let mut like = self.clone();
        like.counters.goal = other.counters.goal;
        like == *other
    }
    /// Gives the turn to the opponent.
    pub fn turn(&mut self) {
        self.side = self.side.other();
    }
    /// The state after a pass.
    pub fn passed(&self) -> Self {
        Self { side: self.side.other(), en_passant: None, frozen: false, ..self.clone() }
    }
}

fn marks_of(game: &Game, right: EnPassantRight) -> Marks {
    let mut squares: Vec<_> = game.tables.trail(right.trail).iter().map(|&square| Square(square)).collect();
    squares.sort_unstable();
    Marks { squares, victim: right.victim }
}

/// Decodes the bit set of a position into types: one bit each, in the order of the list.
fn struck(variant: &Variant, bits: u64) -> Vec<PieceType> {
    let strikers = (0..).map(PieceType).zip(&variant.captures.counter_strike);
    let strikers = strikers.filter(|(_, strikes)| **strikes).map(|(piece, _)| piece);
    strikers.enumerate().filter(|(bit, _)| bits >> bit & 1 != 0).map(|(_, piece)| piece).collect()
}
