//! The lists of engines in the settings files of WinBoard, `winboard.ini`, and XBoard, `.xboardrc`.
//!
//! A setting is `/NAME=VALUE` or `-NAME VALUE` on a line of its own. WinBoard 4.9.1 writes a list of engines in braces,
//! without escapes, or in quotes with `\` as the escape if it contains a closing brace. Each line of a list is the
//! beginning of a command line of WinBoard. `# NAME` begins a group, `# end` ends it. A line that begins with `;` is a
//! comment. The text is in the system's code page.

use std::ops::Range;

/// The setting with a list of engines, and the option that names the folder of an engine in it.
struct EngineList {
    setting: &'static str,
    folder: &'static str,
}

/// The lists of the first and the second engine.
const LISTS: [EngineList; 2] = [
    EngineList { setting: "firstChessProgramNames", folder: "-fd" },
    EngineList { setting: "secondChessProgramNames", folder: "-sd" },
];

/// Begins a list that the file lacked. WinBoard removes comments when it writes the file.
const ADDED: &[u8] = b"; WinBoard's engines, and Griffon: added by `griffon install`\r\n";
/// Begins a file that did not exist.
const CREATED: &[u8] = b"; Created by `griffon install`\r\n";

/// An engine: the name of its program and its folder, in the system's code page.
#[derive(Debug)]
pub struct ListedEngine {
    program: &'static str,
    folder: Vec<u8>,
}

impl ListedEngine {
    /// Creates it; `None` if WinBoard cannot quote the folder.
    pub fn new(program: &'static str, folder: &[u8]) -> Option<Self> {
        let is_unsafe = |&byte: &u8| byte == b'"' || byte == b'}' || byte < b' ';
        (!folder.iter().any(is_unsafe)).then(|| Self { program, folder: folder.to_vec() })
    }

    /// Returns its line in a list, as WinBoard's dialog *Load Engine* writes it.
    fn line(&self, list: &EngineList) -> Vec<u8> {
        [format!("\"{}\" {} \"", self.program, list.folder).as_bytes(), &self.folder, b"\""].concat()
    }

    /// Returns a list that the file lacks: the engines that WinBoard lists by default, and this one.
    fn first_list(&self, list: &EngineList) -> Vec<u8> {
        let (setting, folder) = (list.setting, list.folder.trim_start_matches('-'));
        let others = format!("/{setting}={{fmax /{folder}=Fairy-Max\r\nGNUChess\r\n\"GNUChes5 xboard\"\r\n");
        [ADDED, others.as_bytes(), &self.line(list), b"\r\n}\r\n"].concat()
    }

    /// Returns the settings for a WinBoard that has never saved any.
    pub fn first_settings(&self) -> Vec<u8> {
        CREATED.iter().copied().chain(LISTS.iter().flat_map(|list| self.first_list(list))).collect()
    }

    /// Adds it to the lists that lack it; `None` if a list is written in a way that WinBoard would not write.
    pub fn add_to(&self, settings: &[u8]) -> Option<Vec<u8>> {
        let mut text = settings.to_vec();
        let mut missing = Vec::new();
        for list in &LISTS {
            match ListSetting::find(&text, list.setting) {
                ListSearch::Missing => missing.extend(self.first_list(list)),
                ListSearch::Unquoted => return None,
                ListSearch::At(setting) => {
                    let line = setting.quote.escape(&self.line(list));
                    if setting.find_line(&text, &line).is_none() {
                        setting.insert(&mut text, line);
                    }
                }
            }
        }
        Some([missing, text].concat())
    }

    /// Removes exactly what [`Self::add_to`] added.
    pub fn remove_from(&self, settings: &[u8]) -> Vec<u8> {
        let mut text = settings.to_vec();
        for list in &LISTS {
            let added = self.first_list(list);
            if let Some(at) = text.windows(added.len()).position(|window| window == added) {
                text.drain(at..at + added.len());
            } else if let ListSearch::At(setting) = ListSetting::find(&text, list.setting)
                && let Some(line) = setting.find_line(&text, &setting.quote.escape(&self.line(list)))
            {
                text.drain(setting.with_line_end(&text, line));
            }
        }
        text
    }
}

/// XBoard's setting with the list of engines.
const XBOARD_LIST: &str = LISTS[0].setting;

