//! Bit masks that keep a side's royal safe.
//!
//! Each enemy piece in reach of the royal constrains the defender's moves: a clear line must stay blocked, a hopper's
//! line must not have exactly one mount. The number of pieces on the line determines where a move from each square may
//! end.
//! Moves that change more than two squares must be made and tested.

use crate::board::{Bits, Color, Square};
use crate::movegen::attack::attacks::attacked;
use crate::movegen::attack::calm::CalmSquares;
use crate::movegen::attack::royals::Attackers;
use crate::movegen::legal::check_masks::CheckMasks;
use crate::moves::{Mover, PieceAt};
use crate::position::phases::in_phase;
use crate::position::royals::{can_lose_all_at_once, must_keep_one_safe};
use crate::position::{Game, Position, dynamic};
use crate::tables::attack_tables::{KindForm, PairForm};
use arrayvec::ArrayVec;

/// A line from an enemy piece to the royal that one move could open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constraint<const W: usize> {
    /// Squares between them.
    line: Bits<W>,
    /// The pieces on the line.
    pieces: Bits<W>,
    /// Square of the attacker.
    pub attacker: Square,
    /// The royal at its other end.
    royal: Square,
    /// When it gives check.
    form: PairForm,
}

impl<const W: usize> Constraint<W> {
    /// The line from an attacker to a royal.
    pub fn new(line: Bits<W>, [attacker, royal]: [Square; 2], occupied: Bits<W>, form: PairForm) -> Self {
        Self { line, pieces: line & occupied, attacker, royal, form }
    }
    /// Number of pieces on the line beyond which no single move can give check.
    #[inline(always)]
    fn blockers(&self) -> u32 {
        match self.form {
            PairForm::Mount(mount) => self.pieces.without(Bits::square(mount)).count(),
            PairForm::Hop => self.pieces.count().saturating_sub(1),
            _ => self.pieces.count(),
        }
    }
    /// Squares where a move from `from` may end without the line giving check.
    pub fn allows(&self, from: Option<Square>, occupied: Bits<W>) -> Bits<W> {
        let attacker = Bits::square(self.attacker);
        let leaves = from.is_some_and(|from| self.line.has(from));
        let left = self.pieces.count() - u32::from(leaves);
        let vacated = from.map_or(Bits::EMPTY, Bits::square);
        let free = self.line.without(occupied.without(vacated));
        let others = Bits::ALL.without(self.line);
        match (self.form, left) {
            (PairForm::Hop, 0) => others | (self.line.without(free)),
            // Captures on the line keep the count; landing on a free square adds a piece.
            (PairForm::Hop, 1) => free | attacker,
            (PairForm::Mount(mount), 0) => Bits::ALL.without(Bits::square(mount)),
            (PairForm::Mount(mount), 1) if !free.has(mount) => free | attacker,
            (PairForm::Clear | PairForm::General, 0) => self.line | attacker,
            _ => Bits::ALL,
        }
    }
}

/// An enemy that does not attack the royal now and has no simple line to it: only its paths can tell whether a move
/// exposes the royal to it.
#[derive(Clone, Copy, Debug)]
struct HiddenAttacker {
    piece: PieceAt,
    royal: Square,
    pair: usize,
}

/// With more lines to royals, every move is tested.
const MAX_CONSTRAINTS: usize = 24;
/// The same for pieces whose attack only their paths can tell.
const MAX_HIDDEN_ATTACKERS: usize = 16;
/// With more royals that must all survive, every move is tested.
const MAX_ROYALS: usize = 4;

