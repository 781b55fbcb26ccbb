//! "Interactive diagrams": parameters, tables and ends of games, where no test of the rule itself cites the sentence.

use super::Check::{Goes, Holds, Play, Rejected};
use super::{Sentence, ready};
use griffon::board::Color;
use griffon::movegen::{self, Outcome};
use griffon::movetext::{Numbering, parse_as};
use griffon::position::Position;
use griffon::variant::{PieceType, Variant, read};

/// White's guard on a1 and stone on c1, Black's guard on b1 and stones on a2 and d1, with a capture matrix.
macro_rules! matrix {
    ($rows:literal) => {
        concat!(
            "royal=0\nsymmetry=none\nmaxPromote=0\ncaptureMatrix=",
            $rows,
            "\nguard:G:W::a1,,b1\nstone:S:W::c1,,a2,d1\n"
        )
    };
}

/// White's kings on a1 and e1, one of them in check.
macro_rules! kings {
    ($keys:literal) => {
        concat!($keys, "symmetry=none\nmaxPromote=0\nroyal=1\nking:K:W::a1,e1,,h8\nrook:R:R::,,a8\n")
    };
}

/// Its further sentences.
pub const ALL: &[Sentence] = &[
    Sentence {
        says: "The general parameters are set by lines of the keyword=value type; below is an (incomplete) list of recognized keywords, and their default: files=8 ranks=8 graphicsDir=/graphics.dir/alfaerie/ squareSize=50 whitePrefix=w blackPrefix=b graphicsType=gif lightShade=#FFFFFF darkShade=#E0E0E0 rimColor=#FFFFFF coordColor=#000000 background= useMarkers=0 borders=1 firstRank=",
        checks: &[Holds(|| {
            let keys = "files=8\nranks=8\ngraphicsDir=/graphics.dir/alfaerie/\nsquareSize=50\nwhitePrefix=w\nblackPrefix=b\n\
                graphicsType=gif\nlightShade=#FFFFFF\ndarkShade=#E0E0E0\nrimColor=#FFFFFF\ncoordColor=#000000\n\
                background=\nuseMarkers=0\nborders=1\nfirstRank=\n";
            assert_eq!(warnings(&format!("{keys}{ARMY}")), 0);
            assert_eq!(start(&format!("{keys}{ARMY}")), start(ARMY));
        })],
    },
    Sentence {
        says: "you can define a startShade after having defined the darkShade",
        checks: &[Holds(|| changes_nothing("darkShade=#E0E0E0\nstartShade=#D0D0D0\n"))],
    },
    Sentence {
        says: "Specifying the single character # as color will result in the background of the page element containing the square will remain visible through it. Specifying borders=0 will suppress the lines separating the squares",
        checks: &[Holds(|| changes_nothing("lightShade=#\nborders=0\n"))],
    },
    Sentence {
        says: "To fine-tune the aestetic appearance of the diagram a parameter holeColor (black by default) can be specified",
        checks: &[Holds(|| changes_nothing("holeColor=#000000\n"))],
    },
    Sentence {
        says: "By default these have HTML id like 'pieceList' or 'pieceTable'. This is done through a parameter satellite=xxx in the diagram definition",
        checks: &[Holds(|| changes_nothing("satellite=xxx\n"))],
    },
    Sentence {
        says: "The AI can be disabled by specifying enableAI=0",
        checks: &[Holds(|| changes_nothing("enableAI=0\n")), Holds(|| changes_nothing("enableAI=2\n"))],
    },
    Sentence {
        says: "By specifying firstRank=N you can enable display of coordinates next to the board, where N indicates the number of the rank at the bottom (usually 1, although for some variants 0 is a better choice)",
        checks: &[
            Play(
                "royal=0\nsymmetry=none\nmaxPromote=0\nfirstRank=0\nguard:G:W::b0,,h7\n",
                &[],
                "b0",
                "a0 b1 c0",
            ),
            Play(
                "royal=0\nsymmetry=none\nmaxPromote=0\nfirstRank=1\nguard:G:W::b1,,h8\n",
                &[],
                "b1",
                "a1 b2 c1",
            ),
        ],
    },
    Sentence {
        says: "The second part of diagram definition lists the piece types, one line per piece. Each line contains 5 or 6 items, separated by ':'",
        checks: &[Holds(|| {
            assert_eq!(variant("rook:R:R::a1\nknight:N:N::b1:2\nking::::e1\n").pieces.len(), 3);
            // With fewer it is no piece.
            assert_eq!(variant("rook:R:R:a1\nking::::e1\n").pieces.len(), 1);
        })],
    },
    Sentence {
        says: "(1) piece name, (2) piece ID, (3) move descriptor, (4) root-name of the image file, (5) starting square(s) and (optionally) (6) number of pieces that start in the hand",
        checks: &[Holds(|| {
            let variant = variant("scout:T:WD:spy:a1,c1:2\n");
            let piece = &variant.pieces[0];
            assert_eq!(
                (piece.name.as_str(), piece.id.to_string(), piece.betza.as_str()),
                ("scout", "T".into(), "WD")
            );
            assert_eq!((home(&variant), variant.hands[0][0]), ("TT".into(), 2));
        })],
    },
    Sentence {
        says: "Pieces captured on the board will transfer to the hand according to the holdingsType parameter",
        checks: &[Holds(|| {
            for (holdings, white, black) in [("0", 0, 0), ("1", 0, 1), ("-1", 1, 0)] {
                let text = format!(
                    "holdingsType={holdings}\nroyal=0\nsymmetry=none\nmaxPromote=0\nrook:R:R::a1\nstone:S:W::,,a8,h8\n"
                );
                let hands = played(&text, "a1a8", |_, pos| {
                    [Color::White, Color::Black].map(|color| pos.hand(color, PieceType(1)))
                });
                assert_eq!(hands, [white, black], "{holdings}");
            }
        })],
    },
    Sentence {
        says: "The starting-squares field can contain a comma-separated list of squares",
        checks: &[Holds(|| assert_eq!(start("symmetry=none\nrook::::a1,c1,h8\n"), "7R/8/8/8/8/8/8/R1R5"))],
    },
    Sentence {
        says: "A general parameter symmetry (which by default has the value 'mirror') affects how the list is interpreted",
        checks: &[Holds(|| {
            assert_eq!(start("rook::::a1\n"), start("symmetry=mirror\nrook::::a1\n"));
            assert_eq!(start("symmetry=rotate\nrook::::a1\n"), "7r/8/8/8/8/8/8/R7");
        })],
    },
    Sentence {
        says: "The name is arbitrary, and will appear in the legend table",
        checks: &[Holds(|| {
            assert_eq!(variant("Old Man of the Sea:O:W::a1\n").pieces[0].name, "Old Man of the Sea")
        })],
    },
    Sentence {
        says: "Only when you are not satisfied with the default, the corresponding item has to be non-empty",
        checks: &[Holds(|| {
            let moves = |text: &str| variant(text).pieces[0].betza.clone();
            assert_eq!((moves("rook::::a1\n"), moves("rook::W::a1\n")), ("R".to_owned(), "W".to_owned()));
        })],
    },
    Sentence {
        says: "In this case the promoChoice is largely ignored, except that a piece ID in it that is prefixed with ! will not be allowed to defer, and promote automatically",
        checks: &[
            Play(SILVER, &[], "a5", "a6=G b4 b6=G"),
            Play(SILVER, &[], "d5", "c4 c6=T d6=T e4 e6=T c6 d6 e6"),
        ],
    },
    Sentence {
        says: "The parameter conversion can be set to the number of the piece type to which the Bishop Conversion Rule should be applied",
        checks: &[
            // The one from a1 moved first and stands on a light square: the one on e4 must go to a dark one.
            Play(CONVERSION, &["a1b1", "h8h7"], "e4", "d4 e3 e5 f4"),
            Play(CONVERSION, &[], "e4", "d3 d4 d5 e3 e5 f3 f4 f5"),
        ],
    },
    Sentence {
        says: "This can be used to make boards with irregular shapes, by specifying these as the smallest rectangle that contains them, and covering the unwanted squares with holes",
        checks: &[
            Goes("R", "#.*.# ..*.. **A** ..*.. #.*.#"),
            Goes("B", "#...# .*.*. ..A.. .*.*. #...#"),
            Goes("R", "##*## ##*## **A** ##*## ##*##"),
        ],
    },
    Sentence {
        says: "the captureMatrix parameter can be used to define events when a move of a piece of a given type captures a victim of a specific type, or goes to an empty square",
        checks: &[Play(matrix!("!"), &[], "a1", "a2xa2 b1xb1"), Play(matrix!("..!"), &[], "a1", "b1xb1")],
    },
    Sentence {
        says: "It defines a table, where the rows (separated by slashes / ) correspond to the moving pieces (in order of their definition lines), while the characters in each row correspond to the various piece types in the destination square (starting with the empty square)",
        checks: &[
            Play(matrix!(".../.!."), &[], "a1", "a2xa2 b1xb1"),
            Play(matrix!(".../.!."), &[], "c1", "c2 d1xd1"),
            Play(matrix!(".../..!"), &[], "c1", "b1xb1 c2"),
        ],
    },
    Sentence {
        says: "Also here a period . means nothing special happens, (and is the default for unmentioned victim types)",
        checks: &[
            Play(matrix!("./.!"), &[], "c1", "c2 d1xd1"),
            Play(matrix!("."), &[], "c1", "b1xb1 c2 d1xd1"),
        ],
    },
    Sentence {
        says: "This can be used to define iron pieces (capturable by no other type), or relatively iron (only capturable by some, often only excluding their own type as an anti-trade measure)",
        checks: &[
            // The second type can be captured by none; then only by the first.
            Play(matrix!("..!/..!"), &[], "a1", "b1xb1"),
            Play(matrix!("..!/..!"), &[], "c1", "b1xb1 c2"),
            Play(matrix!(".../..!"), &[], "a1", "a2xa2 b1xb1"),
        ],
    },
    Sentence {
        says: "It can also be used to define an arbitrary 'pecking order', like in Stratego",
        checks: &[
            Play(PECKING, &[], "b2", "a2xa2 b1 b3xb3 c2xc2"),
            Play(PECKING, &[], "f2", "e2xe2 f3xf3 g2xg2"),
        ],
    },
    Sentence {
        says: "It is also possible to define such promotions (or illegality) for friendly captures, in variants that allow such moves",
        checks: &[
            Play(
                "royal=0\nsymmetry=none\nmaxPromote=0\ncaptureMatrix=..!\nguard:G:cdW::a1,a2,,b1\n",
                &[],
                "a1",
                "b1xb1",
            ),
            Play(
                "royal=0\nsymmetry=none\nmaxPromote=0\ncaptureMatrix=.!\nguard:G:cdW::a1,a2,,b1\n",
                &[],
                "a1",
                "a2xa2",
            ),
        ],
    },
    Sentence {
        says: "When the matrix contains an @ sign it can also destroy pieces on adjacent squares. The effect can be tuned with the parameter atomicCapture=N",
        checks: &[Holds(|| {
            let burst = |keys: &str| {
                let text = format!(
                    "{keys}royal=0\nsymmetry=none\nmaxPromote=0\ncaptureMatrix=..@\nguard:G:R::a1\n\
                     stone:S:::b5,,a4,b4,c4\n"
                );
                after(&text, "a1a4")
            };
            // The enemies around, the captor not; with N above 0 everything around, and the captor.
            assert_eq!(burst(""), "8/8/8/1S6/G1s5/8/8/8");
            assert_eq!(burst("atomicCapture=0\n"), "8/8/8/1S6/G1s5/8/8/8");
            assert_eq!(burst("atomicCapture=1\n"), "8/8/8/8/2s5/8/8/8");
            assert_eq!(burst("atomicCapture=2\n"), "8/8/8/1S6/1ss5/8/8/8");
        })],
    },
    Sentence {
        says: "It is also possible to grant some captures a higher priority than other moves, by putting a tilde (~) in the corresponding capture-matrix element. The remaining moves can only be played when no legal prioritized move exists",
        checks: &[
            Play(matrix!("./..~"), &[], "a1", ""),
            Play(matrix!("./..~"), &[], "c1", "d1xd1"),
            Play(matrix!("./..~"), &["c1d1", "b1b2"], "a1", "a2xa2 b1"),
        ],
    },
    Sentence {
        says: "Some variants have pieces that affect the capabilities of adjacent pieces just by being there. The Diagram supports this through the parameters trackPieces=N, trackedTypes=M, spell and spellZone",
        checks: &[
            Play(SPELL, &[], "b1", ""),
            Play(SPELL, &[], "d1", "c1 d2 e1"),
            Play(SPELL, &["d1d2", "a2a3"], "b1", "a1 b2 c1"),
        ],
    },
    Sentence {
        says: "There are various flavors of spells, selected by the spell parameter",
        checks: &[
            Holds(|| {
                for spell in ["burn", "freeze", "charm", "hide", "protect", "brake"] {
                    assert!(
                        read("seed", &format!("trackPieces=1\nspell={spell}\n{ARMY}")).is_ok(),
                        "{spell}"
                    );
                }
            }),
            Rejected("trackPieces=1\nspell=sleep\nrook::::a1\nking::K::e1", "sleep"),
        ],
    },
    Sentence {
        says: "Here N represents the number of the piece type that gets the mentioned property. So these parameters can occur multiple times with different values, to indicate more than one piece type has the property",
        checks: &[
            Play(
                "symmetry=none\nmaxPromote=0\nroyal=0\niron=2\niron=3\nguard:G:W::b1\nstone:S:::,,a1\nwall:W:::,,b2\npawn:P:::,,c1\n",
                &[],
                "b1",
                "c1xc1",
            ),
            Play(
                "symmetry=none\nmaxPromote=0\nroyal=0\niron=3\nguard:G:W::b1\nstone:S:::,,a1\nwall:W:::,,b2\npawn:P:::,,c1\n",
                &[],
                "b1",
                "a1xa1 c1xc1",
            ),
        ],
    },
    Sentence {
        says: "The parameter extinction determines if capture of a single royal decides the game, or that all royals have to be captured. (The latter is the default, but when there is only a single royal it doesn't matter)",
        checks: &[
            Play(kings!(""), &[], "e1", "d1 e2 f1"),
            Play(kings!("extinction=1\n"), &[], "e1", "d1 e2 f1"),
            Play(kings!("extinction=0\n"), &[], "e1", ""),
        ],
    },
    Sentence {
        says: "The baring condition is somewhat similar to extinction royalty, in that it terminates a game when all pieces with this property have been eliminated",
        checks: &[Holds(|| {
            // Black's last rook is gone, and Black's next move does not bare White.
            assert_eq!(outcome(&bare("baring=0\n", "g5"), "g1g5"), None);
            assert_eq!(outcome(&bare("baring=0\n", "g5"), "g1g5 h8h7"), Some(Outcome::Won));
            assert_eq!(outcome(&bare("", "g5"), "g1g5 h8h7"), None);
        })],
    },
    Sentence {
        says: "But it is a delayed winning condition, which grants the opponent an 'after-move', with which he might trump it by capturing a royal, or achieve 'counter-baring'. In the latter case the result is determined by the parameter counterbare, which (similar to the stalemate result) can be a draw (the default) or a loss for the player that is stalemated or bared first",
        checks: &[Holds(|| {
            assert_eq!(outcome(&bare("baring=0\n", "g7"), "g1g7 h8g7"), Some(Outcome::Drawn));
            assert_eq!(
                outcome(&bare("baring=0\ncounterbare=draw\n", "g7"), "g1g7 h8g7"),
                Some(Outcome::Drawn)
            );
            assert_eq!(outcome(&bare("baring=0\ncounterbare=loss\n", "g7"), "g1g7 h8g7"), Some(Outcome::Won));
        })],
    },
    Sentence {
        says: "In a sense this is the opposite of royalty: you would lose rather than win by capturing an iron piece, which is a way of saying you can never do it",
        checks: &[Play(
            "symmetry=none\nmaxPromote=0\nroyal=0\niron=2\nrook:R:R::a1\nstone:S:::,,a3\npawn:P:::,,b1\n",
            &[],
            "a1",
            "a2 b1xb1",
        )],
    },
    Sentence {
        says: "The protected property grants temporary royalty, and applies on the turn after a piece with this property captures one that also has it",
        checks: &[Play(
            "royal=0\nsymmetry=none\nmaxPromote=0\nprotected=1\nrook:R:R::a1,,a3,c1\nguard:G:W::,,b3\n",
            &[],
            "a1",
            "a2 b1 c1xc1",
        )],
    },
    Sentence {
        says: "The string parameter contageous can be set to the (concatenated or comma-separated) IDs of the pieces that have this property",
        checks: &[Holds(|| {
            for ids in ["ZY", "Z,Y"] {
                let text = format!(
                    "royal=0\nsymmetry=none\nmaxPromote=0\ncontageous={ids}\nguard:G:W::a1,c1\nzombie:Z:W::,,a2\n\
                     yak:Y:F::,,c2\n"
                );
                assert_eq!(after(&text, "a1a2"), "8/8/8/8/8/8/Z1y5/2G5");
                assert_eq!(after(&text, "c1c2"), "8/8/8/8/8/8/z1Y5/G7");
            }
        })],
    },
    Sentence {
        says: "You can specify how it must shuffle by a shuffle=... parameter, where the value can be a comma-separated list of piece sets, which will then be permuted over the locations where the diagram originally specified them",
        checks: &[Holds(|| {
            let variant = variant(&format!("shuffle=BN\n{ARMY}"));
            for seed in 0..50 {
                let rank = home(&variant.shuffled(seed));
                assert!(rank.starts_with('R') && rank.ends_with('R') && &rank[3..5] == "QK", "{rank}");
                let mut minors: Vec<char> = rank[1..3].chars().chain(rank[5..7].chars()).collect();
                minors.sort_unstable();
                assert_eq!(minors, ['B', 'B', 'N', 'N']);
            }
        })],
    },
    Sentence {
        says: "While shuffle=KQ,QBN might first swap K and Q, and then randomly permute Queen and minors",
        checks: &[Holds(|| {
            let variant = variant(&format!("shuffle=KQ,QBN\n{ARMY}"));
            let ranks: Vec<String> = (0..400).map(|seed| home(&variant.shuffled(seed))).collect();
            for rank in &ranks {
                assert!(
                    rank.starts_with('R') && rank.ends_with('R') && matches!(rank.find('K'), Some(3 | 4)),
                    "{rank}"
                );
            }
            for file in [1, 2, 3, 4, 5, 6] {
                assert!(ranks.iter().any(|rank| rank.find('Q') == Some(file)), "{file}");
            }
        })],
    },
    Sentence {
        says: "(colon) will cause the piece type to be symmetrically placed. (Only use for even numbers of pieces, when the set of squares the pieces-to-be-permuted are standing on is indeed symmetric!)",
        checks: &[Holds(|| {
            let variant = variant(&format!("shuffle=:R:N:B\n{ARMY}"));
            for seed in 0..50 {
                let rank = home(&variant.shuffled(seed));
                let mirrored: String = rank.chars().rev().collect();
                assert_eq!(rank.replace(['Q', 'K'], "."), mirrored.replace(['Q', 'K'], "."));
            }
        })],
    },
    Sentence {
        says: "Changing the orientation of a piece with an asymmetric move can be done by defining a separate piece type for each orientation, and allowing the piece to promote to any of those after its move",
        checks: &[Play(
            "royal=0\nsymmetry=none\nmaxPromote=0\nfiles=3\nranks=3\npromoChoice=LMN\nlance:L:fW::a1\nmorph=*/\"/\"\n\
             lance right:M:rW::,,c3\nlance left:N:lW::,,b3\n",
            &[],
            "a1",
            "a2 a2=M a2=N",
        )],
    },
];

