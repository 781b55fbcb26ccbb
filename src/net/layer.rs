//! The weights of a net and its arithmetic.

/// Hidden values are integers in units of `1 / QA`, clipped to 0..=QA.
pub const QA: i16 = 255;
/// Output weights are integers in units of `1 / QB`.
pub const QB: i16 = 64;
/// Sets of output weights, chosen by the phase of the game.
pub const BUCKETS: usize = 4;
/// Supported numbers of hidden values.
pub const HIDDEN_SIZES: [usize; 4] = [16, 32, 64, 128];

/// Quantised weights in the order of the file.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct LayerWeights {
    /// Number of hidden values per side.
    pub hidden: usize,
    /// `[feature][hidden]`
    pub rows: Vec<i16>,
    /// `[hidden]`
    pub bias: Vec<i16>,
    /// `[bucket][side to move, opponent][hidden]`
    pub output: Vec<i16>,
    /// `[bucket]`: in units of `1 / (QA * QA * QB)`.
    pub output_bias: Vec<i32>,
    /// Centipawns per unit of the output, in 256ths.
    pub scale: i32,
    /// Whether the output is added to the terms of the evaluation instead of replacing them.
    pub keeps_terms: bool,
}

impl LayerWeights {
    /// Whether the lengths fit a number of features.
    pub fn fits(&self, features: usize) -> bool {
        HIDDEN_SIZES.contains(&self.hidden)
            && self.rows.len() == features * self.hidden
            && self.bias.len() == self.hidden
            && self.output.len() == BUCKETS * 2 * self.hidden
            && self.output_bias.len() == BUCKETS
    }
}

/// Weights with the number of hidden values fixed at compile time.
#[derive(Clone, Debug)]
pub(crate) struct HiddenLayer<const H: usize> {
    rows: Box<[[i16; H]]>,
    pub(crate) bias: [i16; H],
    output: Box<[[[i16; H]; 2]]>,
    output_bias: Box<[i32]>,
    scale: i64,
}

impl<const H: usize> HiddenLayer<H> {
    fn new(weights: &LayerWeights) -> Self {
        let chunk = |values: &[i16]| std::array::from_fn(|i| values[i]);
        Self {
            rows: weights.rows.chunks_exact(H).map(chunk).collect(),
            bias: chunk(&weights.bias),
            output: weights.output.chunks_exact(2 * H).map(|both| [chunk(both), chunk(&both[H..])]).collect(),
            output_bias: weights.output_bias.clone().into(),
            scale: i64::from(weights.scale),
        }
    }
    /// Adds the row of a feature.
    #[inline(always)]
    pub(crate) fn add(&self, values: &mut [i16; H], feature: u32) {
        let row = &self.rows[feature as usize];
        for i in 0..H {
            values[i] = values[i].wrapping_add(row[i]);
        }
    }
    /// Subtracts the row of a feature.
    #[inline(always)]
    pub(crate) fn subtract(&self, values: &mut [i16; H], feature: u32) {
        let row = &self.rows[feature as usize];
        for i in 0..H {
            values[i] = values[i].wrapping_sub(row[i]);
        }
    }
    /// Sets `values` to `before` with one feature added and one removed, the usual change of a move.
    #[inline(always)]
    pub(crate) fn replace(&self, values: &mut [i16; H], before: &[i16; H], added: u32, removed: u32) {
        let (plus, minus) = (&self.rows[added as usize], &self.rows[removed as usize]);
        for i in 0..H {
            values[i] = before[i].wrapping_add(plus[i]).wrapping_sub(minus[i]);
        }
    }
    /// Returns the output in centipawns for hidden values of the side to move and of the opponent.
    #[inline(always)]
    pub(crate) fn output(&self, [own, enemy]: [&[i16; H]; 2], bucket: usize) -> i32 {
        let weights = &self.output[bucket];
        let sum = i64::from(squared_sum(own, &weights[0])) + i64::from(squared_sum(enemy, &weights[1]));
        let sum = sum + i64::from(self.output_bias[bucket]);
        (sum * self.scale / (i64::from(QA) * i64::from(QA) * i64::from(QB) * 256)) as i32
    }
}

/// Sum of the clipped and squared values times their weights.
///
/// PERF: a clipped value times a weight of at most 127 fits 16 bits, so that the products are summed in pairs by one
/// instruction.
#[inline(always)]
fn squared_sum<const H: usize>(values: &[i16; H], weights: &[i16; H]) -> i32 {
    let mut sum = 0_i32;
    for i in 0..H {
        let value = values[i].clamp(0, QA);
        sum = sum.wrapping_add(i32::from(value) * i32::from(value.wrapping_mul(weights[i])));
    }
    sum
}

/// A hidden layer of one of the supported sizes.
#[derive(Clone, Debug)]
pub(crate) enum Layers {
    H16(HiddenLayer<16>),
    H32(HiddenLayer<32>),
    H64(HiddenLayer<64>),
    H128(HiddenLayer<128>),
}

impl Layers {
    pub(crate) fn new(weights: &LayerWeights, features: usize) -> Option<Self> {
        let fits = weights.fits(features);
        match weights.hidden {
            _ if !fits => None,
            16 => Some(Self::H16(HiddenLayer::new(weights))),
            32 => Some(Self::H32(HiddenLayer::new(weights))),
            64 => Some(Self::H64(HiddenLayer::new(weights))),
            128 => Some(Self::H128(HiddenLayer::new(weights))),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two features; one hidden value of each side counts, in centipawns at most 100 for each.
    fn weights() -> LayerWeights {
        let mut output = vec![0; BUCKETS * 2 * 16];
        (output[0], output[16]) = (QB, -QB);
        LayerWeights {
            hidden: 16,
            rows: [vec![3; 16], vec![5; 16]].concat(),
            bias: vec![7; 16],
            output,
            output_bias: vec![0, i32::from(QA) * i32::from(QA) * i32::from(QB), 0, 0],
            scale: 256 * 100,
            keeps_terms: false,
        }
    }

    #[test]
    fn lengths_must_fit() {
        assert!(weights().fits(2));
        assert!(!weights().fits(3));
        assert!(!LayerWeights { hidden: 17, ..weights() }.fits(2));
        assert!(!LayerWeights { output_bias: vec![0; 3], ..weights() }.fits(2));
        assert!(Layers::new(&weights(), 2).is_some() && Layers::new(&weights(), 1).is_none());
    }

    #[test]
    fn rows_are_added_and_subtracted() {
        let layer = HiddenLayer::<16>::new(&weights());
        let mut values = layer.bias;
        layer.add(&mut values, 1);
        assert_eq!(values, [12; 16]);
        let mut other = [0; 16];
        layer.replace(&mut other, &values, 0, 1);
        assert_eq!(other, [10; 16]);
        layer.subtract(&mut other, 0);
        assert_eq!(other, layer.bias);
    }

    /// Values are clipped to 0..=QA and squared; the opponent's have their own weights; each bucket has its bias.
    #[test]
    fn outputs_are_in_centipawns() {
        let layer = HiddenLayer::<16>::new(&weights());
        let (mut large, mut negative) = ([0; 16], [0; 16]);
        (large[0], negative[0]) = (QA + 45, -5);
        assert_eq!(layer.output([&large, &negative], 0), 100);
        assert_eq!(layer.output([&negative, &large], 0), -100);
        assert_eq!(layer.output([&large, &large], 0), 0);
        assert_eq!(layer.output([&negative, &negative], 1), 100);
        // Half the value has a quarter of the weight.
        large[0] = QA / 2;
        assert_eq!(layer.output([&large, &negative], 0), 24);
    }
}
