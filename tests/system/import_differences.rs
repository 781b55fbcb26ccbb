//! Rules of Fairy-Stockfish that a definition states in another way, or cannot state.

use crate::import::{imported, moves_after, perft};
use crate::support::{defined, file, game, griffon, griffon_reading};
use griffon::variant::read;

/// Moves of a section without losses.
fn moves(section: &str, fen: &str) -> Vec<String> {
    let (definition, lost) = imported(section);
    assert_eq!(lost, [""; 0], "{section}");
    moves_after(&definition, fen)
}

/// Drops are illegal where a type could never move again, whatever its moves; hops count as moves.
#[test]
fn immobile_pieces_are_not_dropped() {
    let fen = "4k4/9/9/9/9/9/9/9/4K4[L] w - - 0 1";
    for (betza, count) in
        [("fD", 67), ("rW", 75), ("flF", 68), ("fC", 58), ("fWlR", 83), ("fWcK", 76), ("fpR", 76)]
    {
        let (definition, lost) = imported(&format!("[drops:shogi]\ncustomPiece1 = l:{betza}\n"));
        let moves = moves_after(&definition, fen);
        assert_eq!(moves.len(), count, "{betza}: {moves:?}");
        assert!(lost.iter().any(|why| why.contains("L may not go")), "{betza}: {lost:?}");
    }
    let (_, lost) = imported("[board:chess]\nimmobilityIllegal = true\ncustomPiece1 = n:fD\n");
    assert_eq!(lost, ["immobilityIllegal: N may not go where it could never move again"]);
    // Those that must promote do not stay there.
    let (_, lost) = imported("[forms:shogi]\ncustomPiece1 = l:ffN\npromotedPieceType = l:g\n");
    assert_eq!(lost, [""; 0]);
}

/// Castling is written as in Chess960 if the section says so.
#[test]
fn castling_of_chess960_takes_the_partner() {
    let ini = file("nine-sixty.ini", "[nine:chess]\nchess960 = true\n[usual:chess]\n");
    let ini = ini.to_str().expect("UTF-8");
    for (name, castles) in [("nine", "e1h1"), ("usual", "e1g1")] {
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        let session = format!(
            "uci\nsetoption name VariantPath value {ini}\nsetoption name UCI_Variant value {name}\n\
             position fen {fen} moves {castles}\ngo perft 1\nquit\n"
        );
        let said = griffon_reading::<&str>(&[], &session).out;
        assert!(said.contains("Nodes searched: 3"), "{name}: {said}");
    }
}

/// A promoted form needs no letter.
#[test]
fn forms_may_lose_their_letter() {
    let list = moves("[late:shogi]\ncustomPiece1 = d:WD\n", "4k4/9/9/R8/9/9/9/9/4K4[] w - - 0 1");
    assert!(list.contains(&String::from("a6a9+")) && list.len() == 24, "{list:?}");
}

/// Initial moves capture nothing, and named types keep their moves.
#[test]
fn moves_that_are_ignored() {
    let section = "[calm:chess]\npawn = -\ncustomPiece1 = p:ifcFfmW\n";
    assert_eq!(
        moves(section, "4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1").iter().filter(|mv| mv.starts_with("e2")).count(),
        1
    );
    let (definition, lost) = imported("[own:chess]\nbishop = b:BcW\n");
    assert!(definition.contains("\nbishop:B:B:"), "{definition}");
    assert_eq!(lost.len(), 1);
}

/// A pawn that cannot promote attacks the zone that it cannot enter.
#[test]
fn pawns_that_cannot_promote_give_check() {
    let section = "[stop:chess]\npromotionPieceTypes = -\n";
    assert!(!moves(section, "8/8/8/8/8/8/4p3/3K3k w - - 0 1").contains(&String::from("d1f1")));
    let mut list = moves(section, "8/8/8/8/8/2k5/4p3/3K4 w - - 0 1");
    list.sort();
    assert_eq!(list, ["d1c1", "d1e1", "d1e2"]);
    assert!(moves(section, "7k/8/8/8/8/8/4p3/6K1 b - - 0 1").iter().all(|mv| mv.starts_with("h8")));
}

/// Explosions and cannons share a matrix, also with a single type.
#[test]
fn explosions_are_one_matrix() {
    for section in ["[one:breakthrough]\nblastOnCapture = true\n", "[two:nocheckatomic]\njanggiCannon = b\n"]
    {
        let (definition, lost) = imported(section);
        assert_eq!(lost, [""; 0]);
        assert_eq!(definition.matches("captureMatrix=").count(), 1, "{definition}");
        assert!(read("matrix", &definition).is_ok(), "{definition}");
    }
    let (definition, _) = imported("[two:nocheckatomic]\njanggiCannon = b\n");
    let moves = moves_after(&definition, "4k3/8/b7/8/P7/8/B7/4K3 w - - 0 1");
    assert!(moves.contains(&String::from("a2a5")) && !moves.contains(&String::from("a2a6")), "{moves:?}");
    assert!(definition.contains('$') && definition.contains('@'), "{definition}");
}

