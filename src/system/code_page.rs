//! Text in the code page of Windows.
//!
//! WinBoard uses the system's code page for paths and messages. Elsewhere all text is UTF-8.

use encoding_rs::{Encoding, UTF_8};
use once_cell::sync::Lazy;
use std::borrow::Cow;

/// The system's code page.
pub static SYSTEM: Lazy<&'static Encoding> = Lazy::new(|| system_number().map_or(UTF_8, encoding));

/// Reads the number of the system's code page.
#[cfg(windows)]
fn system_number() -> Option<u32> {
    let key = windows_registry::LOCAL_MACHINE.open(r"SYSTEM\CurrentControlSet\Control\Nls\CodePage").ok()?;
    key.get_string("ACP").ok()?.parse().ok()
}

/// Other systems have no code page.
#[cfg(not(windows))]
const fn system_number() -> Option<u32> {
    None
}

/// Returns the encoding with a number of Windows; UTF-8 for an unknown number.
fn encoding(number: u32) -> &'static Encoding {
    let label = match number {
        874 => "windows-874".to_owned(),
        932 => "shift_jis".to_owned(),
        936 => "gbk".to_owned(),
        949 => "euc-kr".to_owned(),
        950 => "big5".to_owned(),
        1250..=1258 => format!("windows-{number}"),
        _ => return UTF_8,
    };
    Encoding::for_label(label.as_bytes()).unwrap_or(UTF_8)
}

/// Encodes a text in a code page; `None` if it lacks a character.
pub fn encode<'a>(encoding: &'static Encoding, text: &'a str) -> Option<Cow<'a, [u8]>> {
    let (bytes, _, has_unmappable) = encoding.encode(text);
    (!has_unmappable).then_some(bytes)
}

/// Decodes a text in UTF-8, or else in a code page.
pub fn decode<'a>(encoding: &'static Encoding, bytes: &'a [u8]) -> Cow<'a, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => encoding.decode_without_bom_handling(bytes).0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_survive_the_code_pages_that_have_their_letters() {
        for (number, text, bytes) in [
            (1252, "Zoë", b"Zo\xeb".as_slice()),
            (1251, "Игры", b"\xc8\xe3\xf0\xfb"),
            (932, "将棋", b"\x8f\xab\x8a\xfb"),
            (65001, "将棋", "将棋".as_bytes()),
        ] {
            assert_eq!(encode(encoding(number), text).as_deref(), Some(bytes), "{number}");
            assert_eq!(decode(encoding(number), bytes), text, "{number}");
        }
        assert_eq!(encode(encoding(1252), "将棋"), None);
    }

    #[test]
    fn utf8_is_recognized_first() {
        assert_eq!(decode(encoding(1252), "Zoë".as_bytes()), "Zoë");
        assert_eq!(decode(UTF_8, b"Zo\xeb"), "Zo\u{fffd}");
    }
}
