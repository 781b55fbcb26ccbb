//! XBetza, "The XBetza extension": moves of several legs, the new atoms and modifiers, tricks.

use super::Check::{Differ, Goes, GoesLater, Moves, Play, Refused, Same};
use super::Sentence;

/// Sentences of both revisions.
pub const BOTH: &[Sentence] = &[
    Sentence {
        says: "camK would mean an initial cK leg, mandatorily followed by an mK leg, i.e. a hit-and-run capture by a double-moving King",
        checks: &[Moves("fcamK", "a1", "p:a2", "a3xa2 b3xa2 b2xa2 b1xa2")],
    },
    Sentence {
        says: "It would not be allowed to capture two pieces (as the second leg is only m), or pass through an empty square to a non-adjacent target",
        checks: &[Moves("fcamK", "a1", "p:a2,a3,b3", "b2xa2 b1xa2"), Moves("camK", "a1", "p:c3", "")],
    },
    Sentence {
        says: "And it cannot stay at the adjacent square where it captured a piece either; a multi-leg move must always be made in its entirety, or not at all",
        checks: &[Moves("fcamK", "a1", "p:a2 P:a3,b3,b2,b1", "")],
    },
    Sentence {
        says: "f should be read as \"in the same direction\", (e.g. mafF is a lame Alfil.)",
        checks: &[Moves("mafF", "d4", "p:e5", "b6 b2 f2"), Same("mafF", "nA")],
    },
    Sentence {
        says: "fs as \"deflected by 45 degrees left or right\"",
        checks: &[Moves("fmafsW", "d4", "", "c6 e6"), Same("mafsW", "maflWmafrW")],
    },
    Sentence {
        says: "even for oblique and diagonal atoms, f in a continuation leg specifies only a single move",
        checks: &[
            Moves("rfmafN", "a1", "", "c5"),
            Moves("frmafF", "a1", "", "c3"),
            Moves("rfmafC", "a1", "", "c7"),
        ],
    },
    Sentence {
        says: "Such list_continuations then belong to a different atom as the previous leg: W interchanges with F, D with A and G with H ('atom rotation')",
        checks: &[
            Moves("fmafrW", "a1", "", "b3"),
            Moves("frmafrF", "a1", "", "c2"),
            Moves("fmafrD", "a1", "", "c5"),
            Moves("frmafrA", "a1", "", "e3"),
            Moves("fmafrH", "a1", "", "d7"),
            Moves("frmafrG", "a1", "", "g4"),
        ],
    },
    Sentence {
        says: "Thus mafsW is the Xiangqi Horse, and after the initial mW the second leg is really an F move",
        checks: &[Goes(
            "mafsW",
            ".......
             .*.*...
             *......
             ..Ap...
             *......
             .*.*...",
        )],
    },
    Sentence {
        says: "Normally, continuation legs would be rider or leaper, inheriting the range from the previous leg",
        checks: &[Moves("fmarW2", "a1", "", "b2 c2 b3 c3"), Moves("fmarW", "a1", "", "b2")],
    },
    Sentence {
        says: "But some modifiers (in particular g and y) cause 'range toggling', continuing slider as leaper, and vice versa",
        checks: &[
            Moves("fyarW", "a1", "p:d2", "b2 c2 d2xd2"),
            Moves("fyarR", "a1", "P:a4", "b2 b3"),
            Moves("fgarW", "a1", "P:a2 p:d2", "b2 c2 d2xd2"),
            Moves("fgarR", "a1", "P:a3", "b3"),
        ],
    },
    Sentence {
        says: "in non-final legs than they had in the original Betza system; they only describe the hop onto the mount, and leave it for a subsequent leg to describe the hop off",
        checks: &[Moves("fparR", "a1", "p:a3,c3", "b3 c3xc3")],
    },
    Sentence {
        says: "So pR is really shorthand for pafR, and gQ shorthand for gafQ, where the g only differs from the p by specifying an additional range toggle",
        checks: &[Same("pR", "pafR"), Same("gQ", "gafQ"), Same("gR", "pyafR")],
    },
    Sentence {
        says: "pafsR for a hopping 'bifurcator' that turns a corner at the mount",
        checks: &[Moves("fpafsR", "d1", "p:d3,f5", "c4 b5 a6 e4 f5xf5")],
    },
    Sentence {
        says: "the Pao capture cpR suggests; the latter really means pafcR",
        checks: &[
            Same("cpR", "pafcR"),
            Moves("fcpR", "a1", "p:a3,a6", "a6xa6"),
            Moves("fcpR", "a1", "p:a3", ""),
        ],
    },
    Sentence {
        says: "cpafR = cafRpafR, a compound of a (possibly double capturing) Rook locust and a normal Rook hopper",
        checks: &[Same("cpafR", "cafRpafR"), Moves("fcpafR", "a1", "p:a3,a5", "a4 a4xa3 a5xa5 a5xa3xa5")],
    },
    Sentence {
        says: "we adopt the rule that non-final legs (before an a) by default have mode m, while continuation legs (after an a) by default move in all directions belonging to the atom, except to squares that it already visited on an earlier leg (or the square it started from)",
        checks: &[
            Same("aW", "maW"),
            Moves("faW", "a1", "P:a3", "b2"),
            Moves("faaW", "a1", "P:a3,c2 p:b3", "b1 b3xb3"),
        ],
    },
    Sentence {
        says: "So aK means a double-moving King, but does not include a turn pass, or any locust capture",
        checks: &[Moves("aK", "a1", "p:a2,b1", "a3 b3 c3 c2 c1 a2xa2 b1xb1")],
    },
    Sentence {
        says: "checker:P:fmFcafmFimfD",
        checks: &[
            Moves("fmFcafmFimfD", "d4", "p:e5,c3 P:f2", "c5 f6xe5 b2xc3 d6"),
            GoesLater("fmFcafmFimfD", "..... *.... .v.*. ..A.. ..... ....."),
        ],
    },
    Sentence {
        says: "betza1:X:mRpafscRifhN",
        checks: &[Moves("mRpafscRifhN", "a1", "P:a3,b1 p:c5,c2", "a2 b3 c5xc5 c2xc2")],
    },
    Sentence {
        says: "U Universal Leaper (Kraken), can teleport to every square except the one it is on",
        checks: &[Goes("U", "***** **P** xAP** *****"), Goes("mU", "***** **P** pAP** *****")],
    },
    Sentence {
        says: "O Castling with the piece at the board edge in the given direction. The range specifies the King step",
        checks: &[
            Moves("irO2", "e1", "P:h1,a1", "g1/f1"),
            Moves("ilO2", "e1", "P:h1,a1", "c1/d1"),
            Moves("isO3", "e1", "P:h1,a1", "h1/g1 b1/c1"),
            Moves("isO2", "e1", "P:h1,a1,b1,f1", ""),
            Moves("isO2", "e1", "p:h1,a1", ""),
        ],
    },
    Sentence { says: "C Camel. Synonymous with L", checks: &[Same("C", "L"), Moves("C", "a1", "", "b4 d2")] },
    Sentence { says: "Z Zebra. Synonymous with J", checks: &[Same("Z", "J"), Moves("Z", "a1", "", "c4 d3")] },
    Sentence {
        says: "X Extended. Suffix to leaper atoms, and boosts those by 3 orthogonal steps. (FX = Giraffe)",
        checks: &[
            Moves("FX", "a1", "", "b5 e2"),
            Moves("fWX", "a1", "", "a5"),
            Moves("NX", "a1", "", "b6 f2"),
        ],
    },
    Sentence {
        says: "Y Similar to X, but gives a 2-step diagonal boost. (DY = Di-Knight)",
        checks: &[
            Moves("DY", "a1", "", "c5 e3"),
            Moves("DY", "d1", "", "b5 f5 h3"),
            Same("WY", "Z"),
            Same("FY", "G"),
        ],
    },
    Sentence {
        says: "e ('en passant') new mode: capture a lame leaper on a square it just passed through",
        checks: &[
            Play(
                "symmetry=none\nmaxPromote=0\nroyal=0\npawn:P:fmWfceF::e5\nleaper:L:imnD::,,d7,f7\n",
                &["e5e6", "f7f5", "e6e7", "d7d5"],
                "e7",
                "e8",
            ),
            Play(
                "symmetry=none\nmaxPromote=0\nroyal=0\npawn:P:fmWfceF::e4,a1\nleaper:L:imnD::,,d7,f7\n",
                &["e4e5", "d7d5"],
                "e5",
                "e6 d6xd5",
            ),
            // Rights last one half-move.
            Play(
                "symmetry=none\nmaxPromote=0\nroyal=0\npawn:P:fmWfceF::e4,a1\nleaper:L:imnD::,,d7,h7\n",
                &["e4e5", "d7d5", "a1a2", "h7h5"],
                "e5",
                "e6",
            ),
            // Without e they cannot be used.
            Play(
                "symmetry=none\nmaxPromote=0\nroyal=0\npawn:P:fmWfcF::e4,a1\nleaper:L:imnD::,,d7,h7\n",
                &["e4e5", "d7d5"],
                "e5",
                "e6",
            ),
        ],
    },
    Sentence {
        says: "in and nn moves create e.p. rights",
        checks: &[
            Play(
                "symmetry=none\nmaxPromote=0\nroyal=0\npawn:P:fmWfceF::e5\nleaper:L:nnA::,,b7\n",
                &["e5e6", "b7d5"],
                "e6",
                "e7",
            ),
            Play(
                "symmetry=none\nmaxPromote=0\nroyal=0\npawn:P:fmWfceF::d4\nleaper:L:nnA::,,b7\n",
                &["d4d5", "b7d5"],
                "d5",
                "",
            ),
            Play(
                "symmetry=none\nmaxPromote=0\nroyal=0\npawn:P:fmWfceF::d4\nleaper:L:nnD::,,c8\n",
                &["d4d5", "c8c6"],
                "d5",
                "d6 c6xc6",
            ),
            Play(
                "symmetry=none\nmaxPromote=0\nroyal=0\npawn:P:fmWfceF::d5\nleaper:L:nnD::,,c8\n",
                &["d5d6", "c8c6"],
                "d6",
                "d7 c7xc6",
            ),
        ],
    },
    Sentence {
        says: "d ('destroy') new mode: capture own piece",
        checks: &[Moves("dW", "d4", "p:d5 P:e4", "e4xe4"), Moves("mdW", "d4", "p:d5 P:e4", "e4xe4 d3 c4")],
    },
    Sentence {
        says: "x ('excite') activate a piece without moving, that piece making the remaining legs of the specified move. (mNxaN)",
        checks: &[
            Moves("xaN", "a1", "P:b3 p:c2", "b3-a5 b3-c5 b3-d4 b3-d2 b3-c1"),
            Moves("xafrW", "a1", "P:a2", "a2-b3"),
        ],
    },
    Sentence {
        says: "Works in reverse when no move follows, by borrowing the moves from the target piece. (xK)",
        checks: &[Play(
            "symmetry=none\nmaxPromote=0\nroyal=0\nmage:M:xK::a1\nhorse:N:N::b1\ncamel:C:C::a8\nstone:S:::,,h8\n",
            &[],
            "a1",
            "b3 c2",
        )],
    },
    Sentence {
        says: "u ('unload') the (empty) starting square of the leg will receive the piece captured by the move. (udQ = Swapper)",
        checks: &[
            Moves("udQ", "a1", "P:a4,c1 p:c3", "a4/a1 c1/a1"),
            Moves("udU", "a1", "P:a4,c2 p:c3", "a4/a1 c2/a1"),
        ],
    },
    Sentence {
        says: "p ('hop') in non-final leg: leg ends on an occupied square, without disturbing the contents. (mRpafscR)",
        checks: &[Moves("fmRfpafscR", "a1", "p:a4,c6", "a2 a3 c6xc6"), Moves("fpafscR", "a1", "P:a4", "")],
    },
    Sentence {
        says: "g ('grasshop') in non-final leg: as p, but next leg will have different range (leaper <-> rider)",
        checks: &[
            Moves("fgafR", "a1", "P:a4", "a5"),
            Moves("fgafW", "a1", "P:a2", "a3 a4 a5 a6 a7 a8"),
            Same("gafsW", "pyafsW"),
        ],
    },
    Sentence {
        says: "j on sliding move makes the first step of the slide double the size, skipping one square. (jB = Ski-Bishop)",
        checks: &[
            Goes("jB", "...p.. ..x... .P.... A....."),
            Goes("jB", "...*.. ..*... ...... A....."),
            Moves("fjR", "a1", "p:a2,a5", "a3 a4 a5xa5"),
        ],
    },
    Sentence {
        says: "oo ('cylinder') moves wrap in toroidal fashion (left <-> right and top <-> bottom)",
        checks: &[
            Moves("booW", "a1", "", "a8"),
            Moves("looF", "a1", "", "h2 h8"),
            Moves("boW", "a1", "", ""),
        ],
    },
    Sentence {
        says: "q ('circular') rider bends 45-degrees in same direction on every step. (qN = Rose)",
        checks: &[
            Moves("rfqN", "d2", "", "e4 g5 d6 b7"),
            Moves("fqW", "e4", "p:f6", "e5 f6xf6 d6 c6 b5 b4 c3 d3"),
        ],
    },
    Sentence {
        says: "i ('initial') as leading modifier: the described move is available only on a piece's initial move. (KimN)",
        checks: &[
            Goes("KimN", "..... .*.*. ***** .*A*. *****"),
            GoesLater("KimN", "..... ..... .***. .*A*. .***."),
        ],
    },
    Sentence {
        says: "i ('iso') in continuation leg: slider leg has as many steps as a previous slider leg. (aivsQ = Sissa)",
        checks: &[
            Moves("fmaifrR", "a1", "", "b3 c5 d7"),
            Moves("fmaifrR", "a1", "p:a4", "b3 c5"),
            Moves("faivsQ", "a1", "", "b3 c5 d7 b1 c1 d1 e1 f1 g1 h1"),
        ],
    },
    Sentence {
        says: "n on a (repeated) stepper atom (W, F, B, R): creates e.p. rights on the square(s) it steps to or slides through",
        checks: &[
            Play(
                "symmetry=none\nmaxPromote=0\nroyal=0\npawn:P:fmWfceF::d3\nrook:R:nR::,,e7\n",
                &["d3d4", "e7e3"],
                "d4",
                "d5 e5xe3",
            ),
            Play(
                "symmetry=none\nmaxPromote=0\nroyal=0\npawn:P:fmWfceF::d2\nrook:R:nR::,,e7\n",
                &["d2d3", "e7e4"],
                "d3",
                "d4 e4xe4",
            ),
        ],
    },
    Sentence {
        says: "in besides the normal meaning of non-jumping initial move, this creates e.p. rights on the squares it could be blocked",
        checks: &[
            Moves("finD", "a1", "p:a2", ""),
            GoesLater("finD", "..... ..... ..A.. ....."),
            Play(
                "symmetry=none\nmaxPromote=0\nroyal=0\npawn:P:fmWfceF::d5\nleaper:L:inD::,,c8\n",
                &["d5d6", "c8c6"],
                "d6",
                "d7 c7xc6",
            ),
        ],
    },
    Sentence {
        says: "nn besides the normal meaning of non-jumping, this creates e.p. rights on the squares the move could be blocked",
        checks: &[Moves("fnnD", "a1", "p:a2", ""), Moves("fnnD", "a1", "", "a3")],
    },
    Sentence {
        says: "hr ('chiral'). new direction set: all oblique moves bending right of orthogonals. (hrN)",
        checks: &[Moves("hrC", "d4", "", "e7 g3 c1 a5")],
    },
    Sentence {
        says: "hl mirror image of hr. Do not confuse these with rh/lh, (right and left half )",
        checks: &[
            Moves("hlC", "d4", "", "c7 g5 e1 a3"),
            Moves("lhC", "d4", "", "c7 a5 a3 c1"),
            Differ("hlC", "lhC"),
        ],
    },
    Sentence {
        says: "asterisk * as a special range indicator, indicating a location-dependent range, namely the number of ranks between the current square and the enemy board half (but at least 1)",
        checks: &[
            Moves("fR*", "a1", "", "a2 a3 a4"),
            Moves("fR*", "a2", "", "a3 a4"),
            Moves("fR*", "a4", "", "a5"),
            Moves("fR*", "a6", "", "a7"),
        ],
    },
    Sentence {
        says: "it stands for \"all moves of the most recently moved (or imitated) piece type\"",
        checks: &[Play(
            "symmetry=none\nmaxPromote=0\nroyal=0\nmirror:I:I::d4\nrook:R:R::a1\nhorse:N:N::,,h8\n",
            &["a1a2", "h8g6"],
            "d4",
            "b5 c6 e6 f5 f3 e2 c2 b3",
        )],
    },
    Sentence {
        says: "(So when imitating a Pawn you could only move it backwards!)",
        checks: &[
            Play(
                "symmetry=none\nmaxPromote=0\nroyal=0\nmirror:I:bI::d4\nrook:R:R::a1\npawn:P:fmW::,,h7\n",
                &["a1a2", "h7h6"],
                "d4",
                "d3",
            ),
            Play(
                "symmetry=none\nmaxPromote=0\nroyal=0\nmirror:I:I::d4\nrook:R:R::a1\npawn:P:fmW::,,h7\n",
                &["a1a2", "h7h6"],
                "d4",
                "d5",
            ),
        ],
    },
    Sentence {
        says: "Directions are limited to the vertical ones, f (default) and b",
        checks: &[Same("fI", "I"), Refused("lI", "`l` means nothing on `I`")],
    },
    Sentence {
        says: "The modes m, c, e, k and d would only cause imitation of moves of the corresponding modes in the imitated piece",
        checks: &[
            Play(
                "symmetry=none\nmaxPromote=0\nroyal=0\nmirror:I:mI::d4\nrook:R:R::a1\npawn:P:fmWfcF::,,h7,e5\n",
                &["a1a2", "h7h6"],
                "d4",
                "d5",
            ),
            Play(
                "symmetry=none\nmaxPromote=0\nroyal=0\nmirror:I:cI::d4\nrook:R:R::a1\npawn:P:fmWfcF::,,h7,e5\n",
                &["a1a2", "h7h6"],
                "d4",
                "e5xe5",
            ),
        ],
    },
    Sentence {
        says: "Note that c implies k, so kI could capture a King when imitating pieces without an explicit k mode (but could not use the captures of the latter to capture anything else)",
        checks: &[Play(
            "symmetry=none\nmaxPromote=0\nroyal=3\nmirror:I:kI::d4\nhorse:N:N::a1,,h8,f5\nking:K:K::h1,,e6,a8\n",
            &["a1b3", "h8g6"],
            "d4",
            "e6xe6",
        )],
    },
    Sentence {
        says: "Legs of a move can be 'seamlessly' connected by specifying mode mp for the first leg of the pair. This means 'hop' (i.e. move over an occupied square) or 'move' (i.e. over an unoccupied square), so that the move continues with the next leg no matter what the square contained",
        checks: &[
            Moves("fmpafW", "a1", "p:a2", "a3"),
            Moves("fmpafW", "a1", "P:a2", "a3"),
            Moves("fmpafW", "a1", "", "a3"),
        ],
    },
    Sentence {
        says: "E.g. mpafsK would be a Knight: after the first King step it always continues with a second one at 45-degree angle (fs)",
        checks: &[Same("mpafsK", "N")],
    },
    Sentence {
        says: "E.g. rifle capture by a Rook would be caibR, making a normal Rook capture, but moving back exactly afterwards",
        checks: &[Moves("caibR", "d4", "p:d7,f4 P:b4", "d4xd7 d4xf4")],
    },
    Sentence {
        says: "E.g. a Bifurcator, which moves as Rook but deflects 45 degrees on the square before an obstacle is gabyabsR",
        checks: &[
            Moves("fgabyabsR", "a1", "P:a4", "b4 c5 d6 e7 f8"),
            Moves("fgabyabsR", "d1", "p:d4,f5", "c4 b5 a6 e4 f5xf5"),
        ],
    },
    Sentence {
        says: "The g-type hop toggles the Rook range to 1, so the second leg steps back to the square before the mount, but since it is a 'y' leg the range toggles back to sliding for the third leg, in the desired diagonal directions",
        checks: &[Same("gabyabsR", "pyabmyabsR")],
    },
    Sentence {
        says: "as only the letter w is still unused",
        checks: &[Refused("wN", "unknown modifier `w`")],
    },
];
