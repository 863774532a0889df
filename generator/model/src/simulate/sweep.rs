//! Runs of one setup under many loads, and the search for the load that saturates it.
//!
//! The random numbers of a run depend on seed and load alone: it does not matter which others are
//! asked for, where they run, or in what order.

use serde::{Deserialize, Serialize};

use super::plain::{Plain, PlainConfig};
use super::plan::Plan;
use super::progress::Report;
use super::route::{Layout, Routes};
use super::run::{Ending, Measurement, RunError, check_load};
use crate::random::Random;
use crate::traffic::{Lengths, Pattern, Workload};

/// A network is saturated where its latency is this often the latency without load.
pub const SATURATION: f64 = 3.0;
/// The search for the saturation ends with an interval not wider than this, and, where loads are
/// small, not wider than this part of the load, but not before one of them is too small to matter.
///
/// **Units**: flits for each node and cycle, or the unit of the load; parts of the load.
const RESOLUTION: f64 = 1.0 / 256.0;
const RELATIVE: f64 = 1.0 / 32.0;
const SMALLEST: f64 = 1.0 / 4096.0;
/// Destinations drawn at each node for the latency without load.
const DRAWS: usize = 64;

/// Everything that a run depends on, its load apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlainSetup {
    /// Network.
    pub topology: Layout,
    /// Router.
    pub router: PlainConfig,
    /// Where messages go.
    pub pattern: Pattern,
    /// How long they are.
    pub lengths: Lengths,
    /// How long a run lasts.
    pub plan: Plan,
    /// Seed of all random numbers.
    pub seed: u64,
}

/// A run under one load.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Load.
    ///
    /// **Units**: flits for each node and cycle.
    pub load: f64,
    /// What was found.
    pub measured: Measurement,
}

/// What is asked of a setup.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Job {
    /// The latency under a load.
    Load(f64),
    /// The load at which latency is three times that without load.
    Saturation,
}

impl Job {
    /// Returns the largest load that may be offered.
    pub fn load(self) -> f64 {
        match self {
            Job::Load(load) => load,
            Job::Saturation => 1.0,
        }
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// The run under a load.
    Point(Point),
    /// The middle of the interval of loads in which the network saturates, and its half width; the
    /// largest load where it does not.
    Saturation {
        /// **Units**: flits for each node and cycle.
        load: f64,
        /// **Units**: flits for each node and cycle.
        half_width: f64,
    },
}

impl PlainSetup {
    /// Builds the network.
    ///
    /// # Errors
    /// Why a run is not possible.
    pub fn network(&self) -> Result<Plain, RunError> {
        self.plan.check()?;
        let routes = Routes::new(&self.topology)?;
        self.pattern.check(routes.topology())?;
        Ok(Plain::new(routes, &self.router)?)
    }

    /// Checks that a run is possible under a load.
    ///
    /// # Errors
    /// Why it is not.
    pub fn check(&self, job: Job) -> Result<(), RunError> {
        self.network()?;
        match job {
            Job::Load(load) => check_load(load, self.lengths.mean()),
            Job::Saturation => Ok(()),
        }
    }

    /// Returns the mean latency of messages that meet no other.
    ///
    /// **Units**: cycles.
    ///
    /// # Errors
    /// Why a run is not possible.
    pub fn zero_load_latency(&self) -> Result<f64, RunError> {
        let network = self.network()?;
        let topology = network.routes().topology();
        let distance = match self.pattern {
            Pattern::Uniform => network.routes().mean_distance(),
            _ => {
                let mut stream = Random::keyed(self.seed, [0; 3]);
                let mut hops = 0;
                for node in 0..topology.nodes() {
                    for _ in 0..DRAWS {
                        let there = self.pattern.draw(topology, node, &mut stream);
                        hops += topology.distance(node, there);
                    }
                }
                f64::from(hops) / (topology.nodes() as usize * DRAWS) as f64
            }
        };
        Ok(4.0 * (distance + 1.0) + 2.0 + self.lengths.mean() - 1.0)
    }

