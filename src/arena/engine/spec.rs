//! Configuration of an engine: its command and its settings.

use crate::arena::time_limits::{self, TimeLimits};
use crate::search::clock::TimeControl;
use crate::variant::Variant;
use std::fmt;
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
#[derive(Clone, PartialEq, Default)]
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
    /// Engine options, by name and value. The engine must have them.
    pub options: Vec<(String, String)>,
    /// Options common to all engines that have them. Those in [`Self::options`] come later.
    pub common_options: Vec<(String, String)>,
    /// Pairs of variant names: ours and the engine's.
    pub variants: Vec<(String, String)>,
    /// Variants (our names) whose start position must be sent, or `all`.
    pub set_up: Vec<String>,
    /// Whether one process may play several games; `None`: as the engine reports.
    pub reuse: Option<bool>,
    /// Number among different engines with the same label; see [`distinguish`]. It is shown only.
    number: Option<usize>,
}

/// Formats the settings, by which a match is recognised: without the number, and options of both kinds in one list.
impl fmt::Debug for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            command,
            protocol,
            name,
            dir,
            pace,
            hash,
            threads,
            net,
            params,
            options,
            common_options,
            variants,
            set_up,
            reuse,
            number: _,
        } = self;
        let options: Vec<_> = common_options.iter().chain(options).collect();
        f.debug_struct("EngineSpec")
            .field("command", command)
            .field("protocol", protocol)
            .field("name", name)
            .field("dir", dir)
            .field("pace", pace)
            .field("hash", hash)
            .field("threads", threads)
            .field("net", net)
            .field("params", params)
            .field("options", &options)
            .field("variants", variants)
            .field("set_up", set_up)
            .field("reuse", reuse)
            .finish()
    }
}

/// Names of all settings.
const KEYS: &str = "cmd, proto, name, dir, tc, st, depth, nodes, hash, threads, reuse, setup, net, option.NAME, \
    variant.NAME, param.NAME";
/// Settings that only an internal engine has.
const ONLY_INTERNAL: [&str; 2] = ["net", "param"];
/// Settings that only a program has.
const ONLY_EXTERNAL: [&str; 6] = ["cmd", "dir", "reuse", "setup", "option", "variant"];

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
        spec.change_common(common)?;
        let has_settings = |word: &String| word.split_once('=').is_some_and(|(key, _)| is_key(key));
        if !words.first().is_some_and(has_settings) && !words.iter().any(|word| word.starts_with("cmd=")) {
            spec.command = words;
            return spec.checked(&[(String::from("cmd"), text.to_owned())]);
        }
        let settings = words.iter().map(|word| setting(word)).collect::<Result<Vec<_>, _>>()?;
        spec.change(&settings)?;
        spec.checked(&settings)
    }
    /// Creates an engine from settings.
    ///
    /// # Errors
    /// The first wrong setting.
    pub fn new(common: &[(String, String)], settings: &[(String, String)]) -> Result<Self, String> {
        let mut spec = Self::default();
        spec.change_common(common)?;
        spec.change(settings)?;
        spec.checked(settings)
    }
    /// Refuses an engine without a command, and own settings that have no effect with its protocol.
    fn checked(self, own: &[(String, String)]) -> Result<Self, String> {
        let is_internal = self.protocol == EngineProtocol::Internal;
        if !is_internal && self.command.is_empty() {
            return Err(String::from("an engine needs a command: cmd=COMMAND"));
        }
        let (unused, why) = match is_internal {
            true => (&ONLY_EXTERNAL[..], "has no effect with proto=internal"),
            false => (&ONLY_INTERNAL[..], "needs proto=internal"),
        };
        let is_unused = |key: &str| unused.contains(&key.split('.').next().unwrap_or(key));
        let is_repeated =
            |&(at, (key, _)): &(usize, &(String, String))| own[..at].iter().any(|(other, _)| other == key);
        if let Some((_, (key, _))) = own.iter().enumerate().find(is_repeated) {
            return Err(format!("`{key}` is given twice"));
        }
        match own.iter().find(|(key, _)| is_unused(key)) {
            Some((key, _)) => Err(format!("`{key}` {why}")),
            None => Ok(self),
        }
    }
    fn change_common(&mut self, settings: &[(String, String)]) -> Result<(), String> {
        self.change(settings)?;
        self.common_options = std::mem::take(&mut self.options);
        Ok(())
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
    /// Returns the node limit, and the engine without it and without a name. Engines that are otherwise the same are one
    /// engine at several strengths.
    pub fn ladder(&self) -> Option<(Self, u64)> {
        let nodes = self.pace.nodes?;
        let pace = TimeLimits { nodes: None, ..self.pace };
        Some((Self { name: None, number: None, pace, ..self.clone() }, nodes))
    }
    /// Returns the configured name, or the command with its own time limits; with the engine's number, if any.
    pub fn label(&self) -> String {
        let command = match self.protocol {
            EngineProtocol::Internal => String::from("internal"),
            _ => self.command.join(" "),
        };
        let limited = if self.pace.is_set() { format!("{command} ({})", self.pace) } else { command };
        self.numbered(self.name.as_deref().unwrap_or(&limited))
    }
    /// Adds the engine's number to a name of it.
    pub fn numbered(&self, name: &str) -> String {
        self.number.map_or_else(|| name.to_owned(), |number| format!("{name} #{number}"))
    }
}

