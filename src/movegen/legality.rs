//! Legality, endings, perft.

use super::attacks::{attacked, can_lose_several, in_check};
use super::compiled::pseudo_legal as pseudo_legal_of_width;
use super::count::count;
use super::end_threats::EndThreats;
use super::legal_moves::legal as legal_of_width;
use super::reply_counter::ReplyCounter;
use super::{Filter, Outcome, endings, move_restrictions, repetition, setup_phase};
use crate::board::{Color, Square};
use crate::notation::legs::Occupancy;
use crate::position::cell::Kind;
use crate::position::{Game, Move, MoveList, Position};
use crate::tables::rules::Goal;
use crate::tables::tree::{Flags, Node};
use crate::variant::Ending;
use crate::with_width;
use std::ops::Range;

/// Flags of end nodes whose moves change more than their two squares.
const SIDE_EFFECTS: Flags =
    Flags::LOCUST.with(Flags::UNLOADS).with(Flags::INDUCED).with(Flags::GATES).with(Flags::BURNS);

/// Whether a move that ends at the node changes only its two squares, whatever stands there.
#[inline]
pub(super) fn changes_two_squares(node: &Node) -> bool {
    !node.flags.has(SIDE_EFFECTS) && !node.emit.meets(Occupancy::EN_PASSANT)
}

/// Whether, besides, such a move captures no friend and is not initial: no rule about royals asks for more than their
/// safety after it.
#[inline]
pub(super) fn is_ordinary(node: &Node) -> bool {
    changes_two_squares(node) && !node.flags.has(Flags::INITIAL) && !node.emit.meets(Occupancy::FRIEND)
}

/// Whether a pseudo-legal move is legal by itself; [`legal`] may still omit it if others are mandatory.
pub fn is_legal(game: &Game, pos: &mut Position, mv: Move) -> bool {
    let legal = make_if_legal(game, pos, mv);
    if legal {
        pos.unmake(game);
    }
    legal
}

/// Whether a move from another source, such as a TT move, is generated and legal here, ignoring mandatory moves.
pub fn can_follow(game: &Game, pos: &mut Position, mv: Move) -> bool {
    let mut list = MoveList::new();
    pseudo_legal(game, pos, Filter::All, &mut list);
    list.contains(&mv) && is_legal(game, pos, mv)
}

/// Makes a pseudo-legal move if it is legal, and returns whether it did.
pub fn make_if_legal(game: &Game, pos: &mut Position, mv: Move) -> bool {
    if mv.is_pass() && !pos.is_frozen() {
        let may = setup_phase::may_pass(game, pos);
        may.then(|| pos.make(game, mv));
        return may;
    }
    let (tests, phases) = (game.rule_flags.tests, game.rule_flags.phases);
    if phases && !setup_phase::before(game, pos, mv) {
        return false;
    }
    let faced = phases && game.variant.pass.bikjang && setup_phase::facing(game, pos);
    if tests && !move_restrictions::before(game, pos, mv) || !safe_on_the_way(game, pos, mv) {
        return false;
    }
    let events = game.tables.has_effects();
    let trade = game.tables.has_trades() && super::trades::takes_contested(game, pos, mv);
    if trade && super::trades::is_barred(game, pos, mv) {
        return false;
    }
    let must_be_safe = (events || trade) && super::capture_rules::must_be_safe(game, pos, mv);
    pos.make(game, mv);
    // Losing one's own royals never wins, whatever the move captured.
    let suicide = events && royals_lost(game, pos, pos.side().other());
    let mut legal = !suicide
        && match mv.gated() {
            Some(_) if game.variant.hand_rules.gates_open => legal_but_for_gate(game, pos, mv, tests),
            _ => after(game, pos, mv, tests),
        }
        && (!phases || setup_phase::after(game, pos, faced));
    if must_be_safe && legal && !royals_lost(game, pos, pos.side()) {
        legal = !super::capture_rules::can_be_taken(game, pos, mv.to());
    }
    legal = legal && !(game.rule_flags.drop_mates && move_restrictions::drop_mates(game, pos, mv));
    if !legal {
        pos.unmake(game);
    }
    legal
}

