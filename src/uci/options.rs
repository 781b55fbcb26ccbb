//! The option lines.

use crate::engine::options::{Id, OptionKind, TABLE};

/// Names that UCI spells differently.
const IN_UCI: &[(&str, &str)] =
    &[("Use Net", "UseNet"), ("Own Book", "OwnBook"), ("Variant Path", "VariantPath")];

/// Options that UCI does not announce: its GUIs end games and shuffle arrays themselves.
const HIDDEN: &[Id] = &[Id::Resign, Id::ResignScore, Id::DrawScore, Id::Contempt, Id::ShuffleSeed];

/// The `option` lines of UCI; `variants` are the names offered, the default first.
pub fn lines(variants: &[String]) -> impl Iterator<Item = String> {
    let shown = TABLE.iter().filter(|spec| !HIDDEN.contains(&spec.id));
    shown.map(move |spec| {
        let kind = match spec.kind {
            OptionKind::Check(on) => format!("check default {on}"),
            OptionKind::Spin(default, least, most) => {
                format!("spin default {default} min {least} max {most}")
            }
            OptionKind::File | OptionKind::Folder => "string default <empty>".into(),
            OptionKind::Variant => choice(variants),
            OptionKind::Choice(words) => choice(words),
            OptionKind::Button => "button".into(),
        };
        let own = IN_UCI.iter().find(|entry| entry.0 == spec.name);
        format!("option name {} type {kind}", own.map_or(spec.name, |entry| entry.1))
    })
}

fn choice(words: &[impl AsRef<str>]) -> String {
    let default = words.first().map_or("<empty>", AsRef::as_ref);
    let words: String = words.iter().map(|word| format!(" var {}", word.as_ref())).collect();
    format!("combo default {default}{words}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::options::read;

    #[test]
    fn announced_options_are_read() {
        let lines: Vec<String> = lines(&["chess".into(), "shogi".into()]).collect();
        assert!(
            lines.contains(&"option name UCI_Variant type combo default chess var chess var shogi".into())
        );
        assert!(lines.contains(&"option name OwnBook type check default false".into()));
        for line in lines {
            let name = line.strip_prefix("option name ").and_then(|rest| rest.split(" type").next()).unwrap();
            let fault = read(name, Some("?")).err();
            assert!(!fault.is_some_and(|why| why.starts_with("no such option")), "{name}");
        }
    }
}
