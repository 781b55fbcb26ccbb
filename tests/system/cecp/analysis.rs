//! Analysis mode and its output lines.

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
