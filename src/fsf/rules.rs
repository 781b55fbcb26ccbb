//! The rules of a section: ends of games and legality of moves.

use super::board::Region;
use super::draft::{SectionDraft, is_even};
use super::ini::{Config, Setting};
use super::keys::{self, FLAG_PIECE, FLAG_REGION, FsfKey};
use super::pieces;
use super::{differences, draws};

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
        if !config.on(FsfKey::DropLoop) && !draft.pawns.is_empty() {
            draft.set("captureDemotes", 1);
        }
    }
    draft.set_flags(&[(FsfKey::DropPromoted, "dropForms=1"), (FsfKey::MustDrop, "setupDrops=1")]);
}

fn royals(draft: &mut SectionDraft<'_>) {
    let config = draft.config;
    let pseudo_royal = config.on(FsfKey::ExtinctionPseudoRoyal);
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
    let count = config.number(FsfKey::ExtinctionPieceCount);
    let has_several = |white| letters.iter().filter(|&&letter| draft.may_have(letter, white)).count() > 1;
    let several = has_several(true) || has_several(false);
    if pseudo_royal && (count > 0 || several) {
        draft.set("extinction", 0);
    }
    if several && count == 0 && extinct_types(config).any(|letter| draft.may_have_several(letter)) {
        draft.lose(FsfKey::ExtinctionPseudoRoyal, "several types of which only the last piece is royal");
    }
    // With more pieces than that, none of the type is royal until some are captured.
    let grows = |letter: char| draft.most(letter, true).max(draft.most(letter, false)) > count as usize + 1;
    if pseudo_royal && count > 0 && extinct_types(config).any(grows) {
        let what = format!("pieces of a type that are royal only while there are at most {}", count + 1);
        draft.lose(FsfKey::ExtinctionPieceCount, &what);
    }
    if royal.is_empty() {
        draft.set("royal", 0);
    }
    draft.set_flags(&[(FsfKey::DupleCheck, "dupleCheck=3")]);
    let castles = config.on(FsfKey::Castling) && draft.start.castling != "-";
    let needs_files = |files: &_| castles && (config.on(FsfKey::Chess960) || !is_even(files));
    if let Some((left, right, _)) = draft.castling_files().filter(needs_files) {
        let letter = |file: usize| char::from(b'a' + file.saturating_sub(1).min(25) as u8);
        draft.set("castleFiles", format!("{},{}", letter(left), letter(right)));
    }
    if castles && config.on(FsfKey::Chess960) {
        draft.set("chess960", 1);
    }
}

/// Returns the letters of the types that must not become extinct.
pub fn extinct_types(config: &Config) -> impl Iterator<Item = char> {
    let text = config.text(FsfKey::ExtinctionPieceTypes);
    text.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_uppercase())
}

fn ends(draft: &mut SectionDraft<'_>) {
    let config = draft.config;
    match (config.text(FsfKey::StalemateValue), config.on(FsfKey::StalematePieceCount)) {
        ("win", true) => draft.set("stalemate", "fewer"),
        ("loss", true) => draft.lose(FsfKey::StalematePieceCount, "the side with more pieces wins"),
        ("draw", _) => {}
        (value, _) => draft.set("stalemate", value),
    }
    if config.text(FsfKey::CheckmateValue) != "loss" {
        draft.set("checkmate", config.text(FsfKey::CheckmateValue));
    }
    draft.set("moveRule", config.number(FsfKey::NMoveRule));
    draft.set("repetition", config.number(FsfKey::NFoldRule));
    match (config.text(FsfKey::NFoldValue), config.on(FsfKey::NFoldValueAbsolute)) {
        ("draw", _) => {}
        (value, false) => draft.set("repetitionResult", value),
        (value, true) => draft.set("repetitionResult", format!("first {value}")),
    }
    draft.set_flags(&[(FsfKey::PerpetualCheckIllegal, "perpetual=1")]);
    let passes = config.on(FsfKey::Pass);
    let when = if passes { 1 } else { 2 };
    if passes || config.on(FsfKey::PassOnStalemate) {
        draft.set("pass", when);
        // Two passes in a row are a draw.
        draft.set("passEnd", 2);
    }
    match (config.on(FsfKey::BikjangRule), passes) {
        (true, true) => draft.set("bikjang", 1),
        (true, false) => draft.lose(FsfKey::BikjangRule, "games without passes"),
        (false, _) => {}
    }
    goal(draft);
    // Only checks to kings count.
    if config.on(FsfKey::CheckCounting) && draft.letter("king").is_some() {
        let (white, black) = draft.start.checks.unwrap_or((1, 1));
        draft.set("checks", format!("{white},{black}"));
        if config.on(FsfKey::ExtinctionPseudoRoyal) {
            draft.lose(FsfKey::CheckCounting, "checks of pieces other than the king, which do not count");
        }
    }
    if config.number(FsfKey::ConnectN) > 0 {
        draft.set("connect", config.number(FsfKey::ConnectN));
    }
    if config.text(FsfKey::CastlingWins) != "-" {
        draft.set("castleWins", config.text(FsfKey::CastlingWins));
    }
}