/// Adds a line to the beginning of XBoard's list of engines, unless it is there; `None` if the settings have no list,
/// or none that is written as XBoard does.
pub fn with_line(settings: &[u8], line: &str) -> Option<Vec<u8>> {
    let ListSearch::At(list) = ListSetting::find(settings, XBOARD_LIST) else { return None };
    let line = list.quote.escape(line.as_bytes());
    let mut text = settings.to_vec();
    if list.find_line(settings, &line).is_none() {
        let start = list.value.start;
        text.splice(start..start, line.into_iter().chain(*b"\n"));
    }
    Some(text)
}

/// Removes a line from XBoard's list of engines, if it is there.
pub fn without_line(settings: &[u8], line: &str) -> Vec<u8> {
    let mut text = settings.to_vec();
    if let ListSearch::At(list) = ListSetting::find(settings, XBOARD_LIST)
        && let Some(found) = list.find_line(settings, &list.quote.escape(line.as_bytes()))
    {
        text.drain(list.with_line_end(settings, found));
    }
    text
}

/// Returns settings for an XBoard that has never saved any: a list with a line and the engines of other settings.
pub fn first_of_xboard(line: &str, others: &[u8]) -> Vec<u8> {
    let others = match ListSetting::find(others, XBOARD_LIST) {
        ListSearch::At(list) if list.quote == ValueQuote::Braces => &others[list.value],
        _ => &[],
    };
    [format!("-{XBOARD_LIST} {{{line}\n").as_bytes(), others, b"}\n"].concat()
}

/// Quotes of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ValueQuote {
    /// Braces, without escapes.
    Braces,
    /// This character, with `\` as the escape.
    Escaping(u8),
}

impl ValueQuote {
    fn escape(self, line: &[u8]) -> Vec<u8> {
        let special =
            |byte| self != Self::Braces && (byte == b'\\' || self == Self::Escaping(byte) || byte == b'"');
        line.iter().flat_map(|&byte| [special(byte).then_some(b'\\'), Some(byte)]).flatten().collect()
    }
}

/// Result of a search for a setting.
enum ListSearch {
    Missing,
    /// Without quotes, or without a closing one.
    Unquoted,
    At(ListSetting),
}

/// A setting of several lines.
struct ListSetting {
    quote: ValueQuote,
    /// The bytes of its value, between the quotes.
    value: Range<usize>,
}

impl ListSetting {
    /// Finds a setting by its name. If there are several, WinBoard uses the last.
    fn find(text: &[u8], name: &str) -> ListSearch {
        let values = values(text, name);
        values.last().map_or(ListSearch::Missing, |&at| {
            Self::read(text, at).map_or(ListSearch::Unquoted, ListSearch::At)
        })
    }

    fn read(text: &[u8], at: usize) -> Option<Self> {
        let quote = match text.get(at)? {
            b'{' => ValueQuote::Braces,
            &quote @ (b'"' | b'\'') => ValueQuote::Escaping(quote),
            _ => return None,
        };
        let mut end = at + 1;
        loop {
            match (text.get(end)?, quote) {
                (b'}', ValueQuote::Braces) => break,
                (b'\\', ValueQuote::Escaping(_)) => end += 2,
                (&byte, ValueQuote::Escaping(quote)) if byte == quote => break,
                _ => end += 1,
            }
        }
        Some(Self { quote, value: at + 1..end })
    }

