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
        let infos = || all_kinds(&variant).map(|kind| tables.kind(kind));
        let royal = std::iter::once(false).chain(infos().map(|info| info.royal)).collect();
        let unmoved_keys = (0..tables.squares() as u16).map(zobrist::unmoved).collect();
        let rules = RuleSet::new(&variant, &tables);
        let Evaluation { weights, net } =
            evaluation(GameRules { variant: &variant, tables: &tables, rules: &rules });
        let mut facts = vec![Facts::default(); tables.squares()];
        for kind in all_kinds(&variant) {
            facts.extend(variant.board.squares().map(|square| Facts::new(&weights, kind, square)));
        }
        let mut game = Self {
            rules,
            variant,
            tables,
            weights,
            net,
            royal_types,
            fixed_choices: FixedChoices::default(),
            facts: facts.into(),
            royal,
            unmoved_keys,
        };
        game.fixed_choices = FixedChoices::new(&game);
        game.refuse_too_many_moves()?;
        Ok(game)
    }
    /// Rejects a variant with more than [`Self::MAX_MOVES`] moves in the initial position, naming the type that exceeds
    /// the limit.
    fn refuse_too_many_moves(&self) -> Result<(), TableError> {
        let Some(piece) = excess::excess(self, &Position::start(self), Self::MAX_MOVES) else {
            return Ok(());
        };
        let piece = piece.index();
        let most = Self::MAX_MOVES;
        Err(TableError {
            piece,
            span: 0..self.variant.pieces[piece].betza.len(),
            message: format!("with this piece a side has more than {most} moves in the initial position"),
        })
    }
}
