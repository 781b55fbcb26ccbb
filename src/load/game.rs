//! Builds a [`Game`] from a variant: its tables, evaluation and shortcuts.

use crate::movegen::pseudo::excess;
use crate::net::Evaluation;
use crate::position::Game;
use crate::position::game::PieceSquare;
use crate::position::promotion_choices::FixedChoices;
use crate::position::{Position, zobrist};
use crate::rules::{GameRules, RuleSet};
use crate::tables::{TableError, Tables};
use crate::variant::{Variant, all_kinds};

impl Game {
    /// Builds the tables of a variant and estimates its evaluation.
    ///
    /// # Errors
    /// A movement that the tables do not support, or that unrolls beyond their limit; more moves in the initial
    /// position than [`Self::MAX_MOVES`].
    pub fn new(variant: Variant) -> Result<Self, TableError> {
        Self::with_evaluation(variant, Evaluation::estimate)
    }
    /// Builds the tables of a variant; `evaluation` computes the evaluation from them.
    ///
    /// # Errors
    /// Those of [`Self::new`].
    pub fn with_evaluation(
        variant: Variant,
        evaluation: impl FnOnce(GameRules<'_>) -> Evaluation,
    ) -> Result<Self, TableError> {
        // A large game is refused before its evaluation is computed, which can take longer than its tables.
        let game = Self::without_evaluation(variant)?;
        let Evaluation { weights, net } = evaluation(game.game_rules());
        Ok(Self { piece_squares: PieceSquare::of_all(&game.variant, &weights), weights, net, ..game })
    }
    /// Builds the tables of a variant in which moves are only listed or counted.
    fn without_evaluation(variant: Variant) -> Result<Self, TableError> {
        let tables = Tables::new(&variant)?;
        let royals = all_kinds(&variant).map(|kind| variant.is_royal(kind.piece()));
        let rules = RuleSet::new(&variant, &tables);
        let game_rules = GameRules { variant: &variant, tables: &tables, rules: &rules };
        let Evaluation { weights, net } = Evaluation::none(game_rules);
        Self {
            royal_types: variant.types().filter(|&piece| variant.is_royal(piece)).collect(),
            fixed_choices: FixedChoices::new(game_rules),
            royal: std::iter::once(false).chain(royals).collect(),
            unmoved_keys: (0..tables.squares() as u16).map(zobrist::unmoved).collect(),
            piece_squares: PieceSquare::of_all(&variant, &weights),
            rules,
            variant,
            tables,
            weights,
            net,
        }
        .within_move_limit()
    }
    /// Rejects a variant with more than [`Self::MAX_MOVES`] moves in the initial position, naming the type that exceeds
    /// the limit.
    fn within_move_limit(self) -> Result<Self, TableError> {
        let (start, most) = (Position::start(&self), Self::MAX_MOVES);
        let Some(piece) = excess::excess(&self, &start, most) else { return Ok(self) };
        Err(TableError {
            piece: piece.index(),
            span: 0..self.variant.pieces[piece.index()].betza.len(),
            message: format!("with this piece a side has more than {most} moves in the initial position"),
        })
    }
}
