//! Checks the README and the documents: the output of each `$ griffon …` line is what the document shows, and each
//! command that is only named is valid for the program, `make`, XBoard or a script, or is an existing test. The README
//! has a row for every subcommand.
//!
//! `docs_pictures` checks the pages on the notation.

use clap::{CommandFactory, Parser};
use griffon::cli::Cli;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the documents with their paths relative to the root.
fn documents() -> Vec<(String, String)> {
    let folder = root().join("docs").read_dir().expect("docs").map(|entry| entry.expect("a file").path());
    let pages = folder.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let read = |path: PathBuf| {
        let name = path.strip_prefix(root()).expect("below the root").display().to_string();
        (name, fs::read_to_string(&path).expect("a readable page"))
    };
    [root().join("README.md")].into_iter().chain(pages).map(read).collect()
}

/// Splits a shell line into words; respects quotes and drops redirections.
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

/// A step that a reader of a document follows.
enum Step {
    /// Saves a file.
    Save(String, String),
    /// Replaces the line with the same beginning.
    Replace(String),
    /// Runs the program and compares its output; an empty expectation matches any output.
    Run(String, String),
}

/// Returns the steps of a page. "Save this as `NAME`:" introduces a file, "With `LINE` in its place" changes it.
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

/// Returns the lines of a block without its language.
fn block_lines(block: &str) -> impl Iterator<Item = &str> {
    block.lines().skip(1)
}

#[test]
fn examples_print_what_the_documents_say() {
    let mut count = 0;
    for (name, page) in documents() {
        // Pages that save files run in their own folder; others use the files of the project.
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
                    // The order of the two streams is unspecified.
                    let said = [format!("{out}{err}"), format!("{err}{out}")];
                    assert!(shown.is_empty() || said.contains(&shown), "{name}: {command}\n{}", said[0]);
                    count += 1;
                }
            }
        }
    }
    assert!(count >= 6, "only {count} examples were found");
}

/// Returns the lines of a page that only consist of a command: indented by four, outside blocks.
fn named(page: &str) -> Vec<String> {
    let prose: String = page.split("\n```").step_by(2).collect::<Vec<_>>().join("\n");
    let joined = prose.replace("\\\n", " ");
    joined.lines().filter_map(|line| line.strip_prefix("    ")).map(str::to_owned).collect()
}

/// Removes and returns the environment settings at the start of a command.
fn environment(words: &mut Vec<String>) -> Vec<(String, String)> {
    let setting = |word: &String| {
        let (key, value) = word.split_once('=')?;
        (key.to_uppercase() == key).then(|| (key.to_owned(), value.to_owned()))
    };
    let count = words.iter().take_while(|word| setting(word).is_some()).count();
    words.drain(..count).filter_map(|word| setting(&word)).collect()
}

#[test]
fn named_commands_exist() {
    let (mut count, mut gui) = (0, Vec::new());
    for (name, page) in documents() {
        for line in named(&page) {
            let context = format!("{name}: {line}");
            let mut words = words(&line);
            let settings = environment(&mut words);
            if words.first().is_some_and(|word| word == "sudo") {
                words.remove(0);
            }
            let strings: Vec<&str> = words.iter().map(String::as_str).collect();
            match strings.as_slice() {
                ["griffon" | "target/release/griffon", ..] => taken(&words, &context),
                ["cargo", "run", "--release", "--", rest @ ..] => {
                    let arguments = ["griffon"].iter().chain(rest).map(|word| (*word).to_owned());
                    taken(&arguments.collect::<Vec<_>>(), &context);
                }
                ["cargo", "test", rest @ ..] => is_a_test(rest, &settings, &context),
                ["make", target @ ..] => is_made(target, &context),
                ["xboard", rest @ ..] => {
                    for pair in rest.windows(2).filter(|pair| ["-fcp", "-scp"].contains(&pair[0])) {
                        taken(&self::words(pair[1]), &context);
                    }
                    gui.push((context, rest.iter().map(|&word| word.to_owned()).collect::<Vec<_>>()));
                }
                [script, rest @ ..] if script.ends_with(".sh") => reads(script, rest, &settings, &context),
                ["python3", "-m", "pip", "install", "-r", file] => {
                    assert!(root().join(file).exists(), "{context}: {file}");
                }
                ["python3", script, rest @ ..] => declares(script, rest, &context),
                ["mkdir", "-p", _] => {}
                ["apt", "install", file] => {
                    let version = env!("CARGO_PKG_VERSION");
                    assert!(file.contains(&format!("/griffon_{version}-1_")), "{context}");
                }
                _ => panic!("{context}: unknown command"),
            }
            count += 1;
        }
    }
    assert!(count >= 40, "only {count} commands were found");
    for (context, options) in gui {
        xboard_takes(&options, &context);
    }
}

