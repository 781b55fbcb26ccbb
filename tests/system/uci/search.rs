//! Searches over UCI: every form of `go`, and how each ends.

use super::start;
use crate::support::fresh;
use crate::support::pipes::Engine;
use std::time::Duration;

#[test]
fn a_search_ends_with_its_best_move() {
    let mut gui = start();
    gui.script(
        "> ucinewgame
         > position startpos moves e2e4 e7e5
         > go depth 5
         < info depth 5 *
         < bestmove *",
    );
    let info = gui.heard.iter().rfind(|line| line.starts_with("info depth 5")).unwrap();
    for word in ["seldepth", "multipv 1", "score cp", "nodes", "nps", "hashfull", "time", " pv "] {
        assert!(info.contains(word), "{word}: {info}");
    }
    assert!(gui.heard.last().unwrap().contains(" ponder "));
}

#[test]
fn every_form_of_go_ends() {
    let mut gui = start();
    for go in [
        "go depth 3",
        "go nodes 500",
        "go movetime 30",
        "go wtime 1000 btime 1000",
        "go wtime 300 btime 300 winc 20 binc 20 movestogo 5",
        "go wtime -50 btime -50",
        "go depth 2 searchmoves a2a3 h2h3",
        "go movetime 100000 depth 2",
    ] {
        gui.send("position startpos");
        gui.send(go);
        let best = gui.expect("bestmove *");
        assert!(!go.contains("searchmoves") || best.contains("a2a3") || best.contains("h2h3"), "{best}");
    }
}

#[test]
fn an_infinite_search_waits_for_stop() {
    // "infinite: search until the stop command. Do not exit the search without being told so in this mode!"
    let mut gui = start();
    gui.script(
        "> position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1
         > position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1
         > go infinite
         < info depth 3 *
         > isready
         < readyok",
    );
    std::thread::sleep(Duration::from_millis(300));
    assert!(!gui.ready().iter().any(|line| line.starts_with("bestmove")));
    gui.script(
        "> stop
         < bestmove a1a8",
    );
    // No search to stop, so no second reply.
    gui.send("stop");
    assert!(!gui.ready().iter().any(|line| line.starts_with("bestmove")));
}

/// protocol.md: "A command that changes the position or an option waits for a running search with limits, and stops one
/// without limits."
#[test]
fn a_search_without_limits_is_stopped_by_the_next_command() {
    for go in ["go", "go mate 9", "go infinite"] {
        let mut gui = start();
        gui.send("position startpos");
        gui.send(go);
        gui.script(
            "< info depth 3 *
             > setoption name MultiPV value 2
             < bestmove *
             > position startpos moves e2e4
             > go depth 1
             < bestmove *",
        );
    }
}

#[test]
fn unreadable_words_of_go_are_reported() {
    let mut gui = start();
    gui.script(
        "> position startpos
         > go dept 3 depth abc movetime 10
         < info string error: go: unknown word dept; did you mean `depth`?
         = info string error: go: unknown word 3
         = info string error: go: depth: not a number: abc
         < bestmove *
         > go perft x
         < info string error: go: perft: not a number: x
         = Nodes searched: 0
         > go perft
         < info string error: go: perft needs a number
         = Nodes searched: 0",
    );
}

#[test]
fn unreadable_search_moves_are_reported() {
    let mut gui = start();
    gui.script(
        "> position startpos
         > go depth 2 searchmoves a2a3 e2e5 b9
         < info string error: searchmoves: illegal move e2e5: the piece cannot go there
         < info string error: searchmoves: illegal move b9: *
         < bestmove a2a3 *
         > go depth 2 searchmoves e2e5
         < info string error: searchmoves: illegal move e2e5: *
         < bestmove *",
    );
}

/// Its positions may have the same keys.
#[test]
fn another_variant_forgets_the_searches_of_the_last_one() {
    let nodes_of = |commands: &str| {
        let mut gui = start();
        gui.script(&format!(
            "{commands}
             > setoption name UCI_Variant value atomic
             > position startpos
             > go depth 3
             < bestmove *"
        ));
        let line = gui.heard.iter().rfind(|line| line.starts_with("info depth 3 ")).unwrap();
        line.split(" nodes ").nth(1).unwrap().split(' ').next().unwrap().to_owned()
    };
    let after_chess = "> setoption name UCI_Variant value chess
         > position startpos
         > go depth 6
         < bestmove *";
    assert_eq!(nodes_of(after_chess), nodes_of(""));
}

