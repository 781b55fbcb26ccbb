//! Arrays, letters and slots of the `setup` line, as XBoard reads them.

use super::{lines, variant};
use crate::support::defined;
use crate::xboard_reader::setup::Setup;
use griffon::board::Color;
use griffon::position::names::fen_name;
use griffon::variant::{Variant, catalogue, read as read_definition};
use griffon::variant_names;
use griffon::xboard::Dialect;
use std::collections::BTreeMap;

/// Reads the setup and the `piece` lines as XBoard does, and compares them with the definition.
fn check_as_read(variant: &Variant) {
    let dialect = Dialect::new(variant);
    let Some(line) = &dialect.setup else { return };
    let name = &variant.name;
    let setup = Setup::read(line).unwrap_or_else(|fault| panic!("{name}: {fault}: {line}"));
    let board = &variant.board;
    let place = |square| (i32::from(board.file(square)), i32::from(board.rank(square)));
    let holes = board.squares().filter(|&square| board.is_hole(square)).map(|square| (place(square), None));
    // Types with one name are one piece to XBoard, and both kings may share a slot.
    let mut slots: BTreeMap<(bool, usize), String> = BTreeMap::new();
    let pieces = variant.setup.iter().map(|&(square, color, piece)| {
        let (white, id) = (color == Color::White, fen_name(variant, piece));
        let slot = setup.tables[usize::from(!white)].slot(&id);
        let slot = slot.unwrap_or_else(|| panic!("{name}: no slot for {id}: {line}"));
        assert_eq!(slots.entry((white, slot)).or_insert(id.clone()), &id, "{name}: {line}");
        (place(square), Some((white, slot)))
    });
    let expected: BTreeMap<_, _> = pieces.chain(holes).collect();
    assert_eq!(setup.cells, expected, "{name}: {line}");
    let mut described = Vec::new();
    for piece in &dialect.pieces {
        let id = piece.split(' ').nth(1).unwrap();
        let both = id.ends_with('&');
        let id = id.trim_end_matches('&');
        let white = !id.contains(|c: char| c.is_ascii_lowercase());
        for side in [white, !white].into_iter().take(1 + usize::from(both)) {
            let slot = setup.tables[usize::from(!side)].slot(&id.to_ascii_uppercase());
            assert!(slot.is_some(), "{name}: {piece}: {line}");
            assert!(!described.contains(&(side, slot)), "{name}: {piece} again");
            described.push((side, slot));
        }
    }
}

#[test]
fn xboard_reads_every_array_as_meant() {
    for entry in catalogue::every() {
        check_as_read(&entry.variant);
    }
}

/// A king, and pieces on a board of six files and ranks.
fn small(pieces: &str) -> Variant {
    let text = format!("files=6\nranks=6\nroyal=K\n{pieces}king:K:K::d1\n");
    read_definition("small", &text).unwrap_or_else(|error| panic!("{text}: {error:?}")).0
}

#[test]
fn promoted_pieces_of_the_array_have_their_base_form() {
    let promotes = "maxPromote=1\npromoZone=2\npromoChoice=R\n";
    let (gold, rook) = ("gold:+B:WfF::c1\n", "rook:R:R::a1\n");
    for (pieces, plus) in [
        // The other side never appears, in play or at all.
        (format!("maxPromote=0\nbishop:B:B::b1\n{gold}{rook}"), "^B"),
        (format!("maxPromote=0\n{gold}{rook}"), "^B"),
        // It promotes to another type.
        (format!("{promotes}bishop:B:B::b1\n{gold}{rook}"), "^B"),
        // It is captured into the hand.
        (format!("holdingsType=-1\nmaxPromote=0\nbishop:B:B::b1\n{gold}{rook}"), "^B"),
        // It is royal, a pawn, or moves in a way that XBoard does not know.
        (format!("maxPromote=0\ncaptain:+K:WfF::c1\n{rook}"), "^K"),
        (format!("promoChoice=R\npawn:P:fmWfcF::a2-f2\nsergeant:+P:K::c1\n{rook}"), "^P"),
        (format!("maxPromote=0\nbishop:B:(rja)bbinT0::b1\n{gold}{rook}"), "^B"),
    ] {
        let variant = small(&pieces);
        check_as_read(&variant);
        let setup = Dialect::new(&variant).setup.unwrap();
        assert!(setup.contains(plus), "{setup}");
    }
    // A type that promotes to another one than XBoard would take is not promoted there.
    let other = small(&format!("{promotes}bishop:B:B::b1\n{gold}{rook}"));
    let notes = Dialect::new(&other).notes;
    let note = "bishop: XBoard does not know its promotion; play with -testLegality false";
    assert!(notes.contains(&note.into()), "{notes:?}");
}

