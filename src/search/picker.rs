//! The moves of a node, one after the other, generated in stages: a cutoff spares the rest.

use super::history::{Earlier, History};
use super::piece_values::PieceValues;
use super::tt::TtMove;
use crate::movegen::{Filter, Guard};
use crate::position::{Move, MoveList, Position};

/// Above every score that a counter of the history can reach.
const KILLER: i32 = 1 << 24;
/// A good capture's score, divided by this, is what it wins at first sight (cp).
const GAIN_WEIGHT: i32 = 16;

/// What is known about the moves of a node before any is tried.
#[derive(Clone, Copy, Default, Debug)]
pub struct OrderingHints {
    /// The table's move.
    pub hash: TtMove,
    /// Quiet moves to try first: refutations of siblings, of the opponent's move elsewhere.
    pub killers: [TtMove; 3],
    /// The moves before.
    pub before: Earlier,
}

/// A move as the picker knows it.
#[derive(Clone, Copy, Debug)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// Its index in the history tables.
    pub trace: u32,
    /// What it wins, centipawns, before any recapture; `None`: neither capture nor promotion.
    pub gain: Option<i32>,
    /// Type index of its first victim; the number of types for none.
    pub victim: u16,
    /// What a capture loses in the exchanges that follow (0 or negative, cp); 0 for quiet moves.
    pub loss: i32,
    /// Rank among its siblings.
    pub score: i32,
}

/// How far a node has come.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum PickerStage {
    /// The table's move, without generating any.
    #[default]
    Hash,
    /// Captures and promotions must be generated.
    Generate,
    /// Those that lose nothing.
    Captures,
    /// The hints, from this one on.
    Killers(usize),
    /// All other quiet moves.
    Quiets,
    /// Captures that lose something.
    Losers,
}

/// Where a picker looks things up.
pub struct PickerContext<'a, 'g, const W: usize> {
    /// The position.
    pub pos: &'a Position,
    /// Safety of the side to move.
    pub guard: &'a Guard<'g, W>,
    /// Values.
    pub worth: &'a PieceValues<'g>,
    /// Experience.
    pub history: &'a History,
}

/// Gives the moves of a node out. One is kept for each ply, for its buffers.
#[derive(Default, Debug)]
pub struct Picker {
    stage: PickerStage,
    hints: OrderingHints,
    /// Captures and promotions only?
    tactical: bool,
    /// Moves as generated; then the quiet ones.
    list: MoveList,
    /// Ranks of the quiet moves not yet given out, the larger the better; the lower half is the index in `list`.
    keys: Vec<u64>,
    quiets_ready: bool,
    /// Captures not yet given out.
    captures: Vec<ScoredMove>,
    /// Captures found to lose something.
    losers: Vec<ScoredMove>,
    /// Losers given out.
    next: usize,
    /// Of the quiet moves only those that give check are still wanted.
    pub only_checks: bool,
    /// Moves tried before a cutoff.
    pub tried: Vec<ScoredMove>,
}

