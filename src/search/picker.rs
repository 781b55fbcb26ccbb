//! Staged move picker: generates the moves of a node in stages, so that a cutoff saves generating the rest.

use super::history::{Earlier, History};
use super::piece_values::PieceValues;
use super::tt::TtMove;
use crate::movegen::{Filter, Guard};
use crate::position::{Move, MoveList, Position};

/// Lists longer than this are sorted once; shorter ones are searched for the best move each time.
const LONG_LIST: usize = 1000;

/// Score of a killer, above every history score.
const KILLER: i32 = 1 << 24;
/// Sums of history scores stay below this.
pub(super) const MAX_HISTORY_SCORE: i32 = 1 << 17;
/// Weight of the immediate gain (cp) in the score of a capture.
const GAIN_WEIGHT: i32 = 16;

/// Move ordering hints of a node.
#[derive(Clone, Copy, Default, Debug)]
pub struct OrderingHints {
    /// TT move.
    pub tt_move: Option<TtMove>,
    /// Quiet moves to try first: two killers and the counter move.
    pub killers: [Option<TtMove>; 3],
    /// The earlier moves.
    pub before: Earlier,
}

/// A move with its ordering data.
#[derive(Clone, Copy, Debug)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// Its index in the history tables.
    pub piece_to: u32,
    /// Immediate gain in centipawns, before any recapture; `None` if neither capture nor promotion.
    pub gain: Option<i32>,
    /// Type index of its first victim, the number of types for a promotion without capture; meaningful only if `gain` is
    /// `Some`.
    pub victim: u16,
    /// Loss of a capture in the exchanges after it (0 or negative, cp); 0 for quiet moves.
    pub loss: i32,
    /// Ordering score among its siblings.
    pub score: i32,
}

impl ScoredMove {
    /// Whether it is a capture or a promotion.
    #[inline]
    pub const fn is_tactical(&self) -> bool {
        self.gain.is_some()
    }
    /// Whether it is neither capture nor promotion.
    #[inline]
    pub const fn is_quiet(&self) -> bool {
        self.gain.is_none()
    }
}

/// Stages of move generation.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum PickerStage {
    /// The TT move, if possible without generating moves.
    #[default]
    TtMove,
    /// Generate captures and promotions.
    Generate,
    /// Captures that lose nothing.
    Captures,
    /// The killers, from this index.
    Killers(usize),
    /// The other quiet moves.
    Quiets,
    /// Losing captures.
    Losers,
}

/// What a picker reads: position, guard, values and histories.
pub struct PickerContext<'a, const W: usize> {
    /// The position.
    pub pos: &'a Position,
    /// Safety of the side to move.
    pub guard: &'a Guard<'a, W>,
    /// Whether only captures are legal here: quiet moves are not generated.
    pub must_capture: bool,
    /// Piece values.
    pub values: &'a PieceValues<'a>,
    /// History tables.
    pub history: &'a History,
}

/// Yields the moves of a node. There is one per ply, to reuse its buffers.
#[derive(Default, Debug)]
pub struct Picker {
    stage: PickerStage,
    hints: OrderingHints,
    /// Whether to yield only captures and promotions.
    tactical: bool,
    /// Buffer for generated moves; holds the quiet moves once they are generated.
    list: MoveList,
    /// Remaining quiet moves: the upper half ranks them (larger is better), the lower half is the index in `list`.
    keys: Vec<u64>,
    /// Whether a long list of keys has been sorted.
    keys_sorted: bool,
    /// Whether a long list of captures has been sorted.
    captures_sorted: bool,
    quiets_ready: bool,
    /// Captures not yet yielded.
    captures: Vec<ScoredMove>,
    /// Captures found to be losing.
    losers: Vec<ScoredMove>,
    /// Index of the next losing capture.
    next_loser: usize,
    /// Whether to yield only moves that threaten to win, or may win at once, among the quiet moves.
    pub only_threats: bool,
    /// Moves searched before a cutoff.
    pub tried: Vec<ScoredMove>,
}

