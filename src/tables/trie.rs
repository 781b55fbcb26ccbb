//! Merging of movements that begin with the same legs, so that common beginnings are unrolled once.

use crate::notation::flames::Flames;
use crate::notation::legs::{Initial, Landing, Leg, Movement, MovementKind};

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

/// All walks and universal leaps of a piece that are available under the same conditions.
#[derive(Debug)]
pub struct Bundle<'a> {
    /// When they are available.
    pub initial: Initial,
    /// Whether `morph` does not apply.
    pub quoted: bool,
    /// Whether some leg unloads.
    pub unloads: bool,
    /// Whether some leg may not revisit squares.
    pub fresh: bool,
    /// Index of its flames in [`FlameSets`].
    pub burn: Option<u16>,
    /// First legs.
    pub stems: Vec<Stem<'a>>,
    /// Universal leaps.
    pub universal: Vec<Landing>,
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
            MovementKind::Castle(_)
            | MovementKind::Drop(_)
            | MovementKind::Imitate(_)
            | MovementKind::Mirror(_) => continue,
        };
        let unloads = legs.iter().any(|leg| leg.unload || leg.gate);
        let fresh = legs.iter().any(|leg| leg.fresh);
        let key = (movement.initial, movement.quoted, unloads, flames.number(movement));
        let bundle = match bundles.iter().position(|b| (b.initial, b.quoted, b.unloads, b.burn) == key) {
            Some(index) => &mut bundles[index],
            None => {
                let (initial, quoted, unloads, burn) = key;
                let (stems, universal) = (Vec::new(), Vec::new());
                bundles.push(Bundle { initial, quoted, unloads, fresh: false, burn, stems, universal });
                bundles.last_mut().expect("just pushed")
            }
        };
        bundle.fresh |= fresh;
        insert(&mut bundle.stems, legs);
        if let MovementKind::Universal(landing) = movement.kind {
            bundle.universal.push(landing);
        }
    }
    bundles
}

fn insert<'a>(stems: &mut Vec<Stem<'a>>, legs: &'a [Leg]) {
    let Some((first, rest)) = legs.split_first() else { return };
    let stem = match stems.iter().position(|s| s.leg == first) {
        Some(index) => &mut stems[index],
        None => {
            stems.push(Stem { leg: first, last: false, next: Vec::new() });
            stems.last_mut().expect("just pushed")
        }
    };
    stem.last |= rest.is_empty();
    insert(&mut stem.next, rest);
}
