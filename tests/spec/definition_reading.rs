//! How a definition is read: lines, parameters, piece lines, setup. Each test quotes the sentence it is based on, from
//! the Interactive Diagram article or from the readings that resolve its ambiguities.

use griffon::board::Color;
use griffon::variant::{Diagnostic, Variant, read};

/// Reads a valid definition.
fn variant(text: &str) -> Variant {
    with_warnings(text).0
}

fn with_warnings(text: &str) -> (Variant, Vec<String>) {
    match read("test.txt", text) {
        Ok((variant, warnings)) => (variant, messages(&warnings)),
        Err(errors) => panic!("{text}\n{}", messages(&errors).join("\n")),
    }
}

fn errors(text: &str) -> Vec<String> {
    match read("test.txt", text) {
        Ok(_) => panic!("accepted: {text}"),
        Err(errors) => messages(&errors.into_iter().filter(Diagnostic::is_error).collect::<Vec<_>>()),
    }
}

fn messages(diagnostics: &[Diagnostic]) -> Vec<String> {
    diagnostics.iter().map(|diagnostic| diagnostic.message.clone()).collect()
}

/// Formats the setup: White's pieces by upper-case ID, Black's by lower-case ID.
fn setup(variant: &Variant) -> String {
    let word = |&(square, color, piece): &(_, Color, griffon::variant::PieceType)| {
        let id = &variant.pieces[piece.index()].id;
        let id = if color == Color::White { id.clone() } else { id.to_lowercase() };
        format!("{id}{}", variant.board.name(square))
    };
    variant.setup.iter().map(word).collect::<Vec<_>>().join(" ")
}

#[test]
fn default_board_is_8_by_8() {
    // "files=8 ranks=8 ... firstRank=" (Controlling the Appearance)
    let board = variant("king::K::e1").board;
    assert_eq!((board.files(), board.ranks(), board.first_rank()), (8, 8, 1));
    let board = variant("files=12\nranks=10\nfirstRank=0\nking::K::e0").board;
    assert_eq!((board.files(), board.ranks(), board.first_rank()), (12, 10, 0));
}

#[test]
fn line_ends_breaks_tabs_and_byte_order_marks_are_ignored() {
    // "Leading blanks and a trailing `<br>` are dropped, `\r` too."
    let plain = variant("files=9\nking:K:K::e1\n");
    let page = variant("\u{feff}\tfiles=9<br>\r\n  king:K:K::e1<BR />\r\n");
    assert_eq!(setup(&plain), setup(&page));
    assert_eq!(page.board.files(), 9);
}

#[test]
fn a_stray_line_is_a_warning() {
    // "Anything else is prose: real pages have a stray line. Report it as a warning, go on."
    let lines = "<b>My game</b>\nking::K::e1\nThat is all: no more.\nEnd.\n<script src=\"/betza.js?nocache=true\"> </script>";
    assert_eq!(with_warnings(lines).1.len(), 4);
    // Text around a diagram in a page is not part of the definition.
    let page = "<div class=\"idiagram\" style=\"float: left; margin: 40px;\">\nking::K::e1\nThat is all: no more.\n</div>\n\
                <script type=\"text/javascript\" src=\"/betza.js?nocache=true\"> </script>";
    assert_eq!(with_warnings(page).1.len(), 1);
}

#[test]
fn examples_of_the_article_are_read() {
    // "archbishop:A:BN:cardinal:c1 (image name differs from piece name) warrior:X:mNcK:centaur:b1,g1 ...
    // hawk:H:BN:bird::1 (starts one in hand ...) pawn::::a2-h2 ... knight:N:::c1,f1 ... king::KisO3:king:f1 ...
    // rook::::a1,h1"
    let text = "warrior:X:mNcK:centaur:b1,g1\nhawk:H:BN:bird::1\npawn::::a2-h2\nknight:N:::c1\narchbishop:A:BN:cardinal:d1\n\
                rook::::a1,h1\nking::KisO3:king:f1";
    let variant = variant(text);
    let ids: Vec<_> = variant.pieces.iter().map(|piece| piece.id.as_str()).collect();
    assert_eq!(ids, ["X", "H", "P", "N", "A", "R", "K"]);
    let moves: Vec<_> = variant.pieces.iter().map(|piece| piece.betza.as_str()).collect();
    assert_eq!(moves, ["mNcK", "BN", "ifmnDfmWfceF", "N", "BN", "R", "KisO3"]);
    assert_eq!([variant.hands[0][1], variant.hands[1][1]], [1, 1]);
    assert_eq!(variant.setup.len(), 2 * 15);
}

