//! CECP commands not covered by `cecp`, each in a transcript.
//!
//! SPEC: the description of the protocol, version 2 ("Chess Engine Communication Protocol", Tim Mann and H.G. Muller).

use crate::support::gui::Gui;
use crate::support::{self, folder};
use griffon::engine::folder::{Folder, FolderRole};

#[test]
fn edit_sets_up_a_position() {
    // "edit: ... the engine should enter edit mode"; "c: change current piece color", "#: clear chessboard", "Pa4 and
    // the like", "xa4 and the like: empty the square", ".: leave edit mode"
    let mut gui = Gui::start();
    gui.script(
        "> new
         > force
         > edit
         > #
         > Ke1
         > Rh1
         > Qd4
         > xd4
         > c
         > Ke8
         > nonsense
         < Error (not a piece and a square): nonsense
         > .",
    );
    let listed = gui.moves();
    assert_eq!(listed.len(), 15, "{listed:?}");
    // King and rook on their squares may castle.
    assert!(listed.contains(&"e1g1".into()));
    // "the edit command does not change the side to move"
    gui.script(
        "> new
         > force
         > usermove a2a3
         > edit
         > xd8
         > .
         > usermove e7e5
         > usermove e2e4
         > usermove d7d6",
    );
    assert_eq!(gui.sync(), Vec::<String>::new());
    // Text in edit mode is not a command, and a board without kings is rejected.
    gui.script(
        "> edit
         > #
         > usermove e2e4
         > .
         < tellusererror Illegal position: *
         > ping 1
         < pong 1",
    );
}

#[test]
fn holdings_with_and_without_edit() {
    let mut gui = Gui::start();
    gui.script(
        "> new
         > variant crazyhouse
         > force
         > edit
         > #
         > Ke1
         > holding [N] []
         > c
         > Ke8
         > .",
    );
    assert!(gui.moves().contains(&"N@d6".into()));
    // "holding [<white>] [<black>]"
    gui.send("holding [Q] [pp]");
    let listed = gui.moves();
    assert!(listed.contains(&"Q@d4".into()) && !listed.contains(&"N@d6".into()), "{listed:?}");
    gui.script(
        "> holding [?] []
         < Error (no such piece): holding*
         > holding PP
         < Error (hands need brackets, as in `[PN] [q]`): holding PP",
    );
    assert_eq!(gui.moves(), listed);
    gui.script(
        "> variant normal
         > holding [] []
         > holding [P] [p]
         < Error (this game has no pieces in hand): holding*",
    );
}

/// Hands that a server corrects do not end the engine's turn.
#[test]
fn the_engine_thinks_with_new_hands() {
    let mut gui = Gui::start();
    gui.script(
        "> new
         > variant crazyhouse
         > st 1000
         > usermove e2e4
         > holding [P] []
         > ?
         < move *",
    );
}

#[test]
fn edit_marks_promoted_pieces_with_plus() {
    let mut gui = Gui::start();
    gui.script(
        "> new
         > variant shogi
         > force
         > edit
         > #
         > Ke1
         > Pa5+
         > c
         > Ke9
         > .",
    );
    // A promoted pawn moves like a gold general: from a5 to a6, b6, b5 and a4.
    let listed = gui.moves();
    for text in ["a5a6", "a5b6", "a5b5", "a5a4"] {
        assert!(listed.contains(&text.into()), "{text}: {listed:?}");
    }
}

#[test]
fn nps_replaces_time_by_nodes() {
    // "nps NODE_RATE: The engine should not use wall-clock time to make its timing decisions, but an own internal time
    // measure based on the number of nodes it has searched"
    let mut gui = Gui::start();
    gui.script(
        "> new
         > force
         > post
         > nps 2000
         > st 1
         > go
         < move *",
    );
    let nodes =
        |line: &String| line.contains('\t').then(|| line.split(['\t', ' ']).nth(3)?.parse::<u64>().ok())?;
    let most = gui.heard.iter().filter_map(nodes).max().unwrap();
    assert!((200..2200).contains(&most), "{most}");
}

