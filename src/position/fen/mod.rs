//! FEN in the dialects of XBoard and other variant engines.
//!
//! `BOARD[HAND] SIDE CASTLING EP ... HALFMOVES MOVE`: two-digit empty runs, `*` holes, `+X` promoted, `X~` promoted
//! by choice, `KQkq` or file letters, counters that may be missing. Variants without castling may leave out
//! the castling and e.p. fields.

mod board;
mod write;

use super::castling::{self, CastleRule, Wanted};
use super::cell::{Cell, Kind};
use super::game::Game;
use super::names;
use super::state::{Passing, Position};
use crate::board::{Color, Square};
use crate::notation::legs::Occupancy;
use crate::tables::tree::Flags;
use crate::variant::{Captured, PieceType};
use board::BoardReader;
use std::ops::Range;
use std::sync::Arc;

/// Why a FEN was refused; `span` is a byte range of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError {
    /// What is wrong.
    pub message: String,
    /// Where.
    pub span: Range<usize>,
}

impl std::fmt::Display for FenError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for FenError {}

fn error<T>(span: Range<usize>, message: impl Into<String>) -> Result<T, FenError> {
    Err(FenError { message: message.into(), span })
}

/// A field of the FEN with its place.
#[derive(Clone, Copy)]
struct Field<'a> {
    text: &'a str,
    start: usize,
}

impl Field<'_> {
    fn span(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
    /// Does it hold numbers of checks, such as `3+2`? Behind `!` stand types, whose names may hold a `+` too.
    fn counts_checks(self) -> bool {
        self.text.split('!').next().unwrap_or("").contains('+')
    }
}

fn fields(fen: &str) -> Vec<Field<'_>> {
    let start = |text: &str| text.as_ptr() as usize - fen.as_ptr() as usize;
    fen.split_whitespace().map(|text| Field { text, start: start(text) }).collect()
}

