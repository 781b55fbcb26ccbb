//! Variants and options of the engine.

use super::book::Book;
use super::folder::{Folder, FolderRole};
use super::level;
use super::library::Ready;
use super::options::{Id, Value};
use super::state::{Engine, Notice};
use crate::board::{Color, Kind};
use crate::position::Position;
use crate::system::files::named;
use crate::system::{self, folders, logger};
use crate::variant::{Piece, PieceType};
use std::sync::Arc;

/// Maximum number of lines in one error message.
const MAX_FAULTS: usize = 40;
/// Maximum number of moves shown in one message: GUIs limit the length of a line.
const MAX_MOVES: usize = 500;
/// Columns for text in a GUI window, which does not wrap lines.
const COLUMNS: usize = 80;

impl Engine {
    /// Sets up the start position of a variant.
    pub fn set_up(&mut self, ready: Ready) {
        if !Arc::ptr_eq(&self.ready.game, &ready.game) {
            // Positions of other rules may have the same keys, but not the same scores.
            self.search_thread.clear();
        }
        self.ready = ready;
        self.complain_of_net();
        self.scale = level::scale(&self.ready.game);
        self.turn_book();
        let start = Position::start(&self.ready.game);
        self.set_position(start);
    }

    /// Reports an error to the user.
    pub fn complain(&mut self, text: &str) {
        let lines = text.lines().filter(|line| !line.trim().is_empty()).take(MAX_FAULTS);
        self.notices.push(Notice::Fault(lines.collect::<Vec<_>>().join("\n")));
    }

    fn complain_of(&mut self, faults: &[String]) {
        if !faults.is_empty() {
            self.complain(&faults.join("\n"));
        }
    }

    /// Reports the faults of the user's definitions found at program start.
    pub fn complain_of_start(&mut self) {
        let faults = self.library.faults_of_start();
        self.complain_of(&faults);
    }

    fn complain_of_net(&mut self) {
        let fault = self.library.net_fault();
        self.complain_of(fault.as_slice());
    }

    /// Sets an option or runs its action. The protocols choose variants and list moves themselves.
    pub fn set(&mut self, id: Id, value: &Value) {
        self.settings.set(id, value);
        match (id, value) {
            (Id::Hash, &Value::Number(mb)) => {
                let mb = self.at_most(mb, system::most_hash_mb(), "MiB for the hash table");
                self.search_thread.resize(mb);
            }
            (Id::Threads, &Value::Number(number)) => {
                let number = self.at_most(number, Some(system::most_threads()), "threads");
                self.search_thread.set_threads(number);
            }
            (Id::ClearHash, _) => self.search_thread.clear(),
            (Id::ShuffleSeed, &Value::Number(seed)) => self.library.set_seed(seed.unsigned_abs()),
            (Id::VariantPath, Value::Text(path)) => self.add_definitions(path, FolderRole::File),
            (Id::VariantFolder, Value::Text(path)) => self.add_definitions(path, FolderRole::Folder),
            (Id::UseNet, &Value::Switch(on)) => self.use_net(on),
            (Id::OwnBook, Value::Switch(true)) if self.book.is_empty() => self.open_standard_book(),
            (Id::BookFile, Value::Text(path)) => self.open_book(&folders::user_file(path)),
            (Id::LogFile, Value::Text(path)) => {
                let path = folders::user_file(path);
                if let Err(error) = logger::to_file(&path).map_err(named(&path)) {
                    self.complain(&format!("log file: {error}"));
                }
            }
            (Id::LogLevel, &Value::Word(level)) => logger::set_level(level),
            (Id::ShowValues, _) => self.show_values(),
            // Read from the settings when they apply.
            (
                Id::MultiPv
                | Id::Chess960
                | Id::Resign
                | Id::ResignScore
                | Id::DrawScore
                | Id::Contempt
                | Id::SkillLevel
                | Id::LimitStrength
                | Id::Elo
                | Id::LimitNodes
                | Id::Noise
                | Id::OpeningMoves
                | Id::OpeningSpread
                | Id::MoveOverhead
                | Id::OwnBook,
                _,
            ) => {}
            // The GUI decides when to ponder; the protocols choose variants and list moves.
            (Id::Ponder | Id::Variant | Id::ShowMoves, _) => {}
            // Values of another type, which `options::read` does not return.
            (Id::Hash | Id::Threads | Id::ShuffleSeed | Id::UseNet | Id::LogLevel, _) => {}
            (Id::VariantPath | Id::VariantFolder | Id::BookFile | Id::LogFile, _) => {}
        }
    }

