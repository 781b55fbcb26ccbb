//! `griffon moves`, `perft` and `search`. Quoted sentences are from the contract of the command line.

use crate::support::{self, file, griffon, griffon_reading};
use std::process::{Command, Stdio};

/// "legal moves: {"move","from","to","fen"}, fen after the move"
#[test]
fn moves_prints_one_object_per_move() {
    let moves = griffon(&["moves", "normal", "--json"]).json();
    assert_eq!(moves.len(), 20);
    let e4 = moves.iter().find(|object| object["move"] == "e2e4").expect("e2e4 is legal");
    assert_eq!((e4["from"].as_str(), e4["to"].as_str()), (Some("e2"), Some("e4")));
    let fen = e4["fen"].as_str().expect("a text");
    assert!(fen.starts_with("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq "), "{fen}");
}

#[test]
fn drops_have_no_from_square() {
    let fen = "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1";
    let moves = griffon(&["moves", "crazyhouse", "--fen", fen, "--json"]).json();
    let drop = moves.iter().find(|object| object["move"] == "N@d5").expect("N@d5 is legal");
    assert!(drop["from"].is_null());
    assert_eq!(drop["to"], "d5");
    assert_eq!(moves.len(), 5 + 62);
}

/// "--fen accepts what XBoard and other variant engines write"
#[test]
fn fen_dialects_are_read() {
    for (variant, fen) in [
        ("normal", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("normal", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha -"),
        ("normal", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"),
        ("crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[-] w KQkq - 0 1"),
        ("crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"),
        ("crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ w KQkq - 0 1"),
    ] {
        assert_eq!(griffon(&["perft", variant, "2", "--fen", fen]).ok(), "400\n", "{variant} {fen}");
    }
    let capablanca = "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1";
    assert_eq!(griffon(&["perft", "capablanca", "2", "--fen", capablanca]).ok(), "784\n");
}

/// Lichess writes the pieces in hand after the last rank.
#[test]
fn hands_are_read_after_the_last_rank() {
    let moves = |fen: &str| griffon(&["moves", "crazyhouse", "--fen", fen]).ok();
    let bracketed = moves("4k3/8/8/8/8/8/8/4K3[PPnQ] w - - 0 1");
    assert!(bracketed.contains("Q@a1") && bracketed == moves("4k3/8/8/8/8/8/8/4K3/PPnQ w - - 0 1"));
    let refused = griffon(&["moves", "normal", "--fen", "4k3/8/8/8/8/8/8/4K3/P w - - 0 1"]).refused();
    assert!(refused.contains("more than 8 ranks"), "{refused}");
}

/// "Names have aliases: XBoard's (normal) and those of perft/ (chess) both work."
#[test]
fn variants_have_aliases() {
    assert_eq!(griffon(&["perft", "chess", "3"]).ok(), "8902\n");
    assert_eq!(griffon(&["perft", "normal", "3"]).ok(), "8902\n");
}

/// "VARIANT is a catalogue name, a file, or - for standard input."
#[test]
fn variants_are_read_from_files_and_standard_input() {
    let text = std::fs::read_to_string("variants/normal.txt").expect("the catalogue");
    assert_eq!(griffon(&["perft", "variants/normal.txt", "3"]).ok(), "8902\n");
    assert_eq!(griffon_reading(&["perft", "-", "3"], &text).ok(), "8902\n");
}

/// "{"depth","nodes","seconds"}"
#[test]
fn perft_prints_json() {
    let count = griffon(&["perft", "normal", "4", "--json"]).json();
    assert_eq!(count.len(), 1);
    assert_eq!((count[0]["depth"].as_u64(), count[0]["nodes"].as_u64()), (Some(4), Some(197_281)));
    assert!(count[0]["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0));
}

#[test]
fn threads_and_table_do_not_change_counts() {
    let divided = griffon(&["perft", "normal", "4", "--divide", "--threads", "1"]).ok();
    for threads in ["1", "2", "3"] {
        assert_eq!(griffon(&["perft", "shogi", "3", "--threads", threads]).ok(), "25470\n");
        for hash in ["0", "1"] {
            let options = ["--divide", "--threads", threads, "--hash", hash];
            assert_eq!(griffon(&[&["perft", "normal", "4"][..], &options].concat()).ok(), divided);
        }
    }
    assert!(divided.ends_with("\n197281\n"), "{divided}");
    griffon(&["perft", "normal", "4", "--hash", "999999999999"]).refused();
}

#[test]
fn divide_adds_up() {
    let parts = griffon(&["perft", "normal", "3", "--divide", "--json"]).json();
    let (total, parts) = parts.split_last().expect("a total");
    assert_eq!(parts.len(), 20);
    let sum: u64 = parts.iter().map(|part| part["nodes"].as_u64().expect("a number")).sum();
    assert_eq!(Some(sum), total["nodes"].as_u64());
    let text = griffon(&["perft", "normal", "1", "--divide"]).ok();
    assert!(text.lines().any(|line| line == "e2e4: 1") && text.ends_with("\n20\n"), "{text}");
}

#[test]
fn depth_zero_is_the_position_itself() {
    assert_eq!(griffon(&["perft", "normal", "0"]).ok(), "1\n");
    assert_eq!(griffon(&["perft", "normal", "0", "--divide"]).ok(), "1\n");
}

#[test]
fn search_finds_mate() {
    let fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let found = griffon(&["search", "normal", "--fen", fen, "--depth", "3", "--json"]).json();
    assert_eq!((found[0]["move"].as_str(), found[0]["mate"].as_i64()), (Some("a1a8"), Some(1)));
    assert_eq!(found[0]["pv"][0], "a1a8");
    let text = griffon(&["search", "normal", "--fen", fen, "--depth", "3"]).ok();
    assert!(text.lines().last().is_some_and(|line| line.starts_with("best a1a8  score #1")), "{text}");
}

#[test]
fn search_obeys_its_limits() {
    // Without a limit the search would not end.
    griffon(&["search", "normal", "--time", "200"]).ok();
    let found = griffon(&["search", "normal", "--nodes", "5000", "--json"]).json();
    assert!(found[0]["nodes"].as_u64().is_some_and(|nodes| nodes < 20_000), "{found:?}");
    let both = griffon(&["search", "normal", "--nodes", "5000", "--depth", "2"]);
    assert_eq!(both.code, Some(2), "one limit, not two");
    for limit in ["--depth", "--nodes"] {
        assert_eq!(griffon(&["search", "normal", limit, "0"]).code, Some(2), "{limit}");
    }
}

#[test]
fn a_finished_game_cannot_be_searched() {
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    assert_eq!(griffon(&["moves", "normal", "--fen", mated]).ok(), "");
    assert!(
        griffon(&["search", "normal", "--fen", mated, "--depth", "2"]).refused().contains("game is over")
    );
}

/// "All bad input: clear message on stderr (FEN errors with caret), exit 2."
#[test]
fn bad_fens_are_shown_with_a_caret() {
    let fen = "rnbqkbnr/pppppppp/8/8/9/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let text = griffon(&["moves", "normal", "--fen", fen]).refused();
    let lines: Vec<&str> = text.lines().collect();
    let source = lines.iter().position(|line| line.ends_with(fen)).expect("the FEN is shown");
    assert_eq!(lines[source + 1].find('^'), lines[source].find('9'), "{text}");
}

#[test]
fn random_fens_do_not_panic() {
    for fen in [
        "",
        " ",
        "-",
        "/",
        "8/8",
        "💥",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x",
        "[",
        "9999999999",
        "+",
        "k~[Q",
    ] {
        let text = griffon(&["moves", "crazyhouse", &format!("--fen={fen}")]).refused();
        assert!(text.contains("--fen"), "{fen}: {text}");
    }
}

#[test]
fn bad_arguments_are_refused() {
    for arguments in [
        &["perft", "nosuchvariant", "2"][..],
        &["moves", "./no/such/file.txt"],
        &["values", "nosuchvariant"],
        &["eval", "normal", "--fen", "x"],
        &["show", "nosuchvariant"],
        &["search", "nosuchvariant"],
        &["perft", "--suite", "/no/such/path"],
    ] {
        griffon(arguments).refused();
    }
    for arguments in
        [&["perft", "normal"][..], &["perft", "normal", "x"], &["perft"], &["nonsense"], &["moves"]]
    {
        assert_eq!(griffon(arguments).code, Some(2), "{arguments:?}");
    }
}

/// Variants of a suite are selected by any of their names, and names without rows are reported.
#[test]
fn rows_of_a_suite_are_selected_by_variant() {
    let suite =
        file("selected.perft", "source unverified\nvariant chess\nperft 1 20\nvariant shogi\nperft 1 30\n");
    let check =
        |more: &[&str]| griffon(&[&["perft", "--suite", suite.to_str().expect("UTF-8")], more].concat());
    assert_eq!(check(&["--only", "normal"]).ok(), "chess: 1 passed, 0 failed\n1 passed, 0 failed\n");
    let why = check(&["--only", "chess,shogy"]).refused();
    assert!(why.contains("has no variant `shogy`\nhelp: did you mean `shogi`?"), "{why}");
    let why = check(&["--only", "xyz"]).refused();
    assert!(why.contains("has no variant `xyz`\nhelp: expected `normal` or `shogi`"), "{why}");
    let ran = check(&["--max-nodes", "0", "--json"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), "error: no row was checked\n"));
    assert!(
        ran.out.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()),
        "{}",
        ran.out
    );
}

#[test]
fn a_near_name_is_suggested() {
    assert!(griffon(&["moves", "crazyhuose"]).refused().contains("did you mean `crazyhouse`?"));
}

#[test]
fn a_bad_definition_names_file_and_line() {
    let path = file("bad-fens.txt", "files=8\nroyal=K\nking:K:KisO2:king:e1\npawn:P:fmWfwcF:pawn:a2-h2\n");
    let text = griffon(&["moves", path.to_str().expect("UTF-8")]).refused();
    assert!(text.contains("bad-fens.txt:4:"), "{text}");
}

/// `griffon moves shogi | head -1`. The reader decides neither the result of a check nor the files that are written.
#[test]
fn a_closed_pipe_is_not_an_error() {
    let suite = support::file("closed.perft", "source unverified\nvariant normal\nperft 1 21\n");
    let puzzle = r#"{"variant":"normal","fen":"7k/8/8/8/8/8/8/K7 w - - 0 1","moves":1,"move":"a1a2"}"#;
    let puzzle = support::file("closed.jsonl", puzzle);
    let bad = support::file("closed.txt", "files=5\n");
    let ini = support::file("closed.ini", "[closed-a:chess]\n[closed-b:chess]\n");
    let folder = support::fresh("closed-pipe");
    let [suite, puzzle, bad, ini, out] =
        [&suite, &puzzle, &bad, &ini, &folder].map(|path| path.to_str().expect("UTF-8"));
    for (arguments, code) in [
        (&["moves", "shogi", "--json"][..], 0),
        (&["show", "normal"], 0),
        (&["perft", "normal", "2", "--divide"], 0),
        (&["perft", "--suite", suite], 1),
        (&["mates", "--solve", puzzle, "--nodes", "10"], 1),
        (&["check", "chess", bad], 2),
        (&["import", ini, "--out", out], 0),
    ] {
        let mut process = Command::new(env!("CARGO_BIN_EXE_griffon"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(process.stdout.take());
        let output = process.wait_with_output().expect("the program ends");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
    assert!(folder.join("closed-b.txt").is_file());
}

/// Unlike a closed pipe, a full disk is an error.
#[cfg(target_os = "linux")]
#[test]
fn lost_output_is_an_error() {
    for command in ["check", "show"] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("a device");
        let mut process = Command::new(env!("CARGO_BIN_EXE_griffon"));
        let output = process.args([command, "chess"]).stdout(full).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(output.stderr.starts_with(b"error: No space left"), "{output:?}");
    }
}

/// "bench = fixed positions; the last line is `NODES nodes NPS nps`"
#[test]
fn bench_searches_the_same_nodes_every_time() {
    let nodes = || {
        let text = griffon(&["bench", "--add-depth", "-12"]).ok();
        let last = text.lines().last().expect("a line").to_owned();
        let words: Vec<&str> = last.split(' ').collect();
        assert!(matches!(words[..], [_, "nodes", _, "nps"]), "{last}");
        words[0].parse::<u64>().expect("a number")
    };
    let first = nodes();
    assert!(first > 0);
    assert_eq!(first, nodes());
}

/// "estimated piece values: {"piece","betza","mg","eg"}"
#[test]
fn values_prints_every_piece() {
    let values = griffon(&["values", "normal", "--json"]).json();
    let value = |id: &str| {
        let line = values.iter().find(|line| line["piece"] == id).expect("the piece");
        line["mg"].as_i64().expect("a number")
    };
    assert_eq!(values.len(), 6);
    assert!(value("P") < value("N") && value("N") < value("R") && value("R") < value("Q"), "{values:?}");
    assert!(values.iter().all(|line| line["betza"].is_string() && line["eg"].is_i64()));
}

#[test]
fn eval_of_the_start_is_near_zero() {
    let text = griffon(&["eval", "normal"]).ok();
    let last = text.lines().last().expect("a line");
    let score: i32 = last.split_whitespace().last().expect("a number").parse().expect("a number");
    assert!(score.abs() < 60, "{text}");
}

/// The board is drawn on a terminal, into a pipe only on request, and never with JSON.
#[test]
fn positions_are_drawn() {
    let drawn = griffon(&["moves", "normal", "--draw", "always"]).ok();
    let board = "  8  r n b q k b n r\n  7  p p p p p p p p\n  6  . . . . . . . .\n  5  . . . . . . . .\n  \
                 4  . . . . . . . .\n  3  . . . . . . . .\n  2  P P P P P P P P\n  1  R N B Q K B N R\n     \
                 a b c d e f g h\n     White to move\n\n";
    assert!(drawn.starts_with(board), "{drawn}");
    assert_eq!(&drawn[board.len()..], griffon(&["moves", "normal"]).ok());
    let json = ["moves", "normal", "--json"];
    assert_eq!(griffon(&[&json[..], &["--draw", "always"]].concat()).ok(), griffon(&json).ok());
    for command in [&["eval", "normal"][..], &["search", "normal", "--depth", "1"]] {
        assert!(!griffon(command).ok().contains("White to move"));
        assert!(griffon(&[command, &["--draw", "always"]].concat()).ok().starts_with(board), "{command:?}");
    }
}

/// Hands, IDs of two letters, holes, and the largest board.
#[test]
fn boards_of_all_kinds_are_drawn() {
    let text =
        griffon(&["moves", "crazyhouse", "--draw", "always", "--fen", "4k3/8/8/8/8/8/8/4K3[PPnQ] b - - 0 1"]);
    let text = text.ok();
    assert!(text.contains("     White's hand: 2P Q\n     Black's hand: n\n     Black to move\n"), "{text}");
    let holes = file("holes.txt", "files=3\nranks=2\nking:K':K::a1\nhole::::b1\nroyal=K'\nsymmetry=none\n");
    let text = griffon(&["moves", holes.to_str().expect("UTF-8"), "--draw", "always"]);
    assert!(text.out.starts_with("  2  .  .  .\n  1  K' #  .\n     a  b  c\n"), "{}", text.out);
    let large = file("large.txt", "files=26\nranks=99\nroyal=K\nking:K:K::z1\n");
    let text = griffon(&["eval", large.to_str().expect("UTF-8"), "--draw", "always"]).ok();
    assert!(text.starts_with(" 99  . "), "{text}");
    assert!(text.contains("\n  1  .") && text.contains(" y z\n"), "{text}");
}

#[test]
fn a_finished_game_has_a_winner_and_a_reason() {
    let refused = |variant, fen| griffon(&["search", variant, "--fen", fen, "--depth", "1"]).refused();
    for (variant, fen, words) in [
        (
            "normal",
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
            "Black has won: checkmate",
        ),
        ("normal", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "draw: stalemate"),
        ("kingofthehill", "4k3/8/8/4K3/8/8/8/8 b - - 0 1", "White has won: goal reached"),
        ("shatranj", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "White has won: bare king"),
    ] {
        let text = refused(variant, fen);
        assert!(text.contains(&format!("the game is over: {words}")), "{variant}: {text}");
        let eval = griffon(&["eval", variant, "--fen", fen]).ok();
        assert!(eval.contains(words), "{variant}: {eval}");
    }
}

#[test]
fn the_columns_of_a_search_have_names() {
    let text = griffon(&["search", "normal", "--depth", "2"]).ok();
    assert_eq!(text.lines().next(), Some("depth    score  seconds        nodes  line of play"));
}

/// XBoard passes an empty argument to a program whose path is quoted.
#[test]
fn an_empty_argument_starts_a_session() {
    let said = griffon_reading(&[""], "xboard\nping 3\nquit\n").ok();
    assert!(said.contains("pong 3"), "{said}");
}

/// "near names": variants by their beginning, and variants in place of commands.
#[test]
fn misspelt_names_get_suggestions() {
    let table = [
        (&["moves", "capablanc"][..], "did you mean `capablanca`?"),
        (&["moves", "capa"], "did you mean `capablanca`, `caparandom` or `capahouse`?"),
        (&["shogi"], "`griffon show shogi` draws it"),
        (&["uci"], "start `griffon` without a command"),
        (&["search", "normal", "--time", "1s"], "expected milliseconds"),
        (&["values", "archbishop"], "`archbishop` is a piece"),
        (&["values", "--piece", "kniight"], "the piece `knight`"),
        (&["moves", "src"], "this is a folder"),
    ];
    for (arguments, words) in table {
        let text = griffon(arguments).refused();
        assert!(text.contains(words), "{arguments:?}: {text}");
    }
}
