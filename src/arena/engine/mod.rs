//! Engines from the GUI's side: `cecp`, `uci` and `internal` are the kinds of [`Player`].

mod cecp;
mod error;
#[cfg(unix)]
mod groups;
mod internal;
mod player;
mod process;
pub mod spec;
mod uci;
pub mod ucitext;

pub use error::EngineError;
pub use player::{Answer, ENGINE_MATE, EngineInfo, GameStart, Player, Reply};
use spec::{EngineProtocol, EngineSpec};
use std::sync::atomic::AtomicBool;

/// Starts an engine and reads its features or options. `halt` ends the searches of an internal engine.
///
/// # Errors
/// The command cannot be run, or the engine does not answer.
pub fn start<'a>(
    spec: &EngineSpec,
    variant: &str,
    halt: &'a AtomicBool,
) -> Result<Box<dyn Player + 'a>, EngineError> {
    Ok(match spec.protocol {
        EngineProtocol::Cecp => Box::new(cecp::Cecp::start(spec, variant)?),
        EngineProtocol::Internal => Box::new(internal::Internal::start(spec, halt)?),
        EngineProtocol::Uci => Box::new(uci::Uci::start(spec, variant)?),
    })
}
