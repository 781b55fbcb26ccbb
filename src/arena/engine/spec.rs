//! Configuration of an engine: its command and its settings.

use crate::arena::time_limits::{self, TimeLimits};
use crate::search::clock::TimeControl;
use crate::variant::Variant;
use std::path::PathBuf;

/// Protocol of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EngineProtocol {
    /// Chess Engine Communication Protocol, the protocol of XBoard.
    #[default]
    Cecp,
    /// Universal Chess Interface.
    Uci,
    /// Griffon itself, in this process.
    Internal,
}

/// An engine and its settings.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct EngineSpec {
    /// Program and arguments. `{variant}` in an argument stands for the variant of the match as named by the user.
    pub command: Vec<String>,
    pub protocol: EngineProtocol,
    /// Name in tables and games; by default the name it reports.
    pub name: Option<String>,
    /// Working directory.
    pub dir: Option<PathBuf>,
    /// Its own time limits, instead of the common ones.
    pub pace: TimeLimits,
    /// Hash table, MiB.
    pub hash: Option<u32>,
    pub threads: Option<u32>,
    /// Learned evaluation of an internal engine, in place of that of the program; `-`: the estimate.
    pub net: Option<PathBuf>,
    /// Parameters of an internal engine, by name and value.
    pub params: Vec<(String, i32)>,
    /// Engine options, by name and value.
    pub options: Vec<(String, String)>,
    /// Pairs of variant names: ours and the engine's.
    pub variants: Vec<(String, String)>,
    /// Variants (our names) whose start position must be sent, or `all`.
    pub set_up: Vec<String>,
    /// Whether one process may play several games; `None`: as the engine reports.
    pub reuse: Option<bool>,
}

/// Setting of an engine that has no command.
const INTERNAL: &str = "proto=internal";
/// Names of all settings, for messages.
const KEYS: &str = "cmd, proto, name, dir, tc, st, depth, nodes, hash, threads, reuse, setup, net, option.NAME, \
    variant.NAME, param.NAME";

impl EngineSpec {
    /// Returns the configured name, or the name the engine reports, or its command.
    pub fn shown_name<'a>(&'a self, own: Option<&'a String>) -> &'a str {
        let name = self.name.as_ref().or(own);
        name.or(self.command.first()).map_or("engine", String::as_str)
    }
    /// Reads an engine from a string: a plain command, or settings such as `cmd=… proto=uci nodes=2000`. Words with
    /// blanks must be quoted. Settings in the string override `common`.
    ///
    /// # Errors
    /// The first wrong setting.
    pub fn read(text: &str, common: &[(String, String)]) -> Result<Self, String> {
        let words = words(text)?;
        let mut spec = Self::default();
        spec.change(common)?;
        if !words.iter().any(|word| word.starts_with("cmd=") || word == INTERNAL) {
            spec.command = words;
            return spec.checked();
        }
        let settings = words.iter().map(|word| setting(word)).collect::<Result<Vec<_>, _>>()?;
        spec.change(&settings)?;
        spec.checked()
    }
    /// Creates an engine from settings.
    ///
    /// # Errors
    /// The first wrong setting.
    pub fn new(common: &[(String, String)], settings: &[(String, String)]) -> Result<Self, String> {
        let mut spec = Self::default();
        spec.change(common)?;
        spec.change(settings)?;
        spec.checked()
    }
    fn checked(self) -> Result<Self, String> {
        let is_complete = !self.command.is_empty() || self.protocol == EngineProtocol::Internal;
        is_complete.then_some(self).ok_or_else(|| String::from("an engine needs a command: cmd=COMMAND"))
    }
    fn change(&mut self, settings: &[(String, String)]) -> Result<(), String> {
        // Time limits of one engine replace all common ones.
        if settings.iter().any(|(key, _)| is_pace(key)) {
            self.pace = TimeLimits::default();
        }
        settings.iter().try_for_each(|(key, value)| self.set(key, value))
    }
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let wanted = |what: &str| format!("`{key}={value}`: expected {what}");
        let positive = || wanted("a number above 0");
        let number = || value.parse().ok().filter(|&n: &u32| n > 0).ok_or_else(positive);
        match key {
            "cmd" => self.command = words(value)?,
            "proto" => {
                self.protocol = match value {
                    "cecp" | "xboard" => EngineProtocol::Cecp,
                    "uci" => EngineProtocol::Uci,
                    "internal" => EngineProtocol::Internal,
                    _ => return Err(wanted("`cecp`, `uci` or `internal`")),
                }
            }
            "net" => self.net = Some(PathBuf::from(value)),
            "name" => self.name = Some(value.to_owned()),
            "dir" => self.dir = Some(PathBuf::from(value)),
            "tc" => {
                self.pace.control = Some(time_limits::time_control(value).map_err(|why| wanted(strip(&why)))?)
            }
            "st" => {
                let time = time_limits::seconds(value).map_err(|why| wanted(strip(&why)))?;
                self.pace.control = Some(TimeControl::PerMove(time));
            }
            "depth" => self.pace.depth = Some(value.parse().ok().filter(|&n| n > 0).ok_or_else(positive)?),
            "nodes" => self.pace.nodes = Some(value.parse().ok().filter(|&n| n > 0).ok_or_else(positive)?),
            "hash" => self.hash = Some(number()?),
            "threads" => self.threads = Some(number()?),
            "reuse" => {
                self.reuse = Some(match value {
                    "0" | "false" => false,
                    "1" | "true" => true,
                    _ => return Err(wanted("`0` or `1`")),
                });
            }
            "setup" => self.set_up = value.split(',').map(|name| name.trim().to_owned()).collect(),
            _ => match key.split_once('.') {
                Some(("option", name)) => self.options.push((name.to_owned(), value.to_owned())),
                Some(("param", name)) => {
                    let value = value.parse().map_err(|_| wanted("a whole number"))?;
                    self.params.push((name.to_owned(), value));
                }
                Some(("variant", name)) => self.variants.push((name.to_owned(), value.to_owned())),
                _ => return Err(format!("no setting is called `{key}`; settings are {KEYS}")),
            },
        }
        Ok(())
    }
    /// Returns the configured name that the engine uses for a variant, if any.
    pub fn variant_name(&self, ours: &str) -> Option<&str> {
        self.variants.iter().find(|(name, _)| name == ours).map(|(_, own)| own.as_str())
    }
    /// Returns names by which the engine may know a variant, the likeliest first.
    pub(super) fn names_of(&self, variant: &Variant) -> Vec<String> {
        let own: Vec<&String> = std::iter::once(&variant.name).chain(&variant.aliases).collect();
        match own.iter().find_map(|name| self.variant_name(name)) {
            Some(name) => vec![name.to_owned()],
            None => own.into_iter().cloned().chain([crate::variant_names::offered(variant)]).collect(),
        }
    }
    /// Whether the start position of the variant must be sent to the engine.
    pub fn is_set_up(&self, variant: &str) -> bool {
        self.set_up.iter().any(|name| name == "all" || name == variant)
    }
    /// Returns the command with `{variant}` replaced.
    pub(super) fn command_for(&self, variant: &str) -> Vec<String> {
        self.command.iter().map(|word| word.replace("{variant}", variant)).collect()
    }
    /// Returns the configured name, or the command with its own time limits.
    pub fn label(&self) -> String {
        let command = match self.protocol {
            EngineProtocol::Internal => String::from("internal"),
            _ => self.command.join(" "),
        };
        let limited = if self.pace.is_set() { format!("{command} ({})", self.pace) } else { command };
        self.name.clone().unwrap_or(limited)
    }
}

