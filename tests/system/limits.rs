//! Excessive requests are handled sensibly: memory, threads, depth, game length, and definitions designed to exhaust
//! time or memory or to reach files.
#![cfg(unix)]

use crate::support;
use crate::support::pipes::Engine;
use crate::support::wide_definitions;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// Cost limits for one definition.
const MOST_SECONDS: u64 = 20;
const MOST_MIB: u64 = 1024;

fn engine(name: &str, first: &str) -> Engine {
    let mut engine = Engine::start(&scratch(&format!("limits-{name}.log")));
    engine.send(first);
    engine
}

fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn file(name: &str, text: &str) -> PathBuf {
    let path = scratch(name);
    fs::write(&path, text).expect("the directory can be written");
    path
}

#[track_caller]
fn expect_line(engine: &mut Engine, what: &str, start: &str) -> String {
    engine.expect(what, |line| line.starts_with(start)).unwrap_or_else(|why| panic!("{why}"))
}

fn pong(engine: &mut Engine, number: u32) {
    engine.send(format!("ping {number}\n"));
    expect_line(engine, "ping", &format!("pong {number}"));
}

#[track_caller]
fn quits(mut engine: Engine) {
    engine.send("quit\n");
    assert!(engine.ended().expect("it ends").success());
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
    cecp.send("level 0 60 0\ngo\n?\n");
    expect_line(&mut cecp, "a move at once", "move ");
    cecp.send("new\nvariant slow\nst 0.2\ngo\n");
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
        if seconds > MOST_SECONDS as f64 || mib > MOST_MIB {
            let _ = child.kill();
            panic!("{arguments:?}: {seconds} s of work, {mib} MiB");
        }
        thread::sleep(Duration::from_millis(10));
    };
    Cost { code: status.code(), said: output.join().expect("it reads"), seconds, mib }
}

/// Returns as many piece lines as a definition has names for.
fn army(count: usize, moves: &[&str]) -> String {
    let ids: Vec<String> =
        ["", "'", "!"].iter().flat_map(|suffix| ('A'..='Z').map(move |c| format!("{c}{suffix}"))).collect();
    let line = |at: usize| format!("piece{at}:{}:{}::\n", ids[at % ids.len()], moves[at % moves.len()]);
    (0..count).filter(|at| ids[at % ids.len()] != "K").map(line).collect()
}

