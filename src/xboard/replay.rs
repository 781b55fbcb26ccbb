//! Simulates XBoard's own board, which executes move texts without knowing our rules.
//!
//! A move that it executes differently would break the game: the next move would start on a square that is empty
//! there.
//!
//! SPEC: `xboard.md` 2.6, 3.6, 4.3 to 4.5.

use super::plan::{BEROLINA_LIKE, DialectPlan, GATING, NO_LANCE, RETURNING};
use super::slots;
use crate::board::{Color, Geometry, Kind, Square};
use crate::movegen;
use crate::movetext::Numbering;
use crate::position::{Game, Move, Position};
use crate::variant::PieceType;
use std::sync::Arc;

/// Parents under which a piece that moves onto a friend swaps places with it. SPEC: `xboard.md` 4.5.
const SWAP_PARENTS: &[&str] =
    &["nocastle", "shatranj", "makruk", "asean", "courier", "grand", "shogi", "xiangqi", "chu"];

/// Properties of a variant that determine what XBoard's board does.
#[derive(Clone, Debug)]
pub(super) struct Replay {
    /// `[type]`: its slot.
    slots: Vec<Option<u8>>,
    /// `[type]`: the first type that XBoard does not distinguish from it.
    firsts: Vec<PieceType>,
    /// `[type][colour]`: whether the description has castling atoms.
    castles: Vec<[bool; 2]>,
    /// `[type][colour]`: whether it has initial moves and no castling atom.
    leaps_first: Vec<[bool; 2]>,
    /// `[type][colour]`: whether it has initial moves other than castling.
    walks_first: Vec<[bool; 2]>,
    /// Whether the variant can be played with XBoard's legality testing: then its board must stay correct. Otherwise it
    /// needs only all pieces that are on ours, since XBoard refuses moves that start on other squares.
    pub(super) tested: bool,
    /// The rules by which XBoard sees checks, if they differ.
    checks: Option<Arc<Game>>,
    /// `[type]`: whether a captured piece may be another type in XBoard's hand than in ours.
    doubtful: Vec<bool>,
    /// Whether captured pieces go to their owner's hand.
    returns: bool,
    /// Whether pieces capture friends. XBoard gives them to the other side.
    takes_friends: bool,
    /// Whether they do so on XBoard's board.
    shows_returned: bool,
    /// Whether moves may name their victims, which XBoard then brings to no hand.
    names_victims: bool,
    swaps: bool,
    /// Whether XBoard swaps a king with the friend onto whose square it castles.
    castles_by_swap: bool,
    gates: bool,
    passes: bool,
    lances: bool,
}

/// XBoard's board: row by row from a1.
type Cells = Vec<Option<Kind>>;

/// What XBoard shows.
struct Panel {
    cells: Cells,
    /// `[kind]`: the number of pieces in hand.
    hands: Vec<u32>,
}

impl Panel {
    /// The panel that shows a position as it is.
    fn of(game: &Game, pos: &Position) -> Self {
        let cells = game.variant.board.squares().map(|square| pos.cell(square).kind()).collect();
        Self { cells, hands: pos.hands().to_vec() }
    }
}

/// A move as XBoard reads it.
struct Sent {
    from: Square,
    to: Square,
    /// Squares emptied on the way.
    kills: Vec<Square>,
}

impl Sent {
    /// Parses a move; `None` for a drop, a pass, or castling by zeros.
    fn read(board: &Geometry, text: &str) -> Option<Self> {
        let (mut squares, mut rest) = (Vec::new(), text);
        let commas = text.matches(',').count();
        while let Some((square, length)) = Numbering::Cecp.read(board, rest) {
            squares.push(square);
            rest = rest[length..].trim_start_matches([',', '-', 'x']);
        }
        match squares[..] {
            [from, to] => Some(Self { from, to, kills: Vec::new() }),
            // XBoard compares only the files to decide whether the second leg continues the first.
            [from, mid, next, to] if commas == 1 => {
                let to = if board.file(mid) == board.file(next) { to } else { mid };
                Some(Self { from, to, kills: vec![next] })
            }
            [from, ref kills @ .., to] if commas == 0 && kills.len() <= 2 => {
                Some(Self { from, to, kills: kills.to_vec() })
            }
            _ => None,
        }
    }
}

