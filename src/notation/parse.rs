//! XBetza text to syntax tree.

use super::ast::{Ast, Atom, Burn, Item, Letter, MoveAst, Number, Quote, WrittenRange};
use super::atoms::{self, AtomKind, WalkingAtom};
use super::cursor::Cursor;
use super::error::{ErrorKind, NotationError, Result};

/// Modifier letters other than `a`. (`t` is XBoard's.)
const MODIFIERS: &str = "fblrvshmcdekpgxuynjiozqt";

/// Parses a move description; printing the result gives the same text.
///
/// ```
/// let text = "fmWfceFifmnD";
/// assert_eq!(griffon::notation::parse(text).unwrap().to_string(), text);
/// ```
///
/// # Errors
/// Text that is not XBetza; spans are byte ranges of `text`. Well-formed text without a meaning is refused by
/// [`compile`](super::compile).
pub fn parse(text: &str) -> Result<Ast> {
    let mut parser = Cursor { text, at: 0 };
    let mut moves = Vec::new();
    let mut promotion = None;
    while parser.at < text.len() {
        if !moves.is_empty() {
            promotion = parser.eat('+');
        }
        match promotion {
            Some(at) if parser.at < text.len() => return Err(ErrorKind::StrayPromotion.at(at)),
            Some(_) => break,
            None => moves.push(parser.movement()?),
        }
    }
    if moves.is_empty() {
        return Err(ErrorKind::Empty.over(0..0));
    }
    Ok(Ast { moves, promotion })
}

