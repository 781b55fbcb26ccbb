//! Checks the documentation of the notation: pictures equal the output of `griffon show`, examples print the shown
//! output, each letter has a page, and no link is broken.

use crate::support;
use crate::support::griffon;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the root of the paths in the documentation.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[track_caller]
fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the files of a folder with an extension, sorted.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = paths.filter(|path| path.extension().is_some_and(|e| e == extension)).collect();
    files.sort();
    files
}

/// Returns the pictures: file in `docs`, and the arguments of `griffon show` as typed.
fn pictures() -> Vec<(&'static str, &'static str)> {
    let lines = include_str!("../../docs/pictures.tsv").lines();
    lines.map(|line| line.split_once('\t').unwrap_or_else(|| panic!("no tab: {line}"))).collect()
}

/// Splits a command line into words; respects both kinds of quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, ' ') => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    assert_eq!(quote, None, "{line}");
    words.extend(word);
    words
}

/// Returns the texts and targets of the links on a page.
fn links(page: &str) -> Vec<(&str, &str)> {
    let ends = page.match_indices("](").map(|(at, _)| at);
    let link = |at: usize| {
        let text = page[..at].rsplit('[').next().unwrap_or("");
        let target = page[at + 2..].split(')').next().unwrap_or("");
        (text, target)
    };
    ends.map(link).collect()
}

/// Returns the headings of a page as link anchors: lower case, hyphens for blanks, no punctuation.
fn anchors(page: &str) -> BTreeSet<String> {
    let headings = page.lines().filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| -> String {
        let heading = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(anchor).collect()
}

/// Returns the string constant with that name in the parser.
fn letters(name: &str) -> &'static str {
    let source = include_str!("../../src/notation/parse.rs");
    let start = format!("const {name}: &str = \"");
    let value = source.split_once(&start).and_then(|(_, rest)| rest.split('"').next());
    value.unwrap_or_else(|| panic!("the parser has no constant {name}"))
}

/// Returns the letters of the parser's table of atoms.
fn atoms() -> impl Iterator<Item = char> {
    let source = include_str!("../../src/notation/atoms.rs");
    let rows = source.split_once("const ATOMS").and_then(|(_, rest)| rest.split("];").next());
    rows.expect("a table of atoms").split("('").skip(1).filter_map(|row| row.chars().next())
}

#[test]
fn pictures_equal_the_output_of_show() {
    for (file, arguments) in pictures() {
        let path = support::file(&format!("docs-{}", file.replace('/', "-")), "");
        let mut command = vec!["show".to_owned()];
        command.extend(words(arguments));
        command.extend(["--svg".to_owned(), path.to_str().expect("UTF-8").to_owned()]);
        griffon(&command).ok();
        let documented = root().join("docs").join(file);
        assert!(read(&path) == read(&documented), "docs/{file}: draw it again with docs/pictures.sh");
    }
}

#[test]
fn each_picture_is_drawn_once_and_shown_with_its_command() {
    let pictures = pictures();
    let named: BTreeSet<&str> = pictures.iter().map(|(file, _)| *file).collect();
    assert_eq!(named.len(), pictures.len(), "a picture stands twice in docs/pictures.tsv");
    for folder in ["docs", "docs/notation"] {
        for path in files(folder, "svg") {
            let file = path.strip_prefix(root().join("docs")).expect("below docs");
            let file = file.to_str().expect("UTF-8");
            assert!(named.contains(file), "docs/{file} is not in docs/pictures.tsv");
        }
    }
    let mut shown = BTreeSet::new();
    for path in files("docs/notation", "md") {
        let page = read(&path);
        let targets: BTreeSet<&str> = links(&page).into_iter().map(|(_, target)| target).collect();
        for (file, arguments) in &pictures {
            let command = format!("\n$ griffon show {arguments} --svg docs/{file}\n");
            let link = match file.strip_prefix("notation/") {
                Some(name) => name.to_owned(),
                None => format!("../{file}"),
            };
            assert_eq!(targets.contains(&*link), page.contains(&command), "{}: {file}", path.display());
            if targets.contains(&*link) {
                shown.insert(*file);
            }
        }
    }
    for file in named.iter().filter(|file| file.starts_with("notation/")) {
        assert!(shown.contains(file), "no page shows docs/{file}");
    }
}

