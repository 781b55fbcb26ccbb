//! `griffon learn`: a short run on a small game, killed on the way; its files.

use crate::support::{folder, griffon, griffon_reading};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const DEFINITION: &str = "files=5\nranks=5\nroyal=K\npromoZone=1\nmaxPromote=1\npromoChoice=RN\n\
    pawn:P:fmWfcF::a2,b2,c2,d2,e2\nrook:R:R::a1\nknight:N:N::b1,d1\ncannon:C:mRcpR::e1\nking:K:K::c1\n";

fn learning_folder(name: &str) -> PathBuf {
    let path = folder(name);
    fs::write(path.join("tiny.txt"), DEFINITION).expect("a definition");
    path
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[test]
fn a_killed_run_goes_on() {
    let folder = learning_folder("learn");
    let (definition, data) = (folder.join("tiny.txt"), folder.join("data"));
    let arguments = ["learn", text(&definition), "--games", "240", "--threads", "2", "--data", text(&data)];
    // The run is killed as soon as there are some games.
    let mut child = Command::new(env!("CARGO_BIN_EXE_griffon"))
        .args(arguments)
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    let games = data.join("games.bin");
    while fs::metadata(&games).map_or(0, |file| file.len()) < 2000 {
        assert!(child.try_wait().expect("its state").is_none(), "it ends before it is killed");
        std::thread::sleep(Duration::from_millis(20));
    }
    let second = griffon(&arguments).refused();
    assert!(second.contains("another run of `griffon learn` uses this folder"), "{second}");
    child.kill().expect("killed");
    child.wait().expect("ended");
    // A damaged record and a torn one.
    let mut bytes = fs::read(&games).expect("games");
    bytes[600] ^= 0x55;
    bytes.truncate(bytes.len() - 3);
    fs::write(&games, &bytes).expect("writes");

    let output = griffon(&arguments).ok();
    assert!(output.contains("going on: "), "{output}");
    assert!(output.contains("cut off") && output.contains("damaged bytes are skipped"), "{output}");
    assert!(output.contains("linear fit of values, squares and hands"), "{output}");
    assert!(output.contains("4 of 4 rounds complete"), "{output}");
    let status = griffon(&["learn", text(&definition), "--status", "--data", text(&data)]).ok();
    assert!(status.contains("net of 16"), "{status}");
    let report = folder.join("report.html");
    griffon(&["learn", text(&definition), "--data", text(&data), "--report", text(&report)]).ok();
    let report = fs::read_to_string(report).expect("a report");
    assert!(report.contains("<polyline") && report.contains("</pre>"), "{report}");
    for asked in ["--status", "--report=other.md"] {
        let error = griffon(&["learn", "gardner", asked, "--data", text(&data)]).refused();
        assert!(error.contains("data: this folder holds what was learned with other rules"), "{error}");
    }
    let error = griffon(&["learn", text(&definition), "--report", text(&definition), "--data", text(&data)]);
    assert!(error.refused().contains("tiny.txt: the name of a report must end in `.md` or `.html`"));

    // The candidate of the last round, used as if it had passed.
    let net = folder.join("tiny.gnn");
    fs::copy(data.join("candidate.gnn"), &net).expect("a candidate");
    let plain = griffon(&["eval", text(&definition), "--net", "-"]).ok();
    let learned = griffon(&["eval", text(&definition)]).ok();
    let has_net =
        |text: &str| ["in place of the terms", "added to the terms"].iter().any(|words| text.contains(words));
    assert!(has_net(&learned) && !has_net(&plain), "{learned}");
    let engine = format!("proto=internal nodes=50 net={}", text(&net));
    let engines = ["--engine", &engine, "--engine", "proto=internal nodes=50"];
    griffon(&[&["match", "--variant", text(&definition), "--games", "2"], &engines[..]].concat()).ok();

    // Foreign and damaged files.
    let foreign = griffon(&["eval", "chess", "--net", text(&net)]).refused();
    assert!(foreign.contains("tiny.gnn: it was learned with other rules"), "{foreign}");
    fs::write(&net, "GRIFFNET and more").expect("writes");
    let damaged = griffon(&["eval", text(&definition)]);
    let why = &damaged.err;
    assert!(why.starts_with("warning: ") && why.contains("tiny.gnn: ") && why.contains("ignored"), "{why}");
    let again = griffon(&["eval", text(&definition), "--net", "-"]).ok();
    assert_eq!(plain, again);
}

#[test]
fn nothing_learned_is_no_report() {
    let folder = learning_folder("learn-nothing");
    let error = griffon(&["learn", "gardner", "--status", "--data", text(&folder.join("data"))]).refused();
    assert!(error.contains("data: nothing has been learned yet\nhelp: `griffon learn gardner`"), "{error}");
    let error = griffon_reading(&["learn", "-", "--data", text(&folder.join("data"))], DEFINITION).refused();
    assert!(error.contains("standard input has no folder of its own\nhelp: "), "{error}");
}

/// What is learned goes where the engine looks for it, and overwrites nothing but nets.
#[test]
fn the_file_for_what_is_learned_is_checked_first() {
    let folder = learning_folder("learn-out");
    let (definition, data) = (folder.join("tiny.txt"), folder.join("data"));
    let learn = |more: &[&str]| {
        let arguments = ["learn", text(&definition), "--games", "1", "--nodes", "1", "--data", text(&data)];
        griffon(&[&arguments[..], more].concat())
    };
    let error = learn(&["--out", text(&definition)]).refused();
    assert!(error.contains("tiny.txt: not a net of Griffon: it would be overwritten"), "{error}");
    assert_eq!(fs::read_to_string(&definition).expect("unchanged"), DEFINITION);
    let error = learn(&["--out", text(&folder)]).refused();
    assert!(error.contains("this is a folder"), "{error}");
    let error = learn(&["--from", "missing.gnn"]).refused();
    assert!(error.starts_with("error: missing.gnn: ") && error.contains("has nets of 3check"), "{error}");
    let error = learn(&["--from", "chess"]).refused();
    assert!(error.contains("must be for the board of tiny"), "{error}");

    // A definition with another name than its file.
    fs::write(&definition, format!("name=other\n{DEFINITION}")).expect("writes");
    fs::create_dir(folder.join("other.gnn")).expect("a folder in the way");
    let error = learn(&[]).refused();
    assert!(error.contains("other.gnn: this is a folder"), "{error}");

    // A definition does not choose a place outside of the usual folders.
    for name in ["../away", "/away", ".."] {
        fs::write(&definition, format!("name={name}\n{DEFINITION}")).expect("writes");
        let error = griffon(&["learn", text(&definition), "--games", "1"]).refused();
        assert!(error.contains("cannot be used as a file name"), "{error}");
    }
}

/// A run can start from the net of another game with the same board.
#[test]
fn nets_of_other_games_are_adapted() {
    let folder = learning_folder("learn-from");
    let learn = |variant: &str, data: &str, more: &[&str]| {
        let (data, out) = (folder.join(data), folder.join("out.gnn"));
        let plan =
            ["learn", variant, "--games", "3", "--nodes", "1", "--data", text(&data), "--out", text(&out)];
        griffon(&[&plan[..], more].concat()).ok()
    };
    let said = "learning starts from the net of normal";
    assert!(learn("grasshopper", "asked", &["--from", "chess"]).contains(said));
    assert!(learn("amazon", "similar", &[]).contains(said));
    assert!(!learn("grasshopper", "estimate", &[]).contains("learning starts"));
}

/// `--from` and the budget of an unfinished run.
#[test]
fn a_new_budget_counts_for_an_unfinished_run() {
    let folder = learning_folder("learn-budget");
    let data = folder.join("data");
    fs::create_dir(&data).expect("a folder");
    let state = r#"{"goal_seconds":60.0,"goal_games":0,"first_games":0,"seconds":1.0,"stage":0,"fits":true,
        "pending":null,"rounds":[]}"#;
    fs::write(data.join("state.json"), state).expect("writes");
    let definition = folder.join("tiny.txt");
    let arguments = ["learn", text(&definition), "--games", "3", "--nodes", "1", "--data", text(&data)];
    let output = griffon(&[&arguments[..], &["--from", "-"]].concat()).ok();
    assert!(output.contains("the budget of the run is now 3 games"), "{output}");
    assert!(output.contains("`--from` is not used"), "{output}");
    assert!(output.contains("run of 3 games complete") && output.contains(", 3 games in all"), "{output}");
}