#[test]
fn offered_names_are_unchanged() {
    // Checklist 10: "Variant names that XBoard recognises"
    let mut seen = Vec::new();
    for entry in catalogue::all() {
        let name = variant_names::offered(&entry.variant);
        let known = variant_names::known_as(&entry.variant).is_some();
        assert!(known || !variant_names::is_misread(&name), "{name}");
        assert!(name.len() < 100 && !name.contains([',', ' ', '"']), "{name}");
        assert!(!seen.contains(&name), "{name}");
        seen.push(name);
    }
}

#[test]
fn each_side_has_its_own_king_type() {
    // 2.3: "White's slots in order with the King slot last, then Black's the same"; 2.5: "`piece N ...` White only".
    let text = lines("maharajah");
    let setup = text.lines().next().unwrap();
    let table = setup.split(['(', ')']).nth(1).unwrap();
    assert_eq!(table.chars().nth(table.len() / 2 - 1), Some('M'), "{setup}");
    assert!(table.ends_with('k'), "{setup}");
    assert!(text.contains("piece M QN") && text.contains("piece k K"), "{text}");
    // In any order of the piece lines.
    let text = "symmetry=none\nroyal=K\nroyal=E\nmaxPromote=0\nking:K:K::e1\nemperor:E:KD::,,e8\n";
    let setup = Dialect::new(&defined(text).variant).setup.unwrap();
    assert!(setup.contains("K.") && setup.contains("e)"), "{setup}");
    // Different armies: one ID, two kinds of castling.
    let text = lines("clobberers");
    assert!(text.contains("piece K KilO3irO2\n") && text.contains("piece k KirO3ilO2"), "{text}");
}

/// The king's entry in the table is a single letter; XBoard reads a suffix as the first entry of the other side.
#[test]
fn kings_whose_ids_have_suffixes_are_in_another_slot() {
    for id in ["K'", "K!", "+K"] {
        let text = format!("royal={id}\npawn:P:fW::a2\nking:{id}:K::e1\n");
        let variant = defined(&text).variant;
        let setup = Dialect::new(&variant).setup.unwrap();
        let table = setup.split(['(', ')']).nth(1).unwrap();
        let white: String = table.split('p').next().unwrap().to_owned();
        assert!(white.ends_with('.') && table.ends_with('.'), "{table}");
        check_as_read(&variant);
    }
}

#[test]
fn pieces_demoted_to_pawns_in_hand_are_marked() {
    // 2.3: "`~` in slot k+11 = crazyhouse-style promoted pawn".
    let text = lines("capahouse");
    let table = text.split(['(', ')']).nth(1).unwrap();
    for id in "NBRQAC".chars() {
        let slot = table.find(id).unwrap();
        assert_eq!(table.chars().nth(slot + 11), Some('~'), "{id}: {table}");
        // 3.6: quiet diagonal moves of the piece in slot 18 are executed as en passant captures.
        assert_ne!(slot + 11, 18, "{id}: {table}");
    }
}

