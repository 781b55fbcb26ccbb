//! Sections of Fairy-Stockfish's `variants.ini` as definitions.

use crate::support;
use crate::support::{file, griffon};
use griffon::fsf;
use griffon::movegen;
use griffon::perft;
use griffon::position::{Game, Position};
use griffon::variant::{catalogue, read};

pub fn perft(game: &Game, depth: u32) -> u64 {
    perft::perft(game, &mut Position::start(game), depth)
}

/// Pawn-drop mate, counting and chasing rules become the parameters of the catalogue.
#[test]
fn draw_rules_match_the_catalogue() {
    let (sections, _) = fsf::import(fsf::built_in());
    let imported = |name: &str| {
        let section = sections.iter().find(|section| section.name == name).expect("a base");
        assert!(section.lost.is_empty(), "{name}: {:?}", section.lost);
        read(name, &section.definition).expect("a definition").0
    };
    assert!(imported("shogi").move_rules.drop_mate_loses);
    for name in ["makruk", "asean"] {
        let known = support::variant(name).ends.counting.clone().expect("a count");
        let own = imported(name).ends.counting.expect("a count");
        let of = |counting: &griffon::variant::Counting| {
            let limits = counting.limits.iter().map(|limit| (limit.least, limit.moves)).collect::<Vec<_>>();
            (limits, counting.board, counting.most, counting.from_pieces)
        };
        assert_eq!(of(&own), of(&known), "{name}");
    }
    let count = |chases: &[griffon::variant::Chase]| {
        let set = |types: &[bool]| types.iter().filter(|&&listed| listed).count();
        let of =
            |chase: &griffon::variant::Chase| (set(&chase.attackers), set(&chase.victims), chase.protected);
        chases.iter().map(of).collect::<Vec<_>>()
    };
    let known = support::variant("xiangqi");
    assert_eq!(count(&imported("xiangqi").ends.chases), count(&known.ends.chases));
    let text = "[odd:makruk]\ncountingRule = other\n[odder:xiangqi]\nchasingRule = other\n";
    assert!(fsf::import(text).0.iter().all(|section| section.lost.len() == 1));
}

/// Only built-in pawns survive explosions, only kings are checked by drops, and two words of one goal are combined.
#[test]
fn values_have_their_original_meaning() {
    let text = "[all:nocheckatomic]\npawn = -\ncustomPiece1 = p:fmWfceFifmnD\npawnTypes = p\n\
        [drops:atomic]\npieceDrops = true\ndropChecks = false\n\
        [hill:chess]\nflagRegion = *8\nflagPieceSafe = true\nflagMove = true\n";
    let (sections, faults) = fsf::import(text);
    assert!(faults.is_empty(), "{faults:?}");
    let has = |at: usize, line: &str| sections[at].definition.lines().any(|other| other == line);
    assert!(has(0, "atomicCapture=-1"), "{}", sections[0].definition);
    assert!(has(1, "atomicCapture=1") && !has(1, "noCheck=drops"), "{}", sections[1].definition);
    assert!(has(2, "goal=safe,answer"), "{}", sections[2].definition);
    for section in &sections {
        read(&section.name, &section.definition).expect("a definition");
    }
}

pub fn moves_after(definition: &str, fen: &str) -> Vec<String> {
    let (variant, _) = read("imported", definition).expect("a definition");
    let game = Game::new(variant).expect("tables");
    let mut pos = Position::from_fen(&game, fen).expect("a position");
    let list = movegen::legal_moves(&game, &mut pos);
    list.iter().map(|&mv| griffon::movetext::format(&game, &pos, mv)).collect()
}

