//! Definitions designed to exhaust time or memory or to reach files.

use super::{bounded, engine, expect_line, pong, quits};
use crate::support::setting;
use crate::support::wide_definitions;
use crate::support::{file, fresh};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns as many piece lines as a definition has names for.
fn army(count: usize, moves: &[&str]) -> String {
    let ids: Vec<String> =
        ["", "'", "!"].iter().flat_map(|suffix| ('A'..='Z').map(move |c| format!("{c}{suffix}"))).collect();
    let line = |at: usize| format!("piece{at}:{}:{}::\n", ids[at % ids.len()], moves[at % moves.len()]);
    (0..count).filter(|at| ids[at % ids.len()] != "K").map(line).collect()
}

/// Returns a definition in which two shuffles place every piece of a full board on any square.
fn shuffled() -> String {
    let square = |file: usize, rank: usize| format!("{}{}", char::from(b'a' + file as u8), rank + 1);
    let line = |at: usize| {
        let squares: Vec<String> = (0..10).map(|rank| square((at + rank) % 26, rank)).collect();
        let id = char::from(b'A' + at as u8);
        format!("p{id}:{id}:mfW::{}\n", squares.join(","))
    };
    let all: String = ('A'..='Z').collect();
    let lines: String = (0..26).map(line).collect();
    format!("files=26\nranks=20\nroyal=Z\nmaxPromote=0\n{lines}shuffle={all},{all}\n")
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
        format!("files={files}\nranks={ranks}\nroyal=K\nmaxPromote=0\nking:K:K::a1\nx:X:{moves}::b1\n")
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
        ("areas", large.to_owned() + "r:R:R::" + &"b1-z98,".repeat(500_000) + "\n", 2),
        ("clashes", large.to_owned() + &"r:R:R::b1-z98,,b1-z98\n".repeat(4094), 2),
        ("holes", large.to_owned() + &"hole::::b1-z98\n".repeat(250_000), 0),
        ("zones", small.to_owned() + "zoneMoves=" + &"F:a1;".repeat(800_000), 2),
        ("symbols", small.to_owned() + "captureMatrix=" + &"#".repeat(3_000_000), 2),
        ("copies", small.to_owned() + "captureMatrix=" + &"=".repeat(3_000_000), 2),
        (
            "faults",
            small.to_owned() + &"p:A:W::\n".repeat(2000) + "captureMatrix=" + &"Z".repeat(4000) + "/\"1999",
            2,
        ),
        ("shades", small.to_owned() + "morph=" + &"%".repeat(3_000_000), 2),
        ("sets", small.to_owned() + "shuffle=" + &"K,".repeat(1_500_000), 2),
        ("members", small.to_owned() + "shuffle=" + &"K".repeat(3_000_000) + "\n", 0),
        ("shuffle", shuffled(), 0),
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
        format!(
            "files=26\nranks=30\nroyal=K\nmaxPromote=0\nking:K:K::a1,,a30\nflyer:X:U::{squares}\ndull:D:W::b2:9\n"
        )
    };
    let crowd = file("crowd.txt", &text("b1,c1,d1,e1,f1,g1"));
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
    // Four flyers are few enough; a position with more of them is only slow.
    let pair = file("pair.txt", &text("b1,c1,d1,e1"));
    let pair = pair.to_str().expect("a name");
    let flyers = format!("k25/{}XXXXXX20/K25 w - - 0 1", "26/".repeat(27));
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
        let svg = fresh("reaching.svg");
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

/// Every command handles random definitions of any size. `GRIFFON_WIDE_DEFINITIONS` is their number, from
/// `GRIFFON_RANDOM_FIRST`; if set, high costs are printed. With `GRIFFON_WIDE_FOLDER`, they are only written to that
/// folder.
#[test]
fn commands_handle_wide_definitions() {
    let wanted = setting::<u64>("GRIFFON_WIDE_DEFINITIONS");
    let first = setting::<u64>("GRIFFON_RANDOM_FIRST").unwrap_or(1);
    let seeds = first..first + wanted.unwrap_or(5);
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
