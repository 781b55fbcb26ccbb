//! Legal moves that XBoard would refuse or misread.

use super::dialect::{self, Dialect, names_suffix};
use super::en_passant;
use super::replay::Shown;
use crate::board::{Color, Kind, Square};
use crate::movegen;
use crate::moves;
use crate::movetext::{self, Numbering};
use crate::position::{Game, Move, MoveList, Position, names};
use crate::variant::PieceType;

impl Dialect {
    /// Legal moves that XBoard would refuse or misread. If that applies to all of them, only those that it would refuse.
    pub fn unsendable(&self, game: &Game, pos: &Position, legal: &[Move]) -> Vec<Move> {
        let mut refused = self.executed(game, pos, |shown, mv, after, text| {
            shown.takes_for_check(mv, after, text) || !shown.agrees(mv, after, text)
        });
        let can_pass = legal.iter().any(|mv| mv.is_pass());
        let misread = |mv: Move| {
            can_pass && !mv.is_pass() && self.writes_pass(game, pos, mv)
                || self.declines(game, pos, mv)
                || self.promotes_otherwise(game, pos, mv)
                || self.passes_beside(game, pos, mv)
                || self.takes_en_passant_otherwise(game, pos, mv)
                || self.changes_untested(game, pos, mv)
        };
        let texts = movetext::format_all(Numbering::Cecp, game, pos, legal);
        let without = self.without_late_homes(game, pos);
        let is_initial = |mv: &Move| without.as_ref().is_some_and(|others| !others.contains(mv));
        let swaps = |mv: &Move| mv.is_drop() && !pos.cell(mv.to()).is_empty() && self.setup.is_some();
        let mut select = |test: &dyn Fn(Move, &str) -> bool| -> Vec<Move> {
            let all = legal.iter().zip(&texts);
            let never = |mv: &Move| {
                is_initial(mv)
                    || swaps(mv)
                    || self.cannot_put_down(game, *mv)
                    || gates_beside(pos, *mv)
                    || self.setup.is_some() && gates_and_promotes(*mv)
            };
            all.filter(|(mv, text)| {
                test(**mv, text) || never(mv) || self.loses_its_x(game, pos, text) || refused(**mv, text)
            })
            .map(|(mv, _)| *mv)
            .collect()
        };
        let moves = select(&|mv, text| misread(mv) || shares_letter(game, pos, mv, text));
        if moves.len() == legal.len() { select(&|_, _| false) } else { moves }
    }

    /// The legal moves if the pieces that XBoard does not take for unmoved have moved; `None` if there are no such
    /// pieces.
    fn without_late_homes(&self, game: &Game, pos: &Position) -> Option<MoveList> {
        let late = |&&(square, color, piece): &&(Square, Color, PieceType)| {
            let cell = pos.cell(square);
            cell.is_unmoved() && cell.kind() == Some(Kind::new(piece, color))
        };
        let mut late = self.late_homes.iter().filter(late).peekable();
        late.peek()?;
        let mut pos = pos.clone();
        late.for_each(|&(square, ..)| pos.set_unmoved(square, false));
        let legal = movegen::legal_moves(game, &mut pos);
        Some(legal)
    }

