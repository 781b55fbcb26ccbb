//! Openings of match games.

use super::pgn::{self, ReadGames};
use crate::position::{Game, Move, Position};
use crate::random::{Rng, mix};
use crate::search::{self, Limits, Score, Searcher};
use crate::variant::without_mark;
use crate::xboard::Dialect;
use crate::{load, movegen, movetext};
use rayon::prelude::*;
use std::sync::atomic::AtomicBool;

/// Hash table of the searches that score openings, MiB.
const HASH_MB: usize = 4;
/// Shortest and longest line of a book, plies.
const BOOK_PLIES: (usize, usize) = (6, 8);
/// Nodes of the searches that score the openings of a book.
const BOOK_NODES: u64 = 20_000;
/// Before a search of at least `QUICK_SHARE * QUICK_NODES` nodes, a search with that share of them rejects lines that
/// miss the window by more than `QUICK_MISS_CP`.
const QUICK_SHARE: u64 = 20;
const QUICK_NODES: u64 = 1000;
const QUICK_MISS_CP: Score = 60;
/// Random openings tried until one is balanced.
const ATTEMPTS: u64 = 200;

/// Start of a game.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// Position; `None` is the start position of the variant.
    pub from: Option<Position>,
    /// Moves made before the engines start to play.
    pub moves: Vec<Move>,
}

impl Opening {
    /// Returns the start position; in a variant with shuffled arrays, the shuffled array given by `number`.
    pub fn of_array(game: &Game, number: u64) -> Self {
        let shuffled = || load::shuffled_start(game, mix(number));
        Self { from: game.variant.shuffles().then(shuffled), moves: Vec::new() }
    }
}

/// Generates random openings; the same fields and number always give the same opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Generator {
    /// Shortest and longest line, plies.
    pub plies: (usize, usize),
    /// Seed of the random moves.
    pub seed: u64,
    /// Smallest and largest absolute score of a short search, centipawns; `None` skips the search.
    pub window: Option<(Score, Score)>,
    /// Nodes of that search.
    pub nodes: u64,
}

impl Generator {
    /// Returns opening `number`: its first random line that does not end the game and has a score in the window, or
    /// else the one tried that comes closest. Where every line ends the game, lines are halved in length.
    pub fn opening(&self, game: &Game, judge: &mut Judge, number: u64) -> Opening {
        self.find(game, judge, number).0
    }
    /// Like [`Self::opening`], with whether its score is in the window.
    fn find(&self, game: &Game, judge: &mut Judge, number: u64) -> (Opening, bool) {
        let mut best: Option<(Score, Opening)> = None;
        for attempt in 0..ATTEMPTS {
            let Some((opening, pos)) = self.line(game, &mut self.rng(number, attempt)) else { continue };
            let Some((low, high)) = self.window else { return (opening, true) };
            let miss = |score: Score| (low - score).max(score - high);
            // A quick search rejects most lines.
            let quick = self.nodes / QUICK_SHARE;
            let clear = quick >= QUICK_NODES && miss(judge.score(game, &pos, quick)) > QUICK_MISS_CP;
            if clear && attempt + 1 < ATTEMPTS {
                continue;
            }
            let missed = miss(judge.score(game, &pos, self.nodes));
            if missed <= 0 {
                return (opening, true);
            }
            if best.as_ref().is_none_or(|(other, _)| missed < *other) {
                best = Some((missed, opening));
            }
        }
        match best {
            Some((_, opening)) => (opening, false),
            None if self.plies.1 == 0 => (Opening::of_array(game, number), false),
            None => self.halved().find(game, judge, number),
        }
    }
    /// Whether some of the lines tried for the first opening leave the game open.
    pub fn is_feasible(&self, game: &Game) -> bool {
        (0..ATTEMPTS).any(|attempt| self.line(game, &mut self.rng(0, attempt)).is_some())
    }
    fn halved(self) -> Self {
        Self { plies: (self.plies.0 / 2, self.plies.1 / 2), ..self }
    }
    fn rng(&self, number: u64, attempt: u64) -> Rng {
        Rng([number, attempt].into_iter().fold(self.seed, |seed, value| mix(seed) ^ value))
    }
    /// Returns a random line; `None` if the game ends in it.
    fn line(&self, game: &Game, rng: &mut Rng) -> Option<(Opening, Position)> {
        // In a variant with shuffled arrays every opening has its own array, which is sent to both engines.
        let mut pos = load::shuffled_start(game, mix(rng.0));
        let from = game.variant.shuffles().then(|| pos.clone());
        let (shortest, longest) = self.plies;
        let plies = if longest > shortest { shortest + rng.below(longest - shortest + 1) } else { shortest };
        let mut moves = Vec::with_capacity(plies);
        for _ in 0..plies {
            let (_, mv) = movegen::random_move(game, &mut pos, rng)?;
            moves.push(mv);
            pos.make(game, mv);
        }
        let open = movegen::result(game, &mut pos).is_none();
        open.then_some((Opening { from, moves }, pos))
    }
}

