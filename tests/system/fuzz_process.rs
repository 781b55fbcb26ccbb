//! The program behind pipes survives any stream of bytes, split anywhere, at any moment of a search, and ends properly
//! when a pipe is closed or a signal arrives.
//!
//! Streams are mutations of the seeds in `tests/corpus/cecp` and `tests/corpus/uci`, sent in pieces with pauses. Two
//! processes, one per protocol, get one stream after another. After each stream they must respond within a second of
//! processor time, count the moves of a known position correctly, and not have panicked; their memory must stay flat.
//! Other processes are started to be terminated. `GRIFFON_FUZZ_SECONDS` (2) and `GRIFFON_FUZZ_SEED` (1) as in
//! `tests/system/fuzz.rs`.
//!
//! The streams omit commands that are expensive by design: `bench`, perft deeper than two plies that is not stopped,
//! more than fifty searches in a row, tables and threads of any size. They also omit file names, because a mutated name
//! might be that of a real file.
#![cfg(unix)]

use crate::support::fresh;
use crate::support::mutation::{CECP, UCI, corpus, mutate, rng};
use crate::support::pipes::Engine;
use crate::support::setting;
use griffon::random::Rng;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// Positions with known numbers of legal moves: variant, FEN (empty: the start position), moves.
const KNOWN: &[(&str, &str, u32)] = &[
    ("normal", "", 20),
    ("normal", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 48),
    ("normal", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 14),
    ("normal", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 6),
    ("normal", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 44),
    ("crazyhouse", "", 20),
    ("xiangqi", "", 44),
    ("shogi", "", 30),
];
/// Number of streams until caches and tables have reached their full size.
const WARM: u32 = 150;
/// Maximum memory growth of a process after that, KiB, and per thousand streams.
const GROWTH_KIB: u64 = 24 << 10;
const GROWTH_KIB_PER_THOUSAND: u64 = 512;
/// Maximum length of a line, bytes.
const ENORMOUS: usize = 4 << 20;

/// Maximum number of searches per stream: each takes some milliseconds even if stopped immediately.
const MAX_SEARCHES: u32 = 50;

/// Commands of a protocol that the test needs.
struct ProtocolFuzz {
    name: &'static str,
    words: &'static [&'static str],
    greeting: &'static str,
    /// Commands that can be inserted at any moment.
    cries: &'static [&'static str],
    /// Ends everything that a stream has started.
    end: &'static str,
    is_costly: fn(&str) -> bool,
}

const IN_CECP: ProtocolFuzz = ProtocolFuzz {
    name: "cecp",
    words: CECP,
    greeting: "xboard\nprotover 2\noption Log Level=error\n",
    cries: &[
        "\ngo\n",
        "\n?\n",
        "\n.\n",
        "\nping 5\n",
        "\nst 0.02\n",
        "\nanalyze\n",
        "\nexit\n",
        "\nundo\n",
        "\nnew\n",
        "\nforce\n",
        "\nhint\n",
        "\nhard\n",
        "\npause\n",
        "\nresume\n",
        "\nvariant shogi\n",
        "\nusermove e2e4\n",
        "\nremove\n",
        "\ndraw\n",
    ],
    end: "\n.\nresume\nexit\nforce\nnew\nforce\noption MultiPV=1\n",
    is_costly: |line| {
        let first = line.split_whitespace().next().unwrap_or("");
        let resource = ["memory", "cores"].contains(&first);
        first == "quit" || resource || first == "option" && names_a_resource(line)
    },
};

const IN_UCI: ProtocolFuzz = ProtocolFuzz {
    name: "uci",
    words: UCI,
    greeting: "uci\nsetoption name Log Level value error\n",
    cries: &[
        "\ngo depth 3\n",
        "\ngo infinite\n",
        "\nstop\n",
        "\nisready\n",
        "\nponderhit\n",
        "\nucinewgame\n",
        "\ngo movetime 30\n",
        "\ngo ponder wtime 100 btime 100\n",
        "\nposition startpos moves e2e4\n",
        "\nd\n",
        "\ngo perft 9\nstop\n",
        "\neval\n",
    ],
    end: "\nstop\nucinewgame\nsetoption name MultiPV value 1\nsetoption name UCI_Chess960 value false\n",
    is_costly: |line| {
        let first = line.split_whitespace().next().unwrap_or("");
        let counts = line.contains("perft") && !line.contains("perft 2");
        first == "quit" || first == "bench" || counts || first == "setoption" && names_a_resource(line)
    },
};

fn names_a_resource(line: &str) -> bool {
    let line = line.to_lowercase();
    ["hash", "threads", "path", "folder", "file", "log"].iter().any(|word| line.contains(word))
}

/// Returns the path of an empty log file for an engine.
fn log_file(name: &str) -> PathBuf {
    fresh(&format!("fuzz-{name}.log"))
}

/// Returns the first log line that reports a defect.
fn defects(log: &Path) -> Option<String> {
    let text = String::from_utf8_lossy(&std::fs::read(log).unwrap_or_default()).into_owned();
    text.lines().find(|line| line.contains("panicked") || line.contains("ERROR")).map(str::to_owned)
}

