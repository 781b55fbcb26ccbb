//! Levels of play: how many nodes a level searches and how far it strays from the best move.
//!
//! The constants come from matches of levels against each other: `docs/strength.md`, "Levels".

use super::options::Settings;
use super::variety::Variety;
use crate::board::Color;
use crate::position::game::Role;
use crate::position::{Game, Position};

/// The highest level: full strength.
pub const HIGHEST: i64 = 20;
/// Elo from one level to the next.
const STEP_ELO: i64 = 100;
/// Elo of level 0 in chess.
pub const LEAST_ELO: i64 = 500;
/// Elo of the highest level that is limited.
pub const MOST_ELO: i64 = LEAST_ELO + (HIGHEST - 1) * STEP_ELO;

/// Elo that is set before the user chooses one.
pub const DEFAULT_ELO: i64 = 1500;

/// Nodes for a move at every level below the highest.
const NODES: [f64; HIGHEST as usize] = [
    10.0, 20.0, 35.0, 60.0, 90.0, 130.0, 180.0, 250.0, 350.0, 500.0, 700.0, 950.0, 1300.0, 1800.0, 2500.0,
    3500.0, 5000.0, 7500.0, 11000.0, 16000.0,
];
/// Temperature of [`Variety`], centipawns of chess.
const TEMPERATURE: [f64; HIGHEST as usize] = [
    200.0, 170.0, 145.0, 120.0, 100.0, 85.0, 70.0, 58.0, 48.0, 40.0, 33.0, 27.0, 22.0, 18.0, 15.0, 12.0,
    10.0, 8.0, 6.0, 5.0,
];

/// How strong the engine plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// Nodes for a move; `None`: as many as there is time for.
    pub nodes: Option<u64>,
    /// Choice among the moves that the search has found.
    pub variety: Variety,
}

impl Strength {
    /// What the settings ask for in this game: the level, or the Elo that stands for one, then the limits set by hand.
    pub fn of(settings: &Settings, scale: f64) -> Self {
        let level = match settings.limit_strength {
            true => (settings.elo - LEAST_ELO) as f64 / STEP_ELO as f64,
            false => settings.level as f64,
        };
        let of_level = Self::at(level, scale);
        let nodes = [of_level.nodes, settings.nodes].into_iter().flatten().min();
        Self { nodes, variety: of_level.variety.or(Variety::up_to(settings.noise)) }
    }

    /// A level, also between two whole ones; `scale` is that of the game.
    fn at(level: f64, scale: f64) -> Self {
        if level > (HIGHEST - 1) as f64 {
            return Self { nodes: None, variety: Variety::default() };
        }
        let temperature = between(&TEMPERATURE, level) * scale;
        let variety = Variety::at(temperature);
        Self { nodes: Some(between(&NODES, level) as u64), variety }
    }
}

/// The value of a table at a level: on a logarithmic scale between two rows.
fn between(table: &[f64], level: f64) -> f64 {
    let low = (level.max(0.0) as usize).min(table.len() - 1);
    let high = (low + 1).min(table.len() - 1);
    table[low] * (table[high] / table[low]).powf(level - low as f64)
}

/// Mean value of the pieces of chess at the start, centipawns.
const MEAN_OF_CHESS: f64 = 250.0;

/// How much more a centipawn means in this game than in chess: by the mean value of the pieces at the start.
pub fn scale(game: &Game) -> f64 {
    let start = Position::start(game);
    let kinds = Color::BOTH.into_iter().flat_map(|color| game.tables.kinds_of(color));
    let (mut sum, mut count) = (0, 0);
    for kind in kinds {
        let weights = &game.weights;
        let (value, traits) = (weights.typical.get(kind.index()), weights.traits.get(kind.index()));
        if traits.is_some_and(|traits| traits.role != Role::Royal) {
            let pieces = i64::from(start.count(kind));
            sum += value.map_or(0, |&value| i64::from(value)) * pieces;
            count += pieces;
        }
    }
    if sum <= 0 { 1.0 } else { (sum as f64 / count as f64 / MEAN_OF_CHESS).clamp(0.25, 4.0) }
}
