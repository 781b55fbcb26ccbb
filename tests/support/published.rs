//! Published piece values, and the estimates for the same pieces.

use griffon::position::Game;
use griffon::values::constants::Constants;
use griffon::values::{PieceProfile, profiles_with};
use griffon::variant::{self, catalogue};

/// Board of the first table; pieces there are given by their moves.
const EMPTY_BOARD: &str = "8x8";
/// IDs for pieces without one: a letter and possible suffixes.
const SUFFIXES: [&str; 3] = ["", "'", "!"];

/// A published value.
#[derive(Clone, Debug)]
pub struct Row {
    /// Size of an empty board, or the name of a variant.
    pub context: String,
    /// Move description, or ID in the variant.
    pub piece: String,
    /// The unit: the piece that counts as one.
    pub unit: String,
    /// Value, and the range of published values.
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

/// An estimate for a published value: middle game and endgame, in the row's unit.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    pub values: [f64; 2],
    /// Logarithm of estimate over published value.
    pub errors: [f64; 2],
}

/// The table on 8x8 squares, in Knights: `piece,betza,board,knights,low,high,source`.
pub fn on_chess_board() -> Vec<Row> {
    let row = |field: Vec<&str>| Row {
        context: field[2].to_owned(),
        piece: field[1].to_owned(),
        unit: "N".to_owned(),
        value: number(field[3]),
        low: number(field[4]),
        high: number(field[5]),
    };
    table(include_str!("../data/published-values.csv")).map(row).collect()
}

/// The table of other pieces and boards: `context,piece,unit,value,low,high,source`.
pub fn elsewhere() -> Vec<Row> {
    let row = |field: Vec<&str>| Row {
        context: field[0].to_owned(),
        piece: field[1].to_owned(),
        unit: field[2].to_owned(),
        value: number(field[3]),
        low: number(field[4]),
        high: number(field[5]),
    };
    table(include_str!("../data/published-elsewhere.csv")).map(row).collect()
}

fn table(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| line.splitn(7, ',').collect())
}

fn number(text: &str) -> f64 {
    text.parse().expect("a number")
}

/// Rows with the games that their pieces are part of.
pub struct Estimates {
    pub rows: Vec<Row>,
    games: Vec<Game>,
    /// `[row]`: game, piece and unit.
    places: Vec<(usize, usize, usize)>,
}

impl Estimates {
    /// Builds the games.
    pub fn new(rows: Vec<Row>) -> Self {
        let mut contexts: Vec<String> = rows.iter().map(|row| row.context.clone()).collect();
        contexts.sort();
        contexts.dedup();
        let games: Vec<Game> = contexts.iter().map(|context| game(context, &rows)).collect();
        let place = |row: &Row| {
            let at = contexts.binary_search(&row.context).expect("its context");
            let pieces = &games[at].variant.pieces;
            let is = |id: &str, index: usize| match row.context == EMPTY_BOARD {
                true => pieces[index].betza == id,
                false => pieces[index].id == id,
            };
            let find = |id: &str| (0..pieces.len()).find(|&index| is(id, index)).expect(id);
            (at, find(&row.piece), find(&row.unit))
        };
        let places = rows.iter().map(place).collect();
        Self { rows, games, places }
    }
    /// Returns the estimates with these constants, `[row]`.
    pub fn estimates(&self, constants: &Constants) -> Vec<Estimate> {
        let profiles: Vec<Vec<PieceProfile>> =
            self.games.iter().map(|game| profiles_with(game.game_rules(), constants)).collect();
        let estimate = |(row, &(game, piece, unit)): (&Row, &(usize, usize, usize))| {
            let value = |piece: usize, phase: usize| profiles[game][piece * 2].value[phase];
            let values = [0, 1].map(|phase| value(piece, phase) / value(unit, phase));
            Estimate { values, errors: values.map(|value| (value / row.value).ln()) }
        };
        self.rows.iter().zip(&self.places).map(estimate).collect()
    }
}

/// Returns the game of a context: a catalogue variant, or an empty board with all pieces of its rows.
fn game(context: &str, rows: &[Row]) -> Game {
    if context != EMPTY_BOARD {
        return Game::new(catalogue::load(context).expect(context).variant).expect(context);
    }
    let mut pieces: Vec<&str> =
        rows.iter().filter(|row| row.context == context).map(|row| &*row.piece).collect();
    pieces.push("N");
    pieces.sort_unstable();
    pieces.dedup();
    let mut text = "files=8\nranks=8\nroyal=0\nmaxPromote=0\n".to_owned();
    for (index, betza) in pieces.iter().enumerate() {
        let letter = char::from(b'A' + (index % 26) as u8);
        text += &format!("piece{index}:{letter}{}:{betza}::\n", SUFFIXES[index / 26]);
    }
    let (variant, _) = variant::read("pieces", &text).expect("a definition");
    Game::new(variant).expect("tables")
}

/// Returns the root mean square of the errors in a phase, without the unit itself.
pub fn rms(rows: &[Row], estimates: &[Estimate], phase: usize) -> f64 {
    let counted: Vec<f64> = rows
        .iter()
        .zip(estimates)
        .filter(|(row, _)| row.piece != row.unit)
        .map(|(_, estimate)| estimate.errors[phase])
        .collect();
    (counted.iter().map(|error| error * error).sum::<f64>() / counted.len() as f64).sqrt()
}
