//! Material gain of moves, in centipawns, before the opponent replies.

use crate::board::{Color, Kind, Square};
use crate::moves;
use crate::position::{Game, Move, Position};

/// Value of a royal: more than any other piece in an exchange.
const ROYAL: i32 = 10_000;

/// Mean value of chess pieces other than kings and pawns (cp).
const CHESS_EXCHANGE_CP: f64 = 450.0;

/// Piece values for move ordering and pruning, derived from the evaluation weights.
#[derive(Debug)]
pub struct PieceValues<'a> {
    pub game: &'a Game,
    /// `[kind]`, centipawns.
    values: Vec<i32>,
    /// `[kind of the victim]`: value that a captured piece adds to the hand it goes to.
    hand_gain: Vec<i32>,
    /// `[kind]`: value of capturing a piece, including its value in a hand.
    exchange: Vec<i32>,
    /// Size of a typical capture relative to chess, at least 1; margins scale with it.
    unit: f64,
    /// `[colour]`: kinds, cheapest first.
    ascending: [Vec<Kind>; 2],
}

/// Immediate material gain of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CaptureGain {
    /// Value of victims and promotion; `None` for a quiet move.
    pub gain: Option<i32>,
    /// Type index of the first victim; the number of types if there is none.
    pub victim: u16,
}

impl<'a> PieceValues<'a> {
    /// Computes the values for a game.
    pub fn new(game: &'a Game) -> Self {
        let (pieces, squares) = (game.variant.pieces.len(), game.variant.board.len());
        let on_board: Vec<Square> =
            game.variant.board.squares().filter(|&s| !game.variant.board.is_hole(s)).collect();
        let mean = |kind: usize| {
            let of = |s: &Square| game.weights.square[kind * squares + s.index()];
            let sum: i32 = on_board.iter().map(of).map(|(mg, eg)| i32::from(mg) + i32::from(eg)).sum();
            sum / (2 * on_board.len().max(1)) as i32
        };
        let royal = |kind: usize| game.variant.is_royal(Kind(kind as u16).piece());
        let value = |kind| {
            if royal(kind) { ROYAL } else { mean(kind).max(1) }
        };
        let values: Vec<i32> = (0..pieces * 2).map(value).collect();
        let drops = game.variant.captures_to_hand();
        let hand = |k: usize| if drops { held_value(game, Kind(k as u16)) } else { 0 };
        let hand_gain: Vec<i32> = (0..pieces * 2).map(hand).collect();
        let exchange: Vec<i32> = values.iter().zip(&hand_gain).map(|(value, gain)| value + gain).collect();
        let unit = unit(game, &exchange);
        let ascending = Color::BOTH.map(|color| {
            let mut kinds: Vec<Kind> = game.tables.kinds_of(color).collect();
            kinds.sort_by_key(|kind| values[kind.index()]);
            kinds
        });
        Self { game, values, hand_gain, exchange, unit, ascending }
    }
    /// The kinds of a side, cheapest first.
    #[inline]
    pub fn ascending(&self, side: Color) -> &[Kind] {
        &self.ascending[side.index()]
    }
    /// Value of a kind.
    #[inline]
    pub fn of(&self, kind: Kind) -> i32 {
        self.values[kind.index()]
    }
    /// Value of capturing a piece of the kind, including its value in a hand.
    #[inline]
    pub fn exchange(&self, kind: Kind) -> i32 {
        self.exchange[kind.index()]
    }
    /// Scales a margin for chess (cp) to the typical captures of this game.
    #[inline]
    pub fn scaled(&self, margin: i32) -> i32 {
        (f64::from(margin) * self.unit) as i32
    }
    /// Value that capturing the piece on a square adds to a hand. A promoted piece may be demoted.
    fn hand_gain(&self, pos: &Position, kind: Kind, square: Square) -> i32 {
        match pos.cell(square).origin() {
            Some(origin) if self.hand_gain[kind.index()] != 0 => {
                held_value(self.game, Kind::new(origin, kind.color()))
            }
            _ => self.hand_gain[kind.index()],
        }
    }
    /// The piece that moves or is dropped.
    #[inline]
    pub fn mover(pos: &Position, mv: Move) -> Kind {
        match mv.dropped() {
            Some(piece) => Kind::new(piece, pos.side()),
            None => pos.cell(mv.from()).kind().unwrap_or(Kind(0)),
        }
    }
    /// Material that a move wins before the opponent replies. With side effects every piece removed counts, including the
    /// mover.
    pub fn capture_gain(&self, pos: &Position, mv: Move) -> CaptureGain {
        let nothing = CaptureGain { gain: None, victim: (self.values.len() / 2) as u16 };
        let has_effects = self.game.rules.captures.effects;
        // Most moves change two squares, and most of these go to an empty one.
        let quiet =
            (mv.is_plain() || mv.is_drop()) && mv.promotion().is_none() && pos.cell(mv.to()).is_empty();
        if quiet && (!has_effects || mv.is_drop()) {
            return nothing;
        }
        let (side, mut profit) = (pos.side(), nothing);
        let mut remove = |kind: Kind, square: Square, captured: bool| {
            let value = match kind.color() == side {
                true => -self.of(kind),
                false => self.of(kind) + self.hand_gain(pos, kind, square),
            };
            profit.gain = Some(profit.gain.unwrap_or(0) + value);
            if captured && profit.victim == nothing.victim {
                profit.victim = kind.piece().0;
            }
        };
        if has_effects && !mv.is_drop() {
            moves::removals(self.game, pos, mv, |kind, square, captured| {
                remove(kind, square, captured && kind.color() != side);
            });
        } else {
            moves::victims(self.game, pos, mv, |kind, square| remove(kind, square, true));
        }
        // A change of type that moves can undo is no gain by itself.
        let lasts = || profit.gain.is_some() || !self.game.tables.kind(Self::mover(pos, mv)).changes_back;
        if let Some(piece) = mv.promotion().filter(|_| lasts()) {
            let rise = self.of(Kind::new(piece, side)) - self.of(Self::mover(pos, mv));
            profit.gain = Some(profit.gain.unwrap_or(0) + rise);
        }
        profit
    }
}

/// Value of a captured piece of the kind in the hand that it goes to (cp).
fn held_value(game: &Game, kind: Kind) -> i32 {
    let held = Kind::new(game.tables.kind(kind).demoted, kind.color());
    i32::from(game.weights.hand[held.index()].0)
}

/// Mean value of capturing a piece of the setup, relative to chess, without royals and pawn-like pieces.
fn unit(game: &Game, exchange: &[i32]) -> f64 {
    let counts = |kind: &Kind| game.weights.phase[kind.index()] > 0;
    let kinds = game.variant.setup.iter().map(|&(_, color, piece)| Kind::new(piece, color)).filter(counts);
    let (sum, count) = kinds.fold((0, 0), |(sum, count), kind| (sum + exchange[kind.index()], count + 1));
    if count == 0 { 1.0 } else { (f64::from(sum) / f64::from(count) / CHESS_EXCHANGE_CP).clamp(1.0, 2.5) }
}
