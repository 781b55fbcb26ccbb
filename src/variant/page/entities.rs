//! Character references of HTML.

/// Names without `&` and `;`, and codes in hexadecimal: Latin-1, the characters used by definitions, and typographic
/// characters that editors substitute.
const NAMED: &str = "\
    AElig=c6 Aacute=c1 Acirc=c2 Agrave=c0 Aring=c5 Atilde=c3 Auml=c4 Ccedil=c7 ETH=d0 Eacute=c9 Ecirc=ca \
    Egrave=c8 Euml=cb Hat=5e Iacute=cd Icirc=ce Igrave=cc Iuml=cf NewLine=a Ntilde=d1 Oacute=d3 Ocirc=d4 \
    Ograve=d2 Oslash=d8 Otilde=d5 Ouml=d6 THORN=de Tab=9 Uacute=da Ucirc=db Ugrave=d9 Uuml=dc Yacute=dd aacute=e1 \
    acirc=e2 acute=b4 aelig=e6 agrave=e0 amp=26 apos=27 aring=e5 ast=2a atilde=e3 auml=e4 brvbar=a6 bsol=5c \
    bull=2022 ccedil=e7 cedil=b8 cent=a2 colon=3a comma=2c commat=40 copy=a9 curren=a4 deg=b0 divide=f7 eacute=e9 \
    ecirc=ea egrave=e8 emsp=2003 ensp=2002 equals=3d eth=f0 euml=eb excl=21 frac12=bd frac14=bc frac34=be \
    grave=60 gt=3e hellip=2026 iacute=ed icirc=ee iexcl=a1 igrave=ec iquest=bf iuml=ef laquo=ab lcub=7b \
    ldquo=201c lowbar=5f lpar=28 lsqb=5b lsquo=2018 lt=3c macr=af mdash=2014 micro=b5 middot=b7 minus=2212 \
    nbsp=a0 ndash=2013 not=ac ntilde=f1 num=23 oacute=f3 ocirc=f4 ograve=f2 ordf=aa ordm=ba oslash=f8 otilde=f5 \
    ouml=f6 para=b6 percnt=25 period=2e plus=2b plusmn=b1 pound=a3 prime=2032 quest=3f quot=22 raquo=bb rcub=7d \
    rdquo=201d reg=ae rpar=29 rsqb=5d rsquo=2019 sect=a7 semi=3b shy=ad sol=2f sup1=b9 sup2=b2 sup3=b3 szlig=df \
    thinsp=2009 thorn=fe times=d7 uacute=fa ucirc=fb ugrave=f9 uml=a8 uuml=fc verbar=7c vert=7c yacute=fd yen=a5 \
    yuml=ff zwj=200d zwnj=200c";

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
        None => {
            let mut named = NAMED.split(' ').filter_map(|entry| entry.split_once('='));
            u32::from_str_radix(named.find(|(known, _)| *known == name)?.1, 16).ok()?
        }
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
}
