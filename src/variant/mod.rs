//! Definition text to a checked [`Variant`].
//!
//! The stages: [`page`] (a definition in a web page) -> `source` (lines) -> `definition` (parameters, piece lines) -> `pieces`, `setup`, `promotion`, `morph`,
//! `captures`, `ends` (what they mean) -> [`read()`] (the whole). Every stage reports [`Diagnostic`]s and goes on. The format is
//! documented in `docs/definitions.md`.

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
mod nearest;
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

/// Index of a piece line, from 0, holes not counted.
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
    /// Its ID: a capital letter, perhaps with a `+` before or a `'` or `!` behind it.
    pub id: String,
    /// The name of its image; empty where the definition has none.
    pub image: String,
    /// Its move description as written, or the default for its name.
    pub betza: String,
    /// What the description means.
    pub movements: Vec<Movement>,
    /// `[zone][square]`, as White sees the board: the squares of the zones to which movements may be bound (key
    /// `zoneMoves`).
    pub zones: Vec<Vec<bool>>,
}

/// What a promotion may turn a piece into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The new type.
    pub piece: PieceType,
    /// `*`: only a piece in hand, which is used up.
    pub from_hand: bool,
    /// `!`: not on the last rank (in Shogi promotion: may not defer).
    pub not_last: bool,
    /// Numeric suffix: only on this many last ranks.
    pub ranks: Option<u16>,
}

/// What the `morph` board of a type says of one square.
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
    /// `!`: cannot move there.
    Forbidden,
    /// `=`: no friendly capture there.
    NoFriend,
    /// `+`: wins there, unless the opponent's next move takes a royal.
    WinLater,
    /// `#`: wins there at once.
    WinNow,
}

/// Promotion by zone (`promoZone`, `maxPromote`, `promoOffset`, `promoChoice`) and by square (`morph`).
#[derive(Clone, Debug, Default)]
pub struct Promotion {
    /// Depth of the zone in ranks.
    pub zone: u16,
    /// How many of the first types promote in the zone.
    pub types: u16,
    /// Distance to the promoted type in the list; 0: promotion by choice.
    pub offset: u16,
    /// Do moves within and out of the zone promote by `promoOffset` where nothing is dropped, too?
    pub inside: bool,
    /// The choice sets; the first one is the default.
    pub choices: Vec<Vec<Choice>>,
    /// `[type]`: White's view of the board, `[square]`; `None` where the type has no morph board.
    pub morph: Vec<Option<Vec<Morph>>>,
    /// `[type]`: nothing promotes to the type while its side has so many of them on the board (key `promoLimit`).
    pub limits: Vec<Option<u16>>,
}

/// What pieces in hand may and must do (keys `setupDrops`, `dropForms`, `handSwap`, `gateBlocks`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HandRules {
    /// As long as a drop is possible nothing else is.
    pub drops_first: bool,
    /// What is in hand may be dropped as its promoted form, too.
    pub drop_forms: bool,
    /// A piece in hand may change places with one on the board that has the same ID.
    pub swap: bool,
    /// A piece put on the square that a move leaves blocks no check: the move must be legal without it.
    pub gates_open: bool,
}

/// Passing, and how it ends games (keys `pass`, `passEnd`, `bikjang`, `points`, `komi`).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PassRules {
    /// May a side pass when it is not in check?
    pub allowed: bool,
    /// So many passes in a row end the game; 0: none do.
    pub end: u16,
    /// Royals that face each other have to be parted, unless the answer is a pass, which ends the game.
    pub bikjang: bool,
    /// `[type]`: tenths of points that decide a game which passing has ended; `None`: it is a draw.
    pub points: Option<Vec<i32>>,
    /// Tenths of points that the side that moves second has more.
    pub komi: i32,
}

/// What castling rights depend on besides king and partner.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CastleRules {
    /// Castling takes the opponent's right to castle to the same side away (key `castleBars`).
    pub bars: bool,
    /// `[type]`: an enemy piece that moves to the file or rank of a royal takes its initial moves away (key `exposedTo`).
    pub exposed_to: Vec<bool>,
}

/// Where captured pieces go (`holdingsType`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Captured {
    /// 0: out of the game.
    #[default]
    Discarded,
    /// 1: back to the hand of their owner, as stock for promotion.
    ToOwner,
    /// -1: to the hand of the capturer, to be dropped.
    ToCapturer,
}

/// Value of an ending for the side it befalls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ending {
    /// A draw.
    #[default]
    Draw,
    /// A loss.
    Loss,
    /// A win.
    Win,
    /// A win with fewer pieces than the opponent, a loss with more, a draw with as many.
    Fewer,
}

