//! Runs a network until its mean latency is known well enough.

use serde::{Deserialize, Serialize};
use teecast_spec::topology::TopologyError;
use thiserror::Error;

use super::measure::{Batch, Counts};
use super::plain::{Broken, InputBuffer, Plain, PlainError};
use super::plan::Plan;
use super::progress::{Course, Report};
use super::record::Record;
use super::stuck::Deadlock;
use crate::stats::half_width;
use crate::traffic::{Gaps, PatternError, Workload, WorkloadMessage};

/// Says why a run is not possible, or why it ended.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum RunError {
    /// No such network.
    #[error(transparent)]
    Topology(#[from] TopologyError),
    /// No such router.
    #[error(transparent)]
    Router(#[from] PlainError),
    /// The pattern does not fit the network.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// A load that cannot be offered.
    #[error("load is {load:?} flits per node and cycle; permitted is {least:e} to 1")]
    Load {
        /// The load.
        load: f64,
        /// The smallest, with which nodes still send now and then.
        least: f64,
    },
    /// A plan that cannot be followed.
    #[error("{what} is {value}; permitted is {range}")]
    Plan {
        /// Member of the plan.
        what: &'static str,
        /// Its value.
        value: String,
        /// What it may be.
        range: &'static str,
    },
    /// Messages wait for each other for ever.
    #[error("deadlock in cycle {cycle}: {deadlock}")]
    Deadlock {
        /// Cycle in which it was found.
        cycle: u64,
        /// What is stuck.
        deadlock: Deadlock<InputBuffer>,
    },
    /// The simulator lost or made something.
    #[error("conservation is broken in cycle {cycle}: {broken}")]
    Broken {
        /// Cycle in which it was found.
        cycle: u64,
        /// What does not add up.
        broken: Broken,
    },
}

/// Checks that a load can be offered in messages of a mean length.
///
/// **Units**: flits for each node and cycle; flits.
pub(crate) fn check_load(load: f64, mean: f64) -> Result<(), RunError> {
    let least = Gaps::LEAST * mean;
    match (least..=1.0).contains(&load) {
        true => Ok(()),
        false => Err(RunError::Load { load, least }),
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The mean is as precise as was asked for.
    Precise,
    /// The batches were used up.
    Imprecise,
    /// The latency went beyond the limit.
    Saturated,
    /// Every message of a trace was delivered.
    Complete,
}

/// What a run found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measurement<C = Counts> {
    /// How it ended.
    pub ending: Ending,
    /// Cycles, the warm-up included.
    pub cycles: u64,
    /// Everything counted after the warm-up, batch after batch.
    pub batches: Vec<C>,
    /// Messages and links, where they were noted.
    #[serde(skip)]
    pub record: Option<Box<Record>>,
}

impl<C: Batch> Measurement<C> {
    /// Returns the sum of all batches.
    pub fn total(&self) -> C {
        total(&self.batches)
    }

    /// Returns half the width of the 95 % interval of the mean latency.
    ///
    /// **Units**: cycles.
    pub fn half_width(&self) -> f64 {
        interval(&self.batches)
    }
}

fn total<C: Batch>(batches: &[C]) -> C {
    let mut total = C::default();
    batches.iter().for_each(|batch| total.add(batch));
    total
}

fn interval<C: Batch>(batches: &[C]) -> f64 {
    let means: Vec<f64> = batches.iter().filter_map(C::mean).collect();
    half_width(&means)
}

impl Plan {
    /// Checks that a plan can be followed.
    ///
    /// # Errors
    /// The first member out of range.
    pub fn check(&self) -> Result<(), RunError> {
        let refuse = |what, value: &dyn ToString, range| {
            Err(RunError::Plan { what, value: value.to_string(), range })
        };
        if self.batch == 0 {
            return refuse("batch length", &self.batch, "1 cycle or more");
        }
        if self.least < 2 || self.most < self.least {
            let range = "2 or more, at most the largest number";
            return refuse("smallest number of batches", &self.least, range);
        }
        if !(self.precision > 0.0 && self.precision < 1.0) {
            return refuse("precision", &self.precision, "above 0, below 1");
        }
        Ok(())
    }

    /// Runs a network with a workload; beyond the latency `limit` it is saturated.
    ///
    /// # Errors
    /// A deadlock, or a mistake of the simulator.
    pub fn run(
        &self,
        mut network: Plain,
        mut workload: Workload,
        limit: f64,
        report: Report,
    ) -> Result<Measurement, RunError> {
        let course = Course::new(self, report);
        let mut whole = Counts::default();
        play(&mut network, &mut workload, self.warm_up, &course, &mut whole)?;
        let batch = || play(&mut network, &mut workload, self.batch, &course, &mut whole);
        let (ending, batches) = self.follow(limit, &course, batch)?;
        audit(&network, &whole)?;
        let record = network.take_record();
        Ok(Measurement { ending, cycles: network.now(), batches, record })
    }

    /// Plays batches until their mean is precise, beyond a limit, or the batches are used up.
    pub(crate) fn follow<C: Batch, E>(
        &self,
        limit: f64,
        course: &Course,
        mut batch: impl FnMut() -> Result<C, E>,
    ) -> Result<(Ending, Vec<C>), E> {
        let mut batches = Vec::new();
        for count in 1..=self.most {
            batches.push(batch()?);
            let Some(mean) = total(&batches).mean() else { continue };
            let half_width = interval(&batches);
            if mean > limit {
                return Ok((Ending::Saturated, batches));
            }
            if count >= self.least && half_width <= self.precision * mean {
                return Ok((Ending::Precise, batches));
            }
            course.expect(self, count, mean, half_width);
        }
        Ok((Ending::Imprecise, batches))
    }
}

/// Plays until every message of a trace is delivered.
///
/// # Errors
/// A deadlock, or a mistake of the simulator.
pub fn drain(
    mut network: Plain,
    messages: Vec<WorkloadMessage>,
    report: Report,
) -> Result<Measurement, RunError> {
    let left = messages.len() as u64;
    let mut workload = Workload::trace(messages);
    let mut whole = Counts::default();
    while whole.messages < left {
        report(whole.messages as f64 / left as f64);
        whole.add(&watched(&mut network, &mut workload, WATCH)?);
    }
    audit(&network, &whole)?;
    let (cycles, record) = (network.now(), network.take_record());
    Ok(Measurement { ending: Ending::Complete, cycles, batches: vec![whole], record })
}

fn audit(network: &Plain, whole: &Counts) -> Result<(), RunError> {
    let cycle = network.now();
    let audited = network.audit(whole.flits_made, whole.flits);
    audited.map_err(|broken| RunError::Broken { cycle, broken })
}

/// Cycles between two looks for a deadlock.
const WATCH: u64 = 1024;

/// Plays some cycles, reports how far the run is, and returns what happened.
fn play(
    network: &mut Plain,
    workload: &mut Workload,
    cycles: u64,
    course: &Course,
    whole: &mut Counts,
) -> Result<Counts, RunError> {
    let end = network.now() + cycles;
    let mut counts = Counts::default();
    while network.now() < end {
        course.at(network.now());
        counts.add(&watched(network, workload, WATCH.min(end - network.now()))?);
    }
    whole.add(&counts);
    Ok(counts)
}

/// Plays some cycles and then looks for a deadlock.
fn watched(network: &mut Plain, workload: &mut Workload, cycles: u64) -> Result<Counts, RunError> {
    for _ in 0..cycles {
        network.step(workload);
    }
    let stuck = |deadlock| Err(RunError::Deadlock { cycle: network.now(), deadlock });
    network.deadlock().map_or(Ok(()), stuck)?;
    Ok(network.take_counts())
}