/// Flag pieces other than kings win after the reply, checks of other royals do not count, 0 is no limit, and castling
/// ignores regions.
#[test]
fn values_that_depend_on_others() {
    let has = |section: &str, line: &str| {
        let (definition, lost) = imported(section);
        assert_eq!(lost, [""; 0], "{section}");
        definition.lines().any(|other| other.starts_with(line))
    };
    let flag = "flagMove = true\nflagRegionWhite = *8\nflagRegionBlack = *1\n";
    let array = "startFen = 4k3/8/8/3n4/8/8/3N4/4K3 w - - 0 1\n";
    assert!(has(&format!("[knights:chess]\n{flag}{array}flagPiece = n\n"), "goal=answer"));
    let several = format!("[several:chess]\n{flag}{array}flagPiece = n\nflagPieceCount = 2\n");
    assert!(has(&several, "goal=2,answer"));
    assert!(has(&several.replace("flagMove = true\n", ""), "goal=2"));
    assert!(!has("[checks:atomic]\ncheckCounting = true\n", "checks="));
    assert!(has("[stays:chess]\nmakpongRule = true\n", "royalStays=1"));
    assert!(!has("[goes:atomic]\nmakpongRule = true\n", "royalStays="));
    assert!(!has("[queens:chess]\npromotionLimit = q:0\n", "promoLimit="));
    let region = "[region:chess]\nmobilityRegionWhiteKing = *2 *3 *4\n";
    let list = moves(region, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert!(list.contains(&String::from("e1g1")), "{list:?}");
    let moves = imported("[goldless:shogi]\nextinctionValue = loss\nextinctionPieceTypes = d\n").0;
    assert!(moves.contains("\nextinct=+R\n"), "{moves}");
}

/// Pieces that turn over with each move: as in the catalogue.
#[test]
fn pieces_that_demote_with_each_move() {
    let section = "[kyoto]\nmaxRank = 5\nmaxFile = 5\nlance = l\nsilver = s\nshogiKnight = n\ngold = g\nbishop = b\n\
                   rook = r\nshogiPawn = p\nking = k\nstartFen = p+nks+l/5/5/5/+LSK+NP[] w - - 0 1\n\
                   pieceDrops = true\ncapturesToHand = true\ndropPromoted = true\ncastling = false\n\
                   promotionPieceTypes = -\npromotedPieceType = l:g s:b n:g p:r\npieceDemotion = true\n\
                   promotionRegion = *1 *2 *3 *4 *5\nimmobilityIllegal = false\ndoubleStep = false\n";
    let (definition, lost) = imported(&format!("{section}mandatoryPiecePromotion = true\n"));
    assert_eq!(lost, [""; 0]);
    assert_eq!(perft(&defined(&definition), 3), perft(&game("kyotoshogi"), 3));
    let (_, lost) = imported(section);
    assert!(lost.iter().any(|lost| lost.starts_with("pieceDemotion: ")), "{lost:?}");
}

/// What a definition cannot state is reported, but only where it matters.
#[test]
fn differences_are_reported() {
    for (section, key) in [
        ("shogi]\ndropLoop = true", "dropLoop: "),
        ("shogi]\ndropPromoted = true", "dropNoDoubled: "),
        ("minishogi]\ndropNoDoubled = g", "dropNoDoubled: "),
        ("chess]\npromotedPieceType = p:n", "promotedPieceType: "),
        (
            "chess]\npromotionPawnTypes = pn\nmandatoryPawnPromotion = false\npromotionPieceTypes = qrb",
            "mandatoryPawnPromotion: ",
        ),
        ("chess]\npawnTypes = pq", "promotionPieceTypes: "),
        ("crazyhouse]\npromotionPieceTypes = -", "promotionPieceTypes: "),
        ("chess]\npromotionRegionWhite = *6 *7 *8", "promotionRegion"),
        ("chess]\nmobilityRegionWhitePawn = *2 *4 *5 *6 *7 *8", "mobilityRegion"),
        ("chess]\ncastlingWins = KQk", "castlingWins: "),
        (
            "chess]\ncastlingRookQueensideFile = b\nstartFen = rr2k3/8/8/8/8/8/8/RR2K3 w Q - 0 1",
            "castlingRookQueensideFile: ",
        ),
        ("chess]\nstartFen = 4k3/8/8/8/8/8/8/R3K1K1 w Q - 0 1", "castlingKingPiece: "),
        ("chess]\nflagPiece = k\nflagRegion = *1", "flagRegion"),
        (
            "chess]\nflagMove = true\nflagRegion = d4\nflagPieceWhite = k\nflagPieceBlack = n\npromotionPieceTypes = q",
            "flagMove: ",
        ),
        (
            "chess]\ncustomPiece1 = x:W\nextinctionValue = loss\nextinctionPieceTypes = x",
            "extinctionPieceTypes: ",
        ),
        ("chess]\nbikjangRule = true", "bikjangRule: "),
    ] {
        let (definition, lost) = imported(&format!("[lost:{section}\n"));
        assert!(lost.len() == 1 && lost[0].starts_with(key), "{section}: {lost:?}");
        assert!(read("lost", &definition).is_ok(), "{section}: {definition}");
    }
    for section in [
        "crazyhouse]\ndropLoop = true",
        "chess]\ncastlingWins = Kk",
        "chess]\ncastlingRookQueensideFile = a\ncastlingRookKingsideFile = h",
        "chess]\ncastlingRookQueensideFile = b\nstartFen = 1r2k3/8/8/8/8/8/8/NR2K3 w Qq - 0 1",
        "chess]\ndoubleStepRegionWhite = *2 *3 *4 *5 *6\ndoubleStepRegionBlack = *3 *4 *5 *6 *7",
        "chess]\nmandatoryPawnPromotion = false",
        "chess]\npromotionPieceTypes = -",
        "chess]\npromotionRegionWhite = *7 *8\npromotionRegionBlack = *2 *1",
        "chess]\nmobilityRegionWhitePawn = *2 *3 *5 *6 *7 *8",
        "chess]\nflagPiece = k\nflagRegionWhite = *8\nflagRegionBlack = *1",
        "chess]\nextinctionValue = loss\nextinctionPieceTypes = q",
    ] {
        assert_eq!(imported(&format!("[kept:{section}\n")).1, [""; 0], "{section}");
    }
}

/// Of more pieces than an extinction count makes royal, none is royal.
#[test]
fn extinction_counts_that_can_be_exceeded_are_reported() {
    let lost = |settings: &str| {
        imported(&format!(
            "[kings]\nrook = r\ncommoner = k\npawn = p\ncastling = false\nextinctionValue = loss\n\
             extinctionPseudoRoyal = true\nextinctionPieceTypes = k\nextinctionPieceCount = {settings} w - - 0 1\n"
        ))
        .1
    };
    let two = "1\nstartFen = 4k3/8/8/4r3/8/8/P7/K3K3";
    assert_eq!(lost(two), [""; 0]);
    let promoting = format!("1\npromotionPieceTypes = k{}", &two[1..]);
    for settings in ["1\nstartFen = 4k3/8/8/4r3/8/8/8/KK2K3", promoting.as_str()] {
        let lost = lost(settings);
        assert!(lost.len() == 1 && lost[0].starts_with("extinctionPieceCount: "), "{settings}: {lost:?}");
    }
    assert_eq!(lost(&promoting.replacen('1', "2", 1)), [""; 0]);
}

/// Fairy-Stockfish must be told where a partner starts that is not in the corner.
#[test]
fn partners_that_are_not_in_the_corner_are_exported() {
    let text =
        "name=inner\ntitle=inner\nmaxPromote=0\nroyal=K\nrook:R:R::b1,h1,,b8,h8\nking:K:KisO2::e1,,e8\n";
    let path = file("inner-rook.txt", text);
    let text = griffon(&["export", path.to_str().expect("UTF-8"), "--to", "fsf"]).ok();
    assert!(text.contains("\ncastlingRookQueensideFile = b\n"), "{text}");
    assert!(!text.contains("castlingRookKingsideFile") && !text.contains("# not expressible"), "{text}");
}

/// Initial moves of a custom piece are those of a region, whether or not the piece has moved.
#[test]
fn initial_moves_belong_to_their_region() {
    let section = "[sprint:chess]\ncustomPiece1 = s:WimN\nstartFen = 4k3/8/8/8/8/8/8/2S1K3 w - - 0 1\n\
                   doubleStepRegionWhite = *1 *3\ndoubleStepRegionBlack = *8 *6\n";
    let leaps = |fen| moves(section, fen).iter().any(|mv| ["c3d5", "c4d6"].contains(&mv.as_str()));
    assert!(leaps("4k3/8/8/8/8/2S5/8/4K3 w - - 0 1"));
    assert!(!leaps("4k3/8/8/8/2S5/8/8/4K3 w - - 0 1"));
}
