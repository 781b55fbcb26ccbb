//! Counting and chasing rules of a section: ends of games without progress.

use super::draft::SectionDraft;
use crate::variant::{PieceType, Variant};
use std::collections::BTreeSet;

/// A counting rule.
struct CountingRule {
    name: &'static str,
    /// Piece keys (`*`: any pieces), with their number and the moves allowed to mate the bare side.
    limits: &'static [(&'static str, &'static str)],
    /// Additional parameters.
    more: &'static [&'static str],
}

const COUNTING: &[CountingRule] = &[
    CountingRule {
        name: "makruk",
        limits: &[
            ("rook", "2:8"),
            ("rook", ":16"),
            ("silver", "2:22"),
            ("knight", "2:32"),
            ("silver", ":44"),
            ("*", ":64"),
        ],
        more: &["countingStart=1", "countingBoard=64"],
    },
    CountingRule {
        name: "cambodian",
        limits: &[
            ("rook", "2:7"),
            ("rook", ":15"),
            ("silver", "2:21"),
            ("knight", "2:31"),
            ("silver", ":43"),
            ("*", ":63"),
        ],
        more: &["countingStart=1", "countingBoard=63,3"],
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

/// Returns the parameters for counting, chasing and the moves that reset the move count.
pub fn header(draft: &mut SectionDraft<'_>, ids: &[String]) -> Vec<String> {
    let mut lines = counting(draft, ids);
    lines.extend(chases(draft, ids));
    if draft.config.get("nMoveRuleTypes").is_some() {
        let types = draft.config.text("nMoveRuleTypes", "-").to_ascii_uppercase();
        let known: Vec<String> = types.chars().map(String::from).filter(|id| ids.contains(id)).collect();
        lines.push(format!(
            "moveRulePieces={}",
            if known.is_empty() { String::from("0") } else { known.join(",") }
        ));
    }
    lines
}

/// Returns the ID of the piece with a key, if it has its own line.
fn id(draft: &SectionDraft<'_>, ids: &[String], key: &str) -> Option<String> {
    let letter = draft.kinds.iter().find(|kind| kind.key == key)?.letter.to_string();
    ids.contains(&letter).then_some(letter)
}

fn counting(draft: &mut SectionDraft<'_>, ids: &[String]) -> Vec<String> {
    let value = draft.config.text("countingRule", "none");
    if value == "none" {
        return Vec::new();
    }
    let rule = COUNTING.iter().find(|rule| rule.name == value);
    let (pawn, king) = (id(draft, ids, "pawn"), id(draft, ids, "king"));
    let (Some(rule), Some(pawn), Some(_)) = (rule, pawn, king) else {
        let what = format!("{value}: unknown rule, or no king or pawns");
        draft.lose("countingRule", &what);
        return Vec::new();
    };
    let limit = |&(key, limit): &(&str, &str)| {
        let piece = if key == "*" { Some(String::from(key)) } else { id(draft, ids, key) };
        Some(piece? + limit)
    };
    let limits: Vec<String> = rule.limits.iter().filter_map(limit).collect();
    let mut lines: Vec<String> = rule.more.iter().map(|&line| String::from(line)).collect();
    lines.push(format!("countingPawns={pawn}"));
    if !limits.is_empty() {
        lines.push(format!("counting={}", limits.join(",")));
    }
    lines
}

/// Returns the chases of the Asian rules: kings and soldiers may chase anything; kings, and soldiers on their own side,
/// may be chased.
fn chases(draft: &mut SectionDraft<'_>, ids: &[String]) -> Vec<String> {
    let value = draft.config.text("chasingRule", "none");
    if value == "none" {
        return Vec::new();
    }
    if value != "axf" {
        draft.lose("chasingRule", value);
        return Vec::new();
    }
    let chaser = |id: &&String| {
        let kind = draft.kinds.iter().find(|kind| **id == kind.letter.to_string());
        kind.is_some_and(|kind| !["king", "soldier"].contains(&kind.key.as_str()))
    };
    let chasers: Vec<String> = ids.iter().filter(chaser).cloned().collect();
    // A crossed soldier has the same ID as the others and the later line.
    let soldier = id(draft, ids, "soldier");
    let crossed = ids.iter().rposition(|id| soldier.as_ref() == Some(id)).map(|at| (at + 1).to_string());
    let victims: Vec<String> = crossed.into_iter().chain(chasers.iter().cloned()).collect();
    let listed = |keys: &[&str]| {
        let found: Vec<String> = keys.iter().filter_map(|key| id(draft, ids, key)).collect();
        (!found.is_empty()).then(|| found.join(","))
    };
    let mut lines = Vec::new();
    if !chasers.is_empty() {
        lines.push(format!("chase={}>{}", chasers.join(","), victims.join(",")));
    }
    let upward = |&(low, high): &(&[&str], &[&str])| {
        Some(format!("chase={}>{}:protected", listed(low)?, listed(high)?))
    };
    lines.extend(UPWARD.iter().filter_map(upward));
    lines
}

type Letters = BTreeSet<char>;

/// Limits (types, minimum number of pieces, moves), move limit of the board count, its maximum number of pieces,
/// whether the count begins with the number of pieces, pawns.
type Counts = (Vec<(Letters, u16, u16)>, u16, Option<u16>, bool, Letters);

/// Counting and chasing rules of a variant by the letters of its pieces, to compare it with a section.
pub struct Signature {
    /// The limits, those of the board count, and whether the count begins with the number of pieces.
    pub(super) counting: Option<Counts>,
    /// Attackers, victims, and whether protected victims count.
    pub(super) chases: BTreeSet<(Letters, Letters, bool)>,
}

impl Signature {
    /// The names of the counting rules.
    pub const RULES: &[&str] = &[COUNTING[0].name, COUNTING[1].name, COUNTING[2].name];

    /// Creates the signature of a variant whose types have these letters.
    pub fn new(variant: &Variant, letter: impl Fn(PieceType) -> Option<char>) -> Self {
        let letters = |types: &[bool]| -> Letters {
            let listed = (0..).map(PieceType).zip(types).filter(|(_, listed)| **listed);
            listed.filter_map(|(piece, _)| letter(piece)).collect()
        };
        let counting = variant.ends.counting.as_ref().map(|rule| {
            let any = |least: u16, types: &[bool]| if least == 0 { Letters::new() } else { letters(types) };
            let limits =
                rule.limits.iter().map(|limit| (any(limit.least, &limit.types), limit.least, limit.moves));
            (limits.collect(), rule.board, rule.most, rule.from_pieces, letters(&rule.pawns))
        });
        let chases = variant.ends.chases.iter();
        let chases = chases.map(|one| (letters(&one.attackers), letters(&one.victims), one.protected));
        Self { counting, chases: chases.collect() }
    }
}
