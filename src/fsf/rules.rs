//! The rules of a section: ends of games and legality of moves.

use super::board::Region;
use super::draft::{SectionDraft, is_even};
use super::ini::{Config, Setting};
use super::pieces;
use super::{differences, draws};

/// Keys that are read here or for the pieces, separated by blanks.
const READ: &str = "\
    maxRank maxFile startFen chess960 pawnTypes promotionPawnTypes promotionRegion promotionRegionWhite \
    promotionRegionBlack promotionPieceTypes promotionLimit promotedPieceType mandatoryPawnPromotion \
    mandatoryPiecePromotion blastOnCapture blastImmuneTypes doubleStep doubleStepRegion \
    doubleStepRegionWhite doubleStepRegionBlack castling castlingKingsideFile castlingQueensideFile \
    castlingKingPiece castlingRookPieces castlingRank enPassantTypes oppositeCastling checking dropChecks \
    mustCapture mustDrop pieceDrops dropLoop capturesToHand firstRankPawnDrops promotionZonePawnDrops \
    whiteDropRegion blackDropRegion dropRegionWhite dropRegionBlack dropPromoted dropNoDoubled \
    immobilityIllegal pass makpongRule flyingGeneral soldierPromotionRank nMoveRule nFoldRule nFoldValue \
    perpetualCheckIllegal stalemateValue stalematePieceCount checkmateValue shogiPawnDropMateIllegal \
    bikjangRule extinctionValue extinctionPseudoRoyal extinctionPieceTypes extinctionPieceCount \
    extinctionOpponentPieceCount extinctionClaim dupleCheck flagPiece flagPieceWhite flagPieceBlack \
    flagRegion flagRegionWhite flagRegionBlack flagPieceSafe flagMove checkCounting castlingWins \
    countingRule chasingRule nMoveRuleTypes connectN";

/// Keys that do not concern the rules.
const NO_RULE: &[&str] =
    &["variantTemplate", "pieceToCharTable", "pocketSize", "pieceValueMg", "pieceValueEg", "endgameEval"];

/// Keys without effect at this value.
#[rustfmt::skip]
const HARMLESS: &[(&str, &str)] = &[
    ("twoBoards", "false"), ("sittuyinPromotion", "false"), ("piecePromotionOnCapture", "false"),
    ("pieceDemotion", "false"), ("castlingDroppedPiece", "false"), ("castlingKingFile", "e"),
    ("gating", "false"), ("seirawanGating", "false"),
    ("cambodianMoves", "false"), ("wallingRule", "none"), ("passOnStalemate", "false"),
    ("moveRepetitionIllegal", "false"), ("shatarMateRule", "false"), ("flagPieceCount", "1"),
    ("collinearN", "0"), ("connectNxN", "0"), ("materialCounting", "none"),
    ("enclosingDrop", "none"), ("flipEnclosedPieces", "none"), ("petrifyOnCaptureTypes", "-"),
    ("mutuallyImmuneTypes", "none"), ("sittuyinRookDrop", "false"), ("dropOppositeColoredBishop", "false"),
    ("dropNoDoubledCount", "1"), ("enPassantRegion", "-"), ("tripleStepRegionWhite", "-"),
    ("tripleStepRegionBlack", "-"),
    ("dropOnTop", "false"), ("petrifyBlastPieces", "false"), ("wallOrMove", "false"),
    ("nFoldValueAbsolute", "false"), ("mustDropType", "*"),
];

/// Adds the parameters of the definition. Settings without a parameter are noted as lost.
pub fn write(draft: &mut SectionDraft<'_>) {
    hands(draft);
    royals(draft);
    ends(draft);
    draws::write(draft);
    extinction(draft);
    captures(draft);
    legality(draft);
    differences::note(draft);
    losses(draft);
}

fn hands(draft: &mut SectionDraft<'_>) {
    let config = draft.config;
    if draft.start.black_first {
        draft.set("toMove", "black");
    }
    if draft.captures_to_hand() {
        draft.set("holdingsType", -1);
        if !config.on("dropLoop", false) && !draft.pawns.is_empty() {
            draft.set("captureDemotes", 1);
        }
    }
    draft.set_flags(&[("dropPromoted", "dropForms=1"), ("mustDrop", "setupDrops=1")]);
}

