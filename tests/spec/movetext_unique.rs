//! Each move has a unique text, and each text means one move, for all side effects of moves.
//!
//! SPEC: xboard notes, section 4, and XBetza: different effects are different moves, even between the same squares.

use crate::support::{self, defined};
use griffon::movegen;
use griffon::movetext::{Numbering, format, format_all, format_as, parse, parse_as};
use griffon::position::{Game, Position};
use griffon::variant::read;
use griffon::xboard::Dialect;

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
            let legal = movegen::legal_moves(&game, &mut pos);
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
        let legal = movegen::legal_moves(&game, &mut pos);
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

const SMALL: &str = "files=6\nranks=6\nroyal=K\n";
const PAWNS: &str = "pawn:P:fmWfcF::a2-f2\n";

/// Definition, FEN, and texts of legal moves.
const SHARED_LETTERS: &[(&str, &str, &str)] = &[
    ("promoChoice=\nqueen:Q:Q::b1\nquark:Q:NN::c1\n", "3k2/P5/6/6/6/3K2 w - - 0 1", "a5-a6=q#2 a5-a6=q#3"),
    (
        "knight:N:N(iuO-N)::b1\nhawk:H:BN:::1\nhippo:H:RN:::1\n",
        "3k2/6/6/6/6/1N1K2 w B - 0 1 {hand=w3:1,w4:1}",
        "b1-a3/H@b1#3 b1-a3/H@b1#4",
    ),
];

