//! Builds a [`Game`] from a variant: its tables, evaluation and shortcuts.

use crate::board::{Color, Kind};
use crate::movegen::pseudo::excess;
use crate::net::Evaluation;
use crate::position::Game;
use crate::position::game::Facts;
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
        let tables = Tables::new(&variant)?;
        let royal_types =
            variant.types().filter(|&piece| tables.kind(Kind::new(piece, Color::White)).royal).collect();
        let royals = all_kinds(&variant).map(|kind| tables.kind(kind).royal);
        let royal = std::iter::once(false).chain(royals).collect();
        let unmoved_keys = (0..tables.squares() as u16).map(zobrist::unmoved).collect();
        let rules = RuleSet::new(&variant, &tables);
        let facts = |variant: &Variant, weights: &_| {
            let of = |kind| variant.board.squares().map(move |square| Facts::new(weights, kind, square));
            let empty = std::iter::repeat_n(Facts::default(), variant.board.len());
            empty.chain(all_kinds(variant).flat_map(of)).collect()
        };
        // A large game is refused before its evaluation is computed, which can take longer than its tables.
        let none = Evaluation::none(GameRules { variant: &variant, tables: &tables, rules: &rules });
        let mut game = Self {
            facts: facts(&variant, &none.weights),
            rules,
            variant,
            tables,
            weights: none.weights,
            net: None,
            royal_types,
            fixed_choices: FixedChoices::default(),
            royal,
            unmoved_keys,
        };
        game.fixed_choices = FixedChoices::new(&game);
        game.refuse_too_many_moves()?;
        let Evaluation { weights, net } = evaluation(game.game_rules());
        (game.facts, game.weights, game.net) = (facts(&game.variant, &weights), weights, net);
        Ok(game)
    }
    /// Rejects a variant with more than [`Self::MAX_MOVES`] moves in the initial position, naming the type that exceeds
    /// the limit.
    fn refuse_too_many_moves(&self) -> Result<(), TableError> {
        let (start, most) = (Position::start(self), Self::MAX_MOVES);
        let Some(piece) = excess::excess(self, &start, most) else { return Ok(()) };
        Err(TableError {
            piece: piece.index(),
            span: 0..self.variant.pieces[piece.index()].betza.len(),
            message: format!("with this piece a side has more than {most} moves in the initial position"),
        })
    }
}
