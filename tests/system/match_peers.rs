//! Short matches against Debian's engines, to check that both sides understand each other.
//!
//! A machine without the programs fails these tests: a silently skipped test proves nothing.

use crate::support::folder;
use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Mutex;

const ENGINE: &str = env!("CARGO_BIN_EXE_griffon");
/// One match at a time: an engine that waits for a processor loses on time.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Plays two games at a fixed depth in each variant, without any fault.
fn clean(opponent: &str, program: &str, variants: &[&str]) {
    let _turn = ONE_AT_A_TIME.lock();
    let path = env::var_os("PATH").unwrap_or_default();
    let games = ["/usr/games", "/usr/local/games"].map(PathBuf::from);
    let path = env::join_paths(env::split_paths(&path).chain(games)).expect("a search path");
    let found = env::split_paths(&path).any(|directory| directory.join(program).is_file());
    assert!(found, "this test needs a program that is missing here: apt-get install {program}");
    // Some write settings to the home directory.
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    for variant in variants {
        let engine = format!("cmd='{ENGINE} --variant {{variant}}' depth=2 name=Griffon");
        let arguments = ["match", "--variant", variant, "--games", "2", "--max-plies", "120", "--json"];
        let output = Command::new(ENGINE)
            .args(arguments)
            .args(["--engine", &engine, "--engine", opponent])
            .env("PATH", &path)
            .env("HOME", &home)
            .output()
            .expect("the program starts");
        let text = String::from_utf8_lossy(&output.stdout);
        let why = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{variant}: {text}{why}");
        assert_eq!(text.matches("\"fault\":null").count(), 2, "{variant}: {text}");
    }
}

#[test]
fn fairy_stockfish_over_uci() {
    let variants = ["chess", "xiangqi", "shogi", "crazyhouse", "capablanca", "seirawan", "makruk", "grand"];
    clean("cmd=fairy-stockfish proto=uci nodes=300 hash=16 threads=1", "fairy-stockfish", &variants);
}

/// A variant that the engine lists only once its option for a file of variants is set.
#[test]
fn fairy_stockfish_with_a_file_of_variants() {
    let folder = folder("peer-variants");
    let path = folder.join("stuck.ini");
    fs::write(&path, "[stuck:chess]\nstalemateValue=loss\n").expect("a file is written");
    let import = ["import", path.to_str().expect("a text"), "--out", folder.to_str().expect("a text")];
    let status = Command::new(ENGINE).args(import).status().expect("the program starts");
    assert!(status.success());
    let opponent =
        format!("cmd=fairy-stockfish proto=uci nodes=300 \"option.VariantPath={}\"", path.display());
    clean(&opponent, "fairy-stockfish", &[folder.join("stuck.txt").to_str().expect("a text")]);
}

#[test]
fn fairy_max() {
    clean("cmd=fairymax depth=3", "fairymax", &["normal", "capablanca", "knightmate", "courier"]);
}

#[test]
fn sjaak() {
    clean("cmd=sjaakii depth=3", "sjaakii", &["normal", "xiangqi", "grand", "crazyhouse"]);
}
