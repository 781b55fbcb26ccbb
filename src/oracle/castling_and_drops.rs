//! Castling, drops and passes, and the rights of unmoved pieces that moves end.

use crate::board::{Color, Kind, PieceType, Square};
use crate::notation::Movement;
use crate::notation::legs::{Drop, Initial, MovementKind, Occupancy, Reach, Side};
use crate::oracle::board_state::ReferenceState;
use crate::oracle::events::Moves;
use crate::oracle::reference_move::ReferenceMove;
use crate::oracle::zones::morph;
use crate::oracle::{events, zones};
use crate::position::Cell;
use crate::variant::captures::{CaptureActions, CaptureEffect, Spell};
use crate::variant::castling::CastleRule;
use crate::variant::{Captured, Morph, Variant};

/// Appends the castling moves. The position's rules name kings and partners; the rest is found here.
///
/// SPEC: diagram readings, "Castling".
pub fn castlings(
    variant: &Variant,
    rules: &[CastleRule],
    state: &ReferenceState,
    moves: &mut Vec<ReferenceMove>,
) {
    let mut known: Vec<&CastleRule> = Vec::new();
    for rule in rules.iter().filter(|rule| rule.king.color() == state.side) {
        // Fast castling has one rule for each pair of destinations.
        let same = |other: &&CastleRule| {
            (other.from, other.partner, &other.by) == (rule.from, rule.partner, &rule.by)
        };
        if known.iter().any(same) {
            continue;
        }
        known.push(rule);
        let (king, partner) = (state.cell(rule.from), state.cell(rule.partner));
        let friendly = partner.kind().is_some_and(|kind| kind.color() == state.side);
        if king.kind() != Some(rule.king) || !king.is_unmoved() || !friendly || !partner.is_unmoved() {
            continue;
        }
        let own = &variant.pieces[rule.king.piece().index()].movements;
        if own.iter().any(|movement| movement.kind == MovementKind::Castle(rule.by.clone())) {
            for files in destinations(variant, state, rule) {
                castling(variant, state, (rule, rules), files, moves);
            }
        }
    }
}

/// Destination files of king and partner. SPEC: XBetza readings 34.
fn destinations(variant: &Variant, state: &ReferenceState, rule: &CastleRule) -> Vec<(i32, i32)> {
    let king = i32::from(variant.board.file(rule.from));
    let to_the_right = (rule.by.side == Side::Right) == (state.side == Color::White);
    let sign = if to_the_right { 1 } else { -1 };
    let most = i32::from(rule.by.distance);
    if rule.by.fast {
        let ways = (1..=most).flat_map(|steps| (0..steps).map(move |left| (steps, left)));
        return ways.map(|(steps, left)| (king + sign * steps, king + sign * left)).collect();
    }
    let file = match variant.castle_files {
        Some((left, right)) => i32::from(if to_the_right { right } else { left }),
        None => king + sign * most,
    };
    vec![(file, file - sign)]
}

