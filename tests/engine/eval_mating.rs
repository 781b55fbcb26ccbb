//! Mating power: the solver on sets of squares against one that makes every legal move.

use crate::support::{defined, entry, game};
use griffon::board::{Color, Kind, Square};
use griffon::eval::mating::{Wins, mates, wins};
use griffon::movegen::{in_check, list_legal};
use griffon::position::{Game, Position};
use griffon::tables::unroll::Access;
use griffon::values::EvalRole;
use griffon::variant::read;
use std::collections::HashMap;

/// Returns a game with kings and a piece for each side on a small board.
fn with_piece(betza: &str, files: u16, ranks: u16, stalemate: &str) -> Game {
    let text = format!(
        "files={files}\nranks={ranks}\nroyal=K\nstalemate={stalemate}\nmaxPromote=0\n\
         piece:X:{betza}::b1\nking:K:K::a1"
    );
    let (variant, _) = read("small", &text).unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"));
    Game::new(variant).expect("tables")
}

/// Returns the board of a FEN with White's king and piece and Black's king.
fn board(files: usize, ranks: usize, places: [(usize, char); 3]) -> String {
    let mut rows = Vec::new();
    for rank in (0..ranks).rev() {
        let (mut row, mut empty) = (String::new(), 0);
        for square in rank * files..(rank + 1) * files {
            match places.iter().find(|place| place.0 == square) {
                Some(place) => {
                    row.extend((empty > 0).then(|| empty.to_string()));
                    row.push(place.1);
                    empty = 0;
                }
                None => empty += 1,
            }
        }
        row.extend((empty > 0).then(|| empty.to_string()));
        rows.push(row);
    }
    rows.join("/")
}