/// Adds how the flag squares decide.
fn goal(draft: &mut SectionDraft<'_>) {
    let config = draft.config;
    let king = draft.letter("king");
    let kings = [true, false].map(|white| king.is_some() && flag_type(draft, white) == king);
    let (safe, follows) = (config.on(FsfKey::FlagPieceSafe), config.on(FsfKey::FlagMove));
    // Whether a king can answer is known at once.
    let equal = !safe && follows && kings == [true, true];
    if !safe && follows && kings[0] != kings[1] {
        draft.lose(FsfKey::FlagMove, "different flag pieces of White and Black");
    }
    let needed = Some(config.number(FsfKey::FlagPieceCount)).filter(|&needed| needed > 1);
    let words = [(safe, "safe"), (follows && !equal, "answer"), (equal, "equal")];
    let words = words.into_iter().filter(|&(holds, _)| holds).map(|(_, word)| word.to_string());
    let items: Vec<String> = needed.map(|needed| needed.to_string()).into_iter().chain(words).collect();
    if !items.is_empty() {
        draft.set("goal", items.join(","));
    }
}

fn extinction(draft: &mut SectionDraft<'_>) {
    let config = draft.config;
    let value = config.text(FsfKey::ExtinctionValue);
    if value == "none" || config.on(FsfKey::ExtinctionPseudoRoyal) {
        return;
    }
    let (count, others) =
        (config.number(FsfKey::ExtinctionPieceCount), config.number(FsfKey::ExtinctionOpponentPieceCount));
    let all = config.text(FsfKey::ExtinctionPieceTypes).contains('*');
    if all && count == 1 && others == 2 && value == "loss" {
        draft.set("baring", 0);
        return draft.set("counterbare", "draw");
    }
    if config.on(FsfKey::ExtinctionClaim) {
        draft.lose(FsfKey::ExtinctionClaim, "extinction that the side to move must claim");
    }
    if others > 0 {
        draft.lose(
            FsfKey::ExtinctionOpponentPieceCount,
            "the number of pieces that the other side must have left",
        );
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
    if !config.on(FsfKey::BlastOnCapture) {
        return;
    }
    if draft.letter("king").is_some() {
        draft.lose(FsfKey::BlastOnCapture, "explosions of kings, which Fairy-Stockfish does not support");
    }
    // Only the built-in pawn is spared; custom pawns are not.
    let spared = draft.letter("pawn").map(String::from);
    let pawns = draft.ids.iter().take_while(|id| spared.as_ref() == Some(id)).count();
    // Pawns come first and survive adjacent explosions.
    draft.set("atomicCapture", if pawns > 0 { pawns.to_string() } else { "-1".to_owned() });
    let immune = config.text(FsfKey::BlastImmuneTypes);
    if immune != "none" && immune != "-" {
        draft.set("blastProof", immune.to_ascii_uppercase());
    }
}

fn legality(draft: &mut SectionDraft<'_>) {
    let config = draft.config;
    draft.set_flags(&[(FsfKey::MustCapture, "mustCapture=1"), (FsfKey::OppositeCastling, "castleBars=1")]);
    if draft.letter("king").is_some() {
        draft.set_flags(&[(FsfKey::MakpongRule, "royalStays=1")]);
    }
    // In Fairy-Stockfish only kings are in check, not pieces that are royal by extinction.
    match (config.on(FsfKey::Checking), config.on(FsfKey::DropChecks)) {
        _ if draft.letter("king").is_none() => {}
        (false, _) => draft.set("noCheck", 1),
        (true, false) => draft.set("noCheck", "drops"),
        _ => {}
    }
    if let Some(pawn) = draft.letter("shogiPawn").filter(|_| config.on(FsfKey::ShogiPawnDropMateIllegal)) {
        draft.set("dropMate", pawn);
        draft.set("dropMateResult", "loss");
    }
}

/// Returns the letter of a colour's flag piece; `*`: any piece.
fn flag_type(draft: &SectionDraft<'_>, white: bool) -> Option<char> {
    let given = draft.config.get_for(&FLAG_PIECE, white).map(|setting| setting.value.as_str());
    let types = given.unwrap_or(FLAG_PIECE.both.default_value()).to_ascii_uppercase();
    // Of several types, the last one counts.
    let known = |c: &char| *c == '*' || draft.kinds.iter().any(|kind| kind.letter == *c);
    types.chars().take_while(known).last()
}

/// Returns the squares where a piece wins, from its owner's view.
pub fn flag(draft: &SectionDraft<'_>, letter: char, white: bool) -> Option<Region> {
    let wins = [Some('*'), Some(letter)].contains(&flag_type(draft, white));
    draft.region(&FLAG_REGION, white).filter(|_| wins)
}

/// Notes every key that was not converted.
fn losses(draft: &mut SectionDraft<'_>) {
    let config = draft.config;
    let mobility = |key: &str, setting: &Setting| {
        let piece = key.strip_prefix("mobilityRegion").unwrap_or_default();
        let piece = piece.strip_prefix("White").or_else(|| piece.strip_prefix("Black"));
        piece.is_some_and(|piece| {
            setting.line == 0 || draft.kinds.iter().any(|kind| kind.capital_key() == piece)
        })
    };
    let castling = config.on(FsfKey::Castling);
    let moot = |key: &str| key.starts_with("castling") && !castling;
    let unread = config.all().filter(|&(key, setting)| {
        !keys::is_converted(key, &setting.value)
            && !pieces::is_piece(key)
            && !mobility(key, setting)
            && !moot(key)
            && !draft.repeats(key, &setting.value)
    });
    let lost: Vec<_> = unread.map(|(key, s)| (s.line, format!("{key} = {}", s.value))).collect();
    draft.lost.extend(lost);
}
