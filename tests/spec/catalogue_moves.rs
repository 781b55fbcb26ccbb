//! Moves in catalogue variants, derived by hand from their rules: `corpus/catalogue_moves.txt`.

use crate::support::game;
use std::collections::{BTreeMap, BTreeSet};

use griffon::movegen;
use griffon::movetext::{Numbering, format_as, parse_as};
use griffon::position::{Game, Position};
use griffon::variant::catalogue;

const TABLE: &str = include_str!("../corpus/catalogue_moves.txt");

/// Returns the lines of the table: variant, position, piece, destinations.
fn rows() -> impl Iterator<Item = [&'static str; 4]> {
    TABLE.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        <[&str; 4]>::try_from(fields).unwrap_or_else(|_| panic!("four fields: {line}"))
    })
}

fn position(game: &Game, fen: &str) -> Position {
    if fen == "-" {
        return Position::start(game);
    }
    Position::from_fen(game, fen).unwrap_or_else(|error| panic!("{fen}: {error:?}"))
}

#[test]
fn pieces_reach_the_squares_of_the_rules() {
    let mut games = BTreeMap::new();
    for [name, fen, from, expected] in rows() {
        let game = games.entry(name).or_insert_with(|| game(name));
        let mut pos = position(game, fen);
        let list = movegen::legal_moves(game, &mut pos);
        let texts = list.iter().map(|&mv| format_as(Numbering::Plain, game, &pos, mv));
        let found: BTreeSet<String> =
            texts.filter_map(|text| text.strip_prefix(from).map(str::to_owned)).collect();
        let expected: BTreeSet<String> = expected.split_whitespace().map(str::to_owned).collect();
        assert_eq!(found, expected, "{name}, {from} in {fen}");
    }
}

#[test]
fn every_offered_variant_is_in_the_table() {
    let known: BTreeSet<&str> = rows().map(|[name, ..]| name).collect();
    for entry in catalogue::all() {
        assert!(known.contains(entry.variant.name.as_str()), "{}: no position worked out", entry.file);
    }
}

/// Promotions that the move text does not show, because there is no choice.
#[test]
fn pieces_promote_as_in_the_rules() {
    let knight = "16/16/4N11/16/16/16/k15/16/16/16/16/16/16/16/16/15K w - - 0 1";
    let troll = "16/3I12/16/16/16/16/k15/16/16/16/16/16/16/16/16/15K w - - 0 1";
    let leaping = "16/16/16/4I11/16/16/16/k15/16/16/16/16/16/16/16/15K w - - 0 1";
    let first_file = "12/2P9/12/11p/12/12/12/12/k11/12/12/11K w - - 0 1";
    let kings_file = "12/6P5/12/11p/12/12/12/12/k11/12/12/11K w - - 0 1";
    for (name, fen, text, rank) in [
        // "Knight, Camel and Giraffe to Buffalo"
        ("terachess", knight, "e14d16", "3F12"),
        // "Trolls promote to Queen" with their moves as pawns, not with their leaps
        ("terachess", troll, "d15d16", "3Q12"),
        ("terachess", leaping, "e13b16", "1I14"),
        // "the piece corresponding to the file on which it lands": unicorn; on the king's file aanca
        ("acedrex", first_file, "c11c12", "2U9"),
        ("acedrex", kings_file, "g11g12", "6A5"),
    ] {
        let game = game(name);
        let mut pos = position(&game, fen);
        let mv = parse_as(Numbering::Plain, &game, &mut pos, text);
        pos.make(&game, mv.unwrap_or_else(|error| panic!("{name} {text}: {error}")));
        assert_eq!(pos.fen(&game).split('/').next(), Some(rank), "{name} {text}");
    }
}
