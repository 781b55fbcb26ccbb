//! Explosions and spells: `atomicCapture`, `blastZone`, `blastProof`; `trackPieces`, `trackedTypes`, `spell`,
//! `spellZone`.

use super::super::definition::Definition;
use super::super::diagnostic::Diagnostic;
use super::super::keys::Key;
use super::super::roster::Roster;
use super::super::values;
use super::laws::marked;
use super::{Blast, Influence, Spell, Zone};

/// Value of `atomicCapture` for explosions that spare nothing.
const SPARES_NOTHING: i32 = -1;

fn zone(definition: &Definition<'_>, key: Key, what: &str, report: &mut Vec<Diagnostic>) -> Zone {
    let words = [("K", Zone::K), ("W", Zone::W), ("F", Zone::F), ("N", Zone::N)];
    let value = definition.value(key);
    value.and_then(|text| values::word(text, what, &words, report)).unwrap_or_default()
}

/// Reads the extent of explosions. `explodes`: whether the matrix has an `@`.
///
/// SPEC: "With N=0 (the default) this would capture all enemy pieces in the 3x3 area ... For larger values of N it
/// would destroy all adjacent pieces of either color, except the first N in the piece table, while the capturing piece
/// would always disappear."
pub(super) fn blast(
    definition: &Definition<'_>,
    roster: &Roster,
    explodes: bool,
    report: &mut Vec<Diagnostic>,
) -> Blast {
    let types = roster.len();
    let most = i32::try_from(types).unwrap_or(i32::MAX);
    let spares = match definition.value(Key::AtomicCapture) {
        Some(text) => {
            values::number(text, "`atomicCapture`", SPARES_NOTHING..=most, report).unwrap_or_default()
        }
        None => 0,
    };
    for key in [Key::AtomicCapture, Key::BlastZone, Key::BlastProof] {
        if let Some(text) = definition.value(key).filter(|text| !explodes && text.text != "0") {
            let message = "nothing explodes: `captureMatrix` has no `@`";
            report.push(Diagnostic::warning(text.span(), message));
        }
    }
    let mut proof = vec![false; types];
    for piece in marked(definition, Key::BlastProof, "`blastProof`", roster, report) {
        proof[piece.index()] = true;
    }
    Blast {
        zone: zone(definition, Key::BlastZone, "`blastZone`", report),
        enemies_only: explodes && spares == 0,
        spared: (0..most).map(|piece| piece < spares).collect(),
        proof,
    }
}

/// Reads the spell. SPEC: "N here indicates which the first piece type that should cast such a spell on its
/// surroundings, and M (which by default is 1) how many subsequent piece types (all in piece-table order)".
pub(super) fn influence(
    definition: &Definition<'_>,
    roster: &Roster,
    report: &mut Vec<Diagnostic>,
) -> Option<Influence> {
    let words = [
        ("burn", Spell::Burn),
        ("freeze", Spell::Freeze),
        ("charm", Spell::Charm),
        ("hide", Spell::Hide),
        ("protect", Spell::Protect),
        ("brake", Spell::Brake),
    ];
    let spell =
        definition.value(Key::Spell).map(|text| (text, values::word(text, "`spell`", &words, report)));
    let zone = zone(definition, Key::SpellZone, "`spellZone`", report);
    let tracked = definition.value(Key::TrackPieces).filter(|text| text.text != "0");
    let Some(tracked) = tracked else {
        if let Some((text, _)) = spell {
            let warning = Diagnostic::warning(text.span(), "no piece casts the spell");
            report.push(warning.with_help("`trackPieces=N` names the first piece that casts it"));
        }
        return None;
    };
    let Some((_, spell)) = spell else {
        let warning = Diagnostic::warning(tracked.span(), "`trackPieces` without a `spell` changes nothing");
        report.push(warning);
        return None;
    };
    let first = values::pieces(tracked, "`trackPieces`", roster, report).first().copied()?.index();
    let room = roster.len() - first;
    let many = match definition.value(Key::TrackedTypes) {
        Some(text) => values::number(text, "`trackedTypes`", 1..=room, report).unwrap_or(1),
        None => 1,
    };
    let casters = (0..roster.len()).map(|piece| (first..first + many).contains(&piece)).collect();
    Some(Influence { spell: spell?, casters, zone })
}
