//! Positions from random playouts and random cases on which the generators once disagreed: the correct moves, and
//! agreement.

use crate::support::agreement::{check_fen, pairs};
use griffon::board::Square;
use griffon::moves;
use griffon::movetext::format;
use griffon::position::{Game, Move, Position};
use griffon::variant::{catalogue, read};

/// Returns a game by its catalogue name or its definition.
fn game(spec: &str) -> Game {
    let variant = match catalogue::find(spec) {
        Some(entry) => entry.variant.clone(),
        None => read("case", spec).expect("the definition is sound").0,
    };
    Game::new(variant).expect("its tables can be built")
}

/// Returns the legal moves of a position; both generators must agree.
fn moves(spec: &str, fen: &str) -> Vec<String> {
    let game = game(spec);
    let mut pos = Position::from_fen(&game, fen).expect("the position is sound");
    let list = pairs(&game, &mut pos, spec);
    list.iter().map(|&(mv, _)| format(&game, &pos, mv)).collect()
}

/// SPEC: Interactive diagrams, "extinction": "that all royals have to be captured": with a second royal there is no
/// check.
#[test]
fn no_check_with_a_second_royal() {
    let found = moves("shoshogi", "4+P4/1+P2+P4/8k/2P1E3l/4S2pp/G2P5/4R4/4K4/4+n4 w - - 4 127");
    for promotion in ["e6d7+", "e6e7+", "e6f7+"] {
        assert!(found.iter().any(|mv| mv == promotion), "{promotion} in {found:?}");
    }
}

/// The same for a royal from the hand: dropped in its promoted form (`dropForms`), next to a checker on the edge.
#[test]
fn no_check_with_a_second_royal_from_the_hand() {
    let text = "files=5\nranks=5\nsymmetry=none\nholdingsType=-1\ndropForms=1\nmaxPromote=1\npromoOffset=2\n\
                royal=3\npawn:P:fW::,,e3\nrook:R:R::a5,,\nking:K:K::c1,,c5\n";
    let found = moves(text, "R1k2/5/4p/5/2K2[p] b - - 0 1");
    assert!(found.iter().any(|mv| mv == "K@e1"), "{found:?}");
    assert!(!found.iter().any(|mv| mv == "P@e1"), "{found:?}");
}

/// SPEC: Wikipedia, "Grand chess": a pawn that cannot promote stays where it is, but gives check.
#[test]
fn a_pawn_that_cannot_promote_gives_check() {
    let fen =
        "1N1b6/1bn2kb3/cp5q1p/rP2P1Q~P1P/r1P2pP1P1/3Pn~1p3/nP1P5r/3B2NPa1/1p2A3q1/1K6C1[PRp] w - - 1 125";
    let found = moves("grandhouse", fen);
    assert!(!found.iter().any(|mv| mv == "b1a1" || mv == "b1c1"), "{found:?}");
}

/// SPEC: Interactive diagrams, "Irregular boards": a square "will revert to a hole, rather than an empty square, when
/// that piece moves away again": nothing can be unloaded there.
#[test]
fn nothing_is_unloaded_on_a_hole() {
    let text = "files=5\nranks=5\nsymmetry=none\nroyal=2\nmaxPromote=0\nhole::::c3\n\
                swapper:S:uK::c3,,\nking:K:K::a1,,e5,d4\n";
    let found = moves(text, "4k/3k1/2S2/5/K4 w - - 0 1");
    assert!(!found.iter().any(|mv| mv.starts_with("c3") && mv.contains("d4")), "{found:?}");
    assert!(found.iter().any(|mv| mv == "c3b3"), "{found:?}");
}

/// A trail in a FEN is the whole trail, not part of a longer one.
#[test]
fn a_fen_names_the_whole_trail() {
    let game = game("wildebeest");
    let fen = "2r1k3n2/9p1/p2p7/1ppn5Br/c2bp1Ppp1N/2PPp4bP/2P1P3P2/7P1P1/6K1W2/3C2B2NR b - d4 0 57";
    let pos = Position::from_fen(&game, fen).expect("the position is sound");
    check_fen(&game, &mut pos.clone(), || String::from("wildebeest"));
    assert_eq!(pos.fen(&game), fen);
}

