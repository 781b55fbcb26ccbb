//! Levels of play: nodes per move and random deviation from the best move.
//!
//! The constants come from matches between levels: `docs/strength.md`, "Levels".

use super::move_choice::Variety;
use super::options::{Id, Settings};
use crate::board::Color;
use crate::position::{Game, Position};
use crate::search::Score;
use crate::values::EvalRole;

/// The highest level: full strength.
pub const HIGHEST: i64 = 20;
/// Elo difference between levels.
const STEP_ELO: i64 = 100;
/// Elo of level 0.
pub const MIN_ELO: i64 = 500;
/// Elo of the highest limited level.
pub const MAX_ELO: i64 = MIN_ELO + (HIGHEST - 1) * STEP_ELO;
/// Default Elo.
pub const DEFAULT_ELO: i64 = 1500;

/// The calibration, weakest first: Elo, nodes per move with about as many legal moves as in chess (the first iteration
/// is always completed), temperature of [`Variety`] in centipawns of chess.
#[rustfmt::skip]
const CURVE: &[(f64, f64, f64)] = &[
    (500.0, 1.0, 500.0), (738.0, 1.0, 180.0), (835.0, 1.0, 90.0), (985.0, 1.0, 40.0), (1042.0, 100.0, 25.0),
    (1065.0, 200.0, 20.0), (1118.0, 400.0, 16.0), (1228.0, 700.0, 13.0), (1377.0, 1100.0, 10.0),
    (1560.0, 1700.0, 8.0), (1732.0, 2600.0, 6.0), (1902.0, 4000.0, 5.0), (2070.0, 6000.0, 4.0),
    (2235.0, 9000.0, 3.0), (2400.0, 13000.0, 2.0),
];

/// Strength of play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// Nodes per move; `None`: limited by time only.
    pub nodes: Option<u64>,
    /// Random choice among the lines that the search has found.
    pub variety: Variety,
}

impl Strength {
    /// The strength that the settings request in a position with this many legal moves: the level, or the Elo that
    /// replaces it, then the explicit limits. `scale` is that of the game.
    pub fn of(settings: &Settings, scale: f64, moves: usize) -> Self {
        let level = settings.number(Id::SkillLevel);
        let elo = match settings.is_on(Id::LimitStrength) {
            true => Some(settings.number(Id::Elo)),
            false => (level < HIGHEST).then_some(MIN_ELO + level * STEP_ELO),
        };
        let limited = elo.map_or(Self::FULL, |elo| Self::at(elo as f64, scale, moves));
        let nodes = [limited.nodes, settings.nodes()].into_iter().flatten().min();
        Self { nodes, variety: limited.variety.or(Variety::up_to(settings.number(Id::Noise) as Score)) }
    }

    const FULL: Self = Self { nodes: None, variety: Variety::NONE };

    /// The settings for an Elo: interpolates logarithmically between two rows of the curve.
    fn at(elo: f64, scale: f64, moves: usize) -> Self {
        let above = CURVE.iter().position(|row| row.0 >= elo).unwrap_or(CURVE.len() - 1);
        let (low, high) = (CURVE[above.saturating_sub(1)], CURVE[above]);
        let part = if low.0 < high.0 { ((elo - low.0) / (high.0 - low.0)).clamp(0.0, 1.0) } else { 0.0 };
        let between = |low: f64, high: f64| low * (high / low).powf(part);
        // Converts a node count of chess to one that gives the same depth with this many legal moves.
        let breadth = ((moves.max(1) as f64).ln() / MOVES_OF_CHESS.ln()).clamp(1.0, 1.4);
        let nodes = between(low.1, high.1).powf(breadth).round();
        let temperature = between(low.2, high.2) * scale;
        Self { nodes: Some(nodes as u64), variety: Variety::at(temperature) }
    }
}

/// Legal moves of a typical middle-game position in chess.
const MOVES_OF_CHESS: f64 = 36.0;

/// Mean piece value in the array of chess, centipawns.
const MEAN_OF_CHESS: f64 = 274.0;

/// Value of a centipawn relative to chess: the ratio of the mean piece values in the array.
pub fn scale(game: &Game) -> f64 {
    let start = Position::start(game);
    let kinds = Color::BOTH.into_iter().flat_map(|color| game.tables.kinds_of(color));
    let (mut sum, mut count) = (0, 0);
    for kind in kinds.filter(|kind| game.weights.traits[kind.index()].role != EvalRole::Royal) {
        let pieces = i64::from(start.count(kind));
        sum += i64::from(game.weights.endgame_value[kind.index()]) * pieces;
        count += pieces;
    }
    if sum <= 0 { 1.0 } else { (sum as f64 / count as f64 / MEAN_OF_CHESS).clamp(0.25, 4.0) }
}

#[cfg(test)]
mod tests {
    use super::super::options::Value;
    use super::*;
    use crate::variant::catalogue;

    fn settings(values: &[(Id, i64)]) -> Settings {
        let mut settings = Settings::default();
        values.iter().for_each(|&(id, number)| settings.set(id, &Value::Number(number)));
        settings
    }

    fn strength(level: i64, scale: f64, moves: usize) -> Strength {
        Strength::of(&settings(&[(Id::SkillLevel, level)]), scale, moves)
    }

    #[test]
    fn each_level_searches_more_and_varies_less_than_the_one_below() {
        for (scale, moves) in [(1.0, 30), (0.6, 5), (2.0, 120)] {
            for level in 0..HIGHEST - 1 {
                let (low, high) = (strength(level, scale, moves), strength(level + 1, scale, moves));
                assert!(low.nodes <= high.nodes && high.nodes.is_some(), "{level}");
                assert!(low.variety.temperature >= high.variety.temperature, "{level}");
                assert!(low.nodes < high.nodes || low.variety != high.variety, "{level}");
            }
            assert_eq!(strength(HIGHEST, scale, moves), Strength::FULL);
        }
    }

    #[test]
    fn elo_stands_for_levels() {
        for level in [0, 7, HIGHEST - 1] {
            let elo = MIN_ELO + level * STEP_ELO;
            let by_elo = settings(&[(Id::LimitStrength, 1), (Id::Elo, elo)]);
            assert_eq!(Strength::of(&by_elo, 1.0, 30), strength(level, 1.0, 30));
        }
        // Explicit settings weaken a level further.
        let weaker = settings(&[(Id::SkillLevel, 19), (Id::LimitNodes, 5), (Id::Noise, 400)]);
        let weaker = Strength::of(&weaker, 1.0, 30);
        assert_eq!((weaker.nodes, weaker.variety), (Some(5), Variety::up_to(400)));
    }

    #[test]
    fn the_scale_follows_the_piece_values() {
        let scale = |name: &str| {
            let variant = catalogue::find(name).expect(name).variant.clone();
            scale(&Game::new(variant).expect(name))
        };
        assert!((scale("chess") - 1.0).abs() < 0.02, "{}", scale("chess"));
        // Nine of the sixteen are Soldiers, Elephants and Advisors.
        assert!((0.4..0.9).contains(&scale("xiangqi")));
    }
}
