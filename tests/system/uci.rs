//! Conversations in UCI: each command, and move text as other tools write it.
//!
//! SPEC: the description of the protocol ("UCI", Stefan Meyer-Kahlen, 2004), and for variants what Fairy-Stockfish
//! answers.

mod search;

use crate::support::gui::Gui;
use crate::support::{self, variant};
use griffon::engine::library::Library;

fn start() -> Gui {
    let mut gui = Gui::start();
    gui.script(
        "> uci
         < uciok",
    );
    gui
}

/// Returns the moves listed by `go perft 1`.
fn moves(gui: &mut Gui) -> Vec<String> {
    let from = gui.heard.len();
    gui.send("go perft 1");
    gui.expect("Nodes searched: *");
    let lines = gui.heard[from..].iter().filter_map(|line| line.strip_suffix(": 1"));
    lines.map(str::to_owned).collect()
}

#[test]
fn the_engine_names_itself_and_its_options() {
    // "uci: ... the engine must identify itself with the id command and send the option commands ... After that the
    // engine should send uciok"
    let gui = start();
    for option in [
        "id name Griffon",
        "id author",
        "option name Hash type spin default 64 min 1 max",
        "option name Threads type spin default 1 min 1 max",
        "option name MultiPV type spin default 1 min 1 max",
        "option name Ponder type check default false",
        "option name UCI_Chess960 type check default false",
        "option name UCI_Variant type combo default chess var chess var ",
        "option name VariantPath type string default <empty>",
        "option name Clear Hash type button",
    ] {
        assert!(gui.heard.iter().any(|line| line.starts_with(option)), "{option}: {:#?}", gui.heard);
    }
    let variants = gui.heard.iter().find(|line| line.contains("UCI_Variant")).unwrap();
    for name in ["crazyhouse", "xiangqi", "shogi", "capablanca", "3check", "antichess", "metamachy"] {
        assert!(variants.contains(&format!(" var {name}")), "{name}");
    }
}

/// Shells of Windows put a byte order mark before their first line.
#[test]
fn a_byte_order_mark_before_the_first_line() {
    let mut gui = Gui::start();
    gui.send("\u{feff}uci");
    gui.expect("uciok");
    gui.send("isready");
    gui.expect("readyok");
}

/// A client takes output after `uciok` for the reply to its next command.
#[test]
fn nothing_comes_between_uciok_and_the_answer_to_the_next_command() {
    let mut gui = start();
    gui.heard.clear();
    gui.send("isready");
    gui.expect("readyok");
    assert_eq!(gui.heard, ["readyok"]);
}

#[test]
fn uci_is_recognised_only_as_first_command() {
    let mut gui = Gui::start();
    gui.script(
        "> xboard
         > uci
         < Error (unknown command): uci",
    );
}

