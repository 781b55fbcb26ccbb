//! Drops from the hand: their squares, their limits, and the room that a dropped piece needs.

use crate::board::{Bits, Color, Kind, Move, MoveList, PieceType, Square};
use crate::movegen::filter::{Filter, append};
use crate::movegen::pseudo::targets::Scene;
use crate::notation::legs::{DropLimits, Occupancy};
use crate::position::dynamic::held_captors;
use crate::position::{Game, Position};
use crate::tables::rules::{DropRule, in_drop_zone};
use crate::tables::unroll::state::Access;
use crate::with_width;

/// A kind that a side may hold, in a position.
#[derive(Clone, Copy)]
pub(crate) struct Dropper<'a> {
    game: &'a Game,
    pos: &'a Position,
    kind: Kind,
}

/// Appends drops on the empty squares of `allowed` and drops that capture, each once.
pub(crate) fn drops<const W: usize>(
    game: &Game,
    pos: &Position,
    allowed: Bits<W>,
    filter: Filter,
    list: &mut MoveList,
) {
    if !pos.holds_any(pos.side()) {
        return;
    }
    for piece in game.variant.types() {
        let kind = Kind::new(piece, pos.side());
        if pos.can_drop(game, kind) {
            Dropper::new(game, pos, kind).drops(allowed, filter, list);
        }
    }
}

/// Appends all drops wanted.
pub(crate) fn all_drops(game: &Game, pos: &Position, filter: Filter, list: &mut MoveList) {
    with_width!(game.tables.forms().width, drops(game, pos, Bits::ALL, filter, list));
}

