//! Keys of earlier versions of Fairy-Stockfish, which it still reads.

use super::board::whole_ranks;
use super::ini::Setting;
use super::keys::{ColorKeys, DOUBLE_STEP_REGION, FsfKey, PROMOTION_REGION};
use std::ops::RangeInclusive;

/// Keys with another name today.
const RENAMED: [(&str, FsfKey); 5] = [
    ("castlingRookPiece", FsfKey::CastlingRookPieces),
    ("whiteFlag", FsfKey::FlagRegionWhite),
    ("blackFlag", FsfKey::FlagRegionBlack),
    ("whiteDropRegion", FsfKey::DropRegionWhite),
    ("blackDropRegion", FsfKey::DropRegionBlack),
];

/// The rank on which pawns start, and from which they step twice unless a key says otherwise.
const SECOND_RANK: usize = 2;

/// Returns the settings of a section with today's keys, on a board of `ranks` ranks. Of an earlier key and today's in one
/// section, today's counts. Settings that cannot be read stay as they are.
pub fn modernize(settings: &[(String, Setting)], ranks: usize) -> Vec<(String, Setting)> {
    let is_set = |key: FsfKey| settings.iter().any(|(name, _)| name == key.name());
    let given = |name: &str| settings.iter().any(|(other, _)| other == name);
    let modern = |(name, setting): &(String, Setting)| -> Vec<(String, Setting)> {
        let last: Option<usize> = setting.value.parse().ok().filter(|rank| (1..=ranks).contains(rank));
        let found: Vec<(FsfKey, String)> = match (name.as_str(), last) {
            ("promotionRank", Some(rank)) => by_color(&PROMOTION_REGION, rank..=ranks, ranks),
            ("doubleStepRank", Some(rank)) => by_color(&DOUBLE_STEP_REGION, SECOND_RANK..=rank, ranks),
            // Without effect beside the other one.
            ("doubleStepRankMin", Some(_)) if given("doubleStepRank") => Vec::new(),
            ("doubleStepRankMin", Some(rank)) => by_color(&DOUBLE_STEP_REGION, rank..=SECOND_RANK, ranks),
            _ => match RENAMED.iter().find(|(old, _)| old == name) {
                Some(&(_, key)) => vec![(key, setting.value.clone())],
                None => return vec![(name.clone(), setting.clone())],
            },
        };
        let found = found.into_iter().filter(|&(key, _)| !is_set(key));
        found.map(|(key, value)| (key.name().to_owned(), Setting { value, line: setting.line })).collect()
    };
    settings.iter().flat_map(modern).collect()
}

/// A region of whole ranks for both colours, given by White's ranks.
fn by_color(keys: &ColorKeys, own: RangeInclusive<usize>, ranks: usize) -> Vec<(FsfKey, String)> {
    let texts = [whole_ranks(own.clone()), whole_ranks(own.map(|rank| ranks + 1 - rank))];
    let no_square = |text: String| if text.is_empty() { String::from("-") } else { text };
    keys.each.into_iter().zip(texts.map(no_square)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modern(lines: &str) -> Vec<String> {
        let setting = |value: &str| Setting { value: value.to_owned(), line: 1 };
        let settings: Vec<_> = lines
            .lines()
            .filter_map(|line| line.split_once(" = "))
            .map(|(key, value)| (key.to_owned(), setting(value)))
            .collect();
        modernize(&settings, 10)
            .into_iter()
            .map(|(key, Setting { value, .. })| format!("{key}: {value}"))
            .collect()
    }

    #[test]
    fn ranks_become_regions_of_both_colours() {
        assert_eq!(
            modern("promotionRank = 8"),
            ["promotionRegionWhite: *8 *9 *10", "promotionRegionBlack: *3 *2 *1"]
        );
        assert_eq!(
            modern("doubleStepRank = 3"),
            ["doubleStepRegionWhite: *2 *3", "doubleStepRegionBlack: *9 *8"]
        );
        assert_eq!(modern("doubleStepRank = 2\ndoubleStepRankMin = 1").len(), 2);
        assert_eq!(modern("doubleStepRankMin = 3"), ["doubleStepRegionWhite: -", "doubleStepRegionBlack: -"]);
        assert_eq!(modern("promotionRank = 11"), ["promotionRank: 11"]);
    }

    #[test]
    fn of_two_names_of_a_key_the_one_in_use_counts() {
        assert_eq!(
            modern("whiteFlag = *10\nblackFlag = *1").join(", "),
            "flagRegionWhite: *10, flagRegionBlack: *1"
        );
        assert_eq!(modern("whiteDropRegion = *1\ndropRegionWhite = *2"), ["dropRegionWhite: *2"]);
    }
}
