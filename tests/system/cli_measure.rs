//! `griffon measure`: piece values by play.

use crate::support;
use crate::support::griffon;

const QUICK: [&str; 4] = ["--pairs", "4", "--random", "6"];

fn measure(arguments: &[&str], nodes: &str) -> support::Ran {
    griffon(&[&["measure"], arguments, &QUICK, &["--nodes", nodes]].concat())
}

/// The same seed gives the same games, for any number of threads.
#[test]
fn seed_determines_the_games() {
    let of = |arguments: &[&str]| measure(&[&["normal", "--give", "N=WD"], arguments].concat(), "60").ok();
    let one = of(&["--threads", "1"]);
    assert_eq!(one, of(&["--threads", "2"]));
    assert_eq!(one, of(&["--seed", "1"]));
    assert!(one.contains("score of an extra pawn"), "{one}");
}

/// The side with an extra queen wins more often, and the estimate agrees.
#[test]
fn an_extra_queen_is_measured() {
    // A fork sometimes wins a queen back, so that a few games say little.
    let change = ["measure", "normal", "--give", "N=Q", "--against", "f2=-", "--json"];
    let line =
        &griffon(&[&change[..], &["--pairs", "16", "--random", "6", "--nodes", "400"]].concat()).json()[0];
    assert!(line["score"]["value"].as_f64().expect("a score") > 0.9, "{line}");
    let pawns = line["estimated_difference"].as_f64().expect("an estimate");
    assert!((10.0..16.0).contains(&pawns), "{line}");
    assert_eq!(line["piece"]["betza"], "Q");
}

#[test]
fn unmeasurable_changes_are_refused() {
    for (arguments, words) in [
        (["normal", "--give", "NWD"], "is not a change of pieces"),
        (["normal", "--give", "X=Q"], "neither a square nor a piece ID"),
        (["normal", "--give", "e4=Q"], "none of the pieces to replace"),
        (["normal", "--give", "N=Nx"], "stands after the atom"),
        (["jesonmor", "--give", "N=B"], "this game has no pawn"),
    ] {
        let error = measure(&arguments, "60").refused();
        assert!(error.contains(words), "{error}");
    }
}
