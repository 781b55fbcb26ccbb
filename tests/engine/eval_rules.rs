//! What special rules and boards change in the values and the evaluation.

use crate::support::{defined, game};
use griffon::eval::terms::sides;
use griffon::position::{Game, Position};

/// Returns the middle-game value of White's pieces of an ID.
fn value(game: &Game, id: &str) -> f64 {
    let piece = game.variant.pieces.iter().position(|piece| piece.id == id).expect("the piece exists");
    griffon::values::profiles(game.game_rules())[2 * piece].value[0]
}

fn position(game: &Game, fen: &str) -> Position {
    Position::from_fen(game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// White's bonus for driving the last piece.
fn mop_up_of(game: &Game, fen: &str) -> Option<i32> {
    sides(game, &position(game, fen))[0].mop_up
}

/// A bishop of either shade is worth much on boards of any size.
#[test]
fn pieces_of_one_shade_keep_their_value_on_odd_boards() {
    for size in 9..=17 {
        for file in ["b", "c"] {
            let text = format!("files={size}\nranks={size}\nroyal=K\nbishop:B:B::{file}1\nking:K:K::e1\n");
            let bishop = value(&defined(&text), "B");
            assert!(bishop > 250.0, "{size}x{size}, {file}1: {bishop}");
        }
    }
    assert!(value(&game("dai"), "B") > 300.0);
}

/// A side with pieces in hand is not bare.
#[test]
fn a_royal_with_pieces_in_hand_is_not_alone() {
    let pocket = game("pocketknight");
    let of = |hand: &str| mop_up_of(&pocket, &format!("4k3/8/8/8/8/8/PPP5/R3K3[{hand}] w - - 0 1"));
    assert!(of("").is_some());
    assert_eq!(of("n"), None);
}

/// A king that is captured instead of mated is a king, unless another piece can replace it.
#[test]
fn a_piece_whose_loss_loses_is_a_king() {
    let chess = |rule: &str| {
        defined(&format!("{rule}\npawn:P:fmWfcF::a2-h2\nrook:R:R::a1,h1\nqueen:Q:Q::d1\nking:K:K::e1\n"))
    };
    let attacked = "6k1/5ppp/8/6Q1/6R1/8/8/4K3 w";
    for (rule, is_king) in [
        ("royal=K", true),
        ("royal=0\nextinct=K", true),
        ("royal=0\nextinct=K\npromoChoice=QK", false),
        ("royal=0\nextinct=K,Q", false),
        ("royal=0\nextinct=K:win", false),
        ("royal=0\nextinct=*", false),
    ] {
        let game = chess(rule);
        let [white, black] = sides(&game, &position(&game, attacked));
        assert_eq!(white.danger.mg > 0 && black.shelter.mg > 0, is_king, "{rule}");
        let out = |fen: &str| griffon::eval::evaluate_by_terms(&game, &position(&game, fen));
        let home = out("r2qk2r/pppppppp/8/8/8/8/PPPPPPPP/R2QK2R w");
        assert_eq!(out("r2qk2r/pppppppp/8/8/4K3/8/PPPPPPPP/R2Q3R w") < home, is_king, "{rule}");
    }
}

/// The last piece is driven and confined where its loss loses, by whatever rule and with any number of own kings.
#[test]
fn the_last_piece_is_driven() {
    let game = |rule: &str| {
        defined(&format!(
            "{rule}\npawn:P:fmWfcF::a2-h2\nrook:R:R::a1,h1\nknight:N:N::b1,g1\nking:K:K::d1,e1\n"
        ))
    };
    for (rule, fen, is_driven) in [
        ("royal=K", "4k3/8/8/8/8/8/8/R3K3 w", true),
        ("royal=K", "4k3/8/8/8/8/8/8/RK2K3 w", true),
        ("royal=K", "4k3/8/8/8/8/8/4p3/R3K3 w", false),
        ("royal=0\nextinct=*", "8/8/8/3n4/8/8/8/R3R3 w", true),
        ("royal=0\nextinct=P", "8/8/8/3n4/8/8/8/R3R3 w", false),
        ("royal=0\nextinct=*1", "8/8/8/3n4/8/8/8/R3R3 w", false),
    ] {
        assert_eq!(mop_up_of(&game(rule), fen).is_some(), is_driven, "{rule} {fen}");
    }
    let chess = game("royal=K");
    let [open, closed] =
        ["8/8/8/8/4k3/8/8/R3K3 w", "8/8/8/3R4/4k3/8/8/4K3 w"].map(|fen| mop_up_of(&chess, fen));
    assert!(closed > open, "{closed:?} {open:?}");
}

/// Driving and attacking a royal is worth nothing where mate does not win.
#[test]
fn only_winning_mates_are_worth_an_attack() {
    let chess = |rule: &str| {
        defined(&format!(
            "{rule}royal=K\npawn:P:fmWfcF::a2-h2\nrook:R:R::a1,h1\nqueen:Q:Q::d1\nking:K:K::e1\n"
        ))
    };
    let attack = |game: &Game| {
        let [white, _] = sides(game, &position(game, "7k/5ppp/8/6Q1/6R1/8/8/4K3 w"));
        white.danger.mg
    };
    for (rule, wins) in [("", true), ("checkmate=win\n", false), ("checkmate=draw\n", false)] {
        let game = chess(rule);
        assert_eq!(mop_up_of(&game, "7k/8/8/8/8/8/5PPP/1R4K1 w").is_some(), wins, "{rule}");
        assert_eq!(attack(&game) > 0, wins, "{rule}");
    }
    assert_eq!(mop_up_of(&game("racingkings"), "8/8/8/8/8/2k5/8/RK6 w - - 0 1"), None);
}

/// Attacks on pieces count for the other side where losing pieces can be good.
#[test]
fn offered_pieces_are_no_threats_where_captures_are_forced() {
    let giveaway = game("giveaway");
    let [white, _] = sides(&giveaway, &position(&giveaway, "8/8/8/4r3/8/3N4/8/8 b - - 0 1"));
    assert!(white.threats.mg < 0 && white.threats.eg < 0, "{:?}", white.threats);
}

/// The bonus for a lone royal does not grow with the board.
#[test]
fn large_boards_do_not_make_a_lone_royal_worth_a_queen() {
    let of = |size: usize| {
        let text = format!("files={size}\nranks={size}\nroyal=K\nrook:R:R::a1\nking:K:K::e1\n");
        let empty = format!("{size}/").repeat(size - 2);
        mop_up_of(&defined(&text), &format!("k{}/{empty}RK{} w", size - 1, size - 2)).expect("a lone royal")
    };
    assert!(of(8) > 0 && of(20) <= of(8) * 5 / 4, "{} {}", of(8), of(20));
}

/// A confined piece that can be dropped is worth what it does on the squares where it may stand.
#[test]
fn dropped_pieces_stay_where_they_may_stand() {
    let [board, house] = ["xiangqi", "xiangqihouse"].map(|name| value(&game(name), "A"));
    assert!(house > 0.8 * board, "{house} {board}");
}

/// One promotion does not turn an endgame into a middle game.
#[test]
fn a_promotion_leaves_an_endgame_of_pawns_an_endgame() {
    let game = defined("promoChoice=Q\nroyal=K\npawn:P:fmWfcF::a2-h2\nqueen:Q:Q::\nking:K:K::e1\n");
    let phase = |fen: &str| position(&game, fen).weights().1;
    assert_eq!(phase("4k3/pppp4/8/8/8/8/P3PPPP/4K3 w"), 0);
    let one = phase("4k3/pppp4/8/8/8/8/P3PPPQ/4K3 w");
    assert!(0 < one && one < griffon::values::FULL_PHASE / 2, "{one}");
}

/// Squares that a pawn may not enter promise no promotion.
#[test]
fn a_pawn_that_may_not_promote_is_no_passed_pawn() {
    let text = |morph: &str| {
        format!("promoChoice=Q\nroyal=K\npawn:P:fmWfcF::a2-h2\n{morph}queen:Q:Q::d1\nking:K:K::e1\n")
    };
    let last_rank = "morph=!/......../......../......../......../......../......../........\n";
    let [free, blocked] = ["", last_rank].map(|morph| value(&defined(&text(morph)), "P"));
    assert!(blocked < free, "{blocked} {free}");
    let game = defined(&text(last_rank));
    let [white, _] = sides(&game, &position(&game, "4k3/3P4/8/8/8/8/8/4K3 w"));
    assert!(white.pawns.eg <= 0, "{:?}", white.pawns);
}

/// The right to promote to something weaker costs nothing.
#[test]
fn an_optional_promotion_does_not_lower_the_value() {
    let shogi = |form: &str| {
        format!(
            "promoZone=3\nmaxPromote=2\npromoOffset=2\nroyal=K\npawn:P:fW::a3-h3\nelder:E:Q::c1\n\
             gold:+P:WfF::\nform:+E:{form}::\nking:K:K::e1\n"
        )
    };
    let [weaker, same] = ["F", "Q"].map(|form| value(&defined(&shogi(form)), "E"));
    assert!(weaker >= same, "{weaker} {same}");
}

/// A piece that may capture nothing is worth as much by a matrix as by its notation.
#[test]
fn forbidden_captures_count_nothing() {
    let text = |matrix: &str, knight: &str| {
        format!("royal=K\nrook:R:R::a1,h1\nknight:N:{knight}::b1,g1\nking:K:K::e1\n{matrix}")
    };
    let by_matrix = value(&defined(&text("captureMatrix=/.!5\n", "N")), "N");
    let by_notation = value(&defined(&text("", "mN")), "N");
    assert!((by_matrix - by_notation).abs() < 5.0, "{by_matrix} {by_notation}");
}

/// Pieces that imitate or borrow are worth a share of what they imitate.
#[test]
fn imitators_are_worth_something() {
    let game = defined("royal=K\nrook:R:R::a1,h1\nqueen:Q:Q::d1\njoker:J:I::b1,g1\nking:K:K::e1\n");
    let joker = value(&game, "J");
    assert!(joker > 100.0, "{joker}");
}

/// One of few pieces that a side must keep is worth more than its moves, and fewer of them cost more.
#[test]
fn the_last_pieces_that_must_stay_are_worth_more() {
    let with = |rule: &str| {
        let game = defined(&format!(
            "royal=K\n{rule}\npawn:P:fmWfcF::a2-h2\nknight:N:N::b1,c1,f1,g1\nking:K:K::e1\n"
        ));
        let value = |knights: &str| {
            let fen = format!("1nn1knn1/pppppppp/8/8/8/8/PPPPPPPP/{knights} w - - 0 1");
            griffon::eval::evaluate_by_terms(&game, &position(&game, &fen))
        };
        ["1NN1KNN1", "1NN1KN2", "1NN1K3", "1N2K3"].map(value)
    };
    let (plain, kept) = (with("stalemate=draw"), with("extinct=N"));
    assert_eq!(plain[0], kept[0]);
    let more: Vec<i32> = (1..4).map(|n| (kept[n - 1] - kept[n]) - (plain[n - 1] - plain[n])).collect();
    assert!(0 < more[0] && more[0] < more[1] && more[1] < more[2], "{more:?}");
    // Where the loss of all of them wins, they are no treasure.
    assert!(with("extinct=N:win")[3] > with("extinct=N:win")[0]);
}

/// A promotion to a piece that wins on the square is worth more than the piece.
#[test]
fn pawns_that_win_by_promotion_are_worth_more() {
    let pawn = |goal: &str| {
        let text =
            format!("royal=K\npromoChoice=F\npawn:P:fmWfcF::a2-h2\nferz:F:F::d1\n{goal}king:K:K::e1\n");
        value(&defined(&text), "P")
    };
    let [wins, promotes] = ["morph=++++++++\n", ""].map(pawn);
    assert!(wins > promotes + 15.0, "{wins} {promotes}");
}

/// Where some ranks have only a few promotion squares, pawns are not closer to promotion than their moves bring them.
#[test]
fn corners_to_promote_in_do_not_make_pawns_strong() {
    for name in ["diamond", "legan"] {
        let [pawn, knight] = ["P", "N"].map(|id| value(&game(name), id));
        assert!(pawn < knight / 2.0, "{name}: {pawn} {knight}");
    }
}
