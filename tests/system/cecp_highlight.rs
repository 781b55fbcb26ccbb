//! Moves entered by mouse with the highlight protocol (`xboard.md`, section 5): replies when the user lifts a piece,
//! points at a square and puts the piece down.

use crate::support;
use crate::support::gui::Gui;
use griffon::engine::library::Library;
use griffon::variant::read;

/// Starts a session with only this definition.
fn playing(definition: &str) -> Gui {
    let (variant, _) = read("shown", definition).unwrap_or_else(|error| panic!("{error:?}"));
    let gui = Gui::with(Library::only(variant, Vec::new()));
    gui.send("variant shown");
    gui.send("force");
    gui
}

/// A small board with a lion, a piece that displaces others, and one that captures by jumping over its victim.
const SMALL: &str = "name=shown\nfiles=5\nranks=5\nmaxPromote=1\npromoChoice=LR\nroyal=K\npawn:P:fmWfcF::a2,b2,d2,e2\n\
                     lion:L:KNADcaKmcabK::c1\nshover:S:udQ::b1\nhunter:H:WcafmF::d1\nrook:R:R::a1\nking:K:K::e1\n";

#[test]
fn the_feature_is_offered() {
    let mut gui = Gui::start();
    gui.script(
        "> protover 2
         < feature done=1",
    );
    assert!(gui.heard.iter().any(|line| line.contains(" highlight=1")), "{:?}", gui.heard);
}

#[test]
fn lifting_a_piece_shows_its_destinations() {
    // "user grabs: `lift e2` -> engine: `highlight COLORFEN`"; "upper case = legal target, ... digits skip"
    Gui::start().script(
        "> variant metamachy
         > force
         > lift e3
         < highlight 12/12/12/12/12/12/12/4Y7/4Y7/12/12/12
         > put e5
         > usermove e3e5
         > lift e3
         = highlight 12/12/12/12/12/12/12/12/12/12/12/12",
    );
}

#[test]
fn captures_have_their_own_colour_and_illegal_moves_none() {
    let mut gui = Gui::start();
    gui.script(
        "> variant normal
         > force
         > setboard 4k3/8/8/1p1p4/2P5/8/8/4K2r w - - 0 1
         > lift c4
         = highlight 8/8/8/8/8/8/8/8
         > setboard 4k3/8/8/1p1p4/2P5/8/8/4K3 w - - 0 1
         > lift c4
         = highlight 8/8/8/1RYR4/8/8/8/8
         > hover d5
         > lift d5
         = highlight 8/8/8/8/8/8/8/8",
    );
}

#[test]
fn a_promotion_is_chosen() {
    // "magenta (M): promotion: `put` -> optional `choice QRB`"
    Gui::start().script(
        "> variant normal
         > force
         > setboard 1n5k/P7/8/8/8/8/8/K7 w - - 0 1
         > lift a7
         < highlight MM6/8/8/8/8/8/8/8
         > put b8
         = choice QNRB
         > put b8
         = choice QNRB
         > usermove a7b8n
         > lift h8
         = highlight 6Y1/6YY/8/8/8/8/8/8",
    );
}

/// With `choice +`, XBoard lets the user promote or defer (tested with XBoard 4.9.1); it does not ask by itself.
#[test]
fn a_promotion_with_plus_is_chosen() {
    let definition = "name=shown\nfiles=5\nranks=5\nroyal=K\npromoZone=2\nmaxPromote=1\npromoOffset=1\n\
                      rook:R:R::a1\ndragon:+R:RF::\nking:K:K::d1\n";
    playing(definition).script(
        "> lift a1
         < highlight M4/M4/Y4/Y4/1YY2
         > put a4
         = choice +
         > usermove a1a4+
         > lift d5
         < highlight 2Y1Y/5/5/5/5",
    );
}

#[test]
fn boards_of_ten_ranks_count_from_0() {
    // 2.3: "exactly 10 ranks -> `0`..`9`"
    Gui::start().script(
        "> variant grand
         > force
         > lift a2
         < highlight 10/10/10/10/10/Y9/Y9/10/10/10",
    );
}

#[test]
fn a_castling_with_two_legs_is_entered_by_way_of_the_partner() {
    // `xboard.md` 3.5: "`O1` on a King ... is entered as two legs".
    let definition = "name=shown\nfiles=6\nranks=5\nroyal=K\nrook:R:R::a1,f1\nking:K:KisO1::d1\n";
    playing(definition).script(
        "> setboard r2k1r/6/6/6/R2K1R w KQkq - 0 1
         > lift d1
         < highlight 6/6/6/2YYY1/C1Y1YC
         > put f1
         > lift f1
         = highlight 6/6/6/6/4Y1
         > put e1
         < click e1
         > usermove d1e1,f1d1
         > lift c5
         = highlight 6/6/6/6/6",
    );
}

