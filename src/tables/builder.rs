//! Builds the tables of a variant: first the trees, then what follows from them.

use super::attack_tables::Reverse;
use super::bans::Bans;
use super::batch;
use super::bitboards::{BitboardMoves, Conditional, FormBuilder, KindFacts};
use super::borrowed::{self, LentTree, TreePurpose};
use super::capture_forms::CaptureForms;
use super::capture_rules::EffectTables;
use super::explosions::Explosions;
use super::game_tables::{CaptureTables, Tables};
use super::info::{KindInfo, kind_infos};
use super::layout;
use super::profile;
use super::rules::{self, Arrival};
use super::support::{self, TableError};
use super::tree::{Flags, Node};
use super::trees::Trees;
use super::trie::FlameSets;
use super::unroll::{Access, Budget};
use crate::board::bits::{contains, insert};
use crate::board::{Color, Kind, Square};
use crate::notation::legs::Occupancy;
use crate::variant::{PieceType, Variant, all_kinds};

/// For royals with more leaps than this, every piece counts as a possible attacker of their target squares.
const MAX_LEAPS_AROUND: usize = 64;

/// Tables to complete: those from which the others follow are there.
struct TablesBuilder<'a> {
    variant: &'a Variant,
    kinds: Vec<Kind>,
    tables: Tables,
}

impl Tables {
    /// Unrolls all pieces of a variant.
    ///
    /// # Errors
    /// A movement that the tables do not support, or a variant that exceeds [`Budget::MAX_NODES`],
    /// [`Budget::MAX_STEPS`] or [`Budget::MAX_BYTES`]. Too many types can exceed the last by themselves.
    pub fn new(variant: &Variant) -> Result<Self, TableError> {
        let budget = Budget::default();
        support::refuse_undefined(variant)?;
        support::refuse_too_many(variant, &budget)?;
        let flames = FlameSets::of(variant.pieces.iter().flat_map(|piece| &piece.movements));
        let loans = borrowed::all(variant, &flames);
        let bans = Bans::of(variant);
        let kinds: Vec<Kind> = all_kinds(variant).collect();
        let trees = Trees::new(variant, &kinds, &loans, &flames, bans.as_ref(), &budget)?;
        // The three are independent, and each may have one kind that takes longer than all others.
        let reverse = || Reverse::new(&trees, bans.as_ref(), &budget);
        let infos = || kind_infos(variant, &trees, &kinds);
        let forms = || compile(variant, &trees, &kinds, bans.as_ref());
        let (reverse, (infos, forms)) = rayon::join(reverse, || rayon::join(infos, forms));
        let reverse = reverse.map_err(|(kind, excess)| excess.with(variant, kind))?;
        let mut tables =
            Tables { trees, reverse, forms, kinds: infos, zone: zone(variant), ..Tables::default() };
        for (info, &clashing) in tables.kinds.iter_mut().zip(&tables.forms.clashing) {
            info.duplicates |= clashing;
        }
        let mut builder = TablesBuilder { variant, kinds, tables };
        builder.lend(&loans);
        builder.find_arrivals();
        let captures = builder.capture_tables(bans);
        builder.complete_forms(&captures);
        Ok(builder.finish(captures))
    }
}

