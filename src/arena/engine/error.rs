//! Failures of engines.

use crate::search::SearchParams;
use crate::values::EvalParams;
use crate::variant::nearest;
use std::{fmt, io};

/// Failure of an engine.
#[derive(Debug)]
pub enum EngineError {
    /// The process cannot be started, or its input is closed.
    Io(io::Error),
    /// The command is empty.
    NoCommand,
    /// The process ended.
    Died,
    /// It did not answer this command.
    Silent(&'static str),
    /// It does not play the variant.
    NoSuchVariant(String),
    /// It has no parameter of this name.
    NoSuchParameter(String),
    /// Its learned evaluation cannot be used.
    Net(String),
    /// It lacks a capability that the match needs.
    Unable(&'static str),
    /// An error with the last lines of output, each preceded by a line break.
    Said(Box<EngineError>, String),
}

impl EngineError {
    /// Whether the engine does not support the variant or the match, rather than failed.
    pub const fn is_inability(&self) -> bool {
        matches!(self, Self::NoSuchVariant(_) | Self::NoSuchParameter(_) | Self::Net(_) | Self::Unable(_))
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) if error.kind() == io::ErrorKind::NotFound => {
                write!(f, "there is no such program; give its path or add its folder to PATH")
            }
            Self::Io(error) => write!(f, "{error}"),
            Self::Said(error, said) => write!(f, "{error}; last output:{said}"),
            Self::NoCommand => write!(f, "the command is empty"),
            Self::Died => write!(f, "the engine ended"),
            Self::Silent(command) => write!(f, "no answer to `{command}`"),
            Self::NoSuchVariant(variant) => write!(f, "the engine does not play `{variant}`"),
            Self::NoSuchParameter(name) => {
                let names = SearchParams::NAMES.iter().chain(EvalParams::NAMES).copied();
                write!(f, "no parameter is called `{name}`")?;
                nearest::nearest(name, names).map_or(Ok(()), |near| write!(f, "; did you mean `{near}`?"))
            }
            Self::Net(why) => write!(f, "{why}"),
            Self::Unable(what) => write!(f, "the engine cannot {what}"),
        }
    }
}

impl std::error::Error for EngineError {}

impl From<io::Error> for EngineError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Died,
            _ => Self::Io(error),
        }
    }
}