impl Picker {
    /// Starts a node.
    pub fn begin(&mut self, hints: OrderingHints, filter: Filter) {
        self.stage = PickerStage::TtMove;
        self.hints = hints;
        self.tactical = filter == Filter::Tactical;
        self.list.clear();
        self.keys.clear();
        (self.keys_sorted, self.captures_sorted) = (false, false);
        self.captures.clear();
        self.losers.clear();
        self.tried.clear();
        (self.quiets_ready, self.only_threats, self.next_loser) = (false, false, 0);
    }
    /// Yields the best remaining move. SEE is left until now, since most captures are never reached. Captures that gain
    /// less than `least` are yielded without SEE.
    pub fn next<const W: usize>(&mut self, context: &PickerContext<'_, W>, least: i32) -> Option<ScoredMove> {
        loop {
            match self.stage {
                PickerStage::TtMove => {
                    self.stage = PickerStage::Generate;
                    let known = self.hints.tt_move.and_then(TtMove::plain);
                    let known = known.filter(|&mv| context.guard.lists(context.pos, mv));
                    let candidate = known.map(|mv| context.candidate(mv));
                    if let Some(candidate) = candidate.filter(|c| !self.tactical || c.is_tactical()) {
                        return Some(candidate);
                    }
                    self.stage = PickerStage::Captures;
                    self.list_captures(context, None);
                    if let Some(candidate) = self.find_tt_move(context) {
                        return Some(candidate);
                    }
                }
                PickerStage::Generate => {
                    self.stage = PickerStage::Captures;
                    self.list_captures(context, self.hints.tt_move);
                }
                PickerStage::Captures => match self.next_capture(context, least) {
                    None if self.tactical => return None,
                    None if context.must_capture => self.stage = PickerStage::Losers,
                    None => self.stage = PickerStage::Killers(0),
                    some => return some,
                },
                PickerStage::Killers(n) => {
                    let last = n + 1 == self.hints.killers.len();
                    self.stage = if last { PickerStage::Quiets } else { PickerStage::Killers(n + 1) };
                    if let Some(candidate) = self.killer(context, n) {
                        return Some(candidate);
                    }
                }
                PickerStage::Quiets => match self.next_quiet(context) {
                    None => self.stage = PickerStage::Losers,
                    some => return some,
                },
                PickerStage::Losers => {
                    self.next_loser += 1;
                    return self.losers.get(self.next_loser - 1).copied();
                }
            }
        }
    }
    fn list_captures<const W: usize>(&mut self, context: &PickerContext<'_, W>, except: Option<TtMove>) {
        self.list.clear();
        context.guard.moves(context.pos, Filter::Tactical, &mut self.list);
        let wanted = |mv: &&Move| except.is_none_or(|except| TtMove::of(**mv) != except);
        self.captures.extend(self.list.iter().filter(wanted).map(|&mv| context.candidate(mv)));
        self.list.clear();
    }
    /// Generates moves to find the TT move if it cannot be decoded from its encoding.
    fn find_tt_move<const W: usize>(&mut self, context: &PickerContext<'_, W>) -> Option<ScoredMove> {
        let tt_move = self.hints.tt_move?;
        if let Some(place) = self.captures.iter().position(|c| TtMove::of(c.mv) == tt_move) {
            return Some(self.captures.swap_remove(place));
        }
        if self.tactical || context.must_capture {
            return None;
        }
        context.guard.moves(context.pos, Filter::Quiet, &mut self.list);
        let place = self.list.iter().position(|&mv| TtMove::of(mv) == tt_move);
        let found = place.map(|place| context.candidate(self.list.swap_remove(place)));
        self.rank_quiets(context, false);
        found
    }
    fn next_capture<const W: usize>(
        &mut self,
        context: &PickerContext<'_, W>,
        least: i32,
    ) -> Option<ScoredMove> {
        loop {
            let mut candidate = self.best_capture()?;
            let gain = candidate.gain.unwrap_or(0);
            if gain >= least && !context.values.may_win::<W>(context.pos, candidate.mv) {
                candidate.loss = context.values.loss::<W>(context.pos, candidate.mv, gain);
            }
            if candidate.loss == 0 {
                return Some(candidate);
            }
            self.losers.push(candidate);
        }
    }
    /// Returns a killer if it is a pseudo-legal quiet move here and has not been yielded. Moves that cannot be checked
    /// without generating are left to the quiet stage.
    fn killer<const W: usize>(&mut self, context: &PickerContext<'_, W>, n: usize) -> Option<ScoredMove> {
        let killer = self.hints.killers[n];
        if self.quiets_ready || killer == self.hints.tt_move || self.hints.killers[..n].contains(&killer) {
            return None;
        }
        let quiet = |mv: &Move| !context.guard.scene.occupied.has(mv.to());
        let mv = killer?.plain().filter(quiet).filter(|&mv| context.guard.lists(context.pos, mv));
        Some(ScoredMove { score: KILLER, ..context.quiet(mv?) })
    }
    /// Ranks the quiet moves in `list`, except those already yielded as hints.
    fn rank_quiets<const W: usize>(&mut self, context: &PickerContext<'_, W>, hints_yielded: bool) {
        self.quiets_ready = true;
        let OrderingHints { tt_move, killers, before } = self.hints;
        let scores = context.history.quiet_scores(before);
        for (index, &mv) in self.list.iter().enumerate() {
            let stored = TtMove::of(mv);
            let killer = killers.iter().position(|&killer| killer == Some(stored));
            let given = || stored.plain().is_some_and(|mv| context.guard.lists(context.pos, mv));
            if hints_yielded && (killer.is_some() || tt_move == Some(stored)) && given() {
                continue;
            }
            let score = match killer {
                Some(place) => KILLER - place as i32,
                None => scores.of(context.piece_to(mv)),
            };
            self.keys.push(u64::from((score as u32) ^ 1 << 31) << 32 | index as u64);
        }
    }
    fn next_quiet<const W: usize>(&mut self, context: &PickerContext<'_, W>) -> Option<ScoredMove> {
        if !self.quiets_ready {
            context.guard.moves(context.pos, Filter::Quiet, &mut self.list);
            self.rank_quiets(context, true);
        }
        let key = if self.only_threats { self.next_threat(context)? } else { self.best_key()? };
        let score = ((key >> 32) as u32 ^ 1 << 31) as i32;
        Some(ScoredMove { score, ..context.quiet(self.list[key as u32 as usize]) })
    }
    /// Removes and returns the capture with the best score.
    fn best_capture(&mut self) -> Option<ScoredMove> {
        if self.captures.len() > LONG_LIST {
            if !std::mem::replace(&mut self.captures_sorted, true) {
                self.captures.sort_by_key(|capture| capture.score);
            }
            return self.captures.pop();
        }
        let best = (0..self.captures.len()).max_by_key(|&n| self.captures[n].score)?;
        Some(self.captures.swap_remove(best))
    }
    /// Removes and returns the best key.
    fn best_key(&mut self) -> Option<u64> {
        if self.keys.len() > LONG_LIST {
            if !std::mem::replace(&mut self.keys_sorted, true) {
                self.keys.sort_unstable();
            }
            return self.keys.pop();
        }
        // Two branchless passes are faster than one that tracks the index.
        let best = self.keys.iter().copied().max()?;
        let place = self.keys.iter().position(|&key| key == best)?;
        Some(self.keys.swap_remove(place))
    }
    /// Removes keys, in no particular order, until one belongs to a move that threatens to win or may win at once, and
    /// returns that one.
    fn next_threat<const W: usize>(&mut self, context: &PickerContext<'_, W>) -> Option<u64> {
        loop {
            let key = self.keys.pop()?;
            let mv = self.list[key as u32 as usize];
            if context.values.threatens_to_win::<W>(context.pos, mv)
                || context.values.may_win::<W>(context.pos, mv)
            {
                return Some(key);
            }
        }
    }
}

