//! `parse(print(tree)) == tree` for random syntax trees, including spans.
//!
//! The trees are built without the parser: each node knows its place in the text. `GRIFFON_TREES` is their number
//! (100000).

use crate::support::setting;
use griffon::notation::ast::{Ast, Atom, Burn, Item, Letter, MoveAst, Number, Quote, WrittenRange};
use griffon::notation::parse;
use griffon::random::Rng;
use std::collections::BTreeSet;

/// All atoms of XBetza, and all modifiers except `a` and chains with `-`.
const ATOMS: &str = "WFDNAHCLZJGKBRQSTUIOM@";
const MODIFIERS: &str = "fblrvshmcdekpgxuynjiozqt";
/// "X and Y after K, S, T or a slider are errors" (readings 4).
const EXTENDABLE: &str = "WFDNAHCLZJG";
/// Atoms that are never doubled; those without a range come first.
const SINGLE: &str = "UIMO@";

/// Grows a tree from left to right.
struct Grower {
    rng: Rng,
    at: usize,
}

impl Grower {
    fn below(&mut self, limit: usize) -> usize {
        self.rng.below(limit)
    }
    fn one_in(&mut self, n: usize) -> bool {
        self.rng.one_in(n)
    }
    fn pick(&mut self, letters: &str) -> char {
        let index = self.below(letters.len());
        char::from(letters.as_bytes()[index])
    }
    /// Reserves `length` bytes and returns their start.
    fn skip(&mut self, length: usize) -> usize {
        self.at += length;
        self.at - length
    }
    fn letter(&mut self, letter: char) -> Letter {
        Letter { letter, at: self.skip(1) }
    }
    /// Returns a number of one or two digits, at least `least`.
    fn number(&mut self, least: usize) -> Number {
        let most = if self.one_in(2) { 9 } else { 99 - least };
        let value = (least + self.below(most)) as u16;
        let width = if value > 9 { 2 } else { 1 + self.below(2) };
        let start = self.skip(width);
        Number { value, span: start..start + width }
    }

    fn ast(&mut self) -> Ast {
        let mut moves: Vec<MoveAst> = Vec::new();
        for _ in 0..=self.below(4) {
            let last = moves
                .last()
                .map(|each| each.burn.as_ref().map_or(&each.atom, |burn| &burn.flames.atom))
                .cloned();
            moves.push(self.movement(last.as_ref()));
        }
        let promotion = self.one_in(8).then(|| self.skip(1));
        Ast { moves, promotion }
    }

    fn movement(&mut self, before: Option<&Atom>) -> MoveAst {
        let start = self.at;
        let enclosed = self.one_in(16);
        if enclosed {
            self.skip(1);
        }
        let mut result = self.unburning(before.filter(|_| !enclosed), enclosed);
        if self.one_in(10) {
            let escaped = self.one_in(3);
            self.skip(usize::from(escaped));
            let at = self.skip(1);
            let flames = self.unburning(None, false);
            result.burn = Some(Box::new(Burn { at, escaped, flames }));
        }
        self.skip(usize::from(enclosed));
        (result.enclosed, result.span) = (enclosed, start..self.at);
        result
    }

    /// Returns a move without flames; it begins with a chain if `chained`.
    fn unburning(&mut self, before: Option<&Atom>, chained: bool) -> MoveAst {
        let start = self.at;
        let mut prefix = Vec::new();
        if chained || self.one_in(12) {
            let unload = self.letter('u');
            prefix = vec![Item::Modifier(unload), self.unload()];
        }
        for _ in 0..[0, 0, 1, 2, 3, 5, 9][self.below(7)] {
            let unloads = prefix.iter().any(|item| matches!(item, Item::Modifier(l) if l.letter == 'u'));
            let item = if unloads && self.one_in(4) { self.unload() } else { self.item() };
            prefix.push(item);
        }
        let atom = self.atom(before.filter(|_| prefix.is_empty()));
        MoveAst { prefix, atom, burn: None, enclosed: false, span: start..self.at }
    }

    /// Returns a walking atom or `O`, followed by `-`. It comes after a `u`.
    fn unload(&mut self) -> Item {
        let none = Letter { letter: 'O', at: self.at };
        let mut atom = Atom { letter: none, suffixes: Vec::new(), doubled: None, range: None, quote: None };
        if self.one_in(3) {
            self.skip(1);
        } else {
            let letter = self.pick("WFDNAHCLZJGKBRQST");
            atom.letter = self.letter(letter);
            atom.range = self.range(letter);
        }
        Item::Unload { atom: Box::new(atom), at: self.skip(1) }
    }

