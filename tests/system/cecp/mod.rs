//! CECP conversations: each command, and each rule of the checklist (`xboard.md`, section 8).

mod analysis;
mod claims;
mod garbage;
mod turns;

use crate::support::gui::Gui;
use crate::support::pipes::Engine;
use crate::support::{fresh, library};

/// Returns the lines that are not thinking output.
fn spoken(lines: &[String]) -> Vec<&str> {
    lines.iter().map(String::as_str).filter(|l| !l.contains('\t')).collect()
}

#[test]
fn features_come_between_done_0_and_done_1() {
    let mut gui = Gui::start();
    gui.script(
        "> xboard
         > protover 2
         = feature done=0
         < feature done=1",
    );
    let all = gui.heard.join("\n");
    // Checklist 4: "Forgetting `sigint=0 [...] colors=0 ping=1 debug=1`". A SIGTERM after `quit` does no harm, and
    // python-chess warns about engines that decline it.
    for feature in
        ["sigint=0", "colors=0", "ping=1", "debug=1", "setboard=1", "usermove=1", "san=0", "oocastle=0"]
    {
        assert!(all.contains(feature), "{feature}");
    }
    assert!(!all.contains("sigterm"), "{all}");
    // "put standard names first"
    assert!(all.contains("variants=\"normal,"), "{all}");
    assert!(gui.heard.iter().all(|line| line.len() < 8192));
}

