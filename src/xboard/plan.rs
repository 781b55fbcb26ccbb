//! The decisions about a variant for XBoard: what the other modules fill in and read.

use super::betza::Description;
use crate::board::{Color, Kind, Square};
use crate::notation::legs::Castle;
use crate::position::names;
use crate::variant::castling::{CastleRule, setup_rules};
use crate::variant::{PieceType, Variant};
use std::ops::{Index, IndexMut};

/// All decisions about a variant.
pub struct DialectPlan<'v> {
    pub(super) variant: &'v Variant,
    pub(super) types: Vec<TypePlan>,
    /// The types in the king's slot, White's and Black's.
    pub(super) kings: Option<[PieceType; 2]>,
    /// Whether pieces swap places with friends, under a parent where XBoard's pieces do so too.
    pub(super) swaps: bool,
    /// Whether pieces put down others from the hand where they leave, under the parent where XBoard's pieces do so too.
    pub(super) gates: bool,
    pub(super) castling: Castling,
    /// Slots for promoted forms that are copies of other types: the promoting type and the slot.
    pub(super) copies: Vec<(PieceType, u8)>,
    /// Slots with the mark `~`: the piece eleven slots lower may be a promoted pawn.
    pub(super) tildes: Vec<u8>,
    pub(super) parent: String,
    pub(super) notes: Vec<String>,
    /// Warnings for the player.
    pub(super) warnings: Vec<String>,
    /// Whether XBoard's legality testing can stay on.
    pub(super) is_tested: bool,
}

/// The decisions about a piece type.
#[derive(Default)]
pub struct TypePlan {
    /// `[colour]`: whether the side can have a piece of the type.
    pub(super) colors: [bool; 2],
    /// The first type with the same ID.
    pub(super) namesake: PieceType,
    /// `[colour]`: the castling atoms.
    pub(super) castling_atoms: [String; 2],
    /// Moves that XBoard's board cannot execute, described for the user.
    pub(super) unmade: Vec<String>,
    pub(super) description: Description,
    pub(super) promotes: Promotes,
    pub(super) style: SlotStyle,
    pub(super) slot: Option<u8>,
}

impl Index<PieceType> for DialectPlan<'_> {
    type Output = TypePlan;
    fn index(&self, piece: PieceType) -> &TypePlan {
        &self.types[piece.index()]
    }
}

impl IndexMut<PieceType> for DialectPlan<'_> {
    fn index_mut(&mut self, piece: PieceType) -> &mut TypePlan {
        &mut self.types[piece.index()]
    }
}

/// Parent variant in which pawns may move diagonally.
pub(super) const BEROLINA: &str = "berolina";

/// Parent variant in which pieces in the second pawn slot neither make e.p. captures nor are captured en passant, and in
/// which Black's pawn in the first slot becomes the piece of the second slot as soon as it can reach the last rank.
/// (Tested with XBoard 4.9.1.)
pub(super) const SPARTAN: &str = "spartan";

/// Description of a pass: to any adjacent square, empty or not, and back. SPEC: `xboard.md` 3.4.
pub(super) const NULL_MOVE: &str = "mpabK";

/// Parents under which pieces in the first pawn slot may be dropped on the first and the last rank. SPEC: `xboard.md`
/// 4.1.
pub(super) const DROPS_ON_EDGES: &[&str] = &["shogi", "seirawan"];

/// How XBoard is to treat a piece type.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum SlotStyle {
    /// Royal: check and mate as in chess.
    King,
    /// Promotes by choice on the last rank; may capture and be captured en passant.
    Pawn,
    /// In the slot of the default promotion.
    Queen,
    /// Its moves cannot be described: XBoard accepts all of them and sees no check by the piece.
    Wildcard,
    /// Anything else.
    #[default]
    Piece,
}

/// Variants in which XBoard reads castling as `O-O` only. SPEC: `xboard.md` 4.2.
pub(super) const CASTLE_BY_ZEROS: &[&str] = &["fischerandom", "caparandom"];

/// Parents under which a pawn's quiet move to another file is not an e.p. capture. SPEC: `xboard.md` 3.6.
pub(super) const BEROLINA_LIKE: &[&str] = &["xiangqi", BEROLINA];

/// Parents under which pieces in the second pawn slot make no e.p. captures.
pub(super) const NO_LANCE: &[&str] = &["super", "chu", SPARTAN];

