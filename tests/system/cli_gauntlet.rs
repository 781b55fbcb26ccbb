//! `griffon gauntlet`: a table of match results.

use crate::support;
use crate::support::griffon;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

const ENGINE: &str = env!("CARGO_BIN_EXE_griffon");
const FAKE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/fake.sh");
/// Griffon itself, in the process of the gauntlet.
const INTERNAL: &str = "proto=internal depth=1";

fn tournament(name: &str) -> PathBuf {
    let text = format!(
        r#"
games = 2
variants = ["normal", "shogi"]
[each]
depth = 1
hash = 16
[[engine]]
name = "Griffon"
cmd = "{ENGINE}"
[[opponent]]
name = "Quitter"
cmd = "{FAKE} cecp resigns"
[[opponent]]
name = "Dead at 2k"
cmd = "{FAKE} uci dies"
proto = "uci"
nodes = 2000
variants = ["normal"]
"#
    );
    support::file(name, &text)
}

#[test]
fn a_table_of_opponents_and_variants() {
    let file = tournament("gauntlet.toml");
    let table = support::file("gauntlet.md", "");
    let (file, table) = (file.to_str().expect("a name"), table.to_str().expect("a name"));
    let ran = griffon(&["gauntlet", file, "--random", "0", "--markdown", table]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    // A variant that an opponent does not play is reported, but is not a failure.
    assert!(ran.err.contains("shogi: Griffon - Quitter: not played"), "{}", ran.err);
    let written = fs::read_to_string(table).expect("a table");
    assert!(ran.out.ends_with(&written));
    for part in [
        "### Griffon against Quitter",
        "| normal | 2 | 2-0-0 | 100.0 % |",
        "shogi: not played: Quitter: the engine does not play `shogi`",
        "### Griffon against Dead at 2k",
        "| none | 2 crash |",
        "All games: 4-0-0 (W-D-L)",
    ] {
        assert!(written.contains(part), "{part}: {written}");
    }
}

#[test]
fn a_gauntlet_can_be_resumed() {
    let file = tournament("gauntlet-resumed.toml");
    let games = support::fresh("gauntlet.pgn");
    let (file, games) = (file.to_str().expect("a name"), games.to_str().expect("a name"));
    let common = ["gauntlet", file, "--random", "0", "--variants", "normal", "--pgn", games];
    let with = |more: &[&str]| griffon(&[&common[..], more].concat());
    // One game of each match; a second run with the file plays the missing ones.
    with(&["--games", "1"]).ok();
    assert!(with(&[]).refused().contains("--resume"));
    let lines = with(&["--resume", "--json"]).json();
    assert_eq!(lines.len(), 2);
    assert!(lines.iter().all(|line| line["games"] == 2 && line["wins"] == 2), "{lines:?}");
    let text = fs::read_to_string(games).expect("games");
    assert_eq!(text.matches("[Result").count(), 4);
    // Another opponent of the same name gives the engines numbers, but not other games.
    let other = format!("cmd='{FAKE} cecp resigns' name=Quitter hash=9");
    let lines = with(&["--resume", "--json", "--opponent", &other]).json();
    assert_eq!(lines.len(), 3);
    let text = fs::read_to_string(games).expect("games");
    assert_eq!(text.matches("[Result").count(), 6, "{lines:?}");
    assert_eq!(text.matches("\"Quitter #2\"").count(), 2, "{text}");
}

#[test]
fn command_line_time_control_overrides_the_file() {
    let file = tournament("gauntlet-clock.toml");
    let games = support::fresh("gauntlet-clock.pgn");
    let (file, games) = (file.to_str().expect("a name"), games.to_str().expect("a name"));
    griffon(&["gauntlet", file, "--random", "0", "--variants", "normal", "--pgn", games, "--tc", "7+0.5"])
        .ok();
    let text = fs::read_to_string(games).expect("games");
    // The limits of a single engine stay.
    for (clock, count) in [("[TimeControl \"7+0.5\"]", 3), ("[BlackTimeControl \"7+0.5\"]", 1)] {
        assert_eq!(text.matches(clock).count(), count, "{clock}: {text}");
    }
}

#[test]
fn engines_come_from_the_command_line_too() {
    let engine = format!("cmd='{ENGINE}' name=G depth=1");
    let opponent = format!("cmd='{FAKE} cecp resigns' name=Q");
    let common = ["gauntlet", "--engine", &engine, "--opponent", &opponent, "--games", "1", "--random", "0"];
    let text = griffon(&[&common[..], &["--variants", "normal"]].concat()).ok();
    assert!(text.contains("normal: G - Q: 1-0-0 (W-D-L)"), "{text}");
    // Opponents that differ have different names.
    let other = format!("cmd='{FAKE} cecp resigns' name=Q hash=1");
    let text = griffon(&[&common[..], &["--variants", "normal", "--opponent", &other]].concat()).ok();
    assert!(text.contains("### G against Q #1") && text.contains("### G against Q #2"), "{text}");
    // Engines and opponents are numbered together.
    let tempo = ["1", "2", "3"].map(|tempo| format!("proto=internal depth=1 param.tempo={tempo}"));
    let lists =
        ["--engine", &tempo[0], "--engine", &tempo[1], "--opponent", &tempo[1], "--opponent", &tempo[2]];
    let few = ["--variants", "hexapawn", "--games", "1", "--random", "0"];
    let text = griffon(&[&["gauntlet"][..], &lists, &few].concat()).ok();
    for pair in [
        "#1 against internal (depth 1) #2",
        "#2 against internal (depth 1) #2",
        "#1 against internal (depth 1) #3",
    ] {
        assert!(text.contains(&format!("### internal (depth 1) {pair}")), "{pair}: {text}");
    }
    assert!(griffon(&common).refused().contains("a gauntlet needs a variant"));
    assert!(griffon(&["gauntlet", "--engine", &engine]).refused().contains("a gauntlet needs an opponent"));
    // A misspelt option is a failure, unlike a variant that an engine does not play.
    let wrong = format!("cmd='{FAKE} uci resigns' proto=uci option.Hahs=3");
    let ran = griffon(&[&common[..], &["--variants", "normal", "--opponent", &wrong]].concat());
    assert!(ran.code == Some(1) && ran.err.contains("did you mean `Hash`?"), "{}", ran.err);
    let unknown = griffon(&[&common[..], &["--variants", "normal,nonsuch"]].concat());
    assert!(unknown.refused().contains("nonsuch"));
    let file = support::file("gauntlet-wrong.toml", "speed = 3\n");
    let why = griffon(&["gauntlet", file.to_str().expect("a name")]).refused();
    assert!(why.contains("gauntlet-wrong.toml: unknown key `speed`"), "{why}");
}

/// What is known to be wrong is reported before the first game.
#[test]
fn faults_are_found_before_the_first_game() {
    let games = support::fresh("gauntlet-checked.pgn");
    let folder = support::folder("gauntlet-checked");
    fs::write(folder.join("normal.txt"), "e2e4\n").expect("openings");
    let [games, folder] = [&games, &folder].map(|path| path.to_str().expect("a name"));
    let common =
        ["gauntlet", "--engine", INTERNAL, "--opponent", INTERNAL, "--games", "1", "--max-plies", "4"];
    let play = |variants, more: &[&str]| griffon(&[&common[..], &["--variants", variants], more].concat());
    play("hexapawn", &["--random", "0", "--pgn", games]).ok();
    for (more, says) in [
        (&["--random", "0", "--pgn", games][..], "--resume"),
        (&["--openings", folder], "hexapawn.txt: "),
        (&["--markdown", "/no/such/folder/x.md"], "/no/such/folder/x.md: "),
    ] {
        let ran = play("normal,hexapawn", more);
        assert!(ran.out.is_empty(), "{}", ran.out);
        let why = ran.refused();
        assert!(why.contains(says), "{why}");
    }
    // Files are tested before books are made.
    let cache = support::fresh("gauntlet-cache");
    for option in ["--markdown", "--pgn"] {
        let mut command = Command::new(ENGINE);
        command.args(common).args(["--variants", "hexapawn", "--book", option, "/no/such/folder/x"]);
        let output = command.env("XDG_CACHE_HOME", &cache).output().expect("the program starts");
        assert!(output.status.code() == Some(2) && !cache.exists(), "{output:?}");
    }
}

/// A table that cannot be saved is still printed.
#[test]
#[cfg(target_os = "linux")]
fn results_are_shown_after_a_failure() {
    let file = tournament("gauntlet-full.toml");
    let file = file.to_str().expect("a name");
    let ran = griffon(&["gauntlet", file, "--random", "0", "--games", "1", "--markdown", "/dev/full"]);
    assert!(ran.out.contains("| normal | 1 | 1-0-0 |"), "{}", ran.out);
    assert!(ran.refused().contains("/dev/full: "));
}

/// Variants are selected by any of their names, and played once.
#[test]
fn variants_are_selected_by_any_name() {
    let file = tournament("gauntlet-selected.toml");
    let file = file.to_str().expect("a name");
    let play = |names| griffon(&["gauntlet", file, "--random", "0", "--games", "1", "--variants", names]);
    let ran = play("chess,normal");
    assert_eq!(ran.err, "warning: `chess` and `normal` are the same variant\n");
    assert_eq!(ran.out.matches("normal: Griffon - Quitter").count(), 1, "{}", ran.out);
    let why = play("normal,shogy").refused();
    assert!(why.contains("the tournament has no variant `shogy`\nhelp: did you mean `shogi`?"), "{why}");
    let common =
        ["gauntlet", "--engine", INTERNAL, "--opponent", INTERNAL, "--games", "1", "--max-plies", "4"];
    let ran = griffon(&[&common[..], &["--variants", "hexapawn,Hexapawn", "--random", "0"]].concat());
    assert_eq!(ran.err, "warning: `hexapawn` and `Hexapawn` are the same variant\n");
    assert_eq!(ran.out.matches("| hexapawn |").count(), 1, "{}", ran.out);
}

/// Openings that repeat are reported once for each variant.
#[test]
fn few_openings_of_a_gauntlet_are_reported() {
    let common =
        ["gauntlet", "--engine", INTERNAL, "--opponent", INTERNAL, "--opponent", "proto=internal nodes=1"];
    let more = ["--variants", "hexapawn", "--games", "3", "--random", "0"];
    let err = griffon(&[&common[..], &more].concat()).err;
    assert_eq!(err, "warning: `hexapawn` has more pairs of games (2) than openings (1); games may repeat\n");
}

/// A wrong setting is reported with its place.
#[test]
fn wrong_settings_are_located() {
    for (number, (text, says)) in [
        ("[each]\nspeed = 3\n", ": [each]: no setting is called `speed`"),
        (
            "[[engine]]\ncmd = \"a\"\n[[engine]]\ncmd = \"b\"\nnodes = 0\n",
            ": [[engine]] 2: `nodes=0`: expected",
        ),
        ("[[opponent]]\nname = \"x\"\n", ": [[opponent]] 1: an engine needs a command"),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("gauntlet-located-{number}.toml");
        let file = support::file(&name, text);
        let why = griffon(&["gauntlet", file.to_str().expect("a name")]).refused();
        assert!(why.contains(&format!("{name}{says}")), "{why}");
    }
    for option in ["--engine", "--opponent"] {
        let why = griffon(&["gauntlet", option, "cmd=a nodes=0"]).refused();
        assert!(why.starts_with(&format!("error: {option}: `nodes=0`")), "{why}");
    }
}

/// Engines whose faults set exit code 1.
#[test]
fn faults_and_growth_can_be_failures() {
    let engine = format!("cmd='{ENGINE}' name=G depth=1");
    let opponent = format!("cmd='{FAKE} uci dies' proto=uci name=F");
    let play = |engines: [&str; 2], more: &[&str]| {
        let common = ["gauntlet", "--engine", engines[0], "--opponent", engines[1], "--random", "0"];
        griffon(&[&common[..], &["--variants", "normal", "--games", "1"], more].concat()).code
    };
    assert_eq!(play([&engine, &opponent], &[]), Some(0));
    assert_eq!(play([&engine, &opponent], &["--strict", "engines"]), Some(0));
    assert_eq!(play([&engine, &opponent], &["--strict", "all"]), Some(1));
    assert_eq!(play([&opponent, &engine], &["--strict", "engines"]), Some(1));
    assert_eq!(play([&opponent, &engine], &[]), Some(0));
    assert_eq!(
        play([&engine, &engine], &["--strict", "all", "--growth", "64", "--max-plies", "10"]),
        Some(0)
    );
}
