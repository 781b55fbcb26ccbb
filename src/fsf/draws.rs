//! Counting and chasing rules of a section: ends of games without progress.

use super::draft::SectionDraft;
use super::keys::FsfKey;
use crate::variant::{PieceType, Variant};
use std::collections::BTreeSet;

/// A counting rule.
pub struct CountingRule {
    pub name: &'static str,
    /// Piece keys (`*`: any pieces), with their number and the moves allowed to mate the bare side.
    limits: &'static [(&'static str, &'static str)],
    /// Additional parameters and their values.
    more: &'static [(&'static str, &'static str)],
}

/// The counting rules by name.
#[rustfmt::skip]
pub const COUNTING: &[CountingRule] = &[
    CountingRule {
        name: "makruk",
        limits: &[
            ("rook", "2:8"), ("rook", ":16"), ("silver", "2:22"), ("knight", "2:32"), ("silver", ":44"), ("*", ":64"),
        ],
        more: &[("countingStart", "1"), ("countingBoard", "64")],
    },
    CountingRule {
        name: "cambodian",
        limits: &[
            ("rook", "2:7"), ("rook", ":15"), ("silver", "2:21"), ("knight", "2:31"), ("silver", ":43"), ("*", ":63"),
        ],
        more: &[("countingStart", "1"), ("countingBoard", "63,3")],
    },
    CountingRule {
        name: "asean",
        limits: &[("rook", ":16"), ("silver", ":44"), ("knight", ":64")],
        more: &[],
    },
];

/// Attackers and their forbidden victims, even if protected.
const UPWARD: &[(&[&str], &[&str])] =
    &[(&["horse", "cannon"], &["rook"]), (&["elephant", "fers"], &["horse", "rook", "cannon"])];

/// Adds the parameters for counting, chasing and the moves that reset the move count.
pub fn write(draft: &mut SectionDraft<'_>) {
    match draft.config.text(FsfKey::CountingRule) {
        "none" => {}
        value => counting(draft, value),
    }
    match draft.config.text(FsfKey::ChasingRule) {
        "none" => {}
        "axf" => chases(draft),
        value => draft.lose(FsfKey::ChasingRule, value),
    }
    resets(draft);
}

/// Adds the types whose moves reset the move count, unless they are the promoting pawns.
fn resets(draft: &mut SectionDraft<'_>) {
    let config = draft.config;
    let listed = [FsfKey::NMoveRuleTypes, FsfKey::PawnTypes].into_iter().find_map(|key| config.get(key));
    let pawn = draft.letter("pawn").map(String::from).unwrap_or_default();
    let types = listed.map_or(pawn, |setting| setting.value.to_ascii_uppercase());
    let by_default = types == draft.pawns.iter().collect::<String>() && !draft.promotes_by_square();
    if config.number(FsfKey::NMoveRule) == 0 || listed.is_none() && by_default && !types.is_empty() {
        return;
    }
    let known: Vec<String> = types.chars().map(String::from).filter(|id| draft.ids.contains(id)).collect();
    draft.set("moveRulePieces", if known.is_empty() { String::from("0") } else { known.join(",") });
}

/// Returns the ID of the piece with a key, if it has its own line.
fn id(draft: &SectionDraft<'_>, key: &str) -> Option<String> {
    draft.letter(key).map(String::from).filter(|id| draft.ids.contains(id))
}

fn counting(draft: &mut SectionDraft<'_>, value: &str) {
    let rule = COUNTING.iter().find(|rule| rule.name == value);
    let (Some(rule), Some(pawn), Some(_)) = (rule, id(draft, "pawn"), id(draft, "king")) else {
        return draft.lose(FsfKey::CountingRule, &format!("{value}: unknown rule, or no king or pawns"));
    };
    let piece = |key| if key == "*" { Some(String::from(key)) } else { id(draft, key) };
    let limits = rule.limits.iter().filter_map(|&(key, limit)| Some(piece(key)? + limit));
    let limits: Vec<String> = limits.collect();
    rule.more.iter().for_each(|(key, value)| draft.set(key, value));
    draft.set("countingPawns", pawn);
    if !limits.is_empty() {
        draft.set("counting", limits.join(","));
    }
}

/// Adds the chases of the Asian rules: kings and soldiers may chase anything; kings, and soldiers on their own side, may
/// be chased.
fn chases(draft: &mut SectionDraft<'_>) {
    let chaser = |id: &&String| {
        let kind = draft.kinds.iter().find(|kind| **id == kind.letter.to_string());
        kind.is_some_and(|kind| !["king", "soldier"].contains(&kind.key.as_str()))
    };
    let chasers: Vec<String> = draft.ids.iter().filter(chaser).cloned().collect();
    // A crossed soldier has the same ID as the others and the later line.
    let soldier = id(draft, "soldier");
    let crossed = draft.ids.iter().rposition(|id| soldier.as_ref() == Some(id));
    let crossed = crossed.map(|at| (at + 1).to_string());
    let victims: Vec<String> = crossed.into_iter().chain(chasers.iter().cloned()).collect();
    if !chasers.is_empty() {
        draft.set("chase", format!("{}>{}", chasers.join(","), victims.join(",")));
    }
    for pair in UPWARD.iter().map(|&(low, high)| [low, high]) {
        let [low, high] = pair.map(|keys| keys.iter().filter_map(|key| id(draft, key)).collect::<Vec<_>>());
        if !low.is_empty() && !high.is_empty() {
            draft.set("chase", format!("{}>{}:protected", low.join(","), high.join(",")));
        }
    }
}

type LetterSet = BTreeSet<char>;

/// Limits (types, minimum number of pieces, moves), move limit of the board count, its maximum number of pieces,
/// whether the count begins with the number of pieces, pawns.
type Counts = (Vec<(LetterSet, u16, u16)>, u16, Option<u16>, bool, LetterSet);

/// Counting and chasing rules of a variant by the letters of its pieces, to compare it with a section: the counts, and
/// the chases with attackers, victims, and whether protected victims count.
pub type Signature = (Option<Counts>, BTreeSet<(LetterSet, LetterSet, bool)>);

/// Returns the signature of a variant whose types have these letters.
pub fn signature(variant: &Variant, letter: impl Fn(PieceType) -> Option<char>) -> Signature {
    let letters = |types: &[bool]| -> LetterSet {
        let listed = variant.types().zip(types).filter(|(_, listed)| **listed);
        listed.filter_map(|(piece, _)| letter(piece)).collect()
    };
    let counting = variant.ends.counting.as_ref().map(|rule| {
        let any = |least: u16, types: &[bool]| if least == 0 { LetterSet::new() } else { letters(types) };
        let limits = rule.limits.iter();
        let limits = limits.map(|limit| (any(limit.least, &limit.types), limit.least, limit.moves));
        (limits.collect(), rule.board, rule.most, rule.from_pieces, letters(&rule.pawns))
    });
    let chases = variant.ends.chases.iter();
    let chases = chases.map(|one| (letters(&one.attackers), letters(&one.victims), one.protected));
    (counting, chases.collect())
}
