//! XBetza, its first sections: atoms, directions, simple modifiers.

use super::Check::{Differ, Goes, Holds, Moves, Refused, Same};
use super::Sentence;
use griffon::notation::compile;
use griffon::notation::legs::MovementKind;
use std::collections::BTreeSet;

/// Sentences of both revisions.
pub const BOTH: &[Sentence] = &[
    Sentence { says: "Moves of (extended) atoms", checks: &[Holds(table_of_atoms)] },
    Sentence {
        says: "(## is the starting square; shows only forward moves)",
        checks: &[
            Moves("W", "d4", "", "d5 e4 d3 c4"),
            Moves("F", "d4", "", "e5 e3 c3 c5"),
            Moves("D", "d4", "", "d6 f4 d2 b4"),
            Moves("A", "d4", "", "f6 f2 b2 b6"),
            Moves("H", "d4", "", "d7 g4 d1 a4"),
            Moves("C", "d4", "", "c7 e7 g5 g3 e1 c1 a3 a5"),
            Moves("Z", "d4", "", "b7 f7 g6 g2 f1 b1 a2 a6"),
            Moves("G", "d4", "", "a7 g7 g1 a1"),
        ],
    },
    Sentence {
        says: "Capitals represent the set of symmetrically equivalent moves with a certain leap (an 'atom', e.g. N = the 8 Knight moves)",
        checks: &[Goes(
            "N",
            "........
             ........
             ..*.*...
             .*...*..
             ...A....
             .*...*..
             ..*.*...
             ........",
        )],
    },
    Sentence {
        says: "The capital can optionally be followed by a number indicating the maximum number of times a step can be repeated. (E.g. W4 is a range-4 Rook.)",
        checks: &[Goes(
            "W4",
            "........
             ........
             ........
             *.......
             *.......
             *.......
             *.......
             A***xp..",
        )],
    },
    Sentence {
        says: "Riders with unlimited range can be indicated by doubling the letter of the atom (e.g. NN for Nightrider)",
        checks: &[Goes(
            "NN",
            "........
             ........
             ........
             ..x.....
             ......*.
             .*..*...
             ..*.....
             A.......",
        )],
    },
    Sentence {
        says: "There are shortcuts for the often used unlimited-range sliding moves of Bishop and Rook (B = FF, R = WW), and also for the compound pieces Queen and King (Q = RB, K = WF)",
        checks: &[Same("B", "FF"), Same("R", "WW"), Same("Q", "RB"), Same("K", "WF")],
    },
    Sentence {
        says: "R4 means the same as W4",
        checks: &[Same("R4", "W4"), Same("R3", "W3"), Differ("R3", "R")],
    },
    Sentence {
        says: "a sub-set of the possible directions (e.g. fB, a Bishop that only has the two forward slides)",
        checks: &[Goes(
            "fB",
            "*.......
             .*......
             ..*.x...
             ...A....
             ..p.p...
             ........",
        )],
    },
    Sentence {
        says: "a restriction to what the move can do (e.g. cQ, a Queen that can only capture)",
        checks: &[Goes(
            "cQ",
            "...p...
             .P...x.
             ...P...
             ...A..x
             ..x....
             .......
             ...x..x",
        )],
    },
    Sentence {
        says: "mc would mean the move can capture or move to an empty square. (This is however the default meaning of the atoms, so it would be pointless to write it.)",
        checks: &[Same("mcN", "N"), Same("cmQ", "Q"), Same("mWcW", "W")],
    },
    Sentence {
        says: "Compound pieces are indicated by concatenating the description of all their moves. E.g. fmWfcF describes the move of the Shatranj Pawn, and BN the Archbishop",
        checks: &[
            Goes("fmWfcF", "..... .x*x. ..A.. ....."),
            Goes("fmWfcF", "..... .xp.. ..A.. ....."),
            Moves("BN", "a1", "p:d4", "b3 c2 b2 c3 d4xd4"),
        ],
    },
    Sentence { says: "f forward", checks: &[Moves("fW", "d4", "", "d5"), Moves("fF", "d4", "", "c5 e5")] },
    Sentence { says: "b backward", checks: &[Moves("bW", "d4", "", "d3"), Moves("bF", "d4", "", "c3 e3")] },
    Sentence { says: "l left", checks: &[Moves("lW", "d4", "", "c4"), Moves("lF", "d4", "", "c3 c5")] },
    Sentence { says: "r right", checks: &[Moves("rW", "d4", "", "e4"), Moves("rF", "d4", "", "e3 e5")] },
    Sentence { says: "v vertical; shorthand for f or b", checks: &[Same("vW", "fbW"), Same("vN", "fbN")] },
    Sentence { says: "s sideways; shorthand for l or r", checks: &[Same("sW", "lrW"), Same("sN", "lrN")] },
    Sentence {
        says: "h half; only in combination with a direction",
        checks: &[Refused("hN", "`h` without a direction")],
    },
    Sentence {
        says: "While the first four indicate single directions for the orthogonal (e.g. W) atoms, they indicate pairs of moves for diagonal (e.g. B) or oblique (e.g. N) atoms, where there are always two moves that go equally far in the mentioned direction",
        checks: &[
            Moves("rW2", "d4", "", "e4 f4"),
            Moves("rF2", "d4", "", "e5 f6 e3 f2"),
            Moves("rN", "d4", "", "f5 f3"),
            Moves("fN", "d4", "", "c6 e6"),
            Moves("bC", "d4", "", "c1 e1"),
        ],
    },
    Sentence {
        says: "A second modifier prefix for the perpendicular direction can then combine with it to specify an individual move",
        checks: &[
            Moves("blF", "d4", "", "c3"),
            Moves("frN", "d4", "", "f5"),
            Moves("rfN", "d4", "", "e6"),
            Moves("lbC", "d4", "", "c1"),
        ],
    },
    Sentence {
        says: "(So frB is one diagonal slide to the forward right, frR is two slides, one forward, the other to the right!)",
        checks: &[Moves("frB", "e4", "", "f5 g6 h7"), Moves("frR", "e4", "", "e5 e6 e7 e8 f4 g4 h4")],
    },
    Sentence {
        says: "In combinations with a 'two-way' direction (v or s) the other direction is distributed: vr means fr or br",
        checks: &[
            Same("vrB", "frBbrB"),
            Same("vrN", "frNbrN"),
            Same("fsB", "flBfrB"),
            Same("vlZ", "flZblZ"),
            Moves("vrB", "e4", "", "f5 g6 h7 f3 g2 h1"),
        ],
    },
    Sentence {
        says: "When combining is not desired, it can be prevented by doubling the modifier for the direction (e.g. ffrrN describes a piece with 4 of the Knight's 8 moves: the two forwardmost, and the two furthest to the right)",
        checks: &[Moves("ffrrN", "e4", "", "d6 f6 g5 g3"), Same("ffrrB", "fBrB")],
    },
    Sentence {
        says: "An h can combine with a preceding direction on oblique atoms to extend the meaning from a pair to all four moves that have a component in that direction (fhN)",
        checks: &[
            Moves("fhN", "e4", "", "c5 d6 f6 g5"),
            Moves("rhN", "e4", "", "f6 g5 g3 f2"),
            Moves("bhC", "e4", "", "b3 d1 f1 h3"),
        ],
    },
    Sentence {
        says: "to indicate a 'chiral set' of four moves of an oblique atom that are related only through rotation (as opposed to reflection), and stray left or right of the orthogonal axes. (E.g. a hrN on e4 has moves to f6, g3, d2 and c5.)",
        checks: &[
            Moves("hrN", "e4", "", "f6 g3 d2 c5"),
            Moves("hlN", "e4", "", "d6 g5 f2 c3"),
            Same("hrNhlN", "N"),
            Refused("hrB", "`hr` and `hl` need an oblique atom"),
        ],
    },
    Sentence {
        says: "Note that the n and j are meaningless on steps (W, F)",
        checks: &[
            Moves("fnW", "d4", "", "d5"),
            Moves("nF", "d4", "p:c5,d5", "c5xc5 e5 e3 c3"),
            Refused("jF", "`j` on a single step"),
        ],
    },
    Sentence {
        says: "Jumping and hopping are independent properties; an npDD on a1 can hop over a mount on a3 or a5, but not over obstacles on a2 or a4",
        checks: &[
            Moves("fnpDD", "a1", "P:a3", "a5 a7"),
            Moves("fnpDD", "a1", "P:a5", "a7"),
            Moves("fnpDD", "a1", "P:a3,a2", ""),
            Moves("fnpDD", "a1", "P:a3,a4", ""),
            Moves("fpDD", "a1", "P:a3,a4", "a5 a7"),
        ],
    },
    Sentence {
        says: "hops are basically two-leg moves (hop-on, hop-off), and that g involves some kind of a range toggle: a move that could make arbitrarily many steps to reach the 'mount', can only make a single leap to hop off it, as if a rider turned into a leaper at the location of the mount",
        checks: &[
            Moves("fgR", "a1", "P:a4", "a5"),
            Moves("fgR", "a1", "p:a2,a3", "a3xa3"),
            Moves("fgDD", "a1", "P:a5", "a7"),
            Moves("fpR", "a1", "P:a4", "a5 a6 a7 a8"),
        ],
    },
    Sentence {
        says: "It thus requires the mount to be on the last square the move visited before the destination",
        checks: &[Moves("gQ", "d4", "P:d6 p:f6,g7", "d7 g7xg7")],
    },
    Sentence {
        says: "hop on with a single leap, but make arbitrarily many leaps after hopping off, so that the mount must be on the first visited square (gK = Contra-Grasshopper)",
        checks: &[
            Moves("gK", "a1", "P:a2 p:c3", "a3 a4 a5 a6 a7 a8"),
            Moves("gK", "a1", "p:b2,e5,a4", "c3 d4 e5xe5"),
            Same("gK", "gafK"),
        ],
    },
];

