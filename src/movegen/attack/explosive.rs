//! Pieces whose capture would explode beside a piece that must not be lost.

use crate::board::{Kind, Square};
use crate::moves::{is_blown_up, is_lost_capturing};
use crate::position::{Game, Position};
use crate::variant::captures::{CaptureActions, Column};

/// The squares of pieces whose capture by an enemy of kind `by` would explode and destroy a piece on one of the squares
/// `aims`, but no royal of its own side.
pub(crate) fn explosive_neighbours<'a>(
    game: &'a Game,
    pos: &'a Position,
    by: Kind,
    aims: &'a [Square],
) -> impl Iterator<Item = Square> + 'a {
    let rules = &game.variant.captures;
    let is_destroyed = move |&square: &Square| {
        pos.cell(square).kind().is_some_and(|kind| is_blown_up(game, kind, by.color()))
    };
    // A royal would be lost in its own explosion.
    let spared = !game.tables.kind(by).royal || !is_lost_capturing(game, by);
    let effects = game.tables.effect_tables().filter(|_| spared);
    let explodes = move |&square: &Square| {
        pos.cell(square).kind().filter(|kind| kind.color() != by.color()).is_some_and(|victim| {
            let effect = rules.effect(false, by.piece(), Column::Enemy(victim.piece()));
            effect.actions.intersects(CaptureActions::BLAST)
        })
    };
    let spares_own = move |&square: &Square| {
        let reached = effects.map_or(&[][..], |effects| effects.blast(square));
        let mut own = pos.royals(by.color()).iter().filter(move |&royal| is_destroyed(royal));
        !own.any(|royal| reached.contains(&royal.0))
    };
    let exposed = aims.iter().filter(move |&aim| is_destroyed(aim));
    let beside = exposed.flat_map(move |&aim| effects.map_or(&[][..], |effects| effects.exposed_to(aim)));
    beside.map(|&square| Square(square)).filter(explodes).filter(spares_own)
}