impl Replay {
    pub(super) fn of(plan: &DialectPlan) -> Self {
        let texts = |piece: PieceType| {
            Color::BOTH
                .map(|color| if plan.is_wild(piece) { String::new() } else { plan.text_of(piece, color) })
        };
        let texts: Vec<[String; 2]> = plan.variant.types().map(texts).collect();
        let matching = |is: fn(&String) -> bool| texts.iter().map(|texts| texts.each_ref().map(is)).collect();
        let castles_by_swap = SWAP_PARENTS.contains(&plan.parent.as_str());
        Self {
            slots: plan.types.iter().map(|own| own.slot).collect(),
            firsts: plan.variant.types().map(|piece| plan.first_of(piece)).collect(),
            castles: matching(|text| text.contains('O')),
            leaps_first: matching(|text| text.contains('i') && !text.contains('O')),
            walks_first: matching(|text| has_initial_walk(text)),
            tested: plan.is_tested,
            checks: plan.is_tested.then(|| plan.game_of_checks()).flatten(),
            doubtful: plan.variant.types().map(|piece| plan.is_doubtful_in_hand(piece)).collect(),
            returns: plan.variant.captures_to_owner(),
            takes_friends: plan.destroys_friends(),
            shows_returned: plan.parent == RETURNING,
            names_victims: plan.pawns_name_victims()
                || plan.variant.types().any(|piece| plan.names_victims(piece)),
            swaps: castles_by_swap && (plan.swaps || !plan.is_tested),
            castles_by_swap,
            gates: plan.parent == GATING,
            passes: !BEROLINA_LIKE.contains(&plan.parent.as_str()),
            lances: !NO_LANCE.contains(&plan.parent.as_str()),
        }
    }

    /// The position as XBoard shows it. Without legality testing it may still show pieces that our rules removed, and
    /// lack pieces in hand, as it may where captured pieces return to their owner. `text` is what it was sent for each move
    /// of the game.
    pub(super) fn shown<'a>(
        &'a self,
        game: &'a Game,
        pos: &'a Position,
        text: impl Fn(&Position, Move) -> String,
    ) -> Shown<'a> {
        // Only games with drops need it: elsewhere extra pieces do no harm.
        let drops = |kind: usize| !game.tables.kind(Kind(kind as u16)).drops.is_empty();
        let differs = !self.tested
            || self.returns
            || self.names_victims
            || self.takes_friends
            || self.doubtful.contains(&true);
        let follows = differs && (0..game.tables.kind_count()).any(drops);
        let panel = if follows { self.followed(game, pos, text) } else { None };
        let panel = panel.unwrap_or_else(|| Panel::of(game, pos));
        Shown { replay: self, game, board: &game.variant.board, pos, panel }
    }

    /// What XBoard shows after the moves of the game; `None` if these cannot be found.
    fn followed(
        &self,
        game: &Game,
        pos: &Position,
        text: impl Fn(&Position, Move) -> String,
    ) -> Option<Panel> {
        let (mut at, mut keys) = (pos.clone(), Vec::new());
        while at.plies() > 0 {
            keys.push(at.key());
            at.unmake(game);
        }
        let mut panel = Panel::of(game, &at);
        while let Some(key) = keys.pop() {
            let legal = movegen::legal_moves(game, &mut at);
            let mv = legal.iter().copied().find(|&mv| {
                at.make(game, mv);
                let is_made = at.key() == key;
                at.unmake(game);
                is_made
            })?;
            let mut after = at.clone();
            after.make(game, mv);
            let shown = Shown { replay: self, game, board: &game.variant.board, pos: &at, panel };
            panel = shown.after(mv, &after, &text(&at, mv));
            at = after;
        }
        Some(panel)
    }

    /// Whether castling is part of a piece's description.
    pub(super) fn castles(&self, kind: Kind) -> bool {
        self.castles[kind.piece().index()][kind.color().index()]
    }

    /// The first type that XBoard does not distinguish from a type.
    pub(super) fn first(&self, piece: PieceType) -> PieceType {
        self.firsts[piece.index()]
    }

    fn is_in(&self, kind: Kind, slot: u8) -> bool {
        self.slots[kind.piece().index()] == Some(slot)
    }
}

/// A position as XBoard shows it.
pub(super) struct Shown<'a> {
    replay: &'a Replay,
    game: &'a Game,
    board: &'a Geometry,
    pos: &'a Position,
    panel: Panel,
}