impl Cursor<'_> {
    /// Parses a move, its flames, and parentheses around them.
    fn movement(&mut self) -> Result<MoveAst> {
        let start = self.at;
        let enclosed = self.encloses_chain();
        self.at += usize::from(enclosed);
        let mut result = self.move_with_burn()?;
        if enclosed {
            if self.eat(')').is_none() {
                return Err(ErrorKind::EnclosedMoves.at(start));
            }
            result.enclosed = true;
            result.span = start..self.at;
        }
        Ok(result)
    }

    /// Whether parentheses around a move with `-` start here, as in `N(iuO-N)`.
    fn encloses_chain(&self) -> bool {
        let inside = self.text[self.at..].strip_prefix('(');
        inside.and_then(|rest| rest.split(')').next()).is_some_and(|inside| inside.contains('-'))
    }

    fn move_with_burn(&mut self) -> Result<MoveAst> {
        let mut result = self.move_without_burn()?;
        let escaped = self.text[self.at..].starts_with("\\:");
        self.at += usize::from(escaped);
        if let Some(at) = self.eat(':') {
            let flames = self.move_without_burn()?;
            if self.peek() == Some(':') {
                return Err(ErrorKind::StrayBurn.at(self.at));
            }
            result.span.end = flames.span.end;
            result.burn = Some(Box::new(Burn { at, escaped, flames }));
        }
        Ok(result)
    }

    fn move_without_burn(&mut self) -> Result<MoveAst> {
        let start = self.at;
        let mut prefix = Vec::new();
        loop {
            match self.peek() {
                None => return Err(self.missing_atom(start, &prefix)),
                Some('(') => prefix.push(self.group()?),
                Some(')') => return Err(ErrorKind::UnopenedGroup.at(self.at)),
                Some(c) if atoms::atom_kind(c).is_some() => {
                    let atom = self.atom(c)?;
                    if !self.unloads(&prefix, &atom) {
                        let span = start..self.at;
                        return Ok(MoveAst { prefix, atom, burn: None, enclosed: false, span });
                    }
                    prefix.push(Item::Unload { atom: Box::new(atom), at: self.at });
                    self.at += 1;
                }
                Some(c) => match self.item(c)? {
                    Some(item) => prefix.push(item),
                    None => return Err(self.unexpected(c, start)),
                },
            }
        }
    }

    /// Whether a `-` follows that belongs to a `u` before the atom.
    ///
    /// SPEC: drops.txt: "uW-bW would move the Castle to a neighboring square to unload something (from the hand, as it
    /// did not capture anything before in that move), followed by stepping the Castle back".
    fn unloads(&self, prefix: &[Item], atom: &Atom) -> bool {
        let unload = |item: &Item| matches!(item, Item::Modifier(Letter { letter: 'u', .. }));
        let can_unload =
            matches!(atoms::atom_kind(atom.letter.letter), Some(AtomKind::Walk(_) | AtomKind::Castle));
        self.peek() == Some('-') && prefix.iter().any(unload) && can_unload
    }

    /// Parses a modifier or an `a`, if `next` starts one.
    fn item(&mut self, next: char) -> Result<Option<Item>> {
        let at = self.at;
        if self.eat('a').is_some() {
            return Ok(Some(Item::Again { at, count: self.repeats()? }));
        }
        let modifier = Some(next).filter(|next| MODIFIERS.contains(*next));
        self.at += usize::from(modifier.is_some());
        Ok(modifier.map(|letter| Item::Modifier(Letter { letter, at })))
    }

    fn group(&mut self) -> Result<Item> {
        let start = self.at;
        self.at += 1;
        if self.has_coordinates() {
            let end = self.text[start..].find(')').map_or(self.text.len(), |length| start + length + 1);
            return Err(ErrorKind::Coordinates.over(start..end));
        }
        let mut items = Vec::new();
        loop {
            let at = self.at;
            match self.peek() {
                None => return Err(ErrorKind::UnclosedGroup.at(start)),
                Some('(') => return Err(ErrorKind::NestedGroup.at(at)),
                Some(')') => break,
                Some(c) if atoms::atom_kind(c).is_some() => {
                    return Err(ErrorKind::AtomInGroup(c).at(at));
                }
                Some(c) => match self.item(c)? {
                    Some(Item::Again { count: Some(count), .. }) => {
                        return Err(ErrorKind::NestedGroup.over(at..count.span.end));
                    }
                    Some(item) => items.push(item),
                    None => return Err(self.unexpected(c, start)),
                },
            }
        }
        self.at += 1;
        if items.is_empty() {
            return Err(ErrorKind::EmptyGroup.over(start..self.at));
        }
        if !items.iter().any(|item| matches!(item, Item::Again { .. })) {
            return Err(ErrorKind::GroupWithoutAgain.over(start..self.at));
        }
        let count = self.repeats()?;
        Ok(Item::Group { items, count, span: start..self.at })
    }

    fn repeats(&mut self) -> Result<Option<Number>> {
        match self.number()? {
            Some(Number { value: 0, span }) => Err(ErrorKind::ZeroRepeats.over(span)),
            count => Ok(count),
        }
    }

    /// Parses the atom that starts with `letter`.
    fn atom(&mut self, letter: char) -> Result<Atom> {
        let name = Letter { letter, at: self.at };
        self.at += 1;
        let suffixes = self.suffixes(letter)?;
        let doubled = self.doubled(letter, &suffixes);
        let (range, quote) = self.range_and_quote()?;
        let atom = Atom { letter: name, suffixes, doubled, range, quote };
        check_range(&atom)?;
        Ok(atom)
    }

    fn suffixes(&mut self, atom: char) -> Result<Vec<Letter>> {
        let mut suffixes = Vec::new();
        while let Some(suffix @ ('X' | 'Y')) = self.peek() {
            if !is_extendable(atom) {
                return Err(ErrorKind::SuffixNotAllowed { suffix, atom }.at(self.at));
            }
            suffixes.push(Letter { letter: suffix, at: self.at });
            self.at += 1;
        }
        Ok(suffixes)
    }

    /// Parses the second letter of `NN`. `NNX` is `N` and `NX`. A range after it is the rider's: `NN2` is `N2`.
    fn doubled(&mut self, letter: char, suffixes: &[Letter]) -> Option<usize> {
        let rest = self.text[self.at..].strip_prefix(letter)?;
        let single = !suffixes.is_empty() || atoms::walking(letter).is_none();
        if single || is_extendable(letter) && rest.starts_with(['X', 'Y']) {
            return None;
        }
        self.eat(letter)
    }

    fn range_and_quote(&mut self) -> Result<(Option<WrittenRange>, Option<Quote>)> {
        let before = self.eat('\'');
        let range = match self.eat('*') {
            Some(at) => Some(WrittenRange::Star(at)),
            None => self.number()?.map(WrittenRange::Number),
        };
        let after = self.eat('\'');
        if let Some(second) = before.and(after).or_else(|| self.eat('\'')) {
            return Err(ErrorKind::RepeatedQuote.at(second));
        }
        let quote = before.map(|_| Quote::BeforeRange).or(after.map(|_| Quote::AfterRange));
        Ok((range, quote))
    }

    /// Returns the error for letters from `start` to the end with no atom after them.
    fn missing_atom(&self, start: usize, prefix: &[Item]) -> NotationError {
        let span = start..self.at;
        let after_atom = start > 0 && !self.text[..start].ends_with(':');
        match (prefix.last(), prefix.first()) {
            (Some(Item::Again { at, .. }), _) => ErrorKind::AgainAtEnd.over(*at..span.end),
            (Some(Item::Unload { at, .. }), _) => ErrorKind::UnloadAtEnd.over(*at..span.end),
            (_, Some(Item::Modifier(letter))) if after_atom => {
                ErrorKind::ModifierAtEnd(letter.letter).over(span)
            }
            _ => ErrorKind::NoAtom.over(span),
        }
    }

    /// Whether `4,1)` follows, the rest of a leap in Betza 2.0.
    fn has_coordinates(&self) -> bool {
        let rest = self.text[self.at..].trim_start_matches(|c: char| c.is_ascii_digit());
        rest.len() < self.text.len() - self.at && rest.starts_with(',')
    }

    /// Returns the error for a character that cannot start anything here.
    fn unexpected(&self, found: char, start: usize) -> NotationError {
        let kind = match found {
            c if c.is_whitespace() => ErrorKind::Whitespace,
            'X' | 'Y' => ErrorKind::StraySuffix(found),
            'a'..='z' => ErrorKind::UnknownModifier(found),
            'A'..='Z' => ErrorKind::UnknownAtom(found),
            '0'..='9' | '*' if self.text[..start].ends_with(|c: char| c.is_ascii_digit() || c == '*') => {
                ErrorKind::SecondRange
            }
            '0'..='9' | '*' => ErrorKind::StrayNumber,
            '\'' => ErrorKind::StrayQuote,
            ':' => ErrorKind::StrayBurn,
            '+' if start < self.at => ErrorKind::NoAtom,
            '+' => ErrorKind::StrayPromotion,
            '-' | '?' | '!' => ErrorKind::Operator(found),
            _ => ErrorKind::UnknownCharacter(found),
        };
        kind.over(self.at..self.at + found.len_utf8())
    }
}

