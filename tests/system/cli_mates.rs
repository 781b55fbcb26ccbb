//! `griffon mates`: positions with forced wins, found and solved.

use crate::support;
use crate::support::griffon;
use std::path::Path;

/// Output of `griffon mates`, one or two positions of each length and variant.
const MATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/mates.jsonl");

/// The same seed gives the same positions, and the search solves them.
#[test]
fn found_positions_are_solved() {
    let seek = || griffon(&["mates", "minishogi", "normal", "--moves", "1,2", "--games", "6"]).ok();
    let found = seek();
    assert_eq!(found, seek());
    assert!(found.lines().count() >= 3, "{found}");
    assert!(found.contains(r#""variant":"minishogi""#), "{found}");
    let file = support::file("mates-found.jsonl", &found);
    let text = griffon(&["mates", "--solve", file.to_str().expect("a name"), "--nodes", "60000"]).ok();
    assert!(text.ends_with("solved, 100.0 %\n"), "{text}");
}

/// Wrong answers are reported and fail the command; so are positions that are not won in time.
#[test]
fn unsolved_positions_fail() {
    let puzzle = |moves, mv| {
        format!(
            r#"{{"variant":"normal","fen":"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1","moves":{moves},"move":"{mv}"}}"#
        )
    };
    let solve = |name, line: &str| {
        let file = support::file(name, line);
        griffon(&["mates", "--solve", file.to_str().expect("a name"), "--nodes", "1"])
    };
    let ran = solve("mates-wrong.jsonl", &puzzle(2, "a1a6"));
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    assert!(ran.out.contains("wrong: normal, 2 moves") && ran.out.contains("0 of 1 solved"), "{}", ran.out);
    // It is mate in two, so one move is not enough.
    let ran = solve("mates-false.jsonl", &puzzle(1, "a1a6"));
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    assert!(ran.out.contains("a1a6 does not win") && ran.out.contains("0 of 1 solved"), "{}", ran.out);
    let why = solve("mates-illegal.jsonl", &puzzle(2, "a1b3")).refused();
    assert!(why.contains("mates-illegal.jsonl:1: ") && why.contains("a1b3"), "{why}");
    let bad = support::file("mates-bad.jsonl", "\n{\"variant\":\"normal\"}\n");
    let why = griffon(&["mates", "--solve", bad.to_str().expect("a name")]).refused();
    assert!(why.contains("mates-bad.jsonl:2: missing field `fen`"), "{why}");
    let why = solve("mates-range.jsonl", &puzzle(0, "a1a6")).refused();
    assert!(why.contains("mates-range.jsonl:1: `moves` is 0: expected 1 to 8"), "{why}");
    let why = solve("mates-none.jsonl", "\n").refused();
    assert!(why.contains("no positions to solve"), "{why}");
}

/// 30,000 nodes take a small part of a second.
#[test]
fn stored_positions_are_solved() {
    let all = std::fs::read_to_string(Path::new(MATES)).expect("positions");
    let count = all.lines().count();
    assert!(count >= 300);
    let ran = griffon(&["mates", "--solve", MATES, "--nodes", "30000"]);
    let last = ran.out.lines().last().expect("a count");
    let solved: usize = last.split(' ').next().and_then(|n| n.parse().ok()).expect(last);
    assert!(20 * solved >= 19 * count, "{}", ran.out);
    assert!(!ran.out.contains("does not win"), "{}", ran.out);
}