fn castling(
    variant: &Variant,
    state: &ReferenceState,
    (rule, rules): (&CastleRule, &[CastleRule]),
    (file, partner_file): (i32, i32),
    moves: &mut Vec<ReferenceMove>,
) {
    let board = &variant.board;
    let rank = i32::from(board.rank(rule.from));
    let file_of = |square| i32::from(board.file(square));
    let (Some(to), Some(partner_to)) = (board.at(file, rank), board.at(partner_file, rank)) else { return };
    let way =
        |a: i32, b: i32| (a.min(b)..=a.max(b)).filter_map(|file| board.at(file, rank)).collect::<Vec<_>>();
    let royal_way = way(file_of(rule.from), file);
    let mut crossed = royal_way.clone();
    crossed.extend(way(file_of(rule.partner), partner_file));
    if variant.castle_files.is_none() || rule.by.fast {
        crossed.extend(way(file_of(rule.from), file_of(rule.partner)));
    }
    let clear = |square: &Square| {
        let mover = *square == rule.from || *square == rule.partner;
        let missing = board.is_hole(*square) || board.is_fleeting(*square) && !mover;
        !missing && (mover || state.cell(*square).is_empty())
    };
    if !crossed.iter().all(clear) {
        return;
    }
    let enemy = state.side.other();
    if [rule.from, rule.partner].iter().any(|&s| events::enchanted(variant, state, Spell::Freeze, s, enemy)) {
        return;
    }
    let mut squares: Vec<Option<Square>> = vec![None];
    if rule.by.gate {
        // The king's start, or that of a partner that puts pieces down by its own moves, unless one of them lands
        // there.
        let home = variant.home();
        let mut partners = home.iter().filter(|&&(square, ..)| square == rule.partner);
        let partner_gates =
            partners.any(|&(.., piece)| variant.pieces[piece.index()].movements.iter().any(puts_down));
        squares = vec![Some(rule.from)];
        squares.extend(partner_gates.then_some(Some(rule.partner)));
        squares.retain(|&square| square != Some(to) && square != Some(partner_to));
        squares.retain(|square| square.is_some_and(|square| !board.is_fleeting(square)));
    }
    let outcomes = squares
        .into_iter()
        .flat_map(|square| put_down(variant, state, square).into_iter().map(move |gated| (square, gated)));
    for (square, gated) in outcomes {
        let mut after = state.clone();
        after.put(rule.from, Cell::EMPTY);
        after.put(rule.partner, Cell::EMPTY);
        after.put(to, state.cell(rule.from).with_unmoved(false));
        after.put(partner_to, state.cell(rule.partner).with_unmoved(false));
        if let (Some(piece), Some(square)) = (gated, square) {
            after.put_down(Kind::new(piece, state.side), square);
        }
        if variant.castling.bars {
            bar_castling(rules, &mut after, rule.partner > rule.from);
        }
        after.passing = None;
        after.moved(variant, rule.king.piece());
        let landed = [(rule.from, to), (rule.partner, partner_to)];
        let gone = events::apply_capture_effects(
            variant,
            state,
            &mut after,
            rule.king,
            Moves { landed: &landed, displaced: &[] },
            &[],
            CaptureEffect::NONE,
        );
        after.turn();
        let royal = variant.is_royal(rule.king.piece());
        moves.push(ReferenceMove {
            gated,
            gate: square,
            gone,
            castled: Some(board.file(rule.partner) > board.file(rule.from)),
            must_be_safe: if royal { royal_way.clone() } else { Vec::new() },
            ..ReferenceMove::new(rule.from, to, after)
        });
    }
}

/// Marks the opponent's partners on that side as moved. SPEC: `castleBars`.
fn bar_castling(rules: &[CastleRule], after: &mut ReferenceState, to_the_right: bool) {
    let enemy = after.side.other();
    for rule in rules.iter().filter(|rule| rule.king.color() == enemy) {
        let same_side = (rule.partner > rule.from) == to_the_right;
        let (king, partner) = (after.cell(rule.from), after.cell(rule.partner));
        if same_side && king.kind() == Some(rule.king) && king.is_unmoved() && partner.is_unmoved() {
            after.put(rule.partner, partner.with_unmoved(false));
        }
    }
}

/// Whether the movement puts a piece from the hand on the board.
fn puts_down(movement: &Movement) -> bool {
    match &movement.kind {
        MovementKind::Walk(legs) => legs.iter().any(|leg| leg.gate),
        MovementKind::Castle(castle) => castle.gate,
        _ => false,
    }
}

/// Types that can be put down from the hand on a square; only `None` without a square.
///
/// SPEC: drops.txt: "uO unloads a piece on the square of origin"; what `morph` forbids there cannot be put down.
pub fn put_down(variant: &Variant, state: &ReferenceState, square: Option<Square>) -> Vec<Option<PieceType>> {
    let Some(square) = square else { return vec![None] };
    let held = |piece: &PieceType| {
        let confined = morph(variant, *piece, state.side, square) == Morph::Forbidden;
        !confined && state.hand(Kind::new(*piece, state.side)) > 0
    };
    variant.types().filter(held).map(Some).collect()
}