impl Shown<'_> {
    /// Whether XBoard's board, after `text`, matches the position after `mv` as far as it has to.
    pub(super) fn agrees(&self, mv: Move, after: &Position, text: &str) -> bool {
        if let Some(piece) = mv.dropped() {
            let is_held = self.panel.hands[Kind::new(piece, self.pos.side()).index()] > 0;
            return is_held
                && (self.panel.cells[mv.to().index()].is_none() || !self.pos.cell(mv.to()).is_empty());
        }
        let Some(sent) = Sent::read(self.board, text) else {
            return !text.starts_with(|c: char| c.is_ascii_lowercase());
        };
        let Some(cells) = self.execute(mv, &sent) else { return false };
        let first = |kind: Kind| self.replay.first(kind.piece());
        let tested = self.replay.tested;
        let same = |square: Square| match (cells[square.index()], after.cell(square).kind()) {
            (Some(theirs), Some(ours)) => {
                let promoted = square == mv.to() && mv.promotion().is_some();
                theirs.color() == ours.color() && (!tested || promoted || first(theirs) == first(ours))
            }
            (Some(_), None) if !tested => true,
            (theirs, ours) => theirs == ours,
        };
        self.board.squares().all(same)
    }

    /// What XBoard shows after `text`. Where that cannot be predicted, what changed on our board changes there, too.
    fn after(self, mv: Move, after: &Position, text: &str) -> Panel {
        let sent = if mv.is_drop() { None } else { Sent::read(self.board, text) };
        let executed = sent.as_ref().and_then(|sent| self.execute(mv, sent));
        let named = sent.as_ref().map_or(&[][..], |sent| &sent.kills);
        let hands = self.hands_after(after, executed.as_ref(), named);
        // With legality testing both boards stay alike.
        let executed = executed.filter(|_| !self.replay.tested);
        let mut cells = executed.unwrap_or_else(|| {
            let changed = |&square: &Square| self.pos.cell(square).kind() != after.cell(square).kind();
            let mut cells = self.panel.cells.clone();
            for square in self.board.squares().filter(changed) {
                cells[square.index()] = after.cell(square).kind();
            }
            cells
        });
        // Without it XBoard shows the type that a letter names.
        if let Some(target) = mv.promotion()
            && text.ends_with(|c: char| c.is_ascii_alphabetic())
        {
            cells[mv.to().index()] = Some(Kind::new(target, self.pos.side()));
        }
        Panel { cells, hands }
    }

    /// The hands after a move. A side gets the pieces that XBoard removes from its board, now `executed`, except on squares
    /// that are `named` on the way: by their own type, or else, like promoted ones, by another, if there is no doubt by
    /// which. If captured pieces return to their owner, it gets them, or no side does.
    fn hands_after(&self, after: &Position, executed: Option<&Cells>, named: &[Square]) -> Vec<u32> {
        let (before, mut hands) = (self.pos.hands(), self.panel.hands.clone());
        let mut gains: Vec<u32> =
            (before.iter().zip(after.hands())).map(|(old, new)| new.saturating_sub(*old)).collect();
        let mut others = 0;
        let executed = executed.unwrap_or(&self.panel.cells);
        for square in self.board.squares().filter(|square| !named.contains(square)) {
            let [shown, new] = [&self.panel.cells, executed].map(|cells| cells[square.index()]);
            let taken = shown.filter(|kind| kind.color() != self.pos.side() && shown != new);
            let Some(taken) = taken else { continue };
            let Replay { returns, shows_returned, .. } = *self.replay;
            let holder = if returns { taken.color() } else { self.pos.side() };
            let held = Kind::new(taken.piece(), holder).index();
            let is_gained = gains[held] > 0 && (!returns || shows_returned);
            hands[held] += u32::from(is_gained);
            gains[held] -= u32::from(is_gained);
            others += u32::from(!is_gained && !self.replay.doubtful[taken.piece().index()]);
        }
        let own = |kind: usize| Kind(kind as u16).color() == self.pos.side();
        let left =
            gains.iter().enumerate().filter(|&(kind, _)| own(kind)).map(|(_, &gain)| gain).sum::<u32>();
        for (kind, shown) in hands.iter_mut().enumerate() {
            *shown += if own(kind) && left <= others { gains[kind] } else { 0 };
            *shown = shown.saturating_sub(before[kind].saturating_sub(after.hands()[kind]));
        }
        hands
    }

    /// The board after the move; `None` if it cannot be predicted here.
    fn execute(&self, mv: Move, sent: &Sent) -> Option<Cells> {
        let mut cells = self.moved(sent)?;
        if let Some(piece) = mv.gated().filter(|_| self.replay.gates && mv.castling().is_none()) {
            cells[sent.from.index()] = Some(Kind::new(piece, self.pos.side()));
        }
        Some(cells)
    }

    /// The board after the squares of a move are read, without its piece from the hand.
    fn moved(&self, sent: &Sent) -> Option<Cells> {
        let (&Sent { from, to, .. }, &Self { replay, board, .. }) = (sent, self);
        let mut cells = self.panel.cells.clone();
        let mover = cells[from.index()]?;
        let killed = sent.kills.last().map(|kill| cells[kill.index()]);
        sent.kills.iter().for_each(|kill| cells[kill.index()] = None);
        let target = cells[to.index()].filter(|_| from != to);
        let [x, next_x] = [from, to].map(|square| i32::from(board.file(square)));
        let rank = i32::from(board.rank(to));
        let friend = target.filter(|kind| kind.color() == mover.color());
        let flags = |table: &[[bool; 2]]| table[mover.piece().index()][mover.color().index()];
        let king = replay.is_in(mover, slots::KING);
        let far = board.rank(from) == board.rank(to) && (next_x - x).abs() >= 2;
        let inside = (1..i32::from(board.files()) - 1).contains(&x);
        let castled = killed.flatten().filter(|kind| flags(&replay.castles) && kind.color() == mover.color());
        cells[from.index()] = None;
        if let Some(partner) = castled {
            // No description lets a king castle in place.
            if from == to {
                return None;
            }
            let side = if board.file(sent.kills[0]) < board.file(from) { 1 } else { -1 };
            cells[to.index()] = Some(mover);
            cells[board.at(next_x + side, rank)?.index()] = Some(partner);
        } else if let Some(friend) = friend.filter(|_| replay.swaps) {
            cells[from.index()] = Some(friend);
            cells[to.index()] = Some(mover);
        } else if friend.is_some_and(|friend| {
            king && replay.is_in(friend, slots::ROOK)
                || replay.is_in(mover, slots::ROOK) && replay.is_in(friend, slots::KING)
        }) {
            // Chess960 castling.
            return None;
        } else if friend.is_some() && king && far && replay.castles_by_swap {
            return None;
        } else {
            if king && far && inside && !flags(&replay.leaps_first) {
                drag(board, &mut cells, from, to)?;
            } else if self.takes_behind(mover, sent) && target.is_none() {
                self.passed(mover, to).into_iter().for_each(|square| cells[square.index()] = None);
            }
            cells[to.index()] = Some(mover);
        }
        Some(cells)
    }

    /// Whether XBoard treats the move, if quiet, as a pawn's e.p. capture: a change of file on the enemy half.
    fn takes_behind(&self, mover: Kind, sent: &Sent) -> bool {
        let Self { replay, board, .. } = *self;
        let pawn = replay.is_in(mover, slots::PAWN) || replay.lances && replay.is_in(mover, slots::LANCE);
        let (rank, half) = (board.rank(sent.from), board.ranks() / 2);
        let beyond = if mover.color() == Color::White { rank >= half } else { rank < half };
        // Without legality testing, only on the file of a pawn that has just passed.
        let passed = || {
            let victim = self.pos.en_passant().map(|right| board.file(right.victim));
            replay.tested || victim == Some(board.file(sent.to))
        };
        replay.passes && pawn && beyond && board.file(sent.from) != board.file(sent.to) && passed()
    }

    /// Square of the piece that a pawn's e.p. capture on `to` removes.
    fn passed(&self, mover: Kind, to: Square) -> Option<Square> {
        let (file, rank) = (i32::from(self.board.file(to)), i32::from(self.board.rank(to)));
        let step = if mover.color() == Color::White { -1 } else { 1 };
        let far = self.board.at(file, rank + 2 * step);
        let two_behind = self.pos.en_passant().is_some_and(|right| Some(right.victim) == far);
        if two_behind { far } else { self.board.at(file, rank + step) }
    }

    /// The board on which XBoard tests a move for check: before dragged pieces have moved, but after the pieces named
    /// on the way are removed. `None` for castling by zeros and passes.
    fn tested_for_check(&self, mv: Move, text: &str) -> Option<Cells> {
        let mut seen = self.panel.cells.clone();
        if let Some(piece) = mv.dropped() {
            seen[mv.to().index()] = Some(Kind::new(piece, self.pos.side()));
            return Some(seen);
        }
        let sent = Sent::read(self.board, text)?;
        let mover = seen[sent.from.index()]?;
        sent.kills.iter().for_each(|kill| seen[kill.index()] = None);
        seen[sent.from.index()] = None;
        seen[sent.to.index()] = Some(mover);
        Some(seen)
    }

    /// Whether XBoard, when it receives `text`, wrongly sees the mover in check after the move, which leads to `after`.
    /// People may still enter such moves.
    pub(super) fn takes_for_check(&self, mv: Move, after: &Position, text: &str) -> bool {
        let Self { replay, game, board, .. } = *self;
        let seen = if replay.tested { self.tested_for_check(mv, text) } else { None };
        let (Some(seen), color) = (seen, self.pos.side()) else { return false };
        let own = |kind: &Option<Kind>| kind.is_some_and(|kind| kind.color() == color);
        let differs = |square: &Square| own(&seen[square.index()]) != own(&after.cell(*square).kind());
        let (more, less): (Vec<Square>, Vec<Square>) =
            board.squares().filter(differs).partition(|square| own(&seen[square.index()]));
        let is_king = |kind: Kind| kind.color() == color && replay.is_in(kind, slots::KING);
        let king = board.squares().find(|square| seen[square.index()].is_some_and(is_king));
        // A side whose king XBoard cannot find is in check. SPEC: `xboard.md` 2.3.
        let Some(king) = king else { return replay.slots.contains(&Some(slots::KING)) };
        let rules = replay.checks.as_deref().unwrap_or(game);
        let attacked = |pos: &Position| movegen::attacked(rules, pos, king, color.other());
        let returned: Vec<Square> = self.returned(after, color.other()).collect();
        let marked = || {
            let mut after = after.clone();
            returned.iter().for_each(|&square| after.make_unmoved(square));
            after
        };
        match (&more[..], &less[..]) {
            // Some moves win though the king is attacked.
            ([], []) => attacked(after) || !returned.is_empty() && attacked(&marked()),
            ([], [gone]) => marked().without(*gone, attacked),
            ([there], [here]) => attacked(&marked().relocated(game, *here, *there)),
            _ => true,
        }
    }

    /// Squares of a side's pieces that have moved and come back to where their type started: off the first and the last
    /// rank XBoard takes them for unmoved. SPEC: `xboard.md` 3.4, `i`.
    fn returned<'a>(&'a self, pos: &'a Position, color: Color) -> impl Iterator<Item = Square> + 'a {
        let has_returned = move |&&(square, owner, piece): &&(Square, Color, PieceType)| {
            let (rank, cell) = (self.board.rank(square), pos.cell(square));
            owner == color
                && self.replay.walks_first[piece.index()][color.index()]
                && (1..self.board.ranks() - 1).contains(&rank)
                && cell.kind() == Some(Kind::new(piece, owner))
                && !cell.is_unmoved()
        };
        self.game.variant.setup.iter().filter(has_returned).map(|&(square, ..)| square)
    }
}

/// Whether a description has an initial move other than castling.
fn has_initial_walk(text: &str) -> bool {
    let mut initial = false;
    text.chars().any(|c| {
        let walks = initial && c.is_ascii_uppercase() && c != 'O';
        initial = !c.is_ascii_uppercase() && (initial || c == 'i');
        walks
    })
}

/// Puts the nearest piece on the king's way, if any, on the square that the king passes last. `None` if a hole comes
/// first.
fn drag(board: &Geometry, cells: &mut Cells, from: Square, to: Square) -> Option<()> {
    let [x, next_x] = [from, to].map(|square| i32::from(board.file(square)));
    let (rank, step) = (i32::from(board.rank(to)), (next_x - x).signum());
    let mut squares = (1..).map_while(|n| board.at(x + n * step, rank));
    let nearest = squares.find(|s| cells[s.index()].is_some() || board.is_hole(*s));
    let dragged = nearest.and_then(|square| cells[square.index()].take());
    if nearest.is_some_and(|square| board.is_hole(square)) {
        return None;
    }
    cells[board.at(next_x - step, rank)?.index()] = dragged;
    nearest.into_iter().for_each(|square| cells[square.index()] = None);
    Some(())
}
