//! `griffon show`: pictures of moves and the stages of the notation.

mod common;

use common::{file, griffon};

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

/// SPEC: XBetza: a piece with `n` or a leg of its own is lame, one that leaps is not.
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
      5  .  .  mh .  .
      4  .  .  m^ .  .
      3  mh m^ O  m^ mh
      2  .  .  m^ .  .
      1  .  .  mh .  .
         a  b  c  d  e
         m  moves only
         h  only by hopping over a piece on the way
         ^  a piece here can be hopped over
    ");
}

#[test]
fn a_pawn_has_all_kinds_of_squares() {
    let text = griffon(&["show", "fmWfcFifmnD", "--board", "5x5"]).ok();
    insta::assert_snapshot!(text, @r"
    fmWfcFifmnD
      5  . . i . .
      4  . c m c .
      3  . . O . .
      2  . . . . .
      1  . . . . .
         a b c d e
         m  moves only
         c  captures only
         i  only before it has moved
    ");
}

#[test]
fn stages_can_be_looked_at() {
    for (stage, says) in [("ast", "moves"), ("legs", "mafsW"), ("rays", "from c3")] {
        let text = griffon(&["show", "mafsW", "--board", "5x5", "--stage", stage]).ok();
        assert!(text.contains(says), "{stage}: {text}");
    }
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
    let path = common::file("knight.svg", "");
    assert_eq!(griffon(&["show", "N", "--svg", path.to_str().expect("UTF-8")]).ok(), "");
    let svg = std::fs::read_to_string(path).expect("the picture");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    // A jump on each of eight squares and in the legend; 81 squares and the card.
    assert_eq!(svg.matches("<use href=\"#JumpBoth\"").count(), 9);
    assert_eq!(svg.matches("<rect").count(), 82);
}

/// A picture needs nothing from outside, is well formed, and explains each symbol that it uses.
#[test]
fn svg_is_whole() {
    for (betza, symbols) in [
        ("FyafsF", &["Both"][..]),
        ("mRcpR", &["Move", "Hop", "Mount"]),
        ("fmWfceFifmnD", &["Move", "Capture", "Initial", "EnPassant"]),
        ("KNADcaKcabKmabK", &["Both", "JumpBoth", "Locust", "Victim"]),
        ("afsW", &["Both", "Clear"]),
        ("KisO2", &["Both", "Castle"]),
        ("W@3", &["Both", "Drop"]),
        ("dNooR", &["Friend", "Both"]),
    ] {
        let path = common::file(&format!("whole-{}.svg", betza.replace('@', "-at-")), "");
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
fn what_blocks_a_lame_piece_is_said() {
    let text = griffon(&["show", "afsW", "--board", "5x5"]).ok();
    assert!(text.contains("     +  must be empty for the moves that pass it\n"), "{text}");
    assert!(text.contains("     a piece on c4 blocks b5 d5\n"), "{text}");
}

/// "the message shows the string with a caret under the character"
#[test]
fn a_fault_is_shown_where_it_is() {
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

/// What `griffon show` says of a description: the letters of its legend.
fn legend(betza: &str) -> Vec<char> {
    let text = griffon(&["show", betza, "--board", "7x7"]).ok();
    let lines = text.lines().filter_map(|line| line.strip_prefix("     "));
    let letters = lines.filter(|line| line.chars().nth(1) == Some(' ') && line.chars().nth(2) == Some(' '));
    letters.filter_map(|line| line.chars().next()).filter(|c| *c != 'a').collect()
}

/// Flames, gates, mirrors, unloading, inducing and borrowing have marks of their own, in letters and in SVG.
#[test]
fn what_happens_beside_the_move_is_marked() {
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
    // Only those: a piece without such moves has none of the marks.
    assert!(!legend("QN").iter().any(|mark| "~g=urb".contains(*mark)));
    let text = griffon(&["show", "mNxaN", "--board", "5x5"]).ok();
    assert!(text.contains("a friend here makes the rest of the move"), "{text}");
}

/// `export --to xbetza` translates the notations in which a definition may be.
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
    // Legs with atoms of their own have no words in XBetza.
    assert!(lines.iter().any(|line| line.starts_with("# not expressible: lame: leg (1,2)")), "{text}");
    let text = griffon(&["export", "chess", "--to", "xbetza"]).ok();
    assert!(text.contains("pawn:P:ifmnDfmWfceF\n") && text.contains("king:K:KisO2\n"), "{text}");
    let flames = file("flames.txt", "burner:B:Q\\:cK::a1\nking:K:K::e1\n");
    let text = griffon(&["export", flames.to_str().expect("UTF-8"), "--to", "xbetza"]).ok();
    assert!(text.starts_with("burner:B:Q\\:cK\n"), "{text}");
}
