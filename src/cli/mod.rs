//! Command line: one module per subcommand.
//!
//! Exit codes: 0 for success, 1 for a failed check (such as a perft suite), 2 for bad input.

mod bench;
mod board;
mod check;
mod eval;
mod export;
mod files;
mod gauntlet;
mod import;
mod install;
mod learn;
mod load;
mod match_args;
mod match_cmd;
mod mates;
mod measure;
mod moves;
mod openings;
mod output;
mod perft;
mod position_args;
mod report;
mod search;
mod selection;
pub mod session;
mod show;
mod threads;
mod tournament;
mod values;
mod variants;

use clap::{CommandFactory, Parser, Subcommand};
use output::ClosableOutput;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Plays any chess variant from its Interactive Diagram definition; without a subcommand, runs as a CECP or UCI engine
#[derive(Parser, Debug)]
#[command(name = "griffon", version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// Variant to start in
    #[arg(long, value_name = "VARIANT")]
    variant: Option<String>,
    /// Folder with more variant definitions [default: ~/.config/griffon/variants]
    #[arg(long, value_name = "DIR")]
    variants: Option<PathBuf>,
    /// Learned evaluation to use instead of the one beside the definition or of the program; `-` uses none
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<CliCommand>,
}

#[derive(Subcommand, Debug)]
enum CliCommand {
    /// List the built-in variants: name, board, title
    Variants {
        /// Print one JSON object per line
        #[arg(long)]
        json: bool,
    },
    /// Check definitions: print errors and warnings with line and column
    Check {
        /// Catalogue names, definition files (`./NAME` if the name is in the catalogue), or folders; `-` is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Also print table sizes, load time and memory
        #[arg(long)]
        stats: bool,
        /// Print one JSON object per line
        #[arg(long)]
        json: bool,
    },
    /// List the legal moves of a position
    Moves(moves::Options),
    /// Count the legal move tree, or check a suite of counts
    Perft(perft::Options),
    /// Draw how pieces move, or print a stage of the compiler
    Show(show::Options),
    /// Print the estimated piece values and their terms
    Values(values::Options),
    /// Measure piece values by play: compare games with changed pieces to games with an extra pawn
    Measure(measure::Options),
    /// Learn the evaluation of a variant from self-play: values, squares, a net
    Learn(learn::Options),
    /// Find positions with a proven forced win, or test the search on such positions
    Mates(mates::Options),
    /// Print the evaluation of a position, term by term
    Eval(eval::Options),
    /// Search a position: best move, score, principal variation
    Search(search::Options),
    /// Play a match between two CECP or UCI engines in any variant, with Griffon as the referee
    Match(match_cmd::Options),
    /// Play engines against opponents in several variants, and print a table of results
    Gauntlet(gauntlet::Options),
    /// Create opening books for matches
    Openings(openings::Options),
    /// Run a fixed benchmark: perft and search
    Bench(bench::Options),
    /// Write a variant in another program's format
    Export(export::Options),
    /// Convert the sections of Fairy-Stockfish's `variants.ini` to definitions
    Import(import::Options),
    /// Install the program, its manual pages, shell completions and the XBoard plugin
    Install(install::Options),
}

impl CliCommand {
    /// Whether it has a verdict or writes files, and does so even after the reader of its output has ended.
    fn runs_to_its_end(&self) -> bool {
        match self {
            Self::Check { .. } | Self::Perft(_) | Self::Learn(_) | Self::Gauntlet(_) => true,
            Self::Openings(_) | Self::Import(_) | Self::Install(_) => true,
            Self::Mates(options) => options.solve.is_some(),
            Self::Match(options) => options.keeping.pgn.is_some() && !options.keeping.prints(),
            Self::Variants { .. } | Self::Moves(_) | Self::Show(_) | Self::Values(_) | Self::Measure(_) => {
                false
            }
            Self::Eval(_) | Self::Search(_) | Self::Bench(_) | Self::Export(_) => false,
        }
    }
}

/// Prints the error, with a hint for a variant or protocol name in place of a command, and exits.
fn refuse(error: &clap::Error) -> ! {
    use clap::error::{ContextKind, ContextValue, ErrorKind};
    let word = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) if error.kind() == ErrorKind::InvalidSubcommand => word,
        _ => error.exit(),
    };
    let is_variant = crate::variant::catalogue::find(word).is_some() || std::path::Path::new(word).is_file();
    let hint = match word.as_str() {
        _ if is_variant => format!(
            "`{word}` is a variant: `griffon show {word}` draws it, `griffon search {word}` searches for a move, \
             `xboard -fcp \"griffon --variant {word}\"` plays it"
        ),
        "uci" | "xboard" | "cecp" => String::from(
            "start `griffon` without a command; it detects the protocol from the first line it reads",
        ),
        "play" => {
            String::from("`xboard -fcp griffon` plays against you, `griffon match` plays engine matches")
        }
        _ => error.exit(),
    };
    output::complain(format_args!("error: there is no command `{word}`\nhelp: {hint}"));
    std::process::exit(2)
}

/// Runs the program.
pub fn run() -> ExitCode {
    let mut arguments: Vec<_> = std::env::args_os().collect();
    // XBoard appends an empty argument if the program's path was quoted.
    if arguments.len() == 2 && arguments[1].is_empty() {
        arguments.pop();
    }
    let cli = Cli::try_parse_from(arguments).unwrap_or_else(|error| refuse(&error));
    let Some(command) = cli.command else {
        let (variant, folder, net) = (cli.variant, cli.variants, cli.net);
        return session::run(variant.as_deref(), folder, net);
    };
    // Not for engine sessions, where standard error belongs to the protocol.
    crate::system::logger::start_for_command();
    let mut out: Box<dyn Write + Send> = match command.runs_to_its_end() {
        true => Box::new(ClosableOutput::new(std::io::stdout())),
        false => Box::new(std::io::stdout()),
    };
    let result = match command {
        CliCommand::Variants { json } => variants::run(json, &mut out),
        CliCommand::Check { files, stats, json } => check::run(&files, stats, json, &mut out),
        CliCommand::Export(options) => export::run(&options, &mut out),
        CliCommand::Import(options) => import::run(&options, &mut out),
        CliCommand::Install(options) => install::run(&options, &Cli::command(), &mut out),
        CliCommand::Moves(options) => moves::run(&options, &mut out),
        CliCommand::Perft(options) => perft::run(&options, &mut out),
        CliCommand::Show(options) => show::run(&options, &mut out),
        CliCommand::Values(options) => values::run(&options, &mut out),
        CliCommand::Measure(options) => measure::run(&options, &mut out),
        CliCommand::Learn(options) => learn::run(&options, &mut out),
        CliCommand::Mates(options) => mates::run(&options, &mut out),
        CliCommand::Eval(options) => eval::run(&options, &mut out),
        CliCommand::Search(options) => search::run(&options, &mut out),
        CliCommand::Match(options) => match_cmd::run(&options, &mut out),
        CliCommand::Gauntlet(options) => gauntlet::run(&options, &mut out),
        CliCommand::Openings(options) => openings::run(&options, &mut out),
        CliCommand::Bench(options) => bench::run(&options, &mut out),
    };
    output::exit_code(result)
}
