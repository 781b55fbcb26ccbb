//! The rules of a section: ends of games and legality of moves.

use super::board::Region;
use super::draft::SectionDraft;
use super::draws;
use super::ini::Setting;
use super::pieces;

/// Keys that are read here or for the pieces, separated by blanks.
const READ: &str = "\
    maxRank maxFile startFen chess960 pawnTypes promotionPawnTypes promotionRegion promotionRegionWhite \
    promotionRegionBlack promotionPieceTypes promotionLimit promotedPieceType mandatoryPawnPromotion \
    mandatoryPiecePromotion blastOnCapture blastImmuneTypes doubleStep doubleStepRegion \
    doubleStepRegionWhite doubleStepRegionBlack castling castlingKingsideFile castlingQueensideFile \
    castlingKingPiece oppositeCastling checking dropChecks mustCapture mustDrop pieceDrops dropLoop \
    capturesToHand firstRankPawnDrops promotionZonePawnDrops whiteDropRegion blackDropRegion dropRegionWhite \
    dropRegionBlack dropPromoted dropNoDoubled immobilityIllegal pass makpongRule flyingGeneral \
    soldierPromotionRank nMoveRule nFoldRule nFoldValue perpetualCheckIllegal stalemateValue \
    stalematePieceCount checkmateValue shogiPawnDropMateIllegal bikjangRule extinctionValue \
    extinctionPseudoRoyal extinctionPieceTypes extinctionPieceCount extinctionOpponentPieceCount \
    extinctionClaim dupleCheck flagPiece flagPieceWhite flagPieceBlack flagRegion flagRegionWhite \
    flagRegionBlack flagPieceSafe flagMove checkCounting castlingWins countingRule chasingRule \
    nMoveRuleTypes connectN";

/// Keys that do not concern the rules.
const NO_RULE: &[&str] =
    &["variantTemplate", "pieceToCharTable", "pocketSize", "pieceValueMg", "pieceValueEg", "endgameEval"];

/// Keys without effect at this value.
#[rustfmt::skip]
const HARMLESS: &[(&str, &str)] = &[
    ("twoBoards", "false"), ("sittuyinPromotion", "false"), ("piecePromotionOnCapture", "false"),
    ("pieceDemotion", "false"), ("castlingDroppedPiece", "false"), ("castlingRank", "1"),
    ("castlingRookPieces", "r"), ("castlingKingFile", "e"), ("gating", "false"), ("seirawanGating", "false"),
    ("cambodianMoves", "false"), ("wallingRule", "none"), ("passOnStalemate", "false"),
    ("moveRepetitionIllegal", "false"), ("shatarMateRule", "false"), ("flagPieceCount", "1"),
    ("collinearN", "0"), ("connectNxN", "0"), ("materialCounting", "none"),
    ("enclosingDrop", "none"), ("flipEnclosedPieces", "none"), ("petrifyOnCaptureTypes", "-"),
    ("mutuallyImmuneTypes", "none"), ("sittuyinRookDrop", "false"), ("dropOppositeColoredBishop", "false"),
    ("dropNoDoubledCount", "1"), ("tripleStepRegionWhite", "-"), ("tripleStepRegionBlack", "-"),
    ("dropOnTop", "false"), ("petrifyBlastPieces", "false"), ("wallOrMove", "false"),
    ("nFoldValueAbsolute", "false"), ("mustDropType", "*"),
];

/// Returns the parameters of the definition; `ids` are those of its piece lines. Settings without a parameter are noted
/// as lost.
pub fn header(draft: &mut SectionDraft<'_>, ids: &[String]) -> Vec<String> {
    let mut lines = Vec::new();
    lines.extend(hands(draft));
    lines.extend(royals(draft, ids));
    lines.extend(ends(draft));
    lines.extend(draws::header(draft, ids));
    lines.extend(extinction(draft));
    lines.extend(captures(draft, ids));
    lines.extend(legality(draft));
    losses(draft);
    lines
}

fn flags(draft: &SectionDraft<'_>, table: &[(&str, &str)]) -> Vec<String> {
    let set = table.iter().filter(|(key, _)| draft.config.on(key, false));
    set.map(|&(_, line)| line.to_owned()).collect()
}

fn hands(draft: &SectionDraft<'_>) -> Vec<String> {
    let config = draft.config;
    let mut lines = Vec::new();
    if draft.start.black_first {
        lines.push(String::from("toMove=black"));
    }
    if config.on("pieceDrops", false) && config.on("capturesToHand", false) {
        lines.push(String::from("holdingsType=-1"));
        if !config.on("dropLoop", false) && !draft.pawns.is_empty() {
            lines.push(String::from("captureDemotes=1"));
        }
    }
    lines.extend(flags(draft, &[("dropPromoted", "dropForms=1"), ("mustDrop", "setupDrops=1")]));
    lines
}