/// Each subcommand has a row in the README, and each row names a subcommand and options that it has.
#[test]
fn the_readme_has_a_row_for_every_subcommand() {
    let readme = fs::read_to_string(root().join("README.md")).expect("a readable page");
    let program = Cli::command();
    let mut listed = BTreeSet::new();
    for row in readme.lines().filter_map(|line| line.strip_prefix("| `griffon ")?.split('`').next()) {
        let name = row.split(' ').next().filter(|word| !word.starts_with('['));
        let command = name.map_or(Some(&program), |name| program.find_subcommand(name));
        let command = command.unwrap_or_else(|| panic!("griffon {row}: no such subcommand"));
        let words = row.split(|c: char| c.is_whitespace() || "[]".contains(c));
        for option in words.filter_map(|word| word.strip_prefix("--")) {
            let has = command.get_arguments().any(|argument| argument.get_long() == Some(option));
            assert!(has, "griffon {row}: no option --{option}");
        }
        listed.extend(name);
    }
    let known: BTreeSet<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
    assert_eq!(listed, known);
}

/// Asserts that the program accepts these arguments.
fn taken(words: &[String], context: &str) {
    if let Err(error) = Cli::try_parse_from(words) {
        panic!("{context}: {words:?}: {error}");
    }
}

/// Returns the files of a test program, or of what the programs share, with the module that each defines.
fn modules(program: &str) -> Vec<(String, String)> {
    let (mut found, mut folders) = (Vec::new(), vec![root().join("tests").join(program)]);
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().into_iter().flatten() {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let below = path.strip_prefix(root().join("tests").join(program)).expect("below the folder");
                let parts = below.with_extension("");
                let module: String = parts.iter().map(|part| part.to_string_lossy() + "::").collect();
                let module = module.replace("mod::", "").replace("main::", "");
                found.push((module, fs::read_to_string(&path).expect("a readable file")));
            }
        }
    }
    found
}

/// Asserts that these tests exist and read these settings.
fn is_a_test(arguments: &[&str], settings: &[(String, String)], context: &str) {
    let (mut programs, mut filters) = (Vec::new(), Vec::new());
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match *argument {
            "--test" => {
                let program = *rest.next().expect("a name");
                assert!(root().join(format!("tests/{program}/main.rs")).exists(), "{context}: {program}");
                programs.extend(modules(program));
            }
            "--release" | "--" | "--nocapture" => {}
            "--test-threads" => assert!(rest.next().is_some_and(|n| n.parse::<u8>().is_ok()), "{context}"),
            filter => filters.push(filter),
        }
    }
    let runs = |(module, text): &(String, String), filter: &str| {
        let names = text.lines().filter_map(|line| line.trim_start().strip_prefix("fn ")?.split('(').next());
        names.into_iter().any(|name| format!("{module}{name}").contains(filter))
    };
    for filter in &filters {
        assert!(!filter.starts_with('-'), "{context}: {filter}");
        assert!(programs.iter().any(|file| runs(file, filter)), "{context}: no test contains {filter}");
    }
    // Tests that share a grammar share the module that reads the settings.
    programs.retain(|file| filters.iter().any(|filter| runs(file, filter)));
    programs.extend(modules("support"));
    for (key, _) in settings {
        assert!(programs.iter().any(|(_, text)| text.contains(key)), "{context}: {key} is read nowhere");
    }
}

/// Asserts that the Python script declares these options.
fn declares(script: &str, arguments: &[&str], context: &str) {
    let source = fs::read_to_string(root().join(script)).unwrap_or_else(|_| panic!("{context}: {script}"));
    for option in arguments.iter().filter(|argument| argument.starts_with('-')) {
        assert!(source.contains(&format!("\"{option}\"")), "{context}: {option}");
    }
}