/// SPEC: XBetza, "The Imitator": "the most recently moved (or imitated) piece type": a pass moves no piece.
#[test]
fn a_pass_cannot_be_imitated() {
    let text = "files=5\nranks=5\nsymmetry=none\nroyal=3\nmaxPromote=0\npass=1\n\
                pawn:P:fW::a2,,\nimitator:I:I::,,b4\nking:K:K::d1,,e5\n";
    let game = game(text);
    let mut pos = Position::from_fen(&game, "4k/1i3/5/P4/3K1 w - - 0 1").expect("the position is sound");
    for text in ["d1c1", "e5e5", "c1c1"] {
        let list = pairs(&game, &mut pos, text);
        let mv = list.iter().find(|&&(mv, _)| format(&game, &pos, mv) == text).map(|&(mv, _)| mv);
        pos.make(&game, mv.unwrap_or_else(|| panic!("{text} is legal")));
    }
    let before = pos.last_moved();
    pos.unmake(&game);
    assert_eq!(pos.last_moved(), before, "the king that stayed is not imitated anew");
}

/// With `extinction` two royals may be attacked; if one promotes to a non-royal, the other may not.
#[test]
fn promotion_of_a_royal_exposes_the_other_one() {
    let text = "files=5\nranks=5\nsymmetry=none\nroyal=3\nmaxPromote=0\nknight:N:N::,,\nrook:R:R::a5,,\n\
                king:K:K::a1,,c2,e5\nmorph=N\n";
    let found = moves(text, "R3k/5/5/2k2/K4 b - - 0 1");
    assert!(!found.iter().any(|mv| mv.starts_with("c2") && mv.contains('1')), "{found:?}");
    assert!(found.iter().any(|mv| mv == "c2c3"), "{found:?}");
}

/// An initial move of a royal may not leave check; the same step as an ordinary move may.
#[test]
fn a_step_that_is_an_initial_move_too_may_leave_check() {
    let text = "files=5\nranks=5\nsymmetry=none\nroyal=2\nmaxPromote=0\nrook:R:R::,,a1\nking:K:iRK::c1,,e5\n";
    let found = moves(text, "4k/5/5/5/r1K2 w c - 0 1");
    assert!(found.iter().any(|mv| mv == "c1c2"), "{found:?}");
    assert!(!found.iter().any(|mv| mv == "c1c3"), "{found:?}");
}

/// SPEC: Interactive diagrams, "captureMatrix": "it is then mandatory to play one of those": the unquoted steps, even
/// if some also exist with a quote.
#[test]
fn a_step_that_exists_with_a_quote_must_be_played_without_it() {
    let text = "files=5\nranks=5\nsymmetry=none\nroyal=2\nmaxPromote=0\ncaptureMatrix=~\n\
                stepper:S:W'K::c3,,\nking:K:K::a1,,e5\n";
    let mut found = moves(text, "4k/5/2S2/5/K4 w - - 0 1");
    found.sort();
    assert_eq!(found, ["c3b2", "c3b3", "c3b4", "c3c2", "c3c4", "c3d2", "c3d3", "c3d4"]);
}

/// SPEC: the same, "cannot move/capture if protected": the quoted step can.
#[test]
fn a_step_that_exists_with_a_quote_may_capture_what_is_protected() {
    let text = "files=5\nranks=5\nsymmetry=none\nroyal=3\nmaxPromote=0\ncaptureMatrix=..%\n\
                stepper:S:KW'::c3,,\nrook:R:R::,,c4,d4\nking:K:K::a1,,e1\n";
    let found = moves(text, "5/2rr1/2S2/5/K3k w - - 0 1");
    assert!(found.iter().any(|mv| mv == "c3c4"), "{found:?}");
    assert!(!found.iter().any(|mv| mv == "c3d4"), "{found:?}");
}