/// Types may share their ID: the number of its line tells a piece from others with the same letter.
#[test]
fn pieces_with_one_letter_are_told_apart() {
    for (lines, fen, moves) in SHARED_LETTERS {
        let game = defined(&format!("{SMALL}{PAWNS}{lines}king:K:K::d1\n"));
        let mut pos = Position::from_fen(&game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let legal = movegen::legal_moves(&game, &mut pos);
        for numbering in [Numbering::Cecp, Numbering::Plain, Numbering::Uci] {
            let texts = format_all(numbering, &game, &pos, &legal);
            for text in moves.split(' ') {
                let at = texts.iter().position(|other| other == text);
                let at = at.unwrap_or_else(|| panic!("{text} is not in {texts:?}"));
                assert_eq!(parse_as(numbering, &game, &mut pos, text), Ok(legal[at]), "{text}");
            }
        }
    }
}

/// Definition, FEN, and pairs of a text and the text of the move that it means, or the error.
type Readings = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

const READINGS: &[Readings] = &[
    // The knight is pinned: it may leave its square only if a piece is put there.
    (
        "pawn:P:fmWfcF::a2-f2\nknight:N:N(iuO-N)::c1\nrook:R:R::\nhawk:H:BN:::1\nking:K:K::d1\n",
        "3k2/6/6/6/6/r1NK2[H] w C - 0 1",
        &[("c1b3", "the piece to put down is missing"), ("c1b3h", "c1b3h"), ("c1-b3h", "c1b3h")],
    ),
    // Squares in between are those of captures or of the partner, or empty ones that a path of the piece passes.
    (
        "pawn:P:ifmnDfmWfceF::a2-f2\nrook:R:R::a1\nking:K:KcaK::e1\n",
        "3k2/6/6/6/1P4/R3K1 w - - 0 1",
        &[
            ("b2b3b3b4", "nothing is captured on `b3`"),
            ("e1e2e1e2", "nothing is captured on `e2`"),
            ("a1a2a2a6", "a1a6"),
            ("a1a2,a2a6", "a1a6"),
            ("a1b1,b1a6", "nothing is captured on `b1`"),
            ("a1xa6", "a1a6"),
        ],
    ),
    // Drops are looked up among the legal ones.
    (
        "symmetry=none\nholdingsType=-1\nwpawn:P:fW::a2\nbpawn:P:fF::,,a5\nking:K:K::e1,,e6\n",
        "4k1/6/6/6/6/4K1 b - - 0 1 {hand=b2:1}",
        &[
            ("p@a5", "P@a5"),
            ("P@a5#2", "P@a5"),
            ("P@e1#2", "that drop is not possible here"),
            ("P@a5#9", "piece line 9 is no `P`; write `#1` or `#2`"),
            ("P@a5#3", "piece line 3 is no `P`; write `#1` or `#2`"),
            // Mate, not the number of a line.
            ("P@a5#", "P@a5"),
            ("P@a5x", "unexpected `x` after the move"),
            ("X@a5", "no piece is called `X`"),
        ],
    ),
    (
        "holdingsType=-1\nhawk:H:BN:::1\nhippo:H:RN:::1\nking:K:K::e1\n",
        "4k1/6/6/6/6/4K1 w - - 0 1 {hand=w1:1,w2:1}",
        &[("h@a5#2", "H@a5#2"), ("H@a5", "ambiguous: `H@a5#1` or `H@a5#2`")],
    ),
    // Without a line other programs mean the first type.
    (
        "maxPromote=1\npromoZone=1\npromoChoice=\npawn:P:fmWfcF::a2\nqueen:Q:Q::b1\nquark:Q:NN::c1\nking:K:K::e1\n",
        "4k1/P5/6/6/6/4K1 w - - 0 1",
        &[
            ("a5a6q", "a5-a6=q#2"),
            ("a5a6q#3", "a5-a6=q#3"),
            ("a5-a6=Q#3", "a5-a6=q#3"),
            ("a5a6(q)", "a5-a6=q#2"),
            ("a5a6q#1", "piece line 1 is no `q`; write `#2` or `#3`"),
            ("a5a6#2", "unexpected `#2` after the move"),
        ],
    ),
    (
        "hawk:H:BN:::1\nhippo:H:RN:::1\nknight:N:N(iuO-N)::b1\nking:K:K::e1\n",
        "4k1/6/6/6/6/1N2K1 w B - 0 1 {hand=w1:1,w2:1}",
        &[
            ("b1c3h", "b1-c3/H@b1#1"),
            ("b1c3h#2", "b1-c3/H@b1#2"),
            ("b1c3/H@b1#2", "b1-c3/H@b1#2"),
            ("b1-c3/H@b1", "b1-c3/H@b1#1"),
            ("b1-c3/H@b2", "the piece cannot become `h` there"),
        ],
    ),
    (
        "hawk:H:BN:::1\nhippo:H:RN:::1\nrook:R:R(iuO-R)::a1\nking:K:KisO2(iuO-isO2)::d1\n",
        "4k1/6/6/6/6/R2K2 w AD - 0 1 {hand=w1:1,w2:1}",
        &[
            ("d1b1h", "d1b1,a1c1h@d1#1"),
            ("d1b1h#2", "d1b1,a1c1h@d1#2"),
            ("d1b1,a1c1h#2", "d1b1,a1c1h@d1#2"),
            ("a1d1h", "d1b1,a1c1h@a1#1"),
            ("a1d1h#2", "d1b1,a1c1h@a1#2"),
            ("a1d1", "the piece to put down is missing"),
        ],
    ),
    // The Lion turns on a square where nothing stands.
    (
        "pawn:P:fmWfcF::a2\nlion:L:KNADcaKcabK::c2\nking:K:K::e1\n",
        "4k1/6/6/6/2L3/4K1 w - - 0 1",
        &[
            ("c2c3c4", "c2c4"),
            ("c2d3c4", "c2c4"),
            ("c2c3-c4", "c2c4"),
            ("c2c3,c3c4", "c2c4"),
            ("c2b2c4", "nothing is captured on `b2`"),
        ],
    ),
    // Victims beside the way may be named.
    (
        "pawn:P:fW::a2\ndragon:D:N\\:cW::b1\nking:K:K::e1\n",
        "3k2/6/6/3pp1/6/1D2K1 w - - 0 1",
        &[
            ("b1d2", "b1d2"),
            ("b1d3d2", "b1d2"),
            ("b1d3,d3d2", "b1d2"),
            ("b1e3,e3d2", "nothing is captured on `e3`"),
            ("b1d3,d3c3", "b1c3"),
            ("b1d3,d3a3", "nothing is captured on `d3`"),
        ],
    ),
];

#[test]
fn each_text_means_one_move() {
    for (lines, fen, readings) in READINGS {
        let game = defined(&format!("{SMALL}maxPromote=0\n{lines}"));
        let mut pos = Position::from_fen(&game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        for (text, meaning) in *readings {
            let read = parse_as(Numbering::Plain, &game, &mut pos, text);
            let read = read.map_or_else(|why| why, |mv| format_as(Numbering::Plain, &game, &pos, mv));
            assert_eq!(read, *meaning, "{text}");
        }
    }
}

/// Castling to one side that ends on several squares is named by all of them.
#[test]
fn castling_by_zeros_or_partner_may_be_ambiguous() {
    let game = defined("files=10\nroyal=K\nrook:R:R::a1,j1\nking:K:KisO2isO3::e1\n");
    let mut pos = Position::from_fen(&game, "10/10/10/10/4k5/10/10/R3K4R w KQ - 0 1").expect("a sound FEN");
    for text in ["O-O", "e1j1"] {
        let why = parse(&game, &mut pos, text).expect_err(text);
        assert_eq!(why, "ambiguous: `e1g1` or `e1h1`", "{text}");
    }
    // Castling that puts a piece down is not meant.
    let game = support::game("seirawan");
    let mut pos = Position::from_fen(&game, "4k3/8/8/8/8/8/8/4K2R[H] w K - 0 1").expect("a sound FEN");
    let mv = parse(&game, &mut pos, "O-O").expect("castling");
    assert_eq!((mv.castling().is_some(), mv.gated()), (true, None));
}

/// `synonyms=HN,EB`: "in FEN and moves H also means N": as a promotion letter too.
#[test]
fn synonyms_name_promotions() {
    let game = defined(
        "files=6\nranks=6\nsymmetry=none\nroyal=K\nholdingsType=-1\npromoChoice=QR\nsynonyms=HP,FQ\n\
         pawn:P:fmWcF::a2\nqueen:Q:Q::\nrook:R:R::\nking:K:K::e1,,e6\n",
    );
    let mut pos = Position::from_fen(&game, "4k1/P5/3p2/6/6/5K[H] w - - 0 1").expect("a sound FEN");
    for (text, meaning) in [("a5a6f", "a5a6q"), ("a5a6r", "a5a6r"), ("H@a3", "P@a3")] {
        let mv = parse(&game, &mut pos, text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(format(&game, &pos, mv), meaning);
    }
    assert!(parse(&game, &mut pos, "a5a6h").is_err());
}

/// "a move of its king to its own square (`e1e1`), or `@@@@`": a move of another piece to its own square is no pass.
#[test]
fn null_moves_are_no_passes() {
    let game = defined(
        "files=6\nranks=6\nmaxPromote=0\nroyal=K\npass=1\npassEnd=2\niron=W\nwall:W:KmabK::a1\nghost:G:mU::b1\nking:K:K::c1\n",
    );
    let mut pos = Position::start(&game);
    let dialect = Dialect::new(&game.variant);
    for (text, meaning) in [("@@@@", "c1c1"), ("pass", "c1c1"), ("c1c1", "c1c1"), ("a1a1", "a1a1")] {
        let mv = parse(&game, &mut pos, text).expect(text);
        assert_eq!((format(&game, &pos, mv).as_str(), mv.is_pass()), (meaning, meaning == "c1c1"), "{text}");
        assert_eq!(dialect.read(&game, &mut pos, text), Ok(mv), "{text}");
    }
    for text in ["b3b3", "b1b1", "a6a6", "c6c6"] {
        assert!(dialect.read(&game, &mut pos, text).is_err(), "{text}");
    }
    // XBoard would write both alike.
    let legal = movegen::legal_moves(&game, &mut pos);
    let unsendable = dialect.unsendable(&game, &pos, &legal);
    let sent = |mv| dialect.outgoing(&game, &pos, mv, format(&game, &pos, mv));
    let (nulls, passes): (Vec<_>, Vec<_>) =
        legal.iter().copied().filter(|&mv| sent(mv) == "@@@@").partition(|mv| !mv.is_pass());
    assert_eq!((nulls.len(), passes.len()), (1, 1));
    assert!(unsendable.contains(&nulls[0]) && !unsendable.contains(&passes[0]));
}
