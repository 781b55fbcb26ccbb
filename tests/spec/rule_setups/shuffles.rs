//! Shuffled arrays.

use super::{KINGS, agree, at, moves, read};
use griffon::board::Color;
use griffon::load;
use griffon::movegen::{self};
use griffon::net::Evaluation;
use griffon::perft;
use griffon::position::{Game, Position};
use griffon::variant::{self, Variant};

#[test]
fn a_shuffle_permutes_its_sets_and_nothing_else() {
    // "specifying shuffle=BN,KQ with the FIDE setup would randomly permute the four minors, and might swap King with
    // Queen"
    let army = "pawn::::a2-h2\nknight:N:::b1,g1\nbishop::::c1,f1\nrook::::a1,h1\nqueen::::d1\nking::K::e1\nroyal=6\n";
    let plain = read(&format!("shuffle=BN,KQ\n{army}"));
    let mut seen = std::collections::HashSet::new();
    for seed in 0..200 {
        let shuffled = plain.shuffled(seed);
        assert_eq!(shuffled.setup, plain.shuffled(seed).setup, "a seed makes it repeatable");
        let rank = rank_of(&shuffled, 0);
        assert_eq!((&rank[0..1], &rank[7..8]), ("R", "R"), "{rank}");
        assert!(matches!(&rank[3..5], "QK" | "KQ"), "{rank}");
        // Black's pieces mirror White's.
        assert_eq!(rank, rank_of(&shuffled, 7));
        assert_eq!(rank_of(&shuffled, 1), "PPPPPPPP");
        seen.insert(rank);
    }
    // Six arrangements of the minors, two of king and queen.
    assert_eq!(seen.len(), 12);
}

/// Returns the IDs on a rank, counted from 0, regardless of colour.
fn rank_of(variant: &Variant, rank: u16) -> String {
    let on = variant.setup.iter().filter(|&&(square, ..)| variant.board.rank(square) == rank);
    on.map(|&(.., piece)| variant.pieces[piece.index()].id.as_str()).collect()
}

#[test]
fn chess960_is_a_shuffle() {
    // "So Chess960-type shuffling can be obtained through shuffle=N!BRQK"; "If a piece has a castling move, it will be
    // kept between the corner pieces"; "as equally distributed over square shades as possible"
    let army =
        "pawn::::a2-h2\nknight:N:::b1,g1\nbishop::::c1,f1\nrook::::a1,h1\nqueen::::d1\nking::::e1\nroyal=6\n";
    let variant = read(&format!("shuffle=N!BRQK\n{army}"));
    let mut seen = std::collections::HashSet::new();
    for seed in 0..4000 {
        let rank = rank_of(&variant.shuffled(seed), 0);
        let places = |id: char| rank.match_indices(id).map(|(at, _)| at).collect::<Vec<_>>();
        let (bishops, rooks, king) = (places('B'), places('R'), places('K')[0]);
        assert_eq!((bishops[0] + bishops[1]) % 2, 1, "{rank}");
        assert!(rooks[0] < king && king < rooks[1], "{rank}");
        seen.insert(rank);
    }
    assert!(seen.len() > 900 && seen.len() <= 960, "{}", seen.len());
}

#[test]
fn the_parent_does_not_depend_on_the_array() {
    let text = "name=a\nfiles=10\nranks=8\nroyal=4\npromoChoice=NR\nshuffle=NRK\npawn:P:fmWfceFifmnD::a2-j2\n\
                knight:N:N::d1,g1\nrook:R:R::b1,i1\nking:K:KisO3::f1\n";
    let variant = read(text);
    assert_eq!(variant.parent.as_deref(), Some("caparandom"));
    let drawn: Vec<_> = (0..200).map(|seed| variant.shuffled(seed)).collect();
    assert!(
        drawn.iter().any(|other| other.setup == variant.setup),
        "the definition's own array is drawn as well"
    );
    assert!(drawn.iter().all(|other| other.parent == variant.parent));
}

