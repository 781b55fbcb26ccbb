//! XBetza, "Appendix: some case studies".

use super::Check::{Differ, Goes, Moves, Play, Same};
use super::Sentence;

/// Sentences of both revisions.
pub const BOTH: &[Sentence] = &[
    Sentence {
        says: "E.g. a Xiangqi Horse would step to a W square, then continue at 45-degree angle (i.e. fs) for a second step, so you get afsW",
        checks: &[Goes(
            "afsW",
            "........
             ........
             ...*.*..
             ..*..P*.
             ....A...
             ..*p..*.
             ...*.x..
             ........",
        )],
    },
    Sentence {
        says: "That the W square must be empty and that it can both move and capture to the N squares (mafsmcW) is by default",
        checks: &[
            Same("afsW", "mafsmcW"),
            Moves("fafsW", "d4", "p:c6 P:e6", "c6xc6"),
            Moves("fafsW", "d4", "P:d5", ""),
        ],
    },
    Sentence {
        says: "A lame Camel needs 3 steps: afafsW, blockable on W and D squares",
        checks: &[
            Moves("fafafsW", "d4", "", "c7 e7"),
            Moves("fafafsW", "d4", "p:d5", ""),
            Moves("fafafsW", "d4", "p:d6", ""),
            Moves("fafafsW", "d4", "p:e5,c5,e6,c6", "c7 e7"),
        ],
    },
    Sentence {
        says: "Another path for it would be afsafF, blockable on F and N squares",
        checks: &[
            Moves("frafsafF", "d4", "", "e7 g5"),
            Moves("frafsafF", "d4", "p:e5", ""),
            Moves("frafsafF", "d4", "p:e6", "g5"),
            Moves("frafsafF", "d4", "p:d5,d6,e4", "e7 g5"),
        ],
    },
    Sentence {
        says: "A third path would be afraflW, blockable on W and N squares",
        checks: &[
            Moves("fafraflW", "d4", "", "e7"),
            Moves("fafraflW", "d4", "p:d5", ""),
            Moves("fafraflW", "d4", "p:e6", ""),
            Moves("faflafrW", "d4", "", "c7"),
        ],
    },
    Sentence {
        says: "So a multi-path lame Camel would be the combination of all three: afafsWafsafFafraflWaflafrW",
        checks: &[
            Moves("afafsWafsafFafraflWaflafrW", "d4", "", "c7 e7 g5 g3 e1 c1 a3 a5"),
            Moves("afafsWafsafFafraflWaflafrW", "d4", "p:d5,e5", "g5 g3 e1 c1 a3 a5 c7"),
        ],
    },
    Sentence {
        says: "so that we get: Falcon = afafsKafsafKafraflKaflafrK",
        checks: &[
            Moves("afafsKafsafKafraflKaflafrK", "d4", "", "c7 e7 g5 g3 e1 c1 a3 a5 b7 f7 g6 g2 f1 b1 a2 a6"),
            Moves("afafsKafsafKafraflKaflafrK", "d4", "p:d5,e5,e4,e3,d3,c3,c4", "a5 c7 a6 b7"),
        ],
    },
    Sentence {
        says: "The Hook Mover of Dai Dai Shogi is a Rook that can turn one 90-degree corner both left and right: asR. To also include moves that do not step sideways, we have to add a plain R to its description: RasR",
        checks: &[
            Goes("asR", ".*** .*** .*** A..."),
            Goes("RasR", "**** **** **** A***"),
            Moves("fasR", "a1", "P:a3 p:d2", "b2 c2 d2xd2"),
            Moves("RfasR", "a1", "P:a3,b1 p:d2", "a2 b2 c2 d2xd2"),
        ],
    },
    Sentence {
        says: "RaisR would be a hook mover with equal length legs, reaching the same targets as a Bishop, but through an entirely different path",
        checks: &[
            Moves("aisR", "d4", "", "e5 f6 g7 h8 c5 b6 a7 c3 b2 a1 e3 f2 g1"),
            Moves("faisR", "a1", "p:b2", "b2xb2 c3 d4 e5 f6 g7 h8"),
        ],
    },
    Sentence {
        says: "starting with any Queen move, and turning 45-degree or 135-degree corners for a following R or B leg. This can be written as aivsQ",
        checks: &[Moves("fraivsQ", "d4", "", "e6 f5 e4 d5 f8 h6 f4 d6 g4 d7 h4 d8")],
    },
    Sentence {
        says: "vs = (f+b)s = fs+bs = f(r+l)+b(r+l) = fr+fl+br+bl",
        checks: &[Same("aivsQ", "aifrflbrblQ"), Same("aivsQ", "aifsbsQ")],
    },
    Sentence {
        says: "So yafF would be a Ferz step followed by a second FF (= B) leg in the same direction",
        checks: &[Moves("fryafF", "b2", "", "d4 e5 f6 g7 h8"), Same("yafF", "myafF")],
    },
    Sentence {
        says: "This differs from a normal B because it cannot capture on the first step (as the default mode there is m) and thus describes the Tamerlane",
        checks: &[
            Moves("fryafF", "b2", "p:c3", ""),
            Moves("fryafF", "b2", "p:d4", "d4xd4"),
            Differ("yafF", "B"),
        ],
    },
    Sentence {
        says: "so we get yafsF, where s indicates deflection to the left as well as right is allowed",
        checks: &[Moves("fryafsF", "b2", "p:c6", "c4 c5 c6xc6 d3 e3 f3 g3 h3"), Same("yafsF", "yaflFyafrF")],
    },
    Sentence {
        says: "Like the Picket, this move cannot end on an F square; the second leg makes at least one step. But that move can be added separately. So Griffon = FyafsF",
        checks: &[
            Goes(
                "FyafsF",
                ".*.*....
                 .*.*....
                 .*.*....
                 **.*****
                 ..A.....
                 **.*****
                 .*.*....",
            ),
            Moves("yafsF", "d4", "p:c3,c5,e3,e5", ""),
            Moves("FyafsF", "d4", "p:c3,c5,e3,e5", "c3xc3 c5xc5 e3xe3 e5xe5"),
        ],
    },
    Sentence {
        says: "So aK would be a piece that makes two K steps, but the second doesn't go exactly back. It can thus reach all K, N, A and D squares on an empty board",
        checks: &[Goes(
            "aK",
            ".......
             .*****.
             .*****.
             .**A**.
             .*****.
             .*****.
             .......",
        )],
    },
    Sentence {
        says: "Similarly aaK would make three King steps, and the area move = KaKaaK",
        checks: &[
            Goes("KaKaaK", "...... ****** ****** ****** **A***"),
            Goes("KaKaaK", "...... *x.... *PP... **x... A*P..."),
        ],
    },
    Sentence {
        says: "This becomes a fcF capture, followed by",
        checks: &[Moves("fcafmF", "c3", "p:d4,b4", "e5xd4 a5xb4"), Moves("fcafmF", "c3", "p:d4,e5", "")],
    },
    Sentence {
        says: "Together with the non-capturing move we get Checker = fmFfcafmF",
        checks: &[Goes("fmFfcafmF", "..... ....* .*.v. ..A.. .p.p.")],
    },
    Sentence {
        says: "A compact way to describe this is mpcaK, where the first leg can now visit an empty square, hop onto an occupant, or capture an enemy there, whatever it choses, and then continues with another King move",
        checks: &[
            Moves("fmpcafK", "d4", "", "d6"),
            Moves("fmpcafK", "d4", "p:d5", "d6 d6xd5"),
            Moves("fmpcafK", "d4", "P:d5 p:d6", "d6xd6"),
        ],
    },
    Sentence {
        says: "So the total Lion would be mpcaKmcabK",
        checks: &[
            Moves(
                "mpcaKmcabK",
                "a1",
                "p:b2",
                "a1 a1xb2 a2 b1 b2xb2 a3 b3 c3 c2 c1 a3xb2 b3xb2 c3xb2 c2xb2 c1xb2 a2xb2 b1xb2",
            ),
            Moves("mcabK", "a1", "P:a2,b1,b2", ""),
        ],
    },
    Sentence {
        says: "Lion = KNADcaKmcabK",
        checks: &[
            Same("KNADcaKmcabK", "mpcaKmcabK"),
            Moves("fKfDfcafKfcabK", "a1", "p:a2,a3", "a2xa2 a3xa3 a3xa2xa3 a1xa2"),
        ],
    },
    Sentence {
        says: "The XBetza i can enforce this: Rifle Rook = caibR",
        checks: &[
            Goes("caibR", "..v.. ..... .PA.v ..P.. ..p.."),
            Moves("caibR", "d4", "p:d7,f4,d8 P:b4", "d4xd7 d4xf4"),
        ],
    },
    Sentence {
        says: "For bifurcator this direction gets changed: pafsR would turn a 45-degree corner at the mount, to continue as a Bishop",
        checks: &[Moves("fpafsR", "d1", "P:d4", "c5 b6 a7 e5 f6 g7 h8")],
    },
    Sentence {
        says: "This gives us gabyabsR for the Collider",
        checks: &[
            Moves("gabyabsR", "a1", "p:a5 P:c1", "b5 c6 d7 e8 c2 d3 e4 f5 g6 h7"),
            Moves("gabyabsR", "a1", "", ""),
        ],
    },
    Sentence {
        says: "So dQ is a Queen that captures friendly pieces, but udQ is a piece that can swap location with any friendly piece a Queen move away. To swap with pieces of all creeds you would use ucdQ",
        checks: &[
            Moves("dQ", "a1", "P:a4 p:c3", "a4xa4"),
            Moves("udQ", "a1", "P:a4 p:c3", "a4/a1"),
            Moves("ucdQ", "a1", "P:a4 p:c3", "a4/a1 c3/a1"),
        ],
    },
    Sentence {
        says: "through afudQ, where the second leg now deposits the friend on its starting square, which must be between the pieces",
        checks: &[Moves("fafudQ", "a1", "P:a4", "a4/a2 a4/a3"), Moves("fafudQ", "a1", "P:a2", "")],
    },
    Sentence {
        says: "This does not include a pure swap move, so the full Valkyrie = QudQafudQ",
        checks: &[Moves("fQfudQfafudQ", "a1", "P:a4", "a2 a3 a4/a1 a4/a2 a4/a3")],
    },
    Sentence {
        says: "But in Knight-Relay Chess they are just Knight leaps, so we get a two-leg move xaN (on Knights), i.e. xN for the first (induction) leg to reach a friend on an N square, and then allow that friend to make the second leg, a normal N move",
        checks: &[Moves("xaN", "a1", "P:c2 p:b3", "c2-a3 c2-b4 c2-d4 c2-e3 c2-e1")],
    },
    Sentence {
        says: "The full Relay Knight is thus mNxaN",
        checks: &[
            Moves("mNxaN", "a1", "P:c2 p:b3", "c2-a3 c2-b4 c2-d4 c2-e3 c2-e1"),
            Moves("mNxaN", "a1", "p:b3", "c2"),
        ],
    },
    Sentence {
        says: "So xK describes a piece that can move like all friendly pieces adjacent to it: it reaches those through a K step, and borrows their moves",
        checks: &[Play(
            "symmetry=none\nmaxPromote=0\nroyal=0\nmage:M:xK::d4\nhorse:N:N::d5\nferz:F:F::c3\nrook:R:R::d8,,e5\n",
            &[],
            "d4",
            "b5 c6 e6 f5 f3 e2 c2 b3 c5 e3 e5xe5",
        )],
    },
    Sentence {
        says: "This allowed a full decription of the FIDE Pawn: fmWfceFifmnD",
        checks: &[
            Moves("fmWfceFifmnD", "d2", "p:c3,d4", "d3 c3xc3"),
            Moves("fmWfceFifmnD", "d2", "p:d3", ""),
            Play(
                "symmetry=mirror\nmaxPromote=0\nroyal=0\npawn:P:fmWfceFifmnD::a2-h2\n",
                &["e2e4", "a7a6", "e4e5", "d7d5"],
                "e5",
                "e6 d6xd5",
            ),
            Play(
                "symmetry=mirror\nmaxPromote=0\nroyal=0\npawn:P:fmWfceFifmnD::a2-h2\n",
                &["e2e4", "a7a6", "e4e5", "d7d6"],
                "e5",
                "e6 d6xd6",
            ),
        ],
    },
    Sentence {
        says: "Metamachy allows non-initial double pushes, and e.p. capture of thus moved Pawns (fmWfceFfmnnD",
        checks: &[
            Play(
                "symmetry=none\nmaxPromote=0\nroyal=0\npawn:P:fmWfceFfmnnD::a2,,b7\n",
                &["a2a3", "b7b6", "a3a4", "b6b5", "a4a5", "b5b3"],
                "a5",
                "a6 a7",
            ),
            Play(
                "symmetry=none\nmaxPromote=0\nroyal=0\npawn:P:fmWfceFfmnnD::a2,c2,,b7\n",
                &["a2a3", "b7b6", "c2c3", "b6b4"],
                "a3",
                "a4 b4xb4 a5",
            ),
            Play(
                "symmetry=none\nmaxPromote=0\nroyal=0\npawn:P:fmWfceFfmnnD::a2,c2,,b7\n",
                &["a2a4", "b7b6", "c2c3", "b6b4"],
                "a4",
                "a5 b5xb4 a6",
            ),
        ],
    },
    Sentence {
        says: "and Princes (KfmnnD). To handle that a doubling of n was also made to create rights (and otherwise mean the same as a single n)",
        checks: &[
            Moves("fKfmnnD", "d4", "p:d5", "d5xd5"),
            Play(
                "symmetry=none\nmaxPromote=0\nroyal=0\nprince:C:KfmnnD::,,b8\npawn:P:fmWfceF::a6,h2\n",
                &["h2h3", "b8b6"],
                "a6",
                "a7 b7xb6",
            ),
        ],
    },
    Sentence {
        says: "XBetza could describe it as fnafsmW to make sure they could be e.p. captured on the W square they moved through",
        checks: &[
            Moves("fnafsmW", "d4", "P:c6", "e6"),
            Play(
                "symmetry=none\nmaxPromote=0\nroyal=0\nhorse:H:fnafsmW::,,d7\npawn:P:fmWfceF::c4\n",
                &["c4c5", "d7e5"],
                "c5",
                "c6 d6xe5",
            ),
        ],
    },
    Sentence {
        says: "ifnmW6 would describe an initial (non-capturing) move of up to 6 (orthogonal) steps forward, creating e.p. rights on every square passed through, while ifmW6 would not create any rights",
        checks: &[
            Moves("ifnmW6", "d2", "p:d7", "d3 d4 d5 d6"),
            Play(
                "symmetry=none\nmaxPromote=0\nroyal=0\nrunner:R:ifnmW6::,,d8\npawn:P:fmWfceF::c4,e3\n",
                &["c4c5", "d8d3"],
                "c5",
                "c6 d6xd3",
            ),
            Play(
                "symmetry=none\nmaxPromote=0\nroyal=0\nrunner:R:ifnmW6::,,d8\npawn:P:fmWfceF::c4,e3\n",
                &["c4c5", "d8d3"],
                "e3",
                "e4 d4xd3",
            ),
            Play(
                "symmetry=none\nmaxPromote=0\nroyal=0\nrunner:R:ifmW6::,,d8\npawn:P:fmWfceF::c4,e3\n",
                &["c4c5", "d8d3"],
                "c5",
                "c6",
            ),
        ],
    },
];

/// Sentences of the current revision alone.
pub const CURRENT: &[Sentence] = &[Sentence {
    says: "This can now be written as nC, and the Falcon as nCnZ",
    checks: &[
        Same("nC", "afafsWafsafFafraflWaflafrW"),
        Same("nCnZ", "afafsKafsafKafraflKaflafrK"),
        Moves("nCnZ", "d4", "p:d5,e5,e4,e3,d3,c3,c4", "a5 c7 a6 b7"),
    ],
}];
