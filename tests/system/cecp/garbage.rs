//! Lines that no GUI sends.

use crate::support::gui::Gui;
use proptest::prelude::*;

/// Words that XBoard treats as claims or failures in any line. SPEC: `xboard.md` 1.5.
const HAZARDS: &[&str] =
    &["Draw", "not found", "No such file", "Permission denied", "unknown host", "can't alloc"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn garbage_is_survived(lines in proptest::collection::vec(garbage(), 1..30)) {
        let mut gui = Gui::start();
        gui.send("sd 1");
        for line in &lines {
            if !line.starts_with(b"quit") {
                gui.send_bytes(&[line.as_slice(), b"\n"].concat());
            }
        }
        // `edit` mode may be active, and the engine may have been given a long search.
        gui.send(".");
        gui.send("force");
        let heard = gui.sync();
        for line in &heard {
            prop_assert!(line.len() < 8192);
            prop_assert!(!HAZARDS.iter().any(|h| line.contains(h)) || line.starts_with("Error") || line.starts_with("tell"));
        }
        gui.quit();
    }
}

/// Generates a line of bytes, of command words, or of a command followed by nonsense.
fn garbage() -> impl Strategy<Value = Vec<u8>> {
    let bytes = proptest::collection::vec(any::<u8>().prop_filter("one line", |b| *b != b'\n'), 0..60);
    let word = prop_oneof![
        Just("usermove"),
        Just("setboard"),
        Just("level"),
        Just("st"),
        Just("time"),
        Just("variant"),
        Just("go"),
        Just("new"),
        Just("undo"),
        Just("remove"),
        Just("analyze"),
        Just("exclude"),
        Just("all"),
        Just("."),
        Just("exit"),
        Just("hint"),
        Just("hard"),
        Just("ping"),
        Just("e2e4"),
        Just("e7e5"),
        Just("O-O"),
        Just("@@@@"),
        Just("N@f3"),
        Just("e4e5,e5d6"),
        Just("a1x"),
        Just("-1"),
        Just("99999999999999999999"),
        Just("0:0:0"),
        Just("é"),
        Just("shogi"),
        Just("chu"),
        Just("normal"),
        Just("8/8/8/8/8/8/8/8 w - - 0 1"),
        Just("[Pp] b KQkq e3"),
        Just("draw"),
        Just("option"),
        Just("="),
        Just("edit"),
        Just("force"),
        Just("playother"),
        Just("pause"),
        Just("resume"),
        Just("?"),
        Just("memory 1"),
        Just("result *"),
        Just("sd 1"),
    ];
    let words = proptest::collection::vec(word, 1..5).prop_map(|words| words.join(" ").into_bytes());
    prop_oneof![bytes, words]
}
