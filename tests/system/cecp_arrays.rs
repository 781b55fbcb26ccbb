//! Two engines of one game in XBoard whose array is shuffled: each draws an array, and XBoard sends the second engine that
//! of the first.

use crate::support::gui::Gui;
use griffon::engine::library::Library;
use griffon::position::{Game, Position};
use griffon::random::Rng;
use griffon::variant::{Variant, read};
use std::collections::BTreeSet;

/// Starts an engine that draws the array of a seed; returns the FEN of its setup.
fn engine(variant: &Variant, seed: u64) -> (Gui, String) {
    let mut library = Library::all(vec![variant.clone()]);
    library.set_seed(seed);
    let mut gui = Gui::with(library);
    gui.send(&format!("variant {}", variant.name));
    let setup = gui.expect("setup *");
    gui.send("force");
    gui.sync();
    let fen = setup.splitn(4, ' ').nth(3).expect("a FEN").to_owned();
    (gui, fen)
}

/// Sends a line to both engines; neither may complain.
fn tell(guis: &mut [Gui; 2], line: &str) {
    for gui in guis {
        gui.send(line);
        let heard = gui.sync();
        let complains =
            |line: &String| ["Illegal", "Error", "tellusererror"].iter().any(|word| line.starts_with(word));
        assert!(!heard.iter().any(complains), "{line}: {heard:?}");
    }
}

/// Plays random moves; both engines must have the same moves and accept them. Returns the arrays that were drawn.
fn play(variant: &Variant, seeds: [u64; 2], plies: usize) -> BTreeSet<String> {
    let [(first, fen), (second, other)] = seeds.map(|seed| engine(variant, seed));
    let mut guis = [first, second];
    let mut rng = Rng(seeds[0]);
    tell(&mut guis, &format!("setboard {fen}"));
    for _ in 0..plies {
        let [list, others] = guis.each_mut().map(|gui| {
            let mut list = gui.moves();
            list.sort();
            list
        });
        assert_eq!(list, others, "{}: {fen} and {other}", variant.name);
        // Castling is rare: prefer kings' moves of two squares and more.
        let far = |text: &&String| {
            let files: Vec<u8> = text.bytes().filter(u8::is_ascii_lowercase).collect();
            files.len() >= 2 && files[0].abs_diff(files[1]) >= 2
        };
        let preferred: Vec<&String> = list.iter().filter(far).collect();
        let Some(text) = (if preferred.is_empty() || rng.below(2) == 0 {
            list.get(rng.below(list.len().max(1)))
        } else {
            Some(*rng.pick(&preferred))
        }) else {
            break;
        };
        tell(&mut guis, &format!("usermove {text}"));
    }
    [fen, other].into()
}

#[test]
fn array_of_the_other_engine_is_taken_over() {
    // XBoard sends the second engine the array that the first one drew; castling is entered as from that array. On six
    // files the king castles from d1 only: towards a1, where the rook stands.
    let text = "name=drawn\nfiles=6\nranks=12\nroyal=K\nsymmetry=rotate\nshuffle=DK\npawn:P:mfWcfFimfnD::b2,d2,e2,f2\nduke:D:FfW::c1\nrook:R:R::a1,e1\nking:K:KisO3::d1\n";
    let variant = read("drawn", text).unwrap().0;
    let mut arrays = BTreeSet::new();
    for seed in 1..20 {
        let (mut gui, fen) = engine(&variant, seed);
        arrays.insert(fen);
        gui.script(
            "> setboard 1rkd1r/ppp1p1/6/6/6/6/6/6/6/6/1P1PPP/R1DKR1 w - - 0 1
             > usermove c1c2
             > usermove a11a10
             > usermove d1a1",
        );
        let heard = gui.sync();
        assert!(heard.iter().all(|line| !line.starts_with("Illegal")), "seed {seed}: {heard:?}");
    }
    assert_eq!(arrays.len(), 2);
}

