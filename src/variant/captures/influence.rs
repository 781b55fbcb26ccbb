//! Explosions and spells: `atomicCapture`, `blastZone`, `blastProof`; `trackPieces`, `trackedTypes`, `spell`,
//! `spellZone`.

use super::super::keys::Key;
use super::super::parameters::ParameterReader;
use super::{Blast, Influence, Spell, Zone};

/// Value of `atomicCapture` for explosions that spare nothing.
const SPARES_NOTHING: i32 = -1;

fn zone(reader: &mut ParameterReader<'_>, key: Key) -> Zone {
    let words = [("K", Zone::K), ("W", Zone::W), ("F", Zone::F), ("N", Zone::N)];
    reader.word(key, &words).unwrap_or_default()
}

/// Reads the extent of explosions. `explodes`: whether the matrix has an `@`.
///
/// SPEC: "With N=0 (the default) this would capture all enemy pieces in the 3x3 area ... For larger values of N it
/// would destroy all adjacent pieces of either color, except the first N in the piece table, while the capturing piece
/// would always disappear."
pub(super) fn blast(reader: &mut ParameterReader<'_>, explodes: bool) -> Blast {
    let most = i32::try_from(reader.roster.len()).unwrap_or(i32::MAX);
    let spares = reader.number(Key::AtomicCapture, SPARES_NOTHING..=most, 0);
    for key in [Key::AtomicCapture, Key::BlastZone, Key::BlastProof] {
        if let Some(text) = reader.active(key).filter(|_| !explodes) {
            reader.warn(text, "nothing explodes: `captureMatrix` has no `@`");
        }
    }
    Blast {
        zone: zone(reader, Key::BlastZone),
        enemies_only: explodes && spares == 0,
        spared: (0..most).map(|piece| piece < spares).collect(),
        proof: reader.marked_set(Key::BlastProof),
    }
}

/// Reads the spell. SPEC: "N here indicates which the first piece type that should cast such a spell on its
/// surroundings, and M (which by default is 1) how many subsequent piece types (all in piece-table order)".
pub(super) fn influence(reader: &mut ParameterReader<'_>) -> Option<Influence> {
    let words = [
        ("burn", Spell::Burn),
        ("freeze", Spell::Freeze),
        ("charm", Spell::Charm),
        ("hide", Spell::Hide),
        ("protect", Spell::Protect),
        ("brake", Spell::Brake),
    ];
    let spell = reader.value(Key::Spell).map(|text| (text, reader.word_in(text, Key::Spell, &words)));
    let zone = zone(reader, Key::SpellZone);
    let Some(tracked) = reader.active(Key::TrackPieces) else {
        if let Some((text, _)) = spell {
            let help = "`trackPieces=N` names the first piece that casts it";
            reader.report.push(text.warning("no piece casts the spell").with_help(help));
        }
        return None;
    };
    let Some((_, spell)) = spell else {
        reader.warn(tracked, "`trackPieces` without a `spell` changes nothing");
        return None;
    };
    let first = reader.pieces(tracked, Key::TrackPieces).first().copied()?.index();
    let types = reader.roster.len();
    let many = reader.number(Key::TrackedTypes, 1..=types - first, 1);
    let casters = (0..types).map(|piece| (first..first + many).contains(&piece)).collect();
    Some(Influence { spell: spell?, casters, zone })
}
