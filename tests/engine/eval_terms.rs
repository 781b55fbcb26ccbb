//! Evaluation terms: each distinguishes two positions that differ in its feature.

use crate::support::{defined, game};
use griffon::eval::Tapered;
use griffon::eval::terms::sides;
use griffon::position::{Game, Position};

/// Returns White's value of a term minus Black's, middle game and endgame.
fn term(game: &Game, fen: &str, name: &str) -> Tapered {
    let pos = Position::from_fen(game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let [white, black] = sides(game, &pos).map(|terms| {
        let found = terms.named().into_iter().find(|(known, _)| *known == name);
        found.unwrap_or_else(|| panic!("no term {name}")).1
    });
    Tapered { mg: white.mg - black.mg, eg: white.eg - black.eg }
}

/// Variant, term, the position that is better for White, the other position, and whether the endgame value is compared.
const TABLE: &[(&str, &str, &str, &str, bool)] = &[
    // Pawns: defended by a pawn or not; passed pawns blocked or not; with the royal near or far.
    ("normal", "pawns", "4k3/pp6/8/8/3P4/4P3/8/4K3 w", "4k3/pp6/8/8/2P5/4P3/8/4K3 w", true),
    ("normal", "pawns", "4k3/8/8/3P4/8/8/8/4K3 w", "4k3/8/3r4/3P4/8/8/8/4K3 w", true),
    ("normal", "pawns", "7k/8/8/PK6/8/8/8/8 w", "7k/8/8/P7/8/8/8/7K w", true),
    ("normal", "pawns", "4k3/8/8/3P4/8/8/8/4K3 w", "4k3/2p5/8/3P4/8/8/8/4K3 w", true),
    // A pawn that attacks a piece; an undefended piece; a minor piece that attacks a heavy one.
    ("normal", "threats", "4k3/8/8/3r4/4P3/8/8/4K3 w", "4k3/8/8/2r5/4P3/8/8/4K3 w", true),
    ("normal", "threats", "4k3/8/8/3n4/8/8/8/3RK3 w", "4k3/8/4p3/3n4/8/8/8/3RK3 w", true),
    // Pieces that attack the squares around the royal.
    ("normal", "attack on the royal", "6k1/8/8/8/8/6RQ/8/4K3 w", "6k1/8/8/8/R7/Q7/8/4K3 w", false),
    (
        "capablanca",
        "attack on the royal",
        "8k1/10/10/6A3/10/8C1/10/4K5 w",
        "8k1/10/10/10/10/C9/A9/4K5 w",
        false,
    ),
    // Heavy pieces elsewhere; a safe check; friends next to the royal.
    ("normal", "attack on the royal", "6k1/8/8/6N1/Q7/6R1/8/4K3 w", "6k1/8/8/6N1/8/6R1/8/4K3 w", false),
    (
        "normal",
        "attack on the royal",
        "3q2k1/5p1p/8/6N1/8/1Q4R1/8/4K3 w",
        "3q2k1/5p1p/4n3/6N1/8/1Q4R1/8/4K3 w",
        false,
    ),
    ("normal", "attack on the royal", "6k1/8/8/6N1/8/6R1/8/4K3 w", "5bkn/8/8/6N1/8/6R1/8/4K3 w", false),
    // Friends next to the royal.
    ("normal", "shelter", "4k3/8/8/8/8/8/5PPP/6K1 w", "4k3/8/8/8/5PPP/8/8/6K1 w", false),
    // A mobile piece and a shut-in one; squares guarded by pawns do not count as mobility.
    ("normal", "mobility", "4k3/8/8/8/3B4/8/8/4K3 w", "4k3/8/8/8/8/1P6/8/B3K3 w", false),
    ("normal", "mobility", "4k3/8/8/p7/8/8/3N4/4K3 w", "4k3/8/8/8/p6p/8/3N4/4K3 w", false),
];

#[test]
fn terms_distinguish_positions() {
    for &(variant, name, better, worse, endgame) in TABLE {
        let game = game(variant);
        let [better_by, worse_by] = [better, worse].map(|fen| term(&game, fen, name));
        let part = |pair: Tapered| if endgame { pair.eg } else { pair.mg };
        assert!(
            part(better_by) > part(worse_by),
            "{variant} {name}: {better} {better_by:?}, {worse} {worse_by:?}"
        );
    }
}

/// An attack is not worth less for having more attackers.
#[test]
fn attacks_by_dozens_of_pieces_count() {
    let game = defined("maxPromote=0\nroyal=K\namazon:A:QN::\nking:K:K::e1\n");
    let attack = |rows: [&str; 2]| {
        let fen = format!("{0}/{0}/{0}/{1}/{0}/{0}/{0}/KAAAAAAA w", rows[0], rows[1]);
        term(&game, &fen, "attack on the royal").mg
    };
    let (few, many) = (attack(["AA6", "AA2k3"]), attack(["AAAAAAAA", "AAAAkAAA"]));
    assert!(few > 0 && many >= few, "{few}, {many}");
}

/// A king whose way to a goal is free, and one whose way is guarded or longer.
#[test]
fn free_ways_to_goals_count() {
    let game = defined("maxPromote=0\nroyal=K\nking:K:K::e1\nmorph=++++++++\nrook:R:R::a1\n");
    let way = |fen| term(&game, fen, "ways to goals").mg;
    assert!(way("8/8/K7/8/8/8/8/6k1 w") > way("8/8/8/8/K7/8/8/6k1 w"));
    assert!(way("8/8/K7/8/8/8/8/6k1 w") > way("8/7r/K7/8/8/8/8/6k1 w"));
}

/// Where two pieces must reach goals, the way of the second one counts, and both are drawn there alike.
#[test]
fn ways_of_several_pieces_to_goals() {
    let rows = "maxPromote=0\nroyal=0\ngoal=2\nman:M:K::a1,b1\nmorph=++++++++\nrook:R:R::h1\n";
    let game = defined(rows);
    let way = |fen| term(&game, fen, "ways to goals").mg;
    assert_eq!(way("8/M1M5/8/8/8/8/8/8 w"), 0);
    assert!(way("M7/2M5/8/8/8/8/8/8 w") > way("M7/8/2M5/8/8/8/8/8 w"));
    assert!(way("M7/8/2M5/8/8/8/8/8 w") > 0);
    // Squares of a file, from the fifth rank to the goal: a step far from the goal is worth as much, and where nothing is
    // captured more than what pieces gain elsewhere.
    let steps = |game: &Game| -> Vec<i32> {
        let value = |rank: usize| i32::from(game.weights.square[8 * rank].1);
        (4..7).map(|rank| value(rank + 1) - value(rank)).collect()
    };
    let [plain, race] =
        [rows, &rows.replace(":K:", ":mK:").replace(":R:R:", ":R:mR:")].map(|rows| steps(&defined(rows)));
    assert!(plain.iter().all(|&step| step > 10) && plain[0] + 10 > plain[1], "{plain:?}");
    assert!(race.iter().all(|&step| step > 150), "{race:?}");
}

/// Checks that can be given count where a number of checks wins, the more the fewer are left.
#[test]
fn possible_checks_count_where_they_win() {
    let game = game("3check");
    let next = |fen: &str| term(&game, fen, "next check").eg;
    let left = |checks| next(&format!("4k3/8/8/8/8/8/1R6/4K3 w - - {checks} 0 1"));
    assert!(left("3+3") > 0 && left("2+3") > left("3+3"), "{} {}", left("3+3"), left("2+3"));
    assert!(left("3+3") > next("4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1"));
}

/// Of two royals that must both be kept, the weaker one is attacked and sheltered.
#[test]
fn one_of_several_royals_is_a_king() {
    let game = game("coregal");
    let attack = |fen| term(&game, fen, "attack on the royal").mg;
    assert!(attack("q5k1/8/8/8/8/6RR/8/4K2Q w") > attack("q5k1/8/8/8/8/R7/R7/4K2Q w"));
    let shelter = |fen| term(&game, fen, "shelter").mg;
    assert!(shelter("q3k3/8/8/8/8/8/5PPP/3Q2K1 w") > shelter("q3k3/8/8/8/5PPP/8/8/3Q2K1 w"));
}

/// Of equal royals, the same one counts for both sides.
#[test]
fn equal_royals_are_the_same_to_both_sides() {
    let game = game("twokings2");
    let attack = |fen| term(&game, fen, "attack on the royal").mg;
    let [white, black] = ["4k2r/8/8/R2k4/8/8/8/Q2KK3 w", "q2kk3/8/8/8/r2K4/8/8/4K2R b"].map(attack);
    assert_eq!(white, -black);
}

/// Pieces in hand make the attack on a royal stronger.
#[test]
fn pieces_in_hand_strengthen_the_attack() {
    let game = game("crazyhouse");
    let attack =
        |hand: &str| term(&game, &format!("6k1/8/8/8/8/6R1/8/4K2R[{hand}] w"), "attack on the royal").mg;
    assert!(attack("QN") > attack(""));
}

/// In Grand Chess, captured pieces wait to be promoted to and cannot be dropped, so they are worth nothing in hand.
#[test]
fn pieces_that_never_leave_the_hand_are_worth_nothing() {
    let game = game("grand");
    let fen = Position::start(&game).fen(&game);
    let board = fen.split(['[', ' ']).next().expect("a board");
    let score = |board: &str, hand: &str| {
        let pos = Position::from_fen(&game, &format!("{board}[{hand}] w")).expect("a position");
        griffon::eval::evaluate(&game, &pos)
    };
    let without = board.replacen('q', "1", 1);
    assert!(score(&without, "q") > score(board, "") + 500);
    assert_eq!(score(&without, "q"), score(&without, ""));
}
