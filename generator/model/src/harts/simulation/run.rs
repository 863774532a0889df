//! Runs a hexagonal mesh under a load until enough broadcasts are delivered.
//!
//! **Units**: a load is the part of all links' time that regular messages take if every message is
//! one: messages for each node and clock, times mean length, times mean distance n/2, over 6 links.
//! Broadcasts take more than that and are not counted in it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use teecast_spec::harts::{DIRECTIONS, Interconnect};
use teecast_spec::topology::{HexMesh, Topology};
use thiserror::Error;

use super::emitted::EmittedHarts;
use super::ledger::{Broken, Delivered};
use super::router::{Harts, RouterConfig};
use super::traffic::{HartsMessage, Receiver, Traffic, WHOLE};
use super::{Broadcast, SimulatedNetwork};
use crate::harts::route::LARGEST;
use crate::harts::unicast;
use crate::simulate::measure::Counts;
use crate::simulate::progress::Report;
use crate::simulate::record::Record;
use crate::simulate::sweep::{Answer, SATURATION, search};
use crate::stats::estimate;
use crate::traffic::{Gaps, Lengths};

/// Messages on their way for each node with which the network counts as saturated.
const LIMIT: u64 = 64;
/// Cycles in which every link of a bus gets a flit.
const BUS_FRAME: u64 = 7;
/// The largest edge of emitted routers, and the longest message.
///
/// **Units**: data flits.
const LARGEST_EMITTED: u32 = 16;
const LONGEST_EMITTED: u32 = 4096;
/// The most faulty nodes: every other one has a healthy neighbour.
const MOST_FAULTY: usize = 5;
/// The most sources of broadcasts for the latency without load, where nodes are not alike.
const SOURCES: usize = 16;
/// Clocks or cycles between two reports.
const REPORT: u64 = 1024;

/// Everything that a run depends on, its load apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HartsSetup {
    /// Edge length.
    pub n: u32,
    /// Routers.
    pub router: RouterConfig,
    /// Routers are the emitted ones instead, of which only the interconnect can be chosen; all times
    /// are cycles, of which a bus takes seven for a flit.
    #[serde(default)]
    pub emitted: bool,
    /// How broadcasts travel.
    pub broadcast: Broadcast,
    /// How long messages are.
    pub lengths: Lengths,
    /// Probability that a message is a broadcast.
    ///
    /// **Units**: parts of a million.
    pub share: u32,
    /// Faulty nodes. Regular messages go only where no shortest way meets one of them.
    #[serde(default)]
    pub faulty: BTreeSet<u32>,
    /// Clocks before the first message that counts.
    pub warm_up: u64,
    /// Broadcasts that are measured.
    pub broadcasts: u32,
    /// Seed of all random numbers.
    pub seed: u64,
}

/// Says why a run is not possible, or why it ended.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum RunError {
    /// A number out of range.
    #[error("{what} is {value}; permitted is {least} to {most}")]
    Range {
        /// What it is.
        what: &'static str,
        /// Value given.
        value: u32,
        /// The smallest permitted.
        least: u32,
        /// The largest permitted.
        most: u32,
    },
    /// A load that cannot be offered.
    #[error("load is {load:?}; permitted is {least:e} to {most}")]
    Load {
        /// Value given.
        load: f64,
        /// The smallest, with which nodes still send now and then.
        least: f64,
        /// The largest: all of the links' time, or a message of every node in every clock.
        most: f64,
    },
    /// Faulty nodes with which a broadcast may reach nobody.
    #[error(
        "faulty nodes are {faulty:?}; permitted are at most {MOST_FAULTY}, of 0 to {last}, and none \
         with Algorithm A, which a single one cuts"
    )]
    Faulty {
        /// The nodes.
        faulty: BTreeSet<u32>,
        /// The last node of the hexagonal mesh.
        last: u32,
    },
    /// The simulator lost or made something.
    #[error("conservation is broken in clock {clock}: {broken}")]
    Broken {
        /// Clock in which it was found.
        clock: u64,
        /// What does not add up.
        broken: Broken,
    },
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// All broadcasts that were asked for are delivered.
    Complete,
    /// More and more messages were on their way.
    Saturated,
}

/// What a run found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// How it ended.
    pub ending: Ending,
    /// Clocks, the warm-up included, until the traffic ended.
    pub clocks: u64,
    /// Broadcasts made after the warm-up, in the order of their making.
    pub broadcasts: Vec<Delivered>,
    /// Regular messages made after the warm-up.
    pub regular: Counts,
    /// Part of the time after the warm-up in which a link carries flits.
    pub link_use: f64,
    /// Messages and links, where they were noted.
    pub record: Option<Box<Record>>,
}

impl Found {
    /// Returns the latency of each broadcast: until the last copy had come.
    ///
    /// **Units**: clocks.
    pub fn latencies(&self) -> Vec<f64> {
        self.broadcasts.iter().map(|delivered| delivered.latency as f64).collect()
    }

