//! `griffon match`: engine against engine, with Griffon's rules as the referee.

mod common;

use common::griffon;

fn play(variant: &str, engines: [&str; 2], games: &str) -> common::Ran {
    let arguments = [
        "match",
        "--engine",
        engines[0],
        "--engine",
        engines[1],
        "--variant",
        variant,
        "--games",
        games,
        "--tc",
        "1+0.01",
    ];
    griffon(&arguments)
}

#[test]
fn griffon_plays_itself() {
    let engine = env!("CARGO_BIN_EXE_griffon");
    for variant in ["normal", "xiangqi"] {
        let text = play(variant, [engine, engine], "2").ok();
        assert_eq!(text.matches("[Result \"").count(), 2, "{text}");
        let last = text.lines().last().expect("the score");
        assert!(last.contains(" (W-D-L), ") && !last.contains("faults"), "{text}");
    }
}

#[test]
fn an_engine_that_breaks_the_rules_loses() {
    let engine = env!("CARGO_BIN_EXE_griffon");
    let faulty = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/xboard/faulty.sh");
    // White is to move first: the claim of `1-0` is no concession.
    for fault in ["dies", "illegal", "claims", "silent"] {
        let text = play("normal", [&format!("{faulty} {fault}"), engine], "1").ok();
        let last = text.lines().last().expect("the score");
        assert!(last.contains("0-0-1 (W-D-L)") && last.ends_with("faults 1-0"), "{fault}: {text}");
    }
}

#[test]
fn engines_that_cannot_play_are_refused() {
    let engine = env!("CARGO_BIN_EXE_griffon");
    assert!(play("normal", [engine, "/no/such/engine"], "1").refused().contains("/no/such/engine"));
    let faulty = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/xboard/faulty.sh");
    assert!(play("shogi", [engine, faulty], "1").refused().contains("does not play `shogi`"));
    assert_eq!(griffon(&["match", "--engine", engine]).code, Some(2));
}
