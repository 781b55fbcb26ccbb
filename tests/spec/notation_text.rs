//! Properties of the notation: no input panics, and printing reproduces the text.

use crate::support::processor_time;
use griffon::notation::{compile, parse};
use proptest::prelude::*;

/// Letters before an atom, and `a`s.
fn letters() -> impl Strategy<Value = String> {
    "[fblrvshmcdekpguynjioqz]{0,4}"
}

fn legs() -> impl Strategy<Value = String> {
    (letters(), prop::collection::vec((prop::sample::select(vec!["a", "a", "a2"]), letters()), 0..3))
        .prop_map(|(first, rest)| {
            rest.into_iter().fold(first, |text, (again, letters)| text + again + &letters)
        })
}

fn group() -> impl Strategy<Value = String> {
    (letters(), letters(), prop::sample::select(vec!["", "1", "2", "03"]))
        .prop_map(|(before, rest, count)| format!("({before}a{rest}){count}"))
}

fn atom() -> impl Strategy<Value = String> {
    let leaper = ("[WFDNAHCLZJG]", "[XY]{0,2}").prop_map(|(atom, suffix)| atom + &suffix);
    let doubled = prop::sample::select(vec!["WW", "NN", "AA", "KK"]).prop_map(str::to_owned);
    let ranged =
        (prop_oneof![leaper, "[KBRQST]".boxed()], prop::sample::select(vec!["", "0", "3", "07", "12", "*"]));
    let ranged = ranged.prop_map(|(atom, range)| atom + range);
    let quoted = prop_oneof![ranged, doubled, "[UO@]".boxed()];
    (quoted, prop::sample::select(vec!["", "", "'"])).prop_map(|(atom, quote)| atom + quote)
}

fn description() -> impl Strategy<Value = String> {
    let movement = (legs(), prop::option::weighted(0.2, group()), letters(), atom())
        .prop_map(|(legs, group, letters, atom)| legs + &group.unwrap_or_default() + &letters + &atom);
    let burn = prop::sample::select(vec!["", "", "", ":cK", "+"]);
    (prop::collection::vec(movement, 1..4), burn).prop_map(|(moves, end)| moves.concat() + end)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn no_text_panics(text in "\\PC{0,24}") {
        if let Err(error) = compile(&text) {
            prop_assert!(text.get(error.span.clone()).is_some(), "{error}: {:?}", error.span);
        }
    }

    #[test]
    fn random_letters_do_not_panic(text in "[a-zA-Z0-9()*':@+]{0,16}") {
        if let Err(error) = compile(&text) {
            prop_assert!(text.get(error.span.clone()).is_some(), "{error}: {:?}", error.span);
        }
    }

    #[test]
    fn printing_reproduces_the_text(text in description()) {
        let ast = parse(&text).map_err(|error| TestCaseError::fail(format!("{text}: {error}")))?;
        prop_assert_eq!(ast.to_string(), text.as_str());
        // The meaning may be refused, with a span inside the text.
        if let Err(error) = compile(&text) {
            prop_assert!(error.span.end <= text.len() && !error.span.is_empty(), "{error}: {:?}", error.span);
        }
    }
}

#[test]
fn errors_include_help() {
    let table = [
        ("KNADcawK", "unknown modifier `w`", "`w` means nothing in XBetza; a new leg starts with `a`"),
        ("Kmaf", "the modifier `m` stands after the atom", "before the atom that they restrict"),
        ("maf", "modifiers without an atom after them", "end with a capital letter"),
        ("hrK", "`hr` and `hl` need an oblique atom", "did you mean `rh` or `lh`?"),
        ("(cafs)K", "different paths; the limit is 4096", "put a number after the group"),
        ("m N", "blank inside a move description", "one after the other"),
    ];
    for (text, message, help) in table {
        let error = compile(text).unwrap_err();
        assert!(error.to_string().contains(message), "{text}: {error}");
        assert!(error.help().is_some_and(|found| found.contains(help)), "{text}: {:?}", error.help());
    }
}

#[test]
fn explosive_descriptions_are_refused_quickly() {
    let start = processor_time("thread-self");
    for text in ["(ca)(ca)K", "aaaaaaaaaaaaK", "(afs)(afs)(afs)(afs)Q", "(a)63K", "mcpoamcpoamcpoamcpoaK"] {
        assert!(compile(text).is_err(), "{text}");
    }
    assert!(compile(&"K".repeat(5000)).is_ok());
    assert!((processor_time("thread-self") - start).as_secs() < 20);
}