#[test]
fn default_moves_depend_on_the_name() {
    // "The default move will be the move of the orthodox piece of that name"; "capitalised names (they take the
    // default move all the same); names in plural or with spaces"; "king KisO2, on boards wider than 8: KisO3"
    let rows = [
        ("files=8", "King", "KisO2"),
        ("files=9", "king", "KisO3"),
        ("files=8", "Gold General", "WfF"),
        ("files=8", "Knights", "N"),
        ("files=8", "GRIFFON", "FyafsF"),
    ];
    for (files, name, betza) in rows {
        let variant = variant(&format!("{files}\n{name}:X:::a1\n"));
        assert_eq!(variant.pieces[0].betza, betza, "{name}");
        assert_eq!(variant.pieces[0].name, name);
    }
}

#[test]
fn an_unknown_name_without_moves_is_a_warning() {
    // "A name that is not in the table with an empty move field: the piece has no moves (warn)."
    let (variant, warnings) = with_warnings("stone:S:::a4\nking::K::e1");
    assert!(variant.pieces[0].movements.is_empty());
    assert_eq!(warnings.len(), 1, "{warnings:?}");
}

#[test]
fn an_id_is_a_letter_with_an_optional_mark() {
    // "The ID has to be a single letter ... By default the first letter of the piece name would be taken for this."
    let ids = |text: &str| variant(text).pieces.iter().map(|piece| piece.id.clone()).collect::<Vec<_>>();
    assert_eq!(
        ids("pawn:p:W::\npawn:+p:W::\ndog:p':W::\ndog:P!:W::\n:X:W::\nking:K:K::e1"),
        ["P", "+P", "P'", "P!", "X", "K"]
    );
    assert_eq!(errors("rook:RR:R::a1").len(), 1);
    assert_eq!(errors("::R::a1").len(), 1);
}

#[test]
fn taken_first_letters_are_a_warning() {
    // "knight:N:::c1,f1 (must specify ID, as otherwise K would have been taken)"
    let warnings = with_warnings("maxPromote=0\nknight::::b1\nking::K::e1").1;
    assert!(warnings[0].contains("`K`"), "{warnings:?}");
    // "several piece types with the same name and ID"
    assert!(with_warnings("pawn::fW::a2\npawn::fsW::\nking::K::e1").1.is_empty());
}

#[test]
fn squares_are_listed_singly_in_rows_and_in_blocks() {
    // "a2-h2 would mean all squares on 2nd rank, and d4-e5 the four central squares"; "ranks may have two digits"
    let text = "files=3\nranks=12\nsymmetry=none\npawn::W::a2-c2,a10\nrook::R::b5-c4,,c12\nking::K::a1,,a12";
    assert_eq!(setup(&variant(text)), "Ka1 Pa2 Pb2 Pc2 Rb4 Rc4 Rb5 Rc5 Pa10 ka12 rc12");
}

#[test]
fn black_squares_follow_from_white_squares() {
    // "When symmetry=mirror or symmetry=rotate, only white pieces have to be listed ... With symmetry=none, an extra
    // comma separates the white from the black pieces."
    let with = |symmetry: &str| setup(&variant(&format!("files=4\nranks=4\n{symmetry}\nking::K::a1")));
    assert_eq!(with("symmetry=mirror"), "Ka1 ka4");
    assert_eq!(with(""), "Ka1 ka4");
    assert_eq!(with("symmetry=rotate"), "Ka1 kd4");
    assert_eq!(setup(&variant("files=4\nranks=4\nsymmetry=none\nking::K::a1,,b3")), "Ka1 kb3");
}

#[test]
fn both_colours_may_be_listed_with_mirror_symmetry() {
    // "both colours listed although symmetry is `mirror` (a listed black square then simply is that piece: no clash)"
    let (listed, warnings) = with_warnings("ranks=4\nrook::R::a1,h1,,a4,h4\nking::K::e1");
    assert_eq!((setup(&listed).as_str(), warnings.len()), ("Ra1 Ke1 Rh1 ra4 ke4 rh4", 0));
    let (listed, warnings) = with_warnings("ranks=4\nrook::R::a1,h1,a4,h4\nking::K::e1");
    assert_eq!((setup(&listed).as_str(), warnings.len()), ("Ra1 Ke1 Rh1 ra4 ke4 rh4", 0));
}