const ARMY: &str = "rook::::a1,h1\nknight:N:::b1,g1\nbishop::::c1,f1\nqueen::::d1\nking::K::e1\n";

const SILVER: &str = "royal=0\nsymmetry=none\nholdingsType=-1\npromoZone=3\nmaxPromote=3\npromoOffset=3\npromoChoice=!S\n\
    pawn:P:fW::c2\nsilver:S:FfW::a5\ncopper:C:FfW::d5\ngeneral:X:W::,,f1\ngold:G:WfF::,,g1\ntokin:T:WfF::,,h1\n";

const CONVERSION: &str =
    "royal=0\nsymmetry=none\nmaxPromote=0\nconversion=1\nguard:G:mK::a1,e4\nstone:S:W::,,h8\n";

/// Three types: who stands above another cannot be captured by it.
const PECKING: &str = "royal=0\nsymmetry=none\nmaxPromote=0\ncaptureMatrix=....../.!/.!!\nmarshal:A:W::b2,,f1\n\
    major:B:W::f2,,b3,f3\nminer:C:W::,,a2,c2,e2\nmine:D:W::,,g2\n";

/// What stands next to A is frozen.
const SPELL: &str = "royal=0\nsymmetry=none\nmaxPromote=0\ntrackPieces=1\ntrackedTypes=1\nspell=freeze\nspellZone=K\n\
    caster:A:W::,,a2\nguard:G:W::b1,d1\n";