#[test]
fn shuffled_kings_castle_as_in_chess960() {
    let army =
        "pawn::::a2-h2\nknight:N:::b1,g1\nbishop::::c1,f1\nrook::::a1,h1\nqueen::::d1\nking::::e1\nroyal=6\n";
    let variant = read(&format!("shuffle=N!BRQK\n{army}"));
    let nominal = Game::new(variant.clone()).expect("tables");
    for seed in 1..12 {
        let shuffled = Game::new(variant.shuffled(seed)).expect("tables");
        let start = Position::start(&shuffled);
        let fen = start.fen(&shuffled);
        assert!(fen.contains(" w KQkq "), "{fen}");
        // Its FEN means the same in the unshuffled game.
        let mut read_back = at(&nominal, &fen);
        let mut start = start;
        for depth in 1..=3 {
            assert_eq!(
                perft::perft(&nominal, &mut read_back, depth),
                perft::perft(&shuffled, &mut start, depth),
                "{fen}"
            );
        }
        agree(&shuffled, 30, 1, &fen);
    }
    // King on b1, rooks on a1 and g1: to the c-file and g-file.
    let mut pos = at(&nominal, "rk4r1/pppppppp/8/8/8/8/PPPPPPPP/RK4R1 w KQkq - 0 1");
    let all = moves(&nominal, &mut pos);
    assert_eq!(
        all.iter().filter(|mv| mv.contains('O') || mv.as_str() == "b1g1" || mv.contains(',')).count(),
        2,
        "{all:?}"
    );
}

#[test]
fn a_colon_keeps_pairs_symmetric() {
    // "e.g. shuffle=:NR might swap N and R either on both wings or not at all"
    let army = "pawn::::a2-h2\nknight:N:::b1,g1\nbishop::::c1,f1\nrook::::a1,h1\nqueen::::d1\nking::K::e1\nroyal=6\n";
    let variant = read(&format!("shuffle=:NR\n{army}"));
    let mut seen: Vec<String> = (0..50).map(|seed| rank_of(&variant.shuffled(seed), 0)).collect();
    seen.sort();
    seen.dedup();
    assert_eq!(seen, ["NRBQKBRN", "RNBQKBNR"]);
    // A single piece with `!` keeps its shade: the queen on d1 goes to b1, d1 or f1 (h1 is the rook's).
    let variant = read(&format!("shuffle=!QBN\n{army}"));
    for seed in 0..60 {
        let rank = rank_of(&variant.shuffled(seed), 0);
        assert!(matches!(rank.find('Q'), Some(1 | 3 | 5)), "{rank}");
    }
}

#[test]
fn no_array_starts_in_check() {
    let army = "files=8\nranks=4\nsymmetry=mirror\nknight:N:::b1\nqueen:Q:::c1,d1\nbishop:B:::f1\nking:K:::e1\nroyal=K\n";
    let variant = read(&format!("shuffle=NQBK\n{army}"));
    let is_playable = |game: &Game, pos: &Position| !movegen::in_check(game, pos, pos.side().other());
    let plain: Vec<Game> = (0..40).map(|seed| Game::new(variant.shuffled(seed)).expect("tables")).collect();
    assert!(plain.iter().any(|game| !is_playable(game, &Position::start(game))), "no array is drawn again");
    let nominal = Game::new(variant.clone()).expect("tables");
    for seed in 0..40 {
        let game = load::shuffled_game(&variant, Some(seed), Evaluation::estimate).expect("tables");
        let start = Position::start(&game);
        assert!(is_playable(&game, &start), "{}", start.fen(&game));
        let drawn = load::shuffled_start(&nominal, seed);
        assert_eq!(drawn.fen(&nominal), start.fen(&game));
    }
}

#[test]
fn a_mark_without_a_piece_is_an_error() {
    for text in ["shuffle=BN!", "shuffle=:", "shuffle=B,:N!"] {
        assert!(
            variant::read("test", &format!("{text}\nbishop::::c1\nknight:N:::b1\n{KINGS}")).is_err(),
            "{text}"
        );
    }
    let (_, warnings) =
        variant::read("test", &format!("shuffle=BX\nbishop::::c1\n{KINGS}")).expect("a warning");
    assert_eq!(warnings.len(), 1);
    let (_, warnings) =
        variant::read("test", &format!("shuffle=B!b,B\nbishop::::c1\n{KINGS}")).expect("a warning");
    assert!(warnings.len() == 1 && warnings[0].message.contains("already in this set"), "{warnings:?}");
    let sets = |count: usize| format!("shuffle={}\nbishop::::c1\n{KINGS}", "B,".repeat(count));
    assert!(variant::read("test", &sets(64)).is_ok() && variant::read("test", &sets(65)).is_err());
}

