//! Result claims and draw offers.

use crate::support::gui::Gui;

#[test]
fn wins_are_not_claimed_from_engines() {
    // Checklist 1: "Claiming a win (or unverifiable draw) in a match."
    let mut gui = Gui::start();
    gui.script(
        "> new
         > computer
         > force
         > setboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1
         > sd 3
         > go
         < move a1a8",
    );
    assert_eq!(gui.sync(), Vec::<String>::new());
}

#[test]
fn losses_are_conceded() {
    // 1.7: "X loses (`resign`, or result against X) | always believed"
    let mut gui = Gui::start();
    gui.script(
        "> new
         > computer
         > force
         > f2f3
         > e7e5
         > g2g4
         > playother
         > usermove d8h4
         < 0-1 {White is mated}
         > ping 1
         < pong 1",
    );
}

#[test]
fn losses_without_mate_are_conceded() {
    // Shatranj: two bare kings are a draw, but a side that cannot bare the other king in return has lost.
    let mut gui = Gui::start();
    gui.script(
        "> new
         > variant shatranj
         > computer
         > force
         > setboard 4k3/8/8/8/8/8/r2n4/R3K3 b 0 1
         > playother
         > usermove a2a1
         < 0-1 {White *",
    );
}

#[test]
fn stalemate_is_claimed_when_it_is_a_draw() {
    let mut gui = Gui::start();
    gui.script(
        "> new
         > force
         > setboard k7/8/1K6/2Q5/8/8/8/8 w - - 0 1
         > playother
         > force
         > setboard 7k/8/6K1/8/8/8/5q2/8 b - - 0 1
         > setboard 7k/8/8/6K1/8/8/5q2/8 b - - 0 1
         > force
         > setboard k7/2Q5/2K5/8/8/8/8/8 b - - 0 1
         > go
         < 1/2-1/2 {Stalemate}",
    );
}

#[test]
fn draw_offers_are_accepted_when_worse() {
    let mut gui = Gui::start();
    gui.script(
        "> new
         > sd 3
         > setboard 4k3/8/8/8/8/8/QQ6/4K3 b - - 0 1
         < move *
         > draw
         < offer draw",
    );
    let mut better = Gui::start();
    better.script(
        "> new
         > sd 3
         > setboard 4k3/qq6/8/8/8/8/8/4K3 b - - 0 1
         < move *
         > draw",
    );
    assert!(better.sync().is_empty());
    // A move without a search has no score.
    let mut hasty = Gui::start();
    hasty.script(
        "> new
         > st 0
         > setboard 3rk3/8/8/8/8/8/4P3/4K3 b - - 0 1
         < move *
         > draw",
    );
    assert!(hasty.sync().is_empty());
    // The scores of the last game do not count in another position.
    gui.script("> setboard 4k3/qq6/8/8/8/8/8/4K3 w - - 0 1\n> draw");
    assert!(gui.sync().is_empty());
}

#[test]
fn ends_without_mate_are_announced() {
    // 1.7: "X loses (`resign`, or result against X) | always believed"; a win is claimed against a human.
    let mut gui = Gui::start();
    gui.script(
        "> new
         > variant kingofthehill
         > computer
         > force
         > setboard 4k3/8/8/8/8/3K4/8/R7 w - - 0 1
         > playother
         > usermove d3d4
         < 1-0 {Black has lost: goal reached}
         > ping 1
         < pong 1",
    );
    let mut gui = Gui::start();
    gui.script(
        "> new
         > variant 3check
         > force
         > setboard 7k/8/8/8/8/8/8/K2R4 w - - 1+3 0 1
         > sd 3
         > go
         < move d1*
         < 1-0 {White has won: *",
    );
}
