//! Which optional rules a game has, looked up once so that absent rules cost nothing.

use super::Tables;
use super::rules::{Goal, all_changes, goal};
use crate::board::bits::{Bits, insert, width};
use crate::board::{Color, Kind, Square};
use crate::variant::captures::CaptureActions;
use crate::variant::{Ending, NoCheck, PieceType, Variant, all_kinds};

/// A variant with its tables: all that values and nets are computed from.
#[derive(Clone, Copy, Debug)]
pub struct GameRules<'a> {
    /// The rules.
    pub variant: &'a Variant,
    /// Trajectory trees and reverse tables.
    pub tables: &'a Tables,
    /// Optional rules.
    pub rule_flags: &'a RuleFlags,
}

impl GameRules<'_> {
    /// Whether a piece of the kind can enter the board from the hand by a drop, gating or a swap. In some games the
    /// hand only supplies pieces for promotion.
    pub(crate) fn enters(self, kind: Kind) -> bool {
        let variant = self.variant;
        !self.tables.kind(kind).drops.is_empty()
            || variant.hand_rules.swap
            || variant.pieces.iter().any(crate::variant::Piece::gates)
    }
}

/// `[colour]`: royals in the setup.
pub(crate) fn royals_at_start(variant: &Variant, tables: &Tables) -> [usize; 2] {
    Color::BOTH.map(|color| {
        let own = variant.setup.iter().filter(|&&(_, owner, _)| owner == color);
        own.filter(|&&(_, _, piece)| tables.kind(Kind::new(piece, color)).royal).count()
    })
}

/// The endings of a game, as indices into the list of all.
#[derive(Clone, Copy, Default, Debug)]
pub struct EndingSet {
    bits: u16,
    after_any_move: bool,
}

impl EndingSet {
    /// Adds an ending; `after_any_move`: whether any move may lead to it.
    pub fn insert(&mut self, index: usize, after_any_move: bool) {
        self.bits |= 1 << index;
        self.after_any_move |= after_any_move;
    }
    /// Whether the game has no such ending.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.bits == 0
    }
    /// Whether any move may end the game.
    pub fn after_any_move(self) -> bool {
        self.after_any_move
    }
    /// The indices, ascending.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut left = self.bits;
        std::iter::from_fn(move || {
            let index = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(index)
        })
    }
}

/// Which rules the game has, and their tables.
#[derive(Clone, Default, Debug)]
pub struct RuleFlags {
    /// Ways in which the game can end other than by loss of royals, mate or a draw.
    pub endings: EndingSet,
    /// Whether rules beyond royal safety apply to a move that is made.
    pub tests: bool,
    /// Whether every move must be made to find out whether it is legal.
    pub tests_all: bool,
    /// Whether this holds for drops.
    pub tests_drops: bool,
    /// Whether the legality of a move depends on the other legal moves.
    pub lists: bool,
    /// Whether the only such rule is that any capture has priority over any other move, and pieces capture by their own
    /// moves alone: not by drops, not by borrowed moves, not with effects, and not by compiled gates.
    pub captures_first: bool,
    /// Whether counters beside the board are needed.
    pub tallies: bool,
    /// Whether a weak side counts moves.
    pub counting: bool,
    /// Whether drops must be tested for mate.
    pub drop_mates: bool,
    /// Whether a drop can give check through another piece, for example as a mount.
    pub indirect_checks: bool,
    /// Whether there are goal squares.
    pub goals: bool,
    /// Whether a side may pass.
    pub passes: bool,
    /// Whether there are phases with separate rules: setup by drops, royals facing each other.
    pub phases: bool,
    /// Whether moves can clear unmoved marks of other pieces.
    pub capture_effects: bool,
    /// Whether having no move or fewer pieces can be good. A null move then proves nothing.
    pub suicidal: bool,
    /// `[rule][colour]`: whether the extinction rule applies to the side, which needs enough pieces at the start.
    pub extinct: Vec<[bool; 2]>,
    /// `[kind * squares + square]`; empty without goals.
    goal: Box<[Goal]>,
    /// `[kind * width ..]`: squares of goals of any form; empty without goals.
    goal_squares: Box<[u64]>,
    /// `[kind * width ..]`: squares where a piece that arrives wins at once, even in check; empty without such goals.
    winning: Box<[u64]>,
    squares: usize,
}