/// Whether the move just made was legal, except for attacks on squares that a royal crossed. `tests`: rules beyond
/// royal safety apply.
#[inline]
fn after(game: &Game, pos: &mut Position, mv: Move, tests: bool) -> bool {
    if tests { move_restrictions::after(game, pos, mv) } else { legal_after_make(game, pos) }
}

/// Like [`after`] for a move that put a piece on the square it left: that piece does not shield.
///
/// SPEC: the rules of Seirawan Chess (`gateBlocks=0`): the move must be legal as if the square stayed empty.
#[cold]
fn legal_but_for_gate(game: &Game, pos: &mut Position, mv: Move, tests: bool) -> bool {
    let by_walk =
        |node: u32| game.tables.extra(&game.tables.nodes()[node as usize]).gate.map_or(mv.from(), Square);
    let gate = match mv.castling() {
        Some(rule) => pos.castles()[rule].gate,
        None if mv.is_plain() => Some(mv.from()),
        None => mv.node().map(by_walk).filter(|&gate| gate == mv.from() && gate != mv.to()),
    };
    // A goal that wins at once is reached even in check.
    let wins = || tests && pos.tally().goal() == Goal::Now;
    let shields = gate.filter(|_| !wins()).is_some_and(|square| match game.is_royal(pos.cell(square)) {
        true => !legal_after_make(game, &pos.emptied(game, square)),
        false => pos.without(square, |pos| !legal_after_make(game, pos)),
    });
    !shields && after(game, pos, mv, tests)
}

/// Whether the move just made won or left no royal to be captured, ignoring squares that a royal crossed.
fn legal_after_make(game: &Game, pos: &Position) -> bool {
    let (mover, enemy) = (pos.side().other(), pos.side());
    if royals_lost(game, pos, enemy) {
        return true;
    }
    !royals_lost(game, pos, mover) && !in_check(game, pos, mover)
}

/// Whether the move is safe if it is a castling or initial move of a royal: it does not start in check and crosses no
/// attacked square.
///
/// SPEC: diagram readings, "Castling" and "Initial moves of a royal".
fn safe_on_the_way(game: &Game, pos: &mut Position, mv: Move) -> bool {
    let color = pos.side();
    if let Some(rule) = mv.castling() {
        let rule = &pos.castles()[rule];
        if !game.tables.kind(rule.king).royal {
            return true;
        }
        let (from, safe) = (rule.from, rule.safe.clone());
        return crosses_safely(game, pos, color, from, &safe);
    }
    let Some(index) = mv.node() else { return true };
    let node = &game.tables.nodes()[index as usize];
    // A move that puts down a piece from the hand counts as ordinary.
    if !node.flags.has(Flags::INITIAL) || node.flags.has(Flags::INDUCED) || node.flags.has(Flags::GATES) {
        return true;
    }
    let royal = pos.cell(mv.from()).kind().is_some_and(|kind| game.tables.kind(kind).royal);
    if !royal {
        return true;
    }
    let trail = if node.flags.has(Flags::EXTRA) { game.tables.extra(node).trail } else { None };
    let mut squares = vec![mv.from()];
    squares.extend(trail.iter().flat_map(|&t| game.tables.trail(t)).map(|&s| Square(s)));
    crosses_safely(game, pos, color, mv.from(), &squares)
}

