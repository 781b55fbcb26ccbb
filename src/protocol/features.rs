//! What the engine tells the GUI about itself.
//!
//! SPEC: `xboard.md` 1.4.

/// Default size of the hash table, MiB.
pub const DEFAULT_HASH_MB: usize = 64;
/// The largest hash table, MiB.
pub const MOST_HASH_MB: usize = 64 * 1024;
/// The most threads that search.
pub const MOST_THREADS: usize = 256;

/// Name of the button that empties the hash table.
pub const CLEAR_HASH: &str = "Clear Hash";
/// Name of the option for the log file.
pub const LOG_FILE: &str = "Log File";
/// Name of the option that lets the engine give up lost games.
pub const RESIGN: &str = "Resign";
/// Name of the option that says what a draw is worth to the engine, centipawns.
pub const CONTEMPT: &str = "Contempt";
/// Range of [`CONTEMPT`].
pub const MOST_CONTEMPT: i32 = 200;

/// Name of the option with the number from which arrays are shuffled; 0: each game another.
pub const SHUFFLE_SEED: &str = "Shuffle seed";
/// The largest such number.
pub const MOST_SEED: u64 = 1_000_000_000;

/// Longest name of the program that XBoard should see, with the version.
const NAME: &str = concat!("Griffon ", env!("CARGO_PKG_VERSION"));

/// The `feature` lines, `done=0` first, `done=1` last. `variants` are the names on offer.
pub fn lines(variants: &[String]) -> Vec<String> {
    let list = variants.join(",");
    vec![
        "feature done=0".into(),
        "feature ping=1 setboard=1 usermove=1 san=0 colors=0 sigint=0 sigterm=0 debug=1".into(),
        "feature reuse=1 analyze=1 time=1 draw=1 playother=1 pause=1 exclude=1 memory=1 smp=1 nps=0 highlight=1".into(),
        format!("feature myname=\"{NAME}\""),
        // XBoard copies the second and third word of a line into buffers of 512 bytes: the list is the fourth.
        format!("feature name=1 ics=0 variants=\"{list}\""),
        format!("feature option=\"{RESIGN} -check 0\""),
        format!("feature option=\"{CONTEMPT} -spin 0 -{MOST_CONTEMPT} {MOST_CONTEMPT}\""),
        format!("feature option=\"{SHUFFLE_SEED} -spin 0 0 {MOST_SEED}\""),
        format!("feature option=\"{LOG_FILE} -file  \""),
        format!("feature option=\"{CLEAR_HASH} -button\""),
        "feature done=1".into(),
    ]
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
