//! Shared parts of the rows of a net during training.
//!
//! The row of a piece on a square is the sum of parts for the piece, for its rank, for its file, and of its own part.
//! Squares without data of their own thus use what was learned on others. The parts are added up after each step, so
//! that they cost nothing for a sample.

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
        let (kinds, squares) = (game.tables.kind_count(), board.len());
        let (ranks, files) = (usize::from(board.ranks()), usize::from(board.files()));
        let mut of_row = vec![[None; PARTS]; features.count()];
        for (atom, row) in features.rows(0).into_iter().enumerate() {
            let Some(row) = row else { continue };
            let hand = atom.checked_sub(kinds * squares).map(|rest| rest / FeatureSet::MOST_IN_HAND as usize);
            of_row[row as usize] = match hand {
                None => {
                    let (kind, square) = (atom / squares, atom % squares);
                    let (rank, file) = (square / files, square % files);
                    let [first_rank, first_file] = [kinds, kinds * (1 + ranks)];
                    [kind, first_rank + kind * ranks + rank, first_file + kind * files + file]
                        .map(|n| Some(n as u32))
                }
                Some(kind) if kind < kinds => [Some((kinds * (1 + ranks + files) + kind) as u32), None, None],
                Some(_) => [None; PARTS],
            };
        }
        Self { of_row, count: kinds * (2 + ranks + files) }
    }
}