/// A book of openings for matches: lines of 6 to 8 random plies, which a search of 20,000 nodes scores within a window.
#[derive(clap::Args, Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningBook {
    /// Number of openings
    #[arg(long, default_value_t = Self::STANDARD.count, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub count: u32,
    /// Seed of the random moves
    #[arg(long, default_value_t = Self::STANDARD.seed, value_name = "N")]
    pub seed: u64,
    /// Smallest and largest absolute score of an opening, centipawns [default: 0:50 in games with drops, else 70:130]
    #[arg(long, value_name = "LOW:HIGH", value_parser = window)]
    pub window: Option<(Score, Score)>,
}

/// Reads `LOW:HIGH`.
fn window(text: &str) -> Result<(Score, Score), String> {
    let numbers = text.split_once(':').and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    let valid = numbers.filter(|&(low, high): &(Score, Score)| (0..=high).contains(&low) && high <= 10_000);
    valid.ok_or_else(|| String::from("expected LOW:HIGH (centipawns), such as 70:130"))
}

impl OpeningBook {
    /// The book that matches use.
    pub const STANDARD: Self = Self { count: 2000, seed: 1, window: None };

    /// Returns the window of scores for a game: balanced where most games are decisive, with an advantage for one side
    /// where many are drawn, so that more pairs of games are decisive. Games with drops are decisive.
    pub fn window(self, game: &Game) -> (Score, Score) {
        let decisive = game.variant.captures_to_hand();
        self.window.unwrap_or(if decisive { (0, 50) } else { (70, 130) })
    }
    /// Makes the openings, on all cores. Also returns how many have a score outside the window, because no better one
    /// was found. The result does not depend on the number of cores.
    pub fn make(self, game: &Game, done: impl Fn() + Sync) -> (Vec<Opening>, usize) {
        let window = Some(self.window(game));
        let generator = Generator { plies: BOOK_PLIES, seed: self.seed, window, nodes: BOOK_NODES };
        let one = |judge: &mut Judge, number: u32| {
            let found = generator.find(game, judge, u64::from(number));
            done();
            found
        };
        let found: Vec<_> = (0..self.count).into_par_iter().map_init(Judge::default, one).collect();
        let outside = found.iter().filter(|(_, is_inside)| !is_inside).count();
        (found.into_iter().map(|(opening, _)| opening).collect(), outside)
    }
}

/// Scores openings with a short search.
#[derive(Debug)]
pub struct Judge(Searcher);

impl Default for Judge {
    fn default() -> Self {
        Self(Searcher::new(HASH_MB))
    }
}

impl Judge {
    /// Returns the absolute score, centipawns. The hash table is cleared first, so that earlier searches do not matter.
    fn score(&mut self, game: &Game, pos: &Position, nodes: u64) -> Score {
        self.0.clear();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let found = self.0.search(game, pos, &limits, &AtomicBool::new(false), &mut |_| {});
        if found.best.is_none() { search::MATE } else { found.score.abs() }
    }
}