/// When a game is over, and for whom.
#[derive(Clone, Debug, Default)]
pub struct EndRules {
    /// `[type]`: is it royal?
    pub royal: Vec<bool>,
    /// `[colour]`: must all royals of that side fall (`extinction`)? Else the loss of one loses.
    pub extinction: [bool; 2],
    /// For a side without legal moves that is not in check.
    pub stalemate: Ending,
    /// `[type]`: does the type count for baring? All false: no baring rule.
    pub baring: Vec<bool>,
    /// For the side bared first when the other is bared in turn.
    pub counterbare: Ending,
    /// For a side without legal moves that is in check.
    pub checkmate: Ending,
    /// How goal squares decide.
    pub goal: GoalRule,
    /// What befalls sides with few pieces left.
    pub extinct: Vec<Extinct>,
    /// When the royals of both sides have come through.
    pub impasse: Option<Impasse>,
    /// Castlings (side, towards the highest file?) that win; who has lost the right to one loses.
    pub castle_wins: Vec<(Color, bool)>,
    /// `[colour]`: checks that the side has to give to win; 0: they are not counted.
    pub checks: [u8; 2],
    /// Repetition that ends the game (3: the third occurrence); 0: none.
    pub repetition: u16,
    /// For whom it is what.
    pub repeated: Repeated,
    /// Does a side lose that has given check with every move since the position occurred first?
    pub perpetual: bool,
    /// What a side may not attack with every move since the position occurred first.
    pub chases: Vec<Chase>,
    /// Do points decide when the move count ends the game? Else it is a draw.
    pub quiet_points: bool,
    /// `[type]`: types whose moves begin the move count anew; `None`: the pawn-like ones.
    pub resets: Option<Vec<bool>>,
    /// Limits on the moves in which a weak side must be mated.
    pub counting: Option<Counting>,
    /// Plies without capture or irreversible pawn move after which the game is drawn; 0: no such rule.
    pub quiet_plies: u16,
}

/// Where pieces stand: square, colour, type; in the order of the squares.
pub type Array = Vec<(Square, Color, PieceType)>;

/// A checked variant. Everything in it agrees: types exist, squares are on the board, no hole is occupied.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Catalogue name, or the file's stem.
    pub name: String,
    /// Other names (XBoard's, the perft suites').
    pub aliases: Vec<String>,
    /// What people call it.
    pub title: String,
    /// The board.
    pub board: Geometry,
    /// Is Black's view of the board White's turned by 180 degrees (`symmetry=rotate`)? Else it is mirrored top
    /// to bottom. It matters for `morph` boards.
    pub rotated: bool,
    /// The piece types in the order of their lines.
    pub pieces: Vec<Piece>,
    /// The set-up.
    pub setup: Array,
    /// What XBoard sets up instead under this name (key `xboardArray`), if the definition says so.
    pub xboard_array: Option<Array>,
    /// `[colour][type]`: pieces that start in hand.
    pub hands: [Vec<u16>; 2],
    /// Side to move first.
    pub first: Color,
    /// Promotion.
    pub promotion: Promotion,
    /// `[type]`: where it may be dropped, White's view of the board, `[square]`; `None`: wherever its moves say (key
    /// `dropZone`).
    pub drop_zones: Vec<Option<Vec<bool>>>,
    /// What becomes of captured pieces.
    pub captured: Captured,
    /// Pieces promoted by choice go to the hand as what they were (key `captureDemotes`).
    pub capture_demotes: bool,
    /// What captures do and forbid.
    pub captures: CaptureRules,
    /// How games end.
    pub ends: EndRules,
    /// What else makes moves illegal.
    pub rules: MoveRules,
    /// Files (from 0) where a king lands when it castles to the left and to the right, whatever its start
    /// (key `castleFiles`); `None`: by the range of `O`.
    pub castle_files: Option<(u16, u16)>,
    /// Further letters for a type in FEN and move text (key `synonyms`).
    pub synonyms: Vec<(String, PieceType)>,
    /// What pieces in hand may and must do.
    pub hand_rules: HandRules,
    /// Passing.
    pub pass: PassRules,
    /// Castling rights.
    pub castling: CastleRules,
    /// Where pieces count as unmoved, also when they are dropped there (key `homeArray`), if not where they start.
    pub home: Option<Array>,
    /// The array before it was shuffled, if it was: from it follows what king and partners are.
    pub nominal: Option<Array>,
    /// How the array is shuffled (key `shuffle`).
    pub shuffle: shuffle::Shuffle,
    /// XBoard's parent variant for `setup` (key `parent`), if the definition names one.
    pub parent: Option<String>,
}

impl Variant {
    /// The array: the set-up, unless the definition gives another one for pieces that are dropped first.
    pub fn array(&self) -> &Array {
        self.home.as_ref().unwrap_or(&self.setup)
    }
    /// Where pieces count as unmoved: where the array has them, in shuffled games wherever some array may have them. It
    /// follows from the definition alone, not from the array that was drawn.
    pub fn home(&self) -> Cow<'_, Array> {
        if self.shuffles() { Cow::Owned(self.possible_homes()) } else { Cow::Borrowed(self.array()) }
    }
    /// White's square for White, its image for Black: what a table from White's view says of it.
    pub fn as_white_sees(&self, color: Color, square: Square) -> Square {
        match (color, self.rotated) {
            (Color::White, _) => square,
            (Color::Black, true) => self.board.turned(square),
            (Color::Black, false) => self.board.mirrored(square),
        }
    }
    /// The same variant with the array that XBoard sets up under its name: what a game with a GUI or with another
    /// engine starts from. Initial moves and castling go by that array too.
    #[must_use]
    pub fn in_xboard(mut self) -> Self {
        if let Some(array) = self.xboard_array.take() {
            self.setup = array;
        }
        self
    }
}
