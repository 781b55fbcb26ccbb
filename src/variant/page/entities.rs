//! Character references of HTML.

/// Names without `&` and `;`, in byte order: Latin-1, the characters used by definitions, and typographic characters
/// that editors substitute.
#[rustfmt::skip]
const NAMED: &[(&str, u32)] = &[
    ("AElig", 0xc6), ("Aacute", 0xc1), ("Acirc", 0xc2), ("Agrave", 0xc0), ("Aring", 0xc5),
    ("Atilde", 0xc3), ("Auml", 0xc4), ("Ccedil", 0xc7), ("ETH", 0xd0), ("Eacute", 0xc9),
    ("Ecirc", 0xca), ("Egrave", 0xc8), ("Euml", 0xcb), ("Hat", 0x5e), ("Iacute", 0xcd),
    ("Icirc", 0xce), ("Igrave", 0xcc), ("Iuml", 0xcf), ("NewLine", 0xa), ("Ntilde", 0xd1),
    ("Oacute", 0xd3), ("Ocirc", 0xd4), ("Ograve", 0xd2), ("Oslash", 0xd8), ("Otilde", 0xd5),
    ("Ouml", 0xd6), ("THORN", 0xde), ("Tab", 0x9), ("Uacute", 0xda), ("Ucirc", 0xdb),
    ("Ugrave", 0xd9), ("Uuml", 0xdc), ("Yacute", 0xdd), ("aacute", 0xe1), ("acirc", 0xe2),
    ("acute", 0xb4), ("aelig", 0xe6), ("agrave", 0xe0), ("amp", 0x26), ("apos", 0x27),
    ("aring", 0xe5), ("ast", 0x2a), ("atilde", 0xe3), ("auml", 0xe4), ("brvbar", 0xa6),
    ("bsol", 0x5c), ("bull", 0x2022), ("ccedil", 0xe7), ("cedil", 0xb8), ("cent", 0xa2),
    ("colon", 0x3a), ("comma", 0x2c), ("commat", 0x40), ("copy", 0xa9), ("curren", 0xa4),
    ("deg", 0xb0), ("divide", 0xf7), ("eacute", 0xe9), ("ecirc", 0xea), ("egrave", 0xe8),
    ("emsp", 0x2003), ("ensp", 0x2002), ("equals", 0x3d), ("eth", 0xf0), ("euml", 0xeb),
    ("excl", 0x21), ("frac12", 0xbd), ("frac14", 0xbc), ("frac34", 0xbe), ("grave", 0x60),
    ("gt", 0x3e), ("hellip", 0x2026), ("iacute", 0xed), ("icirc", 0xee), ("iexcl", 0xa1),
    ("igrave", 0xec), ("iquest", 0xbf), ("iuml", 0xef), ("laquo", 0xab), ("lcub", 0x7b),
    ("ldquo", 0x201c), ("lowbar", 0x5f), ("lpar", 0x28), ("lsqb", 0x5b), ("lsquo", 0x2018),
    ("lt", 0x3c), ("macr", 0xaf), ("mdash", 0x2014), ("micro", 0xb5), ("middot", 0xb7),
    ("minus", 0x2212), ("nbsp", 0xa0), ("ndash", 0x2013), ("not", 0xac), ("ntilde", 0xf1),
    ("num", 0x23), ("oacute", 0xf3), ("ocirc", 0xf4), ("ograve", 0xf2), ("ordf", 0xaa),
    ("ordm", 0xba), ("oslash", 0xf8), ("otilde", 0xf5), ("ouml", 0xf6), ("para", 0xb6),
    ("percnt", 0x25), ("period", 0x2e), ("plus", 0x2b), ("plusmn", 0xb1), ("pound", 0xa3),
    ("prime", 0x2032), ("quest", 0x3f), ("quot", 0x22), ("raquo", 0xbb), ("rcub", 0x7d),
    ("rdquo", 0x201d), ("reg", 0xae), ("rpar", 0x29), ("rsqb", 0x5d), ("rsquo", 0x2019),
    ("sect", 0xa7), ("semi", 0x3b), ("shy", 0xad), ("sol", 0x2f), ("sup1", 0xb9), ("sup2", 0xb2),
    ("sup3", 0xb3), ("szlig", 0xdf), ("thinsp", 0x2009), ("thorn", 0xfe), ("times", 0xd7),
    ("uacute", 0xfa), ("ucirc", 0xfb), ("ugrave", 0xf9), ("uml", 0xa8), ("uuml", 0xfc),
    ("verbar", 0x7c), ("vert", 0x7c), ("yacute", 0xfd), ("yen", 0xa5), ("yuml", 0xff),
    ("zwj", 0x200d), ("zwnj", 0x200c),
];

/// Longest reference that is recognised, including `&` and `;`.
const LONGEST: usize = 12;

/// Reads the reference at the start of the text: returns its character and its length in bytes, or `None` if there is
/// no valid reference.
///
/// ```text
/// &amp;  &#58;  &#x3A;
/// ```
pub(super) fn read(text: &str) -> Option<(char, usize)> {
    let inner = text.strip_prefix('&')?;
    let length = inner.bytes().take(LONGEST).position(|byte| byte == b';')?;
    let name = &inner[..length];
    let code = match name.strip_prefix('#') {
        Some(number) => match number.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok()?,
            None => number.parse().ok()?,
        },
        None => NAMED.binary_search_by_key(&name, |&(known, _)| known).ok().map(|at| NAMED[at].1)?,
    };
    // Control characters are not valid.
    let found = char::from_u32(code).filter(|&c| c == '\n' || c == '\t' || c >= ' ')?;
    Some((found, length + 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_names_and_numbers() {
        for (text, found) in [
            ("&amp;", Some(('&', 5))),
            ("&nbsp;x", Some(('\u{a0}', 6))),
            ("&#58;", Some((':', 5))),
            ("&#x3a;", Some((':', 6))),
            ("&colon;", Some((':', 7))),
            ("&b=2;", None),
            ("&amp", None),
            ("&#0;", None),
            ("&#xD800;", None),
            ("&é;", None),
            ("", None),
        ] {
            assert_eq!(read(text), found, "{text}");
        }
    }

    #[test]
    fn the_table_is_sorted() {
        assert!(NAMED.is_sorted_by_key(|&(name, _)| name));
        assert!(NAMED.iter().all(|(name, _)| name.len() + 2 <= LONGEST));
    }
}