/// The squares of a set are those of all its pieces, wherever the sets before it may have put them.
#[test]
fn pieces_are_at_home_wherever_some_array_places_them() {
    let variant = read(&format!(
        "symmetry=none\nshuffle=AB,BC\nant:A:W::a1,,a8\nbee:B:F::b1,,b8\ncow:C:D::c1,,d8\n{KINGS}"
    ));
    let homes = variant.home();
    let of = |color: Color, id: &str| {
        let of = |&&(_, owner, piece): &&(_, Color, variant::PieceType)| {
            owner == color && variant.pieces[piece.index()].id == id
        };
        let names = homes.iter().filter(of).map(|&(square, ..)| variant.board.name(square));
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(["A", "B", "C"].map(|id| of(Color::White, id)), ["a1 b1", "a1 b1 c1", "a1 b1 c1"]);
    assert_eq!(["A", "B", "C"].map(|id| of(Color::Black, id)), ["a8 b8", "a8 b8 d8", "a8 b8 d8"]);
    assert!(homes.is_sorted());
}

/// "A king that castles ... lands where it would from the array of the definition": each side's own.
#[test]
fn kings_on_different_files_land_where_each_would() {
    let army = "royal=K\nmaxPromote=0\nrook:R:R::a1,h1\nking:K:KisO2::e1\n";
    for symmetry in ["rotate", "none"] {
        let fen = "r2k3r/8/8/8/8/8/8/R3K2R b KQkq - 0 1";
        let army = match symmetry {
            "none" => army.replace("a1,h1", "a1,h1,,a8,h8").replace("e1", "e1,,d8"),
            _ => army.to_owned(),
        };
        let castlings = |line: &str| {
            let variant = read(&format!("symmetry={symmetry}\n{line}\n{army}"));
            let game = Game::new(variant).expect("tables");
            agree(&game, 10, 1, symmetry);
            let mut pos = at(&game, fen);
            let landings = moves(&game, &mut pos)
                .into_iter()
                .filter(|mv| matches!(mv.as_str(), "d8b8" | "d8f8"))
                .collect::<Vec<_>>();
            let mut after: Vec<String> = Vec::new();
            for text in landings {
                let mut next = pos.clone();
                super::play(&game, &mut next, &text);
                after.push(next.fen(&game).split('/').next().unwrap_or_default().to_owned());
            }
            after
        };
        assert_eq!(castlings("shuffle=R"), ["1kr4r", "r3rk2"], "{symmetry}");
        assert_eq!(read(&format!("symmetry={symmetry}\nshuffle=R\n{army}")).parent, None);
    }
    // A side without a king that castles needs no files.
    let text = "symmetry=none\nshuffle=R\nroyal=K\nrook:R:R::a1,h1,,a8\nking:K:KisO2::e1\nlord:L:K::,,d8\n";
    assert_eq!(read(text).castle_files, Some([(2, 6); 2]));
    // Nor does one whose king has no room to castle in the array; no warning says that such kings never castle.
    let text = "symmetry=none\nshuffle=RNK\nroyal=K\nmaxPromote=0\nrook:R:R::a1,h1,,a8,h8\nknight:N:N::c1,,e8\n\
                king:K:KisO2::e1,,b8\n";
    let (variant, warnings) = variant::read("test", text).expect("a variant");
    assert_eq!(variant.castle_files, Some([(2, 6); 2]));
    assert!(warnings.is_empty(), "{warnings:?}");
}

#[test]
fn a_set_that_cannot_be_shuffled_is_a_warning() {
    let army =
        "pawn::::a2-h2\nrook::::a1,h1\nknight:N:::b1,g1\nbishop::::c1,f1\nqueen::::d1\nking::::e1\nroyal=K\n";
    let warnings = |line: &str| variant::read("test", &format!("{line}\n{army}")).expect("a warning");
    for (line, id, help) in [
        ("shuffle=:Q", "`Q`", "symmetric"),
        ("shuffle=:QN,BR", "", ""),
        ("shuffle=BR,:Q:N", "`Q`", "symmetric"),
        ("shuffle=!N", "", ""),
    ] {
        let (variant, warnings) = warnings(line);
        let texts: Vec<_> = warnings.iter().map(|it| format!("{} {:?}", it.message, it.help)).collect();
        if id.is_empty() {
            assert!(texts.is_empty(), "{line}: {texts:?}");
            continue;
        }
        assert!(texts.len() == 1 && texts[0].contains(id) && texts[0].contains(help), "{line}: {texts:?}");
        assert_eq!(variant.shuffles(), line.contains("BR"), "{line}");
    }
}
