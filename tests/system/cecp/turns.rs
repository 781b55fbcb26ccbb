//! Whose turn it is and how long the engine thinks, after interruptions, results and take-backs.

use crate::support::gui::Gui;

/// Sends lines and returns the number of nodes of the last thinking line before the engine's move.
fn nodes(gui: &mut Gui, lines: &[&str]) -> u64 {
    lines.iter().for_each(|line| gui.send(line));
    let start = gui.heard.len();
    gui.expect("move *");
    let thinking = gui.heard[start..].iter().rfind(|line| line.contains('\t')).expect("a thinking line");
    thinking.split(['\t', ' ']).nth(3).and_then(|nodes| nodes.parse().ok()).expect("a number of nodes")
}

#[test]
fn ponder_hits_end_if_nodes_count_as_time() {
    let mut gui = Gui::start();
    gui.script(
        "> new
         > nps 2000
         > level 0 1 0
         > hard
         > usermove e2e4
         < move *",
    );
    let hint = gui.expect("Hint: *");
    gui.send(&format!("usermove {}", hint.trim_start_matches("Hint: ")));
    gui.expect("move *");
}

#[test]
fn games_go_on_after_a_result() {
    // 1.3: "`go` | leave force, play the side to move now", "`playother` | leave force, play the side not to move".
    for goes_on in [&["go"][..], &["usermove d2d4", "go"], &["playother", "usermove e2e4"]] {
        let mut gui = Gui::start();
        gui.script(
            "> new
             > sd 1
             > result 0-1 {White resigns}
             > force",
        );
        goes_on.iter().for_each(|line| gui.send(line));
        gui.expect("move *");
    }
    // A game that is over by rule does not.
    let mut gui = Gui::start();
    gui.script(
        "> new
         > force
         > f2f3
         > e7e5
         > g2g4
         > d8h4
         > result 0-1 {Black mates}
         > go
         < 0-1 {White is mated}",
    );
}

#[test]
fn refused_commands_leave_the_search_alone() {
    for refused in ["setboard xx", "variant nosuchthing", "pause\npause\nresume", "undo"] {
        let mut gui = Gui::start();
        gui.send(&format!("new\nforce\nst 0.3\ngo\n{refused}"));
        gui.expect("move *");
    }
}

#[test]
fn moves_of_the_session_are_those_of_the_game() {
    // `level MPS BASE INC`: near the end of a session the engine uses a larger share of its time.
    let mut gui = Gui::start();
    gui.send("new\npost\nnps 10\nlevel 20 5 0");
    let first = nodes(&mut gui, &["usermove e2e4"]);
    for _ in 0..19 {
        gui.send("remove");
        let again = nodes(&mut gui, &["time 30000", "usermove e2e4"]);
        assert!(again < 4 * first, "{again} after {first}");
    }
    // The last move of the session, after those made by hand.
    gui.send("new\nforce\nnps 10");
    let files = "abcdefgh";
    let pushes =
        [("2", "3"), ("3", "4")].into_iter().flat_map(|ranks| files.chars().map(move |file| (file, ranks)));
    let white = pushes.map(|(file, (from, to))| format!("{file}{from}{file}{to}"));
    let white: Vec<String> = white.chain(["b1c3", "g1f3", "a1a2"].map(String::from)).collect();
    let mirrored = |mv: &String| -> String {
        mv.chars().map(|c| c.to_digit(10).map_or(c, |rank| char::from(b'9' - rank as u8))).collect()
    };
    for mv in &white {
        gui.send(mv);
        gui.send(&mirrored(mv));
    }
    assert_eq!(gui.sync(), Vec::<String>::new());
    let last = nodes(&mut gui, &["time 30000", "go"]);
    assert!(last > 4 * first, "{last} after {first}");
}

/// "The effect of an "nps" command should persist until the next "new" command."
#[test]
fn a_new_game_uses_real_time() {
    let mut gui = Gui::start();
    gui.script(
        "> nps 1
         > st 1
         > new
         > post
         > sd 4
         > usermove e2e4
         < 4 *
         < move *",
    );
}

/// A search that is forgotten but not stopped keeps the next one waiting.
#[test]
fn nothing_is_resumed_without_a_pause() {
    let mut gui = Gui::start();
    gui.script(
        "> new
         > hard
         > sd 4
         > usermove e2e4
         < move *
         < Hint: *
         > sd 0
         > st 1000
         > pause
         > resume
         < Hint: *
         > resume",
    );
    assert_eq!(gui.sync(), Vec::<String>::new());
    gui.script(
        "> usermove a2a3
         > ?
         < move *",
    );
}

/// "The paused thinking or pondering (if any) resumes from exactly where it left off".
#[test]
fn pondering_is_resumed() {
    let mut gui = Gui::start();
    gui.script(
        "> new
         > post
         > hard
         > sd 4
         > usermove e2e4
         < move *
         < Hint: *
         > pause
         > sd 5",
    );
    gui.sync();
    gui.script(
        "> resume
         < 5 *",
    );
}
