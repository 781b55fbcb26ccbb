//! Inheritance: the settings of a section with those of its ancestors.
//!
//! Letters stand for the types of the section that sets them. As a child may give the types other letters, values are
//! kept with a mark for each type until all sections are read.

use super::deprecated::modernize;
use super::ini::{self, Config, Section, Setting};
use super::keys::{self, FsfKey, ValueForm};
use super::pieces::{NAMED, is_piece};
use std::collections::BTreeMap;

/// Maximum depth of inheritance.
const DEEPEST: usize = 30;

/// Keys that also set others, besides those of the same name for one colour.
const ALIASES: &[(&str, &[FsfKey])] =
    &[("pawnTypes", &[FsfKey::PromotionPawnTypes, FsfKey::EnPassantTypes, FsfKey::NMoveRuleTypes])];

/// Returns the settings of a section, and those that cannot be read: line, description.
///
/// # Errors
/// If its parent is neither an earlier section nor built in.
pub fn resolve(all: &[Section], at: usize) -> Result<(Config, Vec<(usize, String)>), String> {
    let (bases, _) = ini::sections(ini::built_in());
    let mut heir = Heir::default();
    chain(all, at, &bases)?.into_iter().rev().for_each(|(section, built_in)| heir.add(section, built_in));
    Ok((heir.settings(), heir.faults))
}

/// A section, and whether it is built in.
type Ancestor<'a> = (&'a Section, bool);

/// Returns a section and its ancestors.
fn chain<'a>(all: &'a [Section], at: usize, bases: &'a [Section]) -> Result<Vec<Ancestor<'a>>, String> {
    let mut chain: Vec<Ancestor<'a>> = vec![(&all[at], false)];
    let mut before = &all[..at];
    while let Some(parent) = chain.last().and_then(|(section, _)| section.parent.as_ref()) {
        if chain.len() > DEEPEST {
            return Err(String::from("the inheritance of the sections is too deep"));
        }
        let named = |section: &&Section| section.name == *parent;
        if let Some(found) = before.iter().rposition(|section| named(&section)) {
            chain.push((&before[found], false));
            before = &before[..found];
        } else {
            let found = bases.iter().find(named).ok_or_else(|| format!("unknown parent `{parent}`"))?;
            chain.push((found, true));
            before = &[];
        }
    }
    Ok(chain)
}

/// The settings read so far.
#[derive(Default)]
struct Heir {
    config: Config,
    /// Keys of the types named so far; the index of a key is that of its mark.
    types: Vec<String>,
    /// The types in the game by their letters, capitals.
    letters: BTreeMap<char, String>,
    /// Number of settings read.
    count: usize,
    faults: Vec<(usize, String)>,
}

impl Heir {
    /// Adds the settings of a section to those of its ancestors.
    fn add(&mut self, section: &Section, built_in: bool) {
        let mut types: Vec<_> = section.settings.iter().filter(|(key, _)| is_piece(key)).collect();
        types.sort_by_key(|(key, _)| order(key));
        types.into_iter().for_each(|(key, setting)| self.name(key, &setting.value));
        let own_ranks = section.settings.iter().rfind(|(key, _)| key == FsfKey::MaxRank.name());
        let ranks = own_ranks.and_then(|(_, setting)| setting.value.parse().ok());
        let ranks = ranks.unwrap_or_else(|| self.config.number(FsfKey::MaxRank) as usize);
        let settings = modernize(&section.settings, ranks);
        for (key, _) in &settings {
            covered(key).iter().for_each(|other| self.config.remove(other));
        }
        for (key, setting) in &settings {
            let line = if built_in { 0 } else { setting.line };
            let value = match keys::form(key) {
                Some(_) if key == FsfKey::BlastImmuneTypes.name() && setting.value == "none" => {
                    String::from("-")
                }
                Some(ValueForm::Types) => self.mark(key, &setting.value, line),
                Some(ValueForm::Pairs) => {
                    let pairs = self.mark(key, &setting.value, line);
                    // Pairs are set individually: those not mentioned keep their value.
                    format!("{} {pairs}", self.config.given(key)).trim().to_owned()
                }
                _ => setting.value.clone(),
            };
            self.config.set(key, self.count, Setting { value, line });
            self.count += 1;
        }
    }

