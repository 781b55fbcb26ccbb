//! State missing from the standard fields of a FEN: a last field `{KEY=VALUE/KEY=VALUE}`, written only when needed.
//!
//! The keys are listed in `docs/protocol.md`, "Positions". Squares are written as in the en passant field, types as
//! numbers: 1 is the first piece line.

use crate::board::{Color, Kind, Square};
use crate::position::board_state::PlyState;
use crate::position::fen::en_passant::strikers;
use crate::position::fen::field::{FenError, Field, error, fields};
use crate::position::fen::{MAX_HELD, MAX_PLIES};
use crate::position::{Cell, DrawCount, EnPassantRight, Game, Position, RuleCounters};
use crate::rules::EndingRule;
use crate::tables::rules::Goal;
use crate::variant::{PieceType, all_kinds};

/// Defines [`ExtraItem`]: the items in the order in which they are written, each with its key and what it takes.
macro_rules! extra_items {
    ($($item:ident $key:literal $form:literal,)*) => {
        /// An item of the extra field.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum ExtraItem {
            $($item,)*
        }

        impl ExtraItem {
            /// The items with their keys and what they take.
            const ALL: &[(Self, &str, &str)] = &[$((Self::$item, $key, $form),)*];
        }
    };
}

extra_items! {
    Types "types" "squares and the types on them, such as `c2:2`",
    Origins "origins" "squares of pieces and their original types, such as `d8:2`",
    Hand "hand" "sides, types and numbers of pieces, such as `w3:2,b1:1`",
    Unmoved "unmoved" "squares of pieces, such as `b1g1`",
    Castling "castling" "pairs of a king and a partner that can castle, such as `e1h1e1a1`",
    EnPassant "passing" "a piece of the side that has just moved and the squares of its trail, such as `e4e3`",
    Last "last" "the number of a type or `-`",
    Goal "goal" "0, 1 or 2",
    Passes "passes" "a number up to 255",
    Struck "struck" "the sum of the bits of types with `counterStrike`",
    Quiet "quiet" "a number of plies up to 60000",
    Bare "bare" "0 or 1, after a running count",
    Lost "lost" "`w`, `b`, `wb` or `-`",
}

impl ExtraItem {
    /// Whether the item can say something about a position of the game.
    fn has_use(self, game: &Game, value: &str) -> bool {
        let (variant, rules) = (&game.variant, &game.rules);
        match self {
            Self::Types | Self::Unmoved | Self::Castling | Self::EnPassant | Self::Lost => true,
            Self::Hand => value == "-" || variant.admits_hands(),
            Self::Origins => variant.capture_demotes,
            Self::Last => rules.sharing.imitators,
            Self::Goal => rules.endings.has(EndingRule::Goal),
            Self::Passes => rules.endings.has(EndingRule::Passes),
            Self::Struck => strikers(game).next().is_some(),
            Self::Quiet => rules.counter_use.for_weak_sides && variant.ends.quiet_plies > 0,
            Self::Bare => rules.counter_use.for_weak_sides,
        }
    }
}

