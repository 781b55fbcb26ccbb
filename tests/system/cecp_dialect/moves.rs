//! Moves that XBoard executes differently, and those that it is told in another form.

use super::{lines, variant};
use crate::support::{self, defined, game};
use griffon::movegen;
use griffon::movetext;
use griffon::position::{Game, Move, MoveList, Position};
use griffon::random::Rng;
use griffon::variant::{catalogue, read as read_definition};
use griffon::xboard::Dialect;

/// The moves that XBoard reads and those that are not played there.
pub(super) fn sent_and_refused(game: &Game, fen: &str) -> (Vec<String>, Vec<String>) {
    let dialect = Dialect::new(&game.variant);
    let mut pos = Position::from_fen(game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let moves = legal(game, &mut pos);
    let refused = dialect.unsendable(game, &pos, &moves);
    let text = |mv: &Move| dialect.outgoing(game, &pos, *mv, movetext::format(game, &pos, *mv));
    let (refused, sent): (Vec<Move>, Vec<Move>) = moves.iter().partition(|mv| refused.contains(mv));
    (sent.iter().map(text).collect(), refused.iter().map(text).collect())
}

#[test]
fn pieces_that_turn_over_by_capturing_are_sent_so() {
    let game = game("micro");
    let (sent, refused) = sent_and_refused(&game, "k3/4/1p2/B3/3K[R] w");
    assert!(sent.contains(&"a2b3+".into()), "{sent:?}");
    assert!(sent.contains(&"a2b1".into()) && sent.contains(&"R@a4".into()), "{sent:?}");
    assert!(refused.iter().all(|text| text.starts_with("+R@")) && refused.len() > 10, "{refused:?}");
    let (sent, _) = sent_and_refused(&game, "k3/4/p3/+B3/3K[-] w");
    assert!(sent.contains(&"a2a3b".into()), "{sent:?}");
}

#[test]
fn pieces_that_turn_back_are_sent_so() {
    let game = game("kyotoshogi");
    let (sent, refused) = sent_and_refused(&game, "k4/5/5/S3+N/K4[-] w");
    assert!(sent.contains(&"a2a3+".into()) && sent.contains(&"e2e3n".into()), "{sent:?}");
    assert_eq!(refused, Vec::<String>::new());
}

fn legal(game: &Game, pos: &mut Position) -> MoveList {
    movegen::legal_moves(game, pos)
}

fn move_called(game: &Game, pos: &mut Position, text: &str) -> Move {
    movetext::parse(game, pos, text).unwrap_or_else(|why| panic!("{text}: {why}"))
}

/// A pawn that captures en passant, and an elephant in another slot that does so too and can be captured en passant.
const PASSING: &str = "files=8\nranks=8\nmaxPromote=1\npromoChoice=R\nroyal=K\npawn:P:fmWfcFifmnDfeF::a2-h2\n\
                       elephant:E:WceFifmnD::c1,f1\nrook:R:R::a1,h1\nking:K:K::e1\n";

#[test]
fn en_passant_only_where_xboard_allows_it() {
    // 3.6: "Rights arise only when a slot-0/18 piece advances >= 2 ranks".
    let game = defined(PASSING);
    let dialect = Dialect::new(&game.variant);
    for (fen, first, reply, unsendable) in
        [("4k3/8/8/8/8/3p4/8/2E1K3 w", "c1c3", "d3c2", 1), ("4k3/8/8/8/3p4/8/2P5/4K3 w", "c2c4", "d4c3", 0)]
    {
        let mut pos = Position::from_fen(&game, fen).unwrap();
        let step = move_called(&game, &mut pos, first);
        pos.make(&game, step);
        let en_passant = move_called(&game, &mut pos, reply);
        let moves = legal(&game, &mut pos);
        assert_eq!(dialect.unsendable(&game, &pos, &moves), vec![en_passant; unsendable], "{fen}");
    }
}

#[test]
fn en_passant_only_on_squares_that_xboard_knows() {
    // 3.6: "e.p. squares = the square behind the destination ...; file = mean of from/to".
    let text = "royal=K\npromoChoice=R\npawn:P:fmWfceFfmnnN::a2-h2\nrook:R:R::a1,h1\nking:K:K::e1\n";
    let game = defined(text);
    let dialect = Dialect::new(&game.variant);
    let noted = |dialect: &Dialect| dialect.notes.iter().any(|note| note.contains("only behind it"));
    assert!(noted(&dialect), "{:?}", dialect.notes);
    assert!(!noted(&Dialect::new(&defined(PASSING).variant)), "a double step passes the square behind only");
    for (fen, reply, unsendable) in
        [("4k3/8/5p2/8/6P1/8/8/4K3 b", "g4f5", 1), ("4k3/8/5p2/8/3P4/8/8/4K3 b", "d4e5", 0)]
    {
        let mut pos = Position::from_fen(&game, fen).unwrap();
        let step = move_called(&game, &mut pos, "f6e4");
        pos.make(&game, step);
        let en_passant = move_called(&game, &mut pos, reply);
        let moves = legal(&game, &mut pos);
        assert_eq!(dialect.unsendable(&game, &pos, &moves), vec![en_passant; unsendable], "{fen}");
    }
}

/// Pieces that put down a hawk where they leave.
const GATES: &str = "royal=K\nmaxPromote=0\npawn:P:fmWfcF::a2-h2\nknight:N:N(iuO-N)::b1,g1\nrook:R:R::a1,h1\n\
                     king:K:K::e1\nhawk:H:BN:::1\n";

#[test]
fn gates_are_played_where_xboards_board_makes_them() {
    // 2.3: "seirawan | gating"; other parents read the letter as a promotion and leave the first square empty.
    let game = defined(GATES);
    let dialect = Dialect::new(&game.variant);
    assert!(dialect.setup.as_ref().unwrap().contains("_seirawan "), "{:?}", dialect.setup);
    assert!(dialect.warning(&game.variant).unwrap().contains("-testLegality false"));
    let start = Position::start(&game).fen(&game);
    let (sent, refused) = sent_and_refused(&game, &start);
    assert!(refused.is_empty() && sent.contains(&"g1f3h".into()), "{refused:?} of {sent:?}");
    // Captured pieces come to the hand and are dropped.
    let game = defined(&format!("holdingsType=-1\n{GATES}"));
    let dialect = Dialect::new(&game.variant);
    assert!(!dialect.setup.as_ref().unwrap().contains("_seirawan "), "{:?}", dialect.setup);
    let warning = dialect.warning(&game.variant).unwrap();
    assert!(warning.contains("no knight makes these moves here: gating"), "{warning}");
    assert!(!warning.contains("-testLegality"), "{warning}");
    let (sent, refused) = sent_and_refused(&game, &start);
    assert!(sent.contains(&"g1f3".into()) && !refused.is_empty(), "{sent:?}");
    assert!(refused.iter().all(|text| text.ends_with('h')), "{refused:?}");
}

#[test]
fn pieces_stay_on_xboards_board_without_legality_testing() {
    // XBoard refuses moves from empty squares all the same.
    let text = "symmetry=none\nroyal=K\nmaxPromote=0\ncaptureMatrix=.S\nrook:R:R::a1,,a8\nshover:S:mWucQ::b1,,b8\n\
                king:K:K::e1,,e8\n";
    let game = defined(text);
    assert!(Dialect::new(&game.variant).warning(&game.variant).unwrap().contains("-testLegality false"));
    let (sent, refused) = sent_and_refused(&game, "4k3/8/8/8/8/8/1s6/1S2K3 w - - 0 1");
    assert!(
        matches!(&refused[..], [mv] if mv.starts_with("b1") && mv.contains("b2")),
        "{refused:?} of {sent:?}"
    );
    assert!(sent.contains(&"b1c1".into()), "{sent:?}");
}

#[test]
fn en_passant_from_other_slots_names_the_victim() {
    // 3.6: "the victim is removed only if the capturer is in slot 0/18"; 4.3: "the relay square may be any square".
    let game = defined(PASSING);
    let dialect = Dialect::new(&game.variant);
    let mut pos = Position::from_fen(&game, "4k3/8/8/8/3e1p2/8/4P3/4K3 w").unwrap();
    let step = move_called(&game, &mut pos, "e2e4");
    pos.make(&game, step);
    for (ours, told) in [("d4e3", "d4e4,e4e3"), ("f4e3", "f4e3")] {
        let mv = move_called(&game, &mut pos, ours);
        assert_eq!(dialect.outgoing(&game, &pos, mv, ours.into()), told);
    }
}

#[test]
fn en_passant_is_read_where_a_quiet_move_has_the_same_squares() {
    let game = defined("royal=K\npromoChoice=I\npawn:P:fmWfcFifmnD::a2-h2\nprince:I:KeK::d1\nking:K:K::e1\n");
    let dialect = Dialect::new(&game.variant);
    let mut pos = Position::from_fen(&game, "4k3/4p3/8/3I4/8/8/8/4K3 b").unwrap();
    let step = move_called(&game, &mut pos, "e7e5");
    pos.make(&game, step);
    let en_passant = move_called(&game, &mut pos, "d5xe5-e6");
    let told = dialect.outgoing(&game, &pos, en_passant, movetext::format(&game, &pos, en_passant));
    assert_eq!(told, "d5xe5-e6");
    // 4.4: XBoard relays it in two legs.
    let readings = dialect.incoming(&game, &pos, "d5e5,e5e6");
    let read = readings.iter().find_map(|text| movetext::parse(&game, &mut pos, text).ok());
    assert_eq!(read, Some(en_passant));
}

#[test]
fn promotion_by_square_is_sent_as_letter() {
    // 3.7: "It is compulsory: `a7a8` = Queen-slot letter".
    let game = game("acedrex");
    let dialect = Dialect::new(&game.variant);
    let mut pos = Position::from_fen(&game, "6k5/P11/12/12/12/12/12/12/12/12/12/6K5 w").unwrap();
    let mv = move_called(&game, &mut pos, "a11a12");
    assert_eq!(dialect.outgoing(&game, &pos, mv, "a11a12".into()), "a11a12r");
    assert!(dialect.incoming(&game, &pos, "a11a12r").contains(&"a11a12".to_owned()));
}

#[test]
fn promotions_unknown_to_xboard_are_not_sent() {
    // 3.7: "only when reaching the very last rank"; `+` is one type only.
    let game = game("opulent");
    let dialect = Dialect::new(&game.variant);
    let mut pos = Position::from_fen(&game, "5k4/10/P9/10/10/10/10/10/10/5K4 w").unwrap();
    let moves = legal(&game, &mut pos);
    let unsendable = dialect.unsendable(&game, &pos, &moves);
    assert!(!unsendable.is_empty());
    for mv in moves.iter().filter(|mv| !unsendable.contains(mv)) {
        let text = dialect.outgoing(&game, &pos, *mv, movetext::format(&game, &pos, *mv));
        assert!(text.ends_with(|c: char| c.is_ascii_digit() || c == '+'), "{text}");
    }
}

#[test]
fn promotions_are_sent_by_letter() {
    // XBoard writes a promotion as `a5a6q`, which readers take for the first type with the letter.
    let game = defined(
        "files=6\nranks=6\nroyal=K\npromoZone=1\nmaxPromote=1\npromoChoice=\npawn:P:fmWfcF::a2-f2\n\
         queen1:Q:Q::a1\nqueen2:Q:RN::,,c6\nknight:N:N::b1\nking:K:K::e1,,e6\n",
    );
    let (sent, refused) = sent_and_refused(&game, "4k1/P5/6/6/6/4K1 w - - 0 1");
    let promotions = |texts: &[String]| texts.iter().filter(|text| text.starts_with("a5")).cloned().collect();
    let (sent, refused): (Vec<_>, Vec<_>) = (promotions(&sent), promotions(&refused));
    assert_eq!((sent, refused), (vec!["a5a6q".into(), "a5a6n".into()], vec![String::from("a5a6q")]));
}

#[test]
fn castling_by_one_square_names_both_pieces() {
    // 3.5: "`O1` on a King ... is entered as two legs: `e1f1,h1e1`".
    let game = game("diana");
    let dialect = Dialect::new(&game.variant);
    let start = Position::start(&game);
    let fen = start.fen(&game);
    let cleared = fen.replace(fen.split('/').next_back().unwrap().split(' ').next().unwrap(), "R2K1R");
    let mut pos = Position::from_fen(&game, &cleared).unwrap();
    let castlings: Vec<Move> =
        legal(&game, &mut pos).into_iter().filter(|mv| mv.castling().is_some()).collect();
    let told: Vec<String> = castlings
        .iter()
        .map(|&mv| dialect.outgoing(&game, &pos, mv, movetext::format(&game, &pos, mv)))
        .collect();
    assert!(told.contains(&"d1e1,f1d1".to_owned()), "{told:?}");
}

#[test]
fn castling_rights_unknown_to_xboard_are_kept() {
    // The second engine always gets a FEN, whose castling field is `-` where castling is described with `O`.
    for name in ["newzealand", "nutters", "omega", "univers"] {
        let game = game(name);
        let dialect = Dialect::new(&game.variant);
        let setup = dialect.setup.clone().unwrap();
        let fen = setup.splitn(4, ' ').nth(3).unwrap();
        let fen = dialect.incoming_fen(&game, fen);
        let read = Position::from_fen(&game, &fen).unwrap();
        assert_eq!(read.fen(&game), Position::start(&game).fen(&game), "{name}");
    }
}

/// The fields of a position after the side to move as XBoard writes them, whose own castling field is used where its
/// setup has rights.
fn fields_in_xboard(setup: &str, castling: &str, en_passant: &str) -> Option<String> {
    let words: Vec<&str> = setup.split(' ').collect();
    match words[5..words.len() - 2] {
        // 2.3, 2.4: parents without en passant omit both fields, `nocastle` the first one.
        [] => None,
        [_] => Some(format!("{en_passant} 0 1")),
        ["-", _] => Some(format!("- {en_passant} 0 1")),
        _ => Some(format!("{castling} {en_passant} 0 1")),
    }
}

#[test]
fn en_passant_squares_of_xboard_are_read() {
    let (mut random, mut games, mut rights) = (Rng(27), 0, 0);
    for entry in catalogue::every() {
        let game = support::game_of(entry);
        let dialect = Dialect::new(&game.variant);
        let Some(setup) = &dialect.setup else { continue };
        let board = &game.variant.board;
        let (mut pos, mut sent) = (Position::start(&game), 0);
        for _ in 0..40 {
            let moves = legal(&game, &mut pos);
            if moves.is_empty() {
                break;
            }
            let mv = *random.pick(&moves);
            pos.make(&game, mv);
            let fen = pos.fen(&game);
            let ours: Vec<&str> = fen.split(' ').collect();
            // 2.4: "Only after an orthodox 2-square push from rank 2; file is right, the rank digit is only right for 8
            // ranks (may be a non-digit such as `:` on 12)".
            let file = char::from(b'a' + board.file(mv.to()) as u8);
            let pushed = !mv.is_drop()
                && board.file(mv.from()) == board.file(mv.to())
                && board.rank(mv.from()).abs_diff(board.rank(mv.to())) == 2;
            let Some(fields) = fields_in_xboard(setup, ours[2], &format!("{file}:")).filter(|_| pushed)
            else {
                continue;
            };
            let text = format!("{} {} {fields}", ours[0], ours[1]);
            let read = Position::from_fen(&game, &dialect.incoming_fen(&game, &text));
            let read = read.unwrap_or_else(|error| panic!("{}: {text}: {error}", entry.file)).fen(&game);
            sent += 1;
            if ours[3] != "-" {
                rights += 1;
                assert_eq!(read.split(' ').nth(3), Some(ours[3]), "{}: {text}", entry.file);
            }
        }
        games += usize::from(sent > 0);
    }
    assert!(games > 100 && rights > 10, "{games} games, {rights} rights");
}

#[test]
fn en_passant_field_may_stand_alone() {
    // 2.3: "nocastle | as fairy, no castling field".
    let text = "files=8\nranks=8\nmaxPromote=0\nroyal=K\nking:K:KisO2::e1\nrook:R:R::a1,h1\nswapper:S:QudQ::d1\n\
                pawn:P:fmWfceFifmnD::a2-h2\n";
    let game = defined(text);
    let dialect = Dialect::new(&game.variant);
    assert!(dialect.setup.as_ref().unwrap().ends_with(" w - 0 1"), "{:?}", dialect.setup);
    let said = dialect.incoming_fen(&game, "4k3/8/8/8/3pP3/8/8/4K2R b e3 0 1");
    let read = Position::from_fen(&game, &said).unwrap();
    assert_eq!(read.fen(&game), "4k3/8/8/8/3pP3/8/8/4K2R b K e3 0 1");
}

/// Returns the texts of the moves that XBoard's board would execute differently, and of all moves.
pub(super) fn refused(game: &Game, fen: &str) -> (Vec<String>, Vec<String>) {
    let dialect = Dialect::new(&game.variant);
    let mut pos = Position::from_fen(game, fen).unwrap();
    let all = legal(game, &mut pos);
    let text = |mv: &Move| movetext::format(game, &pos, *mv);
    let unsendable = dialect.unsendable(game, &pos, &all);
    (unsendable.iter().map(text).collect(), all.iter().map(text).collect())
}

/// Without legality testing XBoard still shows what an explosion has removed, and drops nothing there; nor does it know
/// that the capturing piece is in the other side's hand.
#[test]
fn pieces_are_not_dropped_where_xboard_still_shows_one() {
    let game = game("atomiczh");
    let dialect = Dialect::new(&game.variant);
    let mut pos = Position::start(&game);
    for (text, refused, sent) in [
        ("e2e4", vec![], 0),
        ("d7d5", vec![], 0),
        // Both pawns are gone and in hand; XBoard shows the white one, and none in Black's hand.
        ("e4d5", vec!["P@"], 0),
        ("b8a6", vec!["P@d5"], 32),
        ("P@d4", vec!["P@"], 0),
        ("h7h5", vec![], 0),
        ("b2b3", vec!["P@"], 0),
        ("h5h4", vec![], 0),
        ("g2g4", vec!["P@"], 0),
        // En passant: XBoard removes the white pawn and shows the black one.
        ("h4g3", vec!["P@"], 0),
        ("b3b4", vec!["P@d5", "P@g3"], 32),
    ] {
        let mv = move_called(&game, &mut pos, text);
        pos.make(&game, mv);
        let all = legal(&game, &mut pos);
        let unsendable = dialect.unsendable(&game, &pos, &all);
        let (no, yes): (Vec<_>, Vec<_>) =
            all.iter().filter(|mv| mv.is_drop()).partition(|mv| unsendable.contains(mv));
        let is_refused = |mv: &&Move| {
            let text = movetext::format(&game, &pos, **mv);
            refused.iter().any(|start| text.starts_with(start))
        };
        assert!(no.iter().all(is_refused) && no.is_empty() == refused.is_empty(), "{text}: {no:?}");
        assert_eq!(yes.len(), sent, "{text}: {yes:?}");
    }
}

/// XBoard relays a capture without the sign that tells it from a swap, which its board cannot make.
#[test]
fn relayed_texts_mean_moves_that_xboard_makes() {
    let squares = "c3,d3,c4,d4,c2,d2";
    let game = defined(&format!(
        "files=8\nranks=8\nroyal=K\nmaxPromote=0\npawn:P:fmW::a2\nswapper:S:uRN::d1\nzoneMoves=K:{squares}\nking:K:K::e1"
    ));
    let dialect = Dialect::new(&game.variant);
    let mut pos = Position::from_fen(&game, "4k3/8/8/8/8/2Sp4/8/4K3 w - - 0 1").unwrap();
    let swap = move_called(&game, &mut pos, "c3-d3/d3c3");
    let capture = move_called(&game, &mut pos, "c3xd3");
    assert_eq!(movetext::parse(&game, &mut pos, "c3d3"), Ok(swap), "the first one");
    assert_eq!(dialect.read(&game, &mut pos, "c3d3"), Ok(capture));
    assert_eq!(dialect.read(&game, &mut pos, "c3d5x").map_err(|why| why.contains("unexpected")), Err(false));
}

#[test]
fn castling_in_place_is_not_sent() {
    // In a shuffled array a king may stand on its castling square already: no description says that.
    let text = "files=12\nranks=8\nshuffle=KN\nroyal=K\nking:K:KisO3::g1\nknight:N:N::f1\nrook:R:R::b1\npawn:P:fmWfcF::a2-l2";
    let (variant, _) = griffon::variant::read("stage", text).unwrap();
    let game = Game::new(variant).unwrap();
    let fen = "6k5/12/12/12/12/12/12/1R1K7N w Q - 0 1";
    let mut pos = Position::from_fen(&game, fen).unwrap();
    let moves = legal(&game, &mut pos);
    let castlings: Vec<Move> = moves.iter().copied().filter(|mv| mv.castling().is_some()).collect();
    assert!(matches!(castlings[..], [castling] if castling.to() == castling.from()), "{castlings:?}");
    assert!(Dialect::new(&game.variant).unsendable(&game, &pos, &moves).contains(&castlings[0]));
}

#[test]
fn princes_stay_where_xboard_would_take_a_piece() {
    // 3.6: quiet steps to the side from a pawn slot are executed as e.p. captures on the enemy half. Parent spartan does
    // not, but it turns Black's pawns in the first slot into princes.
    let game = game("metamachy");
    let dialect = Dialect::new(&game.variant);
    assert!(dialect.setup.as_ref().unwrap().contains("_fairy "), "{:?}", dialect.setup);
    assert!(dialect.notes.iter().any(|note| note.starts_with("prince: ")), "{:?}", dialect.notes);
    let (refused, all) = refused(&game, "5k6/12/12/12/4M7/5p6/12/12/12/12/12/4K7 w - - 0 1");
    assert_eq!(refused, ["e8f8"], "{all:?}");
    // Hoplites are in the second slot under parent spartan, where XBoard executes the same step correctly.
    let spartan = support::game("spartan");
    let (kept, hoplite) = self::refused(&spartan, "2k2k2/8/8/8/3Ph3/8/8/4K3 b - - 0 1");
    assert!(kept.is_empty() && hoplite.contains(&"e4d3".into()), "{kept:?} of {hoplite:?}");
    assert!(["e8d8", "e8d9", "e8f9"].iter().all(|text| all.contains(&(*text).into())), "{all:?}");
}

#[test]
fn moves_xboard_cannot_execute_are_reported_and_not_played() {
    // Fast castling: the partner may land anywhere that the king left or crossed; XBoard places it next to the king.
    let text =
        "files=8\nranks=8\nmaxPromote=0\nroyal=1\nking:K:KispO3::e1\nrook:R:R::a1,h1\nqueen:Q:QucQ::d1";
    let (variant, _) = griffon::variant::read("stage", text).unwrap();
    let game = Game::new(variant).unwrap();
    let dialect = Dialect::new(&game.variant);
    assert_eq!(dialect.partly, ["king", "queen"]);
    let warning = dialect.warning(&game.variant).unwrap();
    assert!(warning.contains("castling") && warning.contains("displacing"), "{warning}");
    let start = Position::start(&game).fen(&game);
    let cleared = start.replacen("R2QK2R", "R3K2R", 1);
    let (refused, all) = refused(&game, &cleared);
    let castlings = all.iter().filter(|text| text.starts_with("e1") && text.contains(',')).count();
    assert!(!refused.is_empty() && refused.len() < castlings + 2, "{refused:?} of {all:?}");
    let (refused, all) = self::refused(&game, "k7/8/8/8/3r4/6K1/8/3Q4 w - - 0 1");
    assert!(refused.iter().all(|text| text.contains("/d4d1")), "{refused:?} of {all:?}");
    assert!(!refused.is_empty());
}

#[test]
fn hidden_unmoved_rights_are_those_of_the_array() {
    // White's lone king, described with an initial move, against a king that castles.
    let text = "name=a\nsymmetry=none\nroyal=K\nroyal=M\nrook:R:R::,,a8,h8\nking:K:KisO2::,,e8\nmaharajah:M:QN::e1\n";
    let (variant, _) = read_definition("a", text).unwrap();
    let game = Game::new(variant).unwrap();
    let dialect = Dialect::new(&game.variant);
    let said = dialect.incoming_fen(&game, "r3k2r/4r3/8/8/8/8/8/4M3 b E - 0 1");
    let mut pos = Position::from_fen(&game, &said).unwrap();
    let legal = movegen::legal_moves(&game, &mut pos);
    assert!(legal.iter().any(|mv| mv.castling().is_some()), "{said}");
}

#[test]
fn checks_that_xboard_overlooks() {
    // XBoard looks for a check at the last square of a move only: it takes a mate by a rifle for a stalemate.
    let says = |betza: &str| {
        let text = format!("royal=K\nmaxPromote=0\npiece:P:{betza}::b1\nking:K:K::e1\n");
        let (variant, _) = read_definition("stage", &text).unwrap();
        Dialect::new(&variant).overlooks_checks
    };
    for hidden in ["caibR", "mRcaibR", "cafK"] {
        assert!(says(hidden), "{hidden}");
    }
    for seen in ["R", "mRcpR", "RcaibR", "KcaKcaK", "KNADcaKcabKmabK", "mafsW"] {
        assert!(!says(seen), "{seen}");
    }
}

#[test]
fn castling_partners_use_the_rook_slot() {
    // 2.3: slot 3, "castling partner of the built-in castling".
    for name in ["shinobi", "semitorpedo", "normal"] {
        let Some(setup) = Dialect::new(variant(name)).setup else { continue };
        let table = setup.split(['(', ')']).nth(1).unwrap();
        assert_eq!(table.chars().nth(3), Some('R'), "{name}: {table}");
    }
}

#[test]
fn kings_that_castle_by_rights_bring_their_rooks() {
    // 2.6: a king with an `i` move and no `O` never moves another piece.
    let text = lines("synochess");
    assert!(text.contains(" w KQ ") && text.contains("\npiece K K\n"), "{text}");
}

#[test]
fn castling_from_squares_of_drops_is_refused() {
    let game = game("placement");
    let (refused, all) = refused(&game, "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[-] w KQkq - 0 1");
    let castling: Vec<&String> =
        all.iter().filter(|text| text.starts_with("e1") && text.contains(['g', 'c'])).collect();
    assert_eq!(refused.iter().collect::<Vec<_>>(), castling, "{all:?}");
    assert_eq!(refused.len(), 2, "{all:?}");
    // The pawns stand there from the start.
    assert!(all.contains(&"a2a4".into()), "{all:?}");
}

/// XBoard has one letter for both pieces in hand: the first one is dropped. The other one is played by its text only.
#[test]
fn drops_of_pieces_with_one_letter_are_read() {
    let game = defined("holdingsType=-1\nroyal=K\nhawk:H:BN:::1\nhippo:H:RN:::1\nking:K:K::e1\n");
    let dialect = Dialect::new(&game.variant);
    let mut pos = Position::from_fen(&game, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 {hand=w1:1,w2:1}").unwrap();
    let readings = dialect.incoming(&game, &pos, "H@a5");
    let mut moves = readings.iter().filter_map(|text| movetext::parse(&game, &mut pos, text).ok());
    let first = moves.next().expect("a drop");
    assert_eq!(movetext::format(&game, &pos, first), "H@a5#1");
}