/// Double steps from a region can be answered en passant like those of unmoved pawns.
#[test]
fn pawns_of_a_region_can_be_captured_en_passant() {
    let text = "[two:chess]\ndoubleStepRegionWhite = *2 *3\ndoubleStepRegionBlack = *7 *6\n";
    let definition = fsf::import(text).0.remove(0).definition;
    let moves = moves_after(&definition, "4k3/8/8/8/5Pp1/8/8/4K3 b - f3 0 1");
    assert!(moves.contains(&String::from("g4f3")), "{moves:?}\n{definition}");
    let (variant, _) = read("two", &definition).expect("a definition");
    let game = Game::new(variant).expect("tables");
    let mut pos = Position::from_fen(&game, "4k3/8/8/8/6p1/8/5P2/4K3 w - - 0 1").expect("a position");
    let list = movegen::legal_moves(&game, &mut pos);
    let double = |mv: &griffon::position::Move| griffon::movetext::format(&game, &pos, *mv) == "f2f4";
    let double = *list.iter().find(|mv| double(mv)).expect("a double step");
    pos.make(&game, double);
    assert!(pos.fen(&game).contains(" f3 "), "{}", pos.fen(&game));
}

/// A rook that is not the outermost piece can castle.
#[test]
fn castling_with_inner_rooks() {
    let text = "[nine:chess]\nmaxFile = i\nstartFen = rnbkqbnrq/ppppppppp/9/9/9/9/PPPPPPPPP/RNBKQBNRQ w KQkq - 0 1\n";
    let definition = fsf::import(text).0.remove(0).definition;
    let moves = moves_after(&definition, "r2k4r/9/9/9/9/9/9/R2K3RQ w KQkq - 0 1");
    assert!(moves.contains(&String::from("d1g1")), "{moves:?}\n{definition}");
    let moves = moves_after(&definition, "r2k3rq/9/9/9/9/9/9/R2K4R b KQkq - 0 1");
    assert!(moves.contains(&String::from("d8g8")), "{moves:?}\n{definition}");
}

/// Some sections omit the castling field and count checks.
#[test]
fn check_counts_may_replace_castling_rights() {
    let text = "[checks:3check]\ncastling = false\nstartFen = 4k3/8/8/8/8/8/8/4KR2 w 7+7 0 1\n";
    let definition = fsf::import(text).0.remove(0).definition;
    assert!(moves_after(&definition, "4k3/8/8/8/8/8/8/4KR2 w 7+7 0 1").contains(&String::from("f1f8")));
}

/// Games whose array, repetition rules or counting rules differ in the catalogue.
const OTHERWISE: &[&str] = &["fischerandom"];

#[test]
fn base_variants_match_the_catalogue() {
    let (sections, faults) = fsf::import(fsf::built_in());
    assert!(faults.is_empty(), "{faults:?}");
    let mut compared = 0;
    for section in sections.iter().filter(|section| !OTHERWISE.contains(&section.name.as_str())) {
        let Some(entry) = catalogue::find(&section.name) else { continue };
        let (variant, _) = read(&section.name, &section.definition)
            .unwrap_or_else(|errors| panic!("{}: {errors:?}\n{}", section.name, section.definition));
        let own = Game::new(variant).unwrap();
        let known = Game::new(entry.variant.clone()).unwrap();
        for depth in 1..=3 {
            let counts = (perft(&own, depth), perft(&known, depth));
            assert_eq!(counts.0, counts.1, "{} to depth {depth}\n{}", section.name, section.definition);
        }
        compared += 1;
    }
    assert!(compared >= 35, "{compared}");
}

const FILE: &str = "\
# Two games and a half.
[hill:chess]
amazon = a
queen = -
startFen = rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1
promotionPieceTypes = anbr
flagPiece = k
flagRegion = d4 e4 d5 e5

[house:hill]
pieceDrops = true
capturesToHand = true
startFen = rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR[] w KQkq - 0 1

[ducks:chess]
wallingRule = duck
";

