//! The compiled generator and the reference generator, which interprets the legs directly, produce the same moves and
//! the same positions after them, with random pieces on random boards. `playouts` plays the variants of the catalogue.
//!
//! `GRIFFON_AGREE_GAMES` multiplies the number of games.

use crate::support::agreement::pairs;
use crate::support::setting;
use griffon::position::{Game, Position};
use griffon::random::Rng;
use griffon::variant::read;

fn games() -> u64 {
    setting("GRIFFON_AGREE_GAMES").unwrap_or(1)
}

fn play(game: &Game, seed: u64, plies: usize, what: &str) {
    let mut random = Rng(seed);
    let mut pos = Position::start(game);
    for _ in 0..plies {
        let list = pairs(game, &mut pos, &format!("{what}, seed {seed}"));
        if list.is_empty() {
            return;
        }
        pos.make(game, random.pick(&list).0);
    }
}

/// Pieces of every form of the notation, many from the seeds.
const PIECES: &[&str] = &[
    "R",
    "B",
    "Q",
    "K",
    "N",
    "C",
    "Z",
    "FX",
    "DY",
    "NN",
    "W3",
    "fR*",
    "mRcpR",
    "pR",
    "pR3",
    "gQ",
    "gK",
    "cpafR",
    "dQ",
    "nA",
    "nD",
    "jD",
    "jA",
    "nC",
    "nZ",
    "jN",
    "nNN",
    "npDD",
    "jB",
    "jjR",
    "jR4",
    "oR",
    "ooB",
    "loK",
    "qN",
    "zB",
    "qW",
    "zR3",
    "oqW",
    "afsW",
    "FyafsF",
    "yafF",
    "asR",
    "RaisR",
    "aivsQ",
    "aK",
    "aaK",
    "mpcaK",
    "KNADcaKcabKmabK",
    "fmFfcafmF",
    "caibR",
    "cabK",
    "gabyabsR",
    "pafsR",
    "mpafsK",
    "(caf)R",
    "(caf)2B",
    "s(paf)2cR",
    "spa2fcR",
    "fmWfceFifmnD",
    "fmWfceFfmnnD",
    "KfmnnD",
    "fmWceFifnmW3",
    "ifmnNfmW",
    "iifmR2mK",
    "WfkR",
    "WkcB",
    "mQcN",
    "U",
    "mU",
    "hrN",
    "frNblC",
    "afafW",
    "afsafzW",
    "loabK",
    "oabyabR",
    "mcafmW",
    "dcafmR",
    "iN",
    "KiA",
    "camK",
    "mafcaibB",
    "yafrafqK",
    "rfyafN",
    "hrafqN",
    "qafN3",
    "nmAcnD",
    "eK",
    "udQ",
    "ucdQ",
    "WudQafudQ",
    "KucdK",
    "ucaubK",
    "caucK",
    "udaudfW",
    "mpcauK",
    "upafcR",
    "mauabcdK",
    "ucabdK",
    "mNxaN",
    "mxaN",
    "WxQaW",
    "xauK",
    "xauabcdK",
    "fmWxafcK",
    "xaxaF",
    "ixamQ",
    "caxaK",
    "xadfcF",
    "fmWxK",
    "xQ",
    "mafxW",
    "mxN",
    "xpB",
    "I",
    "FmI",
    "bcI",
    "WkIdI",
    "fbI",
    "Q'",
    "fmWfcF'",
    "udQ'R",
    "oaoK",
    "oafoW",
    "ooaooK",
    "oyaoF",
    "iU",
    "cU'",
    "udU",
    "mucU",
    "ueU",
    "xU",
    "WmxU'",
    "mcafxW",
    "xaxW",
    "mxafxK",
    "cafefF",
    "maecK",
    "eafmK",
    "ceadK",
    "uceK",
    "cauefW",
    "uceafK",
    "ueadK",
    "ceaucK",
    "K(iuO-K)",
    "N(iuO-N)R",
    "uO-fmWfcF",
    "iuO-cafmK",
    "uO-mpafK",
    "uW-bW",
    "mcuK-K",
    "uF-aW",
    "uW-abdW",
    "uW-mpafW",
    "Q:cK",
    "K:dN",
    "fmWfcF:cafcW",
    "mQcN:cdR",
    "caibR:cF",
    "mU:cW",
    "KM",
    "mQcM",
    "WdM",
    "NkM",
    "tR",
    "tpR",
    "mtpafcB",
    "KtctdN",
    "zafB",
    "zafsmR",
    "zpF",
    "fmWfcF+",
    "Q+",
    "fWff@",
    "Kj@3",
    "Fmc@4",
    "Nc@f@2",
    "WjjnW@0s@3",
    "Bbb@@2",
    "Rn@5",
];

