//! Legal moves agree with the oracle, and counting without listing agrees with listing, under random combinations of
//! rules that end the game, force captures, forbid checks, protect several royals, make captures explode, cast spells,
//! close squares to king and rook, let moves put pieces on the squares they leave, swap pieces in hand with pieces on the
//! board, restrict drops, count the moves of weak sides, or begin with drops.
//!
//! `GRIFFON_RULE_CASES` is the number of definitions (40), `GRIFFON_RULE_SEED` the first seed (1).

use crate::support::agreement::pairs;
use crate::support::setting;
use griffon::movegen;
use griffon::perft;
use griffon::position::{Game, Position};
use griffon::random::Rng;
use griffon::variant::read;

/// A rule that needs gaps between the pieces of the array.
const CONNECT: &str = "connect=5";
/// A rule that needs two types with one ID.
const HAND_SWAP: &str = "handSwap=1";

/// Groups of rules; a definition takes one line of each.
const RULES: &[&[&str]] = &[
    &[
        "royal=K",
        "royal=K",
        "royal=0",
        "royal=0\nextinct=K",
        "royal=K\nroyal=C\nextinction=3",
        "royal=K\nroyal=R\nextinction=0",
        "royal=K\nroyal=N\nroyal=C\nextinction=0",
        "royal=K\nroyal=C\ndupleCheck=3",
    ],
    &["", "checks=1", "checks=2", "checks=3,1"],
    &[
        "",
        "extinct=P",
        "extinct=*1:win",
        "extinct=N,B,R",
        "extinct=P3:draw",
        "baring=1",
        "baring=1\ncounterbare=loss",
    ],
    &["", "", "", CONNECT, "impasse=12,R,N\npromoZone=5", "castleWins=Qq"],
    &["", "", "", "checkmate=draw", "chase=R,N>B\nperpetual=1", "repetition=2\nrepetitionResult=loss"],
    &["", "", "", "points=R5,N3\nmoveRule=9\nmoveRuleResult=points", "points=B2,C1.5\nkomi=0.5"],
    &[
        "",
        "",
        "",
        "counting=R2:8,R:16,*:64\ncountingBoard=9\ncountingPawns=N",
        "counting=*:6\ncountingBoard=12,9\ncountingStart=1",
        "counting=N:5\ncountingBoard=7\ncountingPawns=C",
    ],
    &["", "", "mustCapture=1", "noCheck=1", "noCheck=1", "noCheck=drops", "royalStays=1"],
    &["", "", "goal=safe", "goal=answer", "goal=equal", "goal=2", "goal=safe,2"],
    &["", "", "morph=+", "morph=#", "morph=..++"],
    &[
        "",
        "holdingsType=-1",
        "holdingsType=1",
        "holdingsType=-1\ndropMate=P",
        "holdingsType=-1\npromoOffset=2\ndropForms=1",
    ],
    &["", "", "setupDrops=1", "pass=1", "pass=2", "pass=1\nbikjang=1\npassEnd=2"],
    &[
        "",
        "",
        "captureMatrix=.N5",
        "captureMatrix=/.R2N2/.B5",
        "captureMatrix=.@6/\"5\natomicCapture=1",
        "captureMatrix=.@6/\"5\natomicCapture=2\nblastProof=K",
        "captureMatrix=.@6/\"4/.@2!2@2\natomicCapture=1",
        "captureMatrix=.@2.2@2/.@6/\"3/.3@3\natomicCapture=3\nblastProof=R,C",
        "captureMatrix=.@6/\"5\natomicCapture=-1\niron=N",
        "captureMatrix=.@5.2@2/\"5\natomicCapture=-1",
        "captureMatrix=/.R4!",
        "trackPieces=2\ntrackedTypes=2\nspell=brake",
        "trackPieces=3\nspell=freeze\nspellZone=W",
    ],
    &[
        "",
        "promoChoice=NRB",
        "promoLimit=N2",
        "promoChoice=C",
        "promoChoice=RNK",
        "promoOffset=2\npromoZone=3\npromoInside=1",
    ],
    &["", "gateBlocks=0"],
    &["", "", HAND_SWAP],
    &["", "", "exposedTo=R,N"],
    &["", "", "", "", "firstRank=0"],
];

/// What the side pieces move like: hoppers, a bent rider, leapers, pieces that capture on their way, friends, or without
/// effects, and pieces that borrow.
const OTHERS: &[&str] =
    &["mRcpR", "FyafsF", "nN", "Q", "pB", "KAD", "mWcafmW", "KdN", "mRcR'", "K'A", "mWxK", "FxW", "mKceaceF"];
