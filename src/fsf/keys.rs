//! The keys of `variants.ini`, apart from those of piece types and of the squares that confine them.
//!
//! Import and export name these keys by [`FsfKey`] only: neither can use a key that the table does not have, and the
//! compiler reports a key of the table that both have forgotten as a variant never constructed.

use once_cell::sync::Lazy;

/// The form of a key's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueForm {
    /// `true` or `false`.
    Switch,
    /// A number.
    Number,
    /// `win`, `loss`, `draw` or `none`.
    Result,
    /// A file: a letter or a number.
    File,
    /// Letters of types.
    Types,
    /// Pairs that begin with the letter of a type: `p:g s:g`, `q:1`.
    Pairs,
    /// Any other text.
    Text,
}

impl ValueForm {
    /// Returns the default value of most keys of this form.
    const fn usual_default(self) -> &'static str {
        match self {
            Self::Switch => "false",
            Self::Number => "0",
            Self::Result | Self::File | Self::Types | Self::Pairs | Self::Text => "",
        }
    }
}

/// A row of the table of keys.
pub struct KeyRow {
    /// The name of the key: `maxRank` for [`FsfKey::MaxRank`].
    pub name: String,
    /// The form of its values.
    pub form: ValueForm,
    /// Its value if it is not set.
    pub default: &'static str,
    /// The only value that can be converted, if there is only one.
    only: Option<&'static str>,
}

/// Defines [`FsfKey`] and the table [`KEYS`]: the keys of each form, each with its default value unless it is that of the
/// form, and with `only` before the value if it is lost with any other.
macro_rules! fsf_keys {
    ($($form:ident { $($key:ident $($default:literal)? $(only $only:literal)?,)* })*) => {
        /// Keys that are read or written.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum FsfKey {
            $($($key,)*)*
        }

        /// The table of keys, in the order of [`FsfKey`].
        static KEYS: Lazy<Vec<KeyRow>> = Lazy::new(|| {
            let row = |key: &str, form: ValueForm, default: &[_], only: &[_]| KeyRow {
                name: key[..1].to_ascii_lowercase() + &key[1..],
                form,
                default: default.first().copied().unwrap_or(form.usual_default()),
                only: only.first().copied(),
            };
            vec![$($(row(stringify!($key), ValueForm::$form, &[$($default)?], &[$($only)?]),)*)*]
        });
    };
}

fsf_keys! {
    Switch {
        Chess960, MandatoryPawnPromotion "true", MandatoryPiecePromotion, PieceDemotion, BlastOnCapture, DoubleStep "true",
        Castling "true", OppositeCastling, Checking "true", DropChecks "true", MustCapture, MustDrop,
        PieceDrops, DropLoop, CapturesToHand, FirstRankPawnDrops, PromotionZonePawnDrops, DropPromoted,
        ImmobilityIllegal, Gating, SeirawanGating, Pass, PassOnStalemate, MakpongRule, FlyingGeneral, NFoldValueAbsolute, PerpetualCheckIllegal,
        StalematePieceCount, ShogiPawnDropMateIllegal, BikjangRule, ExtinctionPseudoRoyal, ExtinctionClaim,
        DupleCheck, FlagPieceSafe, FlagMove, CheckCounting,
    }
    Number {
        MaxRank "8", CastlingRank "1", SoldierPromotionRank "1", NMoveRule "50", NFoldRule "3",
        ExtinctionPieceCount, ExtinctionOpponentPieceCount, FlagPieceCount "1", ConnectN,
    }
    Result { NFoldValue "draw", StalemateValue "draw", CheckmateValue "loss", ExtinctionValue "none", }
    File {
        MaxFile "8", CastlingKingsideFile "g", CastlingQueensideFile "c",
        CastlingRookKingsideFile "l", CastlingRookQueensideFile "a",
    }
    Types {
        PawnTypes, PromotionPawnTypes, PromotionPieceTypes "-", EnPassantTypes, CastlingKingPiece,
        CastlingRookPieces, BlastImmuneTypes "none", DropNoDoubled "-", NMoveRuleTypes,
        ExtinctionPieceTypes, FlagPiece "*", FlagPieceWhite, FlagPieceBlack,
    }
    Pairs { PromotedPieceType, PromotionLimit, }
    Text {
        StartFen "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        CastlingWins "-", CountingRule "none", ChasingRule "none", EnPassantRegion only "-",
        PromotionRegion, PromotionRegionWhite "*8", PromotionRegionBlack "*1",
        DoubleStepRegion, DoubleStepRegionWhite "*2", DoubleStepRegionBlack "*7",
        FlagRegion, FlagRegionWhite, FlagRegionBlack,
        DropRegionWhite, DropRegionBlack,
    }
}

/// Keys that do not concern the rules.
const NO_RULE: &[&str] =
    &["variantTemplate", "pieceToCharTable", "pocketSize", "pieceValueMg", "pieceValueEg", "endgameEval"];

