//! Position set-up piece by piece: `edit`, the predecessor of `setboard`, and `holding`.

use super::state::{CecpSession, EditedPosition};
use crate::board::{Color, Square};
use crate::movetext::Numbering;
use crate::position::Position;
use crate::position::fen::board_field;
use crate::session::quoted;

/// Why hands are refused.
const NO_BRACKETS: &str = "hands need brackets, as in `[PN] [q]`";
const NO_HANDS: &str = "this game has no pieces in hand";

impl CecpSession {
    /// `edit`: the following lines set up the position; `quit` and `ping` stay commands.
    pub(super) fn edit(&mut self) {
        self.abort();
        self.side = None;
        let (game, position) = (&self.engine.ready.game, &self.engine.position);
        let cells = game.variant.board.squares().map(|square| position.cell_text(game, square)).collect();
        let fen = position.fen(game);
        let field = fen.split_whitespace().next().unwrap_or_default();
        let hand = field.split_once('[').map_or("", |(_, hand)| hand.trim_end_matches(']')).to_owned();
        self.editing = Some(EditedPosition { cells, hand, color: Color::White });
    }

    /// Reads a line between `edit` and `.`: `#` empties the board, `c` changes the colour, `Pa4` places a piece,
    /// `xa4` removes one.
    pub(super) fn edit_line(&mut self, line: &str) {
        let Some(mut draft) = self.editing.take() else { return };
        match line {
            "." => return self.end_edit(&draft),
            "" => {}
            "#" => draft.cells.fill(None),
            "c" => draft.color = draft.color.other(),
            _ if line.starts_with("holding") => match hand(line.trim_start_matches("holding")) {
                Some(hand) => draft.hand = hand,
                None => self.gui.out.line(&format!("Error ({NO_BRACKETS}): {}", quoted(line))),
            },
            _ if self.put_piece(&mut draft, line).is_some() => {}
            _ => self.gui.out.line(&format!("Error (not a piece and a square): {}", quoted(line))),
        }
        self.editing = Some(draft);
    }

    fn put_piece(&self, draft: &mut EditedPosition, line: &str) -> Option<()> {
        let board = &self.engine.ready.game.variant.board;
        let at = line.find(|c: char| c.is_ascii_lowercase() && c != 'x').filter(|&at| at > 0)?;
        let (piece, square) = line.split_at(at);
        let (square, length): (Square, usize) = Numbering::Cecp.read(board, square)?;
        let promoted = Some(&line[at + length..]).filter(|mark| matches!(*mark, "" | "+"))?;
        let text = match draft.color {
            Color::White => piece.to_ascii_uppercase(),
            Color::Black => piece.to_ascii_lowercase(),
        };
        *draft.cells.get_mut(square.index())? = (piece != "x").then(|| format!("{promoted}{text}"));
        Some(())
    }

    /// SPEC: the side to move stays what it was; kings and rooks on their squares may castle.
    fn end_edit(&mut self, draft: &EditedPosition) {
        let side = if self.engine.position.side() == Color::White { 'w' } else { 'b' };
        let hand = if draft.hand.is_empty() { String::new() } else { format!("[{}]", draft.hand) };
        let cell = |square: Square| draft.cells.get(square.index()).cloned().flatten();
        let ranks = board_field(&self.engine.ready.game.variant.board, cell);
        let fen = format!("{ranks}{hand} {side}");
        match Position::from_fen(&self.engine.ready.game, &fen) {
            Ok(position) => self.set_position(position),
            Err(error) => self.gui.out.line(&format!("tellusererror Illegal position: {}", error.message)),
        }
        self.restart_analysis();
    }

    /// `holding [WHITE] [BLACK]`: sets the pieces in hand of the current position.
    pub(super) fn holding(&mut self, text: &str) {
        let Some(hand) = hand(text) else {
            return self.gui.out.line(&format!("Error ({NO_BRACKETS}): holding {}", quoted(text)));
        };
        if !hand.is_empty() && !self.engine.ready.game.variant.admits_hands() {
            return self.gui.out.line(&format!("Error ({NO_HANDS}): holding {}", quoted(text)));
        }
        let fen = self.engine.position.fen(&self.engine.ready.game);
        let (field, rest) = fen.split_once(' ').unwrap_or((&fen, "w"));
        let ranks = field.split('[').next().unwrap_or_default();
        let fen = format!("{ranks}[{hand}] {rest}");
        match Position::from_fen(&self.engine.ready.game, &fen) {
            // A server repeats hands that both sides already know; such a line changes nothing.
            Ok(position) if position.key() == self.engine.position.key() => {}
            Ok(position) => {
                self.abort();
                self.set_position(position);
                self.go_on();
            }
            Err(_) => self.gui.out.line(&format!("Error (no such piece): holding {}", quoted(text))),
        }
    }
}

/// Reads `[PN] [q]`, the hands of White and Black, and writes them as in a FEN; `None` without brackets. Servers may
/// add the piece that was captured last.
fn hand(text: &str) -> Option<String> {
    let (white, rest) = text.trim_start().strip_prefix('[')?.split_once(']')?;
    let black = match rest.trim_start().strip_prefix('[') {
        Some(rest) => rest.split_once(']')?.0,
        None => "",
    };
    Some(white.to_ascii_uppercase() + &black.to_ascii_lowercase())
}