impl Position {
    /// Returns the state of this position that [`Self::from_fen`] cannot infer from the standard fields.
    pub(crate) fn extra(&self, game: &Game, standard: &str) -> String {
        let fields = fields(standard);
        let Some(Ok(mut read)) =
            fields.split_first().map(|(&board, rest)| Self::from_fields(game, board, rest))
        else {
            return String::new();
        };
        read.settle(game);
        read.state.fallen = read.missing_royals(game);
        let found = ExtraItem::ALL.iter().filter_map(|&(item, key, _)| {
            let value = self.differing_item(game, &read, item)?;
            Some(format!("{key}={value}"))
        });
        found.collect::<Vec<_>>().join("/")
    }
    /// Returns the value of an item if the position read from the standard fields differs in it.
    fn differing_item(&self, game: &Game, read: &Self, item: ExtraItem) -> Option<String> {
        // These name every field, so that none is forgotten. Key and sums follow from the others; the obligation to pass,
        // the remaining checks and the plies of a count are in the standard fields; the type just dropped is in no FEN.
        let PlyState {
            key: _,
            group_keys: _,
            sums: _,
            en_passant: _,
            last_moved,
            dropped: _,
            struck,
            frozen: _,
            fallen,
            counters: RuleCounters { checks: _, goal, passes, count: DrawCount { plies: _, limit: _, bare } },
            quiet_plies,
        } = self.state;
        let other = &read.state;
        let number_of = |own: u64, other: u64| {
            let differs = own != other && item.has_use(game, "");
            differs.then(|| own.to_string())
        };
        match item {
            ExtraItem::Types => self.list(game, &self.differing_types(read)),
            ExtraItem::Origins => {
                self.list(game, &self.differing(read, |cell| cell.origin().map(|piece| piece.0)))
            }
            ExtraItem::Hand => (self.hands != read.hands).then(|| self.hand_list(game)),
            ExtraItem::Unmoved => {
                let unmoved: Vec<Square> = self.unmoved().collect();
                (!self.keeps_marks(read)).then(|| squares_text(game, &unmoved))
            }
            ExtraItem::Castling => {
                let (ways, others) = (self.open_ways(game), read.open_ways(game));
                let differs = ways != others || !self.keeps_marks(read) && !ways.is_empty();
                differs.then(|| self.castling_text(game, &ways))
            }
            ExtraItem::EnPassant => {
                let squares = self.victim_with_trail(game);
                (squares != read.victim_with_trail(game)).then(|| squares_text(game, &squares))
            }
            ExtraItem::Last => {
                let last = || last_moved.map_or_else(|| String::from("-"), number);
                (last_moved != other.last_moved).then(last)
            }
            ExtraItem::Goal => number_of(goal as u64, other.counters.goal as u64),
            ExtraItem::Passes => number_of(passes.into(), other.counters.passes.into()),
            ExtraItem::Struck => number_of(struck, other.struck),
            ExtraItem::Quiet => number_of(quiet_plies.into(), other.quiet_plies.into()),
            ExtraItem::Bare => number_of(bare.into(), other.counters.count.bare.into()),
            ExtraItem::Lost => self.lost_item(game, fallen, other.fallen),
        }
    }
    /// The sides that have lost a royal, if a FEN without them says otherwise or cannot be read.
    fn lost_item(&self, game: &Game, lost: [bool; 2], read: [bool; 2]) -> Option<String> {
        let decides = |color: Color| !game.variant.ends.all_must_fall(color) || self.royals(color).is_empty();
        let differs = |color: Color| decides(color) && lost[color.index()] != read[color.index()];
        let letters = || {
            let letters: String =
                Color::BOTH.into_iter().filter(|side| lost[side.index()]).map(letter).collect();
            if letters.is_empty() { String::from("-") } else { letters }
        };
        (read == [true; 2] || Color::BOTH.into_iter().any(differs)).then(letters)
    }
    /// Whether the position read has the same unmoved marks after its types are corrected, which clears their marks.
    fn keeps_marks(&self, read: &Self) -> bool {
        let same = self.unmoved().eq(read.unmoved());
        same && (self.unmoved().next().is_none() || self.differing_types(read).is_empty())
    }
    /// Returns the square of the en passant victim and those of its trail.
    fn victim_with_trail(&self, game: &Game) -> Vec<Square> {
        let passed =
            |right: EnPassantRight| game.tables.trail(right.trail).iter().map(|&square| Square(square));
        let rights = self.state.en_passant.into_iter();
        rights.flat_map(|right| [right.victim].into_iter().chain(passed(right))).collect()
    }
    /// Squares with another type in the other position, with the number of theirs.
    fn differing_types(&self, read: &Self) -> Vec<(Square, u16)> {
        self.differing(read, |cell| cell.kind().map(|kind| kind.piece().0))
    }
    /// Squares where a property differs in the two positions, with its value in `self`, + 1.
    fn differing(&self, read: &Self, of: impl Fn(Cell) -> Option<u16>) -> Vec<(Square, u16)> {
        let cells = (0..).map(Square).zip(self.board.iter().zip(&read.board));
        let differs = cells.filter(|(_, (own, other))| of(**own) != of(**other));
        differs.map(|(square, (own, _))| (square, of(*own).map_or(0, |number| number + 1))).collect()
    }
    /// Writes squares and numbers, if there are any.
    fn list(&self, game: &Game, items: &[(Square, u16)]) -> Option<String> {
        let item = |&(square, number): &(Square, u16)| format!("{}:{number}", squares_text(game, &[square]));
        (!items.is_empty()).then(|| items.iter().map(item).collect::<Vec<_>>().join(","))
    }
    fn hand_list(&self, game: &Game) -> String {
        let kinds = all_kinds(&game.variant).filter(|kind| self.hands[kind.index()] > 0);
        let item = |kind: Kind| {
            format!("{}{}:{}", letter(kind.color()), number(kind.piece()), self.hands[kind.index()])
        };
        let items: Vec<String> = kinds.map(item).collect();
        if items.is_empty() { String::from("-") } else { items.join(",") }
    }

