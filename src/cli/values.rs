//! `griffon values`: estimated piece values and their terms.

use super::load;
use super::output::{self, CliError, CliResult};
use super::show::size;
use crate::board::{Color, Kind};
use crate::eval::mating;
use crate::learn::report::mean_value;
use crate::position::Game;
use crate::values::constants::Constants;
use crate::values::{self, EvalRole, PieceProfile, Weights, profiles};
use crate::variant::{PieceType, all_kinds};
use serde::Serialize;
use std::io::Write;

#[derive(clap::Args, Debug)]
pub struct Options {
    /// Catalogue name, alias, file, or `-` for standard input
    #[arg(required_unless_present = "piece", conflicts_with = "piece")]
    variant: Option<String>,
    /// Move description of a piece (`FyafsF`) instead of a variant; may be repeated
    #[arg(long, value_name = "BETZA", allow_hyphen_values = true)]
    piece: Vec<String>,
    /// Size of the board for `--piece`, files x ranks
    #[arg(long, value_name = "WxH", default_value = "8x8", value_parser = size, conflicts_with = "variant")]
    board: (u16, u16),
    /// Learned evaluation to show instead of the one beside the definition or of the program; `-` shows none
    #[arg(long, value_name = "FILE", conflicts_with = "piece")]
    net: Option<std::path::PathBuf>,
    /// Unit of the values: centipawns, the variant's pawn, or a chess knight on the same board
    #[arg(long, default_value = "100")]
    unit: Unit,
    /// Also print the terms of each value
    #[arg(long, conflicts_with = "json")]
    explain: bool,
    /// Print one JSON object per line: `piece`, `name`, `betza`, `mg`, `eg`, `hand`, `pair`, `mates`, `royal`, `terms`,
    /// and `learned` if something was
    #[arg(long)]
    json: bool,
}

/// The unit of the values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Unit {
    /// Centipawns
    #[value(name = "100")]
    Hundred,
    /// The variant's pawn, mean of middle game and endgame
    Pawn,
    /// A chess knight on a board of this size
    Knight,
}

/// A value in the requested unit; centipawns are whole numbers.
#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
enum ShownValue {
    Whole(i64),
    Part(f64),
}

/// A piece type.
#[derive(Serialize)]
struct ValueRow<'a> {
    piece: &'a str,
    name: &'a str,
    betza: &'a str,
    mg: ShownValue,
    eg: ShownValue,
    /// Value in hand; `None` if the piece never gets there.
    hand: Option<ShownValue>,
    /// Values with what was learned: middle game, endgame, in hand; left out if nothing was.
    #[serde(skip_serializing_if = "Option::is_none")]
    learned: Option<[Option<ShownValue>; 3]>,
    /// Bonus for two pieces of this type, each bound to a part of the board.
    pair: ShownValue,
    /// Whether it can mate a lone royal with the help of its own royal; `None` if unknown.
    mates: Option<bool>,
    /// Whether it is royal; the value is then that of its moves only.
    royal: bool,
    terms: [ValueTerms; 2],
}

/// Terms of a value in one phase.
#[derive(Serialize)]
struct ValueTerms {
    /// Mean number of capture targets, weighted by direction.
    captures: f64,
    /// Mean number of quiet targets, weighted by direction.
    quiet: f64,
    /// Weighted mean of captures and quiet moves.
    targets: f64,
    /// Targets lost to lameness.
    lame: f64,
    /// Mean number of moves.
    moves: f64,
    /// Ranks gained by its best forward move.
    forward: f64,
    /// Mean of the reciprocal number of moves to the other squares.
    nearness: f64,
    /// Targets times the nearness factor.
    nominal: f64,
    /// Value of the moves only, centipawns.
    plain: f64,
    /// Value added by promotion, centipawns.
    promotion: f64,
}

/// Prints a line for each piece type, in the order of the definition.
pub fn run(options: &Options, out: &mut dyn Write) -> CliResult {
    if let Some(name) = &options.variant {
        let game = load::learned_game(load::variant(name)?, name, None, options.net.as_deref())?;
        return print(options, &game, true, out);
    }
    for (index, betza) in options.piece.iter().enumerate() {
        let (betza, _) = load::piece_moves(betza)?;
        let game = load::single_piece(&betza, options.board)?;
        print(options, &game, index == 0, out)?;
    }
    Ok(())
}

