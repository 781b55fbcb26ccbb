//! A short run of `tests/soak.sh`: a few games of each kind, without faults or memory growth.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs the script with one of its files. Returns its output and its table.
fn soak(name: &str, arguments: &[&str]) -> (String, String) {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("soak");
    let _ = fs::remove_dir_all(directory.join("home"));
    for ending in ["pgn", "md"] {
        let _ = fs::remove_file(directory.join(format!("{name}.{ending}")));
    }
    let program = Path::new(env!("CARGO_BIN_EXE_griffon")).parent().expect("a folder");
    let output = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/soak.sh"))
        .env("GRIFFON_DIR", program)
        .arg("-o")
        .arg(&directory)
        .args(["-l", name])
        .args(arguments)
        .output()
        .expect("the script starts");
    let said =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{name}: {said}");
    let table = fs::read_to_string(directory.join(format!("{name}.md"))).expect("a table");
    (said, table)
}

#[test]
fn with_itself_by_nodes() {
    let variants = ["--variants", "normal,minixiangqi,minishogi,losalamos,breakthrough,gardner"];
    let (said, table) = soak("nodes", &[&["--games", "2"], &variants[..]].concat());
    assert!(said.contains("All games: "), "{said}");
    assert!(!table.contains("not played"), "{table}");
    for opponent in ["Griffon, UCI, 2000 nodes", "Griffon, UCI, 200 nodes"] {
        assert!(table.contains(&format!("### Griffon, CECP, 500 nodes against {opponent}")), "{table}");
        if cfg!(target_os = "linux") {
            assert!(table.contains(&format!("Memory of {opponent}: ")), "{table}");
        }
    }
    assert_eq!(table.matches("| none | none |").count(), 14, "{table}");
}

#[test]
fn with_itself_by_the_clock() {
    // Other tests may use the processor too, so this only checks that the games are played.
    let (_, table) =
        soak("clock", &["--variants", "gardner,minishogi", "--margin", "5000", "--max-plies", "60"]);
    assert_eq!(table.matches("| none | none |").count(), 3, "{table}");
}

#[test]
fn with_others() {
    let (said, table) = soak("peers", &["--variants", "normal", "--games", "2", "--max-plies", "120"]);
    assert!(!table.contains("not played"), "{said}");
    assert_eq!(table.matches("| normal | 2 |").count(), 3, "{table}");
}
