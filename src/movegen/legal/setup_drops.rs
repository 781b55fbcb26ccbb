//! Drops of the setup phase, as sets of squares.
//!
//! Holds for a side with one royal at most, on the board or in hand, whose drops neither capture nor fall under rules
//! about checks. A drop then only has to block the lines to the royal. Where drops must leave room for others, there
//! must be more room than one drop can take.

use crate::board::{Bits, Color, Kind, Move, MoveList, PieceType};
use crate::movegen::attack::royals::Attackers;
use crate::movegen::filter::append;
use crate::movegen::legal::legal_moves::Guard;
use crate::movegen::legal::legality::is_legal;
use crate::movegen::pseudo::drops::Dropper;
use crate::notation::legs::DropLimits;
use crate::position::royals::royals_lost;
use crate::position::{Game, Position};

/// Number of legal drops; `None` if the sets cannot tell.
pub(crate) fn count<const W: usize>(game: &Game, pos: &mut Position) -> Option<u64> {
    let mut total = 0;
    visit::<W>(game, pos, |_, squares| total += u64::from(squares.count())).then_some(total)
}

/// Appends the legal drops; returns false if the sets cannot tell.
pub(crate) fn list<const W: usize>(game: &Game, pos: &mut Position, list: &mut MoveList) -> bool {
    visit::<W>(game, pos, |piece, squares| append(list, squares, |to| Move::drop(piece, to)))
}

/// Calls `each` with each type in hand and the squares where it may be dropped. Returns false, without a call, if the
/// sets cannot tell.
fn visit<const W: usize>(game: &Game, pos: &mut Position, mut each: impl FnMut(PieceType, Bits<W>)) -> bool {
    let side = pos.side();
    if !game.rules.assumptions.setup_by_sets
        || Color::BOTH.into_iter().any(|color| royals_lost(game, pos, color))
    {
        return false;
    }
    let held_royals: u32 = game.royal_types.iter().map(|&piece| pos.hand(side, piece)).sum();
    if pos.royals(side).len() + held_royals as usize > 1 {
        return false;
    }
    let mut guard = Guard::<W>::unrestricted(game, pos);
    guard.masks.compute_for_royals(game, pos);
    let empty = Bits::ALL.without(guard.scene.occupied);
    if guard.masks.test_all || !guard.masks.suspicious.is_empty() || !leaves_room(game, pos, empty) {
        return false;
    }
    for piece in
        game.variant.types().filter(|&piece| game.tables.kind(Kind::new(piece, side)).drops.len() == 1)
    {
        if pos.hand(side, piece) == 0 {
            continue;
        }
        let kind = Kind::new(piece, side);
        let open = Dropper::new(game, pos, kind).open_squares(empty).unwrap_or(Bits::EMPTY);
        let open = open & guard.masks.common;
        let open = if game.tables.kind(kind).royal { safe(pos, piece, open, &guard) } else { open };
        each(piece, open);
    }
    true
}

/// The squares of `open` where a royal may be dropped.
fn safe<const W: usize>(
    pos: &mut Position,
    piece: PieceType,
    mut open: Bits<W>,
    guard: &Guard<'_, W>,
) -> Bits<W> {
    for to in open {
        let taken = Attackers::of_mover(guard.game, pos).could_take(to, guard.scene.occupied);
        if !taken.map_or_else(|| is_legal(guard.game, pos, Move::drop(piece, to)), |taken| !taken) {
            open = open.without(Bits::square(to));
        }
    }
    open
}

/// Whether no drop takes room that the other pieces in hand need.
fn leaves_room<const W: usize>(game: &Game, pos: &Position, empty: Bits<W>) -> bool {
    let side = pos.side();
    game.variant.types().all(|piece| {
        let kind = Kind::new(piece, side);
        let (left, pieces) = (pos.hand(side, piece), pos.kind_set::<W>(kind));
        let Some(rule) = game.tables.kind(kind).drops.first().filter(|rule| rule.limits.per_shade > 0) else {
            return true;
        };
        let only = DropLimits { per_shade: rule.limits.per_shade, ..DropLimits::default() } == rule.limits;
        let (Some(area), true) = (&rule.area, only) else { return left == 0 };
        let free = Bits::<W>::of(area, 0) & empty;
        let (mut room, mut ample) = (0, true);
        for region in &rule.regions {
            let shade = Bits::of(&region.squares, 0);
            let wanted = u32::from(region.most).saturating_sub((pieces & shade).count());
            room += wanted;
            ample &= wanted == 0 || (free & shade).count() > wanted;
        }
        left == 0 || ample && left <= room
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::{Filter, list_pseudo_legal};
    use crate::random::Rng;
    use crate::variant;

    /// In random setups, the sets hold the drops that are legal when made.
    #[test]
    fn sets_hold_the_legal_drops() {
        let text = "files=8\nranks=8\nroyal=K\nsetupDrops=1\npawn:P:fmWfcF::a2,c2\nrook:R:R@3:::2\nbishop:B:Bs@3:::2\n\
            cannon:C:mRcpR@4:::1\nking:K:K@5:::1\n";
        let game = Game::new(variant::read("test", text).expect("a variant").0).expect("tables");
        assert!(game.rules.assumptions.setup_by_sets);
        let mut told = 0;
        for seed in 1..60 {
            let (mut pos, mut random) = (Position::start(&game), Rng(seed));
            for _ in 0..12 {
                let mut legal = MoveList::new();
                list_pseudo_legal(&game, &pos, Filter::All, &mut legal);
                legal.retain(|&mv| mv.is_drop() && is_legal(&game, &mut pos, mv));
                if legal.is_empty() {
                    break;
                }
                let mut listed = MoveList::new();
                if list::<1>(&game, &mut pos, &mut listed) {
                    assert_eq!(listed, legal);
                    assert_eq!(count::<1>(&game, &mut pos), Some(legal.len() as u64));
                    told += 1;
                }
                pos.make(&game, *random.pick(&legal));
            }
        }
        assert!(told > 100, "{told}");
    }
}
