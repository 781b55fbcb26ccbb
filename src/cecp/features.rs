//! The features that the engine announces to the GUI.
//!
//! SPEC: `xboard.md` 1.4.

use crate::engine::NAME;
use crate::engine::options::{Id, OptionKind, TABLE};

/// Returns the `feature` lines, from `done=0` to `done=1`. `variants` are the names offered.
pub fn lines(variants: &[String]) -> Vec<String> {
    let mut lines = vec![
        "feature done=0".to_owned(),
        "feature ping=1 setboard=1 usermove=1 san=0 colors=0 sigint=0 debug=1 oocastle=0".into(),
        "feature reuse=1 analyze=1 time=1 draw=1 playother=1 pause=1 exclude=1 memory=1 smp=1 nps=1 highlight=1".into(),
        format!("feature myname=\"{NAME}\""),
        offer(variants),
    ];
    lines.extend(options());
    lines.push("feature done=1".into());
    lines
}

/// Returns the line with the list of variants; also sent when the list has changed.
///
/// XBoard copies the second and third word of a line into 512-byte buffers, so the list comes after two short words.
pub fn offer(variants: &[String]) -> String {
    format!("feature name=1 ics=0 variants=\"{}\"", variants.join(","))
}

/// Options that have commands of their own: `memory`, `cores`, `hard`, `variant`.
const WITH_COMMANDS: &[Id] = &[Id::Hash, Id::Threads, Id::Ponder, Id::Variant, Id::Chess960];

/// The `feature option` lines of CECP. SPEC: `xboard.md` 1.4.
fn options() -> impl Iterator<Item = String> {
    let shown = TABLE.iter().filter(|spec| !WITH_COMMANDS.contains(&spec.id));
    shown.map(|spec| {
        let kind = match spec.kind {
            OptionKind::Check(on) => format!("-check {}", u8::from(on)),
            OptionKind::Spin(default, least, most) => format!("-spin {default} {least} {most}"),
            // "An empty string default needs a trailing blank before the quote."
            OptionKind::File => "-file  ".into(),
            OptionKind::Folder => "-path  ".into(),
            OptionKind::Variant => "-string  ".into(),
            OptionKind::Choice(words) => format!("-combo *{}", words.join(" /// ")),
            OptionKind::Button => "-button".into(),
        };
        format!("feature option=\"{} {kind}\"", spec.name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_words_come_fourth() {
        // "Tokens 2 and 3 of *every* line are scanned unchecked into 512-byte stack buffers"
        let variants: Vec<String> = (0..600).map(|n| format!("variant{n}")).collect();
        for line in lines(&variants).into_iter().chain([offer(&variants)]) {
            assert!(line.len() < 8192, "{}", line.len());
            for word in line.split_whitespace().skip(1).take(2) {
                assert!(word.len() < 512);
            }
        }
    }

    #[test]
    fn the_list_starts_with_done_0_and_ends_with_done_1() {
        let lines = lines(&["normal".into()]);
        assert_eq!(lines.first().map(String::as_str), Some("feature done=0"));
        assert_eq!(lines.last().map(String::as_str), Some("feature done=1"));
    }

    #[test]
    fn options_are_features() {
        // xboard.md 1.4: "`-combo A /// *B`", "An empty string default needs a trailing blank before the quote."
        for option in [
            "Log Level -combo *debug /// info /// warn /// error",
            "Variant Path -file  ",
            "MultiPV -spin 1 1 64",
        ] {
            assert!(options().any(|line| line == format!("feature option=\"{option}\"")), "{option}");
        }
    }
}