/// Reads openings: the games of a PGN file, or one per line: a FEN, an EPD record (operations are ignored), moves, or
/// `FEN moves MOVES`, where `startpos` may replace the FEN. Text after `;`, empty lines and lines that begin with `#` are
/// ignored.
///
/// # Errors
/// The first malformed line or game, with its number.
pub fn read(game: &Game, text: &str) -> Result<Vec<Opening>, String> {
    read_first(game, text, usize::MAX)
}

/// Like [`read`], with at most the first `plies` moves of each opening. Those after them are not read.
///
/// # Errors
/// As [`read`].
pub fn read_first(game: &Game, text: &str, plies: usize) -> Result<Vec<Opening>, String> {
    let text = without_mark(text);
    if text.lines().any(|line| line.starts_with('[')) {
        return of_games(game, text, plies);
    }
    let lines = (1..).zip(text.lines().map(|line| line.split(';').next().unwrap_or("").trim()));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let read = |(number, line)| opening(game, line, plies).map_err(|why| format!("line {number}: {why}"));
    let found = lines.map(read).collect::<Result<Vec<_>, _>>()?;
    if found.is_empty() { Err(String::from("no openings found")) } else { Ok(found) }
}

/// Reads the games of a PGN file.
fn of_games(game: &Game, text: &str, plies: usize) -> Result<Vec<Opening>, String> {
    let ReadGames { games, incomplete, .. } = pgn::read(text);
    if let Some(number) = incomplete {
        return Err(format!("game {number}: the result at the end is missing; `*` stands for none"));
    }
    let dialect = Dialect::new(&game.variant);
    let read = |(number, read): (usize, &pgn::Read)| {
        let fen = read.tag("FEN").map_or_else(String::new, |fen| dialect.incoming_start(game, fen));
        let fen: Vec<&str> = fen.split_ascii_whitespace().collect();
        let moves = read.moves.iter().map(|text| dialect.incoming_algebraic(game, without_number(text)));
        let moves: Vec<String> = moves.collect();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        line_of(game, &fen, &moves, plies).map_err(|why| format!("game {number}: {why}"))
    };
    (1..).zip(&games).map(read).collect()
}

fn opening(game: &Game, line: &str, plies: usize) -> Result<Opening, String> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let at = words.iter().position(|&word| word == "moves");
    let (place, moves) = match at {
        Some(at) => (&words[..at], &words[at + 1..]),
        None if is_fen(&words) => (&words[..], &words[..0]),
        None => words.split_at(usize::from(words.first() == Some(&"startpos"))),
    };
    line_of(game, place, moves, plies)
}

/// Reads an opening from the words of its first position and its first moves.
fn line_of(game: &Game, place: &[&str], moves: &[&str], plies: usize) -> Result<Opening, String> {
    let from = match place {
        [] | ["startpos"] => None,
        words => Some(position(game, words)?),
    };
    let mut pos = from.clone().unwrap_or_else(|| Position::start(game));
    let mut opening = Opening { from, moves: Vec::with_capacity(moves.len().min(plies)) };
    let texts = moves.iter().map(|text| without_number(text)).filter(|text| !text.is_empty());
    for text in texts.take(plies) {
        let mv = movetext::parse(game, &mut pos, text).map_err(|why| format!("`{text}`: {why}"))?;
        opening.moves.push(mv);
        pos.make(game, mv);
    }
    match movegen::result(game, &mut pos) {
        Some(_) => Err(String::from("the game is over; `--opening-plies N` takes only the first moves")),
        None => Ok(opening),
    }
}

/// Whether a line begins with a FEN: a board of several ranks, or a board and the side to move.
fn is_fen(words: &[&str]) -> bool {
    words.first().is_some_and(|board| board.contains('/'))
        || matches!(words.get(1), Some(&("w" | "b" | "W" | "B")))
}

/// Removes the move number from a word: `12.e2e4`, `1.`, `1...`, `1`, but nothing from `0-0`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.is_empty() || rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}

