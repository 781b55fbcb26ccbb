//! `griffon match`: matches between engines, with Griffon's rules as the referee.

use crate::support;
use crate::support::{Ran, griffon};
use griffon::net::NetFile;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

const ENGINE: &str = env!("CARGO_BIN_EXE_griffon");
const FAKE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/fake.sh");

fn arguments<'a>(variant: &'a str, engines: [&'a str; 2], games: &'a str) -> Vec<&'a str> {
    let [first, second] = engines;
    vec![
        "match",
        "--engine",
        first,
        "--engine",
        second,
        "--variant",
        variant,
        "--games",
        games,
        "--tc",
        "1+0.01",
    ]
}

fn play(variant: &str, engines: [&str; 2], games: &str, more: &[&str]) -> Ran {
    let mut arguments = arguments(variant, engines, games);
    arguments.extend(more);
    griffon(&arguments)
}

#[test]
fn griffon_plays_itself() {
    for variant in ["normal", "xiangqi"] {
        let text = play(variant, [ENGINE, ENGINE], "2", &["--pgn", "-"]).ok();
        assert_eq!(text.matches("[Result \"").count(), 2, "{text}");
        let last = text.lines().last().expect("the score");
        assert!(last.contains(" (W-D-L), ") && !last.contains("faults"), "{text}");
    }
}

#[test]
fn an_engine_that_breaks_the_rules_loses() {
    let faulty = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/xboard/faulty.sh");
    // White moves first, so the claim of `1-0` is not a concession.
    for fault in ["dies", "illegal", "claims", "silent"] {
        let text = play("normal", [&format!("{faulty} {fault}"), ENGINE], "1", &[]).ok();
        let last = text.lines().last().expect("the score");
        assert!(last.contains("0-0-1 (W-D-L)") && last.ends_with("faults 1-0"), "{fault}: {text}");
    }
}

/// "illegal, crash and time failures counted by kind": each fault in each protocol, and the message to the engine.
#[test]
fn faults_are_counted_by_kind() {
    let table = [
        ("cecp", "illegal", "illegal"),
        ("cecp", "claims", "claim"),
        ("cecp", "complains", "complaint"),
        ("cecp", "silent", "time"),
        ("cecp", "slow", "time"),
        ("cecp", "hangs", "hang"),
        ("cecp", "dies", "crash"),
        ("uci", "illegal", "illegal"),
        ("uci", "nothing", "illegal"),
        ("uci", "silent", "time"),
        ("uci", "hangs", "hang"),
        ("uci", "dies", "crash"),
    ];
    thread::scope(|scope| {
        for (protocol, fault, kind) in table {
            scope.spawn(move || {
                let engine = format!("cmd='{FAKE} {protocol} {fault}' proto={protocol} st=0.2");
                let other = format!("cmd='{ENGINE}' depth=2");
                let lines = play("normal", [&engine, &other], "1", &["--random", "0", "--json"]).json();
                assert_eq!(lines[0]["fault"]["kind"], kind, "{protocol} {fault}: {lines:?}");
                assert_eq!(lines[0]["fault"]["side"], "white", "{protocol} {fault}: {lines:?}");
                assert_eq!(lines[1]["faults"][0], serde_json::json!([[kind, 1]]), "{protocol} {fault}");
                assert_eq!((&lines[1]["losses"], &lines[1]["wins"]), (&Value::from(1), &Value::from(0)));
            });
        }
    });
}

#[test]
fn resigning_and_agreeing_are_not_faults() {
    let fake = |fault: &str| format!("{FAKE} cecp {fault}");
    let more = ["--random", "0", "--json"];
    let lines = play("normal", [&fake("resigns"), ENGINE], "1", &more).json();
    assert_eq!((&lines[0]["reason"], &lines[0]["fault"]), (&Value::from("resignation"), &Value::Null));
    let lines = play("normal", [&fake("offers"), &fake("offers")], "1", &more).json();
    assert_eq!((&lines[0]["reason"], &lines[0]["result"]), (&"agreement".into(), &"1/2-1/2".into()));
    // The rules give no draw after one move; the claim applies to the position in which it was made.
    let lines = play("normal", [&fake("draws"), &fake("draws")], "1", &more).json();
    assert_eq!(lines[0]["fault"]["kind"], "claim", "{lines:?}");
}

