//! Types by side: the colours in which a type exists, types that share an ID, the kings of both sides.
//!
//! SPEC: `xboard.md` 2.3: a table has a half for each colour, and 2.5: `piece N` and `piece n` describe one colour
//! each.

use super::betza::LONGEST;
use super::plan::{DialectPlan, NULL_MOVE};
use crate::board::Color;
use crate::position::names;
use crate::tables::rules::{changes, demoted_form, form_after, promoted_form};
use crate::variant::captures::Form;
use crate::variant::{Captured, Morph, PieceType, Variant};
use crate::variant_names::known_as;
use std::collections::BTreeSet;

/// `[type][colour]`: whether the side can have a piece of the type.
pub(super) fn colors(variant: &Variant) -> Vec<[bool; 2]> {
    let types = variant.pieces.len();
    let mut exists = vec![[false; 2]; types];
    for &(_, color, piece) in &variant.setup {
        exists[piece.index()][color.index()] = true;
    }
    for color in Color::BOTH {
        for (own, &held) in exists.iter_mut().zip(&variant.hands[color.index()]) {
            own[color.index()] |= held > 0;
        }
    }
    loop {
        let before = exists.clone();
        for piece in variant.types() {
            let [white, black] = exists[piece.index()];
            let mut add = |form: PieceType, [for_white, for_black]: [bool; 2]| {
                exists[form.index()][0] |= for_white;
                exists[form.index()][1] |= for_black;
            };
            targets(variant, piece).into_iter().for_each(|form| add(form, [white, black]));
            defectors(variant, piece).for_each(|form| add(form, [black, white]));
            match variant.captured {
                Captured::Discarded => {}
                Captured::ToOwner => add(demoted_form(variant, piece), [white, black]),
                Captured::ToCaptor => add(demoted_form(variant, piece), [white || black; 2]),
            }
        }
        if exists == before {
            return exists;
        }
    }
}

/// All types that a piece of a type may become by its moves and stay with its side.
pub(super) fn targets(variant: &Variant, piece: PieceType) -> Vec<PieceType> {
    let promotion = &variant.promotion;
    let set = |set: usize| promotion.choices_of(set).iter().map(|choice| choice.piece);
    let mut targets = Vec::new();
    if piece.0 < promotion.types && promotion.offset > 0 {
        targets.extend(promoted_form(variant, piece));
    } else if piece.0 < promotion.types {
        targets.extend(set(0));
    }
    for morph in promotion.morph_of(piece).into_iter().flatten() {
        match *morph {
            Morph::Into(target) => targets.push(target),
            Morph::Choose(number) => targets.extend(set(number)),
            _ => targets.extend(promoted_form(variant, piece)),
        }
    }
    targets.extend(changes(variant, piece).map(|change| PieceType(change.form)));
    let stays = |form: &Form| !matches!(form, Form::Defector(_));
    let forms = variant.captures.forms(piece).filter(stays);
    targets.extend(forms.filter_map(|form| form_after(variant, piece, form)));
    targets.sort_unstable();
    targets.dedup();
    targets.retain(|&target| target != piece);
    targets
}

/// All types that a piece of a type may become by changing sides.
fn defectors(variant: &Variant, piece: PieceType) -> impl Iterator<Item = PieceType> {
    variant.captures.forms(piece).filter_map(|form| match form {
        Form::Defector(form) => Some(form),
        _ => None,
    })
}

/// `[type]`: the first type with the same ID. XBoard treats them as one.
pub(super) fn namesakes(variant: &Variant) -> Vec<PieceType> {
    let ids: Vec<String> = variant.types().map(|piece| names::fen_name(variant, piece)).collect();
    let first = |id: &String| ids.iter().position(|other| other == id).unwrap_or_default();
    ids.iter().map(|id| PieceType(first(id) as u16)).collect()
}

/// Whether the engine shuffles the array in XBoard: not if XBoard does that itself, or cannot tell the pieces apart.
pub fn shuffles(variant: &Variant) -> bool {
    variant.shuffles() && known_as(variant).is_none() && alike_when_shuffled(variant).is_empty()
}

/// Shuffled types that share their ID with another type of the same side. A FEN of a shuffled array does not say where
/// each stands.
pub(super) fn alike_when_shuffled(variant: &Variant) -> Vec<PieceType> {
    let id = |piece| names::fen_name(variant, piece);
    let colors = colors(variant);
    let meets =
        |one: PieceType, other: PieceType| (0..2).any(|c| colors[one.index()][c] && colors[other.index()][c]);
    let shares_id = |&piece: &PieceType| {
        variant.types().any(|other| other != piece && id(other) == id(piece) && meets(other, piece))
    };
    variant.types().filter(|&piece| variant.is_shuffled(piece)).filter(shares_id).collect()
}

impl<'v> DialectPlan<'v> {
    /// Chooses the types for the king's slot, White's and Black's: each side has exactly one such piece and loses the
    /// game if it loses that piece. If this holds for several royal types, the last one is used: XBoard does not see
    /// checks to the others, but every mate that it sees is real.
    pub(super) fn find_kings(&self) -> Option<[PieceType; 2]> {
        let kings = [self.king_of(Color::White)?, self.king_of(Color::Black)?];
        let strangers = kings[0] != kings[1] && (self[kings[0]].colors[1] || self[kings[1]].colors[0]);
        (!strangers).then_some(kings)
    }

