//! Numbers of threads on the command line.

use super::output::{CliError, CliResult};
use crate::engine::options::MAX_THREADS;
use crate::perft::STACK;
use clap::builder::RangedI64ValueParser;
use rayon::ThreadPool;

/// Returns the parser of a number of threads. The limit is that of sessions.
pub fn parser() -> RangedI64ValueParser<u16> {
    clap::value_parser!(u16).range(1..=MAX_THREADS)
}

/// Starts a number of threads, by default one per processor, with a stack for deep counts.
pub fn pool(threads: Option<u16>) -> CliResult<ThreadPool> {
    let number = threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(number).stack_size(STACK).build();
    pool.map_err(|error| CliError::input(format_args!("cannot start the threads: {error}")))
}
