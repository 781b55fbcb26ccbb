//! Moves that displace other pieces. XBoard's board knows one kind: under a parent without castling rights a piece
//! that moves onto a friend swaps places with it.
//!
//! SPEC: `xboard.md` 4.5.

use super::chains::GATES;
use super::plan::{DialectPlan, GATING, SWAP_PARENT};
use crate::board::Color;
use crate::notation::Movement;
use crate::notation::legs::{Bend, Initial, Landing, Leg, MovementKind, Occupancy, Reach};
use crate::variant::PieceType;

/// Moves that XBoard's board does not know, described for the user.
const UNLOADS: &str = "displacing a piece (u)";
const SWAPS_KING: &str = "swapping places with a king that does not move (u)";
const FIRST_OF_DROPPED: &str = "initial moves (i) of dropped pieces";
const DESTROYS: &str = "capturing friendly pieces (d) in a game with swaps";

impl DialectPlan<'_> {
    /// Whether a piece swaps places with friends and the variant can use a parent under which XBoard supports that.
    pub(super) fn has_swaps(&self) -> bool {
        let variant = self.variant;
        let free =
            variant.parent.as_deref().is_none_or(|name| matches!(name, "fairy" | "normal" | SWAP_PARENT));
        let swaps = |piece: PieceType| variant.movements(piece).iter().any(is_swap);
        // If a king has initial moves, the castling field of the FEN holds the unmoved pieces; this parent has no
        // such field.
        let walks_first = |m: &Movement| !m.legs().is_empty() && m.initial != Initial::Any;
        let leaps = self.kings.iter().flatten().any(|king| variant.movements(*king).iter().any(walks_first));
        free && !leaps && !variant.has_hands() && self.variant.types().any(swaps)
    }

    /// Whether pieces move out and put down pieces from the hand, and the variant can use the parent under which XBoard
    /// supports that: it has no drops there, and captured pieces do not come to the hand.
    pub(super) fn has_gates(&self) -> bool {
        let variant = self.variant;
        let free = variant.parent.as_deref().is_none_or(|name| matches!(name, "fairy" | "normal" | GATING));
        let movements = || variant.pieces.iter().flat_map(|piece| &piece.movements);
        let gates = movements().any(|movement| movement.legs().iter().any(|leg| leg.gate));
        let drops = movements().any(|movement| matches!(movement.kind, MovementKind::Drop(_)));
        free && gates && !drops && !self.swaps && !variant.keeps_captured()
    }

    /// Whether a piece captures friends.
    pub(super) fn destroys_friends(&self) -> bool {
        let takes = |m: &Movement| m.legs().last().is_some_and(takes_friends);
        self.variant.pieces.iter().any(|piece| piece.movements.iter().any(takes))
    }

    /// The movements of a type that XBoard's board can execute, and descriptions of the others.
    pub(super) fn makeable(&self, piece: PieceType) -> (Vec<Movement>, Vec<&'static str>) {
        let (mut movements, mut unmade) = (Vec::new(), Vec::new());
        for movement in self.variant.movements(piece) {
            let mut movement = movement.clone();
            self.free_of_start(piece, &mut movement);
            let walks_first = movement.initial == Initial::Unmoved && !movement.legs().is_empty();
            if walks_first && self.late_homes().any(|home| home.2 == piece) {
                unmade.push(FIRST_OF_DROPPED);
                if !self.variant.setup.iter().any(|entry| entry.2 == piece) {
                    continue;
                }
            }
            let swaps = self.swaps && is_swap(&movement);
            let MovementKind::Walk(legs) = &mut movement.kind else {
                movements.push(movement);
                continue;
            };
            if legs.iter().any(|leg| leg.gate) && !self.gates {
                unmade.push(GATES);
                continue;
            }
            take_back(legs);
            skip_empty_unloads(legs);
            if legs.iter().any(|leg| leg.unload) && !swaps {
                unmade.push(UNLOADS);
                if !leave_undisplaced(legs) {
                    continue;
                }
            }
            if let Some(last) = legs.last_mut() {
                let take = last.landing.take;
                if swaps {
                    last.unload = false;
                    last.landing.take = Occupancy::FRIEND;
                    unmade.extend((take != Occupancy::FRIEND).then_some(UNLOADS));
                    // XBoard tests for check before it puts the displaced king back.
                    unmade.extend((self.kings.is_some() && !self.is_king(piece)).then_some(SWAPS_KING));
                } else if self.swaps && takes_friends(last) {
                    last.landing.take -= Occupancy::FRIEND;
                    unmade.push(DESTROYS);
                }
                if last.landing.is_empty() {
                    continue;
                }
            }
            movements.push(movement);
        }
        unmade.sort_unstable();
        unmade.dedup();
        (movements, unmade)
    }

    /// On the first and last rank XBoard's `i` requires a piece that has never moved, and on squares where no piece of
    /// the type starts XBoard refuses it. If only the square matters, the move is described without `i` there. SPEC:
    /// `xboard.md` 3.4.
    fn free_of_start(&self, piece: PieceType, movement: &mut Movement) {
        let board = &self.variant.board;
        let on_edge = |&(square, _, other): &(_, Color, PieceType)| {
            other == piece && [0, board.ranks() - 1].contains(&board.rank(square))
        };
        let late = || self.late_homes().any(|home| home.2 == piece);
        if movement.initial == Initial::StartSquare && (self.variant.setup.iter().any(on_edge) || late()) {
            movement.initial = Initial::Any;
        }
    }
}

/// If the last leg returns to where the leg before it unloads a piece, and so takes that piece again, writes the move as
/// a capture without unloading.
fn take_back(legs: &mut [Leg]) {
    let [.., out, back] = legs else { return };
    let fixed = |leg: &Leg| leg.max == Reach::Steps(leg.min);
    let as_far = back.iso || fixed(out) && fixed(back) && out.min == back.min;
    let returns = back.step == out.step.rotated(4) && as_far && out.bend == Bend::Straight;
    if out.unload && returns && out.landing.pass.is_empty() && back.landing.take.contains(out.landing.take) {
        out.unload = false;
        back.landing = Landing { pass: Occupancy::EMPTY, take: Occupancy::empty() };
    }
}

/// Clears the unloading of legs on which the piece has taken nothing yet.
fn skip_empty_unloads(legs: &mut [Leg]) {
    let mut loaded = false;
    for leg in legs {
        loaded |= !leg.landing.take.is_empty();
        leg.unload &= loaded;
    }
}

/// Reduces a movement to the moves that displace nothing: those that take nothing before the last unloading. Returns
/// whether there are any.
fn leave_undisplaced(legs: &mut [Leg]) -> bool {
    let Some(unloads) = legs.iter().rposition(|leg| leg.unload) else { return true };
    let is_last = unloads + 1 == legs.len();
    for leg in &mut legs[..=unloads] {
        leg.unload = false;
        leg.landing.take = Occupancy::empty();
    }
    if is_last {
        legs[unloads].landing.pass &= Occupancy::EMPTY;
    }
    !legs.iter().any(|leg| leg.landing.is_empty())
}

fn takes_friends(leg: &Leg) -> bool {
    !leg.unload && leg.landing.take.intersects(Occupancy::FRIEND)
}

/// Whether the piece swaps places with a friend on its target square.
fn is_swap(movement: &Movement) -> bool {
    matches!(movement.legs(), [leg] if leg.unload && leg.landing.take.intersects(Occupancy::FRIEND))
}
