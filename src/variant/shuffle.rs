//! Shuffled arrays (`shuffle`).
//!
//! SPEC: Interactive diagrams, "Shuffle games".

use super::castling::{CastleRule, partner_type, setup_rules};
use super::keys::Key;
use super::model::{Member, Shuffle};
use super::parameters::ParameterReader;
use super::roster::Bang;
use super::source::Text;
use super::{Array, PieceType, Variant};
use crate::board::{Color, Kind, Square, bits};
use crate::notation::legs::Side;
use crate::random::Rng;
use fxhash::FxHashSet;
use std::borrow::Cow;

/// Maximum number of attempts to find an arrangement that satisfies all restrictions; if all fail, the array stays as
/// it is.
const MAX_ATTEMPTS: usize = 10_000;

/// Minimum number of attempts, however many pieces a set has.
const MIN_ATTEMPTS: usize = 8;

/// Bound on attempts times squared pieces of a set: 10,000 attempts for 16 pieces.
const WORK: usize = 2_560_000;

/// Maximum number of sets: each is shuffled for every game.
const MAX_SETS: usize = 64;

/// Reads `shuffle`.
///
/// SPEC: "a comma-separated list of piece sets"; "A piece ID prefixed with ! ... will be assigned new locations before
/// others"; "a prefix : (colon) will cause the piece type to be symmetrically placed".
pub(super) fn read(reader: &mut ParameterReader<'_>) -> Shuffle {
    let Some(text) = reader.value(Key::Shuffle) else { return Shuffle::default() };
    if let Some(next) = text.items().nth(MAX_SETS) {
        reader.error(next, format!("`shuffle` has more than {MAX_SETS} sets"));
    }
    let sets = text.items().take(MAX_SETS).map(|set| read_set(set, reader)).filter(|set| !set.is_empty());
    Shuffle { sets: sets.collect() }
}

fn read_set(set: Text<'_>, reader: &mut ParameterReader<'_>) -> Vec<Member> {
    let (mut seen, mut repeated) = (FxHashSet::default(), FxHashSet::default());
    let mut members = Vec::new();
    let (mut spread, mut paired) = (false, false);
    let mut rest = set;
    while let Some(symbol) = rest.text.chars().next() {
        let id = reader.roster.first_id(rest.text, Bang::Mark);
        let at;
        (at, rest) = rest.split_at(id.as_ref().map_or(symbol.len_utf8(), String::len));
        match (symbol, id) {
            ('!', _) => spread = true,
            (':', _) => paired = true,
            (' ' | '\t', _) => {}
            (_, id) => {
                let id = id.unwrap_or_else(|| at.text.to_owned());
                if seen.insert(id.clone()) {
                    let types: Vec<PieceType> = reader.roster.all(&id).collect();
                    if types.is_empty() {
                        reader.warn(at, format!("`shuffle`: no piece has the ID `{id}`: ignored"));
                    }
                    members.extend(types.into_iter().map(|piece| Member { piece, spread, paired }));
                } else if repeated.insert(id.clone()) {
                    reader.warn(at, format!("`shuffle`: `{id}` is already in this set: ignored"));
                }
                (spread, paired) = (false, false);
            }
        }
    }
    if spread || paired {
        let message = "a mark in `shuffle` must be followed by a piece ID";
        reader.error_with_help(set, message, "as in `N!BRQK` or `:NR`: the mark precedes the ID");
    }
    members
}

/// Completes a variant whose sets were read.
pub(super) fn complete(variant: &mut Variant, reader: &mut ParameterReader<'_>) {
    drop_impossible(variant, reader);
    variant.complete_shuffle();
}