    /// Returns the mean delivery time of each broadcast, over all its copies.
    ///
    /// **Units**: clocks.
    pub fn delivery_times(&self) -> Vec<f64> {
        let mean = |delivered: &Delivered| delivered.sum as f64 / f64::from(delivered.copies);
        self.broadcasts.iter().map(mean).collect()
    }
}

impl HartsSetup {
    /// Returns the parameters of the paper.
    ///
    /// **Source**: [KS91] 6; the decision time is ours, and that the processor can feed all
    /// transmitters at once.
    pub fn paper(n: u32, broadcast: Broadcast) -> Self {
        let lengths = Lengths::new(&[(64, 3), (128, 5), (512, 2)]).expect("permitted lengths");
        let router = RouterConfig { interconnect: Interconnect::Crossbar, decision: 6, gap: 8 };
        let (share, warm_up) = (WHOLE / 1000, 50_000);
        Self {
            n,
            router,
            emitted: false,
            broadcast,
            lengths,
            share,
            warm_up,
            faulty: BTreeSet::new(),
            broadcasts: 1000,
            seed: 1,
        }
    }

    /// Checks that a run is possible under a load.
    ///
    /// # Errors
    /// The first value out of range.
    pub fn check(&self, load: f64) -> Result<(), RunError> {
        let RouterConfig { decision, gap, .. } = self.router;
        let numbers = [
            ("n", self.n, 2, if self.emitted { LARGEST_EMITTED } else { LARGEST }),
            ("k", self.broadcast.copies(), 1, DIRECTIONS),
            ("decision time", decision, 1, 1000),
            ("gap", gap, 1, 1000),
            ("broadcast share", self.share, 1, WHOLE),
            ("number of broadcasts", self.broadcasts, 2, 10_000_000),
            (
                "message length",
                if self.emitted { self.lengths.longest() } else { 1 },
                1,
                LONGEST_EMITTED,
            ),
        ];
        for (what, value, least, most) in numbers {
            if !(least..=most).contains(&value) {
                return Err(RunError::Range { what, value, least, most });
            }
        }
        let (last, faulty) = (HexMesh::new(self.n).nodes() - 1, &self.faulty);
        let cut = self.broadcast == Broadcast::Ring && !faulty.is_empty();
        if cut || faulty.len() > MOST_FAULTY || faulty.last().is_some_and(|node| *node > last) {
            return Err(RunError::Faulty { faulty: faulty.clone(), last });
        }
        let (least, most) = (Gaps::LEAST / self.rate(1.0), self.most());
        match (least..=most).contains(&load) {
            true => Ok(()),
            false => Err(RunError::Load { load, least, most }),
        }
    }

    /// Returns the largest load that can be offered.
    pub fn most(&self) -> f64 {
        1f64.min(1.0 / self.rate(1.0))
    }

    /// Returns the messages that a node makes in a clock.
    fn rate(&self, load: f64) -> f64 {
        let distance = f64::from(self.n) / 2.0;
        load * f64::from(DIRECTIONS) / (self.lengths.mean() * distance)
    }

    /// Returns the cycles of a flit on a link of emitted routers; others count clocks.
    fn flit_time(&self) -> u64 {
        match self.router.interconnect {
            Interconnect::Bus if self.emitted => BUS_FRAME,
            _ => 1,
        }
    }

    /// Returns the clocks after the warm-up in which as many broadcasts as are measured are made.
    fn counted_clocks(&self, load: f64) -> f64 {
        let broadcasts = self.rate(load) * f64::from(self.share) / f64::from(WHOLE);
        f64::from(self.broadcasts) / broadcasts / f64::from(HexMesh::new(self.n).nodes())
    }

    /// Returns how long a run under a load is expected to last: until enough messages are made.
    ///
    /// **Units**: clocks, of emitted routers cycles.
    pub fn expected(&self, load: f64) -> f64 {
        let messages = f64::from(self.broadcasts) * f64::from(WHOLE) / f64::from(self.share);
        let nodes = f64::from(HexMesh::new(self.n).nodes());
        self.flit_time() as f64 * (self.warm_up as f64 + messages / nodes / self.rate(load))
    }

    fn network(&self, since: u64) -> Box<dyn SimulatedNetwork> {
        let Self { n, router, broadcast, .. } = *self;
        if self.emitted {
            let (copies, longest) = (broadcast.copies(), self.lengths.longest());
            let mut emitted = EmittedHarts::new(n, router.interconnect, copies, longest, since);
            emitted.set_faulty(&self.faulty);
            return Box::new(emitted);
        }
        let mut network = Harts::new(n, router, broadcast, since);
        network.set_faulty(&self.faulty);
        Box::new(network)
    }

