//! The one error of the tool harness; the command line maps its variants to exit codes.

use std::io;
use std::path::PathBuf;

use crate::tool::Tool;

/// Says why a tool did not do its work.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// No program of this name was found.
    #[error("{tool} is missing; {hint}")]
    Missing {
        /// What was looked for.
        tool: Tool,
        /// What to type next.
        hint: String,
    },
    /// A program was found, but it cannot do what is needed.
    #[error("{tool} at {path} has version {found}, {needed} or newer is needed; {hint}")]
    TooOld {
        /// What was looked for.
        tool: Tool,
        /// The newest one found.
        path: PathBuf,
        /// Its version.
        found: String,
        /// The oldest version that will do.
        needed: String,
        /// What to type next.
        hint: String,
    },
    /// What would be run may come from somebody else.
    #[error("{path} {why}; {hint}")]
    Refused {
        /// The file or folder.
        path: PathBuf,
        /// What is wrong with it, after its name.
        why: &'static str,
        /// What to type next.
        hint: String,
    },
    /// The tool ran and refused.
    #[error("{what} failed:\n{output}")]
    Failed {
        /// Tool and task.
        what: String,
        /// Its last lines.
        output: String,
    },
    /// The tool had not ended in time and was stopped.
    #[error("{what} was stopped after {seconds} s; its last lines:\n{output}")]
    TimedOut {
        /// Tool and task.
        what: String,
        /// Time it had.
        ///
        /// **Units**: seconds.
        seconds: u64,
        /// Its last lines.
        output: String,
    },
    /// The file system refuses.
    #[error("cannot use {path}: {source}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl ToolError {
    /// Returns a function that wraps a file system error with its path.
    pub fn io(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { path, source }
    }
}