fn print(options: &Options, game: &Game, heading: bool, out: &mut dyn Write) -> CliResult {
    let profiles = profiles(game.game_rules());
    // Solving takes some milliseconds per piece, so only for output that shows it.
    let solves = options.explain || options.json;
    let scale = scale(options.unit, game, &profiles)?;
    let estimate = values::estimate(game.game_rules());
    let learns = estimate.square != game.weights.square || estimate.hand != game.weights.hand;
    if !options.json && heading {
        let learned = if learns { "  learned:  mg      eg    hand" } else { "" };
        writeln!(out, "{:<4} {:>7} {:>7} {:>7}{learned}  description", "id", "mg", "eg", "hand")?;
    }
    for (index, piece) in game.variant.pieces.iter().enumerate() {
        let kind = shown_kind(game, PieceType(index as u16));
        let profile = &profiles[kind.index()];
        let value = |cp: f64| ShownValue::of(cp, scale);
        let traits = game.weights.traits[kind.index()];
        let royal = traits.role == EvalRole::Royal;
        let line = ValueRow {
            piece: &piece.id,
            name: &piece.name,
            betza: &piece.betza,
            mg: value(profile.value[0]),
            eg: value(profile.value[1]),
            hand: in_hand(game, &estimate, kind).map(value),
            learned: learns.then(|| learned(game, &estimate, kind, profile).map(|cp| cp.map(value))),
            pair: value(f64::from(traits.pair)),
            mates: (solves && !royal).then(|| mating::mates(game, kind)).flatten(),
            royal,
            terms: [0, 1].map(|phase| terms(profile, phase)),
        };
        if options.json {
            output::json(out, &line)?;
        } else {
            write_line(&line, out)?;
        }
        if options.explain {
            explain(&line, profile, out)?;
        }
    }
    let other_game = game.net.as_ref().and_then(|net| net.other_game(&game.variant));
    if let Some(name) = other_game.filter(|_| !options.json) {
        writeln!(out, "learned values are those of {name}")?;
    }
    Ok(())
}

/// The kind whose values stand for a type: White's, unless only Black starts with such pieces.
fn shown_kind(game: &Game, piece: PieceType) -> Kind {
    let starts = |color: Color| game.variant.starts_with(color, piece);
    let only_black = starts(Color::Black) && !starts(Color::White);
    Kind::new(piece, if only_black { Color::Black } else { Color::White })
}

/// Returns the estimates of a kind plus what was learned (cp): middle game, endgame, in hand if it gets there.
fn learned(game: &Game, estimate: &Weights, kind: Kind, profile: &PieceProfile) -> [Option<f64>; 3] {
    let mean = |weights: &Weights| mean_value(game, &weights.square, kind);
    let ([old_middle, old_end], [middle, end]) = (mean(estimate), mean(&game.weights));
    let hand = in_hand(game, &game.weights, kind);
    [Some(profile.value[0] + middle - old_middle), Some(profile.value[1] + end - old_end), hand]
}

/// Returns the value in hand, centipawns; `None` if the kind is never in hand.
fn in_hand(game: &Game, weights: &Weights, kind: Kind) -> Option<f64> {
    let variant = &game.variant;
    let filled = variant.hands.iter().any(|hand| hand[kind.piece().index()] > 0);
    let demoted = |other: Kind| game.tables.kind(other).demoted == kind.piece();
    let returns = variant.captures_to_hand() && all_kinds(variant).any(demoted);
    let royal = game.weights.traits[kind.index()].role == EvalRole::Royal;
    ((filled || returns) && !royal).then(|| f64::from(weights.hand[kind.index()].0))
}

impl ShownValue {
    /// Converts centipawns. `one` is the requested unit; `None` stands for centipawns.
    fn of(cp: f64, one: Option<f64>) -> Self {
        match one {
            None => Self::Whole(cp.round() as i64),
            Some(one) => Self::Part((cp / one * 1000.0).round() / 1000.0),
        }
    }
}

/// Returns the centipawns of a unit; `None` for centipawns themselves.
fn scale(unit: Unit, game: &Game, profiles: &[PieceProfile]) -> CliResult<Option<f64>> {
    let mean = |profile: &PieceProfile| (profile.value[0] + profile.value[1]) / 2.0;
    let one = match unit {
        Unit::Hundred => None,
        Unit::Knight => {
            let board = &game.variant.board;
            let knight = load::single_piece("N", (board.files(), board.ranks()))?;
            values::profiles(knight.game_rules()).first().map(mean)
        }
        Unit::Pawn => {
            let help = "help: `--unit knight` uses a chess knight on the same board";
            let kind = pawn(game).ok_or_else(|| CliError::input(format_args!("{NO_PAWN}\n{help}")))?;
            Some(mean(&profiles[kind.index()]))
        }
    };
    if one.is_some_and(|one| one < 1.0) {
        return Err(CliError::input("the unit piece cannot move on this board; choose another `--unit`"));
    }
    Ok(one)
}

