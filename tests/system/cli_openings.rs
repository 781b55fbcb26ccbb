//! `griffon openings`: books for matches.

use crate::support;
use crate::support::griffon;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

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
    // A book has the name of the variant, whatever it is called on the command line.
    let variant = "variants/gardner.txt";
    let arguments = ["match", "--engine", engine, "--engine", engine, "--variant", variant, "--games", "6"];
    let games = griffon(&[&arguments[..], &["--openings", folder, "--pgn", "-"]].concat()).ok();
    assert_eq!(games.matches("[Result \"").count(), 6, "{games}");
}

#[test]
fn wrong_settings_are_refused() {
    for (option, value, why) in [
        ("--window", "90:20", "expected LOW:HIGH"),
        ("--count", "0", "0 is not in 1..=1000000"),
        ("--count", "1000000000000", "is not in 1..=1000000"),
    ] {
        let error = griffon(&["openings", "gardner", option, value]).refused();
        assert!(error.contains(why), "{error}");
    }
    let plies = griffon(&["match", "--engine", "a", "--engine", "b", "--random", "100000000"]).refused();
    assert!(plies.contains("is not in 0..=1000"), "{plies}");
}

/// All variants are read first, so that a mistake in the last one costs no time.
#[test]
fn books_are_planned_before_they_are_made() {
    let folder = support::fresh("book-none");
    let text = "files=3\nranks=3\nroyal=K\nking:K:K::b1\n";
    let twins = ["twin-a.txt", "twin-b.txt"].map(|name| support::file(name, &format!("name=twin\n{text}")));
    let [a, b] = twins.each_ref().map(|file| file.to_str().expect("UTF-8"));
    for (second, why) in [("nosuch", "is called `nosuch`"), (b, "have the same book")] {
        let out = folder.to_str().expect("UTF-8");
        let error = griffon(&["openings", a, second, "--count", "1", "--out", out]).refused();
        assert!(error.contains(why) && !folder.exists(), "{error}");
    }
    // A match neither saves openings of one variant over those of another.
    let (engine, both, out) = ("proto=internal nodes=1", format!("{a},{b}"), folder.to_str().expect("UTF-8"));
    let common = ["match", "--engine", engine, "--engine", engine, "--games", "4", "--max-plies", "2"];
    let ran =
        griffon(&[&common[..], &["--random", "0", "--variants", &both, "--save-openings", out]].concat());
    assert!(ran.out.is_empty() && !folder.exists(), "{}", ran.out);
    let error = ran.refused();
    assert!(error.contains("have the same book"), "{error}");
}

/// Hexapawn is over within the six plies of an opening.
#[test]
fn openings_outside_the_window_are_reported() {
    let folder = support::fresh("book-short");
    let ran = griffon(&["openings", "hexapawn", "--count", "2", "--out", folder.to_str().expect("UTF-8")]);
    assert_eq!(ran.code, Some(0));
    assert!(
        ran.err.starts_with("warning: hexapawn: 2 of 2 openings have a score outside 70:130"),
        "{}",
        ran.err
    );
}

/// The standard book of a definition that is not built in depends on its rules.
#[test]
fn each_definition_has_its_own_standard_book() {
    let cache = support::folder("book-cache");
    let book = |spec: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_griffon"));
        command.args(["openings", spec, "--count", "1", "--window", "0:10000"]).env("XDG_CACHE_HOME", &cache);
        let output = command.output().expect("the program starts");
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        let path = PathBuf::from(String::from_utf8(output.stdout).expect("UTF-8").trim_end());
        assert!(path.starts_with(&cache) && path.is_file(), "{path:?}");
        path
    };
    let own = |moves: &str| {
        let text = format!(
            "name=mine\nfiles=5\nranks=5\nroyal=K\nmaxPromote=0\nking:K:K::c1\nwazir:W:{moves}::a1,e1\n"
        );
        let file = support::file("mine.txt", &text);
        book(file.to_str().expect("UTF-8"))
    };
    let (first, second) = (own("W"), own("R"));
    assert_ne!(first, second);
    assert_eq!(own("W"), first);
    // `gardner.txt` would be the book of `match --book`, which has other settings.
    assert!(book("gardner").ends_with("gardner-1-1-0-10000.txt"));
    // A definition cannot choose another folder.
    let text = "name=../mine\nfiles=5\nranks=5\nroyal=K\nmaxPromote=0\nking:K:K::c1\nrook:R:R::a1\n";
    let file = support::file("mine-elsewhere.txt", text);
    let folder = cache.to_str().expect("UTF-8");
    let why = griffon(&["openings", file.to_str().expect("UTF-8"), "--out", folder]).refused();
    assert!(why.contains("the variant name `../mine` cannot be used as a file name"), "{why}");
}
