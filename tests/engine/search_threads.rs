//! Several threads share one search: it obeys its limits and counts all threads' nodes; one thread is deterministic.

use crate::support::game;
use crate::support::processor_time;
use griffon::movegen;
use griffon::position::{Game, Position};
use griffon::search::{Found, Limits, MATE, Report, Searcher};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn search(game: &Game, position: &Position, threads: usize, limits: &Limits) -> Found {
    let mut searcher = Searcher::new(4);
    searcher.set_threads(threads);
    searcher.search(game, position, limits, &AtomicBool::new(false), &mut |_| ())
}

#[test]
fn one_thread_is_deterministic() {
    let game = game("normal");
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let start = Position::start(&game);
    let [a, b] = [1, 0].map(|threads| search(&game, &start, threads, &limits));
    assert_eq!((a.nodes, a.pv, a.score), (b.nodes, b.pv, b.score));
}

#[test]
fn threads_find_mates_and_legal_moves_for_every_set_size() {
    let mate = Position::from_fen(&game("normal"), "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").expect("a position");
    let limits = Limits { depth: Some(6), ..Limits::default() };
    assert_eq!(search(&game("normal"), &mate, 3, &limits).score, MATE - 1);
    for name in ["normal", "capablanca", "grand", "chu", "crazyhouse"] {
        let game = game(name);
        let mut start = Position::start(&game);
        let legal = movegen::legal_moves(&game, &mut start);
        let limits = Limits { nodes: Some(30_000), ..Limits::default() };
        let found = search(&game, &start, 4, &limits);
        assert!(found.best.is_some_and(|mv| legal.contains(&mv)), "{name}");
        assert!((30_000..300_000).contains(&found.nodes), "{name}: {} nodes", found.nodes);
    }
}

/// Helpers do not use up a node limit: the leader searches about as deep as alone.
#[test]
fn few_nodes_suffice_for_several_threads() {
    let game = game("normal");
    let start = Position::start(&game);
    for nodes in [500, 2000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let [alone, shared] = [1, 4].map(|threads| search(&game, &start, threads, &limits));
        assert_eq!((alone.depth, alone.nodes, alone.pv), (shared.depth, shared.nodes, shared.pv));
    }
}

#[test]
fn helpers_stop_with_the_main_thread() {
    let game = game("normal");
    let start = Position::start(&game);
    let hard = Duration::from_millis(50);
    let begin = processor_time("thread-self");
    for _ in 0..4 {
        let limits = Limits { hard: Some(hard), ..Limits::default() };
        assert!(search(&game, &start, 3, &limits).best.is_some());
    }
    assert!(processor_time("thread-self") - begin < 4 * hard * 5);
}

/// Whichever thread decides, the GUI sees the line that is played.
#[test]
fn the_last_line_shown_is_the_one_played() {
    let game = game("normal");
    let start = Position::start(&game);
    let mut searcher = Searcher::new(4);
    searcher.set_threads(3);
    for _ in 0..20 {
        let limits = Limits { hard: Some(Duration::from_millis(20)), ..Limits::default() };
        let mut last = Vec::new();
        let mut report = |report: &Report| last.clone_from(&report.pv);
        let found = searcher.search(&game, &start, &limits, &AtomicBool::new(false), &mut report);
        assert_eq!(last.first(), found.best.as_ref());
    }
}
