//! The search sees wins by other rules than mate, and losses that the rules tell apart from draws, at small depths.

use crate::support::game;
use griffon::movegen::{self, Outcome};
use griffon::movetext::format;
use griffon::position::{Game, Position};
use griffon::search::{Bound, Found, Limits, MATE, Report, Searcher};
use griffon::variant::read;
use std::sync::atomic::AtomicBool;

fn defined(text: &str) -> Game {
    Game::new(read("test", text).expect("a definition").0).expect("tables")
}

fn search(game: &Game, pos: &Position, limits: &Limits, report: &mut dyn FnMut(&Report)) -> Found {
    Searcher::new(4).search(game, pos, limits, &AtomicBool::new(false), report)
}

/// The best move and its score at each of these depths.
fn best(game: &Game, fen: &str, depths: std::ops::RangeInclusive<u16>) -> Vec<(String, i32)> {
    let pos = Position::from_fen(game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let at = |depth| {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let found = search(game, &pos, &limits, &mut |_| ());
        (format(game, &pos, found.best.expect("a move")), found.score)
    };
    depths.map(at).collect()
}

/// The search does not leave the opponent a move that wins at once, where it can be helped.
fn prevents_the_end(game: &Game, fen: &str) {
    for depth in 2..=5 {
        let mut pos = Position::from_fen(game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let mv = search(game, &pos, &limits, &mut |_| ()).best.expect("a move");
        let text = format(game, &pos, mv);
        pos.make(game, mv);
        for reply in movegen::legal_moves(game, &mut pos) {
            let what = format!("{text} {} at depth {depth}", format(game, &pos, reply));
            assert_ne!(
                pos.after(game, reply, |pos| movegen::outcome(game, pos)),
                Some(Outcome::Lost),
                "{what}"
            );
        }
    }
}

#[test]
fn the_last_knight_is_not_left_to_a_queen_however_well_guarded() {
    let fen = "r1b1kb1r/ppq2ppp/2p1p3/3n4/8/B4N1P/P1P1PPP1/RN1QKB1R b KQkq - 0 1";
    prevents_the_end(&game("extinction"), fen);
}

/// King of the Hill, with the king as the second type, so that its moves are not among the first.
#[test]
fn a_king_is_kept_from_its_goal() {
    let text = "promoChoice=QNRB\nroyal=K\npawn:P:ifmnDfmWfceF::a2-h2\nking:K:KisO2::e1\nmorph=///...++/\"\n\
                knight:N:N::b1,g1\nbishop:B:B::c1,f1\nrook:R:R::a1,h1\nqueen:Q:Q::d1\n";
    prevents_the_end(&defined(text), "r6k/8/8/8/8/3K4/1P5P/QRRBBNN1 b - - 0 1");
}

const STALEMATE_LOSES: &str = "files=8\nranks=8\nroyal=K\nstalemate=loss\nmaxPromote=0\n\
                               queen:Q:Q::d1,,d8\nrook:R:R::a1,,a8\nking:K:K::e1,,e8\n";

#[test]
fn a_stalemate_that_wins_is_found_at_once() {
    for (mv, score) in best(&defined(STALEMATE_LOSES), "k7/8/8/2Q5/8/8/8/4K3 w - - 50 80", 2..=6) {
        assert_eq!((mv.as_str(), score), ("c5b6", MATE - 1));
    }
}

/// The rule about moves without captures ends only games with legal moves.
#[test]
fn a_stalemate_that_wins_counts_more_than_the_move_count() {
    for (mv, score) in best(&defined(STALEMATE_LOSES), "k7/8/8/2Q5/8/8/8/4K3 w - - 99 80", 1..=6) {
        assert_eq!((mv.as_str(), score), ("c5b6", MATE - 1));
    }
}

#[test]
fn losing_pieces_wins_where_the_side_with_fewer_wins() {
    let text = |ending| {
        format!(
            "files=8\nranks=8\nroyal=0\nmustCapture=1\nmaxPromote=0\nextinct=*1:{ending}\n\
             rook:R:R::a1-h1\nknight:N:N::a2-h2\n"
        )
    };
    for ending in ["win", "fewer"] {
        let found = best(&defined(&text(ending)), "7n/2n5/8/8/8/3n4/R6n/N7 b - - 0 1", 6..=6);
        assert_eq!(found[0].1, MATE - 6, "{ending}: {found:?}");
    }
}

/// A knight dropped on the pawn's square takes the rook that captured it.
#[test]
fn a_drop_that_captures_is_a_capture() {
    let text = "files=6\nranks=6\nroyal=K\nmaxPromote=0\nholdingsType=-1\nrook:R:R@0::b5\nknight:N:Nmc@3::c1\n\
        pawn:P:fmWfcF@0::b3\nking:K:K::f1\n";
    for (mv, _) in best(&defined(text), "5k/1r4/p1p1p1/1P1P1P/6/5K[NN] b - - 0 1", 2..=7) {
        assert_ne!(mv, "b5b3");
    }
}

/// A search that ends after a move has failed high returns what it proved.
#[test]
fn a_stopped_search_does_not_fall_behind_its_last_bound() {
    let game = game("normal");
    let fen = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 9";
    let pos = Position::from_fen(&game, fen).expect("a FEN");
    let mut cases = 0;
    for nodes in (500..6000).step_by(100) {
        let mut bound = None;
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let found = search(&game, &pos, &limits, &mut |report| {
            bound = (report.bound == Bound::Lower).then_some(report.score);
        });
        if let Some(bound) = bound {
            assert!(found.score >= bound, "{nodes} nodes: {} after a bound of {bound}", found.score);
            cases += 1;
        }
    }
    assert!(cases > 0, "no search ended after a move had failed high");
}

/// Four in a row, by a quiet move that looks no better than others: it wins at once, and must be prevented.
#[test]
fn a_row_is_completed_and_prevented() {
    let game =
        defined("files=7\nranks=7\nroyal=K\nconnect=4\nmaxPromote=0\nking:K:K::g1\nman:M:W::a1,b1,c1,e2\n");
    let fen = "6k/3mmm1/7/7/7/3M3/MMM3K w - - 0 1";
    for (mv, score) in best(&game, fen, 1..=5) {
        assert_eq!((mv.as_str(), score), ("d2d1", MATE - 1));
    }
    prevents_the_end(&game, "6k/3mmm1/7/7/7/3M3/MMM3K b - - 0 1");
}
