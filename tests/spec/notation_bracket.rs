//! Bracket notation: the published examples of its author.

use griffon::notation::path_error::{PathError, PathFeature};
use griffon::notation::{ErrorKind, Movement, bracket, compile};
use griffon::variant::diagnostic::Diagnostic;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn set(text: &str) -> BTreeSet<String> {
    let movements: Vec<Movement> = compile(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    movements.iter().map(ToString::to_string).collect()
}

#[test]
fn published_examples() {
    let table = [
        // "a Griffon would be [F?R], meaning an F-step optionally followed by a Rook slide (by default) in the
        // outward direction".
        ("[F?R]", "FyafsF"),
        // "A Griffon that could not end on the F squares would be denoted [F-R]."
        ("[F-R]", "yafsF"),
        // "A rider that bents 90 degrees at the W squares would be [W?sR] if it can end on the W squares, and
        // [W-sR] if it just has to pass through."
        ("[W?sR]", "WyasW"),
        ("[W-sR]", "yasW"),
        // The Tamerlane Picket and a rook that must move at least two squares.
        ("[F-B]", "yafF"),
        ("[W-R]", "yafW"),
        // Rhinoceros and osprey: a 45 degree turn, outward.
        ("[W?B]", "WyafsW"),
        // The snake, "v[W?B]", and the ship, "v[F?R]": "the griffon, riding only along files".
        ("v[W?B]", "vWvyafsW"),
        // Atoms outside brackets are plain XBetza; duplicate moves are counted once.
        ("[W-F]", "mafsW"),
        ("N[W-F]fcF", "NmafsWfcF"),
        ("m[W-F]", "mafsmW"),
        ("[W-mF]", "mafsmW"),
        ("[cW-F]", "cafsW"),
        ("[pR-cR]", "cpR"),
        ("i[W-W]", "imafW"),
    ];
    for (text, xbetza) in table {
        assert_eq!(set(text), set(xbetza), "{text} = {xbetza}");
    }
    assert_eq!(bracket::compile("[D?B]").unwrap().len(), 4 + 8);
    assert_eq!(bracket::compile("v[F?R]").unwrap().len(), 4 + 4);
}

#[test]
fn directions_choose_whole_paths() {
    // "fr[W?B] unambiguously selects the single path": its step, and the step with the slide.
    let found: Vec<String> = compile("fr[W?B]").unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().all(|line| line.starts_with("leg (1,0)")), "{found:?}");
    assert!(found.iter().any(|line| line.contains("(1,1)")), "{found:?}");
}

#[test]
fn mistakes() {
    use PathError as P;
    let table = [
        ("[F?R", P::UnclosedBracket, 0..1),
        ("[F]", P::SingleLeg, 0..3),
        ("[F?]", P::EmptyLeg, 3..4),
        ("[-R]", P::EmptyLeg, 1..2),
        ("[WF-R]", P::SeveralAtoms, 2..3),
        ("[vW?B]", P::FirstLegDirection('v'), 1..2),
        ("[cF?R]", P::Unsettled(PathFeature::LegModifier('c')), 1..2),
        ("[F-jR]", P::Unsettled(PathFeature::LegModifier('j')), 3..4),
        ("[mafW-R]", P::Unsettled(PathFeature::LegModifier('a')), 2..3),
        ("[F-R]3", P::Unsettled(PathFeature::BracketExponent), 5..6),
        ("o[F-R]", P::Unsettled(PathFeature::Modifier('o')), 0..1),
    ];
    for (text, error, span) in table {
        let found = compile(text).expect_err(text);
        assert_eq!((found.kind, found.span.clone()), (ErrorKind::Path(error), span), "{text}");
    }
    assert_eq!(compile("[F-O]").unwrap_err().kind, ErrorKind::LegsNotAllowed('O'));
    assert_eq!(compile("F]").unwrap_err().kind, ErrorKind::UnknownCharacter(']'));
    // The suffix `+` belongs to the whole description.
    for text in ["[F?R]+", "W[F?R]+", "[F?R]fmW+"] {
        assert!(compile(text).unwrap().iter().all(|movement| movement.must_promote), "{text}");
    }
    let stray = compile("fmWfcF+[F?R]fmW").unwrap_err();
    assert_eq!((stray.kind, stray.span), (ErrorKind::StrayPromotion, 6..7));
    // Spans outside the brackets refer to the whole text.
    assert_eq!(compile("[F?R]fP").unwrap_err().span, 6..7);
}

#[test]
fn errors_point_at_the_character() {
    let error = compile("N[vW?B]").unwrap_err();
    let mut diagnostic = Diagnostic::error(error.span.clone(), error.to_string());
    diagnostic.help = error.help();
    insta::assert_snapshot!(diagnostic.render("moves", "N[vW?B]"), @r"
    error: the direction `v` on the first leg of a bracket
     --> moves:1:3
      |
    1 | N[vW?B]
      |   ^
      |
    help: write it before the bracket, as in `v[F?R]`
    ");
}

#[test]
fn the_definition_names_its_notation() {
    let read = |notation: &str, moves: &str| {
        let text = format!("notation={notation}\npiece:P:{moves}::a1\nking::::e1");
        griffon::variant::read("t", &text).map(|(variant, _)| variant.pieces[0].movements.len())
    };
    // Valid in both notations: in Betza 2.0, `WxF` makes a locust capture; XBetza reads or refuses it in its own way.
    assert_eq!(read("betza2", "FtR"), Ok(12));
    assert_eq!(read("bracket", "[F?R]"), Ok(12));
    assert_eq!(read("xbetza", "[F?R]"), Ok(12));
    assert!(read("xbetza", "W-F").is_err());
    assert!(read("betza", "W").is_err());
    // fK: one step in XBetza, a group in Betza 2.0. The king's own move by name stays XBetza.
    assert_eq!((read("xbetza", "fK"), read("betza2", "fK")), (Ok(1), Ok(3)));
}

proptest! {
    #[test]
    fn random_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        let _ = compile(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn similar_text_does_not_panic(text in r"[\[\]WFNKRacmfblrsvhn0-9?*'+:-]{0,14}") {
        if let Err(error) = compile(&text) {
            prop_assert!(error.span.start <= error.span.end && error.span.end <= text.len(), "{error:?}");
        }
    }
}
