//! New games, variants and options.

use super::{Session, quoted};
use crate::board::Color;
use crate::movetext;
use crate::position::cell::Kind;
use crate::position::{Game, Position};
use crate::protocol::book::Book;
use crate::protocol::folder::{Folder, FolderRole};
use crate::protocol::library::{Convention, Ready};
use crate::protocol::options::{self, Id, Value};
use crate::protocol::{features, level, output};
use crate::search::clock::TimeControl;
use crate::system::{self, folders, logger};
use crate::variant::{Piece, PieceType};
use std::sync::Arc;

/// Maximum number of lines in one error message.
const MOST_COMPLAINTS: usize = 40;
/// Maximum number of moves shown in one message: GUIs limit the length of a line.
const MOST_MOVES: usize = 500;

impl Session {
    pub(super) fn send_features(&mut self) {
        for line in features::lines(self.library.offered()) {
            self.out.line(&line);
        }
        self.complain_of_start();
    }

    /// Reports the faults of the user's definitions found at program start.
    pub(in crate::protocol) fn complain_of_start(&mut self) {
        let faults = self.library.faults_of_start();
        if !faults.is_empty() {
            self.complain(&faults.join("\n"));
        }
    }

    pub(super) fn accepted(&mut self, feature: &str) {
        if feature == "debug" {
            logger::allow_comments();
        }
    }

    /// `new`: start position, the engine plays Black, no depth limit.
    pub(super) fn new_game(&mut self) {
        self.abort();
        self.refresh_definitions();
        self.leave_array();
        match self.library.home(Convention::Cecp) {
            Ok(ready) => self.set_up(ready),
            Err(why) => self.out.line(&format!("tellusererror {why}")),
        }
        self.engine = Some(Color::Black);
        self.analyzing = false;
        self.paused = None;
        self.opponent_is_engine = false;
        self.clock.depth = None;
        self.clock.played = 0;
        self.search_thread.clear();
    }

    /// Requests a new array for the next game if moves were made in this one. XBoard requests it twice before its first
    /// game and keeps the first reply.
    fn leave_array(&mut self) {
        if !self.record.is_empty() {
            self.library.new_game();
        }
    }

    /// `variant NAME`, answered with the setup of the variant.
    pub(super) fn variant(&mut self, name: &str, line: &str) {
        self.abort();
        self.leave_array();
        match self.library.find(name, Convention::Cecp) {
            Ok(ready) => {
                self.set_up(ready);
                for line in self.ready.dialect.lines() {
                    self.out.line(&line);
                }
                self.warn_player();
            }
            Err(why) => {
                log::warn!("{why}");
                self.out.line(&format!("Error (unsupported): {}", quoted(line)));
                if self.library.knows(name) {
                    self.out.line(&format!("telluser {name}: {why}"));
                }
            }
        }
    }

    /// Warns of features that the GUI does not support, once per session: matches set up a variant repeatedly.
    fn warn_player(&mut self) {
        let variant = &self.ready.game.variant;
        if let Some(text) = self.ready.dialect.warning(variant).filter(|text| !self.warned.contains(text)) {
            self.out.line(&format!("telluser {text}"));
            self.warned.push(text);
        }
    }

    pub(in crate::protocol) fn set_up(&mut self, ready: Ready) {
        self.ready = ready;
        if let Some(fault) = self.library.net_fault() {
            self.complain(&fault);
        }
        self.scale = level::scale(&self.ready.game);
        self.turn_book();
        let start = Position::start(&self.ready.game);
        self.set_position(start);
        self.last_score = None;
        (self.hopeless, self.even) = (0, 0);
    }

    pub(super) fn level(&mut self, control: TimeControl) {
        self.clock.control = control;
        self.clock.remaining = match control {
            TimeControl::Level { base, .. } => Some(base),
            TimeControl::PerMove(_) => None,
        };
    }

    pub(super) fn memory(&mut self, mb: usize) {
        self.set(Id::Hash, &Value::Number(mb.clamp(1, options::MOST_HASH_MB) as i64));
    }

    pub(super) fn cores(&mut self, threads: usize) {
        self.set(Id::Threads, &Value::Number(threads.clamp(1, options::MOST_THREADS) as i64));
    }

    /// `option NAME=VALUE`.
    pub(super) fn option(&mut self, name: &str, value: Option<&str>, line: &str) {
        match options::read(name, value) {
            Ok((id, value)) => {
                self.set(id, &value);
                // These buttons only show something.
                if !matches!(id, Id::ShowValues | Id::ShowMoves) {
                    self.restart_analysis();
                }
            }
            Err(_) => self.out.line(&format!("Error (bad option): {}", quoted(line))),
        }
    }

    /// Sets an option or runs its action; the same in both protocols.
    pub(in crate::protocol) fn set(&mut self, id: Id, value: &Value) {
        self.settings.set(id, value);
        match (id, value) {
            (Id::Hash, _) => {
                let requested = self.settings.hash_mb;
                self.settings.hash_mb =
                    self.at_most(requested, system::most_hash_mb(), "MiB for the hash table");
                self.search_thread.resize(self.settings.hash_mb);
            }
            (Id::Threads, _) => {
                let requested = self.settings.threads;
                self.settings.threads = self.at_most(requested, Some(system::most_threads()), "threads");
                self.search_thread.set_threads(self.settings.threads);
            }
            (Id::ClearHash, _) => self.search_thread.clear(),
            (Id::ShuffleSeed, &Value::Number(seed)) => self.library.set_seed(seed.unsigned_abs()),
            (Id::Variant, Value::Text(name)) => self.uci_variant(name),
            (Id::Chess960, _) => self.uci_variant_again(),
            (Id::VariantPath, Value::Text(path)) => self.add_definitions(Folder::new(path, FolderRole::File)),
            (Id::VariantFolder, Value::Text(path)) => {
                self.add_definitions(Folder::new(path, FolderRole::Folder))
            }
            (Id::UseNet, &Value::Switch(on)) => self.use_net(on),
            (Id::OwnBook, Value::Switch(true)) if self.book.is_empty() => self.open_standard_book(),
            (Id::BookFile, Value::Text(path)) => self.open_book(&folders::user_file(path)),
            (Id::LogFile, Value::Text(path)) => {
                if let Err(error) = logger::to_file(&folders::user_file(path)) {
                    self.complain(&format!("log file: {error}"));
                }
            }
            (Id::LogLevel, &Value::Word(level)) => logger::set_level(level),
            (Id::ShowValues, _) => self.show_values(),
            (Id::ShowMoves, _) => self.show_moves(),
            _ => {}
        }
        // The table and the threads can only change between two searches.
        if matches!(id, Id::Hash | Id::Threads) {
            self.restart_analysis();
        }
    }

