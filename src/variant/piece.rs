//! Piece types: names, movements, promotion.

use crate::board::PieceType;
use crate::notation::Movement;
use crate::notation::legs::{Castle, MovementKind};

/// One piece type of a variant.
#[derive(Clone, Default, Debug)]
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

impl Piece {
    /// Its castlings.
    pub fn castlings(&self) -> impl Iterator<Item = &Castle> {
        self.movements.iter().filter_map(|movement| match &movement.kind {
            MovementKind::Castle(castle) => Some(castle),
            _ => None,
        })
    }
    /// Whether its moves put pieces from the hand on the board.
    pub fn gates(&self) -> bool {
        self.movements.iter().any(Movement::puts_down)
    }
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

impl Morph {
    /// Whether a piece changes its type there.
    pub fn promotes(self) -> bool {
        matches!(self, Self::Into(_) | Self::Choose(_) | Self::MayPromote | Self::MustPromote)
    }
    /// Whether the piece wins there.
    pub fn is_goal(&self) -> bool {
        matches!(self, Self::WinLater | Self::WinNow)
    }
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

impl Promotion {
    /// The choices of a set; empty if there is no such set.
    pub fn choices_of(&self, set: impl Into<usize>) -> &[Choice] {
        self.choices.get(set.into()).map_or(&[], Vec::as_slice)
    }
    /// The `morph` board of a type, from White's view.
    pub fn morph_of(&self, piece: PieceType) -> Option<&[Morph]> {
        self.morph.get(piece.index())?.as_deref()
    }
    /// Number of pieces of the type on the board at which its side can promote no other to it, if there is a limit.
    pub fn limit_of(&self, piece: PieceType) -> Option<u16> {
        self.limits.get(piece.index()).copied().flatten()
    }
}