    fn item(&mut self) -> Item {
        match self.below(8) {
            0 | 1 => {
                let at = self.skip(1);
                let count = self.one_in(4).then(|| self.number(1));
                Item::Again { at, count }
            }
            2 => {
                let start = self.skip(1);
                let again = self.below(4);
                let items = (0..=again + self.below(3))
                    .map(|index| {
                        if index == again || self.one_in(6) {
                            return Item::Again { at: self.skip(1), count: None };
                        }
                        let letter = self.pick(MODIFIERS);
                        Item::Modifier(self.letter(letter))
                    })
                    .collect();
                self.skip(1);
                let count = self.one_in(2).then(|| self.number(1));
                Item::Group { items, count, span: start..self.at }
            }
            _ => {
                let letter = self.pick(MODIFIERS);
                Item::Modifier(self.letter(letter))
            }
        }
    }

    /// Returns an atom. After a bare atom of the same letter, it must not look like a doubled one.
    fn atom(&mut self, before: Option<&Atom>) -> Atom {
        let bare = |atom: &Atom| {
            atom.suffixes.is_empty() && atom.doubled.is_none() && atom.range.is_none() && atom.quote.is_none()
        };
        let name = loop {
            let name = self.pick(ATOMS);
            let doubles = |atom: &Atom| bare(atom) && atom.letter.letter == name && !SINGLE.contains(name);
            if !before.is_some_and(doubles) {
                break name;
            }
        };
        let letter = self.letter(name);
        let suffixes: Vec<Letter> = if EXTENDABLE.contains(name) && self.one_in(3) {
            (0..=self.below(3))
                .map(|_| {
                    let suffix = self.pick("XY");
                    self.letter(suffix)
                })
                .collect()
        } else {
            Vec::new()
        };
        let doubled = (suffixes.is_empty() && !SINGLE.contains(name) && self.one_in(6)).then(|| self.skip(1));
        let mut quote = None;
        if self.one_in(12) {
            self.skip(1);
            quote = Some(Quote::BeforeRange);
        }
        let range = self.range(name);
        if quote.is_none() && range.is_some() && self.one_in(8) {
            self.skip(1);
            quote = Some(Quote::AfterRange);
        }
        Atom { letter, suffixes, doubled, range, quote }
    }

    /// Returns a range that is valid for the atom.
    fn range(&mut self, atom: char) -> Option<WrittenRange> {
        if "UIM".contains(atom) || !self.one_in(3) {
            return None;
        }
        if !"O@".contains(atom) && self.one_in(5) {
            return Some(WrittenRange::Star(self.skip(1)));
        }
        Some(WrittenRange::Number(self.number(usize::from(atom == 'O'))))
    }
}

fn letters_of(item: &Item, seen: &mut BTreeSet<char>) {
    match item {
        Item::Modifier(letter) => drop(seen.insert(letter.letter)),
        Item::Again { .. } => drop(seen.insert('a')),
        Item::Unload { .. } => drop(seen.insert('-')),
        Item::Group { items, .. } => items.iter().for_each(|item| letters_of(item, seen)),
    }
}

#[test]
fn printed_trees_are_read_back() {
    let count = setting("GRIFFON_TREES").unwrap_or(100_000_u64);
    let (mut modifiers, mut atoms, mut longest) = (BTreeSet::new(), BTreeSet::new(), 0);
    for seed in 1..=count {
        let mut grower = Grower { rng: Rng(seed), at: 0 };
        let tree = grower.ast();
        let text = tree.to_string();
        assert_eq!(text.len(), grower.at, "{text}");
        let read = parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read, tree, "{text}");
        for each in &tree.moves {
            each.prefix.iter().for_each(|item| letters_of(item, &mut modifiers));
            atoms.insert(each.atom.letter.letter);
        }
        longest = longest.max(text.len());
    }
    println!(
        "{count} trees, {} modifiers, {} atoms, texts of up to {longest} bytes",
        modifiers.len(),
        atoms.len()
    );
    if count >= 10_000 {
        assert_eq!((modifiers.len(), atoms.len()), (MODIFIERS.len() + 2, ATOMS.len()));
    }
}