#[test]
fn start_up_block_may_be_repeated() {
    // 1.2: "at match start the first engine gets it **twice** before game 1. Be idempotent"
    let mut gui = Gui::start();
    for _ in 0..2 {
        gui.script(
            "> memory 16
             > cores 2
             > new
             > random
             > variant metamachy
             < setup (*
             < piece K& *
             > level 0 0:05 0.5
             > post
             > hard
             > easy
             > ping 3
             < pong 3",
        );
    }
    assert!(
        spoken(&gui.heard)
            .iter()
            .all(|l| l.starts_with("setup") || l.starts_with("piece") || l.starts_with("pong"))
    );
}

#[test]
fn a_game_is_played() {
    let mut gui = Gui::start();
    gui.script(
        "> new
         > computer
         > st 1
         > sd 4
         > post
         > usermove e2e4
         > ping 1
         < move *
         < pong 1",
    );
    // "Moves sent while a pong is outstanding are dropped": the pong comes after the move.
    let at = |start: &str| gui.heard.iter().position(|l| l.starts_with(start)).unwrap();
    assert!(at("move ") < at("pong 1"));
    // "send one line before each move"
    let thinking = gui.heard.iter().position(|l| l.contains('\t')).unwrap();
    assert!(thinking < at("move "));
    let numbers = gui.heard[thinking].split('\t').next().unwrap();
    assert_eq!(numbers.split(' ').filter(|n| n.parse::<i64>().is_ok()).count(), 4, "{numbers}");
}

#[test]
fn illegal_moves_are_refused_and_the_game_goes_on() {
    let mut gui = Gui::start();
    gui.script(
        "> new
         > force
         > usermove e2e5
         < Illegal move*
         > usermove z9z9
         < Illegal move*
         > e7e5
         < Illegal move*
         > bogus
         < Error (unknown command): bogus
         > sd deep
         < Error (bad number): sd deep
         > usermove e2e4
         > e7e5
         > usermove g1f3
         > usermove e2e4
         < Illegal move*",
    );
    for line in gui.heard.iter().filter(|l| l.starts_with("Illegal move")) {
        // 1.5: XBoard silently drops a complaint with one of these words.
        let reason = line.rsplit_once(':').unwrap().0;
        for word in
            ["name", "rating", "?", "result", "board", "bk", "computer", "variant", "hint", "random", "depth"]
        {
            assert!(!reason.contains(word), "{line}");
        }
    }
}

#[test]
fn force_mode_takes_moves_of_both_sides() {
    // Checklist 11: "not accepting own-colour moves in force mode"
    let mut gui = Gui::start();
    gui.script(
        "> new
         > force
         > usermove e2e4
         > usermove e7e5
         > usermove g1f3
         > sd 2
         > go
         < move *
         > force
         > undo
         > undo
         > usermove f1c4",
    );
    assert!(!gui.sync().iter().any(|l| l.starts_with("Illegal")));
}

#[test]
fn setboard_in_play_mode_is_a_pass() {
    // 4.6: "treat a `setboard` received while playing as opponent passed, think"
    let mut gui = Gui::start();
    gui.script(
        "> new
         > sd 2
         > setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1
         < move *
         > setboard total nonsense
         < tellusererror Illegal position*",
    );
}

pub(super) fn janggi() -> Gui {
    Gui::with(library(&["janggi"]))
}

/// Black in Janggi has no move but the pass.
const JANGGI_ZUGZWANG: &str = "4k4/R8/9/9/9/3R1R3/9/9/9/3K5";

#[test]
fn without_legality_testing_a_pass_is_written_apart() {
    // 4.6: "`@@@@` [...] from an engine is always accepted"; XBoard refuses `e9e9` without legality testing.
    let mut gui = janggi();
    gui.script(&format!(
        "> new
         > variant janggi
         > force
         > setboard {JANGGI_ZUGZWANG} b - - 0 1
         > computer
         > sd 2
         > go
         < move @@@@"
    ));
    // The opponent's pass comes as a position; the second pass in a row ends the game by points.
    gui.script(&format!(
        "> setboard {JANGGI_ZUGZWANG} b - - 0 2
         < 1-0 {{Black has lost: *"
    ));
}

/// Without legality testing XBoard's board keeps what our explosions have removed; after a forced pass it sends that board.
#[test]
fn a_forced_pass_may_come_with_a_wrong_board() {
    let text = "files=5\nranks=5\nroyal=K\nmaxPromote=0\natomicCapture=-1\ncaptureMatrix=.@3/:@3/.@3\n\
                bomber:B:R::b2,,b5\nambler:A:W::e2\nking:K:K::a1,,e5\n";
    let (variant, _) = griffon::variant::read("forced", text).expect("a definition");
    let mut gui = Gui::with(griffon::engine::library::Library::all(vec![variant]));
    gui.script(
        "> new
         > variant forced
         > force
         > usermove b2b5
         > usermove e5d5
         > usermove e2e3
         > sd 1
         > playother
         > setboard 1B1k1/5/4A/5/K4 w - - 0 3
         < move *
         > force
         > undo
         > usermove b5b4
         < Illegal move*",
    );
}

#[test]
fn passes_from_the_gui_are_moves() {
    // XBoard sends `@@@@` under some parents and the position elsewhere; a person with the mouse sends `e9e9`.
    for pass in ["usermove @@@@", "setboard 4k4/R8/9/9/5R3/3R5/9/9/9/3K5 w - - 0 2", "e9e9"] {
        let mut gui = janggi();
        gui.script(&format!(
            "> new
             > variant janggi
             > force
             > setboard {JANGGI_ZUGZWANG} w - - 0 1
             > usermove f4f5
             > {pass}
             > sd 1
             > go
             < move *
             > force
             > undo
             > undo
             > usermove e9e9
             > ping 1
             < pong 1"
        ));
        assert!(!gui.heard.iter().any(|line| line.contains("llegal")), "{pass}: {:?}", gui.heard);
    }
}

#[test]
fn a_described_pass_is_a_move_to_the_own_square() {
    // 4.6: "give the piece `O` or `mabX` and send `e1e1` (relayed as is; needs legality testing on)"
    let text = "name=halt\nfiles=3\nranks=3\nroyal=K\npass=1\nsymmetry=none\n\
                king:K:W::a1,,c3\nrook:R:R::b1,,\nguard:G:R::a2,,\n";
    let (variant, _) = griffon::variant::read("halt", text).expect("a variant");
    let mut gui = Gui::with(griffon::engine::library::Library::all(vec![variant]));
    gui.script(
        "> new
         > variant halt
         < piece K& WmpabK
         > force
         > sd 2
         > usermove a2b2
         > usermove c3c3
         > usermove b2a2
         > go
         < move c3c3",
    );
}

#[test]
fn remove_takes_back_two_plies() {
    let mut gui = Gui::start();
    gui.script(
        "> new
         > sd 1
         > usermove e2e4
         < move *
         > remove
         > usermove e2e4
         < move *
         > remove
         > usermove e2e4
         < move *
         > undo
         > remove
         = Error (too few moves to take back): remove
         > undo
         > undo
         = Error (too few moves to take back): undo
         > usermove e2e4
         < move *
         > st 1000
         > sd 0
         > usermove a2a3
         > remove
         > ?
         < move *",
    );
    assert!(!gui.sync().iter().any(|l| l.starts_with("Illegal")));
}

#[test]
fn move_now_ends_the_search() {
    let mut gui = Gui::start();
    gui.script(
        "> new
         > st 1000
         > usermove e2e4
         > ?
         < move *",
    );
}

#[test]
fn pings_are_answered_while_pondering_and_a_hit_goes_on() {
    let mut gui = Gui::start();
    gui.script(
        "> new
         > hard
         > post
         > level 40 0:08 0
         > usermove e2e4
         < move *",
    );
    let hint = gui.expect("Hint: *");
    gui.script(
        "> ping 8
         < pong 8",
    );
    gui.send("time 500");
    gui.send(&format!("usermove {}", hint.trim_start_matches("Hint: ")));
    gui.expect("move *");
    // A miss: any other legal move.
    let hint = gui.expect("Hint: *");
    let expected = hint.trim_start_matches("Hint: ").to_owned();
    let other = ["a2a3", "h2h3", "a2a4"].into_iter().find(|m| *m != expected).unwrap();
    gui.send(&format!("usermove {other}"));
    gui.expect("move *");
    gui.quit();
}

#[test]
fn pause_stops_the_search() {
    let mut gui = Gui::start();
    gui.script(
        "> new
         > st 1
         > usermove e2e4
         > pause
         > ping 1
         = pong 1
         > usermove e7e5
         > usermove d2d4
         > ping 2
         = pong 2
         > resume
         < move *",
    );
}

#[test]
fn quit_is_fast() {
    // Checklist 12: "Needing > 1 s to quit"
    let mut engine = Engine::start(&fresh("quick-quit.log"));
    engine.send("xboard\nnew\npost\nst 100\nusermove e2e4\n");
    engine.expect("a line of thinking", |line| line.starts_with("4 ")).unwrap();
    engine.send("quit\n");
    assert!(engine.ended().unwrap().success());
    let gui = Gui::start();
    gui.send("analyze");
    gui.close();
}

#[test]
fn short_time_controls_are_kept() {
    let mut engine = Engine::start(&fresh("short-time.log"));
    engine.send("xboard\nnew\nlevel 0 0:01 0\nsd 1\nusermove e2e4\n");
    let moved = |line: &str| line.starts_with("move ");
    engine.expect("a move", moved).unwrap();
    engine.send("sd 0\n");
    // A reply may take a second of processor time, half of what the clock shows.
    for mv in ["a2a3", "h2h3", "b2b3"] {
        engine.send(format!("time 200\nusermove {mv}\n"));
        engine.expect("a move", |line| moved(line) || line.starts_with("Illegal move")).unwrap();
    }
}

#[test]
fn ten_ranks_count_from_zero() {
    // Checklist 8: "ranks 0-9 on 10-rank boards"
    let mut gui = Gui::start();
    gui.script(
        "> new
         > variant xiangqi
         > force
         > usermove h2e2
         > usermove h9g7",
    );
    assert_eq!(gui.sync(), Vec::<String>::new());
}

#[test]
fn both_forms_of_two_leg_moves_are_read() {
    let mut gui = Gui::start();
    // A pawn that was captured en passant may or may not be named as the intermediate square (berolina parent).
    for form in ["e7d7,d7d8", "e7d8"] {
        gui.script(
            "> new
             > variant metamachy
             > force
             > setboard 6k5/12/3p8/12/12/4P7/12/12/12/12/12/6K5 b - - 0 1
             > usermove d10d9
             > usermove g1g2
             > usermove d9d7",
        );
        gui.send(&format!("usermove {form}"));
        assert_eq!(spoken(&gui.sync()).iter().filter(|l| l.starts_with("Illegal")).count(), 0, "{form}");
    }
}

#[test]
fn unknown_variants_leave_the_session_alive() {
    let mut gui = Gui::start();
    gui.script(
        "> new
         > variant nosuchthing
         < Error (unsupported)*
         > new
         > variant shogi
         > force
         > usermove c3c4
         > usermove g7g6
         > usermove b2h8+
         > ping 2
         = pong 2",
    );
}

#[test]
fn silent_commands_print_nothing() {
    let mut gui = Gui::start();
    gui.send("new");
    for line in [
        "xboard",
        "accepted ping",
        "rejected nps",
        "random",
        "computer",
        "name Foo",
        "rating 1 2",
        "ics -",
        "force",
        "",
        "level 40 5 0",
        "st 5",
        "sd 3",
        "nps 100",
        "time 100",
        "otim 100",
        "post",
        "nopost",
        "hard",
        "easy",
        "memory 8",
        "cores 4",
        "egtpath syzygy /tmp",
        "option Clear Hash",
        "option Resign=1",
        "option Contempt=20",
        "put e4",
        "hover e4",
        "result 1-0 {White mates}",
        ".",
        "?",
        "exit",
        "pause",
        "resume",
    ] {
        gui.send(line);
        assert_eq!(gui.sync(), Vec::<String>::new(), "{line}");
    }
}

#[test]
fn known_variants_start_from_the_gui_array() {
    // docs/definitions.md: "Games by the protocol and `griffon match` start from it"; in XBoard's array of Courier
    // Chess, without the customary first moves, the rook's pawn has no double step and stands on its second rank.
    let mut gui = Gui::start();
    gui.script(
        "> new
         > variant courier
         > force
         > usermove a2a3
         > usermove l7l6
         > ping 1
         < pong 1",
    );
    assert!(!gui.heard.iter().any(|line| line.starts_with("Illegal")), "{:?}", gui.heard);
    gui.script(
        "> usermove a4a5
         < Illegal move *",
    );
}
