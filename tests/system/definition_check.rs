//! `griffon check` and `griffon variants` as a separate process. "diagnostics with line, column and caret; exit 0 or
//! 2".

use crate::support;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs the program with `input` on standard input.
fn griffon(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_griffon"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("the program reads");
    child.wait_with_output().expect("the program ends")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn valid_definitions_are_summarized() {
    let output = griffon(&["check", "-"], "title=Duel\nfiles=5\nking:K:K::e1\n");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output), "stdin: Duel, 5x8, 1 piece type\n");
}

#[test]
fn invalid_definitions_are_refused_with_a_caret() {
    let output = griffon(&["check", "-"], "king:K:K::e9\n");
    assert_eq!(output.status.code(), Some(2));
    insta::assert_snapshot!(text(&output), @r#"
    error: `e9` is not on the board
     --> stdin:1:11
      |
    1 | king:K:K::e9
      |           ^^
      |
    help: the board has 8 files and 8 ranks: squares a1 to h8
    stdin: refused
    "#);
}

#[test]
fn json_has_one_object_per_file() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/variants/");
    let files = [format!("{folder}normal.txt"), format!("{folder}nosuch.txt")];
    let output = griffon(&["check", "--json", "--stats", &files[0], &files[1]], "");
    assert_eq!(output.status.code(), Some(2));
    let objects: Vec<serde_json::Value> =
        text(&output).lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!((&objects[0]["ok"], &objects[0]["name"]), (&true.into(), &"normal".into()));
    assert_eq!(objects[0]["stats"]["squares"], 64);
    let (tables, peak) =
        (&objects[0]["stats"]["table_bytes"], &objects[0]["stats"]["bytes_of_the_process_at_its_peak"]);
    assert!(objects[0]["stats"]["milliseconds_to_load"].is_u64() && tables.is_u64());
    assert!(peak.is_null() || peak.as_u64() > tables.as_u64(), "{}", objects[0]["stats"]);
    assert_eq!(objects[1]["ok"], false);
    assert!(objects[1]["error"].is_string());
}

#[test]
fn json_diagnostics_have_line_and_column() {
    let output = griffon(&["check", "--json", "-"], "rook:R:R::a1\nking:K:KQx:image:e1\nhow=now\n");
    let object: serde_json::Value = serde_json::from_str(text(&output).trim()).expect("an object");
    let places: Vec<_> = object["diagnostics"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|it| (it["severity"].as_str(), it["line"].as_u64(), it["column"].as_u64()))
        .collect();
    assert_eq!(places, [(Some("error"), Some(2), Some(10)), (Some("error"), Some(3), Some(1))]);
}

#[test]
fn json_counts_omitted_diagnostics() {
    let output = griffon(&["check", "--json", "-"], &("how=now\n".repeat(130) + "king:K:K::e1\n"));
    let object: serde_json::Value = serde_json::from_str(text(&output).trim()).expect("an object");
    assert_eq!((object["diagnostics"].as_array().map(Vec::len), &object["omitted"]), (Some(100), &30.into()));
}

#[test]
fn the_catalogue_is_listed() {
    let output = griffon(&["variants"], "");
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output).lines().any(|line| line.starts_with("chu ") && line.contains("12x12")));
    let listed = text(&griffon(&["variants", "--json"], ""));
    let built_in = griffon::variant::catalogue::all().len() + griffon::variant::catalogue::more().len();
    assert_eq!(listed.lines().count(), built_in);
    let place = |name: &str| {
        let objects =
            listed.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("an object"));
        let object = objects.into_iter().find(|object| object["name"] == name).expect("a variant");
        (object["xboard"].clone(), object["xboard_name"].clone())
    };
    assert_eq!(place("metamachy"), ("menu".into(), "metamachy".into()));
    assert_eq!(place("chu"), ("menu".into(), "chushogi".into()));
    assert_eq!(place("janggi"), ("-variant".into(), "janggi".into()));
    assert_eq!(place("terachess"), ("too large".into(), serde_json::Value::Null));
}

/// "Tables are built in well under a second for a board of 144 squares, and memory stays in proportion": size of the
/// tables in bytes, which is the same on every machine.
#[test]
fn memory_stays_in_proportion() {
    for (file, most) in [
        ("variants/normal.txt", 1_000_000),
        ("variants/chu.txt", 20_000_000),
        ("variants/metamachy.txt", 8_000_000),
        ("benches/sets/large.txt", 150_000_000),
    ] {
        let path = format!("{}/{file}", env!("CARGO_MANIFEST_DIR"));
        let output = griffon(&["check", "--json", "--stats", &path], "");
        let object: serde_json::Value = serde_json::from_str(text(&output).trim()).expect("an object");
        let bytes = object["stats"]["table_bytes"].as_u64().expect("a number");
        assert!(bytes <= most, "{file}: {bytes} bytes");
    }
}

/// "`check` takes names and folders".
#[test]
fn names_and_folders_are_checked() {
    // A name of the catalogue cannot be used as a file name, as in all commands.
    let folder = support::folder("check-names");
    std::fs::write(folder.join("chess"), "nonsense").expect("writes");
    std::fs::create_dir(folder.join("shogi")).expect("a folder");
    let check = |names: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_griffon"));
        let output =
            command.arg("check").args(names).current_dir(&folder).output().expect("the program starts");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let said = check(&["chess", "shogi"]);
    assert!(said.contains("variants/normal.txt: ") && said.contains("variants/shogi.txt: "), "{said}");
    assert!(check(&["./chess"]).contains("chess: refused"));
    let named = griffon(&["check", "capablanca"], "");
    assert_eq!(text(&named), "variants/capablanca.txt: Capablanca Chess, 10x8, 8 piece types\n");
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("check-folder");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("b.txt"), "title=B\nroyal=K\nking:K:K::e1\n").expect("writes");
    std::fs::write(folder.join("a.html"), "<div class=\"idiagram\">king:K:K::e1</div>").expect("writes");
    std::fs::write(folder.join("note.md"), "no definition").expect("writes");
    let output = griffon(&["check", folder.to_str().expect("UTF-8")], "");
    let lines = text(&output);
    let lines: Vec<&str> = lines.lines().collect();
    assert!(
        lines.len() == 2 && lines[0].contains("a.html") && lines[1].ends_with("B, 8x8, 1 piece type"),
        "{lines:?}"
    );
    let output = griffon(&["check", "capablanc"], "");
    assert!(text(&output).contains("did you mean `capablanca`?"));
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_game_that_is_over_at_the_start_is_a_warning_with_the_reason() {
    let output = griffon(&["check", "-"], "connect=4\nroyal=K\nrook:R:R::a1-d1\nking:K:K::e1\n");
    let shown = text(&output);
    assert_eq!(output.status.code(), Some(0));
    for part in ["the game is over before the first move: Black has won: pieces in a row", "help: "] {
        assert!(shown.contains(part), "{shown}");
    }
}

#[test]
fn a_king_in_check_at_the_start_is_a_warning() {
    let output =
        griffon(&["check", "-"], "files=5\nranks=5\nsymmetry=rotate\nroyal=K\nrook:R:R::e1\nking:K:K::a1\n");
    assert_eq!(output.status.code(), Some(0));
    assert!(
        text(&output).contains("Black's royal piece can be captured on the first move"),
        "{}",
        text(&output)
    );
}