/// How castling is described to XBoard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Castling {
    /// By the rights in the FEN: XBoard's own rules apply.
    BuiltIn,
    /// With the atom `O`.
    Described,
}

/// Parent in which a promoted form may stand in any slot.
pub(super) const CHU: &str = "chu";

/// Promotion of a type, as XBoard sees it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) enum Promotes {
    /// No promotion.
    #[default]
    No,
    /// To one of several, on the last rank only.
    Choice(Vec<PieceType>),
    /// To one type, with `+`.
    Plus(PieceType),
}

/// Parent under which a piece may put down another from the hand on the square that it leaves.
pub(super) const GATING: &str = "seirawan";

/// Parent under which captured pieces go to their owner's hand, except those named on the way, and promotion choices
/// come from there. (Tested with XBoard 4.9.1.)
pub(super) const RETURNING: &str = "great";

/// Parent under which pieces swap places and castling is described.
pub(super) const SWAP_PARENT: &str = "nocastle";

impl<'v> DialectPlan<'v> {
    /// Notes a feature of a type that XBoard does not support.
    pub(super) fn note(&mut self, piece: PieceType, text: &str) {
        self.notes.push(format!("{}: {text}", self.name(piece)));
    }

    /// A note on something that XBoard's legality testing would get wrong, with the advice to switch it off.
    pub(super) fn untested(&mut self, what: &str) -> String {
        self.is_tested = false;
        format!("{what}; play with -testLegality false")
    }

    pub(super) fn name(&self, piece: PieceType) -> &'v str {
        &self.variant.pieces[piece.index()].name
    }

    /// The names of types in a note.
    pub(super) fn names(&self, pieces: impl IntoIterator<Item = PieceType>) -> String {
        pieces.into_iter().map(|piece| self.name(piece)).collect::<Vec<_>>().join(", ")
    }

    /// Whether the type is in the king's slot.
    pub(super) fn is_king(&self, piece: PieceType) -> bool {
        self.kings.is_some_and(|kings| kings.contains(&piece))
    }

    pub(super) fn has_style(&self, style: SlotStyle) -> bool {
        self.types.iter().any(|own| own.style == style)
    }

    pub(super) fn is_wild(&self, piece: PieceType) -> bool {
        self[piece].style == SlotStyle::Wildcard
    }

    /// The type that a type promotes to with `+`.
    pub(super) fn plus_target(&self, piece: PieceType) -> Option<PieceType> {
        if let Promotes::Plus(target) = self[piece].promotes { Some(target) } else { None }
    }

    /// Types that represent all their twins: those that need slots.
    pub(super) fn firsts(&self) -> impl Iterator<Item = PieceType> + use<'_, 'v> {
        self.variant.types().filter(|&piece| self.first_of(piece) == piece)
    }

    /// The castling rules of a type for a side.
    pub(super) fn rules_of(&self, piece: PieceType, color: Color) -> Vec<CastleRule> {
        let mut rules = setup_rules(self.variant);
        rules.retain(|rule| rule.king == Kind::new(piece, color));
        rules
    }

    /// All types that pieces promote to by choice, with repetitions.
    pub(super) fn chosen(&self) -> impl Iterator<Item = PieceType> + use<'_, 'v> {
        let lists = self.types.iter().filter_map(|own| match &own.promotes {
            Promotes::Choice(list) => Some(list),
            _ => None,
        });
        lists.flatten().copied()
    }

    pub(super) fn count(&self, piece: PieceType, color: Color) -> usize {
        self.variant.count_standing(color, piece)
    }

    pub(super) fn castles(&self, piece: PieceType) -> impl Iterator<Item = &Castle> {
        self.variant.pieces[piece.index()].castlings()
    }

    pub(super) fn at(&self, square: Square) -> Option<(Color, PieceType)> {
        self.variant.setup.iter().find(|e| e.0 == square).map(|e| (e.1, e.2))
    }

    /// Pieces that count as unmoved on squares where they may be dropped, but do not start. XBoard does not know about
    /// them: it looks at the start position. SPEC: `xboard.md` 3.4 and 3.5.
    pub(super) fn late_homes(&self) -> impl Iterator<Item = &'v (Square, Color, PieceType)> + use<'v> {
        let variant = self.variant;
        variant.home.iter().flatten().filter(|entry| !variant.setup.contains(entry))
    }

    pub(super) fn id(&self, piece: PieceType) -> String {
        names::fen_name(self.variant, piece)
    }
}