/// Removes the sets whose pieces cannot be placed as their marks demand, and warns about them: shuffling would try in
/// vain for every game.
fn drop_impossible(variant: &mut Variant, reader: &mut ParameterReader<'_>) {
    let Some(text) = reader.value(Key::Shuffle) else { return };
    let mut rng = Rng(0);
    let mut array = variant.setup.clone();
    for set in std::mem::take(&mut variant.shuffle.sets) {
        match variant.permuted(&array, &set, &mut rng) {
            Ok(shuffled) => {
                array = shuffled;
                variant.shuffle.sets.push(set);
            }
            Err(piece) => {
                let needs = match member(&set, piece) {
                    Some(Member { paired: true, .. }) => "`:` needs squares of the set that are symmetric",
                    Some(Member { spread: true, .. }) => "`!` needs squares of the set in both shades",
                    // Random arrays rarely have the king between its partners; the array of the definition does.
                    _ => {
                        variant.shuffle.sets.push(set);
                        continue;
                    }
                };
                let id = &variant.pieces[piece.index()].id;
                let warning =
                    text.warning(format!("`shuffle`: the set of `{id}` cannot be shuffled: ignored"));
                reader.report.push(warning.with_help(needs));
            }
        }
    }
}

/// Lets each of a side's pieces of a set stand where any of them does. `homes[square][colour]` is a set of types.
fn mix(homes: &mut [u64], set: &[u64], color: Color) {
    let meets = |types: &[u64]| types.iter().zip(set).any(|(types, set)| types & set != 0);
    let mut found = vec![0_u64; set.len()];
    for types in homes.chunks_exact(set.len()).skip(color.index()).step_by(2) {
        found.iter_mut().zip(types).zip(set).for_each(|((found, types), set)| *found |= types & set);
    }
    for types in homes.chunks_exact_mut(set.len()).skip(color.index()).step_by(2).filter(|types| meets(types))
    {
        types.iter_mut().zip(&found).for_each(|(types, found)| *types |= found);
    }
}

/// A wing on which a king castles: a partner of that type must stand there.
struct CastlingBound {
    king: PieceType,
    partner: PieceType,
    to_the_right: bool,
}

/// Returns the entry of a type in a set.
fn member(set: &[Member], piece: PieceType) -> Option<Member> {
    set.iter().find(|member| member.piece == piece).copied()
}

