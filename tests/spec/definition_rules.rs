//! Meaning of a definition's rule parameters. Each test quotes the sentence it is based on, from the Interactive
//! Diagram article or from the readings that resolve its ambiguities.

use griffon::board::Color;
use griffon::variant::captures::{Column, Form};
use griffon::variant::{Captured, Diagnostic, Ending, Morph, PieceType, Variant, read};

/// Pawn, knight, bishop, rook, queen and king on the first two ranks.
const ARMY: &str =
    "\npawn:P:fW::a2-h2\nknight:N:N::b1\nbishop:B:B::c1\nrook:R:R::a1\nqueen:Q:Q::d1\nking:K:K::e1\n";
const PAWN: usize = 0;
const KING: usize = 5;

fn variant(text: &str) -> Variant {
    with_warnings(text).0
}

fn with_warnings(text: &str) -> (Variant, Vec<Diagnostic>) {
    read("test.txt", text).unwrap_or_else(|errors| panic!("{text}\n{errors:#?}"))
}

fn army(parameters: &str) -> Variant {
    variant(&format!("{parameters}{ARMY}"))
}

/// Number of errors, which must not be 0.
fn refused(text: &str) -> usize {
    let errors = read("test.txt", text).map(|_| panic!("accepted: {text}")).unwrap_err();
    errors.iter().filter(|it| it.is_error()).count()
}

/// Formats the choices of a set, such as `*!ID2`.
fn choices(variant: &Variant, set: usize) -> String {
    let text = |choice: &griffon::variant::Choice| {
        let hand = if choice.from_hand { "*" } else { "" };
        let last = if choice.not_last { "!" } else { "" };
        let ranks = choice.ranks.map_or_else(String::new, |ranks| ranks.to_string());
        format!("{hand}{last}{}{ranks}", variant.pieces[choice.piece.index()].id)
    };
    variant.promotion.choices[set].iter().map(text).collect::<Vec<_>>().join(" ")
}

/// The `morph` board of the first piece, rank by rank from the top.
fn board(variant: &Variant) -> Vec<String> {
    let board = variant.promotion.morph[PAWN].as_ref().expect("a morph board");
    let symbol = |morph: &Morph| match morph {
        Morph::Normal => '.',
        Morph::Into(piece) => variant.pieces[piece.index()].id.chars().last().unwrap_or('?'),
        Morph::Choose(0) => '*',
        Morph::Choose(set) => char::from(b'0' + *set as u8),
        Morph::MayPromote => '|',
        Morph::MustPromote => '^',
        Morph::Forbidden => '!',
        Morph::NoFriend => '=',
        Morph::WinLater => '+',
        Morph::WinNow => '#',
    };
    let rows = board.chunks(usize::from(variant.board.files()));
    rows.rev().map(|row| row.iter().map(symbol).collect()).collect()
}

#[test]
fn promotion_defaults() {
    // "holdingsType=0 promoZone=1 maxPromote=1 promoChoice=NBRQ promoOffset=0" (Rules)
    let promotion = army("").promotion;
    assert_eq!((promotion.zone, promotion.types, promotion.offset), (1, 1, 0));
    assert_eq!(choices(&army(""), 0), "Q N R B");
    assert_eq!(army("").captured, Captured::Discarded);
}

#[test]
fn default_choices_are_those_that_exist() {
    // "promoChoice: Q N R B as far as they exist; when empty: any piece but the first type and royals"
    assert_eq!(choices(&variant("pawn:P:fW::a2\nrook:R:R::a1\nking:K:K::e1"), 0), "R");
    assert_eq!(choices(&variant("pawn:P:fW::a2\nwazir:W:W::a1\nking:K:K::e1"), 0), "W");
    assert_eq!(choices(&army("promoChoice="), 0), "N B R Q");
}