#[test]
fn user_scores_are_used() {
    // "setscore SCORE DEPTH"
    let mut gui = Gui::start();
    gui.script(
        "> new
         > force
         > usermove e2e4
         > setscore 2000 99
         > undo
         > post
         > analyze
         < 4 *
         > setscore
         < Error (bad number): setscore",
    );
    let best = gui.heard.iter().rfind(|line| line.starts_with("4 ")).unwrap();
    assert!(!best.contains("\te2e4"), "{best}");
}

#[test]
fn multi_pv_analysis() {
    let mut gui = Gui::start();
    gui.script(
        "> new
         > post
         > option MultiPV=3
         > analyze
         < 6 *",
    );
    let firsts = gui.heard.iter().filter(|line| line.starts_with("5 ") && !line.ends_with(['!', '?']));
    let mut firsts: Vec<&str> =
        firsts.filter_map(|line| line.split('\t').nth(1)?.split(' ').next()).collect();
    firsts.sort_unstable();
    firsts.dedup();
    assert!(firsts.len() >= 3, "{:#?}", gui.heard);
}

#[test]
fn hopeless_games_are_resigned_on_request() {
    let mut gui = Gui::start();
    gui.script(
        "> option Resign=1
         > option Resign Score=500
         > new
         > sd 2
         > force
         > setboard 4k3/8/8/8/8/8/8/QQQ1K3 b - - 0 1
         > go
         < move *",
    );
    for mv in ["e1e2", "e2e3", "e3f3", "f3g3", "g3h3"] {
        gui.send(&format!("usermove {mv}"));
        if gui.expect("*") == "resign" {
            return;
        }
    }
    panic!("{:#?}", gui.heard);
}

#[test]
fn draws_are_offered_in_long_even_games() {
    let mut gui = Gui::start();
    gui.script(
        "> option Draw Score=200
         > new
         > sd 1
         > setboard 4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/K7 w - - 0 1",
    );
    let rank = |rank: u8, files: &[u8]| -> Vec<String> {
        files.iter().map(|&file| format!("{}{rank}", char::from(file))).collect()
    };
    let walk =
        [rank(1, b"abcdefgh"), rank(2, b"hgfedcba"), rank(3, b"abcdefgh"), rank(2, b"hgfedcba")].concat();
    for step in walk.windows(2) {
        gui.send(&format!("usermove {}{}", step[0], step[1]));
        let answer = gui.expect("*");
        if answer == "offer draw" {
            return;
        }
        assert!(answer.starts_with("move "), "{answer}");
    }
    panic!("no offer: {:#?}", gui.heard);
}

#[test]
fn the_book_is_shown_and_played() {
    // "bk: ... If the bk command is unrecognized, or the reply: each line starts with whitespace, ends with a blank
    // line"
    let path = folder("cecp-book").join("book.txt");
    std::fs::write(&path, "a2a3 *2\nh2h3\n").unwrap();
    let mut gui = Gui::start();
    gui.send(&format!("option Book File={}", path.display()));
    gui.script(
        "> option OwnBook=1
         > new
         > bk",
    );
    let said: Vec<String> = (0..3).map(|_| gui.expect("*")).collect();
    assert_eq!(said, [" a2a3 2", " h2h3 1", ""]);
    gui.script(
        "> post
         > go
         = 1 0 0 0\t(book) *
         < move *",
    );
    let mv = gui.heard.last().unwrap();
    assert!(["move a2a3", "move h2h3"].contains(&mv.as_str()), "{mv}");
    gui.send("option Book File=/nonexistent/book");
    gui.expect("tellusererror book: /nonexistent/book: *");
}

