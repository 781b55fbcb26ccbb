//! Parts of a page that may change the rules of its diagrams, but are not read: functions of scripts, lines in comments.

use super::Diagram;
use crate::variant::diagnostic::Diagnostic;
use crate::variant::keys;
use crate::variant::source::{self, SourceLine};
use std::ops::Range;

/// Functions of a page that the diagrams' script (`betza.js`) calls if they exist, instead of its own rules. The article on
/// the diagrams does not mention them.
const FUNCTIONS: [&str; 4] = ["WeirdPromotion", "CustomPromotion", "BadZone", "WeirdChain"];
/// The end of the name of another one, which belongs to the diagram whose `satellite` it begins with.
const OF_SATELLITE: &str = "Tinker";
/// Maximum number of functions found in a page.
const MAX_FUNCTIONS: usize = 100;

/// Adds the names of the rule functions that a script defines to `found`, each name once.
pub(super) fn functions(source: &str, script: Range<usize>, found: &mut Vec<Range<usize>>) {
    for part in code(&source[script.clone()]) {
        let part = script.start + part.start..script.start + part.end;
        let ends = FUNCTIONS.iter().chain([&OF_SATELLITE]);
        let names = ends.flat_map(|end| source[part.clone()].match_indices(end));
        for end in names.map(|(at, end)| part.start + at + end.len()) {
            if source[end..part.end].starts_with(is_word) || found.len() >= MAX_FUNCTIONS {
                continue;
            }
            let before = &source[part.start..end];
            let name = before.len() - before.trim_end_matches(is_word).len();
            let name = end - name..end;
            let is_known =
                FUNCTIONS.contains(&&source[name.clone()]) || source[name.clone()].ends_with(OF_SATELLITE);
            let is_new = || found.iter().all(|other| source[other.clone()] != source[name.clone()]);
            if is_known && is_defined(source, &part, &name) && is_new() {
                found.push(name);
            }
        }
    }
}

/// Whether the function of this name changes the rules of the diagram with this satellite.
pub(super) fn concerns(name: &str, satellite: &str) -> bool {
    FUNCTIONS.contains(&name) || name.strip_suffix(OF_SATELLITE) == Some(satellite)
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$'
}

/// Whether code defines the name: `function NAME`, `NAME = …`.
fn is_defined(source: &str, code: &Range<usize>, name: &Range<usize>) -> bool {
    let before = source[code.start..name.start].trim_end();
    let declared = before.len() < name.start - code.start
        && before.strip_suffix("function").is_some_and(|rest| !rest.ends_with(is_word));
    let assigned = source[name.end..code.end].trim_start().strip_prefix('=');
    declared || assigned.is_some_and(|rest| !rest.starts_with(['=', '>']))
}

/// Returns the parts of a script that are not comments. What follows a letter or a quote is none: `"image/*"`.
fn code(script: &str) -> Vec<Range<usize>> {
    let (mut parts, mut start, mut at) = (Vec::new(), 0, 0);
    while let Some(slash) = script[at..].find('/').map(|slash| at + slash) {
        let rest = &script[slash..];
        let end = match rest.get(..2) {
            Some("//") => rest.find('\n').unwrap_or(rest.len()),
            Some("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            _ => 0,
        };
        let opens = |c: char| c.is_whitespace() || matches!(c, ';' | ',' | '{' | '}' | '(' | ')');
        if end == 0 || !script[..slash].ends_with(opens) && slash > 0 {
            at = slash + 1;
            continue;
        }
        parts.push(start..slash);
        (start, at) = (slash + end, slash + end);
    }
    parts.push(start..script.len());
    parts
}

/// Returns warnings about everything that may change the rules of a diagram, but is not read.
pub(crate) fn warnings(source: &str, diagram: &Diagram) -> Vec<Diagnostic> {
    let functions = diagram.functions.iter().map(|name| {
        let message =
            format!("the page's script changes the rules: Griffon plays without `{}`", &source[name.clone()]);
        let help =
            "only the definition is read; `morph`, `captureMatrix` or another parameter may express the rule";
        Diagnostic::warning(name.clone(), message).with_help(help)
    });
    let comments = diagram.comments.iter().filter_map(|comment| {
        let message = "this line stands in a comment of the page: ignored";
        let help = "the diagram's script reads it: remove `<!--` and `-->` if it belongs to the definition";
        Some(Diagnostic::warning(first_line(source, comment)?, message).with_help(help))
    });
    functions.chain(comments).collect()
}

/// Returns the first piece or known parameter in a comment.
fn first_line(source: &str, comment: &Range<usize>) -> Option<Range<usize>> {
    let text = &source[comment.clone()];
    let inner = text.strip_prefix("<!--").unwrap_or(text);
    let start = comment.start + text.len() - inner.len();
    let span = source::lines(inner.strip_suffix("-->").unwrap_or(inner)).find_map(|line| match line {
        SourceLine::Parameter { key, value } if keys::role(key.text).is_some() => {
            Some(key.at..value.span().end)
        }
        SourceLine::Piece(fields) => Some(fields.first()?.at..fields.last()?.span().end),
        _ => None,
    })?;
    Some(start + span.start..start + span.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found_where_they_are_defined() {
        for (script, names) in [
            ("function BadZone(x, y) { return x > 3; }", "BadZone"),
            (
                "var WeirdPromotion = function(x) {};\nwindow.pieceTinker=function(){}",
                "WeirdPromotion pieceTinker",
            ),
            ("CustomPromotion = (a) => a; CustomPromotion = 1", "CustomPromotion"),
            ("var a=\"http://b/image/*\"; function WeirdChain() {}", "WeirdChain"),
            ("/* */function BadZone() {} // function WeirdChain() {}\n", "BadZone"),
            // The diagrams' own script.
            ("var CustomPromotion; if(typeof(BadZone) == 'function') Own = WeirdPromotion;", ""),
            ("/* function BadZone() {} */ function NoBadZone() {} function BadZones() {}", ""),
            ("// function BadZone() {}", ""),
            ("if(BadZone == 1) xfunction WeirdChain; BadZone => 1; functionBadZone", ""),
        ] {
            let mut found = Vec::new();
            functions(script, 0..script.len(), &mut found);
            found.sort_by_key(|name| name.start);
            let found: Vec<_> = found.into_iter().map(|name| &script[name]).collect();
            assert_eq!(found.join(" "), names, "{script}");
        }
        assert!(
            concerns("pieceTinker", "piece") && !concerns("pieceTinker", "ex") && concerns("BadZone", "ex")
        );
    }
}