#[test]
fn losses_are_reported_line_by_line() {
    let path = file("import.ini", FILE);
    let ran = griffon(&["import", path.to_str().unwrap()]);
    assert_eq!(ran.code, Some(0));
    assert!(ran.err.contains("import.ini:16: [ducks]: not carried over: wallingRule = duck"), "{}", ran.err);
    assert!(ran.out.contains("name=hill") && ran.out.contains("# not carried over: wallingRule = duck"));
    let why = griffon(&["import", path.to_str().unwrap(), "--section", "duck"]).refused();
    assert!(why.contains("has no section [duck]\nhelp: did you mean `ducks`?"), "{why}");
}

#[test]
fn imported_definitions_are_played() {
    let path = file("import-played.ini", FILE);
    let folder = path.with_file_name("imported");
    let text = |path: &std::path::Path| path.to_str().unwrap().to_owned();
    let ran = griffon(&["import", &text(&path), "--out", &text(&folder), "--section", "house"]);
    assert_eq!(ran.ok().trim(), text(&folder.join("house.txt")));
    let house = text(&folder.join("house.txt"));
    assert_eq!(griffon(&["perft", &house, "1"]).ok().trim(), "22");
    let moves = griffon(&["moves", &house, "--fen", "4k3/8/8/8/8/8/8/4K3[Pa] w - - 0 1"]).ok();
    assert!(moves.contains("P@e4") && !moves.contains("P@e8") && !moves.contains("P@e1"), "{moves}");
}

#[test]
fn random_texts_do_not_panic() {
    let cases = [
        "",
        "[",
        "[]",
        "[a:a]\n",
        "[a]\nmaxFile = 0\nmaxRank = 0\n",
        "[a]\nmaxRank = 999\nstartFen = 99/x\n",
        "[a:shogi]\npromotedPieceType = p:x q: :\n",
        "[a:chess]\ncustomPiece1 = p:\nking = k:f\npawn = -\n",
        "[a:chess]\nstartFen =\npromotionRegionWhite = *9 é3\n",
        "[a:chess]\nmaxFile = é\ncastlingKingsideFile = é\n",
        "[a:chess]\ncastlingKingsideFile = 0\ncastlingQueensideFile = 99\n",
        "[a:xiangqi]\nsoldierPromotionRank = 99\n",
        "[a:atomic]\nblastImmuneTypes = é\n",
        "[a:chess]\npieceDrops = true\npromotionRegionWhite = *1 *2 *3 *4 *5 *6 *7 *8\n",
    ];
    for text in cases {
        let (sections, _) = fsf::import(text);
        for section in sections {
            // Refused or read without a panic.
            let _ = read(&section.name, &section.definition);
        }
    }
}

#[test]
fn exported_sections_are_the_same_game() {
    // The command itself reads the section back and compares the moves; it reports differences.
    let names = [
        "chess",
        "crazyhouse",
        "capablanca",
        "knightmate",
        "makruk",
        "shogi",
        "minishogi",
        "xiangqi",
        "kingofthehill",
        "giveaway",
        "3check",
        "racingkings",
        "shatranj",
        "losalamos",
        "amazon",
        "janus",
        "grasshopper",
        "seirawan",
        "shouse",
    ];
    for name in names {
        let text = griffon(&["export", name, "--to", "fsf"]).ok();
        assert!(text.starts_with('['), "{name}: {text}");
    }
    let shogi = griffon(&["export", "shogi", "--to", "fsf"]).ok();
    for line in
        ["shogiPawn = p", "dragonHorse = ", "capturesToHand = true", "dropNoDoubled = p", "maxFile = 9"]
    {
        assert!(shogi.contains(line), "{line}: {shogi}");
    }
    // Rules without a key are reported.
    let chu = griffon(&["export", "chu", "--to", "fsf"]).ok();
    assert!(chu.contains("# not expressible: "), "{chu}");
}