/// Sentences of the current revision alone.
pub const CURRENT: &[Sentence] = &[Sentence {
    says: "ambiguous when used on an oblique atom. The latter ambiguity is solved in XBetza by making it define all geometrically shortest paths to a destination indicated by the atom",
    checks: &[
        // To e6: over d5 or over e5; to f5: over e4 or over e5.
        Moves("rhfhnN", "d4", "", "b5 c6 e6 f5 f3 e2"),
        Moves("rfnN", "d4", "p:d5", "e6"),
        Moves("rfnN", "d4", "p:d5,e5", ""),
        Moves("rfjN", "d4", "p:d5", "e6"),
        Moves("rfjN", "d4", "", ""),
        // To e7 (1,3): d5 d6, d5 e6, e5 e6.
        Moves("rfnC", "d4", "p:d6,e5", "e7"),
        Moves("rfnC", "d4", "p:d5,e5", ""),
        Moves("rfnC", "d4", "p:d5", "e7"),
        Moves("rfnC", "d4", "p:d6,e6", ""),
        Same("nC", "afafsWafsafFafraflWaflafrW"),
    ],
}];

/// Sentences of the revision of 2020 alone.
pub const OF_2020: &[Sentence] = &[
    Sentence { says: "m ('move') can move to empty square", checks: &[Moves("fmW2", "d4", "p:d6", "d5")] },
    Sentence { says: "c can capture enemy piece", checks: &[Moves("cW", "d4", "p:d5 P:e4", "d5xd5")] },
    Sentence {
        says: "p can hop over an occupied square (the 'mount') in its path",
        checks: &[Moves("fpB", "a1", "P:c3", "d4 e5 f6 g7 h8"), Moves("fpB", "a1", "p:c3,e5", "d4 e5xe5")],
    },
    Sentence {
        says: "g ('grasshop') like p, but must land one step behind the obstacle",
        checks: &[Moves("fgB", "a1", "P:c3", "d4"), Moves("fgB", "a1", "P:c3 p:d4", "d4xd4")],
    },
    Sentence {
        says: "n ('non-jumping') a leap (possibly part of a rider move) cannot jump over an occupied square",
        checks: &[
            Moves("nD", "d4", "p:d5,e4", "d2 b4"),
            Moves("nA", "d4", "p:e5", "b6 b2 f2"),
            Moves("fnDD", "a1", "p:a4", "a3"),
        ],
    },
    Sentence {
        says: "j ('jumping') opposite of n, leap that only can be made if the jumped square is occupied",
        checks: &[
            Moves("jD", "d4", "p:d5 P:e4", "d6 f4"),
            Moves("jA", "d4", "p:e5", "f6"),
            Moves("fjDD", "a1", "P:a2,a4 p:a7", "a3 a5"),
        ],
    },
    Sentence {
        says: "o ('cylinder') can move off board on left and right edges, to renter on the opposite edge",
        checks: &[
            Moves("loW", "a1", "", "h1"),
            Moves("boW", "a1", "", ""),
            Moves("oN", "a1", "", "b3 c2 h3 g2"),
            Moves("roR", "g1", "P:c1", "h1 a1 b1"),
        ],
    },
    Sentence {
        says: "z ('zig-zag') a rider that alternates two directions of the leap it repeats",
        checks: &[Moves("frzB", "a1", "", "b2 a3 b4 a5 b6 a7 b8 c1 d2 e1 f2 g1 h2")],
    },
    Sentence {
        says: "q ('circular') a rider that rotates the directions of the leap it repeats on every step by the same amount",
        checks: &[Moves("rfqN", "d2", "", "e4 g5 d6 b7"), Moves("fqW3", "e4", "", "e5 f6 g6 d6 c6")],
    },
    Sentence {
        says: "e for en-passant capture, O for castling (with the piece on the board edge), a U for a Universal Leaper",
        checks: &[
            Moves(
                "U",
                "a1",
                "P:b1,c1,d1,e1,f1,g1,h1,a2,b2,c2,d2,e2,f2,g2,h2,a3,b3,c3,d3,e3,f3,g3,h3,a4,b4,c4,d4,e4,f4,g4,h4 p:a5,b5,c5,d5,e5,f5,g5,h5,a6,b6,c6,d6,e6,f6,g6,h6,a8,b8,c8,d8,e8,f8,g8,h8,a7,b7,c7,d7,e7,f7,g7",
                "a5xa5 b5xb5 c5xc5 d5xd5 e5xe5 f5xf5 g5xg5 h5xh5 a6xa6 b6xb6 c6xc6 d6xd6 e6xe6 f6xf6 g6xg6 h6xh6 a8xa8 b8xb8 c8xc8 d8xd8 e8xe8 f8xf8 g8xg8 h8xh8 a7xa7 b7xb7 c7xc7 d7xd7 e7xe7 f7xf7 g7xg7 h7",
            ),
            Moves("irO2", "e1", "P:h1", "g1/f1"),
        ],
    },
    Sentence {
        says: "XBetza uses y to indicate range toggling should occur at the end of a leg that ends on an empty square",
        checks: &[Moves("fyafK", "a1", "p:a5", "a3 a4 a5xa5"), Moves("fyafK", "a1", "p:a2", "")],
    },
    Sentence {
        says: "k ('king') new mode: move can only be used to capture a royal piece (deliver check). (WfkR = Xiangqi King)",
        checks: &[Moves("WfkR", "d4", "k:d8 p:d3", "d5 e4 c4 d3xd3 d8xd8")],
    },
    Sentence {
        says: "y ('fork') in non-final leg: as g, but on an empty square. (FyafsF = Griffon)",
        checks: &[Same("FyafsF", "FymafsF")],
    },
    Sentence {
        says: "indicate the preceding leg can be made repeatedly, up to the given number of times",
        checks: &[Same("spa2fcR", "spafcRspafpafcR")],
    },
    Sentence {
        says: "E.g. spa2fcR would repeat the paf group, and thus (amongst others) mean spafpafcR a sideway capture that hops over 2 pieces",
        checks: &[Moves("spa2fcR", "a4", "p:c4,e4,g4", "e4xe4 g4xg4")],
    },
    Sentence {
        says: "enclose larger groups of (multiple-)a-containing modifiers in parentheses suffixed by a number, to indicate potential repetition of that entire group. (s(paf)2cR)",
        checks: &[
            Same("s(paf)2cR", "scRspafcRspafpafcR"),
            Moves("s(paf)2cR", "a4", "p:c4,e4,g4", "c4xc4 e4xe4 g4xg4"),
        ],
    },
    Sentence {
        says: "This would allow moves to 'probe' for the presence of a board edge by attempting to step off-board and back. E.g. oabyaK for a (partial) Edge-Hog move",
        checks: &[
            // One step off the edge and back to the start, then on as a slider: along the edge and across the board.
            Moves("loabyafW", "a4", "p:d4", "b4 c4 d4xd4"),
            Moves("loabyafW", "b4", "", ""),
        ],
    },
];

