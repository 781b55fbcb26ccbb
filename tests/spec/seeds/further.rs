//! Sentences that stand between the definitions: what follows from them, or what they allow in passing.

use super::Check::{Moves, Play, Refused, Same};
use super::Sentence;

/// Of the page on XBetza, both revisions.
pub const XBETZA: &[Sentence] = &[
    Sentence {
        says: "Repeated leaps of a purely orthogonal or diagonal atom can always be described in the orthogonal system (f, b, r or l)",
        checks: &[Moves("frmarF", "d4", "", "f4"), Moves("fmalW", "d4", "", "c5")],
    },
    Sentence {
        says: "The atom used to describe a multi-leg move thus merely applies to the initial leg of the move; how the move continues from there is fully specified by the directional modifiers",
        checks: &[Moves("fmafrD", "a1", "", "c5"), Moves("rmaflH", "a1", "", "g4")],
    },
    Sentence {
        says: "Here also the atom, possibly together with an explicit range suffix, only specifies the range of the initial leg",
        checks: &[Moves("fyafR2", "a1", "", "a3 a4"), Moves("fyafW", "a1", "", "a3 a4 a5 a6 a7 a8")],
    },
    Sentence {
        says: "Splitting a move into legs can be necessary not only because the legs have different directions or steps, but also because some condition has to be satisfied at the 'transition square' (e.g. that it must be empty)",
        checks: &[Moves("fmafW", "a1", "", "a3"), Moves("fmafW", "a1", "p:a2", "")],
    },
    Sentence {
        says: "or some task has to be performed there (like making a capture)",
        checks: &[Moves("fcafW", "a1", "p:a2", "a3xa2"), Moves("fcafW", "a1", "", "")],
    },
    Sentence {
        says: "The special case pO is used to denote 'fast castling'",
        checks: &[Moves("ipO2", "e1", "P:h1", "f1/e1 g1/e1 g1/f1")],
    },
    Sentence {
        says: "M (for 'Mirror'), which targets all squares containing pieces that target it, with the same modes",
        checks: &[Play(
            "files=5\nranks=5\nsymmetry=none\nmaxPromote=0\nroyal=0\nmirror:A:M::c3\nrook:R:R::,,c5\nbishop:B:B::,,c1\n",
            &[],
            "c3",
            "c5xc5",
        )],
    },
    Sentence {
        says: "Q:cK would describe a piece that moves like a Queen, and burns all enemy pieces adjacent to the destination",
        checks: &[
            Moves("fW\\:cK", "d4", "p:c6,e6,d7 P:c5", "d5xc6xe6"),
            Moves("fW\\:cK", "d4", "p:d5,e5", "d5xd5xe5"),
        ],
    },
    Sentence {
        says: "but the move would not be blocked if there isn't such a piece or square",
        checks: &[Moves("fW\\:cK", "d4", "", "d5"), Moves("fW\\:cK", "a7", "p:b8", "a8xb8")],
    },
    Sentence {
        says: "where the move of a piece should be chosen from one of the allowed paths, burning would occur through all allowed moves at once",
        checks: &[Moves("fW\\:cR", "d3", "p:d6,b4,g4", "d4xb4xg4xd6")],
    },
    Sentence {
        says: "A Checker captures by jumping to the second square diagonally (which must be empty), capturing what it jumped over. This becomes a fcF capture, followed by fmF, so fcafmF",
        checks: &[
            Moves("fcafmF", "d4", "p:e5", "f6xe5"),
            Moves("fcafmF", "d4", "p:e5,f6", ""),
            Moves("fcafmF", "d4", "", ""),
        ],
    },
    Sentence {
        says: "The single K moves can always be made though a (possibly hopping) detour",
        checks: &[Moves("mpcaK", "a1", "", "a2 a3 b1 b2 b3 c1 c2 c3")],
    },
    Sentence {
        says: "Rifle Chess captures are made without moving, by just removing pieces that could have been captured in orthodox Chess from the board",
        checks: &[Moves("caibR", "a1", "p:a4,d1", "a1xa4 a1xd1"), Moves("caibR", "a1", "P:a4", "")],
    },
    Sentence {
        says: "blockable on W and D squares",
        checks: &[
            Moves("frmaflW", "a1", "", "c2"),
            Moves("fafafsW", "d2", "p:d3", ""),
            Moves("fafafsW", "d2", "p:d4", ""),
            Moves("fafafsW", "d2", "", "c5 e5"),
        ],
    },
];

