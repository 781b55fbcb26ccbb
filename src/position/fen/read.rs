//! Reads a FEN.

use super::board::BoardReader;
use super::field::{FenError, Field, error, fields, unknown};
use super::{LAST_MOVE, MAX_HELD, MAX_PLIES, RIGHTS_UNKNOWN};
use crate::board::{Color, Kind};
use crate::position::{Cell, Game, Position, names};
use crate::variant::{PieceType, Variant, all_kinds, castling};
use std::collections::BTreeMap;

impl Position {
    /// The variant's start position.
    pub fn start(game: &Game) -> Self {
        Self::start_from(game, &game.variant)
    }
    /// The start position with the array of a variant that otherwise equals the game's.
    pub(crate) fn start_from(game: &Game, variant: &Variant) -> Self {
        let mut pos = Self::empty(game);
        for &(square, color, piece) in &variant.setup {
            pos.set(game, square, Cell::new(Kind::new(piece, color)));
        }
        for color in Color::BOTH {
            for (piece, &count) in game.variant.hands[color.index()].iter().enumerate() {
                pos.set_hand(game, Kind::new(PieceType(piece as u16), color), count.into());
            }
        }
        pos.side = game.variant.first;
        pos.first_ply = pos.side.index() as u32;
        pos.state.counters.checks = game.variant.ends.checks;
        pos.set_castles(castling::setup_rules(variant));
        pos.mark_unmoved(game, |_, _| true);
        pos.settle(game);
        pos
    }
    /// Reads a FEN.
    ///
    /// # Errors
    /// Text that is not a position of this variant.
    pub fn from_fen(game: &Game, fen: &str) -> Result<Self, FenError> {
        let (extras, fields): (Vec<_>, Vec<_>) =
            fields(fen).into_iter().partition(|field| field.text.starts_with('{'));
        let Some(&board) = fields.first() else { return error(0..fen.len(), "the FEN is empty") };
        let mut pos = Self::from_fields(game, board, &fields[1..])?;
        let mut lost = None;
        for field in extras {
            lost = pos.read_extra(game, field)?.or(lost);
        }
        pos.settle(game);
        pos.find_lost_royals(game, board, lost)?;
        Ok(pos)
    }
    /// Reads the standard fields: the board and those after it.
    pub(crate) fn from_fields(game: &Game, board: Field<'_>, rest: &[Field<'_>]) -> Result<Self, FenError> {
        let mut pos = Self::empty(game);
        pos.side = game.variant.first;
        let hand = pos.read_board(game, board)?;
        match hand {
            Some(hand) => pos.read_hand(game, hand)?,
            None => pos.infer_hands(game),
        }
        let mut rest = rest;
        if let Some((field, after)) = rest.split_first() {
            pos.side = match field.text {
                "w" | "W" => Color::White,
                "b" | "B" => Color::Black,
                other => return error(field.span(), format!("side to move is `w` or `b`, not `{other}`")),
            };
            rest = after;
        }
        let is_number = |f: &Field<'_>| f.text.bytes().all(|b| b.is_ascii_digit());
        let castling = rest.split_first().filter(|(field, _)| !is_number(field) && !field.counts_checks());
        rest = castling.map_or(rest, |(_, after)| after);
        match castling {
            Some((field, _)) if field.text != RIGHTS_UNKNOWN => pos.read_castling(game, *field)?,
            _ => {
                pos.set_castles(pos.home_rules(game));
                pos.mark_unmoved(game, |_, _| true);
            }
        }
        if let Some((field, after)) =
            rest.split_first().filter(|(field, _)| !is_number(field) && !field.counts_checks())
        {
            pos.read_en_passant(game, *field)?;
            rest = after;
        }
        pos.state.counters.checks = game.variant.ends.checks;
        pos.read_counters(game, rest)?;
        pos.infer_goal(game);
        Ok(pos)
    }
    /// Clears the history, so that it begins with this position.
    pub(crate) fn settle(&mut self, game: &Game) {
        if game.rules.unmoved.lapse {
            self.lapse_all(game);
        }
        self.unsettled = false;
        self.plies.clear();
        self.changes.clear();
        self.hand_changes.clear();
        self.state.key = self.fresh_key();
    }
    /// Reads the board field and returns the holdings in it: in brackets, or as Lichess writes them, after the last rank.
    fn read_board<'a>(&mut self, game: &Game, field: Field<'a>) -> Result<Option<Field<'a>>, FenError> {
        let hand_from = |at: usize, text: &'a str| Some(Field { text, start: field.start + at });
        let full = field.text.matches('/').count() == usize::from(game.variant.board.ranks());
        let after_board = field.text.rsplit_once('/').filter(|(_, held)| {
            full && game.variant.admits_hands() && !held.contains(|c: char| c.is_ascii_digit())
        });
        let (text, hand) = match field.text.find('[') {
            Some(open) => {
                let Some(inner) = field.text[open + 1..].strip_suffix(']') else {
                    return error(field.start + open..field.span().end, "missing `]` after the holdings `[`");
                };
                (&field.text[..open], hand_from(open + 1, inner))
            }
            None => match after_board {
                Some((board, held)) => (board, hand_from(board.len() + 1, held)),
                None => (field.text, None),
            },
        };
        BoardReader::new(game, self).read(Field { text, start: field.start }, field)?;
        Ok(hand)
    }
    fn read_hand(&mut self, game: &Game, field: Field<'_>) -> Result<(), FenError> {
        let mut at = 0;
        while at < field.text.len() {
            let rest = field.after(at);
            if rest.text.starts_with(['-', ' ']) {
                at += 1;
                continue;
            }
            let (name, color, length) =
                rest.piece_name("a piece letter; write every piece in hand, as in `[PPn]`")?;
            let Some(piece) = names::find(game, &name, color, None) else {
                return unknown(game, rest.first(length), &name);
            };
            if !game.variant.admits_hands() {
                let message = "this variant has no pieces in hand; leave out the brackets";
                return error(rest.span(), message);
            }
            if self.held[color.index()] == MAX_HELD {
                return error(rest.first(length), format!("{color:?} holds more than {MAX_HELD} pieces"));
            }
            let kind = Kind::new(piece, color);
            self.set_hand(game, kind, self.hands[kind.index()] + 1);
            at += length;
        }
        self.take_hands_of_start(game);
        Ok(())
    }
    /// Replaces the types in a hand by those that the side starts with, if their names are the same: names do not
    /// distinguish types with one ID.
    fn take_hands_of_start(&mut self, game: &Game) {
        for color in Color::BOTH {
            if game.variant.hands[color.index()].iter().all(|&held| held == 0) {
                continue;
            }
            let at_start = |piece: PieceType| u32::from(game.variant.count_held(color, piece));
            let (mut read, mut started) = (BTreeMap::new(), BTreeMap::new());
            for piece in game.variant.types() {
                let name = names::fen_name(&game.variant, piece);
                *read.entry(name.clone()).or_insert(0) += self.hand(color, piece);
                *started.entry(name).or_insert(0) += at_start(piece);
            }
            if read == started {
                game.variant.types().for_each(|p| self.set_hand(game, Kind::new(p, color), at_start(p)));
            }
        }
    }
    /// Infers the hands from a FEN without holdings, in games where captured pieces return to their owners: pieces
    /// of the setup that are missing on the board are in hand.
    fn infer_hands(&mut self, game: &Game) {
        if !game.variant.captures_to_owner() {
            return;
        }
        for kind in all_kinds(&game.variant) {
            let started = game.variant.count_at_start(kind.color(), kind.piece()) as u32;
            let missing = started.saturating_sub(self.counts[kind.index()].into());
            if kind.piece().0 >= game.variant.promotion.types {
                self.set_hand(game, kind, missing);
            }
        }
    }
    fn read_counters(&mut self, game: &Game, fields: &[Field<'_>]) -> Result<(), FenError> {
        let mut numbers: Vec<(u32, &Field<'_>)> = Vec::new();
        for field in fields {
            if field.counts_checks() {
                // Variants without check counting ignore check counters.
                self.read_checks(game, field)?;
                continue;
            }
            if field.text == "-" {
                continue;
            }
            match field.text.parse::<u32>() {
                Ok(number) => numbers.push((number, field)),
                Err(_) => return error(field.span(), format!("`{}` is not a counter", field.text)),
            }
        }
        let counts = game.rules.counter_use.for_weak_sides;
        let limit = (counts && numbers.len() > 2).then(|| numbers.remove(0));
        if let Some((_, field)) = numbers.get(2) {
            let message = match counts {
                true => {
                    "one number too many: the last are the limit of a count, the count and the move number"
                }
                false => {
                    "one number too many: the last are the quiet plies and the move number; only games with \
                     `counting` have a third"
                }
            };
            return error(field.span(), message);
        }
        let quiet = counter(numbers.first(), MAX_PLIES.into())?.unwrap_or(0) as u16;
        match counter(limit.as_ref(), MAX_PLIES.into())? {
            None | Some(0) => self.state.quiet_plies = quiet,
            Some(limit) => self.resume_count(game, quiet, limit as u16),
        }
        let full = counter(numbers.get(1), LAST_MOVE)?.unwrap_or(1).max(1);
        self.first_ply = (full - 1) * 2 + u32::from(self.side == Color::Black);
        Ok(())
    }
    /// `3+2`: checks that White and Black still have to give; `+0+1`: checks already given.
    fn read_checks(&mut self, game: &Game, field: &Field<'_>) -> Result<(), FenError> {
        let most = game.variant.ends.checks;
        if most == [0; 2] {
            return Ok(());
        }
        let given = field.text.starts_with('+');
        let mut numbers = field.text.trim_start_matches('+').split('+').map(str::parse::<u8>);
        let (Some(Ok(white)), Some(Ok(black)), None) = (numbers.next(), numbers.next(), numbers.next())
        else {
            let what = "the remaining checks of White and Black are written like `3+2`";
            return error(field.span(), format!("{what}, not `{}`", field.text));
        };
        for (color, number) in Color::BOTH.into_iter().zip([white, black]) {
            let most = most[color.index()];
            if number > most {
                let message = format!("{color:?} has at most {most} checks to give, not {number}");
                return error(field.span(), message);
            }
            self.state.counters.checks[color.index()] = if given { most - number } else { number };
        }
        Ok(())
    }
    /// `[colour]`: whether the side starts with royals but has none.
    pub(super) fn missing_royals(&self, game: &Game) -> [bool; 2] {
        let starts = |color: Color| game.rules.endings.royals_at_start[color.index()] > 0;
        Color::BOTH.map(|color| starts(color) && self.royals(color).is_empty())
    }
    /// Records a side without royals as having lost them, if it starts with some: the game is over. Rejects a FEN in
    /// which both sides have lost theirs, unless it says so (`lost`).
    fn find_lost_royals(
        &mut self,
        game: &Game,
        field: Field<'_>,
        lost: Option<[bool; 2]>,
    ) -> Result<(), FenError> {
        let missing = self.missing_royals(game);
        if lost.is_none() && missing == [true; 2] {
            return error(field.span(), "White has no royal piece and neither does Black");
        }
        self.state.fallen = lost.unwrap_or(missing);
        Ok(())
    }
}

/// Returns a counter of the FEN, if it is there and not above its maximum.
fn counter(number: Option<&(u32, &Field<'_>)>, most: u32) -> Result<Option<u32>, FenError> {
    match number {
        Some((number, field)) if *number > most => {
            error(field.span(), format!("this counter is at most {most}, not {number}"))
        }
        number => Ok(number.map(|&(number, _)| number)),
    }
}
