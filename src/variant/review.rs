//! Warnings about a variant as a whole: valid definitions that are probably not intended.

use super::castling;
use super::diagnostic::Diagnostic;
use super::keys::Key;
use super::parameters::ParameterReader;
use super::source::Text;
use super::{Captured, Choice, Morph, Piece, PieceType, Repeated, Variant};
use crate::board::{Color, Kind, Square};
use crate::notation::Movement;
use crate::notation::legs::{Initial, MovementKind};

/// Adds the warnings to the report; the definition has no errors so far.
pub(super) fn review(variant: &Variant, reader: &mut ParameterReader<'_>) {
    board(variant, reader);
    initial_pieces(variant, reader);
    endings(variant, reader);
    shared_ids(variant, reader);
    choices(variant, reader);
    promotions(variant, reader);
    castlings(variant, reader);
    idle_parameters(variant, reader);
    idle_extinctions(variant, reader);
    idle_drops(variant, reader);
    drops_beside_swaps(variant, reader);
}

fn board(variant: &Variant, reader: &mut ParameterReader<'_>) {
    let board = &variant.board;
    if board.squares().all(|square| board.is_hole(square)) {
        let span = reader.definition.holes.first().map_or(0..0, |squares| squares.span());
        reader.report.push(Diagnostic::error(span, "every square of the board is a hole"));
    }
    let is_inner = |at: u16, size: u16| at > 0 && at + 1 < size;
    let lowest_is_bare = variant.setup.iter().all(|&(square, ..)| board.rank(square) > 0);
    // An empty rim on all sides is no oversight (Rococo).
    let rim_is_bare = variant.setup.iter().all(|&(square, ..)| {
        is_inner(board.file(square), board.files()) && is_inner(board.rank(square), board.ranks())
    });
    let shifted = board.first_rank() != 1 && lowest_is_bare && !rim_is_bare;
    let numbered = reader.value(Key::FirstRank).filter(|_| shifted);
    if let Some(text) = numbered {
        let warning = text.warning(format!("no piece starts on the lowest rank, {}", board.first_rank()));
        let help = "square names count ranks from `firstRank` in the definition too";
        reader.report.push(warning.with_help(help));
    }
}

/// Warns about a side that starts without a royal, or a board without pieces.
fn initial_pieces(variant: &Variant, reader: &mut ParameterReader<'_>) {
    let bare = |color: Color| !variant.types().any(|piece| variant.starts_with(color, piece));
    if let (Some(line), true) = (reader.definition.pieces.first(), Color::BOTH.into_iter().all(bare)) {
        let warning = Diagnostic::warning(line.span(), "neither side has a piece");
        reader.report.push(warning.with_help("squares go in the fifth field, as in `rook::::a1,h1`"));
        return;
    }
    let royals = variant.types().filter(|&piece| variant.is_royal(piece));
    let lines = &reader.definition.pieces;
    let Some(line) = royals.clone().next().and_then(|piece| lines.get(piece.index())) else { return };
    for color in Color::BOTH {
        if !royals.clone().any(|piece| variant.starts_with(color, piece)) {
            let message = format!("{color:?} starts without a royal piece");
            reader.report.push(Diagnostic::warning(line.span(), message));
        }
    }
}

/// Warns if no side can win or no game can end.
fn endings(variant: &Variant, reader: &mut ParameterReader<'_>) {
    let ends = &variant.ends;
    let goals = variant.promotion.morph.iter().flatten().flatten();
    let wins = ends.can_decide()
        || variant.pass.points.is_some()
        || goals.into_iter().any(|morph| matches!(morph, Morph::WinNow | Morph::WinLater));
    let Some(line) = reader.definition.pieces.first().filter(|_| !wins) else { return };
    let endless = ends.repetition == 0 && ends.quiet_plies == 0 && variant.pass.end == 0;
    let span = reader.value(Key::Royal).map_or(line.span(), |text| text.span());
    let message =
        if endless { "games of this variant never end" } else { "neither side can win this variant" };
    let help = "no piece is royal; `extinct`, `baring`, `stalemate` or goals in `morph` could decide";
    reader.report.push(Diagnostic::warning(span, message).with_help(help));
}

