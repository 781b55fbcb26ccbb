//! Shared parts of the rows of a net during training.
//!
//! The row of a piece on a square is the sum of parts for the piece, for its rank, for its file, and of its own part.
//! Squares without data of their own thus use what was learned on others. The parts are added up after each step, so
//! that they cost nothing for a sample.

use crate::board::{Kind, Square};
use crate::net::FeatureSet;
use crate::position::Game;

/// Parts that a row shares.
pub const PARTS: usize = 3;

/// Which parts each row consists of.
#[derive(Clone, Debug)]
pub struct Factors {
    /// `[row]`
    pub of_row: Vec<[Option<u32>; PARTS]>,
    /// Number of parts.
    pub count: usize,
}

impl Factors {
    /// Computes the parts of the features of a game.
    pub fn new(game: &Game, features: &FeatureSet) -> Self {
        let board = &game.variant.board;
        let kinds = game.tables.kind_count();
        let (ranks, files) = (usize::from(board.ranks()), usize::from(board.files()));
        let mut of_row = vec![[None; PARTS]; features.count()];
        for (atom, row) in features.rows(0).into_iter().enumerate() {
            let Some(row) = row else { continue };
            let on_square = |(kind, square): (Kind, Square)| {
                let (kind, rank, file) = (kind.index(), board.rank(square), board.file(square));
                let [first_rank, first_file] = [kinds, kinds * (1 + ranks)];
                [
                    kind,
                    first_rank + kind * ranks + usize::from(rank),
                    first_file + kind * files + usize::from(file),
                ]
                .map(|part| Some(part as u32))
            };
            let in_hand = |kind: Kind| {
                let part = kinds * (1 + ranks + files) + kind.index();
                [Some(part as u32), None, None]
            };
            of_row[row as usize] = features
                .kind_on_square(atom)
                .map(on_square)
                .or_else(|| features.kind_in_hand(atom).map(in_hand))
                .unwrap_or([None; PARTS]);
        }
        Self { of_row, count: kinds * (2 + ranks + files) }
    }
}
