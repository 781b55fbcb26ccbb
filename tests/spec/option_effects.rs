//! Every option of the engine has an effect: it acts when it is set, or its value is read.

use crate::support::files;
use crate::tokens::tokens;
use griffon::engine::options::TABLE;
use std::fs;
use std::path::Path;

/// Options without an effect, with the reason.
const WITHOUT: [(&str, &str); 1] = [("Ponder", "the GUI decides when")];

/// Whether the tokens occur in a row.
fn contains(source: &[String], wanted: &[&str]) -> bool {
    source.windows(wanted.len()).any(|row| row == wanted)
}

/// Whether a `match` has an arm for this option alone that does something.
fn acts(source: &[String], option: &str) -> bool {
    let arms = source.windows(5).enumerate().filter(|(_, row)| *row == ["(", "Id", "::", option, ","]);
    let mut bodies = arms.filter_map(|(at, _)| source[at..].windows(4).find(|row| row[..2] == ["=", ">"]));
    bodies.any(|row| row[2..] != ["{", "}"])
}

#[test]
fn every_option_acts_or_is_read() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let read = |path: &Path| tokens(&fs::read_to_string(path).expect("a source"));
    let sources: Vec<_> = files(&root, &["rs"]).iter().map(|path| read(path)).collect();
    let [engine, cecp, uci] =
        ["engine/configure.rs", "cecp/setup.rs", "uci/setup.rs"].map(|name| read(&root.join(name)));
    for spec in TABLE {
        let option = &*format!("{:?}", spec.id);
        let is_read = sources.iter().any(|source| {
            ["number", "is_on"].iter().any(|fun| contains(source, &[fun, "(", "Id", "::", option, ")"]))
        });
        let acts = acts(&engine, option) || acts(&cecp, option) && acts(&uci, option);
        let is_excused = WITHOUT.iter().any(|(name, _)| *name == option);
        assert_eq!(is_read || acts, !is_excused, "{option}");
    }
}

#[test]
fn arms_that_do_nothing_are_no_effect() {
    let source = tokens(
        "match (id, value) { (Id::A, &V(n)) => self.f(n), (Id::B, _) => {} (Id::C | Id::D, _) => g() }",
    );
    assert_eq!(["A", "B", "C", "D"].map(|option| acts(&source, option)), [true, false, false, false]);
}
