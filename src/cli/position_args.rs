//! Arguments that select a position.

use super::board::{self, grid::Paint};
use super::load;
use super::output::CliResult;
use crate::net::Evaluation;
use crate::position::{Game, Position};
use std::io::Write;
use std::path::PathBuf;

/// Arguments that select a position.
#[derive(clap::Args, Default, Debug)]
pub struct PositionArgs {
    /// Catalogue name, alias, file, or `-` for standard input
    pub variant: String,
    /// Position [default: the start position]
    #[arg(long, value_name = "FEN", allow_hyphen_values = true)]
    pub fen: Option<String>,
    /// Shuffle the array with this seed, in variants with a shuffled array
    #[arg(long, value_name = "SEED")]
    pub shuffle: Option<u64>,
    /// When to draw the position first
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub draw: When,
}

/// Arguments that select the evaluation.
#[derive(clap::Args, Debug)]
pub struct NetArgs {
    /// Learned evaluation to use instead of the one beside the definition or of the program; `-` uses none
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
}

impl PositionArgs {
    /// Loads the variant with its tables, without an evaluation; shuffles the array if requested.
    pub fn game(&self) -> CliResult<Game> {
        load::build_with(load::variant(&self.variant)?, self.shuffle, Evaluation::none)
    }
    /// Like [`PositionArgs::game`], with the evaluation that was learned.
    pub fn learned_game(&self, evaluation: &NetArgs) -> CliResult<Game> {
        let net = evaluation.net.as_deref();
        load::learned_game(load::variant(&self.variant)?, &self.variant, self.shuffle, net)
    }
    /// Returns the position in `game`.
    pub fn position(&self, game: &Game) -> CliResult<Position> {
        load::position(game, self.fen.as_deref())
    }
    /// Draws the position if requested.
    pub fn draw(&self, game: &Game, pos: &Position, out: &mut dyn Write) -> CliResult {
        if self.draw.holds() {
            writeln!(out, "{}", board::draw(game, pos, Paint::of_stdout()))?;
        }
        Ok(())
    }
}

/// When to draw the position before the output of a command.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, clap::ValueEnum)]
pub enum When {
    /// If standard output is a terminal
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl When {
    /// Whether to draw the position on standard output.
    pub fn holds(self) -> bool {
        use std::io::IsTerminal;
        match self {
            Self::Auto => std::io::stdout().is_terminal(),
            Self::Always => true,
            Self::Never => false,
        }
    }
}