    /// Returns the lines of the value with their ends.
    fn lines<'a>(&self, text: &'a [u8]) -> impl Iterator<Item = (Range<usize>, &'a [u8])> {
        let mut at = self.value.start;
        text[self.value.clone()].split_inclusive(|&byte| byte == b'\n').map(move |line| {
            let range = at..at + line.len();
            at = range.end;
            (range, line)
        })
    }

    /// Finds a line of the value.
    fn find_line(&self, text: &[u8], wanted: &[u8]) -> Option<Range<usize>> {
        let mut lines = self.lines(text);
        lines.find_map(|(range, line)| {
            (trim_line_end(line) == wanted).then_some(range.start..range.start + wanted.len())
        })
    }

    /// Returns where WinBoard adds an engine: after the last engine outside groups, or the last group.
    fn place(&self, text: &[u8]) -> usize {
        let (mut place, mut depth) = (self.value.start, 0_usize);
        for (range, line) in self.lines(text) {
            if line.starts_with(b"# end") {
                depth = depth.saturating_sub(1);
            } else if line.starts_with(b"#") {
                depth += 1;
            }
            if depth == 0 {
                place = range.end;
            }
        }
        place
    }

    /// Adds a line to the list.
    fn insert(&self, text: &mut Vec<u8>, line: Vec<u8>) {
        let place = self.place(text);
        let end = line_end(text);
        let follows_line = place == self.value.start || text[..place].ends_with(b"\n");
        let added = if follows_line { [&line, end].concat() } else { [end, &line].concat() };
        text.splice(place..place, added);
    }

    /// Extends the range of a line by its line end, or by the one before if it is the last.
    fn with_line_end(&self, text: &[u8], line: Range<usize>) -> Range<usize> {
        let after = &text[line.end..self.value.end];
        let before = &text[self.value.start..line.start];
        let is_end = |end: &&&[u8]| after.starts_with(end);
        const ENDS: [&[u8]; 2] = [b"\r\n", b"\n"];
        if let Some(end) = ENDS.iter().find(is_end) {
            return line.start..line.end + end.len();
        }
        let end = ENDS.iter().find(|end| before.ends_with(end)).map_or(0, |end| end.len());
        line.start - end..line.end
    }
}

/// Returns the positions of the values of a setting.
fn values(text: &[u8], name: &str) -> Vec<usize> {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'=' | b':' | b'\t');
    let mut values = Vec::new();
    let mut next = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        next += line.len();
        let line = line.trim_ascii_start();
        let setting = line.strip_prefix(b"/").or_else(|| line.strip_prefix(b"-"));
        let rest = setting.and_then(|setting| setting.strip_prefix(name.as_bytes()));
        if let Some(rest) = rest.filter(|rest| rest.first().is_some_and(is_blank)) {
            let blanks = rest.iter().take_while(|byte| is_blank(byte)).count();
            values.push(next - rest.len() + blanks);
        }
    }
    values
}

/// Returns the name of the file from which WinBoard goes on reading its settings, and into which it writes them.
pub fn settings_file(text: &[u8]) -> Option<Vec<u8>> {
    let at =
        ["settingsFile", "ini", "backupSettingsFile"].iter().flat_map(|name| values(text, name)).max()?;
    let line = trim_line_end(text[at..].split(|&byte| byte == b'\n').next()?);
    // The names of files have no escapes.
    let name = match *line.first()? {
        quote @ (b'"' | b'\'') => line[1..].split(|&byte| byte == quote).next()?,
        b'{' => line[1..].split(|&byte| byte == b'}').next()?,
        _ => line.split(|byte| matches!(byte, b' ' | b'\t')).next()?,
    };
    Some(name.to_vec())
}