    /// Returns a function that evaluates `of` for a move, with the position after it and the text sent to XBoard. Its
    /// result is false if XBoard knows the variant by itself.
    fn executed<'a>(
        &'a self,
        game: &'a Game,
        pos: &'a Position,
        of: impl Fn(&Shown<'a>, Move, &Position, &str) -> bool + 'a,
    ) -> impl FnMut(Move, &str) -> bool + 'a {
        let text = |pos: &Position, mv: Move| {
            self.outgoing(game, pos, mv, movetext::format_as(Numbering::Cecp, game, pos, mv))
        };
        let shown = self.replay.as_ref().map(|replay| replay.shown(game, pos, text));
        let mut after = pos.clone();
        move |mv, text| {
            let Some(shown) = &shown else { return false };
            let text = self.outgoing(game, pos, mv, text.to_owned());
            after.make(game, mv);
            let answer = of(shown, mv, &after, &text);
            after.unmake(game);
            answer
        }
    }

    /// Whether the move means another one without its final letter, which XBoard does not pass on to the opponent.
    fn loses_its_x(&self, game: &Game, pos: &Position, text: &str) -> bool {
        let bare = text.strip_suffix('x').filter(|_| self.setup.is_some());
        bare.is_some_and(|bare| movetext::parse(game, &mut pos.clone(), bare).is_ok())
    }

    /// Whether the move puts down a piece from the hand that XBoard does not hold, or does not drop there.
    fn cannot_put_down(&self, game: &Game, mv: Move) -> bool {
        let Some(piece) = mv.dropped().or(mv.gated()) else { return false };
        let board = &game.variant.board;
        let drops_on_edge = mv.is_drop() && [0, board.ranks() - 1].contains(&board.rank(mv.to()));
        self.not_held.contains(&piece) || drops_on_edge && self.never_on_edges.contains(&piece)
    }

    /// Whether the move declines a promotion that XBoard would make.
    fn declines(&self, game: &Game, pos: &Position, mv: Move) -> bool {
        let promotes =
            || pos.cell(mv.from()).kind().is_some_and(|kind| !game.choices(kind, mv.to()).is_empty());
        self.no_declining && !mv.is_drop() && mv.promotion().is_none() && promotes()
    }

    /// Whether XBoard does not know the promotion, or would promote where the move does not. SPEC: `xboard.md` 3.7.
    fn promotes_otherwise(&self, game: &Game, pos: &Position, mv: Move) -> bool {
        let Some(kind) = pos.cell(mv.from()).kind().filter(|_| self.setup.is_some() && !mv.is_drop()) else {
            return false;
        };
        let (board, piece) = (&game.variant.board, kind.piece());
        let by_letter = self.by_letter.contains(&piece);
        let last = board.relative_rank(kind.color(), mv.to()) + 1 == board.ranks();
        match mv.promotion() {
            None => last && (by_letter || self.plus_pawns.contains(&piece)),
            Some(target) if self.same(piece, target) => by_letter && last,
            Some(target) if self.promotes_by_plus(piece, target) => false,
            // Without legality testing XBoard believes every letter.
            Some(target) if !self.is_tested() => !names_suffix(&names::fen_name(&game.variant, target)),
            Some(target) => !by_letter || !last || self.nameless.contains(&target),
        }
    }

    /// Legal moves after which XBoard's board would differ from ours.
    pub fn desyncing(&self, game: &Game, pos: &Position, legal: &[Move]) -> Vec<Move> {
        let mut desyncs = self.executed(game, pos, |shown, mv, after, text| !shown.agrees(mv, after, text));
        let texts = movetext::format_all(Numbering::Cecp, game, pos, legal);
        let desynced = legal.iter().zip(texts).filter(|(mv, text)| desyncs(**mv, text));
        desynced.map(|(mv, _)| *mv).collect()
    }

    /// Whether XBoard would treat a step ahead as an e.p. capture of an adjacent piece.
    fn passes_beside(&self, game: &Game, pos: &Position, mv: Move) -> bool {
        let board = &game.variant.board;
        let Some(kind) = pos.cell(mv.from()).kind().filter(|kind| Some(kind.piece()) == self.beside_passed)
        else {
            return false;
        };
        let (file, rank) = (i32::from(board.file(mv.from())), i32::from(board.rank(mv.from())));
        let neighbour = |file| board.at(file, rank).is_some_and(|square| !pos.cell(square).is_empty());
        !mv.is_drop()
            && board.relative_rank(kind.color(), mv.from()) + 4 == board.ranks()
            && board.file(mv.from()) == board.file(mv.to())
            && !moves::is_capture(game, pos, mv)
            && (neighbour(file - 1) || neighbour(file + 1))
    }

    /// Whether the move changes something without leaving its square or naming another: XBoard refuses that without
    /// legality testing.
    fn changes_untested(&self, game: &Game, pos: &Position, mv: Move) -> bool {
        let stays = mv.from() == mv.to() && !mv.is_drop() && mv.castling().is_none();
        let alone = || movetext::relays(game, pos, mv).is_empty();
        !self.is_tested() && stays && alone() && !dialect::changes_nothing(game, pos, mv)
    }

    /// Whether the move captures en passant where XBoard does not allow that: this piece never, or not on this square.
    fn takes_en_passant_otherwise(&self, game: &Game, pos: &Position, mv: Move) -> bool {
        let Some(victim) = pos.en_passant().map(|right| right.victim) else { return false };
        let never = || pos.cell(victim).kind().is_some_and(|kind| self.never_passed.contains(&kind.piece()));
        // Without legality testing XBoard allows every square.
        let elsewhere = || {
            self.setup.is_some()
                && self.is_tested()
                && !en_passant::allows(&game.variant.board, pos, victim, mv)
        };
        if !never() && !elsewhere() {
            return false;
        }
        let mut taken = false;
        moves::victims(game, pos, mv, |_, square| taken |= square == victim);
        taken && mv.to() != victim && !movetext::relays(game, pos, mv).contains(&victim)
    }
}

/// Whether the move both promotes and puts down a piece from the hand: XBoard's text has one letter.
fn gates_and_promotes(mv: Move) -> bool {
    mv.gated().is_some() && mv.promotion().is_some()
}

/// Whether castling puts a piece on the square that the partner leaves: XBoard passes it on as another castling.
fn gates_beside(pos: &Position, mv: Move) -> bool {
    mv.castling().is_some_and(|rule| movetext::gates_on_partner(mv, &pos.castles()[rule]))
}

/// Whether `text` tells a piece from others with the same letter, and the letter alone, which is all that XBoard reads,
/// does not mean it: a piece from the hand, or a promotion to another type than the first with the letter.
fn shares_letter(game: &Game, pos: &Position, mv: Move, text: &str) -> bool {
    let is_first = || {
        let short = movetext::format_short(game, pos, mv);
        movetext::parse(game, &mut pos.clone(), &short) == Ok(mv)
    };
    text.contains('#') && (mv.is_drop() || mv.gated().is_some() || !is_first())
}
