//! Moves that neither expose nor save a royal, where masks do not apply: with several royals, or with capture rules.
//!
//! A move that changes only squares on which no capture of a royal depends leaves the royals as they are: if no enemy
//! piece could capture one whatever the capture rules say, the move is legal; if the rules look at nothing but the
//! pieces involved, it is legal unless the side is in check. Such a move is judged without being made.

use crate::board::{Bits, Kind, Square};
use crate::movegen::attack::attacks::in_check;
use crate::movegen::pseudo::captors::{ends_that_take, may_affect};
use crate::moves::Mover;
use crate::moves::changes::changes_two_squares;
use crate::position::royals::royals_lost;
use crate::position::{Game, Move, Position, dynamic};
use crate::tables::tree::{Extra, Flags, Node, Passage};
use crate::variant::captures::{CaptureEffect, Column};

/// The squares of one position on which no capture of the side's royals depends.
#[derive(Clone, Debug)]
pub(crate) struct CalmSquares<const W: usize> {
    squares: Bits<W>,
    /// Whether the side is in check; `None` if not known, and then there are no squares.
    in_check: Option<bool>,
}

/// With more royals than this, no square counts as calm: finding out would take longer than it saves.
const MAX_ROYALS: usize = 64;

/// The same for the nodes of the tree of a piece that destroys what is around it.
const MAX_NODES: usize = 4096;

/// The same for the paths of one piece to one royal that can capture en passant.
const MAX_PATHS: usize = 256;

impl<const W: usize> CalmSquares<W> {
    /// No squares.
    pub const NONE: Self = Self { squares: Bits::EMPTY, in_check: None };

    /// The calm squares for the side to move; none if other rules decide about safety.
    pub fn of(game: &Game, pos: &Position) -> Self {
        if !Self::apply(game, pos) {
            return Self::NONE;
        }
        let side = pos.side();
        let reverse = game.tables.reverse();
        let by_pieces = !game.rules.captures.trades && game.variant.captures.look_only_at_pieces();
        let Some(mut decisive) = Self::seen_by_burners(game, pos) else { return Self::NONE };
        let (burners, mut attacked) = (!decisive.is_empty(), false);
        for &royal in pos.royals(side) {
            decisive.insert_if(royal, true);
            for kind in game.tables.kinds_of(side.other()) {
                for from in reverse.origins::<W>(kind, royal) & pos.kind_set(kind) {
                    let Some(pair) = reverse.pair(kind, from, royal) else { continue };
                    let paths = reverse.attacks_of(pair);
                    attacked =
                        attacked || Mover::new(game, pos, kind.at(from)).some_path_is_open(royal, paths);
                    if attacked && !by_pieces {
                        return Self::NONE;
                    }
                    let line = reverse.line::<W>(pair);
                    if line.count() as usize == game.tables.squares() {
                        // An en passant victim could stand anywhere, but there is no en passant right.
                        if paths.len() > MAX_PATHS {
                            return Self::NONE;
                        }
                        let ends = paths.iter().map(|path| &game.tables.nodes()[path.end as usize]);
                        ends.for_each(|end| mark_path(game, end, &mut decisive));
                    } else {
                        decisive |= line;
                    }
                }
            }
        }
        let in_check = (burners || attacked) && in_check(game, pos, side);
        if in_check && !by_pieces {
            return Self::NONE;
        }
        Self { squares: Bits::ALL.without(decisive), in_check: Some(in_check) }
    }
    /// Squares on which the moves of enemies depend that can destroy a royal next to where they end, with the squares of
    /// these enemies; `None` if one has too many moves.
    fn seen_by_burners(game: &Game, pos: &Position) -> Option<Bits<W>> {
        let Some(effects) = game.burn_effects() else { return Some(Bits::EMPTY) };
        let ends = ends_that_take::<W>(game, pos.royals(pos.side()));
        let mut seen = Bits::EMPTY;
        let burners =
            game.tables.kinds_of(pos.side().other()).filter(|kind| effects.burns_around(kind.piece()));
        for kind in burners {
            for from in pos.kind_set::<W>(kind) {
                let tree = game.tables.tree(kind, from);
                if tree.len() > MAX_NODES {
                    return None;
                }
                seen.insert_if(from, true);
                let dangerous = game.tables.nodes()[tree].iter().filter(|node| may_affect(node, ends));
                dangerous.for_each(|node| mark_path(game, node, &mut seen));
            }
        }
        Some(seen)
    }
    /// Whether all captures of royals are in the attack tables, and nothing but such captures makes moves illegal.
    fn apply(game: &Game, pos: &Position) -> bool {
        let (rules, side) = (&game.rules, pos.side());
        !rules.restrictions.any
            && !rules.turns.phases
            && !rules.restrictions.drop_mates
            && !rules.captures.paths
            && pos.royals(side).len() <= MAX_ROYALS
            && !pos.is_frozen()
            && pos.en_passant().is_none()
            && !royals_lost(game, pos, side)
            && !dynamic::has_dynamic(game, pos, side.other())
    }
    /// Whether the side to move is in check.
    pub fn in_check(&self, game: &Game, pos: &Position) -> bool {
        self.in_check.unwrap_or_else(|| in_check(game, pos, pos.side()))
    }
    /// Whether a pseudo-legal move is legal; `None` if it must be made to find out.
    #[inline]
    pub fn judge(&self, game: &Game, pos: &Position, mv: Move) -> Option<bool> {
        let in_check = self.in_check?;
        if !self.squares.has(mv.to()) || mv.is_pass() || !pos.cell(mv.to()).is_empty() {
            return None;
        }
        let kind = pos.moving(mv).filter(|&kind| !game.tables.kind(kind).royal)?;
        // It changes only calm squares.
        let calm = mv.is_drop() || self.squares.has(mv.from()) && is_plain(game, kind, mv);
        calm.then_some(!in_check)
    }
}