/// docs, morph: "A move with a quote behind its atom does not win": the same step without a quote does.
#[test]
fn a_step_that_exists_with_a_quote_wins_without_it() {
    let text = "files=5\nranks=5\nsymmetry=none\nroyal=2\nmaxPromote=0\n\
                stepper:S:W'K::c3,,\nmorph=/#\nking:K:K::a1,,e5\n";
    let game = game(text);
    let mut pos = Position::from_fen(&game, "4k/5/2S2/5/K4 w - - 0 1").expect("the position is sound");
    let steps: Vec<_> = pairs(&game, &mut pos, text);
    let step: Vec<_> = steps.iter().filter(|&&(mv, _)| format(&game, &pos, mv) == "c3c4").collect();
    assert_eq!(step.len(), 1, "{step:?}");
    pos.make(&game, step[0].0);
    assert_eq!(griffon::movegen::outcome(&game, &pos), Some(griffon::movegen::Outcome::Lost));
}

/// Perft counts the replies of a side correctly if its two royals promote to each other and it loses by losing both.
#[test]
fn replies_of_royals_that_promote_to_each_other_are_counted() {
    let text = "files=7\nranks=7\nsymmetry=none\nholdingsType=-1\npromoZone=7\nmaxPromote=1\npromoOffset=1\n\
                royal=1\nroyal=2\nking:K:K::d2,,d7\nqueen:+K:mW::g3\nmorph=K/K/K/K/K/K/K\n\
                man:M:WfF::c2,e2,b3,a1\nrook:R:R::,,a5,a6\n";
    let found = moves(text, "3k3/r6/r6/7/1M4+K/2MKM2/M6[] b - - 0 1");
    assert!(found.len() > 16, "{found:?}");
}

/// A move that allows an en passant capture across a royal's square is illegal, even though no line to the royal has
/// changed.
#[test]
fn en_passant_across_royals() {
    let text = "files=8\nranks=12\nsymmetry=none\nmaxPromote=0\nroyal=3\nleaper:A:cafeA::d3\ntracker:T:nR::,,h11\nking:K:K::a2,,f5\n";
    let game = game(text);
    let fen = "8/7t/8/8/8/8/8/5k2/8/3A4/K7/8 b";
    let mut pos = Position::from_fen(&game, fen).expect("a position");
    let moves = pairs(&game, &mut pos, text);
    let name = |square: Square| game.variant.board.name(square);
    let ends: Vec<String> =
        moves.iter().filter(|(mv, _)| name(mv.from()) == "h11").map(|(mv, _)| name(mv.to())).collect();
    // The rook-like piece may not pass h7: seen from d3, h7 is two squares diagonally beyond the king on f5.
    assert!(ends.contains(&"h7".to_owned()) && !ends.contains(&"h6".to_owned()), "{ends:?}");
}

/// A leg that starts off the board has no ranks to count up to the enemy half, so it is one step long, too short to
/// skip two squares (`jj`).
#[test]
fn ranges_to_the_enemy_half_from_off_the_board() {
    for betza in ["mozabsjjR*", "mozabsjjR*WW", "moabsR*"] {
        let text = format!(
            "files=5\nranks=8\nsymmetry=none\nmaxPromote=0\nroyal=2\nodd:D:{betza}::b1\nking:K:K::b7,,b3\nhole::::e8,d5,b4\n"
        );
        let game = game(&text);
        for fen in ["4*/1K3/5/3*1/1*3/1k3/5/1D3 w - - 1 2", "4*/1K3/5/3*1/1*3/1k3/5/D4 w - - 1 2"] {
            let mut pos = Position::from_fen(&game, fen).expect("a position");
            let moves = pairs(&game, &mut pos, &text);
            let name = |mv: Move| game.variant.board.name(mv.to());
            let far = moves.iter().any(|&(mv, _)| ["d3", "e3"].contains(&name(mv).as_str()));
            assert!(!(far && betza.contains("jj")), "{betza}: {moves:?}");
        }
    }
}