#[test]
fn locust_victims_are_clicked_one_by_one() {
    // "cyan target: `put d3`, `lift d3` -> new `highlight`; final click -> `put e4`, `usermove e2d3,d3e4`"
    let mut gui = playing(SMALL);
    gui.script(
        "> setboard k4/5/1p1p1/2L2/4K w - - 0 1
         > lift c2
         < highlight 5/YYYYY/YCYCY/YYYYY/YYYY1
         > put d3
         > lift d3
         = highlight 5/2YYY/2YRY/2YYY/5
         > put e4
         > usermove c2d3,d3e4
         > undo
         > lift c2
         < highlight 5/YYYYY/YCYCY/YYYYY/YYYY1
         > hover d3
         = highlight 5/2YYY/2YRY/2YYY/5
         > put d3
         > lift d3
         = highlight 5/2YYY/2YRY/2YYY/5
         > put d3
         > usermove c2d3,d3d3
         > lift a5
         = highlight 5/Y4/5/5/5",
    );
}

#[test]
fn the_last_step_of_a_chain_is_clicked_by_the_engine() {
    // `click SQ` if there is only one continuation.
    playing(SMALL).script(
        "> setboard k4/5/1p1p1/2H2/4K w - - 0 1
         > lift c2
         < highlight 5/5/1CYC1/1Y1Y1/2Y2
         > put d3
         > lift d3
         = highlight 5/4Y/5/5/5
         = click e4
         > put e4
         > usermove c2d3,d3e4
         > lift a5
         = highlight 1Y3/YY3/5/5/5",
    );
}

#[test]
fn inexpressible_moves_are_highlighted() {
    // XBetza: "`udQ`" swaps with friends, which XBoard's dialect cannot describe.
    playing(SMALL).script(
        "> setboard k4/5/5/5/SP2K w - - 0 1
         > lift a1
         < highlight 5/5/5/5/1Y3
         > put b1
         > usermove a1b1
         > setboard k4/5/5/5/PS2K w - - 0 1
         > lift b1
         < highlight 5/5/5/5/Y3Y",
    );
}

#[test]
fn nonsense_is_ignored() {
    let mut gui = Gui::start();
    gui.script(
        "> variant normal
         > force",
    );
    for line in
        ["lift", "lift z9", "put", "put e9", "hover", "hover e2e4", "put e4", "lift \u{e9}2", "lift x@"]
    {
        gui.send(line);
    }
    assert_eq!(gui.sync(), Vec::<String>::new());
    gui.script(
        "> lift e5
         < highlight 8/8/8/8/8/8/8/8
         > lift e2
         < highlight 8/8/8/8/4Y3/4Y3/8/8",
    );
}

/// Pieces in hand are lifted from the holdings square that XBoard names: White's on the second file right of the board,
/// counted from the first rank, Black's on the second file left of it, counted from the last.
#[test]
fn lifting_a_piece_in_hand_shows_its_drops() {
    let definition = "name=shown\nfiles=5\nranks=5\nsymmetry=none\nmaxPromote=0\nroyal=K\nknight:N:N:::1\nrook:R:R:::1\nking:K:K::a1,,e5\n";
    let mut gui = playing(definition);
    gui.script(
        "> lift g1
         < highlight YYYY1/YYYYY/YYYYY/YYYYY/1YYYY
         > lift g2
         = highlight YYYY1/YYYYY/YYYYY/YYYYY/1YYYY
         > lift g3
         > usermove N@c3
         > lift `5
         > lift _5
         = highlight YYYY1/YYYYY/YY1YY/YYYYY/1YYYY
         > lift _4
         = highlight YYYY1/YYYYY/YY1YY/YYYYY/1YYYY",
    );
}

#[test]
fn pieces_that_turn_over_are_marked_blue() {
    // "blue (B): `put e4` -> engine must answer `choice N`; move becomes `e2e4n`"
    let mut gui = Gui::with(Library::only(support::variant("micro").clone(), Vec::new()));
    gui.script(
        "> variant micro
         > force
         > setboard k3/4/1p2/B3/3K[-] w - - 0 1
         > lift a2
         < highlight 4/4/1B2/4/1Y2
         > put b3
         = choice +
         > usermove a2b3+
         > ping 3
         = pong 3
         > setboard k3/4/p3/+B3/3K[-] w - - 0 1
         > lift a2
         < highlight 4/4/BY2/1Y2/Y3
         > put b2
         > lift a2
         < highlight 4/4/BY2/1Y2/Y3
         > put a3
         = choice B
         > usermove a2a3b
         > ping 4
         = pong 4",
    );
}
