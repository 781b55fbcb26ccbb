//! The `setup` and `piece` lines that XBoard receives for variants (`xboard.md`, sections 2 and 3).

mod moves;

use crate::xboard_reader::setup::Setup;
use griffon::board::{Color, Geometry};
use griffon::notation::compile;
use griffon::position::names::fen_name;
use griffon::variant::{Variant, catalogue, read as read_definition};
use griffon::variant_names;
use griffon::xboard::{Dialect, describe};
use std::collections::BTreeMap;

fn variant(name: &str) -> &'static Variant {
    &catalogue::find(name).unwrap_or_else(|| panic!("no {name}")).variant
}

fn lines(name: &str) -> String {
    Dialect::new(variant(name)).lines().join("\n")
}

/// Translates an XBetza text to the dialect; panics if a part is not expressible.
fn said(betza: &str) -> String {
    let description = describe(&compile(betza).unwrap(), &Geometry::new(8, 8).unwrap());
    assert_eq!(description.refusals, Vec::<&str>::new(), "{betza}");
    description.text
}

#[test]
fn known_variants_are_left_to_xboard() {
    for name in ["normal", "shogi", "xiangqi", "grand", "crazyhouse", "fischerandom"] {
        assert_eq!(lines(name), "", "{name}");
        assert_eq!(variant_names::offered(variant(name)), name);
    }
    // 2.5: accepted for known variants if "the ID is in slot 17/19"; without a description, the Falcon can move
    // anywhere.
    assert_eq!(lines("falcon"), "piece F& afafsKafrafKafraflKaflafKaflafrK");
}

#[test]
fn chu_is_played_without_the_rules_against_trading_lions() {
    // 2.3: "Chu-Shogi lion-trading rules apply in every variant" to the piece in slot 21, and in chu itself.
    let chu = variant("chu");
    assert_eq!(variant_names::offered(chu), "chushogi");
    let setup = Dialect::new(chu).setup.unwrap();
    let table = setup.split(' ').nth(1).unwrap().trim_start_matches('(').replace('^', "");
    assert_eq!(table.chars().nth(21), Some('.'), "{setup}");
    // The piece in the crown prince's slot may not be left en prise.
    assert_eq!(table.chars().nth(50), Some('.'), "{setup}");
}