fn trim_line_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// Returns the line end of a text: that of its first line.
fn line_end(text: &[u8]) -> &'static [u8] {
    let first = text.split_inclusive(|&byte| byte == b'\n').next().unwrap_or_default();
    if first.ends_with(b"\n") && !first.ends_with(b"\r\n") { b"\n" } else { b"\r\n" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn griffon() -> ListedEngine {
        ListedEngine::new("griffon.exe", br"C:\Users\a b\Griffon").unwrap()
    }

    /// Adds the engine and removes it again, which must restore the text.
    fn added(settings: &str) -> String {
        let text = griffon().add_to(settings.as_bytes()).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(griffon().add_to(text.as_bytes()).unwrap(), text.as_bytes(), "twice");
        assert_eq!(String::from_utf8(griffon().remove_from(text.as_bytes())).unwrap(), settings);
        text
    }

    #[test]
    fn an_engine_is_added_as_winboard_does() {
        let text = "; WinBoard 4.9.1\r\n/size=49\r\n/firstChessProgramNames={fmax /fd=Fairy-Max\r\nGNUChess\r\n}\r\n\
                    /secondChessProgramNames={GNUChess\r\n}\r\n/saveGameFile=\"C:\\games\\\"\r\n";
        let wanted = "; WinBoard 4.9.1\r\n/size=49\r\n/firstChessProgramNames={fmax /fd=Fairy-Max\r\nGNUChess\r\n\
                      \"griffon.exe\" -fd \"C:\\Users\\a b\\Griffon\"\r\n}\r\n\
                      /secondChessProgramNames={GNUChess\r\n\"griffon.exe\" -sd \"C:\\Users\\a b\\Griffon\"\r\n}\r\n\
                      /saveGameFile=\"C:\\games\\\"\r\n";
        assert_eq!(added(text), wanted);
    }

    #[test]
    fn lists_in_quotes_are_escaped() {
        let text = "/firstChessProgramNames=\"\\\"a}.exe\\\" -fd \\\"C:\\\\x\\\"\n\"\n-secondChessProgramNames='a'\n";
        let wanted = "/firstChessProgramNames=\"\\\"a}.exe\\\" -fd \\\"C:\\\\x\\\"\n\
                      \\\"griffon.exe\\\" -fd \\\"C:\\\\Users\\\\a b\\\\Griffon\\\"\n\"\n\
                      -secondChessProgramNames='a\n\\\"griffon.exe\\\" -sd \\\"C:\\\\Users\\\\a b\\\\Griffon\\\"'\n";
        assert_eq!(added(text), wanted);
    }

    #[test]
    fn engines_are_added_after_the_groups() {
        let list = "/firstChessProgramNames={a\n# old\nb\n# older\nc\n# end\n# end\n# open\nd\n}\n/secondChessProgramNames={}\n";
        let text = added(list);
        assert!(
            text.contains("# end\n# end\n\"griffon.exe\" -fd \"C:\\Users\\a b\\Griffon\"\n# open\nd\n}"),
            "{text}"
        );
        assert!(text.contains("Names={\"griffon.exe\" -sd \"C:\\Users\\a b\\Griffon\"\n}"), "{text}");
    }

    #[test]
    fn other_bytes_are_kept() {
        for text in ["", "/size=49", "/userName=\"x\"\r\n/firstChessProgramNames={a}", "\r\n\r\n; note\n"] {
            added(text);
        }
        let latin = b"/userName=\"Andr\xe9\"\n/firstChessProgramNames={a\n}\n".to_vec();
        let text = griffon().add_to(&latin).unwrap();
        assert_ne!(text, latin);
        assert_eq!(griffon().remove_from(&text), latin);
        // Of several settings WinBoard uses the last.
        let text = added(
            "/firstChessProgramNames={a\n}\n/secondChessProgramNames={}\n/firstChessProgramNames={b\n}\n",
        );
        assert!(text.starts_with("/firstChessProgramNames={a\n}\n"), "{text}");
    }

    #[test]
    fn first_settings_are_those_of_an_empty_file() {
        let first = griffon().first_settings();
        let text = String::from_utf8_lossy(&first);
        assert!(text.contains("GNUChess\r\n\"GNUChes5 xboard\"\r\n\"griffon.exe\" -fd "), "{text}");
        assert_eq!(griffon().add_to(&first).unwrap(), first);
        assert_eq!(griffon().remove_from(&first), CREATED);
        // After WinBoard has written the file, only the lines are Griffon's.
        let rewritten = text
            .lines()
            .filter(|line| !line.starts_with(';'))
            .fold(String::new(), |all, line| all + line + "\r\n");
        let left = griffon().remove_from(rewritten.as_bytes());
        assert_eq!(String::from_utf8_lossy(&left).lines().count(), 8);
    }

    #[test]
    fn unquoted_lists_and_folders_are_refused() {
        assert!(griffon().add_to(b"/firstChessProgramNames=GNUChess\n").is_none());
        assert!(griffon().add_to(b"/firstChessProgramNames={GNUChess\n").is_none());
        assert!(ListedEngine::new("griffon.exe", b"C:\\a}b").is_none());
    }

    #[test]
    fn the_file_that_goes_on_is_found() {
        let file = |text: &str| settings_file(text.as_bytes()).map(|name| String::from_utf8(name).unwrap());
        assert_eq!(
            file("/size=49\r\n/settingsFile=\"%APPDATA%\\winboard.ini\"\r\n").as_deref(),
            Some("%APPDATA%\\winboard.ini")
        );
        assert_eq!(file("-ini my.ini\n").as_deref(), Some("my.ini"));
        assert_eq!(file("/initialMode=\"\"\n/saveSettingsFile=\"x\"\n"), None);
    }
}
