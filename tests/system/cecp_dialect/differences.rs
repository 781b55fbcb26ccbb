//! Rules that XBoard lacks or reads differently: moves that are refused, and notes for the user.

use super::moves::{refused, sent_and_refused};
use super::said;
use crate::support::{defined, entry, game};
use griffon::movegen;
use griffon::movetext;
use griffon::position::{Game, Move, Position};
use griffon::variant::read as read_definition;
use griffon::variant_names;
use griffon::xboard::Dialect;

fn dialect(text: &str) -> Dialect {
    Dialect::new(&defined(text).variant)
}

fn table(dialect: &Dialect) -> String {
    dialect.setup.as_ref().and_then(|setup| setup.split(['(', ')']).nth(1)).expect("a table").to_owned()
}

fn has_note(dialect: &Dialect, what: &str, option: &str) -> bool {
    dialect.notes.iter().any(|note| note.contains(what) && note.ends_with(option))
}

const HANDS: &str = "symmetry=none\nholdingsType=-1\nroyal=K\npawn:P:fmWfcF::a2,,h7\n";
const DEMOTING: &str = "captureDemotes=1\npromoChoice=QR\nqueen:Q:Q::\nrook:R:R::\nking:K:K::a1,,b7\n";

#[test]
fn pawns_that_come_back_are_in_the_first_slot() {
    // 2.3: "`~` in slot k+11 = crazyhouse-style promoted pawn", which is the piece in slot 0.
    let text = format!("{HANDS}{DEMOTING}");
    let single = dialect(&text);
    assert!(table(&single).starts_with('P') && table(&single).contains('~'), "{}", table(&single));
    // 4.1: "slot-0 drops on first or last rank are illegal".
    let (refused, all) = refused(&defined(&text), "8/1k6/8/8/8/8/8/K7[P] w - - 0 1");
    assert!(all.contains(&"P@c8".into()), "{all:?}");
    assert!(refused.len() == 15 && refused.iter().all(|drop| drop.ends_with(['1', '8'])), "{refused:?}");
    // Of two types of pawns, only one can come back.
    let two = dialect(&format!("maxPromote=2\n{HANDS}soldier:S:fW::c6,,\n{DEMOTING}"));
    assert!(!table(&two).contains('~'), "{}", table(&two));
    assert!(has_note(&two, "pawn, soldier: XBoard does not know", "-testLegality false"), "{:?}", two.notes);
}

#[test]
fn pieces_promoted_with_plus_are_demoted_by_xboard() {
    let pieces = "promoZone=2\npromoChoice=R\nrook:R:R::\nking:K:K::a1,,b8\n";
    let kept = dialect(&format!("{HANDS}{pieces}"));
    assert!(has_note(&kept, "pawn: XBoard does not know", "-testLegality false"), "{:?}", kept.notes);
    assert!(!kept.warnings.is_empty());
    let demoted = dialect(&format!("captureDemotes=1\n{HANDS}{pieces}"));
    assert!(!has_note(&demoted, "", "-testLegality false"), "{:?}", demoted.notes);
}

#[test]
fn wildcards_are_not_copied() {
    let text = "promoZone=2\npromoChoice=U\nroyal=K\nsymmetry=none\npawn:P:fmWfcF::a2,,h3\nuni:U:mUcW::\nking:K:K::a1,,e8\n";
    let dialect = dialect(text);
    assert!(!table(&dialect).contains('+'), "{}", table(&dialect));
    assert!(dialect.pieces.iter().all(|line| !line.contains('+')), "{:?}", dialect.pieces);
    let advised = has_note(&dialect, "pawn: XBoard does not know its promotion", "-testLegality false");
    assert!(advised, "{:?}", dialect.notes);
    let fen = "4k3/8/8/8/8/7p/8/K7 b - - 0 1";
    assert_eq!(refused(&defined(text), fen).0, [""; 0]);
    // A pawn that may stay a pawn does.
    let optional = defined(&text.replace("promoChoice=U", "promoChoice=UP"));
    assert!(Dialect::new(&optional.variant).warnings.is_empty());
    assert_eq!(refused(&optional, fen).0, ["h3h2u"]);
}

