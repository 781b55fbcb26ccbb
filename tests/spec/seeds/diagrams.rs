//! "Interactive diagrams": pieces, squares, promotion, holdings, zones, ends of games.

use super::Check::{Goes, Holds, Moves, Play, Rejected};
use super::Sentence;
use griffon::board::Color;
use griffon::variant::{Variant, read};

/// Its sentences on the notation and on what a definition says.
pub const ALL: &[Sentence] = &[
    Sentence {
        says: "files=8 ranks=8",
        checks: &[Holds(|| assert_eq!((board("k:K:K::e1").files(), board("k:K:K::e1").ranks()), (8, 8)))],
    },
    Sentence {
        says: "Square ranges are also understood: a2-h2 would mean all squares on 2nd rank, and d4-e5 the four central squares",
        checks: &[Holds(|| {
            assert_eq!(squares("p:P:fW::a2-h2", Color::White), "a2 b2 c2 d2 e2 f2 g2 h2");
            assert_eq!(squares("symmetry=none\np:P:fW::d4-e5", Color::White), "d4 d5 e4 e5");
            assert_eq!(squares("symmetry=none\np:P:fW::d4-e5,a1", Color::White), "a1 d4 d5 e4 e5");
        })],
    },
    Sentence {
        says: "When symmetry=mirror or symmetry=rotate, only white pieces have to be listed, and the locations of the corresponding black pieces will be derived from that",
        checks: &[Holds(|| {
            assert_eq!(squares("symmetry=mirror\np:P:fW::a2,c1", Color::Black), "a7 c8");
            assert_eq!(squares("symmetry=rotate\np:P:fW::a2,c1", Color::Black), "f8 h7");
            // The default is mirror.
            assert_eq!(squares("p:P:fW::a2,c1", Color::Black), "a7 c8");
        })],
    },
    Sentence {
        says: "With symmetry=none, an extra comma separates the white from the black pieces. (White pieces come first in that case.)",
        checks: &[Holds(|| {
            assert_eq!(squares("symmetry=none\np:P:fW::a2,c1,,h6", Color::White), "a2 c1");
            assert_eq!(squares("symmetry=none\np:P:fW::a2,c1,,h6", Color::Black), "h6");
        })],
    },
    Sentence {
        says: "By default the first letter of the piece name would be taken for this",
        checks: &[Holds(|| assert_eq!(variant("rook::::a1").pieces[0].id, "R"))],
    },
    Sentence {
        says: "The move descriptor has to be in Betza notation; the XBetza extension, (which uses the 'a' ('again') operator for describing multi-leg moves) is understood",
        checks: &[
            Goes("mafsW", "..... .*.*. *...* ..A.. *...* .*.*."),
            Rejected("horse:H:W-F::b1\nk:K:K::e1", "`-` is a chaining operator of Betza 2.0"),
        ],
    },
    Sentence {
        says: "For a few standard pieces (FIDE and a few common fairies) the name will be recognized, and the default move will be the move of the orthodox piece of that name",
        checks: &[Holds(|| {
            let pieces = variant("knight:N:::\nbishop::::\nrook::::\nqueen::::\nking::::e1").pieces;
            let moves: Vec<&str> = pieces.iter().map(|piece| piece.betza.as_str()).collect();
            assert_eq!(moves[..4], ["N", "B", "R", "Q"]);
        })],
    },
    Sentence {
        says: "c1,h8: Archbishop (BN)",
        checks: &[Holds(|| assert_eq!(variant("archbishop::::c1").pieces[0].betza, "BN"))],
    },
    Sentence {
        says: "h1,c8: Chancellor (RN)",
        checks: &[Holds(|| assert_eq!(variant("chancellor::::h1").pieces[0].betza, "RN"))],
    },
    Sentence {
        says: "in hand: Lion (2 King moves per turn)",
        checks: &[
            Holds(|| assert_eq!(variant("lion::::c1").pieces[0].betza, "KNADcaKcabKmabK")),
            Moves(
                "KNADcaKcabKmabK",
                "a1",
                "p:b2",
                "a1 a1xb2 a2 b1 b2xb2 a3 b3 c3 c2 c1 a3xb2 b3xb2 c3xb2 c2xb2 c1xb2 a2xb2 b1xb2",
            ),
        ],
    },
    Sentence {
        says: "archbishop:A:BN:cardinal:c1 (image name differs from piece name)",
        checks: &[Play(
            "royal=0\narchbishop:A:BN:cardinal:c1\npawn:P:fmW::b2,d2\n",
            &[],
            "c1",
            "a2 b3 d3 e2",
        )],
    },
    Sentence {
        says: "warrior:X:mNcK:centaur:b1,g1 (everything non-standard)",
        checks: &[Play(
            "royal=0\nsymmetry=none\nwarrior:X:mNcK:centaur:b1,g1,,c2,a3\n",
            &[],
            "b1",
            "c2xc2 c3 d2",
        )],
    },
    Sentence {
        says: "hawk:H:BN:bird::1 (starts one in hand, uses w/bbird.gif image)",
        checks: &[Holds(|| {
            let variant = variant("hawk:H:BN:bird::1\nking::::e1");
            assert_eq!((variant.hands[0][0], variant.hands[1][0]), (1, 1));
        })],
    },
    Sentence {
        says: "pawn::::a2-h2 (fills 2nd rank, moves as FIDE by default)",
        checks: &[
            Play("royal=0\npawn::::a2-h2\n", &["e2e4", "d7d5"], "e4", "d5xd5 e5"),
            Play("royal=0\npawn::::a2-h2\n", &["e2e4", "a7a6", "e4e5", "d7d5"], "e5", "d6xd5 e6"),
            Play("royal=0\npawn::::a2-h2\n", &[], "a2", "a3 a4"),
        ],
    },
    Sentence {
        says: "knight:N:::c1,f1 (must specify ID, as otherwise K would have been taken)",
        checks: &[Holds(|| assert_eq!(variant("knight::::c1").pieces[0].id, "K"))],
    },
    Sentence {
        says: "king::KisO3:king:f1 (non-standard castling (isO3) requires giving move)",
        checks: &[Play(
            "files=10\nranks=8\nroyal=1\nking::KisO3:king:f1\nrook::::a1,j1\n",
            &[],
            "f1",
            "i1/h1 c1/d1 e1 g1 e2 f2 g2",
        )],
    },
    Sentence {
        says: "rook::::a1,h1 (nothing special; uses all defaults)",
        checks: &[Play("royal=0\nrook::::a1,h1\n", &["a1a4"], "a8", "a4xa4 a5 a6 a7 b8 c8 d8 e8 f8 g8")],
    },
    Sentence {
        says: "(if maxPromote=N the first N piece types you define will promote)",
        checks: &[
            Play(
                "royal=0\nsymmetry=none\nmaxPromote=1\npromoChoice=R\npawn:P:fmW::a7\nsoldier:S:fmW::c7\nrook:R:R::,,h1\n",
                &[],
                "a7",
                "a8=R",
            ),
            Play(
                "royal=0\nsymmetry=none\nmaxPromote=1\npromoChoice=R\npawn:P:fmW::a7\nsoldier:S:fmW::c7\nrook:R:R::,,h1\n",
                &[],
                "c7",
                "c8",
            ),
        ],
    },
    Sentence {
        says: "the depth of the promotion zone (in ranks)",
        checks: &[
            Play(
                "royal=0\nsymmetry=none\npromoZone=2\npromoChoice=RB\npawn:P:fmW::a6,c5\nrook:R:R::,,h1\nbishop:B:B::,,g1\n",
                &[],
                "a6",
                "a7=R a7=B",
            ),
            Play(
                "royal=0\nsymmetry=none\npromoZone=2\npromoChoice=RB\npawn:P:fmW::a6,c5\nrook:R:R::,,h1\nbishop:B:B::,,g1\n",
                &[],
                "c5",
                "c6",
            ),
        ],
    },
    Sentence {
        says: "a * prefixed to an ID indicates that choice will only be valid if pieces of that type are available in the 'hand'",
        checks: &[
            Play(
                "royal=0\nsymmetry=none\nholdingsType=1\npromoChoice=*RB\npawn:P:fmW::a7\nrook:R:R::,,h1\nbishop:B:B::,,g1\n",
                &[],
                "a7",
                "a8=B",
            ),
            Play(
                "royal=0\nsymmetry=none\nholdingsType=1\npromoChoice=*RB\npawn:P:fmW::a7\nrook:R:R::,,h1:1\nbishop:B:B::,,g1\n",
                &[],
                "a7",
                "a8=B a8=R",
            ),
        ],
    },
    Sentence {
        says: "A numeric suffix M on a piece (smaller than the promoZone depth) will restrict promotion to that piece to the last M ranks only",
        checks: &[
            Play(
                "royal=0\nsymmetry=none\npromoZone=3\npromoChoice=R1B\npawn:P:fmW::a6,b7\nrook:R:R::,,h1\nbishop:B:B::,,g1\n",
                &[],
                "a6",
                "a7=B",
            ),
            Play(
                "royal=0\nsymmetry=none\npromoZone=3\npromoChoice=R1B\npawn:P:fmW::a6,b7\nrook:R:R::,,h1\nbishop:B:B::,,g1\n",
                &[],
                "b7",
                "b8=B b8=R",
            ),
        ],
    },
    Sentence {
        says: "A ! prefix means the choice is not available on last rank, and is typically used on a Pawn amongst the choices (to allow deferral on earlier ranks of a deep zone)",
        checks: &[
            Play(
                "royal=0\nsymmetry=none\npromoZone=2\npromoChoice=!PR\npawn:P:fmW::a6,b7\nrook:R:R::,,h1\n",
                &[],
                "a6",
                "a7 a7=R",
            ),
            Play(
                "royal=0\nsymmetry=none\npromoZone=2\npromoChoice=!PR\npawn:P:fmW::a6,b7\nrook:R:R::,,h1\n",
                &[],
                "b7",
                "b8=R",
            ),
        ],
    },
    Sentence {
        says: "in this case the only available choices are the piece itself (i.e. defer) and the piece type promoOffset places below it in the piece list",
        checks: &[Play(
            "royal=0\nsymmetry=none\nholdingsType=-1\npromoZone=3\nmaxPromote=2\npromoOffset=2\npawn:P:fW::c2\nsilver:S:FfW::a5\ntokin:T:WfF::,,h1\ngold:G:WfF::,,g1\n",
            &[],
            "a5",
            "a6 a6=G b6 b6=G b4",
        )],
    },
    Sentence {
        says: "By default captured pieces are just discarded",
        checks: &[Play(
            "royal=0\nsymmetry=none\nrook:R:R::a1,h1,,a8,h8\nstone:S:W::c1,,c8\n",
            &["a1a8", "h8h1"],
            "R@",
            "",
        )],
    },
    Sentence {
        says: "by setting holdingsType=1 they would get back into the hand of their owner (so they become available as promotion choice, like in Grand Chess)",
        checks: &[Play(
            "royal=0\nsymmetry=none\nholdingsType=1\npromoChoice=*R\npawn:P:fmW::b7\nrook:R:R::a1,,a8\nstone:S:W::h1,,h8\n",
            &["h1h2", "a8a1", "h2h3", "h8h7"],
            "b7",
            "b8=R",
        )],
    },
    Sentence {
        says: "With holdingsType=-1 captured pieces would color-flip, and end up in the hand of their capturer, presumably for being dropped back onto the board, like in Crazyhouse",
        checks: &[Play(
            "files=3\nranks=3\nroyal=0\nsymmetry=none\nmaxPromote=0\nholdingsType=-1\nrook:R:R::a1,,a3\nstone:S:W::c1,,c3\n",
            &["a1a3", "c3c2"],
            "R@",
            "@a1 @b1 @a2 @b2 @b3 @c3",
        )],
    },
    Sentence {
        says: "it will make the squares you list for it 'inaccessible'; i.e. it will black them out, and refrain from highlighting moves that otherwise would end on such squares",
        checks: &[Goes("R", "..*.. ..*.. #*A** ..#.."), Goes("N", ".*.*. #...* ..A.. #...* .#.*.")],
    },
    Sentence {
        says: "If it contains an exclamation point ! the move will be rejected, and the piece would not be allowed to move to the square",
        checks: &[Play(
            "royal=0\nsymmetry=none\nmaxPromote=0\nfiles=4\nranks=4\nguard:G:K::b2,,d4\nmorph=/!\n",
            &[],
            "b2",
            "a1 a2 b1 c1 c2",
        )],
    },
    Sentence {
        says: "For an equal sign = the move would only be rejected if it contained a friendly piece (in case the XBetza move description would have allowed such friendly capture)",
        checks: &[Play(
            "royal=0\nsymmetry=none\nmaxPromote=0\nfiles=4\nranks=4\nguard:G:mcdW::b2,,d4\nmorph=/=\nstone:S:::b3,b1,,a2\n",
            &[],
            "b2",
            "a2xa2 b1xb1 c2",
        )],
    },
    Sentence {
        says: "When that character is a piece ID, the piece would instantly promote to the type the ID stands for",
        checks: &[Play(
            "royal=0\nsymmetry=none\nmaxPromote=0\nguard:G:fW::b7,c6\nmorph=Q\nqueen:Q:Q::,,h1\n",
            &[],
            "b7",
            "b8=Q",
        )],
    },
    Sentence {
        says: "So specifying morph=Q would mean the piece promotes to Q everywhere on last rank, but moves undisturbed on the rest of the board",
        checks: &[Play(
            "royal=0\nsymmetry=none\nmaxPromote=0\nguard:G:fW::b7,c6\nmorph=Q\nqueen:Q:Q::,,h1\n",
            &[],
            "c6",
            "c7",
        )],
    },
    Sentence {
        says: "an L-shaped promotion zone consisting of 8th rank and the h-file could be defined through morph=*/.......*/\"/\"/\"/\"/\"/\"",
        checks: &[
            Play(
                "royal=0\nsymmetry=none\npromoChoice=Q\nguard:G:mK::g3\nmorph=*/.......*/\"/\"/\"/\"/\"/\"\nqueen:Q:Q::,,a1\n",
                &[],
                "g3",
                "f2 f3 f4 g2 g4 h2=Q h3=Q h4=Q",
            ),
            Play(
                "royal=0\nsymmetry=none\npromoChoice=Q\nguard:G:fmK::b7\nmorph=*/.......*/\"/\"/\"/\"/\"/\"\nqueen:Q:Q::,,a1\n",
                &[],
                "b7",
                "b8=Q",
            ),
        ],
    },
    Sentence {
        says: "To promote to the piece that started on the square in an orthodox setup, with choice at e1/e8, you would write (after the Pawn definition) morph=RNBQ*BNR",
        checks: &[
            Play(
                "royal=0\nsymmetry=none\npromoChoice=QN\npawn:P:fmW::b7,e7\nmorph=RNBQ*BNR\nknight:N:N::,,a1\nqueen:Q:Q::,,b1\nrook:R:R::,,c1\nbishop:B:B::,,d1\n",
                &[],
                "b7",
                "b8=N",
            ),
            Play(
                "royal=0\nsymmetry=none\npromoChoice=QN\npawn:P:fmW::b7,e7\nmorph=RNBQ*BNR\nknight:N:N::,,a1\nqueen:Q:Q::,,b1\nrook:R:R::,,c1\nbishop:B:B::,,d1\n",
                &[],
                "e7",
                "e8=N e8=Q",
            ),
        ],
    },
    Sentence {
        says: "For Xiangqi-like 'promotion' the Pawns would get morph=Q/Q/Q/Q/Q, where Q is the across-the-river Pawn",
        checks: &[
            Play(
                "files=3\nranks=10\nroyal=0\nsymmetry=none\nmaxPromote=0\npawn:P:fW::b5,c4\nmorph=Q/Q/Q/Q/Q\ncrossed:Q:fsW::,,a1\n",
                &[],
                "b5",
                "b6=Q",
            ),
            Play(
                "files=3\nranks=10\nroyal=0\nsymmetry=none\nmaxPromote=0\npawn:P:fW::b5,c4\nmorph=Q/Q/Q/Q/Q\ncrossed:Q:fsW::,,a1\n",
                &[],
                "c4",
                "c5",
            ),
        ],
    },
    Sentence {
        says: "The King and Advisors would get morph=//////!/!!!.../\"/\" to confine them to the Palace",
        checks: &[
            Play(
                "files=9\nranks=10\nroyal=0\nsymmetry=none\nmaxPromote=0\nstone:S:::,,a10\nking:K:W::d3\nmorph=//////!/!!!.../\"/\"\n",
                &[],
                "d3",
                "d2 e3",
            ),
            Play(
                "files=9\nranks=10\nroyal=0\nsymmetry=none\nmaxPromote=0\nstone:S:::,,a10\nadvisor:A:F::e2\nmorph=//////!/!!!.../\"/\"\n",
                &[],
                "e2",
                "d3 f3 d1 f1",
            ),
        ],
    },
    Sentence {
        says: "So a piece that moves as A'D'fW for which the morph board specifies last-rank promotion will only be allowed to promote with the W move, and not if it reaches last rank by a jump",
        checks: &[
            Play(
                "royal=0\nsymmetry=none\nmaxPromote=0\nguard:G:A'D'fW::d7,d6\nmorph=Q\nqueen:Q:Q::,,h1\n",
                &[],
                "d7",
                "b5 d5 d8=Q b7 f7 f5",
            ),
            Play(
                "royal=0\nsymmetry=none\nmaxPromote=0\nguard:G:A'D'fW::d6\nmorph=Q\nqueen:Q:Q::,,h1\n",
                &[],
                "d6",
                "b8 d8 f8 b6 f6 b4 d4 f4 d7",
            ),
        ],
    },
    Sentence {
        says: "If fewer characters are present for a rank than the board width, the characters that are given will be repeated to fill in the missing spots",
        checks: &[
            Play(
                "royal=0\nsymmetry=none\nmaxPromote=0\nguard:G:fmW::b7,c7\nmorph=.Q\nqueen:Q:Q::,,h1\n",
                &[],
                "c7",
                "c8",
            ),
            Play(
                "royal=0\nsymmetry=none\nmaxPromote=0\nguard:G:fmW::b7,c7\nmorph=.Q\nqueen:Q:Q::,,h1\n",
                &[],
                "b7",
                "b8=Q",
            ),
        ],
    },
    Sentence {
        says: "To implement a piece X that moves as C on all white squares of an 8x8 board you would write morp=C./.C/C./.C/C./.C/C./.C for it",
        checks: &[
            Play(
                "royal=0\nsymmetry=none\nmaxPromote=0\nxenon:X:W::d4\nmorph=C./.C/C./.C/C./.C/C./.C\ncat:C:F::,,a1\n",
                &[],
                "d4",
                "c4=C d5=C e4=C d3=C",
            ),
            Play(
                "royal=0\nsymmetry=none\nmaxPromote=0\nxenon:X:F::d4\nmorph=C./.C/C./.C/C./.C/C./.C\ncat:C:F::,,a1\n",
                &[],
                "d4",
                "c5 e5 e3 c3",
            ),
            Rejected("xenon:X:W::d4\nmorp=C./.C\nk:K:K::e1", "morp"),
        ],
    },
    Sentence {
        says: "Loss of a royal piece is the primary termination condition, and decides the game instantly",
        checks: &[Goes("kcW", "..k.. ..A.. ....."), Goes("kW", "..X.. ..A.. .....")],
    },
];

fn variant(text: &str) -> Variant {
    match read("seed", text) {
        Ok((variant, _)) => variant,
        Err(report) => panic!("{text}: {report:?}"),
    }
}

fn board(text: &str) -> griffon::board::Geometry {
    variant(text).board
}

fn squares(text: &str, color: Color) -> String {
    let variant = variant(text);
    let own = variant.setup.iter().filter(|(_, owner, _)| *owner == color);
    let mut names: Vec<String> = own.map(|(square, ..)| variant.board.name(*square)).collect();
    names.sort();
    names.join(" ")
}
