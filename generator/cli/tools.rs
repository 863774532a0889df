//! Errors of the programs that commands call, at the edge.

use teecast_cosim::error::ToolError;
use teecast_cosim::network_bench::BenchError;

use crate::terminal::error::{Error, Kind};

/// Sorts what a tool has to say by who can do something about it.
pub fn failed(cause: impl Into<BenchError>) -> Error {
    match cause.into() {
        BenchError::Tool(cause) => {
            let kind = match cause {
                ToolError::Missing { .. } | ToolError::TooOld { .. } => Kind::Tool,
                ToolError::Failed { .. } | ToolError::TimedOut { .. } => Kind::Failed,
                ToolError::Io { .. } | ToolError::Refused { .. } => Kind::BadInput,
            };
            Error::new(kind, cause)
        }
        BenchError::Trace(cause) => Error::new(Kind::Failed, cause),
    }
}
