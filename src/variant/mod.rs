//! Definition text to a checked [`Variant`].
//!
//! The stages: [`page`] (a definition in a web page) -> `source` (lines) -> `definition` (parameters, piece lines) ->
//! `pieces`, `setup`, `promotion`, `morph`, `captures`, `ends` (their meaning) -> [`read()`] (the whole definition).
//! Every stage reports [`Diagnostic`]s and continues. The format is documented in `docs/definitions.md`.

pub mod captures;
pub mod catalogue;
pub mod diagnostic;
pub mod fsf;
pub mod page;

mod array;
mod defaults;
mod definition;
mod draws;
mod ends;
mod hands;
mod keys;
mod letters;
mod morph;
pub mod move_rules;
pub mod named;
pub mod nearest;
mod parameters;
mod passing;
mod pieces;
mod promotion;
mod read;
mod review;
mod roster;
mod rules;
mod setup;
pub mod shuffle;
mod source;
mod values;
mod zones;

pub use captures::CaptureRules;
pub use diagnostic::{Diagnostic, Severity};
pub use move_rules::{
    Chase, CountLimit, Counting, Extinct, GoalRule, Impasse, MoveRules, NoCheck, Priority, Repeated,
};
pub use read::{move_field, read, read_part};
pub use source::printable;

use crate::board::{Color, Geometry, Square};
use crate::notation::Movement;
use std::borrow::Cow;

/// Index of a piece line, from 0, not counting holes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct PieceType(pub u16);

impl PieceType {
    /// The index as `usize`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One piece type of a variant.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its name in the definition.
    pub name: String,
    /// Its ID: a capital letter, optionally with `+` before it or `'` or `!` after it.
    pub id: String,
    /// The name of its image; empty if the definition gives none.
    pub image: String,
    /// Its move description as written, or the default for its name.
    pub betza: String,
    /// The parsed description.
    pub movements: Vec<Movement>,
    /// `[zone][square]`, from White's view: the zones that movements may be bound to (key `zoneMoves`).
    pub zones: Vec<Vec<bool>>,
}

/// One promotion choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The new type.
    pub piece: PieceType,
    /// `*`: only to a piece in hand, which is used up.
    pub from_hand: bool,
    /// `!`: not on the last rank (in Shogi promotion: promotion may not be deferred).
    pub not_last: bool,
    /// Numeric suffix: only on this many last ranks.
    pub ranks: Option<u16>,
}

/// The meaning of one square of a type's `morph` board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Morph {
    /// `.`: nothing special.
    Normal,
    /// A letter: turns into that type.
    Into(PieceType),
    /// `*` (set 0) or a digit (that set of `promoChoice`): promotion by choice.
    Choose(usize),
    /// `|`: optional Shogi promotion.
    MayPromote,
    /// `^`: forced Shogi promotion.
    MustPromote,
    /// `!`: the piece cannot move there.
    Forbidden,
    /// `=`: the piece cannot capture a friend there.
    NoFriend,
    /// `+`: the piece wins there, unless the opponent's next move takes a royal.
    WinLater,
    /// `#`: the piece wins there immediately.
    WinNow,
}

/// Promotion by zone (`promoZone`, `maxPromote`, `promoOffset`, `promoChoice`) and by square (`morph`).
#[derive(Clone, Debug, Default)]
pub struct Promotion {
    /// Depth of the zone in ranks.
    pub zone: u16,
    /// Number of types, from the first, that promote in the zone.
    pub types: u16,
    /// Distance to the promoted type in the list; 0: promotion by choice.
    pub offset: u16,
    /// True if moves within and out of the zone promote by `promoOffset` even in variants without drops.
    pub inside: bool,
    /// The choice sets; the first is the default.
    pub choices: Vec<Vec<Choice>>,
    /// `[type][square]`, from White's view; `None` for types without a morph board.
    pub morph: Vec<Option<Vec<Morph>>>,
    /// `[type]`: nothing promotes to this type while its side has this many on the board (key `promoLimit`).
    pub limits: Vec<Option<u16>>,
}

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

/// Passing, and the way it ends games (keys `pass`, `passEnd`, `bikjang`, `points`, `komi`).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PassRules {
    /// Whether a side may pass when it is not in check.
    pub allowed: bool,
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
    /// -1: to the capturer's hand, to be dropped.
    ToCapturer,
}

/// Result for the side that meets the condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ending {
    /// A draw.
    #[default]
    Draw,
    /// A loss.
    Loss,
    /// A win.
    Win,
    /// A win with fewer pieces than the opponent, a loss with more, a draw with equal numbers.
    Fewer,
}

