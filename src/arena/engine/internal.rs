//! Griffon itself as an engine of a match, in this process: no pipes, no clock. For self-play at fixed nodes or depth
//! with different parameters.

use super::error::EngineError;
use super::player::{Answer, EngineInfo, GameStart, Player, Reply};
use super::spec::EngineSpec;
use crate::arena::time_limits::{SideClock, TimeLimits};
use crate::movetext;
use crate::net::{self, Evaluation, NetFile};
use crate::position::{Game, Move, Position};
use crate::search::{Limits, SearchParams, Searcher};
use crate::values::{self, EvalParams};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Default transposition table, MiB; enough for searches of some ten thousand nodes.
const HASH_MB: u32 = 4;

/// The engine.
pub(super) struct Internal<'a> {
    spec: EngineSpec,
    /// The learned evaluation that `net=FILE` names.
    net: Option<NetFile>,
    searcher: Searcher,
    /// The rules with its own weights, and the position there; `None` if it shares the referee's.
    own: Option<Box<(Game, Position)>>,
    pace: TimeLimits,
    /// Time limit of a move.
    patience: Duration,
    reply: Option<(String, EngineInfo)>,
    /// Ends a search.
    halt: &'a AtomicBool,
}

impl<'a> Internal<'a> {
    /// # Errors
    /// A parameter is unknown or too small, or the learned evaluation cannot be read.
    pub(super) fn start(spec: &EngineSpec, halt: &'a AtomicBool) -> Result<Self, EngineError> {
        let mut search_params = SearchParams::STANDARD;
        for (name, value) in &spec.params {
            let least = SearchParams::least(name).max(EvalParams::least(name));
            if *value < least {
                return Err(EngineError::TooSmall(name.clone(), least));
            }
            match search_params.field(name) {
                Some(field) => *field = *value,
                None if EvalParams::NAMES.contains(&name.as_str()) => {}
                None => return Err(EngineError::NoSuchParameter(name.clone())),
            }
        }
        let mut searcher = Searcher::new(spec.hash.unwrap_or(HASH_MB) as usize);
        searcher.set_params(search_params);
        searcher.set_threads(spec.threads.unwrap_or(1) as usize);
        let refuse = |path: &Path, error| EngineError::Net(format!("{}: {error}", path.display()));
        let open = |path: &PathBuf| NetFile::open(path).map_err(|error| refuse(path, error));
        let file = spec.net.as_ref().filter(|path| *path != Path::new("-"));
        let net = file.map(open).transpose()?;
        Ok(Self {
            spec: spec.clone(),
            net,
            searcher,
            own: None,
            pace: TimeLimits::default(),
            patience: Duration::MAX,
            reply: None,
            halt,
        })
    }
    /// Returns the parameters of the evaluation for a game.
    fn eval_params(&self, game: &Game) -> EvalParams {
        let mut params = game.weights.params;
        for (name, value) in &self.spec.params {
            if let Some(field) = params.field(name) {
                *field = *value;
            }
        }
        params
    }
}

impl Player for Internal<'_> {
    fn name(&self) -> &str {
        self.spec.name.as_deref().unwrap_or("internal")
    }
    fn new_game(&mut self, start: GameStart<'_>) -> Result<(), EngineError> {
        (self.pace, self.patience) = (start.pace, start.patience);
        if self.pace.control.is_some() || self.pace.nodes.is_none() && self.pace.depth.is_none() {
            return Err(EngineError::Unable("play by the clock: `proto=internal` needs `nodes` or `depth`"));
        }
        self.searcher.clear();
        let params = self.eval_params(start.game);
        if params != start.game.weights.params || self.spec.net.is_some() {
            let game = match self.own.take() {
                Some(own) => own.0,
                None => with_params(start.game, params, self.net.as_ref())?,
            };
            // A copy of the referee's position: in one read from a FEN, castling rights may be numbered differently.
            let mut pos = start.from.cloned().unwrap_or_else(|| Position::start(&game));
            pos.weigh(&game);
            self.own = Some(Box::new((game, pos)));
        }
        Ok(())
    }
    fn record_move(&mut self, _: &Game, _: &Position, mv: Move, _: Option<&str>) -> Result<(), EngineError> {
        if let Some((game, pos)) = self.own.as_deref_mut() {
            pos.make(game, mv);
        }
        Ok(())
    }
    fn think(&mut self, game: &Game, pos: &Position, _: &[SideClock; 2]) -> Result<(), EngineError> {
        let (game, pos) = self.own.as_deref().map_or((game, pos), |(game, pos)| (game, pos));
        let hard = Some(self.patience);
        let limits = Limits { nodes: self.pace.nodes, depth: self.pace.depth, hard, ..Limits::default() };
        let found = self.searcher.search(game, pos, &limits, self.halt, &mut |_| {});
        let text = found.best.map_or_else(String::new, |mv| movetext::format(game, pos, mv));
        let score = Some(movetext::score::in_cecp(found.score) as i32);
        let (depth, nodes) = (found.depth.into(), found.nodes);
        self.reply = Some((text, EngineInfo { score, depth, nodes, offers_draw: false }));
        Ok(())
    }
    fn answer(&mut self, _: Instant, _: Instant) -> Reply {
        let (answer, thought) = match self.reply.take() {
            Some((text, thought)) => (Answer::Move(text), thought),
            None => (Answer::Died, EngineInfo::default()),
        };
        Reply { answer, thought, at: Instant::now() }
    }
    fn read(&self, game: &Game, pos: &mut Position, text: &str) -> Result<Move, String> {
        movetext::parse(game, pos, text)
    }
}

/// Builds the rules of a game again, with a learned evaluation, or with the estimate and other parameters.
fn with_params(game: &Game, params: EvalParams, net: Option<&NetFile>) -> Result<Game, EngineError> {
    let weights = values::estimate_with(game.game_rules(), params);
    let evaluation = match net {
        Some(file) => net::with_learned(game.game_rules(), &weights, file)
            .map_err(|error| EngineError::Net(format!("net: {error}")))?,
        None => Evaluation { weights, net: None },
    };
    Game::with_evaluation(game.variant.clone(), |_| evaluation)
        .map_err(|_| EngineError::Unable("build the tables"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_parameters_are_refused() {
        let halt = AtomicBool::new(false);
        let spec = |text| EngineSpec::read(text, &[]).expect("settings");
        assert!(Internal::start(&spec("proto=internal nodes=10 param.tempo=20"), &halt).is_ok());
        let error = Internal::start(&spec("proto=internal nodes=10 param.temp=20"), &halt).err();
        assert!(matches!(error, Some(EngineError::NoSuchParameter(name)) if name == "temp"));
        let error = Internal::start(&spec("proto=internal nodes=10 param.danger_divisor=0"), &halt).err();
        assert!(matches!(error, Some(EngineError::TooSmall(name, 1)) if name == "danger_divisor"));
    }
}