#[test]
fn choices_have_several_forms() {
    // "The piece IDs can be comma separated, or simply concatenated"; "a * prefixed to an ID", "A numeric suffix M",
    // "A ! prefix"
    for (text, found) in [
        ("NBR", "N B R"),
        ("N,B, R", "N B R"),
        ("qr", "Q R"),
        ("!P*N*Q", "!P *N *Q"),
        ("*!N2Q", "*!N2 Q"),
        ("!*N12,Q1", "*!N12 Q1"),
    ] {
        assert_eq!(choices(&army(&format!("promoZone=3\npromoChoice={text}")), 0), found, "{text}");
    }
    for text in ["N?", "3", "*", "!", "Q0", "É"] {
        assert_eq!(refused(&format!("promoChoice={text}{ARMY}")), 1, "{text}");
    }
}

#[test]
fn choices_may_have_marked_ids() {
    let text = |choice: &str| {
        format!(
            "promoChoice={choice}\npawn:P:W::a2\nman:M:W::\nman:+M:F::\nman:M':A::\nman:M!:D::\nking:K:K::e1"
        )
    };
    assert_eq!(choices(&variant(&text("M+MM'")), 0), "M +M M'");
    assert_eq!(choices(&variant(&text("M!,M")), 0), "M! M");
    assert_eq!(choices(&variant(&text("+M!M")), 0), "+M !M");
}

#[test]
fn unknown_choices_are_ignored_with_a_warning() {
    // "promoChoice letters that no piece has (ignore, warn)"
    let (variant, warnings) = with_warnings(&format!("promoChoice=QXN{ARMY}"));
    assert_eq!((choices(&variant, 0).as_str(), warnings.len()), ("Q N", 1));
    // "when empty: any piece but the first type and royals"
    let (variant, warnings) = with_warnings(&format!("promoChoice=XY/N{ARMY}"));
    assert_eq!((choices(&variant, 0).as_str(), choices(&variant, 1).as_str()), ("N B R Q", "N"));
    assert!(warnings.len() == 3 && warnings[1].message.contains("any piece"), "{warnings:?}");
}

#[test]
fn slashes_separate_choice_sets() {
    // "With promoChoice you can define multiple choice sets, separated by slashes."
    let variant = army("promoChoice=QR/N/B");
    assert_eq!([0, 1, 2].map(|set| choices(&variant, set)), ["Q R", "N", "B"]);
}

#[test]
fn promotion_is_to_the_last_type_with_the_id() {
    // "If multiple piece types have the same ID, the one latest in the table will be promoted to"
    let variant = variant("promoChoice=R\npawn:P:fW::a2\nrook:R:R::a1\nrook:R:R4::\nking:K:K::e1");
    assert_eq!(variant.promotion.choices[0][0].piece, PieceType(2));
}

/// "By default the first letter of the piece name would be taken for this." The letters of promotions, matrices and
/// shuffles are those, whatever ID FENs show.
#[test]
fn default_ids_that_clash_keep_their_meaning() {
    let text = |rules: &str| {
        format!("royal=K\npromoChoice=P\n{rules}pawn::::a2\nmorph=P\npiker::R::\nmorph=P\nking:K:K::e1")
    };
    let of = |rules: &str| with_warnings(&text(rules));
    let (variant, warnings) = of("");
    assert_eq!([0, 1].map(|piece: usize| variant.pieces[piece].id.as_str()), ["P", "I"]);
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    let [pawn, piker] = [PieceType(0), PieceType(1)];
    let into = |piece: PieceType| variant.promotion.morph[piece.index()].as_ref().unwrap().last().copied();
    assert_eq!([pawn, piker].map(into), [piker, pawn].map(|piece| Some(Morph::Into(piece))));
    assert_eq!(variant.promotion.choices[0][0].piece, piker);
    let form = |rules: &str, victim: PieceType| {
        let captures = of(rules).0.captures;
        captures.effect(false, PieceType(2), Column::Enemy(victim)).form
    };
    assert_eq!(form("captureMatrix=//.P\n", pawn), Form::Into(piker));
    assert_eq!(form("captureMatrix=//.I\n", pawn), Form::Into(piker));
    for victim in [pawn, piker] {
        assert_eq!(form("contageous=P\n", victim), Form::Into(victim));
    }
    // FENs, and parameters that take numbers, distinguish the types.
    assert_eq!(of("iron=P\n").0.captures, of("iron=1\n").0.captures);
    let array = of("xboardArray=8/8/8/8/8/i7/P7/K7\n").0.xboard_array.unwrap();
    assert_eq!(array.iter().map(|&(.., piece)| piece).collect::<Vec<_>>(), [PieceType(2), pawn, piker]);
}

