//! Each type name has one meaning; no retired word occurs in the code, tests, documents or help.

use crate::support::files;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Names of types that parallel modules share, with the reason. Associated types of traits are exempt.
const SHARED: &[(&str, &str)] = &[
    ("Command", "what a GUI sends, in each protocol: `cecp::command`, `uci::command`"),
    ("Options", "the arguments of each subcommand: `cli::*`"),
    ("Item", "associated type of `Iterator` and the item of a notation"),
    ("Output", "associated type of operators and the writer of a session"),
    ("Target", "associated type of `Deref`"),
];

/// Returns the name of the type that a line defines, if any.
fn defined_type(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace().skip_while(|word| word.starts_with("pub"));
    let keyword = words.next()?;
    if !["struct", "enum", "trait", "type", "union"].contains(&keyword) {
        return None;
    }
    let name = words.next()?.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    name.starts_with(|c: char| c.is_ascii_uppercase()).then_some(name)
}

#[test]
fn type_names_are_unique() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in files("src", &["rs"]) {
        let text = fs::read_to_string(&file).expect("a text");
        for name in text.lines().filter_map(defined_type) {
            places.entry(name.to_owned()).or_default().push(file.display().to_string());
        }
    }
    assert!(places.len() > 400, "only {} types were found", places.len());
    let is_shared = |name: &str| SHARED.iter().any(|shared| shared.0 == name);
    let twice: Vec<_> =
        places.into_iter().filter(|(name, places)| places.len() > 1 && !is_shared(name)).collect();
    assert!(twice.is_empty(), "defined more than once: {twice:#?}");
}

/// Returns the list of retired words.
fn retired() -> Vec<String> {
    let text = fs::read_to_string("tests/data/retired_words.txt").expect("the list");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let words: Vec<String> =
        lines.map(|line| line.split(" -> ").next().unwrap_or_default().to_owned()).collect();
    assert!(words.len() > 20, "{words:?}");
    words
}

/// Converts a line to lower case and all signs but apostrophes to blanks, so that `set_virgin` contains `virgin`.
///
/// A capital starts a new word: `DiceBag` becomes `dice bag`.
fn plain(line: &str) -> String {
    let mut plain = String::from(" ");
    let mut before = ' ';
    for letter in line.chars() {
        if letter.is_ascii_uppercase() && before.is_ascii_lowercase() {
            plain.push(' ');
        }
        let is_part = letter.is_alphanumeric() || letter == '\'';
        plain.push(if is_part { letter.to_ascii_lowercase() } else { ' ' });
        before = letter;
    }
    plain.push(' ');
    plain
}

/// Whether the line is a quotation from a specification, which stays verbatim.
fn is_quotation(line: &str) -> bool {
    line.contains("SPEC:") || line.contains('"') && line.trim_start().starts_with("//")
}

/// Returns the lines of a text that contain a retired word.
fn complaints(place: &str, text: &str, words: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !is_quotation(line)) {
        let plain = plain(line);
        let hit = words.iter().find(|word| plain.contains(&format!(" {word} ")));
        found.extend(hit.map(|word| format!("{place}:{}: `{word}`: {}", number + 1, line.trim())));
    }
    found
}

#[test]
fn no_retired_word_is_used() {
    let words = retired();
    let mut found = Vec::new();
    let mut look = |path: &Path| {
        let text = fs::read_to_string(path).expect("a text");
        found.extend(complaints(&path.display().to_string(), &text, &words));
    };
    files("src", &["rs"]).iter().for_each(|path| look(path));
    files("docs", &["md"]).iter().for_each(|path| look(path));
    ["README.md", "CHANGELOG.md"].iter().for_each(|path| look(Path::new(path)));
    // The seeds quote the specification line by line.
    let tests = files("tests", &["rs", "sh", "py"]);
    let own =
        tests.iter().filter(|path| !path.starts_with("tests/spec/seeds") && !path.ends_with("words.rs"));
    own.for_each(|path| look(path));
    let help_of = |command: Option<&str>| {
        let output = Command::new(env!("CARGO_BIN_EXE_griffon"))
            .args(command)
            .arg("--help")
            .output()
            .expect("it runs");
        assert!(output.status.success(), "{command:?} --help");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let overview = help_of(None);
    let listed =
        overview.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let commands: Vec<&str> = listed
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|command| *command != "help")
        .collect();
    assert!(commands.contains(&"perft") && commands.contains(&"learn"), "{overview}");
    for command in std::iter::once(None).chain(commands.into_iter().map(Some)) {
        let help = help_of(command);
        let command = command.unwrap_or_default();
        found.extend(complaints(&format!("griffon {command} --help"), &help, &words));
    }
    assert!(found.is_empty(), "{} lines:\n{}", found.len(), found.join("\n"));
}
