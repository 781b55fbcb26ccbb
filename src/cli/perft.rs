//! `griffon perft`: counts the legal move tree.

use super::output::{self, CliError, CliResult};
use super::position_args::PositionArgs;
use super::selection::VariantSelection;
use super::{load, report, threads};
use crate::arena::perft;
use crate::arena::suite;
use crate::arena::verify;
use crate::movetext;
use crate::perft::MAX_DEPTH;
use rayon::ThreadPool;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

#[derive(clap::Args, Debug)]
#[command(args_override_self = true)]
pub struct Options {
    /// Catalogue name, alias, file, or `-` for standard input
    #[arg(required_unless_present = "suite", conflicts_with = "suite")]
    variant: Option<String>,
    /// Depth, plies
    #[arg(required_unless_present = "suite", conflicts_with = "suite", value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
    /// Position [default: the start position]
    #[arg(long, value_name = "FEN", conflicts_with = "suite", allow_hyphen_values = true)]
    fen: Option<String>,
    /// Shuffle the array with this seed, in variants with a shuffled array
    #[arg(long, value_name = "SEED", conflicts_with = "suite")]
    shuffle: Option<u64>,
    /// Also print the count below each legal move
    #[arg(long, conflicts_with = "suite")]
    divide: bool,
    /// Print one JSON object per line: `depth`, `nodes`, `seconds`
    #[arg(long)]
    json: bool,
    /// Threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = threads::parser())]
    threads: Option<u16>,
    /// Size of a hash table of counts, MiB
    #[arg(long, default_value_t = 0, value_name = "MB", conflicts_with = "suite")]
    hash: usize,
    /// Check the counts of a suite file, or of all `*.jsonl` and `*.perft` files below a directory
    #[arg(long, value_name = "PATH")]
    suite: Option<PathBuf>,
    /// Only these variants of the suite
    #[arg(long, requires = "suite", conflicts_with_all = ["variant", "depth"], value_delimiter = ',', value_name = "A,B,...")]
    only: Vec<String>,
    /// Skip rows with more nodes than this
    #[arg(long, requires = "suite", conflicts_with_all = ["variant", "depth"], value_name = "N")]
    max_nodes: Option<u64>,
}

/// Counts, or checks a suite of counts.
pub fn run(options: &Options, out: &mut dyn Write) -> CliResult {
    let pool = threads::pool(options.threads)?;
    match (&options.suite, &options.variant, options.depth) {
        (Some(path), ..) => run_suite(options, path, &pool, out),
        (None, Some(variant), Some(depth)) => {
            let (variant, fen, shuffle) = (variant.clone(), options.fen.clone(), options.shuffle);
            let position = PositionArgs { variant, fen, shuffle, ..PositionArgs::default() };
            count(options, &position, depth, &pool, out)
        }
        _ => Err(CliError::input("give a variant and a depth, or `--suite PATH`")),
    }
}

/// Count of a position.
#[derive(Serialize)]
struct PerftCount {
    depth: u32,
    nodes: u64,
    seconds: f64,
}

/// Count below one move.
#[derive(Serialize)]
struct RootCount {
    #[serde(rename = "move")]
    text: String,
    nodes: u64,
}

fn count(
    options: &Options,
    args: &PositionArgs,
    depth: u32,
    pool: &ThreadPool,
    out: &mut dyn Write,
) -> CliResult {
    let game = args.game()?;
    let pos = args.position(&game)?;
    let mb = options.hash;
    let table = (mb > 0)
        .then(|| perft::PerftTable::new(mb))
        .transpose()
        .map_err(|error| CliError::input(format_args!("cannot allocate a table of {mb} MiB: {error}")))?;
    let start = Instant::now();
    let nodes = if options.divide && depth > 0 {
        let parts = pool.install(|| perft::divide(&game, &pos, depth, table.as_ref()));
        for &(mv, nodes) in &parts {
            let text = movetext::format_as(movetext::Numbering::Plain, &game, &pos, mv);
            match options.json {
                true => output::json(out, &RootCount { text, nodes })?,
                false => writeln!(out, "{text}: {nodes}")?,
            }
        }
        parts.iter().map(|&(_, nodes)| nodes).sum()
    } else {
        pool.install(|| perft::count(&game, &pos, depth, table.as_ref()))
    };
    let seconds = start.elapsed().as_secs_f64();
    match options.json {
        true => output::json(out, &PerftCount { depth, nodes, seconds })?,
        false => writeln!(out, "{nodes}")?,
    }
    Ok(())
}

fn run_suite(options: &Options, path: &Path, pool: &ThreadPool, out: &mut dyn Write) -> CliResult {
    let mut rows = suite::read(path).map_err(CliError::input)?;
    if rows.is_empty() {
        return Err(CliError::input(format_args!("no rows to check in {}", path.display())));
    }
    let only = VariantSelection::new(&options.only);
    only.check(rows.iter().map(|row| row.variant.as_str()), path.display())?;
    rows.retain(|row| only.holds(&row.variant));
    let bar = output::progress_bar(rows.len() as u64, "{bar:40} {pos}/{len} rows, {elapsed}");
    let games = verify::games(&rows, load::catalogue_game);
    let verdicts = pool.install(|| verify::run(&rows, &games, options.max_nodes, &|| bar.inc(1)));
    bar.finish_and_clear();
    report::write(options.json, &rows, &verdicts, out)
}