#[test]
fn shogi_promotion_uses_the_list_order() {
    // "the piece type promoOffset places below it in the piece list"
    let text = |offset: u16| {
        format!("promoOffset={offset}\nmaxPromote=1\npawn:P:fW::a2\ntokin:+P:WfF::\nking:K:K::e1")
    };
    assert_eq!(variant(&text(1)).promotion.offset, 1);
    assert_eq!(refused(&text(3)), 1);
}

#[test]
fn holdings_type_decides_about_captured_pieces() {
    // "by setting holdingsType=1 they would get back into the hand of their owner ... With holdingsType=-1 captured
    // pieces would color-flip, and end up in the hand of their capturer"
    assert_eq!(army("holdingsType=1").captured, Captured::ToOwner);
    assert_eq!(army("holdingsType=-1").captured, Captured::ToCaptor);
    assert_eq!(refused(&format!("holdingsType=2{ARMY}")), 1);
    assert!(army("holdingsType=-1\ncaptureDemotes=1").capture_demotes);
    assert!(!army("captureDemotes=1").capture_demotes);
}

#[test]
fn max_promote_may_be_zero_or_too_large() {
    // "`maxPromote=0`" (real authors)
    assert_eq!(army("maxPromote=0").promotion.types, 0);
    assert_eq!(army("maxPromote=99").promotion.types, 6);
}

#[test]
fn a_morph_board_is_filled_in() {
    // "morph=Q would mean the piece promotes to Q everywhere on last rank"
    let with = |morph: &str| board(&variant(&ARMY.replace("a2-h2\n", &format!("a2-h2\nmorph={morph}\n"))));
    assert_eq!(with("Q")[..2], ["QQQQQQQQ", "........"]);
    // "an L-shaped promotion zone consisting of 8th rank and the h-file ... morph=*/.......*/"/"/"/"/"/""
    let rows = with("*/.......*/\"/\"/\"/\"/\"/\"");
    assert_eq!(rows[0], "********");
    assert!(rows[1..].iter().all(|row| row == ".......*"));
    // "morph=RNBQ*BNR"
    assert_eq!(with("RNBQ*BNR")[0], "RNBQ*BNR");
    // "morph=///...++/"" has four central squares: ranks that "contain no characters at all" are normal
    assert_eq!(with("///...!!")[3], "...!!...");
    // "morp=C./.C/C./.C": "the characters that are given will be repeated to fill in the missing spots"
    assert_eq!(with("Q./.Q/Q.")[..3], ["Q.Q.Q.Q.", ".Q.Q.Q.Q", "Q.Q.Q.Q."]);
    assert_eq!(with("=|^".replace(['|', '^'], "!").as_str())[0], "=!!=!!=!");
}

#[test]
fn a_palace_is_a_morph_board() {
    // "The King and Advisors would get morph=//////!/!!!.../"/" to confine them to the Palace."
    let text = "files=9\nranks=10\nking:K:W::e1\nmorph=//////!/!!!.../\"/\"\n";
    let rows = board(&variant(text));
    assert!(rows[..6].iter().all(|row| row == "........."));
    assert_eq!(rows[6..], ["!!!!!!!!!", "!!!...!!!", "!!!...!!!", "!!!...!!!"]);
}

