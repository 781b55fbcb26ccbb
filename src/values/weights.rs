//! Weights of the evaluation.

use super::params::EvalParams;
use crate::board::{Kind, Square};
use std::sync::OnceLock;

/// Number of piece classes by value: [`KindTraits::class`].
pub const CLASSES: usize = 4;
/// The phase of the setup, unless that has few pieces.
pub const FULL_PHASE: i32 = 1024;

/// Evaluation weights, in centipawns from the owner's view. A position keeps the sums.
#[derive(Clone, Debug, Default)]
pub struct Weights {
    /// `[kind * squares + square]`: (middle game, endgame).
    pub square: Vec<(i16, i16)>,
    /// `[kind]`: value in hand.
    pub hand: Vec<(i16, i16)>,
    /// `[kind]`: contribution to the game phase (0: none).
    pub phase: Vec<i16>,
    /// `[kind]`: contribution of a piece in hand to the game phase.
    pub hand_phase: Vec<i16>,
    /// `[kind]`: coefficients of the terms that are not sums over squares.
    pub traits: Vec<KindTraits>,
    /// `[kind * squares + square]`: bonus for a passed pawn-like piece, middle game and endgame.
    pub passed: Vec<(i16, i16)>,
    /// `[square]`: bit set of the squares at most one step away, including itself.
    pub rings: Vec<u64>,
    /// `[square]`: bit set of the squares at most two steps away, including itself.
    pub wide_rings: Vec<u64>,
    /// `[colour * squares + square]`: bit set of the squares ahead on the same file and the adjacent ones.
    pub spans: Vec<u64>,
    /// `[colour * squares + square]`: bit set of the squares ahead on the same file.
    pub files_ahead: Vec<u64>,
    /// `[square]`: bit set of the squares of the adjacent files.
    pub files_beside: Vec<u64>,
    /// `[kind]`: estimated endgame value, whatever the square.
    pub endgame_value: Vec<i16>,
    /// `[kind]`: whether it can mate a lone royal; computed on first use.
    pub mates: Vec<OnceLock<Option<bool>>>,
    /// `[colour]`: number of pawn-like pieces, at most four, with which a side can be expected to win an endgame; 0
    /// where pawns do not matter for that.
    pub full_pawns: [i32; 2],
    /// `[colour]`: the kind of the one piece that a side without royals must not lose.
    pub vital: [Option<Kind>; 2],
    /// Number of squares of the board.
    pub squares: usize,
    /// Value of attacks on royals, percent.
    pub danger_percent: i32,
    /// Value of attacks on pieces, percent.
    pub threat_percent: i32,
    /// Parameters of the evaluation terms.
    pub params: EvalParams,
}

/// Evaluation of a kind apart from its weights.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct KindTraits {
    /// Its role in the evaluation.
    pub role: EvalRole,
    /// Bonus for having more than one, for a kind bound to part of the board (cp).
    pub pair: i16,
    /// Mean number of moves, sixteenths.
    pub mean_moves: i16,
    /// Value of each move above the mean, in sixteenths of a centipawn: middle game, endgame.
    pub per_move: (i16, i16),
    /// Weight of an attack on a square next to the enemy royal.
    pub attack: i16,
    /// Value class, 0 for the lightest.
    pub class: u8,
    /// Whether it can leave its file by a capture.
    pub captures_off_file: bool,
    /// Whether no enemy may capture it.
    pub is_immune: bool,
}

/// Role of a kind in the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum EvalRole {
    /// Counts by its weights alone.
    #[default]
    Plain,
    /// Moves forward only and promotes.
    Pawn,
    /// Has terms for mobility and attacks.
    Piece,
    /// A royal or vital piece, which is never exchanged.
    Royal,
}

impl Weights {
    /// Weights that count nothing, for `kinds` kinds on `squares` squares. Estimating them takes time that counting and
    /// listing moves do not need.
    pub fn none(kinds: usize, squares: usize) -> Self {
        Self {
            square: vec![(0, 0); kinds * squares],
            hand: vec![(0, 0); kinds],
            phase: vec![0; kinds],
            hand_phase: vec![0; kinds],
            traits: vec![KindTraits::default(); kinds],
            squares,
            ..Self::default()
        }
    }
    /// Value of a kind on a square.
    #[inline]
    pub fn on(&self, kind: Kind, square: Square) -> (i16, i16) {
        self.square[kind.index() * self.squares + square.index()]
    }
}
