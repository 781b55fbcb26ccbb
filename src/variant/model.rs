//! The data of a checked variant.

use super::captures::CaptureRules;
use super::end_rules::{EndRules, Extinct};
use super::move_rules::MoveRules;
use super::piece::{Morph, Piece, Promotion};
use crate::board::{Color, Geometry, Kind, PieceType, Square};
use crate::notation::legs::{Movement, MovementKind};

/// Rules for pieces in hand (keys `setupDrops`, `dropForms`, `handSwap`, `gateBlocks`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HandRules {
    /// True if drops are mandatory: no other move is legal while a drop is possible.
    pub drops_first: bool,
    /// True if a piece in hand may also be dropped as its promoted form.
    pub drop_forms: bool,
    /// True if a piece in hand may change places with a piece on the board that has the same ID.
    pub swap: bool,
    /// True if a piece gated in on the square that a move vacates cannot block a check: the move must be legal without
    /// it.
    pub gates_open: bool,
}

/// Passes, and the way it ends games (keys `pass`, `passEnd`, `bikjang`, `points`, `komi`).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PassRules {
    /// Whether a side may pass when it is not in check.
    pub allowed: bool,
    /// True if it may only when it has no other legal move.
    pub last_resort: bool,
    /// Number of consecutive passes that ends the game; 0: passing ends no game.
    pub end: u16,
    /// True if the next move must separate royals that face each other, unless it is a pass, which ends the game.
    pub bikjang: bool,
    /// `[type]`: tenths of points, which decide a game ended by passing; `None`: such a game is drawn.
    pub points: Option<Vec<i32>>,
    /// Extra tenths of points for the side that moves second.
    pub komi: i32,
}

/// Conditions on castling rights, apart from king and castling partner.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CastleRules {
    /// True if castling takes away the opponent's right to castle to the same side (key `castleBars`).
    pub bars: bool,
    /// True if castling is always written as in Chess960: in UCI, the king takes its partner (key `chess960`).
    pub chess960: bool,
    /// `[type]`: an enemy piece of this type that moves to the file or rank of a royal takes away its initial moves
    /// (key `exposedTo`).
    pub exposed_to: Vec<bool>,
}

/// Destination of captured pieces (`holdingsType`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Captured {
    /// 0: out of the game.
    #[default]
    Discarded,
    /// 1: back to their owner's hand, as promotion stock.
    ToOwner,
    /// -1: to the captor's hand, to be dropped.
    ToCaptor,
}

/// Sets of pieces, each permuted in turn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shuffle {
    pub(super) sets: Vec<Vec<Member>>,
}

/// A type of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Member {
    pub(super) piece: PieceType,
    /// `!`: spread over both square colours; a single piece stays on its colour.
    pub(super) spread: bool,
    /// `:`: placed symmetrically.
    pub(super) paired: bool,
}

/// Pieces on the board: square, colour, type; in square order.
pub type Array = Vec<(Square, Color, PieceType)>;

/// A checked, internally consistent variant: all types exist, squares are on the board, no hole is occupied.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Catalogue name, or the file's stem.
    pub name: String,
    /// Other names (XBoard's, the perft suites').
    pub aliases: Vec<String>,
    /// Title for display.
    pub title: String,
    /// The board.
    pub board: Geometry,
    /// True if Black's view of the board is White's rotated by 180 degrees (`symmetry=rotate`); otherwise it is
    /// mirrored top to bottom. Matters for `morph` boards.
    pub rotated: bool,
    /// The piece types in the order of their lines.
    pub pieces: Vec<Piece>,
    /// The start position.
    pub setup: Array,
    /// The array that XBoard sets up instead under this name (key `xboardArray`), if the definition gives one.
    pub xboard_array: Option<Array>,
    /// `[colour][type]`: pieces that start in hand.
    pub hands: [Vec<u16>; 2],
    /// Side to move first.
    pub first: Color,
    /// Promotion.
    pub promotion: Promotion,
    /// `[type][square]`, from White's view: where the type may be dropped; `None`: wherever its moves allow (key
    /// `dropZone`).
    pub drop_zones: Vec<Option<Vec<bool>>>,
    /// Destination of captured pieces.
    pub captured: Captured,
    /// True if pieces that have changed their type go to the hand as their original type (key `captureDemotes`).
    pub capture_demotes: bool,
    /// Effects and restrictions of captures.
    pub captures: CaptureRules,
    /// How games end.
    pub ends: EndRules,
    /// Further rules that make moves illegal.
    pub move_rules: MoveRules,
    /// `[colour]`: files (from 0) where a king lands when it castles to the left and to the right of the board, from any
    /// start square (key `castleFiles`); `None`: by the range of `O`.
    pub castle_files: Option<[(u16, u16); 2]>,
    /// Further letters for a type in FEN and move text (key `synonyms`).
    pub synonyms: Vec<(String, PieceType)>,
    /// Rules for pieces in hand.
    pub hand_rules: HandRules,
    /// Passes.
    pub pass: PassRules,
    /// Castling rights.
    pub castling: CastleRules,
    /// Squares where pieces count as unmoved, even when dropped there (key `homeArray`); `None`: their start squares.
    pub home: Option<Array>,
    /// The array before shuffling, if it was shuffled: it determines kings and castling partners.
    pub nominal: Option<Array>,
    /// Sets of pieces that are shuffled (key `shuffle`).
    pub shuffle: Shuffle,
    /// XBoard's parent variant for `setup` (key `parent`), if the definition names one.
    pub parent: Option<String>,
    /// Whether it is in the catalogue.
    pub built_in: bool,
}

