//! A variant unrolled into trajectory trees.

use crate::variant::Variant;

/// Trees and reverse tables of every piece type, colour and square.
#[derive(Debug)]
pub struct Tables {}

/// Why the tables of a variant cannot be built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableError {
    /// Index of the piece.
    pub piece: usize,
    /// Byte range of its move description.
    pub span: std::ops::Range<usize>,
    /// What is wrong.
    pub message: String,
}

impl Tables {
    /// Unrolls all pieces of a variant.
    ///
    /// # Errors
    /// A movement that the tables cannot hold yet, or that unrolls beyond their limit.
    pub fn new(variant: &Variant) -> Result<Self, TableError> {
        let _ = variant;
        todo!()
    }
}
