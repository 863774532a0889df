//! The one error at the edge: its kind is the exit code, then a sentence and what to type next.

use std::fmt;
use std::path::Path;

use teecast_spec::{SpecError, text};

/// Sorts errors by who can do something about them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A check ran and failed.
    Failed,
    /// The input cannot be used: an option, a file, a folder.
    BadInput,
    /// A program is missing or too old.
    Tool,
    /// Our own mistake.
    Internal,
}

impl Kind {
    /// Returns the exit code of the process.
    pub fn exit_code(self) -> u8 {
        match self {
            Kind::Failed => 1,
            Kind::BadInput => 2,
            Kind::Tool => 3,
            Kind::Internal => 70,
        }
    }
}

/// Says what went wrong and what to type next.
#[derive(Debug)]
pub struct Error {
    kind: Kind,
    cause: anyhow::Error,
    hint: Option<String>,
}

impl Error {
    /// Returns an error without a hint; the causes of `cause` become part of the sentence.
    pub fn new(kind: Kind, cause: impl Into<anyhow::Error>) -> Self {
        Self { kind, cause: cause.into(), hint: None }
    }

    /// Returns an error of bad input.
    pub fn bad_input(sentence: impl fmt::Display) -> Self {
        Self::new(Kind::BadInput, anyhow::anyhow!("{sentence}"))
    }

    /// Returns what happens when the file system refuses: `what` is "cannot read" or the like.
    pub fn io(what: &str, path: &Path, cause: std::io::Error) -> Self {
        let cause = anyhow::Error::new(cause).context(format!("{what} {}", path.display()));
        Self::new(Kind::BadInput, cause)
    }

    /// Adds what to type next.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Puts where it happened in front of the sentence.
    pub fn context(mut self, place: impl fmt::Display) -> Self {
        self.cause = self.cause.context(place.to_string());
        self
    }

    /// Returns the kind.
    pub fn kind(&self) -> Kind {
        self.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hint = self.hint.as_ref().map(|hint| format!("\nhint: {hint}"));
        let message = format!("error: {:#}{}", self.cause, hint.unwrap_or_default());
        f.write_str(&text::shown(&message))
    }
}

impl From<SpecError> for Error {
    fn from(cause: SpecError) -> Self {
        let hint = cause.hint();
        Self::new(Kind::BadInput, cause).hint(hint)
    }
}
