//! The parameters of definitions.

/// Parameters that Griffon reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Key {
    Files,
    Ranks,
    FirstRank,
    Symmetry,
    HoldingsType,
    PromoZone,
    MaxPromote,
    PromoOffset,
    PromoChoice,
    Royal,
    Extinction,
    Stalemate,
    Baring,
    Counterbare,
    Morph,
    ZoneMoves,
    Shuffle,
    HandSwap,
    GateBlocks,
    SetupDrops,
    HomeArray,
    DropForms,
    PromoLimit,
    Pass,
    PassEnd,
    Bikjang,
    Points,
    Komi,
    CastleBars,
    ExposedTo,
    Name,
    Title,
    Aliases,
    Source,
    Parent,
    CastleFiles,
    CaptureDemotes,
    Synonyms,
    Repetition,
    MoveRule,
    ToMove,
    XboardArray,
    Notation,
    CaptureMatrix,
    TrackPieces,
    TrackedTypes,
    Spell,
    SpellZone,
    AtomicCapture,
    BlastZone,
    BlastProof,
    Iron,
    AntiTrade,
    CounterStrike,
    Protected,
    TradeThreshold,
    ProtectedRange,
    Contageous,
    Conversion,
    Checkmate,
    Goal,
    Extinct,
    Checks,
    RepetitionResult,
    Perpetual,
    Chase,
    DropMateResult,
    MoveRuleResult,
    MoveRulePieces,
    Counting,
    CountingBoard,
    CountingStart,
    CountingPawns,
    MustCapture,
    NoCheck,
    DropMate,
    RoyalStays,
    DupleCheck,
    CastleWins,
    PromoInside,
    DropZone,
    Impasse,
}

