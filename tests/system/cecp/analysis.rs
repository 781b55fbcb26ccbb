//! Analysis mode and its output lines.

use super::janggi;
use crate::support::gui::Gui;

#[test]
fn analysis_answers_everything() {
    let mut gui = Gui::start();
    gui.script(
        "> new
         > post
         > analyze
         < 3 *
         > .
         < stat01: *
         > usermove e2e4
         > hint
         > exclude e7e5
         > exclude a7a6
         > include a7a6
         > exclude all
         > include a7a6
         > .
         < stat01: *
         > include all
         < 2 *
         > undo
         > setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1
         < 2 *
         > bk
         <
         > ping 5
         < pong 5
         > exclude e2e9
         < Error (no such move)*
         > exit
         > force
         > hint
         < Hint: *",
    );
    // An excluded move is neither named nor counted.
    let status = gui.heard.iter().rfind(|line| line.starts_with("stat01")).expect("a status");
    assert!(status.ends_with(" 0 1 a7a6"), "{status}");
    gui.sync();
    assert!(gui.sync().is_empty(), "analysis goes on");
}

#[test]
fn analysis_survives_refused_boards_and_results() {
    let mut gui = Gui::start();
    gui.script(
        "> analyze
         > edit
         > #
         > .
         < tellusererror Illegal position: *
         > .
         < stat01: *
         > result 1-0 {White wins}
         > .
         < stat01: *",
    );
}

#[test]
fn excluded_moves_are_not_analysed() {
    let mut gui = Gui::start();
    gui.script(
        "> new
         > setboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1
         > post
         > analyze
         < 2 *
         > exclude a1a8",
    );
    gui.sync();
    gui.heard.clear();
    // The depth ensures that the new analysis has not reached this point before `ping` is answered.
    gui.expect("16 *");
    assert!(first_moves(&gui).iter().all(|mv| mv != "a1a8"), "{:#?}", gui.heard);
}

/// XBoard sends moves in its internal form: `:` is the rank after 9, and a lion's victim on the way follows `;`.
#[test]
fn moves_are_excluded_in_the_form_of_xboard() {
    let lion = "12/12/4k7/12/12/5ppp4/5pNp4/5ppp4/12/12/6K5/12 w - 0 1";
    for (variant, fen, moves) in [
        ("chu", lion, &["g6f8;g7", "g2g3"][..]),
        ("metamachy", "5k6/12/12/12/12/12/12/12/12/12/12/5K4R1 w - - 0 1", &["k1k:", "k1k;", "k1k<"][..]),
    ] {
        let mut gui = Gui::start();
        gui.script(&format!("> new\n> variant {variant}\n> force\n> setboard {fen}"));
        moves.iter().for_each(|mv| gui.send(&format!("exclude {mv}")));
        gui.sync();
        let refused: Vec<&String> = gui.heard.iter().filter(|line| line.starts_with("Error")).collect();
        assert!(refused.is_empty(), "{variant}: {refused:?}");
        gui.send("exclude a;a:");
        gui.expect("Error (no such move)*");
    }
}

/// Returns the first moves of the analysis lines so far.
fn first_moves(gui: &Gui) -> Vec<String> {
    let lines = gui.heard.iter().filter_map(|line| line.split('\t').nth(1));
    lines.filter_map(|pv| pv.split(['!', '?', ' ']).next()).map(str::to_owned).collect()
}

/// python-chess sends the exclusions before `analyze`.
#[test]
fn moves_are_excluded_for_the_next_analysis_only() {
    let mut gui = Gui::start();
    gui.script(
        "> new
         > force
         > setboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1
         > exclude all
         > include e1d1
         > post
         > analyze
         < 3 *
         > exit",
    );
    gui.sync();
    assert!(first_moves(&gui).iter().all(|mv| mv == "e1d1"), "{:#?}", gui.heard);
    gui.heard.clear();
    gui.script(
        "> analyze
         < 2 *
         > exit",
    );
    assert_eq!(first_moves(&gui).last().map(String::as_str), Some("a1a8"), "{:#?}", gui.heard);
}

#[test]
fn mate_scores_count_moves() {
    // 1.6: "Mate in N: `100000+N`"
    let mut gui = Gui::start();
    gui.script(
        "> new
         > force
         > setboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1
         > sd 4
         > post
         > go
         < move a1a8",
    );
    let last = gui.heard.iter().rfind(|l| l.contains('\t')).unwrap();
    assert_eq!(last.split(' ').nth(1), Some("100001"), "{last}");
}

/// "`new` Reset position to start of game but stay in analyze mode."
#[test]
fn a_new_game_stays_in_analysis() {
    for next in ["new", "variant crazyhouse"] {
        let mut gui = Gui::start();
        gui.script(&format!(
            "> new
             > post
             > analyze
             < 2 *
             > usermove e2e4
             < 2 *
             > {next}
             < 2 *
             > .
             < stat01: *
             > usermove d2d4
             < 2 *"
        ));
        gui.heard.clear();
        gui.sync();
        assert!(!gui.heard.iter().any(|line| line.starts_with("move ")), "{:?}", gui.heard);
    }
}

/// XBoard sends a null move of the user, and the position after taking it back, as `setboard`. `xboard.md` 4.6.
#[test]
fn a_null_move_can_be_taken_back() {
    let board = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR";
    for start in ["analyze", "force"] {
        let mut gui = janggi();
        gui.script(&format!(
            "> force
             > post
             > {start}
             > setboard {board} b - - 0 1
             > setboard {board} w - - 0 1
             > analyze
             < 2 *
             > exit
             > force
             > sd 1
             > go
             < move *"
        ));
    }
    // Two passes in a row end the game.
    let mut gui = janggi();
    gui.script(&format!(
        "> analyze
         > setboard {board} b - - 0 1
         > setboard {board} w - - 0 2
         > exit
         > force
         > go
         < 0-1 *"
    ));
}

/// "You must not reply to a "ping" command until you have finished executing all commands that you received before it."
#[test]
fn a_ping_waits_for_the_hint() {
    let mut gui = Gui::start();
    gui.script(
        "> new
         > force
         > hint
         > ping 5
         < Hint: *
         = pong 5",
    );
}
