//! Conversations with a CECP session: each command, each rule of the checklist (`xboard.md`, section 8).

mod gui;

use gui::Gui;
use proptest::prelude::*;
use std::time::{Duration, Instant};

/// Lines that are no thinking output.
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
    // Checklist 4: "Forgetting `sigint=0 [...] colors=0 ping=1 debug=1`". A SIGTERM behind `quit` does no harm, and
    // python-chess warns of an engine that asks for none.
    for feature in ["sigint=0", "colors=0", "ping=1", "debug=1", "setboard=1", "usermove=1", "san=0"] {
        assert!(all.contains(feature), "{feature}");
    }
    assert!(!all.contains("sigterm"), "{all}");
    // "put standard names first"
    assert!(all.contains("variants=\"normal,"), "{all}");
    assert!(gui.heard.iter().all(|line| line.len() < 8192));
}

#[test]
fn the_start_up_block_may_come_twice() {
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
    // "Moves sent while a pong is outstanding are dropped": the pong comes behind the move.
    let at = |start: &str| gui.heard.iter().position(|l| l.starts_with(start)).unwrap();
    assert!(at("move ") < at("pong 1"));
    // "send one line before each move"
    let thinking = gui.heard.iter().position(|l| l.contains('\t')).unwrap();
    assert!(thinking < at("move "));
    let numbers = gui.heard[thinking].split('\t').next().unwrap();
    assert_eq!(numbers.split(' ').filter(|n| n.parse::<i64>().is_ok()).count(), 7, "{numbers}");
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
        // 1.5: a complaint with one of these words is dropped in silence.
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
         > undo
         > undo
         > undo
         > undo
         > undo",
    );
    assert!(!gui.sync().iter().any(|l| l.starts_with("Illegal")));
}

#[test]
fn move_now_is_obeyed() {
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
    assert!(gui.quit() < Duration::from_secs(1));
}

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
         > .
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
    gui.expect("4 *");
    assert!(first_moves(&gui).iter().all(|mv| mv != "a1a8"), "{:#?}", gui.heard);
}

/// The moves with which the lines of analysis that have come begin.
fn first_moves(gui: &Gui) -> Vec<String> {
    let lines = gui.heard.iter().filter_map(|line| line.split('\t').nth(1));
    lines.filter_map(|pv| pv.split(['!', '?', ' ']).next()).map(str::to_owned).collect()
}

/// python-chess excludes first and analyses then.
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
fn lost_without_mate_is_conceded_too() {
    // Shatranj: two bared kings are one thing, one that cannot bare back has lost.
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
}

#[test]
fn pause_stops_the_thinking() {
    let mut gui = Gui::start();
    gui.script(
        "> new
         > st 1
         > usermove e2e4
         > pause
         > ping 1
         = pong 1
         > resume
         < move *",
    );
}

#[test]
fn quit_is_fast() {
    // Checklist 12: "Needing > 1 s to quit"
    let gui = Gui::start();
    for line in ["new", "st 100", "usermove e2e4"] {
        gui.send(line);
    }
    std::thread::sleep(Duration::from_millis(100));
    assert!(gui.quit() < Duration::from_secs(1));
    let gui = Gui::start();
    gui.send("analyze");
    gui.close();
}

#[test]
fn little_time_is_enough() {
    let mut gui = Gui::start();
    gui.script(
        "> new
         > level 0 0:01 0
         > sd 1
         > usermove e2e4
         < move *
         > sd 0",
    );
    // The machine may be busy with other tests; the clock still must not run out.
    for mv in ["a2a3", "h2h3", "b2b3"] {
        gui.send("time 200");
        let start = Instant::now();
        gui.send(&format!("usermove {mv}"));
        if gui.expect("*").starts_with("move") {
            assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
        }
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
fn both_forms_of_a_move_with_two_legs_are_read() {
    let mut gui = Gui::start();
    // A pawn that passed is named on the way (berolina parent), or not.
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
fn commands_without_an_answer_have_none() {
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
        "undo",
        "remove",
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

/// Words that XBoard takes for claims or failures in any line. SPEC: `xboard.md` 1.5.
const HAZARDS: &[&str] =
    &["Draw", "not found", "No such file", "Permission denied", "unknown host", "can't alloc"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn garbage_is_survived(lines in proptest::collection::vec(garbage(), 1..30)) {
        let mut gui = Gui::start();
        gui.send("sd 1");
        for line in &lines {
            if !line.starts_with(b"quit") {
                gui.send_bytes(&[line.as_slice(), b"\n"].concat());
            }
        }
        // `edit` may be open, and the engine may have been told to think for long.
        gui.send(".");
        gui.send("force");
        let heard = gui.sync();
        for line in &heard {
            prop_assert!(line.len() < 8192);
            prop_assert!(!HAZARDS.iter().any(|h| line.contains(h)) || line.starts_with("Error") || line.starts_with("tell"));
        }
        prop_assert!(gui.quit() < Duration::from_secs(2));
    }
}

/// A line of bytes, of words that commands are made of, or of a command with nonsense behind it.
fn garbage() -> impl Strategy<Value = Vec<u8>> {
    let bytes = proptest::collection::vec(any::<u8>().prop_filter("one line", |b| *b != b'\n'), 0..60);
    let word = prop_oneof![
        Just("usermove"),
        Just("setboard"),
        Just("level"),
        Just("st"),
        Just("time"),
        Just("variant"),
        Just("go"),
        Just("new"),
        Just("undo"),
        Just("remove"),
        Just("analyze"),
        Just("exclude"),
        Just("all"),
        Just("."),
        Just("exit"),
        Just("hint"),
        Just("hard"),
        Just("ping"),
        Just("e2e4"),
        Just("e7e5"),
        Just("O-O"),
        Just("@@@@"),
        Just("N@f3"),
        Just("e4e5,e5d6"),
        Just("a1x"),
        Just("-1"),
        Just("99999999999999999999"),
        Just("0:0:0"),
        Just("é"),
        Just("shogi"),
        Just("chu"),
        Just("normal"),
        Just("8/8/8/8/8/8/8/8 w - - 0 1"),
        Just("[Pp] b KQkq e3"),
        Just("draw"),
        Just("option"),
        Just("="),
        Just("edit"),
        Just("force"),
        Just("playother"),
        Just("pause"),
        Just("resume"),
        Just("?"),
        Just("memory 1"),
        Just("result *"),
        Just("sd 1"),
    ];
    let words = proptest::collection::vec(word, 1..5).prop_map(|words| words.join(" ").into_bytes());
    prop_oneof![bytes, words]
}

#[test]
fn a_known_variant_starts_from_the_array_of_the_gui() {
    // docs/definitions.md: "Games by the protocol and `griffon match` start from it"; before the customary moves of
    // Courier Chess the rook's pawn has no double step and stands on its second rank.
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

#[test]
fn ends_by_rules_beyond_mate_are_told() {
    // 1.7: "X loses (`resign`, or result against X) | always believed"; a win is claimed from a person.
    let mut gui = Gui::start();
    gui.script(
        "> new
         > variant kingofthehill
         > computer
         > force
         > setboard 4k3/8/8/8/8/3K4/8/R7 w - - 0 1
         > playother
         > usermove d3d4
         < 1-0 {Black has lost}
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
         < 1-0 {White has won}",
    );
}
