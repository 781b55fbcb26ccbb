//! The file format of learned evaluations.
//!
//! All numbers are little-endian: magic, format version, header, weights of the piece-square score, layers of the net
//! if there is one, and a checksum of everything before it. A file with only the first part holds a linear fit.

use super::layer::{BUCKETS, HIDDEN_SIZES, LayerWeights};
use crate::values::Weights;
use std::hash::Hasher;
use std::path::Path;
use thiserror::Error;

/// The first bytes of a file.
const MAGIC: &[u8; 8] = b"GRIFFNET";
/// Version of the format.
const VERSION: u32 = 2;
/// The version without [`LayerWeights::keeps_terms`].
const FIRST_VERSION: u32 = 1;
/// Maximum size of a file, bytes.
pub const MAX_BYTES: usize = 64 << 20;
/// Longest name, bytes.
const LONGEST_NAME: usize = 255;

/// What a file says about itself.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct NetHeader {
    /// Name of the variant when it was learned.
    pub name: String,
    /// Hash of the rules, see [`super::rules_hash()`].
    pub rules_hash: u64,
    /// Number of features.
    pub features: u32,
    /// Number of games it was learned from.
    pub games: u64,
    /// Number of positions it was learned from.
    pub positions: u64,
    /// Elo gained over the estimate, tenths.
    pub elo: i32,
    /// Half of the 95 % interval of the Elo, tenths.
    pub elo_error: i32,
}

/// Learned weights of the piece-square score.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct LearnedWeights {
    /// `[kind * squares + square]`: (middle game, endgame).
    pub square: Vec<(i16, i16)>,
    /// `[kind]`: value in hand.
    pub hand: Vec<(i16, i16)>,
}

/// A learned evaluation.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct NetFile {
    /// What it says about itself.
    pub header: NetHeader,
    /// The piece-square score.
    pub weights: LearnedWeights,
    /// The net; `None` for a linear fit.
    pub layers: Option<LayerWeights>,
}

/// The first part of a file: its header and the sizes of what follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct NetPreface {
    version: u32,
    /// What the file says about itself.
    pub header: NetHeader,
    /// Number of hidden values per side; 0 without a net.
    hidden: usize,
    /// Number of weights of kinds on squares.
    pub squares: usize,
    /// Number of weights of kinds in hand.
    pub hands: usize,
}

impl NetPreface {
    /// Reads the preface of a file, and returns the rest of the file with it. Does not look at the checksum.
    ///
    /// # Errors
    /// The file is too short, or not a net of a known version.
    pub(super) fn read(bytes: &[u8]) -> Result<(Self, Input<'_>), NetError> {
        let content = bytes.strip_prefix(MAGIC).filter(|_| bytes.len() <= MAX_BYTES);
        let mut input = Input(content.ok_or(NetError::NotANet)?);
        let version = input.u32()?;
        if !(FIRST_VERSION..=VERSION).contains(&version) {
            return Err(NetError::Version(version));
        }
        let length = usize::from(input.u16()?);
        let name = String::from_utf8_lossy(input.take(length)?).into_owned();
        let header = NetHeader {
            name,
            rules_hash: input.u64()?,
            features: input.u32()?,
            games: input.u64()?,
            positions: input.u64()?,
            elo: input.u32()? as i32,
            elo_error: input.u32()? as i32,
        };
        let mut count = || input.u32().map(|count| count as usize);
        let (hidden, squares, hands) = (count()?, count()?, count()?);
        Ok((Self { version, header, hidden, squares, hands }, input))
    }
}

