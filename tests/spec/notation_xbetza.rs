//! Movements printed as XBetza read back as the same movements, from every notation.
//!
//! `GRIFFON_WRITTEN` is the number of random pieces (300).

use crate::support::random_pieces::{DOUBLES, MODIFIERS, OTHERS, WALKERS, description};
use crate::support::setting;
use griffon::notation::legs::{Initial, Movement};
use griffon::notation::{Notation, compile, compile_in, xbetza};
use griffon::random::Rng;
use griffon::variant::catalogue;
use std::collections::BTreeSet;

fn set(movements: &[Movement]) -> BTreeSet<String> {
    movements.iter().map(ToString::to_string).collect()
}

/// Returns a description of the movements that XBetza expresses wrongly, if any.
fn fault(what: &str, movements: &[Movement]) -> Option<String> {
    let written = xbetza(movements);
    if let Some(&unsaid) = written.unsaid.first() {
        let count = written.unsaid.len();
        return Some(format!("{what}: {count} unsaid of {}: {}", movements.len(), movements[unsaid]));
    }
    match compile(&written.text) {
        Ok(read) if set(&read) == set(movements) => None,
        Ok(_) => Some(format!("{what} is not {}", written.text)),
        Err(error) => Some(format!("{what}: {}: {error}", written.text)),
    }
}

fn report(faults: &[String], count: usize) {
    let some: Vec<&str> = faults.iter().take(40).map(String::as_str).collect();
    assert!(faults.is_empty(), "{} of {count} are wrong:\n{}", faults.len(), some.join("\n"));
}

/// "legs → XBetza": `parse(print(legs)) == legs`, both as sets.
#[test]
fn random_pieces_are_read_back() {
    let count = setting("GRIFFON_WRITTEN").unwrap_or(300);
    let mut random = Rng(3);
    let (mut faults, mut shorter) = (Vec::new(), 0);
    for drawn in 0..count {
        let atom = drawn % (WALKERS.len() + OTHERS.len());
        let atom = WALKERS.get(atom).copied().unwrap_or_else(|| OTHERS[atom - WALKERS.len()]);
        let letters = random.below(MODIFIERS.len() + DOUBLES.len());
        let letters = MODIFIERS.get(letters..=letters).unwrap_or_else(|| DOUBLES[letters - MODIFIERS.len()]);
        let text = description(&mut random, atom, letters);
        let movements = compile(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        shorter += usize::from(xbetza(&movements).text.len() <= text.len());
        faults.extend(fault(&text, &movements));
    }
    println!("{count} pieces, {shorter} of them no longer than they were");
    report(&faults, count);
}

#[test]
fn every_piece_of_the_catalogue_is_read_back() {
    let (mut faults, mut count) = (Vec::new(), 0);
    for entry in catalogue::every() {
        let variant = &entry.variant;
        for piece in &variant.pieces {
            // Moves of a zone are written in a separate parameter (`zoneMoves`), not in the move description.
            let everywhere = piece
                .movements
                .iter()
                .filter(|m| !matches!(m.initial, Initial::Zone(_) | Initial::Change(_)));
            let movements: Vec<Movement> = everywhere.cloned().collect();
            if movements.is_empty() {
                continue;
            }
            count += 1;
            faults.extend(fault(&format!("{} in {}", piece.name, variant.name), &movements));
        }
    }
    println!("{count} pieces");
    report(&faults, count);
}

#[test]
fn common_pieces_have_their_usual_text() {
    for text in [
        "K",
        "Q",
        "BN",
        "fmWfcF",
        "fmWfceFifmnD",
        "FyafsF",
        "mafsW",
        "mRcpR",
        "gQ",
        "NN",
        "qN",
        "zB",
        "jB",
        "aK",
        "KNADcaKmcabK",
        "(caf)R",
        "KisO2",
        "U",
        "@5",
        "ff@0",
        "Q:cK",
        "mNxaN",
        "xK",
        "udQ",
        "fmW*",
        "NX0",
        "D'3",
        "I",
        "M",
        "iuO-N",
        "uW-bW",
        "pR3",
        "caibR",
        "gabyabsR",
        "oR",
        "ooQ",
        "fhN",
        "hrN",
        "fmWfcF+",
        "bbezadafhlfrroalczQ2U",
        "rmkafsbcnnpF12",
        "fsfhzafqmceWX",
        // Turns relative to the previous turn, on some legs only; steps of a bent leg that is too short to bend.
        "rdamcafzkuafhmrrcN*",
        "ffrmkzafsbjjazWX2",
        "fqavhlN12",
        // Lengths copied across a leg of a single step; hops of marking and of skipping slides.
        "sfmqyamiafdagAA",
        "zbcgacyarcgiA12",
        "irfmpnnWX12'",
        "uadpjnB4",
        // The maximum number of legs, and a hop.
        "(caf)cpNN",
    ] {
        let movements = compile(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        println!("{text}: {}", xbetza(&movements).text);
        assert_eq!(fault(text, &movements), None);
    }
}

/// Betza 2.0 and brackets, if the legs of a move share an atom.
#[test]
fn other_notations_are_translated() {
    for (notation, text, wanted) in [
        (Notation::Betza2, "FtR", "FyafsF"),
        (Notation::Betza2, "W-F", "afsW"),
        (Notation::Betza2, "W-rW-lW", "aralW"),
        (Notation::Betza2, "mRcR+R", "mRpafcR"),
        (Notation::Betza2, "fmFfmFxF", "fmFfcafmF"),
        (Notation::Betza2, "RxebR", "caibR"),
        (Notation::Betza2, "KxaK", "cafhrlbrfblK"),
        (Notation::Betza2, "Q+K", "gafQ"),
        (Notation::Bracket, "[F?R]", "FyafsF"),
        (Notation::Bracket, "[W-sR]", "yasW"),
        (Notation::Bracket, "v[F?R]", "FyafsF"),
    ] {
        let movements = compile_in(notation, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        println!("{text}: {} ({wanted})", xbetza(&movements).text);
        assert_eq!(fault(text, &movements), None);
    }
}

/// Two equal adjacent capitals mean a rider; adjacent moves must not be merged into one.
#[test]
fn moves_with_the_same_letter_stay_separate() {
    let texts = [
        "mUU",
        "mUUUUUUU",
        "NNmcN",
        "mNmcNN",
        "N0mN",
        "mBB",
        "B1mcB",
        "FNN1NiyafsmF",
        "mNN1NNpafcNN",
        "dII",
        "cIaWI",
        "dImcIII",
    ];
    let of = |text: &&str| match compile(text) {
        Ok(movements) => fault(text, &movements),
        Err(_) => None,
    };
    let faults: Vec<String> = texts.iter().filter_map(of).collect();
    report(&faults, texts.len());
}
