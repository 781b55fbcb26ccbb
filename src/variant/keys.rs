//! The parameters of definitions.

/// Defines [`Key`] and the names of its values.
macro_rules! keys {
    ($($key:ident $name:literal,)*) => {
        /// Parameters that Griffon reads.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub(super) enum Key {
            $($key,)*
        }

        /// The parameters that are read, in the order of [`Key`], by name.
        const READ: &[(&str, Key)] = &[$(($name, Key::$key),)*];
    };
}

keys! {
    Files "files",
    Ranks "ranks",
    FirstRank "firstRank",
    Symmetry "symmetry",
    HoldingsType "holdingsType",
    PromoZone "promoZone",
    MaxPromote "maxPromote",
    PromoOffset "promoOffset",
    PromoChoice "promoChoice",
    Royal "royal",
    Extinction "extinction",
    Stalemate "stalemate",
    Baring "baring",
    Counterbare "counterbare",
    Morph "morph",
    Shuffle "shuffle",
    HandSwap "handSwap",
    SetupDrops "setupDrops",
    GateBlocks "gateBlocks",
    HomeArray "homeArray",
    DropForms "dropForms",
    PromoLimit "promoLimit",
    ZoneMoves "zoneMoves",
    Pass "pass",
    PassEnd "passEnd",
    Bikjang "bikjang",
    Points "points",
    Komi "komi",
    CastleBars "castleBars",
    ExposedTo "exposedTo",
    Name "name",
    Title "title",
    Aliases "aliases",
    Source "source",
    Parent "parent",
    CastleFiles "castleFiles",
    CaptureDemotes "captureDemotes",
    Synonyms "synonyms",
    Repetition "repetition",
    MoveRule "moveRule",
    ToMove "toMove",
    XboardArray "xboardArray",
    Notation "notation",
    Checkmate "checkmate",
    Goal "goal",
    Extinct "extinct",
    Checks "checks",
    Connect "connect",
    RepetitionResult "repetitionResult",
    Perpetual "perpetual",
    Chase "chase",
    DropMateResult "dropMateResult",
    MoveRuleResult "moveRuleResult",
    MoveRulePieces "moveRulePieces",
    Counting "counting",
    CountingBoard "countingBoard",
    CountingStart "countingStart",
    CountingPawns "countingPawns",
    MustCapture "mustCapture",
    NoCheck "noCheck",
    DropMate "dropMate",
    RoyalStays "royalStays",
    DupleCheck "dupleCheck",
    CastleWins "castleWins",
    PromoInside "promoInside",
    Impasse "impasse",
    DropZone "dropZone",
    CaptureMatrix "captureMatrix",
    TrackPieces "trackPieces",
    TrackedTypes "trackedTypes",
    Spell "spell",
    SpellZone "spellZone",
    AtomicCapture "atomicCapture",
    BlastZone "blastZone",
    BlastProof "blastProof",
    Iron "iron",
    AntiTrade "antiTrade",
    CounterStrike "counterStrike",
    Protected "protected",
    TradeThreshold "tradeThreshold",
    ProtectedRange "protectedRange",
    Contageous "contageous",
    Conversion "conversion",
}

/// Parameters that change the look or handling of a diagram, never the rules.
#[rustfmt::skip]
const IGNORED: &[&str] = &[
    "graphicsDir", "graphicsType", "squareSize", "whitePrefix", "blackPrefix", "lightShade", "darkShade",
    "startShade", "rimColor", "coordColor", "holeColor", "background", "useMarkers", "borders", "satellite",
    "enableAI",
];

/// Parameters that exist, but whose effect is undocumented.
const UNDOCUMENTED: &[&str] = &["autoGate", "castleFlip", "zonal"];

impl Key {
    /// Its name in backquotes, as messages show it.
    pub(super) fn quoted(self) -> String {
        format!("`{}`", READ[self as usize].0)
    }
    /// Whether the parameter may be given more than once. Otherwise the last value counts.
    pub(super) fn repeats(self) -> bool {
        // SPEC: "these parameters can occur multiple times with different values" (section Artificial Intelligence).
        matches!(
            self,
            Self::Royal
                | Self::Baring
                | Self::Source
                | Self::Extinct
                | Self::DropMate
                | Self::Chase
                | Self::Iron
                | Self::AntiTrade
                | Self::CounterStrike
                | Self::Protected
                | Self::Contageous
                | Self::Conversion
        )
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

/// Returns the role of the parameter called `name`; `None` if it is unknown.
pub(super) fn role(name: &str) -> Option<KeyRole> {
    let read = READ.iter().find(|(known, _)| *known == name).map(|&(_, key)| KeyRole::Read(key));
    let ignored = || IGNORED.contains(&name).then_some(KeyRole::Ignored);
    read.or_else(ignored).or_else(|| UNDOCUMENTED.contains(&name).then_some(KeyRole::Undocumented))
}

/// Whether an unknown parameter looks by its name like a colour of the diagram (`lightColor`).
pub(super) fn is_colour(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["color", "colour"].into_iter().any(|end| name.ends_with(end))
}

/// Returns the known parameter with the name most similar to `name`, if any is similar.
pub(super) fn nearest(name: &str) -> Option<&'static str> {
    super::nearest::nearest(name, names())
}

/// The names of all parameters.
fn names() -> impl Iterator<Item = &'static str> {
    READ.iter().map(|&(name, _)| name).chain(IGNORED.iter().chain(UNDOCUMENTED).copied())
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
