//! Tournament files of `griffon gauntlet`.

use super::files;
use super::output::CliResult;
use crate::arena::engine::spec::{self, EngineSpec};
use crate::variant::nearest::suggestion;
use std::fs;
use std::path::{Path, PathBuf};

/// Settings of an engine, and its own list of variants, if any.
type EngineEntry = (Vec<(String, String)>, Option<Vec<String>>);

/// An opponent, and its own list of variants, if any.
pub type OpponentEntry<'a> = (EngineSpec, Option<&'a [String]>);

/// A tournament file.
#[derive(Default)]
pub struct Tournament {
    /// Its path; empty if there is no file.
    file: PathBuf,
    /// Games per match.
    pub games: Option<usize>,
    /// Variants for opponents without a list of their own.
    pub variants: Vec<String>,
    /// Settings of all engines.
    pub each: Vec<(String, String)>,
    engines: Vec<EngineEntry>,
    opponents: Vec<EngineEntry>,
}

/// The keys of a tournament, each with what it holds.
const KEYS: [(&str, &str); 5] = [
    ("games", "a number of games"),
    ("variants", "a list of names"),
    ("each", "settings in a table, `[each]`"),
    ("engine", "tables, each `[[engine]]`"),
    ("opponent", "tables, each `[[opponent]]`"),
];

impl Tournament {
    /// Reads a tournament file.
    pub fn open(path: &Path) -> CliResult<Self> {
        let text = fs::read_to_string(path).map_err(files::fault(path))?;
        let tournament = read(&text).map_err(files::fault(path))?;
        Ok(Self { file: path.to_owned(), ..tournament })
    }
    /// Returns the engines, with the common settings as defaults.
    pub fn engines(&self, common: &[(String, String)]) -> CliResult<Vec<EngineSpec>> {
        self.specs("engine", &self.engines, common)
    }
    /// Returns the opponents, with the common settings as defaults, and their own lists of variants.
    pub fn opponents(&self, common: &[(String, String)]) -> CliResult<Vec<OpponentEntry<'_>>> {
        let own = self.opponents.iter().map(|(_, variants)| variants.as_deref());
        Ok(self.specs("opponent", &self.opponents, common)?.into_iter().zip(own).collect())
    }
    fn specs(
        &self,
        list: &str,
        entries: &[EngineEntry],
        common: &[(String, String)],
    ) -> CliResult<Vec<EngineSpec>> {
        let spec = |(index, (settings, _)): (usize, &EngineEntry)| {
            let fault = |why| format!("[[{list}]] {}: {why}", index + 1);
            EngineSpec::new(common, settings).map_err(fault).map_err(files::fault(&self.file))
        };
        entries.iter().enumerate().map(spec).collect()
    }
}

fn read(text: &str) -> Result<Tournament, String> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
    let mut tournament = Tournament::default();
    for (key, value) in table {
        match (key.as_str(), value) {
            ("games", toml::Value::Integer(games)) => {
                let wrong = |_| format!("games = {games}: expected a number of games");
                tournament.games = Some(usize::try_from(games).map_err(wrong)?);
            }
            ("variants", value) => tournament.variants = names(&value)?,
            ("each", toml::Value::Table(table)) => {
                tournament.each = settings(table)?;
                spec::check(&tournament.each).map_err(|why| format!("[each]: {why}"))?;
            }
            ("engine", toml::Value::Array(list)) => tournament.engines = entries(list)?,
            ("opponent", toml::Value::Array(list)) => tournament.opponents = entries(list)?,
            (key, value) => {
                return Err(match KEYS.iter().find(|known| known.0 == key) {
                    Some((_, expected)) => format!("{key} = {value}: expected {expected}"),
                    None => {
                        let meant = suggestion(key, KEYS.iter().map(|known| known.0));
                        let known = "`games`, `variants`, `[each]`, `[[engine]]` and `[[opponent]]`";
                        format!("unknown key `{key}`; a tournament has {known}{meant}")
                    }
                });
            }
        }
    }
    Ok(tournament)
}

fn entries(list: Vec<toml::Value>) -> Result<Vec<EngineEntry>, String> {
    let entry = |value| match value {
        toml::Value::Table(mut table) => {
            let variants = table.remove("variants").map(|value| names(&value)).transpose()?;
            Ok((settings(table)?, variants))
        }
        other => Err(format!("`{other}` is not an engine: expected a table")),
    };
    list.into_iter().map(entry).collect()
}

fn names(value: &toml::Value) -> Result<Vec<String>, String> {
    let wrong = || format!("variants = {value}: expected a list of names");
    let list = value.as_array().ok_or_else(wrong)?;
    list.iter().map(|name| name.as_str().map(str::to_owned).ok_or_else(wrong)).collect()
}

/// Converts settings to text. Keys of nested tables get a prefix, as in `option.Hash`.
fn settings(table: toml::Table) -> Result<Vec<(String, String)>, String> {
    let mut found = Vec::new();
    for (key, value) in table {
        match value {
            toml::Value::Table(inner) => {
                let nested = |(name, value)| (format!("{key}.{name}"), value);
                found.extend(settings(inner)?.into_iter().map(nested));
            }
            toml::Value::Array(_) => found.push((key, names(&value)?.join(","))),
            toml::Value::String(text) => found.push((key, text)),
            other => found.push((key, other.to_string())),
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tournament_file() {
        let text = r#"
            games = 30
            variants = ["normal", "shogi"]
            [each]
            tc = "5+0.05"
            hash = 64
            [[engine]]
            cmd = "griffon"
            [[opponent]]
            cmd = "fairy-stockfish"
            proto = "uci"
            nodes = 2000
            option = { Contempt = 0, "Skill Level" = 20 }
            setup = ["courier", "lion"]
            variants = ["shogi"]
        "#;
        let tournament = read(text).expect("reads");
        assert_eq!((tournament.games, tournament.engines.len()), (Some(30), 1));
        let (settings, variants) = &tournament.opponents[0];
        assert_eq!(variants.as_deref(), Some(&["shogi".to_owned()][..]));
        let spec = EngineSpec::new(&tournament.each, settings).expect("an engine");
        assert_eq!((spec.pace.nodes, spec.pace.control, spec.hash), (Some(2000), None, Some(64)));
        assert!(spec.options.contains(&("Skill Level".to_owned(), "20".to_owned())));
        assert!(spec.is_set_up("lion") && !spec.is_set_up("normal"));
    }

    #[test]
    fn wrong_tournaments_are_refused() {
        for (text, expected) in [
            ("speed = 3", "unknown key `speed`; a tournament has `games`"),
            ("games = 'x'", "games = \"x\": expected a number of games"),
            ("variants = 3", "variants = 3: expected a list"),
            ("engine = [3]", "`3` is not an engine"),
            ("games = -1", "games = -1: expected"),
            ("games", "TOML parse error"),
        ] {
            let why = read(text).map(|_| ()).expect_err(text);
            assert!(why.starts_with(expected), "{text}: {why}");
            assert!(!why.contains("did you mean"), "{why}");
        }
        let why = read("gamez = 3").map(|_| ()).expect_err("a wrong key");
        assert!(why.ends_with("; did you mean `games`?"), "{why}");
    }
}
