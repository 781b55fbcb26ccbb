//! Setup phases, gating, passing, zones, shuffles, rotating pieces, pieces on holes: a quoted sentence for each rule,
//! then random games with both generators.

mod shuffles;
mod turned;

use crate::support::agreement::pairs;
use crate::support::{self, defined, game, game_of};
use griffon::board::Color;
use griffon::movegen::{self, Outcome};
use griffon::moves;
use griffon::movetext::{Numbering, format_as, parse_as};
use griffon::position::{Game, Move, Position};
use griffon::random::Rng;
use griffon::variant::{self, Variant, catalogue};

fn read(text: &str) -> Variant {
    let (variant, _) = variant::read("test", text)
        .unwrap_or_else(|errors| panic!("{}", variant::diagnostic::render(&errors, "test", text)));
    variant
}

fn at(game: &Game, fen: &str) -> Position {
    Position::from_fen(game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Texts of the legal moves, sorted.
fn moves(game: &Game, pos: &mut Position) -> Vec<String> {
    let list = movegen::legal_moves(game, pos);
    let mut texts: Vec<String> = list.iter().map(|&mv| format_as(Numbering::Plain, game, pos, mv)).collect();
    texts.sort();
    texts
}

fn find(game: &Game, pos: &mut Position, text: &str) -> Move {
    parse_as(Numbering::Plain, game, pos, text).unwrap_or_else(|why| panic!("{text}: {why}"))
}

fn play(game: &Game, pos: &mut Position, texts: &str) {
    for text in texts.split_whitespace() {
        let mv = find(game, pos, text);
        pos.make(game, mv);
    }
}

/// Plays random games; compares both generators and unmakes every move at each node.
fn agree(game: &Game, plies: usize, seeds: u64, what: &str) {
    for seed in 1..=seeds {
        let mut random = Rng(seed);
        let mut pos = Position::start(game);
        for _ in 0..plies {
            let list = pairs(game, &mut pos, &format!("{what}, seed {seed}"));
            if list.is_empty() {
                break;
            }
            pos.make(game, random.pick(&list).0);
        }
    }
}

const KINGS: &str = "royal=K\nking:K:K::e1\n";

#[test]
fn a_hole_under_a_piece_is_a_hole_again_when_it_leaves() {
    // "In that case the square will revert to a hole, rather than an empty square, when that piece moves away again.
    // I.e. it acts like a brouhaha square." (Irregular boards)
    let game = defined(&format!("hole::::a1,c1\nrook::::a1\n{KINGS}"));
    let mut pos = Position::start(&game);
    let all = moves(&game, &mut pos);
    // c1 is a hole from the start: the rook cannot pass b1 on the rank.
    assert!(all.contains(&"a1b1".into()) && !all.iter().any(|mv| mv == "a1c1" || mv == "a1d1"), "{all:?}");
    play(&game, &mut pos, "a1b1 e8e7");
    assert!(!moves(&game, &mut pos).contains(&"b1a1".into()));
    assert!(pos.fen(&game).contains("/*R*1K3 "), "{}", pos.fen(&game));
    let again = at(&game, &pos.fen(&game));
    assert_eq!(again.fen(&game), pos.fen(&game));
    // A piece on it can be captured.
    let mut pos = at(&game, "*1*1k3/8/8/8/8/8/1r6/R1*1K3 b - - 0 1");
    play(&game, &mut pos, "b2b1");
    assert!(moves(&game, &mut pos).contains(&"a1b1".into()));
    let mut pos = at(&game, "*1*1k3/8/8/8/8/8/r7/R1*1K3 b - - 0 1");
    assert!(moves(&game, &mut pos).contains(&"a2a1".into()));
    agree(&game, 40, 6, "holes");
}

#[test]
fn jumpers_and_hoppers_treat_it_as_a_hole() {
    let pieces =
        "cannon:C:mRcpR::a1,b2\nhorse:H:mafsW::c2\nelephant:E:nA::d2\nalfil:A:jA::f2\nuniversal:U:U::g2";
    let game = defined(&format!(
        "files=7\nranks=7\nhole::::a1,c3,e3,d4\n{pieces}\nguard:G:F::c3,e3\nroyal=K\nking:K:K::d1\n"
    ));
    agree(&game, 40, 8, "holes and hoppers");
}

#[test]
fn pieces_in_hand_swap_with_pieces_of_the_same_id() {
    // "This allows you or the AI to swap the piece in the holdings with pieces that have the same ID on the board"
    // (Rotating pieces)
    let text = "handSwap=1\nholdingsType=1\nlance:L:fR::a1\nlance turned:L:bR:::1\nknight:N:N:::1\nroyal=K\nking:K:K::e1\n";
    let game = defined(text);
    let mut pos = Position::start(&game);
    assert!(moves(&game, &mut pos).contains(&"L@a1".into()));
    assert!(!moves(&game, &mut pos).iter().any(|mv| mv.starts_with("N@") || mv == "L@e1"));
    play(&game, &mut pos, "L@a1");
    // The other one is now in hand.
    assert_eq!(
        (
            pos.hand(Color::White, griffon::variant::PieceType(0)),
            pos.hand(Color::White, griffon::variant::PieceType(1))
        ),
        (1, 0)
    );
    assert!(!moves::is_capture(&game, &pos, find(&game, &mut pos.clone(), "L@a8")));
    agree(&game, 60, 6, "swaps");
    let dropping = self::defined(
        "handSwap=1\nholdingsType=-1\nlance:L:fR::a1,c1\nlance turned:L:bR:::1\nlance aside:L:sR:::1\nroyal=K\nking:K:K::e1\n",
    );
    agree(&dropping, 60, 6, "swaps with drops");
}

#[test]
fn sides_set_up_by_drops_first() {
    // docs: "a side that has pieces in hand must drop one if it can. A drop must leave room for what is still in hand
    // and has to spread over the shades"
    let game =
        defined("files=4\nranks=4\nsetupDrops=1\nroyal=K\nbishop:B:Bs@:::2\nrook:R:R@:::1\nking:K:K@:::1\n");
    let mut pos = Position::start(&game);
    assert!(moves(&game, &mut pos).iter().all(|mv| mv.contains('@')));
    // With a bishop on a1, the other one needs b1 or d1: no other piece may occupy the last of these.
    let mut pos = at(&game, "4/4/4/B2K[BRkrbb] w - - 0 1");
    assert_eq!(moves(&game, &mut pos), ["B@b1", "R@c1"]);
    agree(&game, 30, 8, "set-up");
    // A captured bishop comes to the hand and needs a place, too.
    let game = defined(
        "files=4\nranks=4\nholdingsType=-1\nsetupDrops=1\nroyal=K\nbishop:B:Bs@4:::2\nrook:R:R@c@4:::1\nking:K:K@:::1\n",
    );
    for (hand, is_legal) in [("BBRK", false), ("BRK", true)] {
        let mut pos = at(&game, &format!("3k/b3/4/4[{hand}r] w - - 0 1"));
        assert_eq!(moves(&game, &mut pos).contains(&"R@a3".into()), is_legal, "{hand}");
    }
    agree(&game, 30, 8, "captures in the set-up");
}

#[test]
fn a_dropped_king_castles_from_home() {
    // docs, homeArray: "where pieces count as unmoved, also when they are dropped there, and king and partner castle"
    let game = game("placement");
    let mut pos = at(&game, "r3kbnr/pppppppp/8/8/8/8/PPPPPPPP/4K2R[Rq] w k - 0 8");
    play(&game, &mut pos, "R@a1 Q@d8");
    assert!(moves(&game, &mut pos).contains(&"e1c1".into()));
    // The rook on h1 was there earlier, and its castling letter is missing.
    assert!(!moves(&game, &mut pos).contains(&"e1g1".into()));
    // While the king is in hand, the rooks at home keep their rights.
    let mut pos = at(&game, "r3kbnr/pppppppp/8/8/8/8/PPPPPPPP/R6R[Kq] w k - 0 8");
    play(&game, &mut pos, "K@e1 Q@d8");
    let all = moves(&game, &mut pos);
    assert!(all.contains(&"e1c1".into()) && all.contains(&"e1g1".into()), "{all:?}");
}

#[test]
fn a_gated_piece_does_not_block_check() {
    // The rules of Seirawan Chess: the move must be legal as if the square stayed empty.
    let game = game("seirawan");
    let mut pos = at(&game, "4k3/4r3/8/8/8/8/8/4BK2[Hh] w E - 0 1");
    assert!(moves(&game, &mut pos).contains(&"e1c3".into()));
    let mut pos = at(&game, "4k3/8/8/8/8/8/8/rN2K3[H] w B - 0 1");
    assert!(!moves(&game, &mut pos).iter().any(|mv| mv.starts_with("b1")), "the knight is pinned");
    // Castling: gating on the king's or the rook's start square, with XBoard's texts.
    let mut pos = at(&game, "4k3/8/8/8/8/8/8/4K2R[H] w K - 0 1");
    let all = moves(&game, &mut pos);
    for text in ["e1g1", "e1g1h", "h1e1h", "e1d2h", "h1h3h"] {
        assert!(all.contains(&text.into()), "{text}: {all:?}");
    }
    let mut after = pos.clone();
    play(&game, &mut after, "h1e1h");
    assert!(after.fen(&game).starts_with("4k3/8/8/8/8/8/8/5RKH b"), "{}", after.fen(&game));
    play(&game, &mut pos, "e1g1h");
    assert!(pos.fen(&game).starts_with("4k3/8/8/8/8/8/8/4HRK1 b"), "{}", pos.fen(&game));
}

/// `pass=2`: "only if it has no other legal move".
#[test]
fn passes_without_another_move() {
    let army = "pass=2\nroyal=K\nrook::::a1\npawn:P:fmWfcF::a2\nking:K:K::e1\n";
    let game = defined(army);
    let list = |fen: &str| moves(&game, &mut at(&game, fen));
    assert!(!list("4k3/8/8/8/8/8/8/4K3 w - - 0 1").contains(&"e1e1".into()));
    // Stalemate is no end; mate is.
    let stuck = "8/8/8/8/8/1r6/7r/K1k5 w - - 0 1";
    assert_eq!(list(stuck), ["a1a1"]);
    assert_eq!(movegen::result(&game, &mut at(&game, stuck)), None);
    assert_eq!(list("8/8/8/8/8/1k6/8/K6r w - - 0 1"), [""; 0]);
    assert_eq!(movegen::result(&game, &mut at(&game, "8/8/8/8/8/1k6/8/K6r w - - 0 1")), Some(Outcome::Lost));
    // A piece that may stay where it is has another move.
    let lion = defined("pass=2\nroyal=K\nrook::::h1\nking:K:mabK::e1\n");
    let mut pos = at(&lion, "8/8/8/8/8/8/8/K1k5 w - - 0 1");
    assert_eq!(moves(&lion, &mut pos), ["a1-a1"]);
    assert!(!find(&lion, &mut pos, "a1a1").is_pass());
    agree(&lion, 60, 6, "a piece that may stay");
    agree(&game, 60, 6, "passes as the last resort");
}

#[test]
fn passing_and_its_results() {
    // docs, pass, passEnd, points, komi
    let rules =
        "pass=1\npassEnd=2\npoints=R5,N3\nkomi=1.5\nroyal=K\nrook::::a1\nknight:N:N::b1\nking:K:K::e1\n";
    let game = defined(rules);
    let mut pos = Position::start(&game);
    assert!(moves(&game, &mut pos).contains(&"e1e1".into()));
    let pass = find(&game, &mut pos, "@@@@");
    assert!(pass.is_pass());
    play(&game, &mut pos, "@@@@");
    assert_eq!(movegen::outcome(&game, &pos), None);
    play(&game, &mut pos, "e8e8");
    // Equal material: the second player has 1.5 points more. White is to move.
    assert_eq!(movegen::outcome(&game, &pos), Some(Outcome::Lost));
    pos.unmake(&game);
    play(&game, &mut pos, "b8c6 e1e1");
    assert_eq!(movegen::outcome(&game, &pos), None, "not in a row");
    // "a side that is not in check may pass"
    let mut pos = at(&game, "4k3/8/8/8/8/8/8/r3K3 w - - 0 1");
    assert!(!moves(&game, &mut pos).contains(&"e1e1".into()));
    agree(&game, 60, 6, "passing");
}

#[test]
fn facing_royals() {
    // docs, bikjang: "the answer must part them, or be a pass (even in check), which ends the game"
    let game = defined("pass=1\nbikjang=1\nroyal=K\nrook::::a1\npawn:P:fsW::e4\nking:K:W::e1\n");
    let mut pos = at(&game, "4k3/8/8/8/4P3/8/8/R3K3 w - - 0 1");
    // A move that makes the royals face is legal.
    play(&game, &mut pos, "e4d4");
    assert_eq!(moves(&game, &mut pos), ["e8d8", "e8e8", "e8f8"]);
    play(&game, &mut pos, "e8e8");
    assert_eq!(movegen::outcome(&game, &pos), Some(Outcome::Drawn));
    assert!(moves(&game, &mut pos).is_empty());
    agree(&game, 60, 8, "bikjang");
}

#[test]
fn moves_that_turn_a_piece() {
    // docs, zoneMoves: "an item with `=` and an ID behind it turns the piece into that type and does nothing else; `!`
    // before the ID: it may attack no enemy there, and the move give no check; `last` in place of squares: ..."
    let text = "maxPromote=0\nsymmetry=rotate\npromoLimit=F1\nroyal=K\npawn:P:fmWfcF::c2,d2\n\
                zoneMoves=mFbmpabmW:d5,e5=!F; mW:last=R\nferz:F:F::\nrook:R:R::\nking:K:K::a1\n";
    let game = defined(text);
    let of = |fen: &str, from: &str| -> Vec<String> {
        let all = moves(&game, &mut at(&game, fen));
        all.into_iter().filter(|mv| mv.starts_with(from)).collect()
    };
    let steps = ["d5c4f", "d5c6f", "d5d5f", "d5d6", "d5e4f", "d5e6f"];
    assert_eq!(of("7k/8/8/3P4/8/8/P7/K7 w - - 0 1", "d5"), steps);
    // There is a ferz.
    assert_eq!(of("7k/8/8/3P4/8/8/P7/K6F w - - 0 1", "d5"), ["d5d6"]);
    // On c6 the ferz would attack b7, on e6 and e4 it would attack f5; on c4 and d5 it attacks nothing.
    let enemies = "7k/1r6/8/3P1r2/8/8/P7/K7 w - - 0 1";
    assert_eq!(of(enemies, "d5"), ["d5c4f", "d5d5f", "d5d6"]);
    // Leaving the d-file would uncover the rook's check, and the king blocks d6: the pawn can only turn where it
    // stands.
    assert_eq!(of("8/8/3k4/3P4/8/8/P7/K2R4 w - - 0 1", "d5"), ["d5d5f"]);
    // Squares are from White's side: Black's pawns turn on e4 and d4.
    let black = ["e4d3f", "e4d5f", "e4e3", "e4e4f", "e4f3f", "e4f5f"];
    assert_eq!(of("7k/p7/8/8/4p3/8/8/K7 b - - 0 1", "e4"), black);
    assert!(of("7k/p7/8/4p3/8/8/8/K7 b - - 0 1", "e5").iter().all(|mv| !mv.ends_with('f')));
    // The last one becomes a rook on any square, and may give check.
    assert_eq!(of("7k/8/8/8/6P1/8/8/K7 w - - 0 1", "g4"), ["g4f4r", "g4g3r", "g4g5", "g4g5r", "g4h4r"]);
    assert_eq!(of("7k/8/8/8/6P1/8/P7/K7 w - - 0 1", "g4"), ["g4g5"]);
    agree(&game, 60, 8, "turning");
    for wrong in ["F:d5=F", "mF:d5=P", "mF:d5=", "mF:d5=X", "mF:last", "mF:=F", "imF:d5=F", "mQcaK:d5=F"] {
        let text = format!("pawn:P:fW::d2\nzoneMoves={wrong}\nferz:F:F::\n{KINGS}");
        assert!(variant::read("test", &text).is_err(), "{wrong}");
    }
}

#[test]
fn moves_bound_to_squares() {
    // docs, zoneMoves: "moves of the piece of the line before on some squares only (White's squares; Black's are their
    // images by `symmetry`)"
    let game = defined("symmetry=rotate\nrook:R:R::d1\nzoneMoves=frB2:d1; F:e2\nroyal=K\nking:K:K::a1\n");
    let mut pos = Position::start(&game);
    let of = |all: Vec<String>, from: &str| -> Vec<String> {
        all.into_iter()
            .filter(|mv| mv.starts_with(from) && mv[2..3] != from[0..1] && mv[3..4] != from[1..2])
            .collect()
    };
    assert_eq!(of(moves(&game, &mut pos), "d1"), ["d1e2", "d1f3"]);
    play(&game, &mut pos, "d1e2");
    // Black's rook is on e8, the rotated square: it moves down and to the left as White sees it.
    assert_eq!(of(moves(&game, &mut pos), "e8"), ["e8c6", "e8d7"]);
    play(&game, &mut pos, "h8g8");
    assert_eq!(of(moves(&game, &mut pos), "e2"), ["e2d1", "e2d3", "e2f1", "e2f3"]);
    agree(&game, 60, 8, "zones");
    for wrong in
        ["zoneMoves=F", "zoneMoves=F:z9", "zoneMoves=isO2:e1", "zoneMoves=+:e1", "zoneMoves=F:e1,,e8"]
    {
        let text = format!("rook:R:R::d1\n{wrong}\n{KINGS}");
        assert!(variant::read("test", &text).is_err(), "{wrong}");
    }
}

#[test]
fn promotion_stops_at_the_limit() {
    // docs, promoLimit: "nothing promotes to Q while its side has one on the board"
    let game =
        defined(&format!("promoChoice=QN\npromoLimit=Q1\npawn::::h2\nqueen::::d1\nknight:N:N::\n{KINGS}"));
    let mut pos = at(&game, "k7/7P/8/8/8/8/8/3QK3 w - - 0 1");
    let promotes = |all: Vec<String>| all.into_iter().filter(|mv| mv.starts_with("h7")).collect::<Vec<_>>();
    assert_eq!(promotes(moves(&game, &mut pos)), ["h7h8n"]);
    let mut pos = at(&game, "k7/7P/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(promotes(moves(&game, &mut pos)), ["h7h8n", "h7h8q"]);
}

#[test]
fn pieces_in_hand_are_dropped_in_either_form() {
    // docs, dropForms
    let base = "files=5\nranks=5\nholdingsType=-1\npromoOffset=1\npromoZone=1\nsilver:S:FfW:::1\ngold:+S:WfF::\nroyal=K\nking:K:K::c1\n";
    let plain = defined(base);
    let count = |game: &Game| {
        let mut pos = Position::start(game);
        let drops = moves(game, &mut pos);
        (
            drops.iter().filter(|mv| mv.starts_with("S@")).count(),
            drops.iter().filter(|mv| mv.starts_with("+S@")).count(),
        )
    };
    assert_eq!(count(&plain), (23, 0));
    let both = defined(&format!("dropForms=1\n{base}"));
    assert_eq!(count(&both), (23, 23));
    agree(&both, 60, 6, "either side up");
}

#[test]
fn castling_that_removes_rights_and_wins() {
    // docs: "castling takes the opponent's right to castle to the same side away"; "who castles so has won, who can do
    // so no longer has lost"
    let game = game("opposite-castling");
    let mut pos = at(&game, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    play(&game, &mut pos, "e1g1");
    let fen = pos.fen(&game);
    assert!(fen.contains(" b q "), "{fen}");
    let game = support::game("castle");
    let mut pos = at(&game, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
    let mut castled = pos.clone();
    play(&game, &mut castled, "e8c8");
    assert_eq!(movegen::outcome(&game, &castled), Some(Outcome::Lost));
    play(&game, &mut pos, "e8d8");
    assert_eq!(movegen::outcome(&game, &pos), Some(Outcome::Won));
}

#[test]
fn a_rook_on_the_line_forbids_the_kings_leap() {
    // docs, exposedTo: "even with others between"
    let game = game("cambodian");
    let mut pos = at(&game, "4k3/8/7r/8/8/3P4/8/3K4 b D - 0 1");
    let mut other = pos.clone();
    play(&game, &mut pos, "h6d6");
    assert!(!moves(&game, &mut pos).contains(&"d1f2".into()));
    play(&game, &mut other, "h6g6");
    assert!(moves(&game, &mut other).contains(&"d1f2".into()));
}

#[test]
fn generators_agree_on_these_games() {
    let names = [
        "cambodian",
        "castle",
        "grandhouse",
        "janggicasual",
        "janggi",
        "janggihouse",
        "kyotoshogi",
        "opposite-castling",
        "placement",
        "screen",
        "seirawan",
        "shogun",
        "shouse",
        "xhess",
    ];
    for name in names {
        let game = game(name);
        agree(&game, 40, 2, name);
    }
}

/// The setup and its FEN are the same position, even if castling is not the only right of unmoved pieces.
#[test]
fn fen_of_the_setup_is_read_back() {
    for entry in catalogue::every() {
        let game = game_of(entry);
        let start = Position::start(&game);
        let read = Position::from_fen(&game, &start.fen(&game)).expect("our own FEN");
        assert_eq!(read.cells(), start.cells(), "{}", entry.file);
        assert_eq!(read.key(), start.key(), "{}", entry.file);
    }
}
