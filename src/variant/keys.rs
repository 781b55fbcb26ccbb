//! The parameters of definitions.

use once_cell::sync::Lazy;
use std::fmt;

/// Defines [`Key`], the list of its values, and its questions, from groups `(repeats, is_list): keys`.
macro_rules! keys {
    ($(($repeated:literal, $list:literal): $($key:ident)*;)*) => {
        /// Parameters that Griffon reads; [`READ`] has their names.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub(super) enum Key {
            $($($key,)*)*
        }

        /// The parameters that are read, in the order of [`Key`], by name: `promoZone` for [`Key::PromoZone`].
        static READ: Lazy<Vec<(String, Key)>> = Lazy::new(|| {
            let camel = |key: &str| key[..1].to_ascii_lowercase() + &key[1..];
            vec![$($((camel(stringify!($key)), Key::$key),)*)*]
        });

        impl Key {
            /// Whether it may be given more than once. The last value of the others counts.
            ///
            /// SPEC: "these parameters can occur multiple times with different values" (section Artificial
            /// Intelligence).
            pub(super) fn repeats(self) -> bool {
                match self {
                    $($(Self::$key)|* => $repeated,)*
                }
            }

            /// Whether its value is a list in which separators alone name nothing.
            pub(super) fn is_list(self) -> bool {
                match self {
                    $($(Self::$key)|* => $list,)*
                }
            }
        }
    };
}

keys! {
    (false, false): Files Ranks FirstRank Symmetry HoldingsType PromoZone MaxPromote PromoOffset PromoChoice Extinction
        Stalemate Counterbare Morph HandSwap SetupDrops GateBlocks HomeArray DropForms Pass PassEnd Bikjang Komi
        CastleBars Name Title Parent CastleFiles CaptureDemotes Repetition MoveRule ToMove XboardArray Notation
        Checkmate Checks Connect RepetitionResult Perpetual DropMateResult MoveRuleResult Counting CountingBoard
        CountingStart CountingPawns MustCapture NoCheck RoyalStays DupleCheck CastleWins PromoInside Impasse DropZone
        CaptureMatrix TrackedTypes Spell SpellZone AtomicCapture BlastZone ProtectedRange Chess960;
    (false, true): Shuffle PromoLimit ZoneMoves Points ExposedTo Aliases Synonyms Goal MoveRulePieces TrackPieces
        BlastProof TradeThreshold;
    (true, false): Source Extinct Chase;
    (true, true): Royal Baring DropMate Iron AntiTrade CounterStrike Protected Contageous Conversion;
}

/// Parameters that change the look or handling of a diagram, never the rules.
#[rustfmt::skip]
const IGNORED: &[&str] = &[
    "graphicsDir", "graphicsType", "squareSize", "whitePrefix", "blackPrefix", "lightShade", "darkShade",
    "startShade", "rimColor", "coordColor", "holeColor", "background", "useMarkers", "borders", "shady", "newClick",
    "satellite", "enableAI",
];

/// Parameters that exist, but whose effect is undocumented.
const UNDOCUMENTED: &[&str] = &["autoGate", "castleFlip", "zonal"];

impl Key {
    /// Returns its name.
    pub(super) fn name(self) -> &'static str {
        &READ[self as usize].0
    }
}

/// Its name in backquotes, as messages show it.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.name())
    }
}

/// The role of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KeyRole {
    /// It is read.
    Read(Key),
    /// It changes the look or handling of a diagram, never the rules.
    Ignored,
    /// It exists, but its effect is undocumented.
    Undocumented,
}

impl KeyRole {
    /// Whether any text is a valid value.
    pub(super) fn is_free(self) -> bool {
        !matches!(self, Self::Read(key) if ![Key::Name, Key::Title, Key::Source].contains(&key))
    }
}

/// Returns the role of the parameter called `name`; `None` if it is unknown.
pub(super) fn role(name: &str) -> Option<KeyRole> {
    let read = READ.iter().find(|(known, _)| known == name).map(|&(_, key)| KeyRole::Read(key));
    let ignored = || IGNORED.contains(&name).then_some(KeyRole::Ignored);
    read.or_else(ignored).or_else(|| UNDOCUMENTED.contains(&name).then_some(KeyRole::Undocumented))
}

/// Whether an unknown parameter looks by its name like a colour of the diagram (`lightColor`).
pub(super) fn is_colour(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["color", "colour"].into_iter().any(|end| name.ends_with(end))
}

/// Returns a name without blanks and punctuation.
pub(super) fn joined(name: &str) -> String {
    name.replace(|c: char| c.is_ascii_punctuation() || c.is_whitespace(), "")
}

/// Returns the known parameter with this name, ignoring case.
pub(super) fn known(name: &str) -> Option<&'static str> {
    names().find(|known| known.eq_ignore_ascii_case(name))
}

/// Returns the known parameter with the name most similar to `name`, if any is similar. Blanks and punctuation do not
/// count.
pub(super) fn nearest(name: &str) -> Option<&'static str> {
    super::nearest::nearest(&joined(name), names())
}

/// The names of all parameters.
fn names() -> impl Iterator<Item = &'static str> {
    READ.iter().map(|(name, _)| name.as_str()).chain(IGNORED.iter().chain(UNDOCUMENTED).copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_listed_once() {
        for (i, name) in names().enumerate() {
            assert!(names().take(i).all(|other| !other.eq_ignore_ascii_case(name)), "{name}");
        }
    }

    #[test]
    fn misspelt_names_are_recognised() {
        // The specification itself misspells one: "you would write morp=C./.C/..."
        assert_eq!(nearest("morp"), Some("morph"));
        assert_eq!(nearest("promozone"), Some("promoZone"));
        assert_eq!(nearest("captureMatirx"), Some("captureMatrix"));
        assert_eq!(nearest("stale mate"), Some("stalemate"));
        assert_eq!(nearest("Promo-Zone"), Some("promoZone"));
        assert_eq!(nearest("xyzzy"), None);
    }

    #[test]
    fn the_document_lists_every_parameter() {
        let document = include_str!("../../docs/definitions.md");
        for name in names() {
            assert!(document.contains(&format!("`{name}`")), "{name}");
        }
    }
}