#[test]
fn mates_are_counted_in_moves() {
    // "mate <y>: mate in y moves, not plies. If the engine is getting mated use negative values for y."
    let mut gui = start();
    gui.script(
        "> position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1
         > go mate 1
         < bestmove a1a8
         > position fen 7k/8/5K2/6Q1/8/8/8/8 b - - 0 1
         > go depth 4
         < bestmove *
         > position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1
         > go depth 4
         < info depth 0 score mate 0
         = bestmove (none)
         > position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1
         > go depth 4
         < info depth 0 score cp 0
         = bestmove (none)",
    );
    assert!(gui.heard.iter().any(|line| line.contains("score mate 1 ")));
    assert!(gui.heard.iter().any(|line| line.contains("score mate -1 ")), "{:#?}", gui.heard);
}

#[test]
fn pondering_ends_with_a_hit_or_a_stop() {
    let mut gui = start();
    gui.script(
        "> setoption name Ponder value true
         > position startpos moves e2e4 e7e5
         > go ponder wtime 2000 btime 2000
         < info depth 4 *
         > ponderhit
         < bestmove *
         > position startpos moves e2e4 c7c5
         > go ponder wtime 2000 btime 2000
         < info depth 4 *
         > stop
         < bestmove *
         > position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1
         > go ponder depth 2
         < info depth 2 *",
    );
    assert!(!gui.ready().iter().any(|line| line.starts_with("bestmove")));
    gui.script(
        "> ponderhit
         < bestmove a1a8",
    );
}

