//! Mutated inputs: no input makes a parser panic, hang or exhaust memory.
//!
//! The seeds are the files of `tests/corpus/`; mutations cut, repeat, swap, splice and overwrite parts of them. Each
//! target runs for `GRIFFON_FUZZ_SECONDS` (2), with the random seed `GRIFFON_FUZZ_SEED` (1). A failure prints the
//! input.

use crate::support::gui::Gui;
use crate::support::mutation::{CECP, UCI, corpus, mutate, rng};
use crate::support::{self, library, memory, processor_time, setting};
use griffon::notation::Notation;
use griffon::notation::legs::Movement;
use griffon::position::{Game, MoveList, Position};
use griffon::variant::Variant;
use griffon::{movegen, notation, variant};
use std::collections::BTreeSet;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// Limit of processor time for one input, with one thread. It excludes that of a session: see `fuzz_process`.
const LIMIT: Duration = Duration::from_secs(4);
/// Time after which an input that is still in work hangs.
const HANGS: Duration = Duration::from_secs(300);
/// Limit of the memory that a target adds to the process, MiB: the tables of one variant may take 1 GiB.
const MEMORY_MIB: u64 = 2048;
/// The current input and its start time.
type InHand = std::sync::Arc<std::sync::Mutex<Option<(Instant, Vec<u8>)>>>;

/// Aborts the process with a message that shows the input, if one input takes far too much time or memory.
struct Watch {
    now: InHand,
}

impl Watch {
    fn start(target: &'static str) -> Self {
        let now = InHand::default();
        let seen = std::sync::Arc::downgrade(&now);
        let resident = || memory(std::process::id()) / 1024;
        let before = resident();
        std::thread::spawn(move || {
            while let Some(now) = seen.upgrade() {
                let input = now.lock().expect("no panic while locked").clone();
                if let Some((since, input)) = input {
                    let memory = resident().saturating_sub(before);
                    if since.elapsed() > HANGS || memory > MEMORY_MIB {
                        let text = String::from_utf8_lossy(&input).into_owned();
                        // Not `eprintln`: the test runner would capture the text and lose it with the process.
                        let said = format!("{target}: {:?} and {memory} MiB for {text:?}\n", since.elapsed());
                        let _ = std::io::stderr().write_all(said.as_bytes());
                        std::process::abort();
                    }
                }
                std::thread::sleep(Duration::from_millis(10));
            }
        });
        Self { now }
    }
    fn set(&self, input: Option<&[u8]>) {
        *self.now.lock().expect("no panic while locked") =
            input.map(|input| (Instant::now(), input.to_vec()));
    }
}

/// Feeds a target with its corpus, then with mutations of it.
fn fuzz(target: &'static str, lines: bool, words: &[&str], mut run: impl FnMut(&[u8]) + Send) {
    let seeds = corpus(target, lines);
    assert!(seeds.len() >= 8, "{target}: {} seeds", seeds.len());
    let mut random = rng(0);
    let end = Instant::now() + Duration::from_secs(setting("GRIFFON_FUZZ_SECONDS").unwrap_or(2));
    let watch = Watch::start(target);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let mut runs = 0;
    while runs < seeds.len() || Instant::now() < end {
        let input = seeds.get(runs).cloned().unwrap_or_else(|| mutate(&mut random, &seeds, words));
        runs += 1;
        watch.set(Some(&input));
        let text = || String::from_utf8_lossy(&input).into_owned();
        let (result, used) = pool.install(|| {
            let start = processor_time("thread-self");
            let result = catch_unwind(AssertUnwindSafe(|| run(&input)));
            (result, processor_time("thread-self") - start)
        });
        assert!(result.is_ok(), "{target}: panic after {runs} inputs at {:?}", text());
        assert!(used < LIMIT, "{target}: {used:?} for {:?}", text());
        watch.set(None);
    }
    println!("{target}: {runs} inputs");
}

const NOTATION: &[&str] = &[
    "a",
    "mc",
    "caf",
    "(caf)",
    "(a",
    ")",
    "y",
    "z",
    "q",
    "o",
    "oo",
    "j",
    "n",
    "i",
    "ii",
    "h",
    "fr",
    "0",
    "99",
    "*",
    "'",
    ":",
    "+",
    "K",
    "Q",
    "U",
    "O9",
    "@",
    "X",
    "Y",
    "I",
    "M",
    "aaaaaaaa",
    "(mpaf)",
    "\u{e9}",
    "\u{1F600}",
    " ",
    "-1",
];

