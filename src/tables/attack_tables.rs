//! Reverse tables: which pieces could capture on a square, and by which paths.

pub use super::attack_paths::{Attack, KindForm, PairForm};
use super::bans::Bans;
use super::captures::CaptureTable;
use super::lines::Lines;
use super::trees::Trees;
use super::unroll::{Budget, Excess};
use crate::board::bits::{Bits, insert, squares_of};
use crate::board::{Kind, Square};
use std::cmp::Reverse as Reversed;

/// For each kind and origin: the squares where it could capture, and by which paths.
#[derive(Debug, Default)]
pub struct Reverse {
    squares: usize,
    words: usize,
    /// `[(kind * squares + from) * words ..]`: bit set of squares where it could capture a royal.
    reach: Box<[u64]>,
    /// `[(kind * squares + from) * squares + target]`: pair number + 1; 0 if it could not capture. Empty if
    /// the table would be too large.
    pairs: Box<[u32]>,
    /// `[kind * squares + from]`: first pair of the origin; its pairs are numbered by target.
    first_pair: Box<[u32]>,
    /// `[pair]`: first of its `attacks`; one extra entry at the end.
    first: Box<[u32]>,
    attacks: Box<[Attack]>,
    /// `[pair]`: condition of the capture.
    forms: Box<[PairForm]>,
    /// `[(kind * squares + target) * words ..]`: bit set of squares from which the kind could capture there.
    from: Box<[u64]>,
    /// `[pair]`: squares whose content decides whether the capture is possible.
    lines: Lines,
    /// `[(target * squares + from) * words ..]`: squares between the two, for straight kinds.
    between: Box<[u64]>,
    /// `[kind]`: condition of its captures.
    kind_forms: Box<[KindForm]>,
    /// `[colour][square]`: kinds and origins that could capture en passant there.
    passing: [Vec<Vec<(Kind, Square)>>; 2],
}

/// Largest board with a table of the squares between any two.
const MAX_SQUARES_BETWEEN: usize = 256;

/// Maximum size of the pair number table in bytes. Without it, pairs are counted.
const MAX_PAIR_BYTES: usize = 64 << 20;

/// A kind whose captures exceed the budget, and the limit exceeded.
pub(super) type TooMany = (Kind, Excess);

