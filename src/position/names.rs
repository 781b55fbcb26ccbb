//! Names of pieces in FEN and move text.

use crate::board::{Color, Kind, Square};
use crate::position::Game;
use crate::tables::rules::{Arrival, base, promoted_form};
use crate::variant::{PieceType, Variant, all_kinds};

/// White's name for a type in a FEN: its ID. A promoted form whose ID is shared with an earlier type is written as
/// `+` and the ID of its base.
pub fn fen_name(variant: &Variant, piece: PieceType) -> String {
    let id = &variant.pieces[piece.index()].id;
    let first = variant.pieces.iter().position(|p| p.id == *id) == Some(piece.index());
    match base(variant, piece) {
        Some(base) if !first => format!("+{}", variant.pieces[base.index()].id),
        _ => id.clone(),
    }
}

/// Returns the name in the case of a colour: capitals for White.
pub fn colored(name: &str, color: Color) -> String {
    match color {
        Color::White => name.to_owned(),
        Color::Black => name.to_lowercase(),
    }
}

/// Types with that ID or synonym, given in capitals and without `+`.
fn types_called<'a>(variant: &'a Variant, id: &'a str) -> impl Iterator<Item = PieceType> + 'a {
    let by_id = variant.types().filter(move |piece| variant.pieces[piece.index()].id == id);
    let by_synonym = variant.synonyms.iter().filter(move |(name, _)| name == id).map(|s| s.1);
    by_id.chain(by_synonym)
}

/// Returns the types that a name may mean: those with that ID or synonym, or the promoted forms of such types.
///
/// `name` is in capitals and may begin with `+` for the promoted form.
pub fn called(variant: &Variant, name: &str) -> Vec<PieceType> {
    let types: Vec<PieceType> = types_called(variant, name).collect();
    match name.strip_prefix('+') {
        Some(inner) if types.is_empty() => {
            types_called(variant, inner).filter_map(|base| promoted_form(variant, base)).collect()
        }
        _ => types,
    }
}

/// Returns the type that a name means, optionally on a given square. Where types share an ID, prefers one that can
/// stand there, and of those one that the colour starts with.
///
/// `name` is in capitals and may begin with `+` for the promoted form.
pub fn find(game: &Game, name: &str, color: Color, square: Option<Square>) -> Option<PieceType> {
    let variant = &game.variant;
    let candidates = called(variant, name);
    let stands = |piece: &PieceType| {
        let Some(square) = square else { return true };
        match game.tables.arrival(Kind::new(*piece, color), square) {
            Arrival::Into(other) => variant.pieces[other.index()].id != variant.pieces[piece.index()].id,
            _ => true,
        }
    };
    let placed = |piece: &PieceType| square.is_some_and(|s| variant.setup.contains(&(s, color, *piece)));
    let all = || candidates.iter().copied();
    let own = |piece: &PieceType| variant.starts_with(color, *piece);
    let own_stands = || all().find(|piece| own(piece) && stands(piece));
    all().find(placed).or_else(own_stands).or_else(|| all().find(stands)).or_else(|| all().next())
}

/// The kinds that a piece may have been before it moved to `square`: its own, those with the same ID (a FEN cannot
/// distinguish them) and those that turn into it there.
pub fn may_have_moved(game: &Game, kind: Kind, square: Square) -> impl Iterator<Item = Kind> + '_ {
    let id = &game.variant.pieces[kind.piece().index()].id;
    let becomes = move |other: &Kind| game.tables.arrival(*other, square) == Arrival::Into(kind.piece());
    let same_id = move |other: &Kind| game.variant.pieces[other.piece().index()].id == *id;
    let own_color = all_kinds(&game.variant).filter(move |k| k.color() == kind.color());
    own_color.filter(move |other| same_id(other) || becomes(other))
}