/// Reason why a file is not used.
#[derive(Debug, Error)]
pub enum NetError {
    /// It cannot be read.
    #[error("{0}")]
    Unreadable(std::io::Error),
    /// It is not a file of this kind.
    #[error("not a net of Griffon")]
    NotANet,
    /// It has an unknown version.
    #[error("format version {0} is not supported, only {FIRST_VERSION} to {VERSION}")]
    Version(u32),
    /// Its content is wrong.
    #[error("damaged: {0}")]
    Damaged(&'static str),
    /// It was learned with other rules.
    #[error("it was learned with other rules")]
    OtherRules,
}

impl LearnedWeights {
    /// Takes the weights of a game.
    pub fn of(weights: &Weights) -> Self {
        Self { square: weights.square.clone(), hand: weights.hand.clone() }
    }
    /// Replaces the weights of a game.
    ///
    /// # Errors
    /// They are for other pieces or another board.
    pub fn store(&self, weights: &mut Weights) -> Result<(), NetError> {
        if self.square.len() != weights.square.len() || self.hand.len() != weights.hand.len() {
            return Err(NetError::OtherRules);
        }
        weights.square.clone_from(&self.square);
        weights.hand.clone_from(&self.hand);
        Ok(())
    }
}

impl NetFile {
    /// Reads a file.
    ///
    /// # Errors
    /// It is missing, too large or damaged.
    pub fn open(path: &Path) -> Result<Self, NetError> {
        let size = std::fs::metadata(path).map_err(NetError::Unreadable)?;
        if !size.is_file() || size.len() > MAX_BYTES as u64 {
            return Err(NetError::NotANet);
        }
        Self::read(&std::fs::read(path).map_err(NetError::Unreadable)?)
    }
    /// Reads the content of a file.
    ///
    /// # Errors
    /// It is damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        let (preface, mut input) = NetPreface::read(bytes)?;
        let (content, sum) = bytes.split_last_chunk::<8>().ok_or(NetError::Damaged("too short"))?;
        if checksum(content) != u64::from_le_bytes(*sum) {
            return Err(NetError::Damaged("the checksum is wrong"));
        }
        let file = Self::read_content(&mut input, preface)?;
        match input.0.len() {
            8 => Ok(file),
            _ => Err(NetError::Damaged("wrong length")),
        }
    }
    fn read_content(input: &mut Input<'_>, preface: NetPreface) -> Result<Self, NetError> {
        let NetPreface { version, header, hidden, squares, hands } = preface;
        let weights = LearnedWeights { square: input.pairs(squares)?, hand: input.pairs(hands)? };
        let layers = match hidden {
            0 => None,
            hidden if HIDDEN_SIZES.contains(&hidden) => {
                let rows =
                    (header.features as usize).checked_mul(hidden).ok_or(NetError::Damaged("too large"))?;
                Some(LayerWeights {
                    hidden,
                    rows: input.numbers(rows)?,
                    bias: input.numbers(hidden)?,
                    output: input.numbers(2 * BUCKETS * hidden)?,
                    output_bias: (0..BUCKETS).map(|_| Ok(input.u32()? as i32)).collect::<Result<_, _>>()?,
                    scale: input.u32()? as i32,
                    keeps_terms: version > FIRST_VERSION && input.u32()? != 0,
                })
            }
            _ => return Err(NetError::Damaged("the size of the net is not supported")),
        };
        Ok(Self { header, weights, layers })
    }
    /// Returns the content of a file.
    pub fn write(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        let header = &self.header;
        let mut end = header.name.len().min(LONGEST_NAME);
        while !header.name.is_char_boundary(end) {
            end -= 1;
        }
        out.extend(VERSION.to_le_bytes());
        out.extend((end as u16).to_le_bytes());
        out.extend(&header.name.as_bytes()[..end]);
        out.extend(header.rules_hash.to_le_bytes());
        out.extend(header.features.to_le_bytes());
        out.extend(header.games.to_le_bytes());
        out.extend(header.positions.to_le_bytes());
        out.extend(header.elo.to_le_bytes());
        out.extend(header.elo_error.to_le_bytes());
        let hidden = self.layers.as_ref().map_or(0, |layers| layers.hidden);
        for count in [hidden, self.weights.square.len(), self.weights.hand.len()] {
            out.extend((count as u32).to_le_bytes());
        }
        for (middle, end) in self.weights.square.iter().chain(&self.weights.hand) {
            out.extend(middle.to_le_bytes());
            out.extend(end.to_le_bytes());
        }
        if let Some(layers) = &self.layers {
            let numbers = layers.rows.iter().chain(&layers.bias).chain(&layers.output);
            numbers.for_each(|number| out.extend(number.to_le_bytes()));
            layers.output_bias.iter().for_each(|number| out.extend(number.to_le_bytes()));
            out.extend(layers.scale.to_le_bytes());
            out.extend(u32::from(layers.keeps_terms).to_le_bytes());
        }
        let sum = checksum(&out);
        out.extend(sum.to_le_bytes());
        out
    }
}

