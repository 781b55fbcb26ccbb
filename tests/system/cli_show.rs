//! `griffon show`: pictures of moves and the stages of the notation.

use crate::support;
use crate::support::{file, griffon};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// SPEC: XBetza: a Griffon is `FyafsF`: one diagonal step, then it slides on orthogonally, outward.
#[test]
fn the_griffon_bends() {
    let text = griffon(&["show", "FyafsF"]).ok();
    insta::assert_snapshot!(text, @r"
    FyafsF
      9  . . . x . x . . .
      8  . . . x . x . . .
      7  . . . x . x . . .
      6  x x x x . x x x x
      5  . . . . O . . . .
      4  x x x x . x x x x
      3  . . . x . x . . .
      2  . . . x . x . . .
      1  . . . x . x . . .
         a b c d e f g h i
         x  moves or captures
    ");
}

/// SPEC: XBetza: a piece with `n` or a separate leg is lame, a leaping one is not.
#[test]
fn leaps_and_slides_look_different() {
    let text = griffon(&["show", "N", "--board", "5x5"]).ok();
    insta::assert_snapshot!(text, @r"
    N
      5  . X . X .
      4  X . . . X
      3  . . O . .
      2  X . . . X
      1  . X . X .
         a b c d e
         X  jumps there: moves or captures
    ");
    let text = griffon(&["show", "R2", "--board", "5x5"]).ok();
    insta::assert_snapshot!(text, @r"
    R2
      5  . . x . .
      4  . . x . .
      3  x x O x x
      2  . . x . .
      1  . . x . .
         a b c d e
         x  moves or captures
    ");
}

/// The Xiangqi cannon moves like a Rook and captures by hopping.
#[test]
fn a_hop_needs_a_mount() {
    let text = griffon(&["show", "mRcpR", "--board", "5x5"]).ok();
    insta::assert_snapshot!(text, @r"
    mRcpR
      5  .   .   mhc .   .
      4  .   .   m^  .   .
      3  mhc m^  O   m^  mhc
      2  .   .   m^  .   .
      1  .   .   mhc .   .
         a   b   c   d   e
         m   moves only
         hc  only by hopping over a piece on the way: captures only
         ^   a piece here can be hopped over
    ");
}

#[test]
fn a_pawn_has_all_kinds_of_squares() {
    let text = griffon(&["show", "fmWfcFifmnD", "--board", "5x5"]).ok();
    insta::assert_snapshot!(text, @r"
    fmWfcFifmnD
      5  .  .  im .  .
      4  .  c  mn c  .
      3  .  .  O  .  .
      2  .  .  .  .  .
      1  .  .  .  .  .
         a  b  c  d  e
         m   moves only
         c   captures only
         im  only before it has moved: moves only
         n   leaves a trail here: can be captured en passant
    ");
}

#[test]
fn stages_are_printed() {
    for (stage, says) in [("ast", "moves"), ("legs", "mafsW"), ("rays", "from c3")] {
        let text = griffon(&["show", "mafsW", "--board", "5x5", "--stage", stage]).ok();
        assert!(text.contains(says), "{stage}: {text}");
    }
}

/// The syntax tree is that of XBetza: pieces without one do not end the list.
#[test]
fn pieces_without_a_syntax_tree_are_named() {
    let path = file("no_tree.txt", "notation=betza2\nroyal=K\nking:K:K::e1\nship:S:F-bR::a1\nstone:T:::b1\n");
    let text = griffon(&["show", path.to_str().expect("UTF-8"), "--stage", "ast"]).out;
    assert!(
        text.contains("F-bR\nno syntax tree: not XBetza\n") && text.contains("stone \nno moves"),
        "{text}"
    );
}

#[test]
fn pictures_do_not_replace_the_definition() {
    let text = "royal=K\nking:K:K::e1\n";
    let path = file("spared-1.svg", text);
    let definition = path.to_str().expect("UTF-8");
    for picture in [definition.to_owned(), definition.replace("spared-1", "spared")] {
        let ran = griffon(&["show", definition, "--svg", &picture]);
        assert_eq!(ran.code, Some(2));
        assert!(ran.err.contains("spared-1.svg: not a picture: it would be overwritten"), "{}", ran.err);
    }
    assert_eq!(std::fs::read_to_string(&path).expect("reads"), text);
}

#[test]
fn a_variant_shows_every_piece() {
    let text = griffon(&["show", "xiangqi"]).ok();
    let variant = griffon(&["values", "xiangqi", "--json"]).json();
    for piece in variant {
        let title = format!(
            "{} {} {}\n",
            piece["piece"].as_str().unwrap(),
            piece["name"].as_str().unwrap(),
            piece["betza"].as_str().unwrap()
        );
        assert!(text.contains(&title), "{title}");
    }
}

#[test]
fn pictures_can_be_svg() {
    let path = support::file("knight.svg", "");
    assert_eq!(griffon(&["show", "N", "--svg", path.to_str().expect("UTF-8")]).ok(), "");
    let svg = std::fs::read_to_string(path).expect("the picture");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    // A jump on each of eight squares and in the legend; 81 squares and the card.
    assert_eq!(svg.matches("<use href=\"#JumpBoth\"").count(), 9);
    assert_eq!(svg.matches("<rect").count(), 82);
}

/// The SVG needs no external resources, is well-formed, and explains each symbol.
#[test]
fn svg_is_self_contained() {
    for (betza, symbols) in [
        ("FyafsF", &["Both"][..]),
        ("mRcpR", &["Move", "HopCapture", "Mount"]),
        ("fmWfceFifmnD", &["Move", "Capture", "InitialMove", "EnPassant", "Trail"]),
        ("mkQWfkcpR", &["MoveRoyal", "Both", "HopCommon"]),
        ("KNADcaKcabKmabK", &["Both", "JumpBoth", "Locust", "Victim"]),
        ("afsW", &["Both", "Clear"]),
        ("KisO2", &["Both", "Castle"]),
        ("W@3", &["Both", "Drop"]),
        ("dNooR", &["Friend", "Both"]),
    ] {
        let path = support::file(&format!("whole-{}.svg", betza.replace('@', "-at-")), "");
        griffon(&["show", betza, "--svg", path.to_str().expect("UTF-8")]).ok();
        let svg = std::fs::read_to_string(path).expect("the picture");
        assert!(svg.contains(&format!("<title>{betza}</title>")), "{betza}");
        for symbol in symbols {
            assert!(svg.contains(&format!("<g id=\"{symbol}\">")), "{betza}: {symbol}");
            assert!(svg.matches(&format!("<use href=\"#{symbol}\"")).count() >= 2, "{betza}: {symbol}");
        }
        for tag in ["svg", "g", "text", "title", "defs"] {
            let opened = svg.matches(&format!("<{tag}>")).count() + svg.matches(&format!("<{tag} ")).count();
            assert_eq!(opened, svg.matches(&format!("</{tag}>")).count(), "{betza}: {tag}");
        }
        let outside = svg.replace("http://www.w3.org/2000/svg", "");
        assert!(!["http", "<image", "<style", "<script", "url("].iter().any(|what| outside.contains(what)));
        assert_eq!(svg.matches('<').count(), svg.matches('>').count(), "{betza}");
    }
}

/// SPEC: XBetza: the Mao moves one step orthogonally, then one diagonally, and is blocked on the first.
#[test]
fn blockers_of_lame_pieces_are_listed() {
    let text = griffon(&["show", "afsW", "--board", "5x5"]).ok();
    assert!(text.contains("     +  must be empty for the moves that pass it\n"), "{text}");
    assert!(text.contains("     a piece on c4 blocks b5 d5\n"), "{text}");
}

/// "the message shows the string with a caret under the character"
#[test]
fn errors_are_shown_with_a_caret() {
    let text = griffon(&["show", "fmW?cF"]).refused();
    let lines: Vec<&str> = text.lines().collect();
    let source = lines.iter().position(|line| line.contains("fmW?cF")).expect("the text is shown");
    assert_eq!(lines[source].find('?'), lines[source + 1].find('^'), "{text}");
}

#[test]
fn sizes_are_checked() {
    for size in ["8", "0x8", "27x8", "8x100", "x", "-1x3", "99999999999x1"] {
        assert_eq!(griffon(&["show", "N", &format!("--board={size}")]).code, Some(2), "{size}");
    }
    for size in ["1x1", "26x99"] {
        griffon(&["show", "N", "--board", size]).ok();
    }
}

/// Returns the lines that `griffon show` prints below the board: letters or source, and text.
fn said(betza: &str) -> Vec<(String, String)> {
    let text = griffon(&["show", betza, "--board", "7x7"]).ok();
    let lines = text.lines().filter_map(|line| line.strip_prefix("     "));
    let split = lines.filter_map(|line| line.split_once("  "));
    split.map(|(letters, words)| (letters.to_owned(), words.trim_start().to_owned())).collect()
}

/// Returns the letters of the legend.
fn legend(betza: &str) -> Vec<char> {
    said(betza).iter().filter_map(|(letters, _)| letters.chars().next()).collect()
}

/// Asserts that a line with these letters and words is shown, as text and in the SVG.
#[track_caller]
fn says(betza: &str, letters: &str, words: &str) {
    let found = said(betza);
    assert!(found.contains(&(letters.to_owned(), words.to_owned())), "{betza}: {letters} {words}: {found:?}");
    let svg = svg(betza);
    assert!(svg.contains(words), "{betza}: {words}: {svg}");
}

/// Returns the letters on a square of a 7x7 board; the piece is on d4.
fn letters(betza: &str, square: &str) -> String {
    let text = griffon(&["show", betza, "--board", "7x7"]).ok();
    let file = usize::from(square.as_bytes()[0] - b'a');
    let row = text.lines().find_map(|line| line.trim_start().strip_prefix(&format!("{}  ", &square[1..])));
    row.expect("the rank").split_whitespace().nth(file).expect("the file").to_owned()
}

fn svg(betza: &str) -> String {
    // Tests run at the same time.
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let picture = file(&format!("said-{}.svg", NUMBER.fetch_add(1, Relaxed)), "");
    griffon(&["show", betza, "--board", "7x7", "--svg", picture.to_str().expect("UTF-8")]).ok();
    std::fs::read_to_string(&picture).expect("the picture")
}

/// SPEC: XBetza readings 34: in fast castling "the king goes any number of squares from 1 to the range".
#[test]
fn fast_castling_goes_any_distance() {
    for square in ["a4", "b4", "c4", "e4", "f4", "g4"] {
        assert_eq!(letters("pO3", square), "o", "{square}");
    }
    says("pO3", "pO3", "castles 1 to 3 squares to the left");
    assert_eq!(letters("O3", "c4"), ".");
    says("O3", "O3", "castles 3 squares to the right");
}

/// SPEC: XBetza readings 22: "the inducer stays": no friend can move to its square.
#[test]
fn an_inducer_stays_on_its_square() {
    for betza in ["xaN", "mNxaN", "xaW", "xafK"] {
        assert_eq!(letters(betza, "d4"), "O", "{betza}");
    }
    assert_eq!(letters("mNxaN", "f5"), "Mr");
    // With `d`, the friend could move there and capture it.
    assert_eq!(letters("xadW", "d4"), "Of");
}

/// A leg that may capture has victims; locust moves are shown next to moves without a capture.
#[test]
fn victims_may_be_optional() {
    for square in ["c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"] {
        assert_eq!(letters("mcabK", square), "*", "{square}");
    }
    assert_eq!(letters("mcabK", "d4"), "Omlm");
    assert_eq!(letters("mcafW", "d6"), "xl");
    assert_eq!(letters("cafW", "d6"), "l");
    assert_eq!(letters("mafW", "d6"), "x");
    // A piece that may be passed unharmed is a mount, but an optional one.
    assert_eq!((letters("mpafW", "d5"), letters("mpafW", "d6")), ("^".to_owned(), "x".to_owned()));
    // A leg that captures en passant has no mount.
    assert_eq!(letters("eafW", "d5"), "e");
    says("kafW", "*k", "a royal here can be captured on the way");
}

/// Different moves have different pictures.
#[test]
fn different_moves_have_different_pictures() {
    let alike: [&[&str]; 9] = [
        &["pR", "cpR", "mpR", "kpR"],
        &["Q", "mQ", "cQ", "kQ", "kcQ", "mkQ", "mkcQ"],
        &["N", "mN", "cN", "kN", "kcN"],
        &["iN", "imN", "icN", "ikN"],
        &["cafmK", "cafcK", "cafK", "kafK", "kcafK", "mcafK"],
        &["O2", "jO2", "jjO2", "pO2"],
        &["fmnD", "fmnnD", "ifmnD"],
        &["fmW2", "fmnW2"],
        &["W@", "Wf@", "Wff@", "Wn@"],
    ];
    for group in alike {
        let pictures = |draw: &dyn Fn(&str) -> String| -> BTreeSet<String> {
            group.iter().map(|betza| draw(betza).replace(betza, "")).collect()
        };
        let text = |betza: &str| griffon(&["show", betza, "--board", "7x7"]).ok();
        assert_eq!(pictures(&text).len(), group.len(), "{group:?}");
        assert_eq!(pictures(&svg).len(), group.len(), "{group:?}");
    }
    says("kQ", "k", "captures royals only");
    says("kcN", "KC", "jumps there: captures all but royals");
    says("cpR", "hc", "only by hopping over a piece on the way: captures only");
    says("jO2", "jO2", "castles 2 squares to the left, with the next piece inside the outermost one");
    says("ifmnD", "n", "leaves a trail here: can be captured en passant");
    assert_eq!(letters("ifmnD", "d5"), "+n");
    says("A'fW", "A'", "exempt from morph and captureMatrix");
    says("fmWfcF+", "+", "must promote when it can");
}

/// A board without moves shows the reason.
#[test]
fn an_empty_picture_has_a_reason() {
    says("iifmD", "iifmD", "only from start squares of such pieces");
    says("I", "I", "moves like the type that moved last");
    says("GXXXX", "GXXXX", "has no move on this board");
    assert!(said("WxafW").iter().all(|(letters, _)| letters.len() == 1), "no notes");
}

/// Lines on which a piece blocks look different from lines over a mount.
#[test]
fn lines_over_mounts_are_not_blocked() {
    let lines = |betza: &str| {
        let svg = svg(betza);
        (svg.contains("path: a piece on it blocks"), svg.contains("path over a piece"))
    };
    assert_eq!(lines("R"), (true, false));
    assert_eq!(lines("mafsW"), (true, false));
    assert_eq!(lines("WxafW"), (true, true));
    assert_eq!(lines("mRcpR"), (true, true));
    assert_eq!(lines("mpafsK"), (true, true));
    // The wazir's first step leads to the friend, the second is the friend's.
    let picture = svg("WxafW");
    let dotted = picture.lines().find(|line| line.contains("class=\"ray\"") && line.contains("\"1 5\""));
    assert_eq!(dotted.expect("a line").matches('M').count(), 4);
}

/// Flames, gates, mirrors, unloading, inducing and borrowing have their own marks, as letters and in the SVG.
#[test]
fn side_effects_are_marked() {
    for (betza, mark, shape) in [
        ("Q:cK", '~', "Flame"),
        ("iuO-N", 'g', "Gate"),
        ("uW-bW", 'g', "Gate"),
        ("KM", '=', "Mirror"),
        ("udQ", 'u', "Unload"),
        ("afudQ", 'u', "Unload"),
        ("mNxaN", 'r', "Induce"),
        ("xK", 'b', "Borrow"),
    ] {
        assert!(legend(betza).contains(&mark), "{betza}: {:?}", legend(betza));
        let picture = file("marks.svg", "");
        let path = picture.to_str().expect("UTF-8");
        griffon(&["show", betza, "--svg", path]).ok();
        let svg = std::fs::read_to_string(&picture).expect("the picture");
        assert!(svg.contains(&format!("<g id=\"{shape}\">")), "{betza}");
    }
    // Only these: other pieces have none of the marks.
    assert!(!legend("QN").iter().any(|mark| "~g=urb".contains(*mark)));
    let text = griffon(&["show", "mNxaN", "--board", "5x5"]).ok();
    assert!(text.contains("a friend here makes the rest of the move"), "{text}");
}

/// `export --to xbetza` translates each notation a definition can use.
#[test]
fn moves_are_translated_into_xbetza() {
    let betza2 = file(
        "betza2.txt",
        "notation=betza2\ngriffon:G:FtR::a1\nhorse:H:W-F::b1\nlame:L:N-W::c1\nking:K:K::e1\n",
    );
    let text = griffon(&["export", betza2.to_str().expect("UTF-8"), "--to", "xbetza"]).ok();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..2], ["griffon:G:FyafsF", "horse:H:afsW"]);
    assert!(lines.contains(&"king:K:K"), "{text}");
    // XBetza cannot express legs with different atoms.
    assert!(lines.iter().any(|line| line.starts_with("# not expressible: lame: leg (1,2)")), "{text}");
    let text = griffon(&["export", "chess", "--to", "xbetza"]).ok();
    assert!(text.contains("pawn:P:ifmnDfmWfceF\n") && text.contains("king:K:KisO2\n"), "{text}");
    let flames = file("flames.txt", "burner:B:Q\\:cK::a1\nking:K:K::e1\n");
    let text = griffon(&["export", flames.to_str().expect("UTF-8"), "--to", "xbetza"]).ok();
    assert!(text.starts_with("burner:B:Q\\:cK\n"), "{text}");
}

/// "`show VARIANT` draw the position in the terminal ..., and `show VARIANT --svg` as a picture".
#[test]
fn a_variant_starts_with_its_array() {
    let text = griffon(&["show", "gardner"]).ok();
    assert!(text.contains("\n  5  r n b q k\n  4  p p p p p\n  3  . . . . .\n"), "{text}");
    let path = file("opening.svg", "");
    griffon(&["show", "gardner", "--svg", path.to_str().expect("UTF-8")]).ok();
    let svg = std::fs::read_to_string(&path).expect("the picture");
    assert_eq!(svg.matches("<circle").count(), 20);
    assert!(svg.contains(">White to move</text>") && svg.ends_with("</svg>\n"), "{svg}");
    let piece = std::fs::read_to_string(path.with_file_name("opening-2.svg")).expect("a piece");
    assert!(piece.contains("<title>N knight N</title>"), "{piece}");
    let text = griffon(&["show", "gardner", "--piece", "Knight"]).ok();
    assert!(text.starts_with("N knight N\n") && !text.contains("rook"), "{text}");
    assert!(griffon(&["show", "gardner", "--piece", "lion"]).refused().contains("its pieces are pawn, "));
}

#[test]
fn pieces_are_found_by_name() {
    for (name, first) in [
        ("knight", "knight: N"),
        ("Silver General", "Silver General: FfW"),
        ("King", "King: KisO2"),
        ("archbishop", "archbishop: BN"),
    ] {
        let text = griffon(&["show", name]).ok();
        assert_eq!(text.lines().next(), Some(first), "{text}");
    }
    // Lists the meanings of a name in the catalogue, if there are several.
    assert!(
        griffon(&["show", "elephant"])
            .ok()
            .lines()
            .any(|line| line.starts_with("in ") && line.contains(": "))
    );
    assert!(griffon(&["show", "kniight"]).refused().contains("did you mean the piece `knight`?"));
    assert!(griffon(&["show", "capa"]).refused().contains("variants `capablanca`, "));
    assert!(griffon(&["show", "qzxv"]).refused().contains("an atom is a capital, as in `qzxvW`"));
}

/// "`export --to xbetza` keeps what can be kept of the author's text (`WfF` stays `WfF`)".
#[test]
fn the_authors_text_is_kept() {
    let mixed = "gold:G:WfF::a1\nlong:L:frbrFmcN::b1\nbent:B:[F?R]fmW::c1\nking:K:K::e1\n";
    let path = file("words.txt", mixed);
    let text = griffon(&["export", path.to_str().expect("UTF-8"), "--to", "xbetza"]).ok();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines, ["gold:G:WfF", "long:L:frbrFmcN", "bent:B:FyafsFfmW", "king:K:K"]);
}