/// A royal does not castle out of check, even if other pieces of its side can castle.
#[test]
fn castling_out_of_check_beside_others_that_castle() {
    let text = "files=6\nranks=6\nsymmetry=none\nmaxPromote=0\nroyal=3\nguard:A:iO1::f4\nferz:D:F3::,,e4\nking:K:KiO1::c6,,e1\nrook:R:R::b6\n";
    let game = game(text);
    let mut castles = 0;
    // The ferz attacks the king, or is blocked.
    for (fen, free) in [("1RK3/6/5A/6/4d1/4k1 w Q", true), ("1RK3/6/4dA/6/6/4k1 w Q", false)] {
        let mut pos = Position::from_fen(&game, fen).expect("a position");
        let moves = pairs(&game, &mut pos, text);
        castles += moves.iter().filter(|(mv, _)| mv.castling().is_some()).count();
        assert_eq!(moves.iter().any(|(mv, _)| mv.castling().is_some()), free, "{fen}: {moves:?}");
    }
    assert!(castles > 0);
}

/// A step may capture en passant and leave a trail itself (`enn`).
#[test]
fn en_passant_that_leaves_a_trail() {
    let text = "files=8\nranks=8\nsymmetry=none\nmaxPromote=0\nroyal=3\nchecker:D:mcennF::,,f3\nrunner:T:fnnafmsW::g1\nking:K:K::a1,,a8\n";
    let game = game(text);
    let mut pos = Position::from_fen(&game, "k7/8/8/8/8/5d2/8/K5T1 w").expect("a position");
    let moves = pairs(&game, &mut pos, text);
    let name = |square: Square| game.variant.board.name(square);
    let (run, _) = *moves
        .iter()
        .map(|(mv, twin)| (*mv, twin))
        .find(|(mv, _)| name(mv.to()) == "h2")
        .as_ref()
        .expect("g1-g2-h2");
    pos.make(&game, run);
    let answers = pairs(&game, &mut pos, text);
    let takes =
        |mv: Move| name(mv.from()) == "f3" && name(mv.to()) == "g2" && moves::is_capture(&game, &pos, mv);
    assert!(answers.iter().any(|&(mv, _)| takes(mv)), "{answers:?}");
}

/// The FEN holds the piece captured last, even if its name contains a `+`.
#[test]
fn a_captured_promoted_lion_is_read_back() {
    let game = game("chu");
    for taken in ["!N", "!+O", "!+ON"] {
        let fen = format!("4k7/12/12/12/12/12/12/12/12/12/12/7K4 w - -{taken} 0 72");
        let pos = Position::from_fen(&game, &fen).expect("the position is sound");
        assert_eq!(pos.fen(&game), fen);
        check_fen(&game, &mut pos.clone(), || String::from(taken));
    }
}

/// With `dupleCheck`, a king may not castle across a square where all royals of its side would be attacked.
#[test]
fn castling_across_a_duple_check() {
    let text = "files=6\n\
                ranks=6\n\
                royal=K\n\
                royal=C\n\
                dupleCheck=3\n\
                holdingsType=-1\n\
                pawn:P:ifmnDfmWfceF::a2-f2\n\
                knight:N:N::b1\n\
                bishop:B:B::c1\n\
                rook:R:R::a1\n\
                other:C:nN::f1\n\
                king:K:KisO2::d1\n";
    let found = moves(text, "r2kp1/p2B1p/n3cP/2p1pP/pPNpPB/1RB1KC[] b q - 3 11");
    assert!(!found.iter().any(|mv| mv == "d6b6"), "{found:?}");
}