impl Position {
    /// The variant's start position.
    pub fn start(game: &Game) -> Self {
        let mut pos = Self::empty(game);
        for &(square, color, piece) in &game.variant.setup {
            pos.set(game, square, Cell::new(Kind::new(piece, color)));
        }
        for color in Color::BOTH {
            for (piece, &count) in game.variant.hands[color.index()].iter().enumerate() {
                pos.set_hand(game, Kind::new(PieceType(piece as u16), color), count);
            }
        }
        pos.side = game.variant.first;
        pos.tally.checks = game.variant.ends.checks;
        pos.set_castles(castling::setup_rules(&game.variant));
        pos.grant_virginity(game, |_| true);
        pos.settle();
        pos
    }
    /// Reads a FEN.
    ///
    /// # Errors
    /// Anything that is no position of this variant.
    pub fn from_fen(game: &Game, fen: &str) -> Result<Self, FenError> {
        let fields = fields(fen);
        let Some(&board) = fields.first() else { return error(0..fen.len(), "the FEN is empty") };
        let mut pos = Self::empty(game);
        let hand = pos.read_board(game, board)?;
        match hand {
            Some(hand) => pos.read_hand(game, hand)?,
            None => pos.infer_hands(game),
        }
        let mut rest = &fields[1..];
        if let Some((field, after)) = rest.split_first() {
            pos.side = match field.text {
                "w" | "W" => Color::White,
                "b" | "B" => Color::Black,
                other => return error(field.span(), format!("side to move is `w` or `b`, not `{other}`")),
            };
            rest = after;
        }
        let is_number = |f: &Field<'_>| f.text.bytes().all(|b| b.is_ascii_digit());
        match rest.split_first() {
            Some((field, after)) if !is_number(field) => {
                pos.read_castling(game, *field)?;
                rest = after;
            }
            _ => pos.default_rights(game),
        }
        if let Some((field, after)) =
            rest.split_first().filter(|(field, _)| !is_number(field) && !field.counts_checks())
        {
            pos.read_passing(game, *field)?;
            rest = after;
        }
        pos.tally.checks = game.variant.ends.checks;
        pos.read_counters(game, rest)?;
        pos.infer_goal(game);
        pos.settle();
        pos.check_royals(game, board)?;
        Ok(pos)
    }
    /// The position is the first of a history.
    fn settle(&mut self) {
        self.forget_history();
        self.key = self.fresh_key();
    }
    fn read_board<'a>(&mut self, game: &Game, field: Field<'a>) -> Result<Option<Field<'a>>, FenError> {
        let (text, hand) = match field.text.find('[') {
            None => (field.text, None),
            Some(open) => {
                let Some(inner) = field.text[open + 1..].strip_suffix(']') else {
                    return error(
                        field.start + open..field.span().end,
                        "the holdings `[` have no `]` behind them",
                    );
                };
                (&field.text[..open], Some(Field { text: inner, start: field.start + open + 1 }))
            }
        };
        let mut reader = BoardReader { game, rank: i32::from(game.variant.board.ranks()) - 1, file: 0 };
        let mut at = 0;
        while at < text.len() {
            let span = field.start + at..field.start + text.len();
            at += reader.item(self, &text[at..], span)?;
        }
        reader.finish(field.span())?;
        Ok(hand)
    }
    fn read_hand(&mut self, game: &Game, field: Field<'_>) -> Result<(), FenError> {
        let mut at = 0;
        while at < field.text.len() {
            let here = field.start + at..field.start + field.text.len();
            if field.text[at..].starts_with(['-', ' ']) {
                at += 1;
                continue;
            }
            let (name, color, length) =
                piece_name(&field.text[at..]).ok_or_else(|| unreadable(&field.text[at..], here.clone()))?;
            let span = here.start..here.start + length;
            let Some(piece) = names::find(game, &name, color, None) else {
                return unknown(game, span, &name);
            };
            let kind = Kind::new(piece, color);
            self.set_hand(game, kind, self.hands[kind.index()] + 1);
            at += length;
        }
        Ok(())
    }
    /// Without holdings in the FEN of a game whose captured pieces go back to their owners: what the set-up has
    /// and the board has not is in hand.
    fn infer_hands(&mut self, game: &Game) {
        if game.variant.captured != Captured::ToOwner {
            return;
        }
        for kind in crate::tables::all_kinds(&game.variant) {
            let same = |&&(_, color, piece): &&(Square, Color, PieceType)| Kind::new(piece, color) == kind;
            let started = game.variant.setup.iter().filter(same).count() as u16
                + game.variant.hands[kind.color().index()][kind.piece().index()];
            let missing = started.saturating_sub(self.counts[kind.index()]);
            if kind.piece().0 >= game.variant.promotion.types {
                self.set_hand(game, kind, missing);
            }
        }
    }
    /// Marks as virgin the pieces that stand where the set-up has the same type and colour, as far as it matters.
    ///
    /// SPEC: diagram readings, "Virgin".
    fn grant_virginity(&mut self, game: &Game, allowed: impl Fn(Square) -> bool) {
        for &(square, color, piece) in game.variant.home() {
            let kind = Kind::new(piece, color);
            let matters = self.minds_virginity(game, kind, square);
            if matters && self.cell(square).kind() == Some(kind) && allowed(square) {
                self.make_virgin(square);
            }
        }
    }
    /// Do all pieces stand as they are set up? Castling rights say nothing of the others, which have not moved then.
    fn is_set_up(&self, game: &Game) -> bool {
        let home = game.variant.home();
        let stands = |&(square, color, piece): &(Square, Color, PieceType)| {
            self.cell(square).kind() == Some(Kind::new(piece, color))
        };
        let pieces: usize = Color::BOTH.into_iter().map(|color| self.pieces(color).count()).sum();
        home.len() == pieces && home.iter().all(stands)
    }
    /// Does it matter whether a piece of the kind that stands on the square has moved?
    pub(super) fn minds_virginity(&self, game: &Game, kind: Kind, square: Square) -> bool {
        game.tables.kind(kind).minds_virginity
            || self.castles.iter().any(|rule| rule.partner == square || rule.from == square)
    }
    /// The castling rules of the set-up for which king or partner is still to be dropped.
    fn pending_castles(&self, game: &Game) -> Vec<CastleRule> {
        if game.variant.home.is_none() {
            return Vec::new();
        }
        let at = |square: Square| game.variant.home().iter().find(|&&(s, ..)| s == square);
        let pending = |rule: &CastleRule| {
            let pieces = [rule.from, rule.partner].map(at);
            let state = pieces.into_iter().flatten().map(|&(square, color, piece)| {
                let stands = self.cell(square).kind() == Some(Kind::new(piece, color));
                (stands, self.hand(color, piece) > 0)
            });
            let state: Vec<(bool, bool)> = state.collect();
            state.iter().all(|&(stands, held)| stands || held) && state.iter().any(|&(stands, _)| !stands)
        };
        castling::setup_rules(&game.variant).into_iter().filter(pending).collect()
    }
    fn default_rights(&mut self, game: &Game) {
        self.set_castles(castling::setup_rules(&game.variant));
        self.grant_virginity(game, |_| true);
    }
    /// Castling rights; in variants without castling, files of back-rank pieces that have not moved.
    fn read_castling(&mut self, game: &Game, field: Field<'_>) -> Result<(), FenError> {
        let board = &game.variant.board;
        let castling_kind = |kind: Kind| game.tables.kind(kind).castles;
        let gates = game.variant.pieces.iter().any(crate::tables::rules::gates);
        let mut rules: Vec<CastleRule> = Vec::new();
        let mut files = [Vec::new(), Vec::new()];
        for (offset, letter) in field.text.char_indices().filter(|&(_, c)| c != '-') {
            let span = field.start + offset..field.start + offset + letter.len_utf8();
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let lower = letter.to_ascii_lowercase();
            let file = (lower as u32).wrapping_sub('a' as u32);
            let wanted = match lower {
                'k' if game.has_castling => Wanted::Right,
                'q' if game.has_castling => Wanted::Left,
                'a'..='z' if file < u32::from(board.files()) => Wanted::File(file as u16),
                // Where nobody castles the rights that some tools write all the same are nobody's.
                'k' | 'q' if !game.has_castling => continue,
                _ => {
                    return error(
                        span,
                        format!("`{letter}` is no castling right: use KQkq, file letters or `-`"),
                    );
                }
            };
            if let Wanted::File(file) = wanted {
                files[color.index()].push(file);
                if gates {
                    // As in Seirawan chess: files of pieces that have not moved.
                    continue;
                }
            }
            let kings = self.pieces(color);
            let kinds = kings.filter_map(|from| self.cell(from).kind().map(|kind| (from, kind)));
            let of = |(from, kind)| {
                castling::rules_for(&game.variant, kind, from, wanted, |square| self.cell(square).kind())
            };
            for rule in kinds.map(of).find(|rules| !rules.is_empty()).unwrap_or_default() {
                // Two letters may mean the same right.
                if !rules.iter().any(|known| known.leads_like(&rule)) {
                    rules.push(rule);
                }
            }
        }
        let granted = rules.len();
        let pending = self.pending_castles(game);
        let waiting: Vec<Square> = pending.iter().flat_map(|rule| [rule.from, rule.partner]).collect();
        rules.extend(pending);
        self.set_castles(rules);
        let untouched = game.has_castling && !gates && self.is_set_up(game);
        self.grant_virginity(game, |square| {
            // Kings and partners by their rights; of other back-rank pieces only those whose file is listed.
            let color = self_color(game, square);
            let castles =
                game.variant.home().iter().any(|s| s.0 == square && castling_kind(Kind::new(s.2, s.1)));
            let home = color.is_some_and(|c| board.relative_rank(c, square) == 0);
            let listed = color.is_some_and(|c| files[c.index()].contains(&board.file(square)));
            let by_file = if gates && home { listed } else { !castles && (!home || listed || untouched) };
            waiting.contains(&square) || by_file
        });
        for rule in &Arc::clone(&self.castles)[..granted] {
            for square in [rule.from, rule.partner] {
                self.make_virgin(square);
            }
        }
        Ok(())
    }
    /// The e.p. field: squares passed over, perhaps with the square of the piece that moved.
    fn read_passing(&mut self, game: &Game, mut field: Field<'_>) -> Result<(), FenError> {
        if game.tables.has_aftermath() {
            field.text = self.read_aftermath(game, field.text);
        }
        if field.text == "-" {
            return Ok(());
        }
        let board = &game.variant.board;
        let (mut squares, mut files, mut at) = (Vec::new(), Vec::new(), 0);
        while at < field.text.len() {
            let rest = &field.text[at..];
            let letter = rest.chars().next().unwrap_or(' ');
            let file = (letter as u32).wrapping_sub('a' as u32);
            if file >= u32::from(board.files()) {
                let span = field.start + at..field.start + at + letter.len_utf8();
                return error(span, format!("`{letter}` is no file of this board"));
            }
            files.push(file as u16);
            // XBoard's rank may be wrong or no digit at all on boards of other sizes: the file decides then.
            let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
            let rank = rest[1..=digits].parse::<i32>().unwrap_or(0) - 1;
            squares.extend(board.at(file as i32, rank).map(|s| s.0));
            let odd = usize::from(digits == 0) * rest[1..].chars().next().map_or(0, char::len_utf8);
            at += 1 + digits + odd;
        }
        let whole = |trail: &[u16], _: Square| {
            trail.len() == squares.len() && squares.iter().all(|square| trail.contains(square))
        };
        let partial = |trail: &[u16], victim: Square| {
            squares.iter().any(|s| trail.contains(s))
                && squares.iter().all(|&s| trail.contains(&s) || s == victim.0)
        };
        let by_file =
            |trail: &[u16], _: Square| trail.iter().any(|&s| files.contains(&board.file(Square(s))));
        self.passing = self
            .find_passing(game, whole)
            .or_else(|| self.find_passing(game, partial))
            .or_else(|| self.find_passing(game, by_file));
        Ok(())
    }
    /// The move of the side that moved last that could have left a trail which fits.
    fn find_passing(&self, game: &Game, fits: impl Fn(&[u16], Square) -> bool) -> Option<Passing> {
        let mover = self.side.other();
        for victim in self.pieces(mover) {
            let kind = self.cell(victim).kind()?;
            let moved = || names::may_have_moved(game, kind, victim);
            let froms = game.variant.board.squares().filter(|&s| self.cell(s).is_empty());
            for (from, kind) in froms.flat_map(|from| moved().map(move |kind| (from, kind))) {
                for node in &game.tables.nodes()[game.tables.tree(kind, from)] {
                    let ends_here = node.square == victim.0 && node.emit.meets(Occupancy::EMPTY);
                    if !ends_here || !node.flags.has(Flags::EXTRA) {
                        continue;
                    }
                    let Some(trail) = game.tables.extra(node).trail else { continue };
                    let squares = game.tables.trail(trail);
                    let open = squares.iter().all(|&s| self.at(s).is_empty());
                    if open && fits(squares, victim) {
                        return Some(Passing { trail, victim });
                    }
                }
            }
        }
        None
    }
    fn read_counters(&mut self, game: &Game, fields: &[Field<'_>]) -> Result<(), FenError> {
        let mut numbers = Vec::new();
        for field in fields {
            if field.counts_checks() {
                // Check counters are no business of variants without such rules.
                self.read_checks(game, field)?;
                continue;
            }
            if field.text == "-" {
                continue;
            }
            match field.text.parse::<u32>() {
                Ok(number) => numbers.push(number),
                Err(_) => return error(field.span(), format!("`{}` is no counter", field.text)),
            }
        }
        let limit = if game.rulings.counting && numbers.len() > 2 { numbers.remove(0) } else { 0 };
        let quiet = numbers.first().map_or(0, |&quiet| quiet.min(60_000) as u16);
        match limit {
            0 => self.quiet_plies = quiet,
            limit => self.resume_count(game, quiet, limit.min(60_000) as u16),
        }
        let full = numbers.get(1).copied().unwrap_or(1).clamp(1, 100_000);
        self.first_ply = (full - 1) * 2 + u32::from(self.side == Color::Black);
        Ok(())
    }
    /// `3+2`: checks that White and Black still have to give; `+0+1`: those that they have given.
    fn read_checks(&mut self, game: &Game, field: &Field<'_>) -> Result<(), FenError> {
        let most = game.variant.ends.checks;
        if most == [0; 2] {
            return Ok(());
        }
        let given = field.text.starts_with('+');
        let mut numbers = field.text.trim_start_matches('+').split('+').map(str::parse::<u8>);
        let (Some(Ok(white)), Some(Ok(black)), None) = (numbers.next(), numbers.next(), numbers.next())
        else {
            let what = "the checks left to White and to Black are written like `3+2`";
            return error(field.span(), format!("{what}, not `{}`", field.text));
        };
        for (color, number) in Color::BOTH.into_iter().zip([white, black]) {
            let most = most[color.index()];
            if number > most {
                return error(field.span(), format!("{color:?} has {most} checks to give, not {number}"));
            }
            self.tally.checks[color.index()] = if given { most - number } else { number };
        }
        Ok(())
    }
    /// A side that starts with royals must have one, unless the game is over by that.
    fn check_royals(&self, game: &Game, field: Field<'_>) -> Result<(), FenError> {
        let kinds = || crate::tables::all_kinds(&game.variant);
        for color in Color::BOTH {
            let started = game
                .variant
                .setup
                .iter()
                .any(|&(_, c, p)| c == color && game.tables.kind(Kind::new(p, c)).royal);
            let has_royal_kind = kinds().any(|kind| kind.color() == color && game.tables.kind(kind).royal);
            if started && has_royal_kind && self.royals[color.index()].is_empty() {
                return error(field.span(), format!("{color:?} has no royal piece"));
            }
        }
        Ok(())
    }
}

fn self_color(game: &Game, square: Square) -> Option<Color> {
    game.variant.home().iter().find(|s| s.0 == square).map(|s| s.1)
}

/// Nothing that a FEN has begins with the first character of `text`.
fn unreadable(text: &str, span: Range<usize>) -> FenError {
    let length = text.chars().next().map_or(0, char::len_utf8);
    FenError {
        message: String::from("no piece letter, number or `/`"),
        span: span.start..span.start + length,
    }
}

fn unknown<T>(game: &Game, span: Range<usize>, name: &str) -> Result<T, FenError> {
    let mut ids: Vec<&str> = game.variant.pieces.iter().map(|p| p.id.as_str()).collect();
    ids.dedup();
    error(span, format!("no piece is called `{name}`; the pieces are {}", ids.join(" ")))
}

/// A piece name at the start of the text: in capitals, with its colour and its length in bytes.
fn piece_name(text: &str) -> Option<(String, Color, usize)> {
    let plus = usize::from(text.starts_with('+'));
    let letter = text[plus..].chars().next().filter(char::is_ascii_alphabetic)?;
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let mut length = plus + 1;
    if text[length..].starts_with(['\'', '!']) {
        length += 1;
    }
    Some((text[..length].to_ascii_uppercase(), color, length))
}
