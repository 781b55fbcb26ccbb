//! Definitions in web pages, with the surroundings found in real pages.
//!
//! SPEC: Interactive diagrams, "Embedding a Diagram in your HTML Page": the "diagram description" stands "between
//! <div class=\"idiagram\" style=\"float: left; margin: 40px;\"> and </div> tags".

use crate::support::griffon;
use griffon::perft;
use griffon::position::{Game, Position};
use griffon::variant::catalogue::{LoadError, Loaded, load};
use griffon::variant::page::{Page, Pick};

fn page(part: &str) -> String {
    format!("{}/tests/pages/{part}", env!("CARGO_MANIFEST_DIR"))
}

fn loaded(part: &str) -> Loaded {
    load(&page(part)).unwrap_or_else(|error| panic!("{part}: {error}"))
}

/// Leaf nodes at depths 1, 2 and 3.
fn counts(part: &str) -> [u64; 3] {
    let game = Game::new(loaded(part).variant).expect("tables");
    [1, 2, 3].map(|depth| perft::perft(&game, &mut Position::start(&game), depth))
}

#[test]
fn an_article_is_playable() {
    // Scripts, styles, comments and attributes that mention a diagram are ignored. Counts: Capablanca Chess.
    let it = loaded("article.html");
    assert!(it.warnings.is_empty(), "{:?}", it.warnings);
    assert_eq!(
        (it.variant.name.as_str(), it.variant.title.as_str()),
        ("article", "Capablanca Chess \u{2014} an example page")
    );
    assert_eq!(counts("article.html"), [28, 784, 25228]);
}

#[test]
fn a_list_of_comments_has_several_diagrams() {
    // "Multiple diagrams on a page are not recommended, but are supported in a limited way ... in the CVP Comments
    // listing" (Notes). Counts: Los Alamos Chess and Knightmate.
    assert_eq!(counts("comments.html"), [10, 100, 1212]);
    assert_eq!(counts("comments.html#1"), [10, 100, 1212]);
    assert_eq!(counts("comments.html#2"), [18, 324, 6765]);
    assert_eq!(counts("comments.html#mate"), [18, 324, 6765]);
    let second = loaded("comments.html#mate");
    assert_eq!(
        (second.variant.name.as_str(), second.pick),
        ("comments-mate", Pick::Satellite("mate".to_owned()))
    );
    // "And that is all there is to it."
    assert_eq!(second.warnings.len(), 1);
    for missing in ["comments.html#4", "comments.html#0", "comments.html#piece"] {
        let error = load(&page(missing)).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("it has 3, with the satellites `alamos`, `mate`, `oops`"), "{error}");
    }
}

#[test]
fn an_old_latin_1_page_is_playable() {
    // Upper-case tags, unquoted attributes, tabs, character references for the quotes of `morph`. Counts: Xiangqi.
    assert_eq!(counts("latin.html"), [44, 1920, 79666]);
    let variant = loaded("latin.html").variant;
    assert_eq!(variant.title, "Xiangqi (r\u{e8}gles \u{ab} illustr\u{e9}es \u{bb})");
    assert_eq!(variant.pieces[7].name, "adviseur");
    assert_eq!(variant.pieces[8].name, "g\u{e9}n\u{e9}ral");
}

#[test]
fn diagnostics_point_into_the_page() {
    // `fmWfcE` has no atom `E`: the place refers to the page, not to the definition alone.
    let Err(LoadError::Refused { text: source, diagnostics, .. }) = load(&page("comments.html#oops")) else {
        panic!("a refusal")
    };
    let error = diagnostics.iter().find(|it| it.is_error()).expect("an error");
    assert_eq!(&source[error.span.clone()], "E");
    let line = source[..error.span.start].lines().last().unwrap_or_default().to_owned();
    assert_eq!(line, "pawn::fmWfc");
    // A character reference before the error on the same line counts with its own length.
    let text = "<div class='idiagram'>king&colon;K:K:&nbsp;:e1<br>p&colon;P:f&amp;W::a2</div>";
    let errors = griffon::variant::read("x.html", text).unwrap_err();
    let error = errors.iter().find(|it| it.is_error()).expect("an error");
    assert_eq!(&text[error.span.clone()], "&amp;");
}

#[test]
fn check_prints_its_result() {
    let report = griffon(&["check", &page("comments.html#2")]).ok();
    assert!(
        report.contains("comments.html#2: diagram 2 of 3, satellite mate (mateTable, mateList): "),
        "{report}"
    );
    let ran = griffon(&["check", &page("comments.html")]);
    let (code, all) = (ran.code, ran.out);
    assert_eq!(code, Some(2), "{all}");
    for part in [
        "#1: diagram 1 of 3, satellite alamos (alamosList): Latest Comments | Chess Variants (alamos), 6x6, 5",
        "#3: diagram 3 of 3, satellite oops: refused",
    ] {
        assert!(all.contains(part), "{all}");
    }
}

#[test]
fn every_command_accepts_a_diagram_of_a_page() {
    let spec = page("comments.html#alamos");
    let moves = griffon(&["moves", &spec]).ok();
    assert_eq!(moves.lines().count(), 10, "{moves}");
    assert!(griffon(&["perft", &spec, "2"]).ok().contains("100"));
    griffon(&["show", &spec]).ok();
    griffon(&["values", &spec]).ok();
    griffon(&["eval", &spec]).ok();
    griffon(&["export", &spec, "--to", "xboard"]).ok();
    griffon(&["search", &spec, "--depth", "2"]).ok();
}

#[test]
fn unclosed_elements_are_read() {
    // Unclosed tags, comments and elements.
    for text in [
        "<div class=idiagram>king::::e1",
        "<div class=\"idiagram\">king::::e1\n<",
        "<div class=idiagram>king::::e1<!-- ",
    ] {
        assert_eq!(Page::read(text).diagrams.len(), 1, "{text}");
        assert!(griffon::variant::read("x", text).is_ok(), "{text}");
    }
    assert!(Page::read("<div class='idiagram").diagrams.is_empty());
    assert!(Page::read("idiagram").diagrams.is_empty());
}