impl Picker {
    /// Starts on a node.
    pub fn begin(&mut self, hints: OrderingHints, filter: Filter) {
        self.stage = PickerStage::Hash;
        self.hints = hints;
        self.tactical = filter == Filter::Tactical;
        self.list.clear();
        self.keys.clear();
        self.captures.clear();
        self.losers.clear();
        self.tried.clear();
        (self.quiets_ready, self.only_checks, self.next) = (false, false, 0);
    }
    /// The best move not yet given out. Exchanges are looked into only now: most captures are never reached.
    /// Captures that win less than `least` at first sight are given out unexamined.
    pub fn next<const W: usize>(
        &mut self,
        around: &PickerContext<'_, '_, W>,
        least: i32,
    ) -> Option<ScoredMove> {
        loop {
            match self.stage {
                PickerStage::Hash => {
                    self.stage = PickerStage::Generate;
                    let known = self.hints.hash.plain().filter(|&mv| around.guard.lists(around.pos, mv));
                    let candidate = known.map(|mv| around.candidate(mv));
                    if let Some(candidate) = candidate.filter(|c| !self.tactical || c.gain.is_some()) {
                        self.stage = PickerStage::Generate;
                        return Some(candidate);
                    }
                    self.stage = PickerStage::Captures;
                    self.list_captures(around, TtMove::NONE);
                    if let Some(candidate) = self.find_hash(around) {
                        return Some(candidate);
                    }
                }
                PickerStage::Generate => {
                    self.stage = PickerStage::Captures;
                    self.list_captures(around, self.hints.hash);
                }
                PickerStage::Captures => match self.next_capture(around, least) {
                    None if self.tactical => return None,
                    None => self.stage = PickerStage::Killers(0),
                    some => return some,
                },
                PickerStage::Killers(n) => {
                    self.stage = if n + 1 < self.hints.killers.len() {
                        PickerStage::Killers(n + 1)
                    } else {
                        PickerStage::Quiets
                    };
                    if let Some(candidate) = self.killer(around, n) {
                        return Some(candidate);
                    }
                }
                PickerStage::Quiets => match self.next_quiet(around) {
                    None => self.stage = PickerStage::Losers,
                    some => return some,
                },
                PickerStage::Losers => {
                    self.next += 1;
                    return self.losers.get(self.next - 1).copied();
                }
            }
        }
    }
    fn list_captures<const W: usize>(&mut self, around: &PickerContext<'_, '_, W>, except: TtMove) {
        self.list.clear();
        around.guard.moves(around.pos, Filter::Tactical, &mut self.list);
        let wanted = |mv: &&Move| except == TtMove::NONE || TtMove::of(**mv) != except;
        self.captures.extend(self.list.iter().filter(wanted).map(|&mv| around.candidate(mv)));
        self.list.clear();
    }
    /// The table's move, where only the generated moves can tell which one it is.
    fn find_hash<const W: usize>(&mut self, around: &PickerContext<'_, '_, W>) -> Option<ScoredMove> {
        let hash = self.hints.hash;
        if hash == TtMove::NONE {
            return None;
        }
        if let Some(place) = self.captures.iter().position(|c| TtMove::of(c.mv) == hash) {
            return Some(self.captures.swap_remove(place));
        }
        if self.tactical {
            return None;
        }
        around.guard.moves(around.pos, Filter::Quiet, &mut self.list);
        let place = self.list.iter().position(|&mv| TtMove::of(mv) == hash);
        let found = place.map(|place| around.candidate(self.list.swap_remove(place)));
        self.rank_quiets(around, false);
        found
    }
    fn next_capture<const W: usize>(
        &mut self,
        around: &PickerContext<'_, '_, W>,
        least: i32,
    ) -> Option<ScoredMove> {
        loop {
            let best = (0..self.captures.len()).max_by_key(|&n| self.captures[n].score)?;
            let mut candidate = self.captures.swap_remove(best);
            let gain = candidate.gain.unwrap_or(0);
            if gain >= least {
                candidate.loss = around.worth.loss::<W>(around.pos, candidate.mv, gain);
            }
            if candidate.loss == 0 {
                return Some(candidate);
            }
            self.losers.push(candidate);
        }
    }
    /// A hint, if it is a quiet move here that can be told without generating, and was not given out yet.
    fn killer<const W: usize>(&mut self, around: &PickerContext<'_, '_, W>, n: usize) -> Option<ScoredMove> {
        let print = self.hints.killers[n];
        if self.quiets_ready || print == self.hints.hash || self.hints.killers[..n].contains(&print) {
            return None;
        }
        let quiet = |mv: &Move| !around.guard.scene().occupied.has(mv.to());
        let mv = print.plain().filter(quiet).filter(|&mv| around.guard.lists(around.pos, mv));
        Some(ScoredMove { score: KILLER, ..around.quiet(mv?) })
    }
    /// Ranks the quiet moves of `list`, those apart that were given out as hints, without generating.
    fn rank_quiets<const W: usize>(&mut self, around: &PickerContext<'_, '_, W>, hints_given: bool) {
        self.quiets_ready = true;
        let OrderingHints { hash, killers, before } = self.hints;
        for (index, &mv) in self.list.iter().enumerate() {
            let print = TtMove::of(mv);
            let killer = killers.iter().position(|&killer| killer == print);
            let given = || print.plain().is_some_and(|mv| around.guard.lists(around.pos, mv));
            if hints_given && (killer.is_some() || print == hash) && given() {
                continue;
            }
            let score = match killer {
                Some(place) => KILLER - place as i32,
                None => around.history.quiet_score(around.trace(mv), before),
            };
            self.keys.push(u64::from((score as u32) ^ 1 << 31) << 32 | index as u64);
        }
    }
    fn next_quiet<const W: usize>(&mut self, around: &PickerContext<'_, '_, W>) -> Option<ScoredMove> {
        if !self.quiets_ready {
            around.guard.moves(around.pos, Filter::Quiet, &mut self.list);
            self.rank_quiets(around, true);
        }
        let key = if self.only_checks { self.next_check(around)? } else { self.best_key()? };
        let score = ((key >> 32) as u32 ^ 1 << 31) as i32;
        Some(ScoredMove { score, ..around.quiet(self.list[key as u32 as usize]) })
    }
    /// Takes the best key out.
    fn best_key(&mut self) -> Option<u64> {
        // Two passes without a branch each are faster than one that remembers the place.
        let best = self.keys.iter().copied().max()?;
        let place = self.keys.iter().position(|&key| key == best)?;
        Some(self.keys.swap_remove(place))
    }
    /// Takes keys out, in no particular order, up to one of a move that gives check.
    fn next_check<const W: usize>(&mut self, around: &PickerContext<'_, '_, W>) -> Option<u64> {
        loop {
            let key = self.keys.pop()?;
            if around.worth.checks::<W>(around.pos, self.list[key as u32 as usize]) {
                return Some(key);
            }
        }
    }
}

