//! Warnings about a variant as a whole: valid definitions that are probably not intended.

use super::definition::Definition;
use super::diagnostic::Diagnostic;
use super::keys::Key;
use super::{Choice, Ending, Morph, PieceType, Variant};
use crate::board::Color;
use crate::notation::legs::MovementKind;

/// Adds the warnings to `report`; the definition has no errors so far.
pub(super) fn review(variant: &Variant, definition: &Definition<'_>, report: &mut Vec<Diagnostic>) {
    board(variant, definition, report);
    initial_pieces(variant, definition, report);
    endings(variant, definition, report);
    choices(variant, definition, report);
    idle_parameters(variant, definition, report);
}

fn board(variant: &Variant, definition: &Definition<'_>, report: &mut Vec<Diagnostic>) {
    let board = &variant.board;
    if board.squares().all(|square| board.is_hole(square)) {
        let span = definition.holes.first().map_or(0..0, |squares| squares.span());
        report.push(Diagnostic::error(span, "every square of the board is a hole"));
    }
    let lowest_is_bare = variant.setup.iter().all(|&(square, ..)| board.rank(square) > 0);
    let numbered = definition.value(Key::FirstRank).filter(|_| board.first_rank() != 1 && lowest_is_bare);
    if let Some(text) = numbered {
        let message = format!("no piece starts on the lowest rank, {}", board.first_rank());
        report.push(
            Diagnostic::warning(text.span(), message)
                .with_help("square names count ranks from `firstRank` in the definition too"),
        );
    }
}

/// Warns about a side that starts without a royal, or a board without pieces.
fn initial_pieces(variant: &Variant, definition: &Definition<'_>, report: &mut Vec<Diagnostic>) {
    let starts = |color: Color, piece: usize| {
        let standing = variant.setup.iter().any(|&(_, side, other)| (side, other.index()) == (color, piece));
        standing || variant.hands[color.index()].get(piece).is_some_and(|&count| count > 0)
    };
    let all = 0..variant.pieces.len();
    let bare = |color: Color| !all.clone().any(|piece| starts(color, piece));
    if let (Some(line), true) = (definition.pieces.first(), Color::BOTH.into_iter().all(bare)) {
        let warning = Diagnostic::warning(line.span(), "neither side has a piece");
        report.push(warning.with_help("squares go in the fifth field, as in `rook::::a1,h1`"));
        return;
    }
    let royals = || all.clone().filter(|&piece| variant.ends.royal[piece]);
    let Some(line) = royals().next().and_then(|piece| definition.pieces.get(piece)) else { return };
    for color in Color::BOTH {
        if !royals().any(|piece| starts(color, piece)) {
            report.push(Diagnostic::warning(line.span(), format!("{color:?} starts without a royal piece")));
        }
    }
}

/// Warns if no side can win or no game can end.
fn endings(variant: &Variant, definition: &Definition<'_>, report: &mut Vec<Diagnostic>) {
    let ends = &variant.ends;
    let goals = variant.promotion.morph.iter().flatten().flatten();
    let wins = ends.royal.contains(&true)
        || ends.baring.contains(&true)
        || !ends.extinct.is_empty()
        || !ends.castle_wins.is_empty()
        || ends.checks.iter().any(|&checks| checks > 0)
        || ends.stalemate != Ending::Draw
        || variant.pass.points.is_some()
        || goals.into_iter().any(|morph| matches!(morph, Morph::WinNow | Morph::WinLater));
    let Some(line) = definition.pieces.first().filter(|_| !wins) else { return };
    let endless = ends.repetition == 0 && ends.quiet_plies == 0 && variant.pass.end == 0;
    let span = definition.value(Key::Royal).map_or(line.span(), |text| text.span());
    let message =
        if endless { "games of this variant never end" } else { "neither side can win this variant" };
    let help = "no piece is royal; `extinct`, `baring`, `stalemate` or goals in `morph` could decide";
    report.push(Diagnostic::warning(span, message).with_help(help));
}

/// Warns about pieces that promote only to themselves.
fn choices(variant: &Variant, definition: &Definition<'_>, report: &mut Vec<Diagnostic>) {
    let promotion = &variant.promotion;
    let Some(text) = definition.value(Key::PromoChoice).filter(|_| promotion.offset == 0) else { return };
    let Some(set) = promotion.choices.first() else { return };
    for piece in (0..promotion.types).map(PieceType) {
        let itself = |choice: &Choice| choice.piece == piece;
        if promotion.zone > 0 && !set.is_empty() && set.iter().all(itself) {
            let name = &variant.pieces[piece.index()].name;
            let message = format!("`{name}` promotes only to itself");
            report.push(
                Diagnostic::warning(text.span(), message).with_help("`maxPromote=0`: nothing promotes"),
            );
        }
    }
}

/// Warns about parameters without effect in this variant.
fn idle_parameters(variant: &Variant, definition: &Definition<'_>, report: &mut Vec<Diagnostic>) {
    let holds = variant.captured != super::Captured::Discarded
        || variant.hands.iter().flatten().any(|&count| count > 0);
    let castles = variant.pieces.iter().flat_map(|piece| &piece.movements);
    let castles = castles.into_iter().any(|movement| matches!(movement.kind, MovementKind::Castle(_)));
    let rules = &variant.hand_rules;
    for (key, idle, why) in [
        (Key::SetupDrops, rules.drops_first && !holds, "no piece is ever in hand"),
        (Key::HandSwap, rules.swap && !holds, "no piece is ever in hand"),
        (Key::DropForms, rules.drop_forms && !holds, "no piece is ever in hand"),
        (
            Key::DropForms,
            rules.drop_forms && variant.promotion.offset == 0,
            "`promoOffset` is 0: there are no promoted forms",
        ),
        (Key::CastleBars, variant.castling.bars && !castles, "no piece castles"),
        (
            Key::Points,
            variant.pass.points.is_some() && variant.pass.end == 0 && !variant.pass.bikjang,
            "passing does not end the game",
        ),
    ] {
        if let Some(text) = definition.value(key).filter(|_| idle) {
            report.push(Diagnostic::warning(text.span(), format!("this changes nothing: {why}")));
        }
    }
}
