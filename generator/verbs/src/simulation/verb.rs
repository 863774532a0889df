//! A kind of network as a subcommand.

use std::path::{Path, PathBuf};

use super::network::{Options, Simulated};
use super::sweep;
use crate::terminal::error::Error;
use crate::terminal::verb::{Verb, options};
use crate::terminal::{Format, Report};

/// A subcommand of the simulator, and how the parts of its sweeps are joined.
pub struct SimulateVerb {
    /// The subcommand, named after the kind.
    pub verb: Verb,
    merge: fn(&[PathBuf], &Path, Format) -> Result<Report, Error>,
    former: Option<Former>,
}

/// How a kind was spelled before there were subcommands.
#[derive(Clone, Copy)]
pub struct Former {
    /// Option that only this kind had.
    pub mark: &'static str,
    /// Option that gave the size, today `--n`; empty where the option is still the same.
    pub size: &'static str,
}

impl SimulateVerb {
    /// Returns the verb of a kind of network with the options `A`.
    pub const fn new<A: Options>() -> Self {
        Self {
            verb: Verb::new::<A>(A::Setup::KIND, |typed| sweep::run(&options::<A>(typed)?)),
            merge: sweep::merge::<A::Setup>,
            former: None,
        }
    }

    /// Returns the verb with the spelling that it had before there were subcommands.
    pub const fn formerly(self, former: Former) -> Self {
        Self { former: Some(former), ..self }
    }

    /// Returns the spelling before there were subcommands, if the kind was recognized by an option.
    pub fn former(&self) -> Option<Former> {
        self.former
    }

    /// Joins the parts of a sweep over this kind, and writes the results to a folder.
    ///
    /// # Errors
    /// Bad input: a file that is no part, parts of different sweeps, a missing answer, a folder that
    /// cannot be written.
    pub fn merge(&self, parts: &[PathBuf], out: &Path, format: Format) -> Result<Report, Error> {
        (self.merge)(parts, out, format)
    }
}