    /// Limits the requested number to `most`, which depends on the machine, and reports the limit.
    fn at_most(&mut self, requested: usize, most: Option<usize>, unit: &str) -> usize {
        let Some(most) = most.filter(|&most| requested > most) else { return requested };
        let text =
            format!("{requested} {unit} requested; limited to {most}, the most this machine can handle");
        if self.speaks_uci() {
            self.tell(&text);
        } else {
            // GUIs send the sizes before each game; a window every time would be a nuisance.
            log::warn!("{text}");
        }
        most
    }

    /// Shows a message to the user.
    pub(in crate::protocol) fn tell(&mut self, text: &str) {
        match self.speaks_uci() {
            true => self.out.line(&format!("info string {text}")),
            false => self.out.line(&output::popup("telluser", text)),
        }
    }

    /// Reports an error in a request of the user.
    pub(in crate::protocol) fn complain(&mut self, text: &str) {
        let lines = text.lines().filter(|line| !line.trim().is_empty()).take(MOST_COMPLAINTS);
        if self.speaks_uci() {
            for line in lines {
                self.out.line(&format!("info string error: {line}"));
            }
        } else {
            let text = lines.collect::<Vec<_>>().join("\n");
            self.out.line(&output::popup("tellusererror", &text));
        }
    }

    fn add_definitions(&mut self, folder: Folder) {
        let faults = self.library.add(folder);
        self.offer_again(&faults);
    }

    /// Before a game: reloads the user's definitions if they have changed.
    pub(in crate::protocol) fn refresh_definitions(&mut self) {
        if let Some(faults) = self.library.refresh() {
            self.offer_again(&faults);
        }
    }

    /// Sends the GUI the new list of variants.
    fn offer_again(&mut self, faults: &[String]) {
        if !faults.is_empty() {
            self.complain(&faults.join("\n"));
        }
        if self.speaks_uci() {
            return self.uci_options();
        }
        self.out.line(&format!("feature {}", features::offer(self.library.offered())));
        for line in self.library.left_out() {
            self.tell(&line);
        }
    }

    /// Turns the learned evaluation on or off; the game goes on.
    fn use_net(&mut self, on: bool) {
        self.library.use_nets(on);
        // The tables of this variant have been built before.
        let Ok(game) = Game::new(self.ready.game.variant.clone()) else { return };
        let game = Arc::new(self.library.weighed(game));
        let mut position = self.position.clone();
        self.record.iter().for_each(|_| position.unmake(&self.ready.game));
        position.weigh(&game);
        self.record.iter().for_each(|&mv| position.make(&game, mv));
        (self.ready.game, self.position) = (game, position);
        self.search_thread.clear();
        if let Some(fault) = self.library.net_fault() {
            self.complain(&fault);
        }
    }

    fn open_standard_book(&mut self) {
        let path = folders::settings_folder().map(|folder| folder.join("book.txt"));
        if let Some(path) = path.filter(|path| path.exists()) {
            self.open_book(&path);
        }
    }

    fn open_book(&mut self, path: &std::path::Path) {
        if path.as_os_str().is_empty() {
            self.book = Book::default();
            return;
        }
        match Book::open(path) {
            Ok(book) => self.book = book,
            Err(error) => self.complain(&format!("book: {error}")),
        }
        self.turn_book();
    }

    /// Indexes the book for the variant.
    fn turn_book(&mut self) {
        let faults = self.book.turn_to(&self.ready.game);
        if !faults.is_empty() {
            self.complain(&faults.join("\n"));
        }
    }

    /// Shows the piece values that `griffon values` prints, in centipawns for the middle game and the endgame.
    fn show_values(&mut self) {
        let game = self.ready.game.clone();
        let profiles = crate::eval::values::profiles(&game);
        let value = |(index, piece): (usize, &Piece)| {
            let [middle, end] = profiles[Kind::new(PieceType(index as u16), Color::White).index()].value;
            format!("{} {} {middle:.0}/{end:.0}", piece.name, piece.id)
        };
        let values: Vec<String> = game.variant.pieces.iter().enumerate().map(value).collect();
        let values = output::list(&values, ", ");
        self.tell(&format!("piece values in centipawns, middle game/endgame:\n{values}"));
    }

    fn show_moves(&mut self) {
        let moves = self.legal_moves();
        let texts: Vec<String> = match self.speaks_uci() {
            true => movetext::format_all(self.uci.style(), &self.ready.game, &self.position, &moves),
            false => moves.into_iter().map(|mv| self.write_move(mv)).collect(),
        };
        let shown = output::list(&texts[..texts.len().min(MOST_MOVES)], " ");
        let more = if texts.len() > MOST_MOVES { " ..." } else { "" };
        self.tell(&format!("{} legal moves:\n{shown}{more}", texts.len()));
    }
}