/// The same options as in UCI. A game that is over by a rule, although moves exist, is conceded or claimed, not
/// continued.
#[test]
fn levels_are_options() {
    let mut gui = Gui::start();
    for option in ["option Skill Level=3", "option UCI_LimitStrength=1", "option UCI_Elo=700"] {
        gui.send(option);
        gui.script(
            "> new
             > level 40 5 0
             > setboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1
             > go
             < move a1a8",
        );
    }
    gui.script(
        "> new
         > variant kingofthehill
         > force
         > setboard rnbq1bnr/pppp1ppp/8/4k3/4P3/8/PPPP1PPP/RNBQKBNR w KQ - 0 3
         > go
         < 0-1 {White has lost: goal reached}",
    );
    assert!(!gui.heard.iter().any(|line| line.starts_with("Error")), "{:?}", gui.heard);
}

#[test]
fn buttons_answer() {
    let mut gui = Gui::start();
    gui.script(
        "> new
         > option Show Piece Values
         < telluser \\\\piece values in centipawns, *
         > option Show Moves
         < telluser \\\\20 legal moves:\\n*
         > option Clear Hash
         > option Log Level=warn
         > option Move Overhead=50
         > option Log Level=shout
         < Error (bad option): *
         > option Bogus=1
         < Error (bad option): *",
    );
}

/// UCI's option for the variant acts like `variant`; the session stays in CECP.
#[test]
fn the_variant_is_an_option_too() {
    let mut gui = Gui::start();
    gui.script(
        "> protover 2
         > option UCI_Variant=shogi
         > force
         > usermove c3c4
         > ping 1
         < pong 1
         > option UCI_Variant=nosuchthing
         < Error (unsupported): option UCI_Variant=nosuchthing
         > option Show Moves
         < telluser \\\\30 legal moves:\\n*",
    );
    let in_uci = |line: &String| line.starts_with("info") || line.starts_with("Illegal");
    assert!(!gui.heard.iter().any(in_uci), "{:?}", gui.heard);
}

#[test]
fn definition_folder_is_reread() {
    let path = folder("cecp-folder");
    let tiny = "title=Tiny\nfiles=5\nranks=5\nroyal=K\nking:K:K::c1,,c5\nrook:R:R::a1,,e5\n";
    std::fs::write(path.join("tiny.txt"), tiny).unwrap();
    let mut library = support::library(&["chess"]);
    assert_eq!(library.add(Folder::new(&path, FolderRole::Standard)), Vec::<String>::new());
    let mut gui = Gui::with(library);
    gui.script(
        "> protover 2
         < feature name=1 ics=0 variants=\"normal,tiny\"
         < feature done=1
         > new
         > variant tiny
         < setup *
         > ping 1
         < pong 1",
    );
    // A new file and a changed file are loaded before the next game.
    std::fs::write(path.join("second.txt"), tiny.replace("Tiny", "Second")).unwrap();
    std::fs::write(path.join("tiny.txt"), tiny.replace("a1,,e5", "a1,b1,,e5,d5")).unwrap();
    gui.script(
        "> new
         < feature name=1 ics=0 variants=\"normal,second,tiny\"
         > variant tiny
         < setup *
         > force
         > usermove b1b2",
    );
    assert!(!gui.sync().iter().any(|line| line.starts_with("Illegal")));
    // An error is reported and the other definitions stay. A board too large for the GUI is playable, with a message.
    std::fs::write(path.join("second.txt"), "files=5\nunheard=1\n").unwrap();
    std::fs::write(path.join("vast.txt"), "files=20\nranks=20\nroyal=K\nking:K:K::c1,,c20\n").unwrap();
    gui.script(
        "> new
         < tellusererror \\\\error: *
         < feature name=1 ics=0 variants=\"normal,tiny\"
         < telluser vast: the board is larger than XBoard's *
         > variant vast
         > force
         > usermove c1c2",
    );
    assert!(!gui.sync().iter().any(|line| line.starts_with("Illegal")));
}