/// Returns a description made of random modifiers.
fn random_movement(random: &mut Rng) -> String {
    const LETTERS: &[u8] = b"ffbbllrrssvvhmmccdekpgynjiioqzuxte";
    let mut text = (*random.pick(&["", "", "", "", "", "", "", "uO-", "iuO-"])).to_owned();
    for leg in 0..1 + random.below(3) {
        text += if leg > 0 { "a" } else { "" };
        let letters = random.below(4);
        text.extend((0..letters).map(|_| char::from(*random.pick(LETTERS))));
    }
    let atoms =
        ["W", "F", "D", "N", "A", "C", "K", "R", "B", "Q", "NN", "W3", "B2", "DD", "S", "Z", "U", "M", "@4"];
    text += random.pick::<&str>(&atoms);
    text + random
        .pick::<&str>(&["", "", "", "", "", "", "", "", ":cK", ":cdN", ":cB", "+", "K", "F+", "@5c@"])
}

fn random_piece(random: &mut Rng) -> String {
    let made_up = random_movement(random);
    match griffon::notation::compile(&made_up) {
        Ok(movements) if movements.len() < 300 && random.below(2) == 0 => made_up,
        _ => (*random.pick(PIECES)).to_owned(),
    }
}

/// Returns a definition with random pieces on a random board, the same for both sides.
pub(crate) fn random_definition(random: &mut Rng) -> String {
    let (files, ranks) = (5 + random.below(5), 6 + random.below(4));
    let symmetry = *random.pick(&["mirror", "rotate", "none"]);
    let hands = random.pick(&["", "holdingsType=-1\n", "holdingsType=1\n"]);
    let zone =
        random.pick(&["maxPromote=0\n", "promoZone=2\npromoChoice=BCD\n", "maxPromote=3\npromoOffset=2\n"]);
    let royal = random.pick(&["royal=6\n", "royal=6\n", "royal=0\n", "royal=6\nroyal=5\nextinction=0\n"]);
    let hole = random.pick(&["", "hole::::c3\n"]);
    let mut text = format!("files={files}\nranks={ranks}\nsymmetry={symmetry}\n{hands}{zone}{royal}");
    let listed = if symmetry == "none" { ranks } else { ranks / 2 };
    let mut squares: Vec<String> = (0..files)
        .flat_map(|file| (1..=listed).map(move |rank| format!("{}{rank}", char::from(b'a' + file as u8))))
        .filter(|name| name != "c3" && !name.ends_with(&(ranks - 2).to_string()))
        .collect();
    let mut take = |random: &mut Rng, count: usize| -> String {
        let taken = (0..count).map(|_| squares.swap_remove(random.below(squares.len())));
        taken.collect::<Vec<_>>().join(",")
    };
    for (index, id) in ["A", "B", "C", "D", "E", "K"].into_iter().enumerate() {
        let betza = if id == "K" {
            let kings = ["K", "KisO2", "KisO3", "KisjO2", "KispO3", "KirO2ilO3", "KisO2(iuO-isO2)"];
            (*random.pick(&kings)).to_owned()
        } else {
            random_piece(random)
        };
        let count = if id == "K" { 1 } else { 1 + random.below(2) };
        let white = take(random, count);
        let places = if symmetry == "none" { format!("{white},,{}", take(random, count)) } else { white };
        let held = if id == "K" { "" } else { random.pick::<&str>(&["", "", "1", "2,1"]) };
        // An unescaped colon would end the field.
        let betza = betza.replace(':', "\\:");
        text += &format!("piece{index}:{id}:{betza}::{places}:{held}\n");
        if index < 2 {
            text += random.pick::<&str>(&["", "", "morph=*/CCC..\n", "morph=.*/DDC..\n", "morph==/!.!.\n"]);
        }
    }
    text + hole
}

#[test]
fn random_pieces_on_random_boards() {
    let mut played = 0;
    for seed in 1..=40 * games() {
        let mut random = Rng(seed);
        let text = random_definition(&mut random);
        let Ok((variant, _)) = read("random", &text) else { continue };
        let Ok(game) = Game::new(variant) else { continue };
        played += 1;
        play(&game, seed, 24, &text);
    }
    assert!(played >= 30 * games(), "only {played} of the random definitions can be played");
}