/// Whether `X` and `Y` can follow an atom.
fn is_extendable(letter: char) -> bool {
    atoms::walking(letter).is_some_and(WalkingAtom::is_extendable)
}

/// Refuses ranges that the atom cannot have.
fn check_range(atom: &Atom) -> Result<()> {
    let letter = atom.letter.letter;
    let (span, zero) = match &atom.range {
        None => return Ok(()),
        Some(WrittenRange::Number(number)) => (number.span.clone(), number.value == 0),
        Some(WrittenRange::Star(at)) => (*at..at + 1, false),
    };
    let is_star = matches!(atom.range, Some(WrittenRange::Star(_)));
    match atoms::atom_kind(letter) {
        Some(AtomKind::Universal | AtomKind::Imitate | AtomKind::Mirror) => {
            Err(ErrorKind::RangeNotAllowed(letter).over(span))
        }
        Some(AtomKind::Castle | AtomKind::Drop) if is_star => Err(ErrorKind::RangeStar(letter).over(span)),
        Some(AtomKind::Castle) if zero => Err(ErrorKind::RangeZero(letter).over(span)),
        Some(AtomKind::Castle | AtomKind::Drop | AtomKind::Walk(_)) | None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> (ErrorKind, std::ops::Range<usize>) {
        let error = parse(text).expect_err(text);
        (error.kind, error.span)
    }

    #[test]
    fn printing_keeps_every_character() {
        let all = "fmWfceFifmnD KNADcaKmcabK s(paf)2cR spa2fcR (caf)R Q:cK fmWfceF+ NNX0 NN2 fAA03' WW* D'3 \
                    D3' A'D'fW R* W04 NXYX' KisO2 ff@6 isjO2irO2ilO3 xKtR I bmcI M N(iuO-N)B uW3-bW3 Q\\:cK \
                    K(iuO-isO2) fR(uO-Q:cK)+";
        for text in all.split(' ') {
            assert_eq!(parse(text).expect(text).to_string(), text);
        }
    }

    #[test]
    fn doubling_stops_before_a_suffix() {
        // Readings 4: "`NNX` is N and NX".
        let ast = parse("NNX").unwrap();
        assert_eq!(ast.moves.len(), 2);
        assert!(ast.moves[0].atom.doubled.is_none());
        assert_eq!(parse("NN").unwrap().moves.len(), 1);
        assert_eq!(parse("KKK").unwrap().moves.len(), 2);
    }

    #[test]
    fn each_error_has_its_kind() {
        use ErrorKind as E;
        let table = [
            ("", E::Empty, 0..0),
            ("f W", E::Whitespace, 1..2),
            ("KNADcawK", E::UnknownModifier('w'), 6..7),
            ("fP", E::UnknownAtom('P'), 1..2),
            ("fmé", E::UnknownCharacter('é'), 2..4),
            ("N-N", E::Operator('-'), 1..2),
            ("Kfm", E::ModifierAtEnd('f'), 1..3),
            ("Q:c", E::NoAtom, 2..3),
            ("K(4,1)", E::Coordinates, 1..6),
            ("(4,", E::Coordinates, 0..3),
            ("maf", E::NoAtom, 0..3),
            ("Wma", E::AgainAtEnd, 2..3),
            ("3W", E::StrayNumber, 0..1),
            ("f3W", E::StrayNumber, 1..2),
            ("R123", E::NumberTooLong, 1..4),
            ("R4*", E::SecondRange, 2..3),
            ("R*4", E::SecondRange, 2..3),
            ("U3", E::RangeNotAllowed('U'), 1..2),
            ("O0", E::RangeZero('O'), 1..2),
            ("@*", E::RangeStar('@'), 1..2),
            ("KX", E::SuffixNotAllowed { suffix: 'X', atom: 'K' }, 1..2),
            ("RY", E::SuffixNotAllowed { suffix: 'Y', atom: 'R' }, 1..2),
            ("X", E::StraySuffix('X'), 0..1),
            ("D''", E::RepeatedQuote, 2..3),
            ("D'3'", E::RepeatedQuote, 3..4),
            ("f'D", E::StrayQuote, 1..2),
            ("(cafR", E::AtomInGroup('R'), 4..5),
            ("(caf", E::UnclosedGroup, 0..1),
            ("caf)R", E::UnopenedGroup, 3..4),
            ("()R", E::EmptyGroup, 0..2),
            ("(f)R", E::GroupWithoutAgain, 0..3),
            ("((caf))R", E::NestedGroup, 1..2),
            ("(ca2f)R", E::NestedGroup, 2..4),
            ("(caf)0R", E::ZeroRepeats, 5..6),
            (":cK", E::StrayBurn, 0..1),
            ("Q:cK:cK", E::StrayBurn, 4..5),
            ("W+F", E::StrayPromotion, 1..2),
            ("+", E::StrayPromotion, 0..1),
        ];
        for (text, wanted, span) in table {
            assert_eq!(kind(text), (wanted, span), "{text}");
        }
    }
}
