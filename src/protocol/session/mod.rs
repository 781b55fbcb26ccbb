//! A session: reads commands, sends answers and runs a search in the background.
//!
//! The main loop never waits for the search: it answers each command while the search runs. SPEC: `xboard.md`.

mod analysis;
mod edit;
mod game_end;
mod highlight;
mod moves;
mod settings;
mod turn;

use super::command::Command;
use super::level::{self, Strength};
use super::library::{self, Convention, Library, Ready};
use super::move_choice::Variety;
use super::options::{self, Settings};
use super::output::Output;
use super::search_thread::{Handle, MOST_EVENTS, SearchThread, SessionEvent};
use super::{book::Book, uci};
use crate::board::Color;
use crate::movegen;
use crate::position::{Move, Position};
use crate::random::Rng;
use crate::search::clock::TimeControl;
use crate::search::{Bound, Found, Report, Score};
use crate::system::{code_page, sigint};
use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// The purpose of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SearchPurpose {
    /// The engine is on move.
    Move,
    /// The opponent is on move; the search assumes the expected reply.
    Ponder,
    /// Analysis for the user.
    Analyze,
    /// A hint for the user.
    Hint,
    /// Perft instead of a search.
    Count,
}

/// The search in progress.
#[derive(Debug)]
pub(super) struct RunningSearch {
    pub(super) handle: Handle,
    pub(super) purpose: SearchPurpose,
    /// Root position.
    pub(super) root: Position,
    pub(super) started: Instant,
    /// After a ponder hit: the first report after this time ends the search.
    soft: Option<Instant>,
    /// After a ponder hit: the search ends at this time.
    hard: Option<Instant>,
    /// Its latest report.
    last: Option<Report>,
    /// How its move is chosen.
    variety: Variety,
    /// Legal moves excluded from the search.
    excluded: Vec<Move>,
    /// The result of a finished search that waits for a ponder hit or `stop`.
    pub(super) finished: Option<Found>,
}

impl RunningSearch {
    /// Creates the state of a search that has just started.
    pub(super) fn new(handle: Handle, purpose: SearchPurpose, root: Position, started: Instant) -> Self {
        Self {
            handle,
            purpose,
            root,
            started,
            soft: None,
            hard: None,
            last: None,
            variety: Variety::NONE,
            excluded: Vec::new(),
            finished: None,
        }
    }

    /// Its latest report.
    pub(super) fn last(&self) -> Option<&Report> {
        self.last.as_ref()
    }

    /// Builds a report from the result, for a search that has ended without sending one.
    pub(super) fn summary(&self, found: &Found, pv: Vec<Move>) -> Report {
        Report {
            depth: found.depth,
            seldepth: found.depth,
            rank: 1,
            score: found.score,
            bound: Bound::Exact,
            hash_fill: 0,
            time: self.started.elapsed(),
            nodes: found.nodes,
            pv,
        }
    }
}

/// The clock as the GUI sets it.
#[derive(Clone, Debug, Default)]
pub(super) struct GuiClock {
    pub(super) control: TimeControl,
    /// The engine's time left; `None` until the GUI sends it.
    pub(super) remaining: Option<Duration>,
    /// Moves the engine has made in this game.
    pub(super) played: u32,
    /// `sd`.
    pub(super) depth: Option<u16>,
    /// `nps`: number of nodes that counts as one second; 0: real time.
    pub(super) rate: u64,
}

/// The protocol in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Protocol {
    /// No line received yet.
    Open,
    Cecp,
    Uci,
}

/// Whether the session continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    Continue,
    Quit,
}

/// A session with a GUI.
#[derive(Debug)]
pub struct Session {
    pub(super) out: Output,
    pub(super) events: Receiver<SessionEvent>,
    /// Events received while waiting for the end of a search.
    pub(super) queued: VecDeque<SessionEvent>,
    protocol: Protocol,
    pub(super) uci: uci::UciState,
    pub(super) search_thread: SearchThread,
    pub(super) library: Library,
    pub(super) ready: Ready,
    pub(super) position: Position,
    /// Moves made since the position was set up.
    pub(super) record: Vec<Move>,
    /// The engine's side; `None` in force and analyze mode.
    engine: Option<Color>,
    analyzing: bool,
    /// Set between `edit` and `.`, when lines are not commands.
    editing: Option<edit::EditedPosition>,
    /// Set between `pause` and `resume`; true if the engine was on move.
    paused: Option<bool>,
    /// True if the game has ended.
    over: bool,
    pub(super) ponder: bool,
    post: bool,
    opponent_is_engine: bool,
    pub(super) clock: GuiClock,
    pub(super) settings: Settings,
    /// Value of a centipawn of chess in the current game.
    pub(super) scale: f64,
    /// The user's book, indexed for the variant.
    pub(super) book: Book,
    pub(super) rng: Rng,
    pub(super) bench: Option<Bench>,
    pub(super) search: Option<RunningSearch>,
    /// Pings to be answered after the move.
    pings: Vec<String>,
    /// Root moves excluded from analysis.
    excluded: Vec<Move>,
    draw_offered: bool,
    /// Score of the engine's last move, from its view.
    last_score: Option<Score>,
    /// Consecutive moves with a hopeless score.
    hopeless: u32,
    /// Consecutive moves with a nearly even score.
    even: u32,
    /// The reply that the engine expects.
    expected: Option<Move>,
    /// A move that the user is entering by mouse.
    entry: highlight::MoveEntry,
    /// Warnings already shown to the user.
    warned: Vec<String>,
}

