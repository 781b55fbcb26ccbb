//! Splits Rust sources into tokens.

/// Identifiers and punctuation of `text`, without comments, literals, and modules for unit tests.
pub(crate) fn tokens(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < chars.len() {
        let rest = |skip: usize| chars.get(at + skip).copied().unwrap_or(' ');
        match chars[at] {
            '/' if rest(1) == '/' => at += chars[at..].iter().take_while(|&&c| c != '\n').count(),
            '/' if rest(1) == '*' => {
                at += 2;
                while at < chars.len() && !(chars[at - 1] == '/' && chars[at - 2] == '*') {
                    at += 1;
                }
            }
            '"' => {
                let raw = found.last().is_some_and(|last: &String| last == "r" || last == "br");
                at += 1;
                while at < chars.len() && chars[at] != '"' {
                    at += if chars[at] == '\\' && !raw { 2 } else { 1 };
                }
                at += 1;
            }
            'r' if rest(1) == '#' && (rest(2) == '"' || rest(2) == '#') => {
                let hashes = chars[at + 1..].iter().take_while(|&&c| c == '#').count();
                let end: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
                at += hashes + 2;
                while at < chars.len() && !chars[at..].starts_with(&end) {
                    at += 1;
                }
                at += end.len();
            }
            '\'' if rest(1) == '\\' => {
                at += 2 + chars[at + 2..].iter().skip(1).take_while(|&&c| c != '\'').count() + 2
            }
            '\'' if rest(2) == '\'' => at += 3,
            c if c.is_alphanumeric() || c == '_' => {
                let length = chars[at..].iter().take_while(|c| c.is_alphanumeric() || **c == '_').count();
                found.push(chars[at..at + length].iter().collect());
                at += length;
            }
            ':' if rest(1) == ':' => {
                found.push("::".to_string());
                at += 2;
            }
            c => {
                if !c.is_whitespace() {
                    found.push(c.to_string());
                }
                at += 1;
            }
        }
    }
    without_unit_tests(found)
}

/// Removes `#[cfg(test)] mod name { … }`, also with `all(test, …)`, and other items for tests alone.
fn without_unit_tests(tokens: Vec<String>) -> Vec<String> {
    let (mut kept, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        let begins =
            |attribute: &[&str]| tokens[at..].iter().zip(attribute).all(|(token, part)| token == part);
        if begins(&["#", "[", "cfg", "(", "test", ")", "]"])
            || begins(&["#", "[", "cfg", "(", "all", "(", "test"])
        {
            while at < tokens.len() && tokens[at] != "{" && tokens[at] != ";" {
                at += 1;
            }
            let mut depth = 0;
            while at < tokens.len() {
                match tokens[at].as_str() {
                    "{" => depth += 1,
                    "}" => depth -= 1,
                    _ => {}
                }
                at += 1;
                if depth == 0 {
                    break;
                }
            }
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    kept
}
