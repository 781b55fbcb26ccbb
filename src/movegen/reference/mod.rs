//! The slow twin of the generator: it reads the legs of a piece directly, square by square.
//!
//! It is the rules in code, written to be read and compared with: nothing in it comes from [`crate::tables`] (but
//! the squares of a position's e.p. right, which a [`Position`] keeps as a number). What is legal it finds by
//! making the move and all replies.

mod arrive;
mod events;
mod phases;
mod promotion;
mod rulings;
mod special;
mod state;
mod walk;

pub use state::{Marks, State};

use crate::board::{Color, Square};
use crate::notation::legs::{Imitate, Initial, Kind as MovementKind, Landing, Movement, Occupancy};
use crate::position::cell::Kind;
use crate::position::{Cell, Game, Move, Position};
use crate::tables::rules::Goal;
use crate::variant::captures::Spell;
use crate::variant::{Morph, PieceType, Variant};
use arrive::{Arrival, arrive};
use state::is_royal;
use walk::{Ground, Path, View};

/// A move and what comes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReferenceMove {
    /// Start; the square of the drop for a drop.
    pub from: Square,
    /// End (the king's, in castling).
    pub to: Square,
    /// The type that the piece turns into.
    pub promotion: Option<PieceType>,
    /// The type dropped.
    pub dropped: Option<PieceType>,
    /// The type put down from the hand on the way.
    pub gated: Option<PieceType>,
    /// Where it is put, if a piece of the move has left that square.
    gate: Option<Square>,
    /// Squares of what is captured.
    pub victims: Vec<Square>,
    /// Is a piece captured in passing?
    pub in_passing: bool,
    /// The position after it.
    pub after: State,
    /// Squares of all that disappears: what is captured, blown up or burnt, the piece itself if it is.
    gone: Vec<Square>,
    /// May the piece not be taken where it arrives?
    needs_safety: bool,
    /// Does the move go before all others?
    goes_first: bool,
    /// Is it castling: towards the highest file?
    castled: Option<bool>,
    /// Does `morph` not apply to it?
    quoted: bool,
    /// Squares on which a royal may not be attacked before the move: castling, initial moves.
    must_be_safe: Vec<Square>,
}

/// How well a move of the compiled generator agrees with a reference move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreement {
    /// Another move, or another position after it.
    None,
    /// The same but for an e.p. right that the position forgot because nobody can use it.
    UpToUselessRights,
    /// The same.
    Full,
}

impl ReferenceMove {
    /// Nothing moves.
    fn still(square: Square, after: State) -> Self {
        Self {
            from: square,
            to: square,
            promotion: None,
            dropped: None,
            gated: None,
            gate: None,
            victims: Vec::new(),
            in_passing: false,
            after,
            gone: Vec::new(),
            needs_safety: false,
            goes_first: false,
            castled: None,
            quoted: false,
            must_be_safe: Vec::new(),
        }
    }
    /// Compares with `mv`, which leads to `after`.
    pub fn agreement(&self, game: &Game, mv: Move, after: &Position) -> Agreement {
        let same_move = self.to == mv.to()
            && self.from == mv.from()
            && self.promotion == mv.promotion()
            && self.dropped == mv.dropped()
            && self.gated == mv.gated();
        if !same_move {
            return Agreement::None;
        }
        if self.after.is(game, after) {
            return Agreement::Full;
        }
        let forgotten = after.passing().is_none() && self.after.is_but_for_passing(game, after);
        let useless = || pseudo_legal_of(game, after, &self.after).iter().all(|reply| !reply.in_passing);
        if forgotten && useless() { Agreement::UpToUselessRights } else { Agreement::None }
    }
}

impl std::fmt::Display for ReferenceMove {
    /// Square numbers: `12-28x28`, `@5`, `=3` for a promotion to type 3.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.dropped {
            Some(piece) => return write!(f, "{}@{}", piece.0, self.to.0),
            None => write!(f, "{}-{}", self.from.0, self.to.0)?,
        }
        self.victims.iter().try_for_each(|victim| write!(f, "x{}", victim.0))?;
        self.gated.map_or(Ok(()), |piece| write!(f, "/{}", piece.0))?;
        self.promotion.map_or(Ok(()), |piece| write!(f, "={}", piece.0))
    }
}

