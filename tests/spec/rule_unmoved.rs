//! State of a position apart from its pieces: unmoved pieces, FEN fields, equality of positions; each effect is one
//! move.

use crate::support::agreement::{check_fen, compare};
use crate::support::{self, defined, game};
use griffon::board::Color;
use griffon::eval::evaluate;
use griffon::movegen::{self, Outcome};
use griffon::movetext;
use griffon::position::{Game, Position};
use griffon::random::Rng;
use griffon::variant::{PieceType, read};

fn at(game: &Game, fen: &str) -> Position {
    Position::from_fen(game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn moves(game: &Game, pos: &mut Position) -> Vec<String> {
    let list = movegen::legal_moves(game, pos);
    let mut texts: Vec<String> = list.iter().map(|&mv| movetext::format(game, pos, mv)).collect();
    texts.sort_unstable();
    texts
}

fn play(game: &Game, pos: &mut Position, texts: &str) {
    for text in texts.split_whitespace() {
        let mv = movetext::parse(game, pos, text).unwrap_or_else(|why| panic!("{text}: {why:?}"));
        pos.make(game, mv);
    }
}

const ARMY: &str = "pawn::::a2-h2\nrook::::a1,h1\nknight:N:::b1,g1\nbishop::::c1,f1\nqueen::::d1\nking:K:KimDimAimN::e1\nroyal=6\n";

/// Positions do not depend on the array that an engine has drawn.
#[test]
fn positions_do_not_depend_on_the_drawn_array() {
    let (variant, _) = read("test.txt", &format!("shuffle=BNRQK\n{ARMY}")).expect("reads");
    let games: Vec<Game> = (0..6).map(|seed| Game::new(variant.shuffled(seed)).expect("tables")).collect();
    for game in &games {
        let mut pos = at(game, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Ee - 0 1");
        assert!(moves(game, &mut pos).contains(&"e1f3".into()));
        let mut pos = at(game, "4k3/8/8/8/8/8/8/4K3 w Ee - 0 1");
        assert!(moves(game, &mut pos).contains(&"e1e3".into()));
        let mut pos = at(game, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        assert!(!moves(game, &mut pos).contains(&"e1e3".into()));
    }
    for seed in 0..6 {
        let mut random = Rng(seed);
        let mut positions: Vec<Position> = Vec::new();
        let start = Position::start(&games[seed as usize]).fen(&games[0]);
        positions.extend(games.iter().map(|game| at(game, &start)));
        for _ in 0..30 {
            let listed: Vec<Vec<String>> =
                games.iter().zip(&mut positions).map(|(game, pos)| moves(game, pos)).collect();
            assert!(listed.windows(2).all(|pair| pair[0] == pair[1]), "{}", positions[0].fen(&games[0]));
            if listed[0].is_empty() {
                break;
            }
            let text = random.pick(&listed[0]).clone();
            games.iter().zip(&mut positions).for_each(|(game, pos)| play(game, pos, &text));
        }
    }
}

/// The same with castling as in Chess960: rights and partners come from the FEN too.
#[test]
fn shuffled_partners_come_from_the_position() {
    let text = ARMY.replace("KimDimAimN", "KisO2");
    let (variant, _) = read("test.txt", &format!("shuffle=N!BRQK\n{text}")).expect("reads");
    let games: Vec<Game> = (0..8).map(|seed| Game::new(variant.shuffled(seed)).expect("tables")).collect();
    let fens = games.iter().map(|game| Position::start(game).fen(game)).collect::<Vec<_>>();
    let others = ["rk4r1/pppppppp/8/8/8/8/PPPPPPPP/RK4R1 w AGag - 0 1", "4k3/8/8/8/8/8/8/RR2K2R w BH - 0 1"];
    for fen in fens.iter().map(String::as_str).chain(others) {
        let mut known: Option<Vec<String>> = None;
        for game in &games {
            let mut pos = at(game, fen);
            let listed = moves(game, &mut pos);
            assert_eq!(*known.get_or_insert_with(|| listed.clone()), listed, "{fen}");
            check_fen(game, &mut pos, || fen.to_owned());
        }
    }
}

/// SPEC: the laws of chess, 9.2.3: positions are the same when the rights are.
#[test]
fn useless_rights_are_not_part_of_a_position() {
    let game = game("chess");
    let mut pos = Position::start(&game);
    play(&game, &mut pos, "e2e4 e7e5 e1e2 b8c6 g1f3 g8f6");
    for occurrence in 2..=3 {
        play(&game, &mut pos, "h1g1 f6g8 g1h1 g8f6");
        assert_eq!(pos.occurrences(&game), occurrence);
    }
    assert_eq!(movegen::result(&game, &mut pos), Some(Outcome::Drawn));

    // The king whose rooks are captured leaves and returns.
    let mut pos = at(&game, "4k3/8/8/8/8/1b6/8/R3K3 b Q - 0 1");
    play(&game, &mut pos, "b3d5 a1a2 d5a2");
    let key = pos.key();
    play(&game, &mut pos, "e1d1 a2b1 d1e1 b1a2");
    assert_eq!((pos.key(), pos.occurrences(&game)), (key, 2));

    // Nothing is left to gate, so unmoved pieces do not matter.
    let game = support::game("seirawan");
    let mut pos = at(&game, "4k3/8/8/8/8/8/8/1N2K3[E] w BE - 0 1");
    play(&game, &mut pos, "e1d1e e8d8");
    assert!(pos.fen(&game).contains(" w - - "), "{}", pos.fen(&game));
    let key = pos.key();
    play(&game, &mut pos, "b1c3 d8c8 c3b1 c8d8");
    assert_eq!(pos.key(), key);
}

/// The last rook leaves the hand by a promotion or by gating, so no castling with it is left.
#[test]
fn rights_lapse_with_the_piece_in_hand() {
    let text = |rook: u8, knight: &str| {
        format!(
            "royal=K\npromoChoice=*R*N\nmaxPromote=1\nhomeArray=r3k2r/8/8/8/8/8/8/R3K2R\n\
             pawn:P:fmWfcF::a7,,h2\nrook:R:R:::{rook}\nknight:N:{knight}:::1\nking:K:KisO2::e1\n"
        )
    };
    for (rook, knight, fen, mv) in [
        (2, "N", "4k3/P7/8/8/8/8/8/4K3[RN] w - - 0 1", "a7a8r"),
        (1, "N(uO-N)", "4k3/8/8/8/8/8/8/4K1N1[RN] w - - 0 1", "g1f3r"),
    ] {
        let game = defined(&text(rook, knight));
        let mut pos = at(&game, fen);
        play(&game, &mut pos, mv);
        assert!(!pos.fen(&game).contains("unmoved"), "{}", pos.fen(&game));
        check_fen(&game, &mut pos, || mv.to_owned());
    }
}

/// All state that standard FEN fields cannot express.
#[test]
fn extra_state_is_written_in_braces() {
    // Two types of one ID.
    let twins = defined("symmetry=none\nman:M:W::a1\nmann:M:F::b1\nking:K:K::e1,,e8\nroyal=K\n");
    let mut pos = Position::start(&twins);
    play(&twins, &mut pos, "a1a2 e8e7 b1c2");
    assert!(pos.fen(&twins).contains("{types=c2:2}"), "{}", pos.fen(&twins));
    check_fen(&twins, &mut pos, || "twins".into());
    // Unmoved pieces of the back rank in a game with castling.
    let symmetric = game("symmetric");
    let mut pos = Position::start(&symmetric);
    play(&symmetric, &mut pos, "d2d3 d7d6 c1d2");
    check_fen(&symmetric, &mut pos, || "symmetric".into());
    play(&symmetric, &mut pos, "b8c6 d2c1");
    assert!(pos.fen(&symmetric).contains("{unmoved="), "{}", pos.fen(&symmetric));
    check_fen(&symmetric, &mut pos, || "symmetric".into());
    // The type that moved last.
    let imitator = defined("imitator:I:I::a1\nknight:N:N::b1\nking:K:K::e1\nroyal=K\n");
    let mut pos = Position::start(&imitator);
    play(&imitator, &mut pos, "b1c3");
    assert!(pos.fen(&imitator).contains("{last=2}"), "{}", pos.fen(&imitator));
    check_fen(&imitator, &mut pos, || "imitator".into());
    // A goal where a piece starts.
    let goal = defined("king:K:K::a8\nmorph=+\nsymmetry=none\nman:M:W::a1,,h8\nroyal=0\n");
    let mut pos = Position::start(&goal);
    assert_eq!(movegen::result(&goal, &mut pos), None);
    check_fen(&goal, &mut pos, || "goal".into());
    // Passes that end the game.
    let passing = defined(&format!("pass=1\npassEnd=2\n{ARMY}"));
    let mut pos = Position::start(&passing);
    let pass = moves(&passing, &mut pos)
        .into_iter()
        .find(|text| text.starts_with("e1e1") || text == "@@@@" || text == "e1-e1");
    play(&passing, &mut pos, &pass.expect("a pass"));
    assert!(pos.fen(&passing).contains("{passes=1}"), "{}", pos.fen(&passing));
    check_fen(&passing, &mut pos, || "passing".into());
    let pass =
        moves(&passing, &mut pos).into_iter().find(|text| text.starts_with("e8") && text.ends_with("e8"));
    play(&passing, &mut pos, &pass.expect("a pass"));
    check_fen(&passing, &mut pos, || "passed".into());
    assert!(movegen::outcome(&passing, &pos).is_some());
}

/// A king that castles with two rooks on one side: each goes with its own castling, for letters and in braces.
#[test]
fn a_partner_means_its_own_castling() {
    let game = defined("files=10\nroyal=K\npawn:P:fmW::a2\nrook:R:R::a1,h1,j1\nking:K:KisO2isjO3::e1\n");
    let castlings = |pos: &mut Position| {
        let all = moves(&game, pos).into_iter();
        all.filter(|text| ["e1c1", "e1g1", "e1h1"].contains(&text.as_str())).collect::<Vec<_>>().join(" ")
    };
    let fen = |partners: &str, rest: &str| format!("4k5/10/10/10/10/10/10/{partners} w {rest}");
    for (partners, rest, expected) in [
        ("4K2R1R", "H - 0 1", "e1h1"),
        ("4K2R1R", "J - 0 1", ""),
        ("4K2R1R", "? - 0 1", "e1h1"),
        ("4K2R2", "K - 0 1", "e1h1"),
        ("4K4R", "K - 0 1", "e1g1"),
        ("4K2R1R", "K - 0 1 {castling=e1h1}", "e1h1"),
        ("4K2R1R", "K - 0 1 {castling=e1j1,e1h1:h1g1}", "e1h1"),
        // With a rook that does not start there, every castling to that side is meant.
        ("4K3R1", "I - 0 1", "e1g1 e1h1"),
        ("4K3R1", "I - 0 1 {castling=e1i1:g1f1}", "e1g1"),
    ] {
        let mut pos = at(&game, &fen(partners, rest));
        assert_eq!(castlings(&mut pos), expected, "{partners} {rest}: {}", pos.fen(&game));
        check_fen(&game, &mut pos, || rest.to_owned());
    }
    let mut pos = at(&game, &fen("4K2R1R", "? - 0 1"));
    play(&game, &mut pos, "j1j2 e8d8 j2j1 d8e8");
    assert!(pos.fen(&game).ends_with(" w H - 4 3"), "{}", pos.fen(&game));
    check_fen(&game, &mut pos, || "after j1j2".into());
    let mut pos = at(&game, &Position::start(&game).fen(&game));
    play(&game, &mut pos, "a2a3");
    assert!(!pos.fen(&game).contains('{'), "{}", pos.fen(&game));
    // Two castlings that lead to the same squares are one.
    let text = "files=14\nroyal=K\nrook:R:R::c1,k1,n1\nking:K:KisO3isjO3::g1\n";
    let game = defined(text);
    let mut pos = at(&game, "6k7/14/14/14/14/14/14/2R3K3R2R w KQ - 0 1");
    play(&game, &mut pos, "n1n2 g8f8 n2n1 f8g8");
    let before = moves(&game, &mut pos).len();
    let read = moves(&game, &mut at(&game, &pos.fen(&game)));
    assert_eq!(read.len(), before, "{read:?}");
}

/// A rook with initial moves that may not castle although its king may has moved; kings and partners that are unmoved
/// may castle, however the field says so.
#[test]
fn partners_without_a_right_have_moved() {
    let own = defined("royal=K\nrook:R:RiN::a1,h1\nking:K:KisO2::e1\n");
    let seirawan = support::game("seirawan");
    for (game, hand, cases) in [
        (&own, "", vec![("KQ", "KQ"), ("K", "K"), ("Q", "Q"), ("AK", "KQ")]),
        (&seirawan, "[E]", vec![("KQ", "KQ"), ("AK", "KQ"), ("AEH", "KQ"), ("K", "K"), ("AH", "AH")]),
    ] {
        let mut keys: Vec<(u64, String)> = Vec::new();
        for (field, expected) in cases {
            let mut pos = at(game, &format!("4k3/8/8/8/8/8/8/R3K2R{hand} w {field} - 0 1"));
            assert!(pos.fen(game).contains(&format!(" w {expected} - ")), "{field}: {}", pos.fen(game));
            check_fen(game, &mut pos, || field.to_owned());
            let texts = moves(game, &mut pos).join(" ");
            assert_eq!(texts.contains("e1c1"), expected.contains('Q'), "{field}: {texts}");
            keys.push((pos.key(), texts));
        }
        for (key, texts) in &keys {
            assert!(keys.iter().all(|other| (other.0 == *key) == (other.1 == *texts)), "{keys:?}");
        }
    }
}

/// A promoted piece that is captured leaves the game, so it does not matter what it was.
#[test]
fn origins_matter_only_for_hands() {
    let game =
        defined("captureDemotes=1\nroyal=K\npromoChoice=Q\npawn:P:fmW::a2\nqueen:Q:Q::\nking:K:K::e1\n");
    let mut pos = at(&game, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    play(&game, &mut pos, "a7a8q");
    assert_eq!(pos.key(), at(&game, "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1").key());
}

/// What a FEN says about rules that the game does not have is an error, and so are surplus numbers.
#[test]
fn fens_fit_the_rules_of_the_game() {
    let board = "4k3/8/8/8/8/8/8/4K3";
    for (name, fen, says) in [
        ("chess", format!("{board}[QQ] w"), "this variant has no pieces in hand"),
        ("chess", format!("{board}[-] w"), ""),
        ("chess", format!("{board} w {{hand=w5:1}}"), "no rule for which `hand` matters"),
        ("chess", format!("{board} w {{struck=1}}"), "no rule for which `struck` matters"),
        ("chess", format!("{board} w {{passes=1}}"), "no rule for which `passes` matters"),
        ("chess", format!("{board} w {{quiet=1}}"), "no rule for which `quiet` matters"),
        ("chess", format!("{board} w {{castling=a2a1}}"), "pairs of a king and a partner that can castle"),
        ("chess", format!("{board} w - - 7 20 3"), "one number too many"),
        ("chess", format!("{board} w - - 70000 1"), "this counter is at most 60000, not 70000"),
        ("asean", format!("{board} w - - 64 7 20"), ""),
        ("asean", format!("{board} w - - 64 7 20 3"), "one number too many"),
        ("asean", format!("{board} w - - 0 1 {{bare=1}}"), "after a running count"),
        ("crazyhouse", format!("{board}[Qp] w"), ""),
        ("crazyhouse", format!("{board}/Qp w"), ""),
        ("crazyhouse", format!("{board}[2P] w"), "expected a piece letter; write every piece in hand"),
        ("seirawan", format!("{board}[H] w"), ""),
        ("pocketknight", format!("{board}[N] w"), ""),
    ] {
        let read = Position::from_fen(&support::game(name), &fen);
        let message = read.map_or_else(|error| error.message, |_| String::new());
        assert!(message.contains(says) && message.is_empty() == says.is_empty(), "{name} {fen}: {message}");
    }
    // Promotion stock, and pieces whose moves say how they are dropped.
    for piece in ["P:fmW::a2\npromoChoice=*N", "P:fmW@2::a2", "P:fmW(iuO-fW)::a2"] {
        let game = defined(&format!("royal=K\npawn:{piece}\nknight:N:N::b1\nking:K:K::e1\n"));
        assert!(at(&game, &format!("{board}[N] w")).holds_any(Color::White), "{piece}");
    }
}

#[test]
fn braces_must_be_valid() {
    let game = game("chess");
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    for extra in [
        "{",
        "{}",
        "{x=1}",
        "{unmoved=e9}",
        "{unmoved=e4}",
        "{hand=w9:1}",
        "{types=e1:0}",
        "{last=99}",
        "{passing=e4}",
    ] {
        let text = format!("{fen} {extra}");
        let error = Position::from_fen(&game, &text).expect_err(extra);
        assert!(error.span.start >= fen.len() && error.span.end <= text.len(), "{extra}: {error:?}");
    }
}

/// Only a piece of the side that has just moved can be captured en passant.
#[test]
fn en_passant_victims_are_checked() {
    let game = game("normal");
    let fen = "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1";
    for (extra, sound) in [("{passing=e4e3}", true), ("{passing=d4e3}", false), ("{passing=e5e3}", false)] {
        let read = Position::from_fen(&game, &format!("{fen} {extra}"));
        assert_eq!(read.is_ok(), sound, "{extra}");
        let message = read.map_or_else(|error| error.message, |_| String::new());
        assert!(sound || message.starts_with("cannot read `passing="), "{message}");
    }
}

/// The array and its FEN are one position, also in its move number.
#[test]
fn move_numbers_where_black_begins() {
    let game = defined("toMove=black\nmaxPromote=0\nroyal=K\nking:K:K::e1\n");
    let mut pos = Position::start(&game);
    let mut read = at(&game, &pos.fen(&game));
    assert_eq!(at(&game, "4k3/8/8/8/8/8/8/4K3").side(), Color::Black);
    for (mv, end) in [("e8e7", " w - - 1 2"), ("e1e2", " b - - 2 2")] {
        play(&game, &mut pos, mv);
        play(&game, &mut read, mv);
        assert!(pos.fen(&game).ends_with(end), "{}", pos.fen(&game));
        assert_eq!(pos.fen(&game), read.fen(&game));
    }
}

#[test]
fn finished_games_are_read() {
    let atomic = game("atomic");
    let mut pos = at(&atomic, "4k3/4p3/8/8/8/8/4Q3/4K3 w - - 0 1");
    play(&atomic, &mut pos, "e2e7");
    check_fen(&atomic, &mut pos, || "atomic".into());
    let mut read = at(&atomic, "8/8/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(movegen::result(&atomic, &mut read), Some(Outcome::Lost));
    assert!(moves(&atomic, &mut read).is_empty());
}

/// A side may hold all pieces of the largest game, which still count for it.
#[test]
fn hands_are_limited() {
    const MOST: usize = 4574;
    let game = game("crazyhouse");
    let holding = |hand: &str, extra: &str| {
        let fen = format!("4k3/8/8/8/8/8/3p4/4K3[{hand}] w - - 0 1{extra}");
        Position::from_fen(&game, &fen).map_err(|error| error.message)
    };
    for (hand, extra) in [("Q".repeat(MOST), ""), (String::new(), " {hand=w5:4574}")] {
        let mut pos = holding(&hand, extra).expect("a position");
        assert!(evaluate(&game, &pos) > 0, "{extra}");
        play(&game, &mut pos, "e1d2");
        assert_eq!(pos.hand(Color::White, PieceType(0)), 1);
        assert_eq!(pos.key(), pos.fresh_key());
    }
    let refused = holding(&"Q".repeat(MOST + 1), "").expect_err("too many");
    assert_eq!(refused, "White holds more than 4574 pieces");
    for extra in
        [" {hand=w5:4575}", " {hand=w5:5000000}", " {hand=w1:4000,w5:4000}", " {hand=b1:575,b5:4000}"]
    {
        let refused = holding("", extra).expect_err(extra);
        assert!(refused.starts_with("cannot read `hand="), "{refused}");
    }
}

/// An initial leap, a lame path, a repeated choice, a null move next to a pass: equivalent moves are one move.
#[test]
fn each_effect_is_one_move() {
    let pieces = [
        "imNafsW",
        "imNnN",
        "imNmafsW",
        "imAnA",
        "imAafF",
        "iDaW",
        "imDnD",
        "ifmnDiifmnDfmWfceF",
        "imDnDR",
        "KimNafsW",
        "iWR3",
        "imWafsWnN",
    ];
    for piece in pieces {
        let text = format!(
            "files=9\nranks=9\nroyal=K\nking:K:K::a1\nx:X:{piece}::e2,d4\npawn:P:ifmnDfmWfceF::a3-i3\n"
        );
        agree(&defined(&text), 30, piece);
        let royal = format!("files=9\nranks=9\nroyal=X\nrook:R:R::a1,i1\nx:X:{piece}::e2\n");
        agree(&defined(&royal), 30, piece);
    }
    for choices in ["QQNRB", "Q*Q", "*QQ2", "*Q!Q", "Q2Q3N"] {
        let text = format!("promoChoice={choices}\npromoZone=3\nholdingsType=1\n{ARMY}");
        agree(&defined(&text), 80, choices);
    }
    for king in ["KmabK", "mabWWF", "KmabKcabK"] {
        let text = format!("pass=1\nroyal=K\nking:K:{king}::c3,,c6\nsymmetry=none\nx:X:mabWN::e3,,e6\n");
        agree(&defined(&text), 40, king);
    }
}

/// Plays random games; both generators must list the same moves, once each, and perft must agree.
fn agree(game: &Game, plies: usize, what: &str) {
    let mut random = Rng(7);
    let mut pos = Position::start(game);
    for _ in 0..plies {
        let listed = compare(game, &mut pos, || what.to_owned());
        let mut texts = moves(game, &mut pos);
        let count = texts.len();
        texts.dedup();
        assert_eq!((texts.len(), count), (listed.len(), listed.len()), "{what}: {}", pos.fen(game));
        check_fen(game, &mut pos, || what.to_owned());
        if listed.is_empty() {
            return;
        }
        pos.make(game, random.pick(&listed).0);
    }
}

#[test]
fn repeated_choices_are_a_warning() {
    for choices in ["QQNRB", "Q*Q"] {
        let (_, warnings) = read("test.txt", &format!("promoChoice={choices}\n{ARMY}")).expect("reads");
        let says = |message: &String| message.contains("adds nothing to the choices");
        assert!(warnings.iter().map(|warning| warning.message.clone()).any(|text| says(&text)), "{choices}");
    }
}

/// `!` and an ID: all types with that ID must promote.
#[test]
fn types_of_one_id_must_promote_alike() {
    let game = game("shinobiplus");
    let mut pos = at(&game, "1rbqkb1r/2pn4/P3pF2/1Pp2Ppp/L6P/1P1PM1+p1/8/4K3[] w k g6 0 22");
    let listed = moves(&game, &mut pos);
    assert!(listed.contains(&"a6a7+".into()) && !listed.contains(&"a6a7".into()), "{listed:?}");
}
