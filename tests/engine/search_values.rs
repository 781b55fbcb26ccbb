//! Piece values and evaluation: plausible for chess, symmetric in every variant.

use crate::support::game;
use griffon::board::{Color, Kind, Square};
use griffon::movegen;
use griffon::position::{Game, MoveList, Position};
use griffon::random::Rng;
use griffon::variant::catalogue;

/// Returns the mean of middle game and endgame value of a type, by its ID.
fn value(game: &Game, id: &str) -> i32 {
    let piece = game.variant.pieces.iter().position(|p| p.id == id).expect("the piece exists");
    let profile = &griffon::values::profiles(game.game_rules())[piece * 2];
    ((profile.value[0] + profile.value[1]) / 2.0) as i32
}

/// Ranges around the values of chess on the scale of Knight = 300.
#[test]
fn chess_values_are_plausible() {
    let game = game("normal");
    for (id, low, high) in
        [("P", 70, 120), ("N", 280, 330), ("B", 280, 340), ("R", 430, 520), ("Q", 850, 1000)]
    {
        let value = value(&game, id);
        assert!((low..=high).contains(&value), "{id} {value}");
    }
}

/// SPEC: field notes: colour-bound and lame pieces are worth less than their targets say.
#[test]
fn weak_pieces_are_recognized() {
    let xiangqi = game("xiangqi");
    assert!(value(&xiangqi, "N") < 220);
    assert!(value(&xiangqi, "C") < value(&xiangqi, "R") * 2 / 3);
    assert!(value(&xiangqi, "B") < value(&xiangqi, "N") / 2);
}

/// Returns the square that corresponds to this one for Black.
fn seen_by_the_other(game: &Game, square: Square) -> Square {
    let board = &game.variant.board;
    if game.variant.rotated { board.turned(square) } else { board.mirrored(square) }
}

/// Whether Black's army mirrors White's; some games match different armies.
fn armies_are_alike(game: &Game) -> bool {
    let setup = &game.variant.setup;
    setup.iter().all(|&(square, color, piece)| {
        setup.contains(&(seen_by_the_other(game, square), color.other(), piece))
    })
}

/// Returns the flipped position: the board from the other side, with colours exchanged.
fn flipped(fen: &str, rotated: bool) -> String {
    let swap = |text: &str| -> String {
        let other = |c: char| if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
        text.chars().map(other).collect()
    };
    let mut fields = fen.split(' ');
    let (board, side) = (fields.next().unwrap(), fields.next().unwrap());
    let (board, hand) = board.split_once('[').map_or((board, String::new()), |(b, h)| (b, format!("[{h}")));
    let turn = |rank: &str| if rotated { backwards(rank) } else { rank.to_owned() };
    let ranks: Vec<String> = board.split('/').rev().map(|rank| swap(&turn(rank))).collect();
    let side = if side == "w" { "b" } else { "w" };
    // The checks left, White's first.
    let checks = fields.nth(2).and_then(|field| field.split_once('+'));
    let checks = checks.map_or_else(String::new, |(white, black)| format!(" {black}+{white}"));
    format!("{}{} {side} - -{checks} 0 1", ranks.join("/"), swap(&hand))
}

/// Reverses a rank of a FEN; signs and digits stay with their letters.
fn backwards(rank: &str) -> String {
    let mut items: Vec<String> = Vec::new();
    for c in rank.chars() {
        match items.last_mut() {
            Some(last) if "'!~".contains(c) || last == "+" => last.push(c),
            Some(last) if c.is_ascii_digit() && last.ends_with(|d: char| d.is_ascii_digit()) => last.push(c),
            _ => items.push(c.to_string()),
        }
    }
    items.into_iter().rev().collect()
}

#[test]
fn evaluation_is_symmetric_in_every_variant() {
    let mut random = Rng(7);
    for entry in catalogue::all() {
        let game = game(&entry.variant.name);
        if !armies_are_alike(&game) {
            continue;
        }
        for _ in 0..6 {
            let mut position = Position::start(&game);
            let mut list = MoveList::new();
            for _ in 0..60 {
                list.clear();
                movegen::list_legal(&game, &mut position, &mut list);
                if list.is_empty() {
                    break;
                }
                let mv = *random.pick(&list);
                position.make(&game, mv);
                // A game that ended by an explosion has no position to flip.
                if Color::BOTH.into_iter().any(|color| position.has_lost_royal(color)) {
                    break;
                }
                let fen = position.fen(&game);
                let other = Position::from_fen(&game, &flipped(&fen, game.variant.rotated))
                    .unwrap_or_else(|e| panic!("{fen}: {e}"));
                let (own, mirror) =
                    (griffon::eval::evaluate(&game, &position), griffon::eval::evaluate(&game, &other));
                assert_eq!(own, mirror, "{} {fen}", entry.variant.name);
            }
        }
    }
}

/// Black's tables are White's, seen from Black's side.
#[test]
fn square_weights_are_symmetric() {
    for entry in catalogue::all() {
        let game = game(&entry.variant.name);
        if !armies_are_alike(&game) {
            continue;
        }
        let board = &game.variant.board;
        for piece in game.variant.types() {
            for square in board.squares() {
                let seen = seen_by_the_other(&game, square);
                let white = game.weights.on(Kind::new(piece, Color::White), square);
                let black = game.weights.on(Kind::new(piece, Color::Black), seen);
                assert_eq!(white, black, "{} {piece:?} {square:?}", entry.variant.name);
            }
        }
    }
}
