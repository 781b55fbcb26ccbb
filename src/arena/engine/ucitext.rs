//! Move notation of UCI engines.
//!
//! SPEC: UCI: long algebraic notation, `e2e4`, `e1g1`, `e7e8q`; Fairy-Stockfish extends it: ranks from 1 on every
//! board, `P@e4` for drops, `+` for the promotions of Shogi, a small letter for others and for gated pieces (`b1c3h`),
//! castling in shuffled games as the king capturing its rook.

use crate::movetext::{self, Numbering};
use crate::position::{Game, Move, Position};

/// Whether castling is written as the king capturing its castling partner.
pub fn castles_by_capture(game: &Game) -> bool {
    game.variant.parent.as_deref() == Some("fischerandom") || game.variant.shuffles()
}

fn style(game: &Game) -> Numbering {
    if castles_by_capture(game) { Numbering::UciFischer } else { Numbering::Uci }
}

/// Formats a legal move.
pub fn write(game: &Game, pos: &Position, mv: Move) -> String {
    movetext::format_as(style(game), game, pos, mv)
}

/// Parses move text into a legal move.
///
/// # Errors
/// The reason why the text is not a legal move.
pub fn read(game: &Game, pos: &mut Position, text: &str) -> Result<Move, String> {
    movetext::parse_as(style(game), game, pos, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen;
    use crate::variant::catalogue;

    fn game(name: &str) -> Game {
        Game::new(catalogue::find(name).expect(name).variant.clone()).expect(name)
    }

    /// Returns all legal moves of a position as text.
    fn texts(name: &str, fen: &str) -> Vec<String> {
        let game = game(name);
        let mut pos = Position::from_fen(&game, fen).expect(fen);
        movegen::legal_moves(&game, &mut pos).iter().map(|&mv| write(&game, &pos, mv)).collect()
    }

    /// Variant, position, legal moves, other moves.
    type Row = (&'static str, &'static str, &'static [&'static str], &'static [&'static str]);

    #[test]
    fn moves_are_written_as_engines_read_them() {
        let table: &[Row] = &[
            ("chess", "r3k2r/P7/8/8/8/8/8/R3K2R w KQkq - 0 1", &["e1g1", "e1c1", "a1b1"], &["a7b8q"]),
            ("chess", "1r2k2r/P7/8/8/8/8/8/R3K2R w KQk - 0 1", &["a7b8q", "a7b8n", "a7a8r"], &[]),
            ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Nq] w - - 0 1", &["N@e4"], &["Q@e4"]),
            // Shuffled games castle by capture.
            ("fischerandom", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", &["e1h1", "e1a1"], &["e1g1"]),
            // Ranks of Xiangqi count from 1, and crossing the river is no promotion.
            (
                "xiangqi",
                "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
                &["a1a2", "h3h10", "b1c3", "a4a5"],
                &[],
            ),
            ("xiangqi", "3k5/9/9/9/P8/9/9/9/9/4K4 w - - 0 1", &["a6a7", "a6b6"], &[]),
            // Shogi promotes by `+` and drops by letter.
            ("shogi", "4k4/P8/9/9/9/9/9/9/4K4[Pr] w 0 1", &["a8a9+", "P@b5"], &["a8a9"]),
            ("shogi", "4k4/9/S8/9/9/9/9/9/4K4[] w 0 1", &["a7a8+", "a7a8"], &[]),
            // Makruk names its only promotion.
            ("makruk", "4k3/8/8/P7/8/8/8/4K3 w 0 1", &["a5a6m"], &[]),
        ];
        for (name, fen, legal, others) in table {
            let all = texts(name, fen);
            for text in legal.iter().chain(*others) {
                assert_eq!(
                    all.contains(&(*text).to_owned()),
                    legal.contains(text),
                    "{name}: {text}: {all:?}"
                );
            }
            if *name == "fischerandom" {
                assert!(!all.iter().any(|text| text.starts_with('O')), "{name}: {all:?}");
            }
        }
    }

    /// Forced promotions are written out, and a session reads them.
    #[test]
    fn forced_promotions_are_written() {
        for (name, fen, text) in [
            ("acedrex", "6k5/P11/12/7p4/12/12/12/12/12/12/12/11K w - - 0 1", "a11a12r"),
            ("chennis", "1fkm3/1p1s3/7/7/7/3S1P1/3MKF1[] w - - 0 1", "f1g2+"),
        ] {
            let game = game(name);
            let mut pos = Position::from_fen(&game, fen).expect(fen);
            let legal = movegen::legal_moves(&game, &mut pos);
            let mv = legal.iter().copied().find(|&mv| write(&game, &pos, mv) == text).expect(text);
            assert_eq!(movetext::parse_as(Numbering::Uci, &game, &mut pos, text), Ok(mv), "{text}");
        }
    }

    /// Every legal move of random games is read back as the same move.
    #[test]
    fn texts_are_unique_and_read_back() {
        let names = "chess xiangqi shogi crazyhouse capablanca seirawan grand makruk chu chennis kyotoshogi";
        for name in names.split(' ') {
            let game = game(name);
            let mut pos = Position::start(&game);
            let mut rng = crate::random::Rng(7);
            for _ in 0..40 {
                let legal = movegen::legal_moves(&game, &mut pos);
                if legal.is_empty() {
                    break;
                }
                for &mv in &legal {
                    let text = write(&game, &pos, mv);
                    let back = read(&game, &mut pos, &text).expect(&text);
                    assert!(back == mv || crate::moves::same_effect(&game, &pos, back, mv), "{name}: {text}");
                    // Griffon's own session reads it, too.
                    let read = movetext::parse_as(Numbering::Uci, &game, &mut pos, &text).expect(&text);
                    assert!(read == mv || crate::moves::same_effect(&game, &pos, read, mv), "{name}: {text}");
                }
                pos.make(&game, *rng.pick(&legal));
            }
        }
    }
}