impl<const W: usize> PickerContext<'_, '_, W> {
    fn trace(&self, mv: Move) -> u32 {
        self.history.trace(PieceValues::mover(self.pos, mv), mv)
    }
    fn quiet(&self, mv: Move) -> ScoredMove {
        ScoredMove { mv, trace: self.trace(mv), gain: None, victim: 0, loss: 0, score: 0 }
    }
    fn candidate(&self, mv: Move) -> ScoredMove {
        let capture_gain = self.worth.capture_gain(self.pos, mv);
        let mut candidate = ScoredMove { victim: capture_gain.victim, ..self.quiet(mv) };
        if let Some(gain) = capture_gain.gain {
            candidate.gain = Some(gain);
            // The victim counts most, then experience, then the cheaper attacker.
            let experience = self.history.capture_score(candidate.trace, usize::from(capture_gain.victim));
            let mover = self.worth.of(PieceValues::mover(self.pos, mv));
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
    use crate::with_width;
    use fxhash::FxHashSet;

    /// Hints drawn from what is legal here and from what was legal a ply ago.
    fn hints(history: &History, moves: [&[Move]; 2], draw: &mut impl FnMut(usize) -> usize) -> OrderingHints {
        let mut any = |n: usize| {
            let list = moves[n];
            if list.is_empty() { TtMove::NONE } else { TtMove::of(list[draw(list.len())]) }
        };
        let hash = any(0);
        let killers = [any(0), any(1), any(1)];
        OrderingHints {
            hash,
            killers,
            before: [Some(history.trace(crate::position::cell::Kind(0), moves[0][0])), None, None, None],
        }
    }

    fn gives_all_out<const W: usize>(game: &Game, plies: usize) {
        let mut pos = Position::start(game);
        let mut history = History::default();
        history.prepare(game.variant.pieces.len(), game.variant.board.len());
        let worth = PieceValues::new(game);
        let mut seed = 0x2545_F491_4F6C_DD1D_u64;
        let mut draw = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        let mut guard = Guard::<W>::new(game, &pos);
        let (mut earlier, mut picker) = (MoveList::new(), Picker::default());
        for _ in 0..plies {
            let (mut legal, mut pseudo) = (MoveList::new(), MoveList::new());
            movegen::legal(game, &mut pos, &mut legal);
            if legal.is_empty() {
                break;
            }
            guard.look(&pos);
            let name = &game.variant.name;
            assert_eq!(guard.in_check(), movegen::in_check(game, &pos, pos.side()), "{name}");
            movegen::pseudo_legal(game, &pos, Filter::All, &mut pseudo);
            for &mv in &pseudo {
                let legal = movegen::is_legal(game, &mut pos, mv);
                assert_eq!(guard.allows(&mut pos, mv), legal, "{name}: {mv:?}");
            }
            assert!(earlier.iter().all(|&mv| !guard.lists(&pos, mv) || pseudo.contains(&mv)), "{name}");
            picker.begin(hints(&history, [&legal, &earlier], &mut draw), Filter::All);
            let (mut given, mut twice) = (FxHashSet::default(), false);
            let mut known = pos.clone();
            let forced = movegen::has_forced_moves(game, &mut known, &mut MoveList::new(), || false);
            let around = PickerContext { pos: &pos, guard: &guard, worth: &worth, history: &history };
            while let Some(candidate) = picker.next(&around, i32::MIN) {
                let ruled_out = forced && !movegen::is_forced(game, &known, candidate.mv);
                if !ruled_out && guard.allows(&mut known, candidate.mv) {
                    twice |= !given.insert(candidate.mv);
                }
            }
            let expected: FxHashSet<Move> = legal.iter().copied().collect();
            // Where two pieces' paths do the same one is kept of a list, and the stages are two lists.
            assert!(given == expected || game.tables.has_sharing() && given.is_superset(&expected), "{name}");
            assert!(!twice, "{name}");
            pos.make(game, legal[draw(legal.len())]);
            earlier = legal;
        }
    }

    /// STYLE: "picker perft == generator perft", move by move.
    #[test]
    fn every_legal_move_is_given_out_once() {
        use crate::variant::catalogue;
        for entry in catalogue::all().iter().chain(catalogue::more()) {
            let Ok(game) = Game::new(entry.variant.clone()) else { continue };
            let game = crate::eval::weighed(game);
            with_width!(game.tables.forms().width, gives_all_out(&game, 60));
        }
    }
}