    /// Reads an extra field; returns what it says about lost royals.
    pub(crate) fn read_extra(
        &mut self,
        game: &Game,
        field: Field<'_>,
    ) -> Result<Option<[bool; 2]>, FenError> {
        let Some(inner) = field.text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) else {
            return error(field.span(), "missing `}` at the end of the field that begins with `{`");
        };
        let (mut lost, mut start) = (None, field.start + 1);
        for item in inner.split('/') {
            let item = Field { text: item, start };
            start = item.span().end + 1;
            let Some((key, value)) = item.text.split_once('=') else {
                return error(item.span(), format!("`{}` is not of the form KEY=VALUE", item.text));
            };
            let Some(&(known, _, form)) = ExtraItem::ALL.iter().find(|entry| entry.1 == key) else {
                let keys = ExtraItem::ALL.iter().map(|entry| entry.1).collect::<Vec<_>>().join(", ");
                return error(item.span(), format!("cannot read `{}`; the keys are {keys}", item.text));
            };
            if !known.has_use(game, value) {
                let message = format!("this variant has no rule for which `{key}` matters");
                return error(item.span(), message);
            }
            if self.read_item(game, known, value, &mut lost).is_none() {
                return error(item.span(), format!("cannot read `{}`; `{key}` takes {form}", item.text));
            }
        }
        Ok(lost)
    }
    /// Reads one item, `lost` being what it says about lost royals; `None` if it is invalid.
    fn read_item(
        &mut self,
        game: &Game,
        item: ExtraItem,
        value: &str,
        lost: &mut Option<[bool; 2]>,
    ) -> Option<()> {
        let piece_or = |none: &str, text: &str| match text == none {
            true => Some(None),
            false => piece(game, text).map(Some),
        };
        match item {
            ExtraItem::Types => self.read_list(game, value, |cell, number| {
                let kind = Kind::new(piece(game, number)?, cell.kind()?.color());
                Some(Cell::new(kind).with_origin(cell.origin()))
            })?,
            ExtraItem::Origins => self.read_list(game, value, |cell, number| {
                cell.kind()?;
                Some(cell.with_origin(piece_or("0", number)?))
            })?,
            ExtraItem::Hand => self.read_hand_list(game, value)?,
            ExtraItem::Unmoved => self.read_unmoved(game, value)?,
            ExtraItem::Castling => self.read_ways(game, value)?,
            ExtraItem::EnPassant => self.read_victim(game, value)?,
            ExtraItem::Last => self.state.last_moved = piece_or("-", value)?,
            ExtraItem::Goal => self.state.counters.goal = *Goal::ALL.get(value.parse::<usize>().ok()?)?,
            ExtraItem::Passes => self.state.counters.passes = value.parse().ok()?,
            ExtraItem::Struck => {
                let known = strikers(game).fold(0, |set, (_, bit)| set | bit);
                self.state.struck = value.parse().ok().filter(|set| set & !known == 0)?;
            }
            ExtraItem::Quiet => {
                self.state.quiet_plies = value.parse().ok().filter(|&plies| plies <= MAX_PLIES)?
            }
            ExtraItem::Bare => {
                let bare = value.parse().ok().filter(|&bare: &u8| bare <= 1)? == 1;
                let count = &mut self.state.counters.count;
                (count.limit > 0).then(|| count.bare = bare)?;
            }
            ExtraItem::Lost => *lost = Some(sides(value)?),
        }
        Some(())
    }
    /// Reads squares and numbers of types; `new` makes the new content of a square from the old one and the number.
    fn read_list(&mut self, game: &Game, list: &str, new: impl Fn(Cell, &str) -> Option<Cell>) -> Option<()> {
        for item in list.split(',') {
            let (square, number) = item.split_once(':')?;
            let [square] = squares(game, square)?[..] else { return None };
            self.set(game, square, new(self.cell(square), number)?);
        }
        Some(())
    }
    fn read_hand_list(&mut self, game: &Game, value: &str) -> Option<()> {
        for kind in all_kinds(&game.variant) {
            self.set_hand(game, kind, 0);
        }
        for item in value.split(',').filter(|item| *item != "-") {
            let (held, count) = item.split_once(':')?;
            let color = Color::BOTH.into_iter().find(|&color| held.starts_with(letter(color)))?;
            let kind = Kind::new(piece(game, &held[1..])?, color);
            let left = MAX_HELD - (self.held[color.index()] - self.hands[kind.index()]);
            let count = count.parse::<u32>().ok().filter(|&count| count <= left)?;
            self.set_hand(game, kind, count);
        }
        Some(())
    }
    fn read_unmoved(&mut self, game: &Game, value: &str) -> Option<()> {
        let listed = squares(game, value)?;
        let marked: Vec<Square> = self.unmoved().collect();
        for square in marked {
            self.set(game, square, self.cell(square).with_unmoved(false));
        }
        for square in listed {
            self.cell(square).kind()?;
            self.set(game, square, self.cell(square).with_unmoved(true));
        }
        Some(())
    }
    /// Reads the square of the en passant victim, a piece of the side that has just moved, then the squares of the
    /// trail.
    fn read_victim(&mut self, game: &Game, value: &str) -> Option<()> {
        let squares = squares(game, value)?;
        self.state.en_passant = None;
        let Some((&victim, passed)) = squares.split_first() else { return Some(()) };
        self.cell(victim).kind().filter(|kind| kind.color() != self.side)?;
        self.state.en_passant = Some(EnPassantRight { trail: game.tables.find_trail(passed)?, victim });
        Some(())
    }
}

