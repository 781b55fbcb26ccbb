//! The comment on drops: the atom `@`.

use super::Check::{Moves, Play};
use super::Sentence;

/// Its sentences.
pub const ALL: &[Sentence] = &[
    Sentence {
        says: "The possibility to drop a piece is indicated by putting the atom '@' amongst its move. A numeric 'range' put on this atom indicates the depth of the drop zone, starting at the 'home' rank",
        checks: &[
            Play(
                "files=3\nranks=5\nsymmetry=none\nmaxPromote=0\nroyal=0\nholdingsType=-1\nguard:G:W@2:::1\nstone:S:::,,c5\n",
                &[],
                "G@",
                "@a1 @b1 @c1 @a2 @b2 @c2",
            ),
            // Black's home rank is at the other end.
            Play(
                "files=3\nranks=5\nsymmetry=none\nmaxPromote=0\nroyal=0\nholdingsType=-1\nguard:G:W@2:::1\nstone:S:W::a1,,c5\n",
                &["a1a2"],
                "G@",
                "@a5 @b5 @a4 @b4 @c4",
            ),
        ],
    },
    Sentence {
        says: "Default depth is 1 (i.e. plain @ = @1, as usual in Betza notation), meaning dropping on the home-rank only",
        checks: &[Play(
            "files=3\nranks=5\nsymmetry=none\nmaxPromote=0\nroyal=0\nholdingsType=-1\nguard:G:W@:::1\nstone:S:::,,c5\n",
            &[],
            "G@",
            "@a1 @b1 @c1",
        )],
    },
    Sentence {
        says: "Modifiers f, s and b means that drops are only allowed when there isn't another piece of the same type on the same file, same color (or hyper-color for more stringent bindings) or board, respectively",
        checks: &[
            Play(
                "files=4\nranks=5\nsymmetry=none\nmaxPromote=0\nroyal=0\nholdingsType=-1\nguard:G:Wf@2::b4:1\nstone:S:::c4,,c5\n",
                &[],
                "G@",
                "@a1 @c1 @d1 @a2 @c2 @d2",
            ),
            Play(
                "files=4\nranks=5\nsymmetry=none\nmaxPromote=0\nroyal=0\nholdingsType=-1\nguard:G:Fs@2::b4:1\nstone:S:::,,c5\n",
                &[],
                "G@",
                "@b1 @d1 @a2 @c2",
            ),
            Play(
                "files=4\nranks=5\nsymmetry=none\nmaxPromote=0\nroyal=0\nholdingsType=-1\nguard:G:Wb@2::b4:1\nstone:S:::,,c5\n",
                &[],
                "G@",
                "",
            ),
            Play(
                "files=3\nranks=5\nsymmetry=none\nmaxPromote=0\nroyal=0\nholdingsType=-1\nguard:G:Wb@::,,b4:1\nstone:S:::a3\n",
                &[],
                "G@",
                "@a1 @b1 @c1",
            ),
        ],
    },
    Sentence {
        says: "If upto two pieces are allowed per indicated area, the modifier is written twice, etc",
        checks: &[
            Play(
                "files=3\nranks=5\nsymmetry=none\nmaxPromote=0\nroyal=0\nholdingsType=-1\nguard:G:Wff@2::b4:1\nstone:S:::,,c5\n",
                &[],
                "G@",
                "@a1 @b1 @c1 @a2 @b2 @c2",
            ),
            Play(
                "files=3\nranks=5\nsymmetry=none\nmaxPromote=0\nroyal=0\nholdingsType=-1\nguard:G:Wff@2::b4,b3:1\nstone:S:::,,c5\n",
                &[],
                "G@",
                "@a1 @c1 @a2 @c2",
            ),
            Play(
                "files=3\nranks=5\nsymmetry=none\nmaxPromote=0\nroyal=0\nholdingsType=-1\nguard:G:Wbbb@::b4,b3,a3:1\nstone:S:::,,c5\n",
                &[],
                "G@",
                "",
            ),
        ],
    },
    Sentence {
        says: "own board half (@5), one Pawn per file (f@5), two Bishops per color (ss@5)",
        checks: &[
            Play(
                "files=2\nranks=10\nsymmetry=none\nmaxPromote=0\nroyal=0\nholdingsType=-1\npawn:P:fmWfcFf@5::a3:1\nbishop:B:Bss@5::a1,b2,b1:1\nrook:R:R@5:::1\nstone:S:::,,b9\n",
                &[],
                "R@",
                "@a2 @a4 @a5 @b3 @b4 @b5",
            ),
            Play(
                "files=2\nranks=10\nsymmetry=none\nmaxPromote=0\nroyal=0\nholdingsType=-1\npawn:P:fmWfcFf@5::a3:1\nbishop:B:Bss@5::a1,b2,b1:1\nrook:R:R@5:::1\nstone:S:::,,b9\n",
                &[],
                "P@",
                "@b3 @b4 @b5",
            ),
            // Two bishops stand on squares like a1, one on the others.
            Play(
                "files=2\nranks=10\nsymmetry=none\nmaxPromote=0\nroyal=0\nholdingsType=-1\npawn:P:fmWfcFf@5::a3:1\nbishop:B:Bss@5::a1,b2,b1:1\nrook:R:R@5:::1\nstone:S:::,,b9\n",
                &[],
                "B@",
                "@a2 @a4 @b3 @b5",
            ),
        ],
    },
    Sentence {
        says: "Tori-Shogi Swallow-Pawns would be fWff@6 (excluding the 7th rank where the Pawn would have no moves)",
        checks: &[Play(
            "files=2\nranks=7\nsymmetry=none\nmaxPromote=0\nroyal=0\nholdingsType=-1\nswallow:S:fWff@6::b2:1\nstone:T:::,,a7\n",
            &[],
            "S@",
            "@a1 @a2 @a3 @a4 @a5 @a6 @b1 @b3 @b4 @b5 @b6",
        )],
    },
    Sentence {
        says: "a Shogi Knight would be fN@7 to exclude the last 2 ranks of the 9x9 board",
        checks: &[Play(
            "files=2\nranks=9\nsymmetry=none\nmaxPromote=0\nroyal=0\nholdingsType=-1\nknight:N:fN@7:::1\nstone:T:::,,a7,b9\n",
            &[],
            "N@",
            "@a1 @a2 @a3 @a4 @a5 @a6 @b1 @b2 @b3 @b4 @b5 @b6 @b7",
        )],
    },
    Sentence {
        says: "Default modality is 'm', for dropping on empty squares",
        checks: &[Play(
            "files=3\nranks=5\nsymmetry=none\nmaxPromote=0\nroyal=0\nholdingsType=-1\nguard:G:W@:::1\nstone:S:::a1,,c1\n",
            &[],
            "G@",
            "@b1",
        )],
    },
    Sentence {
        says: "The modifier 'j' indicates drops on the home-rank are not allowed. So Crazyhouse Pawns have a j@7 drop: from rank 2-7",
        checks: &[Play(
            "files=2\nranks=8\nsymmetry=none\nmaxPromote=0\nroyal=0\nholdingsType=-1\npawn:P:fmWj@7:::1\nstone:S:::,,a8\n",
            &[],
            "P@",
            "@a2 @a3 @a4 @a5 @a6 @a7 @b2 @b3 @b4 @b5 @b6 @b7",
        )],
    },
    Sentence {
        says: "a 'j' prefix on B or R moves (for which the usual Betza meaning cannot apply, as jW and jF are self-contradictory), which is skipping the first square of the slide",
        checks: &[
            Moves("fjR", "a1", "p:a2", "a3 a4 a5 a6 a7 a8"),
            Moves("frjB", "a1", "P:b2 p:e5", "c3 d4 e5xe5"),
        ],
    },
    Sentence {
        says: "Repetition of the 'j' could exclude more ranks",
        checks: &[Play(
            "files=2\nranks=6\nsymmetry=none\nmaxPromote=0\nroyal=0\nholdingsType=-1\npawn:P:fmWjj@4:::1\nstone:S:::,,a6\n",
            &[],
            "P@",
            "@a3 @a4 @b3 @b4",
        )],
    },
    Sentence {
        says: "Note that the sliding interpretation requires unlimited jumping of occupied squares to be default for @",
        checks: &[Play(
            "files=2\nranks=6\nsymmetry=none\nmaxPromote=0\nroyal=0\nholdingsType=-1\nguard:G:W@4:::1\nstone:S:::a1,a2,,b2,b6\n",
            &[],
            "G@",
            "@a3 @a4 @b1 @b3 @b4",
        )],
    },
    Sentence {
        says: "But this can be overruled by an explicit 'n' modifier, which would forbid jumping anything, and thus force dropping behind your least advanced piece in each file",
        checks: &[Play(
            "files=3\nranks=6\nsymmetry=none\nmaxPromote=0\nroyal=0\nholdingsType=-1\nguard:G:Wn@4:::1\nstone:S:::a3,,b2,b6\n",
            &[],
            "G@",
            "@a1 @a2 @b1 @c1 @c2 @c3 @c4",
        )],
    },
];