/// What is forbidden to king and rook, if anything; White's king and rooks start on the last rank of the picture.
const CLOSED: &[&str] = &["", "", "", "morph=/////.....!", "morph=/////.!....", "morph=/////..!..."];

/// Where bishops may be dropped.
const DROP_ZONES: &[&str] = &["", "", "dropZone=!.!.!./.!.!.!/!...!", "dropZone=/!!/..!!/......"];

/// Returns a definition with one line of each group.
pub(crate) fn definition(random: &mut Rng) -> String {
    let rules: Vec<&str> = RULES.iter().map(|group| *random.pick(group)).collect();
    let other = *random.pick(OTHERS);
    let hand = if rules.contains(&"setupDrops=1") { ":::1" } else { "" };
    let drop = match hand {
        "" => random.pick::<&str>(&["", "", "", "mc@6"]),
        _ => "@2",
    };
    let zone = *random.pick(DROP_ZONES);
    let closed = [(); 2].map(|()| *random.pick(CLOSED));
    let zones: [&str; 2] =
        [["", "zoneMoves=mD:c3,e2"], ["", "zoneMoves=mA:d2"]].map(|zones| *random.pick(&zones));
    let (gate, held) = *random.pick(&[("", ""), ("", ""), ("iuO-", ":1"), ("uO-", ":2")]);
    let gates = |atom: &str| if gate.is_empty() { String::new() } else { format!("({gate}{atom})") };
    let (knight, rook, king) = (gates("N"), gates("R"), gates("K"));
    let (pawns, gap) = if rules.contains(&CONNECT) { ("a2,c2,e2", "b2") } else { ("a2-f2", "e1") };
    let twin = if rules.contains(&HAND_SWAP) { format!("twin:B:AD::{gap}:1\n") } else { String::new() };
    let (head, mut tail): (Vec<&str>, Vec<&str>) = rules.iter().partition(|rule| !rule.starts_with("morph"));
    if tail.iter().all(|rule| rule.is_empty()) {
        tail.push(closed[0]);
    }
    format!(
        "files=6\nranks=6\n{}\npawn:P:ifmnDfmWfceF::{pawns}\nknight:N:N{knight}::b1\n{}\nbishop:B:B{drop}::c1{hand}\n{zone}\n\
         rook:R:R{rook}::a1{hand}\n{}\nother:C:{other}::f1{held}\n{}\nking:K:KisO2{king}::d1\n{}\n{twin}",
        head.join("\n"),
        zones[0],
        closed[1],
        zones[1],
        tail.join("\n"),
    )
}

/// Number of leaves by listing every move.
fn count(game: &Game, pos: &mut Position, depth: u32) -> u64 {
    let list = movegen::legal_moves(game, pos);
    if depth == 1 {
        return list.len() as u64;
    }
    let mut total = 0;
    for mv in list {
        pos.make(game, mv);
        total += count(game, pos, depth - 1);
        pos.unmake(game);
    }
    total
}

#[test]
fn combined_rules_agree_with_the_oracle() {
    let first = setting("GRIFFON_RULE_SEED").unwrap_or(1);
    let (mut games, cases) = (0, setting("GRIFFON_RULE_CASES").unwrap_or(40));
    for seed in first..first + cases {
        let mut random = Rng(seed);
        let text = definition(&mut random);
        let Ok((variant, _)) = read("test", &text) else { continue };
        let Ok(game) = Game::new(variant) else { continue };
        games += 1;
        let mut pos = Position::start(&game);
        for ply in 0..60 {
            let fen = pos.fen(&game);
            let what = format!("seed {seed}, {fen}\n{text}");
            if ply % 3 == 0 {
                pairs(&game, &mut pos, &what);
            }
            let depth = if ply % 6 == 0 { 3 } else { 2 };
            let counted = perft::perft(&game, &mut pos, depth);
            assert_eq!(counted, count(&game, &mut pos, depth), "depth {depth}, {what}");
            let list = movegen::legal_moves(&game, &mut pos);
            if list.is_empty() {
                break;
            }
            pos.make(&game, *random.pick(&list));
        }
    }
    assert!(games * 4 >= cases * 3, "most definitions are valid: {games} of {cases}");
}

#[test]
fn every_rule_is_part_of_a_valid_definition() {
    let mut missing: Vec<&str> = RULES.iter().flat_map(|group| group.iter()).copied().collect();
    missing.extend(DROP_ZONES.iter().chain(CLOSED));
    for seed in 1..=300 {
        let text = definition(&mut Rng(seed));
        if missing.iter().any(|rule| text.contains(rule)) && read("test", &text).is_ok() {
            missing.retain(|rule| !text.contains(rule));
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
}
