//! `griffon measure`: piece values by play, compared to the estimates.

use super::output::{self, CliError, CliResult};
use super::values::{NO_PAWN, pawn};
use super::{load, threads};
use crate::arena::measure::{ArmyPlace, MeasureLimits, MeasuringMatch, Substitution, changed, in_pawns};
use crate::arena::stats::{Pentanomial, TWO_SIGMA};
use crate::board::{Color, Kind};
use crate::position::Game;
use crate::values::{PieceProfile, profiles};
use crate::variant::catalogue::{self, Loaded};
use crate::variant::{self, Array, PieceType, Variant};
use serde::Serialize;
use std::io::Write;

/// Number of squares whose pawn is removed, one at a time.
const PAWN_SQUARES: usize = 4;

#[derive(clap::Args, Debug)]
pub struct Options {
    /// Catalogue name, alias or file
    variant: String,
    /// Changed pieces of the measured side, such as `Q=FyafsF,f2=-`: a piece ID (all pieces of the type) or a square
    /// (from White's side), then a piece ID, a move description, or `-` for none
    #[arg(long, required = true, value_name = "WHAT=BECOMES,...", value_delimiter = ',')]
    give: Vec<String>,
    /// Changed pieces of the other side
    #[arg(long, value_name = "WHAT=BECOMES,...", value_delimiter = ',')]
    against: Vec<String>,
    /// Pairs of games, with reversed colours and the same random moves; as many pairs are played with an extra pawn
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pairs: u32,
    #[command(flatten)]
    pace: MeasureLimits,
    /// Number of games played in parallel [default: one per processor]
    #[arg(long, value_name = "N", value_parser = threads::parser())]
    threads: Option<u16>,
    /// Print one JSON object: `score`, `pawn_score`, `difference`, `estimated_difference`, `piece`
    #[arg(long)]
    json: bool,
}

/// A number and its standard error.
#[derive(Clone, Copy, Serialize)]
struct Measured {
    value: f64,
    /// Half the width of the 95 % interval.
    error: f64,
}

impl Measured {
    fn new(value: f64, standard_error: f64) -> Self {
        Self { value, error: TWO_SIGMA * standard_error }
    }
}

/// Result of the measurement.
#[derive(Serialize)]
struct MeasureOutcome {
    /// Points per game of the measured side.
    score: Measured,
    /// Points per game of a side with an extra pawn.
    pawn_score: Measured,
    /// Difference between the sides, pawns; `None` if an extra pawn has no measurable effect.
    difference: Option<Measured>,
    /// Estimated difference, pawns.
    estimated_difference: f64,
    /// Value of the new piece, if the measured side gets only one type.
    piece: Option<ExchangedPiece>,
}

/// A piece type that replaces others.
#[derive(Serialize)]
struct ExchangedPiece {
    betza: String,
    /// Value by play, pawns, with all other pieces at their estimated values.
    value: Option<Measured>,
    /// Estimated value, pawns.
    estimate: f64,
}

/// Plays the games and prints the result.
pub fn run(options: &Options, out: &mut dyn Write) -> CliResult {
    let study = Study::new(options)?;
    let (pawns, army) = threads::pool(options.threads)?.install(|| study.play(options))?;
    let outcome = study.outcome(&pawns, &army);
    if options.json { Ok(output::json(out, &outcome)?) } else { write(&outcome, out) }
}

/// The variant with the added piece types, and the changes of both sides.
struct Study {
    variant: Variant,
    give: Vec<Substitution>,
    against: Vec<Substitution>,
    /// `[kind]`.
    profiles: Vec<PieceProfile>,
    pawn: PieceType,
}

