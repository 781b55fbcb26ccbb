//! The README tells the truth: each `$ griffon …` line of it is run, and prints what stands below it.

mod common;

use common::griffon;

/// The commands of the README and the output that it shows for them: what follows in the same block.
fn examples(text: &str) -> Vec<(Vec<String>, String)> {
    let mut examples: Vec<(Vec<String>, String)> = Vec::new();
    // Every second part stands between fences; it begins with the language.
    for block in text.split("\n```").skip(1).step_by(2) {
        let mut lines = block.lines().skip(1).skip_while(|line| !line.starts_with("$ griffon ")).peekable();
        while let Some(command) = lines.next().and_then(|line| line.strip_prefix("$ griffon ")) {
            let arguments = command.split_whitespace().map(str::to_owned).collect();
            let mut output = String::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
                output += line;
                output.push('\n');
            }
            examples.push((arguments, output));
        }
    }
    examples
}

#[test]
fn commands_of_the_readme_print_what_it_says() {
    let examples = examples(include_str!("../README.md"));
    assert!(!examples.is_empty());
    for (arguments, output) in examples {
        let heard = griffon(&arguments).ok();
        // An example without output only has to succeed.
        if !output.is_empty() {
            assert_eq!(heard, output, "{arguments:?}");
        }
    }
}

#[test]
fn pictures_of_the_readme_exist() {
    let text = include_str!("../README.md");
    let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    for link in links.filter(|link| !link.contains("://") && !link.starts_with('#')) {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(link);
        assert!(path.exists(), "{link}");
    }
}