#[test]
fn each_letter_has_a_row_and_each_modifier_a_page_with_a_picture() {
    let index = include_str!("../../docs/notation.md");
    let links = links(index);
    for letter in letters("MODIFIERS").chars().chain(['a']) {
        let (text, target) = (format!("`{letter}`"), format!("notation/{letter}.md"));
        let linked = links.iter().any(|link| link.0 == text && link.1 == target);
        assert!(linked, "docs/notation.md has no link to the page of `{letter}`");
        let page = read(&root().join(format!("docs/notation/{letter}.md")));
        assert!(page.starts_with(&format!("# `{letter}`")), "docs/notation/{letter}.md: another title");
        assert!(page.contains(&format!("]({letter}.svg)")), "docs/notation/{letter}.md has no picture");
    }
    let signs = ["X", "Y", "oo", "'", ":", "+", "-", "(…)"];
    assert!(atoms().count() > 20);
    for sign in atoms().map(String::from).chain(signs.map(str::to_owned)) {
        let word = format!("`{sign}`");
        let linked = links.iter().any(|(text, target)| {
            text.split(' ').any(|other| other == word) && target.starts_with("notation/")
        });
        assert!(linked, "docs/notation.md has no link for {word}");
    }
    for path in files("docs/notation", "md") {
        let name = path.file_name().and_then(|name| name.to_str()).expect("UTF-8");
        let target = format!("notation/{name}");
        assert!(links.iter().any(|link| link.1 == target), "docs/notation.md does not link to {target}");
    }
}

#[test]
fn examples_print_the_shown_output() {
    let mut count = 0;
    for path in files("docs/notation", "md") {
        let page = read(&path);
        // Every second part is a fenced block and starts with its language.
        for block in page.split("\n```").skip(1).step_by(2) {
            let mut lines = block.lines().skip(1).peekable();
            while let Some(command) = lines.next().and_then(|line| line.strip_prefix("$ griffon ")) {
                let mut shown = String::new();
                while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
                    shown += line;
                    shown.push('\n');
                }
                let draws = command.contains(" --svg ");
                assert_eq!(draws, shown.is_empty(), "{}: {command}", path.display());
                if draws {
                    continue;
                }
                let ran = griffon(&words(command));
                assert!(matches!(ran.code, Some(0 | 2)), "{ran:?}");
                assert_eq!(ran.out + &ran.err, shown, "{}: {command}", path.display());
                count += 1;
            }
        }
    }
    assert!(count > 20, "only {count} examples were found");
}

#[test]
fn links_have_targets() {
    let mut pages = vec![root().join("README.md")];
    pages.extend(files("docs", "md"));
    pages.extend(files("docs/notation", "md"));
    for path in pages {
        let page = read(&path);
        for (_, target) in links(&page).into_iter().filter(|(_, target)| !target.contains("://")) {
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let linked = match file {
                "" => path.clone(),
                file => path.parent().expect("a folder").join(file),
            };
            assert!(linked.exists(), "{}: {target}", path.display());
            let there = anchor.is_empty() || anchors(&read(&linked)).contains(anchor);
            assert!(there, "{}: no heading for {target}", path.display());
        }
    }
}

#[test]
fn words_are_split_as_in_a_shell() {
    assert_eq!(words("show '(caf)R' --board 7x7"), ["show", "(caf)R", "--board", "7x7"]);
    assert_eq!(words(r#""A'D'fW"  ''"#), ["A'D'fW", ""]);
}