/// A leap leaves its own trail, although a longer path of the same piece marks other squares and ends there, too.
#[test]
fn a_leap_leaves_its_own_trail() {
    let text = "files=6\n\
                ranks=9\n\
                symmetry=none\n\
                holdingsType=1\n\
                maxPromote=0\n\
                royal=0\n\
                piece0:A:crgL4::f6,,a5,d4,b6\n\
                morph=.*/DDC..\n\
                piece1:B:dabblleZ*::c5,,b1,f8,a2\n\
                piece2:C:mpjacgfJ2::a4,,e3,a7\n\
                piece3:D:nnbbllGfrrczaleafmcenWW::f1,e4,,b5,f5\n\
                tracker:T:innA::d6,,d9\n\
                monarch:K:K::e7,,c8\n";
    let fen = "3t2/2k2b/c3K1/1a1T1A/adB2d/C2aD1/b3c1/b5/1bT2D[BD] w d - 0 1";
    assert!(moves(text, fen).iter().any(|mv| mv == "e4b1"));
}

/// An en passant capture by a leap and by a longer path is one move.
#[test]
fn two_ways_to_capture_en_passant() {
    let text = "files=7\n\
                ranks=5\n\
                symmetry=none\n\
                holdingsType=-1\n\
                maxPromote=3\n\
                promoOffset=2\n\
                royal=0\n\
                piece0:A:bbllcynnabhuafbpazpT3mknamcafkcSS::b1,,f2,g1\n\
                morph==/!.!.\n\
                piece1:B:(yafe)3WX2paffrrasmceD2::f4,a1,,d2,e2,e1\n\
                piece2:C:oseFX3::g4,g5,,a3,g3\n\
                piece3:D:(maiib)3eFY::a4,g2,b2,,c1,b4,c4\n\
                tracker:T:mnaK::e4,,c2\n\
                monarch:K:KimN::e5,,e3\n";
    let found = moves(text, "2t1K1C/Ddd2BC/c1t1k1c/1DtbTaD/BAd1b1a[B] w - d5 1 2");
    assert_eq!(found.iter().filter(|mv| mv.starts_with("g2d5")).count(), 1, "{found:?}");
}

/// A royal can be attacked by a piece that captures en passant on its way.
#[test]
fn check_after_a_capture_en_passant() {
    let text = "files=5\n\
                ranks=7\n\
                symmetry=none\n\
                holdingsType=-1\n\
                maxPromote=3\n\
                promoOffset=2\n\
                royal=6\n\
                piece0:A:nnaafzcparrmcdR::c1,,d2,c6,e7\n\
                piece1:B:rmynaeuavsmcdQ::a4,b3,d6,,c2\n\
                morph==/!.!.\n\
                piece2:C:bs(maif)1bhS4::e1,b6,d3,,e6,e4\n\
                piece3:D:ffabflT4::b1,e5,e2,,a5,a7\n\
                tracker:T:fmnnD::a1,,d4\n\
                monarch:K:KimN::d7,,d5\n";
    let found = moves(text, "1a1Ka/1Ca2/b2kd/Ba1t1/TB1C1/3aD/2C2[A] b - - 1 2");
    assert!(!found.iter().any(|mv| mv.starts_with("b4c1")), "{found:?}");
}

/// Two movements of a king that mean the same castling give one move.
#[test]
fn castling_described_twice() {
    let text = "files=9\n\
                ranks=6\n\
                symmetry=none\n\
                holdingsType=1\n\
                maxPromote=3\n\
                promoOffset=2\n\
                royal=0\n\
                piece0:A:ouSSflamknQ::e5,,e3,f4,h6\n\
                morph=.*/DDC..\n\
                piece1:B:eU::a3,a2,,c5,d6\n\
                piece2:C:eI::h5,,g4,c4\n\
                piece3:D:isOO::h2,,i4,b3\n\
                tracker:T:fnafsmW::c2,,a4\n\
                monarch:K:KisO2::g1,,f2\n\
                hole::::e1,b1,c1\n";
    let found = moves(text, "7a1/2b1D2C1/t1c2ac1d/Bd2a4/5k1D1/1**1*1K2[CDd] b");
    assert_eq!(found.iter().filter(|mv| mv.starts_with("b3d3")).count(), 1, "{found:?}");
}

