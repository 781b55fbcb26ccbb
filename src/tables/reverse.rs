//! Reverse tables: who could capture on a square, and by which path.

use super::tree::{Flags, Node, Passage};
use super::{Kind, Tables};
use crate::board::Square;
use crate::notation::legs::Occupancy;
use fxhash::FxHashMap;
use std::ops::Range;

/// A capture as a path of a tree: the node where the move ends and the node where the victim stands (the
/// same one, or an ancestor).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attack {
    /// Node where the move ends.
    pub end: u32,
    /// Node where the victim stands.
    pub victim: u32,
}

/// On what the capture of a royal by one piece depends, apart from the squares themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PairForm {
    /// All squares that it depends on must be empty.
    Clear,
    /// Exactly one of them must be occupied.
    Hop,
    /// The stored paths tell.
    General,
}

/// For each kind and origin: the squares where it could capture, and the paths that do.
#[derive(Debug, Default)]
pub struct Reverse {
    squares: usize,
    words: usize,
    /// `[(kind * squares + from) * words ..]`: bit set of squares where it could capture a royal.
    reach: Box<[u64]>,
    /// `[(kind * squares + from) * squares + target]`: number of the pair + 1; 0 where it could not capture.
    pairs: Box<[u32]>,
    /// `[pair]`: first of its `attacks`; one more entry closes the last.
    first: Box<[u32]>,
    attacks: Box<[Attack]>,
    /// `[pair]`: on what the capture depends.
    forms: Box<[PairForm]>,
    /// `[(kind * squares + target) * words ..]`: bit set of squares from where the kind could capture there.
    from: Box<[u64]>,
    /// `[pair * words ..]`: bit set of the squares whose content decides whether the capture is possible.
    depends: Box<[u64]>,
    /// `[colour][square]`: kinds and origins that could capture in passing there.
    passing: [Vec<Vec<(Kind, Square)>>; 2],
}

impl Reverse {
    /// Builds the tables from finished trees.
    pub(super) fn new(tables: &Tables, kinds: usize) -> Self {
        let squares = tables.squares();
        let words = crate::board::bits::width(squares);
        let mut reach = vec![0_u64; kinds * squares * words];
        let mut pairs = Vec::with_capacity(kinds * squares * squares);
        let (mut first, mut attacks, mut depends) = (Vec::new(), Vec::new(), Vec::new());
        let mut forms = Vec::new();
        let mut origins = vec![0_u64; kinds * squares * words];
        let mut passing = [vec![Vec::new(); squares], vec![Vec::new(); squares]];
        let mut by_target: Vec<Vec<Attack>> = vec![Vec::new(); squares];
        for kind in (0..kinds as u16).map(Kind) {
            for from in (0..squares as u16).map(Square) {
                collect(tables, tables.tree(kind, from), &mut by_target);
                let slot = kind.index() * squares + from.index();
                for (target, found) in by_target.iter_mut().enumerate() {
                    if found.is_empty() {
                        pairs.push(0);
                        continue;
                    }
                    reach[slot * words + target / 64] |= 1 << (target % 64);
                    first.push(attacks.len() as u32);
                    pairs.push(first.len() as u32);
                    depends.resize(first.len() * words, 0);
                    let bits = &mut depends[(first.len() - 1) * words..];
                    found.iter().for_each(|attack| mark_squares(tables, *attack, bits));
                    forms.push(pair_form(tables, found, bits));
                    origins[(kind.index() * squares + target) * words + from.index() / 64] |=
                        1 << (from.index() % 64);
                    attacks.append(found);
                }
                for node in &tables.nodes()[tables.tree(kind, from)] {
                    if (node.emit | node.go).meets(Occupancy::EN_PASSANT) && !node.flags.has(Flags::GUARD) {
                        passing[kind.color().index()][usize::from(node.square)].push((kind, from));
                    }
                }
            }
        }
        first.push(attacks.len() as u32);
        Self {
            squares,
            words,
            reach: reach.into(),
            pairs: pairs.into(),
            first: first.into(),
            attacks: attacks.into(),
            depends: depends.into(),
            forms: forms.into(),
            from: origins.into(),
            passing,
        }
    }
    /// Could a piece of this kind on `from` ever capture a royal on `target`?
    #[inline]
    pub fn reaches(&self, kind: Kind, from: Square, target: Square) -> bool {
        let word = (kind.index() * self.squares + from.index()) * self.words + target.index() / 64;
        self.reach[word] >> (target.index() % 64) & 1 != 0
    }
    /// All paths by which it could.
    #[inline]
    pub fn attacks(&self, kind: Kind, from: Square, target: Square) -> &[Attack] {
        let Some(pair) = self.pair(kind, from, target) else { return &[] };
        &self.attacks[self.first[pair] as usize..self.first[pair + 1] as usize]
    }
    /// Bit set, 64 squares a word, of the squares whose content decides whether the capture is possible; the
    /// attacker's own square and the target are not among them unless a path comes back to them.
    #[inline]
    pub fn depends(&self, kind: Kind, from: Square, target: Square) -> &[u64] {
        let Some(pair) = self.pair(kind, from, target) else { return &[] };
        &self.depends[pair * self.words..(pair + 1) * self.words]
    }
    /// Table of the sets of squares from where a kind could capture on a target: `[kind * squares + target]`.
    #[inline]
    pub fn origins(&self) -> &[u64] {
        &self.from
    }
    /// Table of the sets of squares that the pairs depend on.
    #[inline]
    pub fn dependences(&self) -> &[u64] {
        &self.depends
    }
    /// On what the capture by a pair depends.
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
    #[inline]
    pub fn pair(&self, kind: Kind, from: Square, target: Square) -> Option<usize> {
        let slot = (kind.index() * self.squares + from.index()) * self.squares + target.index();
        (self.pairs[slot] as usize).checked_sub(1)
    }
    /// Kinds of a colour, with origins, that could capture in passing on a square.
    pub fn passing(&self, color: crate::board::Color, square: Square) -> &[(Kind, Square)] {
        &self.passing[color.index()][square.index()]
    }
    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        (self.reach.len() + self.depends.len() + self.from.len()) * 8
            + (self.pairs.len() + self.first.len()) * 4
            + self.attacks.len() * size_of::<Attack>()
    }
}

