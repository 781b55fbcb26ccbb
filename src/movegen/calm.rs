//! Moves that cannot expose a royal where masks do not apply: with several royals, or with capture rules.
//!
//! If no enemy piece could capture a royal whatever the capture rules say, a move that changes only squares on which no
//! such capture depends leaves the royals as safe as before. It needs not be made.

use super::attacks::{in_check, some_path_is_open};
use super::legality::{changes_two_squares, royals_lost};
use crate::board::Square;
use crate::board::bits::Bits;
use crate::position::cell::Kind;
use crate::position::{Game, Move, Position};
use crate::tables::attack_tables::Attack;
use crate::tables::tree::{Extra, Flags, Node, Passage};
use crate::variant::captures::{CaptureEffect, Column};

/// The squares of one position on which no capture of the side's royals depends.
#[derive(Clone, Debug)]
pub(super) struct CalmSquares<const W: usize>(Bits<W>);

/// With more royals than this, no square counts as calm: finding out would take longer than it saves.
const MOST_ROYALS: usize = 64;

/// The same for the nodes of the tree of a piece that destroys what is around it.
const MOST_NODES: usize = 4096;

/// The same for the paths of one piece to one royal that can capture en passant.
const MOST_PATHS: usize = 256;

impl<const W: usize> CalmSquares<W> {
    /// No squares.
    pub const NONE: Self = Self(Bits::EMPTY);

    /// The calm squares for the side to move; none if a royal is attacked, or if other rules decide about safety.
    pub fn of(game: &Game, pos: &Position) -> Self {
        if !Self::apply(game, pos) {
            return Self::NONE;
        }
        let side = pos.side();
        let reverse = game.tables.reverse();
        let Some(mut decisive) = Self::seen_by_burners(game, pos) else { return Self::NONE };
        for &royal in pos.royals(side) {
            decisive.insert_if(royal, true);
            for kind in game.tables.kinds_of(side.other()) {
                for from in reverse.origins::<W>(kind, royal) & pos.kind_set(kind) {
                    let Some(pair) = reverse.pair(kind, from, royal) else { continue };
                    let paths = reverse.attacks_of(pair);
                    if some_path_is_open(game, pos, kind, from, royal, paths) {
                        return Self::NONE;
                    }
                    let line = reverse.line::<W>(pair);
                    if line.count() as usize == game.tables.squares() {
                        // An en passant victim could stand anywhere, but there is no en passant right.
                        if paths.len() > MOST_PATHS {
                            return Self::NONE;
                        }
                        paths.iter().for_each(|&path| mark_path(game, path, &mut decisive));
                    } else {
                        decisive |= line;
                    }
                }
            }
        }
        Self(Bits::ALL.without(decisive))
    }
    /// Squares on which the moves of enemies depend that can destroy a royal next to where they end; `None` if one
    /// could do so now, or if it has too many moves.
    fn seen_by_burners(game: &Game, pos: &Position) -> Option<Bits<W>> {
        let events = game.tables.events().filter(|_| game.variant.captures.blast.enemies_only);
        let Some(events) = events else { return Some(Bits::EMPTY) };
        if in_check(game, pos, pos.side()) {
            return None;
        }
        let mut seen = Bits::EMPTY;
        let burners =
            game.tables.kinds_of(pos.side().other()).filter(|kind| events.burns_around(kind.piece()));
        for kind in burners {
            for from in pos.kind_set::<W>(kind) {
                let tree = game.tables.tree(kind, from);
                if tree.len() > MOST_NODES {
                    return None;
                }
                seen.insert_if(from, true);
                game.tables.nodes()[tree].iter().for_each(|node| mark(game, node, &mut seen));
            }
        }
        Some(seen)
    }
    /// Whether all captures of royals are in the attack tables, and nothing but such captures makes moves illegal.
    fn apply(game: &Game, pos: &Position) -> bool {
        let (flags, tables, side) = (&game.rule_flags, &game.tables, pos.side());
        let events = tables.events().is_some_and(|events| events.minds_paths);
        !flags.tests
            && !flags.phases
            && !flags.drop_mates
            && !events
            && pos.royals(side).len() <= MOST_ROYALS
            && !pos.is_frozen()
            && pos.passing().is_none()
            && !royals_lost(game, pos, side)
            && !super::borrowed::has_dynamic(game, pos, side.other())
    }
    /// Whether there are such squares. Then the side is not in check.
    pub fn are_known(&self) -> bool {
        !self.0.is_empty()
    }
    /// Whether a pseudo-legal move is certainly legal.
    #[inline]
    pub fn allow(&self, game: &Game, pos: &Position, mv: Move) -> bool {
        if !self.0.has(mv.to()) || mv.is_pass() || !pos.cell(mv.to()).is_empty() {
            return false;
        }
        let drop = mv.dropped().map(|piece| Kind::new(piece, pos.side()));
        let Some(kind) = drop.or_else(|| pos.cell(mv.from()).kind()) else { return false };
        if game.tables.kind(kind).royal {
            return false;
        }
        drop.is_some() || self.0.has(mv.from()) && is_plain(game, kind, mv)
    }
}

