//! Command line: one file a subcommand.
//!
//! Exit codes: 0; 1 when a check failed (a perft suite, say); 2 for bad input.

mod bench;
mod board;
mod check;
mod eval;
mod export;
mod files;
mod gauntlet;
mod import;
mod install;
mod load;
mod match_args;
mod match_cmd;
mod mates;
mod measure;
mod moves;
mod output;
mod perft;
mod report;
mod search;
mod show;
mod values;
mod variants;

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// Plays any chess variant from its Interactive Diagram definition; without a subcommand, as a CECP engine
#[derive(Parser, Debug)]
#[command(name = "griffon", version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// Variant to start in
    #[arg(long, value_name = "VARIANT")]
    variant: Option<String>,
    /// Folder with definitions to play too, instead of `~/.config/griffon/variants`
    #[arg(long, value_name = "DIR")]
    variants: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<CliCommand>,
}

#[derive(Subcommand, Debug)]
enum CliCommand {
    /// List the catalogue: name, board, title
    Variants {
        /// One JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Read definitions; print diagnostics with line, column and caret
    Check {
        /// Definitions: files, folders of them, or built-in names; `-` is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Also print the size of the tables, the time to build them and the memory
        #[arg(long)]
        stats: bool,
        /// One JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// List the legal moves of a position
    Moves(moves::Options),
    /// Count the legal move tree, or check a suite of such counts
    Perft(perft::Options),
    /// Draw how pieces move, or print what a stage made of the text
    Show(show::Options),
    /// Print the estimated piece values, and what they are made of
    Values(values::Options),
    /// Measure by play what pieces are worth: games with other pieces against games with a pawn more
    Measure(measure::Options),
    /// Look for positions with a forced win, proved by trying every reply; or put such positions to the search
    Mates(mates::Options),
    /// Print the evaluation of a position, term by term
    Eval(PositionArgs),
    /// Search a position: best move, score, principal variation
    Search(search::Options),
    /// Play engine against engine: any CECP or UCI engines, any variant; Griffon is the referee
    Match(match_cmd::Options),
    /// Play engines against opponents over variants; a table of results
    Gauntlet(gauntlet::Options),
    /// Count and search fixed positions to fixed depths
    Bench(bench::Options),
    /// Write a variant in another program's format
    Export(export::Options),
    /// Turn the sections of Fairy-Stockfish's `variants.ini` into definitions
    Import(import::Options),
    /// Install the program, its manual, and what XBoard needs to list it
    Install(install::Options),
}

/// A position: a variant, and a FEN unless it is the start.
#[derive(Args, Debug)]
struct PositionArgs {
    /// Catalogue name, alias, file, or `-` for standard input
    variant: String,
    /// Position instead of the variant's start
    #[arg(long, value_name = "FEN", allow_hyphen_values = true)]
    fen: Option<String>,
    /// Shuffle the array first, if the variant says how; the same number gives the same array
    #[arg(long, value_name = "SEED")]
    shuffle: Option<u64>,
    /// Draw the position first
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    draw: board::When,
}

/// Prints what is wrong with the arguments, with a hint where a variant stands for a command; ends the program.
fn refuse(error: &clap::Error) -> ! {
    use clap::error::{ContextKind, ContextValue, ErrorKind};
    let word = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) if error.kind() == ErrorKind::InvalidSubcommand => word,
        _ => error.exit(),
    };
    let is_variant = crate::variant::catalogue::find(word).is_some() || std::path::Path::new(word).is_file();
    let hint = match word.as_str() {
        _ if is_variant => format!(
            "`{word}` is a variant: `griffon show {word}` draws it, `griffon search {word}` looks for a move, \
             `xboard -fcp \"griffon --variant {word}\"` plays it"
        ),
        "uci" | "xboard" | "cecp" => String::from(
            "start `griffon` without a command: the first line that it reads decides the protocol",
        ),
        "play" => {
            String::from("`xboard -fcp griffon` plays with you, `griffon match` engines against each other")
        }
        _ => error.exit(),
    };
    let text = format!("error: there is no command `{word}`\nhelp: {hint}\n");
    // Nobody is left to tell when standard error is closed.
    let _ = std::io::Write::write_all(&mut std::io::stderr(), text.as_bytes());
    std::process::exit(2)
}

/// Runs the program.
pub fn run() -> ExitCode {
    let mut arguments: Vec<_> = std::env::args_os().collect();
    // XBoard passes an empty argument after a program whose path it was given in quotes.
    if arguments.len() == 2 && arguments[1].is_empty() {
        arguments.pop();
    }
    let cli = Cli::try_parse_from(arguments).unwrap_or_else(|error| refuse(&error));
    let Some(command) = cli.command else {
        let (variant, folder) = (cli.variant, cli.variants);
        return crate::protocol::run(crate::protocol::Start {
            variant,
            folder,
            bench: Some(bench::in_session),
        });
    };
    // A session never gets here: there standard error belongs to the protocol.
    env_logger::init();
    let mut out = std::io::stdout();
    let result = match command {
        CliCommand::Variants { json } => return variants::run(json),
        CliCommand::Check { files, stats, json } => return check::run(&files, stats, json),
        CliCommand::Export(options) => return export::run(&options),
        CliCommand::Import(options) => import::run(&options, &mut out),
        CliCommand::Install(options) => install::run(&options, &mut out),
        CliCommand::Moves(options) => moves::run(&options, &mut out),
        CliCommand::Perft(options) => perft::run(&options, &mut out),
        CliCommand::Show(options) => show::run(&options, &mut out),
        CliCommand::Values(options) => values::run(&options, &mut out),
        CliCommand::Measure(options) => measure::run(&options, &mut out),
        CliCommand::Mates(options) => mates::run(&options, &mut out),
        CliCommand::Eval(options) => eval::run(&options, &mut out),
        CliCommand::Search(options) => search::run(&options, &mut out),
        CliCommand::Match(options) => match_cmd::run(&options, &mut out),
        CliCommand::Gauntlet(options) => gauntlet::run(&options, &mut out),
        CliCommand::Bench(options) => bench::run(&options, &mut out),
    };
    output::exit_code(result)
}
