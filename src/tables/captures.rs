//! All paths by which a kind could capture a royal, found in one pass over its trees.

use super::attack_paths::{Attack, PairForm, mark_squares, pair_form, takes_in_passing};
use super::bans::Bans;
use super::lines::Lines;
use super::tree::{Extra, Flags, Node};
use super::trees::Trees;
use super::unroll::{Budget, Excess};
use crate::board::bits::{contains, insert, squares_of};
use crate::board::{Kind, Square};
use crate::notation::legs::Occupancy;

/// Captures of one kind by pair of squares. Pairs are numbered within the kind.
#[derive(Debug, Default)]
pub(super) struct CaptureTable {
    /// `[from * words ..]`: bit set of the squares where it could capture.
    pub reach: Vec<u64>,
    /// `[pair]`: number of paths.
    pub counts: Vec<u32>,
    /// Paths, pair after pair.
    pub attacks: Vec<Attack>,
    /// `[pair]`: squares whose content decides.
    pub lines: Lines,
    /// `[pair]`: condition of the capture.
    pub forms: Vec<PairForm>,
    /// Square and origin of each en passant capture.
    pub passing: Vec<(u16, Square)>,
}

/// A node on the way from the root, with facts about the path so far.
struct CaptureLevel {
    node: u32,
    /// Start of its victims in the list of all levels.
    victims: usize,
    /// Number of squares that the path depends on before the node.
    squares: usize,
    /// Whether each square of the path is checked by one node only, and none by a condition on squares a leap
    /// passes.
    plain: bool,
}

/// The path to the current node.
struct Walk<'a> {
    trees: &'a Trees,
    words: usize,
    levels: Vec<CaptureLevel>,
    /// Squares the path depends on, in order.
    path: Vec<u16>,
    /// The same as a bit set.
    bits: Vec<u64>,
    /// For each level, the nodes of its path where a royal may be captured.
    victims: Vec<u32>,
    /// Bit set of the targets from the current origin.
    targets: Vec<u64>,
    /// `[target]`: paths from the current origin.
    found: Vec<Vec<Attack>>,
    /// `[target * words ..]`: squares they depend on.
    depends: Vec<u64>,
}

impl CaptureTable {
    /// Finds the captures of a kind.
    ///
    /// # Errors
    /// The budget is exhausted.
    pub fn of(trees: &Trees, kind: Kind, bans: Option<&Bans>, budget: &Budget) -> Result<Self, Excess> {
        let squares = trees.squares();
        let words = crate::board::bits::width(squares);
        let (reach, lines) = (vec![0; squares * words], Lines::new(words));
        let mut captures = Self { reach, lines, ..Self::default() };
        let mut counted = captures.bytes();
        let mut walk = Walk {
            trees,
            words,
            levels: Vec::new(),
            path: Vec::new(),
            bits: vec![0; words],
            victims: Vec::new(),
            targets: vec![0; words],
            found: vec![Vec::new(); squares],
            depends: vec![0; squares * words],
        };
        for from in (0..squares as u16).map(Square) {
            let tree = trees.tree(kind, from);
            for (index, node) in tree.clone().zip(&trees.nodes()[tree]) {
                walk.visit(index as u32, node);
                if (node.emit | node.go).intersects(Occupancy::EN_PASSANT)
                    && !node.flags.intersects(Flags::GUARD)
                {
                    captures.passing.push((node.square, from));
                }
            }
            captures.take(from, &mut walk, bans.is_some_and(|bans| bans.watch(kind.piece())));
            let bytes = captures.bytes();
            if !budget.take_bytes(bytes - counted) {
                return Err(Excess::Bytes);
            }
            counted = bytes;
        }
        captures.lines.close();
        Ok(captures)
    }
    /// Adds the captures found from one origin. `wary`: more than occupancy may decide about paths of the
    /// kind.
    fn take(&mut self, from: Square, walk: &mut Walk<'_>, wary: bool) {
        let row = from.index() * walk.words;
        for target in squares_of(&walk.targets) {
            let found = &mut walk.found[target];
            let depends = &mut walk.depends[target * walk.words..(target + 1) * walk.words];
            self.counts.push(found.len() as u32);
            let form = if wary { PairForm::General } else { pair_form(walk.trees, found, depends) };
            self.forms.push(form);
            self.lines.push(depends);
            self.attacks.append(found);
            depends.fill(0);
        }
        self.reach[row..row + walk.words].copy_from_slice(&walk.targets);
        walk.targets.fill(0);
    }
    /// Size in bytes, without `reach`.
    fn bytes(&self) -> usize {
        self.counts.len() * (4 + size_of::<PairForm>())
            + self.attacks.len() * size_of::<Attack>()
            + self.lines.bytes()
            + self.passing.len() * size_of::<(u16, Square)>()
    }
}