#[test]
fn a_morph_digit_names_a_choice_set() {
    // "when the square is marked by a digit 1-9 in the morph board, this would use one of the subsequent sets"
    let text =
        |choice: &str| format!("promoChoice={choice}\npawn:P:fW::a2\nmorph=*1\nrook:R:R::a1\nking:K:K::e1");
    assert_eq!(board(&variant(&text("R/R")))[0], "*1*1*1*1");
    assert_eq!(refused(&text("R")), 1);
}

#[test]
fn types_that_share_an_id_morph_into_each_other() {
    // "but never the type itself. This allows you to use the same ID for two types that morph into each other"
    let variant = variant("pawn:P:fW::a2\nmorph=P\npawn:P:fsW::\nmorph=/P\nking:K:K::e1");
    let into = |piece: usize, square: &str| {
        let (square, _) = variant.board.read_name(square).expect("a square");
        variant.promotion.morph[piece].as_ref().expect("a board")[square.index()]
    };
    assert_eq!(into(0, "a8"), Morph::Into(PieceType(1)));
    assert_eq!(into(1, "a7"), Morph::Into(PieceType(0)));
    assert_eq!(into(1, "a8"), Morph::Normal);
}

#[test]
fn shogi_promotion_by_square_needs_an_offset() {
    // "On squares marked by a vertical bar the piece will be subject to shogi-like promotion: promote to the piece
    // implied by promoOffset"
    let text = |offset: &str| {
        format!("{offset}\nmaxPromote=0\npawn:P:fW::a2\nmorph=|^\ntokin:+P:WfF::\nking:K:K::e1")
    };
    assert_eq!(board(&variant(&text("promoOffset=1")))[0], "|^|^|^|^");
    assert_eq!(refused(&text("")), 2);
}

#[test]
fn bad_morph_boards_are_refused() {
    let with = |morph: &str| refused(&ARMY.replace("a2-h2\n", &format!("a2-h2\nmorph={morph}\n")));
    for morph in ["X", "q", "?", ".........", "////////.", "\"", ".\""] {
        assert!(with(morph) >= 1, "{morph}");
    }
    assert_eq!(refused("morph=Q\nking:K:K::e1"), 1);
    assert_eq!(refused("hole::::a1\nmorph=Q\nking:K:K::e1"), 1);
}

#[test]
fn last_piece_is_royal_by_default() {
    // "royal, when none is named: the last piece type of the list"
    assert_eq!(army("").ends.royal, [false, false, false, false, false, true]);
    let (_, warnings) = with_warnings("king:K:K::e1\nrook:R:R::a1");
    assert!(warnings[0].help.as_ref().is_some_and(|help| help.contains("royal=K")));
}

#[test]
fn royals_are_named_by_number_or_letter() {
    // "Numbers that name a piece (`royal=8`) count piece lines from 1, holes not counted"; "`royal=` given a piece ID
    // letter"; "`royal=0` says that no piece is royal"; "these parameters can occur multiple times"
    let royals = |text: &str| {
        let royal = army(text).ends.royal;
        (0..royal.len()).filter(|&i| royal[i]).collect::<Vec<_>>()
    };
    assert_eq!(royals("royal=1"), [PAWN]);
    assert_eq!(royals("royal=K"), [KING]);
    assert_eq!(royals("royal=q\nroyal=6"), [4, KING]);
    assert_eq!(royals("royal=0"), [0; 0]);
    assert_eq!(refused(&format!("royal=7{ARMY}")), 1);
    assert_eq!(refused(&format!("royal=X{ARMY}")), 1);
    let numbered = variant("hole::::a8\nking:K:K::e1\nrook:R:R::a2\nroyal=1");
    assert_eq!(numbered.ends.royal, [true, false]);
}

#[test]
fn extinction_is_a_bit_mask() {
    // "The value is a bit mask: 1 white, 2 black have this rule; 0 means the loss of any one royal loses"
    for (text, mask) in
        [("", [true, true]), ("0", [false, false]), ("1", [true, false]), ("2", [false, true])]
    {
        assert_eq!(army(&format!("extinction={text}")).ends.all_royals_must_fall, mask, "{text}");
    }
    assert_eq!(refused(&format!("extinction=4{ARMY}")), 1);
}