/// Each square of the picture beside the text: its atom has that leap and no other but its images.
fn table_of_atoms() {
    const PICTURE: [&str; 7] = [
        "- GX ZX CX HX CX ZX GX -",
        "ZY CY AX NX DX NX AX CY ZY",
        "AY NY DY FX WX FX DY NY AY",
        "NY G Z C H C Z G NY",
        "DY Z A N D N A Z DY",
        "FX C N F W F N C FX",
        "WX H D W - W D H WX",
    ];
    for (down, row) in PICTURE.iter().enumerate() {
        for (right, atom) in row.split(' ').enumerate().filter(|(_, atom)| *atom != "-") {
            let (x, y) = (right as i16 - 4, 6 - down as i16);
            let mut wanted = BTreeSet::new();
            for (x, y) in [(x, y), (y, x)] {
                wanted.extend([(x, y), (-x, y), (x, -y), (-x, -y)]);
            }
            let leap = |kind: MovementKind| match kind {
                MovementKind::Walk(legs) if legs.len() == 1 => (legs[0].step.dx, legs[0].step.dy),
                other => panic!("{atom}: {other:?}"),
            };
            let found: BTreeSet<_> = compile(atom).expect(atom).into_iter().map(|m| leap(m.kind)).collect();
            assert_eq!(found, wanted, "{atom} at ({x}, {y})");
        }
    }
}