/// Legal moves, each effect once; none when the game is over.
pub fn legal(game: &Game, pos: &Position) -> Vec<ReferenceMove> {
    if super::outcome(game, pos).is_some() {
        return Vec::new();
    }
    let state = State::of(game, pos);
    let mut moves = pseudo_legal(game, pos);
    moves.retain(|mv| is_legal(game, pos, &state, mv));
    moves.extend(phases::pass(game, pos, &state));
    rulings::keep_urgent(game, &state, &mut moves);
    moves.iter_mut().for_each(|mv| rulings::count_check(game, pos, mv));
    moves
}

/// All that the pieces of the side to move can do, royal safety not considered; each effect once.
pub fn pseudo_legal(game: &Game, pos: &Position) -> Vec<ReferenceMove> {
    pseudo_legal_of(game, pos, &State::of(game, pos))
}

/// The same for a state that arose from `pos`, whose castling rules it shares.
fn pseudo_legal_of(game: &Game, pos: &Position, state: &State) -> Vec<ReferenceMove> {
    let variant = &game.variant;
    if state.frozen {
        return special::pass(variant, state).into_iter().collect();
    }
    let mut moves = Vec::new();
    for from in variant.board.squares() {
        if let Some(kind) = state.cell(from).kind().filter(|kind| kind.color() == state.side) {
            piece_moves(game, state, kind, from, &mut moves);
        }
    }
    special::castlings(variant, pos.castles(), state, &mut moves);
    special::drops(variant, pos.castles(), state, &mut moves);
    for mv in &mut moves {
        mv.after.tally.passes = 0;
        special::expose(variant, state, mv);
        rulings::note_goal(variant, state, mv);
    }
    let mut distinct: Vec<ReferenceMove> = Vec::with_capacity(moves.len());
    for mv in moves {
        let same = |other: &ReferenceMove| {
            other.from == mv.from
                && other.to == mv.to
                && other.promotion == mv.promotion
                && other.gated == mv.gated
                && other.after == mv.after
        };
        match distinct.iter_mut().find(|other| same(other)) {
            // What one way of making it asks for, the other need not.
            Some(known) if mv.must_be_safe.is_empty() => known.must_be_safe.clear(),
            Some(_) => {}
            None => distinct.push(mv),
        }
    }
    distinct
}

fn piece_moves(game: &Game, state: &State, kind: Kind, from: Square, moves: &mut Vec<ReferenceMove>) {
    let variant = &game.variant;
    let mut lenders: Vec<(Square, PieceType)> = Vec::new();
    for movement in &variant.pieces[kind.piece().index()].movements {
        let own = kind.color();
        movement_moves(game, state, (kind, from, own), movement, moves, &mut lenders);
        match &movement.kind {
            MovementKind::Imitate(imitate) => imitations(game, state, kind, from, imitate, moves),
            MovementKind::Mirror(modes) => mirrored(game, state, kind, from, *modes, moves),
            _ => {}
        }
    }
    lenders.sort_unstable_by_key(|&(square, lender)| (square, lender.0));
    lenders.dedup();
    // SPEC: XBetza readings 21: not from its own type, and no borrowed final-x moves.
    for (from, lender) in lenders {
        let Some(kind) = state.cell(from).kind().filter(|kind| kind.piece() != lender) else { continue };
        for movement in variant.pieces[lender.index()].movements.iter().filter(|m| !borrows(m)) {
            movement_moves(game, state, (kind, from, kind.color()), movement, moves, &mut Vec::new());
        }
    }
}

/// Captures of the mirror: what could capture it, "with the same modes". SPEC: XBetza, "Ideas for the future".
fn mirrored(
    game: &Game,
    state: &State,
    kind: Kind,
    from: Square,
    modes: Option<Landing>,
    moves: &mut Vec<ReferenceMove>,
) {
    let variant = &game.variant;
    let seen_by = |color: Color, other: Kind| match (other.color() == color, is_royal(variant, other.piece()))
    {
        (true, _) => Occupancy::FRIEND,
        (false, true) => Occupancy::ENEMY_ROYAL,
        (false, false) => Occupancy::ENEMY,
    };
    for to in variant.board.squares().filter(|&to| to != from) {
        let Some(other) = state.cell(to).kind() else { continue };
        let (itself, back) = (seen_by(other.color(), kind), seen_by(kind.color(), other));
        if modes.is_some_and(|modes| !modes.take.meets(back)) {
            continue;
        }
        // Could it capture both ways?
        let mutual = |landing: Landing| landing.take.meets(itself) && landing.take.meets(back);
        let targets = |movement: &Movement| match &movement.kind {
            _ if !is_available(variant, state, other, to, movement) => false,
            MovementKind::Walk(legs) => {
                let colors = (other.color(), other.color());
                let ground = Ground::of(variant, movement.quoted);
                let paths = walk::paths(ground, View::Real(state), colors, to, legs);
                let landing = legs.last().map_or_else(Landing::default, |leg| leg.landing);
                let hits = |path: &Path| {
                    let direct = path.mover == to && !path.borrows && path.gate.is_none();
                    path.to == from && direct && path.on_victim && may_end(variant, other, path, movement)
                };
                mutual(landing) && paths.iter().any(hits)
            }
            MovementKind::Universal(landing) => {
                let open = movement.quoted || !confines(variant, other, from, itself == Occupancy::FRIEND);
                mutual(*landing) && open
            }
            _ => false,
        };
        if !variant.pieces[other.piece().index()].movements.iter().any(targets) {
            continue;
        }
        let path = Path::capture(from, to, back == Occupancy::FRIEND);
        let arrival = Arrival { path, quoted: false, must_be_safe: Vec::new() };
        arrive(game, state, &arrival, moves);
    }
}

