//! Random definitions: each is read or refused, and none makes the reader panic.

use griffon::variant::read;
use proptest::prelude::*;

/// Generates lines like those of real definitions, valid and invalid.
fn line() -> impl Strategy<Value = String> {
    let key = prop::sample::select(vec![
        "files",
        "ranks",
        "firstRank",
        "symmetry",
        "holdingsType",
        "promoZone",
        "maxPromote",
        "promoOffset",
        "promoChoice",
        "royal",
        "extinction",
        "stalemate",
        "baring",
        "counterbare",
        "morph",
        "shuffle",
        "castleFiles",
        "synonyms",
        "repetition",
        "moveRule",
        "toMove",
        "captureDemotes",
        "name",
        "hole",
        "conversion",
        "lightShade",
    ]);
    let value = prop_oneof![
        Just(String::new()),
        "[0-9]{1,6}",
        "-?[0-9]",
        "[A-Za-z]{1,8}",
        "[A-Z*!'+0-9,/ ]{0,20}",
        "[A-Z.*|^!=+#\"1-9/]{0,40}",
        "\\PC{0,12}",
        prop::sample::select(vec!["none", "rotate", "mirror", "c,g", "HN,EB", "black", "loss"])
            .prop_map(str::to_owned),
    ];
    let name = prop::sample::select(vec![
        "pawn",
        "king",
        "hole",
        "rook",
        "Silver General",
        "",
        "warrior",
        "été",
        "2",
    ]);
    let id = prop::sample::select(vec!["", "P", "k", "+P", "P'", "P!", "XX", "?", "É"]);
    let betza = prop_oneof![
        Just(String::new()),
        prop::sample::select(vec!["K", "fW", "mRcpR", "FyafsF", "KNADcaKcabKmabK", "f@8", "KisO2"])
            .prop_map(str::to_owned),
        "[a-zA-Z0-9@*'()]{0,8}",
        "\\PC{0,6}",
    ];
    let squares = prop_oneof![
        Just(String::new()),
        "[a-j][0-9]{1,2}(-[a-j][0-9]{1,2})?(,[a-j][0-9]{0,3}){0,4}",
        "[a-h1-8,-]{0,12}",
        "\\PC{0,6}",
    ];
    let hand = prop::sample::select(vec!["", ":", ":1", ":2,0", ":x", ":1:2", ":99999"]);
    prop_oneof![
        3 => (key, value).prop_map(|(key, value)| format!("{key}={value}")),
        3 => (name, id, betza, squares, hand).prop_map(|(n, i, b, s, h)| format!("{n}:{i}:{b}:x/%.png:{s}{h}")),
        1 => "\\PC{0,30}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// "no bytes make a parser panic", and every span fits the text.
    #[test]
    fn random_text_is_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check(&String::from_utf8_lossy(&bytes))?;
    }

    #[test]
    fn random_lines_are_read_or_refused(lines in prop::collection::vec(line(), 0..16), end in "\r?\n|<br>\n") {
        check(&lines.join(&end))?;
    }
}

fn check(text: &str) -> Result<(), TestCaseError> {
    let diagnostics = match read("my.txt", text) {
        Ok((variant, warnings)) => {
            prop_assert!(warnings.iter().all(|it| !it.is_error()));
            prop_assert_eq!(variant.promotion.morph.len(), variant.pieces.len());
            prop_assert_eq!(variant.hands[1].len(), variant.pieces.len());
            prop_assert!(variant.setup.iter().all(|&(square, ..)| !variant.board.is_hole(square)));
            warnings
        }
        Err(errors) => {
            prop_assert!(errors.iter().any(griffon::variant::Diagnostic::is_error));
            errors
        }
    };
    for it in &diagnostics {
        prop_assert!(text.get(it.span.clone()).is_some(), "{:?} of {:?}", it, text);
        prop_assert!(it.render("my.txt", text).contains("my.txt:"));
    }
    Ok(())
}