/// A hit without a clock leaves only the other limits, whatever clock an earlier `go` had.
#[test]
fn a_ponder_hit_uses_no_earlier_clock() {
    let mut gui = start();
    gui.script(
        "> position startpos
         > go wtime 100 btime 100
         < bestmove *
         > position startpos moves e2e4 e7e5
         > go ponder depth 9
         > ponderhit
         < info depth 9 *
         < bestmove *
         > go movetime 10
         < bestmove *
         > go ponder nodes 400000
         > ponderhit
         < bestmove *",
    );
    let nodes = gui.heard.iter().rfind(|line| line.starts_with("info depth")).unwrap();
    let nodes: u64 = nodes.split(" nodes ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(nodes > 40_000, "{:#?}", gui.heard);
}

#[test]
fn multi_pv_lines_are_found() {
    let mut gui = start();
    gui.script(
        "> setoption name MultiPV value 3
         > position startpos
         > go depth 6
         < bestmove *",
    );
    let lines: Vec<&String> = gui.heard.iter().filter(|line| line.starts_with("info depth 6 ")).collect();
    let last = |rank: usize| {
        let mark = format!(" multipv {rank} ");
        let line = lines.iter().rfind(|line| line.contains(&mark) && !line.contains("bound")).unwrap();
        let score: i32 = line.split(" score cp ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        (score, line.split(" pv ").nth(1).unwrap().split(' ').next().unwrap().to_owned())
    };
    let found: Vec<_> = (1..=3).map(last).collect();
    assert!(found[0].0 >= found[1].0 && found[1].0 >= found[2].0, "{found:?}");
    assert!(found[0].1 != found[1].1 && found[1].1 != found[2].1 && found[0].1 != found[2].1, "{found:?}");
    assert!(gui.heard.last().unwrap().starts_with(&format!("bestmove {}", found[0].1)));
}

/// Wherever the search is stopped: the last lines of each rank have different first moves, and the first one is played.
#[test]
fn the_last_multi_pv_lines_have_different_first_moves() {
    let mut gui = start();
    gui.send("setoption name MultiPV value 4");
    for nodes in (200..20_000).step_by(331) {
        gui.heard.clear();
        gui.script(&format!(
            "> ucinewgame
             > position startpos moves e2e4 e7e5 g1f3
             > go nodes {nodes}
             < bestmove *"
        ));
        let last = |rank: usize| {
            let mark = format!(" multipv {rank} ");
            let line = gui.heard.iter().rfind(|line| line.contains(&mark))?;
            line.split(" pv ").nth(1)?.split(' ').next()
        };
        let mut moves: Vec<&str> = (1..=4).filter_map(last).collect();
        assert!(gui.heard.last().unwrap().starts_with(&format!("bestmove {}", moves[0])), "{:#?}", gui.heard);
        moves.sort_unstable();
        moves.dedup();
        assert_eq!(moves.len(), (1..=4).filter_map(last).count(), "{nodes}: {:#?}", gui.heard);
    }
}

#[test]
fn commands_wait_for_a_search_that_ends() {
    let mut gui = start();
    gui.script(
        "> position startpos
         > go depth 6
         > position startpos moves e2e4
         > go depth 2
         > isready
         < info depth 6 *
         < bestmove *
         < info depth 2 *
         < bestmove *",
    );
}

#[test]
fn quit_does_not_wait_long() {
    for lines in
        [&["go depth 90", "go depth 90"][..], &["go infinite"], &["go perft 12", "go movetime 90000"]]
    {
        let mut engine = Engine::start(&fresh("uci-quit.log"));
        engine.send(format!("uci\n{}\nquit\n", lines.join("\n")));
        // It waits 0.3 seconds; a second of processor time is too long.
        assert!(engine.ended().unwrap().success(), "{lines:?}");
    }
}

/// "Over" by a rule, although moves exist: nothing is searched or counted.
#[test]
fn a_game_that_is_over_has_no_best_move() {
    let mut gui = start();
    for (variant, fen) in [
        ("kingofthehill", "rnbq1bnr/pppp1ppp/8/4k3/4P3/8/PPPP1PPP/RNBQKBNR w KQ - 0 3"),
        ("3check", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0+3 0 1"),
        ("racingkings", "k7/8/8/8/8/8/8/K7 w - - 0 1"),
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
    ] {
        gui.script(&format!(
            "> setoption name UCI_Variant value {variant}
             > position fen {fen}
             > go perft 1
             < Nodes searched: 0
             > go depth 1
             < info depth 0 score *
             < bestmove (none)"
        ));
    }
}

#[test]
fn refused_positions_are_not_searched() {
    let mut gui = start();
    for position in
        ["position fen nonsense", "position startpos moves e2e4 e2e4", "position", "position start"]
    {
        gui.script(&format!(
            "> {position}
             < info string error: *
             > go depth 2
             < info string error: there is no position*
             < bestmove (none)
             > go perft 1
             < Nodes searched: 0
             > eval
             = info string error: there is no position*
             > setoption name Show Moves
             < info string error: there is no position*
             > position startpos
             > go perft 1
             < Nodes searched: 20
             > go depth 1
             < bestmove *"
        ));
    }
    assert!(!gui.heard.last().unwrap().contains("none"));
}

/// Each level searches; a mate in one is played at every level.
#[test]
fn every_level_plays() {
    let mut gui = start();
    for level in ["Skill Level value 0", "Skill Level value 10", "UCI_Elo value 900"] {
        gui.script(&format!(
            "> setoption name {level}
             > setoption name UCI_LimitStrength value {}",
            level.contains("Elo")
        ));
        for _ in 0..5 {
            gui.script(
                "> position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1
                 > go wtime 60000 btime 60000
                 < bestmove a1a8",
            );
        }
    }
    gui.script(
        "> setoption name UCI_LimitStrength value false
         > setoption name Skill Level value 0
         > ucinewgame",
    );
    let mut best = Vec::new();
    for _ in 0..20 {
        gui.send("position startpos");
        gui.send("go movetime 20000");
        best.push(gui.expect("bestmove *").split(' ').nth(1).unwrap().to_owned());
    }
    best.sort();
    best.dedup();
    assert!(best.len() > 2, "{best:?}");
    // Analysis still searches to full depth.
    gui.script(
        "> go infinite
         < info depth 7 *
         > stop
         < bestmove *",
    );
}

#[test]
fn the_end_of_the_input_ends_a_search() {
    let gui = start();
    gui.send("go infinite");
    gui.close();
}

#[test]
fn weaker_play_has_node_limits_and_noise() {
    let mut gui = start();
    gui.script(
        "> setoption name Limit Nodes value 300
         > setoption name Noise value 60
         > position startpos
         > go wtime 60000 btime 60000
         < bestmove *",
    );
    // Lines searched only for move selection are not shown.
    assert!(!gui.heard.iter().any(|line| line.contains("multipv 2")));
    // A blunder is outside the noise.
    for _ in 0..5 {
        gui.script(
            "> setoption name Limit Nodes value 3000
             > position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1
             > go depth 4
             < bestmove a1a8",
        );
    }
}

#[test]
fn openings_vary_within_their_spread() {
    let mut gui = start();
    gui.script(
        "> setoption name Opening Moves value 5
         > setoption name Opening Spread value 60",
    );
    let mut best = Vec::new();
    for _ in 0..12 {
        gui.send("position startpos");
        gui.send("go depth 4");
        best.push(gui.expect("bestmove *").split(' ').nth(1).unwrap().to_owned());
    }
    best.sort();
    best.dedup();
    assert!(best.len() > 1, "{best:?}");
}

/// "Do not exit the search in ponder mode, even if it's mate!"
#[test]
fn a_search_without_moves_waits_for_its_end() {
    for (go, end) in [("go infinite", "stop"), ("go ponder movetime 10", "ponderhit")] {
        let mut gui = start();
        gui.send("position startpos moves f2f3 e7e5 g2g4 d8h4");
        gui.send(go);
        gui.expect("info depth 0 score mate 0");
        assert!(!gui.ready().iter().any(|line| line.starts_with("bestmove")), "{go}");
        gui.send(end);
        gui.expect("bestmove (none)");
    }
}

#[test]
fn a_ponder_hit_belongs_to_the_last_search() {
    let mut gui = start();
    gui.script(
        "> position startpos
         > go depth 6
         > position startpos moves e2e4 e7e5
         > go ponder movetime 10
         > ponderhit
         < bestmove *
         < bestmove *",
    );
}
