//! Every parameter that a definition may hold.

/// Parameters that are read.
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
    /// May the parameter stand more than once? Else the last one counts.
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

/// What becomes of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// It is read.
    Read(Key),
    /// It changes how a diagram looks or is operated, never the rules.
    Ignored,
    /// It is known to exist, but nothing published says what it does.
    Undocumented,
}

/// All parameters, by name.
const KEYS: &[(&str, Role)] = &[
    ("files", Role::Read(Key::Files)),
    ("ranks", Role::Read(Key::Ranks)),
    ("firstRank", Role::Read(Key::FirstRank)),
    ("symmetry", Role::Read(Key::Symmetry)),
    ("holdingsType", Role::Read(Key::HoldingsType)),
    ("promoZone", Role::Read(Key::PromoZone)),
    ("maxPromote", Role::Read(Key::MaxPromote)),
    ("promoOffset", Role::Read(Key::PromoOffset)),
    ("promoChoice", Role::Read(Key::PromoChoice)),
    ("royal", Role::Read(Key::Royal)),
    ("extinction", Role::Read(Key::Extinction)),
    ("stalemate", Role::Read(Key::Stalemate)),
    ("baring", Role::Read(Key::Baring)),
    ("counterbare", Role::Read(Key::Counterbare)),
    ("morph", Role::Read(Key::Morph)),
    ("shuffle", Role::Read(Key::Shuffle)),
    ("handSwap", Role::Read(Key::HandSwap)),
    ("setupDrops", Role::Read(Key::SetupDrops)),
    ("gateBlocks", Role::Read(Key::GateBlocks)),
    ("homeArray", Role::Read(Key::HomeArray)),
    ("dropForms", Role::Read(Key::DropForms)),
    ("promoLimit", Role::Read(Key::PromoLimit)),
    ("zoneMoves", Role::Read(Key::ZoneMoves)),
    ("pass", Role::Read(Key::Pass)),
    ("passEnd", Role::Read(Key::PassEnd)),
    ("bikjang", Role::Read(Key::Bikjang)),
    ("points", Role::Read(Key::Points)),
    ("komi", Role::Read(Key::Komi)),
    ("castleBars", Role::Read(Key::CastleBars)),
    ("exposedTo", Role::Read(Key::ExposedTo)),
    ("name", Role::Read(Key::Name)),
    ("title", Role::Read(Key::Title)),
    ("aliases", Role::Read(Key::Aliases)),
    ("source", Role::Read(Key::Source)),
    ("parent", Role::Read(Key::Parent)),
    ("castleFiles", Role::Read(Key::CastleFiles)),
    ("captureDemotes", Role::Read(Key::CaptureDemotes)),
    ("synonyms", Role::Read(Key::Synonyms)),
    ("repetition", Role::Read(Key::Repetition)),
    ("moveRule", Role::Read(Key::MoveRule)),
    ("toMove", Role::Read(Key::ToMove)),
    ("xboardArray", Role::Read(Key::XboardArray)),
    ("notation", Role::Read(Key::Notation)),
    ("checkmate", Role::Read(Key::Checkmate)),
    ("goal", Role::Read(Key::Goal)),
    ("extinct", Role::Read(Key::Extinct)),
    ("checks", Role::Read(Key::Checks)),
    ("repetitionResult", Role::Read(Key::RepetitionResult)),
    ("perpetual", Role::Read(Key::Perpetual)),
    ("chase", Role::Read(Key::Chase)),
    ("dropMateResult", Role::Read(Key::DropMateResult)),
    ("moveRuleResult", Role::Read(Key::MoveRuleResult)),
    ("moveRulePieces", Role::Read(Key::MoveRulePieces)),
    ("counting", Role::Read(Key::Counting)),
    ("countingBoard", Role::Read(Key::CountingBoard)),
    ("countingStart", Role::Read(Key::CountingStart)),
    ("countingPawns", Role::Read(Key::CountingPawns)),
    ("mustCapture", Role::Read(Key::MustCapture)),
    ("noCheck", Role::Read(Key::NoCheck)),
    ("dropMate", Role::Read(Key::DropMate)),
    ("royalStays", Role::Read(Key::RoyalStays)),
    ("dupleCheck", Role::Read(Key::DupleCheck)),
    ("castleWins", Role::Read(Key::CastleWins)),
    ("promoInside", Role::Read(Key::PromoInside)),
    ("impasse", Role::Read(Key::Impasse)),
    ("dropZone", Role::Read(Key::DropZone)),
    ("graphicsDir", Role::Ignored),
    ("graphicsType", Role::Ignored),
    ("squareSize", Role::Ignored),
    ("whitePrefix", Role::Ignored),
    ("blackPrefix", Role::Ignored),
    ("lightShade", Role::Ignored),
    ("darkShade", Role::Ignored),
    ("startShade", Role::Ignored),
    ("rimColor", Role::Ignored),
    ("coordColor", Role::Ignored),
    ("holeColor", Role::Ignored),
    ("background", Role::Ignored),
    ("useMarkers", Role::Ignored),
    ("borders", Role::Ignored),
    ("satellite", Role::Ignored),
    ("enableAI", Role::Ignored),
    ("captureMatrix", Role::Read(Key::CaptureMatrix)),
    ("trackPieces", Role::Read(Key::TrackPieces)),
    ("trackedTypes", Role::Read(Key::TrackedTypes)),
    ("spell", Role::Read(Key::Spell)),
    ("spellZone", Role::Read(Key::SpellZone)),
    ("atomicCapture", Role::Read(Key::AtomicCapture)),
    ("blastZone", Role::Read(Key::BlastZone)),
    ("blastProof", Role::Read(Key::BlastProof)),
    ("iron", Role::Read(Key::Iron)),
    ("antiTrade", Role::Read(Key::AntiTrade)),
    ("counterStrike", Role::Read(Key::CounterStrike)),
    ("protected", Role::Read(Key::Protected)),
    ("tradeThreshold", Role::Read(Key::TradeThreshold)),
    ("protectedRange", Role::Read(Key::ProtectedRange)),
    ("contageous", Role::Read(Key::Contageous)),
    ("conversion", Role::Read(Key::Conversion)),
    ("autoGate", Role::Undocumented),
    ("castleFlip", Role::Undocumented),
    ("zonal", Role::Undocumented),
];

/// What becomes of the parameter called `name`; `None`: it is unknown.
pub(super) fn role(name: &str) -> Option<Role> {
    KEYS.iter().find(|(known, _)| *known == name).map(|&(_, role)| role)
}

/// Is a parameter that is not known the colour of something in a diagram, by its name (`lightColor`)?
pub(super) fn is_colour(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["color", "colour"].into_iter().any(|end| name.ends_with(end))
}

/// The known parameter whose name is most like `name`, if any is.
pub(super) fn nearest(name: &str) -> Option<&'static str> {
    super::nearest::nearest(name, KEYS.iter().map(|&(known, _)| known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_stands_once() {
        for (i, (name, _)) in KEYS.iter().enumerate() {
            assert!(KEYS[..i].iter().all(|(other, _)| !other.eq_ignore_ascii_case(name)), "{name}");
        }
    }

    #[test]
    fn misspelt_names_find_their_way() {
        // The seed itself misspells one: "you would write morp=C./.C/..."
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