/// Reads commands from `input` and answers on `output` until `quit` or the end of the input.
///
/// # Errors
/// A message for the user if no thread can be started or the first variant cannot be played.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: Box<dyn Write + Send>,
    library: Library,
) -> Result<(), String> {
    serve_with(input, output, library, None)
}

/// A fixed workload that writes its measurements, for UCI's `bench`.
pub type Bench = fn(&mut dyn Write);

/// Like [`serve`], with a workload for `bench`.
///
/// # Errors
/// As [`serve`].
pub fn serve_with(
    input: impl BufRead + Send + 'static,
    output: Box<dyn Write + Send>,
    library: Library,
    bench: Option<Bench>,
) -> Result<(), String> {
    let (sender, events) = sync_channel(MOST_EVENTS);
    let search_thread =
        SearchThread::start(options::DEFAULT_HASH_MB, sender.clone()).map_err(|e| e.to_string())?;
    let mut session = Session::new(Output::new(output), events, search_thread, library)?;
    session.bench = bench;
    let read = move || read_lines(input, &sender);
    std::thread::Builder::new().name("input".into()).spawn(read).map_err(|e| e.to_string())?;
    session.run();
    Ok(())
}

/// Longest line accepted, bytes: enough for a game of fifty thousand moves, which takes half a second to play
/// through.
const LONGEST_LINE: usize = 256 << 10;