/// Whether the side is not in check and no square is attacked, with the royal removed.
fn crosses_safely(game: &Game, pos: &mut Position, color: Color, from: Square, squares: &[Square]) -> bool {
    if in_check(game, pos, color) {
        return false;
    }
    let royals = pos.royals(color);
    let several = game.variant.ends.extinction[color.index()] && royals.len() > 1;
    if several && !game.tables.has_effects() && !can_lose_several(game, color, royals) {
        return true;
    }
    if several || game.tables.has_effects() {
        // A royal partner: with two royals that must both be captured, neither is in check.
        let two = |s: Square| game.variant.ends.extinction[color.index()] && game.is_royal(pos.cell(s));
        let safe = |&s: &Square| s == from || two(s) || !in_check(game, &pos.relocated(game, from, s), color);
        return squares.iter().all(safe);
    }
    let by = color.other();
    if game.tables.has_dynamic() {
        // Attacks there may depend on the type of the piece.
        let safe = |&s: &Square| s == from || !pos.displaced(from, s, |pos| attacked(game, pos, s, by));
        return squares.iter().all(safe);
    }
    pos.without(from, |pos| squares.iter().all(|&s| s == from || !attacked(game, pos, s, by)))
}

/// Whether the side has lost the royals that it must keep.
#[inline(always)]
pub(super) fn royals_lost(game: &Game, pos: &Position, color: Color) -> bool {
    let left = pos.royals(color).len();
    if game.variant.ends.extinction[color.index()] {
        left == 0 && royals_at_start(game, color) > 0
    } else {
        pos.has_lost_royal(color) || left < royals_at_start(game, color)
    }
}

fn royals_at_start(game: &Game, color: Color) -> usize {
    game.royals_at_start[color.index()]
}

/// Outcome by lost royals, baring, goals, counted checks or extinction; not by repetition, move count or lack of moves.
#[inline]
pub fn outcome(game: &Game, pos: &Position) -> Option<Outcome> {
    outcome_by_royals(game, pos).or_else(|| if game.has_late_ends { late(game, pos) } else { None })
}

/// Outcome if a side has lost the royals that it must keep.
#[inline]
pub fn outcome_by_royals(game: &Game, pos: &Position) -> Option<Outcome> {
    let side = pos.side();
    if royals_lost(game, pos, side) {
        return Some(Outcome::Lost);
    }
    royals_lost(game, pos, side.other()).then_some(Outcome::Won)
}

/// Outcome by endings that most games do not have.
fn late(game: &Game, pos: &Position) -> Option<Outcome> {
    let baring = if game.has_baring { baring(game, pos) } else { None };
    baring.or_else(|| if game.rule_flags.ends { endings::outcome(game, pos) } else { None })
}

/// SPEC: Interactive diagrams, "Artificial Intelligence" (baring), and the readings: a delayed win; the bared side
/// gets one more move, which here is offered only when it could bare back.
pub(super) fn baring(game: &Game, pos: &Position) -> Option<Outcome> {
    let left = |color: Color| -> u32 {
        let kinds = game.variant.types().map(|piece| Kind::new(piece, color));
        let counted = kinds.filter(|&kind| game.tables.kind(kind).baring);
        counted.map(|kind| u32::from(pos.count(kind)) + pos.hand(color, kind.piece())).sum()
    };
    let (own, others) = (left(pos.side()), left(pos.side().other()));
    match (own, others) {
        (0, 0) => match game.variant.ends.counterbare {
            Ending::Draw => None,
            // The side to move was bared last, its opponent first.
            Ending::Loss => Some(Outcome::Won),
            Ending::Win => Some(Outcome::Lost),
            Ending::Fewer => Some(endings::outcome_of(game, pos, pos.side().other(), Ending::Fewer)),
        },
        (_, 0) => Some(Outcome::Won),
        (0, n) if n > 1 => Some(Outcome::Lost),
        _ => None,
    }
}

/// Appends the pseudo-legal moves of the side to move to `list`, regardless of royal safety.
pub fn pseudo_legal(game: &Game, pos: &Position, filter: Filter, list: &mut MoveList) {
    with_width!(game.tables.forms().width, pseudo_legal_of_width(game, pos, filter, list));
}