impl<'a> Dropper<'a> {
    pub fn new(game: &'a Game, pos: &'a Position, kind: Kind) -> Self {
        Self { game, pos, kind }
    }
    /// Appends the drops of a kind that is in hand.
    pub fn drops<const W: usize>(self, allowed: Bits<W>, filter: Filter, list: &mut MoveList) {
        let Self { game, pos, kind } = self;
        let (piece, rules) = (kind.piece(), &game.tables.kind(kind).drops);
        let empty = Bits::ALL.without(Scene::<W>::of(pos, pos.side()).occupied);
        if let Some(open) = self.open_squares(empty) {
            if filter.wants(true) {
                append(list, open & allowed, |to| Move::drop(piece, to));
            }
        } else {
            for (index, rule) in rules.iter().enumerate() {
                let full = self.full_files::<W>(rule);
                let room = |square: Square| match full {
                    Some(full) => full >> game.variant.board.file(square) & 1 == 0,
                    None => self.within_limits(rule, square),
                };
                let wanted = |&square: &Square| {
                    let empty = pos.cell(square).is_empty();
                    let sought = filter.wants(empty) && (allowed.has(square) || !empty);
                    // A square that is a hole when no piece stands on it.
                    let vanished = empty && game.variant.board.is_fleeting(square);
                    let known =
                        |rule: &DropRule| rule.squares.contains(&square.0) && self.admits(rule, square);
                    let lands = !vanished && self.lands(rule, square);
                    sought && lands && room(square) && !rules[..index].iter().any(known)
                };
                let squares = rule.squares.iter().map(|&square| Square(square));
                list.extend(squares.filter(wanted).map(|square| Move::drop(piece, square)));
            }
        }
        if game.variant.hand_rules.swap && filter != Filter::Tactical && pos.hand(pos.side(), piece) > 0 {
            self.swaps(list);
        }
    }
    /// Squares of `empty` where a piece may be dropped; `None` if each square must be looked at.
    #[inline]
    pub fn open_squares<const W: usize>(self, empty: Bits<W>) -> Option<Bits<W>> {
        match &self.game.tables.kind(self.kind).drops[..] {
            [] => Some(Bits::EMPTY),
            [rule] => rule.open(self.pos.kind_set(self.kind), empty),
            _ => None,
        }
    }
    /// Appends swaps of a piece in hand for a friend on the board with the same ID.
    ///
    /// SPEC: Interactive diagrams, "Rotating pieces".
    fn swaps(self, list: &mut MoveList) {
        let Self { game, pos, kind } = self;
        let id = |kind: Kind| &game.variant.pieces[kind.piece().index()].id;
        let like = |other: Kind| other != kind && id(other) == id(kind);
        let open = |square: Square| {
            game.tables.access(kind, square) != Access::Forbidden && in_drop_zone(&game.variant, kind, square)
        };
        let squares = pos.pieces(kind.color()).filter(|&square| pos.cell(square).kind().is_some_and(like));
        list.extend(squares.filter(|&square| open(square)).map(|square| Move::drop(kind.piece(), square)));
    }
    /// Number of pieces that could still be dropped, after a drop of `dropped` that is not yet made; `None` without a limit
    /// per shade.
    pub fn room_after(self, dropped: Option<(PieceType, Square)>) -> Option<u16> {
        let Self { game, pos, kind } = self;
        let board = &game.variant.board;
        let rule = game.tables.kind(kind).drops.iter().find(|rule| rule.limits.per_shade > 0)?;
        let room = |shade: u16| {
            let comes = dropped.is_some_and(|(piece, to)| piece == kind.piece() && board.shade(to) == shade);
            let there = self.standing().filter(|&s| board.shade(s) == shade).count() + usize::from(comes);
            let free = rule.squares.iter().map(|&square| Square(square));
            let open = |s: Square| dropped.is_none_or(|(_, to)| to != s) && pos.cell(s).is_empty();
            let free = free.filter(|&s| board.shade(s) == shade && open(s));
            free.count().min(usize::from(rule.limits.per_shade).saturating_sub(there)) as u16
        };
        Some(room(0) + room(1))
    }
    /// Squares of the pieces of the kind on the board.
    fn standing(self) -> impl Iterator<Item = Square> + 'a {
        self.pos.pieces(self.kind.color()).filter(move |&s| self.pos.cell(s).kind() == Some(self.kind))
    }
    /// Whether the rule allows a drop on a square with its present content.
    fn lands(self, rule: &DropRule, square: Square) -> bool {
        let content = self.game.tables.occupancy(self.kind.color())[self.pos.cell(square).slot()];
        (rule.landing.pass | rule.landing.take).intersects(content)
    }
    /// Whether the rule allows a drop on `square`, which must be one of its squares, with its present content.
    ///
    /// SPEC: drops.txt: "Default modality is 'm', for dropping on empty squares. If you can capture with a drop, 'c' or
    /// 'mc' modifiers can be prefixed, as usual."
    fn admits(self, rule: &DropRule, square: Square) -> bool {
        self.lands(rule, square) && self.within_limits(rule, square)
    }
    /// SPEC: drops.txt, modifiers f, s, b and n.
    fn within_limits(self, rule: &DropRule, square: Square) -> bool {
        let (board, limits) = (&self.game.variant.board, rule.limits);
        let below = |limit: u8, same: &dyn Fn(Square) -> bool| {
            limit == 0 || self.standing().filter(|&s| same(s)).count() < usize::from(limit)
        };
        let home_rank = |s: Square| board.relative_rank(self.kind.color(), s);
        let same_file = |s: Square| board.file(s) == board.file(square);
        let before = |s: &Square| same_file(*s) && home_rank(*s) < home_rank(square);
        below(limits.per_file, &same_file)
            && below(limits.per_shade, &|s| board.shade(s) == board.shade(square))
            && below(limits.per_board, &|_| true)
            && (!rule.blocked || board.squares().filter(before).all(|s| self.pos.cell(s).is_empty()))
    }
    /// A bit for each file that is full. `None` if there are other limits, or more files than bits.
    fn full_files<const W: usize>(self, rule: &DropRule) -> Option<u64> {
        let (board, limits) = (&self.game.variant.board, rule.limits);
        let others = DropLimits { per_file: 0, ..limits } != DropLimits::default();
        if rule.blocked || others || board.files() > 64 {
            return None;
        }
        if limits.per_file == 0 {
            return Some(0);
        }
        let (mut full, mut counts) = (0, [0; 64]);
        for square in self.pos.kind_set::<W>(self.kind) {
            let file = usize::from(board.file(square));
            counts[file] += 1;
            full |= u64::from(counts[file] >= limits.per_file) << file;
        }
        Some(full)
    }
}

/// Whether a side could capture a royal on `target` by a drop.
pub(crate) fn attack(game: &Game, pos: &Position, target: Square, by: Color) -> bool {
    let takes = |kind: Kind, rule: &DropRule| {
        rule.landing.take.intersects(Occupancy::ENEMY_ROYAL)
            && rule.squares.contains(&target.0)
            && Dropper::new(game, pos, kind).within_limits(rule, target)
    };
    held_captors(game, pos, by)
        .filter(|&kind| pos.can_drop(game, kind))
        .any(|kind| game.tables.kind(kind).drops.iter().any(|rule| takes(kind, rule)))
}