#[test]
fn stalemate_is_a_draw_by_default() {
    // "stalemate: draw; any other value: the stalemated side loses"
    assert_eq!(army("").ends.stalemate, Ending::Draw);
    assert_eq!(army("stalemate=draw").ends.stalemate, Ending::Draw);
    assert_eq!(army("stalemate=loss").ends.stalemate, Ending::Loss);
    let (variant, warnings) = with_warnings(&format!("stalemate=1{ARMY}"));
    assert_eq!((variant.ends.stalemate, warnings.len()), (Ending::Loss, 1));
}

#[test]
fn baring_counts_the_named_pieces() {
    // "When you specify baring=0 all non-royal pieces will get this property."
    assert_eq!(army("").ends.baring, [false; 6]);
    assert_eq!(army("baring=0").ends.baring, [true, true, true, true, true, false]);
    assert_eq!(army("baring=1\nbaring=R").ends.baring, [true, false, false, true, false, false]);
    assert_eq!(army("counterbare=loss").ends.counterbare, Ending::Loss);
}

#[test]
fn draw_parameters() {
    let ends = army("").ends;
    assert_eq!((ends.repetition, ends.quiet_plies), (3, 100));
    let ends = army("repetition=4\nmoveRule=0").ends;
    assert_eq!((ends.repetition, ends.quiet_plies), (4, 0));
}

#[test]
fn parameters_of_our_own() {
    let variant = army("castleFiles=c,g\nsynonyms=HN, eb\ntoMove=black");
    assert_eq!(variant.castle_files, Some([(2, 6); 2]));
    assert_eq!(variant.synonyms, [("H".to_owned(), PieceType(1)), ("E".to_owned(), PieceType(2))]);
    assert_eq!(variant.first, Color::Black);
    for text in ["castleFiles=c", "castleFiles=c,z", "synonyms=NB", "synonyms=HX", "synonyms=H", "toMove=red"]
    {
        assert_eq!(refused(&format!("{text}{ARMY}")), 1, "{text}");
    }
}

#[test]
fn shuffles_keep_the_array_of_the_definition() {
    // "It will not do that in the initial display" (Shuffle games)
    let (shuffles, warnings) = with_warnings(&format!("shuffle=BN,KQ{ARMY}"));
    assert!(warnings.is_empty());
    assert_eq!(shuffles.setup, variant(ARMY).setup);
}

#[test]
fn xboard_array_replaces_the_setup_for_games() {
    // docs/definitions.md: "Where its array is not the one of the definition, ... this parameter says what it is."
    let text = "xboardArray=rnbkqbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBKQBNR";
    let variant = army(text);
    let (before, after) = (variant.setup.clone(), variant.in_xboard());
    assert_ne!(before, after.setup);
    assert_eq!(after.setup.len(), 32);
    // Features of nets are the squares reached from either array.
    assert_eq!(after.xboard_array.as_ref(), Some(&after.setup));
    assert_eq!(army("").in_xboard().setup, army("").setup);
    for text in [
        "8/8",
        "9/8/8/8/8/8/8/8",
        "X7/8/8/8/8/8/8/8",
        "7/8/8/8/8/8/8/8",
        "*7/8/8/8/8/8/8/8",
        "é7/8/8/8/8/8/8/8",
    ] {
        assert_eq!(refused(&format!("xboardArray={text}{ARMY}")), 1, "{text}");
    }
    // A hole on which a piece starts may be empty in this array.
    let text = "xboardArray=*3k3/8/8/8/8/8/8/*3K3\nroyal=K\nhole::::a1\nrook::::a1\nking:K:K::e1";
    let holes = with_warnings(text).0;
    assert_eq!((holes.setup.len(), holes.in_xboard().setup.len()), (4, 2));
}