/// Janggi's cannons neither capture nor hop over cannons of either side.
#[test]
fn janggi_cannons_ignore_each_other() {
    let text = "[cannons:chess]\njanggiCannon = c\nstartFen = 4k3/8/2c3c1/8/8/2P3P1/2C5/4K3 w - - 0 1\n";
    let (sections, faults) = fsf::import(text);
    assert!(faults.is_empty(), "{faults:?}");
    let (variant, _) = read("cannons", &sections[0].definition).expect("a definition");
    let game = Game::new(variant).expect("tables");
    let moves = |fen: &str| {
        let mut pos = Position::from_fen(&game, fen).expect("a position");
        let list = movegen::legal_moves(&game, &mut pos);
        let text = |&mv: &_| griffon::movetext::format(&game, &pos, mv);
        list.iter()
            .map(text)
            .filter(|text| text.starts_with("c2") || text.starts_with("c6"))
            .collect::<Vec<_>>()
    };
    let array = "4k3/8/2c3c1/8/8/2P3P1/2C5/4K3";
    // Over the pawn to the empty squares, but not onto the cannon after them; never over the other cannon.
    assert_eq!(moves(&format!("{array} w - - 0 1")), ["c2c4", "c2c5"]);
    assert_eq!(moves(&format!("{array} b - - 0 1")), Vec::<String>::new());
}

/// Sections with the same file name do not overwrite each other.
#[test]
fn files_are_not_overwritten() {
    let ini = support::file("twins.ini", "[a/b:chess]\n[a\\b:chess]\n[A-B:chess]\n");
    let folder = support::fresh("twins");
    let ran = griffon(&["import", ini.to_str().expect("UTF-8"), "--out", folder.to_str().expect("UTF-8")]);
    let names: Vec<_> = ran.out.lines().filter_map(|line| line.rsplit('/').next()).collect();
    assert_eq!(names, ["a-b.txt", "a-b-2.txt", "A-B-3.txt"], "{}", ran.err);
    assert!(ran.err.contains("written to a-b-2.txt"), "{}", ran.err);
    let none = griffon(&["import", "Cargo.toml", "--section", "nothing"]);
    assert_eq!(none.code, Some(2));
    // Nor do they overwrite corrected definitions.
    let path = folder.join("a-b-2.txt");
    std::fs::write(&path, "# mine").expect("writes");
    let arguments = ["import", ini.to_str().expect("UTF-8"), "--out", folder.to_str().expect("UTF-8")];
    let again = griffon(&arguments);
    assert!(again.err.contains("a-b-2.txt: there is another file of this name"), "{}", again.err);
    assert_eq!((again.code, std::fs::read_to_string(&path).expect("reads")), (Some(2), "# mine".into()));
    std::fs::remove_file(&path).expect("removes");
    assert_eq!(griffon(&arguments).code, Some(0));
}

/// Names that definitions cannot have are changed, and definitions that cannot be loaded are reported.
#[test]
fn imported_definitions_can_be_loaded() {
    let (sections, faults) = fsf::import("[a, b:chess]\n[:chess]\n");
    assert!(sections[0].definition.starts_with("name=a-b\ntitle=a, b\n"), "{}", sections[0].definition);
    assert_eq!((sections.len(), faults), (1, vec![(2, "[]: the section has no name".into())]));
    let ini = support::file("refused.ini", "[none]\nnMoveRule = 7\n");
    let ran = griffon(&["import", ini.to_str().expect("UTF-8")]);
    assert_eq!(ran.code, Some(2), "{}", ran.err);
    assert!(ran.err.contains("--> [none]:"), "{}", ran.err);
}

/// A section that cannot be converted is known by name, and missing from what is written.
#[test]
fn lost_sections_are_failures() {
    let ini = support::file("lost.ini", "[x:chess]\n[y:nosuch]\nking = k\n");
    let run = |more: &[&str]| griffon(&[&["import", ini.to_str().expect("UTF-8")], more].concat());
    for (more, code) in [(&[][..], 2), (&["--section", "x"], 0), (&["--section", "y"], 2)] {
        let ran = run(more);
        assert_eq!(
            (ran.code, ran.err.contains("[y]: unknown parent `nosuch`")),
            (Some(code), true),
            "{}",
            ran.err
        );
        assert!(!ran.err.contains("no section"), "{}", ran.err);
    }
    assert!(run(&["--section", "z"]).err.contains("no section [z]"));
}

