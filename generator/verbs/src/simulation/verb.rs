//! A kind of network as a subcommand.

use std::path::{Path, PathBuf};

use super::network::{Options, Simulated};
use super::sweep;
use crate::terminal::error::Error;
use crate::terminal::verb::Verb;
use crate::terminal::{Format, Report};

/// A subcommand of the simulator, and how the parts of its sweeps are joined.
pub struct SimulateVerb {
    /// The subcommand, named after the kind.
    pub verb: Verb,
    merge: fn(&[PathBuf], &Path, Format) -> Result<Report, Error>,
}

impl SimulateVerb {
    /// Returns the verb of a kind of network with the options `A`.
    pub const fn new<A: Options>() -> Self {
        Self {
            verb: Verb::new::<A>(A::Setup::KIND, sweep::run::<A>),
            merge: sweep::merge::<A::Setup>,
        }
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