/// Warns about two types with one ID that a side has on the board or in hand from the start, unless one turns into the
/// other on some square or they differ in initial moves only.
/// SPEC: diagram, "Making use of multiple pieces with the same ID": for a type and the one that it becomes.
fn shared_ids(variant: &Variant, reader: &mut ParameterReader<'_>) {
    let pieces = &variant.pieces;
    let turns = |from: usize, to: usize| {
        let morph = variant.promotion.morph_of(PieceType(from as u16));
        let named = |morph: &Morph| matches!(morph, Morph::Into(piece) if pieces[piece.index()].name == pieces[to].name);
        morph.is_some_and(|squares| squares.iter().any(named))
    };
    let later_moves = |index: usize| {
        let movements = pieces[index].movements.iter();
        movements.filter(|m| m.initial == Initial::Any).map(|m| (&m.kind, m.quoted)).collect::<Vec<_>>()
    };
    for later in 0..pieces.len() {
        let clashes = |&earlier: &usize| {
            let stands = |color, at: usize| variant.stands(color, PieceType(at as u16));
            // With `handSwap` such types are meant to change places.
            let held = |color: Color, at: usize| {
                !variant.hand_rules.swap && variant.count_held(color, PieceType(at as u16)) > 0
            };
            let both = |color| {
                stands(color, earlier) && stands(color, later) || held(color, earlier) && held(color, later)
            };
            pieces[earlier].id == pieces[later].id
                && pieces[earlier].name != pieces[later].name
                && Color::BOTH.into_iter().any(both)
                && !turns(earlier, later)
                && !turns(later, earlier)
                && later_moves(earlier) != later_moves(later)
        };
        let Some(earlier) = (0..later).find(clashes) else { continue };
        let Some(line) = reader.definition.pieces.get(later) else { continue };
        let (id, first, second) = (&pieces[later].id, &pieces[earlier].name, &pieces[later].name);
        let message = format!("`{second}` has the ID of `{first}`: FENs and moves show both as `{id}`");
        let help = format!("write another letter in the second field of `{second}`");
        reader.report.push(Diagnostic::warning(line.span(), message).with_help(help));
    }
}

/// Warns about pieces that promote only to themselves.
fn choices(variant: &Variant, reader: &mut ParameterReader<'_>) {
    let promotion = &variant.promotion;
    let Some(text) = reader.value(Key::PromoChoice).filter(|_| promotion.offset == 0) else { return };
    let Some(set) = promotion.choices.first() else { return };
    for piece in (0..promotion.types).map(PieceType) {
        let itself = |choice: &Choice| choice.piece == piece;
        if promotion.zone > 0 && !set.is_empty() && set.iter().all(itself) {
            let name = &variant.pieces[piece.index()].name;
            let warning = text.warning(format!("`{name}` promotes only to itself"));
            reader.report.push(warning.with_help("`maxPromote=0`: nothing promotes"));
        }
    }
    let mut all = promotion.choices.iter().flatten();
    if !variant.has_hands() && all.any(|choice| choice.from_hand) {
        let warning = text.warning("`*` needs a piece in hand, but no piece is ever in hand");
        let help = "`holdingsType=1` returns captured pieces to the hand of their owner";
        reader.report.push(warning.with_help(help));
    }
    // Elsewhere than in the zone, only `morph` gives a choice.
    let (zone, in_zone) = (promotion.zone, promotion.morph.iter().all(Option::is_none));
    let deeper = |choice: &&Choice| in_zone && choice.ranks.is_some_and(|ranks| ranks > zone);
    if let Some(choice) = set.iter().find(deeper) {
        let id = &variant.pieces[choice.piece.index()].id;
        let message = format!("the number after `{id}` has no effect: `promoZone` is only {zone}");
        reader.warn(text, message);
    }
}

/// Warns about pieces that must promote by choice but never can, which makes their moves into the zone illegal.
fn promotions(variant: &Variant, reader: &mut ParameterReader<'_>) {
    let promotion = &variant.promotion;
    let Some(set) = promotion.choices.first().filter(|_| promotion.offset == 0 && promotion.zone > 0) else {
        return;
    };
    let stays_royal = set.iter().any(|choice| variant.is_royal(choice.piece));
    let board = &variant.board;
    let by_zone = |piece: &PieceType| {
        let kind = Kind::new(*piece, Color::White);
        let in_zone = |&square: &Square| board.rank_from_end(Color::White, square) <= promotion.zone;
        let zone = board.squares().filter(in_zone).filter(|&square| !board.is_hole(square));
        let morphs = zone.map(|square| variant.morph(kind, square));
        let open: Vec<Morph> = morphs.filter(|&morph| morph != Morph::Forbidden).collect();
        let moves = !variant.pieces[piece.index()].movements.is_empty();
        moves && !open.is_empty() && !open.iter().any(|morph| morph.promotes())
    };
    for piece in (0..promotion.types).map(PieceType).filter(by_zone) {
        let why = match (variant.is_royal(piece), set.is_empty()) {
            (false, true) => "there is no piece to promote to",
            (true, false) if !stays_royal => "a royal piece would promote to one that is not",
            _ => continue,
        };
        let Some(line) = reader.definition.pieces.get(piece.index()) else { continue };
        let name = &variant.pieces[piece.index()].name;
        let message = format!("`{name}` can never reach its promotion zone: {why}");
        let help = "the first `maxPromote` piece lines promote (default 1); `maxPromote=0`: nothing promotes";
        reader.report.push(Diagnostic::warning(line.span(), message).with_help(help));
    }
}