/// Passes lines on; invalid UTF-8 becomes replacement characters. Only the beginning of an overlong line is kept.
fn read_lines(mut input: impl BufRead, events: &SyncSender<SessionEvent>) {
    let mut line = Vec::new();
    // One byte more shows that the line was too long.
    let most = LONGEST_LINE + 1;
    loop {
        let bytes = match input.fill_buf() {
            Ok([]) => break,
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let piece = end.unwrap_or(bytes.len());
        line.extend_from_slice(&bytes[..piece.min(most - line.len())]);
        input.consume(end.map_or(piece, |at| at + 1));
        if end.is_some() && !pass_on(&mut line, events) {
            return;
        }
    }
    // The last line may lack a line end.
    if line.is_empty() || pass_on(&mut line, events) {
        let _ = events.send(SessionEvent::Closed);
    }
}

/// Passes a line on and empties it. Returns false if the session is gone.
fn pass_on(line: &mut Vec<u8>, events: &SyncSender<SessionEvent>) -> bool {
    let event = if line.len() > LONGEST_LINE {
        SessionEvent::Overlong(quoted(&code_page::decode(&line[..LONGEST_QUOTED])))
    } else {
        SessionEvent::Line(code_page::decode(line).trim_end_matches('\r').to_owned())
    };
    // Frees the buffer of a long line.
    *line = Vec::new();
    events.send(event).is_ok()
}

impl Session {
    fn new(
        out: Output,
        events: Receiver<SessionEvent>,
        search_thread: SearchThread,
        mut library: Library,
    ) -> Result<Self, String> {
        let ready = library.home(Convention::Cecp)?;
        let position = Position::start(&ready.game);
        let scale = level::scale(&ready.game);
        Ok(Self {
            out,
            events,
            queued: VecDeque::new(),
            protocol: Protocol::Open,
            uci: uci::UciState::default(),
            search_thread,
            library,
            ready,
            position,
            record: Vec::new(),
            engine: Some(Color::Black),
            analyzing: false,
            editing: None,
            paused: None,
            over: false,
            ponder: false,
            post: false,
            opponent_is_engine: false,
            clock: GuiClock::default(),
            settings: Settings::default(),
            scale,
            book: Book::default(),
            rng: Rng(library::chance()),
            bench: None,
            search: None,
            pings: Vec::new(),
            excluded: Vec::new(),
            draw_offered: false,
            last_score: None,
            hopeless: 0,
            even: 0,
            expected: None,
            entry: highlight::MoveEntry::default(),
            warned: Vec::new(),
        })
    }

    /// Handles events until the session ends.
    fn run(&mut self) {
        loop {
            let ends = [self.search.as_ref().and_then(|s| s.hard), self.uci.leave_by()];
            let event = match ends.into_iter().flatten().min() {
                _ if !self.queued.is_empty() => Ok(self.queued.pop_front().unwrap_or(SessionEvent::Closed)),
                None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(end) => self.events.recv_timeout(end.saturating_duration_since(Instant::now())),
            };
            let flow = match event {
                Ok(SessionEvent::Line(line)) => self.line(&line),
                Ok(SessionEvent::Overlong(line)) => self.overlong(&line),
                Ok(SessionEvent::Report(id, report)) => self.on_report(id, report),
                Ok(SessionEvent::Done(id, found)) => self.done(id, found),
                Ok(SessionEvent::Counted(id, mv, nodes)) => self.uci_counted(id, mv, nodes),
                Err(RecvTimeoutError::Timeout) => self.time_is_up(),
                Ok(SessionEvent::Closed) | Err(RecvTimeoutError::Disconnected) => self.closed(),
            };
            if flow == Flow::Quit || self.out.is_closed() {
                self.abort();
                return;
            }
        }
    }

    /// Refuses an overlong line that begins with `line`.
    fn overlong(&mut self, line: &str) -> Flow {
        match self.protocol {
            Protocol::Uci => self.complain(&format!("line too long: {line}")),
            _ => self.out.line(&format!("Error (line too long): {line}")),
        }
        Flow::Continue
    }

    /// Handles one line.
    fn line(&mut self, line: &str) -> Flow {
        log::debug!("> {line}");
        match (self.protocol, line.trim()) {
            (Protocol::Open, "") => return Flow::Continue,
            (Protocol::Open, "uci") => {
                self.protocol = Protocol::Uci;
                return self.uci_start();
            }
            (Protocol::Open, _) => self.protocol = Protocol::Cecp,
            (Protocol::Uci, _) => return self.uci_line(line),
            (Protocol::Cecp, _) => {}
        }
        let command = Command::parse(line);
        if self.editing.is_some() && !matches!(command, Ok(Some(Command::Quit | Command::Ping(_)))) {
            self.edit_line(line.trim());
            return Flow::Continue;
        }
        match command {
            Ok(None) => Flow::Continue,
            Ok(Some(command)) => self.command(command, line.trim()),
            Err(error) => {
                self.out.line(&error.reply(&quoted(line)));
                Flow::Continue
            }
        }
    }

    fn command(&mut self, command: Command, line: &str) -> Flow {
        match command {
            Command::Quit => return Flow::Quit,
            Command::XBoard => sigint::ignore(),
            Command::Protover(_) => {
                self.out.encode();
                sigint::ignore();
                self.send_features();
            }
            Command::Accepted(name) => self.accepted(&name),
            Command::New => self.new_game(),
            Command::Variant(name) => self.variant(&name, line),
            Command::Force => self.force(),
            Command::Go => self.go(),
            Command::PlayOther => self.play_other(),
            Command::SideToMove(color) => self.engine = Some(color.other()),
            Command::Level { moves, base, increment } => {
                self.level(TimeControl::Level { moves, base, increment })
            }
            Command::MoveTime(time) => self.level(TimeControl::PerMove(time)),
            Command::Depth(depth) => self.clock.depth = (depth > 0).then_some(depth),
            Command::NodeRate(rate) => self.clock.rate = rate,
            Command::Time(time) => self.clock.remaining = Some(time),
            Command::Move(text) => self.user_move(&text),
            Command::MoveNow => self.move_now(),
            Command::Ping(text) => self.ping(text),
            Command::Draw => self.draw(),
            Command::Result(_) => self.result(),
            Command::SetBoard(fen) => self.set_board(&fen),
            Command::Edit => self.edit(),
            Command::Undo => self.take_back(1),
            Command::Remove => self.take_back(2),
            Command::Hint => self.hint(),
            Command::Book => self.book(),
            Command::Ponder(on) => self.set_ponder(on),
            Command::Post(on) => self.post = on,
            Command::Analyze => self.analyze(),
            Command::Exit => self.leave_analysis(),
            Command::Status => self.status(),
            Command::Exclude(out, mv) => self.exclude(out, mv.as_deref()),
            Command::Pause(on) => self.pause(on),
            Command::Memory(mb) => self.memory(mb),
            Command::Cores(threads) => self.cores(threads),
            Command::Option(name, value) => self.option(&name, value.as_deref(), line),
            Command::Lift(square) => self.lift(&square),
            Command::Put(square) => self.put(&square),
            Command::Hover(square) => self.hover(&square),
            Command::SetScore(score, depth) => self.set_score(score, depth),
            Command::Holding(text) => self.holding(&text),
            Command::Computer => self.opponent_is_engine = true,
            Command::Rejected(_) | Command::OpponentTime(_) | Command::Ignored => {}
        }
        Flow::Continue
    }

    /// Stops and forgets the search in progress, if any.
    fn abort(&mut self) {
        if let Some(search) = self.search.take() {
            search.handle.stop();
        }
        self.answer_pings();
    }

    fn is_thinking(&self) -> bool {
        self.search.as_ref().is_some_and(|s| s.purpose == SearchPurpose::Move)
    }

    /// SPEC: `xboard.md` 1.3: "`pong N` after everything earlier is done; if on move, after the move".
    fn ping(&mut self, text: String) {
        self.pings.push(text);
        if !self.is_thinking() {
            self.answer_pings();
        }
    }

    fn answer_pings(&mut self) {
        for text in std::mem::take(&mut self.pings) {
            self.out.line(&format!("pong {text}"));
        }
    }

    /// Handles a report of the search: sends it as a thinking line if it is still relevant.
    pub(super) fn on_report(&mut self, id: u64, report: Report) -> Flow {
        let Some(search) = self.search.as_mut().filter(|s| s.handle.id == id) else { return Flow::Continue };
        if search.soft.is_some_and(|end| Instant::now() >= end) {
            search.handle.stop();
        }
        if self.protocol == Protocol::Uci && self.uci.is_mate_found(&report) {
            search.handle.stop();
        }
        // Lines searched only for move choice are not shown.
        if report.rank > self.settings.lines.max(1) {
            return Flow::Continue;
        }
        let wanted = match self.protocol {
            Protocol::Uci => true,
            _ => {
                search.purpose == SearchPurpose::Analyze || self.post && search.purpose != SearchPurpose::Hint
            }
        };
        if wanted && !report.pv.is_empty() {
            let (game, root) = (&self.ready.game, &search.root);
            let line = match self.protocol {
                Protocol::Uci => uci::info(game, root, self.uci.style(), &report),
                _ => super::output::thinking(game, &self.ready.dialect, root, &report),
            };
            self.out.line(&line);
        }
        if report.rank == 1 {
            search.last = Some(report);
        }
        Flow::Continue
    }

    /// Handles the end of a search.
    pub(super) fn done(&mut self, id: u64, found: Found) -> Flow {
        let Some(search) = self.search.as_mut().filter(|s| s.handle.id == id) else { return Flow::Continue };
        match (search.purpose, self.protocol) {
            (SearchPurpose::Move, Protocol::Uci) => self.uci_best_move(&found),
            (SearchPurpose::Move, _) => self.finish_move(found),
            (SearchPurpose::Hint, _) => self.finish_hint(&found),
            (SearchPurpose::Count, _) => self.uci_end_of_count(&found),
            // Nothing more to find: wait for the opponent or the user.
            (SearchPurpose::Ponder | SearchPurpose::Analyze, _) => search.finished = Some(found),
        }
        Flow::Continue
    }

    /// Handles the end of the input.
    fn closed(&mut self) -> Flow {
        if self.protocol == Protocol::Uci { self.uci_closed() } else { Flow::Quit }
    }

    /// The engine's strength at this point of the game.
    pub(super) fn strength(&mut self) -> Strength {
        let moves = self.playable().len();
        let strength = Strength::of(&self.settings, self.scale, moves);
        let opening = self.position.plies() / 2 < self.settings.opening_moves as usize;
        if !opening {
            return strength;
        }
        Strength { variety: strength.variety.or(Variety::within(self.settings.opening_spread)), ..strength }
    }

    /// Chooses the final move of a search: a random one of its lines if the settings require that, else its best move,
    /// else the move of its last report if it failed, else any playable move; `None` if there is none.
    pub(super) fn choose(&mut self, search: &RunningSearch, found: &Found) -> Option<Move> {
        let last = search.last.as_ref().and_then(|report| report.pv.first().copied());
        let varied = search.variety.choose(&found.lines, &mut self.rng);
        let allowed = |mv: &Move| !search.excluded.contains(mv);
        // Checking these few moves for legality is enough: listing all moves may be slow.
        let mut known = [varied, found.best, last].into_iter().flatten().filter(allowed);
        let known = known.find(|&mv| movegen::can_follow(&self.ready.game, &mut self.position, mv));
        known.or_else(|| self.playable().into_iter().find(allowed))
    }

    fn time_is_up(&mut self) -> Flow {
        if self.uci.leave_by().is_some_and(|end| Instant::now() >= end) {
            self.uci_hurry();
            return Flow::Continue;
        }
        if let Some(search) = self.search.as_mut() {
            search.hard = None;
            search.handle.stop();
        }
        Flow::Continue
    }
}

/// Longest quotation of a line, characters.
const LONGEST_QUOTED: usize = 200;

/// Shortens a line for quotation.
fn quoted(line: &str) -> String {
    line.trim().chars().filter(|c| !c.is_control()).take(LONGEST_QUOTED).collect()
}
