//! Legal moves that XBoard would refuse, or take for others.

use super::Dialect;
use crate::movegen;
use crate::position::{Game, Move, Position, names};
use crate::protocol::movetext;

impl Dialect {
    /// Legal moves that XBoard would take for others; empty when it would all of them.
    pub fn unsendable(&self, game: &Game, pos: &Position, legal: &[Move]) -> Vec<Move> {
        let misread = |mv: &&Move| {
            self.declines(game, pos, **mv)
                || self.promotes_otherwise(game, pos, **mv)
                || self.drops_what_is_not_held(**mv)
                || self.castles_unseen(game, pos, **mv)
                || self.passes_beside(game, pos, **mv)
                || self.takes_what_never_passes(game, pos, **mv)
        };
        let moves: Vec<Move> = legal.iter().filter(misread).copied().collect();
        if moves.len() == legal.len() { Vec::new() } else { moves }
    }

    /// A move without the promotion that XBoard would make.
    fn declines(&self, game: &Game, pos: &Position, mv: Move) -> bool {
        let promotes =
            || pos.cell(mv.from()).kind().is_some_and(|kind| !game.choices(kind, mv.to()).is_empty());
        self.no_declining && !mv.is_drop() && mv.promotion().is_none() && promotes()
    }

    /// A promotion that XBoard does not know, or a move that it would take for one. SPEC: `xboard.md` 3.7.
    fn promotes_otherwise(&self, game: &Game, pos: &Position, mv: Move) -> bool {
        let Some(kind) = pos.cell(mv.from()).kind().filter(|_| self.setup.is_some() && !mv.is_drop()) else {
            return false;
        };
        let (board, piece) = (&game.variant.board, kind.piece());
        let by_letter = self.by_letter.contains(&piece);
        let last = board.relative_rank(kind.color(), mv.to()) + 1 == board.ranks();
        match mv.promotion() {
            None => by_letter && last,
            Some(target) if self.same(piece, target) => by_letter && last,
            Some(target) if self.plus.iter().any(|p| p.piece == piece && self.same(p.target, target)) => {
                false
            }
            Some(target) => !by_letter || !last || self.nameless.contains(&target),
        }
    }

    /// Castling of a piece that XBoard was told nothing of: it would capture the partner. SPEC: `xboard.md` 4.3, "An
    /// own-colour relay piece is captured, except for an `O`-described mover".
    fn castles_unseen(&self, game: &Game, pos: &Position, mv: Move) -> bool {
        let Some(kind) = pos.cell(mv.from()).kind().filter(|_| mv.castling().is_some()) else { return false };
        let id = names::fen_name(&game.variant, kind.piece());
        let lines = [format!("piece {id}&"), format!("piece {}", names::colored(&id, kind.color()))];
        let told = self
            .pieces
            .iter()
            .any(|line| line.rsplit_once(' ').is_some_and(|(head, _)| lines.iter().any(|own| own == head)));
        self.setup.is_some() && !told
    }

    /// A drop of what XBoard has no place for in hand.
    fn drops_what_is_not_held(&self, mv: Move) -> bool {
        mv.dropped().is_some_and(|piece| self.not_held.contains(&piece))
    }

    /// A step ahead that XBoard would take for an e.p. capture of a neighbour.
    fn passes_beside(&self, game: &Game, pos: &Position, mv: Move) -> bool {
        let board = &game.variant.board;
        let mover = pos
            .cell(mv.from())
            .kind()
            .filter(|kind| Some(kind.piece()) == self.beside_passed && !mv.is_drop());
        let Some(kind) = mover else { return false };
        let (file, rank) = (i32::from(board.file(mv.from())), i32::from(board.rank(mv.from())));
        let neighbour = |file| board.at(file, rank).is_some_and(|square| !pos.cell(square).is_empty());
        board.relative_rank(kind.color(), mv.from()) + 4 == board.ranks()
            && board.file(mv.from()) == board.file(mv.to())
            && !movegen::is_capture(game, pos, mv)
            && (neighbour(file - 1) || neighbour(file + 1))
    }

    /// A capture in passing of a piece that XBoard does not let be captured so.
    fn takes_what_never_passes(&self, game: &Game, pos: &Position, mv: Move) -> bool {
        let Some(victim) =
            pos.passing().map(|passing| passing.victim).filter(|_| !self.never_passed.is_empty())
        else {
            return false;
        };
        let never = pos.cell(victim).kind().is_some_and(|kind| self.never_passed.contains(&kind.piece()));
        let mut taken = false;
        movegen::victims(game, pos, mv, |_, square| taken |= square == victim);
        never && taken && mv.to() != victim && !movetext::relays(game, pos, mv).contains(&victim)
    }
}