/// Solves every position, by board and side to move, by making every legal move until nothing changes.
fn by_moves(game: &Game, stalemate_wins: bool) -> Wins {
    let [files, ranks] = [game.variant.board.files(), game.variant.board.ranks()].map(usize::from);
    let squares = files * ranks;
    let king = game.variant.types().last().expect("a king");
    let enters = |square: usize, color| {
        game.tables.access(Kind::new(king, color), Square(square as u16)) != Access::Forbidden
    };
    let mut ids = HashMap::new();
    let mut positions = Vec::new();
    for k in (0..squares).filter(|&k| enters(k, Color::White)) {
        for x in (0..squares).filter(|&x| x != k) {
            for w in (0..squares).filter(|&w| w != k && w != x && enters(w, Color::Black)) {
                for side in ['w', 'b'] {
                    let fen = format!("{} {side}", board(files, ranks, [(k, 'K'), (x, 'X'), (w, 'k')]));
                    let pos = Position::from_fen(game, &fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
                    if in_check(game, &pos, pos.side().other()) || in_check(game, &pos, Color::White) {
                        continue;
                    }
                    ids.insert(pos.key(), positions.len());
                    positions.push(pos);
                }
            }
        }
    }
    // Positions reached by each move; `None`: fewer than three pieces are left, so not won.
    let next: Vec<Vec<Option<usize>>> = positions
        .iter()
        .map(|pos| {
            let mut at = pos.clone();
            let lead = |mv| {
                at.make(game, mv);
                let id = ids.get(&at.key()).copied();
                at.unmake(game);
                id
            };
            let mut moves = Vec::new();
            list_legal(game, &mut pos.clone(), &mut moves);
            moves.into_iter().map(lead).collect()
        })
        .collect();
    let mut won = vec![false; positions.len()];
    loop {
        let mut changed = false;
        for (id, pos) in positions.iter().enumerate().filter(|(id, _)| !won[*id]).collect::<Vec<_>>() {
            let wins = |to: &Option<usize>| to.is_some_and(|to| won[to]);
            let new = if pos.side() == Color::White {
                next[id].iter().any(wins)
            } else if next[id].is_empty() {
                stalemate_wins || in_check(game, pos, Color::Black)
            } else {
                next[id].iter().all(wins)
            };
            won[id] = new;
            changed |= new;
        }
        if !changed {
            break;
        }
    }
    let white = || positions.iter().zip(&won).filter(|(pos, _)| pos.side() == Color::White);
    Wins { positions: white().count(), won: white().filter(|(_, won)| **won).count() }
}

/// Sliders, leapers, lame, hopping and divergent pieces, on two boards, with stalemate as a draw or a loss.
#[test]
fn agrees_with_making_every_move() {
    let pieces =
        ["R", "B", "N", "Q", "K", "WD", "FA", "nN", "mRcpR", "pB", "R2", "fRbB", "mQcN", "mNcQ", "zW"];
    for (files, ranks) in [(4, 5), (5, 4)] {
        for stalemate in ["draw", "loss"] {
            for betza in pieces {
                let game = with_piece(betza, files, ranks, stalemate);
                let kind = Kind::new(griffon::variant::PieceType(0), Color::White);
                let Some(found) = wins(&game, kind) else {
                    assert_eq!(betza, "zW", "no solution");
                    continue;
                };
                let expected = by_moves(&game, stalemate == "loss");
                assert_eq!(found, expected, "{betza} on {files}x{ranks}, stalemate {stalemate}");
            }
        }
    }
}

/// Kings that do not leave their corners.
#[test]
fn confined_kings() {
    for betza in ["R", "mRcpR", "pB", "nN", "WD"] {
        let text = format!(
            "files=5\nranks=5\nroyal=K\nmaxPromote=0\npiece:X:{betza}::b1\nking:K:K::a1\nmorph=!/!/...!!/...!!/...!!"
        );
        let game = defined(&text);
        let kind = Kind::new(griffon::variant::PieceType(0), Color::White);
        assert_eq!(wins(&game, kind), Some(by_moves(&game, false)), "{betza}");
    }
}

/// A piece that cannot be captured, and one beside another that cannot.
#[test]
fn pieces_that_cannot_be_captured() {
    let kind = Kind::new(griffon::variant::PieceType(0), Color::White);
    for betza in ["N", "WD", "R"] {
        let text = |iron: &str| {
            format!(
                "files=4\nranks=5\nroyal=K\nmaxPromote=0\n{iron}piece:X:{betza}::b1\nother:Y:F::\nking:K:K::a1"
            )
        };
        let [plain, iron, other] = ["", "iron=X\n", "iron=Y\n"].map(|rule| defined(&text(rule)));
        assert_eq!(wins(&iron, kind), Some(by_moves(&iron, false)), "{betza}");
        assert_eq!(wins(&other, kind), wins(&plain, kind), "{betza}");
    }
}

/// Known mating and non-mating pieces.
#[test]
fn known_mating_pieces() {
    let table: &[(&str, &str, &str)] = &[
        ("normal", "QR", "BN"),
        ("capablanca", "QRAC", "BN"),
        ("makruk", "R", "NSM"),
        ("grand", "QRAC", "BN"),
    ];
    for (name, able, unable) in table {
        let game = game(name);
        for (ids, expected) in [(able, true), (unable, false)] {
            for id in ids.chars() {
                let index = game.variant.pieces.iter().position(|piece| piece.id == id.to_string());
                let index = index.unwrap_or_else(|| panic!("{name}: no {id}"));
                for color in Color::BOTH {
                    let kind = Kind::new(griffon::variant::PieceType(index as u16), color);
                    assert_eq!(mates(&game, kind), Some(expected), "{name}: {id}");
                }
            }
        }
    }
}

/// An advantage that cannot win is worth little; one that can is unchanged.
#[test]
fn advantages_that_cannot_win_count_little() {
    let game = game("normal");
    let score = |fen: &str| {
        let pos = Position::from_fen(&game, fen).expect("a position");
        griffon::eval::evaluate(&game, &pos)
    };
    for fen in ["4k3/8/8/8/8/8/8/2B1K3 w", "4k3/8/8/8/8/8/8/1N2K3 w", "4k3/4p3/8/8/8/8/8/1N2K3 w"] {
        assert!(score(fen).abs() < 60, "{fen}: {}", score(fen));
    }
    for fen in ["4k3/8/8/4n3/8/8/8/R3K3 w", "4k3/8/4r3/8/8/8/8/R1B1K3 w"] {
        assert!((0..150).contains(&score(fen)), "{fen}: {}", score(fen));
    }
    for fen in ["4k3/8/8/8/8/8/8/R3K3 w", "4k3/8/8/8/8/8/P7/4K3 w", "4k3/8/4r3/8/8/8/8/Q3K3 w"] {
        assert!(score(fen) > 60, "{fen}: {}", score(fen));
    }
}

/// Capture rules that concern other pieces change no ending, and make no pawn of a piece that does not promote.
#[test]
fn capture_rules_do_not_change_endings() {
    let text = entry("normal").text;
    let [plain, iron] = ["", "iron=Q\n"].map(|rule| defined(&format!("{rule}{text}")));
    let score = |game: &Game, fen: &str| {
        let pos = Position::from_fen(game, fen).expect("a position");
        griffon::eval::evaluate_by_terms(game, &pos).abs()
    };
    for fen in ["4k3/8/8/8/8/8/8/2B1K3 w", "4k3/8/8/4n3/8/8/8/R3K3 w", "4k3/8/8/8/8/8/8/R3K3 w"] {
        assert_eq!(score(&plain, fen) < 150, score(&iron, fen) < 150, "{fen}");
    }
    let text = "maxPromote=0\nroyal=K\npawn:P:fmWfcF::a2-h2\nqueen:Q:Q::d1\nking:K:K::e1\n";
    for rule in ["", "iron=Q\n"] {
        let game = defined(&format!("{rule}{text}"));
        assert_ne!(game.weights.traits[0].role, EvalRole::Pawn, "{rule}");
    }
}

/// In Grand Chess, captured pieces are in hand, but only for promotions.
#[test]
fn undroppable_pieces_in_hand_do_not_win() {
    let game = game("grand");
    let score = |fen: &str| {
        let pos = Position::from_fen(&game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        griffon::eval::evaluate(&game, &pos)
    };
    let empty = "10/10/10/10/10/10/10/10";
    for hand in ["[]", "[QRRqrr]"] {
        let light = score(&format!("4k5/{empty}/2B1K5{hand} w"));
        assert!(light.abs() < 60, "{hand}: {light}");
        let rook = score(&format!("4k5/{empty}/2R1K5{hand} w"));
        assert!(rook > 200, "{hand}: {rook}");
    }
}