#[test]
fn checks_on_forbidden_squares_are_answered() {
    // XBoard does not know that the guard may not enter the upper half, so it sees check.
    let text = "symmetry=none\nroyal=K\npawn:P:fmWfcF::a2,b2,,a7,b7\nguard:G:R::d1,,f8\n\
                morph=!!!!!!!!/!!!!!!!!/!!!!!!!!/!!!!!!!!/......../......../......../........\n\
                rook:R:R::a1,,h8\nking:K:K::e1,,d8\n";
    let game = defined(text);
    let (refused, all) = refused(&game, "3k1g1r/pp6/8/8/8/8/PP6/2RGK3 b - - 0 1");
    assert!(["f8f6", "a7a6"].iter().all(|mv| refused.contains(&(*mv).into())), "{refused:?} of {all:?}");
    assert!(!refused.contains(&"d8e8".into()) && all.contains(&"d8e8".into()), "{refused:?} of {all:?}");
    assert!(has_note(&dialect(text), "guard: XBoard sees checks", ""));
    // The rook may move there, so there is no difference.
    assert!(!has_note(&dialect(text), "rook: XBoard sees checks", ""));
}

#[test]
fn drops_that_leave_such_checks_are_refused() {
    // The pawn may not capture on the king's square.
    let game = defined(
        "holdingsType=-1\nroyal=K\npawn:P:fmWfcF::a2-h2\nmorph=!\nknight:N:N::b1,g1\nrook:R:R::a1,h1\nking:K:K::e1\n",
    );
    let (sent, refused) = sent_and_refused(&game, "6rk/6pp/8/8/8/8/3p4/4K3[N] w - - 0 1");
    assert!(refused.contains(&"N@f7".into()) && sent.contains(&"e1d1".into()), "{refused:?} of {sent:?}");
    assert!(sent.iter().all(|text| !text.contains('@')), "{sent:?}");
}

#[test]
fn drops_that_xboard_lacks_are_refused_if_there_is_nothing_else() {
    // 2.3: suffixed IDs "do **not** work in drops".
    let text = "files=5\nranks=5\nholdingsType=-1\nroyal=K\nmaxPromote=0\nsymmetry=none\nguard:G':F::b2\n\
                rook:R:R::,,c4\nking:K:K::a1,,c5\n";
    let (sent, refused) = sent_and_refused(&defined(text), "5/5/1k3/5/K1r2[G'] w - - 0 1");
    assert!(sent.is_empty() && refused == ["G'@b1"], "{sent:?} {refused:?}");
}

#[test]
fn types_without_a_line_in_the_holdings_are_counted_on_the_first_one() {
    // 2.3: "captured types beyond it turn into Pawns in hand", on the first line.
    let text = "files=5\nranks=4\nholdingsType=-1\nroyal=K\npromoChoice=R\nsymmetry=none\npawn:P:fmWfcF::a2,,e3\n\
                rook:R:R::,,e4\nbishop:B:B::\nknight:N:N::\nsilver:S:FfW::\nking:K:K::a1,,c4\n";
    let held = dialect(text);
    assert!(has_note(&held, "holds only 3", ""), "{:?}", held.notes);
    let (_, refused) = sent_and_refused(&defined(text), "2k2/5/5/K4[PRBNS] w - - 0 1");
    let mut letters: Vec<&str> = refused.iter().map(|text| &text[..1]).collect();
    letters.dedup();
    assert_eq!(letters.len(), 2, "{refused:?}");
}

#[test]
fn checks_by_types_with_one_id_are_answered() {
    // To XBoard both are one piece that moves like either.
    let game =
        defined("symmetry=none\nroyal=K\nmaxPromote=0\nrook:R:R::,,d8\ndragon:R:RF::a1\nking:K:K::e1,,e8\n");
    let (refused, all) = refused(&game, "4k3/8/8/8/8/3r1K2/8/8 w - - 0 1");
    assert!(!all.contains(&"f3e3".into()) && all.contains(&"f3e2".into()), "{all:?}");
    assert_eq!(refused, Vec::<String>::new(), "White alone has a dragon");
    let game = defined(
        "symmetry=none\nroyal=K\nmaxPromote=0\nrook:R:R::,,d8\ndragon:R:RF::,,a8\nking:K:K::e1,,e8\n",
    );
    let (refused, all) = self::refused(&game, "4k3/8/8/8/8/3r4/5K2/8 w - - 0 1");
    assert_eq!(refused, ["f2e2"], "{all:?}");
}