impl<const W: usize> PickerContext<'_, W> {
    fn piece_to(&self, mv: Move) -> u32 {
        self.history.piece_to(PieceValues::mover(self.pos, mv), mv)
    }
    fn quiet(&self, mv: Move) -> ScoredMove {
        ScoredMove { mv, piece_to: self.piece_to(mv), gain: None, victim: 0, loss: 0, score: 0 }
    }
    /// A root move with its ordering data: a quiet one is scored by its history, a capture by its exchanges.
    pub fn root_candidate(&self, mv: Move) -> ScoredMove {
        let candidate = self.candidate(mv);
        match candidate.gain {
            Some(gain) => ScoredMove { loss: self.values.loss::<W>(self.pos, mv, gain), ..candidate },
            None => ScoredMove {
                score: self.history.quiet_scores(Earlier::default()).of(candidate.piece_to),
                ..candidate
            },
        }
    }
    fn candidate(&self, mv: Move) -> ScoredMove {
        let capture_gain = self.values.capture_gain(self.pos, mv);
        let mut candidate = ScoredMove { victim: capture_gain.victim, ..self.quiet(mv) };
        if let Some(gain) = capture_gain.gain {
            candidate.gain = Some(gain);
            // The victim counts most, then history, then the cheaper attacker.
            let experience = self.history.capture_score(candidate.piece_to, usize::from(capture_gain.victim));
            let mover = self.values.of(PieceValues::mover(self.pos, mv));
            candidate.score = gain * GAIN_WEIGHT + experience / 3 - mover.min(4000) / 4;
        }
        candidate
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen;
    use crate::position::Game;
    use crate::random::Rng;
    use crate::with_width;
    use fxhash::FxHashSet;

    /// Random hints from the legal moves here and one ply earlier.
    fn hints(history: &History, moves: [&[Move]; 2], rng: &mut Rng) -> OrderingHints {
        let mut any = |n: usize| {
            let list = moves[n];
            (!list.is_empty()).then(|| TtMove::of(*rng.pick(list)))
        };
        let tt_move = any(0);
        let killers = [any(0), any(1), any(1)];
        OrderingHints {
            tt_move,
            killers,
            before: [Some(history.piece_to(crate::board::Kind(0), moves[0][0])), None, None, None],
        }
    }

    fn check_yields_all_moves<const W: usize>(game: &Game, plies: usize) {
        let mut pos = Position::start(game);
        let mut history = History::default();
        history.prepare(game.variant.pieces.len(), game.variant.board.len());
        let values = PieceValues::new(game);
        let mut rng = Rng(7);
        let mut guard = Guard::<W>::of(game, &pos);
        let (mut earlier, mut picker) = (MoveList::new(), Picker::default());
        for _ in 0..plies {
            let (mut legal, mut pseudo) = (MoveList::new(), MoveList::new());
            movegen::list_legal(game, &mut pos, &mut legal);
            if legal.is_empty() {
                break;
            }
            guard.switch_to(&pos);
            let name = &game.variant.name;
            assert_eq!(guard.in_check(), movegen::in_check(game, &pos, pos.side()), "{name}");
            movegen::list_pseudo_legal(game, &pos, Filter::All, &mut pseudo);
            for &mv in &pseudo {
                let legal = movegen::is_legal(game, &mut pos, mv);
                assert_eq!(guard.allows(&mut pos, mv), legal, "{name}: {mv:?}");
            }
            for filter in [Filter::Tactical, Filter::Quiet] {
                let mut list = MoveList::new();
                movegen::list_pseudo_legal(game, &pos, filter, &mut list);
                let gains = |mv: &Move| values.capture_gain(&pos, *mv).gain.is_some();
                let odd = list.iter().find(|mv| gains(mv) != (filter == Filter::Tactical));
                assert_eq!(odd, None, "{name} {filter:?}");
            }
            assert!(earlier.iter().all(|&mv| !guard.lists(&pos, mv) || pseudo.contains(&mv)), "{name}");
            picker.begin(hints(&history, [&legal, &earlier], &mut rng), Filter::All);
            let (mut given, mut twice) = (FxHashSet::default(), false);
            let mut known = pos.clone();
            let forced = movegen::has_forced_moves(game, &mut known, &mut MoveList::new(), || false);
            let context = PickerContext {
                pos: &pos,
                guard: &guard,
                must_capture: forced && game.rules.forced.captures_first,
                values: &values,
                history: &history,
            };
            while let Some(candidate) = picker.next(&context, i32::MIN) {
                let ruled_out = forced && !movegen::is_forced(game, &known, candidate.mv);
                if !ruled_out && guard.allows(&mut known, candidate.mv) {
                    twice |= !given.insert(candidate.mv);
                }
            }
            let expected: FxHashSet<Move> = legal.iter().copied().collect();
            // Paths of two pieces with the same effect are merged within a list, but the stages generate two lists.
            assert!(given == expected || game.rules.sharing.any && given.is_superset(&expected), "{name}");
            assert!(!twice, "{name}");
            pos.make(game, *rng.pick(&legal));
            earlier = legal;
        }
    }

    /// STYLE: "picker perft == generator perft", move by move.
    #[test]
    fn every_legal_move_is_yielded_once() {
        use crate::variant::catalogue;
        for entry in catalogue::every() {
            let game = Game::new(entry.variant.clone()).expect(&entry.variant.name);
            with_width!(game.tables.forms().width, check_yields_all_moves(&game, 60));
        }
    }
}
