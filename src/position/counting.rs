//! Move counts of a weak side that end in a draw (key `counting`).

use crate::board::{Color, Kind};
use crate::position::{DrawCount, Game, Position};
use crate::variant::{CountLimit, Counting, PieceType};

/// Cap on the number of pieces counted for a side.
const MAX_COUNTED: usize = 10_000;

impl Position {
    /// Updates the count after a move, with the opponent already to move: continues or starts it.
    ///
    /// SPEC: the counting rules of Makruk. When no pawns are left, a count of 64 moves begins (the board count). When a side is
    /// bare as well, a count to a limit set by the opponent's pieces takes its place (the pieces count); it begins only once.
    pub(crate) fn count_up(&mut self, game: &Game) {
        let Some(rule) = &game.variant.ends.counting else { return };
        let count = &mut self.state.counters.count;
        count.plies = count.plies.saturating_add(u16::from(count.limit > 0));
        if count.bare {
            return;
        }
        let (side, mover) = (self.side, self.side.other());
        let [white, black] = Color::BOTH.map(|color| self.pieces_of(color).min(MAX_COUNTED) as u16);
        let pieces = || 2 * (white + black);
        // If the count starts from the number of pieces, a bare king's capture of the last pawn is itself counted.
        let by_mover = if rule.from_pieces { self.bare_limit(game, rule, mover) } else { None };
        let bare = |limit: u16, plies: u16| DrawCount { plies, limit: limit * 2, bare: true };
        if let Some(limit) = by_mover {
            self.state.counters.count = bare(limit, pieces() - 1);
        } else if let Some(limit) = self.bare_limit(game, rule, side) {
            self.state.counters.count = bare(limit, if rule.from_pieces { pieces() } else { 0 });
        } else if self.state.counters.count.limit == 0 && self.counts_by_board(rule, side) {
            self.state.counters.count = DrawCount { plies: 0, limit: rule.board * 2, bare: false };
        }
    }
    /// Number of moves within which a bare side must be mated; `None` if it does not count.
    fn bare_limit(&self, game: &Game, rule: &Counting, color: Color) -> Option<u16> {
        if !self.has_only_royals(color) || self.has_only_royals(color.other()) || self.has_any(&rule.pawns) {
            return None;
        }
        let owned =
            |types: &[bool]| self.owned_where(game, color.other(), |kind| types[kind.piece().index()]);
        let enough = |limit: &&CountLimit| owned(&limit.types) >= u32::from(limit.least);
        rule.limits.iter().find(enough).map(|limit| limit.moves)
    }
    /// Whether a side that is not bare starts a count.
    fn counts_by_board(&self, rule: &Counting, color: Color) -> bool {
        let few = || match rule.most {
            Some(most) => self.pieces_of(color) <= usize::from(most),
            None => !self.has_any(&rule.pawns),
        };
        rule.board > 0 && !self.has_only_royals(color) && !self.has_only_royals(color.other()) && few()
    }
    /// Resumes the count given in a FEN; infers whether it is the count of a bare side.
    pub(crate) fn resume_count(&mut self, game: &Game, plies: u16, limit: u16) {
        let Some(rule) = &game.variant.ends.counting else { return };
        let bare =
            Color::BOTH.into_iter().any(|color| self.has_only_royals(color)) && !self.has_any(&rule.pawns);
        self.state.counters.count = DrawCount { plies, limit, bare: bare && limit > 0 };
    }
    /// Whether the side has only royals.
    pub(crate) fn has_only_royals(&self, color: Color) -> bool {
        self.pieces_of(color) == self.royals(color).len()
    }
    /// Number of pieces of a side, on the board and in hand.
    fn pieces_of(&self, color: Color) -> usize {
        let words = &self.sets[color.index() * self.width..(color.index() + 1) * self.width];
        let standing = words.iter().map(|word| word.count_ones()).sum::<u32>();
        (standing + self.held[color.index()]) as usize
    }
    /// Number of pieces of a side that satisfy a condition, on the board and in hand.
    fn owned_where(&self, game: &Game, color: Color, counts: impl Fn(Kind) -> bool) -> u32 {
        game.tables.kinds_of(color).filter(|&kind| counts(kind)).map(|kind| self.owned(kind)).sum()
    }
    /// Number of pieces of these kinds, on the board and in hand.
    #[inline]
    pub(crate) fn owned_of(&self, kinds: &[Kind]) -> u32 {
        kinds.iter().map(|&kind| self.owned(kind)).sum()
    }
    /// Number of a side's pieces that count for baring: on the board, and in hand if they can enter it.
    pub(crate) fn baring_pieces(&self, game: &Game, color: Color) -> u32 {
        self.usable_where(game, color, |kind| game.tables.kind(kind).baring)
    }
    /// Number of pieces of a side that satisfy a condition, on the board, and in hand if they can enter it.
    pub(crate) fn usable_where(&self, game: &Game, color: Color, counts: impl Fn(Kind) -> bool) -> u32 {
        let held = |kind: Kind| match self.hands[kind.index()] {
            count @ 1.. if game.game_rules().enters(kind) => count,
            _ => 0,
        };
        let kinds = game.tables.kinds_of(color).filter(|&kind| counts(kind));
        kinds.map(|kind| u32::from(self.count(kind)) + held(kind)).sum()
    }
    /// Whether either side has a piece of these types.
    fn has_any(&self, types: &[bool]) -> bool {
        let mut listed = (0..).map(PieceType).zip(types).filter(|(_, listed)| **listed);
        listed.any(|(piece, _)| Color::BOTH.into_iter().any(|color| self.owned(Kind::new(piece, color)) > 0))
    }
}