#[test]
fn goals_are_not_entered_in_check() {
    // definitions.md: "wins immediately, even if its royals are attacked"; XBoard refuses the move.
    let text = "royal=K\nmaxPromote=0\npawn:P:fmWfcF::a2-d2\nrook:R:R::h1,,e8\nknight:N:N::c3,,g8\n\
                morph=......../......../......../...#..../......../......../......../........\nking:K:K::e1,,a8\n\
                symmetry=none\n";
    let game = defined(text);
    let (in_check, all) = refused(&game, "k3r3/8/8/8/8/2N5/8/4K3 w - - 0 1");
    assert_eq!(in_check, ["c3d5"], "{all:?}");
    let (free, all) = refused(&game, "k4r2/8/8/8/8/2N5/8/4K3 w - - 0 1");
    assert!(free.is_empty() && all.contains(&"c3d5".into()), "{free:?} of {all:?}");
}

#[test]
fn drops_on_pieces_are_refused() {
    let text = "handSwap=1\nsymmetry=none\nroyal=K\nmaxPromote=0\npawn:P:fmWfcF::a2-h2,,a7\nrook:R:R::a1,h1:1\n\
                rookb:R:RF:::1\nking:K:K::e1,,e8\n";
    let (sent, refused) = sent_and_refused(&defined(text), "4k3/8/8/8/8/8/8/R3K3[R] w - - 0 1");
    assert!(sent.iter().all(|mv| !mv.starts_with("R@a1")), "{sent:?}");
    assert!(sent.iter().any(|mv| mv == "R@c3"), "{sent:?}");
    assert!(refused.iter().all(|mv| mv.starts_with("R@a1") || mv.contains('#')), "{refused:?}");
    assert!(has_note(&dialect(text), "occupied squares", "never change places"));
}

#[test]
fn other_games_with_xboards_names_are_described() {
    let text =
        "name=super\nroyal=K\nking:K:K::e1\nrook:R:R::a1,h1\nelephant:E:FA::b1,g1\npawn:P:mfFcfW::a2-h2\n";
    let game = defined(text);
    assert_eq!(variant_names::known_as(&game.variant), None);
    assert_eq!(variant_names::offered(&game.variant), "x-super");
    assert!(Dialect::new(&game.variant).setup.is_some());
    // The same rules, from a file of the user.
    for name in ["normal", "courier", "fischerandom", "xiangqi"] {
        let entry = entry(name);
        let (copy, _) = read_definition(name, entry.text).expect("a definition");
        for array in [copy.clone(), copy.in_xboard().shuffled(3)] {
            assert_eq!(variant_names::offered(&array), name);
            assert_eq!(variant_names::namesake(&array), None);
        }
    }
}

#[test]
fn mates_that_do_not_win_are_not_adjudicated() {
    for (end, noted) in [("win", true), ("draw", true), ("fewer", true), ("loss", false)] {
        let text = format!("checkmate={end}\nroyal=K\nmaxPromote=0\nrook:R:R::a1\nking:K:K::e1\n");
        let dialect = dialect(&text);
        assert_eq!(has_note(&dialect, "checkmate", "-checkMates false"), noted, "{end}: {:?}", dialect.notes);
        assert_eq!(!dialect.warnings.is_empty(), noted, "{end}");
    }
}

#[test]
fn ids_with_suffixes_are_translated_whole() {
    let text = "maxPromote=2\npromoZone=2\npromoChoice=R\nroyal=K\nsymmetry=none\npawn:P:fmWfcF::a2,,a7\n\
                pawnb:P':fW::b2,,b7\nrook:R:R::\nking:K:K::e1,,e8\n";
    let game: Game = defined(text);
    let dialect = Dialect::new(&game.variant);
    let fen = dialect.incoming_fen(&game, "4k3/8/+p'+p6/8/8/+P'+P6/8/4K3 w - - 0 1");
    assert!(fen.starts_with("4k3/8/rr6/8/8/RR6/8/4K3 w"), "{fen}");
}

