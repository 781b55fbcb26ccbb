//! Moves after which the game may be over by a rule other than loss of royals.
//!
//! Most moves can neither end the game nor change what such a rule counts: a type dies out only by the capture or
//! promotion of one of its last pieces, and a goal is reached only by a piece that arrives there. The move counter asks
//! the rules only after the other moves.

use crate::board::{Bits, Color, Kind, Square};
use crate::position::{Game, Move, Position};
use crate::rules::EndingRule;
use crate::variant::PieceType;

/// What could end the game with the next move. Holds in a position that is not over.
#[derive(Clone, Default, Debug)]
pub(crate) struct EndThreats<const W: usize> {
    /// Start squares of moves that may end the game.
    from: Bits<W>,
    /// End squares of moves that may end the game.
    to: Bits<W>,
    /// Whether promotions may end it.
    promotions: bool,
    /// Whether drops and gates may end it, other than by reaching a goal.
    drops: bool,
    /// Whether every move may end it.
    all: bool,
    /// Whether giving check ends it.
    pub checks: bool,
}

impl<const W: usize> EndThreats<W> {
    /// Finds what could end the game with a move of the side to move.
    #[inline]
    pub fn of(game: &Game, pos: &Position) -> Self {
        let mut threats = Self::default();
        if game.rules.endings.any() {
            threats.compute(game, pos);
        }
        threats
    }
    #[cold]
    fn compute(&mut self, game: &Game, pos: &Position) {
        // Captures with effects change more than two squares.
        self.all = game.rules.captures.judged || game.rules.endings.after_any_move();
        for rule in game.rules.endings.iter() {
            match rule {
                EndingRule::Extinction => self.watch_extinction(game, pos),
                EndingRule::Checks => self.checks = pos.counters().checks[pos.side().index()] == 1,
                EndingRule::Goal => self.all |= Self::stands_on_goal(game, pos),
                EndingRule::Castling => {
                    for rule in pos.castles() {
                        let squares = Bits::square(rule.from) | Bits::square(rule.partner);
                        self.from |= squares;
                        self.to |= squares;
                    }
                }
                EndingRule::Impasse => {
                    (self.promotions, self.drops) = (true, true);
                    pos.royals(pos.side()).iter().for_each(|&square| self.from |= Bits::square(square));
                }
                EndingRule::Baring => self.watch_baring(game, pos),
                // `concern` includes passes; a connection may follow any move.
                EndingRule::Passes | EndingRule::Connection => {}
            }
        }
    }
    fn watch_extinction(&mut self, game: &Game, pos: &Position) {
        for color in Color::BOTH {
            for rule in &game.rules.endings.extinct[color.index()] {
                self.watch_count(game, pos, pos.owned_of(&rule.kinds), rule.most, rule.kinds.iter().copied());
            }
        }
    }
    fn watch_baring(&mut self, game: &Game, pos: &Position) {
        for color in Color::BOTH {
            // A bared side may still bare its opponent.
            let left = pos.baring_pieces(game, color);
            let baring = game.tables.kinds_of(color).filter(|&kind| game.tables.kind(kind).baring);
            self.all |= self.watch_count(game, pos, left, 0, baring);
        }
    }
    /// Whether a piece stands on a goal, and a move elsewhere can decide the game.
    fn stands_on_goal(game: &Game, pos: &Position) -> bool {
        let on_goal = |kind: Kind| pos.kind_set(kind).meets(game.rules.goals.squares::<W>(kind));
        game.variant.ends.goal.waits() && game.rules.goals.kinds.iter().flatten().any(|&kind| on_goal(kind))
    }
    /// Notes that the game may end when a side, which has `left` pieces of these kinds, has only `most`. Returns whether
    /// it has no more than that now.
    fn watch_count(
        &mut self,
        game: &Game,
        pos: &Position,
        left: u32,
        most: u32,
        kinds: impl Iterator<Item = Kind>,
    ) -> bool {
        // A move that changes only its two squares takes away one piece of a side at most.
        if left <= most + 1 {
            kinds.for_each(|kind| self.to |= pos.kind_set(kind));
            self.promotions = true;
            // Otherwise the piece in hand counts like the piece on the board.
            self.drops |= game.variant.hand_rules.drop_forms;
        }
        left <= most
    }
    /// Whether the game may be over after the move, apart from loss of royals and from [`Self::checks`].
    #[inline]
    pub fn may_follow(&self, game: &Game, pos: &Position, mv: Move) -> bool {
        game.rules.endings.any() && self.concern(game, pos, mv)
    }
    fn concern(&self, game: &Game, pos: &Position, mv: Move) -> bool {
        let enters = mv.is_drop() || mv.gated().is_some();
        let changes = self.promotions && mv.promotion().is_some() || self.drops && enters;
        let explodes = game.tables.explosions().is_some() && !pos.cell(mv.to()).is_empty();
        if self.all
            || explodes
            || changes
            || !game.is_local(pos, mv)
            || self.from.has(mv.from())
            || self.to.has(mv.to())
        {
            return true;
        }
        if !game.rules.goals.any {
            return false;
        }
        let own = |piece: PieceType| Kind::new(piece, pos.side());
        let become_of = mv.dropped().or(mv.promotion()).map(own);
        let arrives = become_of.or_else(|| pos.cell(mv.from()).kind());
        let reaches = |kind: Kind, at: Square| game.rules.goals.squares::<W>(kind).has(at);
        arrives.is_some_and(|kind| reaches(kind, mv.to()))
            || mv.gated().is_some_and(|piece| reaches(own(piece), mv.from()))
    }
}