#[test]
fn a_square_holds_one_piece() {
    assert_eq!(errors("rook::R::a1\nking::K::a1").len(), 1);
    // The middle rank of an odd number of ranks is mirrored onto itself.
    assert_eq!(errors("ranks=5\nrook::R::a3\nking::K::e1").len(), 1);
    assert!(variant("ranks=5\nsymmetry=rotate\nrook::R::a3\nking::K::e1").setup.len() == 4);
}

#[test]
fn squares_must_be_on_the_board() {
    for square in ["i1", "a9", "a0", "a", "4", "A1", "a1b1", "a1-", "a100"] {
        assert_eq!(errors(&format!("king::K::{square}")).len(), 1, "{square}");
    }
}

#[test]
fn holes_remove_squares() {
    // "When you define a piece with the name 'hole' ... It will not add it to the piece table, and will ignore any ID,
    // move or image you specify for it."
    let variant = variant("files=4\nranks=4\nhole:?:nonsense:black:b1\nking::K::a1\nroyal=1");
    let holes: Vec<_> = variant
        .board
        .squares()
        .filter(|&s| variant.board.is_hole(s))
        .map(|s| variant.board.name(s))
        .collect();
    assert_eq!(holes, ["b1", "b4"]);
    assert_eq!(variant.pieces.len(), 1);
    assert!(variant.ends.royal[0]);
}

#[test]
fn a_hole_removes_a_piece_listed_earlier() {
    // "on squares that you earlier defined as holes": the Omega page lists the pawns first.
    let omega = variant("files=6\nranks=6\npawn::::a2-f2\nhole::::a2,f1-f2\nking::K::c1\nroyal=2");
    assert_eq!(setup(&omega), "Kc1 Pb2 Pc2 Pd2 Pe2 pb5 pc5 pd5 pe5 kc6");
    // A piece listed after the hole stands on it, and a second hole after that removes the square again.
    let again = variant("hole::::a1\nrook::::a1,h1\nking::K::e1\nhole::::h1\nroyal=2");
    assert_eq!(setup(&again), "Ra1 Ke1 ra8 ke8");
}

#[test]
fn a_piece_may_start_on_a_hole() {
    // "specify pieces to be put on squares that you earlier defined as holes ... it acts like a brouhaha square"
    let (variant, warnings) = with_warnings("hole::::a1\nking::K::a1");
    assert_eq!((setup(&variant).as_str(), warnings.len()), ("Ka1 ka8", 1));
    assert!(
        variant.board.is_fleeting(griffon::board::Square(0))
            && !variant.board.is_hole(griffon::board::Square(0))
    );
}

#[test]
fn hands_are_shared_or_per_side() {
    // "hand: `n` for both sides or `w,b`"
    let variant = variant("rook::R:::2\nbishop::B:::3,1\nking::K::e1:");
    assert_eq!(variant.hands, [vec![2, 3, 0], vec![2, 1, 0]]);
    assert_eq!(errors("rook::R:::many\nking::K::e1").len(), 1);
}

#[test]
fn first_rank_numbers_the_squares_of_the_definition_too() {
    // "firstRank: the number of the lowest rank in square names"
    assert_eq!(setup(&variant("ranks=3\nfirstRank=0\nking::K::a0")), "Ka0 ka2");
    assert_eq!(with_warnings("firstRank=0\nking::K::a1").1.len(), 1);
    // An empty rim on all sides, as in Rococo.
    assert_eq!(with_warnings("firstRank=0\nking::K::b1,g1").1.len(), 0);
}

#[test]
fn appearance_is_ignored_and_rules_are_not() {
    // "Purely graphical ones are accepted and ignored. A parameter that is unknown or not yet implemented is an error"
    let page = "graphicsDir=https://host/a=b:c/\nlightShade=#FFFFFF\nuseMarkers=1\nenableAI=0\nsatellite=x\nking::K::e1";
    assert!(with_warnings(page).1.is_empty());
    for key in ["autoGate=1", "castleFlip=1", "zonal=1"] {
        let name = key.split('=').next().unwrap_or(key);
        assert_eq!(
            errors(&format!("king::K::e1\n{key}")),
            [format!("`{name}` may change the rules, but its effect is undocumented")]
        );
    }
    // "holdingsType=0 ... conversion=0 symmetry=mirror": the defaults that the article prints; "empty values"
    assert!(with_warnings("conversion=0\niron=\nking::K::e1").1.is_empty());
}

#[test]
fn parameters_may_be_anywhere() {
    // "A parameter may stand before or after the piece lines."
    assert_eq!(variant("king::K::j1\nfiles=10").board.files(), 10);
}