#[test]
fn pawns_droppable_on_edge_ranks_avoid_slot_0() {
    // 4.1: "slot-0 drops on first or last rank are illegal (outside shogi/seirawan parents)".
    for name in ["dobutsu", "euroshogi", "gorogoro", "yarishogi"] {
        let text = lines(name);
        let table = text.split(['(', ')']).nth(1).unwrap();
        let shogi = text.lines().next().unwrap().contains("_shogi ");
        assert!(table.starts_with('.') || shogi, "{name}: {table}");
    }
}

#[test]
fn only_second_slot_holds_blacks_pawns_under_spartan() {
    let mut texts: Vec<String> = vec![
        "parent=spartan\nmaxPromote=1\nroyal=K\npromoChoice=Q\npawn:P:fmWfcF::a2-h2\nqueen:Q:Q::d1\nking:K:K::e1"
            .into(),
    ];
    texts.extend(catalogue::all().iter().map(|entry| entry.text.to_owned()));
    let mut found = 0;
    for text in &texts {
        let (variant, _) = read_definition("stage", text).unwrap();
        let Some(setup) = Dialect::new(&variant).setup.filter(|setup| setup.contains("_spartan ")) else {
            continue;
        };
        let table = setup.split(['(', ')']).nth(1).unwrap();
        assert_eq!(&table[table.len() / 2..][..1], ".", "{setup}");
        found += 1;
    }
    assert!(found > 0);
}

#[test]
fn no_stalemate_for_a_side_that_can_lose_everything() {
    let says =
        |name: &str| Dialect::new(variant(name)).notes.iter().any(|note| note.contains("-checkMates false"));
    assert!(says("horde"));
    // The last piece of a type may be the last piece of all.
    let text = "royal=0\nextinct=K\nmaxPromote=0\nrook:R:R::a1\nking:K:K::e1\n";
    let notes = Dialect::new(&defined(text).variant).notes;
    assert!(notes.iter().any(|note| note.contains("-checkMates false")), "{notes:?}");
    assert!(!says("capablanca") && !says("almost"));
}

#[test]
fn moves_that_reset_the_count_are_named_if_xboard_counts_them() {
    let says = |line: &str, squire: &str| {
        let text = format!("{line}\npawn:P:fmWfceF::a2\n{squire}knight:N:N::b1\nking:K:K::e1\n");
        let notes = Dialect::new(&defined(&text).variant).notes;
        notes.iter().any(|note| note.contains("counts its moves as quiet; play with -ruleMoves 1000"))
    };
    let resets = |pieces: &str| says(&format!("moveRulePieces={pieces}"), "");
    assert!(resets("P,N") && !resets("P") && !resets("0"));
    // Without `moveRulePieces`: types that promote and never move backward, in the slots of pawns or not.
    let two = "squire:S:fFsW::h2\nsergeant:G:fFfW::g2\n";
    assert!(!says("maxPromote=1", two) && says("maxPromote=3", two));
}

#[test]
fn chess960_is_the_parent_only_if_all_partners_are_rooks_of_one_type() {
    // 2.3: castling partners under that parent are the pieces in slot 3, of one type.
    let parent = |pieces: &str| {
        let text = format!("name=drawn\nfiles=8\nranks=8\nroyal=K\nshuffle=CER\nking:K:KisO2::e1\n{pieces}");
        read_definition("test.txt", &text).expect("a variant").0.parent
    };
    assert_eq!(parent("rook:R:R::a1,h1\nc:C:FD::c1\n").as_deref(), Some("fischerandom"));
    assert_eq!(parent("rook:R:R::b1,g1\nc:C:FD::a1\n"), None, "the left partner is no rook");
    assert_eq!(parent("rook:R:R::a1,c1\ne:E:R::h1\n"), None, "the rooks are of two types");
}

