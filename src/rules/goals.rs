//! Goal squares.

use crate::board::bits::{Bits, insert, width};
use crate::board::{Color, Kind, Square};
use crate::tables::Tables;
use crate::tables::rules::{Goal, goal};
use crate::variant::{Variant, all_kinds};

/// Squares where pieces that arrive win.
#[derive(Clone, Debug)]
pub struct Goals {
    /// Whether there are any.
    pub any: bool,
    /// `[colour]`: the kinds that have some.
    pub kinds: [Vec<Kind>; 2],
    /// `[kind * squares + square]`; empty without goals.
    goals: Box<[Goal]>,
    /// `[kind * width ..]`: squares of goals of any form; empty without goals.
    sets: Box<[u64]>,
    /// `[kind * width ..]`: squares where a piece that arrives wins at once, even in check; empty without such goals.
    winning: Box<[u64]>,
    squares: usize,
}

impl Goals {
    pub(super) fn new(variant: &Variant, tables: &Tables) -> Self {
        let squares = variant.board.len();
        let of = |kind: Kind| variant.board.squares().map(move |square| goal(variant, kind, square));
        let mut goals: Box<[Goal]> = all_kinds(variant).flat_map(of).collect();
        let any = goals.iter().any(|&goal| goal != Goal::None);
        if !any {
            goals = Box::default();
        }
        let royals = all_kinds(variant).any(|kind| tables.kind(kind).royal);
        let at_once = royals && goals.contains(&Goal::Now) && !variant.ends.goal.stands();
        let winning = || winning(variant, tables, &squares_where(&goals, squares, |goal| goal == Goal::Now));
        let sets = squares_where(&goals, squares, |goal| goal != Goal::None);
        let words = width(squares);
        let set = |kind: &Kind| &sets[kind.index() * words..][..words];
        let has_goals = |kind: &Kind| any && set(kind).iter().any(|&word| word != 0);
        let kinds = |color| all_kinds(variant).filter(move |kind| kind.color() == color).filter(has_goals);
        Self {
            any,
            kinds: Color::BOTH.map(|color| kinds(color).collect()),
            winning: if at_once { winning() } else { Box::default() },
            sets,
            goals,
            squares,
        }
    }
    /// Whether arriving on some squares wins even if it leaves a royal in check.
    pub(super) fn win_at_once(&self) -> bool {
        !self.winning.is_empty()
    }
    /// Squares where a piece that arrives wins at once, even if it leaves its royal in check.
    #[inline(always)]
    pub fn winning<const W: usize>(&self, kind: Kind) -> Bits<W> {
        if self.winning.is_empty() { Bits::EMPTY } else { Bits::of(&self.winning, kind.index()) }
    }
    /// Squares where a piece of a kind reaches a goal.
    #[inline(always)]
    pub fn squares<const W: usize>(&self, kind: Kind) -> Bits<W> {
        if self.any { Bits::of(&self.sets, kind.index()) } else { Bits::EMPTY }
    }
    /// The goal, if any, that a piece reaches on a square.
    pub fn on(&self, kind: Kind, square: Square) -> Goal {
        self.goals.get(kind.index() * self.squares + square.index()).copied().unwrap_or_default()
    }
}

/// `[kind * width ..]`: the squares of the goals wanted.
fn squares_where(goals: &[Goal], squares: usize, wanted: impl Fn(Goal) -> bool) -> Box<[u64]> {
    let words = width(squares);
    let mut sets = vec![0; goals.len() / squares * words];
    for (index, _) in goals.iter().enumerate().filter(|(_, goal)| wanted(**goal)) {
        let (kind, square) = (index / squares, index % squares);
        insert(&mut sets[kind * words..], square);
    }
    sets.into()
}

/// `[kind * width ..]`: the squares where a piece may win at once, given those where each kind does: a piece that
/// changes type as it arrives wins as its new type.
fn winning(variant: &Variant, tables: &Tables, goals: &[u64]) -> Box<[u64]> {
    let words = goals.len() / (variant.pieces.len() * 2);
    let mut winning: Box<[u64]> = goals.into();
    let changes = |kind: &Kind| tables.kind(*kind).changes_type;
    for kind in all_kinds(variant).filter(changes) {
        let own = all_kinds(variant).filter(|other| other.color() == kind.color());
        for (other, word) in own.flat_map(|other| (0..words).map(move |word| (other, word))) {
            winning[kind.index() * words + word] |= goals[other.index() * words + word];
        }
    }
    winning
}
