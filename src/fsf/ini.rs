//! Sections of a `variants.ini` with their inheritance.

use super::keys::{ColorKeys, FsfKey};
use std::collections::BTreeMap;

/// First of the characters that mark types: private ones, which no line of a file may contain.
const MARKS: u32 = 0xE000;
/// Maximum number of marks.
const MAX_MARKS: u32 = 0x1000;

/// Returns the mark of the type with a number.
pub(super) fn mark(number: usize) -> Option<char> {
    let number = u32::try_from(number).ok().filter(|&number| number < MAX_MARKS);
    number.and_then(|number| char::from_u32(MARKS + number))
}

/// Returns the number of the type with a mark; `None` if the character is no mark.
pub(super) fn marked(c: char) -> Option<usize> {
    let number = u32::from(c).checked_sub(MARKS).filter(|&number| number < MAX_MARKS);
    number.and_then(|number| usize::try_from(number).ok())
}

/// The games built into Fairy-Stockfish.
const BASES: &str = include_str!("bases.ini");

/// The value of a key and its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The value, without blanks around it.
    pub value: String,
    /// Line of the file, from 1; 0: from a built-in game.
    pub line: usize,
}

/// A section: a variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// Its name.
    pub name: String,
    /// Its line, from 1.
    pub line: usize,
    /// The section from which it inherits.
    pub(super) parent: Option<String>,
    pub(super) settings: Vec<(String, Setting)>,
}

/// Settings of a section and of all its ancestors, each with its place in the order in which they were made; a later
/// one replaces an earlier one of the same key.
#[derive(Clone, Default, Debug)]
pub struct Config(BTreeMap<String, (usize, Setting)>);

impl Config {
    /// Returns the setting of a key, if any.
    pub fn get(&self, key: impl AsRef<str>) -> Option<&Setting> {
        self.0.get(key.as_ref()).map(|(_, setting)| setting)
    }
    /// Returns the setting for a colour, if any: its own, else that for both.
    pub fn get_for(&self, keys: &ColorKeys, white: bool) -> Option<&Setting> {
        self.get(keys.each[usize::from(!white)]).or_else(|| self.get(keys.both))
    }
    /// Sets a key; `place` is that of the setting in the order of all.
    pub(super) fn set(&mut self, key: &str, place: usize, setting: Setting) {
        self.0.insert(key.to_owned(), (place, setting));
    }
    /// Forgets the setting of a key.
    pub(super) fn remove(&mut self, key: &str) {
        self.0.remove(key);
    }
    /// Changes the value of a key, if it is set.
    pub(super) fn change(&mut self, key: impl AsRef<str>, by: impl FnOnce(&str) -> String) {
        if let Some((_, setting)) = self.0.get_mut(key.as_ref()) {
            setting.value = by(&setting.value);
        }
    }
    /// Returns the value of any key, also a piece's; empty if it is not set.
    pub(super) fn given(&self, key: impl AsRef<str>) -> &str {
        self.get(key).map_or("", |setting| setting.value.as_str())
    }
    /// Returns the value of a key, or its default.
    pub fn text(&self, key: FsfKey) -> &str {
        self.get(key).map_or(key.default_value(), |setting| setting.value.as_str())
    }
    /// Whether a switch is on.
    pub fn on(&self, key: FsfKey) -> bool {
        self.text(key).eq_ignore_ascii_case("true")
    }
    /// Returns the value of a key as a number, or its default if it is not set or not a number.
    pub fn number(&self, key: FsfKey) -> u32 {
        let default = || key.default_value().parse().unwrap_or_default();
        self.text(key).parse().unwrap_or_else(|_| default())
    }
    /// Returns all settings in order: a later piece takes the letter of an earlier one.
    pub fn all(&self) -> impl Iterator<Item = (&str, &Setting)> {
        let mut all: Vec<_> = self.0.iter().collect();
        all.sort_unstable_by_key(|(_, (place, _))| *place);
        all.into_iter().map(|(key, (_, setting))| (key.as_str(), setting))
    }
}

/// Splits a text into its sections. Also returns the lines that are neither a section header nor a setting.
pub fn sections(text: &str) -> (Vec<Section>, Vec<usize>) {
    let (mut sections, mut faults): (Vec<Section>, Vec<usize>) = (Vec::new(), Vec::new());
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        if line.chars().any(|c| marked(c).is_some()) {
            faults.push(number + 1);
            continue;
        }
        if let Some(head) = line.strip_prefix('[').and_then(|rest| rest.split(']').next()) {
            let mut names = head.splitn(2, ':').map(|name| name.trim().to_owned());
            let (name, parent) = (names.next().unwrap_or_default(), names.next());
            sections.push(Section { name, line: number + 1, parent, settings: Vec::new() });
            continue;
        }
        match (line.split_once('='), sections.last_mut()) {
            (Some((key, value)), Some(section)) => {
                let value = value.split(" #").next().unwrap_or_default().trim().to_owned();
                section.settings.push((key.trim().to_owned(), Setting { value, line: number + 1 }));
            }
            _ => faults.push(number + 1),
        }
    }
    (sections, faults)
}

/// Returns the built-in games as a text in the same format.
pub const fn built_in() -> &'static str {
    BASES
}