fn royals(draft: &SectionDraft<'_>, ids: &[String]) -> Vec<String> {
    let config = draft.config;
    let mut letters: Vec<char> =
        draft.kinds.iter().filter(|kind| kind.key == "king").map(|kind| kind.letter).collect();
    if config.on("extinctionPseudoRoyal", false) {
        letters.extend(extinct_types(draft));
    }
    // A type occurs by itself, as the promoted form of others, or both.
    let mut royal: Vec<String> = letters.iter().map(char::to_string).collect();
    let forms = draft.promoted.iter().filter(|(_, to)| letters.contains(to));
    royal.extend(forms.map(|(from, _)| format!("+{from}")));
    royal.retain(|id| ids.contains(id));
    royal.sort();
    royal.dedup();
    let mut lines: Vec<String> = royal.iter().map(|id| format!("royal={id}")).collect();
    if config.on("extinctionPseudoRoyal", false) && config.number("extinctionPieceCount", 0) > 0 {
        lines.push(String::from("extinction=0"));
    }
    if royal.is_empty() {
        lines.push(String::from("royal=0"));
    }
    if config.on("dupleCheck", false) {
        lines.push(String::from("dupleCheck=3"));
    }
    if let Some((left, right, from)) = draft.castling_files().filter(|_| config.on("castling", true)) {
        let even = right > from && from > left && right - from == from - left;
        if (!even || config.on("chess960", false)) && draft.start.castling != "-" {
            let letter = |file: usize| char::from(b'a' + file.saturating_sub(1).min(25) as u8);
            lines.push(format!("castleFiles={},{}", letter(left), letter(right)));
        }
    }
    lines
}

fn extinct_types(draft: &SectionDraft<'_>) -> Vec<char> {
    let text = draft.config.text("extinctionPieceTypes", "");
    text.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_uppercase()).collect()
}

fn ends(draft: &mut SectionDraft<'_>) -> Vec<String> {
    let config = draft.config;
    let mut lines = Vec::new();
    match (config.text("stalemateValue", "draw"), config.on("stalematePieceCount", false)) {
        (_, true) => lines.push(String::from("stalemate=fewer")),
        ("draw", _) => {}
        (value, _) => lines.push(format!("stalemate={value}")),
    }
    if config.text("checkmateValue", "loss") != "loss" {
        lines.push(format!("checkmate={}", config.text("checkmateValue", "loss")));
    }
    lines.push(format!("moveRule={}", config.number("nMoveRule", 50)));
    lines.push(format!("repetition={}", config.number("nFoldRule", 3)));
    match (config.text("nFoldValue", "draw"), config.on("nFoldValueAbsolute", false)) {
        ("draw", _) => {}
        (value, false) => lines.push(format!("repetitionResult={value}")),
        (value, true) => lines.push(format!("repetitionResult=first {value}")),
    }
    lines.extend(flags(
        draft,
        &[("perpetualCheckIllegal", "perpetual=1"), ("bikjangRule", "bikjang=1"), ("pass", "pass=1")],
    ));
    match (config.on("flagPieceSafe", false), config.on("flagMove", false)) {
        (true, true) => lines.push(String::from("goal=safe,answer")),
        (true, false) => lines.push(String::from("goal=safe")),
        (false, true) => lines.push(String::from("goal=equal")),
        (false, false) => {}
    }
    if config.on("checkCounting", false) {
        let (white, black) = draft.start.checks.unwrap_or((3, 3));
        lines.push(format!("checks={white},{black}"));
    }
    lines.extend(Some(config.number("connectN", 0)).filter(|&n| n > 0).map(|n| format!("connect={n}")));
    let wins = config.text("castlingWins", "-");
    if wins != "-" {
        lines.push(format!("castleWins={wins}"));
    }
    lines
}

fn extinction(draft: &mut SectionDraft<'_>) -> Vec<String> {
    let config = draft.config;
    let value = config.text("extinctionValue", "none");
    if value == "none" || config.on("extinctionPseudoRoyal", false) {
        return Vec::new();
    }
    let (count, others) =
        (config.number("extinctionPieceCount", 0), config.number("extinctionOpponentPieceCount", 0));
    let all = config.text("extinctionPieceTypes", "").contains('*');
    if all && count == 1 && others == 2 && value == "loss" {
        return vec![String::from("baring=0"), String::from("counterbare=draw")];
    }
    if others > 0 {
        draft.lose("extinctionOpponentPieceCount", "the number of pieces that the other side must have left");
    }
    let end = if value == "loss" { String::new() } else { format!(":{value}") };
    let number = if count > 0 { count.to_string() } else { String::new() };
    let types = if all { vec!['*'] } else { extinct_types(draft) };
    let items: Vec<String> = types.iter().map(|piece| format!("{piece}{number}{end}")).collect();
    vec![format!("extinct={}", items.join(","))]
}

