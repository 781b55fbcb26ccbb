//! Which rules a game has stands in `src/rules/` alone.
//!
//! The test reads every type of the layers that play a game. A type may have boolean fields only if they describe
//! something smaller than a game: a piece type, an entry of a table, a position, a search. [`SMALLER`] lists these
//! types, each with what it describes.

use crate::support::files;
use crate::tokens::tokens;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The folders of `src` between the rules and the protocols.
const FOLDERS: [&str; 10] =
    ["tables", "values", "net", "position", "moves", "movegen", "perft", "load", "eval", "search"];

/// File, type, and what its boolean fields describe, which is never the rules of a game.
const SMALLER: [(&str, &str, &str); 50] = [
    ("eval/accumulator.rs", "Difference", "the changes of a line"),
    ("eval/mating.rs", "Solution", "an ending"),
    ("movegen/attack/capture_checks.rs", "CaptureLosses", "a move"),
    ("movegen/filter.rs", "ArrivalContext", "a move"),
    ("movegen/legal/check_masks.rs", "CheckMasks", "a position"),
    ("movegen/legal/end_threats.rs", "EndThreats", "a position"),
    ("movegen/legal/explosions.rs", "ExplosionVerdict", "a move"),
    ("movegen/legal/masks.rs", "Masks", "a position"),
    ("movegen/outcome/repetition.rs", "RepetitionFault", "a side in the history of a position"),
    ("movegen/pseudo/captors.rs", "CaptorSearch", "the captures of some squares"),
    ("moves/local_make.rs", "LocalUndo", "a move"),
    ("moves/paths.rs", "PathEnd", "the end of a path"),
    ("net/features.rs", "FeatureSet", "the symmetry of a net"),
    ("net/layer.rs", "LayerWeights", "a net"),
    ("net/network.rs", "Net", "a net"),
    ("perft/reply_counter.rs", "ReplyCounter", "a position"),
    ("position/board_state.rs", "PlyState", "a position"),
    ("position/board_state.rs", "Position", "a position"),
    ("position/rule_counters.rs", "DrawCount", "a running count"),
    ("search/node.rs", "Best", "a move"),
    ("search/node.rs", "NodeState", "a node of the search"),
    ("search/picker.rs", "Picker", "a node of the search"),
    ("search/picker.rs", "PickerContext", "a node of the search"),
    ("search/proof.rs", "Prover", "a search"),
    ("search/quiescence.rs", "QuiescenceNode", "a node of the search"),
    ("search/tt.rs", "TtEntry", "an entry of the table"),
    ("search/tt.rs", "TtMemory", "a piece of memory"),
    ("search/worker.rs", "MadeMove", "a move"),
    ("search/worker.rs", "StackEntry", "a node of the search"),
    ("search/worker.rs", "Worker", "a search"),
    ("tables/bitboards/mod.rs", "BatchStep", "a step"),
    ("tables/bitboards/mod.rs", "Conditional", "a leap"),
    ("tables/bitboards/mod.rs", "ReplyProfile", "a kind"),
    ("tables/bitboards/mod.rs", "Ride", "a ride"),
    ("tables/bitboards/mod.rs", "Rides", "the rides of a kind"),
    ("tables/captures.rs", "CaptureLevel", "a node"),
    ("tables/duplicates.rs", "Passed", "a path"),
    ("tables/info.rs", "KindInfo", "a kind"),
    ("tables/info.rs", "TreeFacts", "a kind"),
    ("tables/layout.rs", "TreeKey", "the movements of a kind"),
    ("tables/layout.rs", "TreePlan", "the movements of a kind"),
    ("tables/rules.rs", "DropRule", "the drops of a kind"),
    ("tables/rules.rs", "UnmovedUse", "a kind"),
    ("tables/trie.rs", "Bundle", "movements with common legs"),
    ("tables/trie.rs", "BundleKey", "movements with common legs"),
    ("tables/trie.rs", "Stem", "a leg"),
    ("tables/unroll/state.rs", "Stop", "a square of a path"),
    ("tables/unroll/state.rs", "Unroller", "movements with common legs"),
    ("values/estimate.rs", "Bonus", "a kind"),
    ("values/weights.rs", "KindTraits", "a kind"),
];