#[test]
fn castling_is_a_king_move_or_king_takes_rook() {
    let mut gui = start();
    gui.send("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let plain = moves(&mut gui);
    assert!(plain.contains(&"e1g1".into()) && plain.contains(&"e1c1".into()) && plain.len() == 26);
    gui.script(
        "> setoption name UCI_Chess960 value true
         > position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    );
    let fischer = moves(&mut gui);
    assert!(fischer.contains(&"e1h1".into()) && fischer.contains(&"e1a1".into()) && fischer.len() == 26);
    // From any array; the start position as the GUI sends it.
    gui.script(
        "> position fen nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w KQkq - 0 1 moves a1b3 a8b6
         > position fen 1rk4r/8/8/8/8/8/8/1RK3R1 w GBhb - 0 1 moves c1g1 c8b8
         > d
         < Fen: 2kr3r/8/8/8/8/8/8/1R3RK1 w - - 2 2",
    );
    assert!(!gui.heard.iter().any(|line| line.contains("illegal")), "{:#?}", gui.heard);
}

/// A piece from the hand goes to the square from which the castling is written: the king's, or the partner's. As
/// Fairy-Stockfish lists the moves.
#[test]
fn castling_with_gating_names_the_gate() {
    let (fen, castlings) = ("r3k2r/8/8/8/8/8/8/R3K2R[HEhe] w KQkq - 0 1", ["e1h1", "e1a1"]);
    let gating = ["e1h1h", "e1h1e", "h1e1h", "h1e1e", "e1a1h", "e1a1e", "a1e1h", "a1e1e"];
    let mut gui = start();
    gui.script(&format!(
        "> setoption name UCI_Variant value seirawan
         > setoption name UCI_Chess960 value true
         > position fen {fen}"
    ));
    let listed = moves(&mut gui);
    assert_eq!(listed.len(), 82, "{listed:?}");
    for text in castlings.iter().chain(&gating) {
        assert!(listed.contains(&(*text).into()), "{text} not in {listed:?}");
    }
    // Both ways to write castling are read in either mode.
    for mode in [true, false] {
        gui.send(&format!("setoption name UCI_Chess960 value {mode}"));
        for (text, after) in [
            ("h1e1h", "r3k2r/8/8/8/8/8/8/R4RKH[Ehe]"),
            ("e1h1h", "r3k2r/8/8/8/8/8/8/R3HRK1[Ehe]"),
            ("e1g1h", "r3k2r/8/8/8/8/8/8/R3HRK1[Ehe]"),
        ] {
            gui.script(&format!(
                "> position fen {fen} moves {text}
                 > d
                 < Fen: {after} b *"
            ));
        }
    }
}

#[test]
fn moves_are_written_as_other_engines_write_them() {
    // As Fairy-Stockfish 11.1 lists them for the same positions.
    let table: &[(&str, &str, usize, &[&str])] = &[
        ("chess", "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", 9, &["e7e8q", "e7e8r", "e7e8b", "e7e8n", "e1d1"]),
        (
            "xiangqi",
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            44,
            &["b3b10", "b1a3", "i1i2"],
        ),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1", 53, &["P@e4", "P@a2", "e1d1"]),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Pn] b - - 0 1", 67, &["N@e4", "N@a1", "e8d8"]),
        ("shogi", "4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1", 85, &["e7e8", "e7e8+", "G@a1", "e1d1"]),
        ("grand", "10/2P6k/10/10/10/10/10/10/10/K9 w - - 0 1", 9, &["c9c10q", "c9c10a"]),
    ];
    let mut gui = start();
    for (variant, fen, count, some) in table {
        gui.send(&format!("setoption name UCI_Variant value {variant}"));
        gui.send(&format!("position fen {fen}"));
        let listed = moves(&mut gui);
        assert_eq!(listed.len(), *count, "{variant} {fen}: {listed:?}");
        for text in *some {
            assert!(listed.contains(&(*text).into()), "{variant} {fen}: {text} not in {listed:?}");
        }
        // Written moves are read back.
        for text in &listed {
            gui.send(&format!("position fen {fen} moves {text}"));
        }
        assert!(!gui.ready().iter().any(|line| line.contains("illegal")));
    }
}

#[test]
fn perft_prints_counts_per_move() {
    let mut gui = start();
    gui.script(
        "> position startpos
         > go perft 3
         < e2e4: 600
         < Nodes searched: 8902
         > go perft 0
         < Nodes searched: 1",
    );
    // A long count is interrupted; a waiting command runs after it.
    gui.script(
        "> go perft 12
         > isready
         < readyok
         > d
         > stop
         < info string stopped
         < Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    );
}

#[test]
fn nonsense_leaves_the_session_alive() {
    let mut gui = start();
    gui.script(
        "> hello
         < info string unknown command: hello
         > setoption name Nothing value 1
         < info string error: option Nothing: no such option
         > setoption name UCI_Variant value nosuchthing
         < info string error: no variant nosuchthing
         > setoption name Hush value 1
         < info string error: option Hush: no such option; did you mean `Hash`?
         > setoption name UCI_Variant value ches
         < info string error: no variant ches; did you mean `chess`?
         > position fen nonsense
         < info string error: position: *
         > position fen
         < info string error: position: *
         > setoption name UCI_Variant value suicide
         < info string variant suicide *
         > position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves b2b3
         > d
         < Fen: rnbqkbnr/pppppppp/8/8/8/1P6/P1PPPPPP/RNBQKBNR b - - 0 1
         > setoption name UCI_Variant value chess
         > position startpos moves e2e4 e2e4 e7e5
         < info string error: illegal move e2e4: *
         > go
         > stop
         < bestmove *
         > ponderhit
         > debug on
         > register later
         > eval
         < Evaluation: *",
    );
    gui.quit();
}

