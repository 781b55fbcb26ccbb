//! Side effects of a move by the capture rules: explosions, kamikaze, burning, changing sides, a frozen opponent.

use crate::board::{Kind, Square};
use crate::moves::{capture_rules, spells, victims};
use crate::position::{Cell, Game, Move, Position, zobrist};
use crate::tables::capture_rules::EffectTables;
use crate::variant::captures::{CaptureActions, CaptureEffect, Column, Form, Spell};
use crate::variant::{CaptureRules, PieceType};

/// Side effects of a move that are determined before it is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PreviewedEffects {
    /// The move's entry in the capture matrix.
    effect: CaptureEffect,
    /// Type that moves.
    mover: Option<PieceType>,
    /// `counterStrike` types among the captured pieces, as a bit set.
    struck: u64,
    /// Where a castling partner lands.
    partner_to: Option<Square>,
}

impl PreviewedEffects {
    /// Whether the capture matrix changes the mover's type.
    pub(crate) fn converts(&self) -> bool {
        self.effect.form != Form::Same
    }
}

impl Position {
    /// Determines the side effects of a move before it is made.
    pub(crate) fn preview_effects(&self, game: &Game, mv: Move) -> Option<PreviewedEffects> {
        let effects = game.tables.effect_tables()?;
        let mover = self.mover(mv);
        let struck = self.strikes(game, effects, mv);
        let partner_to = mv.castling().map(|rule| self.castles()[rule].partner_to);
        Some(PreviewedEffects { effect: capture_rules::effect(game, self, mv), mover, struck, partner_to })
    }
    /// The kind that moves or is dropped.
    #[inline]
    pub(crate) fn moving(&self, mv: Move) -> Option<Kind> {
        let dropped = mv.dropped().map(|piece| Kind::new(piece, self.side));
        dropped.or_else(|| self.cell(mv.from()).kind())
    }
    /// The type that moves or is dropped.
    pub(crate) fn mover(&self, mv: Move) -> Option<PieceType> {
        self.moving(mv).map(Kind::piece)
    }
    /// Returns the `counterStrike` types that a move captures. Captures that the matrix allows only of unprotected
    /// pieces do not count.
    fn strikes(&self, game: &Game, effects: &EffectTables, mv: Move) -> u64 {
        let (mover, mut struck) = (self.mover(mv), 0);
        victims::victims(game, self, mv, |kind, _| {
            let column = Column::of(kind.piece(), kind.color() == self.side);
            let exchanged = mover.is_some_and(|mover| game.variant.captures.is_exchange(mover, column));
            struck |= if exchanged { 0 } else { effects.striker(kind.piece()) };
        });
        struck
    }
    /// In variants that only bar trades: records the `counterStrike` types captured by a move, before it is made.
    pub(crate) fn trade(&mut self, game: &Game, mv: Move) {
        let Some(effects) = game.tables.effect_tables() else { return };
        let quiet = mv.is_plain() && self.cell(mv.to()).is_empty() || mv.is_pass() || mv.castling().is_some();
        let struck = if quiet { 0 } else { self.strikes(game, effects, mv) };
        self.state.key ^= zobrist::struck(self.state.struck) ^ zobrist::struck(struck);
        self.state.struck = struck;
    }
    /// Clears the effects of the last move on the side to move.
    pub(crate) fn clear_capture_state(&mut self) {
        self.state.key ^= zobrist::struck(self.state.struck) ^ zobrist::frozen(self.state.frozen);
        (self.state.struck, self.state.frozen) = (0, false);
    }
    /// Applies the side effects after the move itself.
    pub(crate) fn apply_capture_effects(&mut self, game: &Game, mv: Move, previewed: PreviewedEffects) {
        let PreviewedEffects { effect, mover, mut struck, partner_to } = previewed;
        if mv.is_pass() {
            return;
        }
        if effect.actions.intersects(CaptureActions::BLAST) {
            struck |= self.explode(game, mv.to(), mover);
        }
        if effect.actions.intersects(CaptureActions::KAMIKAZE) {
            self.destroy(game, mv.to());
        }
        for square in std::iter::once(mv.to()).chain(partner_to) {
            if spells::is_under(game, self, Spell::Burn, square) {
                self.destroy(game, square);
            }
        }
        if let Form::Defector(piece) = effect.form {
            let cell = self.cell(mv.to());
            if cell.kind().is_some_and(|kind| kind.color() == self.side) {
                let new = Cell::new(Kind::new(piece, self.side.other())).with_origin(cell.origin());
                self.set(game, mv.to(), new);
            }
        }
        self.forget_lost_right();
        self.state.struck = struck;
        self.state.frozen = effect.actions.intersects(CaptureActions::FREEZE);
        self.state.key ^= zobrist::struck(self.state.struck) ^ zobrist::frozen(self.state.frozen);
    }
    /// Applies an explosion; returns the `counterStrike` types that it destroyed.
    fn explode(&mut self, game: &Game, center: Square, mover: Option<PieceType>) -> u64 {
        let (Some(effects), blast) = (game.tables.effect_tables(), &game.variant.captures.blast) else {
            return 0;
        };
        let mut struck = 0;
        for &square in effects.blast(center) {
            let square = Square(square);
            let Some(kind) = self.cell(square).kind() else { continue };
            if capture_rules::is_blown_up(game, kind, self.side) {
                struck |= effects.striker(kind.piece());
                self.destroy(game, square);
            }
        }
        let survives = mover.is_some_and(|piece| CaptureRules::marks(&blast.proof, piece));
        if !blast.enemies_only && !survives {
            self.destroy(game, center);
        }
        struck
    }
    /// Removes the piece on a square without a captor, into a hand if the rules say so.
    fn destroy(&mut self, game: &Game, square: Square) {
        let Some(kind) = self.cell(square).kind() else { return };
        self.account_for(game, square, kind.color().other());
        self.set(game, square, Cell::EMPTY);
    }
    /// Drops the en passant right if its victim is gone or has changed sides.
    fn forget_lost_right(&mut self) {
        let Some(right) = self.state.en_passant else { return };
        let there = self.cell(right.victim).kind().map(Kind::color);
        if there != Some(self.side) {
            self.state.key ^= self.en_passant_key();
            self.state.en_passant = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::catalogue;

    /// A capture in atomic chess removes both pieces and all neighbours but pawns; taking back restores everything.
    #[test]
    fn captures_explode() {
        let game = Game::new(catalogue::find("atomic").expect("atomic").variant.clone()).expect("tables");
        let fen = "4k3/8/8/3p4/3npn2/8/8/4R1K1 w - - 0 1";
        let mut pos = Position::from_fen(&game, fen).expect(fen);
        let square = |name: &str| game.variant.board.read_name(name).expect(name).0;
        let list = crate::movegen::legal_moves(&game, &mut pos);
        let to =
            |name| *list.iter().find(|mv| (mv.from(), mv.to()) == (square("e1"), square(name))).expect(name);
        let before = pos.fen(&game);
        for (name, after) in [
            ("e4", "4k3/8/8/3p4/8/8/8/6K1 b"),
            // Quiet moves have no effects.
            ("e3", "4k3/8/8/3p4/3npn2/4R3/8/6K1 b"),
        ] {
            pos.make(&game, to(name));
            let fen = pos.fen(&game);
            assert!(fen.starts_with(after), "{fen}");
            assert_eq!(pos.key(), pos.fresh_key(), "{fen}");
            pos.unmake(&game);
            assert_eq!(pos.fen(&game), before);
        }
    }
}
