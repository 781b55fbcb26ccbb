//! "Betza notation (extended)": what stands between the definitions, on legs and in the case studies.

use super::Check::{Differ, Goes, Holds, Moves, Play, Refused, Same};
use super::Sentence;
use griffon::notation::compile;
use griffon::notation::legs::{MovementKind, Reach};

/// Of both revisions.
pub const BOTH: &[Sentence] = &[
    Sentence {
        says: "it acts as punctuation of the other modifiers, dividing the latter into groups, each group applying to a different leg",
        checks: &[
            Moves("fcafmF", "c1", "p:d2", "e3xd2"),
            Moves("fafcmF", "c1", "p:d2", "a3"),
            Same("fcafmF", "cfamfF"),
        ],
    },
    Sentence {
        says: "Non-final legs of a move have a wider variety of modes than final (or only) legs, for it is not necessary that a former occupant of the transit square has to be cleared away to make room for the piece",
        checks: &[Moves("pafW", "d4", "P:d5 p:e4", "d6 f4")],
    },
    Sentence {
        says: "For instance, directions on continuation legs are always specified relative to the preceding leg, as we want the notation to specify moves of a fixed shape",
        checks: &[Moves("marW", "d4", "", "e5 e3 c3 c5")],
    },
    Sentence {
        says: "But for added flexibility, XBetza also allows specification of diagonal continuation of those",
        checks: &[Moves("mafrW", "d4", "", "e6 f3 c2 b5")],
    },
    Sentence {
        says: "Besides atom rotation, XBetza also allows the range to differ from leg to leg",
        checks: &[Moves("yafW", "a1", "p:a5", "a3 a4 a5xa5 c1 d1 e1 f1 g1 h1")],
    },
    Sentence {
        says: "We could say that on final legs, where staying on the same square as the mount would not be allowed, these modifiers imply an extra leg in the same direction, which then does not have to be written explicitly",
        checks: &[Same("pB", "pafB"), Same("gB", "gafB")],
    },
    Sentence {
        says: "E.g. by default the mode of the move is mc, and the direction set 'all directions implied by the atom'",
        checks: &[Same("N", "mcN"), Same("N", "mcfhbhN"), Same("W", "fbrlW"), Same("F", "fbF")],
    },
    Sentence {
        says: "satellite=betza files=12 ranks=12 graphicsDir=/membergraphics/MSelven-chess/ whitePrefix=w blackPrefix=b graphicsType=png squareSize=34 useMarkers=1 maxPromote=0 symmetry=rotate checker:P:fmFcafmFimfD:pawn:a2-l2 betza1:X:mRpafscRifhN:marshall:h1 betza2:Y:gQ:archbishop:e1 rook::::a1,l1 king::::g1",
        checks: &[
            // A checker goes diagonally ahead, or two squares straight ahead at first.
            Play(SANDBOX, &[], "e2", "d3 f3 e4"),
            // From h1 the slide along the rank, and what own checkers leave of the forward half of the leaps.
            Play(SANDBOX, &[], "h1", "g3 i3 i1 j1 k1"),
            // Own pieces are mounts: e2, d2 and f2 for the grasshopper on e1, which lands behind them.
            Play(SANDBOX, &[], "e1", "c3 e3 g3"),
        ],
    },
    Sentence {
        says: "Multi-leg moves (changing mode, range and/or direction between legs) are defined by joining groups of modifiers for the individual legs by a ('again') modifiers",
        checks: &[Moves(
            "cyafsF",
            "a1",
            "p:b2,b5",
            "b3xb2 b4xb2 b5xb2xb5 c2xb2 d2xb2 e2xb2 f2xb2 g2xb2 h2xb2",
        )],
    },
    Sentence {
        says: "Not all modifiers are meaningful on an Imitator",
        checks: &[Refused("nI", "`n` means nothing on `I`"), Refused("uI", "`u` means nothing on `I`")],
    },
    Sentence {
        says: "Unusual capture methods can often be obtained by moving to the destination through a detour that visits the piece that must disappear, with a non-final leg that captures",
        checks: &[
            Moves("cafmW", "d4", "p:d5,e4 P:f4", "d6xd5"),
            // Two steps aside and back: what is beside the destination disappears.
            Moves("fcarmW", "d4", "p:d5", "e5xd5"),
        ],
    },
    Sentence {
        says: "You can mimic advance sensing of a piece in your path by hopping on it, and then stepping off in the opposite direction",
        checks: &[Moves("gabR", "a1", "p:a5 P:c1", "a4 b1")],
    },
    Sentence {
        says: "'Burning' is a mode of capture where pieces not in the destination square disappear as an automatic side effect of the move",
        checks: &[Moves("W\\:cF", "d4", "p:c6,e6,d7", "d5xc6xe6 e4 d3 c4")],
    },
    Sentence {
        says: "One could see this as describing the move of 'flames' emitted by a piece from its destination, which then evaporate after they made their capture",
        checks: &[Moves("W\\:cR", "d4", "p:d7,d8", "d5xd7 d3xd7 e4 c4")],
    },
    Sentence {
        says: "To unambiguously define a lame leap, specify it as a multi-leg move with a path that visits all squares where the move can be blocked before it reaches its target",
        checks: &[Moves("afafW", "d4", "p:d6 P:f4,a4", "d1")],
    },
    Sentence {
        says: "Unfortunately this path cannot be described together with its mirror image aflafrW with the use of s, like the others, as there would be no way to force deflection in opposite directions",
        checks: &[
            Differ("afsafsW", "afraflWaflafrW"),
            // A later addition has one: `z`, the turn opposite to the last.
            Same("afsafzW", "afraflWaflafrW"),
        ],
    },
    Sentence {
        says: "The Falcon has three similar paths to the Zebra squares, and in fact their shape is so similar that they can be described by the same turning of corners, but just starting in intermediate directions",
        checks: &[
            Moves("afafsF", "a1", "", "c4 d3"),
            Moves("afsafW", "a1", "", "c4 d3"),
            Moves("afraflFaflafrF", "a1", "", "c4 d3"),
            Moves("afafsF", "a1", "p:c3", ""),
        ],
    },
    Sentence {
        says: "The W and F of the Camel destinations then combine with the F or W for the Zebra destinations",
        checks: &[Same("afafsK", "afafsWafafsF"), Same("afsafK", "afsafWafsafF")],
    },
    Sentence {
        says: "Its move thus has two variable-length legs, giving it a 2-dimensional set of target squares",
        checks: &[Goes("asR", ".*** .*** .*** A...")],
    },
    Sentence {
        says: "XBetza offers a method to force the slider moves to have equal number of steps, by putting an i ('iso') on the later one",
        checks: &[Goes("aisR", "...* ..*. .*.. A...")],
    },
    Sentence {
        says: "the Griffon starts stepping to an F square, but then slides as R away from those",
        checks: &[Goes("yafsF", ".*... .*... .*... ..*** A....")],
    },
    Sentence {
        says: "y, which means \"m and continue with 'opposite' range\"",
        checks: &[Same("yafsF", "myafsF"), Moves("yafsF", "a1", "p:b2", "")],
    },
    Sentence {
        says: "XBetza can handle that by specifying no directions at all on the continuation legs. This defaults to \"all directions except return\", where return means visiting a square that was visited earlier",
        checks: &[Goes("aK", "*** *** A**"), Goes("aW", "*.. .*. A.*"), Differ("aW", "affbbrrllW")],
    },
    Sentence {
        says: "(This is to not automatically include null moves, which can always be specified separately if they are desired.)",
        checks: &[Moves("mabK", "a1", "P:b1,b2", "a1"), Moves("aW", "a1", "P:a3,b2", "c1")],
    },
    Sentence {
        says: "Locusts capture pieces from other squares than those they move to",
        checks: &[Moves("cafF", "a1", "p:b2", "c3xb2")],
    },
    Sentence {
        says: "The Chu Shogi Lion can make up to two K moves per turn, not having to stop at a capture",
        checks: &[Moves(
            "mpcaKmcabK",
            "a1",
            "p:b2,c3",
            "a1 a1xb2 a2 a3 b1 b2xb2 b3 c1 c2 c3xc3 a2xb2 a3xb2 b1xb2 b3xb2 c1xb2 c2xb2 c3xb2xc3",
        )],
    },
    Sentence {
        says: "It can also make the combination of the two as direct leap (over other pieces), if it wants",
        checks: &[Moves("mpaK", "a1", "P:a2,b1,b2", "a3 b3 c1 c2 c3")],
    },
    Sentence {
        says: "But moves back to the starting square are not included in this, by the directional default for continuation legs",
        checks: &[Moves("mpcaK", "a1", "P:a2,b1 p:b2", "a3 b3 b2xb2 c1 c2 c3 a3xb2 b3xb2 c1xb2 c2xb2 c3xb2")],
    },
    Sentence {
        says: "And the Lion can make those both as capture or as move (but not as hop!) in the first leg",
        checks: &[Moves("mcabK", "a1", "P:a2 p:b2", "a1 a1xb2"), Moves("mcabK", "a1", "P:a2,b1,b2", "")],
    },
    Sentence {
        says: "to mention all targets that could be reached through a direct leap explicitly, though, and reserve the multi-leg description for the locust captures and the (conditional) turn pass",
        checks: &[Same("mpcaKmcabK", "KNADcaKmcabK")],
    },
    Sentence {
        says: "This is a special form of locust capture, and can be described in XBetza by a back-and-forth two-leg move",
        checks: &[Moves("cabK", "d4", "p:d5,e3 P:c4", "d4xd5 d4xe3")],
    },
    Sentence {
        says: "For sliders you would have to make sure that they end up on the square they started, i.e. that both legs were equally long",
        checks: &[Moves("caibR", "a1", "p:a4,d1", "a1xa4 a1xd1"), Moves("cabR", "a1", "p:a3", "a2xa3 a1xa3")],
    },
    Sentence {
        says: "A bifurcator is a bent hopper",
        checks: &[Moves("pafsR", "a1", "p:a3", "b4 c5 d6 e7 f8")],
    },
    Sentence {
        says: "pR means pafR, where the first p leg hops onto the mount, and the fR then hops off in the same direction",
        checks: &[Moves("pR", "a1", "p:a3,a6", "a4 a5 a6xa6")],
    },
    Sentence {
        says: "In principle the hop-on and hop-off slides can be bent themselves: we can conceive a 'Griffonhopper', which moves as a Griffon but can only land behind a piece in its path",
        checks: &[Moves("yafspafF", "a1", "p:b5 P:e2", "b6 b7 b8 f2 g2 h2")],
    },
    Sentence {
        says: "A Collider is a slider that deflects at an angle on the square just before an obstacle in its primary path",
        checks: &[Moves("gabyabsR", "a1", "p:a5", "b5 c6 d7 e8")],
    },
    Sentence {
        says: "then hops off exactly backwards to land on the square where it should turn the corner, and then does turn that corner (which is now 135 degrees (bs), relative to the direction it is now going",
        checks: &[
            Same("gabyabsR", "gabyablRgabyabrR"),
            Moves("gabyabsR", "d4", "P:d5", "e5 f6 g7 h8 c5 b6 a7"),
        ],
    },
    Sentence {
        says: "So three legs, slide - step - slide, and thus two range toggles",
        checks: &[Holds(|| {
            for movement in compile("gabyabsR").expect("well formed") {
                let MovementKind::Walk(legs) = movement.kind else { panic!("not a walk") };
                let ranges: Vec<Reach> = legs.iter().map(|leg| leg.max).collect();
                assert_eq!(ranges, [Reach::Unlimited, Reach::Steps(1), Reach::Unlimited]);
            }
        })],
    },
    Sentence {
        says: "The first range toggle happens on the mount, so we use g rather than p for the mode of that leg",
        checks: &[Differ("gabyabsR", "pabyabsR")],
    },
    Sentence {
        says: "The second toggle happens on an empty square, so y rather than m there",
        checks: &[Differ("gabyabsR", "gabmabsR"), Moves("gabmabsR", "a1", "p:a5", "b5")],
    },
    Sentence {
        says: "XBetza also allows such pieces to re-appear elsewhere",
        checks: &[Moves("fmaudW", "d4", "P:d6", "d6/d5")],
    },
    Sentence {
        says: "This is specified by a u modifier, which is not an alternative to the leg modes m, c, d, y, p and g, but can combine with any of those",
        checks: &[Holds(|| {
            for text in ["umW", "ucW", "udW", "cauyafW", "caupafW", "caugafR"] {
                assert!(compile(text).is_ok(), "{text}");
            }
        })],
    },
    Sentence {
        says: "Because it specifies what happens on the starting square of the leg, rather than at the end",
        checks: &[Moves("ucW", "d4", "p:d5", "d5/d4"), Moves("cuafW", "d4", "p:d5", "d6/d4")],
    },
    Sentence {
        says: "But they endow friendly pieces that are one Knight leap away with the capability to make a Knight leap themselves",
        checks: &[Moves(
            "mNxaN",
            "d4",
            "P:e6 p:c6",
            "b3 b5 c2 e2 f3 f5 e6-d8 e6-f8 e6-g7 e6-g5 e6-f4 e6-c5 e6-c7",
        )],
    },
    Sentence {
        says: "XBetza treats such induced moves as moves of the inducer, rather than of the piece that will make them",
        // The friend has no move of its own, nor would it have one where the inducer is not.
        checks: &[Moves("xaW", "d4", "P:d5,h8", "d5-c5 d5-d6 d5-e5")],
    },
    Sentence {
        says: "Each of these parts can in principle be multi-leg as well",
        checks: &[
            Moves("mafxafW", "a1", "P:a3", "a3-a4"),
            Moves("xafafW", "a1", "P:a2", "a2-a4"),
            Moves("xafafW", "a1", "P:a2 p:a3", ""),
        ],
    },
    Sentence {
        says: "To provide targets for that mode, it also has a way to specify which moves generate e.p. rights",
        checks: &[
            Play("royal=0\nsymmetry=none\npawn:P:fmWfceFifmnD::e2,,d4\n", &["e2e4"], "d4", "d2 d3 e3xe4"),
            Play("royal=0\nsymmetry=none\npawn:P:fmWfceFifmD::e2,,d4\n", &["e2e4"], "d4", "d2 d3"),
        ],
    },
    Sentence {
        says: "A new, more precise method allows creation of an arbitrary number of e.p. squares by visiting those in a multi-leg move consisting of K steps, by putting an n on the leg leading to the square",
        checks: &[Play(TRAIL, &["e2e5"], "d4", "e3xe5"), Play(TRAIL, &["e2e5"], "f5", "e4xe5")],
    },
    Sentence {
        says: "Represents all moves of the last-moved non-imitator",
        checks: &[
            // An imitator moved last: what it imitated counts.
            Play(IMITATORS, &["a1a2", "h7h6", "d4d5"], "e8", "e7"),
            Play(IMITATORS, &["a1a2"], "e8", "a8 b8 c8 d8 f8 g8 h8 e7 e6 e5 e4 e3 e2 e1"),
        ],
    },
    Sentence {
        says: "The latter would flip the moves of the imitated piece, like the opponent would move it",
        checks: &[
            Play(BACKWARD, &["a1a2", "h7h6"], "d4", "d3"),
            Play(BACKWARD, &["a1a2", "e4e3"], "d4", "d3 e3xe3"),
        ],
    },
    Sentence {
        says: "This can be useful to mimic larger leaps in a multi-leg move of a King atom",
        checks: &[Same("mpafK", "DA"), Same("mpafmpafK", "HG")],
    },
    Sentence {
        says: "A hook mover is a slider that can turn a corner anywhere in its trajectory",
        checks: &[Goes("RasR", "**** **** **** A***")],
    },
    Sentence {
        says: "Area moves - In Tenjiku Shogi some pieces can make up to 3 King steps in arbitrary directions",
        checks: &[Goes("KaKaaK", "******* ******* ******* ***A*** ******* ******* *******")],
    },
    Sentence {
        says: "XBetza describes this with a multi-leg move that first makes the capture in the ordinary way, followed by a leg that moves to the destination",
        checks: &[Moves("cafmK", "d4", "p:d5,e5,e4 P:f4", "d6xd5 f6xe5")],
    },
    Sentence {
        says: "Move induction (Relay Knight) - In Knight-Relay Chess Knights cannot capture",
        checks: &[Moves("mNxaN", "d4", "p:e6", "b3 b5 c2 c6 e2 f3 f5")],
    },
    Sentence {
        says: "the first (induction) part ending in a leg with an x mode ('excite'), the second part the move that the piece at the x target will now be able to make",
        checks: &[Moves("xafmW", "d4", "P:d5 p:e4", "d5-d6"), Moves("xafmW", "d4", "P:d5 p:d6", "")],
    },
    Sentence {
        says: "XBetza has a separate mode for e.p. capture (e)",
        checks: &[Play("royal=0\nsymmetry=none\npawn:P:fmWfcFifmnD::e2,,d4\n", &["e2e4"], "d4", "d2 d3")],
    },
    Sentence {
        says: "(This n would otherwise be meaningless on a K step.)",
        checks: &[Goes("nK", "*** *A* ***"), Moves("nK", "a1", "p:a2 P:b1", "a2xa2 b2")],
    },
];