/// Adds the squares on which the rest of a path through the node depends.
fn mark<const W: usize>(game: &Game, node: &Node, seen: &mut Bits<W>) {
    seen.insert_if(Square(node.square), true);
    if let Some(square) = Some(game.tables.read_at(node)).filter(|&square| square != Extra::PASSING) {
        seen.insert_if(Square(square), true);
    }
    let passage = game.tables.extra_of(node).and_then(|extra| extra.passage.as_ref());
    passage.into_iter().flat_map(Passage::squares).for_each(|square| seen.insert_if(Square(square), true));
}

/// Adds the squares on which the path to a node depends.
fn mark_path<const W: usize>(game: &Game, end: &Node, seen: &mut Bits<W>) {
    std::iter::once(end).chain(game.tables.ancestors(end)).for_each(|node| mark(game, node, seen));
}

/// Whether a move to an empty square does nothing but change the place of the piece.
#[inline]
fn is_plain(game: &Game, kind: Kind, mv: Move) -> bool {
    let node = game.tables.end_of(mv);
    let simple = match node {
        None => mv.is_plain(),
        Some(node) => changes_two_squares(node) && !node.flags.intersects(Flags::EXTRA),
    };
    let quoted = node.is_some_and(|node| node.flags.intersects(Flags::QUOTED));
    let effect = || game.variant.captures.effect(quoted, kind.piece(), Column::Empty);
    simple
        && mv.promotion().is_none()
        && mv.gated().is_none()
        && (!game.rules.captures.effects || effect() == CaptureEffect::NONE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::{Filter, is_legal, list_pseudo_legal};
    use crate::position::MoveList;
    use crate::variant;

    fn game(rules: &str) -> Game {
        let text = format!(
            "files=8\nranks=8\nroyal=K\n{rules}\nking:K:K::e1,h1,,e8\nrook:R:R::a1,d2,,a8,c8\nknight:N:N::b2,,b8:\n"
        );
        Game::new(variant::read("test", &text).expect("a variant").0).expect("tables")
    }

    fn check(rules: &str, fen: Option<&str>, in_check: bool) {
        let game = game(rules);
        let mut pos =
            fen.map_or_else(|| Position::start(&game), |fen| Position::from_fen(&game, fen).expect(fen));
        let calm = CalmSquares::<1>::of(&game, &pos);
        assert_eq!(calm.in_check, Some(in_check), "{rules}");
        let mut list = MoveList::new();
        list_pseudo_legal(&game, &pos, Filter::All, &mut list);
        let (judged, others): (Vec<Move>, Vec<Move>) =
            list.iter().partition(|&&mv| calm.judge(&game, &pos, mv).is_some());
        assert!(judged.len() > 10 && !others.is_empty(), "{rules}: {judged:?}");
        for mv in judged {
            assert_eq!(calm.judge(&game, &pos, mv), Some(is_legal(&game, &mut pos, mv)), "{rules}: {mv:?}");
        }
    }

    /// Moves away from the lines to royals need no test: without check they are legal, in check they are not.
    #[test]
    fn calm_moves_are_judged() {
        for rules in ["extinction=0", "extinction=3", "captureDemotes=1", "captureMatrix=..@"] {
            check(rules, None, false);
        }
        // Two royals that must be captured at once.
        check("captureDemotes=1", Some("4r1kk/8/8/8/8/3R4/1N6/R3K2K w - - 0 1"), false);
        for rules in ["", "captureDemotes=1", "captureMatrix=..@", "atomicCapture=1"] {
            let rules = &format!("extinction=0\n{rules}");
            check(rules, Some("4r1kk/8/8/8/8/3R4/1N6/R3K2K w - - 0 1"), true);
        }
    }
}
