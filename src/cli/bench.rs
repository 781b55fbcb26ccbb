//! `griffon bench`: a fixed workload. The node count depends only on the code.

use super::load;
use super::output::CliResult;
use super::search::HASH_MB;
use crate::perft;
use crate::position::{Game, Position};
use crate::search::{Limits, Searcher};
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// A position for perft and search.
struct Work {
    variant: &'static str,
    /// Definition of the variant, for boards larger than any in the catalogue.
    definition: Option<&'static str>,
    /// FEN; empty for the start position.
    fen: &'static str,
    /// Depth of the perft, plies.
    perft: u16,
    /// Depth of the search, plies.
    search: u16,
}

const fn work(variant: &'static str, fen: &'static str, perft: u16, search: u16) -> Work {
    Work { variant, definition: None, fen, perft, search }
}

const fn defined(variant: &'static str, definition: &'static str, perft: u16, search: u16) -> Work {
    Work { definition: Some(definition), ..work(variant, "", perft, search) }
}

/// Twelve variants: square sets of 1, 2, 3, 4, 8 and more words; leapers, riders, hoppers, conditional leaps, movement
/// trees and drops.
const WORKLOAD: &[Work] = &[
    work("normal", "", 5, 15),
    work("normal", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 13),
    work("normal", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 17),
    work("crazyhouse", "", 5, 13),
    work("grasshopper", "", 4, 9),
    work("cylinder", "", 5, 13),
    work("capablanca", "", 5, 13),
    work("xiangqi", "", 4, 12),
    work("shogi", "", 5, 13),
    work("chu", "", 4, 11),
    work("metamachy", "", 4, 10),
    defined("large", include_str!("../../benches/sets/large.txt"), 3, 4),
    defined("wide", include_str!("../../benches/sets/wide.txt"), 3, 6),
    defined("giant", include_str!("../../benches/sets/giant.txt"), 3, 7),
];

#[derive(clap::Args, Debug)]
pub struct Options {
    /// Plies added to all depths; may be negative
    #[arg(long, value_name = "N", default_value_t = 0, allow_hyphen_values = true)]
    add_depth: i16,
}

/// Nodes and the time they took.
#[derive(Clone, Copy, Default)]
struct BenchTotal {
    nodes: u64,
    time: Duration,
}

impl BenchTotal {
    fn of(nodes: impl FnOnce() -> u64) -> Self {
        let start = Instant::now();
        let nodes = nodes();
        Self { nodes, time: start.elapsed() }
    }
    fn add(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.time += other.time;
    }
    fn per_second(self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// Runs perft and search for each position on one thread, each search with an empty hash table. The last line is
/// `NODES nodes NPS nps` of the searches.
pub fn run(options: &Options, out: &mut dyn Write) -> CliResult {
    let (mut counted, mut searched) = (BenchTotal::default(), BenchTotal::default());
    writeln!(out, "variant      perft        nodes         nps search        nodes         nps")?;
    let depth = |plies: u16| plies.saturating_add_signed(options.add_depth).max(1);
    for work in WORKLOAD {
        let game = match work.definition {
            None => load::game(work.variant)?,
            Some(text) => load::build(load::text(work.variant, text)?)?,
        };
        let pos = load::position(&game, (!work.fen.is_empty()).then_some(work.fen))?;
        let perft = BenchTotal::of(|| perft::perft(&game, &mut pos.clone(), depth(work.perft).into()));
        let search = search(&game, &pos, depth(work.search));
        writeln!(
            out,
            "{:<12} {:>5} {:>12} {:>11.0} {:>6} {:>12} {:>11.0}",
            work.variant,
            depth(work.perft),
            perft.nodes,
            perft.per_second(),
            depth(work.search),
            search.nodes,
            search.per_second()
        )?;
        counted.add(perft);
        searched.add(search);
    }
    writeln!(out, "{} nodes {:.0} nps in perft", counted.nodes, counted.per_second())?;
    Ok(writeln!(out, "{} nodes {:.0} nps", searched.nodes, searched.per_second())?)
}

/// Runs the workload for the `bench` command of a UCI session.
pub fn in_session(out: &mut dyn Write) {
    if run(&Options { add_depth: 0 }, out).is_err() {
        log::error!("the benchmark failed");
    }
}

fn search(game: &Game, pos: &Position, depth: u16) -> BenchTotal {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut searcher = Searcher::new(HASH_MB);
    BenchTotal::of(|| searcher.search(game, pos, &limits, &AtomicBool::new(false), &mut |_| {}).nodes)
}
