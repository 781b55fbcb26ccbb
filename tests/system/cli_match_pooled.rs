//! `griffon match` in several variants, and with engines in the same process.

use crate::support;
use crate::support::{Ran, griffon};
use serde_json::Value;

/// A match of internal engines, by nodes.
fn play(engines: [&str; 2], variants: &str, games: &str, more: &[&str]) -> Ran {
    let engines = engines.map(|settings| format!("proto=internal {settings}"));
    let mut arguments = vec!["match", "--variants", variants, "--games", games];
    engines.iter().for_each(|engine| arguments.extend(["--engine", engine.as_str()]));
    arguments.extend(more);
    griffon(&arguments)
}

fn last_object(text: &str) -> Value {
    serde_json::from_str(text.lines().last().expect("a line")).expect("JSON")
}

#[test]
fn variants_alternate_pair_by_pair_and_are_pooled() {
    let engines = ["name=A nodes=60", "name=B nodes=40"];
    let text = play(engines, "gardner,minixiangqi,hexapawn", "12", &["--json"]).ok();
    let found = last_object(&text);
    let lines = found["variants"].as_array().expect("one line for each variant");
    assert_eq!(lines.len(), 3);
    for line in lines {
        assert_eq!(line["games"], 4, "{text}");
    }
    let pairs = |value: &Value| -> Vec<u64> {
        value["pairs"].as_array().expect("five counts").iter().filter_map(Value::as_u64).collect()
    };
    let sum = lines.iter().map(pairs).reduce(|a, b| a.iter().zip(&b).map(|(a, b)| a + b).collect());
    assert_eq!(sum.expect("three"), pairs(&found));
}

/// Two engines with the same settings play the same moves, so the games of each pair cancel.
#[test]
fn equal_engines_are_level() {
    let engines = ["name=A nodes=80", "name=B nodes=80"];
    let text = play(engines, "gardner,minishogi", "24", &["--json", "--concurrency", "2"]).ok();
    assert_eq!(last_object(&text)["pairs"], serde_json::json!([0, 0, 12, 0, 0]), "{text}");
}

#[test]
fn parameters_change_the_play() {
    let text = |value: &str| {
        let first = format!("name=A nodes=200 param.value_pawn_mg={value}");
        play([&first, "name=B nodes=200"], "gardner", "2", &["--pgn", "-"]).ok()
    };
    let moves = |text: String| -> Vec<String> {
        text.lines().filter(|line| !line.starts_with('[')).map(str::to_owned).collect()
    };
    assert_ne!(moves(text("100")), moves(text("500")));
}

/// An internal engine plays with the net of the program, with another one or by the estimate.
#[test]
fn internal_engines_use_what_was_learned() {
    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/variants/nets/chess.gnn");
    // Without tags and times: `{+0.21/9 0.04s}`.
    let games = |settings: &str| -> Vec<String> {
        let first = format!("name=A {settings} nodes=100");
        let text = play([&first, "name=B nodes=50"], "normal", "2", &["--pgn", "-"]).ok();
        let words = text.lines().filter(|line| !line.starts_with('[')).flat_map(str::split_whitespace);
        words.filter(|word| !word.ends_with("s}")).map(str::to_owned).collect()
    };
    let (own, estimate) = (games(""), games("net=-"));
    assert_eq!(own, games(&format!("net={net}")));
    assert_ne!(own, estimate);
}

#[test]
fn a_lost_variant_stops_the_match() {
    // A few hundred short games: hexapawn ends within six moves.
    let engines = ["name=A nodes=1", "name=B nodes=400"];
    let games = ["--sprt", "-900,-800", "--random", "0", "--balance", "0"];
    let text = play(engines, "gardner,minixiangqi", "600", &games).out;
    assert!(text.contains("warning: stopped: the first engine is losing in `"), "{text}");
    let without = play(engines, "gardner,minixiangqi", "40", &["--guard", "0"]).ok();
    assert!(!without.contains("warning"), "{without}");
}

#[test]
fn a_pooled_match_can_be_resumed() {
    let path = support::fresh("pooled.pgn");
    let file = path.to_str().expect("UTF-8");
    let engines = ["name=A nodes=60", "name=B nodes=40"];
    let whole = play(engines, "gardner,minixiangqi", "12", &["--json"]).ok();
    play(engines, "gardner,minixiangqi", "6", &["--pgn", file]).ok();
    let rest = play(engines, "gardner,minixiangqi", "12", &["--json", "--pgn", file, "--resume"]).ok();
    assert_eq!(rest.lines().count(), 7, "six games were left: {rest}");
    assert_eq!(last_object(&rest)["variants"], last_object(&whole)["variants"]);
}

/// The openings of several variants are saved where `--openings` finds them.
#[test]
fn openings_of_several_variants_are_saved() {
    let folder = support::fresh("pooled-openings");
    let folder = folder.to_str().expect("UTF-8");
    let engines = ["name=A nodes=1", "name=B nodes=1"];
    let games = |more: &[&str]| {
        let text =
            play(engines, "gardner,minixiangqi", "4", &[&["--pgn", "-", "--max-plies", "9"], more].concat())
                .ok();
        text.split("\n\n")
            .skip(1)
            .step_by(2)
            .map(|moves| moves.split(" {").next().map(str::to_owned))
            .collect::<Vec<_>>()
    };
    assert_eq!(games(&["--save-openings", folder]), games(&["--openings", folder]));
}

#[test]
fn patience_ends_the_search_of_an_internal_engine() {
    let engines = ["name=A depth=60", "name=B depth=60"];
    let text = play(engines, "normal", "1", &["--patience", "0.02", "--max-plies", "8"]).ok();
    assert!(text.contains("{too many moves} 8 plies"), "{text}");
}

#[test]
fn internal_engines_need_known_settings() {
    for (engine, message) in [
        ("name=A nodes=10 param.tempp=3", "no parameter is called `tempp`; did you mean `tempo`?"),
        ("name=A nodes=10 param.tempo=much", "expected a whole number"),
        ("name=A tc=1+0.01", "needs `nodes` or `depth`"),
    ] {
        let error = play([engine, "name=B nodes=10"], "gardner", "2", &[]).refused();
        assert!(error.contains(message), "{error}");
    }
}