/// "set the position": options and `ucinewgame` do not change it, nor a refusal.
#[test]
fn settings_leave_the_position() {
    let mut gui = start();
    gui.script(
        "> position startpos moves e2e4 e7e5
         > setoption name UseNet value false
         > ucinewgame
         > d
         < Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
         > setoption name UCI_Chess960 value true
         < info string variant chess files 8 ranks 8 startpos rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR *
         > d
         < Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
         > position startpos moves e2e5
         > setoption name UCI_Chess960 value false
         > go depth 1
         < bestmove (none)",
    );
}

/// Lines before `quit` or the end of the input are answered: searches with a limit finish.
#[test]
fn commands_before_the_end_are_answered() {
    let answers = |lines: &[&str]| {
        let gui = Gui::start();
        lines.iter().for_each(|line| gui.send(line));
        gui.into_end()
    };
    let heard = answers(&["uci", "go perft 1", "d", "quit", "go depth 2"]);
    assert!(heard.contains(&"e2e4: 1".into()) && heard.contains(&"Nodes searched: 20".into()), "{heard:?}");
    assert!(heard.last().unwrap().starts_with("Result:"), "{heard:?}");
    let heard = answers(&["uci", "go depth 3", "go depth 3", "go perft 3"]);
    assert_eq!(heard.iter().filter(|line| line.starts_with("bestmove ")).count(), 2);
    assert!(heard.contains(&"Nodes searched: 8902".into()), "{heard:?}");
    let heard = answers(&["uci", "go infinite", "quit"]);
    assert!(heard.last().unwrap().starts_with("bestmove "), "{heard:?}");
}

/// As Fairy-Stockfish lists them for the same positions.
#[test]
fn forced_promotions_and_ambiguous_castling_use_common_text() {
    let names = ["chess", "kyotoshogi", "micro", "haynie"];
    let mut gui = Gui::with(support::library(&names));
    gui.send("uci");
    gui.expect("uciok");
    for (variant, fen, some) in [
        ("kyotoshogi", "p+nks+l/5/5/5/+LSK+NP[] w - - 0 1", &["a1a2-", "b1b2+", "c1c2"][..]),
        ("micro", "1k1+l/p+rb1/+L3/2+RP/2BK[] b - - 7 4", &["b4a3-"]),
        // The king could also step to c1.
        ("haynie", "4k1/6/6/6/6/R2K1R w KQ - 0 1", &["d1a1", "d1c1"]),
    ] {
        gui.send(&format!("setoption name UCI_Variant value {variant}"));
        gui.send(&format!("position fen {fen}"));
        let listed = moves(&mut gui);
        for text in some {
            assert!(listed.contains(&(*text).into()), "{variant} {fen}: {text} not in {listed:?}");
            gui.send(&format!("position fen {fen} moves {text}"));
        }
        assert!(!gui.ready().iter().any(|line| line.contains("error")));
    }
}

