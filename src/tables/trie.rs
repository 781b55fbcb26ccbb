//! Merging of movements that begin with the same legs, so that common beginnings are unrolled once.

use crate::notation::flames::Flames;
use crate::notation::legs::{Initial, Leg, Movement, MovementKind, UniversalLeap};

/// A leg and the legs that may follow it.
#[derive(Debug)]
pub struct Stem<'a> {
    /// The leg.
    pub leg: &'a Leg,
    /// Whether a movement ends with this leg.
    pub last: bool,
    /// Legs that come next.
    pub next: Vec<Stem<'a>>,
}

/// What the movements of a bundle have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BundleKey {
    /// When they are available.
    pub initial: Initial,
    /// Whether `morph` does not apply.
    pub quoted: bool,
    /// Whether some leg unloads.
    pub unloads: bool,
    /// Index of its flames in [`FlameSets`].
    pub burn: Option<u16>,
}

/// All walks and universal leaps of a piece that are available under the same conditions.
#[derive(Debug)]
pub struct Bundle<'a> {
    /// Their conditions.
    pub key: BundleKey,
    /// Whether some leg may not revisit squares.
    pub fresh: bool,
    /// First legs.
    pub stems: Vec<Stem<'a>>,
    /// Universal leaps.
    pub universal: Vec<UniversalLeap>,
}

/// The distinct flames of a variant: sets of captures made where a move ends.
#[derive(Debug, Default)]
pub struct FlameSets(Vec<Flames>);

impl FlameSets {
    /// Collects the flames of these movements.
    pub fn of<'m>(movements: impl Iterator<Item = &'m Movement>) -> Self {
        let mut flames = Self::default();
        for movement in movements {
            if !movement.flames.is_empty() && flames.number(movement).is_none() {
                flames.0.push(movement.flames.clone());
            }
        }
        flames
    }
    /// Index of a movement's flames in [`Self::sets`]; `None` without flames.
    pub fn number(&self, movement: &Movement) -> Option<u16> {
        self.0.iter().position(|flames| *flames == movement.flames).map(|index| index as u16)
    }
    /// All flames.
    pub fn sets(&self) -> &[Flames] {
        &self.0
    }
}

/// Merges the walks of a piece.
pub fn bundles<'a>(movements: &'a [Movement], flames: &FlameSets) -> Vec<Bundle<'a>> {
    let mut bundles: Vec<Bundle<'a>> = Vec::new();
    for movement in movements {
        let legs = match &movement.kind {
            MovementKind::Walk(legs) => &legs[..],
            MovementKind::Universal(_) => &[],
            _ => continue,
        };
        let unloads = movement.unloads();
        let fresh = legs.iter().any(|leg| leg.fresh);
        let (initial, quoted, burn) = (movement.initial, movement.quoted, flames.number(movement));
        let key = BundleKey { initial, quoted, unloads, burn };
        let index = bundles.iter().position(|bundle| bundle.key == key).unwrap_or_else(|| {
            bundles.push(Bundle { key, fresh: false, stems: Vec::new(), universal: Vec::new() });
            bundles.len() - 1
        });
        let bundle = &mut bundles[index];
        bundle.fresh |= fresh;
        insert(&mut bundle.stems, legs);
        if let MovementKind::Universal(leap) = movement.kind {
            bundle.universal.push(leap);
        }
    }
    bundles
}

fn insert<'a>(stems: &mut Vec<Stem<'a>>, legs: &'a [Leg]) {
    let Some((first, rest)) = legs.split_first() else { return };
    let index = stems.iter().position(|stem| stem.leg == first).unwrap_or_else(|| {
        stems.push(Stem { leg: first, last: false, next: Vec::new() });
        stems.len() - 1
    });
    let stem = &mut stems[index];
    stem.last |= rest.is_empty();
    insert(&mut stem.next, rest);
}
