//! What the engine tells the GUI about itself.
//!
//! SPEC: `xboard.md` 1.4.

use super::options;

/// Name of the program with its version.
pub const NAME: &str = concat!("Griffon ", env!("CARGO_PKG_VERSION"));

/// The `feature` lines, `done=0` first, `done=1` last. `variants` are the names on offer.
pub fn lines(variants: &[String]) -> Vec<String> {
    let mut lines = vec![
        "feature done=0".to_owned(),
        "feature ping=1 setboard=1 usermove=1 san=0 colors=0 sigint=0 debug=1".into(),
        "feature reuse=1 analyze=1 time=1 draw=1 playother=1 pause=1 exclude=1 memory=1 smp=1 nps=1 highlight=1".into(),
        format!("feature myname=\"{NAME}\""),
        format!("feature name=1 ics=0 {}", offer(variants)),
    ];
    lines.extend(options::features());
    lines.push("feature done=1".into());
    lines
}

/// The list of variants, also sent when it has changed.
///
/// XBoard copies the second and third word of a line into buffers of 512 bytes: where the list is long, it has to come
/// behind.
pub fn offer(variants: &[String]) -> String {
    format!("variants=\"{}\"", variants.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_words_come_fourth() {
        // "Tokens 2 and 3 of *every* line are scanned unchecked into 512-byte stack buffers"
        let variants: Vec<String> = (0..600).map(|n| format!("variant{n}")).collect();
        for line in lines(&variants) {
            assert!(line.len() < 8192, "{}", line.len());
            for word in line.split_whitespace().skip(1).take(2) {
                assert!(word.len() < 512);
            }
        }
    }

    #[test]
    fn the_first_line_asks_for_patience_and_the_last_ends_the_list() {
        let lines = lines(&["normal".into()]);
        assert_eq!(lines.first().map(String::as_str), Some("feature done=0"));
        assert_eq!(lines.last().map(String::as_str), Some("feature done=1"));
    }
}