/// Appends the legal moves of the side to move to `list`; none if the game is over.
pub fn legal(game: &Game, pos: &mut Position, list: &mut MoveList) {
    if outcome(game, pos).is_none() {
        with_width!(game.tables.forms().width, legal_of_width(game, pos, list));
    }
}

/// Appends to `list` the moves that would be legal without [`outcome`]. A GUI that does not know the rule plays on, and
/// so may its engines.
pub fn continuations(game: &Game, pos: &mut Position, list: &mut MoveList) {
    with_width!(game.tables.forms().width, legal_of_width(game, pos, list));
}

/// Whether the loss of one more royal would lose the game for the side.
pub(super) fn royals_lost_after_losing_one(game: &Game, pos: &Position, color: Color) -> bool {
    let left = pos.royals(color).len();
    left > 0 && (left == 1 || !game.variant.ends.extinction[color.index()])
}

/// Result by all rules: [`outcome`], no legal moves, repetition, move count.
pub fn result(game: &Game, pos: &mut Position) -> Option<Outcome> {
    if let Some(outcome) = outcome(game, pos) {
        return Some(outcome);
    }
    let mut list = MoveList::new();
    legal(game, pos, &mut list);
    if list.is_empty() {
        return Some(endings::without_moves(game, pos, in_check(game, pos, pos.side())));
    }
    by_history(game, pos)
}

/// Whether the game is drawn. Generates moves only if a draw is possible.
pub fn is_drawn(game: &Game, pos: &mut Position) -> bool {
    if let Some(outcome) = outcome(game, pos) {
        return outcome == Outcome::Drawn;
    }
    let stuck = endings::without_moves(game, pos, in_check(game, pos, pos.side()));
    let may_be = [Some(stuck), by_history(game, pos)].contains(&Some(Outcome::Drawn));
    may_be && result(game, pos) == Some(Outcome::Drawn)
}

/// Outcome by repetition, move count or bare sides if there are legal moves.
fn by_history(game: &Game, pos: &Position) -> Option<Outcome> {
    let ends = &game.variant.ends;
    if ends.repetition > 0 && pos.occurrences() >= ends.repetition {
        return Some(repetition::repeated(game, pos));
    }
    by_count(game, pos).or_else(|| bare_draw(game, pos).then_some(Outcome::Drawn))
}

/// Outcome by the quiet-ply counter or the count of a weak side, if there are legal moves.
#[inline]
pub fn by_count(game: &Game, pos: &Position) -> Option<Outcome> {
    let ends = &game.variant.ends;
    if ends.quiet_plies > 0 && pos.quiet_plies() >= ends.quiet_plies {
        return Some(if ends.quiet_points { setup_phase::by_points(game, pos) } else { Outcome::Drawn });
    }
    pos.tally().count.is_full().then_some(Outcome::Drawn)
}

/// Whether both sides are bare, in a game with baring.
pub(super) fn bare_draw(game: &Game, pos: &Position) -> bool {
    let bare = |color: Color| {
        pos.pieces(color).all(|s| pos.cell(s).kind().is_some_and(|kind| !game.tables.kind(kind).baring))
    };
    game.has_baring && Color::BOTH.into_iter().all(bare)
}

/// Number of leaf nodes of the legal move tree.
pub fn perft(game: &Game, pos: &mut Position, depth: u32) -> u64 {
    perft_until(game, pos, depth, &mut MoveList::new(), &|| false)
}

/// Like [`perft`], until `halt` returns true; the number is then meaningless. `list` is a buffer, restored on return.
pub fn perft_until(
    game: &Game,
    pos: &mut Position,
    depth: u32,
    list: &mut MoveList,
    halt: &dyn Fn() -> bool,
) -> u64 {
    if outcome(game, pos).is_some() {
        return u64::from(depth == 0);
    }
    pos.untracked(|pos| with_width!(game.tables.forms().width, count_below(game, pos, depth, list, halt)))
}

