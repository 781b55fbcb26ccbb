//! A session: commands come in, answers go out, a search runs beside.
//!
//! The main loop never waits for the search: each command is answered while it runs. SPEC: `xboard.md`.

mod analysis;
mod entry;
mod moves;
mod settings;
mod turn;
mod verdict;

use super::command::Command;
use super::features;
use super::library::{Library, Ready};
use super::output::Output;
use super::thinker::{Event, Handle, Thinker};
use crate::board::Color;
use crate::position::{Move, Position};
use crate::search::clock::TimeControl;
use crate::search::{Found, Report, Score};
use std::io::{BufRead, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// The engine is on move.
    Move,
    /// The opponent is on move; this is the reply that is expected.
    Ponder(Move),
    /// The user wants to know.
    Analyze,
    /// The user wants a suggestion.
    Hint,
}

/// The search in progress.
#[derive(Debug)]
struct Search {
    handle: Handle,
    purpose: Purpose,
    /// Position at its root.
    root: Position,
    started: Instant,
    /// After a ponder hit: the next report behind this time ends the search.
    soft: Option<Instant>,
    /// After a ponder hit: the search ends at this time.
    hard: Option<Instant>,
    /// The last thing it found.
    last: Option<Report>,
    /// A ponder search that has nothing more to find.
    finished: Option<Found>,
}

/// The clock as the GUI sets it.
#[derive(Clone, Debug, Default)]
struct Clock {
    control: TimeControl,
    /// The engine's time left; `None` before the GUI has said.
    remaining: Option<Duration>,
    /// Moves that the engine has made in this game.
    played: u32,
    /// `sd`.
    depth: Option<u16>,
}

/// What the user can choose.
#[derive(Clone, Debug)]
struct Options {
    hash_mb: usize,
    contempt: Score,
    resign: bool,
}

/// Shall the conversation go on?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flow {
    Continue,
    Quit,
}

/// A conversation with a GUI.
#[derive(Debug)]
pub struct Session {
    out: Output,
    events: Receiver<Event>,
    thinker: Thinker,
    library: Library,
    ready: Ready,
    position: Position,
    /// Moves made since the position was set up.
    record: Vec<Move>,
    /// The engine's side; `None` in force and analyze mode.
    engine: Option<Color>,
    analyzing: bool,
    /// Between `edit` and `.`: lines are no commands.
    editing: bool,
    /// Between `pause` and `resume`; true: the engine was on move.
    paused: Option<bool>,
    /// Has the game ended?
    over: bool,
    ponder: bool,
    post: bool,
    opponent_is_engine: bool,
    clock: Clock,
    options: Options,
    search: Option<Search>,
    /// Pings to be answered after the move.
    pings: Vec<String>,
    /// Root moves that analysis leaves out.
    excluded: Vec<Move>,
    draw_offered: bool,
    /// Score of the engine's last move, from its view.
    last_score: Option<Score>,
    /// Moves in a row with a hopeless score.
    hopeless: u32,
    /// The reply that the engine expects.
    expected: Option<Move>,
    /// A move that the user is entering by mouse.
    entry: entry::Entry,
}

/// Reads commands from `input` and answers on `output` until `quit` or the end of the input.
///
/// # Errors
/// There is no thread to be had, or the first variant cannot be played: a text for the user.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: Box<dyn Write + Send>,
    library: Library,
) -> Result<(), String> {
    let (sender, events) = channel();
    let thinker = Thinker::start(features::DEFAULT_HASH_MB, sender.clone()).map_err(|e| e.to_string())?;
    let mut session = Session::new(Output::new(output), events, thinker, library)?;
    let read = move || read_lines(input, &sender);
    std::thread::Builder::new().name("input".into()).spawn(read).map_err(|e| e.to_string())?;
    session.run();
    Ok(())
}