impl TablesBuilder<'_> {
    /// Enters the loans of each kind.
    fn lend(&mut self, loans: &[LentTree]) {
        let mut flames = Vec::new();
        for (number, loan) in (0_u32..).zip(loans) {
            let info = &mut self.tables.kinds[loan.kind.index()];
            match loan.purpose {
                TreePurpose::Flames => flames.push(number),
                TreePurpose::Mirrored => info.own = Some(number),
                TreePurpose::Imitate => {
                    info.imitates.resize(self.variant.pieces.len(), Vec::new());
                    info.imitates[loan.lender.index()].push(number);
                }
                TreePurpose::Borrow => {
                    info.borrows.resize(self.variant.pieces.len(), None);
                    info.borrows[loan.lender.index()] = Some(number);
                }
            }
        }
        self.tables.flames = flames.into();
    }
    fn find_arrivals(&mut self) {
        let (mut arrivals, mut quoted) = (Vec::new(), Vec::new());
        for &kind in &self.kinds {
            let dead = self.dead_squares(kind);
            let plain = rules::arrivals(self.variant, kind, &dead);
            let by_zone = rules::zone_arrivals(self.variant, kind, &dead);
            self.tables.kinds[kind.index()].changes_type =
                plain.iter().chain(&by_zone).any(|&a| a != Arrival::Plain)
                    || rules::changes(self.variant, kind.piece()).next().is_some()
                    || self.variant.captures.changes_form(kind.piece());
            arrivals.extend(plain);
            quoted.extend(by_zone);
        }
        (self.tables.arrivals, self.tables.quoted_arrivals) = (arrivals.into(), quoted.into());
        let new_types: Vec<_> =
            self.kinds.iter().map(|&kind| self.tables.new_types(self.variant, kind)).collect();
        for &kind in &self.kinds {
            let (royal, new) = (self.tables.kinds[kind.index()].royal, &new_types[kind.index()]);
            let is_royal =
                |&piece: &PieceType| self.tables.kinds[Kind::new(piece, kind.color()).index()].royal;
            self.tables.kinds[kind.index()].becomes_royal = !royal && new.iter().any(is_royal);
            self.tables.kinds[kind.index()].changes_back =
                !new.is_empty() && new.iter().all(|&piece| changes_into(&new_types, kind, piece));
        }
    }
    /// `[square]`: whether a piece of the kind can never move from there, initial moves excluded.
    fn dead_squares(&self, kind: Kind) -> Vec<bool> {
        let moves = |node: &Node| !node.emit.is_empty() && !node.flags.intersects(Flags::INITIAL);
        let imitates = !self.tables.kinds[kind.index()].imitates.is_empty();
        let tree = |square: u16| &self.tables.trees.nodes()[self.tables.trees.tree(kind, Square(square))];
        let dead = |square: u16| !imitates && !tree(square).iter().any(moves);
        (0..self.tables.trees.squares() as u16).map(dead).collect()
    }
    fn slots(&self, kind: Kind) -> std::ops::Range<usize> {
        kind.index() * self.tables.trees.squares..(kind.index() + 1) * self.tables.trees.squares
    }
    /// Builds the tables of the capture rules, and marks the kinds whose arrivals they check.
    fn capture_tables(&mut self, bans: Option<Bans>) -> CaptureTables {
        let captures = self.select_capture_tables(bans);
        let checks = |piece: PieceType| match &captures {
            CaptureTables::Bans(bans) => bans.bind(piece),
            CaptureTables::Forms(forms) => forms.changes_form(piece),
            CaptureTables::Explosions(_, explosions) => explosions.binds(piece),
            CaptureTables::Judged(_) => true,
            CaptureTables::None | CaptureTables::Trades(_) => false,
        };
        for (kind, info) in self.kinds.iter().zip(&mut self.tables.kinds) {
            info.checks_arrivals = info.changes_type || checks(kind.piece());
            // Moves with different victims may have the same effect.
            info.duplicates |= matches!(captures, CaptureTables::Judged(_)) && info.trees;
        }
        captures
    }
    fn select_capture_tables(&self, bans: Option<Bans>) -> CaptureTables {
        if let Some(bans) = bans {
            return CaptureTables::Bans(bans);
        }
        let tables = &self.tables;
        let forms =
            CaptureForms::of(self.variant, &tables.kinds, &tables.forms.royal_captures, &tables.arrivals);
        if let Some(forms) = forms {
            return CaptureTables::Forms(forms);
        }
        let Some(effects) = EffectTables::new(self.variant, &self.tables.trees) else {
            return CaptureTables::None;
        };
        if self.variant.captures.only_bar_trades() {
            return CaptureTables::Trades(effects);
        }
        match Explosions::new(self.variant, &effects, &self.tables.kinds) {
            Some(explosions) => CaptureTables::Explosions(effects, explosions),
            None => CaptureTables::Judged(effects),
        }
    }
    /// Adds the sets that depend on promotion and on the reverse tables.
    fn complete_forms(&mut self, captures: &CaptureTables) {
        self.tables.forms.single = self.arrival_sets(|arrival, in_zone| match arrival {
            Arrival::Plain | Arrival::Into(_) | Arrival::Must(_) | Arrival::ZoneForced(_) => true,
            Arrival::Zone(_) => !in_zone,
            Arrival::May(_) | Arrival::Choose(_) => false,
        });
        self.tables.forms.plain = self.arrival_sets(|arrival, in_zone| match arrival {
            Arrival::Plain => true,
            Arrival::Zone(_) | Arrival::ZoneForced(_) => !in_zone,
            Arrival::Into(_) | Arrival::Must(_) | Arrival::May(_) | Arrival::Choose(_) => false,
        });
        self.tables.forms.around = self.attackers_around();
        let zones = self.tables.zone.chunks(self.tables.trees.squares.max(1));
        self.tables.forms.zone = zones.flat_map(|zone| self.set(|square| zone[square.index()])).collect();
        self.tables.forms.steps = batch::steps(&self.tables.forms, &self.tables.kinds);
        let judged = |kind: Kind| match captures {
            CaptureTables::Bans(bans) => bans.bind(kind.piece()),
            CaptureTables::Explosions(..) => true,
            _ => false,
        };
        self.tables.forms.profiles = profile::profiles(&self.tables.forms, &self.tables.kinds, judged);
    }
    /// The set of the squares that `has` holds for.
    fn set(&self, has: impl Fn(Square) -> bool) -> Vec<u64> {
        let mut set = vec![0; self.tables.forms.width];
        let squares = self.variant.board.squares().filter(|&square| has(square));
        squares.for_each(|square| insert(&mut set, square.index()));
        set
    }
    /// `[kind]`: bit set of the squares that `accepts` holds for, given the arrival there and whether the
    /// square is in the promotion zone.
    fn arrival_sets(&self, accepts: impl Fn(Arrival, bool) -> bool) -> Box<[u64]> {
        let of = |&kind: &Kind| {
            let arrivals = &self.tables.arrivals[self.slots(kind)];
            let zone = &self.tables.zone[kind.color().index() * self.tables.trees.squares..];
            self.set(|square| accepts(arrivals[square.index()], zone[square.index()]))
        };
        self.kinds.iter().flat_map(of).collect()
    }
    /// See [`BitboardMoves::around`].
    fn attackers_around(&self) -> Box<[u64]> {
        let (width, forms) = (self.tables.forms.width, &self.tables.forms);
        let mut around = vec![0; self.kinds.len() * self.tables.trees.squares * width];
        for &royal in self.kinds.iter().filter(|&&kind| self.tables.kinds[kind.index()].royal) {
            for square in self.variant.board.squares() {
                let slot = forms.slot(royal, square) * width;
                let leaps = |&to: &usize| {
                    contains(&forms.quiet_leaps[slot..], to) || contains(&forms.taking_leaps[slot..], to)
                };
                let leaps: Vec<usize> = (0..self.tables.trees.squares).filter(leaps).collect();
                for &kind in self.kinds.iter().filter(|kind| kind.color() != royal.color()) {
                    let row = forms.slot(kind, square) * width;
                    if leaps.len() > MAX_LEAPS_AROUND {
                        around[row..row + width].fill(u64::MAX);
                        continue;
                    }
                    for &to in &leaps {
                        let origins = self.tables.reverse.origin_words(kind, to);
                        around[row..].iter_mut().zip(origins).for_each(|(word, &more)| *word |= more);
                    }
                }
            }
        }
        around.into()
    }
    /// `[kind * squares + square]`: whether the kind must promote there if it may.
    fn stuck(&self) -> Box<[bool]> {
        let of = |&kind: &Kind| {
            let dead = self.dead_squares(kind);
            let stuck = |square| rules::stuck(self.variant, kind, square, &dead);
            self.variant.board.squares().map(stuck).collect::<Vec<_>>()
        };
        self.kinds.iter().flat_map(of).collect()
    }
    fn finish(mut self, captures: CaptureTables) -> Tables {
        let access = |&kind: &Kind| rules::access(self.variant, kind);
        self.tables.access = self.kinds.iter().flat_map(access).collect();
        self.tables.stuck =
            if matches!(captures, CaptureTables::Judged(_)) { self.stuck() } else { Box::default() };
        self.tables.occupancy = Color::BOTH.map(|color| occupancy(&self.tables.kinds, color));
        Tables { captures, ..self.tables }
    }
}