/// Numbers different engines that have the same label. Equal engines share a number.
pub fn distinguish<'a>(engines: impl Iterator<Item = &'a mut EngineSpec>) {
    let engines: Vec<_> = engines.collect();
    let mut given: Vec<(String, EngineSpec)> = Vec::new();
    for engine in &engines {
        let entry = (engine.label(), (*engine).clone());
        if !given.contains(&entry) {
            given.push(entry);
        }
    }
    for engine in engines {
        let label = engine.label();
        let mut same = given.iter().filter(|(other, _)| *other == label);
        if same.clone().count() > 1 {
            engine.number = same.position(|(_, other)| *other == *engine).map(|index| index + 1);
        }
    }
}

/// Whether a word is the name of a setting.
fn is_key(word: &str) -> bool {
    let name = word.split_once('.').map_or_else(|| word.to_owned(), |(kind, _)| format!("{kind}.NAME"));
    KEYS.split(", ").any(|key| key == name)
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
    let (key, value) = word.split_once('=').ok_or_else(|| {
        format!("`{word}`: expected KEY=VALUE, in quotes if there are blanks in it; keys are {KEYS}")
    })?;
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
    fn different_engines_have_different_labels() {
        let texts =
            ["cmd=a nodes=9 hash=1", "cmd=a nodes=9 hash=2", "cmd=a nodes=8 hash=2", "cmd=a nodes=9 hash=1"];
        let mut specs = texts.map(|text| EngineSpec::read(text, &[]).expect(text));
        distinguish(specs.iter_mut());
        let labels = specs.each_ref().map(EngineSpec::label);
        assert_eq!(labels, ["a (nodes 9) #1", "a (nodes 9) #2", "a (nodes 8)", "a (nodes 9) #1"]);
        // The numbers are shown only.
        assert!(specs.iter().all(|spec| spec.name.is_none() && !format!("{spec:?}").contains('#')));
        let ladders = specs.each_ref().map(|spec| spec.ladder().expect("nodes"));
        assert!(ladders[0].0 != ladders[1].0 && ladders[1].0 == ladders[2].0 && ladders[0] == ladders[3]);
        assert_eq!((ladders[1].1, ladders[2].1, ladders[1].0.label().as_str()), (9, 8, "a"));
    }

    /// Common settings are for the engines that have them.
    #[test]
    fn common_settings_need_not_be_used() {
        let common = ["dir=/tmp", "param.tempo=3"].map(|word| setting(word).expect("reads"));
        for engine in ["griffon", "proto=internal nodes=9"] {
            assert!(EngineSpec::read(engine, &common).is_ok(), "{engine}");
        }
    }

    /// Saved games are recognised by this text.
    #[test]
    fn the_text_of_an_engine_stays() {
        let common = [setting("option.Y=2").expect("reads")];
        let spec = EngineSpec::read("cmd=a nodes=9 option.X=1", &common).expect("reads");
        let text = "EngineSpec { command: [\"a\"], protocol: Cecp, name: None, dir: None, \
            pace: TimeLimits { control: None, depth: None, nodes: Some(9) }, hash: None, threads: None, net: None, \
            params: [], options: [(\"Y\", \"2\"), (\"X\", \"1\")], variants: [], set_up: [], reuse: None }";
        assert_eq!(format!("{spec:?}"), text);
    }

    /// A command is not silently replaced by the internal engine.
    #[test]
    fn internal_engines_have_no_command() {
        let common = [setting("proto=internal").expect("reads")];
        for engine in ["nosuchprog", "cmd=nosuchprog"] {
            let why = EngineSpec::read(engine, &common).expect_err(engine);
            assert_eq!(why, "`cmd` has no effect with proto=internal");
        }
        assert!(EngineSpec::read("nodes=9", &common).is_ok());
    }

    #[test]
    fn errors_name_the_wrong_setting() {
        let table = [
            ("cmd=a proto=usi", "`proto=usi`: expected `cecp`, `uci` or `internal`"),
            ("cmd=a nodes=0", "`nodes=0`: expected a number above 0"),
            ("cmd=a speed=3", "no setting is called `speed`"),
            ("cmd=a b", "`b`: expected KEY=VALUE, in quotes if there are blanks in it"),
            ("cmd='a", "the quote ' is not closed"),
            ("", "an engine needs a command"),
            ("proto=uci nodes=100", "an engine needs a command: cmd=COMMAND"),
            ("cmd=a proto=uci net=-", "`net` needs proto=internal"),
            ("cmd=a param.tempo=3", "`param.tempo` needs proto=internal"),
            ("proto=internal option.Hash=3", "`option.Hash` has no effect with proto=internal"),
            ("name=A proto=internal dir=x", "`dir` has no effect with proto=internal"),
            ("cmd=a st=x", "`st=x`: expected seconds"),
        ];
        for (text, expected) in table {
            let why = EngineSpec::read(text, &[]).expect_err(text);
            assert!(why.starts_with(expected), "{text}: {why}");
        }
    }
}