    fn king_of(&self, color: Color) -> Option<PieceType> {
        let variant = self.variant;
        let is_own = |p: &PieceType| variant.is_royal(*p) && self[*p].colors[color.index()];
        let royals: Vec<PieceType> = variant.types().filter(is_own).collect();
        let becomes = |from: PieceType, to: PieceType| {
            targets(variant, from).contains(&to) || defectors(variant, from).any(|form| form == to)
        };
        let comes_later = |p: PieceType| variant.types().any(|from| becomes(from, p));
        let all_must_fall = variant.ends.all_must_fall(color);
        // The last entry of a side in the table is a single letter.
        let has_letter = |p: &PieceType| self.id(*p).len() == 1;
        let alone = |p: &PieceType| {
            self.count(*p, color) == 1 && !comes_later(*p) && (royals.len() == 1 || !all_must_fall)
        };
        royals.iter().copied().rfind(|p| has_letter(p) && alone(p))
    }

    /// Types that are the same to XBoard as this one, including itself.
    pub(super) fn twins(&self, piece: PieceType) -> impl Iterator<Item = PieceType> + use<'_, 'v> {
        let first = self.first_of(piece);
        self.variant.types().filter(move |&other| self.first_of(other) == first)
    }

    /// The type that represents all its twins; the kings of both sides are twins too.
    pub(super) fn first_of(&self, piece: PieceType) -> PieceType {
        self.kings.filter(|kings| kings.contains(&piece)).map_or(self[piece].namesake, |kings| kings[0])
    }

    /// Length of the longest description of a type and its twins, without passes.
    pub(super) fn longest_text(&self, piece: PieceType) -> usize {
        let of_side = |color: Color| -> usize {
            let twins = self.twins(piece).filter(|p| self[*p].colors[color.index()]);
            let texts = twins.map(|p| (&self[p].description.text, &self[p].castling_atoms[color.index()]));
            texts
                .collect::<BTreeSet<_>>()
                .into_iter()
                .map(|(text, castling)| text.len() + castling.len())
                .sum()
        };
        Color::BOTH.map(of_side).into_iter().max().unwrap_or_default()
    }

    /// Keeps only the first of several descriptions that do not fit in one line.
    pub(super) fn limit_twins(&mut self) {
        let firsts: Vec<PieceType> = self.firsts().collect();
        for first in firsts {
            if Color::BOTH.into_iter().all(|color| self.text_of(first, color).len() <= LONGEST) {
                continue;
            }
            let twins: Vec<PieceType> = self.twins(first).collect();
            for twin in twins {
                self[twin].description.too_long = true;
                if twin != first {
                    self[twin].description.text.clear();
                }
            }
        }
    }

    /// The description of a type and its twins on one side.
    pub(super) fn text_of(&self, piece: PieceType, color: Color) -> String {
        let mut texts: Vec<String> = Vec::new();
        for twin in self.twins(piece).filter(|p| self[*p].colors[color.index()]) {
            let castling = &self[twin].castling_atoms[color.index()];
            let pass = if self.passes(twin) { NULL_MOVE } else { "" };
            let text = format!("{}{castling}{}{pass}", self[twin].description.text, self.drag_guard(twin));
            if !texts.iter().any(|other| other.contains(&text)) {
                texts.retain(|other| !text.contains(other.as_str()));
                texts.push(text);
            }
        }
        texts.concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Kind;
    use crate::movegen::legal_moves;
    use crate::position::{Game, Position};
    use crate::random::Rng;
    use crate::variant::catalogue;

    /// Plies of the random games of a variant.
    const PLIES: usize = 200;

    /// Kinds that appear in random games, on the board or in hand, though [`colors`] denies them.
    fn surprises(variant: &Variant) -> Vec<String> {
        let game = Game::new(variant.clone()).expect("tables");
        let (colors, mut pos, mut rng) = (colors(variant), Position::start(&game), Rng(11));
        let mut found = BTreeSet::new();
        for _ in 0..PLIES {
            let on_board = pos.cells().iter().filter_map(|cell| cell.kind());
            let held = Color::BOTH.into_iter().flat_map(|color| {
                let is_held = |piece: &PieceType| pos.hand(color, *piece) > 0;
                variant.types().filter(is_held).map(|piece| Kind::new(piece, color)).collect::<Vec<_>>()
            });
            let denied = |kind: &Kind| !colors[kind.piece().index()][kind.color().index()];
            found.extend(on_board.chain(held).filter(denied).map(|kind| format!("{kind:?}")));
            match legal_moves(&game, &mut pos) {
                list if list.is_empty() => pos = Position::start(&game),
                list => pos.make(&game, *rng.pick(&list)),
            }
        }
        found.into_iter().map(|kind| format!("{}: {kind}", variant.name)).collect()
    }

    #[test]
    fn colors_cover_random_games() {
        let found: Vec<String> = catalogue::every().flat_map(|entry| surprises(&entry.variant)).collect();
        assert!(found.is_empty(), "{found:?}");
    }
}