#[test]
fn metamachy() {
    insta::assert_snapshot!(lines("metamachy"), @r"
    setup (PNBRQ......C.....GM.....A...........................LEKpnbrq......c.....gm.....a...........................lek) 12x12+0_fairy ca3qk3ac/ernbmlgmbnre/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/ERNBMLGMBNRE/CA3QK3AC w - - 0 1
    piece P& fmWfceFfmnD
    piece M& KfmnD
    piece N& N
    piece B& B
    piece R& R
    piece Q& Q
    piece E& FA
    piece A& C
    piece C& mRcpR
    piece G& FyafsF
    piece L& KNAD
    piece K& KimAimDimN
    ");
}

#[test]
fn minishogi() {
    insta::assert_snapshot!(lines("minishogi"), @r"
    setup (P.BR.S...G.+.++.+Kp.br.s...g.+.++.+k) 5x5+5_shogi rbsgk/4p/5/P4/KGSBR[-] w 0 1
    piece P& fW
    piece S& fWF
    piece B& B
    piece R& R
    piece +P& WfF
    piece +S& WfF
    piece +B& BW
    piece +R& RF
    piece G& WfF
    piece K& K
    ");
}

#[test]
fn grasshopper() {
    insta::assert_snapshot!(lines("grasshopper"), @r"
    setup (PNBRQ..........GKpnbrq..........gk) 8x8+0_fairy rnbqkbnr/gggggggg/pppppppp/8/8/PPPPPPPP/GGGGGGGG/RNBQKBNR w KQkq - 0 1
    piece P& fmWfcF
    piece G& gQ
    piece N& N
    piece B& B
    piece R& R
    piece Q& Q
    piece K& K
    ");
}

/// XBetza, and its translation for XBoard.
const PIECES: &[(&str, &str)] = &[
    ("K", "K"),
    ("FW", "K"),
    ("QN", "QN"),
    ("RB", "Q"),
    // "Write such pieces with separate W/F/R/B atoms."
    ("fhK", "fWfF"),
    // Reading 2: `ffs` is `ff` and `s`; XBoard would read "ahead + both diagonals".
    ("ffsK", "fsW"),
    ("frK", "frF"),
    ("vK", "vW"),
    // "J(1,3) ... L(2,3) (J and L are swapped w.r.t. usual Betza: use C and Z)"
    ("L", "C"),
    ("J", "Z"),
    ("S", "DA"),
    ("T", "HG"),
    ("NN", "N0"),
    ("WW", "R"),
    ("R4", "W4"),
    ("fmWfceFifmnD", "fmWfceFifmnD"),
    ("mfW", "fmW"),
    ("fcF", "fcF"),
    ("cmW", "W"),
    ("mRcpR", "mRcpR"),
    ("gQ", "gQ"),
    ("hrN", "hrN"),
    ("fhN", "fhN"),
    ("FyafsF", "FyafsF"),
    ("KNADcaKcabKmabK", "KNADcaKcabKabK"),
    ("caibR", "caibR"),
    ("nN", "afsK"),
    ("jR", "jR"),
    ("oR", "oR"),
    // Moves that the dialect has no letters for, as chains of king steps.
    ("WX", "mpafmpafmpafW"),
    ("NX", "mpafmpafmpafmpafsW"),
    ("nC", "afafsWafraflWaflafrWafsafF"),
    ("jR4", "mpafWmpafafWmpafafafW"),
    ("qW3", "WafsWafrafrWaflaflW"),
    ("afD", "afD"),
    ("mpaK", "mpaK"),
];

#[test]
fn pieces_are_translated() {
    for (betza, xboard) in PIECES {
        assert_eq!(said(betza), *xboard, "{betza}");
    }
}

/// Returns the description of each side's king as sent to XBoard (`K` if both are the same), with rooks and other
/// pieces on the king's rank.
fn kings(size: (u16, u16), king: &str, at: &str, rooks: &str, further: &str) -> String {
    let text = format!(
        "files={}\nranks={}\nmaxPromote=0\nroyal=1\nking:K:{king}::{at}\nrook:R:R::{rooks}\n{further}",
        size.0, size.1
    );
    let (variant, _) =
        griffon::variant::read("stage", &text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let dialect = Dialect::new(&variant);
    let lines = dialect.pieces.iter().filter_map(|line| line.strip_prefix("piece "));
    lines.filter(|line| line.to_lowercase().starts_with('k')).collect::<Vec<_>>().join("; ")
}

#[test]
fn castling_sides_are_translated() {
    assert_eq!(kings((8, 8), "KirO2ilO3", "e1", "a1,h1", ""), "K& KilO3irO2");
    // Partners in the corners and chess's castling distance: XBoard's built-in castling.
    assert_eq!(kings((8, 8), "KisO2", "e1", "a1,h1", ""), "K& K");
    assert_eq!(kings((8, 8), "KisjO2", "e1", "b1,g1", "wall:W:W::a1,h1"), "K& KisjO2");
}

#[test]
fn castling_partners_are_described_by_edge_distance() {
    // 3.5: "`jO` = partner one file in from the edge (a hole beyond the partner also counts as edge)".
    assert_eq!(kings((12, 8), "KisO3", "g1", "b1,k1", ""), "K& KisjO3");
    assert_eq!(kings((12, 8), "KisO2isO3isO4", "g1", "b1,k1", ""), "K& KisjO4isjO3isjO2");
    assert_eq!(kings((12, 10), "KisO3", "f2", "b2,k2", ""), "K& KisjO3");
    assert_eq!(kings((12, 8), "KisO2", "g1", "c1,j1", ""), "K& KisjjO2");
    assert_eq!(kings((12, 8), "KilO3irO2", "g1", "a1,j1", ""), "K KirjjO2ilO3; k KirO2iljjO3");
    assert_eq!(kings((10, 8), "KisO2", "f1", "b1,i1", "hole::::a1,j1,a8,j8"), "K& KisO2");
    // XBoard castles by the rights from the middle of the board only.
    // The king may end where the partner stood.
    assert_eq!(kings((10, 8), "KisO3", "d1", "a1,j1", ""), "K& KisO3");
}

#[test]
fn sides_may_have_different_castling_partners() {
    let told = kings((10, 8), "KisO2", "e1,,f8", "a1,j1,,b8,i8", "symmetry=none");
    assert_eq!(told, "K KisO2; k KisjO2");
}

#[test]
fn fast_castling_is_described_if_partner_lands_next_to_king() {
    assert_eq!(kings((8, 8), "KispO2", "e1", "a1,h1", ""), "K& KisO2isO1");
}

#[test]
fn inexpressible_moves_are_refused() {
    for betza in ["U", "udQ", "mNxaN", "I", "kW", "ooR"] {
        if let Ok(movements) = compile(betza) {
            let description = describe(&movements, &Geometry::new(8, 8).unwrap());
            assert!(!description.refusals.is_empty(), "{betza}: {}", description.text);
        }
    }
}

/// `MODS` of the dialect, in the order in which XBoard reads them.
const MODES: &str = "mcdetpgoynj";

/// Reads a description by the grammar of `xboard.md` 3.1. The error is the unparsed rest.
///
/// `DESC = MOVE...`, `MOVE = [i|ii] DIR* MODS [a LEG] ATOM [n]`, `LEG = [i] DIR* MODS [a LEG]`.
fn read(text: &str) -> Result<(), String> {
    let mut rest = text;
    while !rest.is_empty() {
        let here = rest;
        rest = rest.strip_prefix('i').unwrap_or(rest);
        rest = rest.strip_prefix('i').unwrap_or(rest);
        rest = leg(rest);
        while let Some(next) = rest.strip_prefix('a') {
            rest = leg(next.strip_prefix('i').unwrap_or(next));
        }
        let chain = here.len() - rest.len();
        let atom = rest.chars().next().ok_or_else(|| format!("no atom after {here}"))?;
        if !"WDHRFABGNCZKQO".contains(atom) || chain > 80 {
            return Err(rest.into());
        }
        rest = &rest[1..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 2 || atom == 'O' && rest.starts_with('0') {
            return Err(rest.into());
        }
        rest = &rest[digits..];
    }
    Ok(())
}

fn leg(text: &str) -> &str {
    let mut rest = text.trim_start_matches(|c| "fblrsvh".contains(c));
    for mode in MODES.chars() {
        rest =
            if mode == 'j' { rest.trim_start_matches('j') } else { rest.strip_prefix(mode).unwrap_or(rest) };
    }
    rest
}

#[test]
fn reader_rejects_text_that_xboard_misreads() {
    // Checklist 5: "Betza order errors (`mf`, `cm`), ... `O0`, unknown atom"
    for good in ["fmWfceFifmnD", "FyafsF", "mRcpR", "isO2", "caibR", "oyafsF", "N0"] {
        assert_eq!(read(good), Ok(()), "{good}");
    }
    for bad in ["mfW", "cmW", "kK", "O0", "U", "W4-7", "mR cK", "yoafF", "f"] {
        assert!(read(bad).is_err(), "{bad}");
    }
}

#[test]
fn every_line_follows_the_grammar() {
    for entry in catalogue::all() {
        let dialect = Dialect::new(&entry.variant);
        for line in &dialect.pieces {
            let words: Vec<&str> = line.split(' ').collect();
            let [command, id, text] = words[..] else { panic!("{}: {line}", entry.variant.name) };
            assert_eq!(command, "piece");
            assert!(id.trim_end_matches('&').len() <= 3, "{line}");
            assert_eq!(read(text), Ok(()), "{}: {line}", entry.variant.name);
            assert!(text.len() <= 511);
        }
        if let Some(setup) = &dialect.setup {
            check_setup(&entry.variant, setup);
        }
    }
    for (betza, _) in PIECES {
        assert_eq!(read(&said(betza)), Ok(()), "{betza}");
    }
}

/// SPEC: `xboard.md` 2.3, 2.4.
fn check_setup(variant: &Variant, setup: &str) {
    let words: Vec<&str> = setup.split(' ').collect();
    let table = words[1].trim_start_matches('(').trim_end_matches(')');
    // Entries: `^X` and suffixes belong to one slot.
    let slots = table.chars().filter(|c| !"^'!".contains(*c)).count();
    assert!((12..=132).contains(&slots) && slots % 2 == 0, "{setup}");
    assert!(words[1].len() < 512);
    let (size, rest) = words[2].split_once('+').unwrap();
    assert_eq!(size, format!("{}x{}", variant.board.files(), variant.board.ranks()));
    // "No `setup` parent"
    let (hand, parent) = rest.split_once('_').unwrap();
    assert!(!parent.is_empty());
    // "S must not exceed H: a larger S makes the internal board S ranks high ..., shifting last-rank/zone rules and the
    // 10-rank numbering": allowed only where those rules do not matter.
    let (size, ranks) = (hand.parse::<u16>().unwrap(), variant.board.ranks());
    let rights = words[4..].iter().any(|word| word.starts_with(['K', 'k', 'Q', 'q']));
    let zones = parent == "shogi" || rights || Dialect::new(variant).chooses_promotions();
    assert!(size <= ranks || !zones && size != 10 && ranks != 10, "{setup}");
    // "Black to move in `setup`"
    assert_eq!(words[4], "w", "{setup}");
    let ranks: Vec<&str> = words[3].split('[').next().unwrap().split('/').collect();
    assert_eq!(ranks.len(), usize::from(variant.board.ranks()));
    // "King slot filled but no King on board"
    for half in [&table[..table.len() / 2], &table[table.len() / 2..]] {
        let king = half.chars().next_back().unwrap();
        assert!(king == '.' || words[3].contains(king), "{setup}");
    }
}

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
    for entry in catalogue::all().iter().chain(catalogue::more()) {
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
    assert!(notes.contains(&"bishop: XBoard does not know its promotion".into()), "{notes:?}");
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
    // Different armies: one ID, two kinds of castling.
    let text = lines("clobberers");
    assert!(text.contains("piece K KilO3irO2\n") && text.contains("piece k KirO3ilO2"), "{text}");
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
    assert!(!says("capablanca") && !says("almost"));
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