fn royals(draft: &mut SectionDraft<'_>) {
    let config = draft.config;
    let pseudo_royal = config.on("extinctionPseudoRoyal", false);
    let mut letters: Vec<char> = draft.letter("king").into_iter().collect();
    if pseudo_royal {
        letters.extend(extinct_types(config));
    }
    // A type occurs by itself, as the promoted form of others, or both.
    let mut royal: Vec<String> = letters.iter().map(char::to_string).collect();
    let forms = draft.promoted.iter().filter(|(_, to)| letters.contains(to));
    royal.extend(forms.map(|(from, _)| format!("+{from}")));
    royal.retain(|id| draft.ids.contains(id));
    royal.sort();
    royal.dedup();
    royal.iter().for_each(|id| draft.set("royal", id));
    letters.sort_unstable();
    letters.dedup();
    let count = config.number("extinctionPieceCount", 0);
    let has_several = |white| letters.iter().filter(|&&letter| draft.may_have(letter, white)).count() > 1;
    let several = has_several(true) || has_several(false);
    if pseudo_royal && (count > 0 || several) {
        draft.set("extinction", 0);
    }
    if several && count == 0 && extinct_types(config).any(|letter| draft.may_have_several(letter)) {
        draft.lose("extinctionPseudoRoyal", "several types of which only the last piece is royal");
    }
    if royal.is_empty() {
        draft.set("royal", 0);
    }
    draft.set_flags(&[("dupleCheck", "dupleCheck=3")]);
    let castles = config.on("castling", true) && draft.start.castling != "-";
    let needs_files = |files: &_| castles && (config.on("chess960", false) || !is_even(files));
    if let Some((left, right, _)) = draft.castling_files().filter(needs_files) {
        let letter = |file: usize| char::from(b'a' + file.saturating_sub(1).min(25) as u8);
        draft.set("castleFiles", format!("{},{}", letter(left), letter(right)));
    }
    if castles && config.on("chess960", false) {
        draft.set("chess960", 1);
    }
}

/// Returns the letters of the types that must not become extinct.
pub fn extinct_types(config: &Config) -> impl Iterator<Item = char> {
    let text = config.text("extinctionPieceTypes", "");
    text.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_uppercase())
}

fn ends(draft: &mut SectionDraft<'_>) {
    let config = draft.config;
    match (config.text("stalemateValue", "draw"), config.on("stalematePieceCount", false)) {
        ("win", true) => draft.set("stalemate", "fewer"),
        ("loss", true) => draft.lose("stalematePieceCount", "the side with more pieces wins"),
        ("draw", _) => {}
        (value, _) => draft.set("stalemate", value),
    }
    if config.text("checkmateValue", "loss") != "loss" {
        draft.set("checkmate", config.text("checkmateValue", "loss"));
    }
    draft.set("moveRule", config.number("nMoveRule", 50));
    draft.set("repetition", config.number("nFoldRule", 3));
    match (config.text("nFoldValue", "draw"), config.on("nFoldValueAbsolute", false)) {
        ("draw", _) => {}
        (value, false) => draft.set("repetitionResult", value),
        (value, true) => draft.set("repetitionResult", format!("first {value}")),
    }
    draft.set_flags(&[
        ("perpetualCheckIllegal", "perpetual=1"),
        ("pass", "pass=1"),
        // Two passes in a row are a draw.
        ("pass", "passEnd=2"),
    ]);
    match (config.on("bikjangRule", false), config.on("pass", false)) {
        (true, true) => draft.set("bikjang", 1),
        (true, false) => draft.lose("bikjangRule", "games without passes"),
        (false, _) => {}
    }
    goal(draft);
    // Only checks to kings count.
    if config.on("checkCounting", false) && draft.letter("king").is_some() {
        let (white, black) = draft.start.checks.unwrap_or((1, 1));
        draft.set("checks", format!("{white},{black}"));
        if config.on("extinctionPseudoRoyal", false) {
            draft.lose("checkCounting", "checks of pieces other than the king, which do not count");
        }
    }
    if config.number("connectN", 0) > 0 {
        draft.set("connect", config.number("connectN", 0));
    }
    if config.text("castlingWins", "-") != "-" {
        draft.set("castleWins", config.text("castlingWins", "-"));
    }
}

/// Adds how the flag squares decide.
fn goal(draft: &mut SectionDraft<'_>) {
    let config = draft.config;
    let king = draft.letter("king");
    let kings = [true, false].map(|white| king.is_some() && flag_type(draft, white) == king);
    match (config.on("flagPieceSafe", false), config.on("flagMove", false)) {
        (true, true) => draft.set("goal", "safe,answer"),
        (true, false) => draft.set("goal", "safe"),
        // Whether a king can answer is known at once.
        (false, true) if kings == [true, true] => draft.set("goal", "equal"),
        (false, true) => {
            draft.set("goal", "answer");
            if kings[0] != kings[1] {
                draft.lose("flagMove", "different flag pieces of White and Black");
            }
        }
        (false, false) => {}
    }
}