/// The form of a pair, read off its paths.
fn pair_form(tables: &Tables, attacks: &[Attack], depends: &[u64]) -> PairForm {
    let hurdles = |attack: &Attack| hurdles(tables, *attack);
    let squares: u32 = depends.iter().map(|word| word.count_ones()).sum();
    let target = tables.nodes()[attacks[0].victim as usize].square;
    if depends[usize::from(target) / 64] >> (target % 64) & 1 != 0 {
        return PairForm::General;
    }
    // A line over one hurdle: each path depends on all its squares, not only on the hurdle's.
    let whole_line = |attack: &Attack| {
        let mut own = vec![0; depends.len()];
        mark_squares(tables, *attack, &mut own);
        own == depends
    };
    match attacks {
        [only] if hurdles(only) == Some(0) => PairForm::Clear,
        _ if attacks.len() as u32 == squares
            && attacks.iter().all(|a| hurdles(a) == Some(1) && whole_line(a)) =>
        {
            PairForm::Hop
        }
        _ => PairForm::General,
    }
}

/// How many of the squares on a path must be occupied, the others being empty; `None` if it is not that simple.
fn hurdles(tables: &Tables, attack: Attack) -> Option<u32> {
    if attack.end != attack.victim {
        return None;
    }
    let nodes = tables.nodes();
    let simple = |node: &Node| {
        let odd =
            Flags::GUARD.with(Flags::VACATED).with(Flags::LOCUST).with(Flags::DISPLACED).with(Flags::GATES);
        let lame = node.flags.has(Flags::EXTRA)
            && !matches!(&tables.extra(node).passage, None | Some(Passage::Free(_)));
        let ways = node.flags.has(Flags::EXTRA)
            && matches!(&tables.extra(node).passage, Some(Passage::Free(ways)) if ways.len() > 1);
        !node.flags.has(odd) && !lame && !ways
    };
    let mut count = 0;
    let mut at = attack.end;
    while at != Node::NO_PARENT {
        let node = &nodes[at as usize];
        if !simple(node) {
            return None;
        }
        if at != attack.end {
            match node.go {
                Occupancy::EMPTY => {}
                Occupancy::OCCUPIED => count += 1,
                _ => return None,
            }
        }
        at = node.parent;
    }
    Some(count)
}