/// Appends the drops. SPEC: drops.txt; a type without `@` may be dropped anywhere, unless moves put pieces down.
pub fn drops(
    variant: &Variant,
    rules: &[CastleRule],
    state: &ReferenceState,
    moves: &mut Vec<ReferenceMove>,
) {
    if variant.types().all(|piece| state.hand(Kind::new(piece, state.side)) == 0) {
        return;
    }
    let for_dropping = variant.captured != Captured::ToOwner
        && !variant.pieces.iter().any(|piece| piece.movements.iter().any(puts_down));
    for piece in variant.types() {
        let kind = Kind::new(piece, state.side);
        // A piece in hand may be dropped in its promoted form where the rules say so (`dropForms`).
        let base = Kind::new(zones::demoted(variant, piece), state.side);
        let itself = state.hand(kind) > 0 || !variant.hand_rules.drop_forms;
        let held = if itself { kind } else { base };
        if state.hand(held) == 0 {
            continue;
        }
        let movements = variant.pieces[piece.index()].movements.iter();
        let atoms: Vec<&Drop> = movements
            .filter_map(|movement| match &movement.kind {
                MovementKind::Drop(drop) => Some(drop),
                _ => None,
            })
            .collect();
        for to in variant.board.squares() {
            let swapped = state.cell(to).kind().filter(|other| {
                let same = variant.pieces[other.piece().index()].id == variant.pieces[piece.index()].id;
                variant.hand_rules.swap
                    && state.hand(kind) > 0
                    && same
                    && other.color() == state.side
                    && *other != kind
            });
            let anywhere = atoms.is_empty() && for_dropping && state.cell(to).is_empty();
            let admitted = anywhere || atoms.iter().any(|drop| admits(variant, state, kind, drop, to));
            let confined = morph(variant, piece, state.side, to) == Morph::Forbidden;
            let outside = !in_drop_zone(variant, kind, to);
            let vanished = variant.board.is_fleeting(to) && state.cell(to).is_empty();
            let open = !confined && !outside && !variant.board.is_hole(to) && !vanished;
            if (admitted || swapped.is_some()) && open {
                moves.extend(dropping(variant, rules, state, (kind, held), to));
            }
        }
    }
}

/// Whether the square is in the type's `dropZone`, turned or mirrored for Black.
fn in_drop_zone(variant: &Variant, kind: Kind, square: Square) -> bool {
    let Some(zone) = &variant.drop_zones[kind.piece().index()] else { return true };
    zone[variant.as_white_sees(kind.color(), square).index()]
}

/// The drop, if its victim may be captured.
fn dropping(
    variant: &Variant,
    rules: &[CastleRule],
    state: &ReferenceState,
    (kind, held): (Kind, Kind),
    to: Square,
) -> Option<ReferenceMove> {
    let there = state.cell(to).kind();
    let victims: Vec<Square> =
        there.filter(|other| other.color() != state.side).map(|_| to).into_iter().collect();
    let forbidden = |&victim: &Square| {
        let event = events::event(variant, state, kind, true, &[victim]);
        event.actions.has(CaptureActions::FORBIDDEN)
            || events::is_out_of_reach(variant, state, kind.color(), victim)
    };
    if victims.iter().any(forbidden) {
        return None;
    }
    let mut after = state.clone();
    after.hands[held.index()] -= 1;
    victims.iter().for_each(|&square| after.capture(variant, square));
    // SPEC: Interactive diagrams, "Notes": "the replaced piece goes back into your own hand".
    if let Some(own) = there.filter(|_| victims.is_empty()) {
        after.hands[own.index()] += 1;
    }
    let home = variant.home.as_ref().is_some_and(|home| home.contains(&(to, state.side, kind.piece())));
    after.put(to, Cell::new(kind).with_unmoved(home && minds_unmoved(variant, rules, kind, to)));
    after.passing = None;
    after.moved(variant, kind.piece());
    let gone = events::apply_capture_effects(
        variant,
        state,
        &mut after,
        kind,
        Moves { landed: &[(to, to)], displaced: &[] },
        &victims,
        CaptureEffect::NONE,
    );
    after.turn();
    Some(ReferenceMove {
        dropped: Some(kind.piece()),
        gone: [&victims[..], &gone].concat(),
        victims,
        ..ReferenceMove::new(to, to, after)
    })
}

