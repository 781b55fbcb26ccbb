//! Builds a [`Game`] from a variant: its tables, evaluation and shortcuts.

use crate::board::{Color, Kind};
use crate::movegen::endings_of;
use crate::movegen::pseudo::excess;
use crate::net::Evaluation;
use crate::position::Game;
use crate::position::game::Facts;
use crate::position::promotion_choices::FixedChoices;
use crate::position::{Position, assumptions, zobrist};
use crate::tables::{GameRules, RuleFlags, TableError, Tables, royals_at_start};
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
        let has_baring = variant.ends.baring.contains(&true);
        let royal_types =
            variant.types().filter(|&piece| tables.kind(Kind::new(piece, Color::White)).royal).collect();
        let infos = || all_kinds(&variant).map(|kind| tables.kind(kind));
        let burns = variant.captures.blast.enemies_only;
        let most_victims = infos().map(|info| info.most_victims).max();
        let most_victims = if burns { u16::MAX } else { most_victims.unwrap_or(1) };
        let has_castling = infos().any(|info| info.castles);
        let has_lapses = has_castling || infos().any(|info| info.unmoved_use.gates);
        let reads_lapses = has_lapses && infos().any(|info| info.unloads);
        let royal = std::iter::once(false).chain(infos().map(|info| info.royal)).collect();
        let unmoved_keys = (0..tables.squares() as u16).map(zobrist::unmoved).collect();
        let mut rule_flags = RuleFlags::new(&variant, &tables);
        rule_flags.endings =
            endings_of(GameRules { variant: &variant, tables: &tables, rule_flags: &rule_flags });
        let Evaluation { weights, net } =
            evaluation(GameRules { variant: &variant, tables: &tables, rule_flags: &rule_flags });
        let mut facts = vec![Facts::default(); tables.squares()];
        for kind in all_kinds(&variant) {
            facts.extend(variant.board.squares().map(|square| Facts::new(&weights, kind, square)));
        }
        let mut game = Self {
            royals_at_start: royals_at_start(&variant, &tables),
            rule_flags,
            variant,
            tables,
            weights,
            net,
            has_baring,
            most_victims,
            royal_types,
            has_castling,
            has_lapses,
            reads_lapses,
            local_moves: false,
            has_reply_counter: false,
            setup_by_sets: false,
            fixed_choices: FixedChoices::default(),
            facts: facts.into(),
            royal,
            unmoved_keys,
        };
        game.assume();
        game.refuse_too_many_moves()?;
        Ok(game)
    }
    /// Determines which shortcuts hold in the game.
    fn assume(&mut self) {
        self.local_moves = self.moves_are_local();
        self.has_reply_counter = self.pieces_count_alone();
        self.fixed_choices = FixedChoices::new(self);
        self.setup_by_sets = assumptions::setup_by_sets(self);
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