pub(super) fn home_kind(game: &Game, square: Square) -> Option<Kind> {
    let home = game.variant.home();
    home.iter().find(|entry| entry.0 == square).map(|&(_, color, piece)| Kind::new(piece, color))
}

fn letter(color: Color) -> char {
    if color == Color::White { 'w' } else { 'b' }
}

fn sides(value: &str) -> Option<[bool; 2]> {
    let known = matches!(value, "-" | "w" | "b" | "wb");
    known.then(|| Color::BOTH.map(|color| value.contains(letter(color))))
}

fn number(piece: PieceType) -> String {
    (piece.0 + 1).to_string()
}

fn piece(game: &Game, text: &str) -> Option<PieceType> {
    let number: u16 = text.parse().ok()?;
    (1..=game.variant.pieces.len() as u16).contains(&number).then(|| PieceType(number - 1))
}

pub(super) fn squares_text(game: &Game, squares: &[Square]) -> String {
    let name = |&square: &Square| game.variant.board.name_from(1, square);
    if squares.is_empty() { String::from("-") } else { squares.iter().map(name).collect() }
}

pub(super) fn squares(game: &Game, text: &str) -> Option<Vec<Square>> {
    let (mut found, mut rest) = (Vec::new(), text.strip_prefix('-').unwrap_or(text));
    while let Some(file) = rest.chars().next() {
        let file = (file as u32).wrapping_sub('a' as u32);
        let end = 1 + rest.get(1..)?.bytes().take_while(u8::is_ascii_digit).count();
        let rank: i32 = rest.get(1..end)?.parse().ok()?;
        let inside = file < u32::from(game.variant.board.files());
        found.push(game.variant.board.at(file as i32, rank - 1).filter(|_| inside)?);
        rest = &rest[end..];
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_lists_every_item() {
        let document = include_str!("../../../docs/protocol.md");
        for (_, key, _) in ExtraItem::ALL {
            assert!(document.contains(&format!("| `{key}=")), "{key}");
        }
    }
}