/// Does the `morph` board of a type let a path of its own end where it does?
fn may_end(variant: &Variant, kind: Kind, path: &Path, movement: &Movement) -> bool {
    movement.quoted || !confines(variant, kind, path.to, path.on_friend)
}

fn confines(variant: &Variant, kind: Kind, to: Square, on_friend: bool) -> bool {
    match promotion::morph(variant, kind.piece(), kind.color(), to) {
        Morph::Forbidden => true,
        Morph::NoFriend => on_friend,
        _ => false,
    }
}

fn is_available(variant: &Variant, state: &State, kind: Kind, from: Square, movement: &Movement) -> bool {
    match movement.initial {
        Initial::Any => true,
        Initial::Virgin => state.cell(from).is_virgin(),
        Initial::StartSquare => variant.home().contains(&(from, kind.color(), kind.piece())),
        Initial::Zone(zone) => is_in_zone(variant, kind, from, zone),
    }
}

/// Does the piece stand in its zone of that number?
fn is_in_zone(variant: &Variant, kind: Kind, from: Square, zone: u16) -> bool {
    let seen = match (kind.color(), variant.rotated) {
        (Color::White, _) => from,
        (Color::Black, true) => variant.board.turned(from),
        (Color::Black, false) => variant.board.mirrored(from),
    };
    variant.pieces[kind.piece().index()].zones.get(usize::from(zone)).is_some_and(|zone| zone[seen.index()])
}

/// SPEC: XBetza, "The Imitator".
fn imitations(
    game: &Game,
    state: &State,
    kind: Kind,
    from: Square,
    imitate: &Imitate,
    moves: &mut Vec<ReferenceMove>,
) {
    let variant = &game.variant;
    let Some(model) = state.last_moved else { return };
    let heading = if imitate.backward { kind.color().other() } else { kind.color() };
    for movement in variant.pieces[model.index()].movements.iter().filter(|m| !borrows(m)) {
        if let Some(movement) = imitate.restrict(movement) {
            movement_moves(game, state, (kind, from, heading), &movement, moves, &mut Vec::new());
        }
    }
}

fn borrows(movement: &Movement) -> bool {
    matches!(&movement.kind, MovementKind::Walk(legs) if legs.last().is_some_and(|leg| leg.excite))
}

/// The moves of one movement, made by the piece on `from`; types whose moves it borrows.
fn movement_moves(
    game: &Game,
    state: &State,
    (kind, from, heading): (Kind, Square, Color),
    movement: &Movement,
    moves: &mut Vec<ReferenceMove>,
    lenders: &mut Vec<(Square, PieceType)>,
) {
    let variant = &game.variant;
    let available = is_available(variant, state, kind, from, movement);
    let paths = match &movement.kind {
        _ if !available => return,
        MovementKind::Walk(legs) => {
            let colors = (kind.color(), heading);
            let ground = Ground::of(variant, movement.quoted);
            walk::paths(ground, View::Real(state), colors, from, legs)
        }
        MovementKind::Universal(landing) => {
            let mut paths = universal(variant, state, from, *landing);
            let braked =
                |square| events::enchanted(variant, state, Spell::Brake, square, kind.color().other());
            paths.retain(|path| !braked(from) || braked(path.to));
            paths
        }
        MovementKind::Castle(_)
        | MovementKind::Drop(_)
        | MovementKind::Imitate(_)
        | MovementKind::Mirror(_) => return,
    };
    let initial_royal = movement.initial == Initial::Virgin && is_royal(variant, kind.piece());
    for mut path in paths {
        if path.borrows {
            lenders.extend(lender(state, &path).map(|lender| (path.mover, lender)));
            continue;
        }
        path.victims.extend(burnt(variant, state, kind.color(), movement, &path));
        let from_square = path.mover;
        let mut must_be_safe = Vec::new();
        if initial_royal && from_square == from && path.gate.is_none() {
            // SPEC: diagram readings, "Initial moves of a royal".
            must_be_safe.push(from);
            must_be_safe.extend(&path.trail);
        }
        arrive(game, state, &Arrival { path, quoted: movement.quoted, must_be_safe }, moves);
    }
}