/// A move description is read, expanded within the limits and printed, or refused with a span inside the text.
#[test]
fn notation() {
    fuzz("notation", true, NOTATION, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        if let Ok(ast) = notation::parse(&text) {
            let printed = ast.to_string();
            assert_eq!(notation::parse(&printed).as_ref().map(ToString::to_string), Ok(printed));
        }
        expand(&text, Notation::Xbetza);
    });
}

/// Expands a move description within the limits and prints the result, or refuses it with a span inside the text.
fn expand(text: &str, notation: Notation) {
    match notation::compile_in(notation, text) {
        Ok(movements) => {
            assert!(movements.len() <= notation::MAX_MOVEMENTS);
            if movements.len() <= MAX_PRINTED {
                print(&movements);
            }
        }
        Err(error) => {
            let place = text.get(error.span.clone());
            assert!(place.is_some(), "{:?} is not within the text", error.span);
            assert!(!error.to_string().is_empty());
        }
    }
}

/// Maximum number of movements that are printed again, because each candidate text is parsed.
const MAX_PRINTED: usize = 400;

/// Printed movements read back as themselves; the rest is reported as not expressible.
fn print(movements: &[Movement]) {
    let written = notation::xbetza(movements);
    let lines =
        |movements: &[Movement]| -> BTreeSet<String> { movements.iter().map(ToString::to_string).collect() };
    let said = movements.iter().enumerate().filter(|(index, _)| !written.unsaid.contains(index));
    let said: Vec<Movement> = said.map(|(_, movement)| movement.clone()).collect();
    if said.is_empty() {
        return assert_eq!(written.text, "");
    }
    let read = notation::compile(&written.text).unwrap_or_else(|error| panic!("{}: {error}", written.text));
    assert_eq!(lines(&read), lines(&said), "{}", written.text);
}

const BETZA2: &[&str] = &[
    "t", "-", "+", "?", "!", "x", "d", "y", "O", "(0,0)", "(4,1)", "(99,99)", "W0", "-3", "rf8", "r0",
    "(FtlF)", "a", "e", "b", "fh", "jj", "j", "g", "p", "q", "z", "n", "R", "Q", "K", "((((", "))))", "W-0",
    "tR", "yB", "xebR",
];

/// [`notation()`] for Betza 2.0.
#[test]
fn betza2() {
    fuzz("betza2", true, BETZA2, |bytes| {
        expand(&String::from_utf8_lossy(bytes), Notation::Betza2);
    });
}

const BRACKETS: &[&str] = &[
    "[", "]", "?", "-", "[F?R]", "[W-sR]", "?R", "-sB", "v", "im", "K", "N3", "R*", "'", "n", "c", "p", "fs",
    "a", "(caf)", ":cK",
];

/// [`notation()`] for brackets within XBetza.
#[test]
fn bracket() {
    fuzz("bracket", true, BRACKETS, |bytes| {
        expand(&String::from_utf8_lossy(bytes), Notation::Bracket);
    });
}

const DEFINITION: &[&str] = &[
    "files=0\n",
    "files=26\n",
    "files=999\n",
    "ranks=99\n",
    "ranks=-1\n",
    "=",
    ":",
    "::",
    ",",
    "a1-z99",
    "a0",
    "royal=",
    "morph=",
    "promoZone=",
    "promoOffset=9\n",
    "maxPromote=99\n",
    "hole::::a1-z9\n",
    "symmetry=rotate\n",
    "<!--",
    "-->",
    "&lt;",
    "\r\n",
    "holdingsType=1\n",
    "RmasR",
    "(caf)R",
    "aaaaaK",
    "\u{feff}",
    "\u{1F600}",
    "99999999999999999999",
];

/// A definition is read, or refused with a span inside its text; a variant that is read is playable, unless its tables
/// are too large.
#[test]
fn definition() {
    fuzz("definition", false, DEFINITION, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        match variant::read("fuzz.txt", &text) {
            Ok((variant, _)) => play(variant, &text),
            Err(report) => {
                assert!(!report.is_empty());
                let shown = variant::diagnostic::render(&report, "fuzz.txt", &text);
                assert!(shown.contains("error"), "{shown}");
            }
        }
    });
}

/// Largest board whose tables are built here; larger ones take longer than the time limit.
const LARGEST_BOARD: usize = 400;