/// White has a rook on g1, Black one on `square`.
fn bare(keys: &str, square: &str) -> String {
    format!("{keys}symmetry=none\nmaxPromote=0\nroyal=1\nking:K:K::a1,,h8\nrook:R:R::g1,,{square}\n")
}

fn variant(text: &str) -> Variant {
    match read("seed", text) {
        Ok((variant, _)) => variant,
        Err(report) => panic!("{text}: {report:?}"),
    }
}

fn warnings(text: &str) -> usize {
    read("seed", text).map_or(usize::MAX, |(_, warnings)| warnings.len())
}

/// A key that a reader may pass over.
fn changes_nothing(keys: &str) {
    let text = format!("{keys}{ARMY}");
    assert_eq!((warnings(&text), start(&text)), (0, start(ARMY)), "{keys}");
}

fn board_of(fen: &str) -> String {
    fen.split(' ').next().unwrap_or_default().to_owned()
}

/// The board at the start.
fn start(text: &str) -> String {
    let game = ready(text).unwrap_or_else(|why| panic!("{why}"));
    board_of(&Position::start(&game).fen(&game))
}

/// What `ask` says of the position after moves.
fn played<T>(text: &str, moves: &str, ask: impl Fn(&griffon::position::Game, &mut Position) -> T) -> T {
    let game = ready(text).unwrap_or_else(|why| panic!("{why}"));
    let mut pos = Position::start(&game);
    for text in moves.split_whitespace() {
        let mv =
            parse_as(Numbering::Plain, &game, &mut pos, text).unwrap_or_else(|why| panic!("{text}: {why}"));
        pos.make(&game, mv);
    }
    ask(&game, &mut pos)
}

/// The board after a move.
fn after(text: &str, moves: &str) -> String {
    played(text, moves, |game, pos| board_of(&pos.fen(game)))
}

/// How the game has ended after moves, for the side to move.
pub fn outcome(text: &str, moves: &str) -> Option<Outcome> {
    played(text, moves, movegen::result)
}

/// The pieces on White's first rank.
fn home(variant: &Variant) -> String {
    let board = &variant.board;
    let mut rank: Vec<(u16, String)> = Vec::new();
    for (square, color, piece) in &variant.setup {
        if *color == Color::White && board.rank(*square) == 0 {
            rank.push((board.file(*square), variant.pieces[piece.index()].id.to_string()));
        }
    }
    rank.sort();
    rank.into_iter().map(|(_, id)| id).collect()
}
