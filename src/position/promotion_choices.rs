//! Promotions by choice that offer the same types in every position.

use crate::board::{Kind, Square};
use crate::rules::GameRules;
use crate::tables::rules::Arrival;
use crate::variant::{Choice, PieceType, all_kinds};

/// The types offered by those promotions that depend only on the type that promotes and on the square: their choices
/// use no pieces in hand, and no type among them is limited in number.
#[derive(Debug, Default)]
pub(crate) struct FixedChoices {
    squares: usize,
    /// `[kind * squares + square]`: number of the list plus 1; 0 if there is none. Empty if no kind promotes by choice.
    numbers: Box<[u16]>,
    /// Each with the number of its set of choices.
    lists: Vec<(u16, Vec<PieceType>)>,
}

impl FixedChoices {
    /// Finds the lists of a game.
    pub fn new(game: GameRules<'_>) -> Self {
        let (tables, promotion) = (game.tables, &game.variant.promotion);
        let squares = tables.squares();
        let mut fixed = Self { squares, ..Self::default() };
        let free = |choice: &Choice| !choice.from_hand && promotion.limit_of(choice.piece).is_none();
        let kinds = || all_kinds(game.variant);
        let mut numbers = vec![0; kinds().count() * squares];
        for kind in kinds().filter(|&kind| tables.kind(kind).changes_type) {
            for to in (0..squares as u16).map(Square) {
                let Arrival::Choose(set) = tables.arrival(kind, to) else { continue };
                let choices = promotion.choices_of(set);
                if !choices.iter().all(free) {
                    continue;
                }
                let list = (set, chosen(game, kind, to, set, |_| true).collect());
                let number = fixed.lists.iter().position(|known| *known == list).unwrap_or_else(|| {
                    fixed.lists.push(list);
                    fixed.lists.len() - 1
                });
                numbers[kind.index() * squares + to.index()] = u16::try_from(number + 1).unwrap_or(0);
            }
        }
        if !fixed.lists.is_empty() {
            fixed.numbers = numbers.into();
        }
        fixed
    }
    /// The types of a set of choices offered to a kind that arrives on a square; `None` if they must be found for each
    /// position.
    #[inline]
    pub fn of(&self, kind: Kind, to: Square, set: u16) -> Option<&[PieceType]> {
        let number = *self.numbers.get(kind.index() * self.squares + to.index())?;
        let (listed, pieces) = &self.lists[usize::from(number).checked_sub(1)?];
        (*listed == set).then_some(pieces)
    }
}

/// The choices of a set for a kind on a square, if `open` says which pieces can be had.
pub(crate) fn chosen<'a>(
    game: GameRules<'a>,
    kind: Kind,
    to: Square,
    set: u16,
    open: impl Fn(&Choice) -> bool + Copy + 'a,
) -> impl Iterator<Item = PieceType> + 'a {
    let from_end = game.variant.board.rank_from_end(kind.color(), to);
    let set = game.variant.promotion.choices_of(set);
    let available = move |choice: &&Choice| {
        !(choice.not_last && from_end == 1)
            && choice.ranks.is_none_or(|ranks| from_end <= ranks)
            && open(choice)
    };
    // Under mandatory promotion, the piece keeps its type only if there is no other choice.
    let others = |choice: &Choice| choice.piece != kind.piece() && available(&choice);
    let must = game.tables.kind(kind).must_promote && set.iter().any(others);
    let stays = move |piece: &PieceType| must && *piece == kind.piece();
    let form = move |choice: &Choice| match choice.piece == kind.piece() {
        true => Some(choice.piece),
        false => stable_form(game, kind, to, choice),
    };
    // Two available choices of the same type make only one move.
    let offered = move |choice: &Choice| Some(choice).filter(available).and_then(form);
    let repeats = move |index: usize, piece| set[..index].iter().any(|choice| offered(choice) == Some(piece));
    let forms = set.iter().enumerate().filter_map(move |(index, choice)| Some((index, offered(choice)?)));
    forms.filter(move |&(index, piece)| !stays(&piece) && !repeats(index, piece)).map(|(_, piece)| piece)
}

/// The type that a choice yields where types with the same ID turn into each other: the stable one.
///
/// SPEC: Interactive diagrams, "Making use of Board Zones": "it won't let you promote to a piece that itself would
/// change into another type on the promotion square if that has the same ID".
fn stable_form(game: GameRules<'_>, promoting: Kind, to: Square, choice: &Choice) -> Option<PieceType> {
    let twin = |piece: PieceType| match game.tables.arrival(Kind::new(piece, promoting.color()), to) {
        Arrival::Into(form) => {
            let id = |piece: PieceType| &game.variant.pieces[piece.index()].id;
            (form != piece && id(form) == id(piece)).then_some(form)
        }
        _ => None,
    };
    match twin(choice.piece) {
        None => Some(choice.piece),
        // A piece from the hand must be of the stable type.
        Some(_) if choice.from_hand => None,
        Some(form) => twin(form).is_none().then_some(form),
    }
}