impl Key {
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

/// All parameters, by name.
const KEYS: &[(&str, KeyRole)] = &[
    ("files", KeyRole::Read(Key::Files)),
    ("ranks", KeyRole::Read(Key::Ranks)),
    ("firstRank", KeyRole::Read(Key::FirstRank)),
    ("symmetry", KeyRole::Read(Key::Symmetry)),
    ("holdingsType", KeyRole::Read(Key::HoldingsType)),
    ("promoZone", KeyRole::Read(Key::PromoZone)),
    ("maxPromote", KeyRole::Read(Key::MaxPromote)),
    ("promoOffset", KeyRole::Read(Key::PromoOffset)),
    ("promoChoice", KeyRole::Read(Key::PromoChoice)),
    ("royal", KeyRole::Read(Key::Royal)),
    ("extinction", KeyRole::Read(Key::Extinction)),
    ("stalemate", KeyRole::Read(Key::Stalemate)),
    ("baring", KeyRole::Read(Key::Baring)),
    ("counterbare", KeyRole::Read(Key::Counterbare)),
    ("morph", KeyRole::Read(Key::Morph)),
    ("shuffle", KeyRole::Read(Key::Shuffle)),
    ("handSwap", KeyRole::Read(Key::HandSwap)),
    ("setupDrops", KeyRole::Read(Key::SetupDrops)),
    ("gateBlocks", KeyRole::Read(Key::GateBlocks)),
    ("homeArray", KeyRole::Read(Key::HomeArray)),
    ("dropForms", KeyRole::Read(Key::DropForms)),
    ("promoLimit", KeyRole::Read(Key::PromoLimit)),
    ("zoneMoves", KeyRole::Read(Key::ZoneMoves)),
    ("pass", KeyRole::Read(Key::Pass)),
    ("passEnd", KeyRole::Read(Key::PassEnd)),
    ("bikjang", KeyRole::Read(Key::Bikjang)),
    ("points", KeyRole::Read(Key::Points)),
    ("komi", KeyRole::Read(Key::Komi)),
    ("castleBars", KeyRole::Read(Key::CastleBars)),
    ("exposedTo", KeyRole::Read(Key::ExposedTo)),
    ("name", KeyRole::Read(Key::Name)),
    ("title", KeyRole::Read(Key::Title)),
    ("aliases", KeyRole::Read(Key::Aliases)),
    ("source", KeyRole::Read(Key::Source)),
    ("parent", KeyRole::Read(Key::Parent)),
    ("castleFiles", KeyRole::Read(Key::CastleFiles)),
    ("captureDemotes", KeyRole::Read(Key::CaptureDemotes)),
    ("synonyms", KeyRole::Read(Key::Synonyms)),
    ("repetition", KeyRole::Read(Key::Repetition)),
    ("moveRule", KeyRole::Read(Key::MoveRule)),
    ("toMove", KeyRole::Read(Key::ToMove)),
    ("xboardArray", KeyRole::Read(Key::XboardArray)),
    ("notation", KeyRole::Read(Key::Notation)),
    ("checkmate", KeyRole::Read(Key::Checkmate)),
    ("goal", KeyRole::Read(Key::Goal)),
    ("extinct", KeyRole::Read(Key::Extinct)),
    ("checks", KeyRole::Read(Key::Checks)),
    ("repetitionResult", KeyRole::Read(Key::RepetitionResult)),
    ("perpetual", KeyRole::Read(Key::Perpetual)),
    ("chase", KeyRole::Read(Key::Chase)),
    ("dropMateResult", KeyRole::Read(Key::DropMateResult)),
    ("moveRuleResult", KeyRole::Read(Key::MoveRuleResult)),
    ("moveRulePieces", KeyRole::Read(Key::MoveRulePieces)),
    ("counting", KeyRole::Read(Key::Counting)),
    ("countingBoard", KeyRole::Read(Key::CountingBoard)),
    ("countingStart", KeyRole::Read(Key::CountingStart)),
    ("countingPawns", KeyRole::Read(Key::CountingPawns)),
    ("mustCapture", KeyRole::Read(Key::MustCapture)),
    ("noCheck", KeyRole::Read(Key::NoCheck)),
    ("dropMate", KeyRole::Read(Key::DropMate)),
    ("royalStays", KeyRole::Read(Key::RoyalStays)),
    ("dupleCheck", KeyRole::Read(Key::DupleCheck)),
    ("castleWins", KeyRole::Read(Key::CastleWins)),
    ("promoInside", KeyRole::Read(Key::PromoInside)),
    ("impasse", KeyRole::Read(Key::Impasse)),
    ("dropZone", KeyRole::Read(Key::DropZone)),
    ("graphicsDir", KeyRole::Ignored),
    ("graphicsType", KeyRole::Ignored),
    ("squareSize", KeyRole::Ignored),
    ("whitePrefix", KeyRole::Ignored),
    ("blackPrefix", KeyRole::Ignored),
    ("lightShade", KeyRole::Ignored),
    ("darkShade", KeyRole::Ignored),
    ("startShade", KeyRole::Ignored),
    ("rimColor", KeyRole::Ignored),
    ("coordColor", KeyRole::Ignored),
    ("holeColor", KeyRole::Ignored),
    ("background", KeyRole::Ignored),
    ("useMarkers", KeyRole::Ignored),
    ("borders", KeyRole::Ignored),
    ("satellite", KeyRole::Ignored),
    ("enableAI", KeyRole::Ignored),
    ("captureMatrix", KeyRole::Read(Key::CaptureMatrix)),
    ("trackPieces", KeyRole::Read(Key::TrackPieces)),
    ("trackedTypes", KeyRole::Read(Key::TrackedTypes)),
    ("spell", KeyRole::Read(Key::Spell)),
    ("spellZone", KeyRole::Read(Key::SpellZone)),
    ("atomicCapture", KeyRole::Read(Key::AtomicCapture)),
    ("blastZone", KeyRole::Read(Key::BlastZone)),
    ("blastProof", KeyRole::Read(Key::BlastProof)),
    ("iron", KeyRole::Read(Key::Iron)),
    ("antiTrade", KeyRole::Read(Key::AntiTrade)),
    ("counterStrike", KeyRole::Read(Key::CounterStrike)),
    ("protected", KeyRole::Read(Key::Protected)),
    ("tradeThreshold", KeyRole::Read(Key::TradeThreshold)),
    ("protectedRange", KeyRole::Read(Key::ProtectedRange)),
    ("contageous", KeyRole::Read(Key::Contageous)),
    ("conversion", KeyRole::Read(Key::Conversion)),
    ("autoGate", KeyRole::Undocumented),
    ("castleFlip", KeyRole::Undocumented),
    ("zonal", KeyRole::Undocumented),
];

/// Returns the role of the parameter called `name`; `None` if it is unknown.
pub(super) fn role(name: &str) -> Option<KeyRole> {
    KEYS.iter().find(|(known, _)| *known == name).map(|&(_, role)| role)
}

/// Whether an unknown parameter looks by its name like a colour of the diagram (`lightColor`).
pub(super) fn is_colour(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["color", "colour"].into_iter().any(|end| name.ends_with(end))
}

/// Returns the known parameter with the name most similar to `name`, if any is similar.
pub(super) fn nearest(name: &str) -> Option<&'static str> {
    super::nearest::nearest(name, KEYS.iter().map(|&(known, _)| known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_listed_once() {
        for (i, (name, _)) in KEYS.iter().enumerate() {
            assert!(KEYS[..i].iter().all(|(other, _)| !other.eq_ignore_ascii_case(name)), "{name}");
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
        for (name, _) in KEYS {
            assert!(document.contains(&format!("`{name}`")), "{name}");
        }
    }
}