/// Royal safety in one position, for all moves of the side to move.
#[derive(Clone, Debug)]
pub(crate) struct Masks<const W: usize> {
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Squares where drops, and moves from non-special squares, may end.
    pub common: Bits<W>,
    /// Start squares for which [`Self::allowed`] differs from `common`.
    pub special: Bits<W>,
    constraints: ArrayVec<Constraint<W>, MAX_CONSTRAINTS>,
    hidden_attackers: ArrayVec<HiddenAttacker, MAX_HIDDEN_ATTACKERS>,
    occupied: Bits<W>,
    /// The royals that must not be left attacked.
    pub royals: Bits<W>,
    /// Squares of the lines of [`Constraint`]s, open or not, and of the attackers at their ends. Explosions elsewhere
    /// expose no royal.
    pub exposed: Bits<W>,
    /// Squares on the paths of hidden attackers: a move that changes one may expose a royal to them, and is tested by
    /// [`Self::is_attacked_since`].
    pub suspicious: Bits<W>,
    /// With `dupleCheck`, a safe royal and the lines to it: a move that changes one of these squares is made and judged by
    /// all rules. No other move can leave all royals attacked.
    pub decisive: Bits<W>,
    /// Which moves give check, where that is forbidden.
    pub checks: CheckMasks<W>,
    /// Whether every move must be tested.
    pub test_all: bool,
    /// Squares whose change needs no test although [`Self::test_all`] is set.
    pub calm: CalmSquares<W>,
}

