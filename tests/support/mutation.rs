//! Random mutations of inputs: cuts, repeats, swaps, splices and overwrites parts of the seeds in `tests/corpus/`.

use super::setting;
use griffon::random::{Rng, mix};
use std::path::Path;

/// Maximum length of an input, bytes.
const LONGEST: usize = 4000;

/// Creates the random generator of a target, seeded with `GRIFFON_FUZZ_SEED` (1).
pub fn rng(target: u64) -> Rng {
    Rng(mix(mix(setting("GRIFFON_FUZZ_SEED").unwrap_or(1)) ^ target))
}

/// Returns a random range within `0..=len`, usually a short one.
fn part(rng: &mut Rng, len: usize) -> std::ops::Range<usize> {
    let start = rng.below(len + 1);
    let most = if rng.one_in(4) { len } else { 6 };
    start..(start + rng.below(most + 1)).min(len)
}

/// Returns the seeds in `tests/corpus/{name}`: each file, or each of its lines.
pub fn corpus(name: &str, lines: bool) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(name);
    let mut files: Vec<_> =
        folder.read_dir().expect("the corpus").map(|e| e.expect("a file").path()).collect();
    files.sort();
    let read = |path| std::fs::read(path).expect("a readable file");
    let mut seeds: Vec<Vec<u8>> = Vec::new();
    for text in files.iter().map(read) {
        match lines {
            true => seeds.extend(text.split(|&byte| byte == b'\n').map(<[u8]>::to_vec)),
            false => seeds.push(text),
        }
    }
    seeds.retain(|seed| !seed.is_empty());
    seeds
}

/// Mutates a seed in one to eight places. `words` are texts to insert.
pub fn mutate(random: &mut Rng, seeds: &[Vec<u8>], words: &[&str]) -> Vec<u8> {
    let mut text = random.pick(seeds).clone();
    for _ in 0..=random.below(8) {
        let range = part(random, text.len());
        match random.below(7) {
            0 => drop(text.drain(range)),
            1 => {
                let piece = text[range.clone()].to_vec();
                let times = if random.below(20) == 0 { 200 } else { 2 };
                text.splice(range.end..range.end, piece.repeat(times));
            }
            2 | 3 => drop(text.splice(range.start..range.start, random.pick(words).bytes())),
            4 => {
                let other = random.pick(seeds);
                let piece = other[part(random, other.len())].to_vec();
                drop(text.splice(range, piece));
            }
            5 => text.insert(range.start, random.below(256) as u8),
            _ => {
                if let Some(byte) = text.get_mut(range.start) {
                    *byte = b' ' + random.below(95) as u8;
                }
            }
        }
        text.truncate(LONGEST);
    }
    text
}

/// CECP words to insert.
pub const CECP: &[&str] = &[
    "\nusermove ",
    "e2e4",
    "\nsetboard ",
    "\nlevel ",
    "\nst ",
    "\nsd 2\n",
    "\nvariant ",
    "\noption ",
    "=",
    "\nnew\n",
    "\nforce\n",
    "\ngo\n",
    "\nundo\n",
    "\nremove\n",
    "\nanalyze\n",
    "\nexit\n",
    "\nping ",
    "\nhint\n",
    "\nmemory ",
    "\n?\n",
    "\npause\n",
    "\nresume\n",
    "-1",
    "999999999999",
    "\0",
    "\u{1F600}",
    "P@e4",
    "e1g1",
    "a7a8q",
];

/// UCI words to insert.
pub const UCI: &[&str] = &[
    "\nposition startpos moves ",
    "\nposition fen ",
    " moves ",
    "e2e4",
    "e7e8q",
    "P@e4",
    "\ngo ",
    "\ngo infinite\n",
    "\ngo ponder\n",
    "\ngo depth 2 ",
    "searchmoves ",
    "wtime ",
    "btime ",
    "movestogo ",
    "perft 2\n",
    "mate ",
    "\nstop\n",
    "\nponderhit\n",
    "\nucinewgame\n",
    "\nisready\n",
    "\nsetoption name ",
    "UCI_Variant",
    "UCI_Chess960",
    "MultiPV",
    "Noise",
    " value ",
    "\nd\n",
    "\neval\n",
    "shogi",
    "-1",
    "999999999999",
    "\0",
    "\u{1F600}",
];