impl Variant {
    /// Returns the squares where pieces count as unmoved: those of the array or, in shuffled games, of all possible
    /// arrays. It depends only on the definition, not on the array that was drawn.
    pub fn home(&self) -> Cow<'_, Array> {
        if self.shuffles() { Cow::Owned(self.possible_homes()) } else { Cow::Borrowed(self.array()) }
    }

    /// Returns every square with the pieces that some array may have there.
    fn possible_homes(&self) -> Array {
        // Sets of types, as words: the squares of a large set have thousands of pieces each.
        let width = self.pieces.len().div_ceil(64);
        // `[square][colour]`.
        let mut homes = vec![0_u64; 2 * self.board.len() * width];
        for &(square, color, piece) in self.unshuffled() {
            bits::insert(&mut homes[(2 * square.index() + color.index()) * width..], piece.index());
        }
        for set in &self.shuffle.sets {
            let mut types = vec![0_u64; width];
            set.iter().for_each(|member| bits::insert(&mut types, member.piece.index()));
            Color::BOTH.into_iter().for_each(|color| mix(&mut homes, &types, color));
        }
        let kinds = self.board.squares().flat_map(|square| Color::BOTH.map(|color| (square, color)));
        let places = kinds.zip(homes.chunks_exact(width));
        let pieces = |((square, color), types)| {
            bits::squares_of(types).map(move |piece| (square, color, PieceType(piece as u16)))
        };
        places.flat_map(pieces).collect()
    }

    /// Returns the variant with its array shuffled; the same `seed` gives the same array.
    ///
    /// A king that castles stays between its castling partners and lands where it would from the array of the
    /// definition, wherever it starts. Black's array remains the image of White's if it was before.
    #[must_use]
    pub fn shuffled(&self, seed: u64) -> Self {
        let mut rng = Rng(seed);
        let mut array = self.setup.clone();
        for set in &self.shuffle.sets {
            array = self.permuted(&array, set, &mut rng).unwrap_or(array);
        }
        self.rearranged(array)
    }

    /// Returns the variant with another array that shuffling may give; `None` if it cannot.
    pub fn with_array(&self, mut array: Array) -> Option<Self> {
        array.sort_unstable();
        // What shuffling keeps: the occupied squares, the pieces of each side, and where those of other types stand.
        let kept = |array: &Array| {
            let mut fixed = array.clone();
            fixed.sort_unstable();
            let places: Vec<_> = fixed.iter().map(|&(square, color, _)| (square, color)).collect();
            let mut pieces: Vec<_> = fixed.iter().map(|&(_, color, piece)| (color, piece)).collect();
            pieces.sort_unstable();
            fixed.retain(|&(.., piece)| !self.is_shuffled(piece));
            (places, pieces, fixed)
        };
        (kept(&array) == kept(&self.setup)).then(|| self.rearranged(array))
    }

    fn rearranged(&self, array: Array) -> Self {
        let differs = array != *self.nominal.as_ref().unwrap_or(&self.setup);
        let nominal = differs.then(|| self.unshuffled().clone());
        Self { setup: array, nominal, ..self.clone() }
    }

    /// Sets where shuffled kings land and the XBoard parent, if the definition gives neither. The parent is the one
    /// whose castling matches that of the shuffled arrays: only under these parents does XBoard castle from any square.
    ///
    /// SPEC: shuffled kings castle to where they would from the array of the definition.
    fn complete_shuffle(&mut self) {
        if self.castle_files.is_none() && self.castles_anywhere() {
            self.castle_files = self.landing_files();
        }
        if self.parent.is_none() && self.castles_anywhere() && self.castles_as_in_chess960() {
            let parent = if self.board.files() == 10 { "caparandom" } else { "fischerandom" };
            self.parent = Some(parent.to_owned());
        }
    }

    /// Returns the variant with castling as in shuffled arrays: a king lands where it would from the array of the
    /// definition, wherever it and its partner start. Unchanged if no landing files follow from that array: no king
    /// castles, or only by fast castling.
    #[must_use]
    pub fn castling_from_anywhere(mut self) -> Self {
        self.castle_files = self.castle_files.or_else(|| self.landing_files());
        self
    }

    /// Shuffles one set: White's pieces, then Black's as their image, or separately if they are not placed as images.
    /// Fails with a type that fits nowhere.
    fn permuted(&self, array: &Array, set: &[Member], rng: &mut Rng) -> Result<Array, PieceType> {
        let white = self.arrangement(array, set, Color::White, rng)?;
        let image = |&(square, _, piece): &_| (self.as_white_sees(Color::Black, square), Color::Black, piece);
        let moved = |&&(.., piece): &&(Square, Color, PieceType)| member(set, piece).is_some();
        let of = |color: Color| array.iter().filter(moved).filter(move |entry| entry.1 == color);
        let mirrored = of(Color::White).all(|entry| array.contains(&image(entry)))
            && of(Color::White).count() == of(Color::Black).count();
        let black = match mirrored {
            true => white.iter().map(image).collect(),
            false => self.arrangement(array, set, Color::Black, rng)?,
        };
        let mut shuffled: Array = array.iter().filter(|entry| !moved(entry)).copied().collect();
        shuffled.extend(white);
        shuffled.extend(black);
        shuffled.sort_unstable_by_key(|&(square, ..)| square);
        Ok(shuffled)
    }

    /// Returns new squares for a side's pieces of a set; fails with a type that fitted nowhere in the last attempt.
    fn arrangement(
        &self,
        array: &Array,
        set: &[Member],
        color: Color,
        rng: &mut Rng,
    ) -> Result<Array, PieceType> {
        let own = || array.iter().filter(|entry| entry.1 == color);
        let old = own().filter_map(|&(square, _, piece)| Some((square, member(set, piece)?)));
        let old: Vec<(Square, Member)> = old.collect();
        let rest = own().filter(|&&(.., piece)| member(set, piece).is_none());
        let rest: Vec<_> = rest.map(|&(square, _, piece)| (square, piece)).collect();
        let bounds = self.castling_bounds(color);
        let mut misfit = PieceType(0);
        let attempts = WORK / old.len().pow(2).max(1);
        for _ in 0..attempts.clamp(MIN_ATTEMPTS, MAX_ATTEMPTS) {
            let placed = self.attempt(&old, rng).and_then(|new| {
                let whole: Vec<(Square, PieceType)> = rest.iter().chain(&new).copied().collect();
                self.king_outside(&bounds, &whole).map_or(Ok(new), Err)
            });
            match placed {
                Ok(new) => {
                    return Ok(new.into_iter().map(|(square, piece)| (square, color, piece)).collect());
                }
                Err(piece) => misfit = piece,
            }
        }
        Err(misfit)
    }

    /// Places pairs first, then pieces spread over the square colours, then the rest; fails with the first type that does
    /// not fit.
    fn attempt(
        &self,
        old: &[(Square, Member)],
        rng: &mut Rng,
    ) -> Result<Vec<(Square, PieceType)>, PieceType> {
        let board = &self.board;
        let mirror = |square: Square| {
            board.at(i32::from(board.files() - 1 - board.file(square)), board.rank(square).into())
        };
        let mut free: Vec<Square> = old.iter().map(|&(square, _)| square).collect();
        let mut is_free = vec![false; board.len()];
        free.iter().for_each(|square| is_free[square.index()] = true);
        rng.shuffle(&mut free);
        let mut placed = Vec::new();
        let mut types: Vec<Member> = Vec::new();
        for &(_, member) in old {
            if !types.contains(&member) {
                types.push(member);
            }
        }
        types.sort_by_key(|member| (!member.paired, !member.spread));
        for member in types {
            let own = || old.iter().filter(|entry| entry.1 == member).map(|&(square, _)| square);
            let (mut last, mut taken) = (None::<Square>, [0_usize; 2]);
            for start in own() {
                // The second piece of a pair goes to the image of the first.
                let image = last.take().filter(|_| member.paired).and_then(mirror);
                let fits = |square: &Square| match image {
                    Some(image) => *square == image,
                    None if member.paired => {
                        mirror(*square).is_some_and(|other| other == *square || is_free[other.index()])
                    }
                    None if member.spread && own().count() == 1 => board.shade(*square) == board.shade(start),
                    None if member.spread => {
                        let at = usize::from(board.shade(*square));
                        taken[at] <= taken[1 - at]
                    }
                    None => true,
                };
                let index = free.iter().position(fits).ok_or(member.piece)?;
                let square = free.swap_remove(index);
                is_free[square.index()] = false;
                taken[usize::from(board.shade(square))] += 1;
                last = if image.is_some() || mirror(square) == Some(square) { None } else { Some(square) };
                placed.push((square, member.piece));
            }
        }
        Ok(placed)
    }

    /// Returns the wings on which a side's kings castle.
    fn castling_bounds(&self, color: Color) -> Vec<CastlingBound> {
        let at = |square: Square| self.array().iter().find(|&&(s, ..)| s == square).map(|&(.., piece)| piece);
        let bound = |rule: CastleRule| {
            let to_the_right = rule.partner > rule.from;
            Some(CastlingBound { king: rule.king.piece(), partner: at(rule.partner)?, to_the_right })
        };
        let rules = setup_rules(self).into_iter().filter(|rule| rule.king.color() == color);
        rules.filter_map(bound).collect()
    }

    /// Returns a king that does not stand between partners of the types that it castles with.
    ///
    /// SPEC: "If a piece has a castling move, it will be kept between the corner pieces."
    fn king_outside(&self, bounds: &[CastlingBound], pieces: &[(Square, PieceType)]) -> Option<PieceType> {
        let is_inside = |bound: &CastlingBound| {
            let mut kings = pieces.iter().filter(|&&(_, piece)| piece == bound.king);
            kings.all(|&(king, _)| {
                pieces.iter().any(|&(square, piece)| {
                    let beside = self.board.rank(square) == self.board.rank(king) && square != king;
                    piece == bound.partner && beside && (square > king) == bound.to_the_right
                })
            })
        };
        bounds.iter().find(|bound| !is_inside(bound)).map(|bound| bound.king)
    }

    /// Whether shuffling moves a king that castles, or its partner.
    pub(crate) fn castles_anywhere(&self) -> bool {
        let shuffled = |king: Kind| {
            let castles = self.pieces[king.piece().index()].castlings();
            let mut partners = castles.filter_map(|castle| partner_type(self, king, castle));
            partners.any(|partner| self.is_shuffled(king.piece()) || self.is_shuffled(partner))
        };
        self.shuffles() && crate::variant::all_kinds(self).any(shuffled)
    }

    /// Whether a type belongs to a set.
    pub(crate) fn is_shuffled(&self, piece: PieceType) -> bool {
        self.shuffle.sets.iter().flatten().any(|member| member.piece == piece)
    }

    /// Whether castling ends as in Chess960: on the first rank, with rooks of one type, the king two files from the left
    /// edge or one from the right.
    fn castles_as_in_chess960(&self) -> bool {
        let last = self.board.files().saturating_sub(2);
        let rules = setup_rules(self);
        let partner = |rule: &CastleRule| partner_type(self, rule.king, &rule.by);
        let fits = |rule: &CastleRule| {
            let home = self.board.relative_rank(rule.king.color(), rule.from) == 0;
            let rook = partner(rule).is_some_and(|piece| self.pieces[piece.index()].betza == "R");
            home && rook && !rule.by.fast && partner(rule) == partner(&rules[0])
        };
        self.castle_files == Some([(2, last); 2]) && rules.iter().all(fits)
    }

    /// Returns `[colour]`: the files where the king lands when it castles to the left and to the right of the board from
    /// the array of the definition; the same for both if only one has such files. `None` if no side has.
    fn landing_files(&self) -> Option<[(u16, u16); 2]> {
        let castles = |color: Color| {
            let of = move |entry: &&(Square, Color, PieceType)| {
                entry.1 == color && self.pieces[entry.2.index()].castlings().next().is_some()
            };
            self.array().iter().find(of)
        };
        // A side without such a king, or whose king has no room, never needs its files.
        match Color::BOTH.map(|color| self.landing_files_of(castles(color)?)) {
            [Some(white), Some(black)] => Some([white, black]),
            [files, None] | [None, files] => files.map(|files| [files; 2]),
        }
    }

    fn landing_files_of(&self, &(square, color, king): &(Square, Color, PieceType)) -> Option<(u16, u16)> {
        let file = i32::from(self.board.file(square));
        let ordinary = || self.pieces[king.index()].castlings().filter(|castle| !castle.fast);
        ordinary().next()?;
        let lands = |side: Side| {
            let mut distances = ordinary().filter(|castle| castle.side == side).map(|castle| castle.distance);
            let distance = distances.next().unwrap_or(0);
            let to_the_right = (side == Side::Right) == (color == Color::White);
            let to = file + i32::from(distance) * if to_the_right { 1 } else { -1 };
            let is_only = distances.all(|other| other == distance);
            u16::try_from(to).ok().filter(|&to| is_only && to < self.board.files())
        };
        let [left, right] = [Side::Left, Side::Right].map(lands);
        if color == Color::White { left.zip(right) } else { right.zip(left) }
    }
}