/// Kings that castle by one or several distances, by fast castling, towards inner partners, or leap, among shuffled
/// pieces. The catalogue's shuffled games are shuffled by XBoard.
#[test]
fn engines_with_different_arrays_agree() {
    let mut variants: Vec<Variant> = Vec::new();
    for (n, king) in ["isO2", "isO2isO3", "irO2ilO3", "isjO2", "ispO3", "isO4", "imN"].into_iter().enumerate()
    {
        for (m, shuffle) in ["K", "KN", "RNK", "BNRQ", "N!BRQK"].into_iter().enumerate() {
            let text = format!(
                "name=drawn{n}{m}\nfiles=9\nranks=8\nroyal=K\nmaxPromote=0\nshuffle={shuffle}\nrook:R:R::a1,i1\nknight:N:N::b1,h1\n\
                 bishop:B:B::c1,g1\nqueen:Q:Q::d1\nking:K:K{king}::e1\npawn:P:fmWfcF::a2,c2,e2,g2,i2\n"
            );
            variants.push(read("drawn", &text).expect("a variant").0);
        }
    }
    // A set on two ranks: the king may castle on either.
    for (n, king) in ["isO2", "isjO4", "ispO3", "isO2isO3", "imN"].into_iter().enumerate() {
        let text = format!(
            "name=deep{n}\nfiles=11\nranks=12\nroyal=K\nmaxPromote=0\nshuffle=DBACK\npawn:P:fmW::a3,c3,e3,g3\nduke:D:R::c1,f1\n\
             bishop:B:FfW::k2\nanimal:A:WfN::h2\ncardinal:C:BN::d1\nrook:R:R::b2,i2\nking:K:K{king}::j2\n"
        );
        variants.push(read("deep", &text).expect("a variant").0);
    }
    let mut arrays = 0;
    for (number, variant) in variants.iter().enumerate() {
        let drawn = play(variant, [2 * number as u64 + 1, 2 * number as u64 + 2], 16);
        arrays += usize::from(drawn.len() == 2);
    }
    assert!(arrays * 2 > variants.len(), "{arrays} of {} games with different arrays", variants.len());
}

/// After one game of this kind XBoard shuffles its own array, too, and sends it before it reads the `setup` of the next
/// game, whose array it then shows.
#[test]
fn arrays_that_xboard_draws_itself_are_passed_over() {
    let text = "name=drawn\nshuffle=N!BRQK\nroyal=K\npawn:P:::a2-h2\nknight:N:N::b1,g1\nbishop:B:::c1,f1\n\
                rook:R:::a1,h1\nqueen:Q:::d1\nking:K:KisO2::e1\n";
    let variant = read("drawn", text).expect("a variant").0;
    let own = "rnkqnrbb/pppppppp/8/8/8/8/PPPPPPPP/RNKQNRBB w FAfa - 0 1";
    let mut gui = Gui::with(Library::all(vec![variant]));
    let mut moves = |lines: &[&str]| {
        ["new", "random", "variant drawn"].iter().for_each(|line| gui.send(line));
        lines.iter().for_each(|line| gui.send(line));
        let fen = gui.expect("setup *").splitn(4, ' ').nth(3).expect("a FEN").to_owned();
        gui.sync();
        let shown = gui.moves();
        gui.send(&format!("setboard {fen}"));
        (shown, gui.moves())
    };
    let (shown, of_setup) = moves(&["force", &format!("setboard {own}"), "post", "ping 1"]);
    assert_eq!(shown, of_setup);
    // An empty board, of another width, is not complained about.
    let (shown, of_setup) = moves(&["force", "setboard 10/10/10/10/10/10/10/10 w JAja - 0 1", "ping 2"]);
    assert_eq!(shown, of_setup);
    assert!(!gui.heard.iter().any(|line| line.starts_with("tellusererror")), "{:?}", gui.heard);
    // Other positions are no arrays of XBoard, however symmetrical.
    for other in ["4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"] {
        ["variant drawn", "force", &format!("setboard {other}")].iter().for_each(|line| gui.send(line));
        gui.sync();
        assert!(gui.moves().contains(&String::from("e1d1")), "{other}: {:?}", gui.moves());
    }
    // The second engine is sent the array of the first one later.
    gui.send("variant drawn");
    gui.sync();
    gui.send(&format!("setboard {own}"));
    assert!(gui.moves().contains(&String::from("e1f3")), "{:?}", gui.moves());
}

