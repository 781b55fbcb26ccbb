//! Draws, stalemates and repetitions are scored by the variant's rules.

use crate::support::processor_time;
use crate::support::{defined, game};
use griffon::movegen;
use griffon::movetext::{format, parse};
use griffon::position::{Game, Position};
use griffon::search::{Found, Limits, MATE, Searcher};
use griffon::variant::catalogue;
use std::sync::atomic::AtomicBool;

fn search(game: &Game, fen: &str, depth: u16) -> Found {
    let position = Position::from_fen(game, fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    Searcher::new(4).search(game, &position, &limits, &AtomicBool::new(false), &mut |_| ())
}

/// SPEC: diagram readings, "Defaults": stalemate is a draw unless the definition says otherwise.
#[test]
fn stalemate_is_scored_by_the_variant() {
    let stuck = search(&game("normal"), "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 3);
    assert_eq!((stuck.best, stuck.score), (None, 0));
    let stuck = search(&game("xiangqi"), "3k5/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1", 3);
    assert_eq!((stuck.best, stuck.score), (None, -MATE));
}

/// One move before: chess must not stalemate, xiangqi may.
#[test]
fn stalemate_is_seen_coming() {
    // With the queen one rank higher, careless moves stalemate; the winning score must be kept.
    let found = search(&game("normal"), "7k/8/6K1/5Q2/8/8/8/8 w - - 0 1", 5);
    assert!(found.score > 500, "{}", found.score);
    let found = search(&game("xiangqi"), "3k5/9/4R4/9/9/9/9/9/9/4K4 w - - 0 1", 4);
    assert_eq!(found.score, MATE - 1);
}

#[test]
fn the_losing_side_takes_a_perpetual() {
    let found = search(&game("normal"), "6k1/5p1p/5Q2/8/8/8/q1r5/7K w - - 0 1", 9);
    assert!(found.score > -50, "{}", found.score);
}

#[test]
fn the_winning_side_does_not_repeat() {
    let game = game("normal");
    let mut position = Position::from_fen(&game, "7k/8/8/8/8/8/8/KQ6 w - - 0 1").unwrap();
    let mut searcher = Searcher::new(4);
    let limits = Limits { depth: Some(8), ..Limits::default() };
    for _ in 0..80 {
        let found = searcher.search(&game, &position, &limits, &AtomicBool::new(false), &mut |_| ());
        let Some(mv) = found.best else { break };
        position.make(&game, mv);
        assert!(position.occurrences(&game) < 3);
    }
    assert_eq!(movegen::result(&game, &mut position), Some(movegen::Outcome::Lost));
}

/// A repetition of a position of the game that would lose at the fourth time does not decide yet: Black mates with its
/// rook instead, and White may come back to a square.
#[test]
fn a_first_repetition_does_not_decide() {
    let game = game("minishogi");
    let played = |fen: &str, moves: &str| {
        let mut position = Position::from_fen(&game, fen).expect("a position");
        for text in moves.split_whitespace() {
            let mv = parse(&game, &mut position, text).expect("a move");
            position.make(&game, mv);
        }
        let limits = Limits { depth: Some(8), ..Limits::default() };
        let found = Searcher::new(4).search(&game, &position, &limits, &AtomicBool::new(false), &mut |_| ());
        (format(&game, &position, found.best.expect("a move")), found.score)
    };
    let (mv, score) = played("4k/4r/5/3G1/K4[] w - - 0 1", "a1b1 e4d4 b1a1");
    assert_eq!((mv.as_str(), score), ("d4d2", MATE - 3));
    let start = Position::start(&game).fen(&game);
    let (_, score) = played(&start, "e1e2 a5a4 e2e1");
    assert!(score.abs() < 1000, "{score}");
}

/// A piece that cannot mate alone is worth next to nothing, however shallow the search.
#[test]
fn hopeless_endings_are_level_at_every_depth() {
    let chess = game("normal");
    for fen in ["8/8/4k3/8/3bK3/8/8/8 b - - 0 1", "8/8/4k3/8/3nK3/8/8/8 b - - 0 1"] {
        for depth in 1..=8 {
            let score = search(&chess, fen, depth).score;
            assert!(score.abs() < 60, "{fen}: {score} at depth {depth}");
        }
    }
    // The count of Makruk is nearly full.
    for depth in 1..=4 {
        let score = search(&game("makruk"), "8/8/8/4k3/8/3K4/R7/8 b - 32 28 40", depth).score;
        assert!(score.abs() < 200, "{score} at depth {depth}");
    }
}

/// Few nodes suffice to drive a lone royal to the edge and to mate it.
#[test]
fn lone_royals_are_mated() {
    let games = [("normal", "7k/8/8/8/8/8/8/KQ6 w - - 0 1"), ("normal", "8/8/8/4k3/8/8/8/KR6 w - - 0 1")];
    for (name, fen) in games {
        let game = game(name);
        let mut position = Position::from_fen(&game, fen).expect("a position");
        let mut searcher = Searcher::new(4);
        let limits = Limits { nodes: Some(2000), ..Limits::default() };
        for _ in 0..100 {
            let found = searcher.search(&game, &position, &limits, &AtomicBool::new(false), &mut |_| ());
            let Some(mv) = found.best else { break };
            position.make(&game, mv);
        }
        assert_eq!(movegen::result(&game, &mut position), Some(movegen::Outcome::Lost), "{name} {fen}");
    }
}

/// The move-count rule: the hundredth quiet ply draws, unless it mates.
#[test]
fn the_move_count_draws() {
    let chess = game("normal");
    assert_eq!(chess.variant.ends.quiet_plies, 100);
    assert_eq!(search(&chess, "8/8/8/3k4/8/8/8/R3K3 w - - 99 80", 4).score, 0);
    assert_eq!(search(&chess, "7k/R7/6K1/8/8/8/8/8 w - - 99 80", 4).score, MATE - 1);
}

/// Neither the time limit, the stop flag nor the node limit keeps the engine from returning a legal move.
#[test]
fn a_legal_move_is_always_given() {
    for entry in catalogue::every() {
        let game = game(&entry.variant.name);
        let mut position = Position::start(&game);
        let legal = movegen::legal_moves(&game, &mut position);
        let none = Limits { hard: Some(std::time::Duration::ZERO), ..Limits::default() };
        let one = Limits { nodes: Some(1), ..Limits::default() };
        for (limits, stop) in [(&none, false), (&one, false), (&one, true)] {
            let found =
                Searcher::new(1).search(&game, &position, limits, &AtomicBool::new(stop), &mut |_| ());
            assert!(found.best.is_some_and(|mv| legal.contains(&mv)), "{}", entry.variant.name);
        }
    }
}

/// A node limit below the number of moves at the root is exceeded by 256 nodes at most.
#[test]
fn the_first_iteration_obeys_the_node_limit() {
    let text = "files=26\nranks=70\nroyal=K\nking:K:K::a1,,a70\nflyer:X:mU::b1,c1\n";
    let (variant, _) = griffon::variant::read("flyers", text).expect("a variant");
    let game = Game::new(variant).expect("tables");
    let mut position = Position::start(&game);
    let legal = movegen::legal_moves(&game, &mut position);
    assert!(legal.len() > 3000, "{}", legal.len());
    let limits = Limits { nodes: Some(100), ..Limits::default() };
    let found = Searcher::new(1).search(&game, &position, &limits, &AtomicBool::new(false), &mut |_| ());
    assert!(found.nodes <= 100 + 256 + 1, "{}", found.nodes);
    assert!(found.best.is_some_and(|mv| legal.contains(&mv)));
}

/// Where captures are forced and pieces have many, the first iteration does not follow all lines of captures.
#[test]
fn forced_captures_end() {
    let game = defined(
        "mustCapture=1\nroyal=0\nextinct=*:win\nstalemate=win\n\
         griffon:G:FyafsF::a1-c1,f1-h1\nmanticore:M:WyafsW::d1,e1\nknight:N:N::a4-h4\n",
    );
    let position = Position::start(&game);
    let limits = Limits { depth: Some(1), nodes: Some(1_000_000), ..Limits::default() };
    let found = Searcher::new(1).search(&game, &position, &limits, &AtomicBool::new(false), &mut |_| ());
    assert!(found.nodes < 20_000, "{}", found.nodes);
}

/// Where most pieces attack each other from the start, exchanges are not followed to the end.
#[test]
fn crowded_positions_are_searched() {
    for name in ["massacre", "doublearmy", "pawnsmassacre", "cannonshogi"] {
        let game = game(name);
        let position = Position::start(&game);
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let found = Searcher::new(1).search(&game, &position, &limits, &AtomicBool::new(false), &mut |_| ());
        assert!(found.nodes < 5000, "{name}: {} nodes", found.nodes);
    }
}

#[test]
fn hard_limit_is_kept() {
    let game = game("chu");
    let position = Position::start(&game);
    let hard = std::time::Duration::from_millis(60);
    let limits = Limits { hard: Some(hard), ..Limits::default() };
    let start = processor_time("thread-self");
    Searcher::new(1).search(&game, &position, &limits, &AtomicBool::new(false), &mut |_| ());
    // The search checks the clock every few hundred nodes.
    assert!(processor_time("thread-self") - start < hard * 5);
}
