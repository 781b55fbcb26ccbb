//! "Extended Betza notation", the page of Betza 2.0.

use super::Check::{Differ, Goes, GoesLater, Holds, Moves, Same};
use super::Sentence;
use griffon::notation::betza2;

/// Its sentences.
pub const ALL: &[Sentence] = &[
    Sentence { says: "W (1,0) Wazir (Courier Chess)", checks: &[Moves("W", "d4", "", "d5 e4 d3 c4")] },
    Sentence { says: "F (1,1) Ferz (Shatranj)", checks: &[Moves("F", "d4", "", "e5 e3 c3 c5")] },
    Sentence { says: "D (2,0) Dababba", checks: &[Moves("D", "d4", "", "d6 f4 d2 b4")] },
    Sentence { says: "A (2,2) Alfil (Shatranj)", checks: &[Moves("A", "d4", "", "f6 f2 b2 b6")] },
    Sentence { says: "I (3,0) Tripper", checks: &[Moves("I", "d4", "", "d7 g4 d1 a4")] },
    Sentence {
        says: "L (3,1) Long Knight (aka Camel)",
        checks: &[Moves("L", "d4", "", "c7 e7 g5 g3 e1 c1 a3 a5")],
    },
    Sentence { says: "J (3,2) Zebra", checks: &[Moves("J", "d4", "", "b7 f7 g6 g2 f1 b1 a2 a6")] },
    Sentence { says: "G (3,3)", checks: &[Moves("G", "d4", "", "a7 g7 g1 a1")] },
    Sentence {
        says: "Laid out on the board, (standing at O), the move encoding is as follows",
        checks: &[Moves("H", "d4", "", "d7 g4 d1 a4"), Moves("N", "d4", "", "c6 e6 f5 f3 e2 c2 b3 b5")],
    },
    Sentence {
        says: "writing the number of steps the piece can maximally make behind the atom, where '0' can be used to indicate 'any number of steps'",
        checks: &[
            Moves("W3", "a1", "", "a2 a3 a4 b1 c1 d1"),
            Moves("fW0", "a1", "p:a6", "a2 a3 a4 a5 a6xa6"),
        ],
    },
    Sentence {
        says: "E.g. fR decribes a 'Rook' that only moves in the forward direction (i.e., the Shogi Lance)",
        checks: &[Moves("fR", "d4", "", "d5 d6 d7 d8")],
    },
    Sentence {
        says: "this still implies the move goes in all directions (i.e. (4,1) also means (4,-1), (-4,1), (1,4), ...)",
        checks: &[Moves("(4,1)", "d4", "", "h5 h3 c8 e8"), Moves("(4,1)", "e5", "", "a6 a4 d1 f1")],
    },
    Sentence {
        says: "A piece that only leaps 4 forward and 1 left or right would be an f(4,1)",
        checks: &[Moves("f(4,1)", "d4", "", "c8 e8")],
    },
    Sentence {
        says: "E.g. fb means forward and backward moves (but not sideways)",
        checks: &[Moves("fbW", "d4", "", "d5 d3"), Same("fbN", "vN")],
    },
    Sentence {
        says: "(E.g. mc would mean both non-capture and capture, which is the default in absence of prefixes anyway.)",
        checks: &[Same("mcN", "N")],
    },
    Sentence { says: "c capture: Captures only", checks: &[Moves("cW", "d4", "p:d5 P:e4", "d5xd5")] },
    Sentence { says: "m move: Move but not capture", checks: &[Moves("mW", "d4", "p:d5 P:e4", "d3 c4")] },
    Sentence {
        says: "n non-jumping: Cannot jump over occupied square",
        checks: &[Moves("nD", "d4", "p:d5 P:e4", "d2 b4"), Moves("nA", "d4", "p:e5", "b6 b2 f2")],
    },
    Sentence {
        says: "j jump one: Must jump exactly one",
        checks: &[
            Moves("jD", "d4", "p:d5 P:e4", "d6 f4"),
            Moves("fjR", "a1", "p:a3", "a4 a5 a6 a7 a8"),
            Moves("fjR", "a1", "p:a3,a5,a7", "a4 a5xa5"),
            Moves("fjR", "a1", "", ""),
        ],
    },
    Sentence {
        says: "jj jump many: Can jump over any number of pieces",
        checks: &[Moves("jjfW3", "a1", "p:a2,a3", "a2xa2 a3xa3 a4")],
    },
    Sentence {
        says: "p Pao (=Canon): Capture if move jumps over one obstacle, non-capture if it does not jump",
        checks: &[Moves("fpR", "a1", "p:a3,a6", "a2 a6xa6"), Moves("fpR", "a1", "P:a3 p:a5,a6", "a2 a5xa5")],
    },
    Sentence {
        says: "g Grasshopper: Must land directly behind first obstacle",
        checks: &[Moves("fgR", "a1", "P:a4", "a5"), Moves("fgR", "a1", "p:a4,a5,a6", "a5xa5")],
    },
    Sentence {
        says: "q Circular: Basic step repeated at an angle, until it closes on itself",
        checks: &[Moves("qN", "a1", "", "b3 d4 f3 g1 a5 c2 e1 c6 a7")],
    },
    Sentence {
        says: "z Zig-zag: Repeat step alternates angle between two values",
        checks: &[Moves("zF", "a1", "", "b2 a3 b4 a5 b6 a7 b8 c1 d2 e1 f2 g1 h2")],
    },
    Sentence { says: "o: wraps around on cylinder board", checks: &[Moves("oW", "a1", "", "a2 b1 h1")] },
    Sentence {
        says: "f forward: most-forward single or pair of moves of symmetry-equivalent moves",
        checks: &[
            Moves("fW", "d4", "", "d5"),
            Moves("fF", "d4", "", "c5 e5"),
            Moves("fN", "d4", "", "c6 e6"),
        ],
    },
    Sentence {
        says: "b backward: most-backward single or pair of moves of symmetry-equivalent moves",
        checks: &[
            Moves("bW", "d4", "", "d3"),
            Moves("bF", "d4", "", "c3 e3"),
            Moves("bN", "d4", "", "c2 e2"),
        ],
    },
    Sentence {
        says: "l left: left-most single or pair of moves of symmetry-equivalent moves",
        checks: &[
            Moves("lW", "d4", "", "c4"),
            Moves("lF", "d4", "", "c3 c5"),
            Moves("lN", "d4", "", "b3 b5"),
        ],
    },
    Sentence {
        says: "r right: right-most single or pair of moves of symmetry-equivalent moves",
        checks: &[
            Moves("rW", "d4", "", "e4"),
            Moves("rF", "d4", "", "e3 e5"),
            Moves("rN", "d4", "", "f3 f5"),
        ],
    },
    Sentence {
        says: "s sideways: short for lr",
        checks: &[Same("sW", "lrW"), Moves("sW", "d4", "", "c4 e4")],
    },
    Sentence {
        says: "v vertical: short for fb",
        checks: &[Same("vW", "fbW"), Moves("vW", "d4", "", "d5 d3")],
    },
    Sentence { says: "a all: short for vs", checks: &[Same("aN", "N"), Same("aW", "W")] },
    Sentence {
        says: "ff forward: obsolete notation for forward-most two of 8 symmetry-equivalent moves",
        checks: &[Moves("ffN", "d4", "", "c6 e6")],
    },
    Sentence {
        says: "fh forward half: forward-most four of 8 symmetry-equivalent moves",
        checks: &[Moves("fhN", "d4", "", "c6 e6 b5 f5")],
    },
    Sentence { says: "fs sideway-forward: fh but not f", checks: &[Moves("fsN", "d4", "", "b5 f5")] },
    Sentence {
        says: "Similar for b (bb, bh, bs), l and r",
        checks: &[
            Moves("bbN", "d4", "", "c2 e2"),
            Moves("bhN", "d4", "", "c2 e2 b3 f3"),
            Moves("bsN", "d4", "", "b3 f3"),
            Moves("lhN", "d4", "", "b3 b5 c2 c6"),
        ],
    },
    Sentence {
        says: "i initial: Initial move only (for pieces that have not moved yet)",
        checks: &[Goes("ifW", "... .*. .A."), GoesLater("ifW", "... ... .A.")],
    },
    Sentence {
        says: "e equal: equal in length to previous step, measured in board steps",
        checks: &[Moves("RxebR", "d4", "p:d7", "d4xd7"), Moves("RxbR", "a1", "p:a3", "a2xa3 a1xa3")],
    },
    Sentence {
        says: "For example, fmWfcF is a Pawn: non-captures forward to a W square, captures to the two forward F squares",
        checks: &[Goes("fmWfcF", ".... x*.. .A.. ...."), Goes("fmWfcF", ".... .px. .A.. ....")],
    },
    Sentence {
        says: "Note that fr and rf are not the same on 'oblique' (= not orthogonal or diagonal) atoms, which have 8 moves, and that they might not be what you intuitively think, as fs = fl + fr",
        checks: &[Differ("frN", "rfN"), Same("fsN", "flNfrN"), Same("frF", "rfF")],
    },
    Sentence {
        says: "(fmW)(fcF) might read more easily than fmWfcF",
        checks: &[Same("(fmW)(fcF)", "fmWfcF")],
    },
    Sentence {
        says: "m(AB) where m is a string of modifiers and A and B are atoms, (or expressions grouped in parentheses), is defined to mean mAmB",
        checks: &[Same("m(DA)", "mDmA"), Same("fc(W(FN))", "fcWfcFfcN")],
    },
    Sentence { says: "K stands for WF", checks: &[Same("K", "WF")] },
    Sentence { says: "B stands for F0 (FF)", checks: &[Same("B", "F0")] },
    Sentence { says: "R stands for W0 (WW)", checks: &[Same("R", "W0")] },
    Sentence { says: "Q stands for RB", checks: &[Same("Q", "RB")] },
    Sentence { says: "C stands for L", checks: &[Same("C", "L")] },
    Sentence { says: "Z stands for J", checks: &[Same("Z", "J")] },
    Sentence {
        says: "the piece described by WF moves either as W or as F, i.e. one step diagonal, or one step orthogonal. That means it is the King of orthodox Chess!",
        checks: &[Moves("WF", "d4", "", "d5 e5 e4 e3 d3 c3 c4 c5")],
    },
    Sentence {
        says: "But a 'k' prefix could be used to indicate royalty",
        checks: &[Same("kK", "K"), Holds(royal_prefix)],
    },
    Sentence {
        says: "E.g. F3 would be a piece that slides diagonally (i.e. like a Bishop), upto a maximum of 3 steps",
        checks: &[Moves("F3", "a1", "", "b2 c3 d4"), Moves("F3", "a1", "p:c3", "b2 c3xc3")],
    },
    Sentence {
        says: "So W0 would be the Rook, sliding arbitrarily far orthogonally, and F0 the Bishop",
        checks: &[Moves("F0", "a1", "P:f6", "b2 c3 d4 e5"), Moves("W0", "a1", "P:a3,b1", "a2")],
    },
    Sentence {
        says: "It does not have to go beyond the corner, though; just like a normal Rook it can make the first step of its move only. And if it encounters something on that first step, it is blocked, and never gets to the rooky part of its move",
        checks: &[
            Moves("FtR", "a1", "p:b5", "b2 b3 b4 b5xb5 c2 d2 e2 f2 g2 h2"),
            Moves("FtR", "a1", "p:b2", "b2xb2"),
            Moves("FtR", "a1", "P:b2", ""),
        ],
    },
    Sentence {
        says: "distinguishes this from FR, which would mean a piece that steps one diagonally or moves like Rook (a Shogi Dragon Horse)",
        checks: &[Moves("FR", "a1", "p:b2,a3 P:c1", "b2xb2 a2 a3xa3 b1"), Differ("FR", "FtR")],
    },
    Sentence {
        says: "The Xiangqi Horse moves one orthogonal step, and then (without stopping) one step diagonally outward, mimicking the move of a Knight, but blockable on the intermediate square. This is written as the chain W-F",
        checks: &[Moves("W-F", "d4", "P:d5 p:e4", "c2 e2 b3 b5")],
    },
    Sentence {
        says: "t then: terminate on connection square (if empty or enemy) or continue (if empty)",
        checks: &[Moves("WtW", "a1", "p:a2", "a2xa2 b1 c1"), Moves("WtW", "a1", "P:a2", "b1 c1")],
    },
    Sentence {
        says: "- block: must continue if connection square empty; otherwise entire path is considered blocked",
        checks: &[Moves("W-W", "a1", "", "a3 c1"), Moves("W-W", "a1", "p:a2 P:b1", "")],
    },
    Sentence {
        says: "+ hop: connection square must be occupied and remains untouched; move must go on from there",
        checks: &[
            Moves("W+W", "a1", "p:a2", "a3"),
            Moves("W+W", "a1", "P:a2 p:b1", "a3 c1"),
            Moves("W+W", "a1", "", ""),
        ],
    },
    Sentence {
        says: "? own: connection square must contain own piece and remains untouched; move must go on from there",
        checks: &[Moves("W?W", "a1", "P:a2 p:b1", "a3")],
    },
    Sentence {
        says: "! foe: connection square must contain enemy and remains untouched; move must go on from there",
        checks: &[Moves("W!W", "a1", "P:a2 p:b1", "c1")],
    },
    Sentence {
        says: "x capture: connection square must contain enemy, which is captured; move must go on from there",
        checks: &[Moves("WxW", "a1", "P:a2 p:b1,c1", "c1xb1xc1"), Moves("WxW", "a1", "p:b1 P:c1", "")],
    },
    Sentence {
        says: "d destroy: connection square must be occupied, friend or foe there is destroyed; must go on",
        checks: &[Moves("WdW", "a1", "P:a2 p:b1", "a3xa2 c1xb1")],
    },
    Sentence {
        says: "So in the end you arrive at (1,2), over (0,1) and (1,1). This is a Knight move that can only be made if both the intermediate squares are empty",
        checks: &[
            Moves("W-rW-lW", "b2", "", "c4 d1"),
            Moves("W-rW-lW", "b2", "p:b3", "d1"),
            Moves("W-rW-lW", "b2", "P:c3", "d1"),
        ],
    },
    Sentence {
        says: "The F after '-' would by default mean fF, and in the orientation of the preceding orthogonal step this would imply a pair of outward moves, fl + fr",
        checks: &[Same("W-F", "W-fF"), Same("W-F", "W-flFW-frF")],
    },
    Sentence {
        says: "Q+K is the Grasshopper: it must move as Queen to an occupied square (the 'support'), (the first one it encounters, as Queens do not jump!), and then continue with a single K step in the same direction",
        checks: &[Moves("Q+K", "d4", "P:d6 p:f6,g7,a4", "d7 g7xg7"), Same("Q+K", "gQ")],
    },
    Sentence {
        says: "mRcR+R is the Xiangqi Cannon: the first mR specifies its non-capture move, which is that of a normal Rook",
        checks: &[Moves("mRcR+R", "a1", "p:a3,a6 P:b1", "a2 a6xa6")],
    },
    Sentence {
        says: "Note that the 'c' prefix applies to the complete R+R path (a once jumping Rook)",
        checks: &[Same("cR+R", "c(R+R)"), Moves("cR+R", "a1", "P:a3", "")],
    },
    Sentence {
        says: "frmWxlW, which, as we have seen, means frm(WxlW) This expreses capture through a W step, and then turning left for a second W step",
        checks: &[Same("frmWxlW", "frm(WxlW)"), Moves("frmWxlW", "d4", "p:e4", "e5xe4")],
    },
    Sentence {
        says: "it can not capture on the final square (the Pawn in e.p. capture always goes to an empty square), to your forward right",
        checks: &[Moves("frmWxlW", "d4", "p:e4,e5", ""), Moves("frmWxlW", "d4", "p:c4,d5", "")],
    },
    Sentence {
        says: "E.g. a Checker would be fmFfmFxF",
        checks: &[Goes("fmFfmFxF", "..... ....* .*.v. ..A.. .p.p.")],
    },
    Sentence {
        says: "This step must be fmA, i.e. in one of the forward diagonal directions, not capturing anything on the square where it lands",
        checks: &[Moves("fmFxF", "c3", "p:d4,e5,b4,d2", "a5xb4")],
    },
    Sentence {
        says: "'Rifle capture' by a Rook would be RxebR, i.e. first capture something in the normal way, and then manditorily withdraw in the direction from which you came (b) by an R move of the same length. No overall move, but the victim is gone!",
        checks: &[Moves("RxebR", "d4", "p:d7,f4 P:b4", "d4xd7 d4xf4")],
    },
    Sentence {
        says: "A Ultima Withdrawer, which destroys the adjacent piece from which it moves away, would be written as mQmKxbK-Q",
        checks: &[Same("mQmKxbK-Q", "mQm(KxbK-Q)")],
    },
    Sentence {
        says: "specifies capture to the adjacent piece, reversing that step (b) to your square of origin, and then mandatorily continuing in that direction with a Queen non-capture move",
        checks: &[
            Moves("mKxbK-Q", "d4", "p:d5,c4 P:g4", "d3xd5 d2xd5 d1xd5 e4xc4 f4xc4"),
            Moves("mKxbK-Q", "d4", "p:d5,d3", ""),
        ],
    },
    Sentence {
        says: "The hit-and-run or double capture of a Lion would be KxaK: capture the adjacent piece, after which you must continue by another King step in any direction relative to the first, capturing a second victim or just moving. ven the rifle capture (igui) is included in this",
        checks: &[Moves("KxaK", "a1", "p:b2,c3", "a3xb2 b3xb2 c3xb2xc3 c2xb2 c1xb2 b1xb2 a2xb2 a1xb2")],
    },
    Sentence {
        says: "Its turn-passing move would be K-bK. Which is different from O, because it can only be done if the Lion is adacent to an empty square",
        checks: &[Moves("K-bK", "a1", "", "a1"), Moves("K-bK", "a1", "P:a2,b2 p:b1", "")],
    },
    Sentence {
        says: "We define AmN, with A an atom or a group within parentheses, m a string of modifiers, and N a number, to mean AmAmAm...mA with N factors A and N-1 operators between them",
        checks: &[Same("Nrf3", "NtrfNtrfN"), Same("(W-F)2", "W-FtfW-F")],
    },
    Sentence {
        says: "So W3 means WtfWtfW, 1 to 3 orthogonal steps in the same direction",
        checks: &[Same("W3", "WtfWtfW")],
    },
    Sentence {
        says: "But W-3 would mean W-fW-fW, which is exactly 3 such steps",
        checks: &[Same("W-3", "W-fW-fW"), Moves("W-3", "a1", "p:a3", "d1")],
    },
    Sentence {
        says: "And Wx3 would be exactly 3 steps where the first 2 mandatorily capture",
        checks: &[
            Moves("Wx3", "a1", "p:a2,a3,b1", "a4xa2xa3"),
            Moves("Wx3", "a1", "p:a2,a3,a4", "a4xa2xa3xa4"),
        ],
    },
    Sentence {
        says: "Nrf8 would mean NtrfNtrfN..., upto 8 Knight moves, each consecutive move bending ~45 degrees right from the previous one",
        checks: &[
            Moves("Nrf8", "a1", "", "b3 d4 f3 g1 c2 e1"),
            Moves("Nrf8", "a1", "p:d4", "b3 d4xd4 c2 e1"),
        ],
    },
    Sentence {
        says: "(FtlF)r0 expands to FtlFtrFtlFtrFtl..., an arbitrary number of diagonal steps, that alternately turn 90 degrees left or right. In other words, the Crooked Bishop",
        checks: &[Moves("(FtlF)r0", "a1", "p:a7", "b2 a3 b4 a5 b6 a7xa7"), Same("(FtlF)r2", "FtlFtrFtlF")],
    },
];

fn royal_prefix() {
    assert!(betza2::names_royal("kK") && betza2::names_royal("N(kW)") && !betza2::names_royal("K"));
}