/// What an engine without `ping` writes after the end of a game is no answer in the next one.
#[test]
fn late_answers_are_ignored() {
    let (engine, other) = (format!("cmd='{FAKE} cecp lags' depth=1"), "proto=internal nodes=1");
    let openings = support::file("match-late.txt", "g1f3 g8f6\nb1c3 b8c6\n");
    let more = ["--openings", openings.to_str().expect("a name"), "--max-plies", "3", "--json"];
    let lines = play("normal", [&engine, other], "3", &more).json();
    let reasons: Vec<&Value> = lines[..3].iter().map(|line| &line["reason"]).collect();
    assert_eq!(reasons, ["too many moves"; 3], "{lines:?}");
}

#[test]
fn engines_receive_their_settings() {
    let log = support::fresh("match-settings.log");
    let fake = |protocol: &str, more: &str| {
        let log = log.display();
        format!(
            "cmd='env FAKE_LOG={log} {FAKE} {protocol} illegal' proto={protocol} hash=32 threads=2 {more}"
        )
    };
    let first = fake("cecp", "nodes=700 option.Style=wild");
    let second = fake("uci", "tc=40/3+0.5 'option.Skill Level=3'");
    let common = ["--each", "option.Style=calm", "--each", "option.Nonsuch=1"];
    play("normal", [&first, &second], "2", &[&["--random", "0"][..], &common].concat()).ok();
    let heard = fs::read_to_string(&log).expect("a log");
    for line in [
        "memory 32",
        "cores 2",
        "nps 700",
        "option Style=wild",
        "setoption name Hash value 32",
        "setoption name Skill Level value 3",
        "setoption name UCI_Variant value chess",
        "position startpos",
        "go wtime 3000 btime 3000 winc 500 binc 0 movestogo 40",
        "quit",
    ] {
        assert!(heard.lines().any(|other| other == line), "{line}: {heard}");
    }
    // The engine has no such option, so the option is not sent.
    assert!(!heard.contains("Threads") && !heard.contains("Nonsuch"), "{heard}");
    // Its own value of an option comes last.
    let styles = heard.lines().filter(|line| line.starts_with("option Style="));
    assert_eq!(styles.take(2).collect::<Vec<_>>(), ["option Style=calm", "option Style=wild"], "{heard}");
}

