//! Messages about web pages: what a definition in a page cannot express or no longer holds.
//!
//! SPEC: Interactive diagrams, "Embedding a Diagram in your HTML Page".

use griffon::variant::page::Pick;
use griffon::variant::{diagnostic, read_part};

const PIECES: &str = "royal=K\npawn::::a2-h2\nqueen::::d1\nking:K:K::e1\n";

fn shown(page: &str, diagram: usize) -> String {
    let result = read_part("my.html", page, &Pick::Number(diagram));
    let diagnostics = result.map_or_else(|errors| errors, |(_, warnings)| warnings);
    diagnostic::render(&diagnostics, "my.html", page)
}

/// "Nothing that would change the rules is skipped silently."
#[test]
fn functions_of_the_page_that_change_the_rules_are_warnings() {
    let script =
        "<script>\nfunction BadZone(x, y) { return x > 3; }\nvar gameTinker = function() {};\n</script>";
    let page = format!(
        "{script}<div class=idiagram>\nsatellite=game\n{PIECES}</div><div class=idiagram>\n{PIECES}</div>"
    );
    insta::assert_snapshot!(shown(&page, 1), @r#"
    warning: the page's script changes the rules: Griffon plays without `BadZone`
     --> my.html:2:10
      |
    2 | function BadZone(x, y) { return x > 3; }
      |          ^^^^^^^
      |
    help: only the definition is read; `morph`, `captureMatrix` or another parameter may express the rule

    warning: the page's script changes the rules: Griffon plays without `gameTinker`
     --> my.html:3:5
      |
    3 | var gameTinker = function() {};
      |     ^^^^^^^^^^
      |
    help: only the definition is read; `morph`, `captureMatrix` or another parameter may express the rule
    "#);
    let second = shown(&page, 2);
    assert!(second.contains("`BadZone`") && !second.contains("Tinker"), "{second}");
    for script in [
        "<script>function pieceTinker() {}</script>",
        "<script>WeirdPromotion = function(a, b) { return b; }</script>",
        "<SCRIPT type=text/javascript>function CustomPromotion() {}</SCRIPT>",
        "<script>let WeirdChain = x => x</script>",
    ] {
        for page in [
            format!("{script}<div class=idiagram>\n{PIECES}</div>"),
            format!("<div class=idiagram>\n{PIECES}{script}</div>"),
        ] {
            let text = shown(&page, 1);
            assert_eq!(text.matches("warning: the page's script changes the rules").count(), 1, "{text}");
        }
    }
    for script in ["<script src='betza.js'></script>", "<script>function ShowMoves() {}</script>"] {
        assert_eq!(shown(&format!("{script}<div class=idiagram>\n{PIECES}</div>"), 1), "");
    }
}

/// The diagram's script replaces the definition by its drawing; browsers may save that.
#[test]
fn a_page_saved_after_its_script_ran_has_a_single_error() {
    let page = "<div class=\"idiagram\"><b id=\"message0\"><a href=\"x\">Interactive diagram</a>: you can move the pieces!</b>\n\
                <table id=\"board0\"><tr><td>a=1</td></tr></table>piece: move: XBetza</div>";
    insta::assert_snapshot!(shown(page, 1), @r#"
    error: this page was saved after its script ran: it holds no definition any more
     --> my.html:1:23
      |
    1 | <div class="idiagram"><b id="message0"><a href="x">Interactive diagram</a>: you can move the pieces!</b>
      |                       ^^^^^^^^^^^^^^^^^
      |
    help: save the page as "HTML only", or copy the definition from the page's source
    "#);
    let second = "<div class='idiagram'><table><tr><td id=board1>8</td></tr></table>click: here</div>";
    assert_eq!(shown(second, 1).matches("error: ").count(), 1);
    // An element of the page's author.
    assert_eq!(shown(&format!("<div class=idiagram><p id=board1>\n{PIECES}</p></div>"), 1), "");
    let empty = shown("<div class=idiagram><p id=boards></p></div>", 1);
    assert!(empty.contains("the definition has no piece lines"), "{empty}");
}

/// The diagram's script reads the text of the element, comments included.
#[test]
fn lines_of_a_definition_in_comments_are_warnings() {
    let page = |comment: &str| format!("<div class=idiagram>\n{comment}\n{PIECES}</div>");
    let piece = page("<!-- the old ones:\nknight:N:::b1\nrook::::a1,h1 -->");
    insta::assert_snapshot!(shown(&piece, 1), @r#"
    warning: this line stands in a comment of the page: ignored
     --> my.html:3:1
      |
    3 | knight:N:::b1
      | ^^^^^^^^^^^^^
      |
    help: the diagram's script reads it: remove `<!--` and `-->` if it belongs to the definition
    "#);
    for comment in ["<!-- files=9 -->", "<!--\nmorph=!/!\n-->", "<!--hole::::a1-->"] {
        let text = shown(&page(comment), 1);
        assert_eq!(text.matches("warning: this line stands in a comment").count(), 1, "{text}");
    }
    for comment in ["<!-- the pieces: -->", "<!-- style=none -->", "<!---->", "<!-->", "<!-- a:b:c -->"] {
        assert_eq!(shown(&page(comment), 1), "", "{comment}");
    }
    assert_eq!(shown(&format!("<!-- files=9 -->{}", page("")), 1), "");
}