/// Imports the last section of a text: the definition and its losses.
pub fn imported(text: &str) -> (String, Vec<String>) {
    let (mut sections, faults) = fsf::import(text);
    assert!(faults.is_empty(), "{faults:?}");
    let section = sections.pop().expect("a section");
    (section.definition, section.lost.into_iter().map(|(_, what)| what).collect())
}

/// A captured piece changes sides, so a type whose rules depend on the side is lost; a king is not captured.
#[test]
fn captured_pieces_with_rules_of_one_side_are_reported() {
    let house = |setting: &str| imported(&format!("[house:crazyhouse]\n{setting}\n")).1;
    assert_eq!(house("whiteDropRegion = *1 *2 *3").len(), 5);
    assert_eq!(house("mobilityRegionWhiteQueen = *1 *2\nmobilityRegionBlackQueen = *7 *8"), [""; 0]);
    assert_eq!(house("mobilityRegionWhiteQueen = *1 *2").len(), 1);
    assert_eq!(house("mobilityRegionWhiteKing = *1 *2"), [""; 0]);
    // A black pawn may become a knight too, but not a bishop.
    let promoted = |setting: &str| imported(&format!("[one:chess]\npromotionPieceTypes = n\n{setting}\n")).1;
    assert_eq!(promoted("mobilityRegionWhiteKnight = *1 *2 *3").len(), 1);
    assert_eq!(promoted("mobilityRegionWhiteBishop = *1 *2 *3"), [""; 0]);
}

/// Default regions are ranks of an 8x8 board, whatever the size of the board.
#[test]
fn default_regions_are_fixed_ranks() {
    let array = "rnbqkbnrb/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBQKBNRB w - - 0 1";
    let text = format!("[nine:chess]\nmaxRank = 9\nmaxFile = 9\ncastling = false\nstartFen = {array}\n");
    let (definition, lost) = imported(&text);
    assert_eq!(lost, [""; 0]);
    let has = |fen: &str, text: &str| moves_after(&definition, fen).contains(&String::from(text));
    assert!(has(array, "a2a4"), "{definition}");
    assert!(!has(&array.replace(" w ", " b "), "a8a6"));
    assert!(has("4k4/9/p8/9/9/9/9/9/4K4 b - - 0 1", "a7a5"));
    assert!(has("4k4/9/P8/9/9/9/9/9/4K4 w - - 0 1", "a7a8q"));
    assert!(has("4k4/9/9/9/9/9/9/p8/4K4 b - - 0 1", "a2a1q"));
}

/// `pawnTypes` and `enPassantTypes` name the types that capture en passant, whatever their moves say.
#[test]
fn listed_types_capture_en_passant() {
    let passes = |settings: &str| {
        let piece = "pawn = -\npromotionPawnTypes = p\ncustomPiece1 = p:";
        let (definition, _) = imported(&format!("[pawns:chess]\n{piece}{settings}\n"));
        let fen = "4k3/8/8/1pP5/8/8/8/4K3 w - b6 0 1";
        moves_after(&definition, fen).contains(&String::from("c5b6"))
    };
    assert!(passes("mfWcfFifmnD\npawnTypes = p"));
    assert!(passes("mfWcfFifmnD\nenPassantTypes = p"));
    assert!(passes("mfWcefFifmnD"));
    assert!(!passes("mfWcfFifmnD"));
    assert!(!passes("mfWcefFifmnD\npawnTypes = p\nenPassantTypes = -"));
    assert!(!passes("mfWcefFifmnD\nenPassantRegion = -"));
}