/// The conditions that end a game, and their results.
#[derive(Clone, Debug, Default)]
pub struct EndRules {
    /// `[type]`: whether it is royal.
    pub royal: Vec<bool>,
    /// `[colour]`: true if a side loses only with its last royal (`extinction`), false if with any royal.
    pub extinction: [bool; 2],
    /// For a side without legal moves that is not in check.
    pub stalemate: Ending,
    /// `[type]`: whether it counts for baring. All false: no baring rule.
    pub baring: Vec<bool>,
    /// For the side that is bared first when the other is bared in turn.
    pub counterbare: Ending,
    /// For a side without legal moves that is in check.
    pub checkmate: Ending,
    /// Rules for goal squares.
    pub goal: GoalRule,
    /// Results for sides with few pieces left.
    pub extinct: Vec<Extinct>,
    /// The game ends when the royals of both sides stand in their promotion zones.
    pub impasse: Option<Impasse>,
    /// Castlings that win: side, and whether towards the highest file. A side that loses the right to one loses.
    pub castle_wins: Vec<(Color, bool)>,
    /// `[colour]`: number of checks that wins; 0: checks are not counted.
    pub checks: [u8; 2],
    /// Occurrence of a position that ends the game (3: the third); 0: none.
    pub repetition: u16,
    /// Result of a repetition.
    pub repeated: Repeated,
    /// True if a side that has given check with every move since the first occurrence of the position loses.
    pub perpetual: bool,
    /// Attacks that a side may not make with every move since the first occurrence of the position.
    pub chases: Vec<Chase>,
    /// True if points decide when the move count ends the game; otherwise it is a draw.
    pub quiet_points: bool,
    /// `[type]`: types whose moves reset the move count; `None`: the pawn-like ones.
    pub resets: Option<Vec<bool>>,
    /// Limits on the number of moves within which a weak side must be mated.
    pub counting: Option<Counting>,
    /// Plies without capture or irreversible pawn move after which the game is drawn; 0: no such rule.
    pub quiet_plies: u16,
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
    /// True if pieces promoted by choice go to the hand in their original form (key `captureDemotes`).
    pub capture_demotes: bool,
    /// Effects and restrictions of captures.
    pub captures: CaptureRules,
    /// How games end.
    pub ends: EndRules,
    /// Further rules that make moves illegal.
    pub rules: MoveRules,
    /// Files (from 0) where a king lands when it castles to the left and to the right, from any start square (key
    /// `castleFiles`); `None`: by the range of `O`.
    pub castle_files: Option<(u16, u16)>,
    /// Further letters for a type in FEN and move text (key `synonyms`).
    pub synonyms: Vec<(String, PieceType)>,
    /// Rules for pieces in hand.
    pub hand_rules: HandRules,
    /// Passing.
    pub pass: PassRules,
    /// Castling rights.
    pub castling: CastleRules,
    /// Squares where pieces count as unmoved, even when dropped there (key `homeArray`); `None`: their start squares.
    pub home: Option<Array>,
    /// The array before shuffling, if it was shuffled: it determines kings and castling partners.
    pub nominal: Option<Array>,
    /// Sets of pieces that are shuffled (key `shuffle`).
    pub shuffle: shuffle::Shuffle,
    /// XBoard's parent variant for `setup` (key `parent`), if the definition names one.
    pub parent: Option<String>,
}

impl Variant {
    /// Returns the array: the start position, unless the definition gives another one for pieces that are dropped
    /// first.
    pub fn array(&self) -> &Array {
        self.home.as_ref().unwrap_or(&self.setup)
    }
    /// Returns the squares where pieces count as unmoved: those of the array or, in shuffled games, of all possible
    /// arrays. It depends only on the definition, not on the array that was drawn.
    pub fn home(&self) -> Cow<'_, Array> {
        if self.shuffles() { Cow::Owned(self.possible_homes()) } else { Cow::Borrowed(self.array()) }
    }
    /// All piece types, in the order of their lines.
    pub fn types(&self) -> impl DoubleEndedIterator<Item = PieceType> + Clone + use<> {
        (0..self.pieces.len() as u16).map(PieceType)
    }
    /// Whether captured pieces go to the hand of the capturer.
    pub fn captures_to_hand(&self) -> bool {
        self.captured == Captured::ToCapturer
    }
    /// Whether pieces can be in hand, after captures or from the start.
    pub fn has_hands(&self) -> bool {
        self.captured != Captured::Discarded || self.hands.iter().flatten().any(|&n| n > 0)
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
    /// Returns the variant with the array that XBoard sets up under its name: the start position of games with a GUI or
    /// another engine. Initial moves and castling follow that array too.
    #[must_use]
    pub fn in_xboard(mut self) -> Self {
        if let Some(array) = self.xboard_array.take() {
            self.setup = array;
        }
        self
    }
}
