//! The built-in variants against the known rules.

use crate::support::{game_of, variant};
use griffon::board::Color;
use griffon::position::Position;
use griffon::variant::catalogue;
use griffon::variant::{Captured, Ending};

/// FENs of the arrays of variants for which no peer's counts from the start exist (`perft/peer/`).
const ARRAYS: &[(&str, &str)] = &[
    ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
    ("fischerandom", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
    ("crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
    ("cylinder", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
    ("berolina", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
    ("nightrider", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
    ("amazon", "rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR"),
    ("knightmate", "rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR"),
    ("grasshopper", "rnbqkbnr/gggggggg/pppppppp/8/8/PPPPPPPP/GGGGGGGG/RNBQKBNR"),
    ("shatranj", "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR"),
    ("makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR"),
    ("courier", "rnebmk1wbenr/1ppppp1pppp1/6f5/p5p4p/P5P4P/6F5/1PPPPP1PPPP1/RNEBMK1WBENR"),
    ("capablanca", "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR"),
    ("gothic", "rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR"),
    ("janus", "rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR"),
    ("falcon", "rnbfqkfbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBFQKFBNR"),
    ("grand", "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R"),
    ("xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"),
    ("shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"),
    ("minishogi", "rbsgk/4p/5/P4/KGSBR"),
    (
        "chu",
        "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1TOXT1B1A/LFCSGKEGSCFL",
    ),
    ("metamachy", "ca3qk3ac/ernbmlgmbnre/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/ERNBMLGMBNRE/CA3QK3AC"),
    ("caparandom", "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR"),
    ("wildcastle", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
    ("pawnone", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
    ("stalematewin", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
    ("selfcapture", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
    ("maharajah", "rnbqkbnr/pppppppp/8/8/8/8/8/4M3"),
    ("lion", "rlbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RLBQKBNR"),
    ("lightbrigade", "nnnnknnn/pppppppp/8/8/8/8/PPPPPPPP/1Q1QK1Q1"),
    ("teammate", "ufeakmnc/pppppppp/8/8/8/8/PPPPPPPP/UFEAKMNC"),
    ("diamond", "krbp4/rqnp4/nbpp4/pppp4/4PPPP/4PPBN/4PNQR/4PBRK"),
    ("fide-clobberers", "dwfckfwd/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
    ("fide-nutters", "gitlktig/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
    ("fide-rookies", "svhmkhvs/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
    ("clobberers-nutters", "gitlktig/pppppppp/8/8/8/8/PPPPPPPP/DWFCKFWD"),
    ("clobberers-rookies", "svhmkhvs/pppppppp/8/8/8/8/PPPPPPPP/DWFCKFWD"),
    ("nutters-rookies", "svhmkhvs/pppppppp/8/8/8/8/PPPPPPPP/GITLKTIG"),
    ("clobberers", "dwfckfwd/pppppppp/8/8/8/8/PPPPPPPP/DWFCKFWD"),
    ("nutters", "gitlktig/pppppppp/8/8/8/8/PPPPPPPP/GITLKTIG"),
    ("rookies", "svhmkhvs/pppppppp/8/8/8/8/PPPPPPPP/SVHMKHVS"),
    ("bird", "rnbcqkabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBCQKABNR"),
    ("univers", "rbncqkanbr/pppppppppp/10/10/10/10/PPPPPPPPPP/RBNCQKANBR"),
    ("schoolbook", "rqnbakbncr/pppppppppp/10/10/10/10/PPPPPPPPPP/RQNBAKBNCR"),
    ("grotesque", "rbqnkcnabr/pppppppppp/10/10/10/10/PPPPPPPPPP/RBQNKCNABR"),
    ("ladorean", "rbqnkancbr/pppppppppp/10/10/10/10/PPPPPPPPPP/RBQNKANCBR"),
    ("spanisharcher", "rnbaqkabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBAQKABNR"),
    ("great", "wnegkmhenw/pppppppppp/10/10/10/10/PPPPPPPPPP/WNEGKMHENW"),
    ("cagliostro", "rnbacqkgabnr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNBACQKGABNR"),
    ("roman", "rnabqkbanr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNABQKBANR"),
    ("sac", "caszmmzsac/jrnbqkbnrj/pppppppppp/10/10/10/10/PPPPPPPPPP/JRNBQKBNRJ/CASZMMZSAC"),
    ("eurasian", "r1c4c1r/1nbvqkvbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBVQKVBN1/R1C4C1R"),
    ("balbo", "****kbq****/***rnbnr***/**ppppppp**/*9*/11/11/*9*/**PPPPPPP**/***RNBNR***/****KBQ****"),
    (
        "omega",
        "w**********w/*crnbqkbnrc*/*pppppppppp*/*10*/*10*/*10*/*10*/*10*/*10*/*PPPPPPPPPP*/*CRNBQKBNRC*/W**********W",
    ),
    ("acedrex", "rlugcakcgulr/12/12/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/12/12/RLUGCAKCGULR"),
    (
        "zanzibar",
        "cazvfqkuvzac/ernbwlgwbnre/ppppmppmpppp/12/12/12/12/12/12/PPPPMPPMPPPP/ERNBWLGWBNRE/CAZVFQKUVZAC",
    ),
    (
        "zanzibarxxl",
        "cazvuqkfvzac/ernbolgdbnre/iiiimwwmiiii/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/IIIIMWWMIIII/ERNBOLGDBNRE/CAZVUQKFVZAC",
    ),
    (
        "gigachess",
        "cazvuhotxfvzac/ernbwjqkdwbnre/ppppmyglsmpppp/4pppppp4/14/14/14/14/14/14/4PPPPPP4/PPPPMYGLSMPPPP/ERNBWJQKDWBNRE/CAZVUHOTXFVZAC",
    ),
    (
        "terachess",
        "sjyhxfdoodfxhyjs/caziuvlktlvuizac/ernbwmgqqgmwbnre/pppppppppppppppp/16/16/16/16/16/16/16/16/PPPPPPPPPPPPPPPP/ERNBWMGQQGMWBNRE/CAZIUVLKTLVUIZAC/SJYHXFDOODFXHYJS",
    ),
    ("wa", "hmlcvkwgudo/1e3s3f1/ppprpppxppp/3p3p3/11/11/11/3P3P3/PPPXPPPRPPP/1F3S3E1/ODUGWKVCLMH"),
    ("heian", "lnsgkgsnl/9/ppppppppp/9/9/PPPPPPPPP/9/LNSGKGSNL"),
    (
        "heiandai",
        "lnicsgkgscinl/rd2t1m1t2dr/ppppppppppppp/6o6/13/13/13/13/13/6O6/PPPPPPPPPPPPP/RD2T1M1T2DR/LNICSGKGSCINL",
    ),
    (
        "dai",
        "ljs'i'csgkgsci's'jl/a1c'1f1tet1f1c'1a/1v'1a'1wxnow1a'1v'1/rd'mvbhdqdhbvmd'r/ppppppppppppppp/4i5i4/15/15/15/4I5I4/PPPPPPPPPPPPPPP/RD'MVBHDQDHBVMD'R/1V'1A'1WONXW1A'1V'1/A1C'1F1TET1F1C'1A/LJS'I'CSGKGSCI'S'JL",
    ),
];

/// Returns the first position in a peer's counts: the start position.
fn start_of_a_peer(name: &str) -> Option<String> {
    let file = format!("{}/perft/peer/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(file).ok()?;
    let row: serde_json::Value = serde_json::from_str(text.lines().next()?).ok()?;
    Some(row["fen"].as_str()?.to_owned())
}

#[test]
fn every_variant_starts_from_its_array() {
    for entry in catalogue::all() {
        let name = entry.variant.name.as_str();
        let known = |known: &str| known == name || entry.variant.aliases.iter().any(|alias| alias == known);
        let listed = ARRAYS.iter().find(|(array, _)| known(array)).map(|(_, fen)| format!("{fen} w - - 0 1"));
        let expected = listed.or_else(|| start_of_a_peer(name)).unwrap_or_else(|| panic!("{name}: no array"));
        let game = game_of(entry);
        let expected =
            Position::from_fen(&game, &expected).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let board = |pos: &Position| pos.fen(&game).split(['[', ' ']).next().map(str::to_owned);
        assert_eq!(board(&Position::start(&game)), board(&expected), "{name}");
    }
}

#[test]
fn every_piece_that_starts_can_move() {
    for entry in catalogue::all() {
        for piece in &entry.variant.pieces {
            assert!(!piece.movements.is_empty(), "{}: {}", entry.file, piece.name);
        }
    }
}

#[test]
fn every_promoted_form_has_the_id_of_its_base() {
    for entry in catalogue::all() {
        let variant = &entry.variant;
        let offset = usize::from(variant.promotion.offset);
        for base in (0..usize::from(variant.promotion.types)).filter(|_| offset > 0) {
            assert_eq!(
                variant.pieces[base + offset].id,
                format!("+{}", variant.pieces[base].id),
                "{}",
                entry.file
            );
        }
    }
}

/// Number of royals of White and Black at the start, if not one each.
const ROYALS: &[(&str, [usize; 2])] = &[
    // "Horde: White has no king"
    ("horde", [0, 1]),
    // "the queens are royal as well"
    ("coregal", [2, 2]),
    // "Spartans, who have two kings"
    ("spartan", [1, 2]),
    // "The king is an ordinary piece": losses are counted by `extinct`, or a goal is reached.
    ("antichess", [0, 0]),
    ("breakthrough", [0, 0]),
    ("codrus", [0, 0]),
    ("dobutsu", [0, 0]),
    ("extinction", [0, 0]),
    ("giveaway", [0, 0]),
    ("jesonmor", [0, 0]),
    ("kinglet", [0, 0]),
    ("suicide", [0, 0]),
    ("threekings", [0, 0]),
];

#[test]
fn both_sides_have_their_royals() {
    for entry in catalogue::all() {
        let variant = &entry.variant;
        let expected = ROYALS.iter().find(|(name, _)| *name == variant.name).map_or([1, 1], |row| row.1);
        for color in Color::BOTH {
            let royal = variant
                .setup
                .iter()
                .filter(|&&(_, side, piece)| side == color && variant.ends.royal[piece.index()]);
            // Where sides set up their pieces, the royals start in hand.
            let held = variant.hands[color.index()].iter().zip(&variant.ends.royal);
            let held: usize = held.filter(|&(_, &royal)| royal).map(|(&count, _)| usize::from(count)).sum();
            assert_eq!(royal.count() + held, expected[color.index()], "{}", entry.file);
        }
    }
}

#[test]
fn endings_and_hands_follow_the_rules() {
    for name in ["shatranj", "courier"] {
        let ends = &variant(name).ends;
        assert_eq!((ends.stalemate, ends.counterbare), (Ending::Loss, Ending::Draw), "{name}");
        assert!(ends.baring.iter().zip(&ends.royal).all(|(bare, royal)| bare != royal), "{name}");
    }
    for name in ["xiangqi", "stalematewin", "acedrex"] {
        assert_eq!(variant(name).ends.stalemate, Ending::Loss, "{name}");
    }
    for name in ["great", "acedrex"] {
        let ends = &variant(name).ends;
        assert!(ends.baring.iter().zip(&ends.royal).all(|(bare, royal)| bare != royal), "{name}");
    }
    assert_eq!(variant("teammate").ends.quiet_plies, 128);
    assert_eq!(variant("makruk").ends.quiet_plies, 0);
    for name in ["shogi", "minishogi", "crazyhouse"] {
        assert_eq!(variant(name).captured, Captured::ToCaptor, "{name}");
    }
    assert_eq!(variant("grand").captured, Captured::ToOwner);
    assert!(variant("crazyhouse").capture_demotes);
}

#[test]
fn a_soldier_changes_once_across_the_river() {
    use griffon::variant::{Morph, PieceType};
    let xiangqi = variant("xiangqi");
    let morph = xiangqi.promotion.morph[0].as_ref().expect("the soldier's board");
    for square in xiangqi.board.squares() {
        let crossed = xiangqi.board.rank(square) >= 5;
        let expected = if crossed { Morph::Into(PieceType(1)) } else { Morph::Normal };
        assert_eq!(morph[square.index()], expected);
    }
}

#[test]
fn names_and_aliases_are_case_insensitive() {
    assert_eq!(variant("CHESS").name, "normal");
    assert_eq!(variant("Shogi").name, "shogi");
    assert!(catalogue::find("nosuchgame").is_none());
}

#[test]
fn unknown_names_get_a_suggestion() {
    let told = |spec: &str| catalogue::load(spec).map(|_| ()).unwrap_err().to_string();
    assert!(told("shogy").contains("did you mean `shogi`?"));
    assert!(told("xyzzy").contains("griffon variants"));
    assert!(told("/no/such/file.txt").contains("/no/such/file.txt"));
}