/// "a definition of a million nodes", "a malicious definition … can cost bounded time and memory": each is read or
/// refused within the limits, including building the tables.
#[test]
fn expensive_definitions_are_bounded() {
    let small = "files=8\nranks=8\nroyal=K\nking:K:K::e1,,e8\n";
    let large = "files=26\nranks=99\nroyal=K\nmaxPromote=0\nking:K:K::a1,,a99\n";
    let middle = "files=16\nranks=16\nroyal=K\nmaxPromote=0\nking:K:K::a1,,a16\n";
    let strong = ["QNNCCZZ", "KADGHafsW", "mcafsQ", "yafsR", "cafpafR", "KaKaK"];
    let one = |files: u8, ranks: u8, moves: &str| {
        format!("files={files}\nranks={ranks}\nroyal=K\nking:K:K::a1\nx:X:{moves}::b1\n")
    };
    let page = |text: &str| format!("<html><div class=\"idiagram\">{text}</div>");
    let cases: Vec<(&str, String, i32)> = vec![
        ("types", large.to_owned() + &army(70, &strong), 2),
        ("middle", middle.to_owned() + &army(70, &strong), 0),
        ("many", small.to_owned() + "maxPromote=0\n" + &army(1500, &strong), 0),
        ("everywhere", one(26, 99, "U"), 0),
        ("torus", one(26, 45, "ooB"), 0),
        ("round", one(26, 99, "ooB"), 2),
        ("leaps round", one(26, 99, "ooN0"), 2),
        ("hops", one(8, 9, "(rja)bbinT0"), 2),
        ("hops far", one(26, 99, "(rja)bbinT0"), 2),
        ("nodes", large.to_owned() + "x:Q:QaQaQ::\ny:R:RasRasR::\n", 2),
        ("legs", small.to_owned() + "x:Q:" + &"caf".repeat(1_000_000) + "W::\n", 2),
        ("paths", small.to_owned() + &army(60, &["aaaaaK", "KaaaaK", "(caf)20R"]), 2),
        ("parentheses", small.to_owned() + "x:Q:" + &"(".repeat(2_000_000) + "::\n", 2),
        ("betza2", small.to_owned() + "notation=betza2\nx:Q:" + &"(".repeat(2_000_000) + "::\n", 2),
        ("exponents", small.to_owned() + "notation=betza2\nx:Q:((W99)99)99-((F99)99)99::\n", 0),
        ("brackets", small.to_owned() + "notation=bracket\nx:Q:" + &"[".repeat(2_000_000) + "::\n", 2),
        ("pieces", small.to_owned() + &"p:A:W::\n".repeat(400_000), 2),
        ("parameters", small.to_owned() + &"captureMatrix=/////.!/////\n".repeat(100_000), 2),
        ("unknown", small.to_owned() + &"nothing=1\n".repeat(300_000), 2),
        ("morph", small.to_owned() + "morph=" + &"K".repeat(3_000_000) + "\n", 2),
        ("squares", small.to_owned() + "r:R:R::" + &"a1,".repeat(1_000_000) + "\n", 0),
        ("ranges", small.to_owned() + "r:R:R::" + &"a1-z99,".repeat(500_000) + "\n", 2),
        ("board", "files=99999999999\nranks=99999999999\n".to_owned(), 2),
        ("line", small.to_owned() + "r:R:" + &"W".repeat(3_000_000) + "::a1\n", 0),
        ("name", small.to_owned() + &"x".repeat(3_000_000) + ":R:R::a1\n", 0),
        ("prose", "hello there\n".repeat(300_000), 2),
        ("file", "# nothing\n".repeat(10_000_000), 2),
        ("elements", page(&("<div>".repeat(400_000) + "files=8" + &"</div>".repeat(300_000))), 2),
        ("references", page(&"&amp;".repeat(700_000)), 2),
        ("open", page(&"<".repeat(3_000_000)), 2),
        ("comments", page(&"<!--".repeat(900_000)), 2),
        ("diagrams", page("files=8\n").repeat(80_000) + &"<p id=pieceA>".repeat(30_000), 2),
        ("zeros", "\0".repeat(3_000_000), 2),
    ];
    for (name, text, code) in cases {
        let path = file(&format!("costly-{name}.html"), &text);
        let path = path.to_str().expect("a name");
        let cost = bounded(&["check", "--stats", path]);
        println!("{name}: {:.1} s, {} MiB", cost.seconds, cost.mib);
        let beginning: String = cost.said.chars().take(300).collect();
        assert_eq!(cost.code, Some(code), "{name}: {beginning}");
        assert!(!cost.said.contains("panicked") && cost.said.len() < 4 << 20, "{name}: {beginning}");
        let _ = fs::remove_file(path);
    }
    let path = file("costly-text.txt", &one(5, 10, "(cdqafsarhcgqarhena)2brcpnWW"));
    let cost = bounded(&["export", path.to_str().expect("a name"), "--to", "xbetza"]);
    assert_eq!(cost.code, Some(0), "{}", cost.said);
    let endless = bounded(&["check", "/dev/zero"]);
    assert!(endless.code == Some(2) && endless.said.contains("larger than 4 MiB"), "{}", endless.said);
}

/// Games with more moves than anybody could choose from are refused by all commands and in a session, at once and by
/// name; positions of other games may have as many.
#[test]
fn too_many_moves_at_the_start_are_refused() {
    let text = |squares: &str| {
        format!("files=26\nranks=50\nroyal=K\nking:K:K::a1,,a50\nflyer:X:U::{squares}\ndull:D:W::b2:9\n")
    };
    let crowd = file("crowd.txt", &text("b1,c1,d1,e1"));
    let crowd = crowd.to_str().expect("a name");
    let why = "with this piece a side has more than 4096 moves in the initial position";
    let runs: [&[&str]; 4] =
        [&["check", crowd], &["moves", crowd], &["perft", crowd, "2"], &["search", crowd, "--nodes", "10"]];
    for run in runs {
        let cost = bounded(run);
        assert!(
            cost.code == Some(2) && cost.said.contains(why) && cost.said.contains("flyer"),
            "{}",
            cost.said
        );
        assert!(!cost.said.contains("panicked"), "{}", cost.said);
    }
    let mut session = engine("crowd", "xboard\nprotover 2\nnew\nforce\n");
    session.send(format!("option VariantPath={crowd}\nvariant crowd\n"));
    let refused = expect_line(&mut session, "the definition", "Error ");
    assert!(refused.contains("crowd"), "{refused}");
    let reason = expect_line(&mut session, "the reason", "telluser ");
    assert!(reason.contains(&format!("flyer: {why}")), "{reason}");
    pong(&mut session, 1);
    quits(session);
    // Two flyers are few enough; a position with more of them is only slow.
    let pair = file("pair.txt", &text("b1,c1"));
    let pair = pair.to_str().expect("a name");
    let flyers = format!("k25/{}XXXXXX20/K25 w - - 0 1", "26/".repeat(47));
    let moves = bounded(&["moves", pair, "--fen", &flyers, "--draw", "never"]);
    let count = moves.said.lines().filter(|line| !line.contains(' ')).count();
    assert!(moves.code == Some(0) && count > 4096, "{count}: {}", &moves.said[..moves.said.len().min(300)]);
    let found = bounded(&["search", pair, "--fen", &flyers, "--nodes", "100"]);
    assert!(found.code == Some(0) && found.said.contains("best "), "{}", found.said);
}

