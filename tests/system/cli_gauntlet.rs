//! `griffon gauntlet`: a table of match results.

use crate::support;
use crate::support::griffon;
use std::fs;
use std::path::PathBuf;

const ENGINE: &str = env!("CARGO_BIN_EXE_griffon");
const FAKE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/fake.sh");

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
    assert!(griffon(&common).refused().contains("a gauntlet needs a variant"));
    assert!(griffon(&["gauntlet", "--engine", &engine]).refused().contains("a gauntlet needs an opponent"));
    let unknown = griffon(&[&common[..], &["--variants", "normal,nonsuch"]].concat());
    assert!(unknown.refused().contains("nonsuch"));
    let file = support::file("gauntlet-wrong.toml", "speed = 3\n");
    let why = griffon(&["gauntlet", file.to_str().expect("a name")]).refused();
    assert!(why.contains("gauntlet-wrong.toml: `speed`"), "{why}");
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