fn compile(variant: &Variant, trees: &Trees, kinds: &[Kind], bans: Option<&Bans>) -> BitboardMoves {
    let facts = |&kind: &Kind| {
        let open = rules::access(variant, kind).iter().map(|&access| access != Access::Forbidden).collect();
        KindFacts { kind, open, starts: layout::starts(variant, kind) }
    };
    let facts: Vec<KindFacts> = kinds.iter().map(facts).collect();
    FormBuilder::new(variant, bans).build(&facts, |kind, from, entry| trailing_leap(trees, kind, from, entry))
}

/// The node of the full tree where a compiled leap that leaves a trail ends; `None` if it passes no square. Other
/// paths of the piece may end there, too, and leave other trails.
fn trailing_leap(trees: &Trees, kind: Kind, from: Square, entry: &Conditional) -> Option<u32> {
    let content = if entry.quiet { Occupancy::EMPTY } else { Occupancy::ENEMIES };
    let ends_leap = |&index: &usize| {
        let node = &trees.nodes[index];
        node.square == entry.to
            && node.emit.intersects(content)
            && node.flags.intersects(Flags::EXTRA)
            && trees.extra(node).trail.is_some()
            && node.flags.intersects(Flags::INITIAL) == entry.unmoved
            && trees.ancestors(node).all(|ancestor| ancestor.flags.intersects(Flags::GUARD))
    };
    let compiled = trees.residual_tree(kind, from).end..trees.tree(kind, from).end;
    compiled.into_iter().find(ends_leap).map(|index| index as u32)
}