/// The square that a pass names: that of the first royal, else of the first piece.
pub fn rest(variant: &Variant, state: &ReferenceState) -> Option<Square> {
    let royal = state.royals(variant, state.side).into_iter().min();
    let own = |square: &Square| state.cell(*square).kind().is_some_and(|kind| kind.color() == state.side);
    royal.or_else(|| variant.board.squares().find(own))
}

/// Whether the move leaves all pieces and their types unchanged.
pub fn is_null(state: &ReferenceState, mv: &ReferenceMove) -> bool {
    let moved = |cells: &[Cell]| cells.iter().map(|cell| cell.with_unmoved(false)).collect::<Vec<_>>();
    mv.promotion.is_none()
        && mv.gated.is_none()
        && mv.victims.is_empty()
        && moved(&mv.after.cells) == moved(&state.cells)
}

/// The forced pass of the side to move; `None` without a piece.
pub fn pass(variant: &Variant, state: &ReferenceState) -> Option<ReferenceMove> {
    let square = rest(variant, state)?;
    let mut after = ReferenceState { passing: None, struck: Vec::new(), frozen: false, ..state.clone() };
    after.turn();
    Some(ReferenceMove::new(square, square, after))
}

/// Whether a drop atom admits the square. SPEC: drops.txt, XBetza readings 36.
fn admits(variant: &Variant, state: &ReferenceState, kind: Kind, drop: &Drop, to: Square) -> bool {
    let board = &variant.board;
    let rank = |square| board.relative_rank(kind.color(), square);
    let deep_enough = match drop.depth {
        Reach::Steps(ranks) => rank(to) < ranks,
        Reach::Unlimited | Reach::EnemyHalf => true,
    };
    let same_file = |&square: &Square| board.file(square) == board.file(to);
    let like = |square: &Square| state.cell(*square).kind() == Some(kind);
    let same_shade = |&square: &Square| board.shade(square) == board.shade(to);
    let below = |limit: u8, among: &dyn Fn(&Square) -> bool| {
        limit == 0 || board.squares().filter(among).filter(like).count() < usize::from(limit)
    };
    let limits = drop.limits;
    let free_way =
        || board.squares().filter(same_file).all(|s| rank(s) >= rank(to) || state.cell(s).is_empty());
    let holds = match state.cell(to).kind() {
        None => drop.landing.pass.meets(Occupancy::EMPTY),
        Some(other) if other.color() == kind.color() => false,
        Some(other) if variant.is_royal(other.piece()) => drop.landing.take.meets(Occupancy::ENEMY_ROYAL),
        Some(_) => drop.landing.take.meets(Occupancy::ENEMY),
    };
    holds
        && rank(to) >= drop.skip
        && deep_enough
        && below(limits.per_file, &same_file)
        && below(limits.per_shade, &same_shade)
        && below(limits.per_board, &|_| true)
        && (!drop.blocked || free_way())
}

/// Whether it matters that a piece on the square is unmoved: for its own moves, or for castling.
fn minds_unmoved(variant: &Variant, rules: &[CastleRule], kind: Kind, square: Square) -> bool {
    let minds = |piece: usize| {
        let mut movements = variant.pieces[piece].movements.iter();
        movements.any(|m| m.initial == Initial::Unmoved || matches!(m.kind, MovementKind::Castle(_)))
    };
    // Borrowers and imitators have the initial moves of others too, as do pieces that an inducer lets borrow.
    minds(kind.piece().index())
        || has_lent_moves(variant, kind.piece()) && (0..variant.pieces.len()).any(minds)
        || rules.iter().any(|rule| rule.from == square || rule.partner == square)
}