/// Asserts that `make` accepts these arguments, by a dry run.
fn is_made(arguments: &[&str], context: &str) {
    let ran = match Command::new("make").arg("-n").args(arguments).current_dir(root()).output() {
        Err(_) if cfg!(windows) => return eprintln!("{context}: left out, there is no make"),
        ran => ran.expect("there is make"),
    };
    assert!(ran.status.success(), "{context}: {}", String::from_utf8_lossy(&ran.stderr));
}

/// Asserts that the script runs and accepts these arguments: it prints the commands that it would run.
#[cfg(unix)]
fn reads(script: &str, arguments: &[&str], settings: &[(String, String)], context: &str) {
    let ran = Command::new(root().join(script))
        .args(arguments)
        .envs(settings.iter().cloned())
        .env("GRIFFON_DRY", "1")
        .env("CARGO_TARGET_DIR", env!("CARGO_TARGET_TMPDIR"))
        .current_dir(root())
        .output()
        .unwrap_or_else(|error| panic!("{context}: {error}"));
    let [out, err] = [ran.stdout, ran.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
    assert!(ran.status.success(), "{context}: {out}{err}");
    for line in out.lines() {
        let words = words(line);
        assert_eq!(words.first().map(String::as_str), Some("griffon"), "{context}: {line}");
        taken(&words, context);
        for file in words.iter().filter(|word| word.ends_with(".toml")) {
            assert!(root().join(file).exists(), "{context}: {file}");
        }
    }
}

#[cfg(not(unix))]
fn reads(script: &str, _: &[&str], _: &[(String, String)], context: &str) {
    assert!(root().join(script).exists(), "{context}");
}

/// Asserts that XBoard knows these options: it stops at the first unknown one, which is appended here.
fn xboard_takes(options: &[String], context: &str) {
    const UNKNOWN: &str = "-theEndOfOptions";
    let path = std::env::var("PATH").unwrap_or_default() + ":/usr/games:/usr/local/games";
    let ran = Command::new("xvfb-run")
        .args(["-a", "xboard"])
        .args(options)
        .args([UNKNOWN, "-ncp"])
        .env("PATH", path)
        .env("HOME", env!("CARGO_TARGET_TMPDIR"))
        .output();
    let said = ran.map(|ran| String::from_utf8_lossy(&[ran.stdout, ran.stderr].concat()).into_owned());
    match said {
        Ok(said) if said.contains("Unrecognized argument") => {
            assert!(said.contains(&format!("Unrecognized argument {UNKNOWN}")), "{context}: {said}");
        }
        _ => eprintln!("{context}: skipped, XBoard cannot run on a virtual display"),
    }
}

#[cfg(unix)]
#[test]
fn scripts_refuse_unknown_arguments() {
    let refused = |script: &str, arguments: &[&str]| {
        let ran = Command::new(root().join(script))
            .args(arguments)
            .env("GRIFFON_DRY", "1")
            .output()
            .expect("it runs");
        assert_eq!(ran.status.code(), Some(2), "{script} {arguments:?}");
    };
    refused("tests/run.sh", &["--unheard"]);
    refused("tests/long.sh", &["unheard"]);
    refused("tests/ladder.sh", &["-l", "unheard"]);
    refused("tests/levels.sh", &["-l", "unheard"]);
    refused("tests/windows.sh", &["--unheard"]);
    refused("tests/windows/winboard.sh", &["--unheard"]);
    refused("assets/release/build.sh", &["unheard"]);
    refused("assets/release/deb.sh", &["unheard"]);
    refused("tests/xboard/event.sh", &["--unheard"]);
    refused("tests/xboard/tour.sh", &["unheard"]);
    refused("tests/xboard/picture.sh", &["metamachy", "file.png", "4,x"]);
}

#[test]
fn links_have_targets() {
    for (name, text) in documents() {
        let folder = root().join(&name).parent().expect("a folder").to_owned();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
        for link in links.filter(|link| !link.is_empty() && !link.contains("://") && !link.contains(' ')) {
            assert!(folder.join(link).exists(), "{name}: {link}");
        }
    }
}

#[test]
fn words_are_split_as_in_a_shell() {
    assert_eq!(words(r#"a "b c"  d=e > f"#), ["a", "b c", "d=e"]);
    assert_eq!(words(""), [""; 0]);
}
