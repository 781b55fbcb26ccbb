//! State missing from the standard fields of a FEN: a last field `{KEY=VALUE/KEY=VALUE}`, written only when needed.
//!
//! The keys are listed in `docs/protocol.md`, "Positions". Squares are written as in the en passant field, types as
//! numbers: 1 is the first piece line.

use crate::board::{Color, Kind, Square};
use crate::position::board_state::PlyState;
use crate::position::fen::field::{FenError, Field, error, fields};
use crate::position::fen::passing::strikers;
use crate::position::fen::{MOST_HELD, MOST_PLIES};
use crate::position::{Cell, Game, Passing, Position};
use crate::rules::EndingRule;
use crate::variant::{PieceType, all_kinds};

/// The keys, each with what it takes.
const KEYS: [(&str, &str); 13] = [
    ("types", "squares and the types on them, such as `c2:2`"),
    ("origins", "squares of pieces and their original types, such as `d8:2`"),
    ("hand", "sides, types and numbers of pieces, such as `w3:2,b1:1`"),
    ("unmoved", "squares of pieces, such as `b1g1`"),
    ("castling", "pairs of a king and a partner that can castle, such as `e1h1e1a1`"),
    ("passing", "a piece of the side that has just moved and the squares of its trail, such as `e4e3`"),
    ("last", "the number of a type or `-`"),
    ("goal", "0, 1 or 2"),
    ("passes", "a number up to 255"),
    ("struck", "the sum of the bits of types with `counterStrike`"),
    ("lost", "`w`, `b`, `wb` or `-`"),
    ("quiet", "a number of plies up to 60000"),
    ("bare", "0 or 1, after a running count"),
];

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
        let both = read.find_lost_royals(game, fields[0], None).is_err();
        let mut found: Vec<String> = Vec::new();
        let mut say = |key: &str, value: String, differs: bool| {
            if differs {
                found.push(format!("{key}={value}"));
            }
        };
        let types = self.differing(&read, |cell| cell.kind().map(|kind| kind.piece().0));
        say("types", self.list(game, &types), !types.is_empty());
        let origins = self.differing(&read, |cell| cell.origin().map(|piece| piece.0));
        say("origins", self.list(game, &origins), !origins.is_empty());
        say("hand", self.hand_list(game), self.hands != read.hands);
        let unmoved: Vec<Square> = self.unmoved().collect();
        // Reading a piece's type clears its unmoved mark.
        let same = unmoved.iter().copied().eq(read.unmoved()) && (types.is_empty() || unmoved.is_empty());
        say("unmoved", squares_text(game, &unmoved), !same);
        let (ways, others) = (self.open_ways(game), read.open_ways(game));
        let castling = self.castling_text(game, &ways);
        say("castling", castling, ways != others || !same && !ways.is_empty());
        let trail = |pos: &Self| -> Vec<Square> {
            let passed = |right: Passing| game.tables.trail(right.trail).iter().map(|&square| Square(square));
            pos.state
                .passing
                .into_iter()
                .flat_map(|right| [right.victim].into_iter().chain(passed(right)))
                .collect()
        };
        say("passing", squares_text(game, &trail(self)), trail(self) != trail(&read));
        let last = self.state.last_moved.map_or_else(|| String::from("-"), number);
        say("last", last, self.state.last_moved != read.state.last_moved);
        for (key, value, differs) in self.counter_items(game, &read) {
            say(key, value, differs);
        }
        let decides =
            |color: Color| !game.variant.ends.extinction[color.index()] || self.royals(color).is_empty();
        let lost = Color::BOTH.into_iter().any(|color| {
            decides(color) && self.state.fallen[color.index()] != read.state.fallen[color.index()]
        });
        let sides = Color::BOTH.into_iter().filter(|color| self.state.fallen[color.index()]);
        let letters: String = sides.map(letter).collect();
        say("lost", if letters.is_empty() { "-".into() } else { letters }, lost || both);
        found.join("/")
    }
    /// Counters and flags of rules: key, value, and whether the other position differs in it.
    fn counter_items(&self, game: &Game, other: &Self) -> [(&'static str, String, bool); 5] {
        let item = |key, of: fn(&PlyState) -> u64| {
            let [own, other] = [self, other].map(|pos| of(&pos.state));
            (key, own.to_string(), own != other && has_use(game, key, ""))
        };
        [
            item("goal", |state| state.counters.reached.into()),
            item("passes", |state| state.counters.passes.into()),
            item("struck", |state| state.struck),
            item("quiet", |state| state.quiet_plies.into()),
            item("bare", |state| state.counters.count.bare.into()),
        ]
    }
    /// Squares where a property differs in the two positions, with its value in `self`, + 1.
    fn differing(&self, read: &Self, of: impl Fn(Cell) -> Option<u16>) -> Vec<(Square, u16)> {
        let cells = (0..).map(Square).zip(self.board.iter().zip(&read.board));
        let differs = cells.filter(|(_, (own, other))| of(**own) != of(**other));
        differs.map(|(square, (own, _))| (square, of(*own).map_or(0, |number| number + 1))).collect()
    }
    fn list(&self, game: &Game, items: &[(Square, u16)]) -> String {
        let item = |&(square, number): &(Square, u16)| format!("{}:{number}", squares_text(game, &[square]));
        items.iter().map(item).collect::<Vec<_>>().join(",")
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
            if !has_use(game, key, value) {
                let message = format!("this variant has no rule for which `{key}` matters");
                return error(item.span(), message);
            }
            let read = if key == "lost" {
                lost = sides(value);
                lost.map(|_| ())
            } else {
                self.read_item(game, key, value)
            };
            if read.is_none() {
                return error(item.span(), refusal(item.text, key));
            }
        }
        Ok(lost)
    }
    /// Reads one item; `None` if it is invalid.
    fn read_item(&mut self, game: &Game, key: &str, value: &str) -> Option<()> {
        let piece_or = |none: &str, text: &str| match text == none {
            true => Some(None),
            false => piece(game, text).map(Some),
        };
        match key {
            "types" => self.read_list(game, value, |cell, number| {
                let kind = Kind::new(piece(game, number)?, cell.kind()?.color());
                Some(Cell::new(kind).with_origin(cell.origin()))
            })?,
            "origins" => self.read_list(game, value, |cell, number| {
                cell.kind()?;
                Some(cell.with_origin(piece_or("0", number)?))
            })?,
            "hand" => self.read_hand_list(game, value)?,
            "unmoved" => self.read_unmoved(game, value)?,
            "castling" => self.read_ways(game, value)?,
            "passing" => self.read_victim(game, value)?,
            "last" => self.state.last_moved = piece_or("-", value)?,
            "goal" => self.state.counters.reached = value.parse().ok().filter(|&reached| reached <= 2)?,
            "passes" => self.state.counters.passes = value.parse().ok()?,
            "struck" => {
                let known = strikers(game).fold(0, |set, (_, bit)| set | bit);
                self.state.struck = value.parse().ok().filter(|set| set & !known == 0)?;
            }
            "quiet" => self.state.quiet_plies = value.parse().ok().filter(|&plies| plies <= MOST_PLIES)?,
            "bare" => {
                let bare = value.parse().ok().filter(|&bare: &u8| bare <= 1)? == 1;
                let count = &mut self.state.counters.count;
                (count.limit > 0).then(|| count.bare = bare)?;
            }
            _ => return None,
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
            let left = MOST_HELD - (self.held[color.index()] - self.hands[kind.index()]);
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
        self.state.passing = None;
        let Some((&victim, passed)) = squares.split_first() else { return Some(()) };
        self.cell(victim).kind().filter(|kind| kind.color() != self.side)?;
        self.state.passing = Some(Passing { trail: game.tables.find_trail(passed)?, victim });
        Some(())
    }
}

/// Whether an item can say something about a position of the game.
fn has_use(game: &Game, key: &str, value: &str) -> bool {
    let (variant, rules) = (&game.variant, &game.rules);
    match key {
        "hand" => value == "-" || variant.admits_hands(),
        "origins" => variant.capture_demotes,
        "last" => rules.sharing.imitators,
        "goal" => rules.endings.has(EndingRule::Goal),
        "passes" => rules.endings.has(EndingRule::Passing),
        "struck" => strikers(game).next().is_some(),
        "quiet" => rules.counters.weak_side && variant.ends.quiet_plies > 0,
        "bare" => rules.counters.weak_side,
        _ => true,
    }
}

/// The message for an item that cannot be read.
fn refusal(item: &str, key: &str) -> String {
    match KEYS.iter().find(|(known, _)| *known == key) {
        Some((_, form)) => format!("cannot read `{item}`; `{key}` takes {form}"),
        None => {
            let known = KEYS.map(|(known, _)| known).join(", ");
            format!("cannot read `{item}`; the keys are {known}")
        }
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
