//! `griffon export`: writes a variant in another program's format.

use super::load;
use super::output::CliResult;
use crate::movetext::{self, Numbering};
use crate::net::Evaluation;
use crate::position::{Game, Move, Position};
use crate::random::Rng;
use crate::xboard::Dialect;
use crate::{fsf, variant};
use crate::{movegen, notation, perft, variant_names};
use std::io::Write;

/// Output formats.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// The `setup` and `piece` commands of CECP, as XBoard reads them
    Xboard,
    /// The moves of the pieces in XBetza, converted from any notation
    Xbetza,
    /// A section of Fairy-Stockfish's `variants.ini`
    Fsf,
}

#[derive(clap::Args, Debug)]
pub struct Options {
    /// Catalogue name, alias, file, or `-` for standard input
    variant: String,
    /// Format to write
    #[arg(long, value_enum)]
    to: Format,
}

/// Prints the variant, with `#` lines for everything that the format cannot express.
pub fn run(options: &Options, out: &mut dyn Write) -> CliResult {
    match options.to {
        Format::Xboard => xboard(&options.variant, out),
        Format::Xbetza => xbetza(&options.variant, out),
        Format::Fsf => fsf(&options.variant, out),
    }
}

/// Prints the piece lines of a definition, with `#` lines for everything that XBetza cannot express.
fn xbetza(variant: &str, out: &mut dyn Write) -> CliResult {
    let variant = load::variant(variant)?;
    for piece in variant.pieces.iter().filter(|piece| !piece.movements.is_empty()) {
        let written = notation::xbetza_of(&piece.betza, &piece.movements);
        writeln!(out, "{}:{}:{}", piece.name, piece.id, variant::escaped(&written.text))?;
        for &unsaid in &written.unsaid {
            writeln!(out, "# not expressible: {}: {}", piece.name, piece.movements[unsaid])?;
        }
    }
    Ok(())
}

/// Perft depth for the comparison, plies.
const COUNTED: u32 = 3;
/// Limit on the perft count, which large games exceed at a smaller depth.
const MAX_COUNTED: u64 = 10_000_000;
/// Random games played for the comparison.
const GAMES: u64 = 8;
/// Limit on the moves compared in these games.
const MAX_COMPARED: usize = 200_000;
/// Length of a random game, plies.
const LONGEST: usize = 80;

/// Prints a section, with `#` lines for everything that it cannot express. Reads the section back and compares it with
/// the variant, to find differences that the exporter did not report.
fn fsf(variant: &str, out: &mut dyn Write) -> CliResult {
    let game = load::build_with(load::variant(variant)?, None, Evaluation::none)?;
    let start = Position::start(&game);
    let (text, mut lost) = fsf::export(&game.variant, &start.fen(&game));
    let (sections, _) = fsf::import(&text);
    lost.extend(sections.iter().flat_map(|section| &section.lost).map(|(_, what)| what.clone()));
    let again = sections.first().and_then(|section| {
        let (variant, _) = variant::read(&section.name, &section.definition).ok()?;
        Game::with_evaluation(variant, Evaluation::none).ok()
    });
    let unread = || Some(String::from("the section cannot be read back"));
    lost.extend(again.map_or_else(unread, |again| difference(&game, &again)));
    for what in lost {
        writeln!(out, "# not expressible: {what}")?;
    }
    Ok(write!(out, "{text}")?)
}

/// Finds a difference between two games by perft and random games.
fn difference(game: &Game, other: &Game) -> Option<String> {
    let count = |game: &Game, depth| perft::perft(game, &mut Position::start(game), depth);
    let (mut first, mut last) = (1_u64, 1_u64);
    for depth in 1..=COUNTED {
        // An estimate of the next count, from the moves of the first ply.
        if first.saturating_mul(last) > MAX_COUNTED {
            break;
        }
        last = count(game, depth);
        if last != count(other, depth) {
            return Some(format!("moves: the section has a different number of moves within {depth} plies"));
        }
        if depth == 1 {
            first = last;
        }
    }
    let mut rest = MAX_COMPARED;
    (1..=GAMES).find_map(|seed| difference_in_play(game, other, seed, &mut rest))
}

/// Compares two games move by move in a random game. `rest` is the number of moves that may still be compared.
fn difference_in_play(game: &Game, other: &Game, seed: u64, rest: &mut usize) -> Option<String> {
    let mut rng = Rng(seed);
    let (mut pos, mut twin) = (Position::start(game), Position::start(other));
    for ply in 0..LONGEST {
        let texts = |game: &Game, pos: &mut Position| {
            let moves = movegen::legal_moves(game, pos);
            let texts = movetext::format_all(Numbering::Plain, game, pos, &moves);
            let mut texts: Vec<(String, Move)> = texts.into_iter().zip(moves).collect();
            texts.sort_by(|a, b| a.0.cmp(&b.0));
            texts
        };
        let (own, others) = (texts(game, &mut pos), texts(other, &mut twin));
        if let Some(text) = first_difference(&own, &others) {
            let whose = if own.iter().any(|(known, _)| *known == text) { "definition" } else { "section" };
            let fen = pos.fen(game);
            return Some(format!(
                "moves: only the {whose} allows `{text}` after {ply} plies of a game: {fen}"
            ));
        }
        let (result, twins) = (movegen::result(game, &mut pos), movegen::result(other, &mut twin));
        if result != twins {
            return Some(format!("result: after {ply} plies of a game: {}", pos.fen(game)));
        }
        *rest = rest.saturating_sub(own.len());
        if own.is_empty() || result.is_some() || *rest == 0 {
            return None;
        }
        let at = rng.below(own.len());
        pos.make(game, own[at].1);
        twin.make(other, others[at].1);
    }
    None
}

/// Returns the first move that is in only one of two sorted lists.
fn first_difference(own: &[(String, Move)], others: &[(String, Move)]) -> Option<String> {
    let differs = |at: &usize| own.get(*at).map(|m| &m.0) != others.get(*at).map(|m| &m.0);
    let at = (0..own.len().max(others.len())).find(differs)?;
    own.get(at).or(others.get(at)).map(|m| m.0.clone())
}

fn xboard(variant: &str, out: &mut dyn Write) -> CliResult {
    let game = load::build_with(load::variant(variant)?.in_xboard(), None, Evaluation::none)?;
    let variant = &game.variant;
    let dialect = Dialect::new(variant);
    writeln!(out, "# variant {}", variant_names::offered(variant))?;
    writeln!(out, "# board {}x{}", variant.board.files(), variant.board.ranks())?;
    if let Some(reason) = variant_names::why_not_shown(variant) {
        writeln!(out, "# not expressible: {reason}")?;
    }
    if let (Some(known), None) = (variant_names::known_as(variant), &dialect.setup) {
        writeln!(out, "# XBoard knows the rules of {}", known.name)?;
    }
    for line in dialect.lines() {
        writeln!(out, "{line}")?;
    }
    for (what, names) in [
        ("expressible", &dialect.told),
        ("expressible in part", &dialect.partly),
        ("entered by highlight only", &dialect.highlighted),
    ] {
        if !names.is_empty() {
            writeln!(out, "# {what}: {}", names.join(", "))?;
        }
    }
    for note in &dialect.notes {
        writeln!(out, "# not expressible: {note}")?;
    }
    if dialect.overlooks_checks {
        let what = "XBoard overlooks some checks and takes some mates for stalemates";
        writeln!(out, "# adjudication: {what}: play with -checkMates false")?;
    }
    Ok(())
}