impl Study {
    fn new(options: &Options) -> CliResult<Self> {
        let loaded = load::with_source(&options.variant)?;
        let mut variant = loaded.variant.clone();
        let mut added: Vec<&str> = Vec::new();
        for text in options.give.iter().chain(&options.against) {
            let (_, becomes) = split(text)?;
            let known = variant.pieces.iter().any(|piece| piece.id == becomes);
            if becomes != "-" && !known && !added.contains(&becomes) {
                added.push(becomes);
            }
        }
        if !added.is_empty() {
            variant = with_pieces(loaded, &added)?;
        }
        let (give, against) = (changes(&variant, &options.give)?, changes(&variant, &options.against)?);
        let game = load::build(variant.clone())?;
        let pawn = pawn(&game).ok_or_else(|| CliError::input(NO_PAWN))?.piece();
        Ok(Self { variant, give, against, profiles: profiles(game.game_rules()), pawn })
    }
    /// Plays the games with an extra pawn and the games with the changed pieces.
    fn play(&self, options: &Options) -> CliResult<(Pentanomial, Pentanomial)> {
        let bar = output::progress_bar(
            2 * u64::from(options.pairs),
            "{bar:40} {pos}/{len} pairs, {elapsed}, {eta} left",
        );
        let squares = self.pawn_squares();
        let play = |[white, black]: &[Game; 2], numbers: &[u64]| {
            MeasuringMatch { games: [white, black], pace: options.pace }.pairs(numbers, || bar.inc(1))
        };
        let mut pawns = Pentanomial::default();
        for (index, &place) in squares.iter().enumerate() {
            let missing = [Substitution { at: place, becomes: None }];
            let games = self.games(&[], &missing)?;
            let numbers: Vec<u64> =
                (0..u64::from(options.pairs)).skip(index).step_by(squares.len()).collect();
            pawns = pawns.and(play(&games, &numbers));
        }
        let games = self.games(&self.give, &self.against)?;
        let numbers: Vec<u64> = (0..u64::from(options.pairs)).collect();
        let army = play(&games, &numbers);
        bar.finish_and_clear();
        Ok((pawns, army))
    }
    /// Returns some pawn squares, spread over the board.
    fn pawn_squares(&self) -> Vec<ArmyPlace> {
        let own = |s: &&(crate::board::Square, Color, PieceType)| s.1 == Color::White && s.2 == self.pawn;
        let squares: Vec<ArmyPlace> =
            self.variant.setup.iter().filter(own).map(|s| ArmyPlace::Square(s.0)).collect();
        let step = squares.len().div_ceil(PAWN_SQUARES).max(1);
        squares.into_iter().skip(step / 2).step_by(step).collect()
    }
    /// Returns the games, `[colour of the measured side]`.
    fn games(&self, give: &[Substitution], against: &[Substitution]) -> CliResult<[Game; 2]> {
        let game = |side: Color| {
            let own = Variant { setup: changed(&self.variant, side, give), ..self.variant.clone() };
            let both = Variant { setup: changed(&own, side.other(), against), ..own };
            if both.setup == self.variant.setup {
                return Err(CliError::input("none of the pieces to replace is on the board"));
            }
            load::build(both)
        };
        Ok([game(Color::White)?, game(Color::Black)?])
    }
    /// Returns the estimated value of one side of an array, pawns.
    fn worth(&self, array: &Array, side: Color) -> f64 {
        array.iter().filter(|s| s.1 == side).map(|s| self.pawns(s.2)).sum()
    }
    /// Returns the estimated value of a piece, pawns; 0 for royals.
    fn pawns(&self, piece: PieceType) -> f64 {
        if self.variant.is_royal(piece) {
            return 0.0;
        }
        let mean = |piece: PieceType| {
            let profile = &self.profiles[Kind::new(piece, Color::White).index()];
            (profile.value[0] + profile.value[1]) / 2.0
        };
        mean(piece) / mean(self.pawn).max(1.0)
    }
    fn outcome(&self, pawns: &Pentanomial, army: &Pentanomial) -> MeasureOutcome {
        let score = |tally: &Pentanomial| Measured::new(tally.score(), tally.standard_error());
        let changed =
            |side, changes: &[Substitution]| self.worth(&changed(&self.variant, side, changes), side);
        let before = |side| self.worth(&self.variant.setup, side);
        let gained = changed(Color::White, &self.give) - before(Color::White);
        let conceded = changed(Color::Black, &self.against) - before(Color::Black);
        let estimated_difference = gained - conceded;
        let difference = in_pawns(army, pawns).map(|(value, error)| Measured::new(value, error));
        let piece = self.single().map(|(piece, count)| {
            let estimate = self.pawns(piece);
            let value = difference.map(|d| Measured {
                value: estimate + (d.value - estimated_difference) / count,
                error: d.error / count,
            });
            ExchangedPiece { betza: self.variant.pieces[piece.index()].betza.clone(), value, estimate }
        });
        let (score, pawn_score) = (score(army), score(pawns));
        MeasureOutcome { score, pawn_score, difference, estimated_difference, piece }
    }
    /// Returns the only type that the measured side gains, and the number gained; `None` for several types.
    fn single(&self) -> Option<(PieceType, f64)> {
        let mut types: Vec<PieceType> = self.give.iter().filter_map(|change| change.becomes).collect();
        types.dedup();
        let &[piece] = types.as_slice() else { return None };
        let count =
            |array: &Array| array.iter().filter(|s| s.1 == Color::White && s.2 == piece).count() as f64;
        let more = count(&changed(&self.variant, Color::White, &self.give)) - count(&self.variant.setup);
        (more > 0.0).then_some((piece, more))
    }
}

fn split(text: &str) -> CliResult<(&str, &str)> {
    let parts = text.split_once('=').filter(|(what, becomes)| !what.is_empty() && !becomes.is_empty());
    parts.ok_or_else(|| {
        CliError::input(format_args!(
            "`{text}` is not a change of pieces\nhelp: write `Q=FyafsF` to replace the queens, `f2=-` to remove a pawn"
        ))
    })
}

