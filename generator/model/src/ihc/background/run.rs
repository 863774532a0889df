//! Runs rounds with background messages until the latency of these is known well enough.

use serde::{Deserialize, Serialize};
use teecast_spec::ihc::Interleave;
use teecast_spec::topology::hamiltonian::Network;
use thiserror::Error;

use super::counts::Counts;
use super::links::{Broken, Links, Message};
use crate::ihc::schedule::Schedule;
use crate::random::Random;
use crate::simulate::plan::Plan;
use crate::simulate::progress::{Course, Report};
use crate::simulate::record::Record;
use crate::simulate::run::{Ending, Measurement, RunError, check_load};
use crate::simulate::sweep::{Answer, SATURATION, search};
use crate::traffic::{Gaps, Lengths};

/// Messages followed for the latency without load.
const ALONE: u32 = 10_000;
/// The most nodes: the tables grow with their square.
const MOST_NODES: u32 = 1024;
/// Slots between two reports of the progress.
const WATCH: u64 = 1024;

/// Says why a run is not possible, or why it ended.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum BackgroundError {
    /// A plan or a load that no network can be given.
    #[error(transparent)]
    Any(#[from] RunError),
    /// A network with too many nodes.
    #[error("the network has {nodes} nodes; permitted are at most {MOST_NODES}")]
    Nodes {
        /// Its nodes.
        nodes: u32,
    },
    /// A message that never fits between packets of rounds.
    #[error("the longest message has {length} flits; links are free for at most {longest} slots")]
    Length {
        /// Its flits.
        length: u32,
        /// Slots between two packets of rounds, on the link where they are closest.
        longest: u32,
    },
    /// Something met or was lost.
    #[error("slot {slot}: {broken}")]
    Broken {
        /// Slot in which it was found.
        slot: u64,
        /// What it is.
        broken: Broken,
    },
}

/// Everything that a run depends on, its load apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BackgroundSetup {
    /// Network.
    pub network: Network,
    /// Slots that a packet of a round takes on a link.
    pub mu: u32,
    /// Which nodes start together; packets of rounds do not meet.
    pub interleave: Interleave,
    /// How long background messages are; they go to any other node, every one as likely.
    pub lengths: Lengths,
    /// How long a run lasts; latency is that of background messages.
    pub plan: Plan,
    /// Seed of all random numbers.
    pub seed: u64,
}

/// What a run found; its cycles are slots.
pub type Found = Measurement<Counts>;

/// Makes background messages, every node by itself.
struct Source {
    gaps: Gaps,
    lengths: Lengths,
    streams: Vec<Random>,
    /// Slot in which each node makes its next message.
    due: Vec<u64>,
}

impl Source {
    /// **Units**: `load` is in flits for each node and slot.
    fn new(setup: &BackgroundSetup, load: f64) -> Self {
        let nodes = setup.network.nodes();
        let keyed = |node: u32| Random::keyed(setup.seed, [load.to_bits(), 0, node.into()]);
        let mut streams: Vec<Random> = (0..nodes).map(keyed).collect();
        let gaps = Gaps::new(load / setup.lengths.mean());
        let due = streams.iter_mut().map(|stream| gaps.draw(stream) - 1).collect();
        Self { gaps, lengths: setup.lengths.clone(), streams, due }
    }

    fn make(&mut self, links: &mut Links) {
        let nodes = self.streams.len() as u32;
        for (node, (stream, due)) in (0..).zip(self.streams.iter_mut().zip(&mut self.due)) {
            if *due == links.now() {
                links.add(node, draw(node, nodes, *due, &self.lengths, stream));
                *due += self.gaps.draw(stream);
            }
        }
    }
}

/// Draws a message of a node to another one.
fn draw(node: u32, nodes: u32, made: u64, lengths: &Lengths, stream: &mut Random) -> Message {
    let to = stream.below(nodes - 1);
    Message { made, to: to + u32::from(to >= node), number: 0, length: lengths.draw(stream) }
}

impl BackgroundSetup {
    /// Checks that a run is possible under a load.
    ///
    /// # Errors
    /// Why it is not.
    pub fn check(&self, load: f64) -> Result<(), BackgroundError> {
        self.plan.check()?;
        self.links()?;
        Ok(check_load(load, self.lengths.mean())?)
    }

