//! `griffon openings`: books for matches.

use crate::support;
use crate::support::griffon;
use std::fs;
use std::path::PathBuf;

#[test]
fn a_book_is_reproducible_and_playable() {
    let (first, second) = (support::fresh("book-1"), support::fresh("book-2"));
    for folder in [&first, &second] {
        let folder = folder.to_str().expect("UTF-8");
        griffon(&["openings", "gardner", "--count", "3", "--window", "0:300", "--out", folder]).ok();
    }
    let read = |folder: &PathBuf| fs::read_to_string(folder.join("gardner.txt")).expect("a book");
    let text = read(&first);
    assert_eq!(text, read(&second));
    assert_eq!(text.lines().count(), 3, "{text}");
    for line in text.lines() {
        let moves = line.split_whitespace().count() - 2;
        assert!((6..=8).contains(&moves), "{line}");
    }
    let folder = first.to_str().expect("UTF-8");
    let engine = "proto=internal nodes=20";
    let arguments = ["match", "--engine", engine, "--engine", engine, "--variant", "gardner", "--games", "6"];
    let games = griffon(&[&arguments[..], &["--openings", folder, "--pgn", "-"]].concat()).ok();
    assert_eq!(games.matches("[Result \"").count(), 6, "{games}");
}

#[test]
fn wrong_windows_are_refused() {
    let error = griffon(&["openings", "gardner", "--window", "90:20"]).refused();
    assert!(error.contains("expected LOW:HIGH"), "{error}");
}