/// Adds the squares on which the rest of a path through the node depends.
fn mark<const W: usize>(game: &Game, node: &Node, seen: &mut Bits<W>) {
    seen.insert_if(Square(node.square), true);
    if let Some(square) = Some(game.tables.read_at(node)).filter(|&square| square != Extra::PASSING) {
        seen.insert_if(Square(square), true);
    }
    let extra = node.flags.has(Flags::EXTRA).then(|| game.tables.extra(node));
    let passed = match extra.and_then(|extra| extra.passage.as_ref()) {
        None => &[][..],
        Some(Passage::Free(ways)) => ways,
        Some(Passage::Blocked(squares)) => std::slice::from_ref(squares),
    };
    passed.iter().flatten().for_each(|&square| seen.insert_if(Square(square), true));
}

/// Adds the squares on which a path depends.
fn mark_path<const W: usize>(game: &Game, path: Attack, seen: &mut Bits<W>) {
    let end = &game.tables.nodes()[path.end as usize];
    std::iter::once(end).chain(game.tables.ancestors(end)).for_each(|node| mark(game, node, seen));
}

/// Whether a move to an empty square does nothing but change the place of the piece.
#[inline]
fn is_plain(game: &Game, kind: Kind, mv: Move) -> bool {
    let node = mv.node().map(|index| &game.tables.nodes()[index as usize]);
    let simple = match node {
        None => mv.is_plain(),
        Some(node) => changes_two_squares(node) && !node.flags.has(Flags::EXTRA),
    };
    let quoted = node.is_some_and(|node| node.flags.has(Flags::QUOTED));
    let effect = || game.variant.captures.event(quoted, kind.piece(), Column::Empty);
    simple
        && mv.promotion().is_none()
        && mv.gated().is_none()
        && (!game.tables.has_events() || effect() == CaptureEffect::NONE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::{Filter, is_legal, pseudo_legal};
    use crate::position::MoveList;
    use crate::variant;

    fn game(rules: &str) -> Game {
        let text = format!(
            "files=8\nranks=8\nroyal=K\n{rules}\nking:K:K::e1,h1,,e8\nrook:R:R::a1,d2,,a8,c8\nknight:N:N::b2,,b8:\n"
        );
        Game::new(variant::read("test", &text).expect("a variant").0).expect("tables")
    }

    /// Moves away from the lines to royals need no test; all that are certain are legal.
    #[test]
    fn calm_moves_are_legal() {
        for rules in ["extinction=0", "extinction=3", "captureDemotes=1", "captureMatrix=..@"] {
            let game = game(rules);
            let mut pos = Position::start(&game);
            let calm = CalmSquares::<1>::of(&game, &pos);
            assert!(calm.are_known(), "{rules}");
            let mut list = MoveList::new();
            pseudo_legal(&game, &pos, Filter::All, &mut list);
            let (certain, others): (Vec<Move>, Vec<Move>) =
                list.iter().partition(|&&mv| calm.allow(&game, &pos, mv));
            assert!(certain.len() > 10 && !others.is_empty(), "{rules}: {certain:?}");
            assert!(certain.iter().all(|&mv| is_legal(&game, &mut pos, mv)), "{rules}");
        }
    }
}