/// Reads a FEN from as many words as possible; the remaining words are the operations of an EPD record.
fn position(game: &Game, words: &[&str]) -> Result<Position, String> {
    let whole = Position::from_fen(game, &words.join(" ")).map_err(|error| error.message);
    let shorter = (4..words.len()).rev().find_map(|n| Position::from_fen(game, &words[..n].join(" ")).ok());
    whole.or_else(|why| shorter.ok_or(why))
}

/// Formats an opening as a line for [`read`].
pub fn write(game: &Game, opening: &Opening) -> String {
    let mut text = opening.from.as_ref().map_or_else(|| String::from("startpos"), |pos| pos.fen(game));
    let mut pos = opening.from.clone().unwrap_or_else(|| Position::start(game));
    if !opening.moves.is_empty() {
        text += " moves";
    }
    for &mv in &opening.moves {
        text += &format!(" {}", movetext::format(game, &pos, mv));
        pos.make(game, mv);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::catalogue;

    fn game(name: &str) -> Game {
        Game::new(catalogue::find(name).expect(name).variant.clone()).expect(name)
    }

    #[test]
    fn random_openings_are_balanced_and_reproducible() {
        for name in ["chess", "minixiangqi"] {
            let game = game(name);
            let generator = Generator { plies: (5, 5), seed: 9, window: Some((0, 60)), nodes: 300 };
            let mut judge = Judge::default();
            let texts: Vec<String> =
                (0..4).map(|n| write(&game, &generator.opening(&game, &mut judge, n))).collect();
            for (number, text) in texts.iter().enumerate().rev() {
                let again = generator.opening(&game, &mut Judge::default(), number as u64);
                assert_eq!(*text, write(&game, &again));
                let mut pos = Position::start(&game);
                again.moves.iter().for_each(|&mv| pos.make(&game, mv));
                assert_eq!(again.moves.len(), 5);
                assert!(judge.score(&game, &pos, 300) <= 60, "{text}");
            }
            assert!(texts.windows(2).all(|pair| pair[0] != pair[1]), "{texts:?}");
        }
    }

    /// No game of Dobutsu lasts 400 random plies; shuffled games keep their arrays.
    #[test]
    fn lines_are_shorter_where_games_end() {
        let game = game("dobutsu");
        let generator = Generator { plies: (400, 400), seed: 1, window: None, nodes: 100 };
        assert!(!generator.is_feasible(&game));
        assert!(Generator { plies: (4, 4), ..generator }.is_feasible(&game));
        let lines = [0, 1].map(|number| generator.opening(&game, &mut Judge::default(), number).moves);
        assert!(
            lines.iter().all(|line| (12..400).contains(&line.len())) && lines[0] != lines[1],
            "{lines:?}"
        );
    }

    #[test]
    fn windows() {
        assert_eq!(window("70:130"), Ok((70, 130)));
        for bad in ["", "70", "130:70", "-5:20", "0:20000", "a:b"] {
            assert!(window(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn all_forms_of_openings() {
        let game = game("chess");
        let text = "\u{feff}# some openings\n\
            e2e4 e7e5 g1f3\n\
            startpos moves d2d4 ; a comment\n\
            1. c2c4 1... e7e5 2.b1c3\n\
            r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3 moves f1b5\n\
            8/8/8/4k3/8/8/4P3/4K3 w - - bm e4; id \"epd\";\n\
            1 e2e4 e7e5 2 g1f3 b8c6 3...f1c4 f8c5 0-0\n\n\
            startpos\n";
        let openings = read(&game, text).expect("reads");
        let lengths: Vec<_> = openings.iter().map(|o| (o.from.is_some(), o.moves.len())).collect();
        assert_eq!(
            lengths,
            [(false, 3), (false, 1), (false, 3), (true, 1), (true, 0), (false, 7), (false, 0)]
        );
        for opening in &openings {
            let again = read(&game, &write(&game, opening)).expect("reads");
            assert_eq!(write(&game, &again[0]), write(&game, opening));
        }
    }

    #[test]
    fn games_are_read() {
        let game = game("chess");
        let text = "\u{feff}% a line for others\n{two games}\n\
            [Event \"?\"]\n[Result \"*\"]\n\n1.e4 {a comment} e5 $1 (1... c5 {no (} (1... e6)) 2. Nf3(2.f4); another\n\
            Nc6 3. Bb5! Nf6 O-O *\n\n% a line for others\n\
            [Event \"?\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\na8=Q+ Ke7 1/2-1/2\n";
        let openings = read(&game, text).expect("reads");
        let written: Vec<String> = openings.iter().map(|opening| write(&game, opening)).collect();
        assert_eq!(
            written,
            [
                "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1",
                "4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8q e8e7"
            ]
        );
        for (moves, expected) in [
            ("1. e4 e5 2. Ke3 *", "game 1: `Ke3`: "),
            ("1. f3 e5 2. g4 Qh4# 0-1", "game 1: the game is over"),
            ("1. e4 *\n\n[Event \"?\"]\n\n1. e4 e5", "game 2: the result at the end is missing"),
            ("1. e4 e5\n\n[Event \"?\"]\n\n1. e4 *", "game 1: the result at the end is missing"),
        ] {
            let why = read(&game, &format!("[Event \"?\"]\n\n{moves}\n")).map(|_| ()).expect_err(moves);
            assert!(why.starts_with(expected), "{moves}: {why}");
        }
    }

    /// XBoard writes the FEN of the array as it was sent, without castling rights.
    #[test]
    fn games_of_xboard_begin_with_the_array() {
        let game = game("schoolbook");
        let dialect = Dialect::new(&game.variant);
        let fen = dialect.setup.as_ref().and_then(|line| line.splitn(4, ' ').nth(3)).expect("a setup");
        let text = format!("[Event \"?\"]\n[FEN \"{fen}\"]\n\n*\n");
        assert!(read(&game, &text).expect("reads")[0].from.is_none(), "{fen}");
    }

    /// XBoard names a promoted form after its base, whatever its ID is here.
    #[test]
    fn promoted_pieces_are_named_as_xboard_does() {
        let text = "name=silver\nroyal=K\npromoOffset=2\nmaxPromote=1\npromoZone=1\nholdingsType=-1\n\
                    silver:S:FfW::a7\nking:K:K::e1\ngold:G:WfF::\n";
        let game = Game::new(crate::variant::read("silver", text).expect("a definition").0).expect("tables");
        let games = "[Event \"?\"]\n\n1. Sa8+ Kf8 2. +Sa7 *\n";
        let opening = &read(&game, games).expect("reads")[0];
        assert_eq!(write(&game, opening), "startpos moves a7a8+ e8f8 a8a7");
    }

    #[test]
    fn openings_may_be_the_first_moves_of_games() {
        let game = game("chess");
        let text = "[Event \"?\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
        assert_eq!(read_first(&game, text, 3).expect("reads")[0].moves.len(), 3);
        assert_eq!(read_first(&game, "1. e2e4 e7e5 nonsense", 2).expect("reads")[0].moves.len(), 2);
        assert!(read_first(&game, text, 4).is_err());
    }

    #[test]
    fn a_fen_of_one_rank_is_read() {
        let game = game("1d-chess");
        for text in ["KNR2rnk w - - 0 1", "KNR2rnk b", "KNR2rnk w - - 0 1 moves b1d1"] {
            let openings = read(&game, text).expect(text);
            assert!(openings[0].from.is_some(), "{text}");
        }
    }

    #[test]
    fn wrong_openings_are_named_by_line() {
        let game = game("chess");
        for (text, expected) in [
            ("e2e4\ne7e5", "line 2: `e7e5`"),
            ("", "no openings found"),
            ("8/8/8/8/8/8/8/8/8 w - - 0 1", "line 1: "),
            ("f2f3 e7e5 g2g4 d8h4", "line 1: the game is over; "),
        ] {
            let why = read(&game, text).map(|_| ()).expect_err(text);
            assert!(why.starts_with(expected), "{text}: {why}");
        }
    }
}
