//! The documents about the code name only what exists: files in `docs/engine.md` and `docs/glossary.md`, and the types of
//! the glossary, which is in alphabetical order.

use crate::support::files;
use std::fs;
use std::path::Path;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn document(name: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join("docs").join(name)).expect(name)
}

/// The texts between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

fn row(line: &str) -> Option<[&str; 3]> {
    let cells: Vec<&str> = line.strip_prefix("| ")?.strip_suffix(" |")?.splitn(3, " | ").collect();
    cells.try_into().ok()
}

/// Term, meaning and module of each row of the glossary.
fn rows(glossary: &str) -> Vec<[&str; 3]> {
    let mut found: Vec<_> = glossary.lines().filter_map(row).collect();
    assert_eq!(found.remove(0), ["term", "meaning", "module"]);
    assert!(found.len() > 500, "{} rows", found.len());
    found
}

#[test]
fn documents_name_only_files_that_exist() {
    let folders = ["src", "tests", "benches", "examples"];
    let sources =
        folders.into_iter().flat_map(|folder| files(Path::new(ROOT).join(folder), &["rs", "sh", "py"]));
    let known: Vec<String> = sources
        .map(|path| path.strip_prefix(ROOT).expect("inside").to_string_lossy().replace('\\', "/"))
        .collect();
    for document_name in ["engine.md", "glossary.md", "testing.md"] {
        let text = document(document_name);
        // Blocks of code have three backticks, which would swap inside and outside.
        let prose = text.split("```").step_by(2).collect::<String>();
        let is_file = |name: &&str| {
            let ends = [".rs", ".sh", ".py"].iter().any(|end| name.ends_with(end));
            ends && name.chars().all(|c| c.is_ascii_alphanumeric() || "/_.".contains(c))
        };
        for name in quoted(&prose).filter(is_file) {
            let exists = known.iter().any(|path| path == name || path.ends_with(&format!("/{name}")));
            assert!(exists, "{document_name}: there is no `{name}`");
        }
    }
}

#[test]
fn the_glossary_is_in_alphabetical_order() {
    let glossary = document("glossary.md");
    let plain = |term: &str| term.replace(['`', '(', ')', '!', ',', '*'], "").trim().to_lowercase();
    for pair in rows(&glossary).windows(2) {
        assert!(plain(pair[0][0]) <= plain(pair[1][0]), "{} stands after {}", pair[1][0], pair[0][0]);
    }
}

#[test]
fn the_types_of_the_glossary_are_defined_in_their_modules() {
    let glossary = document("glossary.md");
    for [term, _, module] in rows(&glossary) {
        let (Some(name), Some(path)) = (quoted(term).next(), quoted(module).next()) else { continue };
        let source = fs::read_to_string(Path::new(ROOT).join("src").join(path)).expect(path);
        let words: Vec<&str> = source
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .filter(|word| !word.is_empty())
            .collect();
        const KEYWORDS: [&str; 6] = ["struct", "enum", "trait", "type", "union", "macro_rules"];
        let name = name.trim_end_matches('!');
        let is_declaration = |pair: &[&str]| KEYWORDS.contains(&pair[0]) && pair[1] == name;
        // Sets of parameters are declared by a macro.
        let is_declared = words.windows(2).any(is_declaration)
            || words.contains(&"declare_params") && words.contains(&name);
        assert!(is_declared, "`{name}` is not defined in {path}");
    }
}