#[test]
fn types_with_one_id_share_the_longest_line() {
    let dialect =
        dialect("royal=K\nmaxPromote=0\nsymmetry=none\nc:X:qC::c1,,c8\nj:X:nZX::b2,,b7\nking:K:K::e1,,e8\n");
    assert!(dialect.pieces.iter().all(|line| line.len() <= 511), "{:?}", dialect.pieces);
    assert!(has_note(&dialect, "too long", ""), "{:?}", dialect.notes);
}

/// 3.7: "Once promoted, no second promotion".
#[test]
fn pieces_that_promote_twice_are_sent_by_letter() {
    let morphs = "morph=BBBBBBBB/BBBBBBBB\nbishop:B:B::c1\nmorph=RRRRRRRR\nrook:R:R::a1\nking:K:K::e1\n";
    let game = defined(&format!("royal=K\nknight:N:N::b1\n{morphs}"));
    let dialect = Dialect::new(&game.variant);
    assert!(
        has_note(&dialect, "knight: XBoard does not promote", "-testLegality false"),
        "{:?}",
        dialect.notes
    );
    let (sent, refused) = sent_and_refused(&game, "4k3/3B4/2N5/8/8/8/8/4K3 w - - 0 1");
    assert!(sent.contains(&"c6a7b".into()) && sent.contains(&"d7c8+".into()), "{sent:?}");
    assert_eq!(refused, Vec::<String>::new());
}

/// Plays moves from the start and returns the moves that are sent next and those that are not.
fn moves_after(game: &Game, moves: &[&str]) -> [Vec<String>; 2] {
    let dialect = Dialect::new(&game.variant);
    let mut pos = Position::start(game);
    for text in moves {
        let mv = movetext::parse(game, &mut pos, text).unwrap_or_else(|why| panic!("{text}: {why}"));
        pos.make(game, mv);
    }
    let legal = movegen::legal_moves(game, &mut pos);
    let refused = dialect.unsendable(game, &pos, &legal);
    let (refused, sent): (Vec<Move>, Vec<Move>) = legal.iter().partition(|mv| refused.contains(mv));
    [sent, refused].map(|moves| moves.iter().map(|mv| movetext::format(game, &pos, *mv)).collect())
}

/// Under the parent `great`, XBoard returns captured pieces to their owners (tested with XBoard 4.9.1), and takes
/// promotion choices from there: elsewhere the captor gets them.
#[test]
fn returned_pieces_are_dropped_only_if_xboard_returns_them() {
    let pieces = "symmetry=none\nholdingsType=1\nroyal=K\nfiles=6\nranks=6\npawn:P:fmWfcF@0::a2,b4,,a5,b5,f4\n\
                  rook:R:R::f1,,b6\nking:K:K::d1,,d6\n";
    for (choices, parent) in [("*R", "great"), ("R", "fairy")] {
        let game = defined(&format!("promoChoice={choices}\n{pieces}"));
        let setup = Dialect::new(&game.variant).setup.unwrap();
        assert!(setup.contains(&format!("_{parent} ")), "{setup}");
        let [sent, refused] = moves_after(&game, &["b4a5"]);
        let dropped = sent.iter().any(|text| text.contains('@'));
        assert_eq!((dropped, refused.is_empty()), (parent == "great", parent == "great"), "{refused:?}");
        assert!(refused.iter().all(|text| text.contains('@')), "{refused:?}");
    }
    // What XBoard shows on the board is known after promotions, too.
    let game = defined(&format!("promoChoice=R\n{pieces}"));
    let [_, refused] = moves_after(&game, &["b4a5", "b5b4", "a5a6r"]);
    assert!(refused.iter().all(|text| text.contains('@')), "{refused:?}");
}