#[test]
fn start_up_errors_are_reported_once() {
    let path = folder("cecp-folder-start");
    std::fs::write(path.join("bad.txt"), "files=5\nunheard=1\n").unwrap();
    let mut library = support::library(&["chess"]);
    library.add_at_start(Folder::new(&path, FolderRole::Standard));
    let mut gui = Gui::with(library);
    gui.send("protover 2");
    // One message window for all lines.
    let told = gui.expect("tellusererror *");
    assert!(told.starts_with("tellusererror \\\\error: ") && told.contains("bad.txt:2"), "{told}");
    gui.send("new");
    assert!(!gui.sync().iter().any(|line| line.starts_with("tellusererror")));
}

#[test]
fn definition_file_can_be_chosen() {
    let path = folder("cecp-file").join("mine.txt");
    std::fs::write(&path, "files=5\nranks=5\nroyal=K\nking:K:K::c1,,c5\n").unwrap();
    let mut gui = Gui::start();
    gui.send(&format!("option VariantPath={}", path.display()));
    let offer = gui.expect("feature name=1 ics=0 variants=*");
    assert!(offer.contains(",mine,") || offer.contains(",mine\""), "{offer}");
    gui.script(
        "> new
         > variant mine
         < setup *
         > option VariantPath=/nonexistent/file
         < tellusererror /nonexistent/file: there is no such file",
    );
}

#[test]
fn input_may_be_split_anywhere() {
    let gui = {
        let mut gui = Gui::start();
        for piece in ["ne", "w\nforce", "\nuser", "move e2e", "4\r\nusermove e7e5\npin", "g 7\n"] {
            gui.send_bytes(piece.as_bytes());
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        gui.expect("pong 7");
        gui
    };
    assert!(!gui.heard.iter().any(|line| line.starts_with("Illegal") || line.starts_with("Error")));
}

#[test]
fn every_command_is_documented() {
    // docs/protocol.md has a row for each supported command.
    let source = include_str!("../../src/cecp/command.rs");
    let table = include_str!("../../docs/protocol.md");
    let arms = source.split("let command = match word {").nth(1).unwrap().split("_ =>").next().unwrap();
    let words: Vec<&str> = arms.split('"').skip(1).step_by(2).filter(|word| !word.is_empty()).collect();
    assert!(words.len() > 50, "{words:?}");
    for word in words {
        assert!(table.contains(&format!("`{word}")), "{word}");
    }
    let uci = include_str!("../../src/uci/command.rs");
    let arms = uci.split("let command = match words.next()? {").nth(1).unwrap().split("_ =>").next().unwrap();
    for word in arms.split('"').skip(1).step_by(2) {
        assert!(table.contains(&format!("`{word}")), "{word}");
    }
    for spec in griffon::engine::options::TABLE {
        assert!(table.contains(&format!("| `{}` |", spec.name)), "{}", spec.name);
    }
}

/// If the GUI closes between `edit` and `.`, the engine still ends.
#[test]
fn edit_mode_accepts_quit_and_ping() {
    let mut gui = Gui::start();
    gui.script(
        "> new
         > force
         > edit
         > ping 7
         < pong 7
         > Zz9
         < Error (not a piece and a square): Zz9",
    );
    gui.quit();
}

/// Opening a FIFO would wait for its other end.
#[cfg(unix)]
#[test]
fn pipes_are_rejected_as_books_and_logs() {
    let pipe = folder("pipes").join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success());
    let mut gui = Gui::start();
    let pipe = pipe.display();
    for (option, answer) in [
        ("Book File", format!("tellusererror book: {pipe}: this is not a regular file")),
        ("Log File", format!("tellusererror log file: {pipe}: this is a pipe*")),
        ("VariantPath", "tellusererror *".into()),
    ] {
        gui.send(&format!("option {option}={pipe}"));
        gui.expect(&answer);
    }
    assert!(gui.sync().iter().all(|line| line.starts_with("feature ")));
}