#[test]
fn definition_files_are_playable() {
    let path = std::env::temp_dir().join(format!("griffon-uci-{}.txt", std::process::id()));
    std::fs::write(&path, "name=tiny\nfiles=5\nranks=5\nroyal=K\nking:K:K::c1,,c5\nrook:R:R::a1,,e5\n")
        .unwrap();
    let mut gui = start();
    gui.send(&format!("setoption name VariantPath value {}", path.display()));
    gui.script(
        "> setoption name UCI_Variant value tiny
         < info string variant tiny files 5 ranks 5 startpos *
         > position startpos
         > go depth 3
         < bestmove *",
    );
    assert!(gui.heard.iter().any(|line| line.contains("UCI_Variant") && line.contains(" var tiny")));
    // A new game follows a definition that has changed.
    std::fs::write(&path, "name=tiny\nfiles=5\nranks=5\nroyal=K\nking:K:K::c1,,c5\nwazir:R:W::a1,,e5\n")
        .unwrap();
    gui.script("> position startpos\n> ucinewgame\n> position startpos");
    assert_eq!(moves(&mut gui).len(), 7);
    std::fs::remove_file(&path).unwrap();
    // The file and its variant are gone, but the current game continues.
    gui.script(
        "> ucinewgame
         < info string error: *
         < info string error: no variant tiny*
         > go depth 2
         < bestmove *",
    );
    gui.send("setoption name VariantPath value /nonexistent/file");
    gui.expect("info string error: *");
    for (option, what) in [("Book File", "book"), ("Log File", "log file")] {
        gui.send(&format!("setoption name {option} value /nonexistent/file"));
        gui.expect(&format!("info string error: {what}: /nonexistent/file: *"));
    }
}

#[test]
fn a_single_variant_can_be_offered() {
    let mut gui = Gui::with(Library::only(variant("shogi").clone(), vec![variant("normal").clone()]));
    gui.script(
        "> uci
         < option name UCI_Variant type combo default shogi var shogi
         < uciok
         > position startpos moves c3c4 g7g6 b2h8+
         > d
         < Variant: shogi",
    );
}

#[test]
fn the_users_book_is_played() {
    let path = std::env::temp_dir().join(format!("griffon-book-{}.txt", std::process::id()));
    std::fs::write(&path, "[chess]\na2a3 a7a6\nb2b9\n[shogi]\ng3g4\n").unwrap();
    let mut gui = start();
    gui.send(&format!("setoption name Book File value {}", path.display()));
    gui.script(
        "< info string error: book, line 3: *
         > setoption name OwnBook value true
         > position startpos
         > go depth 2
         < bestmove a2a3
         > position startpos moves e2e4
         > go depth 2
         < info depth 2 *
         < bestmove *
         > setoption name UCI_Variant value shogi
         > position startpos
         > go movetime 10
         < bestmove g3g4",
    );
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn learned_evaluations_are_optional_and_damaged_ones_are_named() {
    let path = std::env::temp_dir().join(format!("griffon-net-{}.gnn", std::process::id()));
    std::fs::write(&path, "GRIFFNET damaged").unwrap();
    let mut library = support::library(&["chess"]);
    library.set_nets(griffon::net::NetFolders { file: Some(path.clone()), folders: Vec::new() });
    let mut gui = Gui::with(library);
    gui.script(
        "> uci
         < option name UseNet type check default true
         < uciok
         > isready
         < readyok
         > position startpos moves e2e4 e7e5
         > setoption name UseNet value false
         > go depth 3
         < bestmove *
         > d
         < Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq *",
    );
    let told = |line: &String| line.starts_with("info string error: ") && line.contains(".gnn: ");
    assert!(gui.heard.iter().any(told), "{:#?}", gui.heard);
    std::fs::remove_file(&path).unwrap();
}

/// A net beside a definition is found however the definition is chosen.
#[test]
fn nets_are_found_beside_definitions_chosen_in_the_session() {
    let folder = std::env::temp_dir().join(format!("griffon-nets-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (definition, net) = (folder.join("ownchess.txt"), folder.join("ownchess.gnn"));
    std::fs::write(&definition, "files=8\nranks=8\nroyal=K\nking:K:K::e1\nrook:R:R::a1,h1\n").unwrap();
    std::fs::write(&net, "GRIFFNET damaged").unwrap();
    for (option, value) in [("VariantPath", &definition), ("Variant Folder", &folder)] {
        let mut gui = Gui::start();
        gui.script(&format!(
            "> uci
             < uciok
             > setoption name {option} value {}
             > setoption name UCI_Variant value ownchess
             > position startpos
             > go depth 1
             < bestmove *",
            value.display()
        ));
        let told = |line: &String| line.starts_with("info string error: ") && line.contains("ownchess.gnn: ");
        assert!(gui.heard.iter().any(told), "{option}: {:#?}", gui.heard);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