/// Warns about castlings for which the board has no room.
fn castlings(variant: &Variant, reader: &mut ParameterReader<'_>) {
    for (king, side) in castling::impossible(variant) {
        let Some(line) = reader.definition.pieces.get(king.index()) else { continue };
        let (name, side) = (&variant.pieces[king.index()].name, format!("{side:?}").to_lowercase());
        let message = format!("`{name}` can never castle to the {side}: the board has no room for it");
        reader.report.push(Diagnostic::warning(line.span(), message));
    }
    for king in castling::without_partner(variant) {
        let Some(line) = reader.definition.pieces.get(king.index()) else { continue };
        let name = &variant.pieces[king.index()].name;
        let message = format!("`{name}` can never castle: no other piece stands on its rank");
        reader.report.push(Diagnostic::warning(line.span(), message));
    }
}

/// Warns about parameters without effect in this variant.
fn idle_parameters(variant: &Variant, reader: &mut ParameterReader<'_>) {
    let (holds, rules, pass) = (variant.has_hands(), &variant.hand_rules, &variant.pass);
    let castles = variant.pieces.iter().any(|piece| piece.castlings().next().is_some());
    let (ends, board) = (&variant.ends, &variant.board);
    let has_goals = variant.promotion.morph.iter().flatten().flatten().any(Morph::is_goal);
    let starting = |color| variant.types().map(|piece| variant.count_at_start(color, piece)).sum::<usize>();
    let most = Color::BOTH.map(starting).into_iter().max().unwrap_or(0);
    let few_for_goals = has_goals && !holds && usize::from(ends.goal.needed) > most;
    let (no_repetition, no_count) = (ends.repetition == 0, ends.quiet_plies == 0);
    let no_row = u16::from(ends.connect) > board.files().max(board.ranks());
    let draws_by_points =
        ends.quiet_points && !no_count || ends.repeated == Repeated::Points && !no_repetition;
    let no_points = pass.points.is_some() && pass.end == 0 && !pass.bikjang && !draws_by_points;
    let has_royals = variant.types().any(|piece| variant.is_royal(piece));
    let no_trades = !variant.captures.bars_protected();
    let no_gates = rules.gates_open && !variant.pieces.iter().any(Piece::gates);
    let is_right = |m: &Movement| m.initial == Initial::Unmoved || matches!(m.kind, MovementKind::Castle(_));
    let has_rights = |piece| variant.is_royal(piece) && variant.movements(piece).iter().any(is_right);
    let no_rights = !variant.types().any(has_rights);
    let promotion = &variant.promotion;
    let no_forms = rules.drop_forms && promotion.offset == 0;
    let chooses = |morph: &Morph| matches!(morph, Morph::Choose(_));
    let no_choice = promotion.offset == 0
        && (promotion.zone == 0 || promotion.types == 0)
        && !promotion.morph.iter().flatten().flatten().any(chooses);
    for (key, idle, why) in [
        (Key::GateBlocks, no_gates, "no move puts a piece from the hand on the board"),
        (Key::ExposedTo, no_rights, "no royal castles or has initial moves"),
        (Key::SetupDrops, rules.drops_first && !holds, "no piece is ever in hand"),
        (Key::HandSwap, rules.swap && !holds, "no piece is ever in hand"),
        (Key::DropForms, rules.drop_forms && !holds, "no piece is ever in hand"),
        (Key::DropForms, no_forms, "`promoOffset` is 0: there are no promoted forms"),
        (Key::PromoChoice, no_choice, "nothing promotes"),
        (Key::CastleBars, variant.castling.bars && !castles, "no piece castles"),
        (Key::CastleFiles, !castles, "no piece castles"),
        (Key::Chess960, variant.castling.chess960 && !castles, "no piece castles"),
        (Key::Points, no_points, "neither passing nor a draw rule asks for points"),
        (Key::Komi, pass.points.is_none(), "`points` is not given"),
        (Key::Perpetual, ends.perpetual && no_repetition, "with `repetition=0` no repetition ends the game"),
        (Key::RepetitionResult, no_repetition, "with `repetition=0` no repetition ends the game"),
        (Key::MoveRulePieces, no_count, "with `moveRule=0` no number of moves ends the game"),
        (Key::MoveRuleResult, no_count, "with `moveRule=0` no number of moves ends the game"),
        (Key::Counterbare, !ends.baring.contains(&true), "`baring` names no piece"),
        (Key::Checkmate, !has_royals, "no piece is royal"),
        (Key::TradeThreshold, no_trades, "neither `protected` nor `%` bars captures"),
        (Key::ProtectedRange, no_trades, "neither `protected` nor `%` bars captures"),
        (Key::DropMate, !holds, "no piece is ever in hand"),
        (Key::Goal, !has_goals, "`morph` has no goal squares"),
        (Key::Goal, few_for_goals, "neither side starts with as many pieces"),
        (Key::Connect, no_row, "the board has no row of that length"),
    ] {
        if let Some(text) = reader.value(key).filter(|_| idle) {
            reader.warn(text, format!("no effect: {why}"));
        }
    }
}

