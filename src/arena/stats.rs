//! Match statistics: score, Elo with error bars, likelihood of superiority.
//!
//! Games are played in pairs: the same opening with colours reversed. The two games of a pair are not independent, so
//! pairs are counted, not games, with five outcomes (the *pentanomial*). CITE: M. Van den Bergh, "Comments on
//! Normalized Elo" and "A Practical Introduction to the GSPRT": mean `m = sum p_i a_i` and variance
//! `v = sum p_i (a_i - m)^2` of the score of a pair on the scale 0 to 1; the mean of `n` pairs is normal with variance
//! `v / n`.

/// Quantile of the normal distribution that leaves 2.5 % on each side.
pub const TWO_SIGMA: f64 = 1.959_963_985;
/// Scores are kept this far from 0 and 1, where the Elo difference is infinite.
const EDGE: f64 = 1e-4;

/// Counts of outcomes with scores evenly spaced from 0 to 1: games (3) or pairs (5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcomes<const N: usize>(pub [u32; N]);

impl<const N: usize> Default for Outcomes<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

/// Games lost, drawn, won.
pub type Trinomial = Outcomes<3>;
/// Pairs by points scored: 0, 1/2, 1, 3/2, 2.
pub type Pentanomial = Outcomes<5>;

/// Estimated strength of the first engine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Expected score, 0 to 1.
    pub score: f64,
    /// Estimated Elo difference.
    pub elo: f64,
    /// Lower end of the 95 % interval, Elo.
    pub low: f64,
    /// Upper end of the 95 % interval, Elo.
    pub high: f64,
    /// Normalized Elo: the score above one half in standard deviations of a game, on a scale that equals Elo near 0 if
    /// no game is drawn. Comparable between variants with different shares of draws.
    pub normalized: f64,
    /// Probability that the first engine is stronger.
    pub los: f64,
}

impl<const N: usize> Outcomes<N> {
    /// Returns the number of observations.
    pub fn total(&self) -> u32 {
        self.0.iter().sum()
    }
    /// Returns the score of outcome `i`, 0 to 1.
    pub(super) fn value(i: usize) -> f64 {
        i as f64 / (N - 1) as f64
    }
    /// Returns the mean and variance of the score per observation; `None` without observations.
    pub fn moments(&self) -> Option<(f64, f64)> {
        let n = f64::from(self.total());
        if n == 0.0 {
            return None;
        }
        let sum = |f: &dyn Fn(f64) -> f64| -> f64 {
            self.0.iter().enumerate().map(|(i, &count)| f64::from(count) * f(Self::value(i))).sum()
        };
        let mean = sum(&|a| a) / n;
        Some((mean, sum(&|a| (a - mean).powi(2)) / n))
    }
    /// Returns the estimate; `None` without observations.
    ///
    /// Identical observations have variance 0, which would give no error bars. The variance is then taken as if half an
    /// observation had the neighbouring outcome.
    pub fn estimate(&self) -> Option<Estimate> {
        let (mean, variance) = self.moments()?;
        let n = f64::from(self.total());
        let least = (1.0 / (N - 1) as f64).powi(2) * 0.5 / n;
        let variance = variance.max(least);
        let deviation = (variance / n).sqrt();
        // The variance of a pair's mean score is half that of a game's, if its games are independent.
        let games_per_observation = if N == 3 { 1.0 } else { 2.0 };
        let per_game = (variance * games_per_observation).sqrt();
        let margin = TWO_SIGMA * deviation;
        Some(Estimate {
            score: mean,
            elo: elo(mean),
            low: elo(mean - margin),
            high: elo(mean + margin),
            normalized: 800.0 / std::f64::consts::LN_10 * (mean - 0.5) / per_game,
            los: normal((mean - 0.5) / deviation),
        })
    }
}

impl Estimate {
    /// Returns half the width of the 95 % interval, Elo.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// Converts an expected score to an Elo difference, `-400 log10(1 / score - 1)`; finite even for scores 0 and 1.
pub fn elo(score: f64) -> f64 {
    let score = score.clamp(EDGE, 1.0 - EDGE);
    // Avoids minus zero at an even score.
    -400.0 * (1.0 / score - 1.0).log10() + 0.0
}

/// Converts an Elo difference to an expected score, `1 / (1 + 10^(-elo / 400))`.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Cumulative distribution function of the standard normal distribution; error below 1e-7.
///
/// CITE: Abramowitz and Stegun, Handbook of Mathematical Functions, formula 26.2.17.
pub fn normal(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 5] =
        [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let polynomial = COEFFICIENTS.iter().rev().fold(0.0, |sum, c| (sum + c) * t);
    let tail = (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt() * polynomial;
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: f64, expected: f64, tolerance: f64) {
        assert!((value - expected).abs() <= tolerance, "{value} for {expected}");
    }

    /// FIDE Handbook, B.02, table 8.1a gives 0.64 for 102 by its (normal) formula. Logistic formula: A. Elo, The Rating
    /// of Chessplayers, 8.4: 100 points are 64 %, 200 are 76 %, 400 are 10 to 1.
    #[test]
    fn elo_and_score_are_inverse() {
        near(expected(100.0), 0.640, 0.0005);
        near(expected(200.0), 0.760, 0.0005);
        near(expected(400.0), 10.0 / 11.0, 1e-12);
        for difference in [-700.0, -33.0, 0.0, 12.5, 480.0] {
            near(elo(expected(difference)), difference, 1e-9);
        }
        assert_eq!(elo(0.5).to_bits(), 0f64.to_bits());
        assert!(elo(0.0).is_finite() && elo(1.0).is_finite());
    }

    /// Abramowitz and Stegun, table 26.1.
    #[test]
    fn normal_distribution() {
        for (x, p) in [(0.0, 0.5), (1.0, 0.841_344_746), (1.96, 0.975_002_105), (-2.0, 0.022_750_132)] {
            near(normal(x), p, 1e-7);
        }
    }

    #[test]
    fn pairs_have_smaller_errors_when_openings_decide() {
        // White wins every game, so every pair is level.
        let games = Outcomes([50, 0, 50]).estimate().expect("games");
        let pairs = Outcomes([0, 0, 50, 0, 0]).estimate().expect("pairs");
        assert_eq!((games.elo, pairs.elo), (0.0, 0.0));
        assert!(pairs.error() < games.error() / 4.0);
        near(games.los, 0.5, 1e-6);
    }

    /// By hand: 36 wins, 40 draws, 24 losses: mean 0.56, variance 0.1464, deviation of the mean 0.03826, so
    /// 0.485 to 0.635.
    #[test]
    fn error_bars_by_hand() {
        let estimate = Outcomes([24, 40, 36]).estimate().expect("games");
        near(estimate.score, 0.56, 1e-12);
        near(estimate.elo, 41.9, 0.05);
        near(estimate.low, -10.4, 0.1);
        near(estimate.high, 96.2, 0.1);
        near(estimate.los, 0.9416, 0.001);
    }

    #[test]
    fn no_games_give_no_estimate() {
        assert_eq!(Pentanomial::default().estimate(), None);
        let all = Outcomes([0, 0, 0, 0, 9]).estimate().expect("pairs");
        assert!(all.low > 100.0 && all.high.is_finite() && all.los > 0.99);
    }
}