/// The type whose moves a path leads to.
fn lender(state: &State, path: &Path) -> Option<PieceType> {
    let before = path.unloaded.iter().find(|&&(at, _)| at == path.to).map_or(path.to, |&(_, before)| before);
    state.cell(before).kind().map(Kind::piece)
}

/// What the flames of a movement capture where a path has ended. They see the board as the move leaves it.
///
/// SPEC: XBetza, "Ideas for the future": "burning would occur through all allowed moves at once".
fn burnt(variant: &Variant, state: &State, color: Color, movement: &Movement, path: &Path) -> Vec<Square> {
    let mut after = state.clone();
    after.put(path.mover, Cell::EMPTY);
    path.victims.iter().for_each(|&victim| after.put(victim, Cell::EMPTY));
    after.put(path.to, state.cell(path.mover));
    after.passing = None;
    let mut burnt = Vec::new();
    for flame in &movement.flames {
        let paths = match &flame.kind {
            MovementKind::Walk(legs) => {
                let view = View::Real(&after);
                walk::paths(Ground::bare(variant), view, (color, color), path.to, legs)
            }
            MovementKind::Universal(landing) => universal(variant, &after, path.to, *landing),
            _ => Vec::new(),
        };
        burnt.extend(paths.into_iter().flat_map(|path| path.victims));
    }
    burnt.sort_unstable();
    burnt.dedup();
    burnt
}

/// SPEC: XBetza, "U Universal Leaper, can teleport to every square except the one it is on".
fn universal(variant: &Variant, state: &State, from: Square, landing: Landing) -> Vec<Path> {
    let mut paths = Vec::new();
    for to in variant.board.squares().filter(|&to| to != from && !variant.board.is_hole(to)) {
        let path = |victims, on_friend, in_passing| Path {
            to,
            victims,
            unloaded: Vec::new(),
            gate: None,
            trail: Vec::new(),
            on_friend,
            on_victim: false,
            in_passing,
            mover: from,
            borrows: false,
        };
        let Some(kind) = state.cell(to).kind() else {
            if variant.board.is_fleeting(to) {
                continue;
            }
            if landing.pass.meets(Occupancy::EMPTY) {
                paths.push(path(Vec::new(), false, false));
            }
            let marks = state.passing.as_ref().filter(|marks| marks.squares.contains(&to));
            if let Some(marks) = marks.filter(|_| landing.take.meets(Occupancy::EN_PASSANT)) {
                paths.push(path(vec![marks.victim], false, true));
            }
            continue;
        };
        let seen = match (kind.color() == state.side, is_royal(variant, kind.piece())) {
            (true, _) => Occupancy::FRIEND,
            (false, true) => Occupancy::ENEMY_ROYAL,
            (false, false) => Occupancy::ENEMY,
        };
        if landing.take.meets(seen) {
            paths.push(path(vec![to], seen == Occupancy::FRIEND, false));
        }
    }
    paths
}

/// SPEC: diagram readings, "Rules as the diagram's AI plays them": a move that takes the last royal wins; else
/// no reply may do that.
fn is_legal(game: &Game, pos: &Position, state: &State, mv: &ReferenceMove) -> bool {
    let mover = state.side;
    if !mv.must_be_safe.is_empty() && !crosses_safely(game, pos, state, mv) {
        return false;
    }
    // Where the loss of any one loses it does not matter how many there are.
    let takes_royal_of = |color: Color| {
        let victims = mv.victims.iter().filter_map(|&victim| state.cell(victim).kind());
        let royal = |kind: Kind| kind.color() == color && is_royal(&game.variant, kind.piece());
        !game.variant.ends.extinction[color.index()] && victims.into_iter().any(royal)
    };
    if !phases::allow(game, pos, state, mv) {
        return false;
    }
    let enemy = mover.other();
    let events = !game.variant.captures.is_empty();
    if events && mv.after.has_lost_royals(&game.variant, mover) {
        return false;
    }
    let wins = mv.after.tally.goal() == Goal::Now;
    if mv.after.has_lost_royals(&game.variant, enemy) || takes_royal_of(enemy) || wins {
        return true;
    }
    if mv.needs_safety && can_be_taken(game, pos, &mv.after, mv.to) {
        return false;
    }
    !takes_royal_of(mover)
        && !is_shielded(game, pos, mv, mover)
        && !can_lose_royals(game, pos, &mv.after, mover)
        && rulings::allow(game, pos, state, mv)
}