/// A FEN does not say which of several types with one ID are in hand: those of the start, if they may be.
#[test]
fn hands_of_the_start_are_recognised() {
    let text = "name=alike\nroyal=K\nmaxPromote=0\npawn:P:fmWfcF::a2-h2\ngunner:G:fR:::1\nturned:G:sR:::1\n\
                knight:N:N::b1,g1\nking:K:K::e1\n";
    let variant = read("alike", text).expect("a variant").0;
    let (mut gui, fen) = engine(&variant, 1);
    let start = gui.moves();
    gui.send(&format!("setboard {fen}"));
    assert!(fen.contains("[GGgg]"), "{fen}");
    assert_eq!(gui.moves(), start);
    // Unless the FEN says so: type 2 is the gunner, type 3 the turned one.
    gui.send(&format!("setboard {fen} {{hand=w2:2,b2:2}}"));
    assert!(gui.moves().iter().all(|mv| !mv.contains("#3")), "{:?}", gui.moves());
    let game = Game::new(variant).expect("tables");
    let pos = Position::from_fen(&game, &fen).expect("a position");
    assert_eq!(pos.hands(), Position::start(&game).hands());
}

/// XBoard's board does not displace pieces: a side whose only move does so resigns, since XBoard would refuse the move.
#[test]
fn a_side_resigns_if_xboard_refuses_its_only_move() {
    let text = "files=8\nranks=6\nroyal=K\npiecec:C:ucR::a1,h1\nrook:R:R::a2\nking:K:K::f2\n";
    let variant = read("swap", text).expect("a variant").0;
    let (mut gui, _) = engine(&variant, 1);
    for (fen, answer) in
        [("c2R3k/1R6/8/8/8/7K b - - 0 1", "resign"), ("c2R3k/8/8/8/8/7K b - - 0 1", "move h6*")]
    {
        gui.send("force");
        gui.send(&format!("setboard {fen}"));
        gui.send("sd 2");
        gui.send("go");
        gui.expect(answer);
    }
}

/// Black has won by White's lost knights, but XBoard does not know this rule.
#[test]
fn moves_after_a_win_are_those_that_xboard_executes() {
    let text = "files=8\nranks=6\nroyal=K\nextinct=N\npiecec:C:ucR::a1,h1\nrook:R:R::a2\nknight:N:N::c1\nking:K:K::f2\n";
    let variant = read("swap", text).expect("a variant").0;
    let (mut gui, _) = engine(&variant, 1);
    gui.script(
        "> computer
         > setboard c2R3k/1R6/8/8/n7/7K b - - 0 1
         > go
         < resign",
    );
}

/// XBoard takes a piece that has come back to its start square for unmoved: it sees the black king in check by the
/// initial move and refuses to capture the knight instead.
#[test]
fn checks_that_xboard_alone_sees_are_answered() {
    let text = "files=6\nranks=6\nroyal=K\nsymmetry=none\npiecec:C:RisF::b2\nknight:N:N::f1\nrook:R:R::,,f5\n\
        king:K:K::a6,,c4\n";
    let variant = read("back", text).expect("a variant").0;
    let (mut gui, fen) = engine(&variant, 1);
    gui.send(&format!("setboard {fen}"));
    for mv in ["b2b1", "c4c3", "b1b2"] {
        assert!(gui.moves().contains(&String::from(mv)), "{mv}: {:?}", gui.moves());
        gui.send(&format!("usermove {mv}"));
    }
    assert!(gui.moves().contains(&String::from("f5f1")), "{:?}", gui.moves());
    gui.send("sd 2");
    gui.send("go");
    gui.expect("move c3*");
}