/// Adds the squares that a capture depends on, the victim's apart.
fn mark_squares(tables: &Tables, attack: Attack, bits: &mut [u64]) {
    let nodes = tables.nodes();
    if nodes[attack.end as usize].flags.has(Flags::PASSED) {
        // What is captured in passing may stand anywhere.
        return (0..tables.squares()).for_each(|square| bits[square / 64] |= 1 << (square % 64));
    }
    let mut mark = |square: u16| bits[usize::from(square) / 64] |= 1 << (square % 64);
    let mut at = attack.end;
    while at != Node::NO_PARENT {
        let node = &nodes[at as usize];
        if at != attack.victim && !node.flags.has(Flags::VACATED) && !node.flags.has(Flags::GUARD) {
            mark(tables.read_at(node));
        }
        if node.flags.has(Flags::EXTRA) {
            match &tables.extra(node).passage {
                Some(Passage::Free(ways)) => ways.iter().flatten().copied().for_each(&mut mark),
                Some(Passage::Blocked(squares)) => squares.iter().copied().for_each(&mut mark),
                None => {}
            }
        }
        at = node.parent;
    }
}

/// Can the path through this node capture a royal here?
fn takes_royal(node: &Node, contents: Occupancy) -> bool {
    let flags = node.flags;
    let taken_here = !flags.has(Flags::VACATED.with(Flags::DISPLACED));
    flags.has(Flags::TAKES) && taken_here && contents.meets(Occupancy::ENEMY_ROYAL)
}

/// Does the path need the victim's square empty before it comes to capture there? Then it never can.
fn passes_victim(tables: &Tables, attack: Attack) -> bool {
    let nodes = tables.nodes();
    let square = nodes[attack.victim as usize].square;
    let mut at = nodes[attack.end as usize].parent;
    while at != Node::NO_PARENT {
        let node = &nodes[at as usize];
        let asks = at != attack.victim && tables.read_at(node) == square;
        if asks
            && !node.flags.has(Flags::VACATED.with(Flags::GUARD))
            && !node.go.meets(Occupancy::ENEMY_ROYAL)
        {
            return true;
        }
        at = node.parent;
    }
    false
}

fn collect(tables: &Tables, tree: Range<usize>, by_target: &mut [Vec<Attack>]) {
    let nodes = tables.nodes();
    for end in tree {
        // The way to a lender captures nothing.
        if nodes[end].emit.is_empty() || nodes[end].flags.has(Flags::BORROWS) {
            continue;
        }
        let mut add = |attack: Attack| {
            // SPEC: XBetza readings 23: what is unloaded is not captured.
            let target = nodes[attack.victim as usize].square;
            if !passes_victim(tables, attack) && !tables.displaces(&nodes[end], target) {
                by_target[usize::from(target)].push(attack);
            }
        };
        if takes_royal(&nodes[end], nodes[end].emit) {
            add(Attack { end: end as u32, victim: end as u32 });
        }
        if !nodes[end].flags.has(Flags::LOCUST) {
            continue;
        }
        let mut at = nodes[end].parent;
        while at != Node::NO_PARENT {
            let node = &nodes[at as usize];
            // A slide passes only empty squares: its node has the flag for ending there, not for passing.
            if takes_royal(node, node.go) {
                add(Attack { end: end as u32, victim: at });
            }
            at = node.parent;
        }
    }
}

/// Can two paths of the kind from one square have the same effect?
///
/// Captures on the way are compared as squares; where it depends on the position whether a path captures, the
/// answer is yes.
pub(super) fn has_duplicates(tables: &Tables, kind: Kind) -> bool {
    let squares = (0..tables.squares() as u16).map(Square);
    squares.into_iter().any(|from| tree_has_duplicates(tables, tables.tree(kind, from)))
}

fn tree_has_duplicates(tables: &Tables, tree: Range<usize>) -> bool {
    let nodes = tables.nodes();
    let mut seen: FxHashMap<(u16, Vec<u16>), u8> = FxHashMap::default();
    for node in &nodes[tree] {
        if node.emit.is_empty() {
            continue;
        }
        let mut victims = Vec::new();
        let mut unsure = false;
        let mut at = node.parent;
        while at != Node::NO_PARENT {
            let passed = &nodes[at as usize];
            if passed.flags.has(Flags::TAKES) && !passed.flags.has(Flags::VACATED) {
                let certain = passed.go.meets(Occupancy::OCCUPIED);
                unsure |= certain && passed.go.meets(Occupancy::EMPTY);
                if certain {
                    victims.push(passed.square);
                }
            }
            at = passed.parent;
        }
        if unsure {
            return true;
        }
        victims.sort_unstable();
        let masks = seen.entry((node.square, victims)).or_default();
        if *masks & node.emit.0 != 0 {
            return true;
        }
        *masks |= node.emit.0;
    }
    false
}
