//! Sentences of the documents that specify the notation, each with what follows from it.
//!
//! Expected moves were worked out by hand from the sentence. Both generators must give them.
pub mod appendix;
pub mod basics;
pub mod betza2;
pub mod chains;
pub mod diagrams;
pub mod drops;
pub mod extension;
pub mod extension_current;
pub mod further;
pub mod legs;
pub mod rules;
pub mod zones;

use crate::support::agreement::pairs;
use griffon::movetext::{Numbering, parse_as};
use griffon::notation::{Notation, compile_in};
use griffon::oracle::ReferenceMove;
use griffon::position::{Game, Move, Position};
use griffon::variant::read;
use std::collections::BTreeSet;

/// What a document says, and what follows.
pub struct Sentence {
    /// The sentence, or as much of it as says something.
    pub says: &'static str,
    /// What must then be so.
    pub checks: &'static [Check],
}

/// Something that can be tried. Descriptions are of the piece `A`, White's, which has not moved yet.
pub enum Check {
    /// A description and a picture of where it goes, the highest rank first. `A` the piece, `P` a friend, `p` an
    /// enemy, `k` an enemy royal, `#` a hole, `.` an empty square; `*` an empty square where it can go, `d`, `x`
    /// and `X` a friend, an enemy and an enemy royal that it can capture there, `v` an enemy that it captures when it
    /// ends elsewhere.
    Goes(&'static str, &'static str),
    /// The same for a piece that has moved.
    GoesLater(&'static str, &'static str),
    /// A description, where the piece stands on an 8x8 board, what else does (`p:d5,e6 P:c3 k:h8`), and its moves:
    /// `e5` to there, `e6xe5` a capture on the way, `e5xe5` on the last square; `/d4` something is put down there;
    /// `c3-` in front: the piece on c3 moves.
    Moves(&'static str, &'static str, &'static str, &'static str),
    /// Two descriptions of the same moves, on random boards.
    Same(&'static str, &'static str),
    /// Two descriptions of different moves.
    Differ(&'static str, &'static str),
    /// A description that is refused, and part of what is said of it.
    Refused(&'static str, &'static str),
    /// A definition, moves made, and the moves of the piece on a square (or the drops of a type, `P@`) after them.
    Play(&'static str, &'static [&'static str], &'static str, &'static str),
    /// A definition that is refused, and part of what is said of it.
    Rejected(&'static str, &'static str),
    /// Anything else.
    Holds(fn()),
}

/// Tries every check of a document; prints how many sentences there are.
pub fn verify(document: &str, notation: Notation, claims: &[Sentence]) {
    let mut wrong = Vec::new();
    let mut checks = 0;
    for claim in claims {
        assert!(!claim.checks.is_empty(), "nothing follows from: {}", claim.says);
        for check in claim.checks {
            checks += 1;
            if let Err(why) = check.verify(notation) {
                wrong.push(format!("{document}: \"{}\"\n{why}", claim.says));
            }
        }
    }
    println!("{document}: {} sentences, {checks} checks", claims.len());
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n\n"));
}

type Outcome = Result<(), String>;

fn equal(what: &str, found: &str, wanted: &str) -> Outcome {
    if found == wanted { Ok(()) } else { Err(format!("{what}\nfound:\n{found}\nwanted:\n{wanted}")) }
}

impl Check {
    fn verify(&self, notation: Notation) -> Outcome {
        match *self {
            Self::Goes(betza, picture) => goes(notation, betza, picture, true),
            Self::GoesLater(betza, picture) => goes(notation, betza, picture, false),
            Self::Moves(betza, from, scene, wanted) => moves(notation, betza, from, scene, wanted),
            Self::Same(one, other) => {
                let (left, right) = (all_moves(notation, one)?, all_moves(notation, other)?);
                equal(&format!("{one} = {other}"), &left, &right)
            }
            Self::Differ(one, other) => {
                let alike = all_moves(notation, one)? == all_moves(notation, other)?;
                if alike { Err(format!("{one} is the same as {other}")) } else { Ok(()) }
            }
            Self::Refused(betza, message) => match compile_in(notation, betza) {
                Ok(_) => Err(format!("{betza} is not refused")),
                Err(error) if error.to_string().contains(message) => Ok(()),
                Err(error) => Err(format!("{betza}: {error}, not: {message}")),
            },
            Self::Play(definition, played, from, wanted) => play(definition, played, from, wanted),
            Self::Rejected(definition, message) => match read("seed", definition) {
                Ok(_) => Err(format!("not refused:\n{definition}")),
                Err(report) => {
                    let texts: Vec<String> = report.iter().map(|line| line.message.clone()).collect();
                    let told = texts.iter().any(|text| text.contains(message));
                    if told { Ok(()) } else { Err(format!("{texts:?}, not: {message}")) }
                }
            },
            Self::Holds(check) => {
                check();
                Ok(())
            }
        }
    }
}

/// What stands where: a picture without its marks.
struct Scene {
    /// Rows of characters, the highest rank first.
    rows: Vec<Vec<char>>,
}

impl Scene {
    fn of_picture(picture: &str) -> Self {
        let rows = picture.split_whitespace().map(|row| row.chars().map(bare).collect());
        Self { rows: rows.collect() }
    }
    fn of_list(from: &str, list: &str) -> Self {
        let mut scene = Self { rows: vec![vec!['.'; 8]; 8] };
        let parts = list.split_whitespace().filter_map(|part| part.split_once(':'));
        for (what, squares) in parts.chain([("A", from)]) {
            for name in squares.split(',') {
                let bytes = name.as_bytes();
                let row = 8 - usize::from(bytes[1] - b'0');
                scene.rows[row][usize::from(bytes[0] - b'a')] = char::from(what.as_bytes()[0]);
            }
        }
        scene
    }
    fn size(&self) -> (usize, usize) {
        (self.rows[0].len(), self.rows.len())
    }
    /// Names of the squares that hold `what`.
    fn squares(&self, what: char) -> Vec<String> {
        let (files, ranks) = self.size();
        let all = (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank)));
        let held = all.filter(|&(file, rank)| self.rows[ranks - 1 - rank][file] == what);
        held.map(|(file, rank)| format!("{}{}", char::from(b'a' + file as u8), rank + 1)).collect()
    }
    /// A game with `A` described by `betza`, and its position. Not virgin: the set-up has `A` elsewhere.
    fn game(&self, notation: Notation, betza: &str, unmoved: bool) -> Result<(Game, Position), String> {
        let (files, ranks) = self.size();
        let notation = match notation {
            Notation::Xbetza => "xbetza",
            Notation::Betza2 => "betza2",
            Notation::Bracket => "bracket",
        };
        let places = |what| self.squares(what).join(",");
        let royal = if self.squares('k').is_empty() { 0 } else { 3 };
        let at = if unmoved { places('A') } else { self.squares('.').first().cloned().unwrap_or_default() };
        let (friends, enemies, king, holes) = (places('P'), places('p'), places('k'), places('#'));
        let mut text = format!(
            "notation={notation}\nfiles={files}\nranks={ranks}\nsymmetry=none\nmaxPromote=0\nroyal={royal}\n\
             tested:A:{betza}::{at}\nstone:P:::{friends},,{enemies}\nmonarch:K:::,,{king}\n"
        );
        if !holes.is_empty() {
            text += &format!("hole::::{holes}\n");
        }
        let game = ready(&text)?;
        let pos = match unmoved {
            true => Position::start(&game),
            false => Position::from_fen(&game, &self.fen()).map_err(|error| error.to_string())?,
        };
        Ok((game, pos))
    }
    fn fen(&self) -> String {
        let row = |row: &Vec<char>| {
            let mut text = String::new();
            for run in row.chunk_by(|a, b| (*a == '.') == (*b == '.')) {
                match run[0] {
                    '.' => text += &run.len().to_string(),
                    _ => text.extend(run.iter().map(|&what| if what == '#' { '*' } else { what })),
                }
            }
            text
        };
        self.rows.iter().map(row).collect::<Vec<_>>().join("/") + " w"
    }
}

