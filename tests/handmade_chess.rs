//! Chess built from legs by hand: tables, position and generator without the text layers.

use griffon::board::{Color, Geometry, Square};
use griffon::movegen::perft;
use griffon::notation::legs::*;
use griffon::position::{Game, Position};
use griffon::variant::*;

fn leg(dx: i16, dy: i16, max: Reach, landing: Landing) -> Leg {
    Leg {
        step: Step::new(dx, dy),
        min: 1,
        max,
        skip: 0,
        bend: Bend::Straight,
        path: PathRule::Any,
        wrap: Wrap::None,
        landing,
        unload: false,
        iso: false,
        fresh: false,
        trail: false,
        off_board: false,
    }
}
const MC: Landing = Landing { pass: Occupancy::EMPTY, take: Occupancy::ENEMIES };
const M: Landing = Landing { pass: Occupancy::EMPTY, take: Occupancy::NONE };
fn walk(legs: Vec<Leg>) -> Movement {
    Movement { kind: Kind::Walk(legs), initial: Initial::Any, quoted: false, span: 0..0 }
}
fn star(x: i16, y: i16, max: Reach) -> Vec<Movement> {
    let mut v: Vec<(i16, i16)> = vec![];
    for (a, b) in [(x, y), (y, x)] {
        for s in [1, -1] {
            for t in [1, -1] {
                v.push((a * s, b * t));
            }
        }
    }
    v.sort();
    v.dedup();
    v.into_iter().map(|(a, b)| walk(vec![leg(a, b, max, MC)])).collect()
}
fn chess() -> Variant {
    let u = Reach::Unlimited;
    let one = Reach::Steps(1);
    let mut pawn = vec![walk(vec![leg(0, 1, one, M)])];
    for dx in [-1, 1] {
        pawn.push(walk(vec![leg(
            dx,
            1,
            one,
            Landing { pass: Occupancy::NONE, take: Occupancy::ENEMIES | Occupancy::EN_PASSANT },
        )]));
    }
    let mut d = leg(0, 2, one, M);
    d.path = PathRule::Free;
    d.trail = true;
    pawn.push(Movement { initial: Initial::Virgin, ..walk(vec![d]) });
    let mut king = [star(1, 0, one), star(1, 1, one)].concat();
    for side in [Side::Left, Side::Right] {
        king.push(Movement {
            kind: Kind::Castle(Castle { side, distance: 2, inner: 0, fast: false }),
            initial: Initial::Virgin,
            quoted: false,
            span: 0..0,
        });
    }
    let sets = [
        ("P", pawn),
        ("N", star(1, 2, one)),
        ("B", star(1, 1, u)),
        ("R", star(1, 0, u)),
        ("Q", [star(1, 0, u), star(1, 1, u)].concat()),
        ("K", king),
    ];
    let pieces: Vec<Piece> = sets
        .into_iter()
        .map(|(id, movements)| Piece { name: id.into(), id: id.into(), betza: String::new(), movements })
        .collect();
    let board = Geometry::new(8, 8).unwrap();
    let mut setup = vec![];
    for f in 0..8u16 {
        let t = [3, 1, 2, 4, 5, 2, 1, 3][f as usize];
        setup.push((Square(f), Color::White, PieceType(t)));
        setup.push((Square(56 + f), Color::Black, PieceType(t)));
        setup.push((Square(8 + f), Color::White, PieceType(0)));
        setup.push((Square(48 + f), Color::Black, PieceType(0)));
    }
    let c = |n| Choice { piece: PieceType(n), from_hand: false, not_last: false, ranks: None };
    Variant {
        name: "chess".into(),
        aliases: vec![],
        title: String::new(),
        board,
        rotated: false,
        pieces,
        setup,
        hands: [vec![0; 6], vec![0; 6]],
        first: Color::White,
        promotion: Promotion {
            zone: 1,
            types: 1,
            offset: 0,
            choices: vec![vec![c(1), c(2), c(3), c(4)]],
            morph: vec![None; 6],
        },
        captured: Captured::Discarded,
        capture_demotes: false,
        ends: EndRules {
            royal: vec![false, false, false, false, false, true],
            extinction: [true, true],
            ..EndRules::default()
        },
        castle_files: None,
        synonyms: vec![],
        parent: None,
    }
}

#[test]
fn perft_of_chess() {
    let game = Game::new(chess()).unwrap();
    for line in std::fs::read_to_string("../shared/perft/chess.jsonl").unwrap().lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let mut pos = Position::from_fen(&game, row["fen"].as_str().unwrap()).unwrap();
        let t = std::time::Instant::now();
        let n = perft(&game, &mut pos, row["depth"].as_u64().unwrap() as u32);
        println!(
            "{} {} {} {:?} {:.1} Mnps",
            row["fen"],
            row["depth"],
            n,
            row["nodes"],
            n as f64 / t.elapsed().as_secs_f64() / 1e6
        );
    }
}