fn play(variant: Variant, text: &str) {
    if variant.board.len() > LARGEST_BOARD {
        return;
    }
    match Game::new(variant) {
        Ok(game) => {
            let mut pos = Position::start(&game);
            let moves = movegen::legal_moves(&game, &mut pos);
            for &mv in moves.iter().take(20) {
                let before = pos.fen(&game);
                pos.make(&game, mv);
                pos.unmake(&game);
                assert_eq!(pos.fen(&game), before, "{text}");
            }
        }
        Err(error) => assert!(!error.message.is_empty()),
    }
}

const FEN: &[&str] = &[
    "/",
    "8",
    "99",
    "0",
    "+",
    "~",
    "*",
    "[",
    "]",
    "[]",
    "-",
    " ",
    "w",
    "b",
    "KQkq",
    "AHah",
    "e3",
    "K",
    "k",
    "P",
    "p",
    "+P",
    "{",
    "999999999999",
    "\u{1F600}",
];

/// A FEN is refused with a span inside its text, or read; the FEN written for it reads back as the same position.
#[test]
fn fen() {
    let names = ["chess", "crazyhouse", "shogi", "grand", "xiangqi", "metamachy"];
    let ready = |name: &&str| Game::new(support::variant(name).clone()).expect("can be played");
    let games: Vec<Game> = names.iter().map(ready).collect();
    fuzz("fen", true, FEN, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        for game in &games {
            match Position::from_fen(game, &text) {
                Ok(mut pos) => {
                    let written = pos.fen(game);
                    let again = Position::from_fen(game, &written).map(|pos| pos.fen(game));
                    // A castling right of a piece that could never castle may be lost, so rights are not compared.
                    let others = |fen: &str| {
                        let fields = fen.split(' ').enumerate().filter(|(index, _)| *index != 2);
                        fields.map(|(_, field)| field.to_owned()).collect::<Vec<_>>()
                    };
                    assert_eq!(again.as_deref().map(others), Ok(others(&written)), "{text}");
                    movegen::list_legal(game, &mut pos, &mut MoveList::new());
                }
                Err(error) => {
                    assert!(text.get(error.span.clone()).is_some(), "{:?}", error.span);
                    assert!(!error.message.is_empty());
                }
            }
        }
    });
}

/// A session survives any lines and answers a ping after them.
#[test]
fn cecp() {
    let names = ["chess", "shogi", "crazyhouse", "xiangqi", "chu"];
    let mut gui = Gui::with(library(&names));
    fuzz("cecp", false, CECP, |bytes| {
        // Thinking must be short; `quit` would end the session, and `memory` might be honoured.
        gui.send_bytes(b"new\nforce\nsd 1\nst 1\n");
        for line in bytes.split(|&byte| byte == b'\n') {
            let text = String::from_utf8_lossy(line);
            let first = text.split_whitespace().next().unwrap_or("");
            let number = text.chars().any(|c| c.is_ascii_digit());
            if !(first == "quit" || number && ["memory", "option", "st", "sd", "level"].contains(&first)) {
                gui.send_bytes(&[line, b"\n"].concat());
            }
        }
        gui.send_bytes(b".\nresume\nexit\nforce\n?\n");
        gui.sync();
        gui.heard.clear();
    });
    gui.quit();
}

/// A UCI session survives any lines, is ready after them, and still knows the game.
#[test]
fn uci() {
    let names = ["chess", "shogi", "crazyhouse", "xiangqi"];
    let mut gui = Gui::with(library(&names));
    gui.send_bytes(b"uci\n");
    fuzz("uci", false, UCI, |bytes| {
        for line in bytes.split(|&byte| byte == b'\n') {
            let text = String::from_utf8_lossy(line);
            let mut words = text.split_whitespace();
            let first = words.next().unwrap_or("");
            // Skips commands that take long by design, and file names.
            let costly = ["quit", "bench"].contains(&first)
                || text.contains("perft") && !text.ends_with("perft 2")
                || ["Hash", "Threads", "Path", "Folder", "File"]
                    .iter()
                    .any(|word| first == "setoption" && text.to_lowercase().contains(&word.to_lowercase()));
            if !costly {
                gui.send_bytes(&[line, b"\n"].concat());
                if first == "go" {
                    gui.send_bytes(b"stop\n");
                }
            }
        }
        gui.send_bytes(b"stop\nsetoption name UCI_Variant value chess\nposition startpos\ngo perft 1\n");
        gui.expect("Nodes searched: 20");
        gui.heard.clear();
    });
    gui.quit();
}