#[test]
fn castling_partners_stay_in_the_rook_slot_if_pawns_promote_to_them() {
    // 2.6: XBoard's own castling wants the partner in slot 3; the default promotion is the piece in slot 4.
    let setup = |pieces: &str| {
        let text = format!(
            "name=drawn\nfiles=8\nranks=8\nroyal=K\npawn:P:fmWfcF::a2,h2\nrook:R:R::a1,h1\n{pieces}king:K:KisO2::e1\n"
        );
        Dialect::new(&read_definition("test.txt", &text).expect("a variant").0).setup.expect("a set-up")
    };
    let both = setup("c:C:FD::c1\npromoChoice=RC\n");
    assert!(both.starts_with("setup (P..RC") && both.contains(" KQkq "), "{both}");
    let rook = setup("promoChoice=R\n");
    assert!(
        rook.starts_with("setup (P...R") && rook.contains(" - "),
        "the O atom describes castling: {rook}"
    );
}

#[test]
fn piece_letters_do_not_depend_on_the_shuffle() {
    for file in ["shuffle-carrera", "shuffle-zanzibar", "castling-shuffled", "leaping-shuffled"] {
        let text = std::fs::read_to_string(format!("tests/xboard/games/{file}.txt")).expect("a definition");
        let (variant, _) = read_definition(file, &text).expect("a variant");
        let letters = |variant: &Variant| {
            let setup = Dialect::new(variant).setup.expect("a set-up");
            setup.split(' ').nth(1).map(str::to_owned)
        };
        let nominal = letters(&variant);
        for seed in 1..20 {
            assert_eq!(letters(&variant.shuffled(seed)), nominal, "{file}, {seed}");
        }
    }
}

#[test]
fn leaping_king_array_has_no_unmoved_letters() {
    // XBoard reads the letters as an e.p. square, because it learns the king's moves only after the array.
    let text = std::fs::read_to_string("tests/xboard/games/leaping-king.txt").expect("a definition");
    let (variant, _) = read_definition("leaping", &text).expect("a variant");
    let setup = Dialect::new(&variant).setup.expect("a set-up");
    assert!(setup.ends_with(" w - - 0 1"), "{setup}");
}

#[test]
fn first_moves_of_dropped_pieces_are_not_played() {
    // 3.4 and 3.5: XBoard's `i` and `O` look at the start position, where these pieces are in hand.
    let text = lines("placement");
    assert!(text.contains("piece K& K\n") || text.ends_with("piece K& K"), "{text}");
    let dialect = Dialect::new(variant("placement"));
    assert!(dialect.warnings.iter().any(|warning| warning.contains("castling")), "{:?}", dialect.warnings);
    // `screen`: the double step of a pawn depends on its square only; XBoard need not know more.
    assert!(lines("screen").contains("piece P& fmnDfmWfceF"), "{}", lines("screen"));
}

/// A demoted, a captured and a moved piece may be of a type that the array lacks.
#[test]
fn types_that_only_captures_and_zone_moves_make_are_described() {
    let described = |text: &str, line: &str| {
        let (variant, _) = read_definition("made", text).unwrap_or_else(|faults| panic!("{faults:?}"));
        let lines = Dialect::new(&variant).lines().join("\n");
        assert!(lines.lines().any(|known| known == line), "{line}: {lines}");
    };
    let hand = "holdingsType=-1\nmaxPromote=2\npromoOffset=2\npawn:P:fW@7::a2-h2\nferz:F:F@0::\ngold:+P:WfF::\n\
                queen:+F:Q::d1\nking:K:K::e1\n";
    described(hand, "piece F& F");
    let zone =
        "royal=K\nmaxPromote=0\nknight:N:N::b1,g1\nzoneMoves=fmF:b1,g1,a3,c3=Z\nzebra:Z:Z::\nking:K:K::e1\n";
    described(zone, "piece Z& Z");
    let matrix = "royal=K\nmaxPromote=0\ncaptureMatrix=.B5/\nknight:N:N::b1,g1\nbishop:B:B::\nking:K:K::e1\n";
    described(matrix, "piece B& B");
    // Nothing becomes a zebra, but it may be set up.
    described("royal=K\nmaxPromote=0\nzebra:Z:Z::\nking:K:K::e1\n", "piece Z& Z");
}
