//! What is simulated: one of the simulator's networks, with everything that its answers depend on.

use serde::{Deserialize, Serialize};
use teecast_model::harts::simulation::run as hexagon;
use teecast_model::hypercube::clocked::{self as mhu, MhuError};
use teecast_model::region::simulation::{RegionError, run as region};
use teecast_model::simulate::plain::PlainError;
use teecast_model::simulate::run::RunError;
use teecast_model::simulate::sweep::{self, Job};
use teecast_model::traffic::PatternError;
use teecast_spec::topology::TopologyError;

use super::broadcasts::Row;
use crate::cli::error::{Error, Kind};

/// A network with its traffic, effort and seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Setup {
    /// Plain routers, unicasts only.
    Plain(sweep::Setup),
    /// Emitted routers of a hypercube.
    Mhu(mhu::Setup),
    /// Broadcasts to regions of a mesh.
    Region(region::Setup),
    /// Broadcasts in the hexagonal mesh.
    Hexagon(hexagon::Setup),
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Answer {
    /// Of plain routers and emitted ones.
    Plain(sweep::Answer),
    /// Of broadcasts under a load.
    Broadcasts(Row),
}

impl Setup {
    /// Checks that a question can be answered.
    ///
    /// # Errors
    /// Bad input: what it asks is not possible.
    pub fn check(&self, job: Job) -> Result<(), Error> {
        match (self, job) {
            (Setup::Plain(setup), _) => setup.check(job).map_err(refused),
            (Setup::Mhu(setup), _) => setup.check(job).map_err(refused),
            (Setup::Region(setup), Job::Load(load)) => setup.check(load).map_err(refused),
            (Setup::Region(setup), Job::Saturation) => setup.check(1.0).map_err(refused),
            (Setup::Hexagon(setup), Job::Load(load)) => setup.check(load).map_err(refused_hexagon),
            (Setup::Hexagon(setup), Job::Saturation) => {
                setup.check(setup.most()).map_err(refused_hexagon)
            }
        }
    }

    /// Answers a question.
    ///
    /// # Errors
    /// Bad input: what it asks is not possible. A failed check: a deadlock.
    pub fn answer(&self, job: Job) -> Result<Answer, Error> {
        match (self, job) {
            (Setup::Plain(setup), _) => setup.answer(job).map(Answer::Plain).map_err(refused),
            (Setup::Mhu(setup), _) => setup.answer(job).map(Answer::Plain).map_err(refused),
            (Setup::Region(setup), Job::Load(load)) => {
                let found = setup.run(load).map_err(refused)?;
                let links = setup.links().map_err(refused)?;
                Ok(Answer::Broadcasts(Row::of_region(load, setup, &found, links)))
            }
            (Setup::Region(setup), Job::Saturation) => {
                setup.saturation().map(Answer::Plain).map_err(refused)
            }
            (Setup::Hexagon(setup), Job::Load(load)) => {
                let found = setup.run(load).map_err(refused_hexagon)?;
                Ok(Answer::Broadcasts(Row::of_hexagon(load, &found)))
            }
            (Setup::Hexagon(setup), Job::Saturation) => {
                setup.saturation().map(Answer::Plain).map_err(refused_hexagon)
            }
        }
    }

    /// Returns the mean latency of messages that meet no other.
    ///
    /// **Units**: cycles; clocks of the hexagonal mesh.
    ///
    /// # Errors
    /// Bad input: the setup is not possible.
    pub fn zero_load_latency(&self) -> Result<f64, Error> {
        match self {
            Setup::Plain(setup) => setup.zero_load_latency().map_err(refused),
            Setup::Mhu(setup) => setup.zero_load_latency().map_err(refused),
            Setup::Region(setup) => setup.zero_load_latency().map_err(refused),
            Setup::Hexagon(setup) => setup.zero_load_latency().map_err(refused_hexagon),
        }
    }
}

/// Says what to type instead of something that cannot run.
pub fn refused(cause: RunError) -> Error {
    let (kind, hint) = match &cause {
        RunError::Topology(TopologyError::Radix { .. }) => {
            (Kind::BadInput, "a dimension of a torus has 3 nodes or more, of a mesh 2")
        }
        RunError::Topology(_) => (Kind::BadInput, "try --mesh 8x8 or --hypercube 6"),
        RunError::Router(PlainError::Channels { .. }) => {
            (Kind::BadInput, "choose --vcs so that ports and channels multiply to at most 64")
        }
        RunError::Router(PlainError::Dateline(_)) => (Kind::BadInput, "try --vcs 4"),
        RunError::Router(_) => (Kind::BadInput, "try --buffer 8 --credit-delay 1"),
        RunError::Region(RegionError::Channels { .. }) => {
            (Kind::BadInput, "choose --vcs so that ports and channels multiply to at most 127")
        }
        RunError::Region(_) => (Kind::BadInput, "nearest-corner has two classes: try --vcs 4"),
        RunError::Mhu(MhuError::Faults) => (Kind::BadInput, "try --faulty 0 --classes 3"),
        RunError::Mhu(MhuError::Pattern(cause)) => (Kind::BadInput, hint_of(cause)),
        RunError::Mhu(MhuError::Fixed(_)) => (Kind::BadInput, "try --destinations 1"),
        RunError::Mhu(MhuError::ToFaulty(_)) => {
            (Kind::BadInput, "choose other nodes, or --traffic uniform")
        }
        RunError::Mhu(_) => {
            (Kind::BadInput, "try --hypercube 6 --m 8 --classes 3 --destinations 4")
        }
        RunError::Pattern(cause) => (Kind::BadInput, hint_of(cause)),
        RunError::Load { .. } => (Kind::BadInput, "try --load 0.1"),
        RunError::Plan { .. } => (Kind::BadInput, "try --batch 2000 --batches 50 --precision 0.01"),
        RunError::Deadlock { .. } => (Kind::Failed, "a torus needs --dateline true"),
        RunError::MhuDeadlock { .. } => (Kind::Failed, "without --lan classes prevent that"),
        RunError::Broken { .. }
        | RunError::RegionBroken { .. }
        | RunError::Lost { .. }
        | RunError::RegionDeadlock { .. } => {
            (Kind::Internal, "this is a mistake in teecast; please report it")
        }
    };
    Error::new(kind, cause).hint(hint)
}

fn hint_of(cause: &PatternError) -> &'static str {
    match cause {
        PatternError::HotNodes { .. } => "try --hot 0",
        PatternError::Share(_) => "try --hot-share 100",
        PatternError::Transpose => "try --traffic uniform",
    }
}

fn refused_hexagon(cause: hexagon::RunError) -> Error {
    let (kind, hint) = match &cause {
        hexagon::RunError::Range { what: "n", .. } => (Kind::BadInput, "try --harts 5"),
        hexagon::RunError::Range { what: "k", .. } => (Kind::BadInput, "try --k 1"),
        hexagon::RunError::Range { .. } => {
            (Kind::BadInput, "try --decision 6 --gap 8 --measured 1000")
        }
        hexagon::RunError::Load { .. } => (Kind::BadInput, "try --load 0.1"),
        hexagon::RunError::Broken { .. } => {
            (Kind::Internal, "this is a mistake in teecast; please report it")
        }
    };
    Error::new(kind, cause).hint(hint)
}