fn bare(mark: char) -> char {
    match mark {
        '*' => '.',
        'd' => 'P',
        'x' | 'v' => 'p',
        'X' => 'k',
        other => other,
    }
}

fn ready(text: &str) -> Result<Game, String> {
    let (variant, _) = read("seed", text).map_err(|report| format!("{text}{report:?}"))?;
    Game::new(variant).map_err(|error| format!("{text}{error:?}"))
}

fn goes(notation: Notation, betza: &str, picture: &str, unmoved: bool) -> Outcome {
    let mut scene = Scene::of_picture(picture);
    let (game, mut pos) = scene.game(notation, betza, unmoved)?;
    let board = &game.variant.board;
    let ranks = scene.rows.len();
    for (_, twin) in pairs(&game, &mut pos, betza) {
        for square in twin.victims.iter().chain([&twin.to]) {
            let row = &mut scene.rows[ranks - 1 - usize::from(board.rank(*square))];
            let cell = &mut row[usize::from(board.file(*square))];
            *cell = match (*cell, *square == twin.to) {
                ('.', true) => '*',
                ('P', true) => 'd',
                ('p' | 'v', true) => 'x',
                ('k', true) => 'X',
                ('p', false) => 'v',
                (other, _) => other,
            };
        }
    }
    let found: Vec<String> = scene.rows.iter().map(|row| row.iter().collect()).collect();
    let wanted: Vec<&str> = picture.split_whitespace().collect();
    equal(betza, &found.join("\n"), &wanted.join("\n"))
}

