//! `griffon bench`: a fixed workload. The same code searches the same number of nodes.

use super::load;
use super::output::CliResult;
use super::search::HASH_MB;
use crate::position::Position;
use crate::search::{Limits, Searcher};
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Catalogue variant, position (empty: the start), depth in plies.
const WORKLOAD: &[(&str, &str, u16)] = &[
    ("normal", "", 14),
    ("normal", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 13),
    ("normal", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 16),
    ("knightmate", "", 14),
    ("capablanca", "", 13),
    ("grand", "", 12),
    ("xiangqi", "", 13),
    ("shogi", "", 12),
    ("crazyhouse", "", 13),
    ("shatranj", "", 14),
    ("courier", "", 12),
    ("makruk", "", 14),
];

/// Arguments.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// Plies less (or more) than the workload says, to be quicker (or slower)
    #[arg(long, value_name = "N", default_value_t = 0, allow_hyphen_values = true)]
    add_depth: i16,
}

/// Searches each position with an empty table; the last line is `NODES nodes NPS nps`.
pub fn run(options: &Options, out: &mut dyn Write) -> CliResult {
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for &(variant, fen, depth) in WORKLOAD {
        let game = load::weighted_game(variant)?;
        let fen = (!fen.is_empty()).then(|| fen.to_owned());
        let pos: Position = super::PositionArgs { variant: variant.to_owned(), fen }.position(&game)?;
        let depth = depth.saturating_add_signed(options.add_depth).max(1);
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let mut searcher = Searcher::new(HASH_MB);
        let start = Instant::now();
        let found = searcher.search(&game, &pos, &limits, &AtomicBool::new(false), &mut |_| {});
        time += start.elapsed();
        nodes += found.nodes;
        writeln!(out, "{variant:<12} depth {depth:>2} {:>12} nodes", found.nodes)?;
    }
    let nps = nodes as f64 / time.as_secs_f64().max(1e-9);
    writeln!(out, "{nodes} nodes {nps:.0} nps")?;
    Ok(())
}
