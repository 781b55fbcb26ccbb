//! Each move has a unique text, and each text means one move, for all side effects of moves.
//!
//! SPEC: xboard notes, section 4, and XBetza: different effects are different moves, even between the same squares.

use crate::support::defined;
use griffon::movegen;
use griffon::movetext::{Numbering, format, format_all, format_as, parse, parse_as};
use griffon::position::{Game, MoveList, Position};
use griffon::variant::read;

const PIECES: &[&str] = &[
    "KNADcaKcabK", // "Lion = KNADcaKcabK"
    "mpcaKmcabK",
    "QudQafudQ", // "the full Valkyrie = QudQafudQ"
    "ucdQcQ",    // "To swap with pieces of all creeds you would use ucdQ"
    "mNxaN",     // "The full Relay Knight is thus mNxaN"
    "KxK",       // "xK describes a piece that can move like all friendly pieces adjacent to it"
    "caibRmR",
    "fmWfceFifmnDifmR2",
    "(caf)RmQ",
    "KucdaK",
];

#[test]
fn every_move_has_its_own_text() {
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    let mut below = |limit: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 33) as usize % limit
    };
    for round in 0..12 {
        let pieces: Vec<&str> = (0..5).map(|_| PIECES[below(PIECES.len())]).collect();
        let mut text = String::from("files=8\nranks=8\nsymmetry=mirror\nmaxPromote=1\npromoZone=2\n");
        for (index, betza) in pieces.iter().enumerate() {
            let id = char::from(b'A' + index as u8);
            let file = char::from(b'a' + index as u8);
            text += &format!("piece{index}:{id}:{betza}::{file}1,{file}2\n");
        }
        text += "pieceK:K:KisO2::f1\nroyal=6\npieceR:R:R::h1\n";
        let (variant, _) = read("random", &text).unwrap();
        let game = Game::new(variant).unwrap();
        let mut pos = Position::start(&game);
        for _ in 0..30 {
            let mut legal = MoveList::new();
            movegen::legal(&game, &mut pos, &mut legal);
            let mut texts: Vec<String> = legal.iter().map(|&mv| format(&game, &pos, mv)).collect();
            for (&mv, text) in legal.iter().zip(&texts) {
                assert_eq!(parse(&game, &mut pos, text), Ok(mv), "{text} in {}, {pieces:?}", pos.fen(&game));
            }
            texts.sort_unstable();
            let twice = texts.windows(2).find(|pair| pair[0] == pair[1]);
            assert!(twice.is_none(), "round {round}: {twice:?} in {}, {pieces:?}", pos.fen(&game));
            if legal.is_empty() {
                break;
            }
            pos.make(&game, legal[below(legal.len())]);
        }
    }
}

/// Castlings of one king with one partner have different texts, whether they are written by the king's target, its
/// partner or zeros.
#[test]
fn every_castling_has_its_own_text() {
    let wide = "files=10\nroyal=K\nrook:R:R::a1,j1,,a8,j8\n";
    let narrow = "royal=K\nrook:R:R::a1,h1\n";
    let on_wide = "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1";
    let on_narrow = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let table = [
        (format!("{wide}king:K:KisO2isO3::f1,,f8\n"), on_wide, 4),
        (format!("{wide}shuffle=R\nking:K:KisO2isO3::f1,,f8\n"), on_wide, 4),
        (format!("{wide}parent=fischerandom\nking:K:KisO2isO3::f1,,f8\n"), on_wide, 4),
        // A king that also moves to the squares where it castles, or takes its own rook.
        (format!("{narrow}king:K:KmQisO2isO3::e1\n"), on_narrow, 4),
        (format!("{narrow}king:K:KdQisO2::e1\n"), on_narrow, 2),
        (format!("{narrow}king:K:KmQdQisO2isO3::e1\n"), on_narrow, 4),
    ];
    for (text, fen, castlings) in &table {
        let game = defined(text);
        let mut pos = Position::from_fen(&game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let mut legal = MoveList::new();
        movegen::legal(&game, &mut pos, &mut legal);
        assert_eq!(legal.iter().filter(|mv| mv.castling().is_some()).count(), *castlings, "{text}");
        for numbering in [Numbering::Cecp, Numbering::Plain, Numbering::Uci, Numbering::UciFischer] {
            let mut texts = format_all(numbering, &game, &pos, &legal);
            for (&mv, text) in legal.iter().zip(&texts) {
                assert_eq!(&format_as(numbering, &game, &pos, mv), text, "{numbering:?} {fen}");
                assert_eq!(parse_as(numbering, &game, &mut pos, text), Ok(mv), "{numbering:?} {text} {fen}");
            }
            texts.sort_unstable();
            let twice = texts.windows(2).find(|pair| pair[0] == pair[1]);
            assert!(twice.is_none(), "{numbering:?}: {twice:?} in {fen}");
        }
    }
}