/// Passes lines on; bytes that are no UTF-8 become replacement characters.
fn read_lines(mut input: impl BufRead, events: &Sender<Event>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(0) => break,
            Ok(_) => {
                let text = String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned();
                if events.send(Event::Line(text)).is_err() {
                    return;
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    let _ = events.send(Event::Closed);
}

impl Session {
    fn new(
        out: Output,
        events: Receiver<Event>,
        thinker: Thinker,
        mut library: Library,
    ) -> Result<Self, String> {
        let ready = library.home()?;
        let position = Position::start(&ready.game);
        Ok(Self {
            out,
            events,
            thinker,
            library,
            ready,
            position,
            record: Vec::new(),
            engine: Some(Color::Black),
            analyzing: false,
            editing: false,
            paused: None,
            over: false,
            ponder: false,
            post: false,
            opponent_is_engine: false,
            clock: Clock::default(),
            options: Options { hash_mb: features::DEFAULT_HASH_MB, contempt: 0, resign: false },
            search: None,
            pings: Vec::new(),
            excluded: Vec::new(),
            draw_offered: false,
            last_score: None,
            hopeless: 0,
            expected: None,
            entry: entry::Entry::default(),
        })
    }

    /// Takes events until the conversation is over.
    fn run(&mut self) {
        loop {
            let event = match self.search.as_ref().and_then(|s| s.hard) {
                None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(end) => self.events.recv_timeout(end.saturating_duration_since(Instant::now())),
            };
            let flow = match event {
                Ok(Event::Line(line)) => self.line(&line),
                Ok(Event::Report(id, report)) => self.heard(id, report),
                Ok(Event::Done(id, found)) => self.done(id, found),
                Err(RecvTimeoutError::Timeout) => self.time_is_up(),
                Ok(Event::Closed) | Err(RecvTimeoutError::Disconnected) => Flow::Quit,
            };
            if flow == Flow::Quit {
                self.abort();
                return;
            }
        }
    }

    /// Answers one line.
    fn line(&mut self, line: &str) -> Flow {
        log::debug!("> {line}");
        if self.editing {
            self.editing = line.trim() != ".";
            return Flow::Continue;
        }
        match Command::parse(line) {
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
            Command::Protover(_) => self.send_features(),
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
            Command::Time(time) => self.clock.remaining = Some(time),
            Command::Move(text) => self.user_move(&text),
            Command::MoveNow => self.move_now(),
            Command::Ping(text) => self.ping(text),
            Command::Draw => self.draw(),
            Command::Result(_) => self.result(),
            Command::SetBoard(fen) => self.set_board(&fen),
            Command::Edit => {
                self.editing = true;
                self.out.line("Error (use setboard): edit");
            }
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
            Command::Computer => self.opponent_is_engine = true,
            Command::XBoard
            | Command::Rejected(_)
            | Command::NodeRate(_)
            | Command::OpponentTime(_)
            | Command::Ignored => {}
        }
        Flow::Continue
    }

    /// Ends the search in progress, if there is one, and forgets it.
    fn abort(&mut self) {
        if let Some(search) = self.search.take() {
            search.handle.stop();
        }
        self.answer_pings();
    }

    fn is_thinking(&self) -> bool {
        self.search.as_ref().is_some_and(|s| s.purpose == Purpose::Move)
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

    /// A report of the search: passed on as a thinking line, if it is still of interest.
    fn heard(&mut self, id: u64, report: Report) -> Flow {
        let Some(search) = self.search.as_mut().filter(|s| s.handle.id == id) else { return Flow::Continue };
        if search.soft.is_some_and(|end| Instant::now() >= end) {
            search.handle.stop();
        }
        let shown = search.purpose == Purpose::Analyze || self.post && search.purpose != Purpose::Hint;
        if shown && !report.pv.is_empty() {
            let line = super::output::thinking(&self.ready.game, &self.ready.dialect, &search.root, &report);
            self.out.line(&line);
        }
        search.last = Some(report);
        Flow::Continue
    }

    /// The end of a search.
    fn done(&mut self, id: u64, found: Found) -> Flow {
        let Some(search) = self.search.as_mut().filter(|s| s.handle.id == id) else { return Flow::Continue };
        match search.purpose {
            Purpose::Move => self.finish_move(found),
            Purpose::Hint => self.finish_hint(&found),
            // Nothing more to find: wait for the opponent, or for the user.
            Purpose::Ponder(_) | Purpose::Analyze => search.finished = Some(found),
        }
        Flow::Continue
    }

    fn time_is_up(&mut self) -> Flow {
        if let Some(search) = self.search.as_mut() {
            search.hard = None;
            search.handle.stop();
        }
        Flow::Continue
    }
}

/// A line short enough to be quoted.
fn quoted(line: &str) -> String {
    const LONGEST: usize = 200;
    line.trim().chars().filter(|c| !c.is_control()).take(LONGEST).collect()
}