/// A hash of some bytes, to find damage.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    let mut hasher = fxhash::FxHasher64::default();
    // The hash of the length separates contents that differ by zeros at the end.
    hasher.write_usize(bytes.len());
    hasher.write(bytes);
    crate::random::mix(hasher.finish())
}

/// The rest of a file.
pub(crate) struct Input<'a>(pub(crate) &'a [u8]);

impl<'a> Input<'a> {
    pub(crate) fn take(&mut self, length: usize) -> Result<&'a [u8], NetError> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or(NetError::Damaged("too short"))?;
        self.0 = rest;
        Ok(taken)
    }
    fn array<const N: usize>(&mut self) -> Result<[u8; N], NetError> {
        let (taken, rest) = self.0.split_first_chunk::<N>().ok_or(NetError::Damaged("too short"))?;
        self.0 = rest;
        Ok(*taken)
    }
    pub(crate) fn u8(&mut self) -> Result<u8, NetError> {
        self.array().map(u8::from_le_bytes)
    }
    pub(crate) fn u16(&mut self) -> Result<u16, NetError> {
        self.array().map(u16::from_le_bytes)
    }
    fn u32(&mut self) -> Result<u32, NetError> {
        self.array().map(u32::from_le_bytes)
    }
    pub(crate) fn u64(&mut self) -> Result<u64, NetError> {
        self.array().map(u64::from_le_bytes)
    }
    /// Reads numbers. Checks the length before it allocates.
    fn numbers(&mut self, count: usize) -> Result<Vec<i16>, NetError> {
        let bytes = self.take(count.checked_mul(2).ok_or(NetError::Damaged("too large"))?)?;
        Ok(bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect())
    }
    fn pairs(&mut self, count: usize) -> Result<Vec<(i16, i16)>, NetError> {
        let numbers = self.numbers(count.checked_mul(2).ok_or(NetError::Damaged("too large"))?)?;
        Ok(numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Rng;

    fn sample(hidden: usize) -> NetFile {
        let header =
            NetHeader { name: "größe".into(), features: 3, games: 7, elo: -55, ..NetHeader::default() };
        let weights = LearnedWeights { square: vec![(1, -2); 6], hand: vec![(9, 9); 2] };
        let layers = (hidden > 0).then(|| LayerWeights {
            hidden,
            rows: vec![5; 3 * hidden],
            bias: vec![-1; hidden],
            output: vec![3; 2 * BUCKETS * hidden],
            output_bias: vec![-9; BUCKETS],
            scale: 77,
            keeps_terms: hidden == 16,
        });
        NetFile { header, weights, layers }
    }

    #[test]
    fn what_is_written_is_read() {
        for hidden in [0, 16, 128] {
            let file = sample(hidden);
            assert_eq!(NetFile::read(&file.write()).expect("reads"), file);
        }
    }

    /// Files with random bytes changed, cut or added are refused without a panic, also if the checksum is right.
    #[test]
    fn damaged_files_are_refused() {
        let mut rng = Rng(5);
        let whole = sample(16).write();
        for length in 0..whole.len() {
            assert!(NetFile::read(&whole[..length]).is_err());
        }
        for _ in 0..5000 {
            let mut bytes = whole.clone();
            for _ in 0..1 + rng.below(4) {
                let at = rng.below(bytes.len());
                bytes[at] = rng.next_number() as u8;
            }
            if bytes != whole {
                assert!(NetFile::read(&bytes).is_err());
            }
            // With the right checksum only the structure protects.
            bytes.truncate(bytes.len() - 8 - rng.below(9));
            let sum = checksum(&bytes);
            bytes.extend(sum.to_le_bytes());
            let _ = NetFile::read(&bytes);
        }
        assert!(matches!(NetFile::read(b"GRIFFNOT"), Err(NetError::NotANet)));
        let mut newer = whole;
        newer[8] = 3;
        assert!(matches!(NetFile::read(&newer), Err(NetError::Version(3))));
    }
}
