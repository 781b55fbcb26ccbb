//! `griffon values`: units, terms, pieces without a game.

use crate::support::griffon;

/// Two thirds of a target are captures, one third quiet moves, as published.
#[test]
fn terms_add_up() {
    for line in griffon(&["values", "normal", "--json"]).json() {
        for (phase, column) in ["mg", "eg"].iter().enumerate() {
            let term = |name: &str| line["terms"][phase][name].as_f64().expect(name);
            let targets = (2.0 * term("captures") + term("quiet")) / 3.0;
            assert!((targets - term("targets")).abs() < 0.01, "{line}");
            let value = term("plain") + term("promotion");
            assert!((value - line[column].as_f64().expect("a number")).abs() < 0.51, "{line}");
        }
        assert!(line["hand"].is_null(), "{line}");
    }
}

/// A Knight is worth one with the knight as unit, and a pawn with the pawn.
#[test]
fn units() {
    let value = |arguments: &[&str], id: &str| {
        let lines = griffon(&[&["values", "--json"], arguments].concat()).json();
        let line = lines.iter().find(|line| line["piece"] == id).expect(id).clone();
        (line["mg"].as_f64().expect("mg") + line["eg"].as_f64().expect("eg")) / 2.0
    };
    assert!((value(&["normal", "--unit", "knight"], "N") - 1.0).abs() < 0.002);
    assert!((value(&["capablanca", "--unit", "knight"], "N") - 1.0).abs() < 0.002);
    assert!((value(&["normal", "--unit", "pawn"], "P") - 1.0).abs() < 0.002);
    assert!((value(&["shogi", "--unit", "pawn"], "P") - 1.0).abs() < 0.002);
}

/// A game without pawns has no pawn as its unit.
#[test]
fn no_pawn() {
    let error = griffon(&["values", "jesonmor", "--unit", "pawn"]).refused();
    assert!(error.contains("this game has no pawn"), "{error}");
}

/// Variants that return captured pieces have hand values, except for pieces that never get to the hand.
#[test]
fn values_in_hand() {
    for line in griffon(&["values", "shogi", "--json"]).json() {
        let id = line["piece"].as_str().expect("an ID");
        assert_eq!(line["hand"].is_number(), !id.starts_with('+') && id != "K", "{line}");
    }
}

/// `--piece` needs no variant; errors in it are shown with a caret.
#[test]
fn pieces_without_a_game() {
    let lines = griffon(&["values", "--piece", "FyafsF", "--piece", "N", "--board", "10x8", "--json"]).json();
    let moves: Vec<&str> = lines.iter().map(|line| line["betza"].as_str().expect("moves")).collect();
    assert_eq!(moves, ["FyafsF", "N"]);
    assert!(lines[0]["mg"].as_f64() > lines[1]["mg"].as_f64());
    let error = griffon(&["values", "--piece", "Nx"]).refused();
    assert!(error.contains('^'), "{error}");
}

/// "the piece captured by the move will re-appear": swaps win nothing, and one move a turn is enough to go everywhere.
#[test]
fn moves_that_win_nothing_are_worth_little() {
    let pieces = ["mQ", "mQucdQ", "ucN", "udN", "mU", "mRcR", "mRcaubR"];
    let mut arguments = vec!["values", "--json"];
    arguments.extend(pieces.iter().flat_map(|piece| ["--piece", piece]));
    let lines = griffon(&arguments).json();
    let [quiet, swaps, enemies, friends, everywhere, rook, returning] =
        std::array::from_fn(|index| lines[index]["mg"].as_f64().expect("mg"));
    assert!(quiet < swaps && swaps < 1.2 * quiet, "{lines:?}");
    assert!(0.0 < enemies && enemies <= friends && friends < 0.1 * 303.0, "{lines:?}");
    assert!(quiet < everywhere && everywhere < 2.0 * quiet, "{lines:?}");
    assert!(returning < rook, "{lines:?}");
}

#[test]
fn explained() {
    let text = griffon(&["values", "--piece", "B", "--explain"]).ok();
    insta::assert_snapshot!(text);
}