/// Of the comment on drops.
pub const DROPS: &[Sentence] = &[
    Sentence {
        says: "If you can capture with a drop, 'c' or 'mc' modifiers can be prefixed, as usual",
        checks: &[
            Play(
                "files=2\nranks=4\nsymmetry=none\nmaxPromote=0\nroyal=0\nholdingsType=-1\nguard:G:Wmc@:::1\nstone:S:::,,a1\n",
                &[],
                "G@",
                "@a1xa1 @b1",
            ),
            Play(
                "files=2\nranks=4\nsymmetry=none\nmaxPromote=0\nroyal=0\nholdingsType=-1\nguard:G:Wc@:::1\nstone:S:::,,a1\n",
                &[],
                "G@",
                "@a1xa1",
            ),
        ],
    },
    Sentence {
        says: "uW-bW would move the Castle to a neighboring square to unload something (from the hand, as it did not capture anything before in that move), followed by stepping the Castle back to its starting point (bW)",
        checks: &[Play(
            "files=3\nranks=3\nsymmetry=none\nmaxPromote=0\nroyal=0\nholdingsType=-1\ncastle:C:uW-bW::b2\nhawk:H:W:::1\nstone:S:::a2,,c3\n",
            &[],
            "b2",
            "b2/b1 b2/b3 b2/c2",
        )],
    },
    Sentence {
        says: "Similarly Seirawan gatings can be described by giving every other piece an extra move prefixed by \"iuO-\", e.g. N(iuO-N) for the Knight",
        checks: &[Play(
            "files=3\nranks=4\nsymmetry=none\nmaxPromote=0\nroyal=0\nholdingsType=-1\nknight:N:N(iuO-N)::a1\nhawk:H:W:::1\nstone:S:::,,c4\n",
            &[],
            "a1",
            "b3 b3/a1 c2 c2/a1",
        )],
    },
    Sentence {
        says: "And the 'i' indicates that only virgin pieces have that move",
        checks: &[Play(
            "files=3\nranks=4\nsymmetry=none\nmaxPromote=0\nroyal=0\nholdingsType=-1\nknight:N:N(iuO-N)::a1\nhawk:H:W:::1\nstone:S:W::,,c4\n",
            &["a1b3", "c4b4"],
            "b3",
            "a1 c1",
        )],
    },
];

