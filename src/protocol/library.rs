//! The variants that a session can play, made ready when asked for.

use super::dialect::Dialect;
use super::names;
use crate::eval;
use crate::position::Game;
use crate::variant::Variant;
use std::sync::Arc;

/// A variant ready to be played.
#[derive(Clone, Debug)]
pub struct Ready {
    /// The rules, with weights for the evaluation.
    pub game: Arc<Game>,
    /// What XBoard is told about it.
    pub dialect: Arc<Dialect>,
}

/// Number of variants kept ready: XBoard asks for the same one before every game.
const KEPT: usize = 3;

/// Variants by name.
#[derive(Debug)]
pub struct Library {
    variants: Vec<Variant>,
    home: usize,
    offered: Vec<String>,
    ready: Vec<(usize, Ready)>,
    /// Number from which arrays are shuffled; 0: each time another.
    seed: u64,
}

impl Library {
    /// All of `variants` on offer, the first of them the one that `new` sets up.
    pub fn all(variants: Vec<Variant>) -> Self {
        let shown = variants.iter().filter(|v| names::is_shown(v));
        // Standard names first: XBoard looks for the first occurrence of a name in the text of the list.
        let (mut standard, own): (Vec<_>, Vec<_>) =
            shown.map(|v| (names::known_as(v).is_none(), names::offered(v))).partition(|n| !n.0);
        standard.extend(own);
        let mut offered: Vec<String> = Vec::new();
        for (_, name) in standard {
            if !offered.contains(&name) {
                offered.push(name);
            }
        }
        Self { variants, home: 0, offered, ready: Vec::new(), seed: 0 }
    }

    /// Arrays are shuffled from this number; 0: each time from another.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.reshuffle();
    }

    /// Forgets the arrays that were shuffled. All requests in between get the same: the GUI asks several times before a game.
    fn reshuffle(&mut self) {
        let variants = &self.variants;
        self.ready.retain(|&(index, _)| !variants.get(index).is_some_and(Variant::shuffles));
    }

    /// `home` is the only one on offer, so that the GUI chooses it; `others` are played when asked for by name.
    pub fn only(home: Variant, others: Vec<Variant>) -> Self {
        let offered = vec![names::offered(&home)];
        let mut variants = vec![home];
        variants.extend(others);
        Self { variants, home: 0, offered, ready: Vec::new(), seed: 0 }
    }

    /// Names for `feature variants`, in the order of the list.
    pub fn offered(&self) -> &[String] {
        &self.offered
    }

    /// The variant that `new` sets up.
    ///
    /// # Errors
    /// Its tables cannot be built.
    pub fn home(&mut self) -> Result<Ready, String> {
        self.make(self.home)
    }

    /// The variant of that name: as offered, its own name, or an alias.
    ///
    /// # Errors
    /// There is none, or its tables cannot be built.
    pub fn find(&mut self, name: &str) -> Result<Ready, String> {
        let by_offer = self.variants.iter().position(|v| names::offered(v) == name);
        let is = |known: &String| known.eq_ignore_ascii_case(name);
        let by_name = || self.variants.iter().position(|v| is(&v.name) || v.aliases.iter().any(is));
        let index = by_offer.or_else(by_name).ok_or_else(|| format!("no variant {name}"))?;
        self.make(index)
    }

    fn make(&mut self, index: usize) -> Result<Ready, String> {
        if let Some((_, ready)) = self.ready.iter().find(|r| r.0 == index) {
            return Ok(ready.clone());
        }
        let mut variant = self.variants.get(index).ok_or("no variant")?.clone().in_xboard();
        // What XBoard knows by name it shuffles itself.
        let shuffles = variant.shuffles() && names::known_as(&variant).is_none();
        if shuffles {
            variant = variant.shuffled(if self.seed > 0 { self.seed } else { chance() });
        }
        let dialect = Arc::new(Dialect::new(&variant));
        let game = Game::new(variant).map_err(|error| error.message)?;
        let weights = eval::weights(&game);
        let ready = Ready { game: Arc::new(game.with_weights(weights)), dialect };
        if self.ready.len() == KEPT {
            self.ready.remove(0);
        }
        self.ready.push((index, ready.clone()));
        Ok(ready)
    }
}

/// A number that is another one each time.
fn chance() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::collections::hash_map::RandomState::new().build_hasher().finish()
}