impl<const W: usize> Masks<W> {
    /// Masks without a royal to protect.
    #[inline(always)]
    pub fn unrestricted() -> Self {
        Self {
            in_check: false,
            common: Bits::ALL,
            special: Bits::EMPTY,
            constraints: ArrayVec::new(),
            hidden_attackers: ArrayVec::new(),
            occupied: Bits::EMPTY,
            royals: Bits::EMPTY,
            exposed: Bits::EMPTY,
            suspicious: Bits::EMPTY,
            decisive: Bits::EMPTY,
            checks: CheckMasks::default(),
            test_all: false,
            calm: CalmSquares::NONE,
        }
    }
    /// Resets to [`Self::unrestricted`], in place.
    #[inline(always)]
    pub fn reset(&mut self) {
        // Names every field, so that none is forgotten.
        let Self {
            in_check,
            common,
            special,
            constraints,
            hidden_attackers,
            occupied,
            royals,
            exposed,
            suspicious,
            decisive,
            checks: _,
            test_all,
            calm,
        } = self;
        *calm = CalmSquares::NONE;
        (*in_check, *test_all) = (false, false);
        (*royals, *exposed) = (Bits::EMPTY, Bits::EMPTY);
        (*common, *special) = (Bits::ALL, Bits::EMPTY);
        (*occupied, *suspicious, *decisive) = (Bits::EMPTY, Bits::EMPTY, Bits::EMPTY);
        constraints.clear();
        hidden_attackers.clear();
    }
    /// Whether the masks are complete and restrict at most moves from special squares.
    #[inline(always)]
    pub fn are_loose(&self) -> bool {
        !self.test_all && (self.suspicious | self.decisive).is_empty() && self.common == Bits::ALL
    }
    /// Computes the masks for the side to move, from unrestricted ones.
    #[inline(always)]
    pub fn compute(&mut self, game: &Game, pos: &Position) {
        if game.rules.restrictions.every_move || game.rules.captures.judged || in_phase(game, pos) {
            return self.test_everything(game, pos);
        }
        self.compute_for_royals(game, pos);
        // In check the royal may capture the only checker at most.
        self.test_all |= game.variant.move_rules.royal_stays && self.in_check;
        if game.rules.restrictions.no_checks {
            self.checks.compute(game, pos);
        }
    }
    /// Like [`Self::compute`] where no rule but the safety of royals concerns the moves in question.
    #[inline(always)]
    pub fn compute_for_royals(&mut self, game: &Game, pos: &Position) {
        let color = pos.side();
        let royals = pos.royals(color);
        let all_must_fall = game.variant.ends.all_must_fall(color);
        match royals {
            [] => {}
            _ if must_keep_one_safe(game, color, royals) => self.protect_one(game, pos, royals),
            [_, _, ..] if all_must_fall && !can_lose_all_at_once(game, royals) => {}
            [_, _, ..] if all_must_fall || royals.len() > MAX_ROYALS => self.test_everything(game, pos),
            _ if dynamic::has_dynamic(game, pos, color.other()) => self.test_everything(game, pos),
            _ => {
                self.occupied = pos.occupied::<W>();
                for &royal in royals {
                    self.royals |= Bits::square(royal);
                    self.protect(game, pos, royal, color.other());
                }
            }
        }
    }
    /// Protects royals of which one must stay safe. Picks a safe one: only its own moves, and moves that touch a line to
    /// it, need a test.
    #[cold]
    fn protect_one(&mut self, game: &Game, pos: &Position, royals: &[Square]) {
        let (enemy, reverse) = (pos.side().other(), game.tables.reverse());
        let Some(&safe) = royals.iter().find(|&&royal| !attacked(game, pos, royal, enemy)) else {
            return self.test_everything(game, pos);
        };
        if game.rules.sharing.dynamic || pos.en_passant().is_some() {
            return self.test_everything(game, pos);
        }
        self.decisive = Bits::square(safe);
        for kind in game.tables.kinds_of(enemy) {
            for from in reverse.origins::<W>(kind, safe) & pos.kind_set(kind) {
                let line = reverse.pair(kind, from, safe).map_or(Bits::EMPTY, |pair| reverse.line(pair));
                self.decisive |= line;
            }
        }
    }
    /// The royal that must not be left attacked, if there is exactly one.
    #[inline(always)]
    pub fn only_royal(&self) -> Option<Square> {
        if self.royals.count() == 1 { self.royals.lowest() } else { None }
    }
    /// Gives up on masks: every move must be tested.
    fn test_everything(&mut self, game: &Game, pos: &Position) {
        self.calm = CalmSquares::of(game, pos);
        self.in_check = self.calm.in_check(game, pos);
        self.test_all = true;
    }
    #[inline(always)]
    fn protect(&mut self, game: &Game, pos: &Position, royal: Square, enemy: Color) {
        let reverse = game.tables.reverse();
        for kind in game.tables.kinds_of(enemy) {
            let mut attackers = reverse.origins::<W>(kind, royal) & pos.kind_set(kind);
            if attackers.is_empty() {
                continue;
            }
            if game.tables.explosions().is_some() {
                attackers = Attackers { game, pos, by: enemy }.without_suicides(kind, royal, attackers);
            }
            let form = reverse.kind_form(kind);
            if form != KindForm::ByPair {
                attackers.for_each(|from| {
                    let line =
                        if form == KindForm::Leap { Bits::EMPTY } else { reverse.between(from, royal) };
                    self.constrain(line, [from, royal], PairForm::Clear);
                });
                continue;
            }
            for from in attackers {
                let Some(pair) = reverse.pair(kind, from, royal) else { continue };
                let line: Bits<W> = reverse.line(pair);
                match reverse.form(pair) {
                    PairForm::General => {
                        let paths = reverse.attacks_of(pair);
                        let open = Mover::new(game, pos, kind.at(from)).some_path_is_open(royal, paths);
                        self.in_check |= open;
                        self.suspicious |= line;
                        self.exposed |= line | Bits::square(from);
                        let hidden = HiddenAttacker { piece: kind.at(from), royal, pair };
                        self.test_all |= open || self.hidden_attackers.try_push(hidden).is_err();
                    }
                    form => self.constrain(line, [from, royal], form),
                }
            }
        }
    }
    #[inline]
    fn constrain(&mut self, line: Bits<W>, [attacker, royal]: [Square; 2], form: PairForm) {
        self.exposed |= line | Bits::square(attacker);
        let constraint = Constraint::new(line, [attacker, royal], self.occupied, form);
        if constraint.blockers() > 1 {
            return;
        }
        self.in_check |= form.holds(constraint.pieces) == Some(true);
        if self.constraints.try_push(constraint).is_err() {
            self.test_all = true;
            return;
        }
        self.common &= constraint.allows(None, self.occupied);
        self.special |= constraint.pieces;
    }
    /// Squares where a move of a non-royal piece from `from` may end.
    #[inline(always)]
    pub fn allowed(&self, from: Square) -> Bits<W> {
        if !self.special.has(from) { self.common } else { self.special_mask(from) }
    }
    /// Squares where the royal on `from` may go without exposing another one.
    #[inline(always)]
    pub fn allowed_royal(&self, from: Square) -> Bits<W> {
        if self.royals.count() == 1 {
            return Bits::ALL;
        }
        let others = self.constraints.iter().filter(|c| c.royal != from);
        others.map(|c| c.allows(Some(from), self.occupied)).fold(Bits::ALL, |sum, mask| sum & mask)
    }
    /// Whether a hidden attacker attacks a royal after a move, admitted by [`Self::allowed`], that changed only the
    /// squares `moved`.
    pub fn is_attacked_since(&self, game: &Game, pos: &Position, moved: [Square; 2]) -> bool {
        let reverse = game.tables.reverse();
        self.hidden_attackers.iter().any(|&HiddenAttacker { piece, royal, pair }| {
            let line: Bits<W> = reverse.line(pair);
            piece.from != moved[1]
                && moved.iter().any(|&square| line.has(square))
                && Mover::new(game, pos, piece).some_path_is_open(royal, reverse.attacks_of(pair))
        })
    }
    fn special_mask(&self, from: Square) -> Bits<W> {
        let masks = self.constraints.iter().map(|c| c.allows(Some(from), self.occupied));
        masks.fold(Bits::ALL, |sum, mask| sum & mask)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::catalogue;

    /// The squares of these names on a board of 8x8.
    fn set(names: &str) -> Bits<1> {
        names.split_whitespace().fold(Bits::EMPTY, |set, name| set | Bits::square(square(name)))
    }

    fn square(name: &str) -> Square {
        let bytes = name.as_bytes();
        Square(u16::from(bytes[0] - b'a') + 8 * u16::from(bytes[1] - b'1'))
    }

    const LINE: &str = "e2 e3 e4 e5 e6 e7";

    /// Where a move from `from` may end if a piece on e8 of this form attacks e1 and these squares are occupied.
    fn allowed(form: PairForm, occupied: &str, from: Option<&str>) -> Bits<1> {
        let occupied = set(occupied);
        Constraint::new(set(LINE), [square("e8"), square("e1")], occupied, form)
            .allows(from.map(square), occupied)
    }

    #[test]
    fn lines_must_not_give_check() {
        let (clear, hop, mount) = (PairForm::Clear, PairForm::Hop, PairForm::Mount(square("e4")));
        for (form, occupied, from, ends) in [
            // A clear line must stay blocked.
            (clear, "", None, set(LINE) | set("e8")),
            (clear, "e4", None, Bits::ALL),
            (clear, "e4", Some("e4"), set(LINE) | set("e8")),
            (clear, "e4 e5", Some("e4"), Bits::ALL),
            // A hopper must not get one mount: another piece must join it, the hopper be captured, or the mount leave.
            (hop, "", None, Bits::ALL.without(set(LINE))),
            (hop, "e4", None, set("e2 e3 e5 e6 e7 e8")),
            (hop, "e4", Some("e4"), Bits::ALL.without(set(LINE))),
            (hop, "e4 e5", Some("e4"), set("e2 e3 e4 e6 e7 e8")),
            // A fixed mount must stay empty, or the line be blocked.
            (mount, "", None, Bits::ALL.without(set("e4"))),
            (mount, "e4", None, set("e2 e3 e5 e6 e7 e8")),
            (mount, "e5", None, Bits::ALL),
        ] {
            assert_eq!(allowed(form, occupied, from), ends, "{form:?} {occupied} {from:?}");
        }
    }

    fn masks_of(fen: &str) -> Masks<1> {
        let entry = catalogue::find("normal").expect("chess");
        let game = Game::new(entry.variant.clone()).expect("tables");
        let pos = Position::from_fen(&game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let mut masks = Masks::unrestricted();
        masks.compute(&game, &pos);
        assert!(!masks.test_all && masks.suspicious.is_empty() && masks.decisive.is_empty(), "{fen}");
        assert_eq!(masks.only_royal(), Some(square("e1")), "{fen}");
        masks
    }

    #[test]
    fn a_pinned_piece_keeps_to_the_line() {
        let masks = masks_of("4r1k1/8/8/8/8/8/4R3/4K2N w - - 0 1");
        assert!(!masks.in_check && masks.are_loose());
        assert_eq!((masks.common, masks.special), (Bits::ALL, set("e2")));
        assert_eq!(masks.allowed(square("e2")), set(LINE) | set("e8"));
        assert_eq!(masks.allowed(square("h1")), Bits::ALL);
        // Two pieces on the line: none is pinned.
        assert!(masks_of("4r1k1/8/8/4n3/8/8/4R3/4K2N w - - 0 1").special.is_empty());
    }

    #[test]
    fn checks_must_be_met() {
        let masks = masks_of("4r1k1/8/8/8/8/8/8/4K2N w - - 0 1");
        assert!(masks.in_check && !masks.are_loose());
        assert_eq!(masks.allowed(square("h1")), set(LINE) | set("e8"));
        let masks = masks_of("6k1/8/8/8/8/3n4/8/4K2N w - - 0 1");
        assert!(masks.in_check);
        assert_eq!(masks.common, set("d3"));
        // Only the king answers a double check.
        let masks = masks_of("4r1k1/8/8/8/8/3n4/8/4K2N w - - 0 1");
        assert!(masks.in_check && masks.common.is_empty());
    }
    /// A 25th line to the royal is no longer stored, but may still give check.
    #[test]
    fn the_line_beyond_the_last_one_gives_check() {
        let text = "files=11\nranks=11\nroyal=K\nmaxPromote=0\nwall:W:mW::\nelephant:E:nAnD::\n\
                    mao:H:mafsW::\ncannon:C:pQ::\nzebra:Z:Z::\nking:K:K::a1";
        let game = Game::new(crate::variant::read("test", text).expect("reads").0).expect("tables");
        let around = |piece: char, (near, far): (i32, i32)| {
            let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
            let both = [(near, far), (far, near)];
            both.into_iter().flat_map(move |(x, y)| signs.map(|(left, up)| (piece, x * left, y * up)))
        };
        let shielded = [
            ('W', (0, 1)),
            ('W', (1, 1)),
            ('e', (0, 2)),
            ('e', (2, 2)),
            ('h', (1, 2)),
            ('c', (0, 4)),
            ('c', (4, 4)),
        ];
        let mut board = vec![vec!['.'; 11]; 11];
        let mut put = |(piece, x, y): (char, i32, i32)| board[(5 - y) as usize][(5 + x) as usize] = piece;
        shielded.into_iter().flat_map(|(piece, leap)| around(piece, leap)).for_each(&mut put);
        [('K', 0, 0), ('z', 2, 3), ('k', 5, 2)].into_iter().for_each(&mut put);
        let run = |run: &[char]| if run[0] == '.' { run.len().to_string() } else { run.iter().collect() };
        let row = |row: &Vec<char>| row.chunk_by(PartialEq::eq).map(run).collect::<String>();
        let rows: Vec<String> = board.iter().map(row).collect();
        let fen = format!("{} w - - 0 1", rows.join("/"));
        let pos = Position::from_fen(&game, &fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let mut masks = Masks::<2>::unrestricted();
        masks.compute(&game, &pos);
        assert_eq!(masks.constraints.len(), MAX_CONSTRAINTS);
        assert!(masks.test_all && masks.in_check, "{fen}");
    }
}
