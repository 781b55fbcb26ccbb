//! Finds values of settings that cannot be read.

use super::board::Region;
use super::draft::{Loss, SectionDraft};

/// Keys whose values are `true` or `false`.
const SWITCHES: &str = "\
    chess960 mandatoryPawnPromotion mandatoryPiecePromotion blastOnCapture doubleStep castling \
    oppositeCastling checking dropChecks mustCapture mustDrop pieceDrops dropLoop capturesToHand \
    firstRankPawnDrops promotionZonePawnDrops dropPromoted immobilityIllegal pass makpongRule flyingGeneral \
    nFoldValueAbsolute perpetualCheckIllegal stalematePieceCount shogiPawnDropMateIllegal bikjangRule \
    extinctionPseudoRoyal extinctionClaim dupleCheck flagPieceSafe flagMove checkCounting";

/// Keys whose values are numbers.
const NUMBERS: &str = "\
    castlingRank soldierPromotionRank nMoveRule nFoldRule extinctionPieceCount \
    extinctionOpponentPieceCount flagPieceCount connectN";

/// Keys whose values are results.
const RESULTS: &str = "nFoldValue stalemateValue checkmateValue extinctionValue";

/// Keys whose values are files.
const FILES: &str = "maxFile castlingKingsideFile castlingQueensideFile";

/// Largest board that a definition can have.
const MOST_FILES: usize = 26;
const MOST_RANKS: u32 = 99;

fn contains(list: &str, key: &str) -> bool {
    list.split(' ').any(|other| other == key)
}

/// Parses a file by letter or number, from 1.
pub fn file(text: &str) -> Option<usize> {
    let letter = text.chars().next().filter(char::is_ascii_alphabetic);
    letter.map(|c| c.to_ascii_lowercase() as usize - 'a' as usize + 1).or_else(|| text.parse().ok())
}

/// Notes every value that cannot be read, and start positions that do not fit the board and the pieces.
pub fn check(draft: &mut SectionDraft<'_>) {
    let fault = |key: &str, value: &str| {
        let size = |found: Option<usize>| found.is_none_or(|file| !(1..=MOST_FILES).contains(&file));
        match key {
            "maxRank" if !value.parse().is_ok_and(|n: u32| (1..=MOST_RANKS).contains(&n)) => {
                Some(format!("not a number from 1 to {MOST_RANKS}"))
            }
            _ if contains(SWITCHES, key) && !matches!(value, "true" | "false") => {
                Some(String::from("neither `true` nor `false`"))
            }
            _ if contains(NUMBERS, key) && value.parse::<u32>().is_err() => {
                Some(String::from("not a number"))
            }
            _ if contains(RESULTS, key) && !matches!(value, "win" | "loss" | "draw" | "none") => {
                Some(String::from("not one of `win`, `loss`, `draw`, `none`"))
            }
            _ if contains(FILES, key) && size(file(value)) => Some(String::from("not a file")),
            _ if key.contains("Region") => Region::unread(value, draft.files, draft.ranks)
                .map(|word| format!("`{word}` is no square, rank or file")),
            _ => None,
        }
    };
    let faults = draft.config.all().filter_map(|(key, setting)| {
        let why = fault(key, &setting.value)?;
        Some((setting.line, format!("{key} = {}: {why}", setting.value)))
    });
    let mut faults: Vec<Loss> = faults.collect();
    let (rows, ranks) = (draft.start.rows, draft.ranks);
    let line = draft.config.get("startFen").map_or(0, |setting| setting.line);
    if rows != ranks {
        faults.push((line, format!("startFen: {rows} ranks on a board of {ranks}")));
    }
    let known = |c: char| draft.kinds.iter().any(|kind| kind.letter == c.to_ascii_uppercase());
    let unknown: String = draft.start.letters().filter(|&c| !known(c)).collect();
    if !unknown.is_empty() {
        faults.push((line, format!("startFen: no piece has the letter of `{unknown}`")));
    }
    draft.lost.extend(faults);
}