    /// Returns the slots of a round.
    pub fn round(&self) -> u32 {
        self.schedule().slots()
    }

    /// Returns the links of the network, each way counted.
    pub fn link_count(&self) -> u64 {
        let topology = self.network.topology();
        u64::from(topology.nodes()) * u64::from(topology.ports())
    }

    fn schedule(&self) -> Schedule {
        Schedule::new(self.network.nodes(), self.mu, self.interleave)
    }

    fn links(&self) -> Result<Links, BackgroundError> {
        let nodes = self.network.nodes();
        if nodes > MOST_NODES {
            return Err(BackgroundError::Nodes { nodes });
        }
        let links = Links::new(self.network, self.schedule());
        let (length, longest) = (self.lengths.longest(), links.longest());
        match length <= longest {
            true => Ok(links),
            false => Err(BackgroundError::Length { length, longest }),
        }
    }

    /// Returns the mean latency of background messages that meet no other one: they wait for packets
    /// of rounds only.
    ///
    /// **Units**: slots.
    ///
    /// # Errors
    /// As [`BackgroundSetup::run`].
    pub fn zero_load_latency(&self) -> Result<f64, BackgroundError> {
        let links = self.links()?;
        let (nodes, mut stream) = (self.network.nodes(), Random::keyed(self.seed, [0; 3]));
        let alone = |_| {
            let (from, made) = (stream.below(nodes), stream.below(self.round()));
            let message = draw(from, nodes, made.into(), &self.lengths, &mut stream);
            links.alone(from, message)
        };
        Ok((0..ALONE).map(alone).sum::<u64>() as f64 / f64::from(ALONE))
    }

    /// Runs under a load, and reports how far the run is.
    ///
    /// **Units**: `load` is the flits that a node makes in a slot.
    ///
    /// # Errors
    /// Why a run is not possible; a packet of a round that met a message; a message that is lost.
    pub fn run(&self, load: f64, report: Report) -> Result<Found, BackgroundError> {
        self.run_to(load, self.plan.limit * self.zero_load_latency()?, false, report)
    }

    /// Runs under a load and notes background messages and the links that they cross.
    ///
    /// # Errors
    /// As [`BackgroundSetup::run`].
    pub fn noted(&self, load: f64, report: Report) -> Result<Found, BackgroundError> {
        self.run_to(load, self.plan.limit * self.zero_load_latency()?, true, report)
    }

    /// Searches the load at which the latency of background messages is three times that without
    /// load.
    ///
    /// # Errors
    /// As [`BackgroundSetup::run`].
    pub fn saturation(&self, report: Report) -> Result<Answer, BackgroundError> {
        let limit = SATURATION * self.zero_load_latency()?;
        search(0.0, 1.0, report, |load, report| {
            Ok(self.run_to(load, limit, false, report)?.ending == Ending::Saturated)
        })
    }

    fn run_to(
        &self,
        load: f64,
        limit: f64,
        noted: bool,
        report: Report,
    ) -> Result<Found, BackgroundError> {
        self.check(load)?;
        let (mut links, mut source) = (self.links()?, Source::new(self, load));
        let record = || Record::new(&*self.network.topology(), self.plan.warm_up, 1);
        links.record = noted.then(|| Box::new(record()));
        let course = Course::new(&self.plan, report);
        let mut played = |slots| play(&mut links, &mut source, slots, &course);
        played(self.plan.warm_up)?;
        let batch = || played(self.plan.batch);
        let (ending, batches) = self.plan.follow(limit, &course, batch)?;
        let slot = links.now();
        links.audit().map_err(|broken| BackgroundError::Broken { slot, broken })?;
        Ok(Measurement { ending, cycles: slot, batches, record: links.record.take() })
    }
}

/// Plays some slots, and returns what happened.
fn play(
    links: &mut Links,
    source: &mut Source,
    slots: u64,
    course: &Course,
) -> Result<Counts, BackgroundError> {
    for _ in 0..slots {
        if links.now() % WATCH == 0 {
            course.at(links.now());
        }
        source.make(links);
        let slot = links.now();
        links.step().map_err(|broken| BackgroundError::Broken { slot, broken })?;
    }
    Ok(std::mem::take(&mut links.counts))
}