    /// Returns the mean latency of broadcasts that meet no other message.
    ///
    /// **Units**: clocks.
    ///
    /// # Errors
    /// A mistake of the simulator.
    pub fn zero_load_latency(&self) -> Result<f64, RunError> {
        let nodes = 0..HexMesh::new(self.n).nodes();
        let healthy: Vec<u32> = nodes.filter(|node| !self.faulty.contains(node)).collect();
        // All nodes are alike where none is faulty.
        let sources = if self.faulty.is_empty() { 1 } else { SOURCES.min(healthy.len()) };
        let (mut sum, mut weights) = (0.0, 0.0);
        for source in (0..sources).map(|at| healthy[at * healthy.len() / sources]) {
            for (length, weight) in self.lengths.parts() {
                let mut network = self.network(0);
                // In clock 100 emitted routers have long been ready.
                let alone = HartsMessage { clock: 100, source, receiver: Receiver::All, length };
                let drained = network.make(&alone).and_then(|()| network.drain());
                drained.map_err(|broken| RunError::Broken { clock: network.now(), broken })?;
                let delivered = network.ledger().since(0).next().expect("nothing is left");
                sum += f64::from(weight) * delivered.latency as f64;
                weights += f64::from(weight);
            }
        }
        Ok(sum / weights)
    }

    /// Searches the load at which the latency of broadcasts is three times that without load.
    ///
    /// # Errors
    /// As [`HartsSetup::run`].
    pub fn saturation(&self, report: Report) -> Result<Answer, RunError> {
        let limit = SATURATION * self.zero_load_latency()?;
        search(0.0, self.most(), report, |load, report| {
            let found = self.run_watched(load, report)?;
            Ok(found.ending == Ending::Saturated || estimate(&found.latencies()).0 > limit)
        })
    }

    /// Runs under a load. Messages do not depend on how broadcasts travel.
    ///
    /// # Errors
    /// Why a run is not possible; a mistake of the simulator.
    pub fn run(&self, load: f64) -> Result<Found, RunError> {
        self.run_watched(load, &|_| ())
    }

    /// Runs under a load, and reports how far the run is.
    ///
    /// # Errors
    /// As [`HartsSetup::run`].
    pub fn run_watched(&self, load: f64, report: Report) -> Result<Found, RunError> {
        self.run_to(load, false, report)
    }

    /// Runs under a load and notes messages and links.
    ///
    /// # Errors
    /// As [`HartsSetup::run`].
    pub fn noted(&self, load: f64, report: Report) -> Result<Found, RunError> {
        self.run_to(load, true, report)
    }

    fn run_to(&self, load: f64, noted: bool, report: Report) -> Result<Found, RunError> {
        self.check(load)?;
        let hexmesh = HexMesh::new(self.n);
        let lengths = self.lengths.clone();
        let traffic = Traffic::new(&hexmesh, self.rate(load), lengths, self.share, self.seed);
        let flit_time = self.flit_time();
        let warm_up = flit_time * self.warm_up;
        let mut network = self.network(warm_up);
        *network.record() = noted.then(|| Box::new(Record::new(&hexmesh, warm_up, flit_time)));
        let (mut told, counted) = (0, self.counted_clocks(load));
        let mut ending = Ending::Complete;
        let broken = |now: u64| move |broken| RunError::Broken { clock: now, broken };
        // A message without a way is not made; one from or to a faulty node has none.
        let possible = |message: &HartsMessage| match message.receiver {
            Receiver::All => !self.faulty.contains(&message.source),
            Receiver::Node(to) => unicast::promised(&hexmesh, message.source, to, &self.faulty),
        };
        for message in traffic.filter(possible) {
            let message = HartsMessage { clock: flit_time * message.clock, ..message };
            let made = network.make(&message);
            made.map_err(broken(network.now()))?;
            let found = network.ledger().since(warm_up).len();
            if found >= self.broadcasts as usize {
                break;
            }
            if message.clock >= told + REPORT {
                told = message.clock;
                let before = told.min(warm_up) as f64 / flit_time as f64;
                let part = found as f64 / f64::from(self.broadcasts);
                report((before + part * counted) / (self.warm_up as f64 + counted));
            }
            if network.open() > LIMIT * u64::from(hexmesh.nodes()) {
                ending = Ending::Saturated;
                break;
            }
        }
        let clocks = network.now();
        network.record().iter_mut().for_each(|record| record.end(clocks));
        let flit_times = clocks.saturating_sub(warm_up) / flit_time;
        let link_time = flit_times * u64::from(DIRECTIONS * hexmesh.nodes());
        let link_use = network.regular().hops as f64 / (link_time as f64).max(1.0);
        // What is still on its way when the traffic ends had an easier way than the others.
        let measured = network.ledger().since(warm_up).take(self.broadcasts as usize);
        let broadcasts = measured.collect();
        let drained = network.drain();
        drained.map_err(broken(network.now()))?;
        let regular = network.regular().clone();
        let record = network.record().take();
        Ok(Found { ending, clocks, broadcasts, regular, link_use, record })
    }
}
