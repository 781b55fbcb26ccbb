//! `griffon measure`: piece values by play.

use crate::support;
use crate::support::{griffon, griffon_reading};

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

/// A new piece does not need the definition a second time.
#[test]
fn definitions_are_read_from_standard_input() {
    let text =
        "files=5\nranks=5\nroyal=K\nmaxPromote=1\npawn:P:fmWfcF::a2-e2\nknight:N:N::b1\nking:K:K::c1\n";
    let arguments = ["measure", "-", "--give", "N=WD", "--pairs", "2", "--nodes", "20"];
    let ran = griffon_reading(&arguments, text);
    assert!(ran.code == Some(0) && ran.out.contains("WD by play"), "{ran:?}");
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
        (["normal", "--give", "e4=Q"], "`e4=Q` has no effect"),
        (["normal", "--give", "d1=R,e4=Q"], "`e4=Q` has no effect"),
        (["normal", "--give", "Q=R,Q=B"], "`Q=B` has no effect"),
        (["normal", "--give", "Q=R,K=-"], "`Q=R,K=-` leaves the side without a royal piece"),
        (["normal", "--give", "N=Nx"], "stands after the atom"),
        (["jesonmor", "--give", "N=B"], "this game has no pawn"),
    ] {
        let error = measure(&arguments, "60").refused();
        assert!(error.contains(words) && !error.contains("--unit"), "{error}");
    }
}
