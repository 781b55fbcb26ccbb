//! Tables for the capture matrix, explosions and spells, built once per variant.

use super::bans;
use super::tree::Node;
use super::trees::Trees;
use crate::board::{Color, Kind, Square};
use crate::notation::legs::Occupancy;
use crate::variant::captures::{CaptureActions, CaptureRules, Column, Zone};
use crate::variant::{PieceType, Variant};

/// Value of one reachable square, for `tradeThreshold`.
const UNITS_A_SQUARE: usize = 16;

/// Tables for capture rules. Only variants with such rules have them.
#[derive(Clone, Debug, Default)]
pub struct EffectTables {
    /// `[square]`: squares that an explosion there reaches.
    blast: Box<[Box<[u16]>]>,
    /// `[square]`: squares from which an explosion reaches it.
    exposed_to: Box<[Box<[u16]>]>,
    /// `[square]`: squares from which a spell reaches it.
    spell: Box<[Box<[u16]>]>,
    /// `[colour]`: kinds whose capture may be barred.
    pub barred: [Vec<Kind>; 2],
    /// `[type]`: whether its moves can destroy enemies around the end square as if capturing them.
    burners: Box<[bool]>,
    /// `[type]`: its bit in the set of struck types (`counterStrike`).
    pub strikers: Box<[u64]>,
    /// `[type]`: value in trades (`tradeThreshold`): mean number of squares where its moves could end, in
    /// sixteenths.
    pub worth: Box<[u32]>,
}

impl EffectTables {
    /// Builds the tables of a variant; `None` if it has no such rules.
    pub(super) fn new(variant: &Variant, trees: &Trees) -> Option<Box<Self>> {
        let rules = &variant.captures;
        if rules.is_empty() {
            return None;
        }
        let around = |zone: Zone| -> Box<[Box<[u16]>]> {
            let squares = |square| zone.around(&variant.board, square).map(|s| s.0).collect();
            variant.board.squares().map(squares).collect()
        };
        let mut bit = 0_u32;
        let strikers = rules.counter_strike.iter().map(|&strikes| {
            let own = if strikes { 1_u64.checked_shl(bit).unwrap_or(0) } else { 0 };
            bit += u32::from(strikes);
            own
        });
        let blast = if rules.have(CaptureActions::BLAST) { around(rules.blast.zone) } else { Box::default() };
        Some(Box::new(Self {
            exposed_to: inverse(&blast),
            blast,
            spell: rules.influence.as_ref().map(|influence| around(influence.zone)).unwrap_or_default(),
            barred: Color::BOTH
                .map(|color| Self::barred_types(variant).map(|piece| Kind::new(piece, color)).collect()),
            burners: variant.types().map(|piece| Self::is_burner(variant, piece)).collect(),
            strikers: strikers.collect(),
            worth: variant.types().map(|piece| trees.reach(Kind::new(piece, Color::White))).collect(),
        }))
    }
    /// Squares an explosion reaches.
    pub fn blast(&self, center: Square) -> &[u16] {
        self.blast.get(center.index()).map_or(&[], |squares| squares)
    }
    /// Squares from which an explosion reaches a square.
    pub fn exposed_to(&self, square: Square) -> &[u16] {
        self.exposed_to.get(square.index()).map_or(&[], |squares| squares)
    }
    /// Whether the square is in the zone of a piece that casts the spell. `casts` checks a square for such a
    /// piece.
    pub fn in_zone(&self, square: Square, casts: impl Fn(u16) -> bool) -> bool {
        self.spell.get(square.index()).is_some_and(|squares| squares.iter().any(|&s| casts(s)))
    }
    /// Types whose capture may be barred.
    pub(crate) fn barred_types(variant: &Variant) -> impl Iterator<Item = PieceType> + '_ {
        let rules = &variant.captures;
        let protected = move |victim: PieceType| {
            let columns = [Column::Enemy(victim), Column::Friend(victim)];
            let bars = |mover, column| {
                rules.effect(false, mover, column).actions.intersects(CaptureActions::UNPROTECTED)
            };
            variant.types().any(|mover| columns.iter().any(|&column| bars(mover, column)))
        };
        variant
            .types()
            .filter(move |&piece| CaptureRules::marks(&rules.counter_strike, piece) || protected(piece))
    }
    fn is_burner(variant: &Variant, mover: PieceType) -> bool {
        let rules = &variant.captures;
        let empty = [false, true].map(|quoted| rules.effect(quoted, mover, Column::Empty));
        let mut effects = bans::effects(variant, mover).chain(empty);
        rules.blast.enemies_only && effects.any(|effect| effect.actions.intersects(CaptureActions::BLAST))
    }
    /// Whether moves of the type can destroy enemies around the end square as if capturing them.
    pub fn burns_around(&self, piece: PieceType) -> bool {
        CaptureRules::marks(&self.burners, piece)
    }
    /// The bit of a type among those that strike back; 0 if it does not.
    pub fn striker(&self, piece: PieceType) -> u64 {
        self.strikers.get(piece.index()).copied().unwrap_or(0)
    }
}

/// For each square, the squares whose set contains it.
fn inverse(sets: &[Box<[u16]>]) -> Box<[Box<[u16]>]> {
    let mut inverse = vec![Vec::new(); sets.len()];
    for (center, reached) in (0_u16..).zip(sets) {
        reached.iter().for_each(|&square| inverse[usize::from(square)].push(center));
    }
    inverse.into_iter().map(Vec::into_boxed_slice).collect()
}

impl Trees {
    /// Mean number of squares where moves of a kind could end, in sixteenths.
    fn reach(&self, kind: Kind) -> u32 {
        let ends =
            |node: &&Node| node.emit.intersects(Occupancy::EMPTY) || node.emit.intersects(Occupancy::ENEMY);
        let reached = |square: u16| {
            let tree = &self.nodes()[self.tree(kind, Square(square))];
            let mut squares: Vec<u16> = tree.iter().filter(ends).map(|node| node.square).collect();
            squares.sort_unstable();
            squares.dedup();
            squares.len()
        };
        let total: usize = (0..self.squares() as u16).map(reached).sum();
        u32::try_from(total * UNITS_A_SQUARE / self.squares().max(1)).unwrap_or(u32::MAX)
    }
}
