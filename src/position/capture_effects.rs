//! What comes of a move besides what it does itself: explosions, kamikaze, burning, changing sides, a frozen opponent.

use super::board_state::Position;
use super::cell::{Cell, Kind};
use super::game::Game;
use super::mv::Move;
use super::names;
use super::zobrist;
use crate::board::Square;
use crate::movegen;
use crate::tables::capture_rules::Events;
use crate::variant::captures::{CaptureActions, CaptureEffect, CaptureRules, Column, Form, Spell};
use crate::variant::{Captured, PieceType};

/// What is known of a move's consequences before it is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct PreviewedEffects {
    /// What the capture matrix says.
    event: CaptureEffect,
    /// The type that moves.
    mover: Option<PieceType>,
    /// Types with `counterStrike` among what it captures.
    struck: u64,
    /// Where a castling partner lands.
    partner_to: Option<Square>,
}

impl PreviewedEffects {
    /// Does the capture matrix say what the mover turns into?
    pub(super) fn converts(&self) -> bool {
        self.event.form != Form::Same
    }
}

impl Position {
    /// Looks ahead, before anything has changed.
    pub(super) fn preview_effects(&self, game: &Game, mv: Move) -> Option<PreviewedEffects> {
        let events = game.tables.events()?;
        let mover = self.mover(mv);
        let struck = self.strikes(game, events, mv);
        let partner_to = mv.castling().map(|rule| self.castles()[rule].partner_to);
        Some(PreviewedEffects { event: movegen::event(game, self, mv), mover, struck, partner_to })
    }
    /// The type that moves or is dropped.
    pub(super) fn mover(&self, mv: Move) -> Option<PieceType> {
        mv.dropped().or_else(|| self.cell(mv.from()).kind().map(Kind::piece))
    }
    /// The types with `counterStrike` that a move takes. Who takes a protected piece as one itself stands for it.
    fn strikes(&self, game: &Game, events: &Events, mv: Move) -> u64 {
        let (mover, mut struck) = (self.mover(mv), 0);
        movegen::victims(game, self, mv, |kind, _| {
            let column = Column::of(kind.piece(), kind.color() == self.side);
            let exchanged = mover.is_some_and(|mover| game.variant.captures.is_exchange(mover, column));
            struck |= if exchanged { 0 } else { events.striker(kind.piece()) };
        });
        struck
    }
    /// Where captures are only barred: what the move leaves for the answer, before it is made.
    pub(super) fn trade(&mut self, game: &Game, mv: Move) {
        let Some(events) = game.tables.events() else { return };
        let quiet = mv.is_plain() && self.cell(mv.to()).is_empty() || mv.is_pass() || mv.castling().is_some();
        let struck = if quiet { 0 } else { self.strikes(game, events, mv) };
        self.key ^= zobrist::struck(self.struck) ^ zobrist::struck(struck);
        self.struck = struck;
    }
    /// Nothing is left of what the last move did to the side to move.
    pub(super) fn clear_capture_state(&mut self) {
        self.key ^= zobrist::struck(self.struck) ^ zobrist::frozen(self.frozen);
        (self.struck, self.frozen) = (0, false);
    }
    /// All that follows when the move itself is done.
    pub(super) fn apply_capture_effects(&mut self, game: &Game, mv: Move, previewed: PreviewedEffects) {
        let PreviewedEffects { event, mover, mut struck, partner_to } = previewed;
        if mv.is_pass() {
            return;
        }
        if event.actions.has(CaptureActions::BLAST) {
            struck |= self.explode(game, mv.to(), mover);
        }
        if event.actions.has(CaptureActions::KAMIKAZE) {
            self.destroy(game, mv.to());
        }
        for square in std::iter::once(mv.to()).chain(partner_to) {
            if movegen::is_under(game, self, Spell::Burn, square) {
                self.destroy(game, square);
            }
        }
        if let Form::Defector(piece) = event.form {
            let cell = self.cell(mv.to());
            if cell.kind().is_some_and(|kind| kind.color() == self.side) {
                let new = Cell::new(Kind::new(piece, self.side.other())).with_origin(cell.origin());
                self.set(game, mv.to(), new);
            }
        }
        self.forget_lost_right();
        self.struck = struck;
        self.frozen = event.actions.has(CaptureActions::FREEZE);
        self.key ^= zobrist::struck(self.struck) ^ zobrist::frozen(self.frozen);
    }
    /// The explosion; says which types with `counterStrike` it took.
    fn explode(&mut self, game: &Game, center: Square, mover: Option<PieceType>) -> u64 {
        let (Some(events), blast) = (game.tables.events(), &game.variant.captures.blast) else { return 0 };
        let mut struck = 0;
        for &square in events.blast(center) {
            let square = Square(square);
            let Some(kind) = self.cell(square).kind() else { continue };
            if movegen::is_blown_up(game, kind, self.side) {
                struck |= events.striker(kind.piece());
                self.destroy(game, square);
            }
        }
        let survives = mover.is_some_and(|piece| CaptureRules::marks(&blast.proof, piece));
        if !blast.enemies_only && !survives {
            self.destroy(game, center);
        }
        struck
    }
    /// What stands on the square disappears: to a hand, where captured pieces go to one; nobody captures it.
    fn destroy(&mut self, game: &Game, square: Square) {
        let cell = self.cell(square);
        let Some(kind) = cell.kind() else { return };
        self.quiet_plies = 0;
        self.fallen[kind.color().index()] |= game.is_royal(cell);
        self.set(game, square, Cell::EMPTY);
        let holder = match game.variant.captured {
            Captured::Discarded => return,
            Captured::ToOwner => kind.color(),
            Captured::ToCapturer => kind.color().other(),
        };
        let piece = cell.origin().unwrap_or(game.tables.kind(kind).demoted);
        let held = Kind::new(piece, holder);
        self.set_hand(game, held, self.hands[held.index()] + 1);
    }
    /// What the last move did to the side to move, behind the e.p. field of a FEN: `:` if it must pass, `!` and the types
    /// with `counterStrike` of which the move took one.
    pub(super) fn aftermath_field(&self, game: &Game) -> String {
        let mut text = String::from(if self.frozen { ":" } else { "" });
        if self.struck != 0 {
            text.push('!');
            strikers(game).filter(|(_, bit)| self.struck & bit != 0).for_each(|(name, _)| text += &name);
        }
        text
    }
    /// Reads what [`Self::aftermath_field`] writes; what is left is the e.p. field.
    pub(super) fn read_aftermath<'a>(&mut self, game: &Game, field: &'a str) -> &'a str {
        let (rest, mut struck) = field.split_once('!').unwrap_or((field, ""));
        while let Some((name, bit)) = strikers(game).find(|(name, _)| struck.starts_with(name.as_str())) {
            self.struck |= bit;
            struck = &struck[name.len()..];
        }
        let left = rest.strip_suffix(':');
        self.frozen = left.is_some();
        left.unwrap_or(rest)
    }
    /// A piece that is gone, or has changed sides, cannot be captured in passing.
    fn forget_lost_right(&mut self) {
        let Some(passing) = self.passing else { return };
        let there = self.cell(passing.victim).kind().map(Kind::color);
        if there != Some(self.side) {
            self.key ^= self.passing_key();
            self.passing = None;
        }
    }
}

/// Names and bits of the types with `counterStrike`.
fn strikers(game: &Game) -> impl Iterator<Item = (String, u64)> {
    let bit = |piece: PieceType| game.tables.events().map_or(0, |events| events.striker(piece));
    let types = (0..game.variant.pieces.len() as u16).map(PieceType);
    types
        .filter(move |&piece| bit(piece) != 0)
        .map(move |piece| (names::fen_name(&game.variant, piece), bit(piece)))
}
