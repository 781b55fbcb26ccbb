//! XBetza, "The XBetza extension": sentences of the current revision alone.

use super::Check::{Goes, GoesLater, Moves, Play, Same};
use super::Sentence;

pub const ALL: &[Sentence] = &[
    Sentence {
        says: "e for en-passant capture, d for friendly capture, O for castling (with the piece on the board edge), U for a Universal Leaper, and I for an Imitator",
        checks: &[Goes("dU", "..... ..d.. pAd.. ....."), Moves("ilO2", "e1", "P:a1,h1", "c1/d1")],
    },
    Sentence {
        says: "Thus udQ describes a piece that can swap location with every friendly piece a Queen's move away, and ucdQ could swap with any piece",
        checks: &[
            Moves("udQ", "a1", "P:a4 p:c3,c1", "a4/a1"),
            Moves("ucdQ", "a1", "P:a4 p:c3", "a4/a1 c3/a1"),
        ],
    },
    Sentence {
        says: "XBetza uses y to indicate range toggling should occur for the next leg. This makes it possible to toggle the range also after a leg ending on an empty square (for changing stride or direction there), or after making a capture",
        checks: &[
            Moves("fcyafW", "a1", "p:a2,a5", "a3xa2 a4xa2 a5xa2xa5"),
            Moves("fyafW", "a1", "", "a3 a4 a5 a6 a7 a8"),
        ],
    },
    Sentence {
        says: "The modifier g in a non-final leg thus is a shortcut for yp",
        checks: &[Same("gafsR", "ypafsR")],
    },
    Sentence {
        says: "S 'Second square'. Shorthand for AD, like K is shorthand for WF",
        checks: &[Same("S", "AD"), Same("K", "WF")],
    },
    Sentence {
        says: "T 'Third square'. Shorthand for GH, like K is shorthand for WF",
        checks: &[Same("T", "GH")],
    },
    Sentence {
        says: "k ('king') new mode: alone or with m means the move can capture a royal piece (deliver check). (WfkR = Xiangqi King)",
        checks: &[
            Goes("WfkR", "..X.. ..... ..*.. .*Ax. ..*.."),
            Goes("fmkR", "..X.. ..*.. ..*.. ..Ap. ....."),
            Goes("fkR", "..k.. ..p.. ..... ..A.. ....."),
        ],
    },
    Sentence {
        says: "kc move can only be used to capture non-royal pieces (does not deliver check)",
        checks: &[Goes("kcR", "..k.. ..... ..... ..Ax. ....."), Same("kcR", "ckR")],
    },
    Sentence {
        says: "y ('fork') in non-final leg: indicates the next leg has a toggled range. (FyafsF = Griffon)",
        checks: &[Moves("frFfryafsF", "b2", "p:f3", "c3 c4 c5 c6 c7 c8 d3 e3 f3xf3")],
    },
    Sentence {
        says: "j on castling means the castling partner is not the farthest piece, but the next closer one. (isjO2 = Omega-Chess castling)",
        checks: &[
            Moves("isjO2", "e1", "P:h1,g1,a1,b1", "g1/f1 c1/d1"),
            Moves("isjO2", "e1", "P:h1,a1", ""),
            // The next closer piece, wherever it stands.
            Moves("iljO2", "e1", "P:a1,c1", "c1/d1"),
            Moves("iljO2", "g1", "P:a1,c1", "e1/f1"),
        ],
    },
    Sentence {
        says: "o ('off-board') in a non-final leg means the destination square must be off board",
        checks: &[
            Moves("loabW", "a4", "", "a4"),
            Moves("loabW", "b4", "", ""),
            Moves("foarW", "a8", "", ""),
            Moves("foabrW", "a8", "", "b8"),
        ],
    },
    Sentence {
        says: "q in leg after s or oblique leap breaks symmetry stands for l or r in same direction as previous bend",
        checks: &[Same("asaqW", "ararWalalW"), Same("hrafqN", "hrafrN"), Moves("fasaqW", "d4", "", "c4 e4")],
    },
    Sentence {
        says: "z ('zig-zag') rider bends 90-degrees in opposit directions on every step. (zB = Crooked Bishop)",
        checks: &[Moves("frzB", "a1", "p:b4", "b2 a3 b4xb4 c1 d2 e1 f2 g1 h2")],
    },
    Sentence {
        says: "z in leg after s or oblique leap breaks symmetry stands for l or r in opposit direction as previous bend",
        checks: &[
            Same("asazW", "aralWalarW"),
            Same("afsafzW", "afraflWaflafrW"),
            Moves("fasazW", "d4", "", "c6 e6"),
        ],
    },
    Sentence {
        says: "ii as above, but 'initial' is defined as being on a square where a piece of the same type started",
        checks: &[
            Goes("iifW", "..... ..... ..*.. ..A.. ....."),
            GoesLater("iifW", "..... ..... ..... ..A.. ....."),
            // Back on a square where one of its type started.
            Play(
                "files=6\nranks=6\nsymmetry=none\nmaxPromote=0\nroyal=0\nsoldier:S:iifmR2mW::b2,c2\nstone:T:mW::,,f6\n",
                &["b2b3", "f6f5", "b3c3", "f5f6", "c2d2", "f6f5", "c3c2", "f5f6"],
                "c2",
                "c3 c4 c1 b2",
            ),
            Play(
                "files=6\nranks=6\nsymmetry=none\nmaxPromote=0\nroyal=0\nsoldier:S:ifmR2mW::b2,c2\nstone:T:mW::,,f6\n",
                &["b2b3", "f6f5", "b3c3", "f5f6", "c2d2", "f6f5", "c3c2", "f5f6"],
                "c2",
                "c3 c1 b2",
            ),
        ],
    },
    Sentence {
        says: "A group of modifiers can be surrounded by parentheses to indicate it can be repeated indefinitely (including not occurring at all); (caf)R would be 'Juggernaut Rook', which can capture arbitrarily many enemies in its path",
        checks: &[Moves(
            "f(caf)R",
            "a1",
            "p:a3,a5,a6",
            "a2 a3xa3 a4xa3 a5xa3xa5 a6xa3xa5xa6 a7xa3xa5xa6 a8xa3xa5xa6",
        )],
    },
    Sentence {
        says: "A number behind the closing parenthesis would put a maximum on the number of repeats",
        checks: &[
            Moves("f(caf)1R", "a1", "p:a3,a5,a6", "a2 a3xa3 a4xa3 a5xa3xa5"),
            Same("(caf)2R", "RcafRcafcafR"),
        ],
    },
];
