//! Excessive requests are handled sensibly: memory, threads, depth, game length, and definitions designed to exhaust
//! time or memory or to reach files.
#![cfg(unix)]

mod definitions;

use crate::support::gui::Gui;
use crate::support::pipes::Engine;
use crate::support::{self, file, fresh};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// Cost limits for one definition. The time is processor time: three times what the most expensive one takes on a slow
/// machine, so that the speed of the machine does not decide.
const MAX_SECONDS: u64 = 60;
const MAX_MIB: u64 = 1024;

fn engine(name: &str, first: &str) -> Engine {
    let mut engine = Engine::start(&fresh(&format!("limits-{name}.log")));
    engine.send(first);
    engine
}

#[track_caller]
fn expect_line(engine: &mut Engine, what: &str, start: &str) -> String {
    engine.expect(what, |line| line.starts_with(start)).unwrap_or_else(|why| panic!("{why}"))
}

fn pong(engine: &mut Engine, number: u32) {
    engine.send(format!("ping {number}\n"));
    expect_line(engine, "ping", &format!("pong {number}"));
}

/// Waits until the definitions sent before are loaded.
fn load(engine: &mut Engine, number: u32) {
    engine.send(format!("ping {number}\n"));
    let pong = format!("pong {number}");
    let limit = Duration::from_secs(MAX_SECONDS);
    engine.expect_within(limit, "loading", |line| line == pong).unwrap_or_else(|why| panic!("{why}"));
}

#[track_caller]
fn quits(mut engine: Engine) {
    engine.send("quit\n");
    assert!(engine.ended().expect("it ends").success());
}

/// The deepest count that is accepted has enough stack. Each side has one move.
#[test]
fn counts_are_as_deep_as_allowed() {
    let pieces = "royal=K\nmaxPromote=0\nking:K:A::a1,,b2\nrook:R:vW::c1,,d2\n";
    let path = file("limits-deep.txt", &format!("files=6\nranks=2\nsymmetry=none\n{pieces}"));
    let path = path.to_str().expect("UTF-8");
    assert_eq!(support::griffon(&["perft", path, "1000"]).ok(), "1\n");
    assert_eq!(support::griffon(&["perft", path, "1000", "--hash", "1"]).ok(), "1\n");
    assert!(support::griffon(&["perft", path, "1001"]).refused().contains("1001 is not in 0..=1000"));
}

/// Result and cost of a run: exit code, output, processor seconds and MiB.
struct Cost {
    code: Option<i32>,
    said: String,
    seconds: f64,
    mib: u64,
}

