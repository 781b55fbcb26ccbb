//! Text of search reports and of positions.

use crate::movegen;
use crate::movetext::{self, Numbering, score};
use crate::position::{Game, Position, names};
use crate::search::{Bound, Report};

/// Returns the `info` line of a report; `root` is the searched position.
pub fn info(game: &Game, root: &Position, style: Numbering, report: &Report) -> String {
    let ms = report.time.as_millis();
    let speed = u128::from(report.nodes) * 1000 / ms.max(1);
    let bound = match report.bound {
        Bound::Exact => "",
        Bound::Upper => " upperbound",
        Bound::Lower => " lowerbound",
    };
    let &Report { depth, rank, nodes, hash_fill, .. } = report;
    let (shown, seldepth, score) = (depth.max(1), report.seldepth.max(depth), score::in_uci(report.score));
    let mut text = format!("info depth {shown} seldepth {seldepth} multipv {rank} score {score}{bound}");
    text += &format!(" nodes {nodes} nps {speed} hashfull {hash_fill} time {ms} pv");
    let mut pos = root.clone();
    for &mv in &report.pv {
        if !movegen::can_play(game, &mut pos, mv) {
            break;
        }
        text.push(' ');
        text += &movetext::format_as(style, game, &pos, mv);
        pos.make(game, mv);
    }
    text
}

/// Draws the board as lines of text, with its files and ranks.
pub fn board(game: &Game, pos: &Position) -> Vec<String> {
    let board = &game.variant.board;
    let rule = format!(" +{}", "----+".repeat(board.files().into()));
    let mut lines = vec![rule.clone()];
    for rank in (0..board.ranks()).rev() {
        let cell = |file: u16| {
            let square = board.at(file.into(), rank.into());
            match square.filter(|&square| !board.is_hole(square)).map(|square| pos.cell(square).kind()) {
                None => String::from("**"),
                Some(None) => String::new(),
                Some(Some(kind)) => {
                    names::colored(&names::fen_name(&game.variant, kind.piece()), kind.color())
                }
            }
        };
        let cells: String = (0..board.files()).map(|file| format!("{:^4}|", cell(file))).collect();
        lines.push(format!(" |{cells} {}", rank + 1));
        lines.push(rule.clone());
    }
    let files = (b'a'..).take(board.files().into()).map(|file| format!("{:^5}", char::from(file)));
    lines.push(format!(" {}", files.collect::<String>()));
    lines
}