    /// Runs under one load.
    ///
    /// **Units**: `load` is in flits for each node and cycle.
    ///
    /// # Errors
    /// Why a run is not possible; a deadlock.
    pub fn run(&self, load: f64) -> Result<Measurement, RunError> {
        self.run_to(load, &self.plan, false, &|_| ())
    }

    /// Runs under one load and notes messages and links.
    ///
    /// # Errors
    /// As [`PlainSetup::run`].
    pub fn noted(&self, load: f64, report: Report) -> Result<Measurement, RunError> {
        self.run_to(load, &self.plan, true, report)
    }

    fn run_to(
        &self,
        load: f64,
        plan: &Plan,
        noted: bool,
        report: Report,
    ) -> Result<Measurement, RunError> {
        self.check(Job::Load(load))?;
        let mut network = self.network()?;
        if noted {
            network.note(plan.warm_up);
        }
        let nodes = network.routes().nodes();
        let seed = [self.seed, load.to_bits()];
        let (pattern, lengths) = (self.pattern.clone(), self.lengths.clone());
        let workload = Workload::random(nodes, load, pattern, lengths, seed);
        plan.run(network, workload, plan.limit * self.zero_load_latency()?, report)
    }

    /// Answers a question, and reports how far that is.
    ///
    /// # Errors
    /// Why a run is not possible; a deadlock.
    pub fn answer(&self, job: Job, report: Report) -> Result<Answer, RunError> {
        match job {
            Job::Load(load) => {
                let measured = self.run_to(load, &self.plan, false, report)?;
                Ok(Answer::Point(Point { load, measured }))
            }
            Job::Saturation => self.saturation(0.0, 1.0, report),
        }
    }

    /// Searches between two loads for that at which latency is three times that without load.
    ///
    /// **Units**: flits for each node and cycle.
    ///
    /// # Errors
    /// Why a run is not possible; a deadlock.
    pub fn saturation(&self, below: f64, above: f64, report: Report) -> Result<Answer, RunError> {
        let plan = Plan { limit: SATURATION, ..self.plan.clone() };
        search(below, above, report, |load, report| {
            Ok(self.run_to(load, &plan, false, report)?.ending == Ending::Saturated)
        })
    }
}

/// Searches by halves between two loads for the one from which on a network is saturated.
pub(crate) fn search<E>(
    mut below: f64,
    mut above: f64,
    report: Report,
    mut saturated: impl FnMut(f64, Report) -> Result<bool, E>,
) -> Result<Answer, E> {
    let mut runs = 0.0;
    loop {
        let finest = RESOLUTION.min(above * RELATIVE).max(SMALLEST);
        if above - below <= finest {
            break;
        }
        let all = runs + ((above - below) / finest).log2().ceil();
        let part = |done: f64| report((runs + done) / all);
        let load = (below + above) / 2.0;
        *(if saturated(load, &part)? { &mut above } else { &mut below }) = load;
        runs += 1.0;
    }
    Ok(Answer::Saturation { load: (below + above) / 2.0, half_width: (above - below) / 2.0 })
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn the_search_is_as_fine_as_the_load_is_small() {
        for (where_it_is, width) in [(0.4, RESOLUTION), (0.05, 0.05 / 31.0), (0.0, SMALLEST)] {
            let told = RefCell::new(Vec::new());
            let report = |done: f64| told.borrow_mut().push(done);
            let found = search::<RunError>(0.0, 1.0, &report, |load, report| {
                report(0.5);
                Ok(load >= where_it_is)
            });
            let Ok(Answer::Saturation { load, half_width }) = found else { panic!("{found:?}") };
            assert!((load - where_it_is).abs() <= half_width, "{load} for {where_it_is}");
            assert!(half_width <= width / 2.0 && half_width > width / 8.0, "{half_width}");
            let (told, mut runs) = (told.into_inner(), 0.0);
            for done in &told {
                assert!(*done > runs, "{told:?}");
                runs = *done;
            }
            // Half of the last run was left.
            assert_eq!(runs, 1.0 - 0.5 / told.len() as f64);
        }
    }
}
