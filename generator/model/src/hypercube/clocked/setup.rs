//! Runs of emitted routers under many loads.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::deadlock::MhuBuffer;
use super::run::{Broken, MhuRun, WATCH};
use super::traffic::{Cast, MhuConfig, MhuError};
use crate::simulate::measure::Counts;
use crate::simulate::plan::Plan;
use crate::simulate::progress::{Course, Report};
use crate::simulate::run::{Ending, Measurement, RunError, check_load};
use crate::simulate::stuck::Deadlock;
use crate::simulate::sweep::{Answer, Job, Point, SATURATION, search};
use crate::traffic::Lengths;

/// Says why a run of emitted routers is not possible, or why it ended.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum MhuRunError {
    /// A plan or a load that no network can be given.
    #[error(transparent)]
    Any(#[from] RunError),
    /// No such router, or nothing that it can be given.
    #[error(transparent)]
    Mhu(#[from] MhuError),
    /// Messages wait for each other for ever.
    #[error("deadlock in cycle {cycle}: {deadlock}")]
    Deadlock {
        /// Cycle in which it was found.
        cycle: u64,
        /// What is stuck.
        deadlock: Deadlock<MhuBuffer>,
    },
    /// Routers lost or made something.
    #[error("messages are lost before cycle {cycle}: {broken}")]
    Lost {
        /// Cycle in which it was found.
        cycle: u64,
        /// What does not add up.
        broken: Broken,
    },
}

/// Everything that a run depends on, its load apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MhuSetup {
    /// Dimension of the cube.
    pub n: u32,
    /// Its routers, and what they are given to do.
    pub router: MhuConfig,
    /// Data flits of the messages.
    pub lengths: Lengths,
    /// How long a run lasts; latency is that of messages until their last destination.
    pub plan: Plan,
    /// Seed of all random numbers.
    pub seed: u64,
}

impl MhuSetup {
    /// Checks that a question can be answered.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn check(&self, job: Job) -> Result<(), MhuRunError> {
        self.plan.check()?;
        let spec = self.router.spec(self.n, self.lengths.longest())?;
        match job {
            Job::Load(load) => Ok(check_load(load, self.router.flits(&spec, &self.lengths))?),
            Job::Saturation => Ok(()),
        }
    }

    fn network(&self, load: f64) -> Result<MhuRun, MhuError> {
        MhuRun::new(self.n, &self.router, &self.lengths, load, self.seed)
    }

    /// Returns the mean latency of messages that meet no other, until their last destination.
    ///
    /// **Units**: cycles.
    ///
    /// # Errors
    /// Why a run is not possible.
    pub fn zero_load_latency(&self) -> Result<f64, MhuRunError> {
        let alone = self.network(1.0)?.alone();
        alone.map_err(|broken| failed(0, broken))
    }

    /// Runs under a load.
    ///
    /// **Units**: `load` is the flits that a node sends in a cycle, headers included.
    ///
    /// # Errors
    /// Why a run is not possible; a mistake of the simulator or of the router.
    pub fn run(&self, load: f64) -> Result<Measurement, MhuRunError> {
        self.run_to(load, self.plan.limit, false, &|_| ())
    }

    /// Runs under a load and notes messages and links.
    ///
    /// # Errors
    /// As [`MhuSetup::run`].
    pub fn noted(&self, load: f64, report: Report) -> Result<Measurement, MhuRunError> {
        self.run_to(load, self.plan.limit, true, report)
    }

    fn run_to(
        &self,
        load: f64,
        limit: f64,
        noted: bool,
        report: Report,
    ) -> Result<Measurement, MhuRunError> {
        self.check(Job::Load(load))?;
        let limit = limit * self.zero_load_latency()?;
        let mut network = self.network(load)?;
        if noted {
            network.note(self.plan.warm_up);
        }
        let course = Course::new(&self.plan, report);
        play(&mut network, self.plan.warm_up, &course)?;
        let batch = || play(&mut network, self.plan.batch, &course);
        let (ending, batches) = self.plan.follow(limit, &course, batch)?;
        let (cycles, record) = (network.now(), network.take_record());
        network.audit().map_err(|broken| failed(cycles, broken))?;
        Ok(Measurement { ending, cycles, batches, record })
    }

    /// Answers a question, and reports how far that is.
    ///
    /// # Errors
    /// Why a run is not possible; a mistake of the simulator or of the router.
    pub fn answer(&self, job: Job, report: Report) -> Result<Answer, MhuRunError> {
        match job {
            Job::Load(load) => {
                let measured = self.run_to(load, self.plan.limit, false, report)?;
                Ok(Answer::Point(Point { load, measured }))
            }
            Job::Saturation => search(0.0, 1.0, report, |load, report| {
                Ok(self.run_to(load, SATURATION, false, report)?.ending == Ending::Saturated)
            }),
        }
    }
}

/// Plays given messages until all are delivered, and notes them if that is asked for.
///
/// # Errors
/// Why they cannot be sent; a deadlock; a mistake of the simulator or of the router.
pub fn drain(
    n: u32,
    config: &MhuConfig,
    casts: Vec<Cast>,
    noted: bool,
    report: Report,
) -> Result<Measurement, MhuRunError> {
    let all = casts.len() as f64;
    let longest = casts.iter().map(|cast| cast.length).max().unwrap_or(1);
    let spec = config.spec(n, longest)?;
    casts.iter().try_for_each(|cast| config.check_cast(&spec, cast))?;
    let mut network = MhuRun::given(spec, config, casts);
    if noted {
        network.note(0);
    }
    let drained = network.drain(|delivered| report(delivered as f64 / all));
    let cycles = network.now();
    drained.map_err(|broken| failed(cycles, broken))?;
    let (batches, record) = (vec![network.take_counts()], network.take_record());
    Ok(Measurement { ending: Ending::Complete, cycles, batches, record })
}

/// Plays some cycles, reports how far the run is, and returns what happened.
fn play(network: &mut MhuRun, cycles: u64, course: &Course) -> Result<Counts, MhuRunError> {
    for _ in 0..cycles {
        network.step();
        let cycle = network.now();
        if cycle % WATCH == 0 {
            network.check().map_err(|broken| failed(cycle, broken))?;
            course.at(cycle);
        }
    }
    Ok(network.take_counts())
}

/// Says in which cycle something went wrong.
fn failed(cycle: u64, broken: Broken) -> MhuRunError {
    match broken {
        Broken::Stuck(deadlock) => MhuRunError::Deadlock { cycle, deadlock },
        broken => MhuRunError::Lost { cycle, broken },
    }
}