/// XBoard brings no piece to the hand that a move names on the way (tested with XBoard 4.9.1).
#[test]
fn victims_on_the_way_are_not_dropped() {
    let drops = |texts: &[String]| texts.iter().any(|text| text.starts_with("P@"));
    let game = defined(
        "files=6\nranks=6\nsymmetry=none\nholdingsType=-1\nroyal=K\nmaxPromote=0\nnight:N:NcaN@0::b1,,c4\n\
         pawn:P:fmWfcF@0::,,c3,e5\nking:K:K::a1,,f6\n",
    );
    for (moves, dropped) in [(&["b1c3", "c4b2"][..], true), (&["b1c3,c3e2", "c4b2"][..], false)] {
        let [sent, refused] = moves_after(&game, moves);
        assert_eq!((drops(&sent), drops(&refused)), (dropped, !dropped), "{sent:?} and {refused:?}");
    }
    // A pawn names what it captures en passant from its own half.
    let game = defined(
        "files=6\nranks=6\nsymmetry=none\nholdingsType=-1\nroyal=K\npromoChoice=R\n\
         pawn:P:ifmnDfmWfceF@0::b3,,c5,e5\nrook:R:R@0::e1\nking:K:K::a1,,f6\n",
    );
    let [sent, refused] = moves_after(&game, &["a1a2", "c5c3", "b3c4", "f6e6"]);
    assert_eq!((drops(&sent), drops(&refused)), (false, true), "{sent:?} and {refused:?}");
    // XBoard lets no pawn of this game be captured en passant.
    let notes = Dialect::new(super::variant("shogun")).notes;
    assert!(!notes.iter().any(|note| note.contains("on the way")), "{notes:?}");
}

#[test]
fn captures_in_place_are_described_although_they_unload() {
    // The last leg takes again what the one before it has unloaded.
    for betza in ["NucabK", "mRucaibR"] {
        let game = defined(&format!("royal=K\nmage:M:{betza}::b1\nrook:R:R::a1\nking:K:K::e1\n"));
        let dialect = Dialect::new(&game.variant);
        assert!(dialect.partly.is_empty(), "{:?}", dialect.notes);
        let said = said(&betza.replace("uc", "c").replace('b', "bm"));
        assert!(dialect.pieces.contains(&format!("piece M& {said}")), "{said}: {:?}", dialect.pieces);
        let (sent, refused) = sent_and_refused(&game, "4k3/8/8/2r5/2M5/8/8/4K3 w - - 0 1");
        assert!(sent.contains(&"c4c5,c5c4".into()) && refused.is_empty(), "{sent:?} and {refused:?}");
    }
}

/// 3.4, and tried with XBoard 4.9.1: it takes the final `x` of a move for the sign of a capture, and leaves it out when it
/// sends the move on.
#[test]
fn promotions_to_x_are_written_with_an_equals_sign() {
    let text = "files=6\nranks=6\nsymmetry=none\npromoChoice=QX\nroyal=K\npawn:P:fmWfcF::a5,,c3\nexotic:X:QN::\n\
                queen:Q:WF::\nking:K:K::f1,,d6";
    let game = defined(text);
    let dialect = Dialect::new(&game.variant);
    let mut pos = Position::from_fen(&game, "2k3/P5/6/6/6/5K w - - 0 1").expect("a position");
    let (sent, refused) = sent_and_refused(&game, "2k3/P5/6/6/6/5K w - - 0 1");
    assert!(sent.contains(&"a5a6=X".into()) && sent.contains(&"a5a6q".into()), "{sent:?}");
    assert_eq!(refused, Vec::<String>::new());
    let readings = dialect.incoming(&game, &pos, "a5a6");
    let read: Vec<_> =
        readings.iter().filter_map(|text| movetext::parse(&game, &mut pos, text).ok()).collect();
    let meant = movetext::parse(&game, &mut pos, "a5a6x").expect("a move");
    assert_eq!(read, [meant]);
    // Without the letter, a move that gates is one that does not.
    let text = "royal=K\ngateBlocks=0\npawn:P:::a2-h2\nknight:N:N(iuO-N)::b1,g1\namazon:X:QN:::1\nhawk:H:BN:::1\n\
                king:K:K::e1";
    let (sent, refused) = sent_and_refused(&defined(text), "4k3/8/8/8/8/8/8/1N2K3[XH] w Bb - 0 1");
    assert!(sent.contains(&"b1c3".into()) && sent.contains(&"b1c3h".into()), "{sent:?}");
    assert!(refused.contains(&"b1c3=X".into()), "{refused:?}");
}