impl Walk<'_> {
    fn visit(&mut self, index: u32, node: &Node) {
        while self.levels.last().is_some_and(|level| level.node != node.parent) {
            let Some(level) = self.levels.pop() else { break };
            self.victims.truncate(level.victims);
            self.path.drain(level.squares..).for_each(|square| clear(&mut self.bits, square));
        }
        // The path to a lender captures nothing.
        if !node.emit.is_empty() && !node.flags.intersects(Flags::BORROWS) {
            self.end(index, node);
        }
        if node.skip > index + 1 {
            self.descend(index, node);
        }
    }
    /// Adds the captures of a move that ends at the node.
    fn end(&mut self, index: u32, node: &Node) {
        if takes_royal(node, node.emit) {
            self.add(Attack { end: index, victim: index }, node);
        }
        if node.flags.intersects(Flags::LOCUST) {
            let first = self.levels.last().map_or(0, |level| level.victims);
            for place in (first..self.victims.len()).rev() {
                self.add(Attack { end: index, victim: self.victims[place] }, node);
            }
        }
    }
    fn add(&mut self, attack: Attack, end: &Node) {
        let target = self.trees.nodes()[attack.victim as usize].square;
        // SPEC: XBetza readings 23: what is unloaded is not captured.
        let alone = attack.end == attack.victim;
        if alone && self.needs_empty(attack, target) || self.trees.displaces(end, target) {
            return;
        }
        insert(&mut self.targets, usize::from(target));
        self.found[usize::from(target)].push(attack);
        let set = usize::from(target) * self.words..(usize::from(target) + 1) * self.words;
        let own = (!alone).then(|| mark(self.trees, end)).flatten();
        let plain = self.levels.last().is_none_or(|level| level.plain)
            && !has_passage(self.trees, end)
            && !takes_in_passing(self.trees, attack)
            && own.is_none_or(|square| square != target);
        if !plain {
            return mark_squares(self.trees, attack, &mut self.depends[set]);
        }
        let set = &mut self.depends[set];
        let kept = contains(set, target.into());
        if self.path.len() < self.words {
            self.path.iter().for_each(|&square| insert(set, usize::from(square)));
        } else {
            set.iter_mut().zip(&self.bits).for_each(|(word, bits)| *word |= bits);
        }
        own.into_iter().for_each(|square| insert(set, usize::from(square)));
        // The victim's square does not count, although it is on the path.
        if !alone && !kept {
            clear(set, target);
        }
    }
    /// Whether the path needs the victim's square to be empty before it captures there, which makes it
    /// impossible.
    fn needs_empty(&self, attack: Attack, target: u16) -> bool {
        contains(&self.bits, target.into()) && passes_victim(self.trees, attack)
    }
    /// Continues the path through the node.
    fn descend(&mut self, index: u32, node: &Node) {
        let first = self.levels.last().map_or(0, |level| level.victims);
        let (victims, mut plain) = (self.victims.len(), self.levels.last().is_none_or(|level| level.plain));
        let nodes = self.trees.nodes();
        let decisive = mark(self.trees, node);
        let forbids = |victim: u32| {
            decisive == Some(nodes[victim as usize].square) && !node.go.intersects(Occupancy::ENEMY_ROYAL)
        };
        for place in first..victims {
            let victim = self.victims[place];
            if !forbids(victim) {
                self.victims.push(victim);
            }
        }
        if takes_royal(node, node.go) && !self.needs_empty(Attack { end: index, victim: index }, node.square)
        {
            self.victims.push(index);
        }
        let squares = self.path.len();
        if let Some(square) = decisive {
            if contains(&self.bits, square.into()) {
                plain = false;
            } else {
                insert(&mut self.bits, usize::from(square));
                self.path.push(square);
            }
        }
        plain &= !has_passage(self.trees, node);
        self.levels.push(CaptureLevel { node: index, victims, squares, plain });
    }
}

fn clear(bits: &mut [u64], square: u16) {
    bits[usize::from(square) / 64] &= !(1 << (square % 64));
}

/// Square whose content decides at the node; `None` if there is none or it is the en passant victim's.
fn mark(trees: &Trees, node: &Node) -> Option<u16> {
    let reads = !node.flags.intersects(Flags::VACATED | Flags::GUARD);
    reads.then(|| trees.read_at(node)).filter(|&square| square != Extra::PASSING)
}

fn has_passage(trees: &Trees, node: &Node) -> bool {
    trees.extra_of(node).is_some_and(|extra| extra.passage.is_some())
}

/// Whether the path through this node can capture a royal here.
fn takes_royal(node: &Node, contents: Occupancy) -> bool {
    let flags = node.flags;
    let taken_here = !flags.intersects(Flags::VACATED | Flags::DISPLACED);
    flags.intersects(Flags::TAKES) && taken_here && contents.intersects(Occupancy::ENEMY_ROYAL)
}

/// Whether some node of the path requires that no royal stands on the victim's square.
fn passes_victim(trees: &Trees, attack: Attack) -> bool {
    let nodes = trees.nodes();
    let victim = &nodes[attack.victim as usize];
    nodes[attack.end as usize].ancestors(nodes).any(|node| {
        let elsewhere = !std::ptr::eq(node, victim);
        elsewhere && mark(trees, node) == Some(victim.square) && !node.go.intersects(Occupancy::ENEMY_ROYAL)
    })
}