/// A piece put back on its square counts as moved: replies are counted with the castling rights after the move.
#[test]
fn replies_that_move_a_partner_back() {
    let text = "files=10\n\
                ranks=9\n\
                symmetry=none\n\
                maxPromote=0\n\
                royal=6\n\
                royal=4\n\
                extinction=0\n\
                piece0:A:lmkiiN::d2,,e4,i7\n\
                morph=*/CCC..\n\
                piece1:B:vrcajffrroaflA2::i3,,g5,g7\n\
                morph=*/CCC..\n\
                piece2:C:frrafaafbH::i6,d5,,b4,j2\n\
                piece3:D:sjja2kca2bmcuC::j5,d1,d9,,d3\n\
                tracker:T:ifmnDfmWfceF::c6,,e9\n\
                monarch:K:KisO2::d6,,b2\n";
    moves(text, "3Dt5/2Tc6/c5b1a1/3K4C1/3C2b1tD/1c3b4/3d2a1B1/1k6Ac/3D6 w Kk - 2 2");
}

/// A piece that promotes on a goal square wins as its new type, even in check.
#[test]
fn promotion_to_a_piece_on_its_goal() {
    let text = "files=6\n\
                ranks=6\n\
                royal=K\n\
                royal=N\n\
                royal=C\n\
                extinction=0\n\
                holdingsType=1\n\
                promoChoice=RNK\n\
                pawn:P:ifmnDfmWfceF::a2-f2\n\
                knight:N:N::b1\n\
                bishop:B:B::c1\n\
                rook:R:R::a1\n\
                other:C:nN::f1\n\
                king:K:KisO2::d1\n\
                morph=#\n";
    let found = moves(text, "r3ck/1N1p2/nK2pp/4pP/P2p2/R4C[PPPPBpb] b - - 3 20");
    assert!(found.iter().any(|mv| mv == "d2d1k"), "{found:?}");
}

/// A castling partner that is put back on its square and one whose right lapses by the same move are alike.
#[test]
fn two_ways_to_lose_a_castling_right() {
    let text = "files=6\n\
                ranks=5\n\
                symmetry=none\n\
                maxPromote=0\n\
                royal=0\n\
                piece0:A:cdafmolhuaN::f4,e1,f5,,d1,f1,b2\n\
                piece1:B:fjlA::b1,,f3,e2,d4\n\
                morph=*/CCC..\n\
                piece2:C:ieabhHyuNXU::d2,f2,,e3,a5,c4\n\
                piece3:D:rfmxC*vcgaqjaayDY::c3,d3,,a3,e4\n\
                tracker:T:fnafsmW::a4,,c2\n\
                monarch:K:KisO2::d5,,c5\n";
    moves(text, "T1kKtA/T1A1CA/daaa2/c2CC1/2ca2 b K - 1 1");
}

/// A piece freed from a pin may put a piece from the hand on the square it leaves: replies are counted with these moves.
#[test]
fn gates_of_a_piece_that_was_pinned() {
    let text = "files=6\n\
                ranks=6\n\
                royal=K\n\
                checks=2\n\
                baring=1\n\
                royalStays=1\n\
                goal=safe\n\
                pass=1\n\
                promoChoice=RNK\n\
                gateBlocks=0\n\
                pawn:P:ifmnDfmWfceF::a2-f2\n\
                knight:N:N(uO-N)::b1\n\
                bishop:B:B::c1\n\
                rook:R:R(uO-R)::a1\n\
                other:C:mRcpR::f1:2\n\
                king:K:KisO2(uO-K)::d1\n";
    moves(text, "rc2ck/ppp1pp/1P1p2/n3Pb/P1PPNP/RCBK1C[Cc] b Q - 2+2 2 6");
}