/// 2.3 and 3.4: pieces without a description have the moves of their slot, and a lame step makes a piece immobile.
#[test]
fn pieces_of_which_no_move_can_be_told_are_immobile() {
    let lines =
        dialect("royal=K\npawn:P:::a2-h2\nswapper:S:uN::b1\njumper:J:muN::c1\nbase:B:cuN::d1\nhopper:H:guR::f1\nking:K:K::e1")
            .lines();
    for line in ["piece S& mN", "piece J& mN", "piece B& nW", "piece H& gR"] {
        assert!(lines.iter().any(|other| other == line), "{line}: {lines:?}");
    }
}

/// 2.4: "with holdings the letters are shifted by two files".
#[test]
fn files_of_unmoved_kings_are_shifted_beside_hands() {
    let text = |hands: &str| {
        format!("files=6\nranks=6\n{hands}royal=K\npawn:P:fW:pawn:a2\nrook:R:R:rook:f3\nking:K:KiA:king:d1")
    };
    for (hands, fen) in
        [("holdingsType=-1\n", "3k2/p5/5r/5R/P5/3K2[-] w Ff - 0 1"), ("", "3k2/p5/5r/5R/P5/3K2 w Dd - 0 1")]
    {
        let game = defined(&text(hands));
        let said = Dialect::new(&game.variant).incoming_fen(&game, fen);
        let mut pos = Position::from_fen(&game, &said).expect("a position");
        assert!(movetext::parse(&game, &mut pos, "d1b3").is_ok(), "{said}");
    }
}

#[test]
fn a_hole_under_a_piece_is_noted() {
    let told = dialect("symmetry=none\nroyal=K\nhole::::d2\npawn:P:fW:pawn:d2\nking:K:K:king:b2,,g8");
    assert!(has_note(&told, "is a hole once a piece has left it", "-testLegality false"), "{:?}", told.notes);
}

#[test]
fn swaps_are_described() {
    // 4.5: "Parents without castling rights ...: the two pieces **swap**".
    let text = "files=8\nranks=8\nmaxPromote=0\nroyal=1\nking:K:KisO2::e1\nrook:R:R::a1,h1\nswapper:S:QudQ::d1\npawn:P:fmW::a2-h2";
    let (variant, _) = read_definition("stage", text).unwrap();
    let game = Game::new(variant).unwrap();
    let dialect = Dialect::new(&game.variant);
    assert!(dialect.setup.as_ref().unwrap().contains("_nocastle "), "{:?}", dialect.setup);
    assert!(dialect.pieces.contains(&String::from("piece S& QdQ")), "{:?}", dialect.pieces);
    assert!(dialect.partly.contains(&String::from("swapper")), "{:?}", dialect.notes);
    // XBoard believes that the king that swaps is gone; it knows about the other swaps.
    let (refused, all) = refused(&game, "k7/8/8/8/8/8/3P4/R2SK3 w - - 0 1");
    assert_eq!(refused, ["d1e1"], "{all:?}");
    assert!(all.contains(&String::from("d1d2")), "{all:?}");
    let warned =
        dialect.warnings.iter().any(|text| text.starts_with("no swapper makes these moves here: swapping"));
    assert!(warned, "{:?}", dialect.warnings);
}

/// XBoard writes a promotion by choice as `+` where it knows no letter for it; without `+` the pawn stays one.
#[test]
fn a_plus_promotes_where_declining_is_legal() {
    let game = game("wildebeest");
    let dialect = Dialect::new(&game.variant);
    let mut pos =
        Position::from_fen(&game, "5k5/P10/11/11/11/11/11/11/11/5K5 w - - 0 1").expect("a position");
    for (text, meant) in [("a8a9+", "a8a9q"), ("a8a9", "a8a9")] {
        let mv = dialect.read(&game, &mut pos, text).expect(text);
        assert_eq!(movetext::format(&game, &pos, mv), meant, "{text}");
    }
}

/// XBoard passes on castling with a piece put on the rook's square as a move of the rook beside the king.
#[test]
fn castling_with_a_gate_on_the_rooks_square_is_not_sent() {
    let game = game("seirawan");
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R[EHeh] w KQBCDFGkqbcdfg - 0 1";
    let (sent, refused) = sent_and_refused(&game, fen);
    assert!(sent.contains(&"e1g1e".into()) && sent.contains(&"e1g1".into()), "{sent:?}");
    assert_eq!(refused, ["h1e1h", "h1e1e"]);
}