#[test]
fn engines_that_cannot_play_are_refused() {
    assert!(play("normal", [ENGINE, "/no/such/engine"], "1", &[]).refused().contains("/no/such/engine"));
    let faulty = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/xboard/faulty.sh");
    assert!(play("shogi", [ENGINE, faulty], "1", &[]).refused().contains("does not play `shogi`"));
    let uci = format!("cmd='{FAKE} uci silent' proto=uci");
    assert!(play("xiangqi", [ENGINE, &uci], "1", &[]).refused().contains("does not play `xiangqi`"));
    assert_eq!(griffon(&["match", "--engine", ENGINE]).code, Some(2));
    let wrong = play("normal", [ENGINE, "cmd=x speed=9"], "1", &[]).refused();
    assert!(wrong.contains("no setting is called `speed`"), "{wrong}");
    let openings = support::file("match-refused.txt", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1\n");
    let openings = ["--openings", openings.to_str().expect("a name")];
    for (settings, more, message) in [
        (
            "cecp silent' option.Stile=wild",
            &[][..],
            "the engine has no option `Stile`; did you mean `Style`?",
        ),
        ("uci silent' proto=uci option.Hahs=3", &[], "the engine has no option `Hahs`; did you mean `Hash`?"),
        ("cecp silent' dir=/no/such", &[], "there is no folder `/no/such`"),
        ("cecp refuses'", &openings, "the engine cannot set up the position"),
    ] {
        let engine = format!("cmd='{FAKE} {settings}");
        let why = play("normal", [ENGINE, &engine], "1", more).refused();
        assert!(why.contains(message), "{settings}: {why}");
    }
}

/// Openings that repeat, or are shorter than wanted, are reported.
#[test]
fn few_openings_are_reported() {
    let engine = "proto=internal nodes=1";
    let warning = |variant: &str, games: &str, random: &str| {
        let arguments =
            ["match", "--engine", engine, "--engine", engine, "--variant", variant, "--games", games];
        griffon(&[&arguments[..], &["--random", random, "--max-plies", "2"]].concat()).err
    };
    let text = warning("normal", "4", "0");
    assert!(text.contains("warning: `normal` has more pairs of games (2) than openings (1)"), "{text}");
    let text = warning("hexapawn", "2", "900");
    assert!(text.contains("warning: games of `hexapawn` end within the random plies"), "{text}");
    assert_eq!(warning("normal", "2", "0") + &warning("normal", "4", "2"), "");
}

/// "openings generated (…, each played with both colours) or from a file": the same file of openings gives the same
/// games with both colours, and a saved file can be read.
#[test]
fn openings_are_saved_and_loaded() {
    let saved = support::fresh("match-openings.txt");
    let path = saved.to_str().expect("a name");
    let engine = format!("cmd='{ENGINE}' depth=1");
    let more = ["--save-openings", path, "--max-plies", "10", "--json", "--seed", "5"];
    play("shogi", [&engine, &engine], "4", &more).json();
    let text = fs::read_to_string(&saved).expect("openings");
    assert_eq!(text.lines().count(), 2, "{text}");
    let games = support::fresh("match-openings.pgn");
    let more = ["--openings", path, "--max-plies", "10", "--pgn", games.to_str().expect("a name")];
    play("shogi", [&engine, &engine], "4", &more).ok();
    let pgn = fs::read_to_string(&games).expect("games");
    let starts: Vec<String> = pgn
        .split("\n\n")
        .skip(1)
        .step_by(2)
        .map(|moves| {
            moves.split_whitespace().filter(|w| w.len() > 3 && !w.contains(['{', '}'])).take(6).collect()
        })
        .collect();
    assert_eq!(starts.len(), 4);
    assert!(starts[0] == starts[1] && starts[2] == starts[3] && starts[0] != starts[2], "{starts:?}");
}

#[test]
fn a_sequential_test_ends_a_match_early() {
    let fake = format!("cmd='{FAKE} cecp resigns'");
    let engine = format!("cmd='{ENGINE}' depth=1");
    let more = ["--sprt", "0,300", "--json", "--random", "2"];
    let lines = play("normal", [&engine, &fake], "400", &more).json();
    let last = lines.last().expect("the match");
    assert_eq!(last["sprt"], "H1 accepted");
    assert!(last["games"].as_u64().expect("a number") < 100, "{last}");
}

#[test]
fn games_are_adjudicated_only_on_request() {
    // Queen against nothing, for White or Black.
    let openings = support::file("match-queen.txt", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1\n");
    let engine = format!("cmd='{ENGINE}' depth=2");
    let path = openings.to_str().expect("a name");
    let more = ["--openings", path, "--resign", "300:3", "--json"];
    let lines = play("normal", [&engine, &engine], "1", &more).json();
    assert_eq!((&lines[0]["reason"], &lines[0]["result"]), (&"adjudicated by score".into(), &"1-0".into()));
    assert!(lines[0]["plies"].as_u64().expect("a number") <= 8, "{lines:?}");
}

/// "a killed tournament resumes without losing a game".
#[test]
fn a_killed_match_can_be_resumed() {
    let games = support::fresh("match-killed.pgn");
    let engine = format!("cmd='{ENGINE}' depth=1");
    let path = games.to_str().expect("a name");
    let more = ["--pgn", path, "--concurrency", "2", "--max-plies", "40"];
    let mut all = arguments("normal", [&engine, &engine], "40");
    all.extend(more);
    let mut process =
        Command::new(ENGINE).args(&all).stdout(Stdio::null()).spawn().expect("the program starts");
    let count = || fs::read_to_string(&games).map_or(0, |text| text.matches("[Result").count());
    while count() < 5 && process.try_wait().expect("it was started").is_none() {
        thread::sleep(Duration::from_millis(2));
    }
    process.kill().expect("it was started");
    process.wait().expect("it has ended");
    // Killed while writing a game's line.
    let text = fs::read_to_string(&games).expect("games");
    fs::write(&games, text + "[Event \"griffon match").expect("writes");
    let before = count();
    assert!((5..40).contains(&before), "{before}");
    let again = griffon(&all).refused();
    assert!(again.contains("continue with `--resume`"), "{again}");
    all.push("--resume");
    let told = griffon(&all).ok();
    assert!(told.lines().count() < 40, "{told}");
    let text = fs::read_to_string(&games).expect("games");
    let mut rounds: Vec<&str> = text.lines().filter(|line| line.starts_with("[Round")).collect();
    assert_eq!(rounds.len(), 40);
    rounds.sort_unstable();
    rounds.dedup();
    assert_eq!(rounds.len(), 40);
    assert!(told.lines().last().is_some_and(|line| line.contains("(W-D-L)")), "{told}");
    // A different match ignores the games in the file.
    let other = ["--pgn", path, "--max-plies", "6", "--seed", "2"];
    play("normal", [&engine, &engine], "2", &other).ok();
    // To resume it is probably a mistake.
    let mut other = arguments("normal", [&engine, &engine], "2");
    other.extend(["--pgn", path, "--max-plies", "6", "--seed", "3", "--resume"]);
    let told = Command::new(ENGINE).args(&other).output().expect("the program starts");
    let told = String::from_utf8_lossy(&told.stderr);
    assert!(told.contains("warning: no game is resumed: the 42 games of the file"), "{told}");
}

/// In a shuffled game an engine with its own weights castles as the referee does.
#[test]
fn internal_engines_castle_in_shuffled_games() {
    let engines = ["proto=internal name=a net=-", "proto=internal name=b param.tempo=20"];
    for variant in ["fischerandom", "caparandom"] {
        let more = ["--json", "--balance", "0", "--nodes", "20"];
        let told = match_of(variant, engines, "24", &more).json().pop().expect("the match");
        let faults = told["faults"].as_array().expect("two engines");
        assert!(
            faults.iter().all(|counts| counts.as_array().expect("counts").is_empty()),
            "{variant}: {told}"
        );
    }
}

/// Plays a match without a clock.
fn match_of(variant: &str, [first, second]: [&str; 2], games: &str, more: &[&str]) -> Ran {
    let fixed = ["match", "--engine", first, "--engine", second, "--variant", variant, "--games", games];
    griffon(&[&fixed[..], more].concat())
}

/// Another net in the same file plays another match.
#[test]
fn games_of_another_net_are_not_resumed() {
    let net = support::fresh("match-net.gnn");
    let games = support::fresh("match-net.pgn");
    let engine = format!("proto=internal name=a net={}", net.display());
    let more = ["--pgn", games.to_str().expect("a name"), "--resume", "--max-plies", "4", "--nodes", "2"];
    let mut counts = Vec::new();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants/nets/chess.gnn");
    let mut file = NetFile::open(&shipped).expect("a net");
    for positions in [1, 2, 2] {
        file.header.positions = positions;
        fs::write(&net, file.write()).expect("writes");
        assert_eq!(match_of("chess", [&engine, "proto=internal name=b"], "2", &more).code, Some(0));
        let text = fs::read_to_string(&games).expect("games");
        counts.push(text.matches("[Result").count());
    }
    assert_eq!(counts, [2, 4, 4]);
}

/// Ctrl-C ends a match with its score; `--resume` continues it.
#[cfg(unix)]
#[test]
fn an_interrupted_match_has_a_score() {
    let games = support::fresh("match-stopped.pgn");
    let engine = "proto=internal nodes=50";
    let mut all = arguments("normal", [engine, engine], "100000");
    all.extend(["--pgn", games.to_str().expect("a name")]);
    let child = Command::new(ENGINE)
        .args(&all)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let count = || fs::read_to_string(&games).map_or(0, |text| text.matches("[Result").count());
    while count() < 3 {
        thread::sleep(Duration::from_millis(5));
    }
    support::pipes::send_signal(child.id(), "INT");
    let ended = child.wait_with_output().expect("ended");
    let [out, err] = [ended.stdout, ended.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert_eq!(ended.status.code(), Some(130), "{err}");
    assert!(out.lines().last().is_some_and(|line| line.contains(" (W-D-L), ")), "{out}");
    assert_eq!(err, "interrupted; `--resume` continues\n");
    assert_eq!(count(), out.lines().filter(|line| line.contains(" plies; ")).count());
}

/// No command replaces or extends a definition.
#[test]
fn definitions_are_not_overwritten() {
    let text = "files=5\nranks=5\nroyal=K\nmaxPromote=0\nking:K:K::c1\nwazir:W:W::a1,e1\n";
    let path = support::file("spared.txt", text);
    let name = path.to_str().expect("a name");
    let folder = path.parent().and_then(|folder| folder.to_str()).expect("a folder");
    let engine = "proto=internal nodes=2";
    let spared = |ran: Ran| {
        let error = ran.refused();
        assert!(error.contains("spared.txt: not a "), "{error}");
        assert_eq!(fs::read_to_string(&path).expect("reads"), text);
    };
    spared(griffon(&["openings", name, "--out", folder, "--count", "2"]));
    spared(match_of(name, [engine; 2], "2", &["--save-openings", name]));
    spared(match_of(name, [engine; 2], "2", &["--pgn", name]));
    let gauntlet = ["gauntlet", "--engine", engine, "--opponent", engine, "--variants", name, "--games", "2"];
    spared(griffon(&[&gauntlet[..], &["--markdown", name]].concat()));
}

/// A definition that has changed since is another game, although its file has the same name.
#[test]
fn games_by_other_rules_are_not_resumed() {
    let games = support::fresh("match-own.pgn");
    let engine = "proto=internal depth=1";
    let path = games.to_str().expect("a name");
    let play_by = |moves: &str, count: &str| {
        let pieces = format!("royal=K\nmaxPromote=0\nking:K:K::c1\nwazir:W:{moves}::a1,e1\n");
        let file = support::file("match-own.txt", &format!("files=5\nranks=5\n{pieces}"));
        let variant = file.to_str().expect("a name");
        let more = ["--pgn", path, "--resume", "--max-plies", "10", "--random", "2"];
        play(variant, [engine, engine], count, &more)
    };
    play_by("W", "2").ok();
    // The same rules: only the missing games are played.
    assert_eq!(play_by("W", "4").ok().matches(" plies; ").count(), 2);
    let other = play_by("F", "4");
    assert!(other.err.contains("warning: no game is resumed: the 4 games of the file"), "{other:?}");
    assert_eq!(other.out.matches(" plies; ").count(), 4, "{other:?}");
}

/// "no games on the terminal unless asked; memory lines only with `--verbose`; no "+1600 ± 871" after one game".
#[test]
fn match_output_is_brief() {
    let engine = format!("cmd='{ENGINE}' depth=1");
    let more = ["--max-plies", "8", "--random", "2"];
    let text = play("normal", [&engine, &engine], "1", &more).ok();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(lines[0].ends_with("1/2-1/2 {too many moves} 8 plies; 0-1-0"), "{text}");
    assert!(lines[1].ends_with(": 0-1-0 (W-D-L), 50.0%, too few games for an estimate"), "{text}");
    let text = play("normal", [&engine, &engine], "1", &[&more[..], &["--verbose"]].concat()).ok();
    assert_eq!(text.contains("memory of "), cfg!(target_os = "linux"), "{text}");
    let text = play("normal", [&engine, &engine], "1", &[&more[..], &["--show"]].concat()).ok();
    // The position after the opening, and one after each of six moves.
    assert_eq!(text.matches("     a b c d e f g h\n").count(), 7, "{text}");
    assert!(text.contains("\ngame 1 ") || text.starts_with("game 1\n"), "{text}");
}

/// Games as PGN readers expect them: algebraic moves, a date, the reason for the end.
#[test]
fn games_are_written_in_algebraic_notation() {
    let openings = support::file("match-mate.txt", "7k/5ppp/8/8/8/8/5PPP/R3R1K1 w - - 0 1\n");
    let engine = format!("cmd='{ENGINE}' depth=3");
    let more = ["--openings", openings.to_str().expect("a name"), "--pgn", "-"];
    let text = play("normal", [&engine, &engine], "1", &more).ok();
    assert!(text.contains("1. Ra8# {") || text.contains("1. Re8# {"), "{text}");
    assert!(text.contains("{checkmate} 1-0"), "{text}");
    assert!(text.contains("[Date \"20") && !text.contains("????"), "{text}");
}

#[test]
fn an_engine_that_does_not_start_is_quoted() {
    let script =
        support::file("dies.sh", "#!/bin/sh\necho 'no libfoo.so here' >&2\necho 'good\u{1b}bye'\nexit 3\n");
    let engine = format!("sh {}", script.display());
    let text = play("normal", [ENGINE, &engine], "1", &[]).refused();
    assert!(text.contains("the engine ended; last output:"), "{text}");
    assert!(text.contains("\n    no libfoo.so here") && text.contains("\n    good?bye"), "{text}");
    let text = play("normal", [ENGINE, "nosuchengine"], "1", &[]).refused();
    assert!(text.contains("nosuchengine: there is no such program"), "{text}");
}

/// An engine that has played is started again where it fails to start once, but not for ever.
#[test]
fn an_engine_that_has_played_is_started_again() {
    let starts = support::fresh("match-starts.txt");
    let ended = |start_works: &str| {
        let _ = fs::remove_file(&starts);
        let log = starts.display();
        let count = format!("echo x >> '{log}'; starts=$(wc -l < '{log}')");
        let script = format!("{count}; [ $(({start_works})) = 1 ] || exit 3; exec '{FAKE}' cecp dies");
        let script = support::file("match-starts.sh", &script);
        play("normal", [&format!("sh {}", script.display()), ENGINE], "3", &[])
    };
    let text = ended("starts % 2").ok();
    assert!(text.contains("0-0-3 (W-D-L)"), "{text}");
    let text = ended("starts < 2").refused();
    assert!(text.contains("the engine ended"), "{text}");
}

/// A program that does not notice the end of its input ends with the match.
#[cfg(unix)]
#[test]
fn an_interrupted_match_ends_its_engines() {
    let [signs, script] = ["match-interrupted.txt", "match-interrupted.sh"].map(support::fresh);
    fs::write(&script, format!("while :; do echo x >> '{}'; sleep 0.02; done\n", signs.display()))
        .expect("writes");
    let engine = format!("cmd='sh {}' nodes=1", script.display());
    let mut child = Command::new(ENGINE)
        .args(["match", "--games", "2", "--engine", &engine, "--engine", "proto=internal nodes=1"])
        .spawn()
        .expect("the program starts");
    let length = || fs::metadata(&signs).map_or(0, |file| file.len());
    while length() == 0 {
        assert!(child.try_wait().expect("its state").is_none(), "it ends before it is interrupted");
        thread::sleep(Duration::from_millis(10));
    }
    support::pipes::send_signal(child.id(), "INT");
    assert!(!child.wait().expect("ended").success());
    let last = length();
    thread::sleep(Duration::from_millis(200));
    assert_eq!(length(), last, "the engine is alive");
}
