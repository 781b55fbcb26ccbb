//! The README and the documents tell the truth: each `$ griffon …` line is run and prints what stands below it; each
//! command that is only named is one that the program takes, a test that exists or a script that can be run.
//!
//! The pages of the notation have a test of their own, `docs_pictures`.

mod common;

use clap::Parser;
use griffon::cli::Cli;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The documents, by path from the root.
fn documents() -> Vec<(String, String)> {
    let folder = root().join("docs").read_dir().expect("docs").map(|entry| entry.expect("a file").path());
    let pages = folder.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let read = |path: PathBuf| {
        let name = path.strip_prefix(root()).expect("below the root").display().to_string();
        (name, fs::read_to_string(&path).expect("a readable page"))
    };
    [root().join("README.md")].into_iter().chain(pages).map(read).collect()
}

/// A line of a shell as words; quotes hold blanks together, and what is behind `>` is left out.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut quoted, mut begun) = (vec![String::new()], false, false);
    for c in line.chars() {
        match c {
            '"' => (quoted, begun) = (!quoted, true),
            '>' if !quoted => break,
            ' ' if !quoted => {
                if begun {
                    words.push(String::new());
                }
                begun = false;
            }
            c => {
                words.last_mut().expect("a word").push(c);
                begun = true;
            }
        }
    }
    if !begun {
        words.pop();
    }
    words
}

/// What a reader who follows a document does.
enum Step {
    /// Saves a file.
    Save(String, String),
    /// Puts a line in the place of the one with the same beginning.
    Replace(String),
    /// Runs the program, which prints that; nothing is said of what it prints if it is empty.
    Run(String, String),
}

/// The steps of a page. "Save this as `NAME`:" stands before a file, "With `LINE` in its place" changes it.
fn steps(page: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    for (index, part) in page.split("\n```").enumerate() {
        if index % 2 == 0 {
            let place = part.split("With `").nth(1).and_then(|rest| rest.split_once("` in its place"));
            steps.extend(place.map(|(line, _)| Step::Replace(line.to_owned())));
            continue;
        }
        let before = page.split("\n```").nth(index - 1).unwrap_or_default().trim_end();
        let name = before.strip_suffix("`:").and_then(|text| text.rsplit('`').next());
        let mut lines = block_lines(part).peekable();
        if let Some(name) = name.filter(|_| before.contains("Save this as")) {
            steps.push(Step::Save(
                name.to_owned(),
                block_lines(part).map(|line| format!("{line}\n")).collect(),
            ));
            continue;
        }
        while let Some(line) = lines.next() {
            let Some(command) = line.strip_prefix("$ griffon ") else { continue };
            let mut shown = String::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
                shown += &format!("{line}\n");
            }
            steps.push(Step::Run(command.to_owned(), shown));
        }
    }
    steps
}

/// The lines of a block behind the language.
fn block_lines(block: &str) -> impl Iterator<Item = &str> {
    block.lines().skip(1)
}

#[test]
fn examples_print_what_the_documents_say() {
    let mut count = 0;
    for (name, page) in documents() {
        // Files that a page saves are in a folder of its own; pages that save none speak of those of the project.
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name.replace('/', "-"));
        let steps = steps(&page);
        let saves = steps.iter().any(|step| matches!(step, Step::Save(..)));
        fs::create_dir_all(&folder).expect("a folder");
        let (place, mut saved) = (if saves { folder.as_path() } else { root() }, PathBuf::new());
        for step in steps {
            match step {
                Step::Save(file, text) => {
                    saved = folder.join(file);
                    fs::write(&saved, text).expect("a file");
                }
                Step::Replace(line) => {
                    let key = line.split(':').next().expect("a beginning");
                    let text = fs::read_to_string(&saved).expect("the file");
                    let same = |old: &str| old.split(':').next() == Some(key);
                    assert_eq!(text.lines().filter(|old| same(old)).count(), 1, "{name}: {line}");
                    let with = |old: &str| format!("{}\n", if same(old) { line.as_str() } else { old });
                    fs::write(&saved, text.lines().map(with).collect::<String>()).expect("a file");
                }
                Step::Run(command, shown) => {
                    let mut run = Command::new(env!("CARGO_BIN_EXE_griffon"));
                    let ran =
                        run.args(words(&command)).current_dir(place).output().expect("the program runs");
                    let [out, err] =
                        [ran.stdout, ran.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
                    assert!(matches!(ran.status.code(), Some(0..=2)), "{name}: {command}: {err}");
                    // The two streams come in either order.
                    let said = [format!("{out}{err}"), format!("{err}{out}")];
                    assert!(shown.is_empty() || said.contains(&shown), "{name}: {command}\n{}", said[0]);
                    count += 1;
                }
            }
        }
    }
    assert!(count >= 6, "only {count} examples were found");
}

/// The lines of a page that are commands and no more: indented by four.
fn named(page: &str) -> Vec<String> {
    let joined = page.replace("\\\n", " ");
    joined.lines().filter_map(|line| line.strip_prefix("    ")).map(str::to_owned).collect()
}

#[test]
fn commands_that_are_named_exist() {
    let mut count = 0;
    for (name, page) in documents() {
        for line in named(&page) {
            let mut words = words(&line);
            // Settings of the environment.
            while words
                .first()
                .is_some_and(|word| word.split_once('=').is_some_and(|(key, _)| key.to_uppercase() == key))
            {
                words.remove(0);
            }
            let strings: Vec<&str> = words.iter().map(String::as_str).collect();
            match strings.as_slice() {
                ["griffon", ..] => taken(&words, &name),
                ["cargo", "run", "--release", "--", rest @ ..] => {
                    let arguments = ["griffon"].iter().chain(rest).map(|word| (*word).to_owned());
                    taken(&arguments.collect::<Vec<_>>(), &name);
                }
                ["cargo", "test", rest @ ..] => {
                    for pair in rest.windows(2).filter(|pair| pair[0] == "--test") {
                        assert!(root().join(format!("tests/{}.rs", pair[1])).exists(), "{name}: {line}");
                    }
                }
                ["make", target, ..] => {
                    let makefile = fs::read_to_string(root().join("Makefile")).expect("the Makefile");
                    let known = makefile.lines().any(|line| line.starts_with(&format!("{target}:")));
                    assert!(known || target.contains('='), "{name}: {line}");
                }
                [script, ..] if script.ends_with(".sh") => can_be_run(&root().join(script)),
                _ => continue,
            }
            count += 1;
        }
    }
    assert!(count >= 25, "only {count} commands were found");
}

/// The program takes these arguments.
fn taken(words: &[String], name: &str) {
    if let Err(error) = Cli::try_parse_from(words) {
        panic!("{name}: {words:?}: {error}");
    }
}

#[cfg(unix)]
fn can_be_run(script: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let mode = fs::metadata(script)
        .unwrap_or_else(|error| panic!("{}: {error}", script.display()))
        .permissions()
        .mode();
    assert!(mode & 0o111 != 0, "{}", script.display());
}

#[cfg(not(unix))]
fn can_be_run(script: &Path) {
    assert!(script.exists(), "{}", script.display());
}

#[test]
fn pictures_of_the_readme_exist() {
    let (_, text) = &documents()[0];
    let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    for link in links.filter(|link| !link.contains("://") && !link.starts_with('#')) {
        assert!(root().join(link).exists(), "{link}");
    }
}

#[test]
fn words_are_those_of_a_shell() {
    assert_eq!(words(r#"a "b c"  d=e > f"#), ["a", "b c", "d=e"]);
    assert_eq!(words(""), [""; 0]);
}