impl ProtocolFuzz {
    /// Waits until the engine has handled everything; it must answer promptly.
    fn sync(&self, engine: &mut Engine, token: u32) -> Result<(), String> {
        match self.name {
            "cecp" => {
                engine.send(format!("ping {token}\n"));
                engine.expect("ping", |line| line == format!("pong {token}")).map(|_| ())
            }
            _ => {
                // A stream may contain any request except this one.
                engine.send(format!("nonsense {token}\nisready\n"));
                let answer = format!("info string unknown command: nonsense {token}");
                engine.expect("nonsense", |line| line == answer)?;
                engine.expect("isready", |line| line == "readyok").map(|_| ())
            }
        }
    }

    /// Checks that the engine counts the legal moves of a position correctly.
    fn count(&self, engine: &mut Engine, (variant, fen, moves): (&str, &str, u32)) -> Result<(), String> {
        let (command, answer) = match self.name {
            "cecp" => {
                let board = if fen.is_empty() { String::new() } else { format!("setboard {fen}\n") };
                let text = format!("new\nforce\nvariant {variant}\n{board}option Show Moves\n");
                (text, format!(r"telluser \\{moves} legal moves:"))
            }
            _ => {
                let name = if variant == "normal" { "chess" } else { variant };
                let board = if fen.is_empty() { "startpos".into() } else { format!("fen {fen}") };
                let text = format!("setoption name UCI_Variant value {name}\nposition {board}\ngo perft 1\n");
                (text, format!("Nodes searched: {moves}"))
            }
        };
        let answers: fn(&str) -> bool = |line| {
            line.starts_with("telluser ") && line.contains(" legal moves:")
                || line.starts_with("Nodes searched: ")
        };
        engine.send(command);
        let said = engine.expect("the moves of a known position", answers)?;
        if said.starts_with(&answer) {
            Ok(())
        } else {
            Err(format!("{variant} {fen}: {said} instead of {answer}"))
        }
    }

    /// Returns a stream: the permitted lines of a mutated seed, with inserted commands and sometimes a huge line.
    fn stream(&self, random: &mut Rng, seeds: &[Vec<u8>]) -> Vec<Vec<u8>> {
        let text = mutate(random, seeds, self.words);
        let mut searches = 0;
        let cheap = |line: &&[u8]| {
            let text = String::from_utf8_lossy(line);
            let search = text.trim_start().starts_with("go");
            searches += u32::from(search);
            let one_too_many = search && searches > MAX_SEARCHES;
            !one_too_many && !(self.is_costly)(&text)
        };
        let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').filter(cheap).collect();
        let text = lines.join(&b'\n');
        let mut pieces = Vec::new();
        let mut rest = text.as_slice();
        while !rest.is_empty() {
            let most = if random.below(3) == 0 { 4 } else { 200 };
            let (piece, after) = rest.split_at((1 + random.below(most)).min(rest.len()));
            pieces.push(piece.to_vec());
            rest = after;
            if random.below(4) == 0 {
                pieces.push(random.pick(self.cries).as_bytes().to_vec());
            }
        }
        if random.below(40) == 0 {
            pieces.push(enormous(random));
        }
        pieces
    }
}

/// Returns a line of some MiB: an endless command, or random bytes.
fn enormous(random: &mut Rng) -> Vec<u8> {
    let length = 1 + random.below(ENORMOUS);
    let starts = [
        "position startpos moves e2e4 e7e5 ",
        "position fen ",
        "setboard ",
        "usermove ",
        "setoption name ",
        "go searchmoves ",
        "option ",
        "",
        "variant ",
        "ping ",
        "hover ",
        "edit\n",
    ];
    let mut line = format!("\n{}", random.pick(&starts)).into_bytes();
    let fillings: [&[u8]; 6] = [b"g1f3 g8f6 f3g1 f6g8 ", b"8/", b"9", b"\0", b" ", b"\xff\xfe"];
    let filling = *random.pick(&fillings);
    line.extend(filling.iter().copied().cycle().take(length));
    line.push(b'\n');
    line
}

/// Pauses between two pieces of input, usually not at all.
fn pause(random: &mut Rng) {
    match random.below(40) {
        0 => thread::sleep(Duration::from_millis(random.below(40) as u64)),
        1..6 => thread::sleep(Duration::from_micros(random.below(2000) as u64)),
        _ => {}
    }
}