/// Warns about items of `extinct` that apply to neither side.
fn idle_extinctions(variant: &Variant, reader: &mut ParameterReader<'_>) {
    let items = reader.definition.values(Key::Extinct).flat_map(Text::items);
    for (item, rule) in items.zip(&variant.ends.extinct) {
        if !Color::BOTH.into_iter().any(|color| variant.can_go_extinct(color, rule)) {
            let few = format!("no effect: neither side starts with more than {} of these pieces", rule.most);
            let none = "no effect: neither side starts with such a piece".to_string();
            reader.warn(item, if rule.most == 0 { none } else { few });
        }
    }
}

/// Warns about moves that put pieces from the hand on the board where no piece is ever in hand. `@` alone is no mistake:
/// it describes a piece that never moves.
fn idle_drops(variant: &Variant, reader: &mut ParameterReader<'_>) {
    let is_drop = |movement: &Movement| matches!(movement.kind, MovementKind::Drop(_));
    let idle = |piece: &Piece| {
        let drops = piece.movements.iter().filter(|movement| is_drop(movement)).count();
        piece.gates() || drops > 0 && drops < piece.movements.len()
    };
    let pieces = || variant.pieces.iter().zip(&reader.definition.pieces).filter(|_| !variant.has_hands());
    for text in pieces().filter_map(|(_, line)| line.drop_zone) {
        reader.report.push(text.warning("no effect: no piece is ever in hand"));
    }
    for (piece, line) in pieces().filter(|(piece, _)| idle(piece)) {
        let message = format!("the drops of `{}` change nothing: no piece is ever in hand", piece.name);
        let help =
            "the number in hand is the sixth field; with `holdingsType` captured pieces go to the hand";
        reader.report.push(line.betza.warning(message).with_help(help));
    }
}

/// Warns if pieces in hand that are meant for swaps may be dropped on empty squares too.
///
/// SPEC: Interactive diagrams, "Rotating pieces": "specify a parameter handSwap=1, and put the alternative orientations in
/// the holdings"; it says nothing about their drops, which only `holdingsType=1` excludes.
fn drops_beside_swaps(variant: &Variant, reader: &mut ParameterReader<'_>) {
    let drops = |movement: &Movement| matches!(movement.kind, MovementKind::Drop(_));
    let free = |piece: PieceType| {
        let held = variant.hands.iter().any(|hand| hand[piece.index()] > 0);
        let limited =
            variant.movements(piece).iter().any(drops) || variant.drop_zones[piece.index()].is_some();
        held && !limited
    };
    let gates = variant.pieces.iter().any(Piece::gates);
    let idle = !variant.hand_rules.swap || variant.captured != Captured::Discarded || gates;
    let Some(text) = reader.value(Key::HandSwap).filter(|_| !idle && variant.types().any(free)) else {
        return;
    };
    let warning = text.warning("pieces in hand may be dropped on empty squares too");
    reader.report.push(warning.with_help("`holdingsType=1`: they only swap"));
}