impl RuleFlags {
    /// Derives the flags of a variant, apart from [`Self::endings`].
    pub(crate) fn new(variant: &Variant, tables: &Tables) -> Self {
        let (ends, rules) = (&variant.ends, &variant.rules);
        let squares = variant.board.len();
        let all = all_kinds(variant);
        let goal: Box<[Goal]> = all
            .flat_map(|kind| {
                variant.board.squares().map(move |s| goal(variant, kind.piece(), kind.color(), s))
            })
            .collect();
        let goals = goal.iter().any(|&goal| goal != Goal::None);
        let royals = all_kinds(variant).any(|kind| tables.kind(kind).royal);
        let checks = ends.checks.iter().any(|&checks| checks > 0);
        let immediate = royals && goal.contains(&Goal::Now) && !ends.goal.stands();
        let counts_passes = variant.pass.end > 0 || variant.pass.bikjang;
        let in_phases = variant.hand_rules.drops_first || variant.pass.bikjang;
        let tests_drops = immediate || rules.no_check != NoCheck::Free || rules.duple_check.contains(&true);
        let winning = |ending: Ending| ending != Ending::Loss;
        Self {
            endings: EndingSet::default(),
            tests: tests_drops || rules.royal_stays || all_changes(variant).any(|change| change.calm),
            tests_all: all_changes(variant).any(|change| change.calm),
            tests_drops,
            counting: ends.counting.is_some(),
            drop_mates: rules.no_drop_mate.contains(&true) && !rules.drop_mate_loses,
            indirect_checks: tables.has_dynamic()
                || tables.has_effects()
                || all_kinds(variant).any(|kind| !tables.reverse().is_straight(kind)),
            lists: rules.must_capture || variant.captures.have(CaptureActions::MANDATORY),
            captures_first: rules.must_capture
                && !variant.captures.have(CaptureActions::MANDATORY)
                && !(tables.has_effects() || tables.has_trades() || tables.has_sharing())
                && !(tables.has_dynamic() || tables.has_capturing_drops() || in_phases)
                && !tables.forms().has_gates,
            tallies: goals && !ends.goal.stands() || checks || !ends.castle_wins.is_empty() || counts_passes,
            passes: variant.pass.allowed,
            phases: in_phases,
            capture_effects: variant.castling.exposed_to.contains(&true),
            goals,
            suicidal: matches!(ends.stalemate, Ending::Win | Ending::Fewer)
                || winning(ends.checkmate)
                || ends.extinct.iter().any(|rule| rule.ending == Ending::Win),
            extinct: ends.extinct.iter().map(|rule| holds(variant, &rule.types, rule.most)).collect(),
            winning: match immediate {
                true => {
                    winning_squares(variant, tables, squares_where(&goal, squares, |goal| goal == Goal::Now))
                }
                false => Box::default(),
            },
            goal_squares: match goals {
                true => squares_where(&goal, squares, |goal| goal != Goal::None),
                false => Box::default(),
            },
            squares,
            goal: if goals { goal } else { Box::default() },
        }
    }
    /// Squares where a piece that arrives wins at once, even if it leaves its royal in check.
    #[inline(always)]
    pub fn winning_squares<const W: usize>(&self, kind: Kind) -> Bits<W> {
        if self.winning.is_empty() { Bits::EMPTY } else { Bits::of(&self.winning, kind.index()) }
    }
    /// Squares where a piece of a kind reaches a goal.
    #[inline(always)]
    pub fn goal_squares<const W: usize>(&self, kind: Kind) -> Bits<W> {
        if self.goals { Bits::of(&self.goal_squares, kind.index()) } else { Bits::EMPTY }
    }
    /// The goal, if any, that a piece reaches on a square.
    pub fn goal(&self, kind: Kind, square: Square) -> Goal {
        self.goal.get(kind.index() * self.squares + square.index()).copied().unwrap_or_default()
    }
}

/// `[kind * width ..]`: the squares of the goals wanted.
fn squares_where(goal: &[Goal], squares: usize, wanted: impl Fn(Goal) -> bool) -> Box<[u64]> {
    let words = width(squares);
    let mut sets = vec![0; goal.len() / squares * words];
    for (index, _) in goal.iter().enumerate().filter(|(_, goal)| wanted(**goal)) {
        let (kind, square) = (index / squares, index % squares);
        insert(&mut sets[kind * words..], square);
    }
    sets.into()
}

/// `[kind * width ..]`: the squares where a piece may win at once, given those where each kind does: a piece that
/// changes type as it arrives wins as its new type.
fn winning_squares(variant: &Variant, tables: &Tables, goals: Box<[u64]>) -> Box<[u64]> {
    let words = goals.len() / (variant.pieces.len() * 2);
    let mut winning = goals.clone();
    let changes = |kind: &Kind| tables.kind(*kind).promotes || tables.turns(*kind);
    for kind in all_kinds(variant).filter(changes) {
        let own = all_kinds(variant).filter(|other| other.color() == kind.color());
        for (other, word) in own.flat_map(|other| (0..words).map(move |word| (other, word))) {
            winning[kind.index() * words + word] |= goals[other.index() * words + word];
        }
    }
    winning
}

/// `[colour]`: whether the side starts with more than `most` pieces of these types.
fn holds(variant: &Variant, types: &[bool], most: u16) -> [bool; 2] {
    Color::BOTH.map(|color| {
        let counted = |piece: PieceType| types[piece.index()];
        let standing = variant.setup.iter().filter(|&&(_, owner, piece)| owner == color && counted(piece));
        let hand = &variant.hands[color.index()];
        let held: usize = (0..types.len())
            .filter(|&n| types[n])
            .map(|n| usize::from(hand.get(n).copied().unwrap_or(0)))
            .sum();
        standing.count() + held > usize::from(most)
    })
}