fn extinction(draft: &mut SectionDraft<'_>) {
    let config = draft.config;
    let value = config.text("extinctionValue", "none");
    if value == "none" || config.on("extinctionPseudoRoyal", false) {
        return;
    }
    let (count, others) =
        (config.number("extinctionPieceCount", 0), config.number("extinctionOpponentPieceCount", 0));
    let all = config.text("extinctionPieceTypes", "").contains('*');
    if all && count == 1 && others == 2 && value == "loss" {
        draft.set("baring", 0);
        return draft.set("counterbare", "draw");
    }
    if config.on("extinctionClaim", false) {
        draft.lose("extinctionClaim", "extinction that the side to move must claim");
    }
    if others > 0 {
        draft.lose("extinctionOpponentPieceCount", "the number of pieces that the other side must have left");
    }
    let end = if value == "loss" { String::new() } else { format!(":{value}") };
    let number = if count > 0 { count.to_string() } else { String::new() };
    let types: Vec<String> = if all {
        vec![String::from("*")]
    } else {
        extinct_types(config).map(|letter| draft.ids_of(letter)).filter(|ids| !ids.is_empty()).collect()
    };
    let items: Vec<String> = types.iter().map(|ids| format!("{ids}{number}{end}")).collect();
    if items.is_empty() {
        return;
    }
    if value == "loss" {
        return draft.set("extinct", items.join(","));
    }
    items.iter().for_each(|item| draft.set("extinct", item));
}

fn captures(draft: &mut SectionDraft<'_>) {
    let config = draft.config;
    if !config.on("blastOnCapture", false) {
        return;
    }
    if draft.letter("king").is_some() {
        draft.lose("blastOnCapture", "explosions of kings, which Fairy-Stockfish does not support");
    }
    // Only the built-in pawn is spared; custom pawns are not.
    let spared = draft.letter("pawn").map(String::from);
    let pawns = draft.ids.iter().take_while(|id| spared.as_ref() == Some(id)).count();
    // Pawns come first and survive adjacent explosions.
    draft.set("atomicCapture", if pawns > 0 { pawns.to_string() } else { "-1".to_owned() });
    let immune = config.text("blastImmuneTypes", "none");
    if immune != "none" && immune != "-" {
        draft.set("blastProof", immune.to_ascii_uppercase());
    }
}

fn legality(draft: &mut SectionDraft<'_>) {
    let config = draft.config;
    draft.set_flags(&[
        ("mustCapture", "mustCapture=1"),
        ("makpongRule", "royalStays=1"),
        ("oppositeCastling", "castleBars=1"),
    ]);
    // In Fairy-Stockfish only kings are in check, not pieces that are royal by extinction.
    match (config.on("checking", true), config.on("dropChecks", true)) {
        _ if draft.letter("king").is_none() => {}
        (false, _) => draft.set("noCheck", 1),
        (true, false) => draft.set("noCheck", "drops"),
        _ => {}
    }
    if let Some(pawn) = draft.letter("shogiPawn").filter(|_| config.on("shogiPawnDropMateIllegal", false)) {
        draft.set("dropMate", pawn);
        draft.set("dropMateResult", "loss");
    }
}

/// Returns the letter of a colour's flag piece; `*`: any piece.
fn flag_type(draft: &SectionDraft<'_>, white: bool) -> Option<char> {
    let own = if white { "flagPieceWhite" } else { "flagPieceBlack" };
    let types = draft.config.text(own, draft.config.text("flagPiece", "*")).to_ascii_uppercase();
    // Of several types, the last one counts.
    let known = |c: &char| *c == '*' || draft.kinds.iter().any(|kind| kind.letter == *c);
    types.chars().take_while(known).last()
}

/// Returns the squares where a piece wins, from its owner's view.
pub fn flag(draft: &SectionDraft<'_>, letter: char, white: bool) -> Option<Region> {
    let wins = [Some('*'), Some(letter)].contains(&flag_type(draft, white));
    draft.region("flagRegion", white).filter(|_| wins)
}

/// Notes every key that was not converted.
fn losses(draft: &mut SectionDraft<'_>) {
    let config = draft.config;
    let known = |key: &str| {
        READ.split(' ').any(|read| read == key) || NO_RULE.contains(&key) || pieces::is_piece(key)
    };
    let mobility = |key: &str, setting: &Setting| {
        let piece = key.strip_prefix("mobilityRegion").unwrap_or_default();
        let piece = piece.strip_prefix("White").or_else(|| piece.strip_prefix("Black"));
        piece.is_some_and(|piece| {
            setting.line == 0 || draft.kinds.iter().any(|kind| kind.capital_key() == piece)
        })
    };
    let harmless = |key: &str, setting: &Setting| {
        HARMLESS.iter().any(|&(other, value)| other == key && setting.value.eq_ignore_ascii_case(value))
    };
    let castling = config.on("castling", true);
    let moot = |key: &str| key.starts_with("castling") && !castling || key == "nFoldValueAbsolute";
    let unread = config.all().filter(|&(key, setting)| {
        !known(key) && !mobility(key, setting) && !harmless(key, setting) && !moot(key)
    });
    let lost: Vec<_> = unread.map(|(key, s)| (s.line, format!("{key} = {}", s.value))).collect();
    draft.lost.extend(lost);
    if config.number("flagPieceCount", 1) > 1 {
        draft.lose("flagPieceCount", "several pieces needed on the squares");
    }
}