/// Other keys that exist, each with the value at which it has no effect.
#[rustfmt::skip]
const WITHOUT_EFFECT: &[(&str, &str)] = &[
    ("twoBoards", "false"), ("sittuyinPromotion", "false"), ("piecePromotionOnCapture", "false"),
    ("castlingDroppedPiece", "false"), ("castlingKingFile", "e"),
    ("cambodianMoves", "false"), ("wallingRule", "none"),
    ("moveRepetitionIllegal", "false"), ("shatarMateRule", "false"),
    ("collinearN", "0"), ("connectNxN", "0"), ("materialCounting", "none"),
    ("enclosingDrop", "none"), ("flipEnclosedPieces", "none"), ("petrifyOnCaptureTypes", "-"),
    ("mutuallyImmuneTypes", "none"), ("sittuyinRookDrop", "false"), ("dropOppositeColoredBishop", "false"),
    ("dropNoDoubledCount", "1"), ("tripleStepRegionWhite", "-"), ("tripleStepRegionBlack", "-"),
    ("dropOnTop", "false"), ("petrifyBlastPieces", "false"), ("wallOrMove", "false"), ("mustDropType", "*"),
    ("flagPieceBlockedWin", "false"), ("adjudicateFullBoard", "false"), ("freeDrops", "false"),
    ("connectPieceTypes", "*"), ("connectValue", "win"), ("connectHorizontal", "true"),
    ("connectVertical", "true"), ("connectDiagonal", "true"), ("connectRegion1White", "-"),
    ("connectRegion1Black", "-"), ("connectRegion2White", "-"), ("connectRegion2Black", "-"),
];

impl FsfKey {
    /// Returns its name.
    pub fn name(self) -> &'static str {
        &KEYS[self as usize].name
    }

    /// Returns its value if it is not set.
    pub fn default_value(self) -> &'static str {
        KEYS[self as usize].default
    }
}

impl AsRef<str> for FsfKey {
    fn as_ref(&self) -> &str {
        self.name()
    }
}

/// The keys of a setting that a section makes for both colours or for each.
pub struct ColorKeys {
    /// The key for both.
    pub both: FsfKey,
    /// `[colour]`: the key for one, which counts more.
    pub each: [FsfKey; 2],
}

/// The squares where pieces promote.
pub const PROMOTION_REGION: ColorKeys = ColorKeys {
    both: FsfKey::PromotionRegion,
    each: [FsfKey::PromotionRegionWhite, FsfKey::PromotionRegionBlack],
};

/// The squares from which pawns may step twice.
pub const DOUBLE_STEP_REGION: ColorKeys = ColorKeys {
    both: FsfKey::DoubleStepRegion,
    each: [FsfKey::DoubleStepRegionWhite, FsfKey::DoubleStepRegionBlack],
};

/// The squares where pieces win.
pub const FLAG_REGION: ColorKeys =
    ColorKeys { both: FsfKey::FlagRegion, each: [FsfKey::FlagRegionWhite, FsfKey::FlagRegionBlack] };

/// The types that win there.
pub const FLAG_PIECE: ColorKeys =
    ColorKeys { both: FsfKey::FlagPiece, each: [FsfKey::FlagPieceWhite, FsfKey::FlagPieceBlack] };

/// Returns the row of the key with a name.
pub fn row(name: &str) -> Option<&'static KeyRow> {
    KEYS.iter().find(|row| row.name == name)
}

/// Returns the row of the key for both colours of a key for one: that of `pass` for `passWhite`.
pub fn row_for_both(name: &str) -> Option<&'static KeyRow> {
    row(name.strip_suffix("White").or_else(|| name.strip_suffix("Black"))?)
}

/// Returns the form of a key's values, also if only the key for both colours has a row.
pub fn form(name: &str) -> Option<ValueForm> {
    row(name).or_else(|| row_for_both(name)).map(|row| row.form)
}

/// Whether a setting of a key that is no piece's can be converted, or has no effect.
pub fn is_converted(name: &str, value: &str) -> bool {
    let only = match row(name) {
        Some(row) => row.only,
        None if NO_RULE.contains(&name) => None,
        None => match WITHOUT_EFFECT.iter().find(|(other, _)| *other == name) {
            Some((_, harmless)) => Some(*harmless),
            None => return false,
        },
    };
    only.is_none_or(|only| value.eq_ignore_ascii_case(only))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_listed_once() {
        let listed = KEYS.iter().map(|row| row.name.as_str());
        let names = listed.chain(NO_RULE.iter().copied()).chain(WITHOUT_EFFECT.iter().map(|row| row.0));
        let names: Vec<&str> = names.collect();
        for (at, name) in names.iter().enumerate() {
            assert!(!names[..at].contains(name), "{name}");
        }
        assert_eq!((FsfKey::Chess960.name(), FsfKey::NMoveRule.name()), ("chess960", "nMoveRule"));
    }
}