/// Marks unmoved pieces as moved once it makes no difference: a rook whose king has moved, or a piece with nothing left
/// to put down.
pub fn lapse(variant: &Variant, rules: &[CastleRule], after: &mut ReferenceState) {
    let state = after.clone();
    let stocked = |color: Color| {
        let mut kinds = variant.types().map(|piece| Kind::new(piece, color));
        variant.captured != Captured::Discarded || kinds.any(|kind| state.hand(kind) > 0)
    };
    // A piece of the array that is in hand, or may return there, arrives unmoved.
    let expected = |square: Square, color: Color| {
        let in_hand = |piece: PieceType| state.hand(Kind::new(piece, color)) > 0;
        let comes = |piece: PieceType| variant.captured != Captured::Discarded || in_hand(piece);
        let mut home = variant.home.iter().flatten();
        home.any(|&(at, owner, piece)| (at, owner) == (square, color) && comes(piece))
    };
    let ready = |square: Square, color: Color, king: Option<Kind>| {
        let cell = state.cell(square);
        let fits = |kind: Kind| kind.color() == color && king.is_none_or(|king| king == kind);
        cell.is_unmoved() && cell.kind().is_some_and(fits) || expected(square, color)
    };
    let open = |rule: &CastleRule| {
        let color = rule.king.color();
        let both = ready(rule.from, color, Some(rule.king)) && ready(rule.partner, color, None);
        both && (rule.gate.is_none() || stocked(color))
    };
    for square in variant.board.squares() {
        let cell = state.cell(square);
        let Some(kind) = cell.kind().filter(|_| cell.is_unmoved()) else { continue };
        let castles = rules.iter().any(|rule| (rule.from == square || rule.partner == square) && open(rule));
        if !castles && !has_initial_moves(variant, kind.piece(), stocked(kind.color())) {
            after.put(square, cell.with_unmoved(false));
        }
    }
}

/// Whether the type has initial moves other than castling. Its own moves that put down a piece count only if `stocked`.
fn has_initial_moves(variant: &Variant, piece: PieceType, stocked: bool) -> bool {
    let initial = |piece: usize, gating: bool| {
        let mut movements = variant.pieces[piece].movements.iter();
        movements.any(|m| {
            let castles = matches!(m.kind, MovementKind::Castle(_));
            m.initial == Initial::Unmoved && !castles && (gating || !puts_down(m))
        })
    };
    let converts = variant.captures.conversion.get(piece.index()).copied().unwrap_or(false);
    converts
        || initial(piece.index(), stocked)
        || has_lent_moves(variant, piece) && (0..variant.pieces.len()).any(|other| initial(other, true))
}

/// Whether the type can make moves of others, by itself or through an inducer.
fn has_lent_moves(variant: &Variant, piece: PieceType) -> bool {
    let borrows = |m: &Movement| matches!(&m.kind, MovementKind::Walk(legs) if legs.last().is_some_and(|leg| leg.excite));
    let induces = |m: &Movement| matches!(&m.kind, MovementKind::Walk(legs) if legs.iter().rev().skip(1).any(|leg| leg.excite));
    let own = &variant.pieces[piece.index()].movements;
    own.iter().any(|m| matches!(m.kind, MovementKind::Imitate(_)) || borrows(m))
        || variant.pieces.iter().any(|piece| piece.movements.iter().any(|m| borrows(m) && induces(m)))
}

/// Removes the initial moves of enemy royals on the mover's file or rank, if its type exposes them.
///
/// SPEC: the rules of Ouk Chatrang (`exposedTo`).
pub fn expose(variant: &Variant, before: &ReferenceState, mv: &mut ReferenceMove) {
    let mover = if mv.dropped.is_some() { None } else { mv.after.cell(mv.to).kind() };
    if !mover.is_some_and(|kind| variant.castling.exposed_to[kind.piece().index()]) {
        return;
    }
    let board = &variant.board;
    for square in mv.after.royals(variant, before.side.other()) {
        if board.file(square) == board.file(mv.to) || board.rank(square) == board.rank(mv.to) {
            let cell = mv.after.cell(square).with_unmoved(false);
            mv.after.put(square, cell);
        }
    }
}
