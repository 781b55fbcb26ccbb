//! Captures that explode, in variants whose capture rules do nothing else.
//!
//! The target square alone decides which squares an explosion reaches. So whether it costs the mover its royal, and
//! whether it destroys an enemy royal, are intersections of sets.
//!
//! SPEC: Interactive diagrams, "Promotion on Capture" (`@`) and `atomicCapture`; key `blastProof`.

use super::capture_rules::EffectTables;
use super::info::KindInfo;
use super::rules::{Goal, goal};
use crate::board::bits::{Bits, insert, width};
use crate::board::{Kind, Square};
use crate::notation::legs::{Movement, MovementKind, Occupancy};
use crate::variant::captures::{CaptureActions, CaptureEffect, CaptureRules, Column};
use crate::variant::{NoCheck, PieceType, Variant, all_kinds};

/// Explosive captures of a variant whose capture rules do nothing but explode and forbid captures.
///
/// Conditions: each move captures at most one piece, an enemy, on the square where it ends, and without a quote; drops
/// capture nothing; the attack tables contain all captures of royals; no royal changes type; no rule about checks or
/// goals decides about moves; explosions destroy the pieces of both sides and the mover.
#[derive(Clone, Debug)]
pub struct Explosions {
    types: usize,
    /// `[square * width ..]`: squares that an explosion there reaches, its centre included.
    areas: Box<[u64]>,
    /// `[mover type * types + victim type]`: whether the capture explodes.
    explosive: Box<[bool]>,
    /// `[mover type * types + victim type]`: whether the capture is forbidden.
    forbidden: Box<[bool]>,
    /// `[mover type]`: whether some capture is forbidden.
    bound: Box<[bool]>,
    /// `[mover type]`: whether its captures of royals explode.
    explodes_royals: Box<[bool]>,
    /// Kinds that an explosion beside them does not destroy.
    pub unharmed: Box<[Kind]>,
    /// `[type]`: whether it survives its own explosive captures.
    proof: Box<[bool]>,
}

impl Explosions {
    /// Builds the tables; `None` if there are no explosions or other rules apply too.
    pub(super) fn new(variant: &Variant, effects: &EffectTables, infos: &[KindInfo]) -> Option<Self> {
        let rules = &variant.captures;
        let explode = rules.have(CaptureActions::BLAST) && rules.only_explode() && !rules.blast.enemies_only;
        let ruled = variant.move_rules.duple_check.contains(&true)
            || variant.move_rules.no_check != NoCheck::Free
            || variant.move_rules.royal_stays
            || has_goals(variant);
        let plain = variant.types().all(|piece| variant.movements(piece).iter().all(captures_plainly));
        if !explode || ruled || variant.board.has_fleeting() || !infos.iter().all(is_ordinary) || !plain {
            return None;
        }
        let cell = |mover: PieceType, victim: PieceType| rules.effect(false, mover, Column::Enemy(victim));
        let table = |action: CaptureActions| -> Box<[bool]> {
            let row =
                |mover| variant.types().map(move |victim| cell(mover, victim).actions.intersects(action));
            variant.types().flat_map(row).collect()
        };
        let royals: Vec<PieceType> = variant.types().filter(|&piece| variant.is_royal(piece)).collect();
        let of_royals = |mover| royals.iter().map(move |&royal| cell(mover, royal));
        let alike = |mover| {
            let mut cells = of_royals(mover);
            let first: Option<CaptureEffect> = cells.next();
            first.is_none_or(|first| {
                !first.actions.intersects(CaptureActions::FORBIDDEN) && cells.all(|c| c == first)
            })
        };
        if !variant.types().all(alike) {
            return None;
        }
        let words = width(variant.board.len());
        let mut areas = vec![0; variant.board.len() * words];
        for center in variant.board.squares() {
            for square in effects.blast(center).iter().copied().chain([center.0]) {
                insert(&mut areas[center.index() * words..], square.into());
            }
        }
        let spared = |piece| {
            CaptureRules::marks(&rules.blast.spared, piece) || CaptureRules::marks(&rules.blast.proof, piece)
        };
        let forbidden = table(CaptureActions::FORBIDDEN);
        let types = variant.pieces.len();
        Some(Self {
            types,
            areas: areas.into(),
            explosive: table(CaptureActions::BLAST),
            bound: forbidden.chunks(types).map(|row| row.contains(&true)).collect(),
            forbidden,
            explodes_royals: variant
                .types()
                .map(|mover| of_royals(mover).any(|cell| cell.actions.intersects(CaptureActions::BLAST)))
                .collect(),
            unharmed: all_kinds(variant).filter(|kind| spared(kind.piece())).collect(),
            proof: variant.types().map(|piece| CaptureRules::marks(&rules.blast.proof, piece)).collect(),
        })
    }
    /// Whether some captures by the type are forbidden.
    #[inline]
    pub fn binds(&self, mover: PieceType) -> bool {
        self.bound[mover.index()]
    }
    /// Whether a type may not capture another.
    #[inline]
    pub fn forbids(&self, mover: PieceType, victim: PieceType) -> bool {
        self.forbidden[mover.index() * self.types + victim.index()]
    }
    /// Whether a capture explodes.
    #[inline]
    pub fn explodes(&self, mover: PieceType, victim: PieceType) -> bool {
        self.explosive[mover.index() * self.types + victim.index()]
    }
    /// Whether a type survives its own explosive captures.
    #[inline]
    pub fn is_proof(&self, mover: PieceType) -> bool {
        self.proof[mover.index()]
    }
    /// Squares that an explosion reaches, its centre included.
    #[inline]
    pub fn area<const W: usize>(&self, center: Square) -> Bits<W> {
        Bits::of(&self.areas, center.index())
    }
    /// Whether captures of royals by the type explode.
    #[inline]
    pub fn explodes_royals(&self, mover: PieceType) -> bool {
        self.explodes_royals[mover.index()]
    }
}

