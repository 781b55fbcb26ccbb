//! Collects the movements of a description, duplicates dropped.

use crate::notation::ast::MoveAst;
use crate::notation::error::{ErrorKind, Result, check_count};
use crate::notation::flames::Flames;
use crate::notation::legs::{Initial, MAX_MOVEMENTS, Movement, MovementKind};
use fxhash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// A movement without its span and `must_promote`.
pub(in super::super) type MovementKey = (MovementKind, Initial, bool, Flames);

/// Movements and their numbers.
pub(in super::super) type Numbered = FxHashMap<MovementKey, usize>;

/// Returns the key that identifies a movement.
pub(in super::super) fn key(movement: &Movement) -> MovementKey {
    (movement.kind.clone(), movement.initial, movement.quoted, movement.flames.clone())
}

/// The movements found so far.
#[derive(Default)]
pub(super) struct Collector<'k> {
    pub(super) movements: Vec<Movement>,
    pub(super) known: FxHashSet<MovementKey>,
    /// If set, any movement outside this set ends the expansion.
    pub(super) among: Option<&'k Numbered>,
    /// Movements beyond the limit, counted but not kept.
    pub(super) excess: usize,
    pub(super) span: Range<usize>,
    pub(super) quoted: bool,
    pub(super) flames: Flames,
}

impl Collector<'_> {
    /// Maximum number of excess movements that are counted.
    const MAX_EXCESS: usize = 16 * MAX_MOVEMENTS;

    /// Starts the next move of the description.
    pub(super) fn begin(&mut self, movement: &MoveAst) -> Result<()> {
        self.check()?;
        self.span = movement.span.clone();
        self.quoted = movement.atom.quote.is_some();
        self.flames = Flames::default();
        Ok(())
    }

    pub(super) fn check(&self) -> Result<()> {
        check_count(self.movements.len() + self.excess, &self.span)
    }

    pub(super) fn add(&mut self, kind: MovementKind, initial: Initial) -> Result<()> {
        let key = (kind, initial, self.quoted, self.flames.clone());
        if self.known.contains(&key) {
            return Ok(());
        }
        if self.among.is_some_and(|wanted| !wanted.contains_key(&key)) {
            return Err(ErrorKind::NothingResults.over(self.span.clone()));
        }
        if self.movements.len() == MAX_MOVEMENTS {
            self.excess += 1;
            return if self.excess < Self::MAX_EXCESS { Ok(()) } else { self.check() };
        }
        let (kind, initial, quoted, _) = key.clone();
        self.known.insert(key);
        let (flames, span) = (self.flames.clone(), self.span.clone());
        self.movements.push(Movement { kind, initial, quoted, must_promote: false, flames, span });
        Ok(())
    }
}