/// Of the current revision.
pub const CURRENT: &[Sentence] = &[Sentence {
    says: "So the last 3 sentences of this paragraph are now obsolete (but still instructive)",
    checks: &[Same("nC", "afafsWafsafFafraflWaflafrW"), Same("nZ", "afafsFafsafWafraflFaflafrF")],
}];

/// Of the revision of 2020.
pub const OF_2020: &[Sentence] = &[
    Sentence {
        says: "This can be used when you need leaper-slider alternation in pieces that change direction on their own steam, rather than on encountering an obstacle in their path",
        checks: &[Moves("yasW", "a1", "", "b2 c2 d2 e2 f2 g2 h2 b3 b4 b5 b6 b7 b8")],
    },
    Sentence {
        says: "To be more precise, it would group the a with the directional modifiers of the leg after it, and the other modifiers of the leg before it, and repeat that group",
        checks: &[Same("spa2fcR", "spafcRspafpafcR"), Same("fca3lmW", "fcalmWfcalcalmWfcalcalcalmW")],
    },
];

/// The sandbox of the page, one item a line.
const SANDBOX: &str = "satellite=betza\nfiles=12\nranks=12\ngraphicsDir=/membergraphics/MSelven-chess/\nwhitePrefix=w\n\
    blackPrefix=b\ngraphicsType=png\nsquareSize=34\nuseMarkers=1\nmaxPromote=0\nsymmetry=rotate\n\
    checker:P:fmFcafmFimfD:pawn:a2-l2\nbetza1:X:mRpafscRifhN:marshall:h1\nbetza2:Y:gQ:archbishop:e1\n\
    rook::::a1,l1\nking::::g1\n";

/// A triple step that can be caught on both squares on its way.
const TRAIL: &str = "royal=0\nsymmetry=none\nmaxPromote=0\nrunner:R:fnafnafmW::e2\ncatcher:C:fceF::,,d4,f5\n";

/// Imitators of both sides, a rook and a pawn to imitate.
const IMITATORS: &str =
    "symmetry=none\nmaxPromote=0\nroyal=0\nmirror:I:I::d4,,e8\nrook:R:R::a1\npawn:P:fmWfcF::,,h7\n";

/// One that moves as its opponent would.
const BACKWARD: &str =
    "symmetry=none\nmaxPromote=0\nroyal=0\nmirror:I:bI::d4\nrook:R:R::a1\npawn:P:fmWfcF::,,h7,e4\n";