/// The types `king` and `rook` castle by default, not the letters.
#[test]
fn castling_types_are_not_letters() {
    let castles = |settings: &str| {
        let (definition, _) = imported(&format!("[castle:chess]\n{settings}\n"));
        moves_after(&definition, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").contains(&String::from("e1g1"))
    };
    assert!(castles(""));
    assert!(!castles("rook = -\nrookni = r"));
    assert!(castles("rook = -\nrookni = r\ncastlingRookPieces = r"));
    assert!(!castles("king = -\ncommoner = k"));
    assert!(castles("king = -\ncommoner = k\ncastlingKingPiece = k"));
    assert!(!castles("castlingRank = 2"));
    let start = "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qkq - 0 1";
    assert!(!castles(start));
}

/// Pawns without a piece to promote to cannot enter the zone, unless promotion is optional.
#[test]
fn pawns_that_cannot_promote_stop_before_the_zone() {
    let steps = |settings: &str| {
        let (definition, _) = imported(&format!("[stop:chess]\npromotionPieceTypes = -\n{settings}\n"));
        moves_after(&definition, "8/P3k3/8/8/8/8/8/4K3 w - - 0 1").contains(&String::from("a7a8"))
    };
    assert!(!steps(""));
    assert!(!steps("promotionPawnTypes = -"));
    assert!(steps("mandatoryPawnPromotion = false"));
    assert!(!steps("pawn = -\ncustomPiece1 = p:mfWcfF\npawnTypes = p"));
    assert!(steps("pawn = -\ncustomPiece1 = p:mfWcfF\npawnTypes = p\npromotionPawnTypes = -"));
}

/// Kings may not face each other on a rank either.
#[test]
fn kings_face_each_other_in_all_directions() {
    let (definition, _) = imported("[faces:chess]\nflyingGeneral = true\n");
    for fen in ["8/8/8/8/k7/8/8/1K6 b - - 0 1", "8/8/8/8/8/k7/8/1K6 b - - 0 1"] {
        let moves = moves_after(&definition, fen);
        assert!(!moves.iter().any(|text| text.starts_with('a') && text[2..].starts_with('b')), "{moves:?}");
    }
    assert!(!moves_after(&definition, "8/8/8/8/8/8/k7/3K4 b - - 0 1").contains(&String::from("a2a1")));
}

/// Of several flag pieces the last one counts; explosions of kings are undefined.
#[test]
fn unusual_values_are_read_like_the_original() {
    let (definition, _) = imported("[flags:chess]\nflagPiece = nk\nflagRegion = d4\n");
    // The kings of White and Black have different lines.
    assert_eq!(definition.matches("morph=").count(), 2, "{definition}");
    assert_eq!(imported("[bang:chess]\nblastOnCapture = true\n").1.len(), 1);
    assert_eq!(imported("[again:shogi]\npromotedPieceType = s:n n:g\n").1.len(), 1);
    assert_eq!(imported("[less:chess]\nstalemateValue = loss\nstalematePieceCount = true\n").1.len(), 1);
}

/// Fairy-Stockfish still reads the keys of its earlier versions.
#[test]
fn keys_of_earlier_versions_are_read() {
    let old = "[old:chess]\nmaxRank = 10\nmaxFile = 8\npromotionRank = 9\ndoubleStepRank = 3\nwhiteFlag = *10\nblackFlag = *1\n\
               flagPiece = k\ncastling = false\n\
               startFen = rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n";
    let new = "[old:chess]\nmaxRank = 10\nmaxFile = 8\npromotionRegionWhite = *9 *10\npromotionRegionBlack = *2 *1\n\
               doubleStepRegionWhite = *2 *3\ndoubleStepRegionBlack = *9 *8\nflagRegionWhite = *10\n\
               flagRegionBlack = *1\nflagPiece = k\ncastling = false\n\
               startFen = rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n";
    assert_eq!(imported(old), imported(new));
    // A child's earlier key counts more than its parent's key of today.
    let child = format!("{new}[young:old]\nwhiteFlag = *9\n");
    let other = format!("{new}[young:old]\nflagRegionWhite = *9\n");
    assert_eq!(imported(&child), imported(&other));
}

/// Fairy-Stockfish's defaults are types, and its explosions need royals that are no kings.
#[test]
fn exports_do_not_rely_on_letters() {
    let exported = |name: &str| {
        let text = griffon(&["export", name, "--to", "fsf"]).ok();
        assert!(text.starts_with('['), "{name}: {text}");
        text
    };
    let has = |name: &str, lines: &[&str]| {
        let text = exported(name);
        for line in lines {
            assert!(text.lines().any(|known| known == *line), "{name}: {line} is missing:\n{text}");
        }
        text
    };
    let blast = ["commoner = k", "extinctionPieceTypes = k", "extinctionPseudoRoyal = true"];
    let atomic = has("atomic", &blast);
    assert!(atomic.contains("\ncastlingKingPiece = k\n") && !atomic.contains("\nking = "), "{atomic}");
    for name in ["kinglet", "extinction", "codrus", "giveaway"] {
        has(name, &["commoner = k", "castlingKingPiece = k"]);
    }
    has("georgian", &["pawn = p", "enPassantRegion = -"]);
    has("berolina", &["customPiece1 = p:ifmnAfmFfceW"]);
    let active = griffon(&["export", "active", "--to", "fsf"]).ok();
    assert!(active.contains("\nking = k\n") && active.contains("\ncastlingKingsideFile = g\n"), "{active}");
    has("torpedo", &["pawn = p", "doubleStepRegionWhite = *1 *2 *3 *4 *5 *6 *7 *8"]);
    has("leaperhouse", &["king = k", "flyingGeneral = true"]);
    has("caught-in-a-snag", &["pawn = p", "promotionPieceTypes = -", "mandatoryPawnPromotion = false"]);
    has("newzealand", &["rookni = r", "castlingRookPieces = r"]);
    has("suicide", &["stalemateValue = win", "stalematePieceCount = true"]);
    let squatter = has("squatter", &["flagPieceSafe = true"]);
    assert!(squatter.contains("\nflagRegionWhite = ") && !squatter.contains("flagPiece = "), "{squatter}");
    assert!(!exported("chess").contains("castlingKingPiece"));
    // Moves that would be read differently, and castling that wins.
    let odd = "name=odd\ntitle=odd\nroyal=K\ncastleWins=K\nrook:A:DD::a1,,a8\nking:K:KisO2::e1,,e8\nguard:G:fQ2::b1,,b8\n";
    let path = file("odd-moves.txt", odd);
    let text = griffon(&["export", path.to_str().expect("UTF-8"), "--to", "fsf"]).ok();
    assert!(text.contains("# not expressible: the move DD of a"), "{text}");
    assert!(text.contains("g:fR2\n") && text.contains("\ncastlingWins = K\n"), "{text}");
    // A section with a loss when read back is no full export.
    let some = "name=some\ntitle=some\nroyal=K\npawn:P:fmWfcF::a2-h2\nmorph=+\nrook:R:R::a1\nking:K:K::e1\nmorph=+\n";
    let path = file("some-win.txt", some);
    let text = griffon(&["export", path.to_str().expect("UTF-8"), "--to", "fsf"]).ok();
    assert!(text.contains("# not expressible: squares where only some pieces win"), "{text}");
}

/// The reason is that of the board.
#[test]
fn boards_that_xboard_cannot_show_have_a_reason() {
    for (size, reason) in
        [("files=1\nranks=9", "no board with one file"), ("files=20", "larger than XBoard's (16x15")]
    {
        let text = format!("{size}\nroyal=K\nking:K:K::a1,,a8\n");
        let file = support::file("unshown.txt", &text);
        let said = griffon(&["export", file.to_str().expect("UTF-8"), "--to", "xboard"]).ok();
        assert!(
            said.lines().any(|line| line.starts_with("# not expressible: ") && line.contains(reason)),
            "{said}"
        );
    }
}
