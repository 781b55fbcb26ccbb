//! The built-in variants against the rules they are known by.

use griffon::board::Color;
use griffon::variant::catalogue;
use griffon::variant::{Captured, Ending, Variant};

/// Start arrays as they stand in FENs.
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
];

fn variant(name: &str) -> &'static Variant {
    &catalogue::find(name).unwrap_or_else(|| panic!("{name} is not built in")).variant
}

/// The first field of the FEN of the start.
fn array(variant: &Variant) -> String {
    let board = &variant.board;
    let rank = |rank: u16| {
        let mut text = String::new();
        let mut empty = 0;
        for file in 0..board.files() {
            let square = board.at(i32::from(file), i32::from(rank));
            let found = variant.setup.iter().find(|(at, ..)| Some(*at) == square);
            let Some(&(_, color, piece)) = found else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &std::mem::take(&mut empty).to_string();
            }
            let id = &variant.pieces[piece.index()].id;
            text += &if color == Color::White { id.clone() } else { id.to_lowercase() };
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    };
    (0..board.ranks()).rev().map(rank).collect::<Vec<_>>().join("/")
}

#[test]
fn every_variant_starts_from_its_array() {
    for (name, fen) in ARRAYS {
        assert_eq!(array(variant(name)), *fen, "{name}");
    }
    assert_eq!(ARRAYS.len(), catalogue::all().len());
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

#[test]
fn both_sides_have_a_royal() {
    for entry in catalogue::all() {
        let variant = &entry.variant;
        for color in Color::BOTH {
            let royal = variant
                .setup
                .iter()
                .filter(|&&(_, side, piece)| side == color && variant.ends.royal[piece.index()]);
            assert_eq!(royal.count(), 1, "{}", entry.file);
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
    assert_eq!(variant("xiangqi").ends.stalemate, Ending::Loss);
    assert_eq!(variant("makruk").ends.quiet_plies, 0);
    for name in ["shogi", "minishogi", "crazyhouse"] {
        assert_eq!(variant(name).captured, Captured::ToCapturer, "{name}");
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
fn names_and_aliases_are_found_in_any_case() {
    assert_eq!(variant("CHESS").name, "normal");
    assert_eq!(variant("Shogi").name, "shogi");
    assert!(catalogue::find("nosuchgame").is_none());
}

#[test]
fn what_is_not_found_is_given_the_nearest_name() {
    let told = |spec: &str| catalogue::load(spec).map(|_| ()).unwrap_err().to_string();
    assert!(told("shogy").contains("did you mean `shogi`?"));
    assert!(told("xyzzy").contains("griffon variants"));
    assert!(told("/no/such/file.txt").contains("/no/such/file.txt"));
}
