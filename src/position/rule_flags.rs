//! Which optional rules a game has, looked up once so that absent rules cost nothing.

use super::Move;
use super::board_state::Position;
use super::cell::Kind;
use super::zobrist;
use crate::board::bits::{Bits, insert, width};
use crate::board::{Color, Square};
use crate::position::Game;
use crate::tables::Tables;
use crate::tables::rules::{Goal, all_changes, goal};
use crate::tables::tree::Flags;
use crate::variant::captures::CaptureActions;
use crate::variant::{Ending, NoCheck, PieceType, Priority, Variant};

/// State of rules that the pieces on the board do not show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct RuleCounters {
    /// `[colour]`: checks that the side still has to give; 0 if checks are not counted.
    pub checks: [u8; 2],
    /// The goal reached by the last move; see [`Self::goal`].
    pub reached: u8,
    /// Consecutive passes so far, where they end the game.
    pub passes: u8,
    /// Count of a side that plays for a draw.
    pub count: DrawCount,
}

/// A count that ends in a draw (key `counting`). Repetition ignores it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct DrawCount {
    /// Plies counted.
    pub plies: u16,
    /// The game is drawn when `plies` exceeds this; 0: no count is running.
    pub limit: u16,
    /// Whether a bare side counts. That count does not restart.
    pub bare: bool,
}

impl DrawCount {
    /// Whether the count has passed its limit.
    pub fn is_full(self) -> bool {
        self.limit > 0 && self.plies > self.limit
    }
}

impl RuleCounters {
    /// The goal that was reached.
    pub fn goal(self) -> Goal {
        match self.reached {
            0 => Goal::None,
            1 => Goal::Later,
            _ => Goal::Now,
        }
    }
    pub(super) fn key(self) -> u64 {
        if (Self { count: DrawCount::default(), ..self }) == Self::default() {
            0
        } else {
            zobrist::tally(self.checks, self.reached, self.passes)
        }
    }
}