/// SPEC: "make the capture illegal if recapture on the destination would be possible"; a royal cannot be staked for it.
fn can_be_taken(game: &Game, pos: &Position, state: &State, square: Square) -> bool {
    let by = state.side;
    let enemy = state.cell(square).kind().is_some_and(|kind| kind.color() != by);
    let loses = |reply: &ReferenceMove| reply.after.has_lost_royals(&game.variant, by);
    let takes = |reply: &ReferenceMove| captured(&game.variant, reply).contains(&square) && !loses(reply);
    enemy && pseudo_legal_of(game, pos, state).iter().any(takes)
}

/// What a move captures. What explodes besides is not captured: a royal beside a piece that may be taken is not in check
/// by that. SPEC: "With N=0 (the default) this would capture all enemy pieces".
fn captured<'a>(variant: &Variant, mv: &'a ReferenceMove) -> &'a [Square] {
    if variant.captures.blast.enemies_only { &mv.gone } else { &mv.victims }
}

/// Are so many royals of `color` captured by a move that the loss loses?
fn loses_royals(game: &Game, state: &State, mv: &ReferenceMove, color: Color) -> bool {
    let variant = &game.variant;
    let royals = state.royals(variant, color);
    let lost = royals.iter().filter(|royal| captured(variant, mv).contains(royal)).count();
    if variant.ends.extinction[color.index()] { lost > 0 && lost == royals.len() } else { lost > 0 }
}

/// Are the royals safe only because a piece was put on the square that the move left? That does not count.
fn is_shielded(game: &Game, pos: &Position, mv: &ReferenceMove, mover: Color) -> bool {
    mv.gate.filter(|_| game.variant.hand_rules.gates_open).is_some_and(|square| {
        let mut open = mv.after.clone();
        open.put(square, Cell::EMPTY);
        can_lose_royals(game, pos, &open, mover)
    })
}

/// Has `color` lost its royals, or can the opponent, to move, take them?
///
/// SPEC: diagram readings, `extinction`: all must fall, or the loss of any one (promoted ones, too) loses.
fn can_lose_royals(game: &Game, pos: &Position, state: &State, color: Color) -> bool {
    state.has_lost_royals(&game.variant, color) || can_be_deprived(game, pos, state, color)
}

/// Can the opponent, to move, take royals of `color` whose loss loses?
fn can_be_deprived(game: &Game, pos: &Position, state: &State, color: Color) -> bool {
    let variant = &game.variant;
    if !variant.captures.is_empty() {
        // Who loses its own royals with them takes none.
        let fatal = |reply: &ReferenceMove| {
            loses_royals(game, state, reply, color) && !reply.after.has_lost_royals(variant, state.side)
        };
        return pseudo_legal_of(game, pos, state).iter().any(fatal);
    }
    let before = state.royals(variant, color).len();
    let least = if variant.ends.extinction[color.index()] { 1 } else { before };
    let loses = |reply: &ReferenceMove| reply.after.royals(variant, color).len() < least;
    before > 0
        && (pseudo_legal_of(game, pos, state).iter().any(loses)
            || rulings::all_attacked(game, pos, state, color))
}

/// Could the royal be taken on none of the squares that it leaves or crosses?
fn crosses_safely(game: &Game, pos: &Position, state: &State, mv: &ReferenceMove) -> bool {
    let royal = state.cell(mv.from);
    mv.must_be_safe.iter().all(|&square| {
        let mut crossing = state.clone();
        crossing.put(mv.from, Cell::EMPTY);
        crossing.put(square, royal);
        crossing.turn();
        (crossing.struck, crossing.frozen) = (Vec::new(), false);
        // Where it crosses its partner, which may be royal as well, that is out of the game for a moment.
        !can_be_deprived(game, pos, &crossing, state.side)
    })
}