impl Variant {
    /// Returns the array: the start position, unless the definition gives another one for pieces that are dropped
    /// first.
    pub fn array(&self) -> &Array {
        self.home.as_ref().unwrap_or(&self.setup)
    }
    /// Returns the array of the definition, unshuffled.
    pub(super) fn unshuffled(&self) -> &Array {
        self.nominal.as_ref().unwrap_or_else(|| self.array())
    }
    /// Whether the definition has a shuffled array.
    pub fn shuffles(&self) -> bool {
        !self.shuffle.sets.is_empty()
    }
    /// Its name, then the others.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        std::iter::once(&self.name).chain(&self.aliases).map(String::as_str)
    }
    /// Whether one of its names is this one, ignoring case.
    pub fn is_called(&self, name: &str) -> bool {
        self.names().any(|known| known.eq_ignore_ascii_case(name))
    }
    /// All piece types, in the order of their lines.
    pub fn types(&self) -> impl DoubleEndedIterator<Item = PieceType> + Clone + use<> {
        (0..self.pieces.len() as u16).map(PieceType)
    }
    /// The movements of a type.
    pub fn movements(&self, piece: PieceType) -> &[Movement] {
        &self.pieces[piece.index()].movements
    }
    /// Whether captured pieces go to the hand of the captor.
    pub fn captures_to_hand(&self) -> bool {
        self.captured == Captured::ToCaptor
    }
    /// Whether captured pieces go back to the hand of their owner.
    pub fn captures_to_owner(&self) -> bool {
        self.captured == Captured::ToOwner
    }
    /// Whether captured pieces go to a hand, of either side.
    pub fn keeps_captured(&self) -> bool {
        self.captured != Captured::Discarded
    }
    /// Whether pieces can be in hand, after captures or from the start.
    pub fn has_hands(&self) -> bool {
        self.keeps_captured() || self.hands.iter().flatten().any(|&n| n > 0)
    }
    /// Whether pieces can be in hand in a position that is set up: in games with hands, and wherever the definition says
    /// what pieces in hand can do.
    pub fn admits_hands(&self) -> bool {
        let from_hand =
            |movement: &Movement| matches!(movement.kind, MovementKind::Drop(_)) || movement.puts_down();
        let supplies = self.promotion.choices.iter().flatten().any(|choice| choice.from_hand);
        let enters = self.pieces.iter().any(|piece| piece.movements.iter().any(from_hand));
        self.has_hands() || supplies || enters
    }
    /// Whether a side has a piece of the type on the board from the start.
    pub(super) fn stands(&self, color: Color, piece: PieceType) -> bool {
        self.count_standing(color, piece) > 0
    }
    /// Number of pieces of the type that a side has on the board at the start.
    pub fn count_standing(&self, color: Color, piece: PieceType) -> usize {
        self.setup.iter().filter(|place| (place.1, place.2) == (color, piece)).count()
    }
    /// Whether a side has a piece of the type from the start, on the board or in hand.
    pub fn starts_with(&self, color: Color, piece: PieceType) -> bool {
        self.count_at_start(color, piece) > 0
    }
    /// Number of pieces of the type that a side has in hand at the start.
    pub fn count_held(&self, color: Color, piece: PieceType) -> u16 {
        self.hands[color.index()].get(piece.index()).copied().unwrap_or(0)
    }
    /// Number of pieces of the type that a side has at the start, on the board and in hand.
    pub fn count_at_start(&self, color: Color, piece: PieceType) -> usize {
        self.count_standing(color, piece) + usize::from(self.count_held(color, piece))
    }
    /// Whether a rule applies to a side: it starts with more pieces of these types than are too few.
    pub fn can_go_extinct(&self, color: Color, rule: &Extinct) -> bool {
        let counted = self.types().filter(|piece| rule.types[piece.index()]);
        let at_start: usize = counted.map(|piece| self.count_at_start(color, piece)).sum();
        at_start > usize::from(rule.most)
    }
    /// Whether the type is royal.
    pub fn is_royal(&self, piece: PieceType) -> bool {
        self.ends.royal.get(piece.index()).copied().unwrap_or(false)
    }
    /// Returns `square` for White and its image for Black: the index into a table from White's view.
    pub fn as_white_sees(&self, color: Color, square: Square) -> Square {
        match (color, self.rotated) {
            (Color::White, _) => square,
            (Color::Black, true) => self.board.turned(square),
            (Color::Black, false) => self.board.mirrored(square),
        }
    }
    /// Returns what the `morph` board of a kind says of a square.
    pub fn morph(&self, kind: Kind, square: Square) -> Morph {
        let board = self.promotion.morph_of(kind.piece());
        board.map_or(Morph::Normal, |board| board[self.as_white_sees(kind.color(), square).index()])
    }
    /// Returns the variant with the array that XBoard sets up under its name: the start position of games with a GUI or
    /// another engine. Initial moves and castling follow that array too. White moves first there, so other games are
    /// [turned](Self::turned).
    #[must_use]
    pub fn in_xboard(mut self) -> Self {
        if let Some(array) = &self.xboard_array {
            self.setup.clone_from(array);
        }
        if self.first == Color::Black { self.turned() } else { self }
    }
}

/// Every kind of a variant, in order.
pub fn all_kinds(variant: &Variant) -> impl Iterator<Item = Kind> + use<> {
    (0..variant.pieces.len() as u16 * 2).map(Kind)
}