/// Universal leapers that swap or borrow, with marks for en passant, a mirror, and a square that vanishes when it is left.
#[test]
fn universal_leapers() {
    for (seed, betza) in (1..).zip(["udU", "mucU", "WueU", "xU", "WmxU'", "FiudU", "WmucdUM"]) {
        let text = format!(
            "files=6\nranks=6\nroyal=K\nmaxPromote=0\nhole::::a2\npiece0:A:{betza}::a2,b1\npawn:P:fmnW2fceF::c2,d2\n\
             piece2:B:WM::e1\nmorph=/!....=\nking:K:K::c1"
        );
        let (variant, _) = read("universal", &text).expect(&text);
        let game = Game::new(variant).expect(&text);
        for seed in seed..seed + 2 * games() {
            play(&game, seed, 16, &text);
        }
    }
}

/// Returns a definition in which most pieces can put a piece from the hand on the square that they leave.
pub(crate) fn random_gates(random: &mut Rng) -> String {
    // Moves of a piece, separated by spaces: each is repeated as a gate.
    let gating = |random: &mut Rng, sets: &[&str]| {
        let set = format!("{} {}", random.pick(sets), random.pick(&["", "", "W", "A", "pB"]));
        let moves: Vec<&str> = set.split_whitespace().collect();
        let prefix = *random.pick(&["iuO-", "iuO-", "uO-", ""]);
        let gates = moves.iter().filter(|_| !prefix.is_empty());
        moves.concat() + &gates.map(|atom| format!("({prefix}{atom})")).collect::<String>()
    };
    let rules = [
        *random.pick(&["", "gateBlocks=0\n"]),
        *random.pick(&["", "holdingsType=-1\n", "holdingsType=1\n", "holdingsType=-1\ncaptureDemotes=1\n"]),
        *random.pick(&["maxPromote=0\n", "promoZone=2\npromoChoice=BC\n"]),
        *random.pick(&[
            "royal=5\n",
            "royal=5\n",
            "royal=5\nextinction=1\n",
            "royal=5\nroyal=3\nextinction=0\n",
        ]),
    ];
    let mut text = format!("files=6\nranks=7\nsymmetry=mirror\n{}", rules.concat());
    let sets = ["N", "R", "B", "Q", "F D", "mR cpR", "pR", "gQ", "W3", "mN cK", "F yafsF", "fmW fcF"];
    for (id, square) in ["A", "B", "C", "D"].into_iter().zip(["a1,f2", "b1", "c1,c2", "f1"]) {
        let held = *random.pick(&["", "1", "2"]);
        text += &format!("piece{id}:{id}:{}::{square}:{held}\n", gating(random, &sets));
    }
    let held = if random.below(8) == 0 { "1" } else { "" };
    text + &format!("king:K:{}::d1:{held}\n", gating(random, &["K", "K isO2", "K"]))
}

#[test]
fn gates_on_random_boards() {
    let mut played = 0;
    for seed in 1..=60 * games() {
        let mut random = Rng(seed);
        let text = random_gates(&mut random);
        let (variant, _) = read("gates", &text).expect(&text);
        let Ok(game) = Game::new(variant) else { continue };
        played += 1;
        play(&game, seed, 24, &text);
    }
    assert!(played >= 30 * games(), "only {played} of the random definitions can be played");
}

/// SPEC: XBetza, "in and nn moves create e.p. rights"; nothing exempts a royal that leaves a trail.
#[test]
fn royals_leave_no_trail_where_en_passant_would_capture_them() {
    let text = "files=8\nranks=8\nsymmetry=none\nroyal=1\nmaxPromote=0\nking:K:KmnnD::e1,,e8\npawn:P:mfWcefF::,,d4\n";
    let (variant, _) = read("trail", text).expect("the definition is sound");
    let game = Game::new(variant).expect("its tables can be built");
    let mut pos =
        Position::from_fen(&game, "4k3/8/8/8/8/3p4/8/4K3 w - - 0 1").expect("the position is sound");
    let list = pairs(&game, &mut pos, text);
    let ends: Vec<u16> = list.iter().map(|(mv, _)| mv.to().0).collect();
    // From e2 and c2 the pawn attacks; a king's move from e1 to e3 would leave a trail on e2, which the pawn captures
    // en passant.
    assert!(!ends.contains(&20), "{ends:?}");
    // To c1 and g1, the trail is out of the pawn's reach.
    assert!(ends.contains(&2) && ends.contains(&6), "{ends:?}");
}