/// Which rules the game has, and their tables.
#[derive(Clone, Default, Debug)]
pub struct RuleFlags {
    /// Whether the game can end other than by loss of royals, mate or a draw.
    pub ends: bool,
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
    /// Whether [`RuleCounters`] are needed.
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
    /// Derives the flags of a variant.
    pub(super) fn new(variant: &Variant, tables: &Tables) -> Self {
        let (ends, rules) = (&variant.ends, &variant.rules);
        let squares = variant.board.len();
        let all = crate::tables::all_kinds(variant);
        let goal: Box<[Goal]> = all
            .flat_map(|kind| {
                variant.board.squares().map(move |s| goal(variant, kind.piece(), kind.color(), s))
            })
            .collect();
        let goals = goal.iter().any(|&goal| goal != Goal::None);
        let royals = crate::tables::all_kinds(variant).any(|kind| tables.kind(kind).royal);
        let checks = ends.checks.iter().any(|&checks| checks > 0);
        let immediate = royals && goal.contains(&Goal::Now) && !ends.goal.stands();
        let counts_passes = variant.pass.end > 0 || variant.pass.bikjang;
        let in_phases = variant.hand_rules.drops_first || variant.pass.bikjang;
        let tests_drops = immediate || rules.no_check != NoCheck::Free || rules.duple_check.contains(&true);
        let winning = |ending: Ending| ending != Ending::Loss;
        Self {
            ends: goals
                || checks
                || !ends.extinct.is_empty()
                || !ends.castle_wins.is_empty()
                || ends.impasse.is_some()
                || counts_passes,
            tests: tests_drops || rules.royal_stays || all_changes(variant).any(|change| change.calm),
            tests_all: all_changes(variant).any(|change| change.calm),
            tests_drops,
            counting: ends.counting.is_some(),
            drop_mates: rules.no_drop_mate.contains(&true) && !rules.drop_mate_loses,
            indirect_checks: tables.has_dynamic()
                || tables.has_effects()
                || crate::tables::all_kinds(variant).any(|kind| !tables.reverse().is_straight(kind)),
            lists: rules.priority.is_some() || variant.captures.have(CaptureActions::MANDATORY),
            captures_first: rules.priority.as_ref().is_some_and(Priority::is_of_captures)
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
    for kind in crate::tables::all_kinds(variant).filter(changes) {
        let own = crate::tables::all_kinds(variant).filter(|other| other.color() == kind.color());
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

impl Position {
    /// State of rules that the pieces do not show.
    pub fn tally(&self) -> RuleCounters {
        self.tally
    }
    /// Updates the counters after a move: counts checks and passes, and records the goal reached.
    #[cold]
    pub(super) fn tally_up(&mut self, game: &Game, mv: Move) {
        let mover = self.side.other();
        let rules = &game.variant.pass;
        let counts = mv.is_pass() && (rules.end > 0 || rules.bikjang);
        let passes = if counts { self.tally.passes.saturating_add(1) } else { 0 };
        let mut tally = RuleCounters { reached: self.goal_reached(game, mv) as u8, passes, ..self.tally };
        let left = &mut tally.checks[mover.index()];
        if *left > 0 && crate::movegen::in_check(game, self, self.side) {
            *left -= 1;
        }
        self.set_tally(tally);
    }
    /// SPEC: Interactive diagrams, "Making use of Board Zones": "the game would be won when the piece reaches the
    /// square"; "the moves that don't can be marked ... by writing a quote".
    fn goal_reached(&self, game: &Game, mv: Move) -> Goal {
        if let Some(rule) = mv.castling().map(|index| &self.castles[index]) {
            let board = &game.variant.board;
            let right = board.file(rule.partner) > board.file(rule.from);
            if game.variant.ends.castle_wins.contains(&(rule.king.color(), right)) {
                return Goal::Later;
            }
        }
        let quoted = |index: u32| game.tables.nodes()[index as usize].flags.has(Flags::QUOTED);
        if !game.rule_flags.goals || game.variant.ends.goal.stands() || mv.node().is_some_and(quoted) {
            return Goal::None;
        }
        let mover = self.side.other();
        let first = self.plies.last().map_or(0, |ply| ply.first_change as usize);
        let squares = self.changes[first..].iter().map(|change| change.square());
        let arrived = squares.filter_map(|square| {
            let kind = self.cell(square).kind().filter(|kind| kind.color() == mover)?;
            Some(game.rule_flags.goal(kind, square))
        });
        arrived.max().unwrap_or_default()
    }
    /// For the first position of a history: the side that moved last has reached a goal if one of its pieces stands
    /// on one.
    pub(super) fn infer_goal(&mut self, game: &Game) {
        if !game.rule_flags.goals || game.variant.ends.goal.stands() {
            return;
        }
        let mover = self.side.other();
        // A piece on its start square has not arrived there.
        let home = game.variant.home();
        let starts = |square, kind: Kind| home.contains(&(square, kind.color(), kind.piece()));
        let came = |square| self.cell(square).kind().filter(|&kind| !starts(square, kind));
        let on = |square| came(square).map(|kind| game.rule_flags.goal(kind, square));
        let reached = self.pieces(mover).filter_map(on).max().unwrap_or_default();
        self.tally.reached = reached as u8;
    }
    /// Whether king and partner of a castling rule stand unmoved on their squares.
    pub(super) fn holds_right(&self, rule: &crate::variant::castling::CastleRule) -> bool {
        let (king, partner) = (self.cell(rule.from), self.cell(rule.partner));
        king.is_unmoved() && king.kind() == Some(rule.king) && partner.is_unmoved()
    }
    pub(super) fn set_tally(&mut self, tally: RuleCounters) {
        self.key ^= self.tally.key() ^ tally.key();
        self.tally = tally;
    }
}
