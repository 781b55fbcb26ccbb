//! Failures of engines.

use crate::search::SearchParams;
use crate::values::EvalParams;
use crate::variant::nearest::suggestion;
use std::io;
use thiserror::Error;

/// Failure of an engine.
#[derive(Debug, Error)]
pub enum EngineError {
    #[error("{0}")]
    Io(io::Error),
    #[error("there is no such program; give its path or add its folder to PATH")]
    NoProgram,
    #[error("the command is empty")]
    NoCommand,
    #[error("the engine ended")]
    Died,
    #[error("no answer to `{0}`")]
    Silent(&'static str),
    #[error("the engine does not play `{0}`")]
    NoSuchVariant(String),
    #[error("there is no folder `{0}`")]
    NoFolder(String),
    #[error("it speaks UCI: add `proto=uci`")]
    OtherProtocol,
    #[error("the engine has no option `{0}`{1}")]
    NoSuchOption(String, String),
    #[error("the option `{0}` cannot be `{1}`: it is {2}")]
    WrongValue(String, String, String),
    #[error("no parameter is called `{0}`{meant}", meant = meant(.0))]
    NoSuchParameter(String),
    #[error("the parameter `{0}` must be at least {1}")]
    TooSmall(String, i32),
    #[error("{0}")]
    Net(String),
    #[error("the engine cannot {0}")]
    Unable(&'static str),
    /// With the last lines of output, each preceded by a line break.
    #[error("{0}; last output:{1}")]
    Said(Box<EngineError>, String),
}

impl EngineError {
    /// Refuses an option that is not among the engine's, and suggests the most similar one.
    pub(super) fn no_such_option<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Self {
        Self::NoSuchOption(name.to_owned(), suggestion(name, names))
    }
    /// Whether the engine does not support the variant or the match, rather than failed.
    pub const fn is_inability(&self) -> bool {
        matches!(self, Self::NoSuchVariant(_) | Self::Unable(_))
    }
    /// Whether another attempt would end in the same way.
    pub const fn is_lasting(&self) -> bool {
        let is_wrong_setting = matches!(
            self,
            Self::NoSuchOption(..)
                | Self::WrongValue(..)
                | Self::NoSuchParameter(_)
                | Self::TooSmall(..)
                | Self::Net(_)
        );
        is_wrong_setting || self.is_inability()
    }
}

impl From<io::Error> for EngineError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Died,
            io::ErrorKind::NotFound => Self::NoProgram,
            _ => Self::Io(error),
        }
    }
}

/// Suggests the parameter with the most similar name.
fn meant(name: &str) -> String {
    suggestion(name, SearchParams::NAMES.iter().chain(EvalParams::NAMES).copied())
}