#[test]
fn a_parameter_given_again_is_a_warning() {
    let (variant, warnings) = with_warnings("files=9\nking::K::e1\nfiles=10");
    assert_eq!((variant.board.files(), warnings.len()), (10, 1));
}

#[test]
fn default_name_is_the_file_name() {
    assert_eq!(variant("king::K::e1").name, "test");
    let named =
        variant("name=duel\ntitle=A Duel\naliases=single, pair\nparent=fairy\nsource=a book\nking::K::e1");
    assert_eq!((named.name.as_str(), named.title.as_str()), ("duel", "A Duel"));
    assert_eq!(
        (named.aliases, named.parent.as_deref()),
        (vec!["single".to_owned(), "pair".to_owned()], Some("fairy"))
    );
    assert_eq!(errors("name=two words\nking::K::e1").len(), 1);
}

#[test]
fn letters_taken_from_names_are_distinct() {
    let ids = |text: &str| {
        let (variant, _) =
            griffon::variant::read("letters", text).unwrap_or_else(|error| panic!("{error:?}"));
        variant.pieces.iter().map(|piece| piece.id.clone()).collect::<Vec<_>>().join(" ")
    };
    let board = "files=8\nranks=8\nroyal=king\n".replace("royal=king", "royal=K");
    // The first letter if free, else a letter of the name that is neither an explicit ID nor the first letter of
    // another name. Equal names share a letter.
    assert_eq!(ids(&format!("{board}pawn::fW::a2\nprince::K::b1\nrook::R::a1\nking:K:K::e1\n")), "P I R K");
    assert_eq!(ids(&format!("{board}pawn::fW::a2\nprince:P:K::b1\nking:K:K::e1\n")), "A P K");
    assert_eq!(
        ids(&format!("{board}ox::W::a2\nox::W::b2\noxo::F::c1\no::F::d1\nking:K:K::e1\n")),
        "O O X A K"
    );
}

/// Messages for a definition, errors marked by `!`.
fn reported(text: &str) -> Vec<String> {
    let found = read("test", text).map_or_else(|errors| errors, |(_, warnings)| warnings);
    let mark = |it: &Diagnostic| if it.is_error() { "!" } else { "" };
    found.iter().map(|it| format!("{}{}", mark(it), it.message)).collect()
}

/// Each line adds exactly one message to a definition without any.
#[test]
fn likely_mistakes_are_reported_once() {
    let army = "royal=K\npawn::::a2-h2\nrook:R:::a1,h1\nqueen:Q:::d1\nking:K:::e1\n";
    assert_eq!(reported(army), [""; 0]);
    for (lines, message) in [
        ("promoLimit=2", "!`promoLimit`: expected an ID before `2`"),
        ("promoLimit=Q1Q2", "`promoLimit`: `Q` is given more than once"),
        ("pass=1\npassEnd=2\npoints=Q13,7", "!`points`: expected an ID before `7`"),
        ("chase=>R", "!`chase`: no attackers before `>`"),
        ("chase=R>", "!`chase`: no victims after `>`"),
        ("extinct=,", "!`extinct`: expected piece IDs"),
        ("royal=,", "!`royal`: `,` names nothing"),
        ("moveRulePieces= , ,", "!`moveRulePieces`: `, ,` names nothing"),
        ("antiTrade=,", "!`antiTrade`: `,` names nothing"),
        ("lord:L:W::\nzoneMoves=;", "!`zoneMoves`: `;` names nothing"),
        ("parent=fary", "!`parent`: XBoard has no variant `fary`"),
        ("parent=fairy 8x8", "!`parent`: XBoard has no variant `fairy 8x8`"),
        ("trackedTypes=x", "no effect: `trackPieces` is not given"),
        ("homeArray=8/8", "!`homeArray` has 2 ranks, the board 8"),
        ("xboardArray=8/8", "!`xboardArray` has 2 ranks, the board 8"),
        ("synonyms=HR,HQ", "!`synonyms`: `H` is given more than once"),
        ("captureMatrix=.!\ncaptureMatrix=.@", "`captureMatrix` is given more than once"),
        ("repetition=0\nperpetual=1", "no effect: with `repetition=0` no repetition ends the game"),
        ("repetition=0\nrepetitionResult=loss", "no effect: with `repetition=0` no repetition ends the game"),
        ("moveRule=0\nmoveRulePieces=P", "no effect: with `moveRule=0` no number of moves ends the game"),
        ("points=R5", "no effect: neither passing nor a draw rule asks for points"),
        ("komi=1.5", "no effect: `points` is not given"),
        ("protectedRange=2", "no effect: neither `protected` nor `%` bars captures"),
        ("counterbare=loss", "no effect: `baring` names no piece"),
        ("dropMate=P", "no effect: no piece is ever in hand"),
        ("gateBlocks=0", "no effect: no move puts a piece from the hand on the board"),
        ("extinct=R,Q,P8", "no effect: neither side starts with more than 8 of these pieces"),
        ("lord:L:W::\nextinct=L", "no effect: neither side starts with such a piece"),
        ("extinct=RN", "!`extinct`: no piece has the ID `N`"),
        ("morph=#\ngoal=13", "no effect: neither side starts with as many pieces"),
        ("goal=safe", "no effect: `morph` has no goal squares"),
        ("tradeThreshold=Q", "no effect: neither `protected` nor `%` bars captures"),
        ("connect=9", "no effect: the board has no row of that length"),
        ("maxPromote=4", "`king` can never reach its promotion zone"),
        ("lord:L:KisO9::", ""),
        ("stone:S:W::\ndropZone=!", "no effect: no piece is ever in hand"),
        ("stone:S:W::\nzoneMoves=cK:a1=Q", "!a move that changes the piece's type must not affect"),
    ] {
        let found = reported(&format!("{army}{lines}\n"));
        let expected = usize::from(!message.is_empty());
        let fits = found.iter().all(|it| it.starts_with(message));
        assert!(found.len() == expected && fits, "{lines}: {found:?}");
    }
    for fine in [
        "contageous=0",
        "captureMatrix=.!/.!/.!/.!/",
        "goal=safe\nmorph=#",
        "moveRule=0\nrepetition=0",
        "moveRuleResult=points\npoints=R5",
        "repetitionResult=points\npoints=R5",
    ] {
        assert_eq!(reported(&format!("{army}{fine}\n")), [""; 0], "{fine}");
    }
}