/// Types that describe a whole game: they also have no method that only says whether something is true of it.
const GAMES: [(&str, &str); 2] = [("position/game.rs", "Game"), ("tables/game_tables.rs", "Tables")];

/// The names of the types in a source that have fields of type `bool` or `[bool; n]`.
fn types_with_booleans(tokens: &[String]) -> BTreeSet<&str> {
    let (mut found, mut depth) = (BTreeSet::new(), 0);
    // The type that is being defined, and the depth of its fields.
    let mut open: Option<(&str, usize)> = None;
    for (at, token) in tokens.iter().enumerate() {
        match (token.as_str(), open) {
            ("struct" | "enum" | "union", _) => open = Some((&tokens[at + 1], depth)),
            ("{" | "(", _) => depth += 1,
            ("}" | ")", Some((_, start))) if depth == start + 1 => (depth, open) = (start, None),
            ("}" | ")", _) => depth -= 1,
            (";", Some((_, start))) if depth == start => open = None,
            ("bool", Some((name, start))) if depth > start => {
                let before = &tokens[at - 1];
                let array = before == "[" && tokens[at + 1] == ";";
                if array || [":", ",", "(", "pub", ")"].contains(&before.as_str()) {
                    found.insert(name);
                }
            }
            _ => {}
        }
    }
    found
}

/// The methods in a source that take nothing but the value and return a `bool`.
fn questions(tokens: &[String]) -> Vec<&str> {
    let asks = ["(", "&", "self", ")", "-", ">", "bool"];
    let fns = (0..tokens.len().saturating_sub(asks.len() + 1)).filter(|&at| tokens[at] == "fn");
    fns.filter(|&at| tokens[at + 2..].starts_with(&asks.map(String::from)))
        .map(|at| &*tokens[at + 1])
        .collect()
}

fn read(path: &Path) -> Vec<String> {
    tokens(&fs::read_to_string(path).expect("a source"))
}

#[test]
fn types_of_other_folders_have_no_rules() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = BTreeSet::new();
    for path in FOLDERS.iter().flat_map(|folder| files(root.join(folder), &["rs"])) {
        let file = path.strip_prefix(&root).expect("a source").display().to_string();
        found.extend(
            types_with_booleans(&read(&path)).into_iter().map(|name| (file.clone(), name.to_owned())),
        );
    }
    let listed: BTreeSet<_> =
        SMALLER.iter().map(|&(file, name, _)| (file.to_owned(), name.to_owned())).collect();
    assert_eq!(listed.len(), SMALLER.len(), "a type is listed twice");
    let new: Vec<_> = found.difference(&listed).collect();
    assert!(new.is_empty(), "a boolean about the rules of a game belongs in `src/rules`: {new:#?}");
    let old: Vec<_> = listed.difference(&found).collect();
    assert!(old.is_empty(), "these have no booleans: {old:#?}");
    assert!(GAMES.iter().all(|&(file, name)| !SMALLER.iter().any(|row| (row.0, row.1) == (file, name))));
}

#[test]
fn games_answer_no_question_about_their_rules() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (file, name) in GAMES {
        let tokens = read(&root.join(file));
        assert!(tokens.windows(2).any(|pair| pair == ["struct", name]), "{file} does not define {name}");
        assert_eq!(questions(&tokens), [""; 0], "{file}: a rule of a game belongs in `src/rules`");
    }
}

#[test]
fn booleans_and_questions_are_found() {
    let source = "struct A { a: u8, pub b: bool } struct B(u8, bool); enum C { D { e: [bool; 2] }, F(bool) }
        struct G { many: Vec<bool>, of_type: Box<[bool]> } struct H; fn f(a: bool) -> bool { a }
        impl A { fn g(&self) -> bool { self.b } fn h(&self, n: u8) -> bool { n > 0 } }";
    let tokens = tokens(source);
    assert_eq!(types_with_booleans(&tokens), BTreeSet::from(["A", "B", "C"]));
    assert_eq!(questions(&tokens), ["g"]);
}