/// Why [`pawn`] finds none.
pub(super) const NO_PAWN: &str = "this game has no pawn: a piece that only moves forward and promotes";

/// Returns White's pawn, if there is one: the most numerous kind that only moves forward and promotes.
pub(super) fn pawn(game: &Game) -> Option<Kind> {
    let is_pawn = |kind: &Kind| game.weights.traits[kind.index()].role == EvalRole::Pawn;
    let count = |kind: &Kind| game.variant.setup.iter().filter(|s| Kind::new(s.2, s.1) == *kind).count();
    // The first one, if several are equally numerous.
    let pawns: Vec<Kind> = game.tables.kinds_of(Color::White).filter(is_pawn).collect();
    pawns.into_iter().rev().max_by_key(count)
}

fn terms(profile: &PieceProfile, phase: usize) -> ValueTerms {
    let terms = &profile.terms[phase];
    let round = |value: f64| (value * 1000.0).round() / 1000.0;
    ValueTerms {
        captures: round(terms.mean.attack),
        quiet: round(terms.mean.quiet),
        targets: round(terms.mean.targets),
        lame: round(terms.mean.lost),
        moves: round(terms.mean.moves),
        forward: round(terms.mean.forward),
        nearness: round(terms.nearness),
        nominal: round(terms.nominal),
        plain: round(profile.plain[phase]),
        promotion: round(profile.value[phase] - profile.plain[phase]),
    }
}

fn text(value: ShownValue) -> String {
    match value {
        ShownValue::Whole(value) => value.to_string(),
        ShownValue::Part(value) => format!("{value:.2}"),
    }
}

fn write_line(line: &ValueRow, out: &mut dyn Write) -> CliResult {
    let hand = line.hand.map_or_else(|| "-".to_owned(), text);
    let name = if line.name.is_empty() { String::new() } else { format!(" ({})", line.name) };
    let royal = if line.royal { ", royal: value of its moves only" } else { "" };
    let (mg, eg) = (text(line.mg), text(line.eg));
    let learned = line.learned.map_or_else(String::new, |values| {
        let [mg, eg, hand] = values.map(|value| value.map_or_else(|| "-".to_owned(), text));
        format!("     {mg:>7} {eg:>7} {hand:>7}")
    });
    Ok(writeln!(out, "{:<4} {mg:>7} {eg:>7} {hand:>7}{learned}  {}{name}{royal}", line.piece, line.betza)?)
}

/// Prints the terms below a line.
fn explain(line: &ValueRow, profile: &PieceProfile, out: &mut dyn Write) -> CliResult {
    type Term = (&'static str, fn(&ValueTerms) -> f64);
    const ROWS: [Term; 7] = [
        ("captures", |t| t.captures),
        ("quiet moves", |t| t.quiet),
        ("targets: 2/3 captures, 1/3 quiet moves", |t| t.targets),
        ("targets lost to lameness", |t| t.lame),
        ("ranks gained by the best forward move", |t| t.forward),
        ("nearness of the other squares, 1 = one move", |t| t.nearness),
        ("targets weighted by nearness", |t| t.nominal),
    ];
    for (label, row) in ROWS {
        let [mg, eg] = line.terms.each_ref().map(row);
        writeln!(out, "     {mg:>7.2} {eg:>7.2}          {label}")?;
    }
    let [mg, eg] = line.terms.each_ref().map(|t| t.plain - profile.guard);
    let each = Constants::STANDARD.per_target;
    writeln!(out, "     {mg:>7.0} {eg:>7.0}          value of its moves, {each} centipawns per target")?;
    if profile.guard > 0.0 {
        let guard = profile.guard;
        writeln!(out, "     {guard:>+7.0} {guard:>+7.0}          for guarding a royal that cannot flee")?;
    }
    let [mg, eg] = line.terms.each_ref().map(|t| t.promotion);
    if mg != 0.0 || eg != 0.0 {
        writeln!(out, "     {mg:>+7.0} {eg:>+7.0}          for promotion")?;
    }
    if profile.coverage < 1.0 {
        writeln!(out, "     {:>6.0}%                  of the board is reachable", 100.0 * profile.coverage)?;
    }
    if let Some(mates) = line.mates {
        let verb = if mates { "can" } else { "cannot" };
        writeln!(out, "{:29}{verb} mate a lone royal with its own royal", "")?;
    }
    let pair = text(line.pair);
    if pair != "0" && pair != "0.00" {
        writeln!(out, "     {:>7} {0:>7}          bonus for two of them", format!("+{pair}"))?;
    }
    Ok(())
}