fn zone(variant: &Variant) -> Box<[bool]> {
    let board = &variant.board;
    let inside = |color| {
        board.squares().map(move |square| board.rank_from_end(color, square) <= variant.promotion.zone)
    };
    Color::BOTH.into_iter().flat_map(inside).collect()
}

fn occupancy(infos: &[KindInfo], mover: Color) -> Box<[Occupancy]> {
    let of = |(index, info): (usize, &KindInfo)| {
        let owner = Kind(index as u16).color();
        match (owner == mover, info.royal) {
            (true, _) => Occupancy::FRIEND,
            (false, true) => Occupancy::ENEMY_ROYAL,
            (false, false) => Occupancy::ENEMY,
        }
    };
    std::iter::once(Occupancy::EMPTY).chain(infos.iter().enumerate().map(of)).collect()
}

/// Whether moves can turn a piece of type `from` into `kind`, maybe by way of other types. `new_types[kind]`: types that
/// one move can turn a kind into.
fn changes_into(new_types: &[Vec<PieceType>], kind: Kind, from: PieceType) -> bool {
    let (mut seen, mut next) = (vec![from], 0);
    while let Some(&piece) = seen.get(next) {
        next += 1;
        for &form in &new_types[Kind::new(piece, kind.color()).index()] {
            if form == kind.piece() {
                return true;
            }
            if !seen.contains(&form) {
                seen.push(form);
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{catalogue, read};

    /// IDs of White's kinds that can change back after every change of type.
    fn changing_back(variant: &Variant) -> Vec<&str> {
        let tables = Tables::new(variant).expect("tables");
        let types = variant.types().filter(|&piece| tables.kind(Kind::new(piece, Color::White)).changes_back);
        types.map(|piece| variant.pieces[piece.index()].id.as_str()).collect()
    }

    #[test]
    fn changes_of_type_are_quiet_if_moves_can_undo_them() {
        let of = |name: &str| catalogue::load(name).expect("a built-in variant").variant;
        assert_eq!(changing_back(&of("kyotoshogi")), ["S", "P", "L", "N", "+S", "+P", "+L", "+N"]);
        assert_eq!(changing_back(&of("normal")), [""; 0]);
        assert_eq!(changing_back(&of("shogi")), [""; 0]);
        let cycle = |last: &str| {
            let morph = |form: &str| vec![form.repeat(4); 4].join("/");
            let text = format!(
                "files=4\nranks=4\nroyal=K\nking:K:K::a1,,d4\nrook:A:R::b1\nmorph={}\nbishop:B:B::\nmorph={}\n\
                 knight:C:N::\nmorph={}\nwazir:D:W::\n",
                morph("B"),
                morph("C"),
                morph(last)
            );
            read("cycle", &text).expect("a variant").0
        };
        assert_eq!(changing_back(&cycle("A")), ["A", "B", "C"]);
        assert_eq!(changing_back(&cycle("D")), [""; 0]);
        assert_eq!(changing_back(&cycle("B")), ["B", "C"]);
    }
}