fn sorted(list: impl IntoIterator<Item = String>) -> String {
    list.into_iter().collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(" ")
}

fn describe(game: &Game, pos: &Position, (mv, twin): &(Move, ReferenceMove)) -> String {
    let board = &game.variant.board;
    let name = |square| board.name(square);
    let mut text = match mv.dropped() {
        Some(_) => format!("@{}", name(twin.to)),
        None => name(twin.to),
    };
    let mut victims = twin.victims.clone();
    victims.sort_unstable();
    victims.into_iter().for_each(|victim| text += &format!("x{}", name(victim)));
    for square in board.squares().filter(|&square| square != twin.to) {
        let (old, new) = (pos.cell(square).kind(), twin.after.cell(square).kind());
        if new.is_some() && new != old {
            text += &format!("/{}", name(square));
        }
    }
    let turned = twin.promotion.map(|piece| format!("={}", game.variant.pieces[piece.index()].id));
    text + &turned.unwrap_or_default()
}

fn moves(notation: Notation, betza: &str, from: &str, list: &str, wanted: &str) -> Outcome {
    let scene = Scene::of_list(from, list);
    let (game, mut pos) = scene.game(notation, betza, true)?;
    let found = pairs(&game, &mut pos, betza).into_iter().map(|pair| {
        let start = game.variant.board.name(pair.1.from);
        let text = describe(&game, &pos, &pair);
        if start == from { text } else { format!("{start}-{text}") }
    });
    let wanted = sorted(wanted.split_whitespace().map(str::to_owned));
    equal(&format!("{betza} from {from}, {list}"), &sorted(found.collect::<Vec<_>>()), &wanted)
}

/// All moves of a description on a few boards, as one text.
fn all_moves(notation: Notation, betza: &str) -> Result<String, String> {
    const SCENES: &[&str] = &[
        "",
        "p:d5,e4,c3,d3 P:c4,e5",
        "p:b6,f6,d7,b2,g4 P:f2,d2,a4",
        "p:c6,e6,f5,f3,e2 P:c2,b3,b5",
        "p:d6,d7,g7,h8,e3 P:f4,g4,b4,c5 k:a1",
        "p:c3,c4,c5,d3,d5,e3,e4,e5",
        "P:c3,c4,c5,d3,d5,e3,e4,e5 p:b6,f6,d6",
        "p:a7,g7,d2,h4,b5,c6 P:e5,e4 k:d8",
    ];
    let mut lines = Vec::new();
    for scene in SCENES {
        let (game, mut pos) = Scene::of_list("d4", scene).game(notation, betza, true)?;
        let found = pairs(&game, &mut pos, betza).into_iter().map(|pair| {
            let trail = pair.1.after.en_passant.as_ref().map(|marks| format!("{:?}", marks.squares));
            let text = describe(&game, &pos, &pair) + &trail.unwrap_or_default();
            format!("{}-{text}", game.variant.board.name(pair.1.from))
        });
        lines.push(format!("{scene}: {}", sorted(found.collect::<Vec<_>>())));
    }
    Ok(lines.join("\n"))
}

fn play(definition: &str, played: &[&str], from: &str, wanted: &str) -> Outcome {
    let game = ready(definition)?;
    let mut pos = Position::start(&game);
    for text in played {
        pairs(&game, &mut pos, text);
        let mv = parse_as(Numbering::Plain, &game, &mut pos, text).map_err(|why| format!("{text}: {why}"))?;
        pos.make(&game, mv);
    }
    let moves = pairs(&game, &mut pos, definition);
    let asked = |(mv, twin): &&(Move, ReferenceMove)| match mv.dropped() {
        Some(piece) => {
            from.strip_suffix('@') == Some(game.variant.pieces[piece.index()].id.to_string().as_str())
        }
        None => game.variant.board.name(twin.from) == from,
    };
    let found: Vec<String> = moves.iter().filter(asked).map(|pair| describe(&game, &pos, pair)).collect();
    let wanted = sorted(wanted.split_whitespace().map(str::to_owned));
    equal(&format!("{definition}after {played:?}, {from}"), &sorted(found), &wanted)
}
