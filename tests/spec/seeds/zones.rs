//! "Interactive diagrams", "Making use of Board Zones" and promotion by choice.

use super::Check::{Holds, Play};
use super::Sentence;
use super::rules::outcome;
use griffon::movegen::Outcome;

/// Guards on the seventh rank and below, on their way to the zones of `morph`.
macro_rules! promoting {
    ($choice:literal, $zones:literal) => {
        concat!(
            "royal=0\nsymmetry=none\nmaxPromote=0\npromoChoice=",
            $choice,
            "\nguard:G:fmW::a7,b7,c7,d6,e5\nmorph=",
            $zones,
            "\nqueen:Q:Q::,,h1\nrook:R:R::,,g1\nknight:N:N::,,f1\n"
        )
    };
}

/// Its sentences on zones.
pub const ALL: &[Sentence] = &[
    Sentence {
        says: "Such zones can be used to change how pieces move (by changing their type, i.e. promoting them), deny access, or terminate the game when they are reached",
        checks: &[
            Play(ZONE, &[], "a3", "a4"),
            Play(ZONE, &[], "b3", "b4=Q"),
            Play(ZONE, &[], "c3", "c4"),
            Play(ZONE, &[], "d3", ""),
        ],
    },
    Sentence {
        says: "Each character on a rank corresponds to a square, and specifies what would happen when a piece of the given type lands on that square",
        checks: &[
            // Types other than the guard may land anywhere.
            Play(ZONE, &["b3b4", "d1c1"], "b4", "a4 b1 b2 b3 c4 d4"),
        ],
    },
    Sentence {
        says: "The zones can be defined separately for each piece type, through a parameter morph specified immediately after the definition line of the piece to which it applies",
        checks: &[
            Play(SEPARATE, &[], "a7", "a8=Q"),
            Play(SEPARATE, &[], "b7", "b8"),
            Play(SEPARATE, &[], "c7", ""),
        ],
    },
    Sentence {
        says: "The value of this parameter is essentially an image of the board, the ranks separated by slashes /, starting with the highest rank (white's promotion zone)",
        checks: &[
            Play(IMAGE, &[], "a7", "a8=Q"),
            Play(IMAGE, &[], "b6", "b7"),
            // Black's board is the mirror image.
            Play(IMAGE, &["b6b7"], "c2", "c1=Q"),
        ],
    },
    Sentence {
        says: "| optional shogi promotion ^ forced shogi promotion",
        checks: &[
            Play(SHOGI, &[], "a6", "a7 a7=T"),
            Play(SHOGI, &[], "b6", "b7=T"),
            Play(SHOGI, &[], "c6", "c7"),
        ],
    },
    Sentence {
        says: "You can offer different promotion choices for different pieces or on different squares",
        checks: &[
            Play(CHOICES, &[], "a7", "a8=N"),
            Play(CHOICES, &[], "b7", "b8=Q"),
            Play(CHOICES, &[], "c7", "c8=N"),
        ],
    },
    Sentence {
        says: "If it is an asterisk *, it invokes the promotion procedure as specified through promoChoice, to let the user choose a piece to promote to",
        checks: &[Play(promoting!("QR", "*"), &[], "a7", "a8=Q a8=R")],
    },
    Sentence {
        says: "(But: it won't let you promote to a piece that itself would change into another type on the promotion square if that has the same ID.)",
        checks: &[
            // The walker belongs on files a, c, ..., the slider on b, d, ...: a7 and d7 promote to what stays.
            Play(TWINS, &[], "a7", "a8=X"),
            Play(TWINS, &["a7a8x", "h8h7"], "a8", "b7=X"),
            Play(TWINS, &[], "d7", "d8=X"),
            Play(TWINS, &["d7d8x", "h8h7"], "d8", "a8=X b8 c8=X d1 d2 d3 d4 d5 d6 d7 e8=X f8 g8=X h8"),
        ],
    },
    Sentence {
        says: "With promoChoice you can define multiple choice sets, separated by slashes. By default it uses the first such set, but when the square is marked by a digit 1-9 in the morph board, this would use one of the subsequent sets for offering the choice",
        checks: &[
            Play(promoting!("Q/RN/N", "*12"), &[], "a7", "a8=Q"),
            Play(promoting!("Q/RN/N", "*12"), &[], "b7", "b8=N b8=R"),
            Play(promoting!("Q/RN/N", "*12"), &[], "c7", "c8=N"),
        ],
    },
    Sentence {
        says: "A period . means the square is not special",
        checks: &[Play(promoting!("Q", ".Q"), &[], "a7", "a8")],
    },
    Sentence {
        says: "Ranks that are not mentioned, or contain no characters at all, will be assumed to contain all non-special squares",
        checks: &[
            Play(promoting!("Q", "/R"), &[], "a7", "a8"),
            Play(promoting!("Q", "/R"), &[], "d6", "d7=R"),
            Play(promoting!("Q", "/R"), &[], "e5", "e6"),
        ],
    },
    Sentence {
        says: "If a rank just contains a double quote \" , it indicates a repetition of the previous rank",
        checks: &[
            Play(promoting!("Q", "R/\""), &[], "d6", "d7=R"),
            Play(promoting!("Q", "R/\""), &[], "e5", "e6"),
        ],
    },
    Sentence {
        says: "For King of the Hill the King would get morph=///...++/\" to define the four central 'win squares'",
        checks: &[Holds(|| {
            let hill = "symmetry=none\nmaxPromote=0\nroyal=1\nking:K:K::d3,,h8\nmorph=///...++/\"\n";
            assert_eq!(outcome(hill, "d3d4"), Some(Outcome::Lost));
            assert_eq!(outcome(hill, "d3e4"), Some(Outcome::Lost));
            assert_eq!(outcome(hill, "d3c4"), None);
        })],
    },
];

const ZONE: &str = "files=4\nranks=4\nroyal=0\nsymmetry=none\nmaxPromote=0\nguard:G:fmW::a3,b3,c3,d3\nmorph=.Q.!\n\
    queen:Q:Q::\nstone:S:sW::,,d1\n";

const SEPARATE: &str = "royal=0\nsymmetry=none\nmaxPromote=0\nguard:G:fmW::a7\nmorph=Q\nscout:S:fmW::b7\nwall:W:fmW::c7\n\
    morph=!\nqueen:Q:Q::,,h1\n";

const IMAGE: &str =
    "royal=0\nsymmetry=none\nmaxPromote=0\nguard:G:fmW::a7,b6,,c2\nmorph=Q/.\nqueen:Q:Q::,,h1\n";

const SHOGI: &str = "royal=0\nsymmetry=none\nmaxPromote=0\npromoOffset=1\nguard:G:fmW::a6,b6,c6\nmorph=/|^......\n\
    tokin:T:W::,,h1\n";

const CHOICES: &str = "royal=0\nsymmetry=none\nmaxPromote=0\npromoChoice=Q/N\nguard:G:fmW::a7,b7\nmorph=1*\n\
    scout:S:fmW::c7\nmorph=1\nqueen:Q:Q::,,h1\nknight:N:N::,,g1\n";

/// Two types with one ID: one for files a, c, ..., one for the others.
const TWINS: &str = "royal=0\nsymmetry=none\nmaxPromote=0\npromoChoice=X\nguard:G:fmW::a7,d7\nmorph=*\n\
    walker:X:mF::,,a1\nmorph=.X/.X/.X/.X/.X/.X/.X/.X\nslider:X:mR::,,a2\nmorph=X./X./X./X./X./X./X./X.\n\
    stone:S:W::,,h8\n";
