//! Messages for malformed definitions.

use griffon::variant::{diagnostic, read};

/// Renders all diagnostics of a definition.
fn shown(text: &str) -> String {
    let diagnostics = read("my.txt", text).map_or_else(|errors| errors, |(_, warnings)| warnings);
    diagnostic::render(&diagnostics, "my.txt", text)
}

#[test]
fn unknown_parameters_get_a_suggestion() {
    insta::assert_snapshot!(shown("promozone=3\nking::K::e1"), @r#"
    error: unknown parameter `promozone`
     --> my.txt:1:1
      |
    1 | promozone=3
      | ^^^^^^^^^
      |
    help: did you mean `promoZone`?
    "#);
    // "Any other name is also an error": blanks and punctuation do not make it prose.
    for (line, name) in [
        ("promo zone=3", "promoZone"),
        ("stale mate = loss", "stalemate"),
        ("Max-Promote=1", "maxPromote"),
        ("_promoZone=3", "promoZone"),
        ("ex?tinct=P1:draw", "extinct"),
    ] {
        let text = shown(&format!("{line}\nroyal=K\nking:K:K::e1"));
        assert!(text.starts_with("error: unknown parameter"), "{text}");
        assert!(text.contains(&format!("did you mean `{name}`?")), "{text}");
    }
    assert!(shown("the sum of all = 3\nroyal=K\nking:K:K::e1").starts_with("warning: "));
    // The squares off the usual board are no further errors.
    let text = shown("Files=10\nRanks=10\nroyal=K\nrook:R:R::a1,j1\nking:K:K::e1");
    assert_eq!(text.matches("error: ").count(), 2, "{text}");
}

#[test]
fn values_of_the_wrong_kind_get_a_suggestion() {
    for (line, help) in [
        ("symmetry=rotation", "did you mean `rotate`?"),
        ("files=eight", "write the number in digits"),
        ("contageous=KX", "write IDs of pieces"),
    ] {
        let text = shown(&format!("{line}\nroyal=K\nking:K:K::e1"));
        assert!(text.contains("error: ") && text.contains(help), "{text}");
    }
}

#[test]
fn parameters_and_moves_without_effect_are_warnings() {
    let rest = "pawn:P:fW::a2\nrook:R:R::b1\nqueen:Q:Q::c1\nking:K:K::e1";
    for (line, warning) in [
        ("promoChoice=*Q,R", "`*` needs a piece in hand"),
        ("promoChoice=R,Q2", "the number after `Q` has no effect"),
        ("promoZone=0\npromoChoice=R", "no effect: nothing promotes"),
        ("promoChoice=QRK\nmaxPromote=9", "there are only 5 piece types"),
        ("", "the drops of `ant` change nothing"),
    ] {
        let moves = if line.is_empty() { "W@" } else { "W" };
        let text = shown(&format!("royal=K\n{line}\n{rest}\nant:A:{moves}::f1"));
        assert!(text.starts_with("warning: ") && text.contains(warning), "{text}");
        assert_eq!(text.matches("warning: ").count(), 1, "{text}");
    }
    // Pieces with these moves may exist, and `@` alone describes a piece that never moves.
    let fine = "promoZone=2\npromoChoice=R,Q2,*A\nant:A:W@:::1\nbee:B:@::f1\nholdingsType=1";
    assert_eq!(shown(&format!("royal=K\n{rest}\n{fine}")), "");
    assert_eq!(shown(&format!("royal=K\n{rest}\nbee:B:@::f1")), "");
}

/// "put the alternative orientations in the holdings": only `holdingsType=1` excludes drops on empty squares.
/// "Nothing that would change the rules is skipped silently."
#[test]
fn parameters_within_the_value_of_another_are_noticed() {
    let rest = "royal=K\nking:K:K::a1";
    for line in
        ["satellite=foo files=10", "title=Big Chess files=10", "graphicsDir=/g/ squareSize=33 files=10"]
    {
        let text = shown(&format!("{line}\n{rest}"));
        assert!(
            text.starts_with("warning: this is part of the value of")
                && text.contains("one parameter per line"),
            "{text}"
        );
    }
    assert_eq!(shown(&format!("title=Big Chess, 10 = ten files\n{rest}")), "");
    for hole in ["hole:::::d4,,", "hole::::c3:2"] {
        let text = shown(&format!("{hole}\n{rest}"));
        assert!(text.starts_with("warning: field beyond the squares of a hole is ignored"), "{text}");
    }
}

#[test]
fn free_drops_beside_swaps_are_a_warning() {
    let text = |line: &str, moves: &str| {
        shown(&format!("royal=K\nhandSwap=1\n{line}\ngun:G:fR::a1\nturned:G:{moves}:::1\nking:K:K::e1"))
    };
    assert!(text("", "rR").contains("warning: pieces in hand may be dropped on empty squares too"));
    for fine in [text("holdingsType=1", "rR"), text("holdingsType=-1", "rR"), text("", "rR@1")] {
        assert!(!fine.contains("dropped"), "{fine}");
    }
}

#[test]
fn an_unsupported_parameter_is_named() {
    insta::assert_snapshot!(shown("king::K::e1\r\n  zonal=1\r\n"), @r#"
    error: `zonal` may change the rules, but its effect is undocumented
     --> my.txt:2:3
      |
    2 |   zonal=1
      |   ^^^^^
      |
    help: express the rule with documented parameters
    "#);
}

#[test]
fn errors_in_moves_are_shown_in_their_line() {
    insta::assert_snapshot!(shown("lion:L:KNA?D:lion:f2\nking::K::e1"), @r#"
    error: `?` is a chaining operator of Betza 2.0
     --> my.txt:1:11
      |
    1 | lion:L:KNA?D:lion:f2
      |           ^
      |
    help: XBetza joins legs with `a`, as in `mafsW`; the operators of Betza 2.0 need `notation=betza2`
    "#);
}

#[test]
fn all_errors_are_reported_together() {
    let text = "files=0\nroyal=X\nrook:R:Rx?::a1\nking:KK:K::e1";
    insta::assert_snapshot!(shown(text), @r#"
    error: `files`: expected a number from 1 to 26, found `0`
     --> my.txt:1:7
      |
    1 | files=0
      |       ^

    error: `royal`: no piece has the ID `X`
     --> my.txt:2:7
      |
    2 | royal=X
      |       ^
      |
    help: name a piece by its ID, or by its number from 1

    error: `?` is a chaining operator of Betza 2.0
     --> my.txt:3:10
      |
    3 | rook:R:Rx?::a1
      |          ^
      |
    help: XBetza joins legs with `a`, as in `mafsW`; the operators of Betza 2.0 need `notation=betza2`

    error: `KK` is not a piece ID
     --> my.txt:4:6
      |
    4 | king:KK:K::e1
      |      ^^
      |
    help: an ID is one letter, optionally with `+` before it or `'` or `!` after it
    "#);
}

#[test]
fn a_clash_names_the_other_piece() {
    insta::assert_snapshot!(shown("rook::R::a1\nbishop::B::b1\nking::K::a1-b1"), @r#"
    error: a1 is taken: White's `rook` stands there
     --> my.txt:3:10
      |
    3 | king::K::a1-b1
      |          ^^^^^

    error: b1 is taken: White's `bishop` stands there
     --> my.txt:3:10
      |
    3 | king::K::a1-b1
      |          ^^^^^
    "#);
}

#[test]
fn short_piece_lines_are_reported() {
    insta::assert_snapshot!(shown("rook:R::a1\nking::K::e1"), @r#"
    warning: this line is neither a parameter nor a piece: ignored
     --> my.txt:1:1
      |
    1 | rook:R::a1
      | ^^^^^^^^^^
      |
    help: a piece line has five fields, name:ID:move:image:squares; this one has 4
    "#);
}

#[test]
fn parameters_and_holes_in_another_form_are_reported() {
    insta::assert_snapshot!(shown("Files: 8\nhole:c3\nking::K::e1"), @r#"
    warning: this line is neither a parameter nor a piece: ignored
     --> my.txt:1:1
      |
    1 | Files: 8
      | ^^^^^^^^
      |
    help: a parameter reads name=value: `files=8`

    warning: this line is neither a parameter nor a piece: ignored
     --> my.txt:2:1
      |
    2 | hole:c3
      | ^^^^^^^
      |
    help: the line of a hole reads hole::::squares
    "#);
}

#[test]
fn a_definition_without_pieces_is_refused() {
    insta::assert_snapshot!(shown(""), @r#"
    error: the definition has no piece lines
     --> my.txt:1:1
      |
    1 |
      | ^
      |
    help: a piece line reads name:ID:move:image:squares, as in `rook::::a1,h1`
    "#);
}

#[test]
fn a_comment_after_a_number_is_explained() {
    insta::assert_snapshot!(shown("files=8 # wide\nking::K::e1"), @r#"
    error: `files`: expected a number from 1 to 26, found `8 # wide`
     --> my.txt:1:7
      |
    1 | files=8 # wide
      |       ^^^^^^^^
      |
    help: a comment stands on a line of its own, which starts with `#`
    "#);
}

#[test]
fn parameters_on_one_line_are_separated() {
    insta::assert_snapshot!(shown("files=12 ranks=12\nking::K::e1"), @r#"
    error: `files`: expected a number from 1 to 26, found `12 ranks=12`
     --> my.txt:1:7
      |
    1 | files=12 ranks=12
      |       ^^^^^^^^^^^
      |
    help: write one parameter per line
    "#);
}

#[test]
fn missing_line_breaks_are_the_only_error() {
    insta::assert_snapshot!(shown("files=8 ranks=8 pawn::::a2-h2 king::::e1"), @r#"
    error: more than one parameter or piece on a line
     --> my.txt:1:9
      |
    1 | files=8 ranks=8 pawn::::a2-h2 king::::e1
      |         ^^^^^^^
      |
    help: each parameter and each piece needs its own line: the text was probably pasted without its line breaks
    "#);
    assert!(shown("pawn::::a2-h2 rook::::a1,h1 king::::e1").contains("my.txt:1:15"));
    // Names and titles contain blanks too.
    assert!(!shown("silver general:S:FfW::a1").contains("same line"));
}

#[test]
fn diagram_colours_are_ignored_with_a_warning() {
    let text = shown("boardColor=red\nmarkerColour=blue\nroyal=K\nking:K:K::e1");
    assert_eq!(text.matches("warning: ").count(), 2, "{text}");
    assert!(text.contains("`boardColor` looks like a colour of the diagram: ignored"), "{text}");
    let text = shown("fontSize=12\nroyal=K\nking:K:K::e1");
    assert!(text.contains("error: unknown parameter `fontSize`"), "{text}");
    assert!(text.contains("if it does not change the rules, remove the line or put `#` before it"), "{text}");
    assert_eq!(shown("shady=0\nnewClick=1\nroyal=K\nking:K:K::e1"), "");
}

#[test]
fn promotion_zone_must_fit_the_board() {
    let text = |zone| shown(&format!("promoZone={zone}\npawn::::a2-h2\nqueen::::d1\nking:K:K::e1"));
    assert!(text(9).contains("`promoZone`: expected a number from 0 to 8, found `9`"));
    assert_eq!(text(8), "");
}

#[test]
fn hands_at_the_start_are_limited() {
    let text = |rook, queen| shown(&format!("royal=K\nrook:R:R:::{rook}\nqueen:Q:Q:::{queen}\nking:K:K::e1"));
    assert_eq!(text("1000", ""), "");
    assert_eq!(text("1000,400", "0,600"), "");
    assert!(text("65535", "").contains("number in hand: expected a number from 0 to 1000, found `65535`"));
    // One colon too many, or a colon in the move.
    for line in ["knight:N::::b1,g1", "queen:Q:Q:cK::d1-d2"] {
        let text = shown(&format!("royal=K\n{line}\nking:K:K::e1"));
        assert_eq!(text.matches("error: ").count(), 1, "{text}");
        assert!(
            text.contains("squares go in the fifth field; a colon inside a move is written `\\:`"),
            "{text}"
        );
    }
    let text = text("400", "601");
    assert!(text.contains("number in hand: expected a number from 0 to 600, found `601`"), "{text}");
    assert!(text.contains("at most 1000 pieces in hand; the lines above give it 400 already"), "{text}");
}

#[test]
fn squares_in_the_field_of_the_image_are_a_warning() {
    let text = |line: &str| shown(&format!("royal=K\nmaxPromote=0\n{line}\nking:K:K::e1"));
    insta::assert_snapshot!(text("pawn:P:fmWfcF:a2-h2:"), @r#"
    warning: these squares stand in the field of the image: they have no effect
     --> my.txt:3:15
      |
    3 | pawn:P:fmWfcF:a2-h2:
      |               ^^^^^
      |
    help: squares go in the fifth field, as in `rook::::a1,h1`
    "#);
    for line in ["rook:R:R:a1,h1:", "rook:R:R:a1,,a8::1", "hole:::c3:"] {
        assert!(text(line).contains("these squares stand in the field of the image"), "{line}");
    }
    // Names of pictures, and a picture beside squares.
    for line in
        ["rook:R:R:k2:", "rook:R:R:a-b:", "rook:R:R:rook:", "rook:R:R:b1:a1", "hole::::c3", "rook:R:R:,:"]
    {
        assert_eq!(text(line), "", "{line}");
    }
}

/// "antiTrade=N ... N represents the number of the piece type"; diagram readings: "per-piece `antiTrade=` refer to the
/// piece line just before them".
#[test]
fn a_number_of_another_piece_alone_in_anti_trade_is_a_warning() {
    let text = |[pawn, lion, king]: [&str; 3]| {
        let lines = format!("pawn:P:fW::a2\n{pawn}lion:L:KNAD::a1\n{lion}king:K:K::e1\n{king}");
        shown(&format!("royal=K\nmaxPromote=0\n{lines}"))
    };
    insta::assert_snapshot!(text(["", "antiTrade=1\n", ""]), @r#"
    warning: `antiTrade=1` names piece number 1, `pawn`, not the `lion` above it
     --> my.txt:5:11
      |
    5 | antiTrade=1
      |           ^
      |
    help: alone it only bars `pawn` from capturing `pawn`; for `lion` write 2 or its ID
    "#);
    for fine in [
        ["antiTrade=1\n", "", ""],
        ["", "antiTrade=2\n", ""],
        ["", "antiTrade=P\n", ""],
        ["", "antiTrade=1\n", "antiTrade=2\n"],
        ["", "shady=0\nantiTrade=1\n", ""],
        ["", "antiTrade=0\n", ""],
        ["hole::::d4\nantiTrade=2\n", "", ""],
    ] {
        assert_eq!(text(fine), "", "{fine:?}");
    }
}

/// "no piece that looks royal: a warning".
#[test]
fn a_non_king_as_last_piece_is_a_warning() {
    let text = shown("pawn::::a2-h2\nrook::::a1,h1\nqueen::::d1");
    assert!(text.contains("warning: no piece looks royal: `queen` is"), "{text}");
    for fine in
        ["royal=Q\nqueen::::d1", "royal=0\nstalemate=loss\nqueen::::d1", "commander:C:K::e1", "king:K:Q::e1"]
    {
        assert!(!shown(fine).contains("looks royal"), "{fine}");
    }
    // A pawn only steps, but does not retreat; the piece that does is likelier.
    let text = shown("man:M:K::e1\npawn:P:fmWfcF::a2-h2");
    assert!(
        text.contains("`pawn` is taken as royal") && text.contains("`royal=M` if you mean `man`"),
        "{text}"
    );
}

/// "types that share an ID (no warning in `check`)".
#[test]
fn two_types_of_a_side_with_one_id_are_a_warning() {
    let text =
        |second: &str| shown(&format!("royal=K\nmaxPromote=0\nking:K:K::e1,,e8\nknight:N:N::b1\n{second}"));
    assert!(text("nightrider:N:NN::c1").contains("`nightrider` has the ID of `knight`"));
    let held = "gunner:G:fR:::1\nturned gunner:G:sR:::1";
    assert!(text(held).contains("`turned gunner` has the ID of `gunner`"));
    assert_eq!(text(&format!("{held}\nhandSwap=1\nholdingsType=1")), "");
    // One type a side, or a type that turns into the other.
    assert_eq!(text("nightrider:N:NN::,,c8\nsymmetry=none"), "");
    assert_eq!(text("knight:N:NN::c1"), "");
}

/// "rows ... correspond to the moving pieces (in order of their definition lines)": wherever a single matrix stands.
#[test]
fn a_single_matrix_between_the_pieces_is_a_warning() {
    let text = |matrices: [&str; 3]| {
        let [first, second, last] = matrices;
        shown(&format!(
            "royal=K\nmaxPromote=0\nant:A:W::a1\n{first}bee:B:W::b1\n{second}cow:C:W::c1\nking:K:K::e1\n{last}"
        ))
    };
    let warning = text(["", "captureMatrix=.!\n", ""]);
    assert!(
        warning.contains("the first row of this `captureMatrix` is that of `ant`, not of `bee`"),
        "{warning}"
    );
    assert!(warning.contains("1 empty row (`/`)"), "{warning}");
    for matrices in [
        ["captureMatrix=.!\n", "", ""],
        ["", "", "captureMatrix=.!\n"],
        ["", "captureMatrix=.!/.!/.!/.!\n", ""],
        ["captureMatrix=.!\n", "captureMatrix=.!\n", ""],
    ] {
        assert_eq!(text(matrices), "", "{matrices:?}");
    }
}

/// Cells that `"`, `=` or a number repeat have one message, and an `@` after a mistake is no missing `@`.
#[test]
fn a_faulty_cell_has_one_message() {
    for matrix in [".X=/\"2", ".|2=/\"", "X3"] {
        let text = shown(&format!("royal=K\ncaptureMatrix={matrix}\nant:A:W::a1\nbee:B:W::b1\nking:K:K::e1"));
        assert_eq!(text.matches("error:").count(), 1, "{matrix}: {text}");
    }
    for line in ["captureMatrix=.;@", "captureMatrx=.@"] {
        let text = shown(&format!("royal=K\natomicCapture=1\n{line}\nking:K:K::e1"));
        assert_eq!((text.matches("error:").count(), text.matches("warning:").count()), (1, 0), "{text}");
    }
}

/// "If a parameter is given twice, the last value counts (with a warning)"; "An empty value counts as missing."
#[test]
fn a_second_parameter_of_a_piece_is_a_warning() {
    for (key, values) in [("morph", ["!", "!"]), ("dropZone", ["!", "."]), ("zoneMoves", ["W:a1", "N:b1"])] {
        let text = |values: [&str; 2]| {
            let lines = values.map(|value| format!("{key}={value}\n")).concat();
            shown(&format!("royal=K\nmaxPromote=0\nguard:G:F::a1:1\n{lines}king:K:K::e1"))
        };
        let warning = text(values);
        assert!(warning.contains(&format!("second `{key}` for `guard`")), "{warning}");
        assert_eq!(text([values[0], ""]), "", "{key}");
        assert_eq!(text(["", values[0]]), "", "{key}");
    }
}

/// The squares of a range on a large board could have thousands.
#[test]
fn a_range_has_few_messages() {
    let text = shown("royal=K\npawn::::a2-h3\nrook:R:R::a2-h2,a3\nking:K:K::e1");
    assert_eq!(text.matches("error:").count(), 4 + 1, "{text}");
    let holes = shown("royal=K\nhole::::a2-h2\npawn::::a2-g2,h2\nking:K:K::e1");
    assert_eq!(holes.matches("is a hole").count(), 4 + 1, "{holes}");
}

/// Terminal control characters are neither printed nor kept.
#[test]
fn control_characters_are_replaced_with_a_warning() {
    let text = "title=T\u{1b}]0;x\u{7}\nki\u{9b}ng:K:K::e1\nroyal=K";
    let (variant, warnings) = read("my.txt", text).expect("a definition");
    assert_eq!((variant.title.as_str(), variant.pieces[0].name.as_str()), ("T?]0;x?", "ki\u{b7}ng"));
    let places: Vec<_> = warnings.iter().map(|warning| warning.position(text)).collect();
    assert_eq!(places, [(1, 8), (2, 3)]);
    assert_eq!(warnings[0].message, "control character U+001B: read as `?`");
    let (variant, _) = read("a\u{1b}[31m.txt", "king:K:K::e1").expect("a definition");
    assert_eq!((variant.name.as_str(), variant.title.as_str()), ("a?[31m", "a?[31m"));
}

#[test]
fn sections_of_a_variants_ini_are_recognised() {
    let text = shown("# mine\n[mychess:chess]\npawnTypes = p\n");
    assert!(text.contains("my.txt:2:1") && text.contains("`griffon import` converts its sections"), "{text}");
    assert!(!shown("[Chess]\npawn::::a2-h2\nking::K::e1").contains("griffon import"));
    assert!(!shown("[Event \"?\"]\n[Site \"?\"]\n1. e4 e5").contains("griffon import"));
}

#[test]
fn a_clash_of_letters_is_reported_once() {
    let text = shown("royal=K\npawn::::a2-h2\nprince::K::d1\npriest::B::c1\nking:K:K::e1");
    for name in ["prince", "priest"] {
        assert_eq!(text.matches(&format!("`{name}` has no ID")).count(), 1, "{text}");
    }
}