#[cfg(test)]
mod tests {
    use super::super::Tables;
    use super::*;
    use crate::variant;
    use std::collections::BTreeMap;

    /// Attacks and dependencies of each pair, found by walking from every end to its root.
    fn attacks_by_walking(tables: &Tables, kind: Kind) -> BTreeMap<(u16, u16), (Vec<Attack>, Vec<u64>)> {
        let nodes = tables.nodes();
        let words = crate::board::bits::width(tables.squares());
        let mut pairs = BTreeMap::new();
        for from in 0..tables.squares() as u16 {
            for end in tables.tree(kind, Square(from)).filter(|&end| !nodes[end].emit.is_empty()) {
                if nodes[end].flags.intersects(Flags::BORROWS) {
                    continue;
                }
                for at in std::iter::successors(Some(end), |&at| nodes[at].parent_index()) {
                    let at = at as u32;
                    let (node, attack) = (&nodes[at as usize], Attack { end: end as u32, victim: at });
                    let contents = if at == attack.end { node.emit } else { node.go };
                    let possible = at == attack.end || nodes[end].flags.intersects(Flags::LOCUST);
                    let spared = passes_victim(tables, attack) || tables.displaces(&nodes[end], node.square);
                    if possible && takes_royal(node, contents) && !spared {
                        let pair: &mut (Vec<Attack>, Vec<u64>) =
                            pairs.entry((from, node.square)).or_default();
                        pair.0.push(attack);
                        pair.1.resize(words, 0);
                        mark_squares(tables, attack, &mut pair.1);
                    }
                }
            }
        }
        pairs
    }

    #[test]
    fn one_pass_matches_walks_from_every_end() {
        let all = "RasR KcaKcacaKaaK (caf)3Q KNADcaKcabKmabK mRcpR nNnDcafK cdaKpacfR ucaKaK xaKU \
                    mpafcpafyacK jAcaunKaQ qNoW bcafpdK cabpaK aeabyK eaucaK uO-KcaK K\\:K";
        all.split(' ').for_each(|betza| compare_with_walks(betza, 6, 7));
        // Sets of many words, which are filled square by square for short paths.
        for betza in ["RasR", "KcaKcacaKaaK", "KNADcaKcabKmabK"] {
            compare_with_walks(betza, 17, 16);
        }
    }

    /// Compares all attacks and dependencies of a piece, in both colours, with those found by walking.
    fn compare_with_walks(betza: &str, files: u16, ranks: u16) {
        let text = format!("files={files}\nranks={ranks}\nroyal=K\npiece:A:{betza}::a1\nking:K:K::e1\n");
        let (variant, _) = variant::read("test", &text).expect(betza);
        let tables = Tables::new(&variant).expect(betza);
        let squares = || (0..files * ranks).map(Square);
        for kind in variant::all_kinds(&variant).filter(|&kind| tables.twin(kind) == kind) {
            let slow = attacks_by_walking(&tables, kind);
            for from in squares() {
                for target in squares() {
                    let reverse = tables.reverse();
                    let (attacks, depends) = match slow.get(&(from.0, target.0)) {
                        Some((attacks, depends)) => (&attacks[..], &depends[..]),
                        None => (&[][..], &[][..]),
                    };
                    assert_eq!(reverse.attacks(kind, from, target), attacks, "{betza} {from:?} {target:?}");
                    assert!(reverse.depends_on(kind, from, target, depends), "{betza} {from:?} {target:?}");
                    let mut targets = reverse.targets(kind.index() * tables.squares() + from.index());
                    assert_eq!(targets.any(|square| square == target.index()), !attacks.is_empty());
                    let origins = reverse.origin_words(kind, target.index());
                    assert_eq!(contains(origins, from.index()), !attacks.is_empty());
                }
            }
        }
    }

    /// A rook's trees are shared by both colours and by types that move like it; a pawn's are not.
    #[test]
    fn kinds_with_the_same_movements_share_their_trees() {
        let text = "files=8\nranks=8\npawn:P:fmWfcF::a2\nrook:R:R::a1\ntower:T:fbRsR::\nking:K:K::e1\n";
        let (variant, _) = variant::read("test", text).expect("a variant");
        let tables = Tables::new(&variant).expect("tables");
        let twins: Vec<u16> = variant::all_kinds(&variant).map(|kind| tables.twin(kind).0).collect();
        assert_eq!(twins[..6], [0, 1, 2, 2, 2, 2]);
        assert_eq!(twins[6..], [6, 6]);
        let a1 = Square(0);
        assert_eq!(tables.tree(Kind(2), a1), tables.tree(Kind(3), a1));
        assert_ne!(tables.tree(Kind(0), Square(20)), tables.tree(Kind(1), Square(20)));
    }
}