/// Sends one stream after another to one process.
fn soak(language: &ProtocolFuzz) {
    let name = language.name;
    let seeds = corpus(name, false);
    let mut random = rng(name.len() as u64);
    let log = log_file(name);
    let mut engine = Engine::start(&log);
    engine.send(language.greeting);
    language.sync(&mut engine, 0).expect("a start");
    let end = Instant::now() + Duration::from_secs(setting("GRIFFON_FUZZ_SECONDS").unwrap_or(2));
    let (mut streams, mut settled, mut most) = (0, 0, 0);
    while Instant::now() < end || streams == 0 {
        let pieces = language.stream(&mut random, &seeds);
        for piece in &pieces {
            engine.send(piece);
            pause(&mut random);
        }
        engine.send(language.end);
        streams += 1;
        let known = KNOWN[streams as usize % KNOWN.len()];
        let checked =
            language.sync(&mut engine, 10_000 + streams).and_then(|()| language.count(&mut engine, known));
        let checked = checked.and_then(|()| defects(&log).map_or(Ok(()), Err));
        if let Err(why) = checked {
            let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{name}.stream"));
            std::fs::write(&path, pieces.concat()).expect("the directory can be written");
            panic!("{name}: stream {streams}, kept in {}: {why}", path.display());
        }
        engine.forget();
        let memory = engine.memory();
        if streams <= WARM {
            settled = settled.max(memory);
        }
        most = most.max(memory);
        let allowed = settled + GROWTH_KIB + GROWTH_KIB_PER_THOUSAND * u64::from(streams) / 1000;
        assert!(memory <= allowed, "{name}: {memory} KiB after {streams} streams, {settled} KiB at first");
    }
    let last = engine.memory();
    engine.close_input();
    assert!(engine.ended().expect("it ends").success(), "{name}");
    println!(
        "{name}: {streams} streams; {settled} KiB after {WARM} of them, at most {most}, {last} at the end"
    );
}

#[test]
fn streams_of_cecp() {
    soak(&IN_CECP);
}

#[test]
fn streams_of_uci() {
    soak(&IN_UCI);
}

/// How an engine is terminated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ending {
    /// The command `quit`.
    Quit,
    /// Its input is closed, possibly within a line.
    NoInput,
    /// Its output is closed, which it notices on the next write.
    NoOutput,
    /// SIGTERM.
    Terminate,
    /// SIGINT: ignored in CECP, where GUIs send it to get attention; ends the engine in UCI.
    Interrupt,
}

const ENDINGS: [Ending; 5] =
    [Ending::Quit, Ending::NoInput, Ending::NoOutput, Ending::Terminate, Ending::Interrupt];

/// Terminates an engine in the middle of a stream.
fn end_one(
    language: &ProtocolFuzz,
    ending: Ending,
    random: &mut Rng,
    seeds: &[Vec<u8>],
) -> Result<(), String> {
    const SIGINT: i32 = 2;
    const SIGTERM: i32 = 15;
    let log = log_file(&format!("end-{}", language.name));
    let mut engine = Engine::start(&log);
    engine.send(language.greeting);
    language.sync(&mut engine, 1)?;
    for piece in language.stream(random, seeds) {
        engine.send(piece);
    }
    engine.send(*random.pick(language.cries));
    thread::sleep(Duration::from_millis(random.below(60) as u64));
    let expected = match ending {
        Ending::Quit => {
            // Not while a position is being edited.
            engine.send("\n.\nquit\n");
            (Some(0), None)
        }
        Ending::NoInput => {
            if random.below(2) == 0 {
                engine.send("\nusermove e2");
            }
            engine.close_input();
            (Some(0), None)
        }
        Ending::NoOutput => {
            engine.close_output();
            // The first answer is still read, then the reader is gone.
            let end = Instant::now() + Duration::from_secs(20);
            while Instant::now() < end && engine.send(format!("{}ping 7\nd\n", language.end)) {
                thread::sleep(Duration::from_millis(20));
            }
            (Some(0), None)
        }
        Ending::Terminate => {
            engine.signal("TERM");
            (None, Some(SIGTERM))
        }
        Ending::Interrupt if language.name == "cecp" => {
            engine.signal("INT");
            engine.send(language.end);
            language.sync(&mut engine, 2)?;
            engine.send("quit\n");
            (Some(0), None)
        }
        Ending::Interrupt => {
            engine.signal("INT");
            (None, Some(SIGINT))
        }
    };
    let status = engine.ended()?;
    if let Some(defect) = defects(&log) {
        return Err(defect);
    }
    let got = (status.code(), status.signal());
    if got == expected {
        Ok(())
    } else {
        Err(format!("exit code and signal {got:?} instead of {expected:?}"))
    }
}

#[test]
fn engines_terminate_promptly() {
    let mut random = rng(9);
    let seeds = [IN_CECP.name, IN_UCI.name].map(|name| corpus(name, false));
    let end = Instant::now() + Duration::from_secs(setting("GRIFFON_FUZZ_SECONDS").unwrap_or(2));
    let mut runs = 0;
    while runs < ENDINGS.len() * 2 || Instant::now() < end {
        let (language, seeds) = if runs % 2 == 0 { (&IN_CECP, &seeds[0]) } else { (&IN_UCI, &seeds[1]) };
        let ending = ENDINGS[runs / 2 % ENDINGS.len()];
        let ended = end_one(language, ending, &mut random, seeds);
        assert_eq!(ended, Ok(()), "{} {ending:?}, run {runs}", language.name);
        runs += 1;
    }
    println!("ends: {runs} processes");
}
