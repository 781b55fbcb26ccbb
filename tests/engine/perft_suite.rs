//! Perft: Griffon's move generator against the counts of a trusted peer (`perft/README.md`).

use crate::support::{file, griffon};
use griffon::arena::{perft, suite, verify};
use griffon::position::{Game, Position};
use griffon::variant::catalogue;
use std::path::Path;

/// Maximum count of the rows checked here; `griffon perft --suite perft` checks all rows.
const MAX_NODES: u64 = 200_000;

fn suite_and_games() -> (Vec<suite::SuiteRow>, verify::Games) {
    let rows = suite::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("perft")).expect("the suite");
    let games = verify::games(&rows, |name| {
        let variant = catalogue::find(name)?.variant.clone();
        Some(Game::new(variant).map_err(|error| error.message))
    });
    (rows, games)
}

/// "Parallel perft, with a hash that never changes a count": neither an empty nor a filled table does, on one or two
/// threads.
#[test]
fn a_table_does_not_change_counts() {
    let (rows, games) = suite_and_games();
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let pools = [pool(1), pool(2)];
    let mut counted = 0;
    for row in rows.iter().filter(|row| row.nodes <= MAX_NODES && row.depth >= 3) {
        let Some(Ok(game)) = games.get(&row.variant) else { continue };
        let pos = match &row.fen {
            None => Position::start(game),
            Some(fen) => Position::from_fen(game, fen).expect("a position"),
        };
        let table = perft::PerftTable::new(1).expect("a MiB");
        for pool in &pools {
            let nodes = pool.install(|| perft::count(game, &pos, row.depth, Some(&table)));
            assert_eq!(
                nodes,
                row.nodes,
                "{}:{}: {} depth {}",
                row.file.display(),
                row.line,
                row.variant,
                row.depth
            );
        }
        counted += 1;
    }
    assert!(counted >= 100, "only {counted} rows were counted");
}

#[test]
fn counts_agree_with_the_peer() {
    let (rows, games) = suite_and_games();
    let verdicts = verify::run(&rows, &games, Some(MAX_NODES), &|| {});
    let mut passed = 0;
    for (row, verdict) in rows.iter().zip(&verdicts) {
        match verdict {
            verify::RowVerdict::Passed => passed += 1,
            verify::RowVerdict::OverLimit => {}
            other => {
                panic!("{}:{}: {} depth {}: {other:?}", row.file.display(), row.line, row.variant, row.depth)
            }
        }
    }
    assert!(passed >= 240, "only {passed} of {} rows were checked", rows.len());
}

#[test]
fn a_suite_can_be_filtered() {
    let text =
        griffon(&["perft", "--suite", "perft", "--only", "chess,shatranj", "--max-nodes", "1000"]).ok();
    assert!(text.contains("chess: ") && text.contains("shatranj: ") && !text.contains("shogi"), "{text}");
    let last = text.lines().last().expect("a line");
    assert!(last.contains(" passed, 0 failed, ") && last.ends_with(" over --max-nodes"), "{last}");
}

#[test]
fn a_wrong_count_fails() {
    let text = "source unverified\nvariant chess\nperft 1 20\nperft 2 401\n";
    let ran = griffon(&["perft", "--suite", file("wrong.perft", text).to_str().expect("UTF-8")]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
    assert!(ran.out.contains("wrong.perft:4: chess depth 2: expected 401, counted 400"), "{}", ran.out);
    assert!(ran.out.ends_with("1 passed, 1 failed\n"), "{}", ran.out);
}

#[test]
fn invalid_positions_fail() {
    let text = "source unverified\nvariant chess\nfen 8/8\nperft 1 20\n";
    let ran = griffon(&["perft", "--suite", file("nofen.perft", text).to_str().expect("UTF-8")]);
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    assert!(ran.out.ends_with("0 passed, 1 failed\n"), "{}", ran.out);
}

#[test]
fn unknown_variants_never_count_as_passed() {
    let text = "source unverified\nvariant chess\nperft 1 20\nvariant calvinball\nperft 1 7\n";
    let ran = griffon(&["perft", "--suite", file("skip.perft", text).to_str().expect("UTF-8")]);
    assert!(ran.out.contains("not in the catalogue: calvinball"), "{}", ran.out);
    assert!(ran.out.ends_with("1 passed, 0 failed, 1 skipped\n"), "{}", ran.out);
    assert_eq!(ran.code, Some(0));
    let only = "source unverified\nvariant calvinball\nperft 1 7\n";
    let ran = griffon(&["perft", "--suite", file("skiponly.perft", only).to_str().expect("UTF-8")]);
    assert_eq!(ran.code, Some(1), "nothing was checked: {}", ran.out);
}

#[test]
fn files_other_than_suites_are_refused() {
    let path = file("broken.jsonl", "{\"variant\":\"chess\",\"depth\":1,\"nodes\":20,\"source\":\"s\"}\n{\n");
    let text = griffon(&["perft", "--suite", path.to_str().expect("UTF-8")]).refused();
    assert!(text.contains("broken.jsonl:2: "), "{text}");
    let empty = griffon(&["perft", "--suite", file("empty.perft", "# nothing\n").to_str().expect("UTF-8")]);
    assert!(empty.refused().contains("no rows"));
}
