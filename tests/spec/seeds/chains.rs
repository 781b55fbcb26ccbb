//! "Extended Betza notation" (Betza 2.0): what stands between the definitions, and modifiers before chains.

use super::Check::{Moves, Refused, Same};
use super::Sentence;

/// Its further sentences.
pub const ALL: &[Sentence] = &[
    Sentence {
        says: "Such as f (forward) or r (right), or combinarions of those like fr",
        checks: &[Moves("frF", "d4", "", "e5"), Moves("frN", "d4", "", "f5"), Moves("rW", "d4", "", "e4")],
    },
    Sentence {
        says: "but can only be used in limited ways (e.g. capture only, non-jumping, capture after jumping)",
        checks: &[
            Moves("cD", "d4", "p:d6,f4,e4", "d6xd6 f4xf4"),
            Moves("nD", "d4", "p:d6,f4,e4", "d6xd6 d2 b4"),
            Moves("cjD", "d4", "p:d6,f4,e4", "f4xf4"),
        ],
    },
    Sentence {
        says: "For longer-range atoms no letters are defined",
        checks: &[Refused("X", "unknown atom `X`"), Refused("GX", "unknown atom `X`")],
    },
    Sentence {
        says: "these can be written using the numeric coordinates of their leap vector",
        checks: &[Moves("(5,2)", "a1", "", "c6 f3"), Same("(1,2)", "N"), Same("(2,1)", "N")],
    },
    Sentence {
        says: "Grouping of atoms, modifiers and exponents is possible with parentheses",
        checks: &[Same("(WF)", "WF"), Same("(W)3", "W3"), Same("(fmW)", "fmW"), Same("((W3))", "W3")],
    },
    Sentence {
        says: "This can be done for readability, or for overruling operator priorities",
        checks: &[Same("W-(FW)", "W-FW-W"), Same("(WF)-W", "W-WF-W")],
    },
    Sentence {
        says: "When a number of atoms is concatenated, like WF, it joins their move sets",
        checks: &[Moves("WD", "a1", "", "a2 b1 a3 c1"), Same("DA", "AD")],
    },
    Sentence {
        says: "It is also possible to specify that certain moves have to be performed sequentially, one after the other",
        checks: &[Moves("W-D", "a1", "", "a4 d1")],
    },
    Sentence {
        says: "Such as for pieces that can be blocked on squares they cannot visit ('lame leapers'), or that have to hop over other pieces in a specific pattern",
        checks: &[
            Moves("F-W", "a1", "p:b2", ""),
            Moves("W+F", "d4", "p:d5", "c6 e6"),
            Moves("W+W+W", "a1", "p:a2,a3 P:b1", "a4"),
        ],
    },
    Sentence {
        says: "a number after the atom indicates how often the step may be repeated",
        checks: &[Moves("N2", "a1", "", "b3 c2 c5 e3")],
    },
    Sentence {
        says: "To indicate an arbitrary number of steps can be taken, we use 0 (zero) for the exponent",
        checks: &[Moves("N0", "a1", "p:d7", "b3 c5 d7xd7 c2 e3 g4")],
    },
    Sentence {
        says: "The 'Griffon' is an example that first moves one step diagonally, and then continues outward as a Rook",
        checks: &[
            Same("FtR", "F-RF"),
            Moves("FtR", "g1", "", "h2 h3 h4 h5 h6 h7 h8 f2 f3 f4 f5 f6 f7 f8 e2 d2 c2 b2 a2"),
        ],
    },
    Sentence {
        says: "because the move could be terminated at that point, and there is no requirement to visit the later parts of the specified trajectory",
        checks: &[Moves("WtF", "a1", "", "a2 b1 b3 c2"), Moves("WtFtW", "a1", "P:b3,c2", "a2 b1")],
    },
    Sentence {
        says: "There are other forms of chaining, where the 'connecting square' can not be visited. (I.e. no termination there.)",
        checks: &[Moves("F-W", "a1", "", "b3 c2")],
    },
    Sentence {
        says: "If it cannot, because the square was occupied, the move described by the chain is considered blocked, and cannot be made",
        checks: &[Moves("W-F", "a1", "p:a2", "c2"), Moves("W-F", "a1", "p:a2 P:b1", "")],
    },
    Sentence {
        says: "Should you need to deviate from that, e.g. because the trajectory doubles back on itself, directional modifiers must be used",
        checks: &[Moves("WxbW", "a1", "p:a2", "a1xa2"), Moves("W-bW", "a1", "P:b1", "a1")],
    },
    Sentence {
        says: "The concatenated cR+R is the capturing alternative; it moves as R to an occupied square, and then continues as R in the same direction for a capture",
        checks: &[Moves("cR+R", "a1", "p:a3,a5 P:c1,e1", "a5xa5")],
    },
    Sentence {
        says: "The x operator allows description of pieces with unconventional capture, as it specifies moving away from the capture square",
        checks: &[Moves("WxF", "d4", "p:d5", "c6xd5 e6xd5")],
    },
    Sentence {
        says: "I.e. you started moving right, then turned left to move forward. So the continuation square you pass over to remove the Pawn is to your right",
        checks: &[Moves("frmWxlW", "d4", "p:e4,c4,d5", "e5xe4")],
    },
    Sentence {
        says: "you lay out a path that tramples all the pieces that are captured, so that the sub-steps are all normal replacement captures",
        checks: &[Moves("WxWxW", "a1", "p:a2,a3", "a4xa2xa3"), Moves("WxWxW", "a1", "p:a2", "")],
    },
    Sentence {
        says: "one step diagonal (which must be to an occupied square, which we capture), and then straight on (which is now 'forward' in the local frame of reference set up by the first step) to the next square, for an overall A step",
        checks: &[Moves("fmFxF", "c1", "p:d2", "e3xd2"), Same("FxF", "FxfF")],
    },
    Sentence {
        says: "If the modifier string m does not contain one of the chaining operators, it is prefixed with the default 't'",
        checks: &[Same("Nrf3", "Ntrf3"), Same("W3", "Wt3")],
    },
    Sentence {
        says: "By including directonal indicators, you can describe curved trajectories",
        checks: &[Moves("Wr2", "d4", "", "d5 e4 d3 c4 e5 e3 c3 c5")],
    },
    Sentence {
        says: "There is also no real need for the z prefix in this extended Betza notation. The exponentiation can describe it much more precisely, specifying exactly how Crooked it is",
        checks: &[
            Moves("(FtlF)r2", "a1", "", "b2 a3 b4 a5"),
            Moves("(F2tlF2)r1", "c1", "", "d2 e3 c3 b4 d4 c5 b2 a3 a1"),
        ],
    },
    Sentence {
        says: "a all short for vs (default on atoms specifying complete move, but can be needed in chaining)",
        checks: &[
            Moves("WxaW", "a1", "p:a2", "a1xa2 a3xa2 b2xa2"),
            Moves("WxW", "a1", "p:a2", "a3xa2"),
            Same("WxaW", "WxvsW"),
        ],
    },
    // The rows of the table of prefixes, before paths of several steps.
    Sentence {
        says: "j jump one Must jump exactly one",
        checks: &[
            Moves("jF-R", "a1", "p:b4", "b5 b6 b7 b8"),
            Moves("jF-R", "a1", "p:b4,b6", "b5 b6xb6"),
            Moves("jR-F", "a1", "P:a3", "b5 b6 b7 b8"),
            Moves("jR+R", "a1", "P:a3 p:a5", "a4 a5xa5"),
            Moves("jW+W", "a1", "P:a2", "a3"),
            Moves("jN-N", "a1", "P:b2", "c5 e3"),
        ],
    },
    Sentence {
        says: "jj jump many Can jump over any number of pieces",
        checks: &[Moves("jjF-W3", "a1", "P:b3,b4 p:c2", "b5 c2xc2 d2 e2")],
    },
    Sentence {
        says: "p Pao (=Canon) (Obsolete?) Capture if move jumps over one obstacle, non-capture if it does not jump",
        checks: &[
            Moves("pF-R", "a1", "p:b4,b6 P:d2", "b3 b6xb6 c2"),
            Moves("pR+R", "a1", "P:a3 p:a5", "a5xa5"),
        ],
    },
    Sentence {
        says: "g Grasshopper (Obsolete?) Must land directly behind first obstacle",
        checks: &[
            Moves("gF-R", "a1", "p:b4 P:d2", "b5 e2"),
            Moves("gFtR", "a1", "p:b4,b5", "b5xb5"),
            Moves("gR+R", "a1", "P:a3", "a4"),
        ],
    },
    Sentence {
        says: "q Circular (Obsolete?) Basic step repeated at an angle, until it closes on itself",
        checks: &[Moves("qW3-W", "a1", "", "a3 c1 b4 c3 d2 d3 c4")],
    },
    Sentence {
        says: "O (0,0) Null move",
        checks: &[
            Moves("RyO", "a1", "p:a5 P:d1", "a4 c1"),
            Moves("W-O", "a1", "p:a2", "b1"),
            Moves("WxO", "a1", "p:a2", "a2xa2"),
            Moves("OtW", "a1", "p:a2 P:b1", "a1 a2xa2"),
            Moves("O-W", "a1", "p:a2", "a2xa2 b1"),
        ],
    },
    Sentence {
        says: "e equal equal in length to previous step, measured in board steps",
        checks: &[
            Moves("RxebD0", "a1", "p:a3,b1", "a1xa3"),
            Moves("D0-erW0", "a1", "", "c3 e5 g7"),
            Moves("W3-erD2", "a1", "", "c3"),
        ],
    },
];