    /// Gives a type its letter. It is no longer in the game if the value has none, and nothing promotes to a type that
    /// has left the game.
    fn name(&mut self, key: &str, value: &str) {
        let Some(first) = value.chars().next() else { return };
        let letter = first.to_ascii_uppercase();
        let holder =
            if first.is_ascii_alphabetic() { self.letters.get(&letter).cloned() } else { Some(key.into()) };
        if let Some(holder) = holder {
            let mark = self.mark_of(&holder);
            self.config.change(FsfKey::PromotionPieceTypes, |types| types.replace(mark, ""));
            self.letters.retain(|_, other| *other != holder);
        }
        self.letters.retain(|_, other| other != key);
        if first.is_ascii_alphabetic() {
            self.letters.insert(letter, key.to_owned());
        }
    }

    fn mark_of(&mut self, key: &str) -> char {
        let at = self.types.iter().position(|known| known == key).unwrap_or_else(|| {
            self.types.push(key.to_owned());
            self.types.len() - 1
        });
        ini::mark(at).unwrap_or('-')
    }

    /// Replaces letters by the marks of their types. The value ends before the first letter that no type has.
    fn mark(&mut self, key: &str, value: &str, line: usize) -> String {
        let mut marked = String::new();
        for c in value.chars() {
            if !c.is_ascii_alphabetic() {
                marked.push(c);
            } else if let Some(kind) = self.letters.get(&c.to_ascii_uppercase()).cloned() {
                marked.push(self.mark_of(&kind));
            } else {
                self.faults.push((line, format!("{key} = {value}: no piece has the letter `{c}`")));
                break;
            }
        }
        marked
    }

    /// Returns the settings with the letters of the last section.
    fn settings(&mut self) -> Config {
        let mut config = std::mem::take(&mut self.config);
        let letter = |mark: char| {
            let Some(kind) = ini::marked(mark).and_then(|at| self.types.get(at)) else { return Some(mark) };
            self.letters.iter().find(|(_, other)| *other == kind).map(|(&letter, _)| letter)
        };
        let names: Vec<String> = config.all().map(|(key, _)| key.to_owned()).collect();
        let with_form = |form| names.iter().filter(move |key| keys::form(key) == Some(form));
        for key in with_form(ValueForm::Types) {
            config.change(key, |types| {
                let types: String = types.chars().filter_map(letter).collect();
                if types.is_empty() { String::from("-") } else { types }
            });
        }
        for key in with_form(ValueForm::Pairs) {
            config.change(key, |pairs| {
                let named = |pair: &str| pair.chars().map(|c| letter(c).unwrap_or(c)).collect::<String>();
                let pairs = pairs.split_whitespace().map(named);
                // Only the second type needs no letter.
                let known = pairs.filter(|pair| !pair.starts_with(|c| ini::marked(c).is_some()));
                known.collect::<Vec<_>>().join(" ")
            });
        }
        let left = |key: &str| !self.letters.values().any(|kind| kind == key);
        let gone = config.all().map(|(key, _)| key).filter(|key| is_piece(key) && left(key));
        let gone: Vec<String> = gone.map(str::to_owned).collect();
        gone.iter().for_each(|key| self.leave(&mut config, key));
        config
    }

    /// Removes a type without a letter, unless others promote to it: its mark is then its letter.
    fn leave(&mut self, config: &mut Config, key: &str) {
        let mark = self.mark_of(key);
        let is_form = config.text(FsfKey::PromotedPieceType).contains(&format!(":{mark}"));
        if is_form && key.starts_with("customPiece") && !config.given(key).contains(':') {
            let line = config.get(FsfKey::PromotedPieceType).map_or(0, |setting| setting.line);
            self.faults.push((line, format!("promotedPieceType: the moves of {key}, which has no letter")));
        }
        if is_form {
            config.change(key, |value| {
                value.chars().skip(1).fold(String::from(mark), |text, c| text + c.encode_utf8(&mut [0; 4]))
            });
        } else {
            config.remove(key);
        }
    }
}

