//! What commands share, below the families: verbs, values on the command line, errors with their
//! exit codes, files, tables and progress.
//!
//! Knows no command and no family. A result goes to standard output in `cli`, as a [`Report`];
//! only progress and diagnostics are written from here, to standard error.
//!
//! # Examples
//! ```
//! use teecast_terminal::error::{Error, Kind};
//!
//! let error = Error::bad_input("k is 9; permitted is 1 to 6").hint("try --k 3");
//! assert_eq!((error.kind(), error.kind().exit_code()), (Kind::BadInput, 2));
//! assert_eq!(error.to_string(), "error: k is 9; permitted is 1 to 6\nhint: try --k 3");
//! ```

pub mod error;
pub mod input;
pub mod output;
pub mod table;
pub mod tree;
pub mod value;
pub mod verb;
#[cfg(feature = "work")]
pub mod work;

use std::fmt::Display;
use std::io::{self, Write};

use clap::ValueEnum;

/// How results are written on standard output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Short tables for people.
    #[default]
    Text,
    /// One JSON document and nothing else.
    Json,
}

/// What a command has to say on standard output, and whether its checks passed.
pub struct Report {
    /// What is printed.
    pub text: String,
    /// Whether all checks passed.
    pub passed: bool,
}

impl From<String> for Report {
    fn from(text: String) -> Self {
        Self { text, passed: true }
    }
}

/// Writes a line of progress or diagnostics; nothing helps if standard error is closed.
pub fn diagnose(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}
