//! Ends of games apart from mate: goals, counted checks, repetition. Each test quotes its sentence, from
//! the Interactive Diagram article, from `docs/definitions.md`, or from the game's own rules.

use crate::support::{self, defined, game};
use griffon::movegen::{self, Outcome};
use griffon::movetext::{Numbering, format_as, parse_as};
use griffon::position::{Game, Position};
use griffon::search::{Found, Limits, MATE, Searcher};
use griffon::variant::read;
use std::sync::atomic::AtomicBool;

fn position(game: &Game, fen: &str) -> Position {
    Position::from_fen(game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn play(game: &Game, pos: &mut Position, moves: &str) {
    for text in moves.split_whitespace() {
        let mv =
            parse_as(Numbering::Plain, game, pos, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        pos.make(game, mv);
    }
}

/// Returns the result for the side to move after the moves.
pub(crate) fn result(game: &Game, fen: &str, moves: &str) -> Option<Outcome> {
    let mut pos = position(game, fen);
    play(game, &mut pos, moves);
    movegen::result(game, &mut pos)
}

fn legal(game: &Game, fen: &str) -> Vec<String> {
    let mut pos = position(game, fen);
    let list = movegen::legal_moves(game, &mut pos);
    list.iter().map(|&mv| format_as(Numbering::Plain, game, &pos, mv)).collect()
}

fn search(game: &Game, fen: &str, depth: u16) -> Found {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let stop = AtomicBool::new(false);
    Searcher::new(4).search(game, &position(game, fen), &limits, &stop, &mut |_| ())
}

fn best(game: &Game, fen: &str, depth: u16) -> (String, i32) {
    let found = search(game, fen, depth);
    let mv = found.best.map(|mv| format_as(Numbering::Plain, game, &position(game, fen), mv));
    (mv.unwrap_or_default(), found.score)
}

/// Kings on f1 and f6; A (`betza`) has the goal `symbol` on the last rank; B is a rook.
fn with_goal(betza: &str, symbol: &str, keys: &str) -> Game {
    defined(&format!(
        "files=6\nranks=6\nsymmetry=none\nmaxPromote=0\n{keys}royal=3\npiece:A:{betza}::\nmorph={symbol}\nrook:B:R::\n\
         king:K:K::f1,,f6\n"
    ))
}

/// "If it contains a + or #, the game would be won when the piece reaches the square".
#[test]
fn a_goal_wins_on_arrival() {
    for symbol in ["+", "#"] {
        let game = with_goal("W", symbol, "");
        let fen = "5k/A5/6/6/6/5K w - - 0 1";
        assert_eq!(result(&game, fen, ""), None);
        assert_eq!(result(&game, fen, "a5a6"), Some(Outcome::Lost));
        assert_eq!(result(&game, fen, "a5b5"), None);
        assert_eq!(best(&game, fen, 3), ("a5a6".into(), MATE - 1));
        // Black's board is the mirror image.
        assert_eq!(result(&game, "5k/6/6/6/a5/5K b - - 0 1", "a2a1"), Some(Outcome::Lost));
        // In a FEN, the side that moved last has arrived; earlier arrivals no longer count.
        assert_eq!(result(&game, "A4k/6/6/6/6/5K b - - 0 1", ""), Some(Outcome::Lost));
        assert_eq!(result(&game, "A4k/6/6/6/6/5K w - - 0 1", "f1f2"), None);
    }
}

/// "for the # immediately (like capturing a King), for the + as a delayed winning condition, which could still be
/// trumped by King capture in the next half-move".
#[test]
fn an_immediate_goal_ignores_check() {
    // The rook gives check.
    let check = "5k/A5/6/6/6/Kb4 w - - 0 1";
    assert!(legal(&with_goal("W", "#", ""), check).contains(&"a5a6".to_owned()));
    assert!(!legal(&with_goal("W", "+", ""), check).contains(&"a5a6".to_owned()));
    assert_eq!(result(&with_goal("W", "#", ""), check, "a5a6"), Some(Outcome::Lost));
}

/// "the moves that don't can be marked in the Betza description by writing a quote ' behind the corresponding atom".
#[test]
fn a_quoted_move_does_not_win() {
    let game = with_goal("WF'", "#", "");
    let fen = "5k/1A4/6/6/6/5K w - - 0 1";
    assert_eq!(result(&game, fen, "b5b6"), Some(Outcome::Lost));
    assert_eq!(result(&game, fen, "b5a6"), None);
    // It wins by moving on to another goal square.
    assert_eq!(result(&game, fen, "b5a6 f6e6 a6b6"), Some(Outcome::Lost));
}

/// "when the piece reaches the square": not when it stands there and comes back to it.
#[test]
fn a_piece_that_stays_on_a_goal_does_not_win() {
    let game = with_goal("mabW", "+", "");
    assert_eq!(result(&game, "A4k/6/6/6/6/5K w - - 0 1", "a6a6"), None);
}

/// `goal=answer`: "it wins if it still stands there after the opponent's next move".
#[test]
fn a_goal_with_an_answer() {
    let game = with_goal("W", "#", "goal=answer\n");
    let fen = "1b3k/A5/6/6/6/5K w - - 0 1";
    assert_eq!(result(&game, fen, "a5a6"), None);
    assert_eq!(result(&game, fen, "a5a6 f6f5"), Some(Outcome::Won));
    assert_eq!(result(&game, fen, "a5a6 b6a6"), None);
    let jeson = support::game("jesonmor");
    assert_eq!(result(&jeson, "9/9/9/9/9/3N5/9/9/8n w - - 0 1", "d4e6"), None);
    assert_eq!(result(&jeson, "9/9/9/9/9/5N3/9/3N5/8n w - - 0 1", "d2f1"), None);
    assert_eq!(result(&jeson, "9/9/9/9/9/9/3N5/9/8n w - - 0 1", "d3e5 i1h3"), Some(Outcome::Won));
}

/// `goal=safe`: "it wins while it cannot be captured there; two of them always do".
#[test]
fn a_goal_that_must_be_safe() {
    let game = with_goal("W", "#", "goal=safe\n");
    assert_eq!(result(&game, "5k/A5/6/6/6/5K w - - 0 1", "a5a6"), Some(Outcome::Lost));
    let attacked = "1b3k/A5/6/6/6/5K w - - 0 1";
    assert_eq!(result(&game, attacked, "a5a6"), None);
    // The attacker moves away: tested for both sides.
    assert_eq!(result(&game, attacked, "a5a6 b6b5"), Some(Outcome::Won));
    assert_eq!(result(&game, "A1b2k/2A3/6/6/6/5K w - - 0 1", "c5b5"), None);
    assert_eq!(result(&game, "A2b1k/1A4/6/6/6/5K w - - 0 1", "b5b6"), Some(Outcome::Lost));
}

/// `goal=safe,answer`: "at once if it cannot be captured, else if it is still there after the opponent's next move".
#[test]
fn a_goal_that_is_safe_or_answered() {
    let game = with_goal("W", "#", "goal=safe,answer\n");
    assert_eq!(result(&game, "5k/A5/6/6/6/5K w - - 0 1", "a5a6"), Some(Outcome::Lost));
    let attacked = "1b3k/A5/6/6/6/5K w - - 0 1";
    assert_eq!(result(&game, attacked, "a5a6"), None);
    assert_eq!(result(&game, attacked, "a5a6 b6a6"), None);
    assert_eq!(result(&game, attacked, "a5a6 b6c6"), Some(Outcome::Won));
}

/// `goal=2`: "a side wins when this many of its pieces stand on goals".
#[test]
fn several_pieces_on_goals() {
    let two = "5k/A1A3/6/6/6/5K w - - 0 1";
    let plain = with_goal("W", "#", "goal=2\n");
    assert_eq!(result(&plain, two, "a5a6"), None);
    assert_eq!(result(&plain, two, "a5a6 f6e6 c5c6"), Some(Outcome::Lost));
    assert_eq!(best(&plain, "A4k/2A3/6/6/6/5K w - - 0 1", 3), ("c5c6".into(), MATE - 1));
    // One moves on to another goal, or stands there in a FEN: two are still needed.
    assert_eq!(result(&plain, "A4k/2A3/6/6/6/5K w - - 0 1", "a6b6"), None);
    assert_eq!(result(&plain, "A1A2k/6/6/6/6/5K b - - 0 1", ""), Some(Outcome::Lost));
    assert_eq!(result(&plain, "5k/6/6/6/2a3/a4K b - - 0 1", "c2c1"), Some(Outcome::Lost));
    // With `safe` none of the two may be attacked; one more always wins. With `answer` both must survive a move.
    let safe = with_goal("W", "#", "goal=safe,2\n");
    assert_eq!(result(&safe, "A4k/2A3/6/6/6/5K w - - 0 1", "c5c6"), Some(Outcome::Lost));
    assert_eq!(result(&safe, "A3bk/2A3/6/6/6/5K w - - 0 1", "c5c6"), None);
    assert_eq!(result(&safe, "AA2bk/2A3/6/6/6/5K w - - 0 1", "c5c6"), Some(Outcome::Lost));
    let answer = with_goal("W", "#", "goal=answer,2\n");
    let attacked = "A3bk/2A3/6/6/6/5K w - - 0 1";
    assert_eq!(result(&answer, attacked, "c5c6 e6c6"), None);
    assert_eq!(result(&answer, attacked, "c5c6 e6e5"), Some(Outcome::Won));
}

/// `goal=equal`: "the side that began second may follow with its next move, unless it is in check".
#[test]
fn the_second_side_may_follow_to_the_goal() {
    let game = game("racingkings");
    // White's king arrives; Black's can follow and draws.
    assert_eq!(result(&game, "8/k6K/8/8/8/8/8/8 w - - 0 1", "h7h8"), None);
    assert_eq!(result(&game, "8/k6K/8/8/8/8/8/8 w - - 0 1", "h7h8 a7a8"), Some(Outcome::Drawn));
    assert_eq!(result(&game, "8/k6K/8/8/8/8/8/8 w - - 0 1", "h7h8 a7a6"), Some(Outcome::Won));
    // Black's king is too far away.
    assert_eq!(result(&game, "8/7K/k7/8/8/8/8/8 w - - 0 1", "h7h8"), Some(Outcome::Lost));
    // Black arrives first: the game is over immediately.
    assert_eq!(result(&game, "8/k7/7K/8/8/8/8/8 b - - 0 1", "a7a8"), Some(Outcome::Lost));
}

/// "A rule holds for a side that starts with more than that."
#[test]
fn extinction_ignores_pieces_missing_from_the_start() {
    let game =
        defined("symmetry=none\nextinct=N\nroyal=K\nknight:N:N::b1\nrook:R:R::,,a8\nking:K:K::e1,,e8\n");
    assert_eq!(result(&game, "r3k3/8/8/8/8/8/8/1N2K3 w - - 0 1", ""), None);
    assert_eq!(result(&game, "r3k3/8/8/8/8/8/8/4K3 w - - 0 1", ""), Some(Outcome::Lost));
}

/// `checks=3`: "who has given so many checks wins". "A check is counted once per move, double or not."
#[test]
fn checks_are_counted() {
    let game = game("3check");
    let fen = "4k3/8/8/8/8/8/4N3/K3R3 w - - 2+1 0 1";
    let mut pos = position(&game, fen);
    assert_eq!(pos.fen(&game), fen);
    assert_eq!(pos.key(), pos.fresh_key());
    // The knight discovers the rook's check and gives one itself.
    play(&game, &mut pos, "e2f4 e8f8 f4g6");
    assert_eq!(pos.fen(&game).split(' ').nth(4), Some("0+1"));
    assert_eq!(pos.key(), pos.fresh_key());
    assert_eq!(movegen::outcome(&game, &pos), Some(Outcome::Lost));
    pos.unmake(&game);
    assert_eq!(pos.counters().checks, [1, 1]);
    assert_eq!(movegen::outcome(&game, &pos), None);
    // With different numbers of checks left, the position differs.
    assert_ne!(position(&game, fen).key(), position(&game, &fen.replace("2+1", "3+1")).key());
    // "those given (`+0+1`) are understood"
    assert_eq!(position(&game, &fen.replace("2+1", "+1+2")).fen(&game), fen);
    assert_eq!(position(&game, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +2+0").counters().checks, [1, 3]);
    assert_eq!(position(&game, "4k3/8/8/8/8/8/8/4K3 w - -").counters().checks, [3, 3]);
    // Whichever side is to move.
    for (fen, outcome) in [
        ("4k3/8/8/8/8/8/8/R3K3 b - - 0+3 0 1", Outcome::Lost),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0+3 0 1", Outcome::Won),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 3+0 0 1", Outcome::Lost),
    ] {
        assert_eq!(result(&game, fen, ""), Some(outcome), "{fen}");
    }
    for wrong in ["4+3", "3+", "3+3+3", "x+1", "+4+0", "300+1"] {
        assert!(Position::from_fen(&game, &fen.replace("2+1", wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn the_search_gives_the_last_check_and_avoids_it() {
    let game = game("3check");
    assert_eq!(search(&game, "7k/8/8/8/8/8/8/K2R4 w - - 1+3 0 1", 3).score, MATE - 1);
    let mated = search(&game, "7k/8/8/8/8/8/8/K2RR3 b - - 1+3 0 1", 4);
    assert_eq!(mated.score, 2 - MATE);
    // Checks already given are worth something.
    let value = |left: &str| search(&game, &format!("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - {left} 0 1"), 1).score;
    assert!(value("1+3") > value("2+3") && value("2+3") > value("3+3"));
}

/// `checkmate=win`: "what being mated is". Losers Chess: who is mated or stalemated wins.
#[test]
fn being_mated_may_win() {
    let mated = "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1";
    assert_eq!(result(&game("capture"), mated, ""), Some(Outcome::Lost));
    assert_eq!(result(&game("losers"), mated, ""), Some(Outcome::Won));
    let stuck = "k7/2Q5/8/8/8/8/8/K7 b - - 0 1";
    assert_eq!(result(&game("capture"), stuck, ""), Some(Outcome::Drawn));
    // "fewer (a win with fewer pieces, a loss with more)"
    let blocked = |fen: &str| result(&game("suicide"), fen, "");
    assert_eq!(blocked("8/8/8/8/p7/P7/8/8 w - - 0 1"), Some(Outcome::Drawn));
    assert_eq!(blocked("8/8/8/8/p7/P7/8/7b b - - 0 1"), None);
    assert_eq!(blocked("8/8/8/7p/p6P/P7/8/n7 w - - 0 1"), Some(Outcome::Won));
    assert_eq!(blocked("8/8/8/7p/p6P/P7/P7/8 w - - 0 1"), Some(Outcome::Lost));
}

/// `repetitionResult`: "what that is for the side to move ... or for the side that began".
#[test]
fn a_repetition_may_be_lost() {
    let there_and_back = "b1c3 b8c6 c3b1 c6b8 b1c3 b8c6 c3b1 c6b8";
    let with = |rule: &str| {
        let text =
            format!("symmetry=mirror\nroyal=K\n{rule}knight:N:N::b1\npawn:P:fmWfcF::a2-h2\nking:K:K::e1\n");
        let game = defined(&text);
        let mut pos = Position::start(&game);
        play(&game, &mut pos, there_and_back);
        movegen::result(&game, &mut pos)
    };
    assert_eq!(with(""), Some(Outcome::Drawn));
    assert_eq!(with("repetitionResult=loss\n"), Some(Outcome::Lost));
    assert_eq!(with("repetitionResult=win\n"), Some(Outcome::Won));
    assert_eq!(with("repetitionResult=first loss\n"), Some(Outcome::Lost));
    assert_eq!(with("repetitionResult=first win\n"), Some(Outcome::Won));
    assert_eq!(with("repetition=4\nrepetitionResult=loss\n"), None);
    assert_eq!(with("repetition=0\n"), None);
}

/// `perpetual=1`: "if one side has given check with every move since the first occurrence, it loses".
#[test]
fn perpetual_check_loses() {
    let text = "symmetry=none\nroyal=K\nmaxPromote=0\nperpetual=1\nrook:R:R::a1,,b8\nking:K:K::e1,,e8\n";
    let game = defined(text);
    let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    let checks = "a1a8 e8e7 a8a7 e7e8 a7a8 e8e7 a8a7 e7e8 a7a8";
    assert_eq!(result(&game, fen, checks), Some(Outcome::Won));
    let quiet = "a1a2 e8e7 a2a1 e7e8 a1a2 e8e7 a2a1 e7e8";
    assert_eq!(result(&game, fen, quiet), Some(Outcome::Drawn));
    // A worse position does not excuse perpetual check.
    let other = defined(&text.replace("perpetual=1", "perpetual=0"));
    assert_eq!(result(&other, fen, checks), Some(Outcome::Drawn));
}

/// `castleWins=q`: "who makes one wins, who has lost the right to one loses".
#[test]
fn a_castling_may_win() {
    let game = game("castle");
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1";
    assert_eq!(result(&game, fen, ""), None);
    assert_eq!(result(&game, fen, "e8c8"), Some(Outcome::Lost));
    assert_eq!(result(&game, fen, "e8g8"), Some(Outcome::Won));
    assert_eq!(result(&game, fen, "h8h7"), None);
    assert_eq!(result(&game, fen, "h8h7 a1a8"), Some(Outcome::Lost));
    assert_eq!(best(&game, fen, 2), ("e8c8".into(), MATE - 1));
}

/// `impasse=24,...`: "when the royals of both sides stand in their promotion zones the game is over".
#[test]
fn an_impasse_is_decided_by_points() {
    let game = defined(
        "files=5\nranks=5\nsymmetry=none\nmaxPromote=1\npromoOffset=1\nholdingsType=-1\nimpasse=7,R\nroyal=K\n\
         pawn:P:fW::a2,,a4\ntokin:+P:WfF::\nrook:R:R::\nking:K:K::c1,,c5\n",
    );
    // A rook and two pawns are seven points, a rook and a pawn six.
    assert_eq!(result(&game, "2K2/2R2/5/4p/p1k2[PPr] w - - 0 1", ""), Some(Outcome::Drawn));
    assert_eq!(result(&game, "2K2/2R2/5/4p/2k2[PPr] w - - 0 1", ""), Some(Outcome::Won));
    assert_eq!(result(&game, "2K2/2R2/5/4p/p1k2[Pr] w - - 0 1", ""), Some(Outcome::Lost));
    assert_eq!(result(&game, "5/2K2/5/4p/p1k2[Pr] w - - 0 1", ""), None);
}

fn tictactoe() -> Game {
    defined(include_str!("../data/tictactoe.txt"))
}

/// `connect=3`: "a side wins if it has three of its pieces in a row after its move, on a rank, file or diagonal".
#[test]
fn pieces_in_a_row_win() {
    let game = tictactoe();
    let rows = [
        "MMM/mm1/3",
        "3/MMM/mm1",
        "mm1/3/MMM",
        "M2/Mm1/Mm1",
        "mM1/mM1/1M1",
        "m1M/1mM/2M",
        "M2/mM1/m1M",
        "m1M/mM1/M2",
    ];
    for row in rows {
        assert_eq!(result(&game, &format!("{row}[MMmmm] b - - 0 1"), ""), Some(Outcome::Lost), "{row}");
        let swapped: String = row
            .chars()
            .map(|c| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() })
            .collect();
        assert_eq!(result(&game, &format!("{swapped}[MMMmm] w - - 0 1"), ""), Some(Outcome::Lost), "{row}");
    }
    // Neither two of three, nor a row that continues at the other edge.
    for other in ["MM1/mm1/3", "MMm/M2/m2", "1MM/M2/m1m", "2M/M2/1Mm", "M1M/1m1/2M"] {
        assert_eq!(result(&game, &format!("{other}[MMmmm] b - - 0 1"), ""), None, "{other}");
    }
    assert_eq!(result(&game, "MmM/MmM/mMm b - - 0 1", ""), Some(Outcome::Drawn));
    let mut pos = position(&game, "MM1/mm1/3[MMMmmm] w - - 0 1");
    play(&game, &mut pos, "M@c3");
    assert_eq!(movegen::end(&game, &mut pos).map(|end| end.text), Some("pieces in a row".into()));
    assert_eq!(best(&game, "MM1/mm1/3[MMMmmm] w - - 0 1", 3), ("M@c3".into(), MATE - 1));
}

/// Games of tic-tac-toe by length. The moves of both generators agree to the last ply but two.
#[test]
fn all_games_of_tictactoe() {
    fn check(game: &Game, pos: &mut Position, depth: u32) {
        let list = movegen::legal_moves(game, pos);
        assert_eq!(list.len(), griffon::oracle::legal_moves(game, pos).len(), "{}", pos.fen(game));
        for mv in list.into_iter().filter(|_| depth > 0) {
            pos.make(game, mv);
            check(game, pos, depth - 1);
            pos.unmake(game);
        }
    }
    let game = tictactoe();
    let mut pos = Position::start(&game);
    for (depth, nodes) in (1..).zip([9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872]) {
        assert_eq!(griffon::perft::perft(&game, &mut pos, depth), nodes, "{depth}");
    }
    check(&game, &mut pos, 6);
}

/// Losing chess: the search gives its pieces away.
#[test]
fn the_search_loses_where_losing_wins() {
    let game = game("antichess");
    // b4 forces the pawn to capture; then nothing is left.
    let (mv, score) = best(&game, "8/8/8/p7/8/8/1P6/8 w - - 0 1", 5);
    assert_eq!((mv.as_str(), score), ("b2b4", MATE - 2));
}

/// "the primary termination condition, and decides the game instantly": also for a royal that came from the hand.
#[test]
fn a_royal_from_the_hand_can_be_lost() {
    let game = defined(
        "royal=K\nmaxPromote=1\npromoChoice=K\nsetupDrops=1\natomicCapture=-1\ncaptureMatrix=.@3/.@3/.@3\npawn::::a2-h2\n\
         rook::::a1\nking:K:K:::1\n",
    );
    let fen = "4k3/3p4/8/8/8/8/p7/3RK3[] w - - 0 1";
    assert_eq!(best(&game, fen, 2), ("d1d7".into(), MATE - 1));
    let mut pos = position(&game, fen);
    play(&game, &mut pos, "d1d7");
    assert_eq!(movegen::result(&game, &mut pos), Some(Outcome::Lost));
    let mut read = position(&game, &pos.fen(&game));
    assert_eq!(movegen::result(&game, &mut read), Some(Outcome::Lost));
}

/// Baring "grants the opponent an 'after-move', with which he might trump it by capturing a royal, or achieve
/// 'counter-baring'". A goal still wins immediately, and a move that takes several pieces can bare back.
#[test]
fn a_bared_side_has_one_more_move() {
    let pawns = "royal=K\nbaring=0\nmaxPromote=0\npawn::::a2-h2\n";
    let goal = defined(&format!("{pawns}king:K:K::e1\nmorph=////...##/...##\n"));
    let fen = "8/8/8/3k4/P7/8/8/K7 b - - 0 1";
    assert_eq!(result(&goal, fen, ""), None);
    assert_eq!(result(&goal, fen, "d5e5"), Some(Outcome::Lost));
    assert_eq!(result(&goal, fen, "d5c5"), Some(Outcome::Won));
    let fen = "8/8/8/4k3/3PP3/8/8/K7 b - - 0 1";
    let plain = defined(&format!("{pawns}king:K:K::e1\n"));
    assert_eq!(result(&plain, fen, ""), Some(Outcome::Lost));
    let twice = defined(&format!("{pawns}king:K:KcaK::e1\n"));
    assert_eq!(result(&twice, fen, ""), None);
    let both: Vec<_> =
        legal(&twice, fen).into_iter().filter(|mv| mv.contains("d4") && mv.contains("e4")).collect();
    assert!(!both.is_empty());
    for mv in both {
        assert_eq!(result(&twice, fen, &mv), Some(Outcome::Drawn), "{mv}");
    }
}

/// "all non-royal pieces": those on the board, and those in hand that can be dropped; in Great Shatranj a captured piece
/// returns only by promotion.
#[test]
fn pieces_in_hand_count_for_baring_if_they_can_enter() {
    let great = game("great");
    let taken = "4k5/10/10/10/10/10/w9/W3K5[] w - - 0 1";
    assert_eq!(result(&great, taken, "a1a2 e8d8"), Some(Outcome::Won));
    assert_eq!(result(&great, "4k5/10/10/10/10/10/w9/W3KW4[] w - - 0 1", "a1a2"), Some(Outcome::Lost));
    assert_eq!(result(&great, "4k5/10/10/10/10/10/10/4K5[Ww] w - - 0 1", ""), Some(Outcome::Drawn));
    let drops =
        "files=6\nranks=6\nroyal=K\nmaxPromote=0\nholdingsType=-1\nbaring=0\nrook:R:R::a1\nking:K:K::e1\n";
    for hands in ["Rr", "RRr"] {
        let fen = format!("4k1/6/6/6/6/4K1[{hands}] w - - 0 1");
        assert_eq!(result(&defined(drops), &fen, ""), None, "{hands}");
    }
}

/// `counterbare=draw`: two bare sides draw, which the search knows too.
#[test]
fn the_search_knows_that_two_bare_sides_draw() {
    let bare = defined("royal=K\nbaring=Q\nmaxPromote=0\nrook:R:R::a1,h1\nqueen:Q:RB::d1\nking:K:K::e1\n");
    let fen = "3qk3/8/8/8/8/8/8/3QK2R b - - 0 1";
    assert_eq!(result(&bare, fen, "d8d1 e1d1"), Some(Outcome::Drawn));
    for depth in 2..=3 {
        assert_eq!(best(&bare, fen, depth), ("d8d1".into(), 0), "{depth}");
    }
}

#[test]
fn values_are_checked() {
    let refused = |line: &str| {
        let text = format!("{line}\nroyal=K\nknight:N:N::b1\nking:K:K::e1\n");
        let errors = read("test", &text).map(|_| panic!("accepted: {line}")).unwrap_err();
        assert!(errors.iter().any(|error| error.is_error()), "{line}");
    };
    let lines = [
        "goal=fast",
        "goal=equal,safe",
        "goal=0",
        "goal=2000",
        "goal=2x",
        "extinct=Z",
        "extinct=N:loser",
        "extinct=1",
        "extinct=N70000",
        "checks=three",
        "checks=300",
        "castleWins=e",
        "checkmate=maybe",
        "connect=three",
        "connect=300",
        "repetitionResult=first",
        "perpetual=2",
        "mustCapture=yes",
        "noCheck=2",
        "dropMate=Z",
        "royalStays=x",
        "dupleCheck=4",
        "promoInside=7",
        "impasse=x",
        "impasse=24,Z",
    ];
    lines.into_iter().for_each(refused);
}
