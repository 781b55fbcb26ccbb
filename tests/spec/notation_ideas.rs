//! The XBetza features that its article calls "ideas for the future", and rare ones: flames, the mirror, mandatory
//! promotion, fast castling, en passant on a non-final leg. Quotations are from the seeds.

use crate::support::defined;
use griffon::board::Color;
use griffon::movegen;
use griffon::movetext::{Numbering, format_as, parse_as};
use griffon::position::{Game, Position};
use std::collections::BTreeSet;

/// Returns a game with types A (`betza`), B (a wazir), P (a pawn) and kings on a 6x6 board.
fn small(betza: &str) -> Game {
    // An unescaped colon would end the field.
    let betza = betza.replace(':', "\\:");
    defined(&format!(
        "files=6\nranks=6\nsymmetry=none\nmaxPromote=0\nroyal=4\npiece0:A:{betza}::\npiece1:B:W::\n\
         piece2:P:fmWfceFfmnnD::\npiece3:K:K::f1,,f6\n"
    ))
}

fn at(game: &Game, fen: &str) -> Position {
    Position::from_fen(game, fen).unwrap_or_else(|error| panic!("{fen}: {error:?}"))
}

/// Returns the legal moves from a square, and checks that each is read back from its text.
fn from(game: &Game, pos: &mut Position, square: &str) -> Vec<String> {
    let list = movegen::legal_moves(game, pos);
    let mut texts = Vec::new();
    for mv in list {
        let text = format_as(Numbering::Plain, game, pos, mv);
        assert_eq!(parse_as(Numbering::Plain, game, pos, &text), Ok(mv), "{text}");
        texts.extend(text.starts_with(square).then_some(text));
    }
    texts.sort();
    texts
}