fn strip(why: &str) -> &str {
    why.strip_prefix("expected ").unwrap_or(why)
}

/// Whether `key` is a time limit.
pub fn is_pace(key: &str) -> bool {
    matches!(key, "tc" | "st" | "depth" | "nodes")
}

/// Splits `key=value`.
///
/// # Errors
/// The word has no `=`.
pub fn setting(word: &str) -> Result<(String, String), String> {
    let (key, value) =
        word.split_once('=').ok_or_else(|| format!("`{word}`: expected KEY=VALUE; keys are {KEYS}"))?;
    Ok((key.to_owned(), value.to_owned()))
}

/// Splits `key=value` and checks it.
///
/// # Errors
/// It is not a setting of an engine.
pub fn checked_setting(word: &str) -> Result<(String, String), String> {
    let pair = setting(word)?;
    check(std::slice::from_ref(&pair))?;
    Ok(pair)
}

/// Checks settings that may be common to several engines.
///
/// # Errors
/// The first wrong setting.
pub fn check(settings: &[(String, String)]) -> Result<(), String> {
    EngineSpec::default().change(settings)
}

/// Splits at blanks outside quotes (`'` or `"`), and removes the quotes.
///
/// # Errors
/// A quote is not closed.
pub fn words(text: &str) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c.is_whitespace() => found.extend(word.take()),
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None => word.get_or_insert_default().push(c),
        }
    }
    if let Some(open) = quote {
        return Err(format!("the quote {open} is not closed in `{text}`"));
    }
    found.extend(word);
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_command_is_an_engine() {
        let spec = EngineSpec::read("griffon --variant 'my chess.txt'", &[]).expect("reads");
        assert_eq!(spec.command, ["griffon", "--variant", "my chess.txt"]);
        assert_eq!(
            (spec.protocol, spec.label().as_str()),
            (EngineProtocol::Cecp, "griffon --variant my chess.txt")
        );
        let spec = EngineSpec::read("griffon --variant {variant}", &[]).expect("reads");
        assert_eq!(spec.command_for("chu"), ["griffon", "--variant", "chu"]);
    }

    #[test]
    fn own_settings_override_common_ones() {
        let common = [setting("tc=5+0.05").expect("reads"), setting("hash=64").expect("reads")];
        let text = "cmd='fairy-stockfish load x' proto=uci nodes=2000 name=FSF option.Threads=2 variant.normal=chess";
        let spec = EngineSpec::read(text, &common).expect("reads");
        assert_eq!(spec.command, ["fairy-stockfish", "load", "x"]);
        assert_eq!((spec.protocol, spec.hash, spec.label().as_str()), (EngineProtocol::Uci, Some(64), "FSF"));
        assert_eq!(spec.pace, TimeLimits { nodes: Some(2000), ..TimeLimits::default() });
        assert_eq!(spec.variant_name("normal"), Some("chess"));
        assert_eq!(spec.options, [("Threads".to_owned(), "2".to_owned())]);
        assert!(EngineSpec::read("griffon", &common).expect("reads").pace.control.is_some());
    }

    #[test]
    fn errors_name_the_wrong_setting() {
        let table = [
            ("cmd=a proto=usi", "`proto=usi`: expected `cecp`, `uci` or `internal`"),
            ("cmd=a nodes=0", "`nodes=0`: expected a number above 0"),
            ("cmd=a speed=3", "no setting is called `speed`"),
            ("cmd=a b", "`b`: expected KEY=VALUE"),
            ("cmd='a", "the quote ' is not closed"),
            ("", "an engine needs a command"),
            ("cmd=a st=x", "`st=x`: expected seconds"),
        ];
        for (text, expected) in table {
            let why = EngineSpec::read(text, &[]).expect_err(text);
            assert!(why.starts_with(expected), "{text}: {why}");
        }
    }
}