/// Number of leaf nodes two plies below a position, after those of its legal moves, numbered in the generator's order.
pub fn perft_after(game: &Game, pos: &mut Position, moves: Range<usize>) -> u64 {
    if outcome(game, pos).is_some() {
        return 0;
    }
    pos.untracked(|pos| with_width!(game.tables.forms().width, count_after(game, pos, moves)))
}

fn count_after<const W: usize>(game: &Game, pos: &mut Position, moves: Range<usize>) -> u64 {
    Descent::<W>::new(game, pos, &mut MoveList::new(), &|| false).descend(pos, 2, moves)
}

/// Leaf nodes below a position that is not over.
fn count_below<const W: usize>(
    game: &Game,
    pos: &mut Position,
    depth: u32,
    list: &mut MoveList,
    halt: &dyn Fn() -> bool,
) -> u64 {
    match depth {
        0 => 1,
        1 => count::<W>(game, pos, list),
        _ => Descent::<W>::new(game, pos, list, halt).descend(pos, depth, 0..usize::MAX),
    }
}

/// Counts the tree below a position.
struct Descent<'a, const W: usize> {
    game: &'a Game,
    /// Moves of all plies above the leaves.
    list: &'a mut MoveList,
    /// Reply counts one ply above the leaves.
    reply_counter: ReplyCounter<'a, W>,
    /// Returns true once the number is no longer wanted.
    halt: &'a dyn Fn() -> bool,
}

impl<'a, const W: usize> Descent<'a, W> {
    fn new(game: &'a Game, pos: &Position, list: &'a mut MoveList, halt: &'a dyn Fn() -> bool) -> Self {
        Self { game, list, reply_counter: ReplyCounter::new(game, pos), halt }
    }
    /// Leaf nodes at least two plies below a position that is not over, after the legal moves of these numbers.
    fn descend(&mut self, pos: &mut Position, depth: u32, numbers: Range<usize>) -> u64 {
        let start = self.list.len();
        legal_of_width::<W>(self.game, pos, self.list);
        let moves = self.list.len() - start;
        let previewed = depth == 2 && self.reply_counter.look(pos, moves, self.list);
        let threats = EndThreats::<W>::of(self.game, pos);
        // A swap leaves the rule counters as they are. Only moves further down read them.
        let swaps = depth == 2 || !self.game.rule_flags.tallies;
        let mut nodes = 0;
        for index in start + numbers.start..start + numbers.end.min(moves) {
            if (self.halt)() {
                break;
            }
            let mv = self.list[index];
            let victim = pos.cell(mv.to());
            let may_end = threats.may_follow(self.game, pos, mv);
            let swap = if swaps && !may_end { pos.swap::<W>(self.game, mv) } else { None };
            // Swapped moves are local.
            let mut known = previewed && !may_end;
            if swap.is_none() {
                let explodes = !victim.is_empty() && self.game.tables.explosions().is_some();
                known &= self.game.is_local(pos, mv) && !explodes && !self.game.is_royal(victim);
                pos.make(self.game, mv);
            }
            let over = match known {
                _ if threats.checks && in_check(self.game, pos, pos.side()) => true,
                true => false,
                false if may_end => outcome(self.game, pos).is_some(),
                false => outcome_by_royals(self.game, pos).is_some(),
            };
            nodes += match known {
                _ if over => 0,
                true => self.reply_counter.count(pos, mv.from(), mv.to(), self.list),
                false => self.below(pos, depth - 1),
            };
            match swap {
                Some(swap) => pos.swap_back::<W>(self.game, swap),
                None => pos.unmake(self.game),
            }
        }
        self.list.truncate(start);
        nodes
    }
    /// Leaf nodes at least one ply below a position that is not over.
    #[inline(always)]
    fn below(&mut self, pos: &mut Position, depth: u32) -> u64 {
        match depth {
            1 => self.reply_counter.count_anew(pos, self.list),
            _ => self.descend(pos, depth, 0..usize::MAX),
        }
    }
}
