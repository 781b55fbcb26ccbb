//! Ends of games by extinction. Each test quotes its sentence from `docs/definitions.md` or from the game's own rules.

use crate::rule_ends::result;
use crate::support::{self, defined, game};
use griffon::movegen::Outcome;

/// `extinct=P,N,B,R,Q,K`: "the last piece of a type must not be lost".
#[test]
fn each_type_by_itself() {
    let game = game("extinction");
    let fen = "rnbqk3/pppp4/8/8/8/8/PPPPQ3/RNBQK3 w - - 0 1";
    assert_eq!(result(&game, fen, "e2e8"), Some(Outcome::Lost));
    assert_eq!(result(&game, "rnbqk3/pppp4/8/8/8/8/PPPP4/RNB1K3 b - - 0 1", ""), Some(Outcome::Won));
    // Promoting the last pawn loses it too.
    assert_eq!(result(&game, "1nbqkr2/P6p/8/8/8/8/8/RNBQK3 w - - 0 1", "a7a8q"), Some(Outcome::Won));
}

/// `extinct=K2`: "three kings, none may be lost"; "What is counted is not royal by it".
#[test]
fn extinction_below_a_number() {
    let game = game("threekings");
    let fen = "k3k2k/8/8/8/8/8/8/K2RK2K w - - 0 1";
    assert_eq!(result(&game, fen, ""), None);
    assert_eq!(result(&game, "k2rk2k/8/8/8/8/8/8/K2RK2K b - - 0 1", "d8d1 e1d1"), None);
    assert_eq!(result(&game, "k2rk2k/8/8/8/8/8/8/K3K2K b - - 0 1", "d8d1 e1d1"), None);
    assert_eq!(result(&game, "k3k2k/8/8/8/8/8/8/K3KR1K w - - 0 1", "f1f8 e8e7 f8a8"), Some(Outcome::Lost));
}

/// "counted together on the board and in hand".
#[test]
fn pieces_in_hand_count() {
    let game = game("antihouse");
    assert_eq!(result(&game, "8/8/8/8/8/1p6/P7/8[] w - - 0 1", "a2b3"), Some(Outcome::Won));
    assert_eq!(result(&game, "8/8/8/8/8/1p6/P7/8[n] w - - 0 1", "a2b3"), None);
    // The lion in the opponent's hand no longer counts for its former owner.
    let dobutsu = support::game("dobutsu");
    assert_eq!(result(&dobutsu, "1l1/1E1/3/1L1[] w - - 0 1", ""), None);
    assert_eq!(result(&dobutsu, "1l1/2E/3/1L1[] w - - 0 1", "c3b4"), Some(Outcome::Lost));
}

/// "An item is one or more IDs ..., and optionally a colon and the result for the side".
#[test]
fn each_item_of_extinct_has_its_own_result() {
    let result_without = |fen| {
        let text = "files=5\nranks=5\nroyal=K\nextinct=P,C:win, N1:draw\npawn:P:fmWfcF::a2-e2\ncat:C:C::a1,b1\n\
                    knight:N:N::c1,d1\nking:K:K::e1\n";
        result(&defined(text), fen, "")
    };
    assert_eq!(result_without("k4/1pc2/2nn1/P1NN1/K1C2 b - - 0 1"), None);
    assert_eq!(result_without("k4/2c2/2nn1/P1NN1/K1C2 b - - 0 1"), Some(Outcome::Lost));
    assert_eq!(result_without("k4/1p3/2nn1/P1NN1/K1C2 b - - 0 1"), Some(Outcome::Won));
    assert_eq!(result_without("k4/1pc2/2n2/P1NN1/K1C2 b - - 0 1"), Some(Outcome::Drawn));
}

/// "`extinct=*:win`: who has nothing left wins. ... `extinct=*1:draw`: a bare king draws."
#[test]
fn extinction_results() {
    let lost = "8/8/8/8/8/1p6/P7/8 w - - 0 1";
    assert_eq!(result(&game("giveaway"), lost, "a2b3"), Some(Outcome::Won));
    assert_eq!(result(&game("antiantichess"), lost, "a2b3"), Some(Outcome::Lost));
    assert_eq!(result(&game("shatar"), "4k3/8/8/8/8/8/1p6/K7 w - - 0 1", "a1b2"), Some(Outcome::Drawn));
    assert_eq!(result(&game("losers"), "4k3/8/8/8/8/8/1p6/K7 w - - 0 1", ""), Some(Outcome::Won));
    assert_eq!(result(&game("kamikazerooks"), "4k3/8/8/8/8/8/8/K6R b - - 0 1", ""), Some(Outcome::Won));
}
