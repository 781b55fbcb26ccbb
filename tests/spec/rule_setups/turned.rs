//! Games with White and Black exchanged.

use super::{Game, Position, Rng, game_of, movegen, moves, play, read};
use griffon::board::{Color, Geometry};
use griffon::variant::catalogue;

/// Replaces each square name of a move by that of the square turned by 180 degrees.
fn turned(board: &Geometry, text: &str) -> String {
    // Castling towards the highest file, and the other way.
    match text {
        "O-O" => return "O-O-O".into(),
        "O-O-O" => return "O-O".into(),
        _ => {}
    }
    let (mut out, mut rest) = (String::new(), text);
    while let Some(letter) = rest.chars().next() {
        let (piece, length) = match board.read_name(rest) {
            Some((square, length)) => (board.name(board.turned(square)), length),
            None => (letter.to_string(), letter.len_utf8()),
        };
        out += &piece;
        rest = &rest[length..];
    }
    out
}

/// Plays a random game both ways; the moves and the results must be the same.
fn compare(game: &Game, plies: usize) {
    let twin = Game::new(game.variant.clone().turned()).expect("the same tables, turned");
    let board = &game.variant.board;
    let name = &game.variant.name;
    let mut rng = Rng(board.len() as u64);
    let (mut pos, mut other) = (Position::start(game), Position::start(&twin));
    assert_ne!(pos.side(), other.side(), "{name}");
    for _ in 0..plies {
        let own = moves(game, &mut pos);
        let mut expected: Vec<String> = own.iter().map(|text| turned(board, text)).collect();
        expected.sort();
        assert_eq!(moves(&twin, &mut other), expected, "{name}: {}", pos.fen(game));
        let result = movegen::result(game, &mut pos);
        assert_eq!(movegen::result(&twin, &mut other), result, "{name}: {}", pos.fen(game));
        if own.is_empty() || result.is_some() {
            return;
        }
        let text = &own[rng.below(own.len())];
        play(game, &mut pos, text);
        play(&twin, &mut other, &turned(board, text));
    }
}

/// Sides with their own rules, and boards that differ from left to right.
const UNEQUAL: &str = "files=6\nranks=6\nsymmetry=none\ntoMove=black\nextinction=2\nchecks=2,3\nholdingsType=-1\n\
                       maxPromote=1\npromoChoice=Q\nroyal=K\npawn:P:fmWfcF::a2,b2,,c5,d5\n\
                       morph=*...../....../....!./....../....../......\nqueen:Q:Q::a1\nrook:R:R::f1,,a6\n\
                       dropZone=!!..../....../....../....../....../......\nking:K:KisO2::d1,,d6\nhole::::f6\n";

#[test]
fn turned_games_have_the_same_moves() {
    // A sample: each game needs its tables twice.
    for entry in catalogue::every().step_by(5) {
        compare(&game_of(entry), 20);
    }
    compare(&Game::new(read(UNEQUAL)).expect("tables"), 200);
}

#[test]
fn white_begins_in_xboard() {
    // xboard.md 2.3: "FEN's side to move is discarded: White always starts".
    let variant = read(UNEQUAL);
    assert_eq!(variant.first, Color::Black);
    let turned = variant.in_xboard();
    assert_eq!(turned.first, Color::White);
    let start = Position::start(&Game::new(turned).expect("tables"));
    assert_eq!(start.side(), Color::White);
}