/// Reads the changes of a side. Each must have an effect, and the side must keep a royal piece.
fn changes(variant: &Variant, texts: &[String]) -> CliResult<Vec<Substitution>> {
    let mut changes = Vec::new();
    let arrays = |changes: &[Substitution]| Color::BOTH.map(|side| changed(variant, side, changes));
    for text in texts {
        let before = arrays(&changes);
        changes.push(change(variant, text)?);
        if arrays(&changes) == before {
            return Err(CliError::input(format_args!(
                "`{text}` has no effect: the side has no such piece, or an earlier change replaces it"
            )));
        }
    }
    let royals = |array: &Array, side| array.iter().filter(|s| s.1 == side && variant.is_royal(s.2)).count();
    for (side, array) in Color::BOTH.into_iter().zip(arrays(&changes)) {
        if royals(&array, side) == 0 && royals(&variant.setup, side) > 0 {
            let texts = texts.join(",");
            return Err(CliError::input(format_args!("`{texts}` leaves the side without a royal piece")));
        }
    }
    Ok(changes)
}

/// Reads a change such as `Q=FyafsF`. New types must have been added to the variant.
fn change(variant: &Variant, text: &str) -> CliResult<Substitution> {
    let (what, becomes) = split(text)?;
    let find = |id: &str| variant.pieces.iter().position(|piece| piece.id == id);
    let added = |betza: &str| variant.pieces.iter().rposition(|piece| piece.betza == betza);
    let number = |index: usize| PieceType(index as u16);
    let square = variant.board.read_name(what).filter(|(_, length)| *length == what.len());
    let at = match (square, find(what)) {
        (Some((square, _)), _) => ArmyPlace::Square(square),
        (None, Some(index)) => ArmyPlace::Type(number(index)),
        (None, None) => {
            return Err(CliError::Input(format!("`{what}` is neither a square nor a piece ID of this game")));
        }
    };
    let becomes = if becomes == "-" { None } else { find(becomes).or_else(|| added(becomes)).map(number) };
    Ok(Substitution { at, becomes })
}

/// Adds piece types, defined by their moves, to the variant.
fn with_pieces(loaded: Loaded, betzas: &[&str]) -> CliResult<Variant> {
    let variant = &loaded.variant;
    let mut ids = variant.pieces.iter().map(|piece| piece.id.clone()).collect::<Vec<_>>();
    let mut lines = String::new();
    for betza in betzas {
        crate::notation::compile(betza).map_err(|error| load::notation_fault(&error, betza))?;
        let letters =
            ["", "'", "!"].into_iter().flat_map(|suffix| ('A'..='Z').map(move |c| format!("{c}{suffix}")));
        let id = letters.into_iter().find(|id| !ids.contains(id));
        let id = id.ok_or_else(|| CliError::input("this game has no free piece ID left"))?;
        let field = variant::escaped(betza);
        lines += &format!("\nmeasured {id}:{id}:{field}::");
        ids.push(id);
    }
    let refuse = || {
        CliError::input("pieces cannot be added to this definition: add them to the file and use their IDs")
    };
    let source = format!("{}{lines}\n", loaded.source.trim_end());
    let more = catalogue::load_part(loaded.file, source, loaded.pick).map_err(|_| refuse())?.variant;
    // The new types must come after the old ones and must not change them.
    let old = variant.pieces.len();
    let same = more.pieces.len() == old + betzas.len()
        && more.pieces.iter().zip(&variant.pieces).all(|(a, b)| a.id == b.id && a.betza == b.betza)
        && more.ends.royal.iter().take(old).eq(variant.ends.royal.iter())
        && more.setup == variant.setup;
    if same { Ok(more) } else { Err(refuse()) }
}

fn write(outcome: &MeasureOutcome, out: &mut dyn Write) -> CliResult {
    let percent = |m: Measured| format!("{:5.1} % ± {:.1}", 100.0 * m.value, 100.0 * m.error);
    writeln!(out, "score of the measured side  {}", percent(outcome.score))?;
    writeln!(out, "score of an extra pawn      {}", percent(outcome.pawn_score))?;
    let pawns = |m: Option<Measured>| match m {
        Some(m) => format!("{:+.2} ± {:.2} pawns", m.value, m.error),
        None => {
            "unknown: an extra pawn has no measurable effect; play more pairs or longer searches".to_owned()
        }
    };
    let estimated = outcome.estimated_difference;
    writeln!(out, "difference by play          {} (estimate {estimated:+.2})", pawns(outcome.difference))?;
    if let Some(piece) = &outcome.piece {
        let label = format!("{} by play", piece.betza);
        writeln!(out, "{label:<27} {} (estimate {:+.2})", pawns(piece.value), piece.estimate)?;
    }
    Ok(())
}