impl Reverse {
    /// Builds the tables from finished trees.
    ///
    /// # Errors
    /// The budget is exhausted.
    pub(super) fn new(trees: &Trees, bans: Option<&Bans>, budget: &Budget) -> Result<Self, TooMany> {
        let (squares, kinds) = (trees.squares(), trees.twins.len());
        let words = crate::board::bits::width(squares);
        let of = |kind| CaptureTable::of(trees, kind, bans, budget).map_err(|excess| (kind, excess));
        let found = trees.of_each_forest(of).into_iter().map(Option::transpose);
        let found = found.collect::<Result<Vec<_>, _>>()?;
        let mut reverse = Self {
            squares,
            words,
            reach: vec![0; kinds * squares * words].into(),
            from: vec![0; kinds * squares * words].into(),
            first_pair: vec![0; kinds * squares].into(),
            passing: [vec![Vec::new(); squares], vec![Vec::new(); squares]],
            lines: Lines::new(words),
            ..Self::default()
        };
        let passing: Vec<_> =
            found.iter().map(|own| own.as_ref().map_or(Vec::new(), |own| own.passing.clone())).collect();
        reverse.take_pairs(trees, found);
        for kind in (0..kinds as u16).map(Kind) {
            for &(square, from) in &passing[trees.twin(kind).index()] {
                reverse.passing[kind.color().index()][usize::from(square)].push((kind, from));
            }
        }
        reverse.number_pairs(kinds);
        let twins: Vec<usize> = (0..kinds as u16).map(|kind| trees.twin(Kind(kind)).index()).collect();
        reverse.find_forms(&twins);
        Ok(reverse)
    }
    /// Finds the forms of the kinds.
    fn find_forms(&mut self, twins: &[usize]) {
        self.kind_forms = vec![KindForm::ByPair; twins.len()].into();
        let own = |kind: &usize| twins[*kind] == *kind;
        let (leapers, others): (Vec<_>, Vec<_>) =
            (0..twins.len()).filter(own).partition(|&kind| self.leaps(kind));
        leapers.into_iter().for_each(|kind| self.kind_forms[kind] = KindForm::Leap);
        if self.squares <= MAX_SQUARES_BETWEEN {
            self.find_between(others);
        }
        for (kind, &twin) in twins.iter().enumerate() {
            self.kind_forms[kind] = self.kind_forms[twin];
        }
    }
    /// Whether no capture of a kind depends on any square.
    fn leaps(&self, kind: usize) -> bool {
        let nothing = vec![0; self.words];
        let mut rows = kind * self.squares..(kind + 1) * self.squares;
        rows.all(|row| {
            let mut pairs = (self.first_pair[row] as usize..).zip(self.targets(row));
            pairs.all(|(pair, _)| self.forms[pair] == PairForm::Clear && self.lines.equals(pair, &nothing))
        })
    }
    /// Builds one table for all kinds, among these, that agree on the squares between any two: small, and close in
    /// memory for one target.
    fn find_between(&mut self, kinds: Vec<usize>) {
        let mut between = vec![0; self.squares * self.squares * self.words];
        let mut known = vec![false; self.squares * self.squares];
        // Ordered by target, then by origin; `None` if a pair of the kind depends on anything else.
        let pairs_of = |kind: usize| -> Option<Vec<(usize, usize)>> {
            let mut found = Vec::new();
            for from in 0..self.squares {
                let row = kind * self.squares + from;
                for (pair, target) in (self.first_pair[row] as usize..).zip(self.targets(row)) {
                    if self.forms[pair] != PairForm::Clear {
                        return None;
                    }
                    found.push((target * self.squares + from, pair));
                }
            }
            Some(found)
        };
        let mut found: Vec<_> = kinds.into_iter().filter_map(|kind| Some((kind, pairs_of(kind)?))).collect();
        // The longest ranges first: where a piece jumps over others and a rider does not, the table follows the rider.
        found.sort_by_key(|(_, pairs)| Reversed(pairs.len()));
        for (kind, pairs) in found {
            let set = |n: usize| n * self.words..(n + 1) * self.words;
            let fits = |&(place, pair): &(usize, usize)| {
                !known[place] || self.lines.equals(pair, &between[set(place)])
            };
            if pairs.iter().all(fits) {
                self.kind_forms[kind] = KindForm::Straight;
                for (place, pair) in pairs {
                    known[place] = true;
                    self.lines.copy(pair, &mut between[set(place)]);
                }
            }
        }
        self.between = between.into();
    }
    /// Joins the pairs of all kinds, adjusting indices; `found` has an entry for each kind with trees of its
    /// own.
    fn take_pairs(&mut self, trees: &Trees, mut found: Vec<Option<CaptureTable>>) {
        let (row, words, squares) = (self.squares * self.words, self.words, self.squares);
        let mut own: Vec<usize> = (0..found.len()).filter(|&kind| found[kind].is_some()).collect();
        // The largest table is moved, not copied; the others are freed as soon as they are copied.
        own.sort_by_key(|&kind| Reversed(found[kind].as_ref().map(|own| own.attacks.len())));
        let (mut attacks, mut first, mut forms) = (Vec::new(), Vec::new(), Vec::new());
        for kind in own {
            let Some(own) = found[kind].take() else { continue };
            let mut pair = first.len() as u32;
            for (from, targets) in own.reach.chunks_exact(words).enumerate() {
                self.first_pair[kind * squares + from] = pair;
                pair += targets.iter().map(|word| word.count_ones()).sum::<u32>();
            }
            self.reach[kind * row..(kind + 1) * row].copy_from_slice(&own.reach);
            let reverse = own.reach.chunks_exact(words).enumerate();
            for (from, target) in reverse.flat_map(|(from, set)| squares_of(set).map(move |to| (from, to))) {
                insert(&mut self.from[(kind * squares + target) * words..], from);
            }
            let mut next = attacks.len() as u32;
            first.extend(own.counts.iter().map(|count| {
                next += count;
                next - count
            }));
            match attacks.is_empty() {
                true => (attacks, self.lines, forms) = (own.attacks, own.lines, own.forms),
                false => {
                    attacks.extend(own.attacks);
                    self.lines.append(own.lines);
                    forms.extend(own.forms);
                }
            }
        }
        for kind in 0..found.len() {
            let twin = trees.twin(Kind(kind as u16)).index();
            for sets in [&mut self.reach, &mut self.from] {
                sets.copy_within(twin * row..(twin + 1) * row, kind * row);
            }
            self.first_pair.copy_within(twin * squares..(twin + 1) * squares, kind * squares);
        }
        first.push(attacks.len() as u32);
        (self.first, self.forms) = (first.into(), forms.into());
        self.attacks = attacks.into();
    }
    /// Squares where the kind and origin of a row could capture, ascending.
    pub(super) fn targets(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        squares_of(&self.reach[row * self.words..(row + 1) * self.words])
    }
    /// Builds the pair number table, unless it would be too large.
    fn number_pairs(&mut self, kinds: usize) {
        let numbers = kinds * self.squares * self.squares;
        if numbers > MAX_PAIR_BYTES / size_of::<u32>() {
            return;
        }
        let mut pairs = vec![0; numbers];
        for row in 0..kinds * self.squares {
            for (pair, target) in (self.first_pair[row] + 1..).zip(self.targets(row)) {
                pairs[row * self.squares + target] = pair;
            }
        }
        self.pairs = pairs.into();
    }
    /// Squares where a piece of this kind on `from` could ever capture a royal.
    #[inline(always)]
    pub fn reach<const W: usize>(&self, kind: Kind, from: Square) -> Bits<W> {
        Bits::of(&self.reach, kind.index() * self.squares + from.index())
    }
    /// All paths by which a piece of this kind on `from` could capture a royal on `target`.
    #[inline]
    pub fn attacks(&self, kind: Kind, from: Square, target: Square) -> &[Attack] {
        self.pair(kind, from, target).map_or(&[], |pair| self.attacks_of(pair))
    }
    /// Whether `set` holds the squares that decide the capture; it must be empty if there is no such capture.
    #[cfg(test)]
    pub(super) fn depends_on(&self, kind: Kind, from: Square, target: Square, set: &[u64]) -> bool {
        self.pair(kind, from, target).map_or(set.is_empty(), |pair| self.lines.equals(pair, set))
    }
    /// Squares from which a kind could ever capture a royal on a target.
    #[inline(always)]
    pub fn origins<const W: usize>(&self, kind: Kind, target: Square) -> Bits<W> {
        Bits::of(&self.from, kind.index() * self.squares + target.index())
    }
    /// Whether a square is one of them.
    #[inline(always)]
    pub fn is_origin<const W: usize>(&self, kind: Kind, from: Square, target: Square) -> bool {
        Bits::<W>::holds(&self.from, kind.index() * self.squares + target.index(), from)
    }
    /// Like [`Self::origins`], as words of 64 squares.
    pub(super) fn origin_words(&self, kind: Kind, target: usize) -> &[u64] {
        let row = (kind.index() * self.squares + target) * self.words;
        &self.from[row..row + self.words]
    }
    /// Squares whose content decides the capture of a pair. The attacker's own square and the target are
    /// included only if a path returns to them.
    #[inline(always)]
    pub fn line<const W: usize>(&self, pair: usize) -> Bits<W> {
        self.lines.get(pair)
    }
    /// Condition of the captures of a kind.
    #[inline(always)]
    pub fn kind_form(&self, kind: Kind) -> KindForm {
        self.kind_forms[kind.index()]
    }
    /// Whether a piece on `from`, one of the [`Self::origins`], could capture on `target` if the board were occupied
    /// like this; `None` if only the stored paths can tell.
    #[inline(always)]
    pub fn is_open<const W: usize>(
        &self,
        kind: Kind,
        [from, target]: [Square; 2],
        occupied: Bits<W>,
    ) -> Option<bool> {
        match self.kind_form(kind) {
            KindForm::Leap => Some(true),
            KindForm::Straight => Some(!self.between::<W>(from, target).meets(occupied)),
            KindForm::ByPair => {
                let pair = self.pair(kind, from, target)?;
                self.form(pair).holds(self.line(pair) & occupied)
            }
        }
    }
    /// Squares between origin and target of a capture by a straight kind.
    #[inline(always)]
    pub fn between<const W: usize>(&self, from: Square, target: Square) -> Bits<W> {
        Bits::of(&self.between, target.index() * self.squares + from.index())
    }
    /// Condition of the capture of a pair.
    #[inline]
    pub fn form(&self, pair: usize) -> PairForm {
        self.forms[pair]
    }
    /// Paths of a pair.
    #[inline]
    pub fn attacks_of(&self, pair: usize) -> &[Attack] {
        &self.attacks[self.first[pair] as usize..self.first[pair + 1] as usize]
    }
    /// Number of the pair, if the kind on `from` could capture on `target`.
    #[inline(always)]
    pub fn pair(&self, kind: Kind, from: Square, target: Square) -> Option<usize> {
        let slot = (kind.index() * self.squares + from.index()) * self.squares + target.index();
        match self.pairs.get(slot) {
            Some(&pair) => (pair as usize).checked_sub(1),
            None => self.counted_pair(kind, from, target),
        }
    }
    /// Like [`Self::pair`], without the table.
    #[inline(never)]
    fn counted_pair(&self, kind: Kind, from: Square, target: Square) -> Option<usize> {
        let row = kind.index() * self.squares + from.index();
        let words = &self.reach[row * self.words..(row + 1) * self.words];
        let (word, bit) = (target.index() / 64, 1 << (target.index() % 64));
        let before = || words[..word].iter().map(|word| word.count_ones()).sum::<u32>();
        let pair = || self.first_pair[row] + before() + (words[word] & (bit - 1)).count_ones();
        (words[word] & bit != 0).then(|| pair() as usize)
    }
    /// Kinds of a colour, with origins, that could capture en passant on a square.
    pub fn passing(&self, color: crate::board::Color, square: Square) -> &[(Kind, Square)] {
        &self.passing[color.index()][square.index()]
    }
    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        (self.reach.len() + self.from.len() + self.between.len()) * 8
            + (self.pairs.len() + self.first.len() + self.first_pair.len()) * 4
            + self.lines.bytes()
            + self.forms.len() * size_of::<PairForm>()
            + self.attacks.len() * size_of::<Attack>()
    }
}