/// The place of a type in the order in which types get their letters: a later one takes that of an earlier one.
fn order(key: &str) -> (bool, usize) {
    let named = NAMED.iter().position(|&(name, _)| name == key && name != "king");
    let custom = key.strip_prefix("customPiece").and_then(|number| number.parse().ok());
    (named.is_none(), named.or(custom).unwrap_or(usize::MAX))
}

/// Returns the keys that a key also sets: a section that sets it overrides them in its ancestors.
fn covered(key: &str) -> Vec<String> {
    let others = ALIASES.iter().find(|(alias, _)| *alias == key).map_or(&[][..], |(_, others)| others);
    let all = std::iter::once(key)
        .chain(others.iter().map(|other| other.name()))
        .flat_map(|key| ["", "White", "Black"].map(|color| format!("{key}{color}")));
    all.filter(|other| other != key).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_inherit_from_earlier_and_built_in_ones() {
        let text = "# A comment\n[mine:crazyhouse]\nqueen = -\n amazon = a # strong\nnonsense\n[yours:mine]\nnMoveRule = 7\n[lost:nowhere]\n";
        let (sections, faults) = ini::sections(text);
        assert_eq!(faults, [5]);
        let (yours, faults) = resolve(&sections, 1).unwrap();
        assert!(faults.is_empty() && yours.get("queen").is_none());
        assert_eq!((yours.given("amazon"), yours.text(FsfKey::PromotionPieceTypes)), ("a", "NBR"));
        assert_eq!((yours.number(FsfKey::NMoveRule), yours.on(FsfKey::PieceDrops)), (7, true));
        assert_eq!((yours.get("amazon").unwrap().line, yours.get("rook").unwrap().line), (4, 0));
        assert!(resolve(&sections, 2).unwrap_err().contains("`nowhere`"));
    }

    fn settings(text: &str) -> (Config, Vec<(usize, String)>) {
        let (sections, _) = ini::sections(text);
        resolve(&sections, sections.len() - 1).unwrap()
    }

    #[test]
    fn inherited_letters_are_those_of_the_ancestor() {
        let (config, faults) = settings("[gemini:janus]\narchbishop = a\n");
        assert_eq!((config.text(FsfKey::PromotionPieceTypes), faults.len()), ("AQRBN", 0));
        let (config, _) = settings("[late:shogi]\ngold = -\nsilver = g\nlance = n\n");
        // A form needs no letter.
        let pairs = config.text(FsfKey::PromotedPieceType).replace(|c| ini::marked(c).is_some(), "?");
        assert!(pairs.contains("B:H R:D") && pairs.contains("P:?"), "{pairs}");
        assert!(config.get("gold").is_some_and(|gold| gold.value.starts_with(|c| ini::marked(c).is_some())));
        // The later slot gets the letter, whatever the order of the lines.
        let (config, _) = settings("[slots:chess]\ncustomPiece2 = n:WD\ncustomPiece1 = n:FA\n");
        assert!(config.get("customPiece1").is_none() && config.get("customPiece2").is_some());
        let (config, faults) = settings("[odd:chess]\npromotionPieceTypes = qz\n");
        assert_eq!(config.text(FsfKey::PromotionPieceTypes), "Q");
        assert_eq!(faults, [(2, String::from("promotionPieceTypes = qz: no piece has the letter `z`"))]);
    }

    #[test]
    fn general_keys_override_inherited_specific_ones() {
        let (config, _) = settings("[center:breakthrough]\nflagRegion = d4\n");
        assert!(
            config.get(FsfKey::FlagRegionWhite).is_none() && config.get(FsfKey::FlagRegionBlack).is_none()
        );
        let (config, _) = settings("[one:chess]\npromotionPawnTypes = n\n[two:one]\npawnTypes = p\n");
        assert!(config.get(FsfKey::PromotionPawnTypes).is_none());
        let (config, _) = settings("[both:chess]\nflagRegion = d4\nflagRegionWhite = e4\n");
        assert!(config.get(FsfKey::FlagRegionWhite).is_some());
    }
}