fn captures(draft: &mut SectionDraft<'_>, ids: &[String]) -> Vec<String> {
    let config = draft.config;
    if !config.on("blastOnCapture", false) {
        return Vec::new();
    }
    // Only the built-in pawn is spared; custom pawns are not.
    let spared = draft.kinds.iter().find(|kind| kind.key == "pawn").map(|kind| kind.letter.to_string());
    let proof = |id: &String| spared.as_ref() == Some(id);
    let (pawns, more) = (ids.iter().take_while(|id| proof(id)).count(), ids.len().saturating_sub(1));
    let times = if more == 0 { String::new() } else { more.to_string() };
    let mut lines = vec![format!("captureMatrix=.@{times}=/\"{times}")];
    // Pawns come first and survive adjacent explosions.
    match pawns {
        0 => lines.push(String::from("atomicCapture=-1")),
        n => lines.push(format!("atomicCapture={n}")),
    }
    let immune = config.text("blastImmuneTypes", "none");
    if immune != "none" && immune != "-" {
        lines.push(format!("blastProof={}", immune.to_ascii_uppercase()));
    }
    lines
}

fn legality(draft: &SectionDraft<'_>) -> Vec<String> {
    let config = draft.config;
    let mut lines = flags(
        draft,
        &[
            ("mustCapture", "mustCapture=1"),
            ("makpongRule", "royalStays=1"),
            ("oppositeCastling", "castleBars=1"),
        ],
    );
    // In Fairy-Stockfish only kings are in check, not pieces that are royal by extinction.
    let kings = draft.kinds.iter().any(|kind| kind.key == "king");
    match (config.on("checking", true), config.on("dropChecks", true)) {
        _ if !kings => {}
        (false, _) => lines.push(String::from("noCheck=1")),
        (true, false) => lines.push(String::from("noCheck=drops")),
        _ => {}
    }
    let pawn = draft.kinds.iter().find(|kind| kind.key == "shogiPawn");
    if let Some(pawn) = pawn.filter(|_| config.on("shogiPawnDropMateIllegal", false)) {
        lines.push(format!("dropMate={}", pawn.letter));
        lines.push(String::from("dropMateResult=loss"));
    }
    lines
}

/// Returns the squares where a piece wins, from White's view.
pub fn flag(draft: &SectionDraft<'_>, letter: char, white: bool) -> Option<Region> {
    let own = if white { "flagPieceWhite" } else { "flagPieceBlack" };
    let piece = draft.config.text(own, draft.config.text("flagPiece", "*"));
    let wins = piece == "*" || piece.to_ascii_uppercase().contains(letter);
    draft.region("flagRegion", white).filter(|_| wins)
}

/// Notes every key that was not converted.
fn losses(draft: &mut SectionDraft<'_>) {
    let known = |key: &str| {
        READ.split(' ').any(|read| read == key) || NO_RULE.contains(&key) || pieces::is_piece(key)
    };
    let mobility = |key: &str| {
        let piece =
            key.strip_prefix("mobilityRegionWhite").or_else(|| key.strip_prefix("mobilityRegionBlack"));
        piece.is_some_and(|piece| {
            draft.kinds.iter().any(|kind| kind.capital_key() == piece)
                || draft.config.get(key).is_some_and(|s| s.line == 0)
        })
    };
    let harmless = |key: &str, setting: &Setting| {
        HARMLESS.iter().any(|&(other, value)| other == key && setting.value.eq_ignore_ascii_case(value))
    };
    let castling = draft.config.on("castling", true);
    let moot = |key: &str| key.starts_with("castling") && !castling || key == "nFoldValueAbsolute";
    let unread = draft
        .config
        .all()
        .filter(|(key, setting)| !known(key) && !mobility(key) && !harmless(key, setting) && !moot(key));
    let lost: Vec<_> = unread.map(|(key, s)| (s.line, format!("{key} = {}", s.value))).collect();
    draft.lost.extend(lost);
    let counts = draft.config.number("flagPieceCount", 1);
    if counts > 1 {
        draft.lose("flagPieceCount", "several pieces needed on the squares");
    }
}