/// Runs the program, and kills it if it exceeds the limits.
fn bounded(arguments: &[&str]) -> Cost {
    let mut child = Command::new(env!("CARGO_BIN_EXE_griffon"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let id = child.id();
    let output = thread::spawn({
        let (out, err) = (child.stdout.take().expect("a pipe"), child.stderr.take().expect("a pipe"));
        move || {
            let read = |mut from: Box<dyn std::io::Read + Send>| {
                thread::spawn(move || {
                    let mut bytes = Vec::new();
                    let _ = from.read_to_end(&mut bytes);
                    String::from_utf8_lossy(&bytes).into_owned()
                })
            };
            let both = [read(Box::new(out)), read(Box::new(err))];
            both.map(|thread| thread.join().expect("it reads")).concat()
        }
    });
    let (mut seconds, mut mib) = (0.0f64, 0);
    let status = loop {
        seconds = seconds.max(support::processor_time(id).as_secs_f64());
        mib = mib.max(support::memory(id) >> 10);
        if let Some(status) = child.try_wait().expect("it was started") {
            break status;
        }
        if seconds > MAX_SECONDS as f64 || mib > MAX_MIB {
            let _ = child.kill();
            panic!("{arguments:?}: {seconds} s of work, {mib} MiB");
        }
        thread::sleep(Duration::from_millis(10));
    };
    Cost { code: status.code(), said: output.join().expect("it reads"), seconds, mib }
}

/// "hash larger than memory"
#[test]
fn a_hash_table_larger_than_the_memory() {
    let mut cecp = engine("hash", "xboard\nprotover 2\naccepted debug\n");
    for size in ["1000000", "99999999999999999999999999", "65536"] {
        cecp.send(format!("new\nmemory {size}\nst 0.1\nsd 4\nusermove e2e4\n"));
        expect_line(&mut cecp, size, "move ");
        pong(&mut cecp, 1);
    }
    assert!(cecp.memory() < 1 << 20, "{} KiB", cecp.memory());
    cecp.send("memory -5\n");
    expect_line(&mut cecp, "a size below nothing", "Error (bad number): memory -5");
    quits(cecp);
    let mut uci = engine("hash", "uci\n");
    for size in ["1000000", "99999999999999999999999999", "1"] {
        uci.send(format!("setoption name Hash value {size}\nucinewgame\nposition startpos\ngo depth 4\n"));
        expect_line(&mut uci, size, "bestmove ");
    }
    quits(uci);
}

/// An ending on a huge board whose kings do not leave their corners is evaluated at once and in little memory.
#[test]
fn endings_of_confined_kings() {
    for (files, ranks, piece) in
        [(26, 60, "W"), (26, 26, "R"), (26, 60, "mRcpR"), (16, 16, "mRcpR"), (26, 60, "pB")]
    {
        let walls = format!("!/{}", "\"/".repeat(ranks - 4));
        let corner = format!("...{}/\"/\"", "!".repeat(files - 3));
        let text = format!(
            "files={files}\nranks={ranks}\nroyal=K\nmaxPromote=0\npiece:X:{piece}::d4\nking:K:K::a1\nmorph={walls}{corner}\n"
        );
        let path = file("confined.txt", &text);
        let fen =
            format!("k{0}/{1}{files}/KX{2} w", files - 1, format!("{files}/").repeat(ranks - 3), files - 2);
        let cost = bounded(&["eval", path.to_str().expect("a name"), "--fen", &fen]);
        assert_eq!(cost.code, Some(0), "{}", cost.said);
        assert!(cost.mib < 200, "{files}x{ranks} {piece}: {} MiB, {} s", cost.mib, cost.seconds);
    }
}

/// Three plies of this game are 27 billion positions: an export compares those of fewer plies.
#[test]
fn exports_of_large_games_are_compared_in_part() {
    let squares: Vec<String> = ('a'..='z').map(|file| format!("{file}40")).collect();
    let text = "files=26\nranks=99\nroyal=0\nstalemate=win\nmaxPromote=0\namazon:A:QN::";
    let path = file("amazons.txt", &format!("{text}{}\n", squares.join(",")));
    let cost = bounded(&["export", path.to_str().expect("UTF-8"), "--to", "fsf"]);
    assert!(!cost.said.contains("different number of moves"), "{}", cost.said);
}

/// "thousands of threads"
#[test]
fn thousands_of_threads() {
    let mut cecp = engine("threads", "xboard\nprotover 2\ncores 5000\nst 0.1\nsd 3\nnew\nusermove e2e4\n");
    expect_line(&mut cecp, "cores 5000", "move ");
    cecp.send("cores 99999999999999999999999\nnew\nusermove d2d4\n");
    expect_line(&mut cecp, "more cores", "move ");
    assert!(cecp.memory() < 2 << 20, "{} KiB", cecp.memory());
    cecp.send("cores 1\n");
    pong(&mut cecp, 1);
    quits(cecp);
    let mut uci = engine("threads", "uci\nsetoption name Threads value 5000\ngo depth 3\n");
    expect_line(&mut uci, "Threads 5000", "bestmove ");
    quits(uci);
}

/// "depth … limits"
#[test]
fn unlimited_depths_and_counts() {
    let mut cecp = engine("depth", "xboard\nprotover 2\nnew\n");
    for (depth, mv) in [("1000000", "e2e4"), ("65535", "d2d4"), ("99999999999999999999", "c2c4")] {
        cecp.send(format!("new\nst 0.05\nsd {depth}\nusermove {mv}\n"));
        expect_line(&mut cecp, depth, "move ");
    }
    // At this rate, the time allows more nodes than any search visits: only the depth ends it.
    cecp.send("new\nnps 99999999999999999999999\nst 0.01\nsd 2\nusermove e2e4\n");
    expect_line(&mut cecp, "nps", "move ");
    quits(cecp);
    let mut uci = engine("depth", "uci\n");
    for limits in [
        "depth 1000000 movetime 50",
        "depth 99999999999999999999 movetime 50",
        "nodes 99999999999999999999999 movetime 50",
        "mate 99999999999 movetime 50",
        "depth 2 movetime 99999999999999999999 movestogo 99999999999",
        "wtime 99999999999999999999 btime 99999999999999999999 depth 2",
    ] {
        uci.send(format!("ucinewgame\nposition startpos\ngo {limits}\n"));
        expect_line(&mut uci, limits, "bestmove ");
    }
    // A lost position: even a nearby mate must not be searched for forever.
    uci.send("position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1\ngo depth 1000000\n");
    expect_line(&mut uci, "a mate in one", "bestmove ");
    uci.send("position startpos\ngo perft 1000000\nstop\ngo depth 1\n");
    expect_line(&mut uci, "a count without end", "bestmove ");
    // Requests that wait for a search are stopped with it.
    uci.send("go movetime 1000000\ngo movetime 1000000\ngo perft 50\nposition startpos moves e2e4\nstop\ngo perft 1\n");
    expect_line(&mut uci, "stop", "Nodes searched: 20");
    quits(uci);
}

/// "Numbers beyond a limit are set to the limit."
#[test]
fn numbers_of_any_length() {
    let mut gui = Gui::start();
    let nines = "9".repeat(50);
    for line in ["level 9 5 0", "setscore 9 9", "setscore -9 9", "sd 9", "time 9", "option MultiPV=9"] {
        gui.send(&line.replace('9', &nines));
        assert_eq!(gui.sync(), Vec::<String>::new(), "{line}");
    }
    let mut gui = Gui::start();
    gui.send("uci");
    gui.expect("uciok");
    gui.heard.clear();
    gui.send(&format!(
        "setoption name MultiPV value -{nines}\ngo depth 1 nodes {nines} winc {nines} mate -{nines}"
    ));
    gui.expect("bestmove *");
    assert!(!gui.heard.iter().any(|line| line.contains("error")), "{:?}", gui.heard);
}

/// "fixed 200 nodes to 2,000 nodes": even where every move is a capture, so that the quiescence search does not end.
#[test]
fn node_limits_are_kept() {
    for variant in ["massacre", "giveaway", "chu", "terachess"] {
        let cost = bounded(&["search", variant, "--nodes", "500", "--json"]);
        assert_eq!(cost.code, Some(0), "{variant}: {}", cost.said);
        let nodes = cost.said.split("\"nodes\":").nth(1).and_then(|rest| rest.split(',').next());
        let nodes: u64 = nodes.and_then(|text| text.parse().ok()).expect("a number of nodes");
        assert!(nodes < 12_000, "{variant}: {nodes}");
    }
}

/// Armies whose total value exceeds every mate score: depth and node limits end the search, and no evaluation looks
/// like a mate.
#[test]
fn lopsided_armies_have_bounded_scores() {
    let queens = "kbr5/ppp5/8/2QQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQK w - - 0 1";
    let hand = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[{}] w KQkq - 0 1", "Q".repeat(100));
    for (variant, fen) in [("normal", queens), ("crazyhouse", &hand)] {
        for limit in [["--depth", "2"], ["--nodes", "2000"]] {
            let cost = bounded(&["search", variant, "--fen", fen, limit[0], limit[1]]);
            assert_eq!(cost.code, Some(0), "{variant}: {}", cost.said);
            assert!(cost.said.lines().count() < 200, "{variant}: {}", cost.said);
        }
    }
    let mut uci = engine("queens", &format!("uci\nposition fen {queens}\ngo depth 3\n"));
    expect_line(&mut uci, "a move", "bestmove ");
    quits(uci);
}

/// Games with slow nodes, because rules make each move depend on all others: a search still stops on request.
#[test]
fn slow_games_can_be_stopped() {
    let text = "files=8\nranks=15\nroyal=P\nmustCapture=1\ncaptureDemotes=1\nantiTrade=M\nnoCheck=1\ncontageous=P\n\
        piece0:X:KimAimDimN::a2,g3,a5,c3,,e11\nm:M:ffruanauzaB12gQ::f6\nknight:U:N::b1:200\nq:Q:Q:::200\n\
        p6:P:xaxWmNcB::b2\n";
    let path = file("slow.txt", text);
    let first = format!("xboard\nprotover 2\noption VariantPath={}\nvariant slow\n", path.display());
    let mut cecp = engine("slow", &first);
    // An expensive definition may take its time to load; `?` is then answered at once.
    load(&mut cecp, 1);
    cecp.send("level 0 60 0\ngo\n?\n");
    expect_line(&mut cecp, "a move at once", "move ");
    cecp.send("new\nvariant slow\n");
    load(&mut cecp, 2);
    cecp.send("st 0.2\ngo\n");
    expect_line(&mut cecp, "a move in time", "move ");
    quits(cecp);
}

/// Returns knight moves back and forth.
fn shuffle(plies: usize) -> Vec<&'static str> {
    ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(plies).collect()
}

/// "10,000-ply games": sent in one line, or move by move and taken back.
#[test]
fn games_of_ten_thousand_plies() {
    let mut uci = engine("plies", "uci\n");
    for plies in [10_000, 10_002, 10_001, 40_000] {
        let moves = shuffle(plies).join(" ");
        uci.send(format!("position startpos moves {moves}\ngo perft 1\n"));
        let count = if plies % 4 == 2 { 22 } else { 20 };
        let said = expect_line(&mut uci, "a long game", "Nodes searched: ");
        assert!(plies % 4 == 1 || said.ends_with(&format!(" {count}")), "{plies}: {said}");
        uci.send("go movetime 30\n");
        expect_line(&mut uci, "a move in a long game", "bestmove ");
    }
    quits(uci);
    let mut cecp = engine("plies", "xboard\nprotover 2\nnew\nforce\n");
    for (number, mv) in shuffle(10_000).into_iter().enumerate() {
        cecp.send(format!("usermove {mv}\n"));
        if number % 1000 == 999 {
            pong(&mut cecp, number as u32);
        }
    }
    cecp.send("st 0.03\ngo\n");
    expect_line(&mut cecp, "a move in a long game", "move ");
    cecp.send("force\n");
    cecp.send("undo\n".repeat(10_001));
    pong(&mut cecp, 1);
    cecp.send("option Show Moves\n");
    expect_line(&mut cecp, "the start again", r"telluser \\20 legal moves:");
    cecp.send("undo\nremove\n");
    pong(&mut cecp, 2);
    quits(cecp);
}

/// Many lines of any length.
#[test]
fn lines_of_any_length() {
    for (name, first, last, answer) in [
        ("lines", "xboard\nprotover 2\nsetboard ", "ping 1\n", "pong 1"),
        ("lines", "uci\nposition startpos moves ", "isready\n", "readyok"),
    ] {
        let mut engine = engine(name, first);
        for _ in 0..64 {
            engine.send(vec![b'x'; 1 << 20]);
        }
        engine.send(format!("\n{last}"));
        expect_line(&mut engine, "a line of 64 MiB", answer);
        assert!(engine.memory() < 1 << 19, "{} KiB", engine.memory());
        quits(engine);
    }
    let mut uci = engine("lines", "uci\n");
    uci.send("isready\n".repeat(50_000));
    uci.send("d\n");
    expect_line(&mut uci, "many lines", "Check: no");
    quits(uci);
}

/// "Files are written atomically": whenever the program is killed, a file has its old or its new content.
#[test]
fn files_are_written_atomically() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("whole");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let draw = |what: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_griffon"));
        command.args(["show", what, "--svg"]).arg(folder.join("piece.svg"));
        command.spawn().expect("the program starts")
    };
    let files = |folder: &Path| -> Vec<(String, Vec<u8>)> {
        let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
        let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
        // A killed program leaves a partial file with a different name.
        let finished = entries.filter(|path| !name(path).starts_with('.'));
        let mut files: Vec<_> =
            finished.map(|path| (name(&path), fs::read(&path).expect("it reads"))).collect();
        files.sort();
        files
    };
    let mut versions = Vec::new();
    for what in ["chu", "dai"] {
        assert!(draw(what).wait().expect("it ends").success());
        versions.push(files(&folder));
    }
    for number in 0..24u64 {
        let mut child = draw(["chu", "dai"][number as usize % 2]);
        thread::sleep(Duration::from_millis(5 + 7 * number));
        let _ = child.kill();
        let _ = child.wait();
        for file in files(&folder) {
            assert!(versions.iter().any(|version| version.contains(&file)), "{} is neither", file.0);
        }
    }
}
