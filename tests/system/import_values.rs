//! Values of a `variants.ini` that cannot be read, and those with a meaning of their own.

use crate::import::{imported, perft};
use griffon::fsf;
use griffon::position::Game;
use griffon::variant::read;

/// Every setting that would be lost is named with its line.
#[test]
fn unreadable_values_are_reported() {
    for setting in [
        "nMoveRule = abc",
        "nFoldRule = -3",
        "castling = yes",
        "maxRank = 200",
        "maxFile = 40",
        "startFen = 4k2/7/7/7/7/7/7/4K2 w - - 0 1",
        "maxFile = 10\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "stalemateValue = wins",
        "mobilityRegionWhiteRook = z1",
        "promotionPieceTypes = qz",
        "flagPiece = z",
        "startFen = rnbqkbnz/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "startFen = rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "promotedPieceType = n:q b:r",
        "immobilityIllegal = true\ncustomPiece1 = l:fR\nstartFen = 4k3/8/8/8/3L4/8/8/4K3 w - - 0 1",
        "customPiece1 = a:DD",
        "extinctionValue = loss\nextinctionPieceTypes = q\nextinctionPseudoRoyal = true",
    ] {
        let sections = fsf::import(&format!("[odd:chess]\n{setting}\n")).0;
        assert!(sections[0].lost.iter().any(|&(line, _)| line > 1), "{setting}: {:?}", sections[0].lost);
    }
    let late = fsf::import("[late:shogi]\nimmobilityIllegal = false\n").0;
    assert_eq!(late[0].lost.len(), 1);
}

/// Sections that were refused or read with other rules.
#[test]
fn sections_keep_the_rules_of_the_original() {
    let has = |text: &str, lines: &[&str]| {
        let (definition, lost) = imported(text);
        assert_eq!(lost, [""; 0], "{text}");
        for line in lines {
            assert!(definition.lines().any(|other| other == *line), "{line} is missing:\n{definition}");
        }
        let title = text.split([':', ']']).next().expect("a name");
        read(title, &definition).unwrap_or_else(|_| panic!("refused:\n{definition}"));
    };
    has(
        "[gemini:janus]\narchbishop = a\nstartFen = ranbkqbnar/pppppppppp/10/10/10/10/PPPPPPPPPP/RANBKQBNAR w KQkq - 0 1\n",
        &["promoChoice=AQRBN"],
    );
    has("[big:grand]\n", &["promoChoice=ACQRBN!P"]);
    has("[fast:makruk]\n", &["promoZone=3"]);
    has(
        "[first:chess]\npromotedPieceType = n:q\nmandatoryPiecePromotion = true\nmandatoryPawnPromotion = false\npromotionPieceTypes = -\n",
        &[],
    );
    has(
        "[two:chess]\nextinctionValue = win\nextinctionPieceTypes = pn\n",
        &["extinct=P:win", "extinct=N:win"],
    );
    has("[calm:chess]\npass = true\n", &["pass=1", "passEnd=2"]);
    has("[stuck:chess]\npassOnStalemate = true\n", &["pass=2", "passEnd=2"]);
    has("[once:chess]\ncheckCounting = true\n", &["checks=1,1"]);
    has("\u{feff}[marked:chess]\nnMoveRule = 7\n", &["moveRule=7"]);
    has(
        "[limited:crazyhouse]\nfers = f\npromotionPieceTypes = -\npromotedPieceType = p:f n:q\nimmobilityIllegal = true\nmandatoryPawnPromotion = false\npromotionLimit = f:1\n",
        &["promoLimit=+P1"],
    );
    has(
        "[file:chess]\nflagPiece = k\nflagRegion = a*\n",
        &["morph=+......./+......./+......./+......./+......./+......./+......./+......."],
    );
    has(
        "[kings:chess]\npromotionPieceTypes = nbr\nextinctionValue = loss\nextinctionPieceTypes = q\nextinctionPseudoRoyal = true\n",
        &["royal=K", "royal=Q", "extinction=0"],
    );
    has("[ferz:chess]\ncustomPiece1 = a:fK\n", &["customPiece1:A:fWflfrF::"]);
}

/// Values that a key has anyway have no effect.
#[test]
fn values_that_hold_anyway_are_no_losses() {
    for settings in [
        "promotionPawnTypesWhite = p\npromotionPawnTypesBlack = p",
        "promotionPieceTypesWhite = nbrq\npromotionPieceTypesBlack = qrbn",
        "enPassantTypesWhite = p\nenPassantTypesBlack = p",
        "nMoveRuleTypesWhite = p\nnMoveRuleTypesBlack = p",
        "passWhite = false\npassBlack = false\npassOnStalemateWhite = false\npassOnStalemateBlack = false",
        "pass = true\npassBlack = true",
        "castlingKingPieceWhite = k\ncastlingRookPiecesBlack = r",
        "flagPieceBlockedWin = false\nadjudicateFullBoard = false",
        "connectN = 4\nconnectPieceTypes = *\nconnectVertical = true\nconnectHorizontal = true\n\
         connectDiagonal = true\nconnectRegion1White = -\nconnectValue = win",
    ] {
        assert_eq!(imported(&format!("[kept:chess]\n{settings}\n")).1, [""; 0], "{settings}");
    }
    for settings in [
        "promotionPawnTypesWhite = n",
        "promotionPieceTypesBlack = q",
        "enPassantTypesWhite = -",
        "pass = true\npassWhite = false",
        "pawnTypes = pn\nnMoveRuleTypesWhite = p",
        "connectN = 4\nconnectValue = loss",
    ] {
        let lost = imported(&format!("[lost:chess]\n{settings}\n")).1;
        let last = settings.lines().last().unwrap_or_default();
        assert!(lost.iter().any(|what| what.eq_ignore_ascii_case(last)), "{settings}: {lost:?}");
    }
}

/// Gating: the counts are Fairy-Stockfish's.
#[test]
fn pieces_that_gate_are_those_of_the_castling_field() {
    let text = "[mine:seirawan]\n[drops:shouse]\n\
        [some:seirawan]\nstartFen = 1n2k1n1/8/8/8/8/8/8/1N2K1N1[Hh] w Bb - 0 1\n\
        [half:chess]\ngating = true\n";
    let (sections, faults) = fsf::import(text);
    assert!(faults.is_empty(), "{faults:?}");
    let counts = |at: usize| {
        let (variant, _) = read(&sections[at].name, &sections[at].definition).expect("a definition");
        perft(&Game::new(variant).expect("a game"), 3)
    };
    assert_eq!((counts(0), counts(1)), (24_830, 546_694));
    let lost =
        |at: usize| sections[at].lost.iter().map(|loss| loss.1.as_str()).collect::<Vec<_>>().join("\n");
    assert_eq!((lost(0), lost(1)), (String::new(), String::new()));
    assert_eq!(lost(2), "gating: pieces N that gate and others that do not");
    assert!(lost(3).starts_with("gating: "), "{}", lost(3));
}

/// A piece without moves enters by gating, too: the count is Fairy-Stockfish's.
#[test]
fn immobile_pieces_are_gated_and_not_dropped() {
    let (definition, lost) = imported(
        "[wall]\nimmobile = n\nrook = r\nking = k\ncastling = false\npromotionPieceTypes = -\ngating = true\n\
         seirawanGating = true\nstartFen = r3k3/8/8/8/8/8/8/R3K3[Nn] w Aa - 0 1\n",
    );
    assert_eq!(lost, [""; 0]);
    let (variant, _) = read("wall", &definition).expect("a definition");
    assert_eq!(perft(&Game::new(variant).expect("a game"), 1), 25, "{definition}");
}
