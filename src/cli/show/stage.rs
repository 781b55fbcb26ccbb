//! Stages of the compiler as text.

use crate::board::{Color, Kind, Square};
use crate::notation::Movement;
use crate::notation::legs::Occupancy;
use crate::position::Game;
use crate::tables::tree::{Flags, Node};
use crate::variant::PieceType;
use std::fmt::Write;

/// Prints the movements without shorthands, one per line: the source text, then the legs.
pub fn legs(betza: &str, movements: &[Movement]) -> String {
    let source = |movement: &Movement| betza.get(movement.span.clone()).unwrap_or("");
    let width = movements.iter().map(|movement| source(movement).len()).max().unwrap_or(0);
    movements.iter().map(|movement| format!("{:width$}  {movement}\n", source(movement))).collect()
}

fn occupancy(set: Occupancy) -> String {
    let names = [
        (Occupancy::EMPTY, "empty"),
        (Occupancy::ENEMY, "enemy"),
        (Occupancy::ENEMY_ROYAL, "royal"),
        (Occupancy::FRIEND, "friend"),
        (Occupancy::EN_PASSANT, "e.p."),
    ];
    let members = names.iter().filter(|(member, _)| set.intersects(*member)).map(|(_, name)| *name);
    members.collect::<Vec<_>>().join("|")
}

/// Prints the trajectory tree of White's piece from one square: one line per node, indented by depth.
pub fn rays(game: &Game, piece: PieceType, start: Square) -> String {
    let nodes = game.tables.nodes();
    let mut text = format!("from {}\n", game.variant.board.name(start));
    // Ends of the subtrees that enclose the node.
    let mut open: Vec<u32> = Vec::new();
    for index in game.tables.tree(Kind::new(piece, Color::White), start) {
        let node = &nodes[index];
        while open.last().is_some_and(|&end| end as usize <= index) {
            open.pop();
        }
        let _ = writeln!(text, "{:indent$}{}", "", node_words(game, node), indent = 2 + 2 * open.len());
        open.push(node.skip);
    }
    text
}

fn node_words(game: &Game, node: &Node) -> String {
    let mut text = match node.flags.intersects(Flags::GUARD) {
        true => "only if it has not moved".to_owned(),
        false => game.variant.board.name(Square(node.square)),
    };
    for (set, what) in [(node.emit, "ends on"), (node.go, "goes on over")] {
        if !set.is_empty() && !node.flags.intersects(Flags::GUARD) {
            let _ = write!(text, "  {what} {}", occupancy(set));
        }
    }
    let flags = [
        (Flags::TAKES, "takes"),
        (Flags::VACATED, "vacated"),
        (Flags::LOCUST, "after a capture"),
        (Flags::QUOTED, "quoted"),
        (Flags::INITIAL, "initial"),
    ];
    text.extend(
        flags.iter().filter(|(flag, _)| node.flags.intersects(*flag)).map(|(_, word)| format!("  {word}")),
    );
    if let Some(extra) = game.tables.extra_of(node) {
        if let Some(passage) = &extra.passage {
            let _ = write!(text, "  {passage:?}");
        }
        if extra.trail.is_some() {
            text += "  e.p. trail";
        }
    }
    text
}
