//! What the simulator asks of every kind of network.

use serde::Serialize;
use serde::de::DeserializeOwned;
use teecast_model::simulate::progress::Report;
use teecast_model::simulate::run::RunError;
use teecast_model::simulate::sweep::Job;
use teecast_model::traffic::PatternError;

use super::options::{LoadOptions, Runs};
use super::places::Drawn;
use super::point::{Answer, Measured};
use super::progress::Progress;
use crate::terminal::error::{Error, Kind};

/// The options of a kind of network.
pub trait Options: clap::Args {
    /// What they describe.
    type Setup: Simulated;

    /// Returns what the options ask to simulate.
    ///
    /// # Errors
    /// Bad input: an option without effect, too long a run.
    fn setup(&self) -> Result<Self::Setup, Error>;

    /// Returns what is asked.
    fn asked(&self) -> &LoadOptions;

    /// Returns how runs are made and where results go.
    fn runs(&self) -> &Runs;

    /// Plays given messages, if there are any, instead of what is asked, and notes them if that is wanted.
    ///
    /// # Errors
    /// Bad input: a network that is not possible, a file that cannot be read. A failed check: a
    /// deadlock.
    fn given(&self, _noted: bool, _progress: &Progress) -> Option<Result<Measured, Error>> {
        None
    }
}

/// A network with its traffic, effort and seed.
pub trait Simulated: Clone + PartialEq + Sync + Serialize + DeserializeOwned {
    /// The name of the kind: its subcommand, and what part files say.
    const KIND: &'static str;

    /// Returns the units of its results.
    fn units(&self) -> Units;

    /// Checks that a question can be answered.
    ///
    /// # Errors
    /// Bad input: what it asks is not possible.
    fn check(&self, job: Job) -> Result<(), Error>;

    /// Answers a question, and reports how far that is.
    ///
    /// # Errors
    /// Bad input: what it asks is not possible. A failed check: a deadlock.
    fn answer(&self, job: Job, report: Report) -> Result<Answer, Error>;

    /// Runs under a load, and notes messages and links.
    ///
    /// # Errors
    /// As [`Simulated::answer`].
    fn noted(&self, load: f64, report: Report) -> Result<Measured, Error>;

    /// Returns how the network is drawn.
    fn drawn(&self) -> Drawn;

    /// Returns the mean latency of what is measured when it meets no other message.
    ///
    /// **Units**: those of [`Simulated::units`].
    ///
    /// # Errors
    /// Bad input: the setup is not possible.
    fn zero_load_latency(&self) -> Result<f64, Error>;
}

/// The units of results, and what they are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Units {
    /// Of loads.
    pub load: &'static str,
    /// Of latencies and lengths of runs, in the plural.
    pub time: &'static str,
    /// What is measured: each message, or each broadcast among other messages.
    pub measured: &'static str,
}

/// Loads are flits for each node and cycle.
pub const FLITS: &str = "flits/node/cycle";

/// Says what to type instead of something that no kind of network can run.
pub fn refused(cause: RunError) -> Error {
    let (kind, hint) = match &cause {
        RunError::Pattern(cause) => (Kind::BadInput, hint_of(cause)),
        RunError::Load { .. } => (Kind::BadInput, "try --load 0.1"),
        RunError::Plan { .. } => (Kind::BadInput, "try --batch 2000 --batches 50 --precision 0.01"),
        _ => (Kind::Internal, OURS),
    };
    Error::new(kind, cause).hint(hint)
}

/// The hint of a mistake of ours.
pub const OURS: &str = "this is a mistake in teecast; please report it";

/// Says what to type instead of a pattern that does not fit.
pub fn hint_of(cause: &PatternError) -> &'static str {
    match cause {
        PatternError::HotNodes { .. } => "try --hot 0",
        PatternError::Share(_) => "try --hot-share 100",
        PatternError::Transpose => "try --traffic uniform",
    }
}
