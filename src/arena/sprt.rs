//! Sequential probability ratio test: decides when a match can stop.
//!
//! CITE: M. Van den Bergh, "A Practical Introduction to the GSPRT" (the generalized test): the log-likelihood ratio is
//! that of the two distributions which fit the results best among those with the expected score of either hypothesis;
//! the bounds are Wald's.

use super::stats::{Outcomes, expected};

/// Count assumed for outcomes that have not occurred, so that the likelihood is defined.
const UNSEEN: f64 = 1e-3;
/// Steps of the bisection.
const STEPS: usize = 100;

/// Two hypotheses about the Elo difference (logistic), and the error rates.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// Elo of the null hypothesis.
    pub elo0: f64,
    /// Elo of the alternative hypothesis.
    pub elo1: f64,
    /// Probability of accepting `elo1` when `elo0` is true.
    pub alpha: f64,
    /// Probability of accepting `elo0` when `elo1` is true.
    pub beta: f64,
}

/// Result of the test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtVerdict {
    /// `elo0` is accepted.
    H0,
    /// `elo1` is accepted.
    H1,
    /// More games are needed.
    Open,
}

impl Sprt {
    /// Returns Wald's bounds for the log-likelihood ratio: `ln(beta / (1 - alpha))` and `ln((1 - beta) / alpha)`.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }
    /// Computes the generalized log-likelihood ratio.
    pub fn llr<const N: usize>(&self, outcomes: &Outcomes<N>) -> f64 {
        if outcomes.total() == 0 {
            return 0.0;
        }
        let counts = outcomes.0.map(|count| if count == 0 { UNSEEN } else { f64::from(count) });
        let total: f64 = counts.iter().sum();
        let observed = counts.map(|count| count / total);
        let null = closest(&observed, expected(self.elo0));
        let alternative = closest(&observed, expected(self.elo1));
        let ratios = null.iter().zip(&alternative).map(|(p0, p1)| (p1 / p0).ln());
        counts.iter().zip(ratios).map(|(count, ratio)| count * ratio).sum()
    }
    /// Evaluates the test.
    pub fn verdict<const N: usize>(&self, outcomes: &Outcomes<N>) -> SprtVerdict {
        let (low, high) = self.bounds();
        match self.llr(outcomes) {
            llr if llr <= low => SprtVerdict::H0,
            llr if llr >= high => SprtVerdict::H1,
            _ => SprtVerdict::Open,
        }
    }
}

/// Returns the distribution with mean `mean` under which the observed one is likeliest: `p_i / (1 + t (a_i - mean))`,
/// where `t` is the root of `sum p_i (a_i - mean) / (1 + t (a_i - mean))`, a decreasing function.
fn closest<const N: usize>(observed: &[f64; N], mean: f64) -> [f64; N] {
    let distance = |i: usize| Outcomes::<N>::value(i) - mean;
    let slope = |t: f64| -> f64 {
        observed.iter().enumerate().map(|(i, p)| p * distance(i) / (1.0 + t * distance(i))).sum()
    };
    // Between the poles of the outermost outcomes.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..STEPS {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let t = f64::midpoint(low, high);
    std::array::from_fn(|i| observed[i] / (1.0 + t * distance(i)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::stats::{Pentanomial, Trinomial};

    const fn test(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    fn near(value: f64, expected: f64) {
        assert!((value - expected).abs() <= 0.01 * expected.abs().max(0.5), "{value} for {expected}");
    }

    /// Values of fastchess for the logistic model (its `tests/sprt_test.cpp`), accurate to one per cent.
    #[test]
    fn agrees_with_published_ratios() {
        near(test(0.5, 2.5).llr(&Outcomes([223, 9863, 21279, 10037, 246])), -3.07);
        near(test(0.0, 2.0).llr(&Outcomes([871, 26175, 55983, 26678, 821])), -4.98);
        near(test(0.5, 2.5).llr(&Outcomes([21184, 40708, 21404])), -1.57);
        near(test(0.0, 2.0).llr(&Outcomes([57030, 106_593, 57433])), -2.59);
    }

    /// Wald, Sequential Analysis: error rates of 5 % and 5 % give bounds of -2.944 and 2.944.
    #[test]
    fn bounds_are_walds() {
        let (low, high) = test(0.0, 5.0).bounds();
        near(low, -2.944);
        near(high, 2.944);
    }

    #[test]
    fn one_sided_results_decide() {
        let sprt = test(0.0, 10.0);
        assert_eq!(sprt.verdict(&Pentanomial::default()), SprtVerdict::Open);
        assert_eq!(sprt.verdict(&Outcomes([0, 0, 0, 0, 400])), SprtVerdict::H1);
        assert_eq!(sprt.verdict(&Outcomes([400, 0, 0, 0, 0])), SprtVerdict::H0);
        assert_eq!(sprt.verdict(&Trinomial::default()), SprtVerdict::Open);
        assert!(sprt.llr(&Outcomes([0, 0, 1, 0, 0])).is_finite());
    }
}