#[test]
fn pieces_that_can_neither_promote_nor_castle_are_reported() {
    for (text, found) in [
        (
            "pawn::::a2-h2\nking:K:K::e1\n",
            &["`pawn` can never reach its promotion zone: there is no piece"][..],
        ),
        (
            "king:K:K::e1\nqueen:Q:Q::d1\nroyal=K\n",
            &["`king` can never reach its promotion zone: a royal piece"],
        ),
        (
            "maxPromote=0\nrook:R:::a1,h1\nking:K:KisO9::e1\n",
            &["`king` can never castle to the right", "`king` can never castle to the left"],
        ),
        ("maxPromote=0\ncastleFiles=c,g\nking:K:K::e1\n", &["no effect: no piece castles"]),
        ("maxPromote=0\nexposedTo=K\nking:K:K::e1\n", &["no effect: no royal castles or has initial moves"]),
        ("maxPromote=0\nking:K:KisO9::e1\n", &["`king` can never castle: no other piece stands on its rank"]),
        (
            "royal=K\nking:K:K::e1\nmorph=########\nqueen:Q:Q::d1\n",
            &["`king` can never reach its promotion zone: a royal piece"],
        ),
    ] {
        let mut messages = reported(text);
        messages.sort_unstable();
        let mut found = found.to_vec();
        found.sort_unstable();
        let fit = messages.len() == found.len()
            && messages.iter().zip(found).all(|(it, start)| it.starts_with(start));
        assert!(fit, "{text}: {messages:?}");
    }
}

#[test]
fn missing_ids_are_reported_when_letters_run_out() {
    let lines: String = (0..80).map(|n| format!("a{n}::W::\n")).collect();
    let found = reported(&format!("royal=K\nmaxPromote=0\n{lines}king:K:K::e1\n"));
    assert_eq!(found.iter().filter(|it| it.ends_with("is the ID of `a0`")).count(), 3, "{found:?}");
}

/// A `'` or `!` after a letter belongs to the ID if a piece has it.
#[test]
fn every_list_of_ids_knows_marked_ones() {
    let army = "royal=K\nmaxPromote=0\nrook:R':R::a1,h1\nnight:N!:N::b1,g1\nking:K:K::e1\n";
    for line in [
        "shuffle=R'N!",
        "shuffle=!N!,R'",
        "contageous=N!",
        "contageous=!N!,R'",
        "captureMatrix=.N!R'",
        "extinct=N!R'2",
        "counting=R'1:8,N!:9",
    ] {
        assert_eq!(reported(&format!("{line}\n{army}")), [""; 0], "{line}");
    }
}