    /// Limits the requested number to `most`, which depends on the machine, and reports the limit.
    fn at_most(&mut self, requested: i64, most: Option<usize>, unit: &str) -> usize {
        let requested = requested as usize;
        let Some(most) = most.filter(|&most| requested > most) else { return requested };
        let reason = format!("limited to {most}, the most this machine can handle");
        self.notices.push(Notice::Limited(format!("{requested} {unit} requested; {reason}")));
        most
    }

    fn add_definitions(&mut self, path: &str, role: FolderRole) {
        let faults = self.library.add(Folder::new(path, role));
        self.complain_of(&faults);
        self.notices.push(Notice::Variants);
    }

    /// Prepares for a new game: forgets earlier searches, and reloads the user's definitions if they have changed.
    pub fn begin_game(&mut self) {
        self.search_thread.clear();
        if let Some(faults) = self.library.refresh() {
            self.complain_of(&faults);
            self.notices.push(Notice::Variants);
        }
    }

    /// Turns the learned evaluation on or off; the game goes on.
    fn use_net(&mut self, on: bool) {
        self.library.use_nets(on);
        // The tables of this variant have been built before.
        let Ok(game) = self.library.build(&self.ready.game.variant, None) else { return };
        let game = Arc::new(game);
        let mut position = self.position.clone();
        self.record.iter().for_each(|_| position.unmake(&self.ready.game));
        position.weigh(&game);
        self.record.iter().for_each(|&mv| position.make(&game, mv));
        (self.ready.game, self.position) = (game, position);
        self.search_thread.clear();
        self.complain_of_net();
    }

    fn open_standard_book(&mut self) {
        let path = folders::settings_folder().map(|folder| folder.join("book.txt"));
        if let Some(path) = path.filter(|path| path.exists()) {
            self.open_book(&path);
        }
    }

    fn open_book(&mut self, path: &std::path::Path) {
        let book = if path.as_os_str().is_empty() { Ok(Book::default()) } else { Book::open(path) };
        match book.map_err(named(path)) {
            Ok(book) => self.book = book,
            Err(error) => self.complain(&format!("book: {error}")),
        }
        self.turn_book();
    }

    /// Indexes the book for the variant.
    fn turn_book(&mut self) {
        let faults = self.book.turn_to(&self.ready.game);
        self.complain_of(&faults);
    }

    /// Shows the piece values that `griffon values` prints, in centipawns for the middle game and the endgame.
    fn show_values(&mut self) {
        let variant = &self.ready.game.variant;
        let profiles = crate::values::profiles(self.ready.game.game_rules());
        let value = |piece: PieceType| {
            let [middle, end] = profiles[Kind::new(piece, Color::White).index()].value;
            let Piece { name, id, .. } = &variant.pieces[piece.index()];
            format!("{name} {id} {middle:.0}/{end:.0}")
        };
        let values = list(&variant.types().map(value).collect::<Vec<_>>(), ", ");
        let text = format!("piece values in centipawns, middle game/endgame:\n{values}");
        self.notices.push(Notice::Info(text));
    }

    /// Shows the legal moves, given as text.
    pub fn show_moves(&mut self, texts: &[String]) {
        let shown = list(&texts[..texts.len().min(MAX_MOVES)], " ");
        let more = if texts.len() > MAX_MOVES { " ..." } else { "" };
        self.notices.push(Notice::Info(format!("{} legal moves:\n{shown}{more}", texts.len())));
    }
}

/// Joins a list, with line breaks between items.
fn list(items: &[String], separator: &str) -> String {
    let (mut text, mut column) = (String::new(), 0);
    for (index, item) in items.iter().enumerate() {
        let length = item.chars().count() + separator.len();
        if index > 0 {
            text += separator;
            if column + length > COLUMNS {
                text = format!("{}\n", text.trim_end());
                column = 0;
            }
        }
        text += item;
        column += length;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_wrap() {
        let items: Vec<String> = (0..30).map(|n| format!("item{n}")).collect();
        let list = list(&items, ", ");
        assert!(list.lines().count() > 1 && list.lines().all(|line| line.len() <= COLUMNS), "{list}");
        assert_eq!(list.replace('\n', " "), items.join(", "));
    }
}