/// Whether some piece has a goal.
fn has_goals(variant: &Variant) -> bool {
    all_kinds(variant).any(|kind| {
        let goal = |square| goal(variant, kind, square);
        variant.board.squares().any(|square| goal(square) != Goal::None)
    })
}

/// Whether the kind captures at most one piece, where it ends, and moves nothing else.
fn is_ordinary(info: &KindInfo) -> bool {
    let changes = info.becomes_royal || info.royal && info.changes_type;
    let elsewhere = info.unloads || info.induces || info.burns || info.dynamic || info.unmoved_use.gates;
    info.most_victims <= 1 && !changes && !elsewhere
}

/// Whether the movement captures at most enemies, on the board, and by the cells for movements without a quote.
fn captures_plainly(movement: &Movement) -> bool {
    let takes = match &movement.kind {
        MovementKind::Walk(legs) => legs.iter().fold(Occupancy::empty(), |all, leg| all | leg.landing.take),
        MovementKind::Universal(leap) => leap.landing.take,
        MovementKind::Castle(_) => Occupancy::empty(),
        MovementKind::Drop(drop) => return drop.landing.take.is_empty(),
        MovementKind::Imitate(_) | MovementKind::Mirror(_) => return false,
    };
    !takes.intersects(Occupancy::FRIEND) && (takes.is_empty() || !movement.quoted)
}

#[cfg(test)]
mod tests {
    use super::super::Tables;
    use crate::variant;

    #[test]
    fn atomic_games_have_explosions() {
        for name in ["atomic", "nocheckatomic", "atomar"] {
            let variant = variant::catalogue::load(name).expect(name).variant;
            let tables = Tables::new(&variant).expect(name);
            assert!(tables.explosions().is_some(), "{name}");
        }
    }
    /// Captures that the tables do not hold leave the game to the capture rules.
    #[test]
    fn other_captures_have_no_tables() {
        for (moves, known) in [
            ("R", true),
            ("mR'cR", true),
            ("mR@8", true),
            ("RdR", false),
            ("R'", false),
            ("mRcR'", false),
            ("Rmc@8", false),
            ("mRcdU", false),
        ] {
            let text = format!(
                "files=5\nranks=5\nroyal=K\natomicCapture=-1\ncaptureMatrix=.@2/\"1\nrook:R:{moves}::a1\nking:K:K::e1\n"
            );
            let variant = variant::read("test", &text).expect(moves).0;
            let tables = Tables::new(&variant).expect(moves);
            assert_eq!(tables.explosions().is_some(), known, "{moves}");
        }
    }
}