/// "no paths followed, no commands run": files named by a definition are not opened. Opening a FIFO without a writer
/// would hang.
#[test]
fn definitions_cannot_access_files() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("reached");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let pipe = folder.join("pipe.png");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("there is mkfifo").success());
    let (pipe, mark) = (pipe.display(), folder.join("mark"));
    let run = format!("touch {}", mark.display());
    let bare = format!(
        "files=8\nranks=8\nroyal=K\ngraphicsDir={folder}/\ngraphicsType=pipe.png\nwhitePrefix=../../\nblackPrefix=$({run})\n\
         satellite=../../../etc/passwd\nking:K:K:{pipe}:e1,,e8\nrook:R:R:|{run}:a1\nbishop:B:B:https://localhost/{pipe}:c1\n\
         `{run}`:N:N:$({run}):b1\n",
        folder = folder.display()
    );
    let page = format!(
        "<html><head><title>x</title><script src=\"{pipe}\">{run}</script><link rel=stylesheet href={pipe}>\
         <!--#include file=\"{pipe}\"--><!--#exec cmd=\"{run}\"--><!DOCTYPE a [<!ENTITY e SYSTEM \"file://{pipe}\">]>\
         <?php system('{run}'); ?><iframe src=\"{pipe}\"></iframe><base href=\"{pipe}\">\
         <div class=idiagram>{bare}</div>&e;<object data=\"{pipe}\">"
    );
    for (name, text) in [("reaching.txt", &bare), ("reaching.html", &page)] {
        let path = file(name, text);
        let path = path.to_str().expect("a name");
        let svg = scratch("reaching.svg");
        let drawn = svg.to_str().expect("a name");
        let runs: [&[&str]; 6] = [
            &["check", "--stats", path],
            &["moves", path],
            &["show", path, "--svg", drawn],
            &["values", path],
            &["export", path, "--to", "xboard"],
            &["search", path, "--depth", "2"],
        ];
        for run in runs {
            let cost = bounded(run);
            assert_eq!(cost.code, Some(0), "{run:?}: {}", cost.said);
        }
        let mut session = engine("reached", "xboard\nprotover 2\nnew\nforce\n");
        session.send(format!("option VariantPath={path}\nvariant reaching\noption Show Moves\n"));
        let moves = expect_line(&mut session, "the definition", "telluser ");
        assert!(moves.contains("legal moves"), "{moves}");
        quits(session);
    }
    assert!(!mark.exists(), "a command was run");
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1, "only the pipe exists");
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

/// Every command handles random definitions of any size. `GRIFFON_WIDE_DEFINITIONS` is their number, from
/// `GRIFFON_RANDOM_FIRST`; if set, high costs are printed. With `GRIFFON_WIDE_FOLDER`, they are only written to that
/// folder.
#[test]
fn commands_handle_wide_definitions() {
    let number = |name| std::env::var(name).ok().and_then(|text: String| text.parse::<u64>().ok());
    let wanted = number("GRIFFON_WIDE_DEFINITIONS");
    let first = number("GRIFFON_RANDOM_FIRST").unwrap_or(1);
    let seeds = first..first + wanted.unwrap_or(12);
    if let Some(folder) = std::env::var_os("GRIFFON_WIDE_FOLDER") {
        let path = |seed| Path::new(&folder).join(format!("{seed}.txt"));
        let mut write = |seed| fs::write(path(seed), wide_definitions::definition(seed));
        return seeds.into_iter().try_for_each(&mut write).expect("the folder can be written");
    }
    let (mut accepted, mut dear) = (0, 0);
    for seed in seeds {
        let path = file(&format!("wide-{seed}.txt"), &wide_definitions::definition(seed));
        let path = path.to_str().expect("a name");
        let runs: [&[&str]; 4] =
            [&["check", path], &["moves", path], &["perft", path, "2"], &["search", path, "--nodes", "2000"]];
        let mut codes = Vec::new();
        for run in runs {
            let cost = bounded(run);
            let end: String =
                cost.said.chars().rev().take(300).collect::<Vec<_>>().into_iter().rev().collect();
            assert!(matches!(cost.code, Some(0 | 2)), "{seed}: {run:?}: {:?} {end}", cost.code);
            assert!(!cost.said.contains("panicked"), "{seed}: {run:?}: {end}");
            if wanted.is_some() && (cost.seconds > 5.0 || cost.mib > 1000) {
                println!("{seed}: {} takes {:.1} s, {} MiB", run[0], cost.seconds, cost.mib);
                dear += 1;
            }
            codes.push(cost.code);
        }
        accepted += u64::from(codes[0] == Some(0));
        let _ = fs::remove_file(path);
    }
    println!("{accepted} were accepted, {dear} runs cost more than 5 s or 1000 MiB");
}