/// Returns the board after a move; checks that unmake restores the position.
fn after(game: &Game, pos: &mut Position, text: &str) -> String {
    let before = pos.fen(game);
    let mv = parse_as(Numbering::Plain, game, pos, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    pos.make(game, mv);
    assert_eq!(pos.key(), pos.fresh_key());
    let fen = pos.fen(game);
    pos.unmake(game);
    assert_eq!(pos.fen(game), before);
    fen.split(' ').next().unwrap_or_default().to_owned()
}

#[test]
fn a_fire_demon_burns_its_neighbours() {
    // "Q:cK would describe a piece that moves like a Queen, and burns all enemy pieces adjacent to the destination."
    let game = small("Q:cK");
    let mut pos = at(&game, "5k/6/1bBb2/6/1b4/A4K w - - 0 1");
    // On c3 it burns b2, and also b4 and d4, but not its friend on c4.
    assert_eq!(after(&game, &mut pos, "a1a3"), "5k/6/2Bb2/A5/6/5K");
    // "the move would not be blocked if there isn't such a piece or square"
    assert_eq!(after(&game, &mut pos, "a1d1"), "5k/6/1bBb2/6/1b4/3A1K");
    // "burning would occur through all allowed moves at once", apart from the captured piece.
    assert_eq!(after(&game, &mut pos, "a1b2"), "5k/6/1bBb2/6/1A4/5K");
}

#[test]
fn flames_give_check() {
    let game = small("Q:cK");
    // From a1 it reaches e5, next to the king on f6.
    assert!(movegen::in_check(&game, &at(&game, "5k/6/6/6/6/A4K b - - 0 1"), Color::Black));
    // A wazir's flames (`:cW`) from e1, d1 and so on do not reach it.
    let game = small("mW:cW");
    assert!(!movegen::in_check(&game, &at(&game, "5k/6/6/6/6/A4K b - - 0 1"), Color::Black));
    assert!(movegen::in_check(&game, &at(&game, "5k/6/5A/6/6/5K b - - 0 1"), Color::Black));
    // Flames that burn friends also burn the own king, so this move is illegal.
    let game = small("mW:dK");
    let mut pos = at(&game, "5k/6/6/6/6/3A1K w - - 0 1");
    assert_eq!(from(&game, &mut pos, "d1"), ["d1c1", "d1d2"]);
}

#[test]
fn the_mirror_captures_what_could_capture_it() {
    // "M (for 'Mirror'), which targets all squares containing pieces that target it, with the same modes."
    let game = small("M");
    // The pawn on b2 attacks a1 (Black's forward direction is down); of the wazirs on a2 and c1, only a2 does.
    let mut pos = at(&game, "5k/6/6/6/bp4/A1b2K w - - 0 1");
    assert_eq!(from(&game, &mut pos, "a1"), ["a1a2", "a1b2"]);
    // "with the same modes": friends that could capture it only by `d`.
    let mut pos = at(&game, "5k/6/6/6/B5/A4K w - - 0 1");
    assert!(from(&game, &mut pos, "a1").is_empty());
    // It checks an adjacent king.
    assert!(movegen::in_check(&game, &at(&game, "6/6/6/6/1k4/A4K b - - 0 1"), Color::Black));
    assert!(!movegen::in_check(&game, &at(&game, "6/6/6/1k4/6/A4K b - - 0 1"), Color::Black));
    // Modes restrict it like the imitator.
    let game = small("kM");
    assert!(from(&game, &mut at(&game, "5k/6/6/6/bp4/A1b2K w - - 0 1"), "a1").is_empty());
}

#[test]
fn a_plus_makes_promotion_mandatory() {
    // "It could be indicated that a move must promote (e.g. as a + suffix behind the entire description)."
    let shogi = |betza: &str| {
        defined(&format!(
            "files=6\nranks=6\nsymmetry=none\npromoZone=2\npromoOffset=2\nmaxPromote=2\nroyal=5\npiece0:P:fW::\n\
             piece1:A:{betza}::a4\npiece2:Q:Q::\npiece3:R:R::\npiece4:K:K::f1,,f6\n"
        ))
    };
    let moves = |betza: &str| {
        let game = shogi(betza);
        from(&game, &mut Position::start(&game), "a4")
    };
    assert_eq!(moves("fW"), ["a4a5", "a4a5+"]);
    assert_eq!(moves("fW+"), ["a4a5+"]);
}

#[test]
fn fast_castling() {
    // "The special case pO is used to denote 'fast castling'"; readings 34: the king goes 1 to range squares towards
    // the partner, "or onto or past it, the partner to any square the king left or crossed".
    let game = defined(
        "files=8\nranks=8\nsymmetry=mirror\nmaxPromote=0\npiece0:P:fmW::a2-h2\npiece1:R:R::h1\npiece2:K:KispO3::e1\n",
    );
    let mut pos = Position::start(&game);
    let castlings: Vec<String> =
        from(&game, &mut pos, "e1").into_iter().filter(|text| text.contains(',')).collect();
    assert_eq!(castlings, ["e1f1,h1e1", "e1g1,h1e1", "e1g1,h1f1", "e1h1,h1e1", "e1h1,h1f1", "e1h1,h1g1"]);
    assert_eq!(after(&game, &mut pos, "e1h1,h1f1"), "4k2r/pppppppp/8/8/8/8/PPPPPPPP/5R1K");
    assert_eq!(after(&game, &mut pos, "e1f1,h1e1"), "4k2r/pppppppp/8/8/8/8/PPPPPPPP/4RK2");
    // A royal may not cross attacked squares: with g1 attacked, only one step is left.
    let mut pos = at(&game, "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1");
    let castlings: Vec<String> =
        from(&game, &mut pos, "e1").into_iter().filter(|text| text.contains(',')).collect();
    assert_eq!(castlings, ["e1f1,h1e1"]);
}

#[test]
fn castling_letters_only_mean_castling_pieces_of_the_setup() {
    // Readings: "The partner's square is fixed by the set-up"; the letters in a FEN choose among these pieces.
    let game = defined(
        "files=8\nranks=8\nsymmetry=mirror\nmaxPromote=0\npiece0:P:fmW::a2-h2\npiece1:N:N::b1\npiece2:R:R::h1\n\
         piece3:K:KisO2::e1\n",
    );
    let castles = |fen: &str| at(&game, fen).castles().len();
    assert_eq!(castles("4k3/8/8/8/8/8/8/4K2R w H - 0 1"), 1);
    // A knight is no partner, nor is a rook off the king's rank.
    assert_eq!(castles("4k3/8/8/8/8/8/8/4K2N w H - 0 1"), 0);
    assert_eq!(castles("4k3/8/8/8/4K2R/8/8/8 w H - 0 1"), 0);
    assert_eq!(castles("4k3/8/8/8/4K2R/8/8/8 w K - 0 1"), 0);
}

#[test]
fn en_passant_on_a_non_final_leg() {
    // "e ('en passant') new mode: capture a lame leaper on a square it just passed through": on a non-final leg, the
    // piece continues from there.
    // Black's pawn moved from b5 to b3, so b4 is marked. From c3 via b4 to a5.
    let game = small("eafmK");
    let mut pos = at(&game, "5k/1p4/6/2A3/6/5K b - - 0 1");
    let mv = parse_as(Numbering::Plain, &game, &mut pos, "b5b3").unwrap();
    pos.make(&game, mv);
    assert_eq!(from(&game, &mut pos, "c3"), ["c3a5"]);
    assert_eq!(after(&game, &mut pos, "c3a5"), "5k/A5/6/6/6/5K");
    // "anything captured by the move must reappear there": on the start of the leg.
    let game = small("ueK");
    let mut pos = at(&game, "5k/1p4/6/2A3/6/5K b - - 0 1");
    let mv = parse_as(Numbering::Plain, &game, &mut pos, "b5b3").unwrap();
    pos.make(&game, mv);
    assert_eq!(from(&game, &mut pos, "c3"), ["c3b4"]);
    assert_eq!(after(&game, &mut pos, "c3b4"), "5k/6/1A4/2p3/6/5K");
}

#[test]
fn the_path_to_a_lender_captures_nothing() {
    // "Works in reverse when no move follows, by borrowing the moves from the target piece": the piece itself has not
    // moved, so nothing on the path is captured.
    let game = small("cafxK");
    let mut pos = at(&game, "5k/6/6/2B3/1b4/A4K w - - 0 1");
    // Past the enemy on b2 to the wazir on c3, whose moves it borrows.
    assert_eq!(from(&game, &mut pos, "a1"), ["a1a2", "a1b1"]);
    assert_eq!(after(&game, &mut pos, "a1a2"), "5k/6/6/2B3/Ab4/5K");
    // An induced friend may itself borrow: the wazir on b1, reached by `x`, moves like the pawn next to it.
    let game = small("xaxW");
    let mut pos = at(&game, "5k/6/6/6/6/ABP2K w - - 0 1");
    assert_eq!(from(&game, &mut pos, "b1b3"), ["b1b3"]);
}

#[test]
fn zigzag_continues_relative_to_the_last_leg() {
    // "z ('zig-zag') rider bends 90-degrees in opposit directions on every step": the next leg is relative to the last.
    let legs = |betza: &str| griffon::notation::compile(betza).map(|movements| movements.len());
    // Eight zigzags (four headings, two senses), each ending after an even or a larger odd number of steps, and four
    // single steps.
    assert_eq!(legs("zafB"), Ok(20));
    // On this board a limit of 20 steps is none, and each number of steps is expanded on its own.
    for legs in ["zaqW", "zazW", "zafqW", "zafqB"] {
        let (betza, limited) = (format!("f{legs}"), format!("f{legs}20"));
        let [all, counted] = [betza, limited].map(|betza| {
            let game = small(&betza);
            let moves = from(&game, &mut at(&game, "5k/6/6/6/6/2A2K w - - 0 1"), "c1");
            moves.iter().map(|text| text[text.len() - 2..].to_owned()).collect::<BTreeSet<_>>()
        });
        assert_eq!(all, counted, "{legs}");
    }
}

#[test]
fn a_wrapping_piece_does_not_end_where_it_began() {
    // Readings 27: "A rider that wraps stops before its own square."
    for (betza, moves) in [("oR", 2), ("oW", 2), ("ooRR", 2), ("oK", 2)] {
        let text = format!("files=1\nranks=5\nsymmetry=none\nroyal=0\nmaxPromote=0\npiece:A:{betza}::a2\n");
        let game = defined(&text);
        let found = from(&game, &mut Position::start(&game), "a2");
        assert!(!found.contains(&String::from("a2a2")) && found.len() >= moves, "{betza}: {found:?}");
    }
}

#[test]
fn xboard_mode_t() {
    // xboard notes, 3.4: "may not take a King-slot piece"; "with p/g: own pieces only as hurdle".
    let game = small("ctR");
    assert!(!movegen::in_check(&game, &at(&game, "A4k/6/6/6/6/5K b - - 0 1"), Color::Black));
    assert_eq!(from(&game, &mut at(&game, "5k/6/b5/6/6/A4K w - - 0 1"), "a1"), ["a1a4"]);
    let game = small("tpafcR");
    assert_eq!(from(&game, &mut at(&game, "5k/6/b5/B5/6/A4K w - - 0 1"), "a1"), ["a1a4"]);
    assert!(from(&game, &mut at(&game, "5k/6/b5/b5/6/A4K w - - 0 1"), "a1").is_empty());
}

#[test]
fn the_universal_leaper_may_be_initial_and_quoted() {
    // "i ('initial') as leading modifier: the described move is available only on a piece's initial move."
    let game = defined(
        "files=6\nranks=6\nsymmetry=none\nmaxPromote=0\nroyal=2\npiece0:A:miU::a1\npiece1:K:K::f1,,f6\n",
    );
    let mut pos = Position::start(&game);
    assert_eq!(from(&game, &mut pos, "a1").len(), 33);
    for text in ["a1c3", "f6e6"] {
        let mv = parse_as(Numbering::Plain, &game, &mut pos, text).unwrap();
        pos.make(&game, mv);
    }
    assert!(from(&game, &mut pos, "c3").is_empty());
}