/// Of the page on Betza 2.0.
pub const BETZA2: &[Sentence] = &[
    Sentence {
        says: "O (0,0) Null move (Taikyoku-Shogi Lion can do this)",
        checks: &[Moves("O", "d4", "p:d5", "d4"), Same("(0,0)", "O")],
    },
    Sentence {
        says: "N for the Knight moves, or all diagonal moves of the King",
        checks: &[Same("N", "(2,1)"), Same("KF", "K"), Same("F", "(1,1)")],
    },
    Sentence {
        says: "Atoms refer to single unblockable leaps of a certain distance",
        checks: &[Moves("D", "d4", "P:d5,e4,c4,d3", "d6 f4 b4 d2")],
    },
    Sentence {
        says: "Pieces that can repeat the same leap again and again until they encounter an obstacle (sliders or riders, such as Rook) are very common",
        checks: &[Moves("N0", "a1", "p:c5", "b3 c5xc5 c2 e3 g4")],
    },
    Sentence {
        says: "Prefixes can be combined, in which case the sub-sets of move types they correspond to are joined",
        checks: &[Same("fbW", "fWbW"), Same("fblW", "vWlW")],
    },
    Sentence {
        says: "So even prefixes with opposite meaning are not really conflicting; they could be superfluous, however",
        checks: &[Same("fbmcW", "vW"), Same("mcN", "N")],
    },
    Sentence {
        says: "The parentheses do not have any meaning in themselves",
        checks: &[Same("(N)", "N"), Same("((W)F)", "WF")],
    },
    Sentence {
        says: "Must jump exactly one",
        checks: &[
            Moves("jI", "d4", "p:d5", "d7"),
            Moves("jI", "d4", "p:d6,e4", "d7 g4"),
            Moves("jI", "d4", "p:d5,d6", ""),
            Moves("jD0", "a1", "p:a3,c1", "a5 a7 e1 g1"),
        ],
    },
    Sentence {
        says: "Must land directly behind first obstacle",
        checks: &[
            Moves("gD", "d4", "P:d5", "d6"),
            Moves("gI", "d4", "P:d6", "d7"),
            Moves("gI", "d4", "P:d5,d6", ""),
        ],
    },
    Sentence {
        says: "Old notation for this would be WW and FF, but in the extended context these would be troublesome",
        checks: &[Refused("WW", "the old way to write a rider"), Refused("FF", "the old way")],
    },
    Sentence {
        says: "The far moves of such a piece can indeed be blocked by an obstacle closer by on their path, although it can then always reach that square itself as well",
        checks: &[Moves("fW0", "a1", "p:a3", "a2 a3xa3")],
    },
    Sentence {
        says: "y split: connection square is one step before first obstacle; must continue from there",
        checks: &[
            Moves("RyrW", "a1", "p:a5", "b4"),
            Moves("RyrW", "a1", "P:a5", "b4"),
            Moves("RyrW", "a1", "p:a2", ""),
            Moves("RyrW", "a1", "", ""),
            Moves("RyfsB", "a1", "p:a4", "b4 c5 d6 e7 f8"),
        ],
    },
    Sentence {
        says: "Chaining implies continuation in the most similar direction",
        checks: &[Same("F-W", "F-fW"), Same("W-W", "W-fW"), Moves("N-N", "a1", "", "c5 e3")],
    },
    Sentence {
        says: "So W-rW-lW makes one step, (say moving North), then turns right for another step (moving East), and then turns left compared to that second step, meaning it is moving North again!",
        checks: &[Moves("W-rW-lW", "a1", "", "b3"), Moves("W-rW-lW", "a1", "p:b2", "")],
    },
    Sentence {
        says: "The latter are only allowed in front of a complete path, to specify what you can do at the end of it, and not on individual steps of the path",
        checks: &[
            Refused("mRcR+mR", "must stand before the whole path"),
            Refused("cR+cR", "must stand before"),
        ],
    },
    Sentence {
        says: "while a piece that has an O atom can pass uncondiionally",
        checks: &[Moves("K-bKO", "a1", "p:a2,b1,b2", "a1"), Moves("K-bK", "a1", "p:a2,b1,b2", "")],
    },
    Sentence {
        says: "For definiteness, when directional modifiers apply to a path that results in a return to the starting square, they will be referenced to the direction of the first step of the path",
        checks: &[Moves("fWxbW", "d4", "p:d5,e4", "d4xd5"), Moves("rRxebR", "d4", "p:d7,g4", "d4xg4")],
    },
    Sentence {
        says: "Exponentiation by default implies repeated application of the 't' operator",
        checks: &[Same("F3", "Ft3"), Same("(W-F)2", "W-FtW-F")],
    },
    Sentence {
        says: "But it can be used to indicate repeate application of other operators too",
        checks: &[Same("W+2", "W+W"), Same("F-3", "F-F-F")],
    },
    Sentence {
        says: "If it does not include any directional modifiers, it is suffixed with 'f'",
        checks: &[Same("Wx3", "Wxf3"), Same("N-2", "N-fN")],
    },
    Sentence {
        says: "Circular riders fit into the system, and there is no need for a separate prefix to describe them",
        checks: &[Same("Nrf7Nlf7", "qN")],
    },
];