/// A royal that reaches its goal wins at once, even if the piece put on its square were all that shields it.
#[test]
fn a_gate_beside_a_goal() {
    let text = "files=6\n\
                ranks=6\n\
                royal=K\n\
                checks=2\n\
                extinct=P\n\
                noCheck=1\n\
                holdingsType=-1\n\
                setupDrops=1\n\
                captureMatrix=/.R2N2/.B5\n\
                promoChoice=C\n\
                gateBlocks=0\n\
                pawn:P:ifmnDfmWfceF::a2-f2\n\
                knight:N:N(uO-N)::b1\n\
                bishop:B:B@2::c1:::1\n\
                rook:R:R(uO-R)::a1:::1\n\
                other:C:pB::f1:2\n\
                king:K:KisO2(uO-K)::d1\n\
                morph=#\n";
    let found = moves(text, "rpb1cp/p2p1p/PCpc1P/c1rPBC/1pk1P1/1n2KC[Pn] b - - 2+2 0 14");
    assert!(found.iter().any(|mv| mv == "c2c1n"), "{found:?}");
}

/// Two types with the same moves, one of which may not hop over the other: a drop between them and the king is no check.
#[test]
fn a_type_that_may_not_hop_over_its_twin() {
    let text = "files=5\n\
                ranks=6\n\
                symmetry=none\n\
                repetition=0\n\
                royal=5\n\
                holdingsType=-1\n\
                promoZone=2\n\
                promoChoice=BC\n\
                captureMatrix=/.^.^^....!.//...^../.$!!..$....\n\
                pawn:A:fmWfceFifmnD::d4,,d6,b6,a4:1\n\
                knight:B:iN::b3,e2,e5,,e4,c2\n\
                first:C:gQ::a1,,c5,c1:1\n\
                second:D:gQ::d1,a6,,e1,e3\n\
                king:E:K::b4,,d3:1\n";
    moves(text, "Da3/E1c1B/aE2b/1B1ed/2b1B/C1cDd[AACabce] b b - 0 2 {unmoved=c2e2b3a4e4b6}");
}

/// Of two royals that may not both be attacked, one is safe: a piece that captures on its way may open its line.
#[test]
fn a_capture_on_the_way_opens_a_line_to_the_only_safe_royal() {
    let text = "files=8\nranks=8\nroyal=K\nmaxPromote=0\nextinction=3\ndupleCheck=3\npawn:P:fmW::\n\
                locust:L:mWcafmW::\nrook:R:R::\nking:K:K::e1,h1,,e8,h8\n";
    let found = moves(text, "4r2r/1kk5/8/8/3Lp3/8/8/4K2K w - - 0 1");
    assert!(!found.iter().any(|mv| mv == "d4e4,e4f4"), "{found:?}");
}

/// Where captures may be barred, a royal that takes the enemy royal but promotes to a piece that is not royal is lost.
#[test]
fn a_royal_does_not_win_by_giving_up_its_own() {
    let text = "files=5\nranks=5\nsymmetry=none\nrepetition=0\nholdingsType=-1\nmaxPromote=2\npromoOffset=1\n\
                promoZone=2\nprotected=A\ntradeThreshold=E\nroyal=5\nroyal=2\nextinction=0\n\
                first:A:gQ::b5,a5,,a1,c3:1\nroyal:B:cdQ::a4,c5,,e1:1\nthird:C:jjR::b4,e3,b1,,d1,e4,b2:1\n\
                fourth:D:caibR::c4,,d4,d3:1\nking:E:KiN::e2,,b3:0\n";
    let found = moves(text, "AAB2/BCDdc/1eadC/1c2E/aC1cb[ABCDabcd] w - - 0 1");
    assert!(found.iter().any(|mv| mv == "a4b3") && !found.iter().any(|mv| mv == "a4b3+"), "{found:?}");
}

/// "A side that must pass ... loses if it is in check": a move that makes it pass can give check.
#[test]
fn a_side_that_must_pass_can_be_in_check() {
    let text = "royal=K\nmaxPromote=0\nnoCheck=1\ncaptureMatrix=:\nrook:R:R::a1\nking:K:K::e1\n";
    let found = moves(text, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert!(found.contains(&"a1a7".to_owned()) && !found.contains(&"a1a8".to_owned()), "{found:?}");
}
