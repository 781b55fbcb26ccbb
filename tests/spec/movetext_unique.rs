//! Each move has a unique text, and each text means one move, for all side effects of moves.
//!
//! SPEC: xboard notes, section 4, and XBetza: different effects are different moves, even between the same squares.

use griffon::movegen;
use griffon::movetext::{format, parse};
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
