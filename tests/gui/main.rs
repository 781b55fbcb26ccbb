//! Griffon in the real XBoard, with XBoard's own legality testing on: "One forfeit is a defect."
//!
//! The matches are played by `tests/xboard/all.sh --short`. A machine without the programs fails these tests: a
//! silently skipped test proves nothing.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;

/// Program and its Debian package.
const NEEDED: &[(&str, &str)] = &[
    ("xboard", "xboard"),
    ("xvfb-run", "xvfb"),
    ("xauth", "xauth"),
    ("fairymax", "fairymax"),
    ("sjaakii", "sjaakii"),
    ("xdotool", "xdotool"),
    ("python3", "python3"),
];

/// One match at a time: the clocks are short, and an engine that waits for a processor loses on time.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

fn search_path() -> OsString {
    let path = env::var_os("PATH").unwrap_or_default();
    let games = ["/usr/games", "/usr/local/games"].map(PathBuf::from);
    env::join_paths(env::split_paths(&path).chain(games)).expect("a search path")
}

fn require_programs() {
    let path = search_path();
    let found = |program: &str| env::split_paths(&path).any(|directory| directory.join(program).is_file());
    let missing: Vec<_> = NEEDED.iter().filter(|(program, _)| !found(program)).collect();
    if !missing.is_empty() {
        let packages: Vec<&str> = missing.iter().map(|&&(_, package)| package).collect();
        panic!("these tests need programs that are missing here: apt-get install {}", packages.join(" "));
    }
}

fn script(name: &str, arguments: &[&str]) -> Output {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/xboard");
    Command::new(directory.join(name))
        .args(arguments)
        .env("PATH", search_path())
        .env("GRIFFON", env!("CARGO_BIN_EXE_griffon"))
        .output()
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn short_matches_in_every_variant_of_the_list_are_clean() {
    require_programs();
    let _turn = ONE_AT_A_TIME.lock();
    let output = script("all.sh", &["--short"]);
    println!("{}", text(&output));
    assert!(output.status.success(), "{}", text(&output));
}

/// Lame leapers, bent sliders, hoppers, locusts with one and two victims, lions, cylinders, ski sliders, long leaps.
#[test]
fn short_matches_with_each_family_of_pieces_are_clean() {
    require_programs();
    let _turn = ONE_AT_A_TIME.lock();
    let output = script("families.sh", &["--short"]);
    println!("{}", text(&output));
    assert!(output.status.success(), "{}", text(&output));
}

/// Games with demanding descriptions: kings with one ID and two kinds of castling, castling by one square, hands with
/// more types than the board has ranks, promotion by destination square, pawns that XBoard must not treat as pawns.
/// `tests/xboard/catalogue.sh` plays the whole catalogue.
#[test]
fn games_of_the_catalogue_are_clean() {
    require_programs();
    let _turn = ONE_AT_A_TIME.lock();
    let results = format!("{}/xboard-games", env!("CARGO_TARGET_TMPDIR"));
    let variants = ["clobberers-nutters", "active", "cannonshogi", "acedrex", "dobutsu"];
    let options = ["--games", "1", "--results", &results, "--again"];
    let output = script("catalogue.sh", &[&options[..], &variants].concat());
    println!("{}", text(&output));
    assert!(output.status.success(), "{}", text(&output));
}

/// Castling partners inside the board, swapping pieces, passes with and without legality testing: two engines, and a
/// human with the mouse.
#[test]
fn games_are_played_to_their_end_and_by_mouse() {
    require_programs();
    let games =
        ["castling-one-in", "castling-gross", "castling-fast", "swappers", "passing", "passing-freely"];
    play_games(&["--games", "1", "--mouse", "1", "--moves", "6", "--depth", "2"], &games);
}

/// An array that XBoard would shuffle, too; gates with and without drops; pawns that XBoard captures en passant on few
/// squares; types with one ID in hand; promotion to an X; moves of which XBoard knows some or none; an unmoved king
/// beside hands; a hole under a piece; marked promoted pieces and more types in hand than XBoard has lines for; swaps that
/// XBoard is not told of; a limited promotion with `+`.
#[test]
fn both_engines_have_the_board_that_xboard_shows() {
    require_programs();
    let games = ["shuffle-chess", "gating", "gating-drops", "passing-knightwise", "shared-id"];
    play_games(&["--games", "1", "--depth", "1"], &games);
    let games = ["promotes-to-x", "quiet-swaps", "moveless", "leaping-king-hands", "hole-under-pawn"];
    play_games(&["--games", "2", "--depth", "2"], &games);
    let games = [
        "optional-x",
        "suffixed-hand",
        "wild-promoted",
        "shuffle-shared-id",
        "promotes-to-wild",
        "other-parent",
    ];
    play_games(&["--games", "2", "--depth", "2"], &games);
    let games = [
        "marked-promoted",
        "many-in-hand",
        "other-in-hand",
        "king-returns",
        "hidden-swaps",
        "limited-promotion",
        "promoted-by-letter",
        "royal-slot-knightmate",
        "parent-giveaway",
        "castling-onto-partner",
    ];
    play_games(&["--games", "2", "--depth", "1"], &games);
}

/// Plays definitions of `tests/xboard/games` with `games.sh`.
fn play_games(options: &[&str], games: &[&str]) {
    let _turn = ONE_AT_A_TIME.lock();
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/xboard/games");
    let files: Vec<String> =
        games.iter().map(|name| directory.join(format!("{name}.txt")).display().to_string()).collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let output = script("games.sh", &[options, &files].concat());
    println!("{}", text(&output));
    assert!(output.status.success(), "{}", text(&output));
}

/// The harness itself: a faulty engine must fail.
#[test]
fn faults_are_noticed() {
    require_programs();
    let _turn = ONE_AT_A_TIME.lock();
    let faulty = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/xboard/faulty.sh");
    for (fault, kind) in [
        ("silent", "timeout: "),
        ("illegal", "forfeit: "),
        ("dies", "crash: "),
        ("complains", "False illegal-move claim"),
        ("claims", "False win claim"),
    ] {
        let engine = format!("{} {fault}", faulty.display());
        let output = script("match.sh", &["normal", &engine, "sjaakii", "1", "1", "0"]);
        let said = text(&output);
        assert_eq!(output.status.code(), Some(1), "{fault}: {said}");
        assert!(said.contains(kind), "{fault}: {said}");
    }
}
