//! Sections of a `variants.ini` with their inheritance.

use std::collections::BTreeMap;

/// The games built into Fairy-Stockfish.
const BASES: &str = include_str!("bases.ini");
/// Keys whose values are pairs, `p:g s:g`.
const PAIRS: &[&str] = &["promotedPieceType", "promotionLimit"];
/// Maximum depth of inheritance.
const DEEPEST: usize = 30;

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
    parent: Option<String>,
    settings: Vec<(String, Setting)>,
}

/// Settings of a section and of all its ancestors, each with its place in the order in which they were made; a later
/// one replaces an earlier one of the same key.
#[derive(Clone, Default, Debug)]
pub struct Config(BTreeMap<String, (usize, Setting)>);

impl Config {
    /// Returns the setting of a key, if any.
    pub fn get(&self, key: &str) -> Option<&Setting> {
        self.0.get(key).map(|(_, setting)| setting)
    }
    /// Returns the value of a key, or `default` if it is not set.
    pub fn text<'a>(&'a self, key: &str, default: &'a str) -> &'a str {
        self.get(key).map_or(default, |setting| setting.value.as_str())
    }
    /// Returns the value of a key as a switch, or `default` if it is not set.
    pub fn on(&self, key: &str, default: bool) -> bool {
        self.get(key).map_or(default, |setting| setting.value.eq_ignore_ascii_case("true"))
    }
    /// Returns the value of a key as a number, or `default` if it is not set or not a number.
    pub fn number(&self, key: &str, default: u32) -> u32 {
        self.get(key).and_then(|setting| setting.value.parse().ok()).unwrap_or(default)
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

/// Returns the settings of a section.
///
/// # Errors
/// If its parent is neither an earlier section nor built in.
pub fn resolve(all: &[Section], at: usize) -> Result<Config, String> {
    let (bases, _) = sections(BASES);
    let mut config = Config::default();
    let chain = chain(all, at, &bases)?.into_iter().rev();
    let settings =
        chain.flat_map(|(section, built_in)| section.settings.iter().map(move |it| (it, built_in)));
    for (place, ((key, setting), built_in)) in settings.enumerate() {
        let line = if built_in { 0 } else { setting.line };
        // Pairs are set individually: those not mentioned keep their value.
        let before = config.get(key).filter(|_| PAIRS.contains(&key.as_str()));
        let before = before.map_or_else(String::new, |before| format!("{} ", before.value));
        config.0.insert(key.clone(), (place, Setting { line, value: before + &setting.value }));
    }
    Ok(config)
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

/// Returns the built-in games as a text in the same format.
pub const fn built_in() -> &'static str {
    BASES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_inherit_from_earlier_and_built_in_ones() {
        let text = "# A comment\n[mine:crazyhouse]\nqueen = -\n amazon = a # strong\nnonsense\n[yours:mine]\nnMoveRule = 7\n[lost:nowhere]\n";
        let (sections, faults) = sections(text);
        assert_eq!(faults, [5]);
        let yours = resolve(&sections, 1).unwrap();
        assert_eq!((yours.text("queen", ""), yours.text("amazon", "")), ("-", "a"));
        assert_eq!((yours.number("nMoveRule", 50), yours.on("pieceDrops", false)), (7, true));
        assert_eq!((yours.get("amazon").unwrap().line, yours.get("rook").unwrap().line), (4, 0));
        assert!(resolve(&sections, 2).unwrap_err().contains("`nowhere`"));
    }
}
